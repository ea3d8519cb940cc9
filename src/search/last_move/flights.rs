//! Flights: which moves leave the king a square to move to, determined without making them.
//!
//! **What.** The squares around the king that the attacker guards are counted once for the position. For each
//! move, the guards of the moving man are removed from its departure square and added at its arrival square.
//!
//! **Why it is correct.** Where the guards are not known exactly, more squares are taken as guarded than are,
//! and a flight is reported only if it certainly is one. So a move that leaves a flight does not mate.
//!
//! **Cost and gain.** A few set operations a move. Most last moves fail because the king has a flight;
//! figures in [`check_info`](super::check_info).
//!
//! **Reference.** [King safety](https://www.chessprogramming.org/King_Safety) terms count the same attacks on
//! the king ring.

use crate::board::{Board, Square, Squares};
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, MoveKind, Side, Walk};
use crate::rules::{DecidedMoves, GameRules};

/// The surroundings of a king that is to be mated.
pub(in crate::search) struct Flights<S> {
    /// Squares next to the king without a man of its own; under other rules than those of orthodox chess the empty ones to
    /// which the king may go.
    unblocked: S,
    /// Squares next to the king.
    king_ring: S,
    /// Squares of the ring guarded at least once.
    guarded: S,
    /// Squares of the ring guarded at least twice.
    guarded_twice: S,
    /// Squares that the attacker's riders attack, through the king.
    rider_lines: S,
    /// Whether more than two of the unblocked squares are unguarded.
    over_two_unguarded: bool,
    /// Whether more than four of the unblocked squares are unguarded.
    over_four_unguarded: bool,
    /// The square of the king.
    king: S,
    /// The squares of all other men.
    others: S,
    /// The squares that hide a man below them.
    hidden: S,
    /// Whether there are neutral men.
    has_neutrals: bool,
    /// The squares that the attacker's men of fairy chess may guard, wherever other men are.
    fairy_guards: S,
    /// Whether captures only capture, also where men are of fairy chess.
    captures_are_decided: bool,
    /// The attacker.
    side: Side,
}

/// What a move changes around the king.
struct AfterMove<S> {
    /// The walk of the man after the move.
    walk: Walk,
    /// Its square after the move.
    at: Square,
    /// The squares that the move leaves empty.
    vacated: S,
    /// The squares of all men but the king.
    occupied: S,
    /// Squares next to the king that no man of its own occupies.
    unblocked: S,
    /// Whether a captured man may be reborn on one of them.
    is_rebirth: bool,
}

impl<S: Squares> Flights<S> {
    /// The surroundings of the king of the side that is not to move; `None` unless that side has exactly one
    /// king, which is safe on every square that is not attacked.
    #[inline]
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<Flights<S>> {
        let side = position.to_move;
        let king = game.unrestricted_king(position, side.other())?;
        let king_ring = game.board.geometry().king[king.index()];
        let others = position.occupied().without(king);
        let unblocked = game.king_steps(position, king, side.other());
        let mut flights = Flights {
            unblocked,
            king_ring,
            guarded: S::EMPTY,
            guarded_twice: S::EMPTY,
            rider_lines: S::EMPTY,
            over_two_unguarded: false,
            over_four_unguarded: false,
            king: S::of(king),
            others,
            hidden: position.rule_state.hidden_squares(),
            has_neutrals: position.has_neutrals(),
            fairy_guards: if game.may_have_fairy_men() { game.fairy_reach(position, side) } else { S::EMPTY },
            captures_are_decided: game.may_have_fairy_men()
                && game.decided_by_attacks(position) == DecidedMoves::QuietAndCaptures,
            side,
        };
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            for from in (position.walk(walk) & position.of(side)).iter() {
                let attacks = game.board.attacks(walk, side, from, others);
                if walk.is_line_piece() {
                    flights.rider_lines |= attacks;
                }
                let guarded = attacks & king_ring;
                flights.guarded_twice |= flights.guarded & guarded;
                flights.guarded |= guarded;
            }
        }
        let without_two = |squares: S| squares.without_first().without_first();
        let unguarded = without_two(unblocked & !flights.guarded);
        flights.over_two_unguarded = !unguarded.is_empty();
        flights.over_four_unguarded = !without_two(unguarded).is_empty();
        Some(flights)
    }

    /// Returns whether the king certainly has a flight after the move or, if `only_checks`, whether it has
    /// one or the move gives no check. `preview` is the board after the move, if it is known.
    #[inline]
    pub fn has_flight_after<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        only_checks: bool,
        preview: Option<&Preview<S>>,
    ) -> bool {
        let Some(after) = self.after_move(game, position, mv, preview) else { return false };
        let AfterMove { walk, at, vacated, occupied, unblocked, is_rebirth } = after;
        // A distant check guards at most two squares next to the king, one by a queen four. A promoted man
        // need not be the checking one.
        let is_too_open = match walk {
            _ if mv.promotion.is_some() => false,
            Walk::Rook | Walk::Bishop | Walk::Knight => self.over_two_unguarded,
            Walk::Queen => self.over_four_unguarded,
            _ => false,
        };
        if is_too_open
            && only_checks
            && game.attacks_are_orthodox()
            && preview.is_none()
            && !is_rebirth
            && !self.rider_lines.contains(mv.from)
            && !self.king_ring.contains(at)
        {
            return true;
        }
        let new_guards = match game.may_have_fairy_men() && walk.is_fairy() {
            true => game.board.geometry().movements.reach(walk, self.side, at),
            false => game.board.attacks(walk, self.side, at, occupied),
        };
        let unblocked = if game.may_have_fairy_men() { unblocked & !self.fairy_guards } else { unblocked };
        let unblocked = unblocked & !self.guarded_twice & !new_guards;
        // One flight may be blocked by the reborn man.
        let remain = |flights: S| if is_rebirth { flights.more_than_one() } else { !flights.is_empty() };
        let opens_lines = self.rider_lines.intersects(vacated);
        let unguarded = unblocked & !self.guarded;
        if !opens_lines && remain(unguarded) {
            return true;
        }
        let guarded_once = unblocked & self.guarded;
        let own_guards = match guarded_once.is_empty() || (game.may_have_fairy_men() && mv.walk.is_fairy()) {
            true => S::EMPTY,
            false => game.board.attacks(mv.walk, self.side, mv.from, self.others),
        };
        let flights = unguarded | (guarded_once & own_guards);
        if !remain(flights) || !opens_lines {
            return remain(flights);
        }
        remain(flights & !self.guards_through(game, position, mv, vacated, occupied))
    }

    /// Returns what a move changes around the king; `None` if that is not known. `preview` is the board after
    /// the move, if it is known.
    #[inline]
    fn after_move<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        preview: Option<&Preview<S>>,
    ) -> Option<AfterMove<S>> {
        // A neutral victim could be reborn and guard.
        if self.has_neutrals && !matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep) {
            return None;
        }
        if let Some(&Preview { walk, at, vacated, occupied, .. }) = preview {
            let occupied = occupied & !self.king;
            let steps = if game.attacks_are_restricted() { self.unblocked } else { self.king_ring };
            let unblocked = steps & !occupied;
            return Some(AfterMove { walk, at, vacated, occupied, unblocked, is_rebirth: false });
        }
        // Neither the guards of the promoted man nor those of the revealed man are known.
        if game.leaves_unknown_man(mv, self.side, self.hidden) {
            return None;
        }
        let (unblocked, is_rebirth) = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep if R::ORTHODOX_CAPTURES => (self.unblocked, false),
            MoveKind::Quiet | MoveKind::DoubleStep => (self.unblocked.without(mv.to), false),
            // A capturer next to the king can be captured if it is not guarded.
            MoveKind::Capture if R::ORTHODOX_CAPTURES => {
                (self.unblocked | (S::of(mv.to) & self.king_ring), false)
            }
            MoveKind::Capture if game.may_have_fairy_men() && self.captures_are_decided => {
                (self.unblocked.without(mv.to), false)
            }
            // The victim may be reborn next to the king, but guards nothing for the attacker.
            MoveKind::Capture if game.captures_check_as_in_orthodox(position) => {
                (self.unblocked.without(mv.to), true)
            }
            _ => return None,
        };
        let (walk, vacated) = (mv.promotion.unwrap_or(mv.walk), S::of(mv.from));
        let occupied = self.others & !vacated;
        Some(AfterMove { walk, at: mv.to, vacated, occupied, unblocked, is_rebirth })
    }

    /// Returns the squares that riders attack through vacated squares on their lines: such a line may have
    /// become longer.
    #[inline]
    fn guards_through<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        vacated: S,
        occupied: S,
    ) -> S {
        let queens = position.walk(Walk::Queen);
        let (rooks, bishops) = (position.walk(Walk::Rook) | queens, position.walk(Walk::Bishop) | queens);
        let own = position.of(self.side).without(mv.from);
        let mut guards = S::EMPTY;
        for square in (vacated & self.rider_lines).iter() {
            // The riders are found from the vacated square.
            for rider in (game.board.rook(square, occupied) & rooks & own).iter() {
                guards |= game.board.rook(rider, occupied);
            }
            for rider in (game.board.bishop(square, occupied) & bishops & own).iter() {
                guards |= game.board.bishop(rider, occupied);
            }
        }
        guards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::RectBoard;

    #[test]
    fn distant_check_guards_few_ring_squares() {
        let board = RectBoard::chess();
        let geometry = board.geometry();
        for king in geometry.all.iter() {
            let king_ring = geometry.king[king.index()];
            for (walk, max_guards) in
                [(Walk::Rook, 2), (Walk::Bishop, 2), (Walk::Knight, 2), (Walk::Queen, 4)]
            {
                for from in (geometry.all & !king_ring).without(king).iter() {
                    let attacks = board.attacks(walk, Side::White, from, Squares::EMPTY);
                    let guarded = (attacks & king_ring).count();
                    assert!(!attacks.contains(king) || guarded <= max_guards, "{walk:?}: {king:?}, {from:?}");
                }
            }
        }
    }
}
