//! The terminal, or what stands in its place.

use std::io::{self, IsTerminal};

use super::Letters;
use super::messages::no_color_is_unset;
use crate::report::Names;
use crate::report::text::{Page, Styles};

/// The page that standard output is.
pub fn page(letters: Letters) -> Page {
    let terminal = io::stdout().is_terminal();
    let width = if terminal { terminal_width() } else { 80 };
    let names = match letters {
        Letters::S => Names::KnightS,
        Letters::N => Names::KnightN,
        Letters::Figurines => Names::Figurines,
    };
    let styles = if terminal && no_color_is_unset() { Styles::coloured() } else { Styles::plain() };
    Page { width, names, styles, ..Page::default() }
}

/// The width of the terminal, 80 where nobody knows.
pub fn terminal_width() -> usize {
    wanted_width()
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(80)
}

/// The width that the environment wants.
pub fn wanted_width() -> Option<usize> {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok())
}
