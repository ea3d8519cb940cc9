//! Rules: what a capture does besides capturing.
//!
//! [`table`] lists every rule with its names; [`Condition`] is one of them as a
//! problem states it; [`Rules`] is what play asks of them.

pub mod circe;
pub mod condition;
pub mod hooks;
pub mod orthodox;
pub mod table;

pub use circe::{Circe, Occupied, Royals};
pub use condition::Condition;
pub use hooks::{Capture, Outcome, Rules};
pub use orthodox::Orthodox;
