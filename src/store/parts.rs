//! The parts of one question's solution, in a store.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::recorder::{Recorder, compressed, decode};
use super::{PartRow, QuestionKey};
use crate::solution::{Part, PartKeeper, PartKey, PartState};

/// Parts that begin before the search has taken this time are not kept: they are soon found again.
pub const MIN_SEARCH_TIME: Duration = Duration::from_millis(500);

/// Finds the parts that a store has of a question, and keeps those that a long search finds.
pub struct QuestionParts<'r> {
    recorder: &'r Recorder,
    question: QuestionKey,
    known: Mutex<HashMap<PartKey, Vec<u8>>>,
    begin: Instant,
}

impl<'r> QuestionParts<'r> {
    /// Returns the parts of a question, of which the search begins now.
    pub fn new(recorder: &'r Recorder, question: QuestionKey) -> QuestionParts<'r> {
        let rows = recorder.known_parts(&question).into_iter();
        let known = Mutex::new(rows.map(|row| (row.key, row.part)).collect());
        QuestionParts { recorder, question, known, begin: Instant::now() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<PartKey, Vec<u8>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartKeeper for QuestionParts<'_> {
    fn has_parts(&self) -> bool {
        !self.known().is_empty()
    }

    fn claim(&self, key: &PartKey) -> PartState {
        // A part that is damaged is found again.
        let known = self.known().get(key).and_then(|part| decode(part));
        known.map_or(PartState::Open, PartState::Found)
    }

    fn is_keeping(&self) -> bool {
        self.begin.elapsed() >= MIN_SEARCH_TIME
    }

    fn keep(&self, key: PartKey, part: Part) {
        if self.known().contains_key(&key) {
            return;
        }
        let Ok(part) = compressed(&part) else { return };
        self.known().insert(key, part.clone());
        self.recorder.put_part(PartRow { question: self.question, key, part });
    }

    fn seed(&self) -> Option<u64> {
        Some(self.question.seed())
    }
}
