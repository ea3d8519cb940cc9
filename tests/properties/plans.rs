//! Plans against their definition, on random small positions: a search with a table against the same
//! recursion without one, and structured stipulations against equivalent named ones.
//!
//! `KIRKE_CASES` is the number of positions of each test.

use std::collections::BTreeMap;

use crate::common::positions::{KnownToReference, Sketch, describe, runner, sketch};
use kirke::board::{Layout, RectBoard, Set64, Square, Squares as _};
use kirke::formats;
use kirke::game::{Game, PositionOf};
use kirke::position::{Position, Side};
use kirke::rules::{Circe, Orthodox};
use kirke::search::limits::StopFlag;
use kirke::search::{
    Limits, PlanNode, PlanSolver, ReferenceSolver, ScheduleNode, Stopped, TranspositionTable,
};
use kirke::solution::{MissingKing, MoveTree, PhaseTree, Resources, TreeBuilder, solve};
use kirke::stipulation::{Plan, PlanStep, StepId, Stipulation, Structured};
use proptest::prelude::*;

/// Stipulations that only a plan can express; `*` is replaced by the goal.
const PLANNED: [&str; 23] = [
    "reci-h*1",
    "reci-h*1.5",
    "reci-h*2",
    "reci-h(+)*2",
    "exact-reci-h*2",
    "ser-reci-h*2",
    "ser-reci-h(x)*3",
    "black 2hh[2da[*]]",
    "black 1h[3a[*]d]h",
    "white 3a[1a[*]]d{!1a[*]}",
    "white 2s[>1a[*]]{!1a[*]}",
    "white 3s[*]{!+}",
    "black 3h[1h[*]h]?+?h",
    "white 3a[*]?+?d",
    "white 2ad[*][1a[x]]",
    "white 3a[* & !x]d",
    "white 3a[* | x]d",
    "white 2:3a[*]d",
    "white - 3da[*]",
    "white 1a[*]d & 1a[+]d",
    "white 1h[- 2hh[*]]h",
    "black 2hh[/1h[*]h][1h[x]h]",
    "white !2ad[!*]",
];

/// Named stipulations with equivalent structures; `*` is replaced by the goal.
const NAMED: [(&str, &str); 22] = [
    ("*2", "white 3a[*]d"),
    ("exact-*2", "white 3:3a[*]d"),
    ("s*2", "white 4ad[*]"),
    ("s*1", "white 2ad[*]"),
    ("semi-r*2", "white 3a[1a[*]d]d"),
    ("r*2", "white 3a[1a[*]d]d{!1a[*]d}"),
    ("h*2", "black 4hh[*]"),
    ("h*1.5", "black - 3h[*]h"),
    ("ser-*3", "white 3s[*]"),
    ("exact-ser-*2", "white 2:2s[*]"),
    ("exact-ser-*2", "white 2:2s[* & !##]"),
    ("ser-h*2", "black 2s[1h[*]h]"),
    ("ser-s*2", "white 2s[>1a[*] & !1a[!*]]"),
    ("ser-r*2", "white 2s[>1a[*]]{!1a[*]}"),
    ("ser-hs*2", "black 2s[2ad[*]]"),
    ("hs*2", "white 2:2h{1a[!*]}h[2ad[*]]"),
    ("pser-*2", "white 3a[*]?+?d"),
    ("pser-h*2", "black 3h[1h[*]h]?+?h"),
    ("phser-*2", "white 3h[*]?+?h"),
    ("reci-h*1", "black 2hh[*] & 1h[*]h"),
    ("reci-h*2", "black 2hh[2hh[*] & 1h[*]h]"),
    ("ser-reci-h*2", "black 1s[- 2hh[*] & - 1h[*]h]"),
];

const GOALS: [&str; 8] = ["#", "=", "+", "x", "zb2", "#=", "==", "~"];

/// Stipulations of some length that mate, in which sequences of help play fork, follow each other or begin
/// with a pass.
const MATING: [&str; 14] = [
    "reci-h#2",
    "reci-h#2.5",
    "reci-h#3",
    "ser-reci-h#3",
    "ser-reci-h(+)#3",
    "black 4hh[#]",
    "black 2:4h[#]h[#]",
    "black 1h[- 4hh[#]]h",
    "black 1h[- 3h[#]h & - 2hh[#]]h",
    "black 3h[1h[#]h]?+?h",
    "black 5h[1h[#]h]?+?h",
    "black 2s[- 2hh[#] & - 1h[#]h]",
    "black 3s[1h[#]h]{!+}",
    "black 2hh[2hh[#] & !1h[#]h]",
];

/// The node limit of the slow search, which bounds the time of each case.
const MAX_NODES: u64 = 10_000;
/// The node limit for longer play, of tests with few positions.
const MAX_NODES_LONG: u64 = 300_000;
/// The maximum number of moves tested while lines are followed.
const MAX_FOLLOWED_MOVES: u32 = 60;

/// Returns a plan with its first steps and the side that begins, from a named or structured stipulation.
fn read_plan(text: &str) -> (Plan, Vec<StepId>, Side) {
    match text.split_once(' ') {
        Some((side @ ("white" | "black"), rest)) => {
            let side = if side == "white" { Side::White } else { Side::Black };
            let structured = Structured::read(side, rest, Layout::CHESS).expect(text);
            let (plan, starts) = structured.plan(false);
            (plan, starts, structured.first_side())
        }
        _ => {
            let stipulation = Stipulation::read(text, Layout::CHESS).expect(text);
            let (plan, starts) = stipulation.reciprocal_plan(0);
            (plan, starts, stipulation.first_side(Side::White))
        }
    }
}

/// Returns the position of a sketch with a side to move; `None` if the other side is in check.
fn position<R: KnownToReference>(
    game: &Game<RectBoard, R>,
    sketch: &Sketch,
    side: Side,
) -> Option<PositionOf<RectBoard, R>> {
    let mut position = sketch.position_with();
    game.rules.init_position(&mut position);
    if position.to_move != side {
        position = position.after_null_move();
    }
    (!game.in_check(&position, side.other())).then_some(position)
}

/// By question, the number of positions with the answer no and with the answer yes.
type AnswerCounts = BTreeMap<String, [u64; 2]>;

/// Compares a search with a table of each size and one without a table.
fn compare_tables<R: KnownToReference>(
    rules: R,
    sketch: &Sketch,
    text: &str,
    (tables, most): (&[TranspositionTable; 3], u64),
    tally: &mut AnswerCounts,
) -> Result<(), TestCaseError> {
    let game = Game::new(RectBoard::new(sketch.layout()), rules);
    let (plan, starts, side) = read_plan(text);
    let Some(position) = position(&game, sketch, side) else { return Ok(()) };
    let node = PlanNode { position: &position, last_move: None };
    let no_limits = Limits::default();
    let solvers = tables.each_ref().map(|table| {
        let salt = table.new_salt();
        PlanSolver::new(&game, &plan, Some(table), salt, &no_limits)
    });
    for start in starts {
        let limits = Limits::new(Some(most), None, StopFlag::default());
        let reference = PlanSolver::new(&game, &plan, None, 0, &limits);
        let Ok(expected) = reference.holds(start, node) else { continue };
        tally.entry(text.to_owned()).or_default()[usize::from(expected)] += 1;
        let what = || format!("{text}: {}", describe(&position, sketch.layout()));
        for solver in &solvers {
            prop_assert_eq!(solver.holds(start, node), Ok(expected), "{}", what());
        }
        let PlanStep::Ply(play) = plan.step(start) else { continue };
        for mv in reference.moves(play, &position) {
            let after = game.play(&position, mv);
            let after = PlanNode { position: &after, last_move: Some((&position, mv)) };
            let Ok(good) = reference.is_good_move(play, after) else { continue };
            for planner in &solvers {
                prop_assert_eq!(planner.is_good_move(play, after), Ok(good), "{:?} good? {}", mv, what());
            }
        }
        for planner in &solvers {
            compare_within_step(planner, &reference, start, node, &mut { MAX_FOLLOWED_MOVES })
                .map_err(|fault| TestCaseError::fail(format!("{}: {}", what(), fault.0)))?;
        }
    }
    Ok(())
}

/// A difference between two searches within a line.
struct Mismatch(String);

impl From<Stopped> for Mismatch {
    fn from(stopped: Stopped) -> Mismatch {
        Mismatch(format!("{stopped:?}"))
    }
}

/// Follows a step through all its good moves, in the way the solution is printed, and compares at each
/// move, up to `moves_left`, whether it is good.
fn compare_within_step<R: KnownToReference>(
    solver: &PlanSolver<'_, RectBoard, R>,
    reference: &PlanSolver<'_, RectBoard, R>,
    step: StepId,
    node: PlanNode<'_, RectBoard, R>,
    moves_left: &mut u32,
) -> Result<(), Mismatch> {
    let play = match reference.plan().step(step) {
        PlanStep::Any(steps) | PlanStep::All(steps) => {
            return steps
                .iter()
                .try_for_each(|&step| compare_within_step(solver, reference, step, node, moves_left));
        }
        PlanStep::Pass(step) => {
            let Some(position) = reference.after_null_move(node.position) else { return Ok(()) };
            let at = PlanNode { position: &position, last_move: None };
            return compare_within_step(solver, reference, *step, at, moves_left);
        }
        PlanStep::Ply(play)
            if reference.holds(step, node) == Ok(true) && !reference.must_pass(play, node.position) =>
        {
            play
        }
        _ => return Ok(()),
    };
    solver.within_step(step, node.position, || {
        for mv in reference.moves(play, node.position) {
            let after = reference.game().play(node.position, mv);
            let after = PlanNode { position: &after, last_move: Some((node.position, mv)) };
            let Ok(good) = reference.is_good_move(play, after) else { return Ok(()) };
            let Some(fewer) = moves_left.checked_sub(1) else { return Ok(()) };
            *moves_left = fewer;
            let mut found = false;
            solver.after_good_move(step, play, after, || {
                found = true;
                let ends = play.ends.iter().filter(|end| end.good).map(|end| end.step);
                let mut next = ends.chain(play.next);
                next.try_for_each(|step| compare_within_step(solver, reference, step, after, moves_left))
            })?;
            if found != good {
                return Err(Mismatch(format!("{mv:?} is good: {good}")));
            }
        }
        Ok(())
    })
}

/// Returns the sketch with men off the board moved onto it: on crowded boards kings are mated often.
fn crowded(mut sketch: Sketch) -> Sketch {
    let (files, ranks) = sketch.size;
    for (at, _) in &mut sketch.men {
        let (file, rank) = (at.index() as u8 % 8, at.index() as u8 / 8);
        *at = Square::new(8 * (rank % ranks) + file % files);
    }
    sketch
}

/// Compares these plans on random positions, with and without a table, under several rules.
fn compare_plans(
    usual: u32,
    sketches: impl Strategy<Value = Sketch> + Clone,
    questions: impl Strategy<Value = String> + Clone,
    (most, answers): (u64, u64),
) {
    // Tables of 4, 256 and 2^20 entries.
    let tables =
        [TranspositionTable::new(64), TranspositionTable::new(4 << 10), TranspositionTable::new(16 << 20)];
    for rule in [None, Some(Circe::PLAIN), Some(Circe::ANTI)] {
        let mut tally = AnswerCounts::default();
        let tally_cell = std::cell::RefCell::new(&mut tally);
        let result = runner(usual).run(&(sketches.clone(), questions.clone()), |(sketch, text)| {
            let tally = &mut *tally_cell.borrow_mut();
            let with = (&tables, most);
            match rule {
                None => compare_tables(Orthodox, &sketch, &text, with, tally),
                Some(circe) => compare_tables(circe, &sketch, &text, with, tally),
            }
        });
        result.unwrap_or_else(|error| panic!("{rule:?}: {error}"));
        let found = tally.values().fold([0, 0], |sum, [no, yes]| [sum[0] + no, sum[1] + yes]);
        assert!(found.iter().all(|&count| count > answers), "{rule:?}: too few answers: {tally:?}");
    }
}

#[test]
fn transposition_table_keeps_plan_answers() {
    let questions = (0..PLANNED.len(), 0..GOALS.len());
    let questions = questions.prop_map(|(play, goal)| PLANNED[play].replace('*', GOALS[goal]));
    let sizes = prop_oneof![Just((8, 8)), (3u8..=5, 3u8..=6)];
    compare_plans(400, sketch(sizes, 4).boxed(), questions, (MAX_NODES, 30));
}

#[test]
fn mate_patterns_keep_plan_answers() {
    let questions = (0..MATING.len()).prop_map(|play| MATING[play].to_owned());
    let sketches = sketch((3u8..=5, 3u8..=4), 3).prop_map(crowded).boxed();
    compare_plans(700, sketches, questions, (MAX_NODES_LONG, 30));
}

/// Returns whether a named stipulation holds when it is `less` plies shorter.
fn named_stipulation_holds<B: KnownToReference>(
    game: &Game<RectBoard, B>,
    name: Stipulation,
    less: usize,
    position: &PositionOf<RectBoard, B>,
) -> Result<bool, Stopped> {
    let limits = Limits::new(Some(MAX_NODES), None, StopFlag::default());
    if name.family.needs_plan() {
        let (plan, starts) = name.reciprocal_plan(0);
        let planner = PlanSolver::new(game, &plan, None, 0, &limits);
        let start = starts[starts.len() - 1 - less];
        return planner.holds(start, PlanNode { position, last_move: None });
    }
    let schedule = name.schedule_of_length(Side::White, name.ply_count() - less);
    ReferenceSolver { game, goal: name.goal, limits: &limits }
        .has_solution(ScheduleNode::root(&schedule, position))
}

#[test]
fn structured_stipulation_matches_named_equivalent() {
    let questions = (0..NAMED.len(), 0..GOALS.len());
    let sizes = prop_oneof![Just((8, 8)), (3u8..=5, 3u8..=6)];
    let tally = std::cell::RefCell::new(AnswerCounts::default());
    let result = runner(1500).run(&(sketch(sizes, 4), questions), |(sketch, (named, goal))| {
        let (name, structure) = NAMED[named];
        let goal = GOALS[goal];
        let text = structure.replace('*', goal);
        let game = Game::new(RectBoard::new(sketch.layout()), Orthodox);
        let (plan, starts, side) = read_plan(&text);
        let Some(position) = position(&game, &sketch, side) else { return Ok(()) };
        let name = Stipulation::read(&name.replace('*', goal), Layout::CHESS).unwrap();
        prop_assert_eq!(name.first_side(Side::White), side, "{}", text);
        let step = if name.family.is_series() && !name.family.is_parry_series() { 1 } else { 2 };
        for (less, start) in starts.iter().rev().enumerate() {
            let less = if name.family.needs_plan() { less } else { less * step };
            let limits = Limits::new(Some(MAX_NODES), None, StopFlag::default());
            let planner = PlanSolver::new(&game, &plan, None, 0, &limits);
            let planned = planner.holds(*start, PlanNode { position: &position, last_move: None });
            let (Ok(planned), Ok(expected)) =
                (planned, named_stipulation_holds(&game, name, less, &position))
            else {
                continue;
            };
            tally.borrow_mut().entry(text.clone()).or_default()[usize::from(expected)] += 1;
            let what = format!("{text}, {less} less: {}", describe(&position, sketch.layout()));
            prop_assert_eq!(planned, expected, "{}", what);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let mut reached = 0;
    for (_, structure) in NAMED {
        let found =
            GOALS.iter().filter_map(|goal| tally.borrow().get(&structure.replace('*', goal)).copied());
        let [no, yes] = found.fold([0, 0], |sum, [no, yes]| [sum[0] + no, sum[1] + yes]);
        assert!(no + yes > 10, "{structure} was hardly asked: {no} {yes}");
        reached += yes;
    }
    assert!(reached > 100, "too few answers: {reached}");
}

/// Named stipulations with equivalent structures that are printed as plans.
const NAMED_SOLUTIONS: [(&str, &str); 8] = [
    ("*2", "white 3a[* & !##]d"),
    ("exact-*2", "white 3:3a[* & !##]d"),
    ("s*2", "white 4ad[* & !##]"),
    ("h*2", "black 4hh[* & !##]"),
    ("h*1.5", "black - 3h[* & !##]h"),
    ("ser-*2", "white 2s[* & !##]"),
    ("pser-h*2", "black 3h[1h[* & !##]h]?+?h"),
    ("phser-*2", "white 3h[* & !##]?+?h"),
];

/// Returns a text of a branch and its continuations, independent of the order of siblings.
fn branch(branch: &MoveTree) -> String {
    format!("{:?}{:?}", branch.node, sorted(branch.children.iter().map(self::branch)))
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}

/// Returns the set play and actual play of a problem, independent of the order of moves.
fn solve_phases(problem: &str) -> Option<[Vec<String>; 2]> {
    let text = format!("beginproblem {problem} endproblem");
    let reading = formats::read("test", text.as_bytes());
    let problem = reading.items[0].problem.as_ref().expect(&text);
    let table = TranspositionTable::new(1 << 20);
    let means = Resources { table: &table, pool: None, missing_king: MissingKing::Warn, parts: None };
    let limits = Limits::new(Some(MAX_NODES), None, StopFlag::default());
    let mut gatherer = TreeBuilder::default();
    solve(problem, &means, &limits, &mut gatherer).ok()?;
    let solved = gatherer.finish();
    let [set, actual] = {
        let side = &solved.twins[0].sides[0];
        [&side.set, &side.actual].map(|phase| {
            let PhaseTree { branches, lines, .. } = phase.clone().unwrap_or_default();
            let lines = lines.iter().map(|line| format!("{:?} {}", line.moves, line.short));
            sorted(branches.iter().map(branch).chain(lines))
        })
    };
    Some([set, actual])
}

/// Returns the men of a position in Popeye's language.
fn pieces(position: &Position<Set64>) -> String {
    let of = |side: Side| {
        let men = position.of(side).iter().filter_map(|square| Some((square, position.man(square)?)));
        let men: String =
            men.map(|(at, man)| format!(" {}{}", &man.label()[1..], Layout::CHESS.name(at))).collect();
        if men.is_empty() { men } else { format!(" {side}{men}") }
    };
    format!("pieces{}{}", of(Side::White), of(Side::Black))
}

#[test]
fn structured_solution_matches_named_equivalent() {
    let options = ["SetPlay", "Try", "NoThreat", "Defence 2"];
    let questions = (0..NAMED_SOLUTIONS.len(), 0..4usize, 0..options.len());
    let moves = std::cell::RefCell::new([0; NAMED_SOLUTIONS.len()]);
    let result = runner(800).run(&(sketch(Just((8, 8)), 4), questions), |(sketch, (index, goal, option))| {
        let position = sketch.position();
        if position.occupied().is_empty() {
            return Ok(());
        }
        let (name, structure) = NAMED_SOLUTIONS[index];
        let [named, structured] = [("stipulation", name), ("sstipulation", structure)].map(|(word, text)| {
            let text = text.replace('*', GOALS[goal]);
            format!("{} {word} {text} option NoWk NoBk Variations {}", pieces(&position), options[option])
        });
        if let (Some(expected), Some(found)) = (solve_phases(&named), solve_phases(&structured)) {
            moves.borrow_mut()[index] += expected[1].len();
            prop_assert_eq!(found, expected, "{}\n{}", named, structured);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let moves = moves.into_inner();
    assert!(moves.iter().filter(|&&printed| printed > 5).count() > 5, "too few answers: {moves:?}");
}
