//! Keywords: looked up by any abbreviation that is unique in its table.

use crate::rules::catalogue::Language;

/// A keyword in English, German and French.
pub(super) type Keyword = [&'static str; 3];

/// The result of looking up a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Match {
    /// One word, by its index in the table.
    One(usize),
    /// Several words, none of them in full.
    Several(Vec<usize>),
    /// No word.
    None,
}

/// Looks up a text: whole words have priority over abbreviations; case is ignored.
pub(super) fn look_up<'a>(names: impl IntoIterator<Item = &'a str>, text: &str) -> Match {
    if text.is_empty() {
        return Match::None;
    }
    let mut found = Match::None;
    for (index, name) in names.into_iter().enumerate() {
        if !abbreviates(text, name) {
            continue;
        }
        if text.len() == name.len() {
            return Match::One(index);
        }
        found = match found {
            Match::None => Match::One(index),
            Match::One(first) => Match::Several(vec![first, index]),
            Match::Several(mut all) => {
                all.push(index);
                Match::Several(all)
            }
        };
    }
    found
}

/// Returns whether the text is a prefix of the word.
pub(super) fn abbreviates(text: &str, word: &str) -> bool {
    word.as_bytes().get(..text.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(text.as_bytes()))
}

/// Returns a word in a language.
pub(super) fn spelling(word: &Keyword, language: Language) -> &'static str {
    word[language as usize]
}

/// The minimum length of a text that is taken for the beginning of a word of another language.
const MIN_FOREIGN_LENGTH: usize = 4;

/// Returns the index of the keyword that a text denotes in another language than `language`, also with umlauts and
/// accents.
pub(super) fn foreign_index<'a, W: Iterator<Item = &'a Keyword>>(
    words: impl Fn() -> W,
    language: Language,
    text: &str,
) -> Option<usize> {
    let plain = without_accents(text);
    let others = Language::ALL.into_iter().filter(|other| *other != language);
    let mut found = others.map(|other| look_up(words().map(|word| spelling(word, other)), &plain));
    found.find_map(|found| match found {
        Match::One(index) if plain.len() >= MIN_FOREIGN_LENGTH => Some(index),
        _ => None,
    })
}

/// Returns a text as Popeye's words are spelt: `ae` for `ä`, `e` for `é`.
fn without_accents(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.to_lowercase().chars() {
        match letter {
            'ä' => plain += "ae",
            'ö' => plain += "oe",
            'ü' => plain += "ue",
            'ß' => plain += "ss",
            'é' | 'è' | 'ê' => plain.push('e'),
            'à' | 'â' => plain.push('a'),
            'î' => plain.push('i'),
            'ô' => plain.push('o'),
            'û' => plain.push('u'),
            'ç' => plain.push('c'),
            _ => plain.push(letter),
        }
    }
    plain
}

/// A table of keywords with their meanings.
pub(super) struct Vocabulary<T: 'static>(pub(super) &'static [(T, Keyword)]);

impl<T: Copy> Vocabulary<T> {
    /// Returns the words in a language.
    pub(super) fn names(&self, language: Language) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().map(move |(_, word)| spelling(word, language))
    }

    /// Returns the meaning of a text, or all the words it abbreviates if there are several.
    pub(super) fn find(&self, language: Language, text: &str) -> Result<Option<T>, Vec<&'static str>> {
        match look_up(self.names(language), text) {
            Match::One(index) => Ok(Some(self.0[index].0)),
            Match::None => Ok(None),
            Match::Several(all) => {
                Err(all.into_iter().map(|index| spelling(&self.0[index].1, language)).collect())
            }
        }
    }

    /// Returns the word for a text that is a word, or the beginning of one, in another language.
    pub(super) fn translated(&self, language: Language, text: &str) -> Option<&'static str> {
        let words = || self.0.iter().map(|(_, word)| word);
        foreign_index(words, language, text).map(|index| spelling(&self.0[index].1, language))
    }

    /// Returns the word for the first meaning that satisfies `wanted`.
    pub(super) fn name(&self, language: Language, wanted: impl Fn(T) -> bool) -> &'static str {
        self.0.iter().find(|(thing, _)| wanted(*thing)).map_or("", |(_, word)| spelling(word, language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["AndaInverse", "Anda", "Circe", "Cage"];

    #[test]
    fn unique_prefix_matches_in_any_case() {
        assert_eq!(look_up(NAMES, "cI"), Match::One(2));
        assert_eq!(look_up(NAMES, "c"), Match::Several(vec![2, 3]));
        assert_eq!(look_up(NAMES, "circex"), Match::None);
        assert_eq!(look_up(NAMES, ""), Match::None);
        assert_eq!(look_up(NAMES, "é"), Match::None);
    }

    #[test]
    fn words_of_other_languages_are_found_with_accents() {
        let words: [Keyword; 2] = [["Set", "Satzspiel", "Apparent"], ["Try", "Verfuehrung", "Essais"]];
        let index = |language, text| foreign_index(|| words.iter(), language, text);
        assert_eq!(index(Language::English, "satzspiel"), Some(0));
        assert_eq!(index(Language::English, "Verführung"), Some(1));
        assert_eq!(index(Language::English, "Verf"), Some(1));
        assert_eq!(index(Language::English, "Ver"), None);
        assert_eq!(index(Language::German, "Verfuehrung"), None);
        assert_eq!(index(Language::English, "Löser"), None);
    }

    #[test]
    fn whole_word_beats_prefix() {
        assert_eq!(look_up(NAMES, "anda"), Match::One(1));
        assert_eq!(look_up(NAMES, "and"), Match::Several(vec![0, 1]));
    }
}
