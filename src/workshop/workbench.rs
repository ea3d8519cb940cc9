//! A problem with its intended solution, and the means to solve changed problems.

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::candidate::{can_probe, probed};
use super::consequence::Consequence;
use super::edit::{changed, lengths};
use super::intent::Intent;
use super::play::Play;
use crate::clock::Stopwatch;
use crate::parallel::ThreadPool;
use crate::problem::{Problem, TwinChange, Verdict};
use crate::search::Limits;
use crate::solution::{Sink, StopReason, TreeBuilder};
use crate::solver::Solver;
use crate::verify::{Verification, VerifyNames, first_of, problem_to_verify, verify};

/// The maximum number of plies in the solution of a changed problem.
const MAX_PLIES: usize = 1 << 20;

/// The number of further solutions of a changed problem that are searched.
const MAX_COOKS: u64 = 8;

/// The reason why a changed problem cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The side to move could capture a king.
    Illegal,
    /// It is refused, for this reason.
    Refused(String),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Illegal => f.write_str("the side to move could capture the king"),
            Obstacle::Refused(reason) => f.write_str(reason),
        }
    }
}

/// Serialized as text.
impl Serialize for Obstacle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The reason why a problem cannot be worked on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WorkshopError {
    /// It cannot be played.
    #[error("the problem cannot be played: {0}")]
    Unplayable(Obstacle),
    /// It has no solution that could be kept, in a twin or for a side that the text names.
    #[error("the problem has no solution that could be kept{0}")]
    NoSolution(String),
    /// The search of its solution was stopped.
    #[error("the search of the solution was stopped before its end")]
    Incomplete,
    /// There are more solutions than are searched.
    #[error("the problem has more solutions than are compared")]
    TooManySolutions,
    /// No key or line begins with these moves.
    #[error("no key or line begins with '{0}'")]
    UnknownSolution(String),
}

/// What a workbench needs of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// A solution.
    Solution,
    /// A solution; if there is none, one in one more move.
    SolutionOrLonger,
    /// Nothing: the intent of a problem without solution is empty.
    Nothing,
}

/// A problem with its intended solution.
pub struct Workbench<'s> {
    /// Solves the changed problems, each on one thread.
    pub solver: &'s Solver,
    /// The threads that share the changed problems.
    pub pool: Option<&'s ThreadPool>,
    /// The problem.
    pub problem: Problem,
    /// Whether it has one more move than it had, because it had no solution then.
    pub is_lengthened: bool,
    /// Its play.
    pub play: Play,
    /// What a change must keep.
    pub intent: Intent,
    /// The verdict on the problem as it was.
    pub verdict: Verdict,
    /// Whether the problem has more or shorter solutions than it should.
    is_cooked: bool,
    /// The names of men in texts.
    pub names: VerifyNames,
    /// The number of positions searched to verify the problem.
    nodes: u64,
    bounds: Bounds,
}

/// What changed problems may cost; what is not known then counts as unfinished.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// The number of positions of one problem; no limit if `None`.
    nodes: Option<u64>,
    clock: Stopwatch,
    /// The time of all problems on the clock; no limit if `None`.
    time: Option<Duration>,
}

/// A changed problem may cost this multiple of the cost of the problem, and in any case [`MIN_NODES`].
const COST_FACTOR: u64 = 20;

/// The number of positions that a changed problem may always cost.
const MIN_NODES: u64 = 2_000_000;

impl<'s> Workbench<'s> {
    /// Solves a problem. The intended solution are the keys and lines that begin with a text of `chosen`, or those of
    /// [`Intent::new`] without such texts. The caller's thread needs a [large stack](crate::solver::with_large_stack).
    ///
    /// # Errors
    /// If there is no solution that could be kept, and `need` requires one.
    pub fn new(
        solver: &'s Solver,
        pool: Option<&'s ThreadPool>,
        problem: Problem,
        chosen: &[String],
        names: VerifyNames,
        need: Need,
    ) -> Result<Workbench<'s>, WorkshopError> {
        let whole = problem_to_verify(&problem, names);
        let limits = solver.limits(&problem);
        let (verification, play) = solved(solver, &problem, &whole, &limits, names);
        let obstacle = match play.refusals.first() {
            _ if play.is_illegal => Some(Obstacle::Illegal),
            reason => reason.cloned().map(Obstacle::Refused),
        };
        if let Some(obstacle) = obstacle {
            return Err(WorkshopError::Unplayable(obstacle));
        }
        if play.is_stopped {
            return Err(WorkshopError::Incomplete);
        }
        if play.is_cut {
            return Err(WorkshopError::TooManySolutions);
        }
        let verdict = verification.verdict;
        let intent = match (Intent::new(&play, &verification, chosen), need) {
            (Ok(intent), _) => intent,
            (Err(WorkshopError::NoSolution(_)), Need::Nothing) => Intent::default(),
            (Err(error), Need::SolutionOrLonger) if verdict == Verdict::NoSolution => {
                return Workbench::lengthened(solver, pool, &problem, chosen, names, error);
            }
            (Err(error), _) => return Err(error),
        };
        Ok(Workbench {
            solver,
            pool,
            problem,
            is_lengthened: false,
            play,
            intent,
            verdict,
            is_cooked: matches!(
                verdict,
                Verdict::Cooked | Verdict::SeveralSolutions | Verdict::ShortSolution
            ),
            names,
            nodes: limits.nodes(),
            bounds: Bounds { nodes: None, clock: Stopwatch::start(), time: None },
        })
    }

    /// Returns the workbench of a problem without solution, with one more move.
    ///
    /// # Errors
    /// `unsolved` if it has no solution then, either; another error if that is not known.
    fn lengthened(
        solver: &'s Solver,
        pool: Option<&'s ThreadPool>,
        problem: &Problem,
        chosen: &[String],
        names: VerifyNames,
        unsolved: WorkshopError,
    ) -> Result<Workbench<'s>, WorkshopError> {
        let change = lengths(problem).last().filter(|_| problem.twins.is_empty());
        let longer = change.and_then(|longer| changed(problem, &[TwinChange::Stipulation(longer)]));
        let Some(longer) = longer else { return Err(unsolved) };
        match Workbench::new(solver, pool, longer, chosen, names, Need::Solution) {
            Ok(bench) => Ok(Workbench { is_lengthened: true, verdict: Verdict::NoSolution, ..bench }),
            Err(error @ (WorkshopError::Incomplete | WorkshopError::TooManySolutions)) => Err(error),
            Err(_) => Err(unsolved),
        }
    }

    /// Returns what a user is asked if there are too many solutions, and none of them is known to be unintended: the
    /// solutions after `request`.
    pub fn ambiguity(&self, request: &str) -> Option<String> {
        let mut actual = self.play.phases.iter().filter(|(key, _)| !key.is_set_play);
        let has_several = actual.any(|(_, phase)| phase.solutions.len() > 1);
        let are_all_intended = self.play.solutions().all(|(key, moves, _)| self.intent.contains(key, moves));
        (self.is_cooked && has_several && are_all_intended).then(|| {
            let solutions: Vec<String> = self.play.solutions().map(|(_, _, text)| text.to_owned()).collect();
            let count = solutions.len() as u64;
            let longer = if self.is_lengthened { "no solution, and with one more move " } else { "" };
            let shown = first_of(&solutions, "; ", count);
            format!("{longer}{count} solutions: {request}: {shown}")
        })
    }

    /// Bounds the cost of each changed problem by that of the problem, and the time of all of them from now on.
    pub fn bound(&mut self, time: Option<Duration>) {
        let nodes = self.nodes.saturating_mul(COST_FACTOR).max(MIN_NODES);
        self.bounds = Bounds { nodes: Some(nodes), clock: Stopwatch::start(), time };
    }

    /// Returns whether the time is over, or the user has ended the work.
    pub fn is_over(&self) -> bool {
        let Bounds { clock, time, .. } = self.bounds;
        self.solver.canceller().is_cancelled() || time.is_some_and(|time| clock.elapsed() >= time)
    }

    /// Returns the limits of a changed problem from now on.
    fn limits(&self, changed: &Problem) -> Limits {
        let Bounds { nodes, clock, time } = self.bounds;
        let left = time.map(|time| time.saturating_sub(clock.elapsed()));
        self.solver.limits_within(changed, nodes, left)
    }

    /// Returns what a change of the problem does to its play. The caller's thread needs a large stack.
    pub fn consequence(&self, changed: &Problem) -> Consequence {
        let undeclared = Problem { declarations: Vec::new(), ..changed.clone() };
        let mut whole = problem_to_verify(&undeclared, self.names);
        whole.options.set_play = self.play.phases.keys().any(|key| key.is_set_play);
        let known = self.play.phases.values().map(|phase| phase.solutions.len() as u64).max().unwrap_or(0);
        let all = whole.options.max_solutions.replace(known + MAX_COOKS);
        let (_, mut play) = solved(self.solver, &undeclared, &whole, &self.limits(changed), self.names);
        let can_probe = can_probe(changed);
        if play.is_cut && !can_probe {
            // Without more lines it is not known whether the intended ones are among them.
            whole.options.max_solutions = all;
            play = solved(self.solver, &undeclared, &whole, &self.limits(changed), self.names).1;
        }
        let solving = if play.is_cut && can_probe { probed(self, changed, &self.intent) } else { None };
        // What is not among the lines of a cut play may solve.
        play.is_stopped |= play.is_cut && solving.is_none();
        let solving = solving.unwrap_or_default();
        Consequence::new(&self.play, &play, &self.intent, &|key, moves| solving.has(key, moves))
    }

    /// Returns the verification of a changed problem that declares a solution.
    pub fn verify_as(&self, changed: &Problem, intent: &Intent) -> Verification {
        let declared = Problem { declarations: intent.declarations(changed), ..changed.clone() };
        let mut whole = problem_to_verify(&declared, self.names);
        whole.options.max_solutions = Some(intent.max_count() + 1);
        solved(self.solver, &declared, &whole, &self.limits(changed), self.names).0
    }

    /// Returns the verification and the play of a changed problem as it is. The caller's thread needs a large stack.
    pub fn solved(&self, changed: &Problem) -> (Verification, Play) {
        let whole = problem_to_verify(changed, self.names);
        solved(self.solver, changed, &whole, &self.limits(changed), self.names)
    }

    /// Solves a problem on the caller's thread, and returns why the search ended early.
    pub fn solve(&self, problem: &Problem, sink: &mut dyn Sink) -> Result<(), StopReason> {
        self.solver.solve_within(problem, &self.limits(problem), sink)
    }
}

/// Solves `whole`, the problem that is solved to verify `problem`.
fn solved(
    solver: &Solver,
    problem: &Problem,
    whole: &Problem,
    limits: &Limits,
    names: VerifyNames,
) -> (Verification, Play) {
    let mut builder = TreeBuilder::with_max_plies(MAX_PLIES);
    let result = solver.solve_within(whole, limits, &mut builder);
    let solution = builder.finish();
    let verification = verify(problem, &solution, names);
    let mut play = Play::new(&solution, &verification, names.shown);
    play.is_stopped = matches!(result, Err(StopReason::SearchStopped | StopReason::SinkClosed));
    (verification, play)
}
