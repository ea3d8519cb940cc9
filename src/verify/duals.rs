//! Duals: choices of the attacker.

use super::finding::{Dual, DualKind, DualPlace, Finding};
use crate::solution::notation::{MoveFormat, numbered};
use crate::solution::{Action, MoveRecord, MoveTree, Pending, Role};

/// The moves that lead to a choice, in short notation.
#[derive(Clone, Default)]
pub struct Path {
    text: String,
    /// Whether the last move is one of the attacker's, so that a defence needs no number.
    ends_in_attack: bool,
}

impl Path {
    /// Returns the path that consists of a key.
    pub fn of_key(text: String) -> Path {
        Path { text, ends_in_attack: true }
    }

    fn with(&self, move_text: &str, ends_in_attack: bool) -> Path {
        let blank = if self.text.is_empty() { "" } else { " " };
        Path { text: format!("{}{blank}{move_text}", self.text), ends_in_attack }
    }

    fn after_threat(&self, threat: &MoveTree, format: MoveFormat) -> Path {
        self.with(&format!("({})", attack_name(threat, format)), false)
    }

    fn after_continuation(&self, attack: &MoveTree, format: MoveFormat) -> Path {
        self.with(&attack_name(attack, format), true)
    }

    fn after_defence(&self, defence: &MoveTree, format: MoveFormat) -> Path {
        let name = format.mv(&defence.node.mv);
        let name = if self.ends_in_attack { name } else { numbered(defence.node.number, true, &name) };
        self.with(&name, false)
    }
}

/// Returns a move of the attacker with its number and marks.
fn attack_name(attack: &MoveTree, format: MoveFormat) -> String {
    numbered(attack.node.number, false, &format.mv(&attack.node.mv))
}

/// Appends every dual in the subtree of a move of the attacker, in play of at most `moves` moves. `path` leads
/// there.
pub fn duals(
    children: &[MoveTree],
    path: &Path,
    moves: u16,
    format: MoveFormat,
    findings: &mut Vec<Finding>,
) {
    let threats: Vec<&MoveTree> = with_role(children, Role::Threat).collect();
    // Several mating threats are too frequent to be of interest, except after the key.
    let mating = threats.iter().any(|threat| threat.node.wins_in <= 1 && threat.node.number > 2);
    if threats.len() > 1 && !mating {
        let kind = if differ_in_promotion_only(&threats) { DualKind::Promotion } else { DualKind::Threats };
        findings.push(dual(path, &threats, DualPlace::Threatened, kind, format));
    }
    // A threat is carried out after a move that does not defend, so duals there are only minor.
    let mut after_threats = Vec::new();
    for threat in &threats {
        duals(&threat.children, &path.after_threat(threat, format), moves, format, &mut after_threats);
    }
    findings.extend(after_threats.into_iter().filter_map(|finding| match finding {
        Finding::Dual(dual) if dual.kind != DualKind::Threats => {
            Some(Finding::Dual(Dual { kind: DualKind::Minor, ..dual }))
        }
        _ => None,
    }));
    for defence in with_role(children, Role::Defence) {
        let number = defence.node.number;
        let path = path.after_defence(defence, format);
        let continuations: Vec<&MoveTree> = with_role(&defence.children, Role::Continuation).collect();
        // A reply that permits exactly the threats is no defence: those were appended above.
        let only_threats = threats.len() == continuations.len()
            && threats.iter().all(|threat| threat.node.wins_in == defence.node.wins_in)
            && threats.iter().all(|&threat| continuations.iter().any(|&child| is_same_move(threat, child)));
        if continuations.len() > 1 && !only_threats {
            let whole = number + defence.node.wins_in == moves;
            let last = defence.node.wins_in == 1 || number + 1 >= moves;
            let place = match number + 1 {
                _ if last => DualPlace::Mating,
                2 => DualPlace::Second,
                later => DualPlace::Later(later),
            };
            let kind = if whole && !last {
                full_length_kind(&continuations)
            } else if differ_in_promotion_only(&continuations) {
                DualKind::Promotion
            } else {
                DualKind::Minor
            };
            findings.push(dual(&path, &continuations, place, kind, format));
        }
        for child in continuations {
            duals(&child.children, &path.after_continuation(child, format), moves, format, findings);
        }
    }
}

fn with_role(branches: &[MoveTree], role: Role) -> impl Iterator<Item = &MoveTree> {
    branches.iter().filter(move |branch| branch.node.role == role)
}

fn dual(
    path: &Path,
    branches: &[&MoveTree],
    place: DualPlace,
    kind: DualKind,
    format: MoveFormat,
) -> Finding {
    let continuations = branches.iter().map(|branch| with_threats(branch, format)).collect();
    Finding::Dual(Dual { path: path.text.clone(), continuations, place, kind })
}

/// Returns a move of the attacker with its threats: `2.Kd1 (3.Ra1#)`, `2.Qb4 zz`.
fn with_threats(attack: &MoveTree, format: MoveFormat) -> String {
    let mut text = attack_name(attack, format);
    match attack.node.pending {
        Some(Pending::Zugzwang) => text += " zz",
        Some(Pending::Threat) => {
            let threats: Vec<String> =
                with_role(&attack.children, Role::Threat).map(|threat| attack_name(threat, format)).collect();
            text += &format!(" ({})", threats.join(", "));
        }
        None => {}
    }
    text
}

/// Returns the kind of a dual before the last move in full-length play.
fn full_length_kind(continuations: &[&MoveTree]) -> DualKind {
    let leads_to = |one: &MoveTree, other: &MoveTree| next_attacks(one).any(|next| is_same_move(next, other));
    let pairs = |wanted: &dyn Fn(&MoveTree, &MoveTree) -> bool| {
        continuations.iter().enumerate().all(|(at, one)| {
            continuations.iter().enumerate().all(|(index, other)| index == at || wanted(one, other))
        })
    };
    if pairs(&leads_to) {
        return DualKind::Transposition;
    }
    // One continuation is also played after all the others, so that they only delay it.
    let delays = continuations.iter().enumerate().any(|(at, first)| {
        continuations
            .iter()
            .enumerate()
            .all(|(index, other)| index == at || (leads_to(other, first) && !leads_to(first, other)))
    });
    if delays { DualKind::WasteOfTime } else { DualKind::Major }
}

/// Returns the moves of the attacker that can follow `attack`.
fn next_attacks(attack: &MoveTree) -> impl Iterator<Item = &MoveTree> {
    let answers = with_role(&attack.children, Role::Defence)
        .flat_map(|defence| with_role(&defence.children, Role::Continuation));
    with_role(&attack.children, Role::Threat).chain(answers)
}

/// Returns whether the same man makes the same move, even if only one of the moves captures.
fn is_same_move(one: &MoveTree, other: &MoveTree) -> bool {
    let plain = |step: &MoveRecord| match &step.action {
        Action::Move { man, from, to, promotion, .. } => Some((*man, *from, *to, *promotion)),
        _ => None,
    };
    match (plain(&one.node.mv), plain(&other.node.mv)) {
        (None, None) => one.node.mv.action == other.node.mv.action,
        (one, other) => one == other,
    }
}

fn differ_in_promotion_only(branches: &[&MoveTree]) -> bool {
    let step = |branch: &MoveTree| match branch.node.mv.action {
        Action::Move { from, to, promotion: Some(_), .. } => Some((from, to)),
        _ => None,
    };
    let first = branches.first().and_then(|branch| step(branch));
    first.is_some() && branches.iter().all(|branch| step(branch) == first)
}
