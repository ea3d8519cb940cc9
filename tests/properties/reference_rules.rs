//! An independent check of every capture rule: an oracle written from the definitions
//! (`docs/definitions.md`), slow and simple, and the general engine against it along random
//! play, for each rule and for pairs of rules.
//!
//! `KIRKE_CASES` is the number of positions of each set of rules; `KIRKE_RULES` is a substring of the
//! names of the rules to compare. Rules with their own boards and games are compared in `games`.

mod active_rules;
mod board;
mod compare;
mod fairy_men;
mod hidden_men;
mod imitators;
mod immun_geneva;
mod judgement;
mod legality;
mod move_state;
mod origins;
mod pseudo_moves;
mod rebirth;
mod rebirth_squares;
mod restrictions;
mod side_effects;
mod take_and_make;
mod transformations;
mod walks;

use std::cell::RefCell;
use std::collections::BTreeSet;

use kirke::position::{FAIRY_WALKS, Walk};
use kirke::rules::catalogue;
use kirke::rules::catalogue::CatalogueEntry;
use kirke::rules::rebirth::{CapturerReborn, Home, Rebirth, RelevantCapture};
use kirke::rules::{Condition, Rule, RuleSet};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};

use crate::common::positions::{Runner, Sketch, cases, sketch};
use active_rules::ActiveRules;
use compare::{Counts, agree};

/// Rules that the oracle does not support.
const UNSUPPORTED: &[&str] = &[];

/// Games that have their own oracle in `games`.
const GAMES: &[&str] = &["Replacement", "Putback", "Reenterent", "Fiasco", "Reroute66", "SmallBoard"];

#[test]
fn excluded_rule_names_exist() {
    let names: Vec<&str> = catalogue::RULES.iter().map(|rule| rule.names[0]).collect();
    for name in UNSUPPORTED.iter().chain(GAMES) {
        assert!(names.contains(name), "there is no rule {name}");
    }
}

/// Returns whether a rule has no definition that the oracle could follow: moves from squares of the player's
/// choice, or the condition that such squares are free; rebirth by a later move after the capturer has
/// moved or left the board. If a king could be captured only by a man that needs a cage for the capture,
/// the test for check does not terminate.
fn is_undefined(condition: Condition) -> bool {
    let looks = !matches!(condition, Condition::Circe(_) | Condition::Anticirce(_));
    if matches!(condition, Condition::Anticirce(CapturerReborn(Rebirth { home: Home::Cage, .. }))) {
        return true;
    }
    let later = matches!(condition, Condition::Anticirce(_))
        && condition.rebirth().is_some_and(|rebirth| rebirth.relevant_capture != RelevantCapture::ThisMove);
    later
        || looks
            && condition
                .rebirth()
                .is_some_and(|rebirth| matches!(rebirth.home, Home::Super | Home::Cage | Home::Make))
}

/// Returns whether the rule is a named form of another rule and shares its options.
fn is_alias(rule: &CatalogueEntry) -> bool {
    let bases =
        ["Circe", "AntiCirce", "ImmunChess", "GenevaChess", "MarsCirce", "AntiMarsCirce", "PhantomChess"];
    rule.rebirth.is_some() && !bases.contains(&rule.names[0])
}

/// Returns the rule without options, with walks if it needs them.
fn base_condition(rule: &CatalogueEntry) -> Condition {
    rule.example_conditions()[0]
}

/// Returns the pairs of compatible rules.
fn pairs() -> Vec<Vec<Condition>> {
    let known = catalogue::RULES
        .iter()
        .filter(|rule| !UNSUPPORTED.contains(&rule.names[0]) && !GAMES.contains(&rule.names[0]));
    let rules: Vec<Condition> = known.map(base_condition).collect();
    let pairs = rules
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| rules[index + 1..].iter().map(move |&other| vec![one, other]));
    let wanted = name_filter();
    let pairs =
        pairs.filter(|pair| RuleSet::new(pair).is_ok() && !has_unbounded_series(pair) && !is_ambiguous(pair));
    pairs.filter(|pair| rules_of(pair.clone()).names().contains(&wanted)).collect()
}

/// Returns whether a series of captures may be endless, because men are reborn, or has more outcomes than
/// can be distinguished, because men of both sides are captured.
fn has_unbounded_series(pair: &[Condition]) -> bool {
    let series = pair.iter().any(|condition| matches!(condition, Condition::SeriesCapture(_)));
    let back = |law: &Condition| {
        matches!(
            law,
            Condition::Circe(_) | Condition::Anticirce(_) | Condition::Ghost(_) | Condition::Bicaptures(_)
        )
    };
    series && pair.iter().any(back)
}

/// Returns whether the combination of two rules has no definition: both determine the square from which a man
/// captures; a man is put into a cage that moves from another square or could explode there; or the diagram
/// contains a man that entered later. Popeye refuses the first.
fn is_ambiguous(pair: &[Condition]) -> bool {
    let atomic = pair.iter().any(|law| matches!(law, Condition::Atomic(_)));
    let from_home = |law: &Condition| matches!(law, Condition::Marscirce(_) | Condition::Antimars(_));
    let either = |law: &Condition| {
        matches!(law, Condition::Phantom(_) | Condition::MakeAndTake(_) | Condition::Plus(_))
    };
    let entered = pair.iter().any(|law| matches!(law, Condition::Crazyhouse(_)));
    let diagram = |law: &Condition| law.rebirth().is_some_and(|rebirth| rebirth.home == Home::DiagramSquare);
    let cage = |law: &Condition| law.rebirth().is_some_and(|rebirth| rebirth.home == Home::Cage);
    let (from_home, either) =
        (pair.iter().filter(|law| from_home(law)), pair.iter().filter(|law| either(law)));
    let (from_home, either) = (from_home.count(), either.count());
    from_home + either >= 2
        || (entered && pair.iter().any(diagram))
        || ((atomic || from_home + either > 0) && pair.iter().any(cage))
}

/// Returns the conditions of the table that the oracle supports, alone and with each option.
fn conditions() -> Vec<Condition> {
    let known = catalogue::RULES
        .iter()
        .filter(|rule| !UNSUPPORTED.contains(&rule.names[0]) && !GAMES.contains(&rule.names[0]));
    let mut conditions: Vec<Condition> = Vec::new();
    for condition in known
        .rev()
        .flat_map(|rule| if is_alias(rule) { vec![base_condition(rule)] } else { rule.example_conditions() })
    {
        if !conditions.contains(&condition) && !is_undefined(condition) {
            conditions.push(condition);
        }
    }
    conditions
}

/// Returns the substring of the names of rules to compare.
fn name_filter() -> String {
    std::env::var("KIRKE_RULES").unwrap_or_default()
}

/// Returns the rules of these conditions, without fairy men.
fn rules_of(conditions: Vec<Condition>) -> ActiveRules {
    ActiveRules { conditions, fairy_walks: Vec::new() }
}

/// Compares the engine and the oracle under sets of conditions, and reports every set on which they differ.
fn assert_sets_agree(sets: Vec<Vec<Condition>>, cases: u32) {
    assert_rules_agree(sets.into_iter().map(rules_of).collect(), cases);
}

/// Compares the engine and the oracle under sets of rules, and reports every set on which they differ.
fn assert_rules_agree(sets: Vec<ActiveRules>, cases: u32) {
    let wanted = name_filter();
    let mut differences = Vec::new();
    let mut total = Counts::default();
    let mut seen = 0;
    for laws in sets {
        let Ok(rules) = RuleSet::new(&laws.conditions) else { continue };
        let rules = rules.with_walks(&laws.fairy_walks);
        if !laws.names().contains(&wanted) {
            continue;
        }
        seen += 1;
        let tally = RefCell::new(Counts::default());
        let config = Config { cases, max_shrink_iters: 3000, ..Config::default() };
        let play = prop::collection::vec(any::<u16>(), 1..=4);
        let strategy = (prop_oneof![sketch(Just((8, 8)), 4), sketch(Just((8, 8)), 10)], play);
        let outcome = Runner::new(config).run(&strategy, |(sketch, picks)| {
            let sketch = with_fairy_men(sketch, &laws.fairy_walks);
            agree(&laws, &rules, &sketch, &picks, &mut tally.borrow_mut())
        });
        let tally = tally.into_inner();
        if let Err(error) = outcome {
            println!("DIFFERENCE {}: {error}\n", laws.names());
            differences.push(laws.names());
        }
        total.positions += tally.positions;
        total.moves += tally.moves;
        total.captures += tally.captures;
        total.checks += tally.checks;
    }
    println!("{seen} sets: {total:?}");
    assert!(differences.is_empty(), "{} sets differ: {differences:#?}", differences.len());
}

#[test]
fn engine_matches_reference_for_each_rule() {
    assert_sets_agree(conditions().into_iter().map(|condition| vec![condition]).collect(), cases(4));
}

/// `KIRKE_CASES` is the number of pairs.
#[test]
fn engine_matches_reference_for_rule_pairs() {
    let pairs = pairs();
    let first = random_below(pairs.len());
    // The step is a prime number, so that all pairs are eventually covered.
    let chosen = (0..cases(200) as usize).map(|number| pairs[(first + number * 1009) % pairs.len()].clone());
    assert_sets_agree(chosen.collect(), 3);
}

/// Makes fairy men of every other officer that is not royal.
fn with_fairy_men(mut sketch: Sketch, walks: &[Walk]) -> Sketch {
    let officers = sketch.men.iter_mut().filter(|(_, man)| !man.royal && !man.walk.is_pawn());
    for (number, (_, man)) in officers.enumerate().filter(|(number, _)| number % 2 == 0) {
        if let Some(&walk) = walks.get(number / 2 % walks.len().max(1)) {
            man.walk = walk;
        }
    }
    sketch
}

/// Returns the conditions with different fairy men each time, from one to three walks.
fn with_fairy_walks(sets: Vec<Vec<Condition>>, first: usize) -> Vec<ActiveRules> {
    let walks = |number: usize| {
        // The step is a prime number, so that all walks meet each rule eventually.
        let walk = |index: usize| FAIRY_WALKS[(first + 3 * number + 29 * index) % FAIRY_WALKS.len()].walk;
        (0..1 + number % 3).map(walk).collect::<BTreeSet<Walk>>().into_iter().collect()
    };
    // Fairy men do not enter from outside the board.
    let enters = |set: &Vec<Condition>| set.iter().any(|law| matches!(law, Condition::Crazyhouse(_)));
    let sets = sets.into_iter().filter(|set| !enters(set)).enumerate();
    let rules = sets.map(|(number, conditions)| ActiveRules { conditions, fairy_walks: walks(number) });
    let is_refused = |rules: &ActiveRules| {
        (rules.fairy_walks.iter().any(is_borrower) && lends_to_borrowers(&rules.conditions))
            || (rules.fairy_walks.contains(&Walk::RadialKnight) && lends(&rules.conditions))
            || (rules.fairy_walks.iter().any(is_unusual) && lends_to_kings(&rules.conditions))
            || (rules.fairy_walks.iter().any(is_inimitable) && has_imitators(&rules.conditions))
    };
    rules.filter(|rules| !is_refused(rules)).collect()
}

/// Returns whether men with a walk move as others.
fn is_borrower(walk: &Walk) -> bool {
    matches!(walk, Walk::Orphan | Walk::Friend)
}

/// Returns whether men with a walk capture aside or hop over several men, so that no king moves as they do.
fn is_unusual(walk: &Walk) -> bool {
    walk.fairy().is_some_and(|row| !row.movement.has_single_hurdles())
}

/// Returns whether imitators cannot repeat the moves of men with a walk.
fn is_inimitable(walk: &Walk) -> bool {
    walk.fairy().is_some_and(|row| !row.movement.goes_straight())
}

/// Returns whether there are imitators under some conditions.
fn has_imitators(conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| matches!(condition, Condition::Imitator(_)))
}

/// Returns whether kings move as their observers under some conditions.
fn lends_to_kings(conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| matches!(condition, Condition::LentWalks(_)))
}

/// Returns whether orphans and friends are refused under some conditions: as radial knights, but for Make&Take alone.
fn lends_to_borrowers(conditions: &[Condition]) -> bool {
    lends(conditions) && !conditions.iter().all(|condition| matches!(condition, Condition::MakeAndTake(_)))
}

/// Returns whether men move as others, or from other squares, or kings are reborn, under some conditions, so that radial
/// knights are refused.
fn lends(conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| {
        let flags = condition.flags();
        flags.moves_as_others
            || flags.kings_reborn
            || flags.removes_royals_indirectly
            || flags.virtual_origins
            || flags.victim_dependent_origins
            || flags.extra_reach
            || flags.extra_quiet_reach
            || flags.restricts_targets
            || condition.rebirth().is_some_and(|rebirth| rebirth.home == Home::Make)
            || matches!(
                condition,
                Condition::TakeAndMake(_)
                    | Condition::MakeAndTake(_)
                    | Condition::Madrasi(_)
                    | Condition::Isardam(_)
            )
    })
}

/// Returns a random number below a limit.
fn random_below(limit: usize) -> usize {
    (0..limit).new_tree(&mut TestRunner::default()).expect("a number").current()
}

/// Without conditions, `KIRKE_CASES` is the number of positions with each walk.
#[test]
fn engine_matches_reference_for_each_fairy_man() {
    let walks =
        FAIRY_WALKS.iter().map(|row| ActiveRules { conditions: Vec::new(), fairy_walks: vec![row.walk] });
    assert_rules_agree(walks.collect(), cases(4));
}

#[test]
fn engine_matches_reference_for_each_rule_with_fairy_men() {
    let sets = conditions().into_iter().map(|condition| vec![condition]).collect();
    assert_rules_agree(with_fairy_walks(sets, random_below(FAIRY_WALKS.len())), cases(2));
}

/// `KIRKE_CASES` is the number of pairs.
#[test]
fn engine_matches_reference_for_rule_pairs_with_fairy_men() {
    let pairs = pairs();
    let first = random_below(pairs.len());
    let chosen = (0..cases(100) as usize).map(|number| pairs[(first + number * 1009) % pairs.len()].clone());
    assert_rules_agree(with_fairy_walks(chosen.collect(), first), 3);
}
