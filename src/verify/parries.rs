//! Lines of parry series in which the defender chooses its parries: which of them are choices of the attacker.

use super::lines::split_by_move;
use crate::board::Layout;
use crate::position::Side;
use crate::solution::Line;

/// Returns the lines against the defence with the most lines: each more than one is a choice of the attacker, the side
/// that begins.
pub fn against_one_defence<'l>(lines: &[&'l Line], layout: Layout) -> Vec<&'l Line> {
    let attacker = lines.first().and_then(|line| line.moves.first()).map(|first| first.side);
    attacker.map_or(Vec::new(), |attacker| chosen(lines, 0, attacker, layout))
}

/// Returns the lines of [`against_one_defence`] among lines that agree up to ply `depth`.
fn chosen<'l>(lines: &[&'l Line], depth: usize, attacker: Side, layout: Layout) -> Vec<&'l Line> {
    let Some(next) = lines.first().and_then(|line| line.moves.get(depth)) else {
        return lines.to_vec();
    };
    let groups = split_by_move(lines, depth, layout);
    let mut choices = groups.iter().map(|group| chosen(group, depth + 1, attacker, layout));
    if next.side == attacker {
        return choices.flatten().collect();
    }
    // The first of several.
    let first = choices.next().unwrap_or_default();
    choices.fold(first, |most, choice| if choice.len() > most.len() { choice } else { most })
}

/// Returns the lines after first moves that need fewer than `moves` moves of the attacker against every defence, and the
/// others. Lines with the same first move are neighbours.
pub fn split_by_length(lines: &[Line], moves: usize) -> (Vec<&Line>, Vec<&Line>) {
    let (mut short, mut full) = (Vec::new(), Vec::new());
    for group in lines.chunk_by(|line, next| line.moves.first() == next.moves.first()) {
        let attacker = group.first().and_then(|line| line.moves.first()).map(|first| first.side);
        let length = |line: &Line| line.moves.iter().filter(|mv| Some(mv.side) == attacker).count();
        match group.iter().all(|line| length(line) < moves) {
            true => short.extend(group),
            false => full.extend(group),
        }
    }
    (short, full)
}
