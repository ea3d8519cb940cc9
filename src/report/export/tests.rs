//! What is written is read, and what cannot be written is reported.

use proptest::prelude::*;

use super::{OutputFormat, differences, export};
use crate::formats::popeye::tests::round_trip::any_problem;
use crate::formats::{Severity, read};
use crate::problem::Problem;

const FORMATS: [OutputFormat; 5] =
    [OutputFormat::Popeye, OutputFormat::Epd, OutputFormat::Olive, OutputFormat::Json, OutputFormat::Pgn];

fn problem(words: &str) -> Problem {
    let text = format!("beginproblem {words}\nendproblem");
    read("test", text.as_bytes()).items.remove(0).problem.unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn problems_are_written_in_every_format() {
    for words in [
        "pieces white Kb6 Rh1 black Ka8 stipulation #1",
        "pieces white Kb6 Rh1 black Ka8 stipulation #1\nremark kirke: keys=Rh8",
        "pieces white Kb6 Rh1 black Ka8 stipulation h#2\nremark kirke: branching=2.1.1.1",
        "pieces white Kb6 Rh1 black Ka8 stipulation h#2 option WhiteToPlay SetPlay",
        "pieces white Kb6 Rh1 white Royal Qa1 neutral Pd4 stipulation #1 option NoBk Duplex Defence 3",
        "pieces white Ke1 Ra1h1 black Ka8 stipulation ser-h=4 condition Circe Take&MakeChess option NoCastling a1",
        "pieces white Kb6 Rh1 black Ka8 stipulation #1 twin move h1 h2 twin continued mirror a1<-->h1",
    ] {
        let problem = problem(words);
        // FEN has no neutral and no unusual royal men.
        let has_fen = !words.contains("neutral");
        for format in FORMATS {
            if !has_fen && matches!(format, OutputFormat::Epd | OutputFormat::Json | OutputFormat::Pgn) {
                assert_eq!(export(&problem, format).text, None);
                continue;
            }
            let exported = export(&problem, format);
            let text = exported.text.unwrap_or_else(|| panic!("{format:?} {words}: {:?}", exported.faults));
            let faults: Vec<_> = exported.faults.iter().map(|fault| &fault.message).collect();
            assert!(faults.is_empty(), "{format:?} {words}: {faults:?} {text}");
            let again = read("again", text.as_bytes()).items.remove(0).problem.unwrap();
            assert_eq!(differences(&problem, &again), [], "{text}");
        }
    }
}

#[test]
fn parts_that_a_format_cannot_hold_are_reported() {
    for (format, words, severity, message) in [
        (
            OutputFormat::Epd,
            "author A\nauthor B\npieces white Kb6 Rh1 black Ka8 stipulation #1",
            Severity::Warning,
            "EPD cannot hold these authors",
        ),
        (
            OutputFormat::Epd,
            "pieces white Kb6 white Kamikaze Rh1 black Ka8 stipulation #1",
            Severity::Error,
            "EPD cannot hold",
        ),
        (
            OutputFormat::Epd,
            "pieces white Kb6 Rh1 black Ka8 stipulation #1 zeroposition move h1 h2",
            Severity::Error,
            "EPD cannot hold these twins",
        ),
        (
            OutputFormat::Olive,
            "title X\npieces white Kb6 Rh1 black Ka8 stipulation #1",
            Severity::Warning,
            "an entry of Olive cannot hold the title",
        ),
        (
            OutputFormat::Olive,
            "pieces white Kb6 Rh1 black Ka8 stipulation #1\nremark kirke: verdict=sound",
            Severity::Warning,
            "an entry of Olive cannot hold what is declared about the solution",
        ),
        (
            OutputFormat::Pgn,
            "author A: B\npieces white Kb6 Rh1 black Ka8 stipulation #1",
            Severity::Warning,
            "PGN cannot hold these authors",
        ),
        (
            OutputFormat::Pgn,
            "pieces white Kb6 Rh1 black Ka8 neutral Pa2 stipulation #1",
            Severity::Error,
            "PGN cannot hold this problem: neutral men",
        ),
    ] {
        let exported = export(&problem(words), format);
        let fault = exported.faults.first().unwrap_or_else(|| panic!("{words}: {exported:?}"));
        assert!(fault.message.starts_with(message), "{words}: {}", fault.message);
        assert_eq!(fault.severity, severity, "{words}");
        assert_eq!(exported.text.is_some(), severity == Severity::Warning, "{words}");
    }
}

#[test]
fn game_has_the_tags_of_pgn_and_the_key() {
    let problem = problem(
        "author A\nauthor B \"C\"\norigin S, 1858\norigin T\ntitle X\npieces white Ke1 Rh1 Qa7 black Kg8 Ra8 stipulation #2\n\
         option NoCastling a8\nremark kirke: keys=0-0 verdict=sound",
    );
    let expected = "[Event \"S, 1858\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n[White \"A:B \\\"C\\\"\"]\n\
                    [Black \"#2\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"r5k1/Q7/8/8/8/8/8/4K2R w K - 0 1\"]\n\
                    [Stipulation \"#2\"]\n[Declared \"verdict=sound keys=0-0\"]\n[Title \"X\"]\n[Source \"S, 1858\"]\n\
                    [Source2 \"T\"]\n\n1. O-O *\n\n";
    assert_eq!(export(&problem, OutputFormat::Pgn).text.as_deref(), Some(expected));
}

#[test]
fn key_is_written_as_in_pgn() {
    for (words, moves) in [
        ("pieces white Kb6 Rh1h3 black Ka8 stipulation #2\nremark kirke: keys=Rh1-h2", "1. R1h2 *"),
        ("pieces white Kb6 Rh1 black Ka8 stipulation #1\nremark kirke: keys=Rh8", "1. Rh8# *"),
        ("pieces white Kb6 Ph7 black Ka8 stipulation #1\nremark kirke: keys=h7-h8=S", "1. h8=N *"),
        (
            "pieces black Kb6 Rh1 white Ka8 stipulation #1 option HalfDuplex\nremark kirke: keys=h1h8",
            "1... Rh8# *",
        ),
        (
            "pieces white Kb6 Pe5 black Ka8 Pd5 stipulation #3 option EnPassant d6\nremark kirke: keys=e5*d6",
            "1. exd6 *",
        ),
        // Neither legal nor unique, or not orthodox.
        ("pieces white Kb6 Rh1 black Ka8 stipulation #1\nremark kirke: keys=Rb8", "*"),
        ("pieces white Kb6 Rh1 black Ka8 stipulation #1\nremark kirke: keys=Rh8,Rh7", "*"),
        ("pieces white Kb6 Rh1 black Ka8 stipulation #1 condition Circe\nremark kirke: keys=Rh8", "*"),
        ("pieces white Kb6 Rh1 black Ka8 stipulation h#1\nremark kirke: lines=1", "*"),
    ] {
        let text = export(&problem(words), OutputFormat::Pgn).text.unwrap_or_else(|| panic!("{words}"));
        assert_eq!(text.trim_end().lines().last(), Some(moves), "{words}");
    }
}

proptest! {
    /// PGN holds whatever JSON holds, and its reader reads all that is written.
    #[test]
    fn pgn_is_read_as_written(problem in any_problem()) {
        let [pgn, json] = [OutputFormat::Pgn, OutputFormat::Json].map(|format| export(&problem, format));
        prop_assert_eq!(pgn.text.is_some(), json.text.is_some(), "{:?} {:?}", pgn.faults, json.faults);
        if let Some(text) = pgn.text {
            prop_assert!(pgn.faults.is_empty(), "{:?}", pgn.faults);
            let item = read("again", text.as_bytes()).items.remove(0);
            prop_assert!(item.unread.is_empty() && item.warnings.is_empty(), "{}\n{:?}", text, item);
            let again = export(&item.problem.expect("a problem"), OutputFormat::Pgn).text;
            prop_assert_eq!(again.as_deref(), Some(&*text));
        }
    }
}
