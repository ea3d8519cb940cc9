//! Effects of a capture on other men.

use kirke::position::{Colour, Man, ManFlags, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::transformation::{SentinelSide, Snek};

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::{at, file, rank};
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::pseudo_moves::PseudoMoveKind;
use crate::reference_rules::restrictions::owner;

/// Breton: another man like the captured man is removed too, before the capturer promotes.
pub fn breton(state: MoveState) -> Vec<MoveState> {
    if state.board.rules.breton().is_some_and(|rule| !rule.py) { remove_like_man(state) } else { vec![state] }
}

/// Breton in Popeye's form: after the capturer has changed.
pub fn breton_after_changes(state: MoveState) -> Vec<MoveState> {
    if state.board.rules.breton().is_some_and(|rule| rule.py) { remove_like_man(state) } else { vec![state] }
}

fn remove_like_man(state: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((victim, _))) = (state.board.rules.breton(), state.victim) else {
        return vec![state];
    };
    let side = if rule.adverse { owner(victim.colour) } else { state.by };
    let alike: Vec<_> =
        state.board.side_men(side).into_iter().filter(|(_, man)| man.walk == victim.walk).collect();
    if alike.is_empty() || victim.royal {
        return vec![state];
    }
    let without = |(square, mut man): (usize, kirke::position::Man)| {
        if rule.chromatic {
            man.colour = man.colour.opposite();
            return state.with(man, square);
        }
        let mut state = state.clone();
        state.board.remove(square);
        state.mover = state.mover.filter(|&mover| mover != square);
        state
    };
    alike.into_iter().map(without).collect()
}

/// Kobul kings: the king of the side that has lost a man moves as that man.
pub fn kobul(mut state: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((victim, _))) = (state.board.rules.kobul(), state.victim) else {
        return vec![state];
    };
    let side = owner(victim.colour);
    if rule.0.is_some_and(|only| only != side) {
        return vec![state];
    }
    let walk = if victim.walk.is_pawn() { Walk::King } else { victim.walk };
    for (square, mut man) in state.board.side_men(side) {
        if man.royal && man.walk != walk {
            man.walk = walk;
            state.board.put(man, square);
        }
    }
    vec![state]
}

/// Snek chess: a man of the next walk becomes the captured one.
pub fn snek(state: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((victim, _))) = (state.board.rules.snek(), state.victim) else {
        return vec![state];
    };
    let next = match (victim.walk, rule) {
        (Walk::Queen, _) => Walk::Rook,
        (Walk::Rook, _) => Walk::Bishop,
        (Walk::Bishop, _) => Walk::Knight,
        (Walk::Knight, Snek::Chess) => Walk::King,
        (Walk::Knight, Snek::Circle) => Walk::Queen,
        _ => Walk::Pawn,
    };
    let men = state.board.side_men(owner(victim.colour));
    if victim.walk == Walk::Pawn && rule == Snek::Chess {
        let mut state = state;
        for (square, mut man) in men.into_iter().filter(|(_, man)| man.royal && man.walk != Walk::King) {
            man.walk = Walk::King;
            state.board.put(man, square);
        }
        return vec![state];
    }
    let candidates: Vec<_> =
        men.into_iter().filter(|(_, man)| next != Walk::Pawn && man.walk == next).collect();
    if candidates.is_empty() {
        return vec![state];
    }
    let become_one = |(square, mut man): (usize, kirke::position::Man)| {
        man.walk = victim.walk;
        state.with(man, square)
    };
    candidates.into_iter().map(become_one).collect()
}

/// PAD: a man that has captured before is removed.
pub fn pad(mut state: MoveState) -> Vec<MoveState> {
    let (Some(rule), Some((square, mut man)), true) =
        (state.board.rules.pad(), state.moved_man(), state.victim.is_some())
    else {
        return vec![state];
    };
    if man.royal && !included(rule.royals) {
        return vec![state];
    }
    if man.flags.contains(ManFlags::HAS_CAPTURED) {
        state.board.remove(square);
        state.mover = None;
    } else {
        man.flags = man.flags.with(ManFlags::HAS_CAPTURED);
        state.board.men[square] = Some(man);
    }
    vec![state]
}

/// Sentinels: the man that moved leaves a pawn.
pub fn leave_sentinel(mut state: MoveState) -> Vec<MoveState> {
    let (Some(rule), from) = (state.board.rules.sentinels(), state.pseudo_move.from) else {
        return vec![state];
    };
    let drops = matches!(state.pseudo_move.kind, PseudoMoveKind::Drop(_));
    let last = state.board.rules.promotion_rank().unwrap_or(7);
    let leaves_none = drops || state.man.walk.is_pawn() || [last, 7 - last].contains(&rank(from));
    if leaves_none || state.board.men[from].is_some() {
        return vec![state];
    }
    let count = |side: Side| {
        let men = state.board.side_men(side).into_iter();
        men.filter(|(_, man)| man.walk == Walk::Pawn).count()
    };
    let side = if rule.side == SentinelSide::Other { state.by.other() } else { state.by };
    let taken = usize::from(state.victim.is_some_and(|(victim, _)| victim.walk == Walk::Pawn));
    let colour = match rule.side {
        SentinelSide::Neutral if state.man.colour == Colour::Neutral => Colour::Neutral,
        _ if count(side) >= 8 || count(side) + count(side.other()) >= 16 => return vec![state],
        _ if rule.para && count(side) > count(side.other()) + taken => return vec![state],
        _ => side.into(),
    };
    state.board.put(Man::new(colour, Walk::Pawn), from);
    vec![state]
}

/// Atomic chess: the capturer and its neighbours are removed.
pub fn explode(mut state: MoveState) -> Vec<MoveState> {
    let atomic = state.board.rules.has(|law| matches!(law, Condition::Atomic(_)));
    if !atomic || state.victim.is_none() {
        return vec![state];
    }
    let Some(centre) = state.mover.take() else { return vec![state] };
    state.board.remove(centre);
    for (files, ranks) in (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks))) {
        if let Some(square) = at(file(centre) + files, rank(centre) + ranks)
            && state.board.men[square].is_some_and(|man| !man.walk.is_pawn())
        {
            state.board.remove(square);
        }
    }
    vec![state]
}

/// A captured man goes to the bank of the capturer, never to that of its own colour.
pub fn add_to_bank(mut state: MoveState) -> Vec<MoveState> {
    let crazyhouse = state.board.rules.has(|law| matches!(law, Condition::Crazyhouse(_)));
    if let (true, Some((victim, _))) = (crazyhouse, state.victim.filter(|(man, _)| !man.royal)) {
        let walk = if victim.flags.contains(ManFlags::FRISCHAUF) { Walk::Pawn } else { victim.walk };
        state.board.bank.push((state.by, walk));
    }
    vec![state]
}
