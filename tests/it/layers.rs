//! The layers of the modules: each module uses only modules of its own layer and of those before
//! it.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers in order. `board` and `position` share a layer: a board uses sides and walks, and a
/// position uses squares.
const LAYERS: [&[&str]; 19] = [
    &["clock", "parallel"],
    &["board", "position"],
    &["rules"],
    &["stipulation"],
    &["problem"],
    &["game"],
    &["search"],
    &["solution"],
    &["legality", "verify"],
    &["features"],
    &["query"],
    &["solver"],
    &["workshop"],
    &["formats"],
    &["report"],
    &["batch"],
    &["store"],
    &["serve"],
    &["cli"],
];

fn layer(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|modules| modules.contains(&module))
        .unwrap_or_else(|| panic!("no layer for {module}"))
}

/// Collects every source file below a folder, except files of tests.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

#[test]
fn modules_use_only_lower_layers() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 50, "found only {} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        let module = inside.split(['/', '.']).next().expect("a module");
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod tests {").next().expect("code");
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for used in line.split("crate::").skip(1) {
                let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().expect("a module");
                if layer(used) > layer(module) {
                    wrong.push(format!("{inside}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these look up:\n{}", wrong.join("\n"));
}

#[test]
fn only_rules_and_games_know_the_engine() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let wrong: Vec<_> = files
        .into_iter()
        .filter(|file| {
            let inside = file.strip_prefix(&src).expect("below src");
            !["rules", "game", "game.rs"].iter().any(|module| inside.starts_with(module))
                && fs::read_to_string(file).expect("a source file").contains("::GENERAL")
        })
        .collect();
    assert!(wrong.is_empty(), "these should ask for a fact of src/game/facts.rs: {wrong:?}");
}

#[test]
fn methods_of_games_have_one_face() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game");
    let mut files = Vec::new();
    sources(&game, &mut files);
    let adds =
        |file: &PathBuf| fs::read_to_string(file).expect("a source file").contains("GameRules> Game<B, R> {");
    let wrong: Vec<_> = files
        .into_iter()
        .filter(|file| adds(file) && !["facts.rs", "access.rs"].iter().any(|name| file.ends_with(name)))
        .collect();
    assert!(wrong.is_empty(), "these should be functions that take the game: {wrong:?}");
}
