//! `kirke twins`: sound twins of a problem.

use clap::{Args, ValueEnum};

use super::{ResultPrinter, WorkshopArgs};
use crate::cli::exit::Exit;
use crate::report::workshop::{JsonVersion, abandoned_words};
use crate::workshop::{EditKind, Need, Workbench, find_twins};

/// The arguments of `kirke twins`.
#[derive(Args, Debug)]
pub struct TwinsArgs {
    /// The changes that make twins, separated by commas
    #[arg(long, value_name = "CHANGES", value_delimiter = ',', value_enum,
        default_values_t = [KindArg::Move, KindArg::Remove, KindArg::Exchange, KindArg::Add])]
    by: Vec<KindArg>,
    #[command(flatten)]
    workshop: WorkshopArgs,
}

/// The kinds of changes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum KindArg {
    /// A man is moved
    Move,
    /// A man is taken away
    Remove,
    /// A man becomes another one
    Exchange,
    /// A man is added
    Add,
    /// The position is shifted
    Shift,
    /// The position is rotated or reflected
    Turn,
    /// The stipulation has one move more or less
    Length,
    /// Another condition, or none, replaces all conditions
    Condition,
}

impl From<KindArg> for EditKind {
    fn from(kind: KindArg) -> EditKind {
        match kind {
            KindArg::Move => EditKind::Move,
            KindArg::Remove => EditKind::Remove,
            KindArg::Exchange => EditKind::Exchange,
            KindArg::Add => EditKind::Add,
            KindArg::Shift => EditKind::Shift,
            KindArg::Turn => EditKind::Turn,
            KindArg::Length => EditKind::Length,
            KindArg::Condition => EditKind::Condition,
        }
    }
}

/// Searches the twins of every problem.
pub fn run(args: &TwinsArgs) -> Exit {
    let kinds: Vec<EditKind> = args.by.iter().copied().map(EditKind::from).collect();
    super::run(&args.workshop, Need::Nothing, |bench, printer| work(bench, printer, &kinds))
}

fn work(bench: &mut Workbench<'_>, printer: &mut ResultPrinter<'_>, kinds: &[EditKind]) -> Exit {
    let text = printer.text;
    let mut ticker = printer.ticker();
    let found = find_twins(bench, kinds, None, &mut |tested, twins| {
        ticker.show(|| format!("{tested} changes tested, {twins} sound twins"));
    });
    drop(ticker);
    found.twins.iter().for_each(|twin| printer.line(&text.twin(twin)));
    let count = found.twins.len();
    let is_incomplete = found.is_stopped || found.abandoned > 0;
    let twins = if count == 1 { "1 sound twin".to_owned() } else { format!("{count} sound twins") };
    let stopped = if found.is_stopped { ", stopped" } else { "" };
    printer.line(&format!("{twins}{}{stopped}", abandoned_words(found.abandoned)));
    printer.record(bench, found.twins.iter().map(JsonVersion::of_twin).collect(), is_incomplete);
    match count {
        _ if is_incomplete => Exit::Incomplete,
        0 => Exit::Unexpected,
        _ => Exit::AsExpected,
    }
}
