//! kirke solves and verifies chess problems, orthodox and with capture rules.
//!
//! The rooms of the house, each of which uses only those before it: [`board`] and
//! [`position`] (who stands where), [`rules`] (what a capture does), [`stipulation`]
//! (what is asked), [`problem`] (a diagram with its question), [`game`] (what is
//! legal), [`search`] (is it so?), [`solution`] (how it goes) and [`verify`] (is it
//! sound?); then [`formats`] read problems, [`report`] shows solutions, [`batch`] deals
//! with many problems and [`cli`] with the command line.
//!
//! A problem is read, solved into a tree, and held against the convention:
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
pub mod cli;
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
