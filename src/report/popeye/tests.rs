//! The snapshots agree with Popeye's output, except for the order of siblings.

use super::*;
use crate::problem::NamedRule;
use crate::report::script;
use crate::rules::Circe;

fn printed(problem: &Problem, play: &str) -> (String, String) {
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let mut printer = PopeyePrinter::begin(problem, &mut out, &mut messages);
    script::emit_script(problem, play, &mut printer);
    printer.finish().unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(messages).unwrap())
}

/// Prints a script and compares the whole output, with visible line ends.
macro_rules! prints {
    ($name:literal, $problem:expr, $play:expr) => {
        let out = printed(&$problem, $play).0.replace('\n', "¶\n");
        insta::assert_snapshot!($name, out);
    };
}

#[test]
fn popeye_direct_duplex_snapshot() {
    let mut problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
    problem.options.duplex = true;
    prints!(
        "direct_duplex",
        problem,
        "
        @side White
        @phase set
        @phase actual
   1.Qa2-g8 + ?
    but
      1...Kh8*g8 !
   1.Qa2-f7 ! threat:
          2.Qf7-g7 #
   1.Qa2-h2 + ?
    but
      1...Kh8-g8 !
   1.Qa2-g2 ! threat:
          2.Qg2-g7 #
   1.Kf6-f7 ! threat:
          2.Qa2-h2 #
        @side Black
        @phase set
        @phase actual
        "
    );
}

#[test]
fn popeye_continued_twins_snapshot() {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
    prints!(
        "direct_twins",
        problem,
        "
        @twin a
        @phase set
        @phase actual
   1.Qa2-f7 ! threat:
          2.Qf7-g7 #
        @twin b wQa2-->b2
        @phase set
        @phase actual
   1.Kf6-f7 + !
      1...Kh8-h7
          2.Qb2-g7 #
          2.Qb2-h2 #
   1.Kf6-g6 + !
      1...Kh8-g8
          2.Qb2-g7 #
        @twin +c bPb7-->b6
        @phase set
        @phase actual
        "
    );
}

#[test]
fn popeye_help_set_play_snapshot() {
    let problem = script::problem("5Q2/8/2p5/k7/p7/8/8/n2KR3", "h#2");
    prints!(
        "help_set",
        problem,
        "
        @phase set
  1...Re1-e6   2.c6-c5 Qf8*c5 #
        @phase actual
  1.Sa1-c2 Re1-e6   2.c6-c5 Qf8*c5 #
  1.c6-c5 Re1-e6   2.Sa1-c2 Qf8*c5 #
  1.c6-c5 Re1-e6   2.c5-c4 Qf8-c5 #
  1.c6-c5 Qf8-d6   2.c5-c4 Re1-e5 #
        "
    );
}

#[test]
fn popeye_help_half_move_snapshot() {
    let mut problem = script::problem("8/8/K7/1R6/8/8/8/4k2r", "h~2");
    problem.setting.conditions.push(NamedRule::new(Circe::PLAIN.condition().into(), Default::default()));
    problem.options.white_to_play = true;
    prints!(
        "help_half_circe",
        problem,
        "
        @phase set
  1...  ...  2.Ka6*b5[+wRh1] 0-0
        @phase actual
  1...Rb5-b7   2.Ka6*b7[+wRh1] 0-0
  1...Rb5-b6 +   2.d5*e6 ep.[+wPe2] b7*a8=Q[+bPa1=S] +
        "
    );
}

#[test]
fn popeye_zeroposition_snapshot() {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "h#1");
    prints!(
        "zeroposition",
        problem,
        "
        @twin zeroposition
        @twin a wQa2-->b2
        @phase set
        @phase actual
        @twin +b bPb7-->b6
        @phase set
        @phase actual
        "
    );
}

#[test]
fn popeye_reflex_forced_snapshot() {
    let problem = script::problem("8/6B1/8/8/p7/kp6/p7/K7", "r#1");
    let play = "
        @twin a
        @phase actual
   1.Bg7-f8 # ?!?
        @twin b wBg7-->f8
        @phase actual
        @remark capturable
        ";
    prints!("reflex_forced", problem, play);
    assert_eq!(printed(&problem, play).1, "\nthe side to play can capture the king");
}

#[test]
fn popeye_self_play_threats_snapshot() {
    let problem = script::problem("8/6B1/8/8/p7/kp6/p7/K7", "s#2");
    prints!(
        "self_tries",
        problem,
        "
        @phase set
        @phase actual
   1.Bg7-b2 + ?
    but
      1...Ka3-b4 !
   1.Bg7-c3 ? threat:
          2.Bc3-e1
              2...b3-b2 #
          2.Bc3-d2
              2...b3-b2 #
          2.Bc3-a5
              2...b3-b2 #
    but
      1...b3-b2 + !
   1.Bg7-h6 ? threat:
          2.Bh6-d2
              2...b3-b2 #
    but
      1...Ka3-b4 !
        "
    );
}

#[test]
fn popeye_forced_after_refutation_snapshot() {
    let problem = script::problem("8/8/8/8/Q2p4/4k3/3N4/7K", "r#2");
    prints!(
        "reflex_refutation",
        problem,
        "
   1.Qa4*d4 + ?
    but
      1...Ke3*d4 !
          2.Sd2-f3 # ?!?
        "
    );
}

#[test]
fn popeye_long_series_snapshot() {
    let problem = script::problem("7n/8/8/7P/8/8/8/k1K5", "ser-h=11");
    prints!(
        "series",
        problem,
        "
        @phase set
  1...h5-h6 =
        @phase actual
  1.Kc1-d2   2.Kd2-e3   3.Ke3-f4   4.Kf4-g5   5.Kg5-h6   6.Kh6-h7   7.Kh7*h8   8.Kh8-h7   9.Kh7-h6  10.Kh6-g5  11.h5-h6 Kg5-f4 =
        "
    );
}

#[test]
fn incomplete_solutions_have_their_last_line() {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "h#2");
    let play = "@phase actual\n  1.a7-a5 Qa2-f7   2.a5-a4 Qf7-g7 #\n";
    for (remark, end) in
        [("enough", "\nPartial solution\n\n\n"), ("incomplete", "\nsolving interrupted.\n\n\n")]
    {
        let (out, _) = printed(&problem, &format!("{play}@remark {remark}"));
        assert!(out.ends_with(&format!("Qf7-g7 #{end}")), "{out}");
    }
}

#[test]
fn popeye_heading_snapshot() {
    let mut problem = script::problem("8/8/8/8/7n/k7/6r1/K7", "ser-#10");
    problem.authors = vec!["Somebody with a Name too Long for a Board of this Width".into(), "Bär".into()];
    problem.origins = vec!["The Problemist, 1999".into()];
    problem.awards = vec!["1st Prize".into()];
    problem.titles = vec!["In Memory".into()];
    let circe = Circe {
        on_occupied: crate::rules::CirceOccupied::Strict,
        royals: crate::rules::Royals::Inclusive,
        ..Circe::PLAIN
    };
    problem.setting.conditions.push(NamedRule::new(circe.condition().into(), Default::default()));
    problem.options.half_duplex = true;
    prints!("heading", problem, "@phase actual");
}
