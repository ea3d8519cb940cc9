//! Legal moves of the fast generator.
//!
//! Under every rule where a check is an attack, quiet moves of a side with at most one royal man are orthodox: pins
//! and the check mask decide their legality without making them, and that of captures if these have no effects. For
//! most other moves the squares that they vacate and occupy are known ([`preview`](super::preview)); the rest are
//! made and tested.

use std::ops::ControlFlow;

use super::legality::{LegalityInfo, MaskPower};
use super::preview::Preview;
use crate::board::{Board, Square, Squares};
use crate::game::attacks::en_passant_captures;
use crate::game::general::static_legality::quick_king_move_general;
use crate::game::general::{
    MoveVisitor, for_each_move_general, for_each_move_quiet_first, must_capture, proof_of_move,
};
use crate::game::movegen::legality::{is_legal, legality_info};
use crate::game::{Flow, Game, PositionOf};
use crate::position::{Move, MoveBranch, MoveKind, Walk};
use crate::rules::{GameRules, RuleSet};

/// A filter of moves, by their squares and, where needed, by the position after them.
pub trait MoveFilter<S> {
    /// Returns the squares to which a man with this walk on `from` may go. Castling and en passant are visited
    /// regardless of these squares: filters rely on that.
    fn targets(&self, walk: Walk, from: Square) -> S;

    /// Returns whether the filter accepts a move. The move may be illegal.
    #[inline(always)]
    fn accepts(&self, mv: Move) -> bool {
        let _ = mv;
        true
    }

    /// Returns whether the filter may reject single branches of a capture that it accepts.
    fn filters_branches(&self) -> bool {
        false
    }

    /// Returns those of the squares `squares` where the capturer of an accepted capture may end its move, if it
    /// continues the move.
    #[inline(always)]
    fn final_squares(&self, mv: Move, squares: S) -> S {
        let _ = mv;
        squares
    }

    /// Returns whether the filter accepts a branch of an accepted capture, given the preview of the branch. The
    /// branch may be illegal.
    #[inline(always)]
    fn accepts_preview(&self, mv: Move, preview: &Preview<S>) -> bool {
        let _ = (mv, preview);
        true
    }
}

/// The filter that accepts every move.
pub struct AllMoves;

impl<S: Squares> MoveFilter<S> for AllMoves {
    #[inline(always)]
    fn targets(&self, _: Walk, _: Square) -> S {
        !S::EMPTY
    }
}

/// Implements [`Game::moves`].
pub(in crate::game) fn moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    let _ = game.for_each_move(position, |mv| {
        list.push(mv);
        ControlFlow::Continue(())
    });
}

/// Implements [`Game::moves_and_pass`].
pub(in crate::game) fn moves_and_pass<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    game.moves(position, list);
    list.extend(game.pass_move(position));
}

/// Implements [`Game::pass_move`].
#[inline]
pub(in crate::game) fn pass_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> Option<Move> {
    if !game.may_pass
        || game.has_pending_promotion(position)
        || position.passed_by_choice()
        || game.in_check(position, position.to_move)
        || game.general(position).is_some_and(|(game, position)| must_capture(game, position))
    {
        return None;
    }
    let others = game.board.geometry().all & !position.of(position.to_move);
    others.first().map(|nowhere| Move::new(Walk::King, nowhere, nowhere, MoveKind::Pass))
}

/// Implements [`Game::has_move`].
pub(in crate::game) fn has_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> bool {
    if let Some((game, position)) = game.general(position) {
        return quick_king_move_general(game, position).is_some() || proof_of_move(game, position).is_some();
    }
    game.for_each_move(position, |_| ControlFlow::Break(())).is_break()
}

/// Implements [`Game::is_mate`].
pub(in crate::game) fn is_mate<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> bool {
    game.in_check(position, position.to_move)
        && !game.has_move(position)
        && game.general(position).is_none_or(|(game, position)| counts_as_mate(game, position))
}

/// Returns whether a check without a legal answer is mate.
pub(in crate::game) fn counts_as_mate<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> bool {
    game.rules.counts_as_mate(&position.rule_state) && !game.rules.is_suffocated(game, position)
}

/// Implements [`Game::is_stalemate`].
pub(in crate::game) fn is_stalemate<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> bool {
    let is_suffocated =
        || game.general(position).is_some_and(|(game, position)| game.rules.is_suffocated(game, position));
    (!game.in_check(position, position.to_move) || is_suffocated()) && !game.has_move(position)
}

/// Implements [`Game::for_each_move`].
#[inline]
pub(in crate::game) fn for_each_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    visit: impl FnMut(Move) -> Flow,
) -> Flow {
    game.for_each_move_matching(position, &AllMoves, visit)
}

/// Implements [`Game::for_each_move_matching`].
#[inline]
pub(in crate::game) fn for_each_move_matching<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    filter: &impl MoveFilter<B::Set>,
    mut visit: impl FnMut(Move) -> Flow,
) -> Flow {
    if let Some((game, position)) = game.general(position) {
        return for_each_move_general(game, position, filter, &mut |_| true, &mut |mv, _| visit(mv));
    }
    let info = legality_info(game, position);
    king_moves(game, position, &info, filter, &mut visit)?;
    // In double check only the king can move, unless captures have effects.
    if info.check_mask.is_empty() && R::ORTHODOX_CAPTURES && info.masks == MaskPower::Exact {
        return ControlFlow::Continue(());
    }
    piece_moves(game, position, &info, filter, &mut visit)?;
    pawn_moves(game, position, &info, filter, &mut visit)?;
    castling_moves(game, position, &info, filter, &mut visit)
}

/// Implements [`Game::for_each_pseudo_legal_move`].
#[inline]
pub(in crate::game) fn for_each_pseudo_legal_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    filter: &impl MoveFilter<B::Set>,
    mut visit: impl FnMut(Move) -> Flow,
) -> Flow {
    let (own, enemy) = (position.of(position.to_move), position.of(position.to_move.other()));
    let info = LegalityInfo::pseudo_legal(position.to_move, own, enemy);
    king_moves(game, position, &info, filter, &mut visit)?;
    piece_moves(game, position, &info, filter, &mut visit)?;
    pawn_moves(game, position, &info, filter, &mut visit)?;
    // Castling into or through check is not pseudo-legal.
    if !position.castling.intersects(own) {
        return ControlFlow::Continue(());
    }
    castling_moves(game, position, &legality_info(game, position), filter, &mut visit)
}

/// Implements [`Game::for_each_move_with_position`].
#[inline]
pub(in crate::game) fn for_each_move_with_position<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    filter: &impl MoveFilter<B::Set>,
    mut accept: impl FnMut(Move) -> bool,
    mut visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
) -> Flow {
    if let Some((game, position, visit)) = game.general_with_visitor(position, &mut visit) {
        return for_each_move_general(game, position, filter, &mut accept, visit);
    }
    game.for_each_move_matching(position, filter, |mv| {
        if accept(mv) { visit(mv, None) } else { ControlFlow::Continue(()) }
    })
}

/// Implements [`Game::for_each_move_dynamic`].
pub(in crate::game) fn for_each_move_dynamic<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    filter: &dyn MoveFilter<B::Set>,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, R>>,
) -> Flow {
    if let Some((game, position, visit)) = game.general_with_visitor(position, &mut *visit) {
        return for_each_move_general(game, position, filter, accept, visit);
    }
    game.for_each_move(position, |mv| {
        if filter.accepts(mv) && accept(mv) { visit(mv, None) } else { ControlFlow::Continue(()) }
    })
}

/// Implements [`Game::for_each_move_cheap_first`].
#[inline]
pub(in crate::game) fn for_each_move_cheap_first<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mut visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
) -> Flow {
    if let Some((game, position, visit)) = game.general_with_visitor(position, &mut visit) {
        return for_each_move_quiet_first(game, position, visit);
    }
    game.for_each_move(position, |mv| visit(mv, None))
}

/// Implements [`Game::quick_king_move`].
#[inline]
pub(in crate::game) fn quick_king_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> Option<Move> {
    if let Some((game, position)) = game.general(position) {
        return quick_king_move_general(game, position);
    }
    let side = position.to_move;
    let kings = position.royal & position.of(side) & position.walk(Walk::King);
    let from = kings.first().filter(|_| game.check_model_everywhere().necessary && !kings.more_than_one())?;
    let occupied = position.occupied();
    let targets = game.board.geometry().king[from.index()] & !occupied;
    let safe = |to: &Square| !game.is_attacked(position, *to, side.other(), occupied.without(from));
    targets.iter().find(safe).map(|to| Move::new(Walk::King, from, to, MoveKind::Quiet))
}

/// Visits a move, or each of its branches, if the filter accepts it and it is legal. `tested` moves are known
/// to be legal.
#[inline]
fn emit_if_legal<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
    tested: bool,
    info: &LegalityInfo<B::Set>,
    filter: &impl MoveFilter<B::Set>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    let mut emit = |mv: Move| {
        if filter.accepts(mv) && (tested || is_legal(game, position, info, mv)) {
            visit(mv)
        } else {
            ControlFlow::Continue(())
        }
    };
    if R::ORTHODOX_CAPTURES || !mv.is_capture() {
        return emit(mv);
    }
    for number in 0..game.rules.branch_count(&game.board, position, mv) {
        emit(Move { branch: MoveBranch::new(number).unwrap_or_default(), ..mv })?;
    }
    ControlFlow::Continue(())
}

#[inline]
fn king_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    filter: &impl MoveFilter<B::Set>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    let geometry = game.board.geometry();
    for from in (position.walk(Walk::King) & info.own).iter() {
        let targets = geometry.king[from.index()] & !info.own & filter.targets(Walk::King, from);
        let masks_exact = info.masks == MaskPower::Exact && info.royal == Some(from);
        let masks_sufficient = info.masks != MaskPower::None && info.royal == Some(from);
        for to in targets.iter() {
            let capture = info.enemy.contains(to);
            let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
            let mv = Move::new(Walk::King, from, to, kind);
            let known = masks_sufficient && game.check_model_on(info.side, to).necessary;
            if known && (R::ORTHODOX_CAPTURES || !capture) {
                if !filter.accepts(mv) {
                    continue;
                } else if !game.is_attacked(position, to, info.side.other(), info.occupied.without(from)) {
                    visit(mv)?;
                    continue;
                } else if masks_exact {
                    continue;
                }
            }
            emit_if_legal(game, position, mv, info.allows_self_check, info, filter, visit)?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn piece_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    filter: &impl MoveFilter<B::Set>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    let geometry = game.board.geometry();
    for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
        for from in (position.walk(walk) & info.own).iter() {
            let attacks = game.board.attacks(walk, position.to_move, from, info.occupied);
            let attacks = attacks & filter.targets(walk, from);
            // A filter leaves most men no move.
            if attacks.is_empty() {
                continue;
            }
            let allowed = info.allowed_targets(geometry, from);
            let exact = info.masks == MaskPower::Exact || (!R::ORTHODOX_CAPTURES && info.is_exact_for(from));
            let quiet = attacks & !info.occupied & if exact { allowed } else { !B::Set::EMPTY };
            for to in quiet.iter() {
                let tested = exact || info.proves_legal(allowed, to);
                let mv = Move::new(walk, from, to, MoveKind::Quiet);
                emit_if_legal(game, position, mv, tested, info, filter, visit)?;
            }
            let captures_exact = R::ORTHODOX_CAPTURES && info.masks == MaskPower::Exact;
            let victims = attacks & info.enemy & if captures_exact { allowed } else { !B::Set::EMPTY };
            let safe = if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.safe_captures(from, allowed) };
            for to in victims.iter() {
                let mv = Move::new(walk, from, to, MoveKind::Capture);
                let tested = captures_exact || info.allows_self_check || safe.contains(to);
                emit_if_legal(game, position, mv, tested, info, filter, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn pawn_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    filter: &impl MoveFilter<B::Set>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    let geometry = game.board.geometry();
    let paths = geometry.pawn(info.side);
    let captures_exact = R::ORTHODOX_CAPTURES && info.masks == MaskPower::Exact;
    for from in (position.walk(Walk::Pawn) & info.own).iter() {
        let accepted = filter.targets(Walk::Pawn, from);
        if accepted.is_empty() {
            continue;
        }
        let allowed = info.allowed_targets(geometry, from);
        let exact = info.masks == MaskPower::Exact || (!R::ORTHODOX_CAPTURES && info.is_exact_for(from));
        let possible = if exact { allowed & accepted } else { accepted };
        let steps = paths.step[from.index()] & !info.occupied;
        for to in steps.iter() {
            if possible.contains(to) {
                let tested = exact || info.proves_legal(allowed, to);
                let mv = Move::new(Walk::Pawn, from, to, MoveKind::Quiet);
                emit_pawn_move(game, position, mv, tested, info, filter, visit)?;
            }
            if paths.double_rank.contains(from) {
                for twice in (paths.step[to.index()] & !info.occupied & possible).iter() {
                    let mv = Move::new(Walk::Pawn, from, twice, MoveKind::DoubleStep);
                    let tested = exact || info.proves_legal(allowed, twice);
                    emit_if_legal(game, position, mv, tested, info, filter, visit)?;
                }
            }
        }
        let victims = paths.attacks[from.index()] & info.enemy & accepted;
        let victims = if captures_exact { victims & allowed } else { victims };
        let safe = if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.safe_captures(from, allowed) };
        for to in victims.iter() {
            let mv = Move::new(Walk::Pawn, from, to, MoveKind::Capture);
            let tested = captures_exact || info.allows_self_check || safe.contains(to);
            emit_pawn_move(game, position, mv, tested, info, filter, visit)?;
        }
    }
    for (from, to) in en_passant_captures(game, position) {
        let mv = Move::new(Walk::Pawn, from, to, MoveKind::EnPassant);
        emit_if_legal(game, position, mv, info.allows_self_check, info, filter, visit)?;
    }
    ControlFlow::Continue(())
}

/// Visits a move of a pawn, or each of its promotions, if it is legal.
#[inline]
fn emit_pawn_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
    tested: bool,
    info: &LegalityInfo<B::Set>,
    filter: &impl MoveFilter<B::Set>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    if game.board.geometry().pawn(info.side).promotion_rank.contains(mv.to) {
        for walk in Walk::PROMOTIONS {
            emit_if_legal(game, position, Move { promotion: Some(walk), ..mv }, tested, info, filter, visit)?;
        }
        ControlFlow::Continue(())
    } else {
        emit_if_legal(game, position, mv, tested, info, filter, visit)
    }
}

#[inline]
fn castling_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    filter: &impl MoveFilter<B::Set>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    if !position.castling.intersects(info.own) || info.in_check {
        return ControlFlow::Continue(());
    }
    for castling in game.board.geometry().castlings.iter().filter(|castling| castling.side == info.side) {
        let is_open = castling.is_granted(position.castling) && !info.occupied.intersects(castling.empty);
        if !is_open {
            continue;
        }
        let mv = Move::new(Walk::King, castling.king_from, castling.king_to, MoveKind::Castling);
        // If the masks are exact, the arrival square is tested like the others. If captures have to be
        // tried, the whole move is made, since the castled rook can be captured and reborn.
        let path = if info.masks == MaskPower::Exact {
            castling.safe
        } else {
            castling.safe.without(castling.king_to)
        };
        if is_castling_path_safe(game, position, info, castling.king_from, path) {
            emit_if_legal(game, position, mv, info.masks == MaskPower::Exact, info, filter, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns whether the king would be safe on each square of `path`.
fn is_castling_path_safe<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    info: &LegalityInfo<B::Set>,
    king: Square,
    path: B::Set,
) -> bool {
    path.iter().all(|square| {
        // An attack on the king's departure square need not be a check, but may continue beyond it.
        let lines = info.occupied.without(king);
        if info.masks != MaskPower::None && !game.is_attacked(position, square, info.side.other(), lines) {
            return true;
        }
        if info.masks == MaskPower::Exact {
            return false;
        }
        let mut moved = *position;
        if square != king {
            moved.move_man(position.man_of(Walk::King, king), king, square);
        }
        !game.in_check(&moved, info.side)
    })
}
