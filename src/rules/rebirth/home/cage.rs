//! Cage Circe: any empty square on which the man would have no move without capture. A
//! pawn that would promote there is looked at as what it becomes. Where the man may remove
//! another, occupied squares count too, as if that other were not there; where it may share
//! a square with another, that comes up when the man leaves.
//!
//! Which of the squares are cages is asked one by one, where one has been chosen.

use super::{RebirthQuery, HomeCandidates, Purpose, RebirthSquare, HomeWord};
use crate::board::{Square, Squares};
use crate::position::{Colour, Man, Position, Side, Walk};
use crate::rules::move_context::side_of;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;
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
        let promotions = query.game.promotions();
        let occupied = query.position.occupied();
        // Whoever may go where he can has no cage where he can go somewhere.
        let free =
            !man.royal && man.colour != Colour::Neutral && query.game.quiet_moves_are_unrestricted(query.position, side);
        let moves = |square: Square, walk: Walk| {
            free && !occupied.contains(square)
                && !query.game.quiet_targets(walk, side, square, occupied).is_empty()
        };
        let mut cages = Vec::with_capacity(if free { 8 } else { squares.count() as usize });
        for square in squares.iter() {
            let at_end = man.walk.is_pawn() && promotion_rank.contains(square);
            if at_end && !promotions.is_empty() {
                let walks = promotions.iter().filter(|&&walk| !moves(square, walk));
                cages.extend(walks.map(|&walk| (square, Some(walk))));
            } else if !moves(square, man.walk) {
                cages.push((square, None));
            }
        }
        HomeCandidates::Cages(cages, side)
    }
}

/// Would the man, promoted or not, have no move without capture on the square? A neutral man moves as one
/// of the side that is given: that whose he counts as in the capture.
pub fn is_cage<F: GameView>(
    game: &F,
    position: &Position<F::Set, F::Memory>,
    (man, side): (Man, Side),
    (square, promotion): (Square, Option<Walk>),
) -> bool {
    let mut there = *position;
    if let Some(occupant) = there.man(square) {
        there.remove(occupant, square);
    }
    there.place(Man { walk: promotion.unwrap_or(man.walk), ..man }, square);
    !game.has_quiet_move(&there, square, side)
}
