//! The rebirth of a captured man, of a capturer and of a kamikaze, made on the board.

use super::home::HomeCandidates;
use super::occupancy::RebirthPlacement;
use super::transform::{WalkChange, higher, lower};
use super::{Home, OnOccupied, Rebirth, RelevantCapture};
use crate::board::{Square, Squares};
use crate::position::{CapturedMan, Colour, Effect, Man, ManFlags, RuleState, Side, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{KingRebirth, MoveContext, side_of};

/// A capturer to be reborn.
struct CapturerRebirth {
    /// The capturer.
    capturer: Man,
    /// The square of the capturer.
    from: Square,
    /// The capturer with the walk of its rebirth.
    man: Man,
    /// The side of the capturer.
    side: Side,
    /// The man that decides the rebirth square, and its side.
    deciding: (Man, Side),
    /// The square of the victim.
    capture_square: Square,
}

/// The change of sides of a man by its rebirth.
struct Turn {
    /// Its new colour, if it changes sides.
    colour: Option<Colour>,
    /// Whether it is a volage man that goes to a square of the other colour.
    is_volage: bool,
}

impl Turn {
    /// Completes the change after the rebirth: a volage man changes sides once.
    fn finish<F: GameView<State = RuleState>>(self, ctx: &mut MoveContext<'_, F>, at: Square) {
        if let Some(man) = ctx.position.man(at).filter(|_| self.is_volage) {
            ctx.position.replace(man, Man { flags: man.flags.without(ManFlags::VOLAGE), ..man }, at);
        }
    }
}

impl Rebirth {
    /// Lets the captured man be reborn.
    pub(in crate::rules) fn rebirth_victim<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let Some((man, side, candidates)) = self.victim_candidates(ctx) else { return StageOutcome::Done };
        // A king that must not be reborn has no choice among squares.
        let stays_captured =
            man.royal && ctx.king_rebirth == KingRebirth::Forbidden && self.is_rebirth_optional(false);
        let candidates = if stays_captured { HomeCandidates::None } else { candidates };
        let placement = match self.choose_placement(ctx, man, candidates, None) {
            Ok(placement) => placement,
            Err(outcome) => return outcome,
        };
        // Where pawns promote on an earlier rank, as in Glasgow chess, the home of the other side's pawns
        // can be a promotion square.
        let promotes = self.promotes() || self.mirrored;
        let violated = match placement {
            RebirthPlacement::NotReborn => KingRebirth::Required,
            _ => KingRebirth::Forbidden,
        };
        match placement {
            RebirthPlacement::Illegal => return StageOutcome::Forbidden,
            _ if man.royal && ctx.king_rebirth == violated => return StageOutcome::Forbidden,
            RebirthPlacement::NotReborn => {}
            RebirthPlacement::Hidden(at, decided) => {
                let promotion = match decided {
                    None if promotes => ctx.choose_promotion_at(man, side, at),
                    decided => decided,
                };
                let colour = self.turncoat_colour(man).unwrap_or(man.colour);
                let hidden = Man { walk: promotion.unwrap_or(man.walk), colour, ..man };
                let flags = if promotion.is_some() { ctx.choose_marks(hidden) } else { hidden.flags };
                let hidden = Man { flags, ..hidden };
                if !ctx.position.rule_state.hide(hidden, at, false) {
                    return StageOutcome::Forbidden;
                }
                ctx.apply(Effect::Hidden { man: Man { colour, ..man }, at, promotion, from: None });
                if flags != man.flags {
                    ctx.observer.on_effect(Effect::Marked { man, at, flags });
                }
            }
            RebirthPlacement::OnDecided(at, promotion) => self.put_victim(ctx, man, at, promotion),
            RebirthPlacement::On(at) => {
                let promotion = if promotes { ctx.choose_promotion_at(man, side, at) } else { None };
                self.put_victim(ctx, man, at, promotion);
            }
        }
        StageOutcome::Done
    }

    /// Puts a captured man on the square of its rebirth.
    #[inline]
    fn put_victim<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        man: Man,
        at: Square,
        promotion: Option<Walk>,
    ) {
        // Only volage men ask where they were captured.
        let is_volage = man.flags.contains(ManFlags::VOLAGE);
        let capture = if is_volage { self.find_relevant_capture(ctx) } else { None };
        let turn = self.turn(ctx, man, at, capture.map(|(victim, ..)| victim.at));
        ctx.apply(Effect::Reborn { man, at, promotion, new_colour: turn.colour });
        turn.finish(ctx, at);
        ctx.mark_promoted(promotion, at);
    }

    /// Lets the capturer be reborn.
    pub(in crate::rules) fn rebirth_capturer<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let Some(rebirth) = self.capturer_rebirth(ctx) else { return StageOutcome::Done };
        let CapturerRebirth { capturer, from, man, side, deciding, capture_square } = rebirth;
        // The capturer is off the board while its rebirth square is determined.
        ctx.position.remove(capturer, from);
        let mut candidates = self.candidates(&self.query(ctx, man, deciding, capture_square));
        match &mut candidates {
            HomeCandidates::Any(squares) | HomeCandidates::Must(squares) if self.cheylan => {
                *squares &= !F::Set::of(from)
            }
            HomeCandidates::Cages(cages, _) if self.cheylan => cages.retain(|&(at, _)| at != from),
            // A capturer that has moved on since its capture occupies its own rebirth square.
            HomeCandidates::One(home)
                if *home == from
                    && self.relevant_capture != RelevantCapture::ThisMove
                    && ctx.at == Some(from) =>
            {
                ctx.position.place(capturer, from);
                return if self.is_strict() { StageOutcome::Forbidden } else { StageOutcome::Done };
            }
            _ => {}
        }
        let placement = match self.choose_placement(ctx, man, candidates, Some(from)) {
            Ok(placement) => placement,
            Err(outcome) => return outcome,
        };
        ctx.position.place(capturer, from);
        let (to, promotion) = match placement {
            RebirthPlacement::Illegal => return StageOutcome::Forbidden,
            RebirthPlacement::NotReborn => return StageOutcome::Done,
            RebirthPlacement::On(to) if self.promotes() => (to, ctx.choose_promotion_at(man, side, to)),
            RebirthPlacement::On(to) => (to, None),
            RebirthPlacement::OnDecided(to, promotion) => (to, promotion),
            RebirthPlacement::Hidden(at, _) => return self.hide_capturer(ctx, (capturer, from), man, at),
        };
        self.transfer(ctx, (capturer, from), man, (to, promotion), capture_square)
    }

    /// Moves a capturer, which becomes `man`, from a square to its rebirth square.
    fn transfer<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        (capturer, from): (Man, Square),
        man: Man,
        (to, promotion): (Square, Option<Walk>),
        captured_at: Square,
    ) -> StageOutcome {
        let turn = self.turn(ctx, man, to, Some(captured_at));
        ctx.apply(Effect::Transferred {
            man: capturer,
            from,
            to,
            walk: man.walk,
            promotion,
            new_colour: turn.colour,
        });
        turn.finish(ctx, to);
        ctx.mark_promoted(promotion, to);
        ctx.track_mover(from, Some(to));
        StageOutcome::Done
    }

    /// Returns the capturer to be reborn; `None` if there is none, or if the rule does not apply to it.
    #[inline]
    fn capturer_rebirth<F: GameView<State = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> Option<CapturerRebirth> {
        let (victim, capturer, from) = self.find_relevant_capture(ctx)?;
        if !self.applies_to_man(capturer) {
            return None;
        }
        // The side is that of the capturer before the other effects of this move.
        let former = if self.relevant_capture == RelevantCapture::ThisMove { ctx.mover } else { capturer };
        let capturing_side = self.capturing_side(ctx);
        let side = side_of(former, capturing_side.other());
        let cloned = if victim.man.royal { capturer.walk } else { victim.man.walk };
        let man = Man { walk: self.changed_walk(capturer.walk, cloned), ..capturer };
        let captured_side = side_of(victim.man, capturing_side);
        let deciding = match self.home {
            _ if self.partner_decides => (victim.man, captured_side),
            // A pawn moves from the capture square as one of the captured side.
            Home::Make => (man, captured_side),
            _ => (man, side),
        };
        let rebirth = CapturerRebirth { capturer, from, man, side, deciding, capture_square: victim.at };
        self.applies_to_walk(deciding.0.walk).then_some(rebirth)
    }

    /// Hides the capturer, which becomes `man`, below the man on `at`.
    fn hide_capturer<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        (capturer, from): (Man, Square),
        man: Man,
        at: Square,
    ) -> StageOutcome {
        let man = Man { colour: self.turncoat_colour(man).unwrap_or(man.colour), ..man };
        if !ctx.position.rule_state.hide(man, at, false) {
            return StageOutcome::Forbidden;
        }
        ctx.position.remove(capturer, from);
        ctx.observer.on_effect(Effect::Hidden { man, at, promotion: None, from: Some((capturer, from)) });
        ctx.track_mover(from, None);
        StageOutcome::Done
    }

    /// Lets a kamikaze that has captured be reborn like a captured man of its kind; if it cannot be reborn,
    /// it disappears.
    pub(in crate::rules) fn rebirth_kamikaze<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let rebirth = Rebirth {
            on_occupied: OnOccupied::Relaxed,
            relevant_capture: RelevantCapture::ThisMove,
            partner_decides: false,
            ..*self
        };
        let (Some(victim), Some((man, from))) = (ctx.victim, ctx.moved_man()) else {
            return StageOutcome::Done;
        };
        ctx.position.remove(man, from);
        let candidates = rebirth.candidates(&self.query(ctx, man, (man, ctx.by), victim.at));
        let placement = if rebirth.applies_to_man(man) && rebirth.applies_to_walk(man.walk) {
            rebirth.choose_placement(ctx, man, candidates, None)
        } else {
            Ok(RebirthPlacement::NotReborn)
        };
        ctx.position.place(man, from);
        let (to, promotion) = match placement {
            Err(outcome) => return outcome,
            Ok(RebirthPlacement::On(to)) if self.promotes() => (to, ctx.choose_promotion_at(man, ctx.by, to)),
            Ok(RebirthPlacement::On(to)) => (to, None),
            Ok(RebirthPlacement::OnDecided(to, promotion)) => (to, promotion),
            Ok(RebirthPlacement::NotReborn | RebirthPlacement::Illegal | RebirthPlacement::Hidden(..)) => {
                ctx.apply(Effect::Assassinated { man, at: from });
                ctx.track_mover(from, None);
                return StageOutcome::Done;
            }
        };
        self.transfer(ctx, (man, from), man, (to, promotion), victim.at)
    }

    /// Returns the victim of the relevant capture, its capturer and the square of the capturer; `None` if
    /// there is no such capture.
    fn find_relevant_capture<F: GameView<State = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> Option<(CapturedMan, Man, Square)> {
        if self.relevant_capture == RelevantCapture::ThisMove {
            let (capturer, from) = ctx.moved_man()?;
            return Some((ctx.victim?, capturer, from));
        }
        if self.relevant_capture == RelevantCapture::WaitCapture && ctx.victim.is_none() {
            return None;
        }
        let rule_state = &ctx.position.rule_state;
        let (victim, last_square) = (rule_state.last_captured?, rule_state.last_capturer?);
        let from = match ctx.victim {
            Some(captured) if captured.at == last_square => return None,
            _ if ctx.mv.from == last_square => ctx.at?,
            _ => last_square,
        };
        Some((victim, ctx.position.man(from)?, from))
    }

    /// Returns the side that made the relevant capture. Neutral capturers count as men of this side,
    /// neutral victims as men of the other.
    pub(super) fn capturing_side<F: GameView<State = RuleState>>(&self, ctx: &MoveContext<'_, F>) -> Side {
        match self.relevant_capture {
            RelevantCapture::ThisMove => ctx.by,
            RelevantCapture::LastMove | RelevantCapture::WaitCapture => {
                ctx.position.rule_state.last_capture_side.unwrap_or(ctx.by.other())
            }
        }
    }

    /// Returns the walk of a man with this walk for its rebirth; `cloned` is that of its partner.
    pub(super) fn changed_walk(&self, walk: Walk, cloned: Walk) -> Walk {
        match self.walk_change {
            WalkChange::None => walk,
            WalkChange::Clone => cloned,
            WalkChange::Chameleon(cycle) => cycle.after(walk),
            WalkChange::Down => lower(walk),
            WalkChange::Up => higher(walk),
        }
    }

    /// Returns the change of sides of a man reborn on `to` that captured, or was captured, on `captured_at`.
    fn turn<F: GameView<State = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
        man: Man,
        to: Square,
        captured_at: Option<Square>,
    ) -> Turn {
        let layout = ctx.geometry().layout;
        let is_volage = man.flags.contains(ManFlags::VOLAGE)
            && captured_at.is_some_and(|at| layout.is_dark(at) != layout.is_dark(to));
        let opposite = Some(man.colour.opposite()).filter(|&colour| is_volage && colour != man.colour);
        Turn { colour: self.turncoat_colour(man).or(opposite), is_volage }
    }

    /// Returns the new colour of a man that changes sides by its rebirth.
    fn turncoat_colour(&self, man: Man) -> Option<Colour> {
        match man.colour {
            Colour::White if self.turncoat => Some(Colour::Black),
            Colour::Black if self.turncoat => Some(Colour::White),
            _ => None,
        }
    }
}
