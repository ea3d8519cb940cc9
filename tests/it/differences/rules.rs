//! What men may do under a rule.

use super::{Case, check, has, has_not, prints, refused};

const MOVES: &[Case] = &[
    has(
        "D-014",
        "pieces white Ke1 Ra1 Sc3 black Ka8 Sh8 Pa7\nstipulation ser-~1\ncondition Bicaptures",
        &["1.0-0-0"],
    ),
    prints(
        "D-014",
        "pieces white Kf3 Bc7 Re5 Sg1 black Kh1 Pd5\nstipulation #2\ncondition Bicaptures",
        &["1.Sg1-e2 !", "1.Kf3-f2 !", "1.Re5*d5 !", "1.Re5-e1 !"],
    ),
    has(
        "D-014",
        "pieces white Ke1 Rh1 Qg4 Pa7 Rc7 black Ke8 Pf7\nstipulation h#1.5\ncondition Bicaptures",
        &["1...Rc7-d7 2.Ke8-f8 Rh1-h8 #"],
    ),
    has(
        "D-015",
        "pieces white Kg2 Rd4 Sa4 black Kh7 Sd6\nstipulation x1\ncondition Circe Bicaptures",
        &["1.Rd4*a4[+wSb1] x !"],
    ),
    has(
        "D-015",
        "pieces white Kg2 Rd4 Sa4 black Kh7 Sd6\nstipulation x1\ncondition MirrorCirce Bicaptures",
        &["1.Rd4*a4[+wSg8] x !"],
    ),
    has_not(
        "D-016",
        "pieces white Kf3 Se8 Sf8 Re3 black Kb1 Pf4 Pa4 Sf7 Qh8\nstipulation hx1\ncondition KobulKings Bicaptures\noption HalfDuplex",
        &["1.Kf3-e2 Sf7*h8[b1=rQ] x"],
        &["1.Kf3-e2 Sf7*h8[e2=rQ] x"],
    ),
    prints(
        "D-021",
        "pieces white Kh6 black Kh8\nstipulation #1\ncondition MultiCaptures Black",
        &["1.Kh6-g7 # !", "1.Kh6-h7 # !"],
    ),
    has_not(
        "D-033",
        "pieces white Kh1 Bc3 Bf8 Sc5 Pf5 black Kg8 Qd4 Pe7 Bd8 Pg5\nstipulation x1\ncondition CASTChess Inverse\noption EnPassant g7g6g5",
        &[],
        &["1.f5*g6 ep. x !"],
    ),
    has_not(
        "D-050",
        "pieces white Ke1 Rh1 black Kb8 Sh4\nstipulation ser-002\ncondition SeriesCapture",
        &["1.0-0"],
        &["1.Rh1*h4-a4 2.0-0", "1.Rh1*h4-h1 2.0-0"],
    ),
    prints(
        "D-058",
        "pieces white Kg1 Sf1 Pg2 black Kh1\nstipulation =1\ncondition MultiCaptures",
        &["1.Sf1-h2 = !"],
    ),
    refused(
        "D-060",
        "pieces white Kg3 Qe8 black Ke6 Rh8\nstipulation x1\ncondition Circe RexInclusive Make&TakeChess",
        "a man could castle first",
    ),
    has_not(
        "D-122",
        "pieces white Sc5 black Sd7 Ph3\nstipulation ser-x1\ncondition NorskSjakk SeriesCapture\noption NoWk NoBk",
        &["1.Sc5*d7=Q x", "1.Sc5*d7=Q-d1=S x"],
        &["1.Sc5*d7=Q*h3=S x"],
    ),
    has(
        "D-122",
        "pieces white Kg2 Rd4 Sa1 black Kh7 Sd6 Sa8 Sd8\nstipulation ser-x1\ncondition Breton SeriesCapture",
        &["1.Rd4*d6[-wSa1]*d8 x", "1.Rd4*d6[-wSa1]*d8*a8 x"],
    ),
    has(
        "D-131",
        "pieces white Kg2 Sa1 black Kh7 Rb6\nstipulation ser-zb41\ncondition TraitorChess\noption HalfDuplex",
        &["1.Rb6-b4=w z"],
    ),
    // King and rose attack the king.
    prints(
        "D-144",
        "pieces white Kh6 black Kg4 ROh3\nstipulation ser-r+1\ncondition MultiCaptures",
        &["1.Kh6-h5 ROh3-f4 +"],
    ),
    has_not(
        "D-144",
        "pieces white Kh1 Sb7 RBb8 black Ka8 Pg4 RBg3\nstipulation ser-~1\ncondition MultiCaptures",
        &["1.RBb8-f4"],
        &["1.RBb8*g3"],
    ),
    has(
        "D-144",
        "pieces white Kd4 black Kh3 LSg8\nstipulation ~1\ncondition MultiCaptures",
        &["1.Kd4-d5 !", "1.Kd4-e3 !"],
    ),
    // Either pawn can be the hurdle.
    prints(
        "D-148",
        "pieces white HurdleColourChanging RPd1 black Pb2c3\nstipulation ~1\noption NoWk NoBk",
        &["1.hccRPd1-a4[b2=w] !", "1.hccRPd1-a4[c3=w] !", "1.hccRPd1-d5[c3=w] !"],
    ),
    // Protean men only.
    has_not(
        "D-146",
        "pieces white Kg1 Bb2 white Protean Ra7 black Kh8 Sd7 Sf6\nstipulation ser-~1",
        &["1.pRa7*d7=pS", "1.Bb2*f6 +"],
        &["1.Bb2*f6=S"],
    ),
    // The rook lends its moves.
    has(
        "D-147",
        "pieces white Ka1 Rd1 black Kh8 Rd8 neutral Od4\nstipulation ser-~1",
        &["1.nOd4*d8", "1.nOd4-a4"],
    ),
    // The pawns would capture the king.
    has(
        "D-149",
        "pieces white Kc8 black Kd6\nstipulation ser-+1\ncondition WhiteEdgeMover\noption HalfDuplex",
        &["1.Kd6-c7 +", "1.Kd6-d7 +"],
    ),
    has_not(
        "D-150",
        "pieces white Kf4 Bc3 black Kc1\nstipulation ser-~1\ncondition BlackReflectiveKing",
        &["1.Bc3-d2 +"],
        &["1.Bc3-b2 +"],
    ),
    has_not(
        "D-151",
        "pieces white Ke3 Pc7 black Ke8 Ra8\nstipulation ser-~1\ncondition BlackTransmutedKing",
        &["1.c7-c8=B"],
        &["1.c7-c8=Q +"],
    ),
    has(
        "D-153",
        "pieces white Kg1 Qd8 black Kh1\nstipulation ser-+1\ncondition GridChess",
        &["1.Qd8-d5 +", "1.Qd8-a8 +"],
    ),
    prints(
        "D-152",
        "pieces white Kf1 Pf7 Rh7 black Ke8 Rh8 Pa7\nstipulation #1\ncondition WhiteMaximummer Ultra\noption HalfDuplex",
        &[],
    ),
    has_not(
        "D-159",
        "pieces white Kg1 Qc6 Bc5 Pa7 black Ke4 Pf6 white Bul LId5\nstipulation #2\noption Variation PostKeyPlay",
        &["1...Ke4-e5", "2.bLId5-f5[bKe5->a5] #"],
        &["1...f6-f5"],
    ),
    has(
        "D-160",
        "pieces white Ka3 black Ka1 white Dob Gh8\nstipulation h~0.5\ncondition Circe RexInclusive",
        &["1...Ka3-a2", "1...Ka3-b2"],
    ),
    has(
        "D-161",
        "pieces white Kf2 black Ka8 Oe3\nstipulation h~0.5\ncondition Patrouille",
        &["1...Kf2-e2", "1...Kf2-f3"],
    ),
    has(
        "D-162",
        "pieces white Ka4 black Pf5 Kh1 white Magic Pe5\nstipulation ~1\noption EnPassant f7f6f5",
        &["1.Ka4-b3 !"],
    ),
    prints("D-163", "pieces white Kg6 black Ke2 neutral GEh4\nstipulation x1", &[]),
    has(
        "D-164",
        "pieces white Ka1 Pa2 black Kh8 Rg2 Oc6\nstipulation h~1\noption StartMoveNumber 1 UpToMoveNumber 1",
        &["1.Rg2-g1 + Ka1-b2"],
    ),
    has(
        "D-165",
        "pieces white Ka1 Pe4 black Kh8 black Chameleon Qh4\nstipulation ser-x1\ncondition AntiCloneCirce\noption HalfDuplex",
        &["1.cQh4*e4=cS[bcSe4->cPe7] x"],
    ),
    has(
        "D-044",
        "pieces white Ke1 Rd4 black Kh8 Sa8 Bb7\nstipulation ser-+1\ncondition Masand SuperGuards",
        &["1.Rd4-d8[a8=w] +"],
    ),
    has("D-163", "pieces white Ka1 RBd5 black Kf3\nstipulation ser-~1\ncondition Patrouille", &["1.RBd5-b7"]),
    has(
        "D-167",
        "pieces white Kc2 Pf7 black Ka1 Se8 black Chameleon Qh8\nstipulation ser-~1\ncondition AntiCirce",
        &["1.f7*e8=Q=c[wcQe8->d1] +"],
    ),
    has(
        "D-168",
        "pieces white Kd3 Pc6 white Magic Rb4 black Ka7\nstipulation ser-~1\ncondition Masand",
        &["1.mRb4-b6[c6=b]"],
    ),
    has(
        "D-169",
        "pieces white Kc3 white Anda Rf3 black Ka5\nstipulation ser-+1\ncondition PhantomChess",
        &["1.aRf3-f4[=na] +"],
    ),
    has(
        "D-170",
        "pieces white Ka2 Rb1 black Ka8\nstipulation ser-zb81\ncondition AliceChess\ntwin condition Circe",
        &["1.Rb1-b8 + z"],
    ),
    prints(
        "D-144",
        "pieces white Kg4 BTh3 black Kh2\nstipulation ser-~1\ncondition CASTChess\noption HalfDuplex",
        &["1.Kh2-g1"],
    ),
    prints(
        "D-171",
        "pieces white Kh1 Rb1 Pc3 black Kc8 Lb4\nstipulation ser-x1\ncondition CirceTake&Make",
        &[],
    ),
    has(
        "D-172",
        "pieces white Ke3 DRd2 Ra1 black Kh8 Pe4\nstipulation hep1\noption HalfDuplex",
        &["1.DRd2-d4 e4*d3 ep."],
    ),
    prints(
        "D-173",
        "pieces white Kb5 S2a5 black Kf2 black Paralysing Rf1\nstipulation ser-#1\ncondition PlusChess",
        &[],
    ),
    has(
        "D-174",
        "pieces white Kh3 Rc5 black Kh1 Pa7 black Magic Sf1\nstipulation h#2.5\ncondition Circe Symmetry Volcanic",
        &["1...Rc5-a5 2.mSf1-h2 Ra5*a7[+bPh2->v] 3.mSh2-g4[+bPh2][h2=w] Ra7-a1 #"],
    ),
    has_not(
        "D-175",
        "pieces white Ke1 Bh2 black Kb8 Pd6 black Chameleon Rf8\nstipulation ser-h+2\noption NullMoves",
        &[],
        &["1.cRf8-d8=cQ 2. ...[d8=cS] Bh2*d6 +"],
    ),
    has(
        "D-176",
        "pieces white Kd6 black Kb8 white Chameleon Ph7 white Bul LEf8\nstipulation ser-~1",
        &["1.cPh7-h8=cLE=cb +"],
    ),
    has(
        "D-177",
        "pieces white Ka1 Sc4 Rh4 white Jigger Pb7 white Magic Rd1 black Kg6\nstipulation ser-~1",
        &["1.mRd1-c1[c4=b]"],
    ),
    prints(
        "D-179",
        "pieces white Kf5 Pe2d3 black Kb8 black Kamikaze Jigger GTc4\nstipulation ser-x1\noption HalfDuplex",
        &["1.kjGTc4*d3[-bkjGTd3] x"],
    ),
    prints(
        "D-180",
        "pieces white Kc8 Qe8 black Ka8 Pb5\nstipulation ser-#1\ncondition GridChess",
        &["1.Kc8-b7 #", "1.Qe8-e4 #", "1.Qe8-c6 #"],
    ),
    has(
        "D-181",
        "pieces white Kb7 Pd7 Sh1 black Kd8 black Dob G2e7\nstipulation ser-~1",
        &["1.Sh1-f2", "1.Sh1-g3"],
    ),
    prints(
        "D-182",
        "pieces white Pg5 Kg2 black Ka8 black Anda Rh5\nstipulation ser-x1\ncondition Circe Parachute\noption HalfDuplex",
        &["1.aRh5*g5[+wPg2] x"],
    ),
    has(
        "D-183",
        "pieces white Kh2 Rd1 Pd4 black Kb8 black Kamikaze Pc5\nstipulation h+1\ncondition FrankfurtChess",
        &["1.kPc5*d4[-bkPd4] Rd1-d8 +", "1.kPc5*d4[-bkPd4] Rd1-b1 +"],
    ),
    prints(
        "D-184",
        "pieces white Kc5 black Ka6 white Paralysing Qh6\nstipulation ser-#1\noption NullMoves",
        &[],
    ),
    prints(
        "D-185",
        "pieces white Kg2 Gh5 Pg5 black Kh7 Bf5\nstipulation ser-x1\ncondition AntiCirce File GlasgowChess",
        &["1.Gh5*f5[wGf5->f7] x"],
    ),
    prints("D-187", "pieces white Kh5 black Kf2 black Paralysing Rc6\nstipulation h==1", &[]),
    has(
        "D-188",
        "pieces white Ke4 black Ka8 black Anda Pf2\nstipulation h~1\ncondition AntiCirce",
        &["1.aPf2-f1=aS Ke4-d3"],
    ),
    prints("D-189", "pieces white Royal Rc7 black Kh7 Rd5\nstipulation hx1\ncondition Breton", &[]),
    prints(
        "D-190",
        "pieces white Kb2 Sc4 black Kh3 black Bul Gb3\nstipulation ser-+1\ncondition NorskSjakk",
        &["1.Sc4-e3=Q +"],
    ),
    prints(
        "D-191",
        "pieces white Royal Kamikaze Rd4 black Kh7 Pd6\nstipulation ser-x1\ncondition Circe",
        &[],
    ),
    prints(
        "D-191",
        "pieces white Royal Kamikaze Rd4 black Kh7 Pd6\nstipulation ser-x1\ncondition Circe RexInclusive",
        &["1.rkRd4*d6[wrkRd6->a1][+bPd7] x"],
    ),
    has_not(
        "D-192",
        "pieces white Kf3 Se2 white Kamikaze Qe5 black Kb6 Rc2\nstipulation h~1\ncondition KobulKings\noption HalfDuplex",
        &["1.kQe5-a1 Rc2*e2[f3=rS]", "1.kQe5-h8 Rc2*e2[f3=rS]", "1.kQe5-c3 Rc2*c3[f3=rkQ] +"],
        &["1.kQe5-h8 Rc2*e2[f3=rkS]"],
    ),
    prints(
        "D-178",
        "pieces white Ka3 RRf4 Pf7 GEe6 Bh4 black Kh2\nstipulation h#2\ncondition MarsCirce",
        &[],
    ),
    prints(
        "D-166",
        "pieces white Ka8 Re6 Qe7 black Kd5 Ph7\nstipulation ~1\ncondition NannaChess\noption HalfDuplex",
        &["1.Kd5-d4 !"],
    ),
    prints("D-158", "pieces white Kh7 black Kh1\nstipulation zc12\ncondition MessignyChess", &[]),
    has(
        "D-157",
        "pieces white Kb3 Rh2 black Kb1 Pa2\nstipulation ser-#3\ncondition AliceChess",
        &["1.Rh2-h1B 2.Kb3-c3B 3.Rh1-d1A #", "1.Kb3-c3B 2.Rh2-h1B 3.Rh1-d1A #"],
    ),
    has(
        "D-156",
        "pieces white Qh2 Bb8 neutral Kc1\nstipulation +1",
        &["1.nKc1-b2 + !", "1.nKc1-c2 + !", "1.nKc1-d2 + !"],
    ),
    has(
        "D-155",
        "pieces white Kg2 Rd4 black Kh7\nstipulation ser-+1\ncondition Sentinelles ParaSentinelles",
        &["Sentinelles ParaSentinelles", "1.Rd4-d7[+wPd4] +"],
    ),
    has("D-154", "pieces white Ke6 Rh5 black Kb1 MPd8\nstipulation ser-~1", &["1.Ke6-e7"]),
    has("D-154", "pieces white Kh6 black Kb8 P/Rg8\nstipulation ser-~1", &["1.Kh6-h7"]),
    prints("D-145", "pieces white Kc2 Pd2 black Pc4e4 black Paralysing Rh3\nstipulation !=1", &[]),
    // The king and the rook can capture the queen: two men.
    prints(
        "D-142",
        "pieces white Kf2 Rh1 black Ke8 Pf3 Pg2\nstipulation #1\ncondition MultiCaptures White\noption HalfDuplex",
        &[],
    ),
    has(
        "D-142",
        "pieces white Kf2 Rh1 black Ke8 Pf3 Pg2\nstipulation h~1\ncondition MultiCaptures White",
        &["1.g2-g1=Q + Kf2*g1", "1.g2-g1=Q + Rh1*g1"],
    ),
    prints(
        "D-142",
        "pieces white Kf2 Rh1 black Ke8 Pf3 Qg1\nstipulation ~1\ncondition MultiCaptures White",
        &["1.Rh1*g1 !", "1.Kf2*g1 !"],
    ),
];

const REBIRTH: &[Case] = &[
    has(
        "D-018",
        "pieces white Kc3 Ra1 Rh1 black Ke8 Sh8\nstipulation +1\ncondition AntiCirce Relaxed",
        &["1.Rh1*h8 + !"],
    ),
    prints(
        "D-024",
        "pieces white Ka7 Rf4 black Ke7 Pg7 Sb2 Pe5 Sc8 Sg1\nstipulation x1\ncondition MarsCirce RexExclusive",
        &["1.Rf4-a1*g1 x !"],
    ),
    has(
        "D-025",
        "pieces white Ke1 Ra1 Rh1 Pe5 Qc3 black Ke8 Ra8 Rh8 Rg5 Ph4\nstipulation ser-h#2\ncondition AntiMarsCirce",
        &["1.0-0 2.Ra8-e8 Qc3-d1-b3 #"],
    ),
    has(
        "D-025",
        "pieces white Ke1 Ra1 Rh1 Pe5 Qc3 black Kg8 Rf8 Ra8 Rg5 Ph4\nstipulation h#1\ncondition AntiMarsCirce",
        &["1.Ra8-e8 Qc3-d1-b3 #"],
    ),
    // A queen and a rook on e1 guard e7, a knight and a bishop do not.
    has_not(
        "D-025",
        "pieces white Kd8 black Ka3 Pe3 Pe7\nstipulation x2\ncondition AntiMarsMirrorCirce\noption SetPlay",
        &["1...e3-e2-e1=S", "1...e3-e2-e1=B", "2.Kd8*e7 x"],
        &["1...e3-e2-e1=Q", "1...e3-e2-e1=R"],
    ),
    // The neutral queen and rook capture on e3 and check a3.
    has_not(
        "D-025",
        "pieces white Kd8 black Ka3 Pe3 neutral Pe7\nstipulation x2\ncondition AntiMarsMirrorCirce\noption SetPlay",
        &["1...nPe7-e2-e1=nQ", "2.nQe1*e3 + x", "1...nPe7-e2-e1=nR", "2.nRe1*e3 + x"],
        &["1...nPe7-e2-e1=nS", "1...nPe7-e2-e1=nB"],
    ),
    prints("D-026", "pieces white Kh1 Rd4 black Kh8\nstipulation za21\ncondition PhantomChess File", &[]),
    prints(
        "D-026",
        "pieces white Kh1 Rd4 black Kh8 Sd2\nstipulation x1\ncondition MarsCirce File",
        &["1.Rd4-d1*d2 x !"],
    ),
    prints(
        "D-026",
        "pieces white Kh1 Rd4 black Kh8\nstipulation zd21\ncondition AntiMarsCirce File",
        &["1.Rd4-d1-d2 z !"],
    ),
    prints(
        "D-027",
        "pieces white Kh6 Pc7 black Kh8\nstipulation h#0.5\ncondition GenevaChess Frischauf",
        &[],
    ),
    has_not(
        "D-029",
        "pieces white Ka1 Rb7 Qd7 black Kh8 Rd8\nstipulation hx1\ncondition AntiCirce Parrain",
        &["1.Rd8*d7 Rb7*d7 x"],
        &["1.Rd8*d7 Rb7*d7[wRd7->f7] x"],
    ),
    prints(
        "D-031",
        "pieces white Ke1 Ra1 Rh1 black Ke8 Rh8\nstipulation h#0.5\ncondition AntiCirce LastMove",
        &[],
    ),
    has(
        "D-031",
        "pieces white Ke1 Rh1 black Ke8 Rh8\nstipulation h+0.5\ncondition AntiCirce LastMove",
        &["1...Rh1*h8 +"],
    ),
    // The king can be captured, and would be lost.
    prints(
        "D-032",
        "pieces white Ke3 Bc7 Rh5 black Kb8 Sc5 Sd6 Pg3\nstipulation hx1.5\ncondition Circe Turncoats RexInclusive",
        &[],
    ),
    prints(
        "D-032",
        "pieces white Ka1 Rh2 black Kb7\nstipulation +1\ncondition Circe Turncoats RexInclusive",
        &["1.Rh2-b2 + !", "1.Rh2-h7 + !"],
    ),
    prints(
        "D-034",
        "pieces white Ke1 Rh1 Pa7 black Kc6 Pc3 Ba8 Pd2\nstipulation x1\ncondition AntiCirce Turncoats",
        &[],
    ),
    has(
        "D-043",
        "pieces white Ke2 Rc2 black Kb3 Rc3\nstipulation ~1\ncondition ImmunChess Isardam TypeB",
        &["1.Rc2-b2 + !"],
    ),
    prints(
        "D-043",
        "pieces white Ke1 Pa2 black Ka8 Re5\nstipulation ~1\ncondition NorskSjakk AntiCirce",
        &["1.Ke1-d1 !", "1.Ke1-f1 !", "1.Ke1-d2 !", "1.Ke1-f2 !"],
    ),
    has(
        "D-046",
        "pieces white Kc3 Ra4 black Kh8 Sb4\nstipulation x1\ncondition AntiCirce Rank VerticalMirror",
        &["1.Ra4*b4[wRb4->a4] x !"],
    ),
    prints(
        "D-048",
        "pieces white Kb1 Qa1 black Kh7 Ra8\nstipulation x1\ncondition Circe April R",
        &["1.Qa1*a8 x !"],
    ),
    prints(
        "D-048",
        "pieces white Kb1 Qa1 black Kh7 Ra8\nstipulation x1\ncondition Circe April R Strict",
        &[],
    ),
    has(
        "D-049",
        "pieces white Kc8 black Se8 Kb5\nstipulation hza81.5\ncondition Circe Volcanic RexInclusive",
        &["1...Kc8-b7 2.Kb5-a6 Kb7-a8 z", "1...Kc8-b7 2.Kb5-c6 Kb7-a8 z"],
    ),
    prints(
        "D-061",
        "pieces white Kh1 white kamikaze Rd4 black Kh8 Pd6\nstipulation x1\ncondition Circe April S",
        &["1.kRd4*d6 x !"],
    ),
    prints(
        "D-061",
        "pieces white Kh1 white kamikaze Rd4 black Kh8 Pd6\nstipulation x1\ncondition Circe April R",
        &["1.kRd4*d6[wkRd6->a1] x !"],
    ),
    prints(
        "D-062",
        "pieces white Kg2 Ra2 black Kh8 Sa4 Sa6\nstipulation ser-za62\ncondition AntiCirce WaitCapture",
        &[],
    ),
    prints(
        "D-136",
        "pieces white Kh8 Rd1 Pc7 white kamikaze Qa7 black Kg5 Sf2\nstipulation hx0.5\ncondition CouscousCirce",
        &["1...kQa7*f2 x"],
    ),
];

#[test]
fn differences_of_moves() {
    check(MOVES);
}

#[test]
fn differences_of_rebirth() {
    check(REBIRTH);
}
