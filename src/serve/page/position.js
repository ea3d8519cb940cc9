// Positions as placements of FEN, and moves in the notation for machines. Nothing here needs the server.

const TOKEN = /=?\([^)]*\)|=?[A-Za-z]|\d/gy;

// Returns the ranks of a placement, each a list of men and empty strings; null if this is no rectangle.
export function ranksOf(placement) {
  const ranks = placement.split("/").map((rank) => {
    const tokens = rank.match(TOKEN) ?? [];
    if (tokens.join("") !== rank) return null;
    return tokens.flatMap((token) => (/^\d$/.test(token) ? Array(Number(token)).fill("") : [token]));
  });
  const [first] = ranks;
  const isRectangle = ranks.length > 1 && first?.length > 0 && ranks.every((rank) => rank?.length === first.length);
  return isRectangle ? ranks : null;
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

// Returns the letters of a man in the colour of a side.
export const coloured = (man, side) => (side === "black" ? man.toLowerCase() : man.toUpperCase());

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
  const isPawn = /^=?p$/i.test(man);
  if (isPawn && from[0] !== to[0] && !get(to)) set(to[0] + from[1], "");
  set(from, "");
  set(to, promotion ? (isNeutral ? `=${promotion}` : coloured(promotion, move.side)) : man);
  if (!move.long.startsWith("0-0")) return;
  const [rook, next] = to[0] > from[0] ? ["h", "f"] : ["a", "d"];
  set(next + to[1], get(rook + to[1]));
  set(rook + to[1], "");
}
