//! Published numbers of move sequences, and some that the reference generator computes. The long
//! tests are for the release profile: `cargo test --release --test it perft -- --ignored`.

use kirke::board::{Board as _, Layout, RectBoard, Set64};
use kirke::formats;
use kirke::game::{Game, reference, set_up};
use kirke::position::{Position, Side};
use kirke::rules::{Circe, GameRules, Orthodox};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
/// En passant that would open the king's rank.
const OPEN_RANK: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
/// Promotions with and without captures, in check.
const PROMOTIONS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -";
const PROMOTING_CAPTURES: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -";
const MIDDLE_GAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -";

/// Returns the position of a FEN, with rows of any width.
fn position<R: GameRules<State = ()>>(game: &Game<RectBoard, R>, fen: &str) -> Position<Set64> {
    let layout = game.board.geometry().layout;
    let size = if layout == Layout::CHESS {
        String::new()
    } else {
        format!("board {}x{};", layout.files(), layout.ranks())
    };
    let reading = formats::read("position", format!("{fen} ~1 {size}").as_bytes());
    let problem = reading.items[0].problem.as_ref().expect("a position");
    // If Black begins, the sides exchange their roles.
    let to_move = if problem.options.half_duplex { Side::Black } else { Side::White };
    set_up(game, &problem.setting.diagram, &problem.options, to_move).expect("a position")
}

fn counts<R: GameRules<State = ()>>(rules: R, layout: Layout, fen: &str, expected: &[(u32, u64)]) {
    let game = Game::new(RectBoard::new(layout), rules);
    let position = position(&game, fen);
    for &(depth, count) in expected {
        assert_eq!(game.perft(&position, depth), count, "{fen} at depth {depth}");
    }
}

fn chess(fen: &str, expected: &[(u32, u64)]) {
    counts(Orthodox, Layout::CHESS, fen, expected);
}

fn circe(fen: &str, expected: &[(u32, u64)]) {
    counts(Circe::PLAIN, Layout::CHESS, fen, expected);
}

#[test]
fn game_array_counts_are_as_published() {
    chess(ARRAY, &[(1, 20), (2, 400), (3, 8_902), (4, 197_281)]);
}

#[test]
fn kiwipete_counts_are_as_published() {
    chess(KIWIPETE, &[(1, 48), (2, 2_039), (3, 97_862), (4, 4_085_603)]);
}

#[test]
fn open_rank_en_passant_counts_are_as_published() {
    chess(OPEN_RANK, &[(1, 14), (2, 191), (3, 2_812), (4, 43_238), (5, 674_624)]);
}

#[test]
fn promotion_counts_are_as_published() {
    chess(PROMOTIONS, &[(1, 6), (2, 264), (3, 9_467), (4, 422_333)]);
    chess(PROMOTING_CAPTURES, &[(1, 44), (2, 1_486), (3, 62_379), (4, 2_103_487)]);
}

#[test]
fn middle_game_counts_are_as_published() {
    chess(MIDDLE_GAME, &[(1, 46), (2, 2_079), (3, 89_890)]);
}

#[test]
fn circe_game_array_counts_match_reference() {
    circe(ARRAY, &[(1, 20), (2, 400), (3, 8_902), (4, 197_192)]);
}

#[test]
fn circe_perft_matches_reference() {
    for fen in [KIWIPETE, OPEN_RANK, PROMOTIONS, PROMOTING_CAPTURES] {
        let game = Game::new(RectBoard::chess(), Circe::PLAIN);
        let position = position(&game, fen);
        let slow = reference::ReferenceBoard::from_position(&position, Layout::CHESS, Some(Circe::PLAIN));
        assert_eq!(game.perft(&position, 2), slow.perft(2), "{fen}");
    }
}

/// In double check the capturer parries one check and the reborn man the other; a reborn man closes the line that a pinned
/// capturer opens.
#[test]
fn reborn_man_makes_capture_legal() {
    circe("5r2/8/5B2/8/8/7K/8/k6R b - - 0 1", &[(1, 2)]);
    circe("8/8/5B2/7K/8/1Pr5/8/k7 b - - 0 1", &[(1, 4)]);
}

#[test]
fn narrow_board_perft_matches_reference() {
    let layout = Layout::rectangle(5, 8).unwrap();
    let game = Game::new(RectBoard::new(layout), Orthodox);
    for (fen, depth) in
        [("kqbnr/ppppp/5/5/5/5/PPPPP/KQBNR w - -", 4), ("rnr1k/1P1pp/5/p1p2/1P1P1/2N2/P1p1P/R1KBR w - -", 3)]
    {
        let position = position(&game, fen);
        let slow = reference::ReferenceBoard::from_position(&position, layout, None);
        assert_eq!(game.perft(&position, depth), slow.perft(depth), "{fen} at depth {depth}");
    }
}

#[test]
#[ignore = "takes seconds in the release profile"]
fn deep_counts_are_as_published() {
    chess(ARRAY, &[(5, 4_865_609), (6, 119_060_324)]);
    chess(KIWIPETE, &[(5, 193_690_690)]);
    chess(OPEN_RANK, &[(6, 11_030_083)]);
    chess(PROMOTIONS, &[(5, 15_833_292)]);
    chess(PROMOTING_CAPTURES, &[(5, 89_941_194)]);
    chess(MIDDLE_GAME, &[(4, 3_894_594), (5, 164_075_551)]);
}
