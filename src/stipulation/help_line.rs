//! Strands: the help play towards a goal that a step of a plan cannot do without.
//!
//! A plan forks, but much of it is help play of the usual kind: one move is enough at each half-move,
//! and the last one reaches a goal. Such a *strand* is a schedule, of which search knows much: most plans are
//! decided by schedules alone, others hold only where all their strands do. Reciprocal play of
//! three moves has two, one of six half-moves and one of five.

use super::{Choice, Duty, Goal, Half, Plan, Play, Reach, Schedule, Step, StepId};
use crate::position::Side;

/// Help play towards a goal.
#[derive(Debug)]
pub struct Strand {
    /// What is to be reached.
    pub goal: Goal,
    /// The half-moves, the last one first.
    halves: Vec<Knot>,
    /// The same where White makes the last half-move, and where Black does.
    schedules: [Schedule; 2],
}

/// A half-move of a strand, whichever side makes the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Knot {
    /// Does the side move that makes the last half-move?
    last: bool,
    reach: Reach,
    parries: bool,
}

/// Where a step stands in a strand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the strand.
    pub strand: usize,
    /// How many half-moves are left of it; none if the move just made must have reached the goal.
    pub left: usize,
    /// Does the side to move miss its turn first?
    turned: bool,
}

/// What is known of a step.
#[derive(Clone, Default, Debug)]
struct Known {
    /// It holds only where all these strands do.
    places: Vec<Place>,
    /// It holds wherever they do.
    whole: bool,
}

/// The strands of a plan.
#[derive(Debug)]
pub struct Strands {
    strands: Vec<Strand>,
    /// By step.
    known: Vec<Known>,
}

impl Strand {
    /// The schedule if this side makes the last half-move.
    pub fn schedule(&self, last: Side) -> &Schedule {
        &self.schedules[last.index()]
    }

    /// The side that makes the last half-move if this one moves where so many half-moves are left.
    pub fn last_side(&self, left: usize, to_move: Side) -> Side {
        let last = left.checked_sub(1).and_then(|at| self.halves.get(at)).is_none_or(|knot| knot.last);
        if last { to_move } else { to_move.other() }
    }

    /// Where so many half-moves are left.
    pub fn index(&self, left: usize) -> usize {
        self.halves.len() - left
    }

    fn half(knot: Knot, last: Side) -> Half {
        let side = if knot.last { last } else { last.other() };
        let Knot { reach, parries, .. } = knot;
        Half { side, choice: Choice::Some, reach, duty: Duty::Free, parries }
    }

    fn new(goal: Goal) -> Strand {
        let nothing = || Schedule {
            halves: Vec::new(),
            holds_shorter: false,
            threat: None,
            nontrivial: None,
            max_flights: None,
        };
        Strand { goal, halves: Vec::new(), schedules: [nothing(), nothing()] }
    }

    /// Writes the schedules, once all half-moves are known.
    fn write(&mut self) {
        for last in Side::BOTH {
            let halves = self.halves.iter().rev().map(|&knot| Strand::half(knot, last));
            self.schedules[last.index()].halves = halves.collect();
        }
    }
}

impl Strands {
    /// Those of a plan.
    pub fn of(plan: &Plan) -> Strands {
        let mut strands = Strands { strands: Vec::new(), known: Vec::new() };
        for step in plan.steps() {
            // A step comes behind those that it refers to.
            let known = strands.know(plan, step);
            strands.known.push(known);
        }
        strands.strands.iter_mut().for_each(Strand::write);
        strands
    }

    /// A strand by its number.
    pub fn get(&self, strand: usize) -> &Strand {
        &self.strands[strand]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.strands.len()
    }

    /// The strands that must hold where a step does.
    pub fn of_step(&self, step: StepId) -> &[Place] {
        &self.known[step].places
    }

    /// The strand that says all of a step, if one does.
    pub fn whole(&self, step: StepId) -> Option<Place> {
        match &self.known[step] {
            Known { places, whole: true } => places.first().copied().filter(|_| places.len() == 1),
            _ => None,
        }
    }

    fn know(&mut self, plan: &Plan, step: &Step) -> Known {
        match step {
            Step::Reached(goal) => Known { places: vec![self.place(*goal, &[])], whole: true },
            Step::Any(steps) => match steps[..] {
                [only] => self.known[only].clone(),
                _ => Known::default(),
            },
            Step::All(steps) => {
                let all = steps.iter().map(|&step| &self.known[step]);
                let whole = all.clone().all(|known| known.whole);
                Known { places: all.flat_map(|known| known.places.iter().copied()).collect(), whole }
            }
            Step::Not(_) => Known::default(),
            Step::Turn(step) => {
                let Known { places, whole } = &self.known[*step];
                // Without a move nothing is reached, and nobody misses two turns.
                let goes_on = places.iter().filter(|place| place.left > 0 && !place.turned);
                let turned: Vec<Place> = goes_on.map(|&place| Place { turned: true, ..place }).collect();
                Known { whole: *whole && turned.len() == places.len(), places: turned }
            }
            Step::Play(play) => self.know_play(plan, play),
        }
    }

    fn know_play(&mut self, plan: &Plan, play: &Play) -> Known {
        let Some(then) = play.goes_on_with().filter(|_| play.choice == Choice::Some) else {
            return Known::default();
        };
        let Known { places: shorter, whole } = self.known[then].clone();
        let mut whole = whole && shorter.len() == 1 && play.bars.is_empty() && play.wants.is_empty();
        let mut places = Vec::new();
        for Place { strand, left, turned } in shorter {
            let Strand { goal, halves, .. } = &self.strands[strand];
            let (goal, mut halves) = (*goal, halves[..left].to_vec());
            let mut knot = Knot { last: true, reach: Reach::Good, parries: play.parries };
            if let Some(next) = halves.last() {
                // Sides take turns, if none is missed.
                knot.last = next.last == turned;
                knot.reach = Reach::Nothing;
                for end in play.ends.iter().filter(|end| end.over && !end.good) {
                    match plan.step(end.step) {
                        Step::Reached(early) if *early == goal => knot.reach = Reach::Early,
                        _ => whole = false,
                    }
                }
                // Who passes does not come to what a move may lead to.
                whole &= !play.parries || play.next.is_some();
            } else {
                whole &= play.ends.len() == 1 && !play.parries;
            }
            halves.push(knot);
            places.push(self.place(goal, &halves));
        }
        Known { places, whole }
    }

    /// Where so many half-moves are left of a strand that ends with them: of one that is there, or of a
    /// new one.
    fn place(&mut self, goal: Goal, halves: &[Knot]) -> Place {
        let left = halves.len();
        let fits = |strand: &Strand| {
            let common = strand.halves.len().min(left);
            strand.goal == goal && strand.halves[..common] == halves[..common]
        };
        let strand = self.strands.iter().position(fits).unwrap_or_else(|| {
            self.strands.push(Strand::new(goal));
            self.strands.len() - 1
        });
        let known = &mut self.strands[strand].halves;
        known.extend(halves.iter().skip(known.len()));
        Place { strand, left, turned: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use crate::stipulation::{Stipulation, Structured};

    /// The strands of the longest play, and which says all of it.
    fn strands((plan, starts): (Plan, Vec<StepId>)) -> (Strands, Vec<Place>, Option<Place>) {
        let strands = Strands::of(&plan);
        let start = *starts.last().unwrap();
        let (places, whole) = (strands.of_step(start).to_vec(), strands.whole(start));
        (strands, places, whole)
    }

    fn structured(text: &str) -> (Plan, Vec<StepId>) {
        Structured::read(Side::Black, text, Layout::CHESS).unwrap().plan(false)
    }

    fn stipulation(text: &str) -> Stipulation {
        Stipulation::read(text, Layout::CHESS).unwrap()
    }

    #[test]
    fn help_play_is_a_schedule() {
        for (structure, name) in
            [("4hh[#]", "h#2"), ("2s[1h[#]h]", "ser-h#2"), ("5h[1h[#]h]?+?h", "pser-h#3")]
        {
            let (strands, places, whole) = strands(structured(structure));
            let whole = whole.unwrap_or_else(|| panic!("{structure}"));
            assert_eq!(places, [whole]);
            let strand = strands.get(whole.strand);
            let last = strand.last_side(whole.left, Side::Black);
            assert_eq!((strand.goal, last), (Goal::Mate, Side::White), "{structure}");
            let halves = &strand.schedule(last).halves[strand.index(whole.left)..];
            assert_eq!(halves, stipulation(name).schedule(Side::White).halves, "{structure}");
        }
    }

    #[test]
    fn what_must_hold_besides_is_a_strand_of_its_own() {
        let lengths = |plan: (Plan, Vec<StepId>)| {
            let (_, places, whole) = strands(plan);
            (places.iter().map(|place| place.left).collect::<Vec<_>>(), whole.is_some())
        };
        for (text, expected) in [("reci-h#3", [6, 5]), ("ser-reci-h#3", [4, 3]), ("reci-h(+)#1.5", [3, 2])] {
            assert_eq!(lengths(stipulation(text).reciprocal(0)), (expected.to_vec(), false), "{text}");
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
    fn lengths_and_sides_share_a_strand() {
        assert_eq!(strands(structured("40hh[#]")).0.count(), 1);
        // Which side makes the last half-move is not said by it.
        assert_eq!(strands(stipulation("reci-h#20").reciprocal(0)).0.count(), 1);
    }
}
