// The picture of the board, with the squares over it.

import { fits, layGrid, layMarks, removeGrid } from "./board.js";
import { at, faultsOf, request } from "./events.js";
import { described } from "./position.js";

// What has become of a picture.
export const [DRAWN, REFUSED, OUTDATED] = ["drawn", "refused", "outdated"];

// The pixels between the picture and a move below it.
const GAP = 8;
let address = null;
// The picture that is shown.
let shown = null;
// The number of the last request for a picture.
let drawn = 0;

// Returns a function that returns whether no other picture has been requested since.
export function latest() {
  const number = drawn;
  return () => number === drawn;
}

// Shows a picture of a problem as the API draws it, and returns what has become of it. `fail` receives faults.
export async function showPicture(body, fail) {
  drawn += 1;
  const isLatest = latest();
  const response = await request("/api/diagram", { ...body, no_caption: true });
  if (!isLatest()) return OUTDATED;
  if (!response.ok) {
    fail(await faultsOf(response));
    return REFUSED;
  }
  const image = new Image();
  const old = address;
  const picture = await response.blob();
  address = URL.createObjectURL(picture);
  Object.assign(image, { src: address, draggable: false, alt: "Diagram" });
  await image.decode().catch(() => {});
  if (old) URL.revokeObjectURL(old);
  if (!isLatest()) return OUTDATED;
  replaceImage(image);
  shown = picture;
  at("diagram").classList.remove("stale");
  return DRAWN;
}

// The squares stay, so that the one with the focus keeps it.
function replaceImage(image) {
  at("diagram").querySelector("img")?.remove();
  at("diagram").querySelectorAll(".mark").forEach((mark) => mark.remove());
  at("diagram").prepend(image);
}

// Lays the squares of ranks over the picture, or removes them if they are not its squares. `focused` is the name of a square.
export function laySquares(ranks, handlers, focused) {
  const image = at("diagram").querySelector("img");
  if (ranks) image.alt = described(ranks);
  if (!ranks || !fits(image, ranks)) return removeGrid(at("diagram"));
  layGrid(at("diagram"), ranks, handlers);
  const isLost = document.activeElement === document.body || document.activeElement === null;
  if (focused && isLost) at("diagram").querySelector(`[data-square=${focused}]`)?.focus();
  return undefined;
}

// Marks squares of the picture, if it has squares.
export function markSquares(ranks, marks) {
  const image = at("diagram").querySelector("img");
  if (ranks && image && fits(image, ranks)) layMarks(at("diagram"), ranks, marks);
}

// Scrolls a move to below the picture where that is over the page, as on a narrow one.
export function revealMove(move) {
  if (!move || getComputedStyle(at("diagram")).position !== "fixed") return;
  const { top, bottom } = move.getBoundingClientRect();
  const distance = top - at("diagram").getBoundingClientRect().bottom - GAP;
  if (distance < 0 || bottom > innerHeight) scrollBy(0, distance);
}

// Takes the description from the picture itself.
export async function describePicture() {
  const image = at("diagram").querySelector("img");
  const picture = new DOMParser().parseFromString(await shown.text(), "image/svg+xml");
  image.alt = `Diagram. ${picture.querySelector("desc")?.textContent ?? ""}`;
}

// Shows a picture as out of date: nothing can be moved on it.
export function fadePicture() {
  removeGrid(at("diagram"));
  layMarks(at("diagram"), [], []);
  at("diagram").classList.add("stale");
  const image = at("diagram").querySelector("img");
  if (image) image.alt = "Diagram, out of date";
}
