// The rules: a search in three languages, with the meaning and a played example of each.

import { at, element, request } from "./events.js";

// The number of rules that are shown at once.
const SHOWN = 12;

let rules = [];

// Loads the rules; `add` receives the name of one that is chosen.
export async function loadRules(add) {
  rules = (await (await fetch("/api/rules")).json()).filter(({ kind }) => kind === "rule");
  const names = new Set(rules.flatMap((rule) => rule.names));
  at("rules").replaceChildren(...[...names].map((name) => element("option", { value: name })));
  at("rule-search").addEventListener("input", () => search(add));
  at("rule-language").addEventListener("change", () => search(add));
  at("rule-panel").addEventListener("toggle", () => at("rule-panel").open && search(add));
}

// Returns the meanings of conditions, as far as the first word of each is the name of a rule.
export function meanings(conditions) {
  const known = (name) => rules.find(({ names }) => names.some((other) => other.toLowerCase() === name.toLowerCase()));
  return conditions.map((text) => [text, known(text) ?? known(text.split(/\s/)[0])])
    .filter(([, rule]) => rule)
    .map(([text, rule]) => {
      const rest = rule.names.some((name) => name.toLowerCase() === text.toLowerCase()) ? "" : text.split(/\s+/).slice(1).join(" ");
      const meaning = rest ? `${rule.names[0]}: ${rule.meaning} (as changed by ${rest})` : rule.meaning;
      return conditions.length > 1 && !rest ? `${text}: ${meaning}` : meaning;
    });
}

// Returns how well a rule fits the words of a search: 0 if it does not.
function fit({ names, label, meaning }, words) {
  const all = [...names, label ?? ""].join(" ").toLowerCase();
  if (!words.every((word) => all.includes(word) || meaning.toLowerCase().includes(word))) return 0;
  if (names.some((name) => name.toLowerCase() === words.join(" "))) return 3;
  return words.every((word) => all.includes(word)) ? 2 : 1;
}

function search(add) {
  const words = at("rule-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const language = Number(at("rule-language").value);
  const fits = rules.map((rule) => [fit(rule, words), rule]).filter(([quality]) => quality > 0);
  fits.sort(([one], [other]) => other - one);
  at("rule-count").textContent = `${fits.length} of ${rules.length} rules`;
  at("rule-list").replaceChildren(...fits.slice(0, SHOWN).map(([, rule]) => entry(rule, language, add)));
}

function entry(rule, language, add) {
  const name = rule.names[language];
  const button = element("button", { type: "button", textContent: "Add" });
  button.setAttribute("aria-label", `Add ${name}`);
  button.addEventListener("click", () => add(name));
  const others = [...new Set(rule.names)].filter((other) => other !== name);
  const heading = element("p", {}, element("b", { textContent: name }), ` ${others.join(", ")} `, button);
  const item = element("li", {}, heading, element("p", { textContent: rule.meaning }));
  if (rule.example) item.append(example(rule.example));
  return item;
}

// Returns an example that is drawn when it is unfolded.
function example({ before, after, moves, forbidden }) {
  const played = moves.length ? moves.join(", ") : `not possible: ${forbidden.join(", ")}`;
  const boards = element("div", { className: "boards" });
  const details = element("details", {}, element("summary", { textContent: `Example: ${played}` }), boards);
  details.addEventListener("toggle", async () => {
    if (!details.open || boards.childElementCount) return;
    for (const [name, placement] of [["before", before], ["after", after]]) {
      if (placement) boards.append(await picture(placement, `Diagram ${name} the capture`));
    }
  });
  return details;
}

async function picture(placement, alt) {
  const response = await request("/api/diagram", { text: `${placement} w - -`, stipulation: "~1", no_caption: true });
  if (!response.ok) return element("code", { textContent: placement });
  const image = element("img", { alt, src: URL.createObjectURL(await response.blob()) });
  image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  return image;
}
