//! Diagrams as text: the board above solutions, with twins and a legend.

use std::io::{self, Write};

use super::caption;
use super::legend::Legend;
use crate::problem::Problem;
use crate::report::text::{Characters, Column, Page, StyledWords, Tone, heading};

/// Writes the board of a problem with its caption.
///
/// # Errors
/// The first failure to write.
pub fn text(problem: &Problem, page: &Page, out: impl Write) -> io::Result<()> {
    let mut column = Column::new(page, out);
    heading(problem, page, &mut column);
    let legend = Legend::new(problem.setting.diagram.men().map(|(_, man)| man), page.names);
    let walks = legend.entries().into_iter().filter(|entry| entry.walk.is_some()).map(|entry| entry.text);
    let mut lines = caption::twins(problem, page.names);
    lines.extend(walks);
    for line in &lines {
        let line = match page.characters {
            Characters::Unicode => line.clone(),
            Characters::Ascii => line.replace('↔', "<-->").replace('→', "-->"),
        };
        column.paragraph(3, &StyledWords::of(&line, Tone::Plain));
    }
    if !lines.is_empty() {
        column.line("");
    }
    column.finish()
}
