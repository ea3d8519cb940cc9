//! A second opinion on every capture rule: an oracle written from the definitions
//! (`docs/definitions.md`), slow and obvious, and the general engine against it along random
//! play, rule by rule and on pairs of rules.
//!
//! `KIRKE_CASES` is the number of positions for each set of rules, `KIRKE_RULES` a part of the
//! names of those to compare. The boards and games of their own are compared in `tests/games`.

mod below;
mod board;
mod changes;
mod compare;
mod deed;
mod goes_on;
mod homes;
mod intents;
mod judge;
mod laws;
mod losses;
#[path = "../positions/mod.rs"]
mod positions;
mod rebirth;
mod starts;
mod vacancy;
mod vetoes;
mod walks;

use std::cell::RefCell;

use kirke::rules::catalogue;
use kirke::rules::catalogue::Rule;
use kirke::rules::rebirth::{CapturerReborn, Home, Rebirth, When};
use kirke::rules::{Condition, RuleSet};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};

use compare::{Tally, agree};
use laws::Laws;
use positions::{Runner, cases, sketch};

/// Rules that the oracle does not know yet.
const NOT_YET: &[&str] = &[];

/// Games that `tests/games` has an oracle for.
const GAMES: &[&str] = &["Replacement", "Putback", "Reenterent", "Fiasco", "Reroute66", "SmallBoard"];

#[test]
fn every_rule_is_known_or_named() {
    let names: Vec<&str> = catalogue::RULES.iter().map(|rule| rule.names[0]).collect();
    for name in NOT_YET.iter().chain(GAMES) {
        assert!(names.contains(name), "there is no rule {name}");
    }
}

/// Nobody has said what it means to move from squares of one's choice, or to find them free, and
/// who is reborn by a later move if the capturer has moved or is gone by then. Whether a king is in
/// check that could be captured by a man who needs a cage for that, one could ask without end.
fn is_undefined(condition: Condition) -> bool {
    let looks = !matches!(condition, Condition::Circe(_) | Condition::Anticirce(_));
    if matches!(condition, Condition::Anticirce(CapturerReborn(Rebirth { home: Home::Cage, .. }))) {
        return true;
    }
    let later = matches!(condition, Condition::Anticirce(_))
        && condition.rebirth().is_some_and(|rebirth| rebirth.when != When::ThisMove);
    later
        || looks
            && condition
                .rebirth()
                .is_some_and(|rebirth| matches!(rebirth.home, Home::Super | Home::Cage | Home::Make))
}

/// Is the rule one of the named forms of another, whose options are those of that one?
fn is_alias(rule: &Rule) -> bool {
    let bases =
        ["Circe", "AntiCirce", "ImmunChess", "GenevaChess", "MarsCirce", "AntiMarsCirce", "PhantomChess"];
    rule.rebirth.is_some() && !bases.contains(&rule.names[0])
}

/// The rule without options, with walks if it wants some.
fn named(rule: &Rule) -> Condition {
    rule.examples()[0]
}

/// Pairs of rules that go together.
fn pairs() -> Vec<Vec<Condition>> {
    let known = catalogue::RULES
        .iter()
        .filter(|rule| !NOT_YET.contains(&rule.names[0]) && !GAMES.contains(&rule.names[0]));
    let rules: Vec<Condition> = known.map(named).collect();
    let pairs = rules
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| rules[index + 1..].iter().map(move |&other| vec![one, other]));
    let wanted = wanted();
    let pairs = pairs.filter(|pair| RuleSet::new(pair).is_ok() && !is_endless(pair) && !is_confused(pair));
    pairs.filter(|pair| Laws(pair.clone()).words().contains(&wanted)).collect()
}

/// A series of captures need not end where men come back, and has more ends than can be told apart
/// where men of both sides are captured.
fn is_endless(pair: &[Condition]) -> bool {
    let series = pair.iter().any(|condition| matches!(condition, Condition::SeriesCapture(_)));
    let back = |law: &Condition| {
        matches!(
            law,
            Condition::Circe(_) | Condition::Anticirce(_) | Condition::Ghost(_) | Condition::Bicaptures(_)
        )
    };
    series && pair.iter().any(back)
}

/// Nobody has said what happens if two rules say from where a man captures, if a man is put into a
/// cage who moves from elsewhere or could explode there, or where the diagram has a man who entered
/// later. Popeye refuses the first.
fn is_confused(pair: &[Condition]) -> bool {
    let atomic = pair.iter().any(|law| matches!(law, Condition::Atomic(_)));
    let from_home = |law: &Condition| matches!(law, Condition::Marscirce(_) | Condition::Antimars(_));
    let either = |law: &Condition| {
        matches!(law, Condition::Phantom(_) | Condition::MakeAndTake(_) | Condition::Plus(_))
    };
    let entered = pair.iter().any(|law| matches!(law, Condition::Crazyhouse(_)));
    let diagram = |law: &Condition| law.rebirth().is_some_and(|rebirth| rebirth.home == Home::Diagram);
    let cage = |law: &Condition| law.rebirth().is_some_and(|rebirth| rebirth.home == Home::Cage);
    let (from_home, either) =
        (pair.iter().filter(|law| from_home(law)), pair.iter().filter(|law| either(law)));
    let (from_home, either) = (from_home.count(), either.count());
    from_home + either >= 2
        || (entered && pair.iter().any(diagram))
        || ((atomic || from_home + either > 0) && pair.iter().any(cage))
}

/// The conditions of the table that the oracle knows, alone and with each option.
fn conditions() -> Vec<Condition> {
    let known = catalogue::RULES
        .iter()
        .filter(|rule| !NOT_YET.contains(&rule.names[0]) && !GAMES.contains(&rule.names[0]));
    let mut conditions: Vec<Condition> = Vec::new();
    for condition in
        known.rev().flat_map(|rule| if is_alias(rule) { vec![named(rule)] } else { rule.examples() })
    {
        if !conditions.contains(&condition) && !is_undefined(condition) {
            conditions.push(condition);
        }
    }
    conditions
}

/// A part of the names of rules that are to be compared.
fn wanted() -> String {
    std::env::var("KIRKE_RULES").unwrap_or_default()
}

/// Compares the two under sets of rules, and tells of every set on which they differ.
fn compare(sets: Vec<Vec<Condition>>, cases: u32) {
    let wanted = wanted();
    let mut differences = Vec::new();
    let mut total = Tally::default();
    let mut seen = 0;
    for set in sets {
        let Ok(rules) = RuleSet::new(&set) else { continue };
        let laws = Laws(set);
        if !laws.words().contains(&wanted) {
            continue;
        }
        seen += 1;
        let tally = RefCell::new(Tally::default());
        let config = Config { cases, max_shrink_iters: 3000, ..Config::default() };
        let play = prop::collection::vec(any::<u16>(), 1..=4);
        let strategy = (prop_oneof![sketch(Just((8, 8)), 4), sketch(Just((8, 8)), 10)], play);
        let outcome = Runner::new(config)
            .run(&strategy, |(sketch, picks)| agree(&laws, &rules, &sketch, &picks, &mut tally.borrow_mut()));
        let tally = tally.into_inner();
        if let Err(error) = outcome {
            println!("DIFFERENCE {}: {error}\n", laws.words());
            differences.push(laws.words());
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
fn engine_and_oracle_agree_under_every_rule() {
    compare(conditions().into_iter().map(|condition| vec![condition]).collect(), cases(4));
}

/// `KIRKE_CASES` is the number of pairs that are tried.
#[test]
fn engine_and_oracle_agree_on_pairs_of_rules() {
    let pairs = pairs();
    let first = (0..pairs.len()).new_tree(&mut TestRunner::default()).expect("a number").current();
    // A prime number, so that all pairs have their turn.
    let chosen = (0..cases(200) as usize).map(|number| pairs[(first + number * 1009) % pairs.len()].clone());
    compare(chosen.collect(), 3);
}
