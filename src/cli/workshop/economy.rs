//! `kirke economy`: what each man of a problem is for.

use clap::Args;

use super::{ResultPrinter, WorkshopArgs};
use crate::cli::exit::Exit;
use crate::report::workshop::{JsonMan, economy_summary};
use crate::workshop::{ManReport, ManRole, Need, Workbench, economy};

/// The arguments of `kirke economy`.
#[derive(Args, Debug)]
pub struct EconomyArgs {
    #[command(flatten)]
    workshop: WorkshopArgs,
}

/// Examines the men of every problem.
pub fn run(args: &EconomyArgs) -> Exit {
    super::run(&args.workshop, Need::Solution, work)
}

fn work(bench: &mut Workbench<'_>, printer: &mut ResultPrinter<'_>) -> Exit {
    let text = printer.text;
    let found = economy(bench, &mut |report| printer.line(&text.man(report)));
    printer.line(&economy_summary(&found));
    let men = found.men.iter().map(|report| JsonMan::new(report, text.layout)).collect();
    printer.record(bench, men, found.is_stopped);
    let is_unknown = |report: &ManReport| report.role == ManRole::Unknown;
    match found.men.iter().any(ManReport::is_improvable) {
        _ if found.is_stopped || found.men.iter().any(is_unknown) => Exit::Incomplete,
        true => Exit::Unexpected,
        false => Exit::AsExpected,
    }
}
