//! Tables of changed play.

use std::collections::BTreeSet;

use kirke::Solver;
use kirke::problem::Problem;
use kirke::report::text::{Page, TextPrinter};
use kirke::solution::changed_play::ShownTries;
use kirke::solution::replay;
use serde_json::Value;

use crate::common::program::{code, err, kirke, out, problem};

/// Vasyl Diachuk, StrateGems 2001: mates changed after Ke5, and c4 transferred.
const DIACHUK: &str =
    "2N5/2pb3r/4p1QR/N2k1P2/8/P1P2K2/8/8 w - - #2; c0 \"Vasyl Diachuk\"; id \"StrateGems 2001\";";

/// Josy Raz and Theodor Tauber, 11th thematic tourney of diagrammes 1993, 1st honourable mention.
const RAZ_TAUBER: &str = "8/1pBBbrP1/5N1R/6k1/1q1P2p1/2P1p1P1/n1Pr1Q1K/1b4R1 w - - #2; cond \"AntiCirce\";";

/// Returns the lines of the table that a problem has on a page.
fn table(epd: &str, width: usize) -> Vec<String> {
    let mut problem: Problem = epd.parse().expect("a problem");
    problem.options.request_changed_play(1);
    let solver = Solver::builder().memory(16 << 20).build().expect("a solver");
    let solved = solver.solve(&problem).expect("a solution");
    let mut text = Vec::new();
    let page = Page { width, ..Page::default() };
    let mut printer = TextPrinter::begin(&problem, page, &mut text).with_table(ShownTries::Nontrivial);
    assert!(replay(&solved.solution, &mut printer).is_continue());
    printer.finish().expect("written");
    let text = String::from_utf8(text).expect("UTF-8");
    let lines = text.lines().skip_while(|line| !line.contains('?') && !line.contains("set play"));
    lines.map(str::to_owned).collect()
}

#[test]
fn changed_and_transferred_mates_are_marked() {
    // After 1.Qg1? and 1.Qf6? the mate c4 follows e5 and c5, each of which refutes the other try. Ke5, Kc5,
    // e5 and c5 have other mates after the key.
    insta::assert_snapshot!(table(DIACHUK, 80).join("\n"), @r"
            1.Qg1?  1.Qf6?  1.Qg4!
    ──────────────────────────────
    threat  Qd4#    Qd4#    Qd4#
    Ke5     Qc5#*   -       Qe4#*
    Kc5     -       Qe5#*   Qc4#*
    e5      c4#*→   !       Qc4#*
    c5      !       c4#*→   Qe4#*
    but     c5!     e5!     -

    * changed mate, → transferred mate, ! refutes the try
    Left out: 2 trivial tries: 1.Qxe6+?, 1.c4+?
    ");
}

#[test]
fn reciprocal_changes_are_marked() {
    // The mates Qf4 and Qf5 change places.
    insta::assert_snapshot!(table(RAZ_TAUBER, 80).join("\n"), @r"
              set play  1.Se4!
    ─────────────────────────────────────
    threat    -         Rc1#, Rd1#, Re1#,
                        Rg2#
    Rxc2(a8)  Qf4#↔     Qf5#↔
    Rxd4(h8)  Qf5#↔     Qf4#↔
    Rd1       -         Re1#
    Sxc3(b8)  Bf4#      -
    Sc1       -         Re1#, Rg2#
    Qd6       -         Rc1#, Re1#, Rg2#
    Rf3       -         Rd1#, Re1#, Rg2#,
                        g8=R#
    Rf4       -         g8=R#
    Bd6       -         Rc1#, Re1#, Rg2#

    ↔ reciprocally changed mate
    Left out: 3 trivial tries: 1.Rh5+?, 1.Bf4+?, 1.g8=R+?
    ");
}

#[test]
fn phases_that_do_not_fit_are_split() {
    insta::assert_snapshot!(table(DIACHUK, 26).join("\n"), @r"
            1.Qg1?  1.Qf6?
    ──────────────────────
    threat  Qd4#    Qd4#
    Ke5     Qc5#*   -
    Kc5     -       Qe5#*
    e5      c4#*→   !
    c5      !       c4#*→
    but     c5!     e5!

            1.Qg4!
    ──────────────
    threat  Qd4#
    Ke5     Qe4#*
    Kc5     Qc4#*
    e5      Qc4#*
    c5      Qe4#*
    but     -

    * changed mate,
      → transferred mate,
      ! refutes the try
    Left out: 2 trivial tries:
      1.Qxe6+?, 1.c4+?
    ");
    let narrow = table(DIACHUK, 26);
    assert!(narrow.iter().all(|line| line.chars().count() <= 26), "{narrow:?}");
}

/// Returns the records of a problem in JSON.
fn record(arguments: &str, text: &str) -> Value {
    let output = kirke(&format!("solve --format json {arguments} -"), text);
    serde_json::from_str(out(&output).lines().next().expect("a record")).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn machine(mv: &Value) -> String {
    mv["machine"].as_str().expect("a move").to_owned()
}

/// A defence after a first move, or in set play, and its answers.
type Variation = (String, Vec<String>);

/// Returns the variations of the rows of a table: those of listed moves and those of random moves, some of which
/// may be impossible in a phase.
fn table_variations(side: &Value) -> [BTreeSet<Variation>; 2] {
    let table = &side["table"];
    let mut variations = [BTreeSet::new(), BTreeSet::new()];
    for (column, phase) in list(&table["phases"]).iter().enumerate() {
        let first = phase["move"]["machine"].as_str().unwrap_or("set");
        for row in list(&table["rows"]) {
            let cell = &row["cells"][column];
            let answers: Vec<String> = list(&cell["answers"]).iter().map(machine).collect();
            for defence in list(&row["defences"]).iter().filter(|_| cell["status"] == "answered") {
                let random = usize::from(row["random"].is_string());
                variations[random].insert((format!("{first} {}", machine(defence)), answers.clone()));
            }
        }
    }
    variations
}

/// Returns the defences with their answers in trees of battle play.
fn tree_variations(side: &Value) -> BTreeSet<Variation> {
    let set = list(&side["set"]["tree"]).iter().map(|defence| ("set".to_owned(), defence));
    let roots = list(&side["actual"]["tree"]).iter();
    let after = roots
        .flat_map(|root| list(&root["children"]).iter().map(|defence| (machine(&root["move"]), defence)));
    set.chain(after)
        .filter(|(_, defence)| defence["role"] == "defence" && !list(&defence["children"]).is_empty())
        .map(|(first, defence)| {
            let answers = list(&defence["children"]).iter().map(|answer| machine(&answer["move"])).collect();
            (format!("{first} {}", machine(&defence["move"])), answers)
        })
        .collect()
}

#[test]
fn table_has_the_variations_of_the_solution() {
    let mut compared = 0;
    for epd in [
        DIACHUK,
        RAZ_TAUBER,
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2",
        "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - #2",
        "5B2/5B2/8/Rp1r4/bQ6/2N4K/k3q2R/rn6 w - - #2; cond AntiCirce",
        "R1R5/p2k4/2N1p3/4p3/1B4b1/rp1B4/3pp2K/7Q w - - #2; cond Circe",
        "7b/8/4p2p/2pp3Q/2pk4/8/P7/KB6 w - - s#2; opt Quodlibet",
    ] {
        let plain = record("--set --tries --option Variations", epd);
        let tabled = record("--table --all-tries", epd);
        let [plain, tabled] = [&plain, &tabled].map(|record| &record["twins"][0]["sides"][0]);
        let expected = tree_variations(plain);
        let [listed, random] = table_variations(tabled);
        assert!(listed.is_subset(&expected), "{epd}: {:?}", listed.difference(&expected));
        let shown = &listed | &random;
        assert!(expected.is_subset(&shown), "{epd}: {:?}", expected.difference(&shown));
        compared += expected.len();
    }
    assert!(compared > 200, "only {compared} variations");
}

#[test]
fn table_in_json_has_phases_rows_and_marks() {
    let record = record("--table", DIACHUK);
    let table = &record["twins"][0]["sides"][0]["table"];
    let names = |list_of: &Value, field: &str| -> Vec<String> {
        list(list_of).iter().map(|value| value[field].as_str().unwrap_or("none").to_owned()).collect()
    };
    assert_eq!(names(&table["phases"], "kind"), ["try", "try", "key"]);
    assert_eq!(names(&table["phases"], "pending"), ["threat", "threat", "threat"]);
    assert_eq!(table["phases"][0]["refutations"][0]["short"], "c5");
    let row = &table["rows"][2];
    assert_eq!(row["defences"][0]["short"], "e5");
    assert_eq!(row["random"], Value::Null);
    assert_eq!(names(&row["cells"], "status"), ["answered", "unanswered", "answered"]);
    assert_eq!(row["cells"][0]["marks"], serde_json::json!(["changed", "transferred"]));
    assert_eq!(list(&table["trivial_tries"]).len(), 2);
    // Without the option there is no table, and the play is the whole one.
    let plain = self::record("", DIACHUK);
    assert!(plain["twins"][0]["sides"][0].get("table").is_none());
    assert_eq!(plain["problem"]["options"]["changed_play"], false);
}

#[test]
fn other_play_is_printed_as_usual_with_a_warning() {
    let line = "8/8/8/8/8/7k/8/R4K2 h#2\n";
    let output = kirke("solve --table -", line);
    assert_eq!(out(&output), out(&kirke("solve -", line)));
    assert_eq!(code(&output), 0);
    assert!(err(&output).contains("standard input:1: 1 of 1 problems without a table"), "{}", err(&output));
    for text in ["8/8/8/8/8/5K2/4Q3/7k w - - #1;", "kbK5/pp6/1P6/8/8/8/8/R7 b - - #2; opt PostKeyPlay;"] {
        assert!(err(&kirke("solve --table -", text)).contains("without a table"), "{text}");
    }
}

#[test]
fn options_that_exclude_a_table_are_refused() {
    for arguments in ["--table --first", "--table --variations all", "--all-tries", "--table --format popeye"]
    {
        let output = kirke(&format!("solve {arguments} -"), DIACHUK);
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(err(&output).contains("--table"), "{arguments}: {}", err(&output));
    }
}

#[test]
fn table_needs_no_options_of_the_author() {
    let plain = "pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7\nstipulation #2";
    let tables: Vec<String> =
        ["", "\noption Try", "\noption SetPlay Variations NoThreat", "\noption Defence 5"]
            .iter()
            .map(|options| out(&kirke("solve --table -", problem(&format!("{plain}{options}")))))
            .collect();
    assert!(tables[0].contains("set play  1.Ra6!"), "{}", tables[0]);
    assert!(tables.iter().all(|table| *table == tables[0]), "{tables:?}");
    let heads = |arguments: &str| -> String {
        let text = out(&kirke(&format!("solve --table {arguments} -"), problem(plain)));
        let head = text.lines().find(|line| line.contains("set play")).expect("a head");
        head.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(heads(""), "set play 1.Ra6!");
    assert_eq!(heads("--all-tries"), "set play 1.Ra5? 1.Rxa7+? 1.Ra6!");
    assert_eq!(heads("--all-tries --tries=2"), "set play 1.Ra2? 1.Ra3? 1.Ra4? 1.Ra5? 1.Rxa7+? 1.Ra6!");
}

#[test]
fn twins_and_duplex_have_a_table_each() {
    let text = "pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7\nstipulation #2\noption Duplex\ntwin move c8 d7";
    let output = kirke("solve --table -", problem(text));
    assert_eq!(out(&output).matches("begins:").count(), 4);
    assert_eq!(code(&output), 0, "{}", err(&output));
}

/// Moves of one man are not gathered if the row would seem to have a changed answer.
#[test]
fn gathered_moves_have_no_changed_answer_of_their_own() {
    let problem = "8/1b2k3/2P2N2/3Q4/NR3P2/3K4/6N1/8 #2";
    let printed = out(&kirke("solve - --table --all-tries", problem));
    let gathered = printed.lines().find(|line| line.trim_start().starts_with("K~"));
    assert!(gathered.is_none_or(|line| !line.contains('*')), "{printed}");
}
