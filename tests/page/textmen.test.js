// Men that are replaced in texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ranksOf } from "../../src/serve/page/position.js";
import { isBare, textsWithMen } from "../../src/serve/page/textmen.js";

const edited = (text, placement, next) => textsWithMen(text, ranksOf(placement), ranksOf(next));

const BEFORE = "7k/8/8/8/8/5K2/P3Q2P/8";

test("men are moved, removed and added in Popeye's language", () => {
  const text = "begin pieces white Kf3 Pa2h2\n  Qe2 black Kh8 stipulation #1 end";
  const piecesOf = (next) => edited(text, BEFORE, next).map((found) => /pieces ([^]*) stip/.exec(found)[1]);
  assert.deepEqual(piecesOf("7k/8/8/8/8/P4K2/4Q2P/8"), ["white Kf3 Pa3h2\n  Qe2 black Kh8"]);
  assert.deepEqual(piecesOf("7k/8/8/8/8/5K2/7P/8"), ["white Kf3 Ph2\n black Kh8"]);
  assert.deepEqual(piecesOf("8/8/8/8/8/5K2/P3Q2P/8"), ["white Kf3 Pa2h2\n  Qe2"]);
  assert.deepEqual(piecesOf("7k/8/8/8/8/5K2/P3Q2P/N6q"), ["white Kf3 Pa2h2\n  Qe2 Sa1 black Kh8 Qh1"]);
  assert.deepEqual(piecesOf("7k/8/8/=Q7/8/5K2/P3Q2P/8"), ["white Kf3 Pa2h2\n  Qe2 black Kh8 neutral Qa5"]);
  assert.deepEqual(piecesOf("7k/8/8/(Kamikaze,Q)7/8/5K2/P3Q2P/8"), ["white Kf3 Pa2h2\n  Qe2 black Kh8 white Kamikaze Qa5"]);
});

test("men have the letters of the language of a text", () => {
  const text = "debut pieces blanc Rf3 Pa2h2 De2 noir Rh8 enonce #1 fin";
  assert.deepEqual(edited(text, BEFORE, "7k/8/8/8/8/5K2/P6P/N2R4"), ["debut pieces blanc Rf3 Pa2h2 Ca1 Td1 noir Rh8 enonce #1 fin"]);
});

test("men that are not found are not replaced", () => {
  assert.deepEqual(edited("begin pieces white Kf3 black Kh8 end", BEFORE, "8/8/8/8/8/8/8/8"), []);
  assert.deepEqual(edited("begin pieces white Kf3 Pa2h2 Qe2 (2,5)c4 black Kh8 end", BEFORE, "8/8/8/8/8/8/8/8"), []);
  assert.deepEqual(edited("anything", BEFORE, "8/8/8/8/8/8/8/8"), []);
});

test("a FEN without anything else is recognised", () => {
  for (const text of ["8/8", "8/8 w - -", " 8/8 b KQ e3 0 1\n"]) assert.equal(isBare(text), true, text);
  for (const text of ["8/8 w - - #2", "8/8 w - - 0 1; id x", "begin", "8/8 # mine"]) assert.equal(isBare(text), false, text);
});
