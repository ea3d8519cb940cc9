//! What a verification finds.

use std::fmt;

use crate::problem::Verdict;

/// How many of many are shown.
pub const MOST_EXAMPLES: usize = 12;

/// Something found. Moves are in short notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Nothing solves.
    NoSolution,
    /// A key or line solves in fewer moves than asked.
    ShortSolution {
        /// The key or line.
        moves: String,
        /// In how many moves, as in `2` or `2.5`.
        length: String,
    },
    /// A move that refutes the key that was made before the diagram.
    Refuted {
        /// The move.
        moves: String,
    },
    /// A key or line that was not intended.
    Cook {
        /// The key or line.
        moves: String,
    },
    /// There are more solutions than intended, and which are intended is not declared.
    TooMany {
        /// How many were found.
        found: u64,
        /// How many were intended.
        intended: u64,
        /// Some of them.
        examples: Vec<String>,
    },
    /// Something declared was not found.
    Missing {
        /// What, in the words of the declaration.
        what: String,
    },
    /// Something found differs from what was declared.
    Differs {
        /// What differs, as in `tries`.
        what: &'static str,
        /// What was found.
        found: String,
        /// What was declared.
        declared: String,
    },
    /// The attacker has a choice after the key.
    Dual {
        /// The moves that lead there.
        path: String,
        /// The continuations to choose from.
        continuations: Vec<String>,
        /// How grave it is.
        kind: DualKind,
    },
}

/// How grave a dual is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DualKind {
    /// Before the last move, in play of full length.
    Major,
    /// At the last move, or in play shorter than asked.
    Minor,
    /// The continuations differ only in what a pawn becomes.
    Promotion,
}

impl Finding {
    /// What it is: `no solution`, `short solution`, `cook`, `too many`, `missing`,
    /// `differs`, `dual`, `minor dual` or `promotion dual`.
    pub fn name(&self) -> &'static str {
        match self {
            Finding::NoSolution => "no solution",
            Finding::ShortSolution { .. } => "short solution",
            Finding::Refuted { .. } => "refuted",
            Finding::Cook { .. } => "cook",
            Finding::TooMany { .. } => "too many",
            Finding::Missing { .. } => "missing",
            Finding::Differs { .. } => "differs",
            Finding::Dual { kind: DualKind::Major, .. } => "dual",
            Finding::Dual { kind: DualKind::Minor, .. } => "minor dual",
            Finding::Dual { kind: DualKind::Promotion, .. } => "promotion dual",
        }
    }

    /// The verdict that the finding leads to, unless it is only worth knowing.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Finding::NoSolution | Finding::Refuted { .. } => Some(Verdict::NoSolution),
            Finding::ShortSolution { .. } => Some(Verdict::ShortSolution),
            Finding::Cook { .. } | Finding::TooMany { .. } => Some(Verdict::Cooked),
            Finding::Missing { .. } | Finding::Differs { .. } => Some(Verdict::DeclaredSolutionWrong),
            Finding::Dual { kind: DualKind::Major, .. } => Some(Verdict::Dualled),
            Finding::Dual { .. } => None,
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
                list(f, examples, "; ", *found)
            }
            Finding::Missing { what } => write!(f, "declared but not found: {what}"),
            Finding::Differs { what, found, declared } => {
                write!(f, "{what}: found {found}, declared {declared}")
            }
            Finding::Dual { path, continuations, .. } => {
                write!(f, "{} after {path}: ", self.name())?;
                list(f, continuations, ", ", continuations.len() as u64)
            }
        }
    }
}

/// Writes the first of so many, and how many more there are.
fn list(f: &mut fmt::Formatter<'_>, first: &[String], separator: &str, all: u64) -> fmt::Result {
    let shown = &first[..first.len().min(MOST_EXAMPLES)];
    f.write_str(&shown.join(separator))?;
    match all.saturating_sub(shown.len() as u64) {
        0 => Ok(()),
        more => write!(f, "{separator}and {more} more"),
    }
}
