//! Searches for pages: a bounded number runs at the same time, others wait, and one without a reader is cancelled.

mod work;
mod workshop;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc};

use super::Settings;
use crate::problem::Problem;
use crate::solver::{Canceller, STACK_BYTES};
use work::Work;

/// The number of jobs that run or wait; more are refused.
const MAX_JOBS: usize = 64;
/// The number of events that wait for a slow reader; then its search waits.
const MAX_EVENTS: usize = 256;

/// What is asked of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The solution, event by event.
    Solve,
    /// The verdict.
    Verify,
    /// The tables of changed play.
    Table,
    /// What each man is for.
    Economy,
    /// The changes that make it sound.
    Improve,
    /// Its sound twins.
    Twins,
}

/// All jobs.
pub struct Jobs {
    running: Arc<Semaphore>,
    list: Mutex<Listing>,
    /// The memory of the table of a job, in bytes.
    memory: usize,
    time: Duration,
}

#[derive(Default)]
struct Listing {
    last: u64,
    jobs: BTreeMap<u64, (Task, JobState, Canceller)>,
}

/// Whether a job has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for another job to end.
    Queued,
    /// It runs.
    Running,
}

/// A job in the list.
#[derive(Serialize)]
pub struct JsonJob {
    id: u64,
    task: Task,
    state: JobState,
}

/// The place of a job in the list, until it is dropped.
struct Registration {
    jobs: Arc<Jobs>,
    id: u64,
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.jobs.list().jobs.remove(&self.id);
    }
}

/// Cancels a job when its reader goes away.
struct Reader(Canceller);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Jobs {
    /// Returns no jobs, with the bounds of the settings.
    pub fn new(settings: &Settings) -> Jobs {
        let running = settings.running.max(1);
        Jobs {
            running: Arc::new(Semaphore::new(running)),
            list: Mutex::default(),
            memory: settings.memory / running,
            time: settings.time,
        }
    }

    fn list(&self) -> MutexGuard<'_, Listing> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the jobs that run or wait.
    pub fn listed(&self) -> Vec<JsonJob> {
        let list = self.list();
        list.jobs.iter().map(|(&id, &(task, state, _))| JsonJob { id, task, state }).collect()
    }

    /// Cancels a job. Returns whether there is such a job.
    pub fn cancel(&self, id: u64) -> bool {
        let list = self.list();
        let job = list.jobs.get(&id);
        job.iter().for_each(|(_, _, canceller)| canceller.cancel());
        job.is_some()
    }

    /// Starts a job and returns its events as the body of an answer; `None` if there are too many jobs.
    pub fn start(
        self: &Arc<Jobs>,
        task: Task,
        problem: Problem,
        keep: Vec<String>,
        source: &str,
    ) -> Option<Body> {
        let canceller = Canceller::default();
        let id = {
            let mut list = self.list();
            if list.jobs.len() >= MAX_JOBS {
                return None;
            }
            list.last += 1;
            let id = list.last;
            list.jobs.insert(id, (task, JobState::Queued, canceller.clone()));
            id
        };
        let registration = Registration { jobs: Arc::clone(self), id };
        let (sender, receiver) = mpsc::channel(MAX_EVENTS);
        let work = Work {
            task,
            problem,
            keep,
            source: source.to_owned(),
            memory: self.memory,
            time: self.time,
            canceller: canceller.clone(),
            sender,
        };
        tokio::spawn(run(registration, work));
        let events = stream::unfold((receiver, Reader(canceller)), |(mut receiver, reader)| async {
            let event: String = receiver.recv().await?;
            Some((Ok::<_, Infallible>(event), (receiver, reader)))
        });
        Some(Body::from_stream(events))
    }
}

/// Runs a job as soon as there is a place for it, on a thread with a large stack.
async fn run(registration: Registration, work: Work) {
    let sender = work.sender.clone();
    let id = registration.id;
    // An event that no reader receives is lost with the job.
    let _ = sender.send(work::event("job", &format!("{{\"id\":{id}}}"))).await;
    let running = Arc::clone(&registration.jobs.running);
    let place = match Arc::clone(&running).try_acquire_owned() {
        Ok(place) => place,
        Err(_) => {
            let _ = sender.send(work::event("queued", "{}")).await;
            let place = tokio::select! {
                place = running.acquire_owned() => place,
                () = sender.closed() => return,
            };
            let Ok(place) = place else { return };
            place
        }
    };
    if let Some(job) = registration.jobs.list().jobs.get_mut(&id) {
        job.1 = JobState::Running;
    }
    let started = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        work.run();
        drop((registration, place));
    });
    if let Err(error) = started {
        let _ = sender.send(work::failed(&error.to_string())).await;
    }
}
