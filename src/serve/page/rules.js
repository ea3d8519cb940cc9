// The rules and the words that may follow their names: a search in three languages, with the meaning and a played example of each.

import { at, element, request } from "./events.js";

// The number of rules that are shown at once.
const SHOWN = 12;

// What follows the meaning of a rule that words change, in English, German and French.
const CHANGED = [["(as changed by ", ")"], ["(geändert durch ", ")"], ["(modifié par ", ")"]];

let rules = [];
let words = [];

const language = () => Number(at("rule-language").value);

// Returns the code of the chosen language.
export const languageCode = () => ["en", "de", "fr"][language()];

// Returns the one of a list of three texts that is in the chosen language.
export const ofLanguage = (texts) => texts?.[language()];

// Loads the rules; `add` receives the name of one that is chosen, or of a word, and `changed` is called after a change of the language.
export async function loadRules(add, changed) {
  const all = await (await fetch("/api/rules")).json();
  rules = all.filter(({ kind }) => kind === "rule");
  words = all.filter(({ kind }) => kind === "word");
  const names = new Set(rules.flatMap((rule) => rule.names));
  at("rules").replaceChildren(...[...names].map((name) => element("option", { value: name })));
  at("rule-language").value = localStorage.getItem("language") ?? "0";
  at("rule-search").addEventListener("input", () => search(add));
  at("rule-language").addEventListener("change", () => {
    localStorage.setItem("language", at("rule-language").value);
    search(add);
    changed();
  });
  at("rule-panel").addEventListener("toggle", () => at("rule-panel").open && search(add));
}

// Returns the meanings of conditions in the chosen language, as far as the first word of each is the name of a rule.
export function meanings(conditions) {
  const known = (name) => rules.find(({ names }) => names.some((other) => other.toLowerCase() === name.toLowerCase()));
  return conditions.map((text) => [text, known(text) ?? known(text.split(/\s/)[0])])
    .filter(([, rule]) => rule)
    .map(([text, rule]) => {
      const rest = rule.names.some((name) => name.toLowerCase() === text.toLowerCase()) ? "" : text.split(/\s+/).slice(1).join(" ");
      const [before, after] = CHANGED[language()];
      const sentence = rule.meanings[language()];
      const meaning = rest ? `${rule.names[language()]}: ${sentence} ${before}${rest}${after}` : sentence;
      return conditions.length > 1 && !rest ? `${text}: ${meaning}` : meaning;
    });
}

// Returns how well a rule fits the words of a search: 0 if it does not.
function fit({ names, label, meanings, words: own }, sought) {
  const all = [...names, label ?? ""].join(" ").toLowerCase();
  const sentences = [meanings, ...own.map((word) => [...word.names, ...word.meanings])].flat().join(" ").toLowerCase();
  if (!sought.every((word) => all.includes(word) || sentences.includes(word))) return 0;
  if (names.some((name) => name.toLowerCase() === sought.join(" "))) return 3;
  return sought.every((word) => all.includes(word)) ? 2 : 1;
}

function search(add) {
  const sought = at("rule-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...rules, ...words];
  const fits = all.map((rule) => [fit(rule, sought), rule]).filter(([quality]) => quality > 0);
  fits.sort(([one], [other]) => other - one);
  at("rule-count").textContent = `${fits.length} of ${all.length} rules and words`;
  at("rule-list").replaceChildren(...fits.slice(0, SHOWN).map(([, rule]) => entry(rule, add)));
}

const sentence = (tag, ...children) => element(tag, { lang: languageCode() }, ...children);

function entry(rule, add) {
  const name = rule.names[language()];
  const isWord = rule.kind === "word";
  const button = element("button", { type: "button", textContent: isWord ? "Append" : "Add" });
  button.setAttribute("aria-label", isWord ? `Append ${name} to the last condition` : `Add ${name}`);
  button.addEventListener("click", () => add(name, isWord));
  const others = [...new Set(rule.names)].filter((other) => other !== name);
  const heading = element("p", {}, element("b", { textContent: name }), ` ${others.join(", ")} `, button);
  const item = element("li", {}, heading, sentence("p", rule.meanings[language()]));
  if (rule.words.length) item.append(wordList(rule.words));
  if (rule.example) item.append(example(rule.example));
  return item;
}

// Returns the words of a rule with their meanings.
function wordList(own) {
  return element("ul", { className: "note" }, ...own.map(({ names, meanings: texts }) => (
    sentence("li", element("b", { textContent: names[language()] }), ` ${texts[language()]}`))));
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
