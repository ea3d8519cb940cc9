//! Games with rules of their own, and boards of their own.

mod fen_moves;
mod forms;
mod graph;
mod random;
mod reference;
mod seed;
