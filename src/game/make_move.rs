//! Playing moves.

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Man, Move, MoveKind, Side, Silent, Teller, Walk};
use crate::rules::{Capture, Choices, Outcome, Rules};

impl<B: Board, R: Rules> Game<B, R> {
    /// The position after a legal move.
    #[inline(always)]
    pub fn play(&self, position: &PositionOf<B, R>, mv: Move) -> PositionOf<B, R> {
        let mut after = *position;
        let outcome = self.make(&mut after, mv, &mut Silent);
        debug_assert_eq!(outcome, Outcome::Done);
        after
    }

    /// The position after a move, if the rules allow it and the side's royal men
    /// are safe then.
    #[inline]
    pub fn try_move(&self, position: &PositionOf<B, R>, mv: Move) -> Option<PositionOf<B, R>> {
        let mut after = *position;
        self.make_legally(position, &mut after, mv).then_some(after)
    }

    /// Makes a move on a copy of the position. Do the rules allow it, and are the side's royal men safe then?
    #[inline]
    fn make_legally(&self, position: &PositionOf<B, R>, after: &mut PositionOf<B, R>, mv: Move) -> bool {
        let side = position.to_move;
        self.make(after, mv, &mut Silent) != Outcome::Forbidden
            && (R::PLAIN || self.keeps_royals(position, after, side))
            && !self.in_check(after, side)
    }

    /// Asks about the position after a move that was legal somewhere else, if it is legal here, too; none if it
    /// is not, or if that would have to be looked at more closely.
    // The position is not handed out: under general rules it is large.
    #[inline]
    pub fn try_again<T>(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        ask: impl FnOnce(&PositionOf<B, R>) -> T,
    ) -> Option<T> {
        if R::GENERAL {
            if !self.fits(position, mv) {
                return None;
            }
            if mv.kind == MoveKind::Quiet && self.is_seen_legal(position, mv) {
                return Some(ask(&self.play(position, mv)));
            }
        }
        let could_be =
            if R::GENERAL { self.leads_again(position, mv) } else { self.can_be_made(position, mv) };
        if !could_be {
            return None;
        }
        let mut after = *position;
        self.make_legally(position, &mut after, mv).then(|| ask(&after))
    }

    /// Is it seen at once that a move which was legal somewhere else could be made here, if the
    /// own king is safe then? Not under general rules.
    #[inline]
    pub fn can_be_made(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let (side, occupied) = (position.to_move, position.occupied());
        let way = self.board.geometry().between(mv.from, mv.to);
        if !B::STRAIGHT
            || !self.fits(position, mv)
            || !(position.walk(mv.walk) & position.of(side)).contains(mv.from)
            || (mv.walk != Walk::Knight && way.meets(occupied))
        {
            return false;
        }
        // The move may have been the other side's.
        let paths = self.board.geometry().pawn(side);
        let led = match mv.walk {
            Walk::Pawn if mv.is_capture() => paths.attacks[mv.from.index()].contains(mv.to),
            Walk::Pawn => paths.step[mv.from.index()].contains(mv.to),
            walk => walk != Walk::ReversedPawn,
        };
        led && (R::PLAIN
            || !mv.is_capture()
            || mv.branch.number() < self.rules.branches(&self.board, position, mv))
    }

    /// Is the square of arrival empty, or has an enemy on it, as the move wants it?
    #[inline]
    fn fits(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let (own, enemy) = (position.of(position.to_move), position.of(position.to_move.other()));
        match mv.kind {
            MoveKind::Quiet => !(own | enemy).contains(mv.to),
            MoveKind::Capture => enemy.contains(mv.to) && !own.contains(mv.to),
            _ => false,
        }
    }

    /// Makes a move on the position itself and tells what the rules do besides.
    ///
    /// The move's king may be in danger afterwards. If the rules forbid the move the
    /// position is left in no defined state.
    #[inline(always)]
    pub fn make<T: Teller>(&self, position: &mut PositionOf<B, R>, mv: Move, teller: &mut T) -> Outcome {
        if R::GENERAL {
            return self.make_general(position, mv, &mut Choices::of(mv.branch), teller);
        }
        // Most moves are this: they are told apart before the others, which stay out of the way.
        if mv.kind == MoveKind::Quiet && mv.promotion.is_none() {
            let man = position.own_man(position.to_move, mv.walk, mv.from);
            position.forget_passed();
            position.shift(man, mv.from, mv.to);
            position.turn();
            return Outcome::Done;
        }
        self.make_other(position, mv, teller)
    }

    /// Makes a move that does more than lead a man to an empty square.
    // Each kind apart: so none pays for what another needs.
    #[inline(never)]
    fn make_other<T: Teller>(&self, position: &mut PositionOf<B, R>, mv: Move, teller: &mut T) -> Outcome {
        match mv.kind {
            MoveKind::DoubleStep => self.make_double_step(position, mv),
            MoveKind::Capture | MoveKind::EnPassant => self.make_capture(position, mv, teller),
            MoveKind::Quiet | MoveKind::Castling | MoveKind::Pass => self.make_rare(position, mv),
            // Nobody stands beside the board under these rules.
            MoveKind::Entry => Outcome::Forbidden,
        }
    }

    #[inline(never)]
    fn make_double_step(&self, position: &mut PositionOf<B, R>, mv: Move) -> Outcome {
        let side = position.to_move;
        let man = position.own_man(side, mv.walk, mv.from);
        position.forget_passed();
        position.shift(man, mv.from, mv.to);
        self.note_passed(position, self.board.geometry().between(mv.from, mv.to), mv.to, side);
        position.turn();
        Outcome::Done
    }

    #[inline(never)]
    fn make_capture<T: Teller>(&self, position: &mut PositionOf<B, R>, mv: Move, teller: &mut T) -> Outcome {
        let side = position.to_move;
        let man = position.own_man(side, mv.walk, mv.from);
        // Who can be taken in passing is asked before it is forgotten.
        let passer = if mv.kind == MoveKind::EnPassant { position.passer() } else { None };
        let at = passer.unwrap_or(mv.to);
        position.forget_passed();
        let mut outcome = Outcome::Done;
        if let Some(walk) = position.walk_on(at) {
            let captured = position.own_man(side.other(), walk, at);
            position.lift(captured, at);
            position.shift(man, mv.from, mv.to);
            self.promote(position, mv);
            if !R::PLAIN {
                let capture = Capture { by: side, from: mv.from, to: mv.to, captured, at, branch: mv.branch };
                outcome = self.rules.resolve(&self.board, position, &capture, teller);
            }
        }
        position.turn();
        outcome
    }

    /// Promotes without capture, castles or passes.
    #[inline(never)]
    fn make_rare(&self, position: &mut PositionOf<B, R>, mv: Move) -> Outcome {
        let man = position.own_man(position.to_move, mv.walk, mv.from);
        position.forget_passed();
        match mv.kind {
            MoveKind::Pass => position.note_pass(),
            // The generator castles in no other ways than there are.
            MoveKind::Castling => _ = self.castle(position, man, mv),
            _ => {
                position.shift(man, mv.from, mv.to);
                self.promote(position, mv);
            }
        }
        position.turn();
        Outcome::Done
    }

    /// Castles; false if there is no such way.
    // Apart, so that it does not swell the code of commoner moves.
    #[inline(never)]
    pub(super) fn castle(&self, position: &mut PositionOf<B, R>, king: Man, mv: Move) -> bool {
        let Some(way) = self.board.geometry().castling(mv.from, mv.to) else { return false };
        position.shift(king, way.king_from, way.king_to);
        let rook = position.man_of(Walk::Rook, way.rook_from);
        position.shift(rook, way.rook_from, way.rook_to);
        for &(one, other) in &self.exclusive_castlings {
            if one == way.rook_from {
                position.deny_castling(other);
            } else if other == way.rook_from {
                position.deny_castling(one);
            }
        }
        true
    }

    #[inline(always)]
    fn promote(&self, position: &mut PositionOf<B, R>, mv: Move) {
        if let Some(walk) = mv.promotion {
            let pawn = position.man_of(Walk::Pawn, mv.to);
            position.retype(pawn, walk, mv.to);
        }
    }

    /// Notes the squares that a pawn of `side` passed, if an enemy pawn could take it
    /// there: otherwise the position is the same as without the double step.
    #[inline]
    pub(super) fn note_passed(
        &self,
        position: &mut PositionOf<B, R>,
        passed: B::Set,
        pawn: Square,
        side: Side,
    ) {
        let enemy = side.other();
        let pawns = position.walk(Walk::Pawn) & position.of(enemy);
        let attackers = &self.board.geometry().pawn(enemy).attackers;
        if passed.iter().any(|square| attackers[square.index()].meets(pawns)) {
            position.note_passed(passed, pawn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn pawns_do_not_repeat_moves_of_the_other_side() {
        let game = Game::chess();
        let square = |name: &str| game.board.geometry().layout.square(name).unwrap();
        let step = Move::new(Walk::Pawn, square("a2"), square("a3"), MoveKind::Quiet);
        let capture = Move::new(Walk::Pawn, square("a2"), square("b3"), MoveKind::Capture);
        for side in Side::BOTH {
            let mut position = Position::empty(side);
            position.put(Man::new(side, Walk::Pawn), square("a2"));
            position.put(Man::new(side.other(), Walk::Queen), square("b3"));
            for mv in [step, capture] {
                assert_eq!(game.try_again(&position, mv, |_| ()).is_some(), side == Side::White, "{mv:?}");
            }
        }
    }

    #[test]
    fn moves_are_made_again_only_where_they_are_legal() {
        let game = Game::chess();
        let square = |name: &str| game.board.geometry().layout.square(name).unwrap();
        let mv = Move::new(Walk::Rook, square("a1"), square("a8"), MoveKind::Quiet);
        let with = |men: &[(Side, Walk, &str)]| {
            let mut position = Position::empty(Side::White);
            for &(side, walk, name) in men {
                position.put(Man::new(side, walk), square(name));
            }
            game.try_again(&position, mv, |_| ()).is_some()
        };
        let rook = (Side::White, Walk::Rook, "a1");
        assert!(with(&[rook]));
        assert!(!with(&[(Side::White, Walk::Queen, "a1")]));
        assert!(!with(&[(Side::Black, Walk::Rook, "a1")]));
        assert!(!with(&[rook, (Side::Black, Walk::Pawn, "a5")]));
        assert!(!with(&[rook, (Side::Black, Walk::Pawn, "a8")]));
        let checked = [rook, (Side::White, Walk::King, "b1"), (Side::Black, Walk::Queen, "h1")];
        assert!(with(&checked[..2]) && !with(&checked));
    }
}
