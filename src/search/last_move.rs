//! The last ply: whether a side can reach the goal in one move, and which moves can.

pub mod check_info;
pub mod filter;
pub mod flights;
pub mod goal_in_one;
pub mod stalemate;
