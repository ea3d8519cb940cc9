//! What an author says of the solution, to be held against what is found.

use std::fmt;

/// What can be said of a problem as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It works, and only as intended.
    Sound,
    /// Something else works too.
    Cooked,
    /// Nothing works.
    NoSolution,
    /// It works in fewer moves than asked.
    ShortSolution,
    /// The attacker has a choice after the key, before his last move.
    Dualled,
    /// The declared solution is not the one that was found.
    DeclaredSolutionWrong,
    /// The search was cut before the answer was known.
    Incomplete,
    /// The diagram cannot be played: the side to move could take the king.
    Illegal,
    /// The input was not understood or makes no sense.
    Refused,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 9] = [
        Verdict::Sound,
        Verdict::Cooked,
        Verdict::NoSolution,
        Verdict::ShortSolution,
        Verdict::Dualled,
        Verdict::DeclaredSolutionWrong,
        Verdict::Incomplete,
        Verdict::Illegal,
        Verdict::Refused,
    ];

    /// The verdict in words, as in `no solution`.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
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

    /// The verdict of these words; blanks may be hyphens (`no-solution`).
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

/// One declaration: for the whole problem, or for one twin of it.
///
/// Moves are kept as they were written and are matched against the moves found,
/// in any notation that kirke prints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declaration {
    /// The twin that it speaks of (`a`, `b`…); all of them if none is named.
    pub twin: Option<String>,
    /// The verdict expected.
    pub verdict: Option<Verdict>,
    /// The keys of direct, self and reflex play.
    pub keys: Option<Vec<String>>,
    /// How many solutions help or series play has.
    pub line_count: Option<u64>,
    /// How many choices there are at each half-move, as in 2.1.1.1.
    pub branching: Option<Vec<u64>>,
    /// How many lines or variations the set play has.
    pub set_line_count: Option<u64>,
    /// The first moves of the tries.
    pub tries: Option<Vec<String>>,
}
