//! The letters of men in the three languages, including fairy men.

use super::keywords::{Keyword, spelling};
use crate::position::{FAIRY_WALKS, Walk};
use crate::rules::catalogue::Language;

/// The walk denoted by one or two letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamedWalk {
    /// A supported walk.
    Known(Walk),
    /// An unsupported walk, by its English name.
    Unsupported(&'static str),
}

/// Returns the walk denoted by one or two letters, in either case.
pub(super) fn walk_named(language: Language, text: &str) -> Option<NamedWalk> {
    let fits = |word: &Keyword| spelling(word, language).eq_ignore_ascii_case(text);
    if let Some((walk, _)) = WALKS.iter().find(|(_, word)| fits(word)) {
        return Some(NamedWalk::Known(*walk));
    }
    if let Some(row) = FAIRY_WALKS.iter().find(|row| fits(&row.letters)) {
        return Some(NamedWalk::Known(row.walk));
    }
    let unsupported = UNSUPPORTED.iter().find(|(_, word)| fits(word));
    unsupported.map(|(name, _)| NamedWalk::Unsupported(name))
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
            Some(NamedWalk::Known(walk)) => letter_of(Language::English, walk).chars().next(),
            _ => None,
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

/// The walks of fairy chess that are not supported, by their English names.
static UNSUPPORTED: [(&str, Keyword); 1] = [("radial knight", ["RK", "RP", "CL"])];

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
            assert_eq!(walk_named(language, text), Some(NamedWalk::Known(walk)));
            assert!(letter_of(language, walk).eq_ignore_ascii_case(text));
        }
        assert_eq!(walk_named(English, "n"), Some(NamedWalk::Known(Walk::Nightrider)));
        assert_eq!(walk_named(English, "RK"), Some(NamedWalk::Unsupported("radial knight")));
        assert_eq!(walk_named(English, "?"), None);
    }

    #[test]
    fn letters_are_unique_per_language() {
        for language in Language::ALL {
            let unsupported = UNSUPPORTED.iter().map(|(_, word)| spelling(word, language));
            let fairy = FAIRY_WALKS.iter().map(|row| spelling(&row.letters, language));
            let known = WALKS.iter().map(|(_, word)| spelling(word, language));
            let mut all: Vec<_> = known.chain(fairy).chain(unsupported).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "{language:?}");
        }
    }
}
