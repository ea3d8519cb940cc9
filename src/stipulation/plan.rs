//! Plans: branching stipulations as an arena of steps.
//!
//! A [`Schedule`](super::Schedule) is a list of plies, which most stipulations need. A plan is needed
//! where two things must both be possible, or where play may lead into another kind of play: its
//! plies refer to other steps. The side to move is not stored: sides alternate, and
//! [`PlanStep::Pass`] makes one of them pass.
//!
//! The plan of `reci-h#2` (all plies are [`PlanPly::help`]), in which Black helps White to mate or
//! mates at the third ply:
//!
//! ```text
//! ply 1 (Black) -> ply 2 (White) -> All -+-> ply 3 (Black) -> ply 4 (White): reaches #
//!                                        +-> ply 3 (Black): reaches #
//! ```

use super::{Family, Goal, Quantifier, Stipulation};

/// The index of a step in its plan.
pub type StepId = usize;

/// A step of a plan: a condition on a position and the move that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanStep {
    /// A ply is played and succeeds.
    Ply(PlanPly),
    /// At least one of these steps holds.
    Any(Vec<StepId>),
    /// All of these steps hold.
    All(Vec<StepId>),
    /// This step does not hold.
    Not(StepId),
    /// The side to move is not in check and passes; the step holds for the other side.
    Pass(StepId),
    /// The last move reaches the goal.
    Reached(Goal),
}

/// A ply of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanPly {
    /// Whether one good move suffices or every move must be good.
    pub quantifier: Quantifier,
    /// The steps that must all hold before the move.
    pub preconditions: Vec<StepId>,
    /// The steps that must all hold after the move.
    pub postconditions: Vec<StepId>,
    /// The ends: what can end this play after the move.
    pub ends: Vec<PlanEnd>,
    /// The step that follows if no end holds.
    pub next: Option<StepId>,
    /// The side moves only if it is in check, and passes if it is not.
    pub parry_only: bool,
    /// The same play in fewer moves, the shortest first. Where one of these solves, longer play is
    /// not reported.
    pub shorter: Vec<StepId>,
    /// The play is reported as a tree of variations, not as lines.
    pub is_battle: bool,
    /// Move numbers restart at this ply: it begins a branch of several moves.
    pub starts_numbering: bool,
}

/// Something that can end a play after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanEnd {
    /// The step that must hold for the end to apply.
    pub step: StepId,
    /// The move is good if the end applies.
    pub good: bool,
    /// The play is over if the end applies, good or not.
    pub ends_play: bool,
    /// The play of the step is not reported.
    pub hidden: bool,
}

/// A branching stipulation. A step refers to earlier steps only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    steps: Vec<PlanStep>,
}

impl Plan {
    /// Adds a step and returns its index.
    pub fn add(&mut self, step: PlanStep) -> StepId {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Adds a step and returns an end that is good and ends the play if the step holds.
    pub fn add_end(&mut self, step: PlanStep) -> PlanEnd {
        PlanEnd { step: self.add(step), good: true, ends_play: true, hidden: false }
    }

    /// Returns the step with this index.
    pub fn step(&self, id: StepId) -> &PlanStep {
        &self.steps[id]
    }

    /// Returns all steps, each after the steps that it refers to.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Returns whether a step depends on the last move only, so that no move must be searched.
    pub fn is_goal(&self, id: StepId) -> bool {
        match self.step(id) {
            PlanStep::Reached(_) => true,
            PlanStep::Any(steps) | PlanStep::All(steps) => steps.iter().all(|&step| self.is_goal(step)),
            PlanStep::Not(step) => self.is_goal(*step),
            PlanStep::Pass(_) | PlanStep::Ply(_) => false,
        }
    }

    /// Returns whether a step can hold only if the last move has reached a goal.
    pub fn implies_reached(&self, id: StepId) -> bool {
        match self.step(id) {
            PlanStep::Reached(_) => true,
            PlanStep::All(steps) => steps.iter().any(|&step| self.implies_reached(step)),
            PlanStep::Any(steps) => steps.iter().all(|&step| self.implies_reached(step)),
            PlanStep::Not(_) | PlanStep::Pass(_) | PlanStep::Ply(_) => false,
        }
    }

    /// Returns the goals in the plan; a goal can occur repeatedly.
    pub fn goals(&self) -> impl Iterator<Item = Goal> {
        self.steps.iter().filter_map(|step| match step {
            PlanStep::Reached(goal) => Some(*goal),
            _ => None,
        })
    }

    /// Returns the goals among the ends of a ply that mate the side that moves.
    pub fn mover_mating_goals(&self, play: &PlanPly) -> Vec<Goal> {
        let goals = play.ends.iter().filter_map(|end| match self.step(end.step) {
            PlanStep::Reached(goal) if goal.mates_mover() => Some(*goal),
            _ => None,
        });
        goals.collect()
    }
}

impl Stipulation {
    /// Returns the plan of reciprocal play and a start for each length, the shortest first. The first
    /// `skipped` plies of the longest play are left out.
    pub fn reciprocal_plan(&self, skipped: usize) -> (Plan, Vec<StepId>) {
        let mut plan = Plan::default();
        let series = self.family == Family::SeriesReciprocal;
        let black_end = plan.add_end(PlanStep::Reached(self.alternative.unwrap_or(self.goal)));
        let black_goal = plan.add(PlanStep::Ply(PlanPly::help(vec![black_end], None)));
        let white_end = plan.add_end(PlanStep::Reached(self.goal));
        let white_goal = plan.add(PlanStep::Ply(PlanPly::help(vec![white_end], None)));
        let helped = plan.add(PlanStep::Ply(PlanPly::help(Vec::new(), Some(white_goal))));
        let both = plan.add(PlanStep::All(vec![helped, black_goal]));
        let moves = usize::from(self.moves) - 1;
        let all_plies = if series { moves } else { 2 * moves + usize::from(self.half_move) };
        let max_plies = all_plies.saturating_sub(skipped);
        let plies_per_move = if series { 1 } else { 2 };
        let min_plies = if self.exact { max_plies } else { max_plies % plies_per_move };
        let mut starts = Vec::new();
        let mut next = both;
        for plies in 0..=max_plies {
            if plies >= min_plies && (max_plies - plies) % plies_per_move == 0 {
                starts.push(next);
            }
            let then = if series { plan.add(PlanStep::Pass(next)) } else { next };
            next = plan.add(PlanStep::Ply(PlanPly::help(Vec::new(), Some(then))));
        }
        (plan, starts)
    }
}

impl PlanPly {
    /// Returns the step that must hold after every good move, since nothing else makes a move good.
    /// `None` if several steps can.
    pub fn only_continuation(&self) -> Option<StepId> {
        let mut good = self.ends.iter().filter(|end| end.good).map(|end| end.step).chain(self.next);
        good.next().filter(|_| good.next().is_none())
    }

    /// Returns a ply at which one move suffices that leads to one of `ends` or to `next`.
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
