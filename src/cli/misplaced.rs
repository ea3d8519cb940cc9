//! Arguments in the place of files that were meant otherwise: the rest of a FEN without quotes, a stipulation.

use std::path::{Path, PathBuf};

use crate::formats::{self, Question};

/// Returns the error for the first argument in the place of files that was meant otherwise; `None` if there is none.
pub fn error(arguments: &[PathBuf]) -> Option<String> {
    let mut position = None;
    let mut reads_standard_input = false;
    for (index, argument) in arguments.iter().enumerate() {
        let Some(text) = argument.to_str().filter(|_| !argument.exists()) else {
            position = None;
            continue;
        };
        if let Some(error) = position.and_then(|position| after_position(position, &arguments[index..])) {
            return Some(error);
        }
        if text == "-" && std::mem::replace(&mut reads_standard_input, true) {
            return Some(
                "'-' occurs twice, and standard input can be read once; a FEN is put in quotes".into(),
            );
        }
        position = Some(text).filter(|text| formats::is_position(text));
        if position.is_none() && is_stipulation(text) {
            return Some(format!(
                "{text}: no such file; if this is the stipulation, 'solve' and 'verify' take it as --stip '{text}'"
            ));
        }
    }
    None
}

/// Returns the error if the first of the arguments after a position is not a file, but belongs to the position.
fn after_position(position: &str, arguments: &[PathBuf]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().map_while(|argument| word(argument)).collect();
    let first = *words.first()?;
    if is_stipulation(first) {
        return Some(format!(
            "'{first}' after a FEN: put both in quotes, as in '{position} {first}'; 'solve' and 'verify' also take \
             --stip '{first}'"
        ));
    }
    if let Some(option) = formats::solution_count_option(&words.join(" ")) {
        return Some(format!(
            "'{first}' after a FEN: put the number of solutions in quotes after the stipulation, as in \
             --stip 'h#2 2.1.1.1', or declare it by 'kirke verify {option}'"
        ));
    }
    let is_part = |word: &&&str| is_field(word) || is_stipulation(word);
    let parts: Vec<&str> = words.iter().take_while(is_part).copied().collect();
    // A position with blanks is in quotes already.
    (is_field(first) && !position.contains(char::is_whitespace)).then(|| {
        format!("'{first}' after a FEN: put the whole FEN in quotes, as in '{position} {}'", parts.join(" "))
    })
}

/// Returns the text of an argument that is not a file.
fn word(argument: &Path) -> Option<&str> {
    argument.to_str().filter(|_| !argument.exists())
}

fn is_stipulation(text: &str) -> bool {
    Question::check_stipulation(text).is_ok()
}

/// Returns whether a word can be a field of FEN after the placement.
fn is_field(word: &str) -> bool {
    let is_square =
        word.len() == 2 && word.starts_with(|file| ('a'..='h').contains(&file)) && word.ends_with(['3', '6']);
    matches!(word, "w" | "b" | "-")
        || is_square
        || !word.is_empty() && word.chars().all(|letter| "KQkq".contains(letter))
        || !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit())
}
