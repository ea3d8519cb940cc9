//! The notation for machines: every move as one unambiguous word.

use std::borrow::Cow;

use super::{PieceNames, entry, locust_victim};
use crate::board::{Layout, Square};
use crate::position::{Colour, Effect, Man, Walk};
use crate::solution::{Action, MoveRecord};

/// Returns the move for machines, one unambiguous word: `e4e8+ng8`.
///
/// Departure and arrival, `=` and the promotion (`I` for an imitator), then the effects of the rules: `+` a man placed
/// (in lower case if black, with a `=` before it if neutral, in parentheses if it is a fairy man) with its square, `~`
/// the square to which the man switches, `_` a man hidden below a square, `-` a square vacated, such as that of the
/// victim of a locust or of a Berolina pawn en passant, `<` the square left before the move and the virtual square from
/// which the man moves. A pending promotion precedes the move, as in `!a1=Q,h8g8`.
pub fn machine(step: &MoveRecord, layout: Layout) -> String {
    let pending = step.effects.iter().filter_map(|effect| match *effect {
        Effect::Promoted { at, walk, .. } => Some(format!("!{}={},", layout.name(at), machine_letters(walk))),
        _ => None,
    });
    let mut text: String = pending.collect();
    match &step.action {
        Action::Pass => text += "--",
        Action::Entry { man, at } => text += &entry(*man, *at, layout, PieceNames::KnightN),
        Action::Exchange { from, partner, to, .. } => {
            let [from, to] = [*from, *to].map(|at| layout.name(at));
            text += &format!("{from}{to}+{}{from}", machine_man(*partner));
        }
        Action::Castling { from, to, .. } => text.extend([layout.name(*from), layout.name(*to)]),
        Action::Move { from, to, promotion, .. } => {
            text += layout.name(*from);
            text += layout.name(*to);
            if let Some(walk) = promotion {
                text += &format!("={}", machine_letters(*walk));
            }
            if let Some(at) = locust_victim(step).or_else(|| unusual_victim(step, *from, *to, layout)) {
                text += &format!("-{}", layout.name(at));
            }
        }
    }
    text.extend(step.effects.iter().map(|effect| machine_effect(effect, layout)));
    text
}

/// Returns the square of the victim of an en passant capture if it is not on the file of arrival and the rank of
/// departure, as with Berolina pawns.
fn unusual_victim(step: &MoveRecord, from: Square, to: Square, layout: Layout) -> Option<Square> {
    let victim = step.captured_aside().filter(|_| step.is_en_passant())?.at;
    let is_usual = layout.file(victim) == layout.file(to) && layout.rank(victim) == layout.rank(from);
    (!is_usual).then_some(victim)
}

/// Returns the letters of a walk in the notation for machines: those of fairy men in parentheses.
fn machine_letters(walk: Walk) -> Cow<'static, str> {
    match walk {
        Walk::Knight => "N".into(),
        walk if walk.is_fairy() => format!("({})", walk.letters()).into(),
        walk => walk.letters().into(),
    }
}

/// Returns the letters of a man in the notation for machines.
fn machine_man(man: Man) -> String {
    match (man.walk.fairy(), man.colour) {
        (Some(row), Colour::White | Colour::Black) => row.in_parentheses(man.colour),
        (_, Colour::White) => machine_letters(man.walk).to_string(),
        (_, Colour::Black) => machine_letters(man.walk).to_ascii_lowercase(),
        (_, Colour::Neutral) => format!("={}", machine_letters(man.walk)),
    }
}

/// Returns the text of an effect in the notation for machines.
fn machine_effect(effect: &Effect, layout: Layout) -> String {
    match *effect {
        Effect::Reborn { man, at, .. } | Effect::Added { man, at } | Effect::Revealed { man, at } => {
            let after = match *effect {
                Effect::Reborn { promotion, new_colour: turned, .. } => {
                    Man { walk: promotion.unwrap_or(man.walk), colour: turned.unwrap_or(man.colour), ..man }
                }
                _ => man,
            };
            format!("+{}{}", machine_man(after), layout.name(at))
        }
        Effect::Placed { man, at, .. } => format!("+{}{}", machine_man(man), layout.name(at)),
        Effect::Promoted { .. } | Effect::ImitatorsMoved { .. } => String::new(),
        Effect::BecameImitator { at, .. } => format!("=I-{}", layout.name(at)),
        Effect::Switched { to, .. } => format!("~{}", layout.name(to)),
        Effect::Continued { man, from, to, captured, .. } => {
            let taken = captured.map_or(String::new(), |taken| format!("-{}", layout.name(taken.at)));
            format!("{taken}-{}+{}{}", layout.name(from), machine_man(man), layout.name(to))
        }
        Effect::Transferred { man, from, to, walk, promotion, new_colour: turned } => {
            let after = Man { walk: promotion.unwrap_or(walk), colour: turned.unwrap_or(man.colour), ..man };
            format!("-{}+{}{}", layout.name(from), machine_man(after), layout.name(to))
        }
        Effect::WalkChanged { man, at, walk, .. } => {
            format!("-{}+{}{}", layout.name(at), machine_man(Man { walk, ..man }), layout.name(at))
        }
        Effect::KingChanged { at, new, .. } => {
            format!("-{}+{}{}", layout.name(at), machine_man(new), layout.name(at))
        }
        Effect::ColourChanged { man, at, colour, .. } => {
            format!("-{}+{}{}", layout.name(at), machine_man(Man { colour, ..man }), layout.name(at))
        }
        Effect::NeutralityChanged { man, at, colour, .. } => {
            format!("-{}+{}{}", layout.name(at), machine_man(Man { colour, ..man }), layout.name(at))
        }
        Effect::Marked { man, at, flags } => {
            let name = layout.name(at);
            format!("-{name}+{}{}{name}", flags.without(man.flags).letters(), machine_man(man))
        }
        Effect::BoardChanged { at, .. } => format!("^{}", layout.name(at)),
        Effect::Assassinated { at, .. } | Effect::Removed { at, .. } => format!("-{}", layout.name(at)),
        Effect::MovedToOrigin { from, to, .. } => format!("<{}{}", layout.name(from), layout.name(to)),
        Effect::Hidden { man, at, promotion, from } => {
            let below = Man { walk: promotion.unwrap_or(man.walk), ..man };
            let left = from.map_or(String::new(), |(_, from)| format!("-{}", layout.name(from)));
            format!("{left}_{}{}", machine_man(below), layout.name(at))
        }
        Effect::HiddenInPlace { man, at } => {
            format!("-{}_{}{}", layout.name(at), machine_man(man), layout.name(at))
        }
    }
}
