//! Entries: moves that place a man of the reserve on the board.

use std::ops::ControlFlow;

use super::Flow;
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{EffectObserver, Man, Move, MoveKind, Walk};
use crate::rules::{Choices, KingRebirth, MoveContext, RuleSet, StageOutcome};

/// Visits the pseudo-legal entries until the visitor breaks.
pub(super) fn for_each_entry<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    if game.rules.flags().entries {
        for walk in Walk::CHESS {
            for at in game.rules.entries(game, position, walk).iter() {
                visit(Move::new(walk, at, at, MoveKind::Entry), 0)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Makes an entry on the position itself.
pub(super) fn make_entry<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    choices: &mut Choices,
    observer: &mut dyn EffectObserver,
) -> StageOutcome {
    let by = position.to_move;
    if position.occupied().contains(mv.to) {
        return StageOutcome::Forbidden;
    }
    let man = Man::new(by, mv.walk);
    position.clear_ep();
    position.place(man, mv.to);
    game.rules.record_entry(&mut position.rule_state, by, mv.walk);
    if game.rules.flags().entries_castle {
        position.grant_castling_at_home(mv.to, game.board.geometry());
    }
    game.rules.apply_move_effects(&mut MoveContext {
        game,
        position,
        observer,
        choices,
        by,
        mv,
        mover: man,
        at: Some(mv.to),
        departure: mv.from,
        origin: mv.from,
        victim: None,
        hurdle: None,
        before: None,
        is_first_leg: true,
        king_rebirth: KingRebirth::Optional,
    })
}
