//! Games with rules of their own, and boards of their own.

mod graph;
mod oracle;
mod random;
mod seed;
mod table;
