//! The facade: a [`Solver`] solves and verifies problems.
//!
//! A solver owns what searches share (the transposition table, the threads) and the limits that apply to each
//! problem. It can be used from several threads at the same time, and cancelled from any of them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock::Stopwatch;
use crate::parallel::ThreadPool;
use crate::problem::Problem;
use crate::search::progress::BoundsUsed;
use crate::search::{Limits, TranspositionTable};
use crate::solution::{MissingKing, PartKeeper, Resources, Sink, Solution, StopReason, TreeBuilder, solve};
use crate::verify::{Verification, VerifyNames, problem_to_verify, verify};

/// The stack of a thread that searches, in bytes. The search recurses once a ply; the longest stipulations fit.
pub const STACK_BYTES: usize = 64 << 20;

/// The size of the transposition table if none is given, in bytes.
const DEFAULT_MEMORY: usize = 256 << 20;

/// Solves and verifies problems.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use kirke::Solver;
/// use kirke::problem::Problem;
/// use kirke::solution::Event;
///
/// let problem: Problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; opt Variation;".parse()?;
/// let solver = Solver::builder().memory(16 << 20).build()?;
///
/// // Events arrive while the search runs. A sink that breaks stops it.
/// let mut nodes = 0;
/// solver.solve_with(&problem, &mut |event: Event<'_>| {
///     nodes += usize::from(matches!(event, Event::Node(_)));
///     ControlFlow::Continue(())
/// })?;
/// assert!(nodes > 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    table: TranspositionTable,
    pool: Option<ThreadPool>,
    max_nodes: Option<u64>,
    max_time: Option<Duration>,
    missing_king: MissingKing,
    canceller: Canceller,
    /// The number of problems being solved.
    searches: AtomicUsize,
    /// The seed of the last problem; 0 for one without.
    last_seed: AtomicU64,
}

/// The settings of a [`Solver`] that is still to be built.
#[derive(Clone, Debug)]
pub struct SolverBuilder {
    threads: usize,
    memory: usize,
    max_nodes: Option<u64>,
    max_time: Option<Duration>,
    missing_king: MissingKing,
    canceller: Canceller,
}

/// Cancels the searches of a solver, from any thread. All clones cancel the same searches.
#[derive(Clone, Debug, Default)]
pub struct Canceller(Arc<AtomicBool>);

/// The solution of a problem, and how complete it is.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The solution, as far as it was found.
    pub solution: Solution,
    /// Why the search ended early. `None` if it ran to its end, or if there was nothing to search: the remarks of the
    /// solution then state why a twin or a phase cannot be played.
    pub stopped: Option<StopReason>,
    /// The cost of the search.
    pub stats: SearchStats,
}

/// A problem's solution and the verdict on it.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The solution, as far as it was found.
    pub solution: Solution,
    /// The findings and the verdict.
    pub verification: Verification,
    /// The cost of the search; zero if a [`Batch`](crate::batch::Batch) has verified an equal problem before.
    pub stats: SearchStats,
    /// The number of plies in the solution.
    pub plies: usize,
}

impl Verified {
    /// Returns the verdict on `problem`, given the solution that `builder` has received.
    pub(crate) fn new(
        problem: &Problem,
        builder: TreeBuilder,
        names: VerifyNames,
        stats: SearchStats,
    ) -> Verified {
        let plies = builder.plies();
        let solution = builder.finish();
        let verification = verify(problem, &solution, names);
        Verified { solution, verification, stats, plies }
    }
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchStats {
    /// The number of positions searched.
    pub nodes: u64,
    /// The elapsed time.
    pub time: Duration,
    /// The lower bounds used; none for results that were kept.
    #[serde(default)]
    pub bounds: BoundsUsed,
}

impl SearchStats {
    /// Returns the cost of a search with these limits that has taken this time.
    pub fn new(limits: &Limits, time: Duration) -> SearchStats {
        SearchStats { nodes: limits.nodes(), time, bounds: limits.progress().bounds() }
    }
}

/// The machine does not provide a thread.
#[derive(Debug, Error)]
#[error("cannot start {threads} threads: {reason}")]
pub struct ThreadError {
    /// The number of threads that were asked for.
    pub threads: usize,
    /// The reason, as the system or the pool states it.
    pub reason: String,
}

impl Canceller {
    /// Stops every search of the solver that is under way, and those that begin later.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets searches begin again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns whether the searches have been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Canceller {
    fn from(flag: Arc<AtomicBool>) -> Canceller {
        Canceller(flag)
    }
}

impl Default for SolverBuilder {
    fn default() -> SolverBuilder {
        SolverBuilder {
            threads: 1,
            memory: DEFAULT_MEMORY,
            max_nodes: None,
            max_time: None,
            missing_king: MissingKing::Refuse,
            canceller: Canceller::default(),
        }
    }
}

impl SolverBuilder {
    /// Sets the number of threads that work on one problem: 1 unless set. The solution does not depend on it.
    #[cfg(feature = "threads")]
    pub fn threads(self, threads: usize) -> SolverBuilder {
        SolverBuilder { threads: threads.max(1), ..self }
    }

    /// Sets the size to which the transposition table may grow, in bytes: 256 MiB unless set.
    pub fn memory(self, bytes: usize) -> SolverBuilder {
        SolverBuilder { memory: bytes, ..self }
    }

    /// Stops the search of a problem after this number of positions.
    pub fn max_nodes(self, nodes: u64) -> SolverBuilder {
        SolverBuilder { max_nodes: Some(nodes), ..self }
    }

    /// Stops the search of a problem after this time. A shorter `MaxTime` of the problem itself prevails.
    pub fn max_time(self, time: Duration) -> SolverBuilder {
        SolverBuilder { max_time: Some(time), ..self }
    }

    /// Sets what happens if a side has no king and no option of the problem allows that.
    pub fn missing_king(self, policy: MissingKing) -> SolverBuilder {
        SolverBuilder { missing_king: policy, ..self }
    }

    /// Lets this canceller stop the searches, as one that several solvers share.
    pub fn canceller(self, canceller: Canceller) -> SolverBuilder {
        SolverBuilder { canceller, ..self }
    }

    /// Builds the solver.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn build(self) -> Result<Solver, ThreadError> {
        Ok(Solver {
            table: TranspositionTable::new(self.memory),
            pool: thread_pool(self.threads)?,
            max_nodes: self.max_nodes,
            max_time: self.max_time,
            missing_king: self.missing_king,
            canceller: self.canceller,
            searches: AtomicUsize::new(0),
            last_seed: AtomicU64::new(0),
        })
    }
}

/// Counts a search until it is dropped.
struct SearchCount<'s>(&'s AtomicUsize);

impl Drop for SearchCount<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

impl Solver {
    /// Returns a builder with one thread, 256 MiB of memory and no limits.
    pub fn builder() -> SolverBuilder {
        SolverBuilder::default()
    }

    /// Returns a handle that cancels the searches of this solver from any thread.
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Returns the transposition table.
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }

    /// Returns the limits of one problem from now on: those of the solver, and its own.
    pub fn limits(&self, problem: &Problem) -> Limits {
        self.limits_within(problem, None, None)
    }

    /// Returns the limits of one problem from now on if it may neither have more nodes nor take more time.
    pub fn limits_within(&self, problem: &Problem, nodes: Option<u64>, time: Option<Duration>) -> Limits {
        let nodes = [self.max_nodes, nodes].into_iter().flatten().min();
        let time = [self.max_time, problem.options.max_time, time].into_iter().flatten().min();
        Limits::new(nodes, time, self.canceller.0.clone())
    }

    /// Returns what happens if a side has no king and no option of the problem allows that.
    pub fn missing_king(&self) -> MissingKing {
        self.missing_king
    }

    /// Returns the number of threads that work on one problem.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, threads_of)
    }

    /// Solves a problem within [limits](Solver::limits) that the caller can observe meanwhile, on the caller's
    /// thread, which needs a [large stack](with_large_stack).
    ///
    /// # Errors
    /// Why the search ended early.
    pub fn solve_within(
        &self,
        problem: &Problem,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<(), StopReason> {
        self.solve_parts(problem, limits, None, sink)
    }

    /// Solves a problem as [`solve_within`](Solver::solve_within), but for the parts that a keeper has found.
    ///
    /// # Errors
    /// Why the search ended early.
    pub fn solve_parts(
        &self,
        problem: &Problem,
        limits: &Limits,
        parts: Option<&dyn PartKeeper>,
        sink: &mut dyn Sink,
    ) -> Result<(), StopReason> {
        let _count = self.begin(parts.and_then(PartKeeper::seed).unwrap_or(0));
        let (pool, missing_king) = (self.pool.as_ref(), self.missing_king);
        solve(problem, &Resources { table: &self.table, pool, missing_king, parts }, limits, sink)
    }

    /// Counts a search of the problem with this seed until the value is dropped. The table then serves no earlier problem,
    /// unless that is still being solved: it would grow from problem to problem.
    fn begin(&self, seed: u64) -> SearchCount<'_> {
        let is_alone = self.searches.fetch_add(1, Ordering::Relaxed) == 0;
        let last = self.last_seed.swap(seed, Ordering::Relaxed);
        if is_alone && (seed == 0 || seed != last) {
            self.table.clear();
        }
        SearchCount(&self.searches)
    }

    /// Solves a problem as its options ask. A solution that a limit or a canceller cut short is returned as far
    /// as it was found.
    ///
    /// # Errors
    /// If no thread with a large stack can be started.
    pub fn solve(&self, problem: &Problem) -> Result<Solved, ThreadError> {
        let mut builder = TreeBuilder::default();
        let (stopped, stats) = self.run(problem, &mut builder)?;
        Ok(Solved { solution: builder.finish(), stopped, stats })
    }

    /// Solves a problem and passes each event of its solution to a sink as soon as it is found. Returns why the
    /// search ended early, as in [`Solved::stopped`]. A sink that breaks ends the search, later twins included, and receives no
    /// further event: what is open has no [`End`](crate::solution::Event::End).
    ///
    /// The search runs on another thread, so that it has a large stack, but the call returns only at its end.
    ///
    /// # Errors
    /// If no thread with a large stack can be started.
    pub fn solve_with(
        &self,
        problem: &Problem,
        sink: &mut (dyn Sink + Send),
    ) -> Result<Option<StopReason>, ThreadError> {
        self.run(problem, sink).map(|(stopped, _)| stopped)
    }

    /// Verifies a problem: solves it with all that the verdict depends on, and compares the solution with what the
    /// problem declares.
    ///
    /// # Errors
    /// If no thread with a large stack can be started.
    pub fn verify(&self, problem: &Problem) -> Result<Verified, ThreadError> {
        let mut builder = TreeBuilder::default();
        let (_, stats) = self.run(&problem_to_verify(problem, VerifyNames::default()), &mut builder)?;
        Ok(Verified::new(problem, builder, VerifyNames::default(), stats))
    }

    fn run(
        &self,
        problem: &Problem,
        sink: &mut (dyn Sink + Send),
    ) -> Result<(Option<StopReason>, SearchStats), ThreadError> {
        with_large_stack(|| {
            let (limits, watch) = (self.limits(problem), Stopwatch::start());
            let stopped = self.solve_within(problem, &limits, sink).err();
            (stopped, SearchStats::new(&limits, watch.elapsed()))
        })
    }
}

/// Returns a pool of threads with large stacks; `None` for a single thread.
///
/// # Errors
/// If the system refuses the threads.
#[cfg(feature = "threads")]
pub fn thread_pool(threads: usize) -> Result<Option<ThreadPool>, ThreadError> {
    if threads < 2 {
        return Ok(None);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    pool.map(Some).map_err(|error| ThreadError { threads, reason: error.to_string() })
}

#[cfg(feature = "threads")]
fn threads_of(pool: &ThreadPool) -> usize {
    pool.current_num_threads()
}

#[cfg(not(feature = "threads"))]
fn threads_of(pool: &ThreadPool) -> usize {
    match *pool {}
}

#[cfg(not(feature = "threads"))]
fn thread_pool(_threads: usize) -> Result<Option<ThreadPool>, ThreadError> {
    Ok(None)
}

/// Runs `work` on a thread with a stack for the longest stipulations.
///
/// # Errors
/// If no such thread can be started.
#[cfg(feature = "threads")]
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ThreadError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| ThreadError { threads: 1, reason: error.to_string() })?;
        match thread.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Runs `work` on the caller's stack, since there are no threads.
///
/// # Errors
/// Never.
#[cfg(not(feature = "threads"))]
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ThreadError> {
    Ok(work())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::problem::Verdict;
    use crate::solution::{Event, Remark};

    const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2";
    /// A search that takes far longer than any test may.
    const LONG: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - #9";

    #[test]
    fn solver_verifies_sound_problem() {
        let solver = Solver::builder().memory(1 << 20).build().unwrap();
        let verified = solver.verify(&MORPHY.parse().unwrap()).unwrap();
        assert_eq!(verified.verification.verdict, Verdict::Sound);
        assert!(verified.plies > 0);
    }

    #[test]
    fn node_limit_stops_search_and_keeps_remark() {
        let solver = Solver::builder().memory(1 << 20).max_nodes(5000).build().unwrap();
        let solved = solver.solve(&LONG.parse().unwrap()).unwrap();
        assert_eq!(solved.stopped, Some(StopReason::SearchStopped));
        assert!(solved.solution.twins[0].remarks.contains(&Remark::Incomplete));
    }

    #[test]
    fn canceller_stops_search_from_another_thread() {
        let solver = Solver::builder().memory(1 << 20).build().unwrap();
        let canceller = solver.canceller();
        let solved = std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                canceller.cancel();
            });
            solver.solve(&LONG.parse().unwrap()).unwrap()
        });
        assert_eq!(solved.stopped, Some(StopReason::SearchStopped));
        assert!(solver.canceller().is_cancelled());
        solver.canceller().reset();
        assert!(solver.solve(&MORPHY.parse().unwrap()).unwrap().stopped.is_none());
    }

    #[test]
    fn sink_that_breaks_receives_nothing_more() {
        let solver = Solver::builder().memory(1 << 20).build().unwrap();
        let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; twin Move a1 b1;".parse().unwrap();
        let count = |max_events: usize| {
            let mut events = 0;
            let stopped = solver.solve_with(&problem, &mut |_: Event<'_>| {
                events += 1;
                if events >= max_events { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            (stopped.unwrap(), events)
        };
        let (complete, all) = count(usize::MAX);
        assert_eq!(complete, None);
        for max_events in 1..=all {
            assert_eq!(count(max_events), (Some(StopReason::SinkClosed), max_events));
        }
    }

    #[cfg(feature = "threads")]
    #[test]
    fn number_of_threads_does_not_change_solution() {
        let problem: Problem =
            "2b2qn1/n4pP1/6p1/4N2r/7k/2p3b1/1P2K3/8 b - - h#2; cond Circe;".parse().unwrap();
        let [one, two] = [1, 2].map(|threads| {
            let solver = Solver::builder().memory(1 << 20).threads(threads).build().unwrap();
            solver.solve(&problem).unwrap().solution
        });
        assert_eq!(one, two);
    }

    #[test]
    fn text_of_several_problems_is_no_problem() {
        let error = format!("{MORPHY}\n{MORPHY}").parse::<Problem>().unwrap_err();
        assert!(error.to_string().contains("found several"), "{error}");
    }
}
