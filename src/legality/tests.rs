use super::warnings;
use crate::problem::Problem;

/// Returns the reasons of the warnings about a problem.
fn reasons(text: &str) -> Vec<String> {
    let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    warnings(&problem).into_iter().map(|warning| warning.reason.to_string()).collect()
}

/// Asserts that a problem has this warning only, and that others have none.
fn assert_warns(text: &str, reason: &str, near_misses: &[&str]) {
    assert_eq!(reasons(text), [reason], "{text}");
    for near_miss in near_misses {
        assert_eq!(reasons(near_miss), Vec::<String>::new(), "{near_miss}");
    }
}

#[test]
fn pawns_on_end_ranks_are_impossible() {
    assert_warns(
        "k6p/8/8/8/8/8/8/K6P w - - #1",
        "pawns on the first or last rank: h1, h8",
        &["k7/7P/8/8/8/8/p6P/3K4 w - - #1"],
    );
}

#[test]
fn nine_pawns_are_impossible() {
    assert_warns(
        "k7/8/8/8/P7/PPPPPPPP/8/K7 w - - #1",
        "9 white pawns",
        &["k7/8/8/8/P7/1PPPPPPP/8/K7 w - - #1"],
    );
}

#[test]
fn promoted_men_and_pawns_are_at_most_eight() {
    assert_warns(
        "k7/8/8/8/NNN5/PPPPPPPP/8/K7 w - - #1",
        "8 white pawns and at least 1 promoted man (3 knights)",
        &["k7/8/8/8/NNN5/PPPPPPP1/8/K7 w - - #1", "k7/8/8/8/NN6/PPPPPPPP/8/K7 w - - #1"],
    );
}

#[test]
fn bishops_are_counted_by_square_colour() {
    assert_warns(
        "k7/8/8/8/3B1B2/PPPPPPPP/8/K7 w - - #1",
        "8 white pawns and at least 1 promoted man (2 dark-squared bishops)",
        &["k7/8/8/8/3BB3/PPPPPPPP/8/K7 w - - #1"],
    );
}

#[test]
fn bishops_do_not_leave_between_unmoved_pawns() {
    assert_warns(
        "k7/8/8/8/B7/8/PPPPPPPP/K7 w - - #1",
        "8 white pawns and at least 1 promoted man (bishop a4 cannot have come from f1: pawns e2, g2 have not moved)",
        &[
            "k7/8/8/8/B7/6P1/PPPPPP1P/K7 w - - #1",
            "k7/8/8/8/B7/8/PPPPPPP1/K7 w - - #1",
            "k7/8/8/8/8/8/PPPPPPPP/K4B2 w - - #1",
        ],
    );
}

#[test]
fn rooks_and_queens_do_not_pass_unmoved_men() {
    assert_warns(
        "4k3/8/8/8/R6R/6P1/PPPPPP1P/2B1K3 w - - #1",
        "8 white pawns and at least 1 promoted man (rooks a4, h4 cannot all have come from a1, h1: \
         pawns a2, b2, c2, d2, e2, f2, h2 and bishop c1 have not moved)",
        &[
            // The rook of h1 passes g2, and after the capture of the bishop that of a1 does, too.
            "4k3/8/8/8/R7/6P1/PPPPPP1P/2B1K3 w - - #1",
            "4k3/8/8/8/R6R/6P1/PPPPPP1P/4K3 w - - #1",
        ],
    );
    assert_eq!(reasons("4k3/8/8/8/3Q4/8/PPPPPPPP/4K3 w - - #1").len(), 1);
}

#[test]
fn kings_do_not_pass_unmoved_pawns() {
    assert_warns(
        "7k/8/8/8/4K3/8/PPPPPPPP/8 w - - #1",
        "the white king cannot have reached e4: pawns a2, b2, c2, d2, e2, f2, g2, h2 have not moved",
        &["7k/8/8/8/4K3/7P/PPPPPPP1/8 w - - #1"],
    );
    // Unmoved pawns guard a way, too, and give no check.
    let checks = reasons("4k3/2p1p3/3K4/8/8/8/8/8 w - - #1");
    assert_eq!(
        checks,
        [
            "the white king cannot have reached d6: pawns c7, e7 have not moved",
            "no last move of Black gives the checks from c7, e7 at once"
        ]
    );
}

#[test]
fn pawns_have_origins() {
    assert_warns(
        "k7/8/8/8/8/P7/PP6/7K w - - #1",
        "white pawns a2, b2, a3 cannot all have come from the second rank",
        &["k7/8/8/8/P7/8/PP6/7K w - - #1"],
    );
    assert_warns(
        "7k/pp6/p7/8/8/8/8/K7 w - - #1",
        "black pawns a6, a7, b7 cannot all have come from the seventh rank",
        &["7k/pp6/8/p7/8/8/8/K7 w - - #1"],
    );
}

#[test]
fn captures_of_pawns_need_missing_men() {
    assert_warns(
        "r1bqkb1r/pppppppp/8/8/P7/P7/P7/K7 w - - #1",
        "the white pawns have made at least 3 captures, and Black lacks 2 men that they can have captured",
        &["r1b1kb1r/pppppppp/8/8/P7/P7/P7/K7 w - - #1", "r1bqkb1r/pppppppp/8/P7/P7/1P6/8/K7 w - - #1"],
    );
    // The bishop of c8 was captured there, which no pawn does that is still a pawn.
    assert_warns(
        "r2qkb1r/pppppppp/8/8/P7/P7/P7/K7 w - - #1",
        "the white pawns have made at least 3 captures, and Black lacks 2 men that they can have captured",
        &["r2qkb1r/p1pppppp/1p6/8/P7/P7/P7/K7 w - - #1"],
    );
}

#[test]
fn pawns_pass_each_other_by_captures() {
    assert_warns(
        "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBN1 w - - #1",
        "the black pawns have made at least 2 captures, and White lacks 1 man that they can have captured",
        &["rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKB2 w - - #1"],
    );
    assert_warns(
        "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPP1/RNBQKBNR b - - #1",
        "7 white pawns, and none can have promoted, since no man has been captured",
        &["rnbqkbnr/ppppppp1/8/8/8/Q7/PPPPPPP1/RNBQKBNR b - - #1"],
    );
}

#[test]
fn both_kings_are_not_in_check() {
    assert_warns("8/8/8/3kK3/8/8/8/8 w - - #1", "both kings (d5, e5) are in check", &[]);
    assert_warns("4k3/8/8/8/8/8/r7/K3R3 w - - h#1", "both kings (a1, e8) are in check", &[]);
}

#[test]
fn checks_have_a_last_move() {
    assert_warns(
        "R3k3/8/8/8/8/8/8/4R2K b - - #1",
        "no last move of White gives the checks from e1, a8 at once",
        // A bishop, a promoting pawn, and a promoted man that captured discover a check.
        &[
            "4k3/8/8/1B6/8/8/8/4R2K b - - #1",
            "3Rk3/8/8/8/8/8/8/4R2K b - - #1",
            "4k3/8/8/8/8/8/8/4R2K b - - #1",
        ],
    );
    assert_warns(
        "4k3/8/3N1N2/8/8/8/8/4R2K b - - #1",
        "no last move of White gives the checks from e1, d6, f6 at once",
        &["4k3/8/3N4/8/8/8/8/4R2K b - - #1"],
    );
    assert_warns(
        "7k/8/8/8/8/8/PPP5/Krb5 w - - #1",
        "no last move of Black gives the check from b1",
        &["7k/8/8/8/8/8/PPP5/Kr6 w - - #1", "7k/8/8/8/8/8/PP6/Krb5 w - - #1"],
    );
}

#[test]
fn en_passant_captures_open_two_lines() {
    assert_warns(
        "4R3/1B1p4/3P4/8/4k3/8/8/7K b - - #1",
        "no last move of White gives the checks from b7, e8 at once",
        &["4R3/1B6/3P4/8/4k3/8/8/7K b - - #1"],
    );
}

#[test]
fn double_step_opens_its_rank() {
    assert_warns(
        "N7/r6K/P1P5/2p5/8/8/8/7k w - - #1",
        "no last move of Black gives the check from a7",
        &["N7/r6K/P7/2p5/8/8/8/7k w - - #1"],
    );
}

#[test]
fn castling_gives_check_through_the_home_of_the_king() {
    assert_warns(
        "8/8/8/8/8/8/5P2/k4RKN b - - #1",
        "no last move of White gives the check from f1",
        &["8/8/8/8/8/8/5P2/k4RK1 b - - #1"],
    );
    assert_warns(
        "8/8/8/8/8/8/3P4/1NKR3k b - - #1",
        "no last move of White gives the check from d1",
        &["8/8/8/8/8/8/3P4/2KR3k b - - #1"],
    );
}

#[test]
fn sides_have_a_last_move() {
    assert_warns(
        "7k/5K1P/8/8/8/8/8/8 w - - #1",
        "Black cannot have made the last move",
        &["7k/7P/5K2/8/8/8/8/8 w - - #1", "7k/5K1P/8/8/8/8/8/8 b - - #1"],
    );
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - #1";
    assert_eq!(reasons(array), Vec::<String>::new());
}

#[test]
fn declared_double_step_is_the_last_move() {
    assert_warns(
        "7k/8/8/4p3/8/8/2n5/K7 w - e6 #1",
        "before the declared double step, White was in check already",
        &["7k/8/8/4p3/3K4/8/8/8 w - e6 #1", "7k/8/8/4p3/8/8/2n5/K7 w - - #1"],
    );
}

/// The side that moves first depends on the play.
#[test]
fn side_to_move_is_that_of_the_actual_play() {
    // No move of Black gives these two checks.
    let men = "r7/8/8/4k3/8/8/8/K6r";
    for play in [
        "w - - #1",
        "w - - h#2.5",
        "w - - h#2",
        "w - - ser-#2",
        "w - - ser-h#2",
        "w - - r#2",
        "w - - stip \"#2\"; opt \"Variations\";",
        "b - - stip \"#2\"; opt \"PostKeyPlay\";",
    ] {
        assert_eq!(reasons(&format!("{men} {play}")).len(), 1, "{play}");
    }
    for play in [
        "b - - h#2",
        "b - - #2",
        "w - - stip \"#2\"; opt \"SetPlay\";",
        "w - - stip \"#2\"; opt \"Duplex\";",
        "w - - stip \"#2\"; opt \"PostKeyPlay\";",
        "w - - stip \"#2\"; opt \"NullMoves\";",
        "w - - stip \"#2\"; cond \"Circe\";",
        "w - - dia1",
    ] {
        assert_eq!(reasons(&format!("{men} {play}")), Vec::<String>::new(), "{play}");
    }
}

/// Returns the warnings about a problem in Popeye's language.
fn popeye(words: &str) -> Vec<String> {
    let problem: Problem = format!("beginproblem {words} endproblem").parse().expect("a problem");
    warnings(&problem).iter().map(ToString::to_string).collect()
}

#[test]
fn twins_are_judged_one_by_one() {
    let men = "pieces white Ka1 Pa2b2c2d2e2f2g3h2 black Kh8 stipulation #1";
    let twins = "twin add white Ba4 twin move g3 g2 twin continued add white Ba4 twin add white Bb5";
    assert_eq!(
        popeye(&format!("{men} {twins}")),
        ["the position of twin d) cannot arise in a game: 8 white pawns and at least 1 promoted man \
             (bishop a4 cannot have come from f1: pawns e2, g2 have not moved)"]
    );
    // What is true of two twins is reported for the first.
    let twins = "twin add white Pa3 twin continued move a3 a4";
    let nine = "the position of twin b) cannot arise in a game: 9 white pawns";
    assert_eq!(popeye(&format!("{men} {twins}")), [nine]);
    assert_eq!(
        popeye("pieces white Ka1 Ph1 black Kh8 stipulation #1 zeroposition move h1 h2 twin move h1 h3"),
        Vec::<String>::new()
    );
}

#[test]
fn fairy_men_and_boards_have_no_warnings() {
    for words in [
        "pieces white Ka1 Ph1 neutral Rb1 black Kh8 stipulation #1",
        "pieces white Ka1 Ph1 Gb1 black Kh8 stipulation #1",
        "pieces white Ka1 Ph1 white Kamikaze Rb1 black Kh8 stipulation #1",
        "pieces white Ka1 Ph1 black Kh8 stipulation #1 condition Circe",
        "pieces white Ph1 black Kh8 stipulation #1 option NoWk",
        "pieces white Ka1 Ph1 black Kh8 stipulation #1 option NullMoves",
    ] {
        assert_eq!(popeye(words), Vec::<String>::new(), "{words}");
    }
    let orthodox = popeye("pieces white Ka1 Ph1 black Kh8 stipulation #1");
    assert_eq!(orthodox, ["the position cannot arise in a game: pawn on the first or last rank: h1"]);
    assert_eq!(reasons("k3/4/4/P2K w - - board 4x4; stip \"#1\";"), Vec::<String>::new());
}
