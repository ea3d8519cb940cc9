//! Options that limit keys, tries, threats and variations, in Popeye's layout.

use crate::output::popeye_lines;

#[test]
fn no_short_variations_drops_short_ones() {
    let diagram = "pieces white Kf6 Ra1 black Kh8 Ph7g5\nstipulation #3\noption Variations NoThreat";
    let long = |lines: &[String]| lines.iter().filter(|line| line.contains(" 3.")).count();
    let short = |lines: &[String]| lines.iter().any(|line| line.contains(" 2.") && line.ends_with('#'));
    let (all, some) = (popeye_lines(diagram), popeye_lines(&format!("{diagram} NoShortVariations")));
    assert!(short(&all) && !short(&some));
    assert_eq!(long(&all), long(&some));

    // In post-key play the play is as long as the stipulation requires.
    let made = "pieces white Kf8 Rf7 Ra6 Be7 black Kh8 Pd7\noption PostKeyPlay NoShortVariations";
    let variation = |stipulation: &str| {
        popeye_lines(&format!("{made}\nstipulation {stipulation}"))
            .iter()
            .any(|line| line.contains("1...d7-d6"))
    };
    assert!(variation("#2") && !variation("#3"));
}

#[test]
fn trivial_tries_avoid_drops_refuted_checks() {
    let diagram = "pieces white Kc6 Qd4 black Kc8 Rd8\nstipulation #2";
    let tries = |options: &str| {
        let mut tries = popeye_lines(&format!("{diagram}\noption {options}"));
        tries.retain(|line| line.ends_with('?'));
        tries
    };
    assert_eq!(tries("Try").len(), 3);
    assert_eq!(tries("Try TrivialTriesAvoid"), ["   1.Qd4-a7 ?"]);
    // A check with two refutations is not trivial.
    assert!(tries("Defence 2 TrivialTriesAvoid").contains(&"   1.Qd4-g4 + ?".to_owned()));
}

#[test]
fn early_goal_is_no_try() {
    let queens = "pieces white Ke1 Qa8 black Ke8 Qd8";
    for (diagram, asked, early) in [
        (queens, "stipulation exact-+2\noption Try", "1.Qa8*d8"),
        (queens, "sstipulation white 3:3a[+ & !##]d\noption Try", "1.Qa8*d8"),
        (
            "pieces white Ke4 Qc3 Rh2 black Kd7 Qd2 Rb2",
            "stipulation sx2\noption Defence 3 GoalIsEnd",
            "1.Rh2*d2",
        ),
    ] {
        let lines = popeye_lines(&format!("{diagram}\n{asked}"));
        assert!(lines.iter().any(|line| line.ends_with('?')), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains(early)), "{lines:?}");
    }
}

#[test]
fn threat_option_limits_keys() {
    let keys = |black: &str, stipulation: &str| {
        let mut lines = popeye_lines(&format!("pieces white Kf6 Ra1 black {black}\n{stipulation}"));
        lines.retain(|line| line.ends_with('!'));
        lines
    };
    // Every key keeps the threat of mate in one.
    assert_eq!(keys("Kh8 Ph7", "stipulation #3\noption Threat 1"), keys("Kh8 Ph7", "stipulation #3"));
    // The mate itself needs no threat.
    assert_eq!(keys("Kh8 Ph7", "stipulation #3\noption Threat 0"), ["   1.Ra1-a8 # !"]);
    // Only zugzwang mates in three.
    assert_eq!(keys("Kg8", "stipulation #3").len(), 13);
    assert!(keys("Kg8", "stipulation #3\noption Threat 1").is_empty());
}

#[test]
fn nontrivial_limits_keys_and_tries() {
    let diagram = "pieces white Ke5 Rb2f2 Ba2h6 Sd5 black Kd3 Bc8d8 Sb5h2 Pc5\nstipulation s#21";
    assert_eq!(popeye_lines(&format!("{diagram}\noption NonTrivial 0 0")), ["   1.Ba2-b1 + !"]);
    // An option that restricts keys also restricts tries.
    let tries = |options: &str| {
        let diagram = "pieces white Kb6 black Kb8\nstipulation #2\noption Defence 3";
        popeye_lines(&format!("{diagram} {options}")).iter().filter(|line| line.ends_with('?')).count()
    };
    assert!(tries("NonTrivial 1 0") < tries("NonTrivial 2 0"));
    assert_eq!([tries("NonTrivial 0 0"), tries("NonTrivial 2 0")], [0, tries("")]);
}

/// The limit on flights does not apply to a move after which the defender has no choice.
#[test]
fn max_flights_ignores_forced_replies() {
    let forced = "pieces white Ka5 Pc3 black Kc5 Ba7\nstipulation semi-r+2\noption MaxFlightsquares 2";
    assert_eq!(popeye_lines(forced), ["   1.c3-c4 !"]);
    // Flights are not counted after a move that leaves the attacker only one move.
    for (asked, keys) in [
        ("pieces white Ka4 Qf3 black Ka6\nstipulation sx2\noption MaxFlightsquares 0", 4),
        ("pieces white Kf8 Qa3 black Kf1\nstipulation sx3\noption MaxFlightsquares 2", 5),
        ("pieces white Kb2 Ba3 Pb3 black Kd4 Ba2 Qd3\nstipulation semi-r#2\noption MaxFlightsquares 0", 3),
    ] {
        assert_eq!(popeye_lines(asked).len(), keys, "{asked}");
    }
    // The limit on flights applies to tries as to keys.
    let tries = |options: &str| {
        popeye_lines(&format!("pieces white Kb3 black Ka1\nstipulation =3\noption Try Defence 3 {options}"))
            .len()
    };
    assert!(tries("") > 0);
    assert_eq!(tries("MaxFlightsquares 0"), 0);
}

/// Flights count while two attacks remain: the last defence of self play is not an attack.
#[test]
fn max_flights_counts_before_last_two_attacks() {
    let keys = |stipulation: &str, options: &str| {
        let diagram = "pieces white Kh5 Qh4 black Ka3 Bh3";
        let lines = popeye_lines(&format!("{diagram}\nstipulation {stipulation}\noption {options}"));
        let keys = lines.iter().filter(|line| line.ends_with(" !"));
        keys.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(keys("sx2", "MaxFlightsquares 0"), ["1.Qh4-b4 + !"]);
    assert!(keys("sx3", "MaxFlightsquares 0").is_empty());
    assert_eq!(keys("x2", "MaxFlightsquares 0"), ["1.Qh4-g3 + !", "1.Qh4*h3 + x !"]);
    assert_eq!(keys("x3", "MaxFlightsquares 0"), ["1.Qh4*h3 + x !"]);
    assert_eq!(keys("sx2", "Quodlibet MaxFlightsquares 2").len(), 3);
}

/// A threat is matched by its squares and not by its number: the moves of a man that can move from
/// two squares in one position and from one in another are numbered differently.
#[test]
fn phantom_threats_are_matched_by_move() {
    let problem = "pieces white Kb4 Qf3 Qg7 black Ke8 Pd2\nstipulation #2\ncondition PhantomChess";
    let lines = popeye_lines(&format!("{problem}\noption Variations PostKeyPlay"));
    let expected = [
        "            PhantomChess",
        " threat:",
        "          2.Qf3-a8 #",
        "          2.Qf3-f8 #",
        "      1...d2-d1=Q",
        "          2.Qf3-f8 #",
        "      1...d2-d1=R",
        "          2.Qf3-f8 #",
        "      1...d2-d7-d5",
        "          2.Qf3-f8 #",
    ];
    assert_eq!(lines, expected);
}

/// With GoalIsEnd, a first move by which the wrong side reaches the goal ends the play: it has no
/// refutation.
#[test]
fn goal_is_end_moves_are_no_tries() {
    let diagram = "pieces white Kh8 Se5 black Kf8\nstipulation s+1\noption Defence 2";
    let tries = |options: &str| {
        let lines = popeye_lines(&format!("{diagram} {options}"));
        let tries = lines.iter().filter(|line| line.starts_with("   1."));
        tries.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(tries("GoalIsEnd"), ["1.Kh8-h7 ?", "1.Se5-c6 ?"]);
    assert!(tries("").contains(&"1.Se5-g6 + ?".to_owned()));
}

/// A defence by which the defender reaches the goal too early is a short variation.
#[test]
fn early_goal_is_a_short_variation() {
    let problem = "pieces white Kb3 black Kc1\nstipulation szd12\noption SetPlay MatesIn1";
    assert_eq!(popeye_lines(problem), ["      1...Kc1-d1 z"]);
    assert!(popeye_lines(&format!("{problem} NoShortVariations")).is_empty());
}
