//! The board after a move, as far as it takes to know whom men attack: nothing is played.
//!
//! Where captured men or capturers are reborn the masks of orthodox play do not tell whether a
//! capture is legal or gives check. But which squares it empties and fills is known, and so are
//! the lines that are left.

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::{CaptureOutcome, CheckCondition, GameRules, RoyalAttacker};

/// What is known of the board after a move.
pub(crate) enum PreviewResult<S> {
    /// Nothing, without playing the move.
    Unknown,
    /// The rules forbid the move.
    Forbidden,
    /// Who stands where.
    Known(Preview<S>),
}

/// What is seen of a move.
pub(crate) enum StaticVerdict {
    /// Nothing.
    Unknown,
    /// It is not legal.
    Illegal,
    /// It is legal, and gives no check.
    LegalWithoutCheck,
    /// It is legal, and may give check.
    LegalMaybeCheck,
}

/// The board after a move.
pub struct Preview<S> {
    /// The side that moved.
    side: Side,
    /// All men.
    pub occupied: S,
    /// Where nobody stands any more, or somebody else.
    pub vacated: S,
    /// Is the man who moved royal?
    mover_is_royal: bool,
    /// How it moves now.
    pub walk: Walk,
    /// Where it stands now.
    pub at: Square,
    /// The captured man who has come back: how it moves and where it stands.
    pub reborn: Option<(Walk, Square)>,
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// The board after a move of a position without neutral men, whether it is legal or not.
    #[inline]
    pub(crate) fn preview(&self, position: &PositionOf<B, R>, mv: Move) -> PreviewResult<B::Set> {
        match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => {
                PreviewResult::Known(self.build_preview(position, mv, B::Set::of(mv.from), mv.to, None))
            }
            MoveKind::Capture | MoveKind::EnPassant => {
                match self.rules.capture_outcome(&self.board, position, mv) {
                    None => PreviewResult::Unknown,
                    Some(CaptureOutcome::Forbidden) => PreviewResult::Forbidden,
                    Some(CaptureOutcome::Allowed { capturer, reborn }) => {
                        PreviewResult::Known(self.preview_of_capture(position, mv, capturer, reborn))
                    }
                }
            }
            _ => PreviewResult::Unknown,
        }
    }

    /// The board after a capture, of which it is known who stands where.
    #[inline]
    pub(crate) fn preview_of_capture(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        capturer: Square,
        reborn: Option<(Walk, Square)>,
    ) -> Preview<B::Set> {
        let passer = if mv.kind == MoveKind::EnPassant { position.ep_pawn() } else { None };
        let left = B::Set::of(mv.from).with(passer.unwrap_or(mv.to));
        self.build_preview(position, mv, left, capturer, reborn)
    }

    /// The board after a move.
    #[inline(always)]
    fn build_preview(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        vacated: B::Set,
        at: Square,
        reborn: Option<(Walk, Square)>,
    ) -> Preview<B::Set> {
        let occupied = (position.occupied() & !vacated).with(at);
        Preview {
            side: position.to_move,
            occupied: reborn.map_or(occupied, |(_, home)| occupied.with(home)),
            vacated,
            mover_is_royal: position.royal.contains(mv.from),
            walk: mv.promotion.unwrap_or(mv.walk),
            at,
            reborn,
        }
    }

    /// What is seen of a move without playing it, if it could be made.
    #[inline]
    pub(crate) fn static_verdict(&self, position: &PositionOf<B, R>, mv: Move) -> StaticVerdict {
        let royals = position.royal & position.of(position.to_move);
        if !self.is_previewable(position) || royals.more_than_one() {
            return StaticVerdict::Unknown;
        }
        let scene = match self.preview(position, mv) {
            PreviewResult::Unknown => return StaticVerdict::Unknown,
            PreviewResult::Forbidden => return StaticVerdict::Illegal,
            PreviewResult::Known(scene) => scene,
        };
        if let Some(royal) = royals.first() {
            let royal = if royal == mv.from { scene.at } else { royal };
            if !self.check_requires_attack_on(scene.side, royal) {
                return StaticVerdict::Unknown;
            }
            match self.is_checked_after(position, &scene, royal, scene.side.other()) {
                None => return StaticVerdict::Unknown,
                Some(true) => return StaticVerdict::Illegal,
                Some(false) => {}
            }
        }
        match self.gives_check(position, &scene) {
            Some(false) => StaticVerdict::LegalWithoutCheck,
            _ => StaticVerdict::LegalMaybeCheck,
        }
    }

    /// Can it be told of positions what moves empty and fill?
    #[inline]
    fn is_previewable(&self, position: &PositionOf<B, R>) -> bool {
        !R::GENERAL && B::LINES_UNIQUE && !position.has_neutrals()
    }

    /// Does the move give check, if that can be told without playing it?
    #[inline]
    pub(crate) fn gives_check(&self, position: &PositionOf<B, R>, preview: &Preview<B::Set>) -> Option<bool> {
        let enemy = preview.side.other();
        let royals = position.royal & position.of(enemy);
        let told = |royal: &Square| !royals.more_than_one() && self.check_requires_attack_on(enemy, *royal);
        if R::GENERAL && !self.check_requires_attack(position) {
            return None;
        }
        let royal = royals.first().filter(told)?;
        self.is_checked_after(position, preview, royal, preview.side)
    }

    /// Do enemies of the side that moved attack a square?
    #[inline]
    pub(crate) fn is_attacked_after(
        &self,
        position: &PositionOf<B, R>,
        preview: &Preview<B::Set>,
        at: Square,
    ) -> bool {
        let enemy = preview.side.other();
        let men = position.of(enemy) & !preview.vacated;
        self.is_attacked_by(position, at, enemy, men, preview.reborn, preview.occupied)
    }

    /// Is a royal man on a square in check by `by`, if every check is an attack on it? None if
    /// that cannot be told.
    #[inline]
    pub(crate) fn is_checked_after(
        &self,
        position: &PositionOf<B, R>,
        preview: &Preview<B::Set>,
        royal: Square,
        by: Side,
    ) -> Option<bool> {
        let occupied = preview.occupied;
        let newcomer = if by == preview.side { Some((preview.walk, preview.at)) } else { preview.reborn };
        let men = position.of(by) & !preview.vacated;
        if !self.is_attacked_by(position, royal, by, men, newcomer, occupied) {
            return Some(false);
        }
        if self.rules.attack_gives_check() {
            return Some(true);
        }
        let attacks =
            |&(walk, from): &(Walk, Square)| self.board.attacks(walk, by, from, occupied).contains(royal);
        let newcomer = newcomer.filter(attacks);
        let attackers = self.attackers(position, royal, by, occupied) & !preview.vacated;
        if let Some((walk, from)) = newcomer {
            let attacker =
                RoyalAttacker { side: by, walk, from, royal: by == preview.side && preview.mover_is_royal };
            if self.rules.check_condition(&self.board, attacker, royal).is_check(occupied)? {
                return Some(true);
            }
        }
        for from in attackers.iter() {
            if self.check_condition(position, from, by, royal).is_check(occupied)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// What makes it no check that a man attacks a royal man on a square.
    #[inline]
    pub(crate) fn check_condition(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        side: Side,
        royal: Square,
    ) -> CheckCondition<B::Set> {
        let Some(walk) = position.walk_on(from) else { return CheckCondition::Unknown };
        let attacker = RoyalAttacker { side, walk, from, royal: position.royal.contains(from) };
        self.rules.check_condition(&self.board, attacker, royal)
    }
}
