//! Lines of text: in a font of the reader, or as strokes.

use std::fmt::Write as _;

use super::look::{TextBox, stroke_text};
use super::xml::{Escaped, Number};
use crate::report::diagram::TextShapes;
use crate::report::diagram::caption::Weight;
use crate::report::diagram::strokes::{self, CAPITAL};

/// The size of the font.
pub const FONT_SIZE: f32 = 34.0;
/// The height of a capital in strokes.
const CAPITAL_HEIGHT: f32 = 23.0;
/// The distance between two baselines.
pub const LINE: f32 = 45.0;

/// The part of a line at which a text is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Returns the width of a text, which is an estimate in a font.
pub fn width(text: &str) -> f32 {
    strokes::width(text) * CAPITAL_HEIGHT / CAPITAL
}

/// Returns the lines of a text in a column.
pub fn wrapped(text: &str, column: f32) -> Vec<String> {
    strokes::wrapped(text, column * CAPITAL / CAPITAL_HEIGHT)
}

/// The attributes of the group of all text.
pub const GROUP_ATTRIBUTES: &str = "font-family=\"Georgia,'Times New Roman',serif\" fill=\"#000\"";

/// A text at its place.
#[derive(Clone, Copy, Debug)]
pub struct PlacedText<'t> {
    /// The text.
    pub text: &'t str,
    /// The horizontal position.
    pub x: f32,
    /// The vertical position of the baseline.
    pub baseline: f32,
    /// What is at the horizontal position.
    pub anchor: Anchor,
    /// The weight of the letters.
    pub weight: Weight,
}

/// Appends a text.
pub fn write(out: &mut String, placed: PlacedText<'_>, shapes: TextShapes) {
    let PlacedText { text, x, baseline, anchor, weight } = placed;
    if text.is_empty() {
        return;
    }
    match shapes {
        TextShapes::Font => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
            let (x, y, text) = (Number(x), Number(baseline), Escaped(text));
            let _ = write!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{FONT_SIZE}\"{anchor}{weight}>{text}</text>"
            );
        }
        TextShapes::Strokes => {
            let half = width(text) / 2.0;
            let x = match anchor {
                Anchor::Start => x + half,
                Anchor::Middle => x,
                Anchor::End => x - half,
            };
            let stroke = if weight == Weight::Bold { 3.9 } else { 2.5 };
            stroke_text(out, text, TextBox { x, baseline, height: CAPITAL_HEIGHT, stroke }, "#000");
        }
    }
    out.push('\n');
}
