//! The squares on which the men of a capture can be reborn.

use super::home::{HomeCandidates, RebirthQuery};
use super::transform::SquareTransform;
use super::{Home, Rebirth, RelevantCapture, Royals};
use crate::board::{Square, Squares};
use crate::position::{CapturedMan, Man, ManFlags, Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};

impl Rebirth {
    /// Returns the captured man with the walk of its rebirth, its side, and the candidate squares; `None`
    /// if it is not reborn.
    pub(super) fn victim_candidates<F: GameView<State = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> Option<(Man, Side, HomeCandidates<F::Set>)> {
        // The pending rebirth of an earlier victim does not prevent the capture of a king.
        let captures_royal = ctx.victim.is_some_and(|victim| victim.man.royal);
        if captures_royal
            && self.relevant_capture != RelevantCapture::ThisMove
            && self.royals == Royals::Exclusive
        {
            return None;
        }
        let captured = match self.relevant_capture {
            RelevantCapture::ThisMove => ctx.victim,
            RelevantCapture::LastMove => ctx.position.rule_state.last_captured,
            RelevantCapture::WaitCapture => {
                ctx.position.rule_state.last_captured.filter(|_| ctx.victim.is_some())
            }
        };
        let CapturedMan { man, at } = captured.filter(|captured| self.applies_to_man(captured.man))?;
        let partner = || ctx.moved_man().map_or(ctx.mover, |(capturer, _)| capturer);
        let cloned = if ctx.mover.royal { man.walk } else { ctx.mover.walk };
        let man = Man { walk: self.changed_walk(man.walk, cloned), ..man };
        let side = side_of(man, self.capturing_side(ctx));
        let deciding = match self.home {
            // A pawn moves from the capture square as one of the captured side.
            Home::Make if self.partner_decides => (partner(), side),
            _ if self.partner_decides => (partner(), ctx.by),
            _ => (man, side),
        };
        if !self.applies_to_walk(deciding.0.walk) {
            return None;
        }
        Some((man, side, self.candidates(&self.query(ctx, man, deciding, at))))
    }

    /// Returns whether no rebirth square of the captured man is free.
    pub(in crate::rules) fn is_victim_home_blocked<F: GameView<State = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> bool {
        let Some((man, _, candidates)) = self.victim_candidates(ctx) else { return false };
        candidates.free_squares(ctx.game, ctx.position, man).is_empty()
    }

    /// Returns whether no rebirth square of the capturer is free and different from its departure square.
    /// The rebirth square is determined by the departure square or by the capture square.
    pub(in crate::rules) fn is_capturer_home_blocked<F: GameView<State = RuleState>>(
        &self,
        ctx: &MoveContext<'_, F>,
    ) -> bool {
        let Some(victim) = ctx.victim else { return false };
        if !self.applies_to_man(ctx.mover) || !self.applies_to_walk(ctx.mover.walk) {
            return false;
        }
        let at = if self.home.is_by_capture_square() { victim.at } else { ctx.origin };
        let candidates = self.candidates(&self.query(ctx, ctx.mover, (ctx.mover, ctx.by), at));
        (candidates.free_squares(ctx.game, ctx.position, ctx.mover) & !F::Set::of(ctx.origin)).is_empty()
    }

    /// Returns the free rebirth squares of the man on `from`, from which it moves instead of `from`; the
    /// man itself is not an obstacle.
    pub(in crate::rules) fn rebirth_origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> F::Set {
        let Some(walk) = position.walk_on(from) else { return F::Set::EMPTY };
        let side = position.side_on(from);
        if self.has_fixed_squares() && !self.frischauf {
            let squares = self.rebirth_squares(game.geometry(), walk, side, from);
            return squares.unwrap_or(F::Set::EMPTY) & !position.occupied().without(from);
        }
        let man = position.man_of(walk, from);
        let mut without = *position;
        without.remove(man, from);
        self.candidates(&self.query_at(game, &without, (man, side), from)).free_squares(game, &without, man)
    }

    /// Returns the query for a man of a side on its present square, without a move.
    pub(super) fn query_at<'a, F: GameView>(
        &self,
        game: &'a F,
        position: &'a Position<F::Set, F::State>,
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

    /// Returns the query for the rebirth of `man` in a move. The deciding man and its side determine the
    /// square.
    pub(super) fn query<'a, F: GameView<State = RuleState>>(
        &self,
        ctx: &'a MoveContext<'_, F>,
        man: Man,
        (deciding, side): (Man, Side),
        at: Square,
    ) -> RebirthQuery<'a, F> {
        let query = self.query_at(ctx.game, ctx.position, (deciding, side), at);
        // Computed only where it is needed, since this is called for every rebirth.
        let vector = if self.home == Home::Equipollent { ctx.vector() } else { query.vector };
        RebirthQuery { departure: ctx.mv.from, vector, man, ..query }
    }

    /// Returns whether the rule applies to the man, apart from its walk.
    pub(in crate::rules) fn applies_to_man(&self, man: Man) -> bool {
        !(man.royal && self.royals == Royals::Exclusive)
    }

    /// Returns whether the rule applies to a deciding man of this walk, which is its walk after a change.
    pub(in crate::rules) fn applies_to_walk(&self, walk: Walk) -> bool {
        self.april.is_none_or(|walks| walks.contains(walk))
    }

    /// Returns the candidate squares of a rebirth, after their transformation.
    pub(in crate::rules) fn candidates<F: GameView>(
        &self,
        query: &RebirthQuery<'_, F>,
    ) -> HomeCandidates<F::Set> {
        let layout = query.geometry().layout;
        let is_promoted = query.deciding_man.flags.contains(ManFlags::FRISCHAUF);
        if self.frischauf && is_promoted {
            let promotion_rank = query.geometry().pawn(query.side).promotion_rank;
            let file = layout.file(query.at);
            return promotion_rank.iter().find(|&square| layout.file(square) == file).into();
        }
        let transformed = |squares: F::Set| {
            F::Set::from_squares(squares.iter().filter_map(|square| self.transform.apply(layout, square)))
        };
        match self.home.candidates(query) {
            HomeCandidates::One(square) => self.transform.apply(layout, square).into(),
            HomeCandidates::Must(squares) => {
                let squares =
                    if self.transform == SquareTransform::None { squares } else { transformed(squares) };
                let has_room = self.on_occupied.always_has_room();
                HomeCandidates::Must(if has_room { squares } else { squares & !query.position.occupied() })
            }
            candidates => candidates,
        }
    }
}
