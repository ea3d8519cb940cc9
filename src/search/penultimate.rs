//! The last ply but one: rejects moves after which the last ply cannot reach the goal.
//!
//! **What.** A necessary condition for the goal in two plies, computed once for a position and compared with each
//! move before it is made.
//!
//! | last two plies | filter | necessary condition |
//! |---|---|---|
//! | help play towards mate | [`helpmate`] | some king square can be covered by the next move |
//! | help play towards stalemate | [`stalemate`] | the next move immobilises all mobile men |
//! | every reply must reach a goal that requires a check | [`selfmate`] | the move checks or removes all tempo moves, and leaves no flight |
//!
//! [`refuted_moves`] does the same for the last three plies of direct play, with a given defence between two moves.
//!
//! **Why it is correct.** Each condition is necessary under the rules that its filter names, so no solution is
//! rejected; what a filter keeps is searched as without it.
//!
//! **Cost and gain.** Most nodes of help play are of this ply or the last. Figures in each filter.
//!
//! **Reference.** The search of the last two plies together is an old technique of problem solvers; the conditions are
//! those of each filter.

pub mod helpmate;
pub mod refuted_moves;
pub mod selfmate;
pub mod stalemate;

use crate::board::Board;
use crate::game::Game;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::lower_bound::mate_patterns::MatePatterns;
use crate::stipulation::{Goal, GoalObligation, Quantifier};
use helpmate::HelpmateFilter;
use selfmate::SelfmateFilter;
use stalemate::HelpStalemateFilter;

/// The filter of the moves at the last ply but one.
pub(in crate::search) enum PenultimateFilter<'a, B: Board, R: GameRules> {
    /// Moves that may force the other side to reach the goal.
    Selfmate(SelfmateFilter<'a, B, R>),
    /// Moves after which the other side may be able to stalemate.
    HelpStalemate(HelpStalemateFilter<B::Set>),
    /// Moves after which the other side may be able to mate.
    Helpmate(HelpmateFilter<B::Set>),
    /// All moves.
    All,
}

impl<'p, B: Board, R: GameRules> PenultimateFilter<'p, B, R> {
    /// Returns the filter of a node: [`All`](Self::All) unless it is the last ply but one. `patterns` are the
    /// mate patterns of the node, if they apply.
    #[inline]
    pub fn select(
        game: &'p Game<B, R>,
        goal: Goal,
        node: ScheduleNode<'p, B, R>,
        patterns: Option<&MatePatterns<'_, B>>,
    ) -> PenultimateFilter<'p, B, R> {
        let ScheduleNode { schedule, position, plies_left } = node;
        if plies_left != 2 || node.ply().quantifier != Quantifier::Exists {
            return PenultimateFilter::All;
        }
        if SelfmateFilter::is_applicable(game, goal, schedule)
            && let Some(filter) = SelfmateFilter::with_flights(game, position)
        {
            return PenultimateFilter::Selfmate(filter);
        }
        if HelpStalemateFilter::is_applicable(game, goal, schedule)
            && let Some(filter) = HelpStalemateFilter::new(game, position)
        {
            return PenultimateFilter::HelpStalemate(filter);
        }
        let last = node.with_plies_left(1).ply();
        let one_mate_suffices =
            last.quantifier == Quantifier::Exists || last.obligation == GoalObligation::IfPossible;
        // Where all replies must mate, the first reply usually refutes: the fast engine finds it sooner than
        // the filter is made.
        if (game.tests_moves_by_making() || one_mate_suffices)
            && let Some(patterns) = patterns
            && let Some(filter) = patterns.helpmate_filter(game, position)
        {
            return PenultimateFilter::Helpmate(filter);
        }
        PenultimateFilter::All
    }

    /// Returns the filter as a trait object.
    pub fn as_move_filter(&self) -> &dyn MoveFilter<B::Set> {
        match self {
            PenultimateFilter::Selfmate(filter) => filter,
            PenultimateFilter::HelpStalemate(filter) => filter,
            PenultimateFilter::Helpmate(filter) => filter,
            PenultimateFilter::All => &AllMoves,
        }
    }
}
