//! Play with lower bounds against play without, under rules that only the general engine plays: those that restrict the
//! squares to which men may go, those by which men change their walks, and Madrasi.

use kirke::position::{Side, Walk};
use kirke::rules::{Condition, GameRules, RuleSet, catalogue};
use proptest::prelude::*;

use crate::common::positions::{quick_cases, sketch};
use crate::pruning::{check_random_positions, count_solutions, king_near_edge};

/// The stipulations compared under rules that leave men their walks.
const MATES: [&str; 9] =
    ["h#1.5", "h#2", "h#2.5", "h#3", "ser-h#2", "ser-h#3", "hs#2", "ser-r#2", "pser-h#2"];

/// Returns every rule for which `wanted` holds, alone.
fn single_rules(wanted: impl Fn(&RuleSet) -> bool) -> Vec<Condition> {
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
    conditions.filter(|&condition| RuleSet::new(&[condition]).is_ok_and(|rules| wanted(&rules))).collect()
}

/// Returns a set of its own for every rule for which `wanted` holds.
fn single_rule_sets(wanted: impl Fn(&RuleSet) -> bool) -> Vec<RuleSet> {
    single_rules(wanted).into_iter().filter_map(|rule| RuleSet::new(&[rule]).ok()).collect()
}

/// Compares play towards mate on this number of random positions.
fn check_mate_patterns(sets: &[RuleSet], asked: &[&str], times: u32) {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    let sketches = prop_oneof![1 => sketch(sizes, 6), 2 => king_near_edge()];
    check_random_positions(sets, asked, sketches, 20_000, quick_cases(times));
}

/// Returns every rule that restricts the squares to which men may go, alone and in pairs.
fn square_restrictions() -> Vec<RuleSet> {
    let all = single_rules(|rules| rules.flags().restricts_targets);
    let pairs = all.iter().flat_map(|&first| all.iter().map(move |&second| vec![first, second]));
    let single = all.iter().flat_map(|&condition| std::iter::repeat_n(vec![condition], 3));
    single.chain(pairs).filter_map(|set| RuleSet::new::<Condition>(&set).ok()).collect()
}

/// The men of the positions are many on few squares, because they must immobilise one another.
#[test]
fn series_stalemate_pruning_on_restricted_squares_keeps_solutions() {
    let sets = square_restrictions();
    assert!(sets.len() > 9);
    let sizes = prop_oneof![3 => (3u8..=4, 3u8..=5), 2 => (5u8..=6, 5u8..=6), 2 => Just((8, 8))];
    let asked = ["ser-h=2", "ser-h=3", "ser-h=4"];
    check_random_positions(&sets, &asked, sketch(sizes, 8), 20_000, quick_cases(2000));
}

/// In grid chess a king needs many moves where castling takes one.
#[test]
fn castling_across_grid_lines_saves_many_moves() {
    // 1.0-0 2.Rf1 Rxf1=
    let men = [
        (4, Side::White, Walk::King),
        (7, Side::White, Walk::Rook),
        (60, Side::Black, Walk::King),
        (63, Side::Black, Walk::Rook),
    ];
    assert!(count_solutions(&["GridChess"], "ser-h=2", (8, 8), &men) > 0);
}

/// Mate patterns know that men have other walks when they have moved.
#[test]
fn mate_patterns_of_changing_walks_keep_solutions() {
    let sets = single_rule_sets(|rules| rules.facts().walk_changes.is_some());
    assert!(sets.len() > 2);
    let asked = ["h#1.5", "h#2", "h#2.5", "ser-h#2", "ser-h#3", "hs#2", "hs#1.5", "ser-r#2", "pser-h#2"];
    check_mate_patterns(&sets, &asked, 1000);
}

/// Mate patterns know which squares rules forbid. Mates are rare where many moves are forbidden, so that many positions are
/// needed.
#[test]
fn mate_patterns_on_restricted_squares_keep_solutions() {
    check_mate_patterns(&square_restrictions(), &MATES, 2000);
}

/// A man that becomes a rook on the square of a rook may castle.
#[test]
fn changed_man_castles() {
    // 1.Ba8=R Qa5=S 2.0-0-0=B Sb7=Q#
    let men = [
        (36, Side::White, Walk::King),
        (4, Side::White, Walk::Queen),
        (60, Side::Black, Walk::King),
        (28, Side::Black, Walk::Bishop),
    ];
    assert!(count_solutions(&["NorskSjakk"], "h#2", (8, 8), &men) > 0);
}

/// In Madrasi a man may be unable to move, but a king never is.
#[test]
fn mate_patterns_of_paralysed_men_keep_solutions() {
    let sets = single_rule_sets(|rules| rules.facts().only_paralyses_others);
    assert!(!sets.is_empty());
    check_mate_patterns(&sets, &MATES, 1000);
}

/// With too many patterns, the last ply but one has no filter that knows only orthodox moves.
#[test]
fn changing_walks_without_patterns_keep_solutions() {
    // 1.Kd4 2.Kc5 Rb6=Q#
    let men = [
        (17, Side::White, Walk::Queen),
        (43, Side::White, Walk::Rook),
        (57, Side::White, Walk::King),
        (61, Side::White, Walk::Queen),
        (34, Side::Black, Walk::King),
        (35, Side::Black, Walk::Queen),
    ];
    assert!(count_solutions(&["ReversalEinsteinChess", "EinsteinChess"], "pser-h#2", (8, 8), &men) > 0);
}
