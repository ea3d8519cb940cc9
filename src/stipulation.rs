//! What is asked: the goal, and who makes which half-moves towards it.
//!
//! A [`Stipulation`] is what a composer writes. Its [`schedule`](Stipulation::schedule)
//! is what it means, a short list of half-moves, and the only thing that the search
//! knows of it.

pub mod goal;
pub mod notation;
pub mod schedule;

use std::fmt;

pub use goal::Goal;
pub use notation::StipulationError;
pub use schedule::{Choice, Duty, Half, Reach, Schedule};

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
}

impl Family {
    /// What precedes the goal, and the families, the longer beginnings first.
    pub(crate) const PREFIXES: [(&'static str, Family); 11] = [
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

    /// Do all moves but the last belong to one side?
    pub fn is_series(self) -> bool {
        matches!(self, Family::Series | Family::SeriesHelp | Family::SeriesSelf | Family::SeriesReflex)
    }

    /// Can the length have a half-move (`h#2.5`)?
    pub fn takes_half(self) -> bool {
        matches!(self, Family::Help | Family::HelpSelf | Family::HelpReflex)
    }
}

/// A stipulation: `#3`, `h=2.5`, `ser-hz` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// The kind of play.
    pub family: Family,
    /// What is to be reached.
    pub goal: Goal,
    /// The number of whole moves, as in the text: 2 in `h#2.5`.
    pub moves: u16,
    /// Is there a half-move more (`.5`)?
    pub half: bool,
    /// Are solutions of fewer moves no solutions (`exact-`)?
    pub exact: bool,
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = if self.exact { "exact-" } else { "" };
        write!(f, "{exact}{}{}{}", self.family.prefix(), self.goal, self.moves)?;
        if self.half { f.write_str(".5") } else { Ok(()) }
    }
}
