//! The sentences of rules and words in German and French.
//!
//! `sentences.txt` has them in blocks of three lines, which begin with the English sentence of the catalogue. A block for
//! another sentence is a fault, as is a sentence without a block: so no translation outlives a change of its original.

use std::collections::HashMap;
use std::sync::LazyLock;

const SENTENCES: &str = include_str!("sentences.txt");

static TRANSLATIONS: LazyLock<HashMap<&str, [&str; 3]>> =
    LazyLock::new(|| blocks().map(|block| (block[0], block)).collect());

/// Returns the sentences of the file, each in three languages. Blocks with another number of lines are left out.
fn blocks() -> impl Iterator<Item = [&'static str; 3]> {
    SENTENCES.split("\n\n").filter_map(|block| <[&str; 3]>::try_from(block.lines().collect::<Vec<_>>()).ok())
}

/// Returns a sentence of the catalogue in English, German and French; in English alone if it has no translation.
pub fn in_languages(sentence: &'static str) -> [&'static str; 3] {
    TRANSLATIONS.get(sentence).copied().unwrap_or([sentence; 3])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::report::catalogue::{RuleEntry, chapters};

    /// Returns the sentences of the catalogue, each with the name of its rule or word.
    fn sentences() -> Vec<(&'static str, &'static str)> {
        let chapters = chapters();
        let entries: Vec<&RuleEntry> = chapters.iter().flat_map(|chapter| &chapter.entries).collect();
        let words = entries.iter().flat_map(|entry| &entry.options);
        let words = words.map(|word| (word.names[0], word.meaning));
        entries.iter().map(|entry| (entry.names[0], entry.meaning)).chain(words).collect()
    }

    #[test]
    fn every_sentence_is_translated() {
        for (name, sentence) in sentences() {
            assert!(
                TRANSLATIONS.contains_key(sentence),
                "{name} has no German and French sentence: add to src/report/catalogue/sentences.txt a block of three lines, \
                 of which the first is\n{sentence}"
            );
        }
    }

    #[test]
    fn every_translation_has_its_original() {
        let originals: BTreeSet<&str> = sentences().into_iter().map(|(_, sentence)| sentence).collect();
        let comments = SENTENCES.split("\n\n").filter(|block| block.starts_with('#')).count();
        assert_eq!(blocks().count() + comments, SENTENCES.split("\n\n").count(), "a block has three lines");
        assert_eq!(blocks().count(), TRANSLATIONS.len(), "a sentence has two blocks");
        for [english, german, french] in blocks() {
            assert!(originals.contains(english), "the catalogue has no rule with the sentence\n{english}");
            for text in [german, french] {
                assert!(text.ends_with('.') && text != english && text.trim() == text, "{text}");
            }
        }
    }
}
