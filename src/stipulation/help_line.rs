//! Strands: the help play towards a goal that a step of a plan cannot do without.
//!
//! A plan forks, but much of it is help play of the usual kind: one move is enough at each half-move,
//! and the last one reaches a goal. Such a *strand* is a schedule, of which search knows much: most plans are
//! decided by schedules alone, others hold only where all their strands do. Reciprocal play of
//! three moves has two, one of six half-moves and one of five.

use super::{Goal, GoalObligation, GoalValue, Plan, PlanPly, PlanStep, Ply, Quantifier, Schedule, StepId};
use crate::position::Side;

/// Help play towards a goal.
#[derive(Debug)]
pub struct HelpLine {
    /// What is to be reached.
    pub goal: Goal,
    /// The half-moves, the last one first.
    plies: Vec<LinePly>,
    /// The same where White makes the last half-move, and where Black does.
    schedules: [Schedule; 2],
}

/// A half-move of a strand, whichever side makes the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LinePly {
    /// Does the side move that makes the last half-move?
    by_last_side: bool,
    goal_value: GoalValue,
    parry_only: bool,
}

/// Where a step stands in a strand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePoint {
    /// The number of the strand.
    pub line: usize,
    /// How many half-moves are left of it; none if the move just made must have reached the goal.
    pub plies_left: usize,
    /// Does the side to move miss its turn first?
    passes_first: bool,
}

/// What is known of a step.
#[derive(Clone, Default, Debug)]
struct StepLines {
    /// It holds only where all these strands do.
    necessary: Vec<LinePoint>,
    /// It holds wherever they do.
    is_sufficient: bool,
}

/// The strands of a plan.
#[derive(Debug)]
pub struct HelpLines {
    lines: Vec<HelpLine>,
    /// By step.
    by_step: Vec<StepLines>,
}

impl HelpLine {
    /// The schedule if this side makes the last half-move.
    pub fn schedule(&self, last: Side) -> &Schedule {
        &self.schedules[last.index()]
    }

    /// The side that makes the last half-move if this one moves where so many half-moves are left.
    pub fn last_side(&self, left: usize, to_move: Side) -> Side {
        let last = left.checked_sub(1).and_then(|at| self.plies.get(at)).is_none_or(|knot| knot.by_last_side);
        if last { to_move } else { to_move.other() }
    }

    /// Where so many half-moves are left.
    pub fn index(&self, left: usize) -> usize {
        self.plies.len() - left
    }

    fn ply(knot: LinePly, last: Side) -> Ply {
        let side = if knot.by_last_side { last } else { last.other() };
        let LinePly { goal_value: reach, parry_only: parries, .. } = knot;
        Ply {
            side,
            quantifier: Quantifier::Exists,
            goal_value: reach,
            obligation: GoalObligation::Free,
            parry_only: parries,
        }
    }

    fn new(goal: Goal) -> HelpLine {
        let nothing = || Schedule {
            plies: Vec::new(),
            includes_shorter: false,
            threat: None,
            nontrivial: None,
            max_flights: None,
        };
        HelpLine { goal, plies: Vec::new(), schedules: [nothing(), nothing()] }
    }

    /// Writes the schedules, once all half-moves are known.
    fn build_schedules(&mut self) {
        for last in Side::BOTH {
            let halves = self.plies.iter().rev().map(|&knot| HelpLine::ply(knot, last));
            self.schedules[last.index()].plies = halves.collect();
        }
    }
}

impl HelpLines {
    /// Those of a plan.
    pub fn of(plan: &Plan) -> HelpLines {
        let mut strands = HelpLines { lines: Vec::new(), by_step: Vec::new() };
        for step in plan.steps() {
            // A step comes behind those that it refers to.
            let known = strands.analyse_step(plan, step);
            strands.by_step.push(known);
        }
        strands.lines.iter_mut().for_each(HelpLine::build_schedules);
        strands
    }

    /// A strand by its number.
    pub fn get(&self, strand: usize) -> &HelpLine {
        &self.lines[strand]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// The strands that must hold where a step does.
    pub fn necessary_lines(&self, step: StepId) -> &[LinePoint] {
        &self.by_step[step].necessary
    }

    /// The strand that says all of a step, if one does.
    pub fn equivalent_line(&self, step: StepId) -> Option<LinePoint> {
        match &self.by_step[step] {
            StepLines { necessary: places, is_sufficient: true } => {
                places.first().copied().filter(|_| places.len() == 1)
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
                let whole = all.clone().all(|known| known.is_sufficient);
                StepLines {
                    necessary: all.flat_map(|known| known.necessary.iter().copied()).collect(),
                    is_sufficient: whole,
                }
            }
            PlanStep::Not(_) => StepLines::default(),
            PlanStep::Pass(step) => {
                let StepLines { necessary: places, is_sufficient: whole } = &self.by_step[*step];
                // Without a move nothing is reached, and nobody misses two turns.
                let goes_on = places.iter().filter(|place| place.plies_left > 0 && !place.passes_first);
                let turned: Vec<LinePoint> =
                    goes_on.map(|&place| LinePoint { passes_first: true, ..place }).collect();
                StepLines { is_sufficient: *whole && turned.len() == places.len(), necessary: turned }
            }
            PlanStep::Ply(play) => self.analyse_ply(plan, play),
        }
    }

    fn analyse_ply(&mut self, plan: &Plan, play: &PlanPly) -> StepLines {
        let Some(then) = play.only_continuation().filter(|_| play.quantifier == Quantifier::Exists) else {
            return StepLines::default();
        };
        let StepLines { necessary: shorter, is_sufficient: whole } = self.by_step[then].clone();
        let mut whole =
            whole && shorter.len() == 1 && play.preconditions.is_empty() && play.postconditions.is_empty();
        let mut places = Vec::new();
        for LinePoint { line: strand, plies_left: left, passes_first: turned } in shorter {
            let HelpLine { goal, plies: halves, .. } = &self.lines[strand];
            let (goal, mut halves) = (*goal, halves[..left].to_vec());
            let mut knot =
                LinePly { by_last_side: true, goal_value: GoalValue::Good, parry_only: play.parry_only };
            if let Some(next) = halves.last() {
                // Sides take turns, if none is missed.
                knot.by_last_side = next.by_last_side == turned;
                knot.goal_value = GoalValue::Ignored;
                for end in play.ends.iter().filter(|end| end.ends_play && !end.good) {
                    match plan.step(end.step) {
                        PlanStep::Reached(early) if *early == goal => knot.goal_value = GoalValue::Early,
                        _ => whole = false,
                    }
                }
                // Who passes does not come to what a move may lead to.
                whole &= !play.parry_only || play.next.is_some();
            } else {
                whole &= play.ends.len() == 1 && !play.parry_only;
            }
            halves.push(knot);
            places.push(self.find_or_add(goal, &halves));
        }
        StepLines { necessary: places, is_sufficient: whole }
    }

    /// Where so many half-moves are left of a strand that ends with them: of one that is there, or of a
    /// new one.
    fn find_or_add(&mut self, goal: Goal, halves: &[LinePly]) -> LinePoint {
        let left = halves.len();
        let fits = |strand: &HelpLine| {
            let common = strand.plies.len().min(left);
            strand.goal == goal && strand.plies[..common] == halves[..common]
        };
        let strand = self.lines.iter().position(fits).unwrap_or_else(|| {
            self.lines.push(HelpLine::new(goal));
            self.lines.len() - 1
        });
        let known = &mut self.lines[strand].plies;
        known.extend(halves.iter().skip(known.len()));
        LinePoint { line: strand, plies_left: left, passes_first: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use crate::stipulation::{Stipulation, Structured};

    /// The strands of the longest play, and which says all of it.
    fn help_lines((plan, starts): (Plan, Vec<StepId>)) -> (HelpLines, Vec<LinePoint>, Option<LinePoint>) {
        let strands = HelpLines::of(&plan);
        let start = *starts.last().unwrap();
        let (places, whole) = (strands.necessary_lines(start).to_vec(), strands.equivalent_line(start));
        (strands, places, whole)
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
            let (strands, places, whole) = help_lines(structured(structure));
            let whole = whole.unwrap_or_else(|| panic!("{structure}"));
            assert_eq!(places, [whole]);
            let strand = strands.get(whole.line);
            let last = strand.last_side(whole.plies_left, Side::Black);
            assert_eq!((strand.goal, last), (Goal::Mate, Side::White), "{structure}");
            let halves = &strand.schedule(last).plies[strand.index(whole.plies_left)..];
            assert_eq!(halves, stipulation(name).schedule(Side::White).plies, "{structure}");
        }
    }

    #[test]
    fn necessary_conditions_have_own_help_lines() {
        let lengths = |plan: (Plan, Vec<StepId>)| {
            let (_, places, whole) = help_lines(plan);
            (places.iter().map(|place| place.plies_left).collect::<Vec<_>>(), whole.is_some())
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
        // Which side makes the last half-move is not said by it.
        assert_eq!(help_lines(stipulation("reci-h#20").reciprocal_plan(0)).0.count(), 1);
    }
}
