//! Small diagrams with numbers of moves from Popeye 4.104.

use super::*;
use crate::position::Man;
use crate::rules::{CirceOccupied, Royals};

/// Returns the board of a diagram such as `Kg2 Rd4 · Kh7 Sd6`. Men at home have their castling rights.
fn board(diagram: &str, to_move: Side, circe: Option<Circe>) -> ReferenceBoard {
    let mut board =
        ReferenceBoard::from_position::<crate::board::Set64>(&Position::empty(to_move), Layout::CHESS, circe);
    let (white, black) = diagram.split_once('·').unwrap();
    for (men, side) in [(white, Side::White), (black, Side::Black)] {
        for man in men.split_whitespace() {
            let letter = man.chars().next().unwrap();
            let walk = Walk::CHESS.into_iter().find(|walk| walk.letter() == letter).unwrap();
            let square = Layout::CHESS.square(&man[1..]).unwrap();
            let (man, first) = (Man::new(side, walk), 56 * side.index());
            board.men[square.index()] = Some(man);
            board.may_castle[square.index()] = match walk {
                Walk::King => square.index() == first + 4,
                Walk::Rook => square.index() == first || square.index() == first + 7,
                _ => false,
            };
        }
    }
    board
}

const PLAIN: Option<Circe> = Some(Circe::PLAIN);
const STRICT: Option<Circe> = Some(Circe { on_occupied: CirceOccupied::Strict, ..Circe::PLAIN });
const ASSASSIN: Option<Circe> = Some(Circe { on_occupied: CirceOccupied::Assassin, ..Circe::PLAIN });
const INCLUSIVE: Option<Circe> = Some(Circe { royals: Royals::Inclusive, ..Circe::PLAIN });

#[test]
fn perft_of_small_diagrams_matches_popeye() {
    use Side::{Black, White};
    for (circe, diagram, to_move, plies, count) in [
        // Rebirths, and whether a capture is self-check by rebirth.
        (PLAIN, "Kg2 Rd4 · Kh7 Sd6", White, 1, 20),
        (PLAIN, "Kg2 Pb4 · Kh7 Rb8", Black, 1, 16),
        (PLAIN, "Kg2 Rb1 · Kh7 Qb5", White, 1, 18),
        (PLAIN, "Kg2 Rb1 · Kh7 Pb7", White, 1, 21),
        (PLAIN, "Kg3 Re4 Pf4 Pd2 · Kf1 Bg7 Se8", White, 1, 19),
        (PLAIN, "Kg3 Re4 Pf4 Pd2 · Kf1 Bg7 Se8", Black, 1, 13),
        (PLAIN, "Kg3 Re1 Pf4 Pd2 · Kf1 Ba1 Se8", Black, 1, 1),
        (PLAIN, "Kg3 Re1 Pf4 Pd2 · Kf1 Bg7 Se8", Black, 1, 0),
        // Promotion with capture, en passant, a reborn rook's castling, a reborn pawn's double step.
        (PLAIN, "Kg2 Pe7 · Kh7 Sd8", White, 1, 16),
        (PLAIN, "Kg2 Pe5 · Kh8 Pd7", Black, 2, 47),
        (PLAIN, "Ke1 Rf3 · Kc8 Bb7", Black, 2, 182),
        (PLAIN, "Kg2 Pb4 · Kh8 Rb8 Pc4", Black, 2, 119),
        (PLAIN, "Kg2 Pc5 · Kh8 Rc8", Black, 2, 102),
        (PLAIN, "Kg2 Rb4 · Kh7 Pb2", Black, 2, 187),
        // The rebirth square is occupied.
        (PLAIN, "Kg2 Rd4 · Kh7 Sd6 Bb8", White, 1, 20),
        (STRICT, "Kg2 Rd4 · Kh7 Sd6 Bb8", White, 1, 19),
        (STRICT, "Kg2 Rd4 · Kh7 Sd6", White, 1, 20),
        (ASSASSIN, "Kg2 Rd4 · Kh7 Sd6 Bb8", White, 1, 20),
        (ASSASSIN, "Kb8 Rd4 · Kh7 Sd6 Ra3", White, 1, 12),
        (ASSASSIN, "Kg1 Rd4 · Kb8 Sd6 Pa7", Black, 1, 12),
        (ASSASSIN, "Kb6 · Kh5 Pb7", White, 1, 5),
        // Kings are reborn too.
        (INCLUSIVE, "Ka1 Rd1 · Kd6 Pa7", Black, 1, 10),
        (INCLUSIVE, "Ka1 Rd1 · Kd6 Be8 Pa7", Black, 1, 13),
        (INCLUSIVE, "Ka1 Rd4 · Kd6", White, 1, 15),
        (INCLUSIVE, "Ka1 Re1 · Ke8 Pa7", Black, 1, 5),
        (INCLUSIVE, "Ka1 Re8 · Ke5 Pa7", Black, 1, 10),
        (INCLUSIVE, "Kf3 Rh1 · Kc8 Ra3", Black, 2, 358),
        (
            INCLUSIVE.map(|circe| Circe { on_occupied: CirceOccupied::Strict, ..circe }),
            "Ka1 Re1 · Ke8 Pa7",
            Black,
            1,
            7,
        ),
        (
            INCLUSIVE.map(|circe| Circe { on_occupied: CirceOccupied::Assassin, ..circe }),
            "Ka1 Rd1 · Kd6 Pa7 Be8",
            Black,
            1,
            17,
        ),
    ] {
        assert_eq!(board(diagram, to_move, circe).perft(plies), count, "{circe:?} {diagram}");
    }
}

#[test]
fn assassin_circe_rebirth_removes_capturer() {
    let board = board("Kg2 Rb1 · Kh5 Pb7", Side::White, ASSASSIN);
    let square = |name| Layout::CHESS.square(name).unwrap();
    let capture = Move::new(Walk::Rook, square("b1"), square("b7"), MoveKind::Capture);
    let after = board.play(capture).unwrap();
    assert_eq!(after.man(square("b7")), Some(Man::new(Side::Black, Walk::Pawn)));
    assert_eq!(after.men.iter().flatten().count(), 3);
}
