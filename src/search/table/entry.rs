//! The data word of a table entry: an answer, distance bounds or proof numbers, and the cost of their search.
//!
//! **What.**
//!
//! | content | bits |
//! |---|---|
//! | answer | 0: the answer; 1: set; 16..63: cost |
//! | [`DistanceBounds`] | 0..8: `won_in`; 8..16: `not_won_in`; 16..63: cost |
//! | [`ProofNumbers`] | 2..30: `disproof`; 30..58: `proof`; 58..63: cost; 63: set (`TAG`) |
//!
//! The word of an empty entry is 0. Costs of all kinds are compared when an entry is replaced.
//!
//! **Why it is correct.** The key of an entry separates the kinds: a word is read as what was stored under its key. Only
//! its cost is read without the key, and `TAG` distinguishes the two places of the cost.
//!
//! **Cost and gain.** One word of data and one of key, so that four entries fill a cache line.
//!
//! **Reference.** See [`table`](super).

/// The lowest bit of the cost in a word without [`ProofNumbers::TAG`].
const COST_BIT: u32 = 16;

/// Returns a cost shifted to its place in a word.
#[inline]
fn cost_word(cost: u64) -> u64 {
    cost.min(u64::MAX >> COST_BIT) << COST_BIT
}

/// Returns the cost of the search that led to a word.
#[inline]
pub(super) fn cost_of(word: u64) -> u64 {
    match word & ProofNumbers::TAG {
        0 => word >> COST_BIT,
        _ => word >> ProofNumbers::COST_BIT & ProofNumbers::MAX_COST,
    }
}

/// Returns the cost of a search as stored with bounds and proof numbers: the binary logarithm of its nodes.
#[inline]
fn node_cost(nodes: u64) -> u64 {
    u64::from((nodes + 1).ilog2())
}

/// Returns the word of an answer found with `plies_left` plies left.
#[inline]
pub(super) fn answer_word(answer: bool, plies_left: usize) -> u64 {
    cost_word(plies_left as u64) | 2 | u64::from(answer)
}

/// Returns the answer in a word, `None` for an empty entry.
#[inline]
pub(super) fn answer_of(word: u64) -> Option<bool> {
    (word != 0).then_some(word & 1 == 1)
}

/// Bounds on the distance to a win of a position in battle play, where a win in *n* plies is also a win in
/// more plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DistanceBounds {
    /// The least number of plies in which the position is known to be won; 0 if no win is known.
    pub won_in: u8,
    /// The greatest number of plies in which the position is known not to be won; 0 if none is known.
    pub not_won_in: u8,
}

impl DistanceBounds {
    /// Returns whether the position is won with `plies_left` plies left. `None` if that is not known.
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

    /// Returns the word of bounds that cost a search of `nodes` nodes.
    #[inline]
    pub(super) fn word(self, nodes: u64) -> u64 {
        cost_word(node_cost(nodes)) | u64::from(self.won_in) | u64::from(self.not_won_in) << 8
    }

    /// Returns the bounds in a word; no bounds for an empty entry.
    #[inline]
    pub(super) fn from_word(word: u64) -> DistanceBounds {
        DistanceBounds { won_in: word as u8, not_won_in: (word >> 8) as u8 }
    }
}

/// Proof and disproof number of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// The least number of positions that must be decided to prove that the attacker wins: 0 if the attacker
    /// is known to win, [`INFINITY`](Self::INFINITY) if it is known not to win.
    pub proof: u32,
    /// The least number of positions that must be decided to prove that the attacker does not win.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The number of something that cannot be proved.
    pub const INFINITY: u32 = (1 << 28) - 1;
    /// The numbers of a position of which nothing is known.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

    const DISPROOF_BIT: u32 = 2;
    const PROOF_BIT: u32 = 30;
    const COST_BIT: u32 = 58;
    const MAX_COST: u64 = 31;
    /// The bit that marks a word as proof numbers: no other cost is great enough to set it.
    const TAG: u64 = 1 << 63;

    /// Returns the numbers of a decided position.
    pub const fn decided(won: bool) -> ProofNumbers {
        match won {
            true => ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITY },
            false => ProofNumbers { proof: ProofNumbers::INFINITY, disproof: 0 },
        }
    }

    /// Returns the numbers from the point of view of the other side.
    pub const fn swapped(self) -> ProofNumbers {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }

    /// Returns the number of positions needed for two proofs together.
    pub fn sum(one: u32, other: u32) -> u32 {
        match one == ProofNumbers::INFINITY || other == ProofNumbers::INFINITY {
            true => ProofNumbers::INFINITY,
            false => (one + other).min(ProofNumbers::INFINITY - 1),
        }
    }

    /// Returns the word of numbers that cost a search of `nodes` nodes.
    pub(super) fn word(self, nodes: u64) -> u64 {
        let cost = node_cost(nodes).min(ProofNumbers::MAX_COST) << ProofNumbers::COST_BIT;
        let proof = u64::from(self.proof) << ProofNumbers::PROOF_BIT;
        ProofNumbers::TAG | cost | proof | u64::from(self.disproof) << ProofNumbers::DISPROOF_BIT
    }

    /// Returns the numbers in a word, `None` for an empty entry.
    pub(super) fn from_word(word: u64) -> Option<ProofNumbers> {
        let number = |bit: u32| (word >> bit) as u32 & ProofNumbers::INFINITY;
        let numbers = ProofNumbers {
            proof: number(ProofNumbers::PROOF_BIT),
            disproof: number(ProofNumbers::DISPROOF_BIT),
        };
        (word != 0).then_some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_round_trip_and_answer_by_plies_left() {
        let bounds = DistanceBounds { won_in: 255, not_won_in: 253 };
        assert_eq!(DistanceBounds::from_word(bounds.word(u64::MAX - 1)), bounds);
        assert_eq!(DistanceBounds::from_word(0), DistanceBounds::default());
        assert_eq!([252, 253, 254, 255, 256].map(|plies_left| bounds.answer(plies_left)), {
            [Some(false), Some(false), None, Some(true), Some(true)]
        });
    }

    #[test]
    fn proof_numbers_round_trip_with_their_cost() {
        assert_eq!(ProofNumbers::from_word(0), None);
        for numbers in [ProofNumbers::UNKNOWN, ProofNumbers::decided(true), ProofNumbers::decided(false)] {
            let word = numbers.word(u64::MAX - 1);
            assert_eq!(ProofNumbers::from_word(word), Some(numbers));
            assert_eq!(cost_of(word), ProofNumbers::MAX_COST);
            assert_eq!(numbers.swapped().swapped(), numbers);
        }
        assert_eq!(ProofNumbers::sum(ProofNumbers::INFINITY - 2, 2), ProofNumbers::INFINITY - 1);
    }
}
