//! The rows of a table: defences with the same answers in each phase.

use super::columns::PhasePlay;
use super::identity::MoveIdentity;
use super::{Cell, PhaseKind, RandomMan, TableRow};
use crate::board::{Layout, Square};
use crate::position::Walk;
use crate::solution::{Action, Ambiguity, MoveRecord};

/// A row with the identities of its answers.
#[derive(Clone, Debug)]
pub struct PlayRow {
    pub row: TableRow,
    /// The identities of the answers, phase by phase.
    pub answers: Vec<Vec<MoveIdentity>>,
    identity: MoveIdentity,
}

/// Returns the rows of all defences that have an answer in a phase, in the order in which they occur.
pub fn rows(phases: &[PhasePlay], layout: Layout) -> Vec<PlayRow> {
    let mut moves = moves(phases);
    let records: Vec<MoveRecord> = moves.iter().map(|mv| mv.row.defences[0].clone()).collect();
    for (index, mv) in moves.iter_mut().enumerate() {
        distinguish(&mut mv.row.defences[0], index, &records);
    }
    let mut rows = Vec::new();
    let mut men: Vec<Option<Square>> = Vec::new();
    for mv in &moves {
        let man = mv.identity.departure();
        if man.is_some() && men.contains(&man) {
            continue;
        }
        men.push(man);
        let of_man: Vec<&PlayRow> = match man {
            Some(_) => moves.iter().filter(|other| other.identity.departure() == man).collect(),
            None => vec![mv],
        };
        rows.append(&mut rows_of_man(&of_man, phases, &records, layout));
    }
    rows
}

/// Returns all moves of the defender, each as a row.
fn moves(phases: &[PhasePlay]) -> Vec<PlayRow> {
    let mut moves: Vec<PlayRow> = Vec::new();
    for (column, phase) in phases.iter().enumerate() {
        for defence in &phase.defences {
            let known = moves.iter().position(|mv| mv.identity == defence.identity);
            let index = known.unwrap_or_else(|| {
                moves.push(PlayRow {
                    row: TableRow {
                        defences: vec![defence.mv.clone()],
                        random_man: None,
                        cells: vec![Cell::Impossible; phases.len()],
                    },
                    answers: vec![Vec::new(); phases.len()],
                    identity: defence.identity.clone(),
                });
                moves.len() - 1
            });
            let mv = &mut moves[index];
            mv.row.cells[column] = defence.cell.clone();
            mv.answers[column] = defence.answers.clone();
            let ambiguity = joint_ambiguity(ambiguity(&mv.row.defences[0]), ambiguity(&defence.mv));
            mv.row.defences[0] = defence.mv.clone();
            set_ambiguity(&mut mv.row.defences[0], ambiguity);
        }
    }
    moves
}

/// Returns the rows of one man's moves. The largest group of moves with the same answers is its random move,
/// unless a move without a row contradicts that.
fn rows_of_man(
    moves: &[&PlayRow],
    phases: &[PhasePlay],
    records: &[MoveRecord],
    layout: Layout,
) -> Vec<PlayRow> {
    let mut groups: Vec<PlayRow> = Vec::new();
    for mv in moves.iter().filter(|mv| is_shown(mv)) {
        match groups.iter_mut().find(|group| has_same_answers(group, mv)) {
            Some(group) => group.row.defences.extend(mv.row.defences.iter().cloned()),
            None => groups.push((*mv).clone()),
        }
    }
    let size = |group: &PlayRow| group.row.defences.len();
    // Of groups of the same size the first is taken.
    let largest = (0..groups.len()).rev().max_by_key(|&index| size(&groups[index]));
    let Some(index) = largest.filter(|&index| size(&groups[index]) > 1) else { return groups };
    let mut random = groups[index].clone();
    let mut others: Vec<PlayRow> = Vec::new();
    for (other, group) in groups.iter().enumerate() {
        if other != index && !absorb(&mut random, group) {
            others.push(group.clone());
        }
    }
    if moves.iter().any(|mv| !is_shown(mv) && contradicts(mv, &random, phases)) {
        return groups;
    }
    random.row.random_man = random_man(&random.row.defences[0], records, layout);
    others.insert(index.min(others.len()), random);
    others
}

fn is_shown(mv: &PlayRow) -> bool {
    mv.row.cells.iter().any(has_play)
}

fn has_play(cell: &Cell) -> bool {
    matches!(cell, Cell::Answered { .. } | Cell::ReachesGoal)
}

/// Returns whether a move without a row has no answer in a phase in which the random move of its man has one.
/// Refutations of tries are listed, so that they are no random moves.
fn contradicts(mv: &PlayRow, random: &PlayRow, phases: &[PhasePlay]) -> bool {
    let columns = mv.row.cells.iter().zip(&random.row.cells).zip(phases);
    columns.into_iter().any(|((cell, random), phase)| {
        has_play(random)
            && match cell {
                Cell::NoDefence => true,
                Cell::Unanswered => phase.head.kind == PhaseKind::Set,
                Cell::Impossible | Cell::ReachesGoal | Cell::Answered { .. } => false,
            }
    })
}

/// Returns whether two rows have the same cells.
fn has_same_answers(one: &PlayRow, other: &PlayRow) -> bool {
    let columns = one.row.cells.iter().zip(&other.row.cells);
    one.answers == other.answers && columns.into_iter().all(|(one, other)| is_same_kind(one, other))
}

fn is_same_kind(one: &Cell, other: &Cell) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// Adds the moves of a group to those of a random move if they have the same answers wherever both are
/// possible. Returns whether they were added.
fn absorb(random: &mut PlayRow, group: &PlayRow) -> bool {
    let agrees = |column: usize| {
        let (one, other) = (&random.row.cells[column], &group.row.cells[column]);
        matches!(one, Cell::Impossible)
            || matches!(other, Cell::Impossible)
            || (is_same_kind(one, other) && random.answers[column] == group.answers[column])
    };
    let columns = 0..random.answers.len();
    if !columns.clone().all(agrees) || would_seem_changed(random, group) {
        return false;
    }
    for column in columns {
        if random.row.cells[column] == Cell::Impossible {
            random.row.cells[column] = group.row.cells[column].clone();
            random.answers[column] = group.answers[column].clone();
        }
    }
    random.row.defences.extend(group.row.defences.iter().cloned());
    true
}

/// Returns whether the row of both would have different answers in two phases in which no single move has both: it would
/// seem to have a changed answer.
fn would_seem_changed(random: &PlayRow, group: &PlayRow) -> bool {
    let columns = || 0..random.answers.len();
    let only = |one: &PlayRow, other: &PlayRow, column: usize| {
        has_play(&one.row.cells[column]) && other.row.cells[column] == Cell::Impossible
    };
    columns().filter(|&column| only(random, group, column)).any(|first| {
        columns()
            .filter(|&column| only(group, random, column))
            .any(|second| random.answers[first] != group.answers[second])
    })
}

/// Returns the man of a move, and how it differs from other men that make a move of `records`.
fn random_man(mv: &MoveRecord, records: &[MoveRecord], layout: Layout) -> Option<RandomMan> {
    let Action::Move { man, from, .. } = mv.action else { return None };
    let others = || {
        records.iter().filter_map(move |record| match record.action {
            Action::Move { man: other, from: square, .. } => {
                (other.walk == man.walk && square != from).then_some(square)
            }
            _ => None,
        })
    };
    let ambiguity = if others().next().is_none() && man.walk != Walk::Pawn {
        Ambiguity::None
    } else if others().all(|other| layout.file(other) != layout.file(from)) {
        Ambiguity::File
    } else if others().all(|other| layout.rank(other) != layout.rank(from)) && man.walk != Walk::Pawn {
        Ambiguity::Rank
    } else {
        Ambiguity::Square
    };
    Some(RandomMan { man, from, ambiguity })
}

fn ambiguity(mv: &MoveRecord) -> Ambiguity {
    match mv.action {
        Action::Move { ambiguity, .. } => ambiguity,
        _ => Ambiguity::None,
    }
}

fn set_ambiguity(mv: &mut MoveRecord, added: Ambiguity) {
    if let Action::Move { ambiguity, .. } = &mut mv.action {
        *ambiguity = added;
    }
}

/// Returns what short notation must add if one phase requires one addition and another phase another.
fn joint_ambiguity(one: Ambiguity, other: Ambiguity) -> Ambiguity {
    match (one, other) {
        (Ambiguity::None, other) => other,
        (one, Ambiguity::None) => one,
        (one, other) if one == other => one,
        (Ambiguity::FileOrRank, other) => other,
        (one, Ambiguity::FileOrRank) => one,
        _ => Ambiguity::Square,
    }
}

/// Returns what short notation prints for an addition.
fn printed(ambiguity: Ambiguity) -> Ambiguity {
    if ambiguity == Ambiguity::FileOrRank { Ambiguity::File } else { ambiguity }
}

/// Adds the square of departure if another man makes a move with the same notation in another phase.
fn distinguish(mv: &mut MoveRecord, index: usize, records: &[MoveRecord]) {
    let Action::Move { man, from, to, promotion, .. } = mv.action else { return };
    let is_written_alike = |record: &MoveRecord| {
        matches!(record.action, Action::Move { man: other, from: square, to: arrival, promotion: new, .. }
            if (other.walk, arrival, new) == (man.walk, to, promotion) && square != from)
            && printed(ambiguity(record)) == printed(ambiguity(mv))
    };
    let others = records.iter().enumerate().filter(|(other, _)| *other != index);
    // Captures of pawns name the file, and no two pawns of a file reach the same square.
    if man.walk != Walk::Pawn && others.map(|(_, record)| record).any(is_written_alike) {
        set_ambiguity(mv, Ambiguity::Square);
    }
}
