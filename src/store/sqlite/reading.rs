//! Opening a store that is only read.
//!
//! Nothing is written: no table is made, and a store on a read-only medium can be read, too. SQLite needs a file of shared
//! memory next to a database in write-ahead mode; where it cannot make one, the database is opened as *immutable*.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::OpenFlags;
use rusqlite::config::DbConfig;

use super::{SqliteStore, database_error};
use crate::store::StoreError;

/// The first bytes of a database of SQLite.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The reason why a folder is not opened.
const IS_FOLDER: &str = "this is a folder, expected a file";

impl SqliteStore {
    /// Opens a store that exists, to read it.
    ///
    /// # Errors
    /// If there is no such file, if it is no store, or if it cannot be read.
    pub fn open_existing(path: &Path) -> Result<SqliteStore, StoreError> {
        check_is_database(path)?;
        let first = SqliteStore::open_to_read(path, path, OpenFlags::SQLITE_OPEN_READ_WRITE);
        match first {
            Err(StoreError::Database { .. }) if !has_log(path) => SqliteStore::open_immutable(path).or(first),
            other => other,
        }
    }

    /// Opens a store that no process changes.
    fn open_immutable(path: &Path) -> Result<SqliteStore, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        SqliteStore::open_to_read(path, Path::new(&immutable_address(path)), flags)
    }

    fn open_to_read(path: &Path, address: &Path, flags: OpenFlags) -> Result<SqliteStore, StoreError> {
        let store = SqliteStore::connect(path, address, flags)?;
        if has_log(path) {
            // The last process that closes a database writes its log to it.
            let keep_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            store.connection.set_db_config(keep_log, true).map_err(|error| database_error(path, error))?;
        }
        store.check_format().map_err(|error| match error {
            StoreError::NotAStore(path) => StoreError::NothingToRead(path),
            error => error,
        })?;
        // The first read of a table finds out whether the log can be used.
        let count = store.connection.query_row("SELECT count(*) FROM problems LIMIT 1", [], |_| Ok(()));
        count.map_err(|error| database_error(path, error))?;
        Ok(store)
    }
}

/// Checks that a file is a database of SQLite, which would make one of an empty file.
fn check_is_database(path: &Path) -> Result<(), StoreError> {
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut begin));
    match read {
        Ok(_) if begin == MAGIC => Ok(()),
        Ok(_) => Err(StoreError::NothingToRead(path.to_owned())),
        Err(error) => {
            let reason = if path.is_dir() { IS_FOLDER.to_owned() } else { words(error) };
            Err(StoreError::Database { place: path.display().to_string(), reason })
        }
    }
}

/// Returns whether the database has changes that are in its write-ahead log only.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(PathBuf::from(log)).is_ok_and(|log| log.len() > 0)
}

/// Returns the address by which SQLite opens a file as immutable.
fn immutable_address(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() };
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    // An absolute path begins with one slash: two would name a host.
    let slash = if path.chars().nth(1) == Some(':') && cfg!(windows) { "/" } else { "" };
    let path = if path.starts_with("//") { format!("//{path}") } else { path };
    format!("file:{slash}{path}?immutable=1")
}

/// Returns the reason why a file cannot be opened as a database; `None` if it is not known.
pub(super) fn cause(path: &Path) -> Option<String> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Some(IS_FOLDER.to_owned()),
        Ok(_) => File::open(path).map_or_else(
            |error| Some(words(error)),
            |_| has_log(path).then(|| "its write-ahead log needs a folder that can be written".to_owned()),
        ),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() && !folder.exists() => {
                format!("there is no folder {}", folder.display())
            }
            _ => "there is no such file, and none can be made".to_owned(),
        }),
        Err(error) => Some(words(error)),
    }
}

/// Returns the message of an error.
fn words(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "there is no permission to read it".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn immutable_store_is_read_without_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a%20?#é.db");
        drop(SqliteStore::open(&path).unwrap());
        let mut store = SqliteStore::open_immutable(&path).unwrap();
        store.for_each(&mut |_| panic!("an empty store")).unwrap();
        assert!(store.forget_failures(&[crate::store::QuestionKey::of("one")]).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("e.db");
        let reason = |path: &Path| SqliteStore::open_existing(path).err().unwrap().to_string();
        assert!(reason(&path).ends_with("e.db: there is no such file"), "{}", reason(&path));
        assert!(!path.exists());
        assert!(reason(folder.path()).ends_with(": this is a folder, expected a file"));
        for contents in ["", "SQLite", "SQLite format 3\0", "k7/8/8/8/8/8/8/K7 w - - #1;"] {
            fs::write(&path, contents).unwrap();
            assert!(reason(&path).ends_with("e.db: this is not a store of kirke"), "{}", reason(&path));
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
        // A database of another program.
        fs::remove_file(&path).unwrap();
        rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
        assert!(reason(&path).ends_with("e.db: this is not a store of kirke"));
    }
}
