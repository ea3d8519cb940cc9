//! Combined rules and combined options of rebirth: cases in which the engine was wrong, found by
//! `tests/properties/reference_rules`.

use super::moves::{black, white};

/// The stage at which a rule examines the board decides: a square may still be occupied, a man
/// captured, or a man changed by then.
#[test]
fn rule_stages_run_in_order() {
    for case in [
        // Immun chess examines rebirth squares after the capturer has moved on, and before it is reborn.
        white("AntiCirce MirrorFileImmunChess", "Kd2 Pa2", "Kh8 Bd1 Pb7").lacks(&["Kd2*d1[wKd1->e1]"]),
        white("Take&MakeChess ImmunChess", "Kh1 Qb6", "Kh8 Pc7").has(&["Qb6*c7-c6", "Qb6*c7-c5"]),
        white("ImmunChess Couscous", "Kb7 Pd7 Pc2", "Kg8 Bc8").lacks(&["d7*c8=Q", "d7*c8=S"]),
        white("ImmunChess Couscous", "Kb7 Pd7 Pf2 Qd1", "Kg8 Bc8").has(&["d7*c8=Q", "d7*c8=S"]),
        // A pawn that has changed sides does not promote on the promotion rank of the other side.
        black("Breton Chromatic", "Kc1 Pb1 Pb5", "Ke8 Pa2 Pc7").has(&["a2*b1[b1=w]", "a2*b1[c7=w][b1=Q]"]),
        // Any man that is reborn as a pawn promotes, including kings and reversed pawns.
        white("AntipodeanAntiCirce FrankfurtChess", "Kc3 Pa2", "Kh1 Pb4")
            .has(&["Kc3*b4=rP[wrPb4->f8=rQ]", "Kc3*b4=rP[wrPb4->f8=rS]"]),
        white("AntipodeanAntiCirce ProteanChess", "Kc6", "Kh1 Pb5").has(&["Kc6*b5=rPP[wrPPb5->f1=rB]"]),
        // Both rules change a castling rook.
        white("NorskSjakk AntiEinsteinChess", "Ke1 Ra1", "Kh7").has(&["0-0-0=B=S", "Ra1-b1=B=S"]),
        // A royal man that is not a king changes as other men do.
        white("ChameleonChess KobulKings", "Ke3 Re5 Sb1", "Kc2 Rh5 Pa7")
            .after(&["Rh5*e5=Q[e3=rR]"])
            .has(&["rRe3-a3=rQ"]),
        // A capture does not forfeit castling rights.
        black("AntiCirce PADChess", "Kg2 Ra8", "Ke8 Ra5")
            .after(&["Ra5*a8[bRa8->a8]", "Kg2-g1"])
            .has(&["0-0-0"]),
    ] {
        case.check();
    }
}

#[test]
fn combined_rules_all_apply() {
    for case in [
        white("AntiMarsCirce RexExclusive", "Kg4 Pa2", "Kb8").counts(2),
        black("MarsCirce CASTChess", "Ka1 Pa5", "Ka8 Qe1 Pb7").has(&["Qe1-d8*a5"]),
        // The knight moves as a queen, so that it does not reach f4 from its own square.
        white("PowerTransfer PlusChess", "Kg1 Sd5 Qb1", "Kh8 Pf4").has(&["Sd5-d4*f4"]).lacks(&["Sd5*f4"]),
        // A king that castles from its rebirth square has left its own.
        white("AntiMarsCirce ChameleonPursuit", "Ra1 Kb1 Pa5", "Ka3 Pd7 Ra8")
            .after(&["[bKa3->e8]0-0-0"])
            .has(&["Ra1-a3=b"]),
        // A locust that captures in a circle stays on the board.
        white("Make&TakeChess", "Kb2 CYf8", "Ka8 Sf7").after(&["CYf8*f7-f8", "Ka8-a7"]).has(&["CYf8-e6"]),
        black("PowerTransfer DangerCirce", "Kh3 Rh1", "Kc1 Ba8").has(&["Kc1-e8"]),
        white("AntiMarsCirce DangerCirce", "Bb2 Ka8", "Sd1 Kd2").has(&["Bb2-c1"]),
        black("AntiMarsCirce DangerCirce", "Kb2 Rh1", "Kd1").has(&["Kd1-e8", "Kd1-e8-d7"]),
        white("MultiCaptures Make&TakeChess", "Kh2 Re1 Rb1", "Kh7 Sc3 Sd4").has(&["Re1*d4", "Rb1*c3"]),
        white("Make&TakeChess Bicaptures", "Kb1 Ra6 Pd5", "Kh8").lacks(&["Ra6*d5"]),
        black("Bicaptures DangerCirce", "Ke1", "Sd2 Kc3 Ra8 Qb8").has(&["Sd2*b8"]),
        white("NorskSjakk LosingChess", "Rg2 Kd6 Qe7", "Bh1 Kc5").has(&["Kd6*c5"]).counts(1),
        white("AntiMarsCirce LosingChess", "Ka1 Rh1", "Kd8").lacks(&["[wKa1->e1]0-0"]),
        black("AntiCirce Tibet", "Kh3 Rd4", "Kh1 Rd6").has(&["Rd6*d4[bRd4->h8]"]),
        white("AntiCirce Clone", "Kb7", "Sb6 Pf3 Kh8")
            .after(&["Kh8-h7", "Kb7*b6[wKb6->rSg1]", "Kh7-h8"])
            .has(&["rSg1*f3[wrSf3->Pf2]"]),
        // The rebirth square is that of the colour before the change.
        white("Breton Chromatic AntiCirce", "Pb5 Kd5", "Pc7 Ke3")
            .after(&["c7-c5"])
            .has(&["b5*c6 ep.[c6=b][bPc6->c2]"]),
        // A king that is reborn can be captured like other men.
        white("Take&MakeChess Circe RexInclusive", "Ke1 Qb8", "Ke5")
            .has(&["Qb8*e5-e4[+bKe8]"])
            .lacks(&["Qb8*e5[+bKe8]"]),
        white("SeriesCapture", "Pc5 Kh1", "Pb7 Kh8").after(&["b7-b5"]).has(&["c5*b6 ep.-b7"]),
        // No peer: an unobserved man has no move on any square.
        black("CageCirce UltraPatrol", "Ke1 Rh1", "Kg2 Qd2").has(&["Kg2*h1[+wRa3]"]),
        // Kings that shield each other give no check that would keep the pawn on a7.
        black("CageCirce ShieldedKings", "Ra1 Re1 Pg2 Pb2 Qd2 Pa5 Kb6", "Qb3 Pd4 Kb5 Pf7 Ra8 Bg8")
            .has(&["Ra8*a5[+wPa6]"])
            .lacks(&["Ra8*a5[+wPa7]", "Ra8*a5[+wPd7]"]),
        // A queen that the capturer observes can move.
        black("CageCirce FunctionaryChess", "Kg3 Pf5 Qc8", "Kb2 Pa7 Qa8")
            .has(&["Qa8*c8[+wQd1]"])
            .lacks(&["Qa8*c8[+wQc4]", "Qa8*c8[+wQd8]"]),
        // No peer: a royal pawn has no move to a square where it would promote.
        black("CageCirce AntiCirce Cage Clone", "Ka1 Pc1 Pa2 Pc5", "Kc2 Pf7 Qe8 Qf8")
            .has(&["Kc2*c1[bKc1->rPb7][+wPc4]"]),
    ] {
        case.check();
    }
}

#[test]
fn rebirth_parameters_combine() {
    for case in [
        white("Circe Diagram Couscous", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[+bSd4]"]),
        white("Circe Take&Make Mirror", "Kc5", "Ke8 Pb6").has(&["Kc5*b6[+bPb5]"]).lacks(&["Kc5*b6[+bPb7]"]),
        white("Circe Take&Make Couscous", "Kc5 Pa5", "Ke8 Sb6").has(&["a5*b6[+bSb5]"]),
        // Any square on which the man can be placed is sufficient.
        white("Circe Super Assassin", "Ka1 Pd5 Ph2", "Kd7 Pa7").has(&["h2-h3"]).lacks(&["d5-d6"]),
        white("Circe Super Volcanic", "Kg2 Rd4", "Kh7 Sd6 Pa7").has(&[
            "Rd4*d6",
            "Rd4*d6[+bSa1]",
            "Rd4*d6[+bSa7->v]",
        ]),
        white("Circe Super Parachute", "Kg2 Rd4", "Kh7 Sd6 Pa7").has(&["Rd4*d6", "Rd4*d6[+bSa7]"]),
        white("Circe Super Strict", "Kg2 Rd4", "Kh7 Sd6 Pa7").lacks(&["Rd4*d6", "Rd4*d6[+bSa7]"]),
        white("AntiCirce WaitCapture", "Kg2 Ra4 Bc1", "Kh8 Sb6 Pc5 Pa6 Pd7 Pd5 Pc4 Ph6")
            .after(&["Sb6*a4"])
            .has(&["Bc1*h6[bSa4->g8]", "Bc1-g5"]),
    ] {
        case.check();
    }
}
