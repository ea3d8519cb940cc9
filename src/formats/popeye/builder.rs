//! A problem in the making: what was read of it, and what was wrong.

use std::collections::BTreeMap;

use super::MOST_ERRORS;
use super::option_conflicts;
use super::option_conflicts::Asked;
use crate::board::{Array, Layout, Square};
use crate::formats::{Diagnostic, consistency};
use crate::position::{Man, Marks, Reserve};
use crate::problem::{Declaration, Diagram, Options, Place, Placed, Problem, Setting, Twin};
use crate::rules::Clause;
use crate::stipulation::{Goal, Stipulation, Structured};

/// A man, where it stands and where that was read.
pub(super) type PlacedMan = Placed<(Square, Man)>;

/// What was read of a problem up to now.
#[derive(Default)]
pub(super) struct Draft {
    pub authors: Vec<String>,
    pub origins: Vec<String>,
    pub titles: Vec<String>,
    pub awards: Vec<String>,
    pub stipulation: Option<Placed<Stipulation>>,
    pub structured: Option<Structured>,
    pub conditions: Vec<Placed<Clause>>,
    pub options: Options,
    /// The options as they were read.
    pub asked: Asked,
    pub zeroposition: bool,
    /// Where the twins begin, each with its word.
    pub twins: Vec<Placed<Twin>>,
    pub declared: Vec<Placed<Declaration>>,
    /// The men beside the board, where that is said.
    pub reserve: Option<Placed<Reserve>>,
    /// The board, until the conditions name another.
    board: Option<Array>,
    /// Where the first square was read.
    first_square: Option<Place>,
    men: BTreeMap<Square, PlacedMan>,
    /// Where an A to B problem begins.
    start: Option<Diagram>,
    /// The men beside the board there, where that is said.
    first_reserve: Option<Placed<Reserve>>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Draft {
    /// Notes an error, unless there are enough.
    pub fn refuse(&mut self, error: Diagnostic) {
        if self.has_room() {
            self.errors.push(error);
        }
    }

    /// Adds a suggestion to the last error.
    pub fn hint(&mut self, hint: &str) {
        if let Some(error) = self.errors.last_mut() {
            error.suggestion.get_or_insert_with(|| hint.to_owned());
        }
    }

    /// Is another error still of interest?
    pub fn has_room(&self) -> bool {
        self.errors.len() < MOST_ERRORS
    }

    /// Notes a warning, unless there are enough.
    pub fn warn(&mut self, warning: Diagnostic) {
        if self.warnings.len() < MOST_ERRORS {
            self.warnings.push(warning);
        }
    }

    /// The board with its game array.
    pub fn board(&self) -> Array {
        self.board.unwrap_or(Array::CHESS)
    }

    /// The names of the squares.
    pub fn layout(&self) -> Layout {
        self.board().layout
    }

    /// Notes that a square was read: from now on the board is known.
    pub fn note_square(&mut self, place: Place) {
        self.first_square.get_or_insert(place);
    }

    /// Notes conditions. One of them may name another board, before any square is read.
    pub fn add_conditions(&mut self, conditions: Vec<Placed<Clause>>) {
        for condition in conditions {
            if let Some(array) = condition.value.array() {
                match self.first_square.filter(|_| array.layout != self.layout()) {
                    Some(place) => {
                        let message = format!(
                            "'{}' has a board of its own: it stands before the first square",
                            condition.value
                        );
                        self.refuse(
                            Diagnostic::error(condition.place, message).see(place, "here is a square"),
                        );
                    }
                    None => self.board = Some(array),
                }
            }
            self.conditions.push(condition);
        }
    }

    /// Where a man was read, if there is one.
    pub fn any_man(&self) -> Option<Place> {
        self.men.values().map(|man| man.place).min()
    }

    /// Puts a man on the board, unless someone stands there.
    pub fn place(&mut self, man: PlacedMan) {
        let square = man.value.0;
        self.note_square(man.place);
        match self.men.get(&square) {
            None => {
                self.men.insert(square, man);
            }
            Some(other) => {
                let error = two_men(&man, other, self.layout());
                self.refuse(error);
            }
        }
    }

    /// The stipulation asks for play to a second diagram, which follows: the men read up to
    /// now stand in the first one.
    pub fn begin_target(&mut self, place: Place) {
        if self.start.is_some() {
            return;
        }
        if self.men.is_empty() {
            let message = "expected the men from whom play begins in front of this stipulation";
            return self.refuse(Diagnostic::error(place, message));
        }
        self.start = Some(self.diagram());
        self.first_reserve = self.reserve.take();
        self.men.clear();
    }

    /// What was read where nothing else than a list of words can stand.
    pub fn only_words(mut self) -> Result<Draft, Vec<Diagnostic>> {
        option_conflicts::contradictions(&self.asked).into_iter().for_each(|fault| self.refuse(fault));
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        Ok(self)
    }

    /// The end of the problem was read: what is still missing?
    pub fn finish(&mut self, end: Place) {
        option_conflicts::contradictions(&self.asked).into_iter().for_each(|fault| self.refuse(fault));
        if self.stipulation.is_none() && self.errors.is_empty() {
            let message = "expected a stipulation before the end of the problem";
            self.refuse(Diagnostic::error(end, message).suggest("as in 'stipulation #2'"));
        }
        let mut faults = Vec::new();
        for twin in &self.twins {
            if twin.value.alterations.is_empty() {
                faults.push(Diagnostic::error(twin.place, "expected a change that makes the twin"));
            }
        }
        faults.extend(consistency::declarations(
            &self.declared,
            self.twins.len() + usize::from(!self.zeroposition),
        ));
        if let Some(asked) = self.stipulation.filter(|asked| asked.value.goal == Goal::AToB)
            && self.men.is_empty()
        {
            let message = "expected the men of the diagram that is to be reached behind this stipulation";
            faults.push(Diagnostic::error(asked.place, message));
        }
        if let Some(asked) = &self.stipulation {
            faults.extend(option_conflicts::senseless_beginning(&self.asked, &asked.value));
        }
        if self.twins.is_empty()
            && let Some(step) = &self.options.en_passant
        {
            faults
                .extend(consistency::en_passant(step, self.start.as_ref().unwrap_or(&self.diagram())).err());
        }
        let diagram = self.diagram();
        let astray = self.men.values().filter(|man| {
            man.value.1.marks.contains(Marks::WALKED) && !diagram.has_second_rank_pawn(man.value.0)
        });
        for man in astray {
            let message = "only a pawn on its second rank can have walked there and lost its double step";
            faults.push(Diagnostic::error(man.place, message));
        }
        for reserve in self.first_reserve.into_iter().chain(self.reserve) {
            faults.extend(consistency::reserve(&self.conditions, reserve).err());
        }
        faults.into_iter().for_each(|fault| self.refuse(fault));
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(self.layout());
        diagram.reserve = self.reserve.map(|reserve| reserve.value);
        for man in self.men.values() {
            diagram.place(man.value.0, man.value.1);
        }
        diagram
    }

    /// The problem, or what is wrong with it; and the warnings.
    pub fn into_problem(mut self, begin: Place) -> (Result<Problem, Vec<Diagnostic>>, Vec<Diagnostic>) {
        let warnings = std::mem::take(&mut self.warnings);
        if !self.errors.is_empty() {
            return (Err(self.errors), warnings);
        }
        let problem = Problem {
            place: begin,
            id: None,
            setting: Setting {
                diagram: self.diagram(),
                start: self.start,
                stipulation: self.stipulation,
                structured: self.structured,
                conditions: self.conditions,
            },
            authors: self.authors,
            origins: self.origins,
            titles: self.titles,
            awards: self.awards,
            options: self.options,
            zeroposition: self.zeroposition,
            twins: self.twins.into_iter().map(|twin| twin.value).collect(),
            declared: self.declared.into_iter().map(|line| line.value).collect(),
        };
        let mut warnings = warnings;
        let room = MOST_ERRORS.saturating_sub(warnings.len());
        warnings.extend(option_conflicts::warnings(&self.asked, &problem).into_iter().take(room));
        (Ok(problem), warnings)
    }
}

/// The error that two men stand on one square.
pub(super) fn two_men(man: &PlacedMan, other: &PlacedMan, layout: Layout) -> Diagnostic {
    let square = layout.name(man.value.0);
    let message = format!("two men stand on {square}: {} and {}", other.value.1.label(), man.value.1.label());
    Diagnostic::error(man.place, message).see(other.place, "the other one")
}
