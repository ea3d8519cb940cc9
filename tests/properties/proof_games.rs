//! Proof games: no pruned branch may contain a solution.

use std::borrow::Cow;
use std::cell::Cell;

use crate::common::positions::{Sketch, describe, every_fast_rule, quick_runner, rule_sets, runner, sketch};
use kirke::board::{Layout, RectBoard, Squares as _};
use kirke::game::{Game, PositionOf};
use kirke::position::{Man, Position, Side, Walk};
use kirke::problem::Diagram;
use kirke::rules::{Circe, GameRules, Orthodox};
use kirke::search::limits::StopFlag;
use kirke::search::{
    Limits, ProofGameBound, ReferenceSolver, ScheduleNode, ScheduleSolver, TranspositionTable, next_position,
};
use kirke::stipulation::Stipulation;
use proptest::prelude::*;

const STIPULATIONS: [&str; 6] = ["a=>b1.5", "a=>b2", "ser-a=>b3", "ser-ha=>b2", "pser-a=>b2", "phser-a=>b2"];

/// A random proof game.
#[derive(Clone, Copy)]
struct ProofGame {
    stipulation: Stipulation,
    /// Which of the legal moves each ply plays.
    choices: [u8; 4],
    /// The node limit of the reference, which bounds the time of each case.
    most: u64,
}

/// Returns the man on each square.
fn diagram<R: GameRules>(layout: Layout, position: &PositionOf<RectBoard, R>) -> Diagram {
    let mut diagram = Diagram::empty(layout);
    for square in position.occupied().iter() {
        diagram.put(square, position.man(square).unwrap());
    }
    diagram
}

/// Plays random moves, and searches for the final position in the same number of plies and in fewer.
fn check_against_reference<R: GameRules>(
    rules: R,
    sketch: &Sketch,
    played: ProofGame,
    answers: &[Cell<u64>; 2],
) -> Result<(), TestCaseError> {
    let ProofGame { stipulation, choices, most } = played;
    let game = Game::new(RectBoard::new(sketch.layout()), rules);
    let mut begin: PositionOf<RectBoard, R> = sketch.position_with();
    game.rules.init_position(&mut begin);
    let full = stipulation.schedule(Side::White);
    let (mut position, mut plies_left) = (begin, full.plies.len());
    for (ply, choice) in full.plies.iter().zip(choices) {
        if position.to_move != ply.side {
            position = position.after_null_move();
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let after = game.play(&position, moves[usize::from(choice) % moves.len()]);
        plies_left -= 1;
        let node = ScheduleNode { schedule: &full, position: &after, plies_left };
        position = next_position(&game, stipulation.goal, node).map_or(after, Cow::into_owned);
    }
    let target = diagram::<R>(sketch.layout(), &position);
    let game = game.with_target(&diagram::<R>(sketch.layout(), &begin), &target);
    let (endless, table) = (Limits::default(), TranspositionTable::new(1 << 16));
    let mut prover = ScheduleSolver::new(&game, stipulation.goal, &table, table.new_salt(), &endless);
    for half_moves in 1..=stipulation.ply_count() {
        let schedule = stipulation.schedule_of_length(Side::White, half_moves);
        let mut position = begin;
        if position.to_move != schedule.plies[0].side {
            position = position.after_null_move();
        }
        if game.in_check(&position, position.to_move.other()) {
            continue;
        }
        let limits = Limits::new(Some(most), None, StopFlag::default());
        let definition = ReferenceSolver { game: &game, goal: stipulation.goal, limits: &limits };
        let root = ScheduleNode::root(&schedule, &position);
        let Ok(expected) = definition.has_solution(root) else { continue };
        let count = &answers[usize::from(expected)];
        count.set(count.get() + 1);
        let found = prover.has_solution(root);
        let target = target.placement();
        let position = describe(&position, sketch.layout());
        prop_assert_eq!(found, Ok(expected), "{} in {}: {} => {}", stipulation, half_moves, position, target);
    }
    Ok(())
}

#[test]
fn proof_game_bound_matches_reference() {
    let sizes = prop_oneof![Just((8, 8)), (4u8..=5, 4u8..=6)];
    let rules = every_fast_rule();
    // Orthodox chess, for which the moves of men are counted, is chosen as often as all other rules together.
    let rule = prop_oneof![Just(0), 0..rules.len()];
    let questions = (rule, sketch(sizes, 3), 0..STIPULATIONS.len(), prop::array::uniform4(any::<u8>()));
    let answers = [Cell::new(0), Cell::new(0)];
    let result = runner(3000).run(&questions, |(rule, sketch, family, choices)| {
        let stipulation = Stipulation::read(STIPULATIONS[family], Layout::CHESS).unwrap();
        let played = ProofGame { stipulation, choices, most: 30_000 };
        match rules[rule] {
            None => check_against_reference(Orthodox, &sketch, played, &answers),
            Some(circe) => check_against_reference(circe, &sketch, played, &answers),
        }
    });
    println!("no and yes: {answers:?}");
    result.unwrap();
    assert!(answers.iter().all(|count| count.get() > 0));
}

#[test]
fn proof_game_bound_matches_reference_under_all_rules() {
    let sets = rule_sets();
    let questions =
        (0..sets.len(), sketch(Just((8, 8)), 3), 0..STIPULATIONS.len(), prop::array::uniform4(any::<u8>()));
    let answers = [Cell::new(0), Cell::new(0)];
    let result = quick_runner(1500).run(&questions, |(rules, sketch, family, choices)| {
        let stipulation = Stipulation::read(STIPULATIONS[family], Layout::CHESS).unwrap();
        let sketch = sketch.for_rules(&sets[rules]);
        // A node takes up to a millisecond under some rules.
        let played = ProofGame { stipulation, choices, most: 3000 };
        check_against_reference(sets[rules].clone(), &sketch, played, &answers)
    });
    println!("no and yes: {answers:?}");
    result.unwrap();
    assert!(answers.iter().all(|count| count.get() > 0));
}

/// In Circe 1.a2-a4 Kh8-g8 2.Ra1-a3 Rb4*a4[+wPa2]: the pawn, reborn where it was, has let the rook pass.
#[test]
fn pawn_reborn_at_home_is_no_obstacle() {
    let placed = |men: &[(Side, Walk, &str)]| {
        let mut position = Position::empty(Side::White);
        for &(side, walk, name) in men {
            position.place(Man::new(side, walk), Layout::CHESS.square(name).unwrap());
        }
        position
    };
    let (white, black) = (Side::White, Side::Black);
    let from = placed(&[
        (white, Walk::King, "h1"),
        (white, Walk::Rook, "a1"),
        (white, Walk::Pawn, "a2"),
        (black, Walk::King, "h8"),
        (black, Walk::Rook, "b4"),
    ]);
    let target = placed(&[
        (white, Walk::King, "h1"),
        (white, Walk::Rook, "a3"),
        (white, Walk::Pawn, "a2"),
        (black, Walk::King, "g8"),
        (black, Walk::Rook, "a4"),
    ]);
    let diagrams = [from, target].map(|position| diagram::<Circe>(Layout::CHESS, &position));
    let game = Game::new(RectBoard::new(Layout::CHESS), Circe::PLAIN).with_target(&diagrams[0], &diagrams[1]);
    let mut bound = ProofGameBound::new(&game).expect("a target");
    assert!(bound.is_feasible(&from, [2, 2]));
    assert!(!bound.is_feasible(&from, [0, 2]));
}
