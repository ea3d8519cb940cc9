//! Searches that end early: by limits, by signals.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::common::program::{code, err, interrupt, kirke, out, program};

/// A problem that cannot be solved in practical time.
const ENDLESS: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - ser-h#40";
/// Another such problem, without short solutions.
pub const ENDLESS_WITHOUT_SOLUTION: &str = "7k/p5p1/7p/8/8/P7/1P6/K7 w - - #40";

#[test]
fn limits_end_searches_as_incomplete() {
    for (command, word) in [
        ("solve --time 1 -", "Incomplete"),
        ("solve --nodes 10000 -", "Incomplete"),
        ("verify --time 1 -", "incomplete"),
        ("popeye -maxtime 1 -", "interrupted"),
    ] {
        let start = Instant::now();
        let output = kirke(command, ENDLESS_WITHOUT_SOLUTION);
        assert!(start.elapsed() < Duration::from_secs(30), "{command}");
        assert_eq!(code(&output), 3, "{command}: {}", out(&output));
        assert!(out(&output).contains(word), "{command}: {}", out(&output));
    }
}

#[test]
fn incomplete_search_still_proves_defects() {
    let output = kirke("verify --nodes 2000000 -", ENDLESS);
    assert!(out(&output).contains("short solution"), "{}", out(&output));
    assert_eq!(code(&output), 1);
}

#[cfg(unix)]
#[test]
fn perft_ends_at_once_on_a_signal() {
    let mut child = program()
        .args(["perft", "6", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("kirke runs");
    // The count has begun when the first move is printed.
    let mut output = BufReader::new(child.stdout.take().expect("standard output"));
    assert!(output.read_line(&mut String::new()).expect("text") > 0, "no count");
    interrupt(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

/// Sends signals with this command of a shell, in which `ID` is the process, to an endless search, and checks that it
/// ends as an interrupted one.
#[cfg(unix)]
fn check_interrupted_search(kill: &str) {
    let mut child = program()
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("kirke runs");
    let mut input = child.stdin.take().expect("standard input");
    writeln!(input, "{ENDLESS}").expect("kirke reads");
    drop(input);
    let mut output = BufReader::new(child.stdout.take().expect("standard output"));
    let mut line = String::new();
    // The search has begun when the board has been printed.
    while !line.contains("a  b  c") {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "no board");
    }
    let kill = kill.replace("ID", &child.id().to_string());
    assert!(Process::new("sh").args(["-c", &kill]).status().expect("kill runs").success());
    let rest: Vec<String> = output.lines().map(|line| line.expect("text")).collect();
    assert!(rest.iter().any(|line| line.contains("Incomplete")), "{rest:?}");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[cfg(unix)]
#[test]
fn interrupted_search_exits_130() {
    check_interrupted_search("kill -INT ID");
}

/// A shell can send the signal to the group of processes and to the program.
#[cfg(unix)]
#[test]
fn two_signals_at_once_are_one_interrupt() {
    for _ in 0..4 {
        check_interrupted_search("kill -INT ID; kill -INT ID; kill -TERM ID");
    }
}

/// Ctrl-C has precedence over output that cannot be written.
#[cfg(unix)]
#[test]
fn interrupt_with_closed_output_exits_130() {
    for command in ["solve", "popeye"] {
        let mut child = program()
            .args([command, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("kirke runs");
        let mut input = child.stdin.take().expect("standard input");
        let board = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR";
        let problem = format!("beginproblem forsyth {board} stipulation ser-h#40 endproblem");
        writeln!(input, "{problem}").expect("kirke reads");
        drop(input);
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        assert!(output.read_line(&mut line).expect("text") > 0, "{command} prints");
        drop(output);
        let interrupt = Process::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.expect("kill runs").success());
        assert_eq!(child.wait().expect("an end").code(), Some(130), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_batch_prints_a_summary() {
    const ROOK: &str = "k7/8/1K6/8/8/8/8/7R w - - #1";
    let endless = ENDLESS_WITHOUT_SOLUTION;
    let folder = tempfile::tempdir().expect("a folder");
    let [store, tiers] = ["x.db", "tiers.db"].map(|name| folder.path().join(name).display().to_string());
    let (short, many) = ([ROOK, endless, ROOK, ROOK, "rubbish"], [&[ROOK][..], &[endless; 40]].concat());
    for (arguments, problems, summary) in [
        (&["verify", "-"][..], &short[..], "1 of 2 problems as expected, 3 not"),
        (
            &["verify", "--jobs", "2", "-"],
            &[ROOK, endless, endless, ROOK, "rubbish"],
            "1 of 3 problems as expected, 2 not",
        ),
        // Those that a limit has stopped wait for the second tier.
        (
            &["verify", "--store", &tiers, "--tiers", "0.1,1h", "-"],
            &many,
            "1 of 1 problems as expected, 40 not",
        ),
        (&["verify", "--store", &store, "-"], &short, "1 of 1 problems as expected, 4 not"),
    ] {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("kirke runs");
        let mut input = child.stdin.take().expect("standard input");
        writeln!(input, "{}", problems.join("\n")).expect("kirke reads");
        drop(input);
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        assert!(output.read_line(&mut line).expect("text") > 0, "no verdict");
        // The delay lets the second job begin.
        std::thread::sleep(Duration::from_millis(300));
        let interrupt = Process::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.expect("kill runs").success());
        let rest: Vec<String> = output.lines().map(|line| line.expect("text")).collect();
        let (last, cut) = rest.split_last().expect("a summary");
        let (numbers, verdicts) = last.split_once(" as expected: ").expect("a summary");
        let (_, not_finished) = verdicts.split_once("; ").expect("a summary");
        assert_eq!(
            format!("{numbers} as expected, {not_finished}"),
            format!("interrupted: {summary} finished")
        );
        assert!(cut.iter().all(|line| line.ends_with(": incomplete")), "{rest:?}");
        let end = child.wait_with_output().expect("an end");
        assert_eq!(end.status.code(), Some(130));
        assert_eq!(err(&end), "");
    }
}
