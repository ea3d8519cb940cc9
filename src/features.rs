//! Features of a solution, named as composers name them: model mates, echoes, the Zilahi and others.
//!
//! [`replay`] plays a solution on the board, which gives each line with its diagrams, with which man is which, and with the
//! [`Picture`] of its final position. [`find_features`] looks for every [`Feature`] in it. Each has a definition, which
//! is what is tested.

mod feature;
mod finder;
mod identity;
mod mates;
mod moves;
mod picture;
mod played;
mod replay;
mod roles;
mod routes;
mod tracing;

pub use feature::Feature;
use finder::Finder;
pub use finder::{Features, FoundFeature, MAX_EVIDENCE};
pub use identity::{Identities, Identity};
pub use picture::{FieldSquare, Picture, PictureMan};
pub use played::{MovedMen, Origin, PlayedLine, PlayedMove, PlayedPhase, Standing, variation};
pub use replay::{MAX_LINES, Replay, replay, replay_branch, replay_line};

use crate::position::PieceNames;

/// Returns the features of a replayed solution. The evidence has these names of men.
pub fn find_features(replay: &Replay, names: PieceNames) -> Features {
    let mut finder = Finder::new(replay, names);
    mates::find_pictures(&mut finder);
    mates::find_echoes(&mut finder);
    mates::find_batteries(&mut finder);
    moves::find_moves(&mut finder);
    moves::find_targets(&mut finder);
    moves::find_changes(&mut finder);
    roles::find_roles(&mut finder);
    routes::find_routes(&mut finder);
    routes::find_promotions(&mut finder);
    routes::find_rebirths(&mut finder);
    finder.finish()
}
