//! Battle play that a plan says, told as trees.
//!
//! What is told of it is told as of [classical battle play](super::battle). Where play leads
//! into another kind of play, that is told behind the move that leads there.

use super::battle::{Manner, still_wins};
use super::event::{AfterKey, Event, Node, Pending, Phase, Role, Sink};
use super::move_numbers::first_wanted;
use super::narrator::{Halt, Telling, tell};
use super::record_move::tell_move;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::{Move, Side};
use crate::problem::Options;
use crate::rules::Rules;
use crate::search::{Arrival, Planner, Stopped};
use crate::stipulation::{Choice, End, Goal, Play, Step, StepId};

/// Tells the keys of a step, which is a half-move of battle play, with what follows them; if
/// the defender begins, what follows the key that has been made.
pub fn tell_plan_tree<B: Board, R: Rules>(
    planner: &Planner<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: &Options,
    sink: &mut dyn Sink,
) -> Telling {
    let manner = Manner::of(options, Phase::Actual);
    let begins = position.to_move;
    match planner.plan().step(start) {
        Step::Play(Play { choice: Choice::Every, .. }) => {
            let manner = Manner::after_key(options);
            let mut teller = Teller { planner, options, manner, attacker: begins.other(), sink };
            teller.after_key(start, position)
        }
        _ => Teller { planner, options, manner, attacker: begins, sink }.first_moves(start, position),
    }
}

/// Tells the defender's moves that have an answer, where `start` begins with the key that is
/// not made.
pub fn tell_plan_set_play<B: Board, R: Rules>(
    planner: &Planner<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: &Options,
    sink: &mut dyn Sink,
) -> Telling {
    let Step::Play(Play { next: Some(defence), .. }) = planner.plan().step(start) else { return Ok(()) };
    let Step::Play(play) = planner.plan().step(*defence) else { return Ok(()) };
    if planner.is_barred(play, Arrival { position, last: None })? {
        return Ok(());
    }
    let manner = Manner::of(options, Phase::Set);
    let mut teller = Teller { planner, options, manner, attacker: position.to_move.other(), sink };
    teller.variations(*defence, position, 1, &None)
}

struct Teller<'t, 'a, B: Board, R: Rules> {
    planner: &'t Planner<'a, B, R>,
    options: &'t Options,
    manner: Manner,
    attacker: Side,
    sink: &'t mut dyn Sink,
}

/// What the defender is threatened with.
type Threats = Option<(StepId, usize, Vec<Move>)>;

impl<B: Board, R: Rules> Teller<'_, '_, B, R> {
    fn play_of(&self, step: StepId) -> Option<&Play> {
        match self.planner.plan().step(step) {
            Step::Play(play) => Some(play),
            _ => None,
        }
    }

    /// Tells what follows a key, and what refutes it.
    fn after_key(&mut self, defence: StepId, position: &PositionOf<B, R>) -> Telling {
        let planner = self.planner;
        let Step::Play(play) = planner.plan().step(defence) else { return Ok(()) };
        let told = self.options.variations;
        if !told || planner.is_barred(play, Arrival { position, last: None })? {
            return Ok(());
        }
        let (pending, threats) = self.hanging(defence, position)?;
        let check = self.planner.game().in_check(position, position.to_move);
        tell(self.sink, Event::AfterKey(AfterKey { check, pending }))?;
        self.variations(defence, position, 1, &threats)?;
        for mv in planner.moves(play, position) {
            let after = planner.game().play(position, mv);
            if !planner.is_good(play, Arrival { position: &after, last: Some((position, mv)) })? {
                self.refutation(play.next, position, mv, 1)?;
            }
        }
        Ok(())
    }

    fn first_moves(&mut self, start: StepId, position: &PositionOf<B, R>) -> Telling {
        let planner = self.planner;
        let Step::Play(play) = planner.plan().step(start) else { return Ok(()) };
        let here = Arrival { position, last: None };
        if planner.is_barred(play, here)? {
            return self.violations(play, here, 1);
        }
        let mut keys = 0;
        let moves = planner.moves(play, position);
        let moves = match &self.options.first_moves {
            Some(wanted) => first_wanted(planner.game(), position, moves, wanted),
            None => moves,
        };
        for mv in moves {
            let after = planner.game().play(position, mv);
            let at = Arrival { position: &after, last: Some((position, mv)) };
            if planner.is_good(play, at)? {
                let mut levels = self.levels(start).into_iter();
                let level = loop {
                    match levels.next() {
                        Some(level) if !self.is_good(level, at)? => {}
                        level => break level.unwrap_or(start),
                    }
                };
                self.attack(level, (position, mv), Role::Key, 1, &[])?;
                keys += 1;
                if self.options.max_solutions.is_some_and(|most| keys >= most) {
                    return Err(Halt::Counted);
                }
            } else if let Some(refutations) = self.refutations(play, at)? {
                self.attack(start, (position, mv), Role::Try, 1, &refutations)?;
            }
        }
        Ok(())
    }

    /// The refutations of a first move, if there are few enough to call it a try.
    fn refutations(&self, play: &Play, at: Arrival<'_, B, R>) -> Result<Option<Vec<Move>>, Stopped> {
        let Some(most) = self.options.tries else { return Ok(None) };
        // Where the play is over there is nothing left to refute.
        for end in play.ends.iter().filter(|end| end.over) {
            if self.planner.holds(end.step, at)? {
                return Ok(None);
            }
        }
        let Some(Step::Play(defence)) = play.next.map(|next| self.planner.plan().step(next)) else {
            return Ok(None);
        };
        let mut refutations = Vec::new();
        for mv in self.planner.moves(defence, at.position) {
            let after = self.planner.game().play(at.position, mv);
            if !self.planner.is_good(defence, Arrival { position: &after, last: Some((at.position, mv)) })? {
                refutations.push(mv);
                if refutations.len() > most as usize {
                    return Ok(None);
                }
            }
        }
        let check = || self.planner.game().in_check(at.position, at.position.to_move);
        let trivial = refutations.len() == 1 && self.options.no_trivial_tries && check();
        Ok(Some(refutations).filter(|refutations| !refutations.is_empty() && !trivial))
    }

    /// Tells the moves by which what must not be possible is possible.
    fn violations(&mut self, play: &Play, at: Arrival<'_, B, R>, number: u16) -> Telling {
        for (mv, goal) in self.planner.violations(play, at)? {
            let step = tell_move(self.planner.game(), at.position, mv, goal);
            let node = Node { role: Role::Forced, number, moves: 0, step, pending: None };
            tell(self.sink, Event::Node(&node))?;
            tell(self.sink, Event::End)?;
        }
        Ok(())
    }

    /// The same attack in fewer moves and itself, the shortest first.
    fn levels(&self, attack: StepId) -> Vec<StepId> {
        let mut levels = self.play_of(attack).map_or(Vec::new(), |play| play.shorter.clone());
        levels.push(attack);
        levels
    }

    fn is_good(&self, step: StepId, at: Arrival<'_, B, R>) -> Result<bool, Stopped> {
        match self.play_of(step) {
            Some(play) => self.planner.is_good(play, at),
            None => Ok(false),
        }
    }

    /// The ends that a move leads to.
    fn ends(&self, play: &Play, at: Arrival<'_, B, R>) -> Result<Vec<End>, Stopped> {
        let mut ends = Vec::new();
        for &end in play.ends.iter().filter(|end| end.good) {
            if self.planner.holds(end.step, at)? {
                ends.push(end);
            }
        }
        Ok(ends)
    }

    /// The goal that a step which holds says has been reached.
    fn goal(&self, step: StepId, at: Arrival<'_, B, R>) -> Result<Option<Goal>, Stopped> {
        let steps: Vec<StepId> = match self.planner.plan().step(step) {
            Step::Reached(goal) => return Ok(Some(*goal)),
            Step::All(steps) => steps.iter().rev().copied().collect(),
            Step::Any(steps) => steps.clone(),
            _ => return Ok(None),
        };
        self.goal_of_one(steps, at)
    }

    /// The goal of the first of these steps that holds and says that one has been reached.
    fn goal_of_one(
        &self,
        steps: impl IntoIterator<Item = StepId>,
        at: Arrival<'_, B, R>,
    ) -> Result<Option<Goal>, Stopped> {
        for step in steps {
            if self.planner.holds(step, at)?
                && let Some(goal) = self.goal(step, at)?
            {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Tells a move of the side that wants what it may lead to, and what follows.
    fn attack(
        &mut self,
        step: StepId,
        (before, mv): (&PositionOf<B, R>, Move),
        role: Role,
        number: u16,
        refutations: &[Move],
    ) -> Telling {
        let planner = self.planner;
        let Step::Play(play) = planner.plan().step(step) else { return Ok(()) };
        let after = planner.game().play(before, mv);
        let at = Arrival { position: &after, last: Some((before, mv)) };
        let ends = self.ends(play, at)?;
        let reached = self.goal_of_one(ends.iter().map(|end| end.step), at)?;
        // What is defended against may be other play, into which the move leads.
        let into = |end: &End| match self.play_of(end.step) {
            Some(play) if play.choice == Choice::Every && !end.hidden => Some(end.step),
            _ => None,
        };
        let defence = match &ends[..] {
            [] => play.next,
            [end] => into(end),
            _ => None,
        };
        let defence = defence.filter(|_| self.manner != Manner::Keys);
        let (pending, threats) = match defence {
            Some(defence) if before.to_move == self.attacker => self.hanging(defence, &after)?,
            _ => (None, None),
        };
        let moves = if role == Role::Try { 0 } else { 1 + self.moves_behind(play) };
        let told = tell_move(planner.game(), before, mv, reached);
        tell(self.sink, Event::Node(&Node { role, number, moves, step: told, pending }))?;
        let mut telling = match defence {
            Some(defence) => self.variations(defence, &after, number, &threats),
            None => Ok(()),
        };
        if self.manner != Manner::Keys && defence.is_none() {
            telling = telling.and_then(|()| self.follow_all(&ends, at, number));
        }
        let answer = play.next.and_then(|defence| self.play_of(defence)?.next);
        for &refutation in refutations {
            telling = telling.and_then(|()| self.refutation(answer, &after, refutation, number));
        }
        let end = tell(self.sink, Event::End);
        telling.and(end)
    }

    /// How many moves the attacker has behind this one.
    fn moves_behind(&self, play: &Play) -> u16 {
        let later = play.next.and_then(|defence| self.play_of(self.play_of(defence)?.next?));
        later.map_or(0, |later| 1 + self.moves_behind(later))
    }

    /// Tells a move to which there is no good `answer`.
    fn refutation(
        &mut self,
        answer: Option<StepId>,
        position: &PositionOf<B, R>,
        refutation: Move,
        number: u16,
    ) -> Telling {
        let planner = self.planner;
        let after = planner.game().play(position, refutation);
        let step = tell_move(planner.game(), position, refutation, None);
        tell(
            self.sink,
            Event::Node(&Node { role: Role::Refutation, number, moves: 0, step, pending: None }),
        )?;
        let at = Arrival { position: &after, last: Some((position, refutation)) };
        let telling = match answer.map(|answer| planner.plan().step(answer)) {
            Some(Step::Play(answer)) => self.violations(answer, at, number + 1),
            _ => Ok(()),
        };
        let end = tell(self.sink, Event::End);
        telling.and(end)
    }

    /// What hangs over the defender.
    fn hanging(
        &self,
        defence: StepId,
        position: &PositionOf<B, R>,
    ) -> Result<(Option<Pending>, Threats), Stopped> {
        let Some(next) = self.play_of(defence).and_then(|play| play.next) else { return Ok((None, None)) };
        let Some(passed) = self.planner.turned(position).filter(|_| self.manner == Manner::Threats) else {
            return Ok((None, None));
        };
        for (index, level) in self.levels(next).into_iter().enumerate() {
            if self.planner.holds(level, Arrival { position: &passed, last: None })? {
                let threats = self.winning(level, &passed)?;
                return Ok((Some(Pending::Threat), Some((level, index, threats))));
            }
        }
        Ok((Some(Pending::Zugzwang), None))
    }

    /// The moves by which a step holds.
    fn winning(&self, step: StepId, position: &PositionOf<B, R>) -> Result<Vec<Move>, Stopped> {
        let Some(play) = self.play_of(step) else { return Ok(Vec::new()) };
        let mut winning = Vec::new();
        for mv in self.planner.moves(play, position) {
            let after = self.planner.game().play(position, mv);
            if self.planner.is_good(play, Arrival { position: &after, last: Some((position, mv)) })? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Tells threats, and the defences that are worth it with their answers.
    fn variations(
        &mut self,
        defence: StepId,
        position: &PositionOf<B, R>,
        number: u16,
        threats: &Threats,
    ) -> Telling {
        let planner = self.planner;
        let Step::Play(play) = planner.plan().step(defence) else { return Ok(()) };
        // The attacker may come to defend against play of the other side's.
        let (role, number, answering) = match position.to_move == self.attacker {
            true => (Role::Continuation, number + 1, (Role::Defence, number + 1)),
            false => (Role::Defence, number, (Role::Continuation, number + 1)),
        };
        let passed = position.threatened();
        if let Some((level, _, moves)) = threats {
            for &mv in moves {
                self.attack(*level, (&passed, mv), Role::Threat, number + 1, &[])?;
            }
        }
        let mut defences = Vec::new();
        let mut goes_on = false;
        for mv in planner.moves(play, position) {
            let after = planner.game().play(position, mv);
            let at = Arrival { position: &after, last: Some((position, mv)) };
            let ends = self.ends(play, at)?;
            let mut answer = None;
            if ends.is_empty() {
                goes_on |= play.next.is_some();
                for (index, level) in
                    play.next.map_or(Vec::new(), |next| self.levels(next)).into_iter().enumerate()
                {
                    if planner.holds(level, at)? {
                        answer = Some((index, level));
                        break;
                    }
                }
                if answer.is_none() {
                    continue;
                }
            }
            defences.push((mv, after, ends, answer));
        }
        // What ends the play at once is told only where the defender has nothing else.
        if goes_on && !self.options.mates_in_1 {
            defences.retain(|(.., answer)| answer.is_some());
        }
        let longest = defences.iter().filter_map(|(.., answer)| answer.map(|(length, _)| length)).max();
        for (mv, after, ends, answer) in defences {
            let winning = match answer {
                Some((_, level)) => self.winning(level, &after)?,
                None => Vec::new(),
            };
            let length = answer.map(|(length, _)| length);
            let told = match threats {
                Some((_, threatened, moves)) => {
                    let alive =
                        |threat: &Move| still_wins(planner.game(), (&passed, *threat), (&after, &winning));
                    length > Some(*threatened) || (length == Some(*threatened) && !moves.iter().all(alive))
                }
                None => true,
            };
            if !told || (self.options.no_short_variations && length < longest) {
                continue;
            }
            let at = Arrival { position: &after, last: Some((position, mv)) };
            let reached = self.goal_of_one(ends.iter().map(|end| end.step), at)?;
            let step = tell_move(planner.game(), position, mv, reached);
            let moves = length.map_or(0, |length| length as u16 + 1);
            tell(self.sink, Event::Node(&Node { role, number, moves, step, pending: None }))?;
            let mut telling = Ok(());
            if let Some((_, level)) = answer {
                telling = winning
                    .into_iter()
                    .try_for_each(|mv| self.attack(level, (&after, mv), answering.0, answering.1, &[]));
            }
            telling = telling.and_then(|()| self.follow_all(&ends, at, number));
            let end = tell(self.sink, Event::End);
            telling.and(end)?;
        }
        Ok(())
    }

    fn follow_all(&mut self, ends: &[End], at: Arrival<'_, B, R>, number: u16) -> Telling {
        ends.iter().filter(|end| !end.hidden).try_for_each(|end| self.follow(end.step, at, number))
    }

    /// Tells the play into which a move leads.
    fn follow(&mut self, step: StepId, at: Arrival<'_, B, R>, number: u16) -> Telling {
        let planner = self.planner;
        match planner.plan().step(step) {
            Step::Any(steps) | Step::All(steps) => {
                for &step in steps {
                    if planner.holds(step, at)? {
                        self.follow(step, at, number)?;
                    }
                }
                Ok(())
            }
            Step::Play(play) if play.choice == Choice::Every => {
                self.variations(step, at.position, number, &None)
            }
            Step::Play(_) => {
                let (role, number) = match at.position.to_move == self.attacker {
                    true => (Role::Continuation, number + 1),
                    false => (Role::Defence, number),
                };
                let winning = self.winning(step, at.position)?;
                winning.into_iter().try_for_each(|mv| self.attack(step, (at.position, mv), role, number, &[]))
            }
            Step::Turn(_) | Step::Not(_) | Step::Reached(_) => Ok(()),
        }
    }
}
