// The fields of the question, and the problem that they ask about.

import { at } from "./events.js";

// The fields that undo restores.
export const FIELDS = ["text", "stipulation", "condition", "twins", "options", "castling", "passed", "tries"];

const value = (id) => at(id).value.trim();
const parts = (text, separator) => text.split(separator).map((part) => part.trim()).filter(Boolean);

// Returns the conditions in the field.
export const conditions = () => parts(value("condition"), /[,\n]/);

// Adds a condition to those in the field.
export function addCondition(name) {
  at("condition").value = [...conditions(), name].join(", ");
}

const DIALECT = /^\s*(?:(kirke|popeye|fen-tool|yacpdb):\s*)?/;

// Shows the dialect of FEN that is named before the text.
export function showDialect() {
  [, at("dialect").value = ""] = DIALECT.exec(at("text").value);
}

// Names the chosen dialect of FEN before the text, unless this is another format.
export function nameDialect() {
  const { value: dialect } = at("dialect");
  if (/^\s*(begin|anfang|debut|%|---|[{[])/i.test(at("text").value)) return;
  at("text").value = at("text").value.replace(DIALECT, dialect && `${dialect}:`);
}

// Adds a word to the last condition in the field.
export function addWord(word) {
  at("condition").value = `${conditions().join(", ")} ${word}`.trim();
}

// Return the options that the fields of rights stand for; an empty text if a field is empty.
export const castlingOption = () => (value("castling") && `NoCastling ${value("castling").replace(/[\s,]/g, "")}`);
export const passedOption = () => (value("passed") && `EnPassant ${value("passed")}`);

// Returns what is asked, as the API reads it.
export function asked(more = {}) {
  return at("variations").checked ? askedOfText(more, ["Variation"]) : askedOfText(more);
}

// Returns what is asked without the choice of variations, which stays on the page.
export function askedOfText(more = {}, chosen = []) {
  const options = [value("options"), ...chosen, castlingOption(), passedOption()];
  const tries = value("tries");
  return {
    text: at("text").value,
    ...(value("stipulation") && { stipulation: value("stipulation") }),
    conditions: conditions(),
    options: options.filter(Boolean),
    twins: parts(value("twins"), "\n"),
    set_play: at("set").checked,
    // What is no number is refused with its text.
    ...(tries && { tries: /^\d{1,9}$/.test(tries) ? Number(tries) : tries }),
    ...more,
  };
}

// Leaves stipulation and conditions to a text that has its own, unless they were entered.
export function leaveToText() {
  if (!/\n|\s.*[#=~]/.test(value("text"))) return;
  for (const field of [at("stipulation"), at("condition")]) {
    if (field.value === field.defaultValue) field.value = "";
  }
}

// Returns the contents of all fields.
export const state = () => [...FIELDS.map((id) => at(id).value), at("set").checked, at("variations").checked];

// Sets the contents of all fields.
export function restore(values) {
  FIELDS.forEach((id, index) => { at(id).value = values[index] ?? ""; });
  at("set").checked = Boolean(values[FIELDS.length]);
  at("variations").checked = values[FIELDS.length + 1] ?? true;
  // What the problem depends on is seen.
  const hidden = ["twins", "options", "castling", "passed", "tries"];
  if (at("set").checked || hidden.some((id) => value(id))) at("more").open = true;
}

// Replaces the problem by a text that holds all of it.
export function replaceBy(text) {
  const { checked } = at("variations");
  restore([text]);
  at("variations").checked = checked;
}
