//! Output of solutions and verdicts.
//!
//! [`verdict`] prints the verdict on a problem and its reasons. Of the solutions, [`popeye`] prints Popeye's
//! layout, [`text`] that of a journal, and [`json`] one object per problem. The first two are sinks and write
//! while the search runs; the last one is made from a complete solution. [`notation`] writes single moves for
//! all of them, [`catalogue`] lists the rules, [`men`] the fairy men, and [`diagram`] draws problems. [`check`]
//! looks for faults without a search. [`collection`] is what a report has of each problem, [`journal`] sets its
//! solution, and [`html`] and [`booklet`] make a page and a booklet of them.

pub mod booklet;
pub mod catalogue;
pub mod check;
pub mod collection;
pub mod diagram;
pub mod explanation;
pub mod export;
pub mod features;
mod fen;
#[cfg(feature = "store")]
pub mod html;
pub mod journal;
pub mod json;
pub mod men;
pub mod popeye;
pub(crate) mod question;
pub(crate) mod refusals;
#[cfg(test)]
pub(crate) mod script;
pub mod text;
mod translations;
pub mod verdict;
pub mod workshop;

pub use crate::solution::notation::{self, PieceNames};
