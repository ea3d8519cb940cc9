//! The author's declarations about the solution, which the verifier compares with what it finds.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::position::PieceNames;

/// The result of verifying a problem as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// There is a solution, and only the intended one.
    Sound,
    /// Help or series play has several solutions, and their number is not declared.
    SeveralSolutions,
    /// There is another solution.
    Cooked,
    /// There is no solution.
    NoSolution,
    /// There is a solution in fewer moves than stipulated.
    ShortSolution,
    /// The attacker has a choice after the key and before the last move.
    Dualled,
    /// The declared solution differs from the one found.
    DeclaredSolutionWrong,
    /// The search was stopped before the result was known.
    Incomplete,
    /// The position is illegal: the side to move can capture the king.
    Illegal,
    /// The input has errors or is meaningless.
    Refused,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 10] = [
        Verdict::Sound,
        Verdict::SeveralSolutions,
        Verdict::Cooked,
        Verdict::NoSolution,
        Verdict::ShortSolution,
        Verdict::Dualled,
        Verdict::DeclaredSolutionWrong,
        Verdict::Incomplete,
        Verdict::Illegal,
        Verdict::Refused,
    ];

    /// Returns the verdict in words, such as `no solution`.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::SeveralSolutions => "several solutions",
            Verdict::Cooked => "cooked",
            Verdict::NoSolution => "no solution",
            Verdict::ShortSolution => "short solution",
            Verdict::Dualled => "dualled",
            Verdict::DeclaredSolutionWrong => "declared solution wrong",
            Verdict::Incomplete => "incomplete",
            Verdict::Illegal => "illegal",
            Verdict::Refused => "refused",
        }
    }

    /// Returns the gravity: of several verdicts, the gravest prevails. A refusal is graver than a defect, a
    /// defect than an unfinished search.
    pub const fn gravity(self) -> u8 {
        match self {
            Verdict::Refused => 9,
            Verdict::Illegal => 8,
            Verdict::NoSolution => 7,
            Verdict::ShortSolution => 6,
            Verdict::Cooked => 5,
            Verdict::DeclaredSolutionWrong => 4,
            Verdict::Dualled => 3,
            Verdict::Incomplete => 2,
            Verdict::SeveralSolutions => 1,
            Verdict::Sound => 0,
        }
    }

    /// Returns the verdict with these words, separated by blanks or hyphens (`no-solution`).
    pub fn from_words(words: &str) -> Option<Verdict> {
        let words = words.replace('-', " ");
        Verdict::ALL.into_iter().find(|verdict| verdict.words() == words)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A declaration about the whole problem or one twin.
///
/// Moves are kept as written. They match the moves found in any notation that kirke prints, also with more of
/// the square of departure than it prints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declaration {
    /// The name of the twin (`a`, `b`…); all twins if `None`.
    pub twin: Option<String>,
    /// The expected verdict.
    pub verdict: Option<Verdict>,
    /// The keys of direct, self and reflex play.
    pub keys: Option<Vec<String>>,
    /// The number of solutions of help or series play.
    pub line_count: Option<u64>,
    /// The number of choices at each ply, as in 2.1.1.1.
    pub branching: Option<Vec<u64>>,
    /// The number of lines or variations of the set play.
    pub set_line_count: Option<u64>,
    /// The first moves of the tries.
    pub tries: Option<Vec<String>>,
}

/// First moves as an author writes them and of which refutations are asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ExaminedMoves {
    /// The names of men, in addition to those of every notation that kirke prints by default.
    pub names: PieceNames,
    /// The moves.
    pub moves: Vec<ExaminedMove>,
}

impl ExaminedMoves {
    /// Returns the declared keys. `names` are those of men in them.
    pub fn declared_keys(declarations: &[Declaration], names: PieceNames) -> ExaminedMoves {
        let keys_of = |declaration: &Declaration| {
            let keys = declaration.keys.clone().unwrap_or_default().into_iter();
            let twin = declaration.twin.clone();
            keys.map(move |name| ExaminedMove { twin: twin.clone(), name })
        };
        ExaminedMoves { names, moves: declarations.iter().flat_map(keys_of).collect() }
    }
}

/// A first move of which refutations are asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct ExaminedMove {
    /// The label of the twin; all twins if `None`.
    pub twin: Option<String>,
    /// The move as written.
    pub name: String,
}

/// The number of refutations shown of a move that is examined; one more is searched.
pub const MAX_SHOWN_REFUTATIONS: usize = 3;

/// Returns numbers of choices separated by dots, as in `2.1.1.1`.
pub fn branching_text(branching: &[u64]) -> String {
    branching.iter().map(u64::to_string).collect::<Vec<_>>().join(".")
}

/// Parses numbers of choices separated by dots, as in `2.1.1.1`.
pub fn parse_branching(text: &str) -> Option<Vec<u64>> {
    text.split('.').map(parse_count).collect()
}

/// Parses a number that consists of digits.
pub fn parse_count(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
