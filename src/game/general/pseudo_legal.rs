//! Generation of pseudo-legal moves under general rules: all moves that the rules permit, without regard to check.

use std::ops::ControlFlow;

use super::origins::Origin;
use super::{Flow, QuietMoves, TargetMask, Victims};
use crate::board::{Board, Square, Squares};
use crate::game::general::castling::for_each_castling;
use crate::game::general::entries::for_each_entry;
use crate::game::general::exchanges::for_each_exchange;
use crate::game::general::locusts::{captures_aside, for_each_locust_capture};
use crate::game::general::origins::origins;
use crate::game::general::pawns::{attacks_as, borrowed_pawn_steps, ep_arrivals, pawn_steps, promotion_rank};
use crate::game::general::targets::permitted_targets;
use crate::game::general::two_boards::for_each_pseudo_legal_move_on_boards;
use crate::game::{Game, PositionOf};
use crate::position::{CapturedMan, Man, ManFlags, Move, MoveBranch, MoveKind, RuleState, Side, Walk};
use crate::rules::{CaptureQuery, RuleSet};

/// Visits the pseudo-legal moves until the visitor breaks. Captures that the rules do not permit and castling
/// through check are left out. Without `victims` no captures are visited. Castling, entries and exchanges are
/// visited regardless of the target mask.
///
/// The second argument of `visit` is the number of choices that are already fixed in the branch of the move.
pub(in crate::game) fn for_each_pseudo_legal_move_general<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    quiet: QuietMoves,
    victims: Option<Victims<B::Set>>,
    target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    if game.rules.flags().two_boards {
        return for_each_pseudo_legal_move_on_boards(game, position, quiet, victims, target_mask, visit);
    }
    for_each_pseudo_legal_move_on_one_board(game, position, quiet, victims, target_mask, visit)
}

/// Visits the same moves where all men stand on one board.
pub(super) fn for_each_pseudo_legal_move_on_one_board<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    quiet: QuietMoves,
    victims: Option<Victims<B::Set>>,
    target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let men = position.of(position.to_move);
    let first = if quiet == QuietMoves::RoyalFirst { position.royal } else { B::Set::EMPTY };
    let quiet = quiet != QuietMoves::None;
    for from in (men & first).iter().chain((men & !first).iter()) {
        for_each_move_from(game, position, from, quiet, victims, target_mask, visit)?;
    }
    if quiet {
        for_each_castling(game, position, visit)?;
        for_each_entry(game, position, visit)?;
        if game.rules.flags().exchanges {
            for_each_exchange(game, position, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the men that the side to move could capture.
pub(in crate::game) fn victims<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Victims<B::Set> {
    let side = position.to_move;
    let men = if game.rules.flags_for(&position.rule_state, side).captures_own_men {
        position.occupied() & !(position.of(side) & position.royal)
    } else {
        position.of(side.other())
    };
    Victims { men, for_check: false }
}

/// Visits the pseudo-legal moves of one man, except castling, until the visitor breaks.
pub(super) fn for_each_move_from<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    quiet: bool,
    victims: Option<Victims<B::Set>>,
    target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    if !game.rules.may_move(game, position, from) {
        return ControlFlow::Continue(());
    }
    for_each_move_of_unbarred_man(game, position, from, quiet, victims, target_mask, visit)
}

/// Visits the same moves, whether or not a rule bars the man from moving.
pub(super) fn for_each_move_of_unbarred_man<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    quiet: bool,
    victims: Option<Victims<B::Set>>,
    target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let captures = victims.is_some();
    let none = Victims { men: B::Set::EMPTY, for_check: false };
    let victims = victims.map_or(none, |victims| Victims { men: victims.men.without(from), ..victims });
    let flags = game.rules.flags();
    let permitted_mask = |walk: Walk, from: Square| {
        target_mask(walk, from).restricted_to(permitted_targets(game, position, from, position.to_move))
    };
    let target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set> =
        if flags.restricts_targets { &permitted_mask } else { target_mask };
    // Under most rules a man moves only from its own square and with its own walk.
    let walk = position.walk_on(from);
    let plain = walk.filter(|_| !flags.virtual_origins && !flags.moves_as_others);
    if let Some(walk) = plain {
        let origin = Origin::own_square(walk, from, position.occupied());
        let targets = target_mask(walk, from);
        if captures {
            for_each_capture(game, position, &origin, victims, targets.captures, visit)?;
        }
        if quiet && !targets.quiet.is_empty() {
            for_each_quiet_move(game, position, &origin, targets.quiet, visit)?;
        }
    } else {
        if captures {
            for origin in origins(game, position, from, true) {
                let squares = target_mask(origin.walk, from).captures;
                for_each_capture(game, position, &origin, victims, squares, visit)?;
            }
        }
        if quiet {
            for origin in origins(game, position, from, false) {
                for_each_quiet_move(game, position, &origin, target_mask(origin.walk, from).quiet, visit)?;
            }
        }
    }
    let reach = walk
        .map_or(B::Set::EMPTY, |walk| game.rules.extra_reach(game.board.geometry(), walk, position.to_move));
    if reach.is_empty() {
        return ControlFlow::Continue(());
    }
    let free = if quiet { !position.occupied() } else { B::Set::EMPTY };
    let candidates = ((free | victims.men) & reach).without(from);
    let extra = match candidates.is_empty() {
        true => candidates,
        false => game.rules.extra_targets(game, position, from, candidates),
    };
    if !extra.is_empty() {
        for_each_extra_move(game, position, from, extra, victims, quiet, visit)?;
    }
    ControlFlow::Continue(())
}

/// Visits the captures of a man from one of its origins that arrive on these squares, and en passant.
fn for_each_capture<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    victims: Victims<B::Set>,
    squares: B::Set,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    if captures_aside(game, origin.acting_walk) {
        for_each_locust_capture(game, position, origin, victims, squares, visit)?;
        let (_, ep) = capture_targets_from(game, position, origin, victims.men);
        return for_each_en_passant(game, position, origin, victims, ep, visit);
    }
    let side = position.to_move;
    let ep_pawn = position.ep_pawn().filter(|&ep_pawn| victims.men.contains(ep_pawn));
    let candidates = (victims.men & squares) | ep_pawn.map_or(B::Set::EMPTY, B::Set::of);
    if candidates.is_empty() {
        return ControlFlow::Continue(());
    }
    let (targets, ep) = capture_targets_from(game, position, origin, candidates);
    if ep.is_empty() && !targets.intersects(victims.men & squares) {
        return ControlFlow::Continue(());
    }
    let mover = position.own_man(side, origin.walk, origin.from);
    for to in (targets & !origin.excluded & victims.men & squares).iter() {
        let Some(man) = position.man(to) else { continue };
        let mv = origin.move_to(to, MoveKind::Capture);
        if permits(game, position, mv, mover, CapturedMan { man, at: to }, victims.for_check) {
            for_each_promotion(game, &position.rule_state, mv, mover, origin.fixed, side, visit)?;
        }
    }
    for_each_en_passant(game, position, origin, victims, ep, visit)
}

/// Visits the captures en passant of a man from one of its origins that arrive on these squares.
fn for_each_en_passant<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    victims: Victims<B::Set>,
    arrivals: B::Set,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let side = position.to_move;
    let ep_pawn = position.ep_pawn().filter(|&ep_pawn| victims.men.contains(ep_pawn));
    let Some(victim) = ep_pawn.and_then(|at| Some(CapturedMan { man: position.man(at)?, at })) else {
        return ControlFlow::Continue(());
    };
    let mover = position.own_man(side, origin.walk, origin.from);
    let permitted = permitted_targets(game, position, origin.from, side);
    for to in (arrivals & permitted & !origin.excluded & !position.occupied()).iter() {
        let mv = origin.move_to(to, MoveKind::EnPassant);
        if permits(game, position, mv, mover, victim, victims.for_check) {
            for_each_promotion(game, &position.rule_state, mv, mover, origin.fixed, side, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits the moves without capture of a man from one of its origins to these squares.
fn for_each_quiet_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    squares: B::Set,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let side = position.to_move;
    let mover = position.own_man(side, origin.walk, origin.from);
    let (targets, doubles) = quiet_targets_from(game, origin, mover, side);
    for to in (targets & !origin.excluded & squares).iter() {
        let double = doubles.contains(to) && origin.walk.has_pawn_moves();
        let kind = if double { MoveKind::DoubleStep } else { MoveKind::Quiet };
        for_each_promotion(
            game,
            &position.rule_state,
            origin.move_to(to, kind),
            mover,
            origin.fixed,
            side,
            visit,
        )?;
    }
    ControlFlow::Continue(())
}

/// Returns the squares that a man can reach from an origin by a capture of one of the men `candidates` (other
/// squares may be included), and the squares on which it can capture en passant.
pub(super) fn capture_targets_from<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    candidates: B::Set,
) -> (B::Set, B::Set) {
    let side = position.to_move;
    let ep_targets = |from: Square, attacks: B::Set, occupied: B::Set| {
        match origin.walk {
            // Orphans do not capture en passant (Popeye 4.104).
            Walk::Orphan => B::Set::EMPTY,
            _ => ep_arrivals(game, position, origin.acting_walk, (from, attacks), occupied),
        }
    };
    if !game.rules.flags().victim_dependent_origins {
        let attacks = origin.attacks(game, side);
        return (attacks, ep_targets(origin.square, attacks, origin.occupied));
    }
    let mover = position.own_man(side, origin.walk, origin.from);
    let (mut targets, mut ep) = (B::Set::EMPTY, B::Set::EMPTY);
    for &victim in game.rules.walks() {
        // No rule lets a man capture a man of its own side from another square.
        let victims = position.walk(victim) & position.of(side.other()) & candidates;
        if victims.is_empty() {
            continue;
        }
        let origins = game.rules.capture_origins(game, position, mover, origin.square, victim);
        let origins = origins.unwrap_or(B::Set::of(origin.square));
        let origins = B::Set::from_squares(origins.iter().filter(|&at| acts_on(game, position, origin, at)));
        // The attacks of officers are symmetric.
        if B::LINES_UNIQUE && !origin.acting_walk.is_pawn() && !origin.acting_walk.is_fairy() {
            let occupied = origin.occupied.without(origin.square);
            let is_hit = |&at: &Square| {
                game.board
                    .attacks_by_any(origin.acting_walk, side, at, occupied)
                    .intersects(origins.without(at))
            };
            targets |= B::Set::from_squares(victims.iter().filter(is_hit));
            continue;
        }
        for from in origins.iter() {
            let occupied = origin.occupied.without(origin.square).with(from);
            let attacks = attacks_as(game, (origin.walk, origin.acting_walk), side, from, occupied);
            targets |= attacks & victims;
            if position.ep_pawn().is_some_and(|ep_pawn| victims.contains(ep_pawn)) {
                ep |= ep_targets(from, attacks, occupied);
            }
        }
    }
    (targets, ep)
}

/// Returns whether a man that captures from an origin by way of another square moves from there with the walk of the origin: an
/// orphan or a friend, if it is observed there by such a man.
fn acts_on<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    at: Square,
) -> bool {
    if !origin.walk.is_borrower() || origin.acting_walk == origin.walk {
        return true;
    }
    let mut seen = *position;
    if let Some(man) = position.man(origin.from) {
        seen.remove(man, origin.from);
        seen.place(man, at);
    }
    game.rules.borrows(game, &seen, at, position.to_move, origin.acting_walk)
}

/// Returns the squares that a man can reach from an origin without capturing, and those of them that it reaches
/// by a double step.
fn quiet_targets_from<B: Board>(
    game: &Game<B, RuleSet>,
    origin: &Origin<B::Set>,
    mover: Man,
    side: Side,
) -> (B::Set, B::Set) {
    match origin.acting_walk {
        Walk::Pawn if origin.walk.is_borrower() => {
            (borrowed_pawn_steps(game, side, origin.square, origin.occupied), B::Set::EMPTY)
        }
        walk if walk.has_pawn_moves() => {
            let (all, doubles) = pawn_steps(game, walk, side, origin.square, origin.occupied);
            let single = mover.flags.contains(ManFlags::NO_DOUBLE_STEP);
            if single { (all & !doubles, B::Set::EMPTY) } else { (all, doubles) }
        }
        walk => (game.board.quiet_targets(walk, side, origin.square, origin.occupied), B::Set::EMPTY),
    }
}

/// Visits the moves of a man to its extra targets: squares that it reaches other than by its walk.
fn for_each_extra_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    targets: B::Set,
    victims: Victims<B::Set>,
    quiet: bool,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let Some(walk) = position.walk_on(from) else { return ControlFlow::Continue(()) };
    let side = position.to_move;
    let own = |capture| {
        let origins = game.rules.origins(game, position, from, capture);
        // A man with several origins moves to its extra targets from its own square.
        let number = origins.iter().position(|at| at == from).unwrap_or(0);
        let branch = MoveBranch::new(number as u32).unwrap_or(MoveBranch::ONLY);
        let fixed = usize::from(game.rules.flags().virtual_origins && origins.more_than_one());
        Origin { branch, fixed, ..Origin::own_square(walk, from, position.occupied()) }
    };
    let mover = position.own_man(side, walk, from);
    let arriving =
        origins(game, position, from, true).filter(|origin| !captures_aside(game, origin.acting_walk));
    let capture_targets = arriving.map(|origin| {
        capture_targets_from(game, position, &origin, victims.men).0 & victims.men & !origin.excluded
    });
    let quiet_targets = origins(game, position, from, false)
        .map(|origin| quiet_targets_from(game, &origin, mover, side).0 & !origin.excluded);
    let known = capture_targets.chain(quiet_targets).fold(B::Set::EMPTY, |known, some| known | some);
    for to in (targets & !known).iter() {
        match position.man(to) {
            None if quiet => {
                let origin = own(false);
                visit(origin.move_to(to, MoveKind::Quiet), origin.fixed)?;
            }
            Some(man) if victims.men.contains(to) => {
                let origin = own(true);
                let mv = origin.move_to(to, MoveKind::Capture);
                if permits(game, position, mv, mover, CapturedMan { man, at: to }, victims.for_check) {
                    visit(mv, origin.fixed)?;
                }
            }
            _ => {}
        }
    }
    ControlFlow::Continue(())
}

/// Returns whether the rules permit a capture.
pub(super) fn permits<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    mover: Man,
    victim: CapturedMan,
    for_check: bool,
) -> bool {
    let by = position.to_move;
    game.rules.permits_capture(&CaptureQuery { game, position, by, mv, mover, victim, for_check })
}

/// Visits a move, or each of its promotions. A promotion that is chosen after other effects is not expanded.
pub(super) fn for_each_promotion<B: Board>(
    game: &Game<B, RuleSet>,
    rule_state: &RuleState,
    mv: Move,
    mover: Man,
    fixed: usize,
    side: Side,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    if !mv.walk.is_pawn() || !promotion_rank(game, mv.walk, side).contains(mv.to) {
        return visit(mv, fixed);
    }
    let flags = game.rules.flags_for(rule_state, side);
    let kamikaze = mover.flags.contains(ManFlags::KAMIKAZE) && !flags.kamikazes_reborn;
    let vanishes = mv.is_capture() && (flags.capturers_vanish || kamikaze);
    if !flags.no_promotion && !flags.late_promotion && !vanishes {
        for &walk in game.rules.promotions(&flags, mv.walk) {
            visit(Move { promotion: Some(walk), ..mv }, fixed)?;
        }
        ControlFlow::Continue(())
    } else {
        visit(mv, fixed)
    }
}
