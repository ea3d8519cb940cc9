//! The fast engine: move generation with check masks and pins.

pub mod generate;
pub mod legality;
pub mod preview;
pub mod pseudo_legal;
