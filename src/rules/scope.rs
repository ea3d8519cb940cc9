//! Rules as they hold: for both sides or for one, all the time or from one half-move to
//! another.
//!
//! Half-moves are counted as they are made from the diagram on, the first is number 1; a pass
//! counts, and so does that of a side that is left out, in set play and for threats. A rule
//! that holds for one side has a part in the half-moves of that side only. Whether a side is in
//! check is judged as if the other side made the next half-move.

use std::fmt;
use std::ops::Deref;

use super::condition::Condition;
use crate::position::Side;

/// When a rule holds, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// For the half-moves of this side only.
    pub side: Option<Side>,
    /// From this half-move on.
    pub from: u16,
    /// Up to this half-move.
    pub until: Option<u16>,
}

impl Term {
    /// For both sides, from the first half-move to the last.
    pub const ALWAYS: Term = Term { side: None, from: 1, until: None };

    /// Does it hold for a half-move of a side?
    pub fn holds(self, side: Side, number: u16) -> bool {
        self.side.is_none_or(|own| own == side)
            && self.from <= number
            && self.until.is_none_or(|last| number <= last)
    }

    /// Are there half-moves for which both hold?
    pub fn meets(self, other: Term) -> bool {
        let sides = self.side.is_none() || other.side.is_none() || self.side == other.side;
        let begins = self.from.max(other.from);
        sides && self.until.is_none_or(|last| begins <= last) && other.until.is_none_or(|last| begins <= last)
    }

    /// After so many half-moves nothing changes any more.
    pub fn horizon(self) -> u16 {
        self.until.unwrap_or(0).max(self.from - 1)
    }
}

impl Default for Term {
    fn default() -> Term {
        Term::ALWAYS
    }
}

/// A rule with its term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    rule: Condition,
    term: Term,
}

impl Clause {
    /// A rule that holds for this term.
    ///
    /// # Errors
    /// Why the rule has no such term.
    pub fn new(rule: Condition, term: Term) -> Result<Clause, &'static str> {
        let hindrance = match term {
            Term::ALWAYS => None,
            Term { side: Some(_), .. } => rule.side_hindrance().or_else(|| rule.term_hindrance()),
            Term { side: None, .. } => rule.term_hindrance(),
        };
        match hindrance {
            Some(reason) => Err(reason),
            None => Ok(Clause { rule, term }),
        }
    }

    /// The rule.
    pub fn rule(self) -> Condition {
        self.rule
    }

    /// When it holds, and for whom.
    pub fn term(self) -> Term {
        self.term
    }

    /// The rule, if it holds for both sides all the time.
    pub fn unlimited(self) -> Option<Condition> {
        (self.term == Term::ALWAYS).then_some(self.rule)
    }

    /// Why the two cannot be in force together, if they ever would be and cannot.
    pub fn conflict(self, other: Clause) -> Option<&'static str> {
        if self.term.meets(other.term) { self.rule.conflict(other.rule) } else { None }
    }
}

impl From<Condition> for Clause {
    fn from(rule: Condition) -> Clause {
        Clause { rule, term: Term::ALWAYS }
    }
}

impl Deref for Clause {
    type Target = Condition;

    fn deref(&self) -> &Condition {
        &self.rule
    }
}

/// In the words of problems, in English.
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule)?;
        for word in TermWord::ALL.into_iter().filter(|word| word.holds_in(self.term)) {
            write!(f, " {}", word.names()[0])?;
            if let Some(number) = word.number(self.term) {
                write!(f, " {number}")?;
            }
        }
        Ok(())
    }
}

/// A word that says when a rule holds, or for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermWord {
    /// For White's half-moves.
    White,
    /// For Black's half-moves.
    Black,
    /// From the half-move of the number behind the word.
    From,
    /// Up to the half-move of the number behind the word.
    Until,
}

impl TermWord {
    /// Every word, in the order in which they are written.
    pub const ALL: [TermWord; 4] = [TermWord::White, TermWord::Black, TermWord::From, TermWord::Until];

    /// The word in English, German and French. It is never abbreviated, so that no
    /// abbreviation of another word changes its meaning.
    pub const fn names(self) -> [&'static str; 3] {
        match self {
            TermWord::White => ["OnlyWhite", "NurWeiss", "BlancSeul"],
            TermWord::Black => ["OnlyBlack", "NurSchwarz", "NoirSeul"],
            TermWord::From => ["FromPly", "AbHalbzug", "DesDemiCoup"],
            TermWord::Until => ["UntilPly", "BisHalbzug", "JusquADemiCoup"],
        }
    }

    /// What it means, in one sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            TermWord::White => "The rule has a part in White's half-moves only.",
            TermWord::Black => "The rule has a part in Black's half-moves only.",
            TermWord::From => "The rule holds from the half-move on whose number follows.",
            TermWord::Until => "The rule holds up to the half-move whose number follows.",
        }
    }

    /// Does a number follow it?
    pub const fn takes_number(self) -> bool {
        matches!(self, TermWord::From | TermWord::Until)
    }

    /// The term with the word said of it.
    pub fn set(self, term: Term, number: u16) -> Term {
        match self {
            TermWord::White => Term { side: Some(Side::White), ..term },
            TermWord::Black => Term { side: Some(Side::Black), ..term },
            TermWord::From => Term { from: number.max(1), ..term },
            TermWord::Until => Term { until: Some(number), ..term },
        }
    }

    /// Do both words say when a rule begins, when it ends, or for whom it holds?
    pub fn excludes(self, other: TermWord) -> bool {
        let of_sides = |word| matches!(word, TermWord::White | TermWord::Black);
        self == other || (of_sides(self) && of_sides(other))
    }

    fn holds_in(self, term: Term) -> bool {
        match self {
            TermWord::White => term.side == Some(Side::White),
            TermWord::Black => term.side == Some(Side::Black),
            TermWord::From => term.from > 1,
            TermWord::Until => term.until.is_some(),
        }
    }

    fn number(self, term: Term) -> Option<u16> {
        match self {
            TermWord::White | TermWord::Black => None,
            TermWord::From => Some(term.from),
            TermWord::Until => term.until,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Circe;

    #[test]
    fn a_term_says_when_and_for_whom() {
        let term = Term { side: Some(Side::Black), from: 2, until: Some(4) };
        let holds = |side| (1..=6).filter(|&number| term.holds(side, number)).collect::<Vec<_>>();
        assert_eq!(holds(Side::Black), [2, 3, 4]);
        assert!(holds(Side::White).is_empty());
        assert_eq!(term.horizon(), 4);
        assert_eq!(Term { from: 3, ..Term::ALWAYS }.horizon(), 2);
        assert_eq!(Term::ALWAYS.horizon(), 0);
    }

    #[test]
    fn rules_that_never_hold_together_are_no_conflict() {
        let circe =
            |side, from, until| Clause::new(Circe::PLAIN.condition(), Term { side, from, until }).unwrap();
        let pwc =
            |side, from, until| Clause::new(Circe::PWC.condition(), Term { side, from, until }).unwrap();
        assert!(circe(None, 1, None).conflict(pwc(Some(Side::White), 3, None)).is_some());
        assert!(circe(None, 1, Some(3)).conflict(pwc(None, 3, None)).is_some());
        assert!(circe(None, 1, Some(2)).conflict(pwc(None, 3, None)).is_none());
        assert!(circe(Some(Side::White), 1, None).conflict(pwc(Some(Side::Black), 1, None)).is_none());
    }

    #[test]
    fn a_clause_is_written_with_its_term() {
        let term = Term { side: Some(Side::White), from: 2, until: Some(5) };
        let clause = Clause::new(Circe::PLAIN.condition(), term).unwrap();
        assert_eq!(clause.to_string(), "Circe OnlyWhite FromPly 2 UntilPly 5");
    }
}
