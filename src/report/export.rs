//! Problems in the formats that are read.
//!
//! Whatever is written is read again and compared with the problem, so that no part is lost without a message.

mod epd;
mod olive;
mod pgn;
mod yaml;

use crate::formats::{Diagnostic, FenDialect, Item, declared_count, popeye, read};
use crate::problem::{Declaration, Note, NoteValue, Problem, Span, Spanned};
use crate::report::fen;
use crate::report::json::{JsonProblem, VERSION};

/// A format in which problems are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutputFormat {
    /// Popeye's input language, in English.
    Popeye,
    /// A line of EPD, with the placement in a dialect of FEN.
    Epd(FenDialect),
    /// An entry of Olive, in YAML.
    Olive,
    /// An object on a line, as in the records of [`json`](super::json).
    Json,
    /// A game of PGN.
    Pgn,
}

impl OutputFormat {
    /// Returns the name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            OutputFormat::Popeye => "Popeye's language",
            OutputFormat::Epd(FenDialect::Kirke) => "EPD",
            OutputFormat::Epd(FenDialect::Popeye) => "EPD in the dialect of Popeye",
            OutputFormat::Epd(FenDialect::FenTool) => "EPD in the dialect of FEN Tool",
            OutputFormat::Epd(FenDialect::Yacpdb) => "EPD in the dialect of YACPDB",
            OutputFormat::Olive => "an entry of Olive",
            OutputFormat::Json => "the JSON of a problem",
            OutputFormat::Pgn => "PGN",
        }
    }
}

/// A problem in another format.
#[derive(Clone, PartialEq, Debug)]
pub struct Exported {
    /// The text, with the end of its last line; `None` if the format cannot hold the problem.
    pub text: Option<String>,
    /// Errors about parts that the format cannot hold, and warnings about names and declarations that it does not hold.
    pub faults: Vec<Diagnostic>,
}

/// Writes a problem in a format.
pub fn export(problem: &Problem, format: OutputFormat) -> Exported {
    // Only the usual stipulation that comes closest could be written.
    if problem.setting.structured.is_some() && matches!(format, OutputFormat::Epd(_) | OutputFormat::Olive) {
        return Exported { text: None, faults: vec![Part::Stipulation.fault(problem, problem, format)] };
    }
    let exported = written(problem, format);
    if exported.holds_another_declaration(problem) {
        // Nothing is declared rather than something else.
        let silent = Problem { declarations: Vec::new(), ..problem.clone() };
        return Exported { faults: exported.exported.faults, ..written(&silent, format).exported };
    }
    exported.exported
}

/// A problem that was written, and the problem that was read from it; `None` if it was not written.
struct Written {
    exported: Exported,
    same: Option<Problem>,
}

impl Written {
    /// Returns whether something is declared that a problem does not declare.
    fn holds_another_declaration(&self, problem: &Problem) -> bool {
        let Some(same) = &self.same else { return false };
        same.declarations.iter().any(|held| !problem.declarations.iter().any(|own| is_part(held, own)))
    }
}

/// Returns whether all that one declaration states is stated by another one.
fn is_part(one: &Declaration, other: &Declaration) -> bool {
    fn is_same<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
        one.is_none() || one == other
    }
    one.twin == other.twin
        && is_same(&one.verdict, &other.verdict)
        && is_same(&one.keys, &other.keys)
        && is_same(&one.line_count, &other.line_count)
        && is_same(&one.branching, &other.branching)
        && is_same(&one.set_line_count, &other.set_line_count)
        && is_same(&one.tries, &other.tries)
}

/// Writes a problem, and reads it again.
fn written(problem: &Problem, format: OutputFormat) -> Written {
    let refused = |message: String| Written {
        exported: Exported { text: None, faults: vec![Diagnostic::error(problem.span, message)] },
        same: None,
    };
    let text = match format {
        OutputFormat::Popeye => popeye::write(problem),
        OutputFormat::Epd(dialect) => match epd::line(problem, dialect) {
            Ok(line) => line,
            Err(reason) => return refused(format!("{} cannot hold this problem: {reason}", format.name())),
        },
        OutputFormat::Olive => olive::entry(problem),
        OutputFormat::Json => json_line(problem),
        OutputFormat::Pgn => pgn::game(problem),
    };
    let mut items = read("", text.as_bytes()).items;
    let same = match (items.pop(), items.is_empty()) {
        (Some(Item { problem: Ok(same), .. }), true) => same,
        (Some(Item { problem: Err(refusal), .. }), true) => {
            let reason = refusal.errors.first().map_or(String::new(), |error| error.message.clone());
            let message = format!("{} cannot hold this problem: {reason}", format.name());
            return refused(message);
        }
        _ => return refused(format!("{} cannot hold this problem", format.name())),
    };
    let faults: Vec<Diagnostic> =
        differences(problem, &same).into_iter().map(|part| part.fault(problem, &same, format)).collect();
    let is_held = faults.iter().all(|fault| fault.severity == crate::formats::Severity::Warning);
    Written { exported: Exported { text: is_held.then_some(text), faults }, same: Some(same) }
}

/// Returns a problem as an object on a line.
fn json_line(problem: &Problem) -> String {
    let problem = serde_json::to_string(&JsonProblem::new(problem)).unwrap_or_default();
    format!("{{\"version\":{VERSION},\"problem\":{problem}}}\n")
}

/// A part of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Diagram,
    Stipulation,
    Conditions,
    Options,
    Twins,
    Declarations,
    Id,
    Authors,
    Origins,
    Titles,
    Awards,
    Notes,
}

impl Part {
    const fn words(self) -> &'static str {
        match self {
            Part::Diagram => "this diagram",
            Part::Stipulation => "this stipulation",
            Part::Conditions => "these conditions",
            Part::Options => "these options",
            Part::Twins => "these twins",
            Part::Declarations => "what is declared about the solution",
            Part::Id => "the name of the problem",
            Part::Authors => "these authors",
            Part::Origins => "the origin",
            Part::Titles => "the title",
            Part::Awards => "the award",
            Part::Notes => "other fields of the entry",
        }
    }

    /// Returns the place of the part in the source of a problem.
    fn span(self, problem: &Problem) -> Span {
        let setting = &problem.setting;
        let span = match self {
            Part::Stipulation => setting.stipulation.map(|stipulation| stipulation.span),
            Part::Conditions => setting.conditions.first().map(|condition| condition.span),
            Part::Twins => problem.twins.first().and_then(|twin| Some(twin.changes.first()?.span)),
            _ => None,
        };
        span.unwrap_or(problem.span)
    }

    /// Returns the fault that `held` is all that the format holds of this part.
    fn fault(self, problem: &Problem, held: &Problem, format: OutputFormat) -> Diagnostic {
        let words = match self {
            Part::Notes => note_names(problem, held),
            Part::Options => lost_options(problem, held),
            Part::Diagram => lost_man(problem, held).unwrap_or_else(|| self.words().to_owned()),
            _ => self.words().to_owned(),
        };
        let message = format!("{} cannot hold {words}", format.name());
        let span = self.span(problem);
        match self {
            Part::Diagram | Part::Stipulation | Part::Conditions | Part::Options | Part::Twins => {
                Diagnostic::error(span, message)
            }
            _ => Diagnostic::warning(span, message),
        }
    }
}

/// Returns the parts in which two problems differ, apart from places in a source and the author's names of conditions.
fn differences(one: &Problem, other: &Problem) -> Vec<Part> {
    let castlings = [one, other].map(|problem| fen::castling(&problem.setting, &problem.options));
    let same_castlings = !has_one_array(one) || castlings[0] == castlings[1];
    let [one, other] = [one, other].map(|problem| comparable(problem.clone()));
    let parts = [
        (
            Part::Diagram,
            one.setting.diagram == other.setting.diagram && one.setting.start == other.setting.start,
        ),
        (
            Part::Stipulation,
            one.setting.stipulation == other.setting.stipulation
                && one.setting.structured == other.setting.structured,
        ),
        (Part::Conditions, one.setting.conditions == other.setting.conditions),
        (Part::Options, one.options == other.options && same_castlings),
        (Part::Twins, one.twins == other.twins && one.zeroposition == other.zeroposition),
        (Part::Declarations, one.declarations == other.declarations),
        (Part::Id, one.id == other.id),
        (Part::Authors, one.authors == other.authors),
        (Part::Origins, one.origins == other.origins),
        (Part::Titles, one.titles == other.titles),
        (Part::Awards, one.awards == other.awards),
        (Part::Notes, lost_notes(&one, &other).next().is_none()),
    ];
    parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
}

/// Returns the first man of the diagram that another problem does not have on its square, for a message.
fn lost_man(problem: &Problem, other: &Problem) -> Option<String> {
    let diagram = &problem.setting.diagram;
    let held: Vec<_> = other.setting.diagram.men().collect();
    let (at, man) = diagram.men().find(|man| !held.contains(man))?;
    Some(format!("the man {}{}", man.label(), diagram.layout().name(at)))
}

/// Returns the options that another problem does not have, for a message.
fn lost_options(problem: &Problem, other: &Problem) -> String {
    let words = |problem: &Problem| {
        let options = &problem.options;
        let own = [
            (options.any_key, "'any_key'"),
            (options.changed_play, "'changed_play'"),
            (options.variation_filter != Default::default(), "'breadth'"),
        ];
        let own = own.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name.to_owned());
        let layout = problem.setting.diagram.layout();
        popeye::option_words(layout, options).into_iter().map(|word| word.to_string()).chain(own).collect()
    };
    let [own, others]: [Vec<String>; 2] = [words(problem), words(other)];
    let lost: Vec<&str> =
        own.iter().filter(|option| !others.contains(option)).map(|option| &**option).collect();
    let added: Vec<&str> =
        others.iter().filter(|option| !own.contains(option)).map(|option| &**option).collect();
    match &lost[..] {
        [] if !added.is_empty() => format!("the options without {}", added.join(", ")),
        [] => Part::Options.words().to_owned(),
        [one] => format!("the option {one}"),
        several => format!("the options {}", several.join(", ")),
    }
}

/// Returns the names of notes that another problem does not have, and of which it has not the contents either.
fn lost_notes<'p>(problem: &'p Problem, other: &'p Problem) -> impl Iterator<Item = &'p str> {
    let lost = problem.notes.iter().filter(|note| !other.notes.contains(note));
    // One intended solution is what every problem has.
    let is_one = |note: &Note| {
        note.name == "intended-solutions"
            && matches!(&note.value, NoteValue::Plain(text) | NoteValue::Text(text) if text == "1")
    };
    // What is declared is held, whatever it looks like.
    let is_declared = |note: &Note| {
        let NoteValue::Text(text) = &note.value else { return false };
        note.name == "intended-solutions" && intends(other, text)
    };
    let is_empty = |note: &Note| match &note.value {
        NoteValue::Plain(text) => matches!(&**text, "" | "~" | "null" | "Null" | "NULL"),
        NoteValue::Text(text) => text.trim().is_empty(),
        NoteValue::List(values) => values.is_empty(),
        NoteValue::Fields(fields) => fields.is_empty(),
    };
    lost.filter(move |note| !is_one(note) && !is_declared(note) && !is_empty(note) && note.name != "id")
        .map(|note| &*note.name)
        .filter(|name| !olive::SOURCE_FIELDS.contains(name) && !olive::AWARD_FIELDS.contains(name))
}

/// Returns whether a problem declares the number of solutions that a text gives, as in `2.1...`.
fn intends(problem: &Problem, text: &str) -> bool {
    let Some(count) = declared_count(text) else { return false };
    problem
        .declarations
        .iter()
        .any(|declared| (&declared.branching, declared.line_count) == (&count.branching, count.line_count))
}

/// Returns the notes that another problem does not have, for a message.
fn note_names(problem: &Problem, other: &Problem) -> String {
    let names: Vec<String> = lost_notes(problem, other).map(|name| format!("'{name}'")).collect();
    format!("{} {}", if names.len() == 1 { "the field" } else { "the fields" }, names.join(", "))
}

/// Returns whether kings and rooks can castle only from the diagram, since no man comes home later.
fn has_one_array(problem: &Problem) -> bool {
    problem.twins.is_empty() && problem.setting.conditions.is_empty()
}

/// Returns a problem without places, without what only the command line sets, and without castling rights that no man has.
fn comparable(mut problem: Problem) -> Problem {
    let nowhere = Span::default();
    problem.span = nowhere;
    if let Some(stipulation) = &mut problem.setting.stipulation {
        // Different stipulations can ask the same with the option WhiteToPlay.
        *stipulation = Spanned::new(problem.options.effective_stipulation(stipulation.value), nowhere);
    }
    for condition in &mut problem.setting.conditions {
        (condition.span, condition.name) = (nowhere, None);
    }
    let options = &mut problem.options;
    options.examined = Default::default();
    if let Some(step) = &mut options.en_passant {
        step.span = nowhere;
    }
    for square in &mut options.no_castling {
        square.span = nowhere;
    }
    if has_one_array(&problem) {
        problem.options.no_castling.clear();
    }
    let options = &mut problem.options;
    options.no_castling.sort_by_key(|square| square.value);
    options.no_castling.dedup();
    for change in problem.twins.iter_mut().flat_map(|twin| &mut twin.changes) {
        change.span = nowhere;
    }
    problem
}

#[cfg(test)]
mod tests;
