//! What a text that is no stipulation was probably intended to be.

use super::Stipulation;
use crate::board::Layout;

/// Words for kinds of play, in English, German and French, and the stipulations that they begin. A longer word
/// precedes the words that it contains.
const KINDS: [(&str, &str); 24] = [
    ("series-helpstalemate", "ser-h="),
    ("series-helpmate", "ser-h#"),
    ("series-selfmate", "ser-s#"),
    ("series-mate", "ser-#"),
    ("seriesmate", "ser-#"),
    ("serienhilfsmatt", "ser-h#"),
    ("help-selfmate", "hs#"),
    ("helpselfmate", "hs#"),
    ("helpstalemate", "h="),
    ("helpmate", "h#"),
    ("hilfsmatt", "h#"),
    ("mataide", "h#"),
    ("mat aide", "h#"),
    ("selfstalemate", "s="),
    ("selfmate", "s#"),
    ("selbstmatt", "s#"),
    ("matinverse", "s#"),
    ("reflexmate", "r#"),
    ("stalemate", "="),
    ("patt", "="),
    ("mate", "#"),
    ("matt", "#"),
    ("mat", "#"),
    ("pg", "dia"),
];

/// Prefixes as they are often written, and as they are read.
const PREFIXES: [(&str, &str); 8] = [
    ("sh", "ser-h"),
    ("ss", "ser-s"),
    ("serh", "ser-h"),
    ("sers", "ser-s"),
    ("serr", "ser-r"),
    ("ser", "ser-"),
    ("spg", "dia"),
    ("hdia", "dia"),
];

/// Returns the stipulation that a text was probably intended to be: `#2` for `2#` and `mate in 2`, `ser-h#5` for
/// `sh#5`, `dia3` for `PG 3`; `None` if there is no guess.
pub fn suggestion(text: &str, layout: Layout) -> Option<String> {
    let lower = text.trim().to_lowercase().replace(['é', 'è'], "e");
    candidates(&lower).into_iter().find(|guess| Stipulation::read(guess, layout).is_ok())
}

fn candidates(text: &str) -> Vec<String> {
    let mut guesses = vec![text.replace(char::is_whitespace, "")];
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    // The number precedes the goal.
    guesses.push(format!("{}{number}", rest.trim()));
    for (word, kind) in KINDS {
        if let Some(rest) = text.strip_prefix(word) {
            let rest = rest.trim();
            let number = ["in ", "en "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
            let number = number.split_whitespace().next().unwrap_or("");
            guesses.push(format!("{kind}{number}"));
        }
    }
    for (prefix, kind) in PREFIXES {
        if let Some(rest) = text.strip_prefix(prefix) {
            guesses.push(format!("{kind}{}", rest.trim_start_matches('-').replace(' ', "")));
        }
    }
    guesses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_ways_to_write_stipulations_are_recognised() {
        for (text, expected) in [
            ("2#", "#2"),
            ("2 #", "#2"),
            ("3h#", "h#3"),
            ("# 2", "#2"),
            ("sh#5", "ser-h#5"),
            ("serh#5", "ser-h#5"),
            ("ser#5", "ser-#5"),
            ("PG 3", "dia3"),
            ("spg4.5", "dia4.5"),
            ("mate in 2", "#2"),
            ("Mate in 2 moves", "#2"),
            ("Matt in 3", "#3"),
            ("mat en 3", "#3"),
            ("helpmate in 2.5", "h#2.5"),
            ("Hilfsmatt in 4", "h#4"),
            ("mat aidé en 2", "h#2"),
            ("series-helpmate in 12", "ser-h#12"),
        ] {
            assert_eq!(suggestion(text, Layout::CHESS).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "mate", "x", "checkers in 2", "2", "in 2"] {
            assert_eq!(suggestion(text, Layout::CHESS), None, "{text}");
        }
    }
}
