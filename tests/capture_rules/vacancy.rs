//! Homes that are only looked at: Immun and Geneva chess.

use kirke::position::Man;
use kirke::rules::Condition;
use kirke::rules::rebirth::{Geneva, Home, Immun, Rebirth, WalkChange};

use crate::deed::Deed;
use crate::homes::About;
use crate::rebirth::{changed_walk, takes_part};
use crate::vetoes::vector;

/// Is the home free that must be free? Asked when the capturer has arrived and gone on.
pub fn look_at_homes(deed: Deed) -> Vec<Deed> {
    let laws = deed.board.laws;
    let allowed = laws.0.iter().all(|law| match law {
        Condition::Immun(Immun(rebirth)) => victims_home_is_free(&deed, rebirth),
        Condition::Geneva(Geneva(rebirth)) => capturers_home_is_free(&deed, rebirth),
        _ => true,
    });
    if allowed { vec![deed] } else { Vec::new() }
}

fn victims_home_is_free(deed: &Deed, rebirth: &Rebirth) -> bool {
    let Some((victim, at)) = deed.victim.filter(|(man, _)| takes_part(&deed.board, rebirth, *man)) else {
        return true;
    };
    let walk = match rebirth.walk {
        WalkChange::Clone if deed.man.royal => victim.walk,
        WalkChange::Clone => deed.man.walk,
        other => changed_walk(&other, victim),
    };
    let about = About {
        man: Man { walk, ..victim },
        partner: Some(deed.man),
        captured: victim.colour,
        capture: at,
        departure: deed.intent.from,
        vector: vector(&deed.intent),
    };
    about.homes(rebirth, &deed.board).into_iter().any(|home| deed.board.men[home].is_none())
}

fn capturers_home_is_free(deed: &Deed, rebirth: &Rebirth) -> bool {
    let Some((victim, at)) = deed.victim.filter(|_| takes_part(&deed.board, rebirth, deed.man)) else {
        return true;
    };
    let from = deed.intent.from;
    // Where homes lie by the square of the capture, the capturer's does, too.
    let by_capture = matches!(
        rebirth.home,
        Home::File | Home::Symmetry | Home::VerticalSymmetry | Home::HorizontalSymmetry | Home::Antipodes
    );
    let seen_from = if by_capture { at } else { from };
    let about = About { partner: Some(victim), ..About::standing(deed.man, seen_from) };
    let homes = about.homes(rebirth, &deed.board);
    homes.into_iter().any(|home| home != from && deed.board.men[home].is_none())
}
