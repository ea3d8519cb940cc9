// The men of the API, and men that are typed with their squares.

import { cellOf } from "./position.js";

export const CHESS = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "S", pawn: "P" };

let list = [];
let loading = null;

// Loads the fairy men and attributes, once.
export function loadList() {
  loading ??= fetch("/api/men").then((response) => response.json()).then((men) => {
    list = men;
    return men;
  });
  return loading;
}

export const walks = () => list.filter(({ kind }) => kind === "walk");
export const attributes = () => list.filter(({ kind }) => kind === "attribute");

// Returns the name of an attribute as the API writes it; undefined if there is none.
export const attributeOf = (text) => attributes()
  .find(({ names }) => names.some((name) => name.toLowerCase() === text.toLowerCase()))?.names[0];

// Returns whether letters are those of a fairy man: a leaper or rider by its distances, as in `25` and `3R`, or one of the list.
export const isFairy = (letters) => /^\d[\dR]$/.test(letters) || walks().some((walk) => walk.letters[0] === letters);

// Returns a man of the letters of a word, as in `K`, `q`, `=Q`, `G`, `(G)` and `(Kamikaze,Q)`, or what is wrong with it.
function manOfWord(text) {
  const [, neutral, open, inner, bare] = /^(=?)(?:(\()([^()]*)\)|(.*))$/.exec(text);
  const names = (inner ?? bare).split(",");
  const letters = names.pop();
  const [found, unknown] = [names.map(attributeOf), names.find((name) => !attributeOf(name))];
  if (unknown !== undefined) return { fault: `there is no attribute ${unknown}` };
  const walk = letters.replace(/^-/, "").toUpperCase();
  // A neutral man has capital letters.
  const cased = neutral ? walk : letters;
  const isCased = letters === walk || letters === walk.toLowerCase() || letters === `-${walk}`;
  if (!open && isCased && /^[KQRBNSP]$/.test(walk)) return { man: neutral + cased.replace("S", "N").replace("s", "n") };
  const isChess = names.length > 0 && /^[KQRBSP]$/.test(walk);
  if (!isCased || !(isChess || isFairy(walk))) return { fault: `no man has the letters ${letters}` };
  return { man: `${neutral}(${[...found, cased].join(",")})` };
}

// Returns the men of a text, as in `Ka1 kh8 (G)c4`, each with its place in the text: `man` and `square`, or `fault`.
export function menOfText(text, ranks) {
  return [...text.matchAll(/[^\s,;(]*(?:\([^)]*\)[^\s,;]*)?/g)].filter(([word]) => word).map(({ 0: word, index }) => {
    const place = { word, index };
    const [, letters, square] = /^(.*?)([a-z]\d\d?)$/.exec(word) ?? [];
    if (!letters) return { ...place, fault: `${word}: expected a man with its square, as in Ka1` };
    const [row, column] = cellOf(ranks, square);
    if (square.length > 2 || ranks[row]?.[column] === undefined) return { ...place, fault: `${word}: this board has no square ${square}` };
    const { man, fault } = manOfWord(letters);
    return fault ? { ...place, fault: `${word}: ${fault}` } : { ...place, man, row, column };
  });
}
