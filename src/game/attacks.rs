//! Attacks and check.
//!
//! A side is in check if its opponent, were he to move, could remove one of its
//! royal men by a move that the rules allow, his own king's safety aside. Under most
//! rules that is an attack on a royal man; where it is not, the captures are tried.

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Move, MoveKind, NoObserver, Side, Walk};
use crate::rules::{GameRules, StageOutcome};

impl<B: Board, R: GameRules> Game<B, R> {
    /// The men of `by` that attack a square, with lines as `occupied` leaves them.
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

    /// Does `by` attack a square, with lines as `occupied` leaves them?
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

    /// Is it seen at once that a king's quiet move gives no check? Under general rules, where quiet moves are
    /// [as in orthodox chess](Self::quiet_moves_are_orthodox).
    #[inline]
    pub fn king_move_gives_no_check(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let geometry = self.board.geometry();
        let (side, enemy) = (position.to_move, position.to_move.other());
        let royals = position.royal & position.of(enemy);
        let Some(royal) = royals.first().filter(|_| B::LINES_UNIQUE && !royals.more_than_one()) else {
            return false;
        };
        let line = geometry.line(mv.from, royal);
        let opens = if R::GENERAL { line & position.riders() & position.of(side) } else { line };
        let told = R::GENERAL || self.check_requires_attack_on(enemy, royal);
        opens.is_empty()
            && !geometry.king[mv.to.index()].contains(royal)
            && (self.rules.attack_gives_check()
                || (R::GENERAL && self.attack_gives_check(position))
                || (told && !self.is_attacked(position, royal, side, position.occupied())))
    }

    /// Do these men of `by`, or a newcomer among them, attack a square, with lines as `occupied`
    /// leaves them?
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

    /// Is the side in check?
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

    /// The men who give check to the side.
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

    /// Is there a capture that the rules allow and that leaves `side` with fewer
    /// royal men?
    fn in_check_by_trial(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = position.royal & position.of(side);
        let told = royals.first().filter(|_| !royals.more_than_one()).and_then(|royal| {
            // Royal pawns can be taken in passing, and neutral men are not told.
            let king = position.walk(Walk::King).contains(royal)
                && self.check_requires_attack_on(side, royal)
                && !position.has_neutrals();
            king.then_some(royal)
        });
        let Some(royal) = told else { return self.has_royal_capture(position, side, |_| true) };
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

    /// Is `wanted` true of one of the captures that leave `side` with fewer royal men?
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
        let vital = self.rules.royal_dependents(&self.board, &before, side);
        let removes = |mv: Move| {
            let mut after = before;
            self.make(&mut after, mv, &mut NoObserver) == StageOutcome::Done
                && (after.royal & after.of(side)).count() < royals
                && accept(mv)
        };
        self.has_capture_of(&before, vital, removes)
    }

    /// Is `wanted` true of one of the captures, legal or not, of men on these squares?
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
        let passer = position.ep_pawn().filter(|&pawn| squares.contains(pawn));
        passer.is_some()
            && self
                .en_passant_captures(position)
                .any(|(from, to)| accept(Move::new(Walk::Pawn, from, to, MoveKind::EnPassant)))
    }

    /// The pawns that could capture en passant, and where they would arrive.
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
