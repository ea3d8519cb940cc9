//! The rules once more, slow and obvious: what the fast generator must agree with.
//!
//! Men stand in a list of squares, lines are walked a square at a time, and every move
//! is tried out on a copy. A side is in check if the other, were it to move, could make
//! a capture, playable under the rules, that costs it a royal man. Nothing here is
//! shared with the fast generator but the words: men, squares, moves, parameters.
//!
//! [`walks`] tells where men may go, [`rebirth`] what a capture does besides capturing.

pub mod pseudo_legal;
pub mod rebirth;

use crate::board::{Layout, Square, Squares};
use crate::position::{Colour, Man, Move, MoveKind, Position, Side, Walk};
use crate::rules::{Circe, RuleScope};

/// A position on a plain list of squares, with the rules that hold in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceBoard {
    /// The names of the squares.
    pub layout: Layout,
    /// The parameters of Circe or one of its relatives; none in orthodox chess.
    pub circe: Option<Circe>,
    /// When Circe holds, and for whom.
    pub scope: RuleScope,
    /// How many half-moves have been made.
    pub ply: u16,
    /// Who stands on each square, by number.
    pub men: [Option<Man>; 64],
    /// Has the king or rook on the square a right to castle?
    pub may_castle: [bool; 64],
    /// The last move, if it was a pawn's double step.
    pub en_passant: Option<EnPassantState>,
    /// Who is to move.
    pub to_move: Side,
}

/// A double step that may be answered en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnPassantState {
    /// The squares that the pawn passed.
    pub squares: Vec<Square>,
    /// Where the pawn stands.
    pub pawn: Square,
}

impl ReferenceBoard {
    /// The position that stands on a rectangle, seen anew.
    pub fn from_position<S: Squares>(
        position: &Position<S>,
        layout: Layout,
        circe: Option<Circe>,
    ) -> ReferenceBoard {
        let mut board = ReferenceBoard {
            layout,
            circe,
            scope: RuleScope::ALWAYS,
            ply: 0,
            men: [None; 64],
            may_castle: [false; 64],
            en_passant: position
                .ep_pawn()
                .map(|pawn| EnPassantState { squares: position.ep_squares.iter().collect(), pawn }),
            to_move: position.to_move,
        };
        for square in layout.squares() {
            board.men[square.index()] = position.man(square);
            board.may_castle[square.index()] = position.castling.contains(square);
        }
        board
    }

    /// The legal moves, in no particular order. Kings are never captured for good.
    pub fn legal_moves(&self) -> Vec<Move> {
        let moves = self.pseudo_legal_moves().into_iter().flat_map(|mv| self.branches(mv));
        moves.filter(|&mv| self.is_legal(mv)).collect()
    }

    /// The position after a move that can be played; none if the rules forbid it. It
    /// is not asked whether the mover's king is in check afterwards.
    pub fn play(&self, mv: Move) -> Option<ReferenceBoard> {
        let mut after = self.clone();
        after.to_move = self.to_move.other();
        after.ply += 1;
        after.en_passant = None;
        if mv.kind == MoveKind::Pass {
            return Some(after);
        }

        let mut mover = after.remove(mv.from)?;
        let capture_square = self.capture_square(mv);
        let captured = capture_square.and_then(|square| after.remove(square));
        if let Some(walk) = mv.promotion {
            mover.walk = walk;
        }
        after.place(mover, mv.to);

        match mv.kind {
            MoveKind::Castling => {
                let (rook_from, rook_to) = self.castling_rook(mv)?;
                let rook = after.remove(rook_from)?;
                after.place(rook, rook_to);
            }
            MoveKind::DoubleStep => {
                let rank = (self.layout.rank(mv.from) + self.layout.rank(mv.to)) / 2;
                let passed = self.layout.at(self.layout.file(mv.from), rank)?;
                after.en_passant = Some(EnPassantState { squares: vec![passed], pawn: mv.to });
            }
            _ => {}
        }
        if let (Some(captured), Some(square)) = (captured, capture_square) {
            after.resolve_capture(self.circe_in_force(), captured, square, mv)?;
        }
        // Whoever assassinates his own king has not made a move.
        (after.royal_count(self.to_move) == self.royal_count(self.to_move)).then_some(after)
    }

    /// Where the man stands that a move captures.
    fn capture_square(&self, mv: Move) -> Option<Square> {
        match mv.kind {
            MoveKind::Capture => Some(mv.to),
            MoveKind::EnPassant => Some(self.en_passant.as_ref()?.pawn),
            MoveKind::Quiet
            | MoveKind::DoubleStep
            | MoveKind::Castling
            | MoveKind::Pass
            | MoveKind::Entry => None,
        }
    }

    /// Is the side in check? Its opponent's own king does not matter.
    pub fn in_check(&self, side: Side) -> bool {
        let threat = ReferenceBoard { to_move: side.other(), ..self.clone() };
        threat
            .pseudo_legal_moves()
            .into_iter()
            .filter(|mv| mv.is_capture())
            .filter_map(|mv| threat.play(mv))
            .any(|after| after.royal_count(side) < self.royal_count(side))
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Some(after) = self.play(mv) else {
            return false;
        };
        let opponent = self.to_move.other();
        let castles_through_check = mv.kind == MoveKind::Castling
            && (self.in_check(self.to_move) || self.is_castling_path_attacked(mv));
        !castles_through_check
            && !after.in_check(self.to_move)
            && after.royal_count(opponent) == self.royal_count(opponent)
    }

    /// Would the king be in check on the square that it passes in castling?
    fn is_castling_path_attacked(&self, castling: Move) -> bool {
        let file = (self.layout.file(castling.from) + self.layout.file(castling.to)) / 2;
        let Some(way) = self.layout.at(file, self.layout.rank(castling.from)) else {
            return true;
        };
        let mut on_its_way = self.clone();
        let Some(king) = on_its_way.remove(castling.from) else {
            return true;
        };
        on_its_way.place(king, way);
        // As if he had come to the end of his way.
        on_its_way.ply += 1;
        on_its_way.in_check(self.to_move)
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        moves.into_iter().filter_map(|mv| self.play(mv)).map(|after| after.perft(depth - 1)).sum()
    }

    /// What holds for the next half-move, if the side to move makes it.
    fn circe_in_force(&self) -> Option<Circe> {
        self.circe.filter(|_| self.scope.includes(self.to_move, self.ply + 1))
    }

    /// Who stands there.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// How many royal men the side has.
    fn royal_count(&self, side: Side) -> usize {
        self.men.iter().flatten().filter(|man| man.royal && man.colour == Colour::from(side)).count()
    }

    /// Takes the man off the square; a right to castle goes with him.
    fn remove(&mut self, square: Square) -> Option<Man> {
        self.may_castle[square.index()] = false;
        self.men[square.index()].take()
    }

    /// Puts a man on a square. Who merely moves there has no right to castle.
    fn place(&mut self, man: Man, square: Square) {
        self.may_castle[square.index()] = false;
        self.men[square.index()] = Some(man);
    }

    /// Is a man of this walk and side there who may still castle?
    fn is_castler(&self, square: Square, walk: Walk, side: Side) -> bool {
        self.may_castle[square.index()]
            && self.man(square).is_some_and(|man| man.walk == walk && man.colour == Colour::from(side))
    }
}

#[cfg(test)]
mod tests;
