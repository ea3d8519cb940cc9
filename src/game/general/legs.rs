//! Making moves under general rules. A move has one leg, or several where the rules let a capturer continue.

use std::ops::ControlFlow;

use super::{Extent, Flow, MoveVisitor, TargetMask};
use crate::board::{Board, Square, Squares};
use crate::game::general::castling::castling_king;
use crate::game::general::entries::make_entry;
use crate::game::general::exchanges::make_exchange;
use crate::game::general::locusts::choose_victim;
use crate::game::general::origins::choose_origin;
use crate::game::general::pending_promotion::resolve_promotions;
use crate::game::general::pseudo_legal::{for_each_move_from, victims};
use crate::game::general::royal_capture::keeps_royals;
use crate::game::general::two_boards::{board_of, is_left_in_check};
use crate::game::make_move::castle;
use crate::game::{Game, PositionOf};
use crate::position::{
    AnyRuleState, CapturedMan, Effect, EffectObserver, Man, Move, MoveKind, NoObserver, Walk,
};
use crate::rules::{CaptureEffect, Choices, GameRules, KingRebirth, MoveContext, RuleSet, StageOutcome};

/// Makes the branches of a move that the rules allow one after the other until the visitor breaks. The first
/// `fixed` choices of the branch are kept.
pub(super) fn for_each_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    fixed: usize,
    extent: Extent,
    visit: &mut dyn FnMut(Move, &PositionOf<B, RuleSet>) -> Flow,
) -> Flow {
    let mut branch = mv.branch;
    loop {
        let mv = Move { branch, ..mv };
        let mut choices = Choices::of(branch);
        let mut after = *position;
        let outcome = make_branch(game, &mut after, mv, &mut choices, extent, &mut NoObserver);
        if outcome == StageOutcome::Done {
            visit(mv, &after)?;
        }
        match choices.next(fixed) {
            Ok(Some(next)) => branch = next,
            Ok(None) => return ControlFlow::Continue(()),
            // Too many branches to number: see `Choices`.
            Err(_) => {
                game.rules.mark_branch_overflow();
                return ControlFlow::Continue(());
            }
        }
    }
}

/// Visits the legal branches of a move, each with the position after it, until the visitor breaks. The first
/// `fixed` choices of the branch are kept.
pub(in crate::game) fn for_each_legal_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    fixed: usize,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let side = position.to_move;
    for_each_branch(game, position, mv, fixed, Extent::Full, &mut |mv, after| {
        let is_legal = keeps_royals(position, after, side)
            && !game.in_check(after, side)
            && !is_left_in_check(game, after, mv, side);
        if is_legal { visit(mv, Some(after)) } else { ControlFlow::Continue(()) }
    })
}

/// Returns whether a move without a promotion does nothing but move its man, and remove the one that it captures.
#[inline]
fn only_moves_and_captures<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> bool {
    let facts = game.rules.facts();
    let rule_state = &position.rule_state;
    facts.quiet_moves_only_move
        && mv.promotion.is_none()
        && !rule_state.has_hidden()
        && match mv.kind {
            MoveKind::Quiet => true,
            MoveKind::Capture => facts.capture_effect == CaptureEffect::None && !rule_state.has_attributes(),
            _ => false,
        }
}

/// Makes a move that [only moves its man](only_moves_and_captures).
#[inline]
fn make_plain<B: Board>(position: &mut PositionOf<B, RuleSet>, mv: Move) {
    let mover = position.own_man(position.to_move, mv.walk, mv.from);
    position.clear_ep();
    if mv.kind == MoveKind::Capture
        && let Some(victim) = position.man(mv.to)
    {
        position.remove(victim, mv.to);
    }
    position.move_man(mover, mv.from, mv.to);
    position.rule_state.mover_square = Some(mv.to);
    position.rule_state.count_ply();
    position.switch_side();
}

/// Makes a branch of a move on the position itself, as far as `extent` demands.
pub(in crate::game) fn make_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    choices: &mut Choices,
    extent: Extent,
    observer: &mut dyn EffectObserver,
) -> StageOutcome {
    if only_moves_and_captures(game, position, mv) {
        make_plain::<B>(position, mv);
        return StageOutcome::Done;
    }
    if resolve_promotions(game, position, choices, observer) == StageOutcome::Forbidden {
        return StageOutcome::Forbidden;
    }
    let (mut outcome, mut capturer) = make_leg(game, position, mv, Some(extent), choices, observer);
    if extent == Extent::Full && game.rules.flags().series_captures {
        while outcome == StageOutcome::Done
            && let Some(next) = capturer.and_then(|at| next_leg(game, position, at, choices))
        {
            report_leg(game, position, next, choices, observer);
            (outcome, capturer) = make_leg(game, position, next, None, choices, observer);
        }
    }
    position.rule_state.count_ply();
    position.switch_side();
    outcome
}

/// Makes one leg of a move with all its effects. `extent` is that of the move for the first leg, `None` for the
/// others. Returns the outcome, and the square of the mover if it has captured and is on the board.
fn make_leg<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    extent: Option<Extent>,
    choices: &mut Choices,
    observer: &mut dyn EffectObserver,
) -> (StageOutcome, Option<Square>) {
    let is_first_leg = extent.is_some();
    let by = position.to_move;
    if mv.kind == MoveKind::Pass {
        position.set_passed_by_choice();
        position.rule_state.on_pass();
        return (StageOutcome::Done, None);
    }
    if mv.kind == MoveKind::Exchange {
        return (make_exchange::<B>(position, mv), None);
    }
    if game.rules.flags().exchanges {
        position.rule_state.last_exchange = None;
    }
    if mv.kind == MoveKind::Entry {
        return (make_entry(game, position, mv, choices, observer), None);
    }
    let copy;
    let before = match game.rules.flags().compares_positions {
        true => {
            copy = *position;
            Some(&copy)
        }
        false => None,
    };
    let departure = departure(game, position, mv);
    let Some((origin, victim)) = choose_origin_and_victim(game, position, mv, extent, choices, observer)
    else {
        return (StageOutcome::Forbidden, None);
    };
    let mover = position.own_man(by, mv.walk, origin);
    let Some(victim) = move_men(game, position, mv, mover, origin, victim) else {
        return (StageOutcome::Forbidden, None);
    };
    let king_rebirth = match extent {
        Some(Extent::RoyalCapture) => KingRebirth::Forbidden,
        _ => KingRebirth::Optional,
    };
    let mut context = MoveContext {
        game,
        position: &mut *position,
        observer,
        choices,
        by,
        mv,
        mover,
        at: Some(mv.to),
        departure,
        origin,
        victim,
        hurdle: None,
        before,
        is_first_leg,
        king_rebirth,
    };
    let outcome = game.rules.apply_move_effects(&mut context);
    let capturer = context.at.filter(|_| context.victim.is_some());
    (outcome, capturer)
}

/// Returns the square of the man that makes a leg: a king may castle from its rebirth square.
fn departure<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>, mv: Move) -> Square {
    if mv.kind != MoveKind::Castling || !game.rules.flags().castles_from_home {
        return mv.from;
    }
    let mut castlings = game.board.geometry().castlings.iter();
    let castling = castlings.find(|castling| castling.king_from == mv.from && castling.king_to == mv.to);
    castling.and_then(|castling| castling_king(game, position, castling)).unwrap_or(mv.from)
}

/// Moves the men of a leg to their origins. Returns the origin of the mover and the square of the man that it captures;
/// `None` if the leg is impossible.
// Inlined always: called for every move made.
#[inline(always)]
fn choose_origin_and_victim<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    extent: Option<Extent>,
    choices: &mut Choices,
    observer: &mut dyn EffectObserver,
) -> Option<(Square, Option<Square>)> {
    if game.rules.flags().prepares_moves {
        game.rules.before_move(game, position, mv);
    }
    if mv.kind == MoveKind::LocustCapture {
        return choose_origin_and_locust_victim(game, position, mv, extent, choices, observer);
    }
    let origin = choose_origin(game, position, mv, extent.is_some(), choices, observer)?;
    let victim = match mv.kind {
        MoveKind::Capture => Some(mv.to),
        MoveKind::EnPassant => Some(position.ep_pawn().unwrap_or(mv.to)),
        _ => None,
    };
    Some((origin, victim))
}

/// Returns the same for a locust capture, after the stage before the move.
// Out of line, since it is rare.
#[inline(never)]
fn choose_origin_and_locust_victim<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    extent: Option<Extent>,
    choices: &mut Choices,
    observer: &mut dyn EffectObserver,
) -> Option<(Square, Option<Square>)> {
    let acting_walks = acting_walks(game, position, mv);
    let origin = choose_origin(game, position, mv, extent.is_some(), choices, observer)?;
    let seen = board_of(game, position, origin);
    let seen = seen.as_ref().unwrap_or(position);
    let victim = choose_victim(game, seen, mv, origin, &acting_walks, extent, choices)?;
    Some((origin, Some(victim)))
}

/// Returns the walks with which the man that moves can capture.
fn acting_walks<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>, mv: Move) -> Vec<Walk> {
    let Some(man) = position.man(mv.from) else { return Vec::new() };
    let own = game.rules.acts_as(game, position, man, mv.from).unwrap_or(mv.walk);
    let borrowed = game.rules.borrowed_walks(game, position, mv.from, position.to_move);
    std::iter::once(own).chain(borrowed).collect()
}

/// Returns the square of the man that a locust capture captures; `None` if the capture is impossible.
pub(super) fn victim_of_locust_capture<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> Option<Square> {
    let mut before = *position;
    let mut choices = Choices::of(mv.branch);
    if resolve_promotions(game, &mut before, &mut choices, &mut NoObserver) == StageOutcome::Forbidden {
        return None;
    }
    let extent = Some(Extent::Full);
    choose_origin_and_victim(game, &mut before, mv, extent, &mut choices, &mut NoObserver)?.1
}

/// Moves the men of a leg on the board, without its effects; `victim` is the square of the man that is captured. Returns
/// the victim, if any; `None` if the leg is impossible.
#[inline]
fn move_men<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    mover: Man,
    origin: Square,
    victim: Option<Square>,
) -> Option<Option<CapturedMan>> {
    position.clear_ep();
    match mv.kind {
        MoveKind::Quiet => position.move_man(mover, origin, mv.to),
        MoveKind::DoubleStep => {
            position.move_man(mover, origin, mv.to);
            position.set_ep(game.board.geometry().between(origin, mv.to), mv.to);
        }
        MoveKind::Capture | MoveKind::EnPassant | MoveKind::LocustCapture => {
            let at = victim?;
            let man = position.man(at)?;
            position.remove(man, at);
            // A locust may capture in a circle.
            match origin == mv.to {
                true => position.deny_castling(origin),
                false => position.move_man(mover, origin, mv.to),
            }
            return Some(Some(CapturedMan { man, at }));
        }
        MoveKind::Castling => {
            if !castle(game, position, mover, mv) {
                return None;
            }
        }
        MoveKind::Pass | MoveKind::Entry | MoveKind::Exchange => {}
    }
    Some(None)
}

/// Returns the next leg of the capturer on `at`; `None` if the mover chooses none, the capturer has changed sides,
/// or a side is in check.
fn next_leg<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    at: Square,
    choices: &mut Choices,
) -> Option<Move> {
    let side = position.to_move;
    if !position.of(side).contains(at)
        || game.in_check(position, side)
        || game.in_check(position, side.other())
    {
        return None;
    }
    // A queen has at most 27 moves.
    let (mut ends, mut captures) = (Vec::with_capacity(28), Vec::with_capacity(8));
    let _ = for_each_move_from(
        game,
        position,
        at,
        true,
        Some(victims(game, position)),
        &TargetMask::all,
        &mut |mv, _| {
            if mv.is_capture() {
                captures.push(mv)
            } else {
                ends.push(mv)
            }
            ControlFlow::Continue(())
        },
    );
    // Two choices, so that the branch of a long series of captures has a small number.
    if !captures.is_empty() && choices.choose(2) == 1 {
        return Some(captures[choices.choose(captures.len())]);
    }
    choices.choose(ends.len() + 1).checked_sub(1).map(|end| ends[end])
}

/// Reports the next leg to the observer before it is made.
fn report_leg<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    choices: &Choices,
    observer: &mut dyn EffectObserver,
) {
    let Some(man) = position.man(mv.from) else { return };
    let captured = match mv.kind {
        MoveKind::LocustCapture => {
            let (mut before, mut choices) = (*position, *choices);
            let squares =
                choose_origin_and_victim(game, &mut before, mv, None, &mut choices, &mut NoObserver);
            squares.and_then(|(_, victim)| victim)
        }
        _ => game.victim_square(position, mv),
    };
    let captured = captured.and_then(|at| Some(CapturedMan { man: position.man(at)?, at }));
    let en_passant = mv.kind == MoveKind::EnPassant;
    observer.on_effect(Effect::Continued {
        man,
        from: mv.from,
        to: mv.to,
        captured,
        en_passant,
        is_forced: false,
    });
}
