//! Madrasi: a man that a man of the other side with the same walk observes is paralysed: it does not move, capture or
//! give check, but paralyses others. Kings take part only if they are included. A man that could be captured en passant is
//! observed by the men that could capture it.
//!
//! wKg2 Ra1, bKh7 Ra8: the rooks paralyse each other.

use crate::board::{Square, Squares};
use crate::position::{Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rebirth::Royals;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men that are observed by men like themselves are paralysed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Madrasi(pub Royals);

impl Rule for Madrasi {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_moves: true, restricts_observers: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn may_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        let Some(man) = position.man(from) else { return false };
        let side = side_of(man, position.to_move.other());
        !is_observed_by_like(game, position, from, side.other(), self.0)
    }

    fn leaves_kings_free(&self) -> bool {
        self.0 == Royals::Exclusive
    }

    fn may_observe<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        by: Side,
    ) -> bool {
        !is_observed_by_like(game, position, from, by.other(), self.0)
    }
}

/// Returns whether a man is observed by a man of the other side with the same walk, apart from kings that take no part.
pub(super) fn some_man_is_observed_by_like<F: GameView<State = RuleState>>(
    game: &F,
    position: &Position<F::Set, RuleState>,
    royals: Royals,
) -> bool {
    let [white, black] = Side::BOTH.map(|side| position.of(side));
    let walks = Walk::CHESS.into_iter().map(|walk| position.walk(walk));
    let of_both_sides = walks.filter(|&men| men.intersects(white) && men.intersects(black));
    let men = of_both_sides.fold(position.fairy_men(), |all, men| all | men);
    Side::BOTH.into_iter().any(|side| {
        let mut men = (men & position.of(side)).iter();
        men.any(|at| is_observed_by_like(game, position, at, side.other(), royals))
    })
}

/// Returns whether a man of `by` with the same walk observes the man on a square, unless it is a king that takes no part.
pub(super) fn is_observed_by_like<F: GameView<State = RuleState>>(
    game: &F,
    position: &Position<F::Set, RuleState>,
    at: Square,
    by: Side,
    royals: Royals,
) -> bool {
    let Some(man) = position.man(at) else { return false };
    // In a test without regard to check the king is not royal.
    if royals == Royals::Exclusive && (man.royal || man.walk == Walk::King) {
        return false;
    }
    let like = (position.walk(man.walk) & position.of(by)).without(at);
    let can_be_passed = || position.ep_pawn() == Some(at);
    !like.is_empty()
        && (!game.attackers_of_walk(position, at, (man.walk, by)).without(at).is_empty()
            || (can_be_passed() && game.en_passant_capturers(position, by).intersects(like)))
}
