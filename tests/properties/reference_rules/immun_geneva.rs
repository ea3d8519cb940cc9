//! Homes that are only looked at: Immun and Geneva chess.

use kirke::position::Man;
use kirke::rules::Condition;
use kirke::rules::rebirth::{Geneva, Home, Immun, Rebirth, WalkChange};

use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::rebirth::{changed_walk, takes_part};
use crate::reference_rules::rebirth_squares::HomeQuery;
use crate::reference_rules::restrictions::displacement;

/// Is the home free that must be free? Asked when the capturer has arrived and gone on.
pub fn check_homes_empty(deed: MoveState) -> Vec<MoveState> {
    let laws = deed.board.rules;
    let allowed = laws.0.iter().all(|law| match law {
        Condition::Immun(Immun(rebirth)) => is_victim_home_empty(&deed, rebirth),
        Condition::Geneva(Geneva(rebirth)) => is_capturer_home_empty(&deed, rebirth),
        _ => true,
    });
    if allowed { vec![deed] } else { Vec::new() }
}

fn is_victim_home_empty(deed: &MoveState, rebirth: &Rebirth) -> bool {
    let Some((victim, at)) = deed.victim.filter(|(man, _)| takes_part(&deed.board, rebirth, *man)) else {
        return true;
    };
    let walk = match rebirth.walk_change {
        WalkChange::Clone if deed.man.royal => victim.walk,
        WalkChange::Clone => deed.man.walk,
        other => changed_walk(&other, victim),
    };
    let about = HomeQuery {
        man: Man { walk, ..victim },
        partner: Some(deed.man),
        captured: victim.colour,
        capture: at,
        departure: deed.pseudo_move.from,
        vector: displacement(&deed.pseudo_move),
    };
    about.homes(rebirth, &deed.board).into_iter().any(|home| deed.board.men[home].is_none())
}

fn is_capturer_home_empty(deed: &MoveState, rebirth: &Rebirth) -> bool {
    let Some((victim, at)) = deed.victim.filter(|_| takes_part(&deed.board, rebirth, deed.man)) else {
        return true;
    };
    let from = deed.pseudo_move.from;
    // Where homes lie by the square of the capture, the capturer's does, too.
    let by_capture = matches!(
        rebirth.home,
        Home::File | Home::Symmetry | Home::VerticalSymmetry | Home::HorizontalSymmetry | Home::Antipodes
    );
    let seen_from = if by_capture { at } else { from };
    let about = HomeQuery { partner: Some(victim), ..HomeQuery::for_man_on(deed.man, seen_from) };
    let homes = about.homes(rebirth, &deed.board);
    homes.into_iter().any(|home| home != from && deed.board.men[home].is_none())
}
