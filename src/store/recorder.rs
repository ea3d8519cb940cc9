//! Keeps the results of a batch in a store while it runs.

use std::cell::RefCell;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::{
    Budget, PartRow, ProblemRow, QuestionKey, QuestionParts, ResultRow, ResultState, RunKeeper, SqliteStore,
    Store, StoreError,
};
use crate::batch::{Answer, KeepOutcome, KeptResult, Question, ResultKeeper};
use crate::problem::{Problem, Verdict};
use crate::report::json::Record;
use crate::report::question;
use crate::solution::PartKeeper;
use crate::solver::Verified;

/// The time between two transactions. Results that are lost with the program are younger, and not printed.
const COMMIT_INTERVAL: Duration = Duration::from_millis(100);
/// The number of results that are written together at most.
const MAX_PENDING: usize = 256;

/// Writes results to a store, several in a transaction, from any thread. What is printed through it appears once the
/// results before it are kept.
pub struct Recorder {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    /// Wakes the ticker at the end.
    ended: Condvar,
}

struct State {
    store: Box<dyn Store>,
    budget: Budget,
    results: Vec<ResultRow>,
    parts: Vec<PartRow>,
    /// Text that waits for the results.
    text: Vec<u8>,
    out: Box<dyn Write + Send>,
    /// The first error; afterwards nothing is written.
    error: Option<StoreError>,
    /// The first failure to print.
    print_error: Option<io::Error>,
    has_ended: bool,
}

impl Recorder {
    /// Returns a recorder that keeps results found within a budget, and prints to `out`.
    ///
    /// # Errors
    /// If the system denies a thread.
    pub fn new(store: Box<dyn Store>, budget: Budget, out: Box<dyn Write + Send>) -> io::Result<Recorder> {
        let state = State {
            store,
            budget,
            results: Vec::new(),
            parts: Vec::new(),
            text: Vec::new(),
            out,
            error: None,
            print_error: None,
            has_ended: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), ended: Condvar::new() });
        let ticking = Arc::clone(&shared);
        let ticker = std::thread::Builder::new().name("store".into()).spawn(move || ticking.tick())?;
        Ok(Recorder { shared, ticker: Some(ticker) })
    }

    /// Opens a file, and makes it if there is none, for results found within a budget. What is printed goes to `out`.
    ///
    /// # Errors
    /// If the file is no store, cannot be read and written, or the system denies a thread.
    pub fn open(path: &Path, budget: Budget, out: Box<dyn Write + Send>) -> Result<Recorder, StoreError> {
        let store = SqliteStore::open(path)?;
        Recorder::new(Box::new(store), budget, out).map_err(|error| StoreError::Database {
            place: path.display().to_string(),
            reason: error.to_string(),
        })
    }

    fn budget(&self) -> Budget {
        self.shared.state().budget
    }

    /// Returns the parts of a question that were found.
    pub(super) fn known_parts(&self, question: &QuestionKey) -> Vec<PartRow> {
        self.shared.state().attempt(|store| store.parts(question)).unwrap_or_default()
    }

    /// Keeps a part.
    pub(super) fn put_part(&self, row: PartRow) {
        self.shared.state().parts.push(row);
    }

    fn put(&self, row: ResultRow) {
        let mut state = self.shared.state();
        state.results.push(row);
        if state.results.len() >= MAX_PENDING {
            state.commit();
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.shared.state().has_ended = true;
        self.shared.ended.notify_all();
        if let Some(ticker) = self.ticker.take() {
            // It ends by itself; a panic in it has been printed.
            let _ = ticker.join();
        }
        self.shared.state().commit();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Commits at intervals, so that nothing waits for a long problem.
    fn tick(&self) {
        let mut state = self.state();
        while !state.has_ended {
            let waited = self.ended.wait_timeout(state, COMMIT_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.commit();
        }
    }
}

impl State {
    /// Runs an operation, unless an earlier one has failed.
    fn attempt<T>(&mut self, operation: impl FnOnce(&mut dyn Store) -> Result<T, StoreError>) -> Option<T> {
        if self.error.is_some() {
            return None;
        }
        operation(&mut *self.store).map_err(|error| self.error = Some(error)).ok()
    }

    /// Returns the result of a question, that waits or is in the store.
    fn row(&mut self, key: &QuestionKey) -> Option<ResultRow> {
        let pending = self.results.iter().rfind(|row| row.question == *key).cloned();
        pending.or_else(|| self.attempt(|store| store.find(key)).flatten())
    }

    /// Writes the results that wait, and then prints the text that waits for them.
    fn commit(&mut self) {
        // Parts first: a result removes them.
        let parts = std::mem::take(&mut self.parts);
        if !parts.is_empty() {
            self.attempt(|store| store.keep_parts(&parts));
        }
        let results = std::mem::take(&mut self.results);
        if !results.is_empty() {
            self.attempt(|store| store.keep(&results));
        }
        let text = std::mem::take(&mut self.text);
        // A verdict is not printed unless it is kept.
        if self.error.is_none() && self.print_error.is_none() && !text.is_empty() {
            self.print_error = self.out.write_all(&text).and_then(|()| self.out.flush()).err();
        }
    }
}

impl RunKeeper for Recorder {
    fn set_budget(&self, budget: Budget) {
        self.shared.state().budget = budget;
    }

    fn forget_failures(&self, questions: &[QuestionKey]) {
        self.shared.state().attempt(|store| store.forget_failures(questions));
    }

    fn file(&self, problems: &[ProblemRow]) {
        self.shared.state().attempt(|store| store.file(problems));
    }

    fn truncate_source(&self, source: &str, position: u64) {
        self.shared.state().attempt(|store| store.truncate_source(source, position));
    }

    fn is_shared(&self) -> bool {
        false
    }

    /// Only this run answers questions.
    fn enqueue(&self, _: &[Question<'_>]) {}

    fn print(&self, text: &[u8]) -> io::Result<()> {
        let mut state = self.shared.state();
        state.text.extend_from_slice(text);
        state.print_error.take().map_or(Ok(()), Err)
    }

    fn finish(&self) -> Result<io::Result<()>, StoreError> {
        let mut state = self.shared.state();
        state.commit();
        match state.error.take() {
            Some(error) => Err(error),
            None => Ok(state.print_error.take().map_or(Ok(()), Err)),
        }
    }

    fn has_failed(&self) -> bool {
        self.shared.state().error.is_some()
    }
}

impl ResultKeeper for Recorder {
    fn find(&self, question: &Question<'_>) -> Option<KeptResult> {
        let key = QuestionKey::of(question.text);
        let mut state = self.shared.state();
        let row = state.row(&key)?;
        let is_final = row.state != ResultState::Cut || row.budget.covers(&state.budget);
        drop(state);
        // A result that cannot be read is found again, and so is a refusal: its message depends on the place.
        let result = if is_final { kept_result(row) } else { None };
        result.filter(|result| !is_refusal(result))
    }

    fn answer(&self, problem: &Problem, verified: &Verified, was_cut: bool) -> Answer {
        answer(problem, verified, was_cut)
    }

    fn keep(&self, question: &str, problem: &Problem, answer: &Answer) -> KeepOutcome {
        if let Some(row) = answered_row(question, problem, self.budget(), answer) {
            if let Some(earlier) = prevailing(&row, |key| self.shared.state().row(key)) {
                return KeepOutcome::Outlasted(Box::new(earlier));
            }
            self.put(row);
        }
        KeepOutcome::Kept
    }

    fn parts<'k>(&'k self, question: &str) -> Option<Box<dyn PartKeeper + 'k>> {
        Some(Box::new(QuestionParts::new(self, QuestionKey::of(question))))
    }

    fn keep_failure(&self, question: &str, problem: &Problem, message: &str) {
        self.put(ResultRow {
            findings: message.to_owned(),
            ..question_row(question, problem, self.budget())
        });
    }
}

/// Returns the row of an answer; `None` if it cannot be written.
pub(super) fn answered_row(
    question: &str,
    problem: &Problem,
    budget: Budget,
    answer: &Answer,
) -> Option<ResultRow> {
    Some(ResultRow {
        verdict: Some(answer.verification.verdict),
        as_declared: answer.verification.as_declared,
        state: if answer.was_cut { ResultState::Cut } else { ResultState::Complete },
        stats: answer.stats,
        findings: serde_json::to_string(&answer.verification).ok()?,
        record: answer.record.clone(),
        ..question_row(question, problem, budget)
    })
}

/// Returns a row about a problem without a result.
pub(super) fn question_row(question: &str, problem: &Problem, budget: Budget) -> ResultRow {
    let rules = problem.setting.conditions.iter().map(|rule| rule.value.to_string());
    ResultRow {
        question: QuestionKey::of(question),
        input: question.to_owned(),
        stipulation: question::stipulation_text(&problem.setting, &problem.options).unwrap_or_default(),
        rules: rules.collect::<Vec<_>>().join(", "),
        verdict: None,
        as_declared: false,
        state: ResultState::Failed,
        budget,
        stats: Default::default(),
        findings: String::new(),
        record: Vec::new(),
    }
}

/// Returns the result that is kept in place of a later one that was cut; `None` if there is none. `find` returns the earlier
/// result of a question.
pub(super) fn prevailing(
    later: &ResultRow,
    find: impl FnOnce(&QuestionKey) -> Option<ResultRow>,
) -> Option<KeptResult> {
    if later.state != ResultState::Cut {
        return None;
    }
    find(&later.question).filter(|earlier| earlier.rank().outlasts(&later.rank())).and_then(kept_result)
}

/// Returns whether a result is that the problem could not be solved as it stands.
pub(super) fn is_refusal(result: &KeptResult) -> bool {
    result.verification().is_some_and(|verification| verification.has(Verdict::Refused))
}

/// Returns a kept row as a result; `None` if it cannot be read.
pub(super) fn kept_result(row: ResultRow) -> Option<KeptResult> {
    if row.state == ResultState::Failed {
        return Some(KeptResult::Failed(row.findings));
    }
    let verification = serde_json::from_str(&row.findings).ok()?;
    if !is_intact(&row.record) {
        return None;
    }
    let was_cut = row.state == ResultState::Cut;
    Some(KeptResult::Verified(Answer { verification, stats: row.stats, was_cut, record: row.record }))
}

/// Returns a verified problem as an answer, with its record as compressed JSON.
pub fn answer(problem: &Problem, verified: &Verified, was_cut: bool) -> Answer {
    let Verified { solution, verification, stats, .. } = verified;
    let record = Record::new(problem, solution).with_verdict(verification);
    // A record has no such map, and writing to memory does not fail.
    let record = compressed(&record).unwrap_or_default();
    Answer { verification: verification.clone(), stats: *stats, was_cut, record }
}

/// Returns a value as compressed JSON, with a checksum.
///
/// # Errors
/// If it has a map with keys that are not text.
pub(super) fn compressed(value: &impl Serialize) -> io::Result<Vec<u8>> {
    thread_local! {
        /// A new compressor would set its 300,000 bytes to zero for each value.
        static COMPRESSOR: RefCell<ZlibEncoder<Vec<u8>>> =
            RefCell::new(ZlibEncoder::new(Vec::new(), Compression::fast()));
    }
    COMPRESSOR.with_borrow_mut(|compressor| {
        // What an earlier error has left goes.
        compressor.reset(Vec::new())?;
        // The writer of JSON writes a few bytes at a time.
        let mut out = BufWriter::with_capacity(1 << 12, &mut *compressor);
        serde_json::to_writer(&mut out, value)?;
        out.flush()?;
        drop(out);
        compressor.try_finish()?;
        Ok(std::mem::take(compressor.get_mut()))
    })
}

/// Returns whether compressed bytes are complete and have the right checksum.
fn is_intact(bytes: &[u8]) -> bool {
    !bytes.is_empty() && io::copy(&mut ZlibDecoder::new(bytes), &mut io::sink()).is_ok()
}

/// Returns a record that was kept, with its twins as JSON; `None` if it is damaged.
pub fn decode_record(bytes: &[u8]) -> Option<Record<Box<RawValue>>> {
    decode(bytes)
}

/// Returns a value that was kept as compressed JSON; `None` if it is damaged.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    const MAX_BYTES: u64 = 1 << 30;
    let mut text = Vec::new();
    ZlibDecoder::new(bytes).take(MAX_BYTES).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Returns the verdict that a row shows: its own, or `incomplete` if the program failed.
pub fn shown_verdict(row: &ResultRow) -> Verdict {
    row.verdict.unwrap_or(Verdict::Incomplete)
}
