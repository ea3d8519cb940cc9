//! The output for given times.

use super::super::answer::Digest;
use super::super::comparison::Comparison;
use super::super::figures::{Figures, Race, StartTimes};
use super::super::play::PlayComparison;
use super::super::problem_row::ProblemRow;
use super::super::saved_run::SavedRun;
use super::super::value::Time::{self, Finished, PastLimit};
use super::*;
use crate::cli::exit::Exit;
use crate::formats::Source;

const START: StartTimes = StartTimes { own: 0.004, peer: Some(0.010) };
const ALONE: StartTimes = StartTimes { own: 0.004, peer: None };

/// Returns the row of a problem with this name and stipulation.
fn row(name: &str, stipulation: &str) -> ProblemRow {
    let problem = format!("k7/8/1K6/8/8/8/8/7R w - - {stipulation};").parse().expect("a problem");
    ProblemRow { name: name.into(), ..ProblemRow::new(&problem, "some.epd") }
}

fn race(own: Time, peer: Time, play: PlayComparison) -> Figures {
    let is_late = own.is_past_limit() || peer.is_past_limit();
    let answer = (!own.is_past_limit()).then(|| Digest::new("the answer"));
    Figures::Race(Race { own, peer, play: (!is_late).then_some(play), answer })
}

fn alone(seconds: f64, nodes: u64, answer: &str) -> Figures {
    Figures::Alone { seconds, nodes, answer: Digest::new(answer) }
}

/// Returns a race with a row of each kind.
fn races() -> Vec<(ProblemRow, Figures)> {
    use PlayComparison::{Differs, Same};
    vec![
        (row("won", "#5"), race(Finished(0.5), Finished(2.0), Same)),
        (row("lost, as \"feared\"", "#6"), race(Finished(3.0), Finished(1.5), Same)),
        (row("peer late", "#7"), race(Finished(0.5), PastLimit(60.0), Same)),
        (row("kirke late", "h#4"), race(PastLimit(59.5), Finished(12.0), Same)),
        (row("both late", "h#5"), race(PastLimit(60.0), PastLimit(60.0), Same)),
        (row("kirke at start", "s#2"), race(Finished(0.008), Finished(0.4), Same)),
        (row("peer at start", "ser-h#3"), race(Finished(0.05), Finished(0.011), Same)),
        (row("wrong", "#2; cond Circe"), race(Finished(1.0), Finished(2.0), Differs)),
    ]
}

/// Returns runs alone, one with each result.
fn runs_alone() -> Vec<(ProblemRow, Figures)> {
    vec![
        (row("long", "#5"), alone(2.0, 3_000_000, "a")),
        (row("few", "#4"), alone(0.5, 1_000, "b")),
        (row("short", "#3"), alone(0.005, 2_048, "c")),
        (row("late", "h#5"), Figures::PastLimit(60.0)),
        (row("memory", "h#6"), Figures::Incomplete),
        (row("no answer", "h#7"), Figures::Unsolved),
    ]
}

/// Returns the output of a run, and the exit code.
fn printed(
    runs: Vec<(ProblemRow, Figures)>,
    start: StartTimes,
    format: BenchFormat,
    saved: Option<SavedRun>,
) -> (String, Exit) {
    let (rows, figures): (Vec<ProblemRow>, Vec<Figures>) = runs.into_iter().unzip();
    let comparison = saved.map(|saved| Comparison::new(saved, &rows));
    let mut results = Results::new(rows, start, comparison);
    let settings = RunSettings {
        kirke: "0.0.0",
        peer: start.peer.map(|_| "py".into()),
        threads: 1,
        memory: "1G".into(),
        runs: 3,
        limit: 60.0,
        clock: "CPU seconds",
    };
    let printer = BenchPrinter::new(&results, settings, format, 80);
    let (mut out, mut exit) = (Vec::new(), Exit::AsExpected);
    printer.write_head(&mut out).expect("a head");
    for figures in figures {
        let measured = results.push(figures);
        exit = exit.max(measured.exit());
        printer.write_row(&measured, &mut out).expect("a row");
    }
    printer.write_end(&results, &mut out).expect("an end");
    (String::from_utf8(out).expect("UTF-8"), exit)
}

fn saved(text: &str, command: TimedCommand) -> SavedRun {
    SavedRun::parse(&Source::new("old.json", text.as_bytes()), command).expect("a run")
}

/// Returns a saved run alone that shares five rows with [`runs_now`].
fn saved_alone() -> SavedRun {
    let then = vec![
        (row("faster", "#5"), alone(2.0, 3_000_000, "a")),
        (row("changed", "#4"), alone(0.5, 9_000, "b")),
        (row("start", "#3"), alone(0.005, 2_048, "c")),
        (row("slow now", "#2"), alone(0.005, 2_048, "d")),
        (row("late then", "h#5"), Figures::PastLimit(60.0)),
        (row("late twice", "h#6"), Figures::PastLimit(60.0)),
        (row("gone", "h#7; cond Circe"), alone(7.0, 9_000_000, "g")),
    ];
    saved(&printed(then, ALONE, BenchFormat::Json, None).0, TimedCommand::Solve)
}

fn runs_now() -> Vec<(ProblemRow, Figures)> {
    vec![
        (row("new", "#9"), alone(1.0, 9_000, "n")),
        (row("late then", "h#5"), alone(6.0, 9_000_000, "h")),
        (row("late twice", "h#6"), Figures::PastLimit(60.0)),
        (row("faster", "#5"), alone(1.0, 3_000_000, "a")),
        (row("changed", "#4"), alone(0.1, 9_000, "x")),
        (row("start", "#3"), alone(0.006, 2_048, "c")),
        (row("slow now", "#2"), alone(0.5, 2_048, "d")),
    ]
}

#[test]
fn race_counts_bounds_and_defeats() {
    let (text, exit) = printed(races(), START, BenchFormat::Text, None);
    assert_eq!(exit, Exit::Incomplete);
    insta::assert_snapshot!(text);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn run_alone_counts_bounds() {
    let (text, exit) = printed(runs_alone(), ALONE, BenchFormat::Text, None);
    assert_eq!(exit, Exit::Refused);
    insta::assert_snapshot!(text);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn comparison_lists_every_row() {
    let (text, exit) = printed(runs_now(), ALONE, BenchFormat::Text, Some(saved_alone()));
    assert_eq!(exit, Exit::Incomplete, "a run exceeded the limit");
    insta::assert_snapshot!(text);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn only_a_changed_answer_is_an_error() {
    let then = saved_alone();
    let exit = |name: &str| {
        let runs = runs_now().into_iter().filter(|(row, _)| row.name == name).collect();
        let then = SavedRun { name: then.name.clone(), rows: then.rows.clone() };
        printed(runs, ALONE, BenchFormat::Text, Some(then)).1
    };
    for name in ["new", "late then", "faster", "start", "slow now"] {
        assert_eq!(exit(name), Exit::AsExpected, "{name}");
    }
    assert_eq!(exit("changed"), Exit::Unexpected);
}

#[test]
fn json_has_rows_and_a_summary() {
    let (text, _) = printed(races(), START, BenchFormat::Json, None);
    insta::assert_snapshot!(text);
}

#[test]
fn json_has_the_comparison() {
    let (text, _) = printed(runs_now(), ALONE, BenchFormat::Json, Some(saved_alone()));
    insta::assert_snapshot!(text);
}

#[test]
fn csv_has_a_head_and_quotes() {
    let (text, _) = printed(races(), START, BenchFormat::Csv, None);
    insta::assert_snapshot!(text);
    assert!(text.contains(",\"lost, as \"\"feared\"\"\","), "{text}");
}

#[test]
fn csv_columns_are_the_fields_of_rows() {
    let (text, _) = printed(runs_now(), ALONE, BenchFormat::Json, Some(saved_alone()));
    let mut columns = COLUMNS.to_vec();
    columns.sort_unstable();
    for line in text.lines().filter(|line| !line.contains("\"summary\"")) {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mut fields: Vec<&str> = row.as_object().expect("an object").keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(fields, columns);
    }
    let (text, _) = printed(runs_now(), ALONE, BenchFormat::Csv, Some(saved_alone()));
    assert!(text.lines().count() == 1 + 7 + 1 && text.contains("only-then,1,,,gone,"), "{text}");
}

#[test]
fn run_compared_with_itself_is_the_same() {
    let (json, _) = printed(races(), START, BenchFormat::Json, None);
    let (text, _) = printed(races(), START, BenchFormat::Json, Some(saved(&json, TimedCommand::Popeye)));
    let summary: serde_json::Value =
        serde_json::from_str(text.lines().last().unwrap_or("")).expect("a summary");
    let comparison = &summary["comparison"];
    let all = comparison["means"].as_array().and_then(|means| means.last()).expect("a mean");
    assert_eq!(all["mean"].as_f64(), Some(1.0), "{text}");
    // Two rows are past the limit in both runs, and one is about an empty run.
    assert_eq!((&comparison["counted"], &comparison["without_ratio"]), (&5.into(), &2.into()), "{text}");
    for count in ["changed", "only_now", "only_then"] {
        assert_eq!(comparison[count], 0, "{count}");
    }
}

#[test]
fn problem_that_occurs_twice_is_matched_twice() {
    let runs =
        || vec![(row("one", "#5"), alone(1.0, 2_000, "a")), (row("two", "#5"), alone(3.0, 2_000, "a"))];
    let then = saved(&printed(runs(), ALONE, BenchFormat::Json, None).0, TimedCommand::Solve);
    let (text, _) = printed(runs(), ALONE, BenchFormat::Json, Some(then));
    let changes: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")).collect();
    assert_eq!((&changes[0]["change"], &changes[1]["change"]), (&1.0.into(), &1.0.into()), "{text}");
}
