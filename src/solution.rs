//! Solutions: how it goes.

pub mod event;
pub mod told;

pub use event::{Counting, Event, Line, Node, Pending, Phase, Remark, Role, Sink, TwinHead};
pub use told::{Action, Ambiguity, Captured, Effect, ToldMove, Wing};
