// The palette: the man that a click places, of any walk, colour and attribute.

import { at, element } from "./events.js";
import { nameFairyMen } from "./letters.js";
import { CHESS, attributes, loadList, walks } from "./men.js";
import { manOf } from "./position.js";
import { letDropByFinger } from "./touch.js";

const FIGURES = "♔♕♖♗♘♙♚♛♜♝♞♟";

// The man that a click places: null if a click places none, an empty text if it removes the man.
let chosen = null;

export const chosenMan = () => chosen;

// Fills the palette. The figures come first, so that the board can be used before the list of fairy men is loaded.
export function layPalette() {
  const names = Object.keys(CHESS);
  const buttons = ["white", "black"].flatMap((colour, row) => names.map((name, column) => {
    const man = manOf(colour, [], CHESS[name]);
    return paletteButton(FIGURES[row * 6 + column], `${colour} ${name}`, man);
  }));
  // A row for each colour, the button that removes men after the white ones.
  buttons.splice(names.length, 0, paletteButton("✕", "remove", ""));
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

function paletteButton(figure, name, man) {
  const button = element("button", { type: "button", textContent: figure, draggable: true });
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
