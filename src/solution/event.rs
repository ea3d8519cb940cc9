//! A solution as a stream of well-nested events.
//!
//! The narrator tells; a [`Sink`] listens and may stop the search by breaking.
//! The order within one problem is
//!
//! ```text
//! Begin(Twin) { Begin(Side) { Begin(Set) … End  Begin(Actual) … End } End } End
//! ```
//!
//! with one `Twin` even where there are no twins, and a second `Side` in duplex.
//! Inside `Set` and `Actual` stand `Node`s, as trees, in battle play, and `Line`s
//! in help and series play. Where the key has been made before the diagram, an
//! `AfterKey` and the threats come first, and the others are the defender's.

use std::ops::ControlFlow;

use super::move_record::MoveRecord;
use super::solve::Unplayable;
use crate::position::Side;
use crate::problem::{Setting, Span, Spanned, TwinError};

/// Something told.
#[derive(Clone, PartialEq, Debug)]
pub enum Event<'a> {
    /// A twin begins; the diagram itself counts as one.
    Twin(&'a TwinHead),
    /// The play of one side as the attacking (or, in help play, the helped) one.
    Side(Side),
    /// A phase begins.
    Phase(Phase),
    /// The diagram stands after the key: how it leaves the defender, before what he
    /// can play.
    AfterKey(AfterKey),
    /// A half-move of battle play; what answers it follows, up to its `End`.
    Node(&'a Node),
    /// A solution of help or series play.
    Line(&'a Line),
    /// What was begun last ends. So does every other event but `AfterKey`, `Line` and
    /// `Remark`.
    End,
    /// Something to know about the phase, twin or side it stands in.
    Remark(Remark),
}

/// What distinguishes a twin.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinHead {
    /// `a`, `b`, … `z`, `z1`, …; none for a problem without twins.
    pub label: Option<String>,
    /// Is it made of the twin before?
    pub continued: bool,
    /// Is this the diagram that stands for a zeroposition and is not solved?
    pub zeroposition: bool,
    /// Where it was read: the problem or, of a twin, its first change.
    pub span: Span,
    /// The changes in words, as in `wSf6-->b6`; of several conditions one a line.
    pub changes: Vec<String>,
    /// What is to be solved, or why there is nothing to solve.
    pub setting: Result<Setting, Spanned<TwinError>>,
}

/// The phases of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// What would happen if the other side began.
    Set,
    /// Tries and keys, or the lines asked for.
    Actual,
}

/// A half-move in a tree of battle play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What the half-move is to the solution.
    pub role: Role,
    /// The number of the move: 1 for the key and the answers to it.
    pub number: u16,
    /// In how many moves the attacker wins from here on, this one counted if it is
    /// his; 0 where nothing is won or nothing is left to play.
    pub wins_in: u16,
    /// The half-move.
    pub mv: MoveRecord,
    /// For the attacker's moves: what follows if the defender could pass.
    pub pending: Option<Pending>,
}

/// How a key that was made before the diagram leaves the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AfterKey {
    /// Is he in check?
    pub check: bool,
    /// What follows if he could pass.
    pub pending: Option<Pending>,
}

/// What a half-move is to a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A first move that solves.
    Key,
    /// A first move that fails to a few refutations only.
    Try,
    /// What the attacker would play if the defender could pass; stands before
    /// the defences.
    Threat,
    /// A defender's move that is answered.
    Defence,
    /// The attacker's answer to a defence.
    Continuation,
    /// A defender's move that refutes the try, or the key that was made before the
    /// diagram; stands behind the defences.
    Refutation,
    /// A first move that the reflex duty demands and that so shows that there
    /// is no solution.
    Forced,
}

/// What hangs over the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// Threats, which follow as nodes.
    Threat,
    /// Nothing, but he must move.
    Zugzwang,
}

/// A solution of help or series play: half-moves in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The half-moves.
    pub moves: Vec<MoveRecord>,
    /// How they are counted.
    pub counting: Counting,
    /// Does it reach the goal in fewer moves than asked?
    pub short: bool,
    /// Is it no solution but the goal move that the reflex duty demands?
    pub forced: bool,
}

/// How the moves of a line are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// In pairs, beginning with the first of a pair: `1.a b 2.c d`.
    Pairs,
    /// In pairs, beginning with the second: `1...b 2.c d`.
    PairsFromSecond,
    /// In pairs, the first pair not played, as in the set play of h#2.5:
    /// `1...  ...  2.a b`.
    PairsFromThird,
    /// One by one; what the other side does at the end stands behind the last
    /// number: `1.a 2.b 3.c d`.
    Series,
    /// Only the other side's moves: `1...d`.
    SeriesEnd,
    /// So many introductory moves, then a series, each counted for itself:
    /// `1.a 2.b 1.c 2.d e`.
    Introduced(u16),
}

/// Something to know about a phase, twin or side.
#[derive(Clone, PartialEq, Debug)]
pub enum Remark {
    /// The twin cannot be solved, for this reason.
    Unplayable(Unplayable),
    /// The side to move could take the king: nothing is solved.
    KingCapturable,
    /// A side has no king and was not said to have none.
    KingMissing(Side),
    /// The search was cut by its limits or by the user: what was told is part
    /// of the solution.
    Incomplete,
    /// Enough solutions were told; there may be more.
    EnoughSolutions,
}

/// One who listens to a solution. Breaking stops the search.
pub trait Sink {
    /// Takes one event.
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()>;
}
