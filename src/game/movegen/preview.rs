//! Previews: the board after a move, as far as attacks depend on it, without making the move.
//!
//! Where victims or capturers are reborn, check mask and pins do not decide whether a capture is legal or gives check.
//! But the squares that it vacates and occupies are known, and so are the lines that remain open.

use crate::board::{Board, Square, Squares};
use crate::game::attacks::is_attacked_by;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, MoveKind, Position, Side, Walk};
use crate::rules::{CaptureOutcome, CheckCondition, DecidedMoves, GameRules, RoyalAttacker};

/// The result of a preview.
pub(crate) enum PreviewResult<S> {
    /// The board after the move is not known without making the move.
    Unknown,
    /// The rules forbid the move.
    Forbidden,
    /// The board after the move is known.
    Known(Preview<S>),
}

impl<S> PreviewResult<S> {
    /// Returns whether the rules permit the move and `accepts` the board after it; `None` if that board is not known.
    #[inline(always)]
    pub fn accepted_by(&self, accepts: impl FnOnce(&Preview<S>) -> bool) -> Option<bool> {
        match self {
            PreviewResult::Unknown => None,
            PreviewResult::Forbidden => Some(false),
            PreviewResult::Known(preview) => Some(accepts(preview)),
        }
    }
}

/// The legality of a move and whether it gives check, as far as they are known without making it.
pub(crate) enum StaticVerdict {
    /// Neither is known.
    Unknown,
    /// The move is illegal.
    Illegal,
    /// The move is legal and gives no check.
    LegalWithoutCheck,
    /// The move is legal and may give check.
    LegalMaybeCheck,
}

/// The board after a move.
pub struct Preview<S> {
    /// The side that moved.
    side: Side,
    /// The occupied squares.
    pub occupied: S,
    /// The squares that the mover and the victim have left. One of them may be occupied again.
    pub vacated: S,
    /// Whether the moved man is royal.
    mover_is_royal: bool,
    /// The walk of the moved man after the move.
    pub walk: Walk,
    /// The square of the moved man after the move.
    pub at: Square,
    /// The walk and the square of the victim if it has been reborn.
    pub reborn: Option<(Walk, Square)>,
}

/// Implements [`Game::preview`].
#[inline(always)]
pub(in crate::game) fn preview<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> PreviewResult<B::Set> {
    match mv.kind {
        MoveKind::Quiet | MoveKind::DoubleStep => {
            PreviewResult::Known(build_preview(position, mv, B::Set::of(mv.from), mv.to, None))
        }
        MoveKind::Capture | MoveKind::EnPassant => {
            match game.rules.capture_outcome(&game.board, position, mv) {
                None => PreviewResult::Unknown,
                Some(CaptureOutcome::Forbidden) => PreviewResult::Forbidden,
                Some(CaptureOutcome::Allowed { capturer, reborn }) => {
                    PreviewResult::Known(preview_of_capture(position, mv, capturer, reborn))
                }
            }
        }
        _ => PreviewResult::Unknown,
    }
}

/// Returns the board after a capture, given the final square of the capturer and the rebirth of the victim.
#[inline]
pub(in crate::game) fn preview_of_capture<S: Squares, M: AnyRuleState>(
    position: &Position<S, M>,
    mv: Move,
    capturer: Square,
    reborn: Option<(Walk, Square)>,
) -> Preview<S> {
    let ep_pawn = if mv.kind == MoveKind::EnPassant { position.ep_pawn() } else { None };
    let vacated = S::of(mv.from).with(ep_pawn.unwrap_or(mv.to));
    build_preview(position, mv, vacated, capturer, reborn)
}

/// Returns the board after a move to `at` that vacates the squares `vacated`.
#[inline(always)]
fn build_preview<S: Squares, M: AnyRuleState>(
    position: &Position<S, M>,
    mv: Move,
    vacated: S,
    at: Square,
    reborn: Option<(Walk, Square)>,
) -> Preview<S> {
    let occupied = (position.occupied() & !vacated).with(at);
    Preview {
        side: position.to_move,
        occupied: reborn.map_or(occupied, |(_, square)| occupied.with(square)),
        vacated,
        mover_is_royal: position.royal.contains(mv.from),
        walk: mv.promotion.unwrap_or(mv.walk),
        at,
        reborn,
    }
}

/// Implements [`Game::static_verdict`].
#[inline]
pub(in crate::game) fn static_verdict<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> StaticVerdict {
    let royals = position.royal & position.of(position.to_move);
    if R::GENERAL || !B::LINES_UNIQUE || royals.more_than_one() {
        return StaticVerdict::Unknown;
    }
    let preview = match game.preview(position, mv) {
        PreviewResult::Unknown => return StaticVerdict::Unknown,
        PreviewResult::Forbidden => return StaticVerdict::Illegal,
        PreviewResult::Known(preview) => preview,
    };
    if let Some(royal) = royals.first() {
        let royal = if royal == mv.from { preview.at } else { royal };
        if !game.check_model_on(preview.side, royal).necessary {
            return StaticVerdict::Unknown;
        }
        match is_checked_after(game, position, &preview, royal, preview.side.other()) {
            None => return StaticVerdict::Unknown,
            Some(true) => return StaticVerdict::Illegal,
            Some(false) => {}
        }
    }
    match game.gives_check(position, &preview) {
        Some(false) => StaticVerdict::LegalWithoutCheck,
        _ => StaticVerdict::LegalMaybeCheck,
    }
}

/// Implements [`Game::gives_check`]. Under general rules the answer is `Some(true)` only where [attacks
/// decide](Game::decided_by_attacks): elsewhere an attack may be no check.
#[inline]
pub(in crate::game) fn gives_check<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    preview: &Preview<B::Set>,
) -> Option<bool> {
    let enemy = preview.side.other();
    let royals = position.royal & position.of(enemy);
    let is_decided = R::GENERAL && game.decided_by_attacks(position) != DecidedMoves::None;
    let is_testable = |royal: &Square| {
        !royals.more_than_one() && (is_decided || game.check_model_on(enemy, *royal).necessary)
    };
    if R::GENERAL && !is_decided && !game.check_model(position).necessary {
        return None;
    }
    let royal = royals.first().filter(is_testable)?;
    if is_decided {
        let (men, moved) = (position.of(preview.side) & !preview.vacated, Some((preview.walk, preview.at)));
        return Some(is_attacked_by(game, position, royal, preview.side, men, moved, preview.occupied));
    }
    is_checked_after(game, position, preview, royal, preview.side)
}

/// Returns whether the opponent of the side that moved attacks a square after the move.
#[inline]
pub(in crate::game) fn is_attacked_after<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    preview: &Preview<B::Set>,
    at: Square,
) -> bool {
    let enemy = preview.side.other();
    let men = position.of(enemy) & !preview.vacated;
    is_attacked_by(game, position, at, enemy, men, preview.reborn, preview.occupied)
}

/// Returns whether `by` gives check to a royal man on `royal` after the move; `None` if the preview does not
/// show it. Requires that every check to the royal man on this square is an attack on it.
#[inline]
pub(in crate::game) fn is_checked_after<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    preview: &Preview<B::Set>,
    royal: Square,
    by: Side,
) -> Option<bool> {
    let occupied = preview.occupied;
    let extra = if by == preview.side { Some((preview.walk, preview.at)) } else { preview.reborn };
    let men = position.of(by) & !preview.vacated;
    if !is_attacked_by(game, position, royal, by, men, extra, occupied) {
        return Some(false);
    }
    if game.check_model_everywhere().sufficient {
        return Some(true);
    }
    let attacks =
        |&(walk, from): &(Walk, Square)| game.board.attacks_by_any(walk, by, from, occupied).contains(royal);
    let extra = extra.filter(attacks);
    let attackers = game.attackers(position, royal, by, occupied) & !preview.vacated;
    if let Some((walk, from)) = extra {
        let attacker =
            RoyalAttacker { side: by, walk, from, royal: by == preview.side && preview.mover_is_royal };
        if game.rules.check_condition(&game.board, attacker, royal).is_check(occupied)? {
            return Some(true);
        }
    }
    for from in attackers.iter() {
        if game.check_condition(position, from, by, royal).is_check(occupied)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Implements [`Game::check_condition`].
#[inline(always)]
pub(in crate::game) fn check_condition<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    from: Square,
    side: Side,
    royal: Square,
) -> CheckCondition<B::Set> {
    let Some(walk) = position.walk_on(from) else { return CheckCondition::Unknown };
    let attacker = RoyalAttacker { side, walk, from, royal: position.royal.contains(from) };
    game.rules.check_condition(&game.board, attacker, royal)
}
