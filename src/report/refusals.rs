//! Collects the reasons why problems that were read cannot be solved.

use std::ops::ControlFlow;

use crate::formats::Diagnostic;
use crate::problem::{Options, Setting, Span};
use crate::solution::{Event, MissingKing, Remark, Sink, Unplayable};

/// Passes events on, and collects the reasons why something was not solved.
pub struct RefusalSink<'a> {
    inner: &'a mut dyn Sink,
    missing_king: MissingKing,
    /// The source span of the current twin.
    span: Span,
    /// The source span of the first twin.
    first_span: Option<Span>,
    /// The setting of the diagram, as long as it is the current one.
    diagram: Option<Setting>,
    /// The label of a twin after the first that has the span of the first: it is asked for on the command line.
    asked_label: Option<String>,
    refusals: Vec<Diagnostic>,
}

impl<'a> RefusalSink<'a> {
    /// Returns a sink that passes events to `inner`.
    pub fn new(inner: &'a mut dyn Sink, missing_king: MissingKing) -> RefusalSink<'a> {
        RefusalSink {
            inner,
            missing_king,
            span: Span::default(),
            first_span: None,
            diagram: None,
            asked_label: None,
            refusals: Vec::new(),
        }
    }

    /// Returns the reasons why something was not solved, with their spans.
    pub fn refusals(self) -> Vec<Diagnostic> {
        self.refusals
    }

    /// Returns the place of a reason: that of a man if it is known, or the current twin.
    fn place_of(&self, reason: &Unplayable) -> Span {
        let of_man = || {
            let setting = self.diagram.as_ref()?;
            setting.places.get(&reason.square(&setting.diagram)?).copied()
        };
        reason.span().or_else(of_man).unwrap_or(self.span)
    }

    fn note(&mut self, remark: &Remark) {
        let refusal = match remark {
            Remark::Unplayable(reason) => {
                let label = self.asked_label.iter().map(|label| format!(" (twin {label})"));
                let message = format!("{reason}{}", label.collect::<String>());
                Diagnostic::error(self.place_of(reason), message)
            }
            Remark::KingMissing(side) if self.missing_king == MissingKing::Refuse => {
                let option = Options::missing_king_option(*side);
                Diagnostic::error(self.span, format!("{side} has no king"))
                    .suggest(format!("the option {option} allows that"))
            }
            _ => return,
        };
        // In duplex both sides meet the same obstacle, as do both phases.
        if !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }
}

impl Sink for RefusalSink<'_> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match &event {
            Event::Twin(head) => {
                self.span = head.span;
                let is_asked = self.first_span.is_some_and(|first| first == head.span);
                self.asked_label = head.label.clone().filter(|_| is_asked);
                let is_first = *self.first_span.get_or_insert(head.span) == head.span;
                self.diagram = head.setting.as_ref().ok().filter(|_| is_first && !is_asked).cloned();
            }
            Event::Remark(remark) => self.note(remark),
            _ => {}
        }
        self.inner.on_event(event)
    }
}
