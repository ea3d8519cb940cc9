//! Solves the phases of one side: set play and actual play.

use super::battle::{emit_actual_play, emit_post_key_play, emit_set_play};
use super::event::{Counting, Event, Phase, Remark, Settled, Sink};
use super::lines::{LineKind, LineSink, emit_forced, emit_lines};
use super::narrator::{EmitResult, Narrator, StopReason, emit};
use super::plan_lines;
use super::plan_trees::emit_plan_set_play;
use super::unplayable::Unplayable;
use crate::board::Board;
use crate::game::{PositionOf, set_up};
use crate::position::{AnyRuleState, Side};
use crate::problem::{Diagram, Options, Setting};
use crate::rules::GameRules;
use crate::search::{PlanNode, PlanSolver, ScheduleNode};
use crate::stipulation::{Family, GoalObligation, GoalValue, Plan, PlanStep, Schedule, StepId, Stipulation};

/// Solves the phases of one side.
pub(super) struct SideSolver<'n, 'a, B: Board, R> {
    pub(super) narrator: Narrator<'a, B, R>,
    /// The diagram from which play begins.
    pub(super) from: &'n Diagram,
    pub(super) setting: &'n Setting,
    /// The side that plays White's part.
    pub(super) white: Side,
    pub(super) sink: &'n mut dyn Sink,
}

impl<B: Board, R: GameRules> SideSolver<'_, '_, B, R> {
    pub(super) fn solve_phases(&mut self) -> EmitResult {
        if self.narrator.options.set_play && self.has_set_play() {
            self.solve_phase(Phase::Set)?;
        }
        self.solve_phase(Phase::Actual)
    }

    /// Returns whether there is set play: the side that does not begin must have the next move.
    fn has_set_play(&self) -> bool {
        let stipulation = self.narrator.stipulation;
        // There is no play before a key that has been made.
        let begun = stipulation.family.is_battle() && self.narrator.options.post_key_play;
        match &self.setting.structured {
            Some(structured) => structured.has_set_play(),
            None if stipulation.family == Family::Reciprocal => stipulation.moves > 1,
            // Set play must leave more than the final forced move.
            None if matches!(stipulation.family, Family::HelpSelf | Family::HelpReflex) => {
                stipulation.ply_count() > 2
            }
            None => stipulation.family.has_set_play() && stipulation.intro == 0 && !begun,
        }
    }

    fn solve_phase(&mut self, phase: Phase) -> EmitResult {
        emit(self.sink, Event::Phase(phase))?;
        self.narrator.parts.begin(phase);
        let mut result = match self.narrator.stipulation.family {
            family if family.needs_plan() => self.solve_plan(phase),
            family if family.is_battle() => self.solve_battle(phase),
            _ => self.solve_lines(phase),
        };
        if result == Err(StopReason::MaxSolutions) {
            result = emit(self.sink, Event::Remark(Remark::EnoughSolutions));
        }
        if result.is_ok() && self.narrator.parts.has_omitted() {
            result = emit(self.sink, Event::Remark(Remark::Incomplete));
        }
        let end = emit(self.sink, Event::End);
        result.and(end)
    }

    /// Returns the position with `side` to move; `None` if it cannot be played from.
    fn position(&mut self, side: Side, phase: Phase) -> Result<Option<PositionOf<B, R>>, StopReason> {
        let mut position = match set_up(self.narrator.game, self.from, self.narrator.options, side) {
            Ok(position) => position,
            Err(error) => {
                emit(self.sink, Event::Remark(Remark::Unplayable(Unplayable::Setup(error))))?;
                return Ok(None);
            }
        };
        if phase == Phase::Set {
            // The side that would begin is omitted.
            position.rule_state.count_ply();
        }
        if self.narrator.game.in_check(&position, side.other()) {
            emit(self.sink, Event::Remark(Remark::KingCapturable))?;
            return Ok(None);
        }
        Ok(Some(position))
    }

    fn solve_battle(&mut self, phase: Phase) -> EmitResult {
        let threat = self.narrator.options.threat;
        let nontrivial = self.narrator.options.nontrivial;
        let schedule = Schedule { threat, nontrivial, ..self.narrator.stipulation.schedule(self.white) };
        let emit_first =
            if self.narrator.options.post_key_play { emit_post_key_play } else { emit_actual_play };
        let first = if self.narrator.options.post_key_play { self.white.other() } else { self.white };
        match phase {
            Phase::Set => match self.position(self.white.other(), phase)? {
                Some(position) => emit_set_play(&self.narrator, &schedule, &position, self.sink),
                None => Ok(()),
            },
            Phase::Actual => match self.position(first, phase)? {
                Some(position) => emit_first(&self.narrator, &schedule, &position, self.sink),
                None => Ok(()),
            },
        }
    }

    /// Returns whether White, by an option, begins help play of both sides that Black would begin, which
    /// saves a ply.
    fn white_begins(&self) -> bool {
        let Stipulation { family, half_move, .. } = self.narrator.stipulation;
        self.narrator.options.white_to_play
            && matches!(family, Family::Help | Family::Reciprocal)
            && !half_move
    }

    /// Returns the play of a stipulation that needs a plan.
    fn planned_play(&self, phase: Phase) -> PlannedPlay {
        let stipulation = self.narrator.stipulation;
        let set_play = phase == Phase::Set;
        let white_begins = self.white_begins();
        let skipped = usize::from(set_play) + usize::from(white_begins);
        let (plan, starts, first, late) = match &self.setting.structured {
            Some(structured) => {
                let (plan, starts) = structured.plan(set_play);
                let first = structured.first_side();
                let first = if self.white == Side::White { first } else { first.other() };
                (plan, starts, first, structured.sides_swapped)
            }
            None => {
                let (plan, starts) = stipulation.reciprocal_plan(skipped);
                (plan, starts, stipulation.first_side(self.white), stipulation.half_move)
            }
        };
        let beginner = if set_play == white_begins { first } else { first.other() };
        let counting = match usize::from(late) + skipped {
            0 => Counting::Series,
            1 => Counting::PairsFromSecond,
            _ => Counting::PairsFromThird,
        };
        PlannedPlay { plan, starts, beginner, counting }
    }

    /// Solves a stipulation that needs a plan.
    fn solve_plan(&mut self, phase: Phase) -> EmitResult {
        let play = self.planned_play(phase);
        let Some(position) = self.position(play.beginner, phase)? else { return Ok(()) };
        let narrator = &self.narrator;
        let salt = narrator.table.new_salt();
        let planner = PlanSolver::new(narrator.game, &play.plan, Some(narrator.table), salt, narrator.limits);
        if self.setting.structured.as_ref().is_some_and(|structured| !structured.is_line_play()) {
            let options = narrator.options;
            return play.starts.iter().try_for_each(|&start| match phase {
                Phase::Set => emit_plan_set_play(&planner, start, &position, options, self.sink),
                Phase::Actual => {
                    plan_lines::emit_root(&planner, start, &position, options, play.beginner, self.sink)
                }
            });
        }
        emit_starts(&planner, &play, &position, narrator.options, self.sink)
    }

    fn solve_lines(&mut self, phase: Phase) -> EmitResult {
        let stipulation = self.narrator.stipulation;
        let full = stipulation.ply_count();
        // Set play begins one ply later; that of a series begins with what follows the series.
        let white_begins = self.white_begins();
        let plies = match phase {
            Phase::Actual => full - usize::from(white_begins),
            Phase::Set if stipulation.family == Family::SeriesHelpSelf => 2,
            Phase::Set if stipulation.family.is_series() => 1,
            Phase::Set => (full - usize::from(white_begins)).saturating_sub(1),
        };
        if plies == 0 {
            return Ok(());
        }
        let counting = counting(&stipulation, full - plies);
        let first = stipulation.schedule_with_intro(self.white, stipulation.intro.into(), plies).plies[0];
        let Some(position) = self.position(first.side, phase)? else { return Ok(()) };
        if first.obligation == GoalObligation::IfPossible
            && first.goal_value == GoalValue::Ignored
            && emit_forced(&self.narrator, &position, counting, self.sink)?
        {
            return Ok(());
        }
        let kind = LineKind { counting, short: false };
        let max_lines = self.narrator.options.max_solutions;
        let mut out = LineSink { kind, max_lines, emitted: 0, sink: &mut *self.sink };
        for intro in stipulation.intro.min(1)..=stipulation.intro {
            if intro > 0 {
                // The same number of plies left has a different meaning after another introduction.
                self.narrator.salt = self.narrator.table.new_salt();
            }
            let mut solver = self.narrator.solver();
            for length in line_lengths(&stipulation, plies) {
                if !accepts_length(&self.narrator, length, plies) {
                    continue;
                }
                let schedule = stipulation.schedule_with_intro(self.white, intro.into(), length);
                // A single move is not a series: its numbering continues.
                let introduced = intro > 0 && stipulation.moves > 1;
                let counting = if introduced { Counting::Introduced(intro) } else { counting };
                let short = length < plies || intro < stipulation.intro;
                out.kind = LineKind { counting, short };
                let [introduced_plies, all_introduced] = [intro, stipulation.intro].map(usize::from);
                let progress = self.narrator.limits.progress();
                progress.begin_search(introduced_plies + length, all_introduced + plies);
                emit_lines(&self.narrator, &mut solver, ScheduleNode::root(&schedule, &position), &mut out)?;
                if out.emitted > 0 && short && self.narrator.options.stop_on_short {
                    return Err(StopReason::MaxSolutions);
                }
                if intro == stipulation.intro {
                    self.narrator.settle(Settled::Length { plies: length, last: plies }, out.sink)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns whether lines of `length` plies are selected if the stipulation has `full` plies.
fn accepts_length<B: Board, R: GameRules>(narrator: &Narrator<'_, B, R>, length: usize, full: usize) -> bool {
    let Some(wanted) = narrator.options.first_moves else { return true };
    if !narrator.numbers_are_lengths() {
        // A run limited to some first moves has searched the shorter lines before.
        return length == full;
    }
    let (lower, upper) = match narrator.stipulation.family {
        Family::Series => (length, length),
        family if family.is_series() => (length - 1, length - 1),
        // An additional ply counts for the lower bound and not for the upper.
        _ => (length.div_ceil(2), length / 2),
    };
    lower as u64 >= wanted.from && upper as u64 <= wanted.to
}

/// The play of a stipulation that needs a plan.
struct PlannedPlay {
    plan: Plan,
    /// The first steps, those of shorter solutions first.
    starts: Vec<StepId>,
    /// The side that makes the first move.
    beginner: Side,
    /// How the moves are numbered.
    counting: Counting,
}

/// Emits the lines of a plan, the short solutions first.
fn emit_starts<B: Board, R: GameRules>(
    planner: &PlanSolver<'_, B, R>,
    play: &PlannedPlay,
    position: &PositionOf<B, R>,
    options: &Options,
    sink: &mut dyn Sink,
) -> EmitResult {
    let PlannedPlay { plan, starts, counting, .. } = play;
    if let Some(PlanStep::Ply(ply)) = starts.last().map(|&start| plan.step(start)) {
        let at = PlanNode { position, last_move: None };
        if planner.has_failed_precondition(ply, at)? {
            return plan_lines::emit_violations(planner, ply, at, *counting, sink);
        }
    }
    let mut emitted = 0;
    let last = starts.len().saturating_sub(1);
    for (index, &start) in starts.iter().enumerate() {
        let short = index < last;
        let Options { max_solutions: max_lines, first_moves, .. } = *options;
        if short && first_moves.is_some() {
            continue;
        }
        let line_options = plan_lines::PlanLineOptions { counting: *counting, short, max_lines, first_moves };
        plan_lines::emit_plan_lines(planner, start, position, line_options, &mut emitted, sink)?;
        if emitted > 0 && short && options.stop_on_short {
            return Err(StopReason::MaxSolutions);
        }
    }
    Ok(())
}

/// Returns the possible numbers of plies of a line, shortest first, if the longest has `plies`.
fn line_lengths(stipulation: &Stipulation, plies: usize) -> impl Iterator<Item = usize> + use<> {
    let exact = stipulation.exact;
    let (shortest, step) = match stipulation.family {
        Family::Help | Family::ProofGame => (2 - plies % 2, 2),
        // Black may have to reach the goal with the first move.
        Family::HelpSelf | Family::HelpReflex => (2 - plies % 2, 2),
        Family::Series => (1, 1),
        Family::HelpParrySeries => (1, 2),
        Family::SeriesHelpSelf => (3, 1),
        family if family.is_parry_battle() => (plies, 1),
        family if family.is_parry_series() => (2 - plies % 2, 2),
        _ if plies == 1 => (1, 1),
        _ => (2, 1),
    };
    let shortest = if exact { plies } else { shortest.min(plies) };
    (shortest..=plies).step_by(step)
}

/// Returns the numbering of lines that begin `skipped` plies later than the stipulation.
fn counting(stipulation: &Stipulation, skipped: usize) -> Counting {
    if stipulation.family == Family::SeriesHelpSelf && skipped > 0 {
        return Counting::PairsFromSecond;
    }
    if stipulation.family.is_series() {
        return if skipped == 0 { Counting::Series } else { Counting::SeriesEnd };
    }
    // With a half-move White begins: the move is the second of a pair, and the first is omitted.
    let late = stipulation.half_move && stipulation.family != Family::ProofGame;
    match skipped + usize::from(late) {
        0 => Counting::Pairs,
        1 => Counting::PairsFromSecond,
        _ => Counting::PairsFromThird,
    }
}
