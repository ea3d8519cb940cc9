//! A sheet with the pictures of walks.

use std::fmt::Write as _;

use super::board::closed;
use super::look::{Ink, Look};
use super::text::{self, Anchor, LINE};
use super::{DARK, Drawing, MARGIN};
use crate::position::Walk;
use crate::report::diagram::caption::Weight;
use crate::report::diagram::legend::{self, Legend};
use crate::report::diagram::picture::Picture;
use crate::report::diagram::plan::{SIDE, point};
use crate::report::diagram::{DiagramStyle, MenSet};

/// The columns of the sheet.
const COLUMNS: i32 = 4;
/// The width and the height of an entry.
const ENTRY: [i32; 2] = [580, 156];

/// Returns a sheet with the pictures of walks, white, black and neutral, and their names.
pub fn specimen(walks: &[Walk], style: &DiagramStyle) -> String {
    let legend = Legend::new([], style.names);
    let mut drawing = Drawing::new(style, &legend);
    let [wide, tall] = ENTRY;
    drawing.width = COLUMNS.min(walks.len() as i32) * wide;
    for (index, &walk) in walks.iter().enumerate() {
        let (x, y) = (MARGIN + wide * (index as i32 % COLUMNS), MARGIN + tall * (index as i32 / COLUMNS));
        let (left, right) = (x + SIDE, x + 2 * SIDE);
        let square = [point(left, y), point(right, y), point(right, y + SIDE), point(left, y + SIDE)];
        let _ = writeln!(drawing.ground, "<path fill=\"{DARK}\" d=\"{}\"/>", closed(&square));
        for (place, ink) in [Ink::White, Ink::Black, Ink::Neutral].into_iter().enumerate() {
            let look = match style.men {
                MenSet::Figures => Look::Picture(Picture::of(walk), ink),
                MenSet::Letters => Look::Letters(legend::letters(style.names, walk), ink),
            };
            let id = drawing.definitions.add(&look);
            let _ =
                writeln!(drawing.men, "<use href=\"#{id}\" x=\"{}\" y=\"{y}\"/>", x + SIDE * place as i32);
        }
        let text = format!("{} {}", legend::letters(style.names, walk), walk.name());
        let part = text::wrapped(&text, wide as f32).into_iter().next().unwrap_or_default();
        drawing.y = (y + SIDE) as f32;
        drawing.line(&part, x as f32, Anchor::Start, Weight::Plain);
        drawing.y += LINE;
    }
    let names: Vec<&str> = walks.iter().map(|&walk| walk.name()).collect();
    drawing.finish("Pictures of men", &format!("White, black and neutral: {}.", names.join(", ")))
}
