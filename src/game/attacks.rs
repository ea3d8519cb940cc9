//! Attacks and check.
//!
//! A side is in check if its opponent, if it were to move, could remove one of its royal men by a move that the
//! rules allow, whatever happens to the opponent's own king. Under most rules a side is in check if and only if a
//! royal man is attacked; under the others the captures are tried.

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Move, MoveKind, NoObserver, Side, Walk};
use crate::rules::{GameRules, StageOutcome};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns the men of `by` that attack a square if `occupied` are the occupied squares.
    #[inline]
    pub fn attackers(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        by: Side,
        occupied: B::Set,
    ) -> B::Set {
        let geometry = self.board.geometry();
        let queens = position.walk(Walk::Queen);
        let leapers = (geometry.knight[square.index()] & position.walk(Walk::Knight))
            | (geometry.king[square.index()] & position.walk(Walk::King))
            | (geometry.pawn(by).attackers[square.index()] & position.walk(Walk::Pawn));
        let riders = (self.board.rook(square, occupied) & (position.walk(Walk::Rook) | queens))
            | (self.board.bishop(square, occupied) & (position.walk(Walk::Bishop) | queens));
        (leapers | riders) & position.of(by)
    }

    /// Returns whether `by` attacks a square if `occupied` are the occupied squares.
    #[inline]
    pub fn is_attacked(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        by: Side,
        occupied: B::Set,
    ) -> bool {
        let geometry = self.board.geometry();
        let men = position.of(by);
        let leapers = (geometry.knight[square.index()] & position.walk(Walk::Knight))
            | (geometry.king[square.index()] & position.walk(Walk::King))
            | (geometry.pawn(by).attackers[square.index()] & position.walk(Walk::Pawn));
        if leapers.intersects(men) {
            return true;
        }
        let queens = position.walk(Walk::Queen);
        let rooks = (position.walk(Walk::Rook) | queens) & men;
        let bishops = (position.walk(Walk::Bishop) | queens) & men;
        (!rooks.is_empty() && self.board.rook(square, occupied).intersects(rooks))
            || (!bishops.is_empty() && self.board.bishop(square, occupied).intersects(bishops))
    }

    /// Returns whether a quiet move of a king obviously gives no check. Requires, under general rules, that
    /// quiet moves are [as in orthodox chess](Self::quiet_moves_are_orthodox).
    #[inline]
    pub fn king_move_gives_no_check(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let geometry = self.board.geometry();
        let (side, enemy) = (position.to_move, position.to_move.other());
        let royals = position.royal & position.of(enemy);
        let Some(royal) = royals.first().filter(|_| B::LINES_UNIQUE && !royals.more_than_one()) else {
            return false;
        };
        let line = geometry.line(mv.from, royal);
        let openers = if R::GENERAL { line & position.riders() & position.of(side) } else { line };
        let needs_attack = R::GENERAL || self.check_requires_attack_on(enemy, royal);
        openers.is_empty()
            && !geometry.king[mv.to.index()].contains(royal)
            && (self.attack_gives_check(position)
                || (needs_attack && !self.is_attacked(position, royal, side, position.occupied())))
    }

    /// Returns whether one of these men of `by`, or an extra man, attacks a square if `occupied` are the
    /// occupied squares.
    #[inline]
    pub(super) fn is_attacked_by(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        by: Side,
        men: B::Set,
        extra: Option<(Walk, Square)>,
        occupied: B::Set,
    ) -> bool {
        let geometry = self.board.geometry();
        let (kind, at) = extra.map_or((Walk::King, B::Set::EMPTY), |(walk, at)| (walk, B::Set::of(at)));
        let of = |walk| (position.walk(walk) & men) | if kind == walk { at } else { B::Set::EMPTY };
        let leapers = (geometry.knight[square.index()] & of(Walk::Knight))
            | (geometry.king[square.index()] & of(Walk::King))
            | (geometry.pawn(by).attackers[square.index()] & of(Walk::Pawn));
        if !leapers.is_empty() {
            return true;
        }
        let queens = of(Walk::Queen);
        let (rooks, bishops) = (of(Walk::Rook) | queens, of(Walk::Bishop) | queens);
        (!rooks.is_empty() && self.board.rook(square, occupied).intersects(rooks))
            || (!bishops.is_empty() && self.board.bishop(square, occupied).intersects(bishops))
    }

    /// Returns whether the side is in check.
    #[inline]
    pub fn in_check(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if self.rules.attack_gives_check() {
            let occupied = position.occupied();
            (position.royal & position.of(side))
                .iter()
                .any(|royal| self.is_attacked(position, royal, side.other(), occupied))
        } else if R::GENERAL {
            self.in_check_general(position, side)
        } else {
            self.in_check_by_trial(position, side)
        }
    }

    /// Returns the men that give check to the side.
    pub fn checkers(&self, position: &PositionOf<B, R>, side: Side) -> B::Set {
        let mut checkers = B::Set::EMPTY;
        if self.rules.attack_gives_check() {
            let occupied = position.occupied();
            for royal in (position.royal & position.of(side)).iter() {
                checkers |= self.attackers(position, royal, side.other(), occupied);
            }
        } else {
            self.has_royal_capture(position, side, |mv| {
                checkers |= B::Set::of(mv.from);
                false
            });
        }
        checkers
    }

    /// Returns whether a capture that the rules allow leaves `side` with fewer royal men. Attackers are tested
    /// by their [check conditions](Self::check_condition); if these are not known, the captures are made.
    fn in_check_by_trial(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = position.royal & position.of(side);
        let testable = royals.first().filter(|_| !royals.more_than_one()).and_then(|royal| {
            // Royal pawns can be captured en passant, and check conditions do not cover neutral men.
            let king = position.walk(Walk::King).contains(royal)
                && self.check_requires_attack_on(side, royal)
                && !position.has_neutrals();
            king.then_some(royal)
        });
        let Some(royal) = testable else { return self.has_royal_capture(position, side, |_| true) };
        let (opponent, occupied) = (side.other(), position.occupied());
        for from in self.attackers(position, royal, opponent, occupied).iter() {
            match self.check_condition(position, from, opponent, royal).is_check(occupied) {
                Some(true) => return true,
                Some(false) => {}
                None => return self.has_royal_capture(position, side, |_| true),
            }
        }
        false
    }

    /// Returns whether `accept` is true of a capture that leaves `side` with fewer royal men.
    fn has_royal_capture(
        &self,
        position: &PositionOf<B, R>,
        side: Side,
        mut accept: impl FnMut(Move) -> bool,
    ) -> bool {
        let royals = (position.royal & position.of(side)).count();
        let safe = |royal: Square| {
            self.check_requires_attack_on(side, royal)
                && !self.is_attacked(position, royal, side.other(), position.occupied())
        };
        if (position.royal & position.of(side)).iter().all(safe) {
            return false;
        }
        let opponent = side.other();
        let mut before = *position;
        if before.to_move != opponent {
            before.clear_ep();
            before.set_to_move(opponent);
        }
        let dependents = self.rules.royal_dependents(&self.board, &before, side);
        let removes = |mv: Move| {
            let mut after = before;
            self.make(&mut after, mv, &mut NoObserver) == StageOutcome::Done
                && (after.royal & after.of(side)).count() < royals
                && accept(mv)
        };
        self.has_capture_of(&before, dependents, removes)
    }

    /// Returns whether `accept` is true of a capture, legal or not, of a man on one of these squares.
    fn has_capture_of(
        &self,
        position: &PositionOf<B, R>,
        squares: B::Set,
        mut accept: impl FnMut(Move) -> bool,
    ) -> bool {
        let side = position.to_move;
        let occupied = position.occupied();
        let promotion_rank = self.board.geometry().pawn(side).promotion_rank;
        for to in (squares & position.of(side.other())).iter() {
            for from in self.attackers(position, to, side, occupied).iter() {
                let Some(walk) = position.walk_on(from) else { continue };
                let mv = Move::new(walk, from, to, MoveKind::Capture);
                let found = if walk == Walk::Pawn && promotion_rank.contains(to) {
                    Walk::PROMOTIONS.iter().any(|&walk| accept(Move { promotion: Some(walk), ..mv }))
                } else {
                    accept(mv)
                };
                if found {
                    return true;
                }
            }
        }
        let ep_pawn = position.ep_pawn().filter(|&pawn| squares.contains(pawn));
        ep_pawn.is_some()
            && self
                .en_passant_captures(position)
                .any(|(from, to)| accept(Move::new(Walk::Pawn, from, to, MoveKind::EnPassant)))
    }

    /// Returns the departure and arrival squares of all en passant captures, legal or not.
    pub(super) fn en_passant_captures(
        &self,
        position: &PositionOf<B, R>,
    ) -> impl Iterator<Item = (Square, Square)> + use<'_, B, R> {
        let side = position.to_move;
        let pawns = position.walk(Walk::Pawn) & position.of(side);
        position.ep_squares.iter().flat_map(move |to| {
            let from = self.board.geometry().pawn(side).attackers[to.index()] & pawns;
            from.iter().map(move |from| (from, to))
        })
    }
}
