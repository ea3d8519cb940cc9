//! `kirke bench`: the comparison with scripts in place of Popeye.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::program::{interrupt, program};

const ROOK: &str = "k7/8/1K6/8/8/8/8/7R w - - #1;";
const LONG: &str = "beginproblem\nauthor Somebody whose name is as long as names are in some countries\n\
    title A title that leaves no room for anything else on a line of eighty\n\
    pieces white Kb6 Rh1 black Ka8\nstipulation #1\ncondition AntiCirce Cheylan\nendproblem\n";

/// A folder for problems and for `sh` scripts that are called as Popeye is.
struct BenchFolder(TempDir);

impl BenchFolder {
    fn new() -> BenchFolder {
        BenchFolder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn problem(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }

    /// Writes a script in another process, since a file that is still open for writing cannot be
    /// executed.
    fn peer(&self, script: &str) -> PathBuf {
        let path = self.path("py");
        let written = Command::new("sh")
            .args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod +x \"$0\""])
            .args([path.as_os_str(), script.as_ref()])
            .status();
        assert!(written.expect("a shell").success());
        path
    }
}

fn bench(arguments: &[&str], peer: Option<&Path>, file: &Path, columns: &str) -> Output {
    let mut command = program();
    command.arg("bench").args(arguments).env("COLUMNS", columns);
    if let Some(peer) = peer {
        command.arg("--peer").arg(peer);
    }
    command.arg(file).output().expect("kirke runs")
}

/// Returns the standard output and the exit code.
fn output_and_code(output: &Output) -> (String, Option<i32>) {
    (String::from_utf8(output.stdout.clone()).expect("UTF-8"), output.status.code())
}

/// Returns a script that solves as kirke does.
fn kirke_as_peer() -> String {
    format!("exec '{}' popeye \"$@\"", env!("CARGO_BIN_EXE_kirke"))
}

#[test]
fn bench_alone_prints_time_and_nodes() {
    let place = BenchFolder::new();
    let file = place.problem("rook.epd", &format!("{ROOK} id \"the rook\";"));
    let (text, code) = output_and_code(&bench(&["--runs", "1"], None, &file, "80"));
    assert_eq!(code, Some(0), "{text}");
    let row: Vec<&str> =
        text.lines().find(|line| line.starts_with("the rook")).expect("a row").split("  ").collect();
    let cells: Vec<&str> = row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells[1], "#1", "{text}");
    assert!(cells[2].parse::<f64>().is_ok() && cells[3] == "< 1024", "{text}");
    assert!(text.contains(" of 1 problem in the mean\n"), "{text}");
    // This problem takes some thousands of nodes.
    let line = "8/P1bP4/1pP1pp2/p3pP2/4K3/5P2/1PpkPPp1/R4B2 w - - hs#3; id \"help\";";
    let file = place.problem("help.epd", line);
    let (text, _) = output_and_code(&bench(&["--runs", "1"], None, &file, "80"));
    let row = text.lines().find(|line| line.starts_with("help ")).expect("a row");
    let nodes = row.split_whitespace().nth(3).and_then(|nodes| nodes.parse::<u64>().ok());
    assert!(nodes.is_some_and(|nodes| nodes >= 1024), "{text}");
}

#[test]
fn peer_with_same_play_is_same() {
    let place = BenchFolder::new();
    let file = place.problem("problems.epd", &format!("{ROOK}\n{ROOK} opt Variation;\n{ROOK} cond Circe;\n"));
    let (text, code) =
        output_and_code(&bench(&["--runs", "2"], Some(&place.peer(&kirke_as_peer())), &file, "80"));
    assert_eq!(code, Some(0), "{text}");
    let note = |line: &str| line.split("  ").last().unwrap_or("").to_owned();
    let same = text.lines().filter(|line| ["same", "same, start"].contains(&note(line).trim())).count();
    assert_eq!(same, 3, "{text}");
    assert!(text.contains(" of 3 problems in the mean\n"), "{text}");
}

#[test]
fn peer_with_other_play_differs() {
    let place = BenchFolder::new();
    let file = place.problem("rook.epd", ROOK);
    for script in
        [&format!("{} | sed 's/h1-h8/h1-h7/'", kirke_as_peer().replace("exec", ""))[..], "exit 0", "exit 1"]
    {
        let (text, code) = output_and_code(&bench(&["--runs", "1"], Some(&place.peer(script)), &file, "80"));
        assert!(code == Some(1) && text.contains("DIFFERS"), "{script}: {text}");
        assert!(text.contains("\n0 of 1 problem in the mean\n1 not in the mean: other play\n"), "{text}");
        assert!(!text.lines().any(|line| line.starts_with("all ")), "{script}: {text}");
    }
}

/// Returns whether the process with the number in the file has ended.
fn is_gone(number: &Path) -> bool {
    let number = fs::read_to_string(number).expect("a number");
    let status = Command::new("kill").args(["-0", number.trim()]).stderr(Stdio::null()).status();
    !status.expect("kill runs").success()
}

#[test]
fn peer_past_the_limit_is_killed() {
    let place = BenchFolder::new();
    let (file, number) = (place.problem("rook.epd", ROOK), place.path("number"));
    let peer = place.peer(&format!("echo $$ > '{}'; exec sleep 60", number.display()));
    let start = Instant::now();
    let (text, code) = output_and_code(&bench(&["--limit", "2"], Some(&peer), &file, "80"));
    assert!(start.elapsed() < Duration::from_secs(30));
    assert!(code == Some(3) && text.contains("> 0.") && text.contains("past the limit"), "{text}");
    assert!(text.contains("1 in the mean as a bound") && text.contains("≥x"), "{text}");
    assert!(is_gone(&number));
}

#[test]
fn interrupt_kills_the_peer() {
    let place = BenchFolder::new();
    let (file, number) = (place.problem("rook.epd", ROOK), place.path("number"));
    let peer =
        place.peer(&format!("echo $$ > '{0}.new'; mv '{0}.new' '{0}'; exec sleep 60", number.display()));
    let child = program()
        .args(["bench", "--peer"])
        .args([&peer, &file])
        .stdout(Stdio::piped())
        .spawn()
        .expect("kirke runs");
    let start = Instant::now();
    while !number.exists() {
        assert!(start.elapsed() < Duration::from_secs(30), "the peer does not run");
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    assert_eq!(child.wait_with_output().expect("an end").status.code(), Some(130));
    assert!(is_gone(&number));
}

/// Ctrl-C in a terminal ends the peer, too, perhaps before kirke learns of it.
#[test]
fn peer_that_an_interrupt_ends_is_not_compared() {
    let place = BenchFolder::new();
    let (file, runs) = (place.problem("rook.epd", ROOK), place.path("runs"));
    // After the empty runs.
    let script = format!(
        "echo >> '{0}'; if [ $(wc -l < '{0}') -gt 5 ]; then kill -INT $PPID; exit 1; fi; {1}",
        runs.display(),
        kirke_as_peer()
    );
    let (text, code) = output_and_code(&bench(&["--runs", "1"], Some(&place.peer(&script)), &file, "80"));
    assert!(code == Some(130) && !text.contains("DIFFERS"), "{code:?}: {text}");
}

/// While standard input is read there is nothing to finish, and no time is taken for it.
#[test]
fn interrupt_while_reading_ends_at_once() {
    let mut child = program()
        .args(["bench", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("kirke runs");
    // Waiting would close it.
    let input = child.stdin.take();
    // The handler is installed by then; a run without one ends by the signal, without a code.
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    interrupt(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    drop(input);
}

#[test]
fn unusable_peer_or_file_exits_2() {
    let place = BenchFolder::new();
    let file = place.problem("rook.epd", ROOK);
    let output = bench(&[], Some(&place.path("nobody")), &file, "80");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nobody: "));
    let output =
        bench(&["--runs", "1"], None, &place.problem("rubbish.epd", &format!("{ROOK}\nk7/9 w - -")), "80");
    assert_eq!(output.status.code(), Some(2));
    assert!(output_and_code(&output).0.contains(":1  "), "the other is run");
    assert_eq!(bench(&["--runs", "0"], None, &file, "80").status.code(), Some(2));
}

#[test]
fn table_fits_the_terminal_width() {
    let place = BenchFolder::new();
    let (file, peer) = (place.problem("long.inp", LONG), place.peer(&kirke_as_peer()));
    for peer in [None, Some(peer.as_path())] {
        for columns in [80, 200] {
            let (text, _) = output_and_code(&bench(&["--runs", "1"], peer, &file, &columns.to_string()));
            // The first line contains a path, which may be of any length.
            let rows = text.lines().skip(1);
            assert!(rows.clone().all(|line| line.chars().count() <= columns), "{text}");
            assert_eq!(text.contains("of eighty"), columns == 200, "{text}");
            assert_eq!(text.contains('…'), columns == 80, "{text}");
            assert!(rows.clone().any(|line| line.contains("#1 AntiCirc")), "{text}");
        }
    }
}

/// Returns the objects of a run in JSON.
fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn json_is_compared_and_a_changed_answer_exits_1() {
    let place = BenchFolder::new();
    let file = place.problem("rooks.epd", &format!("{ROOK} id \"a\";\n{ROOK} id \"b\"; opt Variation;\n"));
    for peer in [None, Some(place.peer(&kirke_as_peer()))] {
        let run = |words: &[&str]| {
            let words = [&["--runs", "1", "--format", "json"], words].concat();
            output_and_code(&bench(&words, peer.as_deref(), &file, "80"))
        };
        let (text, code) = run(&[]);
        let then = objects(&text);
        assert_eq!((code, then.len()), (Some(0), 3), "{text}");
        assert_eq!((&then[0]["name"], &then[2]["rows"]), (&"a".into(), &2.into()), "{text}");
        let saved = place.problem("then.json", &text);
        let compare = ["--compare", saved.to_str().expect("UTF-8")];
        let (text, code) = run(&compare);
        let now = objects(&text);
        assert_eq!(code, Some(0), "{text}");
        assert!((0..2).all(|row| now[row]["answer_change"] == "same"), "{text}");
        let answer = then[1]["answer"].as_str().expect("an answer");
        let rows = fs::read_to_string(&saved).expect("a file");
        let (first, others) = rows.split_once('\n').expect("two rows");
        place.problem("then.json", &format!("{first}\n{}", others.replace(answer, "0000000000000000")));
        let (text, code) = run(&compare);
        assert_eq!(code, Some(1), "{text}");
        assert_eq!(objects(&text)[1]["answer_change"], "changed", "{text}");
        assert_eq!(objects(&text)[2]["comparison"]["changed"], 1, "{text}");
    }
}

#[test]
fn csv_has_a_line_per_row() {
    let place = BenchFolder::new();
    let file = place.problem("rook.epd", &format!("{ROOK} id \"a, b\";"));
    let (text, code) = output_and_code(&bench(&["--runs", "1", "--format", "csv"], None, &file, "80"));
    assert_eq!((code, text.lines().count()), (Some(0), 2), "{text}");
    assert!(text.starts_with("kind,version,") && text.contains(",\"a, b\",#1,"), "{text}");
}

#[test]
fn malformed_saved_run_names_its_place() {
    let place = BenchFolder::new();
    let file = place.problem("rook.epd", ROOK);
    let (text, _) = output_and_code(&bench(&["--runs", "1", "--format", "json"], None, &file, "80"));
    let error = |name: &str, peer: Option<&Path>| {
        let path = place.path(name);
        let words = ["--runs", "1", "--compare", path.to_str().expect("UTF-8")];
        let output = bench(&words, peer, &file, "80");
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{name}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    place.problem("cut.json", &text[..50]);
    let cut = error("cut.json", None);
    assert!(cut.contains("cut.json:1:50") && cut.contains("expected an object of `kirke bench"), "{cut}");
    place.problem("two.json", &format!("{text}kirke 0.1.0"));
    assert!(error("two.json", None).contains("two.json:3:1"));
    assert!(error("rook.epd", None).contains("rook.epd:1:1"));
    assert!(error("none.json", None).contains("none.json: "));
    place.problem("alone.json", &text);
    let other = error("alone.json", Some(&place.peer(&kirke_as_peer())));
    assert!(other.contains("expected a run with --peer"), "{other}");
}
