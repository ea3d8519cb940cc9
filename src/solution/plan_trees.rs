//! Battle play of plans, emitted as trees.
//!
//! The selection is that of [classical battle play](super::battle). If a move leads into another kind of
//! play, that play is emitted after the move.

use super::battle::Detail;
use super::battle_tree::threat_still_wins;
use super::event::{AfterKey, Event, Node, Pending, Phase, Role, Sink};
use super::move_numbers::{NumberedMove, select_root_moves};
use super::narrator::{EmitResult, StopReason, emit};
use super::record_move::record_move;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::{Move, Side};
use crate::problem::Options;
use crate::rules::GameRules;
use crate::search::{PlanNode, PlanSolver, Stopped};
use crate::stipulation::{Goal, PlanEnd, PlanPly, PlanStep, Quantifier, StepId};

/// Emits the keys of a step that is a ply of battle play, with their subtrees. If the defender begins, emits
/// the play after a key that was made before the diagram.
pub fn emit_plan_tree<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: &Options,
    sink: &mut dyn Sink,
) -> EmitResult {
    let detail = Detail::of(options, Phase::Actual);
    let begins = position.to_move;
    match planner.plan().step(start) {
        PlanStep::Ply(PlanPly { quantifier: Quantifier::ForAll, .. }) => {
            let detail = Detail::after_key(options);
            let mut tree = PlanTreeNarrator { planner, options, detail, attacker: begins.other(), sink };
            tree.emit_after_key(start, position)
        }
        _ => PlanTreeNarrator { planner, options, detail, attacker: begins, sink }
            .emit_root_moves(start, position),
    }
}

/// Emits the defender's moves that have an answer. `start` begins with the key, which is not made.
pub fn emit_plan_set_play<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: &Options,
    sink: &mut dyn Sink,
) -> EmitResult {
    let PlanStep::Ply(PlanPly { next: Some(defence), .. }) = planner.plan().step(start) else {
        return Ok(());
    };
    let PlanStep::Ply(play) = planner.plan().step(*defence) else { return Ok(()) };
    if planner.has_failed_precondition(play, PlanNode { position, last_move: None })? {
        return Ok(());
    }
    let detail = Detail::of(options, Phase::Set);
    let mut tree = PlanTreeNarrator { planner, options, detail, attacker: position.to_move.other(), sink };
    tree.emit_variations(*defence, position, 1, &None)
}

struct PlanTreeNarrator<'t, 'a, B: Board, R: GameRules> {
    planner: &'t PlanSolver<'a, B, R>,
    options: &'t Options,
    detail: Detail,
    attacker: Side,
    sink: &'t mut dyn Sink,
}

/// The step that wins after a pass, its index among the steps of increasing length, and the threats; `None`
/// if there are none.
type PlanThreats = Option<(StepId, usize, Vec<Move>)>;

/// A move of the defender and how the play goes on.
struct PlanDefence<B: Board, R: GameRules> {
    mv: Move,
    after: PositionOf<B, R>,
    /// The ends of the play that the move reaches.
    ends: Vec<PlanEnd>,
    /// The first step of increasing length that wins after the move, with its index; `None` if the move ends
    /// the play.
    answer: Option<(usize, StepId)>,
}

impl<B: Board, R: GameRules> PlanTreeNarrator<'_, '_, B, R> {
    fn play_of(&self, step: StepId) -> Option<&PlanPly> {
        match self.planner.plan().step(step) {
            PlanStep::Ply(play) => Some(play),
            _ => None,
        }
    }

    /// Emits the variations after a key and its refutations.
    fn emit_after_key(&mut self, defence: StepId, position: &PositionOf<B, R>) -> EmitResult {
        let planner = self.planner;
        let PlanStep::Ply(play) = planner.plan().step(defence) else { return Ok(()) };
        let shows_variations = self.options.variations;
        if !shows_variations
            || planner.has_failed_precondition(play, PlanNode { position, last_move: None })?
        {
            return Ok(());
        }
        let (pending, threats) = self.pending_threats(defence, position)?;
        let check = self.planner.game().in_check(position, position.to_move);
        emit(self.sink, Event::AfterKey(AfterKey { check, pending }))?;
        self.emit_variations(defence, position, 1, &threats)?;
        for mv in planner.moves(play, position) {
            let after = planner.game().play(position, mv);
            if !planner.is_good_move(play, PlanNode { position: &after, last_move: Some((position, mv)) })? {
                self.emit_refutation(play.next, position, mv, 1)?;
            }
        }
        Ok(())
    }

    fn emit_root_moves(&mut self, start: StepId, position: &PositionOf<B, R>) -> EmitResult {
        let planner = self.planner;
        let PlanStep::Ply(play) = planner.plan().step(start) else { return Ok(()) };
        let node = PlanNode { position, last_move: None };
        if planner.has_failed_precondition(play, node)? {
            return self.emit_violations(play, node, 1);
        }
        let mut keys = 0;
        let moves = planner.moves(play, position);
        let moves = match &self.options.first_moves {
            Some(wanted) => select_root_moves(planner.game(), position, moves, wanted),
            None => NumberedMove::in_order(moves),
        };
        for NumberedMove { mv, .. } in moves {
            let after = planner.game().play(position, mv);
            let at = PlanNode { position: &after, last_move: Some((position, mv)) };
            if planner.is_good_move(play, at)? {
                let mut levels = self.attack_lengths(start).into_iter();
                let level = loop {
                    match levels.next() {
                        Some(level) if !self.move_solves(level, at)? => {}
                        level => break level.unwrap_or(start),
                    }
                };
                self.emit_attack(level, (position, mv), Role::Key, 1, &[])?;
                keys += 1;
                if self.options.max_solutions.is_some_and(|max| keys >= max) {
                    return Err(StopReason::MaxSolutions);
                }
            } else if let Some(refutations) = self.refutations(play, at)? {
                self.emit_attack(start, (position, mv), Role::Try, 1, &refutations)?;
            }
        }
        Ok(())
    }

    /// Returns the refutations of a root move; `None` if they are too many for a try.
    fn refutations(&self, play: &PlanPly, at: PlanNode<'_, B, R>) -> Result<Option<Vec<Move>>, Stopped> {
        let Some(max_refutations) = self.options.tries else { return Ok(None) };
        // A move that ends the play cannot be refuted.
        for end in play.ends.iter().filter(|end| end.ends_play) {
            if self.planner.holds(end.step, at)? {
                return Ok(None);
            }
        }
        let Some(PlanStep::Ply(defence)) = play.next.map(|next| self.planner.plan().step(next)) else {
            return Ok(None);
        };
        let mut refutations = Vec::new();
        for mv in self.planner.moves(defence, at.position) {
            let after = self.planner.game().play(at.position, mv);
            if !self
                .planner
                .is_good_move(defence, PlanNode { position: &after, last_move: Some((at.position, mv)) })?
            {
                refutations.push(mv);
                if refutations.len() > max_refutations as usize {
                    return Ok(None);
                }
            }
        }
        let check = || self.planner.game().in_check(at.position, at.position.to_move);
        let trivial = refutations.len() == 1 && self.options.no_trivial_tries && check();
        Ok(Some(refutations).filter(|refutations| !refutations.is_empty() && !trivial))
    }

    /// Emits the moves that violate a precondition.
    fn emit_violations(&mut self, play: &PlanPly, at: PlanNode<'_, B, R>, number: u16) -> EmitResult {
        for (mv, goal) in self.planner.violations(play, at)? {
            let step = record_move(self.planner.game(), at.position, mv, goal);
            let node = Node { role: Role::Forced, number, wins_in: 0, mv: step, pending: None };
            emit(self.sink, Event::Node(&node))?;
            emit(self.sink, Event::End)?;
        }
        Ok(())
    }

    /// Returns the same attack in fewer moves and in full length, the shortest first.
    fn attack_lengths(&self, attack: StepId) -> Vec<StepId> {
        let mut levels = self.play_of(attack).map_or(Vec::new(), |play| play.shorter.clone());
        levels.push(attack);
        levels
    }

    fn move_solves(&self, step: StepId, at: PlanNode<'_, B, R>) -> Result<bool, Stopped> {
        match self.play_of(step) {
            Some(play) => self.planner.is_good_move(play, at),
            None => Ok(false),
        }
    }

    /// Returns the ends that hold after a move.
    fn ends(&self, play: &PlanPly, at: PlanNode<'_, B, R>) -> Result<Vec<PlanEnd>, Stopped> {
        let mut ends = Vec::new();
        for &end in play.ends.iter().filter(|end| end.good) {
            if self.planner.holds(end.step, at)? {
                ends.push(end);
            }
        }
        Ok(ends)
    }

    /// Returns the goal that a step which holds requires; `None` if it requires none.
    fn reached_goal(&self, step: StepId, at: PlanNode<'_, B, R>) -> Result<Option<Goal>, Stopped> {
        let steps: Vec<StepId> = match self.planner.plan().step(step) {
            PlanStep::Reached(goal) => return Ok(Some(*goal)),
            PlanStep::All(steps) => steps.iter().rev().copied().collect(),
            PlanStep::Any(steps) => steps.clone(),
            _ => return Ok(None),
        };
        self.first_reached_goal(steps, at)
    }

    /// Returns the goal of the first of these steps that holds and requires one.
    fn first_reached_goal(
        &self,
        steps: impl IntoIterator<Item = StepId>,
        at: PlanNode<'_, B, R>,
    ) -> Result<Option<Goal>, Stopped> {
        for step in steps {
            if self.planner.holds(step, at)?
                && let Some(goal) = self.reached_goal(step, at)?
            {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Emits a move of the side that wants what the move may lead to, and its subtree.
    fn emit_attack(
        &mut self,
        step: StepId,
        (before, mv): (&PositionOf<B, R>, Move),
        role: Role,
        number: u16,
        refutations: &[Move],
    ) -> EmitResult {
        let planner = self.planner;
        let PlanStep::Ply(play) = planner.plan().step(step) else { return Ok(()) };
        let after = planner.game().play(before, mv);
        let at = PlanNode { position: &after, last_move: Some((before, mv)) };
        let ends = self.ends(play, at)?;
        let reached = self.first_reached_goal(ends.iter().map(|end| end.step), at)?;
        // The move may lead into other play, in which the opponent defends.
        let into = |end: &PlanEnd| match self.play_of(end.step) {
            Some(play) if play.quantifier == Quantifier::ForAll && !end.hidden => Some(end.step),
            _ => None,
        };
        let defence = match &ends[..] {
            [] => play.next,
            [end] => into(end),
            _ => None,
        };
        let defence = defence.filter(|_| self.detail != Detail::Keys);
        let (pending, threats) = match defence {
            Some(defence) if before.to_move == self.attacker => self.pending_threats(defence, &after)?,
            _ => (None, None),
        };
        let moves = if role == Role::Try { 0 } else { 1 + self.moves_after(play) };
        let record = record_move(planner.game(), before, mv, reached);
        emit(self.sink, Event::Node(&Node { role, number, wins_in: moves, mv: record, pending }))?;
        let mut result = match defence {
            Some(defence) => self.emit_variations(defence, &after, number, &threats),
            None => Ok(()),
        };
        if self.detail != Detail::Keys && defence.is_none() {
            result = result.and_then(|()| self.emit_ends(&ends, at, number));
        }
        let answer = play.next.and_then(|defence| self.play_of(defence)?.next);
        for &refutation in refutations {
            result = result.and_then(|()| self.emit_refutation(answer, &after, refutation, number));
        }
        let end = emit(self.sink, Event::End);
        result.and(end)
    }

    /// Returns the number of moves the attacker has after this one.
    fn moves_after(&self, play: &PlanPly) -> u16 {
        let later = play.next.and_then(|defence| self.play_of(self.play_of(defence)?.next?));
        later.map_or(0, |later| 1 + self.moves_after(later))
    }

    /// Emits a move that has no good `answer`.
    fn emit_refutation(
        &mut self,
        answer: Option<StepId>,
        position: &PositionOf<B, R>,
        refutation: Move,
        number: u16,
    ) -> EmitResult {
        let planner = self.planner;
        let after = planner.game().play(position, refutation);
        let step = record_move(planner.game(), position, refutation, None);
        emit(
            self.sink,
            Event::Node(&Node { role: Role::Refutation, number, wins_in: 0, mv: step, pending: None }),
        )?;
        let at = PlanNode { position: &after, last_move: Some((position, refutation)) };
        let result = match answer.map(|answer| planner.plan().step(answer)) {
            Some(PlanStep::Ply(answer)) => self.emit_violations(answer, at, number + 1),
            _ => Ok(()),
        };
        let end = emit(self.sink, Event::End);
        result.and(end)
    }

    /// Returns the threats against the defender.
    fn pending_threats(
        &self,
        defence: StepId,
        position: &PositionOf<B, R>,
    ) -> Result<(Option<Pending>, PlanThreats), Stopped> {
        let Some(next) = self.play_of(defence).and_then(|play| play.next) else { return Ok((None, None)) };
        if self.detail != Detail::Threats || self.planner.game().in_check(position, position.to_move) {
            return Ok((None, None));
        }
        let passed = position.threat_position();
        for (index, level) in self.attack_lengths(next).into_iter().enumerate() {
            if self.planner.holds(level, PlanNode { position: &passed, last_move: None })? {
                let threats = self.winning_moves(level, &passed)?;
                return Ok((Some(Pending::Threat), Some((level, index, threats))));
            }
        }
        Ok((Some(Pending::Zugzwang), None))
    }

    /// Returns the moves by which a step holds.
    fn winning_moves(&self, step: StepId, position: &PositionOf<B, R>) -> Result<Vec<Move>, Stopped> {
        let Some(play) = self.play_of(step) else { return Ok(Vec::new()) };
        let mut winning = Vec::new();
        for mv in self.planner.moves(play, position) {
            let after = self.planner.game().play(position, mv);
            if self
                .planner
                .is_good_move(play, PlanNode { position: &after, last_move: Some((position, mv)) })?
            {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Emits threats, and the defences that pass the filter with their answers.
    fn emit_variations(
        &mut self,
        defence: StepId,
        position: &PositionOf<B, R>,
        number: u16,
        threats: &PlanThreats,
    ) -> EmitResult {
        let planner = self.planner;
        let PlanStep::Ply(play) = planner.plan().step(defence) else { return Ok(()) };
        // The attacker may have to defend against play of the other side.
        let (role, number, answering) = match position.to_move == self.attacker {
            true => (Role::Continuation, number + 1, (Role::Defence, number + 1)),
            false => (Role::Defence, number, (Role::Continuation, number + 1)),
        };
        let passed = position.threat_position();
        if let Some((level, _, moves)) = threats {
            for &mv in moves {
                self.emit_attack(*level, (&passed, mv), Role::Threat, number + 1, &[])?;
            }
        }
        let defences = self.defences(play, position)?;
        let longest = defences.iter().filter_map(|defence| defence.answer.map(|(length, _)| length)).max();
        for PlanDefence { mv, after, ends, answer } in defences {
            let winning = match answer {
                Some((_, level)) => self.winning_moves(level, &after)?,
                None => Vec::new(),
            };
            let length = answer.map(|(length, _)| length);
            let passes_filter = match threats {
                Some((_, threatened, moves)) => {
                    let still_wins = |threat: &Move| {
                        threat_still_wins(planner.game(), (&passed, *threat), (&after, &winning))
                    };
                    length > Some(*threatened)
                        || (length == Some(*threatened) && !moves.iter().all(still_wins))
                }
                None => true,
            };
            if !passes_filter || (self.options.no_short_variations && length < longest) {
                continue;
            }
            let at = PlanNode { position: &after, last_move: Some((position, mv)) };
            let reached = self.first_reached_goal(ends.iter().map(|end| end.step), at)?;
            let step = record_move(planner.game(), position, mv, reached);
            let moves = length.map_or(0, |length| length as u16 + 1);
            emit(self.sink, Event::Node(&Node { role, number, wins_in: moves, mv: step, pending: None }))?;
            let mut result = Ok(());
            if let Some((_, level)) = answer {
                result = winning
                    .into_iter()
                    .try_for_each(|mv| self.emit_attack(level, (&after, mv), answering.0, answering.1, &[]));
            }
            result = result.and_then(|()| self.emit_ends(&ends, at, number));
            let end = emit(self.sink, Event::End);
            result.and(end)?;
        }
        Ok(())
    }

    /// Returns the defender's moves that end the play or have an answer.
    fn defences(
        &self,
        play: &PlanPly,
        position: &PositionOf<B, R>,
    ) -> Result<Vec<PlanDefence<B, R>>, Stopped> {
        let planner = self.planner;
        let mut defences = Vec::new();
        let mut goes_on = false;
        for mv in planner.moves(play, position) {
            let after = planner.game().play(position, mv);
            let at = PlanNode { position: &after, last_move: Some((position, mv)) };
            let ends = self.ends(play, at)?;
            let mut answer = None;
            if ends.is_empty() {
                goes_on |= play.next.is_some();
                let lengths = play.next.map_or(Vec::new(), |next| self.attack_lengths(next));
                for (index, level) in lengths.into_iter().enumerate() {
                    if planner.holds(level, at)? {
                        answer = Some((index, level));
                        break;
                    }
                }
                if answer.is_none() {
                    continue;
                }
            }
            defences.push(PlanDefence { mv, after, ends, answer });
        }
        // A move that ends the play at once is emitted only if the defender has no other.
        if goes_on && !self.options.mates_in_1 {
            defences.retain(|defence| defence.answer.is_some());
        }
        Ok(defences)
    }

    fn emit_ends(&mut self, ends: &[PlanEnd], at: PlanNode<'_, B, R>, number: u16) -> EmitResult {
        ends.iter().filter(|end| !end.hidden).try_for_each(|end| self.emit_step(end.step, at, number))
    }

    /// Emits the play into which a move leads.
    fn emit_step(&mut self, step: StepId, at: PlanNode<'_, B, R>, number: u16) -> EmitResult {
        let planner = self.planner;
        match planner.plan().step(step) {
            PlanStep::Any(steps) | PlanStep::All(steps) => {
                for &step in steps {
                    if planner.holds(step, at)? {
                        self.emit_step(step, at, number)?;
                    }
                }
                Ok(())
            }
            PlanStep::Ply(play) if play.quantifier == Quantifier::ForAll => {
                self.emit_variations(step, at.position, number, &None)
            }
            PlanStep::Ply(_) => {
                let (role, number) = match at.position.to_move == self.attacker {
                    true => (Role::Continuation, number + 1),
                    false => (Role::Defence, number),
                };
                let winning = self.winning_moves(step, at.position)?;
                winning
                    .into_iter()
                    .try_for_each(|mv| self.emit_attack(step, (at.position, mv), role, number, &[]))
            }
            PlanStep::Pass(_) | PlanStep::Not(_) | PlanStep::Reached(_) => Ok(()),
        }
    }
}
