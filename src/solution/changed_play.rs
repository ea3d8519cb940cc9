//! Changed play: set play, tries and actual play next to each other.
//!
//! A [`PlayTable`] has a column for each phase and a row for each defence, and marks the answers that are
//! *changed* or *transferred* from phase to phase. It is made from a solution that was requested with
//! [`Options::request_changed_play`]. Its definitions:
//!
//! - Two moves are the *same* if the same man goes from the same square to the same square, with the same
//!   promotion and the same effects of the rules. The first move of a phase does not count: a man that made
//!   it is still on its square of the diagram for the comparison of answers.
//! - An answer is compared only if it is the only one to the defence.
//! - An answer is *changed* if the same defence has another answer in another phase.
//! - An answer is *transferred* if it is the answer to other defences in another phase, and to no defence in
//!   both.
//! - Answers A to *a* and B to *b* are *reciprocally changed* if in another phase A is the answer to *b* and
//!   B to *a*.
//! - A try is *trivial* if it gives check or if, compared with set play and the keys, none of its answers is
//!   changed or transferred.

mod columns;
mod identity;
mod marks;
mod rows;

use columns::PhasePlay;
use marks::AnswerMatrix;

use super::event::Pending;
use super::move_record::{Ambiguity, MoveRecord};
use super::tree::SideTree;
use crate::board::{Layout, Square};
use crate::position::Man;
use crate::problem::{Options, Setting};

/// Set play, tries and keys of one side as a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayTable {
    /// The columns: set play, tries, keys.
    pub phases: Vec<TablePhase>,
    /// The rows, those with changed or transferred answers first.
    pub rows: Vec<TableRow>,
    /// The trivial tries that are left out, in the order in which they were found.
    pub trivial_tries: Vec<TablePhase>,
}

/// The tries that have a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShownTries {
    /// Tries that are not trivial.
    Nontrivial,
    /// All tries.
    All,
}

/// The head of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablePhase {
    /// The kind of the phase.
    pub kind: PhaseKind,
    /// The try or the key; `None` in set play.
    pub first_move: Option<MoveRecord>,
    /// What would follow if the defender could pass; `None` in set play and after a check.
    pub pending: Option<Pending>,
    /// The threats.
    pub threats: Vec<MoveRecord>,
    /// The refutations of a try.
    pub refutations: Vec<MoveRecord>,
}

/// The kinds of phases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PhaseKind {
    /// The play if the defender began.
    Set,
    /// The play after a try.
    Try,
    /// The play after a key.
    Key,
}

/// Defences with the same answers in each phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// The defences, each as it is played in the last phase that has it.
    pub defences: Vec<MoveRecord>,
    /// The man, if the cells with answers hold for all its moves but those of other rows and refutations.
    pub random_man: Option<RandomMan>,
    /// What follows, phase by phase, after those of the defences that are possible there.
    pub cells: Vec<Cell>,
}

/// A man with a row for all its moves that have no row of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomMan {
    /// The man.
    pub man: Man,
    /// Its square.
    pub from: Square,
    /// What must be added to exclude other men of the defender.
    pub ambiguity: Ambiguity,
}

/// What follows a defence in a phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// The defence is not a legal move.
    Impossible,
    /// The defence does not parry the threat.
    NoDefence,
    /// The defence has no answer: it refutes the try or, in set play, no answer is prepared.
    Unanswered,
    /// The defence reaches the goal itself, as self play requires.
    ReachesGoal,
    /// The attacker's shortest answers.
    Answered {
        /// The answers; several are a dual.
        answers: Vec<MoveRecord>,
        /// How the answer relates to other phases.
        marks: Marks,
    },
}

/// The relations of an answer to those of other phases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// The same defence has another answer in another phase.
    pub changed: bool,
    /// The same answer follows other defences in another phase.
    pub transferred: bool,
    /// The answers to two defences are exchanged in another phase.
    pub reciprocal: bool,
}

impl Marks {
    /// Returns whether there is any relation.
    pub fn any(self) -> bool {
        self.changed || self.transferred || self.reciprocal
    }
}

impl PlayTable {
    /// Returns whether the play of a setting can be shown as a table: direct, self or reflex play of two moves
    /// or more, with the key still to be made.
    pub fn applies_to(setting: &Setting, options: &Options) -> bool {
        let stipulation = setting.stipulation.map(|stipulation| stipulation.value);
        setting.structured.is_none()
            && !options.post_key_play
            && stipulation.is_some_and(|stipulation| stipulation.family.is_battle() && stipulation.moves > 1)
    }

    /// Returns whether the play of a setting was [requested](Options::request_changed_play) as a table. A twin
    /// can have another stipulation than the diagram.
    pub fn is_requested(setting: &Setting, options: &Options) -> bool {
        options.changed_play && PlayTable::applies_to(setting, options)
    }

    /// Returns the table of one side's play.
    pub fn new(side: &SideTree, layout: Layout, shown: ShownTries) -> PlayTable {
        let mut phases = columns::phases(side);
        let mut trivial_tries = Vec::new();
        // Without set play and keys there is nothing with which tries could be compared.
        if shown == ShownTries::Nontrivial && phases.iter().any(|phase| phase.head.kind != PhaseKind::Try) {
            let (kept, left_out) = phases.iter().partition(|phase| !is_trivial(phase, &phases));
            trivial_tries = heads(left_out);
            phases = kept.into_iter().cloned().collect();
        }
        let mut rows = rows::rows(&phases, layout);
        marks::set_marks(&mut rows);
        // A stable sort: rows with the same relations keep their order.
        rows.sort_by_key(|row| !row.row.cells.iter().any(|cell| cell.marks().any()));
        PlayTable {
            phases: heads(phases.iter().collect()),
            rows: rows.into_iter().map(|row| row.row).collect(),
            trivial_tries,
        }
    }

    /// Returns whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty()
    }
}

impl Cell {
    /// Returns the marks; none unless the cell has an answer.
    pub fn marks(&self) -> Marks {
        match self {
            Cell::Answered { marks, .. } => *marks,
            _ => Marks::default(),
        }
    }
}

fn heads(phases: Vec<&PhasePlay>) -> Vec<TablePhase> {
    phases.into_iter().map(|phase| phase.head.clone()).collect()
}

/// Returns whether a phase is a try that gives check or has no changed or transferred answer, compared with set
/// play and keys.
fn is_trivial(phase: &PhasePlay, phases: &[PhasePlay]) -> bool {
    if phase.head.kind != PhaseKind::Try {
        return false;
    }
    if phase.head.first_move.as_ref().is_some_and(|first| first.check) {
        return true;
    }
    let others = phases.iter().filter(|other| other.head.kind != PhaseKind::Try);
    let compared: Vec<&PhasePlay> = [phase].into_iter().chain(others).collect();
    let matrix = AnswerMatrix::of_phases(&compared);
    !matrix.column_marks(0).any(Marks::any)
}

#[cfg(test)]
mod tests;
