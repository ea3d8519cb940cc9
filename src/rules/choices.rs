//! The choices of the mover within a move: one of several rebirth squares, what a reborn pawn becomes,
//! and so on.
//!
//! The choices, in the order in which the rules ask for them, are the digits of a mixed-radix number,
//! which is the number of the [`MoveBranch`].

use crate::position::MoveBranch;

/// The maximum number of choices with more than one possibility in one move.
const MAX_DECISIONS: usize = 12;

/// The choices of one branch of a move.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    remaining: u32,
    decisions: [(u16, u16); MAX_DECISIONS],
    count: usize,
    /// Whether there were more than [`MAX_DECISIONS`] choices.
    overflow: bool,
}

impl Choices {
    /// Returns the choices of a branch.
    #[inline]
    pub fn of(branch: MoveBranch) -> Choices {
        Choices { remaining: branch.number(), decisions: [(0, 0); MAX_DECISIONS], count: 0, overflow: false }
    }

    /// Chooses one of `possibilities`, which is at least 1, and returns its index.
    #[inline]
    pub fn choose(&mut self, possibilities: usize) -> usize {
        if possibilities <= 1 {
            return 0;
        }
        let chosen = self.remaining as usize % possibilities;
        self.remaining /= possibilities as u32;
        match self.decisions.get_mut(self.count) {
            Some(decision) => *decision = (chosen as u16, possibilities as u16),
            None => self.overflow = true,
        }
        self.count += 1;
        chosen
    }

    /// Marks the possibility chosen last, and all up to `until` exclusive, as impossible:
    /// [`next`](Self::next) continues with `until`.
    pub fn skip_until(&mut self, until: usize) {
        if let Some((chosen, of)) = self.count.checked_sub(1).and_then(|last| self.decisions.get_mut(last)) {
            *chosen = (until.min(usize::from(*of)) as u16).saturating_sub(1).max(*chosen);
        }
    }

    /// Returns the branch after this one, once all its choices have been made; `None` if it was the last.
    /// The first `fixed` choices are not changed.
    ///
    /// # Errors
    /// If the move has more branches than a number can distinguish.
    pub fn next(&self, fixed: usize) -> Result<Option<MoveBranch>, TooManyBranches> {
        if self.overflow {
            return Err(TooManyBranches);
        }
        let decisions = &self.decisions[..self.count];
        let Some(last) =
            decisions.iter().rposition(|(chosen, of)| chosen + 1 < *of).filter(|&at| at >= fixed)
        else {
            return Ok(None);
        };
        let mut number = 0u64;
        let mut weight = 1u64;
        for (index, &(chosen, of)) in decisions[..=last].iter().enumerate() {
            let chosen = u64::from(chosen) + u64::from(index == last);
            number += chosen * weight;
            weight = weight.saturating_mul(u64::from(of));
        }
        let branch = u32::try_from(number).ok().and_then(MoveBranch::new);
        branch.map(Some).ok_or(TooManyBranches)
    }
}

/// The error of a move with more branches than a number can distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyBranches;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn skipped_possibilities_are_not_enumerated() {
        let mut seen = Vec::new();
        let mut branch = Some(MoveBranch::ONLY);
        while let Some(this) = branch {
            let mut choices = Choices::of(this);
            let chosen = (choices.choose(2), choices.choose(9));
            seen.push(chosen);
            match chosen {
                (0, 1) => choices.skip_until(5),
                // `until` beyond the last possibility ends the list; an `until` before the chosen one has
                // no effect.
                (0, 5) => choices.skip_until(100),
                (1, 7) => choices.skip_until(3),
                _ => {}
            }
            branch = choices.next(0).unwrap();
        }
        let second = (0..9).map(|second| (1, second));
        assert_eq!(seen, [(0, 0), (0, 1), (0, 5)].into_iter().chain(second).collect::<Vec<_>>());
    }

    #[test]
    fn branches_are_enumerated_once() {
        // The second choice depends on the first.
        let mut seen = Vec::new();
        let mut branch = MoveBranch::ONLY;
        loop {
            let mut choices = Choices::of(branch);
            let first = choices.choose(3);
            let second = choices.choose([1, 4, 2][first]);
            let third = if second == 1 { choices.choose(2) } else { 9 };
            seen.push((first, second, third));
            match choices.next(0).unwrap() {
                Some(next) => branch = next,
                None => break,
            }
        }
        assert_eq!(seen.len(), 1 + 5 + 3);
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len());
    }

    #[test]
    fn next_with_too_many_branches_is_error() {
        let mut choices = Choices::of(MoveBranch::ONLY);
        for _ in 0..10 {
            choices.choose(64);
        }
        assert_eq!(choices.next(0), Err(TooManyBranches));
        assert_eq!(choices.next(10), Ok(None));
    }
}
