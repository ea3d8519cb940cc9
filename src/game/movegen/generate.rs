//! Legal moves of the fast generator.
//!
//! Under every rule where a check is an attack, quiet moves of a side with at most one royal man are orthodox: pins
//! and the check mask decide their legality without making them, and that of captures if these have no effects. For
//! most other moves the squares that they vacate and occupy are known ([`preview`](super::preview)); the rest are
//! made and tested.

use std::ops::ControlFlow;

use super::legality::LegalityInfo;
use super::preview::Preview;
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveBranch, MoveKind, Walk};
use crate::rules::GameRules;

type Flow = ControlFlow<()>;

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

impl<B: Board, R: GameRules> Game<B, R> {
    /// Appends the legal moves to a list.
    pub fn moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let _ = self.for_each_move(position, |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
    }

    /// Appends the legal moves and, if the side to move may pass, the pass.
    pub fn moves_and_pass(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        self.moves(position, list);
        list.extend(self.pass_move(position));
    }

    /// Returns the pass; `None` if it is not allowed: in check, after a pass of the opponent, or where the side
    /// must capture or has a pending promotion.
    #[inline]
    pub fn pass_move(&self, position: &PositionOf<B, R>) -> Option<Move> {
        if !self.may_pass
            || self.has_pending_promotion(position)
            || position.passed_by_choice()
            || self.in_check(position, position.to_move)
            || self.must_capture(position)
        {
            return None;
        }
        let others = self.board.geometry().all & !position.of(position.to_move);
        others.first().map(|nowhere| Move::new(Walk::King, nowhere, nowhere, MoveKind::Pass))
    }

    /// Returns whether the side to move has a legal move.
    pub fn has_move(&self, position: &PositionOf<B, R>) -> bool {
        if R::GENERAL {
            return self.quick_king_move_general(position).is_some()
                || self.for_each_move_quiet_first(position, &mut |_, _| ControlFlow::Break(())).is_break();
        }
        self.for_each_move(position, |_| ControlFlow::Break(())).is_break()
    }

    /// Returns whether the side to move is in check without a legal move.
    pub fn is_mate(&self, position: &PositionOf<B, R>) -> bool {
        self.in_check(position, position.to_move)
            && !self.has_move(position)
            && (!R::GENERAL || self.rules.counts_as_mate(&position.memory))
    }

    /// Returns whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self, position: &PositionOf<B, R>) -> bool {
        !self.in_check(position, position.to_move) && !self.has_move(position)
    }

    /// Visits the legal moves, king moves first, until the visitor breaks.
    #[inline]
    pub fn for_each_move(&self, position: &PositionOf<B, R>, visit: impl FnMut(Move) -> Flow) -> Flow {
        self.for_each_move_matching(position, &AllMoves, visit)
    }

    /// Visits the legal moves that the filter accepts, king moves first, until the visitor breaks. May visit other
    /// legal moves.
    #[inline]
    pub fn for_each_move_matching(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        mut visit: impl FnMut(Move) -> Flow,
    ) -> Flow {
        if R::GENERAL {
            return self.for_each_move_general(position, filter, &mut |_| true, &mut |mv, _| visit(mv));
        }
        let info = self.legality_info(position);
        self.king_moves(position, &info, filter, &mut visit)?;
        // In double check only the king can move, unless captures have effects.
        if info.check_mask.is_empty() && R::ORTHODOX_CAPTURES && info.masks_exact {
            return ControlFlow::Continue(());
        }
        self.piece_moves(position, &info, filter, &mut visit)?;
        self.pawn_moves(position, &info, filter, &mut visit)?;
        self.castling_moves(position, &info, filter, &mut visit)
    }

    /// Visits the pseudo-legal moves that the filter accepts, and perhaps others, until the visitor breaks. They may
    /// leave the mover's king in check, and captures may be forbidden by the rules. Castling is legal. Not for general
    /// rules.
    #[inline]
    pub fn for_each_pseudo_legal_move(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        mut visit: impl FnMut(Move) -> Flow,
    ) -> Flow {
        let (own, enemy) = (position.of(position.to_move), position.of(position.to_move.other()));
        let info = LegalityInfo::pseudo_legal(position.to_move, own, enemy);
        self.king_moves(position, &info, filter, &mut visit)?;
        self.piece_moves(position, &info, filter, &mut visit)?;
        self.pawn_moves(position, &info, filter, &mut visit)?;
        // Castling into or through check is not pseudo-legal.
        if !position.castling.intersects(own) {
            return ControlFlow::Continue(());
        }
        self.castling_moves(position, &self.legality_info(position), filter, &mut visit)
    }

    /// Visits the legal moves that `filter` and `accept` accept until the visitor breaks, each with the position
    /// after it if the move had to be made to test it. `accept` may be called with illegal moves, and sees moves
    /// without their branches. Moves that `filter` rejects may be visited, as by
    /// [`for_each_move_matching`](Self::for_each_move_matching).
    #[inline]
    pub fn for_each_move_with_position(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        mut accept: impl FnMut(Move) -> bool,
        mut visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
    ) -> Flow {
        if R::GENERAL {
            return self.for_each_move_general(position, filter, &mut accept, &mut visit);
        }
        self.for_each_move_matching(position, filter, |mv| {
            if accept(mv) { visit(mv, None) } else { ControlFlow::Continue(()) }
        })
    }

    /// Visits the legal moves until the visitor breaks, the moves that are cheap to generate first, each with the
    /// position after it if the move had to be made to test it.
    #[inline]
    pub fn for_each_move_cheap_first(
        &self,
        position: &PositionOf<B, R>,
        mut visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
    ) -> Flow {
        if R::GENERAL {
            return self.for_each_move_quiet_first(position, &mut visit);
        }
        self.for_each_move(position, |mv| visit(mv, None))
    }

    /// Returns a legal quiet king move that is found without looking for pins; `None` if there is no such move.
    #[inline]
    pub fn quick_king_move(&self, position: &PositionOf<B, R>) -> Option<Move> {
        if R::GENERAL {
            return self.quick_king_move_general(position);
        }
        let side = position.to_move;
        let kings = position.royal & position.of(side) & position.walk(Walk::King);
        let from = kings.first().filter(|_| self.rules.check_requires_attack() && !kings.more_than_one())?;
        let occupied = position.occupied();
        let targets = self.board.geometry().king[from.index()] & !occupied;
        let safe = |to: &Square| !self.is_attacked(position, *to, side.other(), occupied.without(from));
        targets.iter().find(safe).map(|to| Move::new(Walk::King, from, to, MoveKind::Quiet))
    }

    /// Visits a move, or each of its branches, if the filter accepts it and it is legal. `tested` moves are known
    /// to be legal.
    #[inline]
    fn emit_if_legal(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        tested: bool,
        info: &LegalityInfo<B::Set>,
        filter: &impl MoveFilter<B::Set>,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let mut emit = |mv: Move| {
            if filter.accepts(mv) && (tested || self.is_legal(position, info, mv)) {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        };
        if R::ORTHODOX_CAPTURES || !mv.is_capture() {
            return emit(mv);
        }
        for number in 0..self.rules.branch_count(&self.board, position, mv) {
            emit(Move { branch: MoveBranch::new(number).unwrap_or_default(), ..mv })?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn king_moves(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        filter: &impl MoveFilter<B::Set>,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let geometry = self.board.geometry();
        for from in (position.walk(Walk::King) & info.own).iter() {
            let targets = geometry.king[from.index()] & !info.own & filter.targets(Walk::King, from);
            let masks_exact = info.masks_exact && info.royal == Some(from);
            let masks_sufficient = info.masks_sufficient && info.royal == Some(from);
            for to in targets.iter() {
                let capture = info.enemy.contains(to);
                let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
                let mv = Move::new(Walk::King, from, to, kind);
                let known = masks_sufficient && self.check_requires_attack_on(info.side, to);
                if known && (R::ORTHODOX_CAPTURES || !capture) {
                    if !filter.accepts(mv) {
                        continue;
                    } else if !self.is_attacked(position, to, info.side.other(), info.occupied.without(from))
                    {
                        visit(mv)?;
                        continue;
                    } else if masks_exact {
                        continue;
                    }
                }
                self.emit_if_legal(position, mv, info.allows_self_check, info, filter, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece_moves(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        filter: &impl MoveFilter<B::Set>,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let geometry = self.board.geometry();
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
            for from in (position.walk(walk) & info.own).iter() {
                let attacks = self.board.attacks(walk, position.to_move, from, info.occupied);
                let attacks = attacks & filter.targets(walk, from);
                let allowed = info.allowed_targets(geometry, from);
                let exact = info.masks_exact || (!R::ORTHODOX_CAPTURES && info.is_exact_for(from));
                let quiet = attacks & !info.occupied & if exact { allowed } else { !B::Set::EMPTY };
                for to in quiet.iter() {
                    let tested = exact || info.proves_legal(allowed, to);
                    let mv = Move::new(walk, from, to, MoveKind::Quiet);
                    self.emit_if_legal(position, mv, tested, info, filter, visit)?;
                }
                let captures_exact = R::ORTHODOX_CAPTURES && info.masks_exact;
                let victims = attacks & info.enemy & if captures_exact { allowed } else { !B::Set::EMPTY };
                let safe =
                    if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.safe_captures(from, allowed) };
                for to in victims.iter() {
                    let mv = Move::new(walk, from, to, MoveKind::Capture);
                    let tested = captures_exact || info.allows_self_check || safe.contains(to);
                    self.emit_if_legal(position, mv, tested, info, filter, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawn_moves(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        filter: &impl MoveFilter<B::Set>,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let geometry = self.board.geometry();
        let paths = geometry.pawn(info.side);
        let captures_exact = R::ORTHODOX_CAPTURES && info.masks_exact;
        for from in (position.walk(Walk::Pawn) & info.own).iter() {
            let allowed = info.allowed_targets(geometry, from);
            let accepted = filter.targets(Walk::Pawn, from);
            let exact = info.masks_exact || (!R::ORTHODOX_CAPTURES && info.is_exact_for(from));
            let possible = if exact { allowed & accepted } else { accepted };
            let steps = paths.step[from.index()] & !info.occupied;
            for to in steps.iter() {
                if possible.contains(to) {
                    let tested = exact || info.proves_legal(allowed, to);
                    let mv = Move::new(Walk::Pawn, from, to, MoveKind::Quiet);
                    self.emit_pawn_move(position, mv, tested, info, filter, visit)?;
                }
                if paths.double_rank.contains(from) {
                    for twice in (paths.step[to.index()] & !info.occupied & possible).iter() {
                        let mv = Move::new(Walk::Pawn, from, twice, MoveKind::DoubleStep);
                        let tested = exact || info.proves_legal(allowed, twice);
                        self.emit_if_legal(position, mv, tested, info, filter, visit)?;
                    }
                }
            }
            let victims = paths.attacks[from.index()] & info.enemy & accepted;
            let victims = if captures_exact { victims & allowed } else { victims };
            let safe = if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.safe_captures(from, allowed) };
            for to in victims.iter() {
                let mv = Move::new(Walk::Pawn, from, to, MoveKind::Capture);
                let tested = captures_exact || info.allows_self_check || safe.contains(to);
                self.emit_pawn_move(position, mv, tested, info, filter, visit)?;
            }
        }
        for (from, to) in self.en_passant_captures(position) {
            let mv = Move::new(Walk::Pawn, from, to, MoveKind::EnPassant);
            self.emit_if_legal(position, mv, info.allows_self_check, info, filter, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits a move of a pawn, or each of its promotions, if it is legal.
    #[inline]
    fn emit_pawn_move(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        tested: bool,
        info: &LegalityInfo<B::Set>,
        filter: &impl MoveFilter<B::Set>,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        if self.board.geometry().pawn(info.side).promotion_rank.contains(mv.to) {
            for walk in Walk::PROMOTIONS {
                self.emit_if_legal(
                    position,
                    Move { promotion: Some(walk), ..mv },
                    tested,
                    info,
                    filter,
                    visit,
                )?;
            }
            ControlFlow::Continue(())
        } else {
            self.emit_if_legal(position, mv, tested, info, filter, visit)
        }
    }

    #[inline]
    fn castling_moves(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        filter: &impl MoveFilter<B::Set>,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        if !position.castling.intersects(info.own) || info.in_check {
            return ControlFlow::Continue(());
        }
        for castling in self.board.geometry().castlings.iter().filter(|castling| castling.side == info.side) {
            let is_open = castling.is_granted(position.castling) && !info.occupied.intersects(castling.empty);
            if !is_open {
                continue;
            }
            let mv = Move::new(Walk::King, castling.king_from, castling.king_to, MoveKind::Castling);
            // If the masks are exact, the arrival square is tested like the others. If captures have to be
            // tried, the whole move is made, since the castled rook can be captured and reborn.
            let path = if info.masks_exact { castling.safe } else { castling.safe.without(castling.king_to) };
            if self.is_castling_path_safe(position, info, castling.king_from, path) {
                self.emit_if_legal(position, mv, info.masks_exact, info, filter, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the king would be safe on each square of `path`.
    fn is_castling_path_safe(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        king: Square,
        path: B::Set,
    ) -> bool {
        path.iter().all(|square| {
            // An attack on the king's departure square need not be a check, but may continue beyond it.
            let lines = info.occupied.without(king);
            if info.masks_sufficient && !self.is_attacked(position, square, info.side.other(), lines) {
                return true;
            }
            if info.masks_exact {
                return false;
            }
            let mut moved = *position;
            if square != king {
                moved.move_man(position.man_of(Walk::King, king), king, square);
            }
            !self.in_check(&moved, info.side)
        })
    }
}
