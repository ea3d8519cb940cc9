//! The bound of proof games and A to B problems: a lower bound on the plies that lead to the target position.
//!
//! **What.** Two bounds prune a position. The *count bound* compares the squares that differ from the target
//! with the number of squares that a ply can change. The assignment bound sums the distances of
//! men to target squares.
//!
//! **Why it is correct.** Admissible: the count bound relies on the [`PlyBounds`] of the rules, and is not
//! used where these are unknown; the assignment bound is used only where men move as in orthodox chess or are
//! reborn on known squares, kings possibly also as other men.
//!
//! **Cost and gain.** A dia7.5 in orthodox chess from 2.0 to 0.09 s, a dia8.5 in losing chess from more than
//! 100 to 0.87 s (`docs/internals/experiments.md`).
//!
//! **Reference.** The [assignment problem](https://en.wikipedia.org/wiki/Assignment_problem); see
//! `assignment`.

mod assignment;
mod distance;
mod filter;

pub use filter::ProofGameFilter;

use crate::board::{Board, Squares};
use crate::game::diagram_goal::{Placement, TargetPosition};
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Position, Side, Walk};
use crate::rules::{Displacement, GameRules, PlyBounds};
use assignment::{AssignmentBound, BoundCache};
use distance::{KingMoves, TargetDistances, VictimRebirths};

/// The bound on the plies that lead to a target position.
#[derive(Clone, Debug)]
pub struct ProofGameBound<S> {
    /// The men of the target position.
    target: Placement<S>,
    /// The target squares of king and rook for each castling that one ply may have made.
    castled_pairs: Vec<S>,
    /// The greatest effect of a ply, if the rules bound it.
    ply_bounds: Option<PlyBounds>,
    /// The distances of men to target squares, if their displacement is known.
    assignment: Option<AssignmentBound<S>>,
    /// The bounds of the sides in earlier positions.
    cache: BoundCache,
}

impl<S: Squares> ProofGameBound<S> {
    /// Returns the bound of the target position of a game; `None` if it has none.
    pub fn new<B: Board<Set = S>, R: GameRules>(game: &Game<B, R>) -> Option<ProofGameBound<S>> {
        let TargetPosition { from, diagram, placement, .. } = &**game.target.as_ref()?;
        let castlings = game.board.geometry().castlings.iter().filter(|castling| {
            placement.men(castling.side, Walk::King).contains(castling.king_to)
                && placement.men(castling.side, Walk::Rook).contains(castling.rook_to)
        });
        let castled_pairs =
            castlings.map(|castling| S::of(castling.king_to).with(castling.rook_to)).collect();
        // The bounds on numbers of men hold for plain men.
        let is_plain = from.men().chain(diagram.men()).all(|(_, man)| man.is_plain());
        let bounds = game.rules.ply_bounds();
        let ply_bounds =
            bounds.map(|bounds| PlyBounds { conserves_men: bounds.conserves_men && is_plain, ..bounds });
        let displacement = ply_bounds.filter(|bounds| bounds.conserves_men).map(|bounds| bounds.displacement);
        // Otherwise kings could move as men of fairy chess, or royal men that are no kings as others.
        let has_chessmen_only =
            from.men().chain(diagram.men()).all(|(_, man)| man.royal == man.walk.is_king())
                && game.rules.general().is_none_or(|rules| rules.fairy_walks().is_empty());
        let displacement = displacement.filter(|&by| by != Displacement::KingsAsOthers || has_chessmen_only);
        let rebirths = match displacement {
            Some(Displacement::Orthodox | Displacement::KingsAsOthers) => Some(VictimRebirths::NONE),
            Some(Displacement::Rebirth(rebirth)) => {
                let geometry = game.board.geometry();
                VictimRebirths::new(geometry.all, |side, walk, at| {
                    rebirth.return_squares(geometry, walk, side, at)
                })
            }
            Some(Displacement::Any) | None => None,
        };
        let assignment = rebirths.map(|rebirths| {
            let kingless = game.rules.facts().flags.kingless;
            let king_moves = match displacement {
                Some(Displacement::KingsAsOthers) => KingMoves::AsOthers,
                _ => KingMoves::Orthodox,
            };
            let distances = TargetDistances::new(&game.board, from, diagram, kingless, rebirths, king_moves);
            AssignmentBound::new(&distances, diagram)
        });
        let cache = BoundCache::default();
        Some(ProofGameBound { target: *placement, castled_pairs, ply_bounds, assignment, cache })
    }

    /// Returns whether the target may be reached if the sides have at most `moves_left` moves, White's first.
    pub fn is_feasible<M: AnyRuleState>(
        &mut self,
        position: &Position<S, M>,
        moves_left: [usize; 2],
    ) -> bool {
        let placement = Placement::of(position);
        let captured = position.rule_state.last_captured();
        // The count bound is weaker, but cheaper.
        self.ply_bounds.is_none_or(|bounds| self.passes_count_bound(bounds, &placement, moves_left))
            && self
                .assignment
                .as_ref()
                .is_none_or(|bound| bound.is_feasible(&placement, captured, moves_left, &mut self.cache))
    }

    /// Returns the filter of a position from which the target can be reached, if the sides have at most
    /// `moves_left` moves after the next one, White's first.
    pub fn filter<'a, B: Board<Set = S>, R: GameRules>(
        &'a mut self,
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
        moves_left: [usize; 2],
    ) -> ProofGameFilter<'a, B, R> {
        ProofGameFilter::new(self, game, position, moves_left)
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
        let different = self.target.difference(placement);
        if count(different) > plies_times(4 + bounds.extra_changes) {
            return false;
        }
        // Each man that is still missing must arrive by some ply, and stay.
        let missing = different & (self.target.sides[0] | self.target.sides[1]);
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
            let (now, then) = (placement.sides[side.index()], self.target.sides[side.index()]);
            if count(now) + pending < count(then) || count(now) > count(then) + other {
                return false;
            }
            let pawns = |placement: &Placement<S>| count(placement.men(side, Walk::Pawn));
            if bounds.no_new_pawns && pawns(placement) + pending < pawns(&self.target) {
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
