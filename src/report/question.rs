//! The question of a problem as it is printed.

use crate::position::{Colour, Man, Reserve, Side};
use crate::problem::{Diagram, Options, Setting};
use crate::stipulation::Stipulation;

/// Returns the stipulation under which a setting is solved.
pub fn stipulation(setting: &Setting, options: &Options) -> Option<Stipulation> {
    setting.stipulation.as_ref().map(|stipulation| options.effective_stipulation(stipulation.value))
}

/// Returns the stipulation as text, as in `h#2.5`.
pub fn stipulation_text(setting: &Setting, options: &Options) -> Option<String> {
    match &setting.structured {
        Some(structured) => Some(structured.to_string()),
        None => stipulation(setting, options).map(|stipulation| stipulation.to_string()),
    }
}

/// Returns the side that makes the first move if `white` plays White's part.
pub fn beginner(setting: &Setting, options: &Options, white: Side) -> Side {
    let turned = |side: Side| if white == Side::White { side } else { side.other() };
    if let Some(structured) = &setting.structured {
        return turned(structured.first_side());
    }
    stipulation(setting, options).map_or(white, |stipulation| stipulation.first_side(white))
}

/// Returns the numbers of white, black and, if there are any, neutral men: `7+9`, `7+9+1n`, with `plus` as
/// the plus sign.
pub fn men(diagram: &Diagram, plus: &str) -> String {
    let mut text = format!("{}{plus}{}", diagram.count(Colour::White), diagram.count(Colour::Black));
    let neutral = diagram.count(Colour::Neutral);
    if neutral > 0 {
        text += &format!("{plus}{neutral}n");
    }
    text
}

/// Returns the men in the reserve as in FEN, White's first: `QRqn`.
pub(in crate::report) fn forsyth_letters(reserve: Reserve) -> String {
    let of = |side: Side| reserve.men(side).map(move |walk| Diagram::fen_letter(Man::new(side, walk)));
    of(Side::White).chain(of(Side::Black)).collect()
}
