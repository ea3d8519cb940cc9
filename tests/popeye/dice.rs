//! Repeatable random choices: the same seed makes the same problems on every machine.

/// A generator of random numbers (Steele, Lea and Flood's SplitMix64).
pub struct Dice(u64);

impl Dice {
    /// Returns the dice of problem number `index` in a run with this seed.
    pub fn new(seed: u64, index: u64) -> Dice {
        let mut dice = Dice(seed);
        let run = dice.next();
        Dice(run ^ index.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `sides` - 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        (self.next() % sides.max(1) as u64) as usize
    }

    /// Returns a number from `least` to `most`.
    pub fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.roll((most - least + 1) as usize) as i32
    }

    /// Returns true in `chance` per cent of the calls.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.roll(100) < chance
    }

    /// Returns one of these items, all equally likely.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }

    /// Returns one of these items, with a chance proportional to its weight.
    pub fn pick_weighted<T: Copy>(&mut self, of: &[(usize, T)]) -> T {
        let mut left = self.roll(of.iter().map(|(weight, _)| weight).sum());
        for &(weight, thing) in of {
            if left < weight {
                return thing;
            }
            left -= weight;
        }
        of[0].1
    }
}
