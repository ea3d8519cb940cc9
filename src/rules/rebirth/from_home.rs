//! Rebirth squares as squares to move from: Marscirce, Antimars and Phantom chess.
//!
//! A man is lifted from its square, put on its rebirth square, if that is empty or its
//! own, and moves from there. With wKg2 Rd4 against bKh7 Sa6 Sd6 the rook plays, in
//!
//! * Marscirce: captures from home only, as in Rd4-a1*a6, other moves as usual; a king
//!   castles from home too;
//! * Antimars: captures as usual, as in Rd4*d6, other moves from home only, as in
//!   Rd4-a1-a5; kings and rooks castle from home too, wherever they stand;
//! * Phantom chess: all moves both ways.

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

    fn origins<F: GameView<Memory = RuleState>>(
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

    fn origins<F: GameView<Memory = RuleState>>(
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

    fn origins<F: GameView<Memory = RuleState>>(
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
    /// What is to be done where men move from their homes.
    fn virtual_origin_flags(&self) -> RuleFlags {
        RuleFlags { virtual_origins: true, ..self.flags() }
    }

    /// Is the man a king of whose home the rule does not speak?
    fn is_exempt_king<S: Squares>(&self, position: &Position<S, RuleState>, from: Square) -> bool {
        position.royal.contains(from) && self.royals == Royals::Exclusive
    }
}
