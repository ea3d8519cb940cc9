//! Exchanges: moves by which a man and an enemy man change places.

use std::ops::ControlFlow;

use super::Flow;
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, MoveKind};
use crate::rules::{RuleSet, StageOutcome};

/// Visits the pseudo-legal exchanges until the visitor breaks.
// Out of line, since it is rare.
#[inline(never)]
pub(super) fn for_each_exchange<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    for from in position.of(position.to_move).iter() {
        let Some(walk) = position.walk_on(from) else { continue };
        for to in game.rules.exchange_partners(game, position, from).iter() {
            visit(Move::new(walk, from, to, MoveKind::Exchange), 0)?;
        }
    }
    ControlFlow::Continue(())
}

/// Makes an exchange on the position itself. It has no effect but that the two men change places.
pub(super) fn make_exchange<B: Board>(position: &mut PositionOf<B, RuleSet>, mv: Move) -> StageOutcome {
    let (Some(man), Some(partner)) = (position.man(mv.from), position.man(mv.to)) else {
        return StageOutcome::Forbidden;
    };
    position.clear_ep();
    position.remove(man, mv.from);
    position.remove(partner, mv.to);
    position.place(man, mv.to);
    position.place(partner, mv.from);
    let rule_state = &mut position.rule_state;
    rule_state.on_pass();
    rule_state.mover_square = Some(mv.to);
    rule_state.last_exchange = Some([mv.from.min(mv.to), mv.from.max(mv.to)]);
    StageOutcome::Done
}
