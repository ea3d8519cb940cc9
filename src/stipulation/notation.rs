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
        let lower = text.to_ascii_lowercase();
        let fail = |offset: usize, length: usize, message: String| {
            Err(StipulationError { offset, length: length.min(text.len().saturating_sub(offset)), message })
        };
        if let Some(at) = intro_length(&lower) {
            let intro = lower[..at].parse::<u16>().ok().filter(|intro| (1..=MAX_MOVES).contains(intro));
            let Some(intro) = intro else {
                return fail(0, at, format!("expected from 1 to {MAX_MOVES} introductory moves"));
            };
            if intro_length(&lower[at + 2..]).is_some() {
                return fail(at + 2, text.len(), "the introductory moves occur twice".into());
            }
            return match Stipulation::read(&text[at + 2..], layout) {
                Ok(stipulation) if !stipulation.family.is_series() => {
                    fail(at + 2, text.len(), "introductory moves come only before a series".into())
                }
                Ok(stipulation) => Ok(Stipulation { intro, ..stipulation }),
                Err(error) => Err(StipulationError { offset: error.offset + at + 2, ..error }),
            };
        }
        // The letters of a family can also begin a goal: the longest prefix followed by a goal wins.
        let mut reading = None;
        for (prefix, family) in Family::PREFIXES {
            let Some(rest) = lower.strip_prefix(prefix) else {
                continue;
            };
            if let Some(&(text, goal)) = Goal::DIAGRAMS.iter().find(|(text, _)| rest.starts_with(text)) {
                if !DIAGRAM_FAMILIES.contains(&family) {
                    let message =
                        format!("expected '{text}' alone or after ser-, ser-h, pser-, pser-h, phser-");
                    return fail(0, prefix.len(), message);
                }
                let family = if family == Family::Direct { Family::ProofGame } else { family };
                reading = Some((family, None, goal, prefix.len() + text.len()));
                break;
            }
            // On some boards the names of squares differ in case only.
            let rest = &text[prefix.len()..];
            let (alternative, skipped) = match parenthesised_goal(rest, layout) {
                Some((goal, skipped)) if family.needs_plan() => (Some(goal), skipped),
                _ => (None, 0),
            };
            match parse_goal(&rest[skipped..], layout) {
                Ok(Some((goal, used))) => {
                    reading = Some((family, alternative, goal, prefix.len() + skipped + used));
                    break;
                }
                Ok(None) => {}
                Err((length, message)) => return fail(prefix.len(), length, message),
            }
        }
        let Some((family, alternative, goal, used)) = reading else {
            return fail(
                0,
                text.len(),
                "expected a stipulation: a goal and a number of moves, as in #3, h=2.5, s#4, ser-hzd45"
                    .into(),
            );
        };
        let rest = &lower[used..];
        let (whole, half) = match rest.strip_suffix(".5") {
            Some(whole) => (whole, true),
            None => (rest, false),
        };
        if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return fail(
                used,
                rest.len().max(1),
                format!("expected a number of moves after '{}'", &text[..used]),
            );
        }
        if half && !family.allows_half_move() {
            return fail(
                used + whole.len(),
                2,
                "a half-move (.5) has a meaning only in help play (h, hs, hr, reci-h, dia, a=>b)".into(),
            );
        }
        let moves = match whole.parse::<u16>() {
            Ok(moves) if moves <= MAX_MOVES => moves,
            _ => {
                return fail(used, whole.len(), format!("expected at most {MAX_MOVES} moves"));
            }
        };
        if moves == 0 && !(half && matches!(family, Family::Help | Family::ProofGame)) {
            return fail(used, rest.len(), "expected at least one move".into());
        }
        Ok(Stipulation {
            family,
            intro: 0,
            goal,
            alternative,
            moves,
            half_move: half,
            exact: false,
            options: ScheduleOptions::default(),
        })
    }
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
        assert!(read("h#2.5").unwrap().half_move);
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
