//! Haunted chess: a captured man is hidden below the square of its capture and reappears when the
//! square is left. Ghost chess: it cannot be captured after that. A pawn captured en passant
//! reappears at once. In Haunted chess a capture on a square removes the man hidden below it.

use crate::position::{Man, ManFlags, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The man that reappears.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ghost {
    /// The captured man as it was: Haunted chess.
    Haunted,
    /// The captured man, which cannot be captured any more: Ghost chess.
    Uncapturable,
}

impl Rule for Ghost {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::VictimHidden
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { reveals_hidden: true, ..RuleFlags::default() }
    }

    fn hide_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim.filter(|victim| !victim.man.royal) else { return StageOutcome::Done };
        let rule_state = &mut ctx.position.rule_state;
        let man = match self {
            Ghost::Haunted => {
                rule_state.reveal(victim.at);
                victim.man
            }
            Ghost::Uncapturable => Man { flags: victim.man.flags.with(ManFlags::UNCAPTURABLE), ..victim.man },
        };
        if rule_state.hide(man, victim.at, true) { StageOutcome::Done } else { StageOutcome::Forbidden }
    }

    fn reveal_hidden<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        ctx.reveal_hidden_men();
        StageOutcome::Done
    }
}
