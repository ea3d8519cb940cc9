//! The number of solutions as magazines print it after a stipulation: `2 solutions`, `2 sols`, `2.1.1.1`, `2.1…`.

use super::diagnostic::quoted;
use crate::problem::Declaration;
use crate::problem::declaration::{parse_branching, parse_count};

/// The beginnings of the words for solutions in English, German and French.
const SOLUTION_WORDS: [&str; 3] = ["sol", "lös", "loes"];

/// Returns the declaration at the beginning of `text`, and its length in bytes; `None` if there is none.
pub(super) fn read(text: &str) -> Option<(Declaration, usize)> {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ';' | ',')).unwrap_or(text.len());
    if let Some(branching) = branching(&text[..end]) {
        return Some((Declaration { branching: Some(branching), ..Declaration::default() }, end));
    }
    let count = parse_count(&text[..end]).filter(|&count| count > 0)?;
    let rest = text[end..].trim_start();
    let word = &rest[..rest.find(|c: char| !c.is_alphabetic() && c != '.').unwrap_or(rest.len())];
    let lower = word.to_lowercase();
    let is_solutions = lower == "lsg." || SOLUTION_WORDS.iter().any(|start| lower.starts_with(start));
    let declaration = Declaration { line_count: Some(count), ..Declaration::default() };
    is_solutions.then_some((declaration, text.len() - rest.len() + word.len()))
}

/// Returns the declaration that is the whole text.
///
/// # Errors
/// What was expected.
pub(super) fn read_whole(text: &str) -> Result<Declaration, String> {
    match read(text) {
        Some((declaration, length)) if length == text.len() => Ok(declaration),
        _ => Err(format!(
            "expected nothing after the stipulation, or the number of solutions as in '2.1.1.1' or '2 sols', found {}",
            quoted(text)
        )),
    }
}

/// Parses the numbers of choices, separated by dots; `2.1…` and `2.1...` stand for 2.1.1.1.
fn branching(word: &str) -> Option<Vec<u64>> {
    let numbers = word.trim_end_matches(['.', '…']);
    parse_branching(numbers).filter(|numbers| numbers.len() > 1 && !numbers.contains(&0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers_of_solutions_are_read() {
        for (text, lines, branching, length) in [
            ("2.1.1.1", None, Some(vec![2, 1, 1, 1]), 7),
            ("2.1;", None, Some(vec![2, 1]), 3),
            ("2.1… b)", None, Some(vec![2, 1]), 6),
            ("3.1... x", None, Some(vec![3, 1]), 6),
            ("2 sols", Some(2), None, 6),
            ("2 sol. x", Some(2), None, 6),
            ("3  Solutions; x", Some(3), None, 12),
            ("4 Lösungen", Some(4), None, 11),
            ("2 Lsg.", Some(2), None, 6),
        ] {
            let expected = Declaration { line_count: lines, branching, ..Declaration::default() };
            assert_eq!(read(text), Some((expected, length)), "{text}");
        }
        for other in ["", "2", "sols", "2 men", "2..1", "2.x", "0 sols", "option", "2."] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
