//! What is asked about every problem of a text, in addition to the text.

use super::consistency::contradiction;
use super::popeye::tokens::{Token, Tokens};
use super::popeye::{self, WholeStipulation};
use super::{Diagnostic, Document, FenReading, InputFormat, Item, Items, Reading, Refusal};
use crate::board::Layout;
use crate::problem::{NamedRule, Problem, Span, Spanned, Twin, first_name};
use crate::stipulation::Goal;

/// A stipulation, conditions, options and twins for every problem of a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Question {
    /// The stipulation; it replaces that of a problem.
    pub stipulation: Option<String>,
    /// Conditions in addition to those of a problem.
    pub conditions: Vec<String>,
    /// Options in addition to those of a problem, in Popeye's words.
    pub options: Vec<String>,
    /// Whether the set play is included.
    pub set_play: bool,
    /// The tries to include: those with at most this number of refutations.
    pub tries: Option<u32>,
    /// The changes of further twins, in Popeye's words; the label before them (`b)`) can be omitted.
    pub twins: Vec<String>,
    /// How FEN is read.
    pub fen: FenReading,
}

/// What is asked about the problems of a text before they are read: it decides how their text is read.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Asked<'q> {
    /// The stipulation; in all formats but Popeye's language it replaces that of a problem, which can then be missing.
    pub stipulation: Option<&'q str>,
    /// Conditions in addition to those of a problem, which can permit other boards and men off the board.
    pub conditions: &'q [String],
}

impl Asked<'_> {
    /// Returns the conditions that are understood.
    pub(super) fn rules(self) -> Vec<NamedRule> {
        let read = |text: &String| popeye::read_conditions(Tokens::new(text)).ok();
        self.conditions.iter().filter_map(read).flatten().collect()
    }
}

impl Question {
    /// Checks a stipulation, as far as that is possible without the board.
    ///
    /// # Errors
    /// What was expected.
    pub fn check_stipulation(text: &str) -> Result<String, String> {
        popeye::read_stipulation(text, Layout::CHESS).map(|_| text.to_owned())
    }

    /// Checks conditions.
    ///
    /// # Errors
    /// What was expected.
    pub fn check_conditions(text: &str) -> Result<String, String> {
        popeye::read_conditions(Tokens::new(text)).map(|_| text.to_owned()).map_err(|errors| joined(&errors))
    }

    /// Checks options.
    ///
    /// # Errors
    /// What was expected.
    pub fn check_options(text: &str) -> Result<String, String> {
        let read = popeye::read_options(Tokens::new(text), Default::default());
        read.map(|_| text.to_owned()).map_err(|errors| joined(&errors))
    }

    /// Returns the problems of a document in order, each with this question about it.
    pub fn items<'d>(&'d self, document: &'d Document) -> QuestionedItems<'d> {
        let asked = Asked { stipulation: self.stipulation.as_deref(), conditions: &self.conditions };
        let items = document.items(asked, self.fen);
        QuestionedItems { items, question: self, format: document.format() }
    }

    /// Reads the problems of a text as [`read`](super::read) does, and asks the question about each of them.
    pub fn read(&self, name: &str, bytes: &[u8]) -> Reading {
        let document = Document::new(name, bytes);
        let mut items = self.items(&document);
        let read = items.by_ref().collect();
        let (format, warnings) = (document.format(), items.warnings().to_vec());
        Reading { source: document.source().clone(), format, items: read, warnings }
    }

    fn apply_to(&self, problem: &mut Problem, format: Option<InputFormat>) -> Result<(), Vec<Diagnostic>> {
        let span = problem.span;
        let in_argument = |name: &str, text: &str, errors: Vec<Diagnostic>| -> Vec<Diagnostic> {
            errors.into_iter().map(|error| error.in_argument(name, text, span)).collect()
        };
        let layout = problem.setting.diagram.layout();
        if let Some(text) = &self.stipulation {
            let asked = stipulation(text, layout, span)?;
            // The reader of EPD has replaced it, since the side to move depends on it.
            if format == Some(InputFormat::Popeye) {
                problem.setting.stipulation = Some(Spanned::new(asked.stipulation, span));
                problem.setting.structured = None;
                problem.options.set_play |= asked.set_play;
            }
            if let Some(counted) = asked.declared {
                for declaration in problem.declarations.iter_mut().filter(|other| other.twin.is_none()) {
                    (declaration.line_count, declaration.branching) = (None, None);
                }
                problem.declarations.push(counted);
            }
            check_diagrams(problem)?;
        }
        for text in &self.conditions {
            let read = popeye::read_conditions(Tokens::new(text));
            let conditions = read.map_err(|errors| in_argument("--cond", text, errors))?;
            let placed = conditions.into_iter().map(|condition| NamedRule { span, ..condition });
            problem.setting.conditions.extend(placed);
        }
        for text in &self.options {
            let (en_passant, no_castling) =
                (problem.options.en_passant.is_some(), problem.options.no_castling.len());
            problem.options = popeye::read_options(Tokens::new(text), problem.options.clone())
                .map_err(|errors| in_argument("--option", text, errors))?;
            // What the argument adds has no place in the problem's text.
            let step = problem.options.en_passant.as_mut().filter(|_| !en_passant);
            step.into_iter().for_each(|step| step.span = span);
            problem.options.no_castling[no_castling..].iter_mut().for_each(|square| square.span = span);
        }
        problem.options.set_play |= self.set_play;
        problem.options.tries = self.tries.or(problem.options.tries);
        // The arguments can contradict the problem, and each other.
        if let Some(why) = contradiction(&problem.options) {
            return Err(vec![Diagnostic::error(span, why)]);
        }
        for text in &self.twins {
            let name = Twin::name(problem.twins.len() + usize::from(!problem.zeroposition));
            let (twin, declared) = popeye::read_twin(&Token { text, span: whole(text) }, &name, layout)
                .map_err(|errors| in_argument("--twin", text, errors))?;
            problem.twins.push(twin.at(span));
            problem.declarations.extend(declared.into_iter().map(|declaration| declaration.value));
        }
        Ok(())
    }
}

/// The problems of a document in order, each with a question about it.
pub struct QuestionedItems<'d> {
    items: Items<'d>,
    question: &'d Question,
    format: Option<InputFormat>,
}

impl QuestionedItems<'_> {
    /// Returns the warnings about the text as a whole, of the part that was read.
    pub fn warnings(&self) -> &[Diagnostic] {
        self.items.warnings()
    }
}

impl Iterator for QuestionedItems<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let mut item = self.items.next()?;
        if let Ok(problem) = &mut item.problem
            && let Err(errors) = self.question.apply_to(problem, self.format)
        {
            let name = first_name(&problem.authors, &problem.titles, problem.id.as_ref()).map(str::to_owned);
            item.problem = Err(Refusal { span: item.span, errors, name });
        }
        Some(item)
    }
}

/// Reads a stipulation that is asked about the problem at `span`.
///
/// # Errors
/// What was expected.
pub(super) fn stipulation(
    text: &str,
    layout: Layout,
    span: Span,
) -> Result<WholeStipulation, Vec<Diagnostic>> {
    popeye::read_stipulation(text, layout)
        .map_err(|error| vec![Diagnostic::error(whole(text), error).in_argument("--stip", text, span)])
}

/// Returns the span of an argument in itself.
fn whole(text: &str) -> Span {
    Span { line: 1, column: 1, length: text.chars().count() as u32 }
}

/// Checks that a problem has the diagrams that its stipulation needs.
fn check_diagrams(problem: &Problem) -> Result<(), Vec<Diagnostic>> {
    let Some(stipulation) = problem.setting.stipulation.map(|stipulation| stipulation.value) else {
        return Ok(());
    };
    if stipulation.goal == Goal::AToB && problem.setting.start.is_none() {
        let message = format!("{stipulation} needs two diagrams, and this problem has one");
        return Err(vec![Diagnostic::error(problem.span, message)]);
    }
    Ok(())
}

/// Returns errors as one line.
fn joined(errors: &[Diagnostic]) -> String {
    errors.iter().map(Diagnostic::one_line).collect::<Vec<_>>().join("; ")
}
