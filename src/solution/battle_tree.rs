//! The tree of battle play after a root move: threats, defences, continuations and refutations.
//!
//! After a move of the defender all shortest wins are emitted, and only these. After a move of the attacker its threats
//! come first, then the defences. If the attacker has a threat, a
//! defence is emitted if it makes the win longer than the threat, or as long while it defeats one of the
//! threats. Without a threat every defence is emitted. This follows the convention of journals and of Popeye.

use super::battle::Detail;
use super::event::{Event, Node, Pending, Role, Sink};
use super::narrator::{EmitResult, Narrator, emit};
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::problem::VariationFilter;
use crate::rules::GameRules;
use crate::search::{ScheduleNode, ScheduleSolver, Stopped};
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// Emits the trees of one schedule.
pub(super) struct BattleNarrator<'n, 'a, B: Board, R> {
    pub narrator: &'n Narrator<'a, B, R>,
    pub schedule: &'n Schedule,
    pub solver: ScheduleSolver<'a, B, R>,
    pub detail: Detail,
    /// Whether the key was made before the diagram and its variations are still to be emitted. Full-length
    /// play then has the length of the stipulation.
    pub key_is_made: bool,
    pub sink: &'n mut dyn Sink,
}

/// A defence and the length of the win after it.
pub(super) struct Defence {
    pub mv: Move,
    /// The number of moves in which the attacker wins; `None` if the defence refutes, 0 if the defence itself
    /// reaches the goal.
    pub moves_needed: Option<usize>,
}

/// The threats against the defender.
#[derive(Default)]
pub(super) struct PendingThreats {
    /// How they are reported with the attacker's move.
    pub pending: Option<Pending>,
    /// The number of moves the threats need, and the threats; `None` if there are none.
    pub threats: Option<(usize, Vec<Move>)>,
}

impl<'n, B: Board, R: GameRules> BattleNarrator<'n, '_, B, R> {
    /// Returns a position at which the attacker has `moves` moves left.
    fn attack<'p>(&self, position: &'p PositionOf<B, R>, moves: usize) -> ScheduleNode<'p, B, R>
    where
        'n: 'p,
    {
        let schedule = self.schedule;
        ScheduleNode { schedule, position, plies_left: schedule.plies_left_at_attack(moves) }
    }

    /// Returns the smallest number of moves in which a key wins.
    fn key_moves_needed(
        &mut self,
        root: ScheduleNode<'_, B, R>,
        key: Move,
        after: &PositionOf<B, R>,
    ) -> Result<usize, Stopped> {
        let longest = moves_left(root);
        let shortest = if self.narrator.stipulation.exact { longest } else { 1 };
        for moves in shortest..longest {
            let attack = self.attack(root.position, moves);
            if self.solver.is_good_move(attack, key, after)? {
                return Ok(moves);
            }
        }
        Ok(longest)
    }

    /// Returns the smallest number of moves in which the attacker wins; `None` if it does not win.
    fn moves_needed(&mut self, node: ScheduleNode<'_, B, R>) -> Result<Option<usize>, Stopped> {
        let longest = moves_left(node);
        let shortest = if self.narrator.stipulation.exact { longest } else { 1 };
        for moves in shortest..=longest {
            let attack = self.attack(node.position, moves);
            if self.solver.has_solution(attack)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Returns the moves that win in `moves` moves.
    fn winning_moves(&mut self, position: &PositionOf<B, R>, moves: usize) -> Result<Vec<Move>, Stopped> {
        let attack = self.attack(position, moves);
        let mut winning = Vec::new();
        for mv in self.narrator.moves(attack) {
            let after = self.narrator.game.play(position, mv);
            if self.solver.is_good_move(attack, mv, &after)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Emits a move of the attacker, and its subtree.
    pub fn emit_attack(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        number: u16,
        role: Role,
        refutations: &[Move],
    ) -> EmitResult {
        let position = node.position;
        let next = self.narrator.game.play(position, mv);
        let moves = match role {
            // Proving that a key does not win sooner may take longer than finding the key.
            Role::Key if self.narrator.options.any_key => moves_left(node),
            Role::Key => self.key_moves_needed(node, mv, &next)?,
            Role::Try => 0,
            _ => moves_left(node),
        };
        // A key that wins sooner than required is emitted as the key of the shorter problem.
        let node = if role == Role::Key { self.attack(position, moves) } else { node };
        let reached = self.narrator.goal_reached(node, mv, &next);
        let after = node.next(&next);
        let goes_on = reached.is_none() && after.plies_left > 0;
        let variations = goes_on && self.detail != Detail::Keys && !self.ends_before_replies(role);
        let before = self.set_defence_allowance(goes_on.then_some(after))?;
        let pending = if variations { self.pending_threats(after)? } else { PendingThreats::default() };
        let moves = moves as u16;
        let record = self.narrator.record(position, mv, reached);
        let event = Node { role, number, wins_in: moves, mv: record, pending: pending.pending };
        emit(self.sink, Event::Node(&event))?;
        let pending = variations.then_some(&pending);
        let result = self.emit_replies(after, number, pending, refutations);
        self.solver.replace_allowance(before);
        // The node is closed even if the search was stopped inside it.
        let end = emit(self.sink, Event::End);
        result.and(end)
    }

    /// Returns whether the tree ends with a move of this role, so that no replies to it are emitted.
    fn ends_before_replies(&self, role: Role) -> bool {
        self.narrator.options.changed_play && matches!(role, Role::Continuation | Role::Threat)
    }

    /// Sets the allowance for nontrivial defences to what remains after the defender's choices at a node, if
    /// there is one. Returns the previous allowance.
    pub fn set_defence_allowance(&mut self, node: Option<ScheduleNode<'_, B, R>>) -> Result<u32, Stopped> {
        let remaining = match node {
            Some(node) => self.solver.remaining_allowance(node)?,
            None => None,
        };
        let before = self.solver.replace_allowance(0);
        self.solver.replace_allowance(remaining.unwrap_or(before));
        Ok(before)
    }

    /// Emits the replies to a move of the attacker: the variations if `pending` is given, then the
    /// refutations.
    fn emit_replies(
        &mut self,
        after: ScheduleNode<'_, B, R>,
        number: u16,
        pending: Option<&PendingThreats>,
        refutations: &[Move],
    ) -> EmitResult {
        if let Some(pending) = pending {
            let defences = self.defences(after)?;
            self.emit_variations(after, number, &defences, pending)?;
        }
        self.emit_refutations(after, number, refutations)
    }

    /// Returns the threats against the defender, which is to move.
    pub fn pending_threats(&mut self, node: ScheduleNode<'_, B, R>) -> Result<PendingThreats, Stopped> {
        let position = node.position;
        if self.detail != Detail::Threats
            || node.plies_left <= 1
            || self.narrator.game.in_check(position, position.to_move)
            // A side with a pending promotion makes a choice with any move, so it cannot simply pass.
            || self.narrator.game.has_pending_promotion(position)
            || (node.ply().obligation == GoalObligation::IfPossible && self.solver.has_goal_in_one(position))
        {
            return Ok(PendingThreats::default());
        }
        let passed = position.threat_position();
        let threats = match self.moves_needed(node.next(&passed))? {
            Some(moves) => Some((moves, self.winning_moves(&passed, moves)?)),
            None => None,
        };
        let threats = threats.filter(|(_, threats)| !threats.is_empty());
        let pending = if threats.is_some() { Pending::Threat } else { Pending::Zugzwang };
        Ok(PendingThreats { pending: Some(pending), threats })
    }

    /// Emits refutations.
    pub fn emit_refutations(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        number: u16,
        refutations: &[Move],
    ) -> EmitResult {
        for &refutation in refutations {
            let position = node.position;
            let next = self.narrator.game.play(position, refutation);
            // In exact self play a goal reached too early is a refutation. In direct play the goal is not the
            // defender's, even if it ends the play.
            let reached = self.narrator.goal_reached(node, refutation, &next);
            let reached = reached.filter(|_| self.schedule.plies.len().is_multiple_of(2));
            let record = self.narrator.record(position, refutation, reached);
            emit(
                self.sink,
                Event::Node(&Node { role: Role::Refutation, number, wins_in: 0, mv: record, pending: None }),
            )?;
            let mut result = Ok(());
            let answer = node.schedule.ply(node.plies_left - 1);
            if let Some(ply) = answer.filter(|ply| ply.obligation == GoalObligation::IfPossible) {
                debug_assert_eq!(ply.quantifier, Quantifier::Exists);
                let forced = self.narrator.goal_moves(&next);
                result = self.emit_forced(&next, &forced, number + 1);
            }
            let end = emit(self.sink, Event::End);
            result.and(end)?;
        }
        Ok(())
    }

    /// Emits the goal moves that the reflex obligation forces on the attacker.
    pub fn emit_forced(&mut self, position: &PositionOf<B, R>, moves: &[Move], number: u16) -> EmitResult {
        let goal: Goal = self.narrator.stipulation.goal;
        for &mv in moves {
            let record = self.narrator.record(position, mv, Some(goal));
            emit(
                self.sink,
                Event::Node(&Node { role: Role::Forced, number, wins_in: 0, mv: record, pending: None }),
            )?;
            emit(self.sink, Event::End)?;
        }
        Ok(())
    }

    /// Returns the defender's moves with the length of the win after each.
    pub fn defences(&mut self, node: ScheduleNode<'_, B, R>) -> Result<Vec<Defence>, Stopped> {
        let (ply, position) = (node.ply(), node.position);
        let forced = ply.obligation == GoalObligation::IfPossible && self.solver.has_goal_in_one(position);
        let mut defences = Vec::new();
        for mv in self.narrator.moves(node) {
            let after = self.narrator.game.play(position, mv);
            let length = if self.narrator.goal_reached(node, mv, &after).is_some() {
                // A goal reached too early does not count as reached, and refutes nothing.
                (ply.goal_value == GoalValue::Good).then_some(0)
            } else if forced {
                continue;
            } else if node.plies_left > 1 {
                self.moves_needed(node.next(&after))?
            } else {
                None
            };
            defences.push(Defence { mv, moves_needed: length });
        }
        // A goal reached too early is emitted only if the defender has no other move.
        let goes_on = node.plies_left > 1;
        let all = self.narrator.options.mates_in_1;
        if !all && goes_on && defences.iter().any(|defence| defence.moves_needed != Some(0)) {
            defences.retain(|defence| defence.moves_needed != Some(0));
        }
        Ok(defences)
    }

    /// Emits the threats, then the variations: the defences that pass the filter, with their
    /// continuations.
    pub fn emit_variations(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        number: u16,
        defences: &[Defence],
        pending: &PendingThreats,
    ) -> EmitResult {
        let position = node.position;
        if let Some((moves, threats)) = &pending.threats {
            let passed = position.threat_position();
            for &threat in threats {
                self.emit_attack(self.attack(&passed, *moves), threat, number + 1, Role::Threat, &[])?;
            }
        }
        // The set play, too, may be shorter than the stipulation.
        let lengths: Option<Vec<usize>> = defences.iter().map(|defence| defence.moves_needed).collect();
        let longest = lengths.and_then(|lengths| lengths.into_iter().max());
        let longest = longest.filter(|_| !std::mem::take(&mut self.key_is_made));
        let full_length = longest.unwrap_or_else(|| moves_left(node.next(position)));
        let mut answers: Vec<Vec<Move>> = Vec::new();
        for defence in defences {
            let Some(length) = defence.moves_needed else { continue };
            let after = self.narrator.game.play(position, defence.mv);
            if !self.passes_filter((position, &after), length, full_length, pending)? {
                continue;
            }
            let continuations = if length == 0 { Vec::new() } else { self.winning_moves(&after, length)? };
            let options = self.narrator.options;
            if options.variation_filter == VariationFilter::Unique && !options.changed_play && length > 0 {
                if answers.contains(&continuations) {
                    continue;
                }
                answers.push(continuations.clone());
            }
            let reached = (length == 0).then_some(self.narrator.stipulation.goal);
            let record = self.narrator.record(position, defence.mv, reached);
            let wins_in = length as u16;
            let event = Node { role: Role::Defence, number, wins_in, mv: record, pending: None };
            emit(self.sink, Event::Node(&event))?;
            let attack = self.attack(&after, length);
            let result = continuations
                .into_iter()
                .try_for_each(|mv| self.emit_attack(attack, mv, number + 1, Role::Continuation, &[]));
            let end = emit(self.sink, Event::End);
            result.and(end)?;
        }
        Ok(())
    }

    /// Returns whether a defence after which the attacker wins in `length` moves is emitted, given the
    /// positions before and after it, the number of moves of full-length play and the threats.
    fn passes_filter(
        &mut self,
        (before, after): (&PositionOf<B, R>, &PositionOf<B, R>),
        length: usize,
        full_length: usize,
        pending: &PendingThreats,
    ) -> Result<bool, Stopped> {
        let options = self.narrator.options;
        // Reaching the goal at once is a variation only if the options request it.
        let requested = length == 0 && options.mates_in_1;
        if let Some((threat_length, threats)) = &pending.threats
            && options.variation_filter != VariationFilter::All
            && !options.changed_play
            && !requested
            && (length < *threat_length
                || (length == *threat_length && !self.defeats_a_threat((before, after), threats, length)?))
        {
            return Ok(false);
        }
        let shortest = usize::from(!requested);
        Ok(!(options.no_short_variations && (shortest..full_length).contains(&length)))
    }

    /// Returns whether the defence that led to `position` defeats at least one of the threats.
    fn defeats_a_threat(
        &mut self,
        (before, position): (&PositionOf<B, R>, &PositionOf<B, R>),
        threats: &[Move],
        moves: usize,
    ) -> Result<bool, Stopped> {
        let winning = self.winning_moves(position, moves)?;
        let passed = before.threat_position();
        // A threat to reach the goal itself counts as defeated if the same move now only forces the opponent
        // to reach it.
        let ends = |position: &PositionOf<B, R>, mv: Move| {
            let after = self.narrator.game.play(position, mv);
            self.narrator.goal_reached(self.attack(position, moves), mv, &after).is_some()
        };
        let (ending, others): (Vec<Move>, Vec<Move>) =
            winning.into_iter().partition(|&mv| ends(position, mv));
        let still_wins = |&threat: &Move| {
            let winning = if ends(&passed, threat) { &ending } else { &others };
            threat_still_wins(self.narrator.game, (&passed, threat), (position, winning))
        };
        Ok(!threats.iter().all(still_wins))
    }
}

/// Returns the number of moves that the attacker has left.
fn moves_left<B: Board, R: GameRules>(node: ScheduleNode<'_, B, R>) -> usize {
    node.plies_left.div_ceil(2)
}

/// Returns whether a threat is among the moves that win in another position. A threat that has become a
/// capture is still the same threat.
pub(super) fn threat_still_wins<B: Board, R: GameRules>(
    game: &Game<B, R>,
    (passed, threat): (&PositionOf<B, R>, Move),
    (position, winning): (&PositionOf<B, R>, &[Move]),
) -> bool {
    winning.iter().any(|mv| {
        (threat.from, threat.to, threat.promotion) == (mv.from, mv.to, mv.promotion)
            && game.makes_same_choices((passed, threat), (position, *mv))
    })
}
