// The letters of men in the moves of a solution: English, German, French, or figurines.

import { at } from "./events.js";

const CHESS = {
  en: { K: "K", Q: "Q", R: "R", B: "B", S: "S", P: "P" },
  de: { K: "K", Q: "D", R: "T", B: "L", S: "S", P: "B" },
  fr: { K: "R", Q: "D", R: "T", B: "F", S: "C", P: "P" },
  figurines: { K: "♔", Q: "♕", R: "♖", B: "♗", S: "♘", P: "♙" },
};
// The place of a language in the letters of a fairy man.
const PLACES = { de: 1, fr: 2 };

let fairy = [];
let names = CHESS.en;

// Takes the fairy men of the API, with their letters in three languages.
export function nameFairyMen(men) {
  fairy = men;
  setLanguage();
}

function setLanguage() {
  const language = at("letters").value;
  const place = PLACES[language] ?? 0;
  names = { ...CHESS[language], ...Object.fromEntries(fairy.map(({ letters }) => [letters[0], letters[place] ?? letters[0]])) };
}

// Returns a move with the letters of the chosen language. A capital before a digit is a square.
export const lettered = (text) => text.replace(/(?<![\dA-Z])[A-Z]+(?![A-Z\d])/g, (letters) => names[letters] ?? letters);

const MAN = /(?<![A-Za-z])([wbn]?)([A-Z]{1,2})(?=[a-h]?[1-8]?[-x*]?[a-h][1-8]|[a-h]?[1-8]?~)|(?<==)()([A-Z]{1,2})(?![A-Za-z])/g;

// Returns a sentence with the letters of the chosen language in its moves.
export const letteredWords = (text) => text.replace(MAN, (whole, colour = "", letters, _, promotion) => (
  colour + (names[letters ?? promotion] ?? letters ?? promotion)));

// Writes the moves that are shown in the letters of the chosen language.
export function letterMoves() {
  for (const place of at("solution").querySelectorAll("[data-text]")) place.textContent = lettered(place.dataset.text);
  for (const place of at("solution").querySelectorAll("[data-words]")) place.textContent = letteredWords(place.dataset.words);
}

// Lets the language be chosen.
export function letChooseLetters() {
  at("letters").value = localStorage.getItem("letters") ?? "en";
  setLanguage();
  at("letters").addEventListener("change", () => {
    localStorage.setItem("letters", at("letters").value);
    setLanguage();
    letterMoves();
  });
}
