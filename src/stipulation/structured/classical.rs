//! Structured stipulations that are equivalent to a named one, such as `3a[#]d` to `#2`.

use super::{AfterPly, BranchKind, Continuation, Expression, PlayBranch, Structured};
use crate::position::Side;
use crate::stipulation::{Family, Goal, ScheduleOptions, Stipulation};

impl Structured {
    /// Returns the equivalent named stipulation; `None` if there is none.
    pub fn classical(&self) -> Option<Stipulation> {
        let Expression::Branch(branch) = &self.expression else { return None };
        let exact = branch.is_exact()?;
        if branch.parry_only {
            return None;
        }
        let (family, goal) = match self.reflex(branch) {
            Some((goal, family)) => (family?, goal),
            None => self.named_family(branch)?,
        };
        let plies = branch.max_plies;
        let moves = match family {
            Family::Direct | Family::Reflex | Family::SemiReflex => plies.div_ceil(2),
            Family::Series => plies,
            _ => plies / 2,
        };
        let quodlibet = family == Family::Self_ && !branch.after_ply[0].is_empty();
        Some(Stipulation {
            family,
            intro: 0,
            goal,
            alternative: None,
            moves: u16::try_from(moves).ok()?,
            half_move: family == Family::Help && plies % 2 == 1,
            exact,
            options: ScheduleOptions { quodlibet, ..ScheduleOptions::default() },
        })
    }

    /// Returns the goal of reflex play, in which a move of White is good where Black can reach the goal,
    /// and its family; `None` as the family if its requirements are not those of reflex play. `None` if
    /// this is not reflex play.
    fn reflex(&self, branch: &PlayBranch) -> Option<(Goal, Option<Family>)> {
        let [first, second] = &branch.after_ply;
        let goal = match (branch.kind, &first.continuations[..], &second.continuations[..]) {
            (BranchKind::Attack, [Continuation { expression, hidden: false, .. }], []) => {
                expression.single_move_goal()?
            }
            _ => return None,
        };
        let white = self.first_side() == Side::White;
        if !white
            || self.sides_swapped
            || branch.max_plies.is_multiple_of(2)
            || !first.requirements.is_empty()
        {
            return None;
        }
        let family = match &second.requirements[..] {
            [] => Some(Family::SemiReflex),
            [Expression::Not(requirement)] if requirement.single_move_goal() == Some(goal) => {
                Some(Family::Reflex)
            }
            _ => None,
        };
        Some((goal, family))
    }

    /// Returns the family and goal of direct, self, help or series play; `None` for any other play.
    fn named_family(&self, branch: &PlayBranch) -> Option<(Family, Goal)> {
        let [first, second] = &branch.after_ply;
        let has_requirements = !first.requirements.is_empty()
            || (!second.requirements.is_empty() && branch.kind != BranchKind::Series);
        if has_requirements {
            return None;
        }
        let white = self.first_side() == Side::White;
        let odd = branch.max_plies % 2 == 1;
        match (branch.kind, self.sides_swapped, white) {
            (BranchKind::Attack, false, true) if odd && second.is_empty() => {
                Some((Family::Direct, first.only_goal()?))
            }
            (BranchKind::Attack, false, true) if !odd && first.is_empty() => {
                Some((Family::Self_, second.only_goal()?))
            }
            // Quodlibet: White can reach the goal, too.
            (BranchKind::Attack, false, true) if !odd && first.only_goal() == second.only_goal() => {
                Some((Family::Self_, second.only_goal()?))
            }
            (BranchKind::Help, false, false) if !odd && first.is_empty() => {
                Some((Family::Help, second.only_goal()?))
            }
            (BranchKind::Help, true, true) if odd && second.is_empty() => {
                Some((Family::Help, first.only_goal()?))
            }
            (BranchKind::Series, false, true) => Some((Family::Series, first.only_goal()?)),
            _ => None,
        }
    }
}

impl PlayBranch {
    /// Returns whether shorter solutions do not count; `None` if only some of them do.
    fn is_exact(&self) -> Option<bool> {
        match self.min_plies {
            0 | 1 => Some(false),
            min if min + 1 >= self.max_plies && self.is_battle() => Some(true),
            min if min == self.max_plies => Some(true),
            _ => None,
        }
    }
}

impl AfterPly {
    fn is_empty(&self) -> bool {
        self.continuations.is_empty() && self.requirements.is_empty()
    }

    /// Returns the goal if it is the only continuation.
    fn only_goal(&self) -> Option<Goal> {
        match self.continuations[..] {
            [Continuation { expression: Expression::Goal(goal), forced: false, hidden: false }] => Some(goal),
            _ => None,
        }
    }
}
