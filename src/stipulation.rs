//! What is asked: the goal, and who makes which half-moves towards it.
//!
//! A [`Stipulation`] is what a composer writes. Its [`schedule`](Stipulation::schedule)
//! is what it means, a short list of half-moves, and the only thing that the search
//! knows of it.

pub mod goal;
pub mod help_line;
pub mod notation;
pub mod plan;
pub mod schedule;
pub mod structured;

use std::fmt;

pub use goal::Goal;
pub use help_line::HelpLines;
pub use notation::StipulationError;
pub use plan::{Plan, PlanEnd, PlanPly, PlanStep, StepId};
pub use schedule::{GoalObligation, GoalValue, NonTrivial, Ply, Quantifier, Schedule};
pub use structured::Structured;

/// The kind of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// One side forces the goal: `#3`.
    Direct,
    /// White forces Black to reach the goal: `s#3`.
    Self_,
    /// As self play, but each side must reach the goal if it can: `r#2`.
    Reflex,
    /// As self play, but Black must reach the goal if he can: `semi-r#2`.
    SemiReflex,
    /// Both sides work together: `h#2`, `h#2.5`.
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
    /// Black makes all moves, then White forces him to reach the goal: `ser-hs#8`.
    SeriesHelpSelf,
    /// A series in which the other side moves only to parry a check, as it likes: `pser-#8`.
    ParrySeries,
    /// As series-help, but White may parry checks: `pser-h#8`.
    ParrySeriesHelp,
    /// As series-self, but Black may parry checks as he likes: `pser-s#8`.
    ParrySeriesSelf,
    /// As series-reflex, but Black may parry checks as he likes: `pser-r#8`.
    ParrySeriesReflex,
    /// As a parry series, but the parries help: `phser-#8`.
    HelpParrySeries,
    /// As a parry series-self, but the parries help: `phser-s#8`.
    HelpParrySeriesSelf,
    /// As a parry series-reflex, but the parries help: `phser-r#8`.
    HelpParrySeriesReflex,
    /// Help play at whose end either side could reach its goal: `reci-h#2`, `reci-h(=)#3`.
    Reciprocal,
    /// As reciprocal help play, behind a series of Black's: `ser-reci-h#3`.
    SeriesReciprocal,
    /// Help play from one diagram to another, begun by White in `dia4`, by Black in `a=>b4`.
    ProofGame,
    /// What a structured stipulation says.
    Structured,
}

impl Family {
    /// What precedes the goal, and the families, the longer beginnings first.
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

    /// What precedes the goal, as in `ser-h`.
    pub fn prefix(self) -> &'static str {
        Family::PREFIXES.iter().find(|(_, family)| *family == self).map_or("", |(prefix, _)| prefix)
    }

    /// Is the solution a tree of variations (and not a list of lines)?
    pub fn is_battle(self) -> bool {
        matches!(self, Family::Direct | Family::Self_ | Family::Reflex | Family::SemiReflex)
    }

    /// Do all moves belong to one side, but for the last ones and for parries?
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

    /// Is it one that a plan says, and no schedule?
    pub fn needs_plan(self) -> bool {
        matches!(self, Family::Reciprocal | Family::SeriesReciprocal | Family::Structured)
    }

    /// Does the other side of a series move when, and only when, it is in check?
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

    /// Does the other side parry as it likes, and not to help?
    pub fn is_parry_battle(self) -> bool {
        matches!(self, Family::ParrySeries | Family::ParrySeriesSelf | Family::ParrySeriesReflex)
    }

    /// Does the play end with a move to which a side is forced, and which is not counted?
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

    /// Is there a move before the first one that can be looked at as set play?
    pub fn has_set_play(self) -> bool {
        !matches!(self, Family::Series | Family::ParrySeries | Family::HelpParrySeries)
    }

    /// Can the length have a half-move (`h#2.5`)?
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
    /// How many moves the other side makes before, at most (`2->ser-h#3`).
    pub intro: u16,
    /// What is to be reached.
    pub goal: Goal,
    /// What Black would reach in reciprocal play, if not the same (`reci-h(=)#3`).
    pub alternative: Option<Goal>,
    /// The number of whole moves, as in the text: 2 in `h#2.5`.
    pub moves: u16,
    /// Is there a half-move more (`.5`)?
    pub half_move: bool,
    /// Are solutions of fewer moves no solutions (`exact-`)?
    pub exact: bool,
    /// What options change in the schedule.
    pub options: ScheduleOptions,
}

/// Options that change the schedule of a stipulation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScheduleOptions {
    /// In self play White may reach the goal himself, too.
    pub quodlibet: bool,
    /// The play ends, in vain, when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// After a move of the attacker the defender's king has at most so many flights.
    pub max_flights: Option<u32>,
    /// White begins where Black would, in play from one diagram to another.
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
