//! Warnings about problems that are solved nevertheless: positions that cannot arise, castling rights in vain.

use crate::common::program::{code, err, kirke, out, problem};

/// White has nine pawns.
const NINE_PAWNS: &str = "k7/8/1K6/P7/8/PPPPPPPP/8/7R w - - #1\n";

#[test]
fn impossible_positions_are_shown_with_their_place() {
    for command in ["solve", "verify", "solve --format popeye"] {
        let output = kirke(&format!("{command} -"), format!("# a comment\n{NINE_PAWNS}"));
        let shown = err(&output);
        let warning =
            "warning: the position cannot arise in a game: 9 white pawns\n --> standard input:2:1\n";
        assert!(shown.starts_with(warning), "{command}\n{shown}");
        assert_eq!(shown.matches("warning").count(), 1, "{command}\n{shown}");
    }
}

#[test]
fn warnings_change_no_verdict() {
    let output = kirke("verify -", "k7/8/1K6/B6R/8/6P1/PPPPPP1P/8 w - - #1");
    assert!(err(&output).contains("bishop a5 cannot have come from c1"), "{}", err(&output));
    assert_eq!((out(&output).as_str(), code(&output)), ("standard input:1  #1: sound, 1.Rh8#\n", 0));
    let output = kirke("verify -", "k7/8/1K6/B6R/8/1P4P1/P1PPPP1P/8 w - - #1");
    assert_eq!((err(&output).as_str(), code(&output)), ("", 0));
}

#[test]
fn warnings_are_in_json() {
    for command in ["solve", "verify"] {
        let output = kirke(&format!("{command} --format json -"), NINE_PAWNS);
        let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
        let warning = &record["warnings"][0];
        assert_eq!(warning["message"], "the position cannot arise in a game: 9 white pawns", "{command}");
        assert_eq!((&warning["line"], &warning["column"]), (&1.into(), &1.into()), "{command}");
        assert_eq!(record["errors"], serde_json::json!([]), "{command}");
    }
}

#[test]
fn warnings_name_twins_at_their_changes() {
    let text = problem("pieces white Kb6 Rh1 Pa2 black Ka8\nstipulation #1\ntwin move a2 a1");
    let shown = err(&kirke("verify -", text));
    assert!(shown.starts_with("warning: the position of twin b) cannot arise in a game: pawn on"), "{shown}");
    assert!(shown.contains("standard input:4:6"), "{shown}");
}

/// Popeye prints none.
#[test]
fn popeye_does_not_judge_positions() {
    let text = problem("pieces white Kb6 Rh1 Pa1 black Ka8\nstipulation #1");
    let output = kirke("popeye -", text);
    assert_eq!(err(&output), "");
    assert!(out(&output).contains("solution finished"), "{}", out(&output));
}

#[test]
fn castling_rights_in_vain_need_lenience() {
    let line = "4k3/8/8/8/8/8/8/R3K3 w KQk - #3\n";
    for command in ["solve", "verify"] {
        let output = kirke(&format!("{command} -"), line);
        assert_eq!(code(&output), 2, "{command}");
        assert!(err(&output).contains("White cannot have the right 'K': there is no wR on h1"), "{command}");
        assert!(err(&output).contains("--lenient"), "{command}");
        let output = kirke(&format!("{command} --lenient --format json -"), line);
        assert_ne!(code(&output), 2, "{command}");
        let shown = err(&output);
        for warning in [
            "the right 'K' is ignored: there is no wR on h1",
            "the right 'k' is ignored: there is no bR on h8",
        ] {
            assert!(shown.contains(warning), "{command}\n{shown}");
        }
        // The other right is kept, and the black king keeps none.
        let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
        assert_eq!(record["problem"]["options"]["no_castling"], serde_json::json!(["e8"]), "{command}");
        assert_eq!(record["warnings"].as_array().map(Vec::len), Some(2), "{command}");
    }
    // Other faults of the field remain errors.
    for field in ["KK", "X", "QQ"] {
        let output = kirke("verify --lenient -", format!("4k3/8/8/8/8/8/8/R3K3 w {field} - #1"));
        assert_eq!(code(&output), 2, "{field}");
    }
}

/// Warnings about a text as a whole are those of the problem with which they were found.
#[test]
fn warnings_about_texts_are_in_json() {
    let entry = |field: &str| {
        format!("---\nalgebraic: {{white: [Kf3, Qe2], black: [Kh1]}}\nstipulation: '#1'\n{field}: x\n")
    };
    let text = entry("strange") + &entry("keywords") + &entry("neutral");
    for command in ["solve", "verify", "check"] {
        let output = kirke(&format!("{command} --format json -"), text.as_str());
        let records: Vec<serde_json::Value> =
            out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let messages: Vec<&serde_json::Value> =
            records.iter().map(|record| &record["warnings"][0]["message"]).collect();
        assert_eq!(
            messages,
            [
                "the field 'strange' is not read".into(),
                serde_json::Value::Null,
                "the field 'neutral' is not read".into()
            ]
            .iter()
            .collect::<Vec<&serde_json::Value>>(),
            "{command}"
        );
        let shown = if command == "check" { 0 } else { 2 };
        assert_eq!(err(&output).matches("is not read").count(), shown, "{command}: {}", err(&output));
    }
}

/// Messages about a problem have its name.
#[test]
fn messages_name_the_problem() {
    let note = "= note: the problem is 'Auth'\n";
    let named = NINE_PAWNS.replace("#1", "#1; c0 \"Auth\"");
    let refused = "8/8/8/8/8/5K2/4Q3/7k w - - #1; id \"P5\"; c0 \"Auth\"; foo;";
    for text in [&*named, refused] {
        for command in ["solve -", "verify -"] {
            let shown = err(&kirke(command, text));
            assert_eq!(shown.matches(note).count(), 1, "{command}: {shown}");
        }
    }
    assert!(err(&kirke("convert - --to epd", refused)).contains(note));
    assert!(!err(&kirke("verify -", NINE_PAWNS)).contains("note:"));
}
