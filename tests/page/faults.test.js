// Faults of fields: each leads to its field and its word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, useServer } from "./browser.js";

useServer();

for (const [id, text, message, word] of [
  ["castling", "e1 z9", "found 'z9'", "z9"],
  ["passed", "x9", "found 'x9'", "x9"],
  ["passed", "e3", "no pawn can have made the double step", ""],
  ["options", "Duplexx", "found 'Duplexx'", "Duplexx"],
  ["options", "NoCastling z9", "found 'z9'", "z9"],
  ["condition", "Circ", "Circ", "Circ"],
]) {
  test(`a fault of ${text} leads to ${id}`, async () => {
    const { page } = await opened();
    await page.fill("#condition", "");
    await page.evaluate(() => { document.getElementById("more").open = true; });
    await page.fill(`#${id}`, text);
    const fault = page.locator("#fault-list button", { hasText: message });
    await fault.waitFor();
    await page.evaluate(() => { document.getElementById("more").open = false; });
    await fault.click();
    assert.equal(await page.evaluate(() => document.activeElement.id), id);
    const selected = await page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd));
    if (word) assert.equal(selected, word);
    await page.close();
  });
}
