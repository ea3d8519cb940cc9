//! Moves along lines: rides and hops.

use super::includes;
use super::ordered::{Order, OrderedLines, OrderedPace};
use super::paths::{LineMark, Path, Step, paths, single_leaps};
use crate::board::{Layout, Square, Squares};
use crate::position::movement::{Distance, Hopper, Lame, Line};

/// The lines from each square, and how a man moves along them.
#[derive(Clone, Debug)]
pub(super) struct Lines<S> {
    /// The lines, by square.
    lines: Vec<Vec<Track<S>>>,
    /// The same lines, if all have an order and the pace is one of the most usual.
    ordered: Option<OrderedLines<S>>,
    pace: Pace,
}

/// A line with the sets of its squares.
#[derive(Clone, Debug)]
struct Track<S> {
    path: Path,
    /// Whether leaps pass no square.
    is_plain: bool,
    /// The order of its squares, if leaps pass none.
    order: Option<Order>,
    /// All its squares.
    squares: S,
    /// Those that leaps do not only pass.
    stops: S,
}

/// How a man moves along a line.
#[derive(Clone, Copy, Debug)]
enum Pace {
    /// Up to the first occupied square.
    Ride,
    /// One leap over an occupied square.
    LameHop,
    /// Over occupied squares.
    Hop { hurdles: u8, approach: Distance, landing: Distance },
    /// To the middle between two men.
    Halfway,
}

impl<S: Squares> Lines<S> {
    fn new(lines: Vec<Vec<Path>>, pace: Pace) -> Lines<S> {
        let tracks = |paths: Vec<Path>| paths.into_iter().map(Track::new).collect();
        let lines: Vec<Vec<Track<S>>> = lines.into_iter().map(tracks).collect();
        let in_order = |tracks: &Vec<Track<S>>| {
            tracks.iter().map(|track| Some((track.order?, track.stops))).collect::<Option<Vec<_>>>()
        };
        let ordered = pace.ordered().and_then(|pace| {
            let lines: Vec<_> = lines.iter().map(in_order).collect::<Option<_>>()?;
            Some(OrderedLines::new(lines.into_iter(), pace))
        });
        Lines { lines, ordered, pace }
    }

    /// Returns the lines of a rider.
    pub fn rides(layout: Layout, lines: &[Line]) -> Lines<S> {
        Lines::new(paths(layout, lines), Pace::Ride)
    }

    /// Returns the lines of a lame leaper, of one leap each.
    pub fn lame_leaps(layout: Layout, lame: Lame) -> Lines<S> {
        Lines::new(single_leaps(layout, lame), Pace::Ride)
    }

    /// Returns the lines of a lame hopper, of one leap each.
    pub fn lame_hops(layout: Layout, lame: Lame) -> Lines<S> {
        Lines::new(single_leaps(layout, lame), Pace::LameHop)
    }

    /// Returns the lines of a hopper that does not turn.
    pub fn hops(layout: Layout, hopper: Hopper) -> Lines<S> {
        let Hopper { hurdles, approach, landing, .. } = hopper;
        Lines::new(paths(layout, hopper.lines), Pace::Hop { hurdles, approach, landing })
    }

    /// Returns the lines of a man that moves to the middle between it and another man.
    pub fn halfway(layout: Layout, lines: &[Line]) -> Lines<S> {
        Lines::new(paths(layout, lines), Pace::Halfway)
    }

    /// Returns the squares that are reached, occupied or not.
    pub fn targets(&self, from: Square, occupied: S) -> S {
        // A man on a closed line may come back to its square, which it has left.
        let occupied = occupied.without(from);
        if let Some(ordered) = &self.ordered {
            return ordered.targets(from, occupied);
        }
        let tracks = self.lines[from.index()].iter();
        tracks.fold(S::EMPTY, |all, track| all | track.targets(self.pace, occupied))
    }

    /// Returns whether a square is reached.
    pub fn reaches(&self, from: Square, to: Square, occupied: S) -> bool {
        let occupied = occupied.without(from);
        let mut tracks = self.lines[from.index()].iter();
        tracks.any(|track| track.stops.contains(to) && track.targets(self.pace, occupied).contains(to))
    }

    /// Returns the squares on which a man can decide whether a square is reached.
    pub fn deciding_squares(&self, from: Square, to: Square) -> S {
        let tracks = self.lines[from.index()].iter().filter(|track| track.stops.contains(to));
        let squares = tracks.fold(S::EMPTY, |all, track| match self.pace {
            // The man on the other side decides, too.
            Pace::Halfway => all | track.squares,
            _ => all | track.path.squares_before(to),
        });
        squares.without(from)
    }

    /// Returns the single hurdles over which a square can be reached.
    pub fn hurdles(&self, from: Square, to: Square, occupied: S) -> S {
        let occupied = occupied.without(from);
        let hurdle = |Track { path, .. }: &Track<S>| match self.pace {
            Pace::Hop { hurdles: 1, approach, landing } => {
                let reaches = path.hop(occupied, 1, approach, landing).contains(to);
                let mut squares = path.squares().map(|(_, at, _)| at).filter(|_| reaches);
                squares.find(|&at| occupied.contains(at))
            }
            Pace::LameHop => path.steps.first().filter(|step| step.to == to)?.over,
            _ => None,
        };
        S::from_squares(self.lines[from.index()].iter().filter_map(hurdle))
    }

    /// Returns the marks of the lines along which a square is reached.
    pub fn marks(&self, from: Square, to: Square, occupied: S) -> Vec<LineMark> {
        let occupied = occupied.without(from);
        let reaches = |track: &&Track<S>| track.targets(self.pace, occupied).contains(to);
        self.lines[from.index()].iter().filter(reaches).map(|track| track.path.mark).collect()
    }

    /// Returns all squares of the lines.
    pub fn reach(&self, from: Square) -> S {
        self.lines[from.index()].iter().fold(S::EMPTY, |all, track| all | track.stops)
    }
}

impl<S: Squares> Track<S> {
    fn new(path: Path) -> Track<S> {
        let squares = S::from_squares(path.squares().map(|(_, at, _)| at));
        let stops = S::from_squares(path.steps.iter().map(|step| step.to));
        let is_plain = path.steps.iter().all(|step| step.over.is_none());
        let in_turn: Vec<_> = path.steps.iter().map(|step| step.to).collect();
        let order = Order::of(&in_turn).filter(|_| is_plain);
        Track { path, is_plain, order, squares, stops }
    }

    /// Returns the squares that are reached at some pace, occupied or not.
    fn targets(&self, pace: Pace, occupied: S) -> S {
        if let (Some(order), Some(pace)) = (self.order, pace.ordered()) {
            return pace.targets(order, self.stops, occupied);
        }
        // Most lines have no other man.
        let is_free = !self.squares.intersects(occupied);
        match pace {
            Pace::Ride if is_free => self.stops,
            Pace::Ride => self.path.ride(occupied),
            _ if is_free => S::EMPTY,
            Pace::LameHop => self.path.lame_hop(occupied),
            Pace::Hop { hurdles: 1, approach, landing } if self.is_plain => {
                self.path.hop_over_one(occupied, approach, landing)
            }
            Pace::Hop { hurdles, approach, landing } => self.path.hop(occupied, hurdles, approach, landing),
            Pace::Halfway => self.path.halfway(occupied),
        }
    }
}

impl Pace {
    /// Returns the pace along lines with an order, if it is one of the most usual.
    #[inline]
    fn ordered(self) -> Option<OrderedPace> {
        match self {
            Pace::Ride => Some(OrderedPace::Ride),
            Pace::Hop { hurdles: 1, approach: Distance::Any, landing } => match landing {
                Distance::Any => Some(OrderedPace::Hop),
                Distance::Exactly(1) => Some(OrderedPace::ShortHop),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Path {
    fn ride<S: Squares>(&self, occupied: S) -> S {
        let mut reached = S::EMPTY;
        for step in &self.steps {
            if step.is_lame(occupied) {
                break;
            }
            reached |= S::of(step.to);
            if occupied.contains(step.to) {
                break;
            }
        }
        reached
    }

    fn lame_hop<S: Squares>(&self, occupied: S) -> S {
        self.steps.first().filter(|step| step.is_lame(occupied)).map_or(S::EMPTY, |step| S::of(step.to))
    }

    /// Returns the same as [`hop`](Self::hop) over one hurdle, where leaps pass no square.
    #[inline]
    fn hop_over_one<S: Squares>(&self, occupied: S, approach: Distance, landing: Distance) -> S {
        let is_occupied = |step: &Step| occupied.contains(step.to);
        let Some(hurdle) = self.steps.iter().position(is_occupied) else { return S::EMPTY };
        let leaps = hurdle + 1;
        if !includes(approach, leaps, leaps) {
            return S::EMPTY;
        }
        let beyond = &self.steps[leaps..];
        let distance = match landing {
            Distance::Any => {
                let count = beyond.iter().position(is_occupied).map_or(beyond.len(), |last| last + 1);
                return S::from_squares(beyond[..count].iter().map(|step| step.to));
            }
            Distance::Exactly(number) => usize::from(number),
            Distance::Same => leaps,
        };
        let Some((target, passed)) = beyond.get(..distance).and_then(<[Step]>::split_last) else {
            return S::EMPTY;
        };
        if passed.iter().any(is_occupied) { S::EMPTY } else { S::of(target.to) }
    }

    fn hop<S: Squares>(&self, occupied: S, hurdles: u8, approach: Distance, landing: Distance) -> S {
        let mut reached = S::EMPTY;
        let mut hurdles_left = hurdles;
        // The number of complete leaps to the last hurdle.
        let mut leaps_to_hurdle = None;
        for (index, at, is_passed) in self.squares() {
            let is_occupied = occupied.contains(at);
            match leaps_to_hurdle {
                None if is_occupied => {
                    if hurdles_left == hurdles && !includes(approach, index + 1, index + 1) {
                        break;
                    }
                    hurdles_left -= 1;
                    leaps_to_hurdle = (hurdles_left == 0).then_some(index + usize::from(!is_passed));
                }
                None => {}
                Some(leaps) => {
                    if !is_passed && includes(landing, index + 1 - leaps, leaps) {
                        reached |= S::of(at);
                    }
                    if is_occupied {
                        break;
                    }
                }
            }
        }
        reached
    }

    /// Returns the squares before the last stop on a square.
    fn squares_before<S: Squares>(&self, to: Square) -> S {
        let squares = || self.squares().map(|(_, at, is_passed)| (at, !is_passed));
        let last = squares().enumerate().filter(|(_, step)| *step == (to, true)).last();
        let count = last.map_or(0, |(index, _)| index);
        S::from_squares(squares().take(count).map(|(at, _)| at))
    }

    fn halfway<S: Squares>(&self, occupied: S) -> S {
        let is_occupied = |index: usize| occupied.contains(self.steps[index].to);
        let is_middle = |&middle: &usize| {
            let other = 2 * middle + 1;
            is_occupied(other) && (0..other).all(|index| index == middle || !is_occupied(index))
        };
        let middles = (0..self.steps.len() / 2).filter(is_middle);
        S::from_squares(middles.map(|middle| self.steps[middle].to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Set64, Set128};
    use crate::position::movement::{FERS, KNIGHT, WAZIR};
    use proptest::prelude::*;

    const LINES: [Line; 3] = [Line::Straight(WAZIR), Line::Straight(FERS), Line::Straight(KNIGHT)];

    fn check_targets_in_order<S: Squares>(layout: Layout, occupied: S) {
        let hops = [Distance::Any, Distance::Exactly(1)].map(|landing| (1, Distance::Any, landing));
        for hop in [None].into_iter().chain(hops.map(Some)) {
            let pace = hop.map_or(Pace::Ride, |(hurdles, approach, landing)| Pace::Hop {
                hurdles,
                approach,
                landing,
            });
            let lines = Lines::<S>::new(paths(layout, &LINES), pace);
            assert!(lines.ordered.is_some(), "all straight lines have an order");
            for from in layout.squares() {
                let occupied = occupied.without(from);
                let walk = |track: &Track<S>| match hop {
                    None => track.path.ride(occupied),
                    Some((hurdles, approach, landing)) => {
                        track.path.hop(occupied, hurdles, approach, landing)
                    }
                };
                let tracks = &lines.lines[from.index()];
                for track in tracks {
                    assert_eq!(track.targets(pace, occupied), walk(track));
                }
                let walked = tracks.iter().map(walk).fold(S::EMPTY, |all, some| all | some);
                assert_eq!(lines.targets(from, occupied), walked);
            }
        }
    }

    proptest! {
        #[test]
        fn ordered_targets_match_walked_lines(low in any::<u64>(), high in any::<u64>(), fewer in any::<u64>()) {
            check_targets_in_order(Layout::CHESS, Set64(low & fewer));
            check_targets_in_order(Layout::CHESS, Set128([low & fewer, high]));
        }
    }
}
