//! Many problems: each verified once, on all cores, told in order.
//!
//! Collections repeat themselves. A problem that is the same as an earlier one but
//! for its author and source is not solved again: its verification is looked up by
//! the whole text of the question, so that nothing is taken for the same by chance.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ahash::RandomState;
use dashmap::DashMap;
use rayon::ThreadPool;

use crate::formats::popeye::write;
use crate::problem::{Problem, Verdict};
use crate::search::limits::StopFlag;
use crate::search::parallel::in_order;
use crate::search::{Limits, Table};
use crate::solution::{Gatherer, Kings, Means, Solved, perform};
use crate::verify::{Verification, to_verify, verify};

/// A problem with its solution and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The solution, as far as it was found.
    pub solved: Solved,
    /// What is to be said of it.
    pub verification: Verification,
    /// What it took.
    pub effort: Effort,
}

/// What a search took: nothing where its answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The positions that were looked at.
    pub nodes: u64,
    /// The time that passed.
    pub time: Duration,
}

/// What became of an item of a batch.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was verified, or as much of it as the limits allowed.
    Verified(Box<Verified>),
    /// It holds no problem.
    NoProblem,
    /// The batch was interrupted before its turn came.
    NotBegun,
}

/// Does the solving of a problem, and something besides.
pub type Around<'a> = dyn Fn(&Problem, &Limits, &mut dyn FnMut()) + Sync + 'a;

/// Verifies problems.
pub struct Batch<'a> {
    /// Answers of the search, shared by all problems.
    pub table: &'a Table,
    /// Threads for problems side by side.
    pub jobs: Option<&'a ThreadPool>,
    /// Threads for one problem.
    pub pool: Option<&'a ThreadPool>,
    /// What goes on around the solving of a problem, as a line of progress does.
    pub around: &'a Around<'a>,
    /// How many half-moves are kept of a solution; one that has more is incomplete.
    pub room: usize,
    known: DashMap<String, Verified, RandomState>,
}

impl<'a> Batch<'a> {
    /// A batch that has verified nothing yet.
    pub fn new(table: &'a Table, jobs: Option<&'a ThreadPool>, pool: Option<&'a ThreadPool>) -> Batch<'a> {
        Batch { table, jobs, pool, around: &|_, _, work| work(), room: usize::MAX, known: DashMap::default() }
    }

    /// Verifies a problem, or finds it among those already verified.
    pub fn verify(&self, problem: &Problem, limits: &Limits) -> Verified {
        let question = question(problem);
        if let Some(known) = self.known.get(&question) {
            return Verified { effort: Effort::default(), ..known.clone() };
        }
        let whole = to_verify(problem);
        let mut gatherer = Gatherer::with_room(self.room);
        let means = Means { table: self.table, pool: self.pool, kings: Kings::Needed };
        let start = Instant::now();
        (self.around)(problem, limits, &mut || {
            // What ended the telling early is among the remarks.
            let _ = perform(&whole, &means, limits, &mut gatherer);
        });
        let effort = Effort { nodes: limits.nodes(), time: start.elapsed() };
        let solved = gatherer.finish();
        let verification = verify(problem, &solved);
        let verified = Verified { solved, verification, effort };
        // Refusals name places, which no other problem has.
        if !limits.was_cut() && !verified.verification.has(Verdict::Refused) {
            self.known.insert(question, verified.clone());
        }
        verified
    }

    /// Verifies problems and tells them in order; `limits` makes the limits of each.
    ///
    /// Once `stop` is set no other problem is begun; those that are being solved
    /// are told as far as they went.
    pub fn verify_all<T: Sync>(
        &self,
        items: &[T],
        stop: &StopFlag,
        problem: impl Fn(&T) -> Option<&Problem> + Sync,
        limits: impl Fn(&Problem) -> Limits + Sync,
        mut tell: impl FnMut(&T, Outcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        in_order(
            self.jobs,
            items,
            || (),
            |(), item| {
                if stop.load(Ordering::Relaxed) {
                    return Outcome::NotBegun;
                }
                match problem(item) {
                    Some(problem) => Outcome::Verified(Box::new(self.verify(problem, &limits(problem)))),
                    None => Outcome::NoProblem,
                }
            },
            |item, outcome| tell(item, outcome),
        )
    }
}

/// Everything of a problem that its verification depends on, as text.
fn question(problem: &Problem) -> String {
    let anonymous = Problem {
        options: problem.options.clone(),
        zeroposition: problem.zeroposition,
        twins: problem.twins.clone(),
        declared: problem.declared.clone(),
        ..Problem::new(problem.setting.clone())
    };
    // The variations that are wanted have no words in the language.
    format!("{:?} {}", problem.options.breadth, write(&anonymous))
}
