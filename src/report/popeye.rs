//! Popeye's plain text, as `py -regression` prints it.
//!
//! Every line of a solution begins with a line feed and every phase ends with one, which explains the blank
//! lines. The text that Popeye writes to its standard error goes to a separate writer.

mod header;

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::notation::{PieceNames, long, long_marks};
use crate::board::Layout;
use crate::clock::Stopwatch;
use crate::problem::Problem;
use crate::solution::{
    Action, AfterKey, Counting, Event, Line, MoveRecord, Node, Pending, Phase, Remark, Role, RootMove,
    Settled, Sink, TwinHead,
};

/// A sink that prints a solution in Popeye's layout.
#[derive(Debug)]
pub struct PopeyePrinter<W, M> {
    out: W,
    messages: M,
    layout: Layout,
    open: Vec<OpenBlock>,
    interrupted: bool,
    partial: bool,
    /// Whether a part of the problem was refused.
    refused: bool,
    /// Whether a missing king was reported for this side.
    king_missing: bool,
    /// The last item printed in this phase.
    last: LastPrinted,
    /// Whether the twin is battle play.
    is_battle: bool,
    /// Whether first moves are printed with their numbers.
    move_numbers: bool,
    /// The play after the current first move, which is printed below its number.
    held: Option<String>,
    /// Measures the times to print; `None` if none are printed.
    clock: Option<Stopwatch>,
    failed: Option<io::Error>,
}

/// The last item printed in a phase: lines and trees are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastPrinted {
    Nothing,
    Tree,
    Line,
}

/// An event that has no `End` yet.
#[derive(Debug)]
enum OpenBlock {
    Twin,
    Side,
    Phase { phase: Phase, illegal: bool },
    Node { role: Role, attacks: bool, but: bool },
}

impl<W: Write, M: Write> PopeyePrinter<W, M> {
    /// Returns a printer of one problem: solutions go to `out`, messages to `messages`. Prints what precedes
    /// the solution: author, board and caption.
    pub fn begin(problem: &Problem, out: W, messages: M) -> PopeyePrinter<W, M> {
        let mut printer = PopeyePrinter {
            out,
            messages,
            layout: problem.setting.diagram.layout(),
            open: Vec::new(),
            interrupted: false,
            partial: false,
            king_missing: false,
            refused: false,
            last: LastPrinted::Nothing,
            is_battle: false,
            move_numbers: problem.options.move_numbers,
            held: None,
            clock: None,
            failed: None,
        };
        if !problem.options.no_board {
            let header = header::header(problem);
            printer.print(&header);
        }
        printer.flush();
        printer
    }

    /// Prints the time from now on with each first move and at the end.
    pub fn with_times(self) -> PopeyePrinter<W, M> {
        PopeyePrinter { clock: Some(Stopwatch::start()), ..self }
    }

    /// Returns the time as Popeye prints it, after `blanks`; nothing if no times are printed.
    fn time(&self, blanks: &str) -> String {
        let Some(clock) = &self.clock else { return String::new() };
        let elapsed = clock.elapsed();
        let (seconds, millis) = (elapsed.as_secs(), elapsed.subsec_millis());
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let time = match (hours, minutes) {
            (0, 0) => format!("{rest}.{millis:03} s"),
            (0, _) => format!("{minutes}:{rest:02}.{millis:03} m:s"),
            _ => format!("{hours}:{minutes:02}:{rest:02} h:m:s"),
        };
        format!("{blanks}Time = {time}")
    }

    /// Prints a first move with its number, and in battle play the play after it.
    fn root_move(&mut self, root_move: &RootMove) {
        let held = self.held.take();
        let RootMove { number, mv, .. } = root_move;
        let written = long_with_blank(mv, self.layout) + &long_marks(mv);
        let time = self.time("   ");
        self.print(&format!("\n{number:3}  ({written} {time})"));
        if let Some(held) = held {
            self.print(&held);
        }
        self.hold();
        self.flush();
    }

    /// Keeps the play of the next first move of battle play until its number is known.
    fn hold(&mut self) {
        if self.move_numbers
            && self.is_battle
            && matches!(self.open[..], [.., OpenBlock::Phase { phase: Phase::Actual, .. }])
        {
            self.held = Some(String::new());
        }
    }

    /// Prints what follows the solution.
    ///
    /// # Errors
    /// The first failure to write, now or before.
    pub fn finish(mut self) -> io::Result<()> {
        let end = if self.interrupted {
            "solving interrupted."
        } else if self.refused {
            // Without it the answer would look like that of a problem without a solution.
            "\nnot solved."
        } else if self.partial {
            "Partial solution"
        } else {
            "\nsolution finished."
        };
        let time = self.time(" ");
        self.print(&format!("{end}{time}\n\n\n"));
        match self.failed {
            Some(error) => Err(error),
            None => self.out.flush().and_then(|()| self.messages.flush()),
        }
    }

    fn print(&mut self, text: &str) {
        if let Some(held) = &mut self.held {
            *held += text;
        } else if self.failed.is_none() {
            self.failed = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Flushes the output, because the search may take long.
    fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.out.flush().err();
        }
    }

    fn warn(&mut self, text: &str) {
        // On a terminal a message must appear at its place. Solutions matter more than messages: if a message
        // cannot be written, printing continues.
        let _ = self.out.flush();
        let _ = self.messages.write_all(text.as_bytes());
    }

    fn twin(&mut self, head: &TwinHead) {
        if head.zeroposition {
            self.print("\nzeroposition\n\n");
        } else if let Some(label) = &head.label {
            let plus = if head.continued { "+" } else { "" };
            let mut text = format!("\n{plus}{label}) ");
            for change in &head.changes.words(PieceNames::KnightS) {
                text += &change.replace('\n', "\n   ");
                text += "  ";
            }
            text.push('\n');
            self.print(&text);
        }
        // If there is no setting, a remark gives the reason.
        if let Ok(setting) = &head.setting {
            self.layout = setting.diagram.layout();
            self.is_battle = setting.stipulation.is_some_and(|line_play| line_play.value.family.is_battle());
        }
    }

    /// Returns whether a ply is the attacker's.
    fn attacks(&self, role: Role) -> bool {
        match role {
            Role::Key | Role::Try | Role::Threat | Role::Continuation => true,
            Role::Defence | Role::Refutation => false,
            Role::Forced => match self.open.last() {
                Some(OpenBlock::Node { attacks, .. }) => !attacks,
                Some(OpenBlock::Phase { phase, .. }) => *phase == Phase::Actual,
                _ => true,
            },
        }
    }

    fn after_key(&mut self, after_key: AfterKey) {
        let text = match after_key {
            AfterKey { check: true, .. } => "\n +",
            AfterKey { pending: Some(pending), .. } => &format!("\n{}", pending_text(pending)),
            AfterKey { .. } => "",
        };
        self.print(text);
    }

    fn node(&mut self, node: &Node) {
        let mut text = String::new();
        if std::mem::replace(&mut self.last, LastPrinted::Tree) == LastPrinted::Line {
            text.push('\n');
        }
        if node.role == Role::Refutation
            && let Some(OpenBlock::Node { but, .. }) = self.open.last_mut()
            && !*but
        {
            *but = true;
            text += "\n    but";
        }
        let attacks = self.attacks(node.role);
        let number = usize::from(node.number);
        let depth = 2 * number.max(1) - if attacks { 2 } else { 1 };
        let indent = (4 * depth).max(1);
        text += &format!("\n{:indent$}{number:3}.", "");
        text += if attacks { "" } else { ".." };
        text += &long_with_blank(&node.mv, self.layout);
        text += &long_marks(&node.mv);
        text += match node.role {
            Role::Refutation if matches!(self.open.last(), Some(OpenBlock::Phase { .. })) => {
                "\n        refutes."
            }
            Role::Key | Role::Refutation => " !",
            Role::Try => " ?",
            Role::Forced => " ?!?",
            Role::Threat | Role::Defence | Role::Continuation => "",
        };
        text += node.pending.map_or("", pending_text);
        // The play after a refutation of a key that was made before the diagram is not printed.
        let hidden = matches!(
            self.open[..],
            [.., OpenBlock::Phase { .. }, OpenBlock::Node { role: Role::Refutation, .. }]
        );
        self.open.push(OpenBlock::Node { role: node.role, attacks, but: false });
        if !hidden {
            self.print(&text);
        }
    }

    fn line(&mut self, line: &Line) {
        let mut text = String::from("\n");
        if std::mem::replace(&mut self.last, LastPrinted::Line) == LastPrinted::Tree {
            text.push('\n');
        }
        text += match line.counting {
            Counting::Pairs | Counting::Series | Counting::Introduced(_) => "",
            Counting::PairsFromSecond | Counting::SeriesEnd => "  1...",
            Counting::PairsFromThird => "  1...  ...",
        };
        let first = line.moves.first().map(|step| step.side);
        let mut number = match line.counting {
            Counting::Pairs | Counting::Series | Counting::Introduced(_) => 1,
            _ => 2,
        };
        for (index, step) in line.moves.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            let numbered = match line.counting {
                Counting::Pairs | Counting::PairsFromThird => index % 2 == 0,
                Counting::PairsFromSecond => index % 2 == 1,
                Counting::Series => Some(step.side) == first,
                Counting::SeriesEnd => false,
                Counting::Introduced(moves) => {
                    let begin = usize::from(moves);
                    if index == begin {
                        number = 1;
                    }
                    let first = if index < begin { line.moves.first() } else { line.moves.get(begin) };
                    first.is_some_and(|first| first.side == step.side)
                }
            };
            if numbered {
                text += &format!("{number:3}.");
                number += 1;
            }
            text += &long_with_blank(step, self.layout);
            text += &long_marks(step);
        }
        if line.forced {
            text += " ?!?";
        }
        self.print(&text);
        self.flush();
    }

    fn end(&mut self) {
        let ended = self.open.pop();
        if matches!(ended, Some(OpenBlock::Phase { .. }))
            && let Some(held) = self.held.take()
        {
            self.print(&held);
        }
        let on_top = !matches!(self.open.last(), Some(OpenBlock::Node { .. }));
        match ended {
            Some(OpenBlock::Phase { illegal: false, .. }) => self.print("\n"),
            Some(OpenBlock::Node { role: Role::Key | Role::Try, .. }) if on_top => self.print("\n"),
            _ => {}
        }
        if on_top {
            self.flush();
        }
    }

    fn remark(&mut self, remark: Remark) {
        match remark {
            Remark::KingCapturable => {
                if let Some(OpenBlock::Phase { illegal, .. }) = self.open.last_mut() {
                    *illegal = true;
                }
                self.warn("\nthe side to play can capture the king");
            }
            // The caller prints the reason, since it has the source text.
            Remark::Unplayable(_) => {
                self.refused = true;
                self.print("\nproblem ignored\n");
            }
            // Once, even if both kings are missing.
            Remark::KingMissing(_) if self.king_missing => {}
            Remark::KingMissing(_) => {
                self.king_missing = true;
                self.warn("both sides need a king\n");
            }
            Remark::Incomplete => self.interrupted = true,
            Remark::EnoughSolutions => self.partial = true,
        }
    }
}

/// Returns a move in long notation. Popeye puts a blank before a pass.
fn long_with_blank(step: &MoveRecord, layout: Layout) -> String {
    let blank = if step.action == Action::Pass { " " } else { "" };
    format!("{blank}{}", long(step, layout))
}

/// Returns what would follow a pass of the defender, in Popeye's words.
fn pending_text(pending: Pending) -> &'static str {
    match pending {
        Pending::Threat => " threat:",
        Pending::Zugzwang => " zugzwang.",
    }
}

impl<W: Write, M: Write> Sink for PopeyePrinter<W, M> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Twin(head) => {
                self.twin(head);
                self.open.push(OpenBlock::Twin);
            }
            Event::Side(_) => {
                self.king_missing = false;
                self.open.push(OpenBlock::Side);
            }
            Event::Phase(phase) => {
                self.last = LastPrinted::Nothing;
                self.open.push(OpenBlock::Phase { phase, illegal: false });
                self.hold();
            }
            Event::AfterKey(after_key) => self.after_key(after_key),
            Event::Node(node) => self.node(node),
            Event::Line(line) => self.line(line),
            Event::End => self.end(),
            Event::Remark(remark) => self.remark(remark),
            // Popeye numbers the first moves of the full length.
            Event::Settled(Settled::RootMove(root_move))
                if self.move_numbers && root_move.plies == root_move.last =>
            {
                self.root_move(root_move)
            }
            Event::Settled(_) => {}
        }
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests;
