//! Pseudo-legal moves of the reference generator.

use super::ReferenceBoard;
use crate::board::{Layout, Square};
use crate::position::{Colour, Man, Move, MoveKind, Side, Walk};

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The files of each castling: departure and arrival of the king, departure and arrival of the rook.
const CASTLINGS: [[u8; 4]; 2] = [[4, 6, 7, 5], [4, 2, 0, 3]];

impl ReferenceBoard {
    /// Returns all pseudo-legal moves of the side to move.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.layout.squares() {
            if let Some(man) = self.man(from).filter(|man| man.colour == Colour::from(self.to_move)) {
                self.moves_of(man, from, &mut moves);
            }
        }
        self.castling_moves(&mut moves);
        moves
    }

    fn moves_of(&self, man: Man, from: Square, moves: &mut Vec<Move>) {
        let (directions, reach) = match man.walk {
            Walk::Pawn => return self.pawn_moves(from, moves),
            Walk::King => ([ORTHOGONAL, DIAGONAL].concat(), 1),
            Walk::Queen => ([ORTHOGONAL, DIAGONAL].concat(), 8),
            Walk::Rook => (ORTHOGONAL.to_vec(), 8),
            Walk::Bishop => (DIAGONAL.to_vec(), 8),
            Walk::Knight => (KNIGHT_LEAPS.to_vec(), 1),
            // No rule of this reference creates others.
            _ => return,
        };
        for direction in directions {
            let mut at = from;
            for _ in 0..reach {
                let Some(to) = self.step(at, direction) else {
                    break;
                };
                match self.man(to) {
                    None => moves.push(Move::new(man.walk, from, to, MoveKind::Quiet)),
                    Some(other) => {
                        if other.colour != man.colour {
                            moves.push(Move::new(man.walk, from, to, MoveKind::Capture));
                        }
                        break;
                    }
                }
                at = to;
            }
        }
    }

    /// Appends the moves of a pawn; it has none on its own first rank.
    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let last = self.layout.ranks() - 1;
        let (ahead, first_rank, second_rank, promotion_rank) = match self.to_move {
            Side::White => (1, 0, Some(1), last),
            Side::Black => (-1, last, last.checked_sub(1), 0),
        };
        let rank = self.layout.rank(from);
        if rank == first_rank {
            return;
        }
        let mut push = |to, kind| {
            let mv = Move::new(Walk::Pawn, from, to, kind);
            if self.layout.rank(to) == promotion_rank {
                let promotions = [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight];
                moves.extend(promotions.map(|walk| Move { promotion: Some(walk), ..mv }));
            } else {
                moves.push(mv);
            }
        };
        let is_free = |to: &Square| self.man(*to).is_none();
        if let Some(one) = self.step(from, (0, ahead)).filter(is_free) {
            push(one, MoveKind::Quiet);
            let two = self.step(one, (0, ahead)).filter(is_free);
            // On a low board a double step does not reach the promotion rank.
            let two = two.filter(|&two| self.layout.rank(two) != promotion_rank);
            if let Some(two) = two.filter(|_| Some(rank) == second_rank) {
                push(two, MoveKind::DoubleStep);
            }
        }
        let enemy = Colour::from(self.to_move.other());
        for aside in [-1, 1] {
            let Some(to) = self.step(from, (aside, ahead)) else {
                continue;
            };
            match self.man(to) {
                Some(man) if man.colour == enemy => push(to, MoveKind::Capture),
                None if self.is_ep_square(to, enemy) => push(to, MoveKind::EnPassant),
                _ => {}
            }
        }
    }

    /// Returns whether a pawn of this colour has just passed the square.
    fn is_ep_square(&self, square: Square, colour: Colour) -> bool {
        self.en_passant.as_ref().is_some_and(|step| {
            step.squares.contains(&square) && self.man(step.pawn).is_some_and(|pawn| pawn.colour == colour)
        })
    }

    /// Appends the castlings for which king and rook have the right and no man is between them.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let side = self.to_move;
        for [king_from, king_to, rook_from, _] in CASTLINGS {
            let Some([king_from, king_to, rook_from]) = self.home_squares([king_from, king_to, rook_from])
            else {
                return;
            };
            let between = |square: &Square| {
                let (low, high) = (king_from.min(rook_from), king_from.max(rook_from));
                low < *square && *square < high
            };
            let is_free = self.layout.squares().filter(between).all(|square| self.man(square).is_none());
            if is_free
                && self.is_castler(king_from, Walk::King, side)
                && self.is_castler(rook_from, Walk::Rook, side)
            {
                moves.push(Move::new(Walk::King, king_from, king_to, MoveKind::Castling));
            }
        }
    }

    /// Returns the squares of the rook before and after castling.
    pub(super) fn castling_rook(&self, castling: Move) -> Option<(Square, Square)> {
        let king_to = self.layout.file(castling.to);
        let [_, _, from, to] = CASTLINGS.into_iter().find(|files| files[1] == king_to)?;
        let [from, to] = self.home_squares([from, to])?;
        Some((from, to))
    }

    /// Returns the squares on these files of the mover's first rank; `None` unless the board is 8x8.
    fn home_squares<const N: usize>(&self, files: [u8; N]) -> Option<[Square; N]> {
        if self.layout != Layout::CHESS {
            return None;
        }
        let first_rank = if self.to_move == Side::White { 0 } else { 7 };
        Some(files.map(|file| Square::new(8 * first_rank + file)))
    }

    /// Returns the next square in a direction; `None` at the edge of the board.
    fn step(&self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let file = self.layout.file(from).checked_add_signed(files)?;
        let rank = self.layout.rank(from).checked_add_signed(ranks)?;
        self.layout.at(file, rank)
    }
}
