//! The captures that pawns have made.
//!
//! A pawn reaches another file only by captures, one for each file, and advances a rank with each. The least sum of
//! captures over all assignments of pawns to the files of the array is a lower bound; each capture took another man of
//! the other side.

use super::unmoved::UnmovedMen;
use super::{ChessPosition, ImpossiblePosition, men_of, missing_men, relative_rank};
use crate::board::{Layout, Set64, Square, Squares};
use crate::position::{Side, Walk};

/// Tests whether the pawns of each side can have reached their squares.
pub(super) fn test(position: &ChessPosition, unmoved: &UnmovedMen) -> Vec<ImpossiblePosition> {
    let mut found = Vec::new();
    if Side::BOTH.into_iter().any(|side| men_of(position, side, Walk::Pawn).count() > 8) {
        return found;
    }
    // Those captured on their home squares were not captured by a man that is still a pawn.
    let victims = Side::BOTH.map(|side| {
        missing_men(position, side).saturating_sub(unmoved.bishops_captured_at_home(position, side))
    });
    for side in Side::BOTH {
        let missing = victims[side.other().index()];
        // Pawns that have captured nothing are on their files.
        let barriers = match victims[side.index()] {
            0 => men_of(position, side.other(), Walk::Pawn),
            _ => Set64::EMPTY,
        };
        let pawns: Vec<Square> = men_of(position, side, Walk::Pawn).iter().collect();
        match fewest_captures(side, &pawns, barriers) {
            None => {
                found.push(ImpossiblePosition::PawnsWithoutOrigin { side, pawns: crowded(side, &pawns) });
            }
            Some(captures) if captures > missing => {
                found.push(ImpossiblePosition::TooManyPawnCaptures { side, captures, missing });
            }
            Some(_) => {}
        }
    }
    let is_complete = Side::BOTH.into_iter().all(|side| missing_men(position, side) == 0);
    for side in Side::BOTH {
        let pawns = men_of(position, side, Walk::Pawn).count();
        // A pawn passes that of the other side on its file only by a capture of one of them.
        if is_complete && pawns < 8 && found.is_empty() {
            found.push(ImpossiblePosition::PromotionWithoutCapture { side, pawns });
        }
    }
    found
}

/// Returns the least number of captures by which pawns of a side reach their squares; `None` if they cannot.
/// `barriers` are pawns of the other side that have not left their files.
fn fewest_captures(side: Side, pawns: &[Square], barriers: Set64) -> Option<u32> {
    // The least number of captures of the first pawns, by the set of files from which they come.
    let mut least = [None; 256];
    least[0] = Some(0u32);
    for &pawn in pawns {
        let mut next = [None; 256];
        for (files, captures) in
            least.iter().enumerate().filter_map(|(files, least)| Some((files, (*least)?)))
        {
            for file in (0..8u8).filter(|file| files >> file & 1 == 0) {
                let Some(own) = captures_from(side, file, pawn, barriers) else { continue };
                let entry: &mut Option<u32> = &mut next[files | 1 << file];
                *entry = Some(entry.map_or(captures + own, |other| other.min(captures + own)));
            }
        }
        least = next;
    }
    least.into_iter().flatten().min()
}

/// Returns the least number of captures by which a pawn from a file reaches its square; `None` if it cannot.
fn captures_from(side: Side, file: u8, pawn: Square, barriers: Set64) -> Option<u32> {
    let files = u32::from(Layout::CHESS.file(pawn).abs_diff(file));
    let passes = |barrier: Square| {
        Layout::CHESS.file(barrier) == file && relative_rank(side, barrier) < relative_rank(side, pawn)
    };
    // Around a barrier on its file, the pawn leaves the file and comes back.
    let captures = if files == 0 && barriers.iter().any(passes) { 2 } else { files };
    // A pawn of the second rank, which is rank 1 here, has made none.
    (captures < u32::from(relative_rank(side, pawn))).then_some(captures)
}

/// Returns pawns of a side that cannot all have come from the second rank: those up to the first rank with which they
/// cannot, or all of them.
fn crowded(side: Side, pawns: &[Square]) -> Vec<Square> {
    let up_to = |rank: u8| -> Vec<Square> {
        pawns.iter().copied().filter(|&pawn| relative_rank(side, pawn) <= rank).collect()
    };
    let first = (1..7).map(up_to).find(|some| fewest_captures(side, some, Set64::EMPTY).is_none());
    first.unwrap_or_else(|| pawns.to_vec())
}
