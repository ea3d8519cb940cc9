//! The choice among the candidate squares of a rebirth, and its effect on a man that occupies the chosen
//! square.

use super::home::{HomeCandidates, is_cage};
use super::{Home, OnOccupied, Rebirth};
use crate::board::{Square, Squares};
use crate::position::{AnyRuleState, Effect, Man, RuleState, Side, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};

/// The result of a rebirth.
pub(super) enum RebirthPlacement {
    /// The man is reborn on the square, which is empty by now.
    On(Square),
    /// As [`On`](Self::On), with the promotion of a pawn already chosen.
    OnDecided(Square, Option<Walk>),
    /// The man is hidden below the man on the square. The promotion of a pawn is already chosen if given.
    Hidden(Square, Option<Walk>),
    /// The man is not reborn.
    NotReborn,
    /// The capture is illegal.
    Illegal,
}

impl Rebirth {
    /// Chooses one of the candidate squares, and makes it available. `lifted` is the square of a capturer
    /// that has been removed from it meanwhile.
    pub(super) fn choose_placement<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        man: Man,
        candidates: HomeCandidates<F::Set>,
        lifted: Option<Square>,
    ) -> Result<RebirthPlacement, StageOutcome> {
        let forbidden_square = lifted.filter(|_| self.cheylan);
        let none_free = match self.on_occupied {
            OnOccupied::Strict => RebirthPlacement::Illegal,
            _ => RebirthPlacement::NotReborn,
        };
        Ok(match candidates {
            HomeCandidates::None => RebirthPlacement::NotReborn,
            HomeCandidates::OffBoard => none_free,
            HomeCandidates::Cages(cages, side) => match self.choose_cage(ctx, (man, side), &cages)? {
                Some(cage) => self.occupy_decided(ctx, cage, lifted)?,
                None => none_free,
            },
            HomeCandidates::Must(squares) if squares.is_empty() => RebirthPlacement::Illegal,
            HomeCandidates::Any(squares) if squares.is_empty() => none_free,
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
            HomeCandidates::One(square) if forbidden_square == Some(square) => RebirthPlacement::Illegal,
            HomeCandidates::One(square) => self.occupy(ctx, square, lifted)?,
        })
    }

    /// Chooses one of the squares from which the man cannot move; `None` if there is none.
    fn choose_cage<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        (man, side): (Man, Side),
        cages: &[(Square, Option<Walk>)],
    ) -> Result<Option<(Square, Option<Walk>)>, StageOutcome> {
        // The man would make the next ply, in which no other capture than this one is remembered.
        let mut next = *ctx.position;
        next.rule_state.count_ply();
        if next.rule_state.last_capture_expires {
            next.rule_state.last_captured = ctx.victim;
            next.rule_state.last_capture_side = ctx.victim.map(|_| ctx.by);
        }
        let game = ctx.game;
        let shares = self.on_occupied.shares_square();
        let is_cage = |cage: (Square, Option<Walk>)| {
            let mut with_cage = next;
            // A man that shares the square reappears when the reborn man leaves.
            let occupant = with_cage.man(cage.0).filter(|_| shares);
            let has_room = occupant.is_none_or(|occupant| with_cage.rule_state.hide(occupant, cage.0, true));
            has_room && is_cage(game, &with_cage, (man, side), cage)
        };
        let chosen = ctx.choices.choose(cages.len() + 1);
        match cages.get(chosen) {
            Some(&cage) if is_cage(cage) => {
                ctx.observer.on_decision();
                Ok(Some(cage))
            }
            // One branch for each impossible square would take a hundred times as long.
            Some(_) => {
                let next = (chosen + 1..cages.len()).find(|&next| is_cage(cages[next]));
                ctx.choices.skip_until(next.unwrap_or(cages.len()));
                Err(StageOutcome::Forbidden)
            }
            None if !cages.iter().any(|&cage| is_cage(cage)) => Ok(None),
            None => Err(StageOutcome::Forbidden),
        }
    }

    /// Returns whether the mover may choose no rebirth: if the square is a free choice, unless the
    /// rebirth is strict.
    pub(super) fn is_rebirth_optional(&self, capturer: bool) -> bool {
        let strict = match self.on_occupied {
            OnOccupied::Strict => true,
            OnOccupied::Pongracz => capturer,
            _ => false,
        };
        self.home == Home::Super && !strict
    }

    /// Makes a square available on which a pawn may promote.
    fn occupy<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        square: Square,
        lifted: Option<Square>,
    ) -> Result<RebirthPlacement, StageOutcome> {
        Ok(match self.occupy_decided(ctx, (square, None), lifted)? {
            RebirthPlacement::OnDecided(square, None) => RebirthPlacement::On(square),
            placement => placement,
        })
    }

    /// Makes a square available for a man with a chosen promotion.
    fn occupy_decided<F: GameView<State = RuleState>>(
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
                if !ctx.position.rule_state.hide(occupant, square, true) {
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

    /// Lets the man on a square be reborn, then the man on its rebirth square, and so on. Returns false,
    /// without an effect, if none of them finds an empty square. No man can be pushed to the square of a
    /// capturer that is not reborn yet.
    fn push_chain<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        square: Square,
        lifted: Option<Square>,
    ) -> Result<bool, StageOutcome> {
        let mut chain: Vec<(Man, Square, Square)> = Vec::new();
        let mut from = square;
        while let Some(man) = ctx.position.man(from) {
            let side = side_of(man, ctx.by);
            let candidates = self.candidates(&self.query(ctx, man, (man, side), from));
            let HomeCandidates::One(to) = candidates else { return Ok(false) };
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

/// Returns the square with this index in the set.
fn nth<S: Squares>(squares: S, number: usize) -> Square {
    squares.iter().nth(number).unwrap_or(Square::new(0))
}
