//! Moves along lines: rides and hops.

use super::includes;
use super::ordered::{Order, OrderedLines, OrderedPace};
use crate::board::{Layout, Square, Squares};
use crate::position::movement::{Distance, FERS, Hopper, KNIGHT, Lame, Leap, Line, Mirror};

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

/// The squares of a line in order.
#[derive(Clone, Debug, Default)]
struct Path {
    steps: Vec<Step>,
}

/// A square of a line.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: Square,
    /// The square between it and the one before, which must be empty; `None` if there is none.
    over: Option<Square>,
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

    /// Returns the squares in order, each with the index of its leap and whether the leap only passes it.
    fn squares(&self) -> impl Iterator<Item = (usize, Square, bool)> {
        let of_step = |(index, step): (usize, &Step)| {
            let passed = step.over.map(|over| (index, over, true));
            passed.into_iter().chain([(index, step.to, false)])
        };
        self.steps.iter().enumerate().flat_map(of_step)
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

impl Step {
    fn is_lame<S: Squares>(&self, occupied: S) -> bool {
        self.over.is_some_and(|over| occupied.contains(over))
    }
}

/// Returns the squares of the lines from every square in order, those that leaps pass included, by square.
pub(super) fn squares_of_lines(layout: Layout, lines: &[Line]) -> Vec<Vec<Vec<Square>>> {
    let squares = |path: Path| path.squares().map(|(_, at, _)| at).collect();
    let of_square = |paths: Vec<Path>| paths.into_iter().map(squares).collect();
    paths(layout, lines).into_iter().map(of_square).collect()
}

/// Returns the leaps of a lame leaper from every square, a line of one leap each, by square.
fn single_leaps(layout: Layout, lame: Lame) -> Vec<Vec<Path>> {
    let mut lines = paths(layout, &[Line::Lame(lame)]);
    lines.iter_mut().flatten().for_each(|path| path.steps.truncate(1));
    lines
}

/// Returns the lines from every square, by square.
fn paths(layout: Layout, lines: &[Line]) -> Vec<Vec<Path>> {
    let mut all = vec![Vec::new(); Square::LIMIT];
    for from in layout.squares() {
        let paths = lines.iter().flat_map(|&line| paths_from(layout, from, line));
        all[from.index()] = paths.filter(|path| !path.steps.is_empty()).collect();
    }
    all
}

fn paths_from(layout: Layout, from: Square, line: Line) -> Vec<Path> {
    match line {
        Line::Straight(leap) => {
            leap.vectors().map(|vector| path(layout, from, std::iter::repeat((vector, None)))).collect()
        }
        Line::Lame(lame) => {
            let leaps = KNIGHT.vectors().map(|vector| (vector, Some(leg(lame, vector))));
            leaps.map(|leap| path(layout, from, std::iter::repeat(leap))).collect()
        }
        Line::Rose => roses(layout, from),
        Line::Zigzag { leap, period } => zigzags(layout, from, leap, period),
        Line::Bent { first, then } => {
            first.vectors().map(|vector| bent(layout, from, vector, then)).collect()
        }
        Line::Reflected { mirror, times } => {
            FERS.vectors().map(|vector| reflected(layout, from, vector, mirror, times)).collect()
        }
    }
}

/// Returns the part of a knight's leap to the square that it passes.
fn leg(lame: Lame, (files, ranks): (i8, i8)) -> (i8, i8) {
    match lame {
        Lame::Mao => (files / 2, ranks / 2),
        Lame::Moa => (files.signum(), ranks.signum()),
    }
}

/// Returns the squares that leaps lead to, each with the offset of a square to be passed, up to the edge of the board or the
/// first square.
fn path(layout: Layout, from: Square, leaps: impl Iterator<Item = ((i8, i8), Option<(i8, i8)>)>) -> Path {
    let mut path = Path::default();
    let mut at = from;
    for (vector, leg) in leaps {
        let Some(to) = layout.offset(at, vector) else { break };
        path.steps.push(Step { to, over: leg.and_then(|leg| layout.offset(at, leg)) });
        at = to;
        if at == from {
            break;
        }
    }
    path
}

/// Returns the circles of a rose: each begins with any of the eight leaps of a knight and turns to either side.
fn roses(layout: Layout, from: Square) -> Vec<Path> {
    let vectors: Vec<_> = KNIGHT.vectors().collect();
    let count = vectors.len();
    let turned = |first: usize, turn: usize| {
        let leaps = (0..count).map(|number| (vectors[(first + number * turn) % count], None));
        path(layout, from, leaps)
    };
    (0..count).flat_map(|first| [turned(first, 1), turned(first, count - 1)]).collect()
}

/// Returns a line of one leap, then of those that are closest to its direction.
fn bent(layout: Layout, from: Square, first: (i8, i8), then: Leap) -> Path {
    let closeness = |(files, ranks): &(i8, i8)| files * first.0 + ranks * first.1;
    let rest = then.vectors().max_by_key(closeness).into_iter().cycle();
    path(layout, from, std::iter::once(first).chain(rest).map(|vector| (vector, None)))
}

/// Returns a diagonal that the edge of the board reflects at most this number of times.
fn reflected(layout: Layout, from: Square, vector: (i8, i8), mirror: Mirror, times: u8) -> Path {
    let mut path = Path::default();
    let (mut at, mut vector, mut times) = (from, vector, times);
    loop {
        let (files, ranks) = vector;
        let along_file = layout.offset(at, (0, ranks)).is_some();
        let along_rank = layout.offset(at, (files, 0)).is_some();
        let mut step = vector;
        if along_file != along_rank && times > 0 {
            times -= 1;
            vector = if along_file { (-files, ranks) } else { (files, -ranks) };
            step = match mirror {
                Mirror::EdgeSquare => vector,
                Mirror::Border => ((files + vector.0) / 2, (ranks + vector.1) / 2),
            };
        }
        let Some(to) = layout.offset(at, step) else { break };
        path.steps.push(Step { to, over: None });
        at = to;
        if at == from {
            break;
        }
    }
    path
}

/// Returns the lines of two leaps in turn that add up to one of the leaps `period`.
fn zigzags(layout: Layout, from: Square, leap: Leap, period: Leap) -> Vec<Path> {
    let vectors: Vec<_> = leap.vectors().collect();
    let mut paths = Vec::new();
    for sum in period.vectors() {
        for &first in &vectors {
            let second = (sum.0 - first.0, sum.1 - first.1);
            if vectors.contains(&second) {
                let leaps = [(first, None), (second, None)].into_iter().cycle();
                paths.push(path(layout, from, leaps));
            }
        }
    }
    paths
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
