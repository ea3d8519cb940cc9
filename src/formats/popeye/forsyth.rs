//! Forsyth notation as Popeye extends it: slashes between ranks may be missing, gaps may be longer than a
//! rank, `+`, `-` and `=` before a man give its colour, and a dot precedes a man of two letters.

use super::Reader;
use crate::formats::Diagnostic;
use crate::formats::fairy_fen::{ReadWalk, read_run};
use crate::position::Man;
use crate::problem::Spanned;

impl Reader<'_> {
    /// Reads a placement and puts the men on the board.
    pub(super) fn forsyth(&mut self) {
        let Some(token) = self.tokens.next() else {
            return self.missing("a placement, as in 8/8/8/3K4/8/8/8/k7");
        };
        let read = match read_run(self.language, &token, self.builder.layout()) {
            Ok(read) => read,
            Err(error) => return self.builder.refuse(error),
        };
        for found in read.men {
            match found.walk {
                ReadWalk::Known(walk) => {
                    let man = Man::new(found.colour, walk);
                    self.builder.place(Spanned::new((found.square, man), found.span));
                }
                ReadWalk::Unsupported(message) => {
                    self.builder.refuse(Diagnostic::error(found.span, message));
                }
            }
        }
    }
}
