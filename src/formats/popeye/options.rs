//! Options: how a problem is to be solved and told.

use std::time::Duration;

use super::keywords::Vocabulary;
use super::option_conflicts;
use super::tokens::{Token, Tokens};
use super::{Draft, Reader, Section};
use crate::board::{Layout, Set128, Square};
use crate::formats::diagnostic::quoted;
use crate::formats::{Diagnostic, consistency};
use crate::position::Side;
use crate::problem::{DoubleStep, FirstMoves, Options, Place, Placed};
use crate::rules::catalogue::Language;
use crate::stipulation::NonTrivial;

/// What an option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
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
    /// Nothing that changes the answer.
    Nothing,
    /// The same, with a number or without one.
    NothingNumbered,
}

/// All options that Popeye knows.
pub(super) static OPTIONS: Vocabulary<Choice> = Vocabulary(&[
    (Choice::Defence, ["Defence", "Widerlegung", "Defense"]),
    (Choice::SetPlay, ["SetPlay", "Satzspiel", "Apparent"]),
    (Choice::WhiteToPlay, ["WhiteToPlay", "WeissBeginnt", "ApparentSeul"]),
    (Choice::Variations, ["Variations", "Varianten", "Variantes"]),
    (Choice::Nothing, ["MoveNumbers", "Zugnummern", "Trace"]),
    (Choice::StartMoveNumber, ["StartMoveNumber", "StartZugnummer", "Enroute"]),
    (Choice::NoWhiteKing, ["NoWk", "OhneWk", "SansRB"]),
    (Choice::Duplex, ["Duplex", "Duplex", "Duplex"]),
    (Choice::NoBlackKing, ["NoBk", "OhneSk", "SansRN"]),
    (Choice::Threat, ["Threat", "Drohung", "Menace"]),
    (Choice::NoThreat, ["NoThreat", "OhneDrohung", "SansMenace"]),
    (Choice::Try, ["Try", "Verfuehrung", "Essais"]),
    (Choice::MaxSolutions, ["MaxSolutions", "MaxLoesungen", "MaxSolutions"]),
    (Choice::MaxFlightsquares, ["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"]),
    (Choice::Nothing, ["Search", "Suchen", "Search"]),
    (Choice::Nothing, ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"]),
    (Choice::Nothing, ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"]),
    (Choice::NonTrivial, ["NonTrivial", "NichtTrivial", "NonTrivial"]),
    (Choice::Nothing, ["KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"]),
    (Choice::EnPassant, ["EnPassant", "EnPassant", "EnPassant"]),
    (Choice::NoBoard, ["NoBoard", "OhneBrett", "SansEchiquier"]),
    (Choice::NoShortVariations, ["NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"]),
    (Choice::HalfDuplex, ["HalfDuplex", "HalbDuplex", "DemiDuplex"]),
    (Choice::PostKeyPlay, ["PostKeyPlay", "NachSchluessel", "ApresCle"]),
    (Choice::Intelligent, ["Intelligent", "Intelligent", "Intelligent"]),
    (Choice::MaxTime, ["MaxTime", "MaxZeit", "MaxTemps"]),
    (Choice::NoCastling, ["NoCastling", "KeineRochade", "SansRoquer"]),
    (Choice::Quodlibet, ["Quodlibet", "Quodlibet", "Quodlibet"]),
    (
        Choice::StopOnShortSolutions,
        ["StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"],
    ),
    (Choice::NothingNumbered, ["Beep", "Pieps", "Bip"]),
    (Choice::Nothing, ["SuppressGrid", "OhneGitter", "SansGrille"]),
    (Choice::Nothing, ["WriteGrid", "ZeichneGitter", "AjouteGrille"]),
    (
        Choice::CastlingMutuallyExclusive,
        ["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"],
    ),
    (Choice::GoalIsEnd, ["GoalIsEnd", "ZielIstEnde", "ButEstFin"]),
    (Choice::Nothing, ["unpublishedoption", "nichtpublizierteoption", "optionnonpubliee"]),
    (Choice::NullMoves, ["NullMoves", "NullZuege", "CoupsVides"]),
    (Choice::UpToMoveNumber, ["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"]),
    (
        Choice::TrivialTriesAvoid,
        ["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"],
    ),
    (Choice::MatesIn1, ["MatesIn1", "MattsIn1", "MatsEn1"]),
]);

/// Reads the options in a text that consists of nothing else, in English.
///
/// # Errors
/// Everything that is wrong with them.
pub(in crate::formats) fn read_words(tokens: Tokens<'_>) -> Result<Options, Vec<Diagnostic>> {
    let mut reader = Reader::new(tokens, Language::English);
    reader.section = Section::Words;
    reader.options();
    reader.draft.only_words().map(|draft| draft.options)
}

impl<'a> Reader<'a> {
    /// Reads options up to something else.
    pub(super) fn options(&mut self) {
        let mut count = 0;
        while let Some(token) = self.tokens.peek() {
            match OPTIONS.find(self.language, token.text) {
                Ok(Some(choice)) => {
                    self.tokens.next();
                    self.option(choice, &token);
                }
                Err(several) => {
                    self.tokens.next();
                    self.ambiguous(&token, &several);
                }
                Ok(None) if self.ends_list(&token) => break,
                Ok(None) => {
                    self.tokens.next();
                    let words: Vec<_> = OPTIONS.names(self.language).chain(self.landmarks()).collect();
                    self.unknown(&token, "an option", words);
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

    fn option(&mut self, choice: Choice, token: &Token<'a>) {
        let before = self.draft.options.clone();
        self.set(choice, token);
        let options = &self.draft.options;
        // Of two numbers only one can be meant.
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
        let first = option_conflicts::find(&self.draft.asked, choice).map(|first| first.place);
        if let (true, Some(first)) = (changed.contains(&true), first) {
            let message = "this option has another number here than before";
            self.draft.refuse(Diagnostic::error(token.place, message).see(first, "here"));
        }
        if let Some(wanted) = self.draft.options.first_moves.filter(|wanted| wanted.from > wanted.to) {
            let message = format!("there are no first moves from {} up to {}", wanted.from, wanted.to);
            self.draft.refuse(Diagnostic::error(token.place, message));
        }
        option_conflicts::note(&mut self.draft.asked, Placed::new(choice, token.place));
    }

    fn set(&mut self, choice: Choice, token: &Token<'a>) {
        let options = &mut self.draft.options;
        match choice {
            Choice::SetPlay => options.set_play = true,
            Choice::WhiteToPlay => options.white_to_play = true,
            Choice::Variations => options.variations = true,
            Choice::NoThreat => options.no_threat = true,
            Choice::NullMoves => options.null_moves = true,
            Choice::Threat => {
                if let Some(moves) = self.number(token, 0, u16::MAX.into()) {
                    self.draft.options.threat = Some(moves as u16);
                }
            }
            Choice::NoShortVariations => options.no_short_variations = true,
            Choice::TrivialTriesAvoid => options.no_trivial_tries = true,
            Choice::PostKeyPlay => options.post_key_play = true,
            Choice::NoBoard => options.no_board = true,
            Choice::NoWhiteKing => options.no_white_king = true,
            Choice::NoBlackKing => options.no_black_king = true,
            Choice::Quodlibet => options.quodlibet = true,
            Choice::GoalIsEnd => options.goal_is_end = true,
            Choice::StopOnShortSolutions => options.stop_on_short = true,
            Choice::MatesIn1 => options.mates_in_1 = true,
            Choice::MaxFlightsquares => {
                if let Some(number) = self.number(token, 0, 64) {
                    self.draft.options.max_flights = Some(number as u32);
                }
            }
            Choice::NonTrivial => {
                let spare = self.number(token, 0, u32::MAX.into());
                let within = spare.and_then(|_| self.number(token, 0, u16::MAX.into()));
                if let (Some(spare), Some(within)) = (spare, within) {
                    self.draft.options.nontrivial =
                        Some(NonTrivial { spare: spare as u32, within: within as u16 });
                }
            }
            Choice::CastlingMutuallyExclusive => self.exclusive_castlings(),
            Choice::Duplex => options.duplex = true,
            Choice::HalfDuplex => options.half_duplex = true,
            // Of Try and Defence the last one counts.
            Choice::Try => options.tries = Some(1),
            Choice::Defence => {
                if let Some(number) = self.number(token, 0, u32::MAX.into()) {
                    self.draft.options.tries = Some(number as u32);
                }
            }
            Choice::MaxSolutions => {
                if let Some(number) = self.number(token, 1, u32::MAX.into()) {
                    self.draft.options.max_solutions = Some(number);
                }
            }
            Choice::MaxTime => {
                if let Some(seconds) = self.number(token, 1, u32::MAX.into()) {
                    self.draft.options.max_time = Some(Duration::from_secs(seconds));
                }
            }
            Choice::EnPassant => self.en_passant(),
            Choice::NoCastling => self.no_castling(),
            Choice::Nothing => {}
            Choice::StartMoveNumber => {
                if let Some(from) = self.move_number(token) {
                    self.first_moves().from = from;
                }
            }
            Choice::UpToMoveNumber => {
                if let Some(to) = self.move_number(token) {
                    self.first_moves().to = to;
                }
            }
            Choice::Intelligent | Choice::NothingNumbered => {
                self.draft.options.intelligent |= choice == Choice::Intelligent;
                if self.tokens.peek().is_some_and(|next| next.is_numeric()) {
                    self.number(token, 0, u32::MAX.into());
                }
            }
        }
    }

    /// Reads the number behind an option.
    pub(super) fn number(&mut self, option: &Token<'_>, least: u64, most: u64) -> Option<u64> {
        let expected = format!("a number behind {}", quoted(option.text));
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
        let fits = number.filter(|number| (least..=most).contains(number));
        if fits.is_none() {
            let message = format!("expected {expected} from {least} to {most}, found {}", quoted(token.text));
            self.draft.refuse(Diagnostic::error(token.place, message));
        }
        fits
    }

    fn first_moves(&mut self) -> &mut FirstMoves {
        self.draft.options.first_moves.get_or_insert(FirstMoves { from: 0, to: u64::MAX })
    }

    /// Reads the number of a first move; numbers of later moves may follow it, as in
    /// `3:12`, and are passed over.
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
                let message = "only the number of the first move is looked at";
                self.draft.warn(Diagnostic::warning(token.place, message));
                Some(number.into())
            }
            None => {
                let message = format!("expected numbers of moves, as in 3:12, found {}", quoted(token.text));
                self.draft.refuse(Diagnostic::error(token.place, message));
                None
            }
        }
    }

    fn en_passant(&mut self) {
        let squares = self.square_list();
        let Some(first) = squares.first() else { return };
        let place = Place { length: 2 * squares.len() as u32, ..first.place };
        let [departure, passed @ .., arrival] = &squares[..] else {
            return self.draft.refuse(consistency::no_double_step(place));
        };
        let step = DoubleStep {
            departure: departure.value,
            passed: passed.iter().map(|square| square.value).collect(),
            arrival: arrival.value,
        };
        if let Err(error) = consistency::double_step(&step, self.draft.layout(), place) {
            return self.draft.refuse(error);
        }
        match &self.draft.options.en_passant {
            Some(other) if other.value != step => {
                let error = Diagnostic::error(place, "only one double step can have been the last")
                    .see(other.place, "the other one");
                self.draft.refuse(error);
            }
            _ => self.draft.options.en_passant = Some(Placed::new(step, place)),
        }
    }

    fn no_castling(&mut self) {
        for square in self.square_list() {
            let board = self.draft.board();
            let name = board.layout.name(square.value);
            let ways = board.castlings::<Set128>();
            let mut squares: Vec<Square> =
                ways.iter().flat_map(|way| [way.king_from, way.rook_from]).collect();
            squares.sort();
            squares.dedup();
            if squares.contains(&square.value) {
                note_square(&mut self.draft, square);
            } else {
                let names: Vec<String> =
                    squares.into_iter().map(|square| board.layout.name(square)).collect();
                let message = match names.is_empty() {
                    true => "nobody castles on this board".to_owned(),
                    false => {
                        format!(
                            "nobody can castle from or with {name}: expected some of {}",
                            names.join(", ")
                        )
                    }
                };
                self.draft.refuse(Diagnostic::error(square.place, message));
            }
        }
    }

    fn exclusive_castlings(&mut self) {
        let squares = self.square_list();
        let Some(first) = squares.first() else { return };
        let place = Place { length: 2 * squares.len() as u32, ..first.place };
        let ways = self.draft.board().castlings::<Set128>();
        let is_rook = |side, square| ways.iter().any(|way| (way.side, way.rook_from) == (side, square));
        match &squares[..] {
            [one, other] if is_rook(Side::White, one.value) && is_rook(Side::Black, other.value) => {
                self.draft.options.exclusive_castlings.push((one.value, other.value));
            }
            _ => {
                let message = "expected a white and a black rook's square of the game array, as in 'a1h8'";
                self.draft.refuse(Diagnostic::error(place, message));
            }
        }
    }

    /// Reads squares written without blanks between them, as in `a1b2`.
    pub(super) fn square_list(&mut self) -> Vec<Placed<Square>> {
        let Some(token) = self.tokens.peek() else {
            self.missing(&format!("squares ({})", self.draft.layout().span()));
            return Vec::new();
        };
        let layout = self.draft.layout();
        match squares(&token, 0, layout) {
            Ok(squares) => {
                self.tokens.next();
                self.draft.note_square(token.place);
                squares
            }
            Err(_) if self.ends_list(&token) => {
                self.missing(&format!("squares ({})", layout.span()));
                Vec::new()
            }
            Err(error) => {
                self.tokens.next();
                self.draft.refuse(error);
                Vec::new()
            }
        }
    }
}

fn note_square(draft: &mut Draft, square: Placed<Square>) {
    let noted = &mut draft.options.no_castling;
    if !noted.iter().any(|other| other.value == square.value) {
        noted.push(square);
    }
}

/// Does the text consist of squares?
pub(super) fn is_squares(text: &str, layout: Layout) -> bool {
    !text.is_empty()
        && text
            .as_bytes()
            .chunks(2)
            .all(|pair| std::str::from_utf8(pair).is_ok_and(|name| layout.square(name).is_some()))
}

/// More than there are on any board: a word that names so many says the same again and again, and to find each one's
/// place in it would take long.
const MOST_SQUARES: usize = 128;

/// The squares that a token lists from this byte on.
pub(super) fn squares(
    token: &Token<'_>,
    from: usize,
    layout: Layout,
) -> Result<Vec<Placed<Square>>, Diagnostic> {
    let rest = token.text.get(from..).unwrap_or("");
    let mut squares = Vec::new();
    let mut at = 0;
    while at < rest.len() {
        let pair = rest.get(at..at + 2);
        let Some(square) = pair.and_then(|name| layout.square(name)) else {
            let bad: String = rest[at..].chars().take(2).collect();
            let place = token.part(from + at, from + at + bad.len());
            let message = format!("expected a square ({}), found {}", layout.span(), quoted(&bad));
            return Err(Diagnostic::error(place, message));
        };
        let place = token.part(from + at, from + at + 2);
        if squares.len() == MOST_SQUARES {
            let message = format!("expected at most {MOST_SQUARES} squares in a word");
            return Err(Diagnostic::error(place, message));
        }
        squares.push(Placed::new(square, place));
        at += 2;
    }
    if squares.is_empty() {
        let message = format!("expected squares ({})", layout.span());
        return Err(Diagnostic::error(token.part(from, from), message));
    }
    Ok(squares)
}
