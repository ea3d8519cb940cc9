//! What can be told of quiet moves without playing them: where every check is an attack and
//! a quiet move does nothing but lead a man to an empty square, pins show which are legal.

use super::super::generate::View;
use super::super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::position::{Marks, Memory, Move, MoveKind, Side, Walk};
use crate::rules::{Aftermath, Field, Rules};

impl<B: Board, R: Rules> Game<B, R> {
    /// Are quiet moves as in orthodox chess here: can one give check, or leave its own king
    /// in check, only by an attack that it makes or opens?
    #[inline]
    pub fn quiet_moves_are_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        self.rules.check_is_attack()
            && (!R::GENERAL
                || (B::STRAIGHT
                    && !self.rules.needs().quiet
                    && !position.memory.has_buried()
                    && position.walk(Walk::ReversedPawn).is_empty()))
    }

    /// What shows quiet moves of the side to move to be legal, where anything can.
    pub(super) fn quiet_view(&self, position: &PositionOf<B, R>) -> Option<View<B::Set>> {
        let own = position.of(position.to_move);
        let told = self.quiet_moves_are_orthodox(position)
            && !(position.royal & own).several()
            // Neutral men can attack the king of the side that moves them.
            && !own.meets(position.of(position.to_move.other()));
        told.then(|| self.view(position))
    }

    /// Does the view show that a move is legal? If not, it has to be played.
    pub(super) fn is_shown_legal(&self, position: &PositionOf<B, R>, view: &View<B::Set>, mv: Move) -> bool {
        let side = position.to_move;
        let plain = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => mv.promotion.is_none() && !self.promotes_late(mv, side),
            MoveKind::Capture => {
                self.captures_are_orthodox()
                    && !self.promotes_late(mv, side)
                    && !self.is_kamikaze(position, mv)
            }
            _ => false,
        };
        if !plain {
            return false;
        }
        if view.royal == Some(mv.from) {
            // A royal pawn could be taken in passing.
            if mv.kind == MoveKind::DoubleStep {
                return false;
            }
            let occupied = view.occupied.without(mv.from);
            return !self.is_attacked(position, mv.to, side.other(), occupied);
        }
        view.allowed(self.board.geometry(), mv.from).contains(mv.to)
    }

    /// Does nothing come of a permitted capture but the capture?
    pub fn captures_are_orthodox(&self) -> bool {
        !R::GENERAL || self.rules.aftermath() == Aftermath::Nothing
    }

    /// Has the side to move a pawn that could be promoted by its next step?
    pub fn may_promote(&self, position: &PositionOf<B, R>) -> bool {
        let paths = self.board.geometry().pawn(position.to_move);
        let pawns = position.walk(Walk::Pawn) & position.of(position.to_move);
        pawns.iter().any(|pawn| {
            let step = paths.step[pawn.index()];
            let double = step.iter().any(|next| paths.step[next.index()].meets(paths.promotion_rank));
            step.meets(paths.promotion_rank) || (paths.double_rank.contains(pawn) && double)
        })
    }

    /// Is what the pawn of the move becomes decided after the move?
    fn promotes_late(&self, mv: Move, side: Side) -> bool {
        mv.promotion.is_none() && mv.walk.is_pawn() && self.promotion_rank(mv.walk, side).contains(mv.to)
    }

    fn is_kamikaze(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        position.memory.marks(mv.from).contains(Marks::KAMIKAZE)
    }

    /// Does a permitted capture of a royal man surely remove it, and nobody else?
    pub(super) fn surely_removes(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.rules.aftermath() != Aftermath::Anything && !self.is_kamikaze(position, mv)
    }

    /// Is it seen at once that the royal men of `side` are safe: does nobody attack them?
    pub(super) fn royals_are_left_alone(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if !self.rules.check_is_attack() {
            return false;
        }
        let royals = position.royal & position.of(side);
        position.passer().is_none_or(|passer| !royals.contains(passer))
            && royals.iter().all(|royal| Field::attackers(self, position, royal, side.other()).is_empty())
    }
}
