//! The name of a problem on a line that is not understood.

use crate::formats::source::sanitise;
use crate::problem::first_name;

/// Returns the author or the name of the problem on a line, as far as its operations can be read.
pub(super) fn name(line: &str) -> Option<String> {
    let author = operand(line, "c0");
    let id = operand(line, "id");
    let authors: Vec<String> = author.into_iter().collect();
    first_name(&authors, &[], id.as_ref()).map(str::to_owned)
}

/// Returns the operand of the first operation with this name. The first one can follow other words.
fn operand(line: &str, name: &str) -> Option<String> {
    operations(line).enumerate().find_map(|(index, operation)| {
        let operation = operation.trim_start();
        let found = match operation.strip_prefix(name) {
            Some(rest) if rest.starts_with([' ', '\t']) => Some(rest),
            _ if index == 0 => Some(operation.split_once(&format!(" {name} "))?.1),
            _ => None,
        };
        let text = found?.trim().trim_matches('"');
        let words: Vec<&str> = text.split_whitespace().collect();
        (!words.is_empty()).then(|| sanitise(&words.join(" ")))
    })
}

/// Returns the parts of a line between semicolons, those in quotation marks excepted.
fn operations(line: &str) -> impl Iterator<Item = &str> {
    let mut in_quotes = false;
    line.split(move |sign| {
        in_quotes ^= sign == '"';
        sign == ';' && !in_quotes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_on_lines_with_faults() {
        let fen = "8/8/8/8/8/5K2/4Q3/7k w - -";
        for (rest, expected) in [
            ("#1; id \"P5\"; c0 \"Auth\"; foo;", Some("Auth")),
            ("#1; foo; id \"P5\";", Some("P5")),
            ("id \"P5\";", Some("P5")),
            ("#1; id P5; foo", Some("P5")),
            ("#1; cond \"id; c0 x\"; c0 \"A; B\"", Some("A; B")),
            ("#1; id; c0 \"\"; idx 5;", None),
            ("#1; c0 \"A", Some("A")),
            ("#1", None),
        ] {
            assert_eq!(name(&format!("{fen} {rest}")).as_deref(), expected, "{rest}");
        }
    }
}
