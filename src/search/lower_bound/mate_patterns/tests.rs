//! Mate patterns of small positions, and random comparisons with search.

use super::*;
use crate::board::{RectBoard, Set64};
use crate::position::{Man, Move, Position};
use crate::rules::Orthodox;
use Side::{Black, White};

/// Returns whether a pattern of the position is feasible with `moves_left` moves of White, the mating side,
/// and Black.
fn is_feasible(goal: Goal, men: &[(Side, Walk, &str)], moves_left: [usize; 2]) -> bool {
    let game = Game::new(RectBoard::chess(), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for &(side, walk, square) in men {
        let square = game.board.geometry().layout.square(square).expect("a square");
        position.place(Man::new(side, walk), square);
    }
    let mut patterns = MatePatterns::new(&game, White, goal, &position).expect("a board of squares");
    patterns.push_root::<Orthodox>(&position, moves_left)
}

#[test]
fn mate_with_too_few_moves_is_infeasible() {
    let mut men = vec![(White, Walk::King, "e1"), (White, Walk::Rook, "h5"), (Black, Walk::King, "a1")];
    // The rook can guard a2 and attack a1; the king needs two moves to b1 and b2.
    assert!(!is_feasible(Goal::Mate, &men, [2, 0]));
    assert!(is_feasible(Goal::Mate, &men, [3, 0]));
    // Twelve moves: the king goes to c2, the pawn promotes, and the queen mates.
    let far = [(White, Walk::King, "h8"), (White, Walk::Pawn, "h2"), (Black, Walk::King, "a1")];
    assert!(is_feasible(Goal::Mate, &far, [12, 0]));
    assert!(!is_feasible(Goal::Mate, &far, [9, 0]));
    // A black knight on h8 is too far away to block b1 or b2.
    men.push((Black, Walk::Knight, "h8"));
    assert!(!is_feasible(Goal::Mate, &men, [1, 2]));
}

#[test]
fn unmoved_pawn_gives_no_check() {
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
    assert!(is_feasible(Goal::Mate, &men("b2", "c3"), [1, 0]));
    assert!(!is_feasible(Goal::Mate, &men("b3", "d3"), [1, 0]));
}

#[test]
fn parrying_man_must_vacate() {
    let mut men = vec![
        (White, Walk::King, "c2"),
        (White, Walk::Knight, "c5"),
        (Black, Walk::King, "a1"),
        (Black, Walk::Pawn, "a2"),
    ];
    // The knight mates on b3, where the pawn on c4 can capture it.
    assert!(is_feasible(Goal::Mate, &men, [1, 0]));
    men.push((Black, Walk::Pawn, "c4"));
    assert!(!is_feasible(Goal::Mate, &men, [1, 0]));
    assert!(is_feasible(Goal::Mate, &men, [1, 1]));
}

#[test]
fn pattern_without_placement_is_infeasible() {
    let men = |blocker| {
        [
            (White, Walk::King, "c2"),
            (White, Walk::Knight, "c5"),
            (Black, Walk::King, "a1"),
            (Black, blocker, "a2"),
        ]
    };
    assert!(is_feasible(Goal::Mate, &men(Walk::Knight), [1, 0]));
    // The rook checks the king on c2, and the bishop can capture on b3.
    assert!(!is_feasible(Goal::Mate, &men(Walk::Rook), [1, 0]));
    assert!(!is_feasible(Goal::Mate, &men(Walk::Bishop), [1, 0]));
}

#[test]
fn stalemate_needs_every_man_immobile() {
    let mut men = vec![
        (White, Walk::King, "c7"),
        (White, Walk::Pawn, "b6"),
        (White, Walk::Rook, "h5"),
        (Black, Walk::King, "a8"),
        (Black, Walk::Queen, "h1"),
    ];
    // One queen may be captured, two cannot be by one move.
    assert!(is_feasible(Goal::Stalemate, &men, [1, 0]));
    men.push((Black, Walk::Queen, "h8"));
    assert!(!is_feasible(Goal::Stalemate, &men, [1, 0]));
}

#[test]
fn stalemate_victim_must_reach_capture_square() {
    let men = [
        (White, Walk::King, "c7"),
        (White, Walk::Pawn, "b6"),
        (Black, Walk::King, "a8"),
        (Black, Walk::Queen, "h1"),
    ];
    assert!(!is_feasible(Goal::Stalemate, &men, [1, 0]));
    assert!(is_feasible(Goal::Stalemate, &men, [1, 1]));
    // Only one of two men can be captured by the last move.
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
    assert!(is_feasible(Goal::Stalemate, &bishops("f6"), [2, 0]));
    assert!(!is_feasible(Goal::Stalemate, &bishops("d6"), [2, 1]));
    assert!(is_feasible(Goal::Stalemate, &bishops("d6"), [2, 2]));
}

#[test]
fn stalemate_pin_needs_line_piece() {
    let men = |pinner| {
        [
            (White, Walk::King, "c6"),
            (White, Walk::Pawn, "b6"),
            (White, pinner, "e1"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Knight, "b8"),
        ]
    };
    assert!(is_feasible(Goal::Stalemate, &men(Walk::Rook), [1, 0]));
    assert!(!is_feasible(Goal::Stalemate, &men(Walk::Bishop), [1, 0]));
}

#[test]
fn stalemate_pawn_is_stopped_by_any_man() {
    let men = |pawn| {
        [
            (White, Walk::King, "c7"),
            (White, Walk::Pawn, "b6"),
            (White, Walk::Knight, "f6"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Pawn, pawn),
        ]
    };
    // The knight stops the pawn on g4, or captures it there. It cannot reach g2 or g3.
    assert!(is_feasible(Goal::Stalemate, &men("g5"), [1, 0]));
    assert!(is_feasible(Goal::Stalemate, &men("g4"), [1, 0]));
    assert!(!is_feasible(Goal::Stalemate, &men("g3"), [1, 0]));
}

#[test]
fn min_cost_from_set_is_minimum_over_squares() {
    let game = Game::new(RectBoard::chess(), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for (side, walk, at) in [
        (White, Walk::King, 18),
        (White, Walk::Knight, 40),
        (White, Walk::Bishop, 5),
        (Black, Walk::King, 38),
    ] {
        position.place(Man::new(side, walk), Square::new(at));
    }
    let mut patterns = MatePatterns::new(&game, White, Goal::Mate, &position).expect("a board of squares");
    assert!(patterns.push_root::<Orthodox>(&position, [4, 4]) && !patterns.patterns.is_empty());
    let ids: std::collections::BTreeSet<_> =
        patterns.patterns.iter().flat_map(|pattern| pattern.tasks).collect();
    let tasks = &mut patterns.tasks;
    let mut far = 0;
    for id in ids.into_iter().filter(|&id| id != 0).take(60) {
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
            let costs = (0..64).map(|at| tasks.cost(id, walk, Square::new(at))).collect::<Vec<_>>();
            for (at, &cost) in costs.iter().enumerate() {
                assert_eq!(
                    tasks.min_cost_from(id, walk, Set64::of(Square::new(at as u8))),
                    cost,
                    "{id} {at}"
                );
                let other = (at * 29 + usize::from(id)) % 64;
                let both = Set64::of(Square::new(at as u8)).with(Square::new(other as u8));
                assert_eq!(tasks.min_cost_from(id, walk, both), cost.min(costs[other]), "{id} {at} {other}");
                far += usize::from(cost > 2 && cost < costs[other]);
            }
            assert_eq!(
                tasks.min_cost_from(id, walk, Set64::EMPTY),
                crate::search::lower_bound::distance::UNREACHABLE
            );
        }
    }
    assert!(far > 100, "{far}");
}

/// Random positions with two plies left, in which pruned moves must lead to no mate.
mod last_two_plies {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{Circe, Condition, RuleSet, catalogue};

    /// The squares of the white and the black king, and the other men: file and rank relative to the black
    /// king, walk, and whether the man is white. The black king is mostly on an edge, most men are near it.
    type RandomMen = ([u8; 2], Vec<(i8, i8, Walk, bool)>);

    fn random_men() -> impl Strategy<Value = RandomMen> {
        let edge = prop_oneof![0..8u8, (0..8u8).prop_map(|rank| 8 * rank), 0..64u8];
        let step = || prop_oneof![3 => -1..=1i8, 2 => -3..=3i8, 1 => -7..=7i8];
        let riders = prop_oneof![Just(Walk::Queen), Just(Walk::Rook), Just(Walk::Bishop)];
        let any = (1usize..6).prop_map(|walk| Walk::CHESS[walk]);
        let white_man = (step(), step(), prop_oneof![riders, any.clone()], Just(true));
        let black_man = (step(), step(), any, Just(false));
        let others = (prop::collection::vec(white_man, 2..6), prop::collection::vec(black_man, 1..8));
        (0..64u8, edge, others).prop_map(|(white, black, (white_men, black_men))| {
            ([white, black], white_men.into_iter().chain(black_men).collect())
        })
    }

    fn build_position<R: GameRules>(rules: &R, (kings, others): &RandomMen) -> PositionOf<RectBoard, R> {
        let mut position: PositionOf<RectBoard, R> = Position::empty(Black);
        let mut put = |side, walk: Walk, at: u8| {
            let at_end = walk == Walk::Pawn && !(8..56).contains(&at);
            if !position.occupied().contains(Square::new(at)) && !at_end {
                position.place(Man::new(side, walk), Square::new(at));
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
        rules.init_position(&mut position);
        position
    }

    /// Returns the number of moves that are pruned, after none of which there may be a mate in one, and 1 if
    /// there is one after another move, or else 0.
    fn count_pruned<R: GameRules>(rules: &R, men: &RandomMen) -> Result<[usize; 2], TestCaseError> {
        let game = Game::new(RectBoard::chess(), rules.clone());
        let position = build_position(rules, men);
        if game.in_check(&position, White) || position.royal.count() != 2 {
            return Ok([0; 2]);
        }
        let Some(mut patterns) = MatePatterns::new(&game, White, Goal::Mate, &position) else {
            return Ok([0; 2]);
        };
        let mates = |mv: Move| {
            let after = game.play(&position, mv);
            let mut replies = Vec::new();
            game.moves(&after, &mut replies);
            replies.into_iter().find(|&reply| game.is_mate(&game.play(&after, reply)))
        };
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let is_feasible = patterns.push_root::<R>(&position, [1, 1]);
        let mut count = 0;
        for filter_alone in [false, true] {
            let mut generated = Vec::new();
            if is_feasible || filter_alone {
                // The penultimate filter without patterns, as where there are too many.
                patterns.ply_states.iter_mut().for_each(|state| state.disabled |= filter_alone);
                match patterns.helpmate_filter(&game, &position) {
                    Some(filter) => patterns.append_useful_moves(&game, &position, &filter, &mut generated),
                    None => patterns.append_useful_moves(
                        &game,
                        &position,
                        &crate::game::movegen::generate::AllMoves,
                        &mut generated,
                    ),
                }
            }
            for &mv in moves.iter().filter(|mv| !generated.contains(mv)) {
                count += 1;
                prop_assert_eq!(mates(mv), None, "filter alone: {}, {:?}, {:?}", filter_alone, mv, men);
            }
        }
        Ok([count, usize::from(moves.into_iter().any(|mv| mates(mv).is_some()))])
    }

    /// Runs a test on `usual` cases, or on the number of cases in `KIRKE_CASES`.
    fn run_cases<S: Strategy>(usual: u32, cases_of: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
        let cases = match std::env::var("KIRKE_CASES").as_deref() {
            Err(_) | Ok("full") => usual,
            Ok(number) => number.parse().expect("KIRKE_CASES is a number or 'full'"),
        };
        let config = ProptestConfig { cases, failure_persistence: None, ..Default::default() };
        let result = proptest::test_runner::TestRunner::new(config).run(&cases_of, test);
        result.unwrap_or_else(|error| panic!("{error}"));
    }

    /// The number of pruned moves, and of positions with a mate.
    #[derive(Default, Debug)]
    struct PruningCounts(std::cell::Cell<[usize; 2]>);

    impl PruningCounts {
        fn add(&self, [pruned, mates]: [usize; 2]) {
            let [all_pruned, all_mates] = self.0.get();
            self.0.set([all_pruned + pruned, all_mates + mates]);
        }

        fn assert_enough(&self) {
            println!("{self:?}");
            assert!(self.0.get().into_iter().all(|count| count > 30), "{self:?}");
        }
    }

    #[test]
    fn pruning_keeps_every_helpmate() {
        let counts = PruningCounts::default();
        run_cases(2000, random_men(), |men| {
            counts.add(count_pruned(&Orthodox, &men)?);
            Ok(())
        });
        counts.assert_enough();
    }

    /// Returns the supported conditions with a kind of rebirth that `accepts` accepts.
    fn supported_conditions(accepts: impl Fn(Relocation) -> bool) -> Vec<Condition> {
        let conditions = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
        conditions.filter(|condition| Relocation::from_condition(*condition).is_some_and(&accepts)).collect()
    }

    /// Compares positions under the conditions.
    fn check_pruning(usual: u32, conditions: Vec<Condition>) {
        let counts = PruningCounts::default();
        run_cases(usual, (prop::sample::select(conditions), random_men()), |(condition, men)| {
            let named = |error| TestCaseError::fail(format!("{condition}: {error}"));
            let rules = RuleSet::new(&[condition]).expect("one rule has no conflicts");
            counts.add(count_pruned(&rules, &men).map_err(named)?);
            if let Some(circe) = Circe::from_condition(condition) {
                counts.add(count_pruned(&circe, &men).map_err(named)?);
            }
            Ok(())
        });
        counts.assert_enough();
    }

    #[test]
    fn pruning_with_rebirth_keeps_every_helpmate() {
        check_pruning(2000, supported_conditions(|_| true));
    }

    #[test]
    fn pruning_with_free_rebirth_keeps_every_helpmate() {
        check_pruning(
            800,
            supported_conditions(
                |reborn| matches!(reborn, Relocation::Victims(rebirth) if rebirth.is_super()),
            ),
        );
    }
}
