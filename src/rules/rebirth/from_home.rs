//! Rebirth squares as departure squares: Marscirce, Antimars and Phantom chess.
//!
//! A man is put on its rebirth square, if that is empty or its own, and moves from there. With wKg2 Rd4
//! against bKh7 Sa6 Sd6 the rook moves as follows:
//!
//! * Marscirce: captures from the rebirth square only, as in Rd4-a1*a6, other moves as usual; a king also
//!   castles from its rebirth square.
//! * Antimars: captures as usual, as in Rd4*d6, other moves from the rebirth square only, as in
//!   Rd4-a1-a5; kings and rooks also castle from their rebirth squares, wherever they are.
//! * Phantom chess: all moves from both squares.

use super::{Rebirth, Royals};
use crate::board::{Square, Squares};
use crate::position::{Position, RuleState};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{Rule, RuleFlags};

/// Men capture from their rebirth squares only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marscirce(pub Rebirth);

/// Men move without capturing from their rebirth squares only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Antimars(pub Rebirth);

/// Men move from their own squares or from their rebirth squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phantom(pub Rebirth);

impl Rule for Marscirce {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { castles_from_home: true, ..self.0.virtual_origin_flags() }
    }

    fn origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        capture.then(|| {
            if self.0.is_exempt_king(position, from) {
                F::Set::EMPTY
            } else {
                self.0.rebirth_origins(game, position, from)
            }
        })
    }
}

impl Rule for Antimars {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { castles_from_home: true, ..self.0.virtual_origin_flags() }
    }

    fn origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        (!capture).then(|| {
            if self.0.is_exempt_king(position, from) {
                F::Set::EMPTY
            } else {
                self.0.rebirth_origins(game, position, from)
            }
        })
    }
}

impl Rule for Phantom {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn flags(&self) -> RuleFlags {
        self.0.virtual_origin_flags()
    }

    fn origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        _: bool,
    ) -> Option<F::Set> {
        (!self.0.is_exempt_king(position, from))
            .then(|| self.0.rebirth_origins(game, position, from).with(from))
    }
}

impl Rebirth {
    /// Returns the flags of a rule with rebirth squares as departure squares.
    fn virtual_origin_flags(&self) -> RuleFlags {
        RuleFlags { virtual_origins: true, ..self.flags() }
    }

    /// Returns whether the man on `from` is a king to which the rule does not apply.
    fn is_exempt_king<S: Squares>(&self, position: &Position<S, RuleState>, from: Square) -> bool {
        position.royal.contains(from) && self.royals == Royals::Exclusive
    }
}
