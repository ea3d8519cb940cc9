//! Whether a shortcut pays, measured while it is used.

/// Whether looking at nets, or the like, pays: what was looked at, and what play that has saved.
///
/// What a refused move would have cost is reckoned from the positions that are played on: how many of
/// them the table did not know, and how many moves these had, by the half-moves that were left. In
/// help play most positions are come to in many ways, so that a move leads to less than it seems.
#[derive(Default)]
pub(in crate::search) struct Worth {
    looked: u64,
    saved: u64,
    given_up: bool,
    /// So many nets may be looked at before it must pay, at least.
    patience: u64,
    levels: [Level; Worth::LEVELS],
    /// The positions behind a move that leaves so many half-moves, as they were reckoned last.
    sizes: [u64; Worth::LEVELS],
    /// How many refusals ago that was.
    refusals: u32,
}

/// Positions with the same number of half-moves left.
#[derive(Clone, Copy, Default)]
struct Level {
    asked: u64,
    known: u64,
    opened: u64,
    moves: u64,
}

impl Level {
    /// So many positions, unknown and with few moves, are supposed before any are seen.
    const SUPPOSED: u64 = 16;
    const FEW_MOVES: u64 = 8;

    /// How many positions a position leads to, itself among them, if each of its moves leads to so many.
    fn size(self, behind: f64) -> f64 {
        let asked = (self.asked + Level::SUPPOSED) as f64;
        let opened = (self.opened + Level::SUPPOSED) as f64;
        let moves = (self.moves + Level::SUPPOSED * Level::FEW_MOVES) as f64;
        (1.0 - self.known as f64 / asked) * (1.0 + moves / opened * behind)
    }
}

impl Worth {
    /// So many nets may be looked at before it must pay, and each so often.
    const PATIENCE: u64 = 50_000;
    const TIMES: u64 = 16;
    /// Behind more half-moves play is reckoned as behind so many.
    const LEVELS: usize = 16;
    /// After so many refusals it is reckoned anew.
    const OFTEN: u32 = 256;

    /// What a position costs under these rules, in nets looked at.
    pub fn position(general: bool) -> u64 {
        if general { 32 } else { 16 }
    }

    /// So many nets have been drawn: each is looked at some times before that must pay.
    pub fn draws(&mut self, nets: usize) {
        self.patience = self.patience.max(Self::TIMES * nets as u64);
    }

    /// Have nets paid so far?
    pub fn pays(&self) -> bool {
        !self.given_up
    }

    /// So many nets were looked at. Did that pay?
    pub fn looks_at(&mut self, nets: usize) -> bool {
        self.looked += nets as u64;
        self.given_up |= self.looked > Self::PATIENCE.max(self.patience) && self.looked > self.saved;
        !self.given_up
    }

    /// It was asked of a position with so many half-moves left whether the table knows it.
    pub fn asks(&mut self, left: usize, known: bool) {
        let level = &mut self.levels[left.min(Self::LEVELS - 1)];
        level.asked += 1;
        level.known += u64::from(known);
    }

    /// So many moves of a position with so many half-moves left are looked at.
    pub fn opens(&mut self, left: usize, moves: usize) {
        let level = &mut self.levels[left.min(Self::LEVELS - 1)];
        level.opened += 1;
        level.moves += moves as u64;
    }

    /// A move is refused behind which so many half-moves are left, where a position costs as much as
    /// looking at so many nets.
    pub fn refuses(&mut self, left: u16, position: u64) {
        if self.refusals.is_multiple_of(Self::OFTEN) {
            self.reckon();
        }
        self.refusals = self.refusals.wrapping_add(1);
        let positions = self.sizes[usize::from(left).min(Self::LEVELS - 1)];
        self.saved = self.saved.saturating_add(position.saturating_mul(positions));
        // It is one of the moves of a position that was opened, where these are told.
        let level = &mut self.levels[usize::from(left + 1).min(Self::LEVELS - 1)];
        level.moves += u64::from(level.opened > 0);
    }

    fn reckon(&mut self) {
        // The last half-move is judged without playing it.
        let mut behind = 1.0;
        for (left, (level, size)) in self.levels.iter().zip(&mut self.sizes).enumerate() {
            if left > 1 {
                behind = level.size(behind).max(1.0);
            }
            *size = behind as u64;
        }
    }
}

/// How often a question is answered as hoped: it is no longer asked where that is rare.
#[derive(Clone, Copy, Default)]
pub(in crate::search) struct Odds {
    asked: u32,
    refused: u32,
}

impl Odds {
    /// So often it is asked in any case.
    const TRIAL: u32 = 64;

    /// As much is saved by a refusal, with so many half-moves left, as by not asking so often.
    fn gain(left: usize) -> u32 {
        4 << (left / 4).min(8)
    }

    /// Is it worth asking, with so many half-moves left?
    pub fn are_good(self, left: usize) -> bool {
        self.asked < Self::TRIAL || self.refused.saturating_mul(Self::gain(left)) >= self.asked
    }

    /// It was asked. Was something refused?
    pub fn note(&mut self, refused: bool) {
        self.asked = self.asked.saturating_add(1);
        self.refused += u32::from(refused);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_table_knows_saves_little() {
        let refused = |known: bool| {
            let mut worth = Worth::default();
            for _ in 0..1000 {
                worth.asks(3, known);
                worth.asks(2, known);
            }
            (0..10).for_each(|_| worth.refuses(4, 16));
            worth.saved
        };
        assert!(refused(false) > 10 * 8 * 8 * 8 * 8);
        assert!(refused(true) < 10 * 8 * 8 * 8);
    }

    #[test]
    fn refusals_alone_do_not_make_a_refusal_dearer() {
        let mut worth = Worth::default();
        worth.refuses(4, 16);
        let once = worth.saved;
        (1..1000).for_each(|_| worth.refuses(4, 16));
        assert_eq!(worth.saved, 1000 * once);
    }

    #[test]
    fn what_hardly_ever_refuses_is_no_longer_asked() {
        let mut odds = Odds::default();
        for _ in 0..Odds::TRIAL {
            assert!(odds.are_good(4));
            odds.note(false);
        }
        assert!(!odds.are_good(4));
        let mut odds = Odds::default();
        for asked in 0..10 * Odds::TRIAL {
            odds.note(asked % Odds::gain(4) == 0);
        }
        assert!(odds.are_good(4));
        // Near the end less is saved.
        assert!(!odds.are_good(0));
    }
}
