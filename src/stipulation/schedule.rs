//! Schedules: a stipulation as a list of half-moves.
//!
//! | stipulation | schedule |
//! |---|---|
//! | #3 | W∃! B∀ W∃! B∀ W∃! |
//! | s#2 | W∃ B∀! W∃ B∀! |
//! | r#2 | as s#2, both sides bound; semi-r#2: Black only |
//! | h#2, h#1.5 | B∃ W∃. B∃ W∃! and W∃. B∃ W∃! |
//! | hs#2 | W∃ B∃^ W∃ B∀! |
//! | ser-#3, ser-h#2, ser-s#2 | W∃. W∃. W∃!, B∃ B∃ W∃! and W∃ W∃ B∀! |
//! | ser-hs#2 | B∃ B∃ W∃ B∀! |
//! | pser-#3 | W∃! B∀+ W∃! B∀+ W∃! |
//! | phser-#2, pser-h#2 | W∃. B∃+ W∃! and B∃ W∃+ B∃ W∃! |
//! | 2->ser-#2 | B∃ B∃ W∃. W∃! |
//!
//! ∃ wants *one* good move, ∀ wants *every* move good. A ! may reach the goal; at a
//! full stop a move that reaches the goal ends the play, so that it belongs to a
//! shorter solution and not to this one. A side that is *bound* has no choice but
//! to reach the goal when it can, and one that is *cornered* (^) when all its moves do.
//! A side that only *parries* (+) moves if it is in check, and passes if it is not.
//!
//! In battle play a schedule contains its shorter solutions: a tail of it is the
//! same stipulation in fewer moves. In help and series play it stands for one
//! length, and each length has a schedule of its own.

use super::{Family, Goal, Stipulation};
use crate::position::Side;

/// How many of a side's moves must be good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// One is enough: the side that moves wants it.
    Exists,
    /// All of them, and there must be one: the side that moves does not want it.
    ForAll,
}

/// What a move that reaches the goal is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalValue {
    /// It is good, and ends the play.
    Good,
    /// It ends the play too early: it belongs to a shorter solution.
    Early,
    /// Nothing in itself: the play goes on.
    Ignored,
}

/// When a side has no choice but to reach the goal. If it has none, the play ends
/// with the goal, for better or worse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalObligation {
    /// Nothing forces it.
    Free,
    /// When it can: so in reflex play.
    IfPossible,
    /// When all its moves do: so in the help moves of help-self play.
    IfUnavoidable,
}

/// One half-move of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// Who moves.
    pub side: Side,
    /// Whether one good move suffices or every move must be good.
    pub quantifier: Quantifier,
    /// What a move that reaches the goal is worth here.
    pub goal_value: GoalValue,
    /// When the side has no choice but to reach the goal.
    pub obligation: GoalObligation,
    /// Does it pass if it is not in check?
    pub parry_only: bool,
}

/// How freely the defender of a long problem may move: after each move of the attacker one
/// of his moves may hold out, and so many more in the whole of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NonTrivial {
    /// How many more.
    pub allowance: u32,
    /// A move holds out if it is not answered in so many moves.
    pub within: u16,
}

/// The half-moves of a stipulation in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The half-moves.
    pub plies: Vec<Ply>,
    /// Is what the tail from two half-moves later solves solved by the whole, too? So in
    /// battle play that need not be exact.
    pub includes_shorter: bool,
    /// In battle play, in how many moves the attacker must threaten to reach the goal,
    /// unless he gives check; asked of his moves that leave him so many.
    pub threat: Option<u16>,
    /// In battle play, how many moves that hold out the attacker leaves the defender.
    pub nontrivial: Option<NonTrivial>,
    /// After a move of the attacker, if play goes on, the defender's king has at most so
    /// many flights.
    pub max_flights: Option<u32>,
}

impl Schedule {
    /// Is half-move `index` one of an attacker who has at least two moves behind it?
    pub fn is_early_attack(&self, index: usize) -> bool {
        let choice = |index: usize| self.plies.get(index).map(|half| half.quantifier);
        choice(index) == Some(Quantifier::Exists)
            && choice(index + 1) == Some(Quantifier::ForAll)
            && choice(index + 4) == Some(Quantifier::Exists)
    }

    /// The half-move at which the attacker has so many moves left; behind the last one if
    /// he has none.
    pub fn attack_index(&self, moves: usize) -> usize {
        // Direct play ends with the attacker's move, self play with the defender's.
        (self.plies.len() + self.plies.len() % 2).saturating_sub(2 * moves)
    }

    /// Where the attacker is answered if the defender's move at half-move `index` does not
    /// hold out; none if it is not asked whether it does.
    pub fn trivial_answer_index(&self, index: usize) -> Option<usize> {
        let wanted = self.nontrivial?;
        let within = usize::from(wanted.within);
        let left = (self.plies.len() - index) / 2;
        // In direct play the attacker has the last move besides.
        (left > within).then(|| self.attack_index(within + self.plies.len() % 2))
    }

    /// How many moves the sides have at most from half-move `index` on, White's first.
    pub fn moves_left(&self, index: usize) -> [usize; 2] {
        let mut moves = [0; 2];
        for half in self.plies.get(index..).unwrap_or_default() {
            moves[half.side.index()] += 1;
        }
        moves
    }

    /// Is what follows from half-move `index` on battle play in which nothing but the goal is
    /// asked for, and what wins in some moves wins in more?
    pub fn is_battle_from(&self, index: usize) -> bool {
        let asks_more = self.threat.is_some() || self.nontrivial.is_some() || self.max_flights.is_some();
        let (Some(half), Some(last)) = (self.plies.get(index), self.plies.last()) else { return false };
        let attacker = if last.quantifier == Quantifier::Exists { last.side } else { last.side.other() };
        self.includes_shorter
            && !asks_more
            // The defender chooses moves in an introduction only.
            && (half.quantifier == Quantifier::Exists) == (half.side == attacker)
            && !self.plies.iter().any(|half| half.parry_only)
            && self.plies.len() - index <= usize::from(u8::MAX)
    }

    /// Is it battle play that begins with a key, in which nobody has to reach the goal because he can?
    pub fn is_free_battle(&self) -> bool {
        self.is_battle_from(0)
            && self.plies[0].quantifier == Quantifier::Exists
            && self.plies.iter().all(|half| half.obligation == GoalObligation::Free)
    }

    /// Does the same side move again after half-move `index`?
    pub fn is_series_step(&self, index: usize) -> bool {
        self.plies.get(index + 1).is_some_and(|next| next.side == self.plies[index].side)
    }
}

impl Schedule {
    /// The half-move with which the threat begins that is asked of the attacker's move
    /// at half-move `index`; behind the last one, where he must give check. None if
    /// nothing is asked.
    #[inline]
    pub fn threat_index(&self, index: usize) -> Option<usize> {
        let threat = usize::from(self.threat?);
        let left = self.plies.len().saturating_sub(index + 2).div_ceil(2);
        let skipped = left.checked_sub(threat)?;
        Some(index + 2 + 2 * skipped)
    }
}

impl Stipulation {
    /// The number of half-moves, without introductory moves.
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
            // What a plan says has no schedule.
            Family::Reciprocal | Family::SeriesReciprocal | Family::Structured => 0,
        }
    }

    /// The schedule, where `white` plays White's part (Black does in duplex).
    pub fn schedule(&self, white: Side) -> Schedule {
        self.schedule_with_intro(white, self.intro.into(), self.ply_count())
    }

    /// Who makes the first move if `white` plays White's part.
    pub fn first_side(&self, white: Side) -> Side {
        if self.family.needs_plan() {
            return if self.half_move { white } else { white.other() };
        }
        self.schedule(white).plies.first().map_or(white, |half| half.side)
    }

    /// The schedule with so many introductory moves, of so many half-moves behind them.
    pub fn schedule_with_intro(&self, white: Side, intro: usize, half_moves: usize) -> Schedule {
        let mut schedule = self.schedule_of_length(white, half_moves);
        if let [first, .., last] | [first @ last] = schedule.plies[..]
            && intro > 0
        {
            let side = first.side.other();
            // As behind the introduction, the play can end when the wrong side reaches the goal.
            let ends = self.options.goal_is_end && side != last.side;
            let half = Ply {
                side,
                quantifier: Quantifier::Exists,
                goal_value: if ends { GoalValue::Early } else { GoalValue::Ignored },
                obligation: GoalObligation::Free,
                parry_only: false,
            };
            schedule.plies.splice(0..0, std::iter::repeat_n(half, intro));
        }
        schedule
    }

    /// The schedule of only so many half-moves: the same play, shortened at its
    /// beginning.
    pub fn schedule_of_length(&self, white: Side, half_moves: usize) -> Schedule {
        // The side that is helped to mate ends a game that is proved.
        let turned = self.goal == Goal::ProofGame
            && matches!(self.family, Family::SeriesHelp | Family::ParrySeriesHelp);
        let white = if turned { white.other() } else { white };
        let black = white.other();
        let begins = if self.goal == Goal::ProofGame || self.options.white_begins { white } else { black };
        let ends = if self.half_move { begins } else { begins.other() };
        let (white_duty, black_duty) = match self.family {
            Family::Reflex
            | Family::HelpReflex
            | Family::SeriesReflex
            | Family::ParrySeriesReflex
            | Family::HelpParrySeriesReflex => (GoalObligation::IfPossible, GoalObligation::IfPossible),
            Family::SemiReflex => (GoalObligation::Free, GoalObligation::IfPossible),
            _ => (GoalObligation::Free, GoalObligation::Free),
        };
        let want = |side, reach| Ply {
            side,
            quantifier: Quantifier::Exists,
            goal_value: reach,
            obligation: GoalObligation::Free,
            parry_only: false,
        };
        let fear = |side, reach| Ply {
            side,
            quantifier: Quantifier::ForAll,
            goal_value: reach,
            obligation: GoalObligation::Free,
            parry_only: false,
        };
        let parry = |half| Ply { parry_only: true, ..half };
        let white_duty = |half| Ply { obligation: white_duty, ..half };
        let black_duty = |half| Ply { obligation: black_duty, ..half };
        // A series goes on from a stalemate: the stalemated side need not move. A mate ends it
        // in any case, since nobody passes in check.
        let on_the_way = match self.goal {
            Goal::Stalemate | Goal::Immobility => GoalValue::Ignored,
            _ => GoalValue::Early,
        };
        // Battle play may reach the goal before the last move, unless it is to be exact.
        let sooner = |last| if last || !self.exact { GoalValue::Good } else { GoalValue::Early };
        let halves = (0..half_moves).map(|index| {
            let left = half_moves - index;
            let (last, odd) = (left == 1, left % 2 == 1);
            match self.family {
                Family::ProofGame if last => want(ends, GoalValue::Good),
                Family::ProofGame if odd => want(ends, GoalValue::Early),
                Family::ProofGame => want(ends.other(), GoalValue::Ignored),
                Family::Direct if odd => want(white, sooner(last)),
                Family::Direct => fear(black, GoalValue::Ignored),
                Family::Self_ | Family::Reflex | Family::SemiReflex if odd => {
                    black_duty(fear(black, sooner(last)))
                }
                Family::Self_ | Family::SemiReflex if self.options.quodlibet => {
                    want(white, sooner(left == 2))
                }
                Family::Self_ | Family::Reflex | Family::SemiReflex => {
                    white_duty(want(white, GoalValue::Ignored))
                }
                Family::Help | Family::Series | Family::SeriesHelp if last => want(white, GoalValue::Good),
                Family::ParrySeries if odd && self.exact && !last => want(white, on_the_way),
                Family::ParrySeries if odd => want(white, sooner(last)),
                Family::ParrySeries => parry(fear(black, GoalValue::Ignored)),
                // The series can end wherever Black would be forced if he had to move.
                Family::ParrySeriesSelf if odd && !last => {
                    parry(Ply { obligation: GoalObligation::IfUnavoidable, ..fear(black, sooner(last)) })
                }
                Family::ParrySeriesReflex if odd && !last => parry(black_duty(fear(black, sooner(last)))),
                Family::HelpParrySeries | Family::ParrySeriesHelp if last => want(white, GoalValue::Good),
                Family::HelpParrySeries if odd => want(white, on_the_way),
                Family::HelpParrySeries => parry(want(black, GoalValue::Ignored)),
                Family::ParrySeriesHelp if odd => parry(want(white, GoalValue::Ignored)),
                Family::ParrySeriesHelp => want(black, GoalValue::Ignored),
                Family::SeriesHelpSelf if left > 2 => want(black, GoalValue::Ignored),
                Family::Help if odd => want(white, GoalValue::Early),
                Family::Help | Family::SeriesHelp => want(black, GoalValue::Ignored),
                Family::Series => want(white, on_the_way),
                // Help-self, help-reflex, series-self and series-reflex play.
                _ if last => black_duty(fear(black, GoalValue::Good)),
                Family::HelpSelf if odd => {
                    Ply { obligation: GoalObligation::IfUnavoidable, ..want(black, GoalValue::Ignored) }
                }
                Family::HelpReflex if odd => black_duty(want(black, GoalValue::Early)),
                Family::HelpParrySeriesSelf if odd => parry(Ply {
                    obligation: GoalObligation::IfUnavoidable,
                    ..want(black, GoalValue::Ignored)
                }),
                Family::HelpParrySeriesReflex if odd => parry(black_duty(want(black, GoalValue::Early))),
                _ => white_duty(want(white, GoalValue::Ignored)),
            }
        });
        let mut halves: Vec<Ply> = halves.collect();
        let right = halves.last().map(|last| last.side);
        for half in &mut halves {
            // Where the play ends when the wrong side reaches the goal, nothing is won by it. Who must
            // reach the goal if he can ends it anyhow.
            let free = half.obligation != GoalObligation::IfPossible && half.goal_value == GoalValue::Ignored;
            if self.options.goal_is_end && Some(half.side) != right && free {
                half.goal_value = GoalValue::Early;
            }
        }
        Schedule {
            plies: halves,
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
        let halves = stipulation.schedule(Side::White).plies;
        let one = |half: Ply| {
            let side = if half.side == Side::White { "W" } else { "B" };
            let choice = if half.quantifier == Quantifier::Exists { "∃" } else { "∀" };
            let reach = match half.goal_value {
                GoalValue::Good => "!",
                GoalValue::Early => ".",
                GoalValue::Ignored => "",
            };
            let duty = match half.obligation {
                GoalObligation::Free => "",
                GoalObligation::IfPossible => "°",
                GoalObligation::IfUnavoidable => "^",
            };
            let parries = if half.parry_only { "+" } else { "" };
            format!("{side}{choice}{reach}{duty}{parries}")
        };
        halves.into_iter().map(one).collect::<Vec<_>>().join(" ")
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
