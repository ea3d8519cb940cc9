//! The dialects of FEN: named, detected, refused, and written.

use crate::common::program::{code, err, kirke, out, problem};

/// A helpmate with a neutral grasshopper and a nightrider, as every dialect writes it.
const TEXTS: [(&str, &str); 4] = [
    ("kirke", "k7/8/1K6/8/3=(G)4/8/8/7(N)"),
    ("popeye", "k7/8/1K6/8/3=G4/8/8/7N"),
    ("fen-tool", "k7/8/1K6/8/3-*2q4/8/8/7*2N"),
    ("yacpdb", "k7/8/1K6/8/3(!q2)4/8/8/7(S2)"),
];

fn of_men(men: &str) -> String {
    problem(&format!("pieces {men} stipulation h#2"))
}

#[test]
fn dialects_are_written_and_read() {
    let text = of_men("white Kb6 Nh1 neutral Gd4 black Ka8");
    let popeye = |text: &str, arguments: &str| {
        let done = kirke(&format!("convert - --to popeye {arguments}"), text);
        assert_eq!((err(&done).as_str(), code(&done)), ("", 0), "{text}");
        out(&done)
    };
    let expected = popeye(&text, "");
    for (dialect, placement) in TEXTS {
        let done = kirke(&format!("convert - --to epd --to-dialect {dialect}"), text.clone());
        assert_eq!((err(&done).as_str(), code(&done)), ("", 0), "{dialect}");
        assert_eq!(out(&done), format!("{placement} b - - 0 1 h#2;\n"), "{dialect}");
        assert_eq!(popeye(&out(&done), ""), expected, "{dialect}");
        assert_eq!(popeye(&out(&done), &format!("--fen-dialect {dialect}")), expected, "{dialect}");
    }
}

#[test]
fn ambiguous_dialects_are_refused_with_the_place() {
    let line = "8/8/8/8/8/5K2/4-q3/7k w - - #1";
    let done = kirke("verify -", line);
    assert_eq!(code(&done), 2);
    let messages = err(&done);
    assert!(messages.contains("standard input:1:16"), "{messages}");
    assert!(messages.contains("this man is bQ in Popeye's FEN, nQ in the FEN of FEN Tool"), "{messages}");
    assert!(
        messages.contains("write 'popeye:' or 'fen-tool:' before the placement, or name it by --fen-dialect"),
        "{messages}"
    );
    let men = |arguments: &str, line: String| {
        let done = kirke(&format!("convert - --to popeye {arguments}"), line);
        out(&done).lines().nth(1).unwrap_or_default().to_owned()
    };
    for (dialect, expected) in
        [("popeye", "pieces white Kf3 black Kh1 Qe2"), ("fen-tool", "pieces white Kf3 black Kh1 neutral Qe2")]
    {
        assert_eq!(men(&format!("--fen-dialect {dialect}"), line.to_owned()), expected);
        assert_eq!(men("", format!("{dialect}:{line}")), expected);
        // The prefix has priority.
        assert_eq!(men("--fen-dialect yacpdb", format!("{dialect}:{line}")), expected);
    }
}

#[test]
fn what_a_dialect_cannot_hold_is_an_error() {
    for (dialect, men, message) in [
        (
            "popeye",
            "white Kb6 white Kamikaze Rh1 black Ka8",
            "wkR h1: Popeye's FEN has no attributes, such as Kamikaze",
        ),
        ("popeye", "white Kb6 (0,3)h1 black Ka8", "w03 h1: Popeye's FEN has no letters for this man"),
        ("fen-tool", "white Kb6 MAh1 black Ka8", "wMA h1: the FEN of FEN Tool has no picture for this man"),
        ("fen-tool", "white Kb6 black Ka8 MAh1", "bMA h1: the FEN of FEN Tool has no picture for this man"),
        (
            "yacpdb",
            "white Kb6 white Royal Gh1 black Ka8",
            "the FEN of Olive and YACPDB has no royal men but kings",
        ),
    ] {
        let done = kirke(&format!("convert - --to epd --to-dialect {dialect}"), of_men(men));
        assert_eq!((out(&done).as_str(), code(&done)), ("", 2), "{men}");
        let messages = err(&done);
        assert!(messages.starts_with("error: EPD in the dialect of "), "{messages}");
        assert!(messages.contains(message) && messages.contains("standard input:"), "{men}: {messages}");
    }
    let done = kirke("convert - --to olv --to-dialect popeye", of_men("white Kb6 Rh1 black Ka8"));
    assert_eq!((out(&done).as_str(), code(&done)), ("", 2));
    assert_eq!(err(&done), "error: --to-dialect applies to --to epd only\n");
}

/// A position in a dialect is an argument like any other FEN, and the rest of the line is the same.
#[test]
fn dialects_are_read_as_arguments_and_in_other_formats() {
    for argument in [
        "popeye:k1K5/8/8/8/8/8/8/7R",
        "8/8/8/8/8/5K2/4-*2qQ2/7k",
        "8/8/8/8/8/5K2/4(!q2)Q2/7k",
        "8/8/8/8/8/5K2/4=.maQ2/7k",
    ] {
        let done = kirke(&format!("convert --to olv --stip #1 {argument}"), "");
        assert_eq!((err(&done).as_str(), code(&done)), ("", 0), "{argument}");
        assert!(out(&done).contains("algebraic:"), "{argument}: {}", out(&done));
    }
    let tags = |fen: &str| format!("[FEN \"{fen} w - - 0 1\"]\n[SetUp \"1\"]\n[Black \"#1\"]\n\n*\n");
    let objects = |fen: &str| format!("{{\"fen\": \"{fen}\", \"stipulation\": \"#1\"}}\n");
    for text in [tags("popeye:8/8/8/8/8/5K2/4-q3/7k"), objects("popeye:8/8/8/8/8/5K2/4-q3/7k")] {
        let done = kirke("convert - --to epd", text);
        assert!(out(&done).starts_with("8/8/8/8/8/5K2/4q3/7k"), "{}{}", out(&done), err(&done));
    }
    // What kirke has written has no other meaning.
    for text in [tags("8/8/8/8/8/5K2/4=N3/7k"), objects("8/8/8/8/8/5K2/4=N3/7k")] {
        let done = kirke("convert - --to epd", text);
        assert!(out(&done).starts_with("kirke:8/8/8/8/8/5K2/4=N3/7k"), "{}{}", out(&done), err(&done));
    }
}

/// What is printed below a board can be an argument.
#[test]
fn placements_below_a_board_are_read() {
    for (men, placement) in [
        ("white Kb6 black Ka8 neutral Sh1", "kirke:k7/8/1K6/8/8/8/8/7=N"),
        ("white Kb6 S2h1 black Ka8", "kirke:k7/8/1K6/8/8/8/8/7(S2)"),
        ("white Kb6 Gh1 black Ka8", "k7/8/1K6/8/8/8/8/7(G)"),
    ] {
        let printed = out(&kirke("solve -", of_men(men).replace("h#2", "h#1")));
        assert!(printed.split_whitespace().any(|word| word == placement), "{men}: {printed}");
        let done = kirke(&format!("convert --to epd --stip h#1 {placement}"), "");
        assert!(out(&done).starts_with(placement), "{men}: {}{}", out(&done), err(&done));
    }
}
