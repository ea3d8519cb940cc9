//! kirke solves and verifies chess problems, orthodox and with capture rules.
//!
//! The rooms of the house, each of which may use those before it:
//! [`board`], [`position`], [`rules`], [`game`], [`stipulation`], [`problem`],
//! [`search`], [`solution`], [`verify`]; then [`formats`] read problems and
//! [`report`] prints solutions.

pub mod batch;
pub mod board;
pub mod cli;
pub mod formats;
pub mod game;
pub mod position;
pub mod problem;
pub mod report;
pub mod rules;
pub mod search;
pub mod solution;
pub mod stipulation;
pub mod verify;
