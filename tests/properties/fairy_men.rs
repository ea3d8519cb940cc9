//! Shortcuts and pruning where men are of fairy chess or neutral, against play without them, on random positions.

use std::cell::{Cell, RefCell};

use kirke::board::Layout;
use kirke::position::{Colour, FAIRY_WALKS, Walk};
use kirke::rules::{Condition, RuleSet, catalogue};
use kirke::stipulation::Stipulation;
use proptest::prelude::*;

use crate::common::positions::{Runner, Sketch, has_huge_branching, quick_cases, quick_runner, sketch};
use crate::pruning::{AnswerCounts, check_pruning, king_near_edge};
use crate::shortcuts::check_shortcuts;

/// The node limit of play without pruning.
const MAX_NODES: u64 = 4_000;

/// The walks of the commonest fairy men, which half of the positions have.
const COMMON: [Walk; 8] = [
    Walk::Grasshopper,
    Walk::Nightrider,
    Walk::Lion,
    Walk::Leo,
    Walk::Camel,
    Walk::Amazon,
    Walk::Locust,
    Walk::Equihopper,
];

/// What makes a position unusual: the walks of every other officer, and which man is neutral, if any.
#[derive(Clone, Debug)]
struct Change {
    walks: Vec<Walk>,
    neutral: Option<usize>,
}

fn changes() -> impl Strategy<Value = Change> {
    let common = prop::sample::select(COMMON.to_vec());
    let any = (0..FAIRY_WALKS.len()).prop_map(|index| FAIRY_WALKS[index].walk);
    let walk = prop_oneof![common, any];
    let walk = walk.prop_filter("a royal walk", |walk| !walk.is_king());
    (prop::collection::vec(walk, 1..=2), prop::option::weighted(0.3, 0..16usize))
        .prop_map(|(walks, neutral)| Change { walks, neutral })
}

impl Change {
    /// Returns the sketch with the unusual men.
    fn apply(&self, mut sketch: Sketch) -> Sketch {
        let officers = sketch.men.iter_mut().filter(|(_, man)| !man.royal && man.walk != Walk::Pawn);
        for (index, (_, man)) in officers.enumerate().filter(|(index, _)| index % 2 == 0) {
            man.walk = self.walks[index / 2 % self.walks.len()];
        }
        let mut others: Vec<_> = sketch.men.iter_mut().filter(|(_, man)| !man.royal).collect();
        let count = others.len().max(1);
        if let Some((_, man)) = self.neutral.and_then(|index| others.get_mut(index % count)) {
            man.colour = Colour::Neutral;
        }
        sketch
    }

    /// Returns the rules for these men.
    fn rules(&self, rules: &RuleSet) -> RuleSet {
        let present: Vec<Walk> = Walk::CHESS.into_iter().chain(self.walks.iter().copied()).collect();
        rules.clone().with_walks(&present)
    }
}

/// Returns no rule, many times, and every rule that goes with fairy men. Under rules with huge branching, thousands of
/// positions with amazons can take ten minutes.
fn rule_sets() -> Vec<RuleSet> {
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
    let single = conditions.map(|condition| vec![condition]);
    // No rule at all is the commonest.
    let none = std::iter::repeat_n(Vec::new(), 200);
    let sets = none.chain(single).filter_map(|set| RuleSet::new::<Condition>(&set).ok());
    // The reserve has men of chess only, and not every fairy man lends its moves.
    let admits_fairy_men = |rules: &RuleSet| {
        let flags = rules.flags();
        !flags.entries && flags.reserve.is_empty() && !flags.moves_as_others && !has_huge_branching(rules)
    };
    sets.filter(admits_fairy_men).collect()
}

#[test]
fn shortcuts_match_played_moves_of_fairy_and_neutral_men() {
    let (sets, moves) = (rule_sets(), Cell::new(0));
    let play = prop::collection::vec(any::<u16>(), 4);
    let sketches = sketch(Just((8, 8)), 7);
    let outcome = quick_runner(1500).run(&(0..sets.len(), sketches, changes(), play), |case| {
        let (set, sketch, change, play) = case;
        let rules = change.rules(&sets[set]);
        check_shortcuts(&rules, &change.apply(sketch.for_rules(&rules)), &play, &moves)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(moves.get() > 500, "only {} moves", moves.get());
}

#[test]
fn pruning_with_fairy_and_neutral_men_keeps_solutions() {
    let asked = [
        "h#1.5", "h#2", "h#2.5", "h#3", "ser-h#2", "ser-h#3", "ser-#3", "hs#2", "hr#2", "#2", "s#2", "+2",
        "=1", "h=2", "s#1", "pser-h#2", "s+1", "hs+1.5", "ser-s+2",
    ];
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let sets = rule_sets();
    let tally = RefCell::new(AnswerCounts::default());
    let sizes = prop_oneof![2 => (3u8..=4, 3u8..=5), 3 => (5u8..=8, 5u8..=8), 2 => Just((8, 8))];
    let sketches = prop_oneof![sketch(sizes, 6), king_near_edge()];
    let cases = (0..sets.len(), sketches, changes(), prop::sample::select(asked));
    let outcome = Runner::of(quick_cases(1000)).run(&cases, |(set, sketch, change, asked)| {
        let rules = change.rules(&sets[set]);
        let sketch = change.apply(sketch.for_rules(&rules));
        check_pruning(&rules, &sketch, asked, MAX_NODES, &mut tally.borrow_mut())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let reached: u64 = tally.borrow().values().map(|[_, yes, _]| yes).sum();
    assert!(reached > 1, "too few positions with a solution: {reached}");
}
