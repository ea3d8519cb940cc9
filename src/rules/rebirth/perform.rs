//! Carrying out a rebirth.

use super::home::{HomeCandidates, RebirthQuery};
use super::occupancy::RebirthPlacement;
use super::transform::{SquareTransform, WalkChange, higher, lower};
use super::{Home, OnOccupied, Rebirth, RelevantCapture, Royals};
use crate::board::{Square, Squares};
use crate::position::{
    CapturedMan, Colour, Effect, Man, ManFlags, MoveBranch, NoObserver, Position, RuleState, Side, Walk,
};
use crate::rules::choices::Choices;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{KingRebirth, MoveContext, side_of};
use crate::rules::predict::CaptureBranches;
use crate::rules::rule::CaptureQuery;

impl Rebirth {
    /// Lets the captured man be reborn.
    pub(in crate::rules) fn rebirth_victim<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let Some((man, own, homes)) = self.victim_candidates(ctx) else { return StageOutcome::Done };
        // Where he could go does not matter if he must not come back.
        let stays_away =
            man.royal && ctx.king_rebirth == KingRebirth::Forbidden && self.is_rebirth_optional(false);
        let homes = if stays_away { HomeCandidates::None } else { homes };
        let place = match self.choose_placement(ctx, man, homes, None) {
            Ok(place) => place,
            Err(outcome) => return outcome,
        };
        // Where pawns promote sooner, as in Glasgow chess, the home of the other side's can be such a place.
        let promotes = self.promotes() || self.mirrored;
        let unfit = match place {
            RebirthPlacement::NotReborn => KingRebirth::Required,
            _ => KingRebirth::Forbidden,
        };
        match place {
            RebirthPlacement::Illegal => return StageOutcome::Forbidden,
            _ if man.royal && ctx.king_rebirth == unfit => return StageOutcome::Forbidden,
            RebirthPlacement::NotReborn => {}
            RebirthPlacement::Hidden(at, decided) => {
                let promotion = match decided {
                    None if promotes => ctx.choose_promotion_at(man, own, at),
                    decided => decided,
                };
                let colour = self.turncoat_colour(man).unwrap_or(man.colour);
                let below = Man { walk: promotion.unwrap_or(man.walk), colour, ..man };
                if !ctx.position.memory.hide(below, at, false) {
                    return StageOutcome::Forbidden;
                }
                ctx.apply(Effect::Hidden { man: Man { colour, ..man }, at, promotion, from: None });
            }
            RebirthPlacement::OnDecided(at, promotion) => {
                ctx.apply(Effect::Reborn { man, at, promotion, new_colour: self.turncoat_colour(man) });
            }
            RebirthPlacement::On(at) => {
                let promotion = if promotes { ctx.choose_promotion_at(man, own, at) } else { None };
                ctx.apply(Effect::Reborn { man, at, promotion, new_colour: self.turncoat_colour(man) });
            }
        }
        StageOutcome::Done
    }

    /// What may become of the two men of a capture by which the captured man is reborn, if no room has to be
    /// made for him.
    pub(super) fn capture_branches<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        self.capture_branches_with_capturer(query, Some(query.mv.to))
    }

    /// As [`fates`](Self::fates), where the capturer has gone on, and stands in nobody's way, before the captured
    /// man comes back; none as well where his home might lie elsewhere for where the capturer went.
    pub(in crate::rules) fn capture_branches_after_continuation<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        if self.has_fixed_squares() && !self.partner_decides {
            self.capture_branches_with_capturer(query, None)
        } else {
            None
        }
    }

    /// Must a captured man come back?
    pub(in crate::rules) fn is_strict(&self) -> bool {
        self.on_occupied == OnOccupied::Strict
    }

    /// What may become of the captured man beside a capturer on this square, or beside none.
    fn capture_branches_with_capturer<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
        at: Option<Square>,
    ) -> Option<CaptureBranches<F::Set>> {
        let CaptureQuery { game, position, by, mv, mover, victim, .. } = *query;
        let empty = matches!(self.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict);
        // By now a pawn may have become something else.
        let decided = !(self.partner_decides && mv.walk.is_pawn());
        if !empty
            || !decided
            || self.relevant_capture != RelevantCapture::ThisMove
            || self.turncoat
            || victim.man.royal
        {
            return None;
        }
        let mut after = *position;
        after.remove(victim.man, victim.at);
        match at {
            Some(at) => after.move_man(mover, mv.from, at),
            None => after.remove(mover, mv.from),
        }
        let (teller, choices) = (&mut NoObserver, &mut Choices::of(MoveBranch::ONLY));
        let victim = Some(victim);
        let king = KingRebirth::Optional;
        let position = &mut after;
        let ctx = MoveContext {
            game,
            position,
            observer: teller,
            choices,
            by,
            mv,
            mover,
            at,
            victim,
            is_first_leg: true,
            king_rebirth: king,
        };
        let occupied = ctx.position.occupied();
        let stays =
            CaptureBranches::VictimReturns { walk: mover.walk, squares: F::Set::EMPTY, or_none: true };
        let full = if self.on_occupied == OnOccupied::Strict { CaptureBranches::Forbidden } else { stays };
        let Some((man, _, homes)) = self.victim_candidates(&ctx) else { return Some(stays) };
        let on = |squares| CaptureBranches::VictimReturns { walk: man.walk, squares, or_none: false };
        Some(match homes {
            HomeCandidates::None => stays,
            HomeCandidates::OffBoard => full,
            HomeCandidates::One(square) if occupied.contains(square) => full,
            HomeCandidates::One(square) => on(F::Set::of(square)),
            HomeCandidates::Must(squares) if squares.is_empty() => CaptureBranches::Forbidden,
            HomeCandidates::Any(squares) if squares.is_empty() => full,
            // Who chooses an occupied square is not reborn then.
            _ if self.on_occupied == OnOccupied::Relaxed => match homes {
                HomeCandidates::Any(squares) if !squares.intersects(occupied) => {
                    let or_not = self.is_rebirth_optional(false);
                    CaptureBranches::VictimReturns { walk: man.walk, squares, or_none: or_not }
                }
                _ => return None,
            },
            HomeCandidates::Must(squares) | HomeCandidates::Any(squares) => on(squares),
            HomeCandidates::Cages(..) => return None,
        })
    }

    /// The captured man as it would be reborn, its side, and where.
    fn victim_candidates<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> Option<(Man, Side, HomeCandidates<F::Set>)> {
        // Who waits for his rebirth does not keep a king from being captured.
        let hunts = ctx.victim.is_some_and(|victim| victim.man.royal);
        if hunts && self.relevant_capture != RelevantCapture::ThisMove && self.royals == Royals::Exclusive {
            return None;
        }
        let taken = match self.relevant_capture {
            RelevantCapture::ThisMove => ctx.victim,
            RelevantCapture::LastMove => ctx.position.memory.last_captured,
            RelevantCapture::WaitCapture => {
                ctx.position.memory.last_captured.filter(|_| ctx.victim.is_some())
            }
        };
        let CapturedMan { man, at } = taken.filter(|taken| self.applies_to_man(taken.man))?;
        let partner = ctx.capturer().map_or(ctx.mover, |(capturer, _)| capturer);
        let cloned = if ctx.mover.royal { man.walk } else { ctx.mover.walk };
        let man = Man { walk: self.changed_walk(man.walk, cloned), ..man };
        let own = side_of(man, self.capturing_side(ctx));
        let decides = match self.home {
            // A pawn makes its step as one of the side that was captured.
            Home::Make if self.partner_decides => (partner, own),
            _ if self.partner_decides => (partner, ctx.by),
            _ => (man, own),
        };
        if !self.applies_to_walk(decides.0.walk) {
            return None;
        }
        Some((man, own, self.candidates(&self.query(ctx, man, decides, at))))
    }

    /// Is the captured man's home free?
    pub(in crate::rules) fn is_victim_home_blocked<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> bool {
        let Some((man, _, homes)) = self.victim_candidates(ctx) else { return false };
        homes.free_squares(ctx.game, ctx.position, man).is_empty()
    }

    /// Is the capturer's home, seen from the square it left or from that of the capture, occupied or
    /// the square it left?
    pub(in crate::rules) fn is_capturer_home_blocked<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> bool {
        let Some(victim) = ctx.victim else { return false };
        if !self.applies_to_man(ctx.mover) || !self.applies_to_walk(ctx.mover.walk) {
            return false;
        }
        let at = if self.home.is_by_capture_square() { victim.at } else { ctx.mv.from };
        let homes = self.candidates(&self.query(ctx, ctx.mover, (ctx.mover, ctx.by), at));
        (homes.free_squares(ctx.game, ctx.position, ctx.mover) & !F::Set::of(ctx.mv.from)).is_empty()
    }

    /// Where a man can stand instead of its own square: on its homes, it being lifted.
    pub(in crate::rules) fn rebirth_origins<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> F::Set {
        let Some(man) = position.man(from) else { return F::Set::EMPTY };
        let side = side_of(man, position.to_move.other());
        if self.has_fixed_squares() && !self.frischauf {
            let places = self.rebirth_squares(game, man.walk, side, from);
            return places.unwrap_or(F::Set::EMPTY) & !position.occupied().without(from);
        }
        let mut without = *position;
        without.remove(man, from);
        self.candidates(&self.query_at(game, &without, (man, side), from)).free_squares(game, &without, man)
    }

    /// The rebirth of a man of a side on the square where he stands, without a move.
    pub(super) fn query_at<'a, F: GameView>(
        &self,
        game: &'a F,
        position: &'a Position<F::Set, F::Memory>,
        (man, side): (Man, Side),
        at: Square,
    ) -> RebirthQuery<'a, F> {
        RebirthQuery {
            game,
            position,
            departure: at,
            vector: (0, 0),
            man,
            deciding_man: man,
            side: if self.mirrored { side.other() } else { side },
            at,
            backwards: self.mirrored,
            on_occupied: self.on_occupied,
        }
    }

    /// The rebirth of a man in a move, if this man, of this side, decides where.
    pub(super) fn query<'a, F: GameView<Memory = RuleState>>(
        &self,
        ctx: &'a MoveContext<'_, F>,
        man: Man,
        (decides, side): (Man, Side),
        at: Square,
    ) -> RebirthQuery<'a, F> {
        let there = self.query_at(ctx.game, ctx.position, (decides, side), at);
        RebirthQuery { departure: ctx.mv.from, vector: ctx.vector(), man, ..there }
    }

    /// Lets the capturer be reborn.
    pub(in crate::rules) fn rebirth_capturer<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let Some((victim, capturer, from)) = self.find_relevant_capture(ctx) else {
            return StageOutcome::Done;
        };
        if !self.applies_to_man(capturer) {
            return StageOutcome::Done;
        }
        // Of the colour that he had before what the move does else.
        let former = if self.relevant_capture == RelevantCapture::ThisMove { ctx.mover } else { capturer };
        let captor = self.capturing_side(ctx);
        let by = side_of(former, captor.other());
        let cloned = if victim.man.royal { capturer.walk } else { victim.man.walk };
        let walk = self.changed_walk(capturer.walk, cloned);
        let man = Man { walk, ..capturer };
        let captured = side_of(victim.man, captor);
        let decides = match self.home {
            _ if self.partner_decides => (victim.man, captured),
            // A pawn makes its step as one of the side that it captured.
            Home::Make => (man, captured),
            _ => (man, by),
        };
        if !self.applies_to_walk(decides.0.walk) {
            return StageOutcome::Done;
        }
        // The capturer is off the board while its home is looked for.
        ctx.position.remove(capturer, from);
        let mut homes = self.candidates(&self.query(ctx, man, decides, victim.at));
        match &mut homes {
            HomeCandidates::Any(squares) | HomeCandidates::Must(squares) if self.cheylan => {
                *squares &= !F::Set::of(from)
            }
            HomeCandidates::Cages(cages, _) if self.cheylan => cages.retain(|&(at, _)| at != from),
            // Who has moved on since his capture stands in his own way.
            HomeCandidates::One(home)
                if *home == from
                    && self.relevant_capture != RelevantCapture::ThisMove
                    && ctx.at == Some(from) =>
            {
                ctx.position.place(capturer, from);
                let strict = self.on_occupied == OnOccupied::Strict;
                return if strict { StageOutcome::Forbidden } else { StageOutcome::Done };
            }
            _ => {}
        }
        let place = match self.choose_placement(ctx, man, homes, Some(from)) {
            Ok(place) => place,
            Err(outcome) => return outcome,
        };
        ctx.position.place(capturer, from);
        let (to, promotion) = match place {
            RebirthPlacement::Illegal => return StageOutcome::Forbidden,
            RebirthPlacement::NotReborn => return StageOutcome::Done,
            RebirthPlacement::On(to) if self.promotes() => (to, ctx.choose_promotion_at(man, by, to)),
            RebirthPlacement::On(to) => (to, None),
            RebirthPlacement::OnDecided(to, promotion) => (to, promotion),
            RebirthPlacement::Hidden(at, _) => {
                let below = Man { colour: self.turncoat_colour(man).unwrap_or(man.colour), ..man };
                if !ctx.position.memory.hide(below, at, false) {
                    return StageOutcome::Forbidden;
                }
                ctx.position.remove(capturer, from);
                ctx.observer.on_effect(Effect::Hidden {
                    man: below,
                    at,
                    promotion: None,
                    from: Some((capturer, from)),
                });
                ctx.track_mover(from, None);
                return StageOutcome::Done;
            }
        };
        ctx.apply(Effect::Transferred {
            man: capturer,
            from,
            to,
            walk,
            promotion,
            new_colour: self.turncoat_colour(man),
        });
        ctx.track_mover(from, Some(to));
        StageOutcome::Done
    }

    /// Lets a kamikaze that has captured be reborn as a captured man of its kind; if it
    /// cannot be, it disappears.
    pub(in crate::rules) fn rebirth_kamikaze<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let rebirth = Rebirth {
            on_occupied: OnOccupied::Relaxed,
            relevant_capture: RelevantCapture::ThisMove,
            partner_decides: false,
            ..*self
        };
        let (Some(victim), Some((man, from))) = (ctx.victim, ctx.capturer()) else {
            return StageOutcome::Done;
        };
        ctx.position.remove(man, from);
        let homes = rebirth.candidates(&self.query(ctx, man, (man, ctx.by), victim.at));
        let place = if rebirth.applies_to_man(man) && rebirth.applies_to_walk(man.walk) {
            rebirth.choose_placement(ctx, man, homes, None)
        } else {
            Ok(RebirthPlacement::NotReborn)
        };
        ctx.position.place(man, from);
        match place {
            Err(outcome) => return outcome,
            Ok(RebirthPlacement::On(to)) => {
                let promotion = if self.promotes() { ctx.choose_promotion_at(man, ctx.by, to) } else { None };
                let turned = self.turncoat_colour(man);
                ctx.apply(Effect::Transferred {
                    man,
                    from,
                    to,
                    walk: man.walk,
                    promotion,
                    new_colour: turned,
                });
                ctx.track_mover(from, Some(to));
            }
            Ok(_) => {
                ctx.apply(Effect::Assassinated { man, at: from });
                ctx.track_mover(from, None);
            }
        }
        StageOutcome::Done
    }

    /// The capture that the rule is about: its victim, its capturer and where that stands.
    fn find_relevant_capture<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> Option<(CapturedMan, Man, Square)> {
        if self.relevant_capture == RelevantCapture::ThisMove {
            let (capturer, from) = ctx.capturer()?;
            return Some((ctx.victim?, capturer, from));
        }
        if self.relevant_capture == RelevantCapture::WaitCapture && ctx.victim.is_none() {
            return None;
        }
        let memory = &ctx.position.memory;
        let (taken, stood) = (memory.last_captured?, memory.last_capturer?);
        let from = match ctx.victim {
            Some(victim) if victim.at == stood => return None,
            _ if ctx.mv.from == stood => ctx.at?,
            _ => stood,
        };
        Some((taken, ctx.position.man(from)?, from))
    }

    /// The side that made the capture that the rule is about: to it neutral capturers belong, and neutral
    /// victims to the other.
    fn capturing_side<F: GameView<Memory = RuleState>>(&self, ctx: &MoveContext<'_, F>) -> Side {
        match self.relevant_capture {
            RelevantCapture::ThisMove => ctx.by,
            RelevantCapture::LastMove | RelevantCapture::WaitCapture => {
                ctx.position.memory.last_capture_side.unwrap_or(ctx.by.other())
            }
        }
    }

    /// Is the man one that is reborn, if its walk is one of those that are?
    pub(in crate::rules) fn applies_to_man(&self, man: Man) -> bool {
        !(man.royal && self.royals == Royals::Exclusive)
    }

    /// Are men of the walk reborn? It is that of who decides where, after his change.
    pub(in crate::rules) fn applies_to_walk(&self, walk: Walk) -> bool {
        self.april.is_none_or(|walks| walks.contains(walk))
    }

    fn changed_walk(&self, walk: Walk, cloned: Walk) -> Walk {
        match self.walk_change {
            WalkChange::None => walk,
            WalkChange::Clone => cloned,
            WalkChange::Chameleon(cycle) => cycle.next[walk.index()],
            WalkChange::Down => lower(walk),
            WalkChange::Up => higher(walk),
        }
    }

    /// Where the man can be reborn, the square adapted.
    pub(in crate::rules) fn candidates<F: GameView>(
        &self,
        birth: &RebirthQuery<'_, F>,
    ) -> HomeCandidates<F::Set> {
        let layout = birth.geometry().layout;
        let fairy = birth.deciding_man.flags.contains(ManFlags::FRISCHAUF);
        if self.frischauf && fairy {
            let promotion_rank = birth.geometry().pawn(birth.side).promotion_rank;
            let file = layout.file(birth.at);
            return promotion_rank.iter().find(|&square| layout.file(square) == file).into();
        }
        let adapted = |squares: F::Set| {
            F::Set::from_squares(squares.iter().filter_map(|square| self.transform.apply(layout, square)))
        };
        match self.home.candidates(birth) {
            HomeCandidates::One(square) => self.transform.apply(layout, square).into(),
            HomeCandidates::Must(squares) => {
                let squares =
                    if self.transform == SquareTransform::None { squares } else { adapted(squares) };
                let room = self.on_occupied.always_has_room();
                HomeCandidates::Must(if room { squares } else { squares & !birth.position.occupied() })
            }
            homes => homes,
        }
    }

    fn turncoat_colour(&self, man: Man) -> Option<Colour> {
        match man.colour {
            Colour::White if self.turncoat => Some(Colour::Black),
            Colour::Black if self.turncoat => Some(Colour::White),
            _ => None,
        }
    }
}
