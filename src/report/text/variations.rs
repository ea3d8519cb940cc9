//! Battle play as journals print it: one variation a line, threats in
//! parentheses, what needs lines of its own below.

use super::page::{StyledWords, Tone};
use crate::board::{Layout, Square};
use crate::report::notation::{self, PieceNames, short, short_marks};
use crate::solution::{Action, MoveRecord, MoveTree, Pending, PhaseTree, Role};

/// A line to be printed, and how deep it stands.
#[derive(Debug)]
pub struct VariationRow {
    /// How many steps it is indented.
    pub level: usize,
    /// Its words.
    pub words: StyledWords,
}

/// A first move with all that follows.
#[derive(Debug)]
pub struct Block {
    /// What the first move is to the solution.
    pub role: Role,
    /// Its lines.
    pub rows: Vec<VariationRow>,
}

/// How moves are written.
#[derive(Clone, Copy, Debug)]
pub struct MoveFormat {
    /// The board.
    pub layout: Layout,
    /// The names of men.
    pub names: PieceNames,
}

impl MoveFormat {
    /// A move with its marks, in short notation.
    pub fn mv(self, step: &MoveRecord) -> String {
        short(step, self.layout, self.names) + short_marks(step)
    }
}

/// The rows of the set play.
pub fn set_play(phase: &PhaseTree, writing: MoveFormat) -> Vec<VariationRow> {
    let mut rows = Vec::new();
    variations(phase.branches.iter(), 1, writing, &mut rows);
    rows
}

/// The rows of what follows a key that has been made.
pub fn after_key(phase: &PhaseTree, writing: MoveFormat) -> Vec<VariationRow> {
    let mut words = StyledWords::one("After the key:", Tone::Label);
    let after_key = phase.after_key;
    if after_key.is_some_and(|after_key| after_key.check) {
        words.push("check", Tone::Plain);
    }
    let hangs = after_key.and_then(|after_key| after_key.pending);
    rows_after(hangs, &phase.branches, words, writing)
}

/// Tries and keys, the tries first.
pub fn blocks(phase: &PhaseTree, writing: MoveFormat) -> Vec<Block> {
    let (tries, keys): (Vec<&MoveTree>, Vec<&MoveTree>) =
        phase.branches.iter().partition(|branch| branch.node.role == Role::Try);
    tries
        .into_iter()
        .chain(keys)
        .map(|branch| Block { role: branch.node.role, rows: block(branch, writing) })
        .collect()
}

/// A try or a key with all that follows.
fn block(branch: &MoveTree, writing: MoveFormat) -> Vec<VariationRow> {
    let tone = if branch.node.role == Role::Key { Tone::Key } else { Tone::Plain };
    let words = StyledWords::one(numbered(branch, Turn::Attack, writing), tone);
    rows_after(branch.node.pending, &branch.children, words, writing)
}

/// The rows of what follows the words, an attacker's first move.
fn rows_after(
    hangs: Option<Pending>,
    children: &[MoveTree],
    mut words: StyledWords,
    writing: MoveFormat,
) -> Vec<VariationRow> {
    let mut rows = Vec::new();
    pending(hangs, children, &mut words, 0, writing, &mut rows);
    let of_role = |role| children.iter().filter(move |child| child.node.role == role);
    variations(of_role(Role::Defence), 1, writing, &mut rows);
    variations(of_role(Role::Forced), 1, writing, &mut rows);
    let refutations: Vec<&MoveTree> = of_role(Role::Refutation).collect();
    if refutations.is_empty() {
        rows.insert(0, VariationRow { level: 0, words });
        return rows;
    }
    let mut but = StyledWords::one("but", Tone::Plain);
    for (index, refutation) in refutations.iter().enumerate() {
        let step = writing.mv(&refutation.node.mv);
        let tail = if index + 1 < refutations.len() { "!," } else { "!" };
        but.push(notation::numbered(refutation.node.number, true, &(step + tail)), Tone::Plain);
        for child in &refutation.children {
            attack(child, &mut but, 1, writing, &mut rows);
        }
    }
    if rows.is_empty() {
        words.extend(but);
        return vec![VariationRow { level: 0, words }];
    }
    rows.insert(0, VariationRow { level: 0, words });
    rows.push(VariationRow { level: 1, words: but });
    rows
}

/// Whose half-move it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attack,
    Defence,
}

/// A half-move with its number: `2.Sc3#`, `1...Kd4`, `1.Qe2!`.
fn numbered(branch: &MoveTree, turn: Turn, writing: MoveFormat) -> String {
    notation::numbered(branch.node.number, turn == Turn::Defence, &unnumbered(branch, writing))
}

/// A half-move without its number.
fn unnumbered(branch: &MoveTree, writing: MoveFormat) -> String {
    let mark = match branch.node.role {
        Role::Key | Role::Refutation => "!",
        Role::Try => "?",
        Role::Forced => " (forced)",
        Role::Threat | Role::Defence | Role::Continuation => "",
    };
    writing.mv(&branch.node.mv) + mark
}

/// Defences with their answers, a row each. Moves of one man that are answered
/// alike share a row: `1...Ra4, Rb4 2.Qe4#`.
fn variations<'a>(
    branches: impl Iterator<Item = &'a MoveTree>,
    level: usize,
    writing: MoveFormat,
    rows: &mut Vec<VariationRow>,
) {
    let mut groups: Vec<Vec<&MoveTree>> = Vec::new();
    for branch in branches {
        let alike = groups.iter_mut().find(|group| {
            group.iter().all(|other| {
                departure(&other.node.mv).is_some()
                    && departure(&other.node.mv) == departure(&branch.node.mv)
                    && !branch.children.is_empty()
                    && other.children == branch.children
            })
        });
        match alike {
            Some(group) => group.push(branch),
            None => groups.push(vec![branch]),
        }
    }
    for group in groups {
        let mut words = StyledWords::default();
        let mut below = Vec::new();
        list(&group, Turn::Defence, &mut words, writing);
        if let Some(branch) = group.first() {
            answers(branch, &mut words, level, writing, &mut below);
        }
        rows.push(VariationRow { level, words });
        rows.append(&mut below);
    }
}

fn departure(step: &MoveRecord) -> Option<Square> {
    match step.action {
        Action::Move { from, .. } => Some(from),
        Action::Castling { .. } | Action::Entry { .. } | Action::Pass => None,
    }
}

/// The answers to a defence: on its line if there is one only, or if nothing
/// follows any of them; otherwise in rows of their own.
fn answers(
    branch: &MoveTree,
    words: &mut StyledWords,
    level: usize,
    writing: MoveFormat,
    below: &mut Vec<VariationRow>,
) {
    match branch.children.as_slice() {
        [] => {}
        [only] => attack(only, words, level, writing, below),
        several if several.iter().all(|child| child.children.is_empty()) => {
            let several: Vec<&MoveTree> = several.iter().collect();
            list(&several, Turn::Attack, words, writing);
        }
        several => {
            for child in several {
                let mut words = StyledWords::default();
                let mut further = Vec::new();
                attack(child, &mut words, level + 1, writing, &mut further);
                below.push(VariationRow { level: level + 1, words });
                below.append(&mut further);
            }
        }
    }
}

/// An attacker's move with what follows it; whatever does not fit on the line goes
/// below.
fn attack(
    branch: &MoveTree,
    words: &mut StyledWords,
    level: usize,
    writing: MoveFormat,
    below: &mut Vec<VariationRow>,
) {
    words.push(numbered(branch, Turn::Attack, writing), Tone::Plain);
    pending(branch.node.pending, &branch.children, words, level, writing, below);
    let defences: Vec<&MoveTree> =
        branch.children.iter().filter(|child| child.node.role != Role::Threat).collect();
    match defences.as_slice() {
        [] => {}
        [only] if defences.len() == branch.children.len() => {
            words.push(unnumbered(only, writing), Tone::Plain);
            answers(only, words, level, writing, below);
        }
        several
            if several.len() == branch.children.len()
                && several.iter().all(|child| child.children.is_empty()) =>
        {
            for (index, child) in several.iter().enumerate() {
                let comma = if index + 1 < several.len() { "," } else { "" };
                words.push(unnumbered(child, writing) + comma, Tone::Plain);
            }
        }
        several => variations(several.iter().copied(), level + 1, writing, below),
    }
}

/// What hangs over the defender: `zz`, or the threats in parentheses. A threat
/// with variations of its own gets rows below.
fn pending(
    hangs: Option<Pending>,
    children: &[MoveTree],
    words: &mut StyledWords,
    level: usize,
    writing: MoveFormat,
    below: &mut Vec<VariationRow>,
) {
    if hangs == Some(Pending::Zugzwang) {
        words.push("zz", Tone::Plain);
    }
    let threats: Vec<&MoveTree> = children.iter().filter(|child| child.node.role == Role::Threat).collect();
    let mut shown = StyledWords::default();
    for (index, threat) in threats.iter().enumerate() {
        let mut full = StyledWords::default();
        let mut further = Vec::new();
        attack(threat, &mut full, level + 1, writing, &mut further);
        if further.is_empty() {
            if index > 0 && threat.children.is_empty() {
                full = StyledWords::one(unnumbered(threat, writing), Tone::Plain);
            }
            shown.extend(full);
        } else {
            shown.push(numbered(threat, Turn::Attack, writing), Tone::Plain);
            full.prepend("threat ");
            below.push(VariationRow { level: level + 1, words: full });
            below.append(&mut further);
        }
        if index + 1 < threats.len() {
            shown.append(",");
        }
    }
    if !threats.is_empty() {
        shown.prepend("(");
        shown.append(")");
        words.extend(shown);
    }
}

/// Half-moves one beside the other, with the number once: `2.Sc3#, Qe4#`.
fn list(branches: &[&MoveTree], turn: Turn, words: &mut StyledWords, writing: MoveFormat) {
    for (index, branch) in branches.iter().enumerate() {
        let mut word = if index == 0 { numbered(branch, turn, writing) } else { unnumbered(branch, writing) };
        if index + 1 < branches.len() {
            word.push(',');
        }
        words.push(word, Tone::Plain);
    }
}
