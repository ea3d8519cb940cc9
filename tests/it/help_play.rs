//! Help and series play: solutions that a former version lost, and problems that only mate patterns
//! make fast.

use crate::common::program::{kirke, problem as problem_text};

/// Returns the solution of a problem in Popeye's language, without the surrounding lines.
fn lines(problem: &str) -> Vec<String> {
    let done = kirke("popeye -regression -", problem_text(problem));
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("solution finished."), "{problem}: {text}");
    solution_lines(&done.stdout)
}

/// Returns the solutions that a program has printed in Popeye's layout.
fn solution_lines(printed: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(printed);
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with("1."));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn start_move_number_ignores_unplayable_captures() {
    let problem = "pieces white Kc7 Ph7 Qf5 black Kh6 Ph5\nstipulation ser-h#2\ncondition BlackMustCapture";
    let numbered = |from, to| lines(&format!("{problem}\noption StartMoveNumber {from} UpToMoveNumber {to}"));
    assert_eq!(numbered(3, 11), ["1.Kh6-g7 2.Kg7-h6 h7-h8=Q #"]);
    let long: Vec<_> = lines(problem).into_iter().filter(|line| line.contains(" 2.")).collect();
    assert_eq!(numbered(1, 20), long);
}

/// In Assassin Circe a man on the square where another is reborn disappears; the reborn man may be
/// confused with it.
#[test]
fn assassin_circe_victim_replaced_by_same_kind_keeps_solutions() {
    for (men, play, count, line) in [
        (
            "white Kb4 Ra4 Pc3 black Kc1 Bg7 Bc2",
            "h#2\ncondition Circe Assassin",
            14,
            "1.Bg7*c3[+wPc2] + Kb4-b3 2.Bc3-d2 Ra4-a1 #",
        ),
        (
            "white Kc8 Pa7 Pf4 black Kf8 Qb8 Rg8",
            "ser-#3\ncondition Circe Assassin Antipodes",
            4,
            "1.a7*b8=Q[+bQf4] 2.Qb8-b7 3.Qb7-e7 #",
        ),
        (
            "white Kc6 Pb7 Pg4 black Ka3 Rc8",
            "ser-#3\ncondition Circe Assassin Antipodes",
            6,
            "1.b7*c8=Q[+bRg4] 2.Qc8-b7 3.Qb7-b3 #",
        ),
    ] {
        let lines = lines(&format!("pieces {men}\nstipulation {play}"));
        assert_eq!(lines.len(), count, "{men}: {lines:?}");
        assert!(lines.iter().any(|printed| printed == line), "{men}: {lines:?}");
    }
}

/// In Anticirce a new queen gives check from its rebirth square, wherever the pawn has promoted.
#[test]
fn anticirce_promotion_checks_from_rebirth_square() {
    let problem = "pieces white Ke5 Rg2 Pb7 black Ka1 Sf5\nstipulation pser-h#2\ncondition AntiCirce Cheylan";
    let mut lines = lines(problem);
    lines.sort();
    assert_eq!(lines, ["1.Sf5-d6 2.Sd6-c8 b7*c8=Q[wQc8->d1] #", "1.Sf5-e7 2.Se7-c8 b7*c8=Q[wQc8->d1] #"]);
}

/// By Equipollents the rebirth square depends on the whole path of the capturer, which moves on in
/// Take&Make.
#[test]
fn take_and_make_equipollents_rebirth_is_not_predicted() {
    let problem = "pieces white Ka6 Bg4 Sb7 Ra7 black Ka8 Be8\nstipulation h#2\n\
                   condition Take&MakeChess Circe Equipollents";
    let lines = lines(problem);
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines.iter().any(|line| line == "1.Ka8*b7-d8[+wSe7] Se7-d5 2.Be8-a4 Ra7-a8 #"), "{lines:?}");
}

#[test]
fn self_check_by_rebirth_on_king_square_is_no_capture() {
    // The rook that is reborn above its own king gives the check.
    let problem =
        "pieces white Kh1 Re2e4 black Kb1 Pd5\nstipulation !#1\ncondition Circe Parachute\noption HalfDuplex";
    assert_eq!(lines(problem), ["1.d5*e4[+wRh1] !# !"]);
}

#[test]
fn anticirce_attack_becomes_check_when_rebirth_square_is_vacated() {
    let problem = "pieces white Kd7 Bc5 Sa1d2 black Kc3 Qb3 Sb2\nstipulation h#2\ncondition AntiCirce";
    for line in ["1.Qb3-c4 Sd2-b1 + 2.Kc3-b3 Sb1-c3 #", "1.Sb2-d3 Sa1*b3[wSb3->b1] + 2.Kc3-c4 Sb1-c3 #"] {
        assert!(lines(problem).iter().any(|found| found == line), "{line}: {:?}", lines(problem));
    }
    // The king moves to a square on which the attack of another man has no effect.
    let problem = "pieces white Ka1 Bb1e1 black Kc1 Qh2 Sc3\nstipulation h#3\n\
                   condition AntiCirce Cheylan\noption WhiteToPlay";
    let line = "1...Bb1-g6 2.Qh2-c2 Bg6-e8 3.Kc1-b1 Be1*c3[wBc3->c1] #";
    assert!(lines(problem).iter().any(|found| found == line), "{line}: {:?}", lines(problem));
}

#[test]
fn capturer_next_to_own_king_is_captured_there() {
    let problem = "pieces white Kf4 Pb2 Sc4 Qc3h4 black Kb1 Pb4\nstipulation h#2";
    let line = "1.b4*c3 Qh4-f2 2.c3*b2 Qf2*b2 #";
    assert!(lines(problem).iter().any(|found| found == line), "{line}: {:?}", lines(problem));
}

#[test]
fn long_help_problems_have_unique_solution() {
    for (problem, solution) in [
        // The pawn opens the file on which the queen gives check after its move.
        ("stipulation h#1.5 forsyth 7k/8/4K3/8/7p/8/5P2/5Q2", "1...Ke6-f7 2.h4-h3 Qf1*h3 #"),
        // T. Lins, IMR 1984: all men must clear the squares.
        (
            "stipulation ser-h#9 forsyth 8/8/ksb5/spq5/rbr5/1P1K4/8/8",
            "1.Bc6-b7 2.Sa5-c6 3.Ra4-a5 4.Sb6-a4 5.Qc5-b6 6.Bb4-c5 7.b5-b4 8.Ka6-b5 9.Bb7-a6 b3*c4 #",
        ),
        (
            // S. Saletic, 1972.
            "stipulation h#6 forsyth K7/3p4/8/8/8/8/5P2/k7",
            "1.d7-d5 f2-f4 2.d5-d4 f4-f5 3.d4-d3 f5-f6 4.d3-d2 f6-f7 5.d2-d1=R f7-f8=Q 6.Rd1-b1 Qf8-a3 #",
        ),
        (
            // Z. Maslar, Schach-Echo 1978.
            "stipulation h#8 forsyth 8/8/8/8/8/1k6/5sB1/2K5",
            "1.Kb3-c3 Kc1-b1 2.Kc3-d2 Bg2-f1 3.Kd2-e1 Kb1-c2 4.Sf2-h3 Kc2-d3 5.Ke1-f2 Kd3-e4 6.Kf2-g1 Ke4-f3 7.Kg1-h1 Kf3-g3 8.Sh3-g1 Bf1-g2 #",
        ),
        (
            // G. Rinder, feenschach 1974.
            "stipulation ser-h#14 forsyth 8/3p4/8/1KPp4/3P4/8/k2P4/2B2B2",
            "1.d7-d6 2.d6*c5 3.c5-c4 4.c4-c3 5.c3*d2 6.d2-d1=Q 7.Qd1*d4 8.Qd4-a1 9.d5-d4 10.d4-d3 11.d3-d2 12.d2-d1=B 13.Bd1-c2 14.Bc2-b1 Bf1-c4 #",
        ),
        (
            // E. Bartel, 1970.
            "stipulation ser-h=18 forsyth 5rk1/5R2/1K6/8/8/8/8/8",
            "1.Kg8-h8 2.Rf8-g8 3.Rg8-g7 4.Kh8-h7 5.Kh7-h6 6.Rg7-g5 7.Rg5-f5 8.Kh6-g5 9.Kg5-f4 10.Kf4-e5 11.Ke5-d6 12.Rf5-e5 13.Re5-e7 14.Kd6-d7 15.Kd7-c8 16.Kc8-b8 17.Kb8-a8 18.Re7-b7 + Rf7*b7 =",
        ),
    ] {
        assert_eq!(lines(problem), [solution], "{problem}");
    }
}

/// Placements of two patterns may have the same squares and differ in what guards what: neither replaces the other.
#[test]
fn placements_keep_what_each_pattern_guards() {
    let problem = "forsyth 8/8/8/1s6/4k3/4P3/RR6/4K3 stipulation h#2.5";
    let solution = "1...Rb2-b4 + 2.Ke4-d3 Ra2-e2 3.Sb5-c3 Rb4-d4 #";
    assert!(lines(problem).iter().any(|line| line == solution));
}

/// With few men, only the placements of mate patterns show that most of them are no mates: without them, each
/// of these takes more than 200,000 nodes.
#[test]
fn few_men_need_few_nodes() {
    for (forsyth, stipulation, solutions) in [
        (
            // Z. Maslar
            "8/8/S7/8/8/6q1/3K2k1/3b4",
            "h#8",
            &[
                "1.Kg2-f3 Kd2-d3 2.Bd1-b3 Kd3-c3 3.Kf3-e4 + Kc3-d2 4.Ke4-d4 Kd2-e2 5.Kd4-c3 Sa6-b4 6.Kc3-b2 Ke2-d2 7.Kb2-a1 Kd2-c1 8.Bb3-a2 Sb4-c2 #",
            ][..],
        ),
        ("8/8/8/8/1k5r/1p6/2B5/3K4", "h#8", &[]),
        ("8/5B2/6K1/8/8/2p5/6B1/1k6", "h#9", &[]),
        ("8/8/5k2/2qS3K/8/8/8/8", "h#9", &[]),
        ("8/6p1/8/7r/6K1/2k5/8/6B1", "h#9", &[]),
    ] {
        let problem = problem_text(&format!("forsyth {forsyth}\nstipulation {stipulation}"));
        let done = kirke("solve --format popeye --nodes 20000 -", problem);
        assert_eq!(done.status.code(), Some(0), "{forsyth}");
        assert_eq!(solution_lines(&done.stdout), solutions, "{forsyth}");
    }
}

/// Without a bound on the squares that differ from the target, this takes 40 s.
#[test]
fn andernach_proof_game_needs_few_nodes() {
    let problem = "forsyth rs1qkbsr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RSBQKBSR\nstipulation dia3.5\ncondition AndernachChess";
    let done = kirke("solve --format popeye --nodes 1000000 -", problem_text(problem));
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(solution_lines(&done.stdout).len(), 10);
}

#[test]
fn pass_in_parry_series_clears_last_capture() {
    // In Parrain the pawn would be reborn on b8 or c8, in front of the queen, by an immediate second
    // move.
    let problem = "pieces white Kc6 Rb5 Qc7 black Ka8 Pb7\nstipulation pser-#2\ncondition ParrainCirce";
    for line in ["1.Rb5*b7 2.Qc7-c8 #", "1.Rb5*b7 2.Qc7-d8 #"] {
        assert!(lines(problem).iter().any(|found| found == line), "{line}: {:?}", lines(problem));
    }
}

#[test]
fn capture_ban_includes_king_captures() {
    let problem = "pieces white Kh6 black Kh4 Rg6\nstipulation !#1\ncondition NoWhiteCapture";
    assert_eq!(lines(problem), ["1.Kh6-h5 + !# !"]);
}

/// In Danger Circe a pinned man that is attacked could return home past its king, along the line of
/// the pin.
#[test]
fn danger_circe_return_past_own_king_opens_line() {
    let found = lines("pieces white Kc6 Rg5 Ph7 black Ke8 Rh8\nstipulation h#2\ncondition DangerCirce");
    assert_eq!(found.len(), 30, "{found:?}");
}

/// A king that moves into check moves as a king, whatever its rule spares royal men from.
#[test]
fn kings_move_into_check_as_kings() {
    for (condition, pieces, expected) in [
        ("AnnanChess TypeD", "white Ka1 Rh8 Qh7 black Ka7 Sa8", vec!["1.Ka7-b8 !#"]),
        ("PowerTransfer", "white Kd5 Rb7 Be4 Se8 black Kd7", vec!["1.Kd7-d6 + !#", "1.Kd7-e6 + !#"]),
        ("AntiMarsCirce RexExclusive", "white Kf3 Rh7 black Kf1", Vec::new()),
        ("PhantomChess", "white Kh2 Sc8 Rg7 black Kf2 Qg2", Vec::new()),
    ] {
        let problem =
            format!("pieces {pieces}\nstipulation ser-!#1\ncondition {condition}\noption HalfDuplex");
        let mut found = lines(&problem);
        found.sort();
        assert_eq!(found, expected, "{condition}");
    }
}

/// The numbers of first moves are printed once, also after introductory moves.
#[test]
fn first_moves_after_an_introduction_are_numbered_once() {
    let problem = "pieces white Kc7 Rh6 black Ka8 Pa7\nstipulation 1->ser-h#2\noption MoveNumbers";
    let printed = kirke("popeye -regression -", problem_text(problem)).stdout;
    let text = String::from_utf8_lossy(&printed);
    let numbers = text.lines().filter(|line| line.trim_start().starts_with("13  (Rh6-h8"));
    assert_eq!(numbers.count(), 1, "{text}");
}
