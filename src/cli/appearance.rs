//! The arguments for the appearance of text output.

use std::env;
use std::ffi::OsStr;

use clap::{Args, ValueEnum};

use crate::position::{PieceLetters, PieceNames};

/// The letters and colours of text output.
#[derive(Args, Debug)]
#[command(next_help_heading = "Appearance")]
pub struct AppearanceArgs {
    /// The letters of men in text output and in declared moves: s (K Q R B S), n (K Q R B N), german (K D T L S),
    /// french (R D T F C), figurines, or six capital letters for K Q R B N P, as in KDTLSB
    #[arg(long, value_name = "LETTERS", default_value = "s", value_parser = piece_names)]
    pub letters: PieceNames,
    /// When to print in colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorArg,
}

/// How solutions in text have boards.
#[derive(Args, Debug)]
#[command(next_help_heading = "Appearance")]
pub struct BoardArgs {
    /// How to draw the board [default: unicode]
    #[arg(long, value_enum, overrides_with = "no_board")]
    board: Option<BoardArg>,
    /// The same as --board none
    #[arg(long, overrides_with = "board")]
    no_board: bool,
}

impl BoardArgs {
    /// Returns how the board is drawn; `None` unless requested.
    pub fn requested(&self) -> Option<BoardArg> {
        if self.no_board { Some(BoardArg::None) } else { self.board }
    }
}

/// The kinds of boards.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardArg {
    /// Figurines in a frame
    #[default]
    Unicode,
    /// Letters in a frame of + - |, and no arrows or fractions
    Ascii,
    /// No board
    None,
}

/// When output has colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorArg {
    /// On a terminal
    #[default]
    Auto,
    /// On a terminal or not
    Always,
    /// Never
    Never,
}

impl ColorArg {
    /// Returns whether a stream has colours. The environment variable `NO_COLOR` and a terminal of the type `dumb`
    /// turn off the automatic ones.
    pub fn allows_colours(self, stream_is_terminal: bool) -> bool {
        match self {
            ColorArg::Auto => {
                let [no_color, term] = ["NO_COLOR", "TERM"].map(env::var_os);
                stream_is_terminal && environment_allows_colours(no_color.as_deref(), term.as_deref())
            }
            ColorArg::Always => true,
            ColorArg::Never => false,
        }
    }
}

/// Returns whether the environment variables `NO_COLOR` and `TERM` allow colours on a terminal.
fn environment_allows_colours(no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    no_color.is_none_or(OsStr::is_empty) && !is_dumb(term)
}

/// Returns whether the terminal cannot interpret control sequences.
pub fn terminal_is_dumb() -> bool {
    is_dumb(env::var_os("TERM").as_deref())
}

fn is_dumb(term: Option<&OsStr>) -> bool {
    term.is_some_and(|name| name == "dumb")
}

/// Parses the names of men.
pub fn piece_names(text: &str) -> Result<PieceNames, String> {
    match text.to_lowercase().as_str() {
        "s" => Ok(PieceNames::KnightS),
        "n" => Ok(PieceNames::KnightN),
        "german" => Ok(PieceNames::GERMAN),
        "french" => Ok(PieceNames::FRENCH),
        "figurines" => Ok(PieceNames::Figurines),
        lower => PieceLetters::new(text).map(PieceNames::Letters).ok_or_else(|| {
            let english = FOREIGN_WORDS.iter().find(|(_, words)| words.contains(&lower));
            let hint = english.map_or(String::new(), |(word, _)| format!("; did you mean '{word}'?"));
            format!(
                "expected s, n, german, french, figurines, or six different capital letters for K Q R B N P in this \
                 order, as in KDTLSB{hint}"
            )
        }),
    }
}

/// The words for letters of men in other languages.
const FOREIGN_WORDS: [(&str, &[&str]); 4] = [
    ("s", &["english", "englisch", "anglais", "en"]),
    ("german", &["deutsch", "allemand", "de"]),
    ("french", &["französisch", "franzoesisch", "français", "francais", "fr"]),
    ("figurines", &["figurinen", "figuren"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_names_or_six_capitals() {
        for (text, expected) in [
            ("s", PieceNames::KnightS),
            ("N", PieceNames::KnightN),
            ("German", PieceNames::GERMAN),
            ("KDTLSB", PieceNames::GERMAN),
            ("french", PieceNames::FRENCH),
            ("RDTFCP", PieceNames::FRENCH),
            ("figurines", PieceNames::Figurines),
        ] {
            assert_eq!(piece_names(text), Ok(expected), "{text}");
        }
        for wrong in ["", "x", "frensh", "kdtlsb", "KDTLS", "KDTLSS", "KDTLSB,"] {
            assert!(piece_names(wrong).is_err_and(|error| error.starts_with("expected s, n, ")), "{wrong}");
        }
        assert!(piece_names("Deutsch").is_err_and(|error| error.ends_with("; did you mean 'german'?")));
    }

    #[test]
    fn colours_follow_the_choice() {
        for on_terminal in [true, false] {
            assert!(ColorArg::Always.allows_colours(on_terminal));
            assert!(!ColorArg::Never.allows_colours(on_terminal));
        }
        assert!(!ColorArg::Auto.allows_colours(false));
        for (no_color, term, expected) in [
            (None, None, true),
            (None, Some("xterm"), true),
            (Some(""), Some("xterm"), true),
            (Some("1"), Some("xterm"), false),
            (None, Some("dumb"), false),
        ] {
            let allows = environment_allows_colours(no_color.map(OsStr::new), term.map(OsStr::new));
            assert_eq!(allows, expected, "{no_color:?} {term:?}");
        }
    }
}
