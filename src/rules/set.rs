//! A set of rules that hold together.

use std::sync::Arc;

use thiserror::Error;

use super::condition::Condition;
use super::deed::Deed;
use super::field::Field;
use super::hooks::{Capture, Outcome, Rules};
use super::rule::{Compulsion, Intent, Needs, Rule};
use crate::board::{Board, Geometry, Square, Squares};
use crate::go_on;
use crate::position::{Change, Ledger, Man, Marks, Memory, Move, Position, Side, Teller};

/// Rules in force together.
#[derive(Clone, Debug)]
pub struct RuleSet {
    conditions: Arc<[Condition]>,
    needs: Needs,
    by_attack: bool,
}

/// Two rules that do not go together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the conditions '{}' and '{}' cannot be combined", .texts[0], .texts[1])]
pub struct Conflict {
    /// Their numbers in the list of rules.
    pub rules: [usize; 2],
    /// Their names.
    pub texts: [String; 2],
}

impl RuleSet {
    /// The set of these rules.
    ///
    /// # Errors
    /// If two of them do not go together.
    pub fn new(conditions: &[Condition]) -> Result<RuleSet, Conflict> {
        for (index, one) in conditions.iter().enumerate() {
            for (other_index, other) in conditions.iter().enumerate().skip(index + 1) {
                if one.excludes(*other) {
                    let texts = [one.to_string(), other.to_string()];
                    return Err(Conflict { rules: [index, other_index], texts });
                }
            }
        }
        let needs = conditions.iter().fold(Needs::default(), |needs, rule| needs.and(rule.needs()));
        let by_attack = conditions.iter().all(Rule::captures_by_attack);
        Ok(RuleSet { conditions: conditions.into(), needs, by_attack })
    }

    fn stage<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
        work: impl Fn(&Condition, &mut Deed<'_, F>) -> Outcome,
    ) -> Outcome {
        for rule in self.conditions.iter() {
            go_on!(work(rule, deed));
        }
        Outcome::Done
    }

    /// Men below squares that are empty now come up.
    fn surface<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) {
        let buried: Vec<Square> = deed.position.memory.buried().map(|buried| buried.at).collect();
        for at in buried {
            if deed.position.man(at).is_none()
                && let Some(man) = deed.position.memory.unearth(at)
            {
                deed.apply(Change::Surfaced { man, at });
            }
        }
    }
}

impl Rules for RuleSet {
    const PLAIN: bool = false;
    const GENERAL: bool = true;
    type Memory = Ledger;

    fn attack_is_check(&self) -> bool {
        false
    }

    fn resolve<B: Board, T: Teller>(
        &self,
        _: &B,
        _: &mut Position<B::Set, Ledger>,
        _: &Capture,
        _: &mut T,
    ) -> Outcome {
        Outcome::Done
    }

    fn begin<S: Squares>(&self, position: &mut Position<S, Ledger>) {
        if self.needs.kingless {
            for square in position.royal.iter() {
                if let Some(man) = position.man(square) {
                    let may_castle = position.castling.contains(square);
                    position.lift(man, square);
                    position.put(Man { royal: false, ..man }, square);
                    if may_castle {
                        position.grant_castling(square);
                    }
                }
            }
        }
        if self.needs.origins {
            for square in position.occupied().iter() {
                let marks = position.memory.marks(square).with_origin(square);
                position.memory.mark(square, marks);
            }
        }
    }

    fn needs(&self) -> Needs {
        self.needs
    }

    fn origins<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        capture: bool,
    ) -> F::Set {
        let mut own = F::Set::of(from);
        for rule in self.conditions.iter() {
            if let Some(origins) = rule.origins(field, position, from, capture) {
                own = origins;
            }
        }
        own
    }

    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        for rule in self.conditions.iter() {
            rule.shape(geometry);
        }
    }

    fn releases<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> bool {
        self.conditions.iter().all(|rule| rule.releases(field, position, from))
    }

    fn more_targets<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> F::Set {
        let more = self.conditions.iter().map(|rule| rule.more_targets(field, position, from));
        more.fold(F::Set::EMPTY, |all, more| all | more)
    }

    fn captures_by_attack(&self) -> bool {
        self.by_attack
    }

    fn compulsion(&self, side: Side) -> Compulsion {
        self.conditions.iter().map(|rule| rule.compulsion(side)).max().unwrap_or(Compulsion::None)
    }

    fn foresees<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &mut Position<F::Set, Ledger>,
        mv: Move,
    ) {
        for rule in self.conditions.iter() {
            rule.foresees(field, position, mv);
        }
    }

    fn counts_mate(&self, memory: &Ledger) -> bool {
        self.conditions.iter().all(|rule| rule.counts_mate(memory))
    }

    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        let royal = intent.victim.man.royal;
        !intent.victim.man.marks.contains(Marks::UNCAPTURABLE)
            && self
                .conditions
                .iter()
                .all(|rule| (royal && !rule.binds_royal_captures()) || rule.permits(intent))
    }

    fn consequences<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if deed.victim.is_some() || self.needs.quiet {
            go_on!(self.stage(deed, |rule, deed| rule.retypes(deed)));
            go_on!(self.stage(deed, |rule, deed| rule.concerns_others(deed)));
            go_on!(self.stage(deed, |rule, deed| rule.bears_capturer(deed)));
            if let Some(at) = deed.at
                && deed.victim.is_some()
                && deed.mover.marks.contains(Marks::KAMIKAZE)
            {
                deed.remove(at);
            }
            go_on!(self.stage(deed, |rule, deed| rule.recolours(deed)));
            go_on!(self.stage(deed, |rule, deed| rule.bears_victim(deed)));
        }
        self.surface(deed);
        let memory = &mut deed.position.memory;
        memory.arrived = deed.at;
        if self.needs.last_capture || (self.needs.any_capture && deed.victim.is_some()) {
            memory.taken = deed.victim;
            memory.taker = deed.victim.and(deed.at);
        }
        Outcome::Done
    }
}
