//! Property tests: the fast code against a slow and simple reference, on random positions.
//!
//! `tests/README.md` lists the tests to run after each kind of change.

#[path = "../common"]
mod common {
    pub mod positions;
}
#[path = "../it/rules/moves.rs"]
mod moves;

mod fairy_men;
mod formats;
mod games;
mod general_bounds;
mod legality;
mod move_generation;
mod parts;
mod plans;
mod proof_game_bound;
mod proof_games;
mod pruning;
mod reference_rules;
mod scopes;
mod shortcuts;
mod solver;
mod twins;
