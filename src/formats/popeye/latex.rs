//! LaTeX commands, which concern the typesetting of diagrams and are ignored.

use super::Reader;
use super::piece_letters::walk_named;
use crate::formats::Diagnostic;
use crate::problem::Span;

impl Reader<'_> {
    /// Skips the list of letters of men, each with its LaTeX name and a line of text.
    pub(super) fn latex_pieces(&mut self, command: Span) {
        let message = "LaTeX is not written: what concerns it is ignored";
        self.builder.warn(Diagnostic::warning(command, message));
        while let Some(token) = self.tokens.peek() {
            if token.text.chars().count() > 2 || walk_named(self.language, token.text).is_none() {
                break;
            }
            self.tokens.next();
            self.tokens.next();
            self.tokens.rest_of_line();
        }
    }
}
