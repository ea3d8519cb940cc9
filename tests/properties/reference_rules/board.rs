//! A position on a plain list of squares, with everything that any rule remembers.

use kirke::position::{Colour, Man, ManFlags, Side, Walk};

use crate::reference_rules::active_rules::ActiveRules;

/// A square by its number: 8 times the rank and the file, both from 0.
pub type Sq = usize;

/// A man who was captured and may still be reborn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PastCapture {
    /// Who.
    pub man: Man,
    /// Where.
    pub at: Sq,
    /// Where his capturer came to stand, if anywhere.
    pub capturer: Option<Sq>,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct Board<'l> {
    /// The rules in force.
    pub rules: &'l ActiveRules,
    /// Who stands where.
    pub men: [Option<Man>; 64],
    /// Has the king or rook there the right to castle?
    pub may_castle: [bool; 64],
    /// The squares that the last move's pawn has passed.
    pub ep_squares: Vec<Sq>,
    /// Where that pawn stands.
    pub ep_pawn: Option<Sq>,
    /// Who is to move.
    pub to_move: Side,
    /// Men below squares; of those below one square the first comes up first.
    pub hidden: Vec<(Sq, Man)>,
    /// The last capture, as long as it counts.
    pub last_capture: Option<PastCapture>,
    /// The square that the last move left.
    pub vacated: Option<Sq>,
    /// Was the man that moved last attacked by exactly one enemy before?
    pub attacked_once: bool,
    /// Is it only asked whether a square is a cage? Then an attack is check.
    pub testing_cage: bool,
    /// The men that each side may bring in.
    pub bank: Vec<(Side, Walk)>,
}

pub fn file(square: Sq) -> i32 {
    (square % 8) as i32
}

pub fn rank(square: Sq) -> i32 {
    (square / 8) as i32
}

/// The square on this file and rank, if the board has it.
pub fn at(file: i32, rank: i32) -> Option<Sq> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as Sq)
}

pub fn is_dark(square: Sq) -> bool {
    (file(square) + rank(square)) % 2 == 0
}

/// The square's name.
pub fn name(square: Sq) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

pub fn opposite(colour: Colour) -> Side {
    if colour == Colour::White { Side::Black } else { Side::White }
}

/// The rank seen from a pawn's side: 0 is its first, 7 the one where it arrives.
pub fn pawn_rank(walk: Walk, colour: Colour, square: Sq) -> i32 {
    if moves_up(walk, colour) { rank(square) } else { 7 - rank(square) }
}

/// Does a pawn of this walk and colour go up the board?
pub fn moves_up(walk: Walk, colour: Colour) -> bool {
    (colour == Colour::White) == (walk == Walk::Pawn)
}

impl<'l> Board<'l> {
    pub fn side_men(&self, side: Side) -> Vec<(Sq, Man)> {
        let men = (0..64).filter_map(|square| Some((square, self.men[square]?)));
        men.filter(|(_, man)| man.colour == side.into()).collect()
    }

    /// The position without the man on a square.
    pub fn without(&self, square: Sq) -> Board<'l> {
        let mut board = self.clone();
        board.remove(square);
        board
    }

    /// Takes the man off a square; with him goes the right to castle.
    pub fn remove(&mut self, square: Sq) -> Option<Man> {
        self.may_castle[square] = false;
        self.men[square].take()
    }

    /// Puts a man on a square to which he has moved: whoever moves loses the right to castle.
    pub fn put_moved(&mut self, man: Man, square: Sq) {
        self.may_castle[square] = false;
        self.men[square] = Some(man);
    }

    /// Puts a man on a square by an effect, or changes the one there: a king and a rook at home
    /// have the right to castle then.
    pub fn put(&mut self, man: Man, square: Sq) {
        self.men[square] = Some(man);
        self.may_castle[square] = self.is_at_home(square);
    }

    /// Do a king or a rook stand where they castle from?
    pub fn is_at_home(&self, square: Sq) -> bool {
        let Some(man) = self.men[square] else { return false };
        let first = if man.colour == Colour::White { 0 } else { 56 };
        match man.walk {
            Walk::King => man.royal && square == first + 4,
            Walk::Rook => square == first || square == first + 7,
            _ => false,
        }
    }

    /// Royal men of a side, those below squares included.
    pub fn royal_count(&self, side: Side) -> usize {
        let below = self.hidden.iter().map(|(_, man)| man);
        let of_side = |man: &&Man| man.royal && man.colour == Colour::from(side);
        self.men.iter().flatten().chain(below).filter(of_side).count()
    }

    /// The same position with the other side to move.
    pub fn with_turn(&self, side: Side) -> Board<'l> {
        Board { to_move: side, ..self.clone() }
    }

    /// Everything that a player sees, and who is below the board, in words.
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
        text + &format!("below {} bank {} {}", below.join(" "), bank.join(" "), self.to_move)
    }
}

/// Colour, walk and what else of a man can be told from others.
pub fn man_text(man: Man) -> String {
    let seen = [(ManFlags::UNCAPTURABLE, "u"), (ManFlags::HAS_CAPTURED, "c"), (ManFlags::FRISCHAUF, "f")];
    let marks: String =
        seen.iter().filter(|(mark, _)| man.flags.contains(*mark)).map(|(_, text)| *text).collect();
    let royal = if man.royal { "!" } else { "" };
    format!("{}{marks}{}{royal}", man.colour.letter(), man.walk.letters())
}
