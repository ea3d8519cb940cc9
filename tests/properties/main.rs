//! Property tests: the fast code against slow and obvious code, on random positions.
//!
//! `tests/README.md` says which test to run after a change.

#[path = "../common"]
mod common {
    pub mod positions;
}
#[path = "../it/rules/moves.rs"]
mod moves;

mod games;
mod move_generation;
mod plans;
mod proof_game_bound;
mod proof_games;
mod pruning;
mod reference_rules;
mod scopes;
mod shortcuts;
mod solver;
mod twins;
