//! Men are reborn: the Circe and the Anticirce family.

use kirke::position::{Man, Walk};
use kirke::rules::rebirth::{Home, Occupied, Rebirth, WalkChange, When};

use crate::board::{Board, Sq, Taken, pawn_rank};
use crate::changes::{down, next_in, up};
use crate::deed::{Deed, promotions};
use crate::homes::{About, is_cage};
use crate::laws::included;
use crate::vetoes::vector;

/// The capture that a rule is about at a half-move.
fn capture_of(deed: &Deed, rebirth: &Rebirth) -> Option<Taken> {
    let now = deed.victim.map(|(man, at)| Taken { man, at, capturer: deed.mover });
    match rebirth.when {
        When::ThisMove => now,
        When::LastMove => deed.taken,
        When::WaitCapture => now.and(deed.taken),
    }
}

/// Circe and its relatives.
pub fn of_victim(deed: Deed) -> Vec<Deed> {
    let Some(rebirth) = deed.board.laws.circe() else { return vec![deed] };
    let Some(taken) = capture_of(&deed, &rebirth) else { return vec![deed] };
    // Of a capture that lies back the partner is who moves now.
    let capturer = Some(deed.moved().map_or(deed.man, |(_, man)| Man { colour: deed.man.colour, ..man }));
    let mut man = taken.man;
    if !takes_part(&deed.board, &rebirth, man) {
        return vec![deed];
    }
    man.walk = match rebirth.walk {
        WalkChange::Clone if deed.man.royal => man.walk,
        WalkChange::Clone => deed.man.walk,
        other => changed_walk(&other, man),
    };
    let departure = deed.intent.from;
    let about = About {
        man,
        partner: capturer,
        captured: man.colour,
        capture: taken.at,
        departure,
        vector: vector(&deed.intent),
    };
    let boards = bear(&rebirth, &deed.board, &about, None);
    boards.into_iter().map(|(board, _)| Deed { board, ..deed.clone() }).collect()
}

/// Anticirce and its relatives.
pub fn of_capturer(deed: Deed) -> Vec<Deed> {
    let Some(rebirth) = deed.board.laws.anticirce() else { return vec![deed] };
    let Some(taken) = capture_of(&deed, &rebirth) else { return vec![deed] };
    let stands = match taken.capturer {
        Some(square) if rebirth.when == When::ThisMove => square,
        // Of a capture that lies back the capturer may be gone, or have moved.
        Some(square) if deed.victim.is_none_or(|(_, at)| at != square) => {
            if deed.intent.from == square {
                deed.intent.to
            } else {
                square
            }
        }
        _ => return vec![deed],
    };
    let Some(mut man) = deed.board.men[stands].filter(|man| takes_part(&deed.board, &rebirth, *man)) else {
        return vec![deed];
    };
    man.walk = match rebirth.walk {
        WalkChange::Clone if taken.man.royal => man.walk,
        WalkChange::Clone => taken.man.walk,
        other => changed_walk(&other, man),
    };
    let about = About {
        man,
        partner: Some(taken.man),
        captured: taken.man.colour,
        capture: taken.at,
        departure: deed.intent.from,
        vector: vector(&deed.intent),
    };
    let boards = bear(&rebirth, &deed.board, &about, Some(stands));
    let ends = boards.into_iter().map(|(board, at)| Deed { board, mover: at, ..deed.clone() });
    ends.collect()
}

/// Is the rule about the man?
pub fn takes_part(board: &Board, rebirth: &Rebirth, man: Man) -> bool {
    let asks_for_cages = board.within_cage && rebirth.home == Home::Cage;
    let listed = rebirth.april.is_none_or(|walks| walks.iter().any(|walk| walk == man.walk));
    !asks_for_cages && listed && (!man.royal || included(rebirth.royals))
}

/// What the man becomes first.
pub fn changed_walk(change: &WalkChange, man: Man) -> Walk {
    match change {
        WalkChange::Chameleon(cycle) if !man.royal => next_in(&cycle.walks(), man.walk),
        WalkChange::Down if !man.royal => down(man.walk),
        WalkChange::Up if !man.royal => up(man.walk),
        _ => man.walk,
    }
}

/// Every position in which the man has been reborn, and where he stands then. A capturer is
/// lifted from where he stands.
fn bear<'l>(
    rebirth: &Rebirth,
    board: &Board<'l>,
    about: &About,
    stands: Option<Sq>,
) -> Vec<(Board<'l>, Option<Sq>)> {
    let as_it_is = (board.clone(), stands);
    let mut lifted = board.clone();
    if let Some(square) = stands {
        lifted.lift(square);
    }
    let homes = about.homes(rebirth, &lifted);
    let chosen = matches!(rebirth.home, Home::Super | Home::Cage | Home::Make);
    let covers = !matches!(rebirth.occupied, Occupied::Relaxed | Occupied::Strict);
    let mut ends = Vec::new();
    for &home in &homes {
        if chosen && !covers && lifted.men[home].is_some() {
            continue;
        }
        if stands.is_some() && rebirth.cheylan && home == about.capture {
            continue;
        }
        ends.extend(place(rebirth, &lifted, about, home, &as_it_is));
    }
    let strict = match rebirth.occupied {
        Occupied::Strict => true,
        Occupied::Pongracz => stands.is_some(),
        _ => false,
    };
    let optional = rebirth.home == Home::Super && !strict;
    let nowhere = homes.is_empty() || (rebirth.home == Home::Cage && ends.is_empty());
    let strict = rebirth.home == Home::Make || rebirth.occupied == Occupied::Strict;
    if optional || (nowhere && !strict) {
        ends.push(as_it_is);
    }
    ends
}

/// The man comes to his home, with all that follows there.
fn place<'l>(
    rebirth: &Rebirth,
    board: &Board<'l>,
    about: &About,
    home: Sq,
    as_it_is: &(Board<'l>, Option<Sq>),
) -> Vec<(Board<'l>, Option<Sq>)> {
    let mut board = board.clone();
    if let Some(occupant) = board.men[home] {
        match rebirth.occupied {
            Occupied::Relaxed => return vec![as_it_is.clone()],
            Occupied::Strict => return Vec::new(),
            Occupied::Assassin => {
                board.lift(home);
            }
            Occupied::Volcanic => {
                let mut man = about.man;
                if rebirth.turncoat {
                    man.colour = man.colour.opposite();
                }
                board.below.push((home, man));
                return vec![(board, None)];
            }
            Occupied::Parachute => {
                board.lift(home);
                board.below.insert(0, (home, occupant));
            }
            Occupied::Pongracz => match push_on(rebirth, &board, occupant, home, as_it_is.1) {
                Push::Done(pushed) => board = *pushed,
                Push::Endless => return vec![as_it_is.clone()],
                Push::OntoCapturer => return Vec::new(),
            },
        }
    }
    let mut forms = forms(rebirth, &board, about.man, home);
    forms.retain(|&man| rebirth.home != Home::Cage || is_cage(&board, man, home));
    let born = |mut man: Man| {
        let mut board = board.clone();
        if rebirth.turncoat {
            man.colour = man.colour.opposite();
        }
        board.set(man, home);
        (board, Some(home))
    };
    forms.into_iter().map(born).collect()
}

/// What a man is when it has been reborn on a square: a pawn may promote.
pub fn forms(rebirth: &Rebirth, board: &Board, man: Man, home: Sq) -> Vec<Man> {
    let arrives =
        man.walk.is_pawn() && Some(pawn_rank(man.walk, man.colour, home)) == board.laws.promotion_rank();
    // Mirrored homes of captured pawns are on the other side's second rank, where pawns promote in
    // Glasgow chess.
    let mirrored = rebirth.mirrored && board.laws.circe().is_some();
    if arrives && (mirrored || promotes(rebirth)) {
        // It does not count as promoted: nobody has moved it there.
        promotions(board).into_iter().map(|walk| Man { walk, ..man }).collect()
    } else {
        vec![man]
    }
}

/// What comes of pushing men from home to home.
enum Push<'l> {
    Done(Box<Board<'l>>),
    /// Nobody finds an empty square.
    Endless,
    /// Somebody would come to where the capturer stands until it is reborn: illegal.
    OntoCapturer,
}

/// Pongrácz: who stands on a square goes to his own home, and so on.
fn push_on<'l>(rebirth: &Rebirth, board: &Board<'l>, man: Man, square: Sq, capturer: Option<Sq>) -> Push<'l> {
    let mut board = board.clone();
    let (mut man, mut square) = (man, square);
    board.lift(square);
    let mut vacated = vec![square];
    loop {
        let Some(&home) = About::standing(man, square).homes(rebirth, &board).first() else {
            return Push::Endless;
        };
        if vacated.contains(&home) {
            return Push::Endless;
        }
        let next = board.lift(home);
        board.set(man, home);
        if capturer == Some(home) {
            return Push::OntoCapturer;
        }
        man = match next {
            Some(next) => next,
            None => return Push::Done(Box::new(board)),
        };
        vacated.push(home);
        square = home;
    }
}

/// Does a pawn promote that is reborn on its promotion rank?
fn promotes(rebirth: &Rebirth) -> bool {
    rebirth.partner
        || rebirth.april.is_some()
        || matches!(
            rebirth.home,
            Home::Equipollent
                | Home::Symmetry
                | Home::VerticalSymmetry
                | Home::Departure
                | Home::Antipodes
                | Home::Make
                | Home::Super
                | Home::Cage
        )
}
