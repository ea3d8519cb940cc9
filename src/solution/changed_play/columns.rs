//! The columns of a table: the phases with the reply to every defence.

use super::identity::MoveIdentity;
use super::{Cell, Marks, PhaseKind, TablePhase};
use crate::solution::{MoveRecord, MoveTree, Role, SideTree};

/// A phase with all moves of the defender.
#[derive(Clone, Debug)]
pub struct PhasePlay {
    pub head: TablePhase,
    pub defences: Vec<DefencePlay>,
}

/// A move of the defender in one phase.
#[derive(Clone, Debug)]
pub struct DefencePlay {
    pub identity: MoveIdentity,
    pub mv: MoveRecord,
    pub cell: Cell,
    /// The identities of the answers.
    pub answers: Vec<MoveIdentity>,
}

/// Returns the phases of a side: set play if a defence has an answer there, then tries, then keys.
pub fn phases(side: &SideTree) -> Vec<PhasePlay> {
    let set = side.set.as_ref().map(|tree| phase(PhaseKind::Set, None, &tree.branches));
    let set = set.filter(|set| set.defences.iter().any(|defence| !defence.answers.is_empty()));
    let roots = side.actual.iter().flat_map(|tree| &tree.branches);
    let mut phases: Vec<PhasePlay> = set.into_iter().collect();
    phases.extend(roots.filter_map(|root| {
        let kind = match root.node.role {
            Role::Try => PhaseKind::Try,
            Role::Key => PhaseKind::Key,
            _ => return None,
        };
        Some(phase(kind, Some(root), &root.children))
    }));
    phases.sort_by_key(|phase| phase.head.kind);
    phases
}

/// Returns a phase, given its first move, which set play does not have, and the replies to it.
fn phase(kind: PhaseKind, root: Option<&MoveTree>, replies: &[MoveTree]) -> PhasePlay {
    let first = root.map(|root| &root.node.mv);
    let moves = |role| {
        let with_role = replies.iter().filter(move |reply| reply.node.role == role);
        with_role.map(|reply| reply.node.mv.clone()).collect()
    };
    let threats = Threats::new(first, replies);
    let defences = replies.iter().filter_map(|reply| {
        let answers: Vec<MoveIdentity> =
            reply.children.iter().map(|answer| MoveIdentity::after(first, &answer.node.mv)).collect();
        let cell = match reply.node.role {
            Role::Refutation => Cell::Unanswered,
            Role::Defence if !threats.are_parried(reply, &answers) => Cell::NoDefence,
            Role::Defence if answers.is_empty() => Cell::ReachesGoal,
            Role::Defence => {
                let answers = reply.children.iter().map(|answer| answer.node.mv.clone()).collect();
                Cell::Answered { answers, marks: Marks::default() }
            }
            _ => return None,
        };
        let answers = if matches!(cell, Cell::Answered { .. }) { answers } else { Vec::new() };
        let mv = reply.node.mv.clone();
        Some(DefencePlay { identity: MoveIdentity::after(None, &mv), mv, cell, answers })
    });
    PhasePlay {
        defences: defences.collect(),
        head: TablePhase {
            kind,
            first_move: first.cloned(),
            pending: root.and_then(|root| root.node.pending),
            threats: moves(Role::Threat),
            refutations: if kind == PhaseKind::Try { moves(Role::Refutation) } else { Vec::new() },
        },
    }
}

/// The threats of a phase.
struct Threats {
    moves: Vec<MoveIdentity>,
    /// The number of moves in which they win.
    wins_in: u16,
}

impl Threats {
    fn new(first: Option<&MoveRecord>, replies: &[MoveTree]) -> Threats {
        let nodes = || replies.iter().map(|reply| &reply.node).filter(|node| node.role == Role::Threat);
        Threats {
            moves: nodes().map(|node| MoveIdentity::after(first, &node.mv)).collect(),
            wins_in: nodes().map(|node| node.wins_in).max().unwrap_or(0),
        }
    }

    /// Returns whether a defence makes the win longer than the threats or, if it is as long, defeats one of
    /// them. Without a threat every move is a defence.
    fn are_parried(&self, defence: &MoveTree, answers: &[MoveIdentity]) -> bool {
        let wins_in = defence.node.wins_in;
        let still_wins = |threat: &MoveIdentity| answers.iter().any(|answer| answer.has_squares_of(threat));
        self.moves.is_empty()
            || wins_in > self.wins_in
            || (wins_in == self.wins_in && !self.moves.iter().all(still_wins))
    }
}
