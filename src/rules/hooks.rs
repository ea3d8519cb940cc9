//! What play asks of a rule.

use crate::board::{Board, PositionOn, Square};
use crate::position::{Man, Side};

/// A capture, seen after the captured man has been taken off the board and the
/// capturer, promoted if it had to be, stands on its arrival square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The side that captures.
    pub by: Side,
    /// Where the capturer came from.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// Who was captured.
    pub captured: Man,
    /// Where it stood.
    pub at: Square,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Outcome {
    /// It was made.
    Done,
    /// The rule forbids it.
    Forbidden,
}

/// A set of rules that play can be governed by.
pub trait Rules: Clone + Send + Sync + 'static {
    /// Captures do nothing but capture. All that rules could do compiles away.
    const PLAIN: bool;

    /// Is a man's attack on a royal man a check, whatever would come of the capture?
    fn attack_is_check(&self) -> bool;

    /// The squares of `side`'s men whose capture could remove one of its royal men.
    /// Asked only where an attack is not simply a check.
    fn vital<B: Board>(&self, board: &B, position: &PositionOn<B>, side: Side) -> B::Set {
        let _ = board;
        position.royal & position.of(side)
    }

    /// Does all that a capture does besides capturing.
    fn resolve<B: Board, T: crate::position::Teller>(
        &self,
        board: &B,
        position: &mut PositionOn<B>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome;
}
