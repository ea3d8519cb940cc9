// Problems that are kept: a link, a shelf in the store of the server, and exports.

import { FIELDS, asked } from "./question.js";
import { at, element, errorsOf, request } from "./events.js";

const PICTURES = { svg: "svg", png: "png", tex: "tex" };
const ENDINGS = { popeye: "inp", epd: "epd", olv: "olv", json: "json", pgn: "pgn", ...PICTURES };

// Returns the contents of the fields that a link holds; nothing if it holds none, and `fault` if it is not one of this page.
export function linked() {
  if (location.hash.length < 2) return {};
  try {
    const values = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    if (areFields(values)) return { values };
  } catch {
    // What is no JSON is refused, too.
  }
  return { fault: "The address holds no problem of this page." };
}

// Returns whether values are the contents of the fields: texts, then the two choices. The last ones may be left out.
function areFields(values) {
  const [texts, all] = [FIELDS.length, FIELDS.length + 2];
  if (!Array.isArray(values) || !values.length || values.length > all) return false;
  return values.every((value, index) => typeof value === (index < texts ? "string" : "boolean"));
}

// The most characters of an address with a problem.
const MAX_LINK = 60_000;

// Puts the contents of the fields into the address of the page; returns whether they are short enough.
export function link(values) {
  const hash = `#${encodeURIComponent(JSON.stringify(values))}`;
  const isShort = hash.length <= MAX_LINK;
  // The address without them leads to the example.
  if (isShort || location.hash) history.replaceState(null, "", isShort ? hash : location.pathname);
  return isShort;
}

// Saves a problem in the chosen format; `fail` receives messages.
export async function exportProblem(fail) {
  // A dialect of FEN follows the format.
  const [to, dialect] = at("format").value.split(" ");
  const response = await request(to in PICTURES ? "/api/diagram" : "/api/convert", asked({ to, ...(dialect && { to_dialect: dialect }) }));
  if (!response.ok) return fail(await errorsOf(response));
  let blob;
  if (to in PICTURES) blob = await response.blob();
  else {
    const { text, faults } = await response.json();
    fail(faults.map(({ message }) => message));
    if (!text) return undefined;
    blob = new Blob([text], { type: "text/plain" });
  }
  const anchor = element("a", { href: URL.createObjectURL(blob), download: `problem.${ENDINGS[to]}` });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
  return undefined;
}

// Shows the shelf, if the server has one. `open` receives the text of a problem.
export async function showShelf(open) {
  const { open: isOpen, problems } = await (await fetch("/api/shelf")).json();
  at("shelf").hidden = !isOpen;
  at("shelf-list").replaceChildren(...problems.map(({ id, name, saved }) => {
    const title = element("button", { type: "button", textContent: name || `Problem ${id}` });
    title.addEventListener("click", async () => open((await (await fetch(`/api/shelf/${id}`)).json()).text));
    const remove = element("button", { type: "button", textContent: "Remove" });
    remove.setAttribute("aria-label", `Remove ${name || `problem ${id}`}`);
    remove.addEventListener("click", async () => {
      await fetch(`/api/shelf/${id}`, { method: "DELETE" });
      await showShelf(open);
    });
    return element("li", {}, title, ` ${saved} `, remove);
  }));
}

// Keeps a text on the shelf.
export async function keepOnShelf(name, text, fail) {
  const response = await request("/api/shelf", { name, text });
  if (!response.ok) fail(await errorsOf(response));
}
