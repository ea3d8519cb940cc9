//! Static legality: the legality of moves that is known without making them.
//!
//! Where every check is an attack and a quiet move does nothing but move a man to an empty square, check mask and pins
//! decide which quiet moves are legal. Where captures have no effects the same holds for them.

use crate::board::{Board, Square, Squares};
use crate::game::movegen::legality::LegalityInfo;
use crate::game::{Game, PositionOf};
use crate::position::{ManFlags, Memory, Move, MoveBranch, MoveKind, Side, Walk};
use crate::rules::{CaptureEffect, GameRules, GameView};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns whether a quiet move can give check, or leave its own king in check, only by an attack that it makes or
    /// opens, as in orthodox chess. Exceptions are moves that reveal a hidden man and king moves into
    /// [`extra_reach`](Self::extra_reach).
    #[inline]
    pub fn quiet_moves_are_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        self.check_requires_attack(position)
            && (!R::GENERAL
                || (B::LINES_UNIQUE
                    && self.rules.quiet_moves_are_plain(&position.memory)
                    // A hidden king that reappears may be mated there.
                    && !Side::BOTH.into_iter().any(|side| position.memory.hidden_royal_count(side) > 0)
                    && position.walk(Walk::ReversedPawn).is_empty()))
    }

    /// Returns the facts that decide the legality of quiet moves of the side to move; `None` if no such facts are
    /// known.
    pub(super) fn quiet_legality_info(&self, position: &PositionOf<B, R>) -> Option<LegalityInfo<B::Set>> {
        let own = position.of(position.to_move);
        let decidable = self.quiet_moves_are_orthodox(position)
            && !(position.royal & own).more_than_one()
            // Neutral men can attack the king of the side that moves them.
            && !position.has_neutrals();
        decidable.then(|| {
            let mut info = self.legality_info(position);
            info.masks_exact = self.attack_gives_check(position);
            info.hidden_squares = position.memory.hidden_squares();
            info
        })
    }

    /// Returns the royal man of the side to move and the men that may expose it by leaving; `None` if it is attacked
    /// or this is not known.
    pub fn blockers_and_royal(&self, position: &PositionOf<B, R>) -> Option<B::Set> {
        self.quiet_legality_info(position)?.blockers_and_royal()
    }

    /// Returns whether, with the royal men on their present squares, every check is an attack on a royal man.
    pub(in crate::game) fn check_requires_attack(&self, position: &PositionOf<B, R>) -> bool {
        let is_near =
            |side: Side| !self.extra_reach[side.index()].intersects(position.royal & position.of(side));
        let near = R::GENERAL && self.rules.near_check_requires_attack();
        (self.rules.check_requires_attack() || (near && Side::BOTH.into_iter().all(is_near)))
            && !(R::GENERAL && position.memory.has_royal_lookalikes())
    }

    /// Returns whether every check to a side with its royal man on this square is an attack.
    #[inline]
    pub(crate) fn check_requires_attack_on(&self, side: Side, royal: Square) -> bool {
        match R::GENERAL {
            true => {
                let near = self.rules.near_check_requires_attack()
                    && !self.extra_reach[side.index()].contains(royal);
                near || self.rules.check_requires_attack()
            }
            false => self.rules.check_requires_attack_on(&self.board, side, royal),
        }
    }

    /// Returns whether any attack on a royal man gives check in this position, under general rules.
    pub(in crate::game) fn plain_attack_gives_check(&self, position: &PositionOf<B, R>) -> bool {
        self.rules.plain_attack_gives_check() && !position.memory.has_attributes()
    }

    /// Returns the squares that the masks do not exclude for a quiet move of the man on a square, or for a capture
    /// where captures are orthodox.
    pub(super) fn legal_targets(&self, info: &LegalityInfo<B::Set>, from: Square) -> B::Set {
        match info.masks_exact && info.royal != Some(from) && !info.hidden_squares.contains(from) {
            true => info.allowed_targets(self.board.geometry(), from),
            false => !B::Set::EMPTY,
        }
    }

    /// Returns whether a pseudo-legal move is legal; `None` if it has to be made to test it.
    pub(super) fn legality_of(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        mv: Move,
    ) -> Option<bool> {
        let side = position.to_move;
        let plain = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => !self.promotes_late(mv, side),
            MoveKind::Capture => {
                self.captures_are_orthodox()
                    && !self.promotes_late(mv, side)
                    && !self.is_kamikaze(position, mv)
            }
            _ => false,
        };
        // A royal pawn could be captured en passant; a revealed man may attack or close a line.
        if !plain
            || info.hidden_squares.contains(mv.from)
            || (info.royal == Some(mv.from) && mv.kind == MoveKind::DoubleStep)
        {
            return None;
        }
        let safe = if info.royal == Some(mv.from) {
            if self.extra_reach[side.index()].contains(mv.to) {
                return None;
            }
            let occupied = info.occupied.without(mv.from);
            !self.is_attacked(position, mv.to, side.other(), occupied)
        } else if self.has_moves_beyond_walks() && info.is_pinned(mv.from) {
            // The man may pass its king and still be on the line.
            return None;
        } else {
            info.allowed_targets(self.board.geometry(), mv.from).contains(mv.to)
        };
        (safe || info.masks_exact).then_some(safe)
    }

    /// Returns whether men may move other than by their walks.
    fn has_moves_beyond_walks(&self) -> bool {
        let flags = self.rules.flags();
        flags.extra_reach || flags.extra_quiet_reach
    }

    /// Returns whether a quiet move that was legal in another position is known to be legal in this one.
    pub(in crate::game) fn is_statically_legal(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        // Otherwise a man may be barred from a move of its walk, or reach the square other than by its walk.
        let only_walks = self.rules.king_steps_are_unrestricted() && !self.has_moves_beyond_walks();
        let occupied = position.occupied();
        let men = position.walk(mv.walk) & position.of(position.to_move);
        only_walks
            && mv.branch == MoveBranch::ONLY
            // Other rules may be in force in this ply, by which the promotion is chosen later.
            && mv.promotion.is_none()
            && men.contains(mv.from)
            && self.quiet_targets(mv.walk, position.to_move, mv.from, occupied).contains(mv.to)
            && self.quiet_legality_info(position).is_some_and(|info| self.legality_of(position, &info, mv) == Some(true))
    }

    /// Returns a move of the king to an empty square that is known to be legal; `None` if there is none.
    pub(in crate::game) fn quick_king_move_general(&self, position: &PositionOf<B, R>) -> Option<Move> {
        let side = position.to_move;
        let king = self.unrestricted_general_king(position, side)?;
        let occupied = position.occupied();
        let targets = self.board.geometry().king[king.index()] & !occupied;
        let safe = |to: &Square| !self.is_attacked(position, *to, side.other(), occupied.without(king));
        targets.iter().find(safe).map(|to| Move::new(Walk::King, king, to, MoveKind::Quiet))
    }

    /// Returns the only royal man of a side under general rules if it is a king that could move, if its side were to move now or after a
    /// quiet move of another man, to every adjacent square that is empty and not attacked. `None` otherwise.
    pub(in crate::game) fn unrestricted_general_king(
        &self,
        position: &PositionOf<B, R>,
        side: Side,
    ) -> Option<Square> {
        let royals = position.royal & position.of(side);
        let king = royals.first().filter(|_| !royals.more_than_one())?;
        let free = self.quiet_moves_are_orthodox(position)
            && B::LINES_UNIQUE
            && self.rules.king_steps_are_unrestricted()
            && position.walk(Walk::King).contains(king)
            && !position.of(side.other()).contains(king)
            && !self.extra_reach[side.index()].intersects(self.board.geometry().king[king.index()])
            // A man that its departure reveals may attack it.
            && !position.memory.hidden_squares::<B::Set>().contains(king);
        free.then_some(king)
    }

    /// Returns whether a permitted capture has no further effect, unless the capturer is a kamikaze.
    pub fn captures_are_orthodox(&self) -> bool {
        // The victim of an en passant capture may reappear at once, but en passant is always made to test it.
        !R::GENERAL || self.rules.capture_effect() <= CaptureEffect::VictimHidden
    }

    /// Returns whether no capture in this position has a further effect, not even one by a kamikaze.
    pub fn captures_are_plain(&self, position: &PositionOf<B, R>) -> bool {
        R::ORTHODOX_CAPTURES
            || (R::GENERAL && self.captures_are_orthodox() && !position.memory.has_attributes())
    }

    /// Returns whether under general rules a permitted capture can give check only as in orthodox chess: by the
    /// capturer on its arrival square, or by a line that it opens. A reborn man can only close lines.
    pub(in crate::game) fn general_captures_check_as_in_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        // A kamikaze opens the line of its victim.
        let no_attributes = !position.memory.has_attributes();
        match self.rules.capture_effect() {
            CaptureEffect::None | CaptureEffect::VictimHidden => no_attributes,
            // Neutral victims, and victims of the capturer's side, could attack after their rebirth.
            CaptureEffect::VictimReborn => {
                no_attributes && !position.has_neutrals() && !self.rules.flags().captures_own_men
            }
            CaptureEffect::NoneForRoyals | CaptureEffect::Any => false,
        }
    }

    /// Returns whether a pawn of the side to move could promote by its next step.
    pub(in crate::game) fn may_promote(&self, position: &PositionOf<B, R>) -> bool {
        let paths = self.board.geometry().pawn(position.to_move);
        let pawns = position.walk(Walk::Pawn) & position.of(position.to_move);
        pawns.iter().any(|pawn| {
            let step = paths.step[pawn.index()];
            let double = step.iter().any(|next| paths.step[next.index()].intersects(paths.promotion_rank));
            step.intersects(paths.promotion_rank) || (paths.double_rank.contains(pawn) && double)
        })
    }

    /// Returns whether the promotion of the moved pawn is chosen after the move.
    pub(in crate::game) fn promotes_late(&self, mv: Move, side: Side) -> bool {
        mv.promotion.is_none() && mv.walk.is_pawn() && self.promotion_rank(mv.walk, side).contains(mv.to)
    }

    /// Returns those of the squares on which the promotion of the capturer is chosen after the capture.
    pub(super) fn late_promotion_squares(&self, mv: Move, side: Side, squares: B::Set) -> B::Set {
        match mv.walk.is_pawn() && mv.promotion.is_none() {
            true => squares & self.promotion_rank(mv.walk, side),
            false => B::Set::EMPTY,
        }
    }

    /// Returns whether the mover is a kamikaze.
    fn is_kamikaze(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        position.memory.flags(mv.from).contains(ManFlags::KAMIKAZE)
    }

    /// Returns whether a permitted capture of a royal man removes it for certain, and no other man.
    pub(super) fn removes_only_victim(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.rules.capture_effect() != CaptureEffect::Any && !self.is_kamikaze(position, mv)
    }

    /// Returns whether the royal men of `side` are known to be safe because no man attacks them.
    pub(super) fn royals_are_statically_safe(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        self.rules.check_requires_attack()
            && self.check_requires_attack(position)
            && !self.royal_is_ep_pawn(position, side)
            && !self.royals_are_attacked(position, side)
    }

    /// Returns whether a man attacks a royal man of `side`.
    pub(super) fn royals_are_attacked(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = position.royal & position.of(side);
        royals.iter().any(|royal| !GameView::attackers(self, position, royal, side.other()).is_empty())
    }

    /// Returns whether a royal man of `side` could be captured en passant.
    pub(super) fn royal_is_ep_pawn(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = position.royal & position.of(side);
        position.ep_pawn().is_some_and(|pawn| royals.contains(pawn))
    }
}
