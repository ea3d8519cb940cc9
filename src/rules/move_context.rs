//! A move in progress, while the rules act on it.

use super::choices::Choices;
use super::game_view::GameView;
use crate::board::{Castling, Geometry, Square, Squares};
use crate::position::{
    AnyRuleState, CapturedMan, Colour, Effect, EffectObserver, Man, ManFlags, Move, MoveKind, Position,
    RuleState, Side, Walk,
};

/// A move after its man has moved and its victim has been removed, with all that the stages of the rules
/// need.
pub struct MoveContext<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position after the stages so far.
    pub position: &'a mut Position<F::Set, F::State>,
    /// The observer of the effects.
    pub observer: &'a mut dyn EffectObserver,
    /// The choices of the mover.
    pub choices: &'a mut Choices,
    /// The side that moves.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The moving man, as it was before the move.
    pub mover: Man,
    /// The present square of the moving man; `None` if it has left the board.
    pub at: Option<Square>,
    /// The square of the moving man before the move, which a castling king leaves for its rebirth square.
    pub departure: Square,
    /// The square from which the man makes the move: its own, or a virtual one, such as its home square.
    pub origin: Square,
    /// The captured man, and its square.
    pub victim: Option<CapturedMan>,
    /// The man over which the moving man has hopped, if a rule asks for it.
    pub hurdle: Option<Square>,
    /// The position before the move, if a rule compares it with that after it.
    pub before: Option<&'a Position<F::Set, F::State>>,
    /// Whether this is the first leg of a move with several.
    pub is_first_leg: bool,
    /// Whether a captured king may or must be reborn.
    pub king_rebirth: KingRebirth,
}

/// Whether a captured king must be reborn. It depends on whether the capturer has already made a
/// continuation that every capture requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KingRebirth {
    /// The king may be reborn or not.
    #[default]
    Optional,
    /// The king must be reborn: the capturer has made the continuation that every capture requires.
    Required,
    /// The king must not be reborn: the capturer has omitted the continuation, because the game ends.
    Forbidden,
}

impl<'a, F: GameView> MoveContext<'a, F> {
    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &'a Geometry<F::Set> {
        self.game.geometry()
    }

    /// Returns the man that has moved, as it is now, and its square.
    pub fn moved_man(&self) -> Option<(Man, Square)> {
        let at = self.at?;
        Some((self.position.man(at)?, at))
    }

    /// Applies an effect and reports it to the observer.
    pub fn apply(&mut self, effect: Effect) {
        self.observer.on_effect(effect);
        self.position.apply(effect, self.game.geometry());
        if let Effect::Assassinated { at, .. } | Effect::HiddenInPlace { at, .. } = effect {
            self.track_mover(at, None);
        }
    }

    /// Updates the square of the moving man, if it is the man that has gone from `from` to `to`.
    pub fn track_mover(&mut self, from: Square, to: Option<Square>) {
        if self.at == Some(from) {
            self.at = to;
        }
    }

    /// Chooses one of `possibilities`, which is at least 1, and returns its index.
    pub fn choose(&mut self, possibilities: usize) -> usize {
        self.observer.on_decision();
        self.choices.choose(possibilities)
    }

    /// Changes the walk of the man that has moved.
    pub fn retype_mover(&mut self, walk: Walk) {
        if let Some(at) = self.at {
            self.retype(at, walk, true);
        }
    }

    /// Changes the side of the man that has moved, unless it was royal or is neutral now.
    pub fn change_mover_side(&mut self, side: Side) {
        let colour = side.into();
        if !self.mover.royal
            && let Some((man, at)) = self.moved_man()
            && man.colour != Colour::Neutral
            && man.colour != colour
        {
            self.apply(Effect::ColourChanged { man, at, colour, is_mover: true });
        }
    }

    /// Changes the colour of a man other than the one that has moved, which is not neutral.
    pub fn recolour_other(&mut self, man: Man, at: Square) {
        self.apply(Effect::ColourChanged { man, at, colour: man.colour.opposite(), is_mover: false });
    }

    /// Lets the man on a square go to the same square of the other board.
    pub fn change_board(&mut self, at: Square) {
        if let Some(man) = self.position.man(at) {
            self.apply(Effect::BoardChanged { man, at });
        }
    }

    /// Makes the man that has moved neutral, or one of the side that moves it if it is neutral, because of an attribute.
    pub fn change_mover_neutrality(&mut self, attribute: ManFlags) {
        if let Some((man, at)) = self.moved_man() {
            let colour = if man.colour == Colour::Neutral { self.by.into() } else { Colour::Neutral };
            self.apply(Effect::NeutralityChanged { man, at, colour, attribute });
        }
    }

    /// Removes the man on a square.
    pub fn remove(&mut self, at: Square) {
        if let Some(man) = self.position.man(at) {
            self.apply(Effect::Removed { man, at });
            if self.at == Some(at) {
                self.at = None;
            }
        }
    }

    /// Continues the move of the man that has moved, to an empty square.
    pub fn continue_to(&mut self, to: Square) {
        if let Some((man, from)) = self.moved_man() {
            self.apply(Effect::Continued {
                man,
                from,
                to,
                captured: None,
                en_passant: false,
                is_forced: true,
            });
            self.at = Some(to);
            self.mv.to = to;
        }
    }

    /// Sets the flags of the man that has moved.
    pub fn set_mover_flags(&mut self, flags: ManFlags) {
        if let Some((man, at)) = self.moved_man()
            && man.flags != flags
        {
            self.position.replace(man, Man { flags, ..man }, at);
        }
    }

    /// Promotes the pawn that has moved. The observer is notified if `announced`, because the move itself
    /// does not contain the promotion.
    pub fn promote_mover(&mut self, walk: Walk, flag: ManFlags, announced: bool) {
        let Some((man, at)) = self.moved_man().filter(|(man, _)| man.walk.is_pawn()) else { return };
        if announced {
            self.observer.on_effect(Effect::WalkChanged { man, at, walk, is_mover: true });
        }
        self.position.remove(man, at);
        // A reversed pawn can promote to a rook on its corner.
        let promoted = Man { walk, flags: man.flags.with(flag), ..man };
        self.position.place_with_castling(promoted, at, self.game.geometry());
    }

    /// Chooses the hurdle of the move among the men over which the moving man can have hopped, as soon as it has moved.
    pub fn choose_hurdle(&mut self) {
        let (from, to) = (self.mv.from, self.mv.to);
        let captured = self.victim.map_or(F::Set::EMPTY, |victim| F::Set::of(victim.at));
        let before = (self.position.occupied().without(to) | captured).with(from);
        let movements = &self.geometry().movements;
        let hurdles = match self.mover.walk.is_fairy() {
            true => movements.hurdles(self.mover.walk, self.by, (from, to), before, self.victim.is_some()),
            false => F::Set::EMPTY,
        };
        let count = hurdles.count() as usize;
        if count > 0 {
            let chosen = self.choose(count);
            self.hurdle = hurdles.iter().nth(chosen);
        }
    }

    /// Chooses the attributes of the man on a square if it has just promoted and the problem has men with attributes that
    /// promotion can give.
    pub fn mark_promoted(&mut self, promotion: Option<Walk>, at: Square) {
        if promotion.is_none() {
            return;
        }
        let Some(man) = self.position.man(at) else { return };
        let flags = self.choose_marks(man);
        if flags != man.flags {
            self.apply(Effect::Marked { man, at, flags });
        }
    }

    /// Returns the flags of a man that has just promoted, with attributes that it chooses.
    pub fn choose_marks(&mut self, man: Man) -> ManFlags {
        let marks = self.game.promotion_marks(man.walk);
        let is_marked = marks.iter().any(|&marks| marks != ManFlags::NONE && man.flags.contains(marks));
        if marks.is_empty() || is_marked {
            return man.flags;
        }
        man.flags.with(marks[self.choose(marks.len())])
    }

    /// Returns the castling that the move is, if it is one.
    fn castling(&self) -> Option<&'a Castling<F::Set>> {
        let castling = self.geometry().castling(self.mv.from, self.mv.to);
        castling.filter(|_| self.mv.kind == MoveKind::Castling)
    }

    /// Returns the square of the rook after castling; `None` if the move is not castling.
    pub fn castled_rook(&self) -> Option<Square> {
        self.castling().map(|castling| castling.rook_to)
    }

    /// Changes the walk of the man on a square, as part of the move.
    pub fn retype(&mut self, at: Square, walk: Walk, mover: bool) {
        if let Some(man) = self.position.man(at).filter(|man| man.walk != walk) {
            self.apply(Effect::WalkChanged { man, at, walk, is_mover: mover });
        }
    }

    /// Lets the hidden men below empty squares reappear.
    #[inline]
    pub fn reveal_hidden_men(&mut self)
    where
        F: GameView<State = RuleState>,
    {
        if self.position.rule_state.has_hidden() {
            self.reveal_men_below();
        }
    }

    #[cold]
    fn reveal_men_below(&mut self)
    where
        F: GameView<State = RuleState>,
    {
        let hidden: F::Set = self.position.rule_state.hidden_squares();
        for at in (hidden & !self.position.occupied()).iter() {
            if let Some(man) = self.position.rule_state.reveal(at) {
                self.apply(Effect::Revealed { man, at });
            }
        }
    }

    /// Returns the vector of the move as files to the right and ranks up; for castling the sum of both
    /// men's.
    pub fn vector(&self) -> (i8, i8) {
        let layout = self.geometry().layout;
        let (mut files, mut ranks) = layout.vector(self.mv.from, self.mv.to);
        if let Some(castling) = self.castling() {
            let rook = layout.vector(castling.rook_from, castling.rook_to);
            files += rook.0;
            ranks += rook.1;
        }
        (files, ranks)
    }

    /// Returns the promotion of a pawn that a rule moves to a square, which the mover chooses; `None` if
    /// the man is no pawn or the square no promotion square of `side`.
    pub fn choose_promotion_at(&mut self, man: Man, side: Side, at: Square) -> Option<Walk> {
        let promotes = man.walk.is_pawn() && self.game.promotion_rank(man.walk, side).contains(at);
        let walks = if promotes { self.game.promotions(man.walk) } else { &[] };
        (!walks.is_empty()).then(|| walks[self.choose(walks.len())])
    }
}

/// Returns from the calling function if the stage has forbidden the move.
macro_rules! try_stage {
    ($outcome:expr) => {
        if $outcome == $crate::rules::StageOutcome::Forbidden {
            return $crate::rules::StageOutcome::Forbidden;
        }
    };
}

pub(crate) use try_stage;

/// Returns the side of a man captured by `captured_by`; for a neutral man the other side.
pub fn side_of(man: Man, captured_by: Side) -> Side {
    match man.colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Neutral => captured_by.other(),
    }
}
