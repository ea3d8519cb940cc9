//! Goals as predicates: of the position before a move, the move and the position after.

use std::ops::ControlFlow;

use crate::board::{Board, Square, Squares};
use crate::game::killer_evasions::KillerEvasions;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Memory, Move, MoveKind, Side};
use crate::rules::GameRules;
use crate::stipulation::{Goal, GoalValue, Ply};

/// Does the move, which leads from `before` to `after`, reach the goal?
///
/// Inlined with a known goal, as it is in the search, nothing is left of the others.
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
        // A man that the rules take away at once has not arrived.
        Goal::Target(square) => arrival_square(game, before, mv, after) == Some(square),
        Goal::Castling => mv.kind == MoveKind::Castling,
        Goal::EnPassant => mv.kind == MoveKind::EnPassant,
        Goal::Any => true,
        _ => reaches_uncommon(game, goal, before, mv, after),
    }
}

/// As [`reaches`], where it is remembered what escaped.
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

/// As [`reaches`], for the goals that are asked for less often.
#[inline(never)]
fn reaches_uncommon<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
) -> bool {
    let (mover, other) = (before.to_move, after.to_move);
    let checked = |side: Side| game.in_check(after, side);
    let immobile = |side: Side| is_immobile(game, after, side);
    // Who the man on a square was in the diagram is known by the square he stood on.
    let origin = |square: Square| after.diagram_square(square);
    let exchanged = |here: Square, side: Side| {
        let there = origin(here);
        there.is_some_and(|there| {
            there != here && after.of(side).contains(there) && origin(there) == Some(here)
        })
    };
    match goal {
        Goal::Immobility => !game.has_move(after),
        Goal::DoubleStalemate => !checked(other) && immobile(other) && immobile(mover),
        Goal::DoubleMate | Goal::CounterMate => {
            checked(mover)
                && checked(other)
                && immobile(other)
                && immobile(mover)
                && (if goal == Goal::DoubleMate { game.has_move(before) } else { game.is_mate(before) })
        }
        Goal::AutoMate => checked(mover) && immobile(mover),
        Goal::AutoStalemate => !checked(other) && immobile(mover),
        Goal::MultipleCheck => game.checkers(after, other).more_than_one(),
        Goal::Win => mv.is_capture() && victim_outcome(game, before, mv) == VictimOutcome::Gone,
        Goal::Kiss(square) => arrival_square(game, before, mv, after).is_some_and(|kisser| {
            let around = &game.board.geometry().king;
            let touched = around[kisser.index()] & after.occupied();
            touched.iter().any(|kissed| {
                origin(kissed) == Some(square)
                    && (around[kissed.index()] & after.occupied()).without(kisser).is_empty()
            })
        }),
        Goal::Circuit => {
            arrival_square(game, before, mv, after).is_some_and(|square| origin(square) == Some(square))
        }
        Goal::Exchange => {
            arrival_square(game, before, mv, after).is_some_and(|square| exchanged(square, mover))
        }
        Goal::CircuitByRebirth => {
            victim_outcome(game, before, mv).square().is_some_and(|home| origin(home) == Some(home))
        }
        Goal::ExchangeByRebirth => {
            victim_outcome(game, before, mv).square().is_some_and(|home| exchanged(home, other))
        }
        Goal::ProofGame | Goal::AToB => game.is_target(after),
        // Which need not be the rank on which pawns promote.
        Goal::LastRank => arrival_square(game, before, mv, after).is_some_and(|square| {
            let layout = game.board.geometry().layout;
            layout.rank(square) == if mover == Side::White { layout.ranks() - 1 } else { 0 }
        }),
        _ => false,
    }
}

/// Where the man who moved stands, if the rules have not taken him away.
#[inline]
fn arrival_square<B: Board, R: GameRules>(
    game: &Game<B, R>,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
) -> Option<Square> {
    if R::GENERAL {
        return after.memory.mover_square(mv.to);
    }
    let to = game.rules.final_square(&game.board, before, mv);
    after.of(after.to_move.other()).contains(to).then_some(to)
}

/// What becomes of the captured man.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VictimOutcome {
    /// He is gone.
    Gone,
    /// He comes back on a square.
    Reborn(Square),
    /// He waits below a square.
    Hidden,
}

impl VictimOutcome {
    fn square(self) -> Option<Square> {
        if let VictimOutcome::Reborn(square) = self { Some(square) } else { None }
    }
}

impl EffectObserver for VictimOutcome {
    fn on_effect(&mut self, change: Effect) {
        match change {
            Effect::Reborn { at, .. } => *self = VictimOutcome::Reborn(at),
            Effect::Hidden { from: None, .. } => *self = VictimOutcome::Hidden,
            _ => {}
        }
    }
}

/// What becomes of the man captured by a move.
fn victim_outcome<B: Board, R: GameRules>(
    game: &Game<B, R>,
    before: &PositionOf<B, R>,
    mv: Move,
) -> VictimOutcome {
    let mut rebirth = VictimOutcome::Gone;
    let mut after = *before;
    // The move was legal, or is looked at as if it were.
    let _ = game.make(&mut after, mv, &mut rebirth);
    rebirth
}

/// Has the side no legal move, were it to move? To take a king that stands in check
/// is one.
fn is_immobile<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>, side: Side) -> bool {
    let turned = if position.to_move == side { *position } else { position.after_null_move() };
    !game.has_move(&turned)
}

/// Shows what can be decided where the goal counts, until one breaks: the
/// legal moves, to pass where that is allowed, and, for goals by which the side that moves is mate, those that reach the goal though
/// they leave the own king in check.
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

/// As [`each_towards`], in an order in which the first moves come cheap, and each with the position
/// that it leads to, where that is known by now.
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

/// Appends the moves that can be played at a half-move of a schedule.
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

/// As [`moves_at`], those that are wanted, and perhaps others.
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

/// Appends the moves that reach a goal by which the side that moves is mate.
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
