//! The run of `kirke verify`: reads, verifies and reports, once for each tier of time.

use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::VerifyArgs;
use super::report::Reporter;
use crate::batch::{Batch, BatchOutcome, Question as BatchQuestion};
use crate::cli::exit::Exit;
use crate::cli::input::Input;
use crate::cli::live::{Left, LiveView};
use crate::cli::messages::{exit_on_write_error, print_error};
use crate::cli::session::Session;
use crate::cli::text_warnings::WithTextWarnings;
use crate::cli::work::cluster_keeper;
use crate::formats::{Diagnostic, Document, Item, Question};
use crate::problem::Problem;
use crate::report::verdict;
use crate::search::Limits;
use crate::store::{Budget, ClusterRole, PostgresStore, ProblemRow, QuestionKey, Recorder, RunKeeper};
use crate::verify::Verification;

/// The number of problems in memory at the same time.
const CHUNK_PROBLEMS: usize = 2_000;

/// A problem, its text and its number in the run.
struct PlacedItem {
    item: Item,
    document: Arc<Document>,
    number: usize,
    /// Its number in its source, from 0.
    position: u64,
}

/// The run of `kirke verify`.
pub(super) struct VerifyCommand<'a> {
    pub args: &'a VerifyArgs,
    pub session: &'a Session,
    pub keeper: Option<&'a dyn RunKeeper>,
    pub reporter: Reporter<'a>,
    pub live: &'a LiveView,
    /// By number: whether the problem has been reported.
    pub reported: Vec<bool>,
}

/// One pass over all problems.
struct Pass<'p, 'b> {
    batch: &'p Batch<'b>,
    question: Question,
    /// The time of each problem; `None` for that of the session.
    time: Option<Duration>,
    is_first: bool,
    is_last: bool,
    chunk: Vec<PlacedItem>,
    /// The number of the next problem.
    next: usize,
    /// The number of problems read of each source.
    read: HashMap<String, u64>,
    /// The number of bytes of the documents before the current one.
    read_bytes: u64,
    /// The number of bytes of all documents, as far as it is known.
    all_bytes: u64,
}

/// Opens the store of the arguments, if there is one. What is printed once results are kept goes to `out`.
///
/// # Errors
/// The message.
pub(super) fn open_keeper(
    args: &VerifyArgs,
    session: &Session,
    out: Box<dyn Write + Send>,
) -> Result<Option<Box<dyn RunKeeper>>, String> {
    let Some(place) = &args.store else { return Ok(None) };
    let budget = budget(args, session, args.problems.search.time);
    if PostgresStore::is_url(place) {
        let stop = session.interrupt.stop_flag();
        let threads = session.threads * args.jobs.max(1);
        let keeper = cluster_keeper(place, args.lease, (ClusterRole::Run, threads), stop, out)?;
        keeper.set_budget(budget);
        return Ok(Some(Box::new(keeper)));
    }
    let recorder = Recorder::open(Path::new(place), budget, out);
    let recorder = recorder.map_err(|error| error.to_string())?;
    Ok(Some(Box::new(recorder)))
}

/// Returns the limits of each problem.
fn budget(args: &VerifyArgs, session: &Session, time: Option<Duration>) -> Budget {
    Budget {
        milliseconds: time.map(|time| time.as_millis().try_into().unwrap_or(i64::MAX as u64)),
        nodes: args.problems.search.nodes,
        plies: (session.max_plies as u64).min(i64::MAX as u64),
    }
}

impl VerifyCommand<'_> {
    /// Verifies all problems, and prints the summary.
    pub fn run(mut self, batch: &Batch<'_>) -> Exit {
        let mut inputs = Inputs { list: self.args.problems.inputs(), standard: None };
        let tiers = &self.args.tiers;
        let count = tiers.len().max(1);
        let mut flow = ControlFlow::Continue(());
        for index in 0..count {
            let time = tiers.get(index).copied();
            if let Some(keeper) = self.keeper {
                let time = time.or(self.args.problems.search.time);
                keeper.set_budget(budget(self.args, self.session, time));
            }
            let pass = Pass {
                batch,
                question: self.args.problems.question.question(),
                time,
                is_first: index == 0,
                is_last: index + 1 == count,
                chunk: Vec::new(),
                next: 0,
                read: HashMap::new(),
                read_bytes: 0,
                all_bytes: inputs.list.iter().flatten().map(size).sum(),
            };
            flow = self.pass(pass, &mut inputs);
            if flow.is_break() || self.session.interrupt.is_set() {
                break;
            }
        }
        if flow.is_continue() || self.reporter.ends_here() {
            let unfinished = self.reported.iter().filter(|&&reported| !reported).count();
            self.reporter.summary(unfinished);
        }
        let interrupt = &self.session.interrupt;
        interrupt.exit_or(self.finish())
    }

    /// Writes everything that waits to the store, and returns the exit code.
    fn finish(self) -> Exit {
        let exit = self.reporter.exit();
        match self.keeper.map_or(Ok(Ok(())), |keeper| keeper.finish()) {
            Ok(Ok(())) => exit,
            Ok(Err(error)) => exit_on_write_error(&error, exit.max(Exit::Incomplete)),
            Err(error) => {
                print_error(error);
                Exit::Refused
            }
        }
    }

    fn pass(&mut self, mut pass: Pass<'_, '_>, inputs: &mut Inputs) -> ControlFlow<()> {
        for index in 0..inputs.list.len() {
            match inputs.document(index, self.args, self.session) {
                Ok(document) => {
                    self.document(&mut pass, &document)?;
                    pass.read_bytes += document.source().text().len() as u64;
                }
                Err(error) if pass.is_first => {
                    print_error(error);
                    self.reporter.raise(Exit::Refused);
                }
                Err(_) => {}
            }
        }
        self.show_left(&pass, 1.0);
        self.chunk(&mut pass)
    }

    /// Shows the number of problems that are left if this part of the input has been read.
    fn show_left(&self, pass: &Pass<'_, '_>, part: f64) {
        let (done, read) = (self.live.done(), pass.next as u64);
        self.live.set_left(match part {
            _ if !pass.is_first => Left::Exactly((self.reported.len() as u64).saturating_sub(done)),
            1.0.. => Left::Exactly(read.saturating_sub(done)),
            part => Left::About(rounded((read as f64 / part) as u64).saturating_sub(done)),
        });
    }

    /// Reads the problems of a document, and verifies the chunks that are full.
    fn document(&mut self, pass: &mut Pass<'_, '_>, document: &Arc<Document>) -> ControlFlow<()> {
        let question = pass.question.clone();
        for mut item in WithTextWarnings::new(question.items(document)) {
            self.args.problems.apply_to(&mut item);
            self.args.expectation.apply_to(&mut item);
            self.args.ask_for_features(&mut item);
            let number = pass.next;
            pass.next += 1;
            if self.reported.len() <= number {
                self.reported.push(false);
            }
            let position = pass.read.entry(document.source().name().to_owned()).or_default();
            pass.chunk.push(PlacedItem { item, document: Arc::clone(document), number, position: *position });
            *position += 1;
            if pass.chunk.len() >= CHUNK_PROBLEMS {
                self.show_left(pass, part_read(pass, document));
                self.chunk(pass)?;
            }
        }
        if pass.is_first {
            let name = document.source().name();
            let count = pass.read.get(name).copied().unwrap_or_default();
            // A source that has become shorter has no further problems.
            self.keeper.iter().for_each(|keeper| keeper.truncate_source(name, count));
        }
        ControlFlow::Continue(())
    }

    /// Files and verifies the problems of the chunk, and reports them in order; breaks if nothing more can be reported.
    fn chunk(&mut self, pass: &mut Pass<'_, '_>) -> ControlFlow<()> {
        let mut chunk = std::mem::take(&mut pass.chunk);
        if pass.is_first {
            self.file(pass.batch, &chunk);
        }
        chunk.retain(|placed| !self.reported[placed.number]);
        self.enqueue(pass.batch, &chunk);
        let (session, time, stop) = (self.session, pass.time, self.session.interrupt.stop_flag());
        pass.batch.verify_all(
            &chunk,
            stop,
            |placed| placed.item.problem.as_ref().ok(),
            |problem| match time {
                Some(time) => limits_of_tier(self.args, problem, time, session),
                None => session.solver.limits(problem),
            },
            |placed, outcome| {
                if self.keeper.is_some_and(|keeper| keeper.has_failed()) {
                    return ControlFlow::Break(());
                }
                let waits = !pass.is_last && !stop.load(Ordering::Relaxed);
                if waits && is_cut(&outcome) || matches!(outcome, BatchOutcome::NotFinished) {
                    return ControlFlow::Continue(());
                }
                self.reported[placed.number] = true;
                self.reporter.report(&placed.item, placed.document.source(), outcome)
            },
        )
    }

    /// Files the problems of a chunk in the store.
    fn file(&self, batch: &Batch<'_>, chunk: &[PlacedItem]) {
        let Some(keeper) = self.keeper else { return };
        let row = |placed: &PlacedItem| {
            let (name, question, refusal) = match &placed.item.problem {
                Ok(problem) => {
                    let question = QuestionKey::of(&batch.question(problem));
                    (verdict::name(problem).unwrap_or(""), Some(question), String::new())
                }
                Err(refusal) => {
                    let first = refusal.errors.first();
                    ("", None, first.map_or(String::new(), Diagnostic::message_with_argument))
                }
            };
            ProblemRow {
                source: placed.document.source().name().to_owned(),
                position: placed.position,
                line: placed.item.span.line,
                name: name.to_owned(),
                question,
                refusal,
            }
        };
        let rows: Vec<ProblemRow> = chunk.iter().map(row).collect();
        if self.args.retry_failed {
            let questions: Vec<QuestionKey> = rows.iter().filter_map(|row| row.question).collect();
            keeper.forget_failures(&questions);
        }
        keeper.file(&rows);
    }

    /// Lets other processes solve the problems of a chunk, if the store has others.
    fn enqueue(&self, batch: &Batch<'_>, chunk: &[PlacedItem]) {
        let Some(keeper) = self.keeper.filter(|keeper| keeper.is_shared()) else { return };
        let problems = chunk.iter().filter_map(|placed| placed.item.problem.as_ref().ok());
        let texts: Vec<(String, &Problem)> =
            problems.map(|problem| (batch.question(problem), problem)).collect();
        let questions: Vec<BatchQuestion<'_>> = texts
            .iter()
            .map(|(text, problem)| BatchQuestion {
                text,
                problem,
                names: batch.names,
                max_plies: batch.max_plies,
            })
            .collect();
        keeper.enqueue(&questions);
    }
}

/// Returns the size of an input in bytes; 0 if it is not known.
fn size(input: &Input) -> u64 {
    match input {
        Input::File(path) => std::fs::metadata(path).map_or(0, |data| data.len()),
        Input::Position(text) => text.len() as u64,
        Input::Standard => 0,
    }
}

/// Returns the part of the input that has been read up to the last problem of the chunk.
fn part_read(pass: &Pass<'_, '_>, document: &Document) -> f64 {
    let line = pass.chunk.last().map_or(0, |placed| placed.item.span.line);
    let source = document.source();
    let bytes = source.text().len() as f64;
    let read = pass.read_bytes as f64 + bytes * f64::from(line) / source.line_count() as f64;
    // The size of standard input is known once it is read.
    (read / (pass.all_bytes as f64).max(pass.read_bytes as f64 + bytes)).clamp(1e-6, 1.0)
}

/// Returns a number with two significant digits.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or_default().saturating_sub(1));
    number.div_ceil(unit) * unit
}

/// Returns the limits of a problem in a tier of this time.
fn limits_of_tier(args: &VerifyArgs, problem: &Problem, time: Duration, session: &Session) -> Limits {
    let time = problem.options.max_time.map_or(time, |own| own.min(time));
    Limits::new(args.problems.search.nodes, Some(time), session.interrupt.stop_flag().clone())
}

/// Returns whether a limit stopped the search.
fn is_cut(outcome: &BatchOutcome) -> bool {
    match outcome {
        BatchOutcome::Verified(verified) => verified.verification.is_incomplete(),
        BatchOutcome::Kept(kept) => kept.verification().is_some_and(Verification::is_incomplete),
        BatchOutcome::Failed(_) | BatchOutcome::NoProblem | BatchOutcome::NotFinished => false,
    }
}

/// The inputs of a run. Standard input, which can be read once, is kept.
struct Inputs {
    list: Vec<Result<Input, String>>,
    standard: Option<Arc<Document>>,
}

impl Inputs {
    /// Returns the document of an input.
    ///
    /// # Errors
    /// If it cannot be read: the message.
    fn document(
        &mut self,
        index: usize,
        args: &VerifyArgs,
        session: &Session,
    ) -> Result<Arc<Document>, String> {
        let input = self.list[index].as_ref().map_err(Clone::clone)?;
        let read = || args.problems.question.document(input, session).map(Arc::new);
        if *input != Input::Standard || args.tiers.is_empty() {
            return read();
        }
        if self.standard.is_none() {
            self.standard = Some(read()?);
        }
        self.standard.clone().ok_or_else(String::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_two_digits() {
        assert_eq!([0, 7, 42, 431, 12_345].map(rounded), [0, 7, 42, 440, 13_000]);
    }
}
