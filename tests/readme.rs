//! The examples of the README and of `docs/`, run as a reader would run them.
#![cfg(unix)]

mod examples;

use std::env;
use std::path::Path;
use std::process::Command;

use examples::{Example, examples, is_shown};

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
fn documented_commands_print_what_is_shown() {
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
fn stipulation_examples_are_sound() {
    for Example { command, .. } in examples(include_str!("../docs/stipulations.md")) {
        let verified = print(&command.replace("kirke solve", "kirke verify"));
        assert!(verified.trim_end().ends_with(": sound"), "$ {command}\n{verified}");
    }
}
