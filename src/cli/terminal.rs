//! The terminal, or what stands in its place.

use std::io::{self, IsTerminal};

use super::LettersArg;
use super::messages::colours_are_allowed;
use crate::report::PieceNames;
use crate::report::text::{Page, Styles};

/// The page that standard output is.
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

/// The width of the terminal, 80 where nobody knows.
pub fn terminal_width() -> usize {
    columns_variable()
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(80)
}

/// The width that the environment wants.
pub fn columns_variable() -> Option<usize> {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok())
}
