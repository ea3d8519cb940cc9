//! A set of rules that hold together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::condition::Condition;
use super::game_rules::{Capture, GameRules, StageOutcome};
use super::game_view::GameView;
use super::move_context::{MoveContext, side_of, try_stage};
use super::ply_bounds::PlyBounds;
use super::predict::{CaptureBranches, PredictedRebirth};
use super::rebirth::{RebirthKind, VictimReborn};
use super::restriction::Patrol;
use super::rule::{CaptureEffect, CaptureObligation, CaptureQuery, Rule, RuleFlags};
use super::scope::ScopedRule;
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{EffectObserver, Man, ManFlags, Memory, Move, Position, RuleState, Side, Walk};

/// Rules in force together.
#[derive(Clone, Debug)]
pub struct RuleSet {
    scoped_rules: Arc<[ScopedRule]>,
    /// What is to be done for all of them together.
    flags: RuleFlags,
    /// After so many half-moves no rule comes or goes any more.
    horizon: u16,
    /// Do all rules hold for both sides all the time?
    all_unscoped: bool,
    /// Is every check a man's attack on a royal man?
    check_requires_attack: bool,
    /// The same of royal men who stand where nobody captures but as he walks.
    near_check_requires_attack: bool,
    capture_effect: CaptureEffect,
    /// Is every attack of an ordinary man on an ordinary royal man a check?
    plain_attack_gives_check: bool,
    /// The same, where men move as others do.
    acting_attack_gives_check: bool,
    /// Are kings free to go to squares that nobody attacks?
    king_steps_are_unrestricted: bool,
    rebirth_kind: Option<RebirthKind>,
    /// What a half-move can do at most, if all the rules tell.
    ply_bounds: Option<PlyBounds>,
    /// Has a move had more branches than can be told apart?
    branch_overflow: Arc<AtomicBool>,
}

/// Two rules that do not go together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the conditions '{}' and '{}' cannot be combined: {}", .texts[0], .texts[1], .reason)]
pub struct Conflict {
    /// Their numbers in the list of rules.
    pub rules: [usize; 2],
    /// Their names.
    pub texts: [String; 2],
    /// Why.
    pub reason: &'static str,
}

impl RuleSet {
    /// The set of these rules.
    ///
    /// # Errors
    /// If two of them do not go together.
    pub fn new<C: Into<ScopedRule> + Copy>(rules: &[C]) -> Result<RuleSet, Conflict> {
        let mut clauses: Vec<ScopedRule> = rules.iter().map(|&rule| rule.into()).collect();
        for (index, one) in clauses.iter().enumerate() {
            for (other_index, other) in clauses.iter().enumerate().skip(index + 1) {
                if let Some(reason) = one.conflict(*other) {
                    let texts = [one.to_string(), other.to_string()];
                    return Err(Conflict { rules: [index, other_index], texts, reason });
                }
            }
        }
        let needs = clauses.iter().fold(RuleFlags::default(), |needs, rule| needs.union(rule.flags()));
        // Alone they may as well come up at the end, as under every rule.
        let needs = RuleFlags {
            quiet_effects: needs.quiet_effects || (needs.reveals_hidden && clauses.len() > 1),
            ..needs
        };
        // The order in which a problem names its rules means nothing.
        clauses.sort_by_key(|clause| clause.order());
        let tally = clauses
            .iter()
            .try_fold(PlyBounds::RESTRICTION, |all, rule| Some(all.combined_with(rule.ply_bounds()?)));
        let aftermath = clauses.iter().map(|rule| rule.capture_effect()).max().unwrap_or(CaptureEffect::None);
        let permitted =
            clauses.iter().all(|rule| !rule.flags().restricts_captures || !rule.restricts_royal_captures());
        let compelled =
            |side| clauses.iter().any(|rule| rule.capture_obligation(side) != CaptureObligation::None);
        let near_checks_by_attacks = RuleFlags { extra_reach: false, ..needs }.check_requires_attack();
        let attacks_suffice = !needs.restricts_moves && permitted && aftermath != CaptureEffect::Any;
        let frees_kings = !needs.restricts_moves
            && !needs.virtual_origins
            && !needs.moves_as_others
            && !Side::BOTH.into_iter().any(compelled);
        let only_forbids =
            tally == Some(PlyBounds::RESTRICTION) && needs.check_requires_attack() && frees_kings;
        let reborn = match clauses[..] {
            _ if only_forbids => Some(RebirthKind::NoRebirth),
            [clause] => clause.unscoped().and_then(RebirthKind::from_condition),
            _ => None,
        };
        Ok(RuleSet {
            rebirth_kind: reborn,
            ply_bounds: tally,
            flags: needs,
            plain_attack_gives_check: near_checks_by_attacks && attacks_suffice,
            acting_attack_gives_check: needs.moves_as_others
                && RuleFlags { moves_as_others: false, ..needs }.check_requires_attack()
                && attacks_suffice,
            king_steps_are_unrestricted: frees_kings,
            horizon: clauses.iter().map(|clause| clause.scope().horizon()).max().unwrap_or(0),
            all_unscoped: clauses.iter().all(|clause| clause.unscoped().is_some()),
            check_requires_attack: needs.check_requires_attack(),
            near_check_requires_attack: near_checks_by_attacks,
            capture_effect: aftermath,
            scoped_rules: clauses.into(),
            branch_overflow: Arc::default(),
        })
    }

    /// The rules, in the order in which they take effect.
    pub fn scoped_rules(&self) -> &[ScopedRule] {
        &self.scoped_rules
    }

    /// The same rules, by which it is also known which man is which.
    pub fn traced(self) -> RuleSet {
        RuleSet { flags: RuleFlags { tracks_diagram_squares: true, ..self.flags }, ..self }
    }

    /// The same rules, of which nothing is known beforehand, so that every move is played in
    /// order to be judged: what all shortcuts must agree with.
    pub fn without_shortcuts(self) -> RuleSet {
        RuleSet {
            check_requires_attack: false,
            near_check_requires_attack: false,
            capture_effect: CaptureEffect::Any,
            plain_attack_gives_check: false,
            acting_attack_gives_check: false,
            king_steps_are_unrestricted: false,
            rebirth_kind: None,
            ply_bounds: None,
            ..self
        }
    }

    /// The rules that have a part in a half-move that a side makes after so many.
    #[inline]
    fn in_force(&self, ply: u16, side: Side) -> impl Iterator<Item = &Condition> {
        let holds = move |clause: &&ScopedRule| self.all_unscoped || clause.scope().includes(side, ply + 1);
        self.scoped_rules.iter().filter(holds).map(|clause| &**clause)
    }

    /// The rule, if there is one only, and always.
    #[inline]
    fn only_rule(&self) -> Option<&Condition> {
        match &*self.scoped_rules {
            [clause] if self.all_unscoped => Some(clause),
            _ => None,
        }
    }

    /// The rules that have a part in what the man on a square can do.
    fn in_force_for_man<S: Squares>(
        &self,
        position: &Position<S, RuleState>,
        at: Square,
    ) -> impl Iterator<Item = &Condition> {
        let side = position.to_move;
        let side = if position.of(side).contains(at) { side } else { side.other() };
        self.in_force(position.memory.ply, side)
    }

    /// Does all that a rule does after a move, stage by stage, and what is done under every rule.
    pub(super) fn run_stages<F: GameView<Memory = RuleState>>(
        &self,
        rule: &impl Rule,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let kamikaze = ctx.victim.is_some() && ctx.mover.flags.contains(ManFlags::KAMIKAZE);
        try_stage!(rule.hide_victim(ctx));
        try_stage!(rule.continue_move(ctx));
        try_stage!(rule.check_permission(ctx));
        if kamikaze
            && !self.flags_for(&ctx.position.memory, ctx.by).kamikazes_reborn
            && let Some(at) = ctx.at
        {
            ctx.remove(at);
        }
        try_stage!(rule.adopt_walk(ctx));
        try_stage!(rule.remove_others(ctx));
        self.promote(ctx);
        try_stage!(rule.reveal_hidden(ctx));
        try_stage!(rule.change_walk(ctx));
        try_stage!(rule.affect_others(ctx));
        try_stage!(rule.rebirth_capturer(ctx));
        if kamikaze {
            try_stage!(self.finish_kamikaze(ctx));
        }
        try_stage!(rule.change_side(ctx));
        try_stage!(rule.wear_out(ctx));
        rule.rebirth_victim(ctx)
    }

    /// A kamikaze that has captured goes where a captured man of its kind would be reborn,
    /// or disappears.
    #[inline(never)]
    fn finish_kamikaze<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        for rule in self.in_force(ctx.position.memory.ply, ctx.by) {
            if let Condition::Circe(VictimReborn(rebirth)) = rule {
                return rebirth.rebirth_kamikaze(ctx);
            }
        }
        StageOutcome::Done
    }

    /// The pawn that has moved promotes, if it has come where it can.
    // Apart, since there is a copy of what calls it for every rule.
    #[inline(never)]
    fn promote<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) {
        let needs = self.flags_for(&ctx.position.memory, ctx.by);
        let mark = if self.flags.marks_promoted { ManFlags::FRISCHAUF } else { ManFlags::NONE };
        let Some((man, at)) = ctx.capturer() else { return };
        if let Some(walk) = ctx.mv.promotion {
            ctx.promote_mover(walk, mark, !ctx.is_first_leg);
        } else if needs.late_promotion
            && !needs.promotions().is_empty()
            && man.walk.is_pawn()
            && ctx.game.promotion_rank(man.walk, side_of(man, ctx.by.other())).contains(at)
        {
            let walks = needs.promotions();
            let walk = walks[ctx.choose(walks.len())];
            ctx.promote_mover(walk, mark, true);
        }
    }
}

/// The rules that have a part in a half-move, which do at each stage one after the other what
/// they do.
struct RulesInForce<'a> {
    rules: &'a RuleSet,
    ply: u16,
    side: Side,
}

/// What may become of the men of a capture by two rules: by one the capturer goes on, by the other the
/// captured man comes back then.
fn branches_of_two_rules<F: GameView<Memory = RuleState>>(
    one: &Condition,
    other: &Condition,
    query: &CaptureQuery<'_, F>,
) -> Option<CaptureBranches<F::Set>> {
    let (leads, VictimReborn(rebirth)) = match (one, other) {
        (leads @ Condition::TakeAndMake(_), Condition::Circe(rebirth)) => (leads, rebirth),
        (Condition::Circe(rebirth), leads @ Condition::TakeAndMake(_)) => (leads, rebirth),
        _ => return None,
    };
    match (leads.capture_branches(query)?, rebirth.capture_branches_after_continuation(query)?) {
        (CaptureBranches::Forbidden, _) | (_, CaptureBranches::Forbidden) => Some(CaptureBranches::Forbidden),
        (
            CaptureBranches::CapturerContinues { squares: ends, .. },
            CaptureBranches::VictimReturns { walk, squares, or_none: or_not },
        ) => {
            // What is decided after the first decision is not told.
            let decided = squares.is_empty() || (!squares.more_than_one() && !or_not);
            let back =
                squares.first().map(|at| PredictedRebirth { walk, at, is_mandatory: rebirth.is_strict() });
            decided.then_some(CaptureBranches::CapturerContinues { squares: ends, rebirth: back })
        }
        _ => None,
    }
}

macro_rules! stages {
    ($($stage:ident)*) => {
        impl Rule for RulesInForce<'_> {
            $(fn $stage<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
                for rule in self.rules.in_force(self.ply, self.side) {
                    try_stage!(rule.$stage(ctx));
                }
                StageOutcome::Done
            })*
        }
    };
}

stages! {
    hide_victim continue_move check_permission adopt_walk remove_others reveal_hidden change_walk affect_others
    rebirth_capturer change_side wear_out rebirth_victim
}

impl GameRules for RuleSet {
    const ORTHODOX_CAPTURES: bool = false;
    const GENERAL: bool = true;
    type Memory = RuleState;

    fn attack_gives_check(&self) -> bool {
        false
    }

    #[inline]
    fn check_requires_attack(&self) -> bool {
        self.check_requires_attack
    }

    #[inline]
    fn near_check_requires_attack(&self) -> bool {
        self.near_check_requires_attack
    }

    fn apply_capture_effects<B: Board, T: EffectObserver>(
        &self,
        _: &B,
        _: &mut Position<B::Set, RuleState>,
        _: &Capture,
        _: &mut T,
    ) -> StageOutcome {
        StageOutcome::Done
    }

    fn init_position<S: Squares>(&self, position: &mut Position<S, RuleState>) {
        if self.flags.kingless {
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
        position.memory.last_capture_expires = self.flags.remembers_capture_for_ply;
        position.memory.ply_limit = self.horizon;
        let singular = |square| position.memory.flags(square).meets(ManFlags::ATTRIBUTES);
        position.memory.has_attributes = position.occupied().iter().any(singular);
        // Beside other rules men may come to walk as kings, or kings otherwise.
        let apart = self.scoped_rules.len() == 1 && position.royal == position.walk(Walk::King);
        position.memory.has_royal_lookalikes = self.flags.removes_same_walk && !apart;
        for rule in self.scoped_rules.iter() {
            rule.init_state(&mut position.memory);
        }
        position.memory.last_capture_side = position.memory.last_captured.map(|_| position.to_move.other());
        if self.flags.tracks_diagram_squares {
            for square in position.occupied().iter() {
                let marks = position.memory.flags(square).with_diagram_square(square);
                position.memory.set_flags(square, marks);
            }
        }
    }

    fn rebirth_kind(&self) -> Option<RebirthKind> {
        self.rebirth_kind
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        self.ply_bounds
    }

    fn is_single(&self) -> bool {
        self.only_rule().is_some()
    }

    #[inline]
    fn capture_effect(&self) -> CaptureEffect {
        self.capture_effect
    }

    #[inline]
    fn plain_attack_gives_check(&self) -> bool {
        self.plain_attack_gives_check
    }

    #[inline]
    fn acting_attack_gives_check(&self) -> bool {
        self.acting_attack_gives_check
    }

    #[inline]
    fn king_steps_are_unrestricted(&self) -> bool {
        self.king_steps_are_unrestricted
    }

    #[inline]
    fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
        !self.flags.quiet_effects || self.scoped_rules.iter().all(|rule| rule.quiet_moves_are_plain(memory))
    }

    #[inline]
    fn flags(&self) -> RuleFlags {
        self.flags
    }

    #[inline]
    fn flags_for(&self, memory: &RuleState, side: Side) -> RuleFlags {
        if self.all_unscoped {
            return self.flags;
        }
        self.in_force(memory.ply, side).fold(RuleFlags::default(), |needs, rule| needs.union(rule.flags()))
    }

    fn origins<F: GameView<Memory = RuleState>>(
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

    fn acts_as<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        // Asked of every man about many squares: what a choice among rules leaves out counts.
        if let Some(rule) = self.only_rule() {
            return rule.acts_as(game, position, man, at);
        }
        self.in_force_for_man(position, at).find_map(|rule| rule.acts_as(game, position, man, at))
    }

    fn capture_origins<F: GameView<Memory = RuleState>>(
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

    fn mark_branch_overflow(&self) {
        self.branch_overflow.store(true, Ordering::Relaxed);
    }

    fn has_branch_overflow(&self) -> bool {
        self.branch_overflow.load(Ordering::Relaxed)
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        for rule in self.scoped_rules.iter() {
            rule.adjust_geometry(geometry);
        }
    }

    fn may_move<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        !self.flags.restricts_moves
            || self.in_force_for_man(position, from).all(|rule| rule.may_move(game, position, from))
    }

    fn extra_targets<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        if !self.flags.extra_reach && !self.flags.extra_quiet_reach {
            return F::Set::EMPTY;
        }
        if let Some(rule) = self.only_rule() {
            return asked & rule.extra_targets(game, position, from, asked);
        }
        let more =
            self.in_force_for_man(position, from).map(|rule| rule.extra_targets(game, position, from, asked));
        asked & more.fold(F::Set::EMPTY, |all, more| all | more)
    }

    #[inline]
    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        if !self.flags.extra_reach && !self.flags.extra_quiet_reach {
            return S::EMPTY;
        }
        if let Some(rule) = self.only_rule() {
            return rule.extra_reach(geometry, walk, side);
        }
        let leads = |rule: &&ScopedRule| rule.flags().extra_reach || rule.flags().extra_quiet_reach;
        let all = self.scoped_rules.iter().filter(leads).map(|rule| rule.extra_reach(geometry, walk, side));
        all.fold(S::EMPTY, |all, some| all | some)
    }

    fn entries<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        if position.memory.reserve.count(position.to_move, walk) == 0 {
            return F::Set::EMPTY;
        }
        let entries = self.scoped_rules.iter().map(|rule| rule.entries(game, position, walk));
        entries.fold(F::Set::EMPTY, |all, some| all | some) & !position.occupied()
    }

    fn record_entry(&self, memory: &mut RuleState, side: Side, walk: Walk) {
        memory.reserve.take(side, walk);
    }

    fn capture_obligation(&self, memory: &RuleState, side: Side) -> CaptureObligation {
        self.in_force(memory.ply, side)
            .map(|rule| rule.capture_obligation(side))
            .max()
            .unwrap_or(CaptureObligation::None)
    }

    fn before_move<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, RuleState>,
        mv: Move,
    ) {
        for rule in self.in_force(position.memory.ply, position.to_move) {
            rule.before_move(game, position, mv);
        }
    }

    fn counts_as_mate(&self, memory: &RuleState) -> bool {
        self.scoped_rules.iter().all(|rule| rule.counts_as_mate(memory))
    }

    fn permits_capture<F: GameView<Memory = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        !query.victim.man.flags.contains(ManFlags::UNCAPTURABLE)
            && (!query.mover.flags.contains(ManFlags::PATROL) || Patrol::Own.permits_capture(query))
            && (!self.flags.restricts_captures
                || self.in_force(query.position.memory.ply, query.by).all(|rule| {
                    (query.for_check && !rule.restricts_royal_captures()) || rule.permits_capture(query)
                }))
    }

    #[inline]
    fn capture_branches<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        match (self.only_rule(), &*self.scoped_rules) {
            (Some(rule), _) => rule.capture_branches(query),
            (None, [one, other]) if self.all_unscoped => branches_of_two_rules(one, other, query),
            _ => None,
        }
    }

    fn apply_move_effects<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        if ctx.victim.is_none() && !self.flags.quiet_effects {
            self.promote(ctx);
        } else {
            try_stage!(match self.only_rule() {
                // What it leaves out costs nothing then.
                Some(rule) => rule.run_stages(self, ctx),
                None => {
                    let together = RulesInForce { rules: self, ply: ctx.position.memory.ply, side: ctx.by };
                    self.run_stages(&together, ctx)
                }
            });
        }
        ctx.reveal_hidden_men();
        let from = ctx.mv.from;
        let memory = &mut ctx.position.memory;
        memory.mover_square = ctx.at;
        if self.flags.remembers_capture_for_ply || (self.flags.remembers_last_capture && ctx.victim.is_some())
        {
            memory.last_captured = ctx.victim;
            memory.last_capture_side = ctx.victim.map(|_| ctx.by);
            memory.last_capturer = ctx.victim.and(ctx.at);
        } else if memory.last_capturer == Some(from) {
            memory.last_capturer = ctx.at;
        }
        if self.flags.remembers_departure {
            memory.last_departure = Some(from);
        }
        StageOutcome::Done
    }
}
