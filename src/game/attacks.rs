//! Attacks and check.
//!
//! A side is in check if its opponent, if it were to move, could remove one of its royal men by a move that the
//! rules allow, whatever happens to the opponent's own king. Under most rules a side is in check if and only if a
//! royal man is attacked; under the others the captures are tried.

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::game::general::royal_capture::in_check_general;
use crate::game::general::targets::has_permitted_attack;
use crate::position::{Move, MoveKind, NoObserver, Side, Walk};
use crate::rules::{GameRules, StageOutcome};

/// Implements [`Game::attackers`].
#[inline]
pub(in crate::game) fn attackers<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    square: Square,
    by: Side,
    occupied: B::Set,
) -> B::Set {
    let geometry = game.board.geometry();
    let queens = position.walk(Walk::Queen);
    let leapers = (geometry.knight[square.index()] & position.walk(Walk::Knight))
        | (geometry.king[square.index()] & position.walk(Walk::King))
        | (geometry.pawn(by).attackers[square.index()] & position.walk(Walk::Pawn));
    let riders = (game.board.rook(square, occupied) & (position.walk(Walk::Rook) | queens))
        | (game.board.bishop(square, occupied) & (position.walk(Walk::Bishop) | queens));
    let chessmen = (leapers | riders) & position.of(by);
    if R::GENERAL { chessmen | fairy_attackers(game, position, square, by, occupied) } else { chessmen }
}

/// Returns the men with walks of fairy chess of `by` that attack a square if `occupied` are the occupied squares.
#[inline]
pub(in crate::game) fn fairy_attackers<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    square: Square,
    by: Side,
    occupied: B::Set,
) -> B::Set {
    let men = position.fairy_men() & position.of(by);
    if men.is_empty() { men } else { fairy_attackers_among(game, position, square, by, men, occupied) }
}

/// Returns those of some men of `by` with walks of fairy chess that attack a square if `occupied` are the occupied squares.
// Out of line, since most positions have no such men.
#[cold]
#[inline(never)]
fn fairy_attackers_among<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    square: Square,
    by: Side,
    men: B::Set,
    occupied: B::Set,
) -> B::Set {
    let movements = &game.board.geometry().movements;
    let attacks = |from: &Square| {
        let walk = position.walk_on(*from);
        walk.is_some_and(|walk| movements.attacks(walk, by, *from, square, occupied))
    };
    B::Set::from_squares(men.iter().filter(attacks))
}

/// Implements [`Game::is_attacked`].
#[inline(always)]
pub(in crate::game) fn is_attacked<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    square: Square,
    by: Side,
    occupied: B::Set,
) -> bool {
    let geometry = game.board.geometry();
    let men = position.of(by);
    let leapers = (geometry.knight[square.index()] & position.walk(Walk::Knight))
        | (geometry.king[square.index()] & position.walk(Walk::King))
        | (geometry.pawn(by).attackers[square.index()] & position.walk(Walk::Pawn));
    if leapers.intersects(men) {
        return true;
    }
    let queens = position.walk(Walk::Queen);
    let rooks = (position.walk(Walk::Rook) | queens) & men;
    let bishops = (position.walk(Walk::Bishop) | queens) & men;
    (!rooks.is_empty() && game.board.rook(square, occupied).intersects(rooks))
        || (!bishops.is_empty() && game.board.bishop(square, occupied).intersects(bishops))
        || (R::GENERAL && !fairy_attackers(game, position, square, by, occupied).is_empty())
}

/// Implements [`Game::king_move_gives_no_check`].
#[inline]
pub(in crate::game) fn king_move_gives_no_check<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> bool {
    let geometry = game.board.geometry();
    let (side, enemy) = (position.to_move, position.to_move.other());
    // The step may bring a hurdle or remove one, or permit an attack.
    if game.has_fairy_or_neutral_men(position) || game.attacks_are_restricted() {
        return game.check_by_attacks(position, mv) == Some(false);
    }
    let royals = position.royal & position.of(enemy);
    let Some(royal) = royals.first().filter(|_| B::LINES_UNIQUE && !royals.more_than_one()) else {
        return false;
    };
    let line = geometry.line(mv.from, royal);
    let openers = if R::GENERAL { line & position.riders() & position.of(side) } else { line };
    let needs_attack = R::GENERAL || game.check_model_on(enemy, royal).necessary;
    openers.is_empty()
        && !geometry.king[mv.to.index()].contains(royal)
        && (game.check_model(position).sufficient
            || (needs_attack && !game.is_attacked(position, royal, side, position.occupied())))
}

/// Returns whether one of these men of `by`, or an extra man, attacks a square by a permitted move if `occupied` are the
/// occupied squares.
#[inline]
pub(super) fn is_attacked_by<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    square: Square,
    by: Side,
    men: B::Set,
    extra: Option<(Walk, Square)>,
    occupied: B::Set,
) -> bool {
    if R::GENERAL
        && let Some((game, position)) = game.general(position)
        && game.rules.facts().attacks.are_restricted
    {
        return has_permitted_attack(game, position, (square, by), men, extra, occupied);
    }
    let geometry = game.board.geometry();
    let (kind, at) = extra.map_or((Walk::King, B::Set::EMPTY), |(walk, at)| (walk, B::Set::of(at)));
    let of = |walk| (position.walk(walk) & men) | if kind == walk { at } else { B::Set::EMPTY };
    let leapers = (geometry.knight[square.index()] & of(Walk::Knight))
        | (geometry.king[square.index()] & of(Walk::King))
        | (geometry.pawn(by).attackers[square.index()] & of(Walk::Pawn));
    if !leapers.is_empty() {
        return true;
    }
    let queens = of(Walk::Queen);
    let (rooks, bishops) = (of(Walk::Rook) | queens, of(Walk::Bishop) | queens);
    (!rooks.is_empty() && game.board.rook(square, occupied).intersects(rooks))
        || (!bishops.is_empty() && game.board.bishop(square, occupied).intersects(bishops))
        || (R::GENERAL && is_attacked_by_fairy(game, position, square, by, men, extra, occupied))
}

/// Returns whether one of these men of `by` with walks of fairy chess, or an extra one, attacks a square if `occupied` are
/// the occupied squares.
fn is_attacked_by_fairy<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    square: Square,
    by: Side,
    men: B::Set,
    extra: Option<(Walk, Square)>,
    occupied: B::Set,
) -> bool {
    let movements = &game.board.geometry().movements;
    let men = position.fairy_men() & men;
    let extra = extra.filter(|(walk, _)| walk.is_fairy());
    extra.is_some_and(|(walk, from)| movements.attacks(walk, by, from, square, occupied))
        || (!men.is_empty() && !fairy_attackers_among(game, position, square, by, men, occupied).is_empty())
}

/// Implements [`Game::in_check`].
#[inline]
pub(in crate::game) fn in_check<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> bool {
    if game.check_model_everywhere().sufficient {
        let occupied = position.occupied();
        (position.royal & position.of(side))
            .iter()
            .any(|royal| game.is_attacked(position, royal, side.other(), occupied))
    } else if let Some((game, position)) = game.general(position) {
        in_check_general(game, position, side)
    } else {
        in_check_by_trial(game, position, side)
    }
}

/// Implements [`Game::checkers`].
pub(in crate::game) fn checkers<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> B::Set {
    let mut checkers = B::Set::EMPTY;
    if game.check_model_everywhere().sufficient {
        let occupied = position.occupied();
        for royal in (position.royal & position.of(side)).iter() {
            checkers |= game.attackers(position, royal, side.other(), occupied);
        }
    } else {
        has_royal_capture(game, position, side, |mv| {
            checkers |= B::Set::of(mv.from);
            false
        });
    }
    checkers
}

/// Returns whether a capture that the rules allow leaves `side` with fewer royal men. Attackers are tested
/// by their [check conditions](Game::check_condition); if these are not known, the captures are made.
fn in_check_by_trial<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> bool {
    let royals = position.royal & position.of(side);
    let testable = royals.first().filter(|_| !royals.more_than_one()).and_then(|royal| {
        // Royal pawns can be captured en passant, and check conditions do not cover neutral men.
        let king = position.walk(Walk::King).contains(royal)
            && game.check_model_on(side, royal).necessary
            && !position.has_neutrals();
        king.then_some(royal)
    });
    let Some(royal) = testable else { return has_royal_capture(game, position, side, |_| true) };
    let (opponent, occupied) = (side.other(), position.occupied());
    for from in game.attackers(position, royal, opponent, occupied).iter() {
        match game.check_condition(position, from, opponent, royal).is_check(occupied) {
            Some(true) => return true,
            Some(false) => {}
            None => return has_royal_capture(game, position, side, |_| true),
        }
    }
    false
}

/// Returns whether `accept` is true of a capture that leaves `side` with fewer royal men.
fn has_royal_capture<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
    mut accept: impl FnMut(Move) -> bool,
) -> bool {
    let royals = (position.royal & position.of(side)).count();
    let safe = |royal: Square| {
        game.check_model_on(side, royal).necessary
            && !game.is_attacked(position, royal, side.other(), position.occupied())
    };
    if (position.royal & position.of(side)).iter().all(safe) {
        return false;
    }
    let opponent = side.other();
    let mut before = *position;
    if before.to_move != opponent {
        before.clear_ep();
        before.set_to_move(opponent);
    }
    let dependents = game.rules.royal_dependents(&game.board, &before, side);
    let removes = |mv: Move| {
        let mut after = before;
        game.make(&mut after, mv, &mut NoObserver) == StageOutcome::Done
            && (after.royal & after.of(side)).count() < royals
            && accept(mv)
    };
    has_capture_of(game, &before, dependents, removes)
}

/// Returns whether `accept` is true of a capture, legal or not, of a man on one of these squares.
fn has_capture_of<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    squares: B::Set,
    mut accept: impl FnMut(Move) -> bool,
) -> bool {
    let side = position.to_move;
    let occupied = position.occupied();
    let promotion_rank = game.board.geometry().pawn(side).promotion_rank;
    for to in (squares & position.of(side.other())).iter() {
        for from in game.attackers(position, to, side, occupied).iter() {
            let Some(walk) = position.walk_on(from) else { continue };
            let mv = Move::new(walk, from, to, MoveKind::Capture);
            let found = if walk == Walk::Pawn && promotion_rank.contains(to) {
                Walk::PROMOTIONS.iter().any(|&walk| accept(Move { promotion: Some(walk), ..mv }))
            } else {
                accept(mv)
            };
            if found {
                return true;
            }
        }
    }
    let ep_pawn = position.ep_pawn().filter(|&pawn| squares.contains(pawn));
    ep_pawn.is_some()
        && en_passant_captures(game, position)
            .any(|(from, to)| accept(Move::new(Walk::Pawn, from, to, MoveKind::EnPassant)))
}

/// Returns the departure and arrival squares of all en passant captures, legal or not.
pub(super) fn en_passant_captures<'a, B: Board, R: GameRules>(
    game: &'a Game<B, R>,
    position: &PositionOf<B, R>,
) -> impl Iterator<Item = (Square, Square)> + use<'a, B, R> {
    let side = position.to_move;
    let pawns = position.walk(Walk::Pawn) & position.of(side);
    position.ep_squares.iter().flat_map(move |to| {
        let from = game.board.geometry().pawn(side).attackers[to.index()] & pawns;
        from.iter().map(move |from| (from, to))
    })
}
