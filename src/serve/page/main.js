// The page: a problem is entered as text, drawn, solved and verified.

import { layGrid } from "./board.js";
import { after, cellOf, placementOf, ranksOf } from "./position.js";

const at = (id) => document.getElementById(id);
const show = (id, texts) => at(id).replaceChildren(...texts.map((text) => {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}));
const status = (text) => { at("status").textContent = text; };

let rules = [];
let job = null;
let picture = null;
// The diagram of the problem, its text as JSON, and the number of the last request for a picture.
let ranks = null;
let whole = null;
let drawn = 0;
let chosen = null;
const undone = [];
const done = [];

// Returns what is asked, as the API reads it.
function asked(more = {}) {
  const [stipulation, condition] = ["stipulation", "condition"].map((id) => at(id).value.trim());
  return {
    text: at("text").value,
    ...(stipulation && { stipulation }),
    conditions: condition ? [condition] : [],
    ...more,
  };
}

function request(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function showErrors(response) {
  const { error, errors = [] } = await response.json();
  show("faults", error ? [error] : errors.map((fault) => fault.message));
}

// Shows a picture of a problem as the API draws it; returns whether it was drawn.
async function showPicture(body) {
  drawn += 1;
  const number = drawn;
  const response = await request("/api/diagram", { ...body, no_caption: true });
  if (number !== drawn) return false;
  if (!response.ok) {
    await showErrors(response);
    return false;
  }
  const image = new Image();
  const old = picture;
  picture = URL.createObjectURL(await response.blob());
  image.src = picture;
  image.draggable = false;
  image.alt = "Diagram";
  await image.decode().catch(() => {});
  if (number !== drawn) return false;
  at("diagram").replaceChildren(image);
  if (old) URL.revokeObjectURL(old);
  return true;
}

// Draws the problem, and lets its men be moved.
async function draw(focused = null) {
  at("back").disabled = true;
  if (!await showPicture(asked())) return;
  show("faults", []);
  const response = await request("/api/convert", asked({ to: "json" }));
  if (!response.ok) return;
  whole = (await response.json()).text;
  ranks = whole && ranksOf(JSON.parse(whole).problem.fen.split(" ")[0]);
  if (!ranks) return;
  layGrid(at("diagram"), ranks, { chosen: () => chosen, put, move: moveMan });
  if (focused) at("diagram").querySelector(`[data-square=${focused}]`)?.focus();
}

// Replaces the placement of the problem: in its first word, or in its text as JSON.
function edit(next) {
  const placement = placementOf(next);
  const focused = document.activeElement?.dataset?.square;
  remember();
  const [first] = at("text").value.trim().split(/\s/);
  if (ranksOf(first)) at("text").value = at("text").value.trim().replace(first, () => placement);
  else {
    const { version, problem } = JSON.parse(whole);
    delete problem.men;
    problem.fen = [placement, ...problem.fen.split(" ").slice(1)].join(" ");
    at("text").value = JSON.stringify({ version, problem });
    at("stipulation").value = "";
    at("condition").value = "";
  }
  ranks = next;
  draw(focused);
}

function put(row, column, man) {
  const next = ranks.map((rank) => [...rank]);
  next[row][column] = man;
  edit(next);
}

function moveMan([row, column], [toRow, toColumn]) {
  const next = ranks.map((rank) => [...rank]);
  const man = next[row][column];
  next[row][column] = "";
  next[toRow][toColumn] = man;
  edit(next);
}

const fields = ["text", "stipulation", "condition"];
const state = () => fields.map((id) => at(id).value);

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
  from.pop().forEach((value, index) => { at(fields[index]).value = value; });
  showSteps();
  explain();
  draw();
}

// Shows the position after some moves, with the squares of the last one coloured.
function play(moves, button) {
  if (!ranks) return;
  const shownRanks = moves.reduce(after, ranks);
  const text = `${placementOf(shownRanks)} w - -`;
  const highlight = moves.at(-1).machine.match(/[a-h]\d/g) ?? [];
  at("solution").querySelector("[aria-current]")?.removeAttribute("aria-current");
  button.setAttribute("aria-current", "true");
  at("back").disabled = false;
  status(`After ${moves.map((move) => move.short).join(" ")}`);
  return showPicture({ text, stipulation: "~1", highlight });
}

async function save(to, name) {
  const response = await request("/api/diagram", asked({ to }));
  if (!response.ok) return showErrors(response);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const mark = { key: "!", try: "?", refutation: "!" };
const played = (move) => move.short + (move.goal ?? (move.check ? "+" : ""));

function addLine(parts, kind, depth) {
  const item = document.createElement("li");
  item.className = `${kind} d${Math.min(depth, 4)}`;
  item.append(...[parts].flat());
  at("solution").append(item);
}

// Returns a button that shows the position after some moves.
function moveButton(text, moves) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", () => play(moves, button));
  return button;
}

// Returns the buttons of a line of help or series play, with its numbers.
function numbered({ moves, counting }) {
  const isSeries = counting.startsWith("series");
  const skipped = counting === "pairs-from-second" ? 1 : counting === "pairs-from-third" ? 2 : 0;
  return moves.map((move, index) => {
    const ply = index + skipped;
    const pair = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? `${(ply + 1) / 2}...` : "";
    const number = isSeries ? `${index + 1}.` : pair;
    return moveButton(number + played(move), moves.slice(0, index + 1));
  });
}

// The moves that lead to the node that was received last.
const path = [];

const shown = {
  solution(event) {
    if (event.event === "twin" && event.label) addLine(`${event.label}) ${event.changes.join(", ")}`, "twin", 0);
    if (event.event === "phase" && event.phase === "set") addLine("Set play", "phase", 0);
    if (event.event === "line") addLine(numbered(event), "line", 0);
    if (event.event === "remark") addLine(event.message, "remark", 0);
    if (event.event === "node") {
      const dots = event.role === "defence" || event.role === "refutation" ? "..." : ".";
      const threat = event.role === "threat" ? "threat: " : "";
      const zugzwang = event.pending === "zugzwang" ? " zz" : "";
      const text = `${threat}${event.number}${dots}${played(event.move)}${mark[event.role] ?? ""}${zugzwang}`;
      path.length = event.depth;
      path.push(event.move);
      addLine(moveButton(text, [...path]), event.role, event.depth);
    }
  },
  queued() { status("Waiting for another search…"); },
  progress({ nodes, plies, last, root_moves: done, all_root_moves: all }) {
    const moves = all ? `, first move ${Math.min(done + 1, all)} of ${all}` : "";
    const length = last > plies ? `, length ${plies} of ${last}` : "";
    status(`Searching: ${nodes.toLocaleString("en")} positions${moves}${length}`);
  },
  done(event) {
    if (!event.verdict) return status(event.complete ? "Complete." : "Stopped; the solution may be incomplete.");
    status(`Verdict: ${event.verdict.verdict}${event.verdict.as_declared ? "" : ", not as declared"}.`);
    const phases = event.verdict.twins.flatMap((twin) => twin.sides).flatMap((side) => side.phases);
    for (const finding of phases.flatMap((phase) => phase.findings)) addLine(finding.message, "finding", 0);
  },
  failed({ error }) { status(error); },
};

// Reads a stream of events to its end.
async function readEvents(body, handle) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const [name, data] = event.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
      handle(name, JSON.parse(data));
    }
  }
}

async function run(path) {
  job?.abort();
  const own = new AbortController();
  job = own;
  at("solution").replaceChildren();
  show("faults", []);
  at("stop").disabled = false;
  status("Searching…");
  try {
    const response = await request(path, asked(), own.signal);
    if (response.ok) await readEvents(response.body, (name, data) => job === own && shown[name]?.(data));
    else {
      await showErrors(response);
      status("Not solved.");
    }
  } catch (error) {
    if (job === own) status(own.signal.aborted ? "Stopped." : `No answer: ${error.message}`);
  }
  if (job === own) at("stop").disabled = true;
}

function explain() {
  const name = at("condition").value.trim().toLowerCase();
  const rule = rules.find(({ names }) => names.some((other) => other.toLowerCase() === name));
  at("meaning").textContent = rule?.meaning ?? "";
}

let waiting = 0;
for (const id of fields) {
  let before = null;
  at(id).addEventListener("focus", () => { before = state(); });
  at(id).addEventListener("change", () => {
    if (before) done.push(before);
    undone.length = 0;
    before = state();
    showSteps();
  });
  at(id).addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { explain(); draw(); }, 250);
  });
}
at("man").addEventListener("change", () => {
  const next = ranks?.map((rank) => [...rank]);
  const men = at("man").value.matchAll(/(=?(?:\([^)]*\)|[KQRBNSPkqrbnsp]))([a-h])([1-8])/g);
  let isChanged = false;
  for (const [, man, file, rank] of men) {
    const [row, column] = next ? cellOf(next, file + rank) : [];
    if (next?.[row]?.[column] === undefined) continue;
    next[row][column] = man.replace(/^(=?)S$/, "$1N").replace(/^(=?)s$/, "$1n");
    isChanged = true;
  }
  at("man").value = "";
  if (isChanged) edit(next);
});
at("palette").append(...["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p", ""].map((man) => {
  const button = document.createElement("button");
  const names = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const colour = man === man.toUpperCase() ? "white" : "black";
  button.type = "button";
  button.textContent = man ? "♔♕♖♗♘♙♚♛♜♝♞♟"["KQRBNPkqrbnp".indexOf(man)] : "✕";
  button.setAttribute("aria-label", man ? `${colour} ${names[man.toLowerCase()]}` : "remove");
  button.setAttribute("aria-pressed", "false");
  button.draggable = true;
  button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", man));
  button.addEventListener("click", () => {
    chosen = chosen === man ? null : man;
    for (const other of at("palette").children) other.setAttribute("aria-pressed", String(other === button && chosen !== null));
  });
  return button;
}));
at("undo").addEventListener("click", () => step(done, undone));
at("redo").addEventListener("click", () => step(undone, done));
at("back").addEventListener("click", () => draw());
at("solution").addEventListener("keydown", (event) => {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const buttons = [...at("solution").querySelectorAll("button")];
  const next = buttons[buttons.indexOf(document.activeElement) + steps[event.key]];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
});
at("solve").addEventListener("click", () => run("/api/solve"));
at("verify").addEventListener("click", () => run("/api/verify"));
at("stop").addEventListener("click", () => job?.abort());
at("svg").addEventListener("click", () => save("svg", "problem.svg"));
at("tex").addEventListener("click", () => save("tex", "problem.tex"));

draw();
rules = await (await fetch("/api/rules")).json();
at("rules").replaceChildren(...rules.filter(({ kind }) => kind === "rule").flatMap(({ names }) => [...new Set(names)]).map((name) => {
  const option = document.createElement("option");
  option.value = name;
  return option;
}));
explain();
