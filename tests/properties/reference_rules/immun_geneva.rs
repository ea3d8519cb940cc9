//! Rebirth squares that only have to be empty: Immun and Geneva chess.

use kirke::position::Man;
use kirke::rules::Condition;
use kirke::rules::rebirth::{Geneva, Home, Immun, Rebirth, WalkChange};

use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::rebirth::{changed_walk, takes_part};
use crate::reference_rules::rebirth_squares::HomeQuery;
use crate::reference_rules::restrictions::displacement;

/// Keeps the move if the home that must be empty is empty, after the capturer has completed its movement.
pub fn check_homes_empty(state: MoveState) -> Vec<MoveState> {
    let laws = state.board.rules;
    let allowed = laws.conditions.iter().all(|law| match law {
        Condition::Immun(Immun(rebirth)) => is_victim_home_empty(&state, rebirth),
        Condition::Geneva(Geneva(rebirth)) => is_capturer_home_empty(&state, rebirth),
        _ => true,
    });
    if allowed { vec![state] } else { Vec::new() }
}

fn is_victim_home_empty(state: &MoveState, rebirth: &Rebirth) -> bool {
    let Some((victim, at)) = state.victim.filter(|(man, _)| takes_part(&state.board, rebirth, *man)) else {
        return true;
    };
    let walk = match rebirth.walk_change {
        WalkChange::Clone if state.man.royal => victim.walk,
        WalkChange::Clone => state.man.walk,
        other => changed_walk(&other, victim),
    };
    let about = HomeQuery {
        man: Man { walk, ..victim },
        partner: Some(state.man),
        captured: victim.colour,
        capture: at,
        departure: state.pseudo_move.from,
        vector: displacement(&state.pseudo_move),
    };
    about.homes(rebirth, &state.board).into_iter().any(|home| state.board.men[home].is_none())
}

fn is_capturer_home_empty(state: &MoveState, rebirth: &Rebirth) -> bool {
    let Some((victim, at)) = state.victim.filter(|_| takes_part(&state.board, rebirth, state.man)) else {
        return true;
    };
    // If homes depend on the square of the capture, so does the capturer's.
    let by_capture = matches!(
        rebirth.home,
        Home::File
            | Home::PointSymmetry
            | Home::VerticalSymmetry
            | Home::HorizontalSymmetry
            | Home::Antipodes
    );
    state.pseudo_move.starts.iter().any(|&start| {
        let seen_from = if by_capture { at } else { start };
        let about = HomeQuery { partner: Some(victim), ..HomeQuery::for_man_on(state.man, seen_from) };
        let homes = about.homes(rebirth, &state.board);
        homes.into_iter().any(|home| home != start && state.board.men[home].is_none())
    })
}
