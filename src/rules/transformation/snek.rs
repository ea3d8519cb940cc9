//! Snek chess: if a side loses an officer, another of its men takes the walk of the lost man, by the
//! mover's choice if there are several. A rook replaces a queen, a bishop a rook, a knight a bishop,
//! and the king a knight; the king stays royal and is a king again after the loss of a pawn. Snek
//! circle: a queen replaces a knight, and kings never change.

use crate::board::Squares;
use crate::position::{RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};
use crate::rules::rule::{CaptureEffect, Rule};

/// The order of replacement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Snek {
    /// In the order queen, rook, bishop, knight, king.
    Chess,
    /// In the order queen, rook, bishop, knight, queen.
    Circle,
}

impl Snek {
    /// Returns the walk of the men that can replace a lost man.
    fn successor(self, lost: Walk) -> Option<Walk> {
        Some(match (lost, self) {
            (Walk::Queen, _) => Walk::Rook,
            (Walk::Rook, _) => Walk::Bishop,
            (Walk::Bishop, _) => Walk::Knight,
            (Walk::Knight, Snek::Chess) => Walk::King,
            (Walk::Knight, Snek::Circle) => Walk::Queen,
            _ => return None,
        })
    }
}

impl Rule for Snek {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn affect_others<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim else { return StageOutcome::Done };
        let lost = victim.man.walk;
        let men = ctx.position.of(side_of(victim.man, ctx.by));
        if lost == Walk::Pawn && *self == Snek::Chess {
            if let Some(king) = (ctx.position.royal & men).first() {
                ctx.retype(king, Walk::King, false);
            }
        } else if let Some(successor) = self.successor(lost) {
            let candidates: Vec<_> = (ctx.position.walk(successor) & men).iter().collect();
            if !candidates.is_empty() {
                let at = candidates[ctx.choose(candidates.len())];
                ctx.retype(at, lost, false);
            }
        }
        StageOutcome::Done
    }
}
