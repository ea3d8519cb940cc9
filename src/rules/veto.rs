//! Rules that forbid captures.

mod guards;
mod no_capture;
mod patrol;

pub use guards::Guards;
pub use no_capture::NoCapture;
pub use patrol::Patrol;
