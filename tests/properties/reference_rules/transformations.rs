//! Men that become others, or change sides.

use kirke::position::{Man, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::transformation::{Andernach, Einstein, Tibet};

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::rank;
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::pseudo_moves::PseudoMoveKind;

/// From the weakest to the strongest.
const ORDER: [Walk; 5] = [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen];

/// The next stronger walk; the strongest and kings stay.
pub fn up(walk: Walk) -> Walk {
    neighbour(walk, 1)
}

/// The next weaker walk; pawns and kings stay.
pub fn down(walk: Walk) -> Walk {
    neighbour(walk, -1)
}

fn neighbour(walk: Walk, step: i32) -> Walk {
    match ORDER.iter().position(|&other| other == walk) {
        Some(index) => ORDER[(index as i32 + step).clamp(0, 4) as usize],
        None => walk,
    }
}

/// The walk behind another in a cycle; who is not in it stays.
pub fn next_in(cycle: &[Walk], walk: Walk) -> Walk {
    match cycle.iter().position(|&other| other == walk) {
        Some(index) => cycle[(index + 1) % cycle.len()],
        None => walk,
    }
}

/// Chameleon chess, then Protean and Frankfurt chess.
pub fn adopt_walk(deed: MoveState) -> Vec<MoveState> {
    let Some((square, mut man)) = deed.moved_man() else { return vec![deed] };
    for law in &deed.board.rules.0 {
        if let Condition::Chameleon(rule) = law
            && man.walk != Walk::King
        {
            man.walk = next_in(&rule.0.walks(), man.walk);
        }
    }
    if let (Some(rule), Some((victim, _))) = (deed.board.rules.victims_walk(), deed.victim)
        && (!man.royal || included(rule.royals))
    {
        let walk = match (victim.walk, rule.protean) {
            (Walk::Pawn, true) => Walk::ReversedPawn,
            (Walk::ReversedPawn, true) => Walk::Pawn,
            (walk, _) => walk,
        };
        man.walk = walk;
    }
    vec![with_man_changed(deed, square, man)]
}

/// The deed with the man on a square so changed, if that is a change.
fn with_man_changed(deed: MoveState, square: usize, man: Man) -> MoveState {
    if deed.board.men[square] == Some(man) { deed } else { deed.with(man, square) }
}

/// Norsk Sjakk and the Einstein family.
pub fn change_walk(mut deed: MoveState) -> Vec<MoveState> {
    let captures = deed.victim.is_some();
    let rook = match deed.pseudo_move.kind {
        PseudoMoveKind::Castling(_, to) => Some(to),
        _ => None,
    };
    let movers: Vec<usize> = deed.mover.into_iter().chain(rook).collect();
    for square in movers {
        let Some(mut man) = deed.board.men[square] else { continue };
        // Who has promoted or changed by this move does not change by Norsk Sjakk.
        let has_changed = Some(square) == deed.mover && man.walk != deed.man.walk;
        if deed.board.rules.has(|law| matches!(law, Condition::Norsk(_))) && !has_changed {
            man.walk = match man.walk {
                Walk::Queen => Walk::Knight,
                Walk::Knight => Walk::Queen,
                Walk::Rook => Walk::Bishop,
                Walk::Bishop => Walk::Rook,
                other => other,
            };
            deed = with_man_changed(deed, square, man);
        }
        if let Some(rule) = deed.board.rules.einstein().filter(|_| !man.royal) {
            man.walk = match (rule, captures) {
                (Einstein::Usual, true) | (Einstein::Reversal, false) => up(man.walk),
                (Einstein::Usual, false) | (Einstein::Reversal, true) | (Einstein::Anti, false) => {
                    down(man.walk)
                }
                (Einstein::Anti, true) => man.walk,
            };
        }
        deed = with_man_changed(deed, square, man);
    }
    vec![deed]
}

/// Tibet, Andernach, Pursuit and Traitor.
pub fn change_side(mut deed: MoveState) -> Vec<MoveState> {
    let laws = deed.board.rules;
    let castles = matches!(deed.pseudo_move.kind, PseudoMoveKind::Castling(..));
    if let Some((square, man)) = deed.moved_man().filter(|(_, man)| !man.royal) {
        let turns = |law: &Condition| match law {
            Condition::Tibet(rule) => deed.victim.is_some_and(|(victim, _)| {
                victim.walk != man.walk && (*rule == Tibet::Both || deed.by == Side::Black)
            }),
            Condition::Andernach(Andernach::Capturers) => deed.victim.is_some(),
            Condition::Andernach(Andernach::NonCapturers) => deed.victim.is_none() && !castles,
            Condition::Pursuit(_) => deed.board.vacated == Some(deed.pseudo_move.to),
            Condition::Traitor(_) => deed.by == Side::Black && rank(square) < 4,
            _ => false,
        };
        // Whatever the reasons are, it changes once.
        let colour = if laws.0.iter().any(turns) { deed.by.other().into() } else { man.colour };
        let man = Man { colour, ..man };
        deed = with_man_changed(deed, square, man);
    }
    vec![deed]
}
