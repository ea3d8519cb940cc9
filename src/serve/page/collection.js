// A collection from a file: its problems are listed, opened, and verified one after another.

import { at, element, errorsOf, readEvents, request, verdictText } from "./events.js";

// The problems with their rows in the table, and the file from which they were read.
let listed = [];
let source = null;
let running = null;
// The file that was chosen last.
let last = null;
// The names under which the file and its verdicts are kept until the browser closes the page.
const [FILE, VERDICTS] = ["collection", "verdicts"];

// Lets a file be opened; `open` receives the text of a problem.
export function letOpenFiles(open) {
  at("file").addEventListener("change", async () => {
    const [file] = at("file").files;
    if (file) await list({ name: file.name, text: decoded(await file.arrayBuffer()), verdicts: {} }, open);
  });
  const kept = recalled();
  if (kept) list(kept, open);
  at("verify-all").addEventListener("click", verifyAll);
  at("stop-all").addEventListener("click", () => running?.abort());
}

// Returns the text of a file: UTF-8, or Latin-1 as in older files.
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

// Keeps a value, so that it is there when the page is loaded again; one that is too long is not kept.
function keep(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(name);
  }
}

function recalled() {
  try {
    const file = JSON.parse(sessionStorage.getItem(FILE));
    return file && { ...file, verdicts: JSON.parse(sessionStorage.getItem(VERDICTS)) ?? {} };
  } catch {
    return null;
  }
}

// The most bytes of a request.
const MAX_BODY = 1 << 20;

// Returns the problems of a file, or why it is refused.
async function problemsOf({ text }) {
  if (!text.trim()) return { fault: "the file is empty." };
  const body = { text };
  if (new Blob([JSON.stringify(body)]).size > MAX_BODY) return { fault: "the file is larger than 1 MB." };
  try {
    const response = await request("/api/collection", body);
    return response.ok ? await response.json() : { fault: (await errorsOf(response)).join(" ") };
  } catch (error) {
    return { fault: `no answer: ${error.message}` };
  }
}

// Removes the list of the file before.
function clear() {
  running?.abort();
  [listed, source, running] = [[], null, null];
  sessionStorage.removeItem(FILE);
  sessionStorage.removeItem(VERDICTS);
  at("problems").replaceChildren();
  at("collection-table").hidden = true;
  at("collection-progress").hidden = true;
  at("verify-all").disabled = true;
  at("stop-all").disabled = true;
}

async function list(file, open) {
  clear();
  last = file;
  const { count, problems, fault } = await problemsOf(file);
  // Another file was chosen in the meantime.
  if (last !== file) return;
  if (fault) {
    at("collection-status").textContent = `${file.name}: ${fault}`;
    return;
  }
  const rest = count > problems.length ? `; the first ${problems.length} are listed` : "";
  const done = Object.keys(file.verdicts).length;
  const verified = done ? ` ${done} of ${problems.filter(({ text }) => text).length} verified.` : "";
  at("collection-status").textContent = `${file.name}: ${count} problem${count === 1 ? "" : "s"}${rest}.${verified}`;
  source = file;
  keep(FILE, { name: file.name, text: file.text });
  keep(VERDICTS, file.verdicts);
  listed = problems.map((problem) => ({ ...problem, row: row(problem, open) }));
  for (const [index, verdict] of Object.entries(file.verdicts)) {
    if (listed[index]) listed[index].row.querySelector(".verdict").textContent = verdict;
  }
  at("problems").replaceChildren(...listed.map((problem) => problem.row));
  at("collection-table").hidden = !problems.length;
  at("verify-all").disabled = !problems.length;
}

function row({ line, name, stipulation, text, errors }, open) {
  const title = element("button", { type: "button", textContent: name ?? `Line ${line}`, disabled: !text });
  title.addEventListener("click", () => open(text));
  const verdict = element("td", { className: "verdict", textContent: errors.map(({ message }) => message).join(" ") });
  return element("tr", {}, element("td", {}, title), element("td", { textContent: stipulation ?? "" }), verdict);
}

async function verifyAll() {
  running?.abort();
  const own = new AbortController();
  const file = source;
  running = own;
  at("stop-all").disabled = false;
  const readable = listed.filter(({ text }) => text);
  const progress = at("collection-progress");
  Object.assign(progress, { max: readable.length, value: 0, hidden: false });
  // What was verified before is verified anew.
  file.verdicts = {};
  for (const [index, { text, row: line }] of listed.entries()) {
    if (!text) continue;
    const cell = line.querySelector(".verdict");
    cell.textContent = "…";
    try {
      cell.textContent = await verdictOf(text, own.signal);
    } catch (error) {
      cell.textContent = own.signal.aborted ? "" : error.message;
    }
    if (own.signal.aborted || running !== own) break;
    file.verdicts[index] = cell.textContent;
    keep(VERDICTS, file.verdicts);
    progress.value += 1;
  }
  if (running !== own) return;
  at("stop-all").disabled = true;
  at("collection-status").textContent = `${progress.value} of ${readable.length} verified.`;
}

async function verdictOf(text, signal) {
  const response = await request("/api/verify", { text }, signal);
  if (!response.ok) return (await errorsOf(response)).join(" ");
  let verdict = "not verified";
  await readEvents(response.body, (name, data) => {
    if (name === "done") verdict = verdictText(data.verdict);
    if (name === "failed") verdict = data.error;
  });
  return verdict;
}
