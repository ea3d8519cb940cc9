//! The problems that an exploration finds, as text, in Popeye's language and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::formats::popeye;
use crate::report::features::JsonFeature;
use crate::workshop::FoundProblem;

/// The formats of problems that were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ExploreFormat {
    /// A line with the placement and the solution
    #[default]
    Text,
    /// Problems in Popeye's language
    Popeye,
    /// One JSON object per problem and line
    Json,
}

/// A problem that was found, in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonFound {
    /// The version of the format.
    pub version: u32,
    /// The placement, as in FEN.
    pub placement: String,
    /// The problem in Popeye's language.
    pub problem: String,
    /// The keys or lines.
    pub solutions: Vec<String>,
    /// The features of the solution.
    pub features: Vec<JsonFeature>,
    /// Why the position cannot arise in a game.
    pub illegality: Option<String>,
}

impl JsonFound {
    /// Returns a problem that was found.
    pub fn new(found: &FoundProblem) -> JsonFound {
        JsonFound {
            version: 1,
            placement: found.problem.setting.diagram.placement(),
            problem: popeye::write(&found.problem),
            solutions: found.solutions.clone(),
            features: found.features.iter().cloned().map(JsonFeature::from).collect(),
            illegality: found.illegality.clone(),
        }
    }
}

/// Writes a problem that was found.
///
/// # Errors
/// The first failure to write.
pub fn write_found(found: &FoundProblem, format: ExploreFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        ExploreFormat::Text => {
            let placement = found.problem.setting.diagram.placement();
            let illegality =
                found.illegality.as_ref().map_or_else(String::new, |reason| format!("  ({reason})"));
            writeln!(out, "{placement}  {}{illegality}", found.solutions.join("; "))
        }
        ExploreFormat::Popeye => write!(out, "{}", popeye::write(&found.problem)),
        ExploreFormat::Json => writeln!(out, "{}", serde_json::to_string(&JsonFound::new(found))?),
    }
}
