//! A move while the rules are at work on it.

use super::choices::Choices;
use super::game_view::GameView;
use crate::board::{Castling, Geometry, Square, Squares};
use crate::position::{
    CapturedMan, Colour, Effect, EffectObserver, Man, ManFlags, Memory, Move, MoveKind, Position, RuleState,
    Side, Walk,
};

/// A move whose man has moved and whose victim is off the board, with all that the
/// rules need in order to do their part.
pub struct MoveContext<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position, as far as the move has come.
    pub position: &'a mut Position<F::Set, F::Memory>,
    /// Who is told what the rules do.
    pub observer: &'a mut dyn EffectObserver,
    /// The mover's decisions.
    pub choices: &'a mut Choices,
    /// The side that moves.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The man that moves, as it was before.
    pub mover: Man,
    /// Where the man stands now; none if it is gone.
    pub at: Option<Square>,
    /// What the move has taken.
    pub victim: Option<CapturedMan>,
    /// Is it the first movement of the move?
    pub is_first_leg: bool,
    /// What must become of a captured king.
    pub king_rebirth: KingRebirth,
}

/// What must become of a captured king, by what else the capturer has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KingRebirth {
    /// He may come back or not.
    #[default]
    Optional,
    /// He must come back: the capturer has done what every capture obliges to.
    Required,
    /// He must not: the capturer has left that out, as nothing follows.
    Forbidden,
}

impl<'a, F: GameView> MoveContext<'a, F> {
    /// The board.
    pub fn geometry(&self) -> &'a Geometry<F::Set> {
        self.game.geometry()
    }

    /// Who has moved, as it is now, and where it stands.
    pub fn capturer(&self) -> Option<(Man, Square)> {
        let at = self.at?;
        Some((self.position.man(at)?, at))
    }

    /// Makes a change and tells it.
    pub fn apply(&mut self, change: Effect) {
        self.observer.on_effect(change);
        self.position.apply(change, self.game.geometry());
        if let Effect::Assassinated { at, .. } | Effect::HiddenInPlace { at, .. } = change {
            self.track_mover(at, None);
        }
    }

    /// Notes where the man on a square has gone, if it is the one that has moved.
    pub fn track_mover(&mut self, from: Square, to: Option<Square>) {
        if self.at == Some(from) {
            self.at = to;
        }
    }

    /// Decides among so many possibilities, at least one.
    pub fn choose(&mut self, possibilities: usize) -> usize {
        self.observer.on_decision();
        self.choices.choose(possibilities)
    }

    /// The man that has moved becomes another.
    pub fn retype_mover(&mut self, walk: Walk) {
        if let Some(at) = self.at {
            self.retype(at, walk, true);
        }
    }

    /// The man that has moved goes over to a side, if it was neither royal nor neutral.
    pub fn change_mover_side(&mut self, side: Side) {
        let colour = side.into();
        if !self.mover.royal
            && self.mover.colour != Colour::Neutral
            && let Some((man, at)) = self.capturer()
            && man.colour != colour
        {
            self.apply(Effect::ColourChanged { man, at, colour, is_mover: true });
        }
    }

    /// The man on a square disappears.
    pub fn remove(&mut self, at: Square) {
        if let Some(man) = self.position.man(at) {
            self.apply(Effect::Removed { man, at });
            if self.at == Some(at) {
                self.at = None;
            }
        }
    }

    /// The man that has moved goes on to an empty square by the same move.
    pub fn continue_to(&mut self, to: Square) {
        if let Some((man, from)) = self.capturer() {
            self.apply(Effect::Continued { man, from, to, captured: None, is_forced: true });
            self.at = Some(to);
            self.mv.to = to;
        }
    }

    /// The man that has moved takes other marks.
    pub fn set_mover_flags(&mut self, flags: ManFlags) {
        if let Some((man, at)) = self.capturer()
            && man.flags != flags
        {
            let may_castle = self.position.castling.contains(at);
            self.position.remove(man, at);
            self.position.place(Man { flags, ..man }, at);
            if may_castle {
                self.position.grant_castling(at);
            }
        }
    }

    /// The pawn that has moved promotes; told if the move itself does not say so.
    pub fn promote_mover(&mut self, walk: Walk, flag: ManFlags, announced: bool) {
        let Some((man, at)) = self.capturer().filter(|(man, _)| man.walk.is_pawn()) else { return };
        if announced {
            self.observer.on_effect(Effect::WalkChanged { man, at, walk, is_mover: true });
        }
        self.position.remove(man, at);
        self.position.place(Man { walk, flags: man.flags.with(flag), ..man }, at);
    }

    /// The way in which the move castled, if it did.
    fn castling(&self) -> Option<&'a Castling<F::Set>> {
        let way = self.geometry().castling(self.mv.from, self.mv.to);
        way.filter(|_| self.mv.kind == MoveKind::Castling)
    }

    /// Where the rook stands if the move was castling.
    pub fn castled_rook(&self) -> Option<Square> {
        self.castling().map(|way| way.rook_to)
    }

    /// The man on a square becomes another, as part of the move.
    pub fn retype(&mut self, at: Square, walk: Walk, mover: bool) {
        if let Some(man) = self.position.man(at).filter(|man| man.walk != walk) {
            self.apply(Effect::WalkChanged { man, at, walk, is_mover: mover });
        }
    }

    /// Men below squares that are empty now come up.
    pub fn reveal_hidden_men(&mut self)
    where
        F: GameView<Memory = RuleState>,
    {
        let covers: F::Set = self.position.memory.hidden_squares();
        for at in (covers & !self.position.occupied()).iter() {
            if let Some(man) = self.position.memory.reveal(at) {
                self.apply(Effect::Revealed { man, at });
            }
        }
    }

    /// How far the men moved: to the right and up, of castling both added.
    pub fn vector(&self) -> (i8, i8) {
        let layout = self.geometry().layout;
        let between = |from: Square, to: Square| {
            let files = layout.file(to) as i8 - layout.file(from) as i8;
            (files, layout.rank(to) as i8 - layout.rank(from) as i8)
        };
        let (mut files, mut ranks) = between(self.mv.from, self.mv.to);
        if let Some(way) = self.castling() {
            let rook = between(way.rook_from, way.rook_to);
            files += rook.0;
            ranks += rook.1;
        }
        (files, ranks)
    }

    /// What a pawn of a side becomes that comes to a square by itself: the mover decides
    /// if it is a promotion square.
    pub fn choose_promotion_at(&mut self, man: Man, side: Side, at: Square) -> Option<Walk> {
        let promotes = man.walk.is_pawn() && self.game.promotion_rank(man.walk, side).contains(at);
        let walks = if promotes { self.game.promotions() } else { &[] };
        (!walks.is_empty()).then(|| walks[self.choose(walks.len())])
    }
}

/// Goes on unless the move has turned out to be forbidden.
macro_rules! try_stage {
    ($outcome:expr) => {
        if $outcome == $crate::rules::StageOutcome::Forbidden {
            return $crate::rules::StageOutcome::Forbidden;
        }
    };
}

pub(crate) use try_stage;

/// The side whose man this is, seen from a side that captured it: of neutral men the
/// other side's.
pub fn side_of(man: Man, captured_by: Side) -> Side {
    match man.colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Neutral => captured_by.other(),
    }
}
