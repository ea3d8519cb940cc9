//! The list of rules for a terminal.

use std::io::{self, Write};

use super::{RuleChapter, RuleEntry, family, in_languages, takes};
use crate::problem::Setting;
use crate::report::text::{Column, Page, StyledWords, Tone, board};
use crate::rules::catalogue::Language;

/// The indentation of everything but names, in columns.
const INDENT: usize = 4;

/// Writes entries with names and sentences in a language, within the width of the page.
///
/// # Errors
/// The first failure to write.
pub fn text<'a>(
    entries: impl IntoIterator<Item = &'a RuleEntry>,
    language: Language,
    page: &Page,
    out: impl Write,
) -> io::Result<()> {
    let mut column = Column::new(page, out);
    for (number, entry) in entries.into_iter().enumerate() {
        if number > 0 {
            column.line("");
        }
        show(entry, language, page, &mut column);
    }
    column.finish()
}

/// Writes the names of all entries in a language, grouped by chapter, and how to see more of them.
///
/// # Errors
/// The first failure to write.
pub fn name_list(
    chapters: &[RuleChapter],
    language: Language,
    page: &Page,
    out: impl Write,
) -> io::Result<()> {
    let mut column = Column::new(page, out);
    for chapter in chapters {
        column.paragraph(0, &StyledWords::of(chapter.title, Tone::Label));
        let mut words = StyledWords::default();
        for (index, entry) in chapter.entries.iter().enumerate() {
            let comma = if index + 1 < chapter.entries.len() { "," } else { "" };
            words.push(format!("{}{comma}", entry.names[language as usize]), Tone::Plain);
        }
        column.paragraph(2, &words);
    }
    column.line("");
    let hint = "'kirke rules NAME' explains a rule, 'kirke rules --all' explains all of them.";
    column.paragraph(0, &StyledWords::of(hint, Tone::Faint));
    column.finish()
}

fn show<W: Write>(entry: &RuleEntry, language: Language, page: &Page, column: &mut Column<W>) {
    let name = entry.names[language as usize];
    let mut heading = StyledWords::one(name, Tone::Heading);
    if !entry.label.is_empty() {
        heading.push(format!("({})", entry.label), Tone::Plain);
    }
    column.paragraph(0, &heading);
    let mut paragraph = |text: &str| column.paragraph(INDENT, &StyledWords::of(text, Tone::Plain));
    paragraph(in_languages(entry.meaning)[language as usize]);
    if entry.names.iter().any(|other| *other != name) {
        let others = Language::ALL.into_iter().filter(|other| *other != language);
        let others: Vec<String> =
            others.map(|other| format!("{other:?} {}", entry.names[other as usize])).collect();
        paragraph(&format!("{}.", others.join(", ")));
    }
    if let Some([english, german, french]) = entry.abbreviations {
        paragraph(&format!("Shortest: English {english}, German {german}, French {french}."));
    }
    if !entry.after_names.is_empty() {
        paragraph(&format!("After the names of {}.", entry.after_names.join(", ")));
    }
    if !entry.source.is_empty() {
        paragraph(&format!("Source: {}.", entry.source));
    }
    if let Some(purpose) = entry.rebirth {
        paragraph(&format!("Takes the words for rebirth squares of {}.", family(purpose)));
    }
    for option in &entry.options {
        let meaning = in_languages(option.meaning)[language as usize];
        paragraph(&format!("{}{}: {meaning}", option.names[language as usize], takes(option)));
    }
    let Some(played) = &entry.played else { return };
    if played.after.is_some() {
        column.paragraph(INDENT, &StyledWords::of(&played.moves.join(" "), Tone::Key));
    }
    if !played.forbidden.is_empty() {
        let text = format!("Forbidden: {}", played.forbidden.join(" "));
        column.paragraph(INDENT, &StyledWords::of(&text, Tone::Note));
    }
    for line in boards(&played.before, played.after.as_ref(), page) {
        column.line(&line);
    }
}

/// Returns the board before and, to the right or below it, the board after.
pub(in crate::report) fn boards(before: &Setting, after: Option<&Setting>, page: &Page) -> Vec<String> {
    let drawn = |setting: &Setting| board(setting, page);
    let indent = " ".repeat(INDENT);
    let (before, width) = drawn(before);
    let after = after.map_or(Vec::new(), |after| drawn(after).0);
    let line = |line: String| format!("{indent}{line}").trim_end().to_owned();
    if 2 * (INDENT + width) > page.width {
        return before.into_iter().chain(after).map(line).collect();
    }
    let mut after = after.into_iter();
    let side_by_side =
        before.into_iter().map(|left| format!("{left}{indent}{}", after.next().unwrap_or_default()));
    side_by_side.map(line).collect()
}
