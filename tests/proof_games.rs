//! Proof games: what is left out because it cannot succeed must not succeed.

mod positions;

use std::borrow::Cow;
use std::cell::Cell;

use kirke::board::{Grid, Layout, Squares as _};
use kirke::game::diagram_goal::Reckoned;
use kirke::game::{Game, PositionOf};
use kirke::position::{Man, Position, Side, Walk};
use kirke::problem::Diagram;
use kirke::rules::{Circe, Orthodox, Rules};
use kirke::search::limits::StopFlag;
use kirke::search::{Definition, Limits, Prover, Table, next_position};
use kirke::stipulation::Stipulation;
use positions::{Sketch, every_rule, runner, sets_of_rules, sketch, written};
use proptest::prelude::*;

const STIPULATIONS: [&str; 6] = ["a=>b1.5", "a=>b2", "ser-a=>b3", "ser-ha=>b2", "pser-a=>b2", "phser-a=>b2"];

/// The half-moves that the definition may look at, so that no case takes long.
const MOST_NODES: u64 = 30_000;

/// Who stands where.
fn diagram<R: Rules>(layout: Layout, position: &PositionOf<Grid, R>) -> Diagram {
    let mut diagram = Diagram::empty(layout);
    for square in position.occupied().iter() {
        diagram.place(square, position.man(square).unwrap());
    }
    diagram
}

/// Plays random moves, and asks for the position they lead to: in so many half-moves, and in fewer.
fn agree<R: Rules>(
    rules: R,
    sketch: &Sketch,
    stipulation: Stipulation,
    choices: &[u8],
    answers: &[Cell<u64>; 2],
) -> Result<(), TestCaseError> {
    let game = Game::new(Grid::new(sketch.layout()), rules);
    let mut begin: PositionOf<Grid, R> = sketch.position_with();
    game.rules.begin(&mut begin);
    let full = stipulation.schedule(Side::White);
    let mut position = begin;
    for (index, choice) in choices.iter().enumerate().take(full.halves.len()) {
        if position.to_move != full.halves[index].side {
            position = position.passed_over();
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let after = game.play(&position, moves[usize::from(*choice) % moves.len()]);
        position =
            next_position(&game, stipulation.goal, &full, index, &after).map_or(after, Cow::into_owned);
    }
    let target = diagram::<R>(sketch.layout(), &position);
    let game = game.towards(&diagram::<R>(sketch.layout(), &begin), &target);
    let (endless, table) = (Limits::default(), Table::new(1 << 16));
    let mut prover = Prover::new(&game, stipulation.goal, &table, table.salt(), &endless);
    for half_moves in 1..=stipulation.half_moves() {
        let schedule = stipulation.schedule_of(Side::White, half_moves);
        let mut position = begin;
        if position.to_move != schedule.halves[0].side {
            position = position.passed_over();
        }
        if game.in_check(&position, position.to_move.other()) {
            continue;
        }
        let limits = Limits::new(Some(MOST_NODES), None, StopFlag::default());
        let definition =
            Definition { game: &game, goal: stipulation.goal, schedule: &schedule, limits: &limits };
        let Ok(expected) = definition.holds(&position, 0) else { continue };
        let count = &answers[usize::from(expected)];
        count.set(count.get() + 1);
        let found = prover.holds(&schedule, &position, 0);
        let target = target.placement();
        let position = written(&position, sketch.layout());
        prop_assert_eq!(found, Ok(expected), "{} in {}: {} => {}", stipulation, half_moves, position, target);
    }
    Ok(())
}

#[test]
fn what_cannot_arrive_does_not_arrive() {
    let sizes = prop_oneof![Just((8, 8)), (4u8..=5, 4u8..=6)];
    let rules = every_rule();
    // Orthodox chess, whose men's ways are counted, as often as all the others.
    let rule = prop_oneof![Just(0), 0..rules.len()];
    let questions = (rule, sketch(sizes, 3), 0..STIPULATIONS.len(), prop::array::uniform4(any::<u8>()));
    let answers = [Cell::new(0), Cell::new(0)];
    let result = runner(3000).run(&questions, |(rule, sketch, family, choices)| {
        let stipulation = Stipulation::read(STIPULATIONS[family], Layout::CHESS).unwrap();
        match rules[rule] {
            None => agree(Orthodox, &sketch, stipulation, &choices, &answers),
            Some(circe) => agree(circe, &sketch, stipulation, &choices, &answers),
        }
    });
    println!("no and yes: {answers:?}");
    result.unwrap();
    assert!(answers.iter().all(|count| count.get() > 0));
}

#[test]
fn under_any_rules_what_cannot_arrive_does_not_arrive() {
    let sets = sets_of_rules();
    let questions =
        (0..sets.len(), sketch(Just((8, 8)), 3), 0..STIPULATIONS.len(), prop::array::uniform4(any::<u8>()));
    let answers = [Cell::new(0), Cell::new(0)];
    let result = runner(1500).run(&questions, |(rules, sketch, family, choices)| {
        let stipulation = Stipulation::read(STIPULATIONS[family], Layout::CHESS).unwrap();
        agree(sets[rules].clone(), &sketch, stipulation, &choices, &answers)
    });
    println!("no and yes: {answers:?}");
    result.unwrap();
    assert!(answers.iter().all(|count| count.get() > 0));
}

/// In Circe 1.a2-a4 Kh8-g8 2.Ra1-a3 Rb4*a4[+wPa2]: the pawn, which is where it was, has let the rook through.
#[test]
fn who_is_reborn_at_home_may_have_let_others_through() {
    let placed = |men: &[(Side, Walk, &str)]| {
        let mut position = Position::empty(Side::White);
        for &(side, walk, name) in men {
            position.put(Man::new(side, walk), Layout::CHESS.square(name).unwrap());
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
    let game = Game::new(Grid::new(Layout::CHESS), Circe::PLAIN).towards(&diagrams[0], &diagrams[1]);
    assert!(game.can_arrive(&from, [2, 2], &mut Reckoned::default()));
    assert!(!game.can_arrive(&from, [0, 2], &mut Reckoned::default()));
}
