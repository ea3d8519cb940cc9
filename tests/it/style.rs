//! Banned words in comments and pages (`docs/internals/style.md`).

use std::fs;
use std::path::{Path, PathBuf};

/// The words that style.md replaces, in lower case.
const BANNED: [&str; 34] = [
    "who",
    "whom",
    "whose",
    "whoever",
    "whomever",
    "nobody",
    "somebody",
    "anybody",
    "everybody",
    "he",
    "him",
    "his",
    "himself",
    "tell",
    "tells",
    "telling",
    "told",
    "say",
    "says",
    "said",
    "saying",
    "dear",
    "dearer",
    "reckon",
    "reckons",
    "reckoned",
    "behind",
    "beside",
    "beneath",
    "so many",
    "as many",
    "so few",
    "hangs on",
    "hang on",
];

/// The number of these words that each folder may still contain. A number may only be lowered.
const ALLOWED: [(&str, usize); 0] = [];

/// Collects every Rust file in a folder and its subfolders.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// Returns the text of the comment in a line, without code in backticks, or `None` if there is no
/// comment.
fn comment(line: &str) -> Option<String> {
    let start = match line.trim_start().starts_with("//") {
        true => line.find("//")?,
        false => line.find(" // ")? + 1,
    };
    let text = line[start..].trim_start_matches(['/', '!']).trim();
    Some(text.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase())
}

/// Returns the banned words of a text.
fn banned(text: &str) -> Vec<&'static str> {
    let words: String =
        text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    let words = format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "));
    let times = |word: &str| words.matches(&format!(" {word} ")).count();
    BANNED.into_iter().flat_map(|word| std::iter::repeat_n(word, times(word))).collect()
}

/// Returns the folder of `src` to which a file belongs: `src/game.rs` belongs to `game`.
fn folder_of(inside: &str) -> &str {
    inside.split(['/', '.']).next().expect("a folder")
}

#[test]
fn comments_use_no_banned_words() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.sort();
    let mut found: Vec<(String, String)> = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(&src).expect("in src").to_string_lossy().replace('\\', "/");
        for (number, line) in fs::read_to_string(file).expect("a source file").lines().enumerate() {
            for word in comment(line).map(|text| banned(&text)).unwrap_or_default() {
                found.push((folder_of(&inside).to_owned(), format!("{inside}:{}: {word}", number + 1)));
            }
        }
    }
    let folders = files.iter().map(|file| {
        let inside = file.strip_prefix(&src).expect("in src").to_string_lossy().replace('\\', "/");
        folder_of(&inside).to_owned()
    });
    let mut folders: Vec<String> = folders.collect();
    folders.dedup();
    for folder in folders {
        let places: Vec<&str> =
            found.iter().filter(|(of, _)| *of == folder).map(|(_, place)| place.as_str()).collect();
        let allowed = ALLOWED.iter().find(|(name, _)| *name == folder).map_or(0, |(_, allowed)| *allowed);
        assert!(
            places.len() <= allowed,
            "{} banned words in {folder}, {allowed} allowed:\n{}",
            places.len(),
            places.join("\n")
        );
    }
}

#[test]
fn docs_of_items_are_no_questions() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let mut questions = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let asked = |line: &&str| line.trim_start().starts_with("///") && line.trim_end().ends_with('?');
        questions
            .extend(text.lines().filter(asked).map(|line| format!("{}: {}", file.display(), line.trim())));
    }
    assert!(questions.is_empty(), "{}", questions.join("\n"));
}
