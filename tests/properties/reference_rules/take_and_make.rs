//! Take&Make: a capturer continues with a move of its victim.

use kirke::position::Walk;
use kirke::rules::Condition;

use crate::reference_rules::board::pawn_rank;
use crate::reference_rules::move_state::MoveState;

/// Adds the second step of the capturer.
pub fn continue_capture(state: MoveState) -> Vec<MoveState> {
    let rule = state.board.rules.conditions.iter().find_map(|law| match law {
        Condition::TakeAndMake(rule) => Some(*rule),
        _ => None,
    });
    let (Some(rule), Some((victim, _)), Some((at, man))) = (rule, state.victim, state.moved_man()) else {
        return vec![state];
    };
    // A man that captures a king need not continue.
    if victim.royal && !rule.absolute {
        return vec![state];
    }
    let ways = state.board.without(at).quiet_steps(victim.walk, victim.colour, at);
    let mut states = Vec::new();
    for way in ways {
        if man.walk.is_pawn() && pawn_rank(Walk::Pawn, man.colour, way.to) == 0 {
            continue;
        }
        let mut next = state.clone();
        next.board.remove(at);
        next.board.put_moved(man, way.to);
        next.mover = Some(way.to);
        next.pseudo_move.to = way.to;
        states.push(next);
    }
    states
}
