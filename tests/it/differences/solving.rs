//! What solves a stipulation, and the play that options select.

use super::{Case, check, counts, has, has_not, prints};

const CASES: &[Case] = &[
    has(
        "D-063",
        "pieces white Ka7 Qa5 black Kc1\nstipulation sx2\noption Variations Threat 1",
        &["1.Qa5-a2 ! threat:"],
    ),
    prints(
        "D-071",
        "pieces white Ke2 Rb3 Sd4 Pc7 Pf5 Pa2 black Kh8 Sb8 Pe6 Rb6 Bf7\nstipulation h~0.5\ncondition MultiCaptures\noption UpToMoveNumber 2",
        &["1...a2-a4", "1...a2-a3"],
    ),
    prints("D-074", "pieces white Kd8 Qf4 black Ka8\nstipulation hzd40.5\noption UpToMoveNumber 3", &[]),
    counts("D-094", "InitialGameArray\nstipulation hep2.5", 258, "1...h2-h4 2.g7-g5 h4*g5 3.h7-h5 g5*h6 ep."),
    counts(
        "D-095",
        "pieces white Ke8 Rb6 black Kb3\nsstipulation black 2hh[1h[x]h][1h[zc2]h]",
        36,
        "1.Kb3-c2 Rb6-b3 2.Kc2*b3 x",
    ),
    counts(
        "D-095",
        "pieces white Ke8 Rb6 black Kb3\nsstipulation black 2hh[1h[zc2]h][1h[x]h]",
        36,
        "1.Kb3-c3 Ke8-d7 2.Kc3-c2 z",
    ),
    counts(
        "D-097",
        "pieces white Ka2 Qh5 Ph3 Sg5 black Ke3 Sa1\nsstipulation white 3:5a[zg7]d",
        15,
        "1.Ka2*a1 !",
    ),
    has("D-098", "pieces white Ke8 Rb6 black Kb1\nsstipulation black 2hh[/1h[x]h]", &["1.Kb1-a1 Rb6-b1 +"]),
    has(
        "D-099",
        "pieces white Kc1 Pe5 black Kh7 Pd7\nsstipulation white - 1d[ep]a\noption Variation",
        &["1...d7-d5", "refutes."],
    ),
    has(
        "D-099",
        "pieces white Kc1 Pe5 black Kh7 Pd7\nsstipulation white - 1d[za1]a\noption Variation",
        &["1...d7-d5", "refutes."],
    ),
    counts(
        "D-100",
        "pieces white Kc3 Bd1 Sc1 black Ke1\nstipulation ser-h=4\ncondition Circe",
        6,
        "1.Ke1-f1 2.Kf1-f2 3.Kf2-e1 4.Ke1*d1[+wBf1] Sc1-d3 =",
    ),
    counts(
        "D-100",
        "pieces white Kh6 Sd5 black Kg1 Pg3 Ph3\nstipulation pser-h#7",
        3577,
        "1.Kg1-g2 2.h3-h2 3.h2-h1=Q + Kh6-g5 4.Kg2-f1 5.Kf1-g2 6.Qh1-h2 7.Kg2-h3 Sd5-f4 #",
    ),
    has(
        "D-100",
        "pieces white Kh6 Sh7 black Kf7\nstipulation ser-h=4",
        &[
            "1.Kf7-e6 2.Ke6-f7 3.Kf7-g8 4.Kg8-h8 Sh7-f6 =",
            "1.Kf7-e7 2.Ke7-f7 3.Kf7-g8 4.Kg8-h8 Sh7-f6 =",
            "1.Kf7-e8 2.Ke8-f7 3.Kf7-g8 4.Kg8-h8 Sh7-f6 =",
        ],
    ),
    has(
        "D-112",
        "pieces white Kc4 Pb7 black Ka3\nstipulation +2\noption SetPlay Threat 1",
        &["1...Ka3-b2", "2.b7-b8=Q +"],
    ),
    prints("D-113", "pieces white Kb5 Qa8 black Ka2 Rh6\nstipulation 1->ser-r+1", &[]),
    // Each twin, and the set play, has its own numbers.
    prints(
        "D-119",
        "pieces white Kg6 Qf3 black Kh8\nstipulation h#1\noption UpToMoveNumber 4\ntwin move f3 f4",
        &["a)", "1.Kh8-g8 Qf3-a8 #", "b) wQf3-->f4", "1.Kh8-g8 Qf4-b8 #"],
    ),
    prints(
        "D-119",
        "pieces white Kg6 Qf3 black Kh8\nstipulation h#1\noption UpToMoveNumber 9 SetPlay",
        &["1...Qf3-a8 #", "1.Kh8-g8 Qf3-a8 #"],
    ),
    has_not(
        "D-130",
        "pieces white Kf7 Rc1f6 Bd1e7 Sc6 Pd2d3d6e2f4 black Kd5 Qg1 Bf3 Pb6d4g6\nstipulation #2\ncondition SnekChess\noption Try",
        &["1.Rf6-f5 + ?"],
        &["1...g6*f5[d1=R] !"],
    ),
    prints(
        "D-135",
        "pieces white Kb7 black Kh2 neutral Ra7\nstipulation s~1",
        &[
            "1.nRa7-a1 !",
            "1.nRa7-a2 + !",
            "1.nRa7-a3 !",
            "1.nRa7-a4 !",
            "1.nRa7-a5 !",
            "1.nRa7-a6 !",
            "1.nRa7-a8 !",
            "1.Kb7*a7 !",
            "1.Kb7-b6 !",
            "1.Kb7-c6 !",
            "1.Kb7-b8 !",
            "1.Kb7-c8 !",
        ],
    ),
];

#[test]
fn differences_of_solving() {
    check(CASES);
}
