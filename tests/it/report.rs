//! Reports on stores.

use std::fs;
use std::process::Stdio;

use tempfile::TempDir;

use crate::common::program::{code, err, kirke, out, program};

/// Verifies problems; returns the folder with the store, and the path of the store.
fn store(problems: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.epd"), problems).expect("written");
    let store = path("x.db");
    kirke(&format!("verify {} --store {store} --quiet", path("a.epd")), "");
    (folder, store)
}

/// More is printed than a buffer holds.
#[test]
fn closed_pipe_ends_a_report_without_a_message() {
    let (_folder, store) = store(&"8/8/8/8/8/8/4Q3/7k w - - #1;\n".repeat(1000));
    for format in ["text", "markdown", "csv", "jsonl"] {
        let mut command = program();
        command.args(["report", &store, "--verdict", "refused", "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("kirke runs");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("output");
        assert_eq!((code(&done), err(&done).as_str()), (0, ""), "{format}");
    }
}
