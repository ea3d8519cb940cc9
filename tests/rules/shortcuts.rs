//! What is told without playing moves, against playing them, under every rule and under pairs
//! of rules, on random positions and along random play.

use std::cell::Cell;

use kirke::board::{Grid, Layout};
use kirke::game::{Game, PositionOf};
use kirke::position::{Branch, Man, Move, Position, Side, Walk};
use kirke::rules::movement::{SeriesCapture, TakeAndMake};
use kirke::rules::rebirth::{Adapt, Home, Occupied, Rebirth, VictimReborn};
use kirke::rules::restriction::Bicaptures;
use kirke::rules::transformation::Breton;
use kirke::rules::{Condition, Royals, RuleSet, Rules};
use kirke::search::goals::reaches;
use kirke::search::limits::{Limits, StopFlag};
use kirke::search::must_reach;
use kirke::search::solver::Prover;
use kirke::search::table::Table;
use kirke::stipulation::{Duty, Goal, Stipulation};
use proptest::prelude::*;

use crate::nets::{named, near_an_edge};
use crate::positions::{Sketch, runner, sets_of_rules, sets_that_lead_on, sketch, written};

fn agree(rules: &RuleSet, sketch: &Sketch, picks: &[u16], moves: &Cell<u64>) -> Result<(), TestCaseError> {
    let layout = Layout::CHESS;
    let fast = Game::new(Grid::new(layout), rules.clone());
    let slow = Game::new(Grid::new(layout), rules.clone().without_shortcuts());
    let mut position: PositionOf<Grid, RuleSet> = sketch.position_with();
    rules.begin(&mut position);
    let mut before = [Vec::new(), Vec::new()];
    for &pick in picks {
        let here = || format!("{rules:?}: {}", written(&position, layout));
        for side in Side::BOTH {
            prop_assert_eq!(fast.in_check(&position, side), slow.in_check(&position, side), "{}", here());
        }
        let (mut told, mut played) = (Vec::<Move>::new(), Vec::<Move>::new());
        fast.moves(&position, &mut told);
        slow.moves(&position, &mut played);
        // Branches may be numbered otherwise.
        let plain = |mv: &Move| Move { branch: Branch::ONLY, ..*mv };
        let told_moves: Vec<Move> = told.iter().map(plain).collect();
        let played_moves: Vec<Move> = played.iter().map(plain).collect();
        prop_assert_eq!(told_moves, played_moves, "{}", here());
        for (&mv, &same) in told.iter().zip(&played) {
            let after = fast.play(&position, mv);
            prop_assert_eq!(&after, &slow.play(&position, same), "{:?} in {}", mv, here());
            prop_assert_eq!(after.key(), after.key_from_scratch(), "{:?} in {}", mv, here());
            moves.set(moves.get() + 1);
        }
        // Only moves that may give check are looked at where mate or check is wanted.
        let (table, limits) = (Table::new(1 << 18), Limits::default());
        for goal in [Goal::Check, Goal::Mate] {
            let found = Prover::new(&fast, goal, &table, 0, &limits).can_reach(&position);
            let reached = |&mv: &Move| reaches(&slow, goal, &position, mv, &slow.play(&position, mv));
            prop_assert_eq!(found, played.iter().any(reached), "{:?} in {}", goal, here());
        }
        // Where every move is wanted to reach it, or is not, those are tried first that come cheap.
        for (goal, duty) in
            [(Goal::Check, Duty::Cornered), (Goal::Mate, Duty::Cornered), (Goal::Mate, Duty::Bound)]
        {
            let told = must_reach(&fast, goal, duty, &position);
            prop_assert_eq!(told, must_reach(&slow, goal, duty, &position), "{:?} in {}", goal, here());
        }
        // A move that was legal before, and is seen to be now.
        for &mv in &before[position.to_move.index()] {
            let Some(after) = fast.try_again(&position, mv, |&after| after) else { continue };
            let same = told.iter().position(|&told| told == mv).map(|index| played[index]);
            prop_assert!(same.is_some(), "{:?} in {}", mv, here());
            prop_assert_eq!(
                Some(after),
                same.map(|same| slow.play(&position, same)),
                "{:?} in {}",
                mv,
                here()
            );
        }
        before[position.to_move.index()] = told.clone();
        let Some(&mv) = told.get(usize::from(pick) % told.len().max(1)) else { return Ok(()) };
        position = fast.play(&position, mv);
    }
    Ok(())
}

#[test]
fn a_pawn_takes_flights_as_what_it_becomes() {
    // wKb6 Pc7, bKa8: c7-c8=Q mates, whenever it is decided what the pawn becomes.
    let square = |name: &str| Layout::CHESS.square(name).unwrap();
    for rule in
        [Condition::TakeAndMake(TakeAndMake { absolute: false }), Condition::Breton(Breton::default())]
    {
        let game = Game::new(Grid::new(Layout::CHESS), RuleSet::new(&[rule]).unwrap());
        let mut position: PositionOf<Grid, RuleSet> = Position::empty(Side::White);
        let king = |side| Man { royal: true, ..Man::new(side, Walk::King) };
        position.put(king(Side::White), square("b6"));
        position.put(king(Side::Black), square("a8"));
        position.put(Man::new(Side::White, Walk::Pawn), square("c7"));
        game.rules.begin(&mut position);
        let (table, limits) = (Table::new(1 << 18), Limits::default());
        assert!(Prover::new(&game, Goal::Mate, &table, 0, &limits).can_reach(&position), "{rule}");
    }
}

#[test]
fn an_own_man_who_comes_back_may_give_check() {
    // wKh8 Bh1 Sg3 Pg2, bKa6: the only check is Sg3*h1[+wBc8].
    let square = |name: &str| Layout::CHESS.square(name).unwrap();
    let rebirth = Rebirth { adapt: Adapt::Diametral, ..Rebirth::CIRCE };
    let rules = [Condition::Circe(VictimReborn(rebirth)), Condition::Bicaptures(Bicaptures)];
    let game = Game::new(Grid::new(Layout::CHESS), RuleSet::new(&rules).unwrap());
    let mut position: PositionOf<Grid, RuleSet> = Position::empty(Side::White);
    let king = |side| Man { royal: true, ..Man::new(side, Walk::King) };
    position.put(king(Side::White), square("h8"));
    position.put(king(Side::Black), square("a6"));
    for (walk, name) in [(Walk::Bishop, "h1"), (Walk::Knight, "g3"), (Walk::Pawn, "g2")] {
        position.put(Man::new(Side::White, walk), square(name));
    }
    game.rules.begin(&mut position);
    let (table, limits) = (Table::new(1 << 18), Limits::default());
    assert!(Prover::new(&game, Goal::Check, &table, 0, &limits).can_reach(&position));
}

/// Has a move among many men more branches than can be played in minutes? Where it is asked of
/// every capture whether there is a cage, it is asked within that question again, for whoever
/// could capture a king then; and a series of captures can begin each time from anywhere.
fn branches_widely(rules: &RuleSet) -> bool {
    rules.clauses().iter().any(|clause| {
        **clause == Condition::SeriesCapture(SeriesCapture)
            || clause.rebirth().is_some_and(|rebirth| {
                rebirth.home == Home::Cage
                    && (rebirth.occupied == Occupied::Strict || rebirth.royals == Royals::Inclusive)
            })
    })
}

#[test]
fn what_is_told_agrees_with_what_is_played() {
    agree_often(&sets_of_rules(), 500);
}

#[test]
fn what_two_rules_make_of_a_capture_is_told() {
    agree_often(&sets_that_lead_on(), 200);
}

/// Along play near the edge of the board, too, by which kings may have become other royal men: does short play hold
/// as it does where nothing is told beforehand?
#[test]
fn short_play_is_told_along_play() {
    let asked = [
        "s+1", "s#1", "s=1", "r#1", "#2", "+2", "=1", "h#1", "h#1.5", "hs#1.5", "s#2", "h=1", "h=1.5", "!#1",
        "s##1", "ser-#2", "ser-s#2",
    ];
    let asked = asked.map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap());
    let reached = Cell::new(0);
    let sets = named(sets_of_rules());
    let play = prop::collection::vec(any::<u16>(), 4);
    let outcome = runner(500).run(&(0..sets.len(), near_an_edge(), play), |(set, sketch, play)| {
        let rules = &sets[set];
        let sketch = if branches_widely(rules) { sketch.with_few() } else { sketch };
        let fast = Game::new(Grid::new(sketch.layout()), rules.clone());
        let slow = Game::new(Grid::new(sketch.layout()), rules.clone().without_shortcuts());
        let mut position: PositionOf<Grid, RuleSet> = sketch.position_with();
        rules.begin(&mut position);
        if slow.in_check(&position, position.to_move.other()) {
            return Ok(());
        }
        for pick in play {
            for stipulation in asked.iter().skip(usize::from(pick) % 5).step_by(5) {
                let schedule = stipulation.schedule_of(position.to_move, stipulation.half_moves());
                let holds = |game: &Game<Grid, RuleSet>, most: Option<u64>| {
                    let (table, limits) = (Table::new(1 << 18), Limits::new(most, None, StopFlag::default()));
                    let mut prover = Prover::new(game, stipulation.goal, &table, 0, &limits);
                    prover.holds(&schedule, &position, 0)
                };
                // What takes long without shortcuts is left out.
                let Ok(expected) = holds(&slow, Some(5000)) else { continue };
                reached.set(reached.get() + u32::from(expected));
                let here = || format!("{rules:?}, {stipulation}: {}", written(&position, sketch.layout()));
                prop_assert_eq!(holds(&fast, None), Ok(expected), "{}", here());
            }
            let mut moves = Vec::new();
            fast.moves(&position, &mut moves);
            // Captures change most.
            let captures = moves.iter().filter(|mv| mv.is_capture()).count();
            moves.retain(|mv| captures == 0 || mv.is_capture());
            let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { return Ok(()) };
            position = fast.play(&position, mv);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(reached.get() > 20, "too few to tell: {reached:?}");
}

fn agree_often(sets: &[RuleSet], times: u32) {
    let moves = Cell::new(0);
    let play = prop::collection::vec(any::<u16>(), 4);
    let outcome =
        runner(times).run(&(0..sets.len(), sketch(Just((8, 8)), 6), play), |(set, sketch, play)| {
            let sketch = if branches_widely(&sets[set]) { sketch.with_few() } else { sketch };
            agree(&sets[set], &sketch, &play, &moves)
        });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(moves.get() > 500, "only {} moves", moves.get());
}
