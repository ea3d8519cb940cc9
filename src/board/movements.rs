//! The moves of fairy men: tables made of their [`Movement`]s for one board.
//!
//! A board has tables only for the walks that may appear in a game; see [`Movements::add`].

mod bounces;
mod bounds;
mod circles;
mod lines;
mod locusts;
mod ordered;
mod paths;
mod pawns;
mod repeats;
mod turns;

use std::sync::Arc;

use self::bounces::Bounces;
use self::bounds::{squares_within, stops};
use self::circles::{Circles, Origin};
use self::lines::Lines;
use self::locusts::Locusts;
pub use self::paths::LineMark;
pub use self::pawns::PawnRules;
use self::pawns::{PawnSteps, hops, squares_ahead};
use self::repeats::Repeats;
use self::turns::Turns;
use super::geometry::PerSquare;
use super::{Layout, Square, Squares};
use crate::position::movement::{Directions, Distance, Hopper, Leap, Line, Movement};
use crate::position::{Side, Walk};

/// The moves of the fairy men that may appear in a game.
#[derive(Clone, Debug)]
pub struct Movements<S> {
    /// By the number of the walk, from the first walk of fairy chess on, and the side; the same for both sides if their men
    /// move in the same way.
    tables: Vec<Option<[Arc<WalkTable<S>>; 2]>>,
}

/// The moves of the men of a side with one walk.
#[derive(Clone, Debug)]
struct WalkTable<S> {
    quiet: Plan<S>,
    /// Its captures, if they differ from its other moves.
    capture: Option<Plan<S>>,
    /// Whether it arrives on another square than that of the man that it captures.
    captures_aside: bool,
    /// The squares that it may capture on, by square, wherever other men are.
    reach: PerSquare<S>,
    /// The squares from which it may capture on a square, by that square.
    sources: PerSquare<S>,
    /// The squares that it may go to, by square, wherever other men are; those of captures that arrive elsewhere are
    /// left out.
    moves: PerSquare<S>,
    /// Its leaps over enemy men, if it makes any.
    radial: Option<Circles<S>>,
}

/// A movement, prepared for one board.
#[derive(Clone, Debug)]
enum Plan<S> {
    /// The squares, by square, whatever is on the others.
    Leaps(Box<PerSquare<S>>),
    /// Moves along lines.
    Lines(Lines<S>),
    /// Moves along lines with a turn.
    Turns(Turns),
    /// Moves away from a man or the edge.
    Bounces(Bounces),
    /// Captures by hops over the victim.
    Locusts(Locusts),
    /// Steps of pawns.
    PawnSteps(PawnSteps),
    /// Captures of pawns, by square.
    PawnCaptures(Box<PerSquare<S>>),
    /// Captures of pawns by hops over the victim.
    PawnHops(Locusts),
    /// Moves to some squares only, by square.
    Within(Box<PerSquare<S>>, Box<Plan<S>>),
    /// Leaps as far as to a man.
    Circles(Circles<S>),
    /// Several moves in turn.
    Repeats(Repeats<S>),
    /// Two moves in turn.
    Twice(Box<Plan<S>>),
    /// All of several.
    All(Vec<Plan<S>>),
}

impl<S> Default for Movements<S> {
    fn default() -> Movements<S> {
        Movements { tables: Vec::new() }
    }
}

impl<S: Squares> Movements<S> {
    /// Adds the tables of a walk of fairy chess, if they are missing. `layout` is that of the board, a rectangle.
    pub fn add(&mut self, layout: Layout, walk: Walk, pawns: PawnRules<'_, S>) {
        let Some(row) = walk.fairy() else { return };
        let index = number(walk);
        if self.tables.len() <= index {
            self.tables.resize(index + 1, None);
        }
        self.tables[index].get_or_insert_with(|| {
            let table = |side| Arc::new(WalkTable::new(layout, row.movement, side, pawns));
            let white = table(Side::White);
            let black = if row.movement.depends_on_side() { table(Side::Black) } else { white.clone() };
            [white, black]
        });
    }

    /// Returns the squares on which a man of fairy chess that `side` moves could capture a man, given the occupied squares,
    /// wherever it arrives. On a closed line it comes back to its own square, which it does not attack.
    #[inline]
    pub fn captures(&self, walk: Walk, side: Side, from: Square, occupied: S) -> S {
        let Some(table) = self.table(walk, side) else { return S::EMPTY };
        table.capture.as_ref().unwrap_or(&table.quiet).targets(from, occupied).without(from)
    }

    /// Returns the squares to which a man of fairy chess that `side` moves can go without capture, given the occupied
    /// squares.
    #[inline]
    pub fn quiet(&self, walk: Walk, side: Side, from: Square, occupied: S) -> S {
        self.table(walk, side)
            .map_or(S::EMPTY, |table| table.quiet.targets(from, occupied) & !occupied.with(from))
    }

    /// Returns whether a man of fairy chess that `side` moves captures on a square, given the occupied squares.
    #[inline]
    pub fn attacks(&self, walk: Walk, side: Side, from: Square, to: Square, occupied: S) -> bool {
        let Some(table) = self.table(walk, side) else { return false };
        let plan = table.capture.as_ref().unwrap_or(&table.quiet);
        from != to && table.reach[from.index()].contains(to) && plan.reaches(from, to, occupied)
    }

    /// Returns the squares that a man of fairy chess that `side` moves can capture on, wherever other men are.
    #[inline]
    pub fn reach(&self, walk: Walk, side: Side, from: Square) -> S {
        self.table(walk, side).map_or(S::EMPTY, |table| table.reach[from.index()])
    }

    /// Returns the squares that a man of fairy chess that `side` moves can go to, wherever other men are. Not for men that
    /// [capture aside](Self::captures_aside).
    #[inline]
    pub fn moves(&self, walk: Walk, side: Side, from: Square) -> S {
        self.table(walk, side).map_or(S::EMPTY, |table| table.moves[from.index()])
    }

    /// Returns the squares from which a man of fairy chess that `side` moves can capture on a square, wherever other
    /// men are.
    #[inline]
    pub fn sources(&self, walk: Walk, side: Side, to: Square) -> S {
        self.table(walk, side).map_or(S::EMPTY, |table| table.sources[to.index()])
    }

    /// Returns the squares on which a man can decide whether a man of fairy chess that `side` moves captures on a
    /// square; others may be included.
    #[inline]
    pub fn deciding_squares(&self, walk: Walk, side: Side, from: Square, to: Square) -> S {
        let Some(table) = self.table(walk, side) else { return S::EMPTY };
        match table.reach[from.index()].contains(to) {
            true => table.capture.as_ref().unwrap_or(&table.quiet).deciding_squares(from, to),
            false => S::EMPTY,
        }
    }

    /// Returns the men over which a man of fairy chess that `side` moves can have hopped to a square, by a capture if
    /// `capture`, given the occupied squares before the move. Empty if it needs several hurdles, or none.
    pub fn hurdles(
        &self,
        walk: Walk,
        side: Side,
        (from, to): (Square, Square),
        occupied: S,
        capture: bool,
    ) -> S {
        let Some(table) = self.table(walk, side) else { return S::EMPTY };
        let plan = table.capture.as_ref().filter(|_| capture).unwrap_or(&table.quiet);
        plan.hurdles(from, to, occupied)
    }

    /// Returns the squares to which a man of fairy chess leaps over these enemy men, occupied or not.
    pub fn radial_leaps(&self, walk: Walk, from: Square, enemies: S) -> S {
        let radial = self.table(walk, Side::White).and_then(|table| table.radial.as_ref());
        radial.map_or(S::EMPTY, |circles| circles.targets(from, enemies).without(from))
    }

    /// Returns the marks of the curves along which a man of fairy chess that `side` moves attacks a square, given the occupied
    /// squares; if it moves twice in turn, the square between with the direction of the first move.
    pub fn curves(
        &self,
        layout: Layout,
        (walk, side): (Walk, Side),
        (from, to): (Square, Square),
        occupied: S,
    ) -> Vec<LineMark> {
        let Some(table) = self.table(walk, side) else { return Vec::new() };
        match table.capture.as_ref().unwrap_or(&table.quiet) {
            Plan::Lines(lines) => lines.marks(from, to, occupied),
            Plan::Twice(plan) => {
                let occupied = occupied.with(from);
                let between = (plan.targets(from, occupied) & !occupied).iter();
                let leads = between.filter(|&at| plan.targets(at, occupied).contains(to));
                leads.map(|at| [layout.coordinates(at), direction(layout.vector(from, at))]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns whether a man of fairy chess arrives on another square than that of the man that it captures.
    #[inline]
    pub fn captures_aside(&self, walk: Walk) -> bool {
        self.table(walk, Side::White).is_some_and(|table| table.captures_aside)
    }

    /// Returns the squares on which a man of fairy chess that `side` moves and that [captures
    /// aside](Self::captures_aside) arrives if it captures a man on the square `victim`, given the occupied squares.
    pub fn arrivals(&self, walk: Walk, side: Side, from: Square, victim: Square, occupied: S) -> S {
        let capture = self.table(walk, side).and_then(|table| table.capture.as_ref());
        capture.map_or(S::EMPTY, |plan| plan.arrivals(from, victim, occupied))
    }

    /// Returns the squares to which a man of fairy chess that `side` moves can go by a double step, as a pawn, given the
    /// occupied squares.
    pub fn double_steps(&self, walk: Walk, side: Side, from: Square, occupied: S) -> S {
        self.table(walk, side).map_or(S::EMPTY, |table| table.quiet.double_steps(from, occupied))
    }

    /// Returns the squares on which a man of fairy chess that `side` moves arrives if it captures en passant a pawn that has
    /// passed these squares, given the occupied squares.
    pub fn en_passant(&self, walk: Walk, side: Side, from: Square, passed: S, occupied: S) -> S {
        let capture = self.table(walk, side).and_then(|table| table.capture.as_ref());
        capture.map_or(S::EMPTY, |plan| plan.en_passant(from, passed, occupied))
    }

    fn table(&self, walk: Walk, side: Side) -> Option<&WalkTable<S>> {
        let tables = self.tables.get(number(walk)).and_then(Option::as_ref);
        let table = tables.map(|tables| &*tables[side.index()]);
        debug_assert!(table.is_some(), "the board has no table of {walk:?}");
        table
    }
}

/// Returns the number of a walk of fairy chess.
fn number(walk: Walk) -> usize {
    (walk as usize).wrapping_sub(Walk::CHESS_COUNT)
}

impl<S: Squares> WalkTable<S> {
    fn new(layout: Layout, movement: Movement, side: Side, pawns: PawnRules<'_, S>) -> WalkTable<S> {
        let plan = |movement| Plan::new(layout, movement, side, pawns);
        let (quiet, capture) = match movement {
            Movement::Split { quiet, capture } => (plan(*quiet), Some(plan(*capture))),
            movement => (plan(movement), None),
        };
        let mut reach = [S::EMPTY; Square::LIMIT];
        for from in layout.squares() {
            reach[from.index()] = capture.as_ref().unwrap_or(&quiet).reach(from);
        }
        let (mut sources, mut moves) = ([S::EMPTY; Square::LIMIT], [S::EMPTY; Square::LIMIT]);
        for from in layout.squares() {
            reach[from.index()].iter().for_each(|to| sources[to.index()] |= S::of(from));
            moves[from.index()] = quiet.reach(from) | reach[from.index()];
        }
        let captures_aside = movement.captures_aside();
        let radial =
            (movement == Movement::RadialLeap).then(|| Circles::new(layout, Directions::All, Origin::Hurdle));
        WalkTable { quiet, capture, captures_aside, reach, sources, moves, radial }
    }
}

impl<S: Squares> Plan<S> {
    fn new(layout: Layout, movement: Movement, side: Side, pawns: PawnRules<'_, S>) -> Plan<S> {
        let plan = |movement| Plan::new(layout, movement, side, pawns);
        match movement {
            Movement::Leaper(leaps) => Plan::Leaps(Box::new(leap_targets(layout, leaps))),
            Movement::LameLeaper(lame) => Plan::Lines(Lines::lame_leaps(layout, lame)),
            Movement::LameHopper(lame) => Plan::Lines(Lines::lame_hops(layout, lame)),
            Movement::Rider(lines) => Plan::Lines(Lines::rides(layout, lines)),
            Movement::Hopper(hopper @ Hopper { turn: 0, .. }) => Plan::Lines(Lines::hops(layout, hopper)),
            Movement::Hopper(hopper) => Plan::Turns(Turns::new(layout, hopper)),
            Movement::Halfway(lines) => Plan::Lines(Lines::halfway(layout, lines)),
            Movement::Bounce(lines) => Plan::Bounces(Bounces::new(layout, lines)),
            Movement::Locust { lines, approach } => Plan::Locusts(Locusts::new(layout, lines, approach)),
            Movement::PawnSteps(ahead) => Plan::PawnSteps(PawnSteps::new(layout, ahead, pawns, side)),
            Movement::PawnCaptures(ahead) => {
                Plan::PawnCaptures(Box::new(squares_ahead(ahead, pawns.paths(side))))
            }
            Movement::PawnHops => Plan::PawnHops(hops(layout, pawns.paths(side))),
            Movement::Within(bounds, movement) => {
                Plan::Within(Box::new(squares_within(layout, bounds, side)), Box::new(plan(*movement)))
            }
            Movement::Split { quiet, capture } => {
                debug_assert!(false, "a movement is split at the top: {quiet:?}, {capture:?}");
                Plan::All(Vec::new())
            }
            Movement::Twice(movement) => Plan::Twice(Box::new(plan(*movement))),
            Movement::Repeat { movement, most, stops: squares } => {
                Plan::Repeats(Repeats::new(plan(*movement), most, stops(layout, squares)))
            }
            Movement::Treehopper(directions) => {
                Plan::Circles(Circles::new(layout, directions, Origin::Hurdle))
            }
            Movement::Leafhopper(directions) => Plan::Circles(Circles::new(layout, directions, Origin::Own)),
            Movement::Combined(parts) => Plan::All(parts.iter().map(|&part| plan(part)).collect()),
            // Their moves depend on the sides of other men: see `rules::movement`.
            Movement::RadialLeap | Movement::Borrowed(_) | Movement::Immobile => Plan::All(Vec::new()),
        }
    }

    /// Returns the squares that are reached, occupied or not.
    fn targets(&self, from: Square, occupied: S) -> S {
        match self {
            Plan::Leaps(targets) => targets[from.index()],
            Plan::Lines(lines) => lines.targets(from, occupied),
            Plan::Turns(turns) => turns.targets(from, occupied),
            Plan::Bounces(bounces) => bounces.targets(from, occupied),
            Plan::Locusts(locusts) | Plan::PawnHops(locusts) => locusts.victims(from, occupied),
            Plan::PawnSteps(steps) => steps.targets(from, occupied),
            Plan::PawnCaptures(targets) => targets[from.index()],
            Plan::Circles(circles) => circles.targets(from, occupied),
            Plan::Repeats(repeats) => repeats.targets(from, occupied),
            Plan::Within(squares, plan) => plan.targets(from, occupied) & squares[from.index()],
            Plan::Twice(plan) => {
                // The man is on its square until it arrives.
                let occupied = occupied.with(from);
                let first = plan.targets(from, occupied) & !occupied;
                let second = first.iter().map(|at| plan.targets(at, occupied));
                second.fold(S::EMPTY, |all, targets| all | targets).without(from)
            }
            Plan::All(parts) => parts.iter().fold(S::EMPTY, |all, part| all | part.targets(from, occupied)),
        }
    }

    /// Returns whether a square is reached, occupied or not.
    fn reaches(&self, from: Square, to: Square, occupied: S) -> bool {
        match self {
            Plan::Lines(lines) => lines.reaches(from, to, occupied),
            Plan::Within(squares, plan) => {
                squares[from.index()].contains(to) && plan.reaches(from, to, occupied)
            }
            Plan::All(parts) => parts.iter().any(|part| part.reaches(from, to, occupied)),
            _ => self.targets(from, occupied).contains(to),
        }
    }

    /// Returns the squares on which a man can decide whether a square is reached; others may be included.
    fn deciding_squares(&self, from: Square, to: Square) -> S {
        match self {
            Plan::Leaps(_) | Plan::PawnCaptures(_) => S::EMPTY,
            Plan::Lines(lines) => lines.deciding_squares(from, to),
            Plan::Within(_, plan) => plan.deciding_squares(from, to),
            Plan::All(parts) => {
                parts.iter().fold(S::EMPTY, |all, part| all | part.deciding_squares(from, to))
            }
            _ => !S::EMPTY,
        }
    }

    /// Returns the squares on which captures of a man on the square `victim` end, if they end elsewhere.
    fn arrivals(&self, from: Square, victim: Square, occupied: S) -> S {
        match self {
            Plan::Locusts(locusts) | Plan::PawnHops(locusts) => locusts.arrivals(from, victim, occupied),
            Plan::Within(squares, plan) if squares[from.index()].contains(victim) => {
                plan.arrivals(from, victim, occupied)
            }
            Plan::All(parts) => {
                parts.iter().fold(S::EMPTY, |all, part| all | part.arrivals(from, victim, occupied))
            }
            _ => S::EMPTY,
        }
    }

    /// Returns the squares that are reached by double steps of pawns.
    fn double_steps(&self, from: Square, occupied: S) -> S {
        match self {
            Plan::PawnSteps(steps) => steps.doubles(from, occupied),
            Plan::Within(squares, plan) => plan.double_steps(from, occupied) & squares[from.index()],
            Plan::All(parts) => {
                parts.iter().fold(S::EMPTY, |all, part| all | part.double_steps(from, occupied))
            }
            _ => S::EMPTY,
        }
    }

    /// Returns the squares on which captures en passant end.
    fn en_passant(&self, from: Square, passed: S, occupied: S) -> S {
        match self {
            Plan::PawnCaptures(targets) => targets[from.index()] & passed,
            Plan::PawnHops(locusts) => {
                let arrivals = passed.iter().map(|at| locusts.arrivals(from, at, occupied));
                arrivals.fold(S::EMPTY, |all, squares| all | squares)
            }
            Plan::Within(squares, plan) => plan.en_passant(from, passed, occupied) & squares[from.index()],
            Plan::All(parts) => {
                parts.iter().fold(S::EMPTY, |all, part| all | part.en_passant(from, passed, occupied))
            }
            _ => S::EMPTY,
        }
    }

    /// Returns the single hurdles over which a square can be reached.
    fn hurdles(&self, from: Square, to: Square, occupied: S) -> S {
        match self {
            Plan::Lines(lines) => lines.hurdles(from, to, occupied),
            Plan::Turns(turns) => turns.hurdles(from, to, occupied),
            Plan::Within(squares, plan) if squares[from.index()].contains(to) => {
                plan.hurdles(from, to, occupied)
            }
            Plan::All(parts) => {
                parts.iter().fold(S::EMPTY, |all, part| all | part.hurdles(from, to, occupied))
            }
            _ => S::EMPTY,
        }
    }

    /// Returns all squares that may be reached, wherever other men are.
    fn reach(&self, from: Square) -> S {
        match self {
            Plan::Leaps(targets) => targets[from.index()],
            Plan::Lines(lines) => lines.reach(from),
            Plan::Turns(turns) => turns.reach(from),
            Plan::Bounces(bounces) => bounces.reach(from),
            Plan::Locusts(locusts) | Plan::PawnHops(locusts) => locusts.reach(from),
            Plan::PawnSteps(steps) => steps.targets(from, S::EMPTY),
            Plan::PawnCaptures(targets) => targets[from.index()],
            Plan::Circles(circles) => circles.reach(from),
            Plan::Repeats(repeats) => repeats.reach(from),
            Plan::Within(squares, plan) => plan.reach(from) & squares[from.index()],
            Plan::Twice(plan) => {
                plan.reach(from).iter().map(|at| plan.reach(at)).fold(S::EMPTY, |all, some| all | some)
            }
            Plan::All(parts) => parts.iter().fold(S::EMPTY, |all, part| all | part.reach(from)),
        }
    }
}

/// Returns the squares that are one of some leaps away, by square.
fn leap_targets<S: Squares>(layout: Layout, leaps: &[Leap]) -> PerSquare<S> {
    let mut targets = [S::EMPTY; Square::LIMIT];
    for from in layout.squares() {
        let vectors = leaps.iter().flat_map(|leap| leap.vectors());
        targets[from.index()] = S::from_squares(vectors.filter_map(|vector| layout.offset(from, vector)));
    }
    targets
}

/// Returns the direction of a queen's move.
fn direction((files, ranks): (i8, i8)) -> (i8, i8) {
    (files.signum(), ranks.signum())
}

/// Returns the vectors of straight lines.
fn straight_vectors(lines: &[Line]) -> Vec<(i8, i8)> {
    let vectors = lines.iter().filter_map(|line| match line {
        Line::Straight(leap) => Some(leap.vectors()),
        _ => None,
    });
    vectors.flatten().collect()
}

/// Returns whether a number of leaps is permitted, if `same` leaps lead to the hurdle.
fn includes(distance: Distance, leaps: usize, same: usize) -> bool {
    match distance {
        Distance::Any => leaps > 0,
        Distance::Exactly(number) => usize::from(number) == leaps,
        Distance::Same => leaps == same,
    }
}
