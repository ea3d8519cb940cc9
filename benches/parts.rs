//! Benchmarks of the critical parts, each of which asserts the expected count.
//!
//! ```text
//! cargo bench --bench parts              # measures
//! cargo bench --bench parts -- --test    # runs each once, for the counts
//! ```

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kirke::board::{RectBoard, Set64};
use kirke::formats;
use kirke::game::{Game, set_up};
use kirke::position::{Position, Side};
use kirke::problem::Problem;
use kirke::rules::{Circe, GameRules, Orthodox};
use kirke::search::{Limits, ScheduleSolver, TranspositionTable};
use kirke::solution::{MissingKing, Resources, Role, TreeBuilder, solve};
use kirke::stipulation::Goal;

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
/// Sam Loyd, Organ Pipes.
const TWO_MOVER: &str = "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - -";
/// Torsten Linß, Probleemblad, 1994.
const CIRCE_TWO_MOVER: &str = "1n2r1b1/3R1P1b/1b2BPp1/4pNK1/1p2k2p/1p1R4/6P1/8 w - -";

/// Returns the problem of an EPD line.
fn problem(line: &str) -> Problem {
    let mut items = formats::read("bench", line.as_bytes()).items;
    items.swap_remove(0).problem.expect("a problem")
}

fn position<R: GameRules<State = ()>>(game: &Game<RectBoard, R>, fen: &str) -> Position<Set64> {
    let problem = problem(&format!("{fen} ~1"));
    set_up(game, &problem.setting.diagram, &problem.options, Side::White).expect("a position")
}

fn count_paths<R: GameRules<State = ()>>(
    c: &mut Criterion,
    rules: R,
    name: &str,
    cases: &[(&str, &str, u32, u64)],
) {
    let game = Game::new(RectBoard::chess(), rules);
    let mut group = c.benchmark_group(format!("perft {name}"));
    for &(what, fen, depth, count) in cases {
        let position = position(&game, fen);
        assert_eq!(game.perft(&position, depth), count, "{name} {what}");
        group.throughput(Throughput::Elements(count));
        group.bench_function(BenchmarkId::new(what, depth), |b| {
            b.iter(|| black_box(game.perft(black_box(&position), depth)));
        });
    }
}

fn perft(c: &mut Criterion) {
    count_paths(
        c,
        Orthodox,
        "orthodox",
        &[
            ("array", ARRAY, 4, 197_281),
            ("kiwipete", KIWIPETE, 3, 97_862),
            ("two-mover", TWO_MOVER, 3, 11_560),
        ],
    );
    count_paths(
        c,
        Circe::PLAIN,
        "circe",
        &[("array", ARRAY, 4, 197_192), ("two-mover", CIRCE_TWO_MOVER, 3, 38_279)],
    );
}

/// The same paths with another generator, which also plays each move, for comparison.
fn perft_of_cozy_chess(c: &mut Criterion) {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut paths = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                paths += if depth == 1 {
                    black_box(&after);
                    1
                } else {
                    count(&after, depth - 1)
                };
            }
            false
        });
        paths
    }
    let mut group = c.benchmark_group("perft of cozy-chess");
    for (what, fen, depth, paths) in [("array", ARRAY, 4, 197_281), ("kiwipete", KIWIPETE, 3, 97_862)] {
        let board: cozy_chess::Board = format!("{fen} 0 1").parse().expect("a FEN");
        assert_eq!(count(&board, depth), paths, "cozy-chess {what}");
        group.throughput(Throughput::Elements(paths));
        group.bench_function(BenchmarkId::new(what, depth), |b| {
            b.iter(|| black_box(count(black_box(&board), depth)));
        });
    }
}

/// Tests for mate in one all positions two plies into a two-mover.
fn mate_in_one(c: &mut Criterion) {
    let game = Game::chess();
    let start = position(&game, TWO_MOVER);
    let after = |position: &Position<Set64>| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.into_iter().map(|mv| game.play(position, mv)).collect::<Vec<_>>()
    };
    let positions: Vec<_> = after(&start).iter().flat_map(after).collect();
    let (table, limits) = (TranspositionTable::new(1 << 20), Limits::default());
    let mut prover = ScheduleSolver::new(&game, Goal::Mate, &table, table.new_salt(), &limits);
    let mut mates = || positions.iter().filter(|position| prover.has_goal_in_one(position)).count();
    let mate = |position: &&Position<Set64>| after(position).iter().any(|after| game.is_mate(after));
    assert_eq!(mates(), positions.iter().filter(mate).count());
    assert_eq!(mates(), 111);
    let mut group = c.benchmark_group("mate in one");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("two-mover", |b| b.iter(|| black_box(mates())));
}

/// Returns the number of keys or lines of a problem's actual play.
fn solutions(problem: &Problem) -> usize {
    let table = TranspositionTable::new(64 << 20);
    let resources = Resources { table: &table, pool: None, missing_king: MissingKing::Refuse, parts: None };
    let mut builder = TreeBuilder::default();
    solve(problem, &resources, &Limits::default(), &mut builder).expect("no limit is set");
    let solution = builder.finish();
    let actual = solution.twins[0].sides[0].actual.as_ref().expect("actual play");
    actual.branches.iter().filter(|branch| branch.node.role == Role::Key).count() + actual.lines.len()
}

fn solve_whole(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    for (what, line, count) in [
        ("#3", "8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - #3; opt Variation;", 1),
        ("s#3", "2K3nr/1PPpp2p/3R3p/3pNPkP/3P4/3PP2Q/8/3B4 w - - s#3; opt Variation;", 1),
        ("h#3", "1b6/nrp5/N1p5/1pp5/kPp5/p1p5/K1P5/RB6 b - - h#3;", 1),
        ("ser-h#4", "8/7p/p7/8/3k4/Q1p1p1B1/r7/4K1b1 b - - ser-h#4;", 1),
        (
            "Circe #2",
            "1n2r1b1/3R1P1b/1b2BPp1/4pNK1/1p2k2p/1p1R4/6P1/8 w - - #2; cond Circe; opt Variation;",
            1,
        ),
        ("Circe ser-h=16", "8/8/5p2/3N1p1B/5p2/5K2/8/4k3 b - - ser-h=16; cond Circe;", 1),
    ] {
        let problem = problem(line);
        assert_eq!(solutions(&problem), count, "{what}");
        group.bench_function(what, |b| b.iter(|| black_box(solutions(black_box(&problem)))));
    }
}

criterion_group! {
    name = parts;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = perft, perft_of_cozy_chess, mate_in_one, solve_whole
}
criterion_main!(parts);
