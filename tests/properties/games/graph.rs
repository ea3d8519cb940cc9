//! The board of Reroute66 against its description, and boards of cells against other boards.

use kirke::board::{Board, GameArray, GraphBoard, Layout, RectBoard, Set128, Square, Squares};
use kirke::game::{Game, set_up};
use kirke::position::Side;
use kirke::rules::pawn::NormalPawn;
use kirke::rules::{Condition, Orthodox, RuleSet};

use crate::games::fen_moves::{moves, problem};

fn square(name: &str) -> Square {
    Layout::REROUTE66.square(name).unwrap_or_else(|| panic!("{name}"))
}

fn set(names: &str) -> Set128 {
    Set128::from_squares(names.split([',', ';', ' ']).filter(|name| !name.is_empty()).map(square))
}

fn names(set: Set128) -> String {
    set.iter().map(|square| Layout::REROUTE66.name(square)).collect::<Vec<_>>().join(" ")
}

/// Returns a field of a line of the table, after the first three words of the line.
fn field<'a>(line: &'a str, key: &str) -> &'a str {
    let prefix = format!("{key}=");
    let word = line.split(' ').find(|word| word.starts_with(&prefix));
    &word.unwrap_or_else(|| panic!("{key} in {line}"))[prefix.len()..]
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("reroute66.txt").lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn squares_match_description() {
    let graph = GraphBoard::reroute66();
    let geometry = graph.geometry();
    assert_eq!(lines().count(), 66);
    for line in lines() {
        let mut words = line.split(' ');
        let from = square(words.next().unwrap());
        assert_eq!(geometry.dark.contains(from), words.next() == Some("dark"), "{line}");
        let turned = kirke::problem::Symmetry::Half.image(Layout::REROUTE66, from);
        assert_eq!(turned, words.next().map(square), "{line}");
        let sides = ["N", "E", "S", "W"].map(|side| set(field(line, side)));
        let corners = ["NE", "SE", "SW", "NW"].map(|corner| set(field(line, corner)));
        let union = |sets: [Set128; 4]| sets.into_iter().fold(Set128::EMPTY, |all, some| all | some);
        // With every other square occupied, a rook reaches only its neighbours.
        assert_eq!(names(graph.rook(from, geometry.all)), names(union(sides)), "{line}");
        assert_eq!(names(graph.bishop(from, geometry.all)), names(union(corners)), "{line}");
        assert_eq!(names(geometry.king[from.index()]), names(set(field(line, "king"))), "{line}");
        assert_eq!(names(geometry.knight[from.index()]), names(set(field(line, "knight"))), "{line}");
    }
}

#[test]
fn sliders_stop_at_each_blocker() {
    let graph = GraphBoard::reroute66();
    for line in lines() {
        let from = square(line.split(' ').next().unwrap());
        for walk in ["rook", "bishop"] {
            let ways: Vec<Vec<Square>> = field(line, walk)
                .split(';')
                .filter(|way| !way.is_empty())
                .map(|way| way.split(',').map(square).collect())
                .collect();
            let everything = set(field(line, walk));
            let shutters = everything.iter().map(Some).chain([None]);
            for shutter in shutters {
                let seen = ways.iter().flat_map(|way| {
                    let end = way.iter().position(|&square| Some(square) == shutter);
                    way[..end.map_or(way.len(), |end| end + 1)].iter().copied()
                });
                let occupied = shutter.map_or(Set128::EMPTY, Set128::of);
                let attacked =
                    if walk == "rook" { graph.rook(from, occupied) } else { graph.bishop(from, occupied) };
                assert_eq!(names(attacked), names(Set128::from_squares(seen)), "{line}");
            }
        }
    }
}

#[test]
fn pawn_moves_match_description() {
    // The description lets pawns step from the first rank as well.
    let rules = RuleSet::new(&[Condition::NormalPawn(NormalPawn)]).unwrap();
    let game = Game::new(GraphBoard::reroute66(), rules);
    let geometry = game.board.geometry();
    for line in lines() {
        let from = square(line.split(' ').next().unwrap());
        for (side, key) in [(Side::White, "white"), (Side::Black, "black")] {
            let [step, double, captures] = field(line, key).split(';').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let paths = geometry.pawn(side);
            assert_eq!(names(paths.step[from.index()]), names(set(step)), "{line}");
            assert_eq!(names(paths.attacks[from.index()]), names(set(captures)), "{line}");
            let doubles = if paths.double_rank.contains(from) {
                let ways = paths.step[from.index()].iter();
                let ways = ways.flat_map(|passed| {
                    let over = paths.step[passed.index()].iter();
                    over.map(move |to| {
                        format!("{}>{}", Layout::REROUTE66.name(passed), Layout::REROUTE66.name(to))
                    })
                });
                let mut ways: Vec<String> = ways.collect();
                ways.sort();
                ways.join(",")
            } else {
                String::new()
            };
            let mut expected: Vec<&str> = double.split(',').filter(|way| !way.is_empty()).collect();
            expected.sort();
            assert_eq!(doubles, expected.join(","), "{line}");
        }
    }
}

#[test]
fn rules_statements_hold() {
    let graph = GraphBoard::reroute66();
    let geometry = graph.geometry();
    let none = Set128::EMPTY;
    let rook = |from: &str| names(graph.rook(square(from), none));
    let bishop = |from: &str| names(graph.bishop(square(from), none));
    let knight = |from: &str| names(geometry.knight[square(from).index()]);
    let is = |expected: &str| names(set(expected));
    assert_eq!(rook("a1"), is("a2 a3 A4 a5 a6 a7 a8 a4 b5 b6 b7 b8 b1 c1 d1 e1 f1 g1 h1"));
    assert_eq!(rook("a4"), is("b5 b6 b7 b8 a3 a2 a1 b4 c4 d4 e4 f4 g4 h4"));
    assert!(set(&rook("a6")) & set("a7 a8 a5 A4 a4 a3 a2 a1 b8") == set("a7 a8 a5 A4 a3 a2 a1"));
    assert_eq!(bishop("d4"), is("d5 c6 b7 a8 f5 g6 h7 c3 b2 a1 e3 f2 g1"));
    assert_eq!(bishop("A4"), is("b3 c2 d1 b5 c6 d7 e8"));
    assert_eq!(bishop("d1"), is("c2 b3 a4 A4 a5 e2 f3 g4 H5"));
    for (from, to) in [
        ("d4", "d6 f6 c5 g5 b3 f3 c2 e2"),
        ("b3", "a1 c1 d2 d4 a5 b5 d5"),
        ("c3", "a4 A4 a2 e4 e2 b1 d1 c5 e5"),
        ("g7", "h5 H5 f5 e6 e8"),
        ("g4", "g6 h6 f5 e3 f2 h2"),
        ("c5", "a3 A4 a6 b7 d7 e6 d4 c3"),
        // Printed for d3, where it is impossible; it is exact for a3.
        ("a3", "a5 b5 b1 c2 c4 c5"),
        ("A4", "a4 b2 b4 b6 c3 c5"),
    ] {
        assert_eq!(knight(from), is(to), "{from}");
    }
    assert!(set(&knight("a5")).contains(square("b3")));
    assert!(!set(&knight("d3")).contains(square("b5")));
    // The four forks.
    for (from, fork) in [("a3", "a4 A4"), ("h6", "h5 H5")] {
        assert!(set(fork) & graph.rook(square(from), none) == set(fork), "{from}");
    }
    for (from, fork) in [("b3", "a4 A4"), ("g6", "h5 H5")] {
        assert!(set(fork) & graph.bishop(square(from), none) == set(fork), "{from}");
    }
    // Both squares of a switch can be occupied; each blocks only its own branch.
    let shut = graph.rook(square("a3"), set("a4"));
    assert!(shut.contains(square("a8")) && !shut.contains(square("b5")));
    // Lines are symmetric: each of two squares sees the other.
    for (from, lines) in geometry.all.iter().map(|from| (from, graph.rook(from, none))) {
        for to in lines.iter() {
            assert!(graph.rook(to, none).contains(from));
        }
        for to in geometry.knight[from.index()].iter() {
            assert!(geometry.knight[to.index()].contains(from));
        }
    }
}

/// Returns the moves of one man, or of all pawns.
fn moves_of(fen: &str, letter: &str) -> String {
    let of = |mv: &&String| match letter {
        "" => mv.starts_with(|first: char| first.is_ascii_lowercase() || first == 'A' || first == 'H'),
        letter => mv.starts_with(letter) || mv.starts_with('O'),
    };
    moves(fen).iter().filter(of).cloned().collect::<Vec<_>>().join(" ")
}

#[test]
fn black_castles_from_d8() {
    let fen = "r2k3r/8/8/9/9/8/8/4K3 b kq -";
    assert_eq!(moves_of(fen, "K"), "Kd8-c7 Kd8-c8 Kd8-d7 Kd8-e7 Kd8-e8 O-O O-O-O");
    let fen = "3k4/8/8/9/9/8/8/R3K2R w KQ -";
    assert_eq!(moves_of(fen, "K"), "Ke1-d1 Ke1-d2 Ke1-e2 Ke1-f1 Ke1-f2 O-O O-O-O");
}

#[test]
fn en_passant_works_on_both_branches() {
    let fen = "3k4/8/8/9/P1p6/8/8/4K3 b - a3>A4";
    assert_eq!(problem(fen).setting.diagram.men().count(), 4);
    assert_eq!(moves_of("3k4/8/8/9/P1p6/8/8/4K3 b - a3>A4", ""), "b4-b3 b4xa3");
    assert_eq!(moves_of("3k4/8/8/9/1Pp6/8/8/4K3 b - a3", ""), "b4-b3 b4xa3");
}

#[test]
fn rook_checks_through_switch() {
    let fen = "1k6/8/8/9/9/8/8/R3K3 b - -";
    let kings = moves(fen);
    assert!(!kings.contains(&"Kb8-b7".to_owned()), "{kings:?}");
    assert!(kings.contains(&"Kb8-c8".to_owned()), "{kings:?}");
}

#[test]
fn graph_board_perft_matches_chess() {
    for (fen, depth, count) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 4, 43_238),
    ] {
        let problem = problem(fen);
        let (setting, options) = (&problem.setting, &problem.options);
        let cells = Game::new(GraphBoard::rectangle(GameArray::CHESS), Orthodox);
        let position = set_up(&cells, &setting.diagram, options, Side::White).unwrap();
        assert_eq!(cells.perft(&position, depth), count, "{fen}");
        let grid = Game::new(RectBoard::chess(), Orthodox);
        let position = set_up(&grid, &setting.diagram, options, Side::White).unwrap();
        assert_eq!(grid.perft(&position, depth), count, "{fen}");
    }
}
