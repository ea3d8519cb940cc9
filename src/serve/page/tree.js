// The solution: lines and a tree that folds, each move a button.

import { changeItems } from "./changes.js";
import { at, element } from "./events.js";
import { fold, isFolded, target } from "./fold.js";

const MARKS = { key: "!", try: "?", refutation: "!" };
const PHASES = { set: "Set play", actual: "Actual play" };
const played = (move) => move.short + (move.goal ?? (move.check ? "+" : ""));

// The moves of each button, the items that lead to the last node, and their moves.
const movesOf = new WeakMap();
let items = [];
let path = [];

// Removes the solution.
export function clearTree() {
  at("solution").replaceChildren();
  [items, path] = [[], []];
}

// Adds a line of text.
export function addText(text, kind) {
  at("solution").append(element("li", { className: kind }, text));
  items = [];
}

function moveButton(text, moves) {
  const button = element("button", { type: "button", className: "move", textContent: text });
  movesOf.set(button, moves);
  return button;
}

// Adds a line of help or series play, with its numbers.
export function addLine({ moves, counting }) {
  const isSeries = counting.startsWith("series");
  const skipped = counting === "pairs-from-second" ? 1 : counting === "pairs-from-third" ? 2 : 0;
  const buttons = moves.map((move, index) => {
    const ply = index + skipped;
    const pair = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? `${(ply + 1) / 2}...` : "";
    return moveButton((isSeries ? `${index + 1}.` : pair) + played(move), moves.slice(0, index + 1));
  });
  at("solution").append(element("li", { className: "line" }, ...buttons));
}

// Adds a node of battle play: it belongs to the last node that is less deep.
export function addNode({ depth, role, number, move, pending }) {
  const dots = role === "defence" || role === "refutation" ? "..." : ".";
  const text = `${role === "threat" ? "threat: " : ""}${number}${dots}${played(move)}${MARKS[role] ?? ""}`;
  path.length = depth;
  path.push(move);
  const item = element("li", { className: role }, moveButton(text + (pending === "zugzwang" ? " zugzwang" : ""), [...path]));
  const list = items[depth - 1] ? childList(items[depth - 1]) : at("solution");
  list.append(item);
  if (role === "continuation") markDuals(list);
  items.length = depth;
  items.push(item);
}

// Returns the list of the moves that follow an item, with a button that folds it.
function childList(item) {
  const known = item.querySelector(":scope > ol");
  if (known) return known;
  const toggle = element("button", { type: "button", className: "fold", tabIndex: -1 });
  const list = element("ol");
  toggle.setAttribute("aria-expanded", "true");
  toggle.setAttribute("aria-label", "Fold what follows");
  item.prepend(toggle);
  item.append(list);
  return list;
}

// Several continuations after one defence are duals.
function markDuals(list) {
  const continuations = [...list.children].filter((item) => item.classList.contains("continuation"));
  if (continuations.length < 2) return;
  for (const item of continuations) {
    item.classList.add("dual");
    item.title = "Dual: another continuation is possible, too";
  }
}

// Shows a phase, a twin or a remark.
export function addEvent(event) {
  if (event.event === "twin" && event.label) addText(`${event.label}) ${event.changes.join(", ")}`, "twin");
  if (event.event === "phase" && event.phase !== "actual") addText(PHASES[event.phase] ?? event.phase, "phase");
  if (event.event === "phase" && event.phase === "actual" && at("solution").querySelector(".phase")) {
    addText(PHASES.actual, "phase");
  }
  if (event.event === "line") addLine(event);
  if (event.event === "remark") addText(event.message, "remark");
  if (event.event === "node") addNode(event);
}

// Adds the tables of changed play of a record; returns whether there are any.
export function addChanges(record) {
  const added = changeItems(record, moveButton);
  at("solution").append(...added);
  return added.length > 0;
}

// Lets moves be chosen; `play` receives the moves up to that of a button.
export function letPlay(play) {
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
    play(movesOf.get(button));
  });
  at("solution").addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || !event.target.classList.contains("move")) return;
    event.preventDefault();
    const next = target(at("solution"), event.target, event.key);
    next?.focus();
    next?.click();
  });
  for (const [id, folded] of [["fold-all", true], ["unfold-all", false]]) {
    at(id).addEventListener("click", () => {
      for (const item of at("solution").querySelectorAll("li")) fold(item, folded);
    });
  }
}
