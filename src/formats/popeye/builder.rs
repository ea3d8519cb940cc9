//! A problem in the making: what was read of it, and what was wrong.

use std::collections::BTreeMap;

use super::MAX_ERRORS;
use super::option_conflicts;
use super::option_conflicts::OptionsRead;
use crate::board::{GameArray, Layout, Square};
use crate::formats::{Diagnostic, consistency};
use crate::position::{Man, ManFlags, Reserve};
use crate::problem::{Declaration, Diagram, Options, Problem, Setting, Span, Spanned, Twin};
use crate::rules::ScopedRule;
use crate::stipulation::{Goal, Stipulation, Structured};

/// A man, where it stands and where that was read.
pub(super) type SpannedMan = Spanned<(Square, Man)>;

/// What was read of a problem up to now.
#[derive(Default)]
pub(super) struct ProblemBuilder {
    pub authors: Vec<String>,
    pub origins: Vec<String>,
    pub titles: Vec<String>,
    pub awards: Vec<String>,
    pub stipulation: Option<Spanned<Stipulation>>,
    pub structured: Option<Structured>,
    pub conditions: Vec<Spanned<ScopedRule>>,
    pub options: Options,
    /// The options as they were read.
    pub options_read: OptionsRead,
    pub zeroposition: bool,
    /// Where the twins begin, each with its word.
    pub twins: Vec<Spanned<Twin>>,
    pub declared: Vec<Spanned<Declaration>>,
    /// The men beside the board, where that is said.
    pub reserve: Option<Spanned<Reserve>>,
    /// The board, until the conditions name another.
    board: Option<GameArray>,
    /// Where the first square was read.
    first_square_span: Option<Span>,
    men: BTreeMap<Square, SpannedMan>,
    /// Where an A to B problem begins.
    start: Option<Diagram>,
    /// The men beside the board there, where that is said.
    start_reserve: Option<Spanned<Reserve>>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl ProblemBuilder {
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
        self.errors.len() < MAX_ERRORS
    }

    /// Notes a warning, unless there are enough.
    pub fn warn(&mut self, warning: Diagnostic) {
        if self.warnings.len() < MAX_ERRORS {
            self.warnings.push(warning);
        }
    }

    /// The board with its game array.
    pub fn board(&self) -> GameArray {
        self.board.unwrap_or(GameArray::CHESS)
    }

    /// The names of the squares.
    pub fn layout(&self) -> Layout {
        self.board().layout
    }

    /// Notes that a square was read: from now on the board is known.
    pub fn note_square(&mut self, place: Span) {
        self.first_square_span.get_or_insert(place);
    }

    /// Notes conditions. One of them may name another board, before any square is read.
    pub fn add_conditions(&mut self, conditions: Vec<Spanned<ScopedRule>>) {
        for condition in conditions {
            if let Some(array) = condition.value.game_array() {
                match self.first_square_span.filter(|_| array.layout != self.layout()) {
                    Some(place) => {
                        let message = format!(
                            "'{}' has a board of its own: it stands before the first square",
                            condition.value
                        );
                        self.refuse(
                            Diagnostic::error(condition.span, message).see_also(place, "here is a square"),
                        );
                    }
                    None => self.board = Some(array),
                }
            }
            self.conditions.push(condition);
        }
    }

    /// Where a man was read, if there is one.
    pub fn first_man_span(&self) -> Option<Span> {
        self.men.values().map(|man| man.span).min()
    }

    /// Puts a man on the board, unless someone stands there.
    pub fn place(&mut self, man: SpannedMan) {
        let square = man.value.0;
        self.note_square(man.span);
        match self.men.get(&square) {
            None => {
                self.men.insert(square, man);
            }
            Some(other) => {
                let error = two_men_error(&man, other, self.layout());
                self.refuse(error);
            }
        }
    }

    /// The stipulation asks for play to a second diagram, which follows: the men read up to
    /// now stand in the first one.
    pub fn begin_target(&mut self, place: Span) {
        if self.start.is_some() {
            return;
        }
        if self.men.is_empty() {
            let message = "expected the men from whom play begins in front of this stipulation";
            return self.refuse(Diagnostic::error(place, message));
        }
        self.start = Some(self.diagram());
        self.start_reserve = self.reserve.take();
        self.men.clear();
    }

    /// What was read where nothing else than a list of words can stand.
    pub fn finish_words(mut self) -> Result<ProblemBuilder, Vec<Diagnostic>> {
        option_conflicts::contradictions(&self.options_read).into_iter().for_each(|fault| self.refuse(fault));
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        Ok(self)
    }

    /// The end of the problem was read: what is still missing?
    pub fn finish(&mut self, end: Span) {
        option_conflicts::contradictions(&self.options_read).into_iter().for_each(|fault| self.refuse(fault));
        if self.stipulation.is_none() && self.errors.is_empty() {
            let message = "expected a stipulation before the end of the problem";
            self.refuse(Diagnostic::error(end, message).suggest("as in 'stipulation #2'"));
        }
        let mut faults = Vec::new();
        for twin in &self.twins {
            if twin.value.changes.is_empty() {
                faults.push(Diagnostic::error(twin.span, "expected a change that makes the twin"));
            }
        }
        faults.extend(consistency::check_declarations(
            &self.declared,
            self.twins.len() + usize::from(!self.zeroposition),
        ));
        if let Some(asked) = self.stipulation.filter(|asked| asked.value.goal == Goal::AToB)
            && self.men.is_empty()
        {
            let message = "expected the men of the diagram that is to be reached behind this stipulation";
            faults.push(Diagnostic::error(asked.span, message));
        }
        if let Some(asked) = &self.stipulation {
            faults.extend(option_conflicts::unclear_white_to_play(&self.options_read, &asked.value));
        }
        if self.twins.is_empty()
            && let Some(step) = &self.options.en_passant
        {
            faults.extend(
                consistency::check_en_passant(step, self.start.as_ref().unwrap_or(&self.diagram())).err(),
            );
        }
        let diagram = self.diagram();
        let astray = self.men.values().filter(|man| {
            man.value.1.flags.contains(ManFlags::NO_DOUBLE_STEP) && !diagram.has_second_rank_pawn(man.value.0)
        });
        for man in astray {
            let message = "only a pawn on its second rank can have walked there and lost its double step";
            faults.push(Diagnostic::error(man.span, message));
        }
        for reserve in self.start_reserve.into_iter().chain(self.reserve) {
            faults.extend(consistency::check_reserve(&self.conditions, reserve).err());
        }
        faults.into_iter().for_each(|fault| self.refuse(fault));
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(self.layout());
        diagram.reserve = self.reserve.map(|reserve| reserve.value);
        for man in self.men.values() {
            diagram.put(man.value.0, man.value.1);
        }
        diagram
    }

    /// The problem, or what is wrong with it; and the warnings.
    pub fn into_problem(mut self, begin: Span) -> (Result<Problem, Vec<Diagnostic>>, Vec<Diagnostic>) {
        let warnings = std::mem::take(&mut self.warnings);
        if !self.errors.is_empty() {
            return (Err(self.errors), warnings);
        }
        let problem = Problem {
            span: begin,
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
            declarations: self.declared.into_iter().map(|line| line.value).collect(),
        };
        let mut warnings = warnings;
        let room = MAX_ERRORS.saturating_sub(warnings.len());
        warnings.extend(option_conflicts::warnings(&self.options_read, &problem).into_iter().take(room));
        (Ok(problem), warnings)
    }
}

/// The error that two men stand on one square.
pub(super) fn two_men_error(man: &SpannedMan, other: &SpannedMan, layout: Layout) -> Diagnostic {
    let square = layout.name(man.value.0);
    let message = format!("two men stand on {square}: {} and {}", other.value.1.label(), man.value.1.label());
    Diagnostic::error(man.span, message).see_also(other.span, "the other one")
}
