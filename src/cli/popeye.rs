//! `kirke popeye`: a replacement for Popeye's `py`.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use super::SearchArgs;
use super::appearance::ColorArg;
use super::exit::Exit;
use super::input::Input;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_note, print_refusal};
use super::progress::ProgressLine;
use super::session::{Session, SolutionUse, memory_of_positions, memory_size, with_deep_stack};
use crate::formats::{self, Source};
use crate::problem::Problem;
use crate::report::popeye::PopeyePrinter;
use crate::solution::MissingKing;

/// The arguments, as in Popeye's help.
pub const ARGUMENTS: &str =
    "[-maxmem N] [-maxpos N] [-maxtime N] [-heartbeat N] [-regression] [-threads N] [FILE or FEN]";

struct Settings {
    search: SearchArgs,
    regression: bool,
    /// The time between two signs of life on standard error.
    heartbeat: Option<Duration>,
    input: Input,
}

/// Runs with Popeye's arguments.
pub fn run(arguments: &[OsString]) -> Exit {
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help") {
        // A closed pipe is no error.
        let _ = writeln!(io::stdout(), "usage: kirke popeye {ARGUMENTS}");
        return Exit::AsExpected;
    }
    let settings = match read_arguments(arguments) {
        Ok(settings) => settings,
        Err(error) => {
            print_error(format_args!("{error}\nusage: kirke popeye {ARGUMENTS}"));
            return Exit::Refused;
        }
    };
    with_deep_stack(|| solve_file(&settings))
}

fn read_arguments(arguments: &[OsString]) -> Result<Settings, String> {
    let search = SearchArgs { threads: Some(1), ..SearchArgs::default() };
    let mut settings = Settings { search, regression: false, heartbeat: None, input: Input::Standard };
    let mut rest = arguments.iter();
    let mut files = Vec::new();
    while let Some(argument) = rest.next() {
        let mut value = |name: &str| {
            rest.next()
                .and_then(|value| value.to_str())
                .ok_or_else(|| format!("expected a value after {name}"))
        };
        match argument.to_str() {
            Some("-regression") => settings.regression = true,
            Some("-maxmem") => {
                let size = value("-maxmem")?;
                // Without a unit Popeye counts in kilobytes.
                let size = if size.bytes().all(|byte| byte.is_ascii_digit()) {
                    format!("{size}K")
                } else {
                    size.into()
                };
                settings.search.memory =
                    Some(memory_size(&size).map_err(|error| format!("-maxmem: {error}"))?);
            }
            Some("-maxtime") => {
                settings.search.time = Some(
                    super::session::duration(value("-maxtime")?)
                        .map_err(|error| format!("-maxtime: {error}"))?,
                );
            }
            // Popeye stores positions of about this size.
            Some("-maxpos") => {
                let positions =
                    value("-maxpos")?.parse().ok().filter(|positions| (1..=1 << 40).contains(positions));
                let positions: usize = positions.ok_or("-maxpos: expected a number of positions")?;
                settings.search.memory = Some(memory_of_positions(positions));
            }
            Some("-heartbeat") => {
                let seconds = value("-heartbeat")?.parse().ok().filter(|&seconds| seconds > 0);
                settings.heartbeat =
                    Some(Duration::from_secs(seconds.ok_or("-heartbeat: expected a number of seconds")?));
            }
            Some("-threads") => {
                let threads = value("-threads")?.parse().ok().filter(|threads| (1..=1024).contains(threads));
                settings.search.threads = Some(threads.ok_or("-threads: expected a number from 1 to 1024")?);
            }
            Some(option) if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option {option}"));
            }
            _ => files.push(PathBuf::from(argument)),
        }
    }
    // Popeye reads one file, or standard input without a name.
    settings.input = match &files[..] {
        [] => Input::from_arguments(&[]).swap_remove(0)?,
        [file] => Input::from_argument(file),
        [first, ..] if matches!(Input::from_argument(first), Input::Position(_)) => {
            return Err("expected one FEN with its stipulation, in quotes".into());
        }
        _ => return Err("expected one file".into()),
    };
    Ok(settings)
}

/// Prints a numbered line on standard error in this interval, up to the end of the program.
fn start_heartbeat(interval: Duration) {
    std::thread::spawn(move || {
        for number in 1u64.. {
            std::thread::sleep(interval);
            print_note(format_args!("heartbeat:{number:5}"));
        }
    });
}

fn solve_file(settings: &Settings) -> Exit {
    if let Some(interval) = settings.heartbeat {
        start_heartbeat(interval);
    }
    let opened = Session::new(&settings.search, MissingKing::Warn, SolutionUse::Streamed)
        .and_then(|session| Ok((session.interrupt.exiting_at_once(|| settings.input.read())?, session)));
    let (bytes, session) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let reading = formats::read(&settings.input.name(), &bytes);
    let source = &reading.source;
    print_diagnostics(&reading.warnings, source, ColorArg::Auto);
    let mut exit = Exit::AsExpected;
    // Whether the program's name is still to be printed above the first solution.
    let mut unnamed = !settings.regression;
    for item in &reading.items {
        if session.interrupt.is_set() {
            break;
        }
        match &item.problem {
            Ok(problem) => {
                let mut out = BufWriter::new(io::stdout().lock());
                if std::mem::take(&mut unnamed) {
                    // A closed pipe is noticed when the solution is written.
                    let _ = writeln!(out, "kirke {}", env!("CARGO_PKG_VERSION"));
                }
                let (solved, written) = solve_problem(problem, settings, &session, source, out);
                exit = exit.max(solved);
                if let Err(error) = written {
                    exit = exit_on_write_error(&error, exit);
                    break;
                }
            }
            Err(refusal) => {
                print_refusal(refusal, source, ColorArg::Auto);
                exit = exit.max(Exit::Refused);
            }
        }
    }
    session.interrupt.exit_or(exit)
}

/// Solves a problem and prints its solution; returns the exit code it asks for, and whether `out` took all.
fn solve_problem(
    problem: &Problem,
    settings: &Settings,
    session: &Session,
    source: &Source,
    out: impl Write,
) -> (Exit, io::Result<()>) {
    let mut printer = PopeyePrinter::begin(problem, out, io::stderr());
    if !settings.regression {
        printer = printer.with_times();
    }
    let outcome = session.solve(problem, None, &ProgressLine::hidden(), &mut printer);
    let written = printer.finish();
    print_diagnostics(&outcome.refusals, source, ColorArg::Auto);
    (outcome.exit, written)
}
