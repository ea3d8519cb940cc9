//! Games that are read or refused.

use crate::formats::{Asked, Document, FenReading, InputFormat, Item, popeye, read};
use crate::problem::Problem;

const POSITION: &str = "[SetUp \"1\"]\n[FEN \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"]\n";

fn items(text: &str) -> Vec<Item> {
    let reading = read("test", text.as_bytes());
    assert_eq!(reading.format, Some(InputFormat::Pgn), "{text}");
    reading.items
}

/// Returns the problem of the only game.
fn problem(text: &str) -> Problem {
    let mut items = items(text);
    assert_eq!(items.len(), 1, "{text}");
    items.remove(0).problem.unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns the errors of all games with their places.
fn errors(text: &str) -> Vec<String> {
    let refusals = items(text).into_iter().filter_map(|item| item.problem.err());
    let errors = refusals.flat_map(|refusal| refusal.errors);
    errors.map(|error| format!("{}:{} {}", error.span.line, error.span.column, error.one_line())).collect()
}

/// Returns what the games hold that problems do not, with its places.
fn unread(text: &str) -> Vec<String> {
    let unread = items(text).into_iter().flat_map(|item| item.unread);
    unread.map(|part| format!("{}:{} {}", part.span.line, part.span.column, part.message)).collect()
}

#[test]
fn tags_of_a_problem_are_read() {
    let text = "% a comment\n[Event \"Schach \\\"heute\\\"\"]\n[Date \"1965.02.??\"]\n[White \"N. N.: Žgk\"][Black \"h#2 2.1.1.1\"]\n\
                [Result \"*\"]\n [ SetUp  \"1\" ]\n[FEN \"8/8/8/8/8/5K2/4Q3/7k b - - 0 1\"]\n[Condition \"Circe, AMU\"]\n\
                [Option \"SetPlay\"]\n[TwinC \"continued move e2 e3\"]\n[TwinB \"move f3 f4\"]\n[Declared \"twin=b lines=3\"]\n\
                [Title \"A \\\\ B\"]\n[Award2 \"2nd Prize\"]\n[Award \"1st Prize\"]\n[Id \"x\"]\n\n*\n";
    let problem = problem(text);
    let expected = "beginproblem\nauthor N. N.\nauthor Žgk\norigin Schach \"heute\", 1965.02\ntitle A \\ B\naward 1st Prize\n\
                    award 2nd Prize\npieces white Kf3 Qe2 black Kh1\nstipulation h#2\ncondition Circe AMU\noption SetPlay\n\
                    remark kirke: branching=2.1.1.1\nremark kirke: twin=b lines=3\ntwin move f3 f4\ntwin continued move e2 e3\n\
                    endproblem\n";
    let written = popeye::write(&problem);
    let [written, expected] = [written.as_str(), expected].map(|text| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort();
        lines.join("\n")
    });
    assert_eq!(written, expected);
    assert_eq!((problem.id.as_deref(), problem.span.line), (Some("x"), 2));
    assert_eq!(unread(text), ["1:1 the comments of this game are not kept"]);
}

#[test]
fn stipulation_can_be_the_name_of_black() {
    let text =
        format!("[White \"9 AUTHORS\"]\n[Black \"#2\"]\n{POSITION}\n1. Ra6 bxa6 (1... Bc7) 2. b7# *\n");
    let problem = problem(&text);
    assert_eq!(problem.setting.stipulation.map(|read| read.value.to_string()), Some("#2".into()));
    assert_eq!(unread(&text), ["6:4 the moves of this game are not kept"]);
    let both = format!("[Black \"N. N.\"]\n[Stipulation \"#2\"]\n{POSITION}*");
    assert_eq!(unread(&both), ["1:2 the tag 'Black' is not kept"]);
}

#[test]
fn declared_key_is_the_main_line() {
    let with =
        |moves: &str| format!("[Stipulation \"#2\"]\n[Declared \"keys=Ra1-a6\"]\n{POSITION}\n{moves}\n");
    assert!(unread(&with("1. Ra6 *")).is_empty());
    assert!(unread(&with("1.Ra6 $1 *")).is_empty());
    assert_eq!(unread(&with("1. Ra5 *")), ["6:4 the moves of this game are not kept"]);
    assert_eq!(unread(&with("1. Ra6 Bc7 *")), ["6:4 the moves of this game are not kept"]);
    assert_eq!(unread(&with("1. Ra6 {key} *")), ["6:8 the comments of this game are not kept"]);
}

#[test]
fn game_without_fen_begins_with_the_game_array() {
    let problem = problem("[Stipulation \"#2\"]\n*\n");
    assert_eq!(problem.setting.diagram.placement(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert!(problem.options.no_castling.is_empty());
}

#[test]
fn stipulation_is_required_or_asked() {
    let text = format!("[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n{POSITION}\n*\n");
    let expected = "expected the stipulation of this game, found none; as in [Stipulation \"#2\"]; --stip gives one to every game";
    assert_eq!(errors(&text), [format!("1:2 {expected}"), format!("5:2 {expected}")]);
    let document = Document::new("test", text.as_bytes());
    let asked: Vec<Item> = document
        .items(Asked { stipulation: Some("h#3"), ..Asked::default() }, FenReading::default())
        .collect();
    assert!(asked.iter().all(|item| item.problem.is_ok()), "{asked:?}");
}

#[test]
fn faults_have_their_places() {
    for (text, error) in [
        (
            "[Stipulation \"#2\"\n*",
            "1:18 expected ']' after the value of the tag 'Stipulation', found the end of the line",
        ),
        ("[Stipulation \"#2]\n*", "1:14 this quotation mark is not closed"),
        ("[Stipulation \"y2\"]\n*", "1:15 "),
        (
            "[Stipulation \"#2\"]\n[White Loyd]\n*",
            "2:1 expected a tag as in [White \"Name\"], found '[White Loyd]'",
        ),
        ("[Stipulation \"#2\"]\nFEN \"8/8\"]\n*", "2:1 expected a tag or a move, found 'FEN'"),
        ("[Stipulation \"#2\"]\n[Stipulation \"#2\"]\n*", "2:2 the tag 'Stipulation' occurs twice"),
        (
            "[Stipulation \"#2\"]\n[Conditions \"Circe\"]\n*",
            "2:2 expected a tag of a problem, found 'Conditions'; did you mean 'Condition'?",
        ),
        ("[Stipulation \"#2\"]\n[Condition \"Cirse\"]\n*", "2:13 "),
        (
            "[Stipulation \"#2\"]\n[Twin \"move a2 a3\"]\n*",
            "2:2 expected a tag of a problem, found 'Twin'; did you mean 'TwinB'?",
        ),
        ("[Stipulation \"#2\"]\n[Option \"EnPassant e3\"]\n*", "2:10 "),
        ("[Stipulation \"#2\"]\n[NoCastling \"j9\"]\n*", "2:14 expected squares, or -, found 'j9'"),
        (
            "[Stipulation \"#2\"]\n[TwinC \"move a2 a3\"]\n*",
            "2:2 expected the tag 'TwinB' of the next twin, found 'TwinC'",
        ),
        (
            "[Stipulation \"#2\"]\n[Variant \"Chess960\"]\n*",
            "2:11 expected 'Standard' (the tag 'Condition' names other rules), found 'Chess960'",
        ),
        (
            "[Stipulation \"#2\"]\n[SetUp \"1\"]\n*",
            "2:9 expected the tag 'FEN' in a game with [SetUp \"1\"], found none",
        ),
        (
            "[Stipulation \"#2\"]\n[SetUp \"0\"]\n[FEN \"8/8/8/8/8/5K2/4Q3/7k w - - 0 1\"]\n*",
            "2:9 expected [SetUp \"1\"] in a game with the tag 'FEN', found '0'",
        ),
        ("[Stipulation \"#2\"]\n[FEN \"8/8/8/8/8/5K2/4D3/7k w - - 0 1\"]\n*", "2:22 expected a man"),
        (
            "[Stipulation \"#2\"]\n[FEN \"4k/5/K4/5/5 w - - 0 1\"]\n*",
            "2:7 expected 8 ranks of 8 squares, found 5 files and 5 ranks; write '[BoardSize \"5x5\"]' if that is the board",
        ),
        ("[Stipulation \"a=>b1\"]\n*", "1:15 "),
        ("[Stipulation \"#2\"]\n1. e4 {x\ny\n", "2:7 this comment is not closed"),
        ("[Stipulation \"#2\"]\n1. e4 (1. d4 (1. c4)\n", "2:7 this variation is not closed"),
        ("[Stipulation \"#2\"]\n1. e4 ) *\n", "2:7 no variation is open here"),
        ("[Stipulation \"#2\"]\n{a {b} c} *\n", "2:8 expected a tag or a move, found 'c'"),
        ("[Stipulation \"#2\"]\n1-0 e4\n", "2:5 expected a tag after the result, found 'e4'"),
    ] {
        let errors = errors(text);
        assert!(errors.first().is_some_and(|found| found.starts_with(error)), "{text}\n{error}\n{errors:?}");
    }
}

/// A fault ends one game only.
#[test]
fn faulty_game_does_not_affect_the_next_one() {
    let good = format!("[Event \"x\"]\n[Stipulation \"#2\"]\n{POSITION}\n*\n");
    for bad in [
        "[Event \"y\"\n[X \"\"]\n*\n",
        "[Event \"y\"]\n\n1. e4 {\n",
        "[Event \"y\"]\n\n((((\n\n",
        "[Event \"y\"]\n",
    ] {
        let items = items(&format!("{bad}{good}{bad}{good}"));
        let read: Vec<bool> = items.iter().map(|item| item.problem.is_ok()).collect();
        assert_eq!(read, [false, true, false, true], "{bad}");
    }
}

#[test]
fn tags_that_are_not_kept_are_named() {
    let text = format!(
        "[Event \"?\"]\n[Round \"-\"]\n[Result \"1-0\"]\n[Board \"3\"]\n[ECO \"A00\"]\n[Stipulation \"#2\"]\n{POSITION}\n*\n"
    );
    let expected = [
        "3:2 the tag 'Result' is not kept",
        "4:2 the tag 'Board' is not kept",
        "5:2 the tag 'ECO' is not kept",
    ];
    assert_eq!(unread(&text), expected);
    let text = format!(
        "[Event \"other\"]\n[Date \"1844.??.??\"]\n[Source \"S, 1844\"]\n[Black \"#2\"]\n[Stipulation \"#2\"]\n{POSITION}\n*"
    );
    assert_eq!(unread(&text), ["1:2 the tag 'Event' is not kept"]);
}

#[test]
fn latin_1_and_other_line_ends_are_read() {
    let text = format!(
        "[White \"Zolt\u{e1}n\"]\r\n[Stipulation \"#2\"]\r\n{}\r\n*\r\n",
        POSITION.replace('\n', "\r\n")
    );
    let bytes: Vec<u8> = text.chars().map(|sign| sign as u8).collect();
    let read = read("test", &bytes).items.remove(0).problem;
    assert_eq!(read.unwrap().authors, ["Zolt\u{e1}n"]);
}

/// Large and malformed games take no long time.
#[test]
fn reading_takes_linear_time() {
    let start = std::time::Instant::now();
    let many = 300_000;
    for text in [
        format!("[White \"{}\"]", "x".repeat(20 << 20)),
        format!("[White \"{}\"]", "\\\"".repeat(1 << 20)),
        "[".repeat(1 << 20),
        "[A \"\n".repeat(many),
        "[A \"x\"\n".repeat(many),
        "[A \"\"]\n\n1. e4 {\n\n".repeat(many / 2),
        format!("[A \"\"]\n\n{}", "(".repeat(1 << 20)),
        format!("[A \"\"]\n\n{}", "{ (\n\n".repeat(many)),
        format!("[A \"\"]\n\n{}", "{é}".repeat(many)),
        (0..many).map(|number| format!("[T{number} \"é\"]")).collect(),
        (0..many).map(|number| format!("[T{number} \"é\"]\n")).collect(),
    ] {
        let text = format!("[Event \"\"]\n{text}\n");
        let items = items(&text);
        assert!(items.iter().all(|item| item.problem.is_err()), "{}", &text[..40]);
        let messages =
            items.iter().filter_map(|item| item.problem.as_ref().err()).flat_map(|refusal| &refusal.errors);
        assert!(messages.into_iter().all(|error| error.message.len() < 1000));
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
