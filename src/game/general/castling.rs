//! Castling under general rules.

use std::ops::ControlFlow;

use super::super::{Game, PositionOf};
use super::Flow;
use super::targets::permits_castling;
use crate::board::{Board, Castling, Square, Squares};
use crate::position::{AnyRuleState, Move, MoveBranch, MoveKind, Walk};
use crate::rules::RuleSet;

/// Visits the castlings until the visitor breaks. The squares that the king passes are tested for check, its arrival
/// square is not.
pub(super) fn for_each_castling<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let side = position.to_move;
    let has_rook = !(position.walk(Walk::Rook) & position.of(side)).is_empty();
    let may_have_rook = |castling: &&Castling<B::Set>| {
        castling.side == side && (has_rook || position.castling.contains(castling.rook_from))
    };
    for castling in game.board.geometry().castlings.iter().filter(may_have_rook) {
        let Some(king) = castling_king(game, position, castling) else { continue };
        if !game.rules.may_move(game, position, king) || !permits_castling(game, position, castling) {
            continue;
        }
        let rooks = castling_rooks(game, position, castling, king);
        for (number, rook) in rooks.iter().enumerate() {
            let Some(branch) = MoveBranch::new(number as u32) else { continue };
            let mut home = *position;
            for (walk, from, to) in
                [(Walk::King, king, castling.king_from), (Walk::Rook, rook, castling.rook_from)]
            {
                if from != to {
                    home.move_man(position.own_man(side, walk, from), from, to);
                }
            }
            let is_safe_on = |square: Square| {
                let mut moved = home;
                if square != castling.king_from {
                    moved.move_man(
                        home.own_man(side, Walk::King, castling.king_from),
                        castling.king_from,
                        square,
                    );
                    moved.rule_state.count_ply();
                    if game.rules.flags().imitators {
                        let layout = game.board.geometry().layout;
                        let vector = layout.vector(castling.king_from, square);
                        // The whole castling is illegal where an imitator would leave the board.
                        let imitators = home.rule_state.imitators.moved(layout, vector);
                        moved.rule_state.imitators = imitators.unwrap_or(home.rule_state.imitators);
                    }
                }
                !game.in_check(&moved, side)
            };
            // The arrival square of the king is tested with the whole move.
            if !home.occupied().intersects(castling.empty)
                && castling.safe.without(castling.king_to).iter().all(is_safe_on)
            {
                let mv = Move::new(Walk::King, castling.king_from, castling.king_to, MoveKind::Castling);
                visit(Move { branch, ..mv }, usize::from(rooks.more_than_one()))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the king that can make this castling; `None` if there is none.
pub(in crate::game) fn castling_king<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    castling: &Castling<B::Set>,
) -> Option<Square> {
    let home = castling.king_from;
    if !game.rules.flags_for(&position.rule_state, castling.side).castles_from_home {
        return Some(home).filter(|&home| position.castling.contains(home));
    }
    if position.castling.contains(home) {
        return Some(home);
    }
    let kings = position.walk(Walk::King) & position.royal & position.of(castling.side);
    kings.iter().find(|&king| {
        let is_origin = |capture| game.rules.origins(game, position, king, capture).contains(home);
        // A king on its home square has it as origin of moves or of captures in any case.
        if king == home { is_origin(false) && is_origin(true) } else { is_origin(false) || is_origin(true) }
    })
}

/// Returns the rooks that can make this castling with this king.
pub(in crate::game) fn castling_rooks<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    castling: &Castling<B::Set>,
    king: Square,
) -> B::Set {
    let home = castling.rook_from;
    if position.castling.contains(home) {
        return B::Set::of(home);
    }
    let flags = game.rules.flags_for(&position.rule_state, castling.side);
    if !flags.castles_from_home || position.occupied().without(king).contains(home) {
        return B::Set::EMPTY;
    }
    let rooks = position.walk(Walk::Rook) & position.of(castling.side);
    let has_origin = |&rook: &Square| game.rules.origins(game, position, rook, false).contains(home);
    B::Set::from_squares(rooks.iter().filter(has_origin))
}
