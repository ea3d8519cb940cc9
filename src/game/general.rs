//! Play under rules that may do anything.
//!
//! Every move of every man is listed without regard to check, split into the branches
//! that the rules make of it, played, and judged by what it leads to.

use std::ops::ControlFlow;

use super::{Game, PositionOf};
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Man, Marks, Move, MoveKind, Position, Side, Silent, Taken, Teller, Walk};
use crate::rules::{Choices, Deed, Field, Intent, Outcome, Rules};

type Flow = ControlFlow<()>;

impl<B: Board, R: Rules> Field for Game<B, R> {
    type Set = B::Set;
    type Memory = R::Memory;

    fn geometry(&self) -> &Geometry<B::Set> {
        self.board.geometry()
    }

    fn attackers(&self, position: &Position<B::Set, R::Memory>, square: Square, by: Side) -> B::Set {
        Game::attackers(self, position, square, by, position.occupied())
    }

    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        match walk {
            Walk::Pawn => self.pawn_steps(side, from, occupied).0,
            walk => self.attacks(walk, side, from, occupied) & !occupied,
        }
    }

    fn can_move_quietly(&self, position: &Position<B::Set, R::Memory>, square: Square) -> bool {
        let Some(man) = position.man(square) else { return false };
        let sides = Side::BOTH.into_iter().filter(|&side| man.colour.is_of(side));
        sides.into_iter().any(|side| {
            let occupied = position.occupied();
            self.quiet_targets(man.walk, side, square, occupied).iter().any(|to| {
                let mut after = *position;
                after.shift(man, square, to);
                let royals = after.royal & after.of(side);
                royals.iter().all(|royal| !self.is_attacked(&after, royal, side.other(), after.occupied()))
            })
        })
    }
}

impl<B: Board, R: Rules> Game<B, R> {
    /// Shows the legal moves, branch by branch, until one breaks.
    pub(super) fn each_general_move(
        &self,
        position: &PositionOf<B, R>,
        take: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        let royals = (position.royal & position.of(side)).count();
        self.each_pseudo_move(position, true, true, &mut |mv, fixed| {
            self.each_branch(position, mv, fixed, &mut |mv, after| {
                let kept = (after.royal & after.of(side)).count() >= royals;
                if kept && !self.in_check(after, side) { take(mv) } else { ControlFlow::Continue(()) }
            })
        })
    }

    /// Is there a capture that the rules allow and that leaves `side` with fewer
    /// royal men?
    pub(super) fn royal_is_in_danger(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let royals = (position.royal & position.of(side)).count();
        if royals == 0 {
            return false;
        }
        let mut before = *position;
        if before.to_move == side {
            before.forget_passed();
            before.turn();
        }
        self.each_pseudo_move(&before, false, true, &mut |mv, fixed| {
            self.each_branch(&before, mv, fixed, &mut |_, after| {
                if (after.royal & after.of(side)).count() < royals {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        })
        .is_break()
    }

    /// Plays the branches of a move one by one; the first `fixed` decisions are made.
    fn each_branch(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        fixed: usize,
        take: &mut dyn FnMut(Move, &PositionOf<B, R>) -> Flow,
    ) -> Flow {
        let mut branch = mv.branch;
        loop {
            let mv = Move { branch, ..mv };
            let mut choices = Choices::of(branch);
            let mut after = *position;
            let outcome = self.make_general(&mut after, mv, &mut choices, &mut Silent);
            if outcome == Outcome::Done {
                take(mv, &after)?;
            }
            match choices.next(fixed) {
                Ok(Some(next)) => branch = next,
                // Branches that no number tells apart cannot be played: see `Choices`.
                Ok(None) | Err(_) => return ControlFlow::Continue(()),
            }
        }
    }

    /// Makes a branch of a move on the position itself.
    pub(super) fn make_general(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        choices: &mut Choices,
        teller: &mut dyn Teller,
    ) -> Outcome {
        let side = position.to_move;
        let mover = position.own_man(side, mv.walk, mv.from);
        let passer = position.passer();
        position.forget_passed();
        let geometry = self.board.geometry();
        let mut victim = None;
        match mv.kind {
            MoveKind::Quiet => position.shift(mover, mv.from, mv.to),
            MoveKind::DoubleStep => {
                position.shift(mover, mv.from, mv.to);
                position.note_passed(geometry.between(mv.from, mv.to), mv.to);
            }
            MoveKind::Capture | MoveKind::EnPassant => {
                let at = match passer {
                    Some(passer) if mv.kind == MoveKind::EnPassant => passer,
                    _ => mv.to,
                };
                let Some(man) = position.man(at) else { return Outcome::Forbidden };
                victim = Some(Taken { man, at });
                position.lift(man, at);
                position.shift(mover, mv.from, mv.to);
            }
            MoveKind::Pass => {
                position.note_pass();
                position.turn();
                return Outcome::Done;
            }
            MoveKind::Castling => {
                let way =
                    |way: &&crate::board::Castling<B::Set>| way.king_from == mv.from && way.king_to == mv.to;
                let Some(way) = geometry.castlings.iter().find(way) else { return Outcome::Forbidden };
                position.shift(mover, way.king_from, way.king_to);
                let rook = position.man_of(Walk::Rook, way.rook_from);
                position.shift(rook, way.rook_from, way.rook_to);
            }
        }
        if let Some(walk) = mv.promotion {
            let pawn = position.man_of(Walk::Pawn, mv.to);
            position.lift(pawn, mv.to);
            let promoted = if self.rules.needs().promoted { Marks::PROMOTED } else { Marks::NONE };
            position.put(Man { walk, marks: pawn.marks.with(promoted), ..pawn }, mv.to);
        }
        let mut deed = Deed {
            field: self,
            position: &mut *position,
            teller,
            choices,
            by: side,
            mv,
            mover,
            at: Some(mv.to),
            victim,
        };
        let outcome = self.rules.consequences(&mut deed);
        position.turn();
        outcome
    }

    /// Shows the moves without regard to check. Captures that the rules do not permit
    /// are left out, and so is castling through check.
    ///
    /// The second argument of `take` is the number of decisions already made in the
    /// branch of the move.
    fn each_pseudo_move(
        &self,
        position: &PositionOf<B, R>,
        quiet: bool,
        captures: bool,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        let own = position.of(side);
        let victims = if self.rules.needs().own_men {
            position.occupied() & !(own & position.royal)
        } else {
            position.of(side.other())
        };
        for from in own.iter() {
            let Some(walk) = position.walk_on(from) else { continue };
            let mover = position.own_man(side, walk, from);
            if captures {
                for to in (self.attacks(walk, side, from, position.occupied()) & victims.without(from)).iter()
                {
                    let Some(man) = position.man(to) else { continue };
                    let mv = Move::new(walk, from, to, MoveKind::Capture);
                    if self.permits(position, mv, mover, Taken { man, at: to }) {
                        self.each_promotion(mv, side, take)?;
                    }
                }
            }
            if quiet {
                if walk == Walk::Pawn {
                    let (steps, doubles) = self.pawn_steps(side, from, position.occupied());
                    for to in steps.iter() {
                        let kind = if doubles.contains(to) { MoveKind::DoubleStep } else { MoveKind::Quiet };
                        self.each_promotion(Move::new(walk, from, to, kind), side, take)?;
                    }
                } else {
                    let occupied = position.occupied();
                    for to in (self.attacks(walk, side, from, occupied) & !occupied).iter() {
                        take(Move::new(walk, from, to, MoveKind::Quiet), 0)?;
                    }
                }
            }
        }
        if captures && let Some(passer) = position.passer() {
            for (from, to) in self.en_passant_departures(position) {
                let mover = position.own_man(side, Walk::Pawn, from);
                let mv = Move::new(Walk::Pawn, from, to, MoveKind::EnPassant);
                let Some(man) = position.man(passer) else { continue };
                if !position.occupied().contains(to)
                    && self.permits(position, mv, mover, Taken { man, at: passer })
                {
                    take(mv, 0)?;
                }
            }
        }
        if quiet { self.each_general_castling(position, take) } else { ControlFlow::Continue(()) }
    }

    fn permits(&self, position: &PositionOf<B, R>, mv: Move, mover: Man, victim: Taken) -> bool {
        let by = position.to_move;
        self.rules.permits(&Intent { field: self, position, by, mv, mover, victim })
    }

    /// Shows a move, or its promotions.
    fn each_promotion(&self, mv: Move, side: Side, take: &mut dyn FnMut(Move, usize) -> Flow) -> Flow {
        if mv.walk == Walk::Pawn && self.board.geometry().pawn(side).promotion_rank.contains(mv.to) {
            for walk in Walk::PROMOTIONS {
                take(Move { promotion: Some(walk), ..mv }, 0)?;
            }
            ControlFlow::Continue(())
        } else {
            take(mv, 0)
        }
    }

    fn each_general_castling(
        &self,
        position: &PositionOf<B, R>,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        for way in self.board.geometry().castlings.iter().filter(|way| way.side == side) {
            let free = position.castling.contains(way.king_from)
                && position.castling.contains(way.rook_from)
                && !position.occupied().meets(way.empty);
            if !free {
                continue;
            }
            let safe_on = |square: Square| {
                let mut there = *position;
                if square != way.king_from {
                    there.shift(position.man_of(Walk::King, way.king_from), way.king_from, square);
                }
                !self.in_check(&there, side)
            };
            // Where the king ends is judged with the whole move.
            if way.safe.without(way.king_to).iter().all(safe_on) {
                take(Move::new(Walk::King, way.king_from, way.king_to, MoveKind::Castling), 0)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a man of this walk attacks.
    fn attacks(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        let geometry = self.board.geometry();
        match walk {
            Walk::King => geometry.king[from.index()],
            Walk::Knight => geometry.knight[from.index()],
            Walk::Rook => self.board.rook(from, occupied),
            Walk::Bishop => self.board.bishop(from, occupied),
            Walk::Queen => self.board.rook(from, occupied) | self.board.bishop(from, occupied),
            Walk::Pawn => geometry.pawn(side).attacks[from.index()],
        }
    }

    /// Where a pawn can step, and which of these steps are double steps.
    fn pawn_steps(&self, side: Side, from: Square, occupied: B::Set) -> (B::Set, B::Set) {
        let paths = self.board.geometry().pawn(side);
        let single = paths.step[from.index()] & !occupied;
        let mut double = B::Set::EMPTY;
        if paths.double_rank.contains(from) {
            for passed in single.iter() {
                double |= paths.step[passed.index()] & !occupied;
            }
        }
        (single | double, double)
    }
}
