//! The last ply: whether the side to move can reach the goal in one move, and which moves can.
//!
//! **What.** A [mate-in-one test](https://www.chessprogramming.org/Checkmate) for each kind of goal: filters that reject
//! most moves before they are made.
//!
//! | goal | filter | rejects |
//! |---|---|---|
//! | requires a check | [`filter`] | moves without check ([`check_info`]); towards mate, moves that leave a flight ([`flights`]) |
//! | stalemate | [`stalemate`] | moves that leave a man mobile; moves that leave a flight |
//! | other | [`goal_in_one`] | moves of the wrong kind, for example quiet moves towards a capture |
//!
//! **Why it is correct.** A filter rejects only moves that miss the goal; a move that it keeps is made and tested. Each
//! filter states the rules under which it applies; under other rules all moves are made.
//!
//! **Cost and gain.** Half of all nodes of battle play are of this ply; figures in [`check_info`].
//!
//! **Reference.** See [`check_info`] and [`flights`].

pub mod check_info;
pub mod filter;
pub mod flights;
pub mod goal_in_one;
pub mod stalemate;
