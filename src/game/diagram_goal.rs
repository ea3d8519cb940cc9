//! Diagram goals: proof games and A to B problems, which reach a given position, and a lower bound on the
//! plies left.
//!
//! **What.** Two bounds prune a position. The *count bound* compares the squares that differ from the target
//! with the number of squares that a ply can change. The assignment bound sums the distances of
//! men to target squares.
//!
//! **Why it is correct.** Admissible: the count bound relies on the [`PlyBounds`] of the rules, and is not
//! used where these are unknown; the assignment bound is used only where men move as in orthodox chess or are
//! reborn on known squares.
//!
//! **Cost and gain.** A dia7.5 in orthodox chess from 2.0 to 0.09 s, a dia8.5 in losing chess from more than
//! 100 to 0.87 s (`docs/performance.md`).
//!
//! **Reference.** The [assignment problem](https://en.wikipedia.org/wiki/Assignment_problem); see
//! `assignment`.

mod assignment;
mod distance;
mod filter;
mod placement;

pub use assignment::BoundCache;
pub use filter::ProofGameFilter;

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{ManFlags, Memory, Position, Reserve, Side, Walk};
use crate::problem::Diagram;
use crate::rules::{Displacement, GameRules, PlyBounds};
use assignment::AssignmentBound;
use distance::{TargetDistances, VictimRebirths};
use placement::Placement;

/// The position to be reached: the men on the board and in reserve. The side to move and the castling rights
/// are not part of it.
#[derive(Clone, Debug)]
pub struct TargetPosition<S> {
    placement: Placement<S>,
    /// The attributes of the men: a ghost, for example, cannot be captured and differs from an ordinary man.
    attributes: Vec<(Square, ManFlags)>,
    /// The men in reserve.
    reserve: Reserve,
    /// The target squares of king and rook for each castling that one ply may have made.
    castled_pairs: Vec<S>,
    /// The greatest effect of a ply, if the rules bound it.
    ply_bounds: Option<PlyBounds>,
    /// The distances of men to target squares, if men move as in orthodox chess.
    assignment_bound: Option<AssignmentBound<S>>,
}

impl<S: Squares> TargetPosition<S> {
    fn is_reached<M: Memory>(&self, position: &Position<S, M>) -> bool {
        self.placement.difference(&Placement::of(position)).is_empty()
            && position.memory.reserve() == self.reserve
            && self.attributes.iter().all(|&(at, flags)| position.memory.flags(at).attributes() == flags)
    }

    /// Returns whether the moves left of each side, White's first, suffice to change all squares that differ
    /// from the target.
    fn passes_count_bound(
        &self,
        bounds: PlyBounds,
        placement: &Placement<S>,
        moves_left: [usize; 2],
    ) -> bool {
        let plies = moves_left[0].saturating_add(moves_left[1]);
        let plies_times = |squares: u32| plies.saturating_mul(squares as usize);
        let count = |squares: S| squares.count() as usize;
        let different = self.placement.difference(placement);
        if count(different) > plies_times(4 + bounds.extra_changes) {
            return false;
        }
        // Each man that is still missing must arrive by some ply, and stay.
        let missing = different & (self.placement.sides[0] | self.placement.sides[1]);
        let castlings =
            |side: S| self.castled_pairs.iter().filter(|&&pair| pair & !(missing & side) == S::EMPTY).count();
        if count(missing) > plies + plies_times(bounds.extra_arrivals) + castlings(!S::EMPTY) {
            return false;
        }
        if !bounds.conserves_men {
            return true;
        }
        let pending = bounds.pending_rebirths as usize;
        Side::BOTH.into_iter().all(|side| {
            let (own, other) = (moves_left[side.index()], moves_left[side.other().index()]);
            let (now, then) = (placement.sides[side.index()], self.placement.sides[side.index()]);
            if count(now) + pending < count(then) || count(now) > count(then) + other {
                return false;
            }
            let pawns = |placement: &Placement<S>| count(placement.men(side, Walk::Pawn));
            if bounds.no_new_pawns && pawns(placement) + pending < pawns(&self.placement) {
                return false;
            }
            // A man arrives by a ply of its own side or, if just captured, by one of the other side.
            let rebirth_plies = if pending == 0 { other } else { plies };
            let max_arrivals = own + rebirth_plies * bounds.extra_arrivals as usize + castlings(then);
            if count(missing & then) > max_arrivals {
                return false;
            }
            // Each man on a wrong square must leave it, or be captured there.
            let kings = placement.men(side, Walk::King) & different;
            let captured = count(now).saturating_sub(count(then));
            let max_departures = own + captured + count(kings);
            bounds.extra_arrivals > 0 || pending > 0 || count(now & different) <= max_departures
        })
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns the game with a target position, which is to be reached from the diagram `from`.
    pub fn with_target(mut self, from: &Diagram, target: &Diagram) -> Game<B, R> {
        let (walks, sides) = ([B::Set::EMPTY; Walk::COUNT], [B::Set::EMPTY; 2]);
        let mut placement = Placement { walks, sides, castling: B::Set::EMPTY };
        let mut attributes = Vec::new();
        for (square, man) in target.men() {
            attributes.push((square, man.flags.attributes()));
            placement.walks[man.walk.index()] |= B::Set::of(square);
            for side in Side::BOTH.into_iter().filter(|&side| man.colour.is_of(side)) {
                placement.sides[side.index()] |= B::Set::of(square);
            }
        }
        let castlings = self.board.geometry().castlings.iter().filter(|castling| {
            placement.men(castling.side, Walk::King).contains(castling.king_to)
                && placement.men(castling.side, Walk::Rook).contains(castling.rook_to)
        });
        let castled_pairs =
            castlings.map(|castling| B::Set::of(castling.king_to).with(castling.rook_to)).collect();
        // The bounds on numbers of men hold for plain men.
        let is_plain = from.men().chain(target.men()).all(|(_, man)| man.is_plain());
        let bounds = self.rules.ply_bounds();
        let ply_bounds =
            bounds.map(|bounds| PlyBounds { conserves_men: bounds.conserves_men && is_plain, ..bounds });
        let displacement = ply_bounds.filter(|bounds| bounds.conserves_men).map(|bounds| bounds.displacement);
        let rebirths = match displacement {
            Some(Displacement::Orthodox) => Some(VictimRebirths::NONE),
            Some(Displacement::Rebirth(rebirth)) => {
                let geometry = self.board.geometry();
                VictimRebirths::new(geometry.all, |side, walk, at| {
                    rebirth.return_squares(geometry, walk, side, at)
                })
            }
            Some(Displacement::Any) | None => None,
        };
        let flags = self.rules.facts().flags;
        let assignment_bound = rebirths.map(|rebirths| {
            let distances = TargetDistances::new(&self.board, from, target, flags.kingless, rebirths);
            AssignmentBound::new(&distances, target)
        });
        let reserve = target.reserve.unwrap_or(flags.reserve);
        self.target = Some(Box::new(TargetPosition {
            placement,
            attributes,
            reserve,
            castled_pairs,
            ply_bounds,
            assignment_bound,
        }));
        self
    }

    /// Returns whether the position is the target.
    pub fn is_target(&self, position: &PositionOf<B, R>) -> bool {
        self.target.as_ref().is_some_and(|target| target.is_reached(position))
    }

    /// Returns whether the bounds allow the target to be reached if the sides have at most `moves_left`
    /// moves, White's first. `cache` holds the bounds of earlier positions with the same target.
    pub fn can_reach_target(
        &self,
        position: &PositionOf<B, R>,
        moves_left: [usize; 2],
        cache: &mut BoundCache,
    ) -> bool {
        let Some(target) = &self.target else { return true };
        let placement = Placement::of(position);
        let captured = position.memory.last_captured();
        // The count bound is weaker, but cheaper.
        target.ply_bounds.is_none_or(|bounds| target.passes_count_bound(bounds, &placement, moves_left))
            && target
                .assignment_bound
                .as_ref()
                .is_none_or(|bound| bound.is_feasible(&placement, captured, moves_left, cache))
    }
}
