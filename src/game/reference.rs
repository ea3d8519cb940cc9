//! The reference generator: a second implementation of the rules, slow and obvious, against which the fast generator is
//! tested.
//!
//! The board is a list of squares, lines are followed square by square, and every move is made on a copy. A side is in
//! check if its opponent, if it were to move, could make a capture that the rules allow and that removes a royal man of
//! the side. Only the vocabulary is shared with the fast generator: men, squares, moves, parameters.
//!
//! [`pseudo_legal`] generates moves, [`rebirth`] applies the effects of captures.

pub mod pseudo_legal;
pub mod rebirth;

use crate::board::{Layout, Square, Squares};
use crate::position::{Colour, Man, Move, MoveKind, Position, Side, Walk};
use crate::rules::{Circe, RuleScope};

/// A position as a list of squares, with the rules in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceBoard {
    /// The size of the board.
    pub layout: Layout,
    /// The parameters of Circe or a rule of its family; `None` in orthodox chess.
    pub circe: Option<Circe>,
    /// The plies and the side for which Circe is in force.
    pub scope: RuleScope,
    /// The number of plies made.
    pub ply: u16,
    /// The man on each square.
    pub men: [Option<Man>; 64],
    /// Whether the king or rook on each square has the right to castle.
    pub may_castle: [bool; 64],
    /// The last move if it was a double step.
    pub en_passant: Option<EnPassantState>,
    /// The side to move.
    pub to_move: Side,
}

/// A double step that can be answered en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnPassantState {
    /// The squares that the pawn passed.
    pub squares: Vec<Square>,
    /// The square of the pawn.
    pub pawn: Square,
}

impl ReferenceBoard {
    /// Returns a position on a rectangle as a reference board.
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

    /// Returns the legal moves in no particular order. No king is captured unless it is reborn.
    pub fn legal_moves(&self) -> Vec<Move> {
        let moves = self.pseudo_legal_moves().into_iter().flat_map(|mv| self.branches(mv));
        moves.filter(|&mv| self.is_legal(mv)).collect()
    }

    /// Returns the position after a pseudo-legal move; `None` if the rules forbid the move. The mover's king may be in
    /// check afterwards.
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
        // A move by which a rebirth removes a king of the mover is illegal.
        (after.royal_count(self.to_move) == self.royal_count(self.to_move)).then_some(after)
    }

    /// Returns the square of the victim of a move; `None` if it captures nothing.
    fn capture_square(&self, mv: Move) -> Option<Square> {
        match mv.kind {
            MoveKind::Capture => Some(mv.to),
            MoveKind::EnPassant => Some(self.en_passant.as_ref()?.pawn),
            MoveKind::Quiet
            | MoveKind::DoubleStep
            | MoveKind::LocustCapture
            | MoveKind::Castling
            | MoveKind::Pass
            | MoveKind::Exchange
            | MoveKind::Entry => None,
        }
    }

    /// Returns whether the side is in check. The safety of the opponent's king does not matter.
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

    /// Returns whether the king would be in check on the square that it passes in castling.
    fn is_castling_path_attacked(&self, castling: Move) -> bool {
        let file = (self.layout.file(castling.from) + self.layout.file(castling.to)) / 2;
        let Some(way) = self.layout.at(file, self.layout.rank(castling.from)) else {
            return true;
        };
        let mut passing = self.clone();
        let Some(king) = passing.remove(castling.from) else {
            return true;
        };
        passing.place(king, way);
        // As after the whole castling.
        passing.ply += 1;
        passing.in_check(self.to_move)
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        moves.into_iter().filter_map(|mv| self.play(mv)).map(|after| after.perft(depth - 1)).sum()
    }

    /// Returns the parameters in force in the next ply.
    fn circe_in_force(&self) -> Option<Circe> {
        self.circe.filter(|_| self.scope.includes(self.to_move, self.ply + 1))
    }

    /// Returns the man on a square; `None` if the square is empty.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// Returns the number of royal men of a side.
    fn royal_count(&self, side: Side) -> usize {
        self.men.iter().flatten().filter(|man| man.royal && man.colour == Colour::from(side)).count()
    }

    /// Removes the man from a square, and its right to castle.
    fn remove(&mut self, square: Square) -> Option<Man> {
        self.may_castle[square.index()] = false;
        self.men[square.index()].take()
    }

    /// Places a man on a square, without a right to castle.
    fn place(&mut self, man: Man, square: Square) {
        self.may_castle[square.index()] = false;
        self.men[square.index()] = Some(man);
    }

    /// Returns whether a man with this walk and side is on the square and has the right to castle.
    fn is_castler(&self, square: Square, walk: Walk, side: Side) -> bool {
        self.may_castle[square.index()]
            && self.man(square).is_some_and(|man| man.walk == walk && man.colour == Colour::from(side))
    }
}

#[cfg(test)]
mod tests;
