//! Examples in Markdown.
//!
//! In a block of `console` a line that begins with `$ ` is a command. The lines that follow are its
//! output, on standard output and standard error. A line of three dots matches any number of lines.

/// A command and its output.
pub struct Example<'a> {
    /// The command line, as a reader types it.
    pub command: &'a str,
    /// The expected output, line by line.
    pub shown: Vec<&'a str>,
}

/// Returns the examples in the fenced blocks of `console`.
pub fn examples(text: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut fence = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), fence) {
            (Some(language), None) => fence = Some(language),
            (Some(_), Some(_)) => fence = None,
            (None, Some("console")) => match line.strip_prefix("$ ") {
                Some(command) => examples.push(Example { command, shown: Vec::new() }),
                None => examples.last_mut().expect("a command comes first").shown.push(line),
            },
            _ => {}
        }
    }
    examples
}

/// Returns whether the output matches the expected lines, of which a line of three dots matches any
/// number.
pub fn is_shown(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skipped| is_shown(rest, &printed[skipped..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, printed)| first.trim_end() == line.trim_end() && is_shown(rest, printed)),
    }
}

#[test]
fn dots_match_any_lines() {
    let printed = ["a", "b", "c"];
    assert!(is_shown(&["a", "...", "c"], &printed));
    assert!(is_shown(&["...", "c", "..."], &printed));
    assert!(!is_shown(&["a", "...", "b"], &printed));
    assert!(!is_shown(&["a", "b"], &printed));
}
