//! The operations of EPD: a name, what it is given, and a semicolon.

use super::{Words, stipulation};
use crate::board::Layout;
use crate::formats::diagnostic::{nearest, quoted};
use crate::formats::popeye::tokens::{Token, Tokens};
use crate::formats::source::harmless;
use crate::formats::{Diagnostic, declaration_line, popeye};
use crate::problem::{Declaration, Options, Place, Placed, Verdict};
use crate::rules::Clause;
use crate::stipulation::Stipulation;

/// The operations that say something of a problem.
const KNOWN: [&str; 10] = ["stip", "dm", "bm", "board", "cond", "opt", "verdict", "kirke", "id", "c0"];

/// The other operations of EPD; they are not needed here.
const UNUSED: [&str; 34] = [
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

/// What the operations say.
#[derive(Default)]
pub(super) struct Operations {
    pub stipulation: Option<Placed<Stipulation>>,
    pub conditions: Vec<Placed<Clause>>,
    pub options: Options,
    pub declared: Vec<Placed<Declaration>>,
    pub id: Option<String>,
    pub author: Option<String>,
    /// Is the board said to be as small as the placement?
    pub small: bool,
    pub warnings: Vec<Diagnostic>,
}

/// What an operation is given: words, or one text in quotes.
struct Given<'a> {
    whole: Token<'a>,
}

impl<'a> Given<'a> {
    fn words(&self) -> impl Iterator<Item = &'a str> {
        self.whole.text.split_whitespace()
    }

    fn tokens(&self) -> Tokens<'a> {
        let place = self.whole.place;
        Tokens::from(self.whole.text, place.line, place.column)
    }

    fn text(&self) -> String {
        harmless(&self.words().collect::<Vec<_>>().join(" "))
    }
}

impl Operations {
    /// Reads what stands behind the fields of FEN: a stipulation, or operations, or both.
    pub(super) fn read(words: &mut Words<'_>, layout: Layout) -> Result<Operations, Vec<Diagnostic>> {
        let mut told = Operations::default();
        let mut errors = Vec::new();
        let mut names: Vec<Token<'_>> = Vec::new();
        let mut declaration = Placed::new(Declaration::default(), Place::default());
        if let Some(word) = words.peek().filter(|word| !is_operation(word.text)) {
            match stipulation(&word, layout) {
                Ok(stipulation) => told.stipulation = Some(stipulation),
                Err(error) if word.text.contains(['#', '=', '+', '~']) => return Err(vec![error]),
                Err(_) => return Err(vec![unknown(&word)]),
            }
            words.word();
            words.skip_blanks();
            if words.rest().starts_with(';') {
                words.take(1);
            }
        }
        loop {
            words.skip_blanks();
            if words.rest().is_empty() {
                break;
            }
            let Ok(name) = words.expect("an operation").map_err(|error| errors.push(error)) else {
                break;
            };
            let given = match given(words) {
                Ok(given) => given,
                Err(error) => {
                    errors.push(error);
                    break;
                }
            };
            if let Some(other) = names.iter().find(|other| other.text == name.text) {
                let message = format!("the operation '{}' stands twice", other.text);
                errors.push(Diagnostic::error(name.place, message).see(other.place, "here"));
            } else if let Err(faults) = told.perform(&name, &given, layout, &mut declaration) {
                errors.extend(faults);
            }
            if is_operation(name.text) {
                // Only known names are remembered, so there are not many.
                names.push(name);
            }
            if errors.len() >= 10 {
                break;
            }
        }
        if declaration.value != Declaration::default() {
            told.declared.insert(0, declaration);
        }
        if errors.is_empty() { Ok(told) } else { Err(errors) }
    }

    fn perform(
        &mut self,
        name: &Token<'_>,
        given: &Given<'_>,
        layout: Layout,
        declaration: &mut Placed<Declaration>,
    ) -> Result<(), Vec<Diagnostic>> {
        let wrong = |message: String| vec![Diagnostic::error(given.whole.place, message)];
        let found = quoted(given.whole.text);
        if KNOWN.contains(&name.text) && given.words().next().is_none() {
            let message = format!("expected something behind '{}'", name.text);
            return Err(vec![Diagnostic::error(given.whole.place, message)]);
        }
        match name.text {
            "stip" => {
                let read = stipulation(&given.whole, layout).map_err(|error| vec![error])?;
                self.ask(read)?;
            }
            "dm" => {
                let digits = given.whole.text.bytes().all(|byte| byte.is_ascii_digit());
                let text = format!("#{}", given.whole.text);
                let read = match Stipulation::read(&text, layout) {
                    Ok(read) if digits => read,
                    Err(error) if digits && !given.whole.text.is_empty() => {
                        return Err(wrong(error.message));
                    }
                    _ => {
                        return Err(wrong(format!("expected the number of moves to mate, found {found}")));
                    }
                };
                self.ask(Placed::new(read, given.whole.place))?;
            }
            "bm" => {
                let keys = given.words().map(|word| word.trim_end_matches(',').to_owned());
                // `exd6 e.p.` is one move.
                let is_move =
                    |word: &String| !matches!(word.trim_matches(['+', '#', '!', '?']), "e.p." | "ep.");
                declaration.value.keys = Some(keys.filter(is_move).collect());
                declaration.place = given.whole.place;
            }
            "verdict" => {
                let verdict = Verdict::from_words(&given.text().to_lowercase());
                let verdict = verdict.ok_or_else(|| {
                    let words = Verdict::ALL.map(Verdict::words).join(", ");
                    wrong(format!("expected a verdict ({words}), found {found}"))
                })?;
                declaration.value.verdict = Some(verdict);
                declaration.place = given.whole.place;
            }
            "board" => {
                let size = format!("{}x{}", layout.files(), layout.ranks());
                if given.whole.text != size {
                    return Err(wrong(format!(
                        "the placement has {size} files and ranks, and the board {found}"
                    )));
                }
                self.small = true;
            }
            "kirke" => self.declared.push(declaration_line::read(given.tokens())?),
            "cond" => self.conditions = popeye::read_conditions(given.tokens())?,
            "opt" => {
                let options = popeye::read_options(given.tokens())?;
                if options.half_duplex
                    || options.white_to_play
                    || options.en_passant.is_some()
                    || !options.no_castling.is_empty()
                {
                    return Err(wrong(
                        "the fields of the FEN say who moves, who can castle and what a pawn \
                         has passed: HalfDuplex, WhiteToPlay, NoCastling and EnPassant do not \
                         stand here"
                            .into(),
                    ));
                }
                self.options = options;
            }
            "id" => self.id = Some(given.text()),
            "c0" => self.author = Some(given.text()),
            other if UNUSED.contains(&other) => {
                let message = format!("the operation '{other}' is not used");
                self.warnings.push(Diagnostic::warning(name.place, message));
            }
            _ => return Err(vec![unknown(name)]),
        }
        Ok(())
    }

    /// Notes a stipulation; two of them must be the same.
    fn ask(&mut self, stipulation: Placed<Stipulation>) -> Result<(), Vec<Diagnostic>> {
        match &self.stipulation {
            Some(other) if other.value != stipulation.value => {
                let message = format!("two stipulations: {} and {}", other.value, stipulation.value);
                let error = Diagnostic::error(stipulation.place, message);
                Err(vec![error.see(other.place, "the other one")])
            }
            _ => {
                self.stipulation = Some(stipulation);
                Ok(())
            }
        }
    }
}

fn is_operation(text: &str) -> bool {
    KNOWN.contains(&text) || UNUSED.contains(&text)
}

fn unknown(name: &Token<'_>) -> Diagnostic {
    let message =
        format!("expected a stipulation or an operation ({}), found {}", KNOWN.join(", "), quoted(name.text));
    let error = Diagnostic::error(name.place, message);
    match nearest(name.text, KNOWN) {
        Some(meant) => error.suggest(format!("did you mean '{meant}'?")),
        None => error,
    }
}

/// Takes what an operation is given, up to its semicolon or the end of the line.
fn given<'a>(words: &mut Words<'a>) -> Result<Given<'a>, Diagnostic> {
    words.skip_blanks();
    if !words.rest().starts_with('"') {
        let rest = words.rest();
        let end = rest.find(';').unwrap_or(rest.len());
        let whole = words.take(rest[..end].trim_end().len());
        words.skip_blanks();
        words.take(1);
        return Ok(Given { whole });
    }
    let quote = words.take(1);
    let Some(length) = words.rest().find('"') else {
        let message = "this quotation mark is not closed";
        return Err(Diagnostic::error(quote.place, message));
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
            let message = format!("expected a semicolon behind the quoted text, found {found}");
            return Err(Diagnostic::error(words.place(), message));
        }
    }
    Ok(Given { whole })
}
