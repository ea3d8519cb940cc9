//! Files of sentences in English, German and French: blocks of three lines, with a blank line between two of them.
//!
//! A block that begins with `#` is a comment. A test of each file checks that each sentence has a block and each block
//! a sentence: so no translation outlives a change of its original.

use std::collections::HashMap;

/// Sentences in English, German and French by the English one.
#[derive(Debug)]
pub(super) struct Translations(HashMap<&'static str, [&'static str; 3]>);

/// Returns the blocks of a file. Those with another number of lines are left out.
fn blocks(text: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    let lines = text.split("\n\n").map(|block| block.trim_end().lines().collect::<Vec<_>>());
    lines.filter_map(|lines| <[&str; 3]>::try_from(lines).ok())
}

impl Translations {
    /// Reads a file.
    pub(super) fn read(text: &'static str) -> Translations {
        Translations(blocks(text).map(|block| (block[0], block)).collect())
    }

    /// Returns a sentence in English, German and French; in English alone if it has no translation.
    pub(super) fn of(&self, sentence: &'static str) -> [&'static str; 3] {
        self.0.get(sentence).copied().unwrap_or([sentence; 3])
    }

    /// Checks that a file has one block for each of these sentences, and no other one.
    #[cfg(test)]
    pub(super) fn check(text: &'static str, sentences: &std::collections::BTreeSet<&str>) {
        let translations = Translations::read(text);
        for sentence in sentences {
            let is_known = translations.0.contains_key(sentence);
            assert!(
                is_known,
                "add a block of three lines in three languages, of which the first is\n{sentence}"
            );
        }
        let comments = text.split("\n\n").filter(|block| block.starts_with('#')).count();
        assert_eq!(blocks(text).count() + comments, text.split("\n\n").count(), "a block has three lines");
        assert_eq!(blocks(text).count(), translations.0.len(), "a sentence has two blocks");
        for [english, german, french] in blocks(text) {
            assert!(sentences.contains(english), "this sentence is not used\n{english}");
            for translated in [german, french] {
                assert!(translated != english && translated.trim() == translated, "{translated}");
            }
        }
    }
}
