//! The last move before a position.
//!
//! Taking back the last move must lead to a position in which the other side was not in check, since the side that
//! moved would have captured the king instead. All ways of taking back are tried, with and without a captured man,
//! promotions, castling and en passant captures included. The test looks no further back.
//!
//! A captured man is placed as an obstacle: what it is does not matter, since checks to the side that moved are allowed.

use super::{
    CHESS, ChessPosition, ImpossiblePosition, LastPly, attacks, geometry, men_of, missing_men, relative_rank,
    square_of,
};
use crate::board::{Layout, Set64, Square, Squares};
use crate::position::{Man, Side, Walk};
use crate::problem::DoubleStep;

/// Tests whether the kings can be in check as they are, and whether there is a last move.
pub(super) fn test(position: &ChessPosition, last_ply: &LastPly) -> Option<ImpossiblePosition> {
    let checkers = |side: Side| CHESS.checkers(position, side);
    if Side::BOTH.into_iter().all(|side| !checkers(side).is_empty()) {
        return Some(ImpossiblePosition::BothKingsInCheck(position.walk(Walk::King).iter().collect()));
    }
    let (moved, is_possible) = match last_ply {
        LastPly::Unknown => return None,
        LastPly::By(moved) => (*moved, TakeBack::new(position, *moved).any()),
        LastPly::DoubleStep(moved, step) => (*moved, TakeBack::new(position, *moved).double_step(step)),
    };
    // A position in which the king can be captured has a verdict of its own.
    if is_possible || !checkers(moved).is_empty() {
        return None;
    }
    Some(ImpossiblePosition::NoLastMove {
        moved,
        checkers: checkers(moved.other()).iter().collect(),
        is_double_step: matches!(last_ply, LastPly::DoubleStep(..)),
    })
}

/// Takes back moves of a side.
struct TakeBack<'a> {
    position: &'a ChessPosition,
    side: Side,
    occupied: Set64,
    /// Whether the other side lacks a man, which can have been captured.
    can_capture: bool,
    /// Whether the side lacks a pawn, which can have been promoted.
    can_promote: bool,
}

/// A man on a square.
type Placed = (Man, Square);

impl TakeBack<'_> {
    fn new(position: &ChessPosition, side: Side) -> TakeBack<'_> {
        TakeBack {
            position,
            side,
            occupied: position.occupied(),
            can_capture: missing_men(position, side.other()) > 0,
            can_promote: men_of(position, side, Walk::Pawn).count() < 8,
        }
    }

    /// Returns whether a move can have been the last.
    fn any(&self) -> bool {
        self.position.of(self.side).iter().any(|at| match self.position.walk_on(at) {
            Some(Walk::Pawn) => self.pawn_move(at),
            Some(walk) => self.officer_move(walk, at) || self.promotion(walk, at),
            None => false,
        }) || self.castling()
    }

    fn man(&self, walk: Walk) -> Man {
        Man::new(self.side, walk)
    }

    fn is_empty(&self, square: Square) -> bool {
        !self.occupied.contains(square)
    }

    /// Returns whether the other king was safe before a move: `now` are the men that moved, where they are, and
    /// `before` those that were on the board instead.
    fn was_safe(&self, now: &[Placed], before: &[Placed]) -> bool {
        let mut position = *self.position;
        now.iter().for_each(|&(man, square)| position.remove(man, square));
        before.iter().for_each(|&(man, square)| position.place(man, square));
        !CHESS.in_check(&position, self.side.other())
    }

    /// Returns whether a move of one man can have been the last, `captured` being the square of its victim.
    fn was_possible(&self, now: Placed, before: Placed, captured: Option<Square>) -> bool {
        match captured {
            None => self.was_safe(&[now], &[before]),
            Some(_) if !self.can_capture => false,
            Some(square) => {
                let victim = Man::new(self.side.other(), Walk::Queen);
                self.was_safe(&[now], &[before, (victim, square)])
            }
        }
    }

    fn officer_move(&self, walk: Walk, at: Square) -> bool {
        let man = self.man(walk);
        let from = attacks(walk, at, self.occupied) & !self.occupied;
        from.iter().any(|from| {
            [None, Some(at)].iter().any(|&captured| self.was_possible((man, at), (man, from), captured))
        })
    }

    /// Returns whether a pawn can have arrived on a square, as the man that is there, by steps and captures from squares
    /// of its second rank or beyond.
    fn pawn_arrival(&self, man: Man, at: Square) -> bool {
        let pawn = self.man(Walk::Pawn);
        let (file, rank) = (Layout::CHESS.file(at), relative_rank(self.side, at));
        let ahead =
            rank.checked_sub(1).filter(|&rank| rank >= 1).map(|rank| square_of(self.side, file, rank));
        let Some(below) = ahead else { return false };
        let captures_from = geometry().pawn(self.side).attackers[at.index()] & !self.occupied;
        self.is_empty(below) && self.was_possible((man, at), (pawn, below), None)
            || captures_from.iter().any(|from| self.was_possible((man, at), (pawn, from), Some(at)))
    }

    fn pawn_move(&self, at: Square) -> bool {
        let (file, rank) = (Layout::CHESS.file(at), relative_rank(self.side, at));
        let double_step = || {
            let (departure, passed) = (square_of(self.side, file, 1), square_of(self.side, file, 2));
            self.double_step(&DoubleStep { departure, passed: vec![passed], arrival: at })
        };
        self.pawn_arrival(self.man(Walk::Pawn), at) || rank == 3 && double_step() || self.en_passant(at)
    }

    /// Returns whether a double step can have been the last move.
    fn double_step(&self, step: &DoubleStep) -> bool {
        let pawn = self.man(Walk::Pawn);
        step.passed.iter().chain([&step.departure]).all(|&square| self.is_empty(square))
            && self.was_possible((pawn, step.arrival), (pawn, step.departure), None)
    }

    /// Returns whether a pawn can have arrived on a square by an en passant capture.
    fn en_passant(&self, at: Square) -> bool {
        let (file, rank) = (Layout::CHESS.file(at), relative_rank(self.side, at));
        if rank != 5 || men_of(self.position, self.side.other(), Walk::Pawn).count() >= 8 {
            return false;
        }
        let (victim, departure) = (square_of(self.side, file, 4), square_of(self.side, file, 6));
        let pawn = self.man(Walk::Pawn);
        let from = geometry().pawn(self.side).attackers[at.index()] & !self.occupied;
        self.is_empty(victim)
            && self.is_empty(departure)
            && from.iter().any(|from| self.was_possible((pawn, at), (pawn, from), Some(victim)))
    }

    fn promotion(&self, walk: Walk, at: Square) -> bool {
        self.can_promote
            && relative_rank(self.side, at) == 7
            && Walk::PROMOTIONS.contains(&walk)
            && self.pawn_arrival(self.man(walk), at)
    }

    fn castling(&self) -> bool {
        let (king, rook) = (self.man(Walk::King), self.man(Walk::Rook));
        let is_on = |man: Man, square| self.position.man(square) == Some(man);
        geometry().castlings.iter().filter(|castling| castling.side == self.side).any(|castling| {
            let vacated = castling.empty.without(castling.king_to).without(castling.rook_to);
            is_on(king, castling.king_to)
                && is_on(rook, castling.rook_to)
                && !self.occupied.intersects(vacated.with(castling.king_from).with(castling.rook_from))
                && self.was_safe(
                    &[(king, castling.king_to), (rook, castling.rook_to)],
                    &[(king, castling.king_from), (rook, castling.rook_from)],
                )
        })
    }
}
