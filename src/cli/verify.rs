//! `kirke verify`: a verdict on every problem.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;

use super::exit::Exit;
use super::means::{Workshop, with_deep_stack};
use super::solve::{ink, print_line, warn};
use super::{SearchArgs, files_of, name_of, read_file};
use crate::batch::{Batch, Verified};
use crate::formats::{self, Item, Source};
use crate::problem::{Problem, Verdict};
use crate::report::json::Record;
use crate::verify::{Finding, TwinVerification, Verification};

/// What `kirke verify` can be told.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Problem files in Popeye's language or EPD; folders of them; - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many problems to verify side by side
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    search: SearchArgs,
}

/// The ways to print verdicts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a problem, a line each
    Json,
}

/// Verifies the problems of all files.
pub fn run(args: &VerifyArgs) -> Exit {
    let search = &args.search;
    // Problems side by side leave no threads for one problem.
    let threads = if args.jobs > 1 { Some(1) } else { search.threads };
    let workshop = Workshop::new(threads, search.memory, search.nodes, search.time);
    let jobs = (args.jobs > 1).then(|| {
        ThreadPoolBuilder::new().num_threads(args.jobs.min(1024)).stack_size(super::means::STACK).build()
    });
    match (workshop, jobs.transpose()) {
        (Ok(workshop), Ok(jobs)) => with_deep_stack(|| {
            let batch = Batch::new(&workshop.table, jobs.as_ref(), workshop.pool.as_ref());
            Verifier { args, workshop: &workshop, exit: Exit::AsExpected, counts: Counts::default() }
                .run(&batch)
        }),
        (Err(error), _) => {
            eprintln!("error: {error}");
            Exit::Refused
        }
        (_, Err(error)) => {
            eprintln!("error: cannot start {} jobs: {error}", args.jobs);
            Exit::Refused
        }
    }
}

struct Verifier<'a> {
    args: &'a VerifyArgs,
    workshop: &'a Workshop,
    exit: Exit,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    as_expected: usize,
    all: usize,
}

impl Verifier<'_> {
    fn run(mut self, batch: &Batch<'_>) -> Exit {
        let mut readings = Vec::new();
        for file in files_of(&self.args.files) {
            match file.and_then(|path| Ok(formats::read(&name_of(&path), &read_file(&path)?))) {
                Ok(reading) => readings.push(reading),
                Err(error) => {
                    eprintln!("error: {error}");
                    self.exit = self.exit.max(Exit::Refused);
                }
            }
        }
        let items: Vec<(&Item, &Source)> = readings
            .iter()
            .flat_map(|reading| reading.items.iter().map(move |item| (item, &reading.source)))
            .collect();
        for reading in &readings {
            for warning in &reading.warnings {
                warn(warning, &reading.source);
            }
        }
        let workshop = self.workshop;
        let flow = batch.verify_all(
            &items,
            |(item, _)| item.problem.as_ref().ok(),
            |problem| workshop.limits(problem),
            |(item, source), verified| {
                if workshop.is_interrupted()
                    && verified.as_ref().is_none_or(|verified| verified.solved.twins.is_empty())
                {
                    return ControlFlow::Break(());
                }
                match self.tell(item, source, verified) {
                    Ok(()) => ControlFlow::Continue(()),
                    // A reader that has gone away wants no more.
                    Err(_) => ControlFlow::Break(()),
                }
            },
        );
        if workshop.is_interrupted() {
            return Exit::Interrupted;
        }
        if flow.is_continue() && self.args.format == Format::Text && self.counts.all > 1 {
            // As above.
            let _ = writeln!(
                io::stdout(),
                "{} of {} problems as expected",
                self.counts.as_expected,
                self.counts.all
            );
        }
        self.exit
    }

    fn tell(&mut self, item: &Item, source: &Source, verified: Option<Verified>) -> io::Result<()> {
        for warning in &item.warnings {
            warn(warning, source);
        }
        self.counts.all += 1;
        match (&item.problem, verified) {
            (Ok(problem), Some(verified)) => {
                self.note(&verified.verification);
                match self.args.format {
                    Format::Text => print_verdict(problem, source, &verified.verification),
                    Format::Json => {
                        let record = Record::new(problem, &verified.solved);
                        let mut record = record.with_verdict(&verified.verification);
                        record.source = Some(source.name().to_owned());
                        print_line(&record)
                    }
                }
            }
            (Err(refusal), _) => {
                eprintln!("{}", refusal.render(source, ink()));
                self.exit = self.exit.max(Exit::Refused);
                match self.args.format {
                    Format::Text => {
                        writeln!(io::stdout(), "{}:{}  refused", source.name(), item.place.line)
                    }
                    Format::Json => {
                        let mut record = Record::refused(item.place, refusal.faults());
                        record.source = Some(source.name().to_owned());
                        print_line(&record)
                    }
                }
            }
            (Ok(_), None) => Ok(()),
        }
    }

    fn note(&mut self, verification: &Verification) {
        let exit = if verification.has(Verdict::Refused) {
            Exit::Refused
        } else if verification.has(Verdict::Incomplete) {
            Exit::Incomplete
        } else if verification.as_declared {
            self.counts.as_expected += 1;
            Exit::AsExpected
        } else {
            Exit::Unexpected
        };
        self.exit = self.exit.max(exit);
    }
}

/// One line a problem, and what makes the verdict so below it.
fn print_verdict(problem: &Problem, source: &Source, verification: &Verification) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let who = problem.authors.first().or(problem.id.as_ref()).map_or("", |author| author.trim());
    let stipulation = problem.setting.stipulation.map_or(String::new(), |asked| asked.value.to_string());
    write!(out, "{}:{}  ", source.name(), problem.place.line)?;
    if !who.is_empty() {
        write!(out, "{who}, ")?;
    }
    let conditions: Vec<String> =
        problem.setting.conditions.iter().map(|condition| condition.value.to_string()).collect();
    write!(out, "{stipulation}")?;
    if !conditions.is_empty() {
        write!(out, " {}", conditions.join(" "))?;
    }
    write!(out, ": {}", verification.verdict)?;
    match (&verification.twins[..], verification.as_declared) {
        (_, true) if verification.verdict == Verdict::Sound => writeln!(out)?,
        (_, true) => writeln!(out, ", as declared")?,
        ([twin], false) if twin.declared != twin.verdict && twin.declared != Verdict::Sound => {
            writeln!(out, ", declared {}", twin.declared)?;
        }
        _ => writeln!(out)?,
    }
    for twin in &verification.twins {
        print_twin(twin, verification.twins.len() > 1, &mut out)?;
    }
    out.flush()
}

fn print_twin(twin: &TwinVerification, several: bool, out: &mut impl Write) -> io::Result<()> {
    let mut indent = "    ".to_string();
    if several {
        let label = twin.label.as_deref().unwrap_or("");
        write!(out, "    {label}) {}", twin.verdict)?;
        if twin.declared != twin.verdict && twin.declared != Verdict::Sound {
            write!(out, ", declared {}", twin.declared)?;
        }
        writeln!(out)?;
        indent += "    ";
    }
    for refusal in &twin.refusals {
        writeln!(out, "{indent}{refusal}")?;
    }
    for side in &twin.sides {
        for phase in &side.phases {
            if twin.sides.len() > 1 && !phase.findings.is_empty() {
                writeln!(out, "{indent}({} plays White's part)", side.side)?;
            }
            for finding in &phase.findings {
                if finding.verdict().is_some() || matches!(finding, Finding::Dual { .. }) {
                    writeln!(out, "{indent}{finding}")?;
                }
            }
        }
    }
    Ok(())
}
