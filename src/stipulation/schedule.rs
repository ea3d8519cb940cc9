//! Schedules: a stipulation as a list of half-moves.
//!
//! | stipulation | schedule |
//! |---|---|
//! | #3 | W∃! B∀ W∃! B∀ W∃! |
//! | s#2 | W∃ B∀! W∃ B∀! |
//! | r#2 | as s#2, both sides bound; semi-r#2: Black only |
//! | h#2, h#1.5 | B∃ W∃! B∃ W∃! and W∃! B∃ W∃! |
//! | hs#2 | W∃ B∃ W∃ B∀! |
//! | ser-#3, ser-h#2, ser-s#2 | W∃! W∃! W∃!, B∃ B∃ W∃! and W∃ W∃ B∀! |
//!
//! ∃ wants *one* good move, ∀ wants *every* move good, ! may reach the goal. A side
//! that is *bound* has no choice but to reach the goal when it can.
//!
//! Whatever shortens a stipulation (fewer moves, set play) is a tail of its
//! schedule, or, for play that begins with a series or ends in a half-move of its
//! own, a schedule of the same family with fewer moves.

use super::{Family, Stipulation};
use crate::position::Side;

/// How many of a side's moves must be good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// One is enough: the side that moves wants it.
    Some,
    /// All of them, and there must be one: the side that moves does not want it.
    Every,
}

/// One half-move of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Half {
    /// Who moves.
    pub side: Side,
    /// Whether one good move suffices or every move must be good.
    pub choice: Choice,
    /// A move that reaches the goal is good, and ends the play.
    pub aims: bool,
    /// If the side can reach the goal it must, even if it does not want to.
    pub bound: bool,
}

/// The half-moves of a stipulation in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The half-moves.
    pub halves: Vec<Half>,
}

impl Schedule {
    /// Does the same side move again after half-move `index`?
    pub fn is_series_step(&self, index: usize) -> bool {
        self.halves
            .get(index + 1)
            .is_some_and(|next| next.side == self.halves[index].side)
    }
}

impl Stipulation {
    /// The number of half-moves.
    pub fn half_moves(&self) -> usize {
        let moves = usize::from(self.moves);
        match self.family {
            Family::Direct => 2 * moves - 1,
            Family::Self_ | Family::Reflex | Family::SemiReflex => 2 * moves,
            Family::Help | Family::HelpSelf | Family::HelpReflex => {
                2 * moves + usize::from(self.half)
            }
            Family::Series => moves,
            Family::SeriesHelp | Family::SeriesSelf | Family::SeriesReflex => moves + 1,
        }
    }

    /// The schedule, where `white` plays White's part (Black does in duplex).
    pub fn schedule(&self, white: Side) -> Schedule {
        self.schedule_of(white, self.half_moves())
    }

    /// The schedule of only so many half-moves: the same play, shortened at its
    /// beginning.
    pub fn schedule_of(&self, white: Side, half_moves: usize) -> Schedule {
        let black = white.other();
        let half = |side, choice| Half {
            side,
            choice,
            aims: false,
            bound: false,
        };
        let halves = (0..half_moves).map(|index| {
            // `left` is 1 for the last half-move.
            let left = half_moves - index;
            let odd = left % 2 == 1;
            match self.family {
                Family::Direct if odd => Half {
                    aims: true,
                    ..half(white, Choice::Some)
                },
                Family::Direct => half(black, Choice::Every),
                Family::Self_ | Family::Reflex | Family::SemiReflex => {
                    let (white_bound, black_bound) = self.bound();
                    if odd {
                        Half {
                            aims: true,
                            bound: black_bound,
                            ..half(black, Choice::Every)
                        }
                    } else {
                        Half {
                            bound: white_bound,
                            ..half(white, Choice::Some)
                        }
                    }
                }
                Family::Help if odd => Half {
                    aims: true,
                    ..half(white, Choice::Some)
                },
                Family::Help => half(black, Choice::Some),
                Family::HelpSelf | Family::HelpReflex => {
                    let (white_bound, black_bound) = self.bound();
                    match left {
                        1 => Half {
                            aims: true,
                            bound: black_bound,
                            ..half(black, Choice::Every)
                        },
                        _ if odd => Half {
                            aims: black_bound,
                            bound: black_bound,
                            ..half(black, Choice::Some)
                        },
                        _ => Half {
                            bound: white_bound,
                            ..half(white, Choice::Some)
                        },
                    }
                }
                Family::Series => Half {
                    aims: true,
                    ..half(white, Choice::Some)
                },
                Family::SeriesHelp if left == 1 => Half {
                    aims: true,
                    ..half(white, Choice::Some)
                },
                Family::SeriesHelp => half(black, Choice::Some),
                Family::SeriesSelf | Family::SeriesReflex => {
                    let (white_bound, black_bound) = self.bound();
                    match left {
                        1 => Half {
                            aims: true,
                            bound: black_bound,
                            ..half(black, Choice::Every)
                        },
                        _ => Half {
                            bound: white_bound,
                            ..half(white, Choice::Some)
                        },
                    }
                }
            }
        });
        Schedule {
            halves: halves.collect(),
        }
    }

    /// Whether White and Black are bound to reach the goal when they can.
    fn bound(&self) -> (bool, bool) {
        match self.family {
            Family::Reflex | Family::HelpReflex | Family::SeriesReflex => (true, true),
            Family::SemiReflex => (false, true),
            _ => (false, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;

    fn written(text: &str) -> String {
        let stipulation = Stipulation::read(text, Layout::CHESS).unwrap();
        let halves = stipulation.schedule(Side::White).halves;
        let one = |half: Half| {
            format!(
                "{}{}{}{}",
                if half.side == Side::White { "W" } else { "B" },
                if half.choice == Choice::Some {
                    "∃"
                } else {
                    "∀"
                },
                if half.aims { "!" } else { "" },
                if half.bound { "°" } else { "" },
            )
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
            ("h#2", "B∃ W∃! B∃ W∃!"),
            ("h#1.5", "W∃! B∃ W∃!"),
            ("hs#2", "W∃ B∃ W∃ B∀!"),
            ("hs#1.5", "B∃ W∃ B∀!"),
            ("ser-#3", "W∃! W∃! W∃!"),
            ("ser-h#2", "B∃ B∃ W∃!"),
            ("ser-s#2", "W∃ W∃ B∀!"),
            ("ser-r#2", "W∃° W∃° B∀!°"),
        ] {
            assert_eq!(written(text), schedule, "{text}");
        }
    }
}
