//! Games with their own rules, and with their own boards.

mod fen_moves;
mod forms;
mod graph;
mod random;
mod reference;
mod seed;
