//! kirke solves and verifies chess problems, orthodox and with capture rules.
//!
//! The modules form layers; each uses only those before it: [`board`] and [`position`] (the men on their
//! squares), [`rules`] (what a capture does), [`stipulation`] (the task), [`problem`] (a diagram with its
//! stipulation), [`game`] (legal moves), [`search`] (whether a position has a solution), [`solution`] (all
//! solutions as events or trees), [`legality`] (positions that cannot arise) and [`verify`] (soundness). Above them
//! [`features`] names what a solution has, [`query`] asks for it, [`workshop`] examines changes of problems,
//! [`formats`] reads problems, [`report`] writes solutions, [`batch`] verifies many problems, `store` keeps their
//! results, `serve` shows all of it on a page in the browser, and [`cli`] is the command line.
//!
//! [`Solver`] is the facade over them. A problem is read, solved into a tree and verified against the convention of
//! exactly one solution:
//!
//! ```
//! use kirke::Solver;
//! use kirke::problem::{Problem, Verdict};
//! use kirke::solution::notation;
//!
//! // Paul Morphy, New York Clipper, 1856
//! let problem: Problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2".parse()?;
//! let solver = Solver::builder().memory(16 << 20).build()?;
//!
//! let verified = solver.verify(&problem)?;
//! assert_eq!(verified.verification.verdict, Verdict::Sound);
//!
//! let play = verified.solution.twins[0].sides[0].actual.as_ref().expect("actual play");
//! let layout = problem.setting.diagram.layout();
//! assert_eq!(notation::long(&play.branches[0].node.mv, layout), "Ra1-a6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod batch;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod features;
pub mod formats;
pub mod game;
pub mod legality;
pub mod parallel;
pub mod position;
pub mod problem;
pub mod query;
pub mod report;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solution;
pub mod solver;
pub mod stipulation;
#[cfg(feature = "store")]
pub mod store;
pub mod verify;
pub mod workshop;

pub use solver::Solver;
