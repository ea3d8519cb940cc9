//! What is refused, and what is read in another way.

use super::{Case, check, has, prints, refused};

/// White mates on h8.
macro_rules! rook {
    ($words:literal) => {
        concat!("pieces white Kb6 Rh1 black Ka8\nstipulation #1\n", $words)
    };
}

const CASES: &[Case] = &[
    refused(
        "D-001",
        "pieces white Kc2 Qb7 black Ka3\nstipulation #1\ntwin exchange d6 c2",
        "there is no man on d6",
    ),
    has(
        "D-002",
        "pieces white Kg2 Rd4 black Kh7 Sd6\nstipulation hx1\ncondition CirceParrain",
        &["Circe Parrain", "1.Kh7-g7 Rd4*d6 x"],
    ),
    refused("D-003", "pieces white Kb6 Rh1 black Ka8 Qh1\nstipulation #1", "two men are on h1"),
    refused("D-003", "pieces black Rb1 white Sb1\nstipulation ~1\ncondition GhostChess", "two men are on b1"),
    refused("D-004", "pieces white Qd4\nInitialGameArray\nstipulation zf61", "on an empty board"),
    has("D-004", "InitialGameArray\npieces white Qd4\nstipulation zf61", &["1.Qd4-f6 z !"]),
    refused("D-005", "pieces white Kb6 Rh1 black Ka8\nstipulation #1.5", "a half-move (.5) has a meaning"),
    refused("D-006", rook!("condition ImmunChess Cage"), "'Cage' has no meaning after 'ImmunChess'"),
    refused("D-006", rook!("condition GenevaChess Cage"), "'Cage' has no meaning after 'GenevaChess'"),
    refused("D-006", rook!("condition MarsCirce Cage"), "'Cage' has no meaning after 'MarsCirce'"),
    refused("D-006", rook!("condition Circe Super VerticalMirror"), "have no mirror image"),
    refused("D-006", rook!("condition Circe Super Diametral"), "have no mirror image"),
    refused("D-006", rook!("condition ChameleonCirce B"), "a cycle of two to ten walks"),
    refused("D-007", rook!("condition MirrorAntiCirce PWC"), "or a condition of its own"),
    has("D-007", rook!("condition AntiCirce Mirror PWC"), &["AntiCirce PWC Mirror", "1.Rh1-h8 # !"]),
    has("D-007", rook!("condition PWC MirrorAntiCirce"), &["Circe PWC", "AntiCirce Mirror"]),
    has("D-007", rook!("condition MirrorAntiCirce Cheylan"), &["AntiCirce Mirror Cheylan"]),
    refused("D-008", rook!("condition Circe Strict Assassin"), "'Strict' and 'Assassin' exclude each other"),
    refused("D-008", rook!("condition SuperCirce File"), "'SuperCirce' and 'File' exclude each other"),
    refused("D-009", rook!("option NoCastling c3"), "no castling begins on c3"),
    refused("D-010", rook!("option EnPassant d6d5"), "as in d7d6d5"),
    refused("D-011", rook!("condition LosingChess"), "no man is royal, so that the goal '#'"),
    refused(
        "D-011",
        "pieces white Kb6 Rh1 black Ka8\nstipulation ++1\ncondition LosingChess",
        "no man is royal, so that the goal '++'",
    ),
    refused("D-012", "pieces white Ke1 Pe2 black Ke8\nstipulation hdia3", "did you mean 'dia3'?"),
    refused("D-012", "pieces white Ke1 Pe2 black Ke8\nstipulation sdia3", "expected 'dia' alone or after"),
    has("D-012", "pieces white Ke2 Pe3 black Ke8\nstipulation dia2\noption WhiteToPlay", &["dia2 2 + 1"]),
    prints(
        "D-013",
        "pieces white Kb3 black Kb1 Pb5\nstipulation +2\noption SetPlay Duplex\nzeroposition add white Bd4",
        &[
            "zeroposition",
            "a) +wBd4",
            "1...Kb1-c1",
            "2.Bd4-b2 +",
            "2.Bd4-e3 +",
            "1...Kb3-a3",
            "2.b5-b4 +",
            "1...Kb3-c3",
            "2.b5-b4 +",
        ],
    ),
    // The knight discovers the rook and attacks the king itself.
    prints("D-141", "pieces white Kc1 Rh1 Sh4 black Kh8\nstipulation ++1", &["1.Sh4-g6 ++ !"]),
    prints("D-141", "pieces white Kc1 Rh1 Sh4 black Kh8\nstipulation h++0.5", &["1...Sh4-g6 ++"]),
    refused("D-141", "pieces white Kc1 Rh1 Sh4 black Kh8\nstipulation ++", "expected a number of moves"),
];

#[test]
fn differences_of_input() {
    check(CASES);
}
