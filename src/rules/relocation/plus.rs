//! Plus chess: a man on one of the four central squares may also capture as if from another of them
//! that is empty.
//!
//! wKg2 Rd4, bKh7 Sa5 Sd6: Rd4*d6 is legal, and so is Rd4-e5*a5.

use crate::board::{Square, Squares};
use crate::position::{Position, RuleState};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men on the central squares also capture from the other ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plus;

impl Rule for Plus {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { virtual_origins: true, ..RuleFlags::default() }
    }

    fn origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        let layout = game.geometry().layout;
        let middle = |count: u8| [count.div_ceil(2) - 1, count / 2];
        let (files, ranks) = (middle(layout.files()), middle(layout.ranks()));
        if !capture || !files.contains(&layout.file(from)) || !ranks.contains(&layout.rank(from)) {
            return None;
        }
        let squares = files.into_iter().flat_map(|file| ranks.map(|rank| layout.at(file, rank)));
        Some((F::Set::from_squares(squares.flatten()) & !position.occupied()).with(from))
    }
}
