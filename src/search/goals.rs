//! Goals as predicates of a move and of the positions before and after it; and the moves that may reach them.

use std::ops::ControlFlow;

use crate::board::{Board, Square, Squares};
use crate::game::killer_evasions::KillerEvasions;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Move, MoveKind, Side};
use crate::rules::GameRules;
use crate::stipulation::{Goal, GoalValue, Ply};

/// Returns whether a move, which leads from `before` to `after`, reaches the goal.
///
/// The function is inlined: a caller with a constant goal keeps the code of that goal only.
#[inline]
pub fn reaches<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
) -> bool {
    match goal {
        Goal::Mate => game.is_mate(after),
        Goal::Stalemate => game.is_stalemate(after),
        Goal::Check => game.in_check(after, after.to_move),
        Goal::Capture => mv.is_capture(),
        // A man that the rules remove at once has not arrived.
        Goal::Target(square) => game.square_of_moved_man(before, mv, after) == Some(square),
        Goal::Castling => mv.kind == MoveKind::Castling,
        Goal::EnPassant => mv.kind == MoveKind::EnPassant,
        Goal::Any => true,
        _ => reaches_uncommon(game, goal, before, mv, after),
    }
}

/// As [`reaches`], with the evasions that refuted mates before tried first.
#[inline]
pub(super) fn reaches_with_killers<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
    killer_evasions: &mut KillerEvasions,
) -> bool {
    match goal {
        Goal::Mate => game.is_mate_with_killers(after, killer_evasions),
        _ => reaches(game, goal, before, mv, after),
    }
}

/// As [`reaches`], for the less common goals.
#[inline(never)]
fn reaches_uncommon<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
) -> bool {
    let (mover, other) = (before.to_move, after.to_move);
    let in_check = |side: Side| game.in_check(after, side);
    let immobile = |side: Side| is_immobile(game, after, side);
    // A man is identified by its square in the diagram.
    let origin = |square: Square| after.diagram_square(square);
    let exchanged = |here: Square, side: Side| {
        let there = origin(here).filter(|&there| there != here && after.of(side).contains(there));
        there.is_some_and(|there| origin(there) == Some(here))
    };
    let moved_man = || game.square_of_moved_man(before, mv, after);
    match goal {
        Goal::Immobility => !game.has_move(after),
        Goal::DoubleStalemate => !in_check(other) && immobile(other) && immobile(mover),
        Goal::DoubleMate | Goal::CounterMate => {
            in_check(mover)
                && in_check(other)
                && immobile(other)
                && immobile(mover)
                && (if goal == Goal::DoubleMate { game.has_move(before) } else { game.is_mate(before) })
        }
        Goal::AutoMate => in_check(mover) && immobile(mover),
        Goal::AutoStalemate => !in_check(other) && immobile(mover),
        Goal::MultipleCheck => game.checkers(after, other).more_than_one(),
        Goal::Win => mv.is_capture() && victim_outcome(game, before, mv) == VictimOutcome::Gone,
        Goal::Kiss(square) => moved_man().is_some_and(|kisser| kisses(game, after, kisser, square)),
        Goal::Circuit => moved_man().is_some_and(|square| origin(square) == Some(square)),
        Goal::Exchange => moved_man().is_some_and(|square| exchanged(square, mover)),
        Goal::CircuitByRebirth => {
            victim_outcome(game, before, mv).square().is_some_and(|home| origin(home) == Some(home))
        }
        Goal::ExchangeByRebirth => {
            victim_outcome(game, before, mv).square().is_some_and(|home| exchanged(home, other))
        }
        Goal::ProofGame | Goal::AToB => game.is_target(after),
        // This need not be the rank on which pawns promote.
        Goal::LastRank => moved_man().is_some_and(|square| {
            let layout = game.board.geometry().layout;
            layout.rank(square) == if mover == Side::White { layout.ranks() - 1 } else { 0 }
        }),
        Goal::Mate
        | Goal::Stalemate
        | Goal::Check
        | Goal::Capture
        | Goal::Target(_)
        | Goal::Castling
        | Goal::EnPassant
        | Goal::Any => reaches(game, goal, before, mv, after),
    }
}

/// Returns whether the man on `kisser` is adjacent to the man from the diagram square `wanted`, and to that man it is
/// the only neighbour.
fn kisses<B: Board, R: GameRules>(
    game: &Game<B, R>,
    after: &PositionOf<B, R>,
    kisser: Square,
    wanted: Square,
) -> bool {
    let neighbours = &game.board.geometry().king;
    let occupied = after.occupied();
    (neighbours[kisser.index()] & occupied).iter().any(|kissed| {
        after.diagram_square(kissed) == Some(wanted)
            && (neighbours[kissed.index()] & occupied).without(kisser).is_empty()
    })
}

/// The outcome of a capture for the captured man.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VictimOutcome {
    /// It is off the board.
    Gone,
    /// It is reborn on a square.
    Reborn(Square),
    /// It is hidden below a square.
    Hidden,
}

impl VictimOutcome {
    /// Returns the square of the rebirth.
    fn square(self) -> Option<Square> {
        if let VictimOutcome::Reborn(square) = self { Some(square) } else { None }
    }
}

impl EffectObserver for VictimOutcome {
    fn on_effect(&mut self, effect: Effect) {
        match effect {
            Effect::Reborn { at, .. } => *self = VictimOutcome::Reborn(at),
            Effect::Hidden { from: None, .. } => *self = VictimOutcome::Hidden,
            _ => {}
        }
    }
}

/// Returns the outcome of a move for the man that it captures.
fn victim_outcome<B: Board, R: GameRules>(
    game: &Game<B, R>,
    before: &PositionOf<B, R>,
    mv: Move,
) -> VictimOutcome {
    let mut outcome = VictimOutcome::Gone;
    let mut after = *before;
    // The move is legal, or is tested as if it were.
    let _ = game.make(&mut after, mv, &mut outcome);
    outcome
}

/// Returns whether a side would have no legal move if it were to move. The capture of a king in check counts
/// as a legal move.
fn is_immobile<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>, side: Side) -> bool {
    let position = if position.to_move == side { *position } else { position.after_null_move() };
    !game.has_move(&position)
}

/// Calls `visit`, until it breaks, for each move that counts at a ply where the goal can be reached: the
/// legal moves, the pass where it is allowed, and, for goals that mate the mover, the moves that reach the
/// goal and leave the own king in check.
#[inline]
pub fn for_each_goal_candidate<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    game.for_each_move(position, &mut visit)?;
    game.pass_move(position).map_or(ControlFlow::Continue(()), &mut visit)?;
    let mut self_mating = Vec::new();
    append_self_mating_moves(game, goal, position, &mut self_mating);
    self_mating.into_iter().try_for_each(visit)
}

/// As [`for_each_goal_candidate`], with moves that are cheap to generate first, each with the position after
/// it if the generator has made the move.
#[inline]
pub fn for_each_goal_candidate_cheap_first<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    game.for_each_move_cheap_first(position, &mut visit)?;
    game.pass_move(position).map_or(ControlFlow::Continue(()), |pass| visit(pass, None))?;
    let mut self_mating = Vec::new();
    append_self_mating_moves(game, goal, position, &mut self_mating);
    self_mating.into_iter().try_for_each(|mv| visit(mv, None))
}

/// Appends the moves that can be played at a ply of a schedule.
#[inline]
pub fn append_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    ply: Ply,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    append_moves_matching(game, goal, ply, position, &AllMoves, list);
}

/// As [`append_moves`], for the moves that a filter accepts, and possibly others.
#[inline]
pub(super) fn append_moves_matching<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    ply: Ply,
    position: &PositionOf<B, R>,
    filter: &impl MoveFilter<B::Set>,
    list: &mut Vec<Move>,
) {
    let _ = game.for_each_move_matching(position, filter, |mv| {
        list.push(mv);
        ControlFlow::Continue(())
    });
    list.extend(game.pass_move(position));
    if ply.goal_value != GoalValue::Ignored {
        append_self_mating_moves(game, goal, position, list);
    }
}

/// Appends the moves that leave the own king in check and reach a goal that mates the mover.
#[inline]
fn append_self_mating_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    if goal.mates_mover() {
        let mut self_checking = Vec::new();
        game.self_check_moves(position, &mut self_checking);
        self_checking.retain(|&mv| reaches(game, goal, position, mv, &game.play(position, mv)));
        list.append(&mut self_checking);
    }
}
