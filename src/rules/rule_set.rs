//! A set of rules in force together: their order, what may be assumed of them, and their stages in one
//! move.

mod queries;

use std::mem::discriminant;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::attribute::{self, ChameleonMen};
use super::check_model::CheckModel;
use super::condition::Condition;
use super::facts::RuleFacts;
use super::game_rules::{Capture, GameRules, StageOutcome, UnderRules};
use super::game_view::GameView;
use super::movement::{Borrowed, RadialLeaps};
use super::ply_bounds::PlyBounds;
use super::predict::{CaptureBranches, PredictedRebirth};
use super::rebirth::transform::Cycle;
use super::rebirth::{Relocation, VictimReborn};
use super::rule::{CaptureQuery, Rule, RuleFlags};
use super::scope::ScopedRule;
use crate::board::{Board, Square, Squares};
use crate::position::{AnyRuleState, EffectObserver, Man, ManFlags, Position, RuleState, Side, Walk};

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
    /// The same for marine pawns.
    marine_promotions: Arc<[Walk]>,
    /// The attributes of which a man can choose when it promotes to a walk, by walk.
    promotion_marks: Arc<[(Walk, Vec<ManFlags>)]>,
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
            marine_promotions: Arc::default(),
            scoped_rules: rules.into(),
            promotion_marks: Arc::default(),
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

    /// Returns the same rules for men with these walks, some of which may be of fairy chess: to those pawns promote,
    /// too. Then what is assumed of orthodox men is not assumed any more.
    pub fn with_walks(self, present: &[Walk]) -> RuleSet {
        let stated = self.stated_walks().into_iter().filter(|walk| !present.contains(walk));
        let fairy: Vec<Walk> = present.iter().copied().chain(stated).filter(|walk| walk.is_fairy()).collect();
        if fairy.is_empty() {
            return self;
        }
        let promotable = present.iter().filter(|walk| walk.is_fairy() && walk.is_promotion());
        let promotions = self.promotions.iter().chain(promotable).copied().collect();
        let marine = match fairy.contains(&Walk::MarinePawn) {
            true => self.facts.flags.marine_promotions(),
            false => &[],
        };
        let others = present.iter().filter(|walk| walk.is_promotion() && !marine.contains(walk));
        let marine_promotions = marine.iter().chain(others).copied().collect();
        let borrows = fairy.iter().any(|walk| walk.is_borrower());
        let leaps = fairy.contains(&Walk::RadialKnight);
        let added = [
            borrows.then_some(Condition::Borrowed(Borrowed)),
            leaps.then_some(Condition::RadialLeaps(RadialLeaps)),
        ];
        let rules = self.with_rules(&added.into_iter().flatten().collect::<Vec<_>>());
        let promoted = marine.iter().copied().filter(|walk| !fairy.contains(walk));
        let walks = Walk::CHESS.iter().copied().chain(fairy.iter().copied()).chain(promoted).collect();
        RuleSet { facts: rules.facts.with_fairy_men(), walks, promotions, marine_promotions, ..rules }
    }

    /// Returns the same rules for these men, some of which may have attributes. Not for rules [with other
    /// walks](Self::with_walks).
    pub fn with_attributes(self, men: &[Man]) -> RuleSet {
        let flags = men.iter().fold(ManFlags::NONE, |flags, man| flags.with(man.flags));
        let is_stated = |rule: &Condition| {
            self.scoped_rules.iter().any(|stated| discriminant(&**stated) == discriminant(rule))
        };
        // The cycle of chameleons can be stated.
        let added: Vec<Condition> = attribute::rules_of(flags).filter(|rule| !is_stated(rule)).collect();
        let cycle = self.scoped_rules.iter().find_map(|rule| match **rule {
            Condition::ChameleonMen(ChameleonMen(cycle)) => Some(cycle),
            _ => None,
        });
        let promotion_marks = attribute::promotion_marks(men, cycle.unwrap_or(Cycle::USUAL)).into();
        RuleSet { promotion_marks, ..self.with_rules(&added) }
    }

    /// Returns the walks of cycles in the rules.
    pub fn stated_walks(&self) -> Vec<Walk> {
        let cycles = self.scoped_rules.iter().filter_map(|rule| rule.cycle());
        cycles.flat_map(|cycle| cycle.walks().to_vec()).collect()
    }

    /// Returns the same rules and these, for both sides and all plies.
    fn with_rules(self, added: &[Condition]) -> RuleSet {
        if added.is_empty() {
            return self;
        }
        let mut rules = self.scoped_rules.to_vec();
        rules.extend(added.iter().map(|&rule| ScopedRule::from(rule)));
        rules.sort_by_key(|rule| rule.order());
        RuleSet { facts: RuleFacts::of(&rules), scoped_rules: rules.into(), ..self }
    }

    /// Returns the attributes of which a man chooses one, or none, when it promotes to a walk; empty if it has no choice.
    pub fn promotion_marks(&self, walk: Walk) -> &[ManFlags] {
        let marks = self.promotion_marks.iter().find(|(marked, _)| *marked == walk);
        marks.map_or(&[], |(_, marks)| marks)
    }

    /// Returns the walks that men can have: those of chess, then those of fairy chess.
    pub fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// Returns the walks of fairy chess that men can have.
    pub fn fairy_walks(&self) -> &[Walk] {
        &self.walks[Walk::CHESS_COUNT..]
    }

    /// Returns the walks to which a pawn of this walk can promote where these flags apply, in the order of the move list;
    /// empty if pawns do not promote.
    #[inline]
    pub fn promotions(&self, flags: &RuleFlags, pawn: Walk) -> &[Walk] {
        match pawn {
            _ if flags.no_promotion => &[],
            Walk::MarinePawn => &self.marine_promotions,
            _ => &self.promotions,
        }
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
        self.in_force(position.rule_state.ply, position.side_on(at))
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
                    position.replace(man, Man { royal: false, ..man }, square);
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
