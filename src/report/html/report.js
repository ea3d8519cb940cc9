// The page of a collection: filters, and problems that open.

import { playerOf, squaresOf } from "./board.js";
import { treeOf, unchoose } from "./tree.js";

const FILTERS = ["verdict", "stipulation", "rule", "author"];
const form = document.getElementById("filters");
const main = document.getElementById("problems");
const articles = [...main.children];
const texts = new Map();
const opened = new Set();
// What shows the diagram of a problem again.
const resets = new Map();

// Returns the text of a problem without its solution, in small letters.
function textOfProblem(article) {
  if (!texts.has(article)) texts.set(article, article.querySelector(".about").textContent.toLowerCase().replace(/\s+/g, " "));
  return texts.get(article);
}

function admits(article, wanted) {
  const has = (name) => !wanted[name] || article.dataset[name].split("|").includes(wanted[name]);
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  return FILTERS.every(has) && (!words.length || words.every((word) => textOfProblem(article).includes(word)));
}

// Returns the filters and the order that are chosen.
const chosen = () => Object.fromEntries([...FILTERS, "sort", "text"].map((name) => [name, form.elements[name].value.trim()]));

function applyFilters() {
  const wanted = chosen();
  let count = 0;
  for (const article of articles) {
    article.hidden = !admits(article, wanted);
    if (!article.hidden) count += 1;
  }
  const { length } = articles;
  document.getElementById("count").textContent = count === length ? `${length} shown` : `${count} of ${length} shown`;
  document.getElementById("nothing").hidden = count > 0;
}

let shownOrder = "";

function applyOrder() {
  const order = form.elements.sort.value;
  if (order === shownOrder) return;
  shownOrder = order;
  const cost = (article) => Number(article.dataset.cost || -1);
  const sorted = order === "cost" ? [...articles].sort((one, other) => cost(other) - cost(one)) : articles;
  main.append(...sorted);
}

// Keeps what is shown in the address.
function keepState() {
  const entries = Object.entries(chosen()).filter(([, value]) => value);
  if (opened.size) entries.push(["open", [...opened].map((article) => article.id.slice(1)).join(",")]);
  const fragment = new URLSearchParams(entries).toString();
  const address = fragment ? `#${fragment}` : location.href.split("#")[0];
  try {
    history.replaceState(null, "", address);
  } catch {
    // A page that is no file and has no address keeps no state.
  }
}

function restoreState() {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const name of [...FILTERS, "sort", "text"]) form.elements[name].value = state.get(name) ?? "";
  for (const name of [...FILTERS, "sort"]) if (form.elements[name].selectedIndex < 0) form.elements[name].value = "";
  const numbers = new Set((state.get("open") ?? "").split(","));
  for (const article of articles) if (numbers.has(article.id.slice(1)) !== opened.has(article)) toggle(article);
  applyOrder();
  applyFilters();
}

// Draws the board of a problem, once.
function drawBoard(article) {
  const place = article.querySelector(".diagram");
  const kept = place?.querySelector("noscript");
  if (kept) place.innerHTML = kept.textContent;
}

// Draws the boards that are in view or near it.
function drawInView() {
  const seen = (entries, observer) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
    drawBoard(target);
    observer.unobserve(target);
  });
  const observer = new IntersectionObserver(seen, { rootMargin: "1000px 0px" });
  articles.forEach((article) => observer.observe(article));
}

// Builds the tree of a problem, once.
function build(article) {
  drawBoard(article);
  const solution = article.querySelector(".solution");
  if (solution.querySelector(".moves")) return;
  const data = JSON.parse(solution.querySelector("script").textContent);
  const svg = article.querySelector("svg.board");
  const players = data.twins.map(({ first }) => (svg && first !== null ? playerOf(svg, data.board, first) : null));
  const status = document.createElement("p");
  status.className = "status";
  status.setAttribute("role", "status");
  const back = document.createElement("button");
  Object.assign(back, { type: "button", className: "back", textContent: "Diagram", disabled: true });
  const tree = treeOf(data, (moves, twin) => {
    const last = moves.at(-1);
    const text = last.text.replace(/ zugzwang$/, "");
    const isPlayed = players[twin] && moves.every(({ changes }) => changes !== null);
    players[twin]?.(isPlayed ? moves : []);
    back.disabled = !isPlayed;
    status.textContent = isPlayed ? `After ${text} (${last.side}: ${squaresOf(last)})` : `${text} cannot be played on the board`;
  });
  const reset = () => {
    players.find(Boolean)?.([]);
    unchoose(tree);
    [back.disabled, status.textContent] = [true, ""];
  };
  back.addEventListener("click", reset);
  resets.set(article, reset);
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.append(back, status);
  solution.prepend(...(players.some(Boolean) ? [bar] : []), tree);
}

function toggle(article) {
  const button = article.querySelector(".open");
  if (!button) return;
  const isOpen = !opened.has(article);
  if (isOpen) {
    build(article);
    opened.add(article);
  } else {
    opened.delete(article);
    resets.get(article)();
  }
  article.classList.toggle("opened", isOpen);
  button.setAttribute("aria-expanded", String(isOpen));
}

function addButton(article) {
  const solution = article.querySelector(".solution");
  if (!solution) return;
  const button = document.createElement("button");
  const name = article.querySelector("h2").textContent;
  Object.assign(button, { type: "button", className: "open", textContent: "Solution" });
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", `Solution of ${name}`);
  button.addEventListener("click", () => {
    toggle(article);
    keepState();
  });
  article.querySelector(".about").append(button);
}

document.documentElement.classList.add("scripted");
articles.forEach(addButton);
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  applyOrder();
  applyFilters();
  keepState();
});
form.addEventListener("reset", () => setTimeout(() => {
  applyOrder();
  applyFilters();
  keepState();
}));
addEventListener("hashchange", restoreState);
// Boards are printed as diagrams, not after moves that were played.
addEventListener("beforeprint", () => {
  resets.forEach((reset) => reset());
  articles.filter((article) => !article.hidden).forEach(drawBoard);
});
restoreState();
drawInView();
