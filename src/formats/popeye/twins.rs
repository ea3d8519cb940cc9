//! Twins: changes that make further problems of the diagram.

use super::keywords::{Match, look_up};
use super::piece_letters::walk_named;
use super::tokens::{Token, Tokens};
use super::vocabulary::{CHANGES, COMMANDS, ChangeWord, REMARK, TWIN_WORDS, TwinWord};
use super::{Reader, Section, builder, printed_changes};
use crate::board::{GameArray, Layout, Square};
use crate::formats::Diagnostic;
use crate::formats::diagnostic::{nearest, quoted};
use crate::position::Walk;
use crate::problem::{Declaration, Span, Spanned, Symmetry, Twin, TwinChange};
use crate::rules::catalogue::Language;

/// Reads the changes of the twin `name` of a text that contains nothing else but its label (`b)`, can be omitted),
/// in English, and what they declare about its solution.
///
/// # Errors
/// All errors of the text.
pub(in crate::formats) fn read_words(
    text: &Token<'_>,
    name: &str,
    layout: Layout,
) -> Result<(Twin, Vec<Spanned<Declaration>>), Vec<Diagnostic>> {
    let changes = without_label(text, name).map_err(|error| vec![error])?;
    let begin = changes.span;
    let mut reader = Reader::new(Tokens::from(changes.text, begin.line, begin.column), Language::English);
    reader.section = Section::Twin;
    reader.is_one_twin = true;
    reader.builder.set_board(GameArray::default_for(layout));
    reader.builder.twins.push(Spanned::new(Twin { continued: false, changes: Vec::new() }, begin));
    while let Some(token) = reader.tokens.next() {
        reader.change(&token);
    }
    let mut builder = reader.builder.finish_words()?;
    let mut declared = std::mem::take(&mut builder.declared);
    declared.iter_mut().for_each(|declaration| declaration.value.twin = Some(name.to_owned()));
    match &builder.twins[..] {
        [twin] if !twin.value.changes.is_empty() => Ok((twin.value.clone(), declared)),
        [_] => {
            let message = "expected a change that makes the twin, as in 'move a3 b3', found none";
            Err(vec![Diagnostic::error(begin, message)])
        }
        twins => {
            let span = twins.last().map_or(begin, |twin| twin.span);
            Err(vec![Diagnostic::error(span, "expected the changes of one twin")])
        }
    }
}

/// Returns the text after the label of a twin, as in `b) `.
///
/// # Errors
/// If the label is not `name`.
fn without_label<'a>(text: &Token<'a>, name: &str) -> Result<Token<'a>, Diagnostic> {
    let Some((label, changes)) = text.text.split_once(')') else { return Ok(*text) };
    if label.trim().eq_ignore_ascii_case(name) {
        let (begin, end) = (text.text.len() - changes.len(), text.text.len());
        return Ok(Token { text: changes, span: text.sub_span(begin, end) });
    }
    let found: String = label.chars().take(20).collect();
    Err(Diagnostic::error(text.span, format!("expected the twin '{name})', found '{found})'")))
}

impl<'a> Reader<'a> {
    /// Reads the word for a twin, or refuses an unknown word.
    pub(super) fn twin_or_unknown(&mut self, token: &Token<'a>) {
        match TWIN_WORDS.find(self.language, token.text) {
            Ok(Some(word)) => self.begin_twin(word, token.span),
            Err(several) => {
                self.ambiguous(token, &several);
                self.skip();
            }
            Ok(None) => {
                let expected = match self.section {
                    Section::Diagram | Section::Words => "a command",
                    Section::Twin if self.is_one_twin => return self.unknown_change(token),
                    Section::Twin => "a change of the twin, another twin or the end of the problem",
                };
                let command = COMMANDS.find(self.language, token.text);
                if self.section == Section::Twin && matches!(command, Ok(Some(_))) {
                    let message = format!(
                        "expected {expected}, found {}; commands precede the first twin",
                        quoted(token.text)
                    );
                    self.builder.refuse(Diagnostic::error(token.span, message));
                } else {
                    let words = self.sync_words();
                    self.unknown(token, expected, words);
                }
                self.skip();
            }
        }
    }

    /// Refuses a word that is no change of a twin, with what was probably meant.
    fn unknown_change(&mut self, token: &Token<'a>) {
        let names: Vec<_> = CHANGES.names(self.language).collect();
        let mut rest = self.tokens;
        let rest = rest.rest_of_line();
        let gap = if rest.span.column == token.span.column + token.span.length { "" } else { " " };
        let printed = format!("{}{gap}{}", token.text, rest.text);
        let meant = printed_changes::in_words(&printed, self.builder.layout())
            .or_else(|| CHANGES.translated(self.language, token.text).map(str::to_owned))
            .or_else(|| nearest(token.text, names.iter().copied()).map(str::to_owned));
        let message =
            format!("expected a change of the twin ({}), found {}", names.join(", "), quoted(token.text));
        self.builder.refuse(Diagnostic::error(token.span, message).did_you_mean(meant));
        self.skip();
    }

    fn begin_twin(&mut self, word: TwinWord, span: Span) {
        if word == TwinWord::Zeroposition {
            if self.section == Section::Twin {
                let message = "the zeroposition precedes the first twin";
                self.builder.refuse(Diagnostic::error(span, message));
                return self.skip();
            }
            self.builder.zeroposition = true;
        }
        self.section = Section::Twin;
        let twin = Twin { continued: false, changes: Vec::new() };
        self.builder.twins.push(Spanned::new(twin, span));
    }

    /// Reads one change of a twin.
    pub(super) fn change(&mut self, token: &Token<'a>) {
        let change = match CHANGES.find(self.language, token.text) {
            Ok(Some(change)) => change,
            Err(several) => {
                self.ambiguous(token, &several);
                return self.skip();
            }
            Ok(None) => {
                return match REMARK.find(self.language, token.text) {
                    Ok(Some(())) => self.remark(),
                    _ => self.twin_or_unknown(token),
                };
            }
        };
        let alteration = match change {
            ChangeWord::Continued => return self.continued(token.span),
            ChangeWord::Move => self.two_different_squares().map(|(from, to)| TwinChange::Move(from, to)),
            ChangeWord::Exchange => {
                self.two_different_squares().map(|(one, other)| TwinChange::Exchange(one, other))
            }
            ChangeWord::Remove => return self.removals(token.span),
            ChangeWord::Add => self.additions(),
            ChangeWord::Substitute => self.substitution(),
            ChangeWord::Rotate => self.rotation(),
            ChangeWord::Mirror => self.reflection(),
            ChangeWord::Shift => self.two_squares().map(|(from, to)| TwinChange::Shift(from, to)),
            ChangeWord::PolishType => Some(TwinChange::PolishType),
            ChangeWord::Stipulation => {
                self.stipulation().map(|stipulation| TwinChange::Stipulation(stipulation.value))
            }
            ChangeWord::Structured => self.structured().map(|(stipulation, structured)| match structured {
                Some(structured) => TwinChange::Structured(stipulation.value, structured),
                None => TwinChange::Stipulation(stipulation.value),
            }),
            ChangeWord::Condition => {
                let conditions = self.conditions();
                let conditions = conditions.into_iter().map(|spanned| spanned.value);
                Some(TwinChange::Conditions(conditions.collect()))
            }
            ChangeWord::Bank => self.reserve().map(TwinChange::Reserve),
        };
        if let Some(alteration) = alteration {
            self.add_change(alteration, token.span);
        }
    }

    fn add_change(&mut self, alteration: TwinChange, span: Span) {
        match self.builder.twins.last_mut() {
            Some(twin) => twin.value.changes.push(Spanned::new(alteration, span)),
            None => self
                .builder
                .refuse(Diagnostic::error(span, "expected the word for a twin before its changes")),
        }
    }

    fn continued(&mut self, span: Span) {
        match self.builder.twins.last_mut() {
            Some(twin) if twin.value.changes.is_empty() && !twin.value.continued => {
                twin.value.continued = true;
            }
            _ => {
                self.builder.refuse(Diagnostic::error(span, "this word precedes the changes of a twin, once"))
            }
        }
    }

    /// Reads two squares, each a separate word.
    fn two_squares(&mut self) -> Option<(Square, Square)> {
        let first = self.square()?;
        Some((first, self.square()?))
    }

    /// Reads two different squares.
    fn two_different_squares(&mut self) -> Option<(Square, Square)> {
        let first = self.square()?;
        let span = self.tokens.peek().map(|token| token.span);
        let second = self.square()?;
        if let Some(span) = span.filter(|_| first == second) {
            let name = self.builder.layout().name(first);
            let message = format!("expected another square than {name}");
            self.builder.refuse(Diagnostic::error(span, message));
            return None;
        }
        Some((first, second))
    }

    /// Reads an angle.
    fn rotation(&mut self) -> Option<TwinChange> {
        let token = self.tokens.peek();
        let angles = Symmetry::ROTATIONS;
        let found = token.and_then(|token| angles.iter().find(|(angle, _)| *angle == token.text));
        if let Some((_, symmetry)) = found {
            self.tokens.next();
            return Some(TwinChange::Transform(*symmetry));
        }
        self.missing("an angle (90, 180 or 270)");
        self.skip();
        None
    }

    /// Reads two squares that change places, in one word.
    fn reflection(&mut self) -> Option<TwinChange> {
        let names = Symmetry::REFLECTIONS.map(|(name, _)| name);
        let token = self.tokens.peek();
        // Also as two words, and with blanks around the arrow.
        let mut rest = self.tokens;
        let mut joined = rest.next().map_or(String::new(), |token| token.text.to_owned());
        for _ in 0..2 {
            let Some(next) = rest.next() else { break };
            let arrow = if next.text.starts_with('<') || joined.ends_with('>') { "" } else { "<-->" };
            joined = format!("{joined}{arrow}{}", next.text);
            if let Match::One(index) = look_up(names, &joined) {
                self.tokens = rest;
                return Some(TwinChange::Transform(Symmetry::REFLECTIONS[index].1));
            }
        }
        match token.map_or(Match::None, |token| look_up(names, token.text)) {
            Match::One(index) => {
                self.tokens.next();
                return Some(TwinChange::Transform(Symmetry::REFLECTIONS[index].1));
            }
            Match::Several(_) | Match::None => {
                self.missing(&format!("two squares that change places ({})", names.join(", ")));
            }
        }
        self.skip();
        None
    }

    /// Reads two letters of men.
    fn substitution(&mut self) -> Option<TwinChange> {
        let from = self.walk()?;
        let span = self.tokens.peek().map(|token| token.span);
        let to = self.walk()?;
        if let Some(span) = span.filter(|_| from == to) {
            let message = "expected the letter of another man";
            self.builder.refuse(Diagnostic::error(span, message));
            return None;
        }
        Some(TwinChange::Substitute(from, to))
    }

    fn walk(&mut self) -> Option<Walk> {
        if let Some(walk) = self.tokens.peek().and_then(|token| walk_named(self.language, token.text)) {
            self.tokens.next();
            return Some(walk);
        }
        let known = self.men_letters();
        self.missing(&format!("the letter of a man ({known})"));
        self.skip();
        None
    }

    fn square(&mut self) -> Option<Square> {
        let found = self.tokens.peek().and_then(|token| self.builder.layout().square(token.text));
        match found {
            Some(square) => {
                self.tokens.next();
                Some(square)
            }
            None => {
                self.missing(&format!("a square ({})", self.builder.layout().square_range()));
                self.skip();
                None
            }
        }
    }

    fn removals(&mut self, span: Span) {
        for square in self.square_list() {
            self.add_change(TwinChange::Remove(square.value), span);
        }
    }

    fn additions(&mut self) -> Option<TwinChange> {
        let men = self.men();
        if men.is_empty() && self.builder.has_room() {
            self.missing("men to add, as in 'white Qd1'");
        }
        let mut seen = std::collections::BTreeMap::new();
        for man in &men {
            if let Some(other) = seen.insert(man.value.0, man) {
                self.builder.refuse(builder::two_men_error(man, other, self.builder.layout()));
            }
        }
        Some(TwinChange::Add(men.into_iter().map(|man| man.value).collect()))
    }
}
