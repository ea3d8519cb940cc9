//! `kirke verify`: a verdict on every problem.

mod command;
mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::command::{VerifyCommand, open_keeper};
use self::report::Reporter;
use super::appearance::{AppearanceArgs, ColorArg};
use super::exit::Exit;
use super::live::{LiveView, live_label};
use super::messages::print_error;
use super::question::QuestionArgs;
use super::session::{Session, SolutionUse, positive_duration, store_place, threads, with_deep_stack};
use super::worker::WorkerPool;
use super::{ProblemArgs, SearchArgs, memory};
use crate::batch::{Batch, RemoteSolver, ResultKeeper};
use crate::formats::Item;
use crate::problem::declaration::{parse_branching, parse_count};
use crate::problem::{Declaration, Problem, Verdict};
use crate::report::PieceNames;
use crate::report::verdict::DualList;
use crate::search::Limits;
use crate::solution::MissingKing;
use crate::solver::thread_pool;
use crate::verify::VerifyNames;

/// The arguments of `kirke verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// How many problems to verify at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,
    /// Print only problems with these verdicts, such as cooked or no-solution; 'unsound' is every defect, and
    /// 'unexpected' every verdict other than the declared one
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', value_parser = VerdictFilter::parse)]
    only: Vec<VerdictFilter>,
    /// Which duals to list: those that matter, or all
    #[arg(long, value_enum, default_value_t)]
    duals: DualsArg,
    /// Name what the solution has for a composer, such as model mates, echoes or a Zilahi; set play is searched, too,
    /// and with --tries the tries
    #[arg(long, conflicts_with = "store")]
    features: bool,
    /// Keep every result in this file as soon as it is found, and do not solve again what it holds; with the address of a
    /// PostgreSQL server, as in postgres://user@host/database, the processes of 'kirke work' solve, too
    #[arg(long, value_name = "STORE", value_parser = store_place)]
    store: Option<String>,
    /// Solve the problems again on which the program failed in an earlier run
    #[arg(long, requires = "store")]
    retry_failed: bool,
    /// With a server: the time after which a worker that was not seen is lost
    #[arg(long, value_name = "TIME", value_parser = positive_duration, default_value = "30s", requires = "store")]
    lease: Duration,
    /// Solve all problems within the first time, then the rest within the next one, as in 1s,1m,1h
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = positive_duration, requires = "store", conflicts_with = "time")]
    tiers: Vec<Duration>,
    /// Stop at the first problem that is not as expected
    #[arg(long, conflicts_with = "tiers")]
    fail_fast: bool,
    #[command(flatten)]
    expectation: ExpectationArgs,
    #[command(flatten)]
    problems: ProblemArgs,
    #[command(flatten)]
    appearance: AppearanceArgs,
}

impl VerifyArgs {
    /// Checks what the parser of the arguments does not.
    ///
    /// # Errors
    /// The message.
    fn check(&self) -> Result<(), String> {
        if !self.tiers.is_sorted_by(|one, next| one < next) {
            return Err("each time of --tiers must be longer than the one before, as in 1s,1m,1h".into());
        }
        Ok(self.problems.check_stats(self.format == VerifyFormat::Json)?)
    }

    /// Asks for the set play of battle play, which changed mates need, if features are requested.
    fn ask_for_features(&self, item: &mut Item) {
        let Ok(problem) = &mut item.problem else { return };
        let stipulation = problem.setting.stipulation;
        let is_battle = stipulation.is_some_and(|stipulation| stipulation.value.family.is_battle());
        problem.options.set_play |= self.features && is_battle && !problem.options.null_moves;
        problem.options.verify_tries = self.features;
    }

    /// Returns the names of men: the chosen letters, which JSON does not contain.
    fn names(&self) -> VerifyNames {
        let declared = self.appearance.letters;
        match self.format {
            VerifyFormat::Text => VerifyNames { shown: declared, declared },
            VerifyFormat::Json => VerifyNames { shown: PieceNames::KnightS, declared },
        }
    }
}

/// What is expected of every problem, in addition to what it declares.
#[derive(Args, Debug)]
struct ExpectationArgs {
    /// Expect exactly one solution of help and series play, too, unless the problem declares something else
    #[arg(long)]
    strict: bool,
    /// The number of intended lines of help or series play
    #[arg(long, value_name = "N", value_parser = line_count)]
    lines: Option<u64>,
    /// The intended number of choices at each ply of help or series play, as in 2.1.1.1
    #[arg(long, value_name = "NUMBERS", value_parser = branching)]
    branching: Option<Branching>,
}

/// The number of choices at each ply.
#[derive(Clone, Debug)]
struct Branching(Vec<u64>);

fn line_count(text: &str) -> Result<u64, String> {
    parse_count(text).ok_or_else(|| "expected a number, as in 2".into())
}

fn branching(text: &str) -> Result<Branching, String> {
    let numbers = parse_branching(text).filter(|numbers| !numbers.contains(&0));
    numbers.map(Branching).ok_or_else(|| "expected numbers separated by dots, as in 2.1.1.1".into())
}

impl ExpectationArgs {
    /// Adds what is expected to the declarations of a problem.
    fn apply_to(&self, item: &mut Item) {
        let Ok(problem) = &mut item.problem else { return };
        if self.strict {
            // A verdict that the problem declares prevails.
            let sound = Declaration { verdict: Some(Verdict::Sound), ..Declaration::default() };
            problem.declarations.insert(0, sound);
        }
        if self.lines.is_some() || self.branching.is_some() {
            problem.declarations.push(Declaration {
                line_count: self.lines,
                branching: self.branching.clone().map(|numbers| numbers.0),
                ..Declaration::default()
            });
        }
    }
}

/// The verdicts of which problems are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum VerdictFilter {
    /// This verdict.
    Verdict(Verdict),
    /// Every defect.
    Unsound,
    /// Every verdict other than the declared one.
    Unexpected,
}

impl VerdictFilter {
    /// Returns the filter of a word.
    ///
    /// # Errors
    /// If there is none: the message.
    pub fn parse(text: &str) -> Result<VerdictFilter, String> {
        match text {
            "unsound" => Ok(VerdictFilter::Unsound),
            "unexpected" => Ok(VerdictFilter::Unexpected),
            _ => Verdict::from_words(&text.to_lowercase()).map(VerdictFilter::Verdict).ok_or_else(|| {
                let words = Verdict::ALL.map(|verdict| verdict.words().replace(' ', "-"));
                format!("expected unsound, unexpected or a verdict ({})", words.join(", "))
            }),
        }
    }

    /// Returns whether a problem of this verdict is printed.
    pub fn admits(self, verdict: Verdict, as_declared: bool) -> bool {
        match self {
            VerdictFilter::Verdict(wanted) => verdict == wanted,
            VerdictFilter::Unsound => !matches!(verdict, Verdict::Sound | Verdict::SeveralSolutions),
            VerdictFilter::Unexpected => !as_declared,
        }
    }
}

/// The duals to list.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum DualsArg {
    /// Those in full-length play before the last move
    #[default]
    Major,
    /// All of them
    All,
}

impl From<DualsArg> for DualList {
    fn from(argument: DualsArg) -> DualList {
        match argument {
            DualsArg::Major => DualList::Major,
            DualsArg::All => DualList::All,
        }
    }
}

/// The output formats of verdicts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VerifyFormat {
    /// Plain text
    #[default]
    Text,
    /// One JSON object per problem and line
    Json,
}

/// Returns the workers of a run with a store. Together they use the memory and the threads of the run.
///
/// # Errors
/// If they could not be started.
fn worker_pool(args: &VerifyArgs, session: &Session) -> io::Result<WorkerPool> {
    let search = &args.problems.search;
    let memory = search.memory.unwrap_or_else(memory::quarter_of_free) / args.jobs.max(1);
    let arguments = vec![format!("--threads={}", session.solver.threads()), format!("--memory={memory}")];
    WorkerPool::new(arguments, session.interrupt.stop_flag())
}

/// Verifies the problems of files into a store that is made for them, and prints no verdicts.
pub fn fill_store(args: FillArgs) -> Exit {
    let FillArgs { store, files, question, search, jobs, letters } = args;
    let args = VerifyArgs {
        jobs,
        format: VerifyFormat::Text,
        only: Vec::new(),
        duals: DualsArg::Major,
        store: Some(store),
        retry_failed: false,
        lease: Duration::from_secs(30),
        tiers: Vec::new(),
        features: false,
        fail_fast: false,
        expectation: ExpectationArgs { strict: false, lines: None, branching: None },
        problems: ProblemArgs { files, question, variations: None, stats: false, search },
        appearance: AppearanceArgs { letters, color: ColorArg::Auto },
    };
    run_into(&args, |_| Box::new(io::sink()))
}

/// What is verified into a store.
pub struct FillArgs {
    /// The file of the store.
    pub store: String,
    /// The files.
    pub files: Vec<PathBuf>,
    /// What is asked about each problem.
    pub question: QuestionArgs,
    /// The limits.
    pub search: SearchArgs,
    /// The number of problems at the same time.
    pub jobs: usize,
    /// The letters of men in declared moves.
    pub letters: PieceNames,
}

/// Verifies the problems of all files.
pub fn run(args: &VerifyArgs) -> Exit {
    run_into(args, |live| live.writer(io::stdout()))
}

/// Verifies the problems of all files; with a store, verdicts are printed to `out`.
fn run_into(args: &VerifyArgs, out: impl FnOnce(&LiveView) -> Box<dyn Write + Send> + Send) -> Exit {
    if let Err(error) = args.check() {
        print_error(error);
        return Exit::Refused;
    }
    let search = &args.problems.search;
    // Several jobs leave one thread for each problem.
    let threads = if args.jobs > 1 { Some(1) } else { search.threads };
    // One solution being reported, and as much for the cache; with several jobs also the solutions being
    // found, and as much for those that wait to be reported.
    let at_once = if args.jobs > 1 { args.jobs + 3 } else { 2 };
    let answers = SolutionUse::Buffered { at_once, as_text: args.format == VerifyFormat::Json };
    let search = SearchArgs { threads, ..search.clone() };
    match (Session::new(&search, MissingKing::Refuse, answers), thread_pool(args.jobs)) {
        (Ok(session), Ok(jobs)) => with_deep_stack(|| {
            let live = LiveView::new(search.quiet);
            let keeper = match open_keeper(args, &session, out(&live)) {
                Ok(keeper) => keeper,
                Err(error) => {
                    print_error(error);
                    return Exit::Refused;
                }
            };
            let around = |problem: &Problem, limits: &Limits, work: &mut dyn FnMut()| {
                live.during(|| live_label(problem), limits, work);
            };
            let mut batch = Batch::new(&session.solver, jobs.as_ref());
            batch.wrap = &around;
            batch.max_plies = session.max_plies;
            batch.names = args.names();
            let keeper = keeper.as_deref();
            batch.keeper = keeper.map(|keeper| keeper as &dyn ResultKeeper);
            // If no worker can be started, the problems are solved here.
            let workers = keeper.and_then(|_| worker_pool(args, &session).ok());
            batch.remote = workers.as_ref().map(|workers| workers as &dyn RemoteSolver);
            let reporter = Reporter::new(args, &session, keeper, &live);
            VerifyCommand { args, session: &session, keeper, reporter, live: &live, reported: Vec::new() }
                .run(&batch)
        }),
        (Err(error), _) => {
            print_error(error);
            Exit::Refused
        }
        (_, Err(error)) => {
            print_error(format_args!("cannot start {} jobs: {}", args.jobs, error.reason));
            Exit::Refused
        }
    }
}
