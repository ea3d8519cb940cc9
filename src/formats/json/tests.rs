//! Records that are read or refused.

use crate::formats::{Item, popeye, read};

fn item(text: &str) -> Item {
    let mut items = read("test", text.as_bytes()).items;
    assert_eq!(items.len(), 1, "{text}");
    items.remove(0)
}

#[test]
fn problems_of_records_are_read() {
    let text = r##"{"version":1,"source":"x","line":1,"problem":{"id":"x","authors":["É. \"A\""],"fen":"7k/8/5K2/8/8/8/8/6Q1 b - - 0 1","men":[2,1,0],"stipulation":"h#1","conditions":["Circe"],"options":{"set_play":true,"tries":null,"max_flights":3,"no_black_king":false},"zeroposition":false,"twins":["move g1 g2","continued remove g2 stipulation h#2"],"declared":[{"twin":"b","lines":2,"keys":null}]},"twins":[]}"##;
    let problem = item(text).problem.unwrap();
    let expected = "beginproblem\nauthor É. \"A\"\npieces white Kf6 Qg1 black Kh8\nstipulation h#1\ncondition Circe\n\
                    option SetPlay MaxFlightsquares 3\nremark kirke: twin=b lines=2\ntwin move g1 g2\n\
                    twin continued remove g2 stipulation h#2\nendproblem\n";
    assert_eq!(popeye::write(&problem), expected);
    assert_eq!(problem.id.as_deref(), Some("x"));
}

#[test]
fn faults_have_their_places() {
    for (fields, expected) in [
        (r##""stipulation":"#2""##, None),
        (r##""stipulation":"#two""##, Some(("two", "expected"))),
        (r##""stipulation":"#2","conditions":["Nonsense"]"##, Some(("Nonsense", "expected a condition"))),
        (r##""stipulation":"#2","options":{"sett":true}"##, Some((r#""sett""#, "'sett' is no option"))),
        (r##""stipulation":"#2","options":{"tries":-1}"##, Some(("-1", "expected a number, found '-1'"))),
        (
            r##""stipulation":"#2","attributes":["Magic Qg1"]"##,
            Some((r#""attributes""#, "attributes of men, and royal men that are no kings, are not read")),
        ),
        (r##""stipulation":"#2","unknown":1"##, Some((r#""unknown""#, "expected a field of a problem"))),
        (r##""stipulation":"#2","twins":["mvoe a1 a2"]"##, Some(("mvoe", "expected a change"))),
        (
            r##""stipulation":"#2","declared":[{"lines":6.0}]"##,
            Some(("6.0", "expected a whole number from 0 to 18446744073709551615, found '6.0'")),
        ),
        (
            r##""stipulation":"#2","declared":[{"verdict":"x"}]"##,
            Some((r#""x""#, "expected a verdict, found 'x'")),
        ),
        (
            r##""stipulation":"#2","declared":[{"line":6}]"##,
            Some((r#""line""#, "expected a field of a declaration (twin, verdict, ")),
        ),
        (
            r##""stipulation":"#2","options":{"half_duplex":true}"##,
            Some(("w - -", "by stipulation and options Black begins")),
        ),
        (r##""stipulation":"a=>b2""##, Some(("a=>", "a=>b2 needs two diagrams"))),
    ] {
        let text = format!(r##"{{"fen":"7k/8/5K2/8/8/8/8/6Q1 w - -",{fields}}}"##);
        match (item(&text).problem, expected) {
            (Ok(_), None) => {}
            (Err(refusal), Some((place, words))) => {
                let error = &refusal.errors[0];
                assert!(error.message.starts_with(words), "{fields}: {}", error.message);
                let column = text.find(place).map(|at| at as u32 + 1);
                assert_eq!(Some(error.span.column), column, "{fields}");
            }
            (read, _) => panic!("{fields}: {read:?}"),
        }
    }
    for text in [r#"{"version":2,"problem":{"fen":"8/8"}}"#, r#"{"problem":null}"#] {
        assert!(item(text).problem.is_err(), "{text}");
    }
}

/// JSON writes a character beyond U+FFFF as a pair of escapes, if it escapes it.
#[test]
fn escapes_of_json_are_read() {
    let authors = |text: &str| {
        let text = format!(r##"{{"fen":"8/8/8/8/8/5K2/4Q3/7k","stipulation":"#1","authors":[{text}]}}"##);
        item(&text).problem.map(|problem| problem.authors)
    };
    assert_eq!(authors(r#""\ud83d\ude00","\u00e9 \uD83D\uDE00""#).unwrap(), ["😀", "é 😀"]);
    // An escaped backslash, and the half of a pair.
    assert_eq!(authors(r#""\\ud83d\\ude00""#).unwrap(), [r"\ud83d\ude00"]);
    assert!(authors(r#""\ud83d""#).is_err() && authors(r#""\ude00\ud83d""#).is_err());
    assert_eq!(authors(r#""a\nb""#).unwrap(), ["a b"]);
}

#[test]
fn repeated_parts_must_agree() {
    for (name, value) in [("men", "[2, 0, 0]"), ("men", "\"x\""), ("id", "[\"a\", \"b\"]")] {
        let text =
            format!("{{\"fen\": \"8/8/8/8/8/5K2/8/7k\", \"stipulation\": \"#1\", \"{name}\": {value}}}");
        let refusal = item(&text).problem.unwrap_err();
        let column = text.find(value).map(|at| at as u32 + 1);
        assert_eq!(Some(refusal.errors[0].span.column), column, "{name} {value}");
    }
}

#[test]
fn null_is_no_text() {
    for (field, value) in [
        ("conditions", "[null]"),
        ("authors", "[null]"),
        ("twins", "[null]"),
        ("declared", "[{\"keys\":[null]}]"),
    ] {
        let text =
            format!("{{\"fen\": \"8/8/8/8/8/5K2/8/7k\", \"stipulation\": \"#1\", \"{field}\": {value}}}");
        let refusal = item(&text).problem.expect_err(field);
        let column = refusal.errors[0].span.column as usize;
        assert!(
            text[column - 1..].starts_with("null") || text[column - 1..].starts_with('['),
            "{field}: {refusal}"
        );
    }
}

/// Ranges and squares are those that Popeye's language accepts.
#[test]
fn values_of_options_are_checked() {
    for (option, words) in [
        ("\"first_moves\": [5, 2]", "there are no first moves from 5 up to 2"),
        (
            "\"exclusive_castlings\": [\"a1a1\"]",
            "expected a white and a black rook's square of the game array",
        ),
        (
            "\"exclusive_castlings\": [\"a8h1\"]",
            "expected a white and a black rook's square of the game array",
        ),
    ] {
        let text = format!(
            "{{\"fen\": \"8/8/8/8/8/5K2/8/7k\", \"stipulation\": \"#1\", \"options\": {{{option}}}}}"
        );
        let refusal = item(&text).problem.expect_err(option);
        assert!(refusal.errors[0].message.starts_with(words), "{option}: {refusal}");
        assert!(refusal.errors[0].span.column > 60, "{option}: {refusal}");
    }
    let text = "{\"fen\": \"r3k3/8/8/8/8/8/8/4K2R\", \"stipulation\": \"#1\", \"options\": \
                {\"first_moves\": [2, 5], \"exclusive_castlings\": [\"h1a8\"]}}";
    assert!(item(text).problem.is_ok());
}

#[test]
fn declared_words_must_be_moves() {
    let declared = |keys: &str| {
        let text = format!(
            "{{\"fen\": \"8/8/8/8/8/5K2/8/7k\", \"stipulation\": \"#1\", \"declared\": [{{\"keys\": [{keys}]}}]}}"
        );
        item(&text).problem.map(|problem| problem.declarations[0].keys.clone().unwrap_or_default())
    };
    assert_eq!(declared("\"exd6 e.p.\", \"Ra6+\"").unwrap(), ["exd6", "Ra6+"]);
    for keys in ["\"Ra6 verdict=cooked\"", "\"Ra6,Rb6\"", "\"Ra6?\"", "\"\""] {
        assert!(declared(keys).is_err(), "{keys}");
    }
}

#[test]
fn refused_problems_have_their_names() {
    let name = |fields: &str| {
        let text = format!("{{\"fen\": \"8/8/8/8/8/5K2/8/7k\", \"stipulation\": \"what\"{fields}}}");
        item(&text).problem.unwrap_err().name
    };
    assert_eq!(name(", \"id\": 7, \"authors\": [\"A\"]").as_deref(), Some("A"));
    assert_eq!(name(", \"id\": \"x\"").as_deref(), Some("x"));
    assert_eq!(name(""), None);
}
