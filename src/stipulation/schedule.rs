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
pub enum Choice {
    /// One is enough: the side that moves wants it.
    Some,
    /// All of them, and there must be one: the side that moves does not want it.
    Every,
}

/// What a move that reaches the goal is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// It is good, and ends the play.
    Good,
    /// It ends the play too early: it belongs to a shorter solution.
    Early,
    /// Nothing in itself: the play goes on.
    Nothing,
}

/// When a side has no choice but to reach the goal. If it has none, the play ends
/// with the goal, for better or worse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Duty {
    /// Nothing forces it.
    Free,
    /// When it can: so in reflex play.
    Bound,
    /// When all its moves do: so in the help moves of help-self play.
    Cornered,
}

/// One half-move of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Half {
    /// Who moves.
    pub side: Side,
    /// Whether one good move suffices or every move must be good.
    pub choice: Choice,
    /// What a move that reaches the goal is worth here.
    pub reach: Reach,
    /// When the side has no choice but to reach the goal.
    pub duty: Duty,
    /// Does it pass if it is not in check?
    pub parries: bool,
}

/// How freely the defender of a long problem may move: after each move of the attacker one
/// of his moves may hold out, and so many more in the whole of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NonTrivial {
    /// How many more.
    pub spare: u32,
    /// A move holds out if it is not answered in so many moves.
    pub within: u16,
}

/// The half-moves of a stipulation in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The half-moves.
    pub halves: Vec<Half>,
    /// Is what the tail from two half-moves later solves solved by the whole, too? So in
    /// battle play that need not be exact.
    pub holds_shorter: bool,
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
        let choice = |index: usize| self.halves.get(index).map(|half| half.choice);
        choice(index) == Some(Choice::Some)
            && choice(index + 1) == Some(Choice::Every)
            && choice(index + 4) == Some(Choice::Some)
    }

    /// The half-move at which the attacker has so many moves left; behind the last one if
    /// he has none.
    pub fn attack_with(&self, moves: usize) -> usize {
        // Direct play ends with the attacker's move, self play with the defender's.
        (self.halves.len() + self.halves.len() % 2).saturating_sub(2 * moves)
    }

    /// Where the attacker is answered if the defender's move at half-move `index` does not
    /// hold out; none if it is not asked whether it does.
    pub fn answer_to_trivial(&self, index: usize) -> Option<usize> {
        let wanted = self.nontrivial?;
        let within = usize::from(wanted.within);
        let left = (self.halves.len() - index) / 2;
        // In direct play the attacker has the last move besides.
        (left > within).then(|| self.attack_with(within + self.halves.len() % 2))
    }

    /// How many moves the sides have at most from half-move `index` on, White's first.
    pub fn moves_left(&self, index: usize) -> [usize; 2] {
        let mut moves = [0; 2];
        for half in self.halves.get(index..).unwrap_or_default() {
            moves[half.side.index()] += 1;
        }
        moves
    }

    /// Is what follows from half-move `index` on battle play in which nothing but the goal is
    /// asked for, and what wins in some moves wins in more?
    pub fn is_battle_from(&self, index: usize) -> bool {
        let asks_more = self.threat.is_some() || self.nontrivial.is_some() || self.max_flights.is_some();
        let (Some(half), Some(last)) = (self.halves.get(index), self.halves.last()) else { return false };
        let attacker = if last.choice == Choice::Some { last.side } else { last.side.other() };
        self.holds_shorter
            && !asks_more
            // The defender chooses moves in an introduction only.
            && (half.choice == Choice::Some) == (half.side == attacker)
            && !self.halves.iter().any(|half| half.parries)
            && self.halves.len() - index <= usize::from(u8::MAX)
    }

    /// Is it battle play that begins with a key, in which nobody has to reach the goal because he can?
    pub fn is_free_battle(&self) -> bool {
        self.is_battle_from(0)
            && self.halves[0].choice == Choice::Some
            && self.halves.iter().all(|half| half.duty == Duty::Free)
    }

    /// Does the same side move again after half-move `index`?
    pub fn is_series_step(&self, index: usize) -> bool {
        self.halves.get(index + 1).is_some_and(|next| next.side == self.halves[index].side)
    }
}

impl Schedule {
    /// The half-move with which the threat begins that is asked of the attacker's move
    /// at half-move `index`; behind the last one, where he must give check. None if
    /// nothing is asked.
    #[inline]
    pub fn threat_begins(&self, index: usize) -> Option<usize> {
        let threat = usize::from(self.threat?);
        let left = self.halves.len().saturating_sub(index + 2).div_ceil(2);
        let skipped = left.checked_sub(threat)?;
        Some(index + 2 + 2 * skipped)
    }
}

impl Stipulation {
    /// The number of half-moves, without introductory moves.
    pub fn half_moves(&self) -> usize {
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
                2 * moves + usize::from(self.half)
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
        self.introduced(white, self.intro.into(), self.half_moves())
    }

    /// Who makes the first move if `white` plays White's part.
    pub fn beginner(&self, white: Side) -> Side {
        if self.family.is_planned() {
            return if self.half { white } else { white.other() };
        }
        self.schedule(white).halves.first().map_or(white, |half| half.side)
    }

    /// The schedule with so many introductory moves, of so many half-moves behind them.
    pub fn introduced(&self, white: Side, intro: usize, half_moves: usize) -> Schedule {
        let mut schedule = self.schedule_of(white, half_moves);
        if let [first, .., last] | [first @ last] = schedule.halves[..]
            && intro > 0
        {
            let side = first.side.other();
            // As behind the introduction, the play can end when the wrong side reaches the goal.
            let ends = self.terms.goal_is_end && side != last.side;
            let half = Half {
                side,
                choice: Choice::Some,
                reach: if ends { Reach::Early } else { Reach::Nothing },
                duty: Duty::Free,
                parries: false,
            };
            schedule.halves.splice(0..0, std::iter::repeat_n(half, intro));
        }
        schedule
    }

    /// The schedule of only so many half-moves: the same play, shortened at its
    /// beginning.
    pub fn schedule_of(&self, white: Side, half_moves: usize) -> Schedule {
        // The side that is helped to mate ends a game that is proved.
        let turned = self.goal == Goal::ProofGame
            && matches!(self.family, Family::SeriesHelp | Family::ParrySeriesHelp);
        let white = if turned { white.other() } else { white };
        let black = white.other();
        let begins = if self.goal == Goal::ProofGame || self.terms.white_begins { white } else { black };
        let ends = if self.half { begins } else { begins.other() };
        let (white_duty, black_duty) = match self.family {
            Family::Reflex
            | Family::HelpReflex
            | Family::SeriesReflex
            | Family::ParrySeriesReflex
            | Family::HelpParrySeriesReflex => (Duty::Bound, Duty::Bound),
            Family::SemiReflex => (Duty::Free, Duty::Bound),
            _ => (Duty::Free, Duty::Free),
        };
        let want = |side, reach| Half { side, choice: Choice::Some, reach, duty: Duty::Free, parries: false };
        let fear =
            |side, reach| Half { side, choice: Choice::Every, reach, duty: Duty::Free, parries: false };
        let parry = |half| Half { parries: true, ..half };
        let white_duty = |half| Half { duty: white_duty, ..half };
        let black_duty = |half| Half { duty: black_duty, ..half };
        // A series goes on from a stalemate: the stalemated side need not move. A mate ends it
        // in any case, since nobody passes in check.
        let on_the_way = match self.goal {
            Goal::Stalemate | Goal::Immobility => Reach::Nothing,
            _ => Reach::Early,
        };
        // Battle play may reach the goal before the last move, unless it is to be exact.
        let sooner = |last| if last || !self.exact { Reach::Good } else { Reach::Early };
        let halves = (0..half_moves).map(|index| {
            let left = half_moves - index;
            let (last, odd) = (left == 1, left % 2 == 1);
            match self.family {
                Family::ProofGame if last => want(ends, Reach::Good),
                Family::ProofGame if odd => want(ends, Reach::Early),
                Family::ProofGame => want(ends.other(), Reach::Nothing),
                Family::Direct if odd => want(white, sooner(last)),
                Family::Direct => fear(black, Reach::Nothing),
                Family::Self_ | Family::Reflex | Family::SemiReflex if odd => {
                    black_duty(fear(black, sooner(last)))
                }
                Family::Self_ | Family::SemiReflex if self.terms.quodlibet => want(white, sooner(left == 2)),
                Family::Self_ | Family::Reflex | Family::SemiReflex => {
                    white_duty(want(white, Reach::Nothing))
                }
                Family::Help | Family::Series | Family::SeriesHelp if last => want(white, Reach::Good),
                Family::ParrySeries if odd && self.exact && !last => want(white, on_the_way),
                Family::ParrySeries if odd => want(white, sooner(last)),
                Family::ParrySeries => parry(fear(black, Reach::Nothing)),
                // The series can end wherever Black would be forced if he had to move.
                Family::ParrySeriesSelf if odd && !last => {
                    parry(Half { duty: Duty::Cornered, ..fear(black, sooner(last)) })
                }
                Family::ParrySeriesReflex if odd && !last => parry(black_duty(fear(black, sooner(last)))),
                Family::HelpParrySeries | Family::ParrySeriesHelp if last => want(white, Reach::Good),
                Family::HelpParrySeries if odd => want(white, on_the_way),
                Family::HelpParrySeries => parry(want(black, Reach::Nothing)),
                Family::ParrySeriesHelp if odd => parry(want(white, Reach::Nothing)),
                Family::ParrySeriesHelp => want(black, Reach::Nothing),
                Family::SeriesHelpSelf if left > 2 => want(black, Reach::Nothing),
                Family::Help if odd => want(white, Reach::Early),
                Family::Help | Family::SeriesHelp => want(black, Reach::Nothing),
                Family::Series => want(white, on_the_way),
                // Help-self, help-reflex, series-self and series-reflex play.
                _ if last => black_duty(fear(black, Reach::Good)),
                Family::HelpSelf if odd => Half { duty: Duty::Cornered, ..want(black, Reach::Nothing) },
                Family::HelpReflex if odd => black_duty(want(black, Reach::Early)),
                Family::HelpParrySeriesSelf if odd => {
                    parry(Half { duty: Duty::Cornered, ..want(black, Reach::Nothing) })
                }
                Family::HelpParrySeriesReflex if odd => parry(black_duty(want(black, Reach::Early))),
                _ => white_duty(want(white, Reach::Nothing)),
            }
        });
        let mut halves: Vec<Half> = halves.collect();
        let right = halves.last().map(|last| last.side);
        for half in &mut halves {
            // Where the play ends when the wrong side reaches the goal, nothing is won by it. Who must
            // reach the goal if he can ends it anyhow.
            let free = half.duty != Duty::Bound && half.reach == Reach::Nothing;
            if self.terms.goal_is_end && Some(half.side) != right && free {
                half.reach = Reach::Early;
            }
        }
        Schedule {
            halves,
            max_flights: self.terms.max_flights,
            threat: None,
            nontrivial: None,
            holds_shorter: (self.family.is_battle() || self.family.is_parry_battle()) && !self.exact,
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
        stipulation.terms.quodlibet = text.starts_with("quodlibet");
        stipulation.terms.goal_is_end = text.starts_with("goal");
        let halves = stipulation.schedule(Side::White).halves;
        let one = |half: Half| {
            let side = if half.side == Side::White { "W" } else { "B" };
            let choice = if half.choice == Choice::Some { "∃" } else { "∀" };
            let reach = match half.reach {
                Reach::Good => "!",
                Reach::Early => ".",
                Reach::Nothing => "",
            };
            let duty = match half.duty {
                Duty::Free => "",
                Duty::Bound => "°",
                Duty::Cornered => "^",
            };
            let parries = if half.parries { "+" } else { "" };
            format!("{side}{choice}{reach}{duty}{parries}")
        };
        halves.into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_table_of_schedules() {
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
