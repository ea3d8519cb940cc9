//! The numbers of pawns and promoted men.
//!
//! A side has had eight pawns, and every promoted man was one of them. Men of a walk are promoted as far as the men of
//! the array cannot be where they are: too few of them, bishops on squares of the other colour, or a way that unmoved
//! men bar.

use super::unmoved::{Reach, UnmovedMen};
use super::{ChessPosition, Group, ImpossiblePosition, PromotedGroup, men_of, relative_rank};
use crate::board::{GameArray, Layout, Set64, Square, Squares};
use crate::position::{Side, Walk};

/// Tests whether pawns are on the first or the last rank.
pub(super) fn pawns_on_end_ranks(position: &ChessPosition) -> Option<ImpossiblePosition> {
    let is_end = |&square: &Square| matches!(relative_rank(Side::White, square), 0 | 7);
    let pawns = Set64::from_squares(position.walk(Walk::Pawn).iter().filter(is_end));
    (!pawns.is_empty()).then(|| ImpossiblePosition::PawnsOnEndRanks(pawns.iter().collect()))
}

/// Tests whether a side has more pawns and promoted men than it had pawns.
pub(super) fn test(position: &ChessPosition, unmoved: &UnmovedMen, side: Side) -> Option<ImpossiblePosition> {
    let pawns = men_of(position, side, Walk::Pawn).count();
    if pawns > 8 {
        return Some(ImpossiblePosition::TooManyPawns { side, count: pawns });
    }
    let promoted = promoted_groups(position, unmoved, side);
    let count: u32 = promoted.iter().map(PromotedGroup::least).sum();
    (pawns + count > 8).then_some(ImpossiblePosition::TooManyPromotedMen { side, pawns, promoted })
}

/// Returns the groups of officers of which some are certainly promoted.
pub(super) fn promoted_groups(
    position: &ChessPosition,
    unmoved: &UnmovedMen,
    side: Side,
) -> Vec<PromotedGroup> {
    let homes = GameArray::CHESS.homes::<Set64>()[side.index()];
    let dark = Set64::from_squares(Layout::CHESS.squares().filter(|&square| Layout::CHESS.is_dark(square)));
    let groups = [
        (Walk::Queen, !Set64::EMPTY),
        (Walk::Rook, !Set64::EMPTY),
        (Walk::Bishop, dark),
        (Walk::Bishop, !dark),
        (Walk::Knight, !Set64::EMPTY),
    ];
    let groups = groups.into_iter().filter_map(|(walk, squares)| {
        let men = men_of(position, side, walk) & squares;
        let homes = homes[walk.index()] & squares;
        let excess = men.count().saturating_sub(homes.count());
        if excess > 0 {
            return Some(PromotedGroup::Excess { men: Group::new(position, men), least: excess });
        }
        let reaches: Vec<Reach> = homes.iter().map(|home| unmoved.reach(walk, side, home)).collect();
        let least = men.count() - most_of_array(men, &reaches);
        let limits = reaches.iter().fold(Set64::EMPTY, |limits, reach| limits | reach.limits);
        (least > 0).then(|| PromotedGroup::ShutIn {
            men: Group::new(position, men),
            homes: homes.iter().collect(),
            unmoved: Group::new(position, limits),
            least,
        })
    });
    groups.collect()
}

/// Returns the largest number of `men` that can be men of the array, each another one of those with these reaches:
/// at most two.
fn most_of_array(men: Set64, reaches: &[Reach]) -> u32 {
    let in_reach = reaches.iter().map(|reach| men & reach.squares);
    let all = in_reach.clone().fold(Set64::EMPTY, |all, men| all | men);
    let useful = in_reach.filter(|men| !men.is_empty()).count() as u32;
    useful.min(all.count())
}
