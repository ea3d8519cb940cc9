//! Branching stipulations (plans), emitted as lines.

use super::event::{Counting, Event, Line, Sink};
use super::move_numbers::select_root_moves;
use super::move_record::MoveRecord;
use super::narrator::{EmitResult, StopReason, emit};
use super::plan_trees::emit_plan_tree;
use super::record_move::record_move;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::{Move, Side};
use crate::problem::{FirstMoveRange, Options};
use crate::rules::GameRules;
use crate::search::{PlanNode, PlanSolver, after_pass};
use crate::stipulation::{PlanPly, PlanStep, StepId};

/// How the lines of a plan are emitted.
#[derive(Clone, Copy, Debug)]
pub struct PlanLineOptions {
    /// How the moves are numbered.
    pub counting: Counting,
    /// Whether the lines have fewer moves than required.
    pub short: bool,
    /// The number of lines after which to stop.
    pub max_lines: Option<u64>,
    /// The numbers of the root moves to search.
    pub first_moves: Option<FirstMoveRange>,
}

/// Emits every line by which a step holds, and adds their number to `emitted`.
pub fn emit_plan_lines<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: PlanLineOptions,
    emitted: &mut u64,
    sink: &mut dyn Sink,
) -> EmitResult {
    let at = PlanNode { position, last_move: None };
    if !planner.holds(start, at)? {
        return Ok(());
    }
    let mut narrator =
        PlanLineNarrator { planner, options, path: Vec::new(), restart_at: None, emitted, sink };
    narrator.emit_step(start, at)
}

/// Emits the first step of a plan part by part: battle play as trees, other play as lines.
pub fn emit_root<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    start: StepId,
    position: &PositionOf<B, R>,
    options: &Options,
    beginner: Side,
    sink: &mut dyn Sink,
) -> EmitResult {
    let at = PlanNode { position, last_move: None };
    match planner.plan().step(start) {
        PlanStep::All(steps) if planner.holds(start, at)? => {
            steps.iter().try_for_each(|&step| emit_root(planner, step, position, options, beginner, sink))
        }
        PlanStep::Any(steps) => {
            steps.iter().try_for_each(|&step| emit_root(planner, step, position, options, beginner, sink))
        }
        PlanStep::Pass(step) => match planner.after_null_move(position) {
            Some(after) => emit_root(planner, *step, &after, options, beginner, sink),
            None => Ok(()),
        },
        PlanStep::Ply(play) if play.is_battle => emit_plan_tree(planner, start, position, options, sink),
        PlanStep::Ply(_) => {
            let late = position.to_move != beginner;
            let counting = if late { Counting::PairsFromSecond } else { Counting::Series };
            let Options { max_solutions: max_lines, first_moves, .. } = *options;
            let options = PlanLineOptions { counting, short: false, max_lines, first_moves };
            emit_plan_lines(planner, start, position, options, &mut 0, sink)
        }
        PlanStep::All(_) | PlanStep::Not(_) | PlanStep::Reached(_) => Ok(()),
    }
}

/// Emits the moves that violate a precondition of the first ply.
pub fn emit_violations<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    play: &PlanPly,
    at: PlanNode<'_, B, R>,
    counting: Counting,
    sink: &mut dyn Sink,
) -> EmitResult {
    for (mv, goal) in planner.violations(play, at)? {
        let steps = vec![record_move(planner.game(), at.position, mv, goal)];
        emit(sink, Event::Line(&Line { moves: steps, counting, short: false, forced: true }))?;
    }
    Ok(())
}

struct PlanLineNarrator<'t, 'a, B: Board, R: GameRules> {
    planner: &'t PlanSolver<'a, B, R>,
    options: PlanLineOptions,
    path: Vec<MoveRecord>,
    /// The ply at which move numbers restart.
    restart_at: Option<usize>,
    emitted: &'t mut u64,
    sink: &'t mut dyn Sink,
}

impl<B: Board, R: GameRules> PlanLineNarrator<'_, '_, B, R> {
    /// Emits the lines of a step that holds.
    fn emit_step(&mut self, step: StepId, at: PlanNode<'_, B, R>) -> EmitResult {
        let plan = self.planner.plan();
        match plan.step(step) {
            PlanStep::Reached(goal) => {
                if let Some(last) = self.path.last_mut() {
                    last.reached = Some(*goal);
                }
                let result = self.emit_line();
                if let Some(last) = self.path.last_mut() {
                    last.reached = None;
                }
                result
            }
            PlanStep::Any(steps) => {
                for &step in steps {
                    if self.planner.holds(step, at)? {
                        self.emit_step(step, at)?;
                    }
                }
                Ok(())
            }
            PlanStep::All(steps) => {
                let positive = |step: &&StepId| !matches!(plan.step(**step), PlanStep::Not(_));
                if !steps.iter().any(|step| positive(&step)) {
                    return self.emit_line();
                }
                steps.iter().filter(positive).try_for_each(|&step| self.emit_step(step, at))
            }
            PlanStep::Not(_) => self.emit_line(),
            PlanStep::Pass(step) => match self.planner.after_null_move(at.position) {
                Some(position) => self.emit_step(*step, PlanNode { position: &position, last_move: None }),
                None => Ok(()),
            },
            PlanStep::Ply(play) => {
                let restart = self.restart_at;
                if play.starts_numbering && !self.path.is_empty() {
                    self.restart_at = Some(self.path.len());
                }
                let result = self.emit_play(step, play, at);
                self.restart_at = restart;
                result
            }
        }
    }

    fn emit_play(&mut self, step: StepId, play: &PlanPly, at: PlanNode<'_, B, R>) -> EmitResult {
        // Root moves are keys: all of them are emitted, not only the shortest.
        for &shorter in play.shorter.iter().filter(|_| !self.path.is_empty()) {
            if self.planner.holds(shorter, at)? {
                return self.emit_step(shorter, at);
            }
        }
        if self.planner.must_pass(play, at.position) {
            return match play.next {
                Some(next) => self.emit_step(
                    next,
                    PlanNode { position: &after_pass::<B, R>(play.quantifier, at.position), last_move: None },
                ),
                None => Ok(()),
            };
        }
        let mut moves = self.planner.moves(play, at.position);
        if let Some(wanted) = self.options.first_moves.filter(|_| self.path.is_empty()) {
            let selected = select_root_moves(self.planner.game(), at.position, moves, &wanted);
            moves = selected.into_iter().map(|numbered| numbered.mv).collect();
        }
        let planner = self.planner;
        planner.within_step(step, at.position, || {
            for mv in moves {
                let after = planner.game().play(at.position, mv);
                let node = PlanNode { position: &after, last_move: Some((at.position, mv)) };
                planner.after_good_move(step, play, node, || {
                    self.path.push(record(planner, at.position, mv));
                    let result = self.emit_after_move(play, node);
                    self.path.pop();
                    result
                })?;
            }
            Ok(())
        })
    }

    /// Emits what follows a good move.
    fn emit_after_move(&mut self, play: &PlanPly, at: PlanNode<'_, B, R>) -> EmitResult {
        let mut ended = false;
        for end in play.ends.iter().filter(|end| end.good) {
            if self.planner.holds(end.step, at)? {
                ended = true;
                if end.hidden {
                    self.emit_line()?;
                } else {
                    self.emit_step(end.step, at)?;
                }
            }
        }
        match play.next {
            Some(next) if !ended => self.emit_step(next, at),
            _ => Ok(()),
        }
    }

    fn emit_line(&mut self) -> EmitResult {
        if self.options.max_lines.is_some_and(|max| *self.emitted >= max) {
            return Err(StopReason::MaxSolutions);
        }
        *self.emitted += 1;
        let restart = self.restart_at.and_then(|restart| u16::try_from(restart).ok());
        let counting = restart.map_or(self.options.counting, Counting::Introduced);
        let line = Line { moves: self.path.clone(), counting, short: self.options.short, forced: false };
        emit(self.sink, Event::Line(&line))
    }
}

fn record<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> MoveRecord {
    record_move(planner.game(), position, mv, None)
}
