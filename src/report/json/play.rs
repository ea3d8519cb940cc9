//! The solution in a JSON record.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::question::JsonQuestion;
use super::streamed::{Streamed, StreamedPhase};
use super::table::JsonTable;
use crate::board::Layout;
use crate::position::Side;
use crate::problem::{Problem, TwinLabel};
use crate::report::notation::{PieceNames, long, machine, numbers, omitted_pair, short};
use crate::report::question::beginner;
use crate::solution::{
    Counting, Line, MoveRecord, MoveTree, Pending, Phase, PhaseTree, Remark, Role, SettledParts, SideTree,
    TwinTree,
};

/// A twin; a problem without twins has one. `P` is the type of a phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTwin<P = JsonPhase> {
    /// `a`, `b` …; `None` without twins.
    pub label: Option<String>,
    /// Whether the twin is derived from the previous twin.
    pub continued: bool,
    /// Whether it is a zeroposition, which is not solved.
    pub zeroposition: bool,
    /// The changes, as in `wSf6-->b6`.
    pub changes: Vec<String>,
    /// The question; `None` if the twin could not be made.
    pub asked: Option<JsonQuestion>,
    /// The reason why the twin could not be made.
    pub error: Option<String>,
    /// The play of one side or, in duplex, of both.
    pub sides: Vec<JsonSide<P>>,
    /// The remarks on the twin.
    pub remarks: Vec<JsonRemark>,
}

/// The play of one side. `P` is the type of a phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonSide<P = JsonPhase> {
    /// The side that plays White's part: `white` or, in duplex, `black`.
    pub side: String,
    /// The side that makes the first move of the actual play.
    pub begins: String,
    /// The set play, if it was requested.
    pub set: Option<P>,
    /// The actual play.
    pub actual: Option<P>,
    /// The remarks on the side's play.
    pub remarks: Vec<JsonRemark>,
    /// The table of changed play; omitted unless it was requested and the play can be shown so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<JsonTable>,
}

/// Set play or actual play. `T` and `L` are the types of trees and lines: those that are read, or those that are written
/// from a solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonPhase<T = Vec<JsonNode>, L = Vec<JsonLine>> {
    /// The state of the defender, if the key was made before the diagram.
    pub after_key: Option<JsonAfterKey>,
    /// Battle play: the trees of the root moves.
    pub tree: T,
    /// Help and series play: the lines.
    pub lines: L,
    /// The remarks on the phase.
    pub remarks: Vec<JsonRemark>,
    /// How far the search has come, if it was stopped in this phase; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<JsonSettled>,
}

/// The parts of a phase that have been searched to their end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonSettled {
    /// All lines of up to this number of plies; 0 if no length is settled.
    pub plies: usize,
    /// The number of plies of the longest lines; 0 if no length is settled.
    pub last: usize,
    /// The root moves that are settled at the next length.
    pub root_moves: Vec<JsonMove>,
    /// The number of root moves at the next length; 0 if it is not known.
    pub total: u64,
}

impl JsonSettled {
    fn new(settled: &SettledParts, layout: Layout) -> JsonSettled {
        JsonSettled {
            plies: settled.plies,
            last: settled.last,
            root_moves: settled.root_moves.iter().map(|mv| JsonMove::new(mv, layout)).collect(),
            total: settled.total,
        }
    }
}

/// The state of the defender after a key that was made before the diagram.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonAfterKey {
    /// Whether the defender is in check.
    pub check: bool,
    /// `threat` or `zugzwang`: what would follow if the defender could pass.
    pub pending: Option<String>,
}

/// A ply of battle play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonNode {
    /// `key`, `try`, `threat`, `defence`, `continuation`, `refutation` or `forced`.
    pub role: Cow<'static, str>,
    /// The move number.
    pub number: u16,
    /// The number of moves in which the attacker wins, including this one if it is the attacker's; `None` if
    /// there is no win or no further play.
    pub wins_in: Option<u16>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: JsonMove,
    /// `threat` or `zugzwang`: what would follow if the defender could pass.
    pub pending: Option<String>,
    /// The replies.
    pub children: Vec<JsonNode>,
}

/// A line of help or series play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonLine {
    /// The plies.
    pub moves: Vec<JsonMove>,
    /// How they are numbered.
    pub counting: String,
    /// The number of introductory moves; omitted if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub introductory: Option<u16>,
    /// Whether it takes fewer moves than required.
    pub short: bool,
    /// Whether it is a goal move forced by the reflex obligation, and not a solution.
    pub forced: bool,
}

/// A move in three notations, without check and goal marks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonMove {
    /// The side that moved: `white` or `black`.
    pub side: Cow<'static, str>,
    /// As Popeye prints it: `Re4*e8[+bSg8]`.
    pub long: String,
    /// As journals print it: `Rxe8(Sg8)`.
    pub short: String,
    /// One unambiguous word: `e4e8+ng8`.
    pub machine: String,
    /// Whether the side to move next is in check.
    pub check: bool,
    /// The goal reached, as in `#` or `zd6`.
    pub goal: Option<String>,
}

/// A remark on a phase, a side, a twin or the whole problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonRemark {
    /// `unplayable`, `king-capturable`, `king-missing`, `incomplete` or `enough-solutions`.
    pub name: String,
    /// The same as text.
    pub message: String,
}

/// Returns the changes of a twin, one condition each.
pub(super) fn change_lines(changes: &TwinLabel) -> Vec<String> {
    let words = changes.words(PieceNames::KnightS);
    words.iter().flat_map(|change| change.lines()).map(str::to_owned).collect()
}

impl<'a> JsonTwin<StreamedPhase<'a>> {
    pub(super) fn new(problem: &Problem, twin: &'a TwinTree) -> JsonTwin<StreamedPhase<'a>> {
        let head = &twin.head;
        let setting = head.setting.as_ref().unwrap_or(&problem.setting);
        let layout = setting.diagram.layout();
        JsonTwin {
            label: head.label.clone(),
            continued: head.continued,
            zeroposition: head.zeroposition,
            changes: change_lines(&head.changes),
            asked: head.setting.as_ref().ok().map(|setting| JsonQuestion::new(setting, &problem.options)),
            error: head.setting.as_ref().err().map(|error| error.value.to_string()),
            sides: twin
                .sides
                .iter()
                .map(|side| {
                    let begins = beginner(setting, &problem.options, side.side);
                    JsonSide::new(side, begins, layout)
                })
                .collect(),
            remarks: remarks(&twin.remarks),
        }
    }
}

impl<'a> JsonSide<StreamedPhase<'a>> {
    fn new(tree: &'a SideTree, begins: Side, layout: Layout) -> JsonSide<StreamedPhase<'a>> {
        let phase = |phase: &'a PhaseTree| JsonPhase::new(phase, layout);
        JsonSide {
            side: side(tree.side).into(),
            begins: side(begins).into(),
            set: tree.set.as_ref().map(phase),
            actual: tree.actual.as_ref().map(phase),
            remarks: remarks(&tree.remarks),
            table: None,
        }
    }
}

impl<'a> StreamedPhase<'a> {
    fn new(phase: &'a PhaseTree, layout: Layout) -> StreamedPhase<'a> {
        JsonPhase {
            after_key: phase.after_key.map(|after| JsonAfterKey {
                check: after.check,
                pending: after.pending.map(|state| pending(state).into()),
            }),
            tree: Streamed { parts: &phase.branches, layout, to_json: JsonNode::new },
            lines: Streamed { parts: &phase.lines, layout, to_json: JsonLine::new },
            remarks: remarks(&phase.remarks),
            settled: phase.settled.as_ref().map(|settled| JsonSettled::new(settled, layout)),
        }
    }
}

impl JsonNode {
    pub(super) fn new(branch: &MoveTree, layout: Layout) -> JsonNode {
        JsonNode {
            role: role(branch.node.role).into(),
            number: branch.node.number,
            wins_in: (branch.node.wins_in > 0).then_some(branch.node.wins_in),
            mv: JsonMove::new(&branch.node.mv, layout),
            pending: branch.node.pending.map(|state| pending(state).into()),
            children: branch.children.iter().map(|child| JsonNode::new(child, layout)).collect(),
        }
    }
}

impl JsonLine {
    pub(super) fn new(line: &Line, layout: Layout) -> JsonLine {
        JsonLine {
            moves: line.moves.iter().map(|step| JsonMove::new(step, layout)).collect(),
            counting: match line.counting {
                Counting::Pairs => "pairs",
                Counting::PairsFromSecond => "pairs-from-second",
                Counting::PairsFromThird => "pairs-from-third",
                Counting::Series => "series",
                Counting::SeriesEnd => "series-end",
                Counting::Introduced(_) => "introduced",
            }
            .into(),
            introductory: match line.counting {
                Counting::Introduced(moves) => Some(moves),
                _ => None,
            },
            short: line.short,
            forced: line.forced,
        }
    }
}

impl JsonLine {
    /// Returns what precedes each move: its number with dots, or nothing.
    pub fn numbers(&self) -> Vec<String> {
        let side = |mv: &JsonMove| if mv.side == "black" { Side::Black } else { Side::White };
        let sides: Vec<Side> = self.moves.iter().map(side).collect();
        let counting = self.counting();
        let mut numbers = numbers(&sides, counting);
        if let (Some(first), Some(omitted)) = (numbers.first_mut(), omitted_pair(counting)) {
            *first = format!("{omitted} {first}");
        }
        numbers
    }

    fn counting(&self) -> Counting {
        match self.counting.as_str() {
            "pairs-from-second" => Counting::PairsFromSecond,
            "pairs-from-third" => Counting::PairsFromThird,
            "series" => Counting::Series,
            "series-end" => Counting::SeriesEnd,
            "introduced" => Counting::Introduced(self.introductory.unwrap_or_default()),
            _ => Counting::Pairs,
        }
    }
}

impl JsonMove {
    pub(super) fn new(step: &MoveRecord, layout: Layout) -> JsonMove {
        JsonMove {
            side: side(step.side).into(),
            long: long(step, layout),
            short: short(step, layout, PieceNames::KnightS),
            machine: machine(step, layout),
            check: step.check,
            goal: step.reached.map(|goal| goal.to_string()),
        }
    }
}

pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

pub(super) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Set => "set",
        Phase::Actual => "actual",
    }
}

pub(super) fn pending(pending: Pending) -> &'static str {
    match pending {
        Pending::Threat => "threat",
        Pending::Zugzwang => "zugzwang",
    }
}

pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Key => "key",
        Role::Try => "try",
        Role::Threat => "threat",
        Role::Defence => "defence",
        Role::Continuation => "continuation",
        Role::Refutation => "refutation",
        Role::Forced => "forced",
    }
}

pub(super) fn remarks(remarks: &[Remark]) -> Vec<JsonRemark> {
    remarks.iter().map(JsonRemark::new).collect()
}

impl JsonRemark {
    pub(super) fn new(remark: &Remark) -> JsonRemark {
        let (name, message) = match remark {
            Remark::Unplayable(reason) => ("unplayable", reason.to_string()),
            Remark::KingCapturable => ("king-capturable", "the side to move can capture the king".into()),
            Remark::KingMissing(side) => ("king-missing", format!("{side} has no king")),
            Remark::Incomplete => ("incomplete", "the search was cut short".into()),
            Remark::EnoughSolutions => {
                ("enough-solutions", "the requested number of solutions was found; there may be more".into())
            }
        };
        JsonRemark { name: name.into(), message }
    }
}
