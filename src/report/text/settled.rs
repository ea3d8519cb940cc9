//! How far a search that was stopped has come, as a sentence.

use super::page::Characters;
use crate::report::notation::{MoveFormat, short};
use crate::solution::SettledParts;

/// The number of root moves that are named.
const MAX_NAMED: usize = 12;

/// Returns the parts that are settled; `None` if there are none.
pub(super) fn text(settled: &SettledParts, format: MoveFormat, characters: Characters) -> Option<String> {
    let mut parts = Vec::new();
    if settled.plies > 0 {
        parts.push(format!("lines of up to {} of {} half-moves", settled.plies, settled.last));
    }
    if !settled.root_moves.is_empty() {
        let then = if parts.is_empty() { "" } else { "of the next length " };
        let named =
            settled.root_moves.iter().take(MAX_NAMED).map(|mv| short(mv, format.layout, format.names));
        let mut moves: Vec<String> = named.collect();
        if settled.root_moves.len() > MAX_NAMED {
            let more = match characters {
                Characters::Unicode => "…",
                Characters::Ascii => "...",
            };
            moves.push(more.into());
        }
        let (done, total) = (settled.root_moves.len(), settled.total);
        parts.push(format!("{then}{done} of {total} first moves ({})", moves.join(", ")));
    }
    (!parts.is_empty()).then(|| format!("Searched to the end: {}.", parts.join(", ")))
}
