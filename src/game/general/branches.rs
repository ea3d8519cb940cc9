//! Predicted branches of captures: only those that the filter accepts are visited, and only those that the prediction
//! does not decide are made.
//!
//! Where a capturer continues its move or the mover chooses the rebirth square, most branches of a capture give no
//! check, leave the mover's king in check, or do not hinder the opponent. Making them took three quarters of the time
//! of an h#3 in Take&Make (`docs/internals/experiments.md`).

use super::Flow;
use crate::board::{Board, Square, Squares};
use crate::game::general::pawns::promotion_rank;
use crate::game::movegen::preview::Preview;
use crate::game::movegen::preview::preview_of_capture;
use crate::game::{Game, PositionOf};
use crate::position::{CapturedMan, ManFlags, Move, MoveBranch, Walk};
use crate::rules::{CaptureBranches, CaptureQuery, DecidedMoves, RuleSet};

/// A visitor of branches, with the number of choices that are fixed in a branch and its preview.
pub(super) type BranchVisitor<'a, S> = &'a mut dyn FnMut(Move, usize, &Preview<S>) -> Flow;

/// Returns the branches of a capture by the first choice of the mover; `None` if they cannot be predicted.
pub(super) fn predicted_branches<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    fixed: usize,
) -> Option<CaptureBranches<B::Set>> {
    // The preview does not allow for a reborn man of the capturer's own side, which would attack and guard.
    let plain = B::LINES_UNIQUE
        && !game.rules.flags().captures_own_men
        && position.walk(Walk::ReversedPawn).is_empty()
        && (position.fairy_men().is_empty() || game.decided_by_attacks(position) != DecidedMoves::None)
        && !position.has_neutrals();
    if fixed > 0 || !plain || game.has_pending_promotion(position) {
        return None;
    }
    let by = position.to_move;
    let mover = position.own_man(by, mv.walk, mv.from);
    let victim = CapturedMan { man: position.man(mv.to)?, at: mv.to };
    let flagged = mover.flags != ManFlags::NONE || victim.man.flags != ManFlags::NONE;
    let query = CaptureQuery { game, position, by, mv, mover, victim, for_check: false };
    if flagged { None } else { game.rules.capture_branches(&query) }
}

/// Returns the only royal man of the side to move if it is in check exactly where it is attacked, wherever it
/// moves; `None` otherwise.
pub(super) fn royal_checked_iff_attacked<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<Square> {
    let royals = position.royal & position.of(position.to_move);
    let exact = (game.check_model_everywhere().necessary && game.check_model(position).is_orthodox())
        || game.decided_by_attacks(position) != DecidedMoves::None;
    let royals = if exact { royals & !position.of(position.to_move.other()) } else { royals };
    royals.first().filter(|_| exact && !royals.more_than_one())
}

/// Visits the predicted branches of a capture until the visitor breaks. `final_squares` returns those of the given
/// squares where the capturer may end a continued move.
pub(super) fn for_each_predicted_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    branches: CaptureBranches<B::Set>,
    final_squares: &dyn Fn(B::Set) -> B::Set,
    visit: BranchVisitor<B::Set>,
) -> Flow {
    let (squares, or_none) = match branches {
        CaptureBranches::Forbidden => return Flow::Continue(()),
        CaptureBranches::CapturerContinues { squares, .. } => (squares, false),
        CaptureBranches::VictimReturns { squares, or_none, .. } => (squares, or_none),
    };
    let accepted = match branches {
        CaptureBranches::CapturerContinues { squares, .. } => final_squares(squares),
        _ => squares,
    };
    let count = squares.count() + u32::from(or_none);
    let choices = squares.iter().map(Some).chain(or_none.then_some(None));
    for (number, at) in choices.enumerate() {
        if at.is_some_and(|at| !accepted.contains(at)) {
            continue;
        }
        let (capturer, reborn) = match (branches, at) {
            (CaptureBranches::CapturerContinues { rebirth, .. }, Some(at)) => {
                if rebirth.is_some_and(|rebirth| rebirth.is_mandatory && rebirth.at == at) {
                    continue;
                }
                let rebirth = rebirth.filter(|rebirth| rebirth.at != at);
                (at, rebirth.map(|rebirth| (rebirth.walk, rebirth.at)))
            }
            (CaptureBranches::VictimReturns { walk, .. }, Some(at)) => (mv.to, Some((walk, at))),
            _ => (mv.to, None),
        };
        let preview = preview_of_capture(position, mv, capturer, reborn);
        let Some(branch) = MoveBranch::new(number as u32) else {
            game.rules.mark_branch_overflow();
            break;
        };
        visit(Move { branch, ..mv }, usize::from(count > 1), &preview)?;
    }
    Flow::Continue(())
}

/// Returns whether the promotion of a pawn on the board of the preview is chosen later.
pub(super) fn promotes_late_in<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    preview: &Preview<B::Set>,
) -> bool {
    let side = position.to_move;
    let promotes = |walk: Walk, side, at| walk.is_pawn() && promotion_rank(game, walk, side).contains(at);
    (mv.promotion.is_none() && promotes(mv.walk, side, preview.at))
        || preview.reborn.is_some_and(|(walk, at)| promotes(walk, side.other(), at))
}
