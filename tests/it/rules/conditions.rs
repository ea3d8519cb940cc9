//! Rules that restrict, order or lend moves.

use super::moves::{black, white};

#[test]
fn squares_restrict_moves() {
    for case in [
        white("GridChess", "Kb2 Rc4", "Kh8 Sd4 Sc5").has(&["Rc4*c5", "Rc4-b4"]).lacks(&["Rc4*d4", "Kb2-a1"]),
        white("GridChess", "Kg2 Pd5 Pa2", "Ka8 Pe7").has(&["d5*e6 ep.", "a2-a3"]).after(&["e7-e5"]),
        white("GridChess", "Kg2 Pd5", "Ka8 Pc7").lacks(&["d5*c6 ep."]).counts(5).after(&["c7-c5"]),
        white("MonochromChess", "Ke1 Ra1 Rh1", "Kh8").has(&["0-0", "Ra1-c1"]).lacks(&["0-0-0", "Ra1-b1"]),
        white("BichromChess", "Ke1 Ra1 Rh1", "Kh8").has(&["Ra1-b1"]).lacks(&["0-0", "0-0-0", "Ra1-c1"]),
        // A rook attacks no king on a square of the other colour.
        white("MonochromChess", "Ka1", "Kh8 Rb5").has(&["Ka1-b2"]),
        white("WhiteEdgeMover", "Kg2 Rd4", "Kb7").has(&["Rd4-d8", "Kg2-h2"]).lacks(&["Rd4-d7", "Kg2-g3"]),
        black("WhiteEdgeMover", "Kg2 Rd4", "Kb7").has(&["Kb7-c6"]),
        black("BlackEdgeMover", "Kg2 Rb4", "Kb7").has(&["Kb7-a8"]).lacks(&["Kb7-c6", "Kb7-b8"]),
    ] {
        case.check();
    }
}

#[test]
fn imitators_repeat_moves() {
    for case in [
        // Seven ranks up there is no square for the imitator, and on a8 a man.
        white("Imitator b4", "Kg2 Rd2", "Kh7 Sd7 Pb8")
            .has(&["Rd2-d5[Ib7]", "Rd2-c2[Ia4]", "Kg2-f1[Ia3]"])
            .lacks(&["Rd2-d6", "Rd2*d7", "Rd2-b2", "Rd2-a2"]),
        // It passes the square that the man leaves, and may stop there.
        white("Imitator d1", "Kg2 Rd2", "Kh7").has(&["Rd2-d3[Id2]", "Rd2-d5[Id4]"]),
        // It does not pass men, nor stand on the man that is captured.
        white("Imitator c3", "Ka1 Ra3", "Kh7 Pc5 Sa4").lacks(&["Ra3-a5"]).has(&["Ra3*a4[Ic4]"]),
        white("Imitator b3", "Kh1 Ra3", "Kh7 Sc3").lacks(&["Ra3-b3", "Ra3*c3"]),
        // Where it cannot follow there is no check.
        black("Imitator d7", "Kg2 Rh3", "Kh7").has(&["Kh7-h8[Id8]", "Kh7-h6[Id6]"]),
        black("Imitator d1", "Kg2 Rh3", "Kh7").lacks(&["Kh7-h8"]),
        // Castling: first as the king, then as the rook.
        white("Imitator c4", "Ke1 Ra1 Rh1", "Kh7").has(&["0-0[Ic4]", "0-0-0[Id4]"]),
        white("Imitator g4", "Ke1 Ra1 Rh1", "Kh8").lacks(&["0-0"]).has(&["0-0-0[Ih4]"]),
        white("Imitator a4", "Ke1 Ra1 Rh1", "Kh7").lacks(&["0-0-0"]).has(&["0-0[Ia4]"]),
        // Pawns become imitators.
        white("Imitator c4", "Kg2 Pa7", "Kh7").has(&["a7-a8[Ic5]=I", "a7-a8[Ic5]=Q", "a7-a8[Ic5]=S"]),
        white("Imitator c4 NoIProm", "Kg2 Pa7", "Kh7").lacks(&["a7-a8[Ic5]=I"]).has(&["a7-a8[Ic5]=R"]),
        white("Imitator c4a2", "Kg2 Pc2", "Kh7 Pc6").has(&["c2-c3[Ic5,a3]"]).lacks(&["c2-c4"]),
        // A hopper needs a hurdle for each imitator.
        white("Imitator c1", "Kh1 Ga1", "Kh7 Pa4 Pc4").has(&["Ga1-a5[Ic5]"]),
        white("Imitator c1", "Kh1 Ga1", "Kh7 Pa4").lacks(&["Ga1-a5"]),
    ] {
        case.check();
    }
}

#[test]
fn men_like_each_other_paralyse_or_keep_away() {
    for case in [
        white("Madrasi", "Kg2 Ra1", "Kh7 Ra8").lacks(&["Ra1*a8", "Ra1-a2"]).has(&["Kg2-h3"]),
        white("Madrasi", "Kg2 Pa4 Ra1", "Kh7 Ra8").has(&["Ra1-b1", "a4-a5"]),
        // The pawn that has made a double step is paralysed by the one that could capture it.
        black("Madrasi", "Ka1 Pe2", "Kd5 Pd4").has(&["d4*e3 ep."]).lacks(&["d4-d3"]).after(&["e2-e4"]),
        white("Madrasi", "Ke2", "Kc2 Ra8").lacks(&["Ke2-d2"]),
        white("Madrasi RexInclusive", "Ke2", "Kc2 Ra8").has(&["Ke2-d2"]),
        white("Isardam", "Kg2 Ra1", "Kh7 Rc8").has(&["Ra1-a2"]).lacks(&["Ra1-a8", "Ra1-c1"]),
        black("Isardam", "Kg2 Pe5", "Kh7 Pd7").lacks(&["d7-d5", "d7-d6"]),
        // The capture of the king would let the rooks observe each other.
        white("Isardam", "Kb1 Rb4", "Kh7 Rh1").has(&["Rb4-b5"]).lacks(&["Rb4-a4"]),
        white("Isardam TypeB", "Kb1 Rb4", "Kh7 Rh1").lacks(&["Rb4-b5"]),
        white("KoeKo", "Kg2 Rd4", "Kh7 Sc6")
            .has(&["Rd4-d5", "Rd4-d6", "Rd4-d7"])
            .lacks(&["Rd4-d3", "Kg2-g3"]),
        white("KoeKo", "Ke1 Rh1", "Kb7").has(&["0-0", "Rh1-f1"]).counts(2),
        white("AntiKoeko", "Ke1 Rh1 Rd4", "Kh7 Sc6").has(&["Rd4-d3"]).lacks(&["0-0", "Rd4-d5", "Rh1-f1"]),
    ] {
        case.check();
    }
}

#[test]
fn lengths_order_moves() {
    for case in [
        white("WhiteMaximummer", "Kg2 Ra1", "Kh7").has(&["Ra1-a8", "Ra1-h1"]).counts(2),
        white("WhiteMinimummer", "Kg2 Ra1", "Kh7").has(&["Ra1-a2", "Kg2-g1"]).lacks(&["Kg2-f1", "Ra1-a3"]),
        // The longest legal move, not the longest move.
        white("WhiteMaximummer", "Ka1 Ra2", "Kh7 Ra6").has(&["Ra2*a6"]).counts(1),
        white("WhiteMaximummer", "Ke1 Rh1 Ph4 Pe2", "Kh7").has(&["0-0"]).counts(1),
        // Under the ultra form the attacker must be able to capture the king.
        white("BlackMaximummer", "Kb1", "Kh7 Rb8 Rh2").lacks(&["Kb1-b1"]).counts(2),
        white("BlackMaximummer Ultra", "Kc1", "Kh7 Rc8 Ba8").has(&["Kc1-c2"]),
        white("WhiteMaximummer Ultra", "Kb1 Qh1", "Kh7 Rb8 Ra8").counts(0),
    ] {
        case.check();
    }
}

#[test]
fn men_move_as_others() {
    for case in [
        white("TransmutedKings", "Kb2", "Kh7 Bd4").has(&["Kb2*d4", "Kb2-a3", "Kb2-c1"]).lacks(&["Kb2-b1"]),
        white("ReflectiveKings", "Kb2", "Kh7 Bd4").has(&["Kb2*d4", "Kb2-a3", "Kb2-b1"]),
        white("BlackTransmutedKing", "Kb2", "Kh7 Bd4").has(&["Kb2-b1"]).lacks(&["Kb2*d4"]),
        // The black king would attack as a bishop.
        white("BlackReflectiveKing", "Kf4 Bc3", "Kc1").has(&["Bc3-d2"]).lacks(&["Bc3-b2"]),
        white("AnnanChess", "Kg2 Rd4 Sd3", "Kh7 Se6").has(&["Rd4*e6", "Sd3-f4"]).lacks(&["Rd4-d5"]),
        white("AnnanChess TypeB", "Kd3 Rd4", "Kh7").has(&["Rd4-d8"]),
        white("AnnanChess TypeC", "Kd4 Rd3", "Kh7").has(&["Kd4-e5"]).lacks(&["Kd4-d8"]),
        white("AnnanChess TypeD", "Kd4 Rd3 Sd5", "Kh7").has(&["Sd5-e7"]).lacks(&["Kd4-d8", "Sd5-d6"]),
        white("NannaChess", "Kg2 Rd4 Sd5", "Kh7 Se6").has(&["Rd4*e6", "Sd5-f4"]).lacks(&["Rd4-d1"]),
        white("FunctionaryChess", "Ka1 Rd4", "Kh8 Sb5").has(&["Rd4-d8"]).counts(14),
        black("AnnanChess", "Kg2", "Kh7 Rd4 Sd5").has(&["Rd4-e2"]).lacks(&["Rd4-d1"]),
    ] {
        case.check();
    }
}
