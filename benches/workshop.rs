//! The rate at which `kirke improve` tests changed problems, against `kirke verify` for each of them.
//!
//! ```text
//! cargo bench --bench workshop
//! ```
//!
//! Each draft is changed in every way by one change, on one thread. Of these changes, a sample that is spread evenly is
//! verified one after the other.

use std::time::{Duration, Instant};

use kirke::formats;
use kirke::problem::Problem;
use kirke::solver::{Solver, with_large_stack};
use kirke::verify::VerifyNames;
use kirke::workshop::{EditKind, ImproveLimits, Need, Workbench, changed, edits, improve};

const DRAFTS: &str = include_str!("drafts.inp");

/// The time for each of the two loops over the changes of a draft.
const TIME: Duration = Duration::from_secs(20);

/// The number of changed problems that are verified.
const SAMPLE: usize = 400;

/// The number of positions that a changed problem may cost.
const MAX_NODES: u64 = 2_000_000;

fn solver(max_nodes: Option<u64>) -> Solver {
    let builder = Solver::builder().threads(1).memory(64 << 20);
    let builder = match max_nodes {
        Some(nodes) => builder.max_nodes(nodes),
        None => builder,
    };
    builder.build().expect("a solver")
}

/// Returns the number of changed problems that are tested in a second.
fn rate_of_improve(solver: &Solver, draft: &Problem) -> f64 {
    let bench = |keep: &[String]| {
        let names = VerifyNames::default();
        Workbench::new(solver, None, draft.clone(), keep, names, Need::Solution).expect("a solution")
    };
    let mut own = bench(&[]);
    if own.ambiguity("").is_some() {
        let first = own.play.solutions().next().map(|(_, _, text)| text.to_owned());
        own = bench(first.as_slice());
    }
    let limits = ImproveLimits { changes: 1, versions: usize::MAX, time: Some(TIME) };
    let begin = Instant::now();
    let found = improve(&mut own, limits, &mut |_| {});
    found.candidates as f64 / begin.elapsed().as_secs_f64()
}

/// Returns the number of changed problems that are verified in a second.
fn rate_of_verify(solver: &Solver, draft: &Problem) -> f64 {
    let kinds = [EditKind::Remove, EditKind::Move, EditKind::Exchange, EditKind::Add, EditKind::Shift];
    let all = edits(draft, &kinds);
    let begin = Instant::now();
    let mut count = 0;
    for change in all.iter().step_by(all.len().div_ceil(SAMPLE)) {
        if let Some(changed) = changed(draft, std::slice::from_ref(change)) {
            solver.verify(&changed).expect("threads");
            count += 1;
        }
        if begin.elapsed() > TIME {
            break;
        }
    }
    f64::from(count) / begin.elapsed().as_secs_f64()
}

fn measure() {
    let items = formats::read("drafts.inp", DRAFTS.as_bytes()).items;
    let drafts: Vec<Problem> = items.into_iter().map(|item| item.problem.expect("a problem")).collect();
    let (improving, verifying) = (solver(None), solver(Some(MAX_NODES)));
    let mut logarithms = 0.0;
    println!("{:>6}  {:>10}  {:>10}  {:>6}", "draft", "improve/s", "verify/s", "times");
    for (number, draft) in drafts.iter().enumerate() {
        let [improve, verify] = [rate_of_improve(&improving, draft), rate_of_verify(&verifying, draft)];
        let times = improve / verify;
        logarithms += times.ln();
        println!("{:>6}  {improve:>10.0}  {verify:>10.0}  {times:>6.1}", number + 1);
    }
    println!(
        "{:.1} times, geometric mean of {} drafts",
        (logarithms / drafts.len() as f64).exp(),
        drafts.len()
    );
}

fn main() {
    // `cargo test --benches` runs it for nothing but that it compiles.
    if std::env::args().any(|argument| argument == "--bench") {
        with_large_stack(measure).expect("a thread");
    }
}
