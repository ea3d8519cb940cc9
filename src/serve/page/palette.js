// The palette: the man that a click places, of any walk, colour and attribute.

import { at, element, request } from "./events.js";
import { nameFairyMen } from "./letters.js";
import { CHESS, attributes, loadList, walks } from "./men.js";
import { manOf } from "./position.js";
import { letDropByFinger } from "./touch.js";

// A board with the men of chess, of which their pictures are taken.
const MEN = { text: "KQRBNP/kqrbnp w - - board 6x2;", stipulation: "~1", no_caption: true };

// The man that a click places: null if a click places none, an empty text if it removes the man.
let chosen = null;

export const chosenMan = () => chosen;

// Fills the palette. The buttons come first, so that the board can be used before their pictures and the fairy men are loaded.
export function layPalette() {
  const names = Object.keys(CHESS);
  const buttons = ["white", "black"].flatMap((colour) => names.map((name) => (
    paletteButton(`${colour} ${name}`, manOf(colour, [], CHESS[name])))));
  // A row for each colour, the button that removes men after the white ones.
  buttons.splice(names.length, 0, paletteButton("remove", ""));
  at("palette").append(...buttons);
  for (const id of ["fairy-walk", "fairy-colour", "fairy-attribute"]) at(id).addEventListener("change", chooseFairy);
}

// Loads the fairy men and attributes.
export async function loadMen() {
  await loadList();
  nameFairyMen(walks());
  const plain = Object.entries(CHESS).map(([name, letters]) => element("option", { value: letters, textContent: name }));
  at("fairy-walk").append(...plain, ...walks().map(({ name, letters }) => (
    element("option", { value: letters[0], textContent: `${name} (${letters[0]})` }))));
  at("fairy-attribute").append(...attributes()
    .map(({ names }) => element("option", { value: names[0], textContent: names[0] })));
}

// Gives the buttons their pictures: those of the men on the board.
export async function drawPalette() {
  const response = await request("/api/diagram", MEN);
  if (!response.ok) return;
  const board = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  for (const button of at("palette").querySelectorAll("[data-man]")) {
    const picture = pictureOf(board, button.dataset.man);
    if (!picture) continue;
    // The name is that of the button.
    button.replaceChildren(element("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "", draggable: false }));
  }
}

// Returns the picture of a man on the board of a diagram: its shapes without the board; null if it is not found.
function pictureOf(board, man) {
  const letter = man.toUpperCase();
  const own = `${man === letter ? "w" : "b"}${letter}`;
  const use = board.querySelector(`g > use[href="#${own}"]`);
  const shapes = [letter, own].map((id) => board.getElementById(id));
  if (!use || shapes.includes(null)) return null;
  const [picture, group, definitions] = [board.documentElement.cloneNode(), use.parentElement.cloneNode(), board.querySelector("defs").cloneNode()];
  definitions.append(...shapes.map((shape) => shape.cloneNode(true)));
  const drawn = use.cloneNode();
  for (const place of ["x", "y"]) drawn.removeAttribute(place);
  group.append(drawn);
  for (const [name, value] of [["viewBox", "0 0 100 100"], ["width", "100"], ["height", "100"]]) picture.setAttribute(name, value);
  picture.append(definitions, group);
  return new XMLSerializer().serializeToString(picture);
}

function paletteButton(name, man) {
  // The letter stands for the man until its picture is there.
  const button = element("button", { type: "button", textContent: man || "✕", draggable: true });
  if (man) button.dataset.man = man;
  button.setAttribute("aria-label", name);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", man));
  letDropByFinger(button, (square) => place(man, square));
  button.addEventListener("click", () => {
    choose(chosen === man ? null : man, button);
    at("fairy-walk").value = "";
  });
  return button;
}

// Places a man on a square, as if it were chosen.
function place(man, square) {
  const before = chosen;
  chosen = man;
  square.click();
  chosen = before;
}

function choose(man, button) {
  chosen = man;
  for (const other of at("palette").children) other.setAttribute("aria-pressed", String(other === button && chosen !== null));
}

function chooseFairy() {
  const [walk, colour, attribute] = ["walk", "colour", "attribute"].map((part) => at(`fairy-${part}`).value);
  choose(walk ? manOf(colour, attribute ? [attribute] : [], walk) : null, null);
}
