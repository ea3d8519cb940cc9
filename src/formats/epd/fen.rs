//! The fields of FEN: placement, side to move, rights to castle, en passant, and
//! two numbers that may be missing and mean nothing to a problem.

use super::Words;
use crate::board::Layout;
use crate::board::Square;
use crate::formats::diagnostic::quoted;
use crate::formats::popeye::tokens::Token;
use crate::formats::{Diagnostic, checks};
use crate::position::{Man, Side, Walk};
use crate::problem::{Diagram, DoubleStep, Placed};

/// What the fields say.
pub(super) struct Fields {
    pub diagram: Diagram,
    pub to_move: Placed<Side>,
    pub en_passant: Option<Placed<DoubleStep>>,
    /// The kings and rooks at home that have no right to castle.
    pub no_castling: Vec<Placed<Square>>,
}

impl Fields {
    /// Reads the fields.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Fields, Diagnostic> {
        let word = words.expect("a placement of men")?;
        let diagram = placement(&word)?;
        let word = words.expect("the side to move, w or b")?;
        let to_move = Placed::new(side(&word)?, word.place);
        let word = words.expect("the rights to castle, as in KQkq, or -")?;
        let no_castling = castling(&word, &diagram)?;
        let word = words.expect("the square passed by a double step, or -")?;
        let en_passant = en_passant(&word, &diagram, to_move.value)?;
        let is_number = |word: Token<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
        if words.peek().is_some_and(is_number) {
            words.word();
            let number = words.expect("the number of the move behind that of the half-move")?;
            if !is_number(number) {
                let message = format!("expected the number of the move, found {}", quoted(number.text));
                return Err(Diagnostic::error(number.place, message));
            }
        }
        Ok(Fields { diagram, to_move, en_passant, no_castling })
    }
}

fn side(word: &Token<'_>) -> Result<Side, Diagnostic> {
    match word.text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        other => {
            let message = format!("expected the side to move, w or b, found {}", quoted(other));
            Err(Diagnostic::error(word.place, message))
        }
    }
}

/// Reads the ranks, the uppermost first; they must have equally many squares, up to 8.
fn placement(word: &Token<'_>) -> Result<Diagram, Diagnostic> {
    let mut rows: Vec<Vec<Option<Man>>> = vec![Vec::new()];
    let mut from = 0;
    for (at, character) in word.text.char_indices() {
        let place = word.part(at, at + character.len_utf8());
        let row = rows.len() - 1;
        match character {
            '/' => {
                full(word, from, at, &rows)?;
                from = at + 1;
                if rows.len() == 8 {
                    let message = "expected at most 8 ranks";
                    return Err(Diagnostic::error(place, message));
                }
                rows.push(Vec::new());
                continue;
            }
            '1'..='8' => {
                let gap = usize::from(character as u8 - b'0');
                rows[row].extend(vec![None; gap]);
            }
            _ => rows[row].push(Some(man(character).map_err(|error| Diagnostic { place, ..error })?)),
        }
        if rows[row].len() > 8 {
            let message = "expected at most 8 squares in a rank";
            return Err(Diagnostic::error(word.part(from, at + 1), message));
        }
    }
    full(word, from, word.text.len(), &rows)?;
    let (files, ranks) = (rows[0].len() as u8, rows.len() as u8);
    let Some(layout) = Layout::rectangle(files, ranks) else {
        return Err(Diagnostic::error(word.place, "expected a placement of men"));
    };
    let mut diagram = Diagram::empty(layout);
    for (rank, row) in rows.into_iter().rev().enumerate() {
        for (file, man) in row.into_iter().enumerate() {
            if let (Some(man), Some(square)) = (man, layout.at(file as u8, rank as u8)) {
                diagram.place(square, man);
            }
        }
    }
    Ok(diagram)
}

/// Is the last rank as long as the first one?
fn full(word: &Token<'_>, from: usize, to: usize, rows: &[Vec<Option<Man>>]) -> Result<(), Diagnostic> {
    let (first, last) = (rows[0].len(), rows[rows.len() - 1].len());
    if first == last && last > 0 {
        return Ok(());
    }
    let expected = if first == 0 { 8 } else { first };
    let message = format!("expected {expected} squares in every rank, found {last}");
    Err(Diagnostic::error(word.part(from, to), message))
}

fn man(letter: char) -> Result<Man, Diagnostic> {
    let walk = match letter.to_ascii_uppercase() {
        'K' => Walk::King,
        'Q' => Walk::Queen,
        'R' => Walk::Rook,
        'B' => Walk::Bishop,
        'N' => Walk::Knight,
        'P' => Walk::Pawn,
        '=' => {
            let message = "neutral men are not supported yet";
            return Err(Diagnostic::error(Default::default(), message));
        }
        other => {
            let message = format!(
                "expected a man (K, Q, R, B, N, P), a number of empty squares or a slash, found {}",
                quoted(&letter.to_string())
            );
            let error = Diagnostic::error(Default::default(), message);
            return Err(match other {
                'S' => error.suggest("the letter of the knight is N"),
                _ => error,
            });
        }
    };
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    Ok(Man::new(side, walk))
}

/// A right to castle: its letter, whose it is, and where king and rook stand.
const RIGHTS: [(char, Side, &str, &str); 4] = [
    ('K', Side::White, "e1", "h1"),
    ('Q', Side::White, "e1", "a1"),
    ('k', Side::Black, "e8", "h8"),
    ('q', Side::Black, "e8", "a8"),
];

/// Reads the rights; returns the men at home that have none.
fn castling(word: &Token<'_>, diagram: &Diagram) -> Result<Vec<Placed<Square>>, Diagnostic> {
    let layout = diagram.layout();
    let at_home = |side: Side, walk: Walk, name: &str| {
        layout
            .square(name)
            .filter(|&square| layout == Layout::CHESS && diagram.man(square) == Some(Man::new(side, walk)))
    };
    let mut granted = Vec::new();
    if word.text != "-" {
        for (at, letter) in word.text.char_indices() {
            let place = word.part(at, at + letter.len_utf8());
            let right = RIGHTS.iter().find(|right| right.0 == letter);
            let Some(&(_, side, king, rook)) = right else {
                let message =
                    format!("expected rights to castle (some of KQkq, or -), found {}", quoted(word.text));
                return Err(Diagnostic::error(place, message));
            };
            if granted.contains(&letter) {
                let message = format!("the right '{letter}' stands twice");
                return Err(Diagnostic::error(place, message));
            }
            for (walk, name) in [(Walk::King, king), (Walk::Rook, rook)] {
                if at_home(side, walk, name).is_none() {
                    let label = Man::new(side, walk).label();
                    let message =
                        format!("{side} cannot have the right '{letter}': there is no {label} on {name}");
                    return Err(Diagnostic::error(place, message));
                }
            }
            granted.push(letter);
        }
    }
    let mut denied = Vec::new();
    for side in Side::BOTH {
        let rights = || RIGHTS.iter().filter(move |right| right.1 == side);
        let king = rights().next().map_or("", |right| right.2);
        if !rights().any(|right| granted.contains(&right.0)) {
            denied.extend(at_home(side, Walk::King, king));
        }
        for right in rights().filter(|right| !granted.contains(&right.0)) {
            denied.extend(at_home(side, Walk::Rook, right.3));
        }
    }
    Ok(denied.into_iter().map(|square| Placed::new(square, word.place)).collect())
}

/// Reads the square that a pawn of the side not to move has passed.
fn en_passant(
    word: &Token<'_>,
    diagram: &Diagram,
    to_move: Side,
) -> Result<Option<Placed<DoubleStep>>, Diagnostic> {
    if word.text == "-" {
        return Ok(None);
    }
    let layout = diagram.layout();
    let step = layout.square(word.text).and_then(|passed| {
        let (file, rank) = (layout.file(passed), layout.rank(passed));
        let (before, after) = (rank.checked_sub(1)?, rank + 1);
        let (departure, arrival) = match to_move {
            Side::White => (after, before),
            Side::Black => (before, after),
        };
        Some(DoubleStep {
            departure: layout.at(file, departure)?,
            passed: vec![passed],
            arrival: layout.at(file, arrival)?,
        })
    });
    let second_rank = match to_move {
        Side::White => layout.ranks().checked_sub(2),
        Side::Black => Some(1),
    };
    let step = step.filter(|step| Some(layout.rank(step.departure)) == second_rank);
    let side = step.as_ref().and_then(|step| checks::double_step(step, layout, word.place).ok());
    match step {
        Some(step) if side == Some(to_move.other()) => {
            let step = Placed::new(step, word.place);
            checks::en_passant(&step, diagram)?;
            Ok(Some(step))
        }
        _ => {
            let message = format!(
                "expected a square that a pawn of {} can have passed, or -, found {}",
                to_move.other(),
                quoted(word.text)
            );
            Err(Diagnostic::error(word.place, message))
        }
    }
}
