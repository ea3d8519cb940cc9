//! The task of a man in a mate pattern: what it does in the final position.

use crate::board::Square;
use crate::position::Walk;
use crate::search::lower_bound::king_zone::KingZoneMask;

/// The task of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum ManTask {
    /// A man of the mated side occupies a square: the king to be mated there, another man to block it.
    Occupy(Square),
    /// A man of the mated side occupies a square with this walk.
    OccupyAs(Walk, Square),
    /// A pawn of the mated side occupies a square with this walk and has captured nothing as a pawn. Other men
    /// with this walk occupy the square.
    OccupyWithoutCapture(Walk, Square),
    /// A man of the mating side guards squares of the king zone.
    Guard(GuardTask),
}

impl ManTask {
    /// Returns a hash key that is different for each task.
    pub(super) fn code(self) -> u64 {
        match self {
            ManTask::Occupy(square) => square.index() as u64,
            ManTask::OccupyAs(walk, square) => 1 << 8 | (walk.index() as u64) << 16 | square.index() as u64,
            ManTask::OccupyWithoutCapture(walk, square) => {
                3 << 8 | (walk.index() as u64) << 16 | square.index() as u64
            }
            ManTask::Guard(GuardTask { king, targets, blocked, pinned, stop_square, final_walk }) => {
                const { assert!(Square::LIMIT < 1 << 8) };
                let code = |square: Option<Square>| square.map_or(0, |square| square.index() as u64 + 1);
                let walk = match final_walk {
                    None => 0,
                    Some(FinalWalk::Any(walk)) => 2 * walk.index() as u64 + 1,
                    Some(FinalWalk::WithoutCapture(walk)) => 2 * walk.index() as u64 + 2,
                };
                let masks = 2 << 8 | walk << 10 | u64::from(targets) << 16 | u64::from(blocked) << 32;
                masks | king.index() as u64 | code(pinned) << 48 | code(stop_square) << 56
            }
        }
    }
}

/// The task of a man of the mating side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct GuardTask {
    /// The square of the king.
    pub king: Square,
    /// The squares of the king zone to guard or attack.
    pub targets: KingZoneMask,
    /// The neighbouring squares that men of the mated side occupy. Lines end there.
    pub blocked: KingZoneMask,
    /// For stalemate: the square of a man to pin.
    pub pinned: Option<Square>,
    /// The square to occupy: for stalemate, in front of a pawn to stop it; for mate, that of a placement.
    pub stop_square: Option<Square>,
    /// The walk of the man in the end; `None` if it is open.
    pub final_walk: Option<FinalWalk>,
}

/// The walk of a man in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum FinalWalk {
    /// The man may have been a pawn.
    Any(Walk),
    /// If it has been a pawn, it captured nothing as a pawn.
    WithoutCapture(Walk),
}

impl FinalWalk {
    /// Returns the walk.
    pub fn walk(self) -> Walk {
        match self {
            FinalWalk::Any(walk) | FinalWalk::WithoutCapture(walk) => walk,
        }
    }
}

impl GuardTask {
    /// Returns a task without targets.
    pub fn new(king: Square, blocked: KingZoneMask) -> GuardTask {
        GuardTask { king, targets: 0, blocked, pinned: None, stop_square: None, final_walk: None }
    }
}
