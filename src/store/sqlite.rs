//! A store in a file: SQLite with a write-ahead log.
//!
//! Each write is a transaction that is on the disk when it returns (`synchronous = FULL`), so that neither a killed
//! program nor a power cut loses it. Several processes can use a file at the same time.

mod reading;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};

use super::{
    Budget, PartRow, ProblemRow, QuestionKey, ResultRank, ResultRow, ResultState, Store, StoreError,
    StoredProblem,
};
use crate::problem::Verdict;
use crate::solver::SearchStats;

/// Marks a file of SQLite as a store of kirke: `krke`.
const APPLICATION_ID: i64 = 0x6b72_6b65;
/// The layout of the tables.
const FORMAT: i64 = 2;
/// How long to wait for another process.
const LOCK_TIMEOUT: Duration = Duration::from_secs(20);
/// The version of kirke, which is part of each result.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const TABLES: &str = "
    CREATE TABLE problems (
        source TEXT NOT NULL,
        position INTEGER NOT NULL,
        line INTEGER NOT NULL,
        name TEXT NOT NULL,
        question BLOB,
        refusal TEXT NOT NULL,
        PRIMARY KEY (source, position)
    ) WITHOUT ROWID;
    CREATE TABLE results (
        question BLOB NOT NULL,
        version TEXT NOT NULL,
        input TEXT NOT NULL,
        stipulation TEXT NOT NULL,
        rules TEXT NOT NULL,
        verdict TEXT,
        as_declared INTEGER NOT NULL,
        state TEXT NOT NULL,
        limit_milliseconds INTEGER,
        limit_nodes INTEGER,
        limit_plies INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        microseconds INTEGER NOT NULL,
        findings TEXT NOT NULL,
        record BLOB NOT NULL,
        ended TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        UNIQUE (question, version)
    );
    CREATE TABLE parts (
        question BLOB NOT NULL,
        version TEXT NOT NULL,
        key TEXT NOT NULL,
        part BLOB NOT NULL,
        PRIMARY KEY (question, version, key)
    ) WITHOUT ROWID;
";

/// The columns of a result, in the order of [`SqliteStore::result`].
const RESULT_COLUMNS: &str = "results.question, input, stipulation, rules, verdict, as_declared, state, \
    limit_milliseconds, limit_nodes, limit_plies, nodes, microseconds, findings, record";

/// A store in a file.
pub struct SqliteStore {
    path: PathBuf,
    connection: Connection,
}

impl SqliteStore {
    /// Opens a store, and makes it if there is no such file.
    ///
    /// # Errors
    /// If the file is no store, or cannot be read and written.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    fn with_flags(path: &Path, flags: OpenFlags) -> Result<SqliteStore, StoreError> {
        let mut store = SqliteStore::connect(path, path, flags)?;
        store.prepare()?;
        Ok(store)
    }

    /// Connects to the database at an address: its path, or a URI.
    fn connect(path: &Path, address: &Path, flags: OpenFlags) -> Result<SqliteStore, StoreError> {
        let failed = |error| database_error(path, error);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(address, flags).map_err(failed)?;
        connection.busy_timeout(LOCK_TIMEOUT).map_err(failed)?;
        Ok(SqliteStore { path: path.to_owned(), connection })
    }

    /// Checks that the database is a store of this format.
    fn check_format(&self) -> Result<(), StoreError> {
        if self.pragma("application_id")? != APPLICATION_ID {
            return Err(StoreError::NotAStore(self.path.clone()));
        }
        let found = self.pragma("user_version")?;
        if found != FORMAT {
            return Err(StoreError::OtherFormat {
                place: self.path.display().to_string(),
                found,
                expected: FORMAT,
            });
        }
        Ok(())
    }

    /// Checks the format, and makes the tables of a new store.
    fn prepare(&mut self) -> Result<(), StoreError> {
        if self.pragma("application_id")? == 0 && self.is_empty()? {
            self.create()?;
        }
        self.check_format()?;
        let configure = || {
            self.connection.pragma_update(None, "synchronous", "FULL")?;
            // The statement returns the new mode; a read-only store keeps the old one.
            self.connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))
        };
        configure().map(|_| ()).map_err(|error| self.error(error))
    }

    /// Makes the tables, unless another process has just done so.
    fn create(&mut self) -> Result<(), StoreError> {
        let path = self.path.clone();
        let create = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let tables: i64 =
                transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables == 0 {
                transaction.execute_batch(TABLES)?;
                transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
                transaction.pragma_update(None, "user_version", FORMAT)?;
            }
            transaction.commit()
        };
        create(&mut self.connection).map_err(|error| database_error(&path, error))
    }

    fn pragma(&self, name: &str) -> Result<i64, StoreError> {
        let value = self.connection.pragma_query_value(None, name, |row| row.get(0));
        value.map_err(|error| self.error(error))
    }

    fn is_empty(&self) -> Result<bool, StoreError> {
        let tables =
            self.connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
        tables.map(|tables| tables == 0).map_err(|error| self.error(error))
    }

    fn error(&self, error: rusqlite::Error) -> StoreError {
        database_error(&self.path, error)
    }

    /// Runs statements in one transaction.
    pub(super) fn in_transaction<T>(
        &mut self,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let path = self.path.clone();
        // The database would go on in a file without a name.
        if !path.exists() {
            let reason = "the file was removed".into();
            return Err(StoreError::Database { place: path.display().to_string(), reason });
        }
        let run = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        run(&mut self.connection).map_err(|error| database_error(&path, error))
    }

    /// Returns the result in a row, from the column `first` on.
    fn result(path: &Path, row: &Row<'_>, first: usize) -> Result<ResultRow, StoreError> {
        let read = || -> rusqlite::Result<_> {
            let number = |column: usize| row.get::<_, i64>(first + column).map(|value| value as u64);
            let limit = |column: usize| {
                row.get::<_, Option<i64>>(first + column).map(|limit| limit.map(|value| value as u64))
            };
            let words: (Option<String>, String) = (row.get(first + 4)?, row.get(first + 6)?);
            let key: Vec<u8> = row.get(first)?;
            let budget = Budget { milliseconds: limit(7)?, nodes: limit(8)?, plies: number(9)? };
            let stats = SearchStats {
                nodes: number(10)?,
                time: Duration::from_micros(number(11)?),
                bounds: Default::default(),
            };
            Ok((key, words, budget, stats, row.get(first + 5)?, row.get(first + 13)?))
        };
        let texts = || -> rusqlite::Result<[String; 4]> {
            Ok([row.get(first + 1)?, row.get(first + 2)?, row.get(first + 3)?, row.get(first + 12)?])
        };
        let failed = |error| database_error(path, error);
        let (key, (verdict, state), budget, stats, as_declared, record) = read().map_err(failed)?;
        let [input, stipulation, rules, findings] = texts().map_err(failed)?;
        let damaged =
            |what: &str| StoreError::Damaged { place: path.display().to_string(), what: what.to_owned() };
        let verdict = match verdict {
            Some(words) => Some(Verdict::from_words(&words).ok_or_else(|| damaged("an unknown verdict"))?),
            None => None,
        };
        Ok(ResultRow {
            question: QuestionKey::from_bytes(&key).ok_or_else(|| damaged("a key of the wrong length"))?,
            state: ResultState::from_word(&state).ok_or_else(|| damaged("an unknown state"))?,
            input,
            stipulation,
            rules,
            verdict,
            as_declared,
            budget,
            stats,
            findings,
            record,
        })
    }
}

impl Store for SqliteStore {
    fn find(&mut self, question: &QuestionKey) -> Result<Option<ResultRow>, StoreError> {
        let sql = format!("SELECT {RESULT_COLUMNS} FROM results WHERE question = ? AND version = ?");
        let mut statement = self.connection.prepare_cached(&sql).map_err(|error| self.error(error))?;
        let found = statement
            .query_row(params![question.bytes(), VERSION], |row| Ok(SqliteStore::result(&self.path, row, 0)))
            .optional();
        found.map_err(|error| database_error(&self.path, error))?.transpose()
    }

    fn keep(&mut self, results: &[ResultRow]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let mut statement = transaction.prepare_cached(
                "REPLACE INTO results (question, version, input, stipulation, rules, verdict, as_declared, state, \
                 limit_milliseconds, limit_nodes, limit_plies, nodes, microseconds, findings, record) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            let mut forget =
                transaction.prepare_cached("DELETE FROM parts WHERE question = ? AND version = ?")?;
            let sql = "SELECT state, limit_milliseconds, limit_nodes, limit_plies, nodes FROM results \
                WHERE question = ? AND version = ?";
            let mut earlier = transaction.prepare_cached(sql)?;
            for row in results {
                let outlasts = |kept: &Row<'_>| {
                    let state = ResultState::from_word(&kept.get::<_, String>(0)?);
                    let limit = |limit: Option<i64>| limit.map(|value| value as u64);
                    let (milliseconds, nodes) = (limit(kept.get(1)?), limit(kept.get(2)?));
                    let budget = Budget { milliseconds, nodes, plies: kept.get::<_, i64>(3)? as u64 };
                    let nodes = kept.get::<_, i64>(4)? as u64;
                    Ok(state.is_some_and(|state| ResultRank { state, budget, nodes }.outlasts(&row.rank())))
                };
                let key = params![row.question.bytes(), VERSION];
                if row.state != ResultState::Cut {
                    forget.execute(key)?;
                }
                // Nothing outlasts a complete result.
                if row.state != ResultState::Complete
                    && earlier.query_row(key, outlasts).optional()?.unwrap_or(false)
                {
                    continue;
                }
                statement.execute(params![
                    row.question.bytes(),
                    VERSION,
                    row.input,
                    row.stipulation,
                    row.rules,
                    row.verdict.map(|verdict| verdict.words()),
                    row.as_declared,
                    row.state.word(),
                    row.budget.milliseconds.map(|limit| limit as i64),
                    row.budget.nodes.map(|limit| limit as i64),
                    row.budget.plies as i64,
                    row.stats.nodes as i64,
                    row.stats.time.as_micros() as i64,
                    row.findings,
                    row.record,
                ])?;
            }
            Ok(())
        })
    }

    fn forget_failures(&mut self, questions: &[QuestionKey]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let sql = "DELETE FROM results WHERE question = ? AND version = ? AND state = ?";
            let mut statement = transaction.prepare_cached(sql)?;
            for question in questions {
                statement.execute(params![question.bytes(), VERSION, ResultState::Failed.word()])?;
            }
            Ok(())
        })
    }

    fn parts(&mut self, question: &QuestionKey) -> Result<Vec<PartRow>, StoreError> {
        let failed = |error| database_error(&self.path, error);
        let sql = "SELECT key, part FROM parts WHERE question = ? AND version = ?";
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let rows = statement
            .query_map(params![question.bytes(), VERSION], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))
            .map_err(failed)?;
        let mut parts = Vec::new();
        for row in rows {
            let (key, part) = row.map_err(failed)?;
            let key = serde_json::from_str(&key).map_err(|_| StoreError::Damaged {
                place: self.path.display().to_string(),
                what: format!("'{key}' is no part of a solution"),
            })?;
            parts.push(PartRow { question: *question, key, part });
        }
        Ok(parts)
    }

    fn keep_parts(&mut self, parts: &[PartRow]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let sql = "REPLACE INTO parts (question, version, key, part) VALUES (?, ?, ?, ?)";
            let mut statement = transaction.prepare_cached(sql)?;
            for PartRow { question, key, part } in parts {
                // A key has only numbers and words.
                let key = serde_json::to_string(key).unwrap_or_default();
                statement.execute(params![question.bytes(), VERSION, key, part])?;
            }
            Ok(())
        })
    }

    fn file(&mut self, problems: &[ProblemRow]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let mut statement = transaction.prepare_cached(
                "INSERT INTO problems (source, position, line, name, question, refusal) VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT (source, position) DO UPDATE SET line = excluded.line, name = excluded.name, \
                 question = excluded.question, refusal = excluded.refusal \
                 WHERE line <> excluded.line OR name <> excluded.name OR question IS NOT excluded.question \
                 OR refusal <> excluded.refusal",
            )?;
            for row in problems {
                let question = row.question.as_ref().map(QuestionKey::bytes);
                statement.execute(params![
                    row.source,
                    row.position as i64,
                    row.line,
                    row.name,
                    question,
                    row.refusal
                ])?;
            }
            Ok(())
        })
    }

    fn truncate_source(&mut self, source: &str, position: u64) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let sql = "DELETE FROM problems WHERE source = ? AND position >= ?";
            transaction.prepare_cached(sql)?.execute(params![source, position as i64]).map(|_| ())
        })
    }

    fn for_each(&mut self, visit: &mut dyn FnMut(StoredProblem)) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT source, position, line, name, problems.question, refusal, {RESULT_COLUMNS}, version \
             FROM problems LEFT JOIN results ON results.rowid = \
             (SELECT max(rowid) FROM results AS newest WHERE newest.question = problems.question) \
             ORDER BY source, position"
        );
        let failed = |error| database_error(&self.path, error);
        let mut statement = self.connection.prepare(&sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let problem = || -> rusqlite::Result<(ProblemRow, bool)> {
                let question: Option<Vec<u8>> = row.get(4)?;
                let problem = ProblemRow {
                    source: row.get(0)?,
                    position: row.get::<_, i64>(1)? as u64,
                    line: row.get(2)?,
                    name: row.get(3)?,
                    question: question.and_then(|bytes| QuestionKey::from_bytes(&bytes)),
                    refusal: row.get(5)?,
                };
                Ok((problem, row.get::<_, Option<Vec<u8>>>(6)?.is_some()))
            };
            let (problem, has_result) = problem().map_err(failed)?;
            let result = if has_result { Some(SqliteStore::result(&self.path, row, 6)?) } else { None };
            let version = row.get::<_, Option<String>>("version").map_err(failed)?.unwrap_or_default();
            visit(StoredProblem { problem, result, version });
        }
        Ok(())
    }
}

fn database_error(path: &Path, error: rusqlite::Error) -> StoreError {
    let code = error.sqlite_error_code();
    if code == Some(rusqlite::ErrorCode::NotADatabase) {
        return StoreError::NotAStore(path.to_owned());
    }
    let cause = (code == Some(rusqlite::ErrorCode::CannotOpen)).then(|| reading::cause(path)).flatten();
    let reason = cause.unwrap_or_else(|| error.to_string());
    StoreError::Database { place: path.display().to_string(), reason }
}
