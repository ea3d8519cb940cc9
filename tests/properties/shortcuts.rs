//! Shortcuts that avoid playing moves, against playing them, under every rule and under pairs
//! of rules, on random positions and along random play.

use std::cell::Cell;

use kirke::board::{Layout, RectBoard};
use kirke::game::{Game, PositionOf};
use kirke::position::{Man, Move, MoveBranch, Position, Side, Walk};
use kirke::rules::movement::TakeAndMake;
use kirke::rules::rebirth::{Rebirth, SquareTransform, VictimReborn};
use kirke::rules::restriction::Bicaptures;
use kirke::rules::transformation::Breton;
use kirke::rules::{Condition, GameRules, RuleSet};
use kirke::search::goals::reaches;
use kirke::search::limits::{Limits, StopFlag};
use kirke::search::solver::ScheduleSolver;
use kirke::search::table::TranspositionTable;
use kirke::search::{ScheduleNode, must_reach};
use kirke::stipulation::{Goal, GoalObligation, Stipulation};
use proptest::prelude::*;

use crate::common::positions::{
    Sketch, describe, node_limit, quick_runner, quick_share, rule_sets, sketch, take_and_make_sets,
};
use crate::pruning::{filtered_by_name, king_near_edge};

/// Play with more moves than these is not compared further: the time grows with the square of their number.
const MAX_MOVES: usize = 250;

pub fn check_shortcuts(
    rules: &RuleSet,
    sketch: &Sketch,
    picks: &[u16],
    moves: &Cell<u64>,
) -> Result<(), TestCaseError> {
    let layout = Layout::CHESS;
    let fast = Game::new(RectBoard::new(layout), rules.clone());
    let slow = Game::new(RectBoard::new(layout), rules.clone().without_shortcuts());
    let mut position: PositionOf<RectBoard, RuleSet> = sketch.position_with();
    rules.init_position(&mut position);
    let mut before = [Vec::new(), Vec::new()];
    for &pick in picks {
        let here = || format!("{rules:?}: {}", describe(&position, layout));
        for side in Side::BOTH {
            prop_assert_eq!(fast.in_check(&position, side), slow.in_check(&position, side), "{}", here());
        }
        let (mut listed, mut played) = (Vec::<Move>::new(), Vec::<Move>::new());
        fast.moves(&position, &mut listed);
        slow.moves(&position, &mut played);
        if played.len() > MAX_MOVES {
            return Ok(());
        }
        // Branches may be numbered differently.
        let plain = |mv: &Move| Move { branch: MoveBranch::ONLY, ..*mv };
        let listed_moves: Vec<Move> = listed.iter().map(plain).collect();
        let played_moves: Vec<Move> = played.iter().map(plain).collect();
        prop_assert_eq!(listed_moves, played_moves, "{}", here());
        for (&mv, &same) in listed.iter().zip(&played) {
            let after = fast.play(&position, mv);
            prop_assert_eq!(&after, &slow.play(&position, same), "{:?} in {}", mv, here());
            prop_assert_eq!(after.key(), after.key_from_scratch(), "{:?} in {}", mv, here());
            moves.set(moves.get() + 1);
        }
        // If the goal is mate or check, only moves that may give check are tried.
        let (table, limits) = (TranspositionTable::new(1 << 18), Limits::default());
        for goal in [Goal::Check, Goal::Mate] {
            let found = ScheduleSolver::new(&fast, goal, &table, 0, &limits).has_goal_in_one(&position);
            let reached = |&mv: &Move| reaches(&slow, goal, &position, mv, &slow.play(&position, mv));
            prop_assert_eq!(found, played.iter().any(reached), "{:?} in {}", goal, here());
        }
        // If every move must reach the goal, or none may, the cheapest moves are tried first.
        for (goal, duty) in [
            (Goal::Check, GoalObligation::IfUnavoidable),
            (Goal::Mate, GoalObligation::IfUnavoidable),
            (Goal::Mate, GoalObligation::IfPossible),
        ] {
            let found = must_reach(&fast, goal, duty, &position);
            prop_assert_eq!(found, must_reach(&slow, goal, duty, &position), "{:?} in {}", goal, here());
        }
        // A move that was legal before and is recognised as legal now.
        for &mv in &before[position.to_move.index()] {
            let Some(after) = fast.retry_move(&position, mv, |&after| after) else { continue };
            let same = listed.iter().position(|&listed| listed == mv).map(|index| played[index]);
            prop_assert!(same.is_some(), "{:?} in {}", mv, here());
            prop_assert_eq!(
                Some(after),
                same.map(|same| slow.play(&position, same)),
                "{:?} in {}",
                mv,
                here()
            );
        }
        before[position.to_move.index()] = listed.clone();
        let Some(&mv) = listed.get(usize::from(pick) % listed.len().max(1)) else { return Ok(()) };
        position = fast.play(&position, mv);
    }
    Ok(())
}

#[test]
fn promotion_decided_late_still_mates() {
    // wKb6 Pc7, bKa8: c7-c8=Q mates, whenever the promotion is chosen.
    let square = |name: &str| Layout::CHESS.square(name).unwrap();
    for rule in
        [Condition::TakeAndMake(TakeAndMake { absolute: false }), Condition::Breton(Breton::default())]
    {
        let game = Game::new(RectBoard::new(Layout::CHESS), RuleSet::new(&[rule]).unwrap());
        let mut position: PositionOf<RectBoard, RuleSet> = Position::empty(Side::White);
        let king = |side| Man { royal: true, ..Man::new(side, Walk::King) };
        position.place(king(Side::White), square("b6"));
        position.place(king(Side::Black), square("a8"));
        position.place(Man::new(Side::White, Walk::Pawn), square("c7"));
        game.rules.init_position(&mut position);
        let (table, limits) = (TranspositionTable::new(1 << 18), Limits::default());
        assert!(
            ScheduleSolver::new(&game, Goal::Mate, &table, 0, &limits).has_goal_in_one(&position),
            "{rule}"
        );
    }
}

#[test]
fn own_victim_reborn_may_give_check() {
    // wKh8 Bh1 Sg3 Pg2, bKa6: the only check is Sg3*h1[+wBc8].
    let square = |name: &str| Layout::CHESS.square(name).unwrap();
    let rebirth = Rebirth { transform: SquareTransform::Diametral, ..Rebirth::CIRCE };
    let rules = [Condition::Circe(VictimReborn(rebirth)), Condition::Bicaptures(Bicaptures)];
    let game = Game::new(RectBoard::new(Layout::CHESS), RuleSet::new(&rules).unwrap());
    let mut position: PositionOf<RectBoard, RuleSet> = Position::empty(Side::White);
    let king = |side| Man { royal: true, ..Man::new(side, Walk::King) };
    position.place(king(Side::White), square("h8"));
    position.place(king(Side::Black), square("a6"));
    for (walk, name) in [(Walk::Bishop, "h1"), (Walk::Knight, "g3"), (Walk::Pawn, "g2")] {
        position.place(Man::new(Side::White, walk), square(name));
    }
    game.rules.init_position(&mut position);
    let (table, limits) = (TranspositionTable::new(1 << 18), Limits::default());
    assert!(ScheduleSolver::new(&game, Goal::Check, &table, 0, &limits).has_goal_in_one(&position));
}

#[test]
fn shortcuts_match_played_moves() {
    check_random_positions(&rule_sets(), 1500);
}

#[test]
fn shortcuts_match_played_moves_under_rule_pairs() {
    check_random_positions(&take_and_make_sets(), 600);
}

/// The node limit of short play without shortcuts. Under rules with many branches a node takes milliseconds.
const MAX_NODES: u64 = 500;

/// Short play holds with shortcuts as it does without, also along play near the edge of the board, by which
/// kings may have become other royal men.
#[test]
fn short_stipulations_match_along_random_play() {
    let asked = [
        "s+1", "s#1", "s=1", "r#1", "#2", "+2", "=1", "h#1", "h#1.5", "hs#1.5", "s#2", "h=1", "h=1.5", "!#1",
        "s##1", "ser-#2", "ser-s#2",
    ];
    let asked = asked.map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap());
    let reached = Cell::new(0);
    let sets = filtered_by_name(rule_sets());
    let play = prop::collection::vec(any::<u16>(), 4);
    let outcome = quick_runner(500).run(&(0..sets.len(), king_near_edge(), play), |(set, sketch, play)| {
        let rules = &sets[set];
        let sketch = sketch.for_rules(rules);
        let fast = Game::new(RectBoard::new(sketch.layout()), rules.clone());
        let slow = Game::new(RectBoard::new(sketch.layout()), rules.clone().without_shortcuts());
        let mut position: PositionOf<RectBoard, RuleSet> = sketch.position_with();
        rules.init_position(&mut position);
        if slow.in_check(&position, position.to_move.other()) {
            return Ok(());
        }
        for pick in play {
            let mut moves = Vec::new();
            fast.moves(&position, &mut moves);
            let most = node_limit(MAX_NODES, moves.len());
            for stipulation in asked.iter().skip(usize::from(pick) % 5).step_by(5) {
                let schedule = stipulation.schedule_of_length(position.to_move, stipulation.ply_count());
                let holds = |game: &Game<RectBoard, RuleSet>, most: Option<u64>| {
                    let (table, limits) =
                        (TranspositionTable::new(1 << 18), Limits::new(most, None, StopFlag::default()));
                    let mut prover = ScheduleSolver::new(game, stipulation.goal, &table, 0, &limits);
                    prover.has_solution(ScheduleNode::root(&schedule, &position))
                };
                // Cases that take long without shortcuts are skipped.
                let Ok(expected) = holds(&slow, Some(most)) else { continue };
                reached.set(reached.get() + u32::from(expected));
                let here = || format!("{rules:?}, {stipulation}: {}", describe(&position, sketch.layout()));
                prop_assert_eq!(holds(&fast, None), Ok(expected), "{}", here());
            }
            // Captures change the most.
            let captures = moves.iter().filter(|mv| mv.is_capture()).count();
            moves.retain(|mv| captures == 0 || mv.is_capture());
            let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { return Ok(()) };
            position = fast.play(&position, mv);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(u64::from(reached.get()) > quick_share(20, 500), "too few positions: {reached:?}");
}

fn check_random_positions(sets: &[RuleSet], times: u32) {
    let moves = Cell::new(0);
    let play = prop::collection::vec(any::<u16>(), 4);
    let outcome =
        quick_runner(times).run(&(0..sets.len(), sketch(Just((8, 8)), 6), play), |(set, sketch, play)| {
            let sketch = sketch.for_rules(&sets[set]);
            check_shortcuts(&sets[set], &sketch, &play, &moves)
        });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(moves.get() > 500, "only {} moves", moves.get());
}
