// The field for men that are typed with their squares.

import { at, element } from "./events.js";
import { loadList, menOfText } from "./men.js";

// Shows the words that are no men; each fault leads to its word.
function showWords(faults) {
  at("man").setAttribute("aria-invalid", String(faults.length > 0));
  at("man-faults").replaceChildren(...faults.map(({ fault, index, word }) => {
    const button = element("button", { type: "button", textContent: fault });
    button.addEventListener("click", () => select(index, word));
    return element("li", {}, button);
  }));
}

function select(index, word) {
  at("man").focus();
  at("man").setSelectionRange(index, index + word.length);
}

// Places the men of the field by `transform`, which changes the ranks of the board. Words that are no men stay in the field.
async function place(transform) {
  const field = at("man");
  const text = field.value;
  // What is typed from now on belongs to the next men.
  field.value = "";
  await loadList();
  let words = null;
  await transform((next) => {
    words = menOfText(text, next);
    const known = words.filter(({ fault }) => !fault);
    for (const { row, column, man } of known) next[row][column] = man;
    return known.length ? next : null;
  });
  const faulty = words?.filter(({ fault }) => fault).map(({ word }) => word).join(" ") ?? text;
  if (!faulty) return;
  const later = field.value;
  field.value = [faulty, later].filter(Boolean).join(" ");
  let from = 0;
  const faults = (words ?? []).filter(({ fault }) => fault).map(({ word, fault }) => {
    const index = field.value.indexOf(word, from);
    from = index + word.length;
    return { word, fault, index };
  });
  showWords(faults);
  if (!later && document.activeElement === field && faults.length) select(faults[0].index, faults[0].word);
}

// Lets men be typed.
export function letPlaceTyped(transform) {
  at("man").addEventListener("change", () => at("man").value.trim() && place(transform));
  at("man").addEventListener("input", () => showWords([]));
}
