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

use memory::{advise_large, expect};

/// Entries that are looked at together: one line of the cache.
const BUCKET: usize = 4;
/// Where the cost begins in a word.
const COST_BIT: u32 = 16;
/// A row has fewer buckets than two to this power, and in a table of any size at least
/// half as many: what does not fill a row, less than one part in 64, is not used.
const ROW_BITS: u32 = 7;
/// How many words more are worth large pages: a small problem does not pay for clearing one.
const LARGE: usize = 1 << 18;
/// The rows in use at first.
const FIRST_ROWS: usize = 1 << 6;

/// A table of answers.
pub struct Table {
    words: Vec<AtomicU64>,
    /// The first word that begins a line of the cache.
    first: usize,
    /// One less than the number of rows in use, which is a power of two.
    mask: AtomicUsize,
    stored: AtomicUsize,
    /// Is a thread taking more rows into use?
    growing: AtomicBool,
    /// The rows that there can be, a power of two.
    rows: usize,
    /// The buckets of a row.
    row: usize,
    salts: AtomicU64,
}

/// How full a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Load {
    /// The entries that hold an answer.
    pub used: usize,
    /// The entries that there can be.
    pub entries: usize,
}

impl Table {
    /// A table of at most so many bytes, and of less where the machine has not so many.
    pub fn new(bytes: usize) -> Table {
        let mut buckets = (bytes / (BUCKET * 16)).max(1);
        let (rows, row, words) = loop {
            let rows = 1 << (buckets.ilog2() + 1).saturating_sub(ROW_BITS);
            let row = buckets / rows;
            // One bucket more, so that the first can begin where a line of the cache does.
            match bytemuck::allocation::try_zeroed_vec::<AtomicU64>((rows * row + 1) * BUCKET * 2) {
                Ok(words) => break (rows, row, words),
                Err(()) if buckets > 1 => buckets /= 2,
                // Not even a line of the cache: nothing else will go on either.
                Err(()) => break (1, 1, bytemuck::zeroed_vec(2 * BUCKET * 2)),
            }
        };
        let first = words.as_ptr().align_offset(BUCKET * 16).min(BUCKET * 2);
        Table {
            words,
            first,
            mask: AtomicUsize::new(rows.min(FIRST_ROWS) - 1),
            stored: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            rows,
            row,
            salts: AtomicU64::new(0),
        }
    }

    /// How full the table is.
    pub fn load(&self) -> Load {
        let entries = self.rows * self.row * BUCKET;
        // Two threads may have counted the same entry.
        Load { used: self.stored.load(Ordering::Relaxed).min(entries), entries }
    }

    /// A number for keys of one search, so that searches do not see each other's answers.
    pub fn salt(&self) -> u64 {
        mix(self.salts.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The key of a position with so many half-moves left.
    #[inline]
    pub fn key(salt: u64, position: u64, left: usize) -> u64 {
        mix(position ^ salt ^ (left as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let row = key as usize & self.mask.load(Ordering::Relaxed);
        let bucket = row * self.row + (((key >> 32) * self.row as u64) >> 32) as usize;
        &self.words[self.first + bucket * BUCKET * 2..][..BUCKET * 2]
    }

    /// Says that a key will be asked for soon: until then the processor can fetch what is stored for it.
    #[inline]
    pub fn expect(&self, key: u64) {
        if let Some(word) = self.bucket(key).first() {
            expect(word);
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
    fn store(&self, key: u64, word: u64) {
        let bucket = self.bucket(key);
        let mut place = 0;
        let mut cheapest = u64::MAX;
        let mut new = false;
        for (index, entry) in bucket.chunks_exact(2).enumerate() {
            let old = entry[1].load(Ordering::Relaxed);
            if old == 0 || entry[0].load(Ordering::Relaxed) ^ old == key {
                place = index;
                new = old == 0;
                break;
            }
            let cost = cost_of(old);
            if cost < cheapest {
                cheapest = cost;
                place = index;
            }
        }
        bucket[2 * place].store(key ^ word, Ordering::Relaxed);
        bucket[2 * place + 1].store(word, Ordering::Relaxed);
        if new {
            self.grow();
        }
    }

    /// The answer stored for a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<bool> {
        let word = self.word(key);
        (word != 0).then_some(word & 1 == 1)
    }

    /// Stores an answer that cost a search of so many half-moves.
    #[inline]
    pub fn put(&self, key: u64, answer: bool, left: usize) {
        self.store(key, cost_word(left as u64) | 2 | u64::from(answer));
    }

    /// The bounds stored for a key.
    #[inline]
    pub fn bounds(&self, key: u64) -> Bounds {
        Bounds::from_word(self.word(key))
    }

    /// Stores bounds that cost a search of so many nodes.
    #[inline]
    pub fn note(&self, key: u64, bounds: Bounds, nodes: u64) {
        self.store(key, cost_word(u64::from((nodes + 1).ilog2())) | bounds.word());
    }

    /// The proof and disproof number stored for a key.
    pub fn numbers(&self, key: u64) -> Option<Numbers> {
        Numbers::from_word(self.word(key))
    }

    /// Stores numbers that cost a search of so many nodes.
    pub fn note_numbers(&self, key: u64, numbers: Numbers, nodes: u64) {
        let cost = u64::from((nodes + 1).ilog2()).min(Numbers::MOST_COST);
        self.store(key, cost << Numbers::COST_BIT | numbers.word());
    }

    /// Notes a new entry, and takes more rows into use when half are full.
    fn grow(&self) {
        let stored = self.stored.fetch_add(1, Ordering::Relaxed);
        let rows = self.mask.load(Ordering::Relaxed) + 1;
        if stored <= rows * self.row * BUCKET / 2 || rows == self.rows {
            return;
        }
        // The others go on with the rows that there are.
        if self.growing.swap(true, Ordering::Acquire) {
            return;
        }
        if self.mask.load(Ordering::Relaxed) + 1 == rows {
            let more = rows * self.row * BUCKET * 2;
            if more >= LARGE {
                advise_large(&self.words[self.first + more..][..more]);
            }
            self.spread(rows);
            self.mask.store(2 * rows - 1, Ordering::Relaxed);
        }
        self.growing.store(false, Ordering::Release);
    }

    /// Moves entries to where they are looked for once there are twice so many rows.
    ///
    /// What another thread stores in a bucket meanwhile may be lost, or torn: then it is not found.
    fn spread(&self, rows: usize) {
        let size = rows * self.row * BUCKET * 2;
        let (old, new) = self.words[self.first..][..2 * size].split_at(size);
        for (old, new) in old.chunks_exact(2 * BUCKET).zip(new.chunks_exact(2 * BUCKET)) {
            let (mut kept, mut moved) = (0, 0);
            for entry in old.chunks_exact(2) {
                let [mixed, word] = [&entry[0], &entry[1]].map(|word| word.load(Ordering::Relaxed));
                if word == 0 {
                    continue;
                }
                let (bucket, place) = match (mixed ^ word) as usize & rows {
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
    match word & Numbers::MARK {
        0 => word >> COST_BIT,
        _ => word >> Numbers::COST_BIT & Numbers::MOST_COST,
    }
}

/// What is known of a position in battle play, where a win in some half-moves is one in more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The least number of half-moves in which it is known to be won; 0 if it is not known
    /// to be won at all.
    pub wins: u8,
    /// The greatest number of half-moves in which it is known not to be won.
    pub fails: u8,
}

impl Bounds {
    /// Is the position won with so many half-moves left? None if that is not known.
    #[inline]
    pub fn answer(self, left: usize) -> Option<bool> {
        if self.wins != 0 && usize::from(self.wins) <= left {
            Some(true)
        } else if left <= usize::from(self.fails) {
            Some(false)
        } else {
            None
        }
    }

    #[inline]
    fn word(self) -> u64 {
        u64::from(self.wins) | u64::from(self.fails) << 8
    }

    #[inline]
    fn from_word(word: u64) -> Bounds {
        Bounds { wins: word as u8, fails: (word >> 8) as u8 }
    }
}

/// How many positions must at least be decided to prove a position won, and to prove that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// To prove that the attacker wins: 0 if that is known, [`NEVER`](Self::NEVER) if he does not.
    pub proof: u32,
    /// To prove that he does not.
    pub disproof: u32,
}

impl Numbers {
    /// It cannot be proved.
    pub const NEVER: u32 = (1 << 28) - 1;
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    const DISPROOF_BIT: u32 = 2;
    const PROOF_BIT: u32 = 30;
    const COST_BIT: u32 = 58;
    const MOST_COST: u64 = 31;
    /// No other word has it.
    const MARK: u64 = 1 << 63;

    /// The numbers of a position of which it is known whether it is won.
    pub const fn decided(won: bool) -> Numbers {
        match won {
            true => Numbers { proof: 0, disproof: Numbers::NEVER },
            false => Numbers { proof: Numbers::NEVER, disproof: 0 },
        }
    }

    /// The same, seen by the other side.
    pub const fn turned(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }

    /// What is needed for both of two proofs.
    pub fn sum(one: u32, other: u32) -> u32 {
        match one == Numbers::NEVER || other == Numbers::NEVER {
            true => Numbers::NEVER,
            false => (one + other).min(Numbers::NEVER - 1),
        }
    }

    fn word(self) -> u64 {
        let numbers = u64::from(self.proof) << Numbers::PROOF_BIT;
        Numbers::MARK | numbers | u64::from(self.disproof) << Numbers::DISPROOF_BIT
    }

    fn from_word(word: u64) -> Option<Numbers> {
        let number = |bit: u32| (word >> bit) as u32 & Numbers::NEVER;
        let numbers = Numbers { proof: number(Numbers::PROOF_BIT), disproof: number(Numbers::DISPROOF_BIT) };
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
    fn answers_come_back_and_others_do_not() {
        let table = Table::new(1 << 20);
        let (salt, other) = (table.salt(), table.salt());
        for n in 0..1000u64 {
            table.put(Table::key(salt, n, 3), n % 2 == 0, 3);
        }
        for n in 0..1000u64 {
            assert_eq!(table.get(Table::key(salt, n, 3)), Some(n % 2 == 0));
            assert_eq!(table.get(Table::key(salt, n, 4)), None);
            assert_eq!(table.get(Table::key(other, n, 3)), None);
        }
    }

    #[test]
    fn bounds_come_back() {
        let bounds = Bounds { wins: 255, fails: 253 };
        let table = Table::new(1 << 12);
        assert_eq!(table.bounds(7), Bounds::default());
        table.note(7, bounds, u64::MAX - 1);
        assert_eq!(table.bounds(7), bounds);
        assert_eq!([252, 253, 254, 255, 256].map(|left| bounds.answer(left)), {
            [Some(false), Some(false), None, Some(true), Some(true)]
        });
    }

    #[test]
    fn numbers_come_back() {
        let table = Table::new(1 << 12);
        assert_eq!(table.numbers(7), None);
        for numbers in [Numbers::UNKNOWN, Numbers::decided(true), Numbers::decided(false)] {
            table.note_numbers(7, numbers, u64::MAX - 1);
            assert_eq!(table.numbers(7), Some(numbers));
            assert_eq!(cost_of(table.word(7)), Numbers::MOST_COST);
            assert_eq!(numbers.turned().turned(), numbers);
        }
        assert_eq!(Numbers::sum(Numbers::NEVER - 2, 2), Numbers::NEVER - 1);
    }

    #[test]
    fn a_full_table_keeps_its_size_and_tells_no_lies() {
        let table = Table::new(1 << 12);
        for n in 0..100_000u64 {
            table.put(Table::key(1, n, 1), n % 3 == 0, 1);
        }
        let known = (0..100_000u64).filter(|&n| {
            let answer = table.get(Table::key(1, n, 1));
            assert!(answer.is_none_or(|answer| answer == (n % 3 == 0)));
            answer.is_some()
        });
        let known = known.count();
        assert!((1..=256).contains(&known), "{known}");
    }

    #[test]
    fn a_table_fills_what_it_may_and_not_more() {
        for bytes in [64, 100, 4 << 10, 200 << 20, 3 << 29, (1 << 30) - 1] {
            let Load { used, entries } = Table::new(bytes).load();
            assert_eq!(used, 0);
            assert!(entries * 16 <= bytes && bytes - entries * 16 <= 64 + bytes / 64, "{bytes}: {entries}");
        }
    }

    #[test]
    fn every_bucket_is_used_alike() {
        // 128 rows of 72 buckets.
        let table = Table::new(128 * 72 * BUCKET * 16);
        assert_eq!((table.rows, table.row), (128, 72));
        for n in 0..1_000_000u64 {
            table.put(Table::key(1, n, 1), true, 1);
        }
        let Load { used, entries } = table.load();
        assert!(used > entries * 99 / 100, "{used} of {entries}");
        let known = (0..1_000_000u64).filter(|&n| table.get(Table::key(1, n, 1)).is_some()).count();
        assert_eq!(known, used);
    }

    #[test]
    fn growing_loses_nothing() {
        let table = Table::new(4 << 20);
        let known = |most: u64| (0..most).filter(|&n| table.get(Table::key(1, n, 1)).is_some()).count();
        let mut stored = 0;
        for rows in [1, 2, 4].map(|times| times * FIRST_ROWS) {
            let mut before = 0;
            while table.mask.load(Ordering::Relaxed) < rows {
                before = known(stored);
                table.put(Table::key(1, stored, 1), true, 1);
                stored += 1;
            }
            assert!(stored as usize > rows * table.row * BUCKET / 2, "{stored}");
            assert_eq!(known(stored), before + 1);
            assert_eq!(table.load().used, before + 1);
        }
    }

    #[test]
    fn threads_that_store_while_it_grows_are_told_no_lies() {
        let table = Table::new(1 << 20);
        let truth = |n: u64| n.is_multiple_of(3);
        std::thread::scope(|scope| {
            for first in [0, 1] {
                let table = &table;
                scope.spawn(move || {
                    for n in (first..40_000u64).step_by(2) {
                        table.put(Table::key(1, n, 1), truth(n), 1);
                        let asked = Table::key(1, n / 2, 1);
                        assert!(table.get(asked).is_none_or(|answer| answer == truth(n / 2)));
                    }
                });
            }
        });
        assert!(table.mask.load(Ordering::Relaxed) >= FIRST_ROWS);
        assert!((0..40_000).filter(|&n| table.get(Table::key(1, n, 1)).is_some()).count() > 30_000);
    }

    #[test]
    fn threads_that_store_the_same_while_it_grows_are_told_no_lies() {
        // Each notes its own half of what is true of a key; what the other noted may be overwritten.
        let truths = |n: u64| {
            let wins = 1 + (n % 200) as u8;
            [Bounds { wins, fails: 0 }, Bounds { wins: 0, fails: wins }, Bounds { wins, fails: wins }]
        };
        for round in 0..8 {
            let table = Table::new(1 << 20);
            let start = std::sync::Barrier::new(2);
            std::thread::scope(|scope| {
                for own in [0, 1] {
                    let (table, start) = (&table, &start);
                    scope.spawn(move || {
                        start.wait();
                        for n in 0..40_000u64 {
                            let key = Table::key(round, n, 1);
                            table.note(key, truths(n)[own], n);
                            let known = table.bounds(key);
                            assert!(known == Bounds::default() || truths(n).contains(&known), "{known:?}");
                        }
                    });
                }
            });
            let found = (0..40_000).filter(|&n| {
                let known = table.bounds(Table::key(round, n, 1));
                assert!(known == Bounds::default() || truths(n).contains(&known), "{known:?}");
                known != Bounds::default()
            });
            assert!(found.count() > 20_000);
        }
    }
}
