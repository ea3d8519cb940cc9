//! Changes that rules make to a position beside the move itself.
//!
//! A rule acts only through these, made by [`Position::apply`], so that what is told
//! of a move is what was done.

use super::{Colour, Man, Memory, Position, Taken, Walk};
use crate::board::{Geometry, Square, Squares};

/// Something a rule does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A captured man comes back on an empty square, with the rights of a man at home.
    Reborn {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
        /// What it becomes at once.
        promotion: Option<Walk>,
        /// To whom it belongs afterwards, if not to whom it did.
        turned: Option<Colour>,
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
        turned: Option<Colour>,
    },
    /// The man that has moved moves once more by the same move.
    WentOn {
        /// Who, as it was.
        man: Man,
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whom it takes there.
        captured: Option<Taken>,
        /// Did it have to?
        obliged: bool,
    },
    /// A man becomes another.
    Retyped {
        /// Who, as it was.
        man: Man,
        /// Where.
        at: Square,
        /// What it becomes.
        walk: Walk,
        /// Is it the man that moved?
        mover: bool,
    },
    /// A man changes sides.
    Recoloured {
        /// Who, as it was.
        man: Man,
        /// Where.
        at: Square,
        /// To whom it belongs now.
        colour: Colour,
        /// Is it the man that moved?
        mover: bool,
    },
    /// A man goes below a square.
    Buried {
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
    Covered {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
    /// A man goes to the empty square from which it moves instead of from its own.
    Shifted {
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
        castles: bool,
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
    Surfaced {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
}

/// One who is told the changes as they are made.
pub trait Teller {
    /// Takes one change.
    fn tell(&mut self, change: Change);

    /// Hears that the mover has decided, on what follows.
    fn decide(&mut self) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Teller for Silent {
    #[inline]
    fn tell(&mut self, _: Change) {}
}

impl Teller for Vec<Change> {
    fn tell(&mut self, change: Change) {
        self.push(change);
    }
}

impl<S: Squares, M: Memory> Position<S, M> {
    /// Makes a change.
    ///
    /// What goes below a square, or comes from there, is the memory's affair; here only
    /// the board changes.
    #[inline]
    pub fn apply(&mut self, change: Change, geometry: &Geometry<S>) {
        match change {
            Change::Reborn { man, at, promotion, turned } => {
                self.settle(changed(man, man.walk, promotion, turned), at, geometry);
            }
            Change::Transferred { man, from, to, walk, promotion, turned } => {
                self.lift(man, from);
                self.settle(changed(man, walk, promotion, turned), to, geometry);
            }
            Change::WentOn { man, from, to, captured, .. } => {
                if let Some(taken) = captured {
                    self.lift(taken.man, taken.at);
                }
                self.shift(man, from, to);
            }
            Change::Retyped { man, at, walk, .. } => {
                self.lift(man, at);
                self.settle(Man { walk, ..man }, at, geometry);
            }
            Change::Recoloured { man, at, colour, .. } => {
                self.lift(man, at);
                self.settle(Man { colour, ..man }, at, geometry);
            }
            Change::Placed { man, at, castles: true } => self.settle(man, at, geometry),
            Change::Placed { man, at, castles: false } => self.put(man, at),
            Change::Promoted { man, at, walk } => {
                self.lift(man, at);
                self.put(Man { walk, ..man }, at);
            }
            Change::Surfaced { man, at } => self.settle(man, at, geometry),
            Change::Assassinated { man, at } | Change::Removed { man, at } | Change::Covered { man, at } => {
                self.lift(man, at);
            }
            Change::Shifted { man, from, to } | Change::Switched { man, from, to } => {
                self.shift(man, from, to);
            }
            Change::Buried { .. } => {}
        }
    }

    /// Puts a man on an empty square with the rights of a man that stands at home.
    #[inline]
    pub fn settle(&mut self, man: Man, at: Square, geometry: &Geometry<S>) {
        self.put(man, at);
        if matches!(man.walk, Walk::King | Walk::Rook) {
            self.grant_castling_at_home(at, geometry);
        }
    }
}

/// The man as it is after a walk, a promotion or another side was given to it.
#[inline]
fn changed(man: Man, walk: Walk, promotion: Option<Walk>, turned: Option<Colour>) -> Man {
    Man { walk: promotion.unwrap_or(walk), colour: turned.unwrap_or(man.colour), ..man }
}
