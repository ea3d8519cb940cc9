//! Which moves leave the king a flight, told without playing them.
//!
//! Most last moves fail because the king simply walks away. Whether it can is
//! seen from the squares that the attacker guards: once for the position, and then for each
//! move by taking away what its man guarded and adding what it will guard. Where that cannot
//! be known exactly, more is taken to be guarded than is: so a flight that is seen is one.

use crate::board::{Board, Squares};
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Side, Walk};
use crate::rules::GameRules;

/// What surrounds a king who is to be mated.
pub(in crate::search) struct Flights<S> {
    /// Squares around the king on which no man of its own stands; under rules by which
    /// captured men are reborn, the empty ones.
    unblocked: S,
    /// Squares around it.
    king_ring: S,
    /// Squares around it that are guarded, and guarded twice.
    guarded: S,
    guarded_twice: S,
    /// Where the lines of the attacker's riders lead, through the king.
    rider_lines: S,
    /// More than two, and more than four, of the free squares are guarded by nobody.
    over_two_unguarded: bool,
    over_four_unguarded: bool,
    /// The king, and all other men.
    king: S,
    others: S,
    /// Where somebody is below the board.
    hidden: S,
    /// Are there men who belong to both sides?
    has_neutrals: bool,
    side: Side,
}

impl<S: Squares> Flights<S> {
    /// What surrounds the king of the side that is not to move; none if it has not one king
    /// that is safe wherever it is not attacked.
    #[inline]
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<Flights<S>> {
        let side = position.to_move;
        let royals = position.royal & position.of(side.other());
        let king = if R::GENERAL {
            game.unrestricted_king(position, side.other())?
        } else {
            royals.first().filter(|_| {
                B::LINES_UNIQUE && game.rules.check_requires_attack() && !royals.more_than_one()
            })?
        };
        if !position.walk(Walk::King).contains(king) {
            return None;
        }
        let around = game.board.geometry().king[king.index()];
        let others = position.occupied().without(king);
        let free = around & if R::ORTHODOX_CAPTURES { !position.of(side.other()) } else { !others };
        let mut flights = Flights {
            unblocked: free,
            king_ring: around,
            guarded: S::EMPTY,
            guarded_twice: S::EMPTY,
            rider_lines: S::EMPTY,
            over_two_unguarded: false,
            over_four_unguarded: false,
            king: S::of(king),
            others,
            hidden: position.memory.hidden_squares(),
            has_neutrals: position.has_neutrals(),
            side,
        };
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            for from in (position.walk(walk) & position.of(side)).iter() {
                let attacks = game.board.attacks(walk, side, from, others);
                if matches!(walk, Walk::Queen | Walk::Rook | Walk::Bishop) {
                    flights.rider_lines |= attacks;
                }
                let guarded = attacks & around;
                flights.guarded_twice |= flights.guarded & guarded;
                flights.guarded |= guarded;
            }
        }
        let less_two = |squares: S| squares.without_first().without_first();
        let unguarded = less_two(free & !flights.guarded);
        (flights.over_two_unguarded, flights.over_four_unguarded) =
            (!unguarded.is_empty(), !less_two(unguarded).is_empty());
        Some(flights)
    }

    /// Does the king surely have a flight after this move, which may be known to lead to a scene? Or, where only
    /// `checks` count: either that, or the move gives no check.
    #[inline]
    pub fn has_flight_after<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        (mv, checks): (Move, bool),
        scene: Option<&Preview<S>>,
    ) -> bool {
        // Who belongs to both sides could come back and guard.
        if self.has_neutrals && !matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep) {
            return false;
        }
        let mut reborn = false;
        let (mut walk, mut at) = (mv.promotion.unwrap_or(mv.walk), mv.to);
        let mut left = S::of(mv.from);
        let mut rest = self.others & !left;
        let free = match (scene, mv.kind) {
            (Some(scene), _) => {
                (walk, at, left) = (scene.walk, scene.at, scene.vacated);
                rest = scene.occupied & !self.king;
                self.king_ring & !rest
            }
            // What it will guard is not known, nor who comes up.
            _ if R::GENERAL && (game.promotes_late(mv, self.side) || self.hidden.contains(mv.from)) => {
                return false;
            }
            (None, MoveKind::Quiet | MoveKind::DoubleStep) if R::ORTHODOX_CAPTURES => self.unblocked,
            (None, MoveKind::Quiet | MoveKind::DoubleStep) => self.unblocked.without(mv.to),
            // Who takes a man next to the king can be taken himself, if nobody guards him.
            (None, MoveKind::Capture) if R::ORTHODOX_CAPTURES => {
                self.unblocked | (S::of(mv.to) & self.king_ring)
            }
            // Somebody may be reborn next to the king, and guard nothing for the attacker.
            (None, MoveKind::Capture)
                if game.rules.attack_gives_check()
                    || (R::GENERAL && game.captures_check_as_in_orthodox(position)) =>
            {
                reborn = true;
                self.unblocked.without(mv.to)
            }
            _ => return false,
        };
        // Who gives check from afar guards two squares around the king at most, a queen four. It is
        // not known whether a new piece does.
        let few = match walk {
            _ if mv.promotion.is_some() => false,
            Walk::Rook | Walk::Bishop | Walk::Knight => self.over_two_unguarded,
            Walk::Queen => self.over_four_unguarded,
            _ => false,
        };
        if few
            && checks
            && !R::GENERAL
            && game.rules.attack_gives_check()
            && scene.is_none()
            && !reborn
            && !self.rider_lines.contains(mv.from)
            && !self.king_ring.contains(at)
        {
            return true;
        }
        let own = game.board.attacks(mv.walk, self.side, mv.from, self.others);
        let guarded = game.board.attacks(walk, self.side, at, rest);
        let mut flights = free & !self.guarded_twice & !(self.guarded & !own) & !guarded;
        let remain = |flights: S| if reborn { flights.more_than_one() } else { !flights.is_empty() };
        if !remain(flights) || !self.rider_lines.intersects(left) {
            return remain(flights);
        }
        // A line may go on through a square that was left: then who rides there is seen from it.
        let queens = position.walk(Walk::Queen);
        let (rooks, bishops) = (position.walk(Walk::Rook) | queens, position.walk(Walk::Bishop) | queens);
        let own = position.of(self.side).without(mv.from);
        for square in (left & self.rider_lines).iter() {
            for rider in (game.board.rook(square, rest) & rooks & own).iter() {
                flights &= !game.board.rook(rider, rest);
            }
            for rider in (game.board.bishop(square, rest) & bishops & own).iter() {
                flights &= !game.board.bishop(rider, rest);
            }
        }
        remain(flights)
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
            let around = geometry.king[king.index()];
            for (walk, most) in [(Walk::Rook, 2), (Walk::Bishop, 2), (Walk::Knight, 2), (Walk::Queen, 4)] {
                for from in (geometry.all & !around).without(king).iter() {
                    let attacks = board.attacks(walk, Side::White, from, Squares::EMPTY);
                    let guarded = (attacks & around).count();
                    assert!(!attacks.contains(king) || guarded <= most, "{walk:?}: {king:?}, {from:?}");
                }
            }
        }
    }
}
