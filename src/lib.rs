//! kirke solves and verifies chess problems, orthodox and with capture rules.
//!
//! The modules form layers; each uses only those before it: [`board`] and [`position`] (the men on their
//! squares), [`rules`] (what a capture does), [`stipulation`] (the task), [`problem`] (a diagram with its
//! stipulation), [`game`] (legal moves), [`search`] (whether a position has a solution), [`solution`] (all
//! solutions as events or trees) and [`verify`] (soundness). Above them [`formats`] reads problems,
//! [`report`] writes solutions, [`batch`] verifies many problems and [`cli`] is the command line.
//!
//! A problem is read, solved into a tree and checked against the convention of exactly one solution:
//!
//! ```
//! use kirke::problem::Verdict;
//! use kirke::search::{Limits, Table};
//! use kirke::solution::{Gatherer, Kings, Means, notation, perform};
//! use kirke::verify::{to_verify, verify};
//!
//! // Paul Morphy, New York Clipper, 1856
//! let reading = kirke::formats::read("Morphy", b"kbK5/pp6/1P6/8/8/8/8/R7 w - - #2");
//! let problem = reading.items[0].problem.as_ref().expect("a problem");
//!
//! let table = Table::new(16 << 20);
//! let means = Means { table: &table, pool: None, kings: Kings::Needed };
//! let mut gatherer = Gatherer::default();
//! perform(&to_verify(problem), &means, &Limits::default(), &mut gatherer).expect("no limit is set");
//! let solved = gatherer.finish();
//!
//! let play = solved.twins[0].sides[0].actual.as_ref().expect("actual play");
//! let layout = problem.setting.diagram.layout();
//! assert_eq!(notation::long(&play.branches[0].node.step, layout), "Ra1-a6");
//! assert_eq!(verify(problem, &solved).verdict, Verdict::Sound);
//! ```

pub mod batch;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod formats;
pub mod game;
pub mod parallel;
pub mod position;
pub mod problem;
pub mod report;
pub mod rules;
pub mod search;
pub mod solution;
pub mod stipulation;
pub mod verify;
