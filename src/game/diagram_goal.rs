//! The position that a proof game is to reach.

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

/// Who is to stand where at the end, also beside the board, whoever is to move and with whatever rights.
#[derive(Clone, Debug)]
pub struct TargetPosition<S> {
    placement: Placement<S>,
    /// The attributes of the men: a ghost, whom nobody can capture, is no ordinary man.
    attributes: Vec<(Square, ManFlags)>,
    reserve: Reserve,
    /// King and rook as they are to stand, who may have come there by one half-move.
    castled_pairs: Vec<S>,
    /// What a half-move can do at most, where the rules say so.
    ply_bounds: Option<PlyBounds>,
    /// What men need to come there, where they go as in orthodox chess.
    assignment_bound: Option<AssignmentBound<S>>,
}

impl<S: Squares> TargetPosition<S> {
    fn is_reached<M: Memory>(&self, position: &Position<S, M>) -> bool {
        self.placement.difference(&Placement::of(position)).is_empty()
            && position.memory.reserve() == self.reserve
            && self.attributes.iter().all(|&(at, marks)| position.memory.flags(at).attributes() == marks)
    }

    /// Can so many half-moves do what is still to be done?
    fn passes_count_bound(&self, tally: PlyBounds, placement: &Placement<S>, left: [usize; 2]) -> bool {
        let moves = left[0].saturating_add(left[1]);
        let moves_times = |squares: u32| moves.saturating_mul(squares as usize);
        let count = |squares: S| squares.count() as usize;
        let astray = self.placement.difference(placement);
        if count(astray) > moves_times(4 + tally.extra_changes) {
            return false;
        }
        // Whoever is still to come must come by some half-move, and stay.
        let vacant = astray & (self.placement.sides[0] | self.placement.sides[1]);
        let castled =
            |side: S| self.castled_pairs.iter().filter(|&&both| both & !(vacant & side) == S::EMPTY).count();
        if count(vacant) > moves + moves_times(tally.extra_arrivals) + castled(!S::EMPTY) {
            return false;
        }
        if !tally.conserves_men {
            return true;
        }
        let pending = tally.pending_rebirths as usize;
        Side::BOTH.into_iter().all(|side| {
            let (own, other) = (left[side.index()], left[side.other().index()]);
            let (now, then) = (placement.sides[side.index()], self.placement.sides[side.index()]);
            if count(now) + pending < count(then) || count(now) > count(then) + other {
                return false;
            }
            let pawns = |placement: &Placement<S>| count(placement.men(side, Walk::Pawn));
            if tally.no_new_pawns && pawns(placement) + pending < pawns(&self.placement) {
                return false;
            }
            // A man comes by a half-move of his own side's, or, captured just now, by one of the other's.
            let bearing = if pending == 0 { other } else { moves };
            if count(vacant & then) > own + bearing * tally.extra_arrivals as usize + castled(then) {
                return false;
            }
            // Whoever is in a wrong place must leave it, or be captured there.
            let kings = placement.men(side, Walk::King) & astray;
            let captured = count(now).saturating_sub(count(then));
            tally.extra_arrivals > 0 || pending > 0 || count(now & astray) <= own + captured + count(kings)
        })
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// The game with a target, which is to be reached from a diagram.
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
        let ways = self.board.geometry().castlings.iter().filter(|way| {
            placement.men(way.side, Walk::King).contains(way.king_to)
                && placement.men(way.side, Walk::Rook).contains(way.rook_to)
        });
        let castled = ways.map(|way| B::Set::of(way.king_to).with(way.rook_to)).collect();
        // What is counted of men is said of plain ones.
        let plain = from.men().chain(target.men()).all(|(_, man)| man.is_plain());
        let tally = self
            .rules
            .ply_bounds()
            .map(|tally| PlyBounds { conserves_men: tally.conserves_men && plain, ..tally });
        let returns = match tally.filter(|tally| tally.conserves_men).map(|tally| tally.displacement) {
            Some(Displacement::Orthodox) => Some(VictimRebirths::NONE),
            Some(Displacement::Rebirth(rebirth)) => {
                let all = self.board.geometry().all;
                VictimRebirths::new(all, |side, walk, at| rebirth.return_squares(&self, walk, side, at))
            }
            Some(Displacement::Any) | None => None,
        };
        let needs = returns.map(|returns| {
            let kingless = self.rules.flags().kingless;
            AssignmentBound::new(
                &TargetDistances::new(&self.board, (from, target), kingless, returns),
                target,
            )
        });
        let reserve = target.reserve.unwrap_or(self.rules.flags().reserve);
        self.target = Some(Box::new(TargetPosition {
            placement,
            attributes,
            reserve,
            castled_pairs: castled,
            ply_bounds: tally,
            assignment_bound: needs,
        }));
        self
    }

    /// Do the men stand as they are to stand at the end?
    pub fn is_target(&self, position: &PositionOf<B, R>) -> bool {
        self.target.as_ref().is_some_and(|target| target.is_reached(position))
    }

    /// Can the target still be reached, as far as can be counted, if the sides have at most
    /// so many moves left, White's first? What was reckoned for other positions towards the same target is
    /// not reckoned again.
    pub fn can_reach_target(
        &self,
        position: &PositionOf<B, R>,
        left: [usize; 2],
        reckoned: &mut BoundCache,
    ) -> bool {
        let Some(target) = &self.target else { return true };
        let placement = Placement::of(position);
        let taken = position.memory.last_captured();
        // The squares say less than the needs of men, but at less cost.
        target.ply_bounds.is_none_or(|tally| target.passes_count_bound(tally, &placement, left))
            && target
                .assignment_bound
                .as_ref()
                .is_none_or(|needs| needs.is_feasible(&placement, taken, &Side::BOTH, left, reckoned))
    }
}
