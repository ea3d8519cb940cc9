// The faults of a problem, each with the way to its place.

import { at, element } from "./events.js";
import { castlingOption, passedOption } from "./question.js";

// Shows faults; each leads to its place.
export function showFaults(faults) {
  at("fault-list").replaceChildren(...faults.map((fault) => {
    const button = element("button", { type: "button", textContent: fault.message.replace(/^--\w+ '.*?': /, "") });
    button.addEventListener("click", () => showPlace(fault));
    return element("li", {}, button);
  }));
}

const FIELDS = { cond: "condition", stip: "stipulation", option: "options", twin: "twins", tries: "tries" };

// Returns the field that a fault concerns; undefined if that is the text.
function fieldOf(message) {
  if (/name of the dialect/.test(message)) return "dialect";
  if (/^no pawn can have made the double step/.test(message) && at("passed").value.trim()) return "passed";
  const [, option, quoted] = /^--(\w+) '(.*?)': /.exec(message) ?? [];
  // The fields of rights ask by options, too.
  const asked = { [castlingOption()]: "castling", [passedOption()]: "passed" };
  return option === "option" && asked[quoted] ? asked[quoted] : FIELDS[option];
}

// Leads to a field and selects the word of the fault in it.
function showWord(field, word) {
  if (field.closest("details")) field.closest("details").open = true;
  field.focus();
  const begin = word ? (field.value ?? "").toLowerCase().indexOf(word.toLowerCase()) : -1;
  if (begin >= 0 && field.matches("input, textarea")) field.setSelectionRange(begin, begin + word.length);
}

// Selects the word of a fault in its field.
function showPlace({ message, line, column, length }) {
  const field = fieldOf(message);
  const [word] = [/ found '([^']+)'/, /^--\w+ '(.*?)': /].flatMap((pattern) => pattern.exec(message)?.[1] ?? []);
  if (field) return showWord(at(field), word);
  if (!line) return undefined;
  const lines = at("text").value.split("\n");
  const begin = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  at("text").focus();
  return at("text").setSelectionRange(begin, begin + Math.max(length, 1));
}
