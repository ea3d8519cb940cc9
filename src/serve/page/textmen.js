// Men in the texts of problems: they are found and replaced, and everything else in the text stays.

import { CHESS, attributeOf, attributes, isFairy, walks } from "./men.js";
import { colourOf, isSpecial, listsOf, manOf, nameOf, partsOf, ranksOf, ranksOfOlive, withMen } from "./position.js";

const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Returns the texts with the men of `next` in the place of those of `ranks`, for each way in which these are found in the text.
export function textsWithMen(text, ranks, next) {
  return [...inPlacements(text, ranks, next), inLists(text, ranks, next), inPieces(text, ranks, next)].filter(Boolean);
}

// Replaces a placement of FEN with its fields: of a FEN, of EPD, in a tag of PGN, in JSON, or after `forsyth`.
function inPlacements(text, ranks, next) {
  if (next.flat().some(isSpecial)) return [];
  const words = [...text.matchAll(/[^\s"'`[\]]+/g)].filter(([word]) => isEqual(ranksOf(word), ranks));
  return words.map(({ index }) => {
    const [line] = /^[^"'`\]\r\n]*/.exec(text.slice(index));
    return withNumbers(text.slice(0, index) + withMen(line, next) + text.slice(index + line.length), next);
  });
}

// The numbers of men in JSON.
function withNumbers(text, ranks) {
  const count = (colour) => ranks.flat().filter((man) => man && colourOf(man) === colour).length;
  const numbers = ["white", "black", "neutral"].map(count).join();
  return text.replace(/("men"\s*:\s*)\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]/, (_, name) => `${name}[${numbers}]`);
}

const LIST = "[ \\t]+(?:white|black|neutral):[ \\t]*\\[[^\\]]*\\][ \\t]*\\r?\\n?";

// Replaces the lists of an entry of Olive.
function inLists(text, ranks, next) {
  const found = new RegExp(`^algebraic:[ \\t]*\\r?\\n((?:${LIST})+)`, "m").exec(text);
  if (!found || !isEqual(ranksOfOlive(found[0]), ranks)) return null;
  const lines = listsOf(next).split("\n").slice(1, -1);
  const [indent, end] = [/^[ \t]+/.exec(found[1])[0], /\r?\n?$/.exec(found[1])[0]];
  const lists = lines.map((line) => indent + line.trim()).join(end || "\n") + end;
  return text.slice(0, found.index) + found[0].slice(0, -found[1].length) + lists + text.slice(found.index + found[0].length);
}

// Returns the squares of men on two boards: for each square of the first its man's square on the second, and the men that are new.
function changesOf(ranks, next) {
  const menOf = (board) => new Map(board.flatMap((rank, row) => (
    rank.flatMap((man, column) => (man ? [[nameOf(board, row, column), man]] : [])))));
  const [before, left] = [menOf(ranks), menOf(next)];
  const moved = new Map();
  for (const [square, man] of before) {
    if (left.get(square) !== man) continue;
    moved.set(square, square);
    left.delete(square);
  }
  for (const [square, man] of before) {
    const [to] = moved.has(square) ? [] : [...left].find(([, other]) => other === man) ?? [];
    if (!to) continue;
    moved.set(square, to);
    left.delete(to);
  }
  return { moved, added: [...left] };
}

const COLOURS = { white: ["white", "weiss", "blanc"], black: ["black", "schwarz", "noir"], neutral: ["neutral", "neutral", "neutre"] };
const COMMANDS = ["pieces", "steine", "pieces"];
const BEGINNINGS = ["beginproblem", "anfangproblem", "debutprobleme"];
// The letters of men of chess in Popeye's three languages.
const LETTERS = [{}, { Q: "D", R: "T", B: "L", P: "B" }, { K: "R", Q: "D", R: "T", B: "F", S: "C" }];

const startsWord = (text, name, least = 1) => text.length >= least && name.startsWith(text.toLowerCase());

// Returns the letters of a walk in a language, and the walk that letters denote there.
const foreign = (walk, language) => LETTERS[language][walk] ?? walks().find(({ letters }) => letters[0] === walk)?.letters[language] ?? walk;

function native(letters, language) {
  const chess = Object.values(CHESS).find((walk) => (LETTERS[language][walk] ?? walk) === letters);
  return chess ?? walks().find((walk) => walk.letters[language] === letters)?.letters[0] ?? (isFairy(letters) ? letters : undefined);
}

// Returns the language of a text in Popeye's language; undefined for another text.
function languageOf(text) {
  const [, word] = /^\s*(\S+)/.exec(text) ?? [];
  const language = BEGINNINGS.findIndex((name) => startsWord(word ?? "", name, 3));
  return language < 0 ? undefined : language;
}

// Returns the words after the command that places men: groups with a colour, and words of men with their squares.
function groupsOf(text, language) {
  // A remark ends with its line.
  const blank = text.replace(/^[ \t]*(remark|bemerkung|remarque)\b.*$/gim, (line) => " ".repeat(line.length));
  // The squares of a man may be a word of their own, as in `P a7b7`.
  const words = [...blank.matchAll(/\b[A-Z\d]{1,2}\s+(?:[a-h][1-8])+(?!\S)|\S+/gi)];
  const begin = words.findIndex(([word]) => startsWord(word, COMMANDS[language], 3));
  const groups = [];
  let names = [];
  for (const { 0: word, index } of begin < 0 ? [] : words.slice(begin + 1)) {
    const [, letters, squares] = /^(\S{1,3}?\s*)((?:[a-h][1-8])+)$/i.exec(word) ?? [];
    const colour = Object.keys(COLOURS).find((name) => startsWord(word, COLOURS[name][language]));
    const last = groups.at(-1);
    if (letters) {
      if (!last) return null;
      last.words.push({ index, word, letters, squares: squares.toLowerCase().match(/../g) });
    } else if (colour) {
      names = [];
      groups.push({ index, colour, names, words: [] });
    } else if (attributeOf(word) && last && !last.words.length) names.push(attributeOf(word));
    else break;
  }
  return groups.length && groups.every((group) => group.words.length) ? groups : null;
}

// Returns whether groups have the men of ranks, and no others.
function holds(groups, ranks, language) {
  const found = ranks.map((rank) => rank.map(() => ""));
  for (const { colour, names, words } of groups) {
    for (const { letters, squares } of words) {
      const walk = native(letters.trim().toUpperCase(), language);
      for (const [file, rank] of walk ? squares : []) {
        const [row, column] = [ranks.length - Number(rank), file.charCodeAt(0) - 97];
        if (found[row]?.[column] !== "") return false;
        found[row][column] = manOf(colour, names, walk);
      }
    }
  }
  return isEqual(found, ranks);
}

// Replaces the men of a problem in Popeye's language.
function inPieces(text, ranks, next) {
  const language = languageOf(text);
  const groups = language === undefined ? null : groupsOf(text, language);
  if (!groups || !holds(groups, ranks, language)) return null;
  const { moved, added } = changesOf(ranks, next);
  for (const [square, man] of added) addMan(groups, man, square, language);
  const old = groups.filter(({ isNew }) => !isNew);
  const edits = old.flatMap((group) => {
    const left = group.words.map((word) => ({ ...word, squares: word.squares.flatMap((square) => moved.get(square) ?? []) }));
    const isEmpty = !group.added?.length && left.every(({ squares }) => !squares.length);
    if (isEmpty) return [[group.index, endOf(group), ""]];
    const changed = left.map(({ index, word, letters, squares }) => [index, index + word.length, squares.length ? letters + squares.join("") : ""]);
    return [...changed, [endOf(group), endOf(group), (group.added ?? []).map((word) => ` ${word}`).join("")]];
  });
  const end = Math.max(...old.map(endOf));
  const begun = groups.filter(({ isNew }) => isNew).map(({ words }) => ` ${words.join(" ")}`).join("");
  return replaced(text, [...edits, [end, end, begun]]);
}

const endOf = ({ words }) => words.at(-1).index + words.at(-1).word.length;

// Adds a man to the group of its colour and attributes, or to a new one.
function addMan(groups, man, square, language) {
  const [names, letters] = partsOf(man);
  const colour = colourOf(man);
  const walk = letters.replace(/^-/, "").toUpperCase();
  const word = foreign(walk, language) + square;
  const known = groups.find((group) => group.colour === colour && isEqual(group.names, names));
  if (known) return known.isNew ? known.words.push(word) : (known.added ??= []).push(word);
  const attributesOf = names.map((name) => attributes().find((entry) => entry.names[0] === name)?.names[language] ?? name);
  return groups.push({ isNew: true, colour, names, words: [COLOURS[colour][language], ...attributesOf, word] });
}

// Returns a text with parts replaced. A word that is removed is removed with the blanks before it.
function replaced(text, edits) {
  let rest = text;
  for (const [begin, end, part] of edits.reverse()) {
    const before = part || begin === end ? rest.slice(0, begin) : rest.slice(0, begin).replace(/[ \t]+$/, "");
    rest = before + part + rest.slice(end);
  }
  return rest;
}

// Returns whether a text has nothing but the fields of a FEN.
export function isBare(text) {
  const [placement, ...fields] = text.trim().split(/\s+/);
  return Boolean(ranksOf(placement)) && (!fields.length || /^[wb] \S+ \S+( \d+ \d+)?$/.test(fields.join(" ")));
}
