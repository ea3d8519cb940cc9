//! Problems in JSON, as in the records that kirke prints: see `docs/json.md`.

mod escapes;

pub(super) use escapes::join_surrogates;

use super::declaration_line::{self, Declared};
use super::diagnostic::{nearest, quoted};
use super::epd::{self, BoardSize, Operations};
use super::popeye::tokens::Token;
use super::popeye::{self, read_twin};
use super::source::{one_line, sanitise};
use super::yaml::Node;
use super::{Asked, Diagnostic, FenDialect, FenReading, Item, Leniency, Refusal, consistency};
use crate::board::Layout;
use crate::position::{Colour, Side};
use crate::problem::declaration::parse_count;
use crate::problem::{
    Declaration, FirstMoveRange, Options, Problem, Span, Spanned, Twin, VariationFilter, Verdict, first_name,
};
use crate::stipulation::{NonTrivial, Stipulation, Structured};
use std::time::Duration;

/// The version of the records.
const VERSION: &str = "1";

/// The fields of a problem.
const FIELDS: [&str; 14] = [
    "id",
    "authors",
    "origins",
    "titles",
    "awards",
    "fen",
    "men",
    "start",
    "stipulation",
    "conditions",
    "options",
    "zeroposition",
    "twins",
    "declared",
];

/// The field of a record with what FEN does not hold.
const ATTRIBUTES: &str = "attributes";

/// The fields of a declaration.
const DECLARATION_FIELDS: [&str; 7] = ["twin", "verdict", "keys", "tries", "lines", "set", "branching"];

/// Returns whether an entry is a record of kirke's, or the problem of one.
pub(super) fn is_record(entry: &Node<'_>) -> bool {
    entry.get("algebraic").is_none() && (entry.get("problem").is_some() || entry.get("fen").is_some())
}

/// Returns the problem of a record, or of the object that is its problem. More can be `asked` about it.
pub(super) fn item(entry: &Node<'_>, asked: Asked<'_>) -> Item {
    let mut warnings = Vec::new();
    let read = checked(entry).and_then(|node| {
        let mut reader = ObjectReader { node, errors: Vec::new() };
        let problem = reader.problem(asked, &mut warnings);
        match problem {
            Some(problem) if reader.errors.is_empty() => Ok(problem),
            _ => Err(reader.errors),
        }
    });
    let span = entry.span;
    let refused = |mut errors: Vec<Diagnostic>| {
        errors.sort_by_key(|error| error.span);
        errors.truncate(10);
        Refusal { span, errors, name: name(entry) }
    };
    Item { span, problem: read.map_err(refused), warnings, unread: Vec::new() }
}

/// Returns the author, title or name of the problem of an entry.
fn name(entry: &Node<'_>) -> Option<String> {
    let problem = entry.get("problem").unwrap_or(entry);
    let texts = |name| problem.get(name).and_then(|node| strings(node).ok()).unwrap_or_default();
    let id = texts("id").into_iter().next();
    first_name(&texts("authors"), &texts("titles"), id.as_ref()).map(str::to_owned)
}

/// Returns the problem of a record that can be understood.
fn checked<'n>(entry: &'n Node<'n>) -> Result<&'n Node<'n>, Vec<Diagnostic>> {
    let wrong = |span: Span, message: &str| Err(vec![Diagnostic::error(span, message)]);
    if let Some(version) = entry.get("version").filter(|version| version.text() != Some(VERSION)) {
        return wrong(version.span, "expected a record of version 1");
    }
    let Some(problem) = entry.get("problem") else { return Ok(entry) };
    if problem.entries().is_empty() {
        return wrong(problem.span, "this record has no problem");
    }
    let solved = entry.get("twins").map_or(0, |twins| twins.elements().len());
    if solved > 1 && problem.get("twins").is_none() {
        return wrong(
            problem.span,
            "expected the field 'twins' in the problem of a record with several twins",
        );
    }
    Ok(problem)
}

/// How FEN is read: kirke has written it.
const READING: FenReading = FenReading { leniency: Leniency::Strict, dialect: Some(FenDialect::Kirke) };

/// Reads the object of a problem.
struct ObjectReader<'n> {
    node: &'n Node<'n>,
    errors: Vec<Diagnostic>,
}

impl<'n> ObjectReader<'n> {
    fn refuse(&mut self, node: &Node<'_>, expected: &str) {
        let found = node.text().map_or(node.kind().to_owned(), quoted);
        self.errors.push(Diagnostic::error(node.span, format!("expected {expected}, found {found}")));
    }

    /// Returns the value of a field that is not null.
    fn field(&self, name: &str) -> Option<&'n Node<'n>> {
        self.node.get(name).filter(|value| !value.is_null())
    }

    fn problem(&mut self, asked: Asked<'_>, warnings: &mut Vec<Diagnostic>) -> Option<Problem> {
        self.check_fields();
        let Some(fen) = self.field("fen") else {
            self.errors.push(Diagnostic::error(self.node.span, "expected the field 'fen', found none"));
            return None;
        };
        let Some(fen) = fen.token() else {
            self.refuse(fen, "a position in FEN");
            return None;
        };
        let layout = match epd::layout(&fen, FenDialect::Kirke) {
            Ok(layout) => layout,
            Err(error) => {
                self.errors.push(error);
                return None;
            }
        };
        let zeroposition = self.field("zeroposition").is_some_and(|node| self.bool(node));
        let (operations, structured) = self.operations(layout, zeroposition, asked.stipulation);
        if !self.errors.is_empty() {
            return None;
        }
        let mut problem = epd::problem_of(&fen, operations, asked, READING, zeroposition, warnings)
            .map_err(|errors| self.errors.extend(errors))
            .ok()?;
        problem.span = self.node.span;
        problem.setting.structured = structured;
        problem.zeroposition = zeroposition;
        problem.id = self.id();
        self.check_men(&problem);
        self.check_options(&problem);
        problem.authors = self.texts("authors");
        problem.origins = self.texts("origins");
        problem.titles = self.texts("titles");
        problem.awards = self.texts("awards");
        if let Some(start) = self.field("start").and_then(Node::token) {
            problem.setting.start =
                epd::diagram(&start, FenDialect::Kirke).map_err(|error| self.errors.push(error)).ok();
        }
        self.errors.extend(consistency::check_start(&problem.setting, "the field 'start'"));
        Some(problem)
    }

    /// Refuses unknown and repeated fields.
    fn check_fields(&mut self) {
        let mut seen: Vec<&str> = Vec::new();
        for (key, _) in self.node.entries() {
            let name = key.text().unwrap_or_default();
            if name == ATTRIBUTES {
                let message = "attributes of men, and royal men that are no kings, are not read from JSON";
                self.errors.push(Diagnostic::error(key.span, message));
            } else if !FIELDS.contains(&name) {
                let message =
                    format!("expected a field of a problem ({}), found {}", FIELDS.join(", "), quoted(name));
                self.errors.push(Diagnostic::error(key.span, message).did_you_mean(nearest(name, FIELDS)));
            } else if seen.contains(&name) {
                self.errors.push(Diagnostic::error(key.span, format!("the field '{name}' occurs twice")));
            } else {
                seen.push(name);
            }
        }
    }

    fn operations(
        &mut self,
        layout: Layout,
        zeroposition: bool,
        asked: Option<&str>,
    ) -> (Operations, Option<Structured>) {
        let mut operations = Operations { board: BoardSize::Named, ..Operations::default() };
        let mut structured = None;
        for (key, value) in self.field("options").map_or(&[][..], Node::entries) {
            let name = key.text().unwrap_or_default();
            if value.is_null() {
                continue;
            }
            operations.castling_is_named |= name == "no_castling";
            match set_option(&mut operations.options, name, value, layout) {
                Ok(true) => {}
                Ok(false) => {
                    let message = format!("{} is no option", quoted(name));
                    self.errors.push(Diagnostic::error(key.span, message));
                }
                Err(expected) => self.refuse(value, expected),
            }
        }
        if let Some(token) = self.field("stipulation").and_then(Node::token).filter(|_| asked.is_none()) {
            match stipulation(&token, layout) {
                Ok((read, plan)) => {
                    operations.stipulation = Some(Spanned::new(read, token.span));
                    structured = plan;
                }
                Err(error) => self.errors.push(error),
            }
        }
        operations.name_beginner(structured.as_ref());
        for condition in self.field("conditions").map_or(&[][..], Node::elements) {
            match condition.words().map(popeye::read_conditions) {
                Some(Ok(conditions)) => operations.conditions.extend(conditions),
                Some(Err(errors)) => self.errors.extend(errors),
                None => self.refuse(condition, "a condition"),
            }
        }
        for twin in self.field("twins").map_or(&[][..], Node::elements) {
            let name = Twin::name(operations.twins.len() + usize::from(!zeroposition));
            match twin.token().filter(|_| !twin.is_null()).map(|token| read_twin(&token, &name, layout)) {
                Some(Ok((twin, declared))) => {
                    operations.twins.push(twin);
                    operations.declared.extend(declared);
                }
                Some(Err(errors)) => self.errors.extend(errors),
                None => self.refuse(twin, "the changes of a twin"),
            }
        }
        for declared in self.field("declared").map_or(&[][..], Node::elements) {
            if let Some(declaration) = self.declaration(declared) {
                operations.declared.push(Spanned::new(declaration, declared.span));
            }
        }
        (operations, structured)
    }

    fn bool(&mut self, node: &Node<'_>) -> bool {
        bool_of(node).unwrap_or_else(|expected| {
            self.refuse(node, expected);
            false
        })
    }

    /// Returns the texts of a field.
    fn texts(&mut self, name: &str) -> Vec<String> {
        let Some(field) = self.field(name) else { return Vec::new() };
        strings(field).unwrap_or_else(|node| {
            self.refuse(node, "a text");
            Vec::new()
        })
    }

    fn id(&mut self) -> Option<String> {
        let id = self.field("id")?;
        if id.text().is_none() {
            self.refuse(id, "a text");
        }
        id.text().map(sanitise)
    }

    /// Checks the numbers of men, if they are given.
    fn check_men(&mut self, problem: &Problem) {
        let Some(men) = self.field("men") else { return };
        let colours = [Colour::White, Colour::Black, Colour::Neutral];
        let counts = colours.map(|colour| problem.setting.diagram.count(colour) as u64);
        let read: Vec<Option<u64>> = men.elements().iter().map(|node| number(node).ok()).collect();
        if read != counts.map(Some) {
            let [white, black, neutral] = counts;
            let message = format!("expected the numbers of men in the position: {white}, {black}, {neutral}");
            self.errors.push(Diagnostic::error(men.span, message));
        }
    }

    /// Checks the options that the position must suit, and ranges.
    fn check_options(&mut self, problem: &Problem) {
        let options = &problem.options;
        let node = |name: &str| self.field("options").and_then(|options| options.get(name));
        let mut errors = Vec::new();
        if let (Some(range), Some(node)) = (options.first_moves, node("first_moves"))
            && range.from.max(1) > range.to
        {
            let message = format!("there are no first moves from {} up to {}", range.from, range.to);
            errors.push(Diagnostic::error(node.span, message));
        }
        if let (Ok(array), Some(node)) = (problem.setting.game_array(), node("exclusive_castlings")) {
            let pairs = options.exclusive_castlings.iter().zip(node.elements());
            let wrong = pairs.filter(|(pair, _)| !popeye::are_exclusive_castlings(array, **pair));
            errors.extend(wrong.map(|(_, node)| Diagnostic::error(node.span, popeye::EXCLUSIVE_CASTLINGS)));
        }
        self.errors.append(&mut errors);
    }

    /// Returns the declared moves of a list; `None` after an error.
    fn moves(&mut self, node: &Node<'_>, what: Declared) -> Option<Vec<String>> {
        let mut moves = Vec::new();
        for element in node.elements() {
            let text = element.text().map(declaration_line::without_blanks);
            match text.filter(|text| declaration_line::can_be_move(text, what)) {
                Some(text) => moves.push(text),
                None => {
                    let expected =
                        if what == Declared::Key { "a move without the mark '?'" } else { "a move" };
                    self.refuse(element, expected);
                    return None;
                }
            }
        }
        Some(moves)
    }

    fn declaration(&mut self, node: &'n Node<'n>) -> Option<Declaration> {
        let mut declaration = Declaration::default();
        for (key, value) in node.entries().iter().filter(|(_, value)| !value.is_null()) {
            let name = key.text().unwrap_or_default();
            let expected = match name {
                "twin" => "the label of a twin",
                "verdict" => "a verdict",
                "keys" | "tries" => "a list of moves",
                "lines" | "set" => "a whole number from 0 to 18446744073709551615",
                "branching" => "a list of one or more whole numbers",
                _ => {
                    self.refuse(
                        key,
                        &format!("a field of a declaration ({})", DECLARATION_FIELDS.join(", ")),
                    );
                    return None;
                }
            };
            let read = match name {
                "twin" => value.text().map(|text| declaration.twin = Some(text.to_owned())),
                "verdict" => {
                    let verdict = value.text().and_then(Verdict::from_words);
                    verdict.map(|verdict| declaration.verdict = Some(verdict))
                }
                "keys" => {
                    declaration.keys = Some(self.moves(value, Declared::Key)?);
                    Some(())
                }
                "tries" => {
                    declaration.tries = Some(self.moves(value, Declared::Try)?);
                    Some(())
                }
                "lines" => number(value).ok().map(|lines| declaration.line_count = Some(lines)),
                "set" => number(value).ok().map(|lines| declaration.set_line_count = Some(lines)),
                "branching" => {
                    let numbers = value.elements().iter().map(|node| number(node).ok());
                    let numbers = numbers.collect::<Option<Vec<u64>>>().filter(|all| !all.is_empty());
                    numbers.map(|all| declaration.branching = Some(all))
                }
                _ => None,
            };
            if read.is_none() {
                self.refuse(value, expected);
                return None;
            }
        }
        Some(declaration)
    }
}

/// Reads a stipulation, perhaps a structured one after the side that begins.
pub(super) fn stipulation(
    token: &Token<'_>,
    layout: Layout,
) -> Result<(Stipulation, Option<Structured>), Diagnostic> {
    for (word, side) in [("white", Side::White), ("black", Side::Black)] {
        if let Some(text) = token.text.strip_prefix(word) {
            let structured = Structured::read(side, text, layout);
            let structured = structured.map_err(|error| Diagnostic::error(token.span, error.message))?;
            return Ok((structured.placeholder_stipulation(), Some(structured)));
        }
    }
    let read = Stipulation::read(token.text, layout);
    Ok((read.map_err(|error| popeye::not_a_stipulation(token, &error))?, None))
}

fn bool_of(node: &Node<'_>) -> Result<bool, &'static str> {
    match node.text() {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err("true or false"),
    }
}

fn number(node: &Node<'_>) -> Result<u64, &'static str> {
    node.text().and_then(parse_count).ok_or("a number")
}

/// Returns the texts of a list, or the node that is no text.
fn strings<'n>(node: &'n Node<'n>) -> Result<Vec<String>, &'n Node<'n>> {
    let text = |element: &'n Node<'n>| match element.text() {
        Some(text) if !element.is_null() => Ok(one_line(text)),
        _ => Err(element),
    };
    node.elements().iter().map(text).collect()
}

/// Returns the flag of an option.
fn flag<'o>(options: &'o mut Options, name: &str) -> Option<&'o mut bool> {
    Some(match name {
        "set_play" => &mut options.set_play,
        "variations" => &mut options.variations,
        "no_threat" => &mut options.no_threat,
        "no_short_variations" => &mut options.no_short_variations,
        "no_trivial_tries" => &mut options.no_trivial_tries,
        "post_key_play" => &mut options.post_key_play,
        "null_moves" => &mut options.null_moves,
        "no_board" => &mut options.no_board,
        "move_numbers" => &mut options.move_numbers,
        "duplex" => &mut options.duplex,
        "half_duplex" => &mut options.half_duplex,
        "white_to_play" => &mut options.white_to_play,
        "intelligent" => &mut options.intelligent,
        "quodlibet" => &mut options.quodlibet,
        "goal_is_end" => &mut options.goal_is_end,
        "stop_on_short" => &mut options.stop_on_short,
        "mates_in_1" => &mut options.mates_in_1,
        "any_key" => &mut options.any_key,
        "changed_play" => &mut options.changed_play,
        "no_white_king" => &mut options.no_white_king,
        "no_black_king" => &mut options.no_black_king,
        _ => return None,
    })
}

/// Sets an option; returns whether its name is known.
///
/// # Errors
/// If its value is wrong: what was expected.
fn set_option(
    options: &mut Options,
    name: &str,
    value: &Node<'_>,
    layout: Layout,
) -> Result<bool, &'static str> {
    if let Some(flag) = flag(options, name) {
        *flag = bool_of(value)?;
        return Ok(true);
    }
    const TOO_LARGE: &str = "a smaller number";
    let small = |node: &Node<'_>| u32::try_from(number(node)?).map_err(|_| TOO_LARGE);
    let pair = |node: &Node<'_>| match node.elements() {
        [one, other] => Ok([number(one)?, number(other)?]),
        _ => Err("two numbers"),
    };
    match name {
        "tries" => options.tries = Some(small(value)?),
        "max_flights" => options.max_flights = Some(small(value)?),
        "threat" => options.threat = Some(u16::try_from(number(value)?).map_err(|_| TOO_LARGE)?),
        "max_solutions" => options.max_solutions = Some(number(value)?),
        "first_moves" => {
            let [from, to] = pair(value)?;
            options.first_moves = Some(FirstMoveRange { from, to });
        }
        "nontrivial" => {
            let [allowance, within] = pair(value)?;
            let allowance = u32::try_from(allowance).map_err(|_| TOO_LARGE)?;
            let within = u16::try_from(within).map_err(|_| TOO_LARGE)?;
            options.nontrivial = Some(NonTrivial { allowance, within });
        }
        "max_time" => {
            let seconds = value.text().and_then(|text| text.parse::<f64>().ok());
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            options.max_time = Some(time.ok_or("a number of seconds")?);
        }
        "breadth" => {
            options.variation_filter = match value.text() {
                Some("thematic") => VariationFilter::Thematic,
                Some("all") => VariationFilter::All,
                Some("unique") => VariationFilter::Unique,
                _ => return Err("thematic, all or unique"),
            };
        }
        "no_castling" => {
            for element in value.elements() {
                let square = element.text().and_then(|text| layout.square(text)).ok_or("squares")?;
                options.no_castling.push(Spanned::new(square, element.span));
            }
        }
        "exclusive_castlings" => {
            for element in value.elements() {
                let text = element.text().filter(|text| text.len() == 4 && text.is_ascii());
                let squares = text.map(|text| (layout.square(&text[..2]), layout.square(&text[2..])));
                let Some((Some(one), Some(other))) = squares else { return Err("two squares, as in a1h8") };
                options.exclusive_castlings.push((one, other));
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
