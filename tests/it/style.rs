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

/// The words of [`BANNED`] that a page may use of things.
const ALLOWED_IN_PAGES: [&str; 2] = ["whose", "as many"];

/// Returns the files with an extension in a folder of the repository and its subfolders.
fn files_in(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            // Packages of the tests in a browser are not part of the repository.
            if path.ends_with("node_modules") {
                continue;
            }
            if path.is_dir() {
                collect(&path, extension, files);
            } else if path.extension().is_some_and(|ending| ending == extension) {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), extension, &mut files);
    assert!(!files.is_empty(), "no .{extension} file in {folder}");
    files
}

/// Returns a text in lower case without code in backticks.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the text of the comment in a line, without code in backticks, or `None` if there is no
/// comment.
fn comment(line: &str) -> Option<String> {
    let start = match line.trim_start().starts_with("//") {
        true => line.find("//")?,
        false => line.find(" // ")? + 1,
    };
    Some(without_code(line[start..].trim_start_matches(['/', '!'])))
}

/// Returns the banned words of a text.
fn banned(text: &str) -> Vec<&'static str> {
    let words: String =
        text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    let words = format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "));
    BANNED.into_iter().filter(|word| words.contains(&format!(" {word} "))).collect()
}

#[test]
fn comments_use_no_banned_words() {
    let mut found = Vec::new();
    let files = [("src", "rs"), ("src", "js"), ("tests", "rs"), ("tests/page", "js")];
    for file in files.into_iter().flat_map(|(folder, extension)| files_in(folder, extension)) {
        for (number, line) in fs::read_to_string(&file).expect("a source file").lines().enumerate() {
            let words = comment(line).map(|text| banned(&text)).unwrap_or_default();
            found.extend(words.iter().map(|word| format!("{}:{}: {word}", file.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn pages_use_no_banned_words() {
    let mut found = Vec::new();
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    for file in [files_in("docs", "md"), files_in("tests", "md"), vec![readme]].concat() {
        // This page lists the words.
        if file.ends_with("internals/style.md") {
            continue;
        }
        let mut is_code = false;
        for (number, line) in fs::read_to_string(&file).expect("a page").lines().enumerate() {
            is_code ^= line.starts_with("```");
            let words = if is_code { Vec::new() } else { banned(&without_code(line)) };
            let words = words.iter().filter(|word| !ALLOWED_IN_PAGES.contains(word));
            found.extend(words.map(|word| format!("{}:{}: {word}", file.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn page_in_the_browser_uses_no_banned_words() {
    let mut found = Vec::new();
    for file in [files_in("src/serve/page", "html"), files_in("src/serve/page", "css")].concat() {
        let words = banned(&fs::read_to_string(&file).expect("a file").to_lowercase());
        found.extend(words.iter().map(|word| format!("{}: {word}", file.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn docs_of_items_are_no_questions() {
    let mut questions = Vec::new();
    for file in [files_in("src", "rs"), files_in("tests", "rs")].concat() {
        let text = fs::read_to_string(&file).expect("a source file");
        let is_doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
        let asked = |line: &&str| is_doc(line.trim_start()) && line.trim_end().ends_with('?');
        questions
            .extend(text.lines().filter(asked).map(|line| format!("{}: {}", file.display(), line.trim())));
    }
    assert!(questions.is_empty(), "{}", questions.join("\n"));
}
