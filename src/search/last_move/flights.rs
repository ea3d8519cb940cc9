//! Which moves leave the king a flight, told without playing them.
//!
//! Most last moves fail because the king simply walks away. Whether it can is
//! seen from the squares that the attacker guards: once for the position, and then for each
//! move by taking away what its man guarded and adding what it will guard. Where that cannot
//! be known exactly, more is taken to be guarded than is: so a flight that is seen is one.

use crate::board::{Board, Squares};
use crate::game::movegen::preview::Scene;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Side, Walk};
use crate::rules::Rules;

/// What surrounds a king who is to be mated.
pub(in crate::search) struct Flights<S> {
    /// Squares around the king on which no man of its own stands; under rules by which
    /// captured men are reborn, the empty ones.
    free: S,
    /// Squares around it.
    around: S,
    /// Squares around it that are guarded, and guarded twice.
    once: S,
    twice: S,
    /// Where the lines of the attacker's riders lead, through the king.
    lines: S,
    /// More than two, and more than four, of the free squares are guarded by nobody.
    open: bool,
    wide: bool,
    /// The king, and all other men.
    king: S,
    others: S,
    /// Where somebody is below the board.
    covers: S,
    /// Are there men who belong to both sides?
    neutrals: bool,
    side: Side,
}

impl<S: Squares> Flights<S> {
    /// What surrounds the king of the side that is not to move; none if it has not one king
    /// that is safe wherever it is not attacked.
    #[inline]
    pub fn new<B: Board<Set = S>, R: Rules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<Flights<S>> {
        let side = position.to_move;
        let royals = position.royal & position.of(side.other());
        let king = if R::GENERAL {
            game.free_king(position, side.other())?
        } else {
            royals.first().filter(|_| B::STRAIGHT && game.rules.check_is_attack() && !royals.several())?
        };
        if !position.walk(Walk::King).contains(king) {
            return None;
        }
        let around = game.board.geometry().king[king.index()];
        let others = position.occupied().without(king);
        let free = around & if R::PLAIN { !position.of(side.other()) } else { !others };
        let mut flights = Flights {
            free,
            around,
            once: S::EMPTY,
            twice: S::EMPTY,
            lines: S::EMPTY,
            open: false,
            wide: false,
            king: S::of(king),
            others,
            covers: position.memory.covers(),
            neutrals: position.has_neutrals(),
            side,
        };
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            for from in (position.walk(walk) & position.of(side)).iter() {
                let attacks = game.board.attacks(walk, side, from, others);
                if matches!(walk, Walk::Queen | Walk::Rook | Walk::Bishop) {
                    flights.lines |= attacks;
                }
                let guarded = attacks & around;
                flights.twice |= flights.once & guarded;
                flights.once |= guarded;
            }
        }
        let less_two = |squares: S| squares.without_first().without_first();
        let unguarded = less_two(free & !flights.once);
        (flights.open, flights.wide) = (!unguarded.is_empty(), !less_two(unguarded).is_empty());
        Some(flights)
    }

    /// Does the king surely have a flight after this move, which may be known to lead to a scene? Or, where only
    /// `checks` count: either that, or the move gives no check.
    #[inline]
    pub fn remain<B: Board<Set = S>, R: Rules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        (mv, checks): (Move, bool),
        scene: Option<&Scene<S>>,
    ) -> bool {
        // Who belongs to both sides could come back and guard.
        if self.neutrals && !matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep) {
            return false;
        }
        let mut reborn = false;
        let (mut walk, mut at) = (mv.promotion.unwrap_or(mv.walk), mv.to);
        let mut left = S::of(mv.from);
        let mut rest = self.others & !left;
        let free = match (scene, mv.kind) {
            (Some(scene), _) => {
                (walk, at, left) = (scene.walk, scene.at, scene.left);
                rest = scene.occupied & !self.king;
                self.around & !rest
            }
            // What it will guard is not known, nor who comes up.
            _ if R::GENERAL && (game.promotes_late(mv, self.side) || self.covers.contains(mv.from)) => {
                return false;
            }
            (None, MoveKind::Quiet | MoveKind::DoubleStep) if R::PLAIN => self.free,
            (None, MoveKind::Quiet | MoveKind::DoubleStep) => self.free.without(mv.to),
            // Who takes a man next to the king can be taken himself, if nobody guards him.
            (None, MoveKind::Capture) if R::PLAIN => self.free | (S::of(mv.to) & self.around),
            // Somebody may be reborn next to the king, and guard nothing for the attacker.
            (None, MoveKind::Capture)
                if game.rules.attack_is_check() || (R::GENERAL && game.captures_check_as_usual(position)) =>
            {
                reborn = true;
                self.free.without(mv.to)
            }
            _ => return false,
        };
        // Who gives check from afar guards two squares around the king at most, a queen four. It is
        // not known whether a new piece does.
        let few = match walk {
            _ if mv.promotion.is_some() => false,
            Walk::Rook | Walk::Bishop | Walk::Knight => self.open,
            Walk::Queen => self.wide,
            _ => false,
        };
        if few
            && checks
            && !R::GENERAL
            && game.rules.attack_is_check()
            && scene.is_none()
            && !reborn
            && !self.lines.contains(mv.from)
            && !self.around.contains(at)
        {
            return true;
        }
        let own = game.board.attacks(mv.walk, self.side, mv.from, self.others);
        let guarded = game.board.attacks(walk, self.side, at, rest);
        let mut flights = free & !self.twice & !(self.once & !own) & !guarded;
        let remain = |flights: S| if reborn { flights.several() } else { !flights.is_empty() };
        if !remain(flights) || !self.lines.meets(left) {
            return remain(flights);
        }
        // A line may go on through a square that was left: then who rides there is seen from it.
        let queens = position.walk(Walk::Queen);
        let (rooks, bishops) = (position.walk(Walk::Rook) | queens, position.walk(Walk::Bishop) | queens);
        let own = position.of(self.side).without(mv.from);
        for square in (left & self.lines).iter() {
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
    use crate::board::Grid;

    #[test]
    fn checks_from_afar_guard_few_squares() {
        let board = Grid::chess();
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
