//! A store that many machines share: PostgreSQL.
//!
//! Each write is a transaction. If the connection is lost, or the server restarts, an operation is repeated for a while:
//! every one of them may be carried out twice.

use std::time::{Duration, Instant};

use postgres::error::SqlState;
use postgres::{Client, NoTls, Row, Transaction};

use super::{
    Budget, PartRow, ProblemRow, QuestionKey, ResultRank, ResultRow, ResultState, Store, StoreError,
    StoredProblem,
};
use crate::problem::Verdict;
use crate::solver::SearchStats;

/// The layout of the tables.
const FORMAT: i64 = 2;
/// How long an operation is repeated if the server does not answer.
const RETRY_TIME: Duration = Duration::from_secs(300);
/// The time before an operation is repeated.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// The version of kirke, which is part of each result.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

const TABLES: &str = "
    CREATE TABLE kirke_format (format BIGINT NOT NULL);
    CREATE TABLE kirke_problems (
        source TEXT NOT NULL,
        position BIGINT NOT NULL,
        line BIGINT NOT NULL,
        name TEXT NOT NULL,
        question BYTEA,
        refusal TEXT NOT NULL,
        PRIMARY KEY (source, position)
    );
    CREATE TABLE kirke_results (
        id BIGSERIAL PRIMARY KEY,
        question BYTEA NOT NULL,
        version TEXT NOT NULL,
        input TEXT NOT NULL,
        stipulation TEXT NOT NULL,
        rules TEXT NOT NULL,
        verdict TEXT,
        as_declared BOOLEAN NOT NULL,
        state TEXT NOT NULL,
        limit_milliseconds BIGINT,
        limit_nodes BIGINT,
        limit_plies BIGINT NOT NULL,
        nodes BIGINT NOT NULL,
        microseconds BIGINT NOT NULL,
        findings TEXT NOT NULL,
        record BYTEA NOT NULL,
        ended TIMESTAMPTZ NOT NULL DEFAULT now(),
        UNIQUE (question, version)
    );
    CREATE TABLE kirke_parts (
        question BYTEA NOT NULL,
        version TEXT NOT NULL,
        key TEXT NOT NULL,
        part BYTEA,
        worker TEXT,
        PRIMARY KEY (question, version, key)
    );
    CREATE TABLE kirke_jobs (
        id BIGSERIAL PRIMARY KEY,
        question BYTEA NOT NULL,
        version TEXT NOT NULL,
        input TEXT NOT NULL,
        problem TEXT NOT NULL,
        names TEXT NOT NULL,
        limit_milliseconds BIGINT,
        limit_nodes BIGINT,
        limit_plies BIGINT NOT NULL,
        attempts BIGINT NOT NULL DEFAULT 0,
        worker TEXT,
        begun TIMESTAMPTZ,
        is_declined BOOLEAN NOT NULL DEFAULT FALSE,
        UNIQUE (question, version)
    );
    CREATE TABLE kirke_workers (
        id TEXT PRIMARY KEY,
        seen TIMESTAMPTZ NOT NULL,
        machine TEXT NOT NULL DEFAULT '',
        threads BIGINT NOT NULL DEFAULT 1,
        is_helping BOOLEAN NOT NULL DEFAULT FALSE
    );
";

/// The columns of a result, in the order of [`result`].
const RESULT_COLUMNS: &str = "kirke_results.question, input, stipulation, rules, verdict, as_declared, state, \
    limit_milliseconds, limit_nodes, limit_plies, nodes, microseconds, findings, record";

/// A store on a server.
pub struct PostgresStore {
    url: String,
    /// `None` after the connection was lost.
    client: Option<Client>,
}

impl PostgresStore {
    /// Connects to a server, and makes the tables if the database has none of kirke's.
    ///
    /// # Errors
    /// If the server cannot be reached, or the tables have another layout.
    pub fn open(url: &str) -> Result<PostgresStore, StoreError> {
        let mut store = PostgresStore::connect(url)?;
        store.make_tables()?;
        store.check_format()?;
        Ok(store)
    }

    /// Connects to a server with a store that exists.
    ///
    /// # Errors
    /// If the server cannot be reached, the database has no tables of kirke's, or they have another layout.
    pub fn open_existing(url: &str) -> Result<PostgresStore, StoreError> {
        let mut store = PostgresStore::connect(url)?;
        store.check_format()?;
        Ok(store)
    }

    fn connect(url: &str) -> Result<PostgresStore, StoreError> {
        let mut store = PostgresStore { url: url.to_owned(), client: None };
        match Client::connect(url, NoTls) {
            Ok(client) => store.client = Some(client),
            // A server that restarts is there soon; without an answer the address may be wrong.
            Err(error) if error.code().is_some() && is_transient(&error) => {}
            Err(error) => return Err(store.error(&error)),
        }
        Ok(store)
    }

    /// Returns whether a text is the address of a server, and not the path of a file.
    pub fn is_url(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Makes the tables, unless there are some.
    fn make_tables(&mut self) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            // One process makes the tables, others wait.
            transaction.execute("SELECT pg_advisory_xact_lock(1802660709)", &[])?;
            if !has_tables(transaction)? {
                transaction.batch_execute(TABLES)?;
                transaction.execute("INSERT INTO kirke_format VALUES ($1)", &[&FORMAT])?;
            }
            Ok(())
        })
    }

    fn check_format(&mut self) -> Result<(), StoreError> {
        let found: Option<Option<i64>> = self.in_transaction(|transaction| {
            if !has_tables(transaction)? {
                return Ok(None);
            }
            let format = transaction.query_opt("SELECT format FROM kirke_format", &[])?;
            Ok(Some(format.map(|row| row.get(0))))
        })?;
        let place = self.place();
        match found {
            None => Err(StoreError::Absent(place)),
            Some(Some(FORMAT)) => Ok(()),
            Some(found) => {
                Err(StoreError::OtherFormat { place, found: found.unwrap_or_default(), expected: FORMAT })
            }
        }
    }

    /// Returns the address without the password.
    fn place(&self) -> String {
        let Some((scheme, rest)) = self.url.split_once("://") else { return self.url.clone() };
        match rest.split_once('@') {
            Some((login, server)) => {
                let user = login.split(':').next().unwrap_or_default();
                format!("{scheme}://{user}@{server}")
            }
            None => self.url.clone(),
        }
    }

    fn error(&self, error: &postgres::Error) -> StoreError {
        let reason = match error.as_db_error() {
            Some(error) => error.message().to_owned(),
            None => {
                let cause = std::error::Error::source(error).map(ToString::to_string);
                cause.map_or(error.to_string(), |cause| format!("{error}: {cause}"))
            }
        };
        StoreError::Database { place: self.place(), reason }
    }

    pub(super) fn damaged(&self, what: &str) -> StoreError {
        StoreError::Damaged { place: self.place(), what: what.to_owned() }
    }

    /// Runs an operation; repeats it with a new connection if the server does not answer.
    pub(super) fn run<T>(
        &mut self,
        mut operation: impl FnMut(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        let begin = Instant::now();
        loop {
            let done = match &mut self.client {
                Some(client) => operation(client),
                None => {
                    Client::connect(&self.url, NoTls).and_then(|client| operation(self.client.insert(client)))
                }
            };
            let error = match done {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
            if !is_transient(&error) || begin.elapsed() >= RETRY_TIME {
                return Err(self.error(&error));
            }
            self.client = None;
            std::thread::sleep(RETRY_INTERVAL);
        }
    }

    /// Runs statements in one transaction, which is repeated if the server does not answer.
    pub(super) fn in_transaction<T>(
        &mut self,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        self.run(|client| {
            let mut transaction = client.transaction()?;
            let result = work(&mut transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }
}

/// Returns whether the database has a store of kirke.
fn has_tables(transaction: &mut Transaction<'_>) -> Result<bool, postgres::Error> {
    Ok(transaction.query_one("SELECT to_regclass('kirke_format') IS NOT NULL", &[])?.get(0))
}

/// Returns whether an operation may succeed if it is repeated.
fn is_transient(error: &postgres::Error) -> bool {
    const CODES: [SqlState; 6] = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::TOO_MANY_CONNECTIONS,
    ];
    match error.code() {
        Some(code) => CODES.contains(code) || code.code().starts_with("08"),
        // Without an answer of the server, unless a value did not fit.
        None => {
            error.is_closed()
                || std::error::Error::source(error).is_some_and(|cause| cause.is::<std::io::Error>())
        }
    }
}

/// Writes a result within a transaction, and removes the parts of the question unless it was cut.
pub(super) fn write_result(
    transaction: &mut Transaction<'_>,
    row: &ResultRow,
) -> Result<(), postgres::Error> {
    let question = &row.question.bytes()[..];
    if row.state != ResultState::Cut {
        let sql = "DELETE FROM kirke_parts WHERE question = $1 AND version = $2";
        transaction.execute(sql, &[&question, &VERSION])?;
    }
    let sql = "SELECT state, limit_milliseconds, limit_nodes, limit_plies, nodes FROM kirke_results \
        WHERE question = $1 AND version = $2";
    // Nothing outlasts a complete result.
    let earlier = match row.state {
        ResultState::Complete => None,
        ResultState::Cut | ResultState::Failed => transaction.query_opt(sql, &[&question, &VERSION])?,
    };
    let outlasts = |kept: &Row| {
        let (budget, nodes) = (budget(kept, 1), kept.get::<_, i64>(4) as u64);
        let state = ResultState::from_word(kept.get(0));
        state.is_some_and(|state| ResultRank { state, budget, nodes }.outlasts(&row.rank()))
    };
    if earlier.as_ref().is_some_and(outlasts) {
        return Ok(());
    }
    // The new row is the newest one.
    transaction
        .execute("DELETE FROM kirke_results WHERE question = $1 AND version = $2", &[&question, &VERSION])?;
    let limit = |limit: Option<u64>| limit.map(|value| value as i64);
    transaction.execute(
        "INSERT INTO kirke_results (question, version, input, stipulation, rules, verdict, as_declared, state, \
         limit_milliseconds, limit_nodes, limit_plies, nodes, microseconds, findings, record) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        &[
            &question,
            &VERSION,
            &row.input,
            &row.stipulation,
            &row.rules,
            &row.verdict.map(|verdict| verdict.words()),
            &row.as_declared,
            &row.state.word(),
            &limit(row.budget.milliseconds),
            &limit(row.budget.nodes),
            &(row.budget.plies as i64),
            &(row.stats.nodes as i64),
            &(row.stats.time.as_micros() as i64),
            &row.findings,
            &row.record,
        ],
    )?;
    Ok(())
}

/// Returns the limits in the three columns from `first` on.
pub(super) fn budget(row: &Row, first: usize) -> Budget {
    let limit = |column: usize| row.get::<_, Option<i64>>(first + column).map(|value| value as u64);
    Budget { milliseconds: limit(0), nodes: limit(1), plies: row.get::<_, i64>(first + 2) as u64 }
}

/// Returns the result in a row, from the column `first` on; the reason if it has no meaning.
fn result(row: &Row, first: usize) -> Result<ResultRow, &'static str> {
    let number = |column: usize| row.get::<_, i64>(first + column) as u64;
    let verdict = row.get::<_, Option<&str>>(first + 4);
    Ok(ResultRow {
        question: QuestionKey::from_bytes(row.get(first)).ok_or("a key of the wrong length")?,
        input: row.get(first + 1),
        stipulation: row.get(first + 2),
        rules: row.get(first + 3),
        verdict: verdict.map(|words| Verdict::from_words(words).ok_or("an unknown verdict")).transpose()?,
        as_declared: row.get(first + 5),
        state: ResultState::from_word(row.get(first + 6)).ok_or("an unknown state")?,
        budget: budget(row, first + 7),
        stats: SearchStats {
            nodes: number(10),
            time: Duration::from_micros(number(11)),
            bounds: Default::default(),
        },
        findings: row.get(first + 12),
        record: row.get(first + 13),
    })
}

impl Store for PostgresStore {
    fn find(&mut self, question: &QuestionKey) -> Result<Option<ResultRow>, StoreError> {
        let sql = format!("SELECT {RESULT_COLUMNS} FROM kirke_results WHERE question = $1 AND version = $2");
        let row = self.run(|client| client.query_opt(&sql, &[&&question.bytes()[..], &VERSION]))?;
        row.map(|row| result(&row, 0)).transpose().map_err(|what| self.damaged(what))
    }

    fn keep(&mut self, results: &[ResultRow]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| results.iter().try_for_each(|row| write_result(transaction, row)))
    }

    fn forget_failures(&mut self, questions: &[QuestionKey]) -> Result<(), StoreError> {
        let questions: Vec<&[u8]> = questions.iter().map(|question| &question.bytes()[..]).collect();
        let sql = "DELETE FROM kirke_results WHERE question = ANY($1) AND version = $2 AND state = $3";
        let state = ResultState::Failed.word();
        self.run(|client| client.execute(sql, &[&questions, &VERSION, &state])).map(|_| ())
    }

    fn parts(&mut self, question: &QuestionKey) -> Result<Vec<PartRow>, StoreError> {
        let sql =
            "SELECT key, part FROM kirke_parts WHERE question = $1 AND version = $2 AND part IS NOT NULL";
        let rows = self.run(|client| client.query(sql, &[&&question.bytes()[..], &VERSION]))?;
        let part = |row: &Row| {
            let key = serde_json::from_str(row.get(0)).ok()?;
            Some(PartRow { question: *question, key, part: row.get(1) })
        };
        rows.iter()
            .map(|row| part(row).ok_or_else(|| self.damaged("a key that is no part of a solution")))
            .collect()
    }

    fn keep_parts(&mut self, parts: &[PartRow]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let sql = "INSERT INTO kirke_parts (question, version, key, part) VALUES ($1, $2, $3, $4) \
                ON CONFLICT (question, version, key) DO UPDATE SET part = excluded.part, worker = NULL";
            for row in parts {
                // A key has only numbers and words.
                let key = serde_json::to_string(&row.key).unwrap_or_default();
                transaction.execute(sql, &[&&row.question.bytes()[..], &VERSION, &key, &row.part])?;
            }
            Ok(())
        })
    }

    fn file(&mut self, problems: &[ProblemRow]) -> Result<(), StoreError> {
        self.in_transaction(|transaction| {
            let statement = transaction.prepare(
                "INSERT INTO kirke_problems (source, position, line, name, question, refusal) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (source, position) DO UPDATE SET \
                 line = excluded.line, name = excluded.name, question = excluded.question, refusal = excluded.refusal",
            )?;
            for row in problems {
                let question = row.question.as_ref().map(|question| &question.bytes()[..]);
                let (position, line) = (row.position as i64, i64::from(row.line));
                transaction
                    .execute(&statement, &[&row.source, &position, &line, &row.name, &question, &row.refusal])?;
            }
            Ok(())
        })
    }

    fn truncate_source(&mut self, source: &str, position: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM kirke_problems WHERE source = $1 AND position >= $2";
        self.run(|client| client.execute(sql, &[&source, &(position as i64)])).map(|_| ())
    }

    fn for_each(&mut self, visit: &mut dyn FnMut(StoredProblem)) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT source, position, line, name, kirke_problems.question, refusal, {RESULT_COLUMNS}, version \
             FROM kirke_problems LEFT JOIN kirke_results ON kirke_results.id = \
             (SELECT max(id) FROM kirke_results AS newest WHERE newest.question = kirke_problems.question) \
             WHERE (source COLLATE \"C\", position) > ($1, $2) ORDER BY source COLLATE \"C\", position LIMIT 1000"
        );
        let mut last = (String::new(), -1_i64);
        loop {
            let rows = self.run(|client| client.query(&sql, &[&last.0, &last.1]))?;
            for row in &rows {
                let question: Option<&[u8]> = row.get(4);
                last = (row.get(0), row.get(1));
                let problem = ProblemRow {
                    source: last.0.clone(),
                    position: last.1 as u64,
                    line: row.get::<_, i64>(2) as u32,
                    name: row.get(3),
                    question: question.and_then(QuestionKey::from_bytes),
                    refusal: row.get(5),
                };
                let has_result = row.get::<_, Option<&[u8]>>(6).is_some();
                let result =
                    has_result.then(|| result(row, 6)).transpose().map_err(|what| self.damaged(what))?;
                let version = row.get::<_, Option<String>>("version").unwrap_or_default();
                visit(StoredProblem { problem, result, version });
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }
}
