//! Bytes of value 0, which no text has: the problem in which one occurs is refused, and the others are read.

use std::iter::Peekable;

use super::{Diagnostic, Item, Refusal, Source};
use crate::problem::Span;

/// The message about such a byte.
pub(super) const ZERO_BYTE: &str = "expected text, found a byte of value 0";

/// The items of a text, of which those with a byte of value 0 are refused. An item extends from its place to that of the
/// next one; what is before the first item belongs to it.
pub(super) struct ZeroByteCheck<I: Iterator<Item = Item>> {
    items: I,
    /// The item after the current one, if there are such bytes.
    ahead: Option<Item>,
    /// The places of the bytes after the items so far, in their order.
    places: Peekable<std::vec::IntoIter<Span>>,
}

impl<I: Iterator<Item = Item>> ZeroByteCheck<I> {
    /// Returns the items of a source, or those of a reader that refuses such bytes itself.
    pub fn new(items: I, source: Option<&Source>) -> ZeroByteCheck<I> {
        let source = source.filter(|source| source.text().contains('\0'));
        let places = source.map_or(Vec::new(), places);
        ZeroByteCheck { items, ahead: None, places: places.into_iter().peekable() }
    }

    /// Returns what reads the items.
    pub fn inner(&self) -> &I {
        &self.items
    }
}

/// Returns the place of the first such byte of each line.
fn places(source: &Source) -> Vec<Span> {
    let place = |(line, text): (u32, &str)| {
        let before = &text[..text.find('\0')?];
        Some(Span { line, column: before.chars().count() as u32 + 1, length: 1 })
    };
    source.lines().filter_map(place).collect()
}

impl<I: Iterator<Item = Item>> Iterator for ZeroByteCheck<I> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let item = self.ahead.take().or_else(|| self.items.next());
        if self.places.peek().is_none() {
            return item;
        }
        let mut item = item?;
        self.ahead = self.items.next();
        let end = self.ahead.as_ref().map(|next| (next.span.line, next.span.column));
        let is_inside = |place: &Span| end.is_none_or(|end| (place.line, place.column) < end);
        let first = self.places.next_if(is_inside);
        while self.places.next_if(is_inside).is_some() {}
        if let Some(place) = first {
            refuse(&mut item, place);
        }
        Some(item)
    }
}

/// Refuses an item because of the byte at a place.
fn refuse(item: &mut Item, place: Span) {
    let error = Diagnostic::error(place, ZERO_BYTE);
    match &mut item.problem {
        Err(refusal) => refusal.errors.insert(0, error),
        Ok(_) => item.problem = Err(Refusal { span: item.span, ..Refusal::new(error) }),
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::read;

    /// Returns the line of the message about each problem of a text; 0 for one that is read.
    fn refused_lines(text: &str) -> Vec<u32> {
        let items = read("test", text.as_bytes()).items;
        let line = |refusal: crate::formats::Refusal| {
            assert!(refusal.errors[0].message.contains("a byte of value 0"), "{refusal}");
            refusal.errors[0].span.line
        };
        items.into_iter().map(|item| item.problem.map_or_else(line, |_| 0)).collect()
    }

    #[test]
    fn other_problems_of_a_text_with_zero_bytes_are_read() {
        let fen = "k7/8/1K6/8/8/8/8/2R5 w - - #1;";
        assert_eq!(refused_lines(&format!("{fen}\n# \0\n{fen} id \"\0\";\n{fen}\n")), [0, 3, 0]);
        let popeye = "pieces white Kb6 Rc1 black Ka8 stipulation #1\n";
        let title = "title a\0b\n";
        let text =
            format!("beginproblem\n{popeye}nextproblem\n{title}{popeye}nextproblem\n{popeye}endproblem");
        assert_eq!(refused_lines(&text), [0, 4, 0]);
        let entry = |author: &str| {
            format!(
                "---\nauthor: {author}\nalgebraic: {{white: [Kb6, Rc1], black: [Ka8]}}\nstipulation: '#1'\n"
            )
        };
        assert_eq!(refused_lines(&[entry("A"), entry("\0"), entry("B")].concat()), [0, 6, 0]);
        let game =
            |white: &str| format!("[White \"{white}\"]\n[Black \"#1\"]\n[FEN \"{}\"]\n\n*\n\n", &fen[..26]);
        assert_eq!(refused_lines(&[game("A"), game("\0"), game("B")].concat()), [0, 7, 0]);
        let json =
            |id: &str| format!("{{\"id\": \"{id}\", \"fen\": \"{}\", \"stipulation\": \"#1\"}}", &fen[..20]);
        let list = [json("A"), json("\0"), json("B")];
        assert_eq!(refused_lines(&list.join("\n")), [0, 2, 0]);
        assert_eq!(refused_lines(&format!("[\n{}\n]\n", list.join(",\n"))), [0, 3, 0]);
        assert_eq!(refused_lines(&format!("[{}]", list.join(", "))), [0, 1, 0]);
    }
}
