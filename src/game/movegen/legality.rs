//! Legality: the check mask, pinned men and other facts about a position that decide which of its moves are legal.
//!
//! The masks decide the legality of quiet moves wherever the condition is known under which an attack gives check.
//! [Previews](super::preview) decide that of captures with rebirths. See
//! <https://www.chessprogramming.org/Pin> and <https://www.chessprogramming.org/Check>.

use super::preview::{Preview, PreviewResult};
use crate::board::{Board, Geometry, Square, Squares};
use crate::game::movegen::preview::{is_checked_after, preview_of_capture};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::{CaptureOutcome, CheckCondition, GameRules, UnmaskedCaptures};

/// What the masks show of the legality of quiet moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::game) enum MaskPower {
    /// Nothing.
    None,
    /// A quiet move is legal if the masks allow it. Other quiet moves may be legal, too.
    Sufficient,
    /// A quiet move is legal if and only if the masks allow it, except for the moves of the unmasked men. An attack
    /// need not give check.
    ExactExceptUnmasked,
    /// A quiet move is legal if and only if the masks allow it.
    Exact,
}

/// The test of a move of which the masks do not show the legality.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CloserTest {
    /// The board after the move is previewed, if it is known.
    Preview,
    /// The move is made.
    Trial,
}

/// The facts about a position that its move generation needs. *The masks* are `check_mask` and `pinned`; they allow
/// a move if its arrival square is one of [`allowed_targets`](Self::allowed_targets).
pub(in crate::game) struct LegalityInfo<S> {
    pub(in crate::game) side: Side,
    pub(in crate::game) own: S,
    pub(in crate::game) enemy: S,
    pub(in crate::game) occupied: S,
    /// The royal man to which the masks refer.
    pub(in crate::game) royal: Option<Square>,
    /// What the masks show.
    pub(in crate::game) masks: MaskPower,
    /// The men that may move only on the line through the royal man.
    pinned: S,
    /// The squares where a man other than the royal one must arrive to parry a check; all squares if there is no
    /// check.
    pub(in crate::game) check_mask: S,
    pub(in crate::game) in_check: bool,
    /// The men for which the masks do not hold, since their moves switch a check on or off without a capture or a line:
    /// they are, or can go, on a square of a check condition. In Anticirce an attacker gives check only if its
    /// rebirth square is empty.
    unmasked_men: S,
    /// The men that may open a line to the royal man by leaving; all own men if a line is open.
    blockers: S,
    /// The captures that the masks cannot test.
    unmasked_captures: [UnmaskedCaptures<S>; 2],
    /// The test of the moves of which the masks do not show the legality.
    closer_test: CloserTest,
    /// Whether moves may leave the royal man in check.
    pub(in crate::game) allows_self_check: bool,
    /// The squares with a hidden man, which reappears when the square is left.
    pub(in crate::game) hidden_squares: S,
}

/// Returns the facts about a position that decide the legality of moves of the side to move.
#[inline]
pub(in crate::game) fn legality_info<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> LegalityInfo<B::Set> {
    let side = position.to_move;
    let own = position.of(side);
    let enemy = position.of(side.other());
    let occupied = own | enemy;
    let royals = position.royal & own;
    let needs_attack = |royal| game.check_model_on(side, royal).necessary;
    let masks = if !B::LINES_UNIQUE || royals.more_than_one() {
        MaskPower::None
    } else if game.check_model_everywhere().sufficient {
        MaskPower::Exact
    } else if royals.first().map_or_else(|| game.check_model_everywhere().necessary, needs_attack) {
        MaskPower::Sufficient
    } else {
        MaskPower::None
    };
    let closer_test = match masks == MaskPower::None || position.has_neutrals() {
        true => CloserTest::Trial,
        false => CloserTest::Preview,
    };
    let mut info = LegalityInfo { masks, closer_test, ..LegalityInfo::unknown(side, own, enemy) };
    let Some(royal) = royals.first().filter(|_| masks != MaskPower::None) else {
        return info;
    };
    info.royal = Some(royal);
    let geometry = game.board.geometry();
    let checkers = game.attackers(position, royal, side.other(), occupied);
    if let Some(checker) = checkers.first() {
        info.in_check = masks == MaskPower::Exact;
        info.check_mask = if checkers.more_than_one() {
            B::Set::EMPTY
        } else {
            geometry.between(royal, checker).with(checker)
        };
    }
    let queens = position.walk(Walk::Queen);
    let snipers = (game.board.rook(royal, enemy) & (position.walk(Walk::Rook) | queens))
        | (game.board.bishop(royal, enemy) & (position.walk(Walk::Bishop) | queens));
    for sniper in (snipers & enemy).iter() {
        let blockers = geometry.between(royal, sniper) & own;
        if !blockers.more_than_one() {
            info.pinned |= blockers;
        }
    }
    if R::ORTHODOX_CAPTURES || R::GENERAL || closer_test == CloserTest::Trial {
        return info;
    }
    if masks == MaskPower::Exact {
        info.unmasked_captures = game.rules.unmasked_captures(&game.board, position, royal);
    } else {
        info.blockers = if checkers.is_empty() { info.pinned } else { own };
        add_check_conditions(game, position, royal, checkers, snipers & enemy, &mut info);
    }
    info
}

/// Restricts the masks to those attacks on the royal man that give check or can come to give check. Leaves `info`
/// unchanged if a check condition is unknown.
fn add_check_conditions<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    royal: Square,
    checkers: B::Set,
    snipers: B::Set,
    info: &mut LegalityInfo<B::Set>,
) {
    let enemy = info.side.other();
    let geometry = game.board.geometry();
    let (mut check_mask, mut pinned, mut unmasked_men) = (!B::Set::EMPTY, B::Set::EMPTY, B::Set::EMPTY);
    for from in (checkers | snipers).iter() {
        let between = geometry.between(royal, from);
        let blockers = between & info.own;
        if blockers.more_than_one() {
            continue;
        }
        let condition = match game.check_condition(position, from, enemy, royal) {
            CheckCondition::Unknown => return,
            CheckCondition::Always => None,
            CheckCondition::UnlessOccupied(squares) => Some(squares),
        };
        // The attack gives no check while all squares of the condition are occupied. If exactly one is
        // empty, a move to it parries; if none is, a move from one of them turns the attack into a check.
        let missing = condition.map(|squares| squares & !info.occupied);
        let gives_no_check = missing.is_some_and(B::Set::is_empty);
        if blockers.is_empty() {
            unmasked_men |= condition.map_or(B::Set::EMPTY, |squares| squares & info.own);
            if !gives_no_check {
                let parry = missing.filter(|squares| !squares.more_than_one());
                check_mask &= between.with(from) | parry.unwrap_or(B::Set::EMPTY);
            }
        } else if !gives_no_check || condition.is_some_and(|squares| squares.intersects(blockers)) {
            pinned |= blockers;
            if missing.is_some_and(|squares| !squares.is_empty() && !squares.more_than_one()) {
                unmasked_men |= blockers;
            }
        }
    }
    (info.check_mask, info.pinned, info.unmasked_men) = (check_mask, pinned, unmasked_men);
    info.masks = MaskPower::ExactExceptUnmasked;
}

/// Returns whether a move that the masks cannot test is legal.
#[inline(never)]
pub(in crate::game) fn is_legal<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    mv: Move,
) -> bool {
    if R::ORTHODOX_CAPTURES || info.closer_test == CloserTest::Trial {
        return game.try_move(position, mv).is_some();
    }
    if mv.kind == MoveKind::Capture {
        return match game.rules.capture_outcome(&game.board, position, mv) {
            Some(CaptureOutcome::Forbidden) => false,
            // Most captures need no more than the masks; the closer test is out of line.
            Some(CaptureOutcome::Allowed { capturer, reborn }) => {
                masks_prove_capture(game, position, info, mv, capturer, reborn)
                    || (!masks_refute_capture(game, info, mv, capturer, reborn)
                        && is_legal_capture(game, position, info, mv, capturer, reborn))
            }
            None => game.try_move(position, mv).is_some(),
        };
    }
    match game.preview(position, mv) {
        PreviewResult::Forbidden => false,
        PreviewResult::Known(preview) => is_legal_preview(game, position, info, mv, &preview),
        PreviewResult::Unknown => game.try_move(position, mv).is_some(),
    }
}

/// Returns whether the masks show that a capture leaves the royal man safe.
#[inline(always)]
fn masks_prove_capture<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    mv: Move,
    capturer: Square,
    reborn: Option<(Walk, Square)>,
) -> bool {
    let Some(royal) = info.royal.filter(|&royal| royal != mv.from) else { return false };
    let geometry = game.board.geometry();
    if capturer != mv.to {
        // A reborn capturer that was no blocker opens no line by its departure; its capture square opens one
        // only for an enemy rider on the line through this square.
        let opened = geometry.line(royal, mv.to).without(mv.to) & info.enemy;
        return info.masks != MaskPower::Exact
            && !info.blockers.contains(mv.from)
            && !opened.intersects(position.riders());
    }
    // The capturer occupies the square of its victim, so that only the reborn man can give a new check.
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

/// Returns whether the masks show that a capture leaves the royal man in check: the capturer parries no check or opens a
/// line, and the reborn man closes neither.
#[inline(always)]
fn masks_refute_capture<B: Board, R: GameRules>(
    game: &Game<B, R>,
    info: &LegalityInfo<B::Set>,
    mv: Move,
    capturer: Square,
    reborn: Option<(Walk, Square)>,
) -> bool {
    let Some(royal) = info.royal.filter(|&royal| royal != mv.from) else { return false };
    // In double check the capturer can parry one check, and the reborn man the other.
    if info.masks != MaskPower::Exact || capturer != mv.to || info.check_mask.is_empty() {
        return false;
    }
    let lacks =
        |squares: B::Set| !squares.contains(mv.to) && reborn.is_none_or(|(_, at)| !squares.contains(at));
    lacks(info.check_mask)
        || (info.pinned.contains(mv.from) && lacks(game.board.geometry().line(royal, mv.from)))
}

/// Returns whether a capture is legal, given the final square of the capturer and the rebirth of the victim.
#[inline(never)]
fn is_legal_capture<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    mv: Move,
    capturer: Square,
    reborn: Option<(Walk, Square)>,
) -> bool {
    let preview = preview_of_capture(position, mv, capturer, reborn);
    is_legal_preview(game, position, info, mv, &preview)
}

/// Returns whether a move with this preview is legal. The move is made if the preview does not show it.
#[inline]
fn is_legal_preview<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    mv: Move,
    preview: &Preview<B::Set>,
) -> bool {
    let Some(royal) = info.royal else { return true };
    let is_mover = royal == mv.from;
    let royal = if is_mover { preview.at } else { royal };
    let testable = !is_mover || game.check_model_on(info.side, royal).necessary;
    let check =
        if testable { is_checked_after(game, position, preview, royal, info.side.other()) } else { None };
    check.map_or_else(|| game.try_move(position, mv).is_some(), |check| !check)
}

impl<S: Squares> LegalityInfo<S> {
    /// Returns the facts of which none is known.
    #[inline(always)]
    fn unknown(side: Side, own: S, enemy: S) -> LegalityInfo<S> {
        LegalityInfo {
            side,
            own,
            enemy,
            occupied: own | enemy,
            royal: None,
            masks: MaskPower::None,
            pinned: S::EMPTY,
            check_mask: !S::EMPTY,
            in_check: false,
            unmasked_men: S::EMPTY,
            blockers: S::EMPTY,
            unmasked_captures: [UnmaskedCaptures::all(), UnmaskedCaptures::NONE],
            closer_test: CloserTest::Trial,
            allows_self_check: false,
            hidden_squares: S::EMPTY,
        }
    }

    /// Returns the facts for moves that may leave the royal man in check: the masks, which allow every move, are
    /// exact.
    #[inline(always)]
    pub(in crate::game) fn pseudo_legal(side: Side, own: S, enemy: S) -> LegalityInfo<S> {
        LegalityInfo {
            masks: MaskPower::Exact,
            allows_self_check: true,
            ..LegalityInfo::unknown(side, own, enemy)
        }
    }

    /// Returns whether a quiet move of the man on `from` is legal if and only if the masks allow it, where an attack
    /// need not give check.
    #[inline]
    pub(in crate::game) fn is_exact_for(&self, from: Square) -> bool {
        self.masks == MaskPower::ExactExceptUnmasked && !self.unmasked_men.contains(from)
    }

    /// Returns the royal man and the men that are alone between it and an enemy rider; `None` if the royal man is
    /// attacked.
    pub(in crate::game) fn blockers_and_royal(&self) -> Option<S> {
        let royal = self.royal.filter(|_| self.check_mask == !S::EMPTY)?;
        Some(self.pinned.with(royal))
    }

    /// Returns those of the allowed targets of a man, other than the royal one, where the masks show that a capture
    /// is legal. En passant is not included.
    #[inline(always)]
    pub(in crate::game) fn safe_captures(&self, from: Square, allowed: S) -> S {
        let [one, other] = self.unmasked_captures;
        allowed & !(one.victims_from(from) | other.victims_from(from))
    }

    /// Returns whether the masks, if they are only sufficient, show that a quiet move to a square is legal.
    #[inline]
    pub(in crate::game) fn proves_legal(&self, allowed: S, to: Square) -> bool {
        self.masks == MaskPower::Sufficient && allowed.contains(to)
    }

    /// Returns whether the man on `from` is pinned.
    #[inline]
    pub(in crate::game) fn is_pinned(&self, from: Square) -> bool {
        self.pinned.contains(from)
    }

    /// Returns the squares where the masks allow a man on `from`, other than the royal one, to arrive.
    #[inline]
    pub(in crate::game) fn allowed_targets(&self, geometry: &Geometry<S>, from: Square) -> S {
        match self.royal {
            Some(royal) if self.pinned.contains(from) => self.check_mask & geometry.line(royal, from),
            _ => self.check_mask,
        }
    }
}
