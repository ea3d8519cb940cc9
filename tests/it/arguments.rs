//! Arguments that are meant otherwise than they are read, and what the messages suggest.

use crate::common::program::{code, err, kirke_with, out};

/// White mates on g2.
const QUEEN: &str = "8/8/8/8/8/5K2/4Q3/7k";

/// Asserts that kirke refuses these arguments with a message that contains `expected`, and solves nothing.
fn refused(arguments: &[&str], expected: &str) {
    let output = kirke_with(arguments, "8/8/8/8/8/5K2/4Q3/7k #1");
    let message = err(&output);
    assert_eq!(code(&output), 2, "{arguments:?}: {message}");
    assert!(message.contains(expected), "{arguments:?}: {message}");
    assert_eq!(out(&output), "", "{arguments:?}");
}

#[test]
fn fen_without_quotes_is_refused() {
    for command in ["solve", "verify"] {
        refused(
            &[command, QUEEN, "w", "-", "-", "--stip", "#2"],
            "error: 'w' after a FEN: put the whole FEN in quotes, as in '8/8/8/8/8/5K2/4Q3/7k w - -'\n",
        );
    }
    refused(
        &["solve", QUEEN, "b", "KQ", "e3", "0", "1", "#1"],
        "as in '8/8/8/8/8/5K2/4Q3/7k b KQ e3 0 1 #1'\n",
    );
    refused(&["solve", QUEEN, "-"], "'-' after a FEN: put the whole FEN in quotes");
    refused(&["solve", "-", "-"], "'-' occurs twice");
    let checked = kirke_with(&["check", QUEEN, "w", "-", "-", "--stip", "#2"], "");
    assert!(code(&checked) == 2 && err(&checked).contains("'w' after a FEN"), "{}", err(&checked));
    // After a FEN in quotes it is standard input.
    let output = kirke_with(&["verify", "8/8/8/8/8/5K2/4Q3/7k w - - #1", "-"], "8/8/8/8/8/5K2/4Q3/7k #1");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("standard input:1  #1: sound"), "{}", out(&output));
}

#[test]
fn stipulation_in_the_place_of_files_is_refused() {
    let both = "'#1' after a FEN: put both in quotes, as in '8/8/8/8/8/5K2/4Q3/7k #1'";
    refused(&["solve", QUEEN, "#1"], both);
    refused(&["solve", QUEEN, "#1"], "--stip '#1'");
    refused(&["solve", "#1", QUEEN], "#1: no such file; if this is the stipulation, ");
    for (words, option) in [(&["2.1.1.1"][..], "--branching 2.1.1.1"), (&["4", "sols"], "--lines 4")] {
        let arguments = [&["solve", QUEEN, "--stip", "h#2"][..], words].concat();
        let expected = format!("as in --stip 'h#2 2.1.1.1', or declare it by 'kirke verify {option}'");
        refused(&arguments, &expected);
    }
    for arguments in
        [&["solve", "--tries", "2", QUEEN][..], &["solve", QUEEN, "--stip", "#1", "--tries", "2"]]
    {
        refused(arguments, "2: no such file; the number of refutations is written --tries=2");
    }
}

#[test]
fn placement_with_wrong_letters_is_no_file() {
    for (letter, hint) in [
        ("D", "the letter of the queen is Q"),
        ("t", "the letter of the rook is R"),
        ("L", "the letter of the bishop is B"),
        ("S", "the letter of the knight is N"),
        ("X", ""),
        ("♕", ""),
    ] {
        let placement = format!("8/8/8/8/8/5K2/4{letter}3/7k");
        let found =
            format!("a number of empty squares or a slash, found '{letter}'\n --> command line:1:16\n");
        refused(&["solve", &placement, "--stip", "#1"], &found);
        refused(&["solve", &placement, "--stip", "#1"], hint);
        let record = kirke_with(&["solve", "--format", "json", &format!("{placement} #1")], "");
        let record: serde_json::Value = serde_json::from_str(&out(&record)).expect("JSON");
        assert_eq!(record["errors"][0]["column"], 16, "{record}");
    }
    refused(&["solve", "D7/8/8/8/8/5K2/4Q3/7k #1"], "found 'D'\n --> command line:1:1\n");
    refused(&["solve", "8/8/8/8/8/8/8/1K1E4 #1"], "found 'E'");
    // A path remains one.
    for path in ["a/b/c/d/e/f/g/h.inp", "a/8/b/c/d/8/e/f", "/8/8/8/8/8/8/8"] {
        refused(&["solve", path], &format!("error: {path}: "));
    }
}

#[test]
fn missing_file_without_extension_may_be_a_position() {
    refused(&["solve", "Ke1 Qe2 / Kh1"], "; expected a file, or a position in FEN, as in '");
    let output = kirke_with(&["solve", "nowhere.inp"], "");
    assert!(!err(&output).contains("FEN"), "{}", err(&output));
}

#[test]
fn popeye_reads_a_fen_argument() {
    let line = format!("{QUEEN} #1");
    let output = kirke_with(&["popeye", "-regression", &line], "");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), out(&kirke_with(&["popeye", "-regression", "-"], &line[..])));
    refused(&["popeye", QUEEN, "#1"], "expected one FEN with its stipulation, in quotes");
}

#[test]
fn messages_state_what_values_are_expected() {
    for (argument, value, expected) in [
        ("--nodes", "20k", "expected a number of positions, as in 20000"),
        ("--lines", "zwei", "expected a number, as in 2"),
        ("--tries=zwei", "", "expected a number of refutations, as in --tries=2"),
        ("--json", "", "tip: JSON is printed with '--format json'"),
        ("--letters", "deutsch", "did you mean 'german'?"),
        ("--option", "Satzspiel", "expected an option, found 'Satzspiel'; did you mean 'SetPlay'?"),
        ("--option", "Verführung", "did you mean 'Try'?"),
        ("--option", "Varianten", "did you mean 'Variations'?"),
        ("--cond", "Längstzüger", "'Maximummer' is known to Popeye, but not supported by kirke yet"),
    ] {
        let mut arguments = vec!["verify", QUEEN, "--stip", "#1", argument];
        arguments.extend(Some(value).filter(|value| !value.is_empty()));
        refused(&arguments, expected);
    }
    let output = kirke_with(&["perft", "1", "--cond", "SchwarzerSchlag"], "");
    assert!(err(&output).contains("did you mean 'BlackMustCapture'?"), "{}", err(&output));
}

#[test]
fn wrong_twin_is_marked_in_its_argument() {
    for (twin, column, expected) in [
        ("b) move e2 e9", 12, "expected a square (a1 to h8), found 'e9'"),
        ("move e2", 8, "expected a square (a1 to h8), found the end of the text"),
        ("b) shft e2 e3", 4, "expected a change of the twin (move, exchange, "),
        ("b) shft e2 e3", 4, "help: did you mean 'shift'?"),
        ("b) versetze e2 e3", 4, "help: did you mean 'move'?"),
        ("b) wQe2→e3", 4, "help: did you mean 'move e2 e3'?"),
        ("b) wQe2→e3, -bKh1", 4, "help: did you mean 'move e2 e3 remove h1'?"),
        ("c) move e2 e3", 1, "expected the twin 'b)', found 'c)'"),
    ] {
        let output = kirke_with(&["solve", QUEEN, "--stip", "#1", "--twin", twin], "");
        let message = err(&output);
        assert!(code(&output) == 2 && message.contains(expected), "{twin}: {message}");
        assert!(message.contains(&format!(" --> --twin:1:{column}\n")), "{twin}: {message}");
        assert!(message.contains(&format!("\n1 | {twin}")), "{twin}: {message}");
        let record = kirke_with(&["solve", QUEEN, "--stip", "#1", "--twin", twin, "--format", "json"], "");
        assert!(out(&record).contains(&format!("--twin '{twin}': expected")), "{twin}: {}", out(&record));
    }
    let output = kirke_with(&["verify", QUEEN, "--stip", "#1", "--twin", "move e2 e9"], "");
    let line =
        "command line:1  refused: --twin 'move e2 e9': expected a square (a1 to h8), found 'e9' (1:1)\n";
    assert_eq!(out(&output), line);
    // A change that is understood, but cannot be made.
    let output = kirke_with(&["solve", QUEEN, "--stip", "#1", "--twin", "move a1 a2"], "");
    assert!(err(&output).starts_with("error: there is no man on a1 (twin b)\n"), "{}", err(&output));
}
