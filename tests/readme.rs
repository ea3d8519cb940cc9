//! The examples of the README and of `docs/`, run as a reader would run them.
//!
//! In a block of `console` a line that begins with `$ ` is a command; what follows is
//! what it prints, on standard output and standard error. A line of three dots stands
//! for any number of lines.
#![cfg(unix)]

use std::env;
use std::path::Path;
use std::process::Command;

struct Example<'a> {
    command: &'a str,
    shown: Vec<&'a str>,
}

/// The examples in the fenced blocks of `console`.
fn examples(text: &str) -> Vec<Example<'_>> {
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

/// Is this what is shown, with any lines where three dots stand?
fn is_shown(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skipped| is_shown(rest, &printed[skipped..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, printed)| first.trim_end() == line.trim_end() && is_shown(rest, printed)),
    }
}

/// What a command prints in the project's folder, with the built program on the path.
fn print(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_kirke")).parent().expect("a folder");
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = [folder.to_owned()].into_iter().chain(env::split_paths(&others));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", env::join_paths(folders).expect("a path"))
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn examples_print_what_is_shown() {
    let pages = [
        ("README.md", 6, include_str!("../README.md")),
        ("docs/stipulations.md", 26, include_str!("../docs/stipulations.md")),
        ("docs/verdicts.md", 4, include_str!("../docs/verdicts.md")),
    ];
    for (page, least, text) in pages {
        let examples = examples(text);
        assert!(examples.len() >= least, "{page} has lost its examples");
        for Example { command, shown } in examples {
            let printed = print(command);
            let lines: Vec<&str> = printed.trim_end().lines().collect();
            assert!(
                is_shown(&shown, &lines),
                "$ {command}\n{page} shows\n{}\nbut it prints\n{printed}",
                shown.join("\n")
            );
        }
    }
}

#[test]
fn the_diagrams_of_stipulations_are_sound() {
    for Example { command, .. } in examples(include_str!("../docs/stipulations.md")) {
        let verified = print(&command.replace("kirke solve", "kirke verify"));
        assert!(verified.trim_end().ends_with(": sound"), "$ {command}\n{verified}");
    }
}

#[test]
fn dots_stand_for_lines() {
    let printed = ["a", "b", "c"];
    assert!(is_shown(&["a", "...", "c"], &printed));
    assert!(is_shown(&["...", "c", "..."], &printed));
    assert!(!is_shown(&["a", "...", "b"], &printed));
    assert!(!is_shown(&["a", "b"], &printed));
}
