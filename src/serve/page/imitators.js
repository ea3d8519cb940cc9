// Imitators in the condition of a problem, which move with the whole board.

import { at } from "./events.js";
import { converted } from "./editing.js";
import { squaresOfImitators } from "./position.js";
import { askedOfText } from "./question.js";

// The name of the condition, which Popeye's language may shorten, with the squares after it.
const IMITATORS = /\b(imit[a-z]*\s+)((?:[a-h][1-8])+)(?![a-z\d])/gi;

const isSame = (one, other) => one.join() === other.join();
const movedWords = (text, squares) => text.replace(IMITATORS, (_, name, words) => (
  name + words.match(/../g).map((square) => squares.get(square.toLowerCase()) ?? square).join("")));

// Returns the imitators of a problem; none if it is refused. A fault of the question hides no imitators.
async function imitatorsOf(body) {
  for (const question of [body, { text: body.text, conditions: body.conditions, stipulation: "~1" }]) {
    const whole = await converted("json", question);
    if (whole) return JSON.parse(whole).problem.conditions.flatMap(squaresOfImitators);
    const entry = await converted("olv", question);
    // Titles and comments are other lines of the entry.
    if (entry) return [...entry.matchAll(/^(?:options|conditions):(.*(?:\n(?: |- ).*)*)/gm)].flatMap(([, list]) => imitatorsIn(list));
  }
  return [];
}

const imitatorsIn = (text) => [...text.matchAll(IMITATORS)].flatMap(([, , words]) => words.toLowerCase().match(/../g));

// Returns each text in which the squares after one name of the condition are moved.
function candidates(text, squares) {
  return [...text.matchAll(IMITATORS)].map(({ 0: words, index }) => (
    text.slice(0, index) + movedWords(words, squares) + text.slice(index + words.length)));
}

// Returns the text after an edit with its imitators on the new squares of `squares`, the field of conditions with them, and the
// imitators. `before` is the text before the edit, `isAll` whether the text holds the contents of the fields. Null if there are none:
// the same words in a title or a remark are no condition.
export async function withMovedImitators(before, { text, isAll }, squares) {
  const field = at("condition").value;
  if (!imitatorsIn(`${text}\n${field}`).length) return null;
  const known = await imitatorsOf(askedOfText({ text: before }));
  if (!known.length) return null;
  const moved = known.map((square) => squares.get(square) ?? square);
  const condition = isAll ? "" : movedWords(field, squares);
  const conditions = condition.split(/[,\n]/).map((part) => part.trim()).filter(Boolean);
  const question = (candidate) => (isAll ? { text: candidate } : askedOfText({ text: candidate, conditions }));
  for (const candidate of [text, ...candidates(text, squares)]) {
    if (isSame((await imitatorsOf(question(candidate))).sort(), [...moved].sort())) return { text: candidate, condition, imitators: moved };
  }
  return null;
}
