//! Options that add to a solution or omit parts of it, in Popeye's layout.

use crate::common::program::{kirke, problem as problem_text};

/// Returns the answer to a problem in Popeye's language, from below the caption to the end of the
/// moves, without blank lines.
pub fn popeye_lines(problem: &str) -> Vec<String> {
    let done = kirke("popeye -regression -", problem_text(problem));
    assert!(!String::from_utf8_lossy(&done.stderr).contains("error"), "{problem}");
    let text = String::from_utf8(done.stdout).expect("text");
    let below = text.rsplit("---+\n").next().expect("a caption");
    let mut lines: Vec<String> =
        below.lines().skip(1).filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    assert_eq!(lines.pop().as_deref(), Some("solution finished."), "{problem}");
    lines
}

#[test]
fn goal_is_end_keeps_reflex_violations() {
    let mate = "pieces white Ke6 Pb6 Qg7 black Kc8\nstipulation";
    for stipulation in ["r#1", "ser-r#1", "hr#1"] {
        let problem = format!("{mate} {stipulation}");
        let lines = popeye_lines(&problem);
        assert!(lines.iter().any(|line| line.contains("?!?")), "{problem}: {lines:?}");
        assert_eq!(popeye_lines(&format!("{problem}\noption GoalIsEnd")), lines, "{problem}");
    }
}

#[test]
fn post_key_play_prints_all_defences() {
    let diagram = "pieces white Kb6 Sd5 Pa7 black Ka8 Se8 Ph5\nstipulation #2";
    let variations = [
        "      1...Se8-d6",
        "          2.Sd5-c7 #",
        "      1...Se8-f6",
        "          2.Sd5-c7 #",
        "      1...Se8-c7",
        "          2.Sd5*c7 #",
        "      1...Se8-g7",
        "          2.Sd5-c7 #",
        "      1...h5-h4",
        "        refutes.",
    ];
    let all = popeye_lines(&format!("{diagram}\noption PostKeyPlay"));
    assert_eq!(all[0], " zugzwang.");
    assert_eq!(all[1..], variations);
    assert_eq!(popeye_lines(&format!("{diagram}\noption PostKeyPlay NoThreat")), variations);
    let threat = popeye_lines("pieces white Kb6 Rh1 black Ka8\nstipulation #2\noption PostKeyPlay");
    assert_eq!(threat, [" threat:", "          2.Rh1-h8 #"]);
    let check = |moves: u32, options: &str| {
        popeye_lines(&format!(
            "pieces white Kb6 Rh8 black Ka8\nstipulation #{moves}\noption PostKeyPlay {options}"
        ))
    };
    assert_eq!(check(2, ""), [" +"]);
    assert_eq!(check(1, ""), [" +"]);
    // With more moves that avoid the mate than the limit, the defender is not restricted.
    let free = "pieces white Kh2 black Kh4\nstipulation #2\noption PostKeyPlay";
    assert_eq!(popeye_lines(free).len(), 7);
    assert!(popeye_lines(&format!("{free} NonTrivial 0 0")).is_empty());
    // A goal reached by the wrong side ends the play, and so refutes.
    let checks = popeye_lines("pieces white Ke7 black Kh1 Qf3\nstipulation +2\noption PostKeyPlay GoalIsEnd");
    assert!(checks.contains(&"      1...Qf3-a3 +".to_owned()), "{checks:?}");
    // In post-key play, moves that reach the goal of self play at once are printed as after a key.
    let ends = [" zugzwang.", "      1...g7-g6 =", "      1...g7-g5 ="];
    let made = "pieces white Pa2c4 black Pa3c5g7\nstipulation s=2\noption NoWk NoBk";
    assert_eq!(popeye_lines(&format!("{made} PostKeyPlay")), ends);
    let key = popeye_lines(&format!("{} Variation", made.replace("c4", "c2")));
    assert!(key.windows(2).any(|lines| lines == &ends[1..]), "{key:?}");
}

#[test]
fn options_without_effect_change_nothing() {
    let diagram = "pieces white Kb6 Rh1 black Ka8\nstipulation #1";
    assert_eq!(
        popeye_lines(&format!("{diagram}\noption Search MultiSolutions NoSymmetry")),
        popeye_lines(diagram)
    );
}

#[test]
fn null_moves_may_not_follow_a_null_move() {
    let lines = popeye_lines("pieces white Kf6 Ra1 black Kg8\nstipulation ser-h#2\noption NullMoves");
    assert_eq!(
        lines,
        [
            "  1.Kg8-f8 Ra1-a8 #",
            "  1.Kg8-h7   2.Kh7-h6 Ra1-h1 #",
            "  1.Kg8-f8   2. ... Ra1-a8 #",
            "  1. ...   2.Kg8-f8 Ra1-a8 #"
        ]
    );
    // A pass refutes a try that relies on zugzwang.
    let tries =
        popeye_lines("pieces white Kf6 Ra1 black Kg8\nstipulation #2\noption NullMoves Try Variations");
    assert!(tries.contains(&"      1... ... !".to_owned()), "{tries:?}");
    // A side without a move is stalemate, even if it could pass.
    let lines = popeye_lines("pieces white Kf6 Pf7 black Kf8\nstipulation =1\noption NullMoves");
    assert_eq!(lines, ["   1. ... = !"]);
    // In parry series the other side does not pass by its own choice.
    let lines = popeye_lines(
        "pieces white Kf1 Rd2 Qa6 black Kc8\nstipulation pser-h=3\noption NullMoves MaxSolutions 99",
    );
    assert!(lines.contains(&"  1.Kc8-b8   2. ... Rd2-c2 =".to_owned()), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("2. ...   3. ...")), "{lines:?}");
    let lines = popeye_lines("pieces white Pa2 Kf1 black Kd4 Rh2\nstipulation reci-hx2\noption NullMoves");
    assert!(lines.contains(&"  1. ... Kf1-g1   2. ... Kg1*h2 x".to_owned()), "{lines:?}");
}

#[test]
fn move_numbers_select_root_moves() {
    let diagram = "pieces white Kf6 Ra1 black Kh8 Ph7\nstipulation #3";
    assert_eq!(
        popeye_lines(&format!("{diagram}\noption StartMoveNumber 5 UpToMoveNumber 11")),
        ["   1.Ra1-a4 !", "   1.Ra1-a3 !", "   1.Ra1-a2 !", "   1.Ra1-e1 !"]
    );
    let diagram = "pieces white Kf6 Ra1 black Kh8\nstipulation ser-h#3";
    assert_eq!(
        popeye_lines(&format!("{diagram}\noption StartMoveNumber 2 UpToMoveNumber 3:7")),
        ["  1.Kh8-h7   2.Kh7-g8   3.Kg8-f8 Ra1-a8 #", "  1.Kh8-g8   2.Kg8-h7   3.Kh7-h6 Ra1-h1 #"]
    );
    // The options number the moves of a solution.
    let short = popeye_lines(&format!("{diagram}\noption Intelligent UpToMoveNumber 2"));
    let long = popeye_lines(&format!("{diagram}\noption Intelligent StartMoveNumber 3"));
    assert!(!short.is_empty() && !long.is_empty());
    assert_eq!([short, long].concat(), popeye_lines(diagram));
    let diagram = "pieces white Ke1 Re6 black Kd7 Ra4\nstipulation reci-hx2";
    let third = popeye_lines(&format!("{diagram}\noption StartMoveNumber 3 UpToMoveNumber 3"));
    assert_eq!(third.len(), 49);
    assert!(third.iter().all(|line| line.starts_with("  1.Ra4-a3 ")), "{third:?}");
    // A capture that exposes the own king to check has a number only if captures are compulsory.
    let diagram = "pieces white Kd8 black Kf6 Se7\nstipulation ser-~1";
    let fourth = |condition| {
        popeye_lines(&format!("{diagram}\n{condition}\noption StartMoveNumber 4 UpToMoveNumber 4")).pop()
    };
    assert_eq!(fourth(""), None);
    assert_eq!(fourth("condition WhiteMustCapture").as_deref(), Some("  1.Kd8-e8"));
    let diagram =
        "pieces white Ka1 Rh4 black Ka8 Sb2 Bf6 Ph5\nstipulation ser-~1\ncondition WhiteMustCapture";
    let first = |number| {
        popeye_lines(&format!("{diagram}\noption StartMoveNumber {number} UpToMoveNumber {number}")).pop()
    };
    let conditions = Some("          WhiteMustCapture".to_owned());
    assert_eq!((first(1), first(2)), (conditions, Some("  1.Rh4*h5".to_owned())));
}

#[test]
fn white_to_play_shortens_reciprocal_play() {
    let diagram = "pieces white Kc7 Rd1 black Ka8 Sd5 Pe3\nstipulation";
    let lines = popeye_lines(&format!("{diagram} reci-h+2\noption WhiteToPlay"));
    assert!(!lines.is_empty());
    assert_eq!(lines, popeye_lines(&format!("{diagram} reci-h+1.5")));
    let text =
        printed("solve --no-board -", &problem_text(&format!("{diagram} reci-h+2\noption WhiteToPlay")));
    assert!(text.starts_with("reci-h+1½   2+3\n"), "{text}");
}

#[test]
fn series_continues_after_stalemate() {
    for goal in ["=", "#="] {
        let lines = popeye_lines(&format!("pieces white Kc6 Rh1 black Ka8\nstipulation ser-{goal}3"));
        assert!(lines.contains(&format!("  1.Rh1-h7   2.Rh7-b7   3.Kc6-b6 {goal}")), "{lines:?}");
    }
    // After a mate the series does not continue.
    let lines = popeye_lines("pieces white Kb6 Rh1 black Ka8 Pb7\nstipulation ser-#=2");
    assert!(!lines.iter().any(|line| line.starts_with("  1.Rh1-h8   2.")), "{lines:?}");
}

#[test]
fn short_introduction_is_a_short_solution() {
    let lines = "pieces white Kc2 black Ka1\nstipulation 2->ser-hze41";
    assert_eq!(popeye_lines(lines).len(), 21);
    let short = printed("popeye -", &format!("beginproblem\n{lines}\noption StopOnShort\nendproblem\n"));
    assert!(short.contains("1.Kc2-d3") && !short.contains("1.Kc2-c3"), "{short}");
}

#[test]
fn exact_play_drops_early_goals() {
    let set = |stipulation: &str| {
        popeye_lines(&format!(
            "pieces white Kh1 black Kf1 Qc2\nstipulation {stipulation}\noption SetPlay MatesIn1"
        ))
    };
    assert_eq!(set("s#2"), ["      1...Qc2-g2 #", "      1...Qc2-h7 #"]);
    assert!(set("exact-s#2").is_empty());
    // Threats do not change the result.
    let lines = popeye_lines(
        "pieces white Kh1 Pf2 black Kh3 Rg5\nstipulation sx2\noption HalfDuplex Variation MatesIn1",
    );
    assert!(lines.contains(&"      1...f2*g3 x".to_owned()), "{lines:?}");
}

/// What kirke prints for an EPD line.
fn printed(arguments: &str, line: &str) -> String {
    String::from_utf8(kirke(arguments, line).stdout).expect("text")
}

#[test]
fn variations_option_sets_breadth() {
    let line = "7k/7p/5K2/8/8/8/8/R7 w - - #3; bm Ra2;";
    let rows = |variations: &str| {
        let text = printed(&format!("solve --format popeye --variations {variations} -"), line);
        text.lines().filter(|line| line.contains("1...")).count()
    };
    let (all, thematic, unique) = (rows("all"), rows("thematic"), rows("unique"));
    assert!(all > thematic && thematic > unique, "{all} {thematic} {unique}");
}

#[test]
fn duals_have_place_and_kind() {
    let text = printed("verify -", "8/8/8/8/R7/2k5/8/4K2R w K - #3; bm Rh3+;");
    assert!(text.contains("dual at the second move after 1.Rh3+ Kb2: 2.Kd1 zz, 2.Kd2 zz"), "{text}");
    let text = printed("verify --duals all problems/famous-cooks.inp", "");
    for dual in [
        "several threats after 1.b4: 2.Rd5 (3.Rd1#), 2.Rf5 (3.Rf1#)",
        "dual by transposition at the second move after 1.0-0-0 Sc7: 2.Rd8+, 2.Rxc7 (3.Rd8#)",
        "minor dual at the mating move after 1.Kd4 Ra1: 2.Qb8#, 2.Qc8#",
    ] {
        assert!(text.contains(dual), "{dual} in {text}");
    }
}

#[test]
fn branching_is_counted_and_compared() {
    let text = printed("verify -", "8/8/8/8/8/2K5/p4R2/5k2 b - - ser-h#3; kirke lines=1;");
    assert!(!text.contains("solutions 1"), "{text}");
    let text = printed("verify -", "k7/8/1K6/8/8/8/8/2R4R w - - ser-#1; kirke branching=3;");
    assert!(text.contains("solutions 2") && text.contains("branching: found 2, declared 3"), "{text}");
}

#[test]
fn structured_trees_are_printed() {
    let zugzwang = popeye_lines(
        "pieces white Kf3 Qb5 Re2g1 Bf5 Sf2 Pd2g3h2 black Kc2 Re4 Pg2\n\
         sstipulation white 3a[/1d[+]a{!+}]d\noption Variations",
    );
    assert_eq!(zugzwang[0], "   1.Sf2-h1 ! zugzwang.");
    assert_eq!(zugzwang.len(), 9);
    let exact = popeye_lines(
        "pieces white Kf6 Rh3h4 Ba8b8 Sb6f1 Pa7b7c7e3f2g3h2h5 black Ke4 Qh7 Ra6c2 Bg4 Sc8 Pd3f3h6\n\
         sstipulation white 3:3a[!#]d\noption Variations Try",
    );
    let keys: Vec<_> = exact.iter().filter(|line| line.starts_with("   1.") && line.ends_with('!')).collect();
    assert_eq!(keys, ["   1.b7*c8=B + !"]);
    // These lines follow the tree of the other part.
    let parts = popeye_lines(
        "pieces white Kd3 Rf6 Ba4 Sc4 Pc6e2e7g5 black Kd5 Sh8 Pc5c7d4d6e3e6f7g6\n\
         sstipulation white 3a[#]d & - 4hh[#]\noption Variations",
    );
    assert_eq!(parts[0], "   1.e7-e8=S ! threat:");
    assert_eq!(parts[2], "  1...e6-e5   2.e7-e8=Q e5-e4 +   3.Qe8*e4 #");
    let broken = popeye_lines(
        "pieces white Pf3g2g3h4 black Pa6f4h5\nsstipulation white 3h[>1a[x]d]h{!1a[x]d}\noption NoWk NoBk",
    );
    assert_eq!(broken, ["  1.g3*f4 x ?!?"]);
    let asked_of_the_move =
        popeye_lines("pieces white Sb4 black Kh1 Pa6\nsstipulation black 3s[1s[-1s[+]]{x}]\noption NoWk");
    assert_eq!(asked_of_the_move, ["  1.Kh1-g2   2.Kg2-f3   3.Kf3-e4 Sb4*a6 Sa6-c5 +"]);
}

#[test]
fn structured_parts_are_printed() {
    let marked = popeye_lines("pieces white Ka7 Re3 Pf6 black Kc6 Pe7\nsstipulation white 1a[#= | x]");
    assert_eq!(marked, ["   1.Re3*e7 x !", "   1.f6*e7 x !"]);
    let refuted =
        popeye_lines("pieces white Ke1 black Kh1 Ph2\nsstipulation white - 3da[zf2]\noption Variations");
    assert_eq!(refuted[..3], [" threat:", "          2.Ke1-f2 z", "      1...Kh1-g1"]);
    assert_eq!(refuted[3..], ["        refutes.", "      1...Kh1-g2", "        refutes."]);
    let refuted =
        popeye_lines("pieces white Ke6 black Kh1 Ph2\nsstipulation white - 1d[za1]a\noption Variations");
    assert_eq!(refuted, ["      1...Kh1-g1", "        refutes.", "      1...Kh1-g2", "        refutes."]);
    // A part of at most one move of each side continues the move numbers; a help part may have no move.
    let counted_on = popeye_lines("pieces white Kc1 Se6 Qe3 black Kg6\nsstipulation white 1h[- 2hh[zg5]]h");
    assert!(counted_on.contains(&"  1.Kc1-b1   2.Se6-f4 + Kg6-g5 z".to_owned()), "{counted_on:?}");
    let counted_anew = popeye_lines("pieces white Kb1 Qg8 black Kd2 Pb7\nsstipulation white 2hh[3a[+]d]");
    for line in ["  1.Qg8-a2 +", "  1.Kb1-a2 Kd2-c1   1.Qg8-c4 +"] {
        assert!(counted_anew.contains(&line.to_owned()), "{line}: {counted_anew:?}");
    }
    let keys = popeye_lines("pieces white Kc5 Qa7 Rg6 Rg5 Bb2 black Ke1\nsstipulation white 3a[zc1]?+?d");
    assert_eq!(keys.len(), 65);
    let turned =
        popeye_lines("pieces white Ke8 Qd8 black Ka1 Rg5\nsstipulation white 1a[3a[x]d]d\noption Variations");
    let key = turned.iter().position(|line| line == "   1.Qd8-b8 !").expect("a key");
    let behind = ["      1...Rg5-g8 +", "          2.Ke8-d7", "              2...Rg8*b8 x"];
    assert_eq!(turned[key + 1..key + 4], behind);
    let threat =
        popeye_lines("pieces white Kf3 Ra2 black Kh1\nsstipulation white 1a[2da[#]]d\noption Variations");
    assert!(threat.contains(&"   1.Kf3-g3 ! threat:".to_owned()), "{threat:?}");
}

#[test]
fn set_play_of_help_self_and_series() {
    let printed = |stipulation: &str| {
        popeye_lines(&format!(
            "pieces white Kc3 Sb1 black Kf6 Pd4\nstipulation {stipulation}\noption SetPlay"
        ))
    };
    assert_eq!(printed("hr~1.5")[0], "  1...  ...  2.Kc3-b2 ?!?");
    assert_eq!(printed("hs~1.5")[0], "  1...  ...  2.Kc3-b2 Kf6-e5");
    assert_eq!(printed("ser-hs~1")[0], "  1...Kc3-b2   2.Kf6-e5");
}

/// A capture that leaves the own king in check is not compulsory.
#[test]
fn must_capture_ignores_self_check_captures() {
    let diagram = "pieces white Kc1 Pb5 black Kc3 Pd2 Pc2\nstipulation ser-!#1\ncondition WhiteMustCapture";
    assert_eq!(popeye_lines(diagram)[1..], ["  1.b5-b6 !#"]);
    assert!(popeye_lines(&format!("{diagram} Ultra"))[1..].is_empty());
}

/// A royal man that is not a king does not attack a king that attacks it.
#[test]
fn fairy_royal_may_move_away_to_mate() {
    let diagram = "pieces white Ka8 Sc8 Qd1 black Kd7 Pc6\nstipulation hs#1.5\ncondition KobulKings";
    assert_eq!(popeye_lines(diagram)[1..], ["  1...Kd7*c8[a8=rS]   2.Qd1-d8 + Kc8-b7 #"]);
}

/// The ply of an omitted side counts as a pass, in set play and for threats.
#[test]
fn omitted_plies_count_for_scopes() {
    let is_printed = |line: &str, stipulation: &str, term: &str| {
        let diagram = "pieces white Kg6 Ra1 black Kh8 Sa8";
        let lines =
            popeye_lines(&format!("{diagram}\nstipulation {stipulation}\ncondition NoWhiteCapture {term}"));
        lines.iter().any(|other| other.trim() == line)
    };
    // White's set mate is the second half-move.
    for (term, found) in
        [("UntilPly 1", true), ("UntilPly 2", false), ("FromPly 2", false), ("FromPly 3", true)]
    {
        assert_eq!(is_printed("1...Ra1*a8 #", "h#1 option SetPlay", term), found, "set play, {term}");
    }
    // In post-key play Black's reply is the first ply, and the threat the second.
    for (term, found) in [("UntilPly 1", true), ("UntilPly 2", false)] {
        assert_eq!(is_printed("2.Ra1*a8 #", "#2 option PostKeyPlay", term), found, "threat, {term}");
    }
}

/// With Quodlibet a defence against a goal that White would reach is a defence, even where the same
/// move then forces Black to reach the goal.
#[test]
fn quodlibet_defence_counts_against_own_goal() {
    let problem =
        "pieces white Ka1 Qc7 black Kf8 Bf7\nstipulation sx2\noption Variation Quodlibet PostKeyPlay";
    let lines = popeye_lines(problem);
    assert_eq!(lines[1..3], [" threat:", "          2.Qc7*f7 + x"]);
    let defences: Vec<&String> = lines.iter().filter(|line| line.contains("1...")).collect();
    assert_eq!(defences.len(), 9, "{lines:?}");
    let answers = [
        "      1...Bf7-b3",
        "          2.Qc7-f7 +",
        "              2...Kf8*f7 x",
        "              2...Bb3*f7 x",
    ];
    assert!(lines.windows(4).any(|window| window == answers), "{lines:?}");
}

#[test]
fn quodlibet_is_won_where_the_defender_cannot_mate() {
    let problem = "pieces white Kc3 Rh2 black Ka1\nstipulation s#4\noption Quodlibet";
    let lines = popeye_lines(problem);
    for key in ["1.Rh2-h6 !", "1.Rh2-h7 !", "1.Rh2-h8 !"] {
        assert!(lines.iter().any(|line| line.contains(key)), "{key}: {lines:?}");
    }
}

#[test]
fn volcanic_capture_counts_as_win() {
    let won = popeye_lines(
        "pieces white Kh8 Pd2 Qc2 black Kh6 Rc3\nstipulation ser-%1\ncondition AntiCirce Volcanic",
    );
    assert_eq!(won[1..], ["  1.Qc2*c3[wQc3->d1] %", "  1.d2*c3[wPc3->c2->v] %"]);
    let waits =
        popeye_lines("pieces white Kh8 Rc2 black Kh6 Sc3 Qb8\nstipulation ser-%1\ncondition Circe Volcanic");
    assert_eq!(waits[1..], [] as [&str; 0]);
}

#[test]
fn ghost_is_not_in_target_diagram() {
    let back = |condition: &str, bishop: &str| {
        let lines = popeye_lines(&format!(
            "pieces white Kb1 Qh3 black Kd1 Bh8\nstipulation ser-a=>b2\n\
             pieces white Kb1 Qh3 black Kd1 {bishop}\ncondition {condition}"
        ));
        let by_capture = lines.iter().filter(|line| line.contains("*h8")).count();
        (by_capture, lines.iter().filter(|line| line.ends_with("a=>b")).count() - by_capture)
    };
    assert_eq!(back("GhostChess", "Bh8"), (0, 13));
    assert_eq!(back("GhostChess", "black Uncapturable Bh8"), (1, 0));
    assert_eq!(back("HauntedChess", "Bh8"), (1, 13));
}

#[test]
fn must_capture_forbids_null_moves() {
    let black_passes = |bishop: &str, condition: &str| {
        let problem = format!(
            "pieces white Ka8 {bishop} black Ke1\nstipulation h~1\ncondition {condition}\noption NullMoves"
        );
        popeye_lines(&problem).iter().any(|line| line.trim_start().starts_with("1. ..."))
    };
    for condition in ["BlackMustCapture", "LosingChess"] {
        assert!(!black_passes("Bd1", condition), "{condition}");
        assert!(black_passes("Bd8", condition), "{condition}");
    }
    assert!(!black_passes("Bd8", "BlackMustCapture Ultra"));
}

/// A threat is what the attacker would play after a ply in which the defender passes, so that a capture before it
/// is no longer the last one.
#[test]
fn structured_threat_forgets_last_capture() {
    let threats = |stipulation: &str| {
        let problem = format!(
            "forsyth 6Q1/4k3/R7/K2B4/5b2/8/5QR1/8\n{stipulation}\ncondition ParrainCirce\noption Variations"
        );
        let lines = popeye_lines(&problem);
        let key = lines.iter().position(|line| line.contains("1.Qf2*f4 ! threat:")).expect("the key");
        let threats = lines[key + 1..].iter().take_while(|line| line.trim_start().starts_with("2."));
        threats.cloned().collect::<Vec<_>>()
    };
    let named = threats("stipulation #2");
    assert!(named.iter().any(|line| line.contains("2.Ra6-a7 #")), "{named:?}");
    assert_eq!(threats("sstipulation white 3a[# & !##]d"), named);
}
