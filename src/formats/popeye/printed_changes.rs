//! Changes of a twin as solutions print them, such as `wSf6-->b6`.

use crate::board::{Layout, Square};

/// The signs between two squares, and the changes that they stand for. A longer sign precedes those it contains.
const SIGNS: [(&str, &str); 6] =
    [("<-->", "exchange"), ("↔", "exchange"), ("-->", "move"), ("->", "move"), ("→", "move"), ("=>", "move")];

/// Returns the words for printed changes, as in `move f6 b6` for `wSf6-->b6`; `None` if the text is something else.
pub(super) fn in_words(text: &str, layout: Layout) -> Option<String> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    let changes: Option<Vec<String>> = parts.map(|part| change(part, layout)).collect();
    changes.filter(|changes| !changes.is_empty()).map(|changes| changes.join(" "))
}

fn change(part: &str, layout: Layout) -> Option<String> {
    if let Some(man) = part.strip_prefix('-') {
        return Some(format!("remove {}", layout.name(labelled_man(man, layout)?.square)));
    }
    if let Some(man) = part.strip_prefix('+') {
        let LabelledMan { colour, letter, square } = labelled_man(man, layout)?;
        return Some(format!("add {} {}{}", colour?, letter?, layout.name(square)));
    }
    let (sign, word) = SIGNS.into_iter().find(|(sign, _)| part.contains(sign))?;
    let (from, to) = part.split_once(sign)?;
    let name = |man: &str| Some(layout.name(labelled_man(man, layout)?.square));
    Some(format!("{word} {} {}", name(from)?, name(to)?))
}

/// A man with its square, such as `wSf6`.
struct LabelledMan {
    colour: Option<&'static str>,
    letter: Option<char>,
    square: Square,
}

/// Reads a square after an optional colour and an optional letter.
fn labelled_man(text: &str, layout: Layout) -> Option<LabelledMan> {
    let (man, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let square = layout.square(square)?;
    let colours = [("w", "white"), ("b", "black"), ("n", "neutral")];
    let colour = colours.into_iter().find(|(letter, _)| man.starts_with(letter));
    let letter = &man[colour.map_or(0, |(letter, _)| letter.len())..];
    let letter = match (letter.chars().next(), letter.chars().count()) {
        (None, _) => None,
        (Some(letter), 1) if letter.is_ascii_uppercase() => Some(letter),
        _ => return None,
    };
    Some(LabelledMan { colour: colour.map(|(_, word)| word), letter, square })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_changes_are_put_in_words() {
        for (printed, words) in [
            ("wSf6-->b6", Some("move f6 b6")),
            ("bPd6→e7", Some("move d6 e7")),
            ("d6->e7", Some("move d6 e7")),
            ("wKa1<-->wRb2", Some("exchange a1 b2")),
            ("wKa1↔wRb2", Some("exchange a1 b2")),
            ("-wPa3", Some("remove a3")),
            ("+bSa8", Some("add black Sa8")),
            ("wDc2→c3, -wTh1", Some("move c2 c3 remove h1")),
            ("+Sa8", None),
            ("wSf6", None),
            ("wSf6-->b9", None),
            ("move", None),
            ("", None),
        ] {
            assert_eq!(in_words(printed, Layout::CHESS).as_deref(), words, "{printed}");
        }
    }
}
