//! The letters of men in the three languages, including fairy men.

use super::keywords::{Keyword, spelling};
use crate::position::movement::{KNIGHT, Leap, Line, Movement};
use crate::position::{FAIRY_WALKS, Walk};
use crate::rules::catalogue::Language;

/// Returns the walk denoted by its letters, in either case, or by the length of its leaps: `(2,5)` is a leaper and
/// `R(2,5)` a rider.
pub fn walk_named(language: Language, text: &str) -> Option<Walk> {
    if text.ends_with(')') {
        return walk_of_leap(text);
    }
    let fits = |word: &Keyword| spelling(word, language).eq_ignore_ascii_case(text);
    if let Some((walk, _)) = WALKS.iter().find(|(_, word)| fits(word)) {
        return Some(*walk);
    }
    FAIRY_WALKS.iter().find(|row| fits(&row.letters)).map(|row| row.walk)
}

/// Returns the leaper or rider denoted by the length of its leaps.
fn walk_of_leap(text: &str) -> Option<Walk> {
    let (is_rider, lengths) = match text.strip_prefix(['R', 'r']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let [b'(', one @ b'0'..=b'7', b',', other @ b'0'..=b'7', b')'] = *lengths.as_bytes() else { return None };
    let leap = Leap(one.min(other) as i8 - b'0' as i8, one.max(other) as i8 - b'0' as i8);
    if leap == KNIGHT && !is_rider {
        return Some(Walk::Knight);
    }
    let moves_so = |movement: Movement| match movement {
        Movement::Leaper(leaps) => !is_rider && *leaps == [leap],
        Movement::Rider(lines) => is_rider && *lines == [Line::Straight(leap)],
        _ => false,
    };
    // On no board a long leap is made twice in a line.
    let is_single = is_rider && 2 * leap.1 > 7;
    match FAIRY_WALKS.iter().find(|row| moves_so(row.movement)) {
        None if is_single => walk_of_leap(lengths),
        row => row.map(|row| row.walk),
    }
}

/// Returns the number of bytes of the letters at the beginning of a word with squares.
pub(super) fn letters_length(word: &str) -> usize {
    if word.starts_with(['(', 'R', 'r'])
        && let Some(end) = word.find(')')
    {
        return end + 1;
    }
    match word.as_bytes() {
        [_, b'/', ..] => 3,
        _ if word.len() % 2 == 1 => 1,
        _ => 2,
    }
}

/// Returns the letter or letters of a walk.
pub(super) fn letter_of(language: Language, walk: Walk) -> &'static str {
    let chess = || WALKS.iter().find(|(candidate, _)| *candidate == walk).map(|(_, word)| word);
    let word = walk.fairy().map(|row| &row.letters).or_else(chess);
    word.map_or("", |word| spelling(word, language))
}

/// Returns a move with the letters of a language in English letters; unchanged if it has other letters.
pub(super) fn in_english(language: Language, name: &str) -> String {
    let letter = |sign: char| {
        if !sign.is_ascii_uppercase() || sign == 'O' {
            return Some(sign);
        }
        let mut text = [0; 4];
        match walk_named(language, sign.encode_utf8(&mut text)) {
            Some(walk) => letter_of(Language::English, walk).chars().next(),
            None => None,
        }
    };
    name.chars().map(letter).collect::<Option<String>>().unwrap_or_else(|| name.to_owned())
}

/// The walks of chess.
static WALKS: [(Walk, Keyword); Walk::CHESS_COUNT] = [
    (Walk::King, ["K", "K", "R"]),
    (Walk::Pawn, ["P", "B", "P"]),
    (Walk::Queen, ["Q", "D", "D"]),
    (Walk::Knight, ["S", "S", "C"]),
    (Walk::Rook, ["R", "T", "T"]),
    (Walk::Bishop, ["B", "L", "F"]),
    (Walk::ReversedPawn, ["PP", "RB", "PV"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_depend_on_language() {
        use Language::{English, French, German};
        for (language, text, walk) in [
            (English, "s", Walk::Knight),
            (German, "D", Walk::Queen),
            (German, "L", Walk::Bishop),
            (French, "d", Walk::Queen),
            (French, "R", Walk::King),
            (French, "C", Walk::Knight),
        ] {
            assert_eq!(walk_named(language, text), Some(walk));
            assert!(letter_of(language, walk).eq_ignore_ascii_case(text));
        }
        assert_eq!(walk_named(English, "n"), Some(Walk::Nightrider));
        assert_eq!(walk_named(English, "RK"), Some(Walk::RadialKnight));
        assert_eq!(walk_named(English, "?"), None);
    }

    #[test]
    fn leapers_and_riders_are_named_by_their_leaps() {
        for (text, walk) in [
            ("(2,1)", Walk::Knight),
            ("(0,1)", Walk::Wazir),
            ("(5,2)", Walk::Leaper25),
            ("(0,3)", Walk::Leaper03),
            ("R(1,2)", Walk::Nightrider),
            ("r(1,1)", Walk::Fersrider),
            ("R(3,3)", Walk::Tripperrider),
            ("R(1,4)", Walk::Giraffe),
        ] {
            assert_eq!(walk_named(Language::German, text), Some(walk), "{text}");
        }
        for text in ["(0,0)", "R(0,0)", "(1,8)", "(12)", "(1,2,3)", ")", "RR(1,2)", "(é,)"] {
            assert_eq!(walk_named(Language::English, text), None, "{text}");
        }
        for one in 0..8 {
            for other in 0..8 {
                let known = [format!("({one},{other})"), format!("R({one},{other})")]
                    .map(|text| walk_named(Language::English, &text).is_some());
                assert_eq!(known, [(one, other) != (0, 0); 2], "({one},{other})");
            }
        }
    }

    #[test]
    fn letters_are_unique_per_language() {
        for language in Language::ALL {
            let fairy = FAIRY_WALKS.iter().map(|row| spelling(&row.letters, language));
            let known = WALKS.iter().map(|(_, word)| spelling(word, language));
            let mut all: Vec<_> = known.chain(fairy).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "{language:?}");
        }
    }
}
