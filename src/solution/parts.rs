//! The parts of a solution that are searched independently: root moves, and the set play of battle play.
//!
//! A [`PartKeeper`] keeps what was found of a part, so that another search of the same problem replays it instead of
//! searching again. Several searches of one problem can share a keeper: each then searches the parts that no other
//! one has taken. In help and series play a root move is a part at each length.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::event::{Event, Line, Node, Phase, RootMove, Settled, Sink};
use super::move_record::MoveRecord;
use crate::position::Side;

/// The place of a part in the solution of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PartKey {
    /// The number of the twin, from 0.
    pub twin: usize,
    /// The side as the attacker (in help play, as the side that is helped).
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// The length that is searched, in plies; 0 for set play of battle play.
    pub plies: usize,
    /// The number of the root move, from 1; 0 for set play of battle play.
    pub number: u64,
}

/// What was found of a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The root move; `None` for set play of battle play.
    pub root_move: Option<MoveRecord>,
    /// The events, empty if there is no solution.
    pub events: Vec<PartEvent>,
}

/// An event of a part, as in [`Event`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PartEvent {
    /// A ply of battle play begins.
    Node(Node),
    /// A solution of help or series play.
    Line(Line),
    /// The innermost open ply ends.
    End,
}

/// What is known about a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PartState {
    /// It was searched.
    Found(Part),
    /// It is to be searched by the caller.
    Open,
    /// Another search has taken it. The caller leaves it out, and its solution is incomplete.
    Taken,
}

/// Keeps the parts of one problem.
pub trait PartKeeper: Sync {
    /// Returns whether parts may be known or taken. If not, a short search need not claim any.
    fn has_parts(&self) -> bool {
        true
    }

    /// Returns what is known about a part that is about to be searched.
    fn claim(&self, key: &PartKey) -> PartState;

    /// Returns whether the part that begins now is kept.
    fn is_keeping(&self) -> bool {
        true
    }

    /// Keeps a part. One that was found before is offered again.
    fn keep(&self, key: PartKey, part: Part);

    /// Returns a number that no other problem has, so that the searches of this problem read what earlier ones have
    /// left in the transposition table; `None` if they do not.
    fn seed(&self) -> Option<u64> {
        None
    }

    /// Returns whether this search only finds parts for another one, which can do without it.
    fn is_helping(&self) -> bool {
        false
    }

    /// Returns whether the parts are still of use.
    fn is_wanted(&self) -> bool {
        true
    }
}

impl Part {
    /// Emits the events.
    pub fn replay(&self, sink: &mut dyn Sink) -> ControlFlow<()> {
        self.events.iter().try_for_each(|event| {
            sink.on_event(match event {
                PartEvent::Node(node) => Event::Node(node),
                PartEvent::Line(line) => Event::Line(line),
                PartEvent::End => Event::End,
            })
        })
    }
}

/// A sink that offers each part of a solution to a keeper and passes all events on.
pub(super) struct PartRecorder<'a> {
    keeper: &'a dyn PartKeeper,
    sink: &'a mut dyn Sink,
    /// The number of twins that have begun.
    twins: usize,
    side: Side,
    phase: Phase,
    /// The events since the last part; `None` if the keeper does not keep this one.
    events: Option<Vec<PartEvent>>,
}

impl<'a> PartRecorder<'a> {
    /// Returns a recorder of a solution that has not begun.
    pub fn new(keeper: &'a dyn PartKeeper, sink: &'a mut dyn Sink) -> PartRecorder<'a> {
        PartRecorder { keeper, sink, twins: 0, side: Side::White, phase: Phase::Actual, events: None }
    }

    fn begin_part(&mut self) {
        self.events = self.keeper.is_keeping().then(Vec::new);
    }

    fn push(&mut self, event: impl FnOnce() -> PartEvent) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    fn end_part(&mut self, plies: usize, number: u64, root_move: Option<&MoveRecord>) {
        if let Some(events) = self.events.take() {
            let twin = self.twins.saturating_sub(1);
            let key = PartKey { twin, side: self.side, phase: self.phase, plies, number };
            self.keeper.keep(key, Part { root_move: root_move.cloned(), events });
        }
        self.begin_part();
    }
}

impl Sink for PartRecorder<'_> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match &event {
            Event::Twin(_) => self.twins += 1,
            Event::Side(side) => self.side = *side,
            Event::Phase(phase) => {
                self.phase = *phase;
                self.begin_part();
            }
            Event::Node(node) => self.push(|| PartEvent::Node((*node).clone())),
            Event::Line(line) => self.push(|| PartEvent::Line((*line).clone())),
            Event::End => self.push(|| PartEvent::End),
            Event::Settled(Settled::RootMove(RootMove { number, plies, mv, .. })) => {
                self.end_part(*plies, *number, Some(mv));
            }
            Event::Settled(Settled::SetPlay) => self.end_part(0, 0, None),
            Event::AfterKey(_) | Event::Remark(_) | Event::Settled(Settled::Length { .. }) => {}
        }
        self.sink.on_event(event)
    }
}
