//! `kirke explore`: problems that arise from a matrix.

use std::io::{self, IsTerminal, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::Ticker;
use crate::cli::SearchArgs;
use crate::cli::appearance::AppearanceArgs;
use crate::cli::exit::Exit;
use crate::cli::messages::{exit_on_write_error, print_error, print_refusal};
use crate::cli::question::QuestionArgs;
use crate::cli::session::{self, Session, SolutionUse, with_deep_stack};
use crate::formats::popeye;
use crate::parallel::{ThreadPool, par_map_ordered};
use crate::problem::Problem;
use crate::query::{Query, QueryError, Scope};
use crate::report::workshop::{ExploreFormat, write_found};
use crate::solution::MissingKing;
use crate::solver::thread_pool;
use crate::store::{
    ChunkClaim, ChunkOutcome, ChunkStore, MemoryChunks, PostgresStore, QuestionKey, SqliteStore, StoreError,
};
use crate::verify::VerifyNames;
use crate::workshop::{Exploration, FoundProblem, FreeMan, Goals, Matrix, MatrixError, Tested};

/// The arguments of `kirke explore`.
#[derive(Args, Debug)]
pub struct ExploreArgs {
    /// The matrix: a file with one problem, or a FEN in quotes, of the men that stay
    #[arg(value_name = "MATRIX")]
    files: Vec<PathBuf>,
    /// A man to place: its colour, the letters of one or several men, and the squares, as in wQ, bS,B@a*,b*, or wP? for
    /// one that may be missing; can be repeated
    #[arg(long, value_name = "MAN", required = true)]
    free: Vec<FreeMan>,
    /// The numbers of men that a position may have, as in 5 or 4..6
    #[arg(long, value_name = "NUMBERS", value_parser = men_range, default_value = "0..128")]
    men: RangeInclusive<usize>,
    /// The number of lines of help and series play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    lines: u64,
    /// What the solution must have, as in 'every line { model-mate } and [promotes to knight]'
    #[arg(long = "where", value_name = "QUERY", value_parser = parse_query)]
    query: Option<Query>,
    /// Test the positions in another order, by this seed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    shuffle: u64,
    /// Keep what was tested in this file, or on a PostgreSQL server that several machines share, and go on with the rest
    #[arg(long, value_name = "STORE", value_parser = session::store_place)]
    store: Option<String>,
    /// With a store: the time after which what another process has begun is tested again
    #[arg(long, value_name = "TIME", value_parser = session::positive_duration, default_value = "30s", requires = "store")]
    lease: Duration,
    /// Stop after this number of problems
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    problems: u64,
    /// Stop after this time, as in 30s, 5m or 1h30m
    #[arg(long, value_name = "TIME", value_parser = session::positive_duration)]
    within: Option<Duration>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ExploreFormat,
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    appearance: AppearanceArgs,
}

fn parse_query(text: &str) -> Result<Query, QueryError> {
    Query::parse(text, Scope::Solution)
}

fn men_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = match text.split_once("..") {
        Some((least, most)) => least.parse().ok().zip(most.parse().ok()),
        None => text.parse().ok().map(|number| (number, number)),
    };
    match range {
        Some((least, most)) if least > most => Err("expected the smaller number first".into()),
        Some((least, most)) => Ok(least..=most),
        None => Err("expected a number or two, as in 5 or 4..6".into()),
    }
}

/// The number of positions that one process takes at a time.
const CHUNK: u64 = 1 << 12;

/// The number of positions that the solution of one position may search, unless it is given.
const MAX_NODES: u64 = 2_000_000;

/// How long a process waits for the chunks of others.
const WAIT: Duration = Duration::from_millis(500);

/// Searches the problems of a matrix.
pub fn run(args: &ExploreArgs) -> Exit {
    let search = SearchArgs { threads: Some(1), ..args.search.clone() };
    let threads = args.search.threads.unwrap_or_else(session::cores);
    let session = Session::new(&search, MissingKing::Refuse, SolutionUse::Streamed);
    let prepared = session.map_err(|error| error.to_string()).and_then(|session| {
        let pool = thread_pool(threads).map_err(|error| error.to_string())?;
        Ok((session, pool))
    });
    let (session, pool) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return refused(error),
    };
    with_deep_stack(|| match problem_of(args, &session) {
        Ok(problem) => explore(args, &session, pool.as_ref(), problem),
        Err(exit) => exit,
    })
}

fn refused(error: impl std::fmt::Display) -> Exit {
    print_error(error);
    Exit::Refused
}

/// Returns the problem of the matrix.
///
/// # Errors
/// The exit code, once the reason was printed.
fn problem_of(args: &ExploreArgs, session: &Session) -> Result<Problem, Exit> {
    let mut problems = Vec::new();
    for input in args.question.inputs(&args.files) {
        let reading = input.and_then(|input| args.question.read(&input, session)).map_err(refused)?;
        for item in reading.items {
            match item.problem {
                Ok(problem) => problems.push(problem),
                Err(refusal) => {
                    print_refusal(&refusal, &reading.source, args.appearance.color);
                    return Err(Exit::Refused);
                }
            }
        }
    }
    match <[Problem; 1]>::try_from(problems) {
        Ok([problem]) => Ok(problem),
        Err(problems) => Err(refused(format!("expected one problem as the matrix, not {}", problems.len()))),
    }
}

fn explore(args: &ExploreArgs, session: &Session, pool: Option<&ThreadPool>, problem: Problem) -> Exit {
    let key = exploration_key(args, &problem);
    let chunks: Result<Box<dyn ChunkStore>, StoreError> = match args.store.as_deref() {
        None => Ok(Box::<MemoryChunks>::default()),
        Some(place) if PostgresStore::is_url(place) => {
            PostgresStore::open(place).map(|store| Box::new(store) as Box<dyn ChunkStore>)
        }
        Some(place) => {
            SqliteStore::open(Path::new(place)).map(|store| Box::new(store) as Box<dyn ChunkStore>)
        }
    };
    let matrix: Result<Matrix, MatrixError> = Matrix::new(problem, &args.free, args.men.clone());
    let (chunks, matrix) = match (chunks, matrix) {
        (Err(error), _) => return refused(error),
        (_, Err(error)) => return refused(error),
        (Ok(chunks), Ok(matrix)) => (chunks, matrix),
    };
    let letters = args.appearance.letters;
    let names = VerifyNames { shown: letters, declared: letters };
    let goals = Goals { solutions: args.lines, query: args.query.clone() };
    let max_nodes = args.search.nodes.unwrap_or(MAX_NODES);
    let exploration =
        Exploration::new(&session.solver, matrix, goals, max_nodes, names).shuffled(args.shuffle);
    let is_shown = !args.search.quiet && io::stderr().is_terminal();
    let ticker = Ticker { shown: is_shown.then(Instant::now), width: 0 };
    let run = ExploreRun {
        args,
        session,
        pool,
        exploration,
        key,
        chunks,
        begin: Instant::now(),
        ticker,
        found: 0,
        tested: 0,
        unfinished: 0,
    };
    run.run()
}

/// Returns the name of an exploration in a store: everything on which its outcome depends.
fn exploration_key(args: &ExploreArgs, problem: &Problem) -> String {
    let question = format!(
        "explore {:?} {:?} {} {:?} {} {:?} {}",
        args.free,
        args.men,
        args.lines,
        args.query,
        args.shuffle,
        args.search.nodes,
        popeye::write(&problem.clone().without_names()),
    );
    QuestionKey::of(&question).to_string()
}

/// A run of the command.
struct ExploreRun<'a> {
    args: &'a ExploreArgs,
    session: &'a Session,
    pool: Option<&'a ThreadPool>,
    exploration: Exploration<'a>,
    key: String,
    chunks: Box<dyn ChunkStore>,
    begin: Instant,
    ticker: Ticker,
    found: u64,
    tested: u64,
    unfinished: u64,
}

/// The reason why a run ends before its end.
enum Failure {
    Store(StoreError),
    Write(io::Error),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Store(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Write(error)
    }
}

impl ExploreRun<'_> {
    fn run(mut self) -> Exit {
        let is_complete = match self.test_all() {
            Ok(is_complete) => is_complete,
            Err(Failure::Store(error)) => return refused(error),
            Err(Failure::Write(error)) => return exit_on_write_error(&error, Exit::AsExpected),
        };
        drop(std::mem::replace(&mut self.ticker, Ticker { shown: None, width: 0 }));
        if self.args.format == ExploreFormat::Text
            && let Err(error) = self.summary(is_complete)
        {
            return exit_on_write_error(&error, Exit::AsExpected);
        }
        let exit = match self.found {
            0 if is_complete && self.unfinished == 0 => Exit::Unexpected,
            0 => Exit::Incomplete,
            _ => Exit::AsExpected,
        };
        self.session.interrupt.exit_or(exit)
    }

    fn is_over(&self) -> bool {
        self.session.interrupt.is_set()
            || self.found >= self.args.problems
            || self.args.within.is_some_and(|time| self.begin.elapsed() >= time)
    }

    /// Tests the chunks that are left; returns whether all were tested.
    fn test_all(&mut self) -> Result<bool, Failure> {
        for outcome in self.chunks.outcomes(&self.key)? {
            self.tested += outcome.tested;
            self.unfinished += outcome.unfinished;
            for number in outcome.found {
                if let Tested::Found(found) = self.exploration.test(number) {
                    self.print(&found)?;
                }
            }
        }
        let count = self.exploration.matrix.size().div_ceil(CHUNK);
        while !self.is_over() {
            match self.chunks.claim(&self.key, count, self.args.lease)? {
                ChunkClaim::Done => return Ok(true),
                ChunkClaim::Wait => std::thread::sleep(WAIT),
                ChunkClaim::Ours(chunk) => self.test_chunk(chunk)?,
            }
        }
        Ok(false)
    }

    /// Tests the positions of a chunk. A chunk that is not tested to its end is tested again by the next run.
    fn test_chunk(&mut self, chunk: u64) -> Result<(), Failure> {
        let end = self.exploration.matrix.size().min((chunk + 1) * CHUNK);
        let numbers: Vec<u64> = (chunk * CHUNK..end).collect();
        let mut outcome = ChunkOutcome::default();
        let mut renewed = Instant::now();
        let mut failure = None;
        let exploration = &self.exploration;
        let (chunks, key, lease) = (&mut self.chunks, &self.key, self.args.lease);
        let mut shown: Vec<Box<FoundProblem>> = Vec::new();
        let (before, interrupt) = (self.tested, &self.session.interrupt);
        let found = self.found;
        let (within, begin) = (self.args.within, self.begin);
        let ticker = &mut self.ticker;
        let flow = par_map_ordered(
            self.pool.into(),
            &numbers,
            || (),
            |(), &number| exploration.test(number),
            |&number, tested| {
                if interrupt.is_set() || within.is_some_and(|time| begin.elapsed() >= time) {
                    return ControlFlow::Break(());
                }
                match tested {
                    Tested::Skipped => {}
                    Tested::Failed => outcome.tested += 1,
                    Tested::Unfinished => {
                        outcome.tested += 1;
                        outcome.unfinished += 1;
                    }
                    Tested::Found(problem) => {
                        outcome.tested += 1;
                        outcome.found.push(number);
                        shown.push(problem);
                    }
                }
                ticker.show(|| {
                    let found = found + outcome.found.len() as u64;
                    format!("{} positions tested, {found} problems", before + outcome.tested)
                });
                if renewed.elapsed() >= lease / 4 {
                    renewed = Instant::now();
                    failure = chunks.renew(key, chunk).err();
                }
                if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        if let Some(error) = failure {
            return Err(error.into());
        }
        for problem in &shown {
            self.print(problem)?;
        }
        if flow.is_continue() {
            self.chunks.finish(&self.key, chunk, &outcome)?;
        }
        self.tested += outcome.tested;
        self.unfinished += outcome.unfinished;
        Ok(())
    }

    /// Prints a problem.
    fn print(&mut self, problem: &FoundProblem) -> io::Result<()> {
        if self.found >= self.args.problems {
            return Ok(());
        }
        self.found += 1;
        let mut out = io::stdout().lock();
        write_found(problem, self.args.format, &mut out)?;
        out.flush()
    }

    fn summary(&self, is_complete: bool) -> io::Result<()> {
        let problems = if self.found == 1 { "1 problem" } else { &format!("{} problems", self.found) };
        let unfinished = match self.unfinished {
            0 => String::new(),
            count => format!(", {count} too costly"),
        };
        let stopped = if is_complete { "" } else { ", stopped" };
        let mut out = io::stdout().lock();
        if is_complete && self.tested == 0 {
            writeln!(out, "no position has the number of men and both kings")?;
            return out.flush();
        }
        writeln!(out, "{problems} among {} positions{unfinished}{stopped}", self.tested)?;
        out.flush()
    }
}
