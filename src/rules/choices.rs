//! What the mover decides besides the move: which of several rebirth squares, what a
//! reborn pawn becomes, and so on.
//!
//! The numbers of the decisions, in the order in which the rules ask for them, make
//! one number, that of the [`Branch`] of the move.

use crate::position::MoveBranch;

/// So many decisions one move can ask for.
const MAX_DECISIONS: usize = 12;

/// The decisions of one branch of a move.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    remaining: u32,
    decisions: [(u16, u16); MAX_DECISIONS],
    count: usize,
    /// More was asked than a branch can hold.
    overflow: bool,
}

impl Choices {
    /// The decisions of a branch.
    #[inline]
    pub fn of(branch: MoveBranch) -> Choices {
        Choices { remaining: branch.number(), decisions: [(0, 0); MAX_DECISIONS], count: 0, overflow: false }
    }

    /// Decides among so many possibilities, at least one.
    #[inline]
    pub fn choose(&mut self, possibilities: usize) -> usize {
        if possibilities <= 1 {
            return 0;
        }
        let chosen = self.remaining as usize % possibilities;
        self.remaining /= possibilities as u32;
        match self.decisions.get_mut(self.count) {
            Some(asked) => *asked = (chosen as u16, possibilities as u16),
            None => self.overflow = true,
        }
        self.count += 1;
        chosen
    }

    /// What was chosen last cannot be, and nothing up to this possibility: the next branch is looked for
    /// from there.
    pub fn skip_until(&mut self, until: usize) {
        if let Some((chosen, of)) = self.count.checked_sub(1).and_then(|last| self.decisions.get_mut(last)) {
            *chosen = (until.min(usize::from(*of)) as u16).saturating_sub(1).max(*chosen);
        }
    }

    /// The branch after this one, after its decisions have been asked for; the first
    /// `fixed` decisions stay as they are.
    ///
    /// # Errors
    /// If the move has more branches than can be told apart.
    pub fn next(&self, fixed: usize) -> Result<Option<MoveBranch>, TooManyBranches> {
        if self.overflow {
            return Err(TooManyBranches);
        }
        let asked = &self.decisions[..self.count];
        let Some(last) = asked.iter().rposition(|(chosen, of)| chosen + 1 < *of).filter(|&at| at >= fixed)
        else {
            return Ok(None);
        };
        let mut number = 0u64;
        let mut weight = 1u64;
        for (index, &(chosen, of)) in asked[..=last].iter().enumerate() {
            let chosen = u64::from(chosen) + u64::from(index == last);
            number += chosen * weight;
            weight = weight.saturating_mul(u64::from(of));
        }
        let branch = u32::try_from(number).ok().and_then(MoveBranch::new);
        branch.map(Some).ok_or(TooManyBranches)
    }
}

/// A move has more branches than can be told apart.
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
                // Nothing is left, or it goes back.
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
        // A second decision hangs on the first.
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
