//! `kirke convert`: every format, what it cannot hold, and the file that is written.

use std::fs;

use crate::common::program::{code, err, kirke, kirke_with, out, problem};

const FORMATS: [&str; 5] = ["popeye", "epd", "olv", "json", "pgn"];

/// Returns the output, the messages and the exit code of a conversion.
fn converted(format: &str, text: &str) -> (String, String, i32) {
    let done = kirke(&format!("convert - --to {format}"), text);
    (out(&done), err(&done), code(&done))
}

#[test]
fn every_format_is_written_and_read() {
    let text = "8/8/8/8/8/5K2/4Q3/7k b - - h#2 2.1.1.1; cond \"Circe\"; c0 \"N. N.\";\n";
    for (format, words) in [
        (
            "popeye",
            "beginproblem\nauthor N. N.\npieces white Kf3 Qe2 black Kh1\nstipulation h#2\ncondition Circe\n",
        ),
        ("epd", "8/8/8/8/8/5K2/4Q3/7k h#2; cond \"Circe\"; kirke \"branching=2.1.1.1\"; c0 \"N. N.\";\n"),
        (
            "olv",
            "---\nauthors:\n- N. N.\nalgebraic:\n  white: [Kf3, Qe2]\n  black: [Kh1]\nstipulation: 'h#2'\n",
        ),
        ("json", "{\"version\":1,\"problem\":{\"id\":null,\"authors\":[\"N. N.\"],"),
        (
            "pgn",
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"N. N.\"]\n[Black \"h#2\"]\n",
        ),
    ] {
        let (written, messages, exit) = converted(format, text);
        assert_eq!((messages.as_str(), exit), ("", 0), "{format}");
        assert!(written.starts_with(words), "{format}: {written}");
        for back in FORMATS {
            assert_eq!(converted(back, &written), converted(back, text), "{format} {back}");
        }
    }
}

/// A name or declaration that is lost is a warning with its place, and the problem is written.
#[test]
fn losses_have_their_place() {
    let good = problem("pieces white Kf3 Qe2 black Kh1 stipulation #1");
    for (format, words, message) in [
        ("popeye", None, "warning: Popeye's language cannot hold the name of the problem"),
        ("epd", Some("title T\n"), "warning: EPD cannot hold the title"),
        ("olv", Some("title T\n"), "warning: an entry of Olive cannot hold the title"),
        ("json", Some("remark R\n"), "warning: this remark is not kept"),
        ("pgn", Some("author A: B\n"), "warning: PGN cannot hold these authors"),
    ] {
        let (text, line) = match words {
            Some(words) => (
                format!(
                    "{good}{}",
                    problem(&format!("{words}pieces white Kf3 Qe2 black Kh1 stipulation #1"))
                ),
                4,
            ),
            None => ("8/8/8/8/8/5K2/4Q3/7k #1;\n8/8/8/8/8/5K2/4Q3/7k #1; id \"x\";\n".to_owned(), 2),
        };
        let (written, messages, exit) = converted(format, &text);
        assert_eq!(exit, 2, "{format}");
        assert!(messages.starts_with(message), "{format}: {messages}");
        let place = messages.split_once("standard input:").and_then(|(_, rest)| rest.split_once(':'));
        let place: u32 = place.and_then(|(line, _)| line.parse().ok()).expect("a line");
        assert!((line..=line + 1).contains(&place), "{format}: {messages}");
        let again = kirke("verify -", written.clone());
        assert!(
            out(&again).ends_with("2 of 2 problems as expected: 2 sound\n"),
            "{format}: {written}\n{}",
            out(&again)
        );
    }
}

/// What a format cannot hold of the play is an error with its place, and the problem is not written.
#[test]
fn problems_that_a_format_cannot_hold_are_errors() {
    let neutral = problem("pieces white Kf3 Qe2 black Kh1 neutral Pa3\nstipulation #1");
    let structured = problem("pieces white Kf3 Qe2 black Kh1\nsstipulation white 3a[/1d[+]a{!+}]d");
    for (format, text, message) in [
        ("epd", &neutral, "error: EPD cannot hold this problem: neutral men are not supported yet"),
        (
            "json",
            &neutral,
            "error: the JSON of a problem cannot hold this problem: neutral men are not supported yet",
        ),
        ("pgn", &neutral, "error: PGN cannot hold this problem: neutral men are not supported yet"),
        ("epd", &structured, "error: EPD cannot hold this stipulation"),
        ("olv", &structured, "error: an entry of Olive cannot hold this stipulation"),
    ] {
        let (written, messages, exit) = converted(format, text);
        assert_eq!((written.as_str(), exit), ("", 2), "{format}: {messages}");
        assert!(
            messages.starts_with(message) && messages.contains("standard input:"),
            "{format}: {messages}"
        );
    }
    for (format, text) in
        [("popeye", &neutral), ("olv", &neutral), ("json", &structured), ("pgn", &structured)]
    {
        let (written, messages, exit) = converted(format, text);
        assert_eq!((messages.as_str(), exit), ("", 0), "{format}: {written}");
    }
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let line = "8/8/8/8/8/5K2/4Q3/7k w - - 0 1 #1;\n";
    fs::write(path("in.epd"), line).expect("written");
    for format in FORMATS {
        let file = path(&format!("out.{format}"));
        let done = kirke_with(&["convert", &path("in.epd"), "--to", format, "-o", &file], "");
        assert_eq!((code(&done), out(&done), err(&done)), (0, String::new(), String::new()), "{format}");
        let written = fs::read_to_string(&file).expect("a file");
        assert_eq!(written, converted(format, line).0, "{format}");
    }
    let same = kirke_with(&["convert", &path("in.epd"), "--to", "pgn", "-o", &path("in.epd")], "");
    assert_eq!(code(&same), 2);
    assert!(err(&same).contains("expected another file than those that are read"), "{}", err(&same));
    assert_eq!(fs::read_to_string(path("in.epd")).expect("a file"), line);
    let nowhere = kirke_with(&["convert", &path("in.epd"), "--to", "pgn", "-o", &path("none/x.pgn")], "");
    assert_eq!(code(&nowhere), 2);
    assert!(err(&nowhere).contains("none/x.pgn"), "{}", err(&nowhere));
}

#[test]
fn games_need_a_stipulation() {
    let game = "[White \"N. N.\"]\n[FEN \"8/8/8/8/8/5K2/4Q3/7k w - - 0 1\"]\n\n*\n";
    let done = kirke("verify -", game);
    assert_eq!(code(&done), 2);
    assert!(
        err(&done)
            .starts_with("error: expected the stipulation of this game, found none\n --> standard input:1:2"),
        "{}",
        err(&done)
    );
    let asked = kirke("verify - --stip #1", game);
    assert_eq!((out(&asked).as_str(), code(&asked)), ("standard input:1  N. N., #1: sound, 1.Qg2#\n", 0));
}

/// The collection of the repository keeps its problems and verdicts in PGN.
#[test]
fn collection_survives_pgn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("all.pgn").display().to_string();
    let input = "problems/orthodox-directmates.inp";
    let done = kirke_with(&["convert", input, "--to", "pgn", "-o", &file], "");
    let lost =
        err(&done).lines().filter(|line| line.starts_with("warning: ") && !line.contains("remark")).count();
    assert_eq!(lost, 0, "{}", err(&done));
    let summary = |file: &str| out(&kirke_with(&["verify", file], "")).lines().last().map(str::to_owned);
    assert_eq!(summary(&file), summary(input));
}
