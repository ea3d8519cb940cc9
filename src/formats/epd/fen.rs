//! The fields of FEN: placement, side to move, castling rights, en passant, and two move counters, which are
//! optional and ignored.

use super::WordReader;
use super::extension::{self, Extension};
use super::operations::is_opcode;
use crate::board::{Castling, GameArray, Layout, Set128, Square};
use crate::formats::diagnostic::{Topic, quoted};
use crate::formats::popeye::tokens::Token;
use crate::formats::{Diagnostic, FenDialect, Leniency, consistency, fairy_fen, popeye};
use crate::position::{Colour, FAIRY_WALKS, Man, ManFlags, Reserve, Side, Walk};
use crate::problem::{Diagram, DoubleStep, Span, Spanned};
use crate::stipulation::suggestion;

/// The values of the fields.
pub(super) struct FenFields {
    pub diagram: Diagram,
    /// `None` if only the placement is given: then the usual side begins, and what stands at home may castle.
    pub to_move: Option<Spanned<Side>>,
    pub en_passant: Option<Spanned<DoubleStep>>,
    /// The castling rights, not yet interpreted.
    castling: Option<RawField>,
    /// The state that is not visible on the board.
    pub extension: Extension,
}

/// A field that can be interpreted only after others.
struct RawField {
    text: String,
    span: Span,
}

impl FenFields {
    /// Reads the fields. If there is a dialect, the placement is in that one, unless it names another.
    pub(super) fn read(
        words: &mut WordReader<'_>,
        dialect: Option<FenDialect>,
    ) -> Result<FenFields, Diagnostic> {
        let word = words.expect("a placement of men")?;
        let (mut diagram, bank) = placement(&word, dialect)?;
        if words.peek().is_none_or(|next| begins_question(&next, diagram.layout())) {
            let extension = Extension::read(words, bank, &mut diagram, Side::White)?;
            return Ok(FenFields { diagram, to_move: None, en_passant: None, castling: None, extension });
        }
        let word = words.expect("the side to move, w or b")?;
        let to_move = Spanned::new(side(&word, diagram.layout())?, word.span);
        let word = words.expect("the rights to castle, as in KQkq, or -")?;
        let castling = Some(RawField { text: word.text.to_owned(), span: word.span });
        let word = words.expect("the square passed by a double step, or -")?;
        let en_passant = en_passant(&word, &diagram, to_move.value)?;
        let is_number = |word: Token<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
        if words.peek().is_some_and(is_number) {
            words.word();
            let number = words.expect("the number of the move after that of the half-move")?;
            if !is_number(number) {
                let message = format!("expected the number of the move, found {}", quoted(number.text));
                return Err(Diagnostic::error(number.span, message));
            }
        }
        let extension = Extension::read(words, bank, &mut diagram, to_move.value)?;
        Ok(FenFields { diagram, to_move: Some(to_move), en_passant, castling, extension })
    }

    /// Returns what the castling rights mean in a game array.
    ///
    /// # Errors
    /// If there is no king or rook for a castling right, unless the reader is lenient.
    pub(super) fn castling(&self, array: GameArray, leniency: Leniency) -> Result<CastlingField, Diagnostic> {
        let Some(field) = &self.castling else { return Ok(CastlingField::default()) };
        castling(&Token { text: &field.text, span: field.span }, &self.diagram, array, leniency)
    }
}

/// The meaning of the castling rights.
#[derive(Default)]
pub(super) struct CastlingField {
    /// The kings and rooks on their home squares that have no castling right.
    pub denied: Vec<Spanned<Square>>,
    /// Warnings about rights that are ignored.
    pub warnings: Vec<Diagnostic>,
}

/// Returns whether a word after a placement is a stipulation or an operation, so that the other fields of FEN are
/// missing.
fn begins_question(word: &Token<'_>, layout: Layout) -> bool {
    is_opcode(word.text) || popeye::read_starred(word.text, layout).is_ok()
}

fn side(word: &Token<'_>, layout: Layout) -> Result<Side, Diagnostic> {
    match word.text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        other => {
            let message = format!("expected the side to move, w or b, found {}", quoted(other));
            Err(Diagnostic::error(word.span, message).did_you_mean(suggestion(other, layout)))
        }
    }
}

/// Reads a placement in a dialect, that is detected if there is none.
pub(super) fn placement(
    word: &Token<'_>,
    dialect: Option<FenDialect>,
) -> Result<(Diagram, Option<Spanned<Reserve>>), Diagnostic> {
    fairy_fen::placement(word, dialect, own_placement)
}

/// Reads the ranks, the uppermost first, and after them a bank in brackets. All ranks have the same number of
/// squares, up to 8; on the board of Reroute66 the two in the middle have 9.
fn own_placement(word: &Token<'_>) -> Result<(Diagram, Option<Spanned<Reserve>>), Diagnostic> {
    let end = word.text.find('[').unwrap_or(word.text.len());
    let bank = if end < word.text.len() { Some(extension::bank_in_brackets(word, end)?) } else { None };
    let mut rows: Vec<Vec<Option<Man>>> = vec![Vec::new()];
    let mut from = 0;
    let mut is_neutral = false;
    let mut characters = word.text[..end].char_indices();
    while let Some((at, character)) = characters.next() {
        let span = word.sub_span(at, at + character.len_utf8());
        let row = rows.len() - 1;
        match character {
            '/' => {
                check_rank_length(word, from, at, &rows)?;
                if is_neutral {
                    return Err(Diagnostic::error(span, NO_NEUTRAL_MAN));
                }
                from = at + 1;
                if rows.len() == 8 {
                    let found = word.text[..end].split('/').count();
                    let message = format!("expected at most 8 ranks, found {found}");
                    return Err(Diagnostic::error(span, message));
                }
                rows.push(Vec::new());
                continue;
            }
            '1'..='8' | '9' if character != '9' || max_rank_length(&rows) == 9 => {
                let gap = usize::from(character as u8 - b'0');
                rows[row].extend(vec![None; gap]);
            }
            '(' => {
                let length = word.text[at..end].find(')').unwrap_or(end - at - 1) + 1;
                let man = fairy_man(word, at, at + length)?;
                rows[row].push(Some(Man { colour: neutral_or(man, &mut is_neutral), ..man }));
                characters.by_ref().take_while(|&(_, passed)| passed != ')').for_each(drop);
            }
            '=' if !is_neutral => {
                is_neutral = true;
                continue;
            }
            '~' => match rows[row].last_mut() {
                Some(Some(man)) => man.flags = man.flags.with(ManFlags::FRISCHAUF),
                _ => return Err(Diagnostic::error(span, "expected a promoted man before this sign")),
            },
            _ => {
                let man = parse_man(character).map_err(|error| Diagnostic { span, ..error })?;
                rows[row].push(Some(Man { colour: neutral_or(man, &mut is_neutral), ..man }));
            }
        }
        if is_neutral {
            return Err(Diagnostic::error(span, NO_NEUTRAL_MAN));
        }
        let max_length = max_rank_length(&rows);
        if rows[row].len() > max_length {
            let message = format!("expected at most {max_length} squares in a rank");
            return Err(Diagnostic::error(word.sub_span(from, at + 1), message));
        }
    }
    if is_neutral {
        return Err(Diagnostic::error(word.sub_span(end, end), NO_NEUTRAL_MAN));
    }
    check_rank_length(word, from, end, &rows)?;
    let wide = rows.iter().any(|row| row.len() == 9);
    let layout = match rows.len() {
        8 if wide => Some(Layout::REROUTE66),
        _ if wide => None,
        ranks => Layout::rectangle(rows[0].len() as u8, ranks as u8),
    };
    let Some(layout) = layout else {
        let message = if wide { "expected 8 ranks" } else { "expected a placement of men" };
        return Err(Diagnostic::error(word.span, message));
    };
    let mut diagram = Diagram::empty(layout);
    for (rank, row) in (0u8..).zip(rows.into_iter().rev()) {
        for (man, square) in row.into_iter().zip(layout.row(rank)) {
            if let Some(man) = man {
                diagram.put(square, man);
            }
        }
    }
    Ok((diagram, bank))
}

/// The message for an equals sign without a man.
const NO_NEUTRAL_MAN: &str = "expected the letter of a neutral man after '='";

/// Returns the colour of a man, neutral after the sign for it, which is used up.
fn neutral_or(man: Man, is_neutral: &mut bool) -> Colour {
    if std::mem::take(is_neutral) { Colour::Neutral } else { man.colour }
}

/// The ranks with nine squares on the board of Reroute66, from the top.
const MIDDLE: [usize; 2] = [3, 4];

/// Returns the maximum number of squares of the last rank.
fn max_rank_length(rows: &[Vec<Option<Man>>]) -> usize {
    if MIDDLE.contains(&(rows.len() - 1)) && rows[0].len() == 8 { 9 } else { 8 }
}

/// Checks the number of squares of the last rank.
fn check_rank_length(
    word: &Token<'_>,
    from: usize,
    to: usize,
    rows: &[Vec<Option<Man>>],
) -> Result<(), Diagnostic> {
    let (first, last) = (rows[0].len(), rows[rows.len() - 1].len());
    let expected = match rows.len() - 1 {
        4 if rows[3].len() == 9 => 9,
        3 if first == 8 && last == 9 => 9,
        _ if first == 0 => 8,
        _ => first,
    };
    if last == expected {
        return Ok(());
    }
    let message = format!("expected {expected} squares in every rank, found {last}");
    let message = if expected == 9 { message.replace("every", "this") } else { message };
    Err(Diagnostic::error(word.sub_span(from, to), message))
}

/// Reads a [fairy man in parentheses](FairyWalk::in_parentheses) at these bytes of a word.
fn fairy_man(word: &Token<'_>, from: usize, to: usize) -> Result<Man, Diagnostic> {
    let text = &word.text[from..to];
    let men = FAIRY_WALKS.iter().flat_map(|row| Side::BOTH.map(|side| (row, side)));
    match men.into_iter().find(|(row, side)| row.in_parentheses((*side).into()) == text) {
        Some((row, side)) => Ok(Man::new(side, row.walk)),
        None => {
            let message =
                format!("expected the letters of a fairy man in parentheses, found {}", quoted(text));
            Err(Diagnostic::error(word.sub_span(from, to), message))
        }
    }
}

pub(super) fn parse_man(letter: char) -> Result<Man, Diagnostic> {
    let walk = match letter.to_ascii_uppercase() {
        'K' => Walk::King,
        'Q' => Walk::Queen,
        'R' => Walk::Rook,
        'B' => Walk::Bishop,
        'N' => Walk::Knight,
        'P' => Walk::Pawn,
        other => {
            let message = format!(
                "expected a man (K, Q, R, B, N, P), a number of empty squares or a slash, found {}",
                quoted(&letter.to_string())
            );
            let error = Diagnostic::error(Default::default(), message);
            return Err(match english_letter(other) {
                Some(hint) => error.suggest(hint),
                None => error,
            });
        }
    };
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    Ok(Man::new(side, walk))
}

/// Returns a hint at the English letter of the man that has this one in German or French.
fn english_letter(other: char) -> Option<&'static str> {
    match other {
        'D' => Some("the letter of the queen is Q"),
        'T' => Some("the letter of the rook is R"),
        'L' | 'F' => Some("the letter of the bishop is B"),
        'S' | 'C' => Some("the letter of the knight is N"),
        _ => None,
    }
}

/// Reads the castling rights.
fn castling(
    word: &Token<'_>,
    diagram: &Diagram,
    array: GameArray,
    leniency: Leniency,
) -> Result<CastlingField, Diagnostic> {
    let rights = array.castlings::<Set128>();
    let letters: String = rights.iter().map(Castling::letter).collect();
    let (mut read, mut granted, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let text = if word.text == "-" { "" } else { word.text };
    for (at, letter) in text.char_indices() {
        let span = word.sub_span(at, at + letter.len_utf8());
        let Some(right) = rights.iter().find(|right| right.letter() == letter) else {
            let some = if letters.is_empty() { "-".into() } else { format!("some of {letters}, or -") };
            let message = format!("expected rights to castle ({some}), found {}", quoted(word.text));
            return Err(Diagnostic::error(span, message));
        };
        if read.contains(&letter) {
            let message = format!("the right '{letter}' occurs twice");
            return Err(Diagnostic::error(span, message));
        }
        read.push(letter);
        match (missing_castler(right, diagram), leniency) {
            (None, _) => granted.push(letter),
            (Some(reason), Leniency::Lenient) => {
                let message = format!("the right '{letter}' is ignored: {reason}");
                warnings.push(Diagnostic { topic: Topic::Castling, ..Diagnostic::warning(span, message) });
            }
            (Some(reason), Leniency::Strict) => {
                let message = format!("{} cannot have the right '{letter}': {reason}", right.side);
                let error = Diagnostic::error(span, message);
                return Err(error.suggest("with --lenient, 'solve' and 'verify' ignore such a right"));
            }
        }
    }
    let denied = denied_squares(&rights, &granted, diagram);
    let denied = denied.into_iter().map(|square| Spanned::new(square, word.span)).collect();
    Ok(CastlingField { denied, warnings })
}

fn is_at_home(diagram: &Diagram, side: Side, walk: Walk, square: Square) -> bool {
    diagram.man(square).is_some_and(|man| man.colour == side.into() && man.walk == walk)
}

/// Returns the reason why a castling is impossible for good: its king or rook is not on the home square. `None` if
/// both are.
fn missing_castler(right: &Castling<Set128>, diagram: &Diagram) -> Option<String> {
    let castlers = [(Walk::King, right.king_from), (Walk::Rook, right.rook_from)];
    let missing = castlers.into_iter().find(|&(walk, square)| !is_at_home(diagram, right.side, walk, square));
    missing.map(|(walk, square)| {
        format!("there is no {} on {}", Man::new(right.side, walk).label(), diagram.layout().name(square))
    })
}

/// Returns the squares of kings and rooks that may not castle if FEN has these letters for the castling rights.
pub(crate) fn denied_castlings(diagram: &Diagram, array: GameArray, letters: &str) -> Vec<Square> {
    let granted: Vec<char> = letters.chars().collect();
    denied_squares(&array.castlings::<Set128>(), &granted, diagram)
}

/// Returns the home squares of kings and rooks on them that have none of the granted rights.
fn denied_squares(rights: &[Castling<Set128>], granted: &[char], diagram: &Diagram) -> Vec<Square> {
    let mut denied = Vec::new();
    for side in Side::BOTH {
        let rights = || rights.iter().filter(move |right| right.side == side);
        let king = rights().next().map(|right| right.king_from);
        if !rights().any(|right| granted.contains(&right.letter())) {
            denied.extend(king.filter(|&king| is_at_home(diagram, side, Walk::King, king)));
        }
        for right in rights().filter(|right| !granted.contains(&right.letter())) {
            let rook = Some(right.rook_from);
            denied.extend(rook.filter(|&rook| is_at_home(diagram, side, Walk::Rook, rook)));
        }
    }
    denied
}

/// Reads the squares passed by a pawn of the side not to move, as in `e3`, or `d2,d3>d4` if the pawn is not
/// one step beyond.
fn en_passant(
    word: &Token<'_>,
    diagram: &Diagram,
    to_move: Side,
) -> Result<Option<Spanned<DoubleStep>>, Diagnostic> {
    if word.text == "-" {
        return Ok(None);
    }
    let layout = diagram.layout();
    let step = |square: Square, ahead: bool| {
        let up = ahead == (to_move == Side::Black);
        let rank = if up { Some(layout.rank(square) + 1) } else { layout.rank(square).checked_sub(1) };
        layout.at(layout.file(square), rank?)
    };
    let (names, arrival) = match word.text.split_once('>') {
        Some((names, arrival)) => (names, layout.square(arrival)),
        None => (word.text, layout.square(word.text).and_then(|passed| step(passed, true))),
    };
    let passed: Option<Vec<Square>> = names.split(',').map(|name| layout.square(name)).collect();
    let made = passed.zip(arrival).and_then(|(passed, arrival)| {
        let departure = step(*passed.first()?, false)?;
        Some(DoubleStep { departure, passed, arrival })
    });
    // Without the arrival square, the step starts from the second rank.
    let second_rank = match to_move {
        Side::White => layout.ranks().checked_sub(2),
        Side::Black => Some(1),
    };
    let made =
        made.filter(|step| word.text.contains('>') || Some(layout.rank(step.departure)) == second_rank);
    let side = made.as_ref().and_then(|step| consistency::double_step_side(step, layout, word.span).ok());
    match made {
        Some(step) if side == Some(to_move.other()) => {
            let step = Spanned::new(step, word.span);
            consistency::check_en_passant(&step, diagram)?;
            Ok(Some(step))
        }
        _ => {
            let message = format!(
                "expected a square that a pawn of {} can have passed, or -, found {}",
                to_move.other(),
                quoted(word.text)
            );
            Err(Diagnostic::error(word.span, message))
        }
    }
}
