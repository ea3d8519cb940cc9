//! Reenterent chess: on five files and eight ranks, with a re-entrant square off the board. A captured
//! man goes there, and the man that was there leaves the game. Instead of moving a side may bring its
//! own man back from there to an empty square: its square in the game array, or a square that a man
//! of its walk can reach by its first move.
//!
//! * Queen, rook, bishop: on its home square. Knight: on d1, c3 or e3.
//! * Pawn: on the second, third or fourth rank of a file without a pawn of its own side.
//!   It cannot be captured en passant after that.
//!
//! A bishop that moves to c4 or c5 may go on to the other of the two squares by the same move if that
//! is empty; a bishop on one of them may switch as a move. It neither captures nor attacks that way.
//! The king castles from a1 to c1, the rook from e1 to b1.
//!
//! wKa1, bKa8 Pe7, a white knight on the re-entrant square: it can come to c3, d1 or e3.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Effect, ManFlags, Position, Reserve, RuleState, Side, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};
use crate::rules::rule::{Rule, RuleFlags};

/// Captured men can re-enter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reenterent {
    /// A promoted man is a pawn again when it is captured.
    pub demotes_promoted: bool,
    /// A rook that has re-entered may castle.
    pub restores_castling: bool,
}

/// Returns the squares between which bishops switch.
fn catacombs<S: Squares>(geometry: &Geometry<S>) -> [Option<Square>; 2] {
    [geometry.layout.at(2, 3), geometry.layout.at(2, 4)]
}

/// Returns the square to which a bishop switches from a square; `None` if it cannot.
fn catacomb_partner<S: Squares>(geometry: &Geometry<S>, from: Square) -> Option<Square> {
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
    fn flags(&self) -> RuleFlags {
        RuleFlags {
            quiet_effects: true,
            extra_quiet_reach: true,
            entries: true,
            marks_promoted: self.demotes_promoted,
            entries_castle: self.restores_castling,
            ..RuleFlags::default()
        }
    }

    fn extra_targets<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        _: F::Set,
    ) -> F::Set {
        let other =
            catacomb_partner(game.geometry(), from).filter(|_| position.walk(Walk::Bishop).contains(from));
        other.map_or(F::Set::EMPTY, F::Set::of) & !position.occupied()
    }

    fn continue_move<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some((man, at)) = ctx.moved_man() else { return StageOutcome::Done };
        let switched = catacomb_partner(ctx.geometry(), ctx.mv.from) == Some(at);
        if man.walk == Walk::Bishop
            && !switched
            && let Some(to) = catacomb_partner(ctx.geometry(), at)
            && ctx.position.man(to).is_none()
            && ctx.choose(2) == 1
        {
            ctx.apply(Effect::Switched { man, from: at, to });
            ctx.at = Some(to);
            ctx.mv.to = to;
        }
        StageOutcome::Done
    }

    fn entries<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        let (geometry, side) = (game.geometry(), position.to_move);
        match walk {
            Walk::Pawn => open_files(geometry, position, side),
            walk => {
                let home = geometry.homes[side.index()][walk.home_index()];
                match (walk, home.first()) {
                    (Walk::Knight, Some(home)) => knight_entries(geometry, side, home),
                    _ => home,
                }
            }
        }
    }

    fn rebirth_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim.filter(|victim| !victim.man.royal) else { return StageOutcome::Done };
        let promoted = self.demotes_promoted && victim.man.flags.contains(ManFlags::FRISCHAUF);
        let walk = if promoted { Walk::Pawn } else { victim.man.walk };
        let mut reserve = Reserve::EMPTY;
        reserve.add(side_of(victim.man, ctx.by), walk);
        ctx.position.rule_state.reserve = reserve;
        StageOutcome::Done
    }
}

/// Returns a knight's home and the squares that it can reach from there by its first move: not those
/// of the pawns of the game array.
fn knight_entries<S: Squares>(geometry: &Geometry<S>, side: Side, home: Square) -> S {
    geometry.knight[home.index()].with(home) & !geometry.homes[side.index()][Walk::Pawn.index()]
}

/// Returns the second to fourth ranks of the files without a pawn of the side.
fn open_files<S: Squares>(geometry: &Geometry<S>, position: &Position<S, RuleState>, side: Side) -> S {
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
