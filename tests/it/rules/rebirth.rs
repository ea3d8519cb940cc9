//! Rebirth in special cases.

use super::moves::{black, white};

#[test]
fn cage_circe_has_expected_rebirth_squares() {
    for case in [
        white("CageCirce", "Kc1 Rd4 Pg7", "Kh7 Bd6 Pa7 Pb7 Pg2")
            .has(&["Rd4*d6[+bBa8]", "Rd4*d6[+bBh8]"])
            .lacks(&["Rd4*d6", "Rd4*d6[+bBc8]"]),
        // A pawn is examined as the man to which it promotes, and moves from its first rank.
        white("CageCirce", "Kg2 Rd4", "Kh7 Pd6 Pc4")
            .has(&["Rd4*c4[+bPd7]", "Rd4*c4[+bPh8]", "Rd4*c4[+bPg3]"])
            .lacks(&["Rd4*c4", "Rd4*c4[+bPa8]", "Rd4*c4[+bPa1=Q]"]),
        white("CageCirce", "Pa3 Pg2", "Pb4")
            .has(&["a3*b4[+bPb5]", "a3*b4[+bPg3]", "a3*b4[+bPh1=B]"])
            .lacks(&["a3*b4[+bPh1=Q]"]),
        // On the king's square the queen has no move, since the king would be in check after it.
        white("Circe Cage Parachute", "Ra1 Rh5 Kb5 Sg5", "Qg1 Kg2 Rh8 Pa7")
            .has(&["Ra1*g1[+bQg1]", "Ra1*g1[+bQg2]"]),
        white("Circe Cage Volcanic", "Ra1 Rh5 Kb5 Sg5", "Qg1 Kg2 Rh8 Pa7")
            .has(&["Ra1*g1[+bQg1->v]", "Ra1*g1[+bQg2->v]"]),
        // A man that may also move from its home has no cage while that gives a move; a man that moves only
        // from its home has cages while it has no move from there.
        white("CageCirce PhantomChess", "Kg1 Re4 Pa2", "Kc6 Pe5")
            .has(&["Re4*e5[+bPe6]", "Re4*e5[+bPc7]"])
            .lacks(&["Re4*e5[+bPg2]", "Re4*e5[+bPa3]"]),
        white("CageCirce AntiMarsCirce", "Kg1 Re4 Pa2", "Kc6 Pe5")
            .has(&["Re4*e5[+bPc2]", "Re4*e5[+bPc7]", "Re4*e5[+bPe6]"])
            .lacks(&["Re4*e5[+bPg2]", "Re4*e5[+bPa3]"]),
        // On c1 the queen would reappear below the bishop and block the rank.
        white("Circe Cage Parachute", "Ra1 Kb6", "Qc1 Kf1 Rh1 Pb7").lacks(&["Kb6*b7[+bPc1=B]"]),
        // From c7 the pawn can move to c8 and become a rook, which does not attack the king on b7.
        black("CageCirce", "Kb7 Pa5", "Kf8 Pa7 neutral Pg7")
            .has(&["Kf8*g7[+nPb6]"])
            .lacks(&["Kf8*g7[+nPc7]"]),
    ] {
        case.check();
    }
}

#[test]
fn anticirce_variants_have_expected_moves() {
    for case in [
        // The pawn steps as a pawn of the captured side.
        white("AntiCirce Take&Make", "Pd4", "Pe5").has(&["d4*e5[wPe5->e4]"]).lacks(&["d4*e5[wPe5->e6]"]),
        white("AntiCirce Parrain", "Kf7 Pb2", "Ba1").after(&["Ba1*b2"]).has(&["Kf7-g6[bBb2->c1]"]),
        white("AntiCirce AndernachChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[wRd6->a1=b]"]),
        // A king is not cloned: the pawn remains a pawn, and may capture the king.
        white("AntiCloneCirce", "Ka3", "Ke8 Pa5").lacks(&["Ka3-b4"]),
    ] {
        case.check();
    }
}

#[test]
fn combined_rebirth_options_interact() {
    for case in [
        // The list of walks applies to the walk after the change, and to the man that determines the
        // rebirth square.
        white("Circe Clone April Q", "Kb1 Qa1", "Kh7 Sa5").has(&["Qa1*a5[+bQd8]"]).lacks(&["Qa1*a5"]),
        white("Circe Clone April S", "Kb1 Qa1", "Kh7 Sa5").has(&["Qa1*a5"]).lacks(&["Qa1*a5[+bQd8]"]),
        white("Circe Couscous April R", "Kc2 Qa1 Rg1", "Kd7 Ra8 Pg6").has(&["Rg1*g6[+bPh1=Q]", "Qa1*a8"]),
        // Each square to which the man could move is mirrored.
        white("Circe Take&Make VerticalMirror", "Kb1 Rd1", "Kh7 Sd5")
            .has(&["Rd1*d5[+bSc4]", "Rd1*d5[+bSg6]"])
            .lacks(&["Rd1*d5[+bSb4]"]),
        // Where two men may share a square, the man may be reborn where it could capture.
        white("Circe Take&Make Assassin", "Kb1 Rd1 Pb4 Pb6", "Kh7 Sd5 Pc7")
            .has(&["Rd1*d5[+bSb4]", "Rd1*d5[+bSb6]"])
            .lacks(&["Rd1*d5[+bSc7]"]),
        white("Circe Take&Make Volcanic", "Kb1 Rd1 Pc4", "Kh7 Pd5").has(&["Rd1*d5[+bPc4->v]"]),
        white("AntiCirce Cheylan Assassin", "Kg2 Rd1", "Kh7 Sa1").lacks(&["Rd1*a1"]),
        white("AntiCirce Cheylan Relaxed", "Kg2 Rd1", "Kh7 Sa1").lacks(&["Rd1*a1"]),
        white("AntiCirce Volcanic", "Kb1 Rd1 Bh1", "Kg6 Sd5").has(&["Rd1*d5[wRd5->h1->v]"]),
        white("AntiCirce Clone Cage", "Kc3", "Kh8 Pb2 Pb7")
            .has(&["Kc3*b2[wKb2->rPa8=rB]"])
            .lacks(&["Kc3*b2[wKb2->rPb8]", "Kc3*b2[wKb2->rPa8]"]),
        // A man that is still to be reborn does not protect a king from capture.
        white("Circe Strict Parrain", "Kh4 Re1 Pa2", "Ka6 Qd2").after(&["Qd2*e1"]).lacks(&["a2-a3"]),
        // The rook could be reborn on h8, which it has not left.
        white("AntiCirce LastMove", "Ke1 Ra1 Pg2", "Ka8 Ra2").after(&["Ra2*a1"]).lacks(&["g2-g3"]),
    ] {
        case.check();
    }
}

#[test]
fn hidden_king_is_not_captured() {
    // Black's knight could be reborn on b8 and cover the king, which is not a capture of it.
    black("Circe Parachute", "Kg2 Rd4", "Kb8 Sd6 Pa7").has(&["a7-a6"]).check();
    // A side that covers its own king does not capture it either.
    white("Circe Parachute", "Kb8 Rd4", "Kh7 Sd6").has(&["Rd4*d6[+bSb8]"]).check();
}

#[test]
fn mirrored_home_promotes_captured_pawn() {
    black("MirrorCirce GlasgowChess", "Kg7 Pd3", "Kc2 Ph2")
        .has(&["Kc2*d3[+wPd7=S]", "Kc2*d3[+wPd7=B]"])
        .lacks(&["Kc2*d3[+wPd7]"])
        .check();
    white("MirrorAntiCirce GlasgowChess", "Kg2 Pe4", "Kh8 Sd5").has(&["e4*d5[wPd5->d7]"]).check();
}

#[test]
fn volcanic_rebirth_promotes_hidden_pawn() {
    let case = black("Circe Couscous Volcanic", "Sc8 Pb7", "Ba8");
    case.has(&["Ba8*b7[+wPc8=Q->v]"]).lacks(&["Ba8*b7[+wPc8->v]"]).check();
}

// No program has these rules: the expectations follow from the definitions.

#[test]
fn pongracz_occupants_move_to_their_homes() {
    for case in [
        // The bishop on b8 moves to its home square, and the occupant of that square to its own.
        white("PongraczCirce", "Kg2 Rd4", "Kh7 Sd6 Bb8").has(&["Rd4*d6[bBb8->f8][+bSb8]"]),
        white("PongraczCirce", "Kg2 Rd4", "Kh7 Sd6 Bb8 Qf8").has(&["Rd4*d6[bQf8->d8][bBb8->f8][+bSb8]"]),
        // A king is moved too, although it is not reborn when it is captured.
        white("PongraczCirce", "Kg2 Rd4", "Kb8 Sd6").has(&["Rd4*d6[bKb8->e8][+bSb8]"]),
        white("PongraczCirce", "Kb8 Rd4", "Kh7 Sd6 Re4").lacks(&["Rd4*d6[wKb8->e1][+bSb8]", "Rd4*d6"]),
        // Two knights with one home square displace each other endlessly: neither is reborn.
        white("PongraczCirce", "Kg2 Rd4", "Kh7 Sd6 Sb8").has(&["Rd4*d6"]),
    ] {
        case.check();
    }
}

#[test]
fn delayed_rebirth_of_neutral_man_uses_sides_of_capture() {
    for case in [
        white("Circe LastMove", "Kh7", "Kh2 neutral Sh1")
            .after(&["Kh2*h1"])
            .has(&["Kh7-g6[+nSb1]"])
            .lacks(&["Kh7-g6[+nSg8]"]),
        white("Circe LastMove", "Kh7", "Kh2 neutral Ph3").after(&["Kh2*h3"]).has(&["Kh7-g6[+nPh2]"]),
        white("Circe WaitCapture", "Kc5 Sa4", "Kh2 Ra8 neutral Sh1")
            .after(&["Kh2*h1", "Sa4-b6", "Kh1-g1"])
            .has(&["Sb6*a8[+nSb1]"]),
        white("Circe WaitCapture LastCapture neutral Sh1", "Kc5 Sb6", "Kh2 Ra8").has(&["Sb6*a8[+nSb1]"]),
        white("AntiCirce LastMove", "Ka1 Sd5 Pg2", "Kh8 neutral Qd3")
            .after(&["nQd3*d5"])
            .has(&["g2-g3[nQd5->d8]"]),
    ] {
        case.check();
    }
}

#[test]
fn last_capture_condition_enables_rebirth() {
    for case in [
        white("ParrainCirce LastCapture White Bg4", "Ka1 Qf2", "Kc1 Pb3")
            .has(&["Qf2-f3[+wBg5]", "Qf2-h2"])
            .lacks(&["Qf2-f3"]),
        white("Circe LastMove LastCapture Black Rg4", "Ka1 Qf2", "Kc1 Pb3").has(&["Qf2-a2[+bRa8]"]),
    ] {
        case.check();
    }
}

// A search for cages in which a king is safe asks whether the king is in check, which may need
// cages.
#[test]
fn cage_search_terminates() {
    white("CageCirce Assassin AntiCirce Couscous", "Ke1 Ra1 Pa7 Bg1", "Kh8 Bg7 Pa4").has(&["Ra1-b1"]).check();
    // A man with a delayed rebirth would not be reborn again by the same move.
    white("Circe Cage LastMove", "Kg2 Ph2 Ra3", "Kh8 Ra8")
        .after(&["Ra8*a3"])
        .has(&["Kg2-g1[+wRh1]"])
        .lacks(&["Kg2-g1", "Kg2-g1[+wRa1]"])
        .check();
}
