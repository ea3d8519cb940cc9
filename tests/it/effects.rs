//! Rules by which men change, or move and capture other than by their own walk. Every position and
//! move was compared with Popeye.

use crate::rules::moves::{black, white};

#[test]
fn flagged_men_capture_as_their_flags_allow() {
    for case in [
        white("", "Kg2 white Kamikaze Rd4", "Kh7 Sd6").has(&["kRd4*d6[-wkRd6]", "kRd4-d5"]).counts(20),
        white("", "Kg2 white Kamikaze Pd7 Pa2", "Kh6 Sc8").has(&["kPd7*c8[-wkPc8]", "kPd7-d8=kQ"]).counts(15),
        white("Circe", "Kg2 white Kamikaze Rd4", "Kh7 Sd6").has(&["kRd4*d6[wkRd6->a1][+bSb8]"]),
        white("Circe", "Kg2 white Kamikaze Rd4", "Kh6 Sd6 Pa1").has(&["kRd4*d6[+bSb8]"]),
        white("PWC", "Kg2 white Kamikaze Rd4", "Kh6 Sd6").has(&["kRd4*d6[wkRd6->d4]"]),
        white("", "Kg2 Rd4", "Kh7 black Uncapturable Sd6").lacks(&["Rd4*d6"]),
        white("FrischAufCirce", "Kg2 Rd4", "Kh7 black Frischauf Sd6").has(&["Rd4*d6[+bfSd1]"]),
        white("Circe", "Kg2 Rd4", "Kh7 neutral Sd6").has(&["Rd4*d6[+nSb8]", "nSd6-b5"]),
        white("", "Kg2", "Kh5 neutral Pa7").has(&["nPa7-a8=nR"]),
        white("PWC", "Kg2 Rh1", "Kb7 neutral Ph4").has(&["Rh1*h4[+nPh1=nR]"]),
        white("ChameleonChess", "Kg2 neutral Sf3", "Kh7").has(&["nSf3-d4=nB"]),
        white("ChameleonChess", "Kg2 white Uncapturable Sa7", "Kh7").has(&["uSa7-c6=uB"]),
        // On its rebirth square a neutral man belongs to the side that could capture back.
        white("CageCirce", "Ka7 Ra1", "Ka3 neutral Pa2").has(&["Ra1*a2[+nPb1=nQ]", "Ra1*a2[+nPb1=nR]"]),
    ] {
        case.check();
    }
}

#[test]
fn take_and_make_continues_with_walk_of_victim() {
    for case in [
        white("Take&MakeChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6-b5", "Rd4*d6-f7"]).lacks(&["Rd4*d6"]),
        white("Take&MakeChess", "Kg2 Pe7", "Kh7 Rd8").has(&["e7*d8-d5", "e7*d8-a8=Q"]).lacks(&["e7*d8-d1"]),
        white("Take&MakeChess", "Kg2 Pc4 Pd4", "Kh7 Pd5").lacks(&["c4*d5-d4", "c4*d5"]),
        white("Take&MakeChess", "Kg2 Pe5", "Kh8 Pd7").after(&["d7-d5"]).has(&["e5*d5"]),
        white("Take&MakeChess", "Kc5", "Kh7 Sd6").has(&["Kc5*d6-b5", "Kc5*d6-e8"]).lacks(&["Kc5*d6"]),
        black("Take&MakeChess", "Kg2 Sc7", "Ka8 Pa7 Pb7 Rb8 Ph7").counts(0),
        black("Take&MakeChess Absolute", "Kg2 Sc7", "Ka8 Pa7 Pb7 Rb8 Ph7").has(&["h7-h6"]).counts(2),
        white("Take&MakeChess Circe", "Kg2 Pe7", "Kh7 Rd8")
            .has(&["e7*d8-a8=Q[+bRh8]", "e7*d8-h8=S"])
            .counts(46),
        white("Take&MakeChess AndernachChess", "Kg2 Pe7", "Kh7 Rd8").has(&["e7*d8-a8=S=b"]).counts(42),
    ] {
        case.check();
    }
}

#[test]
fn make_and_take_captures_after_step_of_victim() {
    for case in [
        white("Make&TakeChess", "Kg2 Rd4", "Kh7 Se6 Pa7").has(&["Rd4*e6"]).lacks(&["Rd4*a7"]),
        white("Make&TakeChess", "Kg2 Pe6", "Kh7 Pd7").after(&["d7-d5"]).has(&["e6*d6 ep."]),
        white("Make&TakeChess", "Kg2 Pe6", "Kh7 Pd7").after(&["d7-d6"]).has(&["e6*d6"]),
    ] {
        case.check();
    }
}

#[test]
fn series_capture_is_one_move() {
    for case in [
        white("SeriesCapture", "Kg2 Rd4", "Kh7 Sd6 Pa6").has(&[
            "Rd4*d6",
            "Rd4*d6-d1",
            "Rd4*d6*a6",
            "Rd4*d6*a6-a1",
        ]),
        white("SeriesCapture Circe", "Kg2 Rd4", "Kh7 Sd6 Pd7").has(&["Rd4*d6[+bSb8]*d7"]).counts(33),
        white("SeriesCapture", "Kg2 Pd6", "Kh7 Se7 Rc5").has(&["d6*e7", "d6*e7-e8=Q"]).counts(14),
        white("SeriesCapture ProteanChess", "Pb2", "Sc3 Pa3e4")
            .has(&["b2*c3=S*e4=PP", "b2*c3=S*e4=PP-e3", "b2*a3=PP-a2"])
            .counts(14),
        // Captures within the series count as captures: in Norsk Sjakk a queen does not capture a pawn.
        white("SeriesCapture NorskSjakk", "Sc5", "Sd7 Ph3").lacks(&["Sc5*d7=Q*h3=S"]),
    ] {
        case.check();
    }
}

#[test]
fn power_transfer_follows_home_square() {
    for case in [
        white("PowerTransfer", "Pd4", "Sd2").has(&["d4-b3", "d4-f5"]).counts(8),
        white("PowerTransfer", "Kg2 Pd4 Rd2", "Kh7 Pc5").has(&["d4-d8=Q", "d4-a4", "Rd2-a2"]).counts(30),
    ] {
        case.check();
    }
}

#[test]
fn colour_changes_by_rule() {
    for case in [
        white("AndernachChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6=b"]),
        white("AndernachChess", "Kg2 Pe7", "Kh7 Sd8").has(&["e7*d8=Q=b"]),
        white("AndernachChess", "Kd5", "Kh7 Pd6").has(&["Kd5*d6"]),
        white("AntiAndernachChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6", "Rd4-d5=b"]).lacks(&["Rd4-d5"]),
        black("Tibet", "Kg2 Rd4", "Kh7 Sc6").has(&["Sc6*d4=w"]),
        black("Tibet", "Kg2 Sd4", "Kh7 Sc6").has(&["Sc6*d4"]),
        white("Tibet", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6"]).lacks(&["Rd4*d6=b"]),
        white("DoubleTibet", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6=b"]).lacks(&["Rd4*d6"]),
        white("DoubleTibet", "Kg2 Pa7", "Kh7 Qb8").has(&["a7*b8=Q", "a7*b8=S=b"]),
        black("ChameleonPursuit", "Kb7 Se5", "Kd8 Re2 Bd7 Sf7 Pg2g4")
            .after(&["Bd7-e8", "Se5-d7=b"])
            .has(&["Sf7-e5=w"]),
        black("TraitorChess", "Kg8 Pa5", "Kc5 Rb6").has(&["Rb6-b4=w", "Rb6-b5", "Kc5-b4"]),
        white("Masand", "Kg2 Rd4", "Kh7 Sd7 Pa7").has(&["Rd4*d7[a7=w]", "Rd4-h4"]),
        white("Masand", "Kg2 Rd4 Sh2", "Kh7 Pa4").has(&["Rd4-h4[h2=b][a4=w]", "Rd4-d7"]),
        white("Masand", "Kg2 Rh2 Bh4", "Kh8 Sd8").has(&["Bh4-f6[d8=w]"]).lacks(&["Bh4-f6[d8=w][h2=b]"]),
        white("MasandGeneralised", "Kg2 Rh2 Bh4", "Kh8 Sd8").has(&["Bh4-f6[d8=w]"]),
        white("CouscousCirce AndernachChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6=b[+bSa1]"]),
        white("AntiCirce AndernachChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[wRd6->a1=b]"]),
    ] {
        case.check();
    }
}

#[test]
fn men_change_places() {
    let messigny = |white_men, black_men| white("MessignyChess", white_men, black_men);
    for case in [
        messigny("Kg2 Rd4", "Kh7 Rb6 Sc3").has(&["Rd4<->Rb6", "Kg2<->Kh7"]).counts(24),
        // Men that have just changed places, and what they would attack.
        black("MessignyChess", "Kg2 Rd4", "Kc8 Rb6 Rb1")
            .after(&["Rd4<->Rb6"])
            .lacks(&["Rd4<->Rb6", "Rb1<->Rb6"]),
        messigny("Kg2 Rd4", "Ka6 Rb6 Sc3").has(&["Rd4<->Rb6"]).lacks(&["Kg2<->Ka6"]),
        // A pawn does not promote, and a rook at home may not castle after it.
        messigny("Kg2 Pd7", "Kh5 Pa7").has(&["Pd7<->Pa7"]),
        messigny("Ke1 Rb6", "Kh5 Rh1").after(&["Rb6<->Rh1", "Kh5-g5"]).lacks(&["0-0"]),
        white("MessignyChess RexExclusive", "Kg2 Rd4", "Kh7 Rb6").has(&["Rd4<->Rb6"]).lacks(&["Kg2<->Kh7"]),
        messigny("Kg2 Rd4", "Kh7 Sb6").lacks(&["Rd4<->Sb6"]),
        white("MessignyChess Circe", "Kg2 Rd4", "Kh7 Sd6 Rb6").has(&["Rd4*d6[+bSb8]", "Rd4<->Rb6"]),
    ] {
        case.check();
    }
}

#[test]
fn men_change_boards() {
    for case in [
        white("AliceChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6B", "Rd4-d5B"]).lacks(&["Rd4-d7B"]),
        // The pawn has gone to board B.
        white("AliceChess", "Kg2 Rd5 Pd2", "Kh7").after(&["d2-d3B", "Kh7-h8B"]).has(&["Rd5-d1B", "d3-d4A"]),
        white("AliceChess", "Kg2 Rd5 Pd2", "Kh7").after(&["d2-d3B", "Kh7-h8B"]).lacks(&["Rd5-d3B"]),
        white("AliceChess", "Ke1 Rh1", "Kh8").has(&["0-0BB"]),
        // The king must be safe on the board that it leaves, too.
        white("AliceChess", "Ke1", "Kh8 Rd8").has(&["Ke1-e2B"]).lacks(&["Ke1-d1B", "Ke1-d2B"]),
        white("AliceChess", "Kg2 Pa7", "Kh7").has(&["a7-a8=QB"]),
        white("AliceChess Circe", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6B[+bSb8]"]),
    ] {
        case.check();
    }
}

#[test]
fn sentinels_stay_on_departure_squares() {
    let pawns = "Kg3 Rd4 Pa2b2c2d2e2f2g2h2";
    for case in [
        white("Sentinelles", "Kg2 Rd4 Bc1", "Kh7 Sd6").has(&["Rd4*d6[+wPd4]", "Kg2-g3[+wPg2]", "Bc1-b2"]),
        white("Sentinelles", pawns, "Kh7").has(&["Rd4-d5"]),
        white("Sentinelles PionAdvers", pawns, "Kh7").has(&["Rd4-d5[+bPd4]"]),
        white("Sentinelles ParaSentinelles", "Kg3 Rd4 Pa2", "Kh7 Pd7").has(&["Rd4-d5[+wPd4]"]),
        white("Sentinelles ParaSentinelles", "Kg3 Rd4 Pa2", "Kh7").has(&["Rd4-d5"]),
        white("Sentinelles ParaSentinelles", "Kg3 Rd4 Pa2", "Kh7 Pd5").has(&["Rd4*d5[+wPd4]"]),
        white("Sentinelles PWC", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[+bSd4]", "Rd4-d5[+wPd4]"]),
    ] {
        case.check();
    }
}

#[test]
fn walk_changes_by_rule() {
    for case in [
        white("EinsteinChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6=Q", "Rd4-d5=B"]),
        white("EinsteinChess", "Kg2 Pa7", "Kh7 Sb8").has(&["a7-a8", "a7*b8=S"]).lacks(&["a7-a8=Q"]),
        white("EinsteinChess", "Kg4 Pa1 Pc2", "Kh7 Sb2").has(&["a1-a2", "a1-a3", "a1-a4", "a1*b2=S"]),
        white("EinsteinChess", "Ke1 Rh1 Pa7", "Kg7").has(&["0-0=B"]).counts(16),
        white("EinsteinChess", "Kg2 Pe6", "Kh7 Pd8").after(&["d8-d5"]).has(&["e6*d7 ep.=S"]),
        white("EinsteinChess", "Kg2 Pe5", "Kh7 Pd8").after(&["d8-d5"]).has(&["e5*d6 ep.=S"]),
        white("ReversalEinsteinChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6=B", "Rd4-d5=Q"]),
        white("ReversalEinsteinChess", "Kg2 Pe5", "Kh7 Pd7").after(&["d7-d5=S"]).has(&["e5*d6 ep."]),
        white("AntiEinsteinChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6", "Rd4-d5=B"]),
        white("AntiCirce EinsteinChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6=Q[wQd6->d1]"]),
        white("NorskSjakk", "Kg2 Rd4 Sf5", "Kh7 Sd6 Rd7").has(&["Rd4-d5=B", "Sf5*d6=Q"]).lacks(&["Rd4*d6"]),
        white("NorskSjakk", "Ke1 Rh1 Pa7", "Kg7").has(&["0-0=B", "a7-a8=Q"]).counts(19),
        black("NorskSjakk", "Kg2 Rd4", "Kd8 Pa7").lacks(&["a7-a6"]),
        white("ProteanChess", "Kg2 Rd4", "Kh7 Pd6").has(&["Rd4*d6=PP"]),
        white("ProteanChess", "Kg2 Pa7", "Kh7 Sb8").has(&["a7-a8=Q", "a7*b8=S"]).lacks(&["a7*b8=Q"]),
        white("ProteanChess", "Kg2 Ra8", "Kh7 Pa1").has(&["Ra8*a1=PP=Q"]).counts(25),
        white("FrankfurtChess", "Kg2 Rd4", "Kh7 Pd6").has(&["Rd4*d6=P"]),
        white("FrankfurtChess", "Ke7", "Kh7 Pd8").has(&["Ke7*d8=rP=rQ"]).counts(11),
        white("FrankfurtChess RexExclusive", "Ke5", "Kh7 Pd6").has(&["Ke5*d6"]).lacks(&["Ke5*d6=rP"]),
        white("ChameleonChess", "Kg2 Pa7 Rb1 Qc1 Bd1 Se1", "Kh7 Sb8")
            .has(&["Qc1-h6=S", "a7*b8=Q"])
            .counts(48),
        white("ChameleonChess", "Ke1 Ra1", "Kh7").has(&["0-0-0", "Ra1-d1=Q"]).counts(16),
    ] {
        case.check();
    }
}

#[test]
fn captures_change_or_remove_other_men() {
    for case in [
        white("KobulKings", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[h7=rS]"]),
        white("KobulKings", "Kg2 Rd4", "Kh7 Pd6").has(&["Rd4*d6"]),
        white("KobulKings Circe", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[h7=rS][+bSb8]"]),
        white("SnekChess", "Kg2 Rd4", "Kh7 Sd6 Sa8").has(&["Rd4*d6[h7=rS]"]),
        white("SnekCircleChess", "Kg2 Qd4", "Kh7 Bd6 Ra8 Sh1 Qg7 Sd1").has(&["Kg2*h1[g7=S]"]).counts(6),
        white("Breton", "Kg2 Rd4 Sa1", "Kh7 Sd6 Sa8").has(&["Rd4*d6[-wSa1]"]).lacks(&["Rd4*d6"]),
        white("Breton Adverse", "Kg2 Rd4", "Kh7 Sd6 Sa8 Sh8").has(&["Rd4*d6[-bSa8]", "Rd4*d6[-bSh8]"]),
        white("Breton Chromatic", "Kg2 Sd4", "Kh7 Sc6").has(&["Sd4*c6[c6=b]"]),
        white("Breton", "Kg2 Sd4", "Kh7 Sc6").has(&["Sd4*c6[-wSc6]"]),
        white("Breton", "Kg2 Pa7", "Kh7 Qb8").has(&["a7*b8=Q"]).counts(14),
        white("Breton", "Ke1 Ra1 Pb7", "Ke7 Ra8").has(&["b7*a8[-wRa1][a8=Q]"]),
    ] {
        case.check();
    }
}

#[test]
fn captured_men_return_and_capturers_vanish_by_rule() {
    for case in [
        white("PADChess", "Kg2 Rd4", "Kh7 Sd6 Pa6").after(&["Rd4*d6", "Kh7-h8"]).has(&["Rd6*a6[-wRa6]"]),
        white("PADChess Strict", "Kg2 Rd4", "Kh7 Sd6 Pa6").after(&["Rd4*d6", "Kh7-h8"]).lacks(&["Rd6*a6"]),
        white("GhostChess", "Kg2 Rd4", "Kh7 Sd6 Pa7").after(&["Rd4*d6", "Kh7-h8"]).has(&["Rd6-d1[+buSd6]"]),
        white("GhostChess", "Kg2 Pe5", "Kh8 Pd7").after(&["d7-d5"]).has(&["e5*d6 ep.[+buPd5]"]),
        white("HauntedChess", "Kg2 Rd4", "Kh7 Sd6 Pa7").after(&["Rd4*d6", "Kh7-h8"]).has(&["Rd6-d1[+bSd6]"]),
    ] {
        case.check();
    }
}
