//! The command line.

mod appearance;
mod bench;
mod check;
mod config;
mod convert;
mod diagram;
mod exit;
mod input;
mod interrupt;
mod live;
mod manual;
mod memory;
mod men;
mod messages;
mod misplaced;
mod output;
mod perft;
mod popeye;
mod progress;
mod question;
mod report;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod solve;
mod terminal;
mod text_warnings;
mod verify;
mod work;
mod worker;
mod workshop;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

pub use exit::Exit;

use crate::formats::Item;
use crate::problem::VariationFilter;
use input::Input;

/// Solve and verify chess problems, orthodox and with capture rules.
#[derive(Parser, Debug)]
#[command(name = "kirke", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Show the solution of every problem of the files.
    Solve(solve::SolveArgs),
    /// Report for every problem whether it is sound, and what is wrong with it.
    Verify(verify::VerifyArgs),
    /// Report for every man of a problem what it is for.
    Economy(workshop::economy::EconomyArgs),
    /// Search changes that make a problem sound and keep its solution.
    Improve(workshop::improve::ImproveArgs),
    /// Search the sound twins of a problem that arise by one change.
    Twins(workshop::twins::TwinsArgs),
    /// Search for problems: fill a matrix with men, and test each position.
    Explore(workshop::explore::ExploreArgs),
    /// Report what is wrong or doubtful in the input, without solving.
    Check(check::CheckArgs),
    /// Write problems in another format.
    Convert(convert::ConvertArgs),
    /// Draw problems as journals print them: SVG, PNG, LaTeX or text.
    Diagram(diagram::DiagramArgs),
    /// Read and print as Popeye does.
    #[command(disable_help_flag = true)]
    Popeye {
        #[arg(help = format!("As for Popeye: {}", popeye::ARGUMENTS), trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
        arguments: Vec<OsString>,
    },
    /// Report on problem files, or on the results that 'verify --store' has kept.
    Report(report::ReportArgs),
    /// Solve the problems of a PostgreSQL server, for 'verify --store' with the same address.
    Work(work::WorkArgs),
    /// Measure how fast problems are solved, against Popeye if it is there.
    Bench(bench::BenchArgs),
    /// Count the sequences of legal moves from a position.
    Perft(perft::PerftArgs),
    /// List the rules that kirke knows.
    Rules(rules::RulesArgs),
    /// List the fairy men that kirke knows, with their letters.
    Men(men::MenArgs),
    /// Serve a page on this machine: problems are drawn, solved and verified in a browser.
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Print the completions of a shell.
    Completions(manual::CompletionsArgs),
    /// Write the manual pages.
    Man(manual::ManArgs),
    /// Solve what a run of 'verify --store' requests.
    #[command(hide = true)]
    Worker(worker::WorkerArgs),
}

/// The arguments of every command that reads problems.
#[derive(Args, Debug)]
pub struct ProblemArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard
    /// input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    question: question::QuestionArgs,
    /// Which variations of battle play to show [default: those that the problem requests]
    #[arg(long, value_enum)]
    variations: Option<Variations>,
    /// Add the cost of each search to the JSON output
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    search: SearchArgs,
}

/// The filters of variations.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Variations {
    /// Defences against the threat
    Thematic,
    /// Every defence
    All,
    /// Of thematic defences with the same answer, one
    Unique,
}

impl ProblemArgs {
    /// Refuses `--stats` without JSON output.
    ///
    /// # Errors
    /// The message.
    fn check_stats(&self, json: bool) -> Result<(), &'static str> {
        if self.stats && !json { Err("--stats is printed in JSON only: add --format json") } else { Ok(()) }
    }

    /// Returns the inputs, as [`Input::from_arguments`].
    fn inputs(&self) -> Vec<Result<Input, String>> {
        self.question.inputs(&self.files)
    }

    /// Sets the requested variations in the options of a problem.
    fn apply_to(&self, item: &mut Item) {
        if let (Some(variations), Ok(problem)) = (self.variations, &mut item.problem) {
            problem.options.variations = true;
            problem.options.variation_filter = match variations {
                Variations::Thematic => VariationFilter::Thematic,
                Variations::All => VariationFilter::All,
                Variations::Unique => VariationFilter::Unique,
            };
        }
    }
}

/// The arguments of every search.
#[derive(Args, Debug, Clone, Default)]
pub struct SearchArgs {
    /// Threads to search with [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = session::threads)]
    threads: Option<usize>,
    /// Memory, most of it for the transposition table, as in 500M or 2G [default: a quarter of the free
    /// memory]
    #[arg(long, value_name = "SIZE", value_parser = session::memory_size)]
    memory: Option<usize>,
    /// Stop a problem after this time, as in 30, 90s, 5m or 1h30m [unit: seconds]
    #[arg(long, value_name = "TIME", value_parser = session::duration)]
    time: Option<std::time::Duration>,
    /// Stop a problem after this number of positions
    #[arg(long, value_name = "N", value_parser = session::node_count)]
    nodes: Option<u64>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Returns whether the program was called by a name of Popeye's: `popeye`, `py`, or `py` with a version or a
/// system, as in `py4104` and `pywin64.exe`.
fn is_popeye_name(program: &OsStr) -> bool {
    let name = Path::new(program).file_stem().map(|name| name.to_string_lossy().to_ascii_lowercase());
    name.is_some_and(|name| {
        let rest = name.strip_prefix("py").map(|rest| rest.trim_start_matches("win"));
        name == "popeye" || rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Adds to the error for an unknown `--json` how JSON is requested.
fn suggest_json_format(error: &mut clap::Error) {
    let is_json = |value: &ContextValue| matches!(value, ContextValue::String(name) if name == "--json");
    if error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::InvalidArg).is_some_and(is_json) {
        let tip = ContextValue::StyledStrs(vec!["JSON is printed with '--format json'".into()]);
        error.insert(ContextKind::Suggested, tip);
    }
}

/// Returns the command of the arguments.
///
/// # Errors
/// If they are not as expected, or request help.
fn parsed(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let command = match arguments.get(1).and_then(|name| name.to_str()) {
        Some("solve") => alone(&arguments).map(Command::Solve),
        Some("verify") => alone(&arguments).map(Command::Verify),
        Some("check") => alone(&arguments).map(Command::Check),
        Some("worker") => alone(&arguments).map(Command::Worker),
        Some("perft") => alone(&arguments).map(Command::Perft),
        Some("diagram") => alone(&arguments).map(Command::Diagram),
        // All arguments are Popeye's, but for the `--` that ends options.
        Some("popeye") if arguments.iter().all(|argument| argument != "--") => {
            Some(Command::Popeye { arguments: arguments[2..].to_vec() })
        }
        _ => None,
    };
    command.map_or_else(|| Cli::try_parse_from(arguments), |command| Ok(Cli { command }))
}

/// Returns the arguments of the command that they name, if they are as expected. Only that command is defined: the
/// definitions of all commands take a sixth of the start of the program.
fn alone<T: Args>(arguments: &[OsString]) -> Option<T> {
    let command = T::augment_args(clap::Command::new("kirke"));
    let matches = command.try_get_matches_from(&arguments[1..]).ok()?;
    T::from_arg_matches(&matches).ok()
}

/// Runs the command line and returns the exit code.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    output::refuse_oversized_files();
    let exit = if arguments.first().is_some_and(|name| is_popeye_name(name)) {
        popeye::run(&arguments[1..])
    } else {
        let Ok(arguments) = config::with_defaults(arguments, Cli::command) else {
            return Exit::Refused.into();
        };
        match parsed(arguments) {
            Ok(cli) => match cli.command {
                Command::Solve(args) => solve::run(&args),
                Command::Verify(args) => verify::run(&args),
                Command::Popeye { arguments } => popeye::run(&arguments),
                Command::Report(args) => report::run(&args),
                Command::Bench(args) => bench::run(&args),
                Command::Perft(args) => perft::run(&args),
                Command::Rules(args) => rules::run(&args),
                Command::Men(args) => men::run(&args),
                Command::Check(args) => check::run(&args),
                Command::Economy(args) => workshop::economy::run(&args),
                Command::Improve(args) => workshop::improve::run(&args),
                Command::Twins(args) => workshop::twins::run(&args),
                Command::Explore(args) => workshop::explore::run(&args),
                Command::Convert(args) => convert::run(&args),
                Command::Diagram(args) => diagram::run(&args),
                #[cfg(feature = "serve")]
                Command::Serve(args) => serve::run(&args),
                Command::Completions(args) => manual::completions(&args, Cli::command()),
                Command::Man(args) => manual::man(&args, Cli::command()),
                Command::Work(args) => work::run(&args),
                Command::Worker(args) => worker::run(&args),
            },
            Err(mut error) => {
                suggest_json_format(&mut error);
                let printed = error.print();
                // Help and version are not errors; their text may meet a full disk.
                match printed {
                    _ if error.use_stderr() => Exit::Refused,
                    Ok(()) => Exit::AsExpected,
                    Err(error) => messages::exit_on_write_error(&error, Exit::AsExpected),
                }
            }
        }
    };
    exit.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_popeye_are_recognised() {
        for name in
            ["py", "/usr/bin/py", "popeye", "py4104", "py491.exe", "pywin64.exe", "PyWin32.exe", "py.exe"]
        {
            assert!(is_popeye_name(OsStr::new(name)), "{name}");
        }
        for name in ["kirke", "python", "pyx", "happy", "popeye2kirke", ""] {
            assert!(!is_popeye_name(OsStr::new(name)), "{name}");
        }
    }
}
