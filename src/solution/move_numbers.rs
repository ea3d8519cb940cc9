//! The numbers of root moves, which options use to limit the search to some of them.
//!
//! The numbers are Popeye's, so that a number selects the same move in both programs: men are ordered by
//! square from a1 to h8, rank by rank, and the moves of each man as follows.
//!
//! | man | order |
//! |---|---|
//! | king, queen, rook, bishop | castling; diagonals down left, down right, up right, up left; then down, left, up, right; on each line the farthest square first |
//! | knight | anticlockwise, beginning with two files left and one rank down |
//! | pawn | double step, step, capture to the right, capture to the left; king, queen, knight, rook, bishop |
//!
//! A pass comes first; men that enter from the reserve come last.

use std::collections::HashSet;

use crate::board::{Board, Layout};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Walk};
use crate::problem::FirstMoveRange;
use crate::rules::GameRules;

/// A root move and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedMove {
    /// The number, from 1.
    pub number: u64,
    /// The move.
    pub mv: Move,
}

impl NumberedMove {
    /// Returns moves with the numbers of their order.
    pub fn in_order(moves: Vec<Move>) -> Vec<NumberedMove> {
        (1..).zip(moves).map(|(number, mv)| NumberedMove { number, mv }).collect()
    }
}

/// Returns the root moves with numbers in `wanted`, in the order of their numbers.
pub fn select_root_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    moves: Vec<Move>,
    wanted: &FirstMoveRange,
) -> Vec<NumberedMove> {
    // Moves that leave the king in check have numbers, too: they are legal if no man is royal.
    let mut all = Vec::new();
    game.moves_ignoring_king(position, &mut all);
    all.retain(|mv| mv.kind != MoveKind::Castling);
    // Castling, passes and moves that only a royal king has: every legal move gets a number.
    let counted: HashSet<Move> = all.iter().copied().collect();
    all.extend(moves.iter().filter(|mv| !counted.contains(mv)));
    let mut wanted = select_by_number(all, wanted, game.board.geometry().layout);
    wanted.retain(|numbered| moves.contains(&numbered.mv));
    wanted
}

/// Returns the moves with numbers in `wanted`, in the order of their numbers.
fn select_by_number(mut moves: Vec<Move>, wanted: &FirstMoveRange, layout: Layout) -> Vec<NumberedMove> {
    moves.sort_by_key(|&mv| sort_key(mv, layout));
    let mut numbered = NumberedMove::in_order(moves);
    numbered.retain(|&NumberedMove { number, .. }| wanted.contains(number));
    numbered
}

/// Returns the kind key of a move: pass, move or entry; the man's square; the kind of move; its length
/// (longest first); the promotion.
fn sort_key(mv: Move, layout: Layout) -> (u8, u8, u8, u8, i16, u8) {
    if mv.kind == MoveKind::Pass {
        return (0, 0, 0, 0, 0, 0);
    }
    if mv.kind == MoveKind::Entry {
        return (2, layout.rank(mv.to), layout.file(mv.to), mv.walk as u8, 0, 0);
    }
    // The exchanges of a man come last, in the order of the squares of the other men.
    if mv.kind == MoveKind::Exchange {
        let [rank, file] = [layout.rank(mv.to), layout.file(mv.to)];
        return (1, layout.rank(mv.from), layout.file(mv.from), u8::MAX, i16::from(rank), file);
    }
    let files = i16::from(layout.file(mv.to)) - i16::from(layout.file(mv.from));
    let ranks = i16::from(layout.rank(mv.to)) - i16::from(layout.rank(mv.from));
    let kind = match (mv.walk, mv.kind) {
        (_, MoveKind::Castling) => u8::from(files > 0),
        (Walk::Knight, _) => knight_order(files, ranks),
        (Walk::Pawn, _) => match files {
            0 => 0,
            1.. => 1,
            _ => 2,
        },
        _ => line_order(files, ranks),
    };
    let promotion = match mv.promotion {
        None | Some(Walk::King) => 0,
        Some(Walk::Queen) => 1,
        Some(Walk::Knight) => 2,
        Some(Walk::Rook) => 3,
        Some(_) => 4,
    };
    (1, layout.rank(mv.from), layout.file(mv.from), kind, -files.abs().max(ranks.abs()), promotion)
}

/// Returns the rank of a direction among the directions of a line piece; castling has the first two ranks.
fn line_order(files: i16, ranks: i16) -> u8 {
    match (files.signum(), ranks.signum()) {
        (-1, -1) => 2,
        (1, -1) => 3,
        (1, 1) => 4,
        (-1, 1) => 5,
        (_, -1) => 6,
        (-1, _) => 7,
        (_, 1) => 8,
        _ => 9,
    }
}

fn knight_order(files: i16, ranks: i16) -> u8 {
    const ROUND: [(i16, i16); 8] = [(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)];
    ROUND.iter().position(|&leap| leap == (files, ranks)).map_or(8, |place| place as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::RectBoard;
    use crate::formats;
    use crate::game::{Game, set_up};
    use crate::position::Side;
    use crate::rules::{RuleSet, catalogue};

    /// Returns the root moves in the order of their numbers, as departure and arrival.
    fn order(problem: &str, side: Side) -> String {
        let reading =
            formats::read("test.inp", format!("beginproblem {problem} stipulation ~1 endproblem").as_bytes());
        let problem = reading.items[0].problem.as_ref().unwrap();
        let game = Game::chess();
        let position = set_up(&game, &problem.setting.diagram, &problem.options, side).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let name = |mv: Move| {
            let promotion = mv.promotion.map_or(String::new(), |walk| walk.letter().to_string());
            format!("{}{}{promotion}", Layout::CHESS.name(mv.from), Layout::CHESS.name(mv.to))
        };
        let all = FirstMoveRange::ALL;
        select_by_number(moves, &all, Layout::CHESS)
            .into_iter()
            .map(|numbered| name(numbered.mv))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn root_move_order_matches_popeye() {
        assert_eq!(
            order("pieces white Ke1 Ra1h1 Pa7 Pc2 Se5 Bd3 Qf4 black Kg8 Rb8 Pd7", Side::White),
            "a1a6 a1a5 a1a4 a1a3 a1a2 a1d1 a1c1 a1b1 e1c1 e1g1 e1f2 e1d2 e1d1 e1e2 e1f1 h1f1 h1g1 \
             h1h8 h1h7 h1h6 h1h5 h1h4 h1h3 h1h2 c2c4 c2c3 d3f1 d3e2 d3h7 d3g6 d3f5 d3e4 d3a6 d3b5 \
             d3c4 f4c1 f4d2 f4e3 f4h2 f4g3 f4h6 f4g5 f4f1 f4f2 f4f3 f4a4 f4b4 f4c4 f4d4 f4e4 f4f8 \
             f4f7 f4f6 f4f5 f4h4 f4g4 e5c4 e5f3 e5g4 e5g6 e5f7 e5d7 e5c6 a7a8Q a7a8S a7a8R a7a8B \
             a7b8Q a7b8S a7b8R a7b8B"
        );
        assert_eq!(
            order(
                "pieces black Ke8 Ra8h8 Ph2 Pc7 Pc4 white Kd1 Sb6 Rd6 Pb4 Pg1 option EnPassant b2b3b4",
                Side::Black
            ),
            "h2h1Q h2h1S h2h1R h2h1B h2g1Q h2g1S h2g1R h2g1B c4c3 c4b3 c7c5 c7c6 c7d6 c7b6 a8a1 a8a2 \
             a8a3 a8a4 a8a5 a8a6 a8a7 a8d8 a8c8 a8b8 e8g8 e8f7 e8e7 e8f8 h8h3 h8h4 h8h5 \
             h8h6 h8h7 h8f8 h8g8"
        );
    }

    #[test]
    fn promotion_to_king_comes_first() {
        let [from, to] = [50, 57].map(crate::board::Square::new);
        let becomes =
            |walk| Move { promotion: Some(walk), ..Move::new(Walk::Pawn, from, to, MoveKind::Capture) };
        let walks = [Walk::Bishop, Walk::Rook, Walk::Knight, Walk::Queen, Walk::King];
        let all = FirstMoveRange::ALL;
        let order = select_by_number(walks.map(becomes).to_vec(), &all, Layout::CHESS);
        assert!(order.iter().map(|numbered| numbered.mv.promotion).eq(walks.into_iter().rev().map(Some)));
    }

    /// Moves that a rule grants to kings, or because of kings, are numbered, too.
    #[test]
    fn every_root_move_has_a_number() {
        let diagrams = [
            ("white Kc4 Qh7 black Ke6 Sg8", Side::White),
            ("white Kd2 Re8 Qf5 Qg2 black Kd4 Pf6", Side::White),
            ("white Kd2 Rd1 Bb5 black Ka1 Qa4 Qc3 Pc2 Pa3", Side::Black),
        ];
        let all = FirstMoveRange::ALL;
        for condition in catalogue::RULES.iter().flat_map(|rule| rule.example_conditions()) {
            let rules = RuleSet::new(&[condition]).unwrap();
            let game = Game::new(RectBoard::new(Layout::CHESS), rules);
            for (men, side) in diagrams {
                let problem = format!("beginproblem pieces {men} stipulation ~1 endproblem");
                let reading = formats::read("test.inp", problem.as_bytes());
                let problem = reading.items[0].problem.as_ref().unwrap();
                let Ok(mut position) = set_up(&game, &problem.setting.diagram, &problem.options, side) else {
                    continue;
                };
                game.rules.init_position(&mut position);
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let numbered = select_root_moves(&game, &position, moves.clone(), &all);
                let set = |moves: &[Move]| moves.iter().copied().collect::<HashSet<_>>();
                let numbered: Vec<Move> = numbered.iter().map(|numbered| numbered.mv).collect();
                assert_eq!(set(&numbered), set(&moves), "{condition}: {men}");
                assert_eq!(numbered.len(), moves.len(), "{condition}: {men}");
            }
        }
    }
}
