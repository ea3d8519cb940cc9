//! What nets say of small positions.

use super::*;
use crate::board::{Grid, Set64};
use crate::position::{Man, Position};
use crate::rules::Orthodox;
use Side::{Black, White};

/// Can White reach the goal with so many moves of White and Black?
fn can_be_drawn(goal: Goal, men: &[(Side, Walk, &str)], left: [usize; 2]) -> bool {
    let game = Game::new(Grid::chess(), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for &(side, walk, square) in men {
        let square = game.board.geometry().layout.square(square).expect("a square");
        position.put(Man::new(side, walk), square);
    }
    let mut nets = Nets::new(&game, White, goal, &position).expect("a board of squares");
    nets.begin::<Orthodox>(&position, left)
}

#[test]
fn who_has_too_few_moves_does_not_mate() {
    let mut men = vec![(White, Walk::King, "e1"), (White, Walk::Rook, "h5"), (Black, Walk::King, "a1")];
    // The rook can guard a2 and attack a1; the king needs two moves to b1 and b2.
    assert!(!can_be_drawn(Goal::Mate, &men, [2, 0]));
    assert!(can_be_drawn(Goal::Mate, &men, [3, 0]));
    // Twelve moves: the king to c2, the pawn to a queen, and she to the king.
    let far = [(White, Walk::King, "h8"), (White, Walk::Pawn, "h2"), (Black, Walk::King, "a1")];
    assert!(can_be_drawn(Goal::Mate, &far, [12, 0]));
    assert!(!can_be_drawn(Goal::Mate, &far, [9, 0]));
    // A knight on h8 is too far away to block them.
    men.push((Black, Walk::Knight, "h8"));
    assert!(!can_be_drawn(Goal::Mate, &men, [1, 2]));
}

#[test]
fn a_pawn_that_stays_gives_no_check() {
    let men = |pawn, king| {
        [
            (White, Walk::Pawn, pawn),
            (White, Walk::King, king),
            (Black, Walk::King, "a4"),
            (Black, Walk::Rook, "a5"),
            (Black, Walk::Bishop, "b5"),
            (Black, Walk::Bishop, "a3"),
        ]
    };
    assert!(can_be_drawn(Goal::Mate, &men("b2", "c3"), [1, 0]));
    assert!(!can_be_drawn(Goal::Mate, &men("b3", "d3"), [1, 0]));
}

#[test]
fn who_can_parry_must_be_moved_away() {
    let mut men = vec![
        (White, Walk::King, "c2"),
        (White, Walk::Knight, "c5"),
        (Black, Walk::King, "a1"),
        (Black, Walk::Rook, "a2"),
    ];
    // The knight mates on b3; the pawn on c4 takes it there.
    assert!(can_be_drawn(Goal::Mate, &men, [1, 0]));
    men.push((Black, Walk::Pawn, "c4"));
    assert!(!can_be_drawn(Goal::Mate, &men, [1, 0]));
    assert!(can_be_drawn(Goal::Mate, &men, [1, 1]));
}

#[test]
fn for_stalemate_all_are_hemmed_in() {
    let mut men = vec![
        (White, Walk::King, "c7"),
        (White, Walk::Pawn, "b6"),
        (White, Walk::Rook, "h5"),
        (Black, Walk::King, "a8"),
        (Black, Walk::Queen, "h1"),
    ];
    // One queen may be captured, two cannot be by one move.
    assert!(can_be_drawn(Goal::Stalemate, &men, [1, 0]));
    men.push((Black, Walk::Queen, "h8"));
    assert!(!can_be_drawn(Goal::Stalemate, &men, [1, 0]));
}

#[test]
fn who_is_to_be_captured_comes_to_where_that_can_be() {
    let men = [
        (White, Walk::King, "c7"),
        (White, Walk::Pawn, "b6"),
        (Black, Walk::King, "a8"),
        (Black, Walk::Queen, "h1"),
    ];
    assert!(!can_be_drawn(Goal::Stalemate, &men, [1, 0]));
    assert!(can_be_drawn(Goal::Stalemate, &men, [1, 1]));
    // Only one of two can wait for the last move.
    let bishops = |other| {
        [
            (White, Walk::King, "c1"),
            (White, Walk::Pawn, "g5"),
            (Black, Walk::King, "a1"),
            (Black, Walk::Pawn, "a2"),
            (Black, Walk::Bishop, "e7"),
            (Black, Walk::Bishop, other),
        ]
    };
    assert!(can_be_drawn(Goal::Stalemate, &bishops("f6"), [2, 0]));
    assert!(!can_be_drawn(Goal::Stalemate, &bishops("d6"), [2, 1]));
    assert!(can_be_drawn(Goal::Stalemate, &bishops("d6"), [2, 2]));
}

#[test]
fn who_is_pinned_has_a_pinner() {
    let men = |pinner| {
        [
            (White, Walk::King, "c6"),
            (White, Walk::Pawn, "b6"),
            (White, pinner, "e1"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Knight, "b8"),
        ]
    };
    assert!(can_be_drawn(Goal::Stalemate, &men(Walk::Rook), [1, 0]));
    assert!(!can_be_drawn(Goal::Stalemate, &men(Walk::Bishop), [1, 0]));
}

#[test]
fn a_pawn_is_stopped_by_whoever_can_come() {
    let men = |pawn| {
        [
            (White, Walk::King, "c7"),
            (White, Walk::Pawn, "b6"),
            (White, Walk::Knight, "f6"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Pawn, pawn),
        ]
    };
    // The knight goes to g4 or takes on g4, and can do nothing about a pawn on g3.
    assert!(can_be_drawn(Goal::Stalemate, &men("g5"), [1, 0]));
    assert!(can_be_drawn(Goal::Stalemate, &men("g4"), [1, 0]));
    assert!(!can_be_drawn(Goal::Stalemate, &men("g3"), [1, 0]));
}

#[test]
fn what_costs_least_from_some_squares_is_what_the_best_of_them_costs() {
    let game = Game::new(Grid::chess(), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for (side, walk, at) in [
        (White, Walk::King, 18),
        (White, Walk::Knight, 40),
        (White, Walk::Bishop, 5),
        (Black, Walk::King, 38),
    ] {
        position.put(Man::new(side, walk), Square::new(at));
    }
    let mut nets = Nets::new(&game, White, Goal::Mate, &position).expect("a board of squares");
    assert!(nets.begin::<Orthodox>(&position, [4, 4]) && !nets.nets.is_empty());
    let demanded: std::collections::BTreeSet<_> = nets.nets.iter().flat_map(|net| net.demands).collect();
    let demands = &mut nets.demands;
    let mut far = 0;
    for id in demanded.into_iter().filter(|&id| id != 0).take(60) {
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
            let costs = (0..64).map(|at| demands.cost(id, walk, Square::new(at))).collect::<Vec<_>>();
            for (at, &cost) in costs.iter().enumerate() {
                assert_eq!(demands.cost_from(id, walk, Set64::of(Square::new(at as u8))), cost, "{id} {at}");
                let other = (at * 29 + usize::from(id)) % 64;
                let both = Set64::of(Square::new(at as u8)).with(Square::new(other as u8));
                assert_eq!(demands.cost_from(id, walk, both), cost.min(costs[other]), "{id} {at} {other}");
                far += usize::from(cost > 2 && cost < costs[other]);
            }
            assert_eq!(
                demands.cost_from(id, walk, Set64::EMPTY),
                crate::search::lower_bound::distance::NEVER
            );
        }
    }
    assert!(far > 100, "{far}");
}

/// Whatever may mate in the last two half-moves.
mod last_two {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{Circe, Condition, RuleSet, catalogue};

    /// White's king, Black's on an edge, and others, most of them near that one: where, who and whose.
    type Men = ([u8; 2], Vec<(i8, i8, Walk, bool)>);

    fn men() -> impl Strategy<Value = Men> {
        let edge = prop_oneof![0..8u8, (0..8u8).prop_map(|rank| 8 * rank), 0..64u8];
        let step = || prop_oneof![3 => -1..=1i8, 2 => -3..=3i8, 1 => -7..=7i8];
        let riders = prop_oneof![Just(Walk::Queen), Just(Walk::Rook), Just(Walk::Bishop)];
        let any = (1usize..6).prop_map(|walk| Walk::ALL[walk]);
        let hunter = (step(), step(), prop_oneof![riders, any.clone()], Just(true));
        let prey = (step(), step(), any, Just(false));
        let others = (prop::collection::vec(hunter, 2..6), prop::collection::vec(prey, 1..8));
        (0..64u8, edge, others).prop_map(|(white, black, (hunters, prey))| {
            ([white, black], hunters.into_iter().chain(prey).collect())
        })
    }

    fn position<R: Rules>(rules: &R, (kings, others): &Men) -> PositionOf<Grid, R> {
        let mut position: PositionOf<Grid, R> = Position::empty(Black);
        let mut put = |side, walk: Walk, at: u8| {
            let at_end = walk == Walk::Pawn && !(8..56).contains(&at);
            if !position.occupied().contains(Square::new(at)) && !at_end {
                position.put(Man::new(side, walk), Square::new(at));
            }
        };
        put(White, Walk::King, kings[0]);
        put(Black, Walk::King, kings[1]);
        for &(files, ranks, walk, white) in others {
            let file = (kings[1] % 8) as i8 + files;
            let rank = (kings[1] / 8) as i8 + ranks;
            if (0..8).contains(&file) && (0..8).contains(&rank) {
                put(if white { White } else { Black }, walk, (rank * 8 + file) as u8);
            }
        }
        rules.begin(&mut position);
        position
    }

    /// How many moves nets leave out, none of which may lead to a mate, and whether another does.
    fn left_out<R: Rules>(rules: &R, men: &Men) -> Result<[usize; 2], TestCaseError> {
        let game = Game::new(Grid::chess(), rules.clone());
        let position = position(rules, men);
        if game.in_check(&position, White) || position.royal.count() != 2 {
            return Ok([0; 2]);
        }
        let Some(mut nets) = Nets::new(&game, White, Goal::Mate, &position) else { return Ok([0; 2]) };
        let mates = |mv: Move| {
            let after = game.play(&position, mv);
            let mut answers = Vec::new();
            game.moves(&after, &mut answers);
            answers.into_iter().find(|&answer| game.is_mate(&game.play(&after, answer)))
        };
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let hopeful = nets.begin::<R>(&position, [1, 1]);
        let mut count = 0;
        for alone in [false, true] {
            let mut wanted = Vec::new();
            if hopeful || alone {
                // The eve alone, as where there are too many nets.
                nets.frames.iter_mut().for_each(|frame| frame.free |= alone);
                match nets.eve(&game, &position) {
                    Some(eve) => nets.serving_moves(&game, &position, &eve, &mut wanted),
                    None => nets.serving_moves(
                        &game,
                        &position,
                        &crate::game::movegen::generate::Anywhere,
                        &mut wanted,
                    ),
                }
            }
            for &mv in moves.iter().filter(|mv| !wanted.contains(mv)) {
                count += 1;
                prop_assert_eq!(mates(mv), None, "alone {}, {:?}, {:?}", alone, mv, men);
            }
        }
        Ok([count, usize::from(moves.into_iter().any(|mv| mates(mv).is_some()))])
    }

    /// As many cases as `KIRKE_CASES` says, or so many.
    fn run<S: Strategy>(usual: u32, cases_of: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
        let cases = std::env::var("KIRKE_CASES").ok().and_then(|cases| cases.parse().ok());
        let config =
            ProptestConfig { cases: cases.unwrap_or(usual), failure_persistence: None, ..Default::default() };
        let result = proptest::test_runner::TestRunner::new(config).run(&cases_of, test);
        result.unwrap_or_else(|error| panic!("{error}"));
    }

    /// How many moves were left out, and in how many positions there is a mate.
    #[derive(Default, Debug)]
    struct Tally(std::cell::Cell<[usize; 2]>);

    impl Tally {
        fn add(&self, [left, mates]: [usize; 2]) {
            let [all, any] = self.0.get();
            self.0.set([all + left, any + mates]);
        }

        fn is_enough(&self) {
            println!("{self:?}");
            assert!(self.0.get().into_iter().all(|count| count > 30), "{self:?}");
        }
    }

    #[test]
    fn nets_and_the_eve_leave_out_no_mate() {
        let tally = Tally::default();
        run(2000, men(), |men| {
            tally.add(left_out(&Orthodox, &men)?);
            Ok(())
        });
        tally.is_enough();
    }

    /// The conditions with which nets reckon, if they lead men like this.
    fn conditions(wanted: impl Fn(Reborn) -> bool) -> Vec<Condition> {
        let conditions = catalogue::RULES.iter().flat_map(|rule| rule.examples());
        conditions.filter(|condition| Reborn::by(*condition).is_some_and(&wanted)).collect()
    }

    /// Compares so many positions, or more, under these conditions.
    fn compare(usual: u32, conditions: Vec<Condition>) {
        let tally = Tally::default();
        run(usual, (prop::sample::select(conditions), men()), |(condition, men)| {
            let named = |error| TestCaseError::fail(format!("{condition}: {error}"));
            let rules = RuleSet::new(&[condition]).expect("one rule goes with itself");
            tally.add(left_out(&rules, &men).map_err(named)?);
            if let Some(circe) = Circe::of(condition) {
                tally.add(left_out(&circe, &men).map_err(named)?);
            }
            Ok(())
        });
        tally.is_enough();
    }

    #[test]
    fn nor_do_they_where_men_are_reborn() {
        compare(2000, conditions(|_| true));
    }

    #[test]
    fn nor_where_captured_men_may_be_anywhere() {
        compare(
            400,
            conditions(|reborn| matches!(reborn, Reborn::Victims(rebirth) if rebirth.is_anywhere())),
        );
    }
}
