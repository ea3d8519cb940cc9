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
        JsonStats {
            nodes: stats.nodes,
            milliseconds: stats.time.as_millis().try_into().unwrap_or(u64::MAX),
            threads: solver.threads(),
            table: JsonLoad { used: usage.used, entries: usage.entries },
        }
    }
}
