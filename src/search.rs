//! The search: whether a position is solved. It returns answers only; moves and variations are collected by
//! the layer above.
//!
//! [`reference`](mod@reference) defines a schedule, slowly and on one page; [`solver`] returns the same answers fast;
//! [`plan`] solves branching stipulations. [`limits`] can stop them all.
//!
//! # Which technique acts when
//!
//! | play | before the last two plies | last ply but one | last ply |
//! |---|---|---|---|
//! | all | `table`, `solver::ordering` | `table` | |
//! | battle (#, r#, s# and the like) | `solver::battle`; `solver::proof_number` for a single key; `lower_bound::mating_net`; `penultimate::refuted_moves` two moves before a direct mate | killer moves before the table | `last_move::goal_in_one` |
//! | every reply must reach a goal that requires a check (s#, hs#, ser-s#) | as the play before it | `penultimate::selfmate` | quick king move and killer moves, then all moves |
//! | help and series play towards mate | `lower_bound::mate_patterns` | `penultimate::helpmate`, if men are reborn or the patterns are disabled | `last_move::goal_in_one`; general engine: with patterns |
//! | help and series play towards stalemate | `lower_bound::mate_patterns`; ser-h= `lower_bound::series_stalemate` | and `penultimate::stalemate` | `last_move::stalemate` |
//! | proof games, a=>b | bound on the moves to the target (`lower_bound::proof_game`) | same | same |
//! | plans | `plan`; their help lines as help play | same | goal test without the table |
//! | general engine, ∃ ply | | and `solver::lazy` | |
//! | nontrivial play | `solver::nontrivial` at each ∀ ply | same | |
//!
//! Each technique has conditions on rules, goal and schedule (`is_applicable`); where they fail, the moves
//! are searched without it.
//!
//! # Why the answers are exact
//!
//! | technique | what it guarantees |
//! |---|---|
//! | `table` | exact: an answer is stored under position and question (plies left, or step of a plan), bounds for all lengths |
//! | `solver::battle`, `solver::proof_number`, `solver::nontrivial`, `solver::lazy` | exact: the same moves in another order |
//! | `solver::ordering` | changes the order of the moves only |
//! | `lower_bound` | admissible: at most the moves still needed, so that only unsolvable play is pruned |
//! | `penultimate` | admissible: rejects only moves after which the last ply cannot succeed |
//! | `last_move` | exact: its filters reject only moves that miss the goal, the others are played |
//! | `play`, `goals`, `reference` | the definition |

pub mod goals;
mod last_move;
pub mod limits;
mod lower_bound;
pub mod node;
pub mod penultimate;
pub mod plan;
pub mod play;
pub mod progress;
pub mod reference;
pub mod solver;
pub mod table;

pub use goals::{append_moves, for_each_goal_candidate, for_each_goal_candidate_cheap_first, reaches};
pub use limits::{Limits, Stopped};
pub use lower_bound::proof_game::{ProofGameBound, ProofGameFilter};
pub use node::ScheduleNode;
pub use plan::{PlanNode, PlanSolver};
pub use play::{after_pass, can_continue, must_pass, must_reach, next_position};
pub use reference::ReferenceSolver;
pub use solver::ScheduleSolver;
pub use table::TranspositionTable;
