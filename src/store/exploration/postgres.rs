//! The chunks of an exploration on a server.

use std::time::Duration;

use super::{ChunkClaim, ChunkOutcome, ChunkStore, claim_of, found_text, outcome_of};
use crate::store::{PostgresStore, StoreError};

/// Stores of an earlier version have no such table.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS kirke_chunks (
    exploration TEXT NOT NULL,
    chunk BIGINT NOT NULL,
    seen TIMESTAMPTZ NOT NULL,
    tested BIGINT,
    unfinished BIGINT NOT NULL DEFAULT 0,
    found TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (exploration, chunk)
)";

/// One process at a time takes a chunk.
const LOCK: &str = "SELECT pg_advisory_xact_lock(hashtext('kirke_chunks'))";

const STATE: &str = "SELECT \
    (SELECT min(chunk) FROM kirke_chunks WHERE exploration = $1 AND tested IS NULL \
        AND seen <= now() - make_interval(secs => $2)), \
    (SELECT coalesce(max(chunk) + 1, 0) FROM kirke_chunks WHERE exploration = $1), \
    (SELECT count(*) FROM kirke_chunks WHERE exploration = $1 AND tested IS NULL)";

const TAKE: &str = "INSERT INTO kirke_chunks (exploration, chunk, seen) VALUES ($1, $2, now()) \
    ON CONFLICT (exploration, chunk) DO UPDATE SET seen = now()";

const FINISH: &str = "UPDATE kirke_chunks SET tested = $3, unfinished = $4, found = $5 \
    WHERE exploration = $1 AND chunk = $2";

impl ChunkStore for PostgresStore {
    fn claim(&mut self, exploration: &str, chunks: u64, lease: Duration) -> Result<ChunkClaim, StoreError> {
        self.in_transaction(|transaction| {
            transaction.execute(LOCK, &[])?;
            transaction.batch_execute(TABLE)?;
            let state = transaction.query_one(STATE, &[&exploration, &lease.as_secs_f64()])?;
            let claim = claim_of(state.get(0), state.get(1), state.get(2), chunks);
            if let ChunkClaim::Ours(chunk) = claim {
                transaction.execute(TAKE, &[&exploration, &chunk.cast_signed()])?;
            }
            Ok(claim)
        })
    }

    fn renew(&mut self, exploration: &str, chunk: u64) -> Result<(), StoreError> {
        self.run(|client| client.execute(TAKE, &[&exploration, &chunk.cast_signed()])).map(|_| ())
    }

    fn finish(&mut self, exploration: &str, chunk: u64, outcome: &ChunkOutcome) -> Result<(), StoreError> {
        let [tested, unfinished] = [outcome.tested, outcome.unfinished].map(u64::cast_signed);
        let found = found_text(&outcome.found);
        self.run(|client| {
            client.execute(FINISH, &[&exploration, &chunk.cast_signed(), &tested, &unfinished, &found])
        })
        .map(|_| ())
    }

    fn outcomes(&mut self, exploration: &str) -> Result<Vec<ChunkOutcome>, StoreError> {
        let sql = "SELECT tested, unfinished, found FROM kirke_chunks \
            WHERE exploration = $1 AND tested IS NOT NULL ORDER BY chunk";
        let rows = self.in_transaction(|transaction| {
            transaction.execute(LOCK, &[])?;
            transaction.batch_execute(TABLE)?;
            transaction.query(sql, &[&exploration])
        })?;
        Ok(rows.iter().map(|row| outcome_of(row.get(0), row.get(1), row.get(2))).collect())
    }
}
