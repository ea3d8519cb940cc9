//! Changes that rules make to a position beside the move itself.
//!
//! A rule acts only through these, made by [`Position::apply`], so that what is told
//! of a move is what was done.

use super::{CapturedMan, Colour, Man, Memory, Position, Walk};
use crate::board::{Geometry, Square, Squares};

/// Something a rule does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A captured man comes back on an empty square, with the rights of a man at home.
    Reborn {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
        /// What it becomes at once.
        promotion: Option<Walk>,
        /// To whom it belongs afterwards, if not to whom it did.
        new_colour: Option<Colour>,
    },
    /// The man on a square is removed by one that is reborn there.
    Assassinated {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
    /// The man on a square disappears.
    Removed {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
    /// A man goes to another, empty, square (or stays), with the rights of a man at home.
    Transferred {
        /// Who, as it was.
        man: Man,
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// How it moves from now on.
        walk: Walk,
        /// What it becomes at once.
        promotion: Option<Walk>,
        /// To whom it belongs afterwards, if not to whom it did.
        new_colour: Option<Colour>,
    },
    /// The man that has moved moves once more by the same move.
    Continued {
        /// Who, as it was.
        man: Man,
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whom it takes there.
        captured: Option<CapturedMan>,
        /// Did it have to?
        is_forced: bool,
    },
    /// A man becomes another.
    WalkChanged {
        /// Who, as it was.
        man: Man,
        /// Where.
        at: Square,
        /// What it becomes.
        walk: Walk,
        /// Is it the man that moved?
        is_mover: bool,
    },
    /// A man changes sides.
    ColourChanged {
        /// Who, as it was.
        man: Man,
        /// Where.
        at: Square,
        /// To whom it belongs now.
        colour: Colour,
        /// Is it the man that moved?
        is_mover: bool,
    },
    /// A man goes below a square.
    Hidden {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
        /// What it becomes at once.
        promotion: Option<Walk>,
        /// As whom he stood on the board, and where, if he did.
        from: Option<(Man, Square)>,
    },
    /// The man on a square goes below it.
    HiddenInPlace {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
    /// A man goes to the empty square from which it moves instead of from its own.
    MovedToOrigin {
        /// Who.
        man: Man,
        /// Where it stood.
        from: Square,
        /// From where it moves.
        to: Square,
    },
    /// The capturer puts a captured man on an empty square.
    Placed {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
        /// Has it the right to castle of a man at home?
        may_castle: bool,
    },
    /// A pawn that was put where it promotes is promoted by its owner before he moves.
    Promoted {
        /// Who, as it was.
        man: Man,
        /// Where.
        at: Square,
        /// What it becomes.
        walk: Walk,
    },
    /// The man that has moved switches to another square by the same move.
    Switched {
        /// Who.
        man: Man,
        /// Where it came to.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A man comes up on its square, which is empty.
    Revealed {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
}

/// One who is told the changes as they are made.
pub trait EffectObserver {
    /// Takes one change.
    fn on_effect(&mut self, effect: Effect);

    /// Hears that the mover has decided, on what follows.
    fn on_decision(&mut self) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl EffectObserver for NoObserver {
    #[inline]
    fn on_effect(&mut self, _: Effect) {}
}

impl EffectObserver for Vec<Effect> {
    fn on_effect(&mut self, effect: Effect) {
        self.push(effect);
    }
}

impl<S: Squares, M: Memory> Position<S, M> {
    /// Makes a change.
    ///
    /// What goes below a square, or comes from there, is the memory's affair; here only
    /// the board changes.
    #[inline]
    pub fn apply(&mut self, effect: Effect, geometry: &Geometry<S>) {
        match effect {
            Effect::Reborn { man, at, promotion, new_colour: turned } => {
                self.place_with_castling(transformed(man, man.walk, promotion, turned), at, geometry);
            }
            Effect::Transferred { man, from, to, walk, promotion, new_colour: turned } => {
                self.remove(man, from);
                self.place_with_castling(transformed(man, walk, promotion, turned), to, geometry);
            }
            Effect::Continued { man, from, to, captured, .. } => {
                if let Some(taken) = captured {
                    self.remove(taken.man, taken.at);
                }
                self.move_man(man, from, to);
            }
            Effect::WalkChanged { man, at, walk, .. } => {
                self.remove(man, at);
                self.place_with_castling(Man { walk, ..man }, at, geometry);
            }
            Effect::ColourChanged { man, at, colour, .. } => {
                self.remove(man, at);
                self.place_with_castling(Man { colour, ..man }, at, geometry);
            }
            Effect::Placed { man, at, may_castle: true } => self.place_with_castling(man, at, geometry),
            Effect::Placed { man, at, may_castle: false } => self.place(man, at),
            Effect::Promoted { man, at, walk } => {
                self.remove(man, at);
                self.place(Man { walk, ..man }, at);
            }
            Effect::Revealed { man, at } => self.place_with_castling(man, at, geometry),
            Effect::Assassinated { man, at }
            | Effect::Removed { man, at }
            | Effect::HiddenInPlace { man, at } => {
                self.remove(man, at);
            }
            Effect::MovedToOrigin { man, from, to } | Effect::Switched { man, from, to } => {
                self.move_man(man, from, to);
            }
            Effect::Hidden { .. } => {}
        }
    }

    /// Puts a man on an empty square with the rights of a man that stands at home.
    #[inline]
    pub fn place_with_castling(&mut self, man: Man, at: Square, geometry: &Geometry<S>) {
        self.place(man, at);
        if matches!(man.walk, Walk::King | Walk::Rook) {
            self.grant_castling_at_home(at, geometry);
        }
    }
}

/// The man as it is after a walk, a promotion or another side was given to it.
#[inline]
fn transformed(man: Man, walk: Walk, promotion: Option<Walk>, turned: Option<Colour>) -> Man {
    Man { walk: promotion.unwrap_or(walk), colour: turned.unwrap_or(man.colour), ..man }
}
