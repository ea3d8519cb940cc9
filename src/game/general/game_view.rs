//! The [`GameView`] of a game: what its rules may query.

use std::slice;

use super::{Extent, Flow, TargetMask, pawns};
use crate::board::{Board, Geometry, Square, Squares};
use crate::game::general::legs::for_each_branch;
use crate::game::general::locusts::has_several_arrivals;
use crate::game::general::origins::origins;
use crate::game::general::pawns::{attacks_as, borrowed_pawn_steps, pawn_steps, reversed_attackers};
use crate::game::general::pseudo_legal::{
    capture_targets_from, for_each_move_from, for_each_move_of_unbarred_man, victims,
};
use crate::game::general::royal_capture::{can_capture_royal_from, keeps_royals};
use crate::game::general::static_legality::royals_are_statically_safe;
use crate::game::general::targets::{permitted_targets, with_permitted_attack};
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Colour, Man, ManFlags, Move, Position, RuleState, Side, Walk};
use crate::rules::{CaptureQuery, GameRules, GameView, RuleSet};

impl<B: Board> GameView for Game<B, RuleSet> {
    type Set = B::Set;
    type State = RuleState;

    fn geometry(&self) -> &Geometry<B::Set> {
        self.board.geometry()
    }

    fn attackers(&self, position: &Position<B::Set, RuleState>, square: Square, by: Side) -> B::Set {
        let attackers = match to_move_for_neutrals(self, position, by) {
            Some(position) => attackers_by_walk(self, &position, square, by),
            None => attackers_by_walk(self, position, square, by),
        };
        let radial = radial_attackers(self, position, square, by);
        with_permitted_attack(self, position, attackers | radial, square, by)
    }

    fn observers(&self, position: &Position<B::Set, RuleState>, square: Square, by: Side) -> B::Set {
        let attackers = GameView::attackers(self, position, square, by);
        if !self.rules.flags().restricts_observers {
            return attackers;
        }
        let observes = |&from: &Square| self.rules.may_observe(self, position, from, by);
        B::Set::from_squares(attackers.iter().filter(observes))
    }

    fn is_observed(&self, position: &Position<B::Set, RuleState>, square: Square, by: Side) -> bool {
        match self.rules.flags().restricts_observers {
            true => !self.observers(position, square, by).is_empty(),
            false => has_attackers(self, position, square, by),
        }
    }

    fn attackers_of_walk(
        &self,
        position: &Position<B::Set, RuleState>,
        square: Square,
        (walk, by): (Walk, Side),
    ) -> B::Set {
        let men = position.walk(walk) & position.of(by);
        if men.is_empty() || !B::LINES_UNIQUE || walk.is_fairy() || !attacks_are_by_own_walk(self) {
            return men & GameView::attackers(self, position, square, by);
        }
        // The attacks of officers are symmetric.
        let sources = match walk {
            Walk::Pawn => self.board.geometry().pawn(by).attackers[square.index()],
            Walk::ReversedPawn => self.board.geometry().pawn(by.other()).attackers[square.index()],
            _ => self.board.attacks(walk, by, square, position.occupied()),
        };
        men & sources
    }

    fn en_passant_capturers(&self, position: &Position<B::Set, RuleState>, by: Side) -> B::Set {
        let Some(passed_man) = position.ep_pawn() else { return B::Set::EMPTY };
        let mut seen = *position;
        seen.set_to_move(by);
        let arrivals = |origin| capture_targets_from(self, &seen, &origin, B::Set::of(passed_man)).1;
        let captures = |&from: &Square| {
            let permitted = permitted_targets(self, &seen, from, by) & !seen.occupied();
            origins(self, &seen, from, true).any(|origin| arrivals(origin).intersects(permitted))
        };
        B::Set::from_squares(position.of(by).without(passed_man).iter().filter(captures))
    }

    fn attacked_from(&self, position: &Position<B::Set, RuleState>, from: Square, by: Side) -> B::Set {
        if position.walk_on(from).is_none() {
            return B::Set::EMPTY;
        }
        let seen = to_move_for_neutrals(self, position, by);
        let origins = origins(self, seen.as_ref().unwrap_or(position), from, true);
        let attacked = origins.map(|origin| origin.attacks(self, by));
        attacked.fold(radial_leaps(self, position, from, by), |all, one| all | one)
            & permitted_targets(self, position, from, by)
    }

    fn capture_targets(&self, position: &Position<B::Set, RuleState>, from: Square) -> B::Set {
        if position.walk_on(from).is_none() {
            return B::Set::EMPTY;
        }
        let victims = victims(self, position).men.without(from);
        let is_ep = position.ep_pawn().is_some_and(|pawn| victims.contains(pawn));
        let targets = origins(self, position, from, true).map(|origin| {
            let (targets, ep) = capture_targets_from(self, position, &origin, victims);
            let ep = if is_ep { ep & !position.occupied() } else { B::Set::EMPTY };
            (targets & victims) | ep
        });
        let extra = self.rules.extra_targets(self, position, from, victims);
        targets.fold(extra, |all, some| all | some)
            & permitted_targets(self, position, from, position.to_move)
    }

    fn could_capture(&self, query: &CaptureQuery<'_, Self>, from: Square) -> bool {
        let Some(mover) = query.position.man(from) else { return false };
        let mv = Move { from, walk: mover.walk, promotion: None, ..query.mv };
        self.rules.may_move(self, query.position, from)
            && self.rules.permits_uncounted_capture(&CaptureQuery { mv, mover, ..*query })
    }

    fn has_several_captures(&self, position: &Position<B::Set, RuleState>, from: Square) -> bool {
        let targets = self.capture_targets(position, from);
        targets.more_than_one() || has_several_arrivals(self, position, from, targets)
    }

    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        if walk.has_pawn_moves() {
            pawn_steps(self, walk, side, from, occupied).0
        } else {
            self.board.quiet_targets(walk, side, from, occupied)
        }
    }

    fn quiet_targets_as_enemy(
        &self,
        position: &Position<B::Set, RuleState>,
        walk: Walk,
        at: Square,
    ) -> B::Set {
        let (enemy, others) = (position.to_move.other(), position.occupied().without(at));
        let own = GameView::quiet_targets(self, walk, enemy, at, others);
        let Some(man) = position.man(at).filter(|_| walk.is_borrower()) else { return own };
        let mut seen = *position;
        seen.replace(man, Man::new(Colour::from(enemy), walk), at);
        let lent = self.rules.borrowed_walks(self, &seen, at, enemy).map(|lent| match lent {
            Walk::Pawn => borrowed_pawn_steps(self, enemy, at, others),
            _ => GameView::quiet_targets(self, lent, enemy, at, others),
        });
        lent.fold(own, |all, some| all | some)
    }

    fn attacks_of(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        self.board.attacks_by_any(walk, side, from, occupied)
    }

    fn attacks_of_borrower(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        attacks_as(self, (Walk::Orphan, walk), side, from, occupied)
    }

    fn can_kings_be_reborn(&self) -> bool {
        self.rules.flags().kings_reborn
    }

    fn promotions(&self, pawn: Walk) -> &[Walk] {
        self.rules.promotions(&self.rules.flags(), pawn)
    }

    fn promotion_marks(&self, walk: Walk) -> &[ManFlags] {
        self.rules.promotion_marks(walk)
    }

    fn gives_check(&self, position: &Position<B::Set, RuleState>, from: Square, by: Side) -> bool {
        let side = by.other();
        // Where any capture can remove a king or a captured king is reborn, the test would recurse without end: an
        // attack counts as check.
        let flags = self.rules.flags();
        if flags.removes_royals_indirectly || flags.kings_reborn {
            let royals = (position.royal & position.of(side)).iter();
            return royals
                .into_iter()
                .any(|royal| GameView::attackers(self, position, royal, by).contains(from));
        }
        can_capture_royal_from(self, position, B::Set::of(from), side)
    }

    fn movable_men(&self, position: &Position<B::Set, RuleState>) -> B::Set {
        let men = position.of(position.to_move).iter();
        B::Set::from_squares(men.filter(|&from| can_move_unparalysed(self, position, from)))
    }

    fn promotion_rank(&self, walk: Walk, side: Side) -> B::Set {
        pawns::promotion_rank(self, walk, side)
    }

    fn quiet_moves_are_unrestricted(&self, position: &Position<B::Set, RuleState>, side: Side) -> bool {
        let flags = self.rules.flags();
        !flags.quiet_effects
            && !flags.virtual_origins
            && !flags.restricts_moves
            && !flags.restricts_targets
            && !flags.moves_as_others
            // A man that reappears can attack.
            && !position.rule_state.has_hidden()
            && royals_are_statically_safe(self, position, side)
    }

    fn has_quiet_move(&self, position: &Position<B::Set, RuleState>, square: Square, side: Side) -> bool {
        let Some(man) = position.man(square) else { return false };
        // Where any capture can remove a king or a captured king is reborn, the test of a cage would recurse
        // without end: inside the test an attack counts as check.
        let flags = self.rules.flags();
        let recursive = flags.removes_royals_indirectly || flags.kings_reborn;
        let in_check = |after: &Position<B::Set, RuleState>, side: Side| {
            if recursive {
                let royals = (after.royal & after.of(side)).iter();
                royals.into_iter().any(|royal| self.is_attacked(after, royal, side.other(), after.occupied()))
            } else {
                self.in_check(after, side)
            }
        };
        if self.rules.flags().restricts_moves {
            let mut before = *position;
            before.set_to_move(side);
            if !self.rules.may_move(self, &before, square) {
                return false;
            }
        }
        // A quiet move under a single rule only moves a man, unless it reveals a hidden man or a royal pawn
        // promotes.
        let has_effects = flags.quiet_effects
            || flags.moves_as_others
            || position.rule_state.has_hidden()
            || (man.royal && man.walk.is_pawn());
        let is_plain = self.rules.is_single() && self.check_model_everywhere().necessary && !has_effects;
        if !recursive && !is_plain {
            return has_quiet_branch(self, position, square, side, &in_check);
        }
        let targets = self.quiet_targets(man.walk, side, square, position.occupied());
        let targets = targets & permitted_targets(self, position, square, side);
        // A neutral man attacks for both sides: what it promotes to may give check to its own side.
        let promotions = match man.colour {
            Colour::Neutral if man.walk.is_pawn() => targets & self.promotion_rank(man.walk, side),
            _ => B::Set::EMPTY,
        };
        targets.iter().any(|to| {
            let walks = match self.promotions(man.walk) {
                walks if promotions.contains(to) && !walks.is_empty() => walks,
                _ => slice::from_ref(&man.walk),
            };
            walks.iter().any(|&walk| {
                let mut after = *position;
                after.remove(man, square);
                after.place(Man { walk, ..man }, to);
                !in_check(&after, side)
            })
        })
    }
}

/// Returns the position with `by` to move, if as which man and from where a neutral man moves depends on the side that moves
/// it.
fn to_move_for_neutrals<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    by: Side,
) -> Option<PositionOf<B, RuleSet>> {
    let flags = game.rules.flags();
    let depends_on_side = (flags.virtual_origins || flags.moves_as_others) && position.has_neutrals();
    (depends_on_side && position.to_move != by).then(|| {
        let mut seen = *position;
        seen.set_to_move(by);
        seen
    })
}

/// Returns whether a man of `by` [attacks](GameView::attackers) a square.
#[inline]
pub(super) fn has_attackers<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    by: Side,
) -> bool {
    if !attacks_are_by_own_walk(game) {
        return !GameView::attackers(game, position, square, by).is_empty();
    }
    game.is_attacked(position, square, by, position.occupied())
        || !reversed_attackers(game, position, square, by).is_empty()
}

/// Returns whether men attack only by their own walks, from their own squares, wherever they attack.
#[inline]
fn attacks_are_by_own_walk<B: Board>(game: &Game<B, RuleSet>) -> bool {
    let flags = game.rules.flags();
    !flags.virtual_origins && !flags.moves_as_others && !flags.restricts_targets && !flags.extra_reach
}

/// Returns the men of `by` that attack a square by their walks, wherever they may go.
fn attackers_by_walk<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    by: Side,
) -> B::Set {
    let flags = game.rules.flags();
    if !flags.virtual_origins && !flags.moves_as_others {
        let men = Game::attackers(game, position, square, by, position.occupied());
        return men | reversed_attackers(game, position, square, by);
    }
    if !flags.virtual_origins {
        return attackers_by_acting_walk(game, position, square, by);
    }
    let attack = |&from: &Square| {
        from != square
            && origins(game, position, from, true).any(|origin| origin.attacks(game, by).contains(square))
    };
    B::Set::from_squares(position.of(by).iter().filter(attack))
}

/// Returns the same as [`attackers`](GameView::attackers) where men may move with the walk of others, from their own
/// squares.
fn attackers_by_acting_walk<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    by: Side,
) -> B::Set {
    let occupied = position.occupied();
    if game.rules.facts().only_borrowers_act {
        let attackers = Game::attackers(game, position, square, by, occupied);
        let attackers = attackers | reversed_attackers(game, position, square, by);
        let attacks =
            |walk, from| GameView::attacks_of_borrower(game, walk, by, from, occupied).contains(square);
        let borrows_attack = |&from: &Square| {
            let walks = game.rules.walks().iter().copied().filter(|&walk| attacks(walk, from));
            { walks }.any(|walk| game.rules.borrows(game, position, from, by, walk))
        };
        let borrowers = position.walk(Walk::Orphan) | position.walk(Walk::Friend);
        let borrowers = (borrowers & position.of(by)).without(square);
        return attackers | B::Set::from_squares(borrowers.iter().filter(borrows_attack));
    }
    let candidates = match B::LINES_UNIQUE && game.rules.fairy_walks().is_empty() {
        true => sources_of_chess_attacks(game, square, by, occupied),
        false => !B::Set::EMPTY,
    };
    let attack = |&from: &Square| {
        position.man(from).is_some_and(|man| {
            let acting_walk = game.rules.acts_as(game, position, man, from).unwrap_or(man.walk);
            let attacks = |walk| attacks_as(game, (man.walk, walk), by, from, occupied).contains(square);
            attacks(acting_walk) || game.rules.borrowed_walks(game, position, from, by).any(attacks)
        })
    };
    B::Set::from_squares((position.of(by) & candidates).without(square).iter().filter(attack))
}

/// Returns the squares from which a man of chess of `by` can attack a square, with whatever walk: on boards with unique lines
/// it does so along the lines of a queen or as a knight.
pub(super) fn sources_of_chess_attacks<B: Board>(
    game: &Game<B, RuleSet>,
    square: Square,
    by: Side,
    occupied: B::Set,
) -> B::Set {
    game.board.attacks(Walk::Queen, by, square, occupied) | game.board.geometry().knight[square.index()]
}

/// Returns the men of a side that attack a square by leaps over enemy men.
fn radial_attackers<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    by: Side,
) -> B::Set {
    if !game.rules.flags().extra_reach {
        return B::Set::EMPTY;
    }
    let men = position.walk(Walk::RadialKnight) & position.of(by);
    let attacks = |&from: &Square| radial_leaps(game, position, from, by).contains(square);
    B::Set::from_squares(men.iter().filter(attacks))
}

/// Returns the squares that the man of a side on a square attacks by leaps over enemy men.
fn radial_leaps<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    by: Side,
) -> B::Set {
    match position.walk_on(from) {
        Some(walk @ Walk::RadialKnight) => {
            game.board.geometry().movements.radial_leaps(walk, from, position.of(by.other()))
        }
        _ => B::Set::EMPTY,
    }
}

/// Returns whether a man of the side to move could move if it were not paralysed.
fn can_move_unparalysed<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
) -> bool {
    let victims = Some(victims(game, position));
    let found = &mut |_, _| Flow::Break(());
    game.rules.may_move_unparalysed(game, position, from)
        && for_each_move_of_unbarred_man(game, position, from, true, victims, &TargetMask::all, found)
            .is_break()
}

/// Returns whether the man on a square, if its side were to move, has a move without capture that does not leave
/// its side in check. All effects of the move are taken into account.
fn has_quiet_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    side: Side,
    in_check: &dyn Fn(&PositionOf<B, RuleSet>, Side) -> bool,
) -> bool {
    let mut before = *position;
    before.set_to_move(side);
    let found = for_each_move_from(game, &before, square, true, None, &TargetMask::all, &mut |mv, fixed| {
        for_each_branch(game, &before, mv, fixed, Extent::Full, &mut |_, after| {
            if keeps_royals(&before, after, side) && !in_check(after, side) {
                Flow::Break(())
            } else {
                Flow::Continue(())
            }
        })
    });
    found.is_break()
}
