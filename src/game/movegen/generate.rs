//! Legal moves.
//!
//! Quiet moves of a side with at most one royal man are orthodox under every rule
//! whose checks are attacks: pins and a mask of squares that end a check decide them
//! without playing. So do captures where the rules do nothing. Of most others it is known
//! what they empty and fill (`view.rs`); the rest are played and looked at.

use std::ops::ControlFlow;

use super::legality::View;
use super::preview::Scene;
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Branch, Move, MoveKind, Walk};
use crate::rules::Rules;

type Flow = ControlFlow<()>;

/// Which moves are wanted, by their squares.
pub trait Aim<S> {
    /// The squares to which a man of a walk, standing on `from`, is wanted to go. Castling
    /// and taking in passing are shown whatever is said of their squares: aims rely on that.
    fn targets(&self, walk: Walk, from: Square) -> S;

    /// Is a move wanted? It may be asked of moves that are not legal.
    #[inline(always)]
    fn wants(&self, mv: Move) -> bool {
        let _ = mv;
        true
    }

    /// Are there branches of wanted captures that are not wanted?
    fn looks_at_scenes(&self) -> bool {
        false
    }

    /// Where the capturer of a wanted capture is wanted to go on to, of these squares.
    #[inline(always)]
    fn ends(&self, mv: Move, ends: S) -> S {
        let _ = mv;
        ends
    }

    /// Is a branch of a wanted capture wanted, of which it is known what it leads to? It may be asked
    /// of branches that are not legal.
    #[inline(always)]
    fn wants_scene(&self, mv: Move, scene: &Scene<S>) -> bool {
        let _ = (mv, scene);
        true
    }
}

/// Every move is wanted.
pub struct Anywhere;

impl<S: Squares> Aim<S> for Anywhere {
    #[inline(always)]
    fn targets(&self, _: Walk, _: Square) -> S {
        !S::EMPTY
    }
}

impl<B: Board, R: Rules> Game<B, R> {
    /// Appends the legal moves to a list.
    pub fn moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let _ = self.each_move(position, |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
    }

    /// Appends all that the side to move can decide: its legal moves and, where it may
    /// pass, that.
    pub fn decisions(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        self.moves(position, list);
        list.extend(self.pass(position));
    }

    /// The decision to pass, where it is allowed: not in check, and not where only captures are moves.
    #[inline]
    pub fn pass(&self, position: &PositionOf<B, R>) -> Option<Move> {
        if !self.passing
            || self.owes(position)
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
            return self.king_step(position).is_some()
                || self.each_quiet_move_first(position, &mut |_, _| ControlFlow::Break(())).is_break();
        }
        self.each_move(position, |_| ControlFlow::Break(())).is_break()
    }

    /// Is the side to move in check without a legal move?
    pub fn is_mate(&self, position: &PositionOf<B, R>) -> bool {
        self.in_check(position, position.to_move)
            && !self.has_move(position)
            && (!R::GENERAL || self.rules.counts_mate(&position.memory))
    }

    /// Is the side to move not in check, but without a legal move?
    pub fn is_stalemate(&self, position: &PositionOf<B, R>) -> bool {
        !self.in_check(position, position.to_move) && !self.has_move(position)
    }

    /// Shows the legal moves one by one, king moves first, until one breaks.
    #[inline]
    pub fn each_move(&self, position: &PositionOf<B, R>, take: impl FnMut(Move) -> Flow) -> Flow {
        self.each_move_towards(position, &Anywhere, take)
    }

    /// Shows the legal moves that are wanted, and perhaps others, king moves first, until one
    /// breaks.
    #[inline]
    pub fn each_move_towards(
        &self,
        position: &PositionOf<B, R>,
        aim: &impl Aim<B::Set>,
        mut take: impl FnMut(Move) -> Flow,
    ) -> Flow {
        if R::GENERAL {
            return self.each_general_move(position, aim, &mut |_| true, &mut |mv, _| take(mv));
        }
        let view = self.view(position);
        self.king_moves(position, &view, aim, &mut take)?;
        // A double check leaves only king moves, and captures that the rules make exceptional.
        if view.remedy.is_empty() && R::PLAIN && view.masked {
            return ControlFlow::Continue(());
        }
        self.officer_moves(position, &view, aim, &mut take)?;
        self.pawn_moves(position, &view, aim, &mut take)?;
        self.castling_moves(position, &view, aim, &mut take)
    }

    /// Shows the moves that are wanted, and perhaps others, until one breaks, without asking
    /// whether they leave the own king in check, or whether rules forbid a capture. Not under
    /// general rules.
    #[inline]
    pub fn each_rash_move_towards(
        &self,
        position: &PositionOf<B, R>,
        aim: &impl Aim<B::Set>,
        mut take: impl FnMut(Move) -> Flow,
    ) -> Flow {
        let (own, enemy) = (position.of(position.to_move), position.of(position.to_move.other()));
        let view = View::rash(position.to_move, own, enemy);
        self.king_moves(position, &view, aim, &mut take)?;
        self.officer_moves(position, &view, aim, &mut take)?;
        self.pawn_moves(position, &view, aim, &mut take)?;
        // Nobody castles rashly.
        if !position.castling.meets(own) {
            return ControlFlow::Continue(());
        }
        self.castling_moves(position, &self.view(position), aim, &mut take)
    }

    /// Shows the legal moves that are wanted one by one until one breaks, each with the position
    /// that it leads to, where that is known by now. `wanted` may be asked about moves before it is
    /// known whether they are legal, and without their branches. What the aim leaves out may be
    /// shown nevertheless, as by [`each_move_towards`](Self::each_move_towards).
    #[inline]
    pub fn each_judged_move(
        &self,
        position: &PositionOf<B, R>,
        aim: &impl Aim<B::Set>,
        mut wanted: impl FnMut(Move) -> bool,
        mut take: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
    ) -> Flow {
        if R::GENERAL {
            return self.each_general_move(position, aim, &mut wanted, &mut take);
        }
        self.each_move_towards(position, aim, |mv| {
            if wanted(mv) { take(mv, None) } else { ControlFlow::Continue(()) }
        })
    }

    /// Shows the legal moves one by one until one breaks, each with the position that it leads to,
    /// where that is known by now; in an order in which the first come cheap.
    #[inline]
    pub fn each_move_easy_first(
        &self,
        position: &PositionOf<B, R>,
        mut take: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
    ) -> Flow {
        if R::GENERAL {
            return self.each_quiet_move_first(position, &mut take);
        }
        self.each_move(position, |mv| take(mv, None))
    }

    /// A legal, quiet king move, if one is easily seen: without a look at pins.
    #[inline]
    pub fn easy_king_move(&self, position: &PositionOf<B, R>) -> Option<Move> {
        if R::GENERAL {
            return self.king_step(position);
        }
        let side = position.to_move;
        let kings = position.royal & position.of(side) & position.walk(Walk::King);
        let from = kings.first().filter(|_| self.rules.check_is_attack() && !kings.several())?;
        let occupied = position.occupied();
        let targets = self.board.geometry().king[from.index()] & !occupied;
        let safe = |to: &Square| !self.is_attacked(position, *to, side.other(), occupied.without(from));
        targets.iter().find(safe).map(|to| Move::new(Walk::King, from, to, MoveKind::Quiet))
    }

    /// Shows a move, or its branches, if it is wanted, after testing it if the masks have not.
    #[inline]
    fn offer(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        tested: bool,
        view: &View<B::Set>,
        aim: &impl Aim<B::Set>,
        take: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let mut offer = |mv: Move| {
            if aim.wants(mv) && (tested || self.is_legal(position, view, mv)) {
                take(mv)
            } else {
                ControlFlow::Continue(())
            }
        };
        if R::PLAIN || !mv.is_capture() {
            return offer(mv);
        }
        for number in 0..self.rules.branches(&self.board, position, mv) {
            offer(Move { branch: Branch::new(number).unwrap_or_default(), ..mv })?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn king_moves(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        aim: &impl Aim<B::Set>,
        take: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let geometry = self.board.geometry();
        for from in (position.walk(Walk::King) & view.own).iter() {
            let targets = geometry.king[from.index()] & !view.own & aim.targets(Walk::King, from);
            let masked = view.masked && view.royal == Some(from);
            let proven = view.proven && view.royal == Some(from);
            for to in targets.iter() {
                let capture = view.enemy.contains(to);
                let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
                let mv = Move::new(Walk::King, from, to, kind);
                let proven = proven && self.check_is_attack_on(view.side, to);
                if proven && (R::PLAIN || !capture) {
                    if !aim.wants(mv) {
                        continue;
                    } else if !self.is_attacked(position, to, view.side.other(), view.occupied.without(from))
                    {
                        take(mv)?;
                        continue;
                    } else if masked {
                        continue;
                    }
                }
                self.offer(position, mv, view.rash, view, aim, take)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn officer_moves(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        aim: &impl Aim<B::Set>,
        take: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let geometry = self.board.geometry();
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
            for from in (position.walk(walk) & view.own).iter() {
                let attacks = self.board.attacks(walk, position.to_move, from, view.occupied);
                let attacks = attacks & aim.targets(walk, from);
                let allowed = view.allowed(geometry, from);
                let told = view.masked || (!R::PLAIN && view.tells(from));
                let quiet = attacks & !view.occupied & if told { allowed } else { !B::Set::EMPTY };
                for to in quiet.iter() {
                    let tested = told || view.proves(allowed, to);
                    let mv = Move::new(walk, from, to, MoveKind::Quiet);
                    self.offer(position, mv, tested, view, aim, take)?;
                }
                let plain = R::PLAIN && view.masked;
                let victims = attacks & view.enemy & if plain { allowed } else { !B::Set::EMPTY };
                let mild = if R::PLAIN { B::Set::EMPTY } else { view.mild(from, allowed) };
                for to in victims.iter() {
                    let mv = Move::new(walk, from, to, MoveKind::Capture);
                    let tested = plain || view.rash || mild.contains(to);
                    self.offer(position, mv, tested, view, aim, take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawn_moves(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        aim: &impl Aim<B::Set>,
        take: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let geometry = self.board.geometry();
        let paths = geometry.pawn(view.side);
        let plain = R::PLAIN && view.masked;
        for from in (position.walk(Walk::Pawn) & view.own).iter() {
            let allowed = view.allowed(geometry, from);
            let wanted = aim.targets(Walk::Pawn, from);
            let told = view.masked || (!R::PLAIN && view.tells(from));
            let possible = if told { allowed & wanted } else { wanted };
            let steps = paths.step[from.index()] & !view.occupied;
            for to in steps.iter() {
                if possible.contains(to) {
                    let tested = told || view.proves(allowed, to);
                    let mv = Move::new(Walk::Pawn, from, to, MoveKind::Quiet);
                    self.pawn_move(position, mv, tested, view, aim, take)?;
                }
                if paths.double_rank.contains(from) {
                    for twice in (paths.step[to.index()] & !view.occupied & possible).iter() {
                        let mv = Move::new(Walk::Pawn, from, twice, MoveKind::DoubleStep);
                        let tested = told || view.proves(allowed, twice);
                        self.offer(position, mv, tested, view, aim, take)?;
                    }
                }
            }
            let victims = paths.attacks[from.index()] & view.enemy & wanted;
            let victims = if plain { victims & allowed } else { victims };
            let mild = if R::PLAIN { B::Set::EMPTY } else { view.mild(from, allowed) };
            for to in victims.iter() {
                let mv = Move::new(Walk::Pawn, from, to, MoveKind::Capture);
                let tested = plain || view.rash || mild.contains(to);
                self.pawn_move(position, mv, tested, view, aim, take)?;
            }
        }
        for (from, to) in self.en_passant_departures(position) {
            let mv = Move::new(Walk::Pawn, from, to, MoveKind::EnPassant);
            self.offer(position, mv, view.rash, view, aim, take)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows a pawn's move, or its promotions.
    #[inline]
    fn pawn_move(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        tested: bool,
        view: &View<B::Set>,
        aim: &impl Aim<B::Set>,
        take: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        if self.board.geometry().pawn(view.side).promotion_rank.contains(mv.to) {
            for walk in Walk::PROMOTIONS {
                self.offer(position, Move { promotion: Some(walk), ..mv }, tested, view, aim, take)?;
            }
            ControlFlow::Continue(())
        } else {
            self.offer(position, mv, tested, view, aim, take)
        }
    }

    #[inline]
    fn castling_moves(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        aim: &impl Aim<B::Set>,
        take: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        if !position.castling.meets(view.own) || view.in_check {
            return ControlFlow::Continue(());
        }
        for way in self.board.geometry().castlings.iter().filter(|way| way.side == view.side) {
            let free = way.is_granted(position.castling) && !view.occupied.meets(way.empty);
            if !free {
                continue;
            }
            let mv = Move::new(Walk::King, way.king_from, way.king_to, MoveKind::Castling);
            // By masks the end is a square of the way like others. Where captures are
            // tried out, the castled rook counts too: it can be taken, and be reborn.
            let way_to_end = if view.masked { way.safe } else { way.safe.without(way.king_to) };
            if self.passes_safely(position, view, way.king_from, way_to_end) {
                self.offer(position, mv, view.masked, view, aim, take)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Would the king be safe on each of these squares?
    fn passes_safely(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        king: Square,
        way: B::Set,
    ) -> bool {
        way.iter().all(|square| {
            // An attack on its home need not be a check, but can go on behind the king.
            let lines = view.occupied.without(king);
            if view.proven && !self.is_attacked(position, square, view.side.other(), lines) {
                return true;
            }
            if view.masked {
                return false;
            }
            let mut there = *position;
            if square != king {
                there.shift(position.man_of(Walk::King, king), king, square);
            }
            !self.in_check(&there, view.side)
        })
    }
}
