//! What a set of rules answers in addition to [`GameRules`](super::GameRules): the answers of its rules together.

use std::sync::atomic::Ordering;

use super::{RuleSet, branches_of_two_rules};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Man, ManFlags, Move, Position, RuleState, Side, Walk};
use crate::rules::condition::Condition;
use crate::rules::game_view::GameView;
use crate::rules::predict::CaptureBranches;
use crate::rules::restriction::Patrol;
use crate::rules::rule::{CaptureQuery, Obligation, Rule, RuleFlags};
use crate::rules::scope::ScopedRule;

/// What rules do beyond [`GameRules`](crate::rules::GameRules).
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

    /// Returns whether every move without a capture now does nothing but move a man to an empty square, if its contact
    /// is permitted.
    #[inline]
    pub fn permitted_quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool {
        let is_plain = |rule: &ScopedRule| {
            matches!(**rule, Condition::Contact(_)) || rule.quiet_moves_are_plain(rule_state)
        };
        !self.facts.flags.quiet_effects || self.scoped_rules.iter().all(is_plain)
    }

    /// Returns whether a side must at some time make its longest or its shortest moves.
    pub fn orders_moves_by_length(&self) -> bool {
        let orders = |rule: &ScopedRule, side| {
            matches!(rule.obligation(side), Obligation::Length(_) | Obligation::UltraLength(_))
        };
        self.scoped_rules.iter().any(|rule| Side::BOTH.into_iter().any(|side| orders(rule, side)))
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
        // Called for each man at each test for check, as `acts_as` below.
        if let Some(rule) = self.only_rule() {
            return rule.origins(game, position, from, capture).unwrap_or(F::Set::of(from));
        }
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

    /// Returns the squares of which the men decide as which man this one moves; `None` if something else decides it, too.
    pub fn lenders<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<F::Set> {
        let mut rules = self.in_force_for_man(position, at).filter(|rule| rule.flags().moves_as_others);
        rules.try_fold(F::Set::EMPTY, |all, rule| Some(all | rule.lenders(game, position, man, at)?))
    }

    /// Returns the walks as which the man of `side` on a square moves in addition to its own moves.
    pub fn borrowed_walks<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        at: Square,
        side: Side,
    ) -> impl Iterator<Item = Walk> {
        let borrows = move |walk: &Walk| self.borrows(game, position, at, side, *walk);
        let walks = if self.facts.flags.moves_as_several { self.walks() } else { &[] };
        walks.iter().copied().filter(borrows)
    }

    /// Returns whether the man of `side` on a square moves with a walk in addition to its own moves.
    pub fn borrows<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        at: Square,
        side: Side,
        walk: Walk,
    ) -> bool {
        self.in_force_for_man(position, at).any(|rule| rule.borrows(game, position, at, side, walk))
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

    /// Returns the squares to which a man of `side` on `from` may go, as far as squares alone decide.
    #[inline]
    pub fn permitted_targets<S: Squares>(
        &self,
        geometry: &Geometry<S>,
        rule_state: &RuleState,
        from: Square,
        side: Side,
    ) -> S {
        if !self.facts.flags.restricts_targets {
            return !S::EMPTY;
        }
        if let Some(rule) = self.only_rule() {
            return rule.permitted_targets(geometry, from, side);
        }
        let rules = self.in_force(rule_state.ply, side);
        rules.fold(!S::EMPTY, |all, rule| all & rule.permitted_targets(geometry, from, side))
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

    /// Returns the squares of the enemy men with which the man of the side to move on `from` may change places.
    pub fn exchange_partners<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> F::Set {
        let partners =
            self.in_force_for_man(position, from).map(|rule| rule.exchange_partners(game, position, from));
        partners.fold(F::Set::EMPTY, |all, some| all | some)
    }

    /// Records that a side has placed a man from its reserve.
    pub fn record_entry(&self, rule_state: &mut RuleState, side: Side, walk: Walk) {
        rule_state.reserve.take(side, walk);
    }

    /// Returns the obligation of a side to make certain moves in the next ply.
    #[inline(always)]
    pub fn obligation(&self, rule_state: &RuleState, side: Side) -> Obligation {
        self.in_force(rule_state.ply, side)
            .map(|rule| rule.obligation(side))
            .max()
            .unwrap_or(Obligation::None)
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

    /// Returns whether no rule but paralysis bars the man on `from` from moving.
    pub fn may_move_unparalysed<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        self.in_force(position.rule_state.ply, position.to_move)
            .all(|rule| matches!(rule, Condition::Paralysing(_)) || rule.may_move(game, position, from))
    }

    /// Returns whether the man of `by` on `from` observes what it attacks.
    pub fn may_observe<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        by: Side,
    ) -> bool {
        self.in_force(position.rule_state.ply, by).all(|rule| rule.may_observe(game, position, from, by))
    }

    /// Returns whether the side to move, which has no legal move, is stalemate even in check, and not mate.
    pub fn is_suffocated<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
    ) -> bool {
        self.facts.flags.suffocates
            && self
                .in_force(position.rule_state.ply, position.to_move)
                .any(|rule| rule.is_suffocated(game, position))
    }

    /// Returns whether the capture may be made.
    pub fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        self.permits_capture_under(query, |_| true)
    }

    /// Returns whether the capture may be made as far as the rules that do not count captures decide.
    pub fn permits_uncounted_capture<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> bool {
        self.permits_capture_under(query, |rule| !matches!(rule, Condition::MultiCaptures(_)))
    }

    /// Returns whether the capture may be made under those of the rules that are selected.
    #[inline]
    fn permits_capture_under<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
        selects: impl Fn(&Condition) -> bool,
    ) -> bool {
        !query.victim.man.flags.contains(ManFlags::UNCAPTURABLE)
            && (!query.mover.flags.contains(ManFlags::PATROL) || Patrol::Own.permits_capture(query))
            && (!self.facts.flags.restricts_captures
                || self.in_force(query.position.rule_state.ply, query.by).filter(|rule| selects(rule)).all(
                    |rule| {
                        (query.for_check && !rule.restricts_royal_captures()) || rule.permits_capture(query)
                    },
                ))
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
