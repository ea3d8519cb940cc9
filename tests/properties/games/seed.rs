//! Positions with published counts of legal moves, and perft counts from the game arrays.

use kirke::board::{Board, Squares};
use kirke::game::{Game, PositionOf};
use kirke::position::{AnyRuleState, Side};
use kirke::rules::GameRules;

use crate::games::fen_moves::{Visitor, move_text, moves, perft, visit_position};

/// Returns whether the text matches a pattern: `*` matches any text, `?` any character.
fn matches_pattern(sort: &[u8], text: &[u8]) -> bool {
    match (sort, text) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => {
            matches_pattern(rest, text) || (!text.is_empty() && matches_pattern(sort, &text[1..]))
        }
        ([b'?', sort @ ..], [_, text @ ..]) => matches_pattern(sort, text),
        ([one, sort @ ..], [other, text @ ..]) => one == other && matches_pattern(sort, text),
        _ => false,
    }
}

#[test]
fn seed_positions_have_listed_moves() {
    let mut seen = 0;
    for line in include_str!("seed.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        seen += 1;
        match fields[..] {
            [name, fen, mv, after] => assert!(off_board_state_after(fen, mv).contains(after), "{name}"),
            [name, fen, total, sorts, selected] => {
                let all = moves(fen);
                assert_eq!(all.len().to_string(), total, "{name}: {all:?}");
                let mut chosen: Vec<&String> = all
                    .iter()
                    .filter(|mv| sorts.split(' ').any(|sort| matches_pattern(sort.as_bytes(), mv.as_bytes())))
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

/// Returns the part of the state that the board does not show, after a move.
fn off_board_state_after(fen: &str, mv: &str) -> String {
    struct Play<'a>(&'a str);
    impl Visitor for Play<'_> {
        type Output = String;
        fn visit<B: Board, R: GameRules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> String {
            let mut list = Vec::new();
            game.moves(position, &mut list);
            let found = list.into_iter().find(|&mv| move_text(game, position, mv) == self.0).unwrap();
            let after = game.play(position, found);
            let layout = game.board.geometry().layout;
            let passed =
                after.ep_squares.iter().map(|square| layout.name(square)).collect::<Vec<_>>().join(",");
            let pawn = after.ep_pawn().map_or("", |pawn| layout.name(pawn));
            let reserve = after.rule_state.reserve();
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
    visit_position(fen, Play(mv))
}

fn assert_perft(fen: &str, expected: &[u64]) {
    for (depth, &count) in (1..).zip(expected) {
        assert_eq!(perft(fen, depth), count, "{fen} at depth {depth}");
    }
}

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn replacement_and_putback_perft_from_array() {
    assert_perft(&format!("{CHESS} {{rules=Replacement}}"), &[20, 400, 9_959]);
    assert_perft(&format!("{CHESS} {{rules=Putback}}"), &[20, 400, 9_969]);
}

#[test]
fn replacement_perft_depth_4() {
    assert_perft(&format!("{CHESS} {{rules=Replacement}}"), &[20, 400, 9_959, 300_597]);
}

#[test]
fn reenterent_perft_from_array() {
    let fen = "kqbnr/ppppp/5/5/5/5/PPPPP/KQBNR w Kk - 0 1 {rules=Reenterent;re=-}";
    assert_perft(fen, &[12, 144, 1_947, 26_230]);
}

#[test]
fn reenterent_perft_depth_5() {
    let fen = "kqbnr/ppppp/5/5/5/5/PPPPP/KQBNR w Kk - 0 1 {rules=Reenterent;re=-}";
    assert_perft(fen, &[12, 144, 1_947, 26_230, 397_207]);
}

#[test]
fn fiasco_perft_from_array() {
    let fen = "rnbkb/ppppp/5/5/5/5/PPPPP/RNBKB[QRNqrn] w - - 0 1 {rules=Fiasco}";
    assert_perft(fen, &[12, 144, 2_007, 27_818]);
}

#[test]
fn reroute66_perft_in_both_engines() {
    let fen = "rnbkqbnr/pppppppp/8/9/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_perft(fen, &[21, 441, 10_473, 247_535]);
    // A knight's leap that no game of three moves contains selects the general engine.
    assert_perft(&format!("{fen} {{rules=Reroute66 no_switch_pair_knight}}"), &[21, 441, 10_473]);
}
