//! The drawing of a board.
//!
//! ```text
//!   ┌────────────────────────┐
//! 8 │    ·     ·     ·  ♚  · │
//! 7 │ ·     ·     ·     ·    │
//! …
//!     a  b  c  d  e  f  g  h
//! ```
//!
//! Without colours, dark squares have a dot. On the board of Reroute66 the fourth rank is shifted to the
//! right and the fifth to the left, and each has an additional square at its end:
//!
//! ```text
//! 5    │    ·     ·     ·     ·\  │ H5
//! 4 A4│ ·\    ·     ·     ·     · │
//! ```

use anstyle::Style;

use super::page::{Characters, Page};
use crate::board::{Layout, Square};
use crate::position::{Colour, Imitators, Man, Reserve, Side, Walk};
use crate::problem::{Diagram, OffBoardMen, Setting};
use crate::report::notation::PieceNames;

/// Returns the lines of the board and their common width. The men in the reserve are drawn to the right:
/// Black's bank above White's, or the re-entrant square.
pub fn board(setting: &Setting, page: &Page) -> (Vec<String>, usize) {
    board_with(&setting.diagram, setting.off_board_men(), setting.imitators(), page)
}

/// Returns the same for the first diagram of an A to B problem, without men in reserve.
pub fn first_board(start: &Diagram, page: &Page) -> (Vec<String>, usize) {
    board_with(start, None, Imitators::NONE, page)
}

fn board_with(
    diagram: &Diagram,
    reserve_men: Option<OffBoardMen>,
    imitators: Imitators,
    page: &Page,
) -> (Vec<String>, usize) {
    let layout = diagram.layout();
    let files = usize::from(layout.files());
    let faint = page.styles.faint;
    let (horizontal, vertical, corners) = match page.characters {
        Characters::Unicode => ("─", "│", ["┌", "┐", "└", "┘"]),
        Characters::Ascii => ("-", "|", ["+", "+", "+", "+"]),
    };
    let [top_left, top_right, bottom_left, bottom_right] = corners;
    // Shifted ranks need space on both sides.
    let (left, right) = if layout.is_rectangle() { (0, 0) } else { (4, 5) };
    let right_texts = right_texts(reserve_men, page, layout);
    let right_text_width = right_texts.iter().map(|right_text| right_text.chars().count()).max().unwrap_or(0);
    let ranks = usize::from(layout.ranks());
    let width = left + 3 * files + 4 + right + right_text_width;
    let edge = horizontal.repeat(3 * files);
    let blank = format!("{:1$}", "", right + right_text_width);
    let indent = format!("{:left$}", "");
    let mut lines = vec![format!("{indent}  {faint}{top_left}{edge}{top_right}{faint:#}{blank}")];
    for (row, rank) in (0..layout.ranks()).rev().enumerate() {
        let RankMargins { before, after } = RankMargins::of(layout, rank, left, right);
        let mut line = format!("{faint}{}{before}{vertical}{faint:#}", rank + 1);
        for square in layout.row(rank) {
            line += &cell(diagram, imitators, square, page);
        }
        let right_text = right_texts
            .get(row.saturating_sub(ranks - right_texts.len()))
            .filter(|_| ranks - right_texts.len() <= row);
        let right_text = right_text.map_or("", String::as_str);
        line += &format!("{faint}{vertical}{after}{faint:#}{right_text:right_text_width$}");
        lines.push(line);
    }
    lines.push(format!("{indent}  {faint}{bottom_left}{edge}{bottom_right}{faint:#}{blank}"));
    let names: String = (0..layout.files()).map(|file| format!(" {} ", char::from(b'a' + file))).collect();
    lines.push(format!("{indent}   {faint}{names}{faint:#} {blank}"));
    (lines, width)
}

/// The text before the left edge of a rank, after its number, and after its right edge.
struct RankMargins {
    before: String,
    after: String,
}

impl RankMargins {
    fn of(layout: Layout, rank: u8, left: usize, right: usize) -> RankMargins {
        let blanks = |count: usize| " ".repeat(count);
        match (layout.is_rectangle(), rank) {
            // Shifted by one column, to the right and to the left, with an additional square.
            (false, 3) => RankMargins { before: " A4".into(), after: blanks(right - 1) },
            (false, 4) => RankMargins { before: blanks(left), after: format!(" H5{}", blanks(right - 5)) },
            _ => RankMargins { before: blanks(left + 1), after: blanks(right) },
        }
    }
}

/// Returns the text to the right of each rank, from the uppermost on; the last entries belong to the lowest
/// ranks.
fn right_texts(reserve_men: Option<OffBoardMen>, page: &Page, layout: Layout) -> Vec<String> {
    let men = |reserve: Reserve, side: Side| {
        let men = reserve.men(side).map(|walk| drawn(Man::new(side, walk), page.board));
        men.collect::<String>().trim_end().to_owned()
    };
    let ranks = usize::from(layout.ranks());
    match reserve_men {
        None => Vec::new(),
        Some(OffBoardMen::Banks(reserve)) => {
            let mut right_texts = vec![String::new(); ranks];
            right_texts[0] = format!(" {}", men(reserve, Side::Black));
            right_texts[ranks - 1] = format!(" {}", men(reserve, Side::White));
            right_texts
        }
        Some(OffBoardMen::ReentrantSquare(reserve)) => {
            let man = men(reserve, Side::White) + &men(reserve, Side::Black);
            let square = match page.characters {
                Characters::Unicode => ["  ┌───┐".into(), format!("  │{man:3}│"), "  └───┘".into()],
                Characters::Ascii => ["  +---+".into(), format!("  |{man:3}|"), "  +---+".into()],
            };
            let mut right_texts = vec![String::new(); ranks];
            let above = (ranks.saturating_sub(3)) / 2;
            right_texts.iter_mut().skip(above).zip(square).for_each(|(right_text, line)| *right_text = line);
            right_texts
        }
    }
}

fn cell(diagram: &Diagram, imitators: Imitators, square: Square, page: &Page) -> String {
    let layout = diagram.layout();
    let dark = layout.is_dark(square);
    let style = if dark { page.styles.dark } else { page.styles.light };
    let mut cell = match diagram.man(square) {
        Some(man) => drawn(man, page.board),
        None if imitators.iter().any(|imitator| imitator == square) => " I ".into(),
        None if dark && style == Style::new() => match page.characters {
            Characters::Unicode => " · ".into(),
            Characters::Ascii => " . ".into(),
        },
        None => "   ".into(),
    };
    // The slanted sides of the switches, which no man crosses.
    match layout.name(square) {
        "A4" => cell = cell.chars().take(2).chain(['\\']).collect(),
        "H5" => cell = std::iter::once('\\').chain(cell.chars().skip(1)).collect(),
        _ => {}
    }
    format!("{style}{cell}{style:#}")
}

/// Returns a man in three columns: a `=` before a neutral man, a `*` after a royal man that is not a king, a
/// `'` after a reversed pawn. Three letters leave no room for these signs, and two none for the `*`.
fn drawn(man: Man, names: PieceNames) -> String {
    let letter = match (names, man.colour) {
        (PieceNames::Figurines, Colour::Black) => match man.walk {
            Walk::King => "♚".into(),
            Walk::Queen => "♛".into(),
            Walk::Rook => "♜".into(),
            Walk::Bishop => "♝".into(),
            Walk::Knight => "♞".into(),
            Walk::Pawn | Walk::ReversedPawn => "♟".into(),
            fairy => names.of(fairy),
        },
        (names, _) => names.of(man.walk),
    };
    let letter = if man.colour == Colour::Black { letter.to_lowercase() } else { letter.to_string() };
    if letter.len() == 3 && letter.is_ascii() && man.colour != Colour::Neutral {
        return letter;
    }
    let letters = if man.walk == Walk::ReversedPawn { 1 } else { 2 };
    let letter: String = letter.chars().take(letters).collect();
    let before = if man.colour == Colour::Neutral { '=' } else { ' ' };
    let suffix = match man.walk {
        Walk::ReversedPawn => '\'',
        walk if man.royal && walk != Walk::King => '*',
        _ => ' ',
    };
    format!("{before}{}", format!("{letter}{suffix}").chars().take(2).collect::<String>())
}
