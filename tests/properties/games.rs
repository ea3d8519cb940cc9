//! Games with rules of their own, and boards of their own.

mod forms;
mod graph;
mod reference;
mod random;
mod seed;
mod fen_moves;
