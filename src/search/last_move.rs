//! The last ply: whether the side to move can reach the goal in one move, and which moves can.
//!
//! | goal | filter | rejects |
//! |---|---|---|
//! | requires a check | [`filter`] | moves without check ([`check_info`]); towards mate, moves that leave a flight ([`flights`]) |
//! | stalemate | [`stalemate`] | moves that leave a man mobile; moves that leave a flight |
//! | other | [`goal_in_one`] | moves of the wrong kind, for example quiet moves towards a capture |

pub mod check_info;
pub mod filter;
pub mod flights;
pub mod goal_in_one;
pub mod stalemate;
