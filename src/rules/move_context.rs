//! A move while the rules are at work on it.

use super::choices::Choices;
use super::game_view::Field;
use crate::board::{Castling, Geometry, Square, Squares};
use crate::position::{
    Change, Colour, Ledger, Man, Marks, Memory, Move, MoveKind, Position, Side, Taken, Teller, Walk,
};

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
    /// Is it the first movement of the move?
    pub first: bool,
    /// What must become of a captured king.
    pub king: KingsFate,
}

/// What must become of a captured king, by what else the capturer has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KingsFate {
    /// He may come back or not.
    #[default]
    Open,
    /// He must come back: the capturer has done what every capture obliges to.
    Returns,
    /// He must not: the capturer has left that out, as nothing follows.
    Falls,
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
        if let Change::Assassinated { at, .. } | Change::Covered { at, .. } = change {
            self.leaves(at, None);
        }
    }

    /// Notes where the man on a square has gone, if it is the one that has moved.
    pub fn leaves(&mut self, from: Square, to: Option<Square>) {
        if self.at == Some(from) {
            self.at = to;
        }
    }

    /// Decides among so many possibilities, at least one.
    pub fn choose(&mut self, possibilities: usize) -> usize {
        self.teller.decide();
        self.choices.choose(possibilities)
    }

    /// The man that has moved becomes another.
    pub fn retype_mover(&mut self, walk: Walk) {
        if let Some(at) = self.at {
            self.retype(at, walk, true);
        }
    }

    /// The man that has moved goes over to a side, if it was neither royal nor neutral.
    pub fn defect_mover(&mut self, side: Side) {
        let colour = side.into();
        if !self.mover.royal
            && self.mover.colour != Colour::Neutral
            && let Some((man, at)) = self.capturer()
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

    /// The man that has moved goes on to an empty square by the same move.
    pub fn go_on_to(&mut self, to: Square) {
        if let Some((man, from)) = self.capturer() {
            self.apply(Change::WentOn { man, from, to, captured: None, obliged: true });
            self.at = Some(to);
            self.mv.to = to;
        }
    }

    /// The man that has moved takes other marks.
    pub fn mark_mover(&mut self, marks: Marks) {
        if let Some((man, at)) = self.capturer()
            && man.marks != marks
        {
            let may_castle = self.position.castling.contains(at);
            self.position.lift(man, at);
            self.position.put(Man { marks, ..man }, at);
            if may_castle {
                self.position.grant_castling(at);
            }
        }
    }

    /// The pawn that has moved promotes; told if the move itself does not say so.
    pub fn promote_mover(&mut self, walk: Walk, mark: Marks, told: bool) {
        let Some((man, at)) = self.capturer().filter(|(man, _)| man.walk.is_pawn()) else { return };
        if told {
            self.teller.tell(Change::Retyped { man, at, walk, mover: true });
        }
        self.position.lift(man, at);
        self.position.put(Man { walk, marks: man.marks.with(mark), ..man }, at);
    }

    /// The way in which the move castled, if it did.
    fn castling(&self) -> Option<&'a Castling<F::Set>> {
        let way = self.geometry().castling(self.mv.from, self.mv.to);
        way.filter(|_| self.mv.kind == MoveKind::Castling)
    }

    /// Where the rook stands if the move was castling.
    pub fn castled_rook(&self) -> Option<Square> {
        self.castling().map(|way| way.rook_to)
    }

    /// The man on a square becomes another, as part of the move.
    pub fn retype(&mut self, at: Square, walk: Walk, mover: bool) {
        if let Some(man) = self.position.man(at).filter(|man| man.walk != walk) {
            self.apply(Change::Retyped { man, at, walk, mover });
        }
    }

    /// Men below squares that are empty now come up.
    pub fn summon(&mut self)
    where
        F: Field<Memory = Ledger>,
    {
        let covers: F::Set = self.position.memory.covers();
        for at in (covers & !self.position.occupied()).iter() {
            if let Some(man) = self.position.memory.unearth(at) {
                self.apply(Change::Surfaced { man, at });
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
        if let Some(way) = self.castling() {
            let rook = between(way.rook_from, way.rook_to);
            files += rook.0;
            ranks += rook.1;
        }
        (files, ranks)
    }

    /// What a pawn of a side becomes that comes to a square by itself: the mover decides
    /// if it is a promotion square.
    pub fn promotion_at(&mut self, man: Man, side: Side, at: Square) -> Option<Walk> {
        let promotes = man.walk.is_pawn() && self.field.promotion_rank(man.walk, side).contains(at);
        let walks = if promotes { self.field.promotions() } else { &[] };
        (!walks.is_empty()).then(|| walks[self.choose(walks.len())])
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
