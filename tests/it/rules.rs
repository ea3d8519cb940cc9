//! What each rule allows and forbids: positions with moves that must be there and moves
//! that must not. Every expectation was seen in Popeye unless the case says otherwise.

mod combinations;
mod from_home;
pub mod moves;
mod rebirth;
mod restrictions;
