//! Positions: the men on the board, the side to move, castling and en passant rights, and the state of the rules.
//!
//! Moves are made on a copy of a position ([copy-make](https://www.chessprogramming.org/Copy-Make)) and never unmade.
//! A position knows nothing of legality.

pub mod attribute;
pub mod effect;
pub mod flags;
pub mod imitators;
pub mod man;
pub mod man_table;
pub mod movement;
pub mod moves;
pub mod piece_names;
pub mod reserve;
pub mod rule_state;
pub mod walk;
pub mod zobrist;

use crate::board::{Geometry, Square, Squares};
pub use attribute::{ATTRIBUTES, Attribute, NEUTRAL, ROYAL};
pub use effect::{Effect, EffectObserver, NoObserver};
pub use flags::ManFlags;
pub use imitators::Imitators;
pub use man::{Colour, Man, Side};
use man_table::ManTable;
pub use moves::{Move, MoveBranch, MoveKind};
pub use piece_names::{PieceLetters, PieceNames};
pub use reserve::Reserve;
pub use rule_state::{AnyRuleState, CapturedMan, DiagramSquares, HiddenMan, RuleState};
pub use walk::{FAIRY_WALKS, FairyWalk, Walk};

/// A position.
///
/// A neutral man is in the sets of both sides. The Zobrist key is updated with every change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<S: Squares, M: AnyRuleState = ()> {
    walks: [S; Walk::TABLE_LEN],
    sides: [S; 2],
    /// The men that can be checked and mated.
    pub royal: S,
    /// The squares of kings and rooks that have the right to castle.
    pub castling: S,
    /// The squares that the last double step passed, on which its pawn can be captured en passant.
    pub ep_squares: S,
    /// The pawn of the last double step if `ep_squares` is not empty. Otherwise all squares if a side has just passed
    /// by its own choice, so that the other may not pass; else empty.
    ep_pawn: S,
    /// The side to move.
    pub to_move: Side,
    key: u64,
    /// The men by square, as far as rules need it.
    men: M::Men<S>,
    /// The state of the rules.
    pub rule_state: M,
}

impl<S: Squares, M: AnyRuleState> Position<S, M> {
    /// Returns the position with an empty board.
    pub fn empty(to_move: Side) -> Position<S, M> {
        Position {
            walks: [S::EMPTY; Walk::TABLE_LEN],
            sides: [S::EMPTY; 2],
            royal: S::EMPTY,
            castling: S::EMPTY,
            ep_squares: S::EMPTY,
            ep_pawn: S::EMPTY,
            to_move,
            key: zobrist::to_move(to_move),
            men: M::Men::empty(),
            rule_state: M::default(),
        }
    }

    /// Returns the men with this walk, of both sides.
    #[inline]
    pub fn walk(&self, walk: Walk) -> S {
        if M::Men::<S>::HAS_WALKS && walk.is_fairy() {
            return self.fairy_men_with(walk);
        }
        self.walks[walk.index()]
    }

    /// Returns the [index](Walk::table_index) of a walk that men in this position can have.
    #[inline(always)]
    const fn walk_index(walk: Walk) -> usize {
        if M::Men::<S>::HAS_WALKS { walk.table_index() } else { walk.index() }
    }

    /// Returns the number of a man on a square, for the key.
    // By reference: a copy in each branch would be taken apart with shifts.
    #[inline(always)]
    fn man_key(man: &Man, square: Square) -> u64 {
        if M::Men::<S>::HAS_WALKS { zobrist::man(man, square) } else { zobrist::chessman(man, square) }
    }

    /// Returns the men by the [index](Walk::table_index) of their walks.
    pub fn walks(&self) -> [S; Walk::TABLE_LEN] {
        self.walks
    }

    /// Returns the men with walks of fairy chess, of both sides.
    #[inline]
    pub fn fairy_men(&self) -> S {
        self.walks[Walk::CHESS_COUNT]
    }

    // Out of line, since most positions have no such men.
    #[cold]
    #[inline(never)]
    fn fairy_men_with(&self, walk: Walk) -> S {
        let is_one = |&square: &Square| self.men.walk(square) == Some(walk);
        S::from_squares(self.fairy_men().iter().filter(is_one))
    }

    /// Returns the men of a side, neutral men included.
    #[inline]
    pub fn of(&self, side: Side) -> S {
        self.sides[side.index()]
    }

    /// Returns whether there is a neutral man.
    #[inline]
    pub fn has_neutrals(&self) -> bool {
        M::Men::<S>::HAS_WALKS && self.sides[0].intersects(self.sides[1])
    }

    /// Returns the side of the man on a square, which is not empty; of a neutral man the side to move.
    #[inline]
    pub fn side_on(&self, square: Square) -> Side {
        if self.of(self.to_move).contains(square) { self.to_move } else { self.to_move.other() }
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn occupied(&self) -> S {
        self.sides[0] | self.sides[1]
    }

    /// Returns the pawn that can be captured en passant; `None` if there is none.
    #[inline]
    pub fn ep_pawn(&self) -> Option<Square> {
        self.ep_pawn.first().filter(|_| !self.ep_squares.is_empty())
    }

    /// Returns the Zobrist key of the position: of men, side to move, rights and the state of the rules.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key ^ self.men.key() ^ self.rule_state.key()
    }

    /// Returns the key after a move that only moves a man, captures or promotes. The key is wrong after moves with
    /// other effects, or with a change of rights: it serves to prefetch a table entry.
    #[inline(always)]
    pub fn key_after(&self, mv: Move) -> u64 {
        let man = self.own_man(self.to_move, mv.walk, mv.from);
        let promoted = Man { walk: mv.promotion.unwrap_or(mv.walk), ..man };
        let key = self.key()
            ^ zobrist::SIDE_TO_MOVE
            ^ Self::man_key(&man, mv.from)
            ^ Self::man_key(&promoted, mv.to);
        match mv.is_capture() {
            true => self.man(mv.to).map_or(key, |victim| key ^ Self::man_key(&victim, mv.to)),
            false => key,
        }
    }

    /// Returns the key computed from scratch.
    pub fn key_from_scratch(&self) -> u64 {
        let men = self.occupied().iter().filter_map(|square| Some((square, self.man(square)?)));
        let men = men.fold(0, |key, (square, man)| key ^ Self::man_key(&man, square));
        men ^ self.castling.iter().fold(0, |key, square| key ^ zobrist::castling(square))
            ^ self.ep_squares.iter().fold(0, |key, square| key ^ zobrist::ep_square(square))
            ^ zobrist::to_move(self.to_move)
            ^ self.men.key()
            ^ self.rule_state.key()
            ^ if self.passed_by_choice() { zobrist::PASSED_BY_CHOICE } else { 0 }
    }

    /// Returns the walk of the man on a square; `None` if the square is empty.
    #[inline]
    pub fn walk_on(&self, square: Square) -> Option<Walk> {
        if M::Men::<S>::HAS_WALKS {
            return self.men.walk(square);
        }
        let here = S::of(square);
        Walk::FREQUENT_FIRST.into_iter().find(|walk| self.walks[walk.index()].intersects(here))
    }

    /// Returns the flags of the man on a square; none if the square is empty.
    #[inline]
    pub fn flags(&self, square: Square) -> ManFlags {
        self.men.flags(square)
    }

    /// Records the diagram squares of all men.
    pub fn track_diagram_squares(&mut self) {
        for square in self.occupied().iter() {
            self.men.set_flags(square, self.flags(square).with_diagram_square(square));
        }
    }

    /// Returns the man on a square; `None` if the square is empty.
    #[inline]
    pub fn man(&self, square: Square) -> Option<Man> {
        Some(self.man_of(self.walk_on(square)?, square))
    }

    /// Returns the man on a square. Requires that it has this walk.
    #[inline]
    pub fn man_of(&self, walk: Walk, square: Square) -> Man {
        let colour = match (self.sides[0].contains(square), self.sides[1].contains(square)) {
            (true, false) => Colour::White,
            (false, true) => Colour::Black,
            _ => Colour::Neutral,
        };
        Man { colour, walk, royal: self.royal.contains(square), flags: self.flags(square) }
    }

    /// Returns the man on a square. Requires that it has this walk and belongs to `side` or is neutral.
    #[inline(always)]
    pub fn own_man(&self, side: Side, walk: Walk, square: Square) -> Man {
        let neutral = M::Men::<S>::HAS_WALKS && self.of(side.other()).contains(square);
        let colour = if neutral { Colour::Neutral } else { side.into() };
        Man { colour, walk, royal: self.royal.contains(square), flags: self.flags(square) }
    }

    /// Returns the queens, rooks and bishops.
    #[inline]
    pub fn riders(&self) -> S {
        self.walk(Walk::Queen) | self.walk(Walk::Rook) | self.walk(Walk::Bishop)
    }

    /// Places a man on an empty square.
    #[inline]
    pub fn place(&mut self, man: Man, square: Square) {
        debug_assert!(!self.occupied().contains(square));
        debug_assert!(M::Men::<S>::HAS_WALKS || man.colour != Colour::Neutral);
        self.toggle(&man, S::of(square));
        self.key ^= Self::man_key(&man, square);
        self.men.put(&man, square);
    }

    /// Changes the walk of the man on a square.
    #[inline]
    pub fn set_walk(&mut self, man: Man, walk: Walk, square: Square) {
        let other = Man { walk, ..man };
        self.toggle(&man, S::of(square));
        self.toggle(&other, S::of(square));
        self.men.put(&other, square);
        self.key ^= Self::man_key(&man, square) ^ Self::man_key(&other, square);
    }

    /// Returns the diagram square of the man on a square; `None` if it is not tracked.
    #[inline]
    pub fn diagram_square(&self, square: Square) -> Option<Square> {
        self.flags(square).diagram_square()
    }

    /// Returns the position with only these men, to be looked at: its key is not that of its men.
    pub fn seen_among(&self, men: S) -> Position<S, M> {
        let mut seen = *self;
        for at in (self.occupied() & !men).iter() {
            seen.men.clear(at);
        }
        seen.walks.iter_mut().chain(&mut seen.sides).for_each(|squares| *squares &= men);
        seen.royal &= men;
        seen.castling &= men;
        if self.ep_pawn().is_some_and(|pawn| !men.contains(pawn)) {
            seen.clear_ep();
        }
        seen
    }

    /// Removes a man from its square, and its right to castle.
    #[inline]
    pub fn remove(&mut self, man: Man, square: Square) {
        debug_assert_eq!(self.man(square), Some(man));
        self.toggle(&man, S::of(square));
        self.key ^= Self::man_key(&man, square);
        self.men.clear(square);
        self.deny_castling(square);
    }

    /// Moves a man to an empty square, and removes its right to castle.
    // Always inlined: it is most of the cost of a move.
    #[inline(always)]
    pub fn move_man(&mut self, man: Man, from: Square, to: Square) {
        self.toggle(&man, S::of(from) | S::of(to));
        self.key ^= Self::man_key(&man, from) ^ Self::man_key(&man, to);
        self.men.clear(from);
        self.men.put(&man, to);
        self.deny_castling(from);
    }

    /// Adds the man to those of the squares where it is not, and removes it from the others. Branchless: sets that do
    /// not change are toggled by the empty set.
    #[inline(always)]
    fn toggle(&mut self, man: &Man, squares: S) {
        let only = |wanted: bool| if wanted { squares } else { S::EMPTY };
        self.walks[Self::walk_index(man.walk)] ^= squares;
        for side in Side::BOTH {
            self.sides[side.index()] ^= only(man.colour.is_of(side));
        }
        self.royal ^= only(man.royal);
    }

    /// Grants the right to castle to the man on a square.
    pub fn grant_castling(&mut self, square: Square) {
        if !self.castling.contains(square) {
            self.castling |= S::of(square);
            self.key ^= zobrist::castling(square);
        }
    }

    /// Removes the right to castle of the man on a square.
    #[inline]
    pub fn deny_castling(&mut self, square: Square) {
        if self.castling.contains(square) {
            self.castling &= !S::of(square);
            self.key ^= zobrist::castling(square);
        }
    }

    /// Grants the right to castle to the man on a square if it is a king or rook on a castling square of its side, as
    /// for men in a diagram and for reborn men.
    #[inline]
    pub fn grant_castling_at_home(&mut self, square: Square, geometry: &Geometry<S>) {
        if geometry.castling_squares.contains(square) {
            self.grant_castling_of_man_at_home(square, geometry);
        }
    }

    // Out of line, since few squares are castling squares.
    #[inline(never)]
    fn grant_castling_of_man_at_home(&mut self, square: Square, geometry: &Geometry<S>) {
        let Some(man) = self.man(square) else { return };
        let is_home = geometry.castlings.iter().any(|castling| {
            man.colour.is_of(castling.side)
                && ((man.walk == Walk::King && man.royal && castling.king_from == square)
                    || (man.walk == Walk::Rook && castling.rook_from == square))
        });
        if is_home {
            self.grant_castling(square);
        }
    }

    /// Clears what is valid for one ply only: en passant, and that a side has passed by its own choice.
    #[inline(always)]
    pub fn clear_ep(&mut self) {
        if !self.ep_pawn.is_empty() {
            self.clear_ep_and_pass();
        }
    }

    // Out of line, since few moves need it.
    #[inline(never)]
    fn clear_ep_and_pass(&mut self) {
        self.key ^= if self.passed_by_choice() { zobrist::PASSED_BY_CHOICE } else { 0 };
        for square in self.ep_squares.iter() {
            self.key ^= zobrist::ep_square(square);
        }
        self.ep_squares = S::EMPTY;
        self.ep_pawn = S::EMPTY;
    }

    /// Returns whether a side has just passed by its own choice.
    #[inline]
    pub fn passed_by_choice(&self) -> bool {
        self.ep_squares.is_empty() && !self.ep_pawn.is_empty()
    }

    /// Records that a side has passed by its own choice.
    pub fn set_passed_by_choice(&mut self) {
        self.clear_ep();
        self.ep_pawn = !S::EMPTY;
        self.key ^= zobrist::PASSED_BY_CHOICE;
    }

    /// Records that the pawn on `pawn` has passed these squares.
    #[inline]
    pub fn set_ep(&mut self, ep_squares: S, pawn: Square) {
        self.clear_ep();
        self.ep_squares = ep_squares;
        self.ep_pawn = S::of(pawn);
        for square in ep_squares.iter() {
            self.key ^= zobrist::ep_square(square);
        }
    }

    /// Changes the side to move.
    #[inline]
    pub fn switch_side(&mut self) {
        self.key ^= zobrist::SIDE_TO_MOVE;
        self.to_move = self.to_move.other();
    }

    /// Sets the side to move.
    #[inline]
    pub fn set_to_move(&mut self, side: Side) {
        if side != self.to_move {
            self.switch_side();
        }
    }

    /// Returns the position after a null move: with the other side to move, without en passant. That a side has just
    /// passed by its own choice is kept.
    pub fn after_null_move(&self) -> Position<S, M> {
        let mut position = *self;
        position.make_null_move();
        position
    }

    /// Makes a [null move](Self::after_null_move).
    #[inline]
    pub fn make_null_move(&mut self) {
        if !self.passed_by_choice() {
            self.clear_ep();
        }
        self.set_to_move(self.to_move.other());
    }

    /// Returns the position after the side to move has passed in battle play. The pass is a ply, so that the state of
    /// the rules that is valid for one ply only is cleared.
    pub fn after_pass_ply(&self) -> Position<S, M> {
        let mut position = self.after_null_move();
        position.rule_state.on_pass();
        position.rule_state.count_ply();
        position
    }

    /// Returns the position in which the threats of the opponent are searched: after a ply in which the side to move
    /// has passed, but not by its own choice.
    pub fn threat_position(&self) -> Position<S, M> {
        let mut position = self.after_pass_ply();
        position.clear_ep();
        position
    }

    /// Returns the same position without the state of the rules.
    pub fn without_memory(&self) -> Position<S> {
        Position {
            walks: self.walks,
            sides: self.sides,
            royal: self.royal,
            castling: self.castling,
            ep_squares: self.ep_squares,
            ep_pawn: self.ep_pawn,
            to_move: self.to_move,
            key: self.key,
            men: (),
            rule_state: (),
        }
    }
}
