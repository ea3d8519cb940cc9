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
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("only lines with {query}")), "{text}{}", err(&done));
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

/// Lines in which the rules move, remove or change men.
#[test]
fn men_that_rules_move_are_traced() {
    // The rook of a castling is on its way, too: a1, d1, c1, a1 is no switchback.
    let castling = "pieces white Ke1 Ra1 black Kh8\nstipulation ser-za14";
    let round = "[ply 1 castles] and [ply 2 to b2] and [ply 3 to c1]";
    assert!(shown(castling, &format!("switchback and {round}")).is_empty());
    assert_eq!(shown(castling, &format!("round-trip and {round}")).len(), 1);
    // The rook leaves a5 by its rebirth, and returns by its second move after it.
    let circe = "pieces white Kh1 Ra5 black Kh8 Sb7\nstipulation hza53\ncondition Circe";
    let way = "[ply 1 reborn] and [ply 2 to g1] and [ply 3 to g7] and [ply 4 to a3] and [ply 5 to f6] and [ply 6 to a5]";
    assert_eq!(shown(circe, way).len(), 1);
    assert!(shown(circe, &format!("switchback and {way}")).is_empty());
    let anticirce = "pieces white Ka1 Rh1 black Kh8 Ph3h5\nstipulation ser-zb13\ncondition AntiCirce";
    assert!(shown(anticirce, "switchback and [ply 1 captures] and [ply 2 captures]").is_empty());
    // An alfil leaps over what is between.
    assert!(shown("pieces white Kh1 ALa1 Sb2 black Kh8\nstipulation ser-zb23", "Klasinc").is_empty());
    let double_step = "pieces white Kh1 Sc3 Pc2 black Kh8\nstipulation ser-zc33";
    assert!(shown(double_step, "Klasinc").iter().any(|line| line == "1.Sb1 2.c4 3.Sc3"));
    let umnov = "pieces white Ke1 Rh1 black Kh8 Qh6\nstipulation hzf21.5";
    assert!(shown(umnov, "Umnov and [castles]").iter().any(|line| line.contains("0-0 2.Qh1")));
    // The landing square of a move that goes on.
    let make = "pieces white Kh1 Ra1 black Kh7 Be1\nstipulation hx1\ncondition Take&Make";
    assert!(shown(make, "[to e1]").iter().any(|line| line.contains("Rxa5-e1")));
}

/// A captured man is what it is at that moment.
#[test]
fn captured_men_may_have_changed() {
    let chameleon = "pieces white Ka3 Pb4 black Kh8 Sd3 Ph2h7\nstipulation hzb53\ncondition ChameleonChess";
    let lines = shown(chameleon, "Phoenix and [ply 1 captures] and [ply 2 captures]");
    assert!(
        !lines.is_empty() && lines.iter().all(|line| line.contains("Sxb4=B") && line.contains("h1=B")),
        "{lines:?}"
    );
    let pwc = "pieces white Kh1 Rc1 black Ka8 Pc2\nstipulation ser-zc21\ncondition Circe PWC";
    assert_eq!(shown(pwc, "underpromotion and [promotes]").len(), 2);
}

#[test]
fn mates_are_those_of_other_goals_too() {
    assert_eq!(shown("pieces white Ka3 Rc3 black Ka1\nstipulation #=1", "[mates]").len(), 1);
}

/// Men keep their identity when a twin moves them; castling mates by the rook.
#[test]
fn roles_are_those_of_men() {
    let exchanged =
        "pieces white Ka6 Bh7 Re6 Rh1 Sh5 Pd3 black Kg2 Qg1 Rh6 Ph2\nstipulation h#2\ntwin exchange h7 h5";
    let done = kirke("verify - --features", problem(exchanged));
    let roles = out(&done).lines().find(|line| line.contains("Zilahi")).expect("a Zilahi").to_owned();
    assert!(roles.contains("Zilahi (2): wBh7, wSh5: a)") && !roles.contains("wBh7, wBh5"), "{roles}");
    let castled = features(&problem("pieces white Ke1 Ra1h1 Pb3 black Kd3 Rh2 Pf3\nstipulation h#2"));
    assert!(!castled.contains(&"exchange of functions".to_owned()), "{castled:?}");
    let first_rank =
        "pieces white Pc1 black Rb2d2\nstipulation ~1\ncondition AntiEinsteinChess\noption NoWk NoBk";
    assert!(!features(&problem(first_rank)).contains(&"albino".to_owned()));
    let battery = "pieces white Kc7 Sc3 Ra1 black Ka8 Pa4\nstipulation #1\ncondition AntiCirce";
    assert!(features(&problem(battery)).contains(&"battery mate".to_owned()));
}

/// A man that a twin moves gives the same mates.
#[test]
fn answers_of_a_moved_man_are_not_changed() {
    let text = "pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7\nstipulation #2\ntwin move a1 a2";
    assert!(!features(&problem(text)).contains(&"changed mate".to_owned()));
}

/// What cannot be examined is stated.
#[test]
fn partial_features_are_stated() {
    for text in [
        "pieces white Kh3 Ra1 Sa5b7 black Ka8 Re8\nstipulation #1\ncondition AntiCirce",
        "condition Reroute66\npieces white Kf7 Rg1 Sg4 black Kh8\nstipulation #1",
    ] {
        let done = kirke("verify - --features", problem(text));
        assert!(out(&done).contains("    features of a part of the solution only\n"), "{}", out(&done));
    }
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
