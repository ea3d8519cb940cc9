//! Solutions shown.
//!
//! [`verdict`] says in a few lines whether a problem is sound. Of the solutions,
//! [`popeye`] prints Popeye's layout, [`text`] what a journal would print, and
//! [`json`] one object a problem. The first two write as they listen; the last one
//! is made of a kept solution. [`notation`] writes single moves for all of them, and
//! [`catalogue`] shows the rules.

pub mod catalogue;
pub mod json;
pub mod popeye;
pub(crate) mod question;
#[cfg(test)]
pub(crate) mod script;
pub mod text;
pub mod verdict;

pub use crate::solution::notation::{self, PieceNames};
