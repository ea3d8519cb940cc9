//! Problems that were understood and yet cannot be set up: why, and where.

use std::ops::ControlFlow;

use crate::formats::Diagnostic;
use crate::problem::{Options, Place};
use crate::solution::{Event, Kings, Remark, Sink};

/// Passes events on, and notes why something was not solved.
pub struct Watch<'a> {
    inner: &'a mut dyn Sink,
    kings: Kings,
    /// Where the twin that is told was read.
    place: Place,
    refusals: Vec<Diagnostic>,
}

impl<'a> Watch<'a> {
    /// One who watches what is told to `inner`.
    pub fn new(inner: &'a mut dyn Sink, kings: Kings) -> Watch<'a> {
        Watch { inner, kings, place: Place::default(), refusals: Vec::new() }
    }

    /// Why something was not solved, with its places.
    pub fn refusals(self) -> Vec<Diagnostic> {
        self.refusals
    }

    fn note(&mut self, remark: &Remark) {
        let refusal = match remark {
            Remark::Unplayable(reason) => {
                Diagnostic::error(reason.place().unwrap_or(self.place), reason.to_string())
            }
            Remark::KingMissing(side) if self.kings == Kings::Needed => {
                let option = Options::kingless_word(*side);
                Diagnostic::error(self.place, format!("{side} has no king"))
                    .suggest(format!("the option {option} says that none is needed"))
            }
            _ => return,
        };
        // In duplex both sides meet the same obstacle, as do both phases.
        if !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }
}

impl Sink for Watch<'_> {
    fn tell(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match &event {
            Event::Twin(head) => self.place = head.place,
            Event::Remark(remark) => self.note(remark),
            _ => {}
        }
        self.inner.tell(event)
    }
}
