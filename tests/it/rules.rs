//! The moves that each rule allows and forbids: positions with required and forbidden moves. Every
//! expectation was compared with Popeye unless the case notes otherwise.

mod combinations;
mod conditions;
mod from_home;
pub mod moves;
mod rebirth;
mod restrictions;
