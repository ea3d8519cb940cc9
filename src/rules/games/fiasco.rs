//! Eric's 40-square Fiasco: on five files and eight ranks, without castling. Each side has
//! a bank of a queen, a rook and a knight. Instead of moving it may drop one of them on an empty
//! square of its own first rank. Captured men leave the game.
//!
//! The source of the rules does not give the initial squares of the officers. They are the five that
//! are not in the bank, assumed here to be R N B K B.
//!
//! wKa1, bKe8 Re1, the white bank full: White can interpose each of the three on b1, c1
//! and d1, or go to a2 or b2.

use crate::board::GameArray;
use crate::position::{Position, Reserve, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men are dropped from banks, with this game array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fiasco(pub GameArray);

impl Default for Fiasco {
    fn default() -> Fiasco {
        Fiasco(GameArray::FIASCO)
    }
}

impl Fiasco {
    /// The walks of a full bank.
    pub const BANK: [Walk; 3] = [Walk::Queen, Walk::Rook, Walk::Knight];
}

impl Rule for Fiasco {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        let mut reserve = Reserve::EMPTY;
        for (side, walk) in Side::BOTH.into_iter().flat_map(|side| Fiasco::BANK.map(|walk| (side, walk))) {
            reserve.add(side, walk);
        }
        RuleFlags { entries: true, reserve, ..RuleFlags::default() }
    }

    fn entries<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        _: Walk,
    ) -> F::Set {
        game.geometry().pawn(position.to_move).first_rank
    }
}
