//! Options: how a problem is solved and printed.

use std::time::Duration;

use super::keywords::Vocabulary;
use super::option_conflicts;
use super::tokens::{Token, Tokens};
use super::{ProblemBuilder, Reader, Section};
use crate::board::{GameArray, Layout, Set128, Square};
use crate::formats::diagnostic::quoted;
use crate::formats::{Diagnostic, consistency};
use crate::position::Side;
use crate::problem::{DoubleStep, FirstMoveRange, Options, Span, Spanned};
use crate::rules::catalogue::Language;
use crate::stipulation::NonTrivial;

/// An option of Popeye's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PopeyeOption {
    Defence,
    SetPlay,
    WhiteToPlay,
    Variations,
    NoWhiteKing,
    Duplex,
    NoBlackKing,
    NoThreat,
    StartMoveNumber,
    UpToMoveNumber,
    Intelligent,
    Threat,
    NullMoves,
    NoShortVariations,
    TrivialTriesAvoid,
    PostKeyPlay,
    NoBoard,
    Try,
    MaxSolutions,
    EnPassant,
    HalfDuplex,
    MaxTime,
    NoCastling,
    Quodlibet,
    GoalIsEnd,
    StopOnShortSolutions,
    MatesIn1,
    MaxFlightsquares,
    NonTrivial,
    CastlingMutuallyExclusive,
    MoveNumbers,
    /// An option that does not change the solution.
    NoEffect,
    /// The same, with an optional number.
    NoEffectWithNumber,
}

/// All options that Popeye knows.
pub(super) static OPTIONS: Vocabulary<PopeyeOption> = Vocabulary(&[
    (PopeyeOption::Defence, ["Defence", "Widerlegung", "Defense"]),
    (PopeyeOption::SetPlay, ["SetPlay", "Satzspiel", "Apparent"]),
    (PopeyeOption::WhiteToPlay, ["WhiteToPlay", "WeissBeginnt", "ApparentSeul"]),
    (PopeyeOption::Variations, ["Variations", "Varianten", "Variantes"]),
    (PopeyeOption::MoveNumbers, ["MoveNumbers", "Zugnummern", "Trace"]),
    (PopeyeOption::StartMoveNumber, ["StartMoveNumber", "StartZugnummer", "Enroute"]),
    (PopeyeOption::NoWhiteKing, ["NoWk", "OhneWk", "SansRB"]),
    (PopeyeOption::Duplex, ["Duplex", "Duplex", "Duplex"]),
    (PopeyeOption::NoBlackKing, ["NoBk", "OhneSk", "SansRN"]),
    (PopeyeOption::Threat, ["Threat", "Drohung", "Menace"]),
    (PopeyeOption::NoThreat, ["NoThreat", "OhneDrohung", "SansMenace"]),
    (PopeyeOption::Try, ["Try", "Verfuehrung", "Essais"]),
    (PopeyeOption::MaxSolutions, ["MaxSolutions", "MaxLoesungen", "MaxSolutions"]),
    (PopeyeOption::MaxFlightsquares, ["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"]),
    (PopeyeOption::NoEffect, ["Search", "Suchen", "Search"]),
    (PopeyeOption::NoEffect, ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"]),
    (PopeyeOption::NoEffect, ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"]),
    (PopeyeOption::NonTrivial, ["NonTrivial", "NichtTrivial", "NonTrivial"]),
    (PopeyeOption::NoEffect, ["KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"]),
    (PopeyeOption::EnPassant, ["EnPassant", "EnPassant", "EnPassant"]),
    (PopeyeOption::NoBoard, ["NoBoard", "OhneBrett", "SansEchiquier"]),
    (PopeyeOption::NoShortVariations, ["NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"]),
    (PopeyeOption::HalfDuplex, ["HalfDuplex", "HalbDuplex", "DemiDuplex"]),
    (PopeyeOption::PostKeyPlay, ["PostKeyPlay", "NachSchluessel", "ApresCle"]),
    (PopeyeOption::Intelligent, ["Intelligent", "Intelligent", "Intelligent"]),
    (PopeyeOption::MaxTime, ["MaxTime", "MaxZeit", "MaxTemps"]),
    (PopeyeOption::NoCastling, ["NoCastling", "KeineRochade", "SansRoquer"]),
    (PopeyeOption::Quodlibet, ["Quodlibet", "Quodlibet", "Quodlibet"]),
    (
        PopeyeOption::StopOnShortSolutions,
        ["StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"],
    ),
    (PopeyeOption::NoEffectWithNumber, ["Beep", "Pieps", "Bip"]),
    (PopeyeOption::NoEffect, ["SuppressGrid", "OhneGitter", "SansGrille"]),
    (PopeyeOption::NoEffect, ["WriteGrid", "ZeichneGitter", "AjouteGrille"]),
    (
        PopeyeOption::CastlingMutuallyExclusive,
        ["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"],
    ),
    (PopeyeOption::GoalIsEnd, ["GoalIsEnd", "ZielIstEnde", "ButEstFin"]),
    (PopeyeOption::NoEffect, ["unpublishedoption", "nichtpublizierteoption", "optionnonpubliee"]),
    (PopeyeOption::NullMoves, ["NullMoves", "NullZuege", "CoupsVides"]),
    (PopeyeOption::UpToMoveNumber, ["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"]),
    (
        PopeyeOption::TrivialTriesAvoid,
        ["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"],
    ),
    (PopeyeOption::MatesIn1, ["MatesIn1", "MattsIn1", "MatsEn1"]),
]);

/// The error about squares that are not those of a pair of rooks of which only one may castle.
pub(in crate::formats) const EXCLUSIVE_CASTLINGS: &str =
    "expected a white and a black rook's square of the game array, as in 'a1h8'";

/// Returns whether squares are those of a white and a black rook that can castle in a game array.
pub(in crate::formats) fn are_exclusive_castlings(array: GameArray, (one, other): (Square, Square)) -> bool {
    let castlings = array.castlings::<Set128>();
    let is_rook =
        |side, square| castlings.iter().any(|castling| (castling.side, castling.rook_from) == (side, square));
    is_rook(Side::White, one) && is_rook(Side::Black, other)
}

/// Reads the options of a text that contains nothing else, in English, and adds them to `options`.
///
/// # Errors
/// All errors of the text.
pub(in crate::formats) fn read_words(
    tokens: Tokens<'_>,
    options: Options,
) -> Result<Options, Vec<Diagnostic>> {
    let mut reader = Reader::new(tokens, Language::English);
    reader.section = Section::Words;
    reader.builder.options = options;
    reader.options();
    reader.builder.finish_words().map(|draft| draft.options)
}

/// Returns the flag that an option sets; `None` for an option that does more.
fn flag(option: PopeyeOption, options: &mut Options) -> Option<&mut bool> {
    match option {
        PopeyeOption::SetPlay => Some(&mut options.set_play),
        PopeyeOption::WhiteToPlay => Some(&mut options.white_to_play),
        PopeyeOption::Variations => Some(&mut options.variations),
        PopeyeOption::NoThreat => Some(&mut options.no_threat),
        PopeyeOption::NullMoves => Some(&mut options.null_moves),
        PopeyeOption::NoShortVariations => Some(&mut options.no_short_variations),
        PopeyeOption::TrivialTriesAvoid => Some(&mut options.no_trivial_tries),
        PopeyeOption::PostKeyPlay => Some(&mut options.post_key_play),
        PopeyeOption::NoBoard => Some(&mut options.no_board),
        PopeyeOption::MoveNumbers => Some(&mut options.move_numbers),
        PopeyeOption::NoWhiteKing => Some(&mut options.no_white_king),
        PopeyeOption::NoBlackKing => Some(&mut options.no_black_king),
        PopeyeOption::Quodlibet => Some(&mut options.quodlibet),
        PopeyeOption::GoalIsEnd => Some(&mut options.goal_is_end),
        PopeyeOption::StopOnShortSolutions => Some(&mut options.stop_on_short),
        PopeyeOption::MatesIn1 => Some(&mut options.mates_in_1),
        PopeyeOption::Duplex => Some(&mut options.duplex),
        PopeyeOption::HalfDuplex => Some(&mut options.half_duplex),
        _ => None,
    }
}

impl<'a> Reader<'a> {
    /// Reads options up to something else.
    pub(super) fn options(&mut self) {
        let mut count = 0;
        while let Some(token) = self.tokens.peek() {
            match OPTIONS.find(self.language, token.text) {
                Ok(Some(option)) => {
                    self.tokens.next();
                    self.option(option, &token);
                }
                Err(several) => {
                    self.tokens.next();
                    self.ambiguous(&token, &several);
                }
                Ok(None) if self.ends_list(&token) => break,
                Ok(None) => {
                    self.tokens.next();
                    match OPTIONS.translated(self.language, token.text) {
                        Some(word) => self.refuse_foreign(&token, "an option", word),
                        None => {
                            let words = OPTIONS.names(self.language).chain(self.sync_words());
                            self.unknown(&token, "an option", words.collect::<Vec<_>>());
                        }
                    }
                    self.skip();
                    return;
                }
            }
            count += 1;
        }
        if count == 0 {
            self.missing("an option, as in 'SetPlay Variations'");
        }
    }

    fn option(&mut self, option: PopeyeOption, token: &Token<'a>) {
        let before = self.builder.options.clone();
        self.set(option, token);
        let options = &self.builder.options;
        // An option may be repeated only with the same number.
        let changed = [
            before.tries.is_some() && before.tries != options.tries,
            before.nontrivial.is_some() && before.nontrivial != options.nontrivial,
            before.threat.is_some() && before.threat != options.threat,
            before.max_solutions.is_some() && before.max_solutions != options.max_solutions,
            before.max_time.is_some() && before.max_time != options.max_time,
            before.first_moves.is_some_and(|before| {
                options.first_moves.is_some_and(|now| {
                    (before.from > 0 && before.from != now.from)
                        || (before.to < u64::MAX && before.to != now.to)
                })
            }),
        ];
        let first = option_conflicts::find(&self.builder.options_read, option).map(|first| first.span);
        if let (true, Some(first)) = (changed.contains(&true), first) {
            let message = "this option has another number here than before";
            self.builder.refuse(Diagnostic::error(token.span, message).see_also(first, "here"));
        }
        if let Some(wanted) = self.builder.options.first_moves.filter(|wanted| wanted.from.max(1) > wanted.to)
        {
            let message = format!("there are no first moves from {} up to {}", wanted.from, wanted.to);
            self.builder.refuse(Diagnostic::error(token.span, message));
        }
        option_conflicts::record(&mut self.builder.options_read, Spanned::new(option, token.span));
    }

    fn set(&mut self, option: PopeyeOption, token: &Token<'a>) {
        if let Some(flag) = flag(option, &mut self.builder.options) {
            *flag = true;
            return;
        }
        match option {
            PopeyeOption::Threat => {
                if let Some(moves) = self.number(token, 0, u16::MAX.into()) {
                    self.builder.options.threat = Some(moves as u16);
                }
            }
            PopeyeOption::MaxFlightsquares => {
                if let Some(number) = self.number(token, 0, 64) {
                    self.builder.options.max_flights = Some(number as u32);
                }
            }
            PopeyeOption::NonTrivial => self.nontrivial(token),
            PopeyeOption::CastlingMutuallyExclusive => self.exclusive_castlings(),
            // Of Try and Defence the last one counts.
            PopeyeOption::Try => self.builder.options.tries = Some(1),
            PopeyeOption::Defence => {
                if let Some(number) = self.number(token, 0, u32::MAX.into()) {
                    self.builder.options.tries = Some(number as u32);
                }
            }
            PopeyeOption::MaxSolutions => {
                if let Some(number) = self.number(token, 1, u32::MAX.into()) {
                    self.builder.options.max_solutions = Some(number);
                }
            }
            PopeyeOption::MaxTime => {
                if let Some(seconds) = self.number(token, 1, u32::MAX.into()) {
                    self.builder.options.max_time = Some(Duration::from_secs(seconds));
                }
            }
            PopeyeOption::EnPassant => self.en_passant(),
            PopeyeOption::NoCastling => self.no_castling(),
            PopeyeOption::NoEffect => {}
            PopeyeOption::StartMoveNumber => {
                if let Some(from) = self.move_number(token) {
                    self.first_moves().from = from;
                }
            }
            PopeyeOption::UpToMoveNumber => {
                if let Some(to) = self.move_number(token) {
                    self.first_moves().to = to;
                }
            }
            PopeyeOption::Intelligent | PopeyeOption::NoEffectWithNumber => {
                self.builder.options.intelligent |= option == PopeyeOption::Intelligent;
                if self.tokens.peek().is_some_and(|next| next.is_numeric()) {
                    self.number(token, 0, u32::MAX.into());
                }
            }
            // The flags.
            _ => {}
        }
    }

    fn nontrivial(&mut self, token: &Token<'a>) {
        let allowance = self.number(token, 0, u32::MAX.into());
        let within = allowance.and_then(|_| self.number(token, 0, u16::MAX.into()));
        if let (Some(allowance), Some(within)) = (allowance, within) {
            self.builder.options.nontrivial =
                Some(NonTrivial { allowance: allowance as u32, within: within as u16 });
        }
    }

    /// Reads the number after an option.
    pub(super) fn number(&mut self, option: &Token<'_>, min: u64, max: u64) -> Option<u64> {
        let expected = format!("a number after {}", quoted(option.text));
        let Some(token) = self.tokens.peek() else {
            self.missing(&expected);
            return None;
        };
        if !token.is_numeric() {
            self.missing(&expected);
            return None;
        }
        self.tokens.next();
        let digits = token.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| token.text.parse::<u64>().ok()).flatten();
        let fits = number.filter(|number| (min..=max).contains(number));
        if fits.is_none() {
            let message = format!("expected {expected} from {min} to {max}, found {}", quoted(token.text));
            self.builder.refuse(Diagnostic::error(token.span, message));
        }
        fits
    }

    fn first_moves(&mut self) -> &mut FirstMoveRange {
        self.builder.options.first_moves.get_or_insert(FirstMoveRange { from: 0, to: u64::MAX })
    }

    /// Reads the number of a root move; numbers of later moves may follow, as in `3:12`, and are ignored.
    fn move_number(&mut self, option: &Token<'_>) -> Option<u64> {
        let token = self.tokens.peek()?;
        let Some((first, rest)) = token.text.split_once(':') else {
            return self.number(option, 0, u32::MAX.into());
        };
        self.tokens.next();
        let mut numbers =
            std::iter::once(first).chain(rest.split(':')).map(|digits| digits.parse::<u32>().ok());
        let first = numbers.next().flatten();
        match first.filter(|_| numbers.all(|number| number.is_some())) {
            Some(number) => {
                let message = "only the number of the first move is used";
                self.builder.warn(Diagnostic::warning(token.span, message));
                Some(number.into())
            }
            None => {
                let message = format!("expected numbers of moves, as in 3:12, found {}", quoted(token.text));
                self.builder.refuse(Diagnostic::error(token.span, message));
                None
            }
        }
    }

    fn en_passant(&mut self) {
        let squares = self.square_list();
        let Some(first) = squares.first() else { return };
        let span = Span { length: 2 * squares.len() as u32, ..first.span };
        let step = match &squares[..] {
            [passed] => consistency::double_step_over(passed.value, self.builder.layout()),
            [departure, passed @ .., arrival] => Some(DoubleStep {
                departure: departure.value,
                passed: passed.iter().map(|square| square.value).collect(),
                arrival: arrival.value,
            }),
            [] => None,
        };
        let Some(step) = step else {
            return self.builder.refuse(consistency::not_a_double_step(span));
        };
        if let Err(error) = consistency::double_step_side(&step, self.builder.layout(), span) {
            return self.builder.refuse(error);
        }
        match &self.builder.options.en_passant {
            Some(other) if other.value != step => {
                let error = Diagnostic::error(span, "only one double step can have been the last")
                    .see_also(other.span, "the other one");
                self.builder.refuse(error);
            }
            _ => self.builder.options.en_passant = Some(Spanned::new(step, span)),
        }
    }

    fn no_castling(&mut self) {
        for square in self.square_list() {
            let board = self.builder.board();
            let name = board.layout.name(square.value);
            let castlings = board.castlings::<Set128>();
            let mut squares: Vec<Square> =
                castlings.iter().flat_map(|castling| [castling.king_from, castling.rook_from]).collect();
            squares.sort();
            squares.dedup();
            if squares.contains(&square.value) {
                note_square(&mut self.builder, square);
            } else {
                let names: Vec<&str> = squares.into_iter().map(|square| board.layout.name(square)).collect();
                let message = match names.is_empty() {
                    true => "no king castles on this board".to_owned(),
                    false => {
                        format!("no castling begins on {name}: expected some of {}", names.join(", "))
                    }
                };
                self.builder.refuse(Diagnostic::error(square.span, message));
            }
        }
    }

    fn exclusive_castlings(&mut self) {
        let squares = self.square_list();
        let Some(first) = squares.first() else { return };
        let span = Span { length: 2 * squares.len() as u32, ..first.span };
        let array = self.builder.board();
        match &squares[..] {
            [one, other] if are_exclusive_castlings(array, (one.value, other.value)) => {
                self.builder.options.exclusive_castlings.push((one.value, other.value));
            }
            _ => {
                self.builder.refuse(Diagnostic::error(span, EXCLUSIVE_CASTLINGS));
            }
        }
    }

    /// Reads squares written without blanks between them, as in `a1b2`.
    pub(super) fn square_list(&mut self) -> Vec<Spanned<Square>> {
        let Some(token) = self.tokens.peek() else {
            self.missing(&format!("squares ({})", self.builder.layout().square_range()));
            return Vec::new();
        };
        let layout = self.builder.layout();
        match squares(&token, 0, layout) {
            Ok(squares) => {
                self.tokens.next();
                self.builder.note_square(token.span);
                squares
            }
            Err(_) if self.ends_list(&token) => {
                self.missing(&format!("squares ({})", layout.square_range()));
                Vec::new()
            }
            Err(error) => {
                self.tokens.next();
                self.builder.refuse(error);
                Vec::new()
            }
        }
    }
}

fn note_square(draft: &mut ProblemBuilder, square: Spanned<Square>) {
    let noted = &mut draft.options.no_castling;
    if !noted.iter().any(|other| other.value == square.value) {
        noted.push(square);
    }
}

/// Returns whether the text consists of squares.
pub(super) fn is_squares(text: &str, layout: Layout) -> bool {
    !text.is_empty()
        && text
            .as_bytes()
            .chunks(2)
            .all(|pair| std::str::from_utf8(pair).is_ok_and(|name| layout.square(name).is_some()))
}

/// The maximum number of squares in a word: more than any board has. Computing the span of each square is
/// quadratic in the length of the word.
const MAX_SQUARES: usize = 128;

/// Returns the squares that a token lists from byte `from` on.
pub(super) fn squares(
    token: &Token<'_>,
    from: usize,
    layout: Layout,
) -> Result<Vec<Spanned<Square>>, Diagnostic> {
    let rest = token.text.get(from..).unwrap_or("");
    let mut squares = Vec::new();
    let mut at = 0;
    while at < rest.len() {
        let pair = rest.get(at..at + 2);
        let Some(square) = pair.and_then(|name| layout.square(name)) else {
            let bad: String = rest[at..].chars().take(2).collect();
            let span = token.sub_span(from + at, from + at + bad.len());
            let message = format!("expected a square ({}), found {}", layout.square_range(), quoted(&bad));
            return Err(Diagnostic::error(span, message));
        };
        let span = token.sub_span(from + at, from + at + 2);
        if squares.len() == MAX_SQUARES {
            let message = format!("expected at most {MAX_SQUARES} squares in a word");
            return Err(Diagnostic::error(span, message));
        }
        squares.push(Spanned::new(square, span));
        at += 2;
    }
    if squares.is_empty() {
        let message = format!("expected squares ({})", layout.square_range());
        return Err(Diagnostic::error(token.sub_span(from, from), message));
    }
    Ok(squares)
}
