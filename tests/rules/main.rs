//! What each rule allows and forbids: positions with moves that must be there and moves
//! that must not. Every expectation was seen in Popeye unless the case says otherwise.

mod from_home;
mod moves;
mod nets;
#[path = "../positions/mod.rs"]
mod positions;
mod rebirth;
mod shortcuts;
mod targets;
mod terms;
mod together;
mod vetoes;
