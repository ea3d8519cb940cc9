//! Play that forks, told as lines.

use super::event::{Counting, Event, Line, Sink};
use super::move_numbers::first_wanted;
use super::move_record::ToldMove;
use super::narrator::{Halt, Telling, tell};
use super::plan_trees::tell_plan_tree;
use super::record_move::tell_move;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::{Move, Side};
use crate::problem::{FirstMoves, Options};
use crate::rules::Rules;
use crate::search::{Arrival, Planner, after_pass};
use crate::stipulation::{Play, Step, StepId};

/// How the lines of a plan are told.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How moves are counted.
    pub counting: Counting,
    /// Do the lines have fewer moves than asked?
    pub short: bool,
    /// Stop after so many lines.
    pub most: Option<u64>,
    /// The numbers of the first moves that are looked at.
    pub first_moves: Option<FirstMoves>,
}

/// Tells every line by which a step holds, and counts them in `told`.
pub fn tell_plan<B: Board, R: Rules>(
    planner: &Planner<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    manner: Manner,
    told: &mut u64,
    sink: &mut dyn Sink,
) -> Telling {
    let at = Arrival { position, last: None };
    if !planner.holds(start, at)? {
        return Ok(());
    }
    let mut teller = Teller { planner, manner, path: Vec::new(), restart: None, told, sink };
    teller.step(start, at)
}

/// Tells a step with which play begins, part by part: battle play as trees, the rest as lines.
pub fn tell_root<B: Board, R: Rules>(
    planner: &Planner<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: &Options,
    beginner: Side,
    sink: &mut dyn Sink,
) -> Telling {
    let at = Arrival { position, last: None };
    match planner.plan().step(start) {
        Step::All(steps) if planner.holds(start, at)? => {
            steps.iter().try_for_each(|&step| tell_root(planner, step, position, options, beginner, sink))
        }
        Step::Any(steps) => {
            steps.iter().try_for_each(|&step| tell_root(planner, step, position, options, beginner, sink))
        }
        Step::Turn(step) => match planner.turned(position) {
            Some(turned) => tell_root(planner, *step, &turned, options, beginner, sink),
            None => Ok(()),
        },
        Step::Play(play) if play.is_battle => tell_plan_tree(planner, start, position, options, sink),
        Step::Play(_) => {
            let late = position.to_move != beginner;
            let counting = if late { Counting::PairsFromSecond } else { Counting::Series };
            let Options { max_solutions: most, first_moves, .. } = *options;
            let manner = Manner { counting, short: false, most, first_moves };
            tell_plan(planner, start, position, manner, &mut 0, sink)
        }
        Step::All(_) | Step::Not(_) | Step::Reached(_) => Ok(()),
    }
}

/// Tells the moves by which what must not be possible when play begins is possible.
pub fn tell_violations<B: Board, R: Rules>(
    planner: &Planner<'_, B, R>,
    play: &Play,
    at: Arrival<'_, B, R>,
    counting: Counting,
    sink: &mut dyn Sink,
) -> Telling {
    for (mv, goal) in planner.violations(play, at)? {
        let steps = vec![tell_move(planner.game(), at.position, mv, goal)];
        tell(sink, Event::Line(&Line { steps, counting, short: false, forced: true }))?;
    }
    Ok(())
}

struct Teller<'t, 'a, B: Board, R: Rules> {
    planner: &'t Planner<'a, B, R>,
    manner: Manner,
    path: Vec<ToldMove>,
    /// Where moves are counted anew.
    restart: Option<usize>,
    told: &'t mut u64,
    sink: &'t mut dyn Sink,
}

impl<B: Board, R: Rules> Teller<'_, '_, B, R> {
    /// Tells the lines of a step that holds.
    fn step(&mut self, step: StepId, at: Arrival<'_, B, R>) -> Telling {
        let plan = self.planner.plan();
        match plan.step(step) {
            Step::Reached(goal) => {
                if let Some(last) = self.path.last_mut() {
                    last.reached = Some(*goal);
                }
                let telling = self.found();
                if let Some(last) = self.path.last_mut() {
                    last.reached = None;
                }
                telling
            }
            Step::Any(steps) => {
                for &step in steps {
                    if self.planner.holds(step, at)? {
                        self.step(step, at)?;
                    }
                }
                Ok(())
            }
            Step::All(steps) => {
                let positive = |step: &&StepId| !matches!(plan.step(**step), Step::Not(_));
                if !steps.iter().any(|step| positive(&step)) {
                    return self.found();
                }
                steps.iter().filter(positive).try_for_each(|&step| self.step(step, at))
            }
            Step::Not(_) => self.found(),
            Step::Turn(step) => match self.planner.turned(at.position) {
                Some(position) => self.step(*step, Arrival { position: &position, last: None }),
                None => Ok(()),
            },
            Step::Play(play) => {
                let restart = self.restart;
                if play.begins && !self.path.is_empty() {
                    self.restart = Some(self.path.len());
                }
                let telling = self.play(step, play, at);
                self.restart = restart;
                telling
            }
        }
    }

    fn play(&mut self, step: StepId, play: &Play, at: Arrival<'_, B, R>) -> Telling {
        // First moves are keys: all of them are told.
        for &shorter in play.shorter.iter().filter(|_| !self.path.is_empty()) {
            if self.planner.holds(shorter, at)? {
                return self.step(shorter, at);
            }
        }
        if self.planner.passes(play, at.position) {
            return match play.next {
                Some(next) => self.step(
                    next,
                    Arrival { position: &after_pass::<B, R>(play.choice, at.position), last: None },
                ),
                None => Ok(()),
            };
        }
        let mut moves = self.planner.moves(play, at.position);
        if let Some(wanted) = self.manner.first_moves.filter(|_| self.path.is_empty()) {
            moves = first_wanted(self.planner.game(), at.position, moves, &wanted);
        }
        let planner = self.planner;
        planner.on_the_way(step, at.position, || {
            for mv in moves {
                let after = planner.game().play(at.position, mv);
                let arrival = Arrival { position: &after, last: Some((at.position, mv)) };
                planner.where_good(step, play, arrival, || {
                    self.path.push(told(planner, at.position, mv));
                    let telling = self.good_move(play, arrival);
                    self.path.pop();
                    telling
                })?;
            }
            Ok(())
        })
    }

    /// Tells what follows a good move.
    fn good_move(&mut self, play: &Play, at: Arrival<'_, B, R>) -> Telling {
        let mut ended = false;
        for end in play.ends.iter().filter(|end| end.good) {
            if self.planner.holds(end.step, at)? {
                ended = true;
                if end.hidden {
                    self.found()?;
                } else {
                    self.step(end.step, at)?;
                }
            }
        }
        match play.next {
            Some(next) if !ended => self.step(next, at),
            _ => Ok(()),
        }
    }

    fn found(&mut self) -> Telling {
        if self.manner.most.is_some_and(|most| *self.told >= most) {
            return Err(Halt::Counted);
        }
        *self.told += 1;
        let restart = self.restart.and_then(|restart| u16::try_from(restart).ok());
        let counting = restart.map_or(self.manner.counting, Counting::Introduced);
        let line = Line { steps: self.path.clone(), counting, short: self.manner.short, forced: false };
        tell(self.sink, Event::Line(&line))
    }
}

fn told<B: Board, R: Rules>(planner: &Planner<'_, B, R>, position: &PositionOf<B, R>, mv: Move) -> ToldMove {
    tell_move(planner.game(), position, mv, None)
}
