//! A problem under construction: its parts and its errors.

use std::collections::BTreeMap;

use super::MAX_ERRORS;
use super::option_conflicts;
use super::option_conflicts::OptionsRead;
use crate::board::{GameArray, Layout, Square};
use crate::formats::{Diagnostic, consistency};
use crate::position::{Man, ManFlags, Reserve, Walk};
use crate::problem::{Declaration, Diagram, NamedRule, Options, Problem, Setting, Span, Spanned, Twin};
use crate::stipulation::{Goal, Stipulation, Structured};

/// A man on a square, with its source span.
pub(super) type SpannedMan = Spanned<(Square, Man)>;

/// The parts of a problem read so far.
#[derive(Default)]
pub(super) struct ProblemBuilder {
    pub authors: Vec<String>,
    pub origins: Vec<String>,
    pub titles: Vec<String>,
    pub awards: Vec<String>,
    pub stipulation: Option<Spanned<Stipulation>>,
    pub structured: Option<Structured>,
    pub conditions: Vec<NamedRule>,
    /// The conditions that are asked about the problem, which its text does not have.
    asked: Vec<NamedRule>,
    pub options: Options,
    /// The options as they were read.
    pub options_read: OptionsRead,
    pub zeroposition: bool,
    /// The twins, with the spans of their words.
    pub twins: Vec<Spanned<Twin>>,
    pub declared: Vec<Spanned<Declaration>>,
    /// The men in the reserve, if they are named.
    pub reserve: Option<Spanned<Reserve>>,
    /// The board, until a condition defines another.
    board: Option<GameArray>,
    /// The span of the first square.
    first_square_span: Option<Span>,
    men: BTreeMap<Square, SpannedMan>,
    /// The diagram from which an A to B problem begins.
    start: Option<Diagram>,
    /// The men in the reserve of that diagram, if they are named.
    start_reserve: Option<Spanned<Reserve>>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// The parts of the text that the problem does not hold.
    pub unread: Vec<Diagnostic>,
}

impl ProblemBuilder {
    /// Adds an error, up to the limit.
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

    /// Adds a hint to the last error, after its suggestion.
    pub fn add_hint(&mut self, hint: &str) {
        if let Some(error) = self.errors.last_mut() {
            error.suggestion = Some(match error.suggestion.take() {
                Some(suggestion) => format!("{suggestion}\n{hint}"),
                None => hint.to_owned(),
            });
        }
    }

    /// Returns whether another error would be added.
    pub fn has_room(&self) -> bool {
        self.errors.len() < MAX_ERRORS
    }

    /// Adds a warning, up to the limit.
    pub fn warn(&mut self, warning: Diagnostic) {
        if self.warnings.len() < MAX_ERRORS {
            self.warnings.push(warning);
        }
    }

    /// Returns the board with its game array.
    pub fn board(&self) -> GameArray {
        self.board.unwrap_or(GameArray::CHESS)
    }

    /// Sets the board.
    pub fn set_board(&mut self, board: GameArray) {
        self.board = Some(board);
    }

    /// Sets the conditions that are asked about the problem. One of them may define the board.
    pub fn set_asked(&mut self, conditions: Vec<NamedRule>) {
        self.board = conditions.iter().find_map(|condition| condition.value.game_array());
        self.asked = conditions;
    }

    /// Returns the names of the squares.
    pub fn layout(&self) -> Layout {
        self.board().layout
    }

    /// Records that a square was read, which fixes the board.
    pub fn note_square(&mut self, span: Span) {
        self.first_square_span.get_or_insert(span);
    }

    /// Adds conditions. One of them may define another board, before any square is read.
    pub fn add_conditions(&mut self, conditions: Vec<NamedRule>) {
        for condition in conditions {
            if let Some(array) = condition.value.game_array() {
                match self.first_square_span.filter(|_| array.layout != self.layout()) {
                    Some(span) => {
                        let message = format!(
                            "'{}' has a board of its own: it must precede the first square",
                            condition.value
                        );
                        self.refuse(
                            Diagnostic::error(condition.span, message).see_also(span, "here is a square"),
                        );
                    }
                    None => self.board = Some(array),
                }
            }
            self.conditions.push(condition);
        }
    }

    /// Returns the span of the first man; `None` if there is none.
    pub fn first_man_span(&self) -> Option<Span> {
        self.men.values().map(|man| man.span).min()
    }

    /// Puts a man on the board, unless the square is occupied.
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

    /// Sets the stipulation; refuses a second one, where Popeye takes the first.
    pub fn set_stipulation(&mut self, stipulation: Spanned<Stipulation>, structured: Option<Structured>) {
        if let Some(first) = self.stipulation {
            let error = Diagnostic::error(stipulation.span, "expected one stipulation, found a second one");
            return self.refuse(error.see_also(first.span, "the first one"));
        }
        self.stipulation = Some(stipulation);
        self.structured = structured;
    }

    /// Begins the second diagram, which the stipulation requires: the men read so far form the first one.
    pub fn begin_target(&mut self, span: Span) {
        if self.start.is_some() {
            return;
        }
        if self.men.is_empty() {
            let message = "expected the men of the first diagram before this stipulation";
            return self.refuse(Diagnostic::error(span, message));
        }
        self.start = Some(self.diagram());
        self.start_reserve = self.reserve.take();
        self.men.clear();
    }

    /// Finishes a text that can only be a list of words.
    pub fn finish_words(mut self) -> Result<ProblemBuilder, Vec<Diagnostic>> {
        option_conflicts::contradictions(&self.options_read).into_iter().for_each(|fault| self.refuse(fault));
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        Ok(self)
    }

    /// Checks the problem when its end was read.
    pub fn finish(&mut self, end: Span) {
        option_conflicts::contradictions(&self.options_read).into_iter().for_each(|fault| self.refuse(fault));
        if self.stipulation.is_none() && self.errors.is_empty() {
            let message = "expected a stipulation before the end of the problem";
            self.refuse(Diagnostic::error(end, message).suggest("as in 'stipulation #2'"));
        }
        let mut faults = Vec::new();
        for twin in &self.twins {
            if twin.value.changes.is_empty() {
                faults
                    .push(Diagnostic::error(twin.span, "expected a change that makes the twin, found none"));
            }
        }
        faults.extend(consistency::check_declarations(
            &self.declared,
            self.twins.len() + usize::from(!self.zeroposition),
        ));
        if let Some(stipulation) = self.stipulation.filter(|stipulation| stipulation.value.goal == Goal::AToB)
            && self.men.is_empty()
        {
            let message = "expected the men of the diagram to be reached after this stipulation";
            faults.push(Diagnostic::error(stipulation.span, message));
        }
        if let Some(stipulation) = &self.stipulation {
            faults.extend(option_conflicts::unclear_white_to_play(&self.options_read, &stipulation.value));
        }
        if self.options.white_to_play {
            faults.extend(consistency::check_white_to_play(self.twins.iter().map(|twin| &twin.value)));
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
        let conditions = [self.conditions.as_slice(), &self.asked].concat();
        for reserve in self.start_reserve.into_iter().chain(self.reserve) {
            faults.extend(consistency::check_reserve(&conditions, reserve).err());
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

    /// Returns a warning at a nightrider if it is the only kind of fairy man and there is no knight: the letter of the
    /// nightrider is that of the knight elsewhere.
    fn mistaken_knight(&self) -> Option<Diagnostic> {
        let is_wanted = |walk: Walk| walk == Walk::Knight || (walk.is_fairy() && walk != Walk::Nightrider);
        if self.men.values().any(|man| is_wanted(man.value.1.walk)) {
            return None;
        }
        let nightrider = self.men.values().find(|man| man.value.1.walk == Walk::Nightrider)?;
        let message = "N is a nightrider: the letter of the knight is S in English and German, C in French";
        Some(Diagnostic::warning(nightrider.span, message))
    }

    /// Returns a warning at a man with an attribute that acts on hurdles, if it hops over none: an officer that does not move
    /// as others, in a problem without conditions.
    fn idle_attribute(&self) -> Option<Diagnostic> {
        let hops = |walk: Walk| match walk.fairy() {
            Some(row) => row.movement.has_hurdles() || row.movement.depends_on_sides(),
            None => walk.is_pawn(),
        };
        if !self.conditions.is_empty() {
            return None;
        }
        let mut idle = self.men.values().filter(|man| !hops(man.value.1.walk));
        let (span, attribute) = idle.find_map(|man| {
            let mut attributes = man.value.1.flags.listed();
            Some((man.span, attributes.find(|attribute| attribute.flag.meets(ManFlags::OF_HURDLES))?))
        })?;
        let message = format!("{} has no effect on a man that hops over no hurdle", attribute.names[0]);
        Some(Diagnostic::warning(span, message))
    }

    /// Returns the problem or its errors, and the warnings.
    pub fn into_problem(mut self, begin: Span) -> (Result<Problem, Vec<Diagnostic>>, Vec<Diagnostic>) {
        let doubts = [self.mistaken_knight(), self.idle_attribute()];
        let mut warnings = std::mem::take(&mut self.warnings);
        if !self.errors.is_empty() {
            return (Err(self.errors), warnings);
        }
        let problem = Problem {
            span: begin,
            id: None,
            setting: Setting {
                diagram: self.diagram(),
                places: self.men.values().map(|man| (man.value.0, man.span)).collect(),
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
            notes: Vec::new(),
        };
        warnings.extend(doubts.into_iter().flatten());
        let room = MAX_ERRORS.saturating_sub(warnings.len());
        warnings.extend(option_conflicts::warnings(&self.options_read, &problem).into_iter().take(room));
        (Ok(problem), warnings)
    }
}

/// Returns the error that two men are on one square.
pub(super) fn two_men_error(man: &SpannedMan, other: &SpannedMan, layout: Layout) -> Diagnostic {
    let square = layout.name(man.value.0);
    let message = format!("two men are on {square}: {} and {}", other.value.1.label(), man.value.1.label());
    Diagnostic::error(man.span, message).see_also(other.span, "the other one")
}
