//! Results kept in a database, so that a long run can be continued and reported on.
//!
//! A [`Store`] holds three tables: the problems that were filed, by their place in a source; the results, by
//! question; and the parts of solutions that are not complete. A question is everything on which the verification of a
//! problem depends, so that equal problems of several sources have one result, and a problem that is edited has a new
//! one. A [`Recorder`] stands between a store and the threads that solve: it writes results together, and prints a
//! verdict only once its result is kept.

#[cfg(feature = "cluster")]
mod cluster;
mod exploration;
mod parts;
#[cfg(feature = "cluster")]
mod postgres;
mod question;
#[cfg(feature = "cluster")]
mod queue;
mod recorder;
mod sqlite;

use std::io;
use std::path::{Path, PathBuf};

#[cfg(feature = "cluster")]
pub use cluster::{ClusterKeeper, ClusterRole};
pub use exploration::{ChunkClaim, ChunkOutcome, ChunkStore, MemoryChunks};
pub use parts::{MIN_SEARCH_TIME, QuestionParts};
#[cfg(feature = "cluster")]
pub use postgres::PostgresStore;
pub use question::QuestionKey;
#[cfg(feature = "cluster")]
pub use queue::{Job, JobClaim, JobQueue, PartClaim, RUN_PREFIX, Worker};
pub use recorder::{Recorder, answer, decode_record, shown_verdict};
pub use sqlite::SqliteStore;

use thiserror::Error;

use crate::batch::{Question, ResultKeeper};
use crate::problem::Verdict;
use crate::solution::PartKey;
use crate::solver::SearchStats;

/// The limits within which a problem was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The time in milliseconds; `None` without limit.
    pub milliseconds: Option<u64>,
    /// The number of positions; `None` without limit.
    pub nodes: Option<u64>,
    /// The number of plies of a solution in memory.
    pub plies: u64,
}

impl Budget {
    /// Returns whether a search that these limits stopped would also be stopped by the others. The number of plies
    /// follows the memory that is free when a run begins: only twice the number counts as more.
    pub fn covers(&self, other: &Budget) -> bool {
        let covers = |own: Option<u64>, other: Option<u64>| {
            own.is_none_or(|own| other.is_some_and(|other| own >= other))
        };
        covers(self.milliseconds, other.milliseconds)
            && covers(self.nodes, other.nodes)
            && self.plies > other.plies / 2
    }
}

/// How the search for a result ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultState {
    /// Everything was searched.
    Complete,
    /// A limit stopped it.
    Cut,
    /// The program failed.
    Failed,
}

impl ResultState {
    const ALL: [ResultState; 3] = [ResultState::Complete, ResultState::Cut, ResultState::Failed];

    /// Returns the word in the store: `complete`, `cut` or `failed`.
    pub const fn word(self) -> &'static str {
        match self {
            ResultState::Complete => "complete",
            ResultState::Cut => "cut",
            ResultState::Failed => "failed",
        }
    }

    fn from_word(word: &str) -> Option<ResultState> {
        ResultState::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A result as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultRow {
    /// The question.
    pub question: QuestionKey,
    /// The problem in Popeye's input language, without names.
    pub input: String,
    /// The stipulation.
    pub stipulation: String,
    /// The rules with their parameters, in their normal form, separated by commas.
    pub rules: String,
    /// The verdict; `None` if the program failed.
    pub verdict: Option<Verdict>,
    /// Whether the verdict is as declared.
    pub as_declared: bool,
    /// How the search ended.
    pub state: ResultState,
    /// The limits.
    pub budget: Budget,
    /// The cost of the search.
    pub stats: SearchStats,
    /// The findings as JSON or, if the program failed, the message.
    pub findings: String,
    /// The record of the solution as compressed JSON; empty if the program failed.
    pub record: Vec<u8>,
}

/// A part of the solution of a question, found before the whole solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartRow {
    /// The question.
    pub question: QuestionKey,
    /// The place in the solution.
    pub key: PartKey,
    /// The [`Part`](crate::solution::Part) as compressed JSON.
    pub part: Vec<u8>,
}

/// What decides which one of two results of a question is kept.
#[derive(Clone, Copy, Debug)]
struct ResultRank {
    state: ResultState,
    budget: Budget,
    nodes: u64,
}

impl ResultRank {
    /// Returns whether this result is kept, and not a later one: if only this one is complete, or if the other one was
    /// cut by smaller limits or, with limits that cannot be compared, after fewer positions.
    fn outlasts(&self, later: &ResultRank) -> bool {
        match (self.state, later.state) {
            (ResultState::Complete, ResultState::Cut | ResultState::Failed) => true,
            (ResultState::Cut, ResultState::Cut) if later.budget.covers(&self.budget) => false,
            (ResultState::Cut, ResultState::Cut) => {
                self.budget.covers(&later.budget) || self.nodes > later.nodes
            }
            _ => false,
        }
    }
}

impl ResultRow {
    fn rank(&self) -> ResultRank {
        ResultRank { state: self.state, budget: self.budget, nodes: self.stats.nodes }
    }
}

/// A problem of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemRow {
    /// The name of the source, usually a path.
    pub source: String,
    /// Its number in the source, from 0.
    pub position: u64,
    /// The line at which it begins, from 1.
    pub line: u32,
    /// Its author, title or name; empty if there is none.
    pub name: String,
    /// The question; `None` if it was not understood.
    pub question: Option<QuestionKey>,
    /// The first error; empty if it was understood.
    pub refusal: String,
}

/// A filed problem with its result.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredProblem {
    /// The problem.
    pub problem: ProblemRow,
    /// Its result; `None` while there is none, and for a problem that was not understood.
    pub result: Option<ResultRow>,
    /// The version of kirke that has found the result; empty without one.
    pub version: String,
}

/// A database of problems and results.
pub trait Store: Send {
    /// Returns the result of a question by this version of kirke.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn find(&mut self, question: &QuestionKey) -> Result<Option<ResultRow>, StoreError>;

    /// Keeps results, all or none of them. A result replaces an earlier one of the same question, unless the earlier one is
    /// complete and the new one is not, or was cut by larger limits or, with limits that cannot be compared, after more
    /// positions. A result that was not cut removes the question's parts.
    ///
    /// # Errors
    /// If they could not be written.
    fn keep(&mut self, results: &[ResultRow]) -> Result<(), StoreError>;

    /// Removes the results of those of these questions on which this version of kirke failed.
    ///
    /// # Errors
    /// If they could not be removed.
    fn forget_failures(&mut self, questions: &[QuestionKey]) -> Result<(), StoreError>;

    /// Returns the parts of a question that this version of kirke has found.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn parts(&mut self, question: &QuestionKey) -> Result<Vec<PartRow>, StoreError>;

    /// Keeps parts, all or none of them. A part replaces an earlier one at the same place.
    ///
    /// # Errors
    /// If they could not be written.
    fn keep_parts(&mut self, parts: &[PartRow]) -> Result<(), StoreError>;

    /// Files problems in place of those at the same places, all or none of them.
    ///
    /// # Errors
    /// If they could not be written.
    fn file(&mut self, problems: &[ProblemRow]) -> Result<(), StoreError>;

    /// Removes the problems of a source from a position on.
    ///
    /// # Errors
    /// If they could not be removed.
    fn truncate_source(&mut self, source: &str, position: u64) -> Result<(), StoreError>;

    /// Visits the filed problems in the order of sources and positions, each with its newest result by any version.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn for_each(&mut self, visit: &mut dyn FnMut(StoredProblem)) -> Result<(), StoreError>;
}

/// Keeps the results of a run, and what belongs to them.
pub trait RunKeeper: ResultKeeper {
    /// Sets the budget of the results from now on.
    fn set_budget(&self, budget: Budget);

    /// Removes the results of those of these questions on which the program failed.
    fn forget_failures(&self, questions: &[QuestionKey]);

    /// Files problems.
    fn file(&self, problems: &[ProblemRow]);

    /// Removes the problems of a source from a position on.
    fn truncate_source(&self, source: &str, position: u64);

    /// Returns whether other processes can answer questions, too.
    fn is_shared(&self) -> bool;

    /// Lets other processes answer questions, too, if the store has others.
    fn enqueue(&self, questions: &[Question<'_>]);

    /// Prints a text once the results before it are kept.
    ///
    /// # Errors
    /// The first failure to print; this text may not be the cause.
    fn print(&self, text: &[u8]) -> io::Result<()>;

    /// Writes everything that waits, and returns whether the store is well.
    ///
    /// # Errors
    /// The first error of the store or, if there is none, the failure to print.
    fn finish(&self) -> Result<io::Result<()>, StoreError>;

    /// Returns whether the store has failed.
    fn has_failed(&self) -> bool;
}

/// The reason why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file is no store.
    #[error("{}: this is not a store of kirke: name a file that does not exist yet", .0.display())]
    NotAStore(PathBuf),
    /// The file, which is to be read, is no store.
    #[error("{}: this is not a store of kirke", .0.display())]
    NothingToRead(PathBuf),
    /// The database holds no store.
    #[error("{0}: this database holds no store of kirke")]
    Absent(String),
    /// The store was made by a version with another layout.
    #[error(
        "{place}: this store has format {found}, expected {expected}: it was made by another version of kirke"
    )]
    OtherFormat {
        /// The file or the server.
        place: String,
        /// Its format.
        found: i64,
        /// The format of this version.
        expected: i64,
    },
    /// A content of the store has no meaning.
    #[error("{place}: the store is damaged: {what}")]
    Damaged {
        /// The file or the server.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// The database reports an error.
    #[error("{place}: {reason}")]
    Database {
        /// The file or the server.
        place: String,
        /// The message of the database.
        reason: String,
    },
}

/// Opens a store that exists, to read it: a file, or the address of a PostgreSQL server.
///
/// # Errors
/// If there is none, or if it cannot be read.
pub fn open_existing_store(place: &str) -> Result<Box<dyn Store>, StoreError> {
    #[cfg(feature = "cluster")]
    if PostgresStore::is_url(place) {
        return Ok(Box::new(PostgresStore::open_existing(place)?));
    }
    Ok(Box::new(SqliteStore::open_existing(Path::new(place))?))
}

#[cfg(test)]
mod tests;
