// Verdicts in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictText } from "../../src/serve/page/events.js";

test("a verdict is compared with a declared one only", () => {
  const text = (verdict, asDeclared, ...declared) => (
    verdictText({ verdict, as_declared: asDeclared, twins: declared.map((word) => ({ declared: word })) }));
  assert.equal(text("no solution", false, "sound"), "no solution");
  assert.equal(text("sound", true, "sound", "sound"), "sound");
  assert.equal(text("no solution", true, "no solution"), "no solution, as declared");
  assert.equal(text("cooked", false, "no solution"), "cooked, declared no solution");
  assert.equal(text("cooked", false, "sound", "cooked"), "cooked, not all as declared");
});
