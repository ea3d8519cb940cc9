//! Paralysing men: they capture nothing; an enemy man that one would observe cannot move and gives no check. A side
//! that could move only paralysed men is stalemate, not mate, even in check.

use crate::board::{Square, Squares};
use crate::position::{ManFlags, Position, RuleState, Side};
use crate::rules::game_view::GameView;
use crate::rules::rule::{CaptureQuery, Rule, RuleFlags};

/// Paralysing men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paralysing;

impl Paralysing {
    fn is_paralysed<F: GameView<State = RuleState>>(
        game: &F,
        position: &Position<F::Set, RuleState>,
        at: Square,
        by: Side,
    ) -> bool {
        let is_paralysing = |from: Square| position.flags(from).contains(ManFlags::PARALYSING);
        if game.attackers(position, at, by).iter().any(is_paralysing) {
            return true;
        }
        // Men that could capture a man en passant observe it.
        position.ep_pawn() == Some(at) && game.en_passant_capturers(position, by).iter().any(is_paralysing)
    }
}

impl Rule for Paralysing {
    fn flags(&self) -> RuleFlags {
        RuleFlags {
            restricts_moves: true,
            restricts_captures: true,
            restricts_observers: true,
            suffocates: true,
            ..RuleFlags::default()
        }
    }

    fn may_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        !Paralysing::is_paralysed(game, position, from, position.to_move.other())
    }

    fn may_observe<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        by: Side,
    ) -> bool {
        !position.flags(from).contains(ManFlags::PARALYSING)
            && !Paralysing::is_paralysed(game, position, from, by.other())
    }

    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        !query.mover.flags.contains(ManFlags::PARALYSING)
    }

    fn is_suffocated<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
    ) -> bool {
        let movable = game.movable_men(position);
        let is_paralysed = |at| Paralysing::is_paralysed(game, position, at, position.to_move.other());
        !movable.is_empty() && movable.iter().all(is_paralysed)
    }
}
