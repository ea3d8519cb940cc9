//! The reasons why a setting cannot be solved.

use thiserror::Error;

use crate::board::Square;
use crate::game::IllegalSetup;
use crate::position::Man;
use crate::problem::{BoardError, Diagram, NamedRule, Span, Spanned, TwinError};
use crate::stipulation::Goal;

/// The reason why a setting cannot be solved.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Unplayable {
    /// A twin cannot be made.
    #[error("{}", .0.value)]
    Twin(Spanned<TwinError>),
    /// There is no stipulation.
    #[error("there is no stipulation")]
    NoStipulation,
    /// An A to B problem has only one diagram, or a proof game uses a board without a game array.
    #[error(
        "there is no diagram from which play begins: 'dia' needs a board with a game array, 'a=>b' a second diagram"
    )]
    NoStart,
    /// The diagram cannot be set up.
    #[error("{0}")]
    Setup(IllegalSetup),
    /// A condition and the board are incompatible.
    #[error("{0}")]
    Board(BoardError),
    /// There are fairy men, by the English name of a walk, where they are not supported.
    #[error("fairy men ({0}) are not supported {1}")]
    FairyMen(&'static str, &'static str),
    /// A man is in the reserve that the rules do not allow there.
    #[error("{0}")]
    Reserve(String),
    /// Two rules cannot be combined.
    #[error("the conditions '{}' and '{}' cannot be combined: {}", .0.value, .1.value, .2)]
    Conditions(NamedRule, NamedRule, &'static str),
    /// The imitators of a rule have no place in the problem.
    #[error("the imitators of '{}' are not possible: {}", .0.value, .1)]
    Imitators(NamedRule, String),
    /// A rule excludes kamikazes, and there is one.
    #[error("the condition '{}' and kamikazes cannot be combined: {}", .0.value, .1)]
    Kamikazes(NamedRule, &'static str),
    /// A rule cannot be combined with Alice chess, and a man is on the second board.
    #[error("the condition '{}' and men on two boards cannot be combined: {}", .0.value, .1)]
    TwoBoards(NamedRule, &'static str),
    /// Under a rule no man is royal, and the goal requires checks.
    #[error("under '{}' no man is royal, so that the goal '{}' cannot be reached", .0.value, .1)]
    Goal(NamedRule, Goal),
    /// Whether a move reaches the goal is not settled under a rule.
    #[error("the goal '{}' is not supported under '{}'", .1, .0.value)]
    UnsettledGoal(NamedRule, Goal),
    /// A rule excludes an attribute, and a man has it.
    #[error("the condition '{}' and the attribute of {} cannot be combined", .0.value, .1)]
    Attribute(NamedRule, String),
}

impl Unplayable {
    /// Returns the square of a man of a diagram that is a reason; `None` if no man is.
    pub fn square(&self, diagram: &Diagram) -> Option<Square> {
        match self {
            Unplayable::FairyMen(name, _) => {
                diagram.men().find(|(_, man)| is_called(*man, name)).map(|(square, _)| square)
            }
            Unplayable::Setup(error) => error.square(),
            _ => None,
        }
    }

    /// Returns the source span of the fault; `None` if the fault is the setting as a whole.
    pub fn span(&self) -> Option<Span> {
        match self {
            Unplayable::Twin(error) => Some(error.span),
            Unplayable::NoStipulation | Unplayable::NoStart => None,
            Unplayable::FairyMen(..) | Unplayable::Reserve(_) => None,
            Unplayable::Setup(error) => error.span(),
            Unplayable::Board(error) => Some(error.span()),
            Unplayable::Conditions(_, second, _) => Some(second.span),
            Unplayable::Kamikazes(condition, _)
            | Unplayable::Imitators(condition, _)
            | Unplayable::TwoBoards(condition, _)
            | Unplayable::Goal(condition, ..)
            | Unplayable::UnsettledGoal(condition, _)
            | Unplayable::Attribute(condition, _) => Some(condition.span),
        }
    }
}

/// Returns whether a message means a man by a name: that of its walk, or of an attribute with or without a word for men.
fn is_called(man: Man, name: &str) -> bool {
    let adjective = name.split(' ').next().unwrap_or(name);
    man.walk.fairy().is_some_and(|row| row.name == name)
        || man.flags.listed().any(|attribute| attribute.names[0].eq_ignore_ascii_case(adjective))
}
