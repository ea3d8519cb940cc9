//! Admissible lower bounds on the moves that a goal still needs: play that needs more than is left is pruned.

pub mod distance;
pub mod king_zone;
pub mod mate_patterns;
pub mod payoff;
pub mod rebirth_squares;
pub mod series_stalemate;
