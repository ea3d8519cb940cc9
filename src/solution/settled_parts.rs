//! How far the search of a phase has come.

use super::event::Settled;
use super::move_record::MoveRecord;

/// The parts of a phase that have been searched to their end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SettledParts {
    /// The greatest length of help or series play, in plies, up to which all lengths are settled; 0 if there is none.
    pub plies: usize,
    /// The greatest length of the phase; 0 if no length is settled.
    pub last: usize,
    /// The root moves that are settled at the next length.
    pub root_moves: Vec<MoveRecord>,
    /// The number of root moves at the next length; 0 if it is not known.
    pub total: u64,
}

impl SettledParts {
    /// Adds a part.
    pub fn add(&mut self, settled: Settled<'_>) {
        match settled {
            Settled::Length { plies, last } => {
                *self = SettledParts { plies, last, ..SettledParts::default() }
            }
            Settled::RootMove(root_move) => {
                self.total = root_move.total;
                self.root_moves.push(root_move.mv.clone());
            }
            // A phase without root moves has no further part.
            Settled::SetPlay => {}
        }
    }

    /// Returns whether nothing is settled.
    pub fn is_empty(&self) -> bool {
        self.plies == 0 && self.root_moves.is_empty()
    }
}
