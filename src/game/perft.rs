//! Counting the paths of play, move by move.

use super::{Game, PositionOf};
use crate::board::Board;
use crate::position::Move;
use crate::rules::Rules;

impl<B: Board, R: Rules> Game<B, R> {
    /// The number of sequences of `depth` legal moves; every move is played.
    pub fn perft(&self, position: &PositionOf<B>, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.perft_on(position, depth, &mut Vec::with_capacity(512)) }
    }

    /// As [`Game::perft`], with a stack of moves that all depths share.
    fn perft_on(&self, position: &PositionOf<B>, depth: u32, moves: &mut Vec<Move>) -> u64 {
        let first = moves.len();
        self.moves(position, moves);
        let mut count = 0;
        for index in first..moves.len() {
            let after = self.play(position, moves[index]);
            count += if depth == 1 {
                // The key is used so that playing the move is not optimised away.
                std::hint::black_box(after.key());
                1
            } else {
                self.perft_on(&after, depth - 1, moves)
            };
        }
        moves.truncate(first);
        count
    }
}
