//! Legal moves.
//!
//! Quiet moves of a side with at most one royal man are orthodox under every rule
//! whose checks are attacks: pins and a mask of squares that end a check decide them
//! without playing. So do captures where the rules do nothing. Of most others it is known
//! what they empty and fill (`view.rs`); the rest are played and looked at.

use std::ops::ControlFlow;

use super::legality::LegalityInfo;
use super::preview::Preview;
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveBranch, MoveKind, Walk};
use crate::rules::GameRules;

type Flow = ControlFlow<()>;

/// Which moves are wanted, by their squares.
pub trait MoveFilter<S> {
    /// The squares to which a man of a walk, standing on `from`, is wanted to go. Castling
    /// and taking in passing are shown whatever is said of their squares: aims rely on that.
    fn targets(&self, walk: Walk, from: Square) -> S;

    /// Is a move wanted? It may be asked of moves that are not legal.
    #[inline(always)]
    fn accepts(&self, mv: Move) -> bool {
        let _ = mv;
        true
    }

    /// Are there branches of wanted captures that are not wanted?
    fn filters_branches(&self) -> bool {
        false
    }

    /// Where the capturer of a wanted capture is wanted to go on to, of these squares.
    #[inline(always)]
    fn final_squares(&self, mv: Move, ends: S) -> S {
        let _ = mv;
        ends
    }

    /// Is a branch of a wanted capture wanted, of which it is known what it leads to? It may be asked
    /// of branches that are not legal.
    #[inline(always)]
    fn accepts_preview(&self, mv: Move, preview: &Preview<S>) -> bool {
        let _ = (mv, preview);
        true
    }
}

/// Every move is wanted.
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

    /// Appends all that the side to move can decide: its legal moves and, where it may
    /// pass, that.
    pub fn moves_and_pass(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        self.moves(position, list);
        list.extend(self.pass_move(position));
    }

    /// The decision to pass, where it is allowed: not in check, and not where only captures are moves.
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
        let strange = self.board.geometry().all & !position.of(position.to_move);
        strange.first().map(|nowhere| Move::new(Walk::King, nowhere, nowhere, MoveKind::Pass))
    }

    /// Has the side to move a legal move?
    pub fn has_move(&self, position: &PositionOf<B, R>) -> bool {
        if R::GENERAL {
            return self.quick_king_move_general(position).is_some()
                || self.for_each_move_quiet_first(position, &mut |_, _| ControlFlow::Break(())).is_break();
        }
        self.for_each_move(position, |_| ControlFlow::Break(())).is_break()
    }

    /// Is the side to move in check without a legal move?
    pub fn is_mate(&self, position: &PositionOf<B, R>) -> bool {
        self.in_check(position, position.to_move)
            && !self.has_move(position)
            && (!R::GENERAL || self.rules.counts_as_mate(&position.memory))
    }

    /// Is the side to move not in check, but without a legal move?
    pub fn is_stalemate(&self, position: &PositionOf<B, R>) -> bool {
        !self.in_check(position, position.to_move) && !self.has_move(position)
    }

    /// Shows the legal moves one by one, king moves first, until one breaks.
    #[inline]
    pub fn for_each_move(&self, position: &PositionOf<B, R>, visit: impl FnMut(Move) -> Flow) -> Flow {
        self.for_each_move_matching(position, &AllMoves, visit)
    }

    /// Shows the legal moves that are wanted, and perhaps others, king moves first, until one
    /// breaks.
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
        let view = self.legality_info(position);
        self.king_moves(position, &view, filter, &mut visit)?;
        // A double check leaves only king moves, and captures that the rules make exceptional.
        if view.check_mask.is_empty() && R::ORTHODOX_CAPTURES && view.masks_exact {
            return ControlFlow::Continue(());
        }
        self.piece_moves(position, &view, filter, &mut visit)?;
        self.pawn_moves(position, &view, filter, &mut visit)?;
        self.castling_moves(position, &view, filter, &mut visit)
    }

    /// Shows the moves that are wanted, and perhaps others, until one breaks, without asking
    /// whether they leave the own king in check, or whether rules forbid a capture. Not under
    /// general rules.
    #[inline]
    pub fn for_each_pseudo_legal_move(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        mut visit: impl FnMut(Move) -> Flow,
    ) -> Flow {
        let (own, enemy) = (position.of(position.to_move), position.of(position.to_move.other()));
        let view = LegalityInfo::pseudo_legal(position.to_move, own, enemy);
        self.king_moves(position, &view, filter, &mut visit)?;
        self.piece_moves(position, &view, filter, &mut visit)?;
        self.pawn_moves(position, &view, filter, &mut visit)?;
        // Nobody castles rashly.
        if !position.castling.intersects(own) {
            return ControlFlow::Continue(());
        }
        self.castling_moves(position, &self.legality_info(position), filter, &mut visit)
    }

    /// Shows the legal moves that are wanted one by one until one breaks, each with the position
    /// that it leads to, where that is known by now. `wanted` may be asked about moves before it is
    /// known whether they are legal, and without their branches. What the aim leaves out may be
    /// shown nevertheless, as by [`each_move_towards`](Self::each_move_towards).
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

    /// Shows the legal moves one by one until one breaks, each with the position that it leads to,
    /// where that is known by now; in an order in which the first come cheap.
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

    /// A legal, quiet king move, if one is easily seen: without a look at pins.
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

    /// Shows a move, or its branches, if it is wanted, after testing it if the masks have not.
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
        let mut offer = |mv: Move| {
            if filter.accepts(mv) && (tested || self.is_legal(position, info, mv)) {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        };
        if R::ORTHODOX_CAPTURES || !mv.is_capture() {
            return offer(mv);
        }
        for number in 0..self.rules.branch_count(&self.board, position, mv) {
            offer(Move { branch: MoveBranch::new(number).unwrap_or_default(), ..mv })?;
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
            let masked = info.masks_exact && info.royal == Some(from);
            let proven = info.masks_sufficient && info.royal == Some(from);
            for to in targets.iter() {
                let capture = info.enemy.contains(to);
                let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
                let mv = Move::new(Walk::King, from, to, kind);
                let proven = proven && self.check_requires_attack_on(info.side, to);
                if proven && (R::ORTHODOX_CAPTURES || !capture) {
                    if !filter.accepts(mv) {
                        continue;
                    } else if !self.is_attacked(position, to, info.side.other(), info.occupied.without(from))
                    {
                        visit(mv)?;
                        continue;
                    } else if masked {
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
                let told = info.masks_exact || (!R::ORTHODOX_CAPTURES && info.is_exact_for(from));
                let quiet = attacks & !info.occupied & if told { allowed } else { !B::Set::EMPTY };
                for to in quiet.iter() {
                    let tested = told || info.proves_legal(allowed, to);
                    let mv = Move::new(walk, from, to, MoveKind::Quiet);
                    self.emit_if_legal(position, mv, tested, info, filter, visit)?;
                }
                let plain = R::ORTHODOX_CAPTURES && info.masks_exact;
                let victims = attacks & info.enemy & if plain { allowed } else { !B::Set::EMPTY };
                let mild =
                    if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.safe_captures(from, allowed) };
                for to in victims.iter() {
                    let mv = Move::new(walk, from, to, MoveKind::Capture);
                    let tested = plain || info.allows_self_check || mild.contains(to);
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
        let plain = R::ORTHODOX_CAPTURES && info.masks_exact;
        for from in (position.walk(Walk::Pawn) & info.own).iter() {
            let allowed = info.allowed_targets(geometry, from);
            let wanted = filter.targets(Walk::Pawn, from);
            let told = info.masks_exact || (!R::ORTHODOX_CAPTURES && info.is_exact_for(from));
            let possible = if told { allowed & wanted } else { wanted };
            let steps = paths.step[from.index()] & !info.occupied;
            for to in steps.iter() {
                if possible.contains(to) {
                    let tested = told || info.proves_legal(allowed, to);
                    let mv = Move::new(Walk::Pawn, from, to, MoveKind::Quiet);
                    self.emit_pawn_move(position, mv, tested, info, filter, visit)?;
                }
                if paths.double_rank.contains(from) {
                    for twice in (paths.step[to.index()] & !info.occupied & possible).iter() {
                        let mv = Move::new(Walk::Pawn, from, twice, MoveKind::DoubleStep);
                        let tested = told || info.proves_legal(allowed, twice);
                        self.emit_if_legal(position, mv, tested, info, filter, visit)?;
                    }
                }
            }
            let victims = paths.attacks[from.index()] & info.enemy & wanted;
            let victims = if plain { victims & allowed } else { victims };
            let mild = if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.safe_captures(from, allowed) };
            for to in victims.iter() {
                let mv = Move::new(Walk::Pawn, from, to, MoveKind::Capture);
                let tested = plain || info.allows_self_check || mild.contains(to);
                self.emit_pawn_move(position, mv, tested, info, filter, visit)?;
            }
        }
        for (from, to) in self.en_passant_captures(position) {
            let mv = Move::new(Walk::Pawn, from, to, MoveKind::EnPassant);
            self.emit_if_legal(position, mv, info.allows_self_check, info, filter, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows a pawn's move, or its promotions.
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
        for way in self.board.geometry().castlings.iter().filter(|way| way.side == info.side) {
            let free = way.is_granted(position.castling) && !info.occupied.intersects(way.empty);
            if !free {
                continue;
            }
            let mv = Move::new(Walk::King, way.king_from, way.king_to, MoveKind::Castling);
            // By masks the end is a square of the way like others. Where captures are
            // tried out, the castled rook counts too: it can be taken, and be reborn.
            let way_to_end = if info.masks_exact { way.safe } else { way.safe.without(way.king_to) };
            if self.is_castling_path_safe(position, info, way.king_from, way_to_end) {
                self.emit_if_legal(position, mv, info.masks_exact, info, filter, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Would the king be safe on each of these squares?
    fn is_castling_path_safe(
        &self,
        position: &PositionOf<B, R>,
        info: &LegalityInfo<B::Set>,
        king: Square,
        way: B::Set,
    ) -> bool {
        way.iter().all(|square| {
            // An attack on its home need not be a check, but can go on behind the king.
            let lines = info.occupied.without(king);
            if info.masks_sufficient && !self.is_attacked(position, square, info.side.other(), lines) {
                return true;
            }
            if info.masks_exact {
                return false;
            }
            let mut there = *position;
            if square != king {
                there.move_man(position.man_of(Walk::King, king), king, square);
            }
            !self.in_check(&there, info.side)
        })
    }
}
