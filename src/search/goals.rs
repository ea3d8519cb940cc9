//! Goals as predicates: of the position before a move, the move and the position after.

use std::ops::ControlFlow;

use crate::board::{Board, Square, Squares};
use crate::game::killer_evasions::Escapes;
use crate::game::movegen::generate::{Aim, Anywhere};
use crate::game::{Game, PositionOf};
use crate::position::{Change, Memory, Move, MoveKind, Side, Teller};
use crate::rules::Rules;
use crate::stipulation::{Goal, Half, Reach};

/// Does the move, which leads from `before` to `after`, reach the goal?
///
/// Inlined with a known goal, as it is in the search, nothing is left of the others.
#[inline]
pub fn reaches<B: Board, R: Rules>(
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
        Goal::Target(square) => arrived(game, before, mv, after) == Some(square),
        Goal::Castling => mv.kind == MoveKind::Castling,
        Goal::EnPassant => mv.kind == MoveKind::EnPassant,
        Goal::Any => true,
        _ => reaches_rarely(game, goal, before, mv, after),
    }
}

/// As [`reaches`], where it is remembered what escaped.
#[inline]
pub(super) fn reaches_again<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
    escapes: &mut Escapes,
) -> bool {
    match goal {
        Goal::Mate => game.is_mate_again(after, escapes),
        _ => reaches(game, goal, before, mv, after),
    }
}

/// As [`reaches`], for the goals that are asked for less often.
#[inline(never)]
fn reaches_rarely<B: Board, R: Rules>(
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
    let origin = |square: Square| after.origin(square);
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
        Goal::MultipleCheck => game.checkers(after, other).several(),
        Goal::Win => mv.is_capture() && rebirth(game, before, mv) == Rebirth::None,
        Goal::Kiss(square) => arrived(game, before, mv, after).is_some_and(|kisser| {
            let around = &game.board.geometry().king;
            let touched = around[kisser.index()] & after.occupied();
            touched.iter().any(|kissed| {
                origin(kissed) == Some(square)
                    && (around[kissed.index()] & after.occupied()).without(kisser).is_empty()
            })
        }),
        Goal::Circuit => {
            arrived(game, before, mv, after).is_some_and(|square| origin(square) == Some(square))
        }
        Goal::Exchange => arrived(game, before, mv, after).is_some_and(|square| exchanged(square, mover)),
        Goal::CircuitByRebirth => {
            rebirth(game, before, mv).square().is_some_and(|home| origin(home) == Some(home))
        }
        Goal::ExchangeByRebirth => {
            rebirth(game, before, mv).square().is_some_and(|home| exchanged(home, other))
        }
        Goal::ProofGame | Goal::AToB => game.is_target(after),
        // Which need not be the rank on which pawns promote.
        Goal::LastRank => arrived(game, before, mv, after).is_some_and(|square| {
            let layout = game.board.geometry().layout;
            layout.rank(square) == if mover == Side::White { layout.ranks() - 1 } else { 0 }
        }),
        _ => false,
    }
}

/// Where the man who moved stands, if the rules have not taken him away.
#[inline]
fn arrived<B: Board, R: Rules>(
    game: &Game<B, R>,
    before: &PositionOf<B, R>,
    mv: Move,
    after: &PositionOf<B, R>,
) -> Option<Square> {
    if R::GENERAL {
        return after.memory.arrived(mv.to);
    }
    let to = game.rules.arrival(&game.board, before, mv);
    after.of(after.to_move.other()).contains(to).then_some(to)
}

/// What becomes of the captured man.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rebirth {
    /// He is gone.
    None,
    /// He comes back on a square.
    On(Square),
    /// He waits below a square.
    Below,
}

impl Rebirth {
    fn square(self) -> Option<Square> {
        if let Rebirth::On(square) = self { Some(square) } else { None }
    }
}

impl Teller for Rebirth {
    fn tell(&mut self, change: Change) {
        match change {
            Change::Reborn { at, .. } => *self = Rebirth::On(at),
            Change::Buried { from: None, .. } => *self = Rebirth::Below,
            _ => {}
        }
    }
}

/// What becomes of the man captured by a move.
fn rebirth<B: Board, R: Rules>(game: &Game<B, R>, before: &PositionOf<B, R>, mv: Move) -> Rebirth {
    let mut rebirth = Rebirth::None;
    let mut after = *before;
    // The move was legal, or is looked at as if it were.
    let _ = game.make(&mut after, mv, &mut rebirth);
    rebirth
}

/// Has the side no legal move, were it to move? To take a king that stands in check
/// is one.
fn is_immobile<B: Board, R: Rules>(game: &Game<B, R>, position: &PositionOf<B, R>, side: Side) -> bool {
    let turned = if position.to_move == side { *position } else { position.passed_over() };
    !game.has_move(&turned)
}

/// Shows what can be decided where the goal counts, until one breaks: the
/// legal moves, to pass where that is allowed, and, for goals by which the side that moves is mate, those that reach the goal though
/// they leave the own king in check.
#[inline]
pub fn each_towards<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut take: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    game.each_move(position, &mut take)?;
    game.pass(position).map_or(ControlFlow::Continue(()), &mut take)?;
    let mut rash = Vec::new();
    rash_towards(game, goal, position, &mut rash);
    rash.into_iter().try_for_each(take)
}

/// As [`each_towards`], in an order in which the first moves come cheap, and each with the position
/// that it leads to, where that is known by now.
#[inline]
pub fn each_easy_first_towards<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut take: impl FnMut(Move, Option<&PositionOf<B, R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    game.each_move_easy_first(position, &mut take)?;
    game.pass(position).map_or(ControlFlow::Continue(()), |pass| take(pass, None))?;
    let mut rash = Vec::new();
    rash_towards(game, goal, position, &mut rash);
    rash.into_iter().try_for_each(|mv| take(mv, None))
}

/// Appends the moves that can be played at a half-move of a schedule.
#[inline]
pub fn moves_at<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    half: Half,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    moves_towards(game, goal, half, position, &Anywhere, list);
}

/// As [`moves_at`], those that are wanted, and perhaps others.
#[inline]
pub(super) fn moves_towards<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    half: Half,
    position: &PositionOf<B, R>,
    aim: &impl Aim<B::Set>,
    list: &mut Vec<Move>,
) {
    let _ = game.each_move_towards(position, aim, |mv| {
        list.push(mv);
        ControlFlow::Continue(())
    });
    list.extend(game.pass(position));
    if half.reach != Reach::Nothing {
        rash_towards(game, goal, position, list);
    }
}

/// Appends the moves that reach a goal by which the side that moves is mate.
#[inline]
fn rash_towards<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    if goal.mates_the_mover() {
        let mut rash = Vec::new();
        game.rash_moves(position, &mut rash);
        rash.retain(|&mv| reaches(game, goal, position, mv, &game.play(position, mv)));
        list.append(&mut rash);
    }
}
