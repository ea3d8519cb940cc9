//! Rules that forbid moves and captures, or compel captures.

mod amu;
mod bicaptures;
mod cast;
mod guards;
mod losing;
mod multi_captures;
mod must_capture;
mod no_capture;
mod patrol;
mod shielded_kings;
mod ultra_patrol;
mod woozles;

pub use amu::Amu;
pub use bicaptures::Bicaptures;
pub use cast::Cast;
pub use guards::Guards;
pub use losing::Losing;
pub use multi_captures::MultiCaptures;
pub use must_capture::MustCapture;
pub use no_capture::NoCapture;
pub use patrol::Patrol;
pub use shielded_kings::ShieldedKings;
pub use ultra_patrol::UltraPatrol;
pub use woozles::{Hinderers, Woozles};
