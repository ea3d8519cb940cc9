//! A solution as a stream of well-nested events.
//!
//! The narrators emit the events; a [`Sink`] receives them and can end the search by breaking. The order
//! within one problem is
//!
//! ```text
//! Twin { Side { Phase(Set) … End  Phase(Actual) … End } End } End
//! ```
//!
//! with one `Twin` even if there are no twins, and a second `Side` in duplex. In battle play `Set` and
//! `Actual` contain trees of `Node`s, in help and series play `Line`s. If the key was made before the
//! diagram, `AfterKey` and the threats come first, and the remaining root nodes are the defender's.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::move_record::MoveRecord;
use super::unplayable::Unplayable;
use crate::position::Side;
use crate::problem::{Setting, Span, Spanned, TwinError, TwinLabel};

/// One event of a solution.
#[derive(Clone, PartialEq, Debug)]
pub enum Event<'a> {
    /// A twin begins; the diagram itself counts as one.
    Twin(&'a TwinHead),
    /// The play of one side as the attacker (in help play, as the side that is helped) begins.
    Side(Side),
    /// A phase begins.
    Phase(Phase),
    /// The state of the defender after a key that was made before the diagram; precedes the defences.
    AfterKey(AfterKey),
    /// A ply of battle play begins; the replies to it follow, up to its `End`.
    Node(&'a Node),
    /// A solution of help or series play.
    Line(&'a Line),
    /// The innermost open event ends. Every event except `AfterKey`, `Line`, `Remark` and `Settled` has an `End`.
    End,
    /// A remark on the enclosing phase, side, twin or problem.
    Remark(Remark),
    /// A part of the phase has been searched, and its play emitted. It does not belong to the solution.
    Settled(Settled<'a>),
}

/// A part of a phase that has been searched to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Settled<'a> {
    /// The lines of a length of help or series play, in plies; `last` is the greatest length of the phase.
    Length {
        /// The length.
        plies: usize,
        /// The greatest length.
        last: usize,
    },
    /// A root move, at the length that is searched.
    RootMove(&'a RootMove),
    /// The set play of battle play.
    SetPlay,
}

/// A root move, as one of those that are searched.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove {
    /// Its number: Popeye's if the options select or print numbers, else that of the order of the search, from 1.
    pub number: u64,
    /// The number of root moves that are searched.
    pub total: u64,
    /// The length that is searched, in plies.
    pub plies: usize,
    /// The greatest length of the phase.
    pub last: usize,
    /// The move.
    pub mv: MoveRecord,
}

/// The label and the setting of a twin.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinHead {
    /// `a`, `b`, … `z`, `z1`, …; `None` for a problem without twins.
    pub label: Option<String>,
    /// Whether the twin is derived from the previous twin instead of the diagram.
    pub continued: bool,
    /// Whether this is the diagram of a zeroposition, which is not solved.
    pub zeroposition: bool,
    /// The source span of the problem or, for a twin, of its first change.
    pub span: Span,
    /// The changes.
    pub changes: TwinLabel,
    /// The setting to solve, or the reason why the twin cannot be made.
    pub setting: Result<Setting, Spanned<TwinError>>,
}

/// The phases of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Set play: the play if the other side began.
    Set,
    /// Actual play: tries and keys, or the lines of the stipulation.
    Actual,
}

/// A ply in a tree of battle play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// The role of the ply in the solution.
    pub role: Role,
    /// The move number: 1 for the key and the replies to it.
    pub number: u16,
    /// The number of moves in which the attacker wins, including this one if it is the attacker's; 0 if there
    /// is no win or no further play.
    pub wins_in: u16,
    /// The move.
    pub mv: MoveRecord,
    /// For moves of the attacker: what would follow if the defender could pass.
    pub pending: Option<Pending>,
}

/// The state of the defender after a key that was made before the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AfterKey {
    /// Whether the defender is in check.
    pub check: bool,
    /// What would follow if the defender could pass.
    pub pending: Option<Pending>,
}

/// The role of a ply in a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Role {
    /// A root move that solves.
    Key,
    /// A root move with at most the requested number of refutations.
    Try,
    /// A move the attacker would play if the defender could pass; precedes the defences.
    Threat,
    /// A move of the defender that has an answer.
    Defence,
    /// The attacker's answer to a defence.
    Continuation,
    /// A move of the defender that refutes the try, or the key that was made before the diagram; follows the
    /// defences.
    Refutation,
    /// A move that the reflex obligation forces: at the root, where it shows that there is no solution, or
    /// after a refutation.
    Forced,
}

/// What would follow if the defender could pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Pending {
    /// Threats, which follow as nodes.
    Threat,
    /// Nothing: the defender is in zugzwang.
    Zugzwang,
}

/// A solution of help or series play: its plies in order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The plies.
    pub moves: Vec<MoveRecord>,
    /// How the moves are numbered.
    pub counting: Counting,
    /// Whether it reaches the goal in fewer moves than required.
    pub short: bool,
    /// Whether it is not a solution but a goal move that the reflex obligation forces.
    pub forced: bool,
}

/// How the moves of a line are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Counting {
    /// In pairs, beginning with the first of a pair: `1.a b 2.c d`.
    Pairs,
    /// In pairs, beginning with the second: `1...b 2.c d`.
    PairsFromSecond,
    /// In pairs, with the first pair omitted, as in the set play of h#2.5: `1...  ...  2.a b`.
    PairsFromThird,
    /// One by one; the final move of the other side follows the last number: `1.a 2.b 3.c d`.
    Series,
    /// Only the other side's moves: `1...d`.
    SeriesEnd,
    /// The given number of introductory moves, then a series, each numbered from 1: `1.a 2.b 1.c 2.d e`.
    Introduced(u16),
}

/// A remark on a phase, side or twin.
#[derive(Clone, PartialEq, Debug)]
pub enum Remark {
    /// The twin cannot be solved, for this reason.
    Unplayable(Unplayable),
    /// The side to move could capture the king: the phase is not solved.
    KingCapturable,
    /// A side has no king, and no option allows that.
    KingMissing(Side),
    /// The search was stopped by its limits or by the user: the solution is incomplete.
    Incomplete,
    /// The requested number of solutions was emitted; there may be more.
    EnoughSolutions,
}

/// A receiver of a solution. Breaking ends the search of the problem, later twins included; the sink then receives no
/// further event.
pub trait Sink {
    /// Receives one event.
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(Event<'_>) -> ControlFlow<()>> Sink for F {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        self(event)
    }
}
