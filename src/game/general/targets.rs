//! Restrictions of moves by their departure and arrival squares, as in grid chess.

use crate::board::{Board, Castling, Square, Squares};
use crate::game::general::locusts::captures_aside;
use crate::game::{Game, PositionOf};
use crate::position::Side;
use crate::rules::RuleSet;

/// Returns the squares to which the man of `side` on `from` may go, as far as squares alone decide.
#[inline]
pub(super) fn permitted_targets<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    side: Side,
) -> B::Set {
    game.rules.permitted_targets(game.board.geometry(), &position.rule_state, from, side)
}

/// Returns whether both men of a castling may go where it puts them, as far as squares alone decide.
pub(super) fn permits_castling<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    castling: &Castling<B::Set>,
) -> bool {
    let permits = |from, to| permitted_targets(game, position, from, castling.side).contains(to);
    permits(castling.king_from, castling.king_to) && permits(castling.rook_from, castling.rook_to)
}

/// Returns those of the men of `by`, which attack a square by their walks, that may make the move of this attack, as far as
/// squares alone decide.
#[inline]
pub(super) fn with_permitted_attack<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    attackers: B::Set,
    square: Square,
    by: Side,
) -> B::Set {
    if !game.rules.flags().restricts_targets {
        return attackers;
    }
    let may_attack = |&from: &Square| {
        let permitted = permitted_targets(game, position, from, by);
        let walk = position
            .man(from)
            .map(|man| game.rules.acts_as(game, position, man, from).unwrap_or(man.walk))
            .filter(|&walk| captures_aside(game, walk));
        match walk {
            Some(walk) => {
                let movements = &game.board.geometry().movements;
                movements.arrivals(walk, by, from, square, position.occupied()).intersects(permitted)
            }
            None => permitted.contains(square),
        }
    };
    B::Set::from_squares(attackers.iter().filter(may_attack))
}
