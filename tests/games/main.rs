//! Games with rules of their own, and boards of their own.

mod graph;
mod seed;
mod table;
