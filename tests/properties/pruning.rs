//! Play with all pruning against play without, on random positions: without rules, under every rule of
//! rebirth that the mate patterns support, and under any rules.

use std::cell::RefCell;
use std::collections::BTreeMap;

use kirke::board::{Layout, RectBoard, Square};
use kirke::game::Game;
use kirke::position::{Colour, Man, ManFlags, Side, Walk};
use kirke::rules::rebirth::Relocation;
use kirke::rules::{Circe, Condition, GameRules, Orthodox, RuleSet, catalogue};
use kirke::search::limits::StopFlag;
use kirke::search::{Limits, ScheduleNode, ScheduleSolver, TranspositionTable, append_moves};
use kirke::stipulation::{Schedule, Stipulation};
use proptest::prelude::*;

use crate::common::positions::{
    Runner, Sketch, cases, describe, node_limit, quick_cases, quick_runner, quick_share, rule_sets, sketch,
    take_and_make_sets,
};

const STIPULATIONS: [&str; 15] = [
    "h#1.5", "h#2", "h#2.5", "h#3", "ser-h#2", "ser-h#3", "ser-h#4", "ser-#3", "phser-#2", "pser-h#2",
    "hs#2", "hs#2.5", "hr#2", "ser-hs#3", "ser-s#3",
];
/// The maximum number of first moves compared.
const MAX_MOVES: usize = 3;
/// The node limit of play without mate patterns, which bounds the time of each case.
const MAX_NODES: u64 = 10_000;
/// The same under any rules, where a node costs more.
const MAX_NODES_UNDER_ANY_RULES: u64 = 2_500;

/// By rule: the number of answers no, of answers yes, and of questions that took too long.
pub type AnswerCounts = BTreeMap<String, [u64; 3]>;

/// Returns whether there is a solution and whether each first move solves, by play with or without mate
/// patterns; `None` if the node limit is exceeded.
fn root_answers<R: GameRules>(
    rules: &R,
    sketch: &Sketch,
    stipulation: Stipulation,
    schedule: &Schedule,
    most: Option<u64>,
) -> Option<Vec<(String, bool)>> {
    let game = Game::new(RectBoard::new(sketch.layout()), rules.clone());
    let mut position = sketch.position_with();
    rules.init_position(&mut position);
    if position.to_move != schedule.plies[0].side {
        position = position.after_null_move();
    }
    if game.in_check(&position, position.to_move.other()) {
        return Some(Vec::new());
    }
    let root = ScheduleNode::root(schedule, &position);
    let mut moves = Vec::new();
    append_moves(&game, stipulation.goal, schedule.plies[0], &position, &mut moves);
    let most = most.map(|most| node_limit(most, moves.len()));
    let limits = Limits::new(most, None, StopFlag::default());
    let table = TranspositionTable::new(1 << 20);
    let mut prover = ScheduleSolver::new(&game, stipulation.goal, &table, table.new_salt(), &limits);
    let mut answers = vec![("any".to_owned(), prover.has_solution(root).ok()?)];
    // The engines may list and number moves differently: the men on the board distinguish them.
    let mut moves: Vec<_> = moves.into_iter().map(|mv| (mv, game.play(&position, mv))).collect();
    moves.sort_by_key(|(_, after)| describe(after, sketch.layout()));
    for (mv, after) in moves.iter().step_by(moves.len() / MAX_MOVES + 1) {
        let good = prover.is_good_move(root, *mv, after).ok()?;
        let men = describe(after, sketch.layout());
        answers.push((men.split(',').next().unwrap_or_default().to_owned(), good));
    }
    answers.sort();
    Some(answers)
}

/// Returns the answers that are in only one of the two lists.
fn difference(found: Option<Vec<(String, bool)>>, expected: &[(String, bool)]) -> Vec<(String, bool)> {
    let found = found.unwrap_or_default();
    let missing = expected.iter().filter(|answer| !found.contains(answer));
    missing.chain(found.iter().filter(|answer| !expected.contains(answer))).cloned().collect()
}

/// Returns the names of the rules.
fn name_of(rules: &RuleSet) -> String {
    let names: Vec<_> = rules.scoped_rules().iter().map(|clause| clause.to_string()).collect();
    names.join(", ")
}

pub fn check_pruning(
    rules: &RuleSet,
    sketch: &Sketch,
    stipulation: Stipulation,
    most: u64,
    tally: &mut AnswerCounts,
) -> Result<(), TestCaseError> {
    let slow = rules.clone().without_shortcuts();
    let name = name_of(rules);
    for white in Side::BOTH {
        let schedule = stipulation.schedule_of_length(white, stipulation.ply_count());
        let tally = tally.entry(name.clone()).or_default();
        let Some(expected) = root_answers(&slow, sketch, stipulation, &schedule, Some(most)) else {
            tally[2] += 1;
            continue;
        };
        if let Some((_, any)) = expected.iter().find(|(name, _)| name == "any") {
            tally[usize::from(*any)] += 1;
        }
        let here = || format!("{name}, {stipulation}, {white}: {sketch:?}");
        let found = root_answers(rules, sketch, stipulation, &schedule, None);
        prop_assert_eq!(difference(found, &expected), Vec::new(), "{}", here());
        let usual = |(_, man): &(Square, Man)| man.colour != Colour::Neutral && man.flags == ManFlags::NONE;
        if rules.fairy_walks().is_empty()
            && sketch.men.iter().all(usual)
            && let [clause] = rules.scoped_rules()
            && let Some(circe) = clause.unscoped().and_then(Circe::from_condition)
        {
            let found = root_answers(&circe, sketch, stipulation, &schedule, None);
            prop_assert_eq!(difference(found, &expected), Vec::new(), "made for speed: {}", here());
        }
    }
    Ok(())
}

/// Returns the sets of rules of which one name contains `KIRKE_RULES`, if that is given.
pub fn filtered_by_name(mut sets: Vec<RuleSet>) -> Vec<RuleSet> {
    let named = std::env::var("KIRKE_RULES").unwrap_or_default();
    sets.retain(|rules| rules.scoped_rules().iter().any(|clause| clause.to_string().contains(&named)));
    sets
}

/// Compares the answers on `times` random positions under these rules, filtered by name; play without mate
/// patterns is limited to `most` nodes.
pub fn check_random_positions(
    sets: &[RuleSet],
    asked: &[&str],
    sketches: impl Strategy<Value = Sketch>,
    most: u64,
    times: u32,
) {
    let sets = filtered_by_name(sets.to_vec());
    if sets.is_empty() && std::env::var_os("KIRKE_RULES").is_some() {
        return;
    }
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let tally = RefCell::new(AnswerCounts::default());
    // A case that takes too long or fails is printed with the names of its rules and its stipulation.
    let named: Vec<_> = sets.iter().map(name_of).enumerate().collect();
    let cases = (prop::sample::select(named), sketches, prop::sample::select(asked));
    let result = Runner::of(times).run(&cases, |((set, _), sketch, asked)| {
        check_pruning(&sets[set], &sketch.for_rules(&sets[set]), asked, most, &mut tally.borrow_mut())
    });
    for (rule, tally) in tally.borrow().iter() {
        println!("{rule}: {tally:?}");
    }
    result.unwrap_or_else(|error| panic!("{error}"));
    let reached: u64 = tally.borrow().values().map(|[_, yes, _]| yes).sum();
    assert!(reached > 1, "too few positions with a solution: {reached}");
}

/// Compares the orthodox and the general engine on random positions without rules; play without mate
/// patterns is limited to `most` nodes.
fn check_orthodox_positions(asked: &[&str], sketches: impl Strategy<Value = Sketch>, most: u64, times: u32) {
    let none = RuleSet::new::<Condition>(&[]).expect("no rules go with themselves");
    let slow = none.clone().without_shortcuts();
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let reached = RefCell::new([0; 2]);
    let result = quick_runner(times).run(&(sketches, 0..asked.len()), |(sketch, index)| {
        for white in Side::BOTH {
            let schedule = asked[index].schedule_of_length(white, asked[index].ply_count());
            let Some(expected) = root_answers(&slow, &sketch, asked[index], &schedule, Some(most)) else {
                continue;
            };
            if let Some((_, any)) = expected.iter().find(|(name, _)| name == "any") {
                reached.borrow_mut()[usize::from(*any)] += 1;
            }
            let here = || format!("{}, {white}: {sketch:?}", asked[index]);
            let orthodox = root_answers(&Orthodox, &sketch, asked[index], &schedule, None);
            prop_assert_eq!(difference(orthodox, &expected), Vec::new(), "{}", here());
            let general = root_answers(&none, &sketch, asked[index], &schedule, None);
            prop_assert_eq!(difference(general, &expected), Vec::new(), "general: {}", here());
        }
        Ok(())
    });
    println!("{:?}", reached.borrow());
    result.unwrap_or_else(|error| panic!("{error}"));
    let least = quick_share(5, times);
    assert!(reached.borrow().iter().all(|&count| count > least), "too few answers: {reached:?}");
}

/// Returns every form of the rules of rebirth that the mate patterns support, if its kind is wanted.
fn rebirth_rule_sets(wanted: impl Fn(Relocation) -> bool) -> Vec<RuleSet> {
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
    let conditions =
        conditions.filter(|condition| Relocation::from_condition(*condition).is_some_and(&wanted));
    conditions.map(|rule| RuleSet::new(&[rule]).expect("one rule goes with itself")).collect()
}

#[test]
fn rebirth_pruning_keeps_solutions() {
    let sets = rebirth_rule_sets(|_| true);
    let sizes = prop_oneof![2 => (3u8..=4, 3u8..=5), 3 => (5u8..=8, 5u8..=8), 2 => Just((8, 8))];
    check_random_positions(&sets, &STIPULATIONS, sketch(sizes, 5), MAX_NODES, quick_cases(1000));
}

/// A sketch with a king near the edge of the board, where most mates are.
pub fn king_near_edge() -> impl Strategy<Value = Sketch> {
    let step = || prop_oneof![3 => -1..=1i8, 2 => -3..=3i8, 1 => -7..=7i8];
    let riders = prop_oneof![Just(Walk::Queen), Just(Walk::Rook), Just(Walk::Bishop)];
    let any = (1usize..6).prop_map(|walk| Walk::CHESS[walk]);
    let hunter = (step(), step(), prop_oneof![riders, any.clone()], Just(Side::White));
    let prey = (step(), step(), any, Just(Side::Black));
    let others = (prop::collection::vec(hunter, 1..4), prop::collection::vec(prey, 0..4));
    let sizes = prop_oneof![(4u8..=6, 4u8..=6), Just((8, 8))];
    (sizes, (0u8..8, 0u8..8), (0u8..8, prop::option::of(0u8..8)), others).prop_map(
        |(size, white, (file, rank), (hunters, prey))| {
            let (files, ranks) = size;
            let at = |file: u8, rank: u8| Square::new(rank * 8 + file);
            let (file, rank) = (file % files, rank.map_or(0, |rank| rank % ranks));
            let mut men = vec![
                (at(white.0 % files, white.1 % ranks), Man::new(Side::White, Walk::King)),
                (at(file, rank), Man::new(Side::Black, Walk::King)),
            ];
            for (more_files, more_ranks, walk, side) in hunters.into_iter().chain(prey) {
                let (file, rank) = (file as i8 + more_files, rank as i8 + more_ranks);
                let inside = (0..files as i8).contains(&file) && (0..ranks as i8).contains(&rank);
                if inside && (walk != Walk::Pawn || (1..ranks as i8 - 1).contains(&rank)) {
                    men.push((at(file as u8, rank as u8), Man::new(side, walk)));
                }
            }
            Sketch { size, men, to_move: Side::Black, denied: Vec::new(), double_step: false }
        },
    )
}

#[test]
fn rebirth_pruning_near_edge_keeps_solutions() {
    let sets = rebirth_rule_sets(|_| true);
    check_random_positions(
        &sets,
        &["h#1.5", "h#2", "h#1.5", "h#2.5", "ser-h#2", "hs#1.5", "hr#2"],
        king_near_edge(),
        MAX_NODES,
        quick_cases(500),
    );
}

/// The same without rules, which uses other mate patterns and other shortcuts.
#[test]
fn orthodox_pruning_near_edge_keeps_solutions() {
    let asked = ["h#1.5", "h#2", "h#2.5", "h=2", "ser-h#2", "ser-h=3", "hs#1.5", "hr#2"];
    check_orthodox_positions(&asked, king_near_edge(), MAX_NODES, 500);
}

/// A lone king captures from the square to which it has just moved: under some rules its victim is reborn
/// there, whatever other squares the king could have reached.
#[test]
fn rebirth_at_departure_by_lone_king_keeps_solutions() {
    let sets = rebirth_rule_sets(|reborn| matches!(reborn, Relocation::Victims(rebirth) if rebirth.is_pwc()));
    assert!(sets.len() > 1);
    let officers = prop::collection::vec((0u8..8, 0u8..8, 1usize..5), 1..=3);
    let sketches = (4u8..=6, 4u8..=6, officers, prop::array::uniform4(0u8..8)).prop_map(
        |(files, ranks, officers, kings)| {
            let at = |file: u8, rank: u8| Square::new(rank % ranks * 8 + file % files);
            let king = |file, rank, side| (at(file, rank), Man::new(side, Walk::King));
            let mut men = vec![king(kings[0], kings[1], Side::White), king(kings[2], kings[3], Side::Black)];
            men.extend(
                officers
                    .into_iter()
                    .map(|(file, rank, walk)| (at(file, rank), Man::new(Side::White, Walk::CHESS[walk]))),
            );
            let denied = Vec::new();
            Sketch { size: (files, ranks), men, to_move: Side::Black, denied, double_step: false }
        },
    );
    check_random_positions(
        &sets,
        &["h#2", "h#2.5", "h#3", "ser-h#3"],
        sketches,
        MAX_NODES,
        quick_cases(1000),
    );
}

/// Without mate patterns, among many men, the moves that may serve are filtered on the last ply but one.
#[test]
fn penultimate_filter_among_many_men_keeps_solutions() {
    let asked = ["h#1.5", "h#2", "hs#1.5", "ser-h#1"];
    check_orthodox_positions(&asked, sketch(Just((8, 8)), 60), 10 * MAX_NODES, 120);
}

/// The stipulations compared under any rules.
const STIPULATIONS_UNDER_ANY_RULES: [&str; 13] = [
    "s#1", "s#2", "hs#1.5", "hs#2", "ser-s#2", "h#1.5", "h#2", "ser-h#2", "#2", "s+2", "=1", "h=1.5",
    "ser-h=2",
];

/// Compares the answers to [`STIPULATIONS_UNDER_ANY_RULES`].
fn check_under_any_rules(sets: &[RuleSet], sketches: impl Strategy<Value = Sketch>, times: u32) {
    check_random_positions(sets, &STIPULATIONS_UNDER_ANY_RULES, sketches, MAX_NODES_UNDER_ANY_RULES, times);
}

/// Whatever the rules, shortcuts that avoid playing moves omit nothing relevant.
#[test]
fn pruning_under_any_rules_keeps_solutions() {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    check_under_any_rules(&rule_sets(), sketch(sizes, 7), cases(300));
}

#[test]
fn pruning_under_any_rules_near_edge_keeps_solutions() {
    check_under_any_rules(&rule_sets(), king_near_edge(), cases(250));
}

/// The same holds if one rule moves the capturer on, and another returns the captured man.
#[test]
fn pruning_with_continued_captures_and_rebirth_keeps_solutions() {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    check_under_any_rules(&take_and_make_sets(), sketch(sizes, 7), quick_cases(300));
}

/// The same holds if men are neutral, or have special ways to capture and to be captured.
#[test]
fn pruning_with_neutral_or_marked_men_keeps_solutions() {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    let unusual = |man: Man, how: usize| match how {
        0 => Man { colour: Colour::Neutral, ..man },
        how => {
            let marks = [ManFlags::KAMIKAZE, ManFlags::PATROL, ManFlags::UNCAPTURABLE][how - 1];
            Man { flags: man.flags.with(marks), ..man }
        }
    };
    let changes = prop::collection::vec((0..16usize, 0..4usize), 1..3);
    let sketches = (sketch(sizes, 6), changes).prop_map(move |(mut sketch, changes)| {
        for (place, how) in changes {
            let mut others: Vec<_> = sketch.men.iter_mut().filter(|(_, man)| !man.royal).collect();
            let place = place % others.len().max(1);
            if let Some((_, man)) = others.get_mut(place) {
                *man = unusual(*man, how);
            }
        }
        sketch
    });
    check_under_any_rules(&rule_sets(), sketches, cases(300));
}

/// Compares one position under each rule of these names, and returns the smallest number of answers yes
/// under any of them.
pub fn count_solutions(names: &[&str], asked: &str, size: (u8, u8), men: &[(u8, Side, Walk)]) -> u64 {
    count_solutions_of_men(names, asked, size, men.iter().map(|&(at, side, walk)| (at, Man::new(side, walk))))
}

/// As [`count_solutions`], with men of any kind.
fn count_solutions_of_men(
    names: &[&str],
    asked: &str,
    size: (u8, u8),
    men: impl IntoIterator<Item = (u8, Man)>,
) -> u64 {
    let men = men.into_iter().map(|(at, man)| (Square::new(at), man)).collect();
    let sketch = Sketch { size, men, to_move: Side::Black, denied: Vec::new(), double_step: false };
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
    let stipulation = Stipulation::read(asked, Layout::CHESS).unwrap();
    let mut tally = AnswerCounts::default();
    for condition in conditions.filter(|condition| names.contains(&condition.to_string().as_str())) {
        let rules = RuleSet::new(&[condition]).expect("one rule goes with itself");
        check_pruning(&rules, &sketch, stipulation, MAX_NODES, &mut tally).unwrap();
    }
    assert_eq!(tally.len(), names.len(), "{tally:?}");
    tally.values().map(|&[_, yes, _]| yes).min().unwrap_or(0)
}

#[test]
fn flight_behind_closed_line_needs_block() {
    // 1.Kf2 Re3 2.Re1 Kg2#: the pawn on e2 is between e3 and e1.
    let men = [
        (0, Side::White, Walk::Rook),
        (4, Side::White, Walk::King),
        (5, Side::White, Walk::Knight),
        (12, Side::White, Walk::Pawn),
        (63, Side::White, Walk::Bishop),
        (16, Side::Black, Walk::Rook),
        (23, Side::Black, Walk::King),
        (24, Side::Black, Walk::Pawn),
    ];
    assert!(count_solutions(&["AntiCirce"], "hr#2", (8, 8), &men) > 0);
}

#[test]
fn lone_king_captures_from_any_departure_square() {
    // The victim is reborn there, and not where another move would have put it.
    let men = [
        (2, Side::White, Walk::Bishop),
        (26, Side::White, Walk::King),
        (33, Side::White, Walk::Knight),
        (3, Side::Black, Walk::King),
    ];
    assert!(count_solutions(&["Circe PWC"], "h#2", (5, 6), &men) > 0);
    let men = [
        (0, Side::White, Walk::King),
        (20, Side::White, Walk::Bishop),
        (24, Side::White, Walk::Rook),
        (25, Side::White, Walk::Bishop),
        (29, Side::Black, Walk::King),
    ];
    assert!(count_solutions(&["Circe PWC"], "h#2", (6, 4), &men) > 0);
}

#[test]
fn en_passant_capturer_is_reborn_from_capture_square() {
    let men = [
        (4, Side::White, Walk::King),
        (9, Side::White, Walk::Pawn),
        (18, Side::Black, Walk::Queen),
        (24, Side::Black, Walk::Pawn),
    ];
    let names = ["AntiCirce Symmetry", "AntiCirce Symmetry Mirror"];
    assert!(count_solutions(&names, "ser-h#2", (6, 5), &men) > 0);
}

#[test]
fn king_clears_square_for_mating_pawn() {
    // 1.Kd6 Ra4 2.Ke5 d6=Q#
    let men = [
        (0, Side::White, Walk::Rook),
        (1, Side::White, Walk::King),
        (35, Side::White, Walk::Pawn),
        (34, Side::Black, Walk::King),
    ];
    assert!(count_solutions(&["Circe VerticalSymmetry"], "h#2", (5, 6), &men) > 0);
}

#[test]
fn king_cannot_capture_man_reborn_beyond_square() {
    // 1...Rh4 2.Rg6 Ra5#, and K*h4 returns the rook to b4.
    let men = [
        (0, Side::White, Walk::Rook),
        (7, Side::White, Walk::Rook),
        (52, Side::White, Walk::King),
        (38, Side::Black, Walk::King),
        (40, Side::Black, Walk::Rook),
    ];
    assert!(count_solutions(&["Circe PWC Diametral"], "h#1.5", (8, 8), &men) > 0);
}

#[test]
fn capturing_pawn_promotes_by_rebirth() {
    // 1.Qb3 Rh7 2.Qa3+ b*a3(a8=Q)#
    let men = [
        (0, Side::White, Walk::King),
        (9, Side::White, Walk::Pawn),
        (55, Side::White, Walk::Rook),
        (60, Side::Black, Walk::King),
        (17, Side::Black, Walk::Queen),
    ];
    assert!(count_solutions(&["AntiCirce Super"], "h#1", (8, 8), &men) > 0);
    assert!(count_solutions(&["AntiCirce Super"], "h#1.5", (8, 8), &men) > 0);
}

#[test]
fn attack_becomes_check_when_mobile_man_moves() {
    // 1.g8=R=: the queen could not be reborn on d1 while the rook is there.
    let men = [
        (24, Side::White, Walk::King),
        (63, Side::White, Walk::Queen),
        (54, Side::White, Walk::Pawn),
        (14, Side::White, Walk::Rook),
        (7, Side::Black, Walk::King),
        (3, Side::Black, Walk::Rook),
    ];
    assert!(count_solutions(&["AntiCirce Cheylan"], "=1", (8, 8), &men) > 0);
}

#[test]
fn hidden_king_is_mated_when_revealed() {
    // 1.Kh5*g4[bKg4->e8->v] Se8-c7[+bKe8]#
    let men = [
        (62, Side::White, Walk::King),
        (60, Side::White, Walk::Knight),
        (35, Side::White, Walk::Rook),
        (31, Side::White, Walk::Queen),
        (30, Side::White, Walk::Queen),
        (39, Side::Black, Walk::King),
    ];
    assert!(count_solutions(&["AntiCirce Volcanic"], "h#1", (8, 8), &men) > 0);
}

#[test]
fn capturing_kamikaze_opens_line() {
    // 1.Kh5 B*a5(-Ba5)#
    let kamikaze = Man { flags: ManFlags::KAMIKAZE, ..Man::new(Side::White, Walk::Bishop) };
    let men = [
        (7, Man::new(Side::White, Walk::King)),
        (0, Man::new(Side::White, Walk::Rook)),
        (1, Man::new(Side::White, Walk::Rook)),
        (25, kamikaze),
        (56, Man::new(Side::Black, Walk::King)),
        (32, Man::new(Side::Black, Walk::Pawn)),
        (54, Man::new(Side::Black, Walk::Pawn)),
    ];
    assert!(count_solutions_of_men(&["CASTChess"], "h#1", (8, 8), men) > 0);
}
