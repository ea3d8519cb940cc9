//! Snek chess: if a side loses an officer, another of its men, by the mover's choice the
//! one or the other, becomes what was lost: for a queen a rook does, for a rook a bishop,
//! for a bishop a knight, and for a knight the king, which stays royal and is a king again
//! when a pawn is lost. Snek circle: for a knight a queen does, and kings never change.

use crate::board::Squares;
use crate::position::{RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};
use crate::rules::rule::{CaptureEffect, Rule};

/// Who becomes what was lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Snek {
    /// In the order queen, rook, bishop, knight, king.
    Chess,
    /// In the order queen, rook, bishop, knight, queen.
    Circle,
}

impl Snek {
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

    fn affect_others<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim else { return StageOutcome::Done };
        let lost = victim.man.walk;
        let men = ctx.position.of(side_of(victim.man, ctx.by));
        if lost == Walk::Pawn && *self == Snek::Chess {
            if let Some(king) = (ctx.position.royal & men).first() {
                ctx.retype(king, Walk::King, false);
            }
        } else if let Some(heir) = self.successor(lost) {
            let heirs: Vec<_> = (ctx.position.walk(heir) & men).iter().collect();
            if !heirs.is_empty() {
                let heir = heirs[ctx.choose(heirs.len())];
                ctx.retype(heir, lost, false);
            }
        }
        StageOutcome::Done
    }
}
