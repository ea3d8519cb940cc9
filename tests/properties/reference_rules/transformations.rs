//! Changes of walk and of side.

use kirke::position::{Colour, Man, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::transformation::{Andernach, Einstein, Masand, Tibet};

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::{Board, rank};
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::pseudo_moves::PseudoMoveKind;

/// The walks from the weakest to the strongest.
const ORDER: [Walk; 5] = [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen];

/// Returns the next stronger walk; the strongest walk and kings do not change.
pub fn up(walk: Walk) -> Walk {
    neighbour(walk, 1)
}

/// Returns the next weaker walk; pawns and kings do not change.
pub fn down(walk: Walk) -> Walk {
    neighbour(walk, -1)
}

fn neighbour(walk: Walk, step: i32) -> Walk {
    match ORDER.iter().position(|&other| other == walk) {
        Some(index) => ORDER[(index as i32 + step).clamp(0, 4) as usize],
        None => walk,
    }
}

/// Returns the walk after another in a cycle; a walk that is not in the cycle does not change.
pub fn next_in(cycle: &[Walk], walk: Walk) -> Walk {
    match cycle.iter().position(|&other| other == walk) {
        Some(index) => cycle[(index + 1) % cycle.len()],
        None => walk,
    }
}

/// Chameleon chess, then Protean and Frankfurt chess.
pub fn adopt_walk(state: MoveState) -> Vec<MoveState> {
    let Some((square, mut man)) = state.moved_man() else { return vec![state] };
    for law in &state.board.rules.conditions {
        if let Condition::Chameleon(rule) = law
            && man.walk != Walk::King
        {
            man.walk = next_in(rule.0.walks(), man.walk);
        }
    }
    if let (Some(rule), Some((victim, _))) = (state.board.rules.victims_walk(), state.victim)
        && (!man.royal || included(rule.royals))
    {
        let walk = match (victim.walk, rule.protean) {
            (Walk::Pawn, true) => Walk::ReversedPawn,
            (Walk::ReversedPawn, true) => Walk::Pawn,
            (walk, _) => walk,
        };
        man.walk = walk;
    }
    vec![with_man_changed(state, square, man)]
}

/// Returns the state with a changed man on a square; the same state if the man is unchanged.
fn with_man_changed(state: MoveState, square: usize, man: Man) -> MoveState {
    if state.board.men[square] == Some(man) { state } else { state.with(man, square) }
}

/// Norsk Sjakk and the Einstein family.
pub fn change_walk(mut state: MoveState) -> Vec<MoveState> {
    let captures = state.victim.is_some();
    let rook = match state.pseudo_move.kind {
        PseudoMoveKind::Castling(_, to) => Some(to),
        _ => None,
    };
    let movers: Vec<usize> = state.mover.into_iter().chain(rook).collect();
    for square in movers {
        let Some(mut man) = state.board.men[square] else { continue };
        // A man that has promoted or changed in this move does not change by Norsk Sjakk.
        let has_changed = Some(square) == state.mover && man.walk != state.man.walk;
        if state.board.rules.has(|law| matches!(law, Condition::Norsk(_))) && !has_changed {
            man.walk = match man.walk {
                Walk::Queen => Walk::Knight,
                Walk::Knight => Walk::Queen,
                Walk::Rook => Walk::Bishop,
                Walk::Bishop => Walk::Rook,
                other => other,
            };
            state = with_man_changed(state, square, man);
        }
        if let Some(rule) = state.board.rules.einstein().filter(|_| !man.royal) {
            man.walk = match (rule, captures) {
                (Einstein::Usual, true) | (Einstein::Reversal, false) => up(man.walk),
                (Einstein::Usual, false) | (Einstein::Reversal, true) | (Einstein::Anti, false) => {
                    down(man.walk)
                }
                (Einstein::Anti, true) => man.walk,
            };
        }
        state = with_man_changed(state, square, man);
    }
    vec![state]
}

/// Tibet, Andernach, Pursuit and Traitor.
pub fn change_side(mut state: MoveState) -> Vec<MoveState> {
    let laws = state.board.rules;
    let castles = matches!(state.pseudo_move.kind, PseudoMoveKind::Castling(..));
    if let Some((square, man)) = state.moved_man().filter(|(_, man)| !man.royal) {
        let turns = |law: &Condition| match law {
            Condition::Tibet(rule) => state.victim.is_some_and(|(victim, _)| {
                victim.walk != man.walk && (*rule == Tibet::Both || state.by == Side::Black)
            }),
            Condition::Andernach(Andernach::Capturers) => state.victim.is_some(),
            Condition::Andernach(Andernach::NonCapturers) => state.victim.is_none() && !castles,
            Condition::Pursuit(_) => state.board.vacated == Some(state.pseudo_move.to),
            Condition::Traitor(_) => state.by == Side::Black && rank(square) < 4,
            _ => false,
        };
        // However many rules apply, the man changes sides once.
        let colour = if laws.conditions.iter().any(turns) { state.by.other().into() } else { man.colour };
        let man = Man { colour, ..man };
        state = with_man_changed(state, square, man);
    }
    vec![state]
}

/// Masand: men that a man observes that gives check change colour.
pub fn masand(mut state: MoveState) -> Vec<MoveState> {
    let Some(rule) = state.board.rules.masand() else { return vec![state] };
    let (by, other) = (state.by, state.by.other());
    let checkers: Vec<usize> = match rule {
        Masand::Mover => state.mover.into_iter().collect(),
        Masand::EveryMan => (0..64).collect(),
    };
    let mut changed = Vec::new();
    for checker in checkers {
        let observes = |board: &Board<'_>, at: usize| board.observers(at, by).contains(&checker);
        let kings = state.board.side_men(other).into_iter().filter(|(_, man)| man.royal);
        let checks = kings.into_iter().any(|(king, _)| observes(&state.board, king));
        if !checks || !state.board.can_lose_royal(other, false) {
            continue;
        }
        for at in (0..64).filter(|&at| at != checker) {
            let Some(mut man) = state.board.men[at] else { continue };
            if !changed.contains(&at)
                && !man.royal
                && man.colour != Colour::Neutral
                && observes(&state.board, at)
            {
                man.colour = man.colour.opposite();
                state.board.remove(at);
                state.board.put(man, at);
                changed.push(at);
            }
        }
    }
    vec![state]
}

/// Alice chess: the men that have moved go to the other board.
pub fn change_board(mut state: MoveState) -> Vec<MoveState> {
    if !state.board.rules.has(|law| matches!(law, Condition::Alice(_))) {
        return vec![state];
    }
    let rook = match state.pseudo_move.kind {
        PseudoMoveKind::Castling(_, rook) => Some(rook),
        _ => None,
    };
    for square in state.mover.into_iter().chain(rook) {
        state.board.men[square] = state.board.men[square].map(Man::on_other_board);
    }
    vec![state]
}
