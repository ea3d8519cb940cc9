//! Answers the questions of a store together with other processes.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::queue::{Job, JobClaim, JobQueue, PartClaim};
use super::recorder::{
    answer, answered_row, compressed, decode, is_refusal, kept_result, prevailing, question_row,
};
use super::{Budget, MIN_SEARCH_TIME, ProblemRow, QuestionKey, RunKeeper, Store, StoreError};
use crate::batch::{Answer, KeepOutcome, KeptResult, Question, ResultKeeper};
use crate::formats::popeye;
use crate::problem::Problem;
use crate::search::limits::StopFlag;
use crate::solution::{Part, PartKeeper, PartKey, PartState};
use crate::solver::{SearchStats, Verified};
use crate::store::{ResultRow, ResultState};

/// The number of workers that may be lost on a question before it is given up. A question that ends a process ends child
/// processes, which their worker counts.
const MAX_LOST_WORKERS: u64 = 100;
/// The time between two looks at a question that another worker answers.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What a process does with the results of questions that others answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterRole {
    /// It reports them: it waits for them.
    Run,
    /// It leaves them to others, and takes other jobs.
    Worker,
}

/// Answers questions as one of the workers of a store.
pub struct ClusterKeeper {
    shared: Arc<Shared>,
    budget: Mutex<Budget>,
    /// The questions that are being answered.
    open: Mutex<HashMap<QuestionKey, OpenQuestion>>,
    /// The number of questions that this worker has answered.
    answered: AtomicU64,
    stop: StopFlag,
    role: ClusterRole,
    out: Mutex<Box<dyn Write + Send>>,
    heart: Option<JoinHandle<()>>,
}

struct Shared {
    queue: Mutex<JobQueue>,
    /// The first error; afterwards nothing is asked of the store.
    error: Mutex<Option<StoreError>>,
    has_ended: Mutex<bool>,
    ended: Condvar,
}

/// A question that this worker answers, or helps to answer.
#[derive(Clone, Default)]
struct OpenQuestion {
    /// Whether another worker has begun, or this one has done so before.
    has_parts: bool,
    /// Whether another worker answers it.
    is_helper: bool,
    /// Whether this worker searches parts that others have taken, rather than wait for them.
    takes_over: bool,
    /// Set when a part is left to another worker.
    has_omitted: Arc<AtomicBool>,
    /// Set when a part is searched.
    has_searched: Arc<AtomicBool>,
    /// The cost of this worker's earlier passes.
    spent: SearchStats,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, JobQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self) -> MutexGuard<'_, Option<StoreError>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs an operation, unless an earlier one has failed.
    fn attempt<T>(&self, operation: impl FnOnce(&mut JobQueue) -> Result<T, StoreError>) -> Option<T> {
        if self.error().is_some() {
            return None;
        }
        operation(&mut self.queue()).map_err(|error| *self.error() = Some(error)).ok()
    }

    /// Registers at intervals that the worker is alive.
    fn beat(&self, interval: Duration) {
        let mut has_ended = self.has_ended.lock().unwrap_or_else(PoisonError::into_inner);
        while !*has_ended {
            let waited = self.ended.wait_timeout(has_ended, interval);
            has_ended = waited.unwrap_or_else(PoisonError::into_inner).0;
            if !*has_ended {
                self.attempt(JobQueue::heartbeat);
            }
        }
    }
}

impl ClusterKeeper {
    /// Returns a keeper that is a worker of this queue, seen at least thrice in the time of a lease, and prints to `out`.
    ///
    /// # Errors
    /// If the system denies a thread.
    pub fn new(
        queue: JobQueue,
        lease: Duration,
        role: ClusterRole,
        stop: &StopFlag,
        out: Box<dyn Write + Send>,
    ) -> io::Result<ClusterKeeper> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(queue),
            error: Mutex::default(),
            has_ended: Mutex::default(),
            ended: Condvar::new(),
        });
        let beating = Arc::clone(&shared);
        let beat = move || beating.beat(lease / 4);
        let heart = std::thread::Builder::new().name("heartbeat".into()).spawn(beat)?;
        Ok(ClusterKeeper {
            shared,
            budget: Mutex::default(),
            open: Mutex::default(),
            answered: AtomicU64::new(0),
            stop: stop.clone(),
            role,
            out: Mutex::new(out),
            heart: Some(heart),
        })
    }

    /// Takes a job that no worker has; `None` if there is none.
    pub fn take(&self) -> Option<Job> {
        self.shared.attempt(JobQueue::take)?
    }

    /// Returns a job with which this worker helps from now on, on a machine with this number of cores; `None` if there
    /// is none, or no core is free.
    pub fn begin_help(&self, cores: usize) -> Option<Job> {
        self.shared.attempt(|queue| queue.begin_help(cores))?
    }

    /// Ends the help.
    pub fn end_help(&self) {
        self.shared.attempt(JobQueue::end_help);
    }

    /// Returns whether no job is left and none will be filed, or the store has failed.
    pub fn is_empty(&self) -> bool {
        !self.shared.attempt(JobQueue::has_work).unwrap_or(false)
    }

    /// Leaves a job to the process that has filed it, because its text does not give the question.
    pub fn decline(&self, question: &str) {
        self.shared.attempt(|queue| queue.decline(&QuestionKey::of(question)));
    }

    /// Returns the number of questions that this worker has answered.
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Keeps a result, and ends the job.
    fn finish_job(&self, row: &ResultRow) {
        let is_kept = self.shared.attempt(|queue| queue.finish(row)).unwrap_or(false);
        self.answered.fetch_add(u64::from(is_kept), Ordering::Relaxed);
    }

    /// Returns the row of a question in the store.
    fn row(&self, key: &QuestionKey) -> Option<ResultRow> {
        self.shared.attempt(|queue| queue.store().find(key)).flatten()
    }

    fn budget(&self) -> Budget {
        *self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<QuestionKey, OpenQuestion>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the result of a question if there is one that this budget does not change.
    fn result(&self, key: &QuestionKey) -> Option<KeptResult> {
        let row = self.row(key)?;
        let is_final = row.state != ResultState::Cut || row.budget.covers(&self.budget());
        if is_final { kept_result(row) } else { None }
    }

    /// Begins to answer a question, or to help with it; returns `false` if it must wait for other workers.
    fn begin(&self, question: &Question<'_>, key: &QuestionKey) -> bool {
        let Some(claim) = self.shared.attempt(|queue| queue.claim(key)) else { return true };
        let earlier = self.open().get(key).cloned();
        let open = match claim {
            JobClaim::Missing => {
                self.enqueue(&[*question]);
                return false;
            }
            JobClaim::Ours { attempts } if attempts > MAX_LOST_WORKERS => {
                let message = format!("{MAX_LOST_WORKERS} workers were lost while they solved it");
                self.keep_failure(question.text, question.problem, &message);
                return false;
            }
            // What is left are parts of others. This worker has a table with much of the search, and may find them sooner.
            JobClaim::Ours { attempts } => OpenQuestion {
                has_parts: attempts > 1 || earlier.is_some(),
                takes_over: earlier.is_some(),
                spent: earlier.unwrap_or_default().spent,
                ..OpenQuestion::default()
            },
            JobClaim::Taken => {
                let may_help = self.budget().milliseconds.is_none() && self.budget().nodes.is_none();
                if !may_help || earlier.is_some() {
                    return false;
                }
                OpenQuestion { has_parts: true, is_helper: true, ..OpenQuestion::default() }
            }
        };
        self.open().insert(*key, open);
        true
    }

    /// Returns a job for a question.
    fn job(&self, question: &Question<'_>) -> Job {
        Job {
            question: question.text.to_owned(),
            problem: popeye::write(question.problem),
            names: question.names,
            budget: self.budget(),
            attempts: 0,
        }
    }

    fn close(&self, key: &QuestionKey) {
        self.open().remove(key);
        self.shared.attempt(|queue| queue.release_parts(key));
    }
}

impl Drop for ClusterKeeper {
    fn drop(&mut self) {
        *self.shared.has_ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.ended.notify_all();
        if let Some(heart) = self.heart.take() {
            // A panic in it has been printed.
            let _ = heart.join();
        }
        self.shared.attempt(JobQueue::leave);
    }
}

impl ResultKeeper for ClusterKeeper {
    fn find(&self, question: &Question<'_>) -> Option<KeptResult> {
        let key = QuestionKey::of(question.text);
        loop {
            if let Some(result) = self.result(&key) {
                self.open().remove(&key);
                if self.role == ClusterRole::Worker {
                    self.shared.attempt(|queue| queue.end_answered(&key));
                }
                // A refusal is found again by each process: its message depends on the place of the problem.
                return Some(result).filter(|result| !is_refusal(result));
            }
            if self.stop.load(Ordering::Relaxed) || self.has_failed() || self.begin(question, &key) {
                return None;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    fn answer(&self, problem: &Problem, verified: &Verified, was_cut: bool) -> Answer {
        answer(problem, verified, was_cut)
    }

    fn keep(&self, question: &str, problem: &Problem, answer: &Answer) -> KeepOutcome {
        let key = QuestionKey::of(question);
        let mut open = self.open().get(&key).cloned().unwrap_or_default();
        open.spent.nodes += answer.stats.nodes;
        open.spent.time += answer.stats.time;
        let answer = &Answer { stats: open.spent, ..answer.clone() };
        // A helper that was stopped is no longer needed.
        if open.has_omitted.load(Ordering::Relaxed) || (open.is_helper && answer.was_cut) {
            if self.role == ClusterRole::Run || !open.is_helper {
                self.open().insert(key, open);
                // A helper waits now: others may search what it has not.
                self.shared.attempt(|queue| queue.release_parts(&key));
                return KeepOutcome::Again;
            }
        } else if let Some(row) = answered_row(question, problem, self.budget(), answer) {
            self.finish_job(&row);
            self.close(&key);
            return match prevailing(&row, |key| self.row(key)) {
                Some(earlier) => KeepOutcome::Outlasted(Box::new(earlier)),
                None => KeepOutcome::Kept,
            };
        }
        self.close(&key);
        KeepOutcome::Kept
    }

    fn parts<'k>(&'k self, question: &str) -> Option<Box<dyn PartKeeper + 'k>> {
        let question = QuestionKey::of(question);
        let open = self.open().get(&question).cloned().unwrap_or_default();
        Some(Box::new(ClusterParts { keeper: self, question, open, begin: Instant::now() }))
    }

    fn keep_failure(&self, question: &str, problem: &Problem, message: &str) {
        let mut row = question_row(question, problem, self.budget());
        row.findings = message.to_owned();
        self.finish_job(&row);
        self.close(&QuestionKey::of(question));
    }
}

impl RunKeeper for ClusterKeeper {
    fn set_budget(&self, budget: Budget) {
        *self.budget.lock().unwrap_or_else(PoisonError::into_inner) = budget;
    }

    fn forget_failures(&self, questions: &[QuestionKey]) {
        self.shared.attempt(|queue| queue.store().forget_failures(questions));
    }

    fn file(&self, problems: &[ProblemRow]) {
        self.shared.attempt(|queue| queue.store().file(problems));
    }

    fn truncate_source(&self, source: &str, position: u64) {
        self.shared.attempt(|queue| queue.store().truncate_source(source, position));
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn enqueue(&self, questions: &[Question<'_>]) {
        let jobs: Vec<Job> = questions.iter().map(|question| self.job(question)).collect();
        self.shared.attempt(|queue| queue.enqueue(&jobs));
    }

    /// What is printed is about results that are kept.
    fn print(&self, text: &[u8]) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(text)?;
        out.flush()
    }

    fn finish(&self) -> Result<io::Result<()>, StoreError> {
        self.shared.error().take().map_or(Ok(Ok(())), Err)
    }

    fn has_failed(&self) -> bool {
        self.shared.error().is_some()
    }
}

/// The parts of a question, shared with other workers.
struct ClusterParts<'k> {
    keeper: &'k ClusterKeeper,
    question: QuestionKey,
    open: OpenQuestion,
    begin: Instant,
}

impl PartKeeper for ClusterParts<'_> {
    fn has_parts(&self) -> bool {
        self.open.has_parts
    }

    fn claim(&self, key: &PartKey) -> PartState {
        let claim = self.keeper.shared.attempt(|queue| queue.claim_part(&self.question, key));
        match claim.unwrap_or(PartClaim::Ours) {
            // A part that is damaged is found again.
            PartClaim::Found(part) => decode(&part).map_or(PartState::Open, PartState::Found),
            PartClaim::Ours => {
                self.open.has_searched.store(true, Ordering::Relaxed);
                PartState::Open
            }
            // One at a time: meanwhile the others may be found.
            PartClaim::Taken
                if self.open.takes_over && !self.open.has_searched.swap(true, Ordering::Relaxed) =>
            {
                PartState::Open
            }
            PartClaim::Taken => {
                self.open.has_omitted.store(true, Ordering::Relaxed);
                PartState::Taken
            }
        }
    }

    fn is_keeping(&self) -> bool {
        self.open.has_parts || self.begin.elapsed() >= MIN_SEARCH_TIME
    }

    fn keep(&self, key: PartKey, part: Part) {
        let Ok(part) = compressed(&part) else { return };
        self.keeper.shared.attempt(|queue| queue.keep_part(&self.question, &key, &part));
    }

    fn seed(&self) -> Option<u64> {
        Some(self.question.seed())
    }

    fn is_helping(&self) -> bool {
        self.open.is_helper
    }

    fn is_wanted(&self) -> bool {
        let exists = || self.keeper.shared.attempt(|queue| queue.has_job(&self.question));
        !self.open.is_helper || exists().unwrap_or(true)
    }
}
