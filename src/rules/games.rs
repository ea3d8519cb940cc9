//! Games with rules of their own: what they add to chess, and the boards that they need.
//!
//! `docs/games.md` tells the rules; options are named after what they change.

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
