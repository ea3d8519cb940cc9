//! Schedules: a stipulation as a list of plies.
//!
//! | stipulation | schedule |
//! |---|---|
//! | #3 | W∃! B∀ W∃! B∀ W∃! |
//! | s#2 | W∃ B∀! W∃ B∀! |
//! | r#2, semi-r#2 | W∃° B∀!° W∃° B∀!° and W∃ B∀!° W∃ B∀!° |
//! | h#2, h#1.5 | B∃ W∃. B∃ W∃! and W∃. B∃ W∃! |
//! | hs#2 | W∃ B∃^ W∃ B∀! |
//! | ser-#3, ser-h#2, ser-s#2 | W∃. W∃. W∃!, B∃ B∃ W∃! and W∃ W∃ B∀! |
//! | ser-hs#2 | B∃ B∃ W∃ B∀! |
//! | pser-#3 | W∃! B∀+ W∃! B∀+ W∃! |
//! | phser-#2, pser-h#2 | W∃. B∃+ W∃! and B∃ W∃+ B∃ W∃! |
//! | 2->ser-#2 | B∃ B∃ W∃. W∃! |
//!
//! | mark | meaning |
//! |---|---|
//! | ∃, ∀ | one good move suffices; every move must be good, and there must be one |
//! | ! | a move that reaches the goal is good and ends the play |
//! | . | a move that reaches the goal ends the play too early: it belongs to a shorter solution |
//! | ° | the side must reach the goal if it can |
//! | ^ | the play ends with the goal if every move of the side reaches it |
//! | + | the side moves if it is in check, and passes if it is not |
//!
//! In battle play a schedule includes its shorter solutions: a tail of the schedule is the same
//! stipulation in fewer moves. In help and series play a schedule has one length, and each length
//! has a schedule of its own.

mod plies;

use super::{Family, Stipulation};
use crate::position::Side;
use plies::FamilyPlay;

/// The number of a side's moves that must be good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// One: the side that moves tries to reach the goal.
    Exists,
    /// All of them, and there must be at least one: the side that moves tries to avoid the goal.
    ForAll,
}

/// The value of a move that reaches the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalValue {
    /// The move is good and ends the play.
    Good,
    /// The move ends the play too early: it belongs to a shorter solution.
    Early,
    /// The goal has no effect: the play goes on.
    Ignored,
}

/// When a side must reach the goal. If it must, the play ends with the goal, whether that
/// is good or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalObligation {
    /// Never.
    Free,
    /// If it has a move that does: in reflex play.
    IfPossible,
    /// If all its moves do: in the help moves of help-self play.
    IfUnavoidable,
}

/// One ply of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The side to move.
    pub side: Side,
    /// Whether one good move suffices or every move must be good.
    pub quantifier: Quantifier,
    /// The value of a move that reaches the goal.
    pub goal_value: GoalValue,
    /// When the side must reach the goal.
    pub obligation: GoalObligation,
    /// The side moves only if it is in check, and passes if it is not.
    pub parry_only: bool,
}

/// A limit on the defences of long battle play: after each move of the attacker one defence may
/// be nontrivial, and `allowance` more in the whole of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NonTrivial {
    /// The number of further nontrivial defences in a variation.
    pub allowance: u32,
    /// A defence is nontrivial if the attacker cannot win against it within this number of moves.
    pub within: u16,
}

/// The plies of a stipulation, the first one first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The plies.
    pub plies: Vec<Ply>,
    /// A solution of the tail that is two plies shorter also solves the whole schedule: in
    /// battle play that need not be exact.
    pub includes_shorter: bool,
    /// In battle play, the number of moves in which each attacking move must threaten to reach
    /// the goal unless it gives check. Attacking moves that leave fewer moves are exempt.
    pub threat: Option<u16>,
    /// In battle play, the limit on nontrivial defences.
    pub nontrivial: Option<NonTrivial>,
    /// The maximal number of flights of the defender's king after a move of the attacker, unless
    /// that move ends the play.
    pub max_flights: Option<u32>,
}

impl Ply {
    /// Returns a ply at which one good move suffices.
    fn exists(side: Side, goal_value: GoalValue) -> Ply {
        Ply {
            side,
            quantifier: Quantifier::Exists,
            goal_value,
            obligation: GoalObligation::Free,
            parry_only: false,
        }
    }

    /// Returns a ply at which every move must be good.
    fn for_all(side: Side, goal_value: GoalValue) -> Ply {
        Ply { quantifier: Quantifier::ForAll, ..Ply::exists(side, goal_value) }
    }
}

impl Schedule {
    /// Returns the ply with `plies_left` plies left, itself included. `None` for 0 and beyond the first ply.
    #[inline]
    pub fn ply(&self, plies_left: usize) -> Option<&Ply> {
        self.plies.get(self.index(plies_left))
    }

    /// Returns the index of the ply with `plies_left` plies left; an index beyond the last one if there is none.
    #[inline]
    fn index(&self, plies_left: usize) -> usize {
        self.plies.len().wrapping_sub(plies_left)
    }

    /// Returns the quantifier of the ply with `plies_left` plies left.
    fn quantifier(&self, plies_left: usize) -> Option<Quantifier> {
        self.ply(plies_left).map(|ply| ply.quantifier)
    }

    /// Returns whether the ply with `plies_left` plies left is a move of an attacker that has at least two
    /// more moves after it.
    pub fn is_early_attack(&self, plies_left: usize) -> bool {
        plies_left > 4
            && self.quantifier(plies_left) == Some(Quantifier::Exists)
            && self.quantifier(plies_left - 1) == Some(Quantifier::ForAll)
            && self.quantifier(plies_left - 4) == Some(Quantifier::Exists)
    }

    /// Returns the plies left at the attacker's ply with `moves_left` attacking moves left, itself included;
    /// 0 for 0.
    pub fn plies_left_at_attack(&self, moves_left: usize) -> usize {
        // Direct play ends with the attacker's move, self play with the defender's.
        (2 * moves_left).saturating_sub(self.plies.len() % 2).min(self.plies.len())
    }

    /// Returns the plies left at which the attacker must have a solution for the defence with `plies_left`
    /// plies left to be trivial. `None` if the defence counts as trivial without a test.
    pub fn plies_left_at_trivial_answer(&self, plies_left: usize) -> Option<usize> {
        let within = usize::from(self.nontrivial?.within);
        let moves_left = plies_left / 2;
        // In direct play the attacker has the last move in addition.
        (moves_left > within).then(|| self.plies_left_at_attack(within + self.plies.len() % 2))
    }

    /// Returns the maximal number of moves of White and of Black in the last `plies_left` plies.
    pub fn moves_left(&self, plies_left: usize) -> [usize; 2] {
        let mut moves = [0; 2];
        for ply in &self.plies[self.plies.len().saturating_sub(plies_left)..] {
            moves[ply.side.index()] += 1;
        }
        moves
    }

    /// Returns whether the last `plies_left` plies are battle play without further requirements, in which a
    /// win in some number of moves is also a win in more.
    pub fn ends_with_battle(&self, plies_left: usize) -> bool {
        let has_requirements =
            self.threat.is_some() || self.nontrivial.is_some() || self.max_flights.is_some();
        let (Some(ply), Some(last)) = (self.ply(plies_left), self.plies.last()) else { return false };
        let attacker = if last.quantifier == Quantifier::Exists { last.side } else { last.side.other() };
        self.includes_shorter
            && !has_requirements
            // The defender chooses moves in an introduction only.
            && (ply.quantifier == Quantifier::Exists) == (ply.side == attacker)
            && !self.plies.iter().any(|ply| ply.parry_only)
            && plies_left <= usize::from(u8::MAX)
    }

    /// Returns whether this is battle play that begins with a key and in which no side is obliged to
    /// reach the goal.
    pub fn is_free_battle(&self) -> bool {
        self.ends_with_battle(self.plies.len())
            && self.plies[0].quantifier == Quantifier::Exists
            && self.plies.iter().all(|ply| ply.obligation == GoalObligation::Free)
    }

    /// Returns whether no other side than this one wins by a move of its own that reaches the goal.
    pub fn is_won_only_by_moves_of(&self, side: Side) -> bool {
        self.plies.iter().all(|ply| ply.goal_value != GoalValue::Good || ply.side == side)
    }

    /// Returns whether the side of the ply with `plies_left` plies left also makes the next ply.
    #[inline]
    pub fn is_series_step(&self, plies_left: usize) -> bool {
        let plies = self.plies.get(self.index(plies_left)..);
        matches!(plies, Some([ply, next, ..]) if ply.side == next.side)
    }

    /// Returns the plies left of the position from which the required threat is searched, for a move of the
    /// attacker with `plies_left` plies left. 0 if no threat fits any more, so that the move must give check; `None`
    /// if no threat is required.
    #[inline]
    pub fn plies_left_at_threat(&self, plies_left: usize) -> Option<usize> {
        let threat = usize::from(self.threat?);
        let after_defence = plies_left.saturating_sub(2);
        let skipped = after_defence.div_ceil(2).checked_sub(threat)?;
        Some(after_defence.saturating_sub(2 * skipped))
    }
}

impl Stipulation {
    /// Returns the number of plies without introductory moves; 0 for families that need a plan.
    pub fn ply_count(&self) -> usize {
        let moves = usize::from(self.moves);
        match self.family {
            Family::Direct | Family::ParrySeries | Family::HelpParrySeries => 2 * moves - 1,
            Family::Self_
            | Family::Reflex
            | Family::SemiReflex
            | Family::ParrySeriesHelp
            | Family::ParrySeriesSelf
            | Family::ParrySeriesReflex
            | Family::HelpParrySeriesSelf
            | Family::HelpParrySeriesReflex => 2 * moves,
            Family::Help | Family::ProofGame | Family::HelpSelf | Family::HelpReflex => {
                2 * moves + usize::from(self.half_move)
            }
            Family::Series => moves,
            Family::SeriesHelp | Family::SeriesSelf | Family::SeriesReflex => moves + 1,
            Family::SeriesHelpSelf => moves + 2,
            Family::Reciprocal | Family::SeriesReciprocal | Family::Structured => 0,
        }
    }

    /// Returns the schedule in which the side `white` plays White's part (Black does in duplex).
    pub fn schedule(&self, white: Side) -> Schedule {
        self.schedule_with_intro(white, self.intro.into(), self.ply_count())
    }

    /// Returns the side that makes the first move if the side `white` plays White's part.
    pub fn first_side(&self, white: Side) -> Side {
        if self.family.needs_plan() {
            return if self.half_move { white } else { white.other() };
        }
        self.schedule(white).plies.first().map_or(white, |ply| ply.side)
    }

    /// Returns the schedule of `intro` introductory moves and `ply_count` plies after them.
    pub fn schedule_with_intro(&self, white: Side, intro: usize, ply_count: usize) -> Schedule {
        let mut schedule = self.schedule_of_length(white, ply_count);
        if let [first, .., last] | [first @ last] = schedule.plies[..]
            && intro > 0
        {
            let side = first.side.other();
            // As after the introduction, the play can end when the wrong side reaches the goal.
            let ends_play = self.options.goal_is_end && side != last.side;
            let ply = Ply::exists(side, if ends_play { GoalValue::Early } else { GoalValue::Ignored });
            schedule.plies.splice(0..0, std::iter::repeat_n(ply, intro));
        }
        schedule
    }

    /// Returns the schedule of the last `ply_count` plies: the same play, shortened at its
    /// beginning.
    pub fn schedule_of_length(&self, white: Side, ply_count: usize) -> Schedule {
        let play = FamilyPlay::new(self, white);
        let mut plies: Vec<Ply> = (1..=ply_count).rev().map(|plies_left| play.ply(plies_left)).collect();
        let goal_side = plies.last().map(|last| last.side);
        for ply in &mut plies {
            // Where the play ends when the wrong side reaches the goal, the goal is no success. A side that
            // must reach the goal if it can ends the play in any case.
            let free = ply.obligation != GoalObligation::IfPossible && ply.goal_value == GoalValue::Ignored;
            if self.options.goal_is_end && Some(ply.side) != goal_side && free {
                ply.goal_value = GoalValue::Early;
            }
        }
        Schedule {
            plies,
            max_flights: self.options.max_flights,
            threat: None,
            nontrivial: None,
            includes_shorter: (self.family.is_battle() || self.family.is_parry_battle()) && !self.exact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;

    fn written(text: &str) -> String {
        let words = text.rsplit_once(' ');
        let mut stipulation = Stipulation::read(words.map_or(text, |(_, text)| text), Layout::CHESS).unwrap();
        stipulation.options.quodlibet = text.starts_with("quodlibet");
        stipulation.options.goal_is_end = text.starts_with("goal");
        let plies = stipulation.schedule(Side::White).plies;
        let one = |ply: Ply| {
            let side = if ply.side == Side::White { "W" } else { "B" };
            let quantifier = if ply.quantifier == Quantifier::Exists { "∃" } else { "∀" };
            let goal_value = match ply.goal_value {
                GoalValue::Good => "!",
                GoalValue::Early => ".",
                GoalValue::Ignored => "",
            };
            let obligation = match ply.obligation {
                GoalObligation::Free => "",
                GoalObligation::IfPossible => "°",
                GoalObligation::IfUnavoidable => "^",
            };
            let parry_only = if ply.parry_only { "+" } else { "" };
            format!("{side}{quantifier}{goal_value}{obligation}{parry_only}")
        };
        plies.into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn schedules_match_table() {
        for (text, schedule) in [
            ("#3", "W∃! B∀ W∃! B∀ W∃!"),
            ("s#2", "W∃ B∀! W∃ B∀!"),
            ("r#2", "W∃° B∀!° W∃° B∀!°"),
            ("semi-r#2", "W∃ B∀!° W∃ B∀!°"),
            ("h#2", "B∃ W∃. B∃ W∃!"),
            ("h#1.5", "W∃. B∃ W∃!"),
            ("hs#2", "W∃ B∃^ W∃ B∀!"),
            ("hs#1.5", "B∃^ W∃ B∀!"),
            ("ser-#3", "W∃. W∃. W∃!"),
            ("ser-=2", "W∃ W∃!"),
            ("ser-h#2", "B∃ B∃ W∃!"),
            ("ser-s#2", "W∃ W∃ B∀!"),
            ("ser-r#2", "W∃° W∃° B∀!°"),
            ("ser-hs#2", "B∃ B∃ W∃ B∀!"),
            ("pser-#3", "W∃! B∀+ W∃! B∀+ W∃!"),
            ("pser-h#2", "B∃ W∃+ B∃ W∃!"),
            ("pser-s#2", "W∃ B∀!^+ W∃ B∀!"),
            ("pser-r#2", "W∃° B∀!°+ W∃° B∀!°"),
            ("phser-#2", "W∃. B∃+ W∃!"),
            ("phser-s#2", "W∃ B∃^+ W∃ B∀!"),
            ("phser-r#2", "W∃° B∃.°+ W∃° B∀!°"),
            ("2->ser-#2", "B∃ B∃ W∃. W∃!"),
            ("dia2", "W∃ B∃. W∃ B∃!"),
            ("dia1.5", "W∃. B∃ W∃!"),
            ("a=>b1.5", "B∃. W∃ B∃!"),
            ("ser-dia2", "W∃. W∃!"),
            ("ser-hdia2", "W∃ W∃ B∃!"),
            ("pser-hdia2", "W∃ B∃+ W∃ B∃!"),
            ("ser-ha=>b2", "B∃ B∃ W∃!"),
            ("quodlibet s#2", "W∃! B∀! W∃! B∀!"),
            ("goal is end x2", "W∃! B∀. W∃!"),
            ("goal is end hx2", "B∃. W∃. B∃. W∃!"),
            ("goal is end r#1", "W∃° B∀!°"),
            ("goal is end 2->ser-x2", "B∃. B∃. W∃. W∃!"),
            ("goal is end 1->ser-hx1", "W∃ B∃. W∃!"),
        ] {
            assert_eq!(written(text), schedule, "{text}");
        }
    }
}
