//! Battle play: keys, tries, threats, variations.
//!
//! What is told follows what journals and Popeye print. After a move of the attacker
//! only the shortest ways to win are told, all of them. If he threatens something, a
//! defence is told when it makes him need longer than the threat, or as long while
//! defeating one of the threats; without a threat every defence is told.

use super::event::{AfterKey, Event, Node, Pending, Phase, Role, Sink};
use super::narrator::{Halt, Narrator, Telling, tell};
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::parallel::in_order;
use crate::position::Move;
use crate::problem::{Breadth, Options};
use crate::rules::Rules;
use crate::search::{Prover, Stopped, next_position, reaches};
use crate::stipulation::{Choice, Duty, Goal, Reach, Schedule};

/// What a first move is good for.
enum FirstMove {
    /// It solves.
    Key,
    /// These replies, and no others, refute it.
    Try(Vec<Move>),
    /// More refutes it than the options ask for.
    Nothing,
}

/// Tells trees of one schedule.
struct Teller<'n, 'a, B: Board, R> {
    narrator: &'n Narrator<'a, B, R>,
    schedule: &'n Schedule,
    prover: Prover<'a, B, R>,
    manner: Manner,
    /// Was the key made before the diagram, and nothing told yet of what follows? Then the
    /// play is as long as was asked for.
    key_is_made: bool,
    sink: &'n mut dyn Sink,
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Keys and refutations.
    Keys,
    /// All variations, without a word on threats.
    Variations,
    /// Threats, and the variations that avoid them.
    Threats,
}

impl Manner {
    /// What follows a key that has been made is told in full.
    pub fn after_key(options: &Options) -> Manner {
        if options.no_threat { Manner::Variations } else { Manner::Threats }
    }

    pub fn of(options: &Options, phase: Phase) -> Manner {
        match (options.variations, options.no_threat) {
            (true, false) => Manner::Threats,
            (true, true) => Manner::Variations,
            // Set play has no keys: it is told in full or not at all.
            (false, _) if phase == Phase::Set => Manner::Variations,
            (false, _) => Manner::Keys,
        }
    }
}

/// Tells the actual play, and with it the tries: `schedule` begins with the attacker.
pub fn tell_actual_play<B: Board, R: Rules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> Telling {
    narrator.limits.begin_search(schedule.halves.len());
    let first = schedule.halves[0];
    let manner = Manner::of(narrator.options, Phase::Actual);
    let mut teller =
        Teller { narrator, schedule, prover: narrator.prover(), manner, key_is_made: false, sink };
    if first.duty == Duty::Bound && first.reach == Reach::Nothing {
        let forced = narrator.goal_moves(position);
        if !forced.is_empty() {
            return teller.forced(position, &forced, 1);
        }
    }
    let mut told = 0;
    let mut result: Telling = Ok(());
    let moves = narrator.first_moves(schedule, position);
    if narrator.options.any_key && schedule.is_free_battle() {
        return match teller.prover.first_key(schedule, position, &moves)? {
            Some(key) => teller.first_move(position, key, &FirstMove::Key).and(Err(Halt::Counted)),
            None => Ok(()),
        };
    }
    narrator.limits.first_moves.begin(moves.len() as u64);
    let flow = in_order(
        narrator.pool,
        &moves,
        || narrator.prover(),
        |prover, &mv| judge_first_move(narrator, schedule, prover, position, mv),
        |&mv, judged| {
            narrator.limits.first_moves.advance();
            result = judged.map_err(Halt::from).and_then(|judged| {
                let telling = teller.first_move(position, mv, &judged);
                if matches!(judged, FirstMove::Key) {
                    told += 1;
                }
                telling
            });
            let enough = narrator.options.max_solutions.is_some_and(|most| told >= most);
            if result.is_ok() && enough {
                result = Err(Halt::Counted);
            }
            if result.is_ok() {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            }
        },
    );
    if flow.is_break() && result.is_ok() {
        return Err(Halt::Stopped);
    }
    result
}

/// Tells the set play: `schedule` begins with the attacker, and `position` has the
/// defender to move.
pub fn tell_set_play<B: Board, R: Rules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> Telling {
    narrator.limits.begin_search(schedule.halves.len().saturating_sub(1));
    let manner = Manner::of(narrator.options, Phase::Set);
    let mut teller =
        Teller { narrator, schedule, prover: narrator.prover(), manner, key_is_made: false, sink };
    let goal = narrator.stipulation.goal;
    if schedule.halves.len() < 2 || next_position(narrator.game, goal, schedule, 0, position).is_none() {
        return Ok(());
    }
    let defences = teller.defences(position, 1)?;
    teller.variations(position, 1, 1, &defences, &Hanging::default())
}

/// Tells what follows a key that was made before the diagram: `schedule` begins with
/// the key, and `position` has the defender to move.
pub fn tell_post_key_play<B: Board, R: Rules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> Telling {
    let check = narrator.game.in_check(position, position.to_move);
    if schedule.halves.len() < 2 {
        let nothing = Event::AfterKey(AfterKey { check, pending: None });
        return if check { tell(sink, nothing) } else { Ok(()) };
    }
    let manner = Manner::after_key(narrator.options);
    let mut teller =
        Teller { narrator, schedule, prover: narrator.prover(), manner, key_is_made: true, sink };
    if !is_allowed(narrator, schedule, &mut teller.prover, position)? {
        return Ok(());
    }
    teller.spend_on_defence(position, Some(1))?;
    let hanging = teller.hanging(position, 1)?;
    let defences = teller.defences(position, 1)?;
    let mut refutations: Vec<Move> = Vec::new();
    if may_refute(schedule, &mut teller.prover, position) {
        let refuting = defences.iter().filter(|defence| defence.length.is_none());
        refutations.extend(refuting.map(|defence| defence.mv));
    }
    tell(teller.sink, Event::AfterKey(AfterKey { check, pending: hanging.pending }))?;
    teller.variations(position, 1, 1, &defences, &hanging)?;
    teller.refutations(position, 1, 1, &refutations)
}

fn judge_first_move<B: Board, R: Rules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    prover: &mut Prover<'_, B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> Result<FirstMove, Stopped> {
    let after = narrator.game.play(position, mv);
    if prover.is_good(schedule, position, mv, &after, 0)? {
        return Ok(FirstMove::Key);
    }
    let Some(most) = narrator.options.tries.filter(|_| schedule.halves.len() > 1) else {
        return Ok(FirstMove::Nothing);
    };
    // Where the play is over there is nothing left to refute.
    let goal = narrator.stipulation.goal;
    if schedule.halves[0].reach == Reach::Early && reaches(narrator.game, goal, position, mv, &after) {
        return Ok(FirstMove::Nothing);
    }
    if !is_allowed(narrator, schedule, prover, &after)? {
        return Ok(FirstMove::Nothing);
    }
    if !may_refute(schedule, prover, &after) || !prover.threatens(schedule, &after, 0)? {
        return Ok(FirstMove::Nothing);
    }
    let mut refutations = Vec::new();
    let replies = narrator.moves(schedule, 1, &after);
    for &reply in &replies {
        let next = narrator.game.play(&after, reply);
        if !prover.is_good(schedule, &after, reply, &next, 1)? {
            refutations.push(reply);
            if refutations.len() > most as usize {
                return Ok(FirstMove::Nothing);
            }
        }
    }
    let check = || narrator.game.in_check(&after, after.to_move);
    let trivial = refutations.len() == 1 && narrator.options.no_trivial_tries && check();
    Ok(if refutations.is_empty() || trivial { FirstMove::Nothing } else { FirstMove::Try(refutations) })
}

/// Has the defender, who is to move behind a first move, as few flights and moves that hold out
/// as options ask?
fn is_allowed<B: Board, R: Rules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    prover: &mut Prover<'_, B, R>,
    position: &PositionOf<B, R>,
) -> Result<bool, Stopped> {
    let goal = narrator.stipulation.goal;
    Ok(next_position(narrator.game, goal, schedule, 0, position).is_some()
        && prover.spare_behind(schedule, position, 1)?.is_some())
}

/// Can a reply to the first move be told as a refutation? Where Black is bound at the
/// last half-move, he either must reach the goal or cannot: no reply of his is one.
fn may_refute<B: Board, R: Rules>(
    schedule: &Schedule,
    prover: &mut Prover<'_, B, R>,
    after: &PositionOf<B, R>,
) -> bool {
    schedule.halves[1].duty != Duty::Bound || (schedule.halves.len() > 2 && !prover.can_reach(after))
}

/// A defence and how it is answered.
struct Defence {
    mv: Move,
    /// How many moves the attacker needs then; none if the defence refutes, 0 if it
    /// reaches the goal itself.
    length: Option<usize>,
}

/// What hangs over the defender.
#[derive(Default)]
struct Hanging {
    /// How it is told.
    pending: Option<Pending>,
    /// The threats and how many moves they need; none if nothing is threatened.
    threats: Option<(usize, Vec<Move>)>,
}

impl<B: Board, R: Rules> Teller<'_, '_, B, R> {
    fn first_move(&mut self, position: &PositionOf<B, R>, mv: Move, judged: &FirstMove) -> Telling {
        let (role, refutations) = match judged {
            FirstMove::Key => (Role::Key, &[][..]),
            FirstMove::Try(refutations) => (Role::Try, &refutations[..]),
            FirstMove::Nothing => return Ok(()),
        };
        self.attack(position, mv, 0, 1, role, refutations)
    }

    /// How many moves the attacker has left at his half-move `index`.
    fn moves_left(&self, index: usize) -> usize {
        (self.schedule.halves.len() - index).div_ceil(2)
    }

    /// The half-move at which the attacker has so many moves left.
    fn index_of(&self, moves: usize) -> usize {
        self.schedule.attack_with(moves)
    }

    /// The least number of moves in which a key wins.
    fn key_length(
        &mut self,
        position: &PositionOf<B, R>,
        key: Move,
        after: &PositionOf<B, R>,
    ) -> Result<usize, Stopped> {
        let least = if self.narrator.stipulation.exact { self.moves_left(0) } else { 1 };
        for moves in least..self.moves_left(0) {
            if self.prover.is_good(self.schedule, position, key, after, self.index_of(moves))? {
                return Ok(moves);
            }
        }
        Ok(self.moves_left(0))
    }

    /// How many moves the attacker needs, of those he has at half-move `index`.
    fn length(&mut self, position: &PositionOf<B, R>, index: usize) -> Result<Option<usize>, Stopped> {
        let most = self.moves_left(index);
        let least = if self.narrator.stipulation.exact { most } else { 1 };
        for moves in least..=most {
            if self.prover.holds(self.schedule, position, self.index_of(moves))? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The moves that win in so many moves.
    fn winning(&mut self, position: &PositionOf<B, R>, moves: usize) -> Result<Vec<Move>, Stopped> {
        let index = self.index_of(moves);
        let mut winning = Vec::new();
        for mv in self.narrator.moves(self.schedule, index, position) {
            let after = self.narrator.game.play(position, mv);
            if self.prover.is_good(self.schedule, position, mv, &after, index)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Tells a move of the attacker at half-move `index` and what follows.
    fn attack(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        index: usize,
        number: u16,
        role: Role,
        refutations: &[Move],
    ) -> Telling {
        let after = self.narrator.game.play(position, mv);
        let moves = match role {
            // To know that a key wins no sooner may take longer than to find it.
            Role::Key if self.narrator.options.any_key => self.moves_left(index),
            Role::Key => self.key_length(position, mv, &after)?,
            Role::Try => 0,
            _ => self.moves_left(index),
        };
        // A key that wins sooner than asked is told as the key of the shorter problem.
        let index = if role == Role::Key { self.index_of(moves) } else { index };
        let reached = self.narrator.reached(self.schedule, index, position, mv, &after);
        let goes_on = reached.is_none() && index + 1 < self.schedule.halves.len();
        let variations = goes_on && self.manner != Manner::Keys;
        let before = self.spend_on_defence(&after, goes_on.then_some(index + 1))?;
        let hanging = if variations { self.hanging(&after, index + 1)? } else { Hanging::default() };
        let moves = moves as u16;
        let step = self.narrator.told(position, mv, reached);
        let node = Node { role, number, moves, step, pending: hanging.pending };
        tell(self.sink, Event::Node(&node))?;
        let hanging = variations.then_some(&hanging);
        let telling = self.aftermath(&after, index + 1, number, hanging, refutations);
        self.prover.spend(before);
        // The tree is closed even if the search was stopped inside it.
        let end = tell(self.sink, Event::End);
        telling.and(end)
    }

    /// Lets the defender, if he moves at a half-move, spend what moves that hold out cost,
    /// and tells what there was to spend before.
    fn spend_on_defence(
        &mut self,
        position: &PositionOf<B, R>,
        index: Option<usize>,
    ) -> Result<u32, Stopped> {
        let spare = match index {
            Some(index) => self.prover.spare_behind(self.schedule, position, index)?,
            None => None,
        };
        let before = self.prover.spend(0);
        self.prover.spend(spare.unwrap_or(before));
        Ok(before)
    }

    /// Tells what follows a move of the attacker: variations, if what hangs over the
    /// defender is given, and these refutations.
    fn aftermath(
        &mut self,
        after: &PositionOf<B, R>,
        index: usize,
        number: u16,
        hanging: Option<&Hanging>,
        refutations: &[Move],
    ) -> Telling {
        if let Some(hanging) = hanging {
            let defences = self.defences(after, index)?;
            self.variations(after, index, number, &defences, hanging)?;
        }
        self.refutations(after, index, number, refutations)
    }

    /// What hangs over the defender, who is to move at half-move `index`.
    fn hanging(&mut self, position: &PositionOf<B, R>, index: usize) -> Result<Hanging, Stopped> {
        let Some(half) = self.schedule.halves.get(index) else { return Ok(Hanging::default()) };
        if self.manner != Manner::Threats
            || index + 1 >= self.schedule.halves.len()
            || self.narrator.game.in_check(position, position.to_move)
            // Who owes a promotion decides something, whatever he does: he cannot just pass.
            || self.narrator.game.owes(position)
            || (half.duty == Duty::Bound && self.prover.can_reach(position))
        {
            return Ok(Hanging::default());
        }
        let passed = position.threatened();
        let threats = match self.length(&passed, index + 1)? {
            Some(moves) => Some((moves, self.winning(&passed, moves)?)),
            None => None,
        };
        let threats = threats.filter(|(_, threats)| !threats.is_empty());
        let pending = if threats.is_some() { Pending::Threat } else { Pending::Zugzwang };
        Ok(Hanging { pending: Some(pending), threats })
    }

    /// Tells refutations that are played at half-move `index`.
    fn refutations(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
        number: u16,
        refutations: &[Move],
    ) -> Telling {
        for &refutation in refutations {
            let next = self.narrator.game.play(position, refutation);
            // In exact self play a goal reached too early refutes. In direct play the goal is
            // not the defender's, even if play ends with it.
            let reached = self.narrator.reached(self.schedule, index, position, refutation, &next);
            let reached = reached.filter(|_| self.schedule.halves.len().is_multiple_of(2));
            let step = self.narrator.told(position, refutation, reached);
            tell(
                self.sink,
                Event::Node(&Node { role: Role::Refutation, number, moves: 0, step, pending: None }),
            )?;
            let mut telling = Ok(());
            if let Some(half) = self.schedule.halves.get(index + 1).filter(|half| half.duty == Duty::Bound) {
                debug_assert_eq!(half.choice, Choice::Some);
                let forced = self.narrator.goal_moves(&next);
                telling = self.forced(&next, &forced, number + 1);
            }
            let end = tell(self.sink, Event::End);
            telling.and(end)?;
        }
        Ok(())
    }

    /// Tells the goal moves to which the reflex duty forces the attacker.
    fn forced(&mut self, position: &PositionOf<B, R>, moves: &[Move], number: u16) -> Telling {
        let goal: Goal = self.narrator.stipulation.goal;
        for &mv in moves {
            let step = self.narrator.told(position, mv, Some(goal));
            tell(
                self.sink,
                Event::Node(&Node { role: Role::Forced, number, moves: 0, step, pending: None }),
            )?;
            tell(self.sink, Event::End)?;
        }
        Ok(())
    }

    /// The defender's moves at half-move `index` with how long they hold out.
    fn defences(&mut self, position: &PositionOf<B, R>, index: usize) -> Result<Vec<Defence>, Stopped> {
        let half = self.schedule.halves[index];
        let forced = half.duty == Duty::Bound && self.prover.can_reach(position);
        let mut defences = Vec::new();
        for mv in self.narrator.moves(self.schedule, index, position) {
            let after = self.narrator.game.play(position, mv);
            let length = if self.narrator.reached(self.schedule, index, position, mv, &after).is_some() {
                // Too early is not soon enough, but no solution.
                (half.reach == Reach::Good).then_some(0)
            } else if forced {
                continue;
            } else if index + 1 < self.schedule.halves.len() {
                self.length(&after, index + 1)?
            } else {
                None
            };
            defences.push(Defence { mv, length });
        }
        // Reaching the goal too early is told only where the defender has nothing else.
        let goes_on = index + 1 < self.schedule.halves.len();
        let all = self.narrator.options.mates_in_1;
        if !all && goes_on && defences.iter().any(|defence| defence.length != Some(0)) {
            defences.retain(|defence| defence.length != Some(0));
        }
        Ok(defences)
    }

    /// Tells the threats, and the variations: the defences worth telling, made at
    /// half-move `index`, with their continuations.
    fn variations(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
        number: u16,
        defences: &[Defence],
        hanging: &Hanging,
    ) -> Telling {
        if let Some((moves, threats)) = &hanging.threats {
            let passed = position.threatened();
            for &threat in threats {
                self.attack(&passed, threat, self.index_of(*moves), number + 1, Role::Threat, &[])?;
            }
        }
        // Set play, too, may be that of a shorter problem.
        let lengths: Option<Vec<usize>> = defences.iter().map(|defence| defence.length).collect();
        let longest = lengths.and_then(|lengths| lengths.into_iter().max());
        let longest = longest.filter(|_| !std::mem::take(&mut self.key_is_made));
        let whole = longest.unwrap_or_else(|| self.moves_left(index + 1));
        let breadth = self.narrator.options.breadth;
        let mut answers: Vec<Vec<Move>> = Vec::new();
        for defence in defences {
            let Some(length) = defence.length else { continue };
            let after = self.narrator.game.play(position, defence.mv);
            let asked_for = length == 0 && self.narrator.options.mates_in_1;
            if let Some((threat_length, threats)) = &hanging.threats
                && breadth != Breadth::All
                && !asked_for
                && (length < *threat_length
                    || (length == *threat_length
                        && !self.defeats_one((position, &after), threats, length)?))
            {
                continue;
            }
            // Reaching the goal at once is no variation, but where it is asked for.
            let shortest = usize::from(!asked_for);
            if self.narrator.options.no_short_variations && (shortest..whole).contains(&length) {
                continue;
            }
            let continuations = if length == 0 { Vec::new() } else { self.winning(&after, length)? };
            if breadth == Breadth::Unique && length > 0 {
                if answers.contains(&continuations) {
                    continue;
                }
                answers.push(continuations.clone());
            }
            let reached = (length == 0).then_some(self.narrator.stipulation.goal);
            let step = self.narrator.told(position, defence.mv, reached);
            tell(
                self.sink,
                Event::Node(&Node { role: Role::Defence, number, moves: length as u16, step, pending: None }),
            )?;
            let mut telling = Ok(());
            for mv in continuations {
                telling = self.attack(&after, mv, self.index_of(length), number + 1, Role::Continuation, &[]);
                if telling.is_err() {
                    break;
                }
            }
            let end = tell(self.sink, Event::End);
            telling.and(end)?;
        }
        Ok(())
    }

    /// Does the defence that led to the position defeat one of the threats?
    fn defeats_one(
        &mut self,
        (before, position): (&PositionOf<B, R>, &PositionOf<B, R>),
        threats: &[Move],
        moves: usize,
    ) -> Result<bool, Stopped> {
        let winning = self.winning(position, moves)?;
        let passed = before.threatened();
        let index = self.index_of(moves);
        // Who threatens to reach the goal himself is answered where he has to force the other to.
        let ends = |position: &PositionOf<B, R>, mv: Move| {
            let after = self.narrator.game.play(position, mv);
            self.narrator.reached(self.schedule, index, position, mv, &after).is_some()
        };
        let (ending, others): (Vec<Move>, Vec<Move>) =
            winning.into_iter().partition(|&mv| ends(position, mv));
        let alive = |&threat: &Move| {
            let winning = if ends(&passed, threat) { &ending } else { &others };
            still_wins(self.narrator.game, (&passed, threat), (position, winning))
        };
        Ok(!threats.iter().all(alive))
    }
}

/// Is a threat among the moves that win in another position? One that has become a capture
/// is still the same threat.
pub(super) fn still_wins<B: Board, R: Rules>(
    game: &Game<B, R>,
    (passed, threat): (&PositionOf<B, R>, Move),
    (position, winning): (&PositionOf<B, R>, &[Move]),
) -> bool {
    winning.iter().any(|mv| {
        (threat.from, threat.to, threat.promotion) == (mv.from, mv.to, mv.promotion)
            && game.decided_alike((passed, threat), (position, *mv))
    })
}
