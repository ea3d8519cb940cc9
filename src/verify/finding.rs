//! What a verification finds.

use std::fmt;

use crate::problem::Verdict;

/// How many of many are shown.
pub const MAX_EXAMPLES: usize = 12;

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
    /// A key that is not among the declared ones.
    Undeclared {
        /// The key.
        moves: String,
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
    Dual(Dual),
}

/// A choice that the attacker has after the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dual {
    /// The moves that lead there.
    pub path: String,
    /// The continuations to choose from, each with what it threatens.
    pub continuations: Vec<String>,
    /// At which of his moves he has it.
    pub place: DualPlace,
    /// Of what kind it is.
    pub kind: DualKind,
}

/// At which of his moves the attacker has a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DualPlace {
    /// Right after the key, or another move of his, in what he threatens.
    Threatened,
    /// At the second move.
    Second,
    /// At a later move.
    Later(u16),
    /// At the move that reaches the goal.
    Mating,
}

impl DualPlace {
    /// The place in words, as in `at the second move`.
    pub fn words(self) -> String {
        match self {
            DualPlace::Threatened => "threatened".into(),
            DualPlace::Second => "at the second move".into(),
            DualPlace::Later(number) => format!("at move {number}"),
            DualPlace::Mating => "at the mating move".into(),
        }
    }
}

/// Of what kind a dual is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DualKind {
    /// Before the last move, in play of full length.
    Major,
    /// At the last move, or in play shorter than asked.
    Minor,
    /// The continuations differ only in what a pawn becomes.
    Promotion,
    /// The same moves in another order.
    Transposition,
    /// One continuation is played after all the others, too: they only put it off.
    WasteOfTime,
    /// Several threats.
    Threats,
}

impl Finding {
    /// So many were found of what was declared to be another number.
    pub fn count_differs(what: &'static str, found: u64, declared: u64) -> Finding {
        Finding::Differs { what, found: found.to_string(), declared: declared.to_string() }
    }

    /// What it is: `no solution`, `short solution`, `cook`, `too many`, `missing`,
    /// `undeclared`, `differs`, `refuted`, or a kind of dual.
    pub fn name(&self) -> &'static str {
        match self {
            Finding::NoSolution => "no solution",
            Finding::ShortSolution { .. } => "short solution",
            Finding::Refuted { .. } => "refuted",
            Finding::Cook { .. } => "cook",
            Finding::TooMany { .. } => "too many",
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

    /// The verdict that the finding leads to, unless it is only worth knowing.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Finding::NoSolution | Finding::Refuted { .. } => Some(Verdict::NoSolution),
            Finding::ShortSolution { .. } => Some(Verdict::ShortSolution),
            Finding::Cook { .. } | Finding::TooMany { .. } => Some(Verdict::Cooked),
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
                list(f, examples, "; ", *found)
            }
            Finding::Missing { what } => write!(f, "declared but not found: {what}"),
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
                list(f, continuations, ", ", continuations.len() as u64)
            }
        }
    }
}

/// Writes the first of so many, and how many more there are.
fn list(f: &mut fmt::Formatter<'_>, first: &[String], separator: &str, all: u64) -> fmt::Result {
    let shown = &first[..first.len().min(MAX_EXAMPLES)];
    f.write_str(&shown.join(separator))?;
    match all.saturating_sub(shown.len() as u64) {
        0 => Ok(()),
        more => write!(f, "{separator}and {more} more"),
    }
}
