//! The terminal, or the defaults if there is none.

use std::io::{self, IsTerminal};

use super::appearance::{BoardArg, ColorArg};
use crate::report::PieceNames;
use crate::report::text::{Characters, Page, Styles};

/// Returns the page for standard output.
pub fn page(names: PieceNames, board: BoardArg, color: ColorArg) -> Page {
    let page = Page { width: output_width(), names, styles: styles(color), ..Page::default() };
    match board {
        BoardArg::Unicode => page,
        // Figurines are not ASCII.
        BoardArg::Ascii if names == PieceNames::Figurines => {
            Page { board: PieceNames::KnightS, characters: Characters::Ascii, ..page }
        }
        BoardArg::Ascii => Page { board: names, characters: Characters::Ascii, ..page },
        BoardArg::None => Page { has_board: false, ..page },
    }
}

fn styles(color: ColorArg) -> Styles {
    if color.allows_colours(io::stdout().is_terminal()) { Styles::coloured() } else { Styles::plain() }
}

/// Returns the width of standard output: the environment variable `COLUMNS`, or else the width of the terminal,
/// or 80.
pub fn output_width() -> usize {
    known_width().unwrap_or(80)
}

/// Returns the width of standard output: the environment variable `COLUMNS`, or else the width of the terminal;
/// `None` if neither is known.
pub fn known_width() -> Option<usize> {
    let terminal_width = || {
        let size = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
        size.map(|(width, _)| usize::from(width.0))
    };
    columns_variable().or_else(terminal_width)
}

/// Returns the width given by the environment variable `COLUMNS`.
fn columns_variable() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?;
    columns.parse().ok().filter(|&columns| columns > 0)
}
