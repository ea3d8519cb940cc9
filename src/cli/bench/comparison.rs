//! The comparison of a run with a saved run.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::super::exit::Exit;
use super::answer::Digest;
use super::figures::{AtStart, Figures, StartTimes};
use super::problem_row::ProblemRow;
use super::saved_run::{SavedRow, SavedRun};
use super::value::{Time, Value};

/// The answers of a row, now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerChange {
    /// The answers are the same.
    Same,
    /// The answers differ.
    Changed,
    /// There is no complete answer in one of the runs.
    Unknown,
    /// The row is not in the saved run.
    OnlyNow,
    /// The row is only in the saved run.
    OnlyThen,
}

/// The change of a row since the saved run.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The time then, if there was one.
    pub then: Option<Time>,
    /// The present time as a multiple of the time then.
    pub ratio: Option<Value>,
    /// The answers.
    pub answer: AnswerChange,
    /// Whether the times of both runs are about those of empty runs.
    pub is_at_start: bool,
}

impl Change {
    /// Returns the value for the mean; `None` if the row does not enter it.
    pub fn value(&self) -> Option<Value> {
        self.ratio.filter(|_| !self.is_at_start && self.answer != AnswerChange::Changed)
    }

    /// Returns the exit code for the change.
    pub fn exit(&self) -> Exit {
        if self.answer == AnswerChange::Changed { Exit::Unexpected } else { Exit::AsExpected }
    }
}

/// The rows of a run, matched with those of a saved run.
pub struct Comparison {
    saved: SavedRun,
    /// For each row of this run, the index of the saved row of the same problem.
    then: Vec<Option<usize>>,
    /// The indices of the saved rows that this run does not have.
    only_then: Vec<usize>,
}

impl Comparison {
    /// Matches rows of the same problem, those that occur several times in order.
    pub fn new(saved: SavedRun, rows: &[ProblemRow]) -> Comparison {
        let mut indices: BTreeMap<&Digest, VecDeque<usize>> = BTreeMap::new();
        for (index, row) in saved.rows.iter().enumerate() {
            indices.entry(&row.problem).or_default().push_back(index);
        }
        let then =
            rows.iter().map(|row| indices.get_mut(&row.digest).and_then(VecDeque::pop_front)).collect();
        let mut only_then: Vec<usize> = indices.into_values().flatten().collect();
        only_then.sort_unstable();
        Comparison { saved, then, only_then }
    }

    /// Returns the path of the file with the saved run.
    pub fn name(&self) -> &str {
        &self.saved.name
    }

    /// Returns the change of a row with these figures.
    pub fn change(&self, index: usize, figures: &Figures, start: &StartTimes) -> Change {
        let Some(row) = self.then[index].map(|index| &self.saved.rows[index]) else {
            return Change { then: None, ratio: None, answer: AnswerChange::OnlyNow, is_at_start: false };
        };
        let ratio = figures.own().zip(row.own()).and_then(|(now, then)| now.ratio_to(then));
        let answer = match figures.answer().zip(row.answer.as_ref()) {
            Some((now, then)) if now == then => AnswerChange::Same,
            Some(_) => AnswerChange::Changed,
            None => AnswerChange::Unknown,
        };
        let times = [row.at_start, figures.at_start(start)];
        let is_at_start = times.into_iter().all(|programs| programs.is_some_and(AtStart::is_own));
        Change { then: row.own(), ratio, answer, is_at_start }
    }

    /// Returns the saved rows that this run does not have.
    pub fn only_then(&self) -> impl Iterator<Item = &SavedRow> {
        self.only_then.iter().map(|&index| &self.saved.rows[index])
    }
}
