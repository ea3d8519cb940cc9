//! Input that is checked without being solved.

use crate::common::program::{code, err, kirke, out, problem};

const DOUBTFUL: &str = "8/8/8/8/8/5K2/4Q3/7k w - - 0 1 #2;
8/8/8/8/8/5K2/4Q3/4k3 w - - #2;
8/8/8/8/8/P4K2/PPPPPPPP/7k w - - #2;
8/8/8/8/8/5K2/4Q3/7k w - - h#2;
8/8/8/8/8/5K2/4Z3/7k w - - #2;
8/8/8/8/8/8/4Q3/7k w - - #2;
";

#[test]
fn faults_and_doubts_are_shown_with_their_places() {
    let done = kirke("check -", DOUBTFUL);
    let text = out(&done);
    assert_eq!((code(&done), err(&done).as_str()), (2, ""), "{text}");
    assert!(text.ends_with("6 problems: 2 errors, 5 warnings\n"), "{text}");
    for (message, place) in [
        ("warning: the side to move could capture the king", "standard input:2:1"),
        ("warning: the position cannot arise in a game: 9 white pawns", "standard input:3:1"),
        ("warning: in h#2 Black begins", "standard input:4:22"),
        ("error: White has no king", "standard input:6:1"),
    ] {
        let rest = text.split_once(message).unwrap_or_else(|| panic!("{message}\n{text}")).1;
        assert!(rest.contains(place), "{place}\n{text}");
    }
}

#[test]
fn doubts_can_be_forgiven() {
    let doubts: String = DOUBTFUL.lines().take(4).map(|line| format!("{line}\n")).collect();
    assert_eq!(code(&kirke("check -", doubts.as_str())), 1);
    let done = kirke("check - --allow position,capturable,input", doubts);
    assert_eq!((code(&done), out(&done).as_str()), (0, "4 problems: 0 errors, 0 warnings\n"));
}

#[test]
fn json_has_an_object_for_each_problem() {
    let text = out(&kirke("check - --format json", DOUBTFUL));
    let records: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(records.len(), 6);
    assert_eq!(records[0]["errors"], serde_json::json!([]));
    assert_eq!(records[1]["warnings"][0]["name"], "capturable");
    assert_eq!((&records[4]["line"], &records[4]["errors"][0]["column"]), (&5.into(), &16.into()));
}

/// Nothing is solved: a long problem is checked as fast as a short one.
#[test]
fn checking_does_not_search() {
    let start = std::time::Instant::now();
    let done = kirke("check -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - #12;");
    assert_eq!(code(&done), 0, "{}", out(&done));
    assert!(start.elapsed().as_secs() < 5);
}

/// A problem with a twin. The diagram itself has no fault.
fn with_twin(twin: &str) -> String {
    problem(&format!("pieces white Ke1 Rh7 black Ke8\nstipulation #2\ntwin {twin}"))
}

#[test]
fn faults_of_twins_have_their_places() {
    for (twin, message) in [
        ("move a1 a2", "there is no man on a1"),
        ("exchange a1 b1", "there is no man on a1"),
        ("remove a1", "there is no man on a1"),
        ("add white Kd1", "king"),
        ("remove e8", "Black has no king"),
        ("move e1 e8", "Black has no king"),
        ("shift a1 h8", "would leave the board"),
        ("condition Reroute66", "is played on the board of 66 squares"),
    ] {
        let text = with_twin(twin);
        let (checked, verified) = (kirke("check -", text.as_str()), kirke("verify -q -", text.as_str()));
        assert_eq!((code(&checked), code(&verified)), (2, 2), "{twin}\n{}", out(&checked));
        assert!(out(&checked).contains(message), "{twin}\n{}", out(&checked));
        assert!(out(&checked).contains("standard input:4:"), "{twin}\n{}", out(&checked));
    }
}

/// A fault of one twin hides neither those of the next ones nor their doubts.
#[test]
fn all_twins_are_checked() {
    let text = with_twin("remove e8\ntwin move h7 h8\ntwin remove a1");
    let done = kirke("check -", text);
    let text = out(&done);
    assert_eq!((code(&done), err(&done).as_str()), (2, ""), "{text}");
    for (message, place) in [
        ("Black has no king", "standard input:4:"),
        ("the side to move could capture the king", "standard input:5:"),
        ("there is no man on a1", "standard input:6:"),
    ] {
        let rest = text.split_once(message).unwrap_or_else(|| panic!("{message}\n{text}")).1;
        assert!(rest.contains(place), "{place}\n{text}");
    }
    let zeroposition = "pieces white Ke1 Rh7\nstipulation #2\nzeroposition add black Ke8\ntwin add black Kd8";
    assert_eq!(code(&kirke("check -", problem(zeroposition))), 0);
}

/// Warnings about a text belong to the problem with which they were found.
#[test]
fn json_has_one_object_for_a_problem_with_warnings_about_its_text() {
    let entry = |field: &str| {
        format!("---\n{field}: bar\nalgebraic: {{white: [Kf3, Qe2], black: [Kh1]}}\nstipulation: \"#1\"\n")
    };
    for entries in [vec!["foo"], vec!["foo", "fou"]] {
        let text: String = entries.iter().map(|field| entry(field)).collect();
        let records = out(&kirke("check - --format json", text.as_str()));
        let records: Vec<serde_json::Value> =
            records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(records.len(), entries.len(), "{records:?}");
        for (record, field) in records.iter().zip(&entries) {
            let warnings = record["warnings"].to_string();
            assert!(warnings.contains(field) && record["version"] == 1, "{warnings}");
        }
    }
}

#[test]
fn nothing_is_summed_up_without_a_text() {
    let done = kirke("check no-such-file.inp", "");
    assert_eq!((code(&done), out(&done).as_str()), (2, ""));
    assert!(err(&done).contains("no-such-file.inp"), "{}", err(&done));
    let done = kirke("check no-such-file.inp problems/fiasco.inp", "");
    assert!(code(&done) == 2 && out(&done).contains("0 errors"), "{}", out(&done));
}

#[test]
fn castling_rights_in_vain_can_be_forgiven() {
    let line = "4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1 #3;";
    assert_eq!(code(&kirke("check -", line)), 2);
    let done = kirke("check - --lenient --format json", line);
    let record: serde_json::Value = serde_json::from_str(&out(&done)).expect("JSON");
    assert_eq!((code(&done), &record["warnings"][0]["name"]), (1, &"castling".into()));
    let done = kirke("check - --allow castling", line);
    assert_eq!((code(&done), out(&done).as_str()), (0, "1 problem: 0 errors, 0 warnings\n"));
}
