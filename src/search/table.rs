//! Transposition table: bounded, shared by all threads, without locks.
//!
//! **What.** A [transposition table](https://www.chessprogramming.org/Transposition_Table) of answers,
//! [`DistanceBounds`] and [`ProofNumbers`]. A bucket of four entries fills one cache line. The table grows with what is
//! stored in it, up to its bound: a small problem does not pay for clearing a large table. It is made of up to a power
//! of two of equal segments, each of 64 to 127 buckets, so that any bound is used almost whole. The low half of a key
//! selects the segment, the high half the bucket in it. When the segments double, half of the entries stay and the
//! others move to the same bucket of a new segment.
//!
//! **Why it is correct.** An entry is two words, the key XOR the data and the data, so that a torn entry does
//! not match. All 64 bits of the key are compared; it includes what is asked (the plies left, for most entries)
//! and a salt for each side of a twin. Two positions with the same key would be confused.
//!
//! **Cost and gain.** Moving the entries when the table grows saves a fifth to two fifths of all nodes, which
//! would otherwise be searched twice (`docs/internals/experiments.md`).
//!
//! **Reference.** R. Hyatt and T. Mann, *A lockless transposition table implementation for parallel search*,
//! ICGA Journal 25 (2002).

mod entry;
mod memory;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

pub use entry::{DistanceBounds, ProofNumbers};

use entry::{answer_of, answer_word, cost_of};
use memory::{advise_huge_pages, give_back_pages, prefetch};

/// The number of entries in a bucket: one cache line.
const BUCKET_LEN: usize = 4;
/// The number of bytes of an entry.
pub const ENTRY_BYTES: usize = 16;
/// The number of words of a bucket.
const BUCKET_WORDS: usize = BUCKET_LEN * 2;
/// A segment has fewer than 2^`SEGMENT_BITS` buckets, and at least half of that in any table of several
/// segments. What does not fill a segment, less than one part in 64 of the table, is not used.
const SEGMENT_BITS: u32 = 7;
/// The least number of new words for which huge pages are requested: a small problem does not pay for
/// clearing one.
const HUGE_PAGE_MIN_WORDS: usize = 1 << 17;
/// The number of segments in use at first.
const INITIAL_SEGMENTS: usize = 1 << 6;
/// A table is cleared if at least this part of its entries is in use.
const MIN_CLEARED_PART: usize = 4;

/// A transposition table.
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// The index of the first word that begins a cache line.
    first_word: usize,
    /// One less than the number of segments in use, which is a power of two.
    segment_mask: AtomicUsize,
    /// The number of entries stored; may count an entry twice.
    stored: AtomicUsize,
    /// Whether a thread is doubling the number of segments.
    growing: AtomicBool,
    /// The maximum number of segments, a power of two.
    max_segments: usize,
    /// The number of buckets in a segment.
    segment_buckets: usize,
    next_salt: AtomicU64,
}

/// How full a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableUsage {
    /// The number of entries in use.
    pub used: usize,
    /// The maximum number of entries.
    pub entries: usize,
}

/// Allocators may keep what is freed.
impl Drop for TranspositionTable {
    fn drop(&mut self) {
        give_back_pages(&mut self.words);
    }
}

impl TranspositionTable {
    /// Returns a table of at most `bytes` bytes, or of less if the allocation fails.
    pub fn new(bytes: usize) -> TranspositionTable {
        let mut buckets = (bytes / (BUCKET_LEN * ENTRY_BYTES)).max(1);
        let (max_segments, segment_buckets, words) = loop {
            let max_segments = 1 << (buckets.ilog2() + 1).saturating_sub(SEGMENT_BITS);
            let segment_buckets = buckets / max_segments;
            // One bucket more, to align the first bucket to a cache line.
            let words = (max_segments * segment_buckets + 1) * BUCKET_WORDS;
            match bytemuck::allocation::try_zeroed_vec::<AtomicU64>(words) {
                Ok(words) => break (max_segments, segment_buckets, words),
                Err(()) if buckets > 1 => buckets /= 2,
                // Not even one cache line: nothing else in the program can run either.
                Err(()) => break (1, 1, bytemuck::zeroed_vec(2 * BUCKET_WORDS)),
            }
        };
        let first_word = words.as_ptr().align_offset(BUCKET_LEN * ENTRY_BYTES).min(BUCKET_WORDS);
        TranspositionTable {
            words,
            first_word,
            segment_mask: AtomicUsize::new(max_segments.min(INITIAL_SEGMENTS) - 1),
            stored: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            max_segments,
            segment_buckets,
            next_salt: AtomicU64::new(0),
        }
    }

    /// Returns how full the table is.
    pub fn usage(&self) -> TableUsage {
        let entries = self.max_segments * self.segment_buckets * BUCKET_LEN;
        TableUsage { used: self.stored.load(Ordering::Relaxed).min(entries), entries }
    }

    /// Returns a new number for the keys of one search: searches with different salts do not read each
    /// other's answers.
    pub fn new_salt(&self) -> u64 {
        mix(self.next_salt.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Forgets the answers, if they fill much of the table, and returns it to its first size. No search may use the table
    /// meanwhile; one that begins loses its first answers.
    pub fn clear(&self) {
        let segments = self.segment_mask.load(Ordering::Relaxed) + 1;
        let words = segments * self.segment_buckets * BUCKET_WORDS;
        // Few answers do no harm, and clearing takes time.
        if self.stored.load(Ordering::Relaxed) < words / 2 / MIN_CLEARED_PART {
            return;
        }
        self.words[self.first_word..][..words].iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.segment_mask.store(self.max_segments.min(INITIAL_SEGMENTS) - 1, Ordering::Relaxed);
        self.stored.store(0, Ordering::Relaxed);
    }

    /// Returns the number for the keys of a part of the problem with this seed: all searches of the part read each other's
    /// answers, and no others. A seed is a hash; the numbers of [`new_salt`](Self::new_salt) are small before they are
    /// mixed.
    pub fn salt_of(seed: u64, part: usize) -> u64 {
        mix(mix(seed | 1 << 63).wrapping_add(part as u64) | 1 << 63)
    }

    /// Returns the key of a question about the position with the hash key `position`. `question` is the number of
    /// plies left, where the answer depends on it, or another number that keeps questions apart.
    #[inline]
    pub fn key(salt: u64, position: u64, question: usize) -> u64 {
        mix(position ^ salt ^ (question as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns the words of a key's bucket.
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let segment = key as usize & self.segment_mask.load(Ordering::Relaxed);
        let bucket =
            segment * self.segment_buckets + (((key >> 32) * self.segment_buckets as u64) >> 32) as usize;
        &self.words[self.first_word + bucket * BUCKET_WORDS..][..BUCKET_WORDS]
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(word) = self.bucket(key).first() {
            prefetch(word);
        }
    }

    /// Returns the data word of a key; 0 if there is none.
    #[inline]
    fn word(&self, key: u64) -> u64 {
        let found = self.bucket(key).chunks_exact(2).find_map(|entry| {
            let word = entry[1].load(Ordering::Relaxed);
            (word != 0 && entry[0].load(Ordering::Relaxed) ^ word == key).then_some(word)
        });
        found.unwrap_or(0)
    }

    /// Stores a nonzero data word in place of the same key, of an empty entry or else of the entry of lowest
    /// cost in the bucket.
    #[inline(always)]
    fn store_word(&self, key: u64, word: u64) {
        let bucket = self.bucket(key);
        let mut slot = 0;
        let mut cheapest = u64::MAX;
        let mut new = false;
        for (index, entry) in bucket.chunks_exact(2).enumerate() {
            let old = entry[1].load(Ordering::Relaxed);
            if old == 0 || entry[0].load(Ordering::Relaxed) ^ old == key {
                slot = index;
                new = old == 0;
                break;
            }
            let cost = cost_of(old);
            if cost < cheapest {
                cheapest = cost;
                slot = index;
            }
        }
        bucket[2 * slot].store(key ^ word, Ordering::Relaxed);
        bucket[2 * slot + 1].store(word, Ordering::Relaxed);
        if new {
            self.count_new_entry();
        }
    }

    /// Returns the answer stored for a key.
    #[inline]
    pub fn answer(&self, key: u64) -> Option<bool> {
        answer_of(self.word(key))
    }

    /// Stores an answer that was found with `plies_left` plies left, which is its cost.
    #[inline]
    pub fn store_answer(&self, key: u64, answer: bool, plies_left: usize) {
        self.store_word(key, answer_word(answer, plies_left));
    }

    /// Returns the bounds stored for a key.
    #[inline]
    pub fn bounds(&self, key: u64) -> DistanceBounds {
        DistanceBounds::from_word(self.word(key))
    }

    /// Stores bounds that cost a search of `nodes` nodes.
    #[inline]
    pub fn store_bounds(&self, key: u64, bounds: DistanceBounds, nodes: u64) {
        self.store_word(key, bounds.word(nodes));
    }

    /// Returns the proof numbers stored for a key.
    pub fn proof_numbers(&self, key: u64) -> Option<ProofNumbers> {
        ProofNumbers::from_word(self.word(key))
    }

    /// Stores proof numbers that cost a search of `nodes` nodes.
    pub fn store_proof_numbers(&self, key: u64, numbers: ProofNumbers, nodes: u64) {
        self.store_word(key, numbers.word(nodes));
    }

    /// Counts a new entry, and doubles the segments in use when half of the entries are used.
    fn count_new_entry(&self) {
        let stored = self.stored.fetch_add(1, Ordering::Relaxed);
        let segments = self.segment_mask.load(Ordering::Relaxed) + 1;
        if stored <= segments * self.segment_buckets * BUCKET_LEN / 2 || segments == self.max_segments {
            return;
        }
        // Other threads continue with the segments in use.
        if self.growing.swap(true, Ordering::Acquire) {
            return;
        }
        if self.segment_mask.load(Ordering::Relaxed) + 1 == segments {
            let more = segments * self.segment_buckets * BUCKET_WORDS;
            if more >= HUGE_PAGE_MIN_WORDS {
                // All that follows, so that no small pages are left where a huge page crosses the end of a part.
                advise_huge_pages(&self.words[self.first_word + more..]);
            }
            self.rehash(segments);
            self.segment_mask.store(2 * segments - 1, Ordering::Relaxed);
        }
        self.growing.store(false, Ordering::Release);
    }

    /// Moves entries to the places where they are looked up once the number of segments is doubled.
    ///
    /// An entry that another thread stores in the same bucket at the same time may be lost or torn: then it
    /// is not found.
    fn rehash(&self, segments: usize) {
        let size = segments * self.segment_buckets * BUCKET_WORDS;
        let (old, new) = self.words[self.first_word..][..2 * size].split_at(size);
        for (old, new) in old.chunks_exact(BUCKET_WORDS).zip(new.chunks_exact(BUCKET_WORDS)) {
            let (mut kept, mut moved) = (0, 0);
            for entry in old.chunks_exact(2) {
                let [mixed, word] = [&entry[0], &entry[1]].map(|word| word.load(Ordering::Relaxed));
                if word == 0 {
                    continue;
                }
                let (bucket, slot) = match (mixed ^ word) as usize & segments {
                    0 => (old, &mut kept),
                    _ => (new, &mut moved),
                };
                bucket[2 * *slot].store(mixed, Ordering::Relaxed);
                bucket[2 * *slot + 1].store(word, Ordering::Relaxed);
                *slot += 1;
            }
            for entry in old.chunks_exact(2).skip(kept) {
                entry[1].store(0, Ordering::Relaxed);
            }
        }
    }
}

/// Returns a hash of a number in which every bit depends on every bit of the number: the finaliser of
/// SplitMix64.
#[inline]
fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_answers_are_found_under_their_key_only() {
        let table = TranspositionTable::new(1 << 20);
        let (salt, other) = (table.new_salt(), table.new_salt());
        for n in 0..1000u64 {
            table.store_answer(TranspositionTable::key(salt, n, 3), n % 2 == 0, 3);
        }
        for n in 0..1000u64 {
            assert_eq!(table.answer(TranspositionTable::key(salt, n, 3)), Some(n % 2 == 0));
            assert_eq!(table.answer(TranspositionTable::key(salt, n, 4)), None);
            assert_eq!(table.answer(TranspositionTable::key(other, n, 3)), None);
        }
    }

    #[test]
    fn cleared_table_is_as_new() {
        let table = TranspositionTable::new(4 << 20);
        let first = table.segment_mask.load(Ordering::Relaxed);
        let store = |keys: u64| {
            (0..keys).for_each(|n| table.store_answer(TranspositionTable::key(1, n, 1), true, 1));
        };
        // Few answers stay.
        store(10);
        table.clear();
        assert_eq!(table.usage().used, 10);
        store(100_000);
        assert!(table.segment_mask.load(Ordering::Relaxed) > first);
        table.clear();
        assert_eq!((table.usage().used, table.segment_mask.load(Ordering::Relaxed)), (0, first));
        assert!((0..100_000).all(|n| table.answer(TranspositionTable::key(1, n, 1)).is_none()));
        assert!(table.words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn salts_of_seeds_differ() {
        let table = TranspositionTable::new(1 << 10);
        let mut salts: Vec<u64> = (0..1000).map(|_| table.new_salt()).collect();
        salts.extend(
            (0..100).flat_map(|seed| (0..10).map(move |part| TranspositionTable::salt_of(seed, part))),
        );
        salts.sort_unstable();
        salts.dedup();
        assert_eq!(salts.len(), 2000);
        assert_eq!(TranspositionTable::salt_of(7, 1), TranspositionTable::salt_of(7, 1));
    }

    #[test]
    fn stored_bounds_are_found() {
        let bounds = DistanceBounds { won_in: 5, not_won_in: 3 };
        let table = TranspositionTable::new(1 << 12);
        assert_eq!(table.bounds(7), DistanceBounds::default());
        table.store_bounds(7, bounds, u64::MAX - 1);
        assert_eq!(table.bounds(7), bounds);
    }

    #[test]
    fn stored_proof_numbers_are_found() {
        let table = TranspositionTable::new(1 << 12);
        assert_eq!(table.proof_numbers(7), None);
        table.store_proof_numbers(7, ProofNumbers::UNKNOWN, u64::MAX - 1);
        assert_eq!(table.proof_numbers(7), Some(ProofNumbers::UNKNOWN));
    }

    #[test]
    fn full_table_keeps_size_and_correct_answers() {
        let table = TranspositionTable::new(1 << 12);
        for n in 0..100_000u64 {
            table.store_answer(TranspositionTable::key(1, n, 1), n % 3 == 0, 1);
        }
        let known = (0..100_000u64).filter(|&n| {
            let answer = table.answer(TranspositionTable::key(1, n, 1));
            assert!(answer.is_none_or(|answer| answer == (n % 3 == 0)));
            answer.is_some()
        });
        let known = known.count();
        assert!((1..=256).contains(&known), "{known}");
    }

    #[test]
    fn table_uses_nearly_all_allowed_bytes() {
        for bytes in [64, 100, 4 << 10, 200 << 20, 3 << 29, (1 << 30) - 1] {
            let TableUsage { used, entries } = TranspositionTable::new(bytes).usage();
            assert_eq!(used, 0);
            assert!(entries * 16 <= bytes && bytes - entries * 16 <= 64 + bytes / 64, "{bytes}: {entries}");
        }
    }

    #[test]
    fn keys_spread_evenly_over_buckets() {
        // 128 segments of 72 buckets.
        let table = TranspositionTable::new(128 * 72 * BUCKET_LEN * ENTRY_BYTES);
        assert_eq!((table.max_segments, table.segment_buckets), (128, 72));
        for n in 0..1_000_000u64 {
            table.store_answer(TranspositionTable::key(1, n, 1), true, 1);
        }
        let TableUsage { used, entries } = table.usage();
        assert!(used > entries * 99 / 100, "{used} of {entries}");
        let known =
            (0..1_000_000u64).filter(|&n| table.answer(TranspositionTable::key(1, n, 1)).is_some()).count();
        assert_eq!(known, used);
    }

    #[test]
    fn growing_keeps_entries() {
        let table = TranspositionTable::new(4 << 20);
        let count_found = |keys: u64| {
            (0..keys).filter(|&n| table.answer(TranspositionTable::key(1, n, 1)).is_some()).count()
        };
        let mut stored = 0;
        for segments in [1, 2, 4].map(|times| times * INITIAL_SEGMENTS) {
            let mut before = 0;
            while table.segment_mask.load(Ordering::Relaxed) < segments {
                before = table.usage().used;
                table.store_answer(TranspositionTable::key(1, stored, 1), true, 1);
                stored += 1;
            }
            assert!(stored as usize > segments * table.segment_buckets * BUCKET_LEN / 2, "{stored}");
            assert_eq!(count_found(stored), before + 1);
            assert_eq!(table.usage().used, before + 1);
        }
    }

    #[test]
    fn concurrent_stores_while_growing_stay_correct() {
        let table = TranspositionTable::new(1 << 20);
        let truth = |n: u64| n.is_multiple_of(3);
        std::thread::scope(|scope| {
            for first in [0, 1] {
                let table = &table;
                scope.spawn(move || {
                    for n in (first..40_000u64).step_by(2) {
                        table.store_answer(TranspositionTable::key(1, n, 1), truth(n), 1);
                        let probed = TranspositionTable::key(1, n / 2, 1);
                        assert!(table.answer(probed).is_none_or(|answer| answer == truth(n / 2)));
                    }
                });
            }
        });
        assert!(table.segment_mask.load(Ordering::Relaxed) >= INITIAL_SEGMENTS);
        // A thread that waits while it grows the table lets the other one replace any number of entries.
        for n in 0..40_000 {
            table.store_answer(TranspositionTable::key(1, n, 1), truth(n), 1);
        }
        assert!(
            (0..40_000).filter(|&n| table.answer(TranspositionTable::key(1, n, 1)).is_some()).count()
                > 30_000
        );
    }

    #[test]
    fn concurrent_stores_of_same_keys_while_growing_stay_correct() {
        // Each thread stores its own one of two truths about a key and may overwrite the other's.
        let truths = |n: u64| {
            let plies = 1 + (n % 200) as u8;
            [
                DistanceBounds { won_in: plies, not_won_in: 0 },
                DistanceBounds { won_in: 0, not_won_in: plies },
                DistanceBounds { won_in: plies, not_won_in: plies },
            ]
        };
        for round in 0..8 {
            let table = TranspositionTable::new(1 << 20);
            let start = std::sync::Barrier::new(2);
            std::thread::scope(|scope| {
                for own in [0, 1] {
                    let (table, start) = (&table, &start);
                    scope.spawn(move || {
                        start.wait();
                        for n in 0..40_000u64 {
                            let key = TranspositionTable::key(round, n, 1);
                            table.store_bounds(key, truths(n)[own], n);
                            let known = table.bounds(key);
                            assert!(
                                known == DistanceBounds::default() || truths(n).contains(&known),
                                "{known:?}"
                            );
                        }
                    });
                }
            });
            let found = (0..40_000).filter(|&n| {
                let known = table.bounds(TranspositionTable::key(round, n, 1));
                assert!(known == DistanceBounds::default() || truths(n).contains(&known), "{known:?}");
                known != DistanceBounds::default()
            });
            assert!(found.count() > 20_000);
        }
    }
}
