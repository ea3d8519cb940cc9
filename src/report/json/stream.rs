//! A solution as a stream of JSON objects, one for each event, as soon as it is found.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;

use super::play::{self, JsonLine, JsonMove, JsonRemark};
use super::question::JsonQuestion;
use super::{JsonFault, JsonProblem, JsonStats, VERSION};
use crate::problem::{Options, Problem, Setting};
use crate::report::question::beginner;
use crate::solution::{Event, Settled, Sink};

/// One object of the stream. `event` has its kind.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum JsonEvent {
    /// A problem begins.
    Problem {
        version: u32,
        source: String,
        line: u32,
        problem: Box<JsonProblem>,
    },
    /// A problem that was not understood.
    Refused {
        version: u32,
        source: String,
        line: u32,
        errors: Vec<JsonFault>,
    },
    /// A twin begins.
    Twin {
        label: Option<String>,
        continued: bool,
        zeroposition: bool,
        changes: Vec<String>,
        asked: Option<Box<JsonQuestion>>,
        error: Option<String>,
    },
    /// The play of a side begins.
    Side {
        side: &'static str,
        begins: &'static str,
    },
    /// A phase begins.
    Phase {
        phase: &'static str,
    },
    /// The state of the defender after a key that was made before the diagram.
    AfterKey {
        check: bool,
        pending: Option<&'static str>,
    },
    /// A ply of battle play begins.
    Node {
        depth: usize,
        role: &'static str,
        number: u16,
        wins_in: Option<u16>,
        #[serde(rename = "move")]
        mv: JsonMove,
        pending: Option<&'static str>,
    },
    /// A line of help or series play.
    Line(JsonLine),
    /// A remark on what is open.
    Remark(JsonRemark),
    /// All lines of up to `plies` plies have been emitted.
    SettledLength {
        plies: usize,
        last: usize,
    },
    SettledSetPlay {},
    /// All play of `plies` plies after a root move has been emitted.
    SettledMove {
        plies: usize,
        number: u64,
        total: u64,
        #[serde(rename = "move")]
        mv: JsonMove,
    },
    /// What the last event of the kind `of` has begun ends.
    End {
        of: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        stats: Option<JsonStats>,
    },
}

/// A sink that writes each event as a line of JSON.
pub struct EventStream<W> {
    out: W,
    options: Options,
    /// The setting of the twin.
    setting: Setting,
    /// The kinds of the events that have no end yet.
    open: Vec<&'static str>,
    failed: Option<io::Error>,
}

impl<W: Write> EventStream<W> {
    /// Returns the stream of a problem from a source. Writes its first line.
    pub fn begin(problem: &Problem, source: &str, out: W) -> EventStream<W> {
        let mut stream = EventStream {
            out,
            options: problem.options.clone(),
            setting: problem.setting.clone(),
            open: Vec::new(),
            failed: None,
        };
        stream.write(&JsonEvent::Problem {
            version: VERSION,
            source: source.into(),
            line: problem.span.line,
            problem: Box::new(JsonProblem::new(problem)),
        });
        stream
    }

    /// Writes the last line, with the cost of the search if it is given.
    ///
    /// # Errors
    /// The first failure to write, now or before.
    pub fn finish(mut self, stats: Option<JsonStats>) -> io::Result<()> {
        self.write(&JsonEvent::End { of: "problem", stats });
        self.failed.map_or(Ok(()), Err)
    }

    /// Writes the line of a problem that was not understood.
    ///
    /// # Errors
    /// The failure to write.
    pub fn write_refusal(source: &str, line: u32, errors: Vec<JsonFault>, mut out: W) -> io::Result<()> {
        write_event(&mut out, &JsonEvent::Refused { version: VERSION, source: source.into(), line, errors })
    }

    fn write(&mut self, event: &JsonEvent) {
        if self.failed.is_none() {
            self.failed = write_event(&mut self.out, event).err();
        }
    }

    fn begin_event(&mut self, kind: &'static str, event: JsonEvent) -> JsonEvent {
        self.open.push(kind);
        event
    }

    fn event(&mut self, event: Event<'_>) -> JsonEvent {
        let layout = self.setting.diagram.layout();
        match event {
            Event::Twin(head) => {
                if let Ok(setting) = &head.setting {
                    self.setting = setting.clone();
                }
                let changes = play::change_lines(&head.changes);
                let error = head.setting.as_ref().err().map(|error| error.value.to_string());
                let question = |setting| Box::new(JsonQuestion::new(setting, &self.options));
                let asked = head.setting.as_ref().ok().map(question);
                let twin = JsonEvent::Twin {
                    label: head.label.clone(),
                    continued: head.continued,
                    zeroposition: head.zeroposition,
                    changes,
                    asked,
                    error,
                };
                self.begin_event("twin", twin)
            }
            Event::Side(side) => {
                let begins = beginner(&self.setting, &self.options, side);
                let (side, begins) = (play::side(side), play::side(begins));
                self.begin_event("side", JsonEvent::Side { side, begins })
            }
            Event::Phase(phase) => self.begin_event("phase", JsonEvent::Phase { phase: play::phase(phase) }),
            Event::AfterKey(after) => {
                JsonEvent::AfterKey { check: after.check, pending: after.pending.map(play::pending) }
            }
            Event::Node(node) => {
                let depth = self.open.iter().filter(|&&kind| kind == "node").count();
                let node = JsonEvent::Node {
                    depth,
                    role: play::role(node.role),
                    number: node.number,
                    wins_in: (node.wins_in > 0).then_some(node.wins_in),
                    mv: JsonMove::new(&node.mv, layout),
                    pending: node.pending.map(play::pending),
                };
                self.begin_event("node", node)
            }
            Event::Line(line) => JsonEvent::Line(JsonLine::new(line, layout)),
            Event::End => JsonEvent::End { of: self.open.pop().unwrap_or("problem"), stats: None },
            Event::Remark(remark) => JsonEvent::Remark(JsonRemark::new(&remark)),
            Event::Settled(Settled::Length { plies, last }) => JsonEvent::SettledLength { plies, last },
            Event::Settled(Settled::SetPlay) => JsonEvent::SettledSetPlay {},
            Event::Settled(Settled::RootMove(root_move)) => JsonEvent::SettledMove {
                plies: root_move.plies,
                number: root_move.number,
                total: root_move.total,
                mv: JsonMove::new(&root_move.mv, layout),
            },
        }
    }
}

/// Writes an event on a line of its own. The search may take long until the next: nothing is kept in a buffer.
fn write_event(out: &mut impl Write, event: &JsonEvent) -> io::Result<()> {
    let line = serde_json::to_string(event).map_err(io::Error::other)?;
    writeln!(out, "{line}")?;
    out.flush()
}

impl<W: Write> Sink for EventStream<W> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        let event = self.event(event);
        self.write(&event);
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
