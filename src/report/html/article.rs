//! A problem of the page: its board, what is known of it, and its solution as text.

use std::fmt::Write as _;

use super::facets;
use super::play;
use super::replay::{Replay, replays};
use crate::problem::Problem;
use crate::report::collection::CollectionEntry;
use crate::report::diagram::{BoardKind, Escaped, Gallery, legend_lines, twin_lines};
use crate::report::journal::{MoveWriter, ParagraphKind, paragraphs};
use crate::report::verdict::as_declared_words;
use crate::report::{PieceNames, question};

/// Returns the article of a problem.
pub(super) fn article(
    number: usize,
    entry: &CollectionEntry,
    gallery: &mut Gallery,
    writer: &MoveWriter,
) -> String {
    let mut out = String::from("<article class=\"problem\"");
    for (name, value) in facets::attributes(number, entry) {
        let _ = write!(out, " {name}=\"{}\"", Escaped(&value));
    }
    let _ = writeln!(out, " aria-labelledby=\"title-{number}\">");
    let replays = entry.problem.as_ref().map_or(Vec::new(), |problem| replays(problem, &entry.twins));
    let men_off_board = replays.iter().flatten().map(Replay::most_in_bank).max().unwrap_or(0);
    let board = entry.problem.as_ref().map(|problem| BoardKind::of(&problem.setting, men_off_board));
    if let Some((problem, kind)) = entry.problem.as_ref().zip(board) {
        let picture = gallery.board(&problem.setting, kind);
        // A browser takes a quarter of a millisecond for each man. The script draws the boards that come into view.
        let _ = writeln!(out, "<div class=\"diagram\"><noscript>{picture}</noscript></div>");
    }
    let _ = writeln!(out, "<div class=\"about\">");
    heading(&mut out, number, entry);
    if let Some(problem) = &entry.problem {
        task(&mut out, entry, problem);
    }
    verdict(&mut out, entry);
    let _ = writeln!(out, "</div>");
    solution(&mut out, entry, writer, || play::data(entry, board, replays, gallery, writer));
    out + "</article>\n"
}

/// Appends an element with a text, unless the text is empty.
fn element(out: &mut String, tag: &str, class: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "<{tag} class=\"{class}\">{}</{tag}>", Escaped(text));
    }
}

fn heading(out: &mut String, number: usize, entry: &CollectionEntry) {
    let authors = entry.authors().join(", ");
    let file = entry.place.rsplit(['/', '\\']).next().unwrap_or(&entry.place);
    let name = match (authors.is_empty(), entry.id()) {
        (false, _) => authors.as_str(),
        (true, Some(id)) => id,
        (true, None) => file,
    };
    let _ = writeln!(
        out,
        "<h2 id=\"title-{number}\"><span class=\"number\">{number}</span> {}</h2>",
        Escaped(name)
    );
    element(out, "p", "source", &entry.sources().join(", "));
}

/// Appends stipulation, numbers of men, conditions, twins and legend.
fn task(out: &mut String, entry: &CollectionEntry, problem: &Problem) {
    let men = question::men(&problem.setting.diagram, "+");
    let _ = writeln!(
        out,
        "<p class=\"task\"><strong>{}</strong> <span class=\"count\">{}</span></p>",
        Escaped(&entry.stipulation()),
        Escaped(&men)
    );
    let conditions = crate::report::text::conditions(problem);
    element(out, "p", "rules", &conditions.join(", "));
    for line in twin_lines(problem, PieceNames::KnightS) {
        element(out, "p", "twin", &line);
    }
    element(out, "p", "legend", &legend_lines(problem, PieceNames::KnightS).join(", "));
}

fn verdict(out: &mut String, entry: &CollectionEntry) {
    let declared = entry.verdict.filter(|_| entry.as_declared).map_or("", as_declared_words);
    let _ = writeln!(
        out,
        "<p class=\"verdict\"><span class=\"badge {}\">{}</span>{declared}</p>",
        facets::gravity(entry),
        Escaped(&entry.outcome)
    );
    element(out, "p", "reason", &entry.reason);
    list(out, "findings", &entry.findings);
    let cost = entry.cost.map_or(String::new(), |cost| {
        let positions =
            if cost.nodes > 0 { format!(", {} positions", grouped(cost.nodes)) } else { String::new() };
        time(cost.milliseconds) + &positions
    });
    element(out, "p", "cost", &cost);
    element(out, "p", "cost", &entry.place);
}

/// Appends a list of texts, unless it is empty.
fn list(out: &mut String, class: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    let _ = writeln!(out, "<ul class=\"{class}\">");
    for text in texts {
        let _ = writeln!(out, "<li>{}</li>", Escaped(text));
    }
    out.push_str("</ul>\n");
}

/// Appends the solution as text, and as data for the script.
fn solution(out: &mut String, entry: &CollectionEntry, writer: &MoveWriter, data: impl FnOnce() -> String) {
    let paragraphs = paragraphs(&entry.twins, writer);
    if paragraphs.is_empty() && entry.remark.is_empty() {
        return;
    }
    out.push_str("<div class=\"solution\">\n<div class=\"text\">\n");
    for paragraph in paragraphs {
        let class = match paragraph.kind {
            ParagraphKind::Heading => "heading",
            ParagraphKind::Line => "line",
            ParagraphKind::Variation => "variation",
            ParagraphKind::Remark => "remark",
        };
        element(out, "p", class, &paragraph.text);
    }
    out.push_str("</div>\n");
    element(out, "p", "remark", &entry.remark);
    list(out, "notes", &entry.notes);
    let _ = writeln!(out, "<script type=\"application/json\">{}</script>\n</div>", data());
}

/// Returns a time with its unit.
pub(super) fn time(milliseconds: f64) -> String {
    match milliseconds {
        ..10.0 => format!("{milliseconds:.1} ms"),
        10.0..1_000.0 => format!("{milliseconds:.0} ms"),
        1_000.0..60_000.0 => format!("{:.1} s", milliseconds / 1_000.0),
        _ => format!("{:.1} min", milliseconds / 60_000.0),
    }
}

/// Returns a number with a comma between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_readable() {
        assert_eq!([7, 999, 1_000, 1_234_567].map(grouped), ["7", "999", "1,000", "1,234,567"]);
        assert_eq!([0.04, 12.3, 1_500.0, 90_000.0].map(time), ["0.0 ms", "12 ms", "1.5 s", "1.5 min"]);
    }
}
