// Texts with other men.

import { request } from "./events.js";
import { listsOf, withMen } from "./position.js";

// Returns whether a text has only one problem: an edit writes it anew.
export async function isSingle(text) {
  const response = await request("/api/collection", { text });
  return !response.ok || (await response.json()).count < 2;
}

// Returns a problem as JSON with other men: in Popeye's language if its text is in it and it can be written so.
export async function withMenOfJson(text, json, ranks) {
  const { version, problem } = JSON.parse(json);
  delete problem.men;
  problem.fen = withMen(problem.fen, ranks);
  const edited = JSON.stringify({ version, problem });
  if (!/^\s*(begin|anfang|debut)/i.test(text)) return edited;
  const response = await request("/api/convert", { text: edited, to: "popeye" });
  const { text: written, faults } = response.ok ? await response.json() : {};
  return written && !faults.length ? written : edited;
}

// Returns an entry of Olive with other men; null without an entry.
export function withMenOfEntry(entry, ranks) {
  return entry && entry.replace(/^algebraic:\n(?: +\w+: \[[^\]]*\]\n)*/m, () => listsOf(ranks));
}
