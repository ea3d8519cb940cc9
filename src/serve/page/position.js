// Positions as placements of FEN, and moves in the notation for machines. Nothing here needs the server.

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

// Returns the letters of a man in the colour of a side.
export const coloured = (man, side) => (side === "black" ? man.toLowerCase() : man.toUpperCase());

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

// Returns whether a man is neutral or has an attribute, which a placement of FEN does not hold.
export const isSpecial = (man) => man.startsWith("=") || man.includes(",");

// Returns the attributes and the walk of a man; in parentheses, as in `(Kamikaze,S)`, with the letters of problems.
export function partsOf(man) {
  const letters = man.replace(/^=/, "");
  const parts = letters.replace(/[()]/g, "").split(",");
  const walk = parts.pop();
  // A placement has N for the knight, and (N) for the nightrider.
  return [parts, letters.startsWith("(") ? walk : walk.replace("N", "S").replace("n", "s")];
}

// Returns a man in the language of problems: S is the knight, and attributes come first.
function words(man) {
  const [attributes, walk] = partsOf(man);
  return [...attributes, walk.replace(/^-/, "").toUpperCase()].join(" ");
}

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
  return `${placementOf(ranks)} w - -`;
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

const EFFECT = /([-+~_<])(.*?)([a-h]\d)(?=[-+~_<]|$)/g;

// Returns the ranks after a move of a record: its man moves, and then its effects take place in order.
export function after(ranks, move) {
  const board = ranks.map((rank) => [...rank]);
  const get = (name) => board[cellOf(board, name)[0]]?.[cellOf(board, name)[1]] ?? "";
  const set = (name, man) => {
    const [row, column] = cellOf(board, name);
    if (board[row]?.[column] !== undefined) board[row][column] = man;
  };
  const [, pending, word] = /^((?:![a-h]\d=(?:\([^)]*\)|[A-Z]),)*)(.*)$/.exec(move.machine);
  for (const [, name, man] of pending.matchAll(/!([a-h]\d)=(\([^)]*\)|[A-Z])/g)) set(name, coloured(man, move.side));
  const entry = /^(.+)@([a-h]\d)/.exec(word);
  const plain = /^([a-h]\d)([a-h]\d)(?:=(\([^)]*\)|[A-Z]+))?/.exec(word);
  if (entry) set(entry[2], coloured(entry[1], move.side));
  else if (plain) moveMan(plain, move, get, set);
  for (const [, sign, man, name] of word.slice((entry ?? plain)?.[0].length ?? 2).matchAll(EFFECT)) {
    if (sign === "+") set(name, man);
    if (sign === "-") set(name, "");
  }
  return board;
}

function moveMan([, from, to, promotion], move, get, set) {
  const man = get(from);
  const isNeutral = man.startsWith("=");
  // Another square of the victim is an effect of the move.
  if (move.long?.includes(" ep.") && !get(to)) set(to[0] + from[1], "");
  set(from, "");
  set(to, promotion ? (isNeutral ? `=${promotion}` : coloured(promotion, move.side)) : man);
  if (!move.long.startsWith("0-0")) return;
  const [rook, next] = to[0] > from[0] ? ["h", "f"] : ["a", "d"];
  set(next + to[1], get(rook + to[1]));
  set(rook + to[1], "");
}
