//! The terminal, or the defaults if there is none.

use std::io::{self, IsTerminal};

use super::LettersArg;
use super::messages::colours_are_allowed;
use crate::report::PieceNames;
use crate::report::text::{Page, Styles};

/// Returns the page for standard output.
pub fn page(letters: LettersArg) -> Page {
    let terminal = io::stdout().is_terminal();
    let width = if terminal { terminal_width() } else { 80 };
    let names = match letters {
        LettersArg::S => PieceNames::KnightS,
        LettersArg::N => PieceNames::KnightN,
        LettersArg::Figurines => PieceNames::Figurines,
    };
    let styles = if terminal && colours_are_allowed() { Styles::coloured() } else { Styles::plain() };
    Page { width, names, styles, ..Page::default() }
}

/// Returns the width of the terminal, 80 if it is not known.
pub fn terminal_width() -> usize {
    columns_variable()
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(80)
}

/// Returns the width given by the environment variable `COLUMNS`.
pub fn columns_variable() -> Option<usize> {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok())
}
