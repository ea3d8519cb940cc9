//! The worker itself.

use std::io::{self, Stdout};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::WorkerArgs;
use super::messages::{Order, PartKeeping, Reply, Request, receive, send};
use crate::batch::Batch;
use crate::cli::exit::Exit;
use crate::cli::messages::print_error;
use crate::cli::progress::ProgressLine;
use crate::cli::session::{Session, SolutionUse, with_deep_stack};
use crate::position::PieceNames;
use crate::problem::{Problem, Verdict};
use crate::report::text::Characters;
use crate::search::Limits;
use crate::solution::{MissingKing, Part, PartKeeper, PartKey, PartState};
use crate::store::{MIN_SEARCH_TIME, answer};

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
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok((order, _)) = receive(&mut input) {
            let passed = match order {
                Order::Solve(request) => requests.send(request.into_owned()).is_ok(),
                Order::Claimed(state) => states.send(state).is_ok(),
            };
            if !passed {
                return;
            }
        }
        // The run has ended, or asks the worker to stop.
        stop.store(true, Ordering::Relaxed);
    });
    let progress = ProgressLine::new(args.search.quiet, PieceNames::default(), Characters::Unicode);
    let channel = Mutex::new(Channel { out: io::stdout(), claimed });
    with_deep_stack(|| {
        for request in received {
            let (reply, record) = reply(&request, &session, &progress, &channel);
            if channel.lock().unwrap_or_else(PoisonError::into_inner).send(&reply, &record).is_err() {
                return;
            }
        }
    });
    Exit::AsExpected
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
    session: &Session,
    progress: &ProgressLine,
    channel: &Mutex<Channel>,
) -> (Reply, Vec<u8>) {
    let Ok(problem) = request.problem.parse() else { return (Reply::Declined, Vec::new()) };
    let around = |problem: &Problem, limits: &Limits, work: &mut dyn FnMut()| {
        progress.during(problem, limits, session.solver.table(), work);
    };
    let mut batch = Batch::new(&session.solver, None);
    batch.wrap = &around;
    batch.max_plies = request.max_plies;
    batch.names = request.names;
    if batch.question(&problem) != request.question {
        return (Reply::Declined, Vec::new());
    }
    let parts = RequestParts { keeping: request.parts, begin: Instant::now(), channel };
    let parts = (request.parts != PartKeeping::Never).then_some(&parts as &dyn PartKeeper);
    let stop = session.interrupt.stop_flag();
    let time = request.milliseconds.map(Duration::from_millis);
    let limits = Limits::new(request.nodes, time, stop.clone());
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
        if self.keeping == PartKeeping::Known || self.is_keeping() {
            self.channel().claim(key)
        } else {
            PartState::Open
        }
    }

    fn is_keeping(&self) -> bool {
        self.begin.elapsed() >= MIN_SEARCH_TIME
    }

    fn keep(&self, key: PartKey, part: Part) {
        // If nothing receives it, the run has ended.
        let _ = self.channel().send(&Reply::Part(key, part), b"");
    }
}
