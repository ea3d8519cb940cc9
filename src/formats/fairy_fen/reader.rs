//! Placements in the dialects of other programs.

use std::ops::Range;

use super::men::FoundMan;
pub(in crate::formats) use super::men::ReadWalk;
use super::{Boards, Dialect, POPEYE};
use crate::board::{Layout, Square};
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::formats::popeye::tokens::Token;
use crate::position::Colour;
use crate::problem::Span;
use crate::rules::catalogue::Language;

/// A man that was read on a square.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::formats) struct ReadMan {
    pub square: Square,
    pub colour: Colour,
    pub walk: ReadWalk,
    pub span: Span,
}

/// The men of a placement that was read.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::formats) struct Squares {
    pub layout: Layout,
    pub men: Vec<ReadMan>,
}

impl Dialect {
    /// Reads a placement.
    pub(super) fn read(&self, token: &Token<'_>) -> Result<Squares, Diagnostic> {
        match self.boards {
            Boards::Run => run(self, Language::English, token, Layout::CHESS),
            Boards::Chess => ranks(self, token, Some((MOST, MOST))),
            Boards::Rectangles => ranks(self, token, None),
        }
    }
}

/// Reads a placement in Popeye's notation, with the letters of a language.
pub(in crate::formats) fn read_run(
    language: Language,
    token: &Token<'_>,
    layout: Layout,
) -> Result<Squares, Diagnostic> {
    run(&POPEYE, language, token, layout)
}

/// A part of a placement.
enum Part {
    Gap(usize),
    Slash,
    Man(FoundMan),
}

/// Returns the part at byte `at` of a placement, and its length. A gap has at most `most` squares.
fn part(
    dialect: &Dialect,
    language: Language,
    token: &Token<'_>,
    at: usize,
    most: usize,
) -> Result<(Part, usize), Diagnostic> {
    let text = &token.text[at..];
    if text.starts_with('/') {
        return Ok((Part::Slash, 1));
    }
    let digits = text.bytes().take(dialect.gap_digits).take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return Ok((Part::Gap(gap(token, at..at + digits, most)?), digits));
    }
    match dialect.man(language, text) {
        Some(man) => {
            let length = man.length;
            Ok((Part::Man(man), length))
        }
        None => {
            let found: String = text.chars().take(1).collect();
            let message =
                format!("expected a man, a number of empty squares or a slash, found {}", quoted(&found));
            Err(Diagnostic::error(token.sub_span(at, at + found.len()), message))
        }
    }
}

/// Reads a placement as one run of squares from a8 to h1, in which slashes and the end may be missing.
fn run(
    dialect: &Dialect,
    language: Language,
    token: &Token<'_>,
    layout: Layout,
) -> Result<Squares, Diagnostic> {
    let order = SquareOrder::new(layout);
    let all = order.squares.len();
    let mut men = Vec::new();
    let (mut at, mut count, mut ends_in_gap) = (0, 0, false);
    while at < token.text.len() {
        let start = at;
        let (part, length) = part(dialect, language, token, at, all)?;
        at += length;
        ends_in_gap = matches!(part, Part::Gap(_));
        match part {
            Part::Gap(squares) => count += squares,
            Part::Slash => {
                if order.in_rank(count) > 0 || count == 0 || token.text[..start].ends_with('/') {
                    let message = format!(
                        "expected ranks of {} squares, found {} squares before this slash",
                        layout.files(),
                        order.in_rank(count)
                    );
                    return Err(Diagnostic::error(token.sub_span(start, at), message));
                }
            }
            Part::Man(FoundMan { colour, walk, .. }) => {
                if let Some(&square) = order.squares.get(count) {
                    men.push(ReadMan { square, colour, walk, span: token.sub_span(start, at) });
                }
                count += 1;
            }
        }
        if count > all {
            let message = format!("expected {all} squares, found more");
            return Err(Diagnostic::error(token.sub_span(start, token.text.len()), message));
        }
    }
    match order.is_complete(count, ends_in_gap) {
        true => Ok(Squares { layout, men }),
        false => {
            let error = Diagnostic::error(token.span, format!("expected {all} squares, found {count}"));
            Err(if ends_in_gap {
                error
            } else {
                error.suggest("a first rank that is begun must be completed")
            })
        }
    }
}

/// The most files and ranks of a board.
const MOST: usize = 8;

/// A rank of a placement.
#[derive(Default)]
struct Row {
    /// The number of squares.
    count: usize,
    /// The men, each with the number of its file.
    men: Vec<(usize, FoundMan, Span)>,
}

/// Reads a placement rank by rank, the uppermost first: on a board of this size, or else of up to 8 by 8 squares.
fn ranks(dialect: &Dialect, token: &Token<'_>, size: Option<(usize, usize)>) -> Result<Squares, Diagnostic> {
    let rows = rows(dialect, token, size.map(|(files, _)| files))?;
    let expected = size.map_or(rows.len(), |(_, ranks)| ranks);
    let layout = Layout::rectangle(rows[0].count as u8, rows.len() as u8);
    let Some(layout) = layout.filter(|_| rows.len() == expected) else {
        let message = format!("expected {expected} ranks, found {}", rows.len());
        return Err(Diagnostic::error(token.span, message));
    };
    let mut men = Vec::new();
    for (rank, row) in (0..layout.ranks()).rev().zip(rows) {
        for (file, man, span) in row.men {
            let square = layout.at(file as u8, rank);
            men.extend(square.map(|square| ReadMan { square, colour: man.colour, walk: man.walk, span }));
        }
    }
    Ok(Squares { layout, men })
}

/// Returns the ranks of a placement, at least one, each with the same number of squares.
fn rows(dialect: &Dialect, token: &Token<'_>, mut files: Option<usize>) -> Result<Vec<Row>, Diagnostic> {
    let (mut rows, mut row) = (Vec::new(), Row::default());
    let (mut at, mut from) = (0, 0);
    while at < token.text.len() {
        let start = at;
        let (part, length) = part(dialect, Language::English, token, at, MOST)?;
        at += length;
        match part {
            Part::Gap(squares) => row.count += squares,
            Part::Man(man) => {
                row.men.push((row.count, man, token.sub_span(start, at)));
                row.count += 1;
            }
            Part::Slash => {
                check_length(token, from..start, row.count, &mut files)?;
                rows.push(std::mem::take(&mut row));
                from = at;
                if rows.len() == MOST {
                    let message = format!("expected at most {MOST} ranks");
                    return Err(Diagnostic::error(token.sub_span(start, at), message));
                }
            }
        }
        if row.count > MOST {
            let message = format!("expected at most {MOST} squares in a rank");
            return Err(Diagnostic::error(token.sub_span(from, at), message));
        }
    }
    check_length(token, from..at, row.count, &mut files)?;
    rows.push(row);
    Ok(rows)
}

/// Checks the number of squares of a rank. The first one determines that of the others.
fn check_length(
    token: &Token<'_>,
    range: Range<usize>,
    found: usize,
    files: &mut Option<usize>,
) -> Result<(), Diagnostic> {
    let expected = *files.get_or_insert(if found == 0 { MOST } else { found });
    if found == expected {
        return Ok(());
    }
    let message = format!("expected {expected} squares in every rank, found {found}");
    Err(Diagnostic::error(token.sub_span(range.start, range.end), message))
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

    /// Returns whether a placement of the first `count` squares is complete. After the last man empty squares may be
    /// omitted, but not on the first rank; a rank that ends in an incomplete gap is an error.
    fn is_complete(&self, count: usize, ends_in_gap: bool) -> bool {
        // The first rank must be completed once it has begun.
        let above_first_rank = self.ends.iter().rev().nth(1).copied().unwrap_or(0);
        count == self.squares.len()
            || (count > 0 && count <= above_first_rank && (self.in_rank(count) == 0 || !ends_in_gap))
    }
}

/// Returns the number of empty squares that the digits at `range` give.
fn gap(token: &Token<'_>, range: Range<usize>, most: usize) -> Result<usize, Diagnostic> {
    let digits = &token.text[range.clone()];
    let gap = digits.parse::<usize>().unwrap_or(usize::MAX);
    if (1..=most).contains(&gap) {
        return Ok(gap);
    }
    let message = format!("expected a number of empty squares from 1 to {most}, found {}", quoted(digits));
    Err(Diagnostic::error(token.sub_span(range.start, range.end), message))
}
