// The solution: lines and a tree that folds, each move a button.

import { changeItems } from "./changes.js";
import { at, count, element, played, twinTitle } from "./events.js";
import { fold, isFolded, target } from "./fold.js";
import { letChooseLetters, lettered, letteredWords } from "./letters.js";
import { addRecord, fillAll, fillAround } from "./lines.js";

const MARKS = { key: "!", try: "?", refutation: "!" };
const PHASES = { set: "Set play", actual: "Actual play" };
const ENDS = { set: "No set play.", actual: "No solution." };
// The moves of each button with the first position, the items that lead to the last node, and their moves.
const playOf = new WeakMap();
let items = [];
let path = [];
// What was asked, and the number of the twin.
let question = null;
let twinNumber = -1;
// The FEN of the twin, the phase, and whether something was found or stated in it.
let fen = null;
let phase = null;
let isEmpty = false;
// The sides of the play: the event of the current one, and whether there are two.
let isDuplex = false;

// Removes the solution, before that of another question.
export function clearTree(asked) {
  at("solution").replaceChildren();
  [question, twinNumber] = [asked, -1];
  [items, path, fen, phase, isEmpty, isDuplex] = [[], [], null, null, false, false];
}

// Prepares for the options of a problem.
function beginProblem({ problem }) {
  isDuplex = Boolean(problem.options?.duplex || problem.options?.half_duplex);
  twinNumber = -1;
}

// Adds a line of text.
export function addText(text, kind) {
  const item = element("li", { className: kind, textContent: letteredWords(text) });
  item.dataset.words = text;
  at("solution").append(item);
  items = [];
}

// Returns the button of a move; `begin` is where its play begins.
function moveButton(text, moves, begin = { fen, question, twin: twinNumber }) {
  const button = element("button", { type: "button", className: "move", textContent: lettered(text) });
  button.dataset.text = text;
  playOf.set(button, { moves, start: begin });
  return button;
}

// Returns what precedes each move of a line: its number with dots, or nothing.
export function numbers({ moves, counting, introductory = 0 }) {
  const [first, begin] = [moves[0]?.side, counting === "introduced" ? count(introductory) : 0];
  let number = counting.startsWith("pairs-from") ? 2 : 1;
  return moves.map(({ side }, index) => {
    if (index === begin && begin > 0) number = 1;
    const isNumbered = {
      "pairs": index % 2 === 0,
      "pairs-from-second": index % 2 === 1,
      "pairs-from-third": index % 2 === 0,
      "series": side === first,
      "series-end": false,
      "introduced": side === (index < begin ? first : moves[begin]?.side),
    }[counting];
    const omitted = index === 0 && counting === "pairs-from-third" ? "1... " : "";
    const isLate = index === 0 && (counting === "pairs-from-second" || counting === "series-end");
    const text = isLate ? "1..." : isNumbered ? `${omitted}${number}.` : "";
    if (isNumbered) number += 1;
    return text;
  });
}

// Adds a line of help or series play, with its numbers.
function addLine(line) {
  addRecord(at("solution"), { line, begin: { fen, question, twin: twinNumber } }, lineItem);
}

function lineItem({ line, begin }) {
  const { moves } = line;
  const before = numbers(line);
  const buttons = moves.map((move, index) => moveButton(before[index] + played(move), moves.slice(0, index + 1), begin));
  const end = line.short ? " (short)" : line.forced ? " (forced)" : "";
  return element("li", { className: "line" }, ...buttons.flatMap((button, index) => (index ? [" ", button] : [button])), end);
}

// Adds a node of battle play: it belongs to the last node that is less deep.
function addNode({ depth, role, number, move, pending }) {
  const dots = role === "defence" || role === "refutation" ? "..." : ".";
  const text = `${role === "threat" ? "threat: " : ""}${count(number)}${dots}${played(move)}${MARKS[role] ?? ""}`;
  path.length = count(depth);
  path.push(move);
  const item = element("li", { className: role }, moveButton(text + (pending === "zugzwang" ? " zugzwang" : ""), [...path]));
  const list = items[depth - 1] ? childList(items[depth - 1]) : at("solution");
  list.append(item);
  if (role === "continuation") markDuals(item);
  items.length = depth;
  items.push(item);
}

// Returns the list of the moves that follow an item, with a button that folds it.
function childList(item) {
  const known = item.querySelector(":scope > ol");
  if (known) return known;
  const toggle = element("button", { type: "button", className: "fold", tabIndex: -1 });
  const list = element("ol");
  item.classList.add("inner");
  toggle.setAttribute("aria-expanded", "true");
  toggle.setAttribute("aria-label", "Fold what follows");
  item.prepend(toggle);
  item.append(list);
  return list;
}

// Several continuations after one defence are duals: the first one is marked with the second one.
function markDuals(item) {
  let other = item.previousElementSibling;
  while (other && !other.classList.contains("continuation")) other = other.previousElementSibling;
  for (const dual of other ? [other, item] : []) {
    if (dual.classList.contains("dual")) continue;
    dual.classList.add("dual");
    dual.title = "Dual: another continuation is possible, too";
  }
}

function addTwin(twin) {
  const { label, zeroposition, asked, error } = twin;
  twinNumber += 1;
  fen = asked?.fen ?? null;
  if (label) addText(twinTitle(twin), "twin");
  if (zeroposition) addText("Zeroposition: this position is not solved.", "remark");
  if (error) addText(error, "remark");
}

function addPhase(event) {
  [phase, isEmpty] = [event.phase, true];
  if (phase !== "actual") addText(PHASES[phase] ?? phase, "phase");
  else if (at("solution").lastElementChild && !at("solution").lastElementChild.matches(".twin, .side")) {
    addText(PHASES.actual, "phase");
  }
}

// Shows what a phase without play means.
function endPhase() {
  if (isEmpty) addText(ENDS[phase] ?? "", "remark");
  isEmpty = false;
}

const HANDLERS = {
  problem: beginProblem,
  twin: addTwin,
  side: ({ begins }) => isDuplex && addText(begins === "white" ? "White begins" : "Black begins", "side"),
  phase: addPhase,
  "after-key": ({ pending }) => pending && addText(pending === "zugzwang" ? "Zugzwang" : "Threat", "phase"),
  line: addLine,
  remark: ({ message }) => addText(message, "remark"),
  node: addNode,
  end: ({ of }) => of === "phase" && endPhase(),
};

// Shows an event of a solution.
export function addEvent(event) {
  if (["node", "line", "remark"].includes(event.event)) isEmpty = false;
  HANDLERS[event.event]?.(event);
}

// Adds the tables of changed play of a record; returns whether there are any.
export function addChanges(record) {
  const added = changeItems(record, (text, moves, { asked, number }) => {
    fen = asked?.fen ?? null;
    twinNumber = number;
    return moveButton(text, moves);
  });
  at("solution").append(...added);
  return added.length > 0;
}

// Lets moves be chosen; `play` receives the moves up to that of a button, and where they begin: the FEN, and the twin of a question.
export function letPlay(play) {
  letChooseLetters();
  at("solution").addEventListener("click", ({ target: clicked }) => {
    const button = clicked.closest("button");
    if (!button) return;
    if (button.classList.contains("fold")) {
      const item = button.closest("li");
      fold(item, !isFolded(item));
      return;
    }
    at("solution").querySelector("[aria-current]")?.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    const { start: begin, moves } = playOf.get(button);
    play(moves, begin);
  });
  at("solution").addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || !event.target.classList.contains("move")) return;
    event.preventDefault();
    fillAround(event.target);
    const next = target(at("solution"), event.target, event.key);
    next?.focus();
    next?.click();
  });
  addEventListener("beforeprint", () => fillAll(at("solution")));
  for (const [id, folded] of [["fold-all", true], ["unfold-all", false]]) {
    at(id).addEventListener("click", () => {
      for (const item of at("solution").querySelectorAll("li")) fold(item, folded);
    });
  }
}
