//! Men below squares.

use kirke::position::ManFlags;
use kirke::rules::transformation::Ghost;

use crate::reference_rules::move_state::MoveState;

/// Ghost and Haunted chess: a captured man goes below its square.
pub fn hide_victim(mut state: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((mut victim, at))) = (state.board.rules.ghost(), state.victim) else {
        return vec![state];
    };
    if victim.royal {
        return vec![state];
    }
    match rule {
        Ghost::Haunted => state.board.hidden.retain(|&(square, _)| square != at),
        Ghost::Uncapturable => victim.flags = victim.flags.with(ManFlags::UNCAPTURABLE),
    }
    state.board.hidden.insert(0, (at, victim));
    vec![state]
}

/// Moves ghosts up to their squares where these are empty.
pub fn reveal_ghosts(state: MoveState) -> Vec<MoveState> {
    if state.board.rules.ghost().is_some() { reveal_hidden(state) } else { vec![state] }
}

/// Moves men below squares up where the squares are empty.
pub fn reveal_hidden(mut state: MoveState) -> Vec<MoveState> {
    while let Some(index) =
        state.board.hidden.iter().position(|&(square, _)| state.board.men[square].is_none())
    {
        let (square, man) = state.board.hidden.remove(index);
        state.board.put(man, square);
    }
    vec![state]
}
