//! Solutions: how it goes.

mod battle;
pub mod event;
mod lines;
pub mod narrator;
pub mod notation;
pub mod perform;
mod plans;
pub mod tell;
pub mod told;
pub mod tree;

pub use event::{Counting, Event, Line, Node, Pending, Phase, Remark, Role, Sink, TwinHead};
pub use narrator::Halt;
pub use perform::{Kings, Means, Unplayable, perform};
pub use told::{Action, Ambiguity, Captured, Effect, ToldMove, Wing};
pub use tree::{Branch, Gatherer, PhaseTree, SideTree, Solved, TwinTree, replay};
