//! Solutions: how it goes.

mod battle;
pub mod event;
mod lines;
pub mod narrator;
pub mod notation;
mod numbers;
pub mod perform;
mod plan_trees;
mod plans;
pub mod tell;
pub mod told;
pub mod tree;

pub use event::{AfterKey, Counting, Event, Line, Node, Pending, Phase, Remark, Role, Sink, TwinHead};
pub use narrator::Halt;
pub use perform::{Kings, Means, Unplayable, perform};
pub use told::{Action, Ambiguity, Captured, ToldMove, Wing};
pub use tree::{Branch, Gatherer, PhaseTree, SideTree, Solved, TwinTree, replay};
