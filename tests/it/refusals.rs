//! Input that is refused: messages with their places, and what else is solved.

use std::fs;
use std::io::Write;
use std::process::Command as Process;

use crate::common::program::{code, err, kirke, out, problem};

/// White mates on h8.
const ROOK: &str = "pieces white Kb6 Rh1 black Ka8";

#[test]
fn folder_without_problems_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes.txt"), "no problem").expect("a file");
    let name = folder.path().display().to_string();
    for command in ["solve", "verify"] {
        let output = kirke(&format!("{command} {name} problems/faulty-schemes.inp"), "");
        assert_eq!(code(&output), 2, "{command}");
        let kinds = "(.inp, .epd, .fen, .olv, .pgn, .json, .jsonl, .yaml, .yml)";
        let note = format!("note: {name}/notes.txt: not read, since it is no problem file {kinds}\n");
        let error = format!("error: {name}: this folder holds no problem files {kinds}\n");
        assert_eq!(err(&output), note + &error);
        assert!(out(&output).len() > 100, "{command} stops at the folder");
    }
}

#[test]
fn files_of_every_format_in_a_folder_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = r##"{"fen": "8/8/8/8/8/5K2/4Q3/7k", "stipulation": "#1"}"##;
    let yaml = "---\nalgebraic: {white: [Kf3, Qe2], black: [Kh1]}\nstipulation: \"#1\"\n";
    for (name, text) in [("a.json", json), ("b.jsonl", json), ("c.yaml", yaml), ("d.YML", yaml)] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let output = kirke(&format!("verify --quiet {}", folder.path().display()), "");
    assert_eq!(err(&output), "");
    assert_eq!(out(&output).matches("#1: ").count(), 4, "{}", out(&output));
}

/// Popeye reads one file: of a folder, others would be lost without a word.
#[test]
fn popeye_refuses_a_folder() {
    let output = kirke("popeye problems", "");
    assert_eq!(code(&output), 2, "{}", out(&output));
    assert!(err(&output).starts_with("error: problems: "), "{}", err(&output));
    assert_eq!(out(&output), "");
}

#[cfg(target_os = "linux")]
#[test]
fn rubbish_input_takes_bounded_memory() {
    let megabytes = 20;
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all("beginproblem\n".repeat(megabytes * (1 << 20) / 13).as_bytes()).expect("room");
    // Stacks and the program itself take additional memory.
    let kilobytes = (10 * megabytes + 256) << 10;
    let output = Process::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" verify --threads 1 --memory 1M \"$1\"")])
        .args([env!("CARGO_BIN_EXE_kirke").as_ref(), file.path().as_os_str()])
        .env("KIRKE_CONFIG", "")
        .output()
        .expect("kirke runs");
    assert_eq!(code(&output), 2, "{}", err(&output).lines().last().unwrap_or(""));
    assert!(err(&output).contains("from here on"), "the rest is not counted");
}

#[test]
fn refusals_show_span_and_expectation() {
    let men = "pieces white Kb6 Rh1 black";
    // The second line, the place of the fault, and the expectation in the message.
    let faults: &[(&str, &str, &str)] = &[
        ("frobnicate", "2:1", "a colour or a command"),
        ("stipulatoin #1", "2:1", "did you mean"),
        ("option Varaition", "2:8", "did you mean 'Variations'"),
        ("condition Circ", "2:11", "ambiguous"),
        ("condition Hypervolage", "2:11", "not supported"),
        ("condition Circe Hypervolage", "2:17", "not supported"),
        ("condition LosingChess", "2:11", "no man is royal, so that the goal '#' cannot be reached"),
        ("pieces white Ri1", "2:15", "expected a square"),
        ("pieces white Rh9", "2:15", "expected a square"),
        ("pieces white Bh1", "2:15", "two men are on h1"),
        ("stipulation #999", "2:14", "expected at most"),
        ("stipulation #0", "2:14", "expected at least one move"),
        ("stipulation #1.5", "2:", "half-move"),
        ("stipulation ser-h#2.5", "2:", "half-move"),
        ("forsyth 8/8/8/8/8/8/8/7", "2:9", "expected 64 squares, found 63"),
        ("forsyth 8/8/8/8/8/8/8/54", "2:", "expected 64 squares, found more"),
        ("option NoCastling c3", "2:19", "no castling begins on c3"),
        ("option EnPassant a2a3a4", "2:18", "expected a pawn"),
        ("stipulation #1 zeroposition", "2:16", "expected a change"),
        ("remark kirke: verdict=splendid", "2:23", "expected a verdict"),
    ];
    for &(line, place, expected) in faults {
        // The other lines are correct: the fault affects only its own problem.
        let asked = if line.starts_with("stip") { "" } else { "stipulation #1" };
        let first = if line.starts_with("forsyth") { "remark" } else { men };
        let black = if first == men { " Ka8" } else { "" };
        let text = format!(
            "beginproblem {first}{black}\n{line}\n{asked}\nnextproblem\n{ROOK} stipulation #1\nendproblem\n"
        );
        for command in ["solve -", "verify -", "popeye -"] {
            if command != "popeye -" || !line.contains("remark kirke") {
                let output = kirke(command, text.clone());
                let printed = err(&output);
                assert_eq!(code(&output), 2, "{command}: {line}\n{printed}");
                assert!(printed.contains(&format!("standard input:{place}")), "{line}\n{printed}");
                assert!(printed.contains(expected), "{line}\n{printed}");
                assert!(printed.contains(line.split(' ').next_back().expect("a word")), "{line}\n{printed}");
                let solved = out(&output);
                let second =
                    if command == "verify -" { solved.contains("#1: sound") } else { solved.contains("h8") };
                assert!(second, "{command}: the second problem is lost\n{solved}");
                assert!(!solved.contains("Rg8"), "{command}: {line}\n{solved}");
            }
        }
    }
}

#[test]
fn faulty_epd_line_keeps_the_others() {
    let sound = "k7/8/1K6/8/8/8/8/7R w - - #1";
    for (line, expected) in [
        ("k7/8/1K6/8/8/8/8/6R w - - #1", "expected 8 squares in every rank"),
        ("k7/8/1K6/8/8/8/8/8R w - - #1", "expected at most 8 squares"),
        ("k7/8/1K6/8/8/8/8/7R w KQ - #1", "cannot have the right"),
        ("k7/8/1K6/8/8/8/8/7R w - e6 #1", "expected"),
        ("k7/8/1K6/8/8/8/8/7R w - -", "expected a stipulation"),
        ("k7/8/1K6/8/8/8/8/7R w - - #1 #2", "expected"),
        ("k7/8/1K6/8/8/8/8/7X w - - #1", "expected"),
        ("k7/8/1K6/8/8/8/8/7R w - - dm 1; dm 1;", "twice"),
        ("k7/8/1K6/8/8/8/8/7R w - - stip #1; cond Hypervolage;", "not supported"),
        ("k7/8/1K6/8/8/8/8/7R w - - stip #1; verdit sound;", "did you mean 'verdict'"),
    ] {
        let output = kirke("verify -", format!("{sound}\n{line}\n{sound}\n"));
        let printed = err(&output);
        assert_eq!(code(&output), 2, "{line}\n{printed}");
        assert!(printed.contains("standard input:2:") && printed.contains(expected), "{line}\n{printed}");
        assert_eq!(out(&output).matches("#1: sound").count(), 2, "{line}\n{}", out(&output));
    }
}

#[test]
fn input_without_problems_is_refused() {
    let rubbish: Vec<u8> = (0..4000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for input in [
        Vec::new(),
        b"\0\x01\xff\xfe\x80".to_vec(),
        b"\xff\xfeb\0e\0g\0i\0n\0".to_vec(),
        rubbish,
        b"Dear Sir, here is my two-mover.".to_vec(),
        b"beginproblem".to_vec(),
        b"beginproblem pieces white Kb6 Rh".to_vec(),
        b"beginproblem pieces white Kb6 Rh1 black Ka8 stipulation".to_vec(),
        b"beginproblem pieces white Kb6 Rh1 black Ka8 stipulation #1".to_vec(),
    ] {
        for command in ["solve -", "verify -", "popeye -"] {
            let output = kirke(command, input.clone());
            assert_eq!(code(&output), 2, "{command}: {input:?}");
            assert!(err(&output).contains("error: "), "{command}: {input:?}");
            assert!(!out(&output).contains("h8"), "{command}: {input:?}");
        }
    }
}

#[test]
fn missing_file_keeps_the_others() {
    let output = kirke("verify problems/nowhere.inp problems/faulty-schemes.inp", "");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("problems/nowhere.inp: "), "{}", err(&output));
    assert!(out(&output).contains("faulty-schemes.inp:1"));
    assert_eq!(code(&kirke("popeye problems/nowhere.inp", "")), 2);
}

#[test]
fn control_characters_are_not_printed() {
    let steering = problem(&format!("author \x1b[31mred\u{202e}\n{ROOK} stipulation #1"));
    for command in ["solve -", "solve --format popeye -", "verify -"] {
        let printed = out(&kirke(command, steering.clone()));
        assert!(
            printed.contains("[31mred") && !printed.contains(['\x1b', '\u{202e}']),
            "{command}: {printed}"
        );
    }
}

#[test]
fn refused_twin_has_no_other_finding() {
    let text = problem(&format!("{ROOK} stipulation #1 twin add white Kc1"));
    let printed = out(&kirke("verify -", text));
    assert!(printed.contains("several kings") && !printed.contains("no solution"), "{printed}");
}

#[test]
fn non_problem_line_is_refused_alone() {
    let output = kirke("verify -", "nonsense\nk7/8/1K6/8/8/8/8/7R w - - #1\n");
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains(":2  #1: sound"), "{}", out(&output));
}

#[test]
fn declaration_without_colon_is_refused() {
    let output = kirke("verify -", problem(&format!("{ROOK} stipulation #1\nremark kirke keys=Rh7\n")));
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("expected 'kirke:'"), "{}", err(&output));
}

#[test]
fn missing_king_is_refused_without_option() {
    let lonely = "pieces white Kb6 Rh1 stipulation #1";
    for command in ["solve -", "verify -"] {
        let output = kirke(command, problem(lonely));
        assert_eq!(code(&output), 2, "{command}");
        assert!(out(&output).contains("Black has no king"), "{}", out(&output));
        let printed = err(&output);
        assert!(printed.contains("error: Black has no king\n --> standard input:1:1\n"), "{printed}");
        assert!(printed.contains("NoBk"), "{printed}");
    }
    let output = kirke("solve -", problem("pieces white Rh1 black Ka8 stipulation #1"));
    assert!(err(&output).contains("NoWk"), "{}", err(&output));
    let output = kirke("popeye -", problem(lonely));
    assert_eq!(code(&output), 0);
    assert!(err(&output).contains("both sides need a king"));
    let output = kirke("solve -", problem("pieces white Kb6 Rh1 stipulation ser-zh81 option NoBk"));
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("1.Rh8"), "{}", out(&output));
    assert_eq!(code(&kirke("solve -", problem("pieces stipulation #1 option NoWk NoBk"))), 0);
}

#[test]
fn impossible_twin_is_refused_alone() {
    for change in ["move a1 a2", "remove c3", "exchange h1 c3", "add white Kc3"] {
        let text = problem(&format!("{ROOK} stipulation #1 twin {change} twin move h1 g1"));
        let output = kirke("solve -", text.clone());
        assert_eq!(code(&output), 2, "{change}");
        let printed = out(&output);
        assert!(printed.contains("1.Rh8#") && printed.contains("1.Rg8#"), "{change}\n{printed}");
        assert!(printed.contains("Not solved"), "{change}\n{printed}");
        for command in ["solve --format popeye -", "solve --format json -", "popeye -", "verify -"] {
            let output = kirke(command, text.clone());
            assert_eq!(code(&output), 2, "{command}: {change}");
            let printed = err(&output);
            assert!(printed.contains(" --> standard input:2:52\n"), "{command}: {change}\n{printed}");
            assert!(printed.contains("^^^"), "{command}: {change}\n{printed}");
        }
        let output = kirke("verify -", text);
        let printed = out(&output);
        for (label, verdict) in
            [("a) ", "sound, 1.Rh8#"), ("b) ", "refused"), ("c) wRh1-->g1: ", "sound, 1.Rg8#")]
        {
            let twin = printed.lines().find(|line| line.trim_start().starts_with(label));
            assert!(twin.is_some_and(|line| line.ends_with(verdict)), "{change}\n{printed}");
        }
    }
}

#[test]
fn refusal_is_shown_once_per_problem() {
    let lonely = "8/8/1K6/8/8/8/8/7R w - - #1";
    let output = kirke("verify -", format!("{lonely}\n{lonely}\n"));
    for place in ["standard input:1:1", "standard input:2:1"] {
        assert_eq!(err(&output).matches(place).count(), 1, "{}", err(&output));
    }
    // In duplex both sides cause the refusal, and it is shown once.
    let output = kirke("verify -", problem("pieces white Kb6 Rh1 stipulation #1 option Duplex"));
    assert_eq!(err(&output).matches("error: ").count(), 1, "{}", err(&output));
}

#[test]
fn several_kings_in_twin_are_refused_at_the_change() {
    let output = kirke("perft 1 8/8/8/8/8/8/8/KKk5", "");
    assert_eq!(code(&output), 2);
    let twin = problem(&format!("{ROOK} stipulation #1\ntwin add white Kc2"));
    let printed = err(&kirke("solve -", twin));
    assert!(printed.contains("several kings") && printed.contains("standard input:3:6"), "{printed}");
}

#[test]
fn king_and_royal_man_are_refused_by_name() {
    let text = problem("stipulation #1 pieces white Kc1 black Kh8 white Royal Pd2");
    let message = "error: White has several royal men (Kc1 rPd2): a king is royal without being marked";
    assert!(err(&kirke("solve -", text)).contains(message));
}

#[test]
fn several_kings_are_refused() {
    let output = kirke("solve -", problem(&format!("{ROOK} white Kc2 stipulation #1")));
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains("White has several kings"), "{}", out(&output));
    assert!(err(&output).contains("error: White has several kings (c2 b6)\n --> standard input:2:15\n"));
}
