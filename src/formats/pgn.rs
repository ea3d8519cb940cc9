//! PGN: games with tags, of which the position, the names and the tags of the problem are read.
//!
//! ```text
//! [Event "New York Clipper, 1856"]
//! [White "Paul Morphy"]
//! [Black "#2"]
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"]
//! [Stipulation "#2"]
//!
//! 1. Ra6 *
//! ```
//!
//! PGN has no tags for problems. Collections name the author as White and the stipulation as Black; the other tags are
//! kirke's. Source: Portable Game Notation Specification and Implementation Guide, 1994.

mod game;
mod main_line;
mod names;

pub use main_line::main_line;
pub use names::date;

use super::declaration_line;
use super::diagnostic::{nearest, quoted};
use super::epd::{self, BoardSize, Operations};
use super::popeye::tokens::{Token, Tokens};
use super::popeye::{self, read_twin};
use super::{Asked, Diagnostic, FenDialect, FenReading, Item, Refusal, Source, consistency, json};
use crate::board::Layout;
use crate::problem::{NamedRule, Problem, Spanned, Twin};
use crate::stipulation::Structured;
use game::{Game, Games, Tag, begins_tag};

/// The tags that define a problem; `Declared` also with a number, and `Twin` with any label of a twin.
const CHESS_TAGS: [&str; 11] = [
    "FEN",
    "SetUp",
    "Variant",
    "BoardSize",
    "Stipulation",
    "Condition",
    "Option",
    "NoCastling",
    "StartFEN",
    "Declared",
    "TwinB",
];
/// The position of a game without `FEN`.
const GAME_ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The names of orthodox chess in `Variant`.
const ORTHODOX: [&str; 5] = ["standard", "chess", "normal", "orthodox", "from position"];
/// The maximum number of errors of a game that are reported.
const MAX_ERRORS: usize = 10;

/// Returns whether a text begins with a tag, apart from comments.
pub(super) fn is_pgn(source: &Source) -> bool {
    let is_comment = |line: &str| line.starts_with('%') || line.trim_start().starts_with(';');
    let mut lines = source.lines().filter(|(_, line)| !line.trim().is_empty() && !is_comment(line));
    lines.next().is_some_and(|(_, line)| begins_tag(line))
}

/// The problems of a text, one in each game.
pub(super) struct Problems<'s> {
    source: &'s Source,
    games: Games<'s>,
    asked: Asked<'s>,
    fen: FenReading,
}

impl<'s> Problems<'s> {
    /// Returns the problems of a text.
    pub fn new(source: &'s Source, asked: Asked<'s>, fen: FenReading) -> Problems<'s> {
        Problems { source, games: Games::new(source), asked, fen }
    }
}

impl Iterator for Problems<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let mut game = self.games.next()?;
        let errors = std::mem::take(&mut game.errors);
        let mut reader = GameProblem { game: &game, errors, warnings: Vec::new(), unread: Vec::new() };
        let problem = reader.problem(self.asked, self.fen);
        let name = reader.name();
        let GameProblem { mut errors, warnings, unread, .. } = reader;
        errors.sort_by_key(|error| error.span);
        errors.truncate(MAX_ERRORS);
        let problem = problem.filter(|_| errors.is_empty()).ok_or(Refusal { span: game.span, errors, name });
        let mut item = Item { span: game.span, problem, warnings, unread };
        item.clamp_to(self.source);
        Some(item)
    }
}

/// Reads the problem of a game.
struct GameProblem<'g> {
    game: &'g Game<'g>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    unread: Vec<Diagnostic>,
}

impl<'g> GameProblem<'g> {
    /// Returns the tag with this name and a value.
    fn tag(&self, name: &str) -> Option<&'g Tag<'g>> {
        self.game.tags.iter().find(|tag| tag.name.text == name && !tag.value.trim().is_empty())
    }

    fn token(&self, name: &str) -> Option<Token<'g>> {
        self.tag(name).map(Tag::token)
    }

    /// Returns the values of a tag that can be repeated with numbers, as in `Title` and `Title2`.
    fn numbered(&self, name: &str) -> Vec<Token<'g>> {
        let numbered = |tag: &'g Tag<'g>| Some((names::number(tag.name.text, name)?, tag.token()));
        let mut all: Vec<_> =
            self.game.tags.iter().filter(|tag| !names::is_unknown(&tag.value)).filter_map(numbered).collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, token)| token).collect()
    }

    fn refuse(&mut self, token: Token<'_>, expected: &str) {
        let message = format!("expected {expected}, found {}", quoted(token.text));
        self.errors.push(Diagnostic::error(token.span, message));
    }

    /// Returns the value of a reading, or adds its errors.
    fn accepted<T>(&mut self, read: Result<T, Vec<Diagnostic>>) -> Option<T> {
        read.map_err(|errors| self.errors.extend(errors)).ok()
    }

    /// Returns the problem; `None` if there are errors.
    fn problem(&mut self, asked: Asked<'_>, reading: FenReading) -> Option<Problem> {
        if !self.errors.is_empty() {
            return None;
        }
        self.check_tags();
        self.check_variant();
        let fen = self.fen();
        // The tag is that of kirke, which needs no detection.
        let dialect = reading.dialect.unwrap_or_default();
        let reading = FenReading { dialect: Some(dialect), ..reading };
        let layout = self.accepted(epd::layout(&fen, dialect).map_err(|error| vec![error]))?;
        let twins = self.twin_tags();
        let zeroposition = twins.first().is_some_and(|(number, _)| *number == 0);
        let (operations, structured) = self.operations(&twins, layout, asked.stipulation);
        if !self.errors.is_empty() {
            return None;
        }
        let conditions = operations.conditions.clone();
        let mut warnings = Vec::new();
        let read = epd::problem_of(&fen, operations, asked, reading, zeroposition, &mut warnings);
        self.warnings.append(&mut warnings);
        let mut problem = self.accepted(read)?;
        self.check_conditions(&conditions, &problem);
        problem.span = self.game.span;
        problem.setting.structured = structured;
        problem.zeroposition = zeroposition;
        self.read_start(&mut problem, dialect);
        self.read_names(&mut problem);
        self.note_moves(&problem);
        Some(problem)
    }

    /// Returns what the tags ask about the position.
    fn operations(
        &mut self,
        twins: &[(usize, &Tag<'_>)],
        layout: Layout,
        asked: Option<&str>,
    ) -> (Operations, Option<Structured>) {
        let mut operations = Operations { board: BoardSize::Tag, ..Operations::default() };
        self.read_board(&mut operations, layout);
        self.read_rules(&mut operations, layout);
        let structured = match asked {
            None => self.read_stipulation(&mut operations, layout),
            Some(_) => None,
        };
        operations.name_beginner(structured.as_ref());
        self.read_twins(twins, &mut operations, layout);
        for token in self.numbered("Declared") {
            let declared = self.accepted(declaration_line::read(words(token)));
            operations.declared.extend(declared);
        }
        (operations, structured)
    }

    /// Refuses conditions that differ from the rules in the braces of the FEN, which have priority.
    fn check_conditions(&mut self, conditions: &[NamedRule], problem: &Problem) {
        let rules = |rules: &[NamedRule]| rules.iter().map(|rule| rule.value).collect::<Vec<_>>();
        let Some(first) = conditions.first() else { return };
        if rules(conditions) != rules(&problem.setting.conditions) {
            let message = "the braces in the tag 'FEN' name other rules than the tag 'Condition'";
            self.errors.push(Diagnostic::error(first.span, message));
        }
    }

    /// Refuses repeated tags and those that resemble the tags of a problem; other unknown tags are not kept.
    fn check_tags(&mut self) {
        let mut seen = std::collections::BTreeMap::new();
        for tag in &self.game.tags {
            let name = tag.name.text;
            if let Some(other) = seen.insert(name, tag.name.span) {
                let message = format!("the tag {} occurs twice", quoted(name));
                self.errors.push(Diagnostic::error(tag.name.span, message).see_also(other, "here"));
            }
            if is_chess_tag(name) || names::is_name_tag(name) || names::is_unknown(&tag.value) {
                continue;
            }
            match nearest(name, CHESS_TAGS).filter(|_| !names::GAME_TAGS.contains(&name)) {
                Some(meant) => {
                    let message = format!("expected a tag of a problem, found {}", quoted(name));
                    let error = Diagnostic::error(tag.name.span, message);
                    self.errors.push(error.did_you_mean(Some(meant)));
                }
                None => self.unread.push(names::not_kept(tag)),
            }
        }
    }

    fn check_variant(&mut self) {
        if let Some(variant) = self.token("Variant")
            && !ORTHODOX.contains(&variant.text.to_ascii_lowercase().as_str())
        {
            self.refuse(variant, "'Standard' (the tag 'Condition' names other rules)");
        }
    }

    /// Returns the position: the tag `FEN`, or the game array.
    fn fen(&mut self) -> Token<'g> {
        let fen = self.token("FEN");
        match self.token("SetUp").or(self.token("Setup")) {
            Some(set_up) if set_up.text == "0" && fen.is_some() => {
                self.refuse(set_up, "[SetUp \"1\"] in a game with the tag 'FEN'");
            }
            Some(set_up) if set_up.text == "1" && fen.is_none() => {
                let message = "expected the tag 'FEN' in a game with [SetUp \"1\"], found none";
                self.errors.push(Diagnostic::error(set_up.span, message));
            }
            Some(set_up) if !matches!(set_up.text, "0" | "1") => self.refuse(set_up, "0 or 1"),
            _ => {}
        }
        fen.unwrap_or(Token { text: GAME_ARRAY, span: self.game.span })
    }

    fn read_board(&mut self, operations: &mut Operations, layout: Layout) {
        let Some(size) = self.token("BoardSize") else { return };
        let of_placement = format!("{}x{}", layout.files(), layout.ranks());
        if size.text != of_placement {
            let expected = format!("the size of the placement in the tag 'FEN', {of_placement}");
            self.refuse(size, &expected);
        }
        operations.board = BoardSize::Named;
    }

    /// Reads conditions and options.
    fn read_rules(&mut self, operations: &mut Operations, layout: Layout) {
        if let Some(tag) = self.token("Condition") {
            let read = popeye::read_conditions(words(tag));
            operations.conditions = self.accepted(read).unwrap_or_default();
        }
        if let Some(tag) = self.token("Option") {
            let read = popeye::read_options(words(tag), operations.options.clone());
            operations.options = self.accepted(read).unwrap_or_default();
            if operations.options.en_passant.is_some() || !operations.options.no_castling.is_empty() {
                let message = "the tags 'FEN' and 'NoCastling' give the castling rights and the en passant square: \
                               NoCastling and EnPassant are not allowed here";
                self.errors.push(Diagnostic::error(tag.span, message));
            }
        }
        let Some(squares) = self.token("NoCastling") else { return };
        operations.castling_is_named = true;
        for name in squares.text.split([' ', ',']).filter(|name| !matches!(*name, "" | "-")) {
            match layout.square(name) {
                Some(square) => operations.options.no_castling.push(Spanned::new(square, squares.span)),
                None => return self.refuse(squares, "squares, or -"),
            }
        }
    }

    /// Reads the tag `Stipulation` or, without it, a stipulation in the place of Black's name.
    fn read_stipulation(&mut self, operations: &mut Operations, layout: Layout) -> Option<Structured> {
        let of_black = || self.token("Black").filter(|name| is_stipulation(name.text, layout));
        let Some(token) = self.token("Stipulation").or_else(of_black) else {
            let message = "expected the stipulation of this game, found none";
            let error = Diagnostic::error(self.game.span, message);
            self.errors.push(error.suggest("as in [Stipulation \"#2\"]; --stip gives one to every game"));
            return None;
        };
        if token.text.starts_with("white") || token.text.starts_with("black") {
            let (stipulation, structured) =
                self.accepted(json::stipulation(&token, layout).map_err(|error| vec![error]))?;
            operations.stipulation = Some(Spanned::new(stipulation, token.span));
            return structured;
        }
        let read = operations.apply_stipulation(&token, layout);
        self.accepted(read);
        None
    }

    /// Returns the tags of twins in the order of their labels, with their numbers.
    fn twin_tags(&mut self) -> Vec<(usize, &'g Tag<'g>)> {
        let twins = self.game.tags.iter().filter_map(|tag| Some((twin_number(tag.name.text)?, tag)));
        let mut twins: Vec<_> = twins.collect();
        twins.sort_by_key(|(number, _)| *number);
        let first = twins.first().map_or(0, |(number, _)| (*number).min(1));
        for (expected, (number, tag)) in (first..).zip(&twins) {
            if *number != expected {
                let next = format!("the tag 'Twin{}' of the next twin", Twin::name(expected).to_uppercase());
                self.refuse(tag.name, &next);
                break;
            }
        }
        twins
    }

    fn read_twins(&mut self, twins: &[(usize, &Tag<'_>)], operations: &mut Operations, layout: Layout) {
        for (number, tag) in twins {
            if let Some((twin, declared)) =
                self.accepted(read_twin(&tag.token(), &Twin::name(*number), layout))
            {
                operations.twins.push(twin);
                operations.declared.extend(declared);
            }
        }
    }

    /// Reads the first diagram of an A to B problem.
    fn read_start(&mut self, problem: &mut Problem, dialect: FenDialect) {
        if let Some(start) = self.token("StartFEN") {
            problem.setting.start = self.accepted(epd::diagram(&start, dialect).map_err(|error| vec![error]));
        }
        self.errors.extend(consistency::check_start(&problem.setting, "the tag 'StartFEN'"));
    }

    /// Notes the moves and comments that a problem does not hold.
    fn note_moves(&mut self, problem: &Problem) {
        let Game { first_move, moves, variation, comment, .. } = self.game;
        let is_declared =
            || main_line(problem).map(|(_, key)| key).as_deref() == first_move.map(|mv| mv.text);
        let begin = first_move.map(|mv| mv.span).into_iter().chain(*variation).min();
        if let Some(span) = begin.filter(|_| *moves != 1 || variation.is_some() || !is_declared()) {
            self.unread.push(Diagnostic::warning(span, "the moves of this game are not kept"));
        }
        if let Some(span) = comment {
            self.unread.push(Diagnostic::warning(*span, "the comments of this game are not kept"));
        }
    }
}

/// Returns the words of a value.
fn words(value: Token<'_>) -> Tokens<'_> {
    Tokens::from(value.text, value.span.line, value.span.column)
}

/// Returns whether a tag defines a problem.
fn is_chess_tag(name: &str) -> bool {
    CHESS_TAGS.contains(&name)
        || name == "Setup"
        || twin_number(name).is_some()
        || names::number(name, "Declared").is_some()
}

/// Returns the number of the twin that a tag changes, from 0, as in `TwinB`.
fn twin_number(name: &str) -> Option<usize> {
    consistency::twin_number(&name.strip_prefix("Twin")?.to_ascii_lowercase())
}

fn is_stipulation(text: &str, layout: Layout) -> bool {
    popeye::read_stipulation(text, layout).is_ok()
}

#[cfg(test)]
mod tests;
