//! The sentences of rules and words in German and French, from `sentences.txt`.

use std::sync::LazyLock;

use crate::report::translations::Translations;

const SENTENCES: &str = include_str!("sentences.txt");

static TRANSLATIONS: LazyLock<Translations> = LazyLock::new(|| Translations::read(SENTENCES));

/// Returns a sentence of the catalogue in English, German and French; in English alone if it has no translation.
pub fn in_languages(sentence: &'static str) -> [&'static str; 3] {
    TRANSLATIONS.of(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::catalogue::{RuleEntry, chapters};

    #[test]
    fn every_sentence_is_translated() {
        let chapters = chapters();
        let entries: Vec<&RuleEntry> = chapters.iter().flat_map(|chapter| &chapter.entries).collect();
        let words = entries.iter().flat_map(|entry| &entry.options).map(|word| word.meaning);
        let sentences = entries.iter().map(|entry| entry.meaning).chain(words).collect();
        Translations::check(SENTENCES, &sentences);
        for sentence in sentences {
            assert!(in_languages(sentence).iter().all(|text| text.ends_with('.')), "{sentence}");
        }
    }
}
