// Trees that fold, and the moves in them: an item has its button, the list of what follows, and a button that folds it.

// Folds or unfolds an item; returns whether it can.
export function fold(item, isFolded) {
  const button = item.querySelector(":scope > .fold");
  if (!button) return false;
  button.setAttribute("aria-expanded", String(!isFolded));
  item.querySelector(":scope > ol").hidden = isFolded;
  return true;
}

export const isFolded = (item) => item.querySelector(":scope > .fold")?.getAttribute("aria-expanded") === "false";

// Returns the next button in a direction that is not folded away.
function neighbour(tree, button, direction) {
  const buttons = [...tree.querySelectorAll(".move")];
  for (let index = buttons.indexOf(button) + direction; buttons[index]; index += direction) {
    if (!buttons[index].closest("[hidden]")) return buttons[index];
  }
  return null;
}

// Returns the button that an arrow key leads to; the key may fold or unfold instead.
export function target(tree, button, key) {
  const item = button.closest("li");
  const inLine = item.classList.contains("line");
  if (key === "ArrowDown" || (inLine && key === "ArrowRight")) return neighbour(tree, button, 1);
  if (key === "ArrowUp" || inLine) return neighbour(tree, button, -1);
  if (key === "ArrowRight") return isFolded(item) ? (fold(item, false), null) : neighbour(tree, button, 1);
  if (!isFolded(item) && fold(item, true)) return null;
  return item.parentElement.closest("li")?.querySelector(":scope > .move") ?? neighbour(tree, button, -1);
}
