//! Captures under combined rules, and their names.

use super::{Case, check, has, has_not, prints};

const CASES: &[Case] = &[
    prints(
        "D-017",
        "pieces white Kf8 Qe6 Pc4 black Kh5 Pb4\nstipulation hep0.5\ncondition SuperGuards\noption EnPassant c2c3c4 HalfDuplex",
        &[],
    ),
    prints(
        "D-017",
        "pieces white Kf8 Qe6 Pc4 black Kh5 Pb4\nstipulation hep0.5\ncondition AntiGuards\noption EnPassant c2c3c4 HalfDuplex",
        &["1...b4*c3 ep."],
    ),
    has(
        "D-019",
        "pieces white Kb7 Qf8 Ra2 Ba3 Sd3 Pb2d6e3f5 black Kd7 Bc2 Sa6b8 Pe4f6\nstipulation #2\ncondition DangerCirce\noption Try",
        &["1.Qf8-e8 + ?", "1...Kd7*e8 !"],
    ),
    prints(
        "D-020",
        "pieces white Kb7 Bb8 Rh6 Qe7 Sa2 Qc3 black Kh5 Bf7 Pg4 Pf3 Sh1 Rb5 Ba5\nstipulation #1\ncondition MultiCaptures",
        &[],
    ),
    prints(
        "D-020",
        "pieces white Kb6 Pf5 Pc2 black Kc8 Pe5\nstipulation ser-x1\ncondition MultiCaptures\noption EnPassant e7e6e5",
        &[],
    ),
    has(
        "D-022",
        "pieces white Ke1 Ra1 Rh1 Re6 Be2 black Kf2 Qf4\nstipulation ~1\ncondition CASTChess\noption HalfDuplex",
        &["1.Qf4-d2 !"],
    ),
    prints("D-022", "pieces white Ke1 Bd7 Se4 black Ke8 Ra8 Bh3\nstipulation h#1\ncondition CASTChess", &[]),
    has(
        "D-023",
        "pieces white Kg7 black Kc1 Pf8\nstipulation ~1\ncondition EquipollentsCirce\noption HalfDuplex",
        &["1.Kc1-b1 !", "1.Kc1-c2 !"],
    ),
    has_not(
        "D-028",
        "pieces white Kg2 Qd2 Pb4 black Kh7\nstipulation ~1\ncondition AntiMarsCirce",
        &["1.Qd2-d1-a1 !"],
        &["1.b4-b2-b4 !", "1.Qd2-d1-d2 !"],
    ),
    has_not(
        "D-030",
        "pieces white Kh1 Rh6 Ba7 Pc7 black Kc8\nstipulation 2->ser-h#1\ncondition AntiCirce Frischauf",
        &["1.Rh6-e6 2.Re6-e8 Kc8-b7 3.c7-c8=Q #"],
        &["1.Rh6-e6 2.Re6-e8 + Kc8-b7 3.c7-c8=Q #"],
    ),
    has_not(
        "D-035",
        "pieces white Kf3 Qg5 Qa8 Pc5 black Kh3 Pb5\nstipulation 1->pser-h#3\ncondition DangerCirce",
        &["1.Kf3-e2 1.Kh3-h2 Qg5-g2 #"],
        &["1.Qa8-b7 1.b5*b7 2.b7-b5 3.b5-b7 Qg5-h5 #"],
    ),
    has(
        "D-035",
        "pieces white Pe5 Kb2 Pb7 Qc8 black Pf7 Ka7\nstipulation pser-h#2\ncondition Madrasi",
        &["1.f7-f5 2.f5-f4 b7-b8=Q #"],
    ),
    prints(
        "D-036",
        "pieces white Kf8 Bd2 black Ka1 Qc1\nstipulation reci-hzg11\ncondition EquipollentsCirce BlackMustCapture",
        &[],
    ),
    has(
        "D-037",
        "pieces white Kg6 Rf7 Ph5 black Kh8 Rh7\nstipulation ser-r!#1\ncondition BlackMustCapture",
        &["1.Rf7-f8 + Rh7*h5 !#", "1.Rf7-f8 + Rh7-a7 !#"],
    ),
    prints(
        "D-038",
        "pieces white Kc1 Ba2 Rh1 black Ke8 Rh8\nstipulation h#1.5\ncondition Circe Take&Make Assassin",
        &[],
    ),
    has(
        "D-039",
        "pieces white Ke2 Bf2 black Ka8 Pg5\nstipulation reci-hx2\ncondition SeriesCapture",
        &["1.Ka8-b7 Bf2-h4 2.Kb7-a6 Bh4*g5 x"],
    ),
    prints(
        "D-040",
        "pieces white Kh1 Pc5 black Kh8 Pd7\nstipulation hep1\ncondition NorskSjakk",
        &["1.d7-d5 c5*d6 ep."],
    ),
    prints(
        "D-041",
        "pieces white Kh1 Rd1 black Ka5 Bd7\nstipulation ser-c811\ncondition AntiCirce Take&Make",
        &["1.Rd1*d7[wRd7->d8] c81"],
    ),
    has(
        "D-163",
        "pieces white Kh1 Pb4 DGc4 black Kh8 Rc8\nstipulation h~1\ncondition SuperGuards",
        &["1.Rc8*c4 Kh1-g1"],
    ),
    has(
        "D-163",
        "pieces white Kf4 DKb3 DKf5 Rc5 black Kh1 Sb2\nstipulation ~1\ncondition Woozles",
        &["1.DKf5*b2 !"],
    ),
    has(
        "D-165",
        "pieces white Ka1 Rh1 black Kh8 black Chameleon Pg2\nstipulation ser-h~1\ncondition AntiCirce",
        &["1.cPg2*h1=cB[bcBh1->c8] Ka1-a2"],
    ),
    has(
        "D-041",
        "pieces white Kg8 Qg3 black Kh6 Pe5\nstipulation c811\ncondition SeriesCapture",
        &["1.Qg3*e5-b8 c81 !"],
    ),
    has(
        "D-042",
        "pieces white Qd6 black Kd8 Rb8 Sd7 Sf8\nstipulation h#2\ncondition Circe PADChess Strict\noption NoWk",
        &["1.Kd8-c8 Qd6*f8 2.Sd7*f8[+wQd1] Qd1-d7 #"],
    ),
    has(
        "D-044",
        "pieces white Ke1 Rh1 black Ke8\nstipulation h001\ncondition Patrouille Heffalumps",
        &["1.Ke8-f7 0-0 +"],
    ),
    prints(
        "D-045",
        "pieces white Kf4 Rf6 black Ke8 Rh8\nstipulation phser-r#4\ncondition AntiCirce Take&Make",
        &[],
    ),
    prints(
        "D-047",
        "pieces white Ke8 Rf3 black Kh6 Qg7\nstipulation pser-r#2\ncondition ChameleonPursuit",
        &["1.Rf3-h3 + Kh6-g5 2.Rh3-h6=b Rh6-h8 #", "1.Rf3-h3 + Kh6-g6 2.Rh3-h6=b Rh6-h8 #"],
    ),
    has(
        "D-051",
        "pieces white Kc7 Qa4 Pa6 black Ka8\nstipulation #1\ncondition GlasgowChess",
        &["1.a6-a7=Q # !"],
    ),
    prints("D-051", "pieces white Ke1 Pb1 black Kc3\nstipulation +1\ncondition NormalPawn", &["1.b1-b2 + !"]),
    has(
        "D-052",
        "pieces white Kf6 Qg5 Re2 Bd3 black Kh8 Sc1\nstipulation h+1\ncondition Circe WaitCapture",
        &["1.Sc1*e2 Bd3*e2[+wRh1] +"],
    ),
    has(
        "D-053",
        "pieces white Kc8 Qd5 black Ka1 Pc4 Qg3\nstipulation ser-r#2\ncondition Circe Equipollents Volcanic",
        &["1.Kc8-b7 2.Kb7-a8 Qg3-b8 #"],
    ),
    has(
        "D-053",
        "pieces white Ka1 black Ka3\nstipulation +1\ncondition Circe Assassin Equipollents RexInclusive\noption HalfDuplex",
        &["1.Ka3-a2 + !"],
    ),
    prints(
        "D-054",
        "pieces white Kd4 Qa5 Bg5 black Kf3 Pb5\nstipulation hctr1\ncondition Circe Symmetry Volcanic",
        &[],
    ),
    has(
        "D-055",
        "pieces white Kf7 Ra2 black Kd8\nstipulation ser-a=>b2\npieces white Kf7 Ra2 black Kd8\ncondition PhantomChess",
        &["1.Ra2-h1-c1 2.Rc1-a1-a2 a=>b"],
    ),
    has(
        "D-056",
        "pieces white Ka7 Qc5 Sb5 black Ka4 Ra1\nstipulation ser-h#3\ncondition GhostChess",
        &["1.Ra1-b1 2.Rb1*b5 3.Rb5-b1[+wuSb5] Qc5-a3 #"],
    ),
    prints(
        "D-057",
        "pieces white Ke1 Ra1 Rh7 black Kh1 Pg2\nstipulation ser-001\ncondition MarsCirce",
        &["1.0-0-0"],
    ),
    prints(
        "D-059",
        "pieces white Ka1 Rd4 black Kh8 Sd6\nstipulation %1\ncondition ParrainCirce",
        &["1.Rd4*d6 % !"],
    ),
    prints(
        "D-120",
        "pieces white Kg3 Pb5 black Kd8 Pa7\nstipulation hep1\ncondition AntiAndernachChess",
        &[],
    ),
    prints(
        "D-121",
        "pieces white Kh3 Rd4 black Kh1 Rd6\nstipulation hx0.5\ncondition Tibet AntiCirce\noption HalfDuplex",
        &["1...Rd6*d4[bRd4->h8] + x"],
    ),
    prints(
        "D-123",
        "pieces white Ke1 Rh6 black Kc1 Rh1 Pa7\nstipulation ser-002\ncondition FrankfurtChess",
        &[],
    ),
    prints(
        "D-129",
        "pieces white Kg2 Rd4 black Pe4 Sd6 black Kamikaze Bd2 black Royal Bh7\nstipulation x1\n\
         condition KobulKings",
        &["1.Rd4*d2[h7=rk] x !", "1.Rd4*e4[h7=K] x !", "1.Rd4*d6[h7=rS] x !"],
    ),
    prints(
        "D-133",
        "pieces white Kh1 Qd1 black Ke1 black kamikaze Ph5\nstipulation x1\ncondition Circe Parachute\noption HalfDuplex",
        &["1.Ke1*d1[+wQd1] x !"],
    ),
    has(
        "D-186",
        "pieces white Kg6 Ra5 black Kc8 Ph3\nstipulation ser-~1\ncondition MarsCirce GenevaChess",
        &["1.Ra5-a1", "1.Ra5-h5"],
    ),
    has(
        "D-186",
        "pieces white Ka4 black Ka8 Re4 Pb4\nstipulation ser-~1\ncondition GenevaChess PlusChess",
        &["1.Ka4*b4"],
    ),
    has_not(
        "D-186",
        "pieces white Ka6 Sh7 black Kc5\nstipulation h~1\ncondition GenevaChess AntiMarsCirce",
        &["1.Kc5-e8-d8 Ka6-e1-d1"],
        &["1.Kc5-e8-f8 Ka6-e1-d1 +"],
    ),
    has(
        "D-044",
        "pieces white Kh2 Re1 white Functionary Be4 black Ke8 Pf5 Ra8\nstipulation ser-+1\ncondition Masand",
        &["1.fBe4-c6[a8=w] +"],
    ),
    prints(
        "D-161",
        "pieces white Kc3 Pd3 Rh5 black Kh8 Rd8 Fd5\nstipulation ser-x1\ncondition Woozles\noption HalfDuplex",
        &[],
    ),
    has("D-162", "pieces white Ka1 Rh6 white Magic SKd5 black Kc8\nstipulation ser-~1", &["1.Rh6-d6[d6=b]"]),
    has(
        "D-193",
        "pieces white Ka1 Ge5 Gd8 black Kf8\nstipulation ser-~1\ncondition PhantomChess",
        &["1.Gd8-g8", "1.Ge5-e8-c8"],
    ),
    has("D-194", "pieces white Uncapturable Kd3 black Kh8 Rd7\nstipulation ser-~1", &["1.uKd3-d4"]),
    prints(
        "D-195",
        "pieces white Kb5 Rd2 black Ka8 Sd7\nstipulation ser-x1\ncondition ChameleonCirce S N R",
        &[],
    ),
    has(
        "D-196",
        "pieces white Ka1 Mh5 black Kh1 Pe6 neutral Rd5\nstipulation ser-x1\ncondition PlusChess",
        &["1.nRd5-e4*e6 x", "1.nRd5-e5*e6 x"],
    ),
    has_not(
        "D-197",
        "pieces white Ke4 black Kh8 SKg4 black Jigger Ra2\nstipulation ser-~1\ncondition GhostChess",
        &["1.Ke4-f3"],
        &["1.Ke4-f4"],
    ),
    has_not(
        "D-133",
        "pieces white Kg8 black Kb5 Pg4h7 white Kamikaze Rh4\nstipulation ser-~1\ncondition Circe Cage",
        &["1.kRh4*g4[wkRg4->h8][+bPb6]"],
        &["1.kRh4*g4[+bPb6]"],
    ),
    has(
        "D-198",
        "pieces white Ka1 BPb5 black Ka8 BPa7\nstipulation h~1\ncondition Take&MakeChess",
        &["1.BPa7-c5 BPb5*c5-a5"],
    ),
    has(
        "D-199",
        "pieces white Ka1 white Kamikaze Re1 black Ka8 Pe3\nstipulation ser-~1\ncondition Alice",
        &["1.kRe1*e3[-wkRe3]"],
    ),
    has("D-200", "pieces white Volage Kg2 Rd4 black Kh7 Sd6\nstipulation ser-~1", &["1.vKg2-g1"]),
    has_not(
        "D-201",
        "pieces white Ka5 Bg6 black Kg4 Rd8 black Functionary Bb1\nstipulation h~1\ncondition PhantomChess",
        &["1.Kg4-f3 Ka5-b6"],
        &["1.Kg4-f3 Ka5-a6"],
    ),
    has(
        "D-201",
        "pieces white Kf1 Rd7 black Kb4 black Functionary Qh7\nstipulation h~1\ncondition WhiteEdgeMover",
        &["1.fQh7-d3 Kf1-e1"],
    ),
    has(
        "D-202",
        "pieces white Ka1 Rd4 black Kh8 black Paralysing Qb4\nstipulation ser-~1\ncondition BlackEdgeMover",
        &["1.Rd4-d1"],
    ),
    has(
        "D-203",
        "pieces white Ka1 Rd4 Bb1 black Kh8 Sd6 black Paralysing Qb4\nstipulation ser-~1\ncondition SeriesCapture",
        &["1.Ka1-a2"],
    ),
    has(
        "D-204",
        "pieces white Ka1 white Chameleon Bb1 black Kh8 Pb7\nstipulation ser-~1\ncondition ChameleonSequence",
        &["1.cBb1-a2=cR"],
    ),
    has_not(
        "D-205",
        "pieces white Kh3 Sa1 Rd4 Bg3 black Ke6\nstipulation ser-~1\ncondition AntiCirce MultiCaptures\noption HalfDuplex",
        &["1.Ke6-e5"],
        &["1.Ke6-d6"],
    ),
    has(
        "D-206",
        "pieces white Ka1 Bd3 black Kg2\nstipulation ~1\ncondition EquipollentsAntiCirce PhantomChess",
        &["1.Bd3-e2 !"],
    ),
    has_not(
        "D-206",
        "pieces white Ka1 Bd3 black Kh8 Sg2\nstipulation ~1\ncondition EquipollentsAntiCirce PhantomChess",
        &["1.Bd3-e2 !"],
        &["1.Bd3*g2 !", "1.Bd3*g2[wBg2->h3] !"],
    ),
    has_not(
        "D-207",
        "pieces white Ka6 white Anda Rd1 black Kg4\nstipulation ~1\ncondition Make&TakeChess",
        &["1.aRd1-d3[=na] + !", "1.aRd1-d4[=na] + !"],
        &["1.aRd1-d3 + !", "1.aRd1-d5 + !", "1.aRd1-d5[=na] + !"],
    ),
    has(
        "D-208",
        "pieces white Kd6 white Paralysing Rf2 black Kf8 Qc2\nstipulation ~1\ncondition PhantomChess",
        &["1.Kd6-c7 !"],
    ),
    has_not(
        "D-208",
        "pieces white Kb6 Ba1 white Patrol Rh5 black Ke1\nstipulation ~1\ncondition PlusChess",
        &["1.pRh5-d5 !"],
        &["1.pRh5-d5 + !"],
    ),
    has(
        "D-196",
        "pieces white Ka5 Bd5 black Ka3 SSa4\nstipulation h~1\ncondition PlusChess",
        &["1.SSa4-b2 Bd5-e5*b2 +"],
    ),
    has_not(
        "D-209",
        "pieces white Kc7 RKa1 Qa4 black Kc5\nstipulation ser-~1\ncondition Bicaptures",
        &["1.RKa1-e1"],
        &["1.RKa1-a7", "1.RKa1-d4"],
    ),
    has(
        "D-210",
        "pieces white Ke7 DBg6 black Kf5 Se8\nstipulation hx1\ncondition SuperGuards",
        &["1.Kf5*g6 Ke7*e8 x"],
    ),
    has(
        "D-210",
        "pieces white Kh3 DGc3 Qb2 black Ke8 Be7\nstipulation ser-~1\ncondition Woozles",
        &["1.Qb2-d2 +"],
    ),
    has(
        "D-211",
        "pieces white Kf8 black Ke3\nstipulation ser-~1\ncondition WhiteMinimummer\noption NullMoves",
        &["1.Kf8-f7", "1.Kf8-e8", "1.Kf8-g8", "1. ..."],
    ),
    has(
        "D-211",
        "pieces white Ka2 black Kh1\nstipulation h~1\ncondition AntiKoeko\noption NullMoves",
        &["1.Kh1-g1 ...", "1.Kh1-h2 ...", "1.Kh1-g2 ..."],
    ),
    prints(
        "D-212",
        "pieces white Kh2 black Kc7 Qd3\nstipulation ser-~1\ncondition Make&TakeChess PlusChess",
        &["1.Kh2*d3"],
    ),
    has_not(
        "D-213",
        "pieces white Ke1 Rh1 white Dob Gg1 black Ka8\nstipulation ser-~1",
        &["1.dGg1-d1[wKe1->f1]"],
        &["1.dGg1-d1[wKe1->g1]"],
    ),
    has(
        "D-214",
        "pieces white Kh6 Pf2 THa7 white Bul SWf3 black Kh1 SPf4\nstipulation ser-~1",
        &["1.bSWf3-e3[bSPf4->g3]", "1.bSWf3-g3[bSPf4->h5]", "1.bSWf3-g3[wPf2->b7]"],
    ),
];

#[test]
fn differences_of_combined_rules() {
    check(CASES);
}
