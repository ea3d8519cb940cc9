//! What is asked about every problem of a text, in addition to the text.

use super::diagnostic::quoted;
use super::popeye::tokens::Tokens;
use super::{Diagnostic, Reading, Refusal, popeye};
use crate::board::Layout;
use crate::problem::{Problem, Spanned, Twin};
use crate::stipulation::{Goal, Stipulation};

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
}

impl Question {
    /// Checks a stipulation, as far as that is possible without the board.
    ///
    /// # Errors
    /// What was expected.
    pub fn check_stipulation(text: &str) -> Result<String, String> {
        match popeye::read_stipulation(text, Layout::CHESS) {
            Ok(_) => Ok(text.to_owned()),
            Err(error) => Err(error),
        }
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

    /// Reads the problems of a text as [`read`](super::read) does, and asks the question about each of them.
    pub fn read(&self, name: &str, bytes: &[u8]) -> Reading {
        let mut reading = super::read_with(name, bytes, self.stipulation.as_deref());
        for item in &mut reading.items {
            let Ok(problem) = &mut item.problem else { continue };
            if let Err(errors) = self.apply_to(problem) {
                item.problem = Err(Refusal { span: item.span, errors });
            }
        }
        reading
    }

    fn apply_to(&self, problem: &mut Problem) -> Result<(), Vec<Diagnostic>> {
        let span = problem.span;
        let in_argument = |name: &str, text: &str, errors: &[Diagnostic]| {
            vec![Diagnostic::error(span, format!("--{name} {}: {}", quoted(text), joined(errors)))]
        };
        let layout = problem.setting.diagram.layout();
        if let Some(text) = &self.stipulation {
            let (stipulation, set_play) = popeye::read_stipulation(text, layout).map_err(|error| {
                vec![Diagnostic::error(span, format!("--stip {}: {error}", quoted(text)))]
            })?;
            set_stipulation(problem, stipulation)?;
            problem.options.set_play |= set_play;
        }
        for text in &self.conditions {
            let read = popeye::read_conditions(Tokens::new(text));
            let conditions = read.map_err(|errors| in_argument("cond", text, &errors))?;
            let placed = conditions.into_iter().map(|condition| Spanned::new(condition.value, span));
            problem.setting.conditions.extend(placed);
        }
        for text in &self.options {
            let (en_passant, no_castling) =
                (problem.options.en_passant.is_some(), problem.options.no_castling.len());
            problem.options = popeye::read_options(Tokens::new(text), problem.options.clone())
                .map_err(|errors| in_argument("option", text, &errors))?;
            // What the argument adds has no place in the problem's text.
            let step = problem.options.en_passant.as_mut().filter(|_| !en_passant);
            step.into_iter().for_each(|step| step.span = span);
            problem.options.no_castling[no_castling..].iter_mut().for_each(|square| square.span = span);
        }
        problem.options.set_play |= self.set_play;
        problem.options.tries = self.tries.or(problem.options.tries);
        for text in &self.twins {
            let name = Twin::name(problem.twins.len() + usize::from(!problem.zeroposition));
            let changes = without_label(text, &name).map_err(|error| {
                vec![Diagnostic::error(span, format!("--twin {}: {error}", quoted(text)))]
            })?;
            let (twin, counted) = popeye::read_twin(Tokens::new(changes), layout)
                .map_err(|errors| in_argument("twin", text, &errors))?;
            problem.twins.push(twin.at(span));
            for mut counted in counted {
                counted.value.twin = Some(name.clone());
                problem.declarations.push(counted.value);
            }
        }
        Ok(())
    }
}

/// Replaces the stipulation.
fn set_stipulation(problem: &mut Problem, stipulation: Stipulation) -> Result<(), Vec<Diagnostic>> {
    if stipulation.goal == Goal::AToB && problem.setting.start.is_none() {
        let message = format!("{stipulation} needs two diagrams, and this problem has one");
        return Err(vec![Diagnostic::error(problem.span, message)]);
    }
    problem.setting.stipulation = Some(Spanned::new(stipulation, problem.span));
    problem.setting.structured = None;
    Ok(())
}

/// Returns the changes of a twin without its label, as in `b) `.
///
/// # Errors
/// If the label is not `name`.
pub(super) fn without_label<'a>(text: &'a str, name: &str) -> Result<&'a str, String> {
    let Some((label, changes)) = text.split_once(')') else { return Ok(text) };
    match label.trim().eq_ignore_ascii_case(name) {
        true => Ok(changes),
        false => Err(format!("expected the twin '{name})', found '{}'", quoted_label(label))),
    }
}

fn quoted_label(label: &str) -> String {
    label.chars().take(20).collect::<String>() + ")"
}

/// Returns errors as one line.
fn joined(errors: &[Diagnostic]) -> String {
    let message = |error: &Diagnostic| match &error.suggestion {
        Some(suggestion) => format!("{}; {suggestion}", error.message),
        None => error.message.clone(),
    };
    errors.iter().map(message).collect::<Vec<_>>().join("; ")
}
