//! The jobs of a store that many machines share: questions to answer, and parts of their solutions.
//!
//! A worker is registered by the time at which it was last seen. What a worker has taken is free again once it has not been
//! seen for the time of a lease.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use postgres::{Row, Statement, Transaction};

use super::postgres::{PostgresStore, VERSION, budget, write_result};
use super::{Budget, QuestionKey, ResultRow, ResultState, StoreError};
use crate::solution::PartKey;
use crate::verify::VerifyNames;

/// A question to answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// Everything that the result depends on, as text.
    pub question: String,
    /// The problem in Popeye's input language.
    pub problem: String,
    /// The names of men in the verification.
    pub names: VerifyNames,
    /// The limits.
    pub budget: Budget,
    /// The number of workers that have taken it.
    pub attempts: u64,
}

/// What has become of the claim to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobClaim {
    /// The caller answers it; this number of workers has taken it, the caller included.
    Ours {
        /// The number.
        attempts: u64,
    },
    /// Another worker answers it.
    Taken,
    /// There is no such job.
    Missing,
}

/// What has become of the claim to search a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartClaim {
    /// It was searched: the part as compressed JSON.
    Found(Vec<u8>),
    /// The caller searches it.
    Ours,
    /// Another worker searches it.
    Taken,
}

/// A process, or one of its threads, that takes jobs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worker {
    /// Its name, which no other worker has.
    pub id: String,
    /// The name of its machine.
    pub machine: String,
    /// The number of threads that search its jobs.
    pub threads: usize,
}

/// The jobs of a store, as one worker sees them.
pub struct JobQueue {
    store: PostgresStore,
    worker: String,
    machine: String,
    threads: i64,
    lease: f64,
}

/// A worker is lost if it was not seen for the time of a lease. `$1` is that time in seconds.
const LOST: &str = "NOT EXISTS (SELECT 1 FROM kirke_workers WHERE kirke_workers.id = worker \
    AND seen > now() - make_interval(secs => $1))";

/// The job of the question `$3` of the version `$4`, which cannot end while a part is added to it.
const OPEN_JOB: &str =
    "WITH job AS (SELECT 1 FROM kirke_jobs WHERE question = $3 AND version = $4 FOR KEY SHARE)";

/// The number of threads with which the other workers of the machine `$3` than `$2` search.
const BUSY_CORES: &str = "SELECT coalesce(sum(threads), 0)::bigint FROM kirke_workers \
    WHERE machine = $3 AND id <> $2 AND seen > now() - make_interval(secs => $1) \
    AND (is_helping OR EXISTS (SELECT 1 FROM kirke_jobs WHERE worker = kirke_workers.id))";

/// What the name of a worker begins with that is a run: it files problems.
pub const RUN_PREFIX: &str = "run ";

const INSERT_JOB: &str = "INSERT INTO kirke_jobs (question, version, input, problem, names, limit_milliseconds, \
    limit_nodes, limit_plies, worker, attempts, begun) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text, \
    CASE WHEN $9::text IS NULL THEN 0 ELSE 1 END, CASE WHEN $9::text IS NULL THEN NULL ELSE now() END) \
    ON CONFLICT (question, version) DO NOTHING";

const JOB_COLUMNS: &str = "input, problem, names, limit_milliseconds, limit_nodes, limit_plies, attempts";

/// The time after which other workers help with a question.
const SHARED_AFTER_SECONDS: f64 = 1.0;

impl JobQueue {
    /// Registers a worker, and removes the registrations of workers that were not seen for a day.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn new(store: PostgresStore, worker: Worker, lease: Duration) -> Result<JobQueue, StoreError> {
        let Worker { id: worker, machine, threads } = worker;
        let threads = threads.try_into().unwrap_or(i64::MAX);
        let mut queue = JobQueue { store, worker, machine, threads, lease: lease.as_secs_f64() };
        queue.heartbeat()?;
        // A worker without a registration is lost, too.
        let old = "DELETE FROM kirke_workers WHERE seen < now() - interval '1 day'";
        queue.store.run(|client| client.execute(old, &[]))?;
        Ok(queue)
    }

    /// Returns the store.
    pub fn store(&mut self) -> &mut PostgresStore {
        &mut self.store
    }

    /// Registers that the worker is alive.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn heartbeat(&mut self) -> Result<(), StoreError> {
        let sql = "INSERT INTO kirke_workers (id, seen, machine, threads) VALUES ($1, now(), $2, $3) \
            ON CONFLICT (id) DO UPDATE SET seen = now()";
        self.store
            .run(|client| client.execute(sql, &[&self.worker, &self.machine, &self.threads]))
            .map(|_| ())
    }

    /// Adds the jobs of questions that have none and no result that these limits could change. The caller takes the
    /// first one, which it solves at once, with all its threads.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn enqueue(&mut self, jobs: &[Job]) -> Result<(), StoreError> {
        let jobs: Vec<(&Job, QuestionKey)> =
            jobs.iter().map(|job| (job, QuestionKey::of(&job.question))).collect();
        let worker = &self.worker;
        self.store.in_transaction(|transaction| {
            let known = answered(transaction, &jobs)?;
            let mut filed = Vec::new();
            let statement = transaction.prepare(INSERT_JOB)?;
            for &(job, key) in jobs.iter().filter(|(_, key)| !known.contains(key)) {
                let owner = filed.is_empty().then_some(worker.as_str());
                if insert(transaction, &statement, (job, &key), owner)? {
                    filed.push((job, key));
                }
            }
            // A result that was written meanwhile has ended an earlier job, not this one.
            let sql = "DELETE FROM kirke_jobs WHERE question = $1 AND version = $2";
            for key in answered(transaction, &filed)? {
                transaction.execute(sql, &[&&key.bytes()[..], &VERSION])?;
            }
            Ok(())
        })
    }

    /// Ends a job of this worker that has a result.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn end_answered(&mut self, question: &QuestionKey) -> Result<(), StoreError> {
        let sql = "DELETE FROM kirke_jobs WHERE question = $1 AND version = $2 AND worker = $3";
        let key = &question.bytes()[..];
        self.store.run(|client| client.execute(sql, &[&key, &VERSION, &self.worker])).map(|_| ())
    }

    /// Takes the first job that no worker has; `None` if there is none.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn take(&mut self) -> Result<Option<Job>, StoreError> {
        let sql = format!(
            "UPDATE kirke_jobs SET worker = $2, attempts = attempts + 1, begun = now() WHERE id = \
             (SELECT id FROM kirke_jobs WHERE version = $3 AND NOT is_declined AND (worker IS NULL OR {LOST}) \
             ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING {JOB_COLUMNS}"
        );
        let row = self.store.run(|client| client.query_opt(&sql, &[&self.lease, &self.worker, &VERSION]))?;
        row.map(|row| self.job(&row)).transpose()
    }

    /// Returns the job with which another worker has been busy for longest, if it has no limits and takes long, and
    /// begins to help with it; `None` if there is none, or if the machine has no free core of this number: two
    /// processes on one core would search with two tables what one searches with one.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn begin_help(&mut self, cores: usize) -> Result<Option<Job>, StoreError> {
        let cores = i64::try_from(cores).unwrap_or(i64::MAX);
        let job = format!(
            "SELECT {JOB_COLUMNS} FROM kirke_jobs WHERE version = $1 AND worker <> $2 AND NOT is_declined \
             AND limit_milliseconds IS NULL AND limit_nodes IS NULL \
             AND begun < now() - make_interval(secs => $3) ORDER BY begun LIMIT 1"
        );
        let values: &[&(dyn postgres::types::ToSql + Sync)] =
            &[&VERSION, &self.worker, &SHARED_AFTER_SECONDS];
        let row = self.store.in_transaction(|transaction| {
            let Some(row) = transaction.query_opt(&job, values)? else { return Ok(None) };
            // The workers of a machine count its cores one after the other.
            transaction.execute("SELECT pg_advisory_xact_lock(hashtext($1))", &[&self.machine])?;
            let busy = transaction.query_one(BUSY_CORES, &[&self.lease, &self.worker, &self.machine])?;
            if busy.get::<_, i64>(0) >= cores {
                return Ok(None);
            }
            set_helping(transaction, &self.worker, true)?;
            Ok(Some(row))
        })?;
        row.map(|row| self.job(&row)).transpose()
    }

    /// Registers that the worker no longer helps.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn end_help(&mut self) -> Result<(), StoreError> {
        self.store.in_transaction(|transaction| set_helping(transaction, &self.worker, false))
    }

    /// Returns whether a job is not finished, or a run may file further ones.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn has_work(&mut self) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM kirke_jobs WHERE version = $1 AND NOT is_declined) \
            OR EXISTS (SELECT 1 FROM kirke_workers WHERE starts_with(id, $2) AND seen > now() - make_interval(secs => $3))";
        let row = self.store.run(|client| client.query_one(sql, &[&VERSION, &RUN_PREFIX, &self.lease]));
        row.map(|row| row.get(0))
    }

    /// Gives back a job that only the process that has filed it can solve.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn decline(&mut self, question: &QuestionKey) -> Result<(), StoreError> {
        let sql = "UPDATE kirke_jobs SET worker = NULL, attempts = 0, is_declined = TRUE \
            WHERE question = $1 AND version = $2 AND worker = $3";
        let key = &question.bytes()[..];
        self.store.run(|client| client.execute(sql, &[&key, &VERSION, &self.worker])).map(|_| ())
    }

    /// Claims the answer to a question.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn claim(&mut self, question: &QuestionKey) -> Result<JobClaim, StoreError> {
        let key = &question.bytes()[..];
        let sql = format!(
            "UPDATE kirke_jobs SET worker = $2, attempts = attempts + (worker IS DISTINCT FROM $2)::int, \
             begun = CASE WHEN worker = $2 THEN begun ELSE now() END \
             WHERE question = $3 AND version = $4 AND (worker IS NULL OR worker = $2 OR {LOST}) RETURNING attempts"
        );
        let exists = "SELECT 1 FROM kirke_jobs WHERE question = $1 AND version = $2";
        self.store.run(|client| {
            let claimed = client.query_opt(&sql, &[&self.lease, &self.worker, &key, &VERSION])?;
            if let Some(row) = claimed {
                return Ok(JobClaim::Ours { attempts: row.get::<_, i64>(0) as u64 });
            }
            let exists = client.query_opt(exists, &[&key, &VERSION])?.is_some();
            Ok(if exists { JobClaim::Taken } else { JobClaim::Missing })
        })
    }

    /// Ends the job of a result and keeps the result, in one transaction. Returns `false` if the job was ended before: the
    /// result is then not kept.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn finish(&mut self, row: &ResultRow) -> Result<bool, StoreError> {
        self.store.in_transaction(|transaction| {
            let sql = "DELETE FROM kirke_jobs WHERE question = $1 AND version = $2";
            let ended = transaction.execute(sql, &[&&row.question.bytes()[..], &VERSION])?;
            if ended > 0 {
                write_result(transaction, row)?;
            }
            Ok(ended > 0)
        })
    }

    /// Gives back everything that the worker has taken, and its registration.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn leave(&mut self) -> Result<(), StoreError> {
        self.store.in_transaction(|transaction| {
            let free = "UPDATE kirke_jobs SET worker = NULL, attempts = attempts - 1 WHERE worker = $1";
            transaction.execute(free, &[&self.worker])?;
            transaction.execute("DELETE FROM kirke_parts WHERE worker = $1", &[&self.worker])?;
            transaction.execute("DELETE FROM kirke_workers WHERE id = $1", &[&self.worker]).map(|_| ())
        })
    }

    /// Claims the search of a part. Of a question that has been answered all parts are taken.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn claim_part(&mut self, question: &QuestionKey, key: &PartKey) -> Result<PartClaim, StoreError> {
        let (question, key) = (&question.bytes()[..], part_key(key));
        let sql = format!(
            "{OPEN_JOB} INSERT INTO kirke_parts (question, version, key, worker) SELECT $3, $4, $5, $2 FROM job \
             ON CONFLICT (question, version, key) DO UPDATE SET worker = $2 \
             WHERE kirke_parts.part IS NULL AND (kirke_parts.worker = $2 OR {}) RETURNING 1",
            LOST.replace("= worker", "= kirke_parts.worker")
        );
        let find = "SELECT part FROM kirke_parts WHERE question = $1 AND version = $2 AND key = $3";
        self.store.run(|client| {
            let claimed = client.query_opt(&sql, &[&self.lease, &self.worker, &question, &VERSION, &key])?;
            if claimed.is_some() {
                return Ok(PartClaim::Ours);
            }
            let found = client.query_opt(find, &[&question, &VERSION, &key])?;
            let part: Option<Vec<u8>> = found.and_then(|row| row.get(0));
            Ok(part.map_or(PartClaim::Taken, PartClaim::Found))
        })
    }

    /// Keeps a part of an open question.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn keep_part(
        &mut self,
        question: &QuestionKey,
        key: &PartKey,
        part: &[u8],
    ) -> Result<(), StoreError> {
        let (question, key) = (&question.bytes()[..], part_key(key));
        let sql = format!(
            "{OPEN_JOB} INSERT INTO kirke_parts (question, version, key, part) SELECT $3, $4, $1, $2 FROM job \
             ON CONFLICT (question, version, key) DO UPDATE SET part = excluded.part, worker = NULL"
        );
        self.store.run(|client| client.execute(&sql, &[&key, &part, &question, &VERSION])).map(|_| ())
    }

    /// Gives back the parts of a question that the worker has claimed and not searched.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn release_parts(&mut self, question: &QuestionKey) -> Result<(), StoreError> {
        let sql = "DELETE FROM kirke_parts WHERE question = $1 AND version = $2 AND worker = $3";
        let key = &question.bytes()[..];
        self.store.run(|client| client.execute(sql, &[&key, &VERSION, &self.worker])).map(|_| ())
    }

    /// Returns whether a question is still to be answered.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn has_job(&mut self, question: &QuestionKey) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM kirke_jobs WHERE question = $1 AND version = $2";
        let key = &question.bytes()[..];
        self.store.run(|client| client.query_opt(sql, &[&key, &VERSION])).map(|row| row.is_some())
    }

    fn job(&self, row: &Row) -> Result<Job, StoreError> {
        let names =
            serde_json::from_str(row.get(2)).map_err(|_| self.store.damaged("a job without names"))?;
        Ok(Job {
            question: row.get(0),
            problem: row.get(1),
            names,
            budget: budget(row, 3),
            attempts: row.get::<_, i64>(6) as u64,
        })
    }
}

/// Registers whether a worker helps. The server need not write that to the disk at once.
fn set_helping(
    transaction: &mut Transaction<'_>,
    worker: &str,
    is_helping: bool,
) -> Result<(), postgres::Error> {
    transaction.execute("SET LOCAL synchronous_commit TO OFF", &[])?;
    let sql = "UPDATE kirke_workers SET is_helping = $2 WHERE id = $1";
    transaction.execute(sql, &[&worker, &is_helping]).map(|_| ())
}

/// Returns the questions with a result that the limits of their jobs could not change.
fn answered(
    transaction: &mut Transaction<'_>,
    jobs: &[(&Job, QuestionKey)],
) -> Result<HashSet<QuestionKey>, postgres::Error> {
    let bytes: Vec<&[u8]> = jobs.iter().map(|(_, key)| &key.bytes()[..]).collect();
    let sql = "SELECT question, state, limit_milliseconds, limit_nodes, limit_plies FROM kirke_results \
        WHERE question = ANY($1) AND version = $2";
    let rows = transaction.query(sql, &[&bytes, &VERSION])?;
    let rows: HashMap<&[u8], &Row> = rows.iter().map(|row| (row.get(0), row)).collect();
    let is_answered = |(job, key): &&(&Job, QuestionKey)| {
        rows.get(&key.bytes()[..]).is_some_and(|row| {
            row.get::<_, &str>(1) != ResultState::Cut.word() || budget(row, 2).covers(&job.budget)
        })
    };
    Ok(jobs.iter().filter(is_answered).map(|(_, key)| *key).collect())
}

/// Adds a job, which its owner has taken; returns `false` if the question has one.
fn insert(
    transaction: &mut Transaction<'_>,
    statement: &Statement,
    (job, key): (&Job, &QuestionKey),
    owner: Option<&str>,
) -> Result<bool, postgres::Error> {
    let limit = |limit: Option<u64>| limit.map(|value| value as i64);
    // Names are letters: they can be written.
    let names = serde_json::to_string(&job.names).unwrap_or_default();
    let added = transaction.execute(
        statement,
        &[
            &&key.bytes()[..],
            &VERSION,
            &job.question,
            &job.problem,
            &names,
            &limit(job.budget.milliseconds),
            &limit(job.budget.nodes),
            &(job.budget.plies as i64),
            &owner,
        ],
    )?;
    Ok(added > 0)
}

/// Returns the text of a part's place, which has only numbers and words.
fn part_key(key: &PartKey) -> String {
    serde_json::to_string(key).unwrap_or_default()
}
