//! Queries, and their answers.

use crate::board::{Layout, Square};
use crate::features::{Feature, PlayedLine, PlayedMove, PlayedPhase, Replay, find_features};
use crate::position::{Effect, PieceNames, Side, Walk};
use crate::solution::{Action, Phase, Role};
use crate::stipulation::Goal;

/// What a line or a solution must have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// All of these hold.
    All(Vec<Query>),
    /// One of these holds.
    Any(Vec<Query>),
    /// It does not hold.
    Not(Box<Query>),
    /// A move matches.
    Move(MovePattern),
    /// The number of moves that match.
    Count(MovePattern, Comparison, usize),
    /// At the end the king of the side that has not moved is on one of these squares.
    MatedOn(Squares),
    /// The feature occurs.
    Feature(Feature),
    /// It holds for a line.
    SomeLine(Box<Query>),
    /// It holds for every line, of which there is at least one.
    EveryLine(Box<Query>),
}

/// How a number is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
}

/// The conditions that a move must meet, each with whether it must not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MovePattern {
    /// The conditions that must hold.
    pub required: Vec<Condition>,
    /// The conditions that must not hold.
    pub excluded: Vec<Condition>,
}

/// A condition that a move meets or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The side makes it.
    By(Side),
    /// It is the move with this number, from 1, of both sides together.
    Ply(usize),
    /// It is the last move.
    Last,
    /// The man makes it; of castling, the king does.
    Man(Walk),
    /// It departs from one of these squares.
    From(Squares),
    /// It arrives on one of these squares, at once or after what the rules do.
    To(Squares),
    /// It changes what is on one of these squares.
    Touches(Squares),
    /// It captures a man, this one if there is one.
    Captures(Option<Walk>),
    /// It promotes a pawn, to this man if there is one; a pawn that is reborn, too.
    Promotes(Option<Walk>),
    /// It castles.
    Castles,
    /// It captures en passant.
    EnPassant,
    /// It gives check.
    Checks,
    /// It gives mate.
    Mates,
    /// A man is reborn, on one of these squares if there are any.
    Reborn(Option<Squares>),
    /// The side passes.
    Passes,
}

/// Some squares by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares(pub Vec<SquarePattern>);

/// The squares of a file, of a rank, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquarePattern {
    /// The letter of the file; any if `None`.
    pub file: Option<char>,
    /// The digit of the rank; any if `None`.
    pub rank: Option<char>,
}

impl Comparison {
    fn holds(self, number: usize, bound: usize) -> bool {
        match self {
            Comparison::Equal => number == bound,
            Comparison::Less => number < bound,
            Comparison::Greater => number > bound,
            Comparison::AtMost => number <= bound,
            Comparison::AtLeast => number >= bound,
        }
    }
}

impl Squares {
    /// Returns whether a square is one of these.
    pub fn contains(&self, layout: Layout, square: Square) -> bool {
        let mut signs = layout.name(square).chars();
        let (file, rank) = (signs.next(), signs.next());
        let fits = |wanted: Option<char>, sign: Option<char>| wanted.is_none() || wanted == sign;
        self.0.iter().any(|pattern| fits(pattern.file, file) && fits(pattern.rank, rank))
    }
}

/// A line with its place.
#[derive(Clone, Copy)]
struct Place<'p> {
    phase: &'p PlayedPhase,
    line: &'p PlayedLine,
}

impl Query {
    /// Returns whether it holds for a line of a phase.
    pub fn holds_for_line(&self, phase: &PlayedPhase, line: &PlayedLine) -> bool {
        let place = Place { phase, line };
        match self {
            Query::All(parts) => parts.iter().all(|part| part.holds_for_line(phase, line)),
            Query::Any(parts) => parts.iter().any(|part| part.holds_for_line(phase, line)),
            Query::Not(part) => !part.holds_for_line(phase, line),
            Query::Move(pattern) => place.count(pattern) > 0,
            Query::Count(pattern, comparison, bound) => comparison.holds(place.count(pattern), *bound),
            Query::MatedOn(squares) => {
                place.king_at_end().is_some_and(|square| squares.contains(phase.layout(), square))
            }
            Query::Feature(feature) => place.has_feature(*feature),
            Query::SomeLine(part) | Query::EveryLine(part) => part.holds_for_line(phase, line),
        }
    }

    /// Returns whether it holds for a solution.
    pub fn holds_for_solution(&self, replay: &Replay) -> bool {
        match self {
            Query::All(parts) => parts.iter().all(|part| part.holds_for_solution(replay)),
            Query::Any(parts) => parts.iter().any(|part| part.holds_for_solution(replay)),
            Query::Not(part) => !part.holds_for_solution(replay),
            Query::Feature(feature) => find_features(replay, PieceNames::default()).has(*feature),
            Query::Move(_) | Query::Count(..) | Query::MatedOn(_) => {
                lines(replay).any(|(phase, line)| self.holds_for_line(phase, line))
            }
            Query::SomeLine(part) => lines(replay).any(|(phase, line)| part.holds_for_line(phase, line)),
            Query::EveryLine(part) => {
                let mut lines = lines(replay).peekable();
                lines.peek().is_some() && lines.all(|(phase, line)| part.holds_for_line(phase, line))
            }
        }
    }
}

/// Returns the lines of actual play, without tries.
fn lines(replay: &Replay) -> impl Iterator<Item = (&PlayedPhase, &PlayedLine)> {
    let actual = replay.phases.iter().filter(|phase| phase.phase == Phase::Actual);
    let lines = actual.flat_map(|phase| phase.lines.iter().map(move |line| (phase, line)));
    lines.filter(|(_, line)| line.first_role() != Some(Role::Try))
}

impl Place<'_> {
    fn count(self, pattern: &MovePattern) -> usize {
        let moves = self.line.moves.iter().enumerate();
        moves.filter(|(index, step)| self.matches(*index, step, pattern)).count()
    }

    fn matches(self, index: usize, step: &PlayedMove, pattern: &MovePattern) -> bool {
        pattern.required.iter().all(|condition| self.meets(index, step, condition))
            && !pattern.excluded.iter().any(|condition| self.meets(index, step, condition))
    }

    fn meets(self, index: usize, step: &PlayedMove, condition: &Condition) -> bool {
        let layout = self.phase.layout();
        let contains = |squares: &Squares, square| squares.contains(layout, square);
        let record = &step.record;
        match condition {
            Condition::By(side) => record.side == *side,
            Condition::Ply(number) => index + 1 == *number,
            Condition::Last => index + 1 == self.line.moves.len(),
            Condition::Man(walk) => match &record.action {
                Action::Move { man, .. } | Action::Exchange { man, .. } | Action::Entry { man, .. } => {
                    man.walk == *walk
                }
                Action::Castling { .. } => *walk == Walk::King,
                Action::Pass => false,
            },
            Condition::From(squares) => match record.action {
                Action::Move { from, .. } | Action::Exchange { from, .. } | Action::Castling { from, .. } => {
                    contains(squares, from)
                }
                Action::Entry { .. } | Action::Pass => false,
            },
            Condition::To(squares) => match record.action {
                Action::Move { to, .. } | Action::Exchange { to, .. } | Action::Castling { to, .. } => {
                    contains(squares, to) || step.arrival().is_some_and(|square| contains(squares, square))
                }
                Action::Entry { at, .. } => contains(squares, at),
                Action::Pass => false,
            },
            Condition::Touches(squares) => {
                layout.squares().any(|square| contains(squares, square) && is_touched(step, square))
            }
            Condition::Captures(walk) => captured(step).any(|victim| walk.is_none_or(|walk| walk == victim)),
            Condition::Promotes(wanted) => {
                step.promotions().any(|(_, walk)| wanted.is_none_or(|wanted| wanted == walk))
            }
            Condition::Castles => matches!(record.action, Action::Castling { .. }),
            Condition::EnPassant => record.is_en_passant(),
            Condition::Checks => record.check,
            Condition::Mates => {
                let is_last = index + 1 == self.line.moves.len();
                let picture = self.line.picture.as_ref().filter(|_| is_last);
                record.reached == Some(Goal::Mate) || picture.is_some_and(|picture| picture.is_mate)
            }
            Condition::Reborn(squares) => record.effects.iter().any(|effect| match effect {
                Effect::Reborn { at, .. } => squares.as_ref().is_none_or(|squares| contains(squares, *at)),
                _ => false,
            }),
            Condition::Passes => matches!(record.action, Action::Pass),
        }
    }

    /// Returns the square of the king of the side that did not make the last move.
    fn king_at_end(self) -> Option<Square> {
        let last = self.line.last()?;
        last.after.royals(last.record.side.other()).next()
    }

    fn has_feature(self, feature: Feature) -> bool {
        let phase = PlayedPhase { lines: vec![self.line.clone()], ..self.phase.clone() };
        let replay =
            Replay { phases: vec![PlayedPhase { phase: Phase::Actual, ..phase }], is_incomplete: false };
        find_features(&replay, PieceNames::default()).has(feature)
    }
}

/// Returns whether a move changes what is on a square, or a man of it captures there.
fn is_touched(step: &PlayedMove, square: Square) -> bool {
    let is_action = match step.record.action {
        Action::Move { from, to, .. }
        | Action::Exchange { from, to, .. }
        | Action::Castling { from, to, .. } => square == from || square == to,
        Action::Entry { at, .. } => square == at,
        Action::Pass => false,
    };
    is_action || step.before.man(square) != step.after.man(square)
}

/// Returns the walks of the men that a move captures.
fn captured(step: &PlayedMove) -> impl Iterator<Item = Walk> + '_ {
    let action = match &step.record.action {
        Action::Move { captured, .. } => captured.map(|captured| captured.man.walk),
        _ => None,
    };
    let later = step.record.effects.iter().filter_map(|effect| match effect {
        Effect::Continued { captured, .. } => captured.map(|captured| captured.man.walk),
        _ => None,
    });
    action.into_iter().chain(later)
}
