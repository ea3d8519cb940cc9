//! Letters that the fonts of pdfLaTeX do not have, as Latin ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The command that gives a letter another form unless LaTeX knows it. Other programs than pdfLaTeX take letters from
/// the font.
const COMMAND: &str = r"\newcommand{\latinletter}[3]{\iftutex\else\ifcsname u8:\detokenize{#1}\endcsname\else\DeclareUnicodeCharacter{#2}{#3}\fi\fi}
";

/// The capitals of the Cyrillic alphabets from U+0400 on.
const CYRILLIC: [&str; 48] = [
    "E", "Yo", "Dj", "Gj", "Ye", "Dz", "I", "Yi", "J", "Lj", "Nj", "C", "Kj", "I", "U", "Dzh", "A", "B", "V",
    "G", "D", "E", "Zh", "Z", "I", "Y", "K", "L", "M", "N", "O", "P", "R", "S", "T", "U", "F", "Kh", "Ts",
    "Ch", "Sh", "Shch", "", "Y", "", "E", "Yu", "Ya",
];

/// The capitals of the Greek alphabet from U+0391 on; the one before sigma does not exist.
const GREEK: [&str; 27] = [
    "A", "V", "G", "D", "E", "Z", "I", "Th", "I", "K", "L", "M", "N", "X", "O", "P", "R", "", "S", "T", "Y",
    "F", "Ch", "Ps", "O", "I", "Y",
];

/// The other letters of these alphabets.
const OTHERS: [(char, &str); 10] = [
    ('Ґ', "G"),
    ('Ά', "A"),
    ('Έ', "E"),
    ('Ή', "I"),
    ('Ί', "I"),
    ('Ό', "O"),
    ('Ύ', "Y"),
    ('Ώ', "O"),
    ('ΐ', "i"),
    ('ΰ', "y"),
];

/// Returns what the preamble needs so that pdfLaTeX can set these texts; nothing if they have only letters of Western
/// Europe.
pub(super) fn preamble(texts: [&str; 3]) -> String {
    let letters: BTreeSet<char> =
        texts.iter().flat_map(|text| text.chars()).filter(|&letter| letter > '\u{ff}').collect();
    let mut out = String::new();
    for letter in letters {
        if out.is_empty() {
            out += COMMAND;
        }
        let _ = writeln!(out, "\\latinletter{{{letter}}}{{{:04X}}}{{{}}}", u32::from(letter), latin(letter));
    }
    out
}

/// Returns a letter in Latin letters; its number in Unicode if it has none.
fn latin(letter: char) -> String {
    if is_mark(letter) {
        return String::new();
    }
    if let Some(text) = capital(letter) {
        return text.to_owned();
    }
    let mut upper = letter.to_uppercase();
    let lower = match (upper.next(), upper.next()) {
        (Some(upper), None) => capital(upper).map(str::to_lowercase),
        _ => None,
    };
    lower.unwrap_or_else(|| format!("[U+{:04X}]", u32::from(letter)))
}

fn capital(letter: char) -> Option<&'static str> {
    let of_alphabet = |first: char, alphabet: &'static [&'static str]| {
        let index = u32::from(letter).checked_sub(u32::from(first))?;
        alphabet.get(index as usize).copied()
    };
    let other = OTHERS.iter().find(|(other, _)| *other == letter).map(|(_, text)| *text);
    other.or_else(|| of_alphabet('\u{400}', &CYRILLIC)).or_else(|| of_alphabet('\u{391}', &GREEK))
}

/// Returns whether a character has no width of its own: an accent on the letter before it, or one that is not shown.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_latin_letters() {
        let written = |text: &str| text.chars().map(latin).collect::<String>();
        for (text, expected) in [
            ("Јаневски", "Janevski"),
            ("Живко", "Zhivko"),
            ("Щукин", "Shchukin"),
            ("Ґедзь", "Gedz"),
            ("Ђорђевић", "Djordjevic"),
            ("Παύλος", "Paylos"),
            ("א", "[U+05D0]"),
            ("\u{301}", ""),
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
    }

    #[test]
    fn only_letters_that_occur_are_in_the_preamble() {
        assert_eq!(preamble(["Müller", "Høeg", "½"]), "");
        let preamble = preamble(["Ј", "ЈЈ", ""]);
        assert_eq!(preamble.lines().count(), 2, "{preamble}");
        assert!(preamble.ends_with("\\latinletter{Ј}{0408}{J}\n"), "{preamble}");
    }
}
