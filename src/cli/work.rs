//! `kirke work`: solves the problems of a store that many machines share.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::live::{LiveView, is_cooked, live_label};
use super::messages::{print_error, print_note};
use super::session::{Session, SolutionUse, cores, positive_duration, threads};
use super::worker::WorkerPool;
use super::{SearchArgs, memory};
use crate::batch::{Batch, RemoteSolver, ResultKeeper};
use crate::problem::Problem;
use crate::search::Limits;
use crate::search::limits::StopFlag;
use crate::solution::MissingKing;
use crate::store::{ClusterKeeper, ClusterRole, Job, JobQueue, PostgresStore, RUN_PREFIX, RunKeeper, Worker};

/// The time before a worker that has found no job looks again.
const IDLE_TIME: Duration = Duration::from_millis(200);

/// The time before a worker that has helped looks again.
const HELP_PAUSE: Duration = Duration::from_millis(500);

/// The arguments of `kirke work`.
#[derive(Args, Debug)]
pub struct WorkArgs {
    /// The address of the PostgreSQL server, as in postgres://user@host/database
    #[arg(long, value_name = "STORE", value_parser = server)]
    store: String,
    /// How many problems to solve at the same time, each on one thread [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    jobs: Option<usize>,
    /// Memory of all problems together, as in 500M or 2G [default: a quarter of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = super::session::memory_size)]
    memory: Option<usize>,
    /// The time after which a worker that was not seen is lost
    #[arg(long, value_name = "TIME", value_parser = positive_duration, default_value = "30s")]
    lease: Duration,
    /// End once no problem is left and no run files further ones; otherwise wait for them
    #[arg(long)]
    until_done: bool,
    /// Do not print how many problems were solved
    #[arg(long, short)]
    quiet: bool,
}

fn server(text: &str) -> Result<String, String> {
    if PostgresStore::is_url(text) {
        return Ok(text.to_owned());
    }
    Err("expected the address of a PostgreSQL server, as in postgres://user@host/database".into())
}

/// Returns a worker of this process that no other one has the name of.
fn worker(role: ClusterRole, threads: usize) -> Worker {
    static WORKERS: AtomicU64 = AtomicU64::new(0);
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    // Containers on one machine have their own names, and share its cores.
    let machine = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
    let number = WORKERS.fetch_add(1, Ordering::Relaxed);
    let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let (process, start) = (std::process::id(), start.as_micros());
    let role_word = match role {
        ClusterRole::Run => RUN_PREFIX,
        ClusterRole::Worker => "",
    };
    let id = format!("{role_word}{} {process} {start} {number}", host.trim());
    Worker { id, machine: machine.unwrap_or(host).trim().to_owned(), threads }
}

/// Returns a keeper that is a worker of the store at an address, searches with this number of threads, and prints to `out`.
///
/// # Errors
/// The message.
pub fn cluster_keeper(
    place: &str,
    lease: Duration,
    (role, threads): (ClusterRole, usize),
    stop: &StopFlag,
    out: Box<dyn Write + Send>,
) -> Result<ClusterKeeper, String> {
    let store = PostgresStore::open(place).map_err(|error| error.to_string())?;
    let queue = JobQueue::new(store, worker(role, threads), lease).map_err(|error| error.to_string())?;
    ClusterKeeper::new(queue, lease, role, stop, out).map_err(|error| error.to_string())
}

/// Solves jobs until the user ends the program, or no job is left.
pub fn run(args: &WorkArgs) -> Exit {
    let jobs = args.jobs.unwrap_or_else(cores);
    let each = args.memory.unwrap_or_else(memory::quarter_of_free) / jobs;
    let search = SearchArgs { threads: Some(1), memory: Some(each), time: None, nodes: None, quiet: true };
    let use_of_solutions = SolutionUse::Buffered { at_once: 2, as_text: true };
    let prepared = Session::new(&search, MissingKing::Refuse, use_of_solutions).and_then(|session| {
        let stop = session.interrupt.stop_flag();
        let arguments = vec!["--threads=1".into(), format!("--memory={each}")];
        let workers = WorkerPool::new(arguments, stop).map_err(|error| error.to_string())?;
        let keepers = (0..jobs).map(|_| {
            let out = Box::new(io::stdout());
            cluster_keeper(&args.store, args.lease, (ClusterRole::Worker, 1), stop, out)
        });
        let keepers = keepers.collect::<Result<Vec<_>, _>>()?;
        Ok((session, workers, keepers))
    });
    let (session, workers, keepers) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let live = LiveView::new(args.quiet);
    std::thread::scope(|scope| {
        for keeper in &keepers {
            let loops = WorkLoop { args, session: &session, workers: &workers, keeper, live: &live };
            scope.spawn(move || loops.run());
        }
    });
    let solved = live.done();
    drop(live);
    if !args.quiet {
        print_note(format_args!("{solved} problems solved"));
    }
    let mut exit = Exit::AsExpected;
    for keeper in keepers {
        if let Err(error) = keeper.finish() {
            print_error(error);
            exit = Exit::Refused;
        }
    }
    session.interrupt.exit_or(exit)
}

/// One of the workers of a process.
struct WorkLoop<'a> {
    args: &'a WorkArgs,
    session: &'a Session,
    workers: &'a WorkerPool,
    keeper: &'a ClusterKeeper,
    live: &'a LiveView,
}

impl WorkLoop<'_> {
    fn run(&self) {
        while !self.session.interrupt.is_set() && !self.keeper.has_failed() {
            if let Some(job) = self.keeper.take() {
                self.solve(&job);
            } else if let Some(job) = self.keeper.begin_help(cores()) {
                self.solve(&job);
                self.keeper.end_help();
                // Now all its parts are taken.
                std::thread::sleep(HELP_PAUSE);
            } else if self.args.until_done && self.keeper.is_empty() {
                return;
            } else {
                std::thread::sleep(IDLE_TIME);
            }
        }
    }

    fn solve(&self, job: &Job) {
        let around = |problem: &Problem, limits: &Limits, work: &mut dyn FnMut()| {
            self.live.during(|| live_label(problem), limits, work);
        };
        let mut batch = Batch::new(&self.session.solver, None);
        batch.wrap = &around;
        batch.keeper = Some(self.keeper as &dyn ResultKeeper);
        batch.remote = Some(self.workers as &dyn RemoteSolver);
        batch.names = job.names;
        batch.max_plies = usize::try_from(job.budget.plies).unwrap_or(usize::MAX);
        let problem =
            job.problem.parse().ok().filter(|problem: &Problem| batch.question(problem) == job.question);
        let Some(problem) = problem else {
            self.keeper.decline(&job.question);
            return;
        };
        self.keeper.set_budget(job.budget);
        let stop = self.session.interrupt.stop_flag();
        let own = problem.options.max_time;
        let time = [own, job.budget.milliseconds.map(Duration::from_millis)].into_iter().flatten().min();
        let limits = Limits::new(job.budget.nodes, time, stop.clone());
        let answered = self.keeper.answered();
        let outcome = batch.verify(&problem, &limits, stop);
        // What it has helped with is counted by the worker that has the problem.
        if self.keeper.answered() > answered {
            self.live.count(is_cooked(&outcome));
        }
    }
}
