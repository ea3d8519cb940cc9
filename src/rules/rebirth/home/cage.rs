//! Cage Circe: any empty square on which the man would have no move without capture. A
//! pawn that would promote there is looked at as what it becomes. Where the man may share
//! a square with another, or remove it, occupied squares count too, as if that other were
//! not there.

use super::{Birth, Homes};
use crate::board::Squares;
use crate::position::{Man, Walk};
use crate::rules::deed::side_of;
use crate::rules::field::Field;
use crate::rules::rebirth::Occupied;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
    let all = birth.geometry().all;
    let squares = match birth.occupied {
        Occupied::Relaxed | Occupied::Strict => all & !birth.position.occupied(),
        _ => all,
    };
    let man = birth.man;
    let side = side_of(man, birth.side.other());
    let mut posts = Vec::new();
    for square in squares.iter() {
        let mut without = *birth.position;
        if let Some(occupant) = without.man(square) {
            without.lift(occupant, square);
        }
        let mut look = |promotion: Option<Walk>| {
            let mut there = without;
            there.put(Man { walk: promotion.unwrap_or(man.walk), ..man }, square);
            if !birth.field.can_move_quietly(&there, square) {
                posts.push((square, promotion));
            }
        };
        let promotion_rank = birth.geometry().pawn(side).promotion_rank;
        let promotions = birth.field.promotions();
        let at_end = man.walk == Walk::Pawn && !man.royal && promotion_rank.contains(square);
        if at_end && !promotions.is_empty() {
            promotions.iter().for_each(|&walk| look(Some(walk)));
        } else {
            look(None);
        }
    }
    Homes::Posts(posts)
}
