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
use crate::rules::{Circe, Term};

/// A position on a plain list of squares, with the rules that hold in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The names of the squares.
    pub layout: Layout,
    /// The parameters of Circe or one of its relatives; none in orthodox chess.
    pub circe: Option<Circe>,
    /// When Circe holds, and for whom.
    pub term: Term,
    /// How many half-moves have been made.
    pub ply: u16,
    /// Who stands on each square, by number.
    pub men: [Option<Man>; 64],
    /// Has the king or rook on the square a right to castle?
    pub may_castle: [bool; 64],
    /// The last move, if it was a pawn's double step.
    pub double_step: Option<DoubleStep>,
    /// Who is to move.
    pub to_move: Side,
}

/// A double step that may be answered en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleStep {
    /// The squares that the pawn passed.
    pub passed: Vec<Square>,
    /// Where the pawn stands.
    pub pawn: Square,
}

impl Board {
    /// The position that stands on a rectangle, seen anew.
    pub fn of<S: Squares>(position: &Position<S>, layout: Layout, circe: Option<Circe>) -> Board {
        let mut board = Board {
            layout,
            circe,
            term: Term::ALWAYS,
            ply: 0,
            men: [None; 64],
            may_castle: [false; 64],
            double_step: position
                .passer()
                .map(|pawn| DoubleStep { passed: position.passed.iter().collect(), pawn }),
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
        let moves = self.pseudo_moves().into_iter().flat_map(|mv| self.branches(mv));
        moves.filter(|&mv| self.is_legal(mv)).collect()
    }

    /// The position after a move that can be played; none if the rules forbid it. It
    /// is not asked whether the mover's king is in check afterwards.
    pub fn play(&self, mv: Move) -> Option<Board> {
        let mut after = self.clone();
        after.to_move = self.to_move.other();
        after.ply += 1;
        after.double_step = None;
        if mv.kind == MoveKind::Pass {
            return Some(after);
        }

        let mut mover = after.lift(mv.from)?;
        let capture_square = self.capture_square(mv);
        let captured = capture_square.and_then(|square| after.lift(square));
        if let Some(walk) = mv.promotion {
            mover.walk = walk;
        }
        after.place(mover, mv.to);

        match mv.kind {
            MoveKind::Castling => {
                let (rook_from, rook_to) = self.rook_of_castling(mv)?;
                let rook = after.lift(rook_from)?;
                after.place(rook, rook_to);
            }
            MoveKind::DoubleStep => {
                let rank = (self.layout.rank(mv.from) + self.layout.rank(mv.to)) / 2;
                let passed = self.layout.at(self.layout.file(mv.from), rank)?;
                after.double_step = Some(DoubleStep { passed: vec![passed], pawn: mv.to });
            }
            _ => {}
        }
        if let (Some(captured), Some(square)) = (captured, capture_square) {
            after.resolve_capture(self.circe(), captured, square, mv)?;
        }
        // Whoever assassinates his own king has not made a move.
        (after.royals(self.to_move) == self.royals(self.to_move)).then_some(after)
    }

    /// Where the man stands that a move captures.
    fn capture_square(&self, mv: Move) -> Option<Square> {
        match mv.kind {
            MoveKind::Capture => Some(mv.to),
            MoveKind::EnPassant => Some(self.double_step.as_ref()?.pawn),
            MoveKind::Quiet
            | MoveKind::DoubleStep
            | MoveKind::Castling
            | MoveKind::Pass
            | MoveKind::Entry => None,
        }
    }

    /// Is the side in check? Its opponent's own king does not matter.
    pub fn in_check(&self, side: Side) -> bool {
        let threat = Board { to_move: side.other(), ..self.clone() };
        threat
            .pseudo_moves()
            .into_iter()
            .filter(|mv| mv.is_capture())
            .filter_map(|mv| threat.play(mv))
            .any(|after| after.royals(side) < self.royals(side))
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Some(after) = self.play(mv) else {
            return false;
        };
        let opponent = self.to_move.other();
        let castles_through_check =
            mv.kind == MoveKind::Castling && (self.in_check(self.to_move) || self.way_is_attacked(mv));
        !castles_through_check
            && !after.in_check(self.to_move)
            && after.royals(opponent) == self.royals(opponent)
    }

    /// Would the king be in check on the square that it passes in castling?
    fn way_is_attacked(&self, castling: Move) -> bool {
        let file = (self.layout.file(castling.from) + self.layout.file(castling.to)) / 2;
        let Some(way) = self.layout.at(file, self.layout.rank(castling.from)) else {
            return true;
        };
        let mut on_its_way = self.clone();
        let Some(king) = on_its_way.lift(castling.from) else {
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
    fn circe(&self) -> Option<Circe> {
        self.circe.filter(|_| self.term.holds(self.to_move, self.ply + 1))
    }

    /// Who stands there.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// How many royal men the side has.
    fn royals(&self, side: Side) -> usize {
        self.men.iter().flatten().filter(|man| man.royal && man.colour == Colour::from(side)).count()
    }

    /// Takes the man off the square; a right to castle goes with him.
    fn lift(&mut self, square: Square) -> Option<Man> {
        self.may_castle[square.index()] = false;
        self.men[square.index()].take()
    }

    /// Puts a man on a square. Who merely moves there has no right to castle.
    fn place(&mut self, man: Man, square: Square) {
        self.may_castle[square.index()] = false;
        self.men[square.index()] = Some(man);
    }

    /// Is a man of this walk and side there who may still castle?
    fn castler(&self, square: Square, walk: Walk, side: Side) -> bool {
        self.may_castle[square.index()]
            && self.man(square).is_some_and(|man| man.walk == walk && man.colour == Colour::from(side))
    }
}

#[cfg(test)]
mod tests;
