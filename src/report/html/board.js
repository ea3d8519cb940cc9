// The board of a problem: men are drawn with the symbols of the page.

const SPACE = "http://www.w3.org/2000/svg";
const PLACES = JSON.parse(document.getElementById("places").textContent);
const SIDE = 100;

function shape(tag, attributes) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Returns the places of a text such as `d4;d6wR`, each with what is on it, which is empty if nothing is.
const changesOf = (text) => (text ? text.split(";") : []).map((word) => /^([a-hA-H]\d|[-+]\d+)(.*)$/.exec(word).slice(1));

// Returns the shapes of what is on a place: a man, and the letters next to it.
function contentShapes([x, y, size], content) {
  const [symbol, label, marks] = content.split("~");
  const man = shape("use", { href: `#${symbol}`, ...(size === 1 ? { x, y } : { transform: `translate(${x} ${y})scale(${size})` }) });
  const tags = [[label, 0.96 * SIDE * size], [marks, 26]].filter(([letters]) => letters).map(([letters, down]) => {
    const tag = shape("text", { x: x + 0.96 * SIDE * size, y: y + down });
    tag.textContent = letters;
    return tag;
  });
  return { man, tags };
}

// Returns the shape that colours a square, which is filled or becomes empty.
function mark([x, y, , outline], content) {
  const kind = { class: content ? "to" : "from" };
  return outline ? shape("path", { d: outline, ...kind }) : shape("rect", { x, y, width: SIDE, height: SIDE, ...kind });
}

// Draws a position, with the squares that changed coloured.
function drawPosition(svg, places, position, changed) {
  const shapes = [...position].map(([name, content]) => contentShapes(places[name], content));
  const fill = (group, children) => svg.querySelector(group).replaceChildren(...children);
  fill(".men", shapes.map(({ man }) => man));
  fill(".tags", shapes.flatMap(({ tags }) => tags));
  fill(".marks", changed.filter(([name]) => /^[a-h]/i.test(name)).map(([name, content]) => mark(places[name], content)));
}

// Returns the squares that a move changes in words, as in `e2, e4`.
export const squaresOf = ({ changes }) => changesOf(changes).map(([name]) => name).filter((name) => /^[a-h]/i.test(name)).join(", ");

// Returns a function that shows the position after moves on a board, and with no move its picture of the diagram again.
export function playerOf(svg, board, first) {
  const groups = [".men", ".tags", ".marks"].map((name) => svg.querySelector(name));
  const initial = groups.map((group) => group.innerHTML);
  return (moves) => {
    if (!moves.length) {
      groups.forEach((group, index) => { group.innerHTML = initial[index]; });
      return;
    }
    const position = new Map(changesOf(first));
    const steps = moves.map(({ changes }) => changesOf(changes));
    for (const [name, content] of steps.flat()) {
      if (content) position.set(name, content);
      else position.delete(name);
    }
    drawPosition(svg, PLACES[board], position, steps.at(-1));
  };
}
