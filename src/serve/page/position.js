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

// The squares of imitators follow the name of the condition, as in `Imitator d5f5`.
const squaresOfImitators = (condition) => /^Imitator (\S+)/.exec(condition)?.[1].match(/[a-h]\d/g) ?? [];

const GAME_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

// Returns the ranks with which the play of a record begins: those of its first placement, if it has two, of the game array in a proof
// game, or of its FEN with the attributes of men, as in `Magic Sg3`, and the imitators of its conditions.
export function ranksOfAsked({ fen, start, attributes = [], conditions = [], stipulation = "" }) {
  const isProof = /dia/.test(stipulation);
  const ranks = start ? ranksOf(start) : ranksOfFen(fen);
  if (!ranks) return null;
  if (isProof && (ranks.length !== 8 || ranks[0].length !== 8)) return null;
  const first = isProof ? ranksOf(GAME_ARRAY) : ranks;
  first.hasBank = conditions.some((condition) => /^(Crazyhouse|Fiasco|Reenterent)\b/.test(condition));
  if (isProof || start) return first;
  ranks.imitators = conditions.flatMap(squaresOfImitators);
  for (const words of attributes) {
    const names = words.split(" ");
    const [row, column] = cellOf(ranks, names.pop().slice(-2));
    const man = ranks[row][column];
    ranks[row][column] = manOf(colourOf(man), names, lettersOf(man));
  }
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

// Returns the letters of a man in the colour of a side. Letters without capitals have a sign if they are black, as in `(-15)`.
export function coloured(man, side) {
  if (side !== "black") return man.toUpperCase();
  return man.toUpperCase() === man.toLowerCase() ? man.replace("(", "(-") : man.toLowerCase();
}

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
export const lettersOf = (man) => partsOf(man)[1].replace(/^-/, "").toUpperCase();

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

// Returns the condition that has the imitators of ranks, if there are any, as a list.
export const imitatorsOf = ({ imitators = [] }) => (imitators.length ? [`Imitator ${imitators.join("")}`] : []);

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

const EFFECT = /([-+~_<^])(.*?)([a-h]\d)(?=[-+~_<^]|$)/g;
const CASTLING = /(^|[.\]])0-0/;
// The attributes that have letters of their own.
const ATTRIBUTES = {
  hcc: "HurdleColourChanging", hn: "HalfNeutral", ai: "AndaInverse", a: "Anda", b: "Bul", c: "Chameleon", d: "Dob", j: "Jigger",
  k: "Kamikaze", m: "Magic", u: "Uncapturable", v: "Volage",
};
const namesOf = (letters) => [...letters.matchAll(/hcc|hn|ai|[abcdjkmuv]/g)].map(([letter]) => ATTRIBUTES[letter]);

const isRoyal = (man) => lettersOf(man) === "K" || partsOf(man)[0].includes("Royal");

// Returns a man of the notation for machines, as in `n`, `PP` and `=(G)`, with the attributes of another one, which the notation does
// not have: it is the same man in another form. A king that becomes another man stays royal.
function manWith(text, source) {
  const [, taken, letters] = /^(.*?)(=?(?:\([^)]*\)|PP|pp|[A-Za-z]))$/.exec(text);
  const man = letters.replace(/PP|pp/, "($&)");
  const names = source ? partsOf(source)[0].filter((name) => name !== "Royal") : [];
  names.push(...namesOf(taken).filter((name) => !names.includes(name)));
  return manOf(colourOf(man), source && isRoyal(source) && lettersOf(man) !== "K" ? ["Royal", ...names] : names, lettersOf(man));
}

const without = (man, dropped) => manOf(colourOf(man), partsOf(man)[0].filter((name) => name !== dropped), lettersOf(man));

// Returns a man on the other one of two boards.
function onOtherBoard(man) {
  const names = partsOf(man)[0];
  return names.includes("AliceB") ? without(man, "AliceB") : manOf(colourOf(man), [...names, "AliceB"], lettersOf(man));
}

const isLight = (name) => (name.charCodeAt(0) + Number(name[1])) % 2 === 1;

const isAlike = (one, other) => Boolean(one) && Boolean(other) && colourOf(one) === colourOf(other) && lettersOf(one) === lettersOf(other);

// A board on which a move is played.
class PlayedBoard {
  constructor(ranks) {
    this.ranks = ranks.map((rank) => [...rank]);
    // Men that are hidden below squares, by their squares.
    this.ranks.hidden = { ...ranks.hidden };
    this.ranks.imitators = [...ranks.imitators ?? []];
  }

  // Moves the imitators to the squares that long notation has, as in `Ra1-a3[Ia5,c4]`; a pawn becomes one with `=I`.
  moveImitators(long, arrival) {
    const [, squares] = /\[I([a-h]\d(?:,[a-h]\d)*)\]/.exec(long) ?? [];
    if (squares) this.ranks.imitators = squares.split(",");
    if (/=I(?![A-Z])/.test(long)) this.ranks.imitators.push(arrival);
  }

  get(name) {
    const [row, column] = cellOf(this.ranks, name);
    return this.ranks[row]?.[column] ?? "";
  }

  set(name, man) {
    const [row, column] = cellOf(this.ranks, name);
    if (this.ranks[row]?.[column] !== undefined) this.ranks[row][column] = man;
  }

  move(from, to) {
    const man = this.get(from);
    this.set(from, "");
    this.set(to, man);
  }

  // Moves the man of a move; returns the man that it captures.
  moveMan([, from, to, promotion], { side, long = "" }, effects) {
    if (CASTLING.test(long)) {
      for (const [, sign, before, origin] of effects) if (sign === "<") this.move(before, origin);
      this.move(from, to);
      const [rook, next] = to[0] > from[0] ? ["h", "f"] : ["a", "d"];
      this.move(rook + to[1], next + to[1]);
      return "";
    }
    const man = this.get(from);
    // Another square of the victim is an effect of the move.
    const passed = long.includes(" ep.") && !this.get(to) ? to[0] + from[1] : to;
    const captured = this.get(passed);
    this.set(passed, "");
    this.set(from, "");
    this.set(to, promotion ? manWith(man.startsWith("=") ? `=${promotion}` : coloured(promotion, side), man) : man);
    return captured;
  }

  // Plays the effects of a move that arrives at a square. `long` is the move in long notation.
  play(effects, arrival, captured, long = "") {
    let [victim, at, lifted, left] = [captured, arrival, "", ""];
    for (const [, sign, man, name] of effects) {
      if (sign === "+") {
        this.set(name, this.changed(man, { name, lifted, left, victim, at, long }));
        [lifted, left] = ["", ""];
      } else if (sign === "-") {
        [lifted, left] = [this.get(name), name];
        victim ||= lifted;
        this.set(name, "");
      } else if (sign === "_") this.ranks.hidden[name] = manWith(man, lifted || victim);
      else if (sign === "^") this.set(name, onOtherBoard(this.get(name)));
      else if (sign === "~") {
        this.move(at, name);
        at = name;
      }
    }
  }

  // Returns the man that appears on a square: the one that was removed last, the victim, or one that was hidden there.
  changed(text, { name, lifted, left, victim, at, long }) {
    const man = manWith(text);
    // Long notation has the letters of the attributes of men that appear, and of kings that change.
    const [, added] = new RegExp(`\\[\\+[wbn]([a-z]*)[A-Z\\d/]+${name}`).exec(long) ?? [];
    const isTransferred = long.includes(`${left}->${name}`);
    const isPlaced = new RegExp(`/[A-Z\\d]+${name}`).test(long);
    const hidden = this.ranks.hidden[name];
    if (!lifted && isAlike(hidden, man)) {
      delete this.ranks.hidden[name];
      return hidden;
    }
    const isReborn = !lifted || added !== undefined || isPlaced || (!isTransferred && left !== name && isAlike(victim, man) && !isAlike(lifted, man));
    if (added === "") return partsOf(victim)[0].includes("AliceB") ? onOtherBoard(man) : man;
    if (!isReborn && colourOf(man) !== colourOf(lifted)) return without(manWith(text, lifted), "Volage");
    const [, king] = new RegExp(`\\[${name}=r?([a-z]+)[A-Z\\d]*(=[a-z])?\\]`).exec(long) ?? [];
    if (king && left === name && isRoyal(lifted)) {
      const names = [...partsOf(victim)[0].filter((other) => other !== "AliceB"), ...partsOf(lifted)[0].filter((other) => other === "AliceB")];
      return manOf(colourOf(man), [...(lettersOf(man) === "K" ? [] : ["Royal"]), ...names], lettersOf(man));
    }
    if (!isReborn) return manWith(text, lifted);
    const reborn = manWith((partsOf(victim)[0].length ? "" : added ?? "") + text, victim);
    const isTurned = colourOf(man) === "neutral" ? isLight(name) !== isLight(at) && !long.includes("<->") : colourOf(man) !== colourOf(victim);
    return isTurned ? without(reborn, "Volage") : reborn;
  }
}

// Returns the ranks after a move of a record: its man moves, and then its effects take place in order.
export function after(ranks, move) {
  const board = new PlayedBoard(ranks);
  const [, pending, word] = /^((?:![a-h]\d=(?:\([^)]*\)|[A-Z]),)*)(.*)$/.exec(move.machine);
  for (const [, name, man] of pending.matchAll(/!([a-h]\d)=(\([^)]*\)|[A-Z])/g)) {
    const pawn = board.get(name);
    board.set(name, manWith(pawn.startsWith("=") ? `=${man}` : coloured(man, move.side), pawn));
  }
  const entry = /^(.+)@([a-h]\d)/.exec(word);
  const plain = /^([a-h]\d)([a-h]\d)(?:=(\([^)]*\)|[A-Z]+))?/.exec(word);
  const effects = [...word.slice((entry ?? plain)?.[0].length ?? 2).matchAll(EFFECT)];
  let captured = "";
  if (entry) board.set(entry[2], coloured(entry[1], move.side));
  else if (plain) captured = board.moveMan(plain, move, effects);
  board.play(effects, plain?.[2], captured, move.long);
  board.moveImitators(move.long ?? "", plain?.[2]);
  return board.ranks;
}
