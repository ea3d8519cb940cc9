//! The command line: output streams, messages and exit codes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use super::interrupt::ENDLESS_WITHOUT_SOLUTION;
use crate::common::program::{code, err, kirke, kirke_with, out, problem, program};
use assert_cmd::Command;

/// White mates on h8.
const ROOK: &str = "pieces white Kb6 Rh1 black Ka8";

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
        "perft 2 --condition Hypervolage",
    ] {
        let output = kirke(arguments, "");
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(!err(&output).is_empty(), "{arguments}");
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
fn node_limit_of_one_is_incomplete() {
    let output = kirke("solve --nodes 1 -", "k7/8/8/2K5/8/8/8/7R w - - s#3");
    assert_eq!(code(&output), 3, "{}", out(&output));
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
fn king_step_that_removes_a_hurdle_gives_check() {
    let text = problem("pieces white Kf7 Rh1 Sd5 black Kb8 LIa7 stipulation s+1");
    let output = kirke("solve --quiet -", &text[..]);
    assert!(out(&output).contains("1.Rh8+"), "{}", out(&output));
}

#[test]
fn reborn_hurdle_gives_check() {
    let circe = "condition Circe pieces white Ka1 Ga8 Rh1";
    let checks = |others: &str| {
        out(&kirke("solve --quiet -", &problem(&format!("{circe} {others} stipulation +1"))[..]))
    };
    let over_queen = checks("Pg3 black Ke8 Qh4 Sh7");
    for capture in ["1.Rxh4(Qd8)+", "1.gxh4(Qd8)+"] {
        assert!(over_queen.contains(capture), "{over_queen}");
    }
    // A knight is reborn on b8, on the other side of an empty square from e8.
    assert!(checks("black Kc8 Sh6").contains("1.Rxh6(Sb8)+"), "{}", checks("black Kc8 Sh6"));
    assert!(!checks("black Ke8 Sh6").contains("1.Rxh6"), "{}", checks("black Ke8 Sh6"));
}

#[test]
fn stats_name_lower_bounds() {
    for (man, used, off) in [("G", "mate patterns", ""), ("O", "", "mate patterns")] {
        let text = problem(&format!("pieces white Kb3 {man}a8 black Kb1 Ra1 stipulation h#2"));
        let output = kirke("solve --format json --stats -", &text[..]);
        let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
        let bounds = &record["stats"]["bounds"];
        let names = |name: &str| if name.is_empty() { vec![] } else { vec![name.to_owned()] };
        assert_eq!(bounds, &serde_json::json!({ "used": names(used), "off": names(off) }), "{man}");
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

#[cfg(unix)]
#[test]
fn closed_stderr_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = program()
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
        let mut child = program()
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
    let own = Command::from_std(program()).args(["popeye", "-regression"]).arg(&file).output();
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
    let output = Command::from_std(program()).arg("popeye").arg(&file).output().expect("kirke runs");
    let printed = "kirke \n\na) \n\n   1.Rc1-c8 # !\n\n\nb) wRc1-->d1  \n\n   1.Rd1-d8 # !\n\n\n\
                solution finished.\n\n\n\n   1.Rc1-c8 # !\n\n\nsolution finished.\n\n\n";
    let printed = printed.replace("kirke ", concat!("kirke ", env!("CARGO_PKG_VERSION")));
    let text = out(&output);
    let lines = text.lines().map(|line| line.split(" Time = ").next().unwrap_or(line).to_owned() + "\n");
    assert_eq!(lines.collect::<String>(), printed);
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
    for command in ["solve -", "verify -", "popeye -", "rules", "perft 1", "--help", "solve --help"] {
        let mut child = program()
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

#[cfg(target_os = "linux")]
#[test]
fn files_of_the_largest_size_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    // One block of 512 or 1,024 bytes.
    let run = |command: &str| {
        let kirke = env!("CARGO_BIN_EXE_kirke");
        let shell = format!("ulimit -f 1; cd '{}' && '{kirke}' {command}", folder.path().display());
        std::process::Command::new("sh").args(["-c", &shell]).output().expect("a shell")
    };
    for (command, message) in [
        ("rules > rules.txt", "the output could not be written: File too large"),
        ("verify 'k7/8/1K6/8/8/8/8/7R w - - #1' --store x.db", "x.db"),
    ] {
        let output = run(command);
        assert_eq!(code(&output), 2, "{command}: {}", err(&output));
        assert!(err(&output).contains(message), "{command}: {}", err(&output));
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
fn shells_and_man_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = kirke(&format!("completions {shell}"), "");
        assert!(code(&done) == 0 && out(&done).contains("perft"), "{shell}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("share/man1");
    assert_eq!(code(&kirke(&format!("man {}", path.display()), "")), 0);
    let page = |name: &str| std::fs::read_to_string(path.join(name)).expect("a page");
    // A hidden command has no page.
    assert!(path.join("kirke-work.1").exists() && !path.join("kirke-worker.1").exists());
    assert!(page("kirke.1").contains("kirke\\-verify(1)"), "{}", page("kirke.1"));
    assert!(
        page("kirke-verify.1").contains("kirke\\-verify") && page("kirke-verify.1").contains("\\-\\-store")
    );
    let file = path.join("kirke.1").display().to_string();
    let wrong = kirke(&format!("man {file}"), "");
    assert!(code(&wrong) == 2 && err(&wrong).contains("kirke.1"), "{}", err(&wrong));
}

#[test]
fn fail_fast_ends_at_the_first_unexpected_verdict() {
    let text =
        "k7/8/1K6/8/8/8/8/7R w - - #1;\nk7/8/1K6/8/8/8/8/2R4R w - - #1;\nk7/8/1K6/8/8/8/8/7R w - - #1;\n";
    let done = kirke("verify - --fail-fast", text);
    assert_eq!(code(&done), 1);
    assert!(out(&done).ends_with("1 of 2 problems as expected: 1 sound, 1 cooked\n"), "{}", out(&done));
}

/// A link to nothing is a file that cannot be read, also in a folder.
#[cfg(unix)]
#[test]
fn dangling_links_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("bad.inp");
    std::os::unix::fs::symlink(folder.path().join("nothing"), &link).expect("a link");
    std::fs::write(folder.path().join("good.epd"), "8/8/8/8/8/5K2/4Q3/7k w - - #1").expect("a file");
    let done = kirke_with(&["verify", &folder.path().display().to_string()], "");
    assert_eq!(code(&done), 2);
    assert!(err(&done).contains("bad.inp: "), "{}", err(&done));
    assert!(out(&done).contains("sound"), "{}", out(&done));
}
