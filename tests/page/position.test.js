// Moves in the notation for machines, played on placements.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  after, listsOf, mirrored, placementOf, ranksOf, ranksOfAsked, ranksOfOlive, shifted, textOf, turned, withMen,
} from "../../src/serve/page/position.js";

const played = (placement, ...words) => placementOf(words.reduce((ranks, word) => {
  const [side, machine, ...rest] = word.split(" ");
  const long = rest.join(" ");
  return after(ranks, { side, machine, long });
}, ranksOf(placement)));

test("placements are read and written", () => {
  for (const placement of ["8/8/8/8/8/5K2/4Q3/7k", "(G)6=(n)/8/=Q7", "k4/4p/5/5/2B2/5/5/K4"]) {
    assert.equal(placementOf(ranksOf(placement)), placement);
  }
  assert.equal(ranksOf("beginproblem"), null);
  assert.equal(ranksOf("8/9"), null);
});

test("captures, promotions and rebirths are played", () => {
  assert.equal(played("8/8/8/8/8/5K2/4Q3/7k", "white e2e8"), "4Q3/8/8/8/8/5K2/8/7k");
  assert.equal(played("5Q2/6p1/8/8/8/8/8/8", "black g7f8=N+Qd1"), "5n2/8/8/8/8/8/8/3Q4");
  assert.equal(played("8/1P6/8", "white b2b3=(G)"), "1(G)6/8/8");
  assert.equal(played("7r/8/8/8/8/8/8/7R", "white h1h8-h8+Rh1"), "8/8/8/8/8/8/8/7R");
  assert.equal(played("q7/8/=N7", "white a1a3-a3+(g)c1"), "8/8/2(g)5");
});

test("locusts, en passant and castling remove and move other men", () => {
  assert.equal(played("8/1p6/1(L)6", "white b1b3-b2"), "1(L)6/8/8");
  assert.equal(played("8/8/8/3pP3/8/8/8/8", "white e5d6 e5*d6 ep."), "8/8/3P4/8/8/8/8/8");
  // A pawn that moves as another man, and a Berolina pawn.
  assert.equal(played("8/8/8/3pP3/8/8/8/8", "white e5d6"), "8/8/3P4/3p4/8/8/8/8");
  assert.equal(played("8/5(bp)(BP)1/8/8", "black f3f2-g3"), "8/8/5(bp)2/8");
  assert.equal(played("8/8/8/8/8/8/8/R3K2R", "white e1g1 0-0"), "8/8/8/8/8/8/8/R4RK1");
  assert.equal(played("8/8/8/8/8/8/8/R3K2R", "white e1c1 0-0-0"), "8/8/8/8/8/8/8/2KR3R");
});

test("men enter, and pending promotions come first", () => {
  assert.equal(played("8/8", "black Q@c1"), "8/2q5");
  assert.equal(played("8/P7", "white !a1=Q,a1a2"), "Q7/8");
});

test("men change places, and keep their attributes", () => {
  assert.equal(played("q5/6/6/6/6/5B", "black a6f1+Ba6 qa6<->Bf1"), "B5/6/6/6/6/5q");
  assert.equal(played("(Magic,q)5/5(Kamikaze,B)", "black a2f1+Ba2"), "(Kamikaze,B)5/5(Magic,q)");
  assert.equal(played("8/3(Magic,Q)4/8", "white d2d3-d3+qd3"), "3(Magic,q)4/8/8");
  assert.equal(played("8/(Kamikaze,P)7", "white a1a2=N"), "(Kamikaze,S)7/8");
  assert.equal(played("8/(Kamikaze,Q)(Jigger,s)6/8", "white a2b2-b2+nb3"), "1(Jigger,s)6/8/8");
  assert.equal(played("=(Volage,P)7/8", "black a2a1=(G)"), "8/=(Volage,G)7");
  assert.equal(played("8/3p4/8", "black d2d1=(15)"), "8/8/3(-15)4");
});

test("royal men, reversed pawns and men that castle after a move to their origins are played", () => {
  assert.equal(played("7k/3n4/3R4", "white d1d2-h3+nh3 Rd1*d2[h3=rS]"), "7(Royal,s)/3R4/8");
  assert.equal(played("8/3p4/3P4", "white d1d2-d2+PPd2"), "8/3(PP)4/8");
  assert.equal(played("8/3(Kamikaze,r)4/3(Kamikaze,Q)4", "white d1d2-d2+ra3 kQd1*d2[-wkQd2]/Ra3"), "(Kamikaze,r)7/8/8");
  assert.equal(played("8/8/8/8/3R4/8/6K1/8", "white e1c1<g2e1<d4a1 [wKg2->e1][wRd4->a1]0-0-0"), "8/8/8/8/8/8/8/2KR4");
  assert.equal(played("q7/8/8", "black a3a2-a2+Ra2+Pc1 qa3-a2[+wPc1]"), "8/R7/2P5");
  assert.equal(played("8/=(Chameleon,P)7", "white !a1=Q,a2a2"), "8/=(Chameleon,Q)7");
});

test("men go to the other one of two boards, and switch squares", () => {
  assert.equal(played("8/3N4/8", "white d2d3^d3"), "3(AliceB,S)4/8/8");
  assert.equal(played("8/3(AliceB,S)4/8", "white d2d3^d3"), "3N4/8/8");
  assert.equal(played("8/3B4/8", "white d2d3~e3"), "4B3/8/8");
});

test("men with attributes begin as a record states", () => {
  const ranks = ranksOfAsked({ fen: "7k/2=(G)5/3n4 w - - 0 1", attributes: ["Magic Gc2", "Royal Kamikaze Sd1"] });
  assert.equal(placementOf(ranks), "7k/2=(Magic,G)5/3(Royal,Kamikaze,s)4");
  assert.equal(placementOf(ranksOfAsked({ fen: "8/7k w - - 0 1", start: "7k/8" })), "7k/8");
});

test("boards are turned, mirrored and shifted", () => {
  const ranks = ranksOf("K1/2/1q");
  assert.equal(placementOf(turned(ranks)), "2K/q2");
  assert.equal(placementOf(mirrored(ranks)), "1K/2/q1");
  assert.equal(placementOf(shifted(ranks, 1, 0)), "1q/K1/2");
  assert.equal(placementOf(shifted(ranks, 0, -1)), "1K/2/q1");
});

test("neutral men and attributes are written as an entry of Olive", () => {
  const entry = `---
algebraic:
  white: [Kf3, Kamikaze Qd1, Sa2, Na3, 15b1]
  black: [Kh1, Paralysing Sb8, 15b4]
  neutral: [Qe5, Chameleon Rb2, Gh4, Pc3]
`;
  const ranks = ranksOfOlive(entry);
  assert.equal(ranks[7][3], "(Kamikaze,Q)");
  assert.equal(ranks[6][0], "N");
  assert.equal(ranks[5][0], "(N)");
  assert.equal(ranks[4][1], "(-15)");
  assert.equal(ranks[5][2], "=P");
  assert.deepEqual(ranksOfOlive(listsOf(ranks)), ranks);
  assert.match(textOf(ranks), /neutral: \[.*Chameleon Rb2/);
  assert.equal(textOf(ranksOf("1K/2/q1")), "1K/2/q1 w - - board 2x3;");
});

test("hunters have a slash in their letters", () => {
  const text = "8/(P/Q)6k/=(b/r)7";
  assert.equal(placementOf(ranksOf(text)), text);
});

test("other men end castling rights and passed squares", () => {
  const ranks = ranksOf("4k3/8/8/8/8/8/8/R2K3R");
  const text = withMen("4k3/8/8/8/8/8/8/R3K2R w KQ e3 0 1 #2; id x", ranks);
  assert.equal(text, "4k3/8/8/8/8/8/8/R2K3R w - - 0 1 #2; id x");
  const passed = "4k3/8/8/8/4P3/8/8/K7";
  assert.equal(withMen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", ranksOf(passed)), `${passed} b - e3 0 1`);
  assert.equal(withMen("4k3/8/8/8/8/8/8/R3K2R b K - #2", ranksOf("4k3/8/8/8/8/8/8/4K2R")), "4k3/8/8/8/8/8/8/4K2R b K - #2");
  assert.equal(withMen("8/8 #1", ranksOf("K1/2")), "K1/2 #1");
});
