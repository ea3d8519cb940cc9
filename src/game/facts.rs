//! Facts about the rules of a game that a search may rely on.
//!
//! The rules that are compiled in and the general rules differ in what is known without making a move. A search asks
//! for the fact that it needs; only the modules of games and rules know which engine answers. Facts of the rules alone
//! are constants of the compiled game, so that a search loses nothing by asking.
//!
//! A fact is never claimed where it is not known: the answer `false` permits no conclusion, unless the doc states otherwise.

use std::sync::Arc;

use super::{Game, PermittedTargets, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::game::attacks::is_attacked_by;
use crate::game::general::attack_test::{check_by_attacks, king_decided_by_attacks, men_that_capture_aside};
use crate::game::general::lent_walks::squares_to_check_with;
use crate::game::general::static_legality::{
    general_captures_check_as_in_orthodox, may_promote, promotes_late, unrestricted_general_king,
    victims_reborn_on,
};
use crate::game::general::targets::permitted_king_steps;
use crate::position::{AnyRuleState, ManFlags, Move, MoveKind, Position, Side, Walk};
use crate::rules::{
    AttackFacts, CaptureEffect, CheckModel, DecidedMoves, GameRules, PlyBounds, RuleFlags, WalkChanges,
};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns whether moves are made in order to test their legality, unless a shortcut is known. A search gains by
    /// testing a move while it is generated, and by avoiding moves. Otherwise masks decide the legality of nearly every
    /// move, and a filter is cheapest before it.
    #[inline(always)]
    pub(crate) fn tests_moves_by_making(&self) -> bool {
        R::GENERAL
    }

    /// Returns whether captures have effects, and a [preview](Self::preview) can show these without making the move.
    #[inline(always)]
    pub(crate) fn has_capture_previews(&self) -> bool {
        !R::ORTHODOX_CAPTURES && !R::GENERAL
    }

    /// Returns whether no move but a capture can cause a rebirth.
    #[inline(always)]
    pub(crate) fn only_captures_cause_rebirths(&self) -> bool {
        !R::GENERAL
    }

    /// Returns whether a quiet move in this position does nothing but move a man to another square.
    #[inline(always)]
    pub(crate) fn quiet_moves_only_move(&self, position: &PositionOf<B, R>) -> bool {
        self.general(position).is_none_or(|(game, position)| {
            game.rules.quiet_moves_are_plain(&position.rule_state) && !position.rule_state.has_hidden()
        })
    }

    /// Returns whether a capture between men without attributes only moves the capturer and removes the victim.
    #[inline(always)]
    pub(crate) fn captures_only_capture(&self) -> bool {
        R::ORTHODOX_CAPTURES || (R::GENERAL && self.rules.facts().capture_effect == CaptureEffect::None)
    }

    /// Returns whether captures are never forbidden by a rule, and have no effects other than rebirths.
    #[inline(always)]
    pub(crate) fn captures_have_only_rebirths(&self) -> bool {
        !R::GENERAL
            || (self.rules.facts().capture_effect == CaptureEffect::None
                && !self.rules.facts().flags.restricts_captures)
    }

    /// Returns whether a pawn promotes, as in orthodox chess, only by a move to its last rank, to a walk that is part of
    /// the move, and gives check from there as any man does.
    #[inline(always)]
    pub(crate) fn promotes_as_in_orthodox(&self) -> bool {
        !R::GENERAL
    }

    /// Returns the squares next to the [unrestricted king](Self::unrestricted_king) of `side` that are empty, or in orthodox
    /// chess without a man of its own, and to which no rule forbids it to go if they are not attacked.
    #[inline(always)]
    pub(crate) fn king_steps(&self, position: &PositionOf<B, R>, king: Square, side: Side) -> B::Set {
        if let Some((game, position)) = self.general(position)
            && game.rules.facts().attacks.are_restricted
        {
            return permitted_king_steps(game, position, king, side);
        }
        let own = if R::ORTHODOX_CAPTURES { position.of(side) } else { position.occupied().without(king) };
        self.board.geometry().king[king.index()] & !own
    }

    /// Returns whether the side to move could promote a pawn by its next move, and choose the walk after it.
    #[inline(always)]
    pub(crate) fn may_promote_late(&self, position: &PositionOf<B, R>) -> bool {
        R::GENERAL && self.rules.facts().flags.late_promotion && may_promote(self, position)
    }

    /// Returns whether the walk of the man on the arrival or the departure square is not known after the move: a pawn
    /// with a promotion that is chosen later, or a man that the move reveals from below one of the squares `hidden`.
    #[inline(always)]
    pub(crate) fn leaves_unknown_man(&self, mv: Move, side: Side, hidden: B::Set) -> bool {
        R::GENERAL && (promotes_late(self, mv, side) || hidden.contains(mv.from))
    }

    /// Returns whether quiet moves are orthodox, whatever quiet moves are made before: they give check, or leave their
    /// own king in check, only by an attack, and a king may go to any adjacent square that is empty and not attacked.
    #[inline(always)]
    pub(crate) fn quiet_moves_stay_orthodox(&self) -> bool {
        let has_plain_quiet_moves = || {
            let facts = self.rules.facts();
            facts.king_steps_are_unrestricted && !facts.flags.quiet_effects
        };
        self.check_model_everywhere().necessary && (!R::GENERAL || has_plain_quiet_moves())
    }

    /// Returns whether the rules are those of orthodox chess, and no side may pass.
    pub(crate) fn is_orthodox(&self) -> bool {
        R::ORTHODOX_CAPTURES && !R::GENERAL && B::LINES_UNIQUE && !self.may_pass
    }

    /// Returns what the rules permit if they do nothing but restrict the squares to which men may go; `None` otherwise.
    pub(crate) fn only_permitted_targets(&self) -> Option<&Arc<PermittedTargets<B::Set>>> {
        let facts = self.rules.facts();
        let only_restricts = facts.ply_bounds == Some(PlyBounds::RESTRICTION)
            && facts.flags == RuleFlags { restricts_targets: true, ..RuleFlags::default() };
        self.permitted_targets.as_ref().filter(|_| only_restricts)
    }

    /// Returns whether men may have walks of fairy chess.
    #[inline(always)]
    pub(crate) fn may_have_fairy_men(&self) -> bool {
        R::GENERAL
    }

    /// Returns whether a man of this position is neutral or of fairy chess.
    #[inline(always)]
    pub(crate) fn has_fairy_or_neutral_men(&self, position: &PositionOf<B, R>) -> bool {
        R::GENERAL && (!position.fairy_men().is_empty() || position.has_neutrals())
    }

    /// Returns the moves of this position of which the attacks after them decide whether they are legal and whether
    /// they give check, where men may be of fairy chess or are neutral, or some attacks are not permitted;
    /// [`DecidedMoves::None`] elsewhere and for compiled-in rules.
    #[inline]
    pub(crate) fn decided_by_attacks(&self, position: &PositionOf<B, R>) -> DecidedMoves {
        let Some((game, position)) = self.general(position) else { return DecidedMoves::None };
        let AttackFacts { decided, are_restricted, .. } = game.rules.facts().attacks;
        // Check mask and pins decide more about other men.
        if game.rules.fairy_walks().is_empty() && !are_restricted && !position.has_neutrals() {
            return DecidedMoves::None;
        }
        let rule_state = &position.rule_state;
        let is_plain = decided != DecidedMoves::None
            && B::LINES_UNIQUE
            && game.rules.permitted_quiet_moves_are_plain(rule_state)
            && !rule_state.has_attributes()
            && !rule_state.has_hidden()
            && !rule_state.has_royal_lookalikes()
            && position.walk(Walk::ReversedPawn).is_empty();
        if is_plain { decided } else { DecidedMoves::None }
    }

    /// Returns whether a pseudo-legal move gives check to the only royal man of the opponent; `None` if the attacks
    /// after it [do not decide](Self::decided_by_attacks) that.
    #[inline]
    pub(crate) fn check_by_attacks(&self, position: &PositionOf<B, R>, mv: Move) -> Option<bool> {
        self.general(position).and_then(|(game, position)| check_by_attacks(game, position, mv))
    }

    /// Returns the squares that a move of the side to move must leave or enter to give check, unless it is castling or a capture
    /// en passant; `None` if they are not known, or if the opponent is attacked already. Known only where men lend their walks
    /// to others.
    #[inline]
    pub(crate) fn squares_to_check_with(&self, position: &PositionOf<B, R>) -> Option<B::Set> {
        self.general(position).and_then(|(game, position)| squares_to_check_with(game, position))
    }

    /// Returns whether some attacks are not permitted, by the squares of the move or by contact.
    #[inline(always)]
    pub(crate) fn attacks_are_restricted(&self) -> bool {
        R::GENERAL && self.rules.facts().attacks.are_restricted
    }

    /// Returns whether a man of `by` attacks a square by a permitted move.
    pub(crate) fn has_permitted_attack(&self, position: &PositionOf<B, R>, square: Square, by: Side) -> bool {
        is_attacked_by(self, position, square, by, position.of(by), None, position.occupied())
    }

    /// Returns the squares on which a man can decide whether contact permits the capture of a man on a square.
    #[inline]
    pub(crate) fn contact_squares(&self, square: Square) -> B::Set {
        match R::GENERAL && self.rules.facts().attacks.contact.is_some() {
            true => self.board.geometry().king[square.index()],
            false => B::Set::EMPTY,
        }
    }

    /// Returns the squares on which a man can decide whether a man of fairy chess of `side` attacks a square.
    #[inline]
    pub(crate) fn deciding_squares(&self, position: &PositionOf<B, R>, side: Side, square: Square) -> B::Set {
        let movements = &self.board.geometry().movements;
        fairy_union(position, side, |walk, at| movements.deciding_squares(walk, side, at, square))
    }

    /// Returns the men of fairy chess of the side to move that may give check from any square: those of which the
    /// victims may be on lines to the king, and pawns, which promote on ranks of their own.
    #[inline]
    pub(crate) fn men_without_check_squares(&self, position: &PositionOf<B, R>) -> B::Set {
        let men = |(game, position)| men_that_capture_aside(game, position);
        let pawns = |at: &Square| position.walk_on(*at).is_some_and(|walk| walk.is_pawn());
        let pawns = B::Set::from_squares(position.fairy_men().iter().filter(pawns));
        self.general(position).map_or(B::Set::EMPTY, men) | (pawns & position.of(position.to_move))
    }

    /// Returns the squares from which men of fairy chess of `side` that are on the board can attack a square, wherever
    /// other men are.
    pub(crate) fn fairy_sources(&self, position: &PositionOf<B, R>, side: Side, square: Square) -> B::Set {
        let movements = &self.board.geometry().movements;
        fairy_union(position, side, |walk, _| movements.sources(walk, side, square))
    }

    /// Returns the squares that the men of fairy chess of `side` can attack, wherever other men are.
    pub(crate) fn fairy_reach(&self, position: &PositionOf<B, R>, side: Side) -> B::Set {
        let movements = &self.board.geometry().movements;
        fairy_union(position, side, |walk, at| movements.reach(walk, side, at))
    }

    /// Returns whether a quiet move gives check to the royal man of `side` on `royal` only by an attack that it makes
    /// or opens. A quiet move that reveals a hidden man is an exception.
    #[inline(always)]
    pub(crate) fn quiet_checks_are_orthodox(
        &self,
        position: &PositionOf<B, R>,
        side: Side,
        royal: Option<Square>,
    ) -> bool {
        let requires_attack = |royal| self.check_model_on(side, royal).necessary;
        (!R::GENERAL && royal.is_some_and(requires_attack)) || self.quiet_moves_are_orthodox(position)
    }

    /// Returns whether in every position every attack gives check, and a move without a capture attacks only as in
    /// orthodox chess.
    #[inline(always)]
    pub(crate) fn attacks_are_orthodox(&self) -> bool {
        !R::GENERAL && self.check_model_everywhere().sufficient
    }

    /// Returns what an attack means for check in every position.
    #[inline(always)]
    pub(crate) fn check_model_everywhere(&self) -> CheckModel {
        // Known when this is compiled.
        if R::ORTHODOX_CAPTURES { self.rules.check_model() } else { self.check_model_everywhere }
    }

    /// Returns what an attack means for check in this position, with the royal men on their present squares.
    #[inline(always)]
    pub(crate) fn check_model(&self, position: &PositionOf<B, R>) -> CheckModel {
        let model = self.check_model_everywhere();
        let Some((game, position)) = self.general(position) else { return model };
        let plain = game.rules.facts().plain_check_model;
        let is_out_of_reach =
            |side: Side| !game.extra_reach[side.index()].intersects(position.royal & position.of(side));
        let necessary = model.necessary || (plain.necessary && Side::BOTH.into_iter().all(is_out_of_reach));
        CheckModel {
            necessary: necessary && !position.rule_state.has_royal_lookalikes(),
            sufficient: plain.sufficient && !position.rule_state.has_attributes(),
        }
    }

    /// Returns what an attack means for check to the royal man of a side on this square.
    #[inline(always)]
    pub(crate) fn check_model_on(&self, side: Side, royal: Square) -> CheckModel {
        if !R::GENERAL {
            return self.rules.check_model_on(&self.board, side, royal);
        }
        let model = self.check_model_everywhere();
        let is_out_of_reach = !self.extra_reach[side.index()].contains(royal);
        let necessary =
            model.necessary || (self.rules.facts().plain_check_model.necessary && is_out_of_reach);
        CheckModel { necessary, ..model }
    }

    /// Returns whether a permitted capture can give check only as in orthodox chess: by the capturer on its arrival
    /// square, or by a line that it opens. A reborn man can only close lines.
    #[inline(always)]
    pub(crate) fn captures_check_as_in_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        match self.general(position) {
            Some((game, position)) => general_captures_check_as_in_orthodox(game, position),
            None => self.check_model_everywhere().sufficient,
        }
    }

    /// Returns the men that the side to move may capture, if the rules of captures allow it: those of the other side
    /// or, where a side may capture its own men, all.
    #[inline(always)]
    pub(crate) fn possible_victims(&self, position: &PositionOf<B, R>) -> B::Set {
        match R::GENERAL && self.rules.facts().flags.captures_own_men {
            true => position.occupied(),
            false => position.of(position.to_move.other()),
        }
    }

    /// Returns those of the [possible victims](Self::possible_victims) that may be reborn on one of some squares, or after
    /// the capture of which more may happen than such a rebirth.
    pub(crate) fn victims_reborn_on(&self, position: &PositionOf<B, R>, squares: B::Set) -> B::Set {
        let victims = self.possible_victims(position);
        match self.general(position) {
            Some((game, position)) => victims & victims_reborn_on(game, position, squares),
            None => victims,
        }
    }

    /// Returns the only royal man of a side if it is a king that is safe on every adjacent square that is not attacked
    /// and, under general rules, empty and permitted. `None` if that is not known.
    #[inline(always)]
    pub(crate) fn unrestricted_king(&self, position: &PositionOf<B, R>, side: Side) -> Option<Square> {
        if let Some((game, position)) = self.general(position) {
            return unrestricted_general_king(game, position, side)
                .or_else(|| king_decided_by_attacks(game, position, side));
        }
        let royals = position.royal & position.of(side);
        let king = royals.first().filter(|_| {
            B::LINES_UNIQUE && self.check_model_everywhere().necessary && !royals.more_than_one()
        })?;
        position.walk(Walk::King).contains(king).then_some(king)
    }

    /// Returns the square of the man that made a move; `None` if the rules have removed it.
    #[inline(always)]
    pub(crate) fn square_of_moved_man(
        &self,
        before: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Option<Square> {
        if R::GENERAL {
            // The state names the man of the move before a pass.
            return after.rule_state.mover_square(mv.to).filter(|_| mv.kind != MoveKind::Pass);
        }
        let to = self.rules.final_square(&self.board, before, mv);
        after.of(after.to_move.other()).contains(to).then_some(to)
    }

    /// Returns whether the man that moves may be on a square after a legal move.
    #[inline(always)]
    pub(crate) fn may_finish_on(&self, position: &PositionOf<B, R>, mv: Move, square: Square) -> bool {
        R::GENERAL || self.rules.final_square(&self.board, position, mv) == square
    }

    /// Returns whether all men are on the board, none is hidden and none has flags.
    #[inline(always)]
    pub(crate) fn has_only_plain_men(position: &PositionOf<B, R>) -> bool {
        !R::GENERAL
            || (!position.rule_state.has_hidden()
                && position.rule_state.reserve().is_empty()
                && position.occupied().iter().all(|at| position.flags(at) == ManFlags::NONE))
    }

    /// Returns whether a quiet move can give check, or leave its own king in check, only by an attack that it makes or
    /// opens, as in orthodox chess. Exceptions are moves that reveal a hidden man and king moves into
    /// [`extra_reach`](Self::extra_reach).
    #[inline]
    pub fn quiet_moves_are_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        self.check_model(position).necessary
            && self.general(position).is_none_or(|(game, position)| {
                B::LINES_UNIQUE
                    && game.rules.quiet_moves_are_plain(&position.rule_state)
                    // A hidden king that reappears may be mated there.
                    && !Side::BOTH.into_iter().any(|side| position.rule_state.hidden_royal_count(side) > 0)
                    && position.walk(Walk::ReversedPawn).is_empty()
            })
    }

    /// Returns how men change by moving, if quiet moves are [orthodox](Self::quiet_moves_are_orthodox) otherwise; `None`
    /// if they have other effects or none, and with fairy or neutral men.
    #[inline]
    pub(crate) fn walk_changes(&self, position: &PositionOf<B, R>) -> Option<&WalkChanges> {
        if !R::GENERAL {
            return None;
        }
        self.rules.facts().walk_changes.as_ref().filter(|_| {
            B::LINES_UNIQUE
                && self.check_model(position).necessary
                && !self.has_fairy_or_neutral_men(position)
                && !position.rule_state.has_attributes()
                && !position.rule_state.has_hidden()
                && position.walk(Walk::ReversedPawn).is_empty()
        })
    }

    /// Returns whether a permitted capture has no further effect, unless the capturer is a kamikaze.
    pub fn captures_are_orthodox(&self) -> bool {
        // The victim of an en passant capture may reappear at once, but en passant is always made to test it.
        !R::GENERAL || self.rules.facts().capture_effect <= CaptureEffect::VictimHidden
    }

    /// Returns whether no capture in this position has a further effect, not even one by a kamikaze.
    pub fn captures_are_plain(&self, position: &PositionOf<B, R>) -> bool {
        R::ORTHODOX_CAPTURES
            || (R::GENERAL && self.captures_are_orthodox() && !position.rule_state.has_attributes())
    }
}

/// Returns the union of the sets that `of` gives for the walks and squares of the men of fairy chess of a side.
#[inline]
fn fairy_union<S: Squares, M: AnyRuleState>(
    position: &Position<S, M>,
    side: Side,
    of: impl Fn(Walk, Square) -> S,
) -> S {
    let men = position.fairy_men() & position.of(side);
    let sets = men.iter().filter_map(|at| Some(of(position.walk_on(at)?, at)));
    sets.fold(S::EMPTY, |all, some| all | some)
}
