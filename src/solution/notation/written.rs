//! Moves as an author writes them: which move a text denotes.

use super::{MoveFormat, PieceNames, long, machine, short};
use crate::board::Layout;
use crate::solution::MoveRecord;

/// Returns whether a text denotes the move in one of the notations that kirke prints by default.
pub fn is_usual(text: &str, step: &MoveRecord, layout: Layout) -> bool {
    let text = normalised(text);
    usual_names(step, layout).iter().any(|name| normalised(name) == text)
}

/// Returns whether a text denotes the move in short notation.
pub fn is_short(text: &str, step: &MoveRecord, format: MoveFormat) -> bool {
    normalised(&short(step, format.layout, format.names)) == normalised(text)
}

/// Returns a move in the notations that kirke prints by default.
fn usual_names(step: &MoveRecord, layout: Layout) -> [String; 5] {
    [
        long(step, layout),
        short(step, layout, PieceNames::KnightS),
        short(step, layout, PieceNames::KnightN),
        short(step, layout, PieceNames::Figurines),
        machine(step, layout),
    ]
}

/// Removes from a move what differs between notations: number, signs of capture, check and comment.
fn normalised(written: &str) -> String {
    let written = written.strip_prefix("1.").unwrap_or(written);
    let bare = written.replace("e.p.", "").replace("ep.", "").replace('O', "0");
    bare.chars().filter(|c| !matches!(c, '+' | '#' | '!' | '?' | 'x' | '*' | '-' | ':' | ' ' | '.')).collect()
}
