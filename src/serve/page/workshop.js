// The workshop: what each man is for, and versions and twins as small diagrams to open.

import { at, element, faultsOf, readEvents, request } from "./events.js";

const WORKS = { economy: "/api/economy", improve: "/api/improve", "find-twins": "/api/twins" };

let running = null;
let addresses = [];

// Lets the buttons work on the problem that `asked` returns after the edits before; `open` receives the text of a problem.
export function letWork(afterEdits, asked, open) {
  for (const [button, path] of Object.entries(WORKS)) {
    at(button).addEventListener("click", () => afterEdits(() => work(path, asked(), open)));
  }
  at("stop-work").addEventListener("click", () => running?.abort());
}

function status(text) {
  at("work-status").textContent = text;
}

function clear() {
  at("found").replaceChildren();
  addresses.forEach((address) => URL.revokeObjectURL(address));
  addresses = [];
}

async function work(path, body, open) {
  running?.abort();
  const own = new AbortController();
  running = own;
  clear();
  at("stop-work").disabled = false;
  status("Searching…");
  const keep = at("keep-moves").value.split(";").map((moves) => moves.trim()).filter(Boolean);
  let findings = null;
  const events = {
    queued() { status("Waiting for another search…"); },
    tested({ tested, found }) { status(`${tested.toLocaleString("en")} changed problems tested, ${found} sound.`); },
    done(event) { findings = event; },
    failed({ error }) { status(error); },
  };
  try {
    const response = await request(path, { ...body, keep }, own.signal);
    if (response.ok) await readEvents(response.body, (name, data) => running === own && events[name]?.(data));
    else status((await faultsOf(response)).map(({ message }) => message).join(" "));
    if (findings && running === own) await show(findings, own.signal, open);
  } catch (error) {
    if (running === own) status(own.signal.aborted ? "Stopped." : `No answer: ${error.message}`);
  }
  if (running === own) at("stop-work").disabled = true;
}

async function show({ found, summary, stopped }, signal, open) {
  status(stopped ? `${summary} Stopped.` : summary);
  const shown = found.map((entry) => ({ ...entry, row: row(entry, open) }));
  at("found").replaceChildren(...shown.map((entry) => entry.row));
  for (const { problem, row: item } of shown) {
    if (problem) await addPicture(problem, item.querySelector("button"), signal);
  }
}

// A version or a twin is a button, which opens it; what a man is for is text.
function row({ text, problem }, open) {
  if (!problem) return element("li", { textContent: text });
  const button = element("button", { type: "button" }, element("span", { textContent: text }));
  button.addEventListener("click", () => open(problem));
  return element("li", { className: "version" }, button);
}

async function addPicture(text, button, signal) {
  const response = await request("/api/diagram", { text, no_caption: true }, signal);
  if (!response.ok) return;
  const address = URL.createObjectURL(await response.blob());
  addresses.push(address);
  button.prepend(element("img", { src: address, alt: "" }));
}
