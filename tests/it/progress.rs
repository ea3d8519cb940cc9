//! What a search reports before and when it ends: settled lengths and first moves, events, move numbers, times.

use crate::common::program::{code, err, kirke, out, problem};

/// A helpmate with many short solutions, which takes long.
const LONG: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - h#5";
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2";

/// Returns the text with every time as `T`.
fn without_times(text: &str) -> String {
    let mut parts = text.split("Time = ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".:".contains(sign));
        text + "Time = T" + rest
    })
}

#[test]
fn stopped_search_names_what_is_settled() {
    let output = kirke("solve -j 1 --nodes 500000 -", LONG);
    assert_eq!(code(&output), 3);
    let text = out(&output);
    assert!(text.contains("Searched to the end: lines of up to 6 of 10 half-moves"), "{text}");
    let output = kirke("solve -j 1 --nodes 50000 -", "7k/p5p1/7p/8/8/P7/1P6/K7 w - - #9");
    let text = out(&output);
    assert!(!text.contains("Searched to the end") || text.contains(" first moves ("), "{text}");
}

#[test]
fn stopped_search_has_settled_parts_in_json() {
    let output = kirke("solve -j 1 --nodes 500000 --format json -", LONG);
    let record: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    let settled = &record["twins"][0]["sides"][0]["actual"]["settled"];
    assert_eq!((&settled["plies"], &settled["last"]), (&6.into(), &10.into()));
    let whole = kirke("solve --format json -", MORPHY);
    assert!(!out(&whole).contains("settled"));
}

#[test]
fn stream_has_one_event_a_line() {
    let output = kirke("solve --format json --stream --stats -", MORPHY);
    assert_eq!(code(&output), 0);
    let text = out(&output);
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().expect("a kind")).collect();
    assert_eq!(kinds[..4], ["problem", "twin", "side", "phase"]);
    let count = |wanted: &str| kinds.iter().filter(|&&kind| kind == wanted).count();
    // White has 16 moves.
    assert_eq!(count("settled-move"), 16);
    let key = events.iter().find(|event| event["event"] == "node").expect("a node");
    assert_eq!(
        (&key["role"], &key["move"]["short"], &key["depth"]),
        (&"key".into(), &"Ra6".into(), &0.into())
    );
    // Everything that begins ends; the problem ends last, with the cost.
    assert_eq!(
        count("end"),
        count("problem") + count("twin") + count("side") + count("phase") + count("node")
    );
    let last = events.last().expect("events");
    assert_eq!(last["of"], "problem");
    assert_eq!(last["stats"]["threads"].as_u64().map(|threads| threads > 0), Some(true));
}

#[test]
fn stream_has_lengths_and_refusals() {
    let output =
        kirke("solve --format json --stream -", "8/8/8/8/8/5K2/4Q3/7k b - - h#2\n8/8/8/8/8/8/8/8 x\n");
    assert_eq!(code(&output), 2);
    let text = out(&output);
    assert!(text.contains("{\"event\":\"settled-length\",\"plies\":2,\"last\":4}\n"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("{\"event\":\"refused\"")), "{text}");
    let output = kirke("solve --stream -", MORPHY);
    assert_eq!((code(&output), err(&output).contains("--format json")), (2, true));
}

/// Popeye prints each first move with its number above its play in battle play, and below it in help play.
#[test]
fn move_numbers_are_printed_as_in_popeye() {
    let battle = problem("forsyth kbK5/pp6/1P6/8/8/8/8/R7 stipulation #2 option MoveNumbers Try");
    let text = without_times(&out(&kirke("popeye -", battle)));
    let begin = "\n  1  (Ra1*a7 +    Time = T s)\n   1.Ra1*a7 + ?\n    but\n      1...Bb8*a7 !\n\n  2  (Ra1-a6    Time = T s)\n   1.Ra1-a6 !\n";
    assert!(text.contains(begin), "{text}");
    // D-143: illegal moves have numbers and no lines.
    let end = "\n 14  (b6*a7    Time = T s)\n 16  (Kc8-d7    Time = T s)\n 19  (Kc8-d8    Time = T s)\n\nsolution finished. Time = T s\n";
    assert!(text.contains(end), "{text}");
    let help = problem("forsyth 8/8/8/8/8/5K2/4Q3/7k stipulation h#2 option MoveNumbers");
    let text = without_times(&out(&kirke("popeye -regression -", help)));
    assert!(text.contains("\n  1.Kh1-g1 Qe2-g2 #\n  1.Kh1-g1 "), "{text}");
    assert!(text.ends_with(" #\n  2  (Kh1-g1 )\n\nsolution finished.\n\n\n"), "{text}");
}

/// Without a solution each first move still has its number, on any number of threads.
#[test]
fn move_numbers_are_printed_without_solution() {
    let unsolvable = problem("pieces white Kf3 Rh5 black Ka1 Pa7 stipulation h#2 option MoveNumbers");
    for threads in [1, 2] {
        let output = kirke(&format!("popeye -regression -threads {threads} -"), unsolvable.clone());
        let text = out(&output);
        let end = "\n  1  (Ka1-b2 )\n  2  (Ka1-a2 )\n  3  (Ka1-b1 )\n  4  (a7-a5 )\n  5  (a7-a6 )\n\nsolution finished.\n\n\n";
        assert!(text.ends_with(end), "{threads}: {text}");
    }
}

#[test]
fn popeye_arguments_of_long_searches_are_understood() {
    let output = kirke("popeye -heartbeat 1 -maxtime 2 -maxpos 100000 -", LONG);
    assert!(err(&output).contains("heartbeat:    1\n"), "{}", err(&output));
    assert!(out(&output).contains("solving interrupted. Time = 2."), "{}", out(&output));
    for wrong in ["-heartbeat 0", "-heartbeat x", "-maxpos 0", "-maxpos", "-maxpos -1"] {
        let output = kirke(&format!("popeye {wrong}"), "");
        assert_eq!(code(&output), 2, "{wrong}");
        assert!(err(&output).contains("expected a"), "{wrong}: {}", err(&output));
    }
}
