//! The reasons why a position cannot arise, in words.

use std::fmt;

use super::ChessPosition;
use crate::board::{Layout, Set64, Square, Squares};
use crate::position::{Side, Walk};
use crate::problem::Span;

/// A warning that the position of a problem or twin cannot arise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionWarning {
    /// The place of the problem or, for a twin, of its first change.
    pub span: Span,
    /// The label of the twin; `None` for a problem without twins.
    pub twin: Option<String>,
    /// The reason.
    pub reason: ImpossiblePosition,
}

/// As in `the position cannot arise in a game: 9 white pawns`.
impl fmt::Display for PositionWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the position ")?;
        if let Some(twin) = &self.twin {
            write!(f, "of twin {twin}) ")?;
        }
        write!(f, "cannot arise in a game: {}", self.reason)
    }
}

/// A proof that a position cannot arise in a game of orthodox chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImpossiblePosition {
    /// Pawns are on the first or the last rank, on these squares.
    PawnsOnEndRanks(Vec<Square>),
    /// A side has more than eight pawns.
    TooManyPawns {
        /// The side.
        side: Side,
        /// The number of its pawns.
        count: u32,
    },
    /// A side has more pawns and promoted men than it had pawns.
    TooManyPromotedMen {
        /// The side.
        side: Side,
        /// The number of its pawns.
        pawns: u32,
        /// The men of which some are promoted.
        promoted: Vec<PromotedGroup>,
    },
    /// No man is missing, and a side has promoted.
    PromotionWithoutCapture {
        /// The side.
        side: Side,
        /// The number of its pawns.
        pawns: u32,
    },
    /// A king is on a square that unmoved men bar.
    KingShutOut {
        /// The side of the king.
        side: Side,
        /// Its square.
        king: Square,
        /// The unmoved men that bar its way.
        unmoved: Group,
    },
    /// Pawns cannot all have come from the second rank, whatever they capture.
    PawnsWithoutOrigin {
        /// The side.
        side: Side,
        /// The squares of the pawns.
        pawns: Vec<Square>,
    },
    /// Pawns have made more captures than there were men for them to capture.
    TooManyPawnCaptures {
        /// The side of the pawns.
        side: Side,
        /// The least number of their captures.
        captures: u32,
        /// The number of missing men of the other side that they can have captured.
        missing: u32,
    },
    /// Both kings, on these squares, are in check.
    BothKingsInCheck(Vec<Square>),
    /// No move of a side can have led to the position.
    NoLastMove {
        /// The side that moved last.
        moved: Side,
        /// The squares of its men that give check.
        checkers: Vec<Square>,
        /// Whether the last move is known to be a double step.
        is_double_step: bool,
    },
}

/// Officers of one walk and side of which some are certainly promoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PromotedGroup {
    /// There are more than in the game array.
    Excess {
        /// The men.
        men: Group,
        /// The least number of promoted men among them.
        least: u32,
    },
    /// Unmoved men bar the way from the home squares.
    ShutIn {
        /// The men.
        men: Group,
        /// Their home squares in the game array.
        homes: Vec<Square>,
        /// The unmoved men that bar the way.
        unmoved: Group,
        /// The least number of promoted men among them.
        least: u32,
    },
}

impl ImpossiblePosition {
    /// Returns the squares of the men that the reason names.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            ImpossiblePosition::PawnsOnEndRanks(squares) | ImpossiblePosition::BothKingsInCheck(squares) => {
                squares.clone()
            }
            ImpossiblePosition::PawnsWithoutOrigin { pawns, .. } => pawns.clone(),
            ImpossiblePosition::NoLastMove { checkers, .. } => checkers.clone(),
            ImpossiblePosition::KingShutOut { king, .. } => vec![*king],
            ImpossiblePosition::TooManyPromotedMen { promoted, .. } => {
                promoted.iter().flat_map(|group| group.men().0.iter().map(|&(_, square)| square)).collect()
            }
            ImpossiblePosition::TooManyPawns { .. }
            | ImpossiblePosition::PromotionWithoutCapture { .. }
            | ImpossiblePosition::TooManyPawnCaptures { .. } => Vec::new(),
        }
    }
}

impl PromotedGroup {
    /// Returns the men of the group.
    fn men(&self) -> &Group {
        match self {
            PromotedGroup::Excess { men, .. } | PromotedGroup::ShutIn { men, .. } => men,
        }
    }

    /// Returns the least number of promoted men in the group.
    pub fn least(&self) -> u32 {
        match self {
            PromotedGroup::Excess { least, .. } | PromotedGroup::ShutIn { least, .. } => *least,
        }
    }
}

/// Men with their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group(pub Vec<(Walk, Square)>);

impl Group {
    pub(super) fn new(position: &ChessPosition, squares: Set64) -> Group {
        let mut men: Vec<(Walk, Square)> =
            squares.iter().filter_map(|square| Some((position.walk_on(square)?, square))).collect();
        // Pawns are listed first.
        men.sort_by_key(|&(walk, _)| walk != Walk::Pawn);
        Group(men)
    }
}

/// As in `pawns e2, g2 and bishop c1`.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<(Walk, Vec<Square>)> = Vec::new();
        for &(walk, square) in &self.0 {
            match kinds.last_mut() {
                Some((last, squares)) if *last == walk => squares.push(square),
                _ => kinds.push((walk, vec![square])),
            }
        }
        for (index, (walk, squares)) in kinds.iter().enumerate() {
            let separator = if index == 0 { "" } else { " and " };
            let plural = if squares.len() > 1 { "s" } else { "" };
            write!(f, "{separator}{}{plural} {}", word(*walk), names(squares))?;
        }
        Ok(())
    }
}

fn word(walk: Walk) -> &'static str {
    match walk {
        Walk::King => "king",
        Walk::Queen => "queen",
        Walk::Rook => "rook",
        Walk::Bishop => "bishop",
        Walk::Knight => "knight",
        Walk::Pawn | Walk::ReversedPawn => "pawn",
        // There are no warnings with others.
        _ => "man",
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn names(squares: &[Square]) -> String {
    let names: Vec<&str> = squares.iter().map(|&square| Layout::CHESS.name(square)).collect();
    names.join(", ")
}

/// Returns a number of things, as in `1 man`, `8 men`.
fn counted(count: u32, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

impl fmt::Display for PromotedGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PromotedGroup::Excess { men, .. } => {
                let (walk, first) = men.0[0];
                let coloured = match (walk, Layout::CHESS.is_dark(first)) {
                    (Walk::Bishop, true) => "dark-squared bishop",
                    (Walk::Bishop, false) => "light-squared bishop",
                    (walk, _) => word(walk),
                };
                write!(f, "{} {coloured}s", men.0.len())
            }
            PromotedGroup::ShutIn { men, homes, unmoved, .. } => {
                let (all, homes) = match men.0.len() {
                    1 => ("", names(homes).replace(", ", " or ")),
                    _ => (" all", names(homes)),
                };
                write!(f, "{men} cannot{all} have come from {homes}: {}", not_moved(unmoved))
            }
        }
    }
}

/// Returns the statement that men have not moved.
fn not_moved(men: &Group) -> String {
    format!("{men} {} not moved", if men.0.len() == 1 { "has" } else { "have" })
}

impl fmt::Display for ImpossiblePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImpossiblePosition::PawnsOnEndRanks(squares) => {
                let plural = if squares.len() > 1 { "s" } else { "" };
                write!(f, "pawn{plural} on the first or last rank: {}", names(squares))
            }
            ImpossiblePosition::TooManyPawns { side, count } => f.write_str(&pawns_of(*side, *count)),
            ImpossiblePosition::TooManyPromotedMen { side, pawns, promoted } => {
                let least = promoted.iter().map(PromotedGroup::least).sum();
                let groups: Vec<String> = promoted.iter().map(ToString::to_string).collect();
                let (pawns, promoted) =
                    (pawns_of(*side, *pawns), counted(least, "promoted man", "promoted men"));
                write!(f, "{pawns} and at least {promoted} ({})", groups.join("; "))
            }
            ImpossiblePosition::PromotionWithoutCapture { side, pawns } => {
                let pawns = pawns_of(*side, *pawns);
                write!(f, "{pawns}, and none can have promoted, since no man has been captured")
            }
            ImpossiblePosition::KingShutOut { side, king, unmoved } => {
                let (colour, king) = (colour(*side), Layout::CHESS.name(*king));
                write!(f, "the {colour} king cannot have reached {king}: {}", not_moved(unmoved))
            }
            ImpossiblePosition::PawnsWithoutOrigin { side, pawns } => {
                let (plural, all) = if pawns.len() > 1 { ("s", " all") } else { ("", "") };
                let rank = if *side == Side::White { "second" } else { "seventh" };
                let pawns = format!("{} pawn{plural} {}", colour(*side), names(pawns));
                write!(f, "{pawns} cannot{all} have come from the {rank} rank")
            }
            ImpossiblePosition::TooManyPawnCaptures { side, captures, missing } => {
                let captures = counted(*captures, "capture", "captures");
                let missing = counted(*missing, "man", "men");
                let pawns = format!("the {} pawns have made at least {captures}", colour(*side));
                write!(f, "{pawns}, and {} lacks {missing} that they can have captured", side.other())
            }
            ImpossiblePosition::BothKingsInCheck(squares) => {
                write!(f, "both kings ({}) are in check", names(squares))
            }
            ImpossiblePosition::NoLastMove { moved, checkers, is_double_step } => {
                let squares = names(checkers);
                match checkers.len() {
                    _ if *is_double_step => {
                        write!(f, "before the declared double step, {} was in check already", moved.other())
                    }
                    0 => write!(f, "{moved} cannot have made the last move"),
                    1 => write!(f, "no last move of {moved} gives the check from {squares}"),
                    _ => write!(f, "no last move of {moved} gives the checks from {squares} at once"),
                }
            }
        }
    }
}

/// Returns the number of pawns of a side, as in `9 white pawns`.
fn pawns_of(side: Side, count: u32) -> String {
    let pawn = format!("{} pawn", colour(side));
    counted(count, &pawn, &format!("{pawn}s"))
}
