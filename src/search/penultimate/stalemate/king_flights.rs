//! Which moves of the side to be stalemated leave a position in which one move can take all flights of its king.
//!
//! Upper bounds only: men of the other side attack through all men, and each of its moves may end on any square that it
//! reaches so. A square with a man counts as no flight, since the king may be unable to capture it. A capture may put the capturer
//! anywhere, and its victim next to the king.

use super::reachable_squares;
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Side, Walk};
use crate::rules::GameRules;

/// The largest number of men of the other side that are considered.
const MAX_MEN: usize = 16;

/// The largest number of squares next to a king that a man attacks or occupies: a queen on one of them.
const MAX_COVERED: usize = 6;

/// The largest number of squares next to a king that men block which a capture puts there, the capturer excepted.
const MAX_REBORN: usize = 1;

/// The targets of moves after which the king may lose all its flights by one move.
pub(super) struct UsefulTargets<S> {
    /// The square of the king that is to be stalemated.
    pub king: Square,
    /// The targets of the king.
    pub king_targets: S,
    /// The targets of all other men.
    pub other_targets: S,
}

/// A man of the side that stalemates.
#[derive(Clone, Copy)]
struct Man<S> {
    walk: Walk,
    at: Square,
    /// The squares that it attacks on an empty board.
    attacks: S,
}

/// The men of the side that stalemates.
struct Men<S> {
    side: Side,
    men: [Man<S>; MAX_MEN],
    count: usize,
    /// The squares that at least one of them attacks on an empty board, and those that at least two do.
    once: S,
    twice: S,
    /// The squares of the men of both sides, but for the king that is to be stalemated.
    occupied: S,
    /// The squares on which they may capture after the next move.
    victims: S,
}

impl<S: Squares> UsefulTargets<S> {
    /// Returns the targets in a position; `None` if nothing is known about them.
    #[inline]
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<UsefulTargets<S>> {
        let side = position.to_move;
        let king = game.unrestricted_king(position, side)?;
        let is_plain =
            position.castling.is_empty() && position.ep_pawn().is_none() && !position.has_neutrals();
        if !is_plain {
            return None;
        }
        let men = Men::new(game, position, king)?;
        let ring = game.board.geometry().king[king.index()];
        // A man that moves next to its king blocks a flight.
        let quiet_targets = if men.may_take_flights(game, king, 0) {
            !S::EMPTY
        } else if men.may_take_flights(game, king, 1) {
            ring
        } else {
            S::EMPTY
        };
        let steps = (ring & !position.occupied()).iter();
        let enemies = position.of(side.other());
        Some(UsefulTargets {
            king,
            king_targets: S::from_squares(steps.filter(|&at| men.may_take_flights(game, at, 0))) | enemies,
            other_targets: quiet_targets | enemies,
        })
    }
}

impl<S: Squares> Men<S> {
    #[inline]
    fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        king: Square,
    ) -> Option<Men<S>> {
        let side = position.to_move.other();
        let others = position.of(position.to_move).without(king);
        let none = Man { walk: Walk::King, at: king, attacks: S::EMPTY };
        let mut men = Men {
            side,
            men: [none; MAX_MEN],
            count: 0,
            once: S::EMPTY,
            twice: S::EMPTY,
            occupied: position.occupied().without(king),
            // A man may be captured where it moves to, or en passant.
            victims: others | reachable_squares(game, position, position.to_move, others),
        };
        for at in position.of(side).iter() {
            let walk = position.walk_on(at).filter(|&walk| walk != Walk::ReversedPawn)?;
            let attacks = game.board.attacks(walk, side, at, S::EMPTY);
            *men.men.get_mut(men.count)? = Man { walk, at, attacks };
            men.count += 1;
            (men.once, men.twice) = (men.once | attacks, men.twice | (men.once & attacks));
        }
        Some(men)
    }

    /// Returns whether a move of one man may leave no flight to a king on a square, if other men than now block `blocked`
    /// squares next to it. False only if no move does.
    fn may_take_flights<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        king: Square,
        blocked: usize,
    ) -> bool {
        let unblocked = game.board.geometry().king[king.index()] & !self.occupied;
        let allowed = blocked + MAX_REBORN;
        if (unblocked & !self.once).count() as usize > MAX_COVERED + allowed {
            return false;
        }
        self.men[..self.count].iter().any(|man| self.man_may_take_flights(game, man, unblocked, allowed))
    }

    fn man_may_take_flights<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        man: &Man<S>,
        unblocked: S,
        allowed: usize,
    ) -> bool {
        let board = &game.board;
        let covered = self.twice | (self.once & !man.attacks);
        let flights = unblocked & !covered;
        let remain = |at: Square, walk: Walk| {
            let new = board.attacks(walk, self.side, at, S::EMPTY).with(at);
            (flights & !new).count() as usize > allowed
        };
        if flights.count() as usize <= allowed {
            return true;
        }
        let captures = !(man.attacks & self.victims).is_empty();
        // A promoted man, and one that has captured and may be reborn.
        let (targets, may_be_anywhere) = match man.walk {
            Walk::Pawn => {
                let paths = board.geometry().pawn(self.side);
                let steps = paths.step[man.at.index()];
                let farther = steps.iter().map(|step| paths.step[step.index()]);
                let targets = farther.fold(steps, |all, step| all | step);
                (targets | man.attacks, captures || steps.intersects(paths.promotion_rank))
            }
            _ => (man.attacks, captures),
        };
        if may_be_anywhere && flights.count() as usize <= MAX_COVERED + allowed {
            return true;
        }
        targets.iter().any(|at| !remain(at, man.walk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, RectBoard};

    #[test]
    fn no_man_covers_more_squares_next_to_a_king() {
        let board = RectBoard::new(Layout::CHESS);
        let mut most = 0;
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            for at in board.geometry().all.iter() {
                for king in board.geometry().all.without(at).iter() {
                    let covered = Side::BOTH.map(|side| {
                        let covered = board.attacks(walk, side, at, Squares::EMPTY).with(at);
                        (covered & board.geometry().king[king.index()]).count() as usize
                    });
                    most = most.max(covered[0]).max(covered[1]);
                }
            }
        }
        assert_eq!(most, MAX_COVERED);
    }
}
