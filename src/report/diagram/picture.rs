//! The pictures of walks: a figure and a turn for each, as journals print them.
//!
//! A walk of fairy chess has the figure of the man that moves along the same lines, turned by an angle that depends on
//! how the man moves on them: a hopper is turned upside down, a lion to the right, a Chinese man to the left.
//! [`CUSTOMARY`] lists the walks for which journals have other pictures. A new walk needs no row.
//!
//! | turn | men |
//! |---|---|
//! | 45° | with the moves of two men; orixes; mooses |
//! | 90° | lions; riders that are no chessmen |
//! | 135° | locusts; eagles |
//! | 180° | hoppers to the next square; nightriders |
//! | 225° | marine men; sparrows; bouncers |
//! | 270° | Chinese men |
//! | 315° | leapers; hamsters; men that hop, but do not capture so |

use super::figure::Figure;
use crate::position::Walk;
use crate::position::movement::{
    Distance, FERS, HALF_TURN, Hopper, Leap, Line, Movement, QUARTER_TURN, WAZIR,
};

/// A turn of a figure by a multiple of 45° clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn(u8);

impl Turn {
    /// No turn.
    pub const NONE: Turn = Turn(0);
    /// The head points up to the right.
    pub const UP_RIGHT: Turn = Turn(1);
    /// The head points to the right.
    pub const RIGHT: Turn = Turn(2);
    /// The head points down to the right.
    pub const DOWN_RIGHT: Turn = Turn(3);
    /// Upside down.
    pub const DOWN: Turn = Turn(4);
    /// The head points down to the left.
    pub const DOWN_LEFT: Turn = Turn(5);
    /// The head points to the left.
    pub const LEFT: Turn = Turn(6);
    /// The head points up to the left.
    pub const UP_LEFT: Turn = Turn(7);

    /// Returns the angle in units of 45°, from 0 to 7.
    pub const fn eighths(self) -> u8 {
        self.0
    }

    /// Returns the angle in degrees.
    pub const fn degrees(self) -> u16 {
        45 * self.0 as u16
    }
}

/// The picture of a walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Picture {
    /// The figure.
    pub figure: Figure,
    /// Its turn.
    pub turn: Turn,
}

/// The pictures that do not follow from the movement.
const CUSTOMARY: &[(Figure, Turn, &[Walk])] = &[
    (Figure::King, Turn::DOWN, &[Walk::Erlking, Walk::Kinghopper]),
    (Figure::Queen, Turn::RIGHT, &[Walk::Edgehog]),
    (Figure::Queen, Turn::UP_LEFT, &[Walk::Rabbit, Walk::Bob]),
    (Figure::Knight, Turn::RIGHT, &[Walk::Camel, Walk::Camelrider]),
    (Figure::Knight, Turn::LEFT, &[Walk::Zebra, Walk::Zebrarider]),
    (Figure::Knight, Turn::UP_RIGHT, &[Walk::Giraffe, Walk::Gnu, Walk::Gnurider]),
    (Figure::Knight, Turn::DOWN_RIGHT, &[Walk::Antelope, Walk::Okapi, Walk::Rose]),
    (Figure::Knight, Turn::DOWN_LEFT, &[Walk::Bison, Walk::Zebu]),
    (Figure::Bishop, Turn::DOWN, &[Walk::ReflectingBishop]),
    (Figure::Bishop, Turn::RIGHT, &[Walk::Archbishop]),
    (Figure::Bishop, Turn::LEFT, &[Walk::Cardinal]),
    (Figure::Rook, Turn::RIGHT, &[Walk::RookBishopHunter]),
    (Figure::Bishop, Turn::UP_RIGHT, &[Walk::BishopRookHunter]),
    (Figure::Knight, Turn::UP_LEFT, &[Walk::Dragon]),
    (Figure::Bishop, Turn::DOWN_LEFT, &[Walk::Gryphon]),
    (Figure::Rook, Turn::UP_RIGHT, &[Walk::Ship]),
    (Figure::Rook, Turn::DOWN_LEFT, &[Walk::MarineShip]),
    (Figure::Pawn, Turn::DOWN, &[Walk::ReversedPawn, Walk::BerolinaPawn]),
    (Figure::Pawn, Turn::UP_LEFT, &[Walk::Superpawn]),
    (Figure::Pawn, Turn::DOWN_RIGHT, &[Walk::BerolinaSuperpawn]),
    (Figure::Pawn, Turn::DOWN_LEFT, &[Walk::MarinePawn]),
    (Figure::Pawn, Turn::RIGHT, &[Walk::Dummy]),
    (Figure::Pawn, Turn::LEFT, &[Walk::ChinesePawn]),
    (Figure::Equihopper, Turn::NONE, &[Walk::Equihopper, Walk::NonstopEquihopper]),
    (Figure::Equihopper, Turn::RIGHT, &[Walk::EnglishEquihopper, Walk::FrenchEquihopper]),
    (Figure::Equihopper, Turn::UP_RIGHT, &[Walk::EagleEquihopper, Walk::NonstopEagleEquihopper]),
    (Figure::Disc, Turn::NONE, &[Walk::Orphan]),
    (Figure::Pawn, Turn::UP_RIGHT, &[Walk::Friend]),
];

impl Picture {
    /// Returns the picture of a walk.
    pub fn of(walk: Walk) -> Picture {
        let upright = |figure| Picture { figure, turn: Turn::NONE };
        let customary = CUSTOMARY.iter().find(|(_, _, walks)| walks.contains(&walk));
        if let Some(&(figure, turn, _)) = customary {
            return Picture { figure, turn };
        }
        match (walk, walk.fairy()) {
            (_, Some(row)) => Picture { figure: figure_of(row.movement), turn: turn_of(row.movement) },
            (Walk::King, _) => upright(Figure::King),
            (Walk::Queen, _) => upright(Figure::Queen),
            (Walk::Rook, _) => upright(Figure::Rook),
            (Walk::Bishop, _) => upright(Figure::Bishop),
            (Walk::Knight, _) => upright(Figure::Knight),
            (_, None) => upright(Figure::Pawn),
        }
    }

    /// Returns the picture with the smallest turn that looks the same.
    pub fn appearance(self) -> Picture {
        let Turn(eighths) = self.turn;
        let turn = match self.figure {
            Figure::Disc => Turn::NONE,
            Figure::Equihopper => Turn(eighths % 4),
            _ => self.turn,
        };
        Picture { turn, ..self }
    }

    /// Returns the picture in words, as in `queen, turned by 180°`.
    pub fn words(self) -> String {
        match self.turn {
            Turn::NONE => self.figure.name().to_owned(),
            turn => format!("{}, turned by {}°", self.figure.name(), turn.degrees()),
        }
    }
}

/// The directions of leaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Directions {
    orthogonal: bool,
    diagonal: bool,
    other: bool,
}

impl Directions {
    fn of(leaps: impl IntoIterator<Item = Leap>) -> Directions {
        leaps.into_iter().fold(Directions::default(), |found, leap| match leap {
            Leap(0, _) => Directions { orthogonal: true, ..found },
            Leap(one, other) if one == other => Directions { diagonal: true, ..found },
            _ => Directions { other: true, ..found },
        })
    }

    fn of_lines(lines: &[Line]) -> Directions {
        Directions::of(lines.iter().map(|line| match *line {
            Line::Straight(leap) | Line::Zigzag { leap, .. } | Line::Bent { first: leap, .. } => leap,
            Line::Reflected { .. } => FERS,
            _ => Leap(1, 2),
        }))
    }

    /// Returns the figure of a man that moves so; `both` if it moves as rook and bishop.
    fn figure(self, both: Figure) -> Figure {
        match self {
            Directions { orthogonal: true, diagonal: true, .. } => both,
            Directions { orthogonal: true, other: false, .. } => Figure::Rook,
            Directions { diagonal: true, other: false, .. } => Figure::Bishop,
            _ => Figure::Knight,
        }
    }
}

/// Returns the figure of the man of chess along the lines of which a man moves.
fn figure_of(movement: Movement) -> Figure {
    let of_lines = |lines| Directions::of_lines(lines).figure(Figure::Queen);
    match movement {
        Movement::Leaper(leaps) => {
            let is_near = leaps.iter().all(|&leap| leap == WAZIR || leap == FERS);
            let both = if is_near { Figure::King } else { Figure::Knight };
            Directions::of(leaps.iter().copied()).figure(both)
        }
        Movement::Rider(lines) | Movement::Halfway(lines) | Movement::Bounce(lines) => of_lines(lines),
        Movement::Hopper(Hopper { lines, .. }) | Movement::Locust { lines, .. } => of_lines(lines),
        Movement::LameLeaper(_) | Movement::LameHopper(_) | Movement::RadialLeap => Figure::Knight,
        Movement::Within(_, movement) | Movement::Twice(movement) => figure_of(*movement),
        Movement::Repeat { movement, .. } => figure_of(*movement),
        Movement::Split { quiet: Movement::Immobile, capture } => figure_of(*capture),
        Movement::Split { quiet, .. } => figure_of(*quiet),
        Movement::Combined([first, ..]) => figure_of(*first),
        Movement::Treehopper(_) | Movement::Leafhopper(_) => Figure::Queen,
        Movement::PawnSteps(_) => Figure::Pawn,
        _ => Figure::Disc,
    }
}

/// Returns the turn that shows how a man moves along its lines.
fn turn_of(movement: Movement) -> Turn {
    match movement {
        Movement::Rider([Line::Straight(Leap(1, 2))]) => Turn::DOWN,
        Movement::Rider(_) => Turn::RIGHT,
        Movement::Hopper(hopper) => hopper_turn(hopper),
        Movement::Split { quiet: Movement::Rider(_), capture: Movement::Hopper(_) } => Turn::LEFT,
        Movement::Split { quiet: Movement::Immobile, .. } => Turn::DOWN_RIGHT,
        Movement::Split { capture: Movement::Locust { .. }, .. } => Turn::DOWN_LEFT,
        Movement::LameLeaper(_) => Turn::LEFT,
        Movement::LameHopper(_) | Movement::Repeat { .. } | Movement::Twice(_) => Turn::DOWN_RIGHT,
        Movement::Combined(_) => Turn::UP_RIGHT,
        Movement::Bounce(_) => Turn::DOWN_LEFT,
        Movement::Treehopper(_) | Movement::RadialLeap => Turn::UP_RIGHT,
        Movement::Leafhopper(_) => Turn::DOWN_LEFT,
        _ => Turn::UP_LEFT,
    }
}

fn hopper_turn(hopper: Hopper) -> Turn {
    match (hopper.turn, hopper.landing) {
        (0, Distance::Any) => Turn::RIGHT,
        (0, Distance::Exactly(1)) if hopper.hurdles == 1 => Turn::DOWN,
        (0, Distance::Exactly(_)) => Turn::DOWN_LEFT,
        (0, Distance::Same) => Turn::UP_RIGHT,
        (HALF_TURN, _) => Turn::UP_LEFT,
        (turn, _) if turn > QUARTER_TURN => Turn::DOWN_LEFT,
        (turn, _) if turn == QUARTER_TURN => Turn::DOWN_RIGHT,
        _ => Turn::UP_RIGHT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::FAIRY_WALKS;

    #[test]
    fn common_men_have_their_customary_pictures() {
        for (walk, figure, turn) in [
            (Walk::Queen, Figure::Queen, Turn::NONE),
            (Walk::Grasshopper, Figure::Queen, Turn::DOWN),
            (Walk::Nightrider, Figure::Knight, Turn::DOWN),
            (Walk::Lion, Figure::Queen, Turn::RIGHT),
            (Walk::Leo, Figure::Queen, Turn::LEFT),
            (Walk::Pao, Figure::Rook, Turn::LEFT),
            (Walk::Vao, Figure::Bishop, Turn::LEFT),
            (Walk::Rookhopper, Figure::Rook, Turn::DOWN),
            (Walk::Locust, Figure::Queen, Turn::DOWN_RIGHT),
            (Walk::Triton, Figure::Rook, Turn::DOWN_LEFT),
            (Walk::Amazon, Figure::Queen, Turn::UP_RIGHT),
            (Walk::Wazir, Figure::Rook, Turn::UP_LEFT),
            (Walk::Fers, Figure::Bishop, Turn::UP_LEFT),
            (Walk::Poseidon, Figure::King, Turn::DOWN_LEFT),
            (Walk::Mao, Figure::Knight, Turn::LEFT),
            (Walk::Equihopper, Figure::Equihopper, Turn::NONE),
            (Walk::ReversedPawn, Figure::Pawn, Turn::DOWN),
        ] {
            assert_eq!(Picture::of(walk), Picture { figure, turn }, "{walk:?}");
        }
    }

    #[test]
    fn no_fairy_man_looks_like_a_chessman() {
        let chess = Walk::CHESS[..6].iter().map(|&walk| Picture::of(walk)).collect::<Vec<_>>();
        for row in FAIRY_WALKS {
            assert!(!chess.contains(&Picture::of(row.walk).appearance()), "{}", row.name);
        }
        assert!(!chess.contains(&Picture::of(Walk::ReversedPawn)));
    }

    #[test]
    fn customary_walks_have_one_row() {
        let mut walks: Vec<Walk> = CUSTOMARY.iter().flat_map(|row| row.2.iter().copied()).collect();
        let count = walks.len();
        walks.sort();
        walks.dedup();
        assert_eq!(walks.len(), count);
    }
}
