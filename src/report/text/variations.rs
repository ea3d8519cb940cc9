//! Battle play as journals print it: one variation a line, threats in
//! parentheses, what needs lines of its own below.

use super::page::{Tone, Words};
use crate::board::{Layout, Square};
use crate::report::notation::{self, Names, short, short_marks};
use crate::solution::{Action, Branch, Pending, PhaseTree, Role, ToldMove};

/// A line to be printed, and how deep it stands.
#[derive(Debug)]
pub struct Row {
    /// How many steps it is indented.
    pub level: usize,
    /// Its words.
    pub words: Words,
}

/// A first move with all that follows.
#[derive(Debug)]
pub struct Block {
    /// What the first move is to the solution.
    pub role: Role,
    /// Its lines.
    pub rows: Vec<Row>,
}

/// How moves are written.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// The board.
    pub layout: Layout,
    /// The names of men.
    pub names: Names,
}

impl Writing {
    /// A move with its marks, in short notation.
    pub fn step(self, step: &ToldMove) -> String {
        short(step, self.layout, self.names) + short_marks(step)
    }
}

/// The rows of the set play.
pub fn set_play(phase: &PhaseTree, writing: Writing) -> Vec<Row> {
    let mut rows = Vec::new();
    variations(phase.branches.iter(), 1, writing, &mut rows);
    rows
}

/// The rows of what follows a key that has been made.
pub fn after_key(phase: &PhaseTree, writing: Writing) -> Vec<Row> {
    let mut words = Words::one("After the key:", Tone::Label);
    let after_key = phase.after_key;
    if after_key.is_some_and(|after_key| after_key.check) {
        words.push("check", Tone::Plain);
    }
    let hangs = after_key.and_then(|after_key| after_key.pending);
    aftermath(hangs, &phase.branches, words, writing)
}

/// Tries and keys, the tries first.
pub fn blocks(phase: &PhaseTree, writing: Writing) -> Vec<Block> {
    let (tries, keys): (Vec<&Branch>, Vec<&Branch>) =
        phase.branches.iter().partition(|branch| branch.node.role == Role::Try);
    tries
        .into_iter()
        .chain(keys)
        .map(|branch| Block { role: branch.node.role, rows: block(branch, writing) })
        .collect()
}

/// A try or a key with all that follows.
fn block(branch: &Branch, writing: Writing) -> Vec<Row> {
    let tone = if branch.node.role == Role::Key { Tone::Key } else { Tone::Plain };
    let words = Words::one(numbered(branch, Turn::Attack, writing), tone);
    aftermath(branch.node.pending, &branch.children, words, writing)
}

/// The rows of what follows the words, an attacker's first move.
fn aftermath(hangs: Option<Pending>, children: &[Branch], mut words: Words, writing: Writing) -> Vec<Row> {
    let mut rows = Vec::new();
    pending(hangs, children, &mut words, 0, writing, &mut rows);
    let of_role = |role| children.iter().filter(move |child| child.node.role == role);
    variations(of_role(Role::Defence), 1, writing, &mut rows);
    variations(of_role(Role::Forced), 1, writing, &mut rows);
    let refutations: Vec<&Branch> = of_role(Role::Refutation).collect();
    if refutations.is_empty() {
        rows.insert(0, Row { level: 0, words });
        return rows;
    }
    let mut but = Words::one("but", Tone::Plain);
    for (index, refutation) in refutations.iter().enumerate() {
        let step = writing.step(&refutation.node.step);
        let tail = if index + 1 < refutations.len() { "!," } else { "!" };
        but.push(notation::numbered(refutation.node.number, true, &(step + tail)), Tone::Plain);
        for child in &refutation.children {
            attack(child, &mut but, 1, writing, &mut rows);
        }
    }
    if rows.is_empty() {
        words.extend(but);
        return vec![Row { level: 0, words }];
    }
    rows.insert(0, Row { level: 0, words });
    rows.push(Row { level: 1, words: but });
    rows
}

/// Whose half-move it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attack,
    Defence,
}

/// A half-move with its number: `2.Sc3#`, `1...Kd4`, `1.Qe2!`.
fn numbered(branch: &Branch, turn: Turn, writing: Writing) -> String {
    notation::numbered(branch.node.number, turn == Turn::Defence, &bare(branch, writing))
}

/// A half-move without its number.
fn bare(branch: &Branch, writing: Writing) -> String {
    let mark = match branch.node.role {
        Role::Key | Role::Refutation => "!",
        Role::Try => "?",
        Role::Forced => " (forced)",
        Role::Threat | Role::Defence | Role::Continuation => "",
    };
    writing.step(&branch.node.step) + mark
}

/// Defences with their answers, a row each. Moves of one man that are answered
/// alike share a row: `1...Ra4, Rb4 2.Qe4#`.
fn variations<'a>(
    branches: impl Iterator<Item = &'a Branch>,
    level: usize,
    writing: Writing,
    rows: &mut Vec<Row>,
) {
    let mut groups: Vec<Vec<&Branch>> = Vec::new();
    for branch in branches {
        let alike = groups.iter_mut().find(|group| {
            group.iter().all(|other| {
                departure(&other.node.step).is_some()
                    && departure(&other.node.step) == departure(&branch.node.step)
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
        let mut words = Words::default();
        let mut below = Vec::new();
        list(&group, Turn::Defence, &mut words, writing);
        if let Some(branch) = group.first() {
            answers(branch, &mut words, level, writing, &mut below);
        }
        rows.push(Row { level, words });
        rows.append(&mut below);
    }
}

fn departure(step: &ToldMove) -> Option<Square> {
    match step.action {
        Action::Step { from, .. } => Some(from),
        Action::Castling { .. } | Action::Entry { .. } | Action::Pass => None,
    }
}

/// The answers to a defence: on its line if there is one only, or if nothing
/// follows any of them; otherwise in rows of their own.
fn answers(branch: &Branch, words: &mut Words, level: usize, writing: Writing, below: &mut Vec<Row>) {
    match branch.children.as_slice() {
        [] => {}
        [only] => attack(only, words, level, writing, below),
        several if several.iter().all(|child| child.children.is_empty()) => {
            let several: Vec<&Branch> = several.iter().collect();
            list(&several, Turn::Attack, words, writing);
        }
        several => {
            for child in several {
                let mut words = Words::default();
                let mut further = Vec::new();
                attack(child, &mut words, level + 1, writing, &mut further);
                below.push(Row { level: level + 1, words });
                below.append(&mut further);
            }
        }
    }
}

/// An attacker's move with what follows it; whatever does not fit on the line goes
/// below.
fn attack(branch: &Branch, words: &mut Words, level: usize, writing: Writing, below: &mut Vec<Row>) {
    words.push(numbered(branch, Turn::Attack, writing), Tone::Plain);
    pending(branch.node.pending, &branch.children, words, level, writing, below);
    let defences: Vec<&Branch> =
        branch.children.iter().filter(|child| child.node.role != Role::Threat).collect();
    match defences.as_slice() {
        [] => {}
        [only] if defences.len() == branch.children.len() => {
            words.push(bare(only, writing), Tone::Plain);
            answers(only, words, level, writing, below);
        }
        several
            if several.len() == branch.children.len()
                && several.iter().all(|child| child.children.is_empty()) =>
        {
            for (index, child) in several.iter().enumerate() {
                let comma = if index + 1 < several.len() { "," } else { "" };
                words.push(bare(child, writing) + comma, Tone::Plain);
            }
        }
        several => variations(several.iter().copied(), level + 1, writing, below),
    }
}

/// What hangs over the defender: `zz`, or the threats in parentheses. A threat
/// with variations of its own gets rows below.
fn pending(
    hangs: Option<Pending>,
    children: &[Branch],
    words: &mut Words,
    level: usize,
    writing: Writing,
    below: &mut Vec<Row>,
) {
    if hangs == Some(Pending::Zugzwang) {
        words.push("zz", Tone::Plain);
    }
    let threats: Vec<&Branch> = children.iter().filter(|child| child.node.role == Role::Threat).collect();
    let mut shown = Words::default();
    for (index, threat) in threats.iter().enumerate() {
        let mut full = Words::default();
        let mut further = Vec::new();
        attack(threat, &mut full, level + 1, writing, &mut further);
        if further.is_empty() {
            if index > 0 && threat.children.is_empty() {
                full = Words::one(bare(threat, writing), Tone::Plain);
            }
            shown.extend(full);
        } else {
            shown.push(numbered(threat, Turn::Attack, writing), Tone::Plain);
            full.prepend("threat ");
            below.push(Row { level: level + 1, words: full });
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
fn list(branches: &[&Branch], turn: Turn, words: &mut Words, writing: Writing) {
    for (index, branch) in branches.iter().enumerate() {
        let mut word = if index == 0 { numbered(branch, turn, writing) } else { bare(branch, writing) };
        if index + 1 < branches.len() {
            word.push(',');
        }
        words.push(word, Tone::Plain);
    }
}
