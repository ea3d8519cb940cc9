// The workshop on the page of `kirke serve`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, statusIs, useServer } from "./browser.js";

useServer();

async function ask(page, placement, stipulation) {
  await page.fill("#text", placement);
  await page.fill("#stipulation", stipulation);
  await page.fill("#condition", "");
}

const found = (page, expected) => page.waitForFunction(
  (text) => document.getElementById("work-status").textContent.includes(text), expected, { timeout: 60000 });

test("economy states what each man is for", async () => {
  const { page, errors } = await opened();
  await ask(page, "kbK5/pp6/1P6/8/8/8/7P/R7", "#2");
  await page.click("#economy");
  await found(page, "1 superfluous");
  const men = await page.locator("#found li").allTextContents();
  assert.equal(men.length, 6);
  assert.ok(men.some((text) => text.startsWith("wPh2") && text.includes("superfluous")), men.join("\n"));
  assert.deepEqual(errors, []);
  await page.close();
});

test("a version that is sound is opened from its diagram", async () => {
  const { page, errors } = await opened();
  await ask(page, "8/8/8/8/8/2K5/7R/k7", "h#2");
  await page.click("#improve");
  await found(page, "choose those to keep");
  await page.fill("#keep-moves", "1.Kb1 Ra2");
  await page.click("#improve");
  await found(page, "sound versions among");
  await page.waitForSelector("#found .version img");
  const text = await page.locator("#found .version").first().textContent();
  assert.match(text, /\(\d\+\d\)/);
  await page.locator("#found .version button").first().click();
  await page.click("#verify");
  await statusIs(page, "Verdict: sound");
  assert.deepEqual(errors, []);
  await page.close();
});

test("twins are listed, a search is stopped, and faults are shown", async () => {
  const { page, errors } = await opened();
  await ask(page, "kbK5/pp6/1P6/8/8/8/8/R7", "#2");
  await page.click("#find-twins");
  await found(page, "sound twins");
  assert.ok(await page.locator("#found .version").count() > 5);
  await ask(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "#9");
  await page.click("#economy");
  await page.waitForSelector("#stop-work:not([disabled])");
  await page.click("#stop-work");
  await found(page, "Stopped.");
  await page.fill("#stipulation", "h#x");
  await page.click("#economy");
  await found(page, "expected a number of moves");
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("features are shown with the verdict", async () => {
  const { page, errors } = await opened();
  await ask(page, "8/8/8/8/8/2K5/7R/k7", "h#2");
  await page.click("#verify");
  await statusIs(page, "Verdict");
  await page.waitForSelector("#solution .feature");
  assert.match(await page.textContent("#solution"), /ideal mate \(/);
  assert.deepEqual(errors, []);
  await page.close();
});
