// The page: a problem is entered as text, drawn, solved and verified.

const at = (id) => document.getElementById(id);
const show = (id, texts) => at(id).replaceChildren(...texts.map((text) => {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}));
const status = (text) => { at("status").textContent = text; };

let rules = [];
let job = null;
let picture = null;

// Returns what is asked, as the API reads it.
function asked(more = {}) {
  const [stipulation, condition] = ["stipulation", "condition"].map((id) => at(id).value.trim());
  return {
    text: at("text").value,
    ...(stipulation && { stipulation }),
    conditions: condition ? [condition] : [],
    ...more,
  };
}

function request(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function showErrors(response) {
  const { error, errors = [] } = await response.json();
  show("faults", error ? [error] : errors.map((fault) => fault.message));
}

async function draw() {
  const response = await request("/api/diagram", asked());
  if (!response.ok) return showErrors(response);
  show("faults", []);
  const image = new Image();
  const old = picture;
  picture = URL.createObjectURL(await response.blob());
  image.src = picture;
  image.alt = "";
  at("diagram").replaceChildren(image);
  at("diagram").setAttribute("aria-label", `Diagram, ${at("stipulation").value}`);
  if (old) URL.revokeObjectURL(old);
}

async function save(to, name) {
  const response = await request("/api/diagram", asked({ to }));
  if (!response.ok) return showErrors(response);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const mark = { key: "!", try: "?", refutation: "!" };
const played = (move) => move.short + (move.goal ?? (move.check ? "+" : ""));

function addLine(text, kind, depth) {
  const item = document.createElement("li");
  item.className = `${kind} d${Math.min(depth, 4)}`;
  item.textContent = text;
  at("solution").append(item);
}

// Returns a line of help or series play with its numbers.
function numbered({ moves, counting }) {
  const isSeries = counting.startsWith("series");
  const skipped = counting === "pairs-from-second" ? 1 : counting === "pairs-from-third" ? 2 : 0;
  return moves.map((move, index) => {
    const ply = index + skipped;
    if (isSeries) return `${index + 1}.${played(move)}`;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? `${(ply + 1) / 2}...` : "";
    return number + played(move);
  }).join(" ");
}

const shown = {
  solution(event) {
    if (event.event === "twin" && event.label) addLine(`${event.label}) ${event.changes.join(", ")}`, "twin", 0);
    if (event.event === "phase" && event.phase === "set") addLine("Set play", "phase", 0);
    if (event.event === "line") addLine(numbered(event), "line", 0);
    if (event.event === "remark") addLine(event.message, "remark", 0);
    if (event.event === "node") {
      const dots = event.role === "defence" || event.role === "refutation" ? "..." : ".";
      const threat = event.role === "threat" ? "threat: " : "";
      const zugzwang = event.pending === "zugzwang" ? " zz" : "";
      const text = `${threat}${event.number}${dots}${played(event.move)}${mark[event.role] ?? ""}${zugzwang}`;
      addLine(text, event.role, event.depth);
    }
  },
  queued() { status("Waiting for another search…"); },
  progress({ nodes, plies, last, root_moves: done, all_root_moves: all }) {
    const moves = all ? `, first move ${Math.min(done + 1, all)} of ${all}` : "";
    const length = last > plies ? `, length ${plies} of ${last}` : "";
    status(`Searching: ${nodes.toLocaleString("en")} positions${moves}${length}`);
  },
  done(event) {
    if (!event.verdict) return status(event.complete ? "Complete." : "Stopped; the solution may be incomplete.");
    status(`Verdict: ${event.verdict.verdict}${event.verdict.as_declared ? "" : ", not as declared"}.`);
    const phases = event.verdict.twins.flatMap((twin) => twin.sides).flatMap((side) => side.phases);
    for (const finding of phases.flatMap((phase) => phase.findings)) addLine(finding.message, "finding", 0);
  },
  failed({ error }) { status(error); },
};

// Reads a stream of events to its end.
async function readEvents(body, handle) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const [name, data] = event.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
      handle(name, JSON.parse(data));
    }
  }
}

async function run(path) {
  job?.abort();
  const own = new AbortController();
  job = own;
  at("solution").replaceChildren();
  show("faults", []);
  at("stop").disabled = false;
  status("Searching…");
  try {
    const response = await request(path, asked(), own.signal);
    if (response.ok) await readEvents(response.body, (name, data) => job === own && shown[name]?.(data));
    else {
      await showErrors(response);
      status("Not solved.");
    }
  } catch (error) {
    if (job === own) status(own.signal.aborted ? "Stopped." : `No answer: ${error.message}`);
  }
  if (job === own) at("stop").disabled = true;
}

function explain() {
  const name = at("condition").value.trim().toLowerCase();
  const rule = rules.find(({ names }) => names.some((other) => other.toLowerCase() === name));
  at("meaning").textContent = rule?.meaning ?? "";
}

let waiting = 0;
for (const id of ["text", "stipulation", "condition"]) {
  at(id).addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { explain(); draw(); }, 250);
  });
}
at("solve").addEventListener("click", () => run("/api/solve"));
at("verify").addEventListener("click", () => run("/api/verify"));
at("stop").addEventListener("click", () => job?.abort());
at("svg").addEventListener("click", () => save("svg", "problem.svg"));
at("tex").addEventListener("click", () => save("tex", "problem.tex"));

draw();
rules = await (await fetch("/api/rules")).json();
at("rules").replaceChildren(...rules.filter(({ kind }) => kind === "rule").flatMap(({ names }) => [...new Set(names)]).map((name) => {
  const option = document.createElement("option");
  option.value = name;
  return option;
}));
explain();
