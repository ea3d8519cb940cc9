//! Whether a shortcut pays, measured while it is used.

/// Whether looking at nets, or the like, pays: what was looked at, and what play that has saved.
///
/// What a refused move would have cost is reckoned from the positions that are played on: how many of
/// them the table did not know, and how many moves these had, by the half-moves that were left. In
/// help play most positions are come to in many ways, so that a move leads to less than it seems.
#[derive(Default)]
pub(in crate::search) struct Payoff {
    spent: u64,
    saved: u64,
    disabled: bool,
    /// So many nets may be looked at before it must pay, at least.
    trial_budget: u64,
    depths: [DepthStats; Payoff::DEPTHS],
    /// The positions behind a move that leaves so many half-moves, as they were reckoned last.
    subtree_sizes: [u64; Payoff::DEPTHS],
    /// How many refusals ago that was.
    prunings: u32,
}

/// Positions with the same number of half-moves left.
#[derive(Clone, Copy, Default)]
struct DepthStats {
    probes: u64,
    hits: u64,
    expanded: u64,
    moves: u64,
}

impl DepthStats {
    /// So many positions, unknown and with few moves, are supposed before any are seen.
    const PRIOR_POSITIONS: u64 = 16;
    const PRIOR_MOVES: u64 = 8;

    /// How many positions a position leads to, itself among them, if each of its moves leads to so many.
    fn subtree_size(self, behind: f64) -> f64 {
        let asked = (self.probes + DepthStats::PRIOR_POSITIONS) as f64;
        let opened = (self.expanded + DepthStats::PRIOR_POSITIONS) as f64;
        let moves = (self.moves + DepthStats::PRIOR_POSITIONS * DepthStats::PRIOR_MOVES) as f64;
        (1.0 - self.hits as f64 / asked) * (1.0 + moves / opened * behind)
    }
}

impl Payoff {
    /// So many nets may be looked at before it must pay, and each so often.
    const MIN_TRIAL_BUDGET: u64 = 50_000;
    const TRIALS_PER_PATTERN: u64 = 16;
    /// Behind more half-moves play is reckoned as behind so many.
    const DEPTHS: usize = 16;
    /// After so many refusals it is reckoned anew.
    const UPDATE_INTERVAL: u32 = 256;

    /// What a position costs under these rules, in nets looked at.
    pub fn position_cost(general: bool) -> u64 {
        if general { 32 } else { 16 }
    }

    /// So many nets have been drawn: each is looked at some times before that must pay.
    pub fn record_enumeration(&mut self, nets: usize) {
        self.trial_budget = self.trial_budget.max(Self::TRIALS_PER_PATTERN * nets as u64);
    }

    /// Have nets paid so far?
    pub fn is_worthwhile(&self) -> bool {
        !self.disabled
    }

    /// So many nets were looked at. Did that pay?
    pub fn record_checks(&mut self, nets: usize) -> bool {
        self.spent += nets as u64;
        self.disabled |=
            self.spent > Self::MIN_TRIAL_BUDGET.max(self.trial_budget) && self.spent > self.saved;
        !self.disabled
    }

    /// It was asked of a position with so many half-moves left whether the table knows it.
    pub fn record_probe(&mut self, left: usize, known: bool) {
        let level = &mut self.depths[left.min(Self::DEPTHS - 1)];
        level.probes += 1;
        level.hits += u64::from(known);
    }

    /// So many moves of a position with so many half-moves left are looked at.
    pub fn record_expansion(&mut self, left: usize, moves: usize) {
        let level = &mut self.depths[left.min(Self::DEPTHS - 1)];
        level.expanded += 1;
        level.moves += moves as u64;
    }

    /// A move is refused behind which so many half-moves are left, where a position costs as much as
    /// looking at so many nets.
    pub fn record_pruning(&mut self, left: u16, position: u64) {
        if self.prunings.is_multiple_of(Self::UPDATE_INTERVAL) {
            self.update_estimates();
        }
        self.prunings = self.prunings.wrapping_add(1);
        let positions = self.subtree_sizes[usize::from(left).min(Self::DEPTHS - 1)];
        self.saved = self.saved.saturating_add(position.saturating_mul(positions));
        // It is one of the moves of a position that was opened, where these are told.
        let level = &mut self.depths[usize::from(left + 1).min(Self::DEPTHS - 1)];
        level.moves += u64::from(level.expanded > 0);
    }

    fn update_estimates(&mut self) {
        // The last half-move is judged without playing it.
        let mut behind = 1.0;
        for (left, (level, size)) in self.depths.iter().zip(&mut self.subtree_sizes).enumerate() {
            if left > 1 {
                behind = level.subtree_size(behind).max(1.0);
            }
            *size = behind as u64;
        }
    }
}

/// How often a question is answered as hoped: it is no longer asked where that is rare.
#[derive(Clone, Copy, Default)]
pub(in crate::search) struct SuccessRate {
    attempts: u32,
    successes: u32,
}

impl SuccessRate {
    /// So often it is asked in any case.
    const MIN_ATTEMPTS: u32 = 64;

    /// As much is saved by a refusal, with so many half-moves left, as by not asking so often.
    fn attempts_per_success(left: usize) -> u32 {
        4 << (left / 4).min(8)
    }

    /// Is it worth asking, with so many half-moves left?
    pub fn is_worthwhile(self, left: usize) -> bool {
        self.attempts < Self::MIN_ATTEMPTS
            || self.successes.saturating_mul(Self::attempts_per_success(left)) >= self.attempts
    }

    /// It was asked. Was something refused?
    pub fn record(&mut self, refused: bool) {
        self.attempts = self.attempts.saturating_add(1);
        self.successes += u32::from(refused);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_hits_lower_estimated_savings() {
        let refused = |known: bool| {
            let mut worth = Payoff::default();
            for _ in 0..1000 {
                worth.record_probe(3, known);
                worth.record_probe(2, known);
            }
            (0..10).for_each(|_| worth.record_pruning(4, 16));
            worth.saved
        };
        assert!(refused(false) > 10 * 8 * 8 * 8 * 8);
        assert!(refused(true) < 10 * 8 * 8 * 8);
    }

    #[test]
    fn prunings_alone_keep_estimate() {
        let mut worth = Payoff::default();
        worth.record_pruning(4, 16);
        let once = worth.saved;
        (1..1000).for_each(|_| worth.record_pruning(4, 16));
        assert_eq!(worth.saved, 1000 * once);
    }

    #[test]
    fn rarely_successful_check_is_disabled() {
        let mut odds = SuccessRate::default();
        for _ in 0..SuccessRate::MIN_ATTEMPTS {
            assert!(odds.is_worthwhile(4));
            odds.record(false);
        }
        assert!(!odds.is_worthwhile(4));
        let mut odds = SuccessRate::default();
        for asked in 0..10 * SuccessRate::MIN_ATTEMPTS {
            odds.record(asked % SuccessRate::attempts_per_success(4) == 0);
        }
        assert!(odds.is_worthwhile(4));
        // Near the end less is saved.
        assert!(!odds.is_worthwhile(0));
    }
}
