//! The way from a game with any rules to the general engine, which plays a [`RuleSet`] only. Every method of a game
//! that both engines have begins by asking for it; for compiled-in rules the question costs nothing.

use std::marker::PhantomData;

use super::MoveVisitor;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::rules::{GameRules, RuleSet, UnderRules};

/// A game and a position, for [`GameRules::as_general`].
struct Shared<'a, B>(PhantomData<&'a B>);

impl<'a, B: Board> UnderRules for Shared<'a, B> {
    type Under<R: GameRules> = (&'a Game<B, R>, &'a PositionOf<B, R>);
}

/// A game, and a position that will be changed.
struct Exclusive<'a, B>(PhantomData<&'a B>);

impl<'a, B: Board> UnderRules for Exclusive<'a, B> {
    type Under<R: GameRules> = (&'a Game<B, R>, &'a mut PositionOf<B, R>);
}

/// A game, a position and a visitor of moves.
struct Visited<'a, B>(PhantomData<&'a B>);

impl<'a, B: Board> UnderRules for Visited<'a, B> {
    type Under<R: GameRules> = (&'a Game<B, R>, &'a PositionOf<B, R>, MoveVisitor<'a, PositionOf<B, R>>);
}

/// A game and a position under general rules.
type General<'a, B> = (&'a Game<B, RuleSet>, &'a PositionOf<B, RuleSet>);

/// The same with a position that will be changed.
type GeneralMut<'a, B> = (&'a Game<B, RuleSet>, &'a mut PositionOf<B, RuleSet>);

/// The same with a visitor of moves.
type GeneralWithVisitor<'a, B> =
    (&'a Game<B, RuleSet>, &'a PositionOf<B, RuleSet>, MoveVisitor<'a, PositionOf<B, RuleSet>>);

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns the game and the position if the rules are general; `None` for compiled-in rules, known at compile
    /// time.
    #[inline(always)]
    pub(in crate::game) fn general<'a>(&'a self, position: &'a PositionOf<B, R>) -> Option<General<'a, B>> {
        R::as_general::<Shared<'a, B>>((self, position))
    }

    /// As [`general`](Self::general), with a position that will be changed.
    #[inline(always)]
    pub(in crate::game) fn general_mut<'a>(
        &'a self,
        position: &'a mut PositionOf<B, R>,
    ) -> Option<GeneralMut<'a, B>> {
        R::as_general::<Exclusive<'a, B>>((self, position))
    }

    /// As [`general`](Self::general), with a visitor of moves.
    #[inline(always)]
    pub(in crate::game) fn general_with_visitor<'a>(
        &'a self,
        position: &'a PositionOf<B, R>,
        visit: MoveVisitor<'a, PositionOf<B, R>>,
    ) -> Option<GeneralWithVisitor<'a, B>> {
        R::as_general::<Visited<'a, B>>((self, position, visit))
    }
}
