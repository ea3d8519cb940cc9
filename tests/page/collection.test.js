// Files that hold no collection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, useServer } from "./browser.js";

useServer();

const choose = (page, name, text) => page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
const statusOf = (page, text) => page.waitForFunction(
  (expected) => document.getElementById("collection-status").textContent === expected, text);

for (const [name, text, message] of [
  ["empty.epd", "", "empty.epd: the file is empty."],
  ["blank.epd", " \n\n", "blank.epd: the file is empty."],
  ["large.epd", "7k/8/5K2/8/8/8/8/6Q1 w - - #1\n".repeat(40_000), "large.epd: the file is larger than 1 MB."],
]) {
  test(`${name} replaces the collection before by a message`, async () => {
    const { page, errors } = await opened();
    await choose(page, "one.epd", "7k/8/5K2/8/8/8/8/6Q1 w - - #1");
    await statusOf(page, "one.epd: 1 problem.");
    await choose(page, name, text);
    await statusOf(page, message);
    assert.equal(await page.locator("#problems tr").count(), 0);
    assert.equal(await page.isVisible("#collection-table"), false);
    assert.equal(await page.isDisabled("#verify-all"), true);
    await page.reload();
    await page.waitForSelector(".grid");
    assert.equal(await page.locator("#problems tr").count(), 0);
    await choose(page, "one.epd", "7k/8/5K2/8/8/8/8/6Q1 w - - #1");
    await statusOf(page, "one.epd: 1 problem.");
    assert.deepEqual(errors, []);
    await page.close();
  });
}
