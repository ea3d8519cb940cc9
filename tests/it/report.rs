//! Reports on stores.

use std::fs;
use std::process::Stdio;

use tempfile::TempDir;

use crate::common::program::{code, err, kirke, kirke_with, out, program};

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

/// Problems of several verdicts.
const COLLECTION: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2;
k7/8/1K6/8/8/8/8/2R4R w - - #1;
8/8/8/8/8/5K2/4Z3/7k w - - #1;
k7/8/1K6/8/8/8/8/7R w - - #1;
";

/// A helpmate with several solutions has no defect, and need not declare them.
#[test]
fn nothing_is_as_declared_without_a_declaration() {
    let (_folder, store) = store("8/8/8/8/8/7k/8/R4K2 h#2\nk7/8/8/8/8/8/8/7K w - - #1\n");
    let listed = |verdict: &str| out(&kirke(&format!("report {store} --verdict {verdict}"), ""));
    assert!(
        listed("several-solutions").ends_with("h#2: several solutions\n"),
        "{}",
        listed("several-solutions")
    );
    assert!(listed("no-solution").ends_with("#1: no solution\n"), "{}", listed("no-solution"));
}

/// Changes what a store holds.
fn change(store: &str, statement: &str) {
    let connection = rusqlite::Connection::open(store).expect("a store");
    connection.execute_batch(statement).expect("a statement");
}

#[test]
fn everything_that_the_summary_counts_can_be_listed() {
    let (_folder, store) = store(COLLECTION);
    change(
        &store,
        "UPDATE results SET verdict = NULL, state = 'failed', findings = 'x' WHERE verdict = 'cooked'",
    );
    change(&store, "DELETE FROM results WHERE input LIKE '%Rh1%' AND verdict = 'sound'");
    let summary = out(&kirke(&format!("report {store}"), ""));
    let lines = summary.lines().skip_while(|line| !line.starts_with("verdict")).skip(1);
    let counts: Vec<(String, usize)> = lines
        .take_while(|line| !line.is_empty())
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().rev().collect();
            let name: Vec<&str> = words[2..].iter().rev().copied().collect();
            (name.join("-"), words[1].parse().expect("a number"))
        })
        .collect();
    assert_eq!(counts.len(), 4, "{summary}");
    for (name, count) in counts {
        let listed = kirke(&format!("report {store} --verdict {name}"), "");
        assert_eq!((code(&listed), out(&listed).lines().count()), (0, count), "{name}: {}", out(&listed));
    }
}

/// Verifies each of two versions of a file; returns what the report on the second against the first prints.
fn compared(name: &str, versions: [&str; 2]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (version, store) in versions.into_iter().zip(["then.db", "now.db"]) {
        fs::write(path(name), version).expect("written");
        kirke(&format!("verify {} --store {} --quiet", path(name), path(store)), "");
    }
    let done = kirke(&format!("report {} --against {}", path("now.db"), path("then.db")), "");
    assert_eq!((code(&done), err(&done).as_str()), (0, ""));
    out(&done)
}

#[test]
fn problems_of_one_line_are_compared_each() {
    let [cooked, sound] = ["k7/8/1K6/8/8/8/8/2R4R", "k7/8/1K6/8/8/8/8/2R5"]
        .map(|fen| format!(r##"{{"fen": "{fen}", "stipulation": "#1"}}"##));
    let text = compared("a.json", [&format!("[{cooked}, {sound}]"), &format!("[{sound}, {sound}]")]);
    assert!(text.ends_with("a.json:1: cooked, now sound\n1 problem differs\n"), "{text}");
    let text = compared("a.json", [&format!("[{cooked}, {sound}]"), &format!("[{sound}, {cooked}]")]);
    assert_eq!(text, "0 problems differ\n");
}

#[test]
fn shifted_lines_are_no_difference() {
    assert_eq!(compared("a.epd", [COLLECTION, &format!("# A comment\n{COLLECTION}")]), "0 problems differ\n");
    let problem = "8/8/8/8/8/5K2/4Q3/7k w - - #1;\n";
    for (present, expected) in [
        // A problem that is edited, one that is new and one that is gone.
        (COLLECTION.replace("2R4R", "2R5"), "2: cooked, now sound"),
        (format!("{problem}{COLLECTION}"), "1: absent, now sound"),
        (COLLECTION.replacen("k7/8/1K6/8/8/8/8/2R4R w - - #1;\n", "", 1), "2: cooked, now absent"),
    ] {
        let text = compared("a.epd", [COLLECTION, &present]);
        let place = text.lines().next().and_then(|line| line.rsplit_once("a.epd:"));
        assert_eq!(place.map(|place| place.1), Some(expected), "{text}");
        assert!(text.ends_with("\n1 problem differs\n"), "{text}");
    }
}

#[test]
fn groups_of_verdicts_are_those_of_verify() {
    let (folder, store) = store(COLLECTION);
    let path = folder.path().join("a.epd").display().to_string();
    for (group, count) in [("unsound", 2), ("unexpected", 2), ("cooked,unsound", 2)] {
        let listed = out(&kirke(&format!("report {store} --verdict {group}"), ""));
        assert_eq!(listed.lines().count(), count, "{group}: {listed}");
        let verified = kirke(&format!("verify {path} --only {group} --quiet"), "");
        let verified = out(&verified) + &err(&verified);
        let lines: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert!(lines.iter().all(|place| verified.contains(place)), "{listed}{verified}");
    }
    let wrong = kirke(&format!("report {store} --verdict bad"), "");
    assert!(
        err(&wrong).contains("expected failed, left, unsound, unexpected or a verdict"),
        "{}",
        err(&wrong)
    );
}

#[test]
fn results_of_other_versions_are_shown_as_such() {
    let (_folder, store) = store(COLLECTION);
    let report = |arguments: &str| out(&kirke(&format!("report {store} {arguments}"), ""));
    assert!(!report("").contains(" of version "), "{}", report(""));
    change(&store, "UPDATE results SET version = '0.0.1' WHERE verdict = 'cooked'");
    change(&store, "UPDATE results SET version = '0.0.2' WHERE verdict = 'sound'");
    for format in ["text", "markdown"] {
        let text = report(&format!("--format {format}"));
        assert!(text.contains("\n1 result is of version 0.0.1 of kirke"), "{text}");
        assert!(text.contains("\n2 results are of version 0.0.2 of kirke"), "{text}");
    }
    let csv = report("--format csv");
    assert!(csv.lines().next().is_some_and(|head| head.ends_with(",kirke_version")), "{csv}");
    let versions: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.rsplit(',').next()).collect();
    assert_eq!(versions, ["0.0.2", "0.0.1", "", "0.0.2"]);
    assert_eq!(report("--format jsonl").matches("\"kirke_version\":\"0.0.2\"").count(), 2);
}

#[test]
fn tables_have_the_reasons_of_refusals() {
    let (_folder, store) = store("8/8/8/8/8/5K2/4Z3/7k w - - #1;\n");
    let report = |arguments: &str| out(&kirke(&format!("report {store} {arguments}"), ""));
    let text = report("--verdict refused");
    let reason = text.trim_end().split_once("refused: ").expect("a reason").1;
    let table = report("--verdict refused --format markdown");
    assert!(table.starts_with("| place | name | problem | verdict | reason |\n"), "{table}");
    assert!(table.contains(&format!("| refused | {reason} |")), "{table}");
    assert!(report("").starts_with("1 problem, 0 as expected"), "{}", report(""));
}

#[test]
fn servers_are_named_by_addresses() {
    let (_folder, store) = store(COLLECTION);
    let place = "host=localhost port=54399 dbname=chess";
    for arguments in [
        vec!["verify", "-", "--store", place],
        vec!["report", place],
        vec!["report", &store, "--against", place],
    ] {
        let done = kirke_with(&arguments, COLLECTION);
        assert_eq!((code(&done), out(&done).as_str()), (2, ""), "{arguments:?}");
        assert!(err(&done).contains("as in postgres://user@host:5432/database"), "{}", err(&done));
    }
    assert!(!std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(place).exists());
}

/// A collection with a hostile title, an equal problem of another author, and a fairy man.
const HOSTILE: &str = "beginproblem
author A & B
title </script><img src=x onerror=alert(1)>
pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7
stipulation #2
option variation
nextproblem
author Somebody \"Else\"
pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7
stipulation #2
option variation
nextproblem
pieces white Ka1 Gc4 black Kh8
stipulation h#1
nextproblem
pieces white Ka1 Xc4 black Kh8
stipulation h#1
endproblem
";

/// Writes a page and a booklet of problems; returns their folder and texts.
fn pages(problems: &str, options: &str) -> (TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.inp"), problems).expect("written");
    let [html, latex] = ["a.html", "a.tex"].map(path);
    kirke(&format!("report {} --quiet --html {html} --latex {latex} {options}", path("a.inp")), "");
    let text = |path: &str| fs::read_to_string(path).expect("a report");
    let texts = [text(&html), text(&latex)];
    let [html, latex] = texts;
    (folder, html, latex)
}

#[test]
fn page_loads_nothing_and_escapes_texts() {
    let (_folder, html, latex) = pages(HOSTILE, "--title <b>&");
    // The namespace of SVG is a name.
    let addresses = html.matches("http").count() - html.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(addresses - html.matches("http-equiv").count(), 0);
    for reference in ["<img", "<b>", "src=\"", "url(", "@import", "<link"] {
        assert!(!html.contains(reference), "{reference}");
    }
    assert!(html.contains("<title>&lt;b&gt;&amp;</title>") && html.contains("A &amp; B"));
    assert_eq!(html.matches("<script").count(), html.matches("</script>").count());
    assert!(latex.contains("A \\& B") && !latex.contains("<img"), "{latex}");
    // The problem that was refused is there, too.
    assert_eq!(html.matches("<article").count(), 4);
    assert!(html.contains("<span class=\"badge open\">refused</span>"));
    // Equal problems have one result, and each its author.
    assert_eq!(html.matches("Somebody &quot;Else&quot;</h2>").count(), 1);
    assert!(html.contains(">1.Ra6! zugzwang</p>"), "the solution as text");
}

#[test]
fn reports_of_a_store_are_the_same_each_time() {
    let (folder, store) = store(COLLECTION);
    let report = |name: &str| {
        let path = folder.path().join(name).display().to_string();
        let done = kirke(&format!("report {store} --html {path}.html --latex {path}.tex"), "");
        assert_eq!((code(&done), out(&done).as_str(), err(&done).as_str()), (0, "", ""));
        let text = |ending: &str| fs::read_to_string(path.clone() + ending).expect("a report");
        [text(".html"), text(".tex")]
    };
    assert_eq!(report("x"), report("x"));
    let path = folder.path().join("cooked.html").display().to_string();
    kirke(&format!("report {store} --verdict cooked --html {path}"), "");
    assert_eq!(fs::read_to_string(path).expect("a report").matches("<article").count(), 1);
}

#[test]
fn solutions_have_letters_and_figurines() {
    for (letters, html_move, latex_move) in [
        ("german", "1.Ta6!", "1.Ta6!"),
        ("french", "1.Ta6!", "1.Ta6!"),
        ("figurines", "1.♖a6!", "1.{\\wT}a6!"),
    ] {
        let (_folder, html, latex) = pages(HOSTILE, &format!("--letters {letters}"));
        assert!(html.contains(html_move), "{letters}");
        assert!(latex.contains(latex_move), "{letters}");
    }
}

#[test]
fn files_are_verified_for_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd").display().to_string();
    fs::write(&path, COLLECTION).expect("written");
    let done = kirke(&format!("report {path} --quiet --format csv"), "");
    // One of the problems is refused.
    assert_eq!((code(&done), out(&done).lines().count()), (2, 5), "{}", err(&done));
    for wrong in ["--html x.html --format csv", "--html x.html --against y.db", "--letters xyz"] {
        let done = kirke(&format!("report {path} {wrong}"), "");
        assert_eq!((code(&done), out(&done).as_str()), (2, ""), "{wrong}");
    }
    // What is read is not replaced.
    let done = kirke(&format!("report {path} --quiet --html {path}"), "");
    assert_eq!(code(&done), 2);
    assert!(err(&done).contains("expected another file"), "{}", err(&done));
}

/// The page and the booklet are two files.
#[test]
fn page_and_booklet_have_different_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("a.epd"), "8/8/8/8/8/5K2/4Q3/7k w - - #1").expect("a file");
    let (html, latex) = (path("y"), path("./y"));
    let done = kirke(&format!("report {} --quiet --html {html} --latex {latex}", path("a.epd")), "");
    assert_eq!(code(&done), 2);
    assert!(err(&done).contains("expected another file than that of --html"), "{}", err(&done));
    assert!(!std::path::Path::new(&html).exists());
}

/// Letters that the fonts of LaTeX lack are set as Latin ones.
#[test]
fn booklet_has_latin_letters_for_others() {
    let (_folder, _, latex) = pages(&HOSTILE.replace("author ", "author Ј"), "");
    assert!(latex.contains("\n\\latinletter{Ј}{0408}{J}\n"), "{latex}");
    let (_folder, _, latex) =
        pages("beginproblem\npieces white Kf3 Qe2 black Kh1\nstipulation #1\nendproblem\n", "");
    assert!(!latex.contains("latinletter"), "{latex}");
}
