//! The operations of EPD: an opcode, its operand and a semicolon.

use super::{WordReader, stipulation};
use crate::board::Layout;
use crate::formats::declaration_line::{self, Declared};
use crate::formats::diagnostic::{nearest, quoted};
use crate::formats::popeye::tokens::{Token, Tokens};
use crate::formats::source::sanitise;
use crate::formats::{Diagnostic, popeye, solution_count};
use crate::position::Side;
use crate::problem::{Declaration, NamedRule, Options, Span, Spanned, Twin, Verdict};
use crate::stipulation::{Stipulation, Structured};

/// The opcodes that describe a problem.
const KNOWN_OPCODES: [&str; 11] =
    ["stip", "dm", "bm", "board", "cond", "opt", "twin", "verdict", "kirke", "id", "c0"];

/// The other opcodes of EPD, which are ignored.
const IGNORED_OPCODES: [&str; 34] = [
    "acd",
    "acn",
    "acs",
    "am",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "ce",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "v0",
    "v1",
    "v2",
];

/// The contents of the operations.
#[derive(Default)]
pub(in crate::formats) struct Operations {
    pub stipulation: Option<Spanned<Stipulation>>,
    pub conditions: Vec<NamedRule>,
    pub options: Options,
    pub declared: Vec<Spanned<Declaration>>,
    pub twins: Vec<Twin>,
    pub id: Option<String>,
    pub author: Option<String>,
    /// What confirms a placement that has not eight ranks of eight squares.
    pub board: BoardSize,
    /// Whether the options name the kings and rooks that may not castle, so that the FEN does not.
    pub castling_is_named: bool,
    /// The side that begins, if options or the stipulation decide that and not the FEN.
    pub beginner: Option<Side>,
    pub warnings: Vec<Diagnostic>,
    /// The operations that are not used.
    pub unread: Vec<Diagnostic>,
}

/// What confirms the size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::formats) enum BoardSize {
    /// The operation `board`, which is missing.
    #[default]
    Operation,
    /// The tag `BoardSize` of PGN, which is missing.
    Tag,
    /// It is confirmed.
    Named,
}

/// The operand of an operation: words, or one quoted text.
struct Operand<'a> {
    token: Token<'a>,
}

impl<'a> Operand<'a> {
    fn words(&self) -> impl Iterator<Item = &'a str> {
        self.token.text.split_whitespace()
    }

    fn tokens(&self) -> Tokens<'a> {
        let span = self.token.span;
        Tokens::from(self.token.text, span.line, span.column)
    }

    fn text(&self) -> String {
        sanitise(&self.words().collect::<Vec<_>>().join(" "))
    }
}

impl Operations {
    /// Reads what follows the fields of FEN: a stipulation, or operations, or both.
    pub(super) fn read(words: &mut WordReader<'_>, layout: Layout) -> Result<Operations, Vec<Diagnostic>> {
        let mut operations = Operations::default();
        let mut errors = Vec::new();
        let mut names: Vec<Token<'_>> = Vec::new();
        let mut declaration = Spanned::new(Declaration::default(), Span::default());
        if let Some(word) = words.peek().filter(|word| !is_opcode(word.text)) {
            operations.read_bare_stipulation(&word, words, layout, &mut declaration)?;
        }
        loop {
            words.skip_blanks();
            if words.rest().is_empty() {
                break;
            }
            let Ok(name) = words.expect("an operation").map_err(|error| errors.push(error)) else {
                break;
            };
            let given = match operand(words) {
                Ok(given) => given,
                Err(error) => {
                    errors.push(error);
                    break;
                }
            };
            let first = names.iter().find(|other| other.text == name.text && name.text != "twin");
            if let Some(other) = first {
                let message = format!("the operation '{}' occurs twice", other.text);
                errors.push(Diagnostic::error(name.span, message).see_also(other.span, "here"));
            } else if let Err(faults) = operations.apply(&name, &given, layout, &mut declaration) {
                errors.extend(faults);
            }
            if is_opcode(name.text) {
                // Only known opcodes are stored, so that there are few.
                names.push(name);
            }
            if errors.len() >= 10 {
                break;
            }
        }
        if declaration.value != Declaration::default() {
            operations.declared.insert(0, declaration);
        }
        if errors.is_empty() { Ok(operations) } else { Err(errors) }
    }

    /// Reads a stipulation that is no operand, with the number of solutions that may follow.
    fn read_bare_stipulation(
        &mut self,
        word: &Token<'_>,
        words: &mut WordReader<'_>,
        layout: Layout,
        declaration: &mut Spanned<Declaration>,
    ) -> Result<(), Vec<Diagnostic>> {
        match stipulation(word, layout) {
            Ok((stipulation, set_play)) => {
                self.stipulation = Some(stipulation);
                self.options.set_play |= set_play;
            }
            Err(error) if error.suggestion.is_some() || word.text.contains(['#', '=', '+', '~']) => {
                return Err(vec![error]);
            }
            Err(_) => return Err(vec![unknown_opcode(word)]),
        }
        words.word();
        words.skip_blanks();
        if let Some((counted, length)) = solution_count::read(words.rest()) {
            *declaration = Spanned::new(counted, words.take(length).span);
            words.skip_blanks();
        }
        if words.rest().starts_with(';') {
            words.take(1);
        }
        Ok(())
    }

    fn apply(
        &mut self,
        name: &Token<'_>,
        given: &Operand<'_>,
        layout: Layout,
        declaration: &mut Spanned<Declaration>,
    ) -> Result<(), Vec<Diagnostic>> {
        let wrong = |message: String| vec![Diagnostic::error(given.token.span, message)];
        let found = quoted(given.token.text);
        if KNOWN_OPCODES.contains(&name.text) && given.words().next().is_none() {
            let message = format!("expected an operand after '{}'", name.text);
            return Err(vec![Diagnostic::error(given.token.span, message)]);
        }
        match name.text {
            "stip" => self.apply_stipulation(&given.token, layout)?,
            "dm" => {
                let read = moves_to_mate(given.token.text, layout).map_err(wrong)?;
                self.set_stipulation(Spanned::new(read, given.token.span))?;
            }
            "bm" if given.token.text.starts_with('#') => {
                let read = mate_in(given.token.text, layout).map_err(wrong)?;
                self.set_stipulation(Spanned::new(read, given.token.span))?;
            }
            "bm" => {
                declaration.value.keys = Some(moves(given).map_err(wrong)?);
                declaration.span = given.token.span;
            }
            "verdict" => {
                declaration.value.verdict = Some(declared_verdict(given).map_err(wrong)?);
                declaration.span = given.token.span;
            }
            "board" => {
                let size = format!("{}x{}", layout.files(), layout.ranks());
                if given.token.text != size {
                    return Err(wrong(format!(
                        "the placement has {size} files and ranks, and the board {found}"
                    )));
                }
                self.board = BoardSize::Named;
            }
            "kirke" => self.declared.push(declaration_line::read(given.tokens())?),
            "cond" => self.conditions = popeye::read_conditions(given.tokens())?,
            "opt" => {
                let options = popeye::read_options(given.tokens(), self.options.clone())?;
                check_options(&options).map_err(wrong)?;
                self.options = options;
            }
            "twin" => {
                let name = Twin::name(1 + self.twins.len());
                let (twin, declared) = popeye::read_twin(&given.token, &name, layout)?;
                self.twins.push(twin);
                self.declared.extend(declared);
            }
            "id" => self.id = Some(given.text()),
            "c0" => self.author = Some(given.text()),
            other if IGNORED_OPCODES.contains(&other) => {
                let message = format!("the operation '{other}' is not used");
                let warning = Diagnostic::warning(name.span, message);
                self.warnings.push(warning.clone());
                self.unread.push(warning);
            }
            _ => return Err(vec![unknown_opcode(name)]),
        }
        Ok(())
    }

    /// Applies a stipulation with the number of solutions that may follow.
    pub fn apply_stipulation(&mut self, given: &Token<'_>, layout: Layout) -> Result<(), Vec<Diagnostic>> {
        let (asked, rest) = split_at_blank(given);
        let (read, set_play) = stipulation(&asked, layout).map_err(|error| vec![error])?;
        self.set_stipulation(read)?;
        self.options.set_play |= set_play;
        if !rest.text.is_empty() {
            let counted = solution_count::read_whole(rest.text)
                .map_err(|message| vec![Diagnostic::error(rest.span, message)])?;
            self.declared.push(Spanned::new(counted, rest.span));
        }
        Ok(())
    }

    /// Names the side that begins if options or a structured stipulation decide that.
    pub fn name_beginner(&mut self, structured: Option<&Structured>) {
        let options = &self.options;
        let decides = options.half_duplex || options.white_to_play || structured.is_some();
        let Some(read) = self.stipulation.filter(|_| decides) else { return };
        let white = if options.half_duplex { Side::Black } else { Side::White };
        self.beginner = Some(match structured {
            Some(plan) if options.half_duplex => plan.first_side().other(),
            Some(plan) => plan.first_side(),
            None => options.effective_stipulation(read.value).first_side(white),
        });
    }

    /// Sets the stipulation; a second one must be the same.
    fn set_stipulation(&mut self, stipulation: Spanned<Stipulation>) -> Result<(), Vec<Diagnostic>> {
        match &self.stipulation {
            Some(other) if other.value != stipulation.value => {
                let message = format!("two stipulations: {} and {}", other.value, stipulation.value);
                let error = Diagnostic::error(stipulation.span, message);
                Err(vec![error.see_also(other.span, "the other one")])
            }
            _ => {
                self.stipulation = Some(stipulation);
                Ok(())
            }
        }
    }
}

/// Splits a text at its first blank; the second part is without the blanks at its ends.
fn split_at_blank<'a>(text: &Token<'a>) -> (Token<'a>, Token<'a>) {
    let end = text.text.find(char::is_whitespace).unwrap_or(text.text.len());
    let rest = text.text[end..].trim();
    let begin = text.text.len() - text.text[end..].trim_start().len();
    let part = |from: usize, to: usize| Token { text: &text.text[from..to], span: text.sub_span(from, to) };
    (part(0, end), part(begin, begin + rest.len()))
}

/// Returns the stipulation of `dm`, a mate in a number of moves, or the message of the error.
fn moves_to_mate(text: &str, layout: Layout) -> Result<Stipulation, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("expected the number of moves to mate, found {}", quoted(text)));
    }
    Stipulation::read(&format!("#{text}"), layout).map_err(|error| error.message)
}

/// Returns the stipulation of a best move `#3`, or the message of the error.
fn mate_in(text: &str, layout: Layout) -> Result<Stipulation, String> {
    match text.strip_prefix("#-") {
        Some(_) => Err(format!(
            "expected a mate by the side to move, as in #3, found {}: give the position after its move",
            quoted(text)
        )),
        None => moves_to_mate(text.trim_start_matches('#'), layout),
    }
}

/// Reads the verdict that a problem declares.
fn declared_verdict(given: &Operand<'_>) -> Result<Verdict, String> {
    Verdict::from_words(&given.text().to_lowercase()).ok_or_else(|| {
        let words = Verdict::ALL.map(Verdict::words).join(", ");
        format!("expected a verdict ({words}), found {}", quoted(given.token.text))
    })
}

/// Returns the moves of an operand, or the message of the error. `exd6 e.p. !` is one move.
fn moves(given: &Operand<'_>) -> Result<Vec<String>, String> {
    let is_mark = |word: &str| matches!(word.trim_matches(['+', '#', '!']), "" | "e.p." | "ep.");
    let words = given.words().map(|word| word.trim_end_matches(',')).filter(|word| !is_mark(word));
    let check = |word: &str| match declaration_line::can_be_move(word, Declared::Key) {
        true => Ok(word.to_owned()),
        false => Err(format!("expected moves separated by blanks, as in 'Qe2 Rd1', found {}", quoted(word))),
    };
    words.map(check).collect()
}

/// Refuses the options that repeat a field of the FEN; the error is the message.
fn check_options(options: &Options) -> Result<(), String> {
    let repeats_a_field = options.half_duplex
        || options.white_to_play
        || options.en_passant.is_some()
        || !options.no_castling.is_empty();
    if repeats_a_field {
        return Err("the fields of the FEN give the side to move, the castling rights and the en passant \
                    square: HalfDuplex, WhiteToPlay, NoCastling and EnPassant are not allowed here"
            .into());
    }
    Ok(())
}

pub(super) fn is_opcode(text: &str) -> bool {
    KNOWN_OPCODES.contains(&text) || IGNORED_OPCODES.contains(&text)
}

fn unknown_opcode(name: &Token<'_>) -> Diagnostic {
    let message = format!(
        "expected a stipulation or an operation ({}), found {}",
        KNOWN_OPCODES.join(", "),
        quoted(name.text)
    );
    Diagnostic::error(name.span, message).did_you_mean(nearest(name.text, KNOWN_OPCODES))
}

/// Consumes the operand of an operation, up to its semicolon or the end of the line.
fn operand<'a>(words: &mut WordReader<'a>) -> Result<Operand<'a>, Diagnostic> {
    words.skip_blanks();
    if !words.rest().starts_with('"') {
        let rest = words.rest();
        let end = rest.find(';').unwrap_or(rest.len());
        let whole = words.take(rest[..end].trim_end().len());
        words.skip_blanks();
        words.take(1);
        return Ok(Operand { token: whole });
    }
    let quote = words.take(1);
    let Some(length) = words.rest().find('"') else {
        let message = "this quotation mark is not closed";
        return Err(Diagnostic::error(quote.span, message));
    };
    let whole = words.take(length);
    words.take(1);
    words.skip_blanks();
    match words.rest().chars().next() {
        None => {}
        Some(';') => {
            words.take(1);
        }
        Some(other) => {
            let found = quoted(&other.to_string());
            let message = format!("expected a semicolon after the quoted text, found {found}");
            return Err(Diagnostic::error(words.span(), message));
        }
    }
    Ok(Operand { token: whole })
}
