//! A board to look at.
//!
//! ```text
//!   ┌────────────────────────┐
//! 8 │    ·     ·     ·  ♚  · │
//! 7 │ ·     ·     ·     ·    │
//! …
//!     a  b  c  d  e  f  g  h
//! ```
//!
//! Without colours dark squares have a dot.

use anstyle::Style;

use super::page::{Characters, Page};
use crate::position::{Colour, Man, Walk};
use crate::problem::Diagram;
use crate::report::notation::Names;

/// The lines of the board, each of the same width, which is told too.
pub fn board(diagram: &Diagram, page: &Page) -> (Vec<String>, usize) {
    let layout = diagram.layout();
    let files = usize::from(layout.files());
    let (faint, plain) = (page.styles.faint, Style::new());
    let (horizontal, vertical, corners) = match page.characters {
        Characters::Unicode => ("─", "│", ["┌", "┐", "└", "┘"]),
        Characters::Ascii => ("-", "|", ["+", "+", "+", "+"]),
    };
    let [top_left, top_right, bottom_left, bottom_right] = corners;
    let edge = horizontal.repeat(3 * files);
    let mut lines = vec![format!("  {faint}{top_left}{edge}{top_right}{faint:#}")];
    for rank in (0..layout.ranks()).rev() {
        let mut line = format!("{faint}{} {vertical}{faint:#}", rank + 1);
        for file in 0..layout.files() {
            let Some(square) = layout.at(file, rank) else {
                continue;
            };
            let dark = layout.is_dark(square);
            let style = if dark { page.styles.dark } else { page.styles.light };
            let cell = match diagram.man(square) {
                Some(man) => drawn(man, page.board),
                None if dark && style == plain => match page.characters {
                    Characters::Unicode => " · ".into(),
                    Characters::Ascii => " . ".into(),
                },
                None => "   ".into(),
            };
            line += &format!("{style}{cell}{style:#}");
        }
        line += &format!("{faint}{vertical}{faint:#}");
        lines.push(line);
    }
    lines.push(format!("  {faint}{bottom_left}{edge}{bottom_right}{faint:#}"));
    let names: String = (0..layout.files()).map(|file| format!(" {} ", char::from(b'a' + file))).collect();
    lines.push(format!("   {faint}{names}{faint:#} "));
    (lines, 3 * files + 4)
}

/// A man in three columns; a neutral one has a `=` before it, a royal one that is
/// no king a `*` behind it, a reversed pawn a `'`.
fn drawn(man: Man, names: Names) -> String {
    let letter = match (names, man.colour) {
        (Names::Figurines, Colour::Black) => match man.walk {
            Walk::King => "♚",
            Walk::Queen => "♛",
            Walk::Rook => "♜",
            Walk::Bishop => "♝",
            Walk::Knight => "♞",
            Walk::Pawn | Walk::ReversedPawn => "♟",
        },
        (names, _) => names.of(man.walk),
    };
    let letter: String = letter.chars().take(1).collect();
    let letter = if man.colour == Colour::Black { letter.to_ascii_lowercase() } else { letter };
    let before = if man.colour == Colour::Neutral { '=' } else { ' ' };
    let behind = match man.walk {
        Walk::ReversedPawn => '\'',
        walk if man.royal && walk != Walk::King => '*',
        _ => ' ',
    };
    format!("{before}{letter}{behind}")
}
