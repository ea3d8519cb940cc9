//! **What.** The walks of the men of a game, numbered for the tables of the lower bounds, with the squares that men of fairy
//! chess can reach.
//!
//! **Why it is correct.** A man of fairy chess counts as a leaper to every square that it can reach on some board: hurdles
//! and empty lines are taken for granted. That is an upper bound for what it guards and attacks, and a lower bound for the
//! moves that it needs. Walks for which the squares are not known in advance are not supported. Where all men but kings
//! change their walks by moving, a man may end with any walk, in the moves in which it can get it.
//!
//! **Cost and gain.** The sets are computed with the tables of moves. What bounds for such men save is in
//! [`mate_patterns`](super::mate_patterns).
//!
//! **Reference.** None.

use std::slice;

use crate::board::{Board, Square};
use crate::game::Game;
use crate::position::{Side, Walk};
use crate::rules::{DecidedMoves, GameRules, RuleFlags, WalkChanges};

/// The walks of men of chess that bounds know.
const CHESSMEN: [Walk; 6] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

/// The walks of the men of a game.
#[derive(Clone, Copy)]
pub(in crate::search) struct PatternWalks<'a> {
    /// The walks to which a pawn promotes.
    promotions: &'a [Walk],
    /// The walks of fairy chess.
    fairy: &'a [Walk],
    /// How men change their walks by moving; `None` if only pawns do, by promoting.
    changes: Option<&'a WalkChanges>,
    /// The number of the first walk of a man that may change its walk; the last one is that of pawns. Stored because hot
    /// loops read it.
    first_changing: u8,
}

/// Returns how men change their walks by moving, if the rules do nothing else that matters for mate patterns and kings
/// stay kings.
pub(in crate::search) fn pattern_changes<B: Board, R: GameRules>(game: &Game<B, R>) -> Option<&WalkChanges> {
    let facts = game.rules.facts();
    let RuleFlags { no_promotion, first_rank_steps, restricts_captures, .. } = facts.flags;
    let known = RuleFlags {
        quiet_effects: true,
        no_promotion,
        first_rank_steps,
        restricts_captures,
        ..RuleFlags::default()
    };
    let supports = |changes: &&WalkChanges| {
        let is_king = |walk: Walk| walk == Walk::King;
        let keeps_kings = |walk: &Walk| changes.after(*walk).all(|after| is_king(after) == is_king(*walk));
        changes.captures && Walk::CHESS.iter().all(keeps_kings)
    };
    let is_known = facts.flags == known && facts.check_model.necessary && facts.king_steps_are_unrestricted;
    facts.walk_changes.as_ref().filter(|_| is_known).filter(supports)
}

impl<'a> PatternWalks<'a> {
    /// Returns the walks of the men that may appear in a game; `None` if one of them is not supported.
    pub fn new<B: Board, R: GameRules>(game: &'a Game<B, R>) -> Option<PatternWalks<'a>> {
        let changes = pattern_changes(game);
        // All men but kings change if any do.
        let first_changing = if changes.is_some() { Walk::King as u8 + 1 } else { Walk::Pawn as u8 };
        let chess = PatternWalks { changes, first_changing, ..PatternWalks::of_fairy_men(&[]) };
        let Some(rules) = game.rules.general().filter(|rules| !rules.fairy_walks().is_empty()) else {
            return Some(chess);
        };
        let movements = &game.board.geometry().movements;
        let is_supported =
            |&walk: &Walk| !walk.is_pawn() && !walk.is_king() && !movements.captures_aside(walk);
        let attacks = rules.facts().attacks;
        let is_known = attacks.decided != DecidedMoves::None
            && !attacks.are_restricted
            && rules.fairy_walks().iter().all(is_supported);
        let promotions = rules.promotions(&rules.flags(), Walk::Pawn);
        is_known.then_some(PatternWalks { promotions, ..PatternWalks::of_fairy_men(rules.fairy_walks()) })
    }

    /// Returns the walks of chess and some of fairy chess, to which no pawn promotes.
    #[inline]
    pub fn of_fairy_men(fairy: &'a [Walk]) -> PatternWalks<'a> {
        PatternWalks { promotions: &Walk::PROMOTIONS, fairy, changes: None, first_changing: Walk::Pawn as u8 }
    }

    /// Returns the walks of fairy chess.
    #[inline]
    pub fn fairy(self) -> &'a [Walk] {
        self.fairy
    }

    /// Returns the number of walks.
    #[inline]
    pub fn count(self) -> usize {
        CHESSMEN.len() + self.fairy.len()
    }

    /// Returns the number of a walk.
    #[inline]
    pub fn index(self, walk: Walk) -> usize {
        let number = walk as usize;
        if number < CHESSMEN.len() { number } else { self.fairy_index(walk) }
    }

    // Out of line, since most men have a walk of chess.
    #[cold]
    #[inline(never)]
    fn fairy_index(self, walk: Walk) -> usize {
        let index = self.fairy.iter().position(|&fairy| fairy == walk);
        debug_assert!(index.is_some(), "no number for {walk:?}");
        CHESSMEN.len() + index.unwrap_or(0)
    }

    /// Returns all walks, by number.
    pub fn all(self) -> impl Iterator<Item = Walk> + 'a {
        CHESSMEN.into_iter().chain(self.fairy.iter().copied())
    }

    /// Returns whether men may have walks of fairy chess.
    #[inline]
    pub fn has_fairy(self) -> bool {
        !self.fairy.is_empty()
    }

    /// Returns the walks to which a pawn promotes.
    #[inline]
    pub fn promotions(self) -> &'a [Walk] {
        self.promotions
    }

    /// Returns how men change their walks by moving; `None` if only pawns do, by promoting.
    #[inline]
    pub fn changes(self) -> Option<&'a WalkChanges> {
        self.changes
    }

    /// Returns whether a man with this walk may end with another.
    #[inline(always)]
    pub fn may_change(self, walk: Walk) -> bool {
        (self.first_changing..=Walk::Pawn as u8).contains(&(walk as u8))
    }

    /// Returns the number of walks of men that may change their walks.
    pub fn changing_count(self) -> usize {
        usize::from(Walk::Pawn as u8 - self.first_changing) + 1
    }

    /// Returns the number of the walk of a man that may change its walk, among those.
    #[inline(always)]
    pub fn changing_index(self, walk: Walk) -> usize {
        usize::from((walk as u8).wrapping_sub(self.first_changing))
    }

    /// Returns the walks that a man may end with: for a pawn those of its promotions, then its own.
    #[inline]
    pub fn final_walks(self, walk: Walk) -> FinalWalks<'a> {
        self.final_walks_if(walk, self.may_change(walk))
    }

    /// Returns the walks that a man may end with that can change its walk or not.
    #[inline]
    pub fn final_walks_if(self, walk: Walk, can_change: bool) -> FinalWalks<'a> {
        match can_change {
            true => FinalWalks { promotions: self.promotions.iter(), own: Some(Walk::Pawn) },
            false => FinalWalks { promotions: [].iter(), own: Some(walk) },
        }
    }
}

/// The walks that a man may end with.
#[derive(Clone)]
pub(in crate::search) struct FinalWalks<'a> {
    promotions: slice::Iter<'a, Walk>,
    own: Option<Walk>,
}

impl Iterator for FinalWalks<'_> {
    type Item = Walk;

    #[inline]
    fn next(&mut self) -> Option<Walk> {
        self.promotions.next().copied().or_else(|| self.own.take())
    }
}

impl DoubleEndedIterator for FinalWalks<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Walk> {
        self.own.take().or_else(|| self.promotions.next_back().copied())
    }
}

/// Returns the squares that a man attacks with some squares occupied; for a man of fairy chess those that it may attack
/// wherever other men are.
#[inline]
pub(in crate::search) fn attacked_squares<B: Board>(
    board: &B,
    walk: Walk,
    side: Side,
    at: Square,
    occupied: B::Set,
) -> B::Set {
    match walk.is_fairy() {
        true => board.geometry().movements.reach(walk, side, at),
        false => board.attacks(walk, side, at, occupied),
    }
}
