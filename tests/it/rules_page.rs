//! The list of rules: `kirke rules` and `docs/rules.md`.

use kirke::report::catalogue::{RuleEntry, chapters, markdown, text};
use kirke::report::text::Page;
use kirke::rules::catalogue::Language;

use crate::common::program::{code, err, kirke, out, problem};

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
        text(entries, Language::German, &Page { width, ..Page::default() }, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let widest = out.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= width, "{widest} columns on {width}");
    }
}

#[test]
fn shortest_abbreviations_have_their_language() {
    let text = out(&kirke("rules AC", ""));
    assert!(text.contains("    Shortest: English AntiCi, German AntiCi, French AntiCirce.\n"), "{text}");
}

#[test]
fn rules_are_explained_in_three_languages() {
    for (language, lines) in [
        ("english", "PWC\n    A captured man is reborn on the square that the capturer left."),
        (
            "german",
            "PlatzwechselCirce\n    Ein geschlagener Stein wird auf dem Feld wiedergeboren, das der Schläger",
        ),
        (
            "french",
            "CirceEchange\n    Une pièce capturée renaît sur la case que la pièce capturante a quittée.",
        ),
    ] {
        let text = out(&kirke(&format!("rules PWC --language {language}"), ""));
        assert!(text.starts_with(lines), "{text}");
    }
    let text = out(&kirke("rules Annan --language french", ""));
    assert!(text.contains("    TypeB: Les rois ne prêtent pas de marche.\n"), "{text}");
    let text = out(&kirke("rules --language german", ""));
    assert!(text.contains("PlatzwechselCirce") && !text.contains("PWC"), "{text}");
}

#[test]
fn unsupported_rule_is_reported_as_a_condition_is() {
    for name in ["hypervolage", "Hypervol", "Laengstzueger"] {
        let listed = kirke(&format!("rules {name}"), "");
        assert_eq!(code(&listed), 2);
        let message = err(&listed).trim().trim_start_matches("error: ").to_owned();
        assert!(message.ends_with("is known to Popeye, but not supported by kirke yet"), "{message}");
        assert!(err(&kirke(&format!("perft 1 --cond {name}"), "")).contains(&message), "{message}");
    }
}

#[test]
fn rules_without_names_are_listed_on_one_screen() {
    let output = kirke("rules", "");
    let text = out(&output);
    assert!(text.lines().count() < 50, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for chapter in chapters() {
        let missing = chapter.entries.iter().find(|entry| !text.contains(entry.names[0]));
        assert!(missing.is_none(), "{}: {:?}", chapter.title, missing.map(|entry| entry.names));
    }
    assert!(out(&kirke("rules --all", "")).len() > 20 * text.len());
}

#[test]
fn misspelt_rule_gets_a_suggestion() {
    let output = kirke("rules circse", "");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("did you mean 'Circe'?"), "{}", err(&output));
}

/// The author's name for a rule is printed before the normal form, which other programs may not share.
#[test]
fn conditions_are_printed_as_the_author_named_them() {
    let heading = |condition: &str| {
        let words = format!("pieces white Kb6 Rh1 black Ka8 stipulation #1 condition {condition}");
        out(&kirke("solve -", problem(&words)))
    };
    assert!(
        heading("CirceDoubleAgents").contains("CirceDoubleAgents (Circe Mirror Turncoats)"),
        "{}",
        heading("CirceDoubleAgents")
    );
    assert!(!heading("Circe Strict").contains('('), "{}", heading("Circe Strict"));
    let output =
        kirke("solve -", problem("pieces white Kb6 Rh1 black Ka8 stipulation #1 condition Circe Strixt"));
    let message = err(&output);
    assert!(message.contains("did you mean 'Strict'?\n"), "{message}");
    assert!(message.contains("the words for Circe are Relaxed, Strict, "), "{message}");
}
