//! Changed, transferred and reciprocally changed answers.

use std::collections::HashMap;

use ahash::RandomState;

use super::columns::PhasePlay;
use super::identity::MoveIdentity;
use super::rows::PlayRow;
use super::{Cell, Marks};

/// The only answer to each defence in each phase, as numbers: the same number, the same answer.
pub struct AnswerMatrix {
    /// By defence and phase; `None` if there is no answer or a dual.
    answers: Vec<Vec<Option<usize>>>,
    /// The defences with an answer, by phase and answer.
    defences: HashMap<(usize, usize), Vec<usize>, RandomState>,
    phases: usize,
}

impl AnswerMatrix {
    /// Returns the matrix of phases, with a row for every defence.
    pub fn of_phases(phases: &[&PhasePlay]) -> AnswerMatrix {
        let mut numbers = Numbers::default();
        let mut rows = Numbers::default();
        let mut answers: Vec<Vec<Option<usize>>> = Vec::new();
        for (column, phase) in phases.iter().enumerate() {
            for defence in &phase.defences {
                let row = rows.number(&defence.identity);
                if row == answers.len() {
                    answers.push(vec![None; phases.len()]);
                }
                answers[row][column] = numbers.only(&defence.answers);
            }
        }
        AnswerMatrix::new(answers, phases.len())
    }

    fn of_rows(rows: &[PlayRow]) -> AnswerMatrix {
        let mut numbers = Numbers::default();
        let of_row = |row: &PlayRow| row.answers.iter().map(|answers| numbers.only(answers)).collect();
        let answers = rows.iter().map(of_row).collect();
        AnswerMatrix::new(answers, rows.first().map_or(0, |row| row.answers.len()))
    }

    fn new(answers: Vec<Vec<Option<usize>>>, phases: usize) -> AnswerMatrix {
        let mut defences: HashMap<(usize, usize), Vec<usize>, RandomState> =
            HashMap::with_hasher(RandomState::with_seed(0));
        for (defence, row) in answers.iter().enumerate() {
            for (phase, answer) in row.iter().enumerate() {
                if let Some(answer) = *answer {
                    defences.entry((phase, answer)).or_default().push(defence);
                }
            }
        }
        AnswerMatrix { answers, defences, phases }
    }

    /// Returns the marks of all defences in a phase.
    pub fn column_marks(&self, phase: usize) -> impl Iterator<Item = Marks> {
        (0..self.answers.len()).map(move |defence| self.marks(defence, phase))
    }

    /// Returns the defences to which a move is the answer in a phase.
    fn defences(&self, phase: usize, answer: usize) -> &[usize] {
        self.defences.get(&(phase, answer)).map_or(&[], Vec::as_slice)
    }

    /// Returns the marks of the answer to a defence in a phase; none if it is not the only one.
    fn marks(&self, defence: usize, phase: usize) -> Marks {
        let mut marks = Marks::default();
        let Some(answer) = self.answers[defence][phase] else { return marks };
        let here = self.defences(phase, answer);
        for other in (0..self.phases).filter(|&other| other != phase) {
            let there = self.defences(other, answer);
            marks.transferred |= !there.is_empty() && !meet(here, there);
            if let Some(changed) = self.answers[defence][other].filter(|&changed| changed != answer) {
                marks.changed = true;
                marks.reciprocal |= meet(self.defences(phase, changed), there);
            }
        }
        marks
    }
}

/// Returns whether two lists have an element in common.
fn meet(one: &[usize], other: &[usize]) -> bool {
    one.iter().any(|element| other.contains(element))
}

/// Numbers for moves, in the order in which they occur.
#[derive(Default)]
struct Numbers(Vec<MoveIdentity>);

impl Numbers {
    fn number(&mut self, identity: &MoveIdentity) -> usize {
        self.0.iter().position(|known| known == identity).unwrap_or_else(|| {
            self.0.push(identity.clone());
            self.0.len() - 1
        })
    }

    /// Returns the number of the only one of some answers; `None` if there is not exactly one.
    fn only(&mut self, answers: &[MoveIdentity]) -> Option<usize> {
        match answers {
            [only] => Some(self.number(only)),
            _ => None,
        }
    }
}

/// Sets the marks of all cells.
pub fn set_marks(rows: &mut [PlayRow]) {
    let matrix = AnswerMatrix::of_rows(rows);
    for (defence, row) in rows.iter_mut().enumerate() {
        for (phase, cell) in row.row.cells.iter_mut().enumerate() {
            if let Cell::Answered { marks, .. } = cell {
                *marks = matrix.marks(defence, phase);
            }
        }
    }
}
