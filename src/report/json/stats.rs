//! The cost of a search in a JSON record.

use serde::{Deserialize, Serialize};

use crate::solver::{SearchStats, Solver};

/// The cost of the search of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonStats {
    /// The number of positions searched.
    pub nodes: u64,
    /// The elapsed time in milliseconds.
    pub milliseconds: u64,
    /// The number of threads.
    pub threads: usize,
    /// The occupancy of the table at the end.
    pub table: JsonLoad,
    /// The lower bounds of the search.
    #[serde(default)]
    pub bounds: JsonBounds,
}

/// The lower bounds of a search, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JsonBounds {
    /// Those by which it pruned.
    pub used: Vec<String>,
    /// Those that would fit its goal, but do not support its men or rules, or were given up.
    pub off: Vec<String>,
}

/// The occupancy of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonLoad {
    /// The number of entries in use.
    pub used: usize,
    /// The capacity in entries.
    pub entries: usize,
}

impl JsonStats {
    /// Returns the cost of a search by `solver` that has just ended.
    pub fn new(stats: SearchStats, solver: &Solver) -> JsonStats {
        let usage = solver.table().usage();
        let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        JsonStats {
            nodes: stats.nodes,
            milliseconds: stats.time.as_millis().try_into().unwrap_or(u64::MAX),
            threads: solver.threads(),
            table: JsonLoad { used: usage.used, entries: usage.entries },
            bounds: JsonBounds { used: names(stats.bounds.used()), off: names(stats.bounds.off()) },
        }
    }
}
