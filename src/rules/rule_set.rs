//! A set of rules that hold together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::condition::Condition;
use super::game_rules::{Capture, Outcome, Rules};
use super::game_view::Field;
use super::move_context::{Deed, go_on, side_of};
use super::ply_bounds::Tally;
use super::predict::{Back, Fates};
use super::rebirth::{Reborn, VictimReborn};
use super::restriction::Patrol;
use super::rule::{Aftermath, Compulsion, Intent, Needs, Rule};
use super::scope::Clause;
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Ledger, Man, Marks, Memory, Move, Position, Side, Teller, Walk};

/// Rules in force together.
#[derive(Clone, Debug)]
pub struct RuleSet {
    clauses: Arc<[Clause]>,
    /// What is to be done for all of them together.
    needs: Needs,
    /// After so many half-moves no rule comes or goes any more.
    horizon: u16,
    /// Do all rules hold for both sides all the time?
    unlimited: bool,
    /// Is every check a man's attack on a royal man?
    checks_by_attacks: bool,
    /// The same of royal men who stand where nobody captures but as he walks.
    near_checks_by_attacks: bool,
    aftermath: Aftermath,
    /// Is every attack of an ordinary man on an ordinary royal man a check?
    attacks_are_checks: bool,
    /// The same, where men move as others do.
    acting_attacks_are_checks: bool,
    /// Are kings free to go to squares that nobody attacks?
    frees_kings: bool,
    reborn: Option<Reborn>,
    /// What a half-move can do at most, if all the rules tell.
    tally: Option<Tally>,
    /// Has a move had more branches than can be told apart?
    lost: Arc<AtomicBool>,
}

/// Two rules that do not go together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the conditions '{}' and '{}' cannot be combined: {}", .texts[0], .texts[1], .reason)]
pub struct Conflict {
    /// Their numbers in the list of rules.
    pub rules: [usize; 2],
    /// Their names.
    pub texts: [String; 2],
    /// Why.
    pub reason: &'static str,
}

impl RuleSet {
    /// The set of these rules.
    ///
    /// # Errors
    /// If two of them do not go together.
    pub fn new<C: Into<Clause> + Copy>(rules: &[C]) -> Result<RuleSet, Conflict> {
        let mut clauses: Vec<Clause> = rules.iter().map(|&rule| rule.into()).collect();
        for (index, one) in clauses.iter().enumerate() {
            for (other_index, other) in clauses.iter().enumerate().skip(index + 1) {
                if let Some(reason) = one.conflict(*other) {
                    let texts = [one.to_string(), other.to_string()];
                    return Err(Conflict { rules: [index, other_index], texts, reason });
                }
            }
        }
        let needs = clauses.iter().fold(Needs::default(), |needs, rule| needs.and(rule.needs()));
        // Alone they may as well come up at the end, as under every rule.
        let needs = Needs { quiet: needs.quiet || (needs.summons && clauses.len() > 1), ..needs };
        // The order in which a problem names its rules means nothing.
        clauses.sort_by_key(|clause| clause.order());
        let tally = clauses.iter().try_fold(Tally::FORBIDS, |all, rule| Some(all.and(rule.tally()?)));
        let aftermath = clauses.iter().map(|rule| rule.aftermath()).max().unwrap_or(Aftermath::Nothing);
        let permitted = clauses.iter().all(|rule| !rule.needs().forbids || !rule.binds_royal_captures());
        let compelled = |side| clauses.iter().any(|rule| rule.compulsion(side) != Compulsion::None);
        let near_checks_by_attacks = Needs { reaches_otherwise: false, ..needs }.checks_by_attacks();
        let attacks_suffice = !needs.restrains && permitted && aftermath != Aftermath::Anything;
        let frees_kings = !needs.restrains
            && !needs.shifts
            && !needs.moves_as_others
            && !Side::BOTH.into_iter().any(compelled);
        let only_forbids = tally == Some(Tally::FORBIDS) && needs.checks_by_attacks() && frees_kings;
        let reborn = match clauses[..] {
            _ if only_forbids => Some(Reborn::Nobody),
            [clause] => clause.unlimited().and_then(Reborn::by),
            _ => None,
        };
        Ok(RuleSet {
            reborn,
            tally,
            needs,
            attacks_are_checks: near_checks_by_attacks && attacks_suffice,
            acting_attacks_are_checks: needs.moves_as_others
                && Needs { moves_as_others: false, ..needs }.checks_by_attacks()
                && attacks_suffice,
            frees_kings,
            horizon: clauses.iter().map(|clause| clause.term().horizon()).max().unwrap_or(0),
            unlimited: clauses.iter().all(|clause| clause.unlimited().is_some()),
            checks_by_attacks: needs.checks_by_attacks(),
            near_checks_by_attacks,
            aftermath,
            clauses: clauses.into(),
            lost: Arc::default(),
        })
    }

    /// The rules, in the order in which they take effect.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The same rules, by which it is also known which man is which.
    pub fn traced(self) -> RuleSet {
        RuleSet { needs: Needs { origins: true, ..self.needs }, ..self }
    }

    /// The same rules, of which nothing is known beforehand, so that every move is played in
    /// order to be judged: what all shortcuts must agree with.
    pub fn without_shortcuts(self) -> RuleSet {
        RuleSet {
            checks_by_attacks: false,
            near_checks_by_attacks: false,
            aftermath: Aftermath::Anything,
            attacks_are_checks: false,
            acting_attacks_are_checks: false,
            frees_kings: false,
            reborn: None,
            tally: None,
            ..self
        }
    }

    /// The rules that have a part in a half-move that a side makes after so many.
    #[inline]
    fn in_force(&self, ply: u16, side: Side) -> impl Iterator<Item = &Condition> {
        let holds = move |clause: &&Clause| self.unlimited || clause.term().holds(side, ply + 1);
        self.clauses.iter().filter(holds).map(|clause| &**clause)
    }

    /// The rule, if there is one only, and always.
    #[inline]
    fn only(&self) -> Option<&Condition> {
        match &*self.clauses {
            [clause] if self.unlimited => Some(clause),
            _ => None,
        }
    }

    /// The rules that have a part in what the man on a square can do.
    fn about<S: Squares>(
        &self,
        position: &Position<S, Ledger>,
        at: Square,
    ) -> impl Iterator<Item = &Condition> {
        let side = position.to_move;
        let side = if position.of(side).contains(at) { side } else { side.other() };
        self.in_force(position.memory.ply, side)
    }

    /// Does all that a rule does after a move, stage by stage, and what is done under every rule.
    pub(super) fn work<F: Field<Memory = Ledger>>(
        &self,
        rule: &impl Rule,
        deed: &mut Deed<'_, F>,
    ) -> Outcome {
        let kamikaze = deed.victim.is_some() && deed.mover.marks.contains(Marks::KAMIKAZE);
        go_on!(rule.keeps_victim(deed));
        go_on!(rule.goes_on(deed));
        go_on!(rule.allows(deed));
        if kamikaze
            && !self.needs_of(&deed.position.memory, deed.by).kamikazes_reborn
            && let Some(at) = deed.at
        {
            deed.remove(at);
        }
        go_on!(rule.takes_walk(deed));
        go_on!(rule.takes_along(deed));
        self.promote(deed);
        go_on!(rule.summons(deed));
        go_on!(rule.retypes(deed));
        go_on!(rule.concerns_others(deed));
        go_on!(rule.bears_capturer(deed));
        if kamikaze {
            go_on!(self.end_kamikaze(deed));
        }
        go_on!(rule.recolours(deed));
        go_on!(rule.wears_out(deed));
        rule.bears_victim(deed)
    }

    /// A kamikaze that has captured goes where a captured man of its kind would be reborn,
    /// or disappears.
    #[inline(never)]
    fn end_kamikaze<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        for rule in self.in_force(deed.position.memory.ply, deed.by) {
            if let Condition::Circe(VictimReborn(rebirth)) = rule {
                return rebirth.bear_kamikaze(deed);
            }
        }
        Outcome::Done
    }

    /// The pawn that has moved promotes, if it has come where it can.
    // Apart, since there is a copy of what calls it for every rule.
    #[inline(never)]
    fn promote<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) {
        let needs = self.needs_of(&deed.position.memory, deed.by);
        let mark = if self.needs.promoted { Marks::FRISCHAUF } else { Marks::NONE };
        let Some((man, at)) = deed.capturer() else { return };
        if let Some(walk) = deed.mv.promotion {
            deed.promote_mover(walk, mark, !deed.first);
        } else if needs.late_promotion
            && !needs.promotions().is_empty()
            && man.walk.is_pawn()
            && deed.field.promotion_rank(man.walk, side_of(man, deed.by.other())).contains(at)
        {
            let walks = needs.promotions();
            let walk = walks[deed.choose(walks.len())];
            deed.promote_mover(walk, mark, true);
        }
    }
}

/// The rules that have a part in a half-move, which do at each stage one after the other what
/// they do.
struct Together<'a> {
    rules: &'a RuleSet,
    ply: u16,
    side: Side,
}

/// What may become of the men of a capture by two rules: by one the capturer goes on, by the other the
/// captured man comes back then.
fn fates_of_two<F: Field<Memory = Ledger>>(
    one: &Condition,
    other: &Condition,
    intent: &Intent<'_, F>,
) -> Option<Fates<F::Set>> {
    let (leads, VictimReborn(rebirth)) = match (one, other) {
        (leads @ Condition::TakeAndMake(_), Condition::Circe(rebirth)) => (leads, rebirth),
        (Condition::Circe(rebirth), leads @ Condition::TakeAndMake(_)) => (leads, rebirth),
        _ => return None,
    };
    match (leads.fates(intent)?, rebirth.fates_behind_capturer(intent)?) {
        (Fates::Forbidden, _) | (_, Fates::Forbidden) => Some(Fates::Forbidden),
        (Fates::GoesOn { squares: ends, .. }, Fates::ComesBack { walk, squares, or_not }) => {
            // What is decided after the first decision is not told.
            let decided = squares.is_empty() || (!squares.several() && !or_not);
            let back = squares.first().map(|at| Back { walk, at, must: rebirth.is_strict() });
            decided.then_some(Fates::GoesOn { squares: ends, back })
        }
        _ => None,
    }
}

macro_rules! stages {
    ($($stage:ident)*) => {
        impl Rule for Together<'_> {
            $(fn $stage<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
                for rule in self.rules.in_force(self.ply, self.side) {
                    go_on!(rule.$stage(deed));
                }
                Outcome::Done
            })*
        }
    };
}

stages! {
    keeps_victim goes_on allows takes_walk takes_along summons retypes concerns_others
    bears_capturer recolours wears_out bears_victim
}

impl Rules for RuleSet {
    const PLAIN: bool = false;
    const GENERAL: bool = true;
    type Memory = Ledger;

    fn attack_is_check(&self) -> bool {
        false
    }

    #[inline]
    fn check_is_attack(&self) -> bool {
        self.checks_by_attacks
    }

    #[inline]
    fn near_checks_are_attacks(&self) -> bool {
        self.near_checks_by_attacks
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
        position.memory.brief = self.needs.last_capture;
        position.memory.horizon = self.horizon;
        let singular = |square| position.memory.marks(square).meets(Marks::SINGULAR);
        position.memory.singular = position.occupied().iter().any(singular);
        // Beside other rules men may come to walk as kings, or kings otherwise.
        let apart = self.clauses.len() == 1 && position.royal == position.walk(Walk::King);
        position.memory.alike = self.needs.endangers_alike && !apart;
        for rule in self.clauses.iter() {
            rule.begins(&mut position.memory);
        }
        position.memory.captor = position.memory.taken.map(|_| position.to_move.other());
        if self.needs.origins {
            for square in position.occupied().iter() {
                let marks = position.memory.marks(square).with_origin(square);
                position.memory.mark(square, marks);
            }
        }
    }

    fn reborn(&self) -> Option<Reborn> {
        self.reborn
    }

    fn tally(&self) -> Option<Tally> {
        self.tally
    }

    fn is_single(&self) -> bool {
        self.only().is_some()
    }

    #[inline]
    fn aftermath(&self) -> Aftermath {
        self.aftermath
    }

    #[inline]
    fn attacks_are_checks(&self) -> bool {
        self.attacks_are_checks
    }

    #[inline]
    fn acting_attacks_are_checks(&self) -> bool {
        self.acting_attacks_are_checks
    }

    #[inline]
    fn frees_kings(&self) -> bool {
        self.frees_kings
    }

    #[inline]
    fn is_still(&self, memory: &Ledger) -> bool {
        !self.needs.quiet || self.clauses.iter().all(|rule| rule.is_still(memory))
    }

    #[inline]
    fn needs(&self) -> Needs {
        self.needs
    }

    #[inline]
    fn needs_of(&self, memory: &Ledger, side: Side) -> Needs {
        if self.unlimited {
            return self.needs;
        }
        self.in_force(memory.ply, side).fold(Needs::default(), |needs, rule| needs.and(rule.needs()))
    }

    fn origins<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        capture: bool,
    ) -> F::Set {
        let mut own = F::Set::of(from);
        for rule in self.about(position, from) {
            if let Some(origins) = rule.origins(field, position, from, capture) {
                own = origins;
            }
        }
        own
    }

    fn acts_as<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        // Asked of every man about many squares: what a choice among rules leaves out counts.
        if let Some(rule) = self.only() {
            return rule.acts_as(field, position, man, at);
        }
        self.about(position, at).find_map(|rule| rule.acts_as(field, position, man, at))
    }

    fn vantages<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        self.about(position, at).find_map(|rule| rule.vantages(field, position, man, at, victim))
    }

    fn lose_branches(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    fn has_lost_branches(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        for rule in self.clauses.iter() {
            rule.shape(geometry);
        }
    }

    fn releases<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> bool {
        !self.needs.restrains || self.about(position, from).all(|rule| rule.releases(field, position, from))
    }

    fn more_targets<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        if !self.needs.reaches_otherwise && !self.needs.steps_aside {
            return F::Set::EMPTY;
        }
        if let Some(rule) = self.only() {
            return asked & rule.more_targets(field, position, from, asked);
        }
        let more = self.about(position, from).map(|rule| rule.more_targets(field, position, from, asked));
        asked & more.fold(F::Set::EMPTY, |all, more| all | more)
    }

    #[inline]
    fn further<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        if !self.needs.reaches_otherwise && !self.needs.steps_aside {
            return S::EMPTY;
        }
        if let Some(rule) = self.only() {
            return rule.further(geometry, walk, side);
        }
        let leads = |rule: &&Clause| rule.needs().reaches_otherwise || rule.needs().steps_aside;
        let all = self.clauses.iter().filter(leads).map(|rule| rule.further(geometry, walk, side));
        all.fold(S::EMPTY, |all, some| all | some)
    }

    fn entries<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        walk: Walk,
    ) -> F::Set {
        if position.memory.reserve.count(position.to_move, walk) == 0 {
            return F::Set::EMPTY;
        }
        let entries = self.clauses.iter().map(|rule| rule.entries(field, position, walk));
        entries.fold(F::Set::EMPTY, |all, some| all | some) & !position.occupied()
    }

    fn entered(&self, memory: &mut Ledger, side: Side, walk: Walk) {
        memory.reserve.take(side, walk);
    }

    fn compulsion(&self, memory: &Ledger, side: Side) -> Compulsion {
        self.in_force(memory.ply, side).map(|rule| rule.compulsion(side)).max().unwrap_or(Compulsion::None)
    }

    fn foresees<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &mut Position<F::Set, Ledger>,
        mv: Move,
    ) {
        for rule in self.in_force(position.memory.ply, position.to_move) {
            rule.foresees(field, position, mv);
        }
    }

    fn counts_mate(&self, memory: &Ledger) -> bool {
        self.clauses.iter().all(|rule| rule.counts_mate(memory))
    }

    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        !intent.victim.man.marks.contains(Marks::UNCAPTURABLE)
            && (!intent.mover.marks.contains(Marks::PATROL) || Patrol::Own.permits(intent))
            && (!self.needs.forbids
                || self
                    .in_force(intent.position.memory.ply, intent.by)
                    .all(|rule| (intent.hunted && !rule.binds_royal_captures()) || rule.permits(intent)))
    }

    #[inline]
    fn fates<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
        match (self.only(), &*self.clauses) {
            (Some(rule), _) => rule.fates(intent),
            (None, [one, other]) if self.unlimited => fates_of_two(one, other, intent),
            _ => None,
        }
    }

    fn consequences<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if deed.victim.is_none() && !self.needs.quiet {
            self.promote(deed);
        } else {
            go_on!(match self.only() {
                // What it leaves out costs nothing then.
                Some(rule) => rule.work(self, deed),
                None => {
                    let together = Together { rules: self, ply: deed.position.memory.ply, side: deed.by };
                    self.work(&together, deed)
                }
            });
        }
        deed.summon();
        let from = deed.mv.from;
        let memory = &mut deed.position.memory;
        memory.arrived = deed.at;
        if self.needs.last_capture || (self.needs.any_capture && deed.victim.is_some()) {
            memory.taken = deed.victim;
            memory.captor = deed.victim.map(|_| deed.by);
            memory.taker = deed.victim.and(deed.at);
        } else if memory.taker == Some(from) {
            memory.taker = deed.at;
        }
        if self.needs.departures {
            memory.left = Some(from);
        }
        Outcome::Done
    }
}
