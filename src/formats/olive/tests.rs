//! Entries that are read or refused.

use crate::formats::{InputFormat, Reading, popeye, read};
use crate::problem::Problem;

/// Returns the problems of a text, or their errors with line and column.
fn problems(text: &str) -> Vec<Result<Problem, String>> {
    let reading = read("test", text.as_bytes());
    assert_eq!(reading.format, Some(InputFormat::Olive), "{text}");
    let item = |item: crate::formats::Item| {
        item.problem.map_err(|refusal| {
            let error = &refusal.errors[0];
            format!("{}:{} {}", error.span.line, error.span.column, error.one_line())
        })
    };
    reading.items.into_iter().map(item).collect()
}

/// Returns the problem of an entry in Popeye's language.
fn written(text: &str) -> String {
    popeye::write(problems(text)[0].as_ref().unwrap_or_else(|error| panic!("{error}: {text}")))
}

fn warnings(reading: &Reading) -> Vec<&str> {
    let of_items = reading.items.iter().flat_map(|item| &item.warnings);
    reading.warnings.iter().chain(of_items).map(|warning| &*warning.message).collect()
}

const DIAGRAM: &str = "algebraic:\n  white: [Kb6, Rh1]\n  black: [Ka8]\n";

#[test]
fn entries_of_all_ages_are_read() {
    let new = "---\nauthors:\n  - Ugren, Ljubomir\n  - Žgk\nsource:\n  name: feenschach\n  issue: 01-02\n  problemid: 7100\n  \
               date:\n    year: 1965\n    month: 2\naward:\n  tourney: ditto\n  distinction: 1st Prize\n  judges: [A, B]\n\
               algebraic:\n  white: [Kb6, Rh1, Royal Pa2]\n  black: [Ka8]\n  neutral: [Qd1]\nstipulation: h#2\noptions:\n  - SetPlay\n  \
               - Defence 1\n  - Circe\nintended-solutions: 2.1.1.1\ntwins:\n  c: Continued Mirror a1 <--> h1\n  b: Move h1 h2\n\
               keywords:\n  - Zilahi\n";
    let expected = "beginproblem\nauthor Ugren, Ljubomir\nauthor Žgk\norigin feenschach, issue 01-02, no. 7100, 1965-02\n\
                    award 1st Prize, judges A; B\npieces white Kb6 Rh1 white Royal Pa2 black Ka8 neutral Qd1\nstipulation h#2\n\
                    condition Circe\noption SetPlay Try\nremark kirke: branching=2.1.1.1\ntwin move h1 h2\n\
                    twin continued mirror a1<-->h1\nendproblem\n";
    assert_eq!(written(new), expected);
    assert_eq!(written(&new.replace('\n', "\r\n")), expected);
    let old = format!(
        "---\n{DIAGRAM}authors: [!!python/unicode 'Shire, David J.']\ndate: '2007'\n\
         distinction: !!python/unicode '1st Prize'\nsolution: !!python/unicode \"1.Rh8! \\\n  mate\"\n\
         source: !!python/unicode 'The Problemist'\nstipulation: '#1'\n"
    );
    let expected = "beginproblem\nauthor Shire, David J.\norigin The Problemist, 2007\naward 1st Prize\n\
                    pieces white Kb6 Rh1 black Ka8\nstipulation #1\nremark kirke: keys=Rh8\nendproblem\n";
    assert_eq!(written(&old), expected);
    let json =
        r##"{"algebraic": {"white": ["Kb6", "Rh1"], "black": ["Ka8"]}, "stipulation": "#1", "id": 7}"##;
    let expected = "beginproblem\npieces white Kb6 Rh1 black Ka8\nstipulation #1\nendproblem\n";
    assert_eq!(written(json), expected);
    assert_eq!(problems(&format!("[{json},\n{json}]")).len(), 2);
    assert_eq!(problems(&format!("{json}\n{json}\n")).len(), 2);
    assert_eq!(problems(json)[0].as_ref().unwrap().id.as_deref(), Some("7"));
}

#[test]
fn zeropositions_and_proof_games_are_read() {
    let text = format!("{DIAGRAM}stipulation: '#1'\ntwins: {{a: Move h1 h2, b: Move h1 h3}}\n");
    assert!(written(&text).contains("zeroposition move h1 h2\ntwin move h1 h3\n"));
    assert!(written(&format!("{DIAGRAM}stipulation: PG 12.5\n")).contains("stipulation dia12.5\n"));
}

#[test]
fn faults_have_their_places() {
    for (fields, expected) in [
        ("stipulation: see text", "4:14 the stipulation is given in words only; --stip replaces it"),
        ("stipulation: mate in two", "4:14 expected"),
        ("stipulation: =", "4:14 studies"),
        ("stipulation: #2", "4:12 expected a stipulation, found nothing; as in stipulation: '#2', in quotes"),
        (
            "stipulation: h#2\noptions: [SetPlay, Nonsense]",
            "5:20 expected a condition or an option, found 'Nonsense'",
        ),
        (
            "stipulation: h#2\noptions:\n- Hypervolage RexInclusiv",
            "6:3 the condition 'Hypervolage' is known to Popeye",
        ),
        (
            "stipulation: h#2\ntwins:\n  c: Move a1 a2",
            "6:3 expected the label 'b' of the next twin, found 'c'",
        ),
        ("stipulation: h#2\ntwins:\n  b: Mvoe a1 a2", "6:6 expected a change of the twin"),
        ("stipulation: h#2\nstipulation: h#3", "5:1 the field 'stipulation' occurs twice"),
        ("stipulation: h#2\nconditon: [Circe]", "5:1 expected one of the fields"),
        ("stipulation: h#2\nfen: 8/8", "5:1 expected one of the fields"),
        (
            "stipulation: h#2\nsolutions: 1.Rh8#",
            "5:1 expected one of the fields algebraic, stipulation, options, conditions, twins, intended-solutions for the \
             problem, found 'solutions'; did you mean 'solution'?",
        ),
        (
            "stipulation: h#2\n<<: {a: b}",
            "5:1 merge keys ('<<') are not supported; expected the fields themselves",
        ),
        ("stipulation: a=>b2", "4:14 a=>b2 needs two diagrams"),
        ("stipulation: [h#2]", "4:14 expected a stipulation, found a list"),
        ("\tstipulation: x", "4:2 this is not valid YAML"),
    ] {
        let read = problems(&format!("{DIAGRAM}{fields}\n"));
        let error = read[0].as_ref().expect_err(fields);
        assert!(error.starts_with(expected), "{fields}: {error}");
    }
}

#[test]
fn faults_of_men_have_their_places() {
    for (men, expected) in [
        ("white: [Kb6, Qj9]", "2:17 "),
        ("white: [Kb6, xyz]", "2:16 expected a man with its squares as in Ke1"),
        ("white: [Kb6, Neutral Gd4]", "2:16 expected a man with its squares as in Ke1, found 'Neutral'"),
        ("white: [Kb6]\n  black: [Qb6]", "3:12 two men are on b6"),
        ("red: [Kb6]", "2:3 expected white, black or neutral, found 'red'"),
        ("white: [[Kb6]]", "2:11 expected a man with its square, found a list"),
    ] {
        let read = problems(&format!("algebraic:\n  {men}\nstipulation: h#2\n"));
        let error = read[0].as_ref().expect_err(men);
        assert!(error.starts_with(expected), "{men}: {error}");
    }
    assert!(problems("stipulation: h#2\n")[0].as_ref().is_err_and(|error| error.contains("'algebraic'")));
    assert!(problems("--- text")[0].as_ref().is_err_and(|error| error.contains("an entry with fields")));
}

#[test]
fn doubts_are_warnings() {
    let entry = format!("---\n{DIAGRAM}stipulation: '#1'\nsolution: Rh8\nrating: 5\n");
    let reading = read("test", entry.repeat(2).as_bytes());
    assert!(reading.items.iter().all(|item| item.problem.is_ok()));
    let found = warnings(&reading);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0], "the field 'rating' is not read");
    assert!(found[1].starts_with("no key is declared"), "{found:?}");
    assert!(reading.items[0].problem.as_ref().unwrap().declarations.is_empty());
}

#[test]
fn faulty_documents_do_not_affect_others() {
    let good = format!("---\n{DIAGRAM}stipulation: '#1'\n");
    let read = problems(&format!("{good}---\na: [\n{good}"));
    assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn other_texts_are_no_entries() {
    for text in ["8/8/8/8/8/5K2/4Q3/7k w - - #1", "Author: x", "[Event \"x\"]", "a: b", "-- x"] {
        assert_ne!(read("test", text.as_bytes()).format, Some(InputFormat::Olive), "{text}");
    }
}

/// A list without anything in an element has a fault there: the word is not an abbreviation.
#[test]
fn null_is_no_word() {
    for word in ["null", "Null", "NULL", "~", ""] {
        for field in ["options", "conditions"] {
            let text = format!("---\n{DIAGRAM}stipulation: '#1'\n{field}:\n- {word}\n- SetPlay\n");
            let error = problems(&text)[0].as_ref().expect_err(&text).clone();
            assert!(error.starts_with("7:"), "{error}");
            assert!(error.contains("expected a condition or an option, found nothing"), "{error}");
        }
    }
    let text = format!("---\n{DIAGRAM}stipulation: '#1'\noptions: ['Null']\n");
    assert!(written(&text).contains("option NullMoves"));
    let text = format!("---\n{DIAGRAM}stipulation: '#1'\noptions: null\nconditions: ~\n");
    assert!(!written(&text).contains("option"));
    let men = "---\nalgebraic: {white: [Kb6, null], black: [Ka8]}\nstipulation: '#1'\n";
    assert!(problems(men)[0].as_ref().is_err_and(|error| error.contains("found nothing")), "{men}");
}

/// Without keys it is not known which ones several solutions are.
#[test]
fn several_keys_need_a_solution() {
    for (field, count) in [("intended-solutions: 2", 1), ("intended-solutions: 1", 0)] {
        let reading = read("test", format!("---\n{DIAGRAM}stipulation: '#1'\n{field}\n").as_bytes());
        let found = warnings(&reading);
        assert_eq!(found.len(), count, "{found:?}");
        assert!(
            found.iter().all(|text| text.starts_with("the number of solutions is not used: ")),
            "{found:?}"
        );
    }
}
