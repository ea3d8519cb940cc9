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
    let royal = problem("pieces white Qe2 white Royal Sf3 black Kh1\nstipulation #1");
    let neutral = problem("pieces white Kf3 Qe2 black Kh1 neutral Pa3 Sb4\nstipulation #1");
    let structured = problem("pieces white Kf3 Qe2 black Kh1\nsstipulation white 3a[/1d[+]a{!+}]d");
    for (format, text, message) in [
        ("epd", &royal, "error: EPD cannot hold the man wrSf3"),
        ("json", &royal, "error: the JSON of a problem cannot hold this problem: attributes of men"),
        ("pgn", &royal, "error: PGN cannot hold the man wrSf3"),
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
    for (format, text) in [
        ("popeye", &neutral),
        ("epd", &neutral),
        ("olv", &neutral),
        ("json", &neutral),
        ("json", &structured),
        ("pgn", &neutral),
        ("pgn", &structured),
    ] {
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
    let message = err(&nowhere);
    assert!(message.contains("x.pgn: there is no folder ") && message.ends_with("none\n"), "{message}");
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

#[test]
fn output_file_is_kept_if_nothing_can_be_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, output) = (folder.path().join("in.epd"), folder.path().join("out.json"));
    fs::write(&output, "precious").expect("a file");
    fs::write(&input, "8/8 zz").expect("a file");
    let convert = |input: &std::path::Path| {
        code(&kirke(&format!("convert {} --to json -o {}", input.display(), output.display()), ""))
    };
    assert_eq!(convert(&input), 2);
    assert_eq!(convert(&folder.path().join("none.epd")), 2);
    assert_eq!(fs::read_to_string(&output).expect("a file"), "precious");
    fs::write(&input, "8/8/8/8/8/5K2/4Q3/7k w - - #1").expect("a file");
    assert_eq!(convert(&input), 0);
    assert!(fs::read_to_string(&output).expect("a file").starts_with("{\"version\":1"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// Another name of the input is another file once it is written.
#[test]
fn output_with_a_hard_link_does_not_change_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, link) = (folder.path().join("in.epd"), folder.path().join("link.epd"));
    let text = "8/8/8/8/8/5K2/4Q3/7k w - - #1";
    fs::write(&input, text).expect("a file");
    fs::hard_link(&input, &link).expect("a link");
    let done = kirke(&format!("convert {} --to json -o {}", input.display(), link.display()), "");
    assert_eq!((err(&done).as_str(), code(&done)), ("", 0));
    assert_eq!(fs::read_to_string(&input).expect("a file"), text);
    assert!(fs::read_to_string(&link).expect("a file").starts_with('{'));
}

#[test]
fn olive_keeps_numbers_of_solutions_that_it_does_not_understand() {
    for (stipulation, intended) in [
        ("h#2", "[2, 1]"),
        ("h#2", "'a) 2, b) 1'"),
        ("h#2", "-1"),
        ("#1", "1"),
        ("#1", "2"),
        ("h#2", "{a: 1}"),
    ] {
        let entry = format!(
            "---\nalgebraic: {{white: [Kf3, Qe2], black: [Kh1]}}\nstipulation: '{stipulation}'\nintended-solutions: {intended}\n"
        );
        let (written, messages, _) = converted("olv", &entry);
        assert_eq!(written.matches("intended-solutions").count(), 1, "{intended}: {written}");
        let is_read = intended == "1";
        assert_eq!(
            messages.contains("the number of solutions is not used"),
            !is_read,
            "{intended}: {messages}"
        );
        assert_eq!(converted("olv", &written).0, written, "{intended}");
    }
}

/// An entry of Olive declares what is intended: a cook is not.
#[test]
fn cooks_do_not_become_intended_solutions() {
    for declared in ["verdict=cooked keys=Rc8,Rh8", "verdict=cooked lines=2"] {
        let words = if declared.contains("keys") { "#1" } else { "h#1" };
        let text = format!(
            "beginproblem\npieces white Kb6 Rh1 Rc1 black Ka8\nstipulation {words}\nremark kirke: {declared}\nendproblem\n"
        );
        let (written, messages, exit) = converted("olv", &text);
        assert!(!written.contains("solution"), "{written}");
        assert!(messages.contains("cannot hold what is declared about the solution"), "{messages}");
        assert_eq!(exit, 2);
    }
}

#[test]
fn options_that_only_json_has_are_not_lost_silently() {
    for option in ["\"any_key\":true", "\"changed_play\":true", "\"breadth\":\"all\""] {
        let text = format!(
            "{{\"fen\":\"kbK5/pp6/1P6/8/8/8/8/R7\",\"stipulation\":\"#2\",\"options\":{{{option}}}}}"
        );
        for format in ["popeye", "epd", "olv", "pgn"] {
            let (written, messages, exit) = converted(format, &text);
            assert_eq!((written.as_str(), exit), ("", 2), "{format} {option}: {messages}");
            assert!(messages.contains("cannot hold the option '"), "{messages}");
        }
        let (written, messages, exit) = converted("json", &text);
        assert_eq!((messages.as_str(), exit), ("", 0), "{option}");
        assert!(written.contains(option), "{written}");
    }
}

/// Olive takes the number of solutions for a text.
#[test]
fn olive_has_numbers_of_solutions_in_quotes() {
    let men = "algebraic: {white: [Kf3, Qe2], black: [Kh1]}";
    for (stipulation, intended, expected) in [
        ("h#2", "'2'", "'2'"),
        ("h#2", "2", "'2'"),
        ("h#2", "'2.1...'", "'2.1...'"),
        ("h#2", "2.1.1.1", "'2.1.1.1'"),
        ("#1", "2", "'2'"),
        ("#1", "'1'", "'1'"),
    ] {
        let entry = format!("---\n{men}\nstipulation: '{stipulation}'\nintended-solutions: {intended}\n");
        let (written, ..) = converted("olv", &entry);
        assert!(written.contains(&format!("\nintended-solutions: {expected}\n")), "{intended}: {written}");
    }
    let lines = problem("pieces white Kf3 Qe2 black Kh1\nstipulation h#2\nremark kirke: lines=2");
    assert!(converted("olv", &lines).0.contains("\nintended-solutions: '2'\n"));
    // What is declared is not lost.
    let entry = format!("---\n{men}\nstipulation: 'h#2'\nintended-solutions: '2.1...'\n");
    let (written, messages, exit) = converted("epd", &entry);
    assert_eq!((messages.as_str(), exit), ("", 0), "{written}");
}

/// A tag makes a word a text, as quotes do.
#[test]
fn olive_keeps_texts_that_look_like_numbers() {
    let entry = "---\nalgebraic: {white: [Kf3, Qe2], black: [Kh1]}\nstipulation: '#1'\nkeywords: [!!str 12, 13]\n\
                 comments: !!python/unicode 14\n";
    let (written, messages, _) = converted("olv", entry);
    assert!(
        written.contains("- '12'\n- 13\n") || written.contains("  - '12'\n  - 13\n"),
        "{written}{messages}"
    );
    assert!(written.contains("comments: '14'\n"), "{written}");
}

/// Names with quotation marks are lost, the problem is not.
#[test]
fn epd_has_no_quotation_marks_in_names() {
    let text = problem("author William \"Bill\" Shinkman\npieces white Kf3 Qe2 black Kh1 stipulation #1");
    let (written, messages, exit) = converted("epd", &text);
    assert!(messages.starts_with("warning: EPD cannot hold these authors"), "{messages}");
    assert_eq!(
        (written.as_str(), exit),
        ("8/8/8/8/8/5K2/4Q3/7k w - - 0 1 #1; c0 \"William 'Bill' Shinkman\";\n", 2)
    );
    let json = "{\"fen\": \"8/8/8/8/8/5K2/4Q3/7k\", \"stipulation\": \"#1\", \"id\": \"a\\\"b\"}";
    let (written, messages, _) = converted("epd", json);
    assert!(messages.starts_with("warning: EPD cannot hold the name of the problem"), "{messages}");
    assert!(written.ends_with(" id \"a'b\";\n"), "{written}");
}
