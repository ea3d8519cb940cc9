//! Verdicts and findings.

use std::process::Command;

use crate::common::program::{kirke, out, problem, program};

/// Returns the output of `kirke verify` for a text on standard input, and the exit code.
fn verify(text: &str) -> (String, i32) {
    let done = kirke("verify -", text);
    (String::from_utf8(done.stdout).expect("text"), done.status.code().unwrap_or(-1))
}

#[test]
fn declared_keys_match_any_notation() {
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 x1; bm";
    for key in ["exd6", "exd6 e.p.", "1.exd6 e.p.!", "e5*d6 ep.", "e5d6"] {
        assert_eq!(verify(&format!("{passed} {key};")).1, 0, "{key}");
    }
    let (text, code) = verify(&format!("{passed} exd5;"));
    assert!(code == 1 && text.contains("declared but not found: key exd5"), "{text}");
}

/// A declared key may have more of its square of departure than necessary, but not another one.
#[test]
fn declared_keys_may_name_their_departure() {
    let rook = "k7/8/1K6/8/8/2R5/8/8 w - - #1; bm";
    for key in ["Rc8", "Rcc8", "R3c8", "Rc3c8", "Rc3-c8#", "1.Rcc8+!", "c3c8"] {
        assert_eq!(verify(&format!("{rook} {key};")).1, 0, "{key}");
    }
    for key in ["Rhc8", "R1c8", "Rc1-c8", "Rb3c8", "Nc8", "c8"] {
        let (text, code) = verify(&format!("{rook} {key};"));
        assert!(code == 1 && text.contains(&format!("declared but not found: key {key}\n")), "{text}");
    }
    // Two knights reach f7 from other files and ranks: either addition is enough, and one of them is needed.
    let knights =
        |keys: &str| verify(&format!("3N4/8/8/6N1/8/8/8/K6k w - - zf71; verdict cooked; bm {keys};"));
    for keys in ["Ngf7 Ndf7", "N5f7 S8f7", "Ng5-f7 d8f7"] {
        assert_eq!(knights(keys).1, 0, "{keys}");
    }
    for key in ["Nf7", "N6f7", "Nef7"] {
        assert!(
            knights(&format!("Ng5f7 Nd8f7 {key}")).0.contains(&format!("not found: key {key}\n")),
            "{key}"
        );
    }
}

/// A declared promotion without its man is no move, and the finding gives the reason.
#[test]
fn declared_promotion_needs_its_man() {
    let promotion = "k7/2P5/1K6/8/8/8/8/8 w - - #1; bm";
    let (text, code) = verify(&format!("{promotion} c8=Q c8=R;"));
    assert_eq!(code, 0, "{text}");
    assert_eq!(verify(&format!("{promotion} c7-c8Q c8R;")).1, 0);
    let (text, code) = verify(&format!("{promotion} c8;"));
    let finding = "declared but not found: key c8, a promotion without its man, as in 1.c8=Q#\n";
    assert!(code == 1 && text.contains(finding), "{text}");
}

/// A declared key that fails is reported with its refutations, of which three are shown.
#[test]
fn failing_key_has_refutations() {
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2;";
    let refuted = |declared: &str, refutations: &str| {
        let (text, code) = verify(&format!("{morphy} {declared};"));
        let finding = format!("declared but not found: key {refutations}\n");
        assert!(code == 1 && text.contains(&finding), "{text}");
    };
    refuted("bm Ra5", "Ra5, refuted by 1...a6");
    refuted("bm Ra1-a5", "Ra1-a5, refuted by 1...a6");
    refuted("bm Rh1", "Rh1, refuted by 1...Bh2, 1...Bg3, 1...Bf4 and others");
    // No legal move: nothing refutes it.
    refuted("bm Kh1", "Kh1");
    // It is not counted among the tries, of which there are two.
    let (text, _) = verify(&format!("{morphy} bm Ra5; kirke tries=;"));
    assert!(text.contains("tries: found 1, declared 0"), "{text}");
    let json = kirke("verify - --format json", format!("{morphy} bm Ra5;"));
    assert!(String::from_utf8_lossy(&json.stdout).contains(r#""lines":["1...a6"]"#));
}

/// A key is examined in the twin for which it is declared, and not if it solves.
#[test]
fn key_of_twin_is_examined_there_only() {
    let twins = "beginproblem\npieces white Kc8 Pb6 Ra1 black Ka8 Bb8 Pa7 Pb7\nstip #2\ntwin move a1 h1\n";
    let (text, code) =
        verify(&format!("{twins}remark kirke: twin=a keys=Ra6\nremark kirke: twin=b keys=Rh2\nendproblem\n"));
    assert!(code == 1 && text.contains("key Rh2, refuted by 1...") && !text.contains("key Ra6"), "{text}");
    let json = kirke("verify - --format json", "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; bm Ra6;");
    assert!(!String::from_utf8_lossy(&json.stdout).contains(r#""role":"try""#));
}

/// Nothing but a declared verdict is "as declared".
#[test]
fn only_declared_verdicts_are_as_declared() {
    let men = "forsyth 2b1Q3/1r6/KP1p4/3rb2P/2s1k3/P1p5/3P1p2/8\nstipulation h#2\n";
    let helpmate = |rest: &str| verify(&problem(&format!("{men}{rest}")));
    let (text, code) = helpmate("twin remove a3");
    assert!(code == 0 && text.starts_with("standard input:1  h#2: several solutions\n    a) 4 "), "{text}");
    assert!(text.contains("    b) -wPa3: 4 solutions, none declared\n"), "{text}");
    let (text, code) = helpmate("remark kirke: verdict=several-solutions\ntwin remove a3");
    assert!(
        code == 0 && text.starts_with("standard input:1  h#2: several solutions, as declared\n"),
        "{text}"
    );
    assert!(text.contains("    b) -wPa3: 4 solutions, as declared\n"), "{text}");
    let (text, code) = helpmate("remark kirke: verdict=several-solutions");
    assert!(code == 0 && text.starts_with("standard input:1  h#2: 4 solutions, as declared\n"), "{text}");
    // Only one of the twins has the declared verdict.
    let (text, _) = helpmate("remark kirke: twin=a verdict=several-solutions\ntwin remove a3");
    assert!(text.starts_with("standard input:1  h#2: several solutions\n"), "{text}");

    let rooks = "k7/8/1K6/8/8/8/8/2R4R w - - #1; bm Nh8; verdict cooked;";
    let (text, code) = verify(rooks);
    assert!(code == 1 && text.starts_with("standard input:1  #1: cooked, not all as declared\n"), "{text}");
    let json = kirke("verify - --format json", rooks);
    let record: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(record["verdict"]["verdict"], "cooked");
    assert_eq!(record["verdict"]["as_declared"], false);
}

#[test]
fn verdicts_to_declare_are_listed_in_full() {
    let (text, code) =
        verify(&problem("pieces white Kb6 Rh1 black Ka8 stipulation #1\nremark kirke: verdict=good"));
    assert!(code == 2 && text.contains("expected a verdict (sound, several-solutions, cooked, "), "{text}");
}

#[test]
fn branching_longer_than_lines_differs() {
    let asked = "k7/8/1K6/8/8/8/8/2R4R w - - ser-#1; kirke branching=";
    assert_eq!(verify(&format!("{asked}2;")).1, 0);
    let (text, code) = verify(&format!("{asked}2.1;"));
    assert!(code == 1 && text.contains("branching: found 2, declared 2.1"), "{text}");
}

#[test]
fn reciprocal_solution_counts_two_lines() {
    for problem in ["8/6P1/8/8/8/4p3/8/5k1K b - - reci-h(=)#3;", "8/8/8/4q3/8/K1k2Q2/8/8 b - - ser-reci-h#2;"]
    {
        let (text, code) = verify(problem);
        assert!(code == 0 && text.contains(": sound"), "{text}");
    }
    let (text, code) = verify("8/8/8/4q3/8/K1k2Q2/8/8 b - - ser-reci-h#2; kirke lines=1;");
    assert!(code == 1 && text.contains("2 solutions where 1 intended"), "{text}");
}

/// An option that omits keys proves nothing.
#[test]
fn verify_ignores_restricting_options() {
    let problem = "2N3Q1/8/p7/8/7k/1B3n2/6K1/8 w - - stip \"#3\";";
    let whole = verify(problem);
    assert!(whole.0.contains("cooked"), "{}", whole.0);
    for option in ["MaxFlightsquares 1", "NonTrivial 0 0", "Threat 1"] {
        assert_eq!(verify(&format!("{problem} opt \"{option}\";")), whole, "{option}");
    }
}

#[test]
fn promotion_choice_before_last_move_is_a_dual() {
    let (text, code) = verify("7k/8/2P5/8/2N3R1/8/4N3/4K3 w - - #3; bm c7;");
    assert!(text.contains("dual at the second move") && text.contains("2.c8=Q zz, 2.c8=R zz"), "{text}");
    assert!(code == 1 && text.contains("dualled"), "{text}");
}

#[test]
fn duplex_verdict_names_the_illegal_side() {
    let (text, code) = verify(&problem("pieces white Kb6 Rh1 black Ka8 Rb1\nstipulation #1\noption Duplex"));
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(code == 1 && lines[0].ends_with("illegal"), "{text}");
    let side = lines.iter().position(|&line| line == "(Black plays White's part)").expect("a side");
    assert_eq!(lines[side + 1], "the side to move could capture the king");
}

#[test]
#[cfg(unix)]
fn folders_skip_special_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new("mkfifo").arg(folder.path().join("pipe.inp")).status();
    assert!(made.is_ok_and(|status| status.success()));
    std::fs::write(folder.path().join("rook.epd"), "k7/8/1K6/8/8/8/8/7R w - - #1; bm Rh8;").expect("a file");
    let done = program().arg("verify").arg(folder.path()).output();
    assert_eq!(done.expect("an end").status.code(), Some(0));
}

/// Declared moves have the letters of the file's language.
#[test]
fn declared_moves_have_the_letters_of_the_file() {
    let german = "AnfangProblem\nSteine weiss Kb6 Th1 schwarz Ka8\nForderung #1\nBemerkung kirke: keys=Th8\nEndeProblem\n";
    let french =
        "DebutProbleme\nPieces blanc Rb6 Th1 noir Ra8\nEnonce #1\nRemarque kirke: keys=Th8#\nFinProbleme\n";
    let english =
        "BeginProblem\nPieces white Kb6 Rh1 black Ka8\nStipulation #1\nRemark kirke: keys=Rh8\nEndProblem\n";
    for text in [german, french, english] {
        let (printed, exit) = verify(text);
        assert!(printed.contains("sound, 1.Rh8#") && exit == 0, "{printed}");
    }
}

/// The defender chooses among the parries, which therefore are no solutions of their own.
#[test]
fn parries_are_no_solutions() {
    let meinking = problem("pieces white Kg1 Qe1 Ba6 black Ke5 Sg7g8 Pa3c5d5e3e4f6\nstipulation pser-#3");
    let solved = kirke("solve - --format json", meinking.clone());
    let lines = String::from_utf8(solved.stdout).expect("text").matches("\"counting\"").count();
    assert_eq!(lines, 3);
    assert_eq!(verify(&meinking), ("standard input:1  pser-#3: sound\n".to_owned(), 0));
    assert_eq!(verify(&meinking.replace("pser-#3", "pser-#3\nremark kirke: verdict=sound lines=1")).1, 0);
    // The attacker has two first moves.
    let (text, _) = verify("7k/5K2/8/8/8/8/8/RR6 w - - pser-#2;");
    assert!(text.contains("solutions, none declared"), "{text}");
}

/// A first move after which every parry leads to a shorter solution is a short solution.
#[test]
fn parry_series_can_be_short() {
    let (text, code) = verify("7k/1R6/5K2/8/8/8/8/R7 w - - pser-#2;");
    assert!(code == 1 && text.contains("short solution in fewer moves: 1.Ra8#\n"), "{text}");
    let (text, _) = verify("7k/1R6/5K2/8/8/8/8/R7 w - - exact-pser-#2;");
    assert!(!text.contains("short"), "{text}");
    // One of the parries takes all moves.
    let (text, code) = verify("6qk/7p/8/5B2/7R/7Q/8/7K w - - pser-#2;");
    assert!(code == 0 && text.contains("pser-#2: sound"), "{text}");
}

/// A structured stipulation has a tree, or lines, or begins with a defence.
#[test]
fn structured_stipulations_have_verdicts() {
    let fabel = "pieces white Kg8 Rg6h8 Ba8h7 Sd1f1 Pb2c4e2e3g4h2 black Ke4 Rb7 Bh6 Pb3c5e5g5h3\n";
    let (text, code) = verify(&problem(&format!("{fabel}sstipulation white 1a[!#]d")));
    assert_eq!((text.as_str(), code), ("standard input:1  white1a[!#]d: sound, 1.Rc6+!\n", 0));
    let defence = "pieces white Kb6 Rh1 black Ka8\nsstipulation black 2da[#]";
    let (text, code) = verify(&problem(defence));
    assert!(code == 0 && text.contains(": sound"), "{text}");
    // 1...Rh8 refutes.
    let (text, code) = verify(&problem(&defence.replace("Ka8", "Ka8 Rh2")));
    assert!(code == 1 && text.contains("no solution"), "{text}");
}

/// A refused line has the name that it gives, also after a fault.
#[test]
fn refused_problems_have_their_names() {
    let fen = "8/8/8/8/8/5K2/4Q3/7k w - -";
    for (text, begin) in [
        (format!("{fen} #1; id \"P5\"; c0 \"Auth\"; foo;"), "standard input:1  Auth: refused: "),
        (format!("{fen} #1; foo; id \"P5\";"), "standard input:1  P5: refused: "),
        ("8/8/9/8/8/5K2/4Q3/7k w - - #1; id \"P5\";".to_owned(), "standard input:1  P5: refused: "),
        (format!("[White \"A: B\"]\n[FEN \"{fen} 0 1\"]\n\n*\n"), "standard input:1  A: refused: "),
    ] {
        let (shown, code) = verify(&text);
        assert!(code == 2 && shown.starts_with(begin), "{shown}");
    }
}

/// What can be no move is not declared.
#[test]
fn declared_words_must_be_moves() {
    let fen = "8/8/8/8/8/5K2/4Q3/7k w - - #1; bm";
    for (keys, place) in [("Qg2,Kf2", 35), ("Qg2?", 35), ("foo", 35), ("Qg2 bar", 35)] {
        let (shown, code) = verify(&format!("{fen} {keys};"));
        assert!(code == 2 && shown.contains("expected moves separated by blanks"), "{shown}");
        assert!(shown.contains(&format!("(1:{place})")), "{shown}");
    }
    for keys in ["Qg2", "Qg2#", "Qg2 !", "1.Qe2-g2#", "Qg2, Qg2"] {
        assert_eq!(verify(&format!("{fen} {keys};")).1, 0, "{keys}");
    }
}

#[test]
fn a_declared_word_has_one_meaning() {
    let verdict = |men: &str, declared: &str, arguments: &str| {
        let text = format!("beginproblem remark kirke: {declared}\npieces {men} endproblem");
        out(&kirke(&format!("verify - {arguments}"), text.replace("stipulation", "\nstipulation")))
    };
    let two = "white Kh1 Ne3 Sb5 black Ka8 Pa7b7 Rb8 stipulation #1";
    let shown = verdict(two, "keys=Nc7", "--letters n");
    assert!(shown.contains("cooked") && shown.contains("1.(N)c7#"), "{shown}");
    assert!(verdict(two, "keys=Nc7,(N)c7", "--letters n").contains("sound"));
    let quiet = "white Kg1 Nd4 Sa1 black Kh8 stipulation ~1";
    let shown = verdict(quiet, "keys=Nc2,Na1-b3", "");
    assert!(shown.contains("Sc2"), "{shown}");
    // A pawn has its letter in German, too: the bishop is L.
    let pawn = "white Ka1 Bb1 Pe2 black Kh8 stipulation ~1";
    let shown = verdict(pawn, "keys=Be4", "--letters german");
    assert!(shown.contains("1.Le4") && !shown.contains("not found"), "{shown}");
    assert!(!verdict(pawn, "keys=Be2-e4", "--letters german").contains("not found"));
}
