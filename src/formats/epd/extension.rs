//! The extension of FEN for the state of a game that is not visible on the board, in braces after its fields:
//!
//! ```text
//! {rules=Fiasco; bank=QRN/QN}
//! ```
//!
//! | key | meaning | example |
//! |---|---|---|
//! | `rules` | the conditions | `rules=Putback demote_promoted` |
//! | `bank` | White's and Black's men in the reserve; also in brackets after the placement | `bank=QRN/QN`, `[QRNqn]` |
//! | `re` | the man on the re-entrant square, in small letters if black | `re=N`, `re=-` |
//! | `nodbl` | pawns that have walked to their second rank | `nodbl=d2` |
//! | `pend` | the pending promotion of the side to move; the pawn is on the board, too | `pend=a1` |
//! | `prom` | men that have been promoted; also a `~` after the man | `prom=d6,e6` |
//! | `cap` | men that have captured | `cap=d6` |

use super::WordReader;
use super::fen::parse_man;
use crate::board::Square;
use crate::formats::diagnostic::{nearest, quoted};
use crate::formats::popeye::{self, tokens::Token, tokens::Tokens};
use crate::formats::{Diagnostic, consistency};
use crate::position::{Colour, Man, ManFlags, Reserve, Side, Walk};
use crate::problem::{Diagram, NamedRule, Spanned};
use crate::rules::Condition;

/// The contents of the braces.
#[derive(Default)]
pub(super) struct Extension {
    pub conditions: Vec<NamedRule>,
    pub reserve: Option<Spanned<Reserve>>,
    /// The keys `bank` and `re`, with their spans.
    reserve_keys: Vec<Spanned<ReserveKey>>,
}

/// The key that names the men in the reserve.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReserveKey {
    Banks,
    Square,
}

const KEYS: [&str; 7] = ["rules", "bank", "re", "nodbl", "pend", "prom", "cap"];
/// Keys that other programs may write and that no supported rule uses.
const UNSUPPORTED_KEYS: [&str; 4] = ["uw", "last", "vec", "diag"];

impl Extension {
    /// Reads the braces, if there are any, and sets the flags of the men they name.
    pub(super) fn read(
        words: &mut WordReader<'_>,
        bank: Option<Spanned<Reserve>>,
        diagram: &mut Diagram,
        to_move: Side,
    ) -> Result<Extension, Diagnostic> {
        let mut extension = Extension { reserve: bank, ..Extension::default() };
        words.skip_blanks();
        if !words.rest().starts_with('{') {
            return Ok(extension);
        }
        let open = words.take(1);
        let Some(length) = words.rest().find('}') else {
            return Err(Diagnostic::error(open.span, "expected a '}' that closes this brace"));
        };
        let whole = words.take(length);
        words.take(1);
        let mut from = 0;
        for part in whole.text.split(';') {
            let blank = part.len() - part.trim_start().len();
            let entry = Token {
                text: part.trim(),
                span: whole.sub_span(from + blank, from + blank + part.trim().len()),
            };
            from += part.len() + 1;
            if !entry.text.is_empty() {
                extension.entry(&entry, diagram, to_move)?;
            }
        }
        Ok(extension)
    }

    fn entry(&mut self, entry: &Token<'_>, diagram: &mut Diagram, to_move: Side) -> Result<(), Diagnostic> {
        let Some((key, value)) = entry.text.split_once('=') else {
            let message =
                format!("expected a key and its value, as in bank=QRN/QRN, found {}", quoted(entry.text));
            return Err(Diagnostic::error(entry.span, message));
        };
        let value = Token { text: value, span: entry.sub_span(key.len() + 1, entry.text.len()) };
        match key {
            "rules" => {
                let tokens = Tokens::from(value.text, value.span.line, value.span.column);
                let read = popeye::read_conditions(tokens);
                let read = read.map_err(|mut errors| errors.swap_remove(0))?;
                self.conditions.extend(read);
                Ok(())
            }
            "bank" => self.set_reserve(&value, ReserveKey::Banks, bank(&value)?),
            "re" => self.set_reserve(&value, ReserveKey::Square, reentrant(&value)?),
            "nodbl" => set_marks(diagram, &value, ManFlags::NO_DOUBLE_STEP, Diagram::has_second_rank_pawn),
            "prom" => set_marks(diagram, &value, ManFlags::FRISCHAUF, |diagram, square| {
                diagram.man(square).is_some_and(|man| !man.royal)
            }),
            "cap" => set_marks(diagram, &value, ManFlags::HAS_CAPTURED, |_, _| true),
            "pend" => each_square(diagram, &value).try_for_each(|found| {
                let (square, spanned) = found?;
                let last = match to_move {
                    Side::White => diagram.layout().ranks() - 1,
                    Side::Black => 0,
                };
                let pawn = diagram.man(square) == Some(Man::new(to_move, Walk::Pawn));
                if pawn && diagram.layout().rank(square) == last {
                    return Ok(());
                }
                let name = diagram.layout().name(square);
                let message = format!("there is no pawn of {to_move} on {name} to be promoted there");
                Err(Diagnostic::error(spanned.span, message))
            }),
            _ => {
                let span = entry.sub_span(0, key.len());
                let known = KEYS.join(", ");
                let message = format!("expected a key ({known}), found {}", quoted(key));
                let error = Diagnostic::error(span, message);
                Err(match UNSUPPORTED_KEYS.contains(&key) {
                    true => error.suggest("a diagram cannot express this yet"),
                    false => error.did_you_mean(nearest(key, KEYS)),
                })
            }
        }
    }

    /// Checks that the men in the reserve agree with the rules.
    ///
    /// # Errors
    /// If the rules do not allow one of them, or use the other key.
    pub(super) fn check_reserve(&self, conditions: &[NamedRule]) -> Result<(), Diagnostic> {
        if let Some(reserve) = self.reserve {
            consistency::check_reserve(conditions, reserve)?;
        }
        let square = conditions.iter().any(|rule| matches!(*rule.value, Condition::Reenterent(_)));
        for key in &self.reserve_keys {
            let message = match key.value {
                ReserveKey::Banks if square => {
                    "there are no banks under these rules: 're=' names the one man"
                }
                ReserveKey::Square if !square => "there is no re-entrant square under these rules",
                _ => continue,
            };
            return Err(Diagnostic::error(key.span, message));
        }
        Ok(())
    }

    /// Sets the men in the reserve.
    fn set_reserve(
        &mut self,
        value: &Token<'_>,
        key: ReserveKey,
        reserve: Reserve,
    ) -> Result<(), Diagnostic> {
        self.reserve_keys.push(Spanned::new(key, value.span));
        match self.reserve {
            Some(other) if other.value != reserve => {
                let error = Diagnostic::error(value.span, "the men in the reserve are named twice");
                Err(error.see_also(other.span, "here"))
            }
            _ => {
                self.reserve = Some(Spanned::new(reserve, value.span));
                Ok(())
            }
        }
    }
}

/// Reads the bank in brackets that begins at byte `from` of a placement.
pub(super) fn bank_in_brackets(word: &Token<'_>, from: usize) -> Result<Spanned<Reserve>, Diagnostic> {
    let whole = word.sub_span(from, word.text.len());
    let Some(letters) = word.text[from + 1..].strip_suffix(']') else {
        return Err(Diagnostic::error(whole, "expected a ']' after the bank"));
    };
    let mut reserve = Reserve::EMPTY;
    for (at, letter) in letters.char_indices() {
        let span = word.sub_span(from + 1 + at, from + 1 + at + letter.len_utf8());
        add(&mut reserve, parse_man(letter).map_err(|error| Diagnostic { span, ..error })?);
    }
    Ok(Spanned::new(reserve, whole))
}

fn add(reserve: &mut Reserve, man: Man) {
    let side = if man.colour == Colour::Black { Side::Black } else { Side::White };
    reserve.add(side, man.walk);
}

/// Reads White's men, a slash and Black's men.
fn bank(value: &Token<'_>) -> Result<Reserve, Diagnostic> {
    let Some((white, _)) = value.text.split_once('/') else {
        let message =
            format!("expected White's men, a slash and Black's, as in QRN/QRN, found {}", quoted(value.text));
        return Err(Diagnostic::error(value.span, message));
    };
    let mut reserve = Reserve::EMPTY;
    for (at, letter) in value.text.char_indices().filter(|(at, _)| *at != white.len()) {
        let span = value.sub_span(at, at + letter.len_utf8());
        let side = if at < white.len() { Side::White } else { Side::Black };
        if letter != '-' {
            let man = parse_man(letter).map_err(|error| Diagnostic { span, ..error })?;
            reserve.add(side, man.walk);
        }
    }
    Ok(reserve)
}

fn reentrant(value: &Token<'_>) -> Result<Reserve, Diagnostic> {
    let mut reserve = Reserve::EMPTY;
    let mut letters = value.text.chars();
    match (letters.next(), letters.next()) {
        (Some('-'), None) => {}
        (Some(letter), None) => {
            add(&mut reserve, parse_man(letter).map_err(|error| Diagnostic { span: value.span, ..error })?);
        }
        _ => {
            let found = if value.text.is_empty() { "nothing".into() } else { quoted(value.text) };
            let message = format!("expected the man on the re-entrant square, or -, found {found}");
            return Err(Diagnostic::error(value.span, message));
        }
    }
    Ok(reserve)
}

/// Returns the squares of a list separated by commas, each with its span.
fn each_square<'a>(
    diagram: &Diagram,
    value: &'a Token<'a>,
) -> impl Iterator<Item = Result<(Square, Spanned<()>), Diagnostic>> + use<'a> {
    let layout = diagram.layout();
    let mut from = 0;
    value.text.split(',').map(move |name| {
        let span = value.sub_span(from, from + name.len());
        from += name.len() + 1;
        match layout.square(name) {
            Some(square) => Ok((square, Spanned::new((), span))),
            None => Err(Diagnostic::error(
                span,
                format!("expected a square of the board, found {}", quoted(name)),
            )),
        }
    })
}

/// Sets flags of the men on the squares of a list.
fn set_marks(
    diagram: &mut Diagram,
    value: &Token<'_>,
    marks: ManFlags,
    fits: impl Fn(&Diagram, Square) -> bool,
) -> Result<(), Diagnostic> {
    for found in each_square(diagram, value) {
        let (square, spanned) = found?;
        let Some(man) = diagram.man(square).filter(|_| fits(diagram, square)) else {
            let message =
                format!("there is no man on {} to which this could apply", diagram.layout().name(square));
            return Err(Diagnostic::error(spanned.span, message));
        };
        diagram.put(square, Man { flags: man.flags.with(marks), ..man });
    }
    Ok(())
}
