//! Solutions as text: a board, and the solution as a problem journal prints it.
//!
//! Help and series lines are printed as they are found. Battle play is printed when a phase is complete,
//! because keys come last and a row may contain a whole variation.

mod board;
mod heading;
mod page;
mod settled;
mod table;
mod variations;

use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::position::Side;
use crate::problem::{Options, Problem, Setting};
use crate::report::notation::{self, MoveFormat};
use crate::report::question;
use crate::solution::changed_play::{PlayTable, ShownTries};
use crate::solution::{
    Event, Line, MoveTree, Node, Phase, PhaseTree, Remark, Role, SettledParts, SideTree, Sink, TwinHead,
};
pub(super) use board::board;
pub(super) use heading::{conditions, heading, stipulation};
pub use page::{Characters, Page, Styles};
pub(super) use page::{Column, StyledWords, Tone};
use table::TableFormat;
use variations::VariationRow;

/// The indentation of a level in columns.
const INDENT: usize = 4;

/// A sink that prints a solution as text.
#[derive(Debug)]
pub struct TextPrinter<W: Write> {
    column: Column<W>,
    page: Page,
    format: MoveFormat,
    options: Options,
    /// The setting of the current twin.
    setting: Setting,
    /// The current phase.
    phase: Option<Phase>,
    /// The complete trees of the phase.
    tree: PhaseTree,
    open: Vec<MoveTree>,
    /// Whether the phase has printed anything.
    phase_shown: bool,
    /// Whether the set play of the current side has printed anything.
    set_play_shown: bool,
    /// Whether *No solution* is still to be printed. A remark may follow that the search was stopped.
    no_solution_due: bool,
    /// Whether a blank line must come first.
    blank_due: bool,
    incomplete: bool,
    enough: bool,
    /// How far the search of the phase has come.
    settled: SettledParts,
    /// The tries of tables of changed play; `None` if the phases are printed one after the other.
    table_tries: Option<ShownTries>,
    /// The play of the current side, of which a table is due.
    table_due: Option<SideTree>,
}

impl<W: Write> TextPrinter<W> {
    /// Returns a printer of one problem. Prints the heading.
    pub fn begin(problem: &Problem, page: Page, out: W) -> TextPrinter<W> {
        let mut column = Column::new(&page, out);
        heading::heading(problem, &page, &mut column);
        TextPrinter {
            column,
            format: MoveFormat { layout: problem.setting.diagram.layout(), names: page.names },
            page,
            options: problem.options.clone(),
            setting: problem.setting.clone(),
            phase: None,
            tree: PhaseTree::default(),
            open: Vec::new(),
            phase_shown: false,
            set_play_shown: false,
            no_solution_due: false,
            blank_due: false,
            incomplete: false,
            enough: false,
            settled: SettledParts::default(),
            table_tries: None,
            table_due: None,
        }
    }

    /// Prints battle play as a table of changed play, if the problem was
    /// [requested](Options::request_changed_play) so.
    pub fn with_table(mut self, tries: ShownTries) -> TextPrinter<W> {
        self.table_tries = Some(tries);
        self
    }

    /// Prints the rest: battle play of an unfinished phase, and whether there may be more.
    ///
    /// # Errors
    /// The first failure to write, now or before.
    pub fn finish(mut self) -> io::Result<()> {
        self.end_phase();
        self.end_side();
        self.note_no_solution();
        if self.incomplete {
            self.note("Incomplete: the search was cut short, there may be more.");
            if let Some(text) = settled::text(&self.settled, self.format, self.page.characters) {
                self.blank_due = false;
                self.note(&text);
            }
        } else if self.enough {
            self.note("Stopped at the requested number of solutions; there may be more.");
        }
        self.column.finish()
    }

    fn note_no_solution(&mut self) {
        if std::mem::take(&mut self.no_solution_due) && !self.incomplete {
            self.note(match self.options.constraint {
                Some(_) => "No such line.",
                None => "No solution.",
            });
        }
    }

    fn blank_if_due(&mut self) {
        if std::mem::take(&mut self.blank_due) {
            self.column.line("");
        }
    }

    fn note(&mut self, text: &str) {
        self.blank_if_due();
        self.column.paragraph(0, &StyledWords::of(text, Tone::Note));
        self.blank_due = true;
    }

    fn twin(&mut self, head: &TwinHead) {
        if let Ok(setting) = &head.setting {
            self.format.layout = setting.diagram.layout();
            self.setting = setting.clone();
        }
        let label = match &head.label {
            Some(label) if head.continued => format!("+{label})"),
            Some(label) => format!("{label})"),
            None if head.zeroposition => "Zeroposition".into(),
            None => String::new(),
        };
        if !label.is_empty() {
            self.blank_if_due();
            let mut words = StyledWords::one(label, Tone::Heading);
            let changes = head.changes.words(self.page.names).join(", ").replace('\n', ", ");
            let changes = match self.page.characters {
                Characters::Unicode => changes.replace("<-->", "↔").replace("-->", "→"),
                Characters::Ascii => changes,
            };
            words.extend(StyledWords::of(&changes, Tone::Heading));
            self.column.paragraph(0, &words);
        }
    }

    fn side(&mut self, side: Side) {
        self.set_play_shown = false;
        if self.table_tries.is_some() && PlayTable::is_requested(&self.setting, &self.options) {
            self.table_due = Some(SideTree { side, set: None, actual: None, remarks: Vec::new() });
        }
        if self.options.duplex || self.options.half_duplex {
            let beginner = question::beginner(&self.setting, &self.options, side);
            self.blank_if_due();
            self.column.paragraph(0, &StyledWords::one(format!("{beginner} begins:"), Tone::Label));
        }
    }

    fn begin_phase(&mut self, phase: Phase) {
        let lacks_set_play = self.options.set_play && !self.set_play_shown && self.table_due.is_none();
        if phase == Phase::Actual && lacks_set_play {
            self.note("No set play.");
        }
        self.phase = Some(phase);
        self.settled = SettledParts::default();
        self.phase_shown = false;
    }

    fn node(&mut self, node: &Node) {
        self.open.push(MoveTree { node: node.clone(), children: Vec::new() });
    }

    fn end(&mut self) {
        let Some(branch) = self.open.pop() else {
            return if self.phase.is_some() { self.end_phase() } else { self.end_side() };
        };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(branch),
            None => self.tree.branches.push(branch),
        }
    }

    /// Prints the label of the phase before its first item.
    fn show_phase(&mut self) {
        if !std::mem::replace(&mut self.phase_shown, true) {
            self.blank_if_due();
            if self.phase == Some(Phase::Set) {
                self.column.paragraph(0, &StyledWords::one("Set play:", Tone::Label));
            }
        }
    }

    fn rows(&mut self, rows: &[VariationRow]) {
        for row in rows {
            self.column.paragraph(INDENT * row.level, &row.words);
        }
        self.blank_due = true;
    }

    /// Prints the battle play of the phase.
    fn battle(&mut self, phase: Phase, tree: &PhaseTree) {
        match phase {
            Phase::Set => {
                let rows = variations::set_play(tree, self.format);
                self.show_phase();
                self.rows(&rows);
            }
            Phase::Actual if tree.after_key.is_some() => {
                let rows = variations::after_key(tree, self.format);
                self.show_phase();
                self.rows(&rows);
            }
            Phase::Actual => {
                // Keys, and tries of one row each, are not separated by blank lines.
                let mut before = None;
                for block in variations::blocks(tree, self.format) {
                    self.show_phase();
                    let this = (block.role, block.rows.len());
                    if block.rows.len() == 1 && before == Some(this) {
                        self.blank_due = false;
                    }
                    self.blank_if_due();
                    self.rows(&block.rows);
                    before = Some(this);
                }
            }
        }
    }

    fn end_phase(&mut self) {
        let Some(phase) = self.phase else { return };
        while !self.open.is_empty() {
            self.end();
        }
        let tree = std::mem::take(&mut self.tree);
        if self.table_due.is_some() && tree.lines.is_empty() {
            self.keep_for_table(phase, tree);
            self.phase = None;
            return;
        }
        if !tree.branches.is_empty() || tree.after_key.is_some() {
            self.battle(phase, &tree);
            self.column.flush();
        }
        match phase {
            Phase::Set => self.set_play_shown = self.phase_shown,
            Phase::Actual => self.no_solution_due = !self.phase_shown,
        }
        self.phase = None;
    }

    /// Keeps the play of a phase for the table of its side.
    fn keep_for_table(&mut self, phase: Phase, tree: PhaseTree) {
        let has_key = tree.branches.iter().any(|branch| branch.node.role == Role::Key);
        self.no_solution_due |= phase == Phase::Actual && !has_key && !self.phase_shown;
        if let Some(side) = &mut self.table_due {
            match phase {
                Phase::Set => side.set = Some(tree),
                Phase::Actual => side.actual = Some(tree),
            }
        }
    }

    /// Prints the table of a side, if it is due.
    fn end_side(&mut self) {
        let (Some(tries), Some(side)) = (self.table_tries, self.table_due.take()) else { return };
        let table = PlayTable::new(&side, self.format.layout, tries);
        let stipulation = self.setting.stipulation.map(|stipulation| stipulation.value);
        let format = TableFormat { moves: self.format, page: &self.page, width: self.column.width() };
        let lines = format.lines(&table);
        let notes = [format.legend(&table, stipulation), format.trivial_tries(&table)];
        if table.is_empty() {
            return;
        }
        self.blank_if_due();
        lines.iter().for_each(|line| self.column.line(line));
        if notes.iter().any(Option::is_some) {
            self.column.line("");
        }
        notes.iter().flatten().for_each(|note| self.column.paragraph(0, note));
        self.column.flush();
        self.blank_due = true;
    }

    fn line(&mut self, line: &Line) {
        self.show_phase();
        let mut words = StyledWords::default();
        for word in notation::line(&line.moves, line.counting, self.format.layout, self.format.names) {
            words.push(word, Tone::Plain);
        }
        if line.forced {
            words.push("(forced)", Tone::Plain);
        } else if line.short {
            words.push("(short)", Tone::Faint);
        }
        let indent = if self.phase == Some(Phase::Set) { INDENT } else { 0 };
        self.column.paragraph(indent, &words);
        self.column.flush();
        self.blank_due = true;
    }

    fn remark(&mut self, remark: Remark) {
        match remark {
            Remark::Unplayable(reason) => {
                self.note(&format!("Not solved: {reason}."));
                self.phase_shown = true;
            }
            Remark::KingCapturable => {
                let text = match self.phase {
                    Some(Phase::Set) => "No set play: the side to move could capture the king.",
                    _ => "Illegal: the side to move could capture the king.",
                };
                self.note(text);
                self.phase_shown = true;
            }
            Remark::KingMissing(side) => {
                self.note(&format!("Not solved: {}.", Options::missing_king_reason(side)));
            }
            Remark::Incomplete => self.incomplete = true,
            Remark::EnoughSolutions => self.enough = true,
        }
    }
}

impl<W: Write> Sink for TextPrinter<W> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        if !matches!(event, Event::End | Event::Remark(_) | Event::Settled(_)) {
            self.note_no_solution();
        }
        match event {
            Event::Twin(head) => self.twin(head),
            Event::Side(side) => self.side(side),
            Event::Phase(phase) => self.begin_phase(phase),
            Event::AfterKey(after_key) => self.tree.after_key = Some(after_key),
            Event::Node(node) => self.node(node),
            Event::Line(line) => self.line(line),
            Event::End => self.end(),
            Event::Remark(remark) => self.remark(remark),
            Event::Settled(settled) => self.settled.add(settled),
        }
        if self.column.has_failed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests;
