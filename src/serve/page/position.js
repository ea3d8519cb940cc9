// Positions as placements of FEN. Nothing here needs the server.

// The empty board.
export const EMPTY = "8/8/8/8/8/8/8/8";

const TOKEN = /=?\([^)]*\)|=?[A-Za-z]|\d/gy;

// Returns the ranks of a placement, each a list of men and empty strings; null if this is no rectangle.
export function ranksOf(placement) {
  // The letters of a hunter have a slash, too, as in `(B/R)`.
  const ranks = placement.split(/\/(?![^(]*\))/).map((rank) => {
    const tokens = rank.match(TOKEN) ?? [];
    if (tokens.join("") !== rank) return null;
    return tokens.flatMap((token) => (/^\d$/.test(token) ? Array(Number(token)).fill("") : [token]));
  });
  const [first] = ranks;
  const isRectangle = ranks.length > 1 && first?.length > 0 && ranks.every((rank) => rank?.length === first.length);
  return isRectangle ? ranks : null;
}

// Returns the ranks of a FEN; null if its board is no rectangle.
export const ranksOfFen = (fen) => ranksOf(fen.split(" ")[0]);

// The squares of imitators follow the name of the condition, as in `Imitator d5f5`.
export const squaresOfImitators = (condition) => /^Imitator (\S+)/.exec(condition)?.[1].match(/[a-h]\d/g) ?? [];

// Returns the ranks of a problem as JSON; null if its board is no rectangle, or there are two.
export function ranksOfProblem({ fen, start, conditions = [] }) {
  const ranks = start ? null : ranksOfFen(fen);
  if (ranks) ranks.imitators = conditions.flatMap(squaresOfImitators);
  return ranks;
}

// Returns the placement of ranks.
export function placementOf(ranks) {
  const blanks = (run) => String(run.length);
  return ranks.map((rank) => rank.map((man) => man || "·").join("").replace(/·+/g, blanks)).join("/");
}

// Returns the row and the column of a square, as in [7, 0] of a1.
export function cellOf(ranks, name) {
  return [ranks.length - Number(name[1]), name.charCodeAt(0) - 97];
}

// Returns the name of a square.
export const nameOf = (ranks, row, column) => String.fromCharCode(97 + column) + (ranks.length - row);

// Returns ranks turned by 90 degrees clockwise.
export const turned = (ranks) => ranks[0].map((_, column) => ranks.map((rank) => rank[column]).reverse());

// Returns ranks mirrored left to right.
export const mirrored = (ranks) => ranks.map((rank) => [...rank].reverse());

// Returns ranks shifted by a vector; what leaves the board at one side enters at the other.
export function shifted(ranks, down, right) {
  const [rows, columns] = [ranks.length, ranks[0].length];
  const from = (index, step, size) => (index - step + size) % size;
  return ranks.map((rank, row) => rank.map((_, column) => ranks[from(row, down, rows)][from(column, right, columns)]));
}

// Returns the new squares of the old ones, by their names, after a change of the whole board.
export function newSquares(ranks, change) {
  const names = change(ranks.map((rank, row) => rank.map((_, column) => nameOf(ranks, row, column))));
  return new Map(names.flatMap((rank, row) => rank.map((name, column) => [name, nameOf(names, row, column)])));
}

// Returns whether a man is neutral, has an attribute or is a reversed pawn, which a placement of FEN does not hold.
export const isSpecial = (man) => man.startsWith("=") || man.includes(",") || man.toUpperCase() === "(PP)";

// Returns the attributes and the walk of a man; in parentheses, as in `(Kamikaze,S)`, with the letters of problems.
export function partsOf(man) {
  const letters = man.replace(/^=/, "");
  const parts = letters.replace(/[()]/g, "").split(",");
  const walk = parts.pop();
  // A placement has N for the knight, and (N) for the nightrider.
  return [parts, letters.startsWith("(") ? walk : walk.replace("N", "S").replace("n", "s")];
}

// Returns the letters of the walk of a man in the language of problems: S is the knight.
const lettersOf = (man) => partsOf(man)[1].replace(/^-/, "").toUpperCase();

// Returns a man in the language of problems: attributes come first.
const words = (man) => [...partsOf(man)[0], lettersOf(man)].join(" ");

export function colourOf(man) {
  if (man.startsWith("=")) return "neutral";
  const walk = partsOf(man)[1];
  return walk.startsWith("-") || (walk === walk.toLowerCase() && walk !== walk.toUpperCase()) ? "black" : "white";
}

// Returns the men of ranks in words, as the description of the diagram.
export function described(ranks) {
  const lists = { white: [], black: [], neutral: [] };
  ranks.forEach((rank, row) => rank.forEach((man, column) => {
    if (man) lists[colourOf(man)].push(words(man) + nameOf(ranks, row, column));
  }));
  if (ranks.imitators?.length) lists.imitators = ranks.imitators;
  const filled = Object.entries(lists).filter(([, men]) => men.length);
  return `Diagram. ${filled.map(([colour, men]) => `${colour}: ${men.join(", ")}`).join("; ") || "no men"}`;
}

// Returns the castling rights of `before` that still hold.
function heldRights(ranks, before) {
  const isAt = (square, man) => ranks[cellOf(ranks, square)[0]]?.[cellOf(ranks, square)[1]] === man;
  const rights = { K: ["e1", "K", "h1", "R"], Q: ["e1", "K", "a1", "R"], k: ["e8", "k", "h8", "r"], q: ["e8", "k", "a8", "r"] };
  const holds = (right) => {
    const needed = rights[right];
    return !needed || (isAt(needed[0], needed[1]) && isAt(needed[2], needed[3]));
  };
  return [...before].filter(holds).join("") || "-";
}

// Returns the square that a pawn has just passed if it can still have done so, `-` otherwise.
function heldPassed(ranks, square) {
  const [, file, rank] = /^([a-h])([36])$/.exec(square) ?? [];
  if (!file || ranks.length !== 8) return "-";
  const manAt = (other) => ranks[cellOf(ranks, other)[0]]?.[cellOf(ranks, other)[1]];
  const [from, to, man] = rank === "3" ? ["2", "4", "P"] : ["7", "5", "p"];
  return manAt(file + to) === man && manAt(square) === "" && manAt(file + from) === "" ? square : "-";
}

// Returns a text that begins with a placement with other men, without the rights that they end.
export function withMen(text, ranks) {
  const [all, side, castling, gap, passed] = /^\S+(?:(\s+[wb]\s+)([KQkq]+|-)(\s+)(\S+))?/.exec(text);
  const isSquare = passed === "-" || /^[a-h]\d(>[a-h]\d)?$/.test(passed ?? "");
  if (!side || !isSquare) return placementOf(ranks) + text.slice(/^\S+/.exec(text)[0].length);
  return placementOf(ranks) + side + heldRights(ranks, castling) + gap + heldPassed(ranks, passed) + text.slice(all.length);
}

// Returns the lists of men in an entry of Olive.
export function listsOf(ranks) {
  const lists = { white: [], black: [], neutral: [] };
  ranks.forEach((rank, row) => rank.forEach((man, column) => {
    if (man) lists[colourOf(man)].push(words(man) + nameOf(ranks, row, column));
  }));
  const filled = Object.entries(lists).filter(([, men]) => men.length);
  return `algebraic:\n${filled.map(([colour, men]) => `  ${colour}: [${men.join(", ")}]\n`).join("")}`;
}

// Returns a text with a position that the API reads.
export function textOf(ranks) {
  if (ranks.flat().some(isSpecial)) return `---\n${listsOf(ranks)}`;
  const isUsual = ranks.length === 8 && ranks[0].length === 8;
  return `${placementOf(ranks)} w - -${isUsual ? "" : ` board ${ranks[0].length}x${ranks.length};`}`;
}

// Returns the ranks of an entry of Olive on a board of eight by eight squares.
export function ranksOfOlive(text) {
  const ranks = Array.from({ length: 8 }, () => Array(8).fill(""));
  for (const [, colour, men] of text.matchAll(/^ +(white|black|neutral): \[([^\]]*)\]/gm)) {
    // A man with a name of digits is quoted.
    for (const entry of men.replace(/['"]/g, "").split(",").map((part) => part.trim()).filter(Boolean)) {
      const parts = /^(.*\s)?(\S+?)([a-h][1-8])$/.exec(entry);
      if (!parts) return null;
      const [row, column] = cellOf(ranks, parts[3]);
      ranks[row][column] = manOf(colour, (parts[1] ?? "").split(/\s+/).filter(Boolean), parts[2]);
    }
  }
  return ranks;
}

// Returns the man of a colour with attributes and a walk, given in the letters of problems.
export function manOf(colour, attributes, walk) {
  const small = walk.toLowerCase() === walk.toUpperCase() ? `-${walk}` : walk.toLowerCase();
  const cased = colour === "black" ? small : walk;
  const neutral = colour === "neutral" ? "=" : "";
  if (attributes.length) return `${neutral}(${[...attributes, cased].join(",")})`;
  return neutral + (/^[KQRBPS]$/.test(walk) ? cased.replace("S", "N").replace("s", "n") : `(${cased})`);
}
