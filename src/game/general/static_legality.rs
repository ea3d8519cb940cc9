//! What can be told of quiet moves without playing them: where every check is an attack and
//! a quiet move does nothing but lead a man to an empty square, pins show which are legal.

use crate::board::{Board, Square, Squares};
use crate::game::movegen::legality::LegalityInfo;
use crate::game::{Game, PositionOf};
use crate::position::{ManFlags, Memory, Move, MoveBranch, MoveKind, Side, Walk};
use crate::rules::{CaptureEffect, GameRules, GameView};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Are quiet moves as in orthodox chess here, but for those that uncover somebody: can one give check, or
    /// leave its own king in check, only by an attack that it makes or opens? A king's may besides where it leads
    /// him [beyond](Self::beyond) what men attack.
    #[inline]
    pub fn quiet_moves_are_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        self.check_requires_attack(position)
            && (!R::GENERAL
                || (B::LINES_UNIQUE
                    && self.rules.quiet_moves_are_plain(&position.memory)
                    // A king who comes up may be mated there.
                    && !Side::BOTH.into_iter().any(|side| position.memory.hidden_royal_count(side) > 0)
                    && position.walk(Walk::ReversedPawn).is_empty()))
    }

    /// What shows quiet moves of the side to move to be legal, where anything can.
    pub(super) fn quiet_legality_info(&self, position: &PositionOf<B, R>) -> Option<LegalityInfo<B::Set>> {
        let own = position.of(position.to_move);
        let told = self.quiet_moves_are_orthodox(position)
            && !(position.royal & own).more_than_one()
            // Neutral men can attack the king of the side that moves them.
            && !position.has_neutrals();
        told.then(|| {
            let mut view = self.legality_info(position);
            view.masks_exact = self.attack_gives_check(position);
            view.hidden_squares = position.memory.hidden_squares();
            view
        })
    }

    /// The men of the side to move whose leaving may let its royal man be attacked, and that man itself;
    /// none if it is attacked as they stand.
    pub fn blockers_and_royal(&self, position: &PositionOf<B, R>) -> Option<B::Set> {
        self.quiet_legality_info(position)?.blockers_and_royal()
    }

    /// Is every check a man's attack on a royal man, as the royal men stand?
    pub(in crate::game) fn check_requires_attack(&self, position: &PositionOf<B, R>) -> bool {
        let stand_near =
            |side: Side| !self.extra_reach[side.index()].intersects(position.royal & position.of(side));
        let near = R::GENERAL && self.rules.near_check_requires_attack();
        (self.rules.check_requires_attack() || (near && Side::BOTH.into_iter().all(stand_near)))
            && !(R::GENERAL && position.memory.has_royal_lookalikes())
    }

    /// Is every check to a side a man's attack, if its royal man stands on this square?
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

    /// Is any attack on a royal man a check here?
    pub fn attack_gives_check(&self, position: &PositionOf<B, R>) -> bool {
        self.rules.plain_attack_gives_check() && !position.memory.has_attributes()
    }

    /// Where a quiet move of the man on a square, or a capture where captures are orthodox, may
    /// lead, as far as the view can exclude squares.
    pub(super) fn legal_targets(&self, info: &LegalityInfo<B::Set>, from: Square) -> B::Set {
        match info.masks_exact && info.royal != Some(from) && !info.hidden_squares.contains(from) {
            true => info.allowed_targets(self.board.geometry(), from),
            false => !B::Set::EMPTY,
        }
    }

    /// Is a move legal, as far as the view shows it? If not, it has to be played.
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
        // A royal pawn could be taken in passing; who comes up may attack, or shut a line.
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
            // He may go past his king, and still stand on the line.
            return None;
        } else {
            info.allowed_targets(self.board.geometry(), mv.from).contains(mv.to)
        };
        (safe || info.masks_exact).then_some(safe)
    }

    /// May men go where their walks do not lead them?
    fn has_moves_beyond_walks(&self) -> bool {
        let needs = self.rules.flags();
        needs.extra_reach || needs.extra_quiet_reach
    }

    /// Is it seen that a move to an empty square, legal somewhere else, is legal here?
    pub(in crate::game) fn is_statically_legal(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        // A man goes where its walk leads it, unless it is kept from it or led elsewhere.
        let walks = self.rules.king_steps_are_unrestricted() && !self.has_moves_beyond_walks();
        let occupied = position.occupied();
        let men = position.walk(mv.walk) & position.of(position.to_move);
        walks
            && mv.branch == MoveBranch::ONLY
            // By other rules than there it may be decided later what a pawn becomes.
            && mv.promotion.is_none()
            && men.contains(mv.from)
            && self.quiet_targets(mv.walk, position.to_move, mv.from, occupied).contains(mv.to)
            && self.quiet_legality_info(position).is_some_and(|view| self.legality_of(position, &view, mv) == Some(true))
    }

    /// A move of the king to an empty square that is seen to be legal.
    pub(in crate::game) fn quick_king_move_general(&self, position: &PositionOf<B, R>) -> Option<Move> {
        let side = position.to_move;
        let king = self.unrestricted_king(position, side)?;
        let occupied = position.occupied();
        let targets = self.board.geometry().king[king.index()] & !occupied;
        let safe = |to: &Square| !self.is_attacked(position, *to, side.other(), occupied.without(king));
        targets.iter().find(safe).map(|to| Move::new(Walk::King, king, to, MoveKind::Quiet))
    }

    /// The only royal man of a side, if it walks as a king and could go, if its side moved, now
    /// or after another quiet move, to every empty square next to it that nobody attacks.
    pub fn unrestricted_king(&self, position: &PositionOf<B, R>, side: Side) -> Option<Square> {
        let royals = position.royal & position.of(side);
        let king = royals.first().filter(|_| !royals.more_than_one())?;
        let free = self.quiet_moves_are_orthodox(position)
            && B::LINES_UNIQUE
            && (!R::GENERAL || self.rules.king_steps_are_unrestricted())
            && position.walk(Walk::King).contains(king)
            && !position.of(side.other()).contains(king)
            && !self.extra_reach[side.index()].intersects(self.board.geometry().king[king.index()])
            // Who comes up behind him may attack.
            && !position.memory.hidden_squares::<B::Set>().contains(king);
        free.then_some(king)
    }

    /// Does nothing come of a permitted capture but the capture, unless the capturer is a kamikaze?
    pub fn captures_are_orthodox(&self) -> bool {
        // Who is taken in passing may come up at once, but those captures are played in any case.
        !R::GENERAL || self.rules.capture_effect() <= CaptureEffect::VictimHidden
    }

    /// Is there nobody either by whose captures more comes than a capture?
    pub fn captures_are_plain(&self, position: &PositionOf<B, R>) -> bool {
        R::ORTHODOX_CAPTURES
            || (R::GENERAL && self.captures_are_orthodox() && !position.memory.has_attributes())
    }

    /// Under general rules: does a permitted capture give check, if at all, as in orthodox chess, by
    /// the capturer where it captures, or by a line that it opens? Who comes back can only close lines.
    pub fn captures_check_as_in_orthodox(&self, position: &PositionOf<B, R>) -> bool {
        // A kamikaze opens the line to whom it captured.
        let usual = !position.memory.has_attributes();
        match self.rules.capture_effect() {
            CaptureEffect::None | CaptureEffect::VictimHidden => usual,
            // Neutral men, and own men who are captured, could attack when they come back.
            CaptureEffect::VictimReborn => {
                usual && !position.has_neutrals() && !self.rules.flags().captures_own_men
            }
            CaptureEffect::NoneForRoyals | CaptureEffect::Any => false,
        }
    }

    /// Has the side to move a pawn that could be promoted by its next step?
    pub fn may_promote(&self, position: &PositionOf<B, R>) -> bool {
        let paths = self.board.geometry().pawn(position.to_move);
        let pawns = position.walk(Walk::Pawn) & position.of(position.to_move);
        pawns.iter().any(|pawn| {
            let step = paths.step[pawn.index()];
            let double = step.iter().any(|next| paths.step[next.index()].intersects(paths.promotion_rank));
            step.intersects(paths.promotion_rank) || (paths.double_rank.contains(pawn) && double)
        })
    }

    /// Is what the pawn of the move becomes decided after the move?
    pub fn promotes_late(&self, mv: Move, side: Side) -> bool {
        mv.promotion.is_none() && mv.walk.is_pawn() && self.promotion_rank(mv.walk, side).contains(mv.to)
    }

    /// On which of these squares it is decided after a capture what the capturer becomes.
    pub(super) fn late_promotion_squares(&self, mv: Move, side: Side, ends: B::Set) -> B::Set {
        match mv.walk.is_pawn() && mv.promotion.is_none() {
            true => ends & self.promotion_rank(mv.walk, side),
            false => B::Set::EMPTY,
        }
    }

    fn is_kamikaze(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        position.memory.flags(mv.from).contains(ManFlags::KAMIKAZE)
    }

    /// Does a permitted capture of a royal man surely remove it, and nobody else?
    pub(super) fn removes_only_victim(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.rules.capture_effect() != CaptureEffect::Any && !self.is_kamikaze(position, mv)
    }

    /// Is it seen at once that the royal men of `side` are safe: does nobody attack them?
    pub(super) fn royals_are_statically_safe(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        self.rules.check_requires_attack()
            && self.check_requires_attack(position)
            && !self.royal_is_ep_pawn(position, side)
            && !self.royals_are_attacked(position, side)
    }

    /// Does a man attack a royal man of `side`?
    pub(super) fn royals_are_attacked(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = position.royal & position.of(side);
        royals.iter().any(|royal| !GameView::attackers(self, position, royal, side.other()).is_empty())
    }

    /// Could a royal man of `side` be taken in passing?
    pub(super) fn royal_is_ep_pawn(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = position.royal & position.of(side);
        position.ep_pawn().is_some_and(|passer| royals.contains(passer))
    }
}
