//! The list of rules as a page of the documentation.

use std::fmt::Write;

use super::text::boards;
use super::{RuleChapter, RuleEntry, family, takes};
use crate::report::PieceNames;
use crate::report::text::Page;

/// The text above the rules.
const PREFACE: &str = "# Rules

<!-- Made by `kirke rules --format markdown`, from the table in src/rules/catalogue: not to be edited. -->

Every rule that kirke knows: its names in English, German and French, the shortest
abbreviations that are read, what it does, the words that may follow it, where its definition
comes from, and a capture that was played by kirke. Of the captures that orthodox chess allows
in the same position, those that the rule forbids are named.

What needs more than a sentence, what is a check under a rule, the order in which effects
happen and which rules do not go together: see [definitions](definitions.md). Rules that hold for one
side or for some half-moves only: see [input](input.md#for-one-side-for-some-half-moves). A rule of your own:
see [adding a rule](adding-a-rule.md).
";

/// Returns the page.
pub fn markdown(chapters: &[RuleChapter]) -> String {
    let mut text = PREFACE.to_owned();
    for chapter in chapters {
        put(&mut text, format_args!("\n## {}\n", chapter.title));
        for entry in &chapter.entries {
            show(&mut text, entry);
        }
    }
    text
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(what);
}

fn show(text: &mut String, entry: &RuleEntry) {
    let [english, german, french] = entry.names;
    put(text, format_args!("\n### {english}\n\n{}\n\n", entry.meaning));
    let mut item = |name: &str, what: String| put(text, format_args!("* *{name}*: {what}\n"));
    item("Names", format!("`{english}`, `{german}`, `{french}`"));
    if let Some(abbreviations) = entry.abbreviations {
        item("Shortest", abbreviations.map(|word| format!("`{word}`")).join(", "));
    }
    if !entry.label.is_empty() {
        item("Abbreviation", entry.label.to_owned());
    }
    if !entry.after_names.is_empty() {
        item("After the names of", entry.after_names.join(", "));
    }
    if let Some(purpose) = entry.rebirth {
        let link = "[words for rebirth squares](#words-for-rebirth-squares)";
        item("Words", format!("the {link} of {}", family(purpose)));
    }
    for option in &entry.options {
        let [english, german, french] = option.names;
        let names = format!("`{english}` (`{german}`, `{french}`){}", takes(option));
        item("Word", format!("{names}: {}", option.meaning));
    }
    if !entry.source.is_empty() {
        item("Source", entry.source.clone());
    }
    let Some(played) = &entry.played else { return };
    let code = |moves: &[String]| moves.iter().map(|mv| format!("`{mv}`")).collect::<Vec<_>>().join(" ");
    if !played.forbidden.is_empty() {
        item("Forbidden", code(&played.forbidden));
    }
    if played.after.is_some() {
        item("Played", code(&played.moves));
    }
    let page = Page { board: PieceNames::KnightS, ..Page::default() };
    let lines = boards(&played.before, played.after.as_ref(), &page);
    put(text, format_args!("\n```text\n{}\n```\n", lines.join("\n")));
}
