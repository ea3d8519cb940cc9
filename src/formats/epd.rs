//! Problems on one line each: FEN with a stipulation, or with EPD operations.
//!
//! ```text
//! 8/8/8/8/8/5K2/4Q3/7k w - - #1
//! 8/8/8/8/8/5K2/4Q3/7k w - - dm 1; bm Qg2; id "easy"; c0 "N. N.";
//! ```

mod extension;
mod fen;
mod names;
mod operations;

use std::collections::BTreeMap;

use super::diagnostic::quoted;
use super::popeye::tokens::Token;
use super::zero_bytes::ZERO_BYTE;
use super::{Asked, Diagnostic, FenDialect, FenReading, Item, Leniency, Refusal, Source};
use super::{consistency, fairy_fen, popeye, question};
use crate::board::Layout;
use crate::position::Side;
use crate::problem::{Diagram, NamedRule, Options, Problem, Setting, Span, Spanned};
use crate::stipulation::{Family, Stipulation, suggestion};
use fen::FenFields;
pub(crate) use fen::denied_castlings;
pub(super) use operations::{BoardSize, Operations};

/// Returns the first line that is neither blank nor a comment, with its number.
pub(super) fn first_line(source: &Source) -> Option<(u32, &str)> {
    source.lines().find(|(_, line)| is_problem(line))
}

/// The signs of a rank: men, also with the S of other notations, and numbers of empty squares.
const RANK: &str = "pnbrqksPNBRQKS123456789";

/// Returns whether a line begins with what looks like a placement of men. That of a single rank must be followed by the
/// side to move.
pub(super) fn is_placement(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let word = words.next().unwrap_or("");
    match word.contains('/') {
        _ if fairy_fen::has_prefix(word) => true,
        true => {
            word.starts_with(|first| matches!(first, '=' | '(') || RANK.contains(first))
                || resembles_placement(word)
        }
        false => matches!(words.next(), Some("w" | "b")) && word.chars().all(|letter| RANK.contains(letter)),
    }
}

/// Returns whether a word has the form of eight ranks, of which at least half have no wrong letters.
pub(super) fn resembles_placement(word: &str) -> bool {
    let word = fairy_fen::simplified(word);
    let squares = word.split('[').next().unwrap_or("");
    let ranks: Vec<&str> = squares.split('/').collect();
    let is_rank = |rank: &&str| (1..=8).contains(&rank.chars().count()) && !rank.contains(['.', '_', '-']);
    let right = ranks.iter().filter(|rank| rank.chars().all(|sign| RANK.contains(sign))).count();
    ranks.len() == 8
        && ranks.iter().all(is_rank)
        && 2 * right >= ranks.len()
        && squares.contains(|sign: char| sign.is_ascii_digit())
}

/// Returns a placement with a pawn instead of each fairy man in parentheses.
pub(super) fn without_letters_of_fairy_men(word: &str) -> String {
    let mut text = String::new();
    let mut is_inside = false;
    for sign in word.chars() {
        match sign {
            '(' if !is_inside => {
                is_inside = true;
                text.push('p');
            }
            ')' if is_inside => is_inside = false,
            _ if is_inside => {}
            other => text.push(other),
        }
    }
    text
}

/// Returns whether at least half of the lines look like placements, so that the others are probably intended
/// as such.
pub(super) fn is_mostly_placements(source: &Source) -> bool {
    let (mut lines, mut placements) = (0, 0);
    for (_, line) in source.lines().filter(|(_, line)| is_problem(line)) {
        lines += 1;
        placements += usize::from(is_placement(line));
    }
    2 * placements >= lines
}

fn is_problem(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty() && !text.starts_with(['#', ';'])
}

/// The problems of a text: one in every line from the first one on that is neither blank nor a comment.
pub(super) struct Problems<'s> {
    source: &'s Source,
    /// The number of the next line.
    next: u32,
    asked: Asked<'s>,
    fen: FenReading,
}

impl<'s> Problems<'s> {
    /// Returns the problems from the line `first` on.
    pub fn new(source: &'s Source, first: u32, asked: Asked<'s>, fen: FenReading) -> Problems<'s> {
        Problems { source, next: first, asked, fen }
    }
}

impl Iterator for Problems<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let number =
            (self.next..=self.source.line_count() as u32).find(|&line| is_problem(self.source.line(line)))?;
        self.next = number + 1;
        Some(item(number, self.source.line(number), self.asked, self.fen))
    }
}

fn item(number: u32, line: &str, asked: Asked<'_>, fen: FenReading) -> Item {
    let mut words = WordReader::new(line, number);
    let span = words.peek().map_or(Span::default(), |word| word.span);
    if let Some(at) = line.find('\0') {
        let column = line[..at].chars().count() as u32 + 1;
        let error = Diagnostic::error(Span { line: number, column, length: 1 }, ZERO_BYTE);
        return Item { span, ..Item::refused(error) };
    }
    let (mut warnings, mut unread) = (Vec::new(), Vec::new());
    let problem = problem(&mut words, asked, fen, &mut warnings, &mut unread);
    Item {
        span,
        problem: problem.map_err(|errors| Refusal { span, errors, name: names::name(line) }),
        warnings,
        unread,
    }
}

fn problem(
    words: &mut WordReader<'_>,
    asked: Asked<'_>,
    fen: FenReading,
    warnings: &mut Vec<Diagnostic>,
    unread: &mut Vec<Diagnostic>,
) -> Result<Problem, Vec<Diagnostic>> {
    let span = words.peek().map_or(Span::default(), |word| word.span);
    let fields = FenFields::read(words, fen.dialect).map_err(|error| vec![error])?;
    let mut operations = Operations::read(words, fields.diagram.layout())?;
    unread.append(&mut operations.unread);
    let reader = LineReader { span, end: words.span(), asked, leniency: fen.leniency, zeroposition: false };
    reader.problem(&fields, operations, warnings)
}

/// Returns the words of a text with its place.
fn words_of<'a>(text: &Token<'a>) -> WordReader<'a> {
    WordReader { line: text.text, offset: 0, column: text.span.column, number: text.span.line }
}

/// Returns the board of a position in FEN.
pub(super) fn layout(fen: &Token<'_>, dialect: FenDialect) -> Result<Layout, Diagnostic> {
    FenFields::read(&mut words_of(fen), Some(dialect)).map(|fields| fields.diagram.layout())
}

/// Returns the diagram of a position in FEN.
pub(super) fn diagram(fen: &Token<'_>, dialect: FenDialect) -> Result<Diagram, Diagnostic> {
    let fields = FenFields::read(&mut words_of(fen), Some(dialect))?;
    let mut diagram = fields.diagram;
    diagram.reserve = fields.extension.reserve.map(|reserve| reserve.value);
    Ok(diagram)
}

/// Returns whether a placement means the same with and without the name of its dialect.
pub(super) fn is_read_in(placement: &str, dialect: FenDialect) -> bool {
    let read = |dialect| placed(placement, dialect).ok();
    read(None) == read(Some(dialect))
}

/// Returns the diagram of a placement in a dialect, that is detected if there is none.
pub(super) fn placed(placement: &str, dialect: Option<FenDialect>) -> Result<Diagram, Diagnostic> {
    let length = placement.chars().count() as u32;
    let word = Token { text: placement, span: Span { line: 1, column: 1, length } };
    fen::placement(&word, dialect).map(|(diagram, _)| diagram)
}

/// Reads the problem of a position in FEN with its `operations`, about which more is `asked`.
pub(super) fn problem_of(
    fen: &Token<'_>,
    mut operations: Operations,
    asked: Asked<'_>,
    reading: FenReading,
    zeroposition: bool,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Problem, Vec<Diagnostic>> {
    let mut words = words_of(fen);
    let fields = FenFields::read(&mut words, reading.dialect).map_err(|error| vec![error])?;
    if let Some(rest) = words.word() {
        let message = format!("expected nothing after the fields of FEN, found {}", quoted(rest.text));
        return Err(vec![Diagnostic::error(rest.span, message)]);
    }
    if !fields.extension.conditions.is_empty() {
        // The braces name all rules of a game.
        operations.conditions.clear();
    }
    let reader =
        LineReader { span: fen.span, end: words.span(), asked, leniency: reading.leniency, zeroposition };
    reader.problem(&fields, operations, warnings)
}

/// What is known of a problem in addition to the fields of FEN and its operations.
struct LineReader<'a> {
    span: Span,
    /// The place where a missing stipulation is expected.
    end: Span,
    asked: Asked<'a>,
    leniency: Leniency,
    zeroposition: bool,
}

impl LineReader<'_> {
    fn problem(
        &self,
        fields: &FenFields,
        mut operations: Operations,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Problem, Vec<Diagnostic>> {
        let span = self.span;
        if let Some(text) = self.asked.stipulation {
            let asked = question::stipulation(text, fields.diagram.layout(), span)?;
            operations.stipulation = Some(Spanned::new(asked.stipulation, span));
            operations.options.set_play |= asked.set_play;
        }
        let asked = self.asked.rules();
        check_board(fields, &operations, &asked, span).map_err(|error| vec![error])?;
        warnings.append(&mut operations.warnings);
        let Some(stipulation) = operations.stipulation else {
            let message = "expected a stipulation, as in '#2', 'dm 2;' or 'stip \"h#2\";'";
            return Err(vec![Diagnostic::error(self.end, message)]);
        };
        let mut options = std::mem::take(&mut operations.options);
        self.set_beginner(fields, &operations, &mut options, stipulation.value, warnings)?;
        let mut conditions = fields.extension.conditions.clone();
        conditions.append(&mut operations.conditions);
        let known = [conditions.as_slice(), &asked].concat();
        fields.extension.check_reserve(&known).map_err(|error| vec![error])?;
        let mut diagram = fields.diagram.clone();
        diagram.reserve = fields.extension.reserve.map(|reserve| reserve.value);
        let mut setting = Setting {
            diagram,
            places: BTreeMap::new(),
            start: None,
            stipulation: Some(stipulation),
            structured: None,
            conditions: known,
        };
        let array =
            setting.game_array().map_err(|error| vec![Diagnostic::error(error.span(), error.to_string())])?;
        setting.conditions = conditions;
        let castling = fields.castling(array, self.leniency).map_err(|error| vec![error])?;
        warnings.extend(castling.warnings);
        if !operations.castling_is_named {
            options.no_castling = castling.denied;
        }
        options.en_passant = fields.en_passant.clone();
        self.check(&operations, &options)?;
        Ok(Problem {
            span,
            id: operations.id,
            authors: operations.author.into_iter().collect(),
            options,
            declarations: operations.declared.into_iter().map(|line| line.value).collect(),
            twins: operations.twins,
            ..Problem::new(setting)
        })
    }

    /// Makes the side to move of the FEN the one that begins.
    fn set_beginner(
        &self,
        fields: &FenFields,
        operations: &Operations,
        options: &mut Options,
        stipulation: Stipulation,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Vec<Diagnostic>> {
        let usual = Spanned::new(stipulation.first_side(Side::White), self.span);
        let to_move = fields.to_move.unwrap_or(usual);
        match operations.beginner.filter(|_| self.asked.stipulation.is_none()) {
            Some(side) if fields.to_move.is_some() && side != to_move.value => {
                let message = format!("by stipulation and options {side} begins, not {}", to_move.value);
                return Err(vec![Diagnostic::error(to_move.span, message)]);
            }
            Some(_) => {}
            None => warnings.extend(set_side_to_move(options, &stipulation, to_move)),
        }
        if options.duplex && options.half_duplex {
            let side = to_move.value;
            let message =
                format!("Duplex needs the usual side to move, and in {stipulation} that is not {side}");
            return Err(vec![Diagnostic::error(to_move.span, message)]);
        }
        Ok(())
    }

    /// Checks declarations and twins.
    fn check(&self, operations: &Operations, options: &Options) -> Result<(), Vec<Diagnostic>> {
        let solved = operations.twins.len() + usize::from(!self.zeroposition);
        let mut faults = consistency::check_declarations(&operations.declared, solved);
        if options.white_to_play {
            faults.extend(consistency::check_white_to_play(&operations.twins));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

/// Checks that a board of other than 8 by 8 squares was requested.
fn check_board(
    fields: &FenFields,
    operations: &Operations,
    asked: &[NamedRule],
    span: Span,
) -> Result<(), Diagnostic> {
    let layout = fields.diagram.layout();
    let mut rules = fields.extension.conditions.iter().chain(&operations.conditions).chain(asked);
    if !layout.is_rectangle()
        || layout == Layout::CHESS
        || operations.board == BoardSize::Named
        || rules.any(|rule| rule.value.game_array().is_some())
    {
        return Ok(());
    }
    let (files, ranks) = (layout.files(), layout.ranks());
    let message = format!("expected 8 ranks of 8 squares, found {files} files and {ranks} ranks");
    let error = Diagnostic::error(span, message);
    let written = match operations.board {
        BoardSize::Tag => format!("[BoardSize \"{files}x{ranks}\"]"),
        _ => format!("board {files}x{ranks};"),
    };
    Err(error.suggest(format!("write '{written}' if that is the board")))
}

/// Makes `to_move` the side that begins. If the other side would begin by the stipulation: in help play of
/// whole moves White begins and still reaches the goal, which saves a ply (`h#2` with White to move is
/// `h#1.5`); in all other play the sides exchange their parts. The side to move of a proof game may be that after the
/// game. Returns a warning where Black usually begins, since programs write `w` whatever is asked.
fn set_side_to_move(
    options: &mut Options,
    stipulation: &Stipulation,
    to_move: Spanned<Side>,
) -> Option<Diagnostic> {
    let beginner = stipulation.first_side(Side::White);
    let is_after_game = stipulation.family == Family::ProofGame && stipulation.ply_count() % 2 == 1;
    if beginner == to_move.value || is_after_game {
        return None;
    }
    let warning = |meaning: String, suggestion: String| {
        let message = format!("in {stipulation} {beginner} begins; with {} to move {meaning}", to_move.value);
        Diagnostic::warning(to_move.span, message).suggest(suggestion)
    };
    let letter = match beginner {
        Side::White => 'w',
        Side::Black => 'b',
    };
    if stipulation.family == Family::Help && !stipulation.half_move {
        options.white_to_play = true;
        let shortened = options.effective_stipulation(*stipulation);
        let suggestion = format!("write '{letter}' if {beginner} begins, '{shortened}' if not");
        return Some(warning(format!("it is {shortened}"), suggestion));
    }
    options.half_duplex = true;
    let suggestion = format!("write '{letter}' if {beginner} begins");
    (!stipulation.family.is_battle()).then(|| warning("the sides exchange their parts".into(), suggestion))
}

/// Reads the words of a line, separated by blanks.
pub(super) struct WordReader<'a> {
    line: &'a str,
    offset: usize,
    column: u32,
    number: u32,
}

impl<'a> WordReader<'a> {
    /// Returns the words of the line with this number.
    pub fn new(line: &'a str, number: u32) -> WordReader<'a> {
        WordReader { line, offset: 0, column: 1, number }
    }

    /// Returns the position of the next character.
    pub fn span(&self) -> Span {
        Span { line: self.number, column: self.column, length: 0 }
    }

    pub fn rest(&self) -> &'a str {
        &self.line[self.offset..]
    }

    /// Consumes `length` bytes of the rest.
    pub fn take(&mut self, length: usize) -> Token<'a> {
        let text = self.rest().get(..length).unwrap_or(self.rest());
        let count = text.chars().count() as u32;
        let span = Span { length: count, ..self.span() };
        self.offset += text.len();
        self.column += count;
        Token { text, span }
    }

    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.take(rest.len() - rest.trim_start().len());
    }

    /// Consumes the text before the next blank or semicolon.
    pub fn word(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let rest = self.rest();
        let end = rest.find(|character: char| character.is_whitespace() || character == ';');
        match end.unwrap_or(rest.len()) {
            0 => None,
            length => Some(self.take(length)),
        }
    }

    fn peek(&self) -> Option<Token<'a>> {
        WordReader { ..*self }.word()
    }

    /// Consumes the next word, or returns the error that it is missing.
    fn expect(&mut self, expected: &str) -> Result<Token<'a>, Diagnostic> {
        self.word().ok_or_else(|| {
            let found = match self.rest().chars().next() {
                Some(character) => quoted(&character.to_string()),
                None => "the end of the line".to_owned(),
            };
            let message = format!("expected {expected}, found {found}");
            Diagnostic::error(self.span(), message)
        })
    }
}

/// Reads a stipulation from a word, and returns whether a star requests the set play.
fn stipulation(word: &Token<'_>, layout: Layout) -> Result<(Spanned<Stipulation>, bool), Diagnostic> {
    match popeye::read_starred(word.text, layout) {
        Ok((stipulation, set_play)) => Ok((Spanned::new(stipulation, word.span), set_play)),
        Err(error) => {
            let meant = suggestion(word.text, layout);
            Err(popeye::not_a_stipulation(word, &error).did_you_mean(meant))
        }
    }
}

#[cfg(test)]
mod tests;
