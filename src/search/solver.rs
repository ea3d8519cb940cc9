//! The definition with a table, an order of moves and cheap last half-moves.
//!
//! The last half-move that wants mate or check looks only at moves that may give
//! check; before an opponent's move, the move that refuted last time is tried first.

mod battle;
mod candidates;
mod lazy;
mod proof_number;

use battle::History;

use super::{after_pass, first_that, moves_at, passes, play_goes_on, reaches_again};
use crate::board::Board;
use crate::game::diagram_goal::Reckoned;
use crate::game::killer_evasions::Escapes;
use crate::game::movegen::preview::Foresight;
use crate::game::{Game, PositionOf};
use crate::position::{Move, zobrist};
use crate::rules::Rules;
use crate::search::last_move::check_info::Checks;
use crate::search::last_move::goal_in_one::{bring_forward, can_reach};
use crate::search::limits::{Limits, Stopped};
use crate::search::lower_bound::mate_patterns::Nets;
use crate::search::lower_bound::series_stalemate::Ends;
use crate::search::table::Table;
use crate::stipulation::{Choice, Duty, Goal, Reach, Schedule};

/// One thread's search.
pub struct Prover<'a, B: Board, R> {
    game: &'a Game<B, R>,
    goal: Goal,
    table: &'a Table,
    limits: &'a Limits,
    salt: u64,
    /// How many moves that hold out the defender may still have besides one at a time.
    spare: u32,
    /// Nodes not yet counted by the limits.
    nodes: u64,
    /// All nodes.
    visited: u64,
    /// All nodes when a first key began to be sought.
    sought: u64,
    /// The moves of all nodes on the way, one after the other.
    moves: Vec<Move>,
    /// By half-moves left: the moves that decided last.
    deciders: Vec<[Option<Move>; 2]>,
    /// How likely the defences of all nodes on the way are to refute.
    scores: Vec<u32>,
    /// What refuted in battle play.
    refuting: History,
    /// The mating nets of help play.
    nets: Option<Nets<'a, B>>,
    /// The stalemates at the end of a series.
    ends: Option<Ends<B::Set>>,
    /// What sides need in proof games.
    reckoned: Reckoned,
    /// What escaped mate.
    escapes: Escapes,
}

impl<'a, B: Board, R: Rules> Prover<'a, B, R> {
    /// A search for a goal. Searches that share a table and a salt must be for the
    /// same goal and family, and see each other's answers.
    pub fn new(
        game: &'a Game<B, R>,
        goal: Goal,
        table: &'a Table,
        salt: u64,
        limits: &'a Limits,
    ) -> Prover<'a, B, R> {
        Prover {
            game,
            goal,
            table,
            limits,
            salt,
            spare: 0,
            nodes: 0,
            visited: 0,
            sought: 0,
            moves: Vec::new(),
            deciders: Vec::new(),
            scores: Vec::new(),
            refuting: History::new(),
            nets: None,
            ends: None,
            reckoned: Reckoned::default(),
            escapes: Escapes::default(),
        }
    }

    /// The game.
    pub fn game(&self) -> &'a Game<B, R> {
        self.game
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The limits.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// As [`Definition::holds`](super::Definition::holds).
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn holds(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let known = self.is_at(position, index);
        let depth = self.steps();
        let result = match known || self.set_out(schedule, position, index) {
            true => self.search(schedule, position, index),
            false => Ok(false),
        };
        self.back_to(depth);
        self.ended(result)
    }

    /// Are mating nets known of the position, before this half-move?
    pub fn is_at(&self, position: &PositionOf<B, R>, index: usize) -> bool {
        self.nets.as_ref().is_some_and(|nets| nets.is_at(position.key(), index))
    }

    /// Draws the mating nets of a position, from which steps are then taken. False if the
    /// schedule cannot hold there.
    pub fn set_out(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, index: usize) -> bool {
        if self.aims_at_ends(schedule, position) {
            self.nets = None;
            return true;
        }
        self.ends = None;
        let netted = Nets::<B>::speak_of(self.game, self.goal, schedule);
        let Some(last) = schedule.halves.last().filter(|_| netted) else {
            self.nets = None;
            return true;
        };
        let fits = |nets: &Nets<'_, B>| {
            nets.mating() == last.side && !nets.are_many() && nets.reckon_with::<R>(position)
        };
        if !self.nets.as_ref().is_some_and(fits) {
            self.nets = Nets::new(self.game, last.side, self.goal, position);
        }
        let Some(nets) = &mut self.nets else { return true };
        let hopeful = nets.begin::<R>(position, schedule.moves_left(index));
        nets.note(position.key(), index);
        hopeful
    }

    /// Will it be asked at every position whether a stalemate can be arranged?
    fn aims_at_ends(&mut self, schedule: &Schedule, position: &PositionOf<B, R>) -> bool {
        let arranged = Ends::<B::Set>::speak_of(self.game, self.goal, schedule);
        let Some(last) = schedule.halves.last().filter(|_| arranged) else { return false };
        let mated = last.side.other();
        let ends = self.ends.take().filter(|ends| ends.mated() == mated);
        let ends = self.ends.insert(ends.unwrap_or_else(|| Ends::new(mated)));
        ends.begin(self.game, position)
    }

    /// How many mating nets were drawn where it was first set out from; more than there can be if nothing is
    /// known of any.
    pub fn first_nets(&self) -> usize {
        self.nets.as_ref().and_then(Nets::first_count).unwrap_or(usize::MAX)
    }

    /// Takes a step from the position set out from, or come to, to the position before
    /// half-move `index`. False, and no step, if no mating net could be drawn then.
    pub fn step(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        next: &PositionOf<B, R>,
        index: usize,
    ) -> bool {
        let Some(nets) = &mut self.nets else { return true };
        let hopeful = nets.step(self.game, position, mv);
        if hopeful {
            nets.note(next.key(), index);
        }
        hopeful
    }

    /// As [`step`](Self::step) where the side to move passes, because it only parries checks: it has one
    /// move less then.
    pub fn pass(&mut self, position: &PositionOf<B, R>, next: &PositionOf<B, R>, index: usize) -> bool {
        let Some(nets) = &mut self.nets else { return true };
        let hopeful = nets.pass(self.game, position);
        if hopeful {
            nets.note(next.key(), index);
        }
        hopeful
    }

    /// How many steps have been taken.
    pub fn steps(&self) -> usize {
        self.nets.as_ref().map_or(0, Nets::depth)
    }

    /// Takes steps back, until so many are left.
    pub fn back_to(&mut self, steps: usize) {
        if let Some(nets) = &mut self.nets {
            nets.back_to(steps);
        }
    }

    /// Is the move good at half-move `index`: does it reach the goal where that is
    /// good, or lead to a won position?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn is_good(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let depth = self.steps();
        let hopeful = self.set_out(schedule, position, index) && self.hopes(position, mv);
        let result = match hopeful {
            true => self.judge(schedule, position, mv, after, index),
            false => Ok(false),
        };
        self.back_to(depth);
        self.ended(result)
    }

    /// Can the side to move reach the goal at once?
    pub fn can_reach(&mut self, position: &PositionOf<B, R>) -> bool {
        match self.goal.is_diagram() {
            true => self.arrives(position),
            false => can_reach(
                self.game,
                self.goal,
                position,
                self.nets.as_mut(),
                &mut self.moves,
                &mut self.escapes,
            ),
        }
    }

    /// As [`can_reach`](Self::can_reach), before the last half-move, with which nets end.
    fn can_reach_too_early(&mut self, position: &PositionOf<B, R>) -> bool {
        can_reach(self.game, self.goal, position, None, &mut self.moves, &mut self.escapes)
    }

    /// Does the attacker's move at half-move `index`, which led to the position, threaten
    /// as much as the schedule wants?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn threatens(
        &mut self,
        schedule: &Schedule,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let result = self.threat_suffices(schedule, after, index);
        self.ended(result)
    }

    #[inline]
    fn threat_suffices(
        &mut self,
        schedule: &Schedule,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        match schedule.threat_begins(index) {
            None => Ok(true),
            Some(_) if self.game.in_check(after, after.to_move) => Ok(true),
            // Who must reach the goal at once need not be threatened.
            Some(_) if schedule.halves[index + 1].duty == Duty::Bound && self.can_reach(after) => Ok(true),
            Some(begin) => self.search(schedule, &after.threatened(), begin),
        }
    }

    /// Does the move reach the goal?
    #[inline]
    fn reaches(&mut self, before: &PositionOf<B, R>, mv: Move, after: &PositionOf<B, R>) -> bool {
        reaches_again(self.game, self.goal, before, mv, after, &mut self.escapes)
    }

    /// Takes a step by a move, if a mating net could be drawn then.
    #[inline]
    fn hopes(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.nets.as_mut().is_none_or(|nets| nets.step(self.game, position, mv))
    }

    /// A question was answered, or the search stopped: then nothing of the way is kept.
    fn ended<T>(&mut self, result: Result<T, Stopped>) -> Result<T, Stopped> {
        if result.is_err() {
            self.moves.clear();
            self.scores.clear();
        }
        result
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.visited += 1;
        if self.nodes >= self.limits.stride() {
            let nodes = std::mem::take(&mut self.nodes);
            self.limits.count(nodes)?;
        }
        Ok(())
    }

    fn judge(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let half = schedule.halves[index];
        if half.reach != Reach::Nothing && self.reaches(position, mv, after) {
            return Ok(half.reach == Reach::Good);
        }
        if index + 1 == schedule.halves.len() {
            return Ok(false);
        }
        if half.choice == Choice::Some && !self.threat_suffices(schedule, after, index)? {
            return Ok(false);
        }
        if !play_goes_on(self.game, self.goal, schedule, index, after) {
            return Ok(false);
        }
        if !schedule.is_series_step(index) {
            return self.search(schedule, after, index + 1);
        }
        // In its place: positions are large.
        let mut next = *after;
        next.pass_over();
        self.search(schedule, &next, index + 1)
    }

    /// Under what the answer is stored for a position with so many half-moves left.
    #[inline]
    fn answer_key(&self, position: u64, left: usize) -> u64 {
        Table::key(self.salt, position, left | (self.spare as usize) << 16)
    }

    fn search(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        self.count()?;
        let Some(half) = schedule.halves.get(index) else {
            return Ok(false);
        };
        if schedule.is_battle_from(index) {
            return self.battle(schedule, position, schedule.halves.len() - index);
        }
        if self.goal.is_diagram()
            && !self.game.can_arrive(position, schedule.moves_left(index), &mut self.reckoned)
        {
            return Ok(false);
        }
        let left = schedule.halves.len() - index;
        if left == 1 && half.reach == Reach::Good {
            return Ok(match half.choice {
                _ if half.duty == Duty::Bound => self.can_reach(position),
                Choice::Some => self.can_reach(position),
                Choice::Every => self.all_reach(position),
            });
        }
        let key = self.answer_key(position.key(), left);
        let known = self.table.get(key);
        if let Some(nets) = &mut self.nets {
            nets.asks(left, known.is_some());
        }
        if let Some(answer) = known {
            return Ok(answer);
        }
        let passing = passes(self.game, *half, position);
        // Who passes decides nothing.
        if let Some(nets) = &mut self.nets
            && !passing
            && !nets.look(self.game, position)
        {
            self.table.put(key, false, left);
            return Ok(false);
        }
        if let Some(ends) = &mut self.ends
            && !ends.hopeful(self.game, position, left - 1)
        {
            self.table.put(key, false, left);
            return Ok(false);
        }
        let forced = match half.duty {
            Duty::Free => false,
            Duty::Bound => self.can_reach_too_early(position),
            Duty::Cornered => self.all_reach(position),
        };
        let answer = if forced {
            half.reach == Reach::Good
        } else if passing {
            let next = after_pass::<B, R>(half.choice, position);
            let depth = self.steps();
            let answer = match self.pass(position, &next, index + 1) {
                true => self.search(schedule, &next, index + 1),
                false => Ok(false),
            };
            self.back_to(depth);
            answer?
        } else if half.choice == Choice::Every && schedule.nontrivial.is_some() {
            self.decide_sparingly(schedule, position, index)?
        } else if self.decides_at_once(schedule, index) {
            self.decide_at_once(schedule, position, index)?
        } else {
            self.decide(schedule, position, index)?
        };
        self.table.put(key, answer, left);
        Ok(answer)
    }

    /// As [`decide`](Prover::decide), where the defender may have few moves that hold out.
    #[cold]
    fn decide_sparingly(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let Some(spare) = self.spare_behind(schedule, position, index)? else { return Ok(false) };
        let before = self.spend(spare);
        let decided = self.decide(schedule, position, index);
        self.spend(before);
        decided
    }

    /// Sets how many moves that hold out the defender may still have besides one at a time,
    /// and tells how many there were.
    pub fn spend(&mut self, spare: u32) -> u32 {
        std::mem::replace(&mut self.spare, spare)
    }

    /// How many moves that hold out are left to spare if the defender moves at half-move
    /// `index`; none if he has too many now.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn spare_behind(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<Option<u32>, Stopped> {
        let Some(answer) = schedule.answer_to_trivial(index) else { return Ok(Some(self.spare)) };
        let half = schedule.halves[index];
        let mut spare = self.spare.saturating_add(1);
        let mut moves = Vec::new();
        moves_at(self.game, self.goal, half, position, &mut moves);
        for mv in moves {
            let after = self.game.play(position, mv);
            let answered = if half.reach != Reach::Nothing && self.reaches(position, mv, &after) {
                half.reach == Reach::Good
            } else {
                self.search(schedule, &after, answer)?
            };
            if !answered {
                match spare.checked_sub(1) {
                    Some(less) => spare = less,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(spare))
    }

    /// Looks at the moves until one decides: a good one where one suffices, a bad one
    /// where all must be good.
    fn decide(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let half = schedule.halves[index];
        let left = schedule.halves.len() - index;
        let wanted = half.choice == Choice::Some;
        let first = self.moves.len();
        self.list(schedule, position, index);
        if let Some(nets) = &mut self.nets {
            nets.opens(left, self.moves.len() - first);
        }
        if self.moves.len() == first {
            return Ok(false);
        }
        let turned = if schedule.is_series_step(index) { zobrist::TURN } else { 0 };
        // Before the last half-move every move is judged at once: order would cost more.
        if left > 2 {
            self.order(&Checks::new(self.game, position), first, left, (wanted, true));
        }
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            if left > 2 {
                self.table.expect(self.answer_key(position.key_after(mv) ^ turned, left - 1));
            }
            let depth = self.steps();
            if !self.hopes(position, mv) {
                continue;
            }
            let after = self.game.play(position, mv);
            let good = self.judge(schedule, position, mv, &after, index)?;
            self.back_to(depth);
            if good == wanted {
                self.note_decider(left, mv);
                self.moves.truncate(first);
                return Ok(wanted);
            }
        }
        self.moves.truncate(first);
        Ok(!wanted)
    }

    /// Puts the moves that decided last at the same distance from the end in front, then the moves
    /// that may give check, with them promotions where they help; last, for the side that does not
    /// want the goal, captures.
    fn order(
        &mut self,
        checks: &Checks<B::Set>,
        first: usize,
        left: usize,
        (wanting, promoting): (bool, bool),
    ) {
        let deciders = self.deciders.get(left).copied().unwrap_or_default();
        let moves = &mut self.moves[first..];
        let mut front = 0;
        for decider in deciders.into_iter().flatten() {
            if let Some(at) = moves[front..].iter().position(|&mv| mv == decider) {
                moves[front..=front + at].rotate_right(1);
                front += 1;
            }
        }
        // A check leaves the other side few moves: whichever side gives it, what follows
        // is soon decided.
        let forces = |mv: Move| checks.may_give(mv) || (promoting && mv.promotion.is_some());
        front += bring_forward(&mut moves[front..], forces);
        if !wanting {
            // Captures are the next likeliest defences.
            bring_forward(&mut moves[front..], Move::is_capture);
        }
    }

    fn note_decider(&mut self, left: usize, mv: Move) {
        if self.deciders.len() <= left {
            self.deciders.resize(left + 1, [None; 2]);
        }
        let deciders = &mut self.deciders[left];
        if deciders[0] != Some(mv) {
            *deciders = [Some(mv), deciders[0]];
        }
    }

    /// Is it easily seen that a move of the king does not reach the goal? He hardly ever gives check or mate, and
    /// mostly can move: most positions are done with before anything else is looked at.
    #[inline]
    fn king_escapes(&mut self, position: &PositionOf<B, R>) -> bool {
        let Some(mv) = self.game.easy_king_move(position) else { return false };
        (self.goal.takes_check() && self.game.king_move_is_calm(position, mv))
            || !self.reaches(position, mv, &self.game.play(position, mv))
    }

    /// Does every move reach the goal, and is there one?
    fn all_reach(&mut self, position: &PositionOf<B, R>) -> bool {
        // Under general rules moves are dear to play: a king's is seen to be legal.
        if R::GENERAL && self.king_escapes(position) {
            return false;
        }
        let by_check = !R::GENERAL && self.goal.takes_check();
        // What escaped the last time may do so again.
        for mv in self.deciders.get(1).copied().unwrap_or_default().into_iter().flatten() {
            // Captures by which men are reborn are dear to play.
            if !R::PLAIN && by_check && mv.is_capture() {
                if !self.game.can_be_made(position, mv) {
                    continue;
                }
                match self.game.foresee(position, mv) {
                    Foresight::Illegal => continue,
                    Foresight::Calm => return false,
                    Foresight::Check | Foresight::Unknown => {}
                }
            }
            let game = self.game;
            if game.try_again(position, mv, |after| self.reaches(position, mv, after)) == Some(false) {
                return false;
            }
        }
        if !R::GENERAL && self.king_escapes(position) {
            return false;
        }
        match first_that(self.game, self.goal, false, position, &mut self.escapes) {
            None => false,
            Some((_, true)) => true,
            Some((escape, false)) => {
                self.note_decider(1, escape);
                false
            }
        }
    }
}
