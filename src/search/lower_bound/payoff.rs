//! **What.** A cost-benefit meter: it measures whether a pruning technique pays while the search uses it, and
//! disables the technique where it does not.
//!
//! **Why it is correct.** The meter only decides whether an admissible technique runs; it never prunes a node
//! itself.
//!
//! **Cost and gain.** A few additions per node. A ser-hs#5 in PWC, where all 9,000 mate patterns survive every
//! move, drops from more than 10 s to 0.2 s, for the patterns are given up early.
//!
//! **Reference.** None.

/// The balance of a pruning technique: checks made against plies of search that they saved.
///
/// The subtree of a pruned move is estimated per remaining depth *d*, from the nodes that the search did expand:
///
/// `size(d) = (1 - table hit rate(d)) * (1 + moves per node(d) * size(d - 1))`
///
/// Transpositions are frequent in help play, so the subtree is smaller than the branching factor suggests.
#[derive(Default)]
pub(in crate::search) struct Payoff {
    /// The number of checks made.
    spent: u64,
    /// The estimated cost of the pruned subtrees, in checks.
    saved: u64,
    /// Whether the technique has been given up.
    disabled: bool,
    /// Whether the technique is used whatever it costs.
    always_on: bool,
    /// The number of checks that are free before the technique must pay, if above [`Self::MIN_TRIAL_BUDGET`].
    trial_budget: u64,
    /// Statistics of the nodes, by plies left.
    depths: [DepthStats; Payoff::DEPTHS],
    /// The last estimates of the nodes in the subtree of a move, by plies left after the move.
    subtree_sizes: [u64; Payoff::DEPTHS],
    /// The number of pruned moves, which triggers new estimates.
    prunings: u32,
}

/// Statistics of the nodes with the same number of plies left.
#[derive(Clone, Copy, Default)]
struct DepthStats {
    /// The number of table probes.
    probes: u64,
    /// The number of table hits.
    hits: u64,
    /// The number of expanded nodes.
    expanded: u64,
    /// The number of moves of all expanded nodes.
    moves: u64,
}

impl DepthStats {
    /// The number of probes that missed and of expanded nodes assumed before any are counted.
    const PRIOR_POSITIONS: u64 = 16;
    /// The number of moves of each of these nodes.
    const PRIOR_MOVES: u64 = 8;

    /// Returns the estimated number of nodes in the subtree of a node, the root included, if each of its moves
    /// leads to `child_size` nodes.
    fn subtree_size(self, child_size: f64) -> f64 {
        let probes = (self.probes + DepthStats::PRIOR_POSITIONS) as f64;
        let expanded = (self.expanded + DepthStats::PRIOR_POSITIONS) as f64;
        let moves = (self.moves + DepthStats::PRIOR_POSITIONS * DepthStats::PRIOR_MOVES) as f64;
        (1.0 - self.hits as f64 / probes) * (1.0 + moves / expanded * child_size)
    }
}

impl Payoff {
    /// The smallest number of checks before the technique must pay.
    const MIN_TRIAL_BUDGET: u64 = 50_000;
    /// The number of checks of each enumerated pattern before the technique must pay.
    const TRIALS_PER_PATTERN: u64 = 16;
    /// The number of depths with statistics of their own; the last one serves all greater depths.
    const DEPTHS: usize = 16;
    /// The number of pruned moves between two estimates.
    const UPDATE_INTERVAL: u32 = 256;

    /// Returns the cost of a node, in checks of a pattern.
    pub fn position_cost(general: bool) -> u64 {
        if general { 32 } else { 16 }
    }

    /// Records that patterns have been enumerated: each may be checked some times before that must pay. With
    /// `always_on`, it need not pay.
    pub fn record_enumeration(&mut self, patterns: usize, always_on: bool) {
        self.always_on = always_on;
        self.trial_budget = self.trial_budget.max(Self::TRIALS_PER_PATTERN * patterns as u64);
    }

    /// Returns whether the technique has paid so far.
    pub fn is_worthwhile(&self) -> bool {
        !self.disabled
    }

    /// Records checks of patterns. Returns whether the technique still pays.
    pub fn record_checks(&mut self, patterns: usize) -> bool {
        self.spent += patterns as u64;
        self.disabled |= !self.always_on
            && self.spent > Self::MIN_TRIAL_BUDGET.max(self.trial_budget)
            && self.spent > self.saved;
        !self.disabled
    }

    /// Records a table probe at a node.
    pub fn record_probe(&mut self, plies_left: usize, is_hit: bool) {
        let stats = &mut self.depths[plies_left.min(Self::DEPTHS - 1)];
        stats.probes += 1;
        stats.hits += u64::from(is_hit);
    }

    /// Records that `moves` moves of a node are searched.
    pub fn record_expansion(&mut self, plies_left: usize, moves: usize) {
        let stats = &mut self.depths[plies_left.min(Self::DEPTHS - 1)];
        stats.expanded += 1;
        stats.moves += moves as u64;
    }

    /// Records a pruned move after which `plies_left` plies remain, where a node costs as much as
    /// `position_cost` checks.
    pub fn record_pruning(&mut self, plies_left: u16, position_cost: u64) {
        if self.prunings.is_multiple_of(Self::UPDATE_INTERVAL) {
            self.update_estimates();
        }
        self.prunings = self.prunings.wrapping_add(1);
        let positions = self.subtree_sizes[usize::from(plies_left).min(Self::DEPTHS - 1)];
        self.saved = self.saved.saturating_add(position_cost.saturating_mul(positions));
        // The pruned move is a move of its parent, where expanded nodes of that depth are recorded at all.
        let stats = &mut self.depths[usize::from(plies_left + 1).min(Self::DEPTHS - 1)];
        stats.moves += u64::from(stats.expanded > 0);
    }

    fn update_estimates(&mut self) {
        // The last ply is decided without playing it.
        let mut child_size = 1.0;
        for (plies_left, (stats, size)) in self.depths.iter().zip(&mut self.subtree_sizes).enumerate() {
            if plies_left > 1 {
                child_size = stats.subtree_size(child_size).max(1.0);
            }
            *size = child_size as u64;
        }
    }
}

/// The success rate of a check that may prune: a check that rarely succeeds is skipped.
#[derive(Clone, Copy, Default)]
pub(in crate::search) struct SuccessRate {
    attempts: u32,
    successes: u32,
}

impl SuccessRate {
    /// The number of checks that are made in any case.
    const MIN_ATTEMPTS: u32 = 64;

    /// Returns the number of checks that one success pays for. It grows with the plies left: measured, a fixed
    /// number is slower.
    fn attempts_per_success(plies_left: usize) -> u32 {
        4 << (plies_left / 4).min(8)
    }

    /// Returns whether the check is worth making.
    pub fn is_worthwhile(self, plies_left: usize) -> bool {
        self.pays(Self::MIN_ATTEMPTS, Self::attempts_per_success(plies_left))
    }

    /// Returns whether the check is worth making that is tried a number of times, and of which one success pays for a
    /// number of checks.
    #[inline]
    pub fn pays(self, min_attempts: u32, attempts_per_success: u32) -> bool {
        self.attempts < min_attempts || self.successes.saturating_mul(attempts_per_success) >= self.attempts
    }

    /// Records a check.
    pub fn record(&mut self, success: bool) {
        self.attempts = self.attempts.saturating_add(1);
        self.successes = self.successes.saturating_add(u32::from(success));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_hits_lower_estimated_savings() {
        let saved = |is_hit: bool| {
            let mut payoff = Payoff::default();
            for _ in 0..1000 {
                payoff.record_probe(3, is_hit);
                payoff.record_probe(2, is_hit);
            }
            (0..10).for_each(|_| payoff.record_pruning(4, 16));
            payoff.saved
        };
        assert!(saved(false) > 10 * 8 * 8 * 8 * 8);
        assert!(saved(true) < 10 * 8 * 8 * 8);
    }

    #[test]
    fn prunings_alone_keep_estimate() {
        let mut payoff = Payoff::default();
        payoff.record_pruning(4, 16);
        let once = payoff.saved;
        (1..1000).for_each(|_| payoff.record_pruning(4, 16));
        assert_eq!(payoff.saved, 1000 * once);
    }

    #[test]
    fn rarely_successful_check_is_disabled() {
        let mut rate = SuccessRate::default();
        for _ in 0..SuccessRate::MIN_ATTEMPTS {
            assert!(rate.is_worthwhile(4));
            rate.record(false);
        }
        assert!(!rate.is_worthwhile(4));
        let mut rate = SuccessRate::default();
        for attempt in 0..10 * SuccessRate::MIN_ATTEMPTS {
            rate.record(attempt % SuccessRate::attempts_per_success(4) == 0);
        }
        assert!(rate.is_worthwhile(4));
        // Near the end a success saves less.
        assert!(!rate.is_worthwhile(0));
    }
}
