//! Making moves.

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::game::general::attack_test::legality_by_attacks;
use crate::game::general::legs::make_branch;
use crate::game::general::royal_capture::keeps_royals;
use crate::game::general::static_legality::is_statically_legal;
use crate::game::general::two_boards::is_left_in_check;
use crate::game::general::{Extent, is_pseudo_legal_general};
use crate::position::{AnyRuleState, EffectObserver, Man, Move, MoveKind, NoObserver, Position, Side, Walk};
use crate::rules::{Capture, Choices, GameRules, StageOutcome};

/// Implements [`Game::play`].
#[inline(always)]
pub(in crate::game) fn play<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> PositionOf<B, R> {
    let mut after = *position;
    let outcome = game.make(&mut after, mv, &mut NoObserver);
    debug_assert_eq!(outcome, StageOutcome::Done);
    after
}

/// Implements [`Game::try_move`].
#[inline]
pub(in crate::game) fn try_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> Option<PositionOf<B, R>> {
    let mut after = *position;
    make_if_legal(game, position, &mut after, mv).then_some(after)
}

/// Makes a move on `after`, a copy of the position. Returns whether the move is legal.
#[inline(always)]
fn make_if_legal<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    after: &mut PositionOf<B, R>,
    mv: Move,
) -> bool {
    let side = position.to_move;
    game.make(after, mv, &mut NoObserver) != StageOutcome::Forbidden
        && (R::ORTHODOX_CAPTURES || keeps_royals(position, after, side))
        && !game.in_check(after, side)
        && game.general(after).is_none_or(|(game, after)| !is_left_in_check(game, after, mv, side))
}

/// Implements [`Game::retry_move`].
// The position is passed by reference: under general rules it is large.
#[inline]
pub(in crate::game) fn retry_move<B: Board, R: GameRules, T>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
    evaluate: impl FnOnce(&PositionOf<B, R>) -> T,
) -> Option<T> {
    match legality_of_retried(game, position, mv) {
        Some(true) => Some(evaluate(&game.play(position, mv))),
        Some(false) => None,
        None => {
            let mut after = *position;
            make_if_legal(game, position, &mut after, mv).then(|| evaluate(&after))
        }
    }
}

/// Returns whether a move that was legal in another position is legal in this one. It is made only if nothing else shows it.
pub(in crate::game) fn is_legal_retried<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> bool {
    let test = || make_if_legal(game, position, &mut { *position }, mv);
    legality_of_retried(game, position, mv).unwrap_or_else(test)
}

/// Returns whether a move that was legal in another position is legal in this one; `None` if it has to be made to test it.
#[inline(always)]
fn legality_of_retried<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> Option<bool> {
    let Some((general, place)) = game.general(position) else {
        return if game.is_pseudo_legal(position, mv) { None } else { Some(false) };
    };
    if !target_fits(position, mv) {
        return Some(false);
    }
    if mv.kind == MoveKind::Quiet && is_statically_legal(general, place, mv) {
        return Some(true);
    }
    match is_pseudo_legal_general(general, place, mv) {
        true => legality_by_attacks(general, place, mv),
        false => Some(false),
    }
}

/// Implements [`Game::is_pseudo_legal`].
#[inline(always)]
pub(in crate::game) fn is_pseudo_legal<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> bool {
    let (side, occupied) = (position.to_move, position.occupied());
    let between = game.board.geometry().between(mv.from, mv.to);
    if !B::LINES_UNIQUE
        || !target_fits(position, mv)
        || !(position.walk(mv.walk) & position.of(side)).contains(mv.from)
        || (mv.walk != Walk::Knight && between.intersects(occupied))
    {
        return false;
    }
    // The move may have been one of the other side.
    let paths = game.board.geometry().pawn(side);
    let reaches = match mv.walk {
        Walk::Pawn if mv.is_capture() => paths.attacks[mv.from.index()].contains(mv.to),
        Walk::Pawn => paths.step[mv.from.index()].contains(mv.to),
        walk => walk != Walk::ReversedPawn,
    };
    reaches
        && (R::ORTHODOX_CAPTURES
            || !mv.is_capture()
            || mv.branch.number() < game.rules.branch_count(&game.board, position, mv))
}

/// Returns whether the arrival square is empty, for a quiet move, or has an enemy, for a capture. False for
/// other kinds of moves.
#[inline]
fn target_fits<S: Squares, M: AnyRuleState>(position: &Position<S, M>, mv: Move) -> bool {
    let (own, enemy) = (position.of(position.to_move), position.of(position.to_move.other()));
    match mv.kind {
        MoveKind::Quiet => !(own | enemy).contains(mv.to),
        MoveKind::Capture => enemy.contains(mv.to) && !own.contains(mv.to),
        _ => false,
    }
}

/// Implements [`Game::make`].
#[inline(always)]
pub(in crate::game) fn make<B: Board, R: GameRules, T: EffectObserver>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    mv: Move,
    observer: &mut T,
) -> StageOutcome {
    if let Some((game, position)) = game.general_mut(position) {
        return make_branch(game, position, mv, &mut Choices::of(mv.branch), Extent::Full, observer);
    }
    // Most moves are plain quiet moves; the code of the others is kept out of line.
    if mv.kind == MoveKind::Quiet && mv.promotion.is_none() {
        let man = position.own_man(position.to_move, mv.walk, mv.from);
        position.clear_ep();
        position.move_man(man, mv.from, mv.to);
        position.switch_side();
        return StageOutcome::Done;
    }
    make_other(game, position, mv, observer)
}

/// Makes a move that does more than move a man to an empty square.
// One function for each kind, so that no kind pays for what another needs.
#[inline(never)]
fn make_other<B: Board, R: GameRules, T: EffectObserver>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    mv: Move,
    observer: &mut T,
) -> StageOutcome {
    match mv.kind {
        MoveKind::DoubleStep => make_double_step(game, position, mv),
        MoveKind::Capture | MoveKind::EnPassant => make_capture(game, position, mv, observer),
        MoveKind::Quiet | MoveKind::Castling | MoveKind::Pass => make_rare(game, position, mv),
        // There is no reserve, no locust and no exchange under these rules.
        MoveKind::Entry | MoveKind::Exchange | MoveKind::LocustCapture => StageOutcome::Forbidden,
    }
}

#[inline(never)]
fn make_double_step<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    mv: Move,
) -> StageOutcome {
    let side = position.to_move;
    let man = position.own_man(side, mv.walk, mv.from);
    position.clear_ep();
    position.move_man(man, mv.from, mv.to);
    set_ep_if_capturable(game, position, game.board.geometry().between(mv.from, mv.to), mv.to, side);
    position.switch_side();
    StageOutcome::Done
}

#[inline(never)]
fn make_capture<B: Board, R: GameRules, T: EffectObserver>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    mv: Move,
    observer: &mut T,
) -> StageOutcome {
    let side = position.to_move;
    let man = position.own_man(side, mv.walk, mv.from);
    // The en passant pawn is read before it is cleared.
    let ep_pawn = if mv.kind == MoveKind::EnPassant { position.ep_pawn() } else { None };
    let at = ep_pawn.unwrap_or(mv.to);
    position.clear_ep();
    let mut outcome = StageOutcome::Done;
    if let Some(walk) = position.walk_on(at) {
        let captured = position.own_man(side.other(), walk, at);
        position.remove(captured, at);
        position.move_man(man, mv.from, mv.to);
        promote(position, mv);
        if !R::ORTHODOX_CAPTURES {
            let capture = Capture { by: side, from: mv.from, to: mv.to, captured, at, branch: mv.branch };
            outcome = game.rules.apply_capture_effects(&game.board, position, &capture, observer);
        }
    }
    position.switch_side();
    outcome
}

/// Makes a promotion without capture, castling or a pass.
#[inline(never)]
fn make_rare<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    mv: Move,
) -> StageOutcome {
    let man = position.own_man(position.to_move, mv.walk, mv.from);
    position.clear_ep();
    match mv.kind {
        MoveKind::Pass => position.set_passed_by_choice(),
        // The generator emits only castlings that exist.
        MoveKind::Castling => _ = castle(game, position, man, mv),
        _ => {
            position.move_man(man, mv.from, mv.to);
            promote(position, mv);
        }
    }
    position.switch_side();
    StageOutcome::Done
}

/// Makes a castling. Returns false if the board has no such castling.
// Out of line, so that it does not enlarge the code of commoner moves.
#[inline(never)]
pub(super) fn castle<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    king: Man,
    mv: Move,
) -> bool {
    let Some(castling) = game.board.geometry().castling(mv.from, mv.to) else { return false };
    position.move_man(king, castling.king_from, castling.king_to);
    let rook = position.man_of(Walk::Rook, castling.rook_from);
    position.move_man(rook, castling.rook_from, castling.rook_to);
    for &(one, other) in &game.exclusive_castlings {
        if one == castling.rook_from {
            position.deny_castling(other);
        } else if other == castling.rook_from {
            position.deny_castling(one);
        }
    }
    true
}

#[inline(always)]
fn promote<S: Squares, M: AnyRuleState>(position: &mut Position<S, M>, mv: Move) {
    if let Some(walk) = mv.promotion {
        let pawn = position.man_of(Walk::Pawn, mv.to);
        position.set_walk(pawn, walk, mv.to);
    }
}

/// Sets the squares that a pawn of `side` passed, if an enemy pawn attacks one of them. Otherwise the position
/// is the same as without the double step.
#[inline]
pub(super) fn set_ep_if_capturable<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &mut PositionOf<B, R>,
    ep_squares: B::Set,
    pawn: Square,
    side: Side,
) {
    let enemy = side.other();
    let pawns = position.walk(Walk::Pawn) & position.of(enemy);
    let attackers = &game.board.geometry().pawn(enemy).attackers;
    if ep_squares.iter().any(|square| attackers[square.index()].intersects(pawns)) {
        position.set_ep(ep_squares, pawn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_move_of_other_side_pawn_returns_none() {
        let game = Game::chess();
        let square = |name: &str| game.board.geometry().layout.square(name).unwrap();
        let step = Move::new(Walk::Pawn, square("a2"), square("a3"), MoveKind::Quiet);
        let capture = Move::new(Walk::Pawn, square("a2"), square("b3"), MoveKind::Capture);
        for side in Side::BOTH {
            let mut position = Position::empty(side);
            position.place(Man::new(side, Walk::Pawn), square("a2"));
            position.place(Man::new(side.other(), Walk::Queen), square("b3"));
            for mv in [step, capture] {
                assert_eq!(game.retry_move(&position, mv, |_| ()).is_some(), side == Side::White, "{mv:?}");
            }
        }
    }

    #[test]
    fn retry_move_illegal_here_returns_none() {
        let game = Game::chess();
        let square = |name: &str| game.board.geometry().layout.square(name).unwrap();
        let mv = Move::new(Walk::Rook, square("a1"), square("a8"), MoveKind::Quiet);
        let with = |men: &[(Side, Walk, &str)]| {
            let mut position = Position::empty(Side::White);
            for &(side, walk, name) in men {
                position.place(Man::new(side, walk), square(name));
            }
            game.retry_move(&position, mv, |_| ()).is_some()
        };
        let rook = (Side::White, Walk::Rook, "a1");
        assert!(with(&[rook]));
        assert!(!with(&[(Side::White, Walk::Queen, "a1")]));
        assert!(!with(&[(Side::Black, Walk::Rook, "a1")]));
        assert!(!with(&[rook, (Side::Black, Walk::Pawn, "a5")]));
        assert!(!with(&[rook, (Side::Black, Walk::Pawn, "a8")]));
        let checked = [rook, (Side::White, Walk::King, "b1"), (Side::Black, Walk::Queen, "h1")];
        assert!(with(&checked[..2]) && !with(&checked));
    }
}
