//! Moves as text: long as Popeye prints them, short as journals print them, and a form for machines.
//!
//! | | long | short | machine |
//! |---|---|---|---|
//! | move | `Sb1-c3` | `Sc3` | `b1c3` |
//! | capture | `d4*e5` | `dxe5` | `d4e5` |
//! | en passant | `e5*d6 ep.` | `exd6 e.p.` | `e5d6` |
//! | by a locust | `Lb1*b4-b5` | `Lxb4-b5` | `b1b5-b4` |
//! | with imitators | `Ra1-a3[Ia5]` | `Ra3[Ia5]` | `a1a3` |
//! | promotion | `b7*a8=S` | `bxa8=S` | `b7a8=N` |
//! | castling | `0-0` | `0-0` | `e1g1` |
//! | rebirth | `Re4*e8[+bSg8]` | `Rxe8(Sg8)` | `e4e8+ng8` |
//! | from the reserve | `Q@c1` | `Q@c1` | `Q@c1` |
//! | put back | `Re4*e8/Sc3` | `Rxe8/Sc3` | `e4e8+nc3` |
//! | switched | `Bb3-c4/c5` | `Bc4/c5` | `b3c4~c5` |
//! | pending promotion | `(a1=Q) Kh8-g8` | `(a1=Q) Kg8` | `!a1=Q,h8g8` |
//! | promoted at rebirth | `Bd5*c6[+bPa1=S]` | `Bxc6(Pa1=S)` | `d5c6+na1` |
//! | rebirth that removes a man | `Sb2*d1[+bQd8]` | `Sxd1(Qd8!)` | `b2d1-d8+qd8` |

mod machine_move;
mod numbering;
pub mod written;

pub use crate::position::PieceNames;
pub use machine_move::machine;
pub use numbering::{line, numbered, numbers, omitted_pair};

use super::changed_play::RandomMan;
use super::{Action, Ambiguity, MoveRecord, Wing};
use crate::board::{Layout, Square};
use crate::position::{Colour, Effect, Man, ManFlags, Walk};
use crate::stipulation::Goal;

/// How moves are written.
#[derive(Clone, Copy, Debug)]
pub struct MoveFormat {
    /// The board.
    pub layout: Layout,
    /// The names of men.
    pub names: PieceNames,
}

impl MoveFormat {
    /// Returns a move in short notation with its marks.
    pub fn mv(self, step: &MoveRecord) -> String {
        short(step, self.layout, self.names) + short_marks(step)
    }
}

/// Returns the move as Popeye prints it, without check and goal marks: `Re4*e8[+bSg8]`.
pub fn long(step: &MoveRecord, layout: Layout) -> String {
    let mut text = pending_promotions(step, layout, PieceNames::KnightS);
    let mut at = None;
    let mut imitation_end = 0;
    match &step.action {
        Action::Pass => text += "...",
        Action::Entry { man, at } => text += &entry(*man, *at, layout, PieceNames::KnightS),
        Action::Exchange { man, from, partner, to } => {
            text += &exchange((*man, *from), (*partner, *to), layout, PieceNames::KnightS);
        }
        Action::Castling { wing, .. } => {
            for (man, from, to) in origin_shifts(step) {
                text += &format!("[{}{}->{}]", man.label(), layout.name(from), layout.name(to));
            }
            text += castling(*wing);
            text += &imitation(step, layout);
        }
        Action::Move { man, from, to, captured, promotion, .. } => {
            push_mover_name(*man, PieceNames::KnightS, &mut text);
            text += layout.name(*from);
            for (_, _, via) in origin_shifts(step) {
                text += &format!("-{}", layout.name(via));
            }
            text.push(if captured.is_some() { '*' } else { '-' });
            let aside = step.captured_aside();
            // A capturer that must continue captured on the square of the captured man.
            let taken = aside.filter(|_| must_continue(step)).map_or(*to, |captured| captured.at);
            match locust_victim(step) {
                Some(at) if taken == *to => text += &format!("{}-{}", layout.name(at), layout.name(*to)),
                _ => text += layout.name(taken),
            }
            if step.is_en_passant() && taken == *to {
                text += " ep.";
            }
            text += &imitation(step, layout);
            imitation_end = text.len();
            if let Some(walk) = promotion {
                text += &format!("={}", new_type_text(*man, *walk));
            }
            at = Some(taken);
        }
    }
    for effect in &step.effects {
        if matches!(*effect, Effect::Continued { to, captured: None, .. } if must_continue(step) && at == Some(to))
        {
            continue;
        }
        let of_mover = matches!(
            effect,
            Effect::WalkChanged { is_mover: true, .. } | Effect::ColourChanged { is_mover: true, .. }
        );
        let is_in_brackets = text.ends_with(']') && text.len() != imitation_end;
        let part = match *effect {
            // Popeye names the square of a promotion that follows a bracket, and puts any other change of the
            // moving man into the bracket.
            Effect::WalkChanged { man, at, walk, is_mover: true } if man.walk.is_pawn() && is_in_brackets => {
                long_effect(&Effect::WalkChanged { man, at, walk, is_mover: false }, layout)
            }
            effect if (of_mover || matches!(effect, Effect::Marked { .. })) && is_in_brackets => {
                text.pop();
                long_effect(&effect, layout) + "]"
            }
            effect => long_effect(&effect, layout),
        };
        text += &part;
    }
    text
}

/// Returns the new type of a man as Popeye prints it: a promoted man with all its flags, any other man with
/// those that count as attributes there.
fn new_type_text(man: Man, walk: Walk) -> String {
    let marks = match man.walk.is_pawn() {
        true => man.flags,
        false => man.flags.common(ManFlags::ATTRIBUTES.with(ManFlags::FRISCHAUF)),
    };
    let neutral = if man.colour == Colour::Neutral { "n" } else { "" };
    neutral.to_owned() + &Man { walk, flags: marks, ..man }.letters()
}

/// Returns the new type of a man other than the one that moves: Popeye mentions no attributes of a royal man there and does
/// not call it neutral.
fn new_type_of_other(man: Man, walk: Walk) -> String {
    match man.royal {
        true => Man { walk, flags: ManFlags::NONE, ..man }.letters(),
        false => new_type_text(man, walk),
    }
}

/// Returns the square of a man that was captured aside, but not en passant.
fn locust_victim(step: &MoveRecord) -> Option<Square> {
    step.captured_aside().filter(|_| !step.is_en_passant()).map(|captured| captured.at)
}

/// Returns whether the capturer must continue without capturing from a square where it did not capture.
fn must_continue(step: &MoveRecord) -> bool {
    step.captured_aside().is_some()
        && matches!(step.effects.first(), Some(Effect::Continued { is_forced: true, .. }))
}

/// Returns an effect of the rules as Popeye prints it.
fn long_effect(effect: &Effect, layout: Layout) -> String {
    let promoted = |man: Man, promotion: Option<Walk>| {
        let man = Man { flags: man.flags.attributes(), ..man };
        promotion.map_or(String::new(), |walk| format!("={}", new_type_text(man, walk)))
    };
    let turned =
        |turned: Option<Colour>| turned.map_or(String::new(), |colour| format!("={}", colour.letter()));
    match *effect {
        Effect::Reborn { man, at, promotion, new_colour: to } => {
            format!("[+{}{}{}{}]", man.label(), layout.name(at), promoted(man, promotion), turned(to))
        }
        Effect::Added { man, at } | Effect::Revealed { man, at } => {
            format!("[+{}{}]", man.label(), layout.name(at))
        }
        Effect::Hidden { man, at, promotion, from: None } => {
            format!("[+{}{}{}->v]", man.label(), layout.name(at), promoted(man, promotion))
        }
        Effect::Hidden { man, at, promotion, from: Some((before, from)) } => {
            let became = if man.walk == before.walk { String::new() } else { man.letters() };
            let side = turned((man.colour != before.colour).then_some(man.colour));
            let to = layout.name(at).to_owned() + &promoted(man, promotion) + &side;
            format!("[{}{}->{became}{to}->v]", before.label(), layout.name(from))
        }
        Effect::BecameImitator { .. } => "=I".to_owned(),
        Effect::Removed { man, at } => format!("[-{}{}]", man.label(), layout.name(at)),
        Effect::Transferred { man, from, to, walk, promotion, new_colour: side } => {
            // The text mentions royalty only once.
            let royal = man.royal && man.walk.is_king();
            let after = Man { walk, royal, ..man };
            // Popeye repeats the colour of a neutral man only if it is royal.
            let neutral = if royal && man.colour == Colour::Neutral { "n" } else { "" };
            let became = if walk == man.walk { String::new() } else { neutral.to_owned() + &after.letters() };
            let to = layout.name(to).to_owned() + &promoted(man, promotion) + &turned(side);
            format!("[{}{}->{became}{to}]", man.label(), layout.name(from))
        }
        Effect::Continued { to, captured: Some(taken), en_passant: false, .. } if taken.at != to => {
            format!("*{}-{}", layout.name(taken.at), layout.name(to))
        }
        Effect::Continued { to, captured: Some(_), en_passant, .. } => {
            let passing = if en_passant { " ep." } else { "" };
            format!("*{}{passing}", layout.name(to))
        }
        Effect::Continued { to, captured: None, .. } => format!("-{}", layout.name(to)),
        Effect::WalkChanged { man, walk, is_mover: true, .. } => {
            format!("={}", new_type_text(man, walk))
        }
        Effect::WalkChanged { man, at, walk, is_mover: false } => {
            format!("[{}={}]", layout.name(at), new_type_of_other(man, walk))
        }
        Effect::KingChanged { man, at, new } if man.walk == new.walk => {
            format!("[{}={}]", layout.name(at), new.prefix())
        }
        Effect::KingChanged { at, new, .. } => format!("[{}={}]", layout.name(at), new.letters()),
        Effect::ColourChanged { colour, is_mover: true, .. } => format!("={}", colour.letter()),
        Effect::ColourChanged { at, colour, is_mover: false, .. } => {
            format!("[{}={}]", layout.name(at), colour.letter())
        }
        Effect::Placed { man, at, .. } => format!("/{}{}", man.walk.letters(), layout.name(at)),
        Effect::Switched { to, .. } => format!("/{}", layout.name(to)),
        Effect::NeutralityChanged { colour, attribute, .. } if attribute == ManFlags::HALF_NEUTRAL => {
            format!("={}h", colour.letter())
        }
        Effect::NeutralityChanged { man, colour, .. } => format!("[={}{}]", colour.letter(), man.prefix()),
        Effect::BoardChanged { man, .. } => man.on_other_board().board_letter().to_owned(),
        Effect::Marked { man, flags, .. } => {
            let neutral = if man.colour == Colour::Neutral { "n" } else { "" };
            let flags = flags.without(ManFlags::FRISCHAUF);
            format!("={neutral}{}", Man { flags, ..man }.prefix())
        }
        // Popeye prints only the man reborn there; shifts and imitators are printed in the move itself, and a pending
        // promotion before it.
        Effect::Assassinated { .. }
        | Effect::HiddenInPlace { .. }
        | Effect::MovedToOrigin { .. }
        | Effect::ImitatorsMoved { .. }
        | Effect::Promoted { .. } => String::new(),
    }
}

/// Returns the marks that Popeye prints after a long move: ` +`, ` #`, ` + x`, or nothing.
pub fn long_marks(step: &MoveRecord) -> String {
    let mut text = String::new();
    if step.check && !step.reached.is_some_and(Goal::mark_replaces_check) {
        text += " +";
    }
    let mark = step.reached.map_or("", Goal::mark);
    if !mark.is_empty() {
        text.push(' ');
        text += mark;
    }
    text
}

/// Returns the move as journals print it, without check and goal marks: `Rxe8(Sg8)`.
pub fn short(step: &MoveRecord, layout: Layout, names: PieceNames) -> String {
    let mut text = String::new();
    match &step.action {
        Action::Pass => text += "--",
        Action::Entry { man, at } => text += &entry(*man, *at, layout, names),
        Action::Exchange { man, from, partner, to } => {
            text += &exchange((*man, *from), (*partner, *to), layout, names);
        }
        Action::Castling { wing, .. } => {
            for (man, from, to) in origin_shifts(step) {
                text += &format!("({}{}>{})", names.of(man.walk), layout.name(from), layout.name(to));
            }
            text += castling(*wing);
            text += &imitation(step, layout);
        }
        Action::Move { man, from, to, captured, promotion, ambiguity, .. } => {
            push_mover_name(*man, names, &mut text);
            // A pawn that captures is named by its file.
            let pawn_captures = captured.is_some() && text.is_empty() && *ambiguity == Ambiguity::None;
            let ambiguity = if pawn_captures { Ambiguity::File } else { *ambiguity };
            text += departure(*from, ambiguity, layout);
            for (_, _, via) in origin_shifts(step) {
                text += &format!("({})", layout.name(via));
            }
            if captured.is_some() {
                text.push('x');
            }
            if let Some(at) = locust_victim(step) {
                text += &format!("{}-", layout.name(at));
            }
            text += layout.name(*to);
            text += &imitation(step, layout);
            if let Some(walk) = promotion {
                text += &format!("={}{}", marks_of_promotion(step), names.of(*walk));
            }
            if step.is_en_passant() {
                text += " e.p.";
            }
        }
    }
    let was_vacated = |square: Square| {
        step.effects.iter().any(|effect| {
            matches!(effect, Effect::Assassinated { at, .. } | Effect::HiddenInPlace { at, .. } if *at == square)
        })
    };
    for effect in step.effects.iter().skip(usize::from(!marks_of_promotion(step).is_empty())) {
        text += &effect_text(effect, layout, names, was_vacated);
    }
    match pending_promotions(step, layout, names) {
        pending if pending.is_empty() => text,
        pending => pending + &text,
    }
}

/// Returns the letters of the attributes that a pawn takes by the promotion of its move.
fn marks_of_promotion(step: &MoveRecord) -> String {
    match (&step.action, step.effects.first()) {
        (Action::Move { promotion: Some(_), .. }, Some(&Effect::Marked { man, flags, .. })) => {
            flags.without(man.flags).letters()
        }
        _ => String::new(),
    }
}

/// Returns any move of a man: `Rd~` for a rook on the d-file that needs its file.
pub fn random_move(random: &RandomMan, layout: Layout, names: PieceNames) -> String {
    let mut text = String::new();
    push_mover_name(random.man, names, &mut text);
    text + departure(random.from, random.ambiguity, layout) + "~"
}

/// Returns what short notation adds after the man's letter.
fn departure(from: Square, ambiguity: Ambiguity, layout: Layout) -> &'static str {
    let square = layout.name(from);
    let (file, rank) = square.split_at(1);
    match ambiguity {
        Ambiguity::None => "",
        Ambiguity::File | Ambiguity::FileOrRank => file,
        Ambiguity::Rank => rank,
        Ambiguity::Square => square,
    }
}

/// Returns the pending promotions that were chosen before the move: `(a1=Q) `.
fn pending_promotions(step: &MoveRecord, layout: Layout, names: PieceNames) -> String {
    let promotions = step.effects.iter().filter_map(|effect| match *effect {
        Effect::Promoted { at, walk, .. } => Some(format!("({}={}) ", layout.name(at), names.of(walk))),
        _ => None,
    });
    promotions.collect()
}

/// Returns an effect of the rules as journals print it. `was_vacated` is whether a man had to leave a square.
fn effect_text(
    effect: &Effect,
    layout: Layout,
    names: PieceNames,
    was_vacated: impl Fn(Square) -> bool,
) -> String {
    let promoted =
        |promotion: Option<Walk>| promotion.map_or(String::new(), |walk| format!("={}", names.of(walk)));
    let turned =
        |turned: Option<Colour>| turned.map_or(String::new(), |colour| format!("={}", colour.letter()));
    let mark = |square| if was_vacated(square) { "!" } else { "" };
    match *effect {
        Effect::Reborn { man, at, promotion, new_colour: to } => {
            let (name, at_name) = (names.of(man.walk), layout.name(at));
            format!("({name}{at_name}{}{}{})", promoted(promotion), turned(to), mark(at))
        }
        Effect::Added { man, at } | Effect::Revealed { man, at } => {
            format!("(+{}{})", names.of(man.walk), layout.name(at))
        }
        Effect::Hidden { man, at, promotion, .. } => {
            format!("({}{}{}v)", names.of(man.walk), layout.name(at), promoted(promotion))
        }
        Effect::BecameImitator { .. } => "=I".to_owned(),
        Effect::Removed { man, at } => format!("(-{}{})", names.of(man.walk), layout.name(at)),
        Effect::Transferred { man, to, walk, promotion, new_colour: side, .. } => {
            let became = if walk == man.walk { String::new() } else { names.of(walk).to_string() };
            format!("({became}{}{}{}{})", layout.name(to), promoted(promotion), turned(side), mark(to))
        }
        Effect::Continued { to, captured: Some(taken), en_passant: false, .. } if taken.at != to => {
            format!("x{}-{}", layout.name(taken.at), layout.name(to))
        }
        Effect::Continued { to, captured: Some(_), .. } => format!("x{}", layout.name(to)),
        Effect::Continued { to, captured: None, .. } => format!("-{}", layout.name(to)),
        Effect::WalkChanged { walk, is_mover: true, .. } => format!("={}", names.of(walk)),
        Effect::WalkChanged { at, walk, is_mover: false, .. } => {
            format!("({}={})", layout.name(at), names.of(walk))
        }
        Effect::KingChanged { at, new, .. } => {
            format!("({}={}{})", layout.name(at), new.flags.letters(), names.of(new.walk))
        }
        Effect::ColourChanged { colour, is_mover: true, .. } => format!("={}", colour.letter()),
        Effect::ColourChanged { at, colour, is_mover: false, .. } => {
            format!("({}={})", layout.name(at), colour.letter())
        }
        Effect::Placed { man, at, .. } => format!("/{}{}", names.of(man.walk), layout.name(at)),
        Effect::Switched { to, .. } => format!("/{}", layout.name(to)),
        Effect::NeutralityChanged { colour, .. } => format!("={}", colour.letter()),
        Effect::BoardChanged { man, .. } => format!("({})", man.on_other_board().board_letter()),
        Effect::Marked { man, flags, .. } => format!("({})", flags.without(man.flags).letters()),
        Effect::Assassinated { .. }
        | Effect::HiddenInPlace { .. }
        | Effect::MovedToOrigin { .. }
        | Effect::ImitatorsMoved { .. }
        | Effect::Promoted { .. } => String::new(),
    }
}

/// Returns the squares of the imitators after the move, in both notations: `[Id4,f4]`; empty without imitators.
fn imitation(step: &MoveRecord, layout: Layout) -> String {
    let imitators = step.effects.iter().find_map(|effect| match effect {
        Effect::ImitatorsMoved { to } => Some(to),
        _ => None,
    });
    imitators.map_or(String::new(), |imitators| format!("[I{}]", imitators.names(layout)))
}

/// Returns the men that move from a virtual square: man, real square, virtual square.
fn origin_shifts(step: &MoveRecord) -> impl Iterator<Item = (Man, Square, Square)> {
    step.effects.iter().filter_map(|effect| match *effect {
        Effect::MovedToOrigin { man, from, to } => Some((man, from, to)),
        _ => None,
    })
}

/// Returns the mark that journals print after a move: `+`, `#`, `=`, or nothing.
///
/// A capture or a target square that was reached is visible in the move itself.
pub fn short_marks(step: &MoveRecord) -> &'static str {
    match step.reached {
        Some(goal) if goal.mark_replaces_check() || goal == Goal::AutoMate => goal.mark(),
        _ if step.check => "+",
        _ => "",
    }
}

/// Returns the text of a man that enters from the reserve; a pawn has its letter here, too.
fn entry(man: Man, at: Square, layout: Layout, names: PieceNames) -> String {
    format!("{}@{}", names.of(man.walk), layout.name(at))
}

/// Returns the text of two men that change places, as in `Ra8<->Rg5`; pawns have their letter here, too.
fn exchange(one: (Man, Square), other: (Man, Square), layout: Layout, names: PieceNames) -> String {
    let [one, other] = [one, other].map(|(man, at)| format!("{}{}", names.of(man.walk), layout.name(at)));
    format!("{one}<->{other}")
}

fn castling(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "0-0",
        Wing::Queen => "0-0-0",
    }
}

/// Appends the moving man's name: nothing for a plain pawn; unusual attributes precede the letter.
fn push_mover_name(man: Man, names: PieceNames, text: &mut String) {
    let before = text.len();
    if man.colour == Colour::Neutral {
        text.push('n');
    }
    text.push_str(&man.prefix());
    if man.walk != Walk::Pawn || text.len() > before {
        text.push_str(&names.of(man.walk));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Side;
    use crate::report::script::move_record;

    #[test]
    fn moves_are_written_in_three_notations() {
        for (side, words, in_short, in_machine) in [
            (Side::White, "Sb1-c3", "Sc3", "b1c3"),
            (Side::White, "Sb1-c3?f +", "Sbc3+", "b1c3"),
            (Side::White, "Sb1*c3?s", "Sb1xc3", "b1c3"),
            (Side::White, "Ra1-a5?r #", "R1a5#", "a1a5"),
            (Side::White, "e2-e4 +", "e4+", "e2e4"),
            (Side::White, "d4*e5", "dxe5", "d4e5"),
            (Side::White, "e5*d6 ep. =", "exd6 e.p.=", "e5d6"),
            (Side::White, "e5*d6 ep.[+bPd7]", "exd6 e.p.(Pd7)", "e5d6+pd7"),
            (Side::White, "b7*a8=S[+bRh8] #", "bxa8=S(Rh8)#", "b7a8=N+rh8"),
            (Side::White, "Bd5*c6[+bPa1=S]", "Bxc6(Pa1=S)", "d5c6+na1"),
            (Side::Black, "Re8*e4[+wSg1] +", "Rxe4(Sg1)+", "e8e4+Ng1"),
            (Side::White, "0-0-0 #", "0-0-0#", "e1c1"),
            (Side::Black, "0-0 +", "0-0+", "e8g8"),
            (Side::Black, "Ka3*a2 x", "Kxa2", "a3a2"),
            (Side::Black, "Ka3*a2 + x", "Kxa2+", "a3a2"),
        ] {
            let step = move_record(side, &words.split(' ').collect::<Vec<_>>());
            let shown = short(&step, Layout::CHESS, PieceNames::KnightS) + short_marks(&step);
            assert_eq!(shown, in_short, "{words}");
            assert_eq!(machine(&step, Layout::CHESS), in_machine, "{words}");
            // Popeye's own notation must be reproduced, without the ambiguity marks of the script.
            let in_long = long(&step, Layout::CHESS) + &long_marks(&step);
            let plain = words.split('?').collect::<Vec<_>>();
            let plain = plain.first().map_or("", |first| first).to_owned()
                + plain.get(1).map_or("", |rest| &rest[1..]);
            assert_eq!(in_long, plain, "{words}");
        }
    }

    #[test]
    fn rebirth_that_removes_a_man_is_marked() {
        let step = move_record(Side::Black, &["Sb2*d1[-bBd8][+wQd8]"]);
        assert_eq!(long(&step, Layout::CHESS), "Sb2*d1[+wQd8]");
        assert_eq!(short(&step, Layout::CHESS, PieceNames::KnightN), "Nxd1(Qd8!)");
        assert_eq!(short(&step, Layout::CHESS, PieceNames::Figurines), "♘xd1(♕d8!)");
        assert_eq!(machine(&step, Layout::CHESS), "b2d1-d8+Qd8");
    }
}
