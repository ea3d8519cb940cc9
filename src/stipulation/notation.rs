//! Parser of stipulations as composers write them: `#3`, `s#5`, `h=2.5`, `ser-hzd44`.

use thiserror::Error;

use super::{Family, Goal, ScheduleOptions, Stipulation};
use crate::board::Layout;

/// An error in the text of a stipulation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct StipulationError {
    /// The byte offset of the error.
    pub offset: usize,
    /// The length of the error in bytes.
    pub length: usize,
    /// What was expected.
    pub message: String,
}

/// The maximal number of moves, which limits the length of schedules.
pub const MAX_MOVES: u16 = 400;

/// The families besides help play that allow a diagram as the goal; `Direct` becomes `ProofGame`.
const DIAGRAM_FAMILIES: [Family; 6] = [
    Family::Direct,
    Family::Series,
    Family::SeriesHelp,
    Family::ParrySeries,
    Family::ParrySeriesHelp,
    Family::HelpParrySeries,
];

impl Stipulation {
    /// Parses a stipulation in upper or lower case.
    ///
    /// # Errors
    /// If the text is no stipulation, or a meaningless one: a goal square off the board, `#0`, `.5`
    /// in play without half-moves, a diagram as goal outside help and series play. The error has the
    /// place and what was expected there.
    pub fn read(text: &str, layout: Layout) -> Result<Stipulation, StipulationError> {
        if let Some(rest) =
            text.get(..6).filter(|start| start.eq_ignore_ascii_case("exact-")).map(|_| &text[6..])
        {
            if rest.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("exact-")) {
                let message = "'exact-' occurs twice".into();
                return Err(StipulationError { offset: 6, length: 6, message });
            }
            return match Stipulation::read(rest, layout) {
                Ok(stipulation) => Ok(Stipulation { exact: true, ..stipulation }),
                Err(error) => Err(StipulationError { offset: error.offset + 6, ..error }),
            };
        }
        if let Some(length) = intro_length(text) {
            return read_after_intro(text, layout, length);
        }
        let (beginning, used) = read_beginning(text, layout)?;
        let (moves, half_move) = read_length(text, used, beginning.family)?;
        Ok(Stipulation { moves, half_move, ..beginning })
    }
}

/// Makes an error; its length is limited by the end of the text.
fn error(text: &str, offset: usize, length: usize, message: impl Into<String>) -> StipulationError {
    let length = length.min(text.len().saturating_sub(offset));
    StipulationError { offset, length, message: message.into() }
}

/// Parses a stipulation that begins with a number of introductory moves of `length` bytes.
fn read_after_intro(text: &str, layout: Layout, length: usize) -> Result<Stipulation, StipulationError> {
    let intro = text[..length].parse::<u16>().ok().filter(|intro| (1..=MAX_MOVES).contains(intro));
    let Some(intro) = intro else {
        return Err(error(text, 0, length, format!("expected from 1 to {MAX_MOVES} introductory moves")));
    };
    let begin = length + 2;
    if intro_length(&text[begin..]).is_some() {
        return Err(error(text, begin, text.len(), "the introductory moves occur twice"));
    }
    match Stipulation::read(&text[begin..], layout) {
        Ok(stipulation) if !stipulation.family.is_series() => {
            Err(error(text, begin, text.len(), "introductory moves come only before a series"))
        }
        Ok(stipulation) => Ok(Stipulation { intro, ..stipulation }),
        Err(error) => Err(StipulationError { offset: error.offset + begin, ..error }),
    }
}

/// Parses family and goals. Returns a stipulation without length, and the length of the parsed text in
/// bytes.
fn read_beginning(text: &str, layout: Layout) -> Result<(Stipulation, usize), StipulationError> {
    let lower = text.to_ascii_lowercase();
    let stipulation = |family, alternative, goal| Stipulation {
        family,
        intro: 0,
        goal,
        alternative,
        moves: 0,
        half_move: false,
        exact: false,
        options: ScheduleOptions::default(),
    };
    // The letters of a family can also begin a goal: the longest prefix followed by a goal wins.
    for (prefix, family) in Family::PREFIXES {
        let Some(rest) = lower.strip_prefix(prefix) else {
            continue;
        };
        if let Some(&(name, goal)) = Goal::DIAGRAMS.iter().find(|(name, _)| rest.starts_with(name)) {
            if !DIAGRAM_FAMILIES.contains(&family) {
                let message = format!("expected '{name}' alone or after ser-, ser-h, pser-, pser-h, phser-");
                return Err(error(text, 0, prefix.len(), message));
            }
            let family = if family == Family::Direct { Family::ProofGame } else { family };
            return Ok((stipulation(family, None, goal), prefix.len() + name.len()));
        }
        // On some boards the names of squares differ in case only.
        let rest = &text[prefix.len()..];
        let (alternative, skipped) = match parenthesised_goal(rest, layout) {
            Some((goal, skipped)) if family.needs_plan() => (Some(goal), skipped),
            _ => (None, 0),
        };
        match parse_goal(&rest[skipped..], layout) {
            Ok(Some((goal, used))) => {
                return Ok((stipulation(family, alternative, goal), prefix.len() + skipped + used));
            }
            Ok(None) => {}
            Err((length, message)) => return Err(error(text, prefix.len(), length, message)),
        }
    }
    let message = "expected a stipulation: a goal and a number of moves, as in #3, h=2.5, s#4, ser-hzd45";
    Err(error(text, 0, text.len(), message))
}

/// Parses the number of moves from `begin` on, and whether there is one more half-move.
fn read_length(text: &str, begin: usize, family: Family) -> Result<(u16, bool), StipulationError> {
    let rest = &text[begin..];
    let (mut whole, half_move) = split_half_move(rest);
    // `h#½` is `h#0.5`.
    if half_move && whole.is_empty() && rest == "½" {
        whole = "0";
    }
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("expected a number of moves after '{}'", &text[..begin]);
        return Err(error(text, begin, rest.len().max(1), message));
    }
    if half_move && !family.allows_half_move() {
        let message = "a half-move (.5) has a meaning only in help play (h, hs, hr, reci-h, dia, a=>b)";
        return Err(error(text, begin + whole.len(), rest.len() - whole.len(), message));
    }
    let Some(moves) = whole.parse::<u16>().ok().filter(|&moves| moves <= MAX_MOVES) else {
        return Err(error(text, begin, whole.len(), format!("expected at most {MAX_MOVES} moves")));
    };
    if moves == 0 && !(half_move && matches!(family, Family::Help | Family::ProofGame)) {
        return Err(error(text, begin, rest.len(), "expected at least one move"));
    }
    Ok((moves, half_move))
}

/// Splits a number of moves into the whole moves and whether there is one more half-move: `2.5`, `2,5`, `2½`;
/// `2.0` and `2,0` are whole.
fn split_half_move(number: &str) -> (&str, bool) {
    for half in [".5", ",5", "½"] {
        if let Some(whole) = number.strip_suffix(half) {
            return (whole, true);
        }
    }
    let whole = number.strip_suffix(".0").or_else(|| number.strip_suffix(",0")).unwrap_or(number);
    (whole, false)
}

/// Returns the goal in parentheses at the beginning of a text, and its length in bytes.
fn parenthesised_goal(text: &str, layout: Layout) -> Option<(Goal, usize)> {
    let inner = text.strip_prefix('(')?;
    let (goal, used) = parse_goal(inner, layout).ok()??;
    inner[used..].starts_with(')').then_some((goal, used + 2))
}

/// Returns the length in bytes of the number of introductory moves at the beginning of a text.
fn intro_length(text: &str) -> Option<usize> {
    let at = text.find("->").filter(|&at| at > 0)?;
    text[..at].bytes().all(|byte| byte.is_ascii_digit()).then_some(at)
}

/// Returns the goal at the beginning of a text and its length in bytes; `None` if the text does not
/// begin with a goal. The text may be in upper or lower case.
///
/// # Errors
/// If the square of a goal is not on the board: the length of the faulty text and a message.
pub(super) fn parse_goal(text: &str, layout: Layout) -> Result<Option<(Goal, usize)>, (usize, String)> {
    let lower = text.to_ascii_lowercase();
    for (begin, on) in Goal::WITH_SQUARE {
        if !lower.starts_with(begin) {
            continue;
        }
        let name: String = text[begin.len()..].chars().take(2).collect();
        return match layout.square(&name) {
            Some(square) => Ok(Some((on(square), begin.len() + 2))),
            None => {
                let message = format!("expected a square of the board after '{begin}', found '{name}'");
                Err((begin.len() + name.len(), message))
            }
        };
    }
    let simple = Goal::SIMPLE.iter().find(|(begin, _)| lower.starts_with(begin));
    Ok(simple.map(|&(begin, goal)| (goal, begin.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_prefix_is_refused() {
        for prefix in ["exact-", "1->"] {
            let text = prefix.repeat(100_000) + "ser-#2";
            let error = Stipulation::read(&text, Layout::CHESS).unwrap_err();
            assert_eq!(error.offset, prefix.len());
            assert!(error.message.contains("twice"), "{}", error.message);
        }
    }
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Stipulation, StipulationError> {
        Stipulation::read(text, Layout::CHESS)
    }

    #[test]
    fn every_family_and_goal_round_trips() {
        for (prefix, family) in Family::PREFIXES {
            let goals = Goal::SIMPLE.map(|(text, _)| text);
            for goal in goals.into_iter().chain(["zd4", "kh8"]) {
                let text = format!("{prefix}{goal}3");
                let stipulation = read(&text).unwrap();
                assert_eq!(stipulation.family, family, "{text}");
                assert_eq!(stipulation.to_string(), text);
                assert_eq!(read(&format!("exact-{text}")).unwrap().to_string(), format!("exact-{text}"));
            }
        }
        for text in ["dia4", "dia0.5", "a=>b5.5", "ser-dia9", "pser-hdia10", "exact-dia4", "ser-ha=>b2"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert_eq!(read("2->pser-h#3").unwrap().to_string(), "2->pser-h#3");
        assert_eq!(read("ser-reci-h(=)#3").unwrap().to_string(), "ser-reci-h(=)#3");
        for half in ["h#2.5", "h#2,5", "h#2½"] {
            assert_eq!(read(half).unwrap().to_string(), "h#2.5", "{half}");
        }
        assert_eq!(read("h#½").unwrap().to_string(), "h#0.5");
        assert_eq!(read("h#2.0").unwrap().to_string(), "h#2");
        assert_eq!(read("SER-H#12").unwrap().to_string(), "ser-h#12");
    }

    #[test]
    fn errors_report_offset_and_message() {
        for (text, offset, words) in [
            ("#0", 1, "at least one"),
            ("#2.5", 2, "half-move"),
            ("#999", 1, "at most"),
            ("#99999999999999999999", 1, "at most"),
            ("#", 1, "number of moves"),
            ("", 0, "expected a stipulation"),
            ("mate3", 0, "expected a stipulation"),
            ("zj93", 0, "square of the board"),
            ("hdia2", 0, "alone or after"),
            ("semi-rdia2", 0, "alone or after"),
            ("ser-dia2.5", 8, "half-move"),
            ("kj72", 0, "square of the board"),
            ("exact-#0", 7, "at least one"),
            ("exact-exact-#2", 6, "twice"),
            ("2->h#2", 3, "before a series"),
            ("0->ser-h#2", 0, "introductory"),
            ("2->1->ser-h#2", 3, "twice"),
            ("2->ser-h#0", 9, "at least one"),
            ("#-2", 1, "number of moves"),
            ("zé4", 0, "square of the board"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.offset, offset, "{text}: {error}");
            assert!(error.message.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn reroute66_capitals_select_switch_squares() {
        for text in ["zA41", "za41", "kH52", "ser-hzH53"] {
            assert_eq!(Stipulation::read(text, Layout::REROUTE66).unwrap().to_string(), text);
        }
        assert_eq!(Stipulation::read("SER-ZH52", Layout::REROUTE66).unwrap().to_string(), "ser-zH52");
        assert_eq!(read("ZH52").unwrap().to_string(), "zh52");
        assert!(Stipulation::read("zB41", Layout::REROUTE66).is_err());
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_parsed_or_refused(text in "(ser-|semi-)?[a-z#=+~!%<>0-9.é-]{0,9}") {
            if let Err(error) = read(&text) {
                prop_assert!(error.offset <= text.len() && error.offset + error.length <= text.len());
            }
        }
    }
}
