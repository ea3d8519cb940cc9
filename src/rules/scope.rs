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
pub struct RuleScope {
    /// For the half-moves of this side only.
    pub side: Option<Side>,
    /// From this half-move on.
    pub from: u16,
    /// Up to this half-move.
    pub until: Option<u16>,
}

impl RuleScope {
    /// For both sides, from the first half-move to the last.
    pub const ALWAYS: RuleScope = RuleScope { side: None, from: 1, until: None };

    /// Does it hold for a half-move of a side?
    pub fn includes(self, side: Side, number: u16) -> bool {
        self.side.is_none_or(|own| own == side)
            && self.from <= number
            && self.until.is_none_or(|last| number <= last)
    }

    /// Are there half-moves for which both hold?
    pub fn overlaps(self, other: RuleScope) -> bool {
        let sides = self.side.is_none() || other.side.is_none() || self.side == other.side;
        let begins = self.from.max(other.from);
        sides && self.until.is_none_or(|last| begins <= last) && other.until.is_none_or(|last| begins <= last)
    }

    /// After so many half-moves nothing changes any more.
    pub fn horizon(self) -> u16 {
        self.until.unwrap_or(0).max(self.from - 1)
    }
}

impl Default for RuleScope {
    fn default() -> RuleScope {
        RuleScope::ALWAYS
    }
}

/// A rule with its term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopedRule {
    rule: Condition,
    scope: RuleScope,
}

impl ScopedRule {
    /// A rule that holds for this term.
    ///
    /// # Errors
    /// Why the rule has no such term.
    pub fn new(rule: Condition, term: RuleScope) -> Result<ScopedRule, &'static str> {
        let hindrance = match term {
            RuleScope::ALWAYS => None,
            RuleScope { side: Some(_), .. } => {
                rule.side_scope_conflict().or_else(|| rule.ply_scope_conflict())
            }
            RuleScope { side: None, .. } => rule.ply_scope_conflict(),
        };
        match hindrance {
            Some(reason) => Err(reason),
            None => Ok(ScopedRule { rule, scope: term }),
        }
    }

    /// The rule.
    pub fn rule(self) -> Condition {
        self.rule
    }

    /// When it holds, and for whom.
    pub fn scope(self) -> RuleScope {
        self.scope
    }

    /// The rule, if it holds for both sides all the time.
    pub fn unscoped(self) -> Option<Condition> {
        (self.scope == RuleScope::ALWAYS).then_some(self.rule)
    }

    /// Why the two cannot be in force together, if they ever would be and cannot.
    pub fn conflict(self, other: ScopedRule) -> Option<&'static str> {
        if self.scope.overlaps(other.scope) { self.rule.conflict(other.rule) } else { None }
    }
}

impl From<Condition> for ScopedRule {
    fn from(rule: Condition) -> ScopedRule {
        ScopedRule { rule, scope: RuleScope::ALWAYS }
    }
}

impl Deref for ScopedRule {
    type Target = Condition;

    fn deref(&self) -> &Condition {
        &self.rule
    }
}

/// In the words of problems, in English.
impl fmt::Display for ScopedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule)?;
        for word in ScopeWord::ALL.into_iter().filter(|word| word.is_set_in(self.scope)) {
            write!(f, " {}", word.names()[0])?;
            if let Some(number) = word.number(self.scope) {
                write!(f, " {number}")?;
            }
        }
        Ok(())
    }
}

/// A word that says when a rule holds, or for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeWord {
    /// For White's half-moves.
    White,
    /// For Black's half-moves.
    Black,
    /// From the half-move of the number behind the word.
    From,
    /// Up to the half-move of the number behind the word.
    Until,
}

impl ScopeWord {
    /// Every word, in the order in which they are written.
    pub const ALL: [ScopeWord; 4] = [ScopeWord::White, ScopeWord::Black, ScopeWord::From, ScopeWord::Until];

    /// The word in English, German and French. It is never abbreviated, so that no
    /// abbreviation of another word changes its meaning.
    pub const fn names(self) -> [&'static str; 3] {
        match self {
            ScopeWord::White => ["OnlyWhite", "NurWeiss", "BlancSeul"],
            ScopeWord::Black => ["OnlyBlack", "NurSchwarz", "NoirSeul"],
            ScopeWord::From => ["FromPly", "AbHalbzug", "DesDemiCoup"],
            ScopeWord::Until => ["UntilPly", "BisHalbzug", "JusquADemiCoup"],
        }
    }

    /// What it means, in one sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            ScopeWord::White => "The rule has a part in White's half-moves only.",
            ScopeWord::Black => "The rule has a part in Black's half-moves only.",
            ScopeWord::From => "The rule holds from the half-move on whose number follows.",
            ScopeWord::Until => "The rule holds up to the half-move whose number follows.",
        }
    }

    /// Does a number follow it?
    pub const fn takes_number(self) -> bool {
        matches!(self, ScopeWord::From | ScopeWord::Until)
    }

    /// The term with the word said of it.
    pub fn applied_to(self, term: RuleScope, number: u16) -> RuleScope {
        match self {
            ScopeWord::White => RuleScope { side: Some(Side::White), ..term },
            ScopeWord::Black => RuleScope { side: Some(Side::Black), ..term },
            ScopeWord::From => RuleScope { from: number.max(1), ..term },
            ScopeWord::Until => RuleScope { until: Some(number), ..term },
        }
    }

    /// Do both words say when a rule begins, when it ends, or for whom it holds?
    pub fn conflicts_with(self, other: ScopeWord) -> bool {
        let of_sides = |word| matches!(word, ScopeWord::White | ScopeWord::Black);
        self == other || (of_sides(self) && of_sides(other))
    }

    fn is_set_in(self, term: RuleScope) -> bool {
        match self {
            ScopeWord::White => term.side == Some(Side::White),
            ScopeWord::Black => term.side == Some(Side::Black),
            ScopeWord::From => term.from > 1,
            ScopeWord::Until => term.until.is_some(),
        }
    }

    fn number(self, term: RuleScope) -> Option<u16> {
        match self {
            ScopeWord::White | ScopeWord::Black => None,
            ScopeWord::From => Some(term.from),
            ScopeWord::Until => term.until,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Circe;

    #[test]
    fn scope_includes_its_plies_and_side() {
        let term = RuleScope { side: Some(Side::Black), from: 2, until: Some(4) };
        let holds = |side| (1..=6).filter(|&number| term.includes(side, number)).collect::<Vec<_>>();
        assert_eq!(holds(Side::Black), [2, 3, 4]);
        assert!(holds(Side::White).is_empty());
        assert_eq!(term.horizon(), 4);
        assert_eq!(RuleScope { from: 3, ..RuleScope::ALWAYS }.horizon(), 2);
        assert_eq!(RuleScope::ALWAYS.horizon(), 0);
    }

    #[test]
    fn disjoint_scopes_do_not_conflict() {
        let circe = |side, from, until| {
            ScopedRule::new(Circe::PLAIN.condition(), RuleScope { side, from, until }).unwrap()
        };
        let pwc = |side, from, until| {
            ScopedRule::new(Circe::PWC.condition(), RuleScope { side, from, until }).unwrap()
        };
        assert!(circe(None, 1, None).conflict(pwc(Some(Side::White), 3, None)).is_some());
        assert!(circe(None, 1, Some(3)).conflict(pwc(None, 3, None)).is_some());
        assert!(circe(None, 1, Some(2)).conflict(pwc(None, 3, None)).is_none());
        assert!(circe(Some(Side::White), 1, None).conflict(pwc(Some(Side::Black), 1, None)).is_none());
    }

    #[test]
    fn scoped_rule_displays_its_scope() {
        let term = RuleScope { side: Some(Side::White), from: 2, until: Some(5) };
        let clause = ScopedRule::new(Circe::PLAIN.condition(), term).unwrap();
        assert_eq!(clause.to_string(), "Circe OnlyWhite FromPly 2 UntilPly 5");
    }
}
