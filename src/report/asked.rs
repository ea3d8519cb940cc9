//! The question of a problem as it is shown.

use crate::position::{Colour, Side};
use crate::problem::{Diagram, Options, Setting};
use crate::stipulation::Stipulation;

/// The stipulation under which a setting is solved.
pub fn stipulation(setting: &Setting, options: &Options) -> Option<Stipulation> {
    setting.stipulation.as_ref().map(|stipulation| options.asked(stipulation.value))
}

/// Who makes the first move if `white` plays White's part.
pub fn beginner(setting: &Setting, options: &Options, white: Side) -> Side {
    stipulation(setting, options)
        .and_then(|stipulation| stipulation.schedule(white).halves.first().copied())
        .map_or(white, |half| half.side)
}

/// The numbers of white, black and, if there are any, neutral men: `7+9`, `7+9+1n`
/// with a plus sign of one's own.
pub fn men(diagram: &Diagram, plus: &str) -> String {
    let mut text = format!("{}{plus}{}", diagram.count(Colour::White), diagram.count(Colour::Black));
    let neutral = diagram.count(Colour::Neutral);
    if neutral > 0 {
        text += &format!("{plus}{neutral}n");
    }
    text
}
