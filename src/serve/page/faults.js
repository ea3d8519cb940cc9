// The faults of a problem, each with the way to its place.

import { at, element } from "./events.js";

// Shows faults; each leads to its place.
export function showFaults(faults) {
  at("fault-list").replaceChildren(...faults.map((fault) => {
    const button = element("button", { type: "button", textContent: fault.message.replace(/^--\w+ '.*?': /, "") });
    button.addEventListener("click", () => showPlace(fault));
    return element("li", {}, button);
  }));
}

// Selects the word of a fault in its field.
function showPlace({ message, line, column, length }) {
  const [, option] = /^--(\w+)/.exec(message) ?? [];
  const fields = { cond: "condition", stip: "stipulation", option: "options", twin: "twins", tries: "tries" };
  const field = /name of the dialect/.test(message) ? "dialect" : fields[option];
  if (field) {
    if (at(field).closest("details")) at(field).closest("details").open = true;
    return at(field).focus();
  }
  if (!line) return undefined;
  const lines = at("text").value.split("\n");
  const begin = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  at("text").focus();
  return at("text").setSelectionRange(begin, begin + Math.max(length, 1));
}
