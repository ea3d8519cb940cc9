//! The composer's workshop: what the men of a problem are for, which changes make it sound, and which twins it has.
//!
//! A [`Workbench`] holds a problem with its [`Intent`], the solution that must stay, and compares the play of changed
//! problems with it. [`economy`] removes and weakens one man after the other, [`improve`] searches for changes that
//! remove the defects, [`find_twins`] for changes that give another sound problem. An [`Exploration`] fills a
//! [`Matrix`] with men, and tests each problem that arises.

mod candidate;
mod consequence;
mod economy;
mod edit;
mod explore;
mod improve;
mod intent;
mod matrix;
mod play;
mod twin_search;
mod version;
mod workbench;

pub use consequence::Consequence;
pub use economy::{Economy, ManReport, ManRole, economy};
pub use edit::{EditKind, changed, edits};
pub use explore::{Exploration, FoundProblem, Goals, Tested};
pub use improve::{ImproveLimits, Improvement, Improvements, improve};
pub use intent::Intent;
pub use matrix::{FreeMan, Matrix, MatrixError};
pub use play::{PhaseKey, PhasePlay, Play};
pub use twin_search::{FoundTwin, FoundTwins, find_twins};
pub use version::VersionEdit;
pub use workbench::{Need, Obstacle, Workbench, WorkshopError};
