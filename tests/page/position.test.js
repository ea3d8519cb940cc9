// Moves in the notation for machines, played on placements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { after, placementOf, ranksOf } from "../../src/serve/page/position.js";

const played = (placement, ...words) => placementOf(words.reduce((ranks, word) => {
  const [side, machine, long = ""] = word.split(" ");
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
  assert.equal(played("8/8/8/3pP3/8/8/8/8", "white e5d6"), "8/8/3P4/8/8/8/8/8");
  assert.equal(played("8/8/8/8/8/8/8/R3K2R", "white e1g1 0-0"), "8/8/8/8/8/8/8/R4RK1");
  assert.equal(played("8/8/8/8/8/8/8/R3K2R", "white e1c1 0-0-0"), "8/8/8/8/8/8/8/2KR3R");
});

test("men enter, and pending promotions come first", () => {
  assert.equal(played("8/8", "black Q@c1"), "8/2q5");
  assert.equal(played("8/P7", "white !a1=Q,a1a2"), "Q7/8");
});
