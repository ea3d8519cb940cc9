//! The play of a problem in a form that can be compared with the play of another one.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Layout;
use crate::position::{PieceNames, Side};
use crate::problem::Verdict;
use crate::solution::notation::{self, MoveFormat, numbered};
use crate::solution::{Line, MoveRecord, MoveTree, Phase, PhaseTree, Remark, Role, Solution};
use crate::verify::{Finding, Verification};

/// A phase of the play of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PhaseKey {
    /// The number of the twin, from 0.
    pub twin: usize,
    /// Whether Black plays White's part.
    pub is_swapped: bool,
    /// Whether it is set play.
    pub is_set_play: bool,
}

impl PhaseKey {
    /// Returns the phase of a side, which plays White's part, in a twin.
    pub(super) fn new(twin: usize, side: Side, phase: Phase) -> PhaseKey {
        PhaseKey { twin, is_swapped: side == Side::Black, is_set_play: phase == Phase::Set }
    }
}

/// The play of a phase. The keys of the maps are moves in the notation for machines, the values are texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PhasePlay {
    /// The keys of battle play, the lines of other play.
    pub solutions: BTreeMap<String, String>,
    /// The same solutions in long notation.
    pub long: BTreeMap<String, String>,
    /// The lines that are shorter than the stipulation.
    pub short: BTreeSet<String>,
    /// The moves of the attacker in each variation of battle play, with an example of the variation.
    pub variations: BTreeMap<String, String>,
    /// The duals that are defects.
    pub duals: BTreeSet<String>,
}

/// The play of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Play {
    /// The phases that were solved.
    pub phases: BTreeMap<PhaseKey, PhasePlay>,
    /// The reasons why something cannot be solved.
    pub refusals: Vec<String>,
    /// Whether the side to move could capture a king.
    pub is_illegal: bool,
    /// Whether the search was stopped before its end.
    pub is_stopped: bool,
    /// Whether there may be more solutions than the requested number.
    pub is_cut: bool,
}

impl Play {
    /// Returns the play of a solution and of what was found in it. Moves in texts have these names of men.
    pub fn new(solution: &Solution, verification: &Verification, names: PieceNames) -> Play {
        let mut play = Play::default();
        let solved = solution.twins.iter().filter(|twin| !twin.head.zeroposition);
        for (index, (twin, verified)) in solved.zip(&verification.twins).enumerate() {
            play.refusals.extend(verified.refusals.iter().cloned());
            let layout = twin.head.setting.as_ref().map_or(Layout::CHESS, |setting| setting.diagram.layout());
            for side in &twin.sides {
                for (phase, tree) in side.phases() {
                    let key = PhaseKey::new(index, side.side, phase);
                    let illegal = tree.remarks.contains(&Remark::KingCapturable);
                    play.is_illegal |= illegal && !key.is_set_play;
                    play.is_cut |= tree.remarks.contains(&Remark::EnoughSolutions);
                    play.phases.insert(key, PhasePlay::of_tree(tree, layout, names));
                }
            }
            for side in &verified.sides {
                for phase in &side.phases {
                    let key = PhaseKey::new(index, side.side, phase.phase);
                    let duals = phase.findings.iter().filter(|finding| is_dual(finding));
                    play.phases.entry(key).or_default().duals.extend(duals.map(Finding::to_string));
                }
            }
        }
        play
    }

    /// Returns whether it cannot be played, or only in part.
    pub fn is_refused(&self) -> bool {
        self.is_illegal || !self.refusals.is_empty()
    }

    /// Returns the keys or lines of the actual play, with the phase of each.
    pub fn solutions(&self) -> impl Iterator<Item = (PhaseKey, &str, &str)> {
        let actual = self.phases.iter().filter(|(key, _)| !key.is_set_play);
        actual.flat_map(|(&key, phase)| {
            phase.solutions.iter().map(move |(moves, text)| (key, moves.as_str(), text.as_str()))
        })
    }
}

fn is_dual(finding: &Finding) -> bool {
    matches!(finding, Finding::Dual(_)) && finding.verdict() == Some(Verdict::Dualled)
}

impl PhasePlay {
    fn of_tree(tree: &PhaseTree, layout: Layout, names: PieceNames) -> PhasePlay {
        let mut play = PhasePlay::default();
        let writer = Writer(MoveFormat { layout, names });
        for line in tree.lines.iter().filter(|line| !line.forced) {
            let moves = writer.machine(&line.moves);
            if line.short {
                play.short.insert(moves.clone());
            }
            play.long.insert(moves.clone(), writer.long(&line.moves));
            play.solutions.insert(moves, writer.line(line));
        }
        for branch in &tree.branches {
            match branch.node.role {
                Role::Key => {
                    let key = numbered(1, false, &writer.0.mv(&branch.node.mv));
                    let moves = writer.machine([&branch.node.mv]);
                    play.long.insert(moves.clone(), writer.long([&branch.node.mv]));
                    play.solutions.insert(moves, key);
                    writer.add_variations(&branch.children, &mut Vec::new(), &mut play.variations);
                }
                Role::Try | Role::Forced | Role::Refutation => {}
                Role::Threat | Role::Defence | Role::Continuation => {
                    writer.add_variations(
                        std::slice::from_ref(branch),
                        &mut Vec::new(),
                        &mut play.variations,
                    );
                }
            }
        }
        play
    }
}

/// Writes moves.
#[derive(Clone, Copy)]
struct Writer(MoveFormat);

impl Writer {
    fn machine<'m>(self, moves: impl IntoIterator<Item = &'m MoveRecord>) -> String {
        let moves = moves.into_iter().map(|step| notation::machine(step, self.0.layout));
        moves.collect::<Vec<_>>().join(" ")
    }

    fn long<'m>(self, moves: impl IntoIterator<Item = &'m MoveRecord>) -> String {
        let moves = moves.into_iter().map(|step| notation::long(step, self.0.layout));
        moves.collect::<Vec<_>>().join(" ")
    }

    fn line(self, line: &Line) -> String {
        notation::line(&line.moves, line.counting, self.0.layout, self.0.names).join(" ")
    }

    /// Adds the variations that end below these plies. `path` leads to them.
    fn add_variations<'t>(
        self,
        plies: &'t [MoveTree],
        path: &mut Vec<&'t MoveTree>,
        variations: &mut BTreeMap<String, String>,
    ) {
        for ply in plies.iter().filter(|ply| ply.node.role != Role::Refutation) {
            path.push(ply);
            if ply.children.is_empty() {
                let attacks = path.iter().filter(|ply| ply.node.role != Role::Defence);
                let moves = self.machine(attacks.map(|ply| &ply.node.mv));
                variations.entry(moves).or_insert_with(|| self.variation(path));
            }
            self.add_variations(&ply.children, path, variations);
            path.pop();
        }
    }

    fn variation(self, path: &[&MoveTree]) -> String {
        let plies = path.iter().enumerate().map(|(index, ply)| {
            let (text, is_defence) = (self.0.mv(&ply.node.mv), ply.node.role == Role::Defence);
            match is_defence && index > 0 {
                true => text,
                false => numbered(ply.node.number, is_defence, &text),
            }
        });
        plies.collect::<Vec<_>>().join(" ")
    }
}
