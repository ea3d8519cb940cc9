//! Problems that the page keeps: a table in a file of SQLite, next to the results that the file may have.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use crate::store::SqliteStore;

/// The number of problems; more are refused.
const MAX_PROBLEMS: usize = 10_000;
/// The number of characters of a name; the rest is cut.
const MAX_NAME: usize = 200;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS shelf (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    problem TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)";

/// The problems of a file.
pub struct Shelf(Mutex<Connection>);

/// The heading of a problem on the shelf.
#[derive(Serialize)]
pub struct Heading {
    id: i64,
    name: String,
    saved: String,
}

/// A problem on the shelf.
#[derive(Serialize)]
pub struct Kept {
    id: i64,
    name: String,
    text: String,
}

impl Shelf {
    /// Opens the shelf in a file, which is made if it does not exist.
    ///
    /// # Errors
    /// If the file is no store, or cannot be read and written.
    pub fn open(path: &Path) -> Result<Shelf, String> {
        SqliteStore::open(path).map_err(|error| error.to_string())?;
        let open = || {
            let connection = Connection::open(path)?;
            connection.execute(TABLE, [])?;
            Ok(Shelf(Mutex::new(connection)))
        };
        open().map_err(|error: rusqlite::Error| error.to_string())
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the headings, the last one first.
    ///
    /// # Errors
    /// Those of the file.
    pub fn headings(&self) -> rusqlite::Result<Vec<Heading>> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT id, name, saved FROM shelf ORDER BY id DESC")?;
        let headings = statement
            .query_map([], |row| Ok(Heading { id: row.get(0)?, name: row.get(1)?, saved: row.get(2)? }))?;
        headings.collect()
    }

    /// Returns a problem; `None` if there is no such problem.
    ///
    /// # Errors
    /// Those of the file.
    pub fn get(&self, id: i64) -> rusqlite::Result<Option<Kept>> {
        let select = "SELECT id, name, problem FROM shelf WHERE id = ?";
        let kept =
            |row: &rusqlite::Row<'_>| Ok(Kept { id: row.get(0)?, name: row.get(1)?, text: row.get(2)? });
        self.connection().query_row(select, [id], kept).optional()
    }

    /// Keeps a problem and returns its number; `None` if the shelf is full.
    ///
    /// # Errors
    /// Those of the file.
    pub fn save(&self, name: &str, text: &str) -> rusqlite::Result<Option<i64>> {
        let name: String = name.chars().take(MAX_NAME).collect();
        let insert = "INSERT INTO shelf (name, problem) SELECT ?, ? WHERE (SELECT count(*) FROM shelf) < ?";
        let connection = self.connection();
        let rows = connection.execute(insert, params![name, text, MAX_PROBLEMS as i64])?;
        Ok((rows > 0).then(|| connection.last_insert_rowid()))
    }

    /// Removes a problem. Returns whether there was such a problem.
    ///
    /// # Errors
    /// Those of the file.
    pub fn remove(&self, id: i64) -> rusqlite::Result<bool> {
        self.connection().execute("DELETE FROM shelf WHERE id = ?", [id]).map(|rows| rows > 0)
    }
}
