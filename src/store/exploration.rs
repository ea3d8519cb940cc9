//! The chunks of an exploration, which several processes share and which a stopped run resumes.

#[cfg(feature = "cluster")]
mod postgres;

use std::time::Duration;

use rusqlite::params;

use super::{SqliteStore, StoreError};

/// What the test of a chunk has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChunkOutcome {
    /// The number of positions that were tested.
    pub tested: u64,
    /// The number of positions of which a limit stopped the test.
    pub unfinished: u64,
    /// The numbers of the positions that were found.
    pub found: Vec<u64>,
}

/// What a process does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkClaim {
    /// It tests this chunk.
    Ours(u64),
    /// It waits: other processes test the chunks that are left, or were stopped a short time ago.
    Wait,
    /// Every chunk was tested.
    Done,
}

/// Keeps the chunks of explorations.
pub trait ChunkStore {
    /// Takes the next chunk of an exploration with this number of chunks: one that another process took and has not
    /// renewed for the time of a lease, or the first one that no process has taken.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn claim(&mut self, exploration: &str, chunks: u64, lease: Duration) -> Result<ChunkClaim, StoreError>;

    /// States that a chunk is still being tested.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn renew(&mut self, exploration: &str, chunk: u64) -> Result<(), StoreError>;

    /// Keeps the outcome of a chunk.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn finish(&mut self, exploration: &str, chunk: u64, outcome: &ChunkOutcome) -> Result<(), StoreError>;

    /// Returns the outcomes that are kept, in the order of the chunks.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn outcomes(&mut self, exploration: &str) -> Result<Vec<ChunkOutcome>, StoreError>;
}

/// Keeps the chunks of one run in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryChunks {
    next: u64,
}

impl ChunkStore for MemoryChunks {
    fn claim(&mut self, _: &str, chunks: u64, _: Duration) -> Result<ChunkClaim, StoreError> {
        if self.next == chunks {
            return Ok(ChunkClaim::Done);
        }
        self.next += 1;
        Ok(ChunkClaim::Ours(self.next - 1))
    }

    fn renew(&mut self, _: &str, _: u64) -> Result<(), StoreError> {
        Ok(())
    }

    fn finish(&mut self, _: &str, _: u64, _: &ChunkOutcome) -> Result<(), StoreError> {
        Ok(())
    }

    fn outcomes(&mut self, _: &str) -> Result<Vec<ChunkOutcome>, StoreError> {
        Ok(Vec::new())
    }
}

/// Stores of an earlier version have no such table.
const SQLITE_TABLE: &str = "CREATE TABLE IF NOT EXISTS chunks (
    exploration TEXT NOT NULL,
    chunk INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    tested INTEGER,
    unfinished INTEGER NOT NULL DEFAULT 0,
    found TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (exploration, chunk)
) WITHOUT ROWID";

/// The time now in seconds.
const NOW: &str = "CAST(strftime('%s', 'now') AS INTEGER)";

impl ChunkStore for SqliteStore {
    fn claim(&mut self, exploration: &str, chunks: u64, lease: Duration) -> Result<ChunkClaim, StoreError> {
        self.in_transaction(|transaction| {
            transaction.execute_batch(SQLITE_TABLE)?;
            let sql = format!(
                "SELECT (SELECT min(chunk) FROM chunks WHERE exploration = ?1 AND tested IS NULL AND seen <= {NOW} - ?2), \
                 (SELECT coalesce(max(chunk) + 1, 0) FROM chunks WHERE exploration = ?1), \
                 (SELECT count(*) FROM chunks WHERE exploration = ?1 AND tested IS NULL)"
            );
            let seconds = lease.as_secs().try_into().unwrap_or(i64::MAX);
            let (lost, next, open): (Option<i64>, i64, i64) =
                transaction.query_row(&sql, params![exploration, seconds], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })?;
            let claim = claim_of(lost, next, open, chunks);
            if let ChunkClaim::Ours(chunk) = claim {
                let sql = format!(
                    "INSERT INTO chunks (exploration, chunk, seen) VALUES (?1, ?2, {NOW}) \
                     ON CONFLICT (exploration, chunk) DO UPDATE SET seen = {NOW}"
                );
                transaction.execute(&sql, params![exploration, chunk.cast_signed()])?;
            }
            Ok(claim)
        })
    }

    fn renew(&mut self, exploration: &str, chunk: u64) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let sql = format!("UPDATE chunks SET seen = {NOW} WHERE exploration = ?1 AND chunk = ?2");
            transaction.execute(&sql, params![exploration, chunk.cast_signed()]).map(|_| ())
        })
    }

    fn finish(&mut self, exploration: &str, chunk: u64, outcome: &ChunkOutcome) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let sql = "UPDATE chunks SET tested = ?3, unfinished = ?4, found = ?5 \
                WHERE exploration = ?1 AND chunk = ?2";
            let [tested, unfinished] = [outcome.tested, outcome.unfinished].map(u64::cast_signed);
            let found = found_text(&outcome.found);
            transaction
                .execute(sql, params![exploration, chunk.cast_signed(), tested, unfinished, found])
                .map(|_| ())
        })
    }

    fn outcomes(&mut self, exploration: &str) -> Result<Vec<ChunkOutcome>, StoreError> {
        self.in_transaction(|transaction| {
            transaction.execute_batch(SQLITE_TABLE)?;
            let sql = "SELECT tested, unfinished, found FROM chunks WHERE exploration = ?1 AND tested IS NOT NULL \
                ORDER BY chunk";
            let mut statement = transaction.prepare(sql)?;
            let rows = statement.query_map(params![exploration], |row| {
                Ok(outcome_of(row.get(0)?, row.get(1)?, &row.get::<_, String>(2)?))
            })?;
            rows.collect()
        })
    }
}

/// Returns what a process does next: it takes the chunk that another one has lost, or the next one.
pub(super) fn claim_of(lost: Option<i64>, next: i64, open: i64, chunks: u64) -> ChunkClaim {
    match lost {
        Some(chunk) => ChunkClaim::Ours(chunk.cast_unsigned()),
        None if next.cast_unsigned() < chunks => ChunkClaim::Ours(next.cast_unsigned()),
        None if open > 0 => ChunkClaim::Wait,
        None => ChunkClaim::Done,
    }
}

pub(super) fn found_text(found: &[u64]) -> String {
    found.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn outcome_of(tested: i64, unfinished: i64, found: &str) -> ChunkOutcome {
    ChunkOutcome {
        tested: tested.cast_unsigned(),
        unfinished: unfinished.cast_unsigned(),
        found: found.split_whitespace().filter_map(|number| number.parse().ok()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_taken_once_and_lost_ones_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = SqliteStore::open(&folder.path().join("store.db")).expect("a store");
        let lease = Duration::from_secs(60);
        let claim = |store: &mut SqliteStore, lease| store.claim("x", 2, lease).expect("a claim");
        assert_eq!(claim(&mut store, lease), ChunkClaim::Ours(0));
        assert_eq!(claim(&mut store, lease), ChunkClaim::Ours(1));
        assert_eq!(claim(&mut store, lease), ChunkClaim::Wait);
        // Without a lease every chunk that is not finished is lost.
        assert_eq!(claim(&mut store, Duration::ZERO), ChunkClaim::Ours(0));
        let outcome = ChunkOutcome { tested: 5, unfinished: 1, found: vec![3, 4] };
        store.finish("x", 0, &outcome).expect("an outcome");
        assert_eq!(claim(&mut store, Duration::ZERO), ChunkClaim::Ours(1));
        store.finish("x", 1, &ChunkOutcome::default()).expect("an outcome");
        assert_eq!(claim(&mut store, Duration::ZERO), ChunkClaim::Done);
        assert_eq!(store.outcomes("x").expect("outcomes"), [outcome, ChunkOutcome::default()]);
        assert_eq!(store.outcomes("y").expect("outcomes"), []);
    }
}
