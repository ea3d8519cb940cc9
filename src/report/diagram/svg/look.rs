//! The looks of men: a picture or letters in a colour, defined once and used on each square.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::xml::Number;
use crate::position::{Colour, Man, ManFlags};
use crate::report::diagram::figure::{Figure, Shape};
use crate::report::diagram::picture::{Picture, Turn};
use crate::report::diagram::strokes::{self, CAPITAL};

/// The width of an outline.
const OUTLINE: &str = "3.6";
/// The height of the middle of a turned man on its square.
const MIDDLE: f32 = 51.0;
/// The grey half of half-neutral men.
const GREY: &str = "#999";
/// The radius of a counter with letters.
const COUNTER: f32 = 37.0;

/// The attributes of the group in which men are used.
pub fn group_attributes() -> String {
    format!(
        "fill=\"#fff\" stroke=\"#000\" stroke-width=\"{OUTLINE}\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
    )
}

/// The colours of a man: of its left half and of its right half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ink {
    /// White.
    White,
    /// Black.
    Black,
    /// White and black.
    Neutral,
    /// White and grey: a white man that becomes neutral.
    HalfNeutralWhite,
    /// Grey and black: a black man that becomes neutral.
    HalfNeutralBlack,
}

impl Ink {
    /// Returns the colours of a man.
    pub fn of(man: Man) -> Ink {
        match (man.colour, man.flags.contains(ManFlags::HALF_NEUTRAL)) {
            (Colour::White, false) => Ink::White,
            (Colour::Black, false) => Ink::Black,
            (Colour::White, true) => Ink::HalfNeutralWhite,
            (Colour::Black, true) => Ink::HalfNeutralBlack,
            (Colour::Neutral, _) => Ink::Neutral,
        }
    }

    const fn letter(self) -> char {
        match self {
            Ink::White => 'w',
            Ink::Black => 'b',
            Ink::Neutral => 'n',
            Ink::HalfNeutralWhite => 'h',
            Ink::HalfNeutralBlack => 'k',
        }
    }

    /// Returns the prefixes of the whole man and of the half that is drawn over it, and the clip of this half.
    const fn layers(self) -> Option<[&'static str; 3]> {
        match self {
            Ink::White | Ink::Black => None,
            Ink::Neutral => Some(["w", "b", "right"]),
            Ink::HalfNeutralWhite => Some(["w", "g", "right"]),
            Ink::HalfNeutralBlack => Some(["b", "g", "left"]),
        }
    }
}

/// What is drawn on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Look {
    /// A figure.
    Picture(Picture, Ink),
    /// Letters on a counter.
    Letters(String, Ink),
}

/// The definitions of the looks of a diagram, each once.
#[derive(Debug)]
pub struct Definitions {
    /// Whether men have a white edge, which keeps hatching away from them.
    has_halo: bool,
    known: BTreeSet<String>,
    text: String,
}

impl Definitions {
    /// Returns no definitions.
    pub fn new(has_halo: bool) -> Definitions {
        Definitions { has_halo, known: BTreeSet::new(), text: String::new() }
    }

    /// Returns the definitions as elements of SVG.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Defines a look and returns its identifier.
    pub fn add(&mut self, look: &Look) -> String {
        match look {
            Look::Picture(picture, ink) => self.picture(*picture, *ink),
            Look::Letters(letters, ink) => {
                let name = letters.chars().map(letter_name).collect::<String>() + self.suffix();
                self.layered(*ink, &name, |definitions, prefix| definitions.counter(prefix, letters, &name))
            }
        }
    }

    /// Returns the end of the identifiers of men with an edge, which can be on one page with others.
    const fn suffix(&self) -> &'static str {
        if self.has_halo { "-e" } else { "" }
    }

    /// Appends an element unless its identifier is known.
    fn define(&mut self, id: &str, element: impl FnOnce() -> String) {
        if self.known.insert(id.to_owned()) {
            self.text += &element();
        }
    }

    fn picture(&mut self, picture: Picture, ink: Ink) -> String {
        let figure = picture.figure;
        let name = format!("{}{}", figure.letter(), self.suffix());
        let upright = self.layered(ink, &name, |definitions, prefix| definitions.figure(prefix, figure));
        if picture.turn == Turn::NONE {
            return upright;
        }
        let id = format!("{upright}-{}", picture.turn.eighths());
        let middle = f32::from(figure.shape().top + Shape::BOTTOM) / 2.0;
        let (degrees, middle, down) = (picture.turn.degrees(), Number(middle), Number(MIDDLE - middle));
        self.define(&id, || {
            format!("<use id=\"{id}\" href=\"#{upright}\" transform=\"translate(0 {down})rotate({degrees} 50 {middle})\"/>\n")
        });
        id
    }

    /// Defines a man in its colours: `part` defines it in one, `w`, `b` or `g`. Returns the identifier.
    fn layered(&mut self, ink: Ink, name: &str, part: impl Fn(&mut Definitions, &str)) -> String {
        let Some([whole, half, clip]) = ink.layers() else {
            let prefix = ink.letter().to_string();
            part(self, &prefix);
            return prefix + name;
        };
        part(self, whole);
        part(self, half);
        let x = if clip == "left" { 0 } else { 50 };
        self.define(clip, || {
            format!("<clipPath id=\"{clip}\"><path d=\"M{x} 0h50v100h-50z\"/></clipPath>\n")
        });
        let id = format!("{}{name}", ink.letter());
        self.define(&id, || {
            format!(
                "<g id=\"{id}\"><use href=\"#{whole}{name}\"/><use href=\"#{half}{name}\" clip-path=\"url(#{clip})\"/></g>\n"
            )
        });
        id
    }

    /// Returns the edge that keeps hatching away, for the body with an identifier.
    fn halo(&self, body: &str) -> String {
        match self.has_halo {
            true => format!("<use href=\"#{body}\" stroke=\"#fff\" stroke-width=\"11\"/>"),
            false => String::new(),
        }
    }

    /// Defines a figure in one colour.
    fn figure(&mut self, colour: &str, figure: Figure) {
        let shape = figure.shape();
        let body = figure.letter().to_string();
        self.define(&body, || format!("<path id=\"{body}\" d=\"{}\"/>\n", shape.body));
        let id = format!("{colour}{body}{}", self.suffix());
        let halo = self.halo(&body);
        self.define(&id, || {
            let mut text = format!("<g id=\"{id}\">{halo}<use href=\"#{body}\"{}/>", fill(colour));
            if !shape.ink.is_empty() {
                let _ = write!(text, "<path fill=\"#000\" stroke-width=\"2\" d=\"{}\"/>", shape.ink);
            }
            let (lines, stroke) = match colour {
                "b" => (shape.lines_on_black, " stroke=\"#fff\" stroke-width=\"3\""),
                _ => (shape.lines, " stroke-width=\"3.2\""),
            };
            let _ = write!(text, "<path fill=\"none\"{stroke} d=\"{lines}\"/>");
            if !shape.marks.is_empty() {
                let colour = if colour == "b" { "#fff" } else { "#000" };
                let _ = write!(text, "<path fill=\"{colour}\" stroke=\"none\" d=\"{}\"/>", shape.marks);
            }
            text + "</g>\n"
        });
    }

    /// Defines letters on a counter in one colour.
    fn counter(&mut self, colour: &str, letters: &str, name: &str) {
        self.define("D", || {
            let (left, across) = (50.0 - COUNTER, 2.0 * COUNTER);
            let arc = format!("a{COUNTER} {COUNTER} 0 1 1");
            format!("<path id=\"D\" d=\"M{left} 50{arc} {across} 0{arc}-{across} 0Z\"/>\n")
        });
        let id = format!("{colour}{name}");
        let halo = self.halo("D");
        self.define(&id, || {
            let ink = if colour == "b" { "#fff" } else { "#000" };
            let height = 42.0_f32.min(CAPITAL * 54.0 / strokes::width(letters));
            let mut text = format!("<g id=\"{id}\">{halo}<use href=\"#D\"{}/>", fill(colour));
            let text_box = TextBox { x: 50.0, baseline: 50.0 + height / 2.0, height, stroke: 5.5 };
            stroke_text(&mut text, letters, text_box, ink);
            text + "</g>\n"
        });
    }
}

/// Returns the attribute of the filling of a body; nothing for white, which is that of the group.
fn fill(colour: &str) -> String {
    match colour {
        "b" => " fill=\"#000\"".to_owned(),
        "g" => format!(" fill=\"{GREY}\""),
        _ => String::new(),
    }
}

/// Returns a letter as part of an identifier.
fn letter_name(letter: char) -> String {
    if letter.is_ascii_alphanumeric() { format!("_{letter}") } else { format!("_u{:x}", u32::from(letter)) }
}

/// Where a text of strokes is.
#[derive(Clone, Copy, Debug)]
pub struct TextBox {
    /// The horizontal position of its middle.
    pub x: f32,
    /// The vertical position of the baseline.
    pub baseline: f32,
    /// The height of a capital.
    pub height: f32,
    /// The width of the strokes.
    pub stroke: f32,
}

/// Appends a text of strokes.
pub fn stroke_text(out: &mut String, text: &str, place: TextBox, colour: &str) {
    let scale = place.height / CAPITAL;
    let left = place.x - scale * strokes::width(text) / 2.0;
    let (x, y) = (Number(left), Number(place.baseline - place.height));
    let stroke = Number(place.stroke / scale);
    let _ = write!(
        out,
        "<g transform=\"translate({x} {y})scale({scale:.4})\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{stroke}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    for (x, _, glyph) in strokes::placed(text) {
        let place = if x == 0.0 { String::new() } else { format!(" transform=\"translate({})\"", Number(x)) };
        let _ = write!(out, "<path{place} d=\"{}\"/>", glyph.path);
        if let Some(mark) = glyph.mark {
            let (x, y) = (Number(x + mark.x), Number(mark.y));
            let _ = write!(out, "<path transform=\"translate({x} {y})\" d=\"{}\"/>", mark.path);
        }
    }
    out.push_str("</g>");
}
