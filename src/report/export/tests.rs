//! What is written is read, and what cannot be written is reported.

use super::{OutputFormat, differences, export};
use crate::formats::{Severity, read};
use crate::problem::Problem;

const FORMATS: [OutputFormat; 4] =
    [OutputFormat::Popeye, OutputFormat::Epd, OutputFormat::Olive, OutputFormat::Json];

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
            if !has_fen && matches!(format, OutputFormat::Epd | OutputFormat::Json) {
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
    ] {
        let exported = export(&problem(words), format);
        let fault = exported.faults.first().unwrap_or_else(|| panic!("{words}: {exported:?}"));
        assert!(fault.message.starts_with(message), "{words}: {}", fault.message);
        assert_eq!(fault.severity, severity, "{words}");
        assert_eq!(exported.text.is_some(), severity == Severity::Warning, "{words}");
    }
}
