//! The scope of a rule: both sides or one, all plies or those from one number to another.
//!
//! Plies are counted from the diagram on; the first has the number 1. A pass counts, and so does the
//! omitted ply of a side in set play and for threats. A rule in force for one side takes part in the
//! plies of that side only. The test whether a side is in check assumes that the other side makes the
//! next ply.

use std::fmt;
use std::ops::Deref;

use super::condition::Condition;
use crate::position::Side;

/// The plies in which a rule is in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleScope {
    /// The only side for which the rule is in force.
    pub side: Option<Side>,
    /// The number of the first ply.
    pub from: u16,
    /// The number of the last ply.
    pub until: Option<u16>,
}

impl RuleScope {
    /// Both sides and all plies.
    pub const ALWAYS: RuleScope = RuleScope { side: None, from: 1, until: None };

    /// Returns whether the scope includes the ply `number`, made by `side`.
    pub fn includes(self, side: Side, number: u16) -> bool {
        self.side.is_none_or(|own| own == side)
            && self.from <= number
            && self.until.is_none_or(|last| number <= last)
    }

    /// Returns whether there is a ply that both scopes include.
    pub fn overlaps(self, other: RuleScope) -> bool {
        let sides = self.side.is_none() || other.side.is_none() || self.side == other.side;
        let first = self.from.max(other.from);
        sides && self.until.is_none_or(|last| first <= last) && other.until.is_none_or(|last| first <= last)
    }

    /// Returns the number of plies after which nothing changes any more.
    pub fn ply_limit(self) -> u16 {
        self.until.unwrap_or(0).max(self.from - 1)
    }
}

impl Default for RuleScope {
    fn default() -> RuleScope {
        RuleScope::ALWAYS
    }
}

/// A rule with its scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopedRule {
    rule: Condition,
    scope: RuleScope,
}

impl ScopedRule {
    /// Returns a rule with this scope.
    ///
    /// # Errors
    /// The reason why the rule cannot have this scope.
    pub fn new(rule: Condition, scope: RuleScope) -> Result<ScopedRule, &'static str> {
        let conflict = match scope {
            RuleScope::ALWAYS => None,
            RuleScope { side: Some(_), .. } => {
                rule.side_scope_conflict().or_else(|| rule.ply_scope_conflict())
            }
            RuleScope { side: None, .. } => rule.ply_scope_conflict(),
        };
        match conflict {
            Some(reason) => Err(reason),
            None => Ok(ScopedRule { rule, scope }),
        }
    }

    /// Returns the rule.
    pub fn rule(self) -> Condition {
        self.rule
    }

    /// Returns the scope.
    pub fn scope(self) -> RuleScope {
        self.scope
    }

    /// Returns the rule, if it is in force for both sides and all plies.
    pub fn unscoped(self) -> Option<Condition> {
        (self.scope == RuleScope::ALWAYS).then_some(self.rule)
    }

    /// Returns the reason why the two cannot be combined, if their scopes overlap and they cannot.
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

/// The English words of a problem.
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

/// A word that restricts the scope of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeWord {
    /// The plies of White.
    White,
    /// The plies of Black.
    Black,
    /// The plies from the number after the word on.
    From,
    /// The plies up to the number after the word.
    Until,
}

impl ScopeWord {
    /// All words, in the order in which they are written.
    pub const ALL: [ScopeWord; 4] = [ScopeWord::White, ScopeWord::Black, ScopeWord::From, ScopeWord::Until];

    /// Returns the word in English, German and French. It is never abbreviated, so that no abbreviation
    /// of another word changes its meaning.
    pub const fn names(self) -> [&'static str; 3] {
        match self {
            ScopeWord::White => ["OnlyWhite", "NurWeiss", "BlancSeul"],
            ScopeWord::Black => ["OnlyBlack", "NurSchwarz", "NoirSeul"],
            ScopeWord::From => ["FromPly", "AbHalbzug", "DesDemiCoup"],
            ScopeWord::Until => ["UntilPly", "BisHalbzug", "JusquADemiCoup"],
        }
    }

    /// Returns the meaning of the word in one sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            ScopeWord::White => "The rule is in force for White's half-moves only.",
            ScopeWord::Black => "The rule is in force for Black's half-moves only.",
            ScopeWord::From => "The rule is in force from the half-move with the number that follows.",
            ScopeWord::Until => "The rule is in force up to the half-move with the number that follows.",
        }
    }

    /// Returns whether a number follows the word.
    pub const fn takes_number(self) -> bool {
        matches!(self, ScopeWord::From | ScopeWord::Until)
    }

    /// Returns the scope with the restriction of the word.
    pub fn applied_to(self, scope: RuleScope, number: u16) -> RuleScope {
        match self {
            ScopeWord::White => RuleScope { side: Some(Side::White), ..scope },
            ScopeWord::Black => RuleScope { side: Some(Side::Black), ..scope },
            ScopeWord::From => RuleScope { from: number.max(1), ..scope },
            ScopeWord::Until => RuleScope { until: Some(number), ..scope },
        }
    }

    /// Returns whether both words restrict the side, the first ply or the last ply.
    pub fn conflicts_with(self, other: ScopeWord) -> bool {
        let is_side = |word| matches!(word, ScopeWord::White | ScopeWord::Black);
        self == other || (is_side(self) && is_side(other))
    }

    fn is_set_in(self, scope: RuleScope) -> bool {
        match self {
            ScopeWord::White => scope.side == Some(Side::White),
            ScopeWord::Black => scope.side == Some(Side::Black),
            ScopeWord::From => scope.from > 1,
            ScopeWord::Until => scope.until.is_some(),
        }
    }

    fn number(self, scope: RuleScope) -> Option<u16> {
        match self {
            ScopeWord::White | ScopeWord::Black => None,
            ScopeWord::From => Some(scope.from),
            ScopeWord::Until => scope.until,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Circe;

    #[test]
    fn scope_includes_its_plies_and_side() {
        let scope = RuleScope { side: Some(Side::Black), from: 2, until: Some(4) };
        let included = |side| (1..=6).filter(|&number| scope.includes(side, number)).collect::<Vec<_>>();
        assert_eq!(included(Side::Black), [2, 3, 4]);
        assert!(included(Side::White).is_empty());
        assert_eq!(scope.ply_limit(), 4);
        assert_eq!(RuleScope { from: 3, ..RuleScope::ALWAYS }.ply_limit(), 2);
        assert_eq!(RuleScope::ALWAYS.ply_limit(), 0);
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
        let scope = RuleScope { side: Some(Side::White), from: 2, until: Some(5) };
        let rule = ScopedRule::new(Circe::PLAIN.condition(), scope).unwrap();
        assert_eq!(rule.to_string(), "Circe OnlyWhite FromPly 2 UntilPly 5");
    }
}
