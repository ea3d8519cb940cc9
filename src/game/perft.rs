//! Perft: the number of sequences of legal moves (<https://www.chessprogramming.org/Perft>).

use std::hint::black_box;
use std::ops::ControlFlow;

use super::{Game, PositionOf};
use crate::board::Board;
use crate::position::{Move, NoObserver};
use crate::rules::{GameRules, StageOutcome};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns the number of sequences of `depth` legal moves. Every move is made.
    pub fn perft(&self, position: &PositionOf<B, R>, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.perft_on(position, depth, &mut Vec::with_capacity(512)) }
    }

    /// Returns the same as [`Game::perft`]; all depths share one stack of moves.
    fn perft_on(&self, position: &PositionOf<B, R>, depth: u32, moves: &mut Vec<Move>) -> u64 {
        if depth == 1 {
            return self.perft_last(position);
        }
        let first = moves.len();
        self.moves(position, moves);
        let mut count = 0;
        for index in first..moves.len() {
            count += self.perft_on(&self.play(position, moves[index]), depth - 1, moves);
        }
        moves.truncate(first);
        count
    }

    /// Returns the number of legal moves. Each is made as soon as it is generated.
    fn perft_last(&self, position: &PositionOf<B, R>) -> u64 {
        let mut count = 0;
        let _ = self.for_each_move(position, |mv| {
            let mut after = *position;
            let outcome = self.make(&mut after, mv, &mut NoObserver);
            debug_assert_eq!(outcome, StageOutcome::Done);
            // All of the position is used, so that the compiler cannot remove parts of `make`.
            black_box(&after);
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}
