//! Pawns under general rules: pawns and reversed pawns, with up to three steps from the first rank.

use super::super::{Game, PositionOf};
use crate::board::{Board, PawnPaths, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::{GameRules, RuleSet};

/// Returns the paths of the pawns with this walk: a reversed pawn has those of the other side.
fn pawn_paths<B: Board, R: GameRules>(game: &Game<B, R>, walk: Walk, side: Side) -> &PawnPaths<B::Set> {
    game.board.geometry().pawn(if walk == Walk::ReversedPawn { side.other() } else { side })
}

/// Returns the promotion rank of pawns with this walk.
pub(in crate::game) fn promotion_rank<B: Board, R: GameRules>(
    game: &Game<B, R>,
    walk: Walk,
    side: Side,
) -> B::Set {
    pawn_paths(game, walk, side).promotion_rank
}

/// Returns the empty squares to which a man that steps as a pawn can move without capture, and those of them that it
/// reaches by a double step.
pub(in crate::game) fn pawn_steps<B: Board>(
    game: &Game<B, RuleSet>,
    walk: Walk,
    side: Side,
    from: Square,
    occupied: B::Set,
) -> (B::Set, B::Set) {
    if walk.is_fairy() {
        let movements = &game.board.geometry().movements;
        let quiet = movements.quiet(walk, side, from, occupied);
        return (quiet, movements.double_steps(walk, side, from, occupied));
    }
    let paths = pawn_paths(game, walk, side);
    let max_steps = if paths.double_rank.contains(from) {
        2
    } else if paths.first_rank.contains(from) {
        game.rules.flags().first_rank_steps.max(1)
    } else {
        1
    };
    let single = paths.step[from.index()] & !occupied;
    let (mut all, mut reached) = (single, single);
    for _ in 1..max_steps {
        let mut next = B::Set::EMPTY;
        for square in reached.iter() {
            next |= paths.step[square.index()] & !occupied;
        }
        all |= next;
        reached = next;
    }
    (all, all & !single)
}

/// Returns the empty squares to which an orphan or a friend can move as a pawn without capture: also from its own first
/// rank.
pub(super) fn borrowed_pawn_steps<B: Board>(
    game: &Game<B, RuleSet>,
    side: Side,
    from: Square,
    occupied: B::Set,
) -> B::Set {
    let ahead = B::Set::from_squares(squares_ahead(game, side, from, [0]));
    pawn_steps(game, Walk::Pawn, side, from, occupied).0 | (ahead & !occupied)
}

/// Returns the squares that a man attacks as one with the walk `acting_walk`. An orphan or a friend attacks as a pawn
/// from its own first rank, too.
#[inline(always)]
pub(super) fn attacks_as<B: Board>(
    game: &Game<B, RuleSet>,
    (walk, acting_walk): (Walk, Walk),
    side: Side,
    from: Square,
    occupied: B::Set,
) -> B::Set {
    match acting_walk {
        Walk::Pawn if walk.is_borrower() => B::Set::from_squares(squares_ahead(game, side, from, [-1, 1])),
        _ => game.board.attacks_by_any(acting_walk, side, from, occupied),
    }
}

/// Returns the squares on the next rank, as a pawn of `side` moves, on the files at these distances.
fn squares_ahead<B: Board, const N: usize>(
    game: &Game<B, RuleSet>,
    side: Side,
    from: Square,
    files: [i8; N],
) -> impl Iterator<Item = Square> {
    let layout = game.board.geometry().layout;
    let rank = match side {
        Side::White => layout.rank(from).checked_add(1),
        Side::Black => layout.rank(from).checked_sub(1),
    };
    let on_file = move |distance| layout.at(layout.file(from).checked_add_signed(distance)?, rank?);
    files.into_iter().filter_map(on_file)
}

/// Returns the squares on which a man that steps or captures as a pawn arrives if it captures the pawn of the last double
/// step; `attacks` are the squares that it attacks.
pub(super) fn ep_arrivals<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    walk: Walk,
    (from, attacks): (Square, B::Set),
    occupied: B::Set,
) -> B::Set {
    let passed = position.ep_squares;
    if passed.is_empty() || !walk.has_pawn_moves() {
        B::Set::EMPTY
    } else if walk.is_fairy() {
        game.board.geometry().movements.en_passant(walk, position.to_move, from, passed, occupied)
    } else {
        attacks & passed
    }
}

/// Returns the reversed pawns of `by` that attack a square.
pub(super) fn reversed_attackers<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    by: Side,
) -> B::Set {
    let reversed = position.walk(Walk::ReversedPawn) & position.of(by);
    game.board.geometry().pawn(by.other()).attackers[square.index()] & reversed
}
