// A grid of squares over the picture of a board: men are dragged, placed and removed by mouse, finger and keyboard.

import { nameOf } from "./position.js";

// The margin of the picture and the side of a square, in its units.
const [MARGIN, SIDE] = [22, 100];

// Lays a grid over `place`. `chosen` returns the man that a click places, `put` places a man, `move` moves one.
export function layGrid(place, ranks, { chosen, put, move }) {
  const [rows, columns] = [ranks.length, ranks[0].length];
  const [width, height] = [2 * MARGIN + SIDE * columns, 2 * MARGIN + SIDE * rows];
  const grid = document.createElement("div");
  grid.className = "grid";
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", "Squares: arrow keys move, a letter places a man, Delete removes it");
  let dragged = null;
  const cells = ranks.flatMap((rank, row) => rank.map((man, column) => {
    const cell = document.createElement("button");
    const name = nameOf(ranks, row, column);
    Object.assign(cell, { type: "button", draggable: Boolean(man), tabIndex: row + column ? -1 : 0 });
    cell.dataset.square = name;
    cell.setAttribute("aria-label", `${name} ${man || "empty"}`);
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    cell.style.left = percent(MARGIN + SIDE * column, width);
    cell.style.top = percent(MARGIN + SIDE * row, height);
    cell.style.width = percent(SIDE, width);
    cell.style.height = percent(SIDE, height);
    cell.addEventListener("click", () => { if (chosen() !== null) put(row, column, chosen()); });
    cell.addEventListener("dragstart", (event) => {
      dragged = [row, column];
      event.dataTransfer.setData("text/plain", man);
      event.dataTransfer.effectAllowed = "move";
    });
    cell.addEventListener("dragover", (event) => event.preventDefault());
    cell.addEventListener("drop", (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (dragged) move(dragged, [row, column]);
      else put(row, column, event.dataTransfer.getData("text/plain"));
    });
    cell.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
      const step = steps[event.key];
      if (step) {
        const next = cells[(row + step[0]) * columns + column + step[1]];
        if (next && column + step[1] >= 0 && column + step[1] < columns) next.focus();
      } else if (event.key === "Delete" || event.key === "Backspace") put(row, column, "");
      else if (/^[kqrbnspKQRBNSP]$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
        put(row, column, event.key.replace("s", "n").replace("S", "N"));
      } else return;
      event.preventDefault();
    });
    return cell;
  }));
  grid.append(...cells);
  place.append(grid);
}
