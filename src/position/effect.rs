//! Effects: the changes that rules make to a position in addition to the move itself.
//!
//! A rule announces each of its changes as an effect, which [`Position::apply`] carries out (some rules put men down
//! themselves) and an [`EffectObserver`] receives, so that the reported effects of a move are those that it has had.

use serde::{Deserialize, Serialize};

use super::{AnyRuleState, CapturedMan, Colour, Imitators, Man, ManFlags, Position, Walk};
use crate::board::{Geometry, Square, Squares};

/// An effect of a rule. Fields named `man` hold the man before the effect, in [`Effect::Hidden`] the man
/// that is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Effect {
    /// A captured man is reborn on an empty square, with the castling right of a man at home.
    Reborn {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its promotion, if it promotes.
        promotion: Option<Walk>,
        /// Its new colour, if it changes sides.
        new_colour: Option<Colour>,
    },
    /// The man on a square is removed by one that is reborn there.
    Assassinated {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
    /// The man on a square disappears.
    Removed {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
    /// A man is transferred to an empty square, or stays on its own, with the castling right of a man at home.
    Transferred {
        /// The man.
        man: Man,
        /// Its square before.
        from: Square,
        /// Its square afterwards.
        to: Square,
        /// Its walk afterwards.
        walk: Walk,
        /// Its promotion, if it promotes.
        promotion: Option<Walk>,
        /// Its new colour, if it changes sides.
        new_colour: Option<Colour>,
    },
    /// The man that has moved continues its move.
    Continued {
        /// The man.
        man: Man,
        /// Its square before.
        from: Square,
        /// Its square afterwards.
        to: Square,
        /// The victim, if it captures.
        captured: Option<CapturedMan>,
        /// Whether it captures en passant.
        en_passant: bool,
        /// Whether the rules force it to continue.
        is_forced: bool,
    },
    /// A man changes its walk.
    WalkChanged {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its walk afterwards.
        walk: Walk,
        /// Whether it is the man that has moved.
        is_mover: bool,
    },
    /// A king takes the walk and the attributes of a captured man.
    KingChanged {
        /// The king.
        man: Man,
        /// Its square.
        at: Square,
        /// What it is afterwards.
        new: Man,
    },
    /// A man changes sides.
    ColourChanged {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its new colour.
        colour: Colour,
        /// Whether it is the man that has moved.
        is_mover: bool,
    },
    /// The man that has moved becomes neutral, or ceases to be.
    NeutralityChanged {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its new colour.
        colour: Colour,
        /// The attribute by which it changes.
        attribute: ManFlags,
    },
    /// A man that has just promoted takes attributes.
    Marked {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its new flags.
        flags: ManFlags,
    },
    /// The man that has moved, or a rook that castles, goes to the same square of the other board.
    BoardChanged {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
    /// A man is hidden below a square.
    Hidden {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its promotion, if it promotes.
        promotion: Option<Walk>,
        /// The man that it was on the board and its square, if it was on the board.
        from: Option<(Man, Square)>,
    },
    /// The man on a square is hidden below this square.
    HiddenInPlace {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
    /// A man moves to its origin: the empty square from which it moves instead of from its own.
    MovedToOrigin {
        /// The man.
        man: Man,
        /// Its square before.
        from: Square,
        /// Its origin.
        to: Square,
    },
    /// The capturer's side places a captured man on an empty square.
    Placed {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Whether it has the castling right of a man at home.
        may_castle: bool,
    },
    /// A pawn that was placed on a promotion square is promoted by its owner before the owner's move.
    Promoted {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
        /// Its walk afterwards.
        walk: Walk,
    },
    /// The man that has moved switches to another square by the same move.
    Switched {
        /// The man.
        man: Man,
        /// The arrival square of its move.
        from: Square,
        /// Its square afterwards.
        to: Square,
    },
    /// A man that was not on the board is added on an empty square.
    Added {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
    /// A hidden man reappears on its square, which is empty.
    Revealed {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
    /// The imitators repeat the vector of the move.
    ImitatorsMoved {
        /// Their squares afterwards.
        to: Imitators,
    },
    /// A pawn becomes an imitator on its promotion square.
    BecameImitator {
        /// The man.
        man: Man,
        /// Its square.
        at: Square,
    },
}

/// An observer of the effects of a move, in the order in which they occur.
pub trait EffectObserver {
    /// Receives an effect when it is carried out.
    fn on_effect(&mut self, effect: Effect);

    /// Receives the information that the mover has chosen the next effect.
    fn on_decision(&mut self) {}
}

/// The observer that ignores all effects.
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

impl<S: Squares, M: AnyRuleState> Position<S, M> {
    /// Carries out an effect on the board. The hidden men and the imitators in the state of the rules are updated by the
    /// caller.
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
            Effect::KingChanged { man, at, new } => {
                self.remove(man, at);
                self.place_with_castling(new, at, geometry);
            }
            Effect::ColourChanged { man, at, colour, .. } => {
                self.remove(man, at);
                self.place_with_castling(Man { colour, ..man }, at, geometry);
            }
            Effect::NeutralityChanged { man, at, colour, .. } => self.replace(man, Man { colour, ..man }, at),
            Effect::Marked { man, at, flags } => self.replace(man, Man { flags, ..man }, at),
            Effect::BoardChanged { man, at } => self.replace(man, man.on_other_board(), at),
            Effect::Placed { man, at, may_castle: true } => self.place_with_castling(man, at, geometry),
            Effect::Placed { man, at, may_castle: false } | Effect::Added { man, at } => self.place(man, at),
            Effect::Promoted { man, at, walk } => {
                self.remove(man, at);
                self.place(Man { walk, ..man }, at);
            }
            Effect::Revealed { man, at } => self.place_with_castling(man, at, geometry),
            Effect::Assassinated { man, at }
            | Effect::Removed { man, at }
            | Effect::BecameImitator { man, at }
            | Effect::HiddenInPlace { man, at } => {
                self.remove(man, at);
            }
            Effect::MovedToOrigin { man, from, to } | Effect::Switched { man, from, to } => {
                self.move_man(man, from, to);
            }
            Effect::Hidden { .. } | Effect::ImitatorsMoved { .. } => {}
        }
    }

    /// Replaces a man by another one, which keeps its castling right.
    pub fn replace(&mut self, man: Man, by: Man, at: Square) {
        let may_castle = self.castling.contains(at);
        self.remove(man, at);
        self.place(by, at);
        if may_castle {
            self.grant_castling(at);
        }
    }

    /// Places a man on an empty square with the castling right of a man at home.
    #[inline]
    pub fn place_with_castling(&mut self, man: Man, at: Square, geometry: &Geometry<S>) {
        self.place(man, at);
        if matches!(man.walk, Walk::King | Walk::Rook) {
            self.grant_castling_at_home(at, geometry);
        }
    }
}

/// Returns the man after a change of walk, a promotion and a change of sides.
#[inline]
fn transformed(man: Man, walk: Walk, promotion: Option<Walk>, turned: Option<Colour>) -> Man {
    Man { walk: promotion.unwrap_or(walk), colour: turned.unwrap_or(man.colour), ..man }
}
