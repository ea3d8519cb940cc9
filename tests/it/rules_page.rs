//! The list of rules: `kirke rules` and `docs/rules.md`.

use kirke::report::catalogue::{RuleEntry, chapters, markdown, text};
use kirke::report::text::Page;

#[test]
fn rules_page_matches_the_table() {
    let (page, table) = (include_str!("../../docs/rules.md"), markdown(&chapters()));
    let differs = page.lines().zip(table.lines()).position(|(one, other)| one != other);
    assert!(
        page == table,
        "docs/rules.md differs from the table of rules from line {} on; make it anew with\n\
         cargo run -- rules --format markdown > docs/rules.md",
        differs.unwrap_or(page.lines().count().min(table.lines().count())) + 1
    );
}

#[test]
fn rules_have_an_example_and_a_source() {
    for entry in chapters().iter().flat_map(|chapter| &chapter.entries) {
        let name = entry.names[0];
        assert!(entry.meaning.ends_with('.'), "{name}: no sentence");
        if entry.abbreviations.is_some() {
            assert!(entry.played.is_some(), "{name}: its example cannot be played");
            assert!(!entry.source.is_empty(), "{name}: where does its definition come from?");
        }
    }
}

#[test]
fn rule_text_fits_the_page_width() {
    for width in [50, 80, 120] {
        let chapters = chapters();
        let entries: Vec<&RuleEntry> = chapters.iter().flat_map(|chapter| &chapter.entries).collect();
        let mut out = Vec::new();
        text(entries, &Page { width, ..Page::default() }, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let widest = out.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= width, "{widest} columns on {width}");
    }
}
