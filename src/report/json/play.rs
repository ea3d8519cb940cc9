//! The solution in a JSON record.

use serde::{Deserialize, Serialize};

use super::question::JsonQuestion;
use crate::board::Layout;
use crate::position::Side;
use crate::problem::Problem;
use crate::report::notation::{PieceNames, long, machine, short};
use crate::report::question::beginner;
use crate::solution::{
    Counting, Line, MoveRecord, MoveTree, Pending, Phase, PhaseTree, Remark, Role, SideTree, TwinTree,
};

/// A twin; one stands for a problem without twins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTwin {
    /// `a`, `b` …; none where there are no twins.
    pub label: Option<String>,
    /// Is it made of the twin before?
    pub continued: bool,
    /// Is it a zeroposition, which is not solved?
    pub zeroposition: bool,
    /// The changes, as in `wSf6-->b6`.
    pub changes: Vec<String>,
    /// What was solved; none if the twin could not be made.
    pub asked: Option<JsonQuestion>,
    /// Why the twin could not be made.
    pub error: Option<String>,
    /// The play, for one side or, in duplex, for both.
    pub sides: Vec<JsonSide>,
    /// What is to be known of the twin.
    pub remarks: Vec<JsonRemark>,
}

/// The play for one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonSide {
    /// Who plays White's part: `white` or, in duplex, `black`.
    pub side: String,
    /// Who makes the first move of the actual play.
    pub begins: String,
    /// The set play, if it was asked for.
    pub set: Option<JsonPhase>,
    /// The actual play.
    pub actual: Option<JsonPhase>,
    /// What is to be known of the side's play.
    pub remarks: Vec<JsonRemark>,
}

/// Set play or actual play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonPhase {
    /// How the diagram leaves the defender, if the key has been made before it.
    pub after_key: Option<JsonAfterKey>,
    /// Battle play: the first half-moves with all that follows them.
    pub tree: Vec<JsonNode>,
    /// Help and series play: the lines.
    pub lines: Vec<JsonLine>,
    /// What is to be known of the phase.
    pub remarks: Vec<JsonRemark>,
}

/// How a key that was made before the diagram leaves the defender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonAfterKey {
    /// Is he in check?
    pub check: bool,
    /// `threat` or `zugzwang`: what hangs over him.
    pub pending: Option<String>,
}

/// A half-move of battle play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonNode {
    /// `key`, `try`, `threat`, `defence`, `continuation`, `refutation` or `forced`.
    pub role: String,
    /// The number of the move.
    pub number: u16,
    /// In how many moves the attacker wins from here on, this one counted if it is
    /// his; none where nothing is won or nothing is left to play.
    pub wins_in: Option<u16>,
    /// The half-move.
    #[serde(rename = "move")]
    pub mv: JsonMove,
    /// `threat` or `zugzwang`: what hangs over the defender.
    pub pending: Option<String>,
    /// What follows.
    pub children: Vec<JsonNode>,
}

/// A line of help or series play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonLine {
    /// The half-moves.
    pub moves: Vec<JsonMove>,
    /// How they are numbered.
    pub counting: String,
    /// Does it take fewer moves than asked?
    pub short: bool,
    /// Is it the goal move that the reflex duty demands, and no solution?
    pub forced: bool,
}

/// A half-move in three notations, without check and goal marks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonMove {
    /// The side that moved: `white` or `black`.
    pub side: String,
    /// As Popeye prints it: `Re4*e8[+bSg8]`.
    pub long: String,
    /// As journals print it: `Rxe8(Sg8)`.
    pub short: String,
    /// One unambiguous word: `e4e8+ng8`.
    pub machine: String,
    /// Is the side to move next in check?
    pub check: bool,
    /// The goal reached, as in `#` or `zd6`.
    pub goal: Option<String>,
}

/// Something to be known of a phase, side, twin or of the whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonRemark {
    /// `unplayable`, `king-capturable`, `king-missing`, `incomplete` or
    /// `enough-solutions`.
    pub name: String,
    /// The same for people.
    pub message: String,
}

impl JsonTwin {
    pub(super) fn new(problem: &Problem, twin: &TwinTree) -> JsonTwin {
        let head = &twin.head;
        let setting = head.setting.as_ref().unwrap_or(&problem.setting);
        let layout = setting.diagram.layout();
        JsonTwin {
            label: head.label.clone(),
            continued: head.continued,
            zeroposition: head.zeroposition,
            changes: head.changes.iter().flat_map(|change| change.lines()).map(str::to_owned).collect(),
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

impl JsonSide {
    fn new(tree: &SideTree, begins: Side, layout: Layout) -> JsonSide {
        let phase = |phase: &PhaseTree| JsonPhase::new(phase, layout);
        JsonSide {
            side: side(tree.side),
            begins: side(begins),
            set: tree.set.as_ref().map(phase),
            actual: tree.actual.as_ref().map(phase),
            remarks: remarks(&tree.remarks),
        }
    }
}

impl JsonPhase {
    fn new(phase: &PhaseTree, layout: Layout) -> JsonPhase {
        JsonPhase {
            after_key: phase
                .after_key
                .map(|after| JsonAfterKey { check: after.check, pending: after.pending.map(pending) }),
            tree: phase.branches.iter().map(|branch| JsonNode::new(branch, layout)).collect(),
            lines: phase.lines.iter().map(|line| JsonLine::new(line, layout)).collect(),
            remarks: remarks(&phase.remarks),
        }
    }
}

impl JsonNode {
    fn new(branch: &MoveTree, layout: Layout) -> JsonNode {
        JsonNode {
            role: role(branch.node.role).into(),
            number: branch.node.number,
            wins_in: (branch.node.wins_in > 0).then_some(branch.node.wins_in),
            mv: JsonMove::new(&branch.node.mv, layout),
            pending: branch.node.pending.map(pending),
            children: branch.children.iter().map(|child| JsonNode::new(child, layout)).collect(),
        }
    }
}

impl JsonLine {
    fn new(line: &Line, layout: Layout) -> JsonLine {
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
            short: line.short,
            forced: line.forced,
        }
    }
}

impl JsonMove {
    fn new(step: &MoveRecord, layout: Layout) -> JsonMove {
        JsonMove {
            side: side(step.side),
            long: long(step, layout),
            short: short(step, layout, PieceNames::KnightS),
            machine: machine(step, layout),
            check: step.check,
            goal: step.reached.map(|goal| goal.to_string()),
        }
    }
}

pub(super) fn side(side: Side) -> String {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
    .into()
}

pub(super) fn phase(phase: Phase) -> String {
    match phase {
        Phase::Set => "set",
        Phase::Actual => "actual",
    }
    .into()
}

fn pending(pending: Pending) -> String {
    match pending {
        Pending::Threat => "threat",
        Pending::Zugzwang => "zugzwang",
    }
    .into()
}

fn role(role: Role) -> &'static str {
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
    fn new(remark: &Remark) -> JsonRemark {
        let (name, message) = match remark {
            Remark::Unplayable(reason) => ("unplayable", reason.to_string()),
            Remark::KingCapturable => ("king-capturable", "the side to move can capture the king".into()),
            Remark::KingMissing(side) => ("king-missing", format!("{side} has no king")),
            Remark::Incomplete => ("incomplete", "the search was cut short".into()),
            Remark::EnoughSolutions => {
                ("enough-solutions", "enough solutions were told; there may be more".into())
            }
        };
        JsonRemark { name: name.into(), message }
    }
}
