//! Take&Make: a capturer goes on as its victim could have gone.

use kirke::position::Walk;
use kirke::rules::Condition;

use crate::reference_rules::board::pawn_rank;
use crate::reference_rules::move_state::MoveState;

/// The capturer's second step.
pub fn continue_capture(deed: MoveState) -> Vec<MoveState> {
    let rule = deed.board.rules.0.iter().find_map(|law| match law {
        Condition::TakeAndMake(rule) => Some(*rule),
        _ => None,
    });
    let (Some(rule), Some((victim, _)), Some((at, man))) = (rule, deed.victim, deed.moved_man()) else {
        return vec![deed];
    };
    // Whoever captures a king need not go on.
    if victim.royal && !rule.absolute {
        return vec![deed];
    }
    let ways = deed.board.without(at).quiet_steps(victim.walk, victim.colour, at);
    let mut deeds = Vec::new();
    for way in ways {
        if man.walk == Walk::Pawn && pawn_rank(man.walk, man.colour, way.to) == 0 {
            continue;
        }
        let mut next = deed.clone();
        next.board.remove(at);
        next.board.put_moved(man, way.to);
        next.mover = Some(way.to);
        next.pseudo_move.to = way.to;
        deeds.push(next);
    }
    deeds
}
