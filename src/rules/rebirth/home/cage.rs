//! Cage Circe: any empty square on which the man would have no move without capture. A
//! pawn that would promote there is looked at as what it becomes.

use super::{Birth, Homes};
use crate::board::Squares;
use crate::position::{Man, Walk};
use crate::rules::deed::side_of;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
    let empty = birth.geometry().all & !birth.position.occupied();
    let man = birth.man;
    let side = side_of(man, birth.side.other());
    let mut posts = Vec::new();
    for square in empty.iter() {
        let mut look = |promotion: Option<Walk>| {
            let mut there = *birth.position;
            there.put(Man { walk: promotion.unwrap_or(man.walk), ..man }, square);
            if !birth.field.can_move_quietly(&there, square) {
                posts.push((square, promotion));
            }
        };
        let promotion_rank = birth.geometry().pawn(side).promotion_rank;
        if man.walk == Walk::Pawn && !man.royal && promotion_rank.contains(square) {
            Walk::PROMOTIONS.into_iter().for_each(|walk| look(Some(walk)));
        } else {
            look(None);
        }
    }
    Homes::Posts(posts)
}
