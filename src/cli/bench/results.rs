//! The rows of a run with their figures, counts and means.

use serde::Serialize;

use super::super::exit::Exit;
use super::comparison::{AnswerChange, Change, Comparison};
use super::figures::{Figures, StartTimes, State};
use super::problem_row::{PlayFamily, ProblemRow};
use super::value::{Bound, Value};

/// A run: its rows and, for those that have been run, the figures.
pub struct Results {
    rows: Vec<ProblemRow>,
    start: StartTimes,
    comparison: Option<Comparison>,
    figures: Vec<Figures>,
}

/// A row that has been run.
pub struct Measured<'a> {
    /// The problem.
    pub row: &'a ProblemRow,
    /// The result.
    pub figures: &'a Figures,
    /// The times of empty runs.
    pub start: &'a StartTimes,
    /// The change since the saved run, if there is one.
    pub change: Option<Change>,
}

impl Measured<'_> {
    /// Returns the exit code for the row.
    pub fn exit(&self) -> Exit {
        self.figures.exit().max(self.change.map_or(Exit::AsExpected, |change| change.exit()))
    }

    /// Returns the use of the row.
    pub fn state(&self) -> State {
        self.figures.state(self.start)
    }
}

/// A geometric mean.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The family; `None` for all.
    pub family: Option<PlayFamily>,
    /// The number of rows.
    pub rows: usize,
    /// The mean.
    pub value: Value,
}

/// The numbers of rows by their use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RowCounts {
    /// The rows that have been run.
    pub rows: usize,
    /// Those in the mean.
    pub counted: usize,
    /// Those in the mean as bounds, since a program exceeded the limit.
    pub bounds: usize,
    /// Those that take about as long as an empty run.
    pub at_start: usize,
    /// Those for which both programs exceeded the limit.
    pub past_limit: usize,
    /// Those with other play.
    pub differs: usize,
    /// Those with an incomplete answer.
    pub incomplete: usize,
    /// Those without an answer.
    pub unsolved: usize,
    /// Those for which the peer was faster, in the mean or not.
    pub slower: usize,
}

/// The numbers of rows by their change since a saved run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChangeCounts {
    /// The rows in the mean.
    pub counted: usize,
    /// Those in the mean as bounds.
    pub bounds: usize,
    /// Those that take about as long as an empty run, now and then.
    pub at_start: usize,
    /// Those without a time in one of the runs, or past the limit in both.
    pub without_ratio: usize,
    /// Those with another answer.
    pub changed: usize,
    /// Those that are not in the saved run.
    pub only_now: usize,
    /// Those that are only in the saved run.
    pub only_then: usize,
}

impl Results {
    /// Returns a run of these rows, none of which has been run, compared with a saved run or not.
    pub fn new(rows: Vec<ProblemRow>, start: StartTimes, comparison: Option<Comparison>) -> Results {
        Results { rows, start, comparison, figures: Vec::new() }
    }

    /// Adds the figures of the next row; returns the row.
    pub fn push(&mut self, figures: Figures) -> Measured<'_> {
        let index = self.figures.len();
        self.figures.push(figures);
        self.measured(index)
    }

    /// Returns all rows.
    pub fn rows(&self) -> &[ProblemRow] {
        &self.rows
    }

    /// Returns the times of empty runs.
    pub fn start(&self) -> &StartTimes {
        &self.start
    }

    /// Returns the comparison with a saved run, if there is one.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// Returns the rows that have been run.
    pub fn all_measured(&self) -> impl Iterator<Item = Measured<'_>> {
        (0..self.figures.len()).map(|index| self.measured(index))
    }

    fn measured(&self, index: usize) -> Measured<'_> {
        let (figures, start) = (&self.figures[index], &self.start);
        let change = self.comparison.as_ref().map(|comparison| comparison.change(index, figures, start));
        Measured { row: &self.rows[index], figures, start, change }
    }

    /// Returns the means of the families and, last, of all rows; those of no rows are omitted.
    pub fn means(&self) -> Vec<Mean> {
        let values = self.all_measured().filter_map(|measured| {
            measured.figures.value(measured.start).map(|value| (measured.row.family, value))
        });
        means(&values.collect::<Vec<_>>())
    }

    /// Returns the means of the changes.
    pub fn change_means(&self) -> Vec<Mean> {
        let values = self.all_measured().filter_map(|measured| {
            measured.change.and_then(|change| change.value()).map(|value| (measured.row.family, value))
        });
        means(&values.collect::<Vec<_>>())
    }

    /// Returns the numbers of rows by their use.
    pub fn counts(&self) -> RowCounts {
        let mut counts = RowCounts::default();
        for measured in self.all_measured() {
            counts.rows += 1;
            *match measured.state() {
                State::Counted => &mut counts.counted,
                State::AtStart => &mut counts.at_start,
                State::PastLimit => &mut counts.past_limit,
                State::Differs => &mut counts.differs,
                State::Incomplete => &mut counts.incomplete,
                State::Unsolved => &mut counts.unsolved,
            } += 1;
            let value = measured.figures.value(measured.start);
            counts.bounds += usize::from(value.is_some_and(is_bound));
            counts.slower += usize::from(measured.figures.is_slower());
        }
        counts
    }

    /// Returns the numbers of rows by their change; `None` without a saved run.
    pub fn change_counts(&self) -> Option<ChangeCounts> {
        let only_then = self.comparison.as_ref()?.only_then().count();
        let mut counts = ChangeCounts { only_then, ..ChangeCounts::default() };
        for change in self.all_measured().filter_map(|measured| measured.change) {
            *match (change.answer, change.value()) {
                (AnswerChange::OnlyNow | AnswerChange::OnlyThen, _) => &mut counts.only_now,
                (AnswerChange::Changed, _) => &mut counts.changed,
                (_, Some(value)) => {
                    counts.bounds += usize::from(is_bound(value));
                    &mut counts.counted
                }
                (_, None) if change.is_at_start => &mut counts.at_start,
                (_, None) => &mut counts.without_ratio,
            } += 1;
        }
        Some(counts)
    }
}

fn is_bound(value: Value) -> bool {
    value.bound != Bound::Exact
}

/// Returns the means of the families and, last, of all values.
fn means(values: &[(PlayFamily, Value)]) -> Vec<Mean> {
    let families = PlayFamily::all().map(Some).chain([None]);
    let mean = |family: Option<PlayFamily>| {
        let of_family = |of: PlayFamily| family.is_none_or(|family| of == family);
        let values: Vec<Value> =
            values.iter().filter(|(of, _)| of_family(*of)).map(|&(_, value)| value).collect();
        Value::mean(&values).map(|value| Mean { family, rows: values.len(), value })
    };
    families.filter_map(mean).collect()
}
