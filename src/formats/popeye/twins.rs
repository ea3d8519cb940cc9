//! Twins: the changes that make further problems of the diagram.

use super::keywords::{Match, look_up};
use super::piece_letters::{Letters, letters};
use super::tokens::Token;
use super::vocabulary::{CHANGES, COMMANDS, Change, REMARK, TWIN_WORDS, TwinWord};
use super::{Reader, Section, builder};
use crate::board::Square;
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::position::Walk;
use crate::problem::{Alteration, Place, Placed, Symmetry, Twin};

impl<'a> Reader<'a> {
    /// Reads the word of a twin, or refuses a word that means nothing.
    pub(super) fn twin_or_unknown(&mut self, token: &Token<'a>) {
        match TWIN_WORDS.find(self.language, token.text) {
            Ok(Some(word)) => self.begin_twin(word, token.place),
            Err(several) => {
                self.ambiguous(token, &several);
                self.skip();
            }
            Ok(None) => {
                let expected = match self.section {
                    Section::Diagram | Section::Words => "a command",
                    Section::Twin => "a change of the twin, another twin or the end of the problem",
                };
                let command = COMMANDS.find(self.language, token.text);
                if self.section == Section::Twin && matches!(command, Ok(Some(_))) {
                    let message = format!(
                        "expected {expected}, found {}; commands stand before the first twin",
                        quoted(token.text)
                    );
                    self.draft.refuse(Diagnostic::error(token.place, message));
                } else {
                    let words = self.landmarks();
                    self.unknown(token, expected, words);
                }
                self.skip();
            }
        }
    }

    fn begin_twin(&mut self, word: TwinWord, place: Place) {
        if word == TwinWord::Zeroposition {
            if self.section == Section::Twin {
                let message = "the zeroposition stands before the first twin";
                self.draft.refuse(Diagnostic::error(place, message));
                return self.skip();
            }
            self.draft.zeroposition = true;
        }
        self.section = Section::Twin;
        let twin = Twin { continued: false, alterations: Vec::new() };
        self.draft.twins.push(Placed::new(twin, place));
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
            Change::Continued => return self.continued(token.place),
            Change::Move => self.two_men().map(|(from, to)| Alteration::Move(from, to)),
            Change::Exchange => self.two_men().map(|(one, other)| Alteration::Exchange(one, other)),
            Change::Remove => return self.removals(token.place),
            Change::Add => self.additions(),
            Change::Substitute => self.substitution(),
            Change::Rotate => self.rotation(),
            Change::Mirror => self.reflection(),
            Change::Shift => self.two_squares().map(|(from, to)| Alteration::Shift(from, to)),
            Change::PolishType => Some(Alteration::PolishType),
            Change::Stipulation => {
                self.stipulation().map(|stipulation| Alteration::Stipulation(stipulation.value))
            }
            Change::Structured => self.structured().map(|(stipulation, structured)| match structured {
                Some(structured) => Alteration::Structured(stipulation.value, structured),
                None => Alteration::Stipulation(stipulation.value),
            }),
            Change::Condition => {
                let conditions = self.conditions();
                let conditions = conditions.into_iter().map(|placed| placed.value);
                Some(Alteration::Conditions(conditions.collect()))
            }
            Change::Bank => self.reserve().map(Alteration::Beside),
        };
        if let Some(alteration) = alteration {
            self.alter(alteration, token.place);
        }
    }

    fn alter(&mut self, alteration: Alteration, place: Place) {
        match self.draft.twins.last_mut() {
            Some(twin) => twin.value.alterations.push(Placed::new(alteration, place)),
            None => {
                self.draft.refuse(Diagnostic::error(place, "expected the word for a twin before its changes"))
            }
        }
    }

    fn continued(&mut self, place: Place) {
        match self.draft.twins.last_mut() {
            Some(twin) if twin.value.alterations.is_empty() && !twin.value.continued => {
                twin.value.continued = true;
            }
            _ => self
                .draft
                .refuse(Diagnostic::error(place, "this word stands before the changes of a twin, once")),
        }
    }

    /// Reads two squares, each a word of its own.
    fn two_squares(&mut self) -> Option<(Square, Square)> {
        let first = self.square()?;
        Some((first, self.square()?))
    }

    /// Reads two different squares.
    fn two_men(&mut self) -> Option<(Square, Square)> {
        let first = self.square()?;
        let place = self.tokens.peek().map(|token| token.place);
        let second = self.square()?;
        if let Some(place) = place.filter(|_| first == second) {
            let name = self.draft.layout().name(first);
            let message = format!("expected another square than {name}");
            self.draft.refuse(Diagnostic::error(place, message));
            return None;
        }
        Some((first, second))
    }

    /// Reads an angle.
    fn rotation(&mut self) -> Option<Alteration> {
        let token = self.tokens.peek();
        let angles = Symmetry::ROTATIONS;
        let found = token.and_then(|token| angles.iter().find(|(angle, _)| *angle == token.text));
        if let Some((_, symmetry)) = found {
            self.tokens.next();
            return Some(Alteration::Transform(*symmetry));
        }
        self.missing("an angle (90, 180 or 270)");
        self.skip();
        None
    }

    /// Reads two squares that change places, in one word.
    fn reflection(&mut self) -> Option<Alteration> {
        let names = Symmetry::REFLECTIONS.map(|(name, _)| name);
        let token = self.tokens.peek();
        match token.map_or(Match::None, |token| look_up(names, token.text)) {
            Match::One(index) => {
                self.tokens.next();
                return Some(Alteration::Transform(Symmetry::REFLECTIONS[index].1));
            }
            Match::Several(_) | Match::None => {
                self.missing(&format!("two squares that change places ({})", names.join(", ")));
            }
        }
        self.skip();
        None
    }

    /// Reads two letters of men.
    fn substitution(&mut self) -> Option<Alteration> {
        let from = self.walk()?;
        let place = self.tokens.peek().map(|token| token.place);
        let to = self.walk()?;
        if let Some(place) = place.filter(|_| from == to) {
            let message = "expected the letter of another man";
            self.draft.refuse(Diagnostic::error(place, message));
            return None;
        }
        Some(Alteration::Substitute(from, to))
    }

    fn walk(&mut self) -> Option<Walk> {
        let token = self.tokens.peek();
        match token.and_then(|token| Some((token, letters(self.language, token.text)?))) {
            Some((_, Letters::Known(walk))) => {
                self.tokens.next();
                return Some(walk);
            }
            Some((token, Letters::Fairy(name))) => self.fairy(token.place, name),
            None => {
                let known = self.men_letters();
                self.missing(&format!("the letter of a man ({known})"));
            }
        }
        self.skip();
        None
    }

    fn square(&mut self) -> Option<Square> {
        let found = self.tokens.peek().and_then(|token| self.draft.layout().square(token.text));
        match found {
            Some(square) => {
                self.tokens.next();
                Some(square)
            }
            None => {
                self.missing(&format!("a square ({})", self.draft.layout().span()));
                self.skip();
                None
            }
        }
    }

    fn removals(&mut self, place: Place) {
        for square in self.square_list() {
            self.alter(Alteration::Remove(square.value), place);
        }
    }

    fn additions(&mut self) -> Option<Alteration> {
        let men = self.men();
        if men.is_empty() && self.draft.has_room() {
            self.missing("men to add, as in 'white Qd1'");
        }
        let mut seen = std::collections::BTreeMap::new();
        for man in &men {
            if let Some(other) = seen.insert(man.value.0, man) {
                self.draft.refuse(builder::two_men(man, other, self.draft.layout()));
            }
        }
        Some(Alteration::Add(men.into_iter().map(|man| man.value).collect()))
    }
}
