//! Duals: where the attacker has a choice.

use super::battle::written;
use super::finding::{Dual, DualKind, DualPlace, Finding};
use crate::board::Layout;
use crate::solution::notation::numbered;
use crate::solution::{Action, Branch, Pending, Role, ToldMove};

/// Notes every dual among what follows a move of the attacker, in play of at most
/// `moves` moves; `path` leads there.
pub fn duals(children: &[Branch], path: &str, moves: u16, layout: Layout, findings: &mut Vec<Finding>) {
    let threats: Vec<&Branch> = of_role(children, Role::Threat).collect();
    // Several mates are threatened so often that only those after the key are of interest.
    let mating = threats.iter().any(|threat| threat.node.moves <= 1 && threat.node.number > 2);
    if threats.len() > 1 && !mating {
        let kind = if differ_in_promotion_only(&threats) { DualKind::Promotion } else { DualKind::Threats };
        findings.push(dual(path, &threats, DualPlace::After, kind, layout));
    }
    // Nobody has defended who lets a threat through: what is a dual there is worth knowing,
    // and no more.
    let mut behind_threats = Vec::new();
    for threat in &threats {
        let blank = if path.is_empty() { "" } else { " " };
        let answer = numbered(threat.node.number, false, &written(&threat.node.step, layout));
        duals(&threat.children, &format!("{path}{blank}({answer})"), moves, layout, &mut behind_threats);
    }
    findings.extend(behind_threats.into_iter().filter_map(|finding| match finding {
        Finding::Dual(dual) if dual.kind != DualKind::Threats => {
            Some(Finding::Dual(Dual { kind: DualKind::Minor, ..dual }))
        }
        _ => None,
    }));
    for defence in of_role(children, Role::Defence) {
        let number = defence.node.number;
        let blank = if path.is_empty() { "" } else { " " };
        let path = format!("{path}{blank}{}", numbered(number, true, &written(&defence.node.step, layout)));
        let continuations: Vec<&Branch> = of_role(&defence.children, Role::Continuation).collect();
        // Whoever lets all threats through has not defended: they were noted above.
        let unmoved = threats.len() == continuations.len()
            && threats.iter().all(|threat| threat.node.moves == defence.node.moves)
            && threats.iter().all(|&threat| continuations.iter().any(|&child| same_move(threat, child)));
        if continuations.len() > 1 && !unmoved {
            let whole = number + defence.node.moves == moves;
            let last = defence.node.moves == 1 || number + 1 >= moves;
            let place = match number + 1 {
                _ if last => DualPlace::Mating,
                2 => DualPlace::Second,
                later => DualPlace::Later(later),
            };
            let kind = if whole && !last {
                kind_of_whole(&continuations)
            } else if differ_in_promotion_only(&continuations) {
                DualKind::Promotion
            } else {
                DualKind::Minor
            };
            findings.push(dual(&path, &continuations, place, kind, layout));
        }
        for child in continuations {
            let answer = numbered(child.node.number, false, &written(&child.node.step, layout));
            duals(&child.children, &format!("{path} {answer}"), moves, layout, findings);
        }
    }
}

fn of_role(branches: &[Branch], role: Role) -> impl Iterator<Item = &Branch> {
    branches.iter().filter(move |branch| branch.node.role == role)
}

fn dual(path: &str, branches: &[&Branch], place: DualPlace, kind: DualKind, layout: Layout) -> Finding {
    let continuations = branches.iter().map(|branch| continued(branch, layout)).collect();
    Finding::Dual(Dual { path: path.to_owned(), continuations, place, kind })
}

/// A move of the attacker with what it threatens: `2.Kd1 (3.Ra1#)`, `2.Qb4 zz`.
fn continued(attack: &Branch, layout: Layout) -> String {
    let name = |branch: &Branch| numbered(branch.node.number, false, &written(&branch.node.step, layout));
    let mut text = name(attack);
    match attack.node.pending {
        Some(Pending::Zugzwang) => text += " zz",
        Some(Pending::Threat) => {
            let threats: Vec<String> = of_role(&attack.children, Role::Threat).map(name).collect();
            text += &format!(" ({})", threats.join(", "));
        }
        None => {}
    }
    text
}

/// The kind of a dual before the last move, in play of full length.
fn kind_of_whole(continuations: &[&Branch]) -> DualKind {
    let leads_to = |one: &Branch, other: &Branch| next_attacks(one).any(|next| same_move(next, other));
    let pairs = |wanted: &dyn Fn(&Branch, &Branch) -> bool| {
        continuations.iter().enumerate().all(|(at, one)| {
            continuations.iter().enumerate().all(|(index, other)| index == at || wanted(one, other))
        })
    };
    if pairs(&leads_to) {
        return DualKind::Transposition;
    }
    // One continuation is played after all the others, too: they only put it off.
    let put_off = continuations.iter().enumerate().any(|(at, first)| {
        continuations
            .iter()
            .enumerate()
            .all(|(index, other)| index == at || (leads_to(other, first) && !leads_to(first, other)))
    });
    if put_off { DualKind::WasteOfTime } else { DualKind::Major }
}

/// The attacker's moves that can follow one of his.
fn next_attacks(attack: &Branch) -> impl Iterator<Item = &Branch> {
    let answers = of_role(&attack.children, Role::Defence)
        .flat_map(|defence| of_role(&defence.children, Role::Continuation));
    of_role(&attack.children, Role::Threat).chain(answers)
}

/// Is it the same move of the same man, though it may capture here and not there?
fn same_move(one: &Branch, other: &Branch) -> bool {
    let plain = |step: &ToldMove| match &step.action {
        Action::Step { man, from, to, promotion, .. } => Some((*man, *from, *to, *promotion)),
        _ => None,
    };
    match (plain(&one.node.step), plain(&other.node.step)) {
        (None, None) => one.node.step.action == other.node.step.action,
        (one, other) => one == other,
    }
}

fn differ_in_promotion_only(branches: &[&Branch]) -> bool {
    let step = |branch: &Branch| match branch.node.step.action {
        Action::Step { from, to, promotion: Some(_), .. } => Some((from, to)),
        _ => None,
    };
    let first = branches.first().and_then(|branch| step(branch));
    first.is_some() && branches.iter().all(|branch| step(branch) == first)
}
