//! Batches: verifies many problems on all cores and reports them in order.
//!
//! Collections contain repetitions. A problem that differs from an earlier one only in author and source is
//! not solved again: its verification is cached under the full text of the question, so that no two different
//! questions can collide.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::clock::Stopwatch;
use crate::formats::popeye::write;
use crate::parallel::{Message, ThreadPool, par_stream_ordered};
use crate::problem::{Options, Problem, Verdict};
use crate::search::Limits;
use crate::search::limits::StopFlag;
use crate::solution::{PartKeeper, TreeBuilder};
use crate::solver::{SearchStats, Solver, Verified};
use crate::verify::{Verification, VerifyNames, problem_to_verify};
use ahash::RandomState;
use dashmap::DashMap;

/// The memory of one cache key, in plies of a solution.
const QUESTION_PLIES: usize = 8;

/// The largest number of plies in the cache, so that the memory of a long batch does not grow.
const MAX_CACHED_PLIES: usize = 1 << 17;

/// The result of one item of a batch.
#[derive(Clone, Debug)]
pub enum BatchOutcome {
    /// The problem was verified, as far as the limits allowed.
    Verified(Box<Verified>),
    /// The result was kept by an earlier run, or found by a remote solver.
    Kept(Box<KeptResult>),
    /// The program failed with this message.
    Failed(String),
    /// The item contains no problem.
    NoProblem,
    /// The batch was interrupted before this item was finished.
    NotFinished,
}

/// A result without its solution in memory.
#[derive(Clone, PartialEq, Debug)]
pub enum KeptResult {
    /// The problem was verified, as far as the limits allowed.
    Verified(Answer),
    /// The program failed with this message.
    Failed(String),
}

/// The answer to a question, with its solution as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The findings and the verdict.
    pub verification: Verification,
    /// The cost of the search.
    pub stats: SearchStats,
    /// Whether a limit stopped the search.
    pub was_cut: bool,
    /// The record of the solution, as the keeper writes it.
    pub record: Vec<u8>,
}

impl KeptResult {
    /// Returns the findings; `None` if the program failed.
    pub fn verification(&self) -> Option<&Verification> {
        match self {
            KeptResult::Verified(answer) => Some(&answer.verification),
            KeptResult::Failed(_) => None,
        }
    }
}

/// Solves problems elsewhere, such as in another process.
pub trait RemoteSolver: Sync {
    /// Verifies a problem, of which the batch asks this question, within the limits.
    fn verify(
        &self,
        question: &Question<'_>,
        limits: &Limits,
        parts: Option<&dyn PartKeeper>,
    ) -> RemoteOutcome;
}

/// What a remote solver is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Everything that the result depends on, as text.
    pub text: &'q str,
    /// The problem.
    pub problem: &'q Problem,
    /// The names of men in the verification.
    pub names: VerifyNames,
    /// The largest number of plies of the solution.
    pub max_plies: usize,
}

/// What has become of a question to a remote solver.
#[derive(Clone, Debug)]
pub enum RemoteOutcome {
    /// It was answered.
    Answered(Box<Answer>),
    /// The remote solver failed, with this message.
    Failed(String),
    /// The remote solver cannot solve the problem: it is to be solved here.
    Declined,
    /// The batch was interrupted.
    Interrupted,
}

/// What has become of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum KeepOutcome {
    /// It is kept.
    Kept,
    /// It is not kept, because an earlier result was found with larger limits, or after more positions.
    Outlasted(Box<KeptResult>),
    /// It is not complete, because other workers have parts of it: the question is to be asked again.
    Again,
}

/// Keeps results beyond a run. A question is the text of everything that a result depends on.
pub trait ResultKeeper: Sync {
    /// Returns the result of a question; `None` if it is to be solved.
    fn find(&self, question: &Question<'_>) -> Option<KeptResult>;

    /// Returns a verified problem as an answer; `was_cut` is whether a limit stopped the search.
    fn answer(&self, problem: &Problem, verified: &Verified, was_cut: bool) -> Answer;

    /// Keeps an answer, unless other workers have parts of it or an earlier result prevails.
    fn keep(&self, question: &str, problem: &Problem, answer: &Answer) -> KeepOutcome;

    /// Returns the keeper of the parts of a question's solution; `None` if parts are not kept.
    fn parts<'k>(&'k self, question: &str) -> Option<Box<dyn PartKeeper + 'k>>;

    /// Keeps the message with which the program failed.
    fn keep_failure(&self, question: &str, problem: &Problem, message: &str);
}

/// Wraps the solving of a problem: calls the closure once, and may act before, during and after it.
pub type SolveWrapper<'a> = dyn Fn(&Problem, &Limits, &mut dyn FnMut()) + Sync + 'a;

/// Verifies problems and caches their verifications.
pub struct Batch<'a> {
    /// Solves each problem; all share its table.
    pub solver: &'a Solver,
    /// Threads that verify different problems at the same time.
    pub jobs: Option<&'a ThreadPool>,
    /// Called around the solving of each problem, to show progress for example.
    pub wrap: &'a SolveWrapper<'a>,
    /// The largest number of plies kept of a solution; a longer solution is incomplete. The same limit
    /// applies to all solutions that wait to be reported, and to all solutions in the cache, which is also limited to
    /// 131,072 plies.
    pub max_plies: usize,
    /// The names of men in the verifications.
    pub names: VerifyNames,
    /// Keeps the results.
    pub keeper: Option<&'a dyn ResultKeeper>,
    /// Solves the problems, in place of `solver`.
    pub remote: Option<&'a dyn RemoteSolver>,
    cache: DashMap<String, Verified, RandomState>,
    /// The number of plies in the cache.
    cached_plies: AtomicUsize,
}

impl<'a> Batch<'a> {
    /// Returns a batch with an empty cache.
    pub fn new(solver: &'a Solver, jobs: Option<&'a ThreadPool>) -> Batch<'a> {
        Batch {
            solver,
            jobs,
            wrap: &|_, _, work| work(),
            max_plies: usize::MAX,
            names: VerifyNames::default(),
            keeper: None,
            remote: None,
            cache: DashMap::with_hasher(RandomState::with_seed(0)),
            cached_plies: AtomicUsize::new(0),
        }
    }

    /// Returns the question that the verification of a problem answers, as text.
    pub fn question(&self, problem: &Problem) -> String {
        let names = match self.names {
            names if names == VerifyNames::default() => String::new(),
            names => format!("{names:?}\n"),
        };
        names + &question(problem)
    }

    /// Verifies a problem, or returns its result from the cache or the keeper. Once `stop` is set, the result of a search
    /// that was stopped is not kept.
    pub fn verify(&self, problem: &Problem, limits: &Limits, stop: &StopFlag) -> BatchOutcome {
        let question = self.question(problem);
        if let Some(cached) = self.cache.get(&question) {
            return BatchOutcome::Verified(Box::new(Verified {
                stats: SearchStats::default(),
                ..cached.clone()
            }));
        }
        loop {
            if let Some(outcome) = self.solve_or_find(&question, problem, limits, stop) {
                return outcome;
            }
        }
    }

    /// Returns the outcome of a question that is not cached; `None` if it is to be asked again.
    fn solve_or_find(
        &self,
        text: &str,
        problem: &Problem,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<BatchOutcome> {
        let question = Question { text, problem, names: self.names, max_plies: self.max_plies };
        if let Some(kept) = self.keeper.and_then(|keeper| keeper.find(&question)) {
            return Some(BatchOutcome::Kept(Box::new(kept)));
        }
        let parts = self.keeper.and_then(|keeper| keeper.parts(text));
        let remote = self.remote.map(|remote| {
            let mut outcome = RemoteOutcome::Interrupted;
            (self.wrap)(problem, limits, &mut || {
                outcome = remote.verify(&question, limits, parts.as_deref())
            });
            outcome
        });
        match remote {
            Some(RemoteOutcome::Answered(answer)) => {
                if let ControlFlow::Break(outcome) = self.keep(&question, &answer, stop) {
                    return outcome;
                }
                Some(BatchOutcome::Kept(Box::new(KeptResult::Verified(*answer))))
            }
            Some(RemoteOutcome::Failed(message)) => Some(self.failed(&question, message)),
            Some(RemoteOutcome::Interrupted) => Some(BatchOutcome::NotFinished),
            Some(RemoteOutcome::Declined) | None => {
                self.verify_question(&question, limits, parts.as_deref(), stop)
            }
        }
    }

    /// Verifies a problem with the solver, and keeps the result; `None` if the question is to be asked again.
    fn verify_question(
        &self,
        question: &Question<'_>,
        limits: &Limits,
        parts: Option<&dyn PartKeeper>,
        stop: &StopFlag,
    ) -> Option<BatchOutcome> {
        let verified = match self.verify_here(question.problem, limits, parts) {
            Ok(verified) => verified,
            Err(message) => return Some(self.failed(question, message)),
        };
        let was_cut = limits.was_stopped() || verified.verification.is_incomplete();
        if let Some(keeper) = self.keeper {
            let answer = keeper.answer(question.problem, &verified, was_cut);
            if let ControlFlow::Break(outcome) = self.keep(question, &answer, stop) {
                return outcome;
            }
        }
        // Refusals contain source spans, which no other problem shares.
        let is_refused = verified.verification.has(Verdict::Refused);
        if !is_refused && !limits.was_stopped() && self.try_reserve_plies(verified.plies + QUESTION_PLIES) {
            self.cache.insert(question.text.to_owned(), verified.clone());
        }
        Some(BatchOutcome::Verified(Box::new(verified)))
    }

    /// Keeps an answer, unless the run was interrupted. Breaks with the outcome of the question if it is another one; with
    /// `None` if the question is to be asked again.
    fn keep(
        &self,
        question: &Question<'_>,
        answer: &Answer,
        stop: &StopFlag,
    ) -> ControlFlow<Option<BatchOutcome>> {
        let Some(keeper) = self.keeper else { return ControlFlow::Continue(()) };
        if answer.was_cut && stop.load(Ordering::Relaxed) {
            return ControlFlow::Continue(());
        }
        match keeper.keep(question.text, question.problem, answer) {
            KeepOutcome::Kept => ControlFlow::Continue(()),
            KeepOutcome::Outlasted(earlier) => ControlFlow::Break(Some(BatchOutcome::Kept(earlier))),
            KeepOutcome::Again => ControlFlow::Break(None),
        }
    }

    /// Keeps that the program failed on a problem.
    fn failed(&self, question: &Question<'_>, message: String) -> BatchOutcome {
        if let Some(keeper) = self.keeper {
            keeper.keep_failure(question.text, question.problem, &message);
        }
        BatchOutcome::Failed(message)
    }

    /// Verifies a problem with the solver, and nothing else.
    ///
    /// # Errors
    /// The message with which the program failed.
    pub fn verify_here(
        &self,
        problem: &Problem,
        limits: &Limits,
        parts: Option<&dyn PartKeeper>,
    ) -> Result<Verified, String> {
        let solve = || self.solve(problem, limits, parts);
        catch_unwind(AssertUnwindSafe(solve)).map_err(|panic| panic_message(&*panic))
    }

    fn solve(&self, problem: &Problem, limits: &Limits, parts: Option<&dyn PartKeeper>) -> Verified {
        let to_verify = problem_to_verify(problem, self.names);
        let mut builder = TreeBuilder::with_max_plies(self.max_plies);
        let start = Stopwatch::start();
        (self.wrap)(problem, limits, &mut || {
            // A search that ended early has left a remark in the solution.
            let _ = self.solver.solve_parts(&to_verify, limits, parts, &mut builder);
        });
        let stats = SearchStats::new(limits, start.elapsed());
        Verified::new(problem, builder, self.names, stats)
    }

    /// Reserves `plies` plies of the cache; returns whether there was space.
    fn try_reserve_plies(&self, plies: usize) -> bool {
        let limit = self.max_plies.min(MAX_CACHED_PLIES);
        let reserved = |cached: usize| cached.checked_add(plies).filter(|&total| total <= limit);
        self.cached_plies.fetch_update(Ordering::Relaxed, Ordering::Relaxed, reserved).is_ok()
    }

    /// Verifies all problems and passes the outcomes to `report` in the order of `items`; `limits` makes the
    /// limits of each problem.
    ///
    /// Once `stop` is set, no further problem is started; the problems being solved are reported as far as they
    /// got.
    pub fn verify_all<T: Sync>(
        &self,
        items: &[T],
        stop: &StopFlag,
        problem: impl Fn(&T) -> Option<&Problem> + Sync,
        limits: impl Fn(&Problem) -> Limits + Sync,
        mut report: impl FnMut(&T, BatchOutcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        par_stream_ordered(
            self.jobs.into(),
            items,
            || (),
            |(), item, emit| {
                let (outcome, weight) = match problem(item) {
                    _ if stop.load(Ordering::Relaxed) => (BatchOutcome::NotFinished, 0),
                    Some(problem) => {
                        let outcome = self.verify(problem, &limits(problem), stop);
                        let weight = match &outcome {
                            BatchOutcome::Verified(verified) => verified.plies,
                            _ => 0,
                        };
                        (outcome, weight)
                    }
                    None => (BatchOutcome::NoProblem, 0),
                };
                // A break means that the receiver has stopped; there is nothing left to do.
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

/// Returns the message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".into())
}

/// Returns everything the verification of a problem depends on but the names of men, as text.
fn question(problem: &Problem) -> String {
    let anonymous = Problem {
        options: problem.options.clone(),
        zeroposition: problem.zeroposition,
        twins: problem.twins.clone(),
        declarations: problem.declarations.clone(),
        ..Problem::new(problem.setting.clone())
    };
    // Not all options have a keyword in the input language, which has no parts of a second either.
    let Options { variation_filter, any_key, max_time, .. } = &problem.options;
    let any_key = if *any_key { "any key " } else { "" };
    let time = max_time.filter(|time| time.subsec_nanos() > 0);
    let time = time.map_or(String::new(), |time| format!("{time:?} "));
    format!("{variation_filter:?} {any_key}{time}{}", write(&anonymous))
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;
    use crate::formats;

    /// Four different problems; each solution has about 22 plies.
    fn problems() -> Vec<Problem> {
        let text: String = ["a1", "a2", "a3", "a4"]
            .map(|king| {
                format!("beginproblem pieces white K{king} Qe1 black Kh8 stipulation ~1 endproblem\n")
            })
            .concat();
        let items = formats::read("many", text.as_bytes()).items;
        items.into_iter().filter_map(|item| item.problem.ok()).collect()
    }

    /// Keeps the failures only.
    #[derive(Default)]
    struct Failures(std::sync::Mutex<Vec<String>>);

    impl ResultKeeper for Failures {
        fn find(&self, _: &Question<'_>) -> Option<KeptResult> {
            None
        }

        fn answer(&self, _: &Problem, verified: &Verified, was_cut: bool) -> Answer {
            let Verified { verification, stats, .. } = verified.clone();
            Answer { verification, stats, was_cut, record: Vec::new() }
        }

        fn keep(&self, _: &str, _: &Problem, _: &Answer) -> KeepOutcome {
            KeepOutcome::Kept
        }

        fn parts<'k>(&'k self, _: &str) -> Option<Box<dyn PartKeeper + 'k>> {
            None
        }

        fn keep_failure(&self, _: &str, _: &Problem, message: &str) {
            self.0.lock().unwrap().push(message.to_owned());
        }
    }

    #[test]
    fn failure_is_an_outcome() {
        let solver = Solver::builder().memory(1 << 16).build().unwrap();
        let failures = Failures::default();
        let fails = |problem: &Problem, _: &Limits, work: &mut dyn FnMut()| {
            let layout = problem.setting.diagram.layout();
            let king = problem.setting.diagram.royals(crate::position::Side::White).next();
            assert!(king.is_none_or(|king| layout.name(king) != "a2"), "a2 fails");
            work();
        };
        let batch = Batch { wrap: &fails, keeper: Some(&failures), ..Batch::new(&solver, None) };
        let mut outcomes = Vec::new();
        let _ = batch.verify_all(
            &problems(),
            &StopFlag::default(),
            |problem| Some(problem),
            |_| Limits::new(None, None, StopFlag::default()),
            |_, outcome| {
                outcomes.push(matches!(outcome, BatchOutcome::Failed(message) if message == "a2 fails"));
                ControlFlow::Continue(())
            },
        );
        assert_eq!(outcomes, [false, true, false, false]);
        assert_eq!(*failures.0.lock().unwrap(), ["a2 fails"]);
    }

    #[test]
    fn cache_holds_at_most_max_plies() {
        let solver = Solver::builder().memory(1 << 16).build().unwrap();
        let jobs = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let problems = problems();
        assert_eq!(problems.len(), 4);
        for (jobs, room, remembered) in [(None, 90, 2), (None, 1000, 4), (Some(&jobs), 40, 1)] {
            let batch = Batch { max_plies: room, ..Batch::new(&solver, jobs) };
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
