// The page: a problem is set up, drawn, checked, solved and verified.

import { removeGrid } from "./board.js";
import { letOpenFiles } from "./collection.js";
import { converted, edited, formsOf } from "./editing.js";
import { showFaults } from "./faults.js";
import { at, count, element, faultsOf, readEvents, request, verdictText } from "./events.js";
import { withMovedImitators } from "./imitators.js";
import { withPlace } from "./places.js";
import { exportProblem, keepOnShelf, link, linked, showShelf } from "./keep.js";
import { letterMoves, lettered } from "./letters.js";
import { countLines } from "./lines.js";
import { letPlaceTyped } from "./typed.js";
import { chosenMan, drawPalette, layPalette, loadMen } from "./palette.js";
import { DRAWN, OUTDATED, REFUSED, describePicture, fadePicture, latest, laySquares, markSquares, revealMove, showPicture } from "./picture.js";
import { EMPTY, mirrored, newSquares, ranksOf, ranksOfFen, ranksOfOlive, ranksOfProblem, shifted, textOf, turned } from "./position.js";
import {
  FIELDS, addCondition, addWord, asked, askedOfText, conditions, leaveToText, nameDialect, replaceBy, restore, showDialect, state,
} from "./question.js";
import { languageCode, loadRules, meanings, ofLanguage } from "./rules.js";
import { addChanges, addEvent, clearTree, letPlay } from "./tree.js";
import { showVerdict } from "./verdict.js";
import { letWork } from "./workshop.js";

const show = (id, texts) => at(id).replaceChildren(...texts.map((text) => element("li", {}, text)));
const status = (text) => { at("status").textContent = text; };

let job = null;
// The men of the text `known`, and its problem as JSON or as an entry of Olive.
let ranks = null;
let known = null;
let forms = { whole: null, entry: null };
// Changes of another text wait for it to be drawn.
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

const handlers = { chosen: chosenMan, put, move: moveMan };

// Draws the problem, lets its men be moved, and shows what is doubtful.
function draw(focused = null, edited = null) {
  drawing = drawNow(focused, edited);
  return drawing;
}

async function drawNow(focused, men) {
  at("back").disabled = true;
  document.body.classList.remove("playing");
  if (at("status").textContent.startsWith("After ")) status("Ready.");
  link(state());
  showDialect();
  const text = at("text").value;
  const isAnswered = showAnswer();
  show("warnings", []);
  const outcome = await showPicture(asked(), showFaults);
  if (outcome === REFUSED) await drawMen(text, focused, men);
  if (outcome !== DRAWN) return;
  showFaults([]);
  const isLatest = latest();
  const [found, checked, explained] = await Promise.all([
    formsOf(askedOfText()), request("/api/check", asked()), request("/api/explain", asked()),
  ]);
  if (!isLatest()) return;
  if (!found.whole && !found.entry) {
    if (checked.ok) showFindings(await checked.json());
    await drawMen(text, focused, men);
    return;
  }
  know(text, ranksOfForms(found), found);
  showSentence(explained.ok ? (await explained.json()).sentences : null);
  laySquares(ranks, handlers, focused);
  if (!checked.ok) return;
  const findings = await checked.json();
  showFindings(findings);
  if (at("auto").checked && !isAnswered && isLatest() && !findings.errors.length) afterEdits(() => run("/api/solve"));
}

// Takes the men of a text, unless it was changed since.
function know(text, men, found) {
  [known, ranks, forms] = [text, men, found ?? { whole: null, entry: null }];
}

const ranksOfForms = ({ whole, entry }) => (whole ? ranksOfProblem(JSON.parse(whole).problem) : entry && ranksOfOlive(entry));

// Draws the men of a faulty problem: `men` or, if its text can be read without the question, those of the text.
async function drawMen(text, focused, men) {
  showSentence(null);
  const body = { text: men ? textOf(men) : text, stipulation: "~1" };
  const outcome = await showPicture(body, () => {});
  if (outcome === OUTDATED) return;
  const isLatest = latest();
  const found = outcome === DRAWN && !men ? await formsOf(body) : {};
  if (!isLatest()) return;
  know(text, men ?? ranksOfForms(found) ?? null);
  if (outcome === DRAWN) laySquares(ranks, handlers, focused);
  else fadePicture();
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
  if (countLines(nodes) > MAX_KEPT_LINES) return;
  answers.delete(question);
  answers.set(question, { nodes, text: at("status").textContent });
  if (answers.size > MAX_ANSWERS) answers.delete(answers.keys().next().value);
}

function showFindings({ errors, warnings }) {
  showFaults(errors);
  show("warnings", warnings.map(({ message }) => message));
  const marks = warnings.flatMap(({ message, squares }) => squares.map((square) => ({ square, kind: "doubt", title: message })));
  markSquares(ranks, marks);
}

// Gives the text the men of `next`. `squares` are the new squares of the old ones after a change of the whole board.
async function edit(next, squares) {
  const focused = document.activeElement?.dataset?.square;
  const before = state();
  const { value: text } = at("text");
  const result = await edited(text, ranks, next, forms);
  const moved = squares && !result.fault ? await withMovedImitators(text, result, squares) : null;
  // A field that was changed in the meantime has priority.
  if (result.fault || JSON.stringify(before) !== JSON.stringify(state())) {
    laySquares(ranks, handlers, focused);
    if (result.fault) status(result.fault);
    return;
  }
  remember();
  if (result.isAll) replaceBy(result.text);
  else at("text").value = result.text;
  if (moved) {
    [at("text").value, at("condition").value] = [moved.text, moved.condition];
    explain();
  }
  next.imitators = moved?.imitators ?? ranks.imitators;
  know(at("text").value, next, moved ? null : result.forms);
  laySquares(ranks, handlers, focused);
  draw(focused, next);
}

// The last change: the next one begins after it. The number of those that are not done.
let editing = Promise.resolve();
let edits = 0;

// Replaces the diagram by what `change` returns for a copy of it; null changes nothing. `isWhole` states that squares change places.
async function transform(change, isWhole = false) {
  const apply = async () => {
    // The forms of a text come with its picture, unless the edit before has them.
    if (waiting) drawEdited();
    await asking;
    const isReady = at("text").value === known && (forms.whole || forms.entry || ranksOf(known.split(/\s/)[0]));
    if (!isReady) await drawing;
    if (!ranks) return status("This board is changed in the text only.");
    const next = change(ranks.map((rank) => [...rank]));
    return next && edit(next, isWhole ? newSquares(ranks, change) : null);
  };
  edits += 1;
  editing = editing.then(apply, apply).finally(() => { edits -= 1; });
  await editing;
}

// Changes the whole board.
async function transformAll(change) {
  await transform(change, true);
  await drawing;
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

// Shows the position after some moves from the beginning of a twin, as the server plays them, with the squares of the last one marked.
async function play(moves, { fen, question, twin }) {
  await drawing;
  at("back").disabled = false;
  status(`After ${lettered(moves.map((move) => move.short).join(" "))}`);
  document.body.classList.add("playing");
  const fail = () => status("The position after these moves cannot be drawn.");
  const records = moves.map(({ side, machine }) => ({ side, machine }));
  if (await showPicture({ ...question, twin, moves: records }, fail) !== DRAWN) return;
  removeGrid(at("diagram"));
  markSquares(fen && ranksOfFen(fen), marksOf(moves.at(-1)));
  revealMove(at("solution").querySelector("[aria-current]"));
  await describePicture();
}

// The time and the positions of the last report of a search.
let report = null;

function progress(event) {
  const [nodes, plies, last, settled, all] = ["nodes", "plies", "last", "root_moves", "all_root_moves"].map((name) => count(event[name]));
  const now = performance.now();
  const rate = report ? Math.round((1000 * (nodes - report.nodes)) / (now - report.now)) : 0;
  report = { nodes, now };
  const speed = rate > 0 ? ` (${rate.toLocaleString("en")} a second)` : "";
  const moves = all ? `, first move ${Math.min(settled + 1, all)} of ${all}` : "";
  const length = last > plies ? `, length ${plies} of ${last}` : "";
  status(`Searching: ${nodes.toLocaleString("en")} positions${speed}${moves}${length}`);
}

// Whether the answer states why a part cannot be solved.
let isRefused = false;

const events = {
  solution(event) {
    isRefused ||= event.name === "unplayable";
    addEvent(event);
  },
  queued() { status("Waiting for another search…"); },
  progress,
  done(event) {
    if (event.twins && !event.verdict) return status(addChanges(event) ? "Complete." : "There is no play to compare.");
    if (!event.verdict && isRefused) return status("Not solved.");
    if (!event.verdict) return status(event.complete ? "Complete." : "Stopped; the solution may be incomplete.");
    status(`Verdict: ${verdictText(event.verdict)}.`);
    showVerdict(event);
  },
  failed({ error }) { status(error); },
};

// Does what a button asks after the edits before it: at once if there are none, so that nothing can come in between.
function afterEdits(work) {
  return edits ? editing.catch(() => {}).then(work) : work();
}

// Asks what the fields hold.
async function run(path) {
  if (waiting) drawEdited();
  job?.abort();
  const own = new AbortController();
  job = own;
  [report, isRefused] = [null, false];
  const [question, body] = [JSON.stringify(state()), asked()];
  [shownQuestion, isSolved] = [question, path === "/api/solve"];
  clearTree(body);
  at("solution").classList.remove("stale");
  showFaults([]);
  at("stop").disabled = false;
  status("Searching…");
  try {
    await withPlace(() => job === own && ask(path, own, { question, body }), () => job === own && events.queued());
  } catch (error) {
    if (job === own) status(own.signal.aborted ? "Stopped." : `No answer: ${error.message}`);
  }
  if (job === own) at("stop").disabled = true;
}

async function ask(path, own, { question, body }) {
  // What is drawn later would remove the faults of the answer.
  await drawing;
  if (job !== own) return;
  const response = await request(path, body, own.signal);
  if (response.ok) {
    await readEvents(response.body, (name, data) => job === own && events[name]?.(data));
    if (job === own && isSolved) keepAnswer(question);
  } else {
    showFaults(await faultsOf(response));
    status("Not solved.");
  }
}

// The meaning of the stipulation in three languages.
let sentences = null;

// Shows the meaning of the stipulation, or removes it.
function showSentence(inLanguages) {
  sentences = inLanguages;
  at("sentence").lang = languageCode();
  at("sentence").textContent = ofLanguage(sentences) ?? "";
}

function explain() {
  at("meaning").lang = languageCode();
  show("meaning", meanings(conditions()));
  showSentence(sentences);
}

function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  at("theme").value = theme;
  localStorage.setItem("theme", theme);
}

// Draws a problem that was edited, soon. `asking` is the last such drawing.
let waiting = 0;
let asking = Promise.resolve();

function drawSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(drawEdited, 250);
}

function drawEdited() {
  clearTimeout(waiting);
  waiting = 0;
  explain();
  draw();
  asking = drawing;
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
at("dialect").addEventListener("change", () => {
  remember();
  nameDialect();
  draw();
});
const on = (id, action) => at(id).addEventListener("click", action);
for (const [id, change] of Object.entries({ turn: turned, mirror: mirrored })) on(id, () => transformAll(change));
for (const [id, down, right] of [["up", -1, 0], ["down", 1, 0], ["left", 0, -1], ["right", 0, 1]]) {
  on(`shift-${id}`, () => transformAll((before) => shifted(before, down, right)));
}
on("clear", async () => {
  await drawing;
  if (ranks) return transform((before) => before.map((rank) => rank.map(() => "")));
  // A text that is not understood has no board.
  remember();
  at("text").value = EMPTY;
  return draw();
});
on("undo", () => afterEdits(() => step(done, undone)));
on("redo", () => afterEdits(() => step(undone, done)));
on("back", () => {
  draw();
  // The button can no longer have the focus.
  at("solution").querySelector("[aria-current]")?.focus();
});
on("diagram", () => document.body.classList.contains("playing") && draw());
on("solve", () => afterEdits(() => run("/api/solve")));
on("verify", () => afterEdits(() => run("/api/verify")));
on("table", () => afterEdits(() => run("/api/table")));
on("stop", () => {
  job?.abort();
  // A search that waits has no answer to end.
  if (!at("status").textContent.startsWith("Waiting")) return;
  [job, at("stop").disabled] = [null, true];
  status("Stopped.");
});
on("export", () => afterEdits(() => exportProblem((messages) => showFaults(messages.map((message) => ({ message }))))));
on("copy-link", () => afterEdits(async () => {
  if (!link(state())) return status("The problem is too long for an address.");
  // The token of the server is for this browser.
  const { origin, pathname, hash } = location;
  await navigator.clipboard?.writeText(origin + pathname + hash).catch(() => {});
  return status("The address of this page holds the problem.");
}));
on("keep", () => afterEdits(async () => {
  const body = asked();
  const text = await converted("json", body) ?? await converted("olv", body);
  if (!text) return status("A problem with faults cannot be kept.");
  await keepOnShelf(at("keep-name").value.trim(), text, (messages) => showFaults(messages.map((message) => ({ message }))));
  return showShelf(openText);
}));
letPlaceTyped(transform);
at("theme").addEventListener("change", () => setTheme(at("theme").value));
document.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain").trim();
  if (!text || event.target.closest?.("input, textarea, select")) return;
  event.preventDefault();
  openText(text);
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("input, textarea")) return;
  if (event.key === "z") afterEdits(() => step(done, undone));
  else if (event.key === "y") afterEdits(() => step(undone, done));
  else return;
  event.preventDefault();
});
addEventListener("hashchange", () => {
  const { values, fault } = linked();
  if (fault) status(fault);
  if (!values) {
    link(state());
    return;
  }
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
letWork(afterEdits, asked, openText);
const { values, fault } = linked();
if (values) restore(values);
if (fault) status(fault);
draw();
await Promise.all([
  loadRules((name, isWord) => {
    remember();
    (isWord ? addWord : addCondition)(name);
    explain();
    draw();
  }, explain),
  loadMen(),
  drawPalette(),
  showShelf(openText),
]);
explain();
