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
//! Without colours dark squares have a dot. On the board of Reroute66 the fourth rank is
//! shifted to the right and the fifth to the left, and each has a square more at its end:
//!
//! ```text
//! 5    │    ·     ·     ·     ·\  │ H5
//! 4 A4│ ·\    ·     ·     ·     · │
//! ```

use anstyle::Style;

use super::page::{Characters, Page};
use crate::board::{Layout, Square};
use crate::position::{Colour, Man, Reserve, Side, Walk};
use crate::problem::{Diagram, OffBoardMen};
use crate::report::notation::PieceNames;

/// The lines of the board, each of the same width, which is told too. Who stands beside
/// it stands to the right: Black's bank above White's, or the re-entrant square.
pub fn board(diagram: &Diagram, beside: Option<OffBoardMen>, page: &Page) -> (Vec<String>, usize) {
    let layout = diagram.layout();
    let files = usize::from(layout.files());
    let faint = page.styles.faint;
    let (horizontal, vertical, corners) = match page.characters {
        Characters::Unicode => ("─", "│", ["┌", "┐", "└", "┘"]),
        Characters::Ascii => ("-", "|", ["+", "+", "+", "+"]),
    };
    let [top_left, top_right, bottom_left, bottom_right] = corners;
    // Where ranks are shifted there must be room on both sides.
    let (left, right) = if layout.is_rectangle() { (0, 0) } else { (4, 5) };
    let asides = asides(beside, page, layout);
    let aside_width = asides.iter().map(|aside| aside.chars().count()).max().unwrap_or(0);
    let ranks = usize::from(layout.ranks());
    let width = left + 3 * files + 4 + right + aside_width;
    let edge = horizontal.repeat(3 * files);
    let blank = format!("{:1$}", "", right + aside_width);
    let indent = format!("{:left$}", "");
    let mut lines = vec![format!("{indent}  {faint}{top_left}{edge}{top_right}{faint:#}{blank}")];
    for (row, rank) in (0..layout.ranks()).rev().enumerate() {
        let RankMargins { before, after } = RankMargins::of(layout, rank, left, right);
        let mut line = format!("{faint}{}{before}{vertical}{faint:#}", rank + 1);
        for square in layout.row(rank) {
            line += &cell(diagram, square, page);
        }
        let aside =
            asides.get(row.saturating_sub(ranks - asides.len())).filter(|_| ranks - asides.len() <= row);
        let aside = aside.map_or("", String::as_str);
        line += &format!("{faint}{vertical}{after}{faint:#}{aside:aside_width$}");
        lines.push(line);
    }
    lines.push(format!("{indent}  {faint}{bottom_left}{edge}{bottom_right}{faint:#}{blank}"));
    let names: String = (0..layout.files()).map(|file| format!(" {} ", char::from(b'a' + file))).collect();
    lines.push(format!("{indent}   {faint}{names}{faint:#} {blank}"));
    (lines, width)
}

/// What stands before the left edge of a rank, behind its number, and behind its right one.
struct RankMargins {
    before: String,
    after: String,
}

impl RankMargins {
    fn of(layout: Layout, rank: u8, left: usize, right: usize) -> RankMargins {
        let blanks = |count: usize| " ".repeat(count);
        match (layout.is_rectangle(), rank) {
            // Shifted by a column, to the right and to the left, with a square more.
            (false, 3) => RankMargins { before: " A4".into(), after: blanks(right - 1) },
            (false, 4) => RankMargins { before: blanks(left), after: format!(" H5{}", blanks(right - 5)) },
            _ => RankMargins { before: blanks(left + 1), after: blanks(right) },
        }
    }
}

/// What stands to the right of each rank, from the uppermost on; the last ones belong to
/// the lowest ranks.
fn asides(beside: Option<OffBoardMen>, page: &Page, layout: Layout) -> Vec<String> {
    let men = |reserve: Reserve, side: Side| {
        let men = reserve.men(side).map(|walk| drawn(Man::new(side, walk), page.board));
        men.collect::<String>().trim_end().to_owned()
    };
    let ranks = usize::from(layout.ranks());
    match beside {
        None => Vec::new(),
        Some(OffBoardMen::Banks(reserve)) => {
            let mut asides = vec![String::new(); ranks];
            asides[0] = format!(" {}", men(reserve, Side::Black));
            asides[ranks - 1] = format!(" {}", men(reserve, Side::White));
            asides
        }
        Some(OffBoardMen::ReentrantSquare(reserve)) => {
            let man = men(reserve, Side::White) + &men(reserve, Side::Black);
            let square = match page.characters {
                Characters::Unicode => ["  ┌───┐".into(), format!("  │{man:3}│"), "  └───┘".into()],
                Characters::Ascii => ["  +---+".into(), format!("  |{man:3}|"), "  +---+".into()],
            };
            let mut asides = vec![String::new(); ranks];
            let above = (ranks.saturating_sub(3)) / 2;
            asides.iter_mut().skip(above).zip(square).for_each(|(aside, line)| *aside = line);
            asides
        }
    }
}

fn cell(diagram: &Diagram, square: Square, page: &Page) -> String {
    let layout = diagram.layout();
    let dark = layout.is_dark(square);
    let style = if dark { page.styles.dark } else { page.styles.light };
    let mut cell = match diagram.man(square) {
        Some(man) => drawn(man, page.board),
        None if dark && style == Style::new() => match page.characters {
            Characters::Unicode => " · ".into(),
            Characters::Ascii => " . ".into(),
        },
        None => "   ".into(),
    };
    // The slanted sides of the switches, across which nobody goes.
    match layout.name(square).as_str() {
        "A4" => cell = cell.chars().take(2).chain(['\\']).collect(),
        "H5" => cell = std::iter::once('\\').chain(cell.chars().skip(1)).collect(),
        _ => {}
    }
    format!("{style}{cell}{style:#}")
}

/// A man in three columns; a neutral one has a `=` before it, a royal one that is
/// no king a `*` behind it, a reversed pawn a `'`.
fn drawn(man: Man, names: PieceNames) -> String {
    let letter = match (names, man.colour) {
        (PieceNames::Figurines, Colour::Black) => match man.walk {
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
