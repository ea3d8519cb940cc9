//! The walks of men: how they move.

mod table;

use super::movement::{Ahead, StraightWay};
pub use table::{FAIRY_WALKS, FairyWalk, Walk};

impl Walk {
    /// The number of walks of chess, with the reversed pawn.
    pub const CHESS_COUNT: usize = 7;
    /// The length of a table indexed by walks: an entry for each walk of chess, and one for all walks of fairy chess.
    pub const TABLE_LEN: usize = Walk::CHESS_COUNT + 1;
    /// The walks of chess, with the reversed pawn.
    pub const CHESS: [Walk; Walk::CHESS_COUNT] =
        [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn, Walk::ReversedPawn];
    /// The walks of chess, the most frequent in problems first.
    pub const FREQUENT_FIRST: [Walk; Walk::CHESS_COUNT] =
        [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen, Walk::King, Walk::ReversedPawn];
    /// The promotions of a pawn, in the order of the move list.
    pub const PROMOTIONS: [Walk; 4] = [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop];

    /// The promotions of a pawn where kings are not royal.
    pub const PROMOTIONS_WITH_KING: [Walk; 5] =
        [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop, Walk::King];

    /// Returns the index of a walk of chess in tables of [`TABLE_LEN`](Self::TABLE_LEN) entries.
    #[inline]
    pub const fn index(self) -> usize {
        debug_assert!(!self.is_fairy());
        // The mask removes the bounds check, which the compiler keeps otherwise.
        self as usize & (Walk::TABLE_LEN - 1)
    }

    /// Returns the direction in which a man with the walk makes double steps from its second rank; `None` if it makes none.
    pub fn double_steps(self) -> Option<Ahead> {
        match self.fairy() {
            None => (self == Walk::Pawn).then_some(Ahead::Straight),
            Some(row) => row.movement.double_steps(),
        }
    }

    /// Returns whether a man with the walk moves only as others: an orphan or a friend.
    #[inline]
    pub const fn is_borrower(self) -> bool {
        matches!(self, Walk::Orphan | Walk::Friend)
    }

    /// Returns the index of any walk in tables of [`TABLE_LEN`](Self::TABLE_LEN) entries, the last one for all walks of
    /// fairy chess.
    #[inline]
    pub const fn table_index(self) -> usize {
        let number = self as usize;
        if number < Walk::CHESS_COUNT { number } else { Walk::CHESS_COUNT }
    }

    /// Returns whether a man with the walk is royal by itself: a king, or a king of another kind.
    #[inline]
    pub const fn is_king(self) -> bool {
        matches!(self, Walk::King | Walk::Poseidon | Walk::Sting)
    }

    /// Returns whether a pawn can promote to the walk if a man in the diagram has it: all but dummies, kings and pawns.
    pub fn is_promotion(self) -> bool {
        self != Walk::Dummy && !self.is_king() && !self.is_pawn()
    }

    /// Returns whether this is a walk of fairy chess.
    #[inline]
    pub const fn is_fairy(self) -> bool {
        self as usize >= Walk::CHESS_COUNT
    }

    /// Returns the English letter used in composition: S for the knight; P for the reversed pawn, too; the first of several
    /// letters.
    pub const fn letter(self) -> char {
        match self {
            Walk::King => 'K',
            Walk::Queen => 'Q',
            Walk::Rook => 'R',
            Walk::Bishop => 'B',
            Walk::Knight => 'S',
            Walk::Pawn | Walk::ReversedPawn => 'P',
            fairy => fairy.letters().as_bytes()[0] as char,
        }
    }

    /// Returns the row of a walk of fairy chess; `None` for others.
    pub fn fairy(self) -> Option<&'static FairyWalk> {
        FAIRY_WALKS.get((self as usize).checked_sub(Walk::CHESS_COUNT)?)
    }

    /// Returns whether this is the walk of a queen, a rook or a bishop.
    #[inline]
    pub const fn is_line_piece(self) -> bool {
        matches!(self, Walk::Queen | Walk::Rook | Walk::Bishop)
    }

    /// Returns whether this is the walk of a pawn of any kind, that promotes.
    #[inline]
    pub const fn is_pawn(self) -> bool {
        // Their rows are adjacent.
        Walk::Pawn as u8 <= self as u8 && self as u8 <= Walk::MarinePawn as u8
    }

    /// Returns whether a man with the walk steps or captures as a pawn, among other moves.
    #[inline]
    pub const fn has_pawn_moves(self) -> bool {
        Walk::Pawn as u8 <= self as u8 && self as u8 <= Walk::HunterPawnKnight as u8
    }

    /// Returns the index of any walk in tables of home squares: pawns of all kinds have those of a pawn, other men of fairy
    /// chess the last entry of [`TABLE_LEN`](Self::TABLE_LEN).
    #[inline]
    pub const fn home_index(self) -> usize {
        if self.is_pawn() { Walk::Pawn as usize } else { self.table_index() }
    }

    /// Returns the step of the straight line along which a man with the walk captures at a distance in files and ranks;
    /// `None` if it leaps there.
    pub fn line_step(self, (files, ranks): (i8, i8)) -> Option<(i8, i8)> {
        match self {
            Walk::Queen | Walk::Rook | Walk::Bishop => Some((files.signum(), ranks.signum())),
            fairy => fairy.fairy()?.movement.line_step((files, ranks)),
        }
    }

    /// Returns how a man with the walk goes straight to a distance in files and ranks; `None` if it does not.
    pub fn straight_way(self, vector: (i8, i8)) -> Option<StraightWay> {
        match self {
            Walk::King | Walk::Knight => Some(StraightWay::leap(vector)),
            Walk::Queen | Walk::Rook | Walk::Bishop => Some(StraightWay::of_queen(vector)),
            pawn if pawn.is_pawn() => Some(StraightWay::of_queen(vector)),
            fairy => fairy.fairy()?.movement.straight_way(vector),
        }
    }

    /// Returns the English name.
    pub fn name(self) -> &'static str {
        if let Some(row) = self.fairy() {
            return row.name;
        }
        match self {
            Walk::King => "king",
            Walk::Queen => "queen",
            Walk::Rook => "rook",
            Walk::Bishop => "bishop",
            Walk::Knight => "knight",
            Walk::Pawn => "pawn",
            _ => "reversed pawn",
        }
    }

    /// Returns the English letters used in composition: S for the knight, PP for the reversed pawn, one or two letters
    /// for others.
    pub const fn letters(self) -> &'static str {
        match self {
            Walk::King => "K",
            Walk::Queen => "Q",
            Walk::Rook => "R",
            Walk::Bishop => "B",
            Walk::Knight => "S",
            Walk::Pawn => "P",
            Walk::ReversedPawn => "PP",
            fairy => FAIRY_WALKS[fairy as usize - Walk::CHESS_COUNT].letters[0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Colour;

    #[test]
    fn rows_are_in_the_order_of_the_walks() {
        for (index, row) in FAIRY_WALKS.iter().enumerate() {
            assert_eq!(row.walk as usize, Walk::CHESS_COUNT + index, "{}", row.name);
            assert_eq!(row.walk.fairy(), Some(row));
            assert_eq!(row.walk.table_index(), Walk::TABLE_LEN - 1);
        }
    }

    #[test]
    fn pawns_are_adjacent() {
        let pawns =
            [Walk::Pawn, Walk::ReversedPawn].into_iter().chain(FAIRY_WALKS[..12].iter().map(|row| row.walk));
        for (index, walk) in pawns.enumerate() {
            assert_eq!((walk.is_pawn(), walk.has_pawn_moves()), (index < 6, true), "{walk:?}");
        }
        assert!(FAIRY_WALKS[12..].iter().all(|row| !row.walk.has_pawn_moves()));
        for row in FAIRY_WALKS.iter().filter(|row| row.walk.double_steps().is_some()) {
            assert!(row.walk.has_pawn_moves(), "{}", row.name);
        }
    }

    #[test]
    fn both_sides_have_their_own_text() {
        let texts = [Walk::Grasshopper2, Walk::Mao, Walk::Leaper15].map(|walk| {
            let row = walk.fairy().unwrap();
            [Colour::White, Colour::Black].map(|colour| row.in_parentheses(colour))
        });
        assert_eq!(texts, [["(G2)", "(g2)"], ["(MA)", "(ma)"], ["(15)", "(-15)"]]);
    }

    #[test]
    fn an_optional_walk_takes_one_byte() {
        assert_eq!(size_of::<Option<Walk>>(), 1);
    }
}
