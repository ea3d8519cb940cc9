//! The appearance of text output: letters, board, width, colours.

use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;

use crate::common::program::{code, err, kirke, out, problem, program};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; opt Variation;";
/// White can capture the knight with the king and with the rook.
const CAPTURES: &str = "k7/8/8/8/8/8/2K5/3n3R w - - x1;";

/// Runs kirke with variables of the environment.
fn kirke_in(variables: &[(&str, &str)], arguments: &str, input: &str) -> Output {
    let mut command = Command::from_std(program());
    command.args(arguments.split_whitespace()).write_stdin(input).timeout(Duration::from_secs(60));
    command.env_remove("COLUMNS").env_remove("NO_COLOR").envs(variables.iter().copied());
    command.output().expect("kirke runs")
}

#[test]
fn moves_have_the_chosen_letters() {
    for (letters, key, defence, mate) in [
        ("s", "1.Ra6!", "1...Bh2,", "2.Rxa7#"),
        ("german", "1.Ta6!", "1...Lh2,", "2.Txa7#"),
        ("french", "1.Ta6!", "1...Fh2,", "2.Txa7#"),
        ("figurines", "1.♖a6!", "1...♗h2,", "2.♖xa7#"),
        ("KVBFHG", "1.Ba6!", "1...Fh2,", "2.Bxa7#"),
    ] {
        let text = out(&kirke(&format!("solve --letters {letters} -"), MORPHY));
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!([key, defence, mate].iter().all(|word| words.contains(word)), "{letters}: {text}");
        // Pawns have no letter.
        assert!(words.contains(&"1...bxa6") && words.contains(&"2.b7#"), "{letters}: {text}");
    }
}

#[test]
fn promotions_and_rebirths_have_the_chosen_letters() {
    let text = out(&kirke("solve --letters german -", "8/P7/8/8/8/8/8/k1K5 w - - #1;"));
    assert!(text.contains("1.a8=D#!") && text.contains("1.a8=T#!"), "{text}");
    let rebirth = "2b2qn1/n4pP1/6p1/4N2r/7k/2p3b1/1P2K3/8 b - - h#2; cond Circe;";
    let text = out(&kirke("solve --letters french -", rebirth));
    assert!(text.contains("1.Fh3 gxf8=C(Dd8) 2.Dxf8(Cg1) Cgf3#"), "{text}");
}

#[test]
fn twins_have_the_chosen_letters() {
    let twins = problem("pieces white Kb6 Rh1 Qc2 black Ka8 stipulation #1 twin move c2 c3 remove h1");
    let text = out(&kirke("solve --letters german -", twins.clone()));
    assert!(text.contains("b) wDc2→c3, -wTh1\n"), "{text}");
    let text = out(&kirke("verify --letters german -", twins.clone()));
    assert!(text.contains("b) wDc2-->c3 -wTh1: "), "{text}");
    let text = out(&kirke("popeye -regression -", twins));
    assert!(text.contains("wQc2-->c3"), "{text}");
}

#[test]
fn ascii_board_has_the_chosen_letters() {
    let output = kirke("solve --board ascii --letters german -", format!("{MORPHY} id \"Morphy\";"));
    let text = out(&output);
    assert!(text.is_ascii(), "{text}");
    let board = "  +------------------------+\n\
                 8 | k  l  K  .     .     . |\n\
                 7 | b  b  .     .     .    |\n\
                 6 |    B     .     .     . |\n";
    assert!(text.contains(board), "{text}");
    // Letters replace figurines on the board only.
    let text = out(&kirke("solve --board ascii --letters figurines -", MORPHY));
    assert!(text.contains("8 | k  b  K ") && text.contains("1.♖a6!"), "{text}");
    // Neutral men have a mark and a capital letter, black men small letters of any alphabet.
    let neutral = problem("pieces white Ka1 black Kh8 Rh7 neutral Qd4 stipulation h#1");
    let text = out(&kirke("solve --board ascii --letters КФЛСНП -", neutral));
    assert!(text.contains("=Ф ") && text.contains(" к |\n") && text.contains(" л |\n"), "{text}");
}

#[test]
fn ascii_text_has_no_other_characters() {
    let twins = problem(
        "author A. B\ntitle Ascii\npieces white Kb6 Rh1 black Ka8 Pa7 stipulation h#1.5 option SetPlay\n\
         twin move h1 g1 twin exchange b6 h1",
    );
    let text = out(&kirke("solve --board ascii -", twins.clone()));
    assert!(text.is_ascii() && text.contains("-->") && text.contains("h#1.5"), "{text}");
    assert!(!out(&kirke("solve -", twins)).is_ascii());
    // The names of settled first moves end with dots.
    let stopped = kirke("solve -j 1 --nodes 3000000 --board ascii -", "7k/p5p1/7p/8/8/P7/1P6/K6R w - - #9");
    assert!(out(&stopped).is_ascii(), "{}", out(&stopped));
}

#[test]
fn board_can_be_omitted() {
    let author = format!("{MORPHY} c0 \"Paul Morphy\";");
    let text = out(&kirke("solve --no-board -", author.clone()));
    assert!(text.starts_with("Paul Morphy\n#2   3+4\nkbK5/pp6/1P6/8/8/8/8/R7\n\n1.Ra6! zz\n"), "{text}");
    assert_eq!(out(&kirke("solve --board none -", author.clone())), text);
    // The last one counts.
    assert_eq!(out(&kirke("solve --board ascii --no-board -", author.clone())), text);
    assert_eq!(
        out(&kirke("solve --no-board --board unicode -", author.clone())),
        out(&kirke("solve -", author))
    );
    let wide = kirke_in(&[("COLUMNS", "200")], "solve --no-board -", MORPHY);
    assert!(out(&wide).starts_with("#2   3+4\nkbK5"), "{}", out(&wide));
    for format in ["json", "popeye"] {
        let output = kirke(&format!("solve --board ascii --format {format} -"), MORPHY);
        assert!(code(&output) == 2 && err(&output).contains("--board"), "{}", err(&output));
    }
}

#[test]
fn unknown_letters_are_refused() {
    for wrong in ["x", "frensh", "kdtlsb", "KDTLS", "KDTLSS", "KDTLSBX", "K,D,T"] {
        for command in ["solve", "verify"] {
            let output = kirke(&format!("{command} --letters {wrong} -"), MORPHY);
            assert_eq!(code(&output), 2, "{wrong}");
            let message = err(&output);
            assert!(message.contains("six different capital letters for K Q R B N P"), "{message}");
        }
    }
}

#[test]
fn declared_moves_can_have_the_chosen_letters() {
    let verdict = |letters: &str, text: String| {
        let output = kirke(&format!("verify --letters {letters} -"), text);
        (code(&output), out(&output))
    };
    for (letters, key) in [("german", "Ta6"), ("KVBFHG", "1.Ba6!"), ("french", "Ta6"), ("german", "Ra6")] {
        let (code, text) = verdict(letters, format!("{MORPHY} bm {key};"));
        assert!(code == 0 && text.contains(": sound"), "{letters} {key}: {text}");
        let remark = format!(
            "forsyth kbK5/pp6/1P6/8/8/8/8/R7 stipulation #2\nremark kirke: keys={}",
            key.trim_start_matches("1.").trim_end_matches('!')
        );
        assert_eq!(verdict(letters, problem(&remark)).0, 0, "{letters} {key}");
    }
    for (letters, expected) in [("german", 0), ("s", 1)] {
        let (code, text) = verdict(letters, format!("{MORPHY} kirke \"tries=Txa7\";"));
        assert_eq!(code, expected, "{letters}: {text}");
    }
    for wrong in ["Da6", "Ta5", "Fa6"] {
        let (code, text) = verdict("german", format!("{MORPHY} bm {wrong};"));
        assert!(code == 1 && text.contains(&format!("declared but not found: key {wrong}")), "{text}");
    }
    assert_eq!(code_of("verify -", &format!("{MORPHY} bm Ta6;")), 1);
}

fn code_of(arguments: &str, input: &str) -> i32 {
    code(&kirke(arguments, input))
}

/// `R` is the king in French and the rook in English.
#[test]
fn one_declared_move_never_denotes_two() {
    for (letters, keys, exit) in [
        ("french", "Rd1 Td1", 0),
        ("french", "Rd1 Kd1", 0),
        ("french", "Rd1", 1),
        ("french", "Td1", 1),
        ("s", "Rd1 Kd1", 0),
        ("s", "Rd1 Td1", 1),
        ("s", "Rd1", 1),
    ] {
        let input = format!("{CAPTURES} bm {keys};");
        assert_eq!(code_of(&format!("verify --letters {letters} -"), &input), exit, "{letters}: {keys}");
    }
}

#[test]
fn findings_have_the_chosen_letters() {
    let text = out(&kirke("verify --letters french -", CAPTURES));
    assert!(text.contains("2 solutions where 1 intended: 1.Rxd1; 1.Txd1"), "{text}");
    let text =
        out(&kirke("verify --letters german --duals all -", "8/8/8/8/R7/2k5/8/4K2R w K - #3; bm Th3+;"));
    assert!(text.contains("dual at the second move after 1.Th3+ Kb2: "), "{text}");
    let lines = "8/8/8/8/8/7k/8/R4K2 b - - h#2";
    let text = out(&kirke("verify --letters french -", lines));
    assert!(text.contains("1.Rh2 Ta3 2.Rh1 Th3#"), "{text}");
}

#[test]
fn json_does_not_depend_on_letters() {
    for (command, input) in [
        ("solve", MORPHY.to_owned()),
        ("solve --stream", MORPHY.to_owned()),
        ("verify", format!("{MORPHY} bm Ra6;")),
        ("verify", CAPTURES.to_owned()),
    ] {
        let text = out(&kirke(&format!("{command} --format json -"), input.clone()));
        assert!(!text.is_empty());
        let french = kirke(&format!("{command} --format json --letters french --color always -"), input);
        assert_eq!(out(&french), text, "{command}");
    }
    // Declared moves are read in the chosen letters.
    assert_eq!(code_of("verify --format json --letters french -", &format!("{MORPHY} bm Ta6;")), 0);
}

#[test]
fn width_is_that_of_columns() {
    let many =
        "8/8/8/8/8/7k/8/R4K2 w - - #9; opt Variation; id \"a name of several words that needs two lines\";";
    let limited = "solve --nodes 2000 -";
    for (columns, width) in [("40", 40), ("80", 80), ("x", 80), ("0", 80)] {
        let text = out(&kirke_in(&[("COLUMNS", columns)], limited, many));
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(longest <= width, "{columns}: {text}");
    }
    assert_eq!(out(&kirke_in(&[("COLUMNS", "80")], limited, many)), out(&kirke_in(&[], limited, many)));
    // The board is on the left of a wide page.
    let text = out(&kirke_in(&[("COLUMNS", "200")], "solve -", MORPHY));
    let key = text.lines().find(|line| line.contains("1.Ra6!")).expect("a key");
    assert!(key.starts_with("6 │"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 200), "{text}");
}

#[test]
fn verdicts_are_wrapped_at_a_known_width() {
    let solutions = "8/8/8/8/8/7k/8/R4K2 h#2; id \"a name of several words that needs two lines\";";
    let free = out(&kirke_in(&[], "verify -", solutions));
    assert_eq!(free.lines().count(), 2, "{free}");
    for width in [40, 60] {
        let text = out(&kirke_in(&[("COLUMNS", &width.to_string())], "verify -", solutions));
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
        assert!(text.contains("\n    1.6.1.1: 1.Kh2 ") && text.contains("\n      "), "{text}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&text), words(&free));
    }
    let refused = out(&kirke_in(&[("COLUMNS", "40")], "verify -", "8/8/8/8/8/5K2/4X3/7k #1"));
    assert!(refused.lines().count() > 2 && refused.lines().all(|line| line.len() <= 40), "{refused}");
    let json = |columns| out(&kirke_in(&[("COLUMNS", columns)], "verify --format json -", solutions));
    assert_eq!(json("40"), json("200"));
}

#[test]
fn colours_follow_color_and_environment() {
    let is_coloured = |variables: &[(&str, &str)], arguments: &str| {
        let output = kirke_in(variables, arguments, MORPHY);
        assert_eq!(code(&output), 0, "{arguments}");
        out(&output).contains('\u{1b}')
    };
    assert!(is_coloured(&[], "solve --color always -"));
    assert!(is_coloured(&[("NO_COLOR", "1"), ("TERM", "dumb")], "solve --color always -"));
    assert!(!is_coloured(&[], "solve --color never -"));
    assert!(!is_coloured(&[], "solve --color auto -"));
    assert!(!is_coloured(&[], "solve -"));
    // Messages are coloured, too.
    for (when, coloured) in [("always", true), ("never", false), ("auto", false)] {
        for command in ["solve", "verify"] {
            let output = kirke_in(&[], &format!("{command} --color {when} -"), "8/8/8/8/8/8/8/8 x");
            assert_eq!(err(&output).contains('\u{1b}'), coloured, "{command} --color {when}");
        }
    }
}
