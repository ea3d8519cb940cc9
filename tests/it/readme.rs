//! The examples of the README and of `docs/`, run as a reader would run them.
#![cfg(unix)]

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use kirke::report::catalogue::chapters;
use tempfile::TempDir;

use crate::common::examples::{Example, examples, is_shown};

/// Returns a folder in which the files of the project can be read, and in which examples may write.
fn example_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(env!("CARGO_MANIFEST_DIR")).expect("a folder") {
        let entry = entry.expect("an entry");
        std::os::unix::fs::symlink(entry.path(), folder.path().join(entry.file_name())).expect("a link");
    }
    folder
}

/// Returns the output of a command in the project's folder, with the built program on the path.
fn print(command: &str) -> String {
    print_in(Path::new(env!("CARGO_MANIFEST_DIR")), command)
}

/// Returns the output of a command in a folder.
fn print_in(directory: &Path, command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_kirke")).parent().expect("a folder");
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = [folder.to_owned()].into_iter().chain(env::split_paths(&others));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(directory)
        .env("PATH", env::join_paths(folders).expect("a path"))
        .env_remove("COLUMNS")
        .env("KIRKE_CONFIG", "")
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the pages on the techniques of the search.
fn search_pages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/internals/search");
    let mut pages: Vec<(String, String)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            (path.display().to_string(), fs::read_to_string(&path).expect("a page"))
        })
        .collect();
    pages.sort();
    assert!(pages.len() > 10, "found only {} pages", pages.len());
    pages
}

#[test]
fn internals_name_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = search_pages();
    for page in ["architecture.md", "experiments.md", "glossary.md"] {
        let path = root.join("docs/internals").join(page);
        pages.push((page.to_owned(), fs::read_to_string(path).expect("a page")));
    }
    for (page, text) in pages {
        let paths = text.split('`').filter(|word| word.contains('/') && word.ends_with(".rs"));
        for path in paths.filter(|path| !path.contains([' ', '*'])) {
            let exists = root.join(path).exists() || root.join("src").join(path).exists();
            assert!(exists, "{page} names {path}");
        }
    }
}

#[test]
fn documented_commands_print_what_is_shown() {
    let pages = [
        ("README.md", 6, include_str!("../../README.md")),
        ("docs/stipulations.md", 26, include_str!("../../docs/stipulations.md")),
        ("docs/changed-play.md", 2, include_str!("../../docs/changed-play.md")),
        ("docs/input.md", 1, include_str!("../../docs/input.md")),
        ("docs/formats.md", 5, include_str!("../../docs/formats.md")),
        ("docs/json.md", 1, include_str!("../../docs/json.md")),
        ("docs/diagrams.md", 7, include_str!("../../docs/diagrams.md")),
        ("docs/olive.md", 1, include_str!("../../docs/olive.md")),
        ("docs/handbook.md", 23, include_str!("../../docs/handbook.md")),
        ("docs/features.md", 34, include_str!("../../docs/features.md")),
        ("docs/workshop.md", 7, include_str!("../../docs/workshop.md")),
        ("docs/verdicts.md", 4, include_str!("../../docs/verdicts.md")),
        ("docs/configuration.md", 4, include_str!("../../docs/configuration.md")),
        ("docs/collections.md", 6, include_str!("../../docs/collections.md")),
    ];
    let mut pages: Vec<(String, usize, String)> =
        pages.map(|(page, least, text)| (page.to_owned(), least, text.to_owned())).into();
    pages.extend(search_pages().into_iter().map(|(page, text)| (page, 0, text)));
    let has_jq = !print("command -v jq").is_empty();
    for (page, least, text) in &pages {
        let examples = examples(text);
        let folder = example_folder();
        assert!(examples.len() >= *least, "{page} has lost its examples");
        for Example { command, shown } in examples {
            if command.contains("| jq ") && !has_jq {
                continue;
            }
            let printed = print_in(folder.path(), command);
            let lines: Vec<&str> = printed.trim_end().lines().collect();
            assert!(
                is_shown(&shown, &lines),
                "$ {command}\n{page} shows\n{}\nbut it prints\n{printed}",
                shown.join("\n")
            );
        }
    }
}

/// With `KIRKE_PICTURES=update` the pictures are drawn anew.
#[test]
fn pictures_of_docs_are_what_the_commands_draw() {
    let folder = example_folder();
    let page = include_str!("../../docs/diagrams.md");
    examples(page).iter().for_each(|example| drop(print_in(folder.path(), example.command)));
    print_in(folder.path(), "kirke men --format svg > men.svg");
    let pictures = page.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next());
    let mut count = 0;
    for name in pictures {
        let drawn = fs::read_to_string(folder.path().join(name)).expect(name);
        let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(name);
        if env::var("KIRKE_PICTURES").is_ok_and(|value| value == "update") {
            fs::write(&picture, &drawn).expect("written");
        }
        let kept = fs::read_to_string(&picture).unwrap_or_default();
        assert!(
            kept == drawn,
            "docs/pictures/{name} differs; KIRKE_PICTURES=update cargo test --test it pictures"
        );
        count += 1;
    }
    assert!(count >= 6, "{count}");
}

#[test]
fn handbook_counts_its_tasks() {
    let page = include_str!("../../docs/handbook.md");
    let tasks: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert!(tasks.len() == 24 && page.contains("\nTwenty-four tasks, "), "{} tasks", tasks.len());
    for (number, task) in tasks.iter().enumerate() {
        assert!(task.starts_with(&format!("{}. ", number + 1)), "{task}");
    }
}

#[test]
fn stipulation_examples_are_sound() {
    for Example { command, .. } in examples(include_str!("../../docs/stipulations.md")) {
        let verified = print(&command.replace("kirke solve", "kirke verify"));
        let verdict =
            verified.lines().next().and_then(|line| line.split_once(": ")).map(|(_, verdict)| verdict);
        assert!(verdict.is_some_and(|verdict| verdict.starts_with("sound")), "$ {command}\n{verified}");
    }
}

#[test]
fn readme_and_changelog_count_rules_and_differences() {
    let readme = include_str!("../../README.md");
    let entries = chapters().into_iter().flat_map(|chapter| chapter.entries);
    let rules = entries.filter(|entry| entry.abbreviations.is_some()).count();
    assert!(readme.contains(&format!("**{rules} rules.**")), "there are {rules} rules");
    assert!(readme.contains(&format!("| rules | {rules}, ")), "there are {rules} rules");
    let changelog = include_str!("../../CHANGELOG.md");
    assert!(changelog.contains(&format!("- {rules} rules ")), "there are {rules} rules");
    let text = include_str!("../../docs/differences.md");
    let differences = text.lines().filter(|line| line.starts_with("### D-")).count();
    let sentence = format!("each of the {differences} differences");
    assert!(readme.contains(&sentence), "there are {differences} differences");
}
