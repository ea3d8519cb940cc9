//! Others whom a capture concerns.

use kirke::position::{ManFlags, Walk};
use kirke::rules::Condition;
use kirke::rules::transformation::Snek;

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::{at, file, rank};
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::restrictions::owner;

/// Breton: somebody like the captured man goes too, before the capturer promotes.
pub fn breton(deed: MoveState) -> Vec<MoveState> {
    if deed.board.rules.breton().is_some_and(|rule| !rule.py) { remove_like_man(deed) } else { vec![deed] }
}

/// Breton in Popeye's form: after the capturer has changed.
pub fn breton_after_changes(deed: MoveState) -> Vec<MoveState> {
    if deed.board.rules.breton().is_some_and(|rule| rule.py) { remove_like_man(deed) } else { vec![deed] }
}

fn remove_like_man(deed: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((victim, _))) = (deed.board.rules.breton(), deed.victim) else { return vec![deed] };
    let side = if rule.adverse { owner(victim.colour) } else { deed.by };
    let alike: Vec<_> =
        deed.board.side_men(side).into_iter().filter(|(_, man)| man.walk == victim.walk).collect();
    if alike.is_empty() || victim.royal {
        return vec![deed];
    }
    let without = |(square, mut man): (usize, kirke::position::Man)| {
        if rule.chromatic {
            man.colour = man.colour.opposite();
            return deed.with(man, square);
        }
        let mut deed = deed.clone();
        deed.board.remove(square);
        deed.mover = deed.mover.filter(|&mover| mover != square);
        deed
    };
    alike.into_iter().map(without).collect()
}

/// Kobul kings: the king of the side that has lost a man moves as that.
pub fn kobul(mut deed: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((victim, _))) = (deed.board.rules.kobul(), deed.victim) else { return vec![deed] };
    let side = owner(victim.colour);
    if rule.0.is_some_and(|only| only != side) {
        return vec![deed];
    }
    let walk = if victim.walk.is_pawn() { Walk::King } else { victim.walk };
    for (square, mut man) in deed.board.side_men(side) {
        if man.royal && man.walk != walk {
            man.walk = walk;
            deed.board.put(man, square);
        }
    }
    vec![deed]
}

/// Snek chess: a man of the next walk becomes the one that is lost.
pub fn snek(deed: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((victim, _))) = (deed.board.rules.snek(), deed.victim) else { return vec![deed] };
    let next = match (victim.walk, rule) {
        (Walk::Queen, _) => Walk::Rook,
        (Walk::Rook, _) => Walk::Bishop,
        (Walk::Bishop, _) => Walk::Knight,
        (Walk::Knight, Snek::Chess) => Walk::King,
        (Walk::Knight, Snek::Circle) => Walk::Queen,
        _ => Walk::Pawn,
    };
    let men = deed.board.side_men(owner(victim.colour));
    if victim.walk == Walk::Pawn && rule == Snek::Chess {
        let mut deed = deed;
        for (square, mut man) in men.into_iter().filter(|(_, man)| man.royal && man.walk != Walk::King) {
            man.walk = Walk::King;
            deed.board.put(man, square);
        }
        return vec![deed];
    }
    let candidates: Vec<_> =
        men.into_iter().filter(|(_, man)| next != Walk::Pawn && man.walk == next).collect();
    if candidates.is_empty() {
        return vec![deed];
    }
    let become_one = |(square, mut man): (usize, kirke::position::Man)| {
        man.walk = victim.walk;
        deed.with(man, square)
    };
    candidates.into_iter().map(become_one).collect()
}

/// PAD: a man that has captured before disappears.
pub fn pad(mut deed: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((square, mut man)), true) =
        (deed.board.rules.pad(), deed.moved_man(), deed.victim.is_some())
    else {
        return vec![deed];
    };
    if man.royal && !included(rule.royals) {
        return vec![deed];
    }
    if man.flags.contains(ManFlags::HAS_CAPTURED) {
        deed.board.remove(square);
        deed.mover = None;
    } else {
        man.flags = man.flags.with(ManFlags::HAS_CAPTURED);
        deed.board.men[square] = Some(man);
    }
    vec![deed]
}

/// Atomic chess: capturer and neighbours disappear.
pub fn explode(mut deed: MoveState) -> Vec<MoveState> {
    let atomic = deed.board.rules.has(|law| matches!(law, Condition::Atomic(_)));
    if !atomic || deed.victim.is_none() {
        return vec![deed];
    }
    let Some(centre) = deed.mover.take() else { return vec![deed] };
    deed.board.remove(centre);
    for (files, ranks) in (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks))) {
        if let Some(square) = at(file(centre) + files, rank(centre) + ranks)
            && deed.board.men[square].is_some_and(|man| !man.walk.is_pawn())
        {
            deed.board.remove(square);
        }
    }
    vec![deed]
}

/// The other colour's bank gets nothing: a captured man goes to the capturer's.
pub fn add_to_bank(mut deed: MoveState) -> Vec<MoveState> {
    let crazyhouse = deed.board.rules.has(|law| matches!(law, Condition::Crazyhouse(_)));
    if let (true, Some((victim, _))) = (crazyhouse, deed.victim.filter(|(man, _)| !man.royal)) {
        let walk = if victim.flags.contains(ManFlags::FRISCHAUF) { Walk::Pawn } else { victim.walk };
        deed.board.bank.push((deed.by, walk));
    }
    vec![deed]
}
