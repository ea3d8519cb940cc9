//! The ideas of which walks are made, as data: leaps, rides, hops over hurdles, and their combinations.
//!
//! A [`Movement`] states how men move on the squares of a rectangle. The tables of a board
//! (`board::movements`) play it.

mod straight_way;
mod words;

pub use straight_way::StraightWay;

/// The men as which a man moves that has no moves of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lenders {
    /// Enemy men that observe it.
    Enemies,
    /// Men of its own side that observe it.
    Friends,
}

/// The length of a leap in two directions, in either order and with either sign: `Leap(1, 2)` is the knight's leap in
/// all its eight directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leap(pub i8, pub i8);

/// How a man moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Movement {
    /// It leaps, whatever is between.
    Leaper(&'static [Leap]),
    /// It leaps if the square on its way is empty.
    LameLeaper(Lame),
    /// It leaps if the square on its way is occupied.
    LameHopper(Lame),
    /// It moves along lines up to the first occupied square.
    Rider(&'static [Line]),
    /// It moves along lines over men of either side, the hurdles.
    Hopper(Hopper),
    /// It moves along lines to the middle between it and another man, with no man between.
    Halfway(&'static [Line]),
    /// It moves along straight lines away from the first man or the edge of the board, as far as that is.
    Bounce(&'static [Line]),
    /// It captures the first man of a line by a hop to the next square, which must be empty.
    Locust {
        /// The lines. A victim may be on a square that a leap passes.
        lines: &'static [Line],
        /// The number of leaps, and of squares that they pass, to the victim.
        approach: Distance,
    },
    /// It steps ahead over empty squares, as a pawn: twice in turn from its second rank, not from its first.
    PawnSteps(Ahead),
    /// It captures on the next square ahead as a pawn, also en passant.
    PawnCaptures(Ahead),
    /// It captures a man on the next square diagonally ahead by a hop to the square after it, which must be empty; also en
    /// passant.
    PawnHops,
    /// It moves in this way, but only within bounds.
    Within(Bounds, &'static Movement),
    /// It moves without capture in one way and captures in another.
    Split {
        /// Its moves without capture.
        quiet: &'static Movement,
        /// Its captures.
        capture: &'static Movement,
    },
    /// It moves twice in turn, the first time to an empty square; it does not come back.
    Twice(&'static Movement),
    /// It moves several times in turn, each time but the last to an empty square.
    Repeat {
        /// A move.
        movement: &'static Movement,
        /// The greatest number of moves; any number if `None`.
        most: Option<u8>,
        /// The squares from which it moves on.
        stops: Stops,
    },
    /// It leaps to a man of either side, the hurdle, and from it as far in any of the directions, whatever is between.
    Treehopper(Directions),
    /// It leaps as far as a man of either side is, in another one of the directions, whatever is between.
    Leafhopper(Directions),
    /// It leaps to an enemy man, the hurdle, and from it as far in any direction, whatever is between.
    RadialLeap,
    /// It moves in each of several ways.
    Combined(&'static [Movement]),
    /// It moves as the men that observe it, in a chain of men of its own kind.
    Borrowed(Lenders),
    /// It does not move.
    Immobile,
}

/// The direction in which a pawn goes ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ahead {
    /// Along its file.
    Straight,
    /// Along both diagonals.
    Diagonally,
}

/// The squares between which a man may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// From the edge of the board to another square, or from another square to the edge.
    AcrossEdge,
    /// From these files, counted from 0.
    FromFiles(&'static [u8]),
    /// To higher ranks.
    Up,
    /// To lower ranks.
    Down,
    /// To ranks ahead of the man.
    Forward,
    /// To ranks on the other side of the man.
    Backward,
    /// Along the rank, in the half of the opponent.
    AsideInEnemyHalf,
}

impl Bounds {
    /// Returns whether they differ for men of both sides.
    const fn depends_on_side(self) -> bool {
        match self {
            Bounds::AcrossEdge | Bounds::FromFiles(_) | Bounds::Up => false,
            Bounds::Down => false,
            Bounds::Forward | Bounds::Backward | Bounds::AsideInEnemyHalf => true,
        }
    }
}

/// The squares from which a man may move on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stops {
    /// All.
    Anywhere,
    /// Those on the edge of the board.
    Edge,
}

/// The directions of leaps over any distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Directions {
    /// Those of a rook after one of a rook, and those of a bishop after one of a bishop.
    OfQueen,
    /// All.
    All,
}

/// The lines along which a man moves from a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Equal leaps in one direction.
    Straight(Leap),
    /// Equal leaps of a [lame leaper](Lame) in one direction. A hurdle may be on a square that a leap passes.
    Lame(Lame),
    /// Knight's leaps, each turned by an eighth of a circle, always to the same side.
    Rose,
    /// Two leaps of the same length in turn, so that the line leads along a rank, file or diagonal.
    Zigzag {
        /// The leap.
        leap: Leap,
        /// The sum of both leaps.
        period: Leap,
    },
    /// One leap, then equal leaps in the direction that is closest to it.
    Bent {
        /// The first leap.
        first: Leap,
        /// The other leaps.
        then: Leap,
    },
    /// Diagonals that the edge of the board reflects, except in corners.
    Reflected {
        /// Where it reflects them.
        mirror: Mirror,
        /// The greatest number of reflections.
        times: u8,
    },
}

/// Where the edge of the board reflects a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// In the middle of an edge square, which is on both parts of the line.
    EdgeSquare,
    /// On the border, so that the line leads from an edge square to the next one.
    Border,
}

/// A knight's leap that passes an adjacent square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lame {
    /// Orthogonally, then diagonally.
    Mao,
    /// Diagonally, then orthogonally.
    Moa,
}

/// How a man hops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hopper {
    /// The lines.
    pub lines: &'static [Line],
    /// The number of hurdles, which may be apart; with a turn one.
    pub hurdles: u8,
    /// The number of leaps to the first hurdle.
    pub approach: Distance,
    /// The number of leaps from the last hurdle, over empty squares.
    pub landing: Distance,
    /// The turn on the hurdle, to either side; 0 for none. Only on straight lines.
    pub turn: u8,
}

/// A turn by an eighth of a circle, in the unit of [`Hopper::turn`], a sixteenth. In a circle the leaps of a knight are
/// between those of a king.
pub const EIGHTH_TURN: u8 = 2;
/// A turn by a quarter of a circle, for which the lines may be of any leaps, as for a half.
pub const QUARTER_TURN: u8 = 2 * EIGHTH_TURN;
/// A turn by half a circle.
pub const HALF_TURN: u8 = 2 * QUARTER_TURN;

/// A number of leaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// Any number from 1.
    Any,
    /// Exactly this number.
    Exactly(u8),
    /// From the hurdle, the same number that leads to it.
    Same,
}

/// The leaps of a rook.
pub const WAZIR: Leap = Leap(0, 1);
/// The leaps of a bishop.
pub const FERS: Leap = Leap(1, 1);
/// The leaps of a knight.
pub const KNIGHT: Leap = Leap(1, 2);

impl Movement {
    /// Returns whether the man hops, if at all, over one hurdle, which departure and arrival square show.
    pub fn has_single_hurdles(self) -> bool {
        match self {
            Movement::Leaper(_)
            | Movement::LameLeaper(_)
            | Movement::LameHopper(_)
            | Movement::Rider(_)
            | Movement::PawnSteps(_)
            | Movement::PawnCaptures(_)
            | Movement::Immobile => true,
            Movement::Hopper(hopper) => hopper.hurdles == 1,
            Movement::Split { quiet, capture } => quiet.has_single_hurdles() && capture.has_single_hurdles(),
            Movement::Within(_, movement) => movement.has_single_hurdles(),
            Movement::Combined(parts) => parts.iter().all(|part| part.has_single_hurdles()),
            _ => false,
        }
    }

    /// Returns whether men move over hurdles.
    pub fn has_hurdles(self) -> bool {
        match self {
            Movement::Hopper(_)
            | Movement::LameHopper(_)
            | Movement::Halfway(_)
            | Movement::Treehopper(_)
            | Movement::Leafhopper(_)
            | Movement::RadialLeap => true,
            Movement::Within(_, movement) | Movement::Twice(movement) => movement.has_hurdles(),
            Movement::Repeat { movement, .. } => movement.has_hurdles(),
            Movement::Split { quiet, capture } => quiet.has_hurdles() || capture.has_hurdles(),
            Movement::Combined(parts) => parts.iter().any(|part| part.has_hurdles()),
            Movement::Leaper(_)
            | Movement::LameLeaper(_)
            | Movement::Rider(_)
            | Movement::Bounce(_)
            | Movement::Locust { .. }
            | Movement::PawnSteps(_)
            | Movement::PawnCaptures(_)
            | Movement::PawnHops
            | Movement::Borrowed(_)
            | Movement::Immobile => false,
        }
    }

    /// Returns whether men arrive on other squares than those of the men that they capture.
    pub fn captures_aside(self) -> bool {
        match self {
            Movement::Locust { .. } | Movement::PawnHops => true,
            Movement::Within(_, movement) => movement.captures_aside(),
            Movement::Split { capture, .. } => capture.captures_aside(),
            Movement::Combined(parts) => parts.iter().any(|part| part.captures_aside()),
            Movement::Leaper(_)
            | Movement::LameLeaper(_)
            | Movement::LameHopper(_)
            | Movement::Rider(_)
            | Movement::Hopper(_)
            | Movement::Halfway(_)
            | Movement::Bounce(_)
            | Movement::Twice(_)
            | Movement::Repeat { .. }
            | Movement::Treehopper(_)
            | Movement::Leafhopper(_)
            | Movement::RadialLeap
            | Movement::PawnSteps(_)
            | Movement::PawnCaptures(_)
            | Movement::Borrowed(_)
            | Movement::Immobile => false,
        }
    }

    /// Returns whether men capture by leaps and along straight lines only, so that [`line_step`](Self::line_step) knows the
    /// line of each capture.
    pub fn captures_on_plain_lines(self) -> bool {
        let are_plain =
            |lines: &[Line]| lines.iter().all(|line| matches!(line, Line::Straight(_) | Line::Lame(_)));
        match self {
            Movement::Leaper(_)
            | Movement::LameLeaper(_)
            | Movement::Treehopper(_)
            | Movement::Leafhopper(_)
            | Movement::PawnSteps(_)
            | Movement::PawnCaptures(_)
            | Movement::PawnHops
            | Movement::Immobile => true,
            Movement::Rider(lines) | Movement::Locust { lines, .. } => are_plain(lines),
            Movement::Hopper(hopper) => {
                hopper.turn == 0 && hopper.landing != Distance::Same && are_plain(hopper.lines)
            }
            Movement::Within(_, movement) => movement.captures_on_plain_lines(),
            Movement::Split { capture, .. } => capture.captures_on_plain_lines(),
            Movement::Combined(parts) => parts.iter().all(|part| part.captures_on_plain_lines()),
            _ => false,
        }
    }

    /// Returns whether men capture along circles or lines of leaps in turn, or by two hops in turn, so that the tables of the
    /// board know the [curve](crate::board::Movements::curves) of each capture.
    pub fn captures_on_curves(self) -> bool {
        let are_curved =
            |lines: &[Line]| lines.iter().all(|line| matches!(line, Line::Rose | Line::Zigzag { .. }));
        match self {
            Movement::Rider(lines) | Movement::Hopper(Hopper { lines, turn: 0, .. }) => are_curved(lines),
            Movement::Twice(Movement::Hopper(hopper)) => {
                hopper.lines.iter().all(|line| matches!(line, Line::Straight(WAZIR | FERS)))
            }
            Movement::Split { capture, .. } => capture.captures_on_curves(),
            _ => false,
        }
    }

    /// Returns the step of the straight line along which a man captures at a distance in files and ranks; `None` if it leaps
    /// there.
    pub fn line_step(self, vector: (i8, i8)) -> Option<(i8, i8)> {
        let leap = Distance::Exactly(1);
        match self {
            Movement::Locust { approach: Distance::Exactly(_), .. } => None,
            Movement::Hopper(hopper) if (hopper.approach, hopper.landing) == (leap, leap) => None,
            Movement::Rider(lines) | Movement::Locust { lines, .. } => step_of_lines(lines, vector),
            Movement::Hopper(hopper) => step_of_lines(hopper.lines, vector),
            Movement::Within(_, movement) => movement.line_step(vector),
            Movement::Split { capture, .. } => capture.line_step(vector),
            Movement::Combined(parts) if parts.iter().any(|part| part.leaps_at(vector)) => None,
            Movement::Combined(parts) => parts.iter().find_map(|part| part.line_step(vector)),
            _ => None,
        }
    }

    /// Returns whether a man leaps at a distance, or takes a man there that it attacks by a hop of two leaps.
    fn leaps_at(self, vector: (i8, i8)) -> bool {
        let among = |leaps: &[Leap]| leaps.iter().any(|leap| leap.vectors().any(|one| one == vector));
        match self {
            Movement::Leaper(leaps) => among(leaps),
            Movement::PawnCaptures(Ahead::Straight) => among(&[WAZIR]),
            Movement::PawnCaptures(Ahead::Diagonally) | Movement::PawnHops => among(&[FERS]),
            Movement::Within(_, movement) => movement.leaps_at(vector),
            Movement::Locust { lines, approach: Distance::Exactly(_) } => {
                step_of_lines(lines, vector) == Some(vector)
            }
            _ => false,
        }
    }

    /// Returns whether a man moves by the sides of other men: as orphans, friends and radial knights.
    pub fn depends_on_sides(self) -> bool {
        matches!(self, Movement::Borrowed(_) | Movement::RadialLeap)
    }

    /// Returns the direction in which a man makes double steps from its second rank; `None` if it makes none.
    pub fn double_steps(self) -> Option<Ahead> {
        match self {
            Movement::PawnSteps(ahead) => Some(ahead),
            Movement::Split { quiet, .. } => quiet.double_steps(),
            Movement::Combined(parts) => parts.iter().find_map(|part| part.double_steps()),
            _ => None,
        }
    }

    /// Returns whether men of both sides move in different ways.
    pub fn depends_on_side(self) -> bool {
        match self {
            Movement::Within(bounds, movement) => bounds.depends_on_side() || movement.depends_on_side(),
            Movement::Split { quiet, capture } => quiet.depends_on_side() || capture.depends_on_side(),
            Movement::Twice(movement) | Movement::Repeat { movement, .. } => movement.depends_on_side(),
            Movement::Combined(parts) => parts.iter().any(|part| part.depends_on_side()),
            Movement::PawnSteps(_) | Movement::PawnCaptures(_) | Movement::PawnHops => true,
            Movement::Leaper(_)
            | Movement::LameLeaper(_)
            | Movement::LameHopper(_)
            | Movement::Rider(_)
            | Movement::Hopper(_)
            | Movement::Halfway(_)
            | Movement::Bounce(_)
            | Movement::Locust { .. }
            | Movement::Treehopper(_)
            | Movement::Leafhopper(_)
            | Movement::RadialLeap
            | Movement::Borrowed(_)
            | Movement::Immobile => false,
        }
    }
}

/// Returns the step of the line that leads to a square at a distance; `None` if there is none.
fn step_of_lines(lines: &[Line], vector: (i8, i8)) -> Option<(i8, i8)> {
    StraightWay::along(lines, vector).map(|way| way.leap)
}

impl Leap {
    /// Returns the vectors of the leap, in files and ranks, in the order of a turn.
    pub fn vectors(self) -> impl Iterator<Item = (i8, i8)> {
        let Leap(short, long) = self;
        let all = [
            (short, long),
            (long, short),
            (long, -short),
            (short, -long),
            (-short, -long),
            (-long, -short),
            (-long, short),
            (-short, long),
        ];
        all.into_iter()
            .enumerate()
            .filter(move |&(at, vector)| !all[..at].contains(&vector))
            .map(|(_, vector)| vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaps_have_four_or_eight_vectors() {
        for (leap, count) in [(WAZIR, 4), (FERS, 4), (KNIGHT, 8), (Leap(0, 2), 4), (Leap(3, 4), 8)] {
            assert_eq!(leap.vectors().count(), count, "{leap:?}");
        }
    }
}
