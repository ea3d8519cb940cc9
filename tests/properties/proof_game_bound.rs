//! The ply bounds of proof games (`Rule::tally`) against play: a position that was reached by some
//! number of moves must not have a higher bound, under every rule and under pairs of rules.

use std::cell::Cell;

use kirke::board::{Layout, RectBoard, Squares};
use kirke::game::{Game, PositionOf};
use kirke::position::Colour;
use kirke::problem::Diagram;
use kirke::rules::{GameRules, RuleSet};
use kirke::search::ProofGameBound;
use proptest::prelude::*;

use crate::common::positions::{Sketch, describe, quick_runner, rule_sets, sketch};

/// Returns the man on each square.
fn diagram(position: &PositionOf<RectBoard, RuleSet>) -> Diagram {
    let mut diagram = Diagram::empty(Layout::CHESS);
    for square in position.occupied().iter() {
        diagram.put(square, position.man(square).unwrap());
    }
    diagram
}

/// Plays moves, and tests that the bound admits every position on the way and the move played there. Counts
/// in `refused` the positions that the bound rejects with one ply fewer.
fn check_random_game(
    rules: &RuleSet,
    sketch: &Sketch,
    picks: &[(u16, bool)],
    refused: &Cell<u64>,
) -> Result<(), TestCaseError> {
    let game = Game::new(RectBoard::new(Layout::CHESS), rules.clone());
    let mut position: PositionOf<RectBoard, RuleSet> = sketch.position_with();
    rules.init_position(&mut position);
    let mut way = Vec::new();
    for &(pick, capturing) in picks {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if capturing && moves.iter().any(|mv| mv.is_capture()) {
            moves.retain(|mv| mv.is_capture());
        }
        let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
        way.push((position, mv));
        position = game.play(&position, mv);
    }
    let Some((begin, _)) = way.first() else { return Ok(()) };
    let (from, target) = (diagram(begin), diagram(&position));
    let game = game.with_target(&from, &target);
    let mut bound = ProofGameBound::new(&game).expect("a target");
    let mut left = [0, 0];
    for (before, mv) in way.iter().rev() {
        let here = || format!("{rules:?}: {} => {}", describe(before, Layout::CHESS), target.placement());
        prop_assert!(bound.filter(&game, before, left).accepts(*mv), "{:?} in {}", mv, here());
        refused.set(refused.get() + u64::from(!bound.is_feasible(before, left)));
        left[before.to_move.index()] += 1;
        prop_assert!(bound.is_feasible(before, left), "in {:?}: {}", left, here());
    }
    Ok(())
}

#[test]
fn proof_game_bound_keeps_played_games() {
    let sets = rule_sets();
    let picks = prop::collection::vec((any::<u16>(), any::<bool>()), 1..=7);
    let sketches = sketch(Just((8, 8)), 5);
    let questions = (0..sets.len(), sketches, prop::option::weighted(0.1, 0usize..8), picks);
    let refused = Cell::new(0);
    let result = quick_runner(20_000).run(&questions, |(index, mut sketch, neutral, picks)| {
        if let Some((_, man)) = neutral.and_then(|neutral| sketch.men.get_mut(neutral)) {
            man.colour = Colour::Neutral;
        }
        check_random_game(&sets[index], &sketch, &picks, &refused)
    });
    println!("refused: {}", refused.get());
    result.unwrap();
    assert!(refused.get() > 0);
}
