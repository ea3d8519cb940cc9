//! Warnings about a text as a whole, as those of the problem with which they were found: each problem has one record.

use crate::formats::{Item, QuestionedItems, Reading};

/// Problems with the warnings about their text.
pub struct WithTextWarnings<'d> {
    items: QuestionedItems<'d>,
    /// The number of warnings that earlier problems have.
    known: usize,
    /// The problem before the one that was read last: only after the last problem are all warnings known.
    next: Option<Item>,
}

impl<'d> WithTextWarnings<'d> {
    /// Returns the problems with the warnings about their text.
    pub fn new(items: QuestionedItems<'d>) -> WithTextWarnings<'d> {
        WithTextWarnings { items, known: 0, next: None }
    }

    fn add_new(&mut self, item: &mut Item) {
        let about_text = self.items.warnings();
        item.warnings.extend(about_text.iter().skip(self.known).cloned());
        self.known = about_text.len();
    }
}

impl Iterator for WithTextWarnings<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            let Some(mut item) = self.items.next() else {
                let mut last = self.next.take()?;
                self.add_new(&mut last);
                return Some(last);
            };
            self.add_new(&mut item);
            if let Some(before) = self.next.replace(item) {
                return Some(before);
            }
        }
    }
}

/// Gives each warning about a text to the last problem that begins before it.
pub fn distribute(reading: &mut Reading) {
    for warning in std::mem::take(&mut reading.warnings) {
        let after = reading.items.iter().rposition(|item| item.span.line <= warning.span.line);
        if let Some(item) = reading.items.get_mut(after.unwrap_or(0)) {
            item.warnings.push(warning);
        }
    }
}
