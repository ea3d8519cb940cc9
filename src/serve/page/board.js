// A grid of squares over the picture of a board: men are dragged, placed and removed by mouse, finger and keyboard.

import { element } from "./events.js";
import { cellOf, nameOf } from "./position.js";
import { letDropByFinger } from "./touch.js";

// The margin of the picture and the side of a square, in its units.
const [MARGIN, SIDE] = [22, 100];

// Sets the place of an element over a square.
function placeOver(box, ranks, row, column) {
  const [rows, columns] = [ranks.length, ranks[0].length];
  const [width, height] = [2 * MARGIN + SIDE * columns, 2 * MARGIN + SIDE * rows];
  const percent = (part, whole) => `${(100 * part) / whole}%`;
  box.style.left = percent(MARGIN + SIDE * column, width);
  box.style.top = percent(MARGIN + SIDE * row, height);
  box.style.width = percent(SIDE, width);
  box.style.height = percent(SIDE, height);
}

// Returns whether the squares of ranks lie over those of a picture: not if it has a bank, or another board.
export function fits(image, ranks) {
  const [width, height] = [2 * MARGIN + SIDE * ranks[0].length, 2 * MARGIN + SIDE * ranks.length];
  return Math.abs(image.naturalWidth * height - image.naturalHeight * width) < image.naturalHeight * SIDE / 4;
}

// Lays marks over squares of a board: lists of names with a class and a title.
export function layMarks(place, ranks, marks) {
  place.querySelectorAll(".mark").forEach((mark) => mark.remove());
  for (const { square, kind, title } of marks) {
    const mark = element("span", { className: `mark ${kind}`, title });
    const [row, column] = cellOf(ranks, square);
    if (ranks[row]?.[column] === undefined) continue;
    placeOver(mark, ranks, row, column);
    place.append(mark);
  }
}

// Removes the grid over `place`.
export const removeGrid = (place) => place.querySelector(".grid")?.remove();

// Lays a grid over `place`, or shows other men in the one that it has: a square keeps the focus, and its keys are not lost.
// `chosen` returns the man that a click places, `put` places a man, `move` moves one.
export function layGrid(place, ranks, handlers) {
  const size = `${ranks.length} ${ranks[0].length}`;
  let grid = place.querySelector(".grid");
  if (grid?.dataset.size !== size) {
    grid?.remove();
    grid = newGrid(ranks, handlers);
    grid.dataset.size = size;
    place.append(grid);
  }
  showMen(grid, ranks);
}

function showMen(grid, ranks) {
  ranks.flat().forEach((man, index) => {
    const cell = grid.children[index];
    Object.assign(cell, { draggable: Boolean(man) });
    cell.dataset.man = man;
    const other = ranks.imitators?.includes(cell.dataset.square) ? "imitator" : "empty";
    cell.setAttribute("aria-label", `${cell.dataset.square} ${man || other}`);
  });
}

function newGrid(ranks, handlers) {
  const grid = element("div", { className: "grid" });
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", "Squares: arrow keys move, a letter places a man, Delete removes it");
  const drag = { from: null };
  const cells = ranks.flatMap((rank, row) => rank.map((_, column) => {
    const cell = element("button", { type: "button", tabIndex: row + column ? -1 : 0 });
    cell.dataset.square = nameOf(ranks, row, column);
    placeOver(cell, ranks, row, column);
    cell.addEventListener("click", () => {
      if (handlers.chosen() !== null) handlers.put(row, column, handlers.chosen());
    });
    letDrag(cell, [row, column], drag, handlers);
    letDropByFinger(cell, (target) => handlers.move([row, column], cellOf(ranks, target.dataset.square)));
    return cell;
  }));
  cells.forEach((cell, index) => letType(cell, index, cells, ranks[0].length, handlers));
  grid.append(...cells);
  return grid;
}

function letDrag(cell, square, drag, { put, move }) {
  cell.addEventListener("dragstart", (event) => {
    drag.from = square;
    event.dataTransfer.setData("text/plain", cell.dataset.man);
    event.dataTransfer.effectAllowed = "move";
  });
  cell.addEventListener("dragend", () => { drag.from = null; });
  cell.addEventListener("dragover", (event) => event.preventDefault());
  cell.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const man = event.dataTransfer.getData("text/plain");
    if (drag.from) move(drag.from, square);
    else if (/^(=?(\([^()\s]*\)|[A-Za-z]))?$/.test(man)) put(...square, man);
  });
}

function letType(cell, index, cells, columns, { put }) {
  const [row, column] = [Math.floor(index / columns), index % columns];
  cell.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (step) {
      const next = cells[(row + step[0]) * columns + column + step[1]];
      if (next && column + step[1] >= 0 && column + step[1] < columns) focus(next, cells);
    } else if (event.key === "Delete" || event.key === "Backspace") put(row, column, "");
    else if (/^[kqrbnspKQRBNSP]$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      put(row, column, event.key.replace("s", "n").replace("S", "N"));
    } else return;
    event.preventDefault();
  });
}

// Focuses a square, which is then the one that Tab leads to.
function focus(cell, cells) {
  for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
  cell.focus();
}
