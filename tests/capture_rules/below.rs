//! Men below squares.

use kirke::position::Marks;
use kirke::rules::transformation::Ghost;

use crate::deed::Deed;

/// Ghost and Haunted chess: a captured man goes below its square.
pub fn bury_victim(mut deed: Deed) -> Vec<Deed> {
    let (Some(rule), Some((mut victim, at))) = (deed.board.laws.ghost(), deed.victim) else {
        return vec![deed];
    };
    if victim.royal {
        return vec![deed];
    }
    match rule {
        Ghost::Haunted => deed.board.below.retain(|&(square, _)| square != at),
        Ghost::Uncapturable => victim.marks = victim.marks.with(Marks::UNCAPTURABLE),
    }
    deed.board.below.insert(0, (at, victim));
    vec![deed]
}

/// Ghosts come up where their square is empty.
pub fn ghosts_come_up(deed: Deed) -> Vec<Deed> {
    if deed.board.laws.ghost().is_some() { come_up(deed) } else { vec![deed] }
}

/// Men below squares come up where these are empty.
pub fn come_up(mut deed: Deed) -> Vec<Deed> {
    while let Some(index) = deed.board.below.iter().position(|&(square, _)| deed.board.men[square].is_none())
    {
        let (square, man) = deed.board.below.remove(index);
        deed.board.set(man, square);
    }
    vec![deed]
}
