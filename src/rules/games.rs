//! Games with rules of their own, and their boards.
//!
//! `docs/games.md` defines the rules. Each option is named after the rule that it changes.

mod boards;
mod crazyhouse;
mod fiasco;
mod reenterent;
mod replacement;

pub use boards::{Reroute66, SmallBoard};
pub use crazyhouse::Crazyhouse;
pub use fiasco::Fiasco;
pub use reenterent::Reenterent;
pub use replacement::{PutBackOptions, Putback, Replacement};
