// The board of a problem: its men are drawn with the symbols of the page.

import { after, cellOf, lettersOf, partsOf, ranksOfAsked } from "../../serve/page/position.js";

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

// Returns the letters next to the picture of a man, the label of its walk and the marks of its attributes, each with its distance
// from the upper edge of the square.
function signsOf(man, { labels = {}, marks = {} }) {
  const names = partsOf(man)[0];
  const royal = names.includes("Royal") ? ["r"] : [];
  const others = names.filter((name) => name !== "Royal").map((name) => marks[name] ?? name.slice(0, 2).toLowerCase());
  return [[labels[`(${lettersOf(man)})`], 96], [[...royal, ...others].join(" "), 26]].filter(([letters]) => letters);
}

// Draws ranks on a board with the letters next to men, and the squares that differ from those of `before` coloured.
function drawRanks(svg, ranks, before, signs) {
  const [men, marks] = [".men", ".marks"].map((name) => svg.querySelector(name));
  const shapes = [];
  const changed = [];
  const tags = [];
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
    for (const [letters, down] of man ? signsOf(man, signs) : []) {
      const tag = shape("text", { x: x + 96, y: y + down });
      tag.textContent = letters;
      tags.push(tag);
    }
  }));
  for (const square of ranks.imitators) {
    const [row, column] = cellOf(ranks, square);
    shapes.push(shape("use", { href: `#b${PICTURES.I}`, x: 100 * column, y: 100 * row }));
  }
  men.replaceChildren(...shapes);
  svg.querySelector(".tags").replaceChildren(...tags);
  marks.replaceChildren(...changed);
}

// Returns the squares of a move in words, as in `e2, e4`.
export const squaresOf = (move) => [...new Set(move.machine.match(/[a-h]\d/g))].join(", ");

// Returns a function that shows the position after moves on a board, and with no move the first position again.
export function playerOf(svg, { board, attributes, conditions }, signs) {
  const first = ranksOfAsked({ fen: board, attributes, conditions });
  const initial = [".men", ".tags"].map((name) => svg.querySelector(name).innerHTML);
  return (moves, isFirstTwin) => {
    if (!moves.length && isFirstTwin) {
      [svg.querySelector(".men").innerHTML, svg.querySelector(".tags").innerHTML] = initial;
      svg.querySelector(".marks").replaceChildren();
      return;
    }
    let [before, now] = [first, first];
    for (const move of moves) [before, now] = [now, after(now, move)];
    drawRanks(svg, now, before, signs);
  };
}
