//! Tests of the reader of FEN and EPD.

use crate::board::Layout;
use crate::formats::{self, InputFormat};
use crate::position::Side;
use crate::problem::{Problem, Verdict};

fn one(line: &str) -> Result<Problem, (u32, String)> {
    let mut reading = formats::read("test", line.as_bytes());
    assert_eq!(reading.items.len(), 1, "{line}");
    reading.items.remove(0).problem.map_err(|refusal| {
        let error = &refusal.errors[0];
        (error.span.column, error.to_string())
    })
}

const EMPTY: &str = "8/8/8/8/8/5K2/4Q3/7k";

#[test]
fn operations_set_problem_and_declarations() {
    let problem = one(&format!(
        "{EMPTY} w - - 0 1 dm 2; bm Qe1 Qd1; id \"no 7\"; c0 \"N. N.\"; cond \"Circe Strict\"; \
         opt \"SetPlay Try\"; verdict \"no solution\"; kirke \"lines=2 branching=1.2\";"
    ))
    .unwrap();
    let stipulation = problem.setting.stipulation.unwrap();
    assert_eq!(stipulation.value.to_string(), "#2");
    assert_eq!(problem.setting.conditions[0].value.to_string(), "Circe Strict");
    assert_eq!(problem.id.as_deref(), Some("no 7"));
    assert_eq!(problem.authors, ["N. N."]);
    assert!(problem.options.set_play);
    assert_eq!(problem.options.tries, Some(1));
    let declared = &problem.declarations;
    assert_eq!(declared[0].verdict, Some(Verdict::NoSolution));
    assert_eq!(declared[0].keys.as_ref().unwrap(), &["Qe1", "Qd1"]);
    assert_eq!(declared[1].line_count, Some(2));
}

#[test]
fn stipulation_may_follow_fen_fields() {
    for (text, written) in [("#1", "#1"), ("h#2.5", "h#2.5"), ("ser-h=3; id \"x\"", "ser-h=3")] {
        let problem = one(&format!("{EMPTY} b - - {text}")).unwrap();
        assert_eq!(problem.setting.stipulation.unwrap().value.to_string(), written);
    }
}

#[test]
fn side_to_move_sets_options() {
    for (side, stipulation, half_duplex, white_to_play) in [
        ("w", "#2", false, false),
        ("b", "#2", true, false),
        ("b", "s#2", true, false),
        ("b", "h#2", false, false),
        ("w", "h#2", false, true),
        ("w", "h#2.5", false, false),
        ("b", "h#2.5", true, false),
        ("w", "hs#2", false, false),
        ("b", "hs#1.5", false, false),
        ("w", "hs#1.5", true, false),
        ("b", "ser-h#2", false, false),
        ("w", "ser-h#2", true, false),
        ("b", "ser-#2", true, false),
        // The side to move of a proof game may be that before or after it.
        ("w", "dia1.5", false, false),
        ("b", "dia1.5", false, false),
        ("w", "dia2", false, false),
        ("b", "dia2", true, false),
    ] {
        let options = one(&format!("{EMPTY} {side} - - {stipulation}")).unwrap().options;
        let found = (options.half_duplex, options.white_to_play);
        assert_eq!(found, (half_duplex, white_to_play), "{side} {stipulation}");
    }
}

/// Programs write White to move whatever is asked: where that changes help or series play, there is a warning.
#[test]
fn unusual_side_to_move_of_help_play_is_a_warning() {
    for (side, stipulation, message) in [
        ("w", "h#2", "in h#2 Black begins; with White to move it is h#1.5"),
        ("w", "ser-h#2", "in ser-h#2 Black begins; with White to move the sides exchange their parts"),
        ("b", "h#2.5", "in h#2.5 White begins; with Black to move the sides exchange their parts"),
        ("b", "h#2", ""),
        ("w", "h#2.5", ""),
        ("b", "#2", ""),
        ("b", "dia1.5", ""),
    ] {
        let line = format!("{EMPTY} {side} - - {stipulation}");
        let reading = formats::read("test", line.as_bytes());
        let found: Vec<_> =
            reading.items[0].warnings.iter().map(|warning| warning.message.as_str()).collect();
        let expected: Vec<_> = Some(message).filter(|message| !message.is_empty()).into_iter().collect();
        assert_eq!(found, expected, "{side} {stipulation}");
    }
}

#[test]
fn white_must_be_able_to_begin_twins() {
    let read = |side: &str, twin: &str| one(&format!("{EMPTY} {side} - - h#2; twin \"stip {twin}\";"));
    let (column, message) = read("w", "ser-h#2").unwrap_err();
    assert!(message.contains("the diagram has White to play"), "{message}");
    assert_eq!(column as usize, EMPTY.len() + " w - - h#2; twin \"s".len());
    assert!(read("b", "ser-h#2").is_ok() && read("w", "h#3").is_ok());
}

#[test]
fn missing_castling_rights_become_no_castling() {
    let denied = |field: &str| {
        let line = format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - #2");
        let squares = one(&line).unwrap().options.no_castling;
        let mut names: Vec<_> = squares.iter().map(|square| Layout::CHESS.name(square.value)).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(denied("KQkq"), "");
    assert_eq!(denied("Qk"), "a8 h1");
    assert_eq!(denied("KQ"), "a8 e8 h8");
    assert_eq!(denied("-"), "a1 a8 e1 e8 h1 h8");
}

#[test]
fn passed_square_becomes_double_step() {
    let problem = one("7k/8/8/3pP3/8/8/8/K7 w - d6 #2").unwrap();
    let step = problem.options.en_passant.unwrap().value;
    let name = |square| Layout::CHESS.name(square);
    assert_eq!([step.departure, step.passed[0], step.arrival].map(name).concat(), "d7d6d5");
}

#[test]
fn board_operation_allows_small_boards() {
    let problem = one("4k/5/5/5/5/5/5/K4 w - - #2 board 5x8;").unwrap();
    let layout = problem.setting.diagram.layout();
    assert_eq!((layout.files(), layout.ranks()), (5, 8));
    assert_eq!(problem.setting.diagram.royals(Side::Black).count(), 1);
}

#[test]
fn board_may_have_one_rank() {
    let problem = one("K1R1k w - - h#1 board 5x1;").unwrap();
    let layout = problem.setting.diagram.layout();
    assert_eq!((layout.files(), layout.ranks()), (5, 1));
}

#[test]
fn faults_have_their_column() {
    for (line, column, words) in [
        ("8/8/8/8/8/8/8/7 w - - #1", 15, "expected 8 squares"),
        ("8/8/8/8/8/8/8 w - - #1", 1, "expected 8 ranks of 8 squares"),
        ("8/8/8/8/8/8/8 w - - #1 board 8x6;", 30, "8x7 files and ranks"),
        ("8/8/8/8/8/8/8/9 w - - #1", 15, "expected a man"),
        ("8/8/8/8/8/8/8/K8 w - - #1", 15, "at most 8 squares"),
        ("8/8/8/8/8/8/8/8/8 w - - #1", 16, "at most 8 ranks, found 9"),
        ("8/8//8/8/8/8/8 w - - #1", 5, "expected 8 squares"),
        ("8/8/8/S7/8/8/8/8 w - - #1", 7, "knight is N"),
        ("8/8/8/8/8/8/8/8 x - - #1", 17, "w or b"),
        ("8/8/8/8/8/8/8/8", 16, "expected a stipulation"),
        ("8/8/8/8/8/8/8/8 w", 18, "rights to castle"),
        ("4k3/8/8/8/8/8/8/=R3K3 w Q - #2", 25, "there is no wR on a1"),
        ("8/8/8/8/8/8/8/8 2#", 17, "w or b"),
        ("8/8/8/8/8/8/8/8 w K - #1", 19, "no wK on e1"),
        ("8/8/8/8/8/8/8/4K3 w K - #1", 21, "no wR on h1"),
        ("8/8/8/8/8/8/8/4K2R w KK - #1", 23, "twice"),
        ("8/8/8/8/8/8/8/8 w - e6 #1", 21, "no man"),
        ("8/8/8/8/8/8/8/8 w - e3 #1", 21, "can have passed"),
        ("8/8/8/8/8/8/8/8 w - j9 #1", 21, "can have passed"),
        ("8/8/4p3/8/8/8/8/8 w - e7 #1", 23, "can have passed"),
        ("8/8/8/8/8/8/8/8 w - - 0 x #1", 25, "number of the move"),
        ("8/8/8/8/8/8/8/8 w - -", 22, "expected a stipulation"),
        ("8/8/8/8/8/8/8/8 w - - #0", 24, "at least one"),
        ("8/8/8/8/8/8/8/8 w - - dm 999;", 26, "at most 400 moves"),
        ("8/8/8/8/8/8/8/8 w - - stip \"#2\"; dm 3;", 37, "two stipulations"),
        ("8/8/8/8/8/8/8/8 w - - dm 2; dm 2;", 29, "twice"),
        ("8/8/8/8/8/8/8/8 w - - stipp \"#2\";", 23, "did you mean 'stip'"),
        ("8/8/8/8/8/8/8/8 w - - stip \"#2;", 28, "not closed"),
        ("8/8/8/8/8/8/8/8 w - - dm 2; cond \"Circe Hypervolage\";", 41, "not supported"),
        ("8/8/8/8/8/8/8/8 w - - dm 2; verdict fine;", 37, "expected a verdict"),
        ("8/8/8/8/8/8/8/8 w - - dm 2; opt \"NoCastling a1\";", 34, "fields of the FEN"),
        ("8/8/8/8/8/8/8/8 b - - #2; opt \"Duplex\";", 17, "usual side"),
    ] {
        let (found, message) = one(line).unwrap_err();
        assert!(message.contains(words), "{line}: {message}");
        assert_eq!(found, column, "{line}: {message}");
    }
}

#[test]
fn comments_are_skipped_and_faults_lose_one_line() {
    let text = format!("# mates\n\n{EMPTY} w - - #1\nrubbish\n; more\n{EMPTY} w - - #1\n");
    let reading = formats::read("test", text.as_bytes());
    assert_eq!(reading.format, Some(InputFormat::Epd));
    let read: Vec<_> = reading.items.iter().map(|item| (item.span.line, item.problem.is_ok())).collect();
    assert_eq!(read, [(3, true), (4, false), (6, true)]);
}

#[test]
fn placement_suffices_before_a_stipulation() {
    let bare = one("r3k2r/8/8/8/8/8/8/R3K2R h#2").unwrap();
    let whole = one("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - h#2").unwrap();
    assert_eq!((bare.options, bare.setting.diagram), (whole.options, whole.setting.diagram));
}

#[test]
fn number_of_solutions_after_stipulation_is_declared() {
    for line in ["h#2 2.1.1.1; id x;", "h#2 2.1...", "stip \"h#2 2.1…\";"] {
        let problem = one(&format!("{EMPTY} b - - {line}")).unwrap();
        assert_eq!(problem.declarations[0].branching.as_ref().unwrap()[..2], [2, 1], "{line}");
    }
    for line in ["h#2 2 sols; id x;", "stip \"h#2 2 solutions\";", "stip \"h#2\"; kirke \"lines=2\";"] {
        let problem = one(&format!("{EMPTY} b - - {line}")).unwrap();
        assert_eq!(problem.declarations[0].line_count, Some(2), "{line}");
    }
    let (column, message) = one(&format!("{EMPTY} b - - stip \"h#2 2\";")).unwrap_err();
    assert_eq!(column as usize, EMPTY.len() + 18, "{message}");
    assert!(message.contains("number of solutions"), "{message}");
}

#[test]
fn best_move_can_be_a_number_of_moves() {
    let stipulation =
        |line: &str| one(&format!("{EMPTY} w - - {line}")).unwrap().setting.stipulation.unwrap();
    assert_eq!(stipulation("bm #3;").value.to_string(), "#3");
    let (_, message) = one(&format!("{EMPTY} w - - bm #-3;")).unwrap_err();
    assert!(message.contains("by the side to move"), "{message}");
}

#[test]
fn star_requests_set_play() {
    for line in ["#2*", "stip \"#2*\";"] {
        assert!(one(&format!("{EMPTY} w - - {line}")).unwrap().options.set_play, "{line}");
    }
}

#[test]
fn twin_operations_make_twins() {
    let line = "8/8/8/8/8/5K2/4Q3/7k b - - h#2; twin \"b) move e2 d1\"; twin \"stip h#3 2 sols\";";
    let problem = one(line).unwrap();
    assert_eq!(problem.twins.len(), 2);
    let declared = &problem.declarations[0];
    assert_eq!((declared.twin.as_deref(), declared.line_count), (Some("c"), Some(2)));
    for (twin, words) in [
        ("c) move e2 d1", "expected the twin 'b)'"),
        ("move e9 d1", "square"),
        ("twin move e2 d1", "one twin"),
        ("", "expected"),
    ] {
        let (_, message) = one(&format!("8/8/8/8/8/5K2/4Q3/7k b - - h#2; twin \"{twin}\";")).unwrap_err();
        assert!(message.contains(words), "{twin}: {message}");
    }
}
