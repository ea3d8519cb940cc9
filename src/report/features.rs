//! Features of solutions as text and JSON.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::text::{Column, Page, StyledWords, Tone};
use crate::features::{FoundFeature, find_features, replay};
use crate::position::PieceNames;
use crate::problem::Problem;
use crate::solution::Solution;
use crate::verify::first_of;

/// The indentation of the lines below a verdict.
const INDENT: usize = 4;

/// The features of a solution.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct JsonFeatures {
    /// The features that were found.
    pub found: Vec<JsonFeature>,
    /// Whether a part of the solution was not examined.
    pub incomplete: bool,
}

/// A feature of a solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JsonFeature {
    /// Its name, as in `model mate`.
    pub name: String,
    /// How often it occurs.
    pub count: usize,
    /// Where it occurs first.
    pub places: Vec<String>,
}

impl From<FoundFeature> for JsonFeature {
    fn from(found: FoundFeature) -> JsonFeature {
        JsonFeature { name: found.feature.name().to_owned(), count: found.count, places: found.evidence }
    }
}

impl JsonFeatures {
    /// Returns the features of a solution of a problem, with these names of men.
    pub fn new(problem: &Problem, solution: &Solution, names: PieceNames) -> JsonFeatures {
        let replayed = replay(problem, solution);
        let features = find_features(&replayed, names);
        let found = features.found.into_iter().map(JsonFeature::from).collect();
        JsonFeatures { found, incomplete: features.is_partial }
    }

    /// Writes the features below the verdict, in lines of this width.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn write(&self, width: Option<usize>, out: &mut impl Write) -> io::Result<()> {
        let mut column = Column::new(&Page { width: width.unwrap_or(usize::MAX), ..Page::default() }, out);
        let mut line = |text: &str| column.paragraph(INDENT, &StyledWords::of(text, Tone::Plain));
        for feature in &self.found {
            let places = first_of(&feature.places, "; ", feature.count as u64);
            line(&format!("{} ({}): {places}", feature.name, feature.count));
        }
        match (self.found.is_empty(), self.incomplete) {
            (true, false) => line("no features"),
            (_, true) => line("features of a part of the solution only"),
            (false, false) => {}
        }
        column.finish()
    }
}
