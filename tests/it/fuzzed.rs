//! Texts that fuzzing found: each is read or refused, in a short time.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use kirke::formats::read;
use kirke::report::export::{OutputFormat, export};

#[test]
fn found_texts_are_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/found");
    let paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.display().to_string();
        let start = Instant::now();
        let reading = read(&name, &fs::read(&path).expect("a file"));
        assert!(!reading.items.is_empty(), "{name}");
        for problem in reading.items.iter().filter_map(|item| item.problem.as_ref().ok()) {
            export(problem, OutputFormat::Popeye);
        }
        // Most of the time is that of a busy machine.
        assert!(start.elapsed() < Duration::from_secs(20), "{name} took {:?}", start.elapsed());
    }
}
