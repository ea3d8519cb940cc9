//! Replacement chess: who captures puts the captured man, unchanged, on a square that is
//! empty after the capture; a bishop stays on its colour, a pawn off the first and last
//! ranks. If there is no such square the capture is illegal.
//!
//! wKg1 Rd4, bKh8 Sd6: Rd4*d6 is followed by 58 placements, and by no move without one.
//!
//! Putback chess: every empty square will do. A pawn may go one, two or three squares
//! from its first rank, and be taken on all that it has passed. A pawn put where it
//! promotes is promoted by its owner when his turn begins, before he moves: until then
//! whatever it could become counts as giving check.
//!
//! wKg3 Rd4, bKh8 Pd6: after Rd4*d6 the pawn can be put on a1, but not on e1, where it
//! could become a bishop that checks.

use crate::board::{Geometry, Squares};
use crate::position::{Change, Ledger, Man, Marks, MoveKind, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, side_of};
use crate::rules::pawn::NormalPawn;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// How captured men are put back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Putting {
    /// A promoted man is a pawn again.
    pub demotes: bool,
    /// A king or rook put on its home square may castle.
    pub restores_castling: bool,
}

/// The capturer puts the captured man on a square of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Replacement(pub Putting);

/// The capturer puts the captured man on any square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Putback {
    /// How it is put.
    pub putting: Putting,
    /// A pawn that has walked from its first rank to its second may still step twice.
    pub keeps_double: bool,
    /// Who owes a promotion may not choose a man that gives check, instead of the pawn
    /// not being put where it could.
    pub quiet_promotions: bool,
}

impl Putting {
    fn needs(self) -> Needs {
        Needs { promoted: self.demotes, ..Needs::default() }
    }

    /// Puts the captured man on one of the squares that `open` leaves it.
    fn put<F: Field<Memory = Ledger>>(
        self,
        deed: &mut Deed<'_, F>,
        open: impl Fn(Man, &Geometry<F::Set>, F::Set) -> F::Set,
    ) -> Outcome {
        let Some(victim) = deed.victim.filter(|victim| !victim.man.royal) else { return Outcome::Done };
        let marks = victim.man.marks;
        let walk =
            if self.demotes && marks.contains(Marks::FRISCHAUF) { Walk::Pawn } else { victim.man.walk };
        let fresh = Marks::WALKED.with(if self.demotes { Marks::FRISCHAUF } else { Marks::NONE });
        let man = Man { walk, marks: marks.without(fresh), ..victim.man };
        let geometry = deed.geometry();
        let empty = geometry.all & !deed.position.occupied();
        let like_victim = match geometry.dark.contains(victim.at) {
            true => geometry.dark,
            false => !geometry.dark,
        };
        let squares = empty & open(man, geometry, like_victim);
        if squares.is_empty() {
            return Outcome::Forbidden;
        }
        let chosen = deed.choose(squares.count() as usize);
        if let Some(at) = squares.iter().nth(chosen) {
            deed.apply(Change::Placed { man, at, castles: self.restores_castling });
        }
        Outcome::Done
    }
}

impl Rule for Replacement {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        self.0.put(deed, |man, geometry, like_victim| match man.walk {
            Walk::Bishop => like_victim,
            walk if walk.is_pawn() => {
                let [white, black] = &geometry.pawn;
                !(white.first_rank | black.first_rank)
            }
            _ => geometry.all,
        })
    }
}

impl Rule for Putback {
    fn needs(&self) -> Needs {
        Needs {
            quiet: !self.keeps_double,
            first_rank_steps: 3,
            owes: true,
            quiet_promotions: self.quiet_promotions,
            ..self.putting.needs()
        }
    }

    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        NormalPawn.shape(geometry);
    }

    fn wears_out<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some((man, to)) = deed.capturer().filter(|_| !self.keeps_double) else { return Outcome::Done };
        let paths = deed.geometry().pawn(side_of(man, deed.by.other()));
        let has_walked = man.walk == Walk::Pawn
            && deed.mv.kind == MoveKind::Quiet
            && paths.first_rank.contains(deed.mv.from)
            && paths.double_rank.contains(to);
        let marks = if has_walked { man.marks.with(Marks::WALKED) } else { man.marks.without(Marks::WALKED) };
        deed.mark_mover(marks);
        Outcome::Done
    }

    fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        self.putting.put(deed, |_, geometry, _| geometry.all)
    }
}
