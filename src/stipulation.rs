//! Stipulations: the goal, and the plies that lead to it.
//!
//! A [`Stipulation`] is what a composer writes. Its meaning is its
//! [`schedule`](Stipulation::schedule), a short list of plies, or a [`Plan`] if play branches. The
//! search depends on these two only.

pub mod goal;
pub mod help_line;
pub mod notation;
pub mod plan;
pub mod schedule;
pub mod structured;
pub mod suggestion;

use std::fmt;

pub use goal::Goal;
pub use help_line::HelpLines;
pub use notation::StipulationError;
pub use plan::{Plan, PlanEnd, PlanPly, PlanStep, StepId};
pub use schedule::{GoalObligation, GoalValue, NonTrivial, Ply, Quantifier, Schedule};
pub use structured::Structured;
pub use suggestion::suggestion;

/// The kind of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// One side forces the goal: `#3`.
    Direct,
    /// White forces Black to reach the goal: `s#3`.
    Self_,
    /// As self play, but each side must reach the goal if it can: `r#2`.
    Reflex,
    /// As self play, but Black must reach the goal if it can: `semi-r#2`.
    SemiReflex,
    /// Both sides cooperate: `h#2`, `h#2.5`.
    Help,
    /// Help play that ends in a self move: `hs#3`.
    HelpSelf,
    /// Help play that ends in a reflex move: `hr#3`.
    HelpReflex,
    /// One side makes all moves, the last of which reaches the goal: `ser-#8`.
    Series,
    /// One side makes all moves, then the other reaches the goal: `ser-h#8`.
    SeriesHelp,
    /// One side makes all moves, then the other must reach the goal: `ser-s#8`.
    SeriesSelf,
    /// As series-self, but each side must reach the goal if it can: `ser-r#8`.
    SeriesReflex,
    /// Black makes all moves, then White forces Black to reach the goal: `ser-hs#8`.
    SeriesHelpSelf,
    /// A series in which the other side moves only to parry a check, as it likes: `pser-#8`.
    ParrySeries,
    /// As series-help, but White may parry checks: `pser-h#8`.
    ParrySeriesHelp,
    /// As series-self, but Black may parry checks as it likes: `pser-s#8`.
    ParrySeriesSelf,
    /// As series-reflex, but Black may parry checks as it likes: `pser-r#8`.
    ParrySeriesReflex,
    /// As a parry series, but the parries help: `phser-#8`.
    HelpParrySeries,
    /// As a parry series-self, but the parries help: `phser-s#8`.
    HelpParrySeriesSelf,
    /// As a parry series-reflex, but the parries help: `phser-r#8`.
    HelpParrySeriesReflex,
    /// Help play at the end of which either side can reach its goal: `reci-h#2`, `reci-h(=)#3`.
    Reciprocal,
    /// Reciprocal help play after a series of moves by Black: `ser-reci-h#3`.
    SeriesReciprocal,
    /// Help play from one diagram to another; White begins in `dia4`, Black in `a=>b4`.
    ProofGame,
    /// A structured stipulation.
    Structured,
}

impl Family {
    /// The prefixes before the goal with their families. A prefix comes before its own prefixes.
    pub(crate) const PREFIXES: [(&'static str, Family); 21] = [
        ("ser-reci-h", Family::SeriesReciprocal),
        ("reci-h", Family::Reciprocal),
        ("phser-s", Family::HelpParrySeriesSelf),
        ("phser-r", Family::HelpParrySeriesReflex),
        ("phser-", Family::HelpParrySeries),
        ("pser-h", Family::ParrySeriesHelp),
        ("pser-s", Family::ParrySeriesSelf),
        ("pser-r", Family::ParrySeriesReflex),
        ("pser-", Family::ParrySeries),
        ("ser-hs", Family::SeriesHelpSelf),
        ("ser-h", Family::SeriesHelp),
        ("ser-s", Family::SeriesSelf),
        ("ser-r", Family::SeriesReflex),
        ("ser-", Family::Series),
        ("semi-r", Family::SemiReflex),
        ("hs", Family::HelpSelf),
        ("hr", Family::HelpReflex),
        ("h", Family::Help),
        ("s", Family::Self_),
        ("r", Family::Reflex),
        ("", Family::Direct),
    ];

    /// Returns the prefix before the goal, such as `ser-h`.
    pub fn prefix(self) -> &'static str {
        Family::PREFIXES.iter().find(|(_, family)| *family == self).map_or("", |(prefix, _)| prefix)
    }

    /// Returns whether the solution is a tree of variations, not a list of lines.
    pub fn is_battle(self) -> bool {
        matches!(self, Family::Direct | Family::Self_ | Family::Reflex | Family::SemiReflex)
    }

    /// Returns whether one side makes all moves but the last ones and parries.
    pub fn is_series(self) -> bool {
        self.is_parry_series()
            || matches!(
                self,
                Family::Series
                    | Family::SeriesHelp
                    | Family::SeriesSelf
                    | Family::SeriesReflex
                    | Family::SeriesHelpSelf
                    | Family::SeriesReciprocal
            )
    }

    /// Returns whether the family needs a plan instead of a schedule.
    pub fn needs_plan(self) -> bool {
        matches!(self, Family::Reciprocal | Family::SeriesReciprocal | Family::Structured)
    }

    /// Returns whether the family is a series in which the other side moves exactly when it is in check.
    pub fn is_parry_series(self) -> bool {
        self.is_parry_battle()
            || matches!(
                self,
                Family::ParrySeriesHelp
                    | Family::HelpParrySeries
                    | Family::HelpParrySeriesSelf
                    | Family::HelpParrySeriesReflex
            )
    }

    /// Returns whether the other side of the series parries as it likes instead of helping.
    pub fn is_parry_battle(self) -> bool {
        matches!(self, Family::ParrySeries | Family::ParrySeriesSelf | Family::ParrySeriesReflex)
    }

    /// Returns whether the play ends with a forced move that is not counted.
    pub fn has_forced_end(self) -> bool {
        matches!(
            self,
            Family::HelpSelf
                | Family::HelpReflex
                | Family::SeriesSelf
                | Family::SeriesReflex
                | Family::SeriesHelpSelf
                | Family::ParrySeriesSelf
                | Family::ParrySeriesReflex
                | Family::HelpParrySeriesSelf
                | Family::HelpParrySeriesReflex
        )
    }

    /// Returns whether the family has set play: a solution without the first ply.
    pub fn has_set_play(self) -> bool {
        !matches!(self, Family::Series | Family::ParrySeries | Family::HelpParrySeries)
    }

    /// Returns whether the length can end in a half-move (`h#2.5`).
    pub fn allows_half_move(self) -> bool {
        matches!(
            self,
            Family::Help | Family::ProofGame | Family::HelpSelf | Family::HelpReflex | Family::Reciprocal
        )
    }
}

/// A stipulation: `#3`, `h=2.5`, `ser-hz` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// The kind of play.
    pub family: Family,
    /// The maximal number of introductory moves by the other side (`2->ser-h#3`).
    pub intro: u16,
    /// The goal.
    pub goal: Goal,
    /// Black's goal in reciprocal play if it differs (`reci-h(=)#3`).
    pub alternative: Option<Goal>,
    /// The number of whole moves as written: 2 in `h#2.5`.
    pub moves: u16,
    /// The length has one more half-move (`.5`).
    pub half_move: bool,
    /// Solutions in fewer moves do not count (`exact-`).
    pub exact: bool,
    /// The options that change the schedule.
    pub options: ScheduleOptions,
}

/// Options that change the schedule of a stipulation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScheduleOptions {
    /// In self play White may reach the goal, too.
    pub quodlibet: bool,
    /// The play ends without success when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// The maximal number of flights of the defender's king after a move of the attacker.
    pub max_flights: Option<u32>,
    /// White begins instead of Black in play from one diagram to another.
    pub white_begins: bool,
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = if self.exact { "exact-" } else { "" };
        f.write_str(exact)?;
        if self.intro > 0 {
            write!(f, "{}->", self.intro)?;
        }
        f.write_str(self.family.prefix())?;
        if let Some(goal) = self.alternative {
            write!(f, "({goal})")?;
        }
        write!(f, "{}{}", self.goal, self.moves)?;
        if self.half_move { f.write_str(".5") } else { Ok(()) }
    }
}
