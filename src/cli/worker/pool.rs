//! The workers of a run.

use std::borrow::Cow;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::messages::{Order, PartKeeping, Reply, Request, receive, send};
use crate::batch::{Answer, Question, RemoteOutcome, RemoteSolver};
use crate::formats::popeye;
use crate::search::Limits;
use crate::search::limits::StopFlag;
use crate::solution::{PartKeeper, PartState};

/// The number of workers that may end on a problem before it is given up.
const MAX_ATTEMPTS: usize = 3;
/// The time between two looks at the flag that stops the run.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Starts workers when they are needed, and ends them with itself.
pub struct WorkerPool {
    program: PathBuf,
    arguments: Vec<String>,
    stop: StopFlag,
    idle: Mutex<Vec<Worker>>,
    /// The inputs of all workers, which end them.
    inputs: Arc<Mutex<Vec<Arc<WorkerInput>>>>,
    has_ended: Arc<AtomicBool>,
}

/// The input of a worker; `None` once it is closed.
type WorkerInput = Mutex<Option<BufWriter<ChildStdin>>>;

/// How the system treats a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Priority {
    /// As the run.
    Normal,
    /// After the others: it only helps another worker, from which it must not take the processor.
    Low,
}

struct Worker {
    priority: Priority,
    process: Child,
    input: Arc<WorkerInput>,
    output: BufReader<ChildStdout>,
}

impl WorkerPool {
    /// Returns a pool of processes of this program with these arguments, which end once `stop` is set.
    ///
    /// # Errors
    /// If the program does not know its path, or the system denies a thread.
    pub fn new(arguments: Vec<String>, stop: &StopFlag) -> io::Result<WorkerPool> {
        let inputs: Arc<Mutex<Vec<Arc<WorkerInput>>>> = Arc::default();
        let has_ended = Arc::<AtomicBool>::default();
        let watched = (Arc::clone(&inputs), Arc::clone(&has_ended), stop.clone());
        std::thread::Builder::new().name("workers".into()).spawn(move || {
            let (inputs, has_ended, stop) = watched;
            while !has_ended.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(POLL_INTERVAL);
            }
            // The end of its input ends a worker.
            for input in &*inputs.lock().unwrap_or_else(PoisonError::into_inner) {
                *input.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
        })?;
        Ok(WorkerPool {
            program: std::env::current_exe()?,
            arguments,
            stop: stop.clone(),
            idle: Mutex::default(),
            inputs,
            has_ended,
        })
    }

    fn start(&self, priority: Priority) -> io::Result<Worker> {
        let spawn = |mut command: Command| {
            command.arg("worker").args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
        };
        let mut process = match priority {
            Priority::Normal => spawn(Command::new(&self.program))?,
            // A system without this program has no such priority.
            Priority::Low => spawn(nice(&self.program)).or_else(|_| spawn(Command::new(&self.program)))?,
        };
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let input = Arc::new(Mutex::new(Some(BufWriter::new(input))));
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        inputs.retain(|input| Arc::strong_count(input) > 1);
        inputs.push(Arc::clone(&input));
        Ok(Worker { priority, process, input, output: BufReader::new(output) })
    }

    /// Returns a worker that waits, or a new one.
    fn worker(&self, priority: Priority) -> io::Result<Worker> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        // One of the other priority ends: two would take the memory of two.
        idle.filter(|worker| worker.priority == priority).map_or_else(|| self.start(priority), Ok)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }
}

impl Worker {
    /// Sends a request and returns the outcome.
    ///
    /// # Errors
    /// If the worker has ended.
    fn ask(
        &mut self,
        request: &Request,
        limits: &Limits,
        parts: Option<&dyn PartKeeper>,
    ) -> io::Result<RemoteOutcome> {
        self.send(&Order::Solve(Cow::Borrowed(request)))?;
        let mut is_stopped = false;
        loop {
            let (reply, record) = receive(&mut self.output)?;
            match reply {
                Reply::Claim(key) => {
                    let state = parts.map_or(PartState::Open, |parts| parts.claim(&key));
                    self.send(&Order::Claimed(state))?;
                }
                Reply::Part(key, part) => {
                    if let Some(parts) = parts {
                        parts.keep(key, part);
                    }
                }
                Reply::Progress(state) => {
                    limits.progress().show(state);
                    let must_stop = limits.must_stop() || parts.is_some_and(|parts| !parts.is_wanted());
                    if must_stop && !std::mem::replace(&mut is_stopped, true) {
                        self.send(&Order::Stop)?;
                    }
                }
                Reply::Done { verification, stats, was_cut } => {
                    let answer = Answer { verification, stats, was_cut, record };
                    return Ok(RemoteOutcome::Answered(Box::new(answer)));
                }
                Reply::Failed(message) => return Ok(RemoteOutcome::Failed(message)),
                Reply::Declined => return Ok(RemoteOutcome::Declined),
            }
        }
    }

    fn send(&self, order: &Order<'_>) -> io::Result<()> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        send(input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?, order, b"")
    }

    /// Waits for the end of a worker that does not answer, and returns how it has ended.
    fn end(&mut self) -> String {
        let _ = self.process.kill();
        self.process.wait().map_or_else(|error| error.to_string(), how_ended)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        *self.input.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // It ends by itself, unless it has just been given up.
        let _ = self.process.wait();
    }
}

impl RemoteSolver for WorkerPool {
    fn verify(
        &self,
        question: &Question<'_>,
        limits: &Limits,
        parts: Option<&dyn PartKeeper>,
    ) -> RemoteOutcome {
        let mut request = Request {
            problem: popeye::write(question.problem),
            question: question.text.to_owned(),
            names: question.names,
            max_plies: question.max_plies,
            milliseconds: limits.max_time().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            nodes: limits.max_nodes(),
            parts: PartKeeping::Never,
        };
        let priority = match parts {
            Some(parts) if parts.is_helping() => Priority::Low,
            _ => Priority::Normal,
        };
        let mut last = String::new();
        for _ in 0..MAX_ATTEMPTS {
            // Without a worker the problem is solved here.
            let Ok(mut worker) = self.worker(priority) else { return RemoteOutcome::Declined };
            request.parts = match parts {
                None => PartKeeping::Never,
                Some(parts) if parts.has_parts() => PartKeeping::Known,
                Some(_) => PartKeeping::Empty,
            };
            match worker.ask(&request, limits, parts) {
                Ok(_) if self.is_stopped() => return RemoteOutcome::Interrupted,
                Ok(outcome) => {
                    self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    return outcome;
                }
                Err(_) if self.is_stopped() => return RemoteOutcome::Interrupted,
                Err(_) => last = worker.end(),
            }
        }
        RemoteOutcome::Failed(format!(
            "{MAX_ATTEMPTS} processes ended while they solved it, the last one {last}"
        ))
    }
}

/// Returns the command that runs a program at the lowest priority.
fn nice(program: &Path) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(program);
    command
}

/// Returns how a process has ended.
fn how_ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("with exit code {code}"),
        None => "without an exit code".into(),
    }
}
