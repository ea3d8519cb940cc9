//! The outcome of a capture with a rebirth, as far as it is known without making the move.

use super::home::HomeCandidates;
use super::{OnOccupied, Rebirth, RelevantCapture, WalkChange};
use crate::board::{Square, Squares};
use crate::position::{Man, MoveBranch, NoObserver, RuleState, Walk};
use crate::rules::choices::Choices;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{KingRebirth, MoveContext, side_of};
use crate::rules::predict::CaptureBranches;
use crate::rules::rule::CaptureQuery;

impl Rebirth {
    /// Returns the branches of a capture after which the victim is reborn; `None` if more can happen,
    /// because an occupied rebirth square affects the man there.
    pub(super) fn capture_branches<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        self.capture_branches_with_capturer(query, Some(query.mv.to))
    }

    /// As [`capture_branches`](Self::capture_branches), if the capturer continues its move before the
    /// rebirth and occupies no rebirth square. `None` also if the rebirth square could depend on the
    /// continuation.
    pub(in crate::rules) fn capture_branches_after_continuation<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        if self.has_fixed_squares() && !self.partner_decides {
            self.capture_branches_with_capturer(query, None)
        } else {
            None
        }
    }

    /// Returns whether a capture is illegal if the victim cannot be reborn.
    pub(in crate::rules) fn is_strict(&self) -> bool {
        self.on_occupied == OnOccupied::Strict
    }

    /// As [`capture_branches`](Self::capture_branches), with the capturer on this square or off the board.
    fn capture_branches_with_capturer<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
        at: Option<Square>,
    ) -> Option<CaptureBranches<F::Set>> {
        let CaptureQuery { game, position, by, mv, mover, victim, .. } = *query;
        let affects_no_occupant = matches!(self.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict);
        // A promoting capturer would decide with its new walk.
        let is_decided = !(self.partner_decides && mv.walk.is_pawn());
        if !affects_no_occupant
            || !is_decided
            || self.relevant_capture != RelevantCapture::ThisMove
            || self.turncoat
            || victim.man.royal
        {
            return None;
        }
        if let Some(branches) = self.branches_of_fixed_square(query, at) {
            return Some(branches);
        }
        let mut after = *position;
        after.remove(victim.man, victim.at);
        match at {
            Some(at) => after.move_man(mover, mv.from, at),
            None => after.remove(mover, mv.from),
        }
        let ctx = MoveContext {
            game,
            position: &mut after,
            observer: &mut NoObserver,
            choices: &mut Choices::of(MoveBranch::ONLY),
            by,
            mv,
            mover,
            at,
            departure: mv.from,
            origin: mv.from,
            victim: Some(victim),
            hurdle: None,
            before: None,
            is_first_leg: true,
            king_rebirth: KingRebirth::Optional,
        };
        match self.victim_candidates(&ctx) {
            Some((man, _, candidates)) => {
                self.branches_of(candidates, man.walk, ctx.position.occupied(), no_rebirth(mover))
            }
            None => Some(no_rebirth(mover)),
        }
    }

    /// As [`capture_branches_with_capturer`](Self::capture_branches_with_capturer), found without the position after
    /// the capture; `None` if the rebirth square depends on more than the victim and the capture square.
    fn branches_of_fixed_square<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
        at: Option<Square>,
    ) -> Option<CaptureBranches<F::Set>> {
        let CaptureQuery { game, position, by, mv, mover, victim, .. } = *query;
        if self.partner_decides || self.walk_change != WalkChange::None {
            return None;
        }
        let walk = victim.man.walk;
        if !self.applies_to_walk(walk) {
            return Some(no_rebirth(mover));
        }
        let side = side_of(victim.man, by);
        let square = self.rebirth_squares(game.geometry(), walk, side, victim.at)?.first()?;
        let without = position.occupied().without(mv.from).without(victim.at);
        let occupied = at.map_or(without, |at| without.with(at));
        self.branches_of(HomeCandidates::One(square), walk, occupied, no_rebirth(mover))
    }

    /// Returns the branches of a rebirth with this walk on the candidate squares.
    fn branches_of<S: Squares>(
        &self,
        candidates: HomeCandidates<S>,
        walk: Walk,
        occupied: S,
        no_rebirth: CaptureBranches<S>,
    ) -> Option<CaptureBranches<S>> {
        let none_free = if self.is_strict() { CaptureBranches::Forbidden } else { no_rebirth };
        let on = |squares| CaptureBranches::VictimReturns { walk, squares, or_none: false };
        Some(match candidates {
            HomeCandidates::None => no_rebirth,
            HomeCandidates::OffBoard => none_free,
            HomeCandidates::One(square) if occupied.contains(square) => none_free,
            HomeCandidates::One(square) => on(S::of(square)),
            HomeCandidates::Must(squares) if squares.is_empty() => CaptureBranches::Forbidden,
            HomeCandidates::Any(squares) if squares.is_empty() => none_free,
            // The choice of an occupied square would be a further branch without a rebirth.
            _ if self.on_occupied == OnOccupied::Relaxed => match candidates {
                HomeCandidates::Any(squares) if !squares.intersects(occupied) => {
                    let or_none = self.is_rebirth_optional(false);
                    CaptureBranches::VictimReturns { walk, squares, or_none }
                }
                _ => return None,
            },
            HomeCandidates::Must(squares) | HomeCandidates::Any(squares) => on(squares),
            HomeCandidates::Cages(..) => return None,
        })
    }
}

/// Returns the branches of a capture by this man without a rebirth.
fn no_rebirth<S: Squares>(mover: Man) -> CaptureBranches<S> {
    CaptureBranches::VictimReturns { walk: mover.walk, squares: S::EMPTY, or_none: true }
}
