//! What is said on standard error.
//!
//! Nothing is lost if nobody is there to read it: a closed pipe ends no run.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use super::exit::Exit;
use crate::formats::{Diagnostic, Ink, Refusal, Source};

/// Says that something is wrong that has no place in a text.
pub fn complain(error: impl Display) {
    say(format_args!("error: {error}"));
}

/// How a run ends whose output could not be written: a reader that has gone away wants no
/// more, anything else, a full disk for one, is said.
pub fn unwritten(error: &io::Error, exit: Exit) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return exit;
    }
    complain(format_args!("the output could not be written: {error}"));
    exit.max(Exit::Refused)
}

/// Shows errors or warnings in their source.
pub fn show(diagnostics: &[Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        say(diagnostic.render(source, ink()));
    }
}

/// Shows why a problem was not read.
pub fn show_refusal(refusal: &Refusal, source: &Source) {
    say(refusal.render(source, ink()));
}

/// Says something, on lines of its own.
pub fn say(text: impl Display) {
    // As promised above.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Does the user allow colours?
pub fn no_color_is_unset() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn ink() -> Ink {
    if io::stderr().is_terminal() && no_color_is_unset() { Ink::Coloured } else { Ink::Plain }
}
