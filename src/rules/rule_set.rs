//! A set of rules in force together: their order, what may be assumed of them, and their stages in one
//! move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::check_model::CheckModel;
use super::condition::Condition;
use super::facts::RuleFacts;
use super::game_rules::{Capture, GameRules, StageOutcome, UnderRules};
use super::game_view::GameView;
use super::ply_bounds::PlyBounds;
use super::predict::{CaptureBranches, PredictedRebirth};
use super::rebirth::{Relocation, VictimReborn};
use super::restriction::Patrol;
use super::rule::{CaptureObligation, CaptureQuery, Rule, RuleFlags};
use super::scope::ScopedRule;
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{
    AnyRuleState, EffectObserver, FairyWalk, Man, ManFlags, Move, Position, RuleState, Side, Walk,
};

/// Rules in force together, in the order in which they act. The facts about all of them are computed
/// once, in [`RuleSet::new`].
#[derive(Clone, Debug)]
pub struct RuleSet {
    scoped_rules: Arc<[ScopedRule]>,
    facts: RuleFacts,
    /// The walks that men can have: those of chess, then those of fairy chess in the problem.
    walks: Arc<[Walk]>,
    /// The walks to which a pawn can promote where pawns promote, in the order of the move list.
    promotions: Arc<[Walk]>,
    /// Whether a move had more branches than a number can distinguish.
    branch_overflow: Arc<AtomicBool>,
}

/// Two rules that cannot be combined.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the conditions '{}' and '{}' cannot be combined: {}", .texts[0], .texts[1], .reason)]
pub struct Conflict {
    /// The indices of the rules in the list.
    pub rules: [usize; 2],
    /// The names of the rules.
    pub texts: [String; 2],
    /// The reason.
    pub reason: &'static str,
}

impl RuleSet {
    /// Returns the set of these rules.
    ///
    /// # Errors
    /// If two of them cannot be combined.
    pub fn new<C: Into<ScopedRule> + Copy>(rules: &[C]) -> Result<RuleSet, Conflict> {
        let mut rules: Vec<ScopedRule> = rules.iter().map(|&rule| rule.into()).collect();
        for (index, one) in rules.iter().enumerate() {
            for (other_index, other) in rules.iter().enumerate().skip(index + 1) {
                if let Some(reason) = one.conflict(*other) {
                    let texts = [one.to_string(), other.to_string()];
                    return Err(Conflict { rules: [index, other_index], texts, reason });
                }
            }
        }
        // The order in which a problem states its rules has no meaning.
        rules.sort_by_key(|rule| rule.order());
        Ok(RuleSet {
            facts: RuleFacts::of(&rules),
            walks: Walk::CHESS.into(),
            promotions: RuleFacts::of(&rules).flags.chess_promotions().into(),
            scoped_rules: rules.into(),
            branch_overflow: Arc::default(),
        })
    }

    /// Returns the rules, in the order in which they take effect.
    pub fn scoped_rules(&self) -> &[ScopedRule] {
        &self.scoped_rules
    }

    /// Returns the same rules, with the diagram square of each man remembered.
    pub fn traced(mut self) -> RuleSet {
        self.facts.flags.tracks_diagram_squares = true;
        self
    }

    /// Returns the same rules without any assumption, so that every move is made in order to test it. All
    /// shortcuts must agree with this set.
    pub fn without_shortcuts(self) -> RuleSet {
        RuleSet { facts: self.facts.without_shortcuts(), ..self }
    }

    /// Returns the same rules for men with these walks of fairy chess, to which pawns promote, too. What is assumed of
    /// orthodox men is not assumed any more.
    pub fn with_fairy_walks(self, walks: &[Walk]) -> RuleSet {
        if walks.is_empty() {
            return self;
        }
        let promotable = walks.iter().filter(|walk| walk.fairy().is_some_and(FairyWalk::is_promotion));
        let promotions = self.promotions.iter().chain(promotable).copied().collect();
        let walks = [&Walk::CHESS, walks].concat().into();
        RuleSet { walks, promotions, ..self.without_shortcuts() }
    }

    /// Returns the walks that men can have: those of chess, then those of fairy chess.
    pub fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// Returns the walks of fairy chess that men can have.
    pub fn fairy_walks(&self) -> &[Walk] {
        &self.walks[Walk::CHESS_COUNT..]
    }

    /// Returns the walks to which a pawn can promote where these flags apply, in the order of the move list; empty if pawns
    /// do not promote.
    #[inline]
    pub fn promotions(&self, flags: &RuleFlags) -> &[Walk] {
        if flags.no_promotion { &[] } else { &self.promotions }
    }

    /// Returns the rules in force in the ply that `side` makes after `ply` plies.
    #[inline]
    pub(super) fn in_force(&self, ply: u16, side: Side) -> impl Iterator<Item = &Condition> {
        let includes =
            move |rule: &&ScopedRule| self.facts.all_unscoped || rule.scope().includes(side, ply + 1);
        self.scoped_rules.iter().filter(includes).map(|rule| &**rule)
    }

    /// Returns the rule, if there is only one and it is in force for both sides and all plies.
    #[inline]
    pub(super) fn only_rule(&self) -> Option<&Condition> {
        match &*self.scoped_rules {
            [rule] if self.facts.all_unscoped => Some(rule),
            _ => None,
        }
    }

    /// Returns the rules that affect the moves of the man on `at`.
    fn in_force_for_man<S: Squares>(
        &self,
        position: &Position<S, RuleState>,
        at: Square,
    ) -> impl Iterator<Item = &Condition> {
        let side = position.to_move;
        let side = if position.of(side).contains(at) { side } else { side.other() };
        self.in_force(position.rule_state.ply, side)
    }
}

/// Returns the branches of a capture under two rules: under one the capturer continues its move, under
/// the other the victim is reborn afterwards.
fn branches_of_two_rules<F: GameView<State = RuleState>>(
    one: &Condition,
    other: &Condition,
    query: &CaptureQuery<'_, F>,
) -> Option<CaptureBranches<F::Set>> {
    let (continuation, VictimReborn(rebirth)) = match (one, other) {
        (continuation @ Condition::TakeAndMake(_), Condition::Circe(rebirth)) => (continuation, rebirth),
        (Condition::Circe(rebirth), continuation @ Condition::TakeAndMake(_)) => (continuation, rebirth),
        _ => return None,
    };
    match (continuation.capture_branches(query)?, rebirth.capture_branches_after_continuation(query)?) {
        (CaptureBranches::Forbidden, _) | (_, CaptureBranches::Forbidden) => Some(CaptureBranches::Forbidden),
        (
            CaptureBranches::CapturerContinues { squares: final_squares, .. },
            CaptureBranches::VictimReturns { walk, squares, or_none },
        ) => {
            // Only the first choice can be predicted.
            let is_certain = squares.is_empty() || (!squares.more_than_one() && !or_none);
            let rebirth_after =
                squares.first().map(|at| PredictedRebirth { walk, at, is_mandatory: rebirth.is_strict() });
            is_certain.then_some(CaptureBranches::CapturerContinues {
                squares: final_squares,
                rebirth: rebirth_after,
            })
        }
        _ => None,
    }
}

impl GameRules for RuleSet {
    const ORTHODOX_CAPTURES: bool = false;
    const GENERAL: bool = true;
    type State = RuleState;

    #[inline]
    fn check_model(&self) -> CheckModel {
        self.facts.check_model
    }

    /// Captures under a rule set are played by [`apply_move_effects`](RuleSet::apply_move_effects), which
    /// includes their effects.
    fn apply_capture_effects<B: Board, M: AnyRuleState, T: EffectObserver>(
        &self,
        _: &B,
        _: &mut Position<B::Set, M>,
        _: &Capture,
        _: &mut T,
    ) -> StageOutcome {
        StageOutcome::Done
    }

    fn init_position<S: Squares>(&self, position: &mut Position<S, RuleState>) {
        if self.facts.flags.kingless {
            for square in position.royal.iter() {
                if let Some(man) = position.man(square) {
                    let may_castle = position.castling.contains(square);
                    position.remove(man, square);
                    position.place(Man { royal: false, ..man }, square);
                    if may_castle {
                        position.grant_castling(square);
                    }
                }
            }
        }
        position.rule_state.last_capture_expires = self.facts.flags.remembers_capture_for_ply;
        position.rule_state.ply_limit = self.facts.ply_limit;
        let has_attribute = |square| position.flags(square).meets(ManFlags::ATTRIBUTES);
        position.rule_state.has_attributes = position.occupied().iter().any(has_attribute);
        // Under further rules other men may get the walk of a king, or kings another walk.
        let kings_are_distinct = self.scoped_rules.len() == 1 && position.royal == position.walk(Walk::King);
        position.rule_state.has_royal_lookalikes = self.facts.flags.removes_same_walk && !kings_are_distinct;
        for rule in self.scoped_rules.iter() {
            rule.init_state(&mut position.rule_state);
        }
        position.rule_state.last_capture_side =
            position.rule_state.last_captured.map(|_| position.to_move.other());
        if self.facts.flags.tracks_diagram_squares {
            position.track_diagram_squares();
        }
    }

    fn relocation(&self) -> Option<Relocation> {
        self.facts.relocation
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        self.facts.ply_bounds
    }

    #[inline]
    fn facts(&self) -> &RuleFacts {
        &self.facts
    }

    #[inline(always)]
    fn as_general<T: UnderRules>(value: T::Under<RuleSet>) -> Option<T::Under<RuleSet>> {
        Some(value)
    }
}

/// What rules do beyond [`GameRules`].
impl RuleSet {
    /// Returns whether there is a single rule, for both sides and for all plies.
    pub fn is_single(&self) -> bool {
        self.only_rule().is_some()
    }

    /// Returns whether every move without a capture now does nothing but move a man to an empty square.
    #[inline]
    pub fn quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool {
        !self.facts.flags.quiet_effects
            || self.scoped_rules.iter().all(|rule| rule.quiet_moves_are_plain(rule_state))
    }

    /// Returns what the rules do and need.
    #[inline]
    pub fn flags(&self) -> RuleFlags {
        self.facts.flags
    }

    /// Returns what the rules in force in the next ply do and need, if `side` makes it.
    #[inline(always)]
    pub fn flags_for(&self, rule_state: &RuleState, side: Side) -> RuleFlags {
        if self.facts.all_unscoped {
            return self.facts.flags;
        }
        self.in_force(rule_state.ply, side)
            .fold(RuleFlags::default(), |flags, rule| flags.union(rule.flags()))
    }

    /// Returns the squares from which the man on `from` may move, or capture.
    pub fn origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        capture: bool,
    ) -> F::Set {
        let mut own = F::Set::of(from);
        for rule in self.in_force_for_man(position, from) {
            if let Some(origins) = rule.origins(game, position, from, capture) {
                own = origins;
            }
        }
        own
    }

    /// Returns the walk with which a man moves; `None` for its own.
    pub fn acts_as<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        // Called for every man and many squares: choosing among the rules would cost measurably.
        if let Some(rule) = self.only_rule() {
            return rule.acts_as(game, position, man, at);
        }
        self.in_force_for_man(position, at).find_map(|rule| rule.acts_as(game, position, man, at))
    }

    /// Returns the squares from which a man may capture men with the walk `victim`; `None` for its own
    /// square alone.
    pub fn capture_origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        self.in_force_for_man(position, at)
            .find_map(|rule| rule.capture_origins(game, position, man, at, victim))
    }

    /// Records that a move had more branches than could be played.
    pub fn mark_branch_overflow(&self) {
        self.branch_overflow.store(true, Ordering::Relaxed);
    }

    /// Returns whether a move had more branches than could be played.
    pub fn has_branch_overflow(&self) -> bool {
        self.branch_overflow.load(Ordering::Relaxed)
    }

    /// Adjusts the moves of pawns in the geometry of the board.
    pub fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        for rule in self.scoped_rules.iter() {
            rule.adjust_geometry(geometry);
        }
    }

    /// Returns whether the man on `from` may move at all.
    pub fn may_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        !self.facts.flags.restricts_moves
            || self.in_force_for_man(position, from).all(|rule| rule.may_move(game, position, from))
    }

    /// Returns the squares among `asked` that the man on `from` can reach in addition to those of its walk.
    pub fn extra_targets<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        if !self.facts.flags.extra_reach && !self.facts.flags.extra_quiet_reach {
            return F::Set::EMPTY;
        }
        if let Some(rule) = self.only_rule() {
            return asked & rule.extra_targets(game, position, from, asked);
        }
        let more =
            self.in_force_for_man(position, from).map(|rule| rule.extra_targets(game, position, from, asked));
        asked & more.fold(F::Set::EMPTY, |all, more| all | more)
    }

    /// Returns a superset, in any position, of the [extra targets](Self::extra_targets) of a man of this
    /// walk, of the side to move.
    #[inline]
    pub fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        if !self.facts.flags.extra_reach && !self.facts.flags.extra_quiet_reach {
            return S::EMPTY;
        }
        if let Some(rule) = self.only_rule() {
            return rule.extra_reach(geometry, walk, side);
        }
        let has_targets = |rule: &&ScopedRule| rule.flags().extra_reach || rule.flags().extra_quiet_reach;
        let all =
            self.scoped_rules.iter().filter(has_targets).map(|rule| rule.extra_reach(geometry, walk, side));
        all.fold(S::EMPTY, |all, some| all | some)
    }

    /// Returns the empty squares on which the side to move may place a man of this walk from its reserve.
    pub fn entries<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        if position.rule_state.reserve.count(position.to_move, walk) == 0 {
            return F::Set::EMPTY;
        }
        let entries = self.scoped_rules.iter().map(|rule| rule.entries(game, position, walk));
        entries.fold(F::Set::EMPTY, |all, some| all | some) & !position.occupied()
    }

    /// Records that a side has placed a man from its reserve.
    pub fn record_entry(&self, rule_state: &mut RuleState, side: Side, walk: Walk) {
        rule_state.reserve.take(side, walk);
    }

    /// Returns the obligation of a side to capture in the next ply.
    #[inline(always)]
    pub fn capture_obligation(&self, rule_state: &RuleState, side: Side) -> CaptureObligation {
        self.in_force(rule_state.ply, side)
            .map(|rule| rule.capture_obligation(side))
            .max()
            .unwrap_or(CaptureObligation::None)
    }

    /// Records what a later stage must know about the position before the move.
    pub fn before_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, RuleState>,
        mv: Move,
    ) {
        for rule in self.in_force(position.rule_state.ply, position.to_move) {
            rule.before_move(game, position, mv);
        }
    }

    /// Returns whether a check without a legal answer is mate.
    pub fn counts_as_mate(&self, rule_state: &RuleState) -> bool {
        self.scoped_rules.iter().all(|rule| rule.counts_as_mate(rule_state))
    }

    /// Returns whether the capture may be made.
    pub fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        !query.victim.man.flags.contains(ManFlags::UNCAPTURABLE)
            && (!query.mover.flags.contains(ManFlags::PATROL) || Patrol::Own.permits_capture(query))
            && (!self.facts.flags.restricts_captures
                || self.in_force(query.position.rule_state.ply, query.by).all(|rule| {
                    (query.for_check && !rule.restricts_royal_captures()) || rule.permits_capture(query)
                }))
    }

    /// Returns the branches of a permitted capture, between two men without flags; `None` if more can
    /// happen.
    #[inline]
    pub fn capture_branches<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        match (self.only_rule(), &*self.scoped_rules) {
            (Some(rule), _) => rule.capture_branches(query),
            (None, [one, other]) if self.facts.all_unscoped => branches_of_two_rules(one, other, query),
            _ => None,
        }
    }
}
