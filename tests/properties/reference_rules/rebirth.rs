//! Rebirth: the Circe and the Anticirce family.

use kirke::position::{Man, Walk};
use kirke::rules::rebirth::{Home, OnOccupied, Rebirth, RelevantCapture, WalkChange};

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::{Board, PastCapture, Sq, pawn_rank};
use crate::reference_rules::move_state::{MoveState, promotions};
use crate::reference_rules::rebirth_squares::{HomeQuery, is_cage};
use crate::reference_rules::restrictions::displacement;
use crate::reference_rules::transformations::{down, next_in, up};

/// Returns the capture to which a rule applies at a ply.
fn capture_of(state: &MoveState, rebirth: &Rebirth) -> Option<PastCapture> {
    let now = state.victim.map(|(man, at)| PastCapture { man, at, capturer: state.mover });
    match rebirth.relevant_capture {
        RelevantCapture::ThisMove => now,
        RelevantCapture::LastMove => state.last_capture,
        RelevantCapture::WaitCapture => now.and(state.last_capture),
    }
}

/// Circe and its relatives.
pub fn rebirth_victim(state: MoveState) -> Vec<MoveState> {
    let Some(rebirth) = state.board.rules.circe() else { return vec![state] };
    let Some(taken) = capture_of(&state, &rebirth) else { return vec![state] };
    // If the capture is an earlier one, the partner is the man that moves now.
    let capturer =
        Some(state.moved_man().map_or(state.man, |(_, man)| Man { colour: state.man.colour, ..man }));
    let mut man = taken.man;
    if !takes_part(&state.board, &rebirth, man) {
        return vec![state];
    }
    man.walk = match rebirth.walk_change {
        WalkChange::Clone if state.man.royal => man.walk,
        WalkChange::Clone => state.man.walk,
        other => changed_walk(&other, man),
    };
    let departure = state.pseudo_move.from;
    let about = HomeQuery {
        man,
        partner: capturer,
        captured: man.colour,
        capture: taken.at,
        departure,
        vector: displacement(&state.pseudo_move),
    };
    let boards = perform_rebirth(&rebirth, &state.board, &about, None);
    let ends = boards.into_iter().map(|(mut board, reborn)| {
        let pushed = std::mem::take(&mut board.pushed);
        let mover = state.mover.and_then(|at| match pushed.into_iter().find(|&(from, _)| from == at) {
            Some((_, to)) => Some(to),
            // The reborn man has replaced it.
            None if reborn == Some(at) => None,
            None => Some(at),
        });
        MoveState { board, mover, ..state.clone() }
    });
    ends.collect()
}

/// Anticirce and its relatives.
pub fn rebirth_capturer(state: MoveState) -> Vec<MoveState> {
    let Some(rebirth) = state.board.rules.anticirce() else { return vec![state] };
    let Some(taken) = capture_of(&state, &rebirth) else { return vec![state] };
    let man_square = match taken.capturer {
        Some(square) if rebirth.relevant_capture == RelevantCapture::ThisMove => square,
        // If the capture is an earlier one, the capturer may have left the board or moved.
        Some(square) if state.victim.is_none_or(|(_, at)| at != square) => {
            if state.pseudo_move.from == square { state.pseudo_move.to } else { square }
        }
        _ => return vec![state],
    };
    let Some(mut man) = state.board.men[man_square].filter(|man| takes_part(&state.board, &rebirth, *man))
    else {
        return vec![state];
    };
    man.walk = match rebirth.walk_change {
        WalkChange::Clone if taken.man.royal => man.walk,
        WalkChange::Clone => taken.man.walk,
        other => changed_walk(&other, man),
    };
    let about = HomeQuery {
        man,
        partner: Some(taken.man),
        captured: taken.man.colour,
        capture: taken.at,
        departure: state.pseudo_move.from,
        vector: displacement(&state.pseudo_move),
    };
    let boards = perform_rebirth(&rebirth, &state.board, &about, Some(man_square));
    let ends = boards.into_iter().map(|(board, at)| MoveState { board, mover: at, ..state.clone() });
    ends.collect()
}

/// Returns whether the rule applies to the man.
pub fn takes_part(board: &Board, rebirth: &Rebirth, man: Man) -> bool {
    let asks_for_cages = board.testing_cage && rebirth.home == Home::Cage;
    let listed = rebirth.april.is_none_or(|walks| walks.iter().any(|walk| walk == man.walk));
    !asks_for_cages && listed && (!man.royal || included(rebirth.royals))
}

/// Returns the walk to which the man changes before its rebirth.
pub fn changed_walk(change: &WalkChange, man: Man) -> Walk {
    match change {
        WalkChange::Chameleon(cycle) if !man.royal => next_in(cycle.walks(), man.walk),
        WalkChange::Down if !man.royal => down(man.walk),
        WalkChange::Up if !man.royal => up(man.walk),
        _ => man.walk,
    }
}

/// Returns every position after the rebirth of the man, with its square there. A capturer is first
/// removed from its square.
fn perform_rebirth<'l>(
    rebirth: &Rebirth,
    board: &Board<'l>,
    about: &HomeQuery,
    man_square: Option<Sq>,
) -> Vec<(Board<'l>, Option<Sq>)> {
    let as_it_is = (board.clone(), man_square);
    let mut lifted = board.clone();
    if let Some(square) = man_square {
        lifted.remove(square);
    }
    let homes = about.homes(rebirth, &lifted);
    let chosen = matches!(rebirth.home, Home::Super | Home::Cage | Home::Make);
    let covers = !matches!(rebirth.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict);
    let mut ends = Vec::new();
    for &home in &homes {
        if chosen && !covers && lifted.men[home].is_some() {
            continue;
        }
        if rebirth.cheylan && man_square == Some(home) {
            continue;
        }
        ends.extend(place_reborn(rebirth, &lifted, about, home, &as_it_is));
    }
    let strict = match rebirth.on_occupied {
        OnOccupied::Strict => true,
        OnOccupied::Pongracz => man_square.is_some(),
        _ => false,
    };
    let optional = rebirth.home == Home::Super && !strict;
    let nowhere = homes.is_empty() || (rebirth.home == Home::Cage && ends.is_empty());
    let strict = rebirth.home == Home::Make || rebirth.on_occupied == OnOccupied::Strict;
    if optional || (nowhere && !strict) {
        ends.push(as_it_is);
    }
    ends
}

/// Puts the man on its home, with all effects of the rebirth.
fn place_reborn<'l>(
    rebirth: &Rebirth,
    board: &Board<'l>,
    about: &HomeQuery,
    home: Sq,
    as_it_is: &(Board<'l>, Option<Sq>),
) -> Vec<(Board<'l>, Option<Sq>)> {
    let mut board = board.clone();
    if let Some(occupant) = board.men[home] {
        match rebirth.on_occupied {
            OnOccupied::Relaxed => return vec![as_it_is.clone()],
            OnOccupied::Strict => return Vec::new(),
            OnOccupied::Assassin => {
                board.remove(home);
            }
            OnOccupied::Volcanic => {
                let mut man = about.man;
                if rebirth.turncoat {
                    man.colour = man.colour.opposite();
                }
                board.hidden.push((home, man));
                return vec![(board, None)];
            }
            OnOccupied::Parachute => {
                board.remove(home);
                board.hidden.insert(0, (home, occupant));
            }
            OnOccupied::Pongracz => match push_occupants(rebirth, &board, occupant, home, as_it_is.1) {
                PushResult::Done(pushed) => board = *pushed,
                PushResult::Endless => return vec![as_it_is.clone()],
                PushResult::OntoCapturer => return Vec::new(),
            },
        }
    }
    let mut forms = reborn_forms(rebirth, &board, about.man, home);
    forms.retain(|&man| rebirth.home != Home::Cage || is_cage(&board, man, home));
    let place = |mut man: Man| {
        let mut board = board.clone();
        if rebirth.turncoat {
            man.colour = man.colour.opposite();
        }
        board.put(man, home);
        (board, Some(home))
    };
    forms.into_iter().map(place).collect()
}

/// Returns the forms of a man reborn on a square: a pawn may promote.
pub fn reborn_forms(rebirth: &Rebirth, board: &Board, man: Man, home: Sq) -> Vec<Man> {
    let arrives =
        man.walk.is_pawn() && Some(pawn_rank(man.walk, man.colour, home)) == board.rules.promotion_rank();
    // Mirrored homes of captured pawns are on the other side's second rank, on which pawns promote in
    // Glasgow chess.
    let mirrored = rebirth.mirrored && board.rules.circe().is_some();
    if arrives && (mirrored || promotes(rebirth)) {
        // The man does not count as promoted, because no move promoted it.
        promotions(board, man.walk).into_iter().map(|walk| Man { walk, ..man }).collect()
    } else {
        vec![man]
    }
}

/// The result of pushing men from home to home.
enum PushResult<'l> {
    Done(Box<Board<'l>>),
    /// No man finds an empty square.
    Endless,
    /// A man would come to the square that the capturer occupies until its rebirth: illegal.
    OntoCapturer,
}

/// Pongrácz: the man on a square goes to its own home, and so on.
fn push_occupants<'l>(
    rebirth: &Rebirth,
    board: &Board<'l>,
    man: Man,
    square: Sq,
    capturer: Option<Sq>,
) -> PushResult<'l> {
    let mut board = board.clone();
    let (mut man, mut square) = (man, square);
    board.remove(square);
    let mut vacated = vec![square];
    loop {
        let Some(&home) = HomeQuery::for_man_on(man, square).homes(rebirth, &board).first() else {
            return PushResult::Endless;
        };
        if vacated.contains(&home) {
            return PushResult::Endless;
        }
        let next = board.remove(home);
        board.put(man, home);
        board.pushed.push((square, home));
        if capturer == Some(home) {
            return PushResult::OntoCapturer;
        }
        man = match next {
            Some(next) => next,
            None => return PushResult::Done(Box::new(board)),
        };
        vacated.push(home);
        square = home;
    }
}

/// Returns whether a pawn reborn on its promotion rank promotes.
fn promotes(rebirth: &Rebirth) -> bool {
    rebirth.partner_decides
        || rebirth.april.is_some()
        || matches!(
            rebirth.home,
            Home::Equipollent
                | Home::PointSymmetry
                | Home::VerticalSymmetry
                | Home::Departure
                | Home::Antipodes
                | Home::Make
                | Home::Super
                | Home::Cage
        )
}
