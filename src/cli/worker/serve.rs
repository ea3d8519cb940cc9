//! The worker itself.

use std::io::{self, Stdout};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::WorkerArgs;
use super::messages::{Order, PartKeeping, Reply, Request, receive, send};
use crate::batch::Batch;
use crate::cli::exit::Exit;
use crate::cli::messages::print_error;
use crate::cli::session::{Session, SolutionUse, with_deep_stack};
use crate::problem::Verdict;
use crate::search::Limits;
use crate::search::limits::StopFlag;
use crate::search::progress::SearchProgress;
use crate::solution::{MissingKing, Part, PartKeeper, PartKey, PartState};
use crate::store::{MIN_SEARCH_TIME, QuestionKey, answer};

/// The time between two messages on the progress of a search.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// Solves the problems that are requested until the input ends.
pub(super) fn run(args: &WorkerArgs) -> Exit {
    let answers = SolutionUse::Buffered { at_once: 2, as_text: true };
    let session = match Session::new(&args.search, MissingKing::Refuse, answers) {
        Ok(session) => session,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let (requests, received) = mpsc::channel();
    let (states, claimed) = mpsc::channel();
    let stop = session.interrupt.stop_flag().clone();
    std::thread::spawn(move || read_orders(&requests, &states, &stop));
    let channel = Arc::new(Mutex::new(Channel { out: io::stdout(), claimed }));
    let current = Arc::<Mutex<Option<Arc<SearchProgress>>>>::default();
    let shown = (Arc::clone(&channel), Arc::clone(&current));
    std::thread::spawn(move || show_progress(&shown.0, &shown.1));
    with_deep_stack(|| {
        for (request, stop) in received {
            let (reply, record) = reply(&request, stop, &session, &current, &channel);
            *current.lock().unwrap_or_else(PoisonError::into_inner) = None;
            if channel.lock().unwrap_or_else(PoisonError::into_inner).send(&reply, &record).is_err() {
                return;
            }
        }
    });
    Exit::AsExpected
}

/// Reads orders until the input ends, and passes on requests, each with the flag that stops it, and answers to claims.
fn read_orders(requests: &Sender<(Request, StopFlag)>, states: &Sender<PartState>, stop: &StopFlag) {
    let mut input = io::stdin().lock();
    let mut current = StopFlag::default();
    while let Ok((order, _)) = receive(&mut input) {
        let passed = match order {
            Order::Solve(request) => {
                current = StopFlag::default();
                requests.send((request.into_owned(), current.clone())).is_ok()
            }
            Order::Claimed(state) => states.send(state).is_ok(),
            Order::Stop => {
                current.store(true, Ordering::Relaxed);
                true
            }
        };
        if !passed {
            break;
        }
    }
    // The run has ended, or asks the worker to stop.
    current.store(true, Ordering::Relaxed);
    stop.store(true, Ordering::Relaxed);
}

/// Sends the progress of the search that was under way at the last look already, until the program ends.
fn show_progress(channel: &Mutex<Channel>, current: &Mutex<Option<Arc<SearchProgress>>>) {
    let mut seen: Option<Arc<SearchProgress>> = None;
    loop {
        std::thread::sleep(PROGRESS_INTERVAL);
        let now = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let (Some(now), Some(seen)) = (&now, &seen)
            && Arc::ptr_eq(now, seen)
            // A claim waits for its answer.
            && let Ok(mut channel) = channel.try_lock()
        {
            let _ = channel.send(&Reply::Progress(now.state()), b"");
        }
        seen = now;
    }
}

/// Where replies go, and answers to claims come from.
struct Channel {
    out: Stdout,
    claimed: Receiver<PartState>,
}

impl Channel {
    fn send(&mut self, reply: &Reply, bytes: &[u8]) -> io::Result<()> {
        send(&mut self.out, reply, bytes)
    }

    /// Returns what the run knows of a part.
    fn claim(&mut self, key: &PartKey) -> PartState {
        // If the run has ended, the search ends soon.
        let state = self.send(&Reply::Claim(*key), b"").ok().and_then(|()| self.claimed.recv().ok());
        state.unwrap_or(PartState::Open)
    }
}

/// Solves a problem, and returns the last reply to the request with the bytes that follow it.
fn reply(
    request: &Request,
    stop: StopFlag,
    session: &Session,
    current: &Mutex<Option<Arc<SearchProgress>>>,
    channel: &Mutex<Channel>,
) -> (Reply, Vec<u8>) {
    let Ok(problem) = request.problem.parse() else { return (Reply::Declined, Vec::new()) };
    let mut batch = Batch::new(&session.solver, None);
    batch.max_plies = request.max_plies;
    batch.names = request.names;
    if batch.question(&problem) != request.question {
        return (Reply::Declined, Vec::new());
    }
    let parts = RequestParts {
        keeping: request.parts,
        seed: QuestionKey::of(&request.question).seed(),
        begin: Instant::now(),
        channel,
    };
    let parts = (request.parts != PartKeeping::Never).then_some(&parts as &dyn PartKeeper);
    let time = request.milliseconds.map(Duration::from_millis);
    let limits = Limits::new(request.nodes, time, stop);
    *current.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(limits.progress()));
    match batch.verify_here(&problem, &limits, parts) {
        Ok(verified) if verified.verification.has(Verdict::Refused) => (Reply::Declined, Vec::new()),
        Ok(verified) => {
            let was_cut = limits.was_stopped() || verified.verification.is_incomplete();
            let answer = answer(&problem, &verified, was_cut);
            let (verification, stats) = (answer.verification, answer.stats);
            (Reply::Done { verification, stats, was_cut }, answer.record)
        }
        Err(message) => (Reply::Failed(message), Vec::new()),
    }
}

/// Asks the run for the parts of a solution, and sends those that are searched.
struct RequestParts<'c> {
    keeping: PartKeeping,
    seed: u64,
    begin: Instant,
    channel: &'c Mutex<Channel>,
}

impl RequestParts<'_> {
    fn channel(&self) -> MutexGuard<'_, Channel> {
        self.channel.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartKeeper for RequestParts<'_> {
    fn claim(&self, key: &PartKey) -> PartState {
        if self.is_keeping() { self.channel().claim(key) } else { PartState::Open }
    }

    // If parts are known, each is kept: a later search that takes over a part of another worker may be short.
    fn is_keeping(&self) -> bool {
        self.keeping == PartKeeping::Known || self.begin.elapsed() >= MIN_SEARCH_TIME
    }

    fn keep(&self, key: PartKey, part: Part) {
        // If nothing receives it, the run has ended.
        let _ = self.channel().send(&Reply::Part(key, part), b"");
    }

    fn seed(&self) -> Option<u64> {
        Some(self.seed)
    }
}
