//! Results kept in a store, and reports on them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::common::program::{code, err, kirke, out, program};

/// Problems of several verdicts.
const COLLECTION: &str = "\
kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; bm Ra6; c0 \"Paul Morphy\";
k7/8/1K6/8/8/8/8/2R4R w - - #1;
k7/8/1K6/8/8/8/8/2R4R w - - #1; bm Rh8 Rc8; verdict cooked;
8/8/8/8/8/7k/8/R4K2 b - - h#2;
8/8/8/8/8/5K2/8/7k w - - #1;
8/8/8/8/8/5K2/4Z3/7k w - - #1;
8/8/8/8/R7/2k5/8/4K2R w K - #3; bm Rh3+;
";

/// Returns a folder with the collection, and the arguments `verify FILE --store STORE`.
fn folder() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), COLLECTION).expect("written");
    let path = folder.path().display().to_string();
    assert!(!path.contains(' '), "the arguments are separated by blanks");
    let arguments = format!("verify {path}/a.epd --store {path}/x.db");
    (folder, arguments)
}

fn file(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn results_are_the_same_with_a_store_and_again() {
    let (folder, arguments) = folder();
    let plain = kirke(&format!("verify {}", file(&folder, "a.epd")), "");
    assert_eq!(code(&plain), 2);
    for _ in 0..2 {
        let stored = kirke(&arguments, "");
        assert_eq!((out(&stored), err(&stored), code(&stored)), (out(&plain), err(&plain), 2));
    }
    let json = |store: &str| kirke(&format!("verify {} --format json {store}", file(&folder, "a.epd")), "");
    let (plain, kept) = (json(""), json(&format!("--store {}", file(&folder, "x.db"))));
    assert_eq!(out(&kept), out(&plain));
}

/// Reads how the searches in a store ended, with what they cost.
fn states(store: &str) -> Vec<(String, u64)> {
    let listed = out(&kirke(&format!("report {store} --format jsonl"), ""));
    let records = listed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let state = |record: serde_json::Value| {
        (record["state"].as_str().expect("a state").to_owned(), record["nodes"].as_u64().expect("nodes"))
    };
    records.map(state).collect()
}

/// A search that a limit has stopped is continued with a larger one only.
#[test]
fn cut_results_are_solved_again_with_larger_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = "2N3Q1/8/p7/8/7k/1B3n2/6K1/8 w - - #4";
    let store = file(&folder, "x.db");
    let run = |limit: &str| {
        let done = kirke(&format!("verify - -j 1 --store {store} {limit}"), problem);
        (out(&done), states(&store).remove(0))
    };
    let (text, (state, nodes)) = run("--nodes 1000");
    assert!(text.contains("incomplete") && state == "cut", "{text}");
    let (again, (state, same)) = run("--nodes 750");
    assert_eq!((again, state.as_str(), same), (text, "cut", nodes));
    let (text, (state, nodes)) = run("--nodes 2000");
    assert!(text.contains("incomplete") && state == "cut" && nodes > same, "{text}");
    let (text, (state, _)) = run("");
    assert!(text.contains("short solution") && state == "complete", "{text}");
    // What is complete is complete under every limit.
    assert_eq!(run("--nodes 500").0, text);
}

/// With limits that cannot be compared, the result that is kept is printed.
#[test]
fn printed_results_are_those_in_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = "1n6/2Q5/8/8/N7/5R2/k4K2/8 w - - #2;";
    let store = file(&folder, "x.db");
    let run = |limits: &str| out(&kirke(&format!("verify - -j 1 --store {store} {limits}"), problem));
    let first = run("--nodes 50 --memory 300M");
    assert!(first.contains("cooked"), "{first}");
    assert_eq!(states(&store)[0].0, "cut");
    assert!(out(&kirke("verify - -j 1 --nodes 5 --memory 900M", problem)).contains("incomplete"));
    assert_eq!(run("--nodes 5 --memory 900M"), first);
}

#[test]
fn tiers_end_with_the_same_results() {
    let (folder, arguments) = folder();
    let plain = kirke(&format!("verify {}", file(&folder, "a.epd")), "");
    let tiers = kirke(&format!("{arguments} --tiers 0.000001,0.001,1m"), "");
    let sorted = |text: String| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(out(&tiers)), sorted(out(&plain)));
    // Standard input is read once.
    let store = file(&folder, "y.db");
    let tiers = kirke(&format!("verify - --store {store} --tiers 0.000001,1m"), COLLECTION);
    assert_eq!(out(&tiers).matches("standard input:").count(), 7);
    let alone = kirke("verify problems/fiasco.inp --tiers 1s,2s", "");
    assert!(code(&alone) == 2 && err(&alone).contains("--store"), "{}", err(&alone));
}

#[test]
fn times_without_effect_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = file(&folder, "x.db");
    for (option, message) in [
        ("--lease 0s", "longer than zero"),
        ("--tiers 0s,1s", "longer than zero"),
        ("--tiers 1m,1s", "each time of --tiers must be longer than the one before"),
        ("--tiers 1s,1000ms", "each time of --tiers must be longer than the one before"),
    ] {
        let done = kirke(&format!("verify - --store {store} {option}"), COLLECTION);
        assert!(code(&done) == 2 && err(&done).contains(message), "{option}: {}", err(&done));
        assert!(out(&done).is_empty() && !Path::new(&store).exists(), "{option}");
    }
    let work = kirke("work --store postgres://nowhere/x --lease 0", "");
    assert!(code(&work) == 2 && err(&work).contains("longer than zero"), "{}", err(&work));
}

/// What a run has printed before it is killed is kept, and the next run goes on to the same end.
#[test]
fn killed_runs_lose_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let squares = |rank: &str| format!("{rank}/8/8/8/8/5K2/4Q3/7k w - - #2\n");
    let ranks = (1..8).flat_map(|left| ["n", "b", "p"].map(|man| format!("{left}{man}{}", 7 - left)));
    let collection: String = ranks.map(|rank| squares(&rank.replace('0', ""))).collect();
    let collection = collection.replace('p', "r");
    fs::write(folder.path().join("a.epd"), collection).expect("written");
    let (source, store) = (file(&folder, "a.epd"), file(&folder, "x.db"));
    let plain = out(&kirke(&format!("verify {source}"), ""));
    for round in 0..12u64 {
        let mut child = program()
            .args(["verify", &source, "--store", &store, "--jobs", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("kirke runs");
        std::thread::sleep(Duration::from_millis(5 + 13 * round));
        // It may have ended.
        let _ = child.kill();
        let printed = child.wait_with_output().expect("output").stdout;
        let printed = String::from_utf8(printed).expect("text");
        let verdicts = printed.lines().filter(|line| line.starts_with(&source)).count();
        if Path::new(&store).exists() && verdicts > 0 {
            let kept = states(&store).iter().filter(|(state, _)| state == "complete").count();
            assert!(kept >= verdicts, "{kept} kept of {verdicts} printed");
        }
    }
    assert_eq!(out(&kirke(&format!("verify {source} --store {store}"), "")), plain);
    assert!(states(&store).iter().all(|(state, _)| state == "complete"));
}

/// Returns the processes that a process has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let listed = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let of_tasks = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let all: String = listed.into_iter().chain(of_tasks).collect();
    all.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// A worker that is killed is replaced; a problem that ends three of them is a failure, and the others are solved.
#[cfg(target_os = "linux")]
#[test]
fn problem_that_ends_its_workers_is_a_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let problems = "k7/8/1K6/8/8/8/8/7R w - - #1\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - h=6\n\
        k7/8/1K6/8/8/8/8/6R1 w - - #1\n";
    fs::write(folder.path().join("a.epd"), problems).expect("written");
    let (source, store) = (file(&folder, "a.epd"), file(&folder, "x.db"));
    let run = program()
        .args(["verify", &source, "--store", &store, "--memory", "64M"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kirke runs");
    let mut killed = std::collections::HashSet::new();
    let start = std::time::Instant::now();
    while killed.len() < 3 {
        assert!(start.elapsed() < Duration::from_secs(60), "{killed:?} were killed");
        for worker in children(run.id()) {
            // It solves the first problem meanwhile.
            std::thread::sleep(Duration::from_millis(300));
            if killed.insert(worker) {
                Command::new("kill").args(["-9", &worker.to_string()]).status().expect("kill runs");
            }
        }
    }
    let done = run.wait_with_output().expect("output");
    let text = out(&done);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("#1: sound, 1.Rh8#"), "{text}");
    assert!(
        lines[1].contains("the program failed") && lines[1].ends_with("the last one by signal 9"),
        "{text}"
    );
    assert!(lines[2].ends_with("#1: sound, 1.Rg8#"), "{text}");
    assert_eq!((code(&done), err(&done)), (3, String::new()));
    let listed: Vec<String> = states(&store).into_iter().map(|(state, _)| state).collect();
    assert_eq!(listed, ["complete", "failed", "complete"]);
}

/// A source that changes replaces its own problems only.
#[test]
fn sources_replace_their_problems() {
    let (folder, arguments) = folder();
    fs::write(folder.path().join("b.epd"), "k7/8/1K6/8/8/8/8/7R w - - #1").expect("written");
    let store = file(&folder, "x.db");
    kirke(&arguments, "");
    kirke(&format!("verify {} --store {store}", file(&folder, "b.epd")), "");
    assert_eq!(states(&store).len(), 8);
    let first = COLLECTION.lines().take(2).collect::<Vec<_>>().join("\n");
    fs::write(folder.path().join("a.epd"), first).expect("written");
    kirke(&arguments, "");
    assert_eq!(states(&store).len(), 3);
}

#[test]
fn reports_count_and_list() {
    let (folder, arguments) = folder();
    kirke(&arguments, "");
    let store = file(&folder, "x.db");
    let report = |more: &str| {
        let done = kirke(&format!("report {store} {more}"), "");
        assert_eq!(code(&done), 0, "{}", err(&done));
        out(&done)
    };
    let text = report("");
    assert!(text.starts_with("7 problems, 3 as expected; "), "{text}");
    assert!(text.contains("cooked                    2            1\n"), "{text}");
    let cooked = report("--verdict cooked");
    assert!(cooked.lines().count() == 2 && cooked.ends_with("#1: cooked, as declared\n"), "{cooked}");
    let refused = report("--verdict refused");
    assert!(refused.contains("a.epd:6: refused: "), "{refused}");
    assert!(
        report("--format csv").starts_with("source,line,name,stipulation,rules,verdict,as_declared,state,")
    );
    assert!(report("--format markdown --verdict dualled").contains("| #3 | dualled |"));
    assert!(report("--format markdown").contains("| verdict | problems | as expected |\n|---|---|---|\n"));
    assert!(kirke(&format!("report {store} --verdict bad"), "").status.code() == Some(2));
}

#[test]
fn reports_compare_stores() {
    let (folder, arguments) = folder();
    kirke(&arguments, "");
    let store = file(&folder, "x.db");
    let other = file(&folder, "y.db");
    fs::copy(&store, &other).expect("copied");
    let same = kirke(&format!("report {store} --against {other}"), "");
    assert_eq!(out(&same), "0 problems differ\n");
    let changed = COLLECTION.replace("2R4R w - - #1;\n", "7R w - - #1;\n");
    fs::write(folder.path().join("a.epd"), changed).expect("written");
    kirke(&arguments, "");
    let text = out(&kirke(&format!("report {store} --against {other}"), ""));
    assert!(text.ends_with("a.epd:2: cooked, now sound\n1 problem differs\n"), "{text}");
}

#[test]
fn unusable_stores_are_errors() {
    let (folder, arguments) = folder();
    let cases = [
        (file(&folder, "a.epd"), "this is not a store of kirke"),
        (file(&folder, "none/x.db"), "there is no folder "),
        (folder.path().display().to_string(), "this is a folder"),
    ];
    for (path, message) in cases {
        let arguments = arguments.replace(&file(&folder, "x.db"), &path);
        let done = kirke(&arguments, "");
        assert!(code(&done) == 2 && out(&done).is_empty(), "{}", out(&done));
        assert!(err(&done).contains(message) && err(&done).contains(&path), "{}", err(&done));
    }
    let done = kirke(&format!("report {}", file(&folder, "none.db")), "");
    assert!(code(&done) == 2 && err(&done).contains("none.db: there is no such file"), "{}", err(&done));
    assert!(!folder.path().join("none.db").exists());
    // An empty file is not made a store.
    let empty = file(&folder, "empty.db");
    fs::write(&empty, "").expect("written");
    let done = kirke(&format!("report {empty}"), "");
    assert!(
        code(&done) == 2 && err(&done).ends_with("empty.db: this is not a store of kirke\n"),
        "{}",
        err(&done)
    );
    assert_eq!(fs::metadata(&empty).expect("a file").len(), 0);
}

/// A run waits for a store that another process has locked.
#[test]
fn locked_store_is_waited_for() {
    let (folder, arguments) = folder();
    let first = kirke(&arguments, "");
    let lock = rusqlite::Connection::open(file(&folder, "x.db")).expect("a store");
    lock.execute_batch("BEGIN IMMEDIATE; DELETE FROM results; COMMIT; BEGIN IMMEDIATE").expect("a lock");
    let run =
        program().args(arguments.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    std::thread::sleep(Duration::from_millis(1500));
    lock.execute_batch("COMMIT").expect("written");
    let done = run.expect("kirke runs").wait_with_output().expect("output");
    assert_eq!((out(&done), err(&done), code(&done)), (out(&first), err(&first), code(&first)));
}

/// No verdict is printed that could not be kept.
#[cfg(unix)]
#[test]
fn full_disk_is_an_error() {
    let (folder, _) = folder();
    let many: String = COLLECTION
        .repeat(60)
        .lines()
        .enumerate()
        .fold(String::new(), |text, (id, line)| text + line + &format!(" id \"{id}\";\n"));
    fs::write(file(&folder, "a.epd"), many.replace("#1;", "#1; opt Variation;")).expect("written");
    let command = format!(
        "trap '' XFSZ; ulimit -f 48; exec {} verify {} --store {} --quiet",
        env!("CARGO_BIN_EXE_kirke"),
        file(&folder, "a.epd"),
        file(&folder, "x.db")
    );
    let done = Command::new("sh").args(["-c", &command]).env("KIRKE_CONFIG", "").output().expect("a shell");
    assert_eq!(code(&done), 2, "{}", out(&done));
    let printed = out(&done).lines().filter(|line| line.contains(".epd:")).count();
    let message = err(&done);
    let place = file(&folder, "x.db");
    assert!(message.lines().any(|line| line.starts_with("error: ") && line.contains(&place)), "{message}");
    // What was printed is kept.
    let report = kirke(&format!("report {place} --format csv"), "");
    let kept = out(&report).lines().filter(|line| line.contains(".epd,")).count();
    assert!(printed <= kept || kept == 0 && printed == 0, "printed {printed}, kept {kept}: {}", err(&report));
}

#[test]
fn damaged_store_is_an_error() {
    let (folder, arguments) = folder();
    kirke(&arguments, "");
    let path = file(&folder, "x.db");
    let mut bytes = fs::read(&path).expect("a store");
    assert!(bytes.len() > 8192, "{}", bytes.len());
    bytes[4096..].fill(0xaa);
    fs::write(&path, &bytes).expect("written");
    let done = kirke(&arguments, "");
    assert!(code(&done) == 2 && out(&done).is_empty(), "{}", out(&done));
    assert!(err(&done).contains(&path) && err(&done).contains("malformed"), "{}", err(&done));
    // A store of another layout.
    fs::remove_file(&path).expect("removed");
    kirke(&arguments, "");
    let other = rusqlite::Connection::open(&path).expect("a store");
    other.pragma_update(None, "user_version", 99).expect("written");
    drop(other);
    let done = kirke(&arguments, "");
    assert!(code(&done) == 2 && err(&done).contains("99"), "{}", err(&done));
}

/// A solution that was stopped goes on after the first moves that are finished.
#[test]
fn finished_first_moves_are_not_searched_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |options: &str| {
        let arguments = format!("solve - --stip h=3.5 -j 1 --quiet --format json --stats {options}");
        let printed = out(&kirke(&arguments, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -"));
        let mut record: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        let stats = record.as_object_mut().expect("an object").remove("stats").expect("stats");
        (record, stats["nodes"].as_u64().expect("nodes"))
    };
    let resume = format!("--resume {}", file(&folder, "x.db"));
    let (plain, all) = run("");
    // How long a first move takes depends on the machine.
    let mut seconds = 0.3;
    let stopped = loop {
        let (stopped, _) = run(&format!("{resume} --time {seconds}"));
        let store = rusqlite::Connection::open(file(&folder, "x.db")).expect("a store");
        let parts = store.query_row("SELECT count(*) FROM parts", [], |row| row.get::<_, i64>(0));
        if parts.expect("a number") > 0 {
            break stopped;
        }
        seconds *= 2.0;
    };
    assert_ne!(stopped, plain);
    let (resumed, nodes) = run(&resume);
    assert_eq!(resumed, plain);
    assert!(nodes < all, "{nodes} of {all}");
    let (again, rest) = run(&resume);
    assert_eq!(again, plain);
    assert!(rest < nodes, "{rest} of {nodes}");
    // Another question has other parts.
    let other = kirke(&format!("solve - --stip h#1.5 -j 1 {resume}"), "8/8/8/8/8/7k/8/R4K2 w - -");
    assert!(out(&other).contains('#'), "{}", out(&other));
}

#[test]
fn store_needs_a_name() {
    for command in ["verify problems/faulty-schemes.inp --store ", "report "] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = program().args(arguments).output().expect("the program");
        assert_eq!(code(&output), 2);
        assert!(
            err(&output).contains("expected a file, or the address of a PostgreSQL server"),
            "{}",
            err(&output)
        );
    }
}

/// Two white kings: the problem is understood, but it cannot be solved.
const REFUSED: &str = "k7/8/1K6/8/8/8/8/R3K2R w - - #2;\n";

#[test]
fn refused_problems_have_a_verdict_in_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, store) = (file(&folder, "a.epd"), file(&folder, "x.db"));
    fs::write(&source, REFUSED).expect("written");
    let plain = kirke(&format!("verify {source}"), "");
    assert_eq!(code(&plain), 2);
    for _ in 0..2 {
        let stored = kirke(&format!("verify {source} --store {store}"), "");
        assert_eq!((out(&stored), err(&stored), code(&stored)), (out(&plain), err(&plain), 2));
    }
    let listed = out(&kirke(&format!("report {store} --verdict refused"), ""));
    assert!(listed.contains("a.epd:1"), "{listed}");
    assert_eq!(out(&kirke(&format!("report {store} --verdict left"), "")), "");
}

#[test]
fn options_without_a_keyword_make_another_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, store) = (file(&folder, "a.jsonl"), file(&folder, "x.db"));
    let plain = r##"{"fen":"k7/8/1K6/8/8/8/8/2R4R","stipulation":"#1"}"##;
    let any_key = r##"{"fen":"k7/8/1K6/8/8/8/8/2R4R","stipulation":"#1","options":{"any_key":true}}"##;
    for lines in [[plain, any_key], [any_key, plain]] {
        fs::write(&source, lines.join("\n")).expect("written");
        let verdicts = |arguments: &str| {
            let text = out(&kirke(&format!("verify {source} {arguments}"), ""));
            let cooked = text.lines().filter(|line| line.contains(": cooked")).map(str::to_owned);
            cooked.collect::<Vec<_>>()
        };
        let line = if lines[0] == plain { "a.jsonl:1 " } else { "a.jsonl:2 " };
        let found = verdicts("");
        assert!(found.len() == 1 && found[0].contains(line), "{found:?}");
        assert_eq!(verdicts(&format!("--store {store}")), found);
    }
}

#[test]
fn damaged_records_are_found_again() {
    let (folder, arguments) = folder();
    let plain = out(&kirke(&format!("{arguments} --format json"), ""));
    let store = rusqlite::Connection::open(file(&folder, "x.db")).expect("a database");
    store.execute("UPDATE results SET record = x'0000' WHERE rowid % 2 = 0", []).expect("written");
    store.execute("UPDATE results SET record = x'' WHERE rowid % 2 = 1", []).expect("written");
    drop(store);
    assert_eq!(out(&kirke(&format!("{arguments} --format json"), "")), plain);
}
