//! Moves as an author writes them: which move a text denotes.
//!
//! More of the square of departure than necessary does no harm: a rook that moves from c3 to c8 is `Rc8`, `Rcc8`,
//! `R3c8` and `Rc3-c8`, unless another man could be meant.

use super::{MoveFormat, PieceNames, long, machine, short};
use crate::board::Layout;
use crate::position::Walk;
use crate::solution::{Action, Ambiguity, MoveRecord};

/// The names of men in the notations that kirke prints by default.
pub const USUAL_NAMES: [PieceNames; 3] = [PieceNames::KnightS, PieceNames::KnightN, PieceNames::Figurines];

/// Returns whether a text denotes the move in one of the notations that kirke prints by default.
pub fn is_usual(text: &str, step: &MoveRecord, layout: Layout) -> bool {
    let text = normalised(text);
    let is_short = |names| is_one_of_short(&text, step, MoveFormat { layout, names });
    is_one_of_long(&text, step, layout) || USUAL_NAMES.into_iter().any(is_short)
}

/// Returns whether a text denotes the move in short notation.
pub fn is_short(text: &str, step: &MoveRecord, format: MoveFormat) -> bool {
    is_one_of_short(&normalised(text), step, format)
}

/// Returns whether a text would denote the move if it named the man to which the pawn is promoted.
pub fn lacks_promotion(text: &str, step: &MoveRecord, layout: Layout) -> bool {
    let mut without = step.clone();
    match &mut without.action {
        Action::Move { promotion, .. } if promotion.is_some() => *promotion = None,
        _ => return false,
    }
    is_usual(text, &without, layout)
}

/// Returns whether a text denotes the move as Popeye prints it or in the notation for machines.
pub fn is_long(text: &str, step: &MoveRecord, layout: Layout) -> bool {
    is_one_of_long(&normalised(text), step, layout)
}

/// Returns whether a normalised text is the move as Popeye prints it or in the notation for machines.
fn is_one_of_long(text: &str, step: &MoveRecord, layout: Layout) -> bool {
    let long = normalised(&long(step, layout));
    // Some authors give a pawn its letter.
    let of_pawn = is_pawn(step).then(|| text.strip_prefix('P')).flatten();
    long == text || of_pawn == Some(&long) || normalised(&machine(step, layout)) == text
}

/// Returns whether a normalised text is the move in short notation with an addition that is enough.
fn is_one_of_short(text: &str, step: &MoveRecord, format: MoveFormat) -> bool {
    let pawn = format.names.of(Walk::Pawn);
    let of_pawn = is_pawn(step).then(|| text.strip_prefix(&*pawn)).flatten();
    let is_written = |step: &MoveRecord| {
        let short = normalised(&short(step, format.layout, format.names));
        short == text || of_pawn == Some(&short)
    };
    let Action::Move { ambiguity, .. } = step.action else { return is_written(step) };
    ambiguity.sufficient().iter().any(|&addition| is_written(&with_addition(step, addition)))
}

/// Returns the move with what short notation adds to the man's letter.
fn with_addition(step: &MoveRecord, addition: Ambiguity) -> MoveRecord {
    let mut step = step.clone();
    if let Action::Move { ambiguity, .. } = &mut step.action {
        *ambiguity = addition;
    }
    step
}

/// Returns whether the move is that of a pawn without unusual properties.
fn is_pawn(step: &MoveRecord) -> bool {
    matches!(step.action, Action::Move { man, .. } if man.walk == Walk::Pawn && man.is_plain())
}

/// Removes from a move what differs between notations: number, signs of capture, promotion, check and comment.
fn normalised(written: &str) -> String {
    let written = written.strip_prefix("1.").unwrap_or(written);
    let bare = written.replace("e.p.", "").replace("ep.", "").replace('O', "0");
    bare.chars().filter(|c| !"+#!?x*-:=. ".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Side;
    use crate::report::script::move_record;

    fn is_meant(text: &str, words: &str) -> bool {
        let step = move_record(Side::White, &words.split(' ').collect::<Vec<_>>());
        is_usual(text, &step, Layout::CHESS)
    }

    #[test]
    fn more_of_the_departure_than_necessary_is_read() {
        for (words, texts) in [
            ("Sg3-e4", "Se4 Ne4 Sge4 N3e4 Sg3e4 Ng3-e4 ♘g3-e4 g3e4 1.Nge4+!"),
            ("Rc3-c8?e", "Rcc8 R3c8 Rc3c8 Rc3-c8#"),
            ("Rh1-h8?f", "Rhh8 Rh1-h8"),
            ("Rh1-h8?r", "R1h8 Rh1-h8"),
            ("Rh1*h8", "Rxh8 Rhxh8 R1:h8 Rh1*h8"),
            ("e2-e4", "e4 e2e4 e2-e4 Pe4 Pe2-e4"),
            ("d4*e5", "dxe5 d4xe5 Pd4:e5 de5"),
            ("b7-b8=S", "b8=S b8N b7b8=N b7-b8S Pb8=S"),
        ] {
            for text in texts.split(' ') {
                assert!(is_meant(text, words), "{text}: {words}");
            }
        }
    }

    #[test]
    fn other_departures_and_too_little_are_another_move() {
        for (words, texts) in [
            ("Sg3-e4", "Sfe4 S2e4 Sf2e4 Se3 Re4 e4 Pe4"),
            ("Rc3-c8?e", "Rc8 Rdc8 R4c8 Rc4-c8"),
            ("Rh1-h8?f", "Rh8 R1h8"),
            ("Rh1-h8?r", "Rh8 Rhh8"),
            ("Rh1-h8?s", "Rh8 Rhh8 R1h8"),
            ("d4*e5", "e5 fxe5 f4xe5"),
            ("b7-b8=S", "b8 b8=Q b7b8"),
        ] {
            for text in texts.split(' ') {
                assert!(!is_meant(text, words), "{text}: {words}");
            }
        }
    }

    #[test]
    fn promotion_without_a_man_is_recognised() {
        let step = move_record(Side::White, &["b7-b8=S"]);
        for (text, expected) in [("b8!", true), ("b7-b8", true), ("b8=S", false), ("c8", false)] {
            assert_eq!(lacks_promotion(text, &step, Layout::CHESS), expected, "{text}");
        }
    }
}
