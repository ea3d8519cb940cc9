// Requests to the API, and its streams of events.

// Sends a body of JSON.
export function request(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

// Returns the messages of an answer that refuses a request.
export async function errorsOf(response) {
  const { error, errors = [] } = await response.json();
  return error ? [error] : errors.map((fault) => fault.message);
}

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

// Returns a verdict in words.
export const verdictText = ({ verdict, as_declared: asDeclared }) => verdict + (asDeclared ? "" : ", not as declared");

// Returns a new element with properties and children.
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const at = (id) => document.getElementById(id);
