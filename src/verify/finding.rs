//! The findings of a verification.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::problem::{MAX_SHOWN_REFUTATIONS, Verdict};

/// The number of examples shown of each kind of finding.
pub const MAX_EXAMPLES: usize = 12;

/// A finding. Moves are in short notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Finding {
    /// There is no solution.
    NoSolution,
    /// A key or line solves in fewer moves than required.
    ShortSolution {
        /// The key or line.
        moves: String,
        /// The number of moves, as in `2` or `2.5`.
        length: String,
    },
    /// A move refutes the key that was made before the diagram.
    Refuted {
        /// The move.
        moves: String,
    },
    /// An unintended key or line.
    Cook {
        /// The key or line.
        moves: String,
    },
    /// There are more solutions than intended, and the intended ones are not declared.
    TooMany {
        /// The number of solutions found.
        found: u64,
        /// The intended number.
        intended: u64,
        /// Some of the solutions.
        examples: Vec<String>,
    },
    /// Help or series play has several solutions, and their number is not declared.
    SeveralSolutions {
        /// The number of solutions.
        found: u64,
        /// Whether the verdict, though not the number, is declared.
        is_declared: bool,
        /// Some of the solutions.
        examples: Vec<String>,
    },
    /// Something declared was not found.
    Missing {
        /// The declaration, in its own words.
        what: String,
        /// Replies that refute a declared key, as in `1...a6`: one more than [`MAX_SHOWN_REFUTATIONS`] if there are
        /// more.
        refutations: Vec<String>,
    },
    /// A key that is not among the declared ones.
    Undeclared {
        /// The key.
        moves: String,
    },
    /// A result differs from its declaration.
    Differs {
        /// The quantity that differs, as in `tries`.
        what: Cow<'static, str>,
        /// The value found.
        found: String,
        /// The declared value.
        declared: String,
    },
    /// The attacker has a choice after the key.
    Dual(Dual),
}

/// A choice of the attacker after the key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dual {
    /// The moves that lead to the choice.
    pub path: String,
    /// The possible continuations, each with its threats.
    pub continuations: Vec<String>,
    /// The move at which the attacker has the choice.
    pub place: DualPlace,
    /// The kind of the dual.
    pub kind: DualKind,
}

/// The move at which the attacker has a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DualPlace {
    /// In the threats after the key or another move of the attacker.
    Threatened,
    /// At the second move.
    Second,
    /// At a later move.
    Later(u16),
    /// At the move that reaches the goal.
    Mating,
}

impl DualPlace {
    /// Returns the place as text, as in `at the second move`.
    pub fn words(self) -> String {
        match self {
            DualPlace::Threatened => "threatened".into(),
            DualPlace::Second => "at the second move".into(),
            DualPlace::Later(number) => format!("at move {number}"),
            DualPlace::Mating => "at the mating move".into(),
        }
    }
}

/// The kind of a dual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DualKind {
    /// Before the last move, in full-length play.
    Major,
    /// At the last move, or in play shorter than required.
    Minor,
    /// The continuations differ only in the promotion.
    Promotion,
    /// The same moves in another order.
    Transposition,
    /// One continuation is also played after all the others, so that they only delay it.
    WasteOfTime,
    /// Several threats.
    Threats,
}

impl Finding {
    /// Returns the finding that something declared was not found.
    pub fn missing(what: impl Into<String>) -> Finding {
        Finding::Missing { what: what.into(), refutations: Vec::new() }
    }

    /// Returns the finding that a number differs from its declaration.
    pub fn count_differs(what: &'static str, found: u64, declared: u64) -> Finding {
        Finding::Differs { what: what.into(), found: found.to_string(), declared: declared.to_string() }
    }

    /// Returns the name: `no solution`, `short solution`, `cook`, `too many`, `missing`, `undeclared`,
    /// `differs`, `refuted`, or a kind of dual.
    pub fn name(&self) -> &'static str {
        match self {
            Finding::NoSolution => "no solution",
            Finding::ShortSolution { .. } => "short solution",
            Finding::Refuted { .. } => "refuted",
            Finding::Cook { .. } => "cook",
            Finding::TooMany { .. } => "too many",
            Finding::SeveralSolutions { .. } => "several solutions",
            Finding::Missing { .. } => "missing",
            Finding::Undeclared { .. } => "undeclared",
            Finding::Differs { .. } => "differs",
            Finding::Dual(dual) => match dual.kind {
                DualKind::Major => "dual",
                DualKind::Minor => "minor dual",
                DualKind::Promotion => "promotion dual",
                DualKind::Transposition => "dual by transposition",
                DualKind::WasteOfTime => "dual by waste of time",
                DualKind::Threats => "several threats",
            },
        }
    }

    /// Returns the verdict caused by the finding; `None` if it is only informative.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Finding::NoSolution | Finding::Refuted { .. } => Some(Verdict::NoSolution),
            Finding::ShortSolution { .. } => Some(Verdict::ShortSolution),
            Finding::Cook { .. } | Finding::TooMany { .. } => Some(Verdict::Cooked),
            Finding::SeveralSolutions { .. } => Some(Verdict::SeveralSolutions),
            Finding::Missing { .. } | Finding::Undeclared { .. } | Finding::Differs { .. } => {
                Some(Verdict::DeclaredSolutionWrong)
            }
            Finding::Dual(dual) => match dual.kind {
                DualKind::Major | DualKind::Transposition | DualKind::WasteOfTime => Some(Verdict::Dualled),
                DualKind::Minor | DualKind::Promotion | DualKind::Threats => None,
            },
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::NoSolution => f.write_str("no solution"),
            Finding::ShortSolution { moves, length } => write!(f, "short solution in {length}: {moves}"),
            Finding::Refuted { moves } => write!(f, "{moves} refutes"),
            Finding::Cook { moves } => write!(f, "cook: {moves}"),
            Finding::TooMany { found, intended, examples } => {
                write!(f, "{found} solutions where {intended} intended: ")?;
                f.write_str(&first_of(examples, "; ", *found))
            }
            Finding::SeveralSolutions { found, is_declared, examples } => {
                write!(
                    f,
                    "{found} solutions, {}: ",
                    if *is_declared { "as declared" } else { "none declared" }
                )?;
                f.write_str(&first_of(examples, "; ", *found))
            }
            Finding::Missing { what, refutations } => {
                write!(f, "declared but not found: {what}")?;
                let shown = &refutations[..refutations.len().min(MAX_SHOWN_REFUTATIONS)];
                match (shown.len(), refutations.len() - shown.len()) {
                    (0, _) => Ok(()),
                    (_, 0) => write!(f, ", refuted by {}", shown.join(", ")),
                    _ => write!(f, ", refuted by {} and others", shown.join(", ")),
                }
            }
            Finding::Undeclared { moves } => write!(f, "found but not declared: {moves}"),
            Finding::Differs { what, found, declared } => {
                write!(f, "{what}: found {found}, declared {declared}")
            }
            Finding::Dual(Dual { path, continuations, place, kind }) => {
                let place = match (place, kind) {
                    (DualPlace::Threatened, _) => String::new(),
                    (place, _) => format!(" {}", place.words()),
                };
                write!(f, "{}{place} after {path}: ", self.name())?;
                f.write_str(&first_of(continuations, ", ", continuations.len() as u64))
            }
        }
    }
}

/// Returns the first examples, and the number of the others of `all`.
pub fn first_of(examples: &[String], separator: &str, all: u64) -> String {
    let shown = &examples[..examples.len().min(MAX_EXAMPLES)];
    match all.saturating_sub(shown.len() as u64) {
        0 => shown.join(separator),
        more => format!("{}{separator}and {more} more", shown.join(separator)),
    }
}
