// Long lists of lines, in boxes: only those near the view are in the document, the others leave an empty box of their height.

import { element } from "./events.js";

// The number of lines of a box, and the number of boxes that are always filled, so that the browser finds what is in them.
const SIZE = 100;
const FILLED = 5;
// The height of a line before one was measured.
const HEIGHT = 28;

// The records of each box, and what makes an item of a record.
const contents = new WeakMap();
let height = HEIGHT;
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (isIntersecting) fill(target);
    else if (target.isConnected) empty(target, boundingClientRect.height);
  }
}, { rootMargin: "100% 0px" });

const isBox = (item) => contents.has(item);
const isFilled = (box) => box.firstElementChild.childElementCount > 0;

// Adds a line to the end of a list; `make` returns its item.
export function addRecord(list, record, make) {
  let box = list.lastElementChild;
  if (!isBox(box) || contents.get(box).records.length === SIZE) {
    box = element("li", { className: "box" }, element("ol"));
    contents.set(box, { records: [], make });
    list.append(box);
    observer.observe(box);
  }
  const { records } = contents.get(box);
  records.push(record);
  if (isFilled(box) || list.childElementCount <= FILLED) box.firstElementChild.append(make(record));
  else box.style.height = `${records.length * height}px`;
}

// Fills a box; what is no box stays as it is.
function fill(box) {
  if (!isBox(box) || isFilled(box)) return;
  const { records, make } = contents.get(box);
  box.firstElementChild.append(...records.map(make));
  box.style.height = "";
}

// Empties a box, unless the focus or the move that is played is in it.
function empty(box, measured) {
  if (box.parentElement.childElementCount <= FILLED || !isFilled(box) || box.contains(document.activeElement) || box.querySelector("[aria-current]")) return;
  height = measured / contents.get(box).records.length || HEIGHT;
  box.firstElementChild.replaceChildren();
  box.style.height = `${measured}px`;
}

// Fills the boxes around the one with an element, so that a key leads to its neighbours.
export function fillAround(inside) {
  const box = inside.closest(".box");
  fill(box?.previousElementSibling);
  fill(box?.nextElementSibling);
}

// Fills all boxes, as for print.
export function fillAll(list) {
  for (const box of list.querySelectorAll(".box")) fill(box);
}

// Returns the number of lines of items.
export const countLines = (nodes) => nodes.reduce((sum, node) => sum + (contents.get(node)?.records.length ?? 1), 0);
