//! Tests of conditions.

use super::*;
use crate::formats::popeye::abbreviation;
use crate::formats::popeye::conditions::{CIRCE_WORDS, CONDITIONS};
use crate::rules::catalogue::RULES;

#[test]
fn rule_names_match_popeye() {
    for rule in RULES.iter() {
        let popeye = CONDITIONS.iter().find(|word| word[0] == rule.names[0]).unwrap_or(&rule.names);
        assert_eq!(popeye, &rule.names);
        for option in &rule.options {
            let popeye = CIRCE_WORDS.iter().find(|word| word[0] == option.names[0]).unwrap_or(&option.names);
            assert_eq!(popeye, &option.names);
        }
    }
}

#[test]
fn conditions_round_trip() {
    for rule in RULES.iter() {
        for condition in rule.example_conditions() {
            let text = condition.to_string();
            let read = read_words(Tokens::new(&text)).unwrap();
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0].value, condition.into(), "{text}");
        }
    }
}

#[test]
fn contradictory_words_are_refused() {
    for (text, message) in [
        ("Circe Chameleon B", "a cycle of two to ten walks"),
        ("ChameleonCirce Q R Q S", "a cycle of two to ten walks"),
        ("SuperCirce File", "'SuperCirce' and 'File' exclude each other"),
        ("CirceAssassin Strict", "'CirceAssassin' and 'Strict' exclude each other"),
        ("ParrainCirce ContraParrain", "'ParrainCirce' and 'ContraParrain' exclude each other"),
        ("CirceClone Einstein", "'CirceClone' and 'Einstein' exclude each other"),
        ("ImmunChess Cage RexInclusive", "'Cage' has no meaning after 'ImmunChess'"),
        ("GenevaChess Couscous", "'Couscous' has no meaning after 'GenevaChess'"),
    ] {
        let errors = read_words(Tokens::new(text)).unwrap_err();
        assert!(errors[0].message.contains(message), "{text}: {}", errors[0]);
    }
    let german = read_words(Tokens::new("Circe Vulkan")).map(|read| read[0].value.to_string());
    assert_eq!(german.unwrap(), "Circe Volcanic");
    for text in [
        "MirrorAntiCirce PWC",
        "MirrorImmunChess PWC",
        "MirrorCirce Take&Make",
        "MirrorCirce Strict",
        "CirceAssassin File",
    ] {
        let errors = read_words(Tokens::new(text)).unwrap_err();
        let message = &errors[0].message;
        assert!(message.contains("or a condition of its own"), "{text}: {message}");
    }
    let both = read_words(Tokens::new("PWC MirrorAntiCirce")).unwrap();
    assert_eq!(both.len(), 2);
    for text in ["SuperCirce Super", "ParrainCirce LastMove", "PWC RexInclusive", "AntiCirce Relaxed"] {
        assert!(read_words(Tokens::new(text)).is_ok(), "{text}");
    }
}

#[test]
fn abbreviation_is_the_shortest_unique_prefix() {
    for rule in RULES.iter().filter(|rule| {
        rule.walk_argument.is_none() && rule.capture_argument.is_none() && rule.square_argument.is_none()
    }) {
        let read = |text: &str| Some(read_words(Tokens::new(text)).ok()?.first()?.value.rule());
        let text = abbreviation(&rule.names, Language::English);
        assert_eq!(read(text), Some(rule.condition), "{text}");
        let shorter = &text[..text.len() - 1];
        assert!(shorter == rule.label || read(shorter) != Some(rule.condition), "{text}");
    }
}

#[test]
fn abbreviations_of_collections_are_read() {
    let mut labelled = RULES.iter().filter(|rule| !rule.label.is_empty() && rule.walk_argument.is_none());
    assert!(labelled.clone().count() > 30);
    for text in labelled.by_ref().flat_map(|rule| [rule.label.to_owned(), rule.label.to_lowercase()]) {
        let rule = RULES.iter().find(|rule| rule.label.eq_ignore_ascii_case(&text)).unwrap();
        let read = read_words(Tokens::new(&text)).map(|read| read[0].value.rule());
        assert_eq!(read, Ok(rule.condition), "{text}");
    }
    // A word for the rule before it prevails.
    let read = read_words(Tokens::new("Circe Clone AC")).unwrap();
    let texts: Vec<_> = read.iter().map(|condition| condition.value.to_string()).collect();
    assert_eq!(texts, ["Circe Clone", "AntiCirce"]);
    // Popeye does not know them.
    let text = b"beginproblem pieces white Ka1 black Ka8 stipulation #1 condition AC endproblem";
    assert!(crate::formats::read("", text).items[0].problem.is_err());
}

#[test]
fn full_names_of_other_languages_are_read() {
    for (text, name) in [("CirceParrain", "ParrainCirce"), ("assassincirce", "CirceAssassin")] {
        let read = |text| read_words(Tokens::new(text)).map(|read| read[0].value);
        assert_eq!(read(text), read(name), "{text}");
        assert!(read(&text[..text.len() - 1]).is_err(), "{text}");
    }
}

#[test]
fn scopes_round_trip() {
    for text in [
        "Circe OnlyWhite",
        "Circe Strict RexInclusive OnlyBlack FromPly 2 UntilPly 5",
        "AndernachChess FromPly 3",
        "BlackMustCapture Ultra UntilPly 1",
    ] {
        let read = read_words(Tokens::new(text)).unwrap();
        assert_eq!(read[0].value.to_string(), text);
        assert_eq!(read[0].span.length as usize, text.len());
    }
    let several = read_words(Tokens::new("Circe untilply 2 pwc fromply 3 onlyblack NoCapture")).unwrap();
    let texts: Vec<_> = several.iter().map(|condition| condition.value.to_string()).collect();
    assert_eq!(texts, ["Circe UntilPly 2", "Circe PWC OnlyBlack FromPly 3", "NoCapture"]);
}

#[test]
fn impossible_scopes_are_refused_at_their_column() {
    for (text, column, words) in [
        ("Circe FromPly", 14, "a number after 'FromPly'"),
        ("Circe FromPly 0", 15, "from 1 to 9999"),
        ("Circe OnlyWhite OnlyBlack", 17, "exclude each other"),
        ("Circe FromPly 2 FromPly 3", 17, "exclude each other"),
        ("Circe FromPly 5 UntilPly 3", 17, "before it begins"),
        ("LosingChess FromPly 2", 13, "'LosingChess' cannot be limited"),
        ("EinsteinChess OnlyWhite", 15, "moves of pawns would change"),
        ("ParrainCirce OnlyWhite", 14, "moves of pawns would change"),
        ("NoWhiteCapture OnlyWhite", 16, "rule of one side already"),
        ("Circe OnlyW", 7, "did you mean 'OnlyWhite'"),
        ("FromPly 3 Circe", 1, "'FromPly' follows the condition that it limits, as in 'Circe FromPly 3'"),
        ("onlyblack", 1, "as in 'Circe OnlyBlack'"),
    ] {
        let errors = errors(text);
        let message = format!("{} {:?}", errors[0].message, errors[0].suggestion);
        assert_eq!(errors[0].span.column, column, "{text}: {errors:?}");
        assert!(message.contains(words), "{text}: {errors:?}");
    }
}

fn errors(text: &str) -> Vec<Diagnostic> {
    read_words(Tokens::new(text)).unwrap_err()
}

#[test]
fn unsupported_and_unknown_conditions_differ() {
    for (text, column, words) in [
        ("Hypervolage", 1, "not supported by kirke yet"),
        ("circe take&make Hypervolage", 17, "'Hypervolage' is known"),
        ("AprilChess", 11, "expected letters of men"),
        ("AprilChess G N LI PA VA LE MA MO ZR", 34, "expected at most 8 fairy men"),
        ("Maximummer", 1, "'Maximummer' is known"),
        ("Längstzüger", 1, "'Maximummer' is known"),
        ("schwarzer_laengst", 1, "expected a condition"),
        ("SchwarzesKöniglich", 1, "'BlackRoyalSquare' is known"),
        ("Circe Strickt", 7, "or a word for Circe, found"),
        ("Cir", 1, "is ambiguous"),
        ("Circe S", 7, "is ambiguous"),
        ("Circe Strict Relaxed", 14, "exclude each other"),
        ("nonsense", 1, "expected a condition"),
        ("", 1, "expected a condition"),
    ] {
        let errors = errors(text);
        assert_eq!(errors[0].span.column, column, "{text}: {errors:?}");
        assert!(errors[0].message.contains(words), "{text}: {errors:?}");
    }
}
