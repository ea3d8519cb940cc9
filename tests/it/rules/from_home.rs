//! Rules by which men move from their rebirth squares, or return to them when in danger.

use super::moves::{black, white};

#[test]
fn marscirce_captures_from_home_only() {
    for case in [
        white("MarsCirce", "Kg2 Rd4", "Kh7 Sa6 Sd6").has(&["Rd4-a1*a6"]).lacks(&["Rd4*d6"]),
        white("MarsCirce", "Kg2 Rd4 Ba1", "Kh7 Sa6 Sd6").lacks(&["Rd4-a1*a6", "Rd4*d6"]),
        white("MarsCirce", "Kg4", "Kh7 Sd1").has(&["Kg4-e1*d1"]),
        white("MarsCirce RexExclusive", "Kb3 Rh3", "Kf8 Sc3").lacks(&["Kb3*c3"]),
        white("MarsCirce", "Kg2 Pe5", "Kh7 Pd3 Sa3 Sf3").has(&["e5-e2*f3", "e5-e2*d3", "e5-e6"]),
        white("MarsCirce", "Kg2 Ra1", "Kh7 Sa5").has(&["Ra1*a5", "[wKg2->e1]0-0-0"]),
        black("MarsCirce", "Kg2 Rd4", "Ka8 Ph7").has(&["Ka8-b8"]).lacks(&["h7-h6"]),
        white("MarsCirce", "Kg2 Pc5", "Kh8 Pd7").after(&["d7-d5"]).lacks(&["c5*d6 ep."]),
        white("MarsMirrorCirce", "Kg3 Rd4", "Kg7 Sh4 Sd6").has(&["Rd4-h8*h4"]).lacks(&["Rd4*d6"]),
    ] {
        case.check();
    }
}

#[test]
fn antimars_quiet_moves_start_from_home() {
    for case in [
        white("AntiMarsCirce", "Kg2 Rd4", "Kh7 Sa6 Sd6")
            .has(&["Rd4*d6", "Rd4-a1-a5", "Rd4-a1-h1", "[wKg2->e1][wRd4->a1]0-0-0"])
            .lacks(&["Rd4-d5", "Rd4-a1*a6"]),
        white("AntiMarsCirce", "Kg2 Rd4 Ba1", "Kh7 Sd6")
            .has(&["Rd4*d6"])
            .lacks(&["Rd4-d5", "Rd4-a1-a5"])
            .counts(13),
        white("AntiMarsCirce", "Ke1 Rd4 Rb2", "Ka8").has(&["[wRd4->a1]0-0-0", "[wRb2->a1]0-0-0"]),
        white("AntiMarsMirrorCirce", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6", "Rd4-h8-a8"]).lacks(&["Rd4-d5"]),
        // Popeye crashes here.
        white("AntiMarsAntipodeanCirce", "Kg2 Rd4", "Kh7 Sd6")
            .has(&["Rd4*d6", "Rd4-h8-a8"])
            .lacks(&["Rd4-d5"]),
    ] {
        case.check();
    }
}

#[test]
fn phantom_moves_from_own_square_or_home() {
    for case in [
        white("PhantomChess", "Kg2 Rd4", "Kh7 Sa6 Sd6").has(&["Rd4-a1*a6", "Rd4-a1-h1", "Rd4*d6", "Rd4-d5"]),
        white("PhantomChess", "Kg4", "Kh8 Sd1").has(&["Kg4-g5"]).lacks(&["Kg4-e1*d1"]).counts(8),
        white("PhantomChess RexInclusive", "Kg4", "Kh8 Sd1").has(&["Kg4-e1*d1", "Kg4-e1-d2"]).counts(12),
    ] {
        case.check();
    }
}

#[test]
fn plus_chess_captures_from_other_central_squares() {
    let case = white("PlusChess", "Kg2 Rd4", "Kh7 Sa5 Sd6");
    case.has(&["Rd4-e5*a5", "Rd4-d5*a5", "Rd4*d6"]).lacks(&["Rd4-e5-e6"]).check();
}

#[test]
fn danger_circe_attacked_men_move_home() {
    for case in [
        white("DangerCirce", "Kg2 Rd4", "Kh7 Sd6 Bg7").has(&["Rd4-a1"]),
        white("DangerCirce", "Kg2", "Kh7 Rg8").has(&["Kg2-e1"]),
        // The king may not move to the home square of an attacked man, and a pinned man may not return home
        // past its king.
        black("DangerCirce", "Kh3 Rd4", "Kb1 Bg7").has(&["Kb1-a2"]).lacks(&["Kb1-a1"]),
        black("DangerCirce", "Kc6 Qh8 Rg5", "Ke8 Rg8").has(&["Rg8*h8", "Rg8-f8"]).lacks(&["Rg8-a8"]),
        white("DangerCirce", "Kg2 Pe5 Rc2 Sb1", "Kb8 Sa3 Bd6 Rh1 Qd3").has(&["e5-e2", "Rc2*h1"]),
    ] {
        case.check();
    }
}

#[test]
fn immun_chess_forbids_capture_if_home_is_occupied() {
    for (condition, guard) in [
        ("ImmunChess", "Bb8"),
        ("MirrorImmunChess", "Bg1"),
        ("FileImmunChess", "Bd8"),
        ("MirrorFileImmunChess", "Bd1"),
        ("SymmetryImmunChess", "Be3"),
        ("AntipodeanImmunChess", "Bh2"),
        ("EquipollentsImmunChess", "Bd8"),
        ("ImmuneVerticalSymmetry", "Be6"),
        ("ImmuneHorizontalSymmetry", "Bd3"),
        ("ImmunChess Rank", "Bb6"),
    ] {
        white(condition, "Kg2 Rd4", "Kh8 Sd6").has(&["Rd4*d6"]).check();
        let men: &'static str = format!("Kh8 Sd6 {guard}").leak();
        white(condition, "Kg2 Rd4", men).lacks(&["Rd4*d6"]).check();
    }
    white("DiagramImmunChess", "Kg2 Rd4", "Kh8 Sd6").lacks(&["Rd4*d6"]).check();
    black("ImmunChess RexInclusive", "Kg2 Rd4", "Kd6 Pa7 Be8").has(&["a7-a6"]).check();
    black("ImmunChess", "Kg2 Rd4", "Kd6 Pa7 Be8").has(&["Kd6-c7"]).lacks(&["a7-a6"]).check();
}

#[test]
fn geneva_chess_captures_only_if_own_home_is_empty() {
    for case in [
        white("GenevaChess", "Kg2 Rd4 Sa1", "Kh7 Sd6").lacks(&["Rd4*d6"]),
        white("GenevaChess", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6"]),
        white("GenevaChess", "Kg2 Ra1", "Kh7 Sa6").lacks(&["Ra1*a6"]),
        // The capturer arrives on an occupied square, which it occupies itself.
        white("GenevaChess", "Kg2 Ra3", "Kh7 Sa1").lacks(&["Ra3*a1"]),
        // A man that moves as if from another square departs from there.
        white("GenevaChess PhantomChess", "Kh7 Ba2", "Kc8 Pa6").lacks(&["Ba2-f1*a6"]),
        white("GenevaChess MarsCirce", "Kh7 Ra5", "Kc8 Pa6 Ph1").lacks(&["Ra5-a1*a6", "Ra5-a1*h1"]),
        white("GenevaChess PlusChess", "Kg2 Rd4 Ra1", "Kh7 Sa5 Sd7").has(&["Rd4-d5*a5"]).lacks(&["Rd4*d7"]),
        white("GenevaChess PlusChess", "Kg2 Rd4 Rh1", "Kh7 Sa5 Sd7").has(&["Rd4*d7"]).lacks(&["Rd4-d5*a5"]),
        white("GenevaChess Mirror", "Kg2 Rd4 Bh8", "Kh6 Sd6").lacks(&["Rd4*d6"]),
        white("GenevaChess", "Kc6 Se1", "Kh7 Sd6").has(&["Kc6*d6"]),
        white("GenevaChess RexInclusive", "Kc6 Se1", "Kh7 Sd6").lacks(&["Kc6*d6"]),
        black("GenevaChess", "Kg2 Rd4 Ba1", "Kd8 Pa7").has(&["a7-a6"]),
    ] {
        case.check();
    }
}
