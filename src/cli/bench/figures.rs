//! What was measured for a problem, and whether it enters the mean.

use serde::{Deserialize, Serialize};

use super::super::exit::Exit;
use super::answer::Digest;
use super::play::PlayComparison;
use super::value::{Time, Value};

/// The result of running a problem.
#[derive(Clone, Debug)]
pub enum Figures {
    /// This program against the peer.
    Race(Race),
    /// This program alone, to the end.
    Alone {
        /// The median of the seconds.
        seconds: f64,
        /// The number of positions searched in a run, counted in steps of about a thousand.
        nodes: u64,
        /// The answer.
        answer: Digest,
    },
    /// This program alone; the limit was exceeded after these seconds.
    PastLimit(f64),
    /// This program alone; the memory did not suffice for the whole answer.
    Incomplete,
    /// This program alone; there was no solution in the output.
    Unsolved,
}

/// The result of running both programs.
#[derive(Clone, Debug)]
pub struct Race {
    /// The time of this program.
    pub own: Time,
    /// The time of the peer.
    pub peer: Time,
    /// `None` if they did not both finish a run.
    pub play: Option<PlayComparison>,
    /// The answer of this program; `None` if it did not finish.
    pub answer: Option<Digest>,
}

/// The seconds of an empty run of either program.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartTimes {
    /// Of this program.
    pub own: f64,
    /// Of the peer; `None` without one.
    pub peer: Option<f64>,
}

/// The programs that take about as long as an empty run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtStart {
    /// This program.
    Kirke,
    /// The peer.
    Peer,
    /// Both programs.
    Both,
}

impl AtStart {
    /// Returns whether this program takes about as long as an empty run.
    pub fn is_own(self) -> bool {
        self != AtStart::Peer
    }
}

/// The use of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It enters the mean.
    Counted,
    /// Its time is about that of an empty run.
    AtStart,
    /// Both programs exceeded the limit.
    PastLimit,
    /// The play of the programs differs.
    Differs,
    /// The answer is not complete.
    Incomplete,
    /// There is no answer.
    Unsolved,
}

impl Figures {
    /// Returns the exit code for these figures.
    pub fn exit(&self) -> Exit {
        match self {
            Figures::Race(race) => {
                let late = race.own.is_past_limit() || race.peer.is_past_limit();
                let exit = if late { Exit::Incomplete } else { Exit::AsExpected };
                let differs = race.play == Some(PlayComparison::Differs);
                exit.max(if differs { Exit::Unexpected } else { Exit::AsExpected })
            }
            Figures::Alone { .. } => Exit::AsExpected,
            Figures::PastLimit(_) | Figures::Incomplete => Exit::Incomplete,
            Figures::Unsolved => Exit::Refused,
        }
    }

    /// Returns the time of this program; `None` without a complete answer.
    pub fn own(&self) -> Option<Time> {
        match self {
            Figures::Race(race) => Some(race.own),
            Figures::Alone { seconds, .. } => Some(Time::Finished(*seconds)),
            Figures::PastLimit(seconds) => Some(Time::PastLimit(*seconds)),
            Figures::Incomplete | Figures::Unsolved => None,
        }
    }

    /// Returns the time of the peer, if there is one.
    pub fn peer(&self) -> Option<Time> {
        match self {
            Figures::Race(race) => Some(race.peer),
            _ => None,
        }
    }

    /// Returns the result of comparing the play with the peer's.
    pub fn play(&self) -> Option<PlayComparison> {
        match self {
            Figures::Race(race) => race.play,
            _ => None,
        }
    }

    /// Returns the number of positions searched, if it was reported.
    pub fn nodes(&self) -> Option<u64> {
        match self {
            Figures::Alone { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }

    /// Returns this program's answer, if it is complete.
    pub fn answer(&self) -> Option<&Digest> {
        match self {
            Figures::Race(race) => race.answer.as_ref(),
            Figures::Alone { answer, .. } => Some(answer),
            _ => None,
        }
    }

    /// Returns the peer's time as a multiple of this program's; `None` without a peer, with other play, or
    /// past the limit of both.
    pub fn ratio(&self) -> Option<Value> {
        match self {
            Figures::Race(race) if race.play != Some(PlayComparison::Differs) => race.peer.ratio_to(race.own),
            _ => None,
        }
    }

    /// Returns the programs with times about those of empty runs; `None` if there is none.
    pub fn at_start(&self, start: &StartTimes) -> Option<AtStart> {
        let own = self.own().is_some_and(|own| own.is_at_start(start.own));
        let peer = self.peer().is_some_and(|peer| peer.is_at_start(start.peer.unwrap_or(0.0)));
        match (own, peer) {
            (true, true) => Some(AtStart::Both),
            (true, false) => Some(AtStart::Kirke),
            (false, true) => Some(AtStart::Peer),
            (false, false) => None,
        }
    }

    /// Returns the use of the row.
    ///
    /// A time past the limit counts even if the other time is about that of an empty run: the process start
    /// only weakens the bound.
    pub fn state(&self, start: &StartTimes) -> State {
        let is_at_start = self.at_start(start).is_some();
        match self {
            Figures::Race(Race { play: Some(PlayComparison::Differs), .. }) => State::Differs,
            Figures::Race(race) => match (race.own.is_past_limit(), race.peer.is_past_limit()) {
                (true, true) => State::PastLimit,
                (false, false) if is_at_start => State::AtStart,
                _ => State::Counted,
            },
            Figures::Alone { .. } if is_at_start => State::AtStart,
            Figures::Alone { .. } | Figures::PastLimit(_) => State::Counted,
            Figures::Incomplete => State::Incomplete,
            Figures::Unsolved => State::Unsolved,
        }
    }

    /// Returns the value for the mean: a ratio against a peer, seconds without one. `None` if the row does not
    /// enter the mean.
    pub fn value(&self, start: &StartTimes) -> Option<Value> {
        if self.state(start) != State::Counted {
            return None;
        }
        match self {
            Figures::Race(_) => self.ratio(),
            _ => self.own().map(Time::value),
        }
    }

    /// Returns whether the peer was faster.
    pub fn is_slower(&self) -> bool {
        match self {
            Figures::Race(Race { own: Time::PastLimit(_), peer: Time::Finished(_), .. }) => true,
            Figures::Race(Race { own: Time::Finished(own), peer: Time::Finished(peer), .. }) => own > peer,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Time::{Finished, PastLimit};

    const START: StartTimes = StartTimes { own: 0.004, peer: Some(0.010) };

    fn race(own: Time, peer: Time, play: Option<PlayComparison>) -> Figures {
        Figures::Race(Race { own, peer, play, answer: None })
    }

    fn same(own: f64, peer: f64) -> Figures {
        race(Finished(own), Finished(peer), Some(PlayComparison::Same))
    }

    #[test]
    fn times_about_the_start_are_not_counted() {
        let of = |own, peer| (same(own, peer).at_start(&START), same(own, peer).state(&START));
        assert_eq!(of(1.0, 2.0), (None, State::Counted));
        assert_eq!(of(0.008, 2.0), (Some(AtStart::Kirke), State::AtStart));
        assert_eq!(of(1.0, 0.020), (Some(AtStart::Peer), State::AtStart));
        assert_eq!(of(0.001, 0.001), (Some(AtStart::Both), State::AtStart));
        assert_eq!(same(0.001, 2.0).value(&START), None);
    }

    #[test]
    fn limit_of_one_program_counts_that_of_both_does_not() {
        let lost = race(PastLimit(60.0), Finished(0.010), None);
        assert_eq!((lost.state(&START), lost.is_slower()), (State::Counted, true));
        assert!(lost.value(&START).is_some_and(|value| value.as_ratio().starts_with('≤')));
        let won = race(Finished(0.5), PastLimit(60.0), None);
        assert_eq!(won.value(&START).map(Value::as_ratio), Some("≥x120".into()));
        assert!(!won.is_slower());
        let both = race(PastLimit(60.0), PastLimit(60.0), None);
        assert_eq!((both.state(&START), both.value(&START)), (State::PastLimit, None));
        for figures in [lost, won, both] {
            assert_eq!(figures.exit(), Exit::Incomplete);
        }
    }

    #[test]
    fn other_play_is_not_counted() {
        let differs = Some(PlayComparison::Differs);
        let figures = race(Finished(1.0), Finished(2.0), differs);
        assert_eq!((figures.state(&START), figures.exit()), (State::Differs, Exit::Unexpected));
        assert_eq!(figures.ratio(), None);
        let late = race(Finished(1.0), PastLimit(60.0), differs);
        assert_eq!((late.state(&START), late.exit()), (State::Differs, Exit::Incomplete));
    }

    #[test]
    fn time_alone_past_the_limit_is_a_lower_bound() {
        let value = Figures::PastLimit(60.0).value(&StartTimes::default());
        assert_eq!(value.map(Value::as_seconds), Some("≥60.0".into()));
        assert_eq!(Figures::Unsolved.value(&StartTimes::default()), None);
    }
}
