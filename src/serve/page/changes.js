// Changed play: the tables of a record, with set play, tries and keys side by side.

import { element, played, twinTitle } from "./events.js";
import { lettered, letteredWords } from "./letters.js";

const STATES = { impossible: "", "no-defence": "–", unanswered: "?", "reaches-goal": "!" };

// Returns the content of cells in a row: its heading and for each phase a list of nodes.
function line(heading, cells) {
  const title = element("th", { scope: "row", textContent: lettered(heading) });
  title.dataset.text = heading;
  const row = element("tr", {}, title);
  row.append(...cells.map((nodes) => element("td", {}, ...nodes)));
  return row;
}

// Returns the table of a side; `button` makes the button of a move from its text and all moves up to it.
function tableOf({ phases, rows }, button) {
  const first = (phase) => (phase.move ? [phase.move] : []);
  const head = phases.map((phase) => element("th", { scope: "col" },
    phase.move ? button(`1.${played(phase.move)}${phase.kind === "try" ? "?" : "!"}`, first(phase)) : "Set play"));
  const lines = [];
  if (phases.some(({ pending }) => pending)) {
    lines.push(line("Threat", phases.map((phase) => (phase.pending === "zugzwang" ? ["zugzwang"]
      : phase.threats.map((threat) => button(`2.${played(threat)}`, [...first(phase), threat]))))));
  }
  for (const { random, defences, cells } of rows) {
    const name = `1...${random ?? defences.map(played).join(", ")}`;
    lines.push(line(name, cells.map((cell, index) => {
      const before = [...first(phases[index]), defences[0]];
      const answers = cell.answers.map((answer) => button(`2.${played(answer)}`, [...before, answer]));
      const marks = cell.marks.length ? element("span", { className: "note" }, cell.marks.join(", ")) : "";
      return [STATES[cell.status] ?? "", ...answers, marks].filter(Boolean);
    })));
  }
  if (phases.some(({ refutations }) => refutations.length)) {
    lines.push(line("But", phases.map((phase) => phase.refutations.map((refutation) => (
      button(`1...${played(refutation)}!`, [...first(phase), refutation]))))));
  }
  return element("table", {},
    element("thead", {}, element("tr", {}, element("td"), ...head)), element("tbody", {}, ...lines));
}

// Returns the tables of a record, each with the twin before it, as items of a list. `button` receives what the twin asks and its number, too.
export function changeItems({ twins }, button) {
  return twins.flatMap((twin, number) => {
    const { label, asked, sides } = twin;
    const ofTwin = (text, moves) => button(text, moves, { asked, number });
    const tables = sides.flatMap(({ table }) => (table?.phases.length ? [tableOf(table, ofTwin)] : []));
    const boxes = tables.map((table) => element("li", { className: "changes", tabIndex: 0 }, table));
    const title = label ? [element("li", { className: "twin", textContent: letteredWords(twinTitle(twin)) })] : [];
    for (const item of title) item.dataset.words = twinTitle(twin);
    return tables.length ? [...title, ...boxes] : [];
  });
}
