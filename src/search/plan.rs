//! What a plan means, and whether it holds: one recursion with a table.
//!
//! Half-moves are looked up by position and step, but for last ones, which are cheap. What must hold before a move can ask
//! for the move that led there, so that it is looked at each time.

mod help_lines;

use std::ops::ControlFlow;

use help_lines::Hopes;

use super::{after_pass, each_towards, first_that, reaches};
use crate::board::Board;
use crate::game::killer_evasions::Escapes;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::Rules;
use crate::search::last_move::goal_in_one::can_reach;
use crate::search::limits::{Limits, Stopped};
use crate::search::table::Table;
use crate::stipulation::{Choice, End, Goal, Plan, Play, Step, StepId, Strands};

/// One who asks whether steps of a plan hold.
pub struct Planner<'a, B: Board, R: Rules> {
    game: &'a Game<B, R>,
    plan: &'a Plan,
    /// None to remember nothing, as the definition does.
    table: Option<&'a Table>,
    salt: u64,
    limits: &'a Limits,
    /// What is known of help play towards goals, where something is remembered.
    hopes: Option<Hopes<'a, B, R>>,
}

/// A position and the move that led to it, if one did.
pub struct Arrival<'p, B: Board, R: Rules> {
    /// The position now.
    pub position: &'p PositionOf<B, R>,
    /// The position before, and the move.
    pub last: Option<(&'p PositionOf<B, R>, Move)>,
}

impl<B: Board, R: Rules> Clone for Arrival<'_, B, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board, R: Rules> Copy for Arrival<'_, B, R> {}

impl<'a, B: Board, R: Rules> Planner<'a, B, R> {
    /// More moves are seldom listed.
    const MOST_MOVES: usize = 48;

    /// One who remembers answers in a table, or nothing.
    pub fn new(
        game: &'a Game<B, R>,
        plan: &'a Plan,
        table: Option<&'a Table>,
        salt: u64,
        limits: &'a Limits,
    ) -> Planner<'a, B, R> {
        let hopes = table.map(|table| Hopes::new(Strands::of(plan), game, table, limits));
        Planner { game, plan, table, salt, limits, hopes }
    }

    /// The game.
    pub fn game(&self) -> &'a Game<B, R> {
        self.game
    }

    /// The plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Does a step hold?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn holds(&self, step: StepId, at: Arrival<'_, B, R>) -> Result<bool, Stopped> {
        match self.plan.step(step) {
            Step::Reached(goal) => Ok(self.reached(*goal, at)),
            Step::Any(steps) => self.some(steps, true, at),
            Step::All(steps) => Ok(!self.some(steps, false, at)?),
            Step::Not(step) => Ok(!self.holds(*step, at)?),
            Step::Turn(step) => match self.turned(at.position) {
                Some(position) => self.holds(*step, Arrival { position: &position, last: None }),
                None => Ok(false),
            },
            Step::Play(play) => {
                if self.is_barred(play, at)? {
                    return Ok(false);
                }
                self.play_holds(step, play, at.position)
            }
        }
    }

    /// Does one of the steps hold, or not hold? What takes a single half-move is asked first.
    fn some(&self, steps: &[StepId], wanted: bool, at: Arrival<'_, B, R>) -> Result<bool, Stopped> {
        let is_last =
            |step| matches!(self.plan.step(step), Step::Play(play) if self.last_goal(play).is_some());
        for last in [true, false] {
            for &step in steps {
                if is_last(step) == last && self.holds(step, at)? == wanted {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Did the last move reach the goal? Goals that only look at the position can be
    /// reached without a move.
    fn reached(&self, goal: Goal, at: Arrival<'_, B, R>) -> bool {
        match (at.last, goal) {
            (Some((before, mv)), _) => reaches(self.game, goal, before, mv, at.position),
            (None, Goal::Mate) => self.game.is_mate(at.position),
            (None, Goal::Stalemate) => self.game.is_stalemate(at.position),
            (None, Goal::Immobility) => !self.game.has_move(at.position),
            (None, Goal::Check) => self.game.in_check(at.position, at.position.to_move),
            _ => false,
        }
    }

    /// The position with the other side to move, if the side to move can miss its turn.
    pub fn turned(&self, position: &PositionOf<B, R>) -> Option<PositionOf<B, R>> {
        (!self.game.in_check(position, position.to_move)).then(|| position.passed_over())
    }

    /// Does something forbid that the play goes on?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn is_barred(&self, play: &Play, at: Arrival<'_, B, R>) -> Result<bool, Stopped> {
        for &bar in &play.bars {
            // Before the first move there is none of which anything could be asked.
            let asks_nothing = at.last.is_none() && self.plan.is_goal(bar);
            if !asks_nothing && !self.holds(bar, at)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The moves by which what must not be possible is possible, with the goal they reach.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn violations(
        &self,
        play: &Play,
        at: Arrival<'_, B, R>,
    ) -> Result<Vec<(Move, Option<Goal>)>, Stopped> {
        let mut violations = Vec::new();
        for &bar in &play.bars {
            let Step::Not(inner) = self.plan.step(bar) else { continue };
            let Step::Play(possible) = self.plan.step(*inner) else { continue };
            if possible.next.is_some() || possible.choice != Choice::Some {
                continue;
            }
            for mv in self.moves(possible, at.position) {
                let after = self.game.play(at.position, mv);
                let at = Arrival { position: &after, last: Some((at.position, mv)) };
                for end in possible.ends.iter().filter(|end| end.good) {
                    if self.holds(end.step, at)? {
                        let goal = match self.plan.step(end.step) {
                            Step::Reached(goal) => Some(*goal),
                            _ => None,
                        };
                        violations.push((mv, goal));
                        break;
                    }
                }
            }
        }
        Ok(violations)
    }

    /// Does the side to move pass, because it only parries checks?
    pub fn passes(&self, play: &Play, position: &PositionOf<B, R>) -> bool {
        play.parries && !self.game.in_check(position, position.to_move)
    }

    /// The moves that can be played.
    pub fn moves(&self, play: &Play, position: &PositionOf<B, R>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(Self::MOST_MOVES);
        self.game.decisions(position, &mut moves);
        let legal = moves.len();
        for goal in self.plan.rash_goals(play) {
            let mut seen = 0;
            let _ = each_towards(self.game, goal, position, |mv| {
                seen += 1;
                if seen > legal {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
        moves
    }

    fn play_holds(&self, step: StepId, play: &Play, position: &PositionOf<B, R>) -> Result<bool, Stopped> {
        self.limits.count(1)?;
        match (self.last_goal(play), play.choice) {
            (Some(goal), Choice::Some) => {
                return Ok(can_reach(
                    self.game,
                    goal,
                    position,
                    None,
                    &mut Vec::new(),
                    &mut Escapes::default(),
                ));
            }
            // The first move that does not reach it is mostly the first of all.
            (Some(goal), Choice::Every) => {
                return Ok(first_that(self.game, goal, false, position, &mut Escapes::default())
                    .is_some_and(|(_, reached)| reached));
            }
            (None, _) => {}
        }
        let key = Table::key(self.salt, position.key(), step);
        if let Some(answer) = self.table.and_then(|table| table.get(key)) {
            return Ok(answer);
        }
        let hoped = match &self.hopes {
            Some(hopes) => hopes.answer(step, position)?,
            None => None,
        };
        let answer = match hoped {
            Some(answer) => answer,
            None => self.decide(step, play, position)?,
        };
        if let Some(table) = self.table {
            table.put(key, answer, 1);
        }
        Ok(answer)
    }

    /// Does a half-move hold? Looks at its moves.
    fn decide(&self, step: StepId, play: &Play, position: &PositionOf<B, R>) -> Result<bool, Stopped> {
        if self.passes(play, position) {
            let Some(next) = play.next else { return Ok(false) };
            let after = after_pass::<B, R>(play.choice, position);
            return self.holds(next, Arrival { position: &after, last: None });
        }
        let wanted = play.choice == Choice::Some;
        let moves = self.moves(play, position);
        if moves.is_empty() {
            return Ok(false);
        }
        self.on_the_way(step, position, || {
            for mv in moves {
                let after = self.game.play(position, mv);
                let at = Arrival { position: &after, last: Some((position, mv)) };
                if self.where_good(step, play, at, || Ok::<_, Stopped>(true))? == wanted {
                    return Ok(wanted);
                }
            }
            Ok(!wanted)
        })
    }

    /// Asks something of several moves that are made at a step, of which more is known then. Nothing is
    /// asked if the step does not hold.
    ///
    /// # Errors
    /// Those of the question, and when a limit is reached.
    pub fn on_the_way<T: Default, E: From<Stopped>>(
        &self,
        step: StepId,
        position: &PositionOf<B, R>,
        question: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(hopes) = &self.hopes else { return question() };
        let Some(depths) = hopes.set_out(step, position)? else { return Ok(T::default()) };
        let answer = question();
        hopes.back_to(depths);
        answer
    }

    /// Asks something where the move just made at a step is [good](Self::is_good), of which more is known
    /// then. Nothing is asked if it is not.
    ///
    /// # Errors
    /// Those of the question, and when a limit is reached.
    pub fn where_good<T: Default, E: From<Stopped>>(
        &self,
        step: StepId,
        play: &Play,
        at: Arrival<'_, B, R>,
        question: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let ask = || if self.is_good(play, at)? { question() } else { Ok(T::default()) };
        let Some(hopes) = &self.hopes else { return ask() };
        let Some(depths) = hopes.go_on(step, at) else { return Ok(T::default()) };
        let answer = ask();
        hopes.back_to(depths);
        answer
    }

    /// The goal, if nothing else can make a half-move good, nothing can forbid to reach it and nothing
    /// follows.
    fn last_goal(&self, play: &Play) -> Option<Goal> {
        let Play { next: None, parries: false, .. } = play else { return None };
        match (&play.wants[..], &play.ends[..]) {
            (&[], &[End { step, good: true, .. }]) => match *self.plan.step(step) {
                Step::Reached(goal) => Some(goal),
                _ => None,
            },
            _ => None,
        }
    }

    /// Is the move just made good: does it end the play well, or does the play hold on?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn is_good(&self, play: &Play, at: Arrival<'_, B, R>) -> Result<bool, Stopped> {
        if self.some(&play.wants, false, at)? {
            return Ok(false);
        }
        for end in &play.ends {
            if (end.good || end.over) && self.holds(end.step, at)? {
                return Ok(end.good);
            }
        }
        match play.next {
            Some(next) => self.holds(next, at),
            None => Ok(false),
        }
    }
}
