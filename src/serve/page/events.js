// Requests to the API, and its streams of events.

// Sends a body of JSON.
export function request(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

// Returns the faults of an answer that refuses a request: messages, most with a place. The place in the request itself is left out.
export async function faultsOf(response) {
  const { error, errors = [] } = await response.json();
  return error ? [{ message: error.replace(/ at line 1 column \d+$/, "") }] : errors;
}

// Returns a number of an answer, which counts something; anything else is an error.
export function count(value) {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`expected a number, found ${JSON.stringify(value)}`);
}

// Returns the messages of an answer that refuses a request.
export const errorsOf = async (response) => (await faultsOf(response)).map(({ message }) => message);

// Reads a stream of events to its end.
export async function readEvents(body, handle) {
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

// Returns a move with the mark of its goal or of a check. Other goals are visible in the move itself.
export const played = (move) => move.short + (/^[#=!+]+$/.test(move.goal ?? "") ? move.goal : move.check ? "+" : "");

// Returns the heading of a twin.
export const twinTitle = ({ label, continued, changes }) => `${continued ? "+" : ""}${label}) ${changes.join(", ")}`;

// Returns a verdict in words, with the declared one if there is any.
export function verdictText({ verdict, as_declared: asDeclared, twins }) {
  const declared = [...new Set(twins.map((twin) => twin.declared))].filter((word) => word !== "sound");
  if (!declared.length) return verdict;
  if (asDeclared) return `${verdict}, as declared`;
  return declared.includes(verdict) ? `${verdict}, not all as declared` : `${verdict}, declared ${declared.join(", ")}`;
}

// Returns a new element with properties and children.
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const at = (id) => document.getElementById(id);
