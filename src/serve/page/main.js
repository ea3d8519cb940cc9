// The page: a problem is set up, drawn, checked, solved and verified.

import { fits, layGrid, layMarks } from "./board.js";
import { letOpenFiles } from "./collection.js";
import { showFaults } from "./faults.js";
import { at, element, faultsOf, readEvents, request, verdictText } from "./events.js";
import { withPlace } from "./places.js";
import { exportProblem, keepOnShelf, link, linked, showShelf } from "./keep.js";
import { letterMoves, lettered } from "./letters.js";
import { isSingle, withMenOfEntry, withMenOfJson } from "./editing.js";
import { chosenMan, layPalette, loadMen } from "./palette.js";
import {
  after, cellOf, described, isSpecial, mirrored, ranksOf, ranksOfFen, ranksOfOlive, shifted, textOf, turned, withMen,
} from "./position.js";
import { FIELDS, addCondition, asked, askedOfText, conditions, leaveToText, replaceBy, restore, state } from "./question.js";
import { loadRules, meanings } from "./rules.js";
import { addChanges, addEvent, clearTree, letPlay } from "./tree.js";
import { showVerdict } from "./verdict.js";

const show = (id, texts) => at(id).replaceChildren(...texts.map((text) => element("li", {}, text)));
const status = (text) => { at("status").textContent = text; };

let job = null;
let picture = null;
// The diagram of the problem, its texts as JSON and as an entry of Olive, and the number of the last request for a picture.
let ranks = null;
let whole = null;
let entry = null;
let drawn = 0;
// Changes of the diagram wait for it to be drawn.
let drawing = Promise.resolve();
const undone = [];
const done = [];
// The last answers by the question, and the question of the answer that is shown.
const MAX_ANSWERS = 20;
const MAX_KEPT_LINES = 5000;
const answers = new Map();
let shownQuestion = null;
// Whether the answer is a solution.
let isSolved = false;

// What has become of a picture.
const [DRAWN, REFUSED, OUTDATED] = ["drawn", "refused", "outdated"];

// Shows a picture of a problem as the API draws it, and returns what has become of it. `fail` receives faults.
async function showPicture(body, fail = showFaults) {
  drawn += 1;
  const number = drawn;
  const response = await request("/api/diagram", { ...body, no_caption: true });
  if (number !== drawn) return OUTDATED;
  if (!response.ok) {
    fail(await faultsOf(response));
    return REFUSED;
  }
  const image = new Image();
  const old = picture;
  picture = URL.createObjectURL(await response.blob());
  Object.assign(image, { src: picture, draggable: false, alt: "Diagram" });
  await image.decode().catch(() => {});
  if (number !== drawn) return OUTDATED;
  at("diagram").replaceChildren(image);
  at("diagram").classList.remove("stale");
  if (old) URL.revokeObjectURL(old);
  return DRAWN;
}

// Returns whether the squares of the diagram are those of the picture.
const hasSquares = () => Boolean(ranks) && fits(at("diagram").querySelector("img"), ranks);

// Lays the squares over the picture, if they are its squares.
function laySquares(focused) {
  if (ranks) at("diagram").querySelector("img").alt = described(ranks);
  if (!hasSquares()) return;
  layGrid(at("diagram"), ranks, { chosen: chosenMan, put, move: moveMan });
  if (focused) at("diagram").querySelector(`[data-square=${focused}]`)?.focus();
}

async function converted(to, body = askedOfText()) {
  const response = await request("/api/convert", { ...body, to });
  return response.ok ? (await response.json()).text : null;
}

// Draws the problem, lets its men be moved, and shows what is doubtful.
function draw(focused = null, edited = null) {
  drawing = drawNow(focused, edited);
  return drawing;
}

async function drawNow(focused, edited) {
  at("back").disabled = true;
  document.body.classList.remove("playing");
  if (at("status").textContent.startsWith("After ")) status("Ready.");
  link(state());
  const isAnswered = showAnswer();
  show("warnings", []);
  const outcome = await showPicture(asked());
  if (outcome === REFUSED) await drawMen(focused, edited);
  if (outcome !== DRAWN) return;
  showFaults([]);
  const number = drawn;
  const [json, checked, explained] = await Promise.all([
    converted("json"), request("/api/check", asked()), request("/api/explain", asked()),
  ]);
  // An entry of Olive has the men that a placement does not hold.
  const olive = json ? null : await converted("olv");
  if (number !== drawn) return;
  if (!json && !olive) {
    if (checked.ok) showFindings(await checked.json());
    await drawMen(focused, edited);
    return;
  }
  [whole, entry] = [json, olive];
  ranks = whole ? ranksOfProblem(JSON.parse(whole).problem) : entry && ranksOfOlive(entry);
  at("sentence").textContent = explained.ok ? (await explained.json()).sentence ?? "" : "";
  laySquares(focused);
  if (!checked.ok) return;
  const findings = await checked.json();
  showFindings(findings);
  if (at("auto").checked && !isAnswered && number === drawn && !findings.errors.length) run("/api/solve");
}

// Returns the ranks of a problem as JSON; null for a board that is no rectangle, and for two boards.
const ranksOfProblem = ({ fen, start }) => (start ? null : ranksOfFen(fen));

// Draws the men of a faulty problem: `edited` or, if its text can be read without the question, those of the text.
async function drawMen(focused, edited) {
  [whole, entry] = [null, null];
  at("sentence").textContent = "";
  const body = { text: edited ? textOf(edited) : at("text").value, stipulation: "~1" };
  const ignore = () => {};
  const outcome = await showPicture(body, ignore);
  if (outcome === OUTDATED) return;
  const number = drawn;
  const json = outcome === DRAWN && !edited ? await converted("json", body) : null;
  if (number !== drawn) return;
  ranks = edited ?? (json && ranksOfProblem(JSON.parse(json).problem));
  if (outcome === DRAWN) return laySquares(focused);
  // The last picture is out of date: nothing can be moved on it.
  at("diagram").querySelector(".grid")?.remove();
  at("diagram").querySelectorAll(".mark").forEach((mark) => mark.remove());
  at("diagram").classList.add("stale");
}

// Shows the answer to the question if it is known; returns whether it is shown. Another answer is out of date.
function showAnswer() {
  const question = JSON.stringify(state());
  const kept = answers.get(question);
  if (kept && question !== shownQuestion) {
    job?.abort();
    job = null;
    at("stop").disabled = true;
    at("solution").replaceChildren(...kept.nodes);
    status(kept.text);
    [shownQuestion, isSolved] = [question, true];
    letterMoves();
  }
  at("solution").classList.toggle("stale", shownQuestion !== null && question !== shownQuestion);
  return question === shownQuestion && isSolved;
}

// Keeps the answer that is shown, so that undo brings it back.
function keepAnswer(question) {
  const nodes = [...at("solution").children];
  if (nodes.length > MAX_KEPT_LINES) return;
  answers.delete(question);
  answers.set(question, { nodes, text: at("status").textContent });
  if (answers.size > MAX_ANSWERS) answers.delete(answers.keys().next().value);
}

function showFindings({ errors, warnings }) {
  showFaults(errors);
  show("warnings", warnings.map(({ message }) => message));
  const marks = warnings.flatMap(({ message, squares }) => squares.map((square) => ({ square, kind: "doubt", title: message })));
  if (hasSquares()) layMarks(at("diagram"), ranks, marks);
}

// Replaces the placement of the problem: in its first word, in its text as JSON, or in its entry of Olive.
async function edit(next) {
  const focused = document.activeElement?.dataset?.square;
  const text = at("text").value.trim();
  const isPlain = !next.flat().some(isSpecial);
  const isFen = isPlain && ranksOf(text.split(/\s/)[0]);
  let edited = null;
  if (isFen) edited = withMen(text, next);
  else if (!await isSingle(text)) return status("A text with several problems is changed in the text only.");
  else if (isPlain && whole) edited = await withMenOfJson(text, whole, next);
  else edited = withMenOfEntry(entry ?? await converted("olv"), next);
  if (!edited) return status("These men cannot be placed on this board, or the fault must be mended first.");
  remember();
  if (isFen) at("text").value = edited;
  else replaceBy(edited);
  ranks = next;
  return draw(focused, next);
}

// The last change: the next one begins after it.
let editing = Promise.resolve();

// Replaces the diagram by what `change` returns for a copy of it, when it is drawn; null changes nothing.
function transform(change) {
  const apply = async () => {
    await drawing;
    if (!ranks) return status("This board is changed in the text only.");
    const next = change(ranks.map((rank) => [...rank]));
    return next && edit(next);
  };
  editing = editing.then(apply, apply);
  return editing;
}

// Changes the whole board.
async function transformAll(change) {
  await transform(change);
  if (at("twins").value.trim()) status("The twins were left as they are.");
}

function put(row, column, man) {
  return transform((next) => {
    next[row][column] = man;
    return next;
  });
}

function moveMan([row, column], [toRow, toColumn]) {
  return transform((next) => {
    const man = next[row][column];
    next[row][column] = "";
    next[toRow][toColumn] = man;
    return next;
  });
}

function remember() {
  done.push(state());
  undone.length = 0;
  showSteps();
}

function showSteps() {
  at("undo").disabled = !done.length;
  at("redo").disabled = !undone.length;
}

function step(from, to) {
  if (!from.length) return;
  to.push(state());
  restore(from.pop());
  showSteps();
  explain();
  draw();
}

// Replaces the problem by a text, as from the clipboard, a file or the shelf.
function openText(text) {
  remember();
  replaceBy(text);
  explain();
  draw();
  scrollTo({ top: 0 });
}

// Returns the marks of a move: where it begins and ends, what is captured, and where men are reborn.
function marksOf(move) {
  const marks = [...move.machine.matchAll(/([-+~_<]?)(\([^)]*\)|[A-Za-z=]*)?([a-h]\d)/g)];
  return marks.map(([, sign, , square], index) => {
    const plain = index === 0 ? ["from", "The move begins here"] : ["to", "The move ends here"];
    const [kind, title] = { "+": ["rebirth", "A man appears here"], "-": ["removal", "A man disappears here"] }[sign] ?? plain;
    return { square, kind, title };
  });
}

// Shows the position after some moves from `start`, with the squares of the last one coloured.
async function play(moves, start) {
  await drawing;
  if (!start) return status("Moves are not played on this board.");
  const shown = moves.reduce(after, start);
  const highlight = moves.at(-1).machine.match(/[a-h]\d/g) ?? [];
  at("back").disabled = false;
  status(`After ${lettered(moves.map((move) => move.short).join(" "))}`);
  document.body.classList.add("playing");
  if (await showPicture({ text: textOf(shown), stipulation: "~1", highlight }) !== DRAWN) return undefined;
  at("diagram").querySelector("img").alt = described(shown);
  return layMarks(at("diagram"), shown, marksOf(moves.at(-1)));
}

// The time and the positions of the last report of a search.
let report = null;

function progress({ nodes, plies, last, root_moves: settled, all_root_moves: all }) {
  const now = performance.now();
  const rate = report ? Math.round((1000 * (nodes - report.nodes)) / (now - report.now)) : 0;
  report = { nodes, now };
  const speed = rate > 0 ? ` (${rate.toLocaleString("en")} a second)` : "";
  const moves = all ? `, first move ${Math.min(settled + 1, all)} of ${all}` : "";
  const length = last > plies ? `, length ${plies} of ${last}` : "";
  status(`Searching: ${nodes.toLocaleString("en")} positions${speed}${moves}${length}`);
}

const events = {
  solution: addEvent,
  queued() { status("Waiting for another search…"); },
  progress,
  done(event) {
    if (event.twins && !event.verdict) return status(addChanges(event) ? "Complete." : "There is no play to compare.");
    if (!event.verdict) return status(event.complete ? "Complete." : "Stopped; the solution may be incomplete.");
    status(`Verdict: ${verdictText(event.verdict)}.`);
    showVerdict(event);
  },
  failed({ error }) { status(error); },
};

async function run(path) {
  if (waiting) drawEdited();
  job?.abort();
  const own = new AbortController();
  job = own;
  report = null;
  const question = JSON.stringify(state());
  [shownQuestion, isSolved] = [question, path === "/api/solve"];
  clearTree();
  at("solution").classList.remove("stale");
  showFaults([]);
  at("stop").disabled = false;
  status("Searching…");
  try {
    await withPlace(() => job === own && ask(path, own, question), () => job === own && events.queued());
  } catch (error) {
    if (job === own) status(own.signal.aborted ? "Stopped." : `No answer: ${error.message}`);
  }
  if (job === own) at("stop").disabled = true;
}

async function ask(path, own, question) {
  // What is drawn later would remove the faults of the answer.
  await drawing;
  if (job !== own) return;
  const response = await request(path, asked(), own.signal);
  if (response.ok) {
    await readEvents(response.body, (name, data) => job === own && events[name]?.(data));
    if (job === own && isSolved) keepAnswer(question);
  } else {
    showFaults(await faultsOf(response));
    status("Not solved.");
  }
}

function explain() {
  show("meaning", meanings(conditions()));
}

function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  at("theme").value = theme;
  localStorage.setItem("theme", theme);
}

// Reads men with their squares, as in `Ka1 kh8 (G)c4`.
async function placeTyped() {
  const unknown = [];
  const words = at("man").value.split(/[\s,;]+(?![^(]*\))/).filter(Boolean);
  await transform((next) => {
    for (const word of words) {
      const [, man, square] = /^(=?(?:\([^)]*\)|[KQRBNSPkqrbnsp]))([a-h][1-8])$/.exec(word) ?? [];
      const [row, column] = square ? cellOf(next, square) : [];
      if (next[row]?.[column] === undefined) unknown.push(word);
      else next[row][column] = man.replace(/^(=?)S$/, "$1N").replace(/^(=?)s$/, "$1n");
    }
    return unknown.length < words.length ? next : null;
  });
  at("man").value = unknown.join(" ");
  if (unknown.length) showFaults([{ message: `expected men with their squares, as in Ka1, found ${unknown.join(" ")}` }]);
}

// Draws a problem that was edited, soon.
let waiting = 0;

function drawSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(drawEdited, 250);
}

function drawEdited() {
  clearTimeout(waiting);
  waiting = 0;
  explain();
  draw();
}

function letEditFields() {
  for (const id of [...FIELDS, "set", "variations"]) {
    let before = null;
    at(id).addEventListener("focus", () => { before = state(); });
    at(id).addEventListener("change", () => {
      if (before) done.push(before);
      undone.length = 0;
      before = state();
      showSteps();
    });
    at(id).addEventListener("input", drawSoon);
  }
}

at("text").addEventListener("input", leaveToText);
const on = (id, action) => at(id).addEventListener("click", action);
for (const [id, change] of Object.entries({ turn: turned, mirror: mirrored })) on(id, () => transformAll(change));
for (const [id, down, right] of [["up", -1, 0], ["down", 1, 0], ["left", 0, -1], ["right", 0, 1]]) {
  on(`shift-${id}`, () => transformAll((before) => shifted(before, down, right)));
}
on("clear", () => transform((before) => before.map((rank) => rank.map(() => ""))));
on("undo", () => step(done, undone));
on("redo", () => step(undone, done));
on("back", () => draw());
on("diagram", () => document.body.classList.contains("playing") && draw());
on("solve", () => run("/api/solve"));
on("verify", () => run("/api/verify"));
on("table", () => run("/api/table"));
on("stop", () => {
  job?.abort();
  // A search that waits has no answer to end.
  if (!at("status").textContent.startsWith("Waiting")) return;
  [job, at("stop").disabled] = [null, true];
  status("Stopped.");
});
on("export", () => exportProblem((messages) => showFaults(messages.map((message) => ({ message })))));
on("copy-link", async () => {
  link(state());
  // The token of the server is for this browser.
  const { origin, pathname, hash } = location;
  await navigator.clipboard?.writeText(origin + pathname + hash).catch(() => {});
  status("The address of this page holds the problem.");
});
on("keep", async () => {
  const text = await converted("json", asked()) ?? await converted("olv", asked());
  if (!text) return status("A problem with faults cannot be kept.");
  await keepOnShelf(at("keep-name").value.trim(), text, (messages) => showFaults(messages.map((message) => ({ message }))));
  return showShelf(openText);
});
at("man").addEventListener("change", placeTyped);
at("theme").addEventListener("change", () => setTheme(at("theme").value));
document.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain").trim();
  if (!text || event.target.closest?.("input, textarea, select")) return;
  event.preventDefault();
  openText(text);
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("input, textarea")) return;
  if (event.key === "z") step(done, undone);
  else if (event.key === "y") step(undone, done);
  else return;
  event.preventDefault();
});
addEventListener("hashchange", () => {
  const values = linked();
  if (!values) return;
  remember();
  restore(values);
  explain();
  draw();
});

at("auto").addEventListener("change", () => {
  localStorage.setItem("auto", at("auto").checked ? "1" : "");
  draw();
});

setTheme(localStorage.getItem("theme") ?? "auto");
at("auto").checked = Boolean(localStorage.getItem("auto"));
layPalette();
letEditFields();
letPlay(play);
letOpenFiles(openText);
const values = linked();
if (values) restore(values);
draw();
await Promise.all([
  loadRules((name) => {
    remember();
    addCondition(name);
    explain();
    draw();
  }),
  loadMen(),
  showShelf(openText),
]);
explain();
