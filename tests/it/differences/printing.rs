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
