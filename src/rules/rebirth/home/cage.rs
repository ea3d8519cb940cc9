//! Cage Circe: any empty square on which the man would have no move without capture. A pawn that would
//! promote there is tested as what it becomes. If the rebirth can remove the man on the square, occupied
//! squares count too, as if they were empty; if two men can share a square, the other one reappears when
//! the reborn man leaves.
//!
//! Whether a square is a cage is tested only once it has been chosen.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::{Square, Squares};
use crate::position::{Colour, Man, Position, Side, Walk};
use crate::rules::example::Example;
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::rebirth::OnOccupied;

/// Any empty square on which the man could not move without capturing.
pub(super) struct Cage;

impl RebirthSquare for Cage {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Cage", "Kaefig", "Cage"],
        meaning: "A man is reborn on an empty square on which it cannot move without capturing.",
        purpose: Purpose::Rebirth,
        example: Example { white: "Kg2 Rd4", black: "Kh7 Pd6 Pc4", moves: "d4c4", ..Example::USUAL },
    });

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let all = query.geometry().all;
        let squares = match query.on_occupied {
            OnOccupied::Relaxed | OnOccupied::Strict => all & !query.position.occupied(),
            _ => all,
        };
        let man = query.man;
        let side = side_of(man, query.side.other());
        let promotion_rank = query.game.promotion_rank(man.walk, side);
        let promotions = query.game.promotions(man.walk);
        let occupied = query.position.occupied();
        // If the moves of the side are unrestricted, a square with a pseudo-legal quiet move is no cage.
        let is_unrestricted = !man.royal
            && man.colour != Colour::Neutral
            && query.game.quiet_moves_are_unrestricted(query.position, side);
        let moves = |square: Square, walk: Walk| {
            is_unrestricted
                && !occupied.contains(square)
                && !query.game.quiet_targets(walk, side, square, occupied).is_empty()
        };
        let mut cages = Vec::with_capacity(if is_unrestricted { 8 } else { squares.count() as usize });
        for square in squares.iter() {
            let promotes = man.walk.is_pawn() && promotion_rank.contains(square);
            if promotes && !promotions.is_empty() {
                let walks = promotions.iter().filter(|&&walk| !moves(square, walk));
                cages.extend(walks.map(|&walk| (square, Some(walk))));
            } else if !moves(square, man.walk) {
                cages.push((square, None));
            }
        }
        HomeCandidates::Cages(cages, side)
    }
}

/// Returns whether the man, promoted or not, would have no move without capture on the square. A neutral
/// man moves as one of `side`, the side to which it belongs in the capture.
pub fn is_cage<F: GameView>(
    game: &F,
    position: &Position<F::Set, F::State>,
    (man, side): (Man, Side),
    (square, promotion): (Square, Option<Walk>),
) -> bool {
    let mut with_man = *position;
    if let Some(occupant) = with_man.man(square) {
        with_man.remove(occupant, square);
    }
    with_man.place(Man { walk: promotion.unwrap_or(man.walk), ..man }, square);
    !game.has_quiet_move(&with_man, square, side)
}
