//! Solutions: how it goes.

pub mod event;
pub mod told;
pub mod tree;

pub use event::{Counting, Event, Line, Node, Pending, Phase, Remark, Role, Sink, TwinHead};
pub use told::{Action, Ambiguity, Captured, Effect, ToldMove, Wing};
pub use tree::{Branch, Gatherer, PhaseTree, SideTree, Solved, TwinTree, replay};
