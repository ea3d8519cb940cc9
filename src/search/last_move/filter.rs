//! The last move towards mate or check: which moves are worth playing.
//!
//! Half of all positions of battle play are asked whether there is a mate in one, and few have
//! one. A move is not played if it is seen to give no check, or to leave the king a flight; that
//! it is legal is seen last, since it has to be played anyhow.

use std::cell::OnceCell;

use crate::board::{Board, Square};
use crate::game::movegen::generate::Aim;
use crate::game::movegen::preview::{Outlook, Scene};
use crate::game::{Game, PositionOf};
use crate::position::{Move, Walk};
use crate::rules::Rules;
use crate::search::last_move::check_info::Checks;
use crate::search::last_move::flights::Flights;
use crate::stipulation::Goal;

/// The moves that may reach a goal that takes a check.
pub(in crate::search) struct Finish<'a, B: Board, R: Rules> {
    game: &'a Game<B, R>,
    goal: Goal,
    position: &'a PositionOf<B, R>,
    checks: Checks<B::Set>,
    flights: OnceCell<Option<Flights<B::Set>>>,
}

impl<'a, B: Board, R: Rules> Finish<'a, B, R> {
    /// Those of a position.
    #[inline]
    pub fn new(game: &'a Game<B, R>, goal: Goal, position: &'a PositionOf<B, R>) -> Finish<'a, B, R> {
        Finish { game, goal, position, checks: Checks::new(game, position), flights: OnceCell::new() }
    }

    /// Does a move surely leave a flight where the king has to be mated?
    #[inline]
    fn leaves_flight(&self, mv: Move, scene: Option<&Scene<B::Set>>) -> bool {
        let Finish { game, position, .. } = *self;
        let flights = || self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        self.goal == Goal::Mate
            && flights().is_some_and(|flights| flights.remain(game, position, (mv, true), scene))
    }

    /// Is it to be asked what a move empties and fills?
    #[inline]
    fn looks_ahead(&self, mv: Move) -> bool {
        !R::PLAIN
            && !R::GENERAL
            && (mv.is_capture() || self.checks.tells_nothing())
            && !self.position.has_neutrals()
    }
}

impl<B: Board, R: Rules> Aim<B::Set> for Finish<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        self.checks.targets(walk, from)
    }

    #[inline]
    fn wants(&self, mv: Move) -> bool {
        if !self.checks.may_give(mv) {
            return false;
        }
        if self.looks_ahead(mv) {
            match self.game.outlook(self.position, mv) {
                Outlook::Unknown => {}
                Outlook::Forbidden => return false,
                Outlook::Scene(scene) => {
                    return self.game.gives_check(self.position, &scene) != Some(false)
                        && !self.leaves_flight(mv, Some(&scene));
                }
            }
        }
        !self.leaves_flight(mv, None)
    }

    fn looks_at_scenes(&self) -> bool {
        true
    }

    #[inline]
    fn ends(&self, mv: Move, ends: B::Set) -> B::Set {
        self.checks.ends(mv, ends)
    }

    #[inline]
    fn wants_scene(&self, mv: Move, scene: &Scene<B::Set>) -> bool {
        self.game.gives_check(self.position, scene) != Some(false) && !self.leaves_flight(mv, Some(scene))
    }
}
