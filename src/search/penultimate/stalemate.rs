//! Move filter of the last ply but one towards stalemate in help play.
//!
//! **What.** A mobile man (`last_move::stalemate`) that keeps a move even if another man of its
//! side occupies one of its targets must be immobilised by the last move. The side to be stalemated moves
//! once: the man that moves and, where it blocks a pawn, that pawn are exempt; one move of the other side
//! must hinder all remaining mobile men.
//!
//! Under compiled-in rules with rebirth the king must lose all flights instead (`king_flights`): moves after which no single
//! move can take all its flights are rejected.
//!
//! **Why it is correct.** The conditions are necessary for stalemate after the next two plies: the squares
//! that the other side may reach are computed as if men of the side to be stalemated blocked no line, and own
//! men could be captured first.
//!
//! **Cost and gain.** With the filter of the last ply, an h=3 that has too
//! many mate patterns from 10.4 to 0.13 s: 4.4 million positions are not searched; an h=5 of Anticirce from 2.8 to 1.4 s
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** None known.

mod king_flights;

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::{Side, Walk};
use crate::rules::GameRules;
use crate::search::last_move::stalemate::{
    MAX_MOBILE_MEN, MobileMan, MobileMen, Mobility, StalemateGoalFilter,
};
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};
use king_flights::UsefulTargets;

/// The moves of the side to be stalemated after which the next move may stalemate.
pub(in crate::search) struct HelpStalemateFilter<S> {
    king: Square,
    /// The useful targets of the king.
    king_targets: S,
    /// The mobile men, each with its useful targets.
    men: [(Square, S); MAX_MOBILE_MEN],
    /// The number of entries of `men`.
    count: usize,
    /// The useful targets of all other men.
    other_targets: S,
}

impl<S: Squares> HelpStalemateFilter<S> {
    /// Returns whether the filter is valid for the last ply but one of a schedule: the other side stalemates
    /// by the last ply.
    #[inline]
    pub fn is_applicable<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        goal: Goal,
        schedule: &Schedule,
    ) -> bool {
        let [.., penultimate, last] = &schedule.plies[..] else { return false };
        !game.tests_moves_by_making()
            && StalemateGoalFilter::<B, R>::is_applicable(game, goal)
            && (penultimate.quantifier, penultimate.obligation, penultimate.goal_value)
                == (Quantifier::Exists, GoalObligation::Free, GoalValue::Ignored)
            && (last.quantifier, last.side) == (Quantifier::Exists, penultimate.side.other())
    }

    /// The filter of a position; `None` if nothing can be rejected there.
    #[inline]
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpStalemateFilter<S>> {
        // Without rebirth, the mate patterns know more about the king's flights.
        match R::ORTHODOX_CAPTURES {
            true => HelpStalemateFilter::of_mobile_men(game, position),
            false => HelpStalemateFilter::of_king(game, position),
        }
    }

    /// The filter that the flights of the king give.
    fn of_king<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpStalemateFilter<S>> {
        let UsefulTargets { king, king_targets, other_targets } = UsefulTargets::new(game, position)?;
        let men = [(king, S::EMPTY); MAX_MOBILE_MEN];
        Some(HelpStalemateFilter { king, king_targets, men, count: 0, other_targets })
    }

    /// The filter that the mobile men of a position give.
    fn of_mobile_men<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpStalemateFilter<S>> {
        let (mobile_men, king) = MobileMen::new(game, position, position.to_move, Mobility::AfterOwnMove)?;
        let mobile_men = mobile_men.as_slice();
        let other = position.to_move.other();
        let reachable = reachable_squares(game, position, other, position.of(other));
        // Castling arrives on two squares.
        let castlings =
            game.board.geometry().castlings.iter().filter(|castling| {
                castling.side != position.to_move && castling.is_granted(position.castling)
            });
        let castlings = castlings.map(|castling| S::of(castling.king_to) | S::of(castling.rook_to));
        // Whether one move of the other side may hinder all mobile men but these two.
        let can_hinder_all_but = |blocked: Option<usize>, moved: Option<usize>| {
            let others =
                mobile_men.iter().enumerate().filter(|&(man, _)| Some(man) != blocked && Some(man) != moved);
            let hindering =
                others.clone().fold(reachable, |squares, (_, man)| squares & man.hindering_squares);
            !hindering.is_empty()
                || castlings
                    .clone()
                    .any(|arrivals| others.clone().all(|(_, man)| arrivals.intersects(man.hindering_squares)))
        };
        let useful_targets = |moved: Option<usize>| {
            if can_hinder_all_but(None, moved) {
                return !S::EMPTY;
            }
            // The moving man itself may block one pawn.
            let pawns = mobile_men.iter().enumerate().filter_map(|(man, pawn)| Some((man, pawn.pawn_step?)));
            let blocked =
                pawns.filter(|&(man, _)| Some(man) != moved && can_hinder_all_but(Some(man), moved));
            S::from_squares(blocked.map(|(_, step)| step))
        };
        // After a king move, each rider, a promoted one included, may pin a man, one man may be captured
        // and one blocked by the king. Castling and en passant captures pass every filter.
        let riders = position.riders() & position.of(position.to_move.other());
        let mut filter = HelpStalemateFilter {
            king,
            king_targets: if mobile_men.len() <= riders.count() as usize + 3 { !S::EMPTY } else { S::EMPTY },
            men: [(king, S::EMPTY); MAX_MOBILE_MEN],
            count: mobile_men.len(),
            other_targets: useful_targets(None),
        };
        for (man, &MobileMan { at, .. }) in mobile_men.iter().enumerate() {
            filter.men[man] = (at, useful_targets(Some(man)));
        }
        Some(filter)
    }
}

/// Returns the squares that some men of a side may reach by its next move: men of the other side block no line, and own
/// men may have been captured.
#[inline]
fn reachable_squares<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
    movers: B::Set,
) -> B::Set {
    let own = position.of(side);
    let geometry = game.board.geometry();
    let paths = geometry.pawn(side);
    let mut reachable = B::Set::EMPTY;
    for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
        for from in (position.walk(walk) & movers).iter() {
            reachable |= game.board.attacks(walk, side, from, own);
        }
    }
    for from in (position.walk(Walk::Pawn) & movers).iter() {
        reachable |= paths.attacks[from.index()] | paths.step[from.index()];
        if paths.double_rank.contains(from) {
            for step in paths.step[from.index()].iter() {
                reachable |= paths.step[step.index()];
            }
        }
    }
    reachable
}

impl<S: Squares> MoveFilter<S> for HelpStalemateFilter<S> {
    #[inline]
    fn targets(&self, _: Walk, from: Square) -> S {
        if from == self.king {
            return self.king_targets;
        }
        let man = self.men[..self.count].iter().find(|&&(at, _)| at == from);
        man.map_or(self.other_targets, |&(_, targets)| targets)
    }
}
