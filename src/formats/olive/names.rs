//! The fields of an entry that name its authors, its source and its awards.

use crate::formats::Diagnostic;
use crate::formats::popeye::parts::ProblemNames;
use crate::formats::source::one_line;
use crate::formats::yaml::{Node, Value};

/// Returns the names of an entry, and warnings about what they do not hold.
pub(super) fn read(entry: &Node<'_>) -> (ProblemNames, Vec<Diagnostic>) {
    let mut unread = Vec::new();
    let mut field = |name: &str| entry.get(name).map_or(Vec::new(), |node| texts(node, &mut unread));
    let mut authors = field("authors");
    for author in field("author") {
        if !authors.contains(&author) {
            authors.push(author);
        }
    }
    let id = joined(&field("id"));
    unread.extend(["authors", "author"].into_iter().filter_map(|name| entry.get(name)).flat_map(nameless));
    let mut source = entry.get("source").map_or(Vec::new(), |node| source_parts(node, &mut unread));
    let mut field = |name: &str| entry.get(name).map_or(Vec::new(), |node| texts(node, &mut unread));
    source.extend(field("source-id"));
    source.extend(field("date"));
    let mut award = field("distinction");
    award.extend(field("tourney"));
    let mut judges = field("judge");
    judges.extend(field("judges"));
    if let Some(node) = entry.get("award") {
        let (mut parts, more) = award_parts(node, &mut unread);
        award.append(&mut parts);
        judges.extend(more);
    }
    if !judges.is_empty() {
        let word = if judges.len() == 1 { "judge" } else { "judges" };
        award.push(format!("{word} {}", judges.join("; ")));
    }
    let names = ProblemNames {
        id,
        authors,
        origins: joined(&source).into_iter().collect(),
        titles: Vec::new(),
        awards: joined(&award).into_iter().collect(),
    };
    (names, unread)
}

/// Returns warnings about authors of a list that have no name.
fn nameless(authors: &Node<'_>) -> Vec<Diagnostic> {
    let Value::Sequence(elements) = &authors.value else { return Vec::new() };
    let has_no_name =
        |author: &&Node<'_>| author.is_null() || author.text().is_some_and(|name| one_line(name).is_empty());
    let message = "this author has no name and is not kept";
    elements.iter().filter(has_no_name).map(|author| Diagnostic::warning(author.span, message)).collect()
}

/// Returns texts as one, separated by commas; `None` if there are none.
fn joined(parts: &[String]) -> Option<String> {
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the text of a scalar, or those of a list, without the empty ones.
fn texts(node: &Node<'_>, unread: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut texts = Vec::new();
    for element in node.elements() {
        match element.text() {
            Some(_) if element.is_null() => {}
            Some(text) => {
                let text = one_line(text);
                texts.extend((!text.is_empty()).then_some(text));
            }
            None => unread.push(Diagnostic::warning(element.span, "this part of a name is not kept")),
        }
    }
    texts
}

/// Returns the parts of a source: a text, or fields.
fn source_parts(node: &Node<'_>, unread: &mut Vec<Diagnostic>) -> Vec<String> {
    if !matches!(node.value, Value::Mapping(_)) {
        return texts(node, unread);
    }
    let mut parts = Vec::new();
    for (name, before) in [
        ("name", ""),
        ("volume", "volume "),
        ("issue", "issue "),
        ("round", "round "),
        ("problemid", "no. "),
        ("pagenumber", "page "),
    ] {
        let found = node.get(name).map_or(Vec::new(), |value| texts(value, unread));
        parts.extend(found.into_iter().map(|text| format!("{before}{text}")));
    }
    parts.extend(node.get("date").and_then(|date| date_text(date, unread)));
    const KNOWN: [&str; 7] = ["name", "volume", "issue", "round", "problemid", "pagenumber", "date"];
    unread.extend(unknown_fields(node, &KNOWN));
    parts
}

/// Returns a date as year, month and day, separated by hyphens.
fn date_text(node: &Node<'_>, unread: &mut Vec<Diagnostic>) -> Option<String> {
    if !matches!(node.value, Value::Mapping(_)) {
        return joined(&texts(node, unread));
    }
    let mut parts = Vec::new();
    for name in ["year", "month", "day"] {
        let found = node.get(name).map_or(Vec::new(), |value| texts(value, unread));
        parts.extend(found.into_iter().map(|text| format!("{text:0>2}")));
    }
    unread.extend(unknown_fields(node, &["year", "month", "day"]));
    (!parts.is_empty()).then(|| parts.join("-"))
}

/// Returns the distinction with its tourney, and the judges.
fn award_parts(node: &Node<'_>, unread: &mut Vec<Diagnostic>) -> (Vec<String>, Vec<String>) {
    if !matches!(node.value, Value::Mapping(_)) {
        return (texts(node, unread), Vec::new());
    }
    let mut parts = node.get("distinction").map_or(Vec::new(), |value| texts(value, unread));
    if let Some(tourney) = node.get("tourney").filter(|tourney| tourney.text() != Some("ditto")) {
        parts.extend(source_parts(tourney, unread));
    }
    let judges = node.get("judges").map_or(Vec::new(), |value| texts(value, unread));
    unread.extend(unknown_fields(node, &["distinction", "tourney", "judges"]));
    (parts, judges)
}

fn unknown_fields(node: &Node<'_>, known: &[&str]) -> Vec<Diagnostic> {
    let unknown = node.entries().iter().map(|(key, _)| key);
    let unknown = unknown.filter(|key| key.text().is_none_or(|name| !known.contains(&name)));
    unknown.map(|key| Diagnostic::warning(key.span, "this field is not kept")).collect()
}
