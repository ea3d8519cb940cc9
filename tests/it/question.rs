//! Questions on the command line, and what is expected of the answers.

use crate::common::program::{code, err, kirke, kirke_with, out, problem, program};

/// White mates on h8.
const ROOK: &str = "pieces white Kb6 Rh1 black Ka8";
/// A helpmate in two of four solutions.
const HELPMATE: &str = "2b1Q3/1r6/KP1p4/3rb2P/2n1k3/P1p5/3P1p2/8";

#[test]
fn question_on_command_line_is_that_of_a_file() {
    let asked = program()
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
fn number_of_solutions_follows_asked_stipulation() {
    let popeye = problem("forsyth 2b1Q3/1r6/KP1p4/3rb2P/2s1k3/P1p5/3P1p2/8 stipulation h#2 3.1.1.1");
    for (stipulation, exit) in [("h#2 4.1.1.1", 0), ("h#2 4 sols", 0), ("h#2 2.1…", 1), ("h#2 4.1", 0)] {
        let output = kirke_with(&["verify", HELPMATE, "--stip", stipulation], "");
        assert_eq!(code(&output), exit, "{stipulation}: {}", out(&output));
        // It replaces the number after the stipulation that it replaces.
        for text in [format!("{HELPMATE} h#3 3 sols"), popeye.clone()] {
            let replaced = kirke_with(&["verify", "-", "--stip", stipulation], text);
            assert_eq!(code(&replaced), exit, "{stipulation}: {}", out(&replaced));
        }
    }
    for (wrong, expected) in [
        ("h#2 4.x", "the number of solutions as in '2.1.1.1' or '2 sols', found '4.x'"),
        ("h# 2", "did you mean 'h#2'?"),
        ("mate in 2", "did you mean '#2'?"),
    ] {
        let output = kirke_with(&["verify", HELPMATE, "--stip", wrong], "");
        assert!(code(&output) == 2 && err(&output).contains(expected), "{}", err(&output));
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

/// The position below the diagram gives the same problem, also if castling is denied or the other side begins.
#[test]
fn printed_position_is_the_problem() {
    for (position, stipulation) in [
        ("8/8/7R/5N2/2Q5/5k2/8/4K2R w - -", "#1"),
        ("8/8/7R/5N2/2Q5/5k2/8/4K2R w K -", "#1"),
        ("8/8/8/8/8/5k2/4q3/7K b - -", "#1"),
        ("8/8/8/8/8/7k/8/R4K2 b - -", "h#2"),
    ] {
        let solve =
            |position: &str| out(&kirke(&format!("solve - --stip {stipulation} --no-board"), position));
        let printed = solve(position);
        let line = printed.lines().find(|line| line.starts_with("8/8/")).expect("a position");
        assert_eq!(solve(line), printed, "{line}");
    }
}

/// Arguments can contradict the problem, and each other.
#[test]
fn contradictory_options_are_refused() {
    let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; opt PostKeyPlay;";
    for (arguments, problem) in [
        ("--set", problem),
        ("--set --option NullMoves", &problem.replace("PostKeyPlay", "Variation")),
        ("--option Duplex --option HalfDuplex", &problem.replace("PostKeyPlay", "Variation")),
    ] {
        for command in ["solve", "verify"] {
            let refused = kirke(&format!("{command} - {arguments}"), problem);
            assert_eq!(code(&refused), 2, "{arguments}: {}", out(&refused));
        }
    }
    let declared = "8/8/8/8/8/7k/8/R4K2 b - - h#2; kirke \"lines=6 verdict=several-solutions\";";
    let refused = kirke("verify -", declared);
    assert!(code(&refused) == 2 && err(&refused).contains("several-solutions"), "{}", err(&refused));
    let usual = kirke("solve -", "kbK5/pp6/1P6/8/8/8/8/R7 2#");
    assert!(err(&usual).contains("did you mean '#2'?"), "{}", err(&usual));
}

#[test]
fn texts_are_read_with_the_conditions_of_the_command_line() {
    let crazyhouse = "1k6/8/1K6/8/8/8/8/8[Q] w - - #1";
    let bank = "beginproblem bank white Q black pieces white Kb6 black Kb8 stipulation #1 endproblem";
    let pgn = "[FEN \"1k6/8/1K6/8/8/8/8/8[Q] w - - 0 1\"]\n[Stipulation \"#1\"]\n\n*\n";
    let json = r##"{"fen": "1k6/8/1K6/8/8/8/8/8[Q] w - - 0 1", "stipulation": "#1"}"##;
    for text in [crazyhouse, bank, pgn, json] {
        let solved = kirke("solve --cond Crazyhouse -", text);
        assert_eq!((code(&solved), err(&solved).as_str()), (0, ""), "{text}");
        assert!(out(&solved).contains("Q@b7"), "{}", out(&solved));
        assert_eq!(code(&kirke("solve -", text)), 2, "{text}");
    }
    let switches = "beginproblem pieces white Kg2 RA4 black Kh7 stipulation ~1 endproblem";
    assert!(out(&kirke("solve --cond Reroute66 -", switches)).contains("8/7k/8/9/R8/8/6K1/8"));
    let fiasco = "3k1/5/5/5/5/5/5/3K1 w - - #1";
    assert_eq!(code(&kirke("check --cond Fiasco -", fiasco)), 0);
}
