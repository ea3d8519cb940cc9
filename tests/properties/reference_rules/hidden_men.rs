//! Men below squares.

use kirke::position::ManFlags;
use kirke::rules::transformation::Ghost;

use crate::reference_rules::move_state::MoveState;

/// Ghost and Haunted chess: a captured man goes below its square.
pub fn hide_victim(mut deed: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((mut victim, at))) = (deed.board.rules.ghost(), deed.victim) else {
        return vec![deed];
    };
    if victim.royal {
        return vec![deed];
    }
    match rule {
        Ghost::Haunted => deed.board.hidden.retain(|&(square, _)| square != at),
        Ghost::Uncapturable => victim.flags = victim.flags.with(ManFlags::UNCAPTURABLE),
    }
    deed.board.hidden.insert(0, (at, victim));
    vec![deed]
}

/// Ghosts come up where their square is empty.
pub fn reveal_ghosts(deed: MoveState) -> Vec<MoveState> {
    if deed.board.rules.ghost().is_some() { reveal_hidden(deed) } else { vec![deed] }
}

/// Men below squares come up where these are empty.
pub fn reveal_hidden(mut deed: MoveState) -> Vec<MoveState> {
    while let Some(index) = deed.board.hidden.iter().position(|&(square, _)| deed.board.men[square].is_none())
    {
        let (square, man) = deed.board.hidden.remove(index);
        deed.board.put(man, square);
    }
    vec![deed]
}
