//! Forsyth notation as Popeye extends it: slashes between ranks may be missing, gaps may be longer than a
//! rank, `+`, `-` and `=` before a man give its colour, and a dot precedes a man of two letters.

use std::ops::Range;

use super::Reader;
use super::piece_letters::{NamedWalk, walk_named};
use super::tokens::Token;
use crate::board::{Layout, Square};
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::position::{Colour, Man, Side};
use crate::problem::Spanned;

impl Reader<'_> {
    /// Reads a placement and puts the men on the board.
    pub(super) fn forsyth(&mut self) {
        let Some(token) = self.tokens.next() else {
            return self.missing("a placement, as in 8/8/8/3K4/8/8/8/k7");
        };
        let order = SquareOrder::new(self.builder.layout());
        let all = order.squares.len();
        let (count, ends_in_gap) = match self.place_men(&token, &order) {
            Ok(placed) => placed,
            Err(error) => return self.builder.refuse(error),
        };
        // After the last man empty squares may be omitted, but not on the first rank; a rank that ends in an
        // incomplete gap is an error.
        let complete = count == all
            || (count > 0
                && count <= order.squares_above_first_rank()
                && (order.in_rank(count) == 0 || !ends_in_gap));
        if !complete {
            let message = format!("expected {all} squares, found {count}");
            let error = Diagnostic::error(token.span, message);
            self.builder.refuse(if ends_in_gap {
                error
            } else {
                error.suggest("a first rank that is begun must be completed")
            });
        }
    }

    /// Puts the men of a placement on the board. Returns the number of squares described, and whether a
    /// number of empty squares comes last.
    fn place_men(&mut self, token: &Token<'_>, order: &SquareOrder) -> Result<(usize, bool), Diagnostic> {
        let text = token.text;
        let all = order.squares.len();
        let (mut at, mut count, mut ends_in_gap) = (0, 0usize, false);
        while let Some(first) = text[at..].chars().next() {
            let start = at;
            match first {
                '0'..='9' => {
                    let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
                    at += digits;
                    count += gap(token, start..at, all)?;
                }
                '/' => {
                    at += 1;
                    if order.in_rank(count) > 0 || count == 0 || text[..start].ends_with('/') {
                        let message = format!(
                            "expected ranks of {} squares, found {} squares before this slash",
                            self.builder.layout().files(),
                            order.in_rank(count)
                        );
                        return Err(Diagnostic::error(token.sub_span(start, at), message));
                    }
                }
                _ => {
                    at += self.place_man(token, at, order.squares.get(count).copied())?;
                    count += 1;
                }
            }
            ends_in_gap = first.is_ascii_digit();
            if count > all {
                let message = format!("expected {all} squares, found more");
                return Err(Diagnostic::error(token.sub_span(start, text.len()), message));
            }
        }
        Ok((count, ends_in_gap))
    }

    /// Places the man with its letters from `start` on a square, if there is one; returns the number of bytes of
    /// its letters.
    fn place_man(
        &mut self,
        token: &Token<'_>,
        start: usize,
        square: Option<Square>,
    ) -> Result<usize, Diagnostic> {
        let text = &token.text[start..];
        let Some((man, length)) = self.forsyth_man(text) else {
            let found: String = text.chars().take(1).collect();
            let message =
                format!("expected a man, a number of empty squares or a slash, found {}", quoted(&found));
            return Err(Diagnostic::error(token.sub_span(start, start + found.len()), message));
        };
        let span = token.sub_span(start, start + length);
        match man {
            (_, NamedWalk::Unsupported(name)) => self.refuse_walk(span, name),
            (Colour::Neutral, _) => self.not_supported(span, "colour", "="),
            (colour, NamedWalk::Known(walk)) => {
                if let Some(square) = square {
                    self.builder.place(Spanned::new((square, Man::new(colour, walk)), span));
                }
            }
        }
        Ok(length)
    }

    /// Returns the man at the beginning of the text, and the length of its text in bytes.
    fn forsyth_man(&self, text: &str) -> Option<((Colour, NamedWalk), usize)> {
        let (colour, sign) = match text.as_bytes().first()? {
            b'+' => (Some(Colour::White), 1),
            b'-' => (Some(Colour::Black), 1),
            b'=' => (Some(Colour::Neutral), 1),
            _ => (None, 0),
        };
        let (dot, letter_count) = match text.as_bytes().get(sign)? {
            b'.' => (1, 2),
            _ => (0, 1),
        };
        let from = sign + dot;
        let word = text.get(from..from + letter_count)?;
        let case =
            if word.starts_with(|first: char| first.is_lowercase()) { Side::Black } else { Side::White };
        let colour = colour.unwrap_or(case.into());
        Some(((colour, walk_named(self.language, word)?), from + letter_count))
    }
}

/// The squares in the order of the notation: a8, b8, … h1.
struct SquareOrder {
    squares: Vec<Square>,
    /// For each rank, the number of squares up to its end.
    ends: Vec<usize>,
}

impl SquareOrder {
    fn new(layout: Layout) -> SquareOrder {
        let mut order = SquareOrder { squares: Vec::new(), ends: Vec::new() };
        for rank in (0..layout.ranks()).rev() {
            order.squares.extend(layout.row(rank));
            order.ends.push(order.squares.len());
        }
        order
    }

    /// Returns the number of squares of the current rank among the first `count` squares.
    fn in_rank(&self, count: usize) -> usize {
        count - self.ends.iter().rev().find(|&&end| end <= count).copied().unwrap_or(0)
    }

    /// Returns the number of squares above the first rank, which must be completed once it has begun.
    fn squares_above_first_rank(&self) -> usize {
        self.ends.iter().rev().nth(1).copied().unwrap_or(0)
    }
}

/// Returns the number of empty squares that the digits at `range` give.
fn gap(token: &Token<'_>, range: Range<usize>, all: usize) -> Result<usize, Diagnostic> {
    let digits = &token.text[range.clone()];
    let gap = digits.parse::<usize>().unwrap_or(usize::MAX);
    if (1..=all).contains(&gap) {
        return Ok(gap);
    }
    let message = format!("expected a number of empty squares from 1 to {all}, found {}", quoted(digits));
    Err(Diagnostic::error(token.sub_span(range.start, range.end), message))
}
