//! A position on a plain list of squares, with the state of every rule.

use kirke::position::{Colour, Man, ManFlags, Side, Walk};

use crate::reference_rules::active_rules::ActiveRules;

/// The index of a square: 8 times the rank plus the file, both from 0.
pub type Sq = usize;

/// A man that was captured and may still be reborn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PastCapture {
    /// The captured man.
    pub man: Man,
    /// The square of the capture.
    pub at: Sq,
    /// The square of the capturer after the capture, if it is on the board.
    pub capturer: Option<Sq>,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct Board<'l> {
    /// The rules in force.
    pub rules: &'l ActiveRules,
    /// The man on each square.
    pub men: [Option<Man>; 64],
    /// Whether the king or rook on each square has the right to castle.
    pub may_castle: [bool; 64],
    /// The squares that the pawn of the last move has passed.
    pub ep_squares: Vec<Sq>,
    /// The square of that pawn.
    pub ep_pawn: Option<Sq>,
    /// The side to move.
    pub to_move: Side,
    /// Men below squares; of those below one square the first comes up first.
    pub hidden: Vec<(Sq, Man)>,
    /// The last capture, as long as it can cause a rebirth.
    pub last_capture: Option<PastCapture>,
    /// The square that the last move left.
    pub vacated: Option<Sq>,
    /// The squares of imitators.
    pub imitators: Vec<Sq>,
    /// The squares between which men have changed places in the last move.
    pub exchanged: Vec<Sq>,
    /// Whether the man that moved last was attacked by exactly one enemy before its move.
    pub attacked_once: bool,
    /// Whether the position is a test for a cage: then an attack is check.
    pub testing_cage: bool,
    /// The men that each side may drop.
    pub bank: Vec<(Side, Walk)>,
    /// The squares between which a rebirth has pushed men in this move.
    pub pushed: Vec<(Sq, Sq)>,
}

pub fn file(square: Sq) -> i32 {
    (square % 8) as i32
}

pub fn rank(square: Sq) -> i32 {
    (square / 8) as i32
}

/// Returns the square on this file and rank, if it is on the board.
pub fn at(file: i32, rank: i32) -> Option<Sq> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as Sq)
}

pub fn is_dark(square: Sq) -> bool {
    (file(square) + rank(square)) % 2 == 0
}

/// Returns the name of the square.
pub fn name(square: Sq) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

pub fn opposite(colour: Colour) -> Side {
    if colour == Colour::White { Side::Black } else { Side::White }
}

/// Returns the rank from the pawn's point of view: 0 is its first, 7 its last.
pub fn pawn_rank(walk: Walk, colour: Colour, square: Sq) -> i32 {
    if moves_up(walk, colour) { rank(square) } else { 7 - rank(square) }
}

/// Returns whether a pawn of this walk and colour moves up the board.
pub fn moves_up(walk: Walk, colour: Colour) -> bool {
    (colour == Colour::White) == (walk != Walk::ReversedPawn)
}

impl<'l> Board<'l> {
    pub fn side_men(&self, side: Side) -> Vec<(Sq, Man)> {
        let men = (0..64).filter_map(|square| Some((square, self.men[square]?)));
        men.filter(|(_, man)| man.colour == side.into()).collect()
    }

    /// Returns the position without the man on a square.
    pub fn without(&self, square: Sq) -> Board<'l> {
        let mut board = self.clone();
        board.remove(square);
        board
    }

    /// Removes the man on a square and its right to castle.
    pub fn remove(&mut self, square: Sq) -> Option<Man> {
        self.may_castle[square] = false;
        self.men[square].take()
    }

    /// Puts a man on the target square of its move: a man that moves loses the right to castle.
    pub fn put_moved(&mut self, man: Man, square: Sq) {
        self.may_castle[square] = false;
        self.men[square] = Some(man);
    }

    /// Puts a man on a square by an effect, or changes the man there: a king or a rook at home then has
    /// the right to castle.
    pub fn put(&mut self, man: Man, square: Sq) {
        self.men[square] = Some(man);
        self.may_castle[square] = self.is_at_home(square);
    }

    /// Returns whether the square has a king or a rook on its castling square.
    pub fn is_at_home(&self, square: Sq) -> bool {
        let Some(man) = self.men[square] else { return false };
        let first = if man.colour == Colour::White { 0 } else { 56 };
        match man.walk {
            Walk::King => man.royal && square == first + 4,
            Walk::Rook => square == first || square == first + 7,
            _ => false,
        }
    }

    /// Returns the number of royal men of a side, those below squares included.
    pub fn royal_count(&self, side: Side) -> usize {
        let below = self.hidden.iter().map(|(_, man)| man);
        let of_side = |man: &&Man| man.royal && man.colour == Colour::from(side);
        self.men.iter().flatten().chain(below).filter(of_side).count()
    }

    /// Returns the same position with this side to move.
    pub fn with_turn(&self, side: Side) -> Board<'l> {
        Board { to_move: side, ..self.clone() }
    }

    /// Returns a text of everything visible on the board, and of the men below it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for square in 0..64 {
            if let Some(man) = self.men[square] {
                text += &format!("{}{} ", man_text(man), name(square));
            }
        }
        let rights = (0..64).filter(|&square| self.may_castle[square]).map(name);
        text += &format!("castling {} ", rights.collect::<Vec<_>>().join(" "));
        let below = self.hidden.iter().map(|&(square, man)| format!("{}{}", man_text(man), name(square)));
        let mut below: Vec<String> = below.collect();
        below.sort_by_key(|word| word[word.len() - 2..].to_owned());
        let mut bank: Vec<_> = self.bank.iter().map(|(side, walk)| format!("{side}{walk:?}")).collect();
        bank.sort();
        let imitators: String = self.imitators.iter().map(|&square| name(square)).collect();
        text + &format!("below {} bank {} {imitators} {}", below.join(" "), bank.join(" "), self.to_move)
    }
}

/// Returns the colour, the walk and the other visible properties of a man.
pub fn man_text(man: Man) -> String {
    let seen = [
        (ManFlags::UNCAPTURABLE, "u"),
        (ManFlags::HAS_CAPTURED, "c"),
        (ManFlags::FRISCHAUF, "f"),
        (ManFlags::ON_BOARD_B, "b"),
    ];
    let marks: String =
        seen.iter().filter(|(mark, _)| man.flags.contains(*mark)).map(|(_, text)| *text).collect();
    let royal = if man.royal { "!" } else { "" };
    format!("{}{marks}{}{royal}", man.colour.letter(), man.walk.letters())
}
