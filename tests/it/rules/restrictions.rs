//! Rules that forbid or compel captures.

use super::moves::{black, white};
use crate::common::program::{kirke, out};

#[test]
fn geneva_capture_relative_homes_use_capture_square() {
    for case in [
        white("GenevaChess VerticalSymmetry", "Kb2 Rf7", "Kh8 Sc7 Sh7").has(&["Rf7*h7"]).lacks(&["Rf7*c7"]),
        white("GenevaChess VerticalSymmetry", "Kb2 Rf7", "Kh8 Pa7 Sh7").lacks(&["Rf7*a7", "Rf7*h7"]),
        white("GenevaChess File", "Kb2 Rf5 Qd3 Bc1 Se4 Pg6", "Kh8 Sc5 Ph7 Qa6 Bg5 Rf4")
            .has(&["Bc1*f4"])
            .lacks(&["Rf5*c5", "Se4*c5"]),
        white("GenevaChess Symmetry", "Kb2 Rf5 Qd3 Bc1 Se4 Pg6", "Kh8 Sc5 Ph7 Qa6 Bg5 Rf4")
            .has(&["Se4*g5"])
            .lacks(&["Bc1*f4", "Rf5*c5", "Rf5*f4", "Se4*c5"]),
        white("GenevaChess HorizontalSymmetry", "Kb2 Rf5 Qd3 Bc1 Se4 Pg6", "Kh8 Sc5 Ph7 Qa6 Bg5 Rf4")
            .has(&["Rf5*c5", "Rf5*g5"])
            .lacks(&["Bc1*f4"]),
        white("GenevaChess Antipodes", "Kb2 Rf5 Qd3 Bc1 Se4 Pg6", "Kh8 Sc5 Ph7 Qa6 Bg5 Rf4")
            .has(&["Bc1*f4", "Qd3*a6"])
            .lacks(&["Rf5*g5", "Se4*g5"]),
    ] {
        case.check();
    }
}

#[test]
fn observer_rules_restrict_captures() {
    for case in [
        white("Patrouille", "Kg2 Rd4", "Kh7 Sd6").lacks(&["Rd4*d6"]),
        white("Patrouille", "Kg2 Rd4 Rd1", "Kh7 Sd6").has(&["Rd4*d6"]),
        white("Lortap", "Kg2 Rd4 Rd1", "Kh7 Sd6").lacks(&["Rd4*d6"]),
        white("Lortap", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6"]),
        white("ProvocationChess", "Kg2 Rd4", "Kh7 Sd6").lacks(&["Rd4*d6"]),
        white("ProvocationChess", "Kg2 Rd4", "Kh7 Sd6 Ra4").has(&["Rd4*d6"]),
        white("SuperGuards", "Kg2 Rd4", "Kh7 Sd6 Pc7").lacks(&["Rd4*d6"]),
        white("AntiGuards", "Kg2 Rd4", "Kh7 Sd6").lacks(&["Rd4*d6"]),
        white("AntiGuards", "Kg2 Rd4", "Kh7 Sd6 Pc7").has(&["Rd4*d6"]),
        white("UltraPatrol", "Ke1 Rh1 Ra1 Pc3 Sd5", "Kh8 Rd8").has(&["0-0", "0-0-0", "c3-c4"]).counts(8),
    ] {
        case.check();
    }
}

/// A neutral man lends and borrows walks, and has a home, as a man of the side for which it observes.
#[test]
fn neutral_men_observe_as_men_of_either_side() {
    for case in [
        white("AnnanChess SuperGuards", "Kb1 Bh2 Rf6 neutral Rh3", "Kh8 Pf1").has(&["Rf6*f1"]),
        white("AnnanChess AntiGuards", "Kb1 Bh2 Rf6 neutral Rh3", "Kh8 Pf1").lacks(&["Rf6*f1"]),
        white("MarsCirce FunctionaryChess", "Kb2 Ra7 neutral Rd3", "Kg7 Pa5").has(&["Ra7-a1*a5"]),
    ] {
        case.check();
    }
}

#[test]
fn patrol_man_captures_only_if_observed() {
    for case in [
        white("", "Kg2 Sa8 white Patrol Rd4", "Kh7 Sd6").lacks(&["pRd4*d6"]),
        white("", "Kg2 Rd1 white Patrol Rd4", "Kh7 Sd6").has(&["pRd4*d6"]),
        white("", "Kg2 white Patrol Sa8 Rd4", "Kh7 Rd8").lacks(&["pRd4*d8"]).has(&["pRd4-d7"]),
        black("", "Kg2 white Patrol Rd4", "Kd8 Pa7").has(&["a7-a6"]),
        black("", "Kg2 Rd1 white Patrol Rd4", "Kd8 Pa7").lacks(&["a7-a6"]),
        // A capture of the observer parries the check, and so does a block of its line.
        black("", "Kg2 Ra4 white Patrol Rd4", "Kd8 Bc3 Pb5 Ph7").has(&["b5*a4", "b5-b4"]).lacks(&["h7-h6"]),
    ] {
        case.check();
    }
}

#[test]
fn forbidden_attack_is_not_check() {
    for condition in ["AntiGuards", "MultiCaptures", "ProvocationChess", "Patrouille", "LosingChess"] {
        black(condition, "Kg2 Rd4", "Kd8 Pa7 Pb7").has(&["a7-a6"]).check();
    }
    black("SuperGuards", "Kg2 Rd4", "Kd8 Rf8 Pa7").has(&["a7-a6"]).check();
    black("UltraPatrol", "Kg2 Rd4", "Kd8 Sc6 Pa7").has(&["a7-a6"]).check();
    black("Lortap", "Kg2 Rd4 Rd1", "Kd8 Pa7").has(&["a7-a6"]).check();
    black("CASTChess", "Kg2 Rd4", "Kd8 Sa4 Pa7").has(&["a7-a6"]).check();
    for condition in ["NoCapture", "NoWhiteCapture"] {
        black(condition, "Kg2 Rd4", "Kd8 Pa7").lacks(&["a7-a6"]).check();
    }
    black("WhiteMustCapture", "Kg2 Rd4 Pb5", "Kd8 Pa7 Pc6").lacks(&["a7-a6"]).check();
}

#[test]
fn capture_counting_rules_restrict_captures() {
    for case in [
        white("CASTChess", "Kg2 Rd4 Sb5", "Kh7 Sd6 Pa4").has(&["Sb5*d6"]).lacks(&["Rd4*d6", "Rd4*a4"]),
        white("CASTChess Inverse", "Kg2 Rd4 Sb5", "Kh7 Sd6 Pa4")
            .has(&["Rd4*d6", "Rd4*a4"])
            .lacks(&["Sb5*d6"]),
        white("CASTChess", "Kg2 Rd4 Pe7 Pb5", "Kh7 Sd8 Rf8 Pa6 Pg4")
            .has(&["e7-e8=Q", "b5*a6"])
            .lacks(&["e7*d8=Q", "e7*f8=Q", "Rd4*d8"]),
        // The rose locust could capture the knight in two ways.
        white("CASTChess", "Kg8 LSb1", "Kh6 Sd2").lacks(&["LSb1*d2-e4", "LSb1*d2-f1"]),
        white("CASTChess Inverse", "Kg8 LSb1", "Kh6 Sd2").has(&["LSb1*d2-e4", "LSb1*d2-f1"]),
        white("MultiCaptures", "Kg2 Rd4 Sb5", "Kh7 Sd6 Pa4").has(&["Rd4*d6", "Sb5*d6"]).lacks(&["Rd4*a4"]),
        white("MultiCaptures Black", "Kg2 Rd4 Sb5", "Kh7 Sd6 Pa4").has(&["Rd4*a4"]),
        // A man that another rule or an attribute bars from the capture does not count.
        white("MultiCaptures", "Kb1 Rd4 white Patrol Sb5", "Kh7 Sd6").lacks(&["Rd4*d6"]),
        white("MultiCaptures", "Kb1 Rd4 Rf1 white Patrol Bf4", "Kh7 Sd6").has(&["Rd4*d6"]),
        white("MultiCaptures Madrasi", "Kb1 Rd4 Bf4", "Kh8 Sd6 Bg3").lacks(&["Rd4*d6"]),
        white("MultiCaptures Patrouille", "Kb1 Rd4 Sb5", "Kh8 Sd6").lacks(&["Rd4*d6"]),
        white("MultiCaptures NorskSjakk", "Kb1 Rd4 Sb5", "Kh8 Sd6").lacks(&["Sb5*d6=Q"]),
        black("MultiCaptures Patrouille", "Kb1 Rd3 Sc6 Pb5", "Kd8 Pa7").has(&["a7-a6"]),
        black("MultiCaptures Patrouille", "Kb1 Rd3 Rd1 Sc6 Pb5", "Kd8 Pa7").lacks(&["a7-a6"]),
        white("Bicaptures", "Kg2 Rd4 Sa4", "Kh7 Sd6").has(&["Rd4*a4", "Rd4*d6"]),
        white("Bicaptures", "Kg2 Rg4 Sh1", "Kh7").has(&["Kg2*h1"]).lacks(&["Rg4*g2"]),
    ] {
        case.check();
    }
}

#[test]
fn must_capture_rules_force_captures() {
    for case in [
        white("WhiteMustCapture", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6"]).counts(1),
        white("WhiteMustCapture", "Kg2 Rd4", "Kh8").has(&["Rd4-d5"]).counts(22),
        white("WhiteMustCapture Ultra", "Kg2 Rd4", "Kh8").counts(0),
        white("LosingChess", "Kg2 Rd4", "Kd6").has(&["Rd4*d6"]).counts(1),
        white("LosingChess", "Pa7", "Kh8").has(&["a7-a8=K", "a7-a8=Q"]),
        // Several kings; castling through an attack.
        white("LosingChess", "Ke1 Rh1 Kb2", "Ra8 Rf8").has(&["0-0"]),
    ] {
        case.check();
    }
}

#[test]
fn woozles_restrict_captures() {
    for case in [
        white("Woozles", "Kh1 Rd4 Rd1", "Kh7 Sd6 Sa4").lacks(&["Rd4*d6", "Rd4*a4"]),
        white("Heffalumps", "Kh1 Rd4 Rd1", "Kh7 Sd6 Sa4").has(&["Rd4*a4"]).lacks(&["Rd4*d6"]),
        white("BiWoozles", "Kh1 Rd4", "Kh7 Rd6 Sa4").lacks(&["Rd4*d6", "Rd4*a4"]),
        // Skylla ends its capture off the line to its victim.
        white("BiHeffalumps", "Kh1 SKd4", "Kh7 Rd5").lacks(&["SKd4*d5-c6", "SKd4*d5-e6"]),
        white("Heffalumps", "Kh1 SKd4 Rd5", "Kh7 Pd3").lacks(&["SKd4*d3-c2", "SKd4*d3-e2"]),
        white("Heffalumps", "Kh1 SKd4 Rd5", "Kh7 Pe4").has(&["SKd4*e4-f3"]),
        white("BiHeffalumps", "Kh1 Rd4", "Kh7 Rd6 Sa4").has(&["Rd4*a4"]).lacks(&["Rd4*d6"]),
        white("Woozles", "Kd1 Qd2", "Kh7 Sd6").lacks(&["Qd2*d6"]),
        white("Woozles RexExclusive", "Kd1 Qd2", "Kh7 Sd6").has(&["Qd2*d6"]),
    ] {
        case.check();
    }
}

#[test]
fn shielded_kings_may_be_adjacent() {
    for case in [
        white("ShieldedKings", "Kg4 Rh5", "Kg6 Ph7").has(&["Kg4-g5"]),
        white("ShieldedKings", "Kg4", "Kg6 Ph7").lacks(&["Kg4-g5"]),
    ] {
        case.check();
    }
}

#[test]
fn pawn_rules_change_first_and_promotion_ranks() {
    for case in [
        white("", "Kg4 Pa1 Pc2", "Kh7 Sb2").has(&["c2-c4"]).lacks(&["a1-a2", "a1*b2"]),
        white("NormalPawn", "Kg4 Pa1 Pc2", "Kh7 Sb2").has(&["a1-a2", "a1*b2"]).lacks(&["a1-a3"]),
        white("GlasgowChess", "Kg2 Pa6 Pb7 Pc5", "Kh4")
            .has(&["a6-a7=Q", "a6-a7=S", "b7-b8", "c5-c6"])
            .lacks(&["b7-b8=Q", "a6-a7"]),
        white("GlasgowChess Circe", "Kg2 Rb1", "Kh7 Pb5").has(&["Rb1*b5[+bPb7]"]),
        // Under these rules pawns are often reborn on their first rank, so they can move from there.
        white("ParrainCirce", "Kg2 Pa1", "Kh8 Sb2").has(&["a1-a2", "a1*b2"]),
        white("CageCirce", "Kg2 Pa1", "Kh8 Sb2").has(&["a1-a2"]),
        white("PWC", "Kg2 Pa1", "Kh8 Sb2").lacks(&["a1-a2", "a1*b2"]),
    ] {
        case.check();
    }
}

// No peer has this rule: the expectations follow from the definition.
#[test]
fn crazyhouse_drops_captured_men() {
    for case in [
        white("Crazyhouse", "Kg2 Rd4", "Kh7 Qd6")
            .after(&["Rd4*d6", "Kh7-h8"])
            .has(&["Q@a1", "Q@h7", "Rd6-d8"])
            .lacks(&["Q@d6", "S@a1"]),
        // Black owns the men that it has captured, not those that it has lost.
        black("Crazyhouse", "Kg2 Rd4", "Kh7 Qd6").after(&["Rd4*d6"]).lacks(&["Q@a1", "R@a1"]),
        // A promoted man is a pawn again, and pawns are not dropped on the first and last ranks.
        white("Crazyhouse", "Kg2 Ra1", "Kh7 Pb2")
            .after(&["b2-b1=Q", "Ra1*b1", "Kh7-h8"])
            .has(&["P@b2", "P@b7"])
            .lacks(&["Q@b2", "P@c1", "P@c8"]),
        // A dropped man has no castling rights.
        white("Crazyhouse", "Ke1 Sd4", "Kh7 Rf3")
            .after(&["Sd4*f3", "Kh7-h8", "R@h1", "Kh8-g8"])
            .has(&["Rh1-g1"])
            .lacks(&["0-0"]),
    ] {
        case.check();
    }
}

// No peer has this rule: the expectations follow from the definition.
#[test]
fn atomic_captures_explode() {
    for case in [
        white("AtomicChess", "Kg2 Rd4 Sc5", "Kh7 Sd6 Qe7 Pd7")
            .has(&["Rd4*d6[-wSc5][-wRd6][-bQe7]", "Sc5*d7[-bSd6][-wSd7][-bQe7]"]),
        // The own king would explode; kings do not capture, and may be adjacent.
        white("AtomicChess", "Kc5 Rd4", "Kh7 Sd6").lacks(&["Rd4*d6[-wKc5][-wRd6]", "Kc5*d6"]),
        white("AtomicChess", "Kg5", "Kg7").has(&["Kg5-g6", "Kg5-h6"]),
        // A king next to a man that can be captured is in check.
        black("AtomicChess", "Kg2 Rd4", "Kc7 Sd6 Pa7").lacks(&["a7-a6"]).has(&["Sd6-b5", "Kc7-b6"]),
        // There is no promotion: the pawn explodes.
        white("AtomicChess", "Kg2 Pe7", "Kh7 Sd8").has(&["e7*d8[-wPd8]"]),
        // Pawns of any kind survive next to an explosion, but not in its centre.
        white("AtomicChess", "Kg2 Rd4 SPc5", "Kh7 Sd6 BPd7").has(&["Rd4*d6[-wRd6]"]),
        white("AtomicChess", "Kg2 Rd4", "Kh7 SPd6 Ge7").has(&["Rd4*d6[-wRd6][-bGe7]"]),
    ] {
        case.check();
    }
}

#[test]
fn royal_pawn_is_in_check_by_en_passant() {
    let cases = [
        black("ProteanChess", "Ka1 Pc5", "Sh8 black Royal Pd7").lacks(&["rPd7-d5"]).has(&["Sh8-g6"]),
        black("AntiCirce", "Ka1 Pc5", "Sh8 black Royal Pd7").lacks(&["rPd7-d5"]).has(&["Sh8-g6"]),
        black("ProteanChess", "Ka1 Pb5", "Sh8 black Royal Pd7").has(&["rPd7-d5"]),
    ];
    cases.iter().for_each(|case| case.check());
}

/// A rider too near to give check goes on along its line to a square from which it does.
#[test]
fn barred_attackers_give_check_from_further_away() {
    let text = "7K/8/8/7p/8/8/4p3/2Qkb3 b - - h#1; cond GridChess;";
    let found = out(&kirke("solve --quiet -", text));
    assert_eq!(found.matches("Qa1#").count(), 6, "{found}");
    assert_eq!(found.matches("Qb1#").count(), 6, "{found}");
}
