// The board of a problem: its men are drawn with the symbols of the page.

import { after, cellOf, ranksOf } from "../../serve/page/position.js";

const SPACE = "http://www.w3.org/2000/svg";
const PICTURES = JSON.parse(document.getElementById("pictures").textContent);

function shape(tag, attributes) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Returns the symbol of a man of a placement, as in `#wK`; null if there is none.
function symbolOf(man) {
  const letters = man.replace(/^=/, "");
  const plain = letters.startsWith("(") ? `(${letters.slice(1, -1).split(",").pop().replace(/^-/, "")})` : letters;
  const isBlack = letters.startsWith("(-") || plain !== plain.toUpperCase();
  const picture = PICTURES[plain.toUpperCase()];
  const colour = man.startsWith("=") ? "n" : isBlack ? "b" : "w";
  return picture ? `#${colour}${picture}` : null;
}

// Draws ranks on a board, with the squares that differ from those of `before` coloured.
function drawRanks(svg, ranks, before) {
  const [men, marks] = [".men", ".marks"].map((name) => svg.querySelector(name));
  const shapes = [];
  const changed = [];
  ranks.forEach((rank, row) => rank.forEach((man, column) => {
    const [x, y] = [100 * column, 100 * row];
    if (before[row][column] !== man) changed.push(shape("rect", { x, y, width: 100, height: 100, class: man ? "to" : "from" }));
    const symbol = man && symbolOf(man);
    if (symbol) shapes.push(shape("use", { href: symbol, x, y }));
    else if (man) {
      const text = shape("text", { x: x + 50, y: y + 65, class: "unknown" });
      text.textContent = man;
      shapes.push(text);
    }
  }));
  men.replaceChildren(...shapes);
  marks.replaceChildren(...changed);
}

// Returns the squares of a move in words, as in `e2, e4`.
export const squaresOf = (move) => [...new Set(move.machine.match(/[a-h]\d/g))].join(", ");

// Returns a function that shows the position after moves on a board, and with no move the first position again.
export function playerOf(svg, placement) {
  const first = ranksOf(placement);
  const initial = [".men", ".tags"].map((name) => svg.querySelector(name).innerHTML);
  return (moves, isFirstTwin) => {
    svg.querySelector(".tags").replaceChildren();
    if (!moves.length && isFirstTwin) {
      [svg.querySelector(".men").innerHTML, svg.querySelector(".tags").innerHTML] = initial;
      svg.querySelector(".marks").replaceChildren();
      return;
    }
    let [before, now] = [first, first];
    for (const move of moves) [before, now] = [now, after(now, move)];
    drawRanks(svg, now, before);
  };
}
