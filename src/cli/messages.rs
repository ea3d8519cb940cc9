//! What is said on standard error.
//!
//! Nothing is lost if nobody is there to read it: a closed pipe ends no run.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use super::exit::Exit;
use crate::formats::{ColourMode, Diagnostic, Refusal, Source};

/// Says that something is wrong that has no place in a text.
pub fn print_error(error: impl Display) {
    print_note(format_args!("error: {error}"));
}

/// How a run ends whose output could not be written: a reader that has gone away wants no
/// more, anything else, a full disk for one, is said.
pub fn exit_on_write_error(error: &io::Error, exit: Exit) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return exit;
    }
    print_error(format_args!("the output could not be written: {error}"));
    exit.max(Exit::Refused)
}

/// Shows errors or warnings in their source.
pub fn print_diagnostics(diagnostics: &[Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        print_note(diagnostic.render(source, colour_mode()));
    }
}

/// Shows why a problem was not read.
pub fn print_refusal(refusal: &Refusal, source: &Source) {
    print_note(refusal.render(source, colour_mode()));
}

/// Says something, on lines of its own.
pub fn print_note(text: impl Display) {
    // As promised above.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Does the user allow colours?
pub fn colours_are_allowed() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn colour_mode() -> ColourMode {
    if io::stderr().is_terminal() && colours_are_allowed() { ColourMode::Coloured } else { ColourMode::Plain }
}
