//! `kirke improve`: changes that make a problem sound and keep its solution.

use std::time::Duration;

use clap::Args;

use super::{ResultPrinter, WorkshopArgs};
use crate::cli::exit::Exit;
use crate::cli::session;
use crate::problem::Verdict;
use crate::report::workshop::{JsonVersion, abandoned_words};
use crate::workshop::{ImproveLimits, Need, Workbench, improve};

/// The arguments of `kirke improve`.
#[derive(Args, Debug)]
pub struct ImproveArgs {
    /// Change at most this number of things at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    changes: u8,
    /// Stop after this number of sound versions
    #[arg(long, value_name = "N", default_value_t = 10)]
    versions: usize,
    /// Stop the search for changes after this time, as in 30s, 5m or 1h30m; --time limits each changed problem
    #[arg(long, value_name = "TIME", value_parser = session::positive_duration)]
    within: Option<Duration>,
    #[command(flatten)]
    workshop: WorkshopArgs,
}

/// Improves every problem.
pub fn run(args: &ImproveArgs) -> Exit {
    let limits =
        ImproveLimits { changes: args.changes.into(), versions: args.versions.max(1), time: args.within };
    super::run(&args.workshop, Need::SolutionOrLonger, |bench, printer| work(bench, printer, limits))
}

fn work(bench: &mut Workbench<'_>, printer: &mut ResultPrinter<'_>, limits: ImproveLimits) -> Exit {
    let text = printer.text;
    if bench.verdict == Verdict::Sound {
        printer.line("sound as it is");
        printer.record(bench, Vec::<JsonVersion>::new(), false);
        return Exit::AsExpected;
    }
    if let Some(question) = bench.ambiguity("choose those to keep with --keep") {
        return printer.refuse(bench, question);
    }
    let mut ticker = printer.ticker();
    let found = improve(bench, limits, &mut |found| {
        ticker
            .show(|| format!("{} changed problems tested, {} sound", found.candidates, found.versions.len()));
    });
    drop(ticker);
    found.versions.iter().take(limits.versions).for_each(|version| printer.line(&text.improvement(version)));
    let count = found.versions.len();
    let versions = if count == 1 { "1 sound version".to_owned() } else { format!("{count} sound versions") };
    let is_cut_short = found.is_stopped && count < limits.versions;
    let stopped = if is_cut_short { ", stopped" } else { "" };
    let shown = if count > limits.versions { format!(", {} shown", limits.versions) } else { String::new() };
    let abandoned = abandoned_words(found.abandoned);
    printer
        .line(&format!("{versions} among {} changed problems{shown}{abandoned}{stopped}", found.candidates));
    let versions = found.versions.iter().take(limits.versions).map(JsonVersion::of_improvement).collect();
    printer.record(bench, versions, is_cut_short || found.abandoned > 0);
    match count {
        0 if found.is_stopped || found.abandoned > 0 => Exit::Incomplete,
        0 => Exit::Unexpected,
        _ => Exit::AsExpected,
    }
}
