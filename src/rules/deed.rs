//! A move while the rules are at work on it.

use super::choices::Choices;
use super::field::Field;
use crate::board::{Geometry, Square, Squares};
use crate::position::{Change, Colour, Man, Move, MoveKind, Position, Side, Taken, Teller, Walk};

/// A move whose man has moved and whose victim is off the board, with all that the
/// rules need in order to do their part.
pub struct Deed<'a, F: Field> {
    /// The game.
    pub field: &'a F,
    /// The position, as far as the move has come.
    pub position: &'a mut Position<F::Set, F::Memory>,
    /// Who is told what the rules do.
    pub teller: &'a mut dyn Teller,
    /// The mover's decisions.
    pub choices: &'a mut Choices,
    /// The side that moves.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The man that moves, as it was before.
    pub mover: Man,
    /// Where the man stands now; none if it is gone.
    pub at: Option<Square>,
    /// What the move has taken.
    pub victim: Option<Taken>,
}

impl<'a, F: Field> Deed<'a, F> {
    /// The board.
    pub fn geometry(&self) -> &'a Geometry<F::Set> {
        self.field.geometry()
    }

    /// Who has moved, as it is now, and where it stands.
    pub fn capturer(&self) -> Option<(Man, Square)> {
        let at = self.at?;
        Some((self.position.man(at)?, at))
    }

    /// Makes a change and tells it.
    pub fn apply(&mut self, change: Change) {
        self.teller.tell(change);
        self.position.apply(change, self.field.geometry());
    }

    /// Decides among so many possibilities, at least one.
    pub fn choose(&mut self, possibilities: usize) -> usize {
        self.choices.choose(possibilities)
    }

    /// The man that has moved becomes another.
    pub fn retype_mover(&mut self, walk: Walk) {
        if let Some((man, at)) = self.capturer()
            && man.walk != walk
        {
            self.apply(Change::Retyped { man, at, walk, mover: true });
        }
    }

    /// The man that has moved changes sides.
    pub fn recolour_mover(&mut self, colour: Colour) {
        if let Some((man, at)) = self.capturer()
            && man.colour != colour
        {
            self.apply(Change::Recoloured { man, at, colour, mover: true });
        }
    }

    /// The man on a square disappears.
    pub fn remove(&mut self, at: Square) {
        if let Some(man) = self.position.man(at) {
            self.apply(Change::Removed { man, at });
            if self.at == Some(at) {
                self.at = None;
            }
        }
    }

    /// How far the men moved: to the right and up, of castling both added.
    pub fn vector(&self) -> (i8, i8) {
        let layout = self.geometry().layout;
        let between = |from: Square, to: Square| {
            let files = layout.file(to) as i8 - layout.file(from) as i8;
            (files, layout.rank(to) as i8 - layout.rank(from) as i8)
        };
        let (mut files, mut ranks) = between(self.mv.from, self.mv.to);
        let ways = &self.geometry().castlings;
        let way = ways.iter().find(|way| (way.king_from, way.king_to) == (self.mv.from, self.mv.to));
        if let Some(way) = way.filter(|_| self.mv.kind == MoveKind::Castling) {
            let rook = between(way.rook_from, way.rook_to);
            files += rook.0;
            ranks += rook.1;
        }
        (files, ranks)
    }

    /// What a pawn of a side becomes that comes to a square by itself: the mover decides
    /// if it is a promotion square.
    pub fn promotion_at(&mut self, man: Man, side: Side, at: Square) -> Option<Walk> {
        let promotes =
            man.walk == Walk::Pawn && !man.royal && self.geometry().pawn(side).promotion_rank.contains(at);
        promotes.then(|| Walk::PROMOTIONS[self.choose(Walk::PROMOTIONS.len())])
    }
}

/// Goes on unless the move has turned out to be forbidden.
macro_rules! go_on {
    ($outcome:expr) => {
        if $outcome == $crate::rules::Outcome::Forbidden {
            return $crate::rules::Outcome::Forbidden;
        }
    };
}

pub(crate) use go_on;

/// The side whose man this is, seen from a side that captured it: of neutral men the
/// other side's.
pub fn side_of(man: Man, captured_by: Side) -> Side {
    match man.colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Neutral => captured_by.other(),
    }
}
