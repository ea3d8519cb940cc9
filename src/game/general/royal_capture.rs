//! Check under general rules: whether the opponent could capture a royal man, with all effects of the capture.

use super::pending_promotion::PromotionChoice;
use super::{Extent, Flow, TargetMask, Victims};
use crate::board::{Board, Square, Squares};
use crate::game::general::legs::for_each_branch;
use crate::game::general::lengths::{least_rank_of_check, rank};
use crate::game::general::pending_promotion::for_each_promotion_choice;
use crate::game::general::pseudo_legal::{for_each_move_from, permits, victims};
use crate::game::general::static_legality::{removes_only_victim, royal_is_ep_pawn, royals_are_attacked};
use crate::game::general::two_boards::in_check_on_boards;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, CapturedMan, ManFlags, Move, MoveKind, Position, RuleState, Side, Walk};
use crate::rules::{CheckModel, DecidedMoves, GameRules, GameView, RuleSet};

/// Returns whether the side has no fewer royal men, hidden ones included, after a move than before.
pub(in crate::game) fn keeps_royals<S: Squares, M: AnyRuleState>(
    before: &Position<S, M>,
    after: &Position<S, M>,
    side: Side,
) -> bool {
    keeps_royals_among(before, after, side, |position| position.of(side))
}

/// Returns whether the side has no fewer royal men that are not neutral, hidden ones included, after a capture than
/// before: a neutral man that the side captures belongs to the opponent.
fn keeps_coloured_royals<S: Squares, M: AnyRuleState>(
    before: &Position<S, M>,
    after: &Position<S, M>,
    side: Side,
) -> bool {
    keeps_royals_among(before, after, side, |position| position.of(side) & !position.of(side.other()))
}

/// Returns whether no fewer of these men of a side are royal after a move than before, hidden ones included.
fn keeps_royals_among<S: Squares, M: AnyRuleState>(
    before: &Position<S, M>,
    after: &Position<S, M>,
    side: Side,
    men: impl Fn(&Position<S, M>) -> S,
) -> bool {
    let count = |position: &Position<S, M>| {
        (position.royal & men(position)).count() + position.rule_state.hidden_royal_count(side)
    };
    count(after) >= count(before)
}

/// Returns whether `side` is in check under general rules: whether a capture that the rules allow leaves `side` with
/// fewer royal men and the other side with all of its own, apart from a royal kamikaze that captures.
pub(in crate::game) fn in_check_general<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    if game.rules.flags().two_boards {
        return in_check_on_boards(game, position, side);
    }
    in_check_on_one_board(game, position, side)
}

/// Returns the same where all men stand on one board.
pub(super) fn in_check_on_one_board<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    let royals = position.royal & position.of(side);
    if royals.is_empty() {
        return false;
    }
    if game.decided_by_attacks(position) != DecidedMoves::None
        && !royals.intersects(position.of(side.other()))
    {
        let is_attacked = |royal| game.has_permitted_attack(position, royal, side.other());
        return royals.iter().any(is_attacked)
            || (royal_is_ep_pawn(position, side) && can_capture_royal(game, position, side));
    }
    let CheckModel { necessary, sufficient } = game.check_model(position);
    let sufficient = sufficient && !position.rule_state.has_royal_lookalikes();
    if sufficient || necessary {
        let attacked = royals_are_attacked(game, position, side);
        if attacked && sufficient {
            return true;
        }
        if !attacked && (necessary || !can_reach_royal_by_extra_move(game, position, side)) {
            return royal_is_ep_pawn(position, side) && can_capture_royal(game, position, side);
        }
    }
    let acting = game.rules.facts().acting_check_model;
    let rule_state = &position.rule_state;
    // As which man a neutral man moves may depend on the side that moves it.
    let is_known = acting.necessary && !(game.rules.flags().moves_as_others && position.has_neutrals());
    if is_known && !rule_state.has_royal_lookalikes() && !royal_is_ep_pawn(position, side) {
        let is_attacked = royals_are_attacked(game, position, side);
        let plain = !position.has_neutrals() && !rule_state.has_attributes();
        if !is_attacked || (acting.is_orthodox() && plain) {
            return is_attacked;
        }
    }
    can_capture_royal(game, position, side)
}

/// Returns whether a man may capture a royal man of `side` that it does not attack, if nothing else forbids it. May
/// be true without such a man.
fn can_reach_royal_by_extra_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    let flags = game.rules.flags();
    if position.has_neutrals() || flags.captures_own_men || flags.pending_promotions {
        return true;
    }
    let (by, royals) = (side.other(), position.royal & position.of(side));
    game.extra_reach[side.index()].intersects(royals)
        && game.rules.walks().iter().any(|&walk| {
            let men = position.walk(walk) & position.of(by);
            !men.is_empty()
                && game.rules.extra_reach(game.board.geometry(), walk, by).intersects(royals)
                && men.iter().any(|at| !game.rules.extra_targets(game, position, at, royals).is_empty())
        })
}

/// Returns the same as [`in_check_general`] by trying the captures.
fn can_capture_royal<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    can_capture_royal_from(game, position, !B::Set::EMPTY, side)
}

/// Returns whether one of these men gives check to `side`: whether it could capture a royal man.
pub(super) fn can_capture_royal_from<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    men: B::Set,
    side: Side,
) -> bool {
    let by = side.other();
    // Before the null move: after a double step men may be bound that are free otherwise.
    let may_observe = |from: &Square| game.rules.may_observe(game, position, *from, by);
    if let Some(attackers) = only_paralysable_attackers(game, position, side) {
        return (attackers & men).iter().any(|from| may_observe(&from));
    }
    let men = match game.rules.flags().restricts_observers {
        true => B::Set::from_squares((position.of(by) & men).iter().filter(may_observe)),
        false => men,
    };
    if position.to_move != side {
        return mover_can_capture_royal(game, position, men, side);
    }
    // Not `after_null_move`: positions are large.
    let mut after = *position;
    after.make_null_move();
    mover_can_capture_royal(game, &after, men, side)
}

/// Returns the men that attack a royal man of `side` if each of them gives check exactly if it observes; `None` if that is not
/// known.
fn only_paralysable_attackers<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> Option<B::Set> {
    let is_known = game.rules.facts().only_paralyses_others && has_plain_royal_captures(position, side);
    is_known.then(|| attackers_of_any(game, position, position.royal & position.of(side), side.other()))
}

/// Returns the men of `by` that attack one of these squares.
fn attackers_of_any<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    squares: B::Set,
    by: Side,
) -> B::Set {
    let attackers = squares.iter().map(|square| GameView::attackers(game, position, square, by));
    attackers.fold(B::Set::EMPTY, |all, some| all | some)
}

/// Returns whether the side to move can capture a royal man of `side`, its opponent, with one of these men.
fn mover_can_capture_royal<B: Board>(
    game: &Game<B, RuleSet>,
    before: &PositionOf<B, RuleSet>,
    men: B::Set,
    side: Side,
) -> bool {
    if decides_by_permission(game, before) {
        return is_royal_capture_permitted(game, before, men, side);
    }
    let extent = royal_capture_extent(game, before, side);
    let bound = least_rank_of_check(game, before);
    let removes = |promoted: &PositionOf<B, RuleSet>, choice: PromotionChoice| {
        let (movers, targets) = royal_capture_candidates(game, promoted);
        (movers & men).iter().try_for_each(|from| {
            let victims = Victims { men: targets, for_check: true };
            for_each_move_from(
                game,
                promoted,
                from,
                false,
                Some(victims),
                &TargetMask::all,
                &mut |mv, fixed| {
                    let captures_royal = match mv.kind {
                        MoveKind::LocustCapture => {
                            game.victim_square(promoted, mv).is_some_and(|at| promoted.royal.contains(at))
                        }
                        _ => promoted.royal.contains(mv.to),
                    };
                    if bound.is_some_and(|(order, least)| rank(game, mv, order) < least) {
                        return Flow::Continue(());
                    }
                    if captures_royal && removes_only_victim(game, promoted, mv) {
                        return Flow::Break(());
                    }
                    let Some((mv, fixed)) = choice.prepend_to(mv, fixed) else {
                        return Flow::Continue(());
                    };
                    let ends_itself = is_royal_kamikaze(before, mv.from);
                    for_each_branch(game, before, mv, fixed, extent, &mut |_, after| {
                        if !keeps_royals(before, after, side)
                            && (ends_itself || keeps_coloured_royals(before, after, side.other()))
                        {
                            Flow::Break(())
                        } else {
                            Flow::Continue(())
                        }
                    })
                },
            )
        })
    };
    for_each_promotion_choice(game, before, &mut |promoted, choice| removes(promoted, choice)).is_break()
}

/// Returns whether a royal man of the opponent can be captured exactly if a man attacks it by a capture that the rules permit.
fn decides_by_permission<B: Board>(game: &Game<B, RuleSet>, before: &PositionOf<B, RuleSet>) -> bool {
    game.rules.facts().only_restricts_captures && has_plain_royal_captures(before, before.to_move.other())
}

/// Returns whether men can only capture a royal man of `side` where it stands, and as its opponents, without effects of
/// attributes.
pub(super) fn has_plain_royal_captures<S: Squares>(position: &Position<S, RuleState>, side: Side) -> bool {
    let rule_state = &position.rule_state;
    !position.has_neutrals()
        && !rule_state.has_attributes()
        && !rule_state.has_hidden()
        && !rule_state.has_royal_lookalikes()
        && !royal_is_ep_pawn(position, side)
}

/// Returns whether the rules permit the capture of a royal man of `side`, the opponent of the side to move, by one of these men
/// that attacks it.
fn is_royal_capture_permitted<B: Board>(
    game: &Game<B, RuleSet>,
    before: &PositionOf<B, RuleSet>,
    men: B::Set,
    side: Side,
) -> bool {
    let by = before.to_move;
    (before.royal & before.of(side)).iter().any(|royal| {
        let Some(man) = before.man(royal) else { return false };
        let is_permitted = |from| {
            let Some(mover) = before.man(from) else { return false };
            let mv = Move::new(mover.walk, from, royal, MoveKind::Capture);
            permits(game, before, mv, mover, CapturedMan { man, at: royal }, true)
        };
        let attackers = GameView::attackers(game, before, royal, by) & men;
        attackers.iter().any(is_permitted)
    })
}

/// Returns whether the man on a square is a royal kamikaze: it gives check although it would disappear by the capture.
fn is_royal_kamikaze<S: Squares, M: AnyRuleState>(position: &Position<S, M>, square: Square) -> bool {
    position.royal.contains(square) && position.flags(square).contains(ManFlags::KAMIKAZE)
}

/// Returns supersets of the men that could remove an enemy royal man by a capture, and of the victims of these
/// captures.
fn royal_capture_candidates<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> (B::Set, B::Set) {
    let by = position.to_move;
    let flags = game.rules.flags();
    let victims = victims(game, position).men;
    let royals = victims & position.royal;
    if flags.removes_royals_indirectly {
        return (position.of(by), victims);
    }
    let mut targets = royals;
    if flags.removes_same_walk && position.rule_state.has_royal_lookalikes() {
        for royal in royals.iter() {
            targets |= position.walk_on(royal).map_or(B::Set::EMPTY, |walk| victims & position.walk(walk));
        }
    }
    let is_ep = position.ep_pawn().is_some_and(|pawn| targets.contains(pawn));
    if flags.virtual_origins || flags.victim_dependent_origins || is_ep {
        let extra = flags.extra_reach || flags.extra_quiet_reach;
        let testable = !(flags.victim_dependent_origins || is_ep || flags.moves_as_others || extra);
        let attacks = |from: &Square| !testable || attacks_from_any_origin(game, position, *from, targets);
        return (B::Set::from_squares(position.of(by).iter().filter(attacks)), targets);
    }
    let mut attackers = attackers_of_any(game, position, targets, by);
    if flags.extra_reach {
        let geometry = game.board.geometry();
        let others = position.of(by) & !attackers;
        let reaches = |walk: &Walk| game.rules.extra_reach(geometry, *walk, by).intersects(targets);
        let walks = game.rules.walks().iter().copied().filter(reaches);
        let others = others & walks.fold(B::Set::EMPTY, |men, walk| men | position.walk(walk));
        for from in others.iter() {
            if !game.rules.extra_targets(game, position, from, targets.without(from)).is_empty() {
                attackers |= B::Set::of(from);
            }
        }
    }
    (attackers, targets)
}

/// Returns whether a man attacks one of these squares from an origin of its captures, whether or not it may capture
/// there.
// Building each of its `origins` would cost most of what this test saves.
fn attacks_from_any_origin<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    targets: B::Set,
) -> bool {
    let Some(walk) = position.walk_on(from) else { return true };
    let others = position.occupied().without(from);
    let origins = game.rules.origins(game, position, from, true);
    origins.iter().any(|at| {
        let attacked = game.board.attacks_by_any(walk, position.to_move, at, others.with(at));
        attacked.intersects(targets)
    })
}

/// Returns the extent to which a capture must be made to test whether it removes a royal man of `side`.
fn royal_capture_extent<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> Extent {
    let flags = game.rules.flags();
    let royals = (position.royal & position.of(side)).count() + position.rule_state.hidden_royal_count(side);
    // A single king is safe if it is reborn and its capture removes no other man.
    let is_safe_if_reborn = flags.kings_reborn && royals == 1;
    match is_safe_if_reborn
        && !flags.reborn_kings_change_side
        && !flags.removes_royals_indirectly
        && !flags.removes_same_walk
    {
        true => Extent::RoyalCapture,
        false => Extent::FirstLeg,
    }
}
