// The solution of a problem as a tree that folds, each move a button. The keys are those of a tree: arrows move and fold.

import { fold, isFolded, target } from "../../serve/page/fold.js";

const CLASSES = { k: "key", t: "try", h: "threat", d: "defence", c: "continuation", r: "refutation", f: "forced" };
// Trees with more moves are folded after the first move.
const MAX_UNFOLDED = 60;

// The moves of each button that lead to its position.
const movesOf = new WeakMap();

function made(tag, className, ...children) {
  const result = document.createElement(tag);
  if (className) result.className = className;
  result.append(...children);
  return result;
}

// Returns a move from its text, whether Black plays it, and the places that it changes; null if it cannot be played.
const moveOf = (text, side, changes) => ({ text, changes, side: side ? "black" : "white" });

function moveButton(text, moves) {
  const button = made("button", "move", text);
  button.type = "button";
  button.tabIndex = -1;
  movesOf.set(button, moves);
  return button;
}

// Returns whether one line follows a move, which is shown after it.
const isLine = ([, , , , children]) => !children.length || (children.length === 1 && isLine(children[0]));

const countOf = ([, , , , children]) => 1 + children.reduce((sum, child) => sum + countOf(child), 0);

function nodeItem([text, role, side, changes, children], path, depth, folds) {
  const moves = [...path, moveOf(text, side, changes)];
  const item = made("li", CLASSES[role] ?? "");
  const label = role === "h" ? `threat ${text}` : text;
  if (!children.length) {
    item.append(moveButton(label, moves));
    return item;
  }
  const list = made("ol", "", ...children.map((child) => nodeItem(child, moves, depth + 1, folds)));
  if (depth > 0 && children.length === 1 && isLine(children[0])) {
    list.className = "inline";
    item.append(moveButton(label, moves), list);
    return item;
  }
  const toggle = made("button", "fold");
  toggle.type = "button";
  toggle.tabIndex = -1;
  toggle.setAttribute("aria-label", "Continuation");
  item.append(toggle, moveButton(label, moves), list);
  markDuals(list);
  fold(item, folds && depth > 0);
  return item;
}

// Several continuations after one defence are duals.
function markDuals(list) {
  const continuations = [...list.children].filter((item) => item.className === "continuation");
  if (continuations.length > 1) for (const item of continuations) item.classList.add("dual");
}

function lineItem(line) {
  const path = [];
  return made("li", "line", ...line.map(([text, side, changes]) => {
    path.push(moveOf(text, side, changes));
    return moveButton(text, [...path]);
  }));
}

// Returns the elements of a twin.
function twinParts({ title, error, parts }) {
  const shown = title ? [made("h3", "", title)] : [];
  if (error) shown.push(made("p", "remark", error));
  for (const { title: name, roots, lines, remarks } of parts) {
    if (name) shown.push(made("h4", "", name));
    const folds = roots.reduce((sum, root) => sum + countOf(root), 0) > MAX_UNFOLDED;
    const items = [...roots.map((root) => nodeItem(root, [], 0, folds)), ...lines.map(lineItem)];
    if (items.length) shown.push(made("ol", "tree", ...items));
    shown.push(...remarks.map((remark) => made("p", "remark", remark)));
  }
  return shown;
}

// Returns the tree of a solution. `play` receives the moves of a button, and the index of their twin.
export function treeOf({ twins }, play) {
  const tree = made("div", "moves");
  twins.forEach((twin, index) => {
    const part = made("section", "", ...twinParts(twin));
    part.dataset.twin = index;
    tree.append(part);
  });
  const first = tree.querySelector(".move");
  if (first) first.tabIndex = 0;
  tree.addEventListener("click", ({ target: clicked }) => {
    const button = clicked.closest("button");
    if (!button) return;
    const item = button.closest("li");
    if (button.classList.contains("fold")) fold(item, !isFolded(item));
    else choose(tree, button, play);
  });
  tree.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || !event.target.classList.contains("move")) return;
    event.preventDefault();
    const next = target(tree, event.target, event.key);
    if (next) {
      choose(tree, next, play);
      next.focus();
    }
  });
  return tree;
}

function choose(tree, button, play) {
  unchoose(tree);
  tree.querySelectorAll(".move[tabindex='0']").forEach((other) => { other.tabIndex = -1; });
  button.tabIndex = 0;
  button.setAttribute("aria-current", "true");
  play(movesOf.get(button), Number(button.closest("[data-twin]").dataset.twin));
}

export const unchoose = (tree) => tree.querySelector("[aria-current]")?.removeAttribute("aria-current");
