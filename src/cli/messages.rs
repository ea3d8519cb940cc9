//! Messages on standard error.
//!
//! A closed standard error does not end a run: messages are then lost.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use super::appearance::ColorArg;
use super::exit::Exit;
use crate::formats::{ColourMode, Diagnostic, Item, Refusal, Source};
use crate::legality;

/// Prints an error that has no span in a text.
pub fn print_error(error: impl Display) {
    print_note(format_args!("error: {error}"));
}

/// Returns the exit code after a failure to write the output. A closed pipe is not an error; any other
/// failure, for example a full disk, is reported.
pub fn exit_on_write_error(error: &io::Error, exit: Exit) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return exit;
    }
    print_error(format_args!("the output could not be written: {error}"));
    exit.max(Exit::Refused)
}

/// Prints errors or warnings with their source lines.
pub fn print_diagnostics(diagnostics: &[Diagnostic], source: &Source, color: ColorArg) {
    for diagnostic in diagnostics {
        print_note(diagnostic.render(source, colour_mode(color)));
    }
}

/// Prints warnings about a problem with their source lines and its name.
pub fn print_warnings(item: &Item, warnings: &[Diagnostic], source: &Source, color: ColorArg) {
    for warning in warnings {
        print_note(warning.render_named(source, colour_mode(color), item.name()));
    }
}

/// Returns the warnings about a problem: those of the reader, and the proofs that its position cannot arise.
pub fn all_warnings(item: &Item) -> Vec<Diagnostic> {
    let mut warnings = item.warnings.clone();
    if let Ok(problem) = &item.problem {
        let about_positions = legality::warnings(problem).into_iter();
        warnings
            .extend(about_positions.map(|warning| Diagnostic::warning(warning.span, warning.to_string())));
    }
    warnings
}

/// Prints the reasons why a problem was not solved, unless the reader has seen them on the same terminal as part of
/// the text on standard output.
pub fn print_reasons(reasons: &[Diagnostic], source: &Source, color: ColorArg, output: OutputKind) {
    if !output.is_read_with_messages(io::stdout().is_terminal() && io::stderr().is_terminal()) {
        print_diagnostics(reasons, source, color);
    }
}

/// What is printed on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// Text that states why something was not solved.
    Text,
    /// Popeye's layout or JSON.
    Other,
}

impl OutputKind {
    /// Returns whether the reasons would be read twice if they were printed as messages, too.
    fn is_read_with_messages(self, on_one_terminal: bool) -> bool {
        self == OutputKind::Text && on_one_terminal
    }
}

/// Prints the errors of a refused problem.
pub fn print_refusal(refusal: &Refusal, source: &Source, color: ColorArg) {
    print_note(refusal.render(source, colour_mode(color)));
}

/// Prints a text on lines of its own.
pub fn print_note(text: impl Display) {
    // A failure to write is ignored, see above.
    let _ = writeln!(io::stderr(), "{text}");
}

fn colour_mode(color: ColorArg) -> ColourMode {
    match color.allows_colours(io::stderr().is_terminal()) {
        true => ColourMode::Coloured,
        false => ColourMode::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_once_on_a_terminal() {
        assert!(OutputKind::Text.is_read_with_messages(true));
        assert!(!OutputKind::Text.is_read_with_messages(false));
        assert!(!OutputKind::Other.is_read_with_messages(true));
    }
}
