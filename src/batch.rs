//! Batches: verifies many problems on all cores and reports them in order.
//!
//! Collections contain repetitions. A problem that differs from an earlier one only in author and source is
//! not solved again: its verification is cached under the full text of the question, so that no two different
//! questions can collide.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::formats::popeye::write;
use crate::parallel::{Message, ThreadPool, par_stream_ordered};
use crate::problem::{Problem, Verdict};
use crate::search::limits::StopFlag;
use crate::search::{Limits, TranspositionTable};
use crate::solution::{MissingKing, Resources, Solution, TreeBuilder, solve};
use crate::verify::{Verification, problem_to_verify, verify};
use ahash::RandomState;
use dashmap::DashMap;

/// A question takes as much memory as so many half-moves.
const QUESTION_PLIES: usize = 8;

/// A problem with its solution and what is to be message of it.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The solution, as far as it was found.
    pub solution: Solution,
    /// What is to be message of it.
    pub verification: Verification,
    /// What it took.
    pub stats: SearchStats,
    /// How many half-moves the solution has.
    pub plies: usize,
}

/// What a search took: nothing where its answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    /// The positions that were looked at.
    pub nodes: u64,
    /// The time that passed.
    pub time: Duration,
}

/// What became of an item of a batch.
#[derive(Clone, Debug)]
pub enum BatchOutcome {
    /// It was verified, or as much of it as the limits allowed.
    Verified(Box<Verified>),
    /// It holds no problem.
    NoProblem,
    /// The batch was interrupted before its turn came.
    NotStarted,
}

/// Does the solving of a problem, and something besides.
pub type SolveWrapper<'a> = dyn Fn(&Problem, &Limits, &mut dyn FnMut()) + Sync + 'a;

/// Verifies problems.
pub struct Batch<'a> {
    /// Answers of the search, shared by all problems.
    pub table: &'a TranspositionTable,
    /// Threads for problems side by side.
    pub jobs: Option<&'a ThreadPool>,
    /// Threads for one problem.
    pub pool: Option<&'a ThreadPool>,
    /// What goes on around the solving of a problem, as a line of progress does.
    pub wrap: &'a SolveWrapper<'a>,
    /// How many half-moves are kept of a solution; one that has more is incomplete. As many are kept of
    /// solutions that wait for their turn, and of those that may be asked for again.
    pub max_plies: usize,
    cache: DashMap<String, Verified, RandomState>,
    /// How many half-moves those known have.
    cached_plies: AtomicUsize,
}

impl<'a> Batch<'a> {
    /// A batch that has verified nothing yet.
    pub fn new(
        table: &'a TranspositionTable,
        jobs: Option<&'a ThreadPool>,
        pool: Option<&'a ThreadPool>,
    ) -> Batch<'a> {
        let (known, remembered) = (DashMap::with_hasher(RandomState::with_seed(0)), AtomicUsize::new(0));
        Batch {
            table,
            jobs,
            pool,
            wrap: &|_, _, work| work(),
            max_plies: usize::MAX,
            cache: known,
            cached_plies: remembered,
        }
    }

    /// Verifies a problem, or finds it among those already verified.
    pub fn verify(&self, problem: &Problem, limits: &Limits) -> Verified {
        let question = cache_key(problem);
        if let Some(known) = self.cache.get(&question) {
            return Verified { stats: SearchStats::default(), ..known.clone() };
        }
        let whole = problem_to_verify(problem);
        let mut builder = TreeBuilder::with_max_plies(self.max_plies);
        let resources = Resources { table: self.table, pool: self.pool, missing_king: MissingKing::Refuse };
        let start = Stopwatch::start();
        (self.wrap)(problem, limits, &mut || {
            // What ended the telling early is among the remarks.
            let _ = solve(&whole, &resources, limits, &mut builder);
        });
        let effort = SearchStats { nodes: limits.nodes(), time: start.elapsed() };
        let plies = builder.plies();
        let solved = builder.finish();
        let verification = verify(problem, &solved);
        let verified = Verified { solution: solved, verification, stats: effort, plies: plies };
        // Refusals name places, which no other problem has.
        if !limits.was_stopped()
            && !verified.verification.has(Verdict::Refused)
            && self.try_reserve_plies(plies + QUESTION_PLIES)
        {
            self.cache.insert(question, verified.clone());
        }
        verified
    }

    /// Takes room for so many half-moves among what is known, if there is any.
    fn try_reserve_plies(&self, plies: usize) -> bool {
        let more = |remembered: usize| remembered.checked_add(plies).filter(|&all| all <= self.max_plies);
        self.cached_plies.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Verifies problems and tells them in order; `limits` makes the limits of each.
    ///
    /// Once `stop` is set no other problem is begun; those that are being solved
    /// are reported as far as they went.
    pub fn verify_all<T: Sync>(
        &self,
        items: &[T],
        stop: &StopFlag,
        problem: impl Fn(&T) -> Option<&Problem> + Sync,
        limits: impl Fn(&Problem) -> Limits + Sync,
        mut report: impl FnMut(&T, BatchOutcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        par_stream_ordered(
            self.jobs,
            items,
            || (),
            |(), item, emit| {
                let (outcome, weight) = match problem(item) {
                    _ if stop.load(Ordering::Relaxed) => (BatchOutcome::NotStarted, 0),
                    Some(problem) => {
                        let verified = self.verify(problem, &limits(problem));
                        let weight = verified.plies;
                        (BatchOutcome::Verified(Box::new(verified)), weight)
                    }
                    None => (BatchOutcome::NoProblem, 0),
                };
                // Once nobody listens, there is nothing left to do.
                let _ = emit(outcome, weight);
            },
            self.max_plies,
            |item, message| match message {
                Message::Part(outcome) => report(item, outcome),
                Message::Done(()) => ControlFlow::Continue(()),
            },
        )
    }
}

/// Everything of a problem that its verification depends on, as text.
fn cache_key(problem: &Problem) -> String {
    let anonymous = Problem {
        options: problem.options.clone(),
        zeroposition: problem.zeroposition,
        twins: problem.twins.clone(),
        declarations: problem.declarations.clone(),
        ..Problem::new(problem.setting.clone())
    };
    // The variations that are wanted have no words in the language.
    format!("{:?} {}", problem.options.variation_filter, write(&anonymous))
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;
    use crate::formats;

    /// Problems that are not alike, with solutions of 22 half-moves or so.
    fn problems() -> Vec<Problem> {
        let text: String = ["a1", "a2", "a3", "a4"]
            .map(|king| {
                format!("beginproblem pieces white K{king} Qe1 black Kh8 stipulation ~1 endproblem\n")
            })
            .concat();
        let items = formats::read("many", text.as_bytes()).items;
        items.into_iter().filter_map(|item| item.problem.ok()).collect()
    }

    #[test]
    fn cache_holds_at_most_max_plies() {
        let table = TranspositionTable::new(1 << 16);
        let jobs = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let problems = problems();
        assert_eq!(problems.len(), 4);
        for (jobs, room, remembered) in [(None, 90, 2), (None, 1000, 4), (Some(&jobs), 40, 1)] {
            let batch = Batch { max_plies: room, ..Batch::new(&table, jobs, None) };
            let mut reported = 0;
            let flow = batch.verify_all(
                &problems,
                &StopFlag::default(),
                |problem| Some(problem),
                |_| Limits::new(None, None, StopFlag::default()),
                |problem, outcome| {
                    let BatchOutcome::Verified(verified) = outcome else { panic!("{outcome:?}") };
                    assert!((20..35).contains(&verified.plies), "{}", verified.plies);
                    assert!(!verified.solution.twins.is_empty());
                    assert_eq!(problem.setting.diagram, problems[reported].setting.diagram);
                    reported += 1;
                    ControlFlow::Continue(())
                },
            );
            assert!(flow.is_continue());
            assert_eq!((reported, batch.cache.len()), (4, remembered));
            assert!(batch.cached_plies.load(Ordering::Relaxed) <= room);
        }
    }
}
