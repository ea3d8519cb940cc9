//! The squares of lines in order.

use crate::board::{Layout, Square, Squares};
use crate::position::movement::{FERS, KNIGHT, Lame, Leap, Line, Mirror};

/// The squares of a line in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub steps: Vec<Step>,
    /// What distinguishes the whole line, of which this is a part, with its direction; not set if the edge reflects it.
    pub mark: LineMark,
}

/// What distinguishes whole lines with their directions: two squares in a row, which may be outside the board, in files and
/// ranks. If the line is open, they are the first ones after its end, otherwise the lowest one and the next one.
pub type LineMark = [(i8, i8); 2];

/// A square of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub to: Square,
    /// The square between it and the one before, which must be empty; `None` if there is none.
    pub over: Option<Square>,
}

impl Path {
    /// Returns the squares in order, each with the index of its leap and whether the leap only passes it.
    pub fn squares(&self) -> impl Iterator<Item = (usize, Square, bool)> {
        let of_step = |(index, step): (usize, &Step)| {
            let passed = step.over.map(|over| (index, over, true));
            passed.into_iter().chain([(index, step.to, false)])
        };
        self.steps.iter().enumerate().flat_map(of_step)
    }
}

impl Step {
    pub fn is_lame<S: Squares>(&self, occupied: S) -> bool {
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
pub(super) fn single_leaps(layout: Layout, lame: Lame) -> Vec<Vec<Path>> {
    let mut lines = paths(layout, &[Line::Lame(lame)]);
    lines.iter_mut().flatten().for_each(|path| path.steps.truncate(1));
    lines
}

/// Returns the lines from every square, by square.
pub(super) fn paths(layout: Layout, lines: &[Line]) -> Vec<Vec<Path>> {
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
fn path(layout: Layout, from: Square, mut leaps: impl Iterator<Item = ((i8, i8), Option<(i8, i8)>)>) -> Path {
    let mut path = Path::default();
    let mut at = from;
    while let Some((vector, leg)) = leaps.next() {
        let Some(to) = layout.offset(at, vector) else {
            let beyond = sum(layout.coordinates(at), vector);
            path.mark = [beyond, leaps.next().map_or(beyond, |(next, _)| sum(beyond, next))];
            break;
        };
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
        let leaps = (0..count).map(|number| vectors[(first + number * turn) % count]);
        let mark = mark_of_circle(layout.coordinates(from), leaps.clone());
        Path { mark, ..path(layout, from, leaps.map(|vector| (vector, None))) }
    };
    (0..count).flat_map(|first| [turned(first, 1), turned(first, count - 1)]).collect()
}

/// Returns the mark of the circle through a square with these leaps.
fn mark_of_circle(from: (i8, i8), leaps: impl Iterator<Item = (i8, i8)>) -> LineMark {
    let arrive = |at: &mut (i8, i8), vector| {
        let departure = *at;
        *at = sum(departure, vector);
        Some([departure, *at])
    };
    leaps.scan(from, arrive).min().unwrap_or_default()
}

fn sum((files, ranks): (i8, i8), (more_files, more_ranks): (i8, i8)) -> (i8, i8) {
    (files + more_files, ranks + more_ranks)
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
