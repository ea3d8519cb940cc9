//! Tests of the store.

use std::time::Duration;

use super::*;
use crate::position::Side;
use crate::solution::Phase;

fn row(question: &str) -> ResultRow {
    ResultRow {
        question: QuestionKey::of(question),
        input: question.into(),
        stipulation: "#2".into(),
        rules: "Circe Strict, Circe".into(),
        verdict: Some(Verdict::Cooked),
        as_declared: true,
        state: ResultState::Cut,
        budget: Budget { milliseconds: Some(1000), nodes: None, plies: 7 },
        stats: SearchStats { nodes: 5, time: Duration::from_micros(12), bounds: Default::default() },
        findings: "{}".into(),
        record: vec![1, 2, 3],
    }
}

fn problem(position: u64, question: Option<&str>) -> ProblemRow {
    ProblemRow {
        source: "a.inp".into(),
        position,
        line: 3,
        name: "N. N.".into(),
        question: question.map(QuestionKey::of),
        refusal: String::new(),
    }
}

fn problems(store: &mut SqliteStore) -> Vec<StoredProblem> {
    let mut found = Vec::new();
    store.for_each(&mut |problem| found.push(problem)).unwrap();
    found
}

#[test]
fn results_and_problems_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    let mut store = SqliteStore::open(&path).unwrap();
    store.file(&[problem(0, Some("one")), problem(1, Some("two")), problem(2, None)]).unwrap();
    store.keep(&[row("one")]).unwrap();
    drop(store);
    let mut store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.find(&QuestionKey::of("one")).unwrap(), Some(row("one")));
    assert_eq!(store.find(&QuestionKey::of("two")).unwrap(), None);
    let found = problems(&mut store);
    assert_eq!(found.len(), 3);
    let version = env!("CARGO_PKG_VERSION").to_owned();
    assert_eq!(
        found[0],
        StoredProblem { problem: problem(0, Some("one")), result: Some(row("one")), version }
    );
    assert_eq!(found[1].result, None);
    // A result replaces an earlier one, a problem that at its place.
    let failed = ResultRow { verdict: None, state: ResultState::Failed, ..row("one") };
    store.keep(std::slice::from_ref(&failed)).unwrap();
    assert_eq!(store.find(&failed.question).unwrap(), Some(failed));
    store.file(&[problem(1, Some("one"))]).unwrap();
    store.truncate_source("a.inp", 2).unwrap();
    let found = problems(&mut store);
    assert_eq!(found.iter().filter(|problem| problem.result.is_some()).count(), 2);
}

#[test]
fn only_stores_of_this_format_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(matches!(SqliteStore::open_existing(&path), Err(StoreError::Database { .. })));
    std::fs::write(&path, "beginproblem pieces white Ka1 black Ka3 stip #1 endproblem ".repeat(40)).unwrap();
    assert!(matches!(SqliteStore::open(&path), Err(StoreError::NotAStore(_))));
    let other = folder.path().join("other");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE results (x)").unwrap();
    assert!(matches!(SqliteStore::open(&other), Err(StoreError::NotAStore(_))));
    let later = folder.path().join("later");
    drop(SqliteStore::open(&later).unwrap());
    rusqlite::Connection::open(&later).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(SqliteStore::open(&later), Err(StoreError::OtherFormat { found: 99, .. })));
}

#[test]
fn larger_limits_cover_smaller_ones() {
    let budget = |milliseconds, nodes| Budget { milliseconds, nodes, plies: 5 };
    assert!(budget(Some(5), None).covers(&budget(Some(5), None)));
    assert!(budget(None, None).covers(&budget(Some(5), Some(7))));
    assert!(!budget(Some(5), None).covers(&budget(None, None)));
    assert!(!budget(Some(4), None).covers(&budget(Some(5), None)));
    assert!(!budget(Some(5), Some(3)).covers(&budget(Some(5), None)));
    // The free memory varies from run to run.
    let within = |plies| Budget { plies, ..budget(Some(5), None) };
    assert!(within(100).covers(&within(199)) && within(100).covers(&within(50)));
    assert!(!within(100).covers(&within(200)));
}

#[test]
fn results_replace_parts_unless_they_were_cut() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = SqliteStore::open(&folder.path().join("x.db")).unwrap();
    let key = PartKey { twin: 0, side: Side::White, phase: Phase::Actual, plies: 3, number: 2 };
    let part =
        |question: &str, byte: u8| PartRow { question: QuestionKey::of(question), key, part: vec![byte] };
    store.keep_parts(&[part("one", 1), part("two", 2)]).unwrap();
    store.keep_parts(&[part("one", 3)]).unwrap();
    store.keep(&[row("one")]).unwrap();
    assert_eq!(store.parts(&QuestionKey::of("one")).unwrap(), [part("one", 3)]);
    store.keep(&[ResultRow { state: ResultState::Complete, ..row("one") }]).unwrap();
    assert_eq!(store.parts(&QuestionKey::of("one")).unwrap(), []);
    assert_eq!(store.parts(&QuestionKey::of("two")).unwrap(), [part("two", 2)]);
}

#[test]
fn complete_results_outlast_those_that_were_cut() {
    let within = |milliseconds| Budget { milliseconds: Some(milliseconds), ..row("one").budget };
    let cut = |milliseconds| ResultRow { budget: within(milliseconds), ..row("one") };
    let complete = ResultRow { state: ResultState::Complete, budget: within(5), ..row("one") };
    let failed = ResultRow { verdict: None, state: ResultState::Failed, ..row("one") };
    let nodes = |limit, found| {
        let stats = SearchStats { nodes: found, ..row("one").stats };
        let budget = Budget { milliseconds: None, nodes: Some(limit), ..row("one").budget };
        ResultRow { budget, stats, ..row("one") }
    };
    for (kept, later, expected) in [
        (cut(1000), nodes(10, 1), cut(1000)),
        (nodes(10, 1), cut(1000), cut(1000)),
        (cut(1000), nodes(1_000_000, 999_999), nodes(1_000_000, 999_999)),
        (cut(1000), cut(10), cut(1000)),
        (cut(10), cut(1000), cut(1000)),
        (cut(10), complete.clone(), complete.clone()),
        (complete.clone(), cut(1000), complete.clone()),
        (complete.clone(), failed.clone(), complete.clone()),
        (failed.clone(), complete.clone(), complete.clone()),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SqliteStore::open(&folder.path().join("results.db")).unwrap();
        store.keep(&[kept]).unwrap();
        store.keep(&[later]).unwrap();
        assert_eq!(store.find(&QuestionKey::of("one")).unwrap(), Some(expected));
    }
}

#[test]
fn failures_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = SqliteStore::open(&folder.path().join("results.db")).unwrap();
    let failed = ResultRow { verdict: None, state: ResultState::Failed, ..row("one") };
    let other = ResultRow { question: QuestionKey::of("three"), ..failed.clone() };
    store.keep(&[failed, row("two"), other.clone()]).unwrap();
    store.forget_failures(&["one", "two"].map(QuestionKey::of)).unwrap();
    assert_eq!(store.find(&QuestionKey::of("one")).unwrap(), None);
    assert_eq!(store.find(&QuestionKey::of("three")).unwrap(), Some(other));
    assert_eq!(store.find(&QuestionKey::of("two")).unwrap(), Some(row("two")));
}

#[test]
fn a_file_that_was_removed_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.db");
    let mut store = SqliteStore::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let error = store.keep(&[row("one")]).unwrap_err().to_string();
    assert!(error.ends_with("the file was removed"), "{error}");
}

#[test]
fn reading_leaves_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("results.db"), folder.path().join("copy.db"));
    let mut store = SqliteStore::open(&path).unwrap();
    store.keep(&[row("one")]).unwrap();
    // As after the end of a process that was killed.
    for end in ["", "-wal"] {
        let name = |base: &std::path::Path| format!("{}{end}", base.display());
        std::fs::copy(name(&path), name(&copy)).unwrap();
    }
    let before = std::fs::read(&copy).unwrap();
    let mut read = SqliteStore::open_existing(&copy).unwrap();
    assert_eq!(read.find(&QuestionKey::of("one")).unwrap(), Some(row("one")));
    drop(read);
    assert_eq!(std::fs::read(&copy).unwrap(), before);
}
