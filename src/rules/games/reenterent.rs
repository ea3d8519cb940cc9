//! Reenterent chess: on five files and eight ranks, beside which there is a re-entrant
//! square. A captured man goes there, and who was there leaves the game for good. Instead
//! of moving a side may bring its own man back from there to a vacant square: where a man
//! of its walk could have come by its first move, or where it stood in the array.
//!
//! * Queen, rook, bishop: on its home square. Knight: on d1, c3 or e3.
//! * Pawn: on the second, third or fourth rank of a file without a pawn of its own side.
//!   It is not taken in passing then, as nothing was passed.
//!
//! A bishop that comes to c4 or c5 may go on to the other of the two squares by the same
//! move if that is vacant; one that stands there may do so as a move. Nobody is captured
//! or attacked that way. The king castles from a1 to c1, the rook from e1 to b1.
//!
//! wKa1, bKa8 Pe7, a white knight on the re-entrant square: it can come to c3, d1 or e3.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Change, Ledger, Marks, Position, Reserve, Side, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, side_of};
use crate::rules::rule::{Needs, Rule};

/// Captured men can come back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reenterent {
    /// A promoted man is a pawn again when it is captured.
    pub demotes: bool,
    /// A rook that has come back may castle.
    pub restores_castling: bool,
}

/// The squares between which bishops switch.
fn catacombs<S: Squares>(geometry: &Geometry<S>) -> [Option<Square>; 2] {
    [geometry.layout.at(2, 3), geometry.layout.at(2, 4)]
}

/// The other end of the catacombs, if the square is an end.
fn other_end<S: Squares>(geometry: &Geometry<S>, from: Square) -> Option<Square> {
    let [low, high] = catacombs(geometry);
    if low == Some(from) {
        high
    } else if high == Some(from) {
        low
    } else {
        None
    }
}

impl Rule for Reenterent {
    fn needs(&self) -> Needs {
        Needs {
            quiet: true,
            steps_aside: true,
            entries: true,
            promoted: self.demotes,
            entries_castle: self.restores_castling,
            ..Needs::default()
        }
    }

    fn more_targets<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        _: F::Set,
    ) -> F::Set {
        let other = other_end(field.geometry(), from).filter(|_| position.walk(Walk::Bishop).contains(from));
        other.map_or(F::Set::EMPTY, F::Set::of) & !position.occupied()
    }

    fn goes_on<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some((man, at)) = deed.capturer() else { return Outcome::Done };
        let switched = other_end(deed.geometry(), deed.mv.from) == Some(at);
        if man.walk == Walk::Bishop
            && !switched
            && let Some(to) = other_end(deed.geometry(), at)
            && deed.position.man(to).is_none()
            && deed.choose(2) == 1
        {
            deed.apply(Change::Switched { man, from: at, to });
            deed.at = Some(to);
            deed.mv.to = to;
        }
        Outcome::Done
    }

    fn entries<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        walk: Walk,
    ) -> F::Set {
        let (geometry, side) = (field.geometry(), position.to_move);
        match walk {
            Walk::Pawn => open_files(geometry, position, side),
            walk => {
                let home = geometry.homes[side.index()][walk.index()];
                match (walk, home.first()) {
                    (Walk::Knight, Some(home)) => knight_entries(geometry, side, home),
                    _ => home,
                }
            }
        }
    }

    fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim.filter(|victim| !victim.man.royal) else { return Outcome::Done };
        let promoted = self.demotes && victim.man.marks.contains(Marks::FRISCHAUF);
        let walk = if promoted { Walk::Pawn } else { victim.man.walk };
        let mut reserve = Reserve::EMPTY;
        reserve.add(side_of(victim.man, deed.by), walk);
        deed.position.memory.reserve = reserve;
        Outcome::Done
    }
}

/// A knight's home and where it can go from there by its first move: not where the pawns
/// of the array stand.
fn knight_entries<S: Squares>(geometry: &Geometry<S>, side: Side, home: Square) -> S {
    geometry.knight[home.index()].with(home) & !geometry.homes[side.index()][Walk::Pawn.index()]
}

/// The second to fourth ranks of files without a pawn of the side.
fn open_files<S: Squares>(geometry: &Geometry<S>, position: &Position<S, Ledger>, side: Side) -> S {
    let layout = geometry.layout;
    let pawns = position.walk(Walk::Pawn) & position.of(side);
    let row = |square: Square| match side {
        Side::White => layout.rank(square),
        Side::Black => layout.ranks() - 1 - layout.rank(square),
    };
    let open = |square: &Square| {
        (1..=3).contains(&row(*square)) && !pawns.iter().any(|pawn| layout.file(pawn) == layout.file(*square))
    };
    S::from_squares(geometry.all.iter().filter(open))
}
