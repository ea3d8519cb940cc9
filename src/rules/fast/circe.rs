//! Circe, PWC, Equipollents Circe and Anticirce: the captured man, or the capturer, is reborn.
//!
//! Circe was invented by Pierre Monréal and Jean-Pierre Boyer in 1967. All rules of its family are
//! parameters of [`Rebirth`](crate::rules::rebirth::Rebirth); this module has an optimised implementation of the commonest of them.

pub mod array;
mod parameters;

pub use parameters::{Circe, CirceForm, CirceOccupied, Royals};

use crate::board::{Board, Square, Squares};
use crate::position::{AnyRuleState, Effect, EffectObserver, Man, Move, MoveKind, Position, Side, Walk};
use crate::rules::CheckModel;
use crate::rules::game_rules::{Capture, GameRules, StageOutcome};
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::predict::{CaptureOutcome, CheckCondition, RoyalAttacker, UnmaskedCaptures};
use crate::rules::rebirth::Relocation;
use crate::rules::rule::Rule;

/// The move of a capturer.
#[derive(Clone, Copy)]
struct Way {
    /// Its departure square.
    from: Square,
    /// Its arrival square.
    to: Square,
}

impl Circe {
    /// Returns the rebirth square of a man of a side that captures or is captured on `at`.
    #[inline]
    fn home<B: Board>(&self, board: &B, walk: Walk, side: Side, at: Square) -> Option<Square> {
        let side = if self.mirrored { side.other() } else { side };
        // As `array::rebirth_square`, but only of men of chess.
        board.geometry().rebirth_homes[side.index()][walk.index()][at.index()]
    }

    /// Returns the rebirth square of a man of this walk and side that is captured on `at`.
    #[inline]
    fn victim_home<B: Board>(
        &self,
        board: &B,
        (walk, side): (Walk, Side),
        at: Square,
        way: Way,
    ) -> Option<Square> {
        match self.form {
            CirceForm::Pwc => Some(way.from),
            CirceForm::Equipollent => continued(board, at, way),
            CirceForm::Circe | CirceForm::Calvet | CirceForm::Cheylan => self.home(board, walk, side, at),
        }
    }

    /// Returns whether a victim of this walk and side promotes on its rebirth square.
    #[inline]
    fn promotes_victim<B: Board>(&self, board: &B, (walk, side): (Walk, Side), home: Square) -> bool {
        self.form.depends_on_move()
            && walk == Walk::Pawn
            && board.geometry().pawn(side).promotion_rank.contains(home)
    }

    /// Returns the number of branches of a capture, where the rebirth square depends on the move.
    // Not inlined: the callers are instantiated for every kind of move.
    #[inline(never)]
    fn count_promotions<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        let at = if capture.kind == MoveKind::EnPassant { position.ep_pawn() } else { Some(capture.to) };
        let Some(at) = at.filter(|&at| position.walk(Walk::Pawn).contains(at)) else { return 1 };
        let victim = (Walk::Pawn, position.to_move.other());
        let way = Way { from: capture.from, to: capture.to };
        let others = position.occupied().without(capture.from);
        let promotes = |home| self.promotes_victim(board, victim, home) && !others.contains(home);
        let is_promotion = self.victim_home(board, victim, at, way).is_some_and(promotes);
        if is_promotion { Walk::PROMOTIONS.len() as u32 } else { 1 }
    }

    /// Returns the squares of a side in the game array, by walk.
    fn homes<'a, B: Board>(&self, board: &'a B, side: Side) -> &'a [B::Set; Walk::TABLE_LEN] {
        &board.geometry().homes[if self.mirrored { side.other() } else { side }.index()]
    }

    /// Returns the outcome of a capture after which the capturer is reborn. `others` are the men that
    /// take no part in it.
    #[inline]
    fn capturer_outcome<B: Board>(
        &self,
        board: &B,
        capture: Move,
        side: Side,
        at: Square,
        others: B::Set,
    ) -> CaptureOutcome {
        let allowed = |capturer| CaptureOutcome::Allowed { capturer, reborn: None };
        match self.home(board, capture.promotion.unwrap_or(capture.walk), side, at) {
            Some(home) if home == capture.to && self.form == CirceForm::Cheylan => CaptureOutcome::Forbidden,
            Some(home) if others.contains(home) => CaptureOutcome::Forbidden,
            Some(home) => allowed(home),
            None => allowed(capture.to),
        }
    }

    /// Lets the capturer be reborn.
    fn rebirth_capturer<B: Board, M: AnyRuleState, T: EffectObserver>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        observer: &mut T,
    ) -> StageOutcome {
        let from = capture.to;
        let Some(man) = position.man(from) else { return StageOutcome::Done };
        if man.royal && self.royals == Royals::Exclusive {
            return StageOutcome::Done;
        }
        let Some(to) = self.home(board, man.walk, capture.by, capture.at) else { return StageOutcome::Done };
        let is_blocked =
            if to == from { self.form == CirceForm::Cheylan } else { position.occupied().contains(to) };
        if is_blocked {
            return StageOutcome::Forbidden;
        }
        observer.on_effect(Effect::Transferred {
            man,
            from,
            to,
            walk: man.walk,
            promotion: None,
            new_colour: None,
        });
        position.remove(man, from);
        position.place_with_castling(man, to, board.geometry());
        StageOutcome::Done
    }
}

/// Returns the square to which a move, made from this square, would go; `None` if it is off the board.
// Not inlined: the other forms are more frequent.
#[inline(never)]
fn continued<B: Board>(board: &B, at: Square, way: Way) -> Option<Square> {
    let layout = board.geometry().layout;
    layout.offset(at, layout.vector(way.from, way.to))
}

impl GameRules for Circe {
    const ORTHODOX_CAPTURES: bool = false;
    type State = ();

    #[inline]
    fn check_model(&self) -> CheckModel {
        let necessary = self.on_occupied != CirceOccupied::Assassin;
        let removes_king = self.royals == Royals::Exclusive && !self.form.is_capturer_reborn();
        CheckModel { necessary, sufficient: necessary && removes_king }
    }

    #[inline]
    fn check_model_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> CheckModel {
        let model = self.check_model();
        let is_home = || self.homes(board, side).iter().any(|home| home.contains(royal));
        CheckModel { necessary: model.necessary || !is_home(), ..model }
    }

    fn relocation(&self) -> Option<Relocation> {
        Relocation::from_condition(self.condition())
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        self.condition().ply_bounds()
    }

    fn royal_dependents<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        side: Side,
    ) -> B::Set {
        let royals = position.royal & position.of(side);
        if self.on_occupied != CirceOccupied::Assassin {
            return royals;
        }
        // A man reborn on the square of the king removes the king.
        let homes = self.homes(board, side);
        let mut dependents = royals;
        for walk in Walk::CHESS.into_iter().filter(|walk| homes[walk.index()].intersects(royals)) {
            let men = (position.walk(walk) & position.of(side)).iter();
            let removes_royal =
                |&at: &Square| self.home(board, walk, side, at).is_some_and(|home| royals.contains(home));
            dependents |= B::Set::from_squares(men.filter(removes_royal));
        }
        dependents
    }

    #[inline]
    fn unmasked_captures<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        royal: Square,
    ) -> [UnmaskedCaptures<B::Set>; 2] {
        let geometry = board.geometry();
        let enemy = position.to_move.other();
        match self.form {
            // Victims that would attack the square from their rebirth square if the lines were open.
            CirceForm::Circe if self.on_occupied == CirceOccupied::Relaxed && !self.mirrored => {
                let attackers = &board.rebirth_attackers(enemy)[royal.index()];
                let of = |walk: &Walk| position.walk(*walk) & attackers[walk.index()];
                let victims = Walk::CHESS.iter().fold(B::Set::EMPTY, |all, walk| all | of(walk));
                [UnmaskedCaptures { victims, departures: !B::Set::EMPTY }, UnmaskedCaptures::NONE]
            }
            // A man reborn on the departure square attacks the square only along a line or by a leap.
            CirceForm::Pwc => {
                let lines = board.rook(royal, B::Set::EMPTY) | board.bishop(royal, B::Set::EMPTY);
                let leaps = geometry.knight[royal.index()];
                let promoting = leaps & geometry.pawn(enemy).promotion_rank;
                [
                    UnmaskedCaptures { victims: !B::Set::EMPTY, departures: lines | promoting },
                    UnmaskedCaptures { victims: position.walk(Walk::Knight), departures: leaps },
                ]
            }
            _ => [UnmaskedCaptures::all(), UnmaskedCaptures::NONE],
        }
    }

    #[inline(always)]
    fn check_condition<B: Board>(
        &self,
        board: &B,
        attacker: RoyalAttacker,
        at: Square,
    ) -> CheckCondition<B::Set> {
        let RoyalAttacker { side, walk, from, royal } = attacker;
        if !self.form.is_capturer_reborn() {
            return if self.royals == Royals::Exclusive {
                CheckCondition::Always
            } else {
                CheckCondition::Unknown
            };
        }
        if royal && self.royals == Royals::Exclusive {
            return CheckCondition::Always;
        }
        let of = |walk| match self.home(board, walk, side, at) {
            Some(home) if home == at && self.form == CirceForm::Cheylan => {
                CheckCondition::UnlessOccupied(B::Set::EMPTY)
            }
            Some(home) if home != at && home != from => CheckCondition::UnlessOccupied(B::Set::of(home)),
            _ => CheckCondition::Always,
        };
        if walk == Walk::Pawn && board.geometry().pawn(side).promotion_rank.contains(at) {
            let any = CheckCondition::UnlessOccupied(B::Set::EMPTY);
            return Walk::PROMOTIONS.into_iter().fold(any, |all, walk| all.or(of(walk)));
        }
        of(walk)
    }

    #[inline]
    fn final_squares<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        self.form.is_capturer_reborn().then(|| self.homes(board, side)[walk.index()])
    }

    fn apply_capture_effects<B: Board, M: AnyRuleState, T: EffectObserver>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        observer: &mut T,
    ) -> StageOutcome {
        if self.form.is_capturer_reborn() {
            return self.rebirth_capturer(board, position, capture, observer);
        }
        let man = capture.captured;
        if man.royal && self.royals == Royals::Exclusive {
            return StageOutcome::Done;
        }
        let victim = (man.walk, capture.by.other());
        let way = Way { from: capture.from, to: capture.to };
        let Some(home) = self.victim_home(board, victim, capture.at, way) else { return StageOutcome::Done };
        let promotion = if self.promotes_victim(board, victim, home) {
            Walk::PROMOTIONS.get(capture.branch.number() as usize).copied()
        } else {
            None
        };
        if position.occupied().contains(home) {
            match self.on_occupied {
                CirceOccupied::Relaxed => return StageOutcome::Done,
                CirceOccupied::Strict => return StageOutcome::Forbidden,
                CirceOccupied::Assassin => {
                    let Some(occupant) = position.man(home) else { return StageOutcome::Done };
                    let assassination = Effect::Assassinated { man: occupant, at: home };
                    observer.on_effect(assassination);
                    position.apply(assassination, board.geometry());
                }
            }
        }
        // `Position::apply` without the effects that cannot happen here: this is a hot path.
        observer.on_effect(Effect::Reborn { man, at: home, promotion, new_colour: None });
        position.place_with_castling(
            Man { walk: promotion.unwrap_or(man.walk), ..man },
            home,
            board.geometry(),
        );
        StageOutcome::Done
    }

    #[inline]
    fn capture_outcome<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<CaptureOutcome> {
        let (from, to, side) = (capture.from, capture.to, position.to_move);
        let at = if capture.kind == MoveKind::EnPassant { position.ep_pawn()? } else { to };
        let others = position.occupied().without(from).without(at);
        let no_rebirth = CaptureOutcome::Allowed { capturer: to, reborn: None };
        if self.form.is_capturer_reborn() {
            // Moves into check are generated in a position in which the king is not marked as royal.
            let capturer_stays = self.royals == Royals::Exclusive && capture.walk == Walk::King;
            return Some(if capturer_stays {
                no_rebirth
            } else {
                self.capturer_outcome(board, capture, side, at, others)
            });
        }
        // Captures of royal men are not predicted: whether a king could be reborn decides about check.
        if position.royal.contains(at) {
            return None;
        }
        let walk = position.walk_on(at)?;
        let victim = (walk, side.other());
        let Some(home) = self.victim_home(board, victim, at, Way { from, to }) else {
            return Some(no_rebirth);
        };
        let reborn = if self.promotes_victim(board, victim, home) {
            *Walk::PROMOTIONS.get(capture.branch.number() as usize)?
        } else {
            walk
        };
        if !others.with(to).contains(home) {
            return Some(CaptureOutcome::Allowed { capturer: to, reborn: Some((reborn, home)) });
        }
        match self.on_occupied {
            CirceOccupied::Relaxed => Some(no_rebirth),
            CirceOccupied::Strict => Some(CaptureOutcome::Forbidden),
            CirceOccupied::Assassin => None,
        }
    }

    /// Returns the number of branches: one for each promotion, if a pawn is reborn on a promotion square.
    #[inline]
    fn branch_count<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        if self.form.depends_on_move() { self.count_promotions(board, position, capture) } else { 1 }
    }

    #[inline]
    fn final_square<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        mv: Move,
    ) -> Square {
        let royal = self.royals == Royals::Exclusive && position.royal.contains(mv.from);
        if !self.form.is_capturer_reborn() || !mv.is_capture() || royal {
            return mv.to;
        }
        let at = position.ep_pawn().filter(|_| mv.kind == MoveKind::EnPassant).unwrap_or(mv.to);
        let walk = mv.promotion.unwrap_or(mv.walk);
        self.home(board, walk, position.to_move, at).unwrap_or(mv.to)
    }
}
