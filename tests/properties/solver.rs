//! The fast solver against the definition, on random small positions.
//!
//! `KIRKE_CASES` is the number of positions of each set of rules.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::common::positions::{
    KnownToReference, Sketch, describe, every_fast_rule, quick_runner, quick_share, runner, sketch,
};
use kirke::board::{Layout, RectBoard, Square};
use kirke::game::{Game, PositionOf};
use kirke::position::{Man, Move, Position, Side, Walk};
use kirke::rules::{GameRules, Orthodox, RuleSet, Traced};
use kirke::search::limits::StopFlag;
use kirke::search::penultimate::selfmate::SelfmateFilter;
use kirke::search::{
    Limits, ReferenceSolver, ScheduleNode, ScheduleSolver, Stopped, TranspositionTable, append_moves,
    next_position, reaches,
};
use kirke::stipulation::{GoalValue, Quantifier, Schedule, Stipulation};
use proptest::prelude::*;

/// The stipulations, with lengths that the definition can search.
const STIPULATIONS: [&str; 30] = [
    "exact-*2",
    "exact-s*2",
    "*1",
    "*2",
    "*3",
    "*4",
    "s*1",
    "s*2",
    "s*3",
    "r*1",
    "r*2",
    "semi-r*2",
    "h*1",
    "h*1.5",
    "h*2",
    "hs*1.5",
    "hr*1.5",
    "ser-*3",
    "ser-h*2",
    "ser-s*2",
    "ser-r*2",
    "ser-hs*2",
    "pser-*2",
    "exact-pser-*2",
    "pser-h*2",
    "pser-s*2",
    "pser-r*1",
    "phser-*2",
    "phser-s*2",
    "phser-r*2",
];
const GOALS: [&str; 22] = [
    "#", "=", "+", "x", "z", "00", "ep", "~", "#=", "==", "##", "##!", "!#", "!=", "++", "%", "k", "ct",
    "ctr", "<>", "<>r", "c81",
];

/// The node limit of the definition, which bounds the time of each case.
const MAX_NODES: u64 = 10_000;

/// The number of answers no and yes, by the beginning of the stipulation, and the number of questions
/// that took the definition too long.
#[derive(Default, Debug)]
struct AnswerCounts {
    answers: BTreeMap<&'static str, [u64; 2]>,
    unanswered: u64,
}

impl AnswerCounts {
    /// Returns the number of answers yes.
    fn solved(&self) -> u64 {
        self.answers.values().map(|[_, yes]| yes).sum()
    }
}

/// As [`check_against_reference`], with traces if the goal needs them.
fn check_traced_or_plain<R: KnownToReference<State = ()>>(
    rules: R,
    sketch: &Sketch,
    question: (Stipulation, bool, Option<u16>),
    tables: &[TranspositionTable; 3],
    tally: &mut AnswerCounts,
) -> Result<(), TestCaseError> {
    if question.0.goal.needs_identity() {
        check_against_reference(Traced(rules), sketch, question, tables, tally)
    } else {
        check_against_reference(rules, sketch, question, tables, tally)
    }
}

/// Compares both in a position, for every length up to the stipulation's own.
fn check_against_reference<R: KnownToReference>(
    rules: R,
    sketch: &Sketch,
    (stipulation, passing, threat): (Stipulation, bool, Option<u16>),
    tables: &[TranspositionTable; 3],
    tally: &mut AnswerCounts,
) -> Result<(), TestCaseError> {
    let layout = sketch.layout();
    let game = Game { may_pass: passing, ..Game::new(RectBoard::new(layout), rules.clone()) };
    let goal = stipulation.goal;
    let no_limits = Limits::default();
    let mut solvers: Vec<_> = tables
        .iter()
        .map(|table| ScheduleSolver::new(&game, goal, table, table.new_salt(), &no_limits))
        .collect();
    for white in Side::BOTH {
        for plies in 1..=stipulation.ply_count() {
            let schedule = Schedule { threat, ..stipulation.schedule_of_length(white, plies) };
            let mut position = sketch.position_with();
            game.rules.init_position(&mut position);
            if position.to_move != schedule.plies[0].side {
                position = position.after_null_move();
            }
            if game.in_check(&position, position.to_move.other()) {
                continue;
            }
            let limits = Limits::new(Some(MAX_NODES), None, StopFlag::default());
            let reference = ReferenceSolver { game: &game, goal, limits: &limits };
            let root = ScheduleNode::root(&schedule, &position);
            let Ok(expected) = reference.has_solution(root) else {
                tally.unanswered += 1;
                continue;
            };
            tally.answers.entry(stipulation.family.prefix()).or_default()[usize::from(expected)] += 1;
            for (solver, size) in solvers.iter_mut().zip(["tiny", "small", "big"]) {
                let what = || {
                    let position = describe(&position, layout);
                    let game = rules.circe();
                    format!(
                        "{stipulation} in {plies} half-moves for {white}, passing {passing}, \
                         threat {threat:?}, {size} table, {game:?}: {layout:?}, {position}"
                    )
                };
                prop_assert_eq!(solver.has_solution(root), Ok(expected), "{}", what());
                let mut moves = Vec::new();
                append_moves(&game, goal, schedule.plies[0], &position, &mut moves);
                if schedule.is_free_battle() {
                    let key = solver.find_key(&schedule, &position, &moves);
                    prop_assert_eq!(key.map(|key| key.is_some()), Ok(expected), "{}", what());
                    if let Ok(Some(key)) = key {
                        let good =
                            is_good_move_by_reference(&reference, root, key, &game.play(&position, key));
                        prop_assert_ne!(good, Ok(false), "{:?} a key? {}", key, what());
                    }
                }
                for mv in moves {
                    let after = game.play(&position, mv);
                    if let Ok(good) = is_good_move_by_reference(&reference, root, mv, &after) {
                        let fast = solver.is_good_move(root, mv, &after);
                        prop_assert_eq!(fast, Ok(good), "{:?} good? {}", mv, what());
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns whether a move is good, by the definition.
fn is_good_move_by_reference<R: GameRules>(
    reference: &ReferenceSolver<'_, RectBoard, R>,
    root: ScheduleNode<'_, RectBoard, R>,
    mv: Move,
    after: &PositionOf<RectBoard, R>,
) -> Result<bool, Stopped> {
    let (ply, node) = (root.ply(), root.next(after));
    if ply.goal_value != GoalValue::Ignored
        && reaches(reference.game, reference.goal, root.position, mv, after)
    {
        return Ok(ply.goal_value == GoalValue::Good);
    }
    if ply.quantifier == Quantifier::Exists && root.plies_left > 1 && !reference.has_required_threat(node)? {
        return Ok(false);
    }
    match next_position(reference.game, reference.goal, node) {
        Some(next) => reference.has_solution(root.next(&next)),
        None => Ok(false),
    }
}

#[test]
fn solver_matches_reference() {
    let quodlibet = prop::bool::weighted(0.2);
    let questions = (0..STIPULATIONS.len(), 0..GOALS.len(), 0u8..64, quodlibet);
    let questions = questions.prop_map(|(family, goal, target, quodlibet)| {
        let goal = match GOALS[goal] {
            "z" | "k" => format!("{}{}", GOALS[goal], Layout::CHESS.name(Square::new(target))),
            goal => goal.to_string(),
        };
        let mut stipulation =
            Stipulation::read(&STIPULATIONS[family].replace('*', &goal), Layout::CHESS).unwrap();
        stipulation.options.quodlibet = quodlibet;
        stipulation
    });
    let threats = prop_oneof![6 => Just(None), 1 => (0u16..3).prop_map(Some)];
    let questions = (questions, prop::bool::weighted(0.15), threats);
    // Small boards, because mates and stalemates are frequent there.
    let sizes = prop_oneof![Just((8, 8)), (3u8..=5, 3u8..=6)];
    let tables = tables();
    for rule in every_fast_rule() {
        let tally = RefCell::new(AnswerCounts::default());
        let result =
            quick_runner(200).run(&(sketch(sizes.clone(), 4), questions.clone()), |(sketch, question)| {
                let tally = &mut *tally.borrow_mut();
                match rule {
                    None => check_traced_or_plain(Orthodox, &sketch, question, &tables, tally),
                    Some(circe) => check_traced_or_plain(circe, &sketch, question, &tables, tally),
                }
            });
        println!("{rule:?}: {:?}", tally.borrow());
        if let Err(error) = result {
            panic!("{rule:?}: {error}");
        }
    }
}

/// Under rules with a scope, a stored answer holds only for the ply of its position.
#[test]
fn solver_matches_reference_under_scoped_rules() {
    let rules =
        ["Circe", "PWC", "AntiCirce", "CirceAssassin", "Circe RexInclusive", "AndernachChess", "MarsCirce"];
    let scopes = [
        "OnlyWhite",
        "OnlyBlack",
        "FromPly 2",
        "FromPly 3",
        "UntilPly 1",
        "UntilPly 2",
        "OnlyBlack FromPly 3",
    ];
    let stipulations = ["#2", "h#1.5", "h#2", "s#2", "r#2", "ser-#3", "ser-h#2", "h=2", "hs#1.5"];
    let stipulations = stipulations.map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap());
    let questions = (0..stipulations.len()).prop_map(move |index| (stipulations[index], false, None));
    let sets = (0..rules.len(), 0..scopes.len());
    let tables = tables();
    let tally = RefCell::new(AnswerCounts::default());
    let sizes = prop_oneof![Just((8, 8)), (4u8..=5, 4u8..=6)];
    let result =
        runner(300).run(&(sets, sketch(sizes, 4), questions), |((rule, scope), sketch, question)| {
            let line = format!("8/8/8/8/8/8/8/K1k5 w - - ~1 cond \"{} {}\";", rules[rule], scopes[scope]);
            let reading = kirke::formats::read("rule", line.as_bytes());
            let clause = reading.items[0].problem.as_ref().unwrap().setting.conditions[0].value;
            let set = RuleSet::new(&[clause]).unwrap();
            let answer = check_against_reference(set, &sketch, question, &tables, &mut tally.borrow_mut());
            answer.map_err(|error| TestCaseError::fail(format!("{clause}: {error}")))
        });
    println!("{:?}", tally.borrow());
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// Small boards, on which mates and stalemates are frequent, and half as often larger ones.
fn sizes() -> impl Strategy<Value = (u8, u8)> {
    prop_oneof![2 => (3u8..=4, 3u8..=5), 1 => (5u8..=8, 5u8..=8)]
}

/// Returns tables of 4, 256 and 2^20 entries.
fn tables() -> [TranspositionTable; 3] {
    [TranspositionTable::new(64), TranspositionTable::new(4 << 10), TranspositionTable::new(16 << 20)]
}

/// Compares random orthodox positions with at most `men` men in addition to kings, corner rooks and pawns
/// for en passant; more than `min_solved` answers must be yes.
fn check_orthodox_positions(stipulations: &[&str], men: usize, min_solved: u64) {
    let stipulations: Vec<_> =
        stipulations.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    check_orthodox_questions(&stipulations, men, 2500, min_solved);
}

/// The same for stipulations with their options, in this number of cases.
fn check_orthodox_questions(stipulations: &[Stipulation], men: usize, cases: u32, min_solved: u64) {
    let questions = (0..stipulations.len()).prop_map(|index| (stipulations[index], false, None));
    let (tables, tally) = (tables(), RefCell::new(AnswerCounts::default()));
    let result = quick_runner(cases).run(&(sketch(sizes(), men), questions), |(sketch, question)| {
        check_against_reference(Orthodox, &sketch, question, &tables, &mut tally.borrow_mut())
    });
    println!("{:?}", tally.borrow());
    result.unwrap_or_else(|error| panic!("{error}"));
    let reached = tally.borrow().solved();
    assert!(reached > quick_share(min_solved, cases), "too few positions with a solution: {reached}");
}

/// Compares random positions under every rule and without a rule; more than `min_solved` answers must be
/// yes. The first number of each pair is without a rule.
fn check_positions_by_rule(stipulations: &[&str], cases: [u32; 2], min_solved: [Option<u64>; 2]) {
    let stipulations: Vec<_> =
        stipulations.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let questions = (0..stipulations.len(), prop::bool::weighted(0.1));
    let questions = questions.prop_map(|(index, passing)| (stipulations[index], passing, None));
    let tables = tables();
    for rule in every_fast_rule() {
        let tally = RefCell::new(AnswerCounts::default());
        let ruled = usize::from(rule.is_some());
        let result = runner(cases[ruled]).run(&(sketch(sizes(), 8), &questions), |(sketch, question)| {
            let tally = &mut *tally.borrow_mut();
            match rule {
                None => check_against_reference(Orthodox, &sketch, question, &tables, tally),
                Some(circe) => check_against_reference(circe, &sketch, question, &tables, tally),
            }
        });
        println!("{rule:?}: {:?}", tally.borrow());
        result.unwrap_or_else(|error| panic!("{rule:?}: {error}"));
        let reached = tally.borrow().solved();
        let enough = min_solved[ruled].is_none_or(|least| reached > least);
        assert!(enough, "{rule:?}: too few positions with a solution: {reached}");
    }
}

/// Mate patterns prune most of help play: the rest must still contain every mate and every
/// stalemate.
#[test]
fn mate_pattern_pruning_keeps_solutions() {
    let stipulations = [
        "h#1.5", "h#2", "h#2.5", "ser-h#2", "ser-h#3", "ser-#3", "phser-#2", "pser-h#2", "h=1.5", "h=2",
        "ser-h=2", "ser-h=3", "ser-=3",
    ];
    check_orthodox_positions(&stipulations, 5, 100);
}

/// The mating net excludes no mate. Few random positions have a solution in two moves, so that many are needed.
#[test]
fn mating_net_keeps_solutions() {
    let stipulations = ["#2", "#3", "s#2", "r#2", "semi-r#2"].map(|asked| {
        let read = || Stipulation::read(asked, Layout::CHESS).unwrap();
        let mut quodlibet = read();
        quodlibet.options.quodlibet = true;
        [read(), quodlibet]
    });
    check_orthodox_questions(&stipulations.concat(), 9, 10_000, 50);
}

/// A series that must end in stalemate is pruned where no stalemate can be arranged: the rest must
/// still contain every stalemate. The positions have many men on few squares, because the men must
/// immobilise one another.
#[test]
fn series_stalemate_pruning_keeps_solutions() {
    let stipulations = ["ser-h=2", "ser-h=3", "ser-h=4"];
    check_orthodox_positions(&stipulations, 8, 50);
}

/// No stalemate is lost if both sides cooperate: then men are captured, pinned and blocked as well.
#[test]
fn help_stalemate_pruning_keeps_solutions() {
    let stipulations = ["h=1.5", "h=2", "h=2.5", "pser-h=2", "hs=1.5", "hs=2"];
    check_orthodox_positions(&stipulations, 8, 50);
}

/// The stalemate filter counts no man as mobile that is not, under any rule.
#[test]
fn stalemate_filter_keeps_solutions_under_every_rule() {
    let stipulations = ["=1", "=2", "h=1.5", "h=2", "ser-=2", "ser-h=2", "hs=1.5"];
    check_positions_by_rule(&stipulations, [60; 2], [Some(5); 2]);
}

/// On the last ply but one of self play most of the attacker's moves are not even generated, because
/// the defender has a tempo move: every omitted move must have a reply without check.
fn check_selfmate_filter<R: KnownToReference>(
    rules: R,
    sketch: &Sketch,
    left_out: &Cell<u64>,
) -> Result<(), TestCaseError> {
    let game = Game::new(RectBoard::new(sketch.layout()), rules.clone());
    let mut position = sketch.position_with();
    game.rules.init_position(&mut position);
    if !game.rules.check_model().necessary || game.in_check(&position, position.to_move.other()) {
        return Ok(());
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let filters =
        [SelfmateFilter::new(&game, &position), SelfmateFilter::with_flights(&game, &position)].into_iter();
    let mut listed = moves.clone();
    for filter in filters.flatten() {
        let mut accepted = Vec::new();
        let _ = game.for_each_move_matching(&position, &filter, |mv| {
            accepted.push(mv);
            ControlFlow::Continue(())
        });
        listed.retain(|mv| accepted.contains(mv));
    }
    let is_quiet = |before: &PositionOf<RectBoard, R>, answer| {
        let after = game.play(before, answer);
        !game.in_check(&after, after.to_move)
    };
    for mv in moves.iter().filter(|mv| !listed.contains(mv)) {
        let after = game.play(&position, *mv);
        let mut answers = Vec::new();
        game.moves(&after, &mut answers);
        left_out.set(left_out.get() + 1);
        prop_assert!(
            answers.into_iter().any(|answer| is_quiet(&after, answer)),
            "{:?} {:?}: {}",
            rules.circe(),
            mv,
            describe(&position, sketch.layout())
        );
    }
    Ok(())
}

#[test]
fn moves_dropped_by_selfmate_filter_have_quiet_reply() {
    let sizes = prop_oneof![2 => Just((8, 8)), 1 => (3u8..=5, 3u8..=6)];
    for rule in every_fast_rule() {
        let left_out = Cell::new(0);
        // Pins by quiet moves are rare.
        let has_filter = rule.is_none_or(|circe| circe.check_model().necessary);
        let result =
            runner(if has_filter { 2000 } else { 50 }).run(&sketch(sizes.clone(), 12), |sketch| match rule {
                None => check_selfmate_filter(Orthodox, &sketch, &left_out),
                Some(circe) => check_selfmate_filter(circe, &sketch, &left_out),
            });
        result.unwrap_or_else(|error| panic!("{rule:?}: {error}"));
        println!("{rule:?}: {left_out:?}");
        assert_eq!(left_out.get() > 500, has_filter, "{rule:?}: {left_out:?}");
    }
}

/// All moves of the bishop are tempo moves until it is pinned.
#[test]
fn selfmate_filter_keeps_pinning_move() {
    let at = |name: &str| Square::new((name.as_bytes()[1] - b'1') * 8 + name.as_bytes()[0] - b'a');
    let game = Game::new(RectBoard::new(Layout::CHESS), Orthodox);
    let mut position: PositionOf<RectBoard, Orthodox> = Position::empty(Side::White);
    for (side, walk, square) in [
        (Side::White, Walk::King, "g2"),
        (Side::White, Walk::Queen, "a6"),
        (Side::White, Walk::Queen, "g8"),
        (Side::Black, Walk::King, "h4"),
        (Side::Black, Walk::Bishop, "h5"),
    ] {
        position.place(Man::new(side, walk), at(square));
    }
    let tempo = SelfmateFilter::new(&game, &position).expect("the bishop can move");
    let keeps = |from: &str, to: &str| {
        let move_of = |mv: Move| match (mv.from, mv.to) == (at(from), at(to)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        game.for_each_move_matching(&position, &tempo, move_of).is_break()
    };
    assert!(keeps("a6", "h6"));
    assert!(!keeps("a6", "a5"));
}

/// The remaining moves must still contain every move that compels.
#[test]
fn selfmate_filter_keeps_solutions() {
    let stipulations =
        ["s#1", "s#2", "s+1", "s+2", "s++1", "hs#1.5", "hs#2", "hr#1.5", "ser-s#2", "ser-hs#2", "pser-s#1"];
    check_positions_by_rule(&stipulations, [2000, 150], [Some(0), None]);
}
