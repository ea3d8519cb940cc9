//! `kirke explore`: problems that arise from a matrix.

use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::program::{code, err, interrupt, out, program};

fn explore(arguments: &[&str]) -> Output {
    program().arg("explore").args(arguments).arg("--quiet").output().expect("a run")
}

/// Paul Morphy's problem without its rook.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/8 #2";

#[test]
fn problems_of_a_matrix_are_printed() {
    let done = explore(&[MORPHY, "--free", "wR"]);
    let text = out(&done);
    assert_eq!((code(&done), err(&done).as_str()), (0, ""));
    assert!(text.contains("kbK5/pp6/1P6/8/8/8/8/R7  1.Ra6\n"), "{text}");
    assert!(text.ends_with("5 problems among 58 positions\n"), "{text}");
    let popeye = out(&explore(&[MORPHY, "--free", "wR@a1", "--format", "popeye"]));
    assert!(popeye.contains("Ra1"), "{popeye}");
    let none = explore(&[MORPHY, "--free", "wR", "--where", "[promotes]"]);
    assert_eq!((code(&none), out(&none).as_str()), (1, "0 problems among 58 positions\n"));
}

#[test]
fn wrong_matrices_are_refused() {
    for (arguments, expected) in [
        (&[MORPHY, "--free", "R"][..], "expected a colour with men"),
        (&[MORPHY, "--free", "wR@z1"], "expected squares after"),
        (&[MORPHY, "--free", "wR@c8"], "no square is left for 'wR'"),
        (&[MORPHY, "--free", "wR", "--men", "9..8"], "expected the smaller number first"),
        (&[MORPHY, "--free", "wR", "--where", "every { [rook] }"], "expected 'line'"),
        (&[MORPHY, "--free", "wR", "--where", "every line { Zilahi }"], "expected a feature of a line"),
        (&[MORPHY, MORPHY, "--free", "wR"], "expected one problem as the matrix, not 2"),
        (&["kbK5/pp6/1P6/8/8/8/8/8", "--free", "wR"], "stipulation"),
        (&[MORPHY, "--free", "wR", "--option", "MaxSolutions 2"], "a matrix has no MaxSolutions"),
        (&[MORPHY, "--free", "wR", "--cond", "Fiasco"], "is played on"),
    ] {
        let done = explore(arguments);
        assert_eq!(code(&done), 2, "{arguments:?}: {}", out(&done));
        assert!(err(&done).contains(expected), "{arguments:?}: {}", err(&done));
    }
}

#[test]
fn a_stopped_search_goes_on_in_its_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("found.db");
    let store = store.to_str().expect("a path");
    // All positions of two kings and a rook, in 63 chunks.
    let arguments =
        ["8/8/8/8/8/8/8/8 h#1.5", "--free", "wK", "--free", "bK", "--free", "wR", "--threads", "1"];
    let with_store = |extra: &[&str]| {
        let kept: Vec<&str> = arguments.iter().copied().chain(["--store", store, "--lease", "1s"]).collect();
        explore(&[&kept, extra].concat())
    };
    let stopped = with_store(&["--problems", "1"]);
    assert!(out(&stopped).ends_with(", stopped\n"), "{}", out(&stopped));
    let resumed = with_store(&[]);
    let again = with_store(&[]);
    let plain = explore(&arguments);
    let lines = |done: &Output| {
        let text = out(done);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&resumed), lines(&plain));
    assert_eq!(lines(&again), lines(&plain));
    assert!(lines(&plain).len() > 10);
}

#[test]
fn an_interrupted_search_keeps_what_it_has_found() {
    let mut command = program();
    command.args([
        "explore",
        "8/8/8/8/8/8/8/8 h#2",
        "--free",
        "wK",
        "--free",
        "bK",
        "--free",
        "wQ",
        "--quiet",
    ]);
    let child = command.stdout(Stdio::piped()).spawn().expect("a run");
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let done = child.wait_with_output().expect("a result");
    assert!(out(&done).ends_with(", stopped\n"), "{}", out(&done));
}
