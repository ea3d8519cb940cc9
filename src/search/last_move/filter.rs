//! Move filter of the last ply towards mate or check.
//!
//! **What.** Rejects moves that give no check and, towards mate, moves that leave the king a flight.
//!
//! **Why it is correct.** [`CheckInfo`] and [`Flights`] reject only moves that miss the goal. Legality is
//! tested last, by making the move, which is needed in any case.
//!
//! **Cost and gain.** Half of all nodes of battle play are tested for a mate in one, and few have one;
//! figures in [`check_info`](super::check_info).
//!
//! **Reference.** See [`check_info`](super::check_info) and [`flights`](super::flights).

use std::cell::OnceCell;

use crate::board::{Board, Square};
use crate::game::movegen::generate::MoveFilter;
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{Move, Walk};
use crate::rules::{DecidedMoves, GameRules};
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::flights::Flights;
use crate::stipulation::Goal;

/// The moves that may reach a goal that requires a check.
pub(in crate::search) struct CheckGoalFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    goal: Goal,
    position: &'a PositionOf<B, R>,
    check_info: CheckInfo<B::Set>,
    /// Whether the check information is no more than a first test, and the attacks after a move decide.
    is_decided: bool,
    flights: OnceCell<Option<Flights<B::Set>>>,
}

impl<'a, B: Board, R: GameRules> CheckGoalFilter<'a, B, R> {
    /// The filter of a position, for the side to move.
    #[inline]
    pub fn new(
        game: &'a Game<B, R>,
        goal: Goal,
        position: &'a PositionOf<B, R>,
    ) -> CheckGoalFilter<'a, B, R> {
        let check_info = CheckInfo::new(game, position);
        CheckGoalFilter {
            game,
            goal,
            position,
            is_decided: game.decided_by_attacks(position) != DecidedMoves::None
                && !check_info.is_unrestricted(),
            check_info,
            flights: OnceCell::new(),
        }
    }

    /// Returns whether the goal is mate and the move certainly leaves the king a flight.
    #[inline]
    fn leaves_flight(&self, mv: Move, preview: Option<&Preview<B::Set>>) -> bool {
        let CheckGoalFilter { game, position, .. } = *self;
        let flights = || self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        self.goal == Goal::Mate
            && flights().is_some_and(|flights| flights.has_flight_after(game, position, mv, true, preview))
    }

    /// Returns whether the squares that the move empties and fills decide more than the check information
    /// does.
    #[inline]
    fn needs_preview(&self, mv: Move) -> bool {
        self.game.has_capture_previews()
            && (mv.is_capture() || self.check_info.is_unrestricted())
            && !self.position.has_neutrals()
    }
}

impl<B: Board, R: GameRules> MoveFilter<B::Set> for CheckGoalFilter<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        self.check_info.targets(walk, from)
    }

    #[inline(always)]
    fn accepts(&self, mv: Move) -> bool {
        if !self.check_info.may_give_check(mv) {
            return false;
        }
        if self.game.may_have_fairy_men()
            && self.is_decided
            && self.game.check_by_attacks(self.position, mv) == Some(false)
        {
            return false;
        }
        if self.needs_preview(mv) {
            let preview = self.game.preview(self.position, mv);
            if let Some(accepted) = preview.accepted_by(|preview| self.accepts_preview(mv, preview)) {
                return accepted;
            }
        }
        !self.leaves_flight(mv, None)
    }

    fn filters_branches(&self) -> bool {
        true
    }

    #[inline]
    fn final_squares(&self, mv: Move, ends: B::Set) -> B::Set {
        self.check_info.checking_final_squares(mv, ends)
    }

    #[inline]
    fn accepts_preview(&self, mv: Move, preview: &Preview<B::Set>) -> bool {
        self.game.gives_check(self.position, preview) != Some(false) && !self.leaves_flight(mv, Some(preview))
    }
}
