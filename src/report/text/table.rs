//! A table of changed play: defences in rows, phases in columns.

use anstyle::Style;

use super::page::{Characters, Page, StyledWords, Tone};
use crate::report::notation::{MoveFormat, random_move};
use crate::solution::Pending;
use crate::solution::changed_play::{Cell, Marks, PhaseKind, PlayTable, TablePhase, TableRow};
use crate::stipulation::{Family, Goal, Stipulation};

/// The columns between two columns of the table.
const GAP: usize = 2;

/// The width from which on a cell of several words is wrapped.
const WRAP: usize = 20;

/// The number of trivial tries that are named.
const NAMED_TRIES: usize = 12;

/// A line of the table before it is laid out: its label and its cells, each a list of words.
struct Line {
    tone: Tone,
    cells: Vec<Vec<String>>,
}

/// How a table is written.
pub struct TableFormat<'a> {
    /// How moves are written.
    pub moves: MoveFormat,
    /// The page.
    pub page: &'a Page,
    /// The columns of the page that are left for the table.
    pub width: usize,
}

impl TableFormat<'_> {
    /// Returns the lines of the table, in blocks of the phases that fit, with blank lines between blocks.
    pub fn lines(&self, table: &PlayTable) -> Vec<String> {
        let lines = self.cells(table);
        let widths: Vec<usize> = (0..=table.phases.len()).map(|column| width(&lines, column)).collect();
        let mut printed = Vec::new();
        for block in blocks(&widths, self.width) {
            if !printed.is_empty() {
                printed.push(String::new());
            }
            let columns: Vec<usize> = [0].into_iter().chain(block).collect();
            for (index, line) in lines.iter().enumerate() {
                printed.extend(self.laid_out(line, &columns, &widths));
                if index == 0 {
                    let total = columns.iter().map(|&column| widths[column] + GAP).sum::<usize>() - GAP;
                    printed.push(self.rule().repeat(total));
                }
            }
        }
        printed
    }

    fn rule(&self) -> &'static str {
        match self.page.characters {
            Characters::Unicode => "─",
            Characters::Ascii => "-",
        }
    }

    /// Returns the lines with their words: heads, threats, rows, refutations.
    fn cells(&self, table: &PlayTable) -> Vec<Line> {
        let row = |tone, label: Vec<String>, cell: &dyn Fn(&TablePhase) -> Vec<String>| {
            let cells = [label].into_iter().chain(table.phases.iter().map(cell)).collect();
            Line { tone, cells }
        };
        let mut lines = vec![row(Tone::Heading, Vec::new(), &|phase| vec![self.head(phase)])];
        if table.phases.iter().any(|phase| phase.pending.is_some()) {
            lines.push(row(Tone::Plain, vec!["threat".into()], &|phase| self.threats(phase)));
        }
        lines.extend(table.rows.iter().map(|row| self.row(row, table)));
        if table.phases.iter().any(|phase| !phase.refutations.is_empty()) {
            lines.push(row(Tone::Plain, vec!["but".into()], &|phase| self.refutations(phase)));
        }
        lines
    }

    /// Returns the head of a column: `set play`, `1.Qe2?`, `1.Qe4!`.
    fn head(&self, phase: &TablePhase) -> String {
        let mark = match phase.kind {
            PhaseKind::Key => "!",
            PhaseKind::Try | PhaseKind::Set => "?",
        };
        match &phase.first_move {
            Some(first) => format!("1.{}{mark}", self.moves.mv(first)),
            None => "set play".into(),
        }
    }

    fn threats(&self, phase: &TablePhase) -> Vec<String> {
        match phase.pending {
            Some(Pending::Zugzwang) => vec!["zz".into()],
            Some(Pending::Threat) => listed(phase.threats.iter().map(|threat| self.moves.mv(threat))),
            None => vec!["-".into()],
        }
    }

    fn refutations(&self, phase: &TablePhase) -> Vec<String> {
        match phase.refutations.is_empty() {
            true => vec!["-".into()],
            false => listed(phase.refutations.iter().map(|refutation| self.moves.mv(refutation) + "!")),
        }
    }

    fn row(&self, row: &TableRow, table: &PlayTable) -> Line {
        let MoveFormat { layout, names } = self.moves;
        let label = match &row.random_man {
            Some(random) => vec![random_move(random, layout, names)],
            None => listed(row.defences.iter().map(|defence| self.moves.mv(defence))),
        };
        let cells = row.cells.iter().zip(&table.phases).map(|(cell, phase)| self.cell(cell, phase.kind));
        Line { tone: Tone::Plain, cells: [label].into_iter().chain(cells).collect() }
    }

    fn cell(&self, cell: &Cell, kind: PhaseKind) -> Vec<String> {
        match cell {
            Cell::Impossible | Cell::NoDefence => vec!["-".into()],
            // What has no answer in set play refutes nothing.
            Cell::Unanswered => vec![if kind == PhaseKind::Set { "-" } else { "!" }.into()],
            Cell::ReachesGoal => vec!["ends".into()],
            Cell::Answered { answers, marks } => {
                let marks = self.marks(*marks);
                listed(answers.iter().map(|answer| self.moves.mv(answer) + &marks))
            }
        }
    }

    fn marks(&self, marks: Marks) -> String {
        let [changed, transferred, reciprocal] = self.mark_names();
        let mut text = String::new();
        // A reciprocal change is a changed and, as a rule, a transferred answer.
        if marks.reciprocal {
            return reciprocal.into();
        }
        if marks.changed {
            text += changed;
        }
        if marks.transferred {
            text += transferred;
        }
        text
    }

    /// Returns the marks of changed, transferred and reciprocally changed answers.
    fn mark_names(&self) -> [&'static str; 3] {
        match self.page.characters {
            Characters::Unicode => ["*", "→", "↔"],
            Characters::Ascii => ["*", ">", "<>"],
        }
    }

    /// Returns the lines of a row, with its cells wrapped to the widths of their columns.
    fn laid_out(&self, line: &Line, columns: &[usize], widths: &[usize]) -> Vec<String> {
        let wrapped: Vec<Vec<String>> =
            columns.iter().map(|&column| wrap(&line.cells[column], widths[column])).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        let style = self.page.styles.of(line.tone);
        (0..height)
            .map(|index| {
                let mut text = String::new();
                for (cell, &column) in wrapped.iter().zip(columns) {
                    let part = cell.get(index).map_or("", String::as_str);
                    let padding = widths[column] + GAP - part.chars().count();
                    text += &styled(part, style);
                    text += &" ".repeat(padding);
                }
                text.truncate(text.trim_end().len());
                text
            })
            .collect()
    }

    /// Returns the explanation of the signs in the table.
    pub fn legend(&self, table: &PlayTable, stipulation: Option<Stipulation>) -> Option<StyledWords> {
        let answer = match stipulation {
            Some(Stipulation { family: Family::Direct, goal: Goal::Mate, moves: 2, .. }) => "mate",
            _ => "answer",
        };
        let cells = || table.rows.iter().flat_map(|row| &row.cells);
        let marks: Vec<Marks> = cells().map(Cell::marks).collect();
        let [changed, transferred, reciprocal] = self.mark_names();
        let random = table.rows.iter().any(|row| row.random_man.is_some());
        let signs = [
            (marks.iter().any(|marks| marks.changed && !marks.reciprocal), changed, "changed "),
            (marks.iter().any(|marks| marks.transferred && !marks.reciprocal), transferred, "transferred "),
            (marks.iter().any(|marks| marks.reciprocal), reciprocal, "reciprocally changed "),
        ];
        let signs = signs.into_iter().filter(|(used, ..)| *used);
        let mut entries: Vec<String> =
            signs.map(|(_, sign, words)| format!("{sign} {words}{answer}")).collect();
        if random {
            entries.push("~ any other move of the man".into());
        }
        let refutes = |row: &TableRow| {
            let mut cells = row.cells.iter().zip(&table.phases);
            cells.any(|(cell, phase)| *cell == Cell::Unanswered && phase.kind == PhaseKind::Try)
        };
        if table.rows.iter().any(refutes) {
            entries.push("! refutes the try".into());
        }
        // A sign is not separated from its meaning by a line break.
        let (mut words, is_used) = (StyledWords::default(), !entries.is_empty());
        listed(entries.into_iter()).into_iter().for_each(|entry| words.push(entry, Tone::Faint));
        is_used.then_some(words)
    }

    /// Returns the sentence about the tries without a column.
    pub fn trivial_tries(&self, table: &PlayTable) -> Option<StyledWords> {
        let number = table.trivial_tries.len();
        let noun = if number == 1 { "trivial try" } else { "trivial tries" };
        let named = table.trivial_tries.iter().take(NAMED_TRIES);
        let mut names: Vec<String> = named.map(|phase| self.head(phase)).collect();
        if number > NAMED_TRIES {
            names.push("...".into());
        }
        let text = format!("Left out: {number} {noun}: {}", names.join(", "));
        (number > 0).then(|| StyledWords::of(&text, Tone::Faint))
    }
}

fn styled(text: &str, style: Style) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// Returns words with commas between them.
fn listed(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = words.collect();
    let last = words.len().saturating_sub(1);
    for word in words.iter_mut().take(last) {
        word.push(',');
    }
    words
}

/// Returns the width of a column, in which long cells are wrapped.
fn width(lines: &[Line], column: usize) -> usize {
    let length = |word: &String| word.chars().count();
    let width = |words: &Vec<String>| {
        let whole = words.iter().map(length).sum::<usize>() + words.len().saturating_sub(1);
        let longest = words.iter().map(length).max().unwrap_or(0);
        if whole > WRAP {
            wrap(words, longest.max(WRAP)).iter().map(length).max().unwrap_or(0)
        } else {
            whole
        }
    };
    lines.iter().map(|line| width(&line.cells[column])).max().unwrap_or(0)
}

/// Returns words as lines of at most `width` columns if the words allow that.
fn wrap(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// Returns the columns of each block, without the labels, which every block has. `widths` begins with the
/// width of the labels.
fn blocks(widths: &[usize], page: usize) -> Vec<Vec<usize>> {
    let labels = widths.first().copied().unwrap_or(0);
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut used = 0;
    for (column, width) in widths.iter().enumerate().skip(1) {
        used += GAP + width;
        match blocks.last_mut() {
            Some(block) if used <= page => block.push(column),
            _ => {
                blocks.push(vec![column]);
                used = labels + GAP + width;
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_split_into_blocks_that_fit() {
        let no_block: Vec<Vec<usize>> = Vec::new();
        assert_eq!(blocks(&[4], 20), no_block);
        assert_eq!(blocks(&[4, 6, 6, 6], 30), [vec![1, 2, 3]]);
        assert_eq!(blocks(&[4, 6, 6, 6], 28), [vec![1, 2, 3]]);
        assert_eq!(blocks(&[4, 6, 6, 6], 27), [vec![1, 2], vec![3]]);
        // A phase that is too wide has a block of its own.
        assert_eq!(blocks(&[4, 6, 90, 6], 20), [vec![1], vec![2], vec![3]]);
    }

    #[test]
    fn cells_are_wrapped_at_words() {
        let words = listed(["Bh2", "Bg3", "Bf4"].into_iter().map(str::to_owned));
        assert_eq!(words, ["Bh2,", "Bg3,", "Bf4"]);
        assert_eq!(wrap(&words, 9), ["Bh2, Bg3,", "Bf4"]);
        assert_eq!(wrap(&words, 2), ["Bh2,", "Bg3,", "Bf4"]);
        assert_eq!(wrap(&[], 9), [] as [&str; 0]);
    }
}
