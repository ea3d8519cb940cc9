//! Whether a shortcut pays, measured while it is used.

/// Whether looking at nets, or the like, pays: what was looked at, and what play that has saved.
#[derive(Default)]
pub(super) struct Worth {
    looked: u64,
    saved: u64,
    given_up: bool,
}

impl Worth {
    /// So many nets may be looked at before it must pay.
    const PATIENCE: u64 = 200_000;

    /// Have nets paid so far?
    pub fn pays(&self) -> bool {
        !self.given_up
    }

    /// So many nets were looked at. Did that pay?
    pub fn looks_at(&mut self, nets: usize) -> bool {
        self.looked += nets as u64;
        self.given_up |= self.looked > Self::PATIENCE && self.looked > self.saved;
        !self.given_up
    }

    /// A move is refused behind which so many half-moves are left: about as much is saved as by
    /// looking at so many nets.
    pub fn refuses(&mut self, left: u16, general: bool) {
        let leaf = if general { 64 } else { 8 };
        self.saved = self.saved.saturating_add(leaf << (3 * left.min(10)));
    }
}

/// How often a question is answered as hoped: it is no longer asked where that is rare.
#[derive(Clone, Copy, Default)]
pub(super) struct Odds {
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
