//! Limits on the problems of a file.
//!
//! A malformed file can contain a faulty problem every few bytes, and the message about each takes a hundred
//! times as much memory. Beyond a limit, faulty problems are only counted.

use super::{Diagnostic, Item};
use crate::problem::Span;

/// The maximum number of problems read of a file.
pub const MAX_PROBLEMS: usize = 1_000_000;
/// The maximum number of faulty problems reported of a file.
pub const MAX_REFUSALS: usize = 10_000;

/// The numbers of the items of a file so far.
#[derive(Default)]
pub(super) struct ItemLimits {
    kept: usize,
    refused: usize,
    /// The span of the first faulty problem that is not reported, and the number of such problems.
    omitted: Option<(Span, usize)>,
}

/// What becomes of an item.
pub(super) enum Admission {
    /// It is kept.
    Kept(Item),
    /// It is faulty and only counted.
    Omitted,
    /// This item, if any, is the last one.
    Last(Option<Item>),
}

impl ItemLimits {
    /// Decides about the next item.
    pub fn admit(&mut self, mut item: Item) -> Admission {
        if let Err(refusal) = &mut item.problem {
            if self.refused >= MAX_REFUSALS {
                self.omitted.get_or_insert((item.span, 0)).1 += 1;
                return Admission::Omitted;
            }
            self.refused += 1;
            refusal.errors.shrink_to_fit();
        }
        if self.kept >= MAX_PROBLEMS {
            let message = format!("expected at most {MAX_PROBLEMS} problems in a file: the rest is not read");
            return Admission::Last(Some(Item::refused(
                Diagnostic::error(item.span, message).suggest("split the file"),
            )));
        }
        self.kept += 1;
        Admission::Kept(item)
    }

    /// Returns a refusal for the omitted items; `None` if there are none.
    pub fn omitted(&self) -> Option<Item> {
        let (span, count) = self.omitted?;
        let message = format!(
            "{MAX_REFUSALS} problems of this file are refused before this one, and {count} from here on"
        );
        Some(Item::refused(Diagnostic::error(span, message).suggest("the latter are not listed")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    #[test]
    fn excess_refusals_are_only_counted() {
        let mut text = "beginproblem\n".repeat(MAX_REFUSALS + 5);
        text += "beginproblem pieces white Kb6 Rh1 black Ka8 stipulation #1 endproblem";
        let items = read("rubbish", text.as_bytes()).items;
        assert_eq!(items.iter().filter(|item| item.problem.is_ok()).count(), 1);
        assert_eq!(items.len(), MAX_REFUSALS + 2);
        let last = items.last().and_then(|item| item.problem.as_ref().err()).unwrap();
        assert_eq!(last.span.line as usize, MAX_REFUSALS + 1);
        assert!(last.errors[0].message.ends_with("and 5 from here on"), "{last}");
    }

    #[test]
    fn excess_problems_are_not_read() {
        let line = "8/8/8/8/8/5K2/4Q3/7k w - - #1\n";
        let items = read("many", line.repeat(MAX_PROBLEMS + 2).as_bytes()).items;
        assert_eq!(items.len(), MAX_PROBLEMS + 1);
        let last = items.last().and_then(|item| item.problem.as_ref().err()).unwrap();
        assert_eq!(last.span.line as usize, MAX_PROBLEMS + 1);
        assert!(last.to_string().contains("split the file"), "{last}");
    }
}
