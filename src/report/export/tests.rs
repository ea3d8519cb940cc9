//! What is written is read, and what cannot be written is reported.

use proptest::prelude::*;

use super::{OutputFormat, differences, export};
use crate::formats::popeye::tests::round_trip::any_problem;
use crate::formats::{FenDialect, Severity, read};
use crate::problem::Problem;

const FORMATS: [OutputFormat; 5] = [
    OutputFormat::Popeye,
    OutputFormat::Epd(FenDialect::Kirke),
    OutputFormat::Olive,
    OutputFormat::Json,
    OutputFormat::Pgn,
];

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
        // FEN has no unusual royal men.
        let has_fen = !words.contains("Royal");
        for format in FORMATS {
            if !has_fen && matches!(format, OutputFormat::Epd(_) | OutputFormat::Json | OutputFormat::Pgn) {
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
            OutputFormat::Epd(FenDialect::Kirke),
            "author A\nauthor B\npieces white Kb6 Rh1 black Ka8 stipulation #1",
            Severity::Warning,
            "EPD cannot hold these authors",
        ),
        (
            OutputFormat::Epd(FenDialect::Kirke),
            "pieces white Kb6 white Kamikaze Rh1 black Ka8 stipulation #1",
            Severity::Error,
            "EPD cannot hold the man wkRh1",
        ),
        (
            OutputFormat::Epd(FenDialect::Kirke),
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
            "pieces white Kb6 white Kamikaze Rh1 black Ka8 neutral Pa2 stipulation #1",
            Severity::Error,
            "PGN cannot hold",
        ),
    ] {
        let exported = export(&problem(words), format);
        let fault = exported.faults.first().unwrap_or_else(|| panic!("{words}: {exported:?}"));
        assert!(fault.message.starts_with(message), "{words}: {}", fault.message);
        assert_eq!(fault.severity, severity, "{words}");
        assert_eq!(exported.text.is_some(), severity == Severity::Warning, "{words}");
    }
}

/// An entry of Olive with every kind of field.
const ENTRY: &str = r#"---
authors: [A, B]
algebraic: {white: [Kb6, Rh1], black: [Ka8]}
stipulation: '#1'
source: {name: "Le Sphinx", date: {year: 1866, month: "10"}, problemid: '7/12'}
award: {tourney: {name: T}, distinction: "2nd Prize"}
keywords: [Excelsior, "it's: # odd", 'yes', 12, 1.50, 2020-01-02, ~, "", {a: [], b: {}}]
comments:
- "First line\n  second line\n\nlast"
- "ends with a line\nend\n"
- "bell \a, two lines at the end\n\n"
- " begins with a blank\nx"
solution: |
  1.Rh8#!
unheard: {deep: [[1, [2]], {x: "\U0001f600"}]}
"#;

#[test]
fn entries_keep_all_their_fields() {
    let problem = read("entry", ENTRY.as_bytes()).items.remove(0).problem.unwrap();
    let exported = export(&problem, OutputFormat::Olive);
    assert_eq!(exported.faults, []);
    let text = exported.text.unwrap();
    let again = read("again", text.as_bytes()).items.remove(0).problem.unwrap();
    assert_eq!(again.notes, problem.notes, "{text}");
    assert_eq!((again.origins, again.awards), (problem.origins.clone(), problem.awards.clone()));
    assert!(text.contains("      second line\n\n    last\n"), "{text}");
    let exported = export(&problem, OutputFormat::Popeye);
    let faults: Vec<_> = exported.faults.iter().map(|fault| &*fault.message).collect();
    let lost = "Popeye's language cannot hold the fields 'keywords', 'comments', 'solution', 'unheard'";
    assert_eq!(faults, [lost]);
}

/// Returns an entry of Olive as it is written again, and the warnings about what is lost of it.
fn rewritten(entry: &str) -> (String, Vec<String>) {
    let item = read("entry", entry.as_bytes()).items.remove(0);
    let exported = export(&item.problem.unwrap(), OutputFormat::Olive);
    let faults = item.unread.into_iter().chain(exported.faults);
    (exported.text.unwrap(), faults.map(|fault| fault.message).collect())
}

#[test]
fn entries_keep_empty_fields_and_numbers() {
    const ENTRY: &str = "---\nalgebraic:\n  white: [Kf3, Qe2]\n  black: [Kh1]\nstipulation: 'h#2'\n";
    for fields in [
        "id: 007\n",
        "id: '007'\n",
        "id: ''\n",
        "id: ~\n",
        "award:\n",
        "options: []\n",
        "twins: ~\nsolution: null\n",
        "unheard: ~\n",
        "intended-solutions: '2'\n",
        "intended-solutions: '2.1...'\n",
        "intended-solutions: '2.1.1.1'\n",
    ] {
        let (text, lost) = rewritten(&format!("{ENTRY}{fields}"));
        assert_eq!((text.as_str(), lost.len()), (&*format!("{ENTRY}{fields}"), 0), "{lost:?}");
    }
    let (text, lost) = rewritten(&format!("{ENTRY}author: X\nauthors: [W, X]\n"));
    assert!(text.starts_with("---\nauthors:\n- W\n- X\nalgebraic:") && lost.is_empty(), "{text}");
    let (text, lost) = rewritten(&format!("{ENTRY}authors: [~, W, '']\n"));
    assert!(text.starts_with("---\nauthors:\n- W\nalgebraic:"), "{text}");
    assert_eq!(lost, ["this author has no name and is not kept"; 2]);
    let (text, _) = rewritten(&format!("{ENTRY}options: ~\nconditions: [Circe]\n"));
    assert_eq!(text.matches("options:").count(), 1, "{text}");
}

#[test]
fn lost_options_are_named() {
    // The king can castle in the twin, which FEN cannot express.
    let words =
        "pieces white Ke2 Rh1 Pe5 black Ka8 Pa7d5 stipulation ~1 option EnPassant d7d6d5\ntwin move e2 e1";
    let exported = export(&problem(words), OutputFormat::Epd(FenDialect::Kirke));
    let faults: Vec<_> = exported.faults.iter().map(|fault| &*fault.message).collect();
    assert_eq!(faults, ["EPD cannot hold the options without NoCastling h1"]);
}

mod values {
    use proptest::prelude::*;

    use crate::formats::read;
    use crate::problem::NoteValue;
    use crate::report::export::yaml::put_value;

    fn value() -> impl Strategy<Value = NoteValue> {
        let text = "[ a:#'\"\\\\\n\t\\-\\[\\]{},&*!|>%@`é\u{85}\u{2028}\u{feff}\u{1f600}0-9~?]{0,12}";
        let scalar =
            prop_oneof![text.prop_map(NoteValue::Text), "[0-9][a-z0-9.]{0,5}".prop_map(NoteValue::Plain),];
        scalar.prop_recursive(4, 20, 4, |inner| {
            let field = ("[a-z]{1,3}".prop_map(NoteValue::Text), inner.clone());
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(NoteValue::List),
                prop::collection::vec(field, 0..3)
                    .prop_map(|fields| { NoteValue::Fields(fields.into_iter().map(plain_name).collect()) }),
            ]
        })
    }

    /// Names are read as they are written.
    fn plain_name((name, value): (NoteValue, NoteValue)) -> (NoteValue, NoteValue) {
        match name {
            NoteValue::Text(name) => (NoteValue::Plain(format!("x{name}")), value),
            name => (name, value),
        }
    }

    proptest! {
        #[test]
        fn are_read_as_they_are_written(value in value()) {
            let mut text =
                "algebraic: {white: [Kb6, Rh1], black: [Ka8]}\nstipulation: '#1'\nfield:".to_owned();
            put_value(&mut text, 2, &value);
            let items = read("", text.as_bytes()).items;
            let problem = items[0].problem.as_ref().unwrap_or_else(|error| panic!("{error}\n{text}"));
            // A text that can be nothing else has no quotes.
            let read = problem.notes.first().map(|note| without_quotes(note.value.clone()));
            prop_assert_eq!(read, Some(without_quotes(value)), "{}", text);
        }
    }

    fn without_quotes(value: NoteValue) -> NoteValue {
        match value {
            NoteValue::Plain(text) => NoteValue::Text(text),
            NoteValue::List(values) => NoteValue::List(values.into_iter().map(without_quotes).collect()),
            NoteValue::Fields(fields) => {
                let pair = |(name, value)| (without_quotes(name), without_quotes(value));
                NoteValue::Fields(fields.into_iter().map(pair).collect())
            }
            text => text,
        }
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
