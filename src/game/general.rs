//! Play under rules that may do anything.
//!
//! Every move of every man is listed without regard to check, split into the branches
//! that the rules make of it, played, and judged by what it leads to.

use std::ops::ControlFlow;

use super::{Game, PositionOf};
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Man, Marks, Move, MoveKind, Position, Side, Silent, Taken, Teller, Walk};
use crate::rules::{Choices, Deed, Field, Intent, Outcome, Rules};

mod pawns;
mod series;

type Flow = ControlFlow<()>;

impl<B: Board, R: Rules> Field for Game<B, R> {
    type Set = B::Set;
    type Memory = R::Memory;

    fn geometry(&self) -> &Geometry<B::Set> {
        self.board.geometry()
    }

    fn attackers(&self, position: &Position<B::Set, R::Memory>, square: Square, by: Side) -> B::Set {
        let men = Game::attackers(self, position, square, by, position.occupied());
        men | self.unusual_pawn_attackers(position, square, by)
    }

    fn attacks(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        Game::attacks(self, walk, side, from, occupied)
    }

    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        if walk.is_pawn() {
            self.pawn_steps(walk, side, from, occupied).0
        } else {
            self.attacks(walk, side, from, occupied) & !occupied
        }
    }

    fn promotion_rank(&self, walk: Walk, side: Side) -> B::Set {
        Game::promotion_rank(self, walk, side)
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
            self.each_branch(position, mv, fixed, true, &mut |mv, after| {
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
            self.each_branch(&before, mv, fixed, false, &mut |_, after| {
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
    /// `whole` says whether the capturer may go on where the rules let it.
    fn each_branch(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        fixed: usize,
        whole: bool,
        take: &mut dyn FnMut(Move, &PositionOf<B, R>) -> Flow,
    ) -> Flow {
        let mut branch = mv.branch;
        loop {
            let mv = Move { branch, ..mv };
            let mut choices = Choices::of(branch);
            let mut after = *position;
            let outcome = self.make_branch(&mut after, mv, &mut choices, whole, &mut Silent);
            if outcome == Outcome::Done {
                take(mv, &after)?;
            }
            match choices.next(fixed) {
                Ok(Some(next)) => branch = next,
                Ok(None) => return ControlFlow::Continue(()),
                // Branches that no number tells apart cannot be played: see `Choices`.
                Err(_) => {
                    self.rules.lose_branches();
                    return ControlFlow::Continue(());
                }
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
        self.make_branch(position, mv, choices, true, teller)
    }

    /// Makes one movement of a man with all that the rules do. Tells what became of it,
    /// and who captured and stands on the board still.
    fn make_movement(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        first: bool,
        choices: &mut Choices,
        teller: &mut dyn Teller,
    ) -> (Outcome, Option<Square>) {
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
                let Some(man) = position.man(at) else { return (Outcome::Forbidden, None) };
                victim = Some(Taken { man, at });
                position.lift(man, at);
                position.shift(mover, mv.from, mv.to);
            }
            MoveKind::Pass => {
                position.note_pass();
                return (Outcome::Done, None);
            }
            MoveKind::Castling => {
                let way =
                    |way: &&crate::board::Castling<B::Set>| way.king_from == mv.from && way.king_to == mv.to;
                let Some(way) = geometry.castlings.iter().find(way) else { return (Outcome::Forbidden, None) };
                position.shift(mover, way.king_from, way.king_to);
                let rook = position.man_of(Walk::Rook, way.rook_from);
                position.shift(rook, way.rook_from, way.rook_to);
            }
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
            first,
        };
        let outcome = self.rules.consequences(&mut deed);
        let capturer = deed.at.filter(|_| deed.victim.is_some());
        (outcome, capturer)
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
        for from in position.of(position.to_move).iter() {
            self.each_move_of(position, from, quiet, captures, take)?;
        }
        if quiet { self.each_general_castling(position, take) } else { ControlFlow::Continue(()) }
    }

    /// Shows the moves of one man without regard to check, castling left out.
    fn each_move_of(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
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
        let Some(walk) = position.walk_on(from) else { return ControlFlow::Continue(()) };
        let mover = position.own_man(side, walk, from);
        let acting = self.rules.acts_as(self, position, mover, from).unwrap_or(walk);
        let occupied = position.occupied();
        if captures {
            let (targets, passing) = self.captures_of_man(position, mover, acting, from);
            for to in (targets & victims.without(from)).iter() {
                let Some(man) = position.man(to) else { continue };
                let mv = Move::new(walk, from, to, MoveKind::Capture);
                if self.permits(position, mv, mover, Taken { man, at: to }) {
                    self.each_promotion(mv, mover, side, take)?;
                }
            }
            if let Some(passer) = position.passer() {
                for to in (passing & !occupied).iter() {
                    let mv = Move::new(walk, from, to, MoveKind::EnPassant);
                    let Some(man) = position.man(passer) else { continue };
                    if self.permits(position, mv, mover, Taken { man, at: passer }) {
                        take(mv, 0)?;
                    }
                }
            }
        }
        if quiet {
            if acting.is_pawn() {
                let (steps, several) = self.pawn_steps(acting, side, from, occupied);
                for to in steps.iter() {
                    let kind = match several.contains(to) && walk.is_pawn() {
                        true => MoveKind::DoubleStep,
                        false => MoveKind::Quiet,
                    };
                    self.each_promotion(Move::new(walk, from, to, kind), mover, side, take)?;
                }
            } else {
                for to in (self.attacks(acting, side, from, occupied) & !occupied).iter() {
                    self.each_promotion(Move::new(walk, from, to, MoveKind::Quiet), mover, side, take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What a man can reach by a capture, whoever stands there, and on which squares it
    /// can take in passing.
    fn captures_of_man(
        &self,
        position: &PositionOf<B, R>,
        mover: Man,
        acting: Walk,
        from: Square,
    ) -> (B::Set, B::Set) {
        let side = position.to_move;
        let occupied = position.occupied();
        let passed = |attacks: B::Set| if acting.is_pawn() { attacks & position.passed } else { B::Set::EMPTY };
        if !self.rules.needs().vantages {
            let attacks = self.attacks(acting, side, from, occupied);
            return (attacks, passed(attacks));
        }
        let (mut targets, mut passing) = (B::Set::EMPTY, B::Set::EMPTY);
        for victim in Walk::ALL {
            let victims = position.walk(victim);
            if victims.is_empty() {
                continue;
            }
            let origins = self.rules.vantages(self, position, mover, from, victim);
            for origin in origins.unwrap_or(B::Set::of(from)).iter() {
                let attacks = self.attacks(acting, side, origin, occupied.without(from).with(origin));
                targets |= attacks & victims;
                if position.passer().is_some_and(|passer| victims.contains(passer)) {
                    passing |= passed(attacks);
                }
            }
        }
        (targets, passing)
    }

    fn permits(&self, position: &PositionOf<B, R>, mv: Move, mover: Man, victim: Taken) -> bool {
        let by = position.to_move;
        self.rules.permits(&Intent { field: self, position, by, mv, mover, victim })
    }

    /// Shows a move, or its promotions.
    fn each_promotion(
        &self,
        mv: Move,
        mover: Man,
        side: Side,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let needs = self.rules.needs();
        let vanishes =
            mv.is_capture() && mover.marks.contains(Marks::KAMIKAZE) && !needs.kamikazes_reborn;
        let promotes = mv.walk.is_pawn()
            && !needs.no_promotion
            && !needs.late_promotion
            && !vanishes
            && self.promotion_rank(mv.walk, side).contains(mv.to);
        if promotes {
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
            Walk::Pawn | Walk::ReversedPawn => self.pawn_attacks(walk, side, from),
        }
    }
}
