// Positions as placements of FEN.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  listsOf, mirrored, placementOf, ranksOf, ranksOfOlive, ranksOfProblem, shifted, textOf, turned, withMen,
} from "../../src/serve/page/position.js";

test("placements are read and written", () => {
  for (const placement of ["8/8/8/8/8/5K2/4Q3/7k", "(G)6=(n)/8/=Q7", "k4/4p/5/5/2B2/5/5/K4"]) {
    assert.equal(placementOf(ranksOf(placement)), placement);
  }
  assert.equal(ranksOf("beginproblem"), null);
  assert.equal(ranksOf("8/9"), null);
});

test("the board of a problem has its imitators, and that of two boards is not one", () => {
  assert.deepEqual(ranksOfProblem({ fen: "7k/8 w - - 0 1", conditions: ["Circe", "Imitator d5f5"] }).imitators, ["d5", "f5"]);
  assert.equal(ranksOfProblem({ fen: "8/7k w - - 0 1", start: "7k/8" }), null);
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
