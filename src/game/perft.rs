//! Perft: the number of sequences of legal moves (<https://www.chessprogramming.org/Perft>).

use std::hint::black_box;
use std::ops::ControlFlow;

use super::{Game, PositionOf};
use crate::board::Board;
use crate::position::{Move, NoObserver};
use crate::rules::{GameRules, StageOutcome};

/// Implements [`Game::perft`].
pub(in crate::game) fn perft<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    depth: u32,
) -> u64 {
    if depth == 0 { 1 } else { perft_on(game, position, depth, &mut Vec::with_capacity(512)) }
}

/// Returns the same as [`Game::perft`]; all depths share one stack of moves.
fn perft_on<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    if depth == 1 {
        return perft_last(game, position);
    }
    let first = moves.len();
    game.moves(position, moves);
    let mut count = 0;
    for index in first..moves.len() {
        count += perft_on(game, &game.play(position, moves[index]), depth - 1, moves);
    }
    moves.truncate(first);
    count
}

/// Returns the number of legal moves. Each is made as soon as it is generated.
fn perft_last<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>) -> u64 {
    let mut count = 0;
    let _ = game.for_each_move(position, |mv| {
        let mut after = *position;
        let outcome = game.make(&mut after, mv, &mut NoObserver);
        debug_assert_eq!(outcome, StageOutcome::Done);
        // All of the position is used, so that the compiler cannot remove parts of `make`.
        black_box(&after);
        count += 1;
        ControlFlow::Continue(())
    });
    count
}
