//! The composer's workshop: `economy`, `improve` and `twins`.

use std::process::Output;

use crate::common::program::{code, err, interrupt, kirke, kirke_with, out, problem, program};

/// Morphy's problem with a superfluous pawn.
const WITH_PAWN: &str = "pieces white Kc8 Ra1 Pb6h2 black Ka8 Bb8 Pa7b7\nstipulation #2";

/// A problem by Zepler that has duals.
const DUALLED: &str = "pieces white Ke5 Qc7 Rh7 black Ke8 Ra8 Bb5 Pd7b6e4f2\nstipulation #4";

/// A helpmate with eleven solutions.
const MANY_LINES: &str = "pieces white Kc3 Rh2 black Ka1\nstipulation h#2";

fn records(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn economy_states_what_each_man_is_for() {
    let done = kirke("economy -", problem(WITH_PAWN));
    let text = out(&done);
    assert_eq!((code(&done), err(&done).as_str()), (1, ""), "{text}");
    for line in [
        "standard input:1  #2",
        "    wRa1 needed: without it no 1.Ra6",
        "    wPb6 needed: without it no 1.Ra6",
        "    bPa7 needed: without it the side to move could capture the king",
        "    bPb7 stops 2 cooks: 1.Rxa7+; 1.b7#",
        "    bBb8 stops 1 cook: 1.Rxa7#",
        "    wPh2 superfluous",
        "    6 men without the kings: 1 superfluous, 2 only stop cooks",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let without = WITH_PAWN.replace("b6h2", "b6");
    assert_eq!(code(&kirke("economy -", problem(&without))), 0);
}

#[test]
fn economy_finds_weaker_men() {
    // The queen on d1 moves only as a rook could.
    let done = kirke("economy - --format json", problem("pieces white Kg6 Qd1 black Kg8\nstipulation #1"));
    let record = &records(&out(&done))[0];
    assert_eq!((&record["verdict"], &record["stopped"]), (&"sound".into(), &false.into()));
    let man = &record["found"][0];
    assert_eq!(
        (&man["man"], &man["role"], &man["weaker"]),
        (&"wQd1".into(), &"solution".into(), &"R".into())
    );
    assert_eq!(man["without"]["missing"], serde_json::json!(["1.Qd8#"]));
    assert_eq!(code(&done), 1);
}

#[test]
fn economy_names_duals_variations_and_legality() {
    let role_of = |pieces: &str, man: &str| {
        let done = kirke("economy - --format json", problem(&format!("pieces {pieces}\nstipulation #2")));
        let record = records(&out(&done)).remove(0);
        let men = record["found"].as_array().expect("men").clone();
        let found = men.into_iter().find(|found| found["man"] == man).expect("the man");
        found["role"].as_str().expect("a role").to_owned()
    };
    let loyd = "white Kg3 Qh5 Se3 Pf4b3d2 black Kd4 Rd8e8 Bc8f8 Pa6b4e4g4d3";
    assert_eq!(role_of(loyd, "bPa6"), "cooks");
    assert_eq!(role_of(loyd, "bBf8"), "variations");
    assert_eq!(role_of(loyd, "wPd2"), "solution");
}

/// More cooks than are searched do not hide that the solution fails.
#[test]
fn economy_prefers_the_solution_to_cooks() {
    let done = kirke("economy -", problem("pieces white Kc4 Pa7 Pc7 black Kd6 Sa8 Se8\nstipulation h#2.5"));
    let text = out(&done);
    assert!(text.contains("\n    bSa8 needed: without it no 1...c8=Q 2.Sac7 a8=R 3.Kc6 Ra6#\n"), "{text}");
    let cooked = "pieces white Kc3 Rh2 black Ka1 Ph7\nstipulation h#2";
    let done = keep("economy - --format json", "Kb1 Rh3", cooked);
    let men = &records(&out(&done))[0]["found"];
    assert!(men.as_array().expect("men").iter().all(|man| man["role"] != "unknown"), "{men}");
}

#[test]
fn improve_prints_sound_versions() {
    let done = kirke("improve - --changes 1 --quiet", problem(DUALLED));
    let text = out(&done);
    assert_eq!((code(&done), err(&done).as_str()), (0, ""), "{text}");
    assert!(text.contains("\n    bPe4-->c4 (3+7)\n"), "{text}");
    let done = kirke("improve - --changes 1 --format json", problem(DUALLED));
    let records = records(&out(&done));
    let versions = records[0]["found"].as_array().expect("versions");
    assert!(versions.len() > 1);
    for version in versions {
        let verified = kirke("verify -", version["problem"].as_str().expect("a problem"));
        assert_eq!(code(&verified), 0, "{}", out(&verified));
    }
}

#[test]
fn improve_keeps_the_chosen_line() {
    let done = kirke("improve -", problem(MANY_LINES));
    assert_eq!(code(&done), 2);
    let message = err(&done);
    assert!(
        message.contains("11 solutions: choose those to keep with --keep: 1.Kb1 Kb3 2.Ka1 Rh1#;"),
        "{message}"
    );
    let done = keep("improve - --versions 2 --format json --quiet", "1.Kb1 Ra2", MANY_LINES);
    let records = records(&out(&done));
    let versions = records[0]["found"].as_array().expect("versions");
    assert_eq!((code(&done), versions.len()), (0, 2), "{}", out(&done));
    for version in versions {
        let solved = out(&kirke("solve - --no-board", version["problem"].as_str().expect("a problem")));
        // A move keeps its squares, and may become a capture.
        let verified = kirke("verify -", version["problem"].as_str().expect("a problem"));
        assert_eq!(code(&verified), 0, "{}", out(&verified));
        let begins_later = version["changes"].to_string().contains("begins after 1.Kb1");
        let expected = if begins_later { "Kc1 Ra1#\n" } else { "\n1.Kb1 Ra2 2.Kc1 Ra1#\n" };
        assert!(solved.replace("Rxa2", "Ra2").contains(expected), "{solved}");
    }
}

/// Returns the first changes of the versions that `improve` finds by one change.
fn single_changes(problem: &str, keep: &str) -> Vec<String> {
    let mut command = program();
    command.args(["improve", problem, "--changes", "1", "--versions", "100", "--format", "json", "--quiet"]);
    let keep: &[&str] = if keep.is_empty() { &[] } else { &["--keep", keep] };
    let done = command.args(keep).output().expect("a run");
    let found = records(&out(&done)).remove(0)["found"].take();
    let change = |version: &serde_json::Value| {
        let words = version["changes"].as_array().expect("changes");
        let words = words.iter().map(|word| word.as_str().expect("words"));
        words.collect::<Vec<_>>().join(", ")
    };
    found.as_array().expect("versions").iter().map(change).collect()
}

#[test]
fn improve_changes_the_length() {
    // Morphy's problem with one move too many, and with one move too few.
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7";
    assert!(single_changes(&format!("{morphy} #3"), "").contains(&"#2".to_owned()));
    let lengthened = single_changes(&format!("{morphy} #1"), "");
    assert_eq!(lengthened.first().map(String::as_str), Some("#2"), "{lengthened:?}");
    assert!(lengthened.iter().all(|words| words.starts_with("#2")), "{lengthened:?}");
    // Further changes would be superfluous.
    assert_eq!(lengthened.len(), 1, "{lengthened:?}");
    assert!(single_changes("8/8/8/8/8/2K5/7R/k7 ser-h#3", "").contains(&"ser-h#2".to_owned()));
    let later = "begins after 1.Kb1 Ra2".to_owned();
    assert!(single_changes("8/8/8/8/8/2K5/7R/k7 h#2", "1.Kb1 Ra2").contains(&later));
    let halved = "pieces black Kc3 Rh2 white Ka1\nstipulation h#2\noption halfduplex";
    let done = keep("improve - --changes 1", "1.Kb1 Ra2", halved);
    assert!(out(&done).contains(&later), "{}", out(&done));
    let done = kirke("improve -", problem("pieces white Kc3 Rh2 black Ka1\nstipulation h#1"));
    assert!(
        err(&done).contains("no solution, and with one more move 11 solutions: choose"),
        "{}",
        err(&done)
    );
}

/// A version that begins after more moves is found as such, and not again as two changes.
#[test]
fn improve_begins_later_only_once() {
    let mut command = program();
    command.args(["improve", "8/8/8/8/p7/2K5/8/kR6 h#3", "--keep", "1.Ka2 Kc2 2.Ka3 Rb4 3.Ka2 Rxa4"]);
    let done = command.args(["--versions", "3", "--format", "json", "--quiet"]).output().expect("a run");
    let found = records(&out(&done)).remove(0)["found"].take();
    let versions = found.as_array().expect("versions");
    let problems: std::collections::BTreeSet<String> =
        versions.iter().map(|version| version["problem"].to_string()).collect();
    assert_eq!((versions.len() >= 3, problems.len()), (true, versions.len()), "{found}");
}

/// The verdict is that on the problem as it is; what is stopped is not without a solution.
#[test]
fn improve_reports_problems_without_solution() {
    let morphy = problem(&WITH_PAWN.replace("b6h2", "b6").replace("#2", "#1"));
    let record = records(&out(&kirke("improve - --format json --quiet", morphy))).remove(0);
    assert_eq!(record["verdict"], "no solution", "{record}");
    let stopped = program()
        .args(["improve", "r4rk1/5ppp/8/8/8/8/5PPP/R2Q1RK1 #3", "--nodes", "2000", "--quiet"])
        .output()
        .expect("a run");
    assert_eq!(code(&stopped), 3, "{}", err(&stopped));
    assert!(err(&stopped).contains("stopped before its end"), "{}", err(&stopped));
}

/// A reflection removes a cook that castles.
#[test]
fn improve_reflects_positions() {
    let changes = single_changes("2R5/1p1R4/8/1p6/4k3/8/8/4K2R #2", "1.Rf1");
    assert!(changes.contains(&"mirror a1<-->h1".to_owned()), "{changes:?}");
}

/// Runs the program with a solution to keep.
fn keep(arguments: &str, line: &str, text: &str) -> Output {
    let words: Vec<&str> = arguments.split(' ').chain(["--keep", line]).collect();
    kirke_with(&words, problem(text))
}

#[test]
fn unknown_solutions_are_refused() {
    for known in ["Ra1-a6", "1.Ra6", "a1a6", "Ra6!"] {
        assert_eq!(code(&keep("economy -", known, WITH_PAWN)), 1, "{known}");
    }
    let done = keep("economy -", "1.Qa8", WITH_PAWN);
    assert_eq!(code(&done), 2);
    assert!(
        err(&done).contains("error: standard input:1: no key or line begins with '1.Qa8'"),
        "{}",
        err(&done)
    );
    let done = kirke("economy -", problem("pieces white Kc8 black Ka8\nstipulation #2"));
    assert_eq!(code(&done), 1);
    assert!(err(&done).contains("the problem has no solution that could be kept"), "{}", err(&done));
    let done = kirke("twins - --format json", problem("pieces white Kc8 black Ka8\nstipulation h!2"));
    assert_eq!((code(&done), &records(&out(&done))[0]["found"]), (2, &serde_json::json!([])));
}

#[test]
fn twins_are_sound() {
    let morphy = WITH_PAWN.replace("b6h2", "b6");
    let done = kirke("twins - --by move,remove --format json", problem(&morphy));
    let records = records(&out(&done));
    let twins = records[0]["found"].as_array().expect("twins");
    assert_eq!((code(&done), twins.len()), (0, 9), "{}", out(&done));
    let shares: Vec<u64> = twins.iter().map(|twin| twin["difference"].as_u64().expect("a share")).collect();
    assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
    assert_eq!((&twins[0]["changes"][0], &twins[0]["solution"]), (&"bPa7-->a2".into(), &"1.Rxa2+".into()));
    assert_eq!(code(&kirke("twins - --by exchange", problem(&morphy))), 1);
}

#[test]
fn twins_differ_by_condition_length_and_turn() {
    let morphy = WITH_PAWN.replace("b6h2", "b6");
    let done = kirke("twins - --by condition,length,turn --format json", problem(&morphy));
    let record = records(&out(&done)).remove(0);
    let twins = record["found"].as_array().expect("twins");
    let has = |change: &str, solution: &str| {
        twins.iter().any(|twin| twin["changes"][0] == change && twin["solution"] == solution)
    };
    assert_eq!(code(&done), 0, "{}", err(&done));
    assert!(has("AntiCirce", "1.Rxa7(a1)+") && has("mirror a1<-->h1", "1.Rh6"), "{record}");
    let conditions = morphy.replace("stipulation", "condition anticirce\nstipulation");
    let orthodox = kirke("twins - --by condition --format json", problem(&conditions));
    assert!(out(&orthodox).contains("1.Ra6"), "{}", out(&orthodox));
}

/// A draft without a solution has twins, too.
#[test]
fn twins_of_a_draft_without_solution_are_found() {
    let draft = problem("pieces white Kc8 Rb7 black Ka8\nstipulation #1");
    let done = kirke("twins - --by move --format json", draft);
    let record = records(&out(&done)).remove(0);
    let twins = record["found"].as_array().expect("twins");
    assert!(code(&done) == 0 && !twins.is_empty(), "{record}");
    assert!(twins.iter().all(|twin| twin["difference"] == 100), "{record}");
}

/// Ctrl-C ends the search for changes, and prints what was found.
#[cfg(unix)]
#[test]
fn interrupted_work_prints_what_was_found() {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = program();
    command.args(["improve", "-", "--changes", "3", "--versions", "1000"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("kirke starts");
    let mut input = child.stdin.take().expect("standard input");
    input.write_all(problem(DUALLED).as_bytes()).expect("written");
    drop(input);
    std::thread::sleep(std::time::Duration::from_secs(4));
    interrupt(&child);
    let done = child.wait_with_output().expect("kirke ends");
    assert_eq!(code(&done), 130);
    assert!(out(&done).contains("bPe4-->c4 (3+7)") && out(&done).contains(", stopped"), "{}", out(&done));
}

/// A published problem that was not sound, and its correction.
#[derive(serde::Deserialize)]
struct Correction {
    cooked: String,
    corrected: String,
    stipulation: String,
    author: String,
    key: String,
}

#[test]
fn published_problems_are_corrected_with_the_same_economy() {
    for line in include_str!("corrections.jsonl").lines() {
        let row: Correction = serde_json::from_str(line).expect("a row");
        let run = |arguments: &[&str]| {
            let mut command = program();
            command.args(arguments).args(["--stip", &row.stipulation, "--quiet"]).output().expect("a run")
        };
        let verdict = |problem: &str| out(&run(&["verify", problem])).contains("sound,");
        assert!(!verdict(&row.cooked) && verdict(&row.corrected), "{}", row.author);
        let key = format!("1.{}", row.key);
        let done = run(&["improve", &row.cooked, "--keep", &key, "--versions", "3", "--format", "json"]);
        let record = records(&out(&done)).remove(0);
        let men = |fen: &str| fen.chars().filter(|sign| sign.is_alphabetic()).count() as u64;
        let most = men(&row.cooked).max(men(&row.corrected));
        let versions = record["found"].as_array().expect("versions");
        let count = |version: &serde_json::Value| {
            version["men"].as_array().expect("men").iter().filter_map(serde_json::Value::as_u64).sum::<u64>()
        };
        assert!(versions.iter().any(|version| count(version) <= most), "{}: {record}", row.author);
    }
}
