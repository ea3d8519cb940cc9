//! The table of answers: bounded, shared by all threads, without locks.
//!
//! An entry is two words, the key mixed with the answer and the answer, so that a
//! torn entry does not match (R. Hyatt and T. Mann, 2002). All 64 bits of the key are
//! compared; they include the half-moves left and the phase of the solution.
//!
//! What is known of a position in battle play are [`Bounds`], which hold for every length.
//!
//! The table grows with what is stored in it, up to its bound: a small problem does
//! not pay for clearing a large table. It is a power of two of rows of so many buckets
//! that they fill the bound. The low half of a key finds the row: when the rows double, half
//! of the entries keep their places, and the others go to the same bucket of a new row. The
//! high half finds the bucket of the row. (Left where they stood, the others were not found
//! any more, and a fifth to two fifths of all nodes were searched twice: `docs/performance.md`.)

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

mod memory;

use memory::{advise_huge_pages, prefetch};

/// Entries that are looked at together: one line of the cache.
const BUCKET_LEN: usize = 4;
/// Where the cost begins in a word.
const COST_BIT: u32 = 16;
/// A row has fewer buckets than two to this power, and in a table of any size at least
/// half as many: what does not fill a row, less than one part in 64, is not used.
const SEGMENT_BITS: u32 = 7;
/// How many words more are worth large pages: a small problem does not pay for clearing one.
const HUGE_PAGE_MIN_WORDS: usize = 1 << 18;
/// The rows in use at first.
const INITIAL_SEGMENTS: usize = 1 << 6;

/// A table of answers.
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// The first word that begins a line of the cache.
    first_word: usize,
    /// One less than the number of rows in use, which is a power of two.
    segment_mask: AtomicUsize,
    stored: AtomicUsize,
    /// Is a thread taking more rows into use?
    growing: AtomicBool,
    /// The rows that there can be, a power of two.
    max_segments: usize,
    /// The buckets of a row.
    segment_buckets: usize,
    next_salt: AtomicU64,
}

/// How full a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableUsage {
    /// The entries that hold an answer.
    pub used: usize,
    /// The entries that there can be.
    pub entries: usize,
}

impl TranspositionTable {
    /// A table of at most so many bytes, and of less where the machine has not so many.
    pub fn new(bytes: usize) -> TranspositionTable {
        let mut buckets = (bytes / (BUCKET_LEN * 16)).max(1);
        let (max_segments, segment_buckets, words) = loop {
            let max_segments = 1 << (buckets.ilog2() + 1).saturating_sub(SEGMENT_BITS);
            let segment_buckets = buckets / max_segments;
            // One bucket more, so that the first can begin where a line of the cache does.
            match bytemuck::allocation::try_zeroed_vec::<AtomicU64>(
                (max_segments * segment_buckets + 1) * BUCKET_LEN * 2,
            ) {
                Ok(words) => break (max_segments, segment_buckets, words),
                Err(()) if buckets > 1 => buckets /= 2,
                // Not even a line of the cache: nothing else will go on either.
                Err(()) => break (1, 1, bytemuck::zeroed_vec(2 * BUCKET_LEN * 2)),
            }
        };
        let first = words.as_ptr().align_offset(BUCKET_LEN * 16).min(BUCKET_LEN * 2);
        TranspositionTable {
            words,
            first_word: first,
            segment_mask: AtomicUsize::new(max_segments.min(INITIAL_SEGMENTS) - 1),
            stored: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            max_segments,
            segment_buckets,
            next_salt: AtomicU64::new(0),
        }
    }

    /// How full the table is.
    pub fn usage(&self) -> TableUsage {
        let entries = self.max_segments * self.segment_buckets * BUCKET_LEN;
        // Two threads may have counted the same entry.
        TableUsage { used: self.stored.load(Ordering::Relaxed).min(entries), entries }
    }

    /// A number for keys of one search, so that searches do not see each other's answers.
    pub fn new_salt(&self) -> u64 {
        mix(self.next_salt.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The key of a position with so many half-moves left.
    #[inline]
    pub fn key(salt: u64, position: u64, plies_left: usize) -> u64 {
        mix(position ^ salt ^ (plies_left as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let segment = key as usize & self.segment_mask.load(Ordering::Relaxed);
        let bucket =
            segment * self.segment_buckets + (((key >> 32) * self.segment_buckets as u64) >> 32) as usize;
        &self.words[self.first_word + bucket * BUCKET_LEN * 2..][..BUCKET_LEN * 2]
    }

    /// Says that a key will be asked for soon: until then the processor can fetch what is stored for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(word) = self.bucket(key).first() {
            prefetch(word);
        }
    }

    /// The word stored for a key; 0 if there is none.
    #[inline]
    fn word(&self, key: u64) -> u64 {
        let found = self.bucket(key).chunks_exact(2).find_map(|entry| {
            let word = entry[1].load(Ordering::Relaxed);
            (word != 0 && entry[0].load(Ordering::Relaxed) ^ word == key).then_some(word)
        });
        found.unwrap_or(0)
    }

    /// Stores a word, not 0, whose high bits tell what it cost; the cheapest of its bucket
    /// gives way.
    #[inline]
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

    /// The answer stored for a key.
    #[inline]
    pub fn answer(&self, key: u64) -> Option<bool> {
        let word = self.word(key);
        (word != 0).then_some(word & 1 == 1)
    }

    /// Stores an answer that cost a search of so many half-moves.
    #[inline]
    pub fn store_answer(&self, key: u64, answer: bool, plies_left: usize) {
        self.store_word(key, cost_word(plies_left as u64) | 2 | u64::from(answer));
    }

    /// The bounds stored for a key.
    #[inline]
    pub fn bounds(&self, key: u64) -> DistanceBounds {
        DistanceBounds::from_word(self.word(key))
    }

    /// Stores bounds that cost a search of so many nodes.
    #[inline]
    pub fn store_bounds(&self, key: u64, bounds: DistanceBounds, nodes: u64) {
        self.store_word(key, cost_word(u64::from((nodes + 1).ilog2())) | bounds.word());
    }

    /// The proof and disproof number stored for a key.
    pub fn proof_numbers(&self, key: u64) -> Option<ProofNumbers> {
        ProofNumbers::from_word(self.word(key))
    }

    /// Stores numbers that cost a search of so many nodes.
    pub fn store_proof_numbers(&self, key: u64, numbers: ProofNumbers, nodes: u64) {
        let cost = u64::from((nodes + 1).ilog2()).min(ProofNumbers::MAX_COST);
        self.store_word(key, cost << ProofNumbers::COST_BIT | numbers.word());
    }

    /// Notes a new entry, and takes more rows into use when half are full.
    fn count_new_entry(&self) {
        let stored = self.stored.fetch_add(1, Ordering::Relaxed);
        let segments = self.segment_mask.load(Ordering::Relaxed) + 1;
        if stored <= segments * self.segment_buckets * BUCKET_LEN / 2 || segments == self.max_segments {
            return;
        }
        // The others go on with the rows that there are.
        if self.growing.swap(true, Ordering::Acquire) {
            return;
        }
        if self.segment_mask.load(Ordering::Relaxed) + 1 == segments {
            let more = segments * self.segment_buckets * BUCKET_LEN * 2;
            if more >= HUGE_PAGE_MIN_WORDS {
                advise_huge_pages(&self.words[self.first_word + more..][..more]);
            }
            self.rehash(segments);
            self.segment_mask.store(2 * segments - 1, Ordering::Relaxed);
        }
        self.growing.store(false, Ordering::Release);
    }

    /// Moves entries to where they are looked for once there are twice so many rows.
    ///
    /// What another thread stores in a bucket meanwhile may be lost, or torn: then it is not found.
    fn rehash(&self, segments: usize) {
        let size = segments * self.segment_buckets * BUCKET_LEN * 2;
        let (old, new) = self.words[self.first_word..][..2 * size].split_at(size);
        for (old, new) in old.chunks_exact(2 * BUCKET_LEN).zip(new.chunks_exact(2 * BUCKET_LEN)) {
            let (mut kept, mut moved) = (0, 0);
            for entry in old.chunks_exact(2) {
                let [mixed, word] = [&entry[0], &entry[1]].map(|word| word.load(Ordering::Relaxed));
                if word == 0 {
                    continue;
                }
                let (bucket, place) = match (mixed ^ word) as usize & segments {
                    0 => (old, &mut kept),
                    _ => (new, &mut moved),
                };
                bucket[2 * *place].store(mixed, Ordering::Relaxed);
                bucket[2 * *place + 1].store(word, Ordering::Relaxed);
                *place += 1;
            }
            for entry in old.chunks_exact(2).skip(kept) {
                entry[1].store(0, Ordering::Relaxed);
            }
        }
    }
}

/// The cost as it stands in a word.
#[inline]
fn cost_word(cost: u64) -> u64 {
    cost.min(u64::MAX >> COST_BIT) << COST_BIT
}

/// The cost of what a word holds.
#[inline]
fn cost_of(word: u64) -> u64 {
    match word & ProofNumbers::TAG {
        0 => word >> COST_BIT,
        _ => word >> ProofNumbers::COST_BIT & ProofNumbers::MAX_COST,
    }
}

/// What is known of a position in battle play, where a win in some half-moves is one in more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DistanceBounds {
    /// The least number of half-moves in which it is known to be won; 0 if it is not known
    /// to be won at all.
    pub won_in: u8,
    /// The greatest number of half-moves in which it is known not to be won.
    pub not_won_in: u8,
}

impl DistanceBounds {
    /// Is the position won with so many half-moves left? None if that is not known.
    #[inline]
    pub fn answer(self, plies_left: usize) -> Option<bool> {
        if self.won_in != 0 && usize::from(self.won_in) <= plies_left {
            Some(true)
        } else if plies_left <= usize::from(self.not_won_in) {
            Some(false)
        } else {
            None
        }
    }

    #[inline]
    fn word(self) -> u64 {
        u64::from(self.won_in) | u64::from(self.not_won_in) << 8
    }

    #[inline]
    fn from_word(word: u64) -> DistanceBounds {
        DistanceBounds { won_in: word as u8, not_won_in: (word >> 8) as u8 }
    }
}

/// How many positions must at least be decided to prove a position won, and to prove that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// To prove that the attacker wins: 0 if that is known, [`NEVER`](Self::NEVER) if he does not.
    pub proof: u32,
    /// To prove that he does not.
    pub disproof: u32,
}

impl ProofNumbers {
    /// It cannot be proved.
    pub const INFINITY: u32 = (1 << 28) - 1;
    /// Nothing is known.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

    const DISPROOF_BIT: u32 = 2;
    const PROOF_BIT: u32 = 30;
    const COST_BIT: u32 = 58;
    const MAX_COST: u64 = 31;
    /// No other word has it.
    const TAG: u64 = 1 << 63;

    /// The numbers of a position of which it is known whether it is won.
    pub const fn decided(won: bool) -> ProofNumbers {
        match won {
            true => ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITY },
            false => ProofNumbers { proof: ProofNumbers::INFINITY, disproof: 0 },
        }
    }

    /// The same, seen by the other side.
    pub const fn swapped(self) -> ProofNumbers {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }

    /// What is needed for both of two proofs.
    pub fn sum(one: u32, other: u32) -> u32 {
        match one == ProofNumbers::INFINITY || other == ProofNumbers::INFINITY {
            true => ProofNumbers::INFINITY,
            false => (one + other).min(ProofNumbers::INFINITY - 1),
        }
    }

    fn word(self) -> u64 {
        let numbers = u64::from(self.proof) << ProofNumbers::PROOF_BIT;
        ProofNumbers::TAG | numbers | u64::from(self.disproof) << ProofNumbers::DISPROOF_BIT
    }

    fn from_word(word: u64) -> Option<ProofNumbers> {
        let number = |bit: u32| (word >> bit) as u32 & ProofNumbers::INFINITY;
        let numbers = ProofNumbers {
            proof: number(ProofNumbers::PROOF_BIT),
            disproof: number(ProofNumbers::DISPROOF_BIT),
        };
        (word != 0).then_some(numbers)
    }
}

/// Spreads every bit of a number over all bits.
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
    fn stored_bounds_are_found() {
        let bounds = DistanceBounds { won_in: 255, not_won_in: 253 };
        let table = TranspositionTable::new(1 << 12);
        assert_eq!(table.bounds(7), DistanceBounds::default());
        table.store_bounds(7, bounds, u64::MAX - 1);
        assert_eq!(table.bounds(7), bounds);
        assert_eq!([252, 253, 254, 255, 256].map(|left| bounds.answer(left)), {
            [Some(false), Some(false), None, Some(true), Some(true)]
        });
    }

    #[test]
    fn stored_proof_numbers_are_found() {
        let table = TranspositionTable::new(1 << 12);
        assert_eq!(table.proof_numbers(7), None);
        for numbers in [ProofNumbers::UNKNOWN, ProofNumbers::decided(true), ProofNumbers::decided(false)] {
            table.store_proof_numbers(7, numbers, u64::MAX - 1);
            assert_eq!(table.proof_numbers(7), Some(numbers));
            assert_eq!(cost_of(table.word(7)), ProofNumbers::MAX_COST);
            assert_eq!(numbers.swapped().swapped(), numbers);
        }
        assert_eq!(ProofNumbers::sum(ProofNumbers::INFINITY - 2, 2), ProofNumbers::INFINITY - 1);
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
        // 128 rows of 72 buckets.
        let table = TranspositionTable::new(128 * 72 * BUCKET_LEN * 16);
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
        let known = |most: u64| {
            (0..most).filter(|&n| table.answer(TranspositionTable::key(1, n, 1)).is_some()).count()
        };
        let mut stored = 0;
        for rows in [1, 2, 4].map(|times| times * INITIAL_SEGMENTS) {
            let mut before = 0;
            while table.segment_mask.load(Ordering::Relaxed) < rows {
                before = known(stored);
                table.store_answer(TranspositionTable::key(1, stored, 1), true, 1);
                stored += 1;
            }
            assert!(stored as usize > rows * table.segment_buckets * BUCKET_LEN / 2, "{stored}");
            assert_eq!(known(stored), before + 1);
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
                        let asked = TranspositionTable::key(1, n / 2, 1);
                        assert!(table.answer(asked).is_none_or(|answer| answer == truth(n / 2)));
                    }
                });
            }
        });
        assert!(table.segment_mask.load(Ordering::Relaxed) >= INITIAL_SEGMENTS);
        assert!(
            (0..40_000).filter(|&n| table.answer(TranspositionTable::key(1, n, 1)).is_some()).count()
                > 30_000
        );
    }

    #[test]
    fn concurrent_stores_of_same_keys_while_growing_stay_correct() {
        // Each notes its own half of what is true of a key; what the other noted may be overwritten.
        let truths = |n: u64| {
            let wins = 1 + (n % 200) as u8;
            [
                DistanceBounds { won_in: wins, not_won_in: 0 },
                DistanceBounds { won_in: 0, not_won_in: wins },
                DistanceBounds { won_in: wins, not_won_in: wins },
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
