//! Battle play as journals print it: one variation per row, threats in parentheses, and longer parts in rows
//! of their own.

use super::page::{StyledWords, Tone};
use crate::board::Square;
use crate::report::notation::{self, MoveFormat};
use crate::solution::{Action, MoveRecord, MoveTree, Pending, PhaseTree, Role};

/// A row to be printed, with its indentation.
#[derive(Debug)]
pub struct VariationRow {
    /// The level of indentation.
    pub level: usize,
    /// The words.
    pub words: StyledWords,
}

/// A root move with its subtree.
#[derive(Debug)]
pub struct Block {
    /// The role of the root move.
    pub role: Role,
    /// The rows.
    pub rows: Vec<VariationRow>,
}

/// Returns the rows of the set play.
pub fn set_play(phase: &PhaseTree, format: MoveFormat) -> Vec<VariationRow> {
    let mut rows = Vec::new();
    variations(phase.branches.iter(), 1, format, &mut rows);
    rows
}

/// Returns the rows of the play after a key that was made before the diagram.
pub fn after_key(phase: &PhaseTree, format: MoveFormat) -> Vec<VariationRow> {
    let mut words = StyledWords::one("After the key:", Tone::Label);
    let after_key = phase.after_key;
    if after_key.is_some_and(|after_key| after_key.check) {
        words.push("check", Tone::Plain);
    }
    let pending_kind = after_key.and_then(|after_key| after_key.pending);
    rows_after(pending_kind, &phase.branches, words, format)
}

/// Returns the blocks of tries and keys, the tries first.
pub fn blocks(phase: &PhaseTree, format: MoveFormat) -> Vec<Block> {
    let (tries, keys): (Vec<&MoveTree>, Vec<&MoveTree>) =
        phase.branches.iter().partition(|branch| branch.node.role == Role::Try);
    tries
        .into_iter()
        .chain(keys)
        .map(|branch| Block { role: branch.node.role, rows: block(branch, format) })
        .collect()
}

/// Returns the rows of a try or a key with its subtree.
fn block(branch: &MoveTree, format: MoveFormat) -> Vec<VariationRow> {
    let tone = if branch.node.role == Role::Key { Tone::Key } else { Tone::Plain };
    let words = StyledWords::one(numbered(branch, Turn::Attack, format), tone);
    rows_after(branch.node.pending, &branch.children, words, format)
}

/// Returns the rows that begin with `words`, the attacker's first move.
fn rows_after(
    pending_kind: Option<Pending>,
    children: &[MoveTree],
    mut words: StyledWords,
    format: MoveFormat,
) -> Vec<VariationRow> {
    let mut rows = Vec::new();
    pending(pending_kind, children, &mut words, 0, format, &mut rows);
    let of_role = |role| children.iter().filter(move |child| child.node.role == role);
    variations(of_role(Role::Defence), 1, format, &mut rows);
    variations(of_role(Role::Forced), 1, format, &mut rows);
    let refutations: Vec<&MoveTree> = of_role(Role::Refutation).collect();
    if refutations.is_empty() {
        rows.insert(0, VariationRow { level: 0, words });
        return rows;
    }
    let mut but = StyledWords::one("but", Tone::Plain);
    for (index, refutation) in refutations.iter().enumerate() {
        let step = format.mv(&refutation.node.mv);
        let tail = if index + 1 < refutations.len() { "!," } else { "!" };
        but.push(notation::numbered(refutation.node.number, true, &(step + tail)), Tone::Plain);
        for child in &refutation.children {
            attack(child, &mut but, 1, format, &mut rows);
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

/// The side that makes a ply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attack,
    Defence,
}

/// Returns a ply with its number: `2.Sc3#`, `1...Kd4`, `1.Qe2!`.
fn numbered(branch: &MoveTree, turn: Turn, format: MoveFormat) -> String {
    notation::numbered(branch.node.number, turn == Turn::Defence, &unnumbered(branch, format))
}

/// Returns a ply without its number.
fn unnumbered(branch: &MoveTree, format: MoveFormat) -> String {
    let mark = match branch.node.role {
        Role::Key | Role::Refutation => "!",
        Role::Try => "?",
        Role::Forced => " (forced)",
        Role::Threat | Role::Defence | Role::Continuation => "",
    };
    format.mv(&branch.node.mv) + mark
}

/// Appends defences with their answers, one row each. Moves of one man with the same answers share a row:
/// `1...Ra4, Rb4 2.Qe4#`.
fn variations<'a>(
    branches: impl Iterator<Item = &'a MoveTree>,
    level: usize,
    format: MoveFormat,
    rows: &mut Vec<VariationRow>,
) {
    let mut groups: Vec<Vec<&MoveTree>> = Vec::new();
    for branch in branches {
        let same_answers = groups.iter_mut().find(|group| {
            group.iter().all(|other| {
                departure(&other.node.mv).is_some()
                    && departure(&other.node.mv) == departure(&branch.node.mv)
                    && !branch.children.is_empty()
                    && other.children == branch.children
            })
        });
        match same_answers {
            Some(group) => group.push(branch),
            None => groups.push(vec![branch]),
        }
    }
    for group in groups {
        let mut words = StyledWords::default();
        let mut below = Vec::new();
        list(&group, Turn::Defence, &mut words, format);
        if let Some(branch) = group.first() {
            answers(branch, &mut words, level, format, &mut below);
        }
        rows.push(VariationRow { level, words });
        rows.append(&mut below);
    }
}

fn departure(step: &MoveRecord) -> Option<Square> {
    match step.action {
        Action::Move { from, .. } | Action::Exchange { from, .. } => Some(from),
        Action::Castling { .. } | Action::Entry { .. } | Action::Pass => None,
    }
}

/// Appends the answers to a defence: on its row if there is only one or if none has a subtree; otherwise in
/// rows of their own.
fn answers(
    branch: &MoveTree,
    words: &mut StyledWords,
    level: usize,
    format: MoveFormat,
    below: &mut Vec<VariationRow>,
) {
    match branch.children.as_slice() {
        [] => {}
        [only] => attack(only, words, level, format, below),
        several if several.iter().all(|child| child.children.is_empty()) => {
            let several: Vec<&MoveTree> = several.iter().collect();
            list(&several, Turn::Attack, words, format);
        }
        several => {
            for child in several {
                let mut words = StyledWords::default();
                let mut further = Vec::new();
                attack(child, &mut words, level + 1, format, &mut further);
                below.push(VariationRow { level: level + 1, words });
                below.append(&mut further);
            }
        }
    }
}

/// Appends a move of the attacker with its subtree; what does not fit on the row goes into `below`.
fn attack(
    branch: &MoveTree,
    words: &mut StyledWords,
    level: usize,
    format: MoveFormat,
    below: &mut Vec<VariationRow>,
) {
    words.push(numbered(branch, Turn::Attack, format), Tone::Plain);
    pending(branch.node.pending, &branch.children, words, level, format, below);
    let defences: Vec<&MoveTree> =
        branch.children.iter().filter(|child| child.node.role != Role::Threat).collect();
    match defences.as_slice() {
        [] => {}
        [only] if defences.len() == branch.children.len() => {
            words.push(unnumbered(only, format), Tone::Plain);
            answers(only, words, level, format, below);
        }
        several
            if several.len() == branch.children.len()
                && several.iter().all(|child| child.children.is_empty()) =>
        {
            for (index, child) in several.iter().enumerate() {
                let comma = if index + 1 < several.len() { "," } else { "" };
                words.push(unnumbered(child, format) + comma, Tone::Plain);
            }
        }
        several => variations(several.iter().copied(), level + 1, format, below),
    }
}

/// Appends what would follow a pass of the defender: `zz`, or the threats in parentheses, those with a continuation
/// between semicolons. A threat with variations of its own gets rows below.
fn pending(
    pending_kind: Option<Pending>,
    children: &[MoveTree],
    words: &mut StyledWords,
    level: usize,
    format: MoveFormat,
    below: &mut Vec<VariationRow>,
) {
    if pending_kind == Some(Pending::Zugzwang) {
        words.push("zz", Tone::Plain);
    }
    let threats: Vec<&MoveTree> = children.iter().filter(|child| child.node.role == Role::Threat).collect();
    let mut shown = StyledWords::default();
    // Whether the threat before has a continuation in the parentheses, after which a comma would be unclear.
    let mut is_continued = false;
    for (index, threat) in threats.iter().enumerate() {
        let mut full = StyledWords::default();
        let mut further = Vec::new();
        attack(threat, &mut full, level + 1, format, &mut further);
        let was_continued =
            std::mem::replace(&mut is_continued, further.is_empty() && !threat.children.is_empty());
        if index > 0 {
            shown.append(if was_continued || is_continued { ";" } else { "," });
        }
        if further.is_empty() {
            if index > 0 && threat.children.is_empty() && !was_continued {
                full = StyledWords::one(unnumbered(threat, format), Tone::Plain);
            }
            shown.extend(full);
        } else {
            shown.push(numbered(threat, Turn::Attack, format), Tone::Plain);
            full.prepend("threat ");
            below.push(VariationRow { level: level + 1, words: full });
            below.append(&mut further);
        }
    }
    if !threats.is_empty() {
        shown.prepend("(");
        shown.append(")");
        words.extend(shown);
    }
}

/// Appends several plies with one number: `2.Sc3#, Qe4#`.
fn list(branches: &[&MoveTree], turn: Turn, words: &mut StyledWords, format: MoveFormat) {
    for (index, branch) in branches.iter().enumerate() {
        let mut word = if index == 0 { numbered(branch, turn, format) } else { unnumbered(branch, format) };
        if index + 1 < branches.len() {
            word.push(',');
        }
        words.push(word, Tone::Plain);
    }
}
