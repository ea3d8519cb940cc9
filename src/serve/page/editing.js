// Edits of the board as edits of the text.

import { request } from "./events.js";
import { isSpecial, listsOf, placementOf, ranksOf, ranksOfFen, ranksOfOlive, textOf, withMen } from "./position.js";
import { askedOfText } from "./question.js";
import { isBare, textsWithMen } from "./textmen.js";

// A problem as JSON, and as an entry of Olive if JSON cannot hold its men. Both are null if the problem is refused.
export async function formsOf(body) {
  const whole = await converted("json", body);
  return { whole, entry: whole ? null : await converted("olv", body) };
}

// Returns a problem in another format; null if it is refused or cannot be written so.
export async function converted(to, body = askedOfText()) {
  const response = await request("/api/convert", { ...body, to });
  return response.ok ? (await response.json()).text : null;
}

// The text of the last edit, which has one problem only.
let single = null;

async function isSingle(text) {
  if (text === single) return true;
  const response = await request("/api/collection", { text });
  return !response.ok || (await response.json()).count < 2;
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Returns a problem as JSON without its men.
function restOfJson(whole) {
  const { problem } = JSON.parse(whole);
  return { ...problem, men: null, fen: null };
}

const LISTS = /^algebraic:\n(?: +\w+: \[[^\]]*\]\n)*/m;

// Returns whether the forms of a text have the men of `next`, and all else as the forms before.
function isEdit(forms, next, { whole, entry }) {
  if (forms.whole) {
    const { fen } = JSON.parse(forms.whole).problem;
    return isSame(ranksOfFen(fen), next) && (!whole || isSame(restOfJson(forms.whole), restOfJson(whole)));
  }
  if (!isSame(ranksOfOlive(forms.entry), next)) return false;
  return !entry || forms.entry.replace(LISTS, "") === entry.replace(LISTS, "");
}

// Returns a problem as JSON with other men: in Popeye's language if its text is in it and it can be written so.
async function withMenOfJson(text, json, ranks) {
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
const withMenOfEntry = (entry, ranks) => entry && entry.replace(LISTS, () => listsOf(ranks));

// The result of an edit that is refused.
const refused = (fault) => ({ fault });

const LOST = "The text must be written anew for this change: its remarks, comments and layout would be lost until Undo brings them back. "
  + "Write it anew?";

// Edits `text`, which has the men of `ranks`, so that it has those of `next`. `forms` are those of the problem. Returns the text with its
// forms, and whether it holds the contents of all fields; or the fault.
export async function edited(text, ranks, next, forms) {
  const isPlain = !next.flat().some(isSpecial);
  // A FEN, or a line of EPD.
  if (isPlain && ranksOf(text.split(/\s/)[0])) return { text: withMen(text, next), forms: null };
  // A placement in another dialect of FEN.
  if (isPlain && /^\s*(kirke|popeye|fen-tool|yacpdb):\s*\S+\s*$/.test(text)) return { text: placementOf(next), forms: null };
  if (!await isSingle(text)) return refused("A text with several problems is changed in the text only.");
  return await editedInPlace(text, ranks, next, forms) ?? writtenAnew(text, next, forms);
}

async function editedInPlace(text, ranks, next, forms) {
  const before = next.flat().some(isSpecial) && forms.whole ? { whole: null, entry: await converted("olv") } : forms;
  for (const candidate of textsWithMen(text, ranks, next)) {
    const after = await formsOf(askedOfText({ text: candidate }));
    const isRefused = !after.whole && !after.entry;
    // A change that ends a twin, for example, leaves a fault in the text.
    const isFault = isRefused && !(forms.whole && await converted("json", { text: await withMenOfJson("", forms.whole, next) }));
    if (isFault || (!isRefused && isEdit(after, next, before))) {
      single = candidate;
      return { text: candidate, forms: after };
    }
  }
  return null;
}

async function writtenAnew(text, next, { whole, entry }) {
  const isPlain = !next.flat().some(isSpecial);
  const written = isPlain && whole ? await withMenOfJson(text, whole, next) : withMenOfEntry(entry ?? await converted("olv"), next);
  // The fields hold the rest of a problem that is refused.
  if (!written && ranksOf(text.trim())) return { text: textOf(next), forms: null };
  if (!written) return refused("These men cannot be placed on this board, or the fault must be mended first.");
  if (!isBare(text) && !confirm(LOST)) return refused("The text was left as it is.");
  single = written;
  return { text: written, forms: null, isAll: true };
}
