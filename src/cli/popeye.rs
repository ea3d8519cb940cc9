//! `kirke popeye`: a replacement for Popeye's `py`.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use super::exit::Exit;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_refusal};
use super::refusals::RefusalSink;
use super::session::{Session, SolutionUse, memory_size, with_deep_stack};
use super::{display_name, read_file};
use crate::formats;
use crate::report::popeye::PopeyePrinter;
use crate::solution::{MissingKing, Resources, StopReason, solve};

const USAGE: &str = "usage: kirke popeye [-maxmem N] [-maxtime N] [-regression] [-threads N] FILE";

struct Settings {
    memory: Option<usize>,
    time: Option<std::time::Duration>,
    regression: bool,
    threads: usize,
    file: PathBuf,
}

/// Runs with Popeye's arguments.
pub fn run(arguments: &[OsString]) -> Exit {
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help") {
        // A closed pipe is no error.
        let _ = writeln!(io::stdout(), "{USAGE}");
        return Exit::AsExpected;
    }
    let settings = match read_arguments(arguments) {
        Ok(settings) => settings,
        Err(error) => {
            print_error(format_args!("{error}\n{USAGE}"));
            return Exit::Refused;
        }
    };
    with_deep_stack(|| solve_file(&settings))
}

fn read_arguments(arguments: &[OsString]) -> Result<Settings, String> {
    let mut settings =
        Settings { memory: None, time: None, regression: false, threads: 1, file: PathBuf::new() };
    let mut rest = arguments.iter();
    let mut file = None;
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
                settings.memory = Some(memory_size(&size).map_err(|error| format!("-maxmem: {error}"))?);
            }
            Some("-maxtime") => {
                settings.time = Some(
                    super::session::seconds(value("-maxtime")?)
                        .map_err(|error| format!("-maxtime: {error}"))?,
                );
            }
            Some("-threads") => {
                let threads = value("-threads")?.parse().ok().filter(|threads| (1..=1024).contains(threads));
                settings.threads = threads.ok_or("-threads: expected a number from 1 to 1024")?;
            }
            Some(option) if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option {option}"));
            }
            _ if file.is_some() => return Err("expected one file".into()),
            _ => file = Some(PathBuf::from(argument)),
        }
    }
    settings.file = file.ok_or("expected a file, or - for standard input")?;
    Ok(settings)
}

fn solve_file(settings: &Settings) -> Exit {
    let bytes = match read_file(&settings.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let opened =
        Session::new(Some(settings.threads), settings.memory, None, settings.time, SolutionUse::Streamed);
    let session = match opened {
        Ok(session) => session,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let reading = formats::read(&display_name(&settings.file), &bytes);
    let source = &reading.source;
    print_diagnostics(&reading.warnings, source);
    let resources =
        Resources { table: &session.table, pool: session.pool.as_ref(), missing_king: MissingKing::Warn };
    let mut exit = Exit::AsExpected;
    let stdout = io::stdout();
    // Whether the program's name has been printed above the first solution.
    let mut named = false;
    for item in &reading.items {
        if session.is_interrupted() {
            return Exit::Interrupted;
        }
        let problem = match &item.problem {
            Ok(problem) => problem,
            Err(refusal) => {
                print_refusal(refusal, source);
                exit = exit.max(Exit::Refused);
                continue;
            }
        };
        let mut out = BufWriter::new(stdout.lock());
        if !std::mem::replace(&mut named, true) && !settings.regression {
            // A closed pipe is noticed when the solution is written.
            let _ = writeln!(out, "kirke {}", env!("CARGO_PKG_VERSION"));
        }
        let mut printer = PopeyePrinter::begin(problem, out, io::stderr());
        let limits = session.limits(problem);
        let mut refusal_sink = RefusalSink::new(&mut printer, MissingKing::Warn);
        let result = solve(problem, &resources, &limits, &mut refusal_sink);
        let refusals = refusal_sink.refusals();
        if !refusals.is_empty() {
            exit = exit.max(Exit::Refused);
        }
        if result == Err(StopReason::LimitReached) {
            exit = exit.max(Exit::Incomplete);
        }
        let finished = printer.finish();
        print_diagnostics(&refusals, source);
        if let Err(error) = finished {
            return exit_on_write_error(&error, exit);
        }
    }
    if session.is_interrupted() { Exit::Interrupted } else { exit }
}
