//! The parts of one question's solution, in a store.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::recorder::{Recorder, compressed, decode};
use super::{PartRow, QuestionKey};
use crate::solution::{Part, PartKeeper, PartKey, PartState};

/// Parts that begin before the search has taken this time are not kept: they are soon found again.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(500);

/// Finds the parts that a store has of a question, and keeps those that a long search finds.
pub struct QuestionParts<'r> {
    recorder: &'r Recorder,
    question: QuestionKey,
    known: HashMap<PartKey, Vec<u8>>,
    begin: Instant,
}

impl<'r> QuestionParts<'r> {
    /// Returns the parts of a question, of which the search begins now.
    pub fn new(recorder: &'r Recorder, question: QuestionKey) -> QuestionParts<'r> {
        let rows = recorder.known_parts(&question).into_iter();
        let known = rows.map(|row| (row.key, row.part)).collect();
        QuestionParts { recorder, question, known, begin: Instant::now() }
    }
}

impl PartKeeper for QuestionParts<'_> {
    fn claim(&self, key: &PartKey) -> PartState {
        // A part that is damaged is found again.
        let known = self.known.get(key).and_then(|part| decode(part));
        known.map_or(PartState::Open, PartState::Found)
    }

    fn is_keeping(&self) -> bool {
        self.begin.elapsed() >= MIN_SEARCH_TIME
    }

    fn keep(&self, key: PartKey, part: Part) {
        if self.known.contains_key(&key) {
            return;
        }
        let Ok(text) = serde_json::to_vec(&part) else { return };
        self.recorder.put_part(PartRow { question: self.question, key, part: compressed(&text) });
    }
}
