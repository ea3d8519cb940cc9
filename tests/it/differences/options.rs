//! Options and kinds of play.

use super::{Case, check, counts, has, has_not, prints, refused};

const NUMBERS: &[Case] = &[
    // The numbers of a rook on d4 with its home on a1: diagonals, as seen from d4, come first.
    prints(
        "D-068",
        "pieces white Rd4 black Pa7\nstipulation ~1\ncondition PhantomChess\noption NoWk NoBk UpToMoveNumber 4",
        &["1.Rd4-a1-b1 !", "1.Rd4-a1-c1 !", "1.Rd4-a1-a2 !", "1.Rd4-a1-a3 !"],
    ),
    counts(
        "D-069",
        "pieces white Kb3 Qf1 black Kc1 Rd5\nstipulation h~1\noption NullMoves StartMoveNumber 6 UpToMoveNumber 6",
        25,
        "1.Rd5-d1 Kb3-a2",
    ),
    prints(
        "D-070",
        "pieces white Kb4 Ph2 Pb7 black Ka2 Sa5 Pf6\nstipulation ~1\ncondition SuperCirce\noption StartMoveNumber 6 UpToMoveNumber 6",
        &["1.Kb4*a5[+bSa1] !"],
    ),
    prints(
        "D-070",
        "pieces white Kh1 Qc1 black Ka8 Qc7\nstipulation ~1\ncondition Take&MakeChess\noption StartMoveNumber 10 UpToMoveNumber 11",
        &["1.Qc1*c7-c1 !", "1.Qc1*c7-c2 !"],
    ),
];

const BATTLE: &[Case] = &[
    counts(
        "D-064",
        "pieces white Ka4 Rg2 Ra5 black Kd1\nstipulation pser-=3\noption Threat 1",
        26,
        "1.Ka4-a3 2.Ka3-b2 3.Ra5-e5 =",
    ),
    has_not(
        "D-065",
        "pieces white Kc8 Qd8 black Kh6 Bc1\nstipulation sx2\noption Quodlibet Variation",
        &["2.Qd2-g5 +"],
        &["2...Kh6-h7 threat:"],
    ),
    has(
        "D-066",
        "pieces white Ka4 Qc3 black Kb1 Sc1 Pd2\nstipulation +2\ncondition SeriesCapture\noption PostKeyPlay",
        &["1...Sc1-a2", "1...Sc1-e2", "1...Sc1-d3", "1...Sc1-b3"],
    ),
    has(
        "D-066",
        "pieces white Ke1 SKb5 SKa6 black Pb7\nstipulation =2\noption Variation",
        &["1.SKa6-b8 ! threat:", "1...b7-b6", "2.SKb8-c6 ="],
    ),
    has_not(
        "D-067",
        "pieces white Kh5 Qd6 Sh1 Rb6 black Ka5 Pe5\nstipulation =3\ncondition AntiCirce April S R\noption Variation",
        &["1.Sh1-f2 ! threat:"],
        &["2...e5-e4"],
    ),
    prints("D-072", "pieces white Kh8 Sa6 Qg7 black Kc8\nstipulation pser-s!=2", &[]),
    prints("D-072", "pieces white Ka8 black Kg1 Bb7 Qd8\nstipulation pser-s=2\ncondition Circe", &[]),
    has_not(
        "D-073",
        "pieces white Kb6 Qd5 black Ka8 Pb7 Ph4\nstipulation #2\ncondition Breton Adverse\noption PostKeyPlay",
        &["2.Qd5*b7[-bPh4] #"],
        &["1...h4-h3"],
    ),
    has(
        "D-075",
        "pieces white Ke1 Re6 black Kd7 Ra4\nstipulation ser-reci-hx3",
        &["1.Ra4-a6 Re6*a6 x", "1.Ra4-a2 2.Ra2-a6 Re6*a6 x"],
    ),
    has(
        "D-075",
        "pieces white Ke1 Re6 black Kd7 Ra4\nstipulation exact-ser-reci-hx2",
        &["1.Ra4-a2 2.Ra2-a6 Re6*a6 x"],
    ),
    prints("D-076", "pieces white Ka7 Be8 Pg7 black Kh7\nstipulation exact-+2", &["1.g7-g8=R !"]),
    has(
        "D-077",
        "pieces white Kg3 Qg1 Qe2 black Ka4\nstipulation 1->ser-#3\noption StopOnShortSolutions",
        &["1.Ka4-b3 1.Qg1-c1 2.Qe2-c4 #", "1.Ka4-a3 1.Qg1-b1 2.Qe2-a2 #"],
    ),
    prints("D-078", "pieces white Kb8 black Kb1\nstipulation s##2\noption PostKeyPlay NonTrivial 2 0", &[]),
    prints("D-078", "pieces white Kb8 black Kb1\nstipulation s#2\noption PostKeyPlay NonTrivial 2 0", &[]),
    has(
        "D-079",
        "pieces white Kh3 Ph5 black Kh6\nstipulation #2\ncondition BlackMustCapture\noption PostKeyPlay NonTrivial 0 0",
        &["1...Kh6*h5", "refutes."],
    ),
    prints(
        "D-080",
        "pieces white Kc7 black Ke8\nstipulation #2\ncondition Take&MakeChess\noption PostKeyPlay NonTrivial 0 0",
        &[],
    ),
    prints(
        "D-081",
        "pieces white Kg5 Qg1 black Ka8 Rh7\nstipulation semi-rx2\noption NonTrivial 1 0",
        &["1.Qg1-h1 + !", "1.Qg1-h2 !", "1.Qg1-a7 + !"],
    ),
    has(
        "D-082",
        "pieces white Sd6 Qd2 black Ka7\nstipulation =3\noption NonTrivial 2 0 Variation NoWk",
        &["1.Qd2-b4 ! zugzwang."],
    ),
    prints("D-083", "pieces white Kc3 black Ka1\nstipulation zg22\noption Try Threat 1 GoalIsEnd", &[]),
    prints(
        "D-083",
        "pieces white Kf8 black Kd6\nstipulation =2\noption PostKeyPlay NonTrivial 2 0 Threat 1",
        &[],
    ),
    has(
        "D-084",
        "pieces white Kc5 Bd5 Rb5 black Ka7\nstipulation exact-#3\noption Variation NoShortVariations",
        &["2.Rb1-b7 zugzwang."],
    ),
    refused(
        "D-085",
        "pieces white Kb6 Rh1 black Ka8\nstipulation ser-h#2\noption WhiteToPlay",
        "expected WhiteToPlay only where White saves a half-move",
    ),
    prints(
        "D-105",
        "pieces white Kf8 Qf5 Pd3 black Kd8\nstipulation s#2\ncondition PhantomChess\noption NonTrivial 2 0",
        &[],
    ),
    prints(
        "D-105",
        "pieces white Ka1 Rb4 black Kc8\nstipulation s#2\ncondition MarsCirce\noption NonTrivial 1 0",
        &[],
    ),
    has_not(
        "D-127",
        "pieces white Kh7 Rg1 Rg3 black Kh4 Pf5\nstipulation #2\ncondition PhantomChess\noption PostKeyPlay",
        &["2.Rg1-g2 #"],
        &["1...f5-f4"],
    ),
    has("D-128", "pieces white Kb3 Qg2 black Ka1 neutral Pb5\nstipulation #2", &["1.nPb5-b6 !"]),
];

const GOALS: &[Case] = &[
    has_not(
        "D-086",
        "pieces white Ka1 Rg7 black Kf8 Sg3\nstipulation semi-rc812\ncondition CirceAssassin\noption Variation",
        &["1...Sg3-h1 c81"],
        &["2...Sg3*h1[+wRh1] c81"],
    ),
    counts(
        "D-087",
        "pieces white Kc2 black Kf1\nstipulation 2->ser-hzb11\noption GoalIsEnd",
        115,
        "1.Kc2-b1 2.Kb1-a1 Kf1-e1 3.Ka1-b1 z",
    ),
    prints(
        "D-088",
        "pieces white Kh7 Pc7 black Ke8 Ra8 Rh8\nstipulation +2\ncondition Circe Strict Take&Make Chameleon RexInclusive\noption SetPlay",
        &[],
    ),
    has_not(
        "D-089",
        "pieces white Ka4 black Kc6 Qd2 Rg8\nstipulation !#2\noption HalfDuplex Defence 1 GoalIsEnd",
        &["1.Qd2-a2 + ?"],
        &["1.Rg8-a8 + ?"],
    ),
    has_not(
        "D-090",
        "pieces white Kg8 Qb4 black Ke8 Ra8 Bb3\nstipulation h!#2\ncondition Circe Strict\noption HalfDuplex",
        &["1.Kg8-g7 Ra8-a1 2.Qb4-e7 + Ra1-d1 !#"],
        &["1.Kg8-g7 Bb3-d1 2.Qb4-b7 0-0-0 !#"],
    ),
    has_not(
        "D-091",
        "pieces white Kf2 Qh7 Rb5 black Kh4\nstipulation h=2\noption NullMoves",
        &["1.Kh4-g4 Qh7-h2 =", "1.Kh4-g4 Kf2-e2 2. ... Qh7-h2 ="],
        &["1.Kh4-g4 Qh7-h2 2. ... Kf2-e2 ="],
    ),
    has_not(
        "D-092",
        "pieces white Kb3 Rg6 black Ka1 Ph7\nstipulation c812\noption NullMoves",
        &["1.Rg6-g2 !"],
        &["1. ... !", "1.Kb3-a3 !"],
    ),
    // The rook has not arrived by the pass, either.
    prints("D-092", "pieces white Kh8 black Ke7 Ra4 Gh1\nstipulation hzd41\noption NullMoves", &[]),
    has(
        "D-092",
        "pieces white Kd2 Qg4 black Kf1\nstipulation c812\noption Variation GoalIsEnd",
        &["1.Kd2-d1 ! threat:"],
    ),
    has_not(
        "D-093",
        "pieces white Kh6 black Ke8 Rh8 Rf6 Qf2\nstipulation ser-r=1\ncondition CirceAssassin\noption NullMoves",
        &["1.Kh6-g7 Ke8-d7 ="],
        &["1.Kh6-g7 0-0 ="],
    ),
    has(
        "D-101",
        "pieces white Kh1 Qd7 black Ka8\nstipulation s##1\noption Try",
        &["1.Kh1-g1 ?", "1...Ka8-b8 !"],
    ),
    prints(
        "D-101",
        "pieces white Kh1 Qd7 black Ka8\nstipulation s##1\noption PostKeyPlay",
        &["1...Ka8-b8", "refutes."],
    ),
    prints(
        "D-103",
        "pieces white Pa2 Pc4 black Pa3 Pc5 Pg7\nstipulation s=2\noption NoWk NoBk PostKeyPlay",
        &["zugzwang.", "1...g7-g6 =", "1...g7-g5 ="],
    ),
    has(
        "D-104",
        "pieces white Kd3 Rc3 black Ka1\nstipulation #2\ncondition PhantomChess\noption Try TrivialTriesAvoid",
        &["1.Kd3-d2 ?", "1...Ka1-b2 !"],
    ),
    prints(
        "D-124",
        "pieces white Ka1 Pb2 Rg3 Rb1 Rh1 black Ra2 Kc2\nstipulation ##!1\ncondition Circe Parachute",
        &[],
    ),
    has(
        "D-124",
        "pieces white Kh8 Pb2 Rg3 Rb1 Rh2 black Ra2 Kc2\nstipulation ~1\ncondition Circe Parachute\noption HalfDuplex",
        &["1.Kc2*b2[+wPb2] !"],
    ),
    prints("D-125", "pieces white Kg3 black Kh1 Qb3\nstipulation h!#0.5\ncondition ShieldedKings", &[]),
    prints(
        "D-126",
        "pieces white Ka1 Qa5 Qc3 black Kb3\nstipulation ##!1\ncondition Breton\noption HalfDuplex",
        &[],
    ),
    prints(
        "D-126",
        "pieces white Kc1 Qd1 black Ke1\nstipulation ser-!#1\ncondition Circe LastMove\noption Duplex",
        &[],
    ),
];

#[test]
fn differences_of_numbers() {
    check(NUMBERS);
}

#[test]
fn differences_of_battle_play() {
    check(BATTLE);
}

#[test]
fn differences_of_goals() {
    check(GOALS);
}
