//! Battle play: keys, tries, threats, variations.
//!
//! What is told follows what journals and Popeye print. After a move of the attacker
//! only the shortest ways to win are told, all of them. If he threatens something, a
//! defence is told when it makes him need longer than the threat, or as long while
//! defeating one of the threats; without a threat every defence is told.

use super::event::{AfterKey, Event, Node, Pending, Phase, Role, Sink};
use super::narrator::{EmitResult, Narrator, StopReason, emit};
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::parallel::par_map_ordered;
use crate::position::Move;
use crate::problem::{Options, VariationFilter};
use crate::rules::GameRules;
use crate::search::{ScheduleSolver, Stopped, next_position, reaches};
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// What a first move is good for.
enum RootMoveClass {
    /// It solves.
    Key,
    /// These replies, and no others, refute it.
    Try(Vec<Move>),
    /// More refutes it than the options ask for.
    Neither,
}

/// Tells trees of one schedule.
struct BattleNarrator<'n, 'a, B: Board, R> {
    narrator: &'n Narrator<'a, B, R>,
    schedule: &'n Schedule,
    solver: ScheduleSolver<'a, B, R>,
    detail: Detail,
    /// Was the key made before the diagram, and nothing told yet of what follows? Then the
    /// play is as long as was asked for.
    key_is_made: bool,
    sink: &'n mut dyn Sink,
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// Keys and refutations.
    Keys,
    /// All variations, without a word on threats.
    Variations,
    /// Threats, and the variations that avoid them.
    Threats,
}

impl Detail {
    /// What follows a key that has been made is told in full.
    pub fn after_key(options: &Options) -> Detail {
        if options.no_threat { Detail::Variations } else { Detail::Threats }
    }

    pub fn of(options: &Options, phase: Phase) -> Detail {
        match (options.variations, options.no_threat) {
            (true, false) => Detail::Threats,
            (true, true) => Detail::Variations,
            // Set play has no keys: it is told in full or not at all.
            (false, _) if phase == Phase::Set => Detail::Variations,
            (false, _) => Detail::Keys,
        }
    }
}

/// Tells the actual play, and with it the tries: `schedule` begins with the attacker.
pub fn emit_actual_play<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    narrator.limits.begin_search(schedule.plies.len());
    let first = schedule.plies[0];
    let manner = Detail::of(narrator.options, Phase::Actual);
    let mut teller = BattleNarrator {
        narrator,
        schedule,
        solver: narrator.solver(),
        detail: manner,
        key_is_made: false,
        sink,
    };
    if first.obligation == GoalObligation::IfPossible && first.goal_value == GoalValue::Ignored {
        let forced = narrator.goal_moves(position);
        if !forced.is_empty() {
            return teller.emit_forced(position, &forced, 1);
        }
    }
    let mut told = 0;
    let mut result: EmitResult = Ok(());
    let moves = narrator.root_moves(schedule, position);
    if narrator.options.any_key && schedule.is_free_battle() {
        return match teller.solver.find_key(schedule, position, &moves)? {
            Some(key) => {
                teller.emit_root_move(position, key, &RootMoveClass::Key).and(Err(StopReason::MaxSolutions))
            }
            None => Ok(()),
        };
    }
    narrator.limits.root_moves.start(moves.len() as u64);
    let flow = par_map_ordered(
        narrator.pool,
        &moves,
        || narrator.solver(),
        |prover, &mv| classify_root_move(narrator, schedule, prover, position, mv),
        |&mv, judged| {
            narrator.limits.root_moves.advance();
            result = judged.map_err(StopReason::from).and_then(|judged| {
                let telling = teller.emit_root_move(position, mv, &judged);
                if matches!(judged, RootMoveClass::Key) {
                    told += 1;
                }
                telling
            });
            let enough = narrator.options.max_solutions.is_some_and(|most| told >= most);
            if result.is_ok() && enough {
                result = Err(StopReason::MaxSolutions);
            }
            if result.is_ok() {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            }
        },
    );
    if flow.is_break() && result.is_ok() {
        return Err(StopReason::LimitReached);
    }
    result
}

/// Tells the set play: `schedule` begins with the attacker, and `position` has the
/// defender to move.
pub fn emit_set_play<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    narrator.limits.begin_search(schedule.plies.len().saturating_sub(1));
    let manner = Detail::of(narrator.options, Phase::Set);
    let mut teller = BattleNarrator {
        narrator,
        schedule,
        solver: narrator.solver(),
        detail: manner,
        key_is_made: false,
        sink,
    };
    let goal = narrator.stipulation.goal;
    if schedule.plies.len() < 2 || next_position(narrator.game, goal, schedule, 0, position).is_none() {
        return Ok(());
    }
    let defences = teller.defences(position, 1)?;
    teller.emit_variations(position, 1, 1, &defences, &PendingThreats::default())
}

/// Tells what follows a key that was made before the diagram: `schedule` begins with
/// the key, and `position` has the defender to move.
pub fn emit_post_key_play<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    let check = narrator.game.in_check(position, position.to_move);
    if schedule.plies.len() < 2 {
        let nothing = Event::AfterKey(AfterKey { check, pending: None });
        return if check { emit(sink, nothing) } else { Ok(()) };
    }
    let manner = Detail::after_key(narrator.options);
    let mut teller = BattleNarrator {
        narrator,
        schedule,
        solver: narrator.solver(),
        detail: manner,
        key_is_made: true,
        sink,
    };
    if !meets_option_limits(narrator, schedule, &mut teller.solver, position)? {
        return Ok(());
    }
    teller.set_defence_allowance(position, Some(1))?;
    let hanging = teller.pending_threats(position, 1)?;
    let defences = teller.defences(position, 1)?;
    let mut refutations: Vec<Move> = Vec::new();
    if may_refute(schedule, &mut teller.solver, position) {
        let refuting = defences.iter().filter(|defence| defence.moves_needed.is_none());
        refutations.extend(refuting.map(|defence| defence.mv));
    }
    emit(teller.sink, Event::AfterKey(AfterKey { check, pending: hanging.pending }))?;
    teller.emit_variations(position, 1, 1, &defences, &hanging)?;
    teller.emit_refutations(position, 1, 1, &refutations)
}

fn classify_root_move<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    prover: &mut ScheduleSolver<'_, B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> Result<RootMoveClass, Stopped> {
    let after = narrator.game.play(position, mv);
    if prover.is_good_move(schedule, position, mv, &after, 0)? {
        return Ok(RootMoveClass::Key);
    }
    let Some(most) = narrator.options.tries.filter(|_| schedule.plies.len() > 1) else {
        return Ok(RootMoveClass::Neither);
    };
    // Where the play is over there is nothing left to refute.
    let goal = narrator.stipulation.goal;
    if schedule.plies[0].goal_value == GoalValue::Early && reaches(narrator.game, goal, position, mv, &after)
    {
        return Ok(RootMoveClass::Neither);
    }
    if !meets_option_limits(narrator, schedule, prover, &after)? {
        return Ok(RootMoveClass::Neither);
    }
    if !may_refute(schedule, prover, &after) || !prover.has_required_threat(schedule, &after, 0)? {
        return Ok(RootMoveClass::Neither);
    }
    let mut refutations = Vec::new();
    let replies = narrator.moves(schedule, 1, &after);
    for &reply in &replies {
        let next = narrator.game.play(&after, reply);
        if !prover.is_good_move(schedule, &after, reply, &next, 1)? {
            refutations.push(reply);
            if refutations.len() > most as usize {
                return Ok(RootMoveClass::Neither);
            }
        }
    }
    let check = || narrator.game.in_check(&after, after.to_move);
    let trivial = refutations.len() == 1 && narrator.options.no_trivial_tries && check();
    Ok(if refutations.is_empty() || trivial {
        RootMoveClass::Neither
    } else {
        RootMoveClass::Try(refutations)
    })
}

/// Has the defender, who is to move behind a first move, as few flights and moves that hold out
/// as options ask?
fn meets_option_limits<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    prover: &mut ScheduleSolver<'_, B, R>,
    position: &PositionOf<B, R>,
) -> Result<bool, Stopped> {
    let goal = narrator.stipulation.goal;
    Ok(next_position(narrator.game, goal, schedule, 0, position).is_some()
        && prover.remaining_allowance(schedule, position, 1)?.is_some())
}

/// Can a reply to the first move be told as a refutation? Where Black is bound at the
/// last half-move, he either must reach the goal or cannot: no reply of his is one.
fn may_refute<B: Board, R: GameRules>(
    schedule: &Schedule,
    prover: &mut ScheduleSolver<'_, B, R>,
    after: &PositionOf<B, R>,
) -> bool {
    schedule.plies[1].obligation != GoalObligation::IfPossible
        || (schedule.plies.len() > 2 && !prover.has_goal_in_one(after))
}

/// A defence and how it is answered.
struct Defence {
    mv: Move,
    /// How many moves the attacker needs then; none if the defence refutes, 0 if it
    /// reaches the goal itself.
    moves_needed: Option<usize>,
}

/// What hangs over the defender.
#[derive(Default)]
struct PendingThreats {
    /// How it is told.
    pending: Option<Pending>,
    /// The threats and how many moves they need; none if nothing is threatened.
    threats: Option<(usize, Vec<Move>)>,
}

impl<B: Board, R: GameRules> BattleNarrator<'_, '_, B, R> {
    fn emit_root_move(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        judged: &RootMoveClass,
    ) -> EmitResult {
        let (role, refutations) = match judged {
            RootMoveClass::Key => (Role::Key, &[][..]),
            RootMoveClass::Try(refutations) => (Role::Try, &refutations[..]),
            RootMoveClass::Neither => return Ok(()),
        };
        self.emit_attack(position, mv, 0, 1, role, refutations)
    }

    /// How many moves the attacker has left at his half-move `index`.
    fn moves_left(&self, index: usize) -> usize {
        (self.schedule.plies.len() - index).div_ceil(2)
    }

    /// The half-move at which the attacker has so many moves left.
    fn index_for_moves(&self, moves: usize) -> usize {
        self.schedule.attack_index(moves)
    }

    /// The least number of moves in which a key wins.
    fn key_moves_needed(
        &mut self,
        position: &PositionOf<B, R>,
        key: Move,
        after: &PositionOf<B, R>,
    ) -> Result<usize, Stopped> {
        let least = if self.narrator.stipulation.exact { self.moves_left(0) } else { 1 };
        for moves in least..self.moves_left(0) {
            if self.solver.is_good_move(self.schedule, position, key, after, self.index_for_moves(moves))? {
                return Ok(moves);
            }
        }
        Ok(self.moves_left(0))
    }

    /// How many moves the attacker needs, of those he has at half-move `index`.
    fn moves_needed(&mut self, position: &PositionOf<B, R>, index: usize) -> Result<Option<usize>, Stopped> {
        let most = self.moves_left(index);
        let least = if self.narrator.stipulation.exact { most } else { 1 };
        for moves in least..=most {
            if self.solver.has_solution(self.schedule, position, self.index_for_moves(moves))? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The moves that win in so many moves.
    fn winning_moves(&mut self, position: &PositionOf<B, R>, moves: usize) -> Result<Vec<Move>, Stopped> {
        let index = self.index_for_moves(moves);
        let mut winning = Vec::new();
        for mv in self.narrator.moves(self.schedule, index, position) {
            let after = self.narrator.game.play(position, mv);
            if self.solver.is_good_move(self.schedule, position, mv, &after, index)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Tells a move of the attacker at half-move `index` and what follows.
    fn emit_attack(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        index: usize,
        number: u16,
        role: Role,
        refutations: &[Move],
    ) -> EmitResult {
        let after = self.narrator.game.play(position, mv);
        let moves = match role {
            // To know that a key wins no sooner may take longer than to find it.
            Role::Key if self.narrator.options.any_key => self.moves_left(index),
            Role::Key => self.key_moves_needed(position, mv, &after)?,
            Role::Try => 0,
            _ => self.moves_left(index),
        };
        // A key that wins sooner than asked is told as the key of the shorter problem.
        let index = if role == Role::Key { self.index_for_moves(moves) } else { index };
        let reached = self.narrator.goal_reached(self.schedule, index, position, mv, &after);
        let goes_on = reached.is_none() && index + 1 < self.schedule.plies.len();
        let variations = goes_on && self.detail != Detail::Keys;
        let before = self.set_defence_allowance(&after, goes_on.then_some(index + 1))?;
        let hanging =
            if variations { self.pending_threats(&after, index + 1)? } else { PendingThreats::default() };
        let moves = moves as u16;
        let step = self.narrator.record(position, mv, reached);
        let node = Node { role, number, wins_in: moves, mv: step, pending: hanging.pending };
        emit(self.sink, Event::Node(&node))?;
        let hanging = variations.then_some(&hanging);
        let telling = self.emit_replies(&after, index + 1, number, hanging, refutations);
        self.solver.replace_allowance(before);
        // The tree is closed even if the search was stopped inside it.
        let end = emit(self.sink, Event::End);
        telling.and(end)
    }

    /// Lets the defender, if he moves at a half-move, spend what moves that hold out cost,
    /// and tells what there was to spend before.
    fn set_defence_allowance(
        &mut self,
        position: &PositionOf<B, R>,
        index: Option<usize>,
    ) -> Result<u32, Stopped> {
        let spare = match index {
            Some(index) => self.solver.remaining_allowance(self.schedule, position, index)?,
            None => None,
        };
        let before = self.solver.replace_allowance(0);
        self.solver.replace_allowance(spare.unwrap_or(before));
        Ok(before)
    }

    /// Tells what follows a move of the attacker: variations, if what hangs over the
    /// defender is given, and these refutations.
    fn emit_replies(
        &mut self,
        after: &PositionOf<B, R>,
        index: usize,
        number: u16,
        hanging: Option<&PendingThreats>,
        refutations: &[Move],
    ) -> EmitResult {
        if let Some(hanging) = hanging {
            let defences = self.defences(after, index)?;
            self.emit_variations(after, index, number, &defences, hanging)?;
        }
        self.emit_refutations(after, index, number, refutations)
    }

    /// What hangs over the defender, who is to move at half-move `index`.
    fn pending_threats(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<PendingThreats, Stopped> {
        let Some(half) = self.schedule.plies.get(index) else { return Ok(PendingThreats::default()) };
        if self.detail != Detail::Threats
            || index + 1 >= self.schedule.plies.len()
            || self.narrator.game.in_check(position, position.to_move)
            // Who owes a promotion decides something, whatever he does: he cannot just pass.
            || self.narrator.game.has_pending_promotion(position)
            || (half.obligation == GoalObligation::IfPossible && self.solver.has_goal_in_one(position))
        {
            return Ok(PendingThreats::default());
        }
        let passed = position.threat_position();
        let threats = match self.moves_needed(&passed, index + 1)? {
            Some(moves) => Some((moves, self.winning_moves(&passed, moves)?)),
            None => None,
        };
        let threats = threats.filter(|(_, threats)| !threats.is_empty());
        let pending = if threats.is_some() { Pending::Threat } else { Pending::Zugzwang };
        Ok(PendingThreats { pending: Some(pending), threats })
    }

    /// Tells refutations that are played at half-move `index`.
    fn emit_refutations(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
        number: u16,
        refutations: &[Move],
    ) -> EmitResult {
        for &refutation in refutations {
            let next = self.narrator.game.play(position, refutation);
            // In exact self play a goal reached too early refutes. In direct play the goal is
            // not the defender's, even if play ends with it.
            let reached = self.narrator.goal_reached(self.schedule, index, position, refutation, &next);
            let reached = reached.filter(|_| self.schedule.plies.len().is_multiple_of(2));
            let step = self.narrator.record(position, refutation, reached);
            emit(
                self.sink,
                Event::Node(&Node { role: Role::Refutation, number, wins_in: 0, mv: step, pending: None }),
            )?;
            let mut telling = Ok(());
            if let Some(half) = self
                .schedule
                .plies
                .get(index + 1)
                .filter(|half| half.obligation == GoalObligation::IfPossible)
            {
                debug_assert_eq!(half.quantifier, Quantifier::Exists);
                let forced = self.narrator.goal_moves(&next);
                telling = self.emit_forced(&next, &forced, number + 1);
            }
            let end = emit(self.sink, Event::End);
            telling.and(end)?;
        }
        Ok(())
    }

    /// Tells the goal moves to which the reflex duty forces the attacker.
    fn emit_forced(&mut self, position: &PositionOf<B, R>, moves: &[Move], number: u16) -> EmitResult {
        let goal: Goal = self.narrator.stipulation.goal;
        for &mv in moves {
            let step = self.narrator.record(position, mv, Some(goal));
            emit(
                self.sink,
                Event::Node(&Node { role: Role::Forced, number, wins_in: 0, mv: step, pending: None }),
            )?;
            emit(self.sink, Event::End)?;
        }
        Ok(())
    }

    /// The defender's moves at half-move `index` with how long they hold out.
    fn defences(&mut self, position: &PositionOf<B, R>, index: usize) -> Result<Vec<Defence>, Stopped> {
        let half = self.schedule.plies[index];
        let forced = half.obligation == GoalObligation::IfPossible && self.solver.has_goal_in_one(position);
        let mut defences = Vec::new();
        for mv in self.narrator.moves(self.schedule, index, position) {
            let after = self.narrator.game.play(position, mv);
            let length = if self.narrator.goal_reached(self.schedule, index, position, mv, &after).is_some() {
                // Too early is not soon enough, but no solution.
                (half.goal_value == GoalValue::Good).then_some(0)
            } else if forced {
                continue;
            } else if index + 1 < self.schedule.plies.len() {
                self.moves_needed(&after, index + 1)?
            } else {
                None
            };
            defences.push(Defence { mv, moves_needed: length });
        }
        // Reaching the goal too early is told only where the defender has nothing else.
        let goes_on = index + 1 < self.schedule.plies.len();
        let all = self.narrator.options.mates_in_1;
        if !all && goes_on && defences.iter().any(|defence| defence.moves_needed != Some(0)) {
            defences.retain(|defence| defence.moves_needed != Some(0));
        }
        Ok(defences)
    }

    /// Tells the threats, and the variations: the defences worth telling, made at
    /// half-move `index`, with their continuations.
    fn emit_variations(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
        number: u16,
        defences: &[Defence],
        hanging: &PendingThreats,
    ) -> EmitResult {
        if let Some((moves, threats)) = &hanging.threats {
            let passed = position.threat_position();
            for &threat in threats {
                self.emit_attack(
                    &passed,
                    threat,
                    self.index_for_moves(*moves),
                    number + 1,
                    Role::Threat,
                    &[],
                )?;
            }
        }
        // Set play, too, may be that of a shorter problem.
        let lengths: Option<Vec<usize>> = defences.iter().map(|defence| defence.moves_needed).collect();
        let longest = lengths.and_then(|lengths| lengths.into_iter().max());
        let longest = longest.filter(|_| !std::mem::take(&mut self.key_is_made));
        let whole = longest.unwrap_or_else(|| self.moves_left(index + 1));
        let breadth = self.narrator.options.variation_filter;
        let mut answers: Vec<Vec<Move>> = Vec::new();
        for defence in defences {
            let Some(length) = defence.moves_needed else { continue };
            let after = self.narrator.game.play(position, defence.mv);
            let asked_for = length == 0 && self.narrator.options.mates_in_1;
            if let Some((threat_length, threats)) = &hanging.threats
                && breadth != VariationFilter::All
                && !asked_for
                && (length < *threat_length
                    || (length == *threat_length
                        && !self.defeats_a_threat((position, &after), threats, length)?))
            {
                continue;
            }
            // Reaching the goal at once is no variation, but where it is asked for.
            let shortest = usize::from(!asked_for);
            if self.narrator.options.no_short_variations && (shortest..whole).contains(&length) {
                continue;
            }
            let continuations = if length == 0 { Vec::new() } else { self.winning_moves(&after, length)? };
            if breadth == VariationFilter::Unique && length > 0 {
                if answers.contains(&continuations) {
                    continue;
                }
                answers.push(continuations.clone());
            }
            let reached = (length == 0).then_some(self.narrator.stipulation.goal);
            let step = self.narrator.record(position, defence.mv, reached);
            emit(
                self.sink,
                Event::Node(&Node {
                    role: Role::Defence,
                    number,
                    wins_in: length as u16,
                    mv: step,
                    pending: None,
                }),
            )?;
            let mut telling = Ok(());
            for mv in continuations {
                telling = self.emit_attack(
                    &after,
                    mv,
                    self.index_for_moves(length),
                    number + 1,
                    Role::Continuation,
                    &[],
                );
                if telling.is_err() {
                    break;
                }
            }
            let end = emit(self.sink, Event::End);
            telling.and(end)?;
        }
        Ok(())
    }

    /// Does the defence that led to the position defeat one of the threats?
    fn defeats_a_threat(
        &mut self,
        (before, position): (&PositionOf<B, R>, &PositionOf<B, R>),
        threats: &[Move],
        moves: usize,
    ) -> Result<bool, Stopped> {
        let winning = self.winning_moves(position, moves)?;
        let passed = before.threat_position();
        let index = self.index_for_moves(moves);
        // Who threatens to reach the goal himself is answered where he has to force the other to.
        let ends = |position: &PositionOf<B, R>, mv: Move| {
            let after = self.narrator.game.play(position, mv);
            self.narrator.goal_reached(self.schedule, index, position, mv, &after).is_some()
        };
        let (ending, others): (Vec<Move>, Vec<Move>) =
            winning.into_iter().partition(|&mv| ends(position, mv));
        let alive = |&threat: &Move| {
            let winning = if ends(&passed, threat) { &ending } else { &others };
            threat_still_wins(self.narrator.game, (&passed, threat), (position, winning))
        };
        Ok(!threats.iter().all(alive))
    }
}

/// Is a threat among the moves that win in another position? One that has become a capture
/// is still the same threat.
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
