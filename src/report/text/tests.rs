use super::*;
use crate::problem::NamedRule;
use crate::report::notation::PieceNames;
use crate::report::script;
use crate::rules::Circe;

fn printed(problem: &Problem, page: Page, play: &str) -> String {
    let mut out = Vec::new();
    let mut printer = TextPrinter::begin(problem, page, &mut out);
    script::emit_script(problem, play, &mut printer);
    printer.finish().unwrap();
    String::from_utf8(out).unwrap()
}

fn page(width: usize) -> Page {
    Page { width, ..Page::default() }
}

fn three_mover() -> Problem {
    let mut problem = script::problem("8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3", "#3");
    problem.authors = vec!["A. Composer".into(), "B. Composer".into()];
    problem.origins = vec!["A Journal of Chess Problems, 1999".into()];
    problem.awards = vec!["2nd Honourable Mention".into()];
    problem.titles = vec!["To Castle or Not".into()];
    problem.options.set_play = true;
    problem
}

const THREE_MOVER: &str = "
    @phase set
      1...Kc2-c3
          2.Qb6-b1
              2...Kc3-d4
                  3.Ra1-d1 #
      1...c4-c3
          2.Qb6-b1 #
    @phase actual
   1.Ra1-a3 ? zugzwang.
      1...Kc2-c1
          2.Ra3-c3 #
    but
      1...c4-c3 !
   1.Qb6-b1 + ?
    but
      1...Kc2-c3 !
      1...Kc2*b1 !
   1.Ra1-d1 ? threat:
          2.Rd1-d2 +
              2...Kc2-c1
                  3.Qb6-b2 #
              2...Kc2-c3
                  3.Qb6-b2 #
    but
      1...Kc2-c3 !
   1.Qb6-f6 ! zugzwang.
      1...Kc2-d3
          2.0-0-0 +
              2...Kd3-e2
                  3.Qf6-b2 #
              2...Kd3-e4
                  3.Rd1-d4 #
      1...Kc2-b3
          2.Ke1-d2 threat:
                  3.Qf6-c3 #
                  3.Qf6-b6 #
              2...Kb3-b4
                  3.Qf6-b6 #
              2...c4-c3 +
                  3.Qf6*c3 #
      1...c4-c3
          2.Qf6-e6 zugzwang.
              2...Kc2-d3
                  3.0-0-0 #
              2...Kc2-b2
                  3.Qe6-a2 #
                  3.Qe6-b3 #
";

#[test]
fn text_direct_play_snapshot() {
    insta::assert_snapshot!("direct", printed(&three_mover(), page(80), THREE_MOVER));
}

#[test]
fn wide_page_puts_solution_right_of_board() {
    insta::assert_snapshot!("wide", printed(&three_mover(), page(200), THREE_MOVER));
}

#[test]
fn narrow_page_wraps_variations() {
    insta::assert_snapshot!("narrow", printed(&three_mover(), page(32), THREE_MOVER));
}

#[test]
fn ascii_page_uses_letters() {
    let plain = Page {
        names: PieceNames::KnightN,
        board: PieceNames::KnightN,
        characters: Characters::Ascii,
        ..page(80)
    };
    let mut problem = help();
    problem.titles = vec!["Plain".into()];
    insta::assert_snapshot!("letters", printed(&problem, plain, HELP));
}

#[test]
fn coloured_page_snapshot() {
    let coloured = Page { names: PieceNames::Figurines, styles: Styles::coloured(), ..page(80) };
    let out = printed(&help(), coloured, HELP).replace('\u{1b}', "␛");
    insta::assert_snapshot!("coloured", out);
}

fn help() -> Problem {
    let mut problem = script::problem("8/8/1n3k2/8/8/8/p7/K2r3R", "h#2.5");
    problem.setting.conditions.push(NamedRule::new(Circe::PLAIN.condition().into(), Default::default()));
    problem.options.set_play = true;
    problem.options.duplex = true;
    problem
}

const HELP: &str = "
    @twin a
    @side White
    @phase set
  1...  ...  2.Rd1*h1[+wRa1] 0-0-0 #
    @phase actual
  1...Rh1*d1[+bRa8]   2.Sb6-c4?f Rd1-d6 +   3.Sc4*d6 a2*b3 ep.[+bPb7] #
  1...Ka1*a2   2.c2*d1=S + b7*a8=Q[+bPa1=S] =
    @side Black
    @phase actual
    @twin b wRh1-->h8 bSb6<-->bPa2
    @side White
    @phase set
    @remark capturable
    @phase actual
  1...Ka1*a2 +
    @twin +c -bSb6
    @side White
    @phase actual
    @remark capturable
";

/// A comma between a threat with a continuation and another threat could separate the moves of the continuation.
#[test]
fn threats_with_continuations_are_between_semicolons() {
    let problem = script::problem("8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3", "#3");
    let row = |threats: &str| {
        let play = format!("@phase actual\n   1.Ra1-d1 ! threat:\n{threats}");
        let text = printed(&problem, page(80), &play);
        text.lines().nth_back(0).unwrap().to_owned()
    };
    let continued = "          2.Rd1-d2 +\n              2...Kc2-c1\n                  3.Qb6-b2 #\n                  3.Qb6-b1 #\n";
    let (first, second) = ("          2.Ke1-e2\n", "          2.Qb6-b2 #\n");
    assert_eq!(row(&format!("{first}{second}")), "1.Rd1! (2.Ke2, Qb2#)");
    assert_eq!(
        row(&format!("{first}{second}{continued}{first}{second}")),
        "1.Rd1! (2.Ke2, Qb2#; 2.Rd2+ Kc1 3.Qb2#, Qb1#; 2.Ke2, Qb2#)"
    );
    assert_eq!(row(&format!("{continued}{continued}")).matches(';').count(), 1);
}

#[test]
fn missing_set_play_is_noted() {
    let mut problem = three_mover();
    let play = THREE_MOVER.split("@phase actual").nth(1).unwrap();
    for phases in [format!("@phase set\n@phase actual{play}"), format!("@phase actual{play}")] {
        let text = printed(&problem, page(80), &phases);
        assert!(text.contains("\n\nNo set play.\n\n1.Ra3? zz\n"), "{text}");
    }
    assert!(!printed(&problem, page(80), THREE_MOVER).contains("No set play"));
    let capturable = printed(&problem, page(80), "@phase set\n@remark capturable\n@phase actual");
    assert_eq!(capturable.matches("No set play").count(), 1, "{capturable}");
    problem.options.set_play = false;
    assert!(!printed(&problem, page(80), &format!("@phase actual{play}")).contains("No set play"));
}

#[test]
fn text_help_play_snapshot() {
    insta::assert_snapshot!("help", printed(&help(), page(80), HELP));
}

#[test]
fn text_series_play_snapshot() {
    let problem = script::problem("7n/8/8/7P/8/8/8/k1K5", "ser-h=11");
    let play = "
        @phase set
  1...h5-h6 =
        @phase actual
  1.Kc1-d2   2.Kd2-e3   3.Ke3-f4   4.Kf4-g5   5.Kg5-h6   6.Kh6-h7   7.Kh7*h8   8.Kh8-h7   9.Kh7-h6  10.Kh6-g5  11.h5-h6 Kg5-f4 =
        ";
    insta::assert_snapshot!("series", printed(&problem, page(60), play));
}

#[test]
fn text_reflex_play_snapshot() {
    let problem = script::problem("8/6p1/6pk/6p1/8/1p6/1P1p4/2KR4", "r#2");
    let play = "
   1.Kc1-b1 ! zugzwang.
      1...g5-g4
          2.Rd1-e1
              2...d2*e1=Q #
              2...d2*e1=R #
      1...Kh6-h5
          2.Rd1-e1
              2...d2*e1=Q #
      1...Kh6-h7
          2.Rd1-e1
              2...d2*e1=Q #
   1.Rd1*d2 + ?
    but
      1...Kh6-h7 !
          2.Rd2-h2 # ?!?
        ";
    insta::assert_snapshot!("reflex", printed(&problem, page(80), play));
    let forced = "   1.Rd1-h1 # ?!?";
    insta::assert_snapshot!("reflex_forced", printed(&problem, page(80), forced));
}

#[test]
fn incomplete_search_is_not_no_solution() {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
    let none = printed(&problem, page(80), "@phase actual");
    assert!(none.ends_with("\n\nNo solution.\n"), "{none}");
    let cut = printed(&problem, page(80), "@phase actual\n@remark incomplete");
    assert!(cut.ends_with("\n\nIncomplete: the search was cut short, there may be more.\n"), "{cut}");
    assert!(!cut.contains("No solution"));
}

/// Returns the drawn board of a FEN, and asserts that every line has the returned width.
fn drawn(fen: &str, page: &Page) -> String {
    let mut reading = crate::formats::read("position", format!("{fen} #1").as_bytes());
    let problem = reading.items.remove(0).problem.unwrap();
    let (lines, width) = board::board(&problem.setting, page);
    assert!(lines.iter().all(|line| line.chars().count() == width), "{lines:?}");
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

#[test]
fn banks_are_right_of_the_board() {
    let fen = "rnbkb/ppppp/5/5/5/5/PPPPP/RNBKB[QRNqn] w - - {rules=Fiasco}";
    insta::assert_snapshot!(drawn(fen, &Page::default()), @r"
      ┌───────────────┐
    8 │ ♜  ♞  ♝  ♚  ♝ │  ♛  ♞
    7 │ ♟  ♟  ♟  ♟  ♟ │
    6 │    ·     ·    │
    5 │ ·     ·     · │
    4 │    ·     ·    │
    3 │ ·     ·     · │
    2 │ ♙  ♙  ♙  ♙  ♙ │
    1 │ ♖  ♘  ♗  ♔  ♗ │  ♕  ♖  ♘
      └───────────────┘
        a  b  c  d  e
    ");
}

#[test]
fn reentrant_square_is_right_of_the_board() {
    let fen = "kqbnr/ppppp/5/5/5/5/PPPPP/KQBNR w - - {rules=Reenterent;re=N}";
    let ascii = Page { characters: page::Characters::Ascii, board: PieceNames::KnightS, ..Page::default() };
    insta::assert_snapshot!(drawn(fen, &Page::default()), @r"
      ┌───────────────┐
    8 │ ♚  ♛  ♝  ♞  ♜ │
    7 │ ♟  ♟  ♟  ♟  ♟ │
    6 │    ·     ·    │  ┌───┐
    5 │ ·     ·     · │  │ ♘ │
    4 │    ·     ·    │  └───┘
    3 │ ·     ·     · │
    2 │ ♙  ♙  ♙  ♙  ♙ │
    1 │ ♔  ♕  ♗  ♘  ♖ │
      └───────────────┘
        a  b  c  d  e
    ");
    insta::assert_snapshot!(drawn(&fen.replace("re=N", "re=q"), &ascii), @r"
      +---------------+
    8 | k  q  b  s  r |
    7 | p  p  p  p  p |
    6 |    .     .    |  +---+
    5 | .     .     . |  | q |
    4 |    .     .    |  +---+
    3 | .     .     . |
    2 | P  P  P  P  P |
    1 | K  Q  B  S  R |
      +---------------+
        a  b  c  d  e
    ");
}

#[test]
fn reroute66_ranks_are_shifted() {
    let fen = "rnbkqbnr/pppppppp/8/8n/N8/8/PPPPPPPP/RNBQKBNR w - -";
    insta::assert_snapshot!(drawn(fen, &Page::default()), @r"
          ┌────────────────────────┐
    8     │ ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜ │
    7     │ ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟ │
    6     │ ·     ·     ·     ·    │
    5    │    ·     ·     ·     · \♞ │ H5
    4 A4│ ♘\    ·     ·     ·     · │
    3     │ ·     ·     ·     ·    │
    2     │ ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙ │
    1     │ ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖ │
          └────────────────────────┘
            a  b  c  d  e  f  g  h
    ");
}
