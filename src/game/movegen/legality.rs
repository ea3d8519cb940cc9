//! What is known of a position before its moves are listed: pins, and masks that tell legal moves.
//!
//! Quiet moves are legal or not by masks wherever it is known what makes an attack a check; captures
//! by which men are reborn by what they empty and fill.

use super::preview::{Preview, PreviewResult};
use crate::board::{Board, Geometry, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::{CaptureOutcome, CheckCondition, GameRules, UnmaskedCaptures};

/// What is known of a position before its moves are listed.
pub(in crate::game) struct LegalityInfo<S> {
    pub(in crate::game) side: Side,
    pub(in crate::game) own: S,
    pub(in crate::game) enemy: S,
    pub(in crate::game) occupied: S,
    /// The royal man that the masks speak of.
    pub(in crate::game) royal: Option<Square>,
    /// A quiet move is legal if, and only if, the masks say so.
    pub(in crate::game) masks_exact: bool,
    /// A quiet move is legal if the masks say so; others may be.
    pub(in crate::game) masks_sufficient: bool,
    /// Men that may move only on the line through the royal man.
    pinned: S,
    /// Where a man other than the royal one must arrive: everywhere if not in check.
    pub(in crate::game) check_mask: S,
    pub(in crate::game) in_check: bool,
    /// Where an attack need not be a check: a quiet move is legal if, and only if, the masks say
    /// so, but for men who are bound.
    exact_except_unmasked: bool,
    /// Men who make an attack no check by standing where they do, or could by going elsewhere.
    unmasked_men: S,
    /// Men whose leaving may open a line to the royal man; all if one is open.
    blockers: S,
    /// Captures of which the masks alone do not tell.
    unmasked_captures: [UnmaskedCaptures<S>; 2],
    /// No move is looked at without being played.
    must_try_moves: bool,
    /// Moves may leave the royal man in check.
    pub(in crate::game) allows_self_check: bool,
    /// Where somebody is below the board, who comes up when the square is left.
    pub(in crate::game) hidden_squares: S,
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// What is known of a position.
    #[inline]
    pub(in crate::game) fn legality_info(&self, position: &PositionOf<B, R>) -> LegalityInfo<B::Set> {
        let side = position.to_move;
        let own = position.of(side);
        let enemy = position.of(side.other());
        let occupied = own | enemy;
        let royals = position.royal & own;
        let masked = B::LINES_UNIQUE && self.rules.attack_gives_check() && !royals.more_than_one();
        let told = |royal| self.check_requires_attack_on(side, royal);
        let proven = B::LINES_UNIQUE
            && !royals.more_than_one()
            && royals.first().map_or_else(|| self.rules.check_requires_attack(), told);
        let blind = !proven || position.has_neutrals();
        let mut view = LegalityInfo {
            masks_exact: masked,
            masks_sufficient: proven,
            must_try_moves: blind,
            ..LegalityInfo::unknown(side, own, enemy)
        };
        let Some(royal) = royals.first().filter(|_| proven) else {
            return view;
        };
        view.royal = Some(royal);
        let geometry = self.board.geometry();
        let checkers = self.attackers(position, royal, side.other(), occupied);
        if let Some(checker) = checkers.first() {
            view.in_check = masked;
            view.check_mask = if checkers.more_than_one() {
                B::Set::EMPTY
            } else {
                geometry.between(royal, checker).with(checker)
            };
        }
        let queens = position.walk(Walk::Queen);
        let snipers = (self.board.rook(royal, enemy) & (position.walk(Walk::Rook) | queens))
            | (self.board.bishop(royal, enemy) & (position.walk(Walk::Bishop) | queens));
        for sniper in (snipers & enemy).iter() {
            let shields = geometry.between(royal, sniper) & own;
            if !shields.more_than_one() {
                view.pinned |= shields;
            }
        }
        if R::ORTHODOX_CAPTURES || R::GENERAL || view.must_try_moves {
            return view;
        }
        if masked {
            view.unmasked_captures = self.rules.unmasked_captures(&self.board, position, royal);
        } else {
            view.blockers = if checkers.is_empty() { view.pinned } else { own };
            self.add_check_conditions(position, royal, checkers, snipers & enemy, &mut view);
        }
        view
    }

    /// Adds to the view what makes attacks no checks.
    fn add_check_conditions(
        &self,
        position: &PositionOf<B, R>,
        royal: Square,
        checkers: B::Set,
        snipers: B::Set,
        info: &mut LegalityInfo<B::Set>,
    ) {
        let enemy = info.side.other();
        let geometry = self.board.geometry();
        let (mut remedy, mut pinned, mut bound) = (!B::Set::EMPTY, B::Set::EMPTY, B::Set::EMPTY);
        for from in (checkers | snipers).iter() {
            let between = geometry.between(royal, from);
            let shields = between & info.own;
            if shields.more_than_one() {
                continue;
            }
            let shelter = match self.check_condition(position, from, enemy, royal) {
                CheckCondition::Unknown => return,
                CheckCondition::Always => None,
                CheckCondition::UnlessOccupied(squares) => Some(squares),
            };
            // Who goes where one man is missing makes the attack no check; who stands where
            // none is, a check by leaving.
            let missing = shelter.map(|squares| squares & !info.occupied);
            let sheltered = missing.is_some_and(B::Set::is_empty);
            if shields.is_empty() {
                bound |= shelter.map_or(B::Set::EMPTY, |squares| squares & info.own);
                if !sheltered {
                    let parry = missing.filter(|squares| !squares.more_than_one());
                    remedy &= between.with(from) | parry.unwrap_or(B::Set::EMPTY);
                }
            } else if !sheltered || shelter.is_some_and(|squares| squares.intersects(shields)) {
                pinned |= shields;
                if missing.is_some_and(|squares| !squares.is_empty() && !squares.more_than_one()) {
                    bound |= shields;
                }
            }
        }
        (info.check_mask, info.pinned, info.unmasked_men, info.exact_except_unmasked) =
            (remedy, pinned, bound, true);
    }

    /// Is a move legal, of which the masks do not tell?
    #[inline(never)]
    pub(in crate::game) fn is_legal(
        &self,
        position: &PositionOf<B, R>,
        view: &LegalityInfo<B::Set>,
        mv: Move,
    ) -> bool {
        if R::ORTHODOX_CAPTURES || view.must_try_moves {
            return self.try_move(position, mv).is_some();
        }
        if mv.kind == MoveKind::Capture {
            return match self.rules.capture_outcome(&self.board, position, mv) {
                Some(CaptureOutcome::Forbidden) => false,
                // Most captures are no more than this: who looks closer stays out of the way.
                Some(CaptureOutcome::Allowed { capturer, reborn }) => {
                    self.masks_prove_capture(position, view, mv, capturer, reborn)
                        || self.is_legal_capture(position, view, mv, capturer, reborn)
                }
                None => self.try_move(position, mv).is_some(),
            };
        }
        match self.preview(position, mv) {
            PreviewResult::Forbidden => false,
            PreviewResult::Known(scene) => self.is_legal_preview(position, view, mv, &scene),
            PreviewResult::Unknown => self.try_move(position, mv).is_some(),
        }
    }

    /// Is it seen by the masks that a capture leaves the royal man safe?
    #[inline(always)]
    fn masks_prove_capture(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        mv: Move,
        capturer: Square,
        reborn: Option<(Walk, Square)>,
    ) -> bool {
        let Some(royal) = info.royal.filter(|&royal| royal != mv.from) else { return false };
        let geometry = self.board.geometry();
        if capturer != mv.to {
            // Who goes home opens nothing; nor do the squares left, if nobody stands behind them.
            let opened = geometry.line(royal, mv.to).without(mv.to) & info.enemy;
            return !info.masks_exact
                && !info.blockers.contains(mv.from)
                && !opened.intersects(position.riders());
        }
        // The capturer stands for the man it took: all that is new is who has come back.
        !info.unmasked_men.contains(mv.from)
            && info.allowed_targets(geometry, mv.from).contains(mv.to)
            && reborn.is_none_or(|(walk, home)| match walk {
                Walk::Knight => !geometry.knight[home.index()].contains(royal),
                Walk::Pawn => !geometry.pawn(info.side.other()).attacks[home.index()].contains(royal),
                Walk::King => !geometry.king[home.index()].contains(royal),
                _ => {
                    geometry.line(home, royal).is_empty()
                        || geometry.between(home, royal).intersects(info.occupied.without(mv.from))
                }
            })
    }

    /// Is a capture legal, of which it is known who stands where afterwards?
    #[inline(never)]
    fn is_legal_capture(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        mv: Move,
        capturer: Square,
        reborn: Option<(Walk, Square)>,
    ) -> bool {
        let scene = self.preview_of_capture(position, mv, capturer, reborn);
        self.is_legal_preview(position, info, mv, &scene)
    }

    /// Is a move legal, of which the board behind it is known?
    #[inline]
    fn is_legal_preview(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        mv: Move,
        preview: &Preview<B::Set>,
    ) -> bool {
        let Some(royal) = info.royal else { return true };
        let moves = royal == mv.from;
        let royal = if moves { preview.at } else { royal };
        let told = !moves || self.check_requires_attack_on(info.side, royal);
        let check =
            if told { self.is_checked_after(position, preview, royal, info.side.other()) } else { None };
        check.map_or_else(|| self.try_move(position, mv).is_some(), |check| !check)
    }
}

impl<S: Squares> LegalityInfo<S> {
    /// A view that tells nothing.
    #[inline(always)]
    fn unknown(side: Side, own: S, enemy: S) -> LegalityInfo<S> {
        LegalityInfo {
            side,
            own,
            enemy,
            occupied: own | enemy,
            royal: None,
            masks_exact: false,
            masks_sufficient: false,
            pinned: S::EMPTY,
            check_mask: !S::EMPTY,
            in_check: false,
            exact_except_unmasked: false,
            unmasked_men: S::EMPTY,
            blockers: S::EMPTY,
            unmasked_captures: [UnmaskedCaptures::all(), UnmaskedCaptures::NONE],
            must_try_moves: true,
            allows_self_check: false,
            hidden_squares: S::EMPTY,
        }
    }

    /// A view by which moves may leave the royal man in check.
    #[inline(always)]
    pub(in crate::game) fn pseudo_legal(side: Side, own: S, enemy: S) -> LegalityInfo<S> {
        LegalityInfo { masks_exact: true, allows_self_check: true, ..LegalityInfo::unknown(side, own, enemy) }
    }

    /// Is a quiet move of the man on a square legal if, and only if, the masks say so, though an
    /// attack need not be a check?
    #[inline]
    pub(in crate::game) fn is_exact_for(&self, from: Square) -> bool {
        self.exact_except_unmasked && !self.unmasked_men.contains(from)
    }

    /// The royal man, and those of whom one alone stands between him and an enemy; none if he is attacked.
    pub(in crate::game) fn blockers_and_royal(&self) -> Option<S> {
        let royal = self.royal.filter(|_| self.check_mask == !S::EMPTY)?;
        Some(self.pinned.with(royal))
    }

    /// Of the squares where the masks allow a man other than the royal one to arrive, those where
    /// they show that a capture is legal, other than in passing.
    #[inline(always)]
    pub(in crate::game) fn safe_captures(&self, from: Square, allowed: S) -> S {
        let [one, other] = self.unmasked_captures;
        allowed & !(one.victims_from(from) | other.victims_from(from))
    }

    /// Do the masks show that a quiet move to a square is legal, if they say so?
    #[inline]
    pub(in crate::game) fn proves_legal(&self, allowed: S, to: Square) -> bool {
        self.masks_sufficient && !self.exact_except_unmasked && allowed.contains(to)
    }

    /// Does a man hold a line to the royal one?
    #[inline]
    pub(in crate::game) fn is_pinned(&self, from: Square) -> bool {
        self.pinned.contains(from)
    }

    /// Where a man other than the royal one may go.
    #[inline]
    pub(in crate::game) fn allowed_targets(&self, geometry: &Geometry<S>, from: Square) -> S {
        match self.royal {
            Some(royal) if self.pinned.contains(from) => self.check_mask & geometry.line(royal, from),
            _ => self.check_mask,
        }
    }
}
