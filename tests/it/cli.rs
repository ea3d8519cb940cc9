//! The command line: output streams, messages and exit codes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::program::{kirke, problem};
use assert_cmd::Command;

/// White mates on h8.
const ROOK: &str = "pieces white Kb6 Rh1 black Ka8";
/// A problem that cannot be solved in practical time.
const ENDLESS: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - ser-h#40";
/// Another such problem, without short solutions.
const ENDLESS_WITHOUT_SOLUTION: &str = "7k/p5p1/7p/8/8/P7/1P6/K7 w - - #40";

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

#[test]
fn solved_exits_0() {
    let output = kirke("solve -", problem(&format!("{ROOK} stipulation #1")));
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("1.Rh8#"), "{}", out(&output));
    assert_eq!(err(&output), "");
}

#[test]
fn verdicts_decide_the_exit_code() {
    for (declared, expected) in [
        ("", 0),
        ("remark kirke: verdict=sound keys=Rh8", 0),
        ("remark kirke: verdict=cooked", 1),
        ("remark kirke: keys=Rh7", 1),
        ("remark kirke: keys=", 1),
    ] {
        let output = kirke("verify -", problem(&format!("{ROOK} stipulation #1\n{declared}")));
        assert_eq!(code(&output), expected, "{declared}: {}", out(&output));
    }
    let output = kirke("verify -", problem(&format!("{ROOK} stipulation #2")));
    assert_eq!(code(&output), 1, "a short solution");
}

#[test]
fn declared_refusal_and_incomplete_are_as_declared() {
    let lonely = "pieces white Kb6 Rh1 stipulation #1\nremark kirke: verdict=refused";
    let output = kirke("verify -", problem(lonely));
    assert_eq!(code(&output), 0, "{}", out(&output));
    assert!(out(&output).contains("#1: refused, as declared\n    Black has no king"), "{}", out(&output));
    assert_eq!(err(&output), "");

    let endless = format!("{ENDLESS_WITHOUT_SOLUTION}; verdict incomplete;").replace("#40", "stip #40");
    let output = kirke("verify --nodes 10000 -", endless);
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("incomplete, as declared"), "{}", out(&output));

    // The second twin is not reached.
    let twins = "pieces white Ka1 Pa3b2 black Kh8 Pa7g5h6 stipulation #40\noption HalfDuplex\n\
                 remark kirke: verdict=incomplete\ntwin move h6 h7";
    let output = kirke("verify --nodes 10000 -", problem(twins));
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    assert_eq!(
        code(&kirke("verify --nodes 10000 -", problem(&twins.replace("incomplete", "incomplete twin=a")))),
        3
    );
}

#[test]
fn folder_without_problems_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes.txt"), "no problem").expect("a file");
    let name = folder.path().display().to_string();
    for command in ["solve", "verify"] {
        let output = kirke(&format!("{command} {name} problems/faulty-schemes.inp"), "");
        assert_eq!(code(&output), 2, "{command}");
        let kinds = "(.inp, .epd, .fen)";
        let note = format!("note: {name}/notes.txt: not read, since it is no problem file {kinds}\n");
        let error = format!("error: {name}: this folder holds no problem files {kinds}\n");
        assert_eq!(err(&output), note + &error);
        assert!(out(&output).len() > 100, "{command} stops at the folder");
    }
}

/// Popeye reads one file: of a folder, others would be lost without a word.
#[test]
fn popeye_refuses_a_folder() {
    let output = kirke("popeye problems", "");
    assert_eq!(code(&output), 2, "{}", out(&output));
    assert!(err(&output).starts_with("error: problems: "), "{}", err(&output));
    assert_eq!(out(&output), "");
}

#[test]
fn help_shows_defaults_once() {
    let help = out(&kirke("perft --help", ""));
    assert_eq!(help.matches("[default").count(), 2, "{help}");
    assert!(!help.contains("rnbqkbnr"), "{help}");
}

#[test]
fn findings_are_listed_up_to_a_dozen() {
    let output = kirke("verify -", problem("pieces white Ka1 Rh1 stipulation ser-zh84 option NoBk"));
    let printed = out(&output);
    for kind in ["112 short solutions in fewer moves: ", "1362 solutions, none declared: "] {
        let line = printed.lines().find(|line| line.trim_start().starts_with(kind)).expect(kind);
        assert_eq!(line.matches(';').count(), 12, "{printed}");
        assert!(line.contains("; and "), "{printed}");
    }
}

#[test]
fn solve_and_verify_number_moves_alike() {
    let problem = "1R6/8/8/8/8/k1K5/8/8 w - - h#1.5";
    for command in ["solve -", "verify -"] {
        let printed = out(&kirke(command, problem));
        assert!(printed.contains("1...Kc2 2.Ka2 Ra8#"), "{printed}");
    }
}

#[test]
fn too_large_memory_option_still_solves() {
    let output = kirke("solve --memory 16000G -", problem(&format!("{ROOK} stipulation #1")));
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("1.Rh8#"));
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
        .output()
        .expect("kirke runs");
    assert_eq!(code(&output), 2, "{}", err(&output).lines().last().unwrap_or(""));
    assert!(err(&output).contains("from here on"), "the rest is not counted");
}

#[test]
fn wrong_declared_verdict_is_shown() {
    let text = fs::read_to_string("problems/orthodox-directmates.inp").expect("a collection");
    let output = kirke("verify -", text.replacen("verdict=sound", "verdict=cooked", 1));
    assert_eq!(code(&output), 1);
    let line = "standard input:1  Paul Morphy, #2: sound, declared cooked, 1.Ra6!";
    assert!(out(&output).lines().any(|printed| printed == line), "{}", out(&output));

    let rooks = "pieces white Kb6 Rc1h1 black Ka8 stipulation #1\nremark kirke: verdict=sound keys=Rh8";
    let output = kirke("verify -", problem(rooks));
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("#1: cooked, 1.Rh8#\n    cook: 1.Rc8#\n"), "{}", out(&output));
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
        ("condition Madrasi", "2:11", "not supported"),
        ("condition Circe Madrasi", "2:17", "not supported"),
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
        ("k7/8/1K6/8/8/8/8/7R w - - stip #1; cond Madrasi;", "not supported"),
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
fn wrong_arguments_exit_2() {
    for arguments in [
        "",
        "frobnicate",
        "solve",
        "solve --time x -",
        "solve --format latex -",
        "verify --memory much -",
        "verify --jobs 0 -",
        "popeye",
        "popeye -x -",
        "popeye -maxtime",
        "perft",
        "perft x",
        "perft 2 rubbish",
        "perft 2 --condition Madrasi",
    ] {
        let output = kirke(arguments, "");
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(!err(&output).is_empty(), "{arguments}");
    }
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
fn wrong_declared_keys_are_reported() {
    // A problem without twins is its own twin a.
    let output =
        kirke("verify -", problem(&format!("{ROOK} stipulation #1\nremark kirke: twin=a keys=Kb5\n")));
    assert_eq!(code(&output), 1, "{}", out(&output));
    // There are two keys as the verdict declares, but not the declared keys.
    let output = kirke("verify -", "k7/8/1K6/8/8/8/8/2R4R w - - #1; bm Kb5 Rh8; verdict cooked;");
    assert_eq!(code(&output), 1, "{}", out(&output));
    assert!(out(&output).contains("found but not declared: 1.Rc8#"), "{}", out(&output));
    let output = kirke("verify -", "k7/8/1K6/8/8/8/8/2R4R w - - #1; bm Rc8 Rh8; verdict cooked;");
    assert_eq!(code(&output), 0, "{}", out(&output));
}

#[test]
fn refused_twin_has_no_other_finding() {
    let text = problem(&format!("{ROOK} stipulation #1 twin add white Kc1"));
    let printed = out(&kirke("verify -", text));
    assert!(printed.contains("several kings") && !printed.contains("no solution"), "{printed}");
}

#[test]
fn node_limit_of_one_is_incomplete() {
    let output = kirke("solve --nodes 1 -", "k7/8/8/2K5/8/8/8/7R w - - s#3");
    assert_eq!(code(&output), 3, "{}", out(&output));
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
fn several_kings_are_refused() {
    let output = kirke("solve -", problem(&format!("{ROOK} white Kc2 stipulation #1")));
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains("White has several kings"), "{}", out(&output));
    assert!(err(&output).contains("error: White has several kings (c2 b6)\n --> standard input:1:1\n"));
}

#[test]
fn json_has_one_object_per_line() {
    for command in ["solve", "verify"] {
        let output = kirke(&format!("{command} --format json problems/faulty-schemes.inp -"), "rubbish");
        assert_eq!(code(&output), 2);
        let records: Vec<serde_json::Value> =
            out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(records.len(), 7);
        for record in &records {
            assert_eq!(record["version"], 1);
            assert!(record["line"].as_u64().is_some_and(|line| line > 0));
        }
        assert_eq!(records[0]["source"], "problems/faulty-schemes.inp");
        assert_eq!(records[6]["source"], "standard input");
        assert!(records[6]["problem"].is_null());
        assert!(records[6]["errors"][0]["message"].as_str().is_some_and(|text| text.contains("rubbish")));
        let verdict = &records[0]["verdict"]["verdict"];
        assert!(if command == "verify" { verdict == "cooked" } else { verdict.is_null() });
    }
}

#[test]
fn first_option_stops_at_one_solution() {
    // Every move of the rook along the first rank is a key.
    let keys = problem("pieces white Kb6 Ra1 black Kb8 stipulation #2 option Try");
    let count = |output: &Output| out(output).lines().filter(|line| line.starts_with("1.")).count();
    assert!(count(&kirke("solve -", &keys[..])) > 5);
    for (text, lines) in [
        (&keys[..], 1),
        (&problem("pieces white Kb6 Ra1 black Kb8 stipulation h#2")[..], 1),
        (&problem("pieces white Kb6 Ra1 black Kb8 stipulation r#2")[..], 0),
        (&problem("pieces white Kb6 black Kb8 stipulation #3")[..], 0),
    ] {
        let output = kirke("solve --first -", text);
        assert_eq!((count(&output), code(&output)), (lines, 0), "{}", out(&output));
    }
    // With little memory the search must still end: without the proof-number search it takes 770,000
    // nodes.
    let none = problem("pieces white Ka8 Be7 Sd4 Re1 Pd3 black Kc8 Rf7 Bf6 stipulation #5");
    let output = kirke("solve --first --memory 0 --threads 1 --nodes 200000 -", &none[..]);
    assert_eq!((count(&output), code(&output)), (0, 0), "{}", out(&output));
}

/// The test counts nodes, which are the same on every machine.
#[test]
fn unwanted_root_moves_are_not_searched() {
    for (text, most) in [
        // The short part, which refuses, is searched before the long one, which takes 130,000 nodes.
        ("pieces white Ke1 Ra1 Bf5 Sg1 black Ke8 Ra8 stipulation reci-h#2.5 condition PhantomChess", 40_000),
        // A search of all root moves would take 74,000 nodes.
        (
            "pieces white Kh1 Qe5 Rh7 Qh6 black Kg7 stipulation h==2.5 \
             condition Circe Chameleon RexInclusive option StartMoveNumber 5 UpToMoveNumber 5",
            10_000,
        ),
    ] {
        let output = kirke(&format!("solve --threads 1 --nodes {most} -"), &problem(text)[..]);
        assert_eq!(code(&output), 0, "{text}: {}", out(&output));
    }
}

#[test]
fn stats_are_in_json_on_request() {
    let text = problem(&format!("{ROOK} stipulation #1"));
    for command in ["solve", "verify"] {
        let output = kirke(&format!("{command} --format json --stats --threads 2 --memory 15M -"), &text[..]);
        let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
        let stats = &record["stats"];
        assert!(stats["nodes"].is_u64() && stats["milliseconds"].is_u64(), "{command}: {stats}");
        assert_eq!(stats["threads"], 2, "{command}: {stats}");
        // The program takes 7M itself, and the answer may take a quarter of the rest.
        assert_eq!(stats["table"]["entries"], (6 << 20) / 16, "{command}: {stats}");
        assert!(
            !out(&kirke(&format!("{command} --format json -"), &text[..])).contains("stats"),
            "{command}"
        );
        let output = kirke(&format!("{command} --stats -"), &text[..]);
        assert!(code(&output) == 2 && err(&output).contains("--format json"), "{}", err(&output));
    }
    let output = kirke("solve --format json --stats --nodes 10000 -", ENDLESS_WITHOUT_SOLUTION);
    let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert!(record["stats"]["nodes"].as_u64().is_some_and(|nodes| nodes >= 10_000), "{}", out(&output));
    assert!(record["stats"]["table"]["used"].as_u64().is_some_and(|used| used > 0), "{}", out(&output));
}

#[test]
fn buffered_solutions_are_bounded() {
    // The problem has millions of lines.
    let many = problem("pieces white Ka1 Bb1 Pb2b3 black Kh8 Rg8 Bh7 Pg7 Sa8 Pc7 stipulation h#8");
    let output = kirke("solve --format json --memory 10M -", &many[..]);
    assert_eq!(code(&output), 3, "{}", err(&output));
    let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    let lines = record["twins"][0]["sides"][0]["actual"]["lines"].as_array().map_or(0, Vec::len);
    assert!((1000..2000).contains(&lines), "{lines}");
    assert!(out(&output).contains("the search was cut short"), "{}", out(&output));
    let output = kirke("verify --memory 10M -", &many[..]);
    assert!(code(&output) == 1 && out(&output).contains("h#8: short solution"), "{}", out(&output));
}

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

/// Sends signals with this command of a shell, in which `ID` is the process, to an endless search, and checks that it
/// ends as an interrupted one.
#[cfg(unix)]
fn check_interrupted_search(kill: &str) {
    let mut child = Process::new(env!("CARGO_BIN_EXE_kirke"))
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
        let mut child = Process::new(env!("CARGO_BIN_EXE_kirke"))
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
    for (arguments, problems, summary) in [
        (&["verify", "-"][..], [ROOK, endless, ROOK, ROOK, "rubbish"], "1 of 2 problems as expected, 3 not"),
        (
            &["verify", "--jobs", "2", "-"],
            [ROOK, endless, endless, ROOK, "rubbish"],
            "1 of 3 problems as expected, 2 not",
        ),
    ] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_kirke"))
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
        let (_, not_started) = verdicts.split_once("; ").expect("a summary");
        assert_eq!(
            format!("{numbers} as expected, {not_started}"),
            format!("interrupted: {summary} started")
        );
        assert!(cut.iter().all(|line| line.ends_with(": incomplete")), "{rest:?}");
        let end = child.wait_with_output().expect("an end");
        assert_eq!(end.status.code(), Some(130));
        assert_eq!(err(&end), "");
    }
}

#[cfg(unix)]
#[test]
fn closed_stderr_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = Process::new(env!("CARGO_BIN_EXE_kirke"))
        .args(["verify", "nowhere.inp", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(writer)
        .spawn()
        .expect("kirke runs");
    let mut input = child.stdin.take().expect("standard input");
    writeln!(input, "rubbish").expect("kirke reads");
    drop(input);
    let end = child.wait_with_output().expect("an end");
    assert_eq!(end.status.code(), Some(2));
    assert!(out(&end).starts_with("standard input:1  refused: expected 'beginproblem'"), "{}", out(&end));
}

#[cfg(unix)]
#[test]
fn closed_stdout_is_no_error() {
    // A batch with incomplete output must not exit as a success.
    for (command, code) in
        [("solve problems", 0), ("solve --format json problems", 0), ("verify problems", 3), ("rules", 0)]
    {
        let mut child = Process::new(env!("CARGO_BIN_EXE_kirke"))
            .args(command.split(' '))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("kirke runs");
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a first line");
        drop(output);
        let end = child.wait_with_output().expect("an end");
        assert_eq!(end.status.code(), Some(code), "{command}");
        assert_eq!(err(&end), "", "{command}");
    }
}

#[test]
fn output_does_not_depend_on_threads() {
    let files = "problems/orthodox-helpmates.inp problems/circe-directmates.inp";
    for command in ["solve", "solve --format json", "verify"] {
        let one = kirke(&format!("{command} --threads 1 {files}"), "");
        let two = kirke(&format!("{command} --threads 2 {files}"), "");
        assert_eq!(code(&one), 0);
        assert!(one.stdout == two.stdout, "{command} prints otherwise with two threads");
    }
    let one = kirke(&format!("verify --jobs 1 {files}"), "");
    let two = kirke(&format!("verify --jobs 2 {files}"), "");
    assert!(one.stdout == two.stdout, "verify prints otherwise with two jobs");
}

#[cfg(unix)]
#[test]
fn program_named_py_acts_as_popeye() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("py");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kirke"), &link).expect("a link");
    let file = folder.path().join("rook.inp");
    fs::write(&file, problem(&format!("{ROOK} stipulation #1"))).expect("a file");
    let output = Command::new(&link).arg("-regression").arg(&file).output().expect("py runs");
    let own = Command::new(env!("CARGO_BIN_EXE_kirke")).args(["popeye", "-regression"]).arg(&file).output();
    assert_eq!(output.stdout, own.expect("kirke runs").stdout);
    assert!(out(&output).contains("   1.Rh1-h8 # !\n"), "{}", out(&output));
    assert!(out(&output).contains("solution finished."));
}

/// Programs that call Popeye do not request the board, and skip the line with the program's name.
#[test]
fn no_board_prints_only_the_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.inp");
    let text = "beginproblem option NoBoard author A title T\npieces white Kb6 Rc1 black Ka8\nstipulation #1\n\
                twin move c1 d1\nnextproblem option NoBoard\npieces white Kb6 Rc1 black Ka8\nstipulation #1\n\
                endproblem\n";
    std::fs::write(&file, text).expect("a file");
    let output =
        Command::new(env!("CARGO_BIN_EXE_kirke")).arg("popeye").arg(&file).output().expect("kirke runs");
    let printed = "kirke \n\na) \n\n   1.Rc1-c8 # !\n\n\nb) wRc1-->d1  \n\n   1.Rd1-d8 # !\n\n\n\
                solution finished.\n\n\n\n   1.Rc1-c8 # !\n\n\nsolution finished.\n\n\n";
    let printed = printed.replace("kirke ", concat!("kirke ", env!("CARGO_PKG_VERSION")));
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed);
}

/// A declaration that does not apply to this kind of play is an error.
#[test]
fn declarations_of_other_play_are_wrong() {
    let rook = "beginproblem pieces white Kb6 Rh1 black Ka8 stipulation";
    for declared in ["lines=9", "branching=5.7", "set=4"] {
        let text = format!("{rook} #1\nremark kirke: {declared}\nendproblem\n");
        let output = kirke("verify -", text);
        assert!(out(&output).contains("declared solution wrong"), "{declared}: {}", out(&output));
        assert_eq!(code(&output), 1, "{declared}");
    }
    for declared in ["keys=Rg3", "tries=Rh8"] {
        let text = format!("{rook} ser-#1\nremark kirke: {declared}\nendproblem\n");
        let output = kirke("verify -", text);
        assert!(out(&output).contains("declared solution wrong"), "{declared}: {}", out(&output));
    }
}

#[test]
fn dual_after_a_threat_is_reported() {
    let text = "beginproblem pieces white Kf8 Qg2 Bb2 black Ka4 Pg5 stipulation #4 endproblem";
    let output = kirke("verify -", text);
    assert!(out(&output).contains("minor dual"), "{}", out(&output));
}

#[test]
fn illegal_set_play_is_no_defect() {
    let text = "beginproblem pieces white Kc1 Qg7 Rh7 black Ka8 Ra1 stipulation #2 option SetPlay endproblem";
    let output = kirke("verify -", text);
    assert!(!out(&output).contains("illegal"), "{}", out(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    let problem = format!("{ROOK} stipulation #1\nendproblem\n");
    for command in ["solve -", "verify -", "popeye -", "rules", "perft 1"] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_kirke"))
            .args(command.split(' '))
            .stdin(Stdio::piped())
            .stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("kirke runs");
        let mut input = child.stdin.take().expect("standard input");
        let _ = input.write_all(format!("beginproblem {problem}").as_bytes());
        drop(input);
        let output = child.wait_with_output().expect("kirke ends");
        assert!(err(&output).contains("could not be written"), "{command}: {}", err(&output));
        assert_eq!(code(&output), 2, "{command}");
    }
}

#[test]
fn mutually_exclusive_castling_holds_under_all_rules() {
    for condition in ["", "condition Circe", "condition NoCapture"] {
        for (option, both) in [("", true), ("option CastlingMutuallyExclusive a1h8", false)] {
            let text = format!(
                "beginproblem pieces white Ke1 Ra1 black Ke8 Rh8 stipulation h001 {condition} {option} endproblem"
            );
            let output = out(&kirke("popeye -", text));
            assert_eq!(output.contains("1.0-0 0-0-0"), both, "{condition} {option}: {output}");
            assert!(output.contains("1.Ke8-e7 0-0-0"), "{condition} {option}: {output}");
        }
    }
}

#[test]
fn question_on_command_line_is_that_of_a_file() {
    let asked = Process::new(env!("CARGO_BIN_EXE_kirke"))
        .args([
            "solve",
            "2b2qn1/n4pP1/6p1/4N2r/7k/2p3b1/1P2K3/8",
            "--stip",
            "h#2",
            "--cond",
            "Circe",
            "-j",
            "1",
        ])
        .output()
        .expect("kirke runs");
    let line = "2b2qn1/n4pP1/6p1/4N2r/7k/2p3b1/1P2K3/8 b - - h#2; cond Circe;";
    assert_eq!(out(&asked), out(&kirke("solve -", line)));
    assert_eq!(code(&asked), 0);
}

#[test]
fn standard_input_needs_no_name() {
    let line = "8/8/8/8/8/5K2/4Q3/7k w - - #1; bm Qg2;";
    assert_eq!(out(&kirke("verify", line)), out(&kirke("verify -", line)));
}

#[test]
fn undeclared_solutions_are_no_defect_unless_strict() {
    let line = "8/8/8/8/8/7k/8/R4K2 h#2";
    let output = kirke("verify -", line);
    assert_eq!(code(&output), 0);
    assert!(
        out(&output).starts_with("standard input:1  h#2: 6 solutions, none declared\n"),
        "{}",
        out(&output)
    );
    let strict = kirke("verify --strict -", line);
    assert_eq!(code(&strict), 1);
    assert!(out(&strict).starts_with("standard input:1  h#2: cooked\n"), "{}", out(&strict));
    for (arguments, expected) in [
        ("--lines 6", 0),
        ("--strict --lines 6", 0),
        ("--branching 1.6.1.1", 0),
        ("--lines 5", 1),
        ("--lines 7", 1),
        ("--branching 6.1.1.1", 1),
    ] {
        let output = kirke(&format!("verify {arguments} -"), line);
        assert_eq!(code(&output), expected, "{arguments}: {}", out(&output));
    }
    // Two keys are a cook, whether declared or not.
    assert_eq!(code(&kirke("verify -", "k7/8/1K6/8/8/8/8/2R4R w - - #1")), 1);
}

#[test]
fn only_prints_problems_with_wanted_verdicts() {
    let lines = "8/8/8/8/8/7k/8/R4K2 h#2\nk7/8/1K6/8/8/8/8/2R4R #1\n8/8/8/8/8/5K2/4Q3/7k #1\n";
    for (only, printed) in [
        ("unsound", vec![2]),
        ("cooked", vec![2]),
        ("several-solutions", vec![1]),
        ("several-solutions,cooked", vec![1, 2]),
        ("no-solution", vec![]),
    ] {
        let text = out(&kirke(&format!("verify --only {only} -"), lines));
        let numbers: Vec<u32> = text
            .lines()
            .filter_map(|line| line.strip_prefix("standard input:")?.split(' ').next()?.parse().ok())
            .collect();
        assert_eq!(numbers, printed, "{only}: {text}");
        assert!(text.contains("of 3 problems as expected"), "{only}: {text}");
    }
}

#[test]
fn usual_ways_to_write_stipulations_are_suggested() {
    for (written, meant) in [("2#", "#2"), ("sh#5", "ser-h#5"), ("PG 3", "dia3"), ("mate in 2", "#2")] {
        let output = kirke("solve -", problem(&format!("{ROOK} stipulation {written}")));
        assert_eq!(code(&output), 2, "{written}");
        assert!(err(&output).contains(&format!("did you mean '{meant}'?")), "{written}: {}", err(&output));
    }
}
