//! The lines of text above and below a board.

use std::fmt::Write as _;

use super::look::{Ink, Look};
use super::text::{self, Anchor, LINE, PlacedText};
use super::xml::Number;
use super::{Drawing, MARGIN};
use crate::position::Walk;
use crate::report::diagram::MenSet;
use crate::report::diagram::caption::{CaptionLine, Weight};
use crate::report::diagram::legend::LegendEntry;
use crate::report::diagram::picture::Picture;

/// The size of a man in the legend, in parts of a square.
const ICON: f32 = 0.44;
/// The space for a man in the legend.
const ICON_SPACE: f32 = 56.0;

impl Drawing<'_> {
    /// Writes the lines of a caption.
    pub(super) fn caption(&mut self, lines: &[CaptionLine]) {
        let (left, width) = (MARGIN as f32, self.width as f32);
        for line in lines {
            match line {
                CaptionLine::Centred(text, weight) => {
                    for part in text::wrapped(text, width) {
                        self.line(&part, left + width / 2.0, Anchor::Middle, *weight);
                        self.y += LINE;
                    }
                }
                CaptionLine::Ends(start, end) => self.ends(start, end),
                CaptionLine::Left(text) => self.paragraph(text, 0.0, Weight::Plain),
                CaptionLine::Legend(entries) => self.entries(entries),
            }
        }
    }

    /// Writes a legend, in two columns if they are wide enough.
    fn entries(&mut self, entries: &[LegendEntry]) {
        let column = self.width as f32 / 2.0;
        // Fonts can be wider than the estimate.
        let is_narrow = |entry: &LegendEntry| ICON_SPACE + 1.15 * text::width(&entry.text) < column;
        let columns = if entries.iter().all(is_narrow) { 2 } else { 1 };
        for row in entries.chunks(columns) {
            let top = self.y;
            let mut bottom = top;
            for (index, entry) in row.iter().enumerate() {
                self.y = top;
                self.entry(entry, index as f32 * column);
                bottom = bottom.max(self.y);
            }
            self.y = bottom;
        }
    }

    /// Writes an entry of the legend, from a distance from the left on.
    fn entry(&mut self, entry: &LegendEntry, left: f32) {
        let walk = entry.walk.filter(|_| self.style.men == MenSet::Figures);
        if let Some(walk) = walk {
            self.icon(walk, left);
        }
        self.paragraph(&entry.text, left + if walk.is_some() { ICON_SPACE } else { 0.0 }, Weight::Plain);
    }

    /// Writes a line with text at both ends.
    fn ends(&mut self, start: &str, end: &str) {
        let (left, width) = (MARGIN as f32, self.width as f32);
        let starts = text::wrapped(start, width - text::width(end) - 40.0);
        for (index, part) in
            starts.iter().map(String::as_str).chain(starts.is_empty().then_some("")).enumerate()
        {
            self.line(part, left, Anchor::Start, Weight::Bold);
            if index == 0 {
                self.line(end, left + width, Anchor::End, Weight::Plain);
            }
            self.y += LINE;
        }
    }

    /// Writes a paragraph from the left, indented.
    fn paragraph(&mut self, text: &str, indent: f32, weight: Weight) {
        for part in text::wrapped(text, self.width as f32 - indent) {
            self.line(&part, MARGIN as f32 + indent, Anchor::Start, weight);
            self.y += LINE;
        }
    }

    pub(super) fn line(&mut self, text: &str, x: f32, anchor: Anchor, weight: Weight) {
        let placed = PlacedText { text, x, baseline: self.y + 0.74 * LINE, anchor, weight };
        text::write(&mut self.text, placed, self.style.text);
    }

    /// Draws a small man on the line, at a distance from the left.
    fn icon(&mut self, walk: Walk, left: f32) {
        let id = self.definitions.add(&Look::Picture(Picture::of(walk), Ink::White));
        let (x, y) = (Number(MARGIN as f32 + left), Number(self.y));
        let _ = writeln!(self.men, "<use href=\"#{id}\" transform=\"translate({x} {y})scale({ICON})\"/>");
    }
}
