//! Plans: play that forks, as an arena of steps.
//!
//! A [`Schedule`](super::Schedule) is a list of half-moves and says all that most
//! stipulations need. What it cannot say, that two things must both be possible or
//! that play may lead into another kind of play, a plan says: its half-moves refer to
//! other steps. Who moves is not written down: sides take turns, and [`Step::Turn`]
//! lets one of them miss its turn.

use super::{Family, Goal, Quantifier, Stipulation};

/// A step, by its number in its plan.
pub type StepId = usize;

/// A step of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanStep {
    /// A half-move is made.
    Ply(PlanPly),
    /// One of these holds.
    Any(Vec<StepId>),
    /// All of these hold.
    All(Vec<StepId>),
    /// This does not hold.
    Not(StepId),
    /// The side to move does not move, and is not in check: the other side goes on.
    Pass(StepId),
    /// The move just made reaches the goal.
    Reached(Goal),
}

/// A half-move of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanPly {
    /// Whether one good move suffices or every move must be good.
    pub quantifier: Quantifier,
    /// What must hold before the move; all of it.
    pub preconditions: Vec<StepId>,
    /// What must hold after the move; all of it.
    pub postconditions: Vec<StepId>,
    /// What can end this play after the move.
    pub ends: Vec<PlanEnd>,
    /// The half-move that follows if nothing ends the play.
    pub next: Option<StepId>,
    /// Does the side pass if it is not in check?
    pub parry_only: bool,
    /// The same play in fewer moves, the shortest first: where it is as good, nothing
    /// longer is told.
    pub shorter: Vec<StepId>,
    /// Is it told as a tree of variations?
    pub is_battle: bool,
    /// Does it begin a kind of play of several moves, which are counted for themselves?
    pub starts_numbering: bool,
}

/// Something that can end a play after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanEnd {
    /// What holds then.
    pub step: StepId,
    /// Is the move good then?
    pub good: bool,
    /// Is the play over then, good or not?
    pub ends_play: bool,
    /// Is what follows not told?
    pub hidden: bool,
}

/// Steps that refer to each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    steps: Vec<PlanStep>,
}

impl Plan {
    /// Adds a step.
    pub fn add(&mut self, step: PlanStep) -> StepId {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Adds an end that is good as soon as it holds.
    pub fn add_end(&mut self, step: PlanStep) -> PlanEnd {
        PlanEnd { step: self.add(step), good: true, ends_play: true, hidden: false }
    }

    /// The step of this number.
    pub fn step(&self, id: StepId) -> &PlanStep {
        &self.steps[id]
    }

    /// All steps, each behind those that it refers to.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Does a step only speak of the move just made?
    pub fn is_goal(&self, id: StepId) -> bool {
        match self.step(id) {
            PlanStep::Reached(_) => true,
            PlanStep::Any(steps) | PlanStep::All(steps) => steps.iter().all(|&step| self.is_goal(step)),
            PlanStep::Not(step) => self.is_goal(*step),
            PlanStep::Pass(_) | PlanStep::Ply(_) => false,
        }
    }

    /// Does a step say that a goal has been reached, and not only that one has not?
    pub fn implies_reached(&self, id: StepId) -> bool {
        match self.step(id) {
            PlanStep::Reached(_) => true,
            PlanStep::All(steps) => steps.iter().any(|&step| self.implies_reached(step)),
            PlanStep::Any(steps) => steps.iter().all(|&step| self.implies_reached(step)),
            PlanStep::Not(_) | PlanStep::Pass(_) | PlanStep::Ply(_) => false,
        }
    }

    /// The goals that the plan asks for.
    pub fn goals(&self) -> impl Iterator<Item = Goal> {
        self.steps.iter().filter_map(|step| match step {
            PlanStep::Reached(goal) => Some(*goal),
            _ => None,
        })
    }

    /// Can a side that moves reach a goal by which it is mate itself?
    pub fn mover_mating_goals(&self, play: &PlanPly) -> Vec<Goal> {
        let goals = play.ends.iter().filter_map(|end| match self.step(end.step) {
            PlanStep::Reached(goal) if goal.mates_mover() => Some(*goal),
            _ => None,
        });
        goals.collect()
    }
}

impl Stipulation {
    /// The plan of reciprocal play, with a start for each length, the shortest first; the
    /// longest without so many of its first half-moves.
    pub fn reciprocal_plan(&self, skipped: usize) -> (Plan, Vec<StepId>) {
        let mut plan = Plan::default();
        let series = self.family == Family::SeriesReciprocal;
        let own = plan.add_end(PlanStep::Reached(self.alternative.unwrap_or(self.goal)));
        let own = plan.add(PlanStep::Ply(PlanPly::help(vec![own], None)));
        let last = plan.add_end(PlanStep::Reached(self.goal));
        let last = plan.add(PlanStep::Ply(PlanPly::help(vec![last], None)));
        let helped = plan.add(PlanStep::Ply(PlanPly::help(Vec::new(), Some(last))));
        let both = plan.add(PlanStep::All(vec![helped, own]));
        let moves = usize::from(self.moves) - 1;
        let whole = if series { moves } else { 2 * moves + usize::from(self.half_move) };
        let halves = whole.saturating_sub(skipped);
        let step = if series { 1 } else { 2 };
        let least = if self.exact { halves } else { halves % step };
        let mut starts = Vec::new();
        let mut next = both;
        for half in 0..=halves {
            if half >= least && (halves - half) % step == 0 {
                starts.push(next);
            }
            let then = if series { plan.add(PlanStep::Pass(next)) } else { next };
            next = plan.add(PlanStep::Ply(PlanPly::help(Vec::new(), Some(then))));
        }
        (plan, starts)
    }
}

impl PlanPly {
    /// What must hold after every good move, because nothing else makes one good; none if several
    /// things may.
    pub fn only_continuation(&self) -> Option<StepId> {
        let mut good = self.ends.iter().filter(|end| end.good).map(|end| end.step).chain(self.next);
        good.next().filter(|_| good.next().is_none())
    }

    /// A half-move of a side that wants what it may end in.
    pub fn help(ends: Vec<PlanEnd>, next: Option<StepId>) -> PlanPly {
        PlanPly {
            quantifier: Quantifier::Exists,
            preconditions: Vec::new(),
            postconditions: Vec::new(),
            ends,
            next,
            parry_only: false,
            shorter: Vec::new(),
            starts_numbering: false,
            is_battle: false,
        }
    }
}
