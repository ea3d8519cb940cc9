//! Captions, numbers and names.

use super::{Case, answer_lines, check, has, has_not, prints};
use crate::common::program::{kirke, out, problem};

const CASES: &[Case] = &[
    has(
        "D-102",
        "pieces white Kh1 black Kh3 Rb8
sstipulation black 1d[#]a
option Variation",
        &["1...Rb8-b1 #"],
    ),
    prints(
        "D-111",
        "pieces white Kh1 Rd4 black Kh8\nstipulation +1\ntwin condition EinsteinChess Circe",
        &["a)", "1.Rd4-h4 + !", "1.Rd4-d8 + !", "b) EinsteinChess", "Circe"],
    ),
    has_not(
        "D-114",
        "pieces white Kb6 Rh1 black Ka8\nstipulation semi-r#1\noption PostKeyPlay",
        &["semi-r#1 2 + 1"],
        &["r#1 2 + 1"],
    ),
    has_not(
        "D-116",
        "pieces white Kh1 Rd4 black Kh8\nstipulation +1\ncondition Circe Relaxed",
        &["Circe"],
        &["Circe Relaxed"],
    ),
    has(
        "D-117",
        "pieces white Kg6 Qf3 black Kh8\nstipulation ser-h#1\ntwin exchange g6 f3 move g6 d3",
        &["b) wKg6<-->wQf3 wQg6-->d3"],
    ),
    has_not(
        "D-118",
        "pieces white Kb6 Rh1 black Ka8\nstipulation ser-#1\noption SetPlay",
        &["1.Rh1-h8 #"],
        &["SetPlay not applicable - ignored"],
    ),
    has(
        "D-106",
        "pieces white Kf6 Rb7 black Kh8\nstipulation exact-#3\noption PostKeyPlay",
        &["exact-#3 2 + 1"],
    ),
    has(
        "D-107",
        "pieces white Kd1 black Kg1\nstipulation pser-s~1\noption PostKeyPlay",
        &["pser-s~1 1 + 1", "1.Kd1-c1 Kg1-f1"],
    ),
    has(
        "D-108",
        "pieces white Ke1 Ra1 Rf3 black Kh4 Ba6 Pd4\nstipulation reci-h+2\ncondition GhostChess",
        &["1.d4-d3 Ra1*a6 2.Kh4-g4 Ra6-a4[+buBa6] +"],
    ),
    has(
        "D-110",
        "pieces white Kd8 Pb8 black Ka8\nstipulation hx0.5\ncondition AntiCirce Cheylan ProteanChess\noption HalfDuplex",
        &["1...Ka8*b8=rPP=rR[brRb8->h8] + x"],
    ),
    has(
        "D-132",
        "pieces white Kh1 white patrol Rd4 black Kh8\nstipulation zd51\ncondition Patrouille",
        &["1.pRd4-d5 z !"],
    ),
    prints(
        "D-134",
        "pieces white Kh1 black Kh8 neutral Sf3\nstipulation zd41\ncondition EinsteinChess",
        &["1.nSf3-d4=nP z !"],
    ),
];

#[test]
fn differences_of_printing() {
    check(CASES);
}

/// D-115: the order of conditions is that of the author.
#[test]
fn conditions_keep_their_order() {
    for conditions in [["EinsteinChess", "Circe"], ["Circe", "EinsteinChess"]] {
        let words = conditions.join(" ");
        let text = format!("pieces white Kh1 Rd4 black Kh8\nstipulation +1\ncondition {words}");
        let (below, _) = answer_lines(&out(&kirke("popeye -regression -", problem(&text))));
        assert_eq!(below[1..3], conditions, "{below:?}");
    }
}
