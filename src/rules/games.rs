//! Games with rules of their own: what they add to chess, and the boards that they need.
//!
//! `docs/games.md` tells the rules; options are named after what they change.

mod crazyhouse;
mod fiasco;
mod ground;
mod putting;
mod reenterent;

pub use crazyhouse::Crazyhouse;
pub use fiasco::Fiasco;
pub use ground::{Reroute66, SmallBoard};
pub use putting::{Putback, Putting, Replacement};
pub use reenterent::Reenterent;
