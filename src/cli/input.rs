//! What a command reads: files, the files of folders, standard input, or positions given as arguments.

use std::fs::File;
use std::io::{ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};

use super::messages::print_note;
use super::misplaced;
use crate::formats::{self, diagnostic::needs_escape};

/// The extensions of problem files in folders.
const PROBLEM_FILES: [&str; 9] = ["inp", "epd", "fen", "olv", "pgn", "json", "jsonl", "yaml", "yml"];

/// The number of files of a folder that are named if they are not read.
const MAX_NAMED: usize = 5;

/// A text with problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Standard,
    /// A line of FEN or EPD on the command line.
    Position(String),
}

impl Input {
    /// Returns the inputs for arguments, those of a folder in the order of their names; the error for one that
    /// cannot be read is a message. If an argument is not meant as a file, there is only its error.
    pub fn from_arguments(arguments: &[PathBuf]) -> Vec<Result<Input, String>> {
        if let Some(error) = misplaced::error(arguments) {
            return vec![Err(error)];
        }
        let mut inputs = Vec::new();
        if arguments.is_empty() {
            inputs.push(match std::io::stdin().is_terminal() {
                true => Err("expected files, folders, a FEN in quotes, or - for standard input".into()),
                false => Ok(Input::Standard),
            });
        }
        for argument in arguments {
            if argument.is_dir() {
                inputs.extend(of_folder(argument));
            } else {
                inputs.push(Ok(Input::from_argument(argument)));
            }
        }
        inputs
    }

    /// Returns the input for one argument, also if it is a folder: a position, standard input for `-`, or a file.
    pub fn from_argument(argument: &Path) -> Input {
        match argument.to_str().filter(|_| !argument.exists()) {
            Some("-") => Input::Standard,
            Some(text) if formats::is_position(text) => Input::Position(text.to_owned()),
            _ => Input::File(argument.to_owned()),
        }
    }

    /// Returns the name for messages.
    pub fn name(&self) -> String {
        match self {
            Input::File(path) => on_one_line(&path.display().to_string()),
            Input::Standard => "standard input".into(),
            Input::Position(_) => "command line".into(),
        }
    }

    /// Reads the text, up to one byte beyond the maximum size.
    ///
    /// # Errors
    /// If it cannot be read: the message.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        let most = formats::MAX_BYTES as u64 + 1;
        let mut bytes = Vec::new();
        let read = match self {
            Input::Standard => std::io::stdin().lock().take(most).read_to_end(&mut bytes),
            Input::File(path) => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
            Input::Position(text) => return Ok(text.clone().into_bytes()),
        };
        read.map(|_| bytes).map_err(|error| {
            let hint = match self {
                Input::File(path) if error.kind() == ErrorKind::NotFound && !has_problem_extension(path) => {
                    "; expected a file, or a position in FEN, as in '8/8/8/8/8/5K2/4Q3/7k #1'"
                }
                _ => "",
            };
            format!("{}: {error}{hint}", self.name())
        })
    }
}

/// Returns the name of a file on one line: with escapes of line breaks and of other characters that control a terminal.
fn on_one_line(name: &str) -> String {
    let mut shown = String::new();
    for sign in name.chars() {
        match needs_escape(sign) {
            true => shown.extend(sign.escape_default()),
            false => shown.push(sign),
        }
    }
    shown
}

/// Returns the problem files of a folder; other files are named on standard error.
fn of_folder(path: &Path) -> Vec<Result<Input, String>> {
    let (mut inputs, mut other) = (Vec::new(), Vec::new());
    add_folder(path, &mut inputs, &mut other);
    let kinds = PROBLEM_FILES.map(|kind| format!(".{kind}")).join(", ");
    if inputs.is_empty() {
        inputs.push(Err(format!("{}: this folder holds no problem files ({kinds})", path.display())));
    }
    for file in other.iter().take(MAX_NAMED) {
        print_note(format_args!("note: {}: not read, since it is no problem file ({kinds})", file.display()));
    }
    if other.len() > MAX_NAMED {
        let more = other.len() - MAX_NAMED;
        print_note(format_args!("note: {}: {more} more files that are not read", path.display()));
    }
    inputs
}

fn add_folder(path: &Path, inputs: &mut Vec<Result<Input, String>>, other: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = match std::fs::read_dir(path) {
        Ok(entries) => entries.filter_map(Result::ok).map(|entry| entry.path()).collect(),
        Err(error) => {
            inputs.push(Err(format!("{}: {error}", path.display())));
            return;
        }
    };
    entries.sort();
    for entry in entries {
        let is_problem_file = has_problem_extension(&entry);
        if entry.is_dir() && !entry.is_symlink() {
            add_folder(&entry, inputs, other);
        } else if is_problem_file && (entry.is_file() || is_dangling(&entry)) {
            // To read a link to nothing is an error.
            inputs.push(Ok(Input::File(entry)));
        } else if entry.is_file() && !is_hidden(&entry) {
            other.push(entry);
        }
    }
}

/// Returns whether a path has an extension of problem files.
pub fn has_problem_extension(path: &Path) -> bool {
    path.extension().is_some_and(|ending| PROBLEM_FILES.iter().any(|kind| ending.eq_ignore_ascii_case(kind)))
}

/// Returns whether a path is a link to nothing.
fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_on_one_line() {
        let name = |path: &str| Input::File(path.into()).name();
        assert_eq!(name("a\nb\u{1b}[31m é.epd"), "a\\nb\\u{1b}[31m é.epd");
    }

    #[test]
    fn positions_are_told_from_files() {
        let position = "8/8/8/8/8/5K2/4Q3/7k w - - #1";
        let inputs = Input::from_arguments(&[position.into(), "problems/x.inp".into(), "-".into()]);
        let expected =
            [Input::Position(position.into()), Input::File("problems/x.inp".into()), Input::Standard];
        assert_eq!(inputs, expected.map(Ok));
    }
}
