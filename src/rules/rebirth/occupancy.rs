//! Room for a man that is reborn: which of its homes, and what becomes of who stands there.

use super::home::{HomeCandidates, is_cage};
use super::{Home, OnOccupied, Rebirth};
use crate::board::{Square, Squares};
use crate::position::{Effect, Man, Memory, RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};

/// Where a rebirth has led.
pub(super) enum RebirthPlacement {
    /// The man goes there; the square is empty by now.
    On(Square),
    /// The same, and what a pawn becomes there is decided.
    OnDecided(Square, Option<Walk>),
    /// It goes below the man who stands there, and what a pawn becomes is decided if it
    /// says so.
    Hidden(Square, Option<Walk>),
    /// It is not reborn.
    NotReborn,
    /// The capture is illegal.
    Illegal,
}

impl Rebirth {
    /// Decides where of these homes the man goes, and makes room there. A capturer has been
    /// lifted from its square meanwhile, which is given.
    pub(super) fn choose_placement<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        man: Man,
        homes: HomeCandidates<F::Set>,
        lifted: Option<Square>,
    ) -> Result<RebirthPlacement, StageOutcome> {
        let barred = lifted.filter(|_| self.cheylan);
        let full = match self.on_occupied {
            OnOccupied::Strict => RebirthPlacement::Illegal,
            _ => RebirthPlacement::NotReborn,
        };
        Ok(match homes {
            HomeCandidates::None => RebirthPlacement::NotReborn,
            HomeCandidates::OffBoard => full,
            HomeCandidates::Cages(cages, side) => {
                // The man would move in the next half-move, which knows of no capture but this one.
                let mut over = *ctx.position;
                over.memory.count_ply();
                if over.memory.last_capture_expires {
                    over.memory.last_captured = ctx.victim;
                    over.memory.last_capture_side = ctx.victim.map(|_| ctx.by);
                }
                let game = ctx.game;
                let shared = self.on_occupied.shares_square();
                let is_cage = |cage: (Square, Option<Walk>)| {
                    let mut there = over;
                    // Who shares the square with the man stands there again when that leaves it.
                    let occupant = there.man(cage.0).filter(|_| shared);
                    let room = occupant.is_none_or(|occupant| there.memory.hide(occupant, cage.0, true));
                    room && is_cage(game, &there, (man, side), cage)
                };
                let chosen = ctx.choices.choose(cages.len() + 1);
                match cages.get(chosen) {
                    Some(&cage) if is_cage(cage) => {
                        ctx.observer.on_decision();
                        self.occupy_decided(ctx, cage, lifted)?
                    }
                    // To come to the next one by a branch for each takes a hundred times as long.
                    Some(_) => {
                        let next = (chosen + 1..cages.len()).find(|&next| is_cage(cages[next]));
                        ctx.choices.skip_until(next.unwrap_or(cages.len()));
                        return Err(StageOutcome::Forbidden);
                    }
                    None if !cages.iter().any(|&cage| is_cage(cage)) => full,
                    _ => return Err(StageOutcome::Forbidden),
                }
            }
            HomeCandidates::Must(squares) if squares.is_empty() => RebirthPlacement::Illegal,
            HomeCandidates::Any(squares) if squares.is_empty() => full,
            HomeCandidates::Must(squares) => {
                let chosen = nth(squares, ctx.choose(squares.count() as usize));
                self.occupy(ctx, chosen, lifted)?
            }
            HomeCandidates::Any(squares) => {
                let count = squares.count() as usize;
                match ctx.choose(count + usize::from(self.is_rebirth_optional(lifted.is_some()))) {
                    chosen if chosen < count => self.occupy(ctx, nth(squares, chosen), lifted)?,
                    _ => RebirthPlacement::NotReborn,
                }
            }
            HomeCandidates::One(square) if barred == Some(square) => RebirthPlacement::Illegal,
            HomeCandidates::One(square) => self.occupy(ctx, square, lifted)?,
        })
    }

    /// Where a square is a matter of choice, so is rebirth itself, unless it is strict.
    pub(super) fn is_rebirth_optional(&self, capturer: bool) -> bool {
        let strict = match self.on_occupied {
            OnOccupied::Strict => true,
            OnOccupied::Pongracz => capturer,
            _ => false,
        };
        self.home == Home::Super && !strict
    }

    /// Makes room on a square, where a pawn may promote.
    fn occupy<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        square: Square,
        lifted: Option<Square>,
    ) -> Result<RebirthPlacement, StageOutcome> {
        Ok(match self.occupy_decided(ctx, (square, None), lifted)? {
            RebirthPlacement::OnDecided(square, None) => RebirthPlacement::On(square),
            place => place,
        })
    }

    /// Makes room on a square for a man that becomes another by promotion or not.
    fn occupy_decided<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        (square, promotion): (Square, Option<Walk>),
        lifted: Option<Square>,
    ) -> Result<RebirthPlacement, StageOutcome> {
        let occupied = ctx.position.occupied().contains(square);
        let Some(occupant) = occupied.then(|| ctx.position.man(square)).flatten() else {
            return Ok(RebirthPlacement::OnDecided(square, promotion));
        };
        match self.on_occupied {
            OnOccupied::Relaxed => return Ok(RebirthPlacement::NotReborn),
            OnOccupied::Strict => return Ok(RebirthPlacement::Illegal),
            OnOccupied::Volcanic => return Ok(RebirthPlacement::Hidden(square, promotion)),
            OnOccupied::Parachute => {
                if !ctx.position.memory.hide(occupant, square, true) {
                    return Err(StageOutcome::Forbidden);
                }
                ctx.apply(Effect::HiddenInPlace { man: occupant, at: square });
            }
            OnOccupied::Assassin => ctx.apply(Effect::Assassinated { man: occupant, at: square }),
            OnOccupied::Pongracz if !self.push_chain(ctx, square, lifted)? => {
                return Ok(RebirthPlacement::NotReborn);
            }
            OnOccupied::Pongracz => {}
        }
        Ok(RebirthPlacement::OnDecided(square, promotion))
    }

    /// Lets the man on a square be reborn, and the one on its rebirth square, and so on.
    /// False, and nothing is done, if none of them comes to an empty square. Nobody can be
    /// pushed on to where a capturer stands until it is reborn.
    fn push_chain<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        square: Square,
        lifted: Option<Square>,
    ) -> Result<bool, StageOutcome> {
        let mut chain: Vec<(Man, Square, Square)> = Vec::new();
        let mut from = square;
        while let Some(man) = ctx.position.man(from) {
            let side = side_of(man, ctx.by);
            let homes = self.candidates(&self.query(ctx, man, (man, side), from));
            let HomeCandidates::One(to) = homes else { return Ok(false) };
            if to == square || chain.iter().any(|&(_, _, filled)| filled == to) {
                return Ok(false);
            }
            chain.push((man, from, to));
            from = to;
        }
        if lifted == Some(from) {
            return Err(StageOutcome::Forbidden);
        }
        for (man, from, to) in chain.into_iter().rev() {
            ctx.apply(Effect::Transferred {
                man,
                from,
                to,
                walk: man.walk,
                promotion: None,
                new_colour: None,
            });
            ctx.track_mover(from, Some(to));
        }
        Ok(true)
    }
}

/// The square of this number in the set, which has so many.
fn nth<S: Squares>(squares: S, number: usize) -> Square {
    squares.iter().nth(number).unwrap_or(Square::new(0))
}
