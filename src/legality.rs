//! Warnings about positions that cannot arise in a game of orthodox chess from the game array.
//!
//! Every test is a necessary condition: a warning is a proof, and most impossible positions have none. A warning is
//! no verdict, since a problem can be sound in a position that cannot arise.
//!
//! | test | rejects |
//! |---|---|
//! | `material` | pawns on the end ranks; more pawns and promoted men than a side has had pawns |
//! | `unmoved` | men on the wrong side of pawns that have not moved |
//! | `pawn_captures` | pawns that need more captures than men are missing |
//! | `last_move` | checks that no last move gives, and sides without a last move |

mod applicability;
mod impossible;
mod last_move;
mod material;
mod pawn_captures;
#[cfg(test)]
mod tests;
mod unmoved;

use std::sync::LazyLock;

pub use applicability::LastPly;
pub use impossible::{Group, ImpossiblePosition, PositionWarning, PromotedGroup};

use crate::board::{Board, GameArray, Geometry, Layout, RectBoard, Set64, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Position, Side, Walk};
use crate::problem::{Diagram, Problem};
use crate::rules::Orthodox;
use unmoved::UnmovedMen;

type ChessPosition = PositionOf<RectBoard, Orthodox>;

/// Orthodox chess, for its attacks and the geometry of its board.
static CHESS: LazyLock<Game<RectBoard, Orthodox>> = LazyLock::new(Game::chess);

/// Returns the warnings about the positions of a problem and its twins. What is true of several twins is reported
/// for the first of them.
///
/// Problems with conditions, men, boards or options beyond orthodox chess have no warnings, nor has play that begins
/// in the game array or in another diagram.
pub fn warnings(problem: &Problem) -> Vec<PositionWarning> {
    let mut warnings: Vec<PositionWarning> = Vec::new();
    for head in problem.twins_in_order().into_iter().filter(|head| !head.zeroposition) {
        let Ok(setting) = &head.setting else { continue };
        if !applicability::is_orthodox_play(setting, &problem.options) {
            continue;
        }
        let last_ply = LastPly::of(setting, &problem.options);
        for reason in impossibilities(&setting.diagram, &last_ply) {
            if warnings.iter().all(|warning| warning.reason != reason) {
                warnings.push(PositionWarning { span: head.span, twin: head.label.clone(), reason });
            }
        }
    }
    warnings
}

/// Returns the proofs that a diagram cannot arise in a game of orthodox chess. The list is empty if there is none, and
/// if the diagram is not one of orthodox chess, with one king of each side.
pub fn impossibilities(diagram: &Diagram, last_ply: &LastPly) -> Vec<ImpossiblePosition> {
    let mut found = Vec::new();
    if !applicability::is_orthodox(diagram) || diagram.men().eq(Diagram::of(GameArray::CHESS).men()) {
        return found;
    }
    let mut position: ChessPosition = Position::empty(Side::White);
    for (square, man) in diagram.men() {
        position.place(man, square);
    }
    found.extend(material::pawns_on_end_ranks(&position));
    // The tests of pawns assume that pawns are where they can be.
    if found.is_empty() {
        let unmoved = UnmovedMen::new(&position);
        for side in Side::BOTH {
            found.extend(material::test(&position, &unmoved, side));
            found.extend(unmoved::test_king(&position, &unmoved, side));
        }
        found.extend(pawn_captures::test(&position, &unmoved));
    }
    found.extend(last_move::test(&position, last_ply));
    found
}

fn geometry() -> &'static Geometry<Set64> {
    CHESS.board.geometry()
}

/// Returns the squares that an officer or a king attacks.
fn attacks(walk: Walk, from: Square, occupied: Set64) -> Set64 {
    // Only pawns have a direction.
    CHESS.board.attacks(walk, Side::White, from, occupied)
}

/// Returns the men of a side with a walk.
fn men_of(position: &ChessPosition, side: Side, walk: Walk) -> Set64 {
    position.of(side) & position.walk(walk)
}

/// Returns the rank of a square as a side sees it, from 0.
fn relative_rank(side: Side, square: Square) -> u8 {
    match side {
        Side::White => Layout::CHESS.rank(square),
        Side::Black => 7 - Layout::CHESS.rank(square),
    }
}

/// Returns the square on a file and on a rank as a side sees it, both from 0 to 7.
fn square_of(side: Side, file: u8, relative_rank: u8) -> Square {
    let rank = if side == Side::White { relative_rank } else { 7 - relative_rank };
    Square::new(8 * rank + file)
}

/// Returns the number of men of the array that a side lacks; 0 if it has more.
fn missing_men(position: &ChessPosition, side: Side) -> u32 {
    16u32.saturating_sub(position.of(side).count())
}
