//! Moves in the order of their lengths, where a side must make its longest moves, or its shortest.

use std::ops::ControlFlow;

use super::{Extent, Flow, MoveSelection, MoveVisitor, QuietMoves, TargetMask};
use crate::board::Board;
use crate::game::general::for_each_move_ignoring_obligation;
use crate::game::general::legs::for_each_branch;
use crate::game::general::pseudo_legal::{for_each_pseudo_legal_move_general, victims};
use crate::game::movegen::generate::AllMoves;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Walk};
use crate::rules::{LengthOrder, Obligation, RuleSet};

/// Returns the rank of a move in an order of lengths; moves with a higher rank come first.
pub(in crate::game) fn rank<B: Board>(game: &Game<B, RuleSet>, mv: Move, order: LengthOrder) -> i32 {
    let length = squared_length(game, mv);
    match order {
        LengthOrder::LongestFirst => length,
        LengthOrder::ShortestFirst => -length,
    }
}

/// Returns the square of the length of a move, where one file or rank is the unit.
fn squared_length<B: Board>(game: &Game<B, RuleSet>, mv: Move) -> i32 {
    let layout = game.board.geometry().layout;
    let between = |from, to| {
        let (files, ranks) = layout.vector(from, to);
        (i32::from(files), i32::from(ranks))
    };
    let (files, ranks) = between(mv.from, mv.to);
    match mv.kind {
        MoveKind::Castling => {
            let castling = game.board.geometry().castling(mv.from, mv.to);
            let rook = castling.map_or((0, 0), |castling| between(castling.rook_from, castling.rook_to));
            (files.abs() + rook.0.abs()).pow(2) + (ranks.abs() + rook.1.abs()).pow(2)
        }
        _ if matches!(mv.walk, Walk::Mao | Walk::Moa) => 6,
        _ => files.pow(2) + ranks.pow(2),
    }
}

/// Visits those of the legal moves that come first in an order, if `accept` accepts them, until the visitor breaks.
pub(super) fn for_each_first_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    first_moves(game, position, order)
        .into_iter()
        .try_for_each(|mv| if accept(mv) { visit(mv, None) } else { ControlFlow::Continue(()) })
}

/// Returns those of the legal moves that come first in an order.
fn first_moves<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
) -> Vec<Move> {
    let first = std::cell::Cell::new(i32::MIN);
    let mut moves = Vec::new();
    let _ = for_each_move_ignoring_obligation(
        game,
        position,
        MoveSelection::ALL,
        &AllMoves,
        &mut |mv| rank(game, mv, order) >= first.get(),
        &mut |mv, _| {
            if rank(game, mv, order) > first.replace(rank(game, mv, order)) {
                moves.clear();
            }
            moves.push(mv);
            ControlFlow::Continue(())
        },
    );
    moves
}

/// Visits the legal moves than which no other move, legal or not, comes before in an order, if `accept` accepts them, until
/// the visitor breaks.
pub(super) fn for_each_ultra_first_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let Some(first) = first_rank(game, position, order) else { return ControlFlow::Continue(()) };
    let accept = &mut |mv| rank(game, mv, order) == first && accept(mv);
    for_each_move_ignoring_obligation(game, position, MoveSelection::ALL, &AllMoves, accept, visit)
}

/// Returns the highest rank of the moves of the side to move, whether or not they leave its king in check; `None` if it
/// has no move.
fn first_rank<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
) -> Option<i32> {
    let mut first = None;
    let victims = Some(victims(game, position));
    let mask = &TargetMask::all;
    let _ = for_each_pseudo_legal_move_general(
        game,
        position,
        QuietMoves::All,
        victims,
        mask,
        &mut |mv, fixed| {
            let rank = rank(game, mv, order);
            let can_be_made = || {
                let found = &mut |_, _: &PositionOf<B, RuleSet>| Flow::Break(());
                for_each_branch(game, position, mv, fixed, Extent::FirstLeg, found).is_break()
            };
            if first.is_none_or(|first| rank > first) && can_be_made() {
                first = Some(rank);
            }
            ControlFlow::Continue(())
        },
    );
    first
}

/// Removes the moves from a list that an obligation to make the longest or shortest moves forbids, whether or not the moves
/// leave the own king in check.
pub(in crate::game) fn retain_first_moves<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    list: &mut Vec<Move>,
    begin: usize,
) {
    let (order, first) = match game.rules.obligation(&position.rule_state, position.to_move) {
        Obligation::Length(order) => {
            (order, first_moves(game, position, order).first().map(|&mv| rank(game, mv, order)))
        }
        Obligation::UltraLength(order) => (order, first_rank(game, position, order)),
        _ => return,
    };
    let kept = list.split_off(begin).into_iter().filter(|&mv| Some(rank(game, mv, order)) == first);
    list.extend(kept.collect::<Vec<_>>());
}

/// Returns the least rank of a capture of a king by the side to move that gives check, and its order; `None` if every
/// capture gives check.
pub(super) fn least_rank_of_check<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<(LengthOrder, i32)> {
    if !game.rules.flags().binds_royal_captures {
        return None;
    }
    match game.rules.obligation(&position.rule_state, position.to_move) {
        Obligation::UltraLength(order) => first_rank(game, position, order).map(|first| (order, first)),
        _ => None,
    }
}
