//! Positions whose legal moves were counted by others, and counts from the arrays.

use kirke::board::{Board, Squares};
use kirke::game::{Game, PositionOf};
use kirke::position::{Memory, Side};
use kirke::rules::Rules;

use crate::table::{Visitor, moves, perft, visit, written};

/// Does the text fit a sort: `*` stands for any text, `?` for any character?
fn fits(sort: &[u8], text: &[u8]) -> bool {
    match (sort, text) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => fits(rest, text) || (!text.is_empty() && fits(sort, &text[1..])),
        ([b'?', sort @ ..], [_, text @ ..]) => fits(sort, text),
        ([one, sort @ ..], [other, text @ ..]) => one == other && fits(sort, text),
        _ => false,
    }
}

#[test]
fn every_position_has_the_moves_that_the_table_says() {
    let mut seen = 0;
    for line in include_str!("seed.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        seen += 1;
        match fields[..] {
            [name, fen, mv, after] => assert!(plays_to(fen, mv).contains(after), "{name}"),
            [name, fen, total, sorts, selected] => {
                let all = moves(fen);
                assert_eq!(all.len().to_string(), total, "{name}: {all:?}");
                let mut chosen: Vec<&String> = all
                    .iter()
                    .filter(|mv| sorts.split(' ').any(|sort| fits(sort.as_bytes(), mv.as_bytes())))
                    .collect();
                chosen.sort();
                let mut expected: Vec<&str> = selected.split_whitespace().collect();
                expected.sort();
                assert_eq!(chosen, expected, "{name}");
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(seen, 60);
}

/// What the board does not show after a move.
fn plays_to(fen: &str, mv: &str) -> String {
    struct Play<'a>(&'a str);
    impl Visitor for Play<'_> {
        type Answer = String;
        fn visit<B: Board, R: Rules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> String {
            let mut list = Vec::new();
            game.moves(position, &mut list);
            let found = list.into_iter().find(|&mv| written(game, position, mv) == self.0).unwrap();
            let after = game.play(position, found);
            let layout = game.board.geometry().layout;
            let passed = after.passed.iter().map(|square| layout.name(square)).collect::<Vec<_>>().join(",");
            let pawn = after.passer().map_or(String::new(), |pawn| layout.name(pawn));
            let reserve = after.memory.reserve();
            let beside: String = Side::BOTH
                .into_iter()
                .flat_map(|side| reserve.men(side).map(move |walk| (side, walk)))
                .map(|(side, walk)| {
                    let letter = if walk.letter() == 'S' { 'N' } else { walk.letter() };
                    if side == Side::Black { letter.to_ascii_lowercase() } else { letter }
                })
                .collect();
            format!("{passed}>{pawn} re={beside}")
        }
    }
    visit(fen, Play(mv))
}

fn counts(fen: &str, expected: &[u64]) {
    for (depth, &count) in (1..).zip(expected) {
        assert_eq!(perft(fen, depth), count, "{fen} at depth {depth}");
    }
}

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn replacement_and_putback_count_right_from_the_array() {
    counts(&format!("{CHESS} {{rules=Replacement}}"), &[20, 400, 9_959]);
    counts(&format!("{CHESS} {{rules=Putback}}"), &[20, 400, 9_969]);
}

#[test]
fn replacement_counts_right_four_moves_deep() {
    counts(&format!("{CHESS} {{rules=Replacement}}"), &[20, 400, 9_959, 300_597]);
}

#[test]
fn reenterent_chess_counts_right_from_the_array() {
    let fen = "kqbnr/ppppp/5/5/5/5/PPPPP/KQBNR w Kk - 0 1 {rules=Reenterent;re=-}";
    counts(fen, &[12, 144, 1_947, 26_230]);
}

#[test]
fn reenterent_chess_counts_right_five_moves_deep() {
    let fen = "kqbnr/ppppp/5/5/5/5/PPPPP/KQBNR w Kk - 0 1 {rules=Reenterent;re=-}";
    counts(fen, &[12, 144, 1_947, 26_230, 397_207]);
}

#[test]
fn fiasco_counts_right_from_the_array() {
    let fen = "rnbkb/ppppp/5/5/5/5/PPPPP/RNBKB[QRNqrn] w - - 0 1 {rules=Fiasco}";
    counts(fen, &[12, 144, 2_007, 27_818]);
}

#[test]
fn reroute66_counts_right_in_both_engines() {
    let fen = "rnbkqbnr/pppppppp/8/9/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    counts(fen, &[21, 441, 10_473, 247_535]);
    // A knight's leap that no game of three moves makes leads to the general engine.
    counts(&format!("{fen} {{rules=Reroute66 no_switch_pair_knight}}"), &[21, 441, 10_473]);
}
