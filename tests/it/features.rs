//! Features of solutions on published problems, and queries about lines.

use serde::Deserialize;

use crate::common::program::{code, err, kirke, out, problem};

/// A problem with features that it has and lacks.
#[derive(Deserialize)]
struct Row {
    problem: String,
    author: String,
    has: Vec<String>,
    lacks: Vec<String>,
}

fn rows() -> Vec<Row> {
    let text = include_str!("features.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// Returns the names of the features of a problem in Popeye's language.
fn features(text: &str) -> Vec<String> {
    let done = kirke("verify - --features --tries --format json --quiet", text.to_owned());
    let record: serde_json::Value =
        serde_json::from_str(out(&done).lines().next().expect("a record")).expect("JSON");
    let found = record["features"]["found"].as_array().unwrap_or_else(|| panic!("{text}{record}"));
    assert_eq!(record["features"]["incomplete"], false, "{text}");
    found.iter().filter_map(|feature| feature["name"].as_str()).map(str::to_owned).collect()
}

#[test]
fn published_problems_have_their_features() {
    for row in rows() {
        let found = features(&row.problem);
        for name in &row.has {
            assert!(found.contains(name), "no {name}: {}\n{}{found:?}", row.author, row.problem);
        }
        for name in &row.lacks {
            assert!(!found.contains(name), "{name}: {}\n{}{found:?}", row.author, row.problem);
        }
    }
}

#[test]
fn each_feature_has_problems_with_and_without_it() {
    let rows = rows();
    for feature in kirke::features::Feature::ALL {
        let name = feature.name().to_owned();
        let with = rows.iter().filter(|row| row.has.contains(&name)).count();
        let without = rows.iter().filter(|row| row.lacks.contains(&name)).count();
        assert!(with >= 3 && without >= 3, "{name}: {with} with it, {without} without it");
    }
}

#[test]
fn each_feature_is_defined() {
    let page = include_str!("../../docs/features.md");
    let words: String = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for feature in kirke::features::Feature::ALL {
        assert!(page.contains(&format!("## {}\n", feature.name())), "{}", feature.name());
        assert!(
            words.to_lowercase().contains(&feature.definition().to_lowercase()),
            "{}",
            feature.definition()
        );
    }
}

#[test]
fn features_are_printed_below_the_verdict() {
    let text = "pieces white Kf1 Ba1 Rb1 black Kh1 Pa2\nstipulation h#2\noption MaxSol 2";
    let done = kirke("verify - --features", problem(text));
    assert!(out(&done).contains("\n    switchback ("), "{}", out(&done));
    let none = kirke("verify - --features", problem("pieces white Ka1 Qb3 black Ka8\nstipulation #1"));
    assert!(out(&none).contains("    no features\n"), "{}", out(&none));
    let kept = kirke("verify - --features --store x.db", problem(text));
    assert_eq!(code(&kept), 2);
}

/// A helpmate with six lines, which differ in the square of the rook.
const SIX_LINES: &str = "pieces white Kf1 Ba1 Rb1 black Kh1 Pa2\nstipulation h#2";

/// Returns the lines of a problem for which a query holds.
fn shown(text: &str, query: &str) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), problem(text)).expect("a problem");
    let mut command = crate::common::program::program();
    let done =
        command.args(["solve", "--no-board", "--where", query]).arg(file.path()).output().expect("a run");
    let text = out(&done);
    assert!(text.contains(&format!("only lines with {query}")), "{text}{}", err(&done));
    let lines = text.lines().map(str::trim_start);
    lines
        .filter(|line| line.starts_with(|sign: char| sign.is_ascii_digit()) && line.contains('.'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn lines_are_selected_by_a_query() {
    let count = |query: &str| shown(SIX_LINES, query).len();
    assert_eq!(count("[rook]"), 6);
    assert_eq!(count("[ply 2 to b7]"), 1);
    assert_eq!(count("[touches b7,b8]"), 2);
    assert_eq!(count("[ply 2 to *7] or [ply 2 to *8]"), 2);
    assert_eq!(count("not [touches b7]"), 5);
    assert_eq!(count("count [rook] = 2 and mated on h1"), 6);
    assert_eq!(count("mated on h2"), 0);
    assert_eq!(count("[last R mates]"), 6);
    assert_eq!(count("[last not white]"), 0);
    assert_eq!(count("[captures]"), 0);
    assert_eq!(count("switchback and not (model-mate or [promotes])"), 6);
}

#[test]
fn variations_are_selected_by_a_query() {
    let morphy = "pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7\nstipulation #2";
    let lines = shown(morphy, "[last pawn mates]");
    assert_eq!(lines, ["1.Ra6! zz", "1...bxa6 2.b7#"]);
    assert!(shown(morphy, "[promotes]").is_empty());
}

#[test]
fn reborn_men_are_selected_by_a_query() {
    let circe = "pieces white Kg1 Rd4 black Kh8 Sd6\nstipulation ser-x1\ncondition Circe";
    assert_eq!(shown(circe, "[reborn on b8]").len(), 1);
    assert!(shown(circe, "[reborn on g8]").is_empty());
}

#[test]
fn queries_that_are_not_understood_are_refused() {
    for (query, place) in [
        ("", "at the end"),
        ("[", "at the end"),
        ("[rook", "at the end"),
        ("[to z9]", "at 'z9', sign 5"),
        ("[to e9]", "at 'e9', sign 5"),
        ("[rook] and", "at the end"),
        ("[rook] [king]", "at '[', sign 8"),
        ("count [rook] 2", "at '2', sign 14"),
        ("count [rook] = x", "at 'x', sign 16"),
        ("mated e4", "at 'e4', sign 7"),
        ("Zilahi", "at 'Zilahi', sign 1"),
        ("modelmate", "at 'modelmate', sign 1"),
        ("[ply 0x]", "at '0x', sign 6"),
        ("[ply 0]", "at '0', sign 6"),
        ("é", "at 'é', sign 1"),
    ] {
        let mut command = crate::common::program::program();
        let done = command.args(["solve", "-", "--where", query]).output().expect("a run");
        assert_eq!(code(&done), 2, "{query}");
        assert!(err(&done).contains(&format!("{place}: expected ")), "{query}: {}", err(&done));
    }
    let deep = "(".repeat(100_000);
    let mut command = crate::common::program::program();
    let done = command.args(["solve", "-", "--where", &deep]).output().expect("a run");
    assert!(err(&done).contains("expected less nesting"));
}
