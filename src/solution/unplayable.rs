//! The reasons why a setting cannot be solved.

use thiserror::Error;

use crate::game::IllegalSetup;
use crate::problem::{BoardError, NamedRule, Span, Spanned, TwinError};
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
