//! Moves and check where the men stand on two boards. A position holds the men of both, which never share a square; what
//! happens on one board is seen in a copy without the men of the other one.

use std::ops::ControlFlow;

use super::royal_capture::in_check_on_one_board;
use super::{Flow, QuietMoves, TargetMask, Victims};
use crate::board::{Board, Square, Squares};
use crate::game::attacks::is_attacked_by;
use crate::game::general::pseudo_legal::for_each_pseudo_legal_move_on_one_board;
use crate::game::general::static_legality::royal_is_ep_pawn;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, ManFlags, Move, MoveKind, Side, Walk};
use crate::rules::{GameRules, RuleSet};

/// Returns the squares of the men on each board.
fn boards<B: Board>(position: &PositionOf<B, RuleSet>) -> [B::Set; 2] {
    let is_on_b = |&at: &Square| position.flags(at).contains(ManFlags::ON_BOARD_B);
    let on_b = B::Set::from_squares(position.occupied().iter().filter(is_on_b));
    [position.occupied() & !on_b, on_b]
}

/// Returns the position with only the men of the board on which the man on a square stands; `None` under rules without two
/// boards.
pub(super) fn board_of<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    at: Square,
) -> Option<PositionOf<B, RuleSet>> {
    if !game.rules.flags().two_boards {
        return None;
    }
    let men = boards::<B>(position).into_iter().find(|men| men.contains(at))?;
    Some(position.seen_among(men))
}

/// Visits the pseudo-legal moves of the men of both boards until the visitor breaks: see
/// [`for_each_pseudo_legal_move_general`](super::pseudo_legal::for_each_pseudo_legal_move_general).
pub(super) fn for_each_pseudo_legal_move_on_boards<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    quiet: QuietMoves,
    victims: Option<Victims<B::Set>>,
    target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    for men in boards::<B>(position) {
        let seen = position.seen_among(men);
        let victims = victims.map(|victims| Victims { men: victims.men & men, ..victims });
        let others = position.occupied() & !men;
        let visit = &mut |mv: Move, fixed| match arrivals(game, mv).intersects(others) {
            true => ControlFlow::Continue(()),
            false => visit(mv, fixed),
        };
        for_each_pseudo_legal_move_on_one_board(game, &seen, quiet, victims, target_mask, visit)?;
    }
    ControlFlow::Continue(())
}

/// Returns the squares on which the men of a move arrive.
fn arrivals<B: Board>(game: &Game<B, RuleSet>, mv: Move) -> B::Set {
    let castling = game.board.geometry().castling(mv.from, mv.to);
    let rook = castling.filter(|_| mv.kind == MoveKind::Castling).map(|castling| castling.rook_to);
    rook.map_or(B::Set::of(mv.to), |rook| B::Set::of(mv.to).with(rook))
}

/// Returns whether a side is in check on one of the boards.
pub(super) fn in_check_on_boards<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    let royals = position.royal & position.of(side);
    let by = side.other();
    // Without an attack by its walk no man gives check, but for that by a capture en passant.
    let needs_attack = game.rules.facts().acting_check_model.necessary
        && !game.rules.flags().moves_as_others
        && position.walk(Walk::ReversedPawn).is_empty()
        && !position.rule_state.has_royal_lookalikes()
        && !royal_is_ep_pawn(position, side);
    boards::<B>(position).into_iter().any(|men| {
        let is_attacked = |royal| is_attacked_by(game, position, royal, by, position.of(by) & men, None, men);
        men.intersects(royals)
            && (!needs_attack || (royals & men).iter().any(is_attacked))
            && in_check_on_one_board(game, &position.seen_among(men), side)
    })
}

/// Returns whether a royal man that has moved is in check on the board that it has left: whether it would be in check if it
/// had not changed boards. False under rules without two boards.
pub(in crate::game) fn is_left_in_check<B: Board>(
    game: &Game<B, RuleSet>,
    after: &PositionOf<B, RuleSet>,
    mv: Move,
    side: Side,
) -> bool {
    if !game.rules.flags().two_boards || !after.royal.contains(mv.to) || mv.kind == MoveKind::Pass {
        return false;
    }
    let Some(man) = after.man(mv.to) else { return false };
    let mut left = *after;
    left.replace(man, man.on_other_board(), mv.to);
    game.in_check(&left, side)
}
