//! Help lines: the help play towards a goal that is necessary for a step of a plan.
//!
//! A plan branches, but much of it is ordinary help play: one move suffices at each ply, and the last
//! one reaches a goal. Such a *help line* is a [`Schedule`], which the solver prunes well. Most plans
//! are equivalent to one help line; any other step holds only where all its help lines have a
//! solution. `reci-h#3` has two, one of six plies and one of five.

use super::{Goal, GoalObligation, GoalValue, Plan, PlanPly, PlanStep, Ply, Quantifier, Schedule, StepId};
use crate::position::Side;

/// Help play towards a goal.
#[derive(Debug)]
pub struct HelpLine {
    /// The goal of the last ply.
    pub goal: Goal,
    /// The plies, the last one first.
    plies: Vec<LinePly>,
    /// The schedules in which White, or Black, makes the last ply.
    schedules: [Schedule; 2],
}

/// A ply of a help line, independent of the side that makes the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LinePly {
    /// The side that makes the last ply moves.
    by_last_side: bool,
    goal_value: GoalValue,
    parry_only: bool,
}

/// The point of a help line at which a step begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePoint {
    /// The index of the help line.
    pub line: usize,
    /// The number of plies left; 0 if the last move must have reached the goal.
    pub plies_left: usize,
    /// The side to move passes first.
    passes_first: bool,
}

/// The help lines of a step.
#[derive(Clone, Default, Debug)]
struct StepLines {
    /// The step holds only where all these have a solution.
    necessary: Vec<LinePoint>,
    /// The step holds wherever they all have a solution.
    is_sufficient: bool,
}

/// The help lines of a plan.
#[derive(Debug)]
pub struct HelpLines {
    lines: Vec<HelpLine>,
    /// The help lines of each step, by its index.
    by_step: Vec<StepLines>,
}

impl HelpLine {
    /// Returns the schedule in which the side `last` makes the last ply.
    pub fn schedule(&self, last: Side) -> &Schedule {
        &self.schedules[last.index()]
    }

    /// Returns the side that makes the last ply if `to_move` moves with `plies_left` plies left.
    pub fn last_side(&self, plies_left: usize, to_move: Side) -> Side {
        let ply = plies_left.checked_sub(1).and_then(|index| self.plies.get(index));
        let last = ply.is_none_or(|ply| ply.by_last_side);
        if last { to_move } else { to_move.other() }
    }

    fn ply(ply: LinePly, last: Side) -> Ply {
        let side = if ply.by_last_side { last } else { last.other() };
        let LinePly { goal_value, parry_only, .. } = ply;
        Ply { side, quantifier: Quantifier::Exists, goal_value, obligation: GoalObligation::Free, parry_only }
    }

    fn new(goal: Goal) -> HelpLine {
        let empty = || Schedule {
            plies: Vec::new(),
            includes_shorter: false,
            threat: None,
            nontrivial: None,
            max_flights: None,
        };
        HelpLine { goal, plies: Vec::new(), schedules: [empty(), empty()] }
    }

    /// Builds the schedules once all plies are known.
    fn build_schedules(&mut self) {
        for last in Side::BOTH {
            let plies = self.plies.iter().rev().map(|&ply| HelpLine::ply(ply, last));
            self.schedules[last.index()].plies = plies.collect();
        }
    }
}

impl HelpLines {
    /// Returns the help lines of a plan.
    pub fn of(plan: &Plan) -> HelpLines {
        let mut help_lines = HelpLines { lines: Vec::new(), by_step: Vec::new() };
        for step in plan.steps() {
            // A step comes after the steps that it refers to.
            let step_lines = help_lines.analyse_step(plan, step);
            help_lines.by_step.push(step_lines);
        }
        help_lines.lines.iter_mut().for_each(HelpLine::build_schedules);
        help_lines
    }

    /// Returns the help line with this index.
    pub fn get(&self, line: usize) -> &HelpLine {
        &self.lines[line]
    }

    /// Returns the number of help lines.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the help lines that have a solution wherever a step holds.
    pub fn necessary_lines(&self, step: StepId) -> &[LinePoint] {
        &self.by_step[step].necessary
    }

    /// Returns the help line that is equivalent to a step; `None` if there is none.
    pub fn equivalent_line(&self, step: StepId) -> Option<LinePoint> {
        match &self.by_step[step] {
            StepLines { necessary, is_sufficient: true } => {
                necessary.first().copied().filter(|_| necessary.len() == 1)
            }
            _ => None,
        }
    }

    fn analyse_step(&mut self, plan: &Plan, step: &PlanStep) -> StepLines {
        match step {
            PlanStep::Reached(goal) => {
                StepLines { necessary: vec![self.find_or_add(*goal, &[])], is_sufficient: true }
            }
            PlanStep::Any(steps) => match steps[..] {
                [only] => self.by_step[only].clone(),
                _ => StepLines::default(),
            },
            PlanStep::All(steps) => {
                let all = steps.iter().map(|&step| &self.by_step[step]);
                let is_sufficient = all.clone().all(|lines| lines.is_sufficient);
                let necessary = all.flat_map(|lines| lines.necessary.iter().copied()).collect();
                StepLines { necessary, is_sufficient }
            }
            PlanStep::Not(_) => StepLines::default(),
            PlanStep::Pass(step) => {
                let StepLines { necessary: points, is_sufficient } = &self.by_step[*step];
                // A pass reaches no goal, and two passes do not follow each other.
                let points_left = points.iter().filter(|point| point.plies_left > 0 && !point.passes_first);
                let necessary: Vec<LinePoint> =
                    points_left.map(|&point| LinePoint { passes_first: true, ..point }).collect();
                StepLines { is_sufficient: *is_sufficient && necessary.len() == points.len(), necessary }
            }
            PlanStep::Ply(ply) => self.analyse_ply(plan, ply),
        }
    }

    fn analyse_ply(&mut self, plan: &Plan, ply: &PlanPly) -> StepLines {
        let Some(next) = ply.only_continuation().filter(|_| ply.quantifier == Quantifier::Exists) else {
            return StepLines::default();
        };
        let StepLines { necessary: shorter, is_sufficient } = self.by_step[next].clone();
        let mut is_sufficient = is_sufficient
            && shorter.len() == 1
            && ply.preconditions.is_empty()
            && ply.postconditions.is_empty();
        let mut necessary = Vec::new();
        for LinePoint { line, plies_left, passes_first } in shorter {
            let HelpLine { goal, plies, .. } = &self.lines[line];
            let (goal, mut plies) = (*goal, plies[..plies_left].to_vec());
            let mut line_ply =
                LinePly { by_last_side: true, goal_value: GoalValue::Good, parry_only: ply.parry_only };
            if let Some(next) = plies.last() {
                // Sides alternate unless one passes.
                line_ply.by_last_side = next.by_last_side == passes_first;
                line_ply.goal_value = GoalValue::Ignored;
                for end in ply.ends.iter().filter(|end| end.ends_play && !end.good) {
                    match plan.step(end.step) {
                        PlanStep::Reached(early) if *early == goal => line_ply.goal_value = GoalValue::Early,
                        _ => is_sufficient = false,
                    }
                }
                // A side that passes cannot reach an end of the ply.
                is_sufficient &= !ply.parry_only || ply.next.is_some();
            } else {
                is_sufficient &= ply.ends.len() == 1 && !ply.parry_only;
            }
            plies.push(line_ply);
            necessary.push(self.find_or_add(goal, &plies));
        }
        StepLines { necessary, is_sufficient }
    }

    /// Returns the point of a help line with these plies left, the last one first. The help line is
    /// an existing one if possible, else a new one.
    fn find_or_add(&mut self, goal: Goal, plies: &[LinePly]) -> LinePoint {
        let plies_left = plies.len();
        let fits = |line: &HelpLine| {
            let common = line.plies.len().min(plies_left);
            line.goal == goal && line.plies[..common] == plies[..common]
        };
        let line = self.lines.iter().position(fits).unwrap_or_else(|| {
            self.lines.push(HelpLine::new(goal));
            self.lines.len() - 1
        });
        let existing = &mut self.lines[line].plies;
        existing.extend(plies.iter().skip(existing.len()));
        LinePoint { line, plies_left, passes_first: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use crate::stipulation::{Stipulation, Structured};

    /// Returns the help lines, those of the longest play, and the one equivalent to it.
    fn help_lines((plan, starts): (Plan, Vec<StepId>)) -> (HelpLines, Vec<LinePoint>, Option<LinePoint>) {
        let lines = HelpLines::of(&plan);
        let start = *starts.last().unwrap();
        let (necessary, equivalent) = (lines.necessary_lines(start).to_vec(), lines.equivalent_line(start));
        (lines, necessary, equivalent)
    }

    fn structured(text: &str) -> (Plan, Vec<StepId>) {
        Structured::read(Side::Black, text, Layout::CHESS).unwrap().plan(false)
    }

    fn stipulation(text: &str) -> Stipulation {
        Stipulation::read(text, Layout::CHESS).unwrap()
    }

    #[test]
    fn help_play_is_equivalent_to_schedule() {
        for (structure, name) in
            [("4hh[#]", "h#2"), ("2s[1h[#]h]", "ser-h#2"), ("5h[1h[#]h]?+?h", "pser-h#3")]
        {
            let (lines, necessary, equivalent) = help_lines(structured(structure));
            let point = equivalent.unwrap_or_else(|| panic!("{structure}"));
            assert_eq!(necessary, [point]);
            let line = lines.get(point.line);
            let last = line.last_side(point.plies_left, Side::Black);
            assert_eq!((line.goal, last), (Goal::Mate, Side::White), "{structure}");
            let plies = &line.schedule(last).plies[line.plies.len() - point.plies_left..];
            assert_eq!(plies, stipulation(name).schedule(Side::White).plies, "{structure}");
        }
    }

    #[test]
    fn necessary_conditions_have_own_help_lines() {
        let lengths = |plan: (Plan, Vec<StepId>)| {
            let (_, necessary, equivalent) = help_lines(plan);
            (necessary.iter().map(|point| point.plies_left).collect::<Vec<_>>(), equivalent.is_some())
        };
        for (text, expected) in [("reci-h#3", [6, 5]), ("ser-reci-h#3", [4, 3]), ("reci-h(+)#1.5", [3, 2])] {
            assert_eq!(lengths(stipulation(text).reciprocal_plan(0)), (expected.to_vec(), false), "{text}");
        }
        for (text, expected) in [
            ("1h[- 4hh[#]]h", vec![]),
            ("1h[- 2:2hh[#]]h", vec![3]),
            ("2hh[2:2hh[#] & !1h[#]h]", vec![4]),
            ("2s[1h[#]h]{!+}", vec![3]),
            ("4hh[# & !x]", vec![4]),
            ("2ad[#]", vec![]),
        ] {
            assert_eq!(lengths(structured(text)), (expected, text == "1h[- 2:2hh[#]]h"), "{text}");
        }
    }

    #[test]
    fn lengths_and_sides_share_a_help_line() {
        assert_eq!(help_lines(structured("40hh[#]")).0.count(), 1);
        // The help line does not determine the side that makes the last ply.
        assert_eq!(help_lines(stipulation("reci-h#20").reciprocal_plan(0)).0.count(), 1);
    }
}
