//! What is wrong or doubtful in a problem, found without solving it.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::json::{JsonFault, VERSION, faults};
use super::question::beginner;
use super::refusals::RefusalSink;
use crate::board::{Layout, Square};
use crate::formats::diagnostic::Topic;
use crate::formats::{Diagnostic, Item};
use crate::legality;
use crate::position::{Side, Walk};
use crate::problem::{Options, Problem, Setting, Span};
use crate::search::Limits;
use crate::search::limits::StopFlag;
use crate::solution::{Event, MissingKing, Remark, Sink, TwinHead, Unplayable};
use crate::solver::Solver;

/// What can be doubtful in a problem that can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// The reader has a warning.
    Input,
    /// The position cannot arise in a game.
    Position,
    /// The side to move could capture the king.
    Capturable,
    /// A castling right of FEN is in vain: there is no king or rook on the home square.
    Castling,
}

impl Doubt {
    /// All doubts.
    pub const ALL: [Doubt; 4] = [Doubt::Input, Doubt::Position, Doubt::Capturable, Doubt::Castling];

    /// Returns the name, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Doubt::Input => "input",
            Doubt::Position => "position",
            Doubt::Capturable => "capturable",
            Doubt::Castling => "castling",
        }
    }

    /// Returns the meaning.
    pub fn meaning(self) -> &'static str {
        match self {
            Doubt::Input => {
                "The reader has a warning, such as an unknown operation or an unusual side to move"
            }
            Doubt::Position => "The position cannot arise in a game",
            Doubt::Capturable => "The side to move could capture the king",
            Doubt::Castling => {
                "A castling right of FEN is ignored, as with --lenient: no king or rook is on its home square"
            }
        }
    }
}

/// A doubt about a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind.
    pub doubt: Doubt,
    /// The reason, with its place in the text.
    pub diagnostic: Diagnostic,
    /// The squares of the men that it concerns.
    pub squares: Vec<Square>,
}

/// What is wrong or doubtful in a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The reasons why it cannot be solved.
    pub errors: Vec<Diagnostic>,
    /// The doubts.
    pub findings: Vec<Finding>,
    layout: Layout,
}

impl Checked {
    /// Checks a problem that was read, and its twins. `solver` sets them up, and searches nothing.
    pub fn new(item: &Item, solver: &Solver) -> Checked {
        let warning = |warning: &Diagnostic| Finding {
            doubt: if warning.topic == Topic::Castling { Doubt::Castling } else { Doubt::Input },
            diagnostic: warning.clone(),
            squares: Vec::new(),
        };
        let findings = item.warnings.iter().map(warning).collect();
        let mut checked = Checked { errors: Vec::new(), findings, layout: Layout::CHESS };
        match &item.problem {
            Err(refusal) => checked.errors.extend(refusal.errors.iter().cloned()),
            Ok(problem) => checked.check(problem, solver),
        }
        checked
    }

    fn check(&mut self, problem: &Problem, solver: &Solver) {
        self.layout = problem.setting.diagram.layout();
        self.set_up(problem, solver);
        self.findings.extend(legality::warnings(problem).into_iter().map(|warning| Finding {
            doubt: Doubt::Position,
            diagnostic: Diagnostic::warning(warning.span, warning.to_string()),
            squares: warning.reason.squares(),
        }));
    }

    /// Sets up a problem and its twins. Their searches are stopped at once.
    fn set_up(&mut self, problem: &Problem, solver: &Solver) {
        let mut capturable: Vec<(Span, Vec<Square>)> = Vec::new();
        let mut current = (problem.span, Vec::new());
        let mut notice = |event: Event<'_>| {
            match event {
                Event::Twin(head) => current = (head.span, threatened_kings(head, &problem.options)),
                Event::Remark(Remark::KingCapturable)
                    if capturable.iter().all(|(span, _)| *span != current.0) =>
                {
                    capturable.push(current.clone());
                }
                _ => {}
            }
            ControlFlow::Continue(())
        };
        let mut sink = RefusalSink::new(&mut notice, MissingKing::Refuse);
        for head in problem.twins_in_order() {
            set_up_twin(problem, &head, solver, &mut sink);
        }
        self.errors = sink.refusals();
        self.findings.extend(capturable.into_iter().map(|(span, squares)| Finding {
            doubt: Doubt::Capturable,
            diagnostic: Diagnostic::warning(span, "the side to move could capture the king"),
            squares,
        }));
    }
}

/// Returns the squares of the kings of the side that does not begin.
fn threatened_kings(head: &TwinHead, options: &Options) -> Vec<Square> {
    let kings = |setting: &Setting| {
        let side = beginner(setting, options, Side::White).other();
        let men =
            setting.diagram.men().filter(|(_, man)| man.walk == Walk::King && man.colour == side.into());
        men.map(|(square, _)| square).collect()
    };
    head.setting.as_ref().map(kings).unwrap_or_default()
}

/// Passes on what is noticed when a twin is set up. It is solved as a problem of its own, because the twins after a
/// search that was stopped are not reached.
fn set_up_twin(problem: &Problem, head: &TwinHead, solver: &Solver, sink: &mut dyn Sink) {
    // The sink collects everything: no break is to be regarded.
    let _ = sink.on_event(Event::Twin(head));
    match &head.setting {
        _ if head.zeroposition => {}
        Ok(setting) => {
            let mut alone = Problem { span: head.span, ..Problem::new(setting.clone()) };
            alone.options = problem.options.clone();
            alone.options.set_play = false;
            let mut without_heads = |event: Event<'_>| match event {
                Event::Twin(_) => ControlFlow::Continue(()),
                event => sink.on_event(event),
            };
            let stop = StopFlag::default();
            stop.store(true, Ordering::Relaxed);
            // A search that is stopped has left what matters.
            let limits = Limits::new(Some(1), None, stop);
            let _ = solver.solve_within(&alone, &limits, &mut without_heads);
        }
        Err(error) => {
            let _ = sink.on_event(Event::Remark(Remark::Unplayable(Unplayable::Twin(error.clone()))));
        }
    }
}

/// What is wrong or doubtful in a problem, as JSON; see `docs/schema/check.json`.
#[derive(Serialize)]
pub struct JsonCheck {
    version: u32,
    source: String,
    line: u32,
    errors: Vec<JsonFault>,
    warnings: Vec<JsonDoubt>,
}

#[derive(Serialize)]
struct JsonDoubt {
    name: Doubt,
    #[serde(flatten)]
    fault: JsonFault,
    squares: Vec<&'static str>,
}

impl JsonCheck {
    /// Returns what is wrong or doubtful in the problem at a line of a text.
    pub fn new(source: &str, line: u32, checked: &Checked) -> JsonCheck {
        let doubt = |finding: &Finding| JsonDoubt {
            name: finding.doubt,
            fault: JsonFault::of(&finding.diagnostic),
            squares: finding.squares.iter().map(|&square| checked.layout.name(square)).collect(),
        };
        JsonCheck {
            version: VERSION,
            source: source.to_owned(),
            line,
            errors: faults(&checked.errors),
            warnings: checked.findings.iter().map(doubt).collect(),
        }
    }
}
