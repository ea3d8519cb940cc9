//! What a search took, in a JSON record.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::search::table::TableUsage;

/// What the search of a problem took.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonStats {
    /// The positions that were looked at.
    pub nodes: u64,
    /// The time that passed, in thousandths of a second.
    pub milliseconds: u64,
    /// How many threads searched.
    pub threads: usize,
    /// How full the table was at the end.
    pub table: JsonLoad,
}

/// How full a table is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonLoad {
    /// The entries that hold an answer.
    pub used: usize,
    /// The entries that there can be.
    pub entries: usize,
}

impl JsonStats {
    /// What a search took.
    pub fn new(nodes: u64, time: Duration, threads: usize, load: TableUsage) -> JsonStats {
        JsonStats {
            nodes,
            milliseconds: time.as_millis().try_into().unwrap_or(u64::MAX),
            threads,
            table: JsonLoad { used: load.used, entries: load.entries },
        }
    }
}
