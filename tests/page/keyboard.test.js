// The page of `kirke serve` by keyboard alone: each control is reached with Tab.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { manIs, opened, statusIs, useServer } from "./browser.js";

const folder = mkdtempSync(join(tmpdir(), "kirke-keyboard-"));
after(() => rmSync(folder, { recursive: true }));
useServer();

// Presses Tab until an element has the focus.
async function reach(page, selector) {
  for (let presses = 0; presses < 200; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached`);
}

async function press(page, selector) {
  await reach(page, selector);
  await page.keyboard.press("Enter");
}

async function fill(page, selector, text) {
  await reach(page, selector);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
}

test("a Circe helpmate is set up, corrected, solved and played by keyboard", async () => {
  const { page, errors } = await opened();
  await press(page, "#clear");
  await page.waitForFunction(() => !document.querySelector(".grid [data-man]:not([data-man=''])"));
  await fill(page, "#man", "Ke2 Pb2 Pg7 Se5 kh4 qf8 bc8 bg3 sa7 sg8 pf7 pg6 pc3 rh5");
  await page.keyboard.press("Enter");
  await manIs(page, "h5", "r");
  await fill(page, "#stipulation", "h#2");
  await fill(page, "#condition", "Circee");
  await page.waitForFunction(() => document.getElementById("faults").textContent.includes("Circe"));
  await fill(page, "#condition", "Circe");
  await page.waitForFunction(() => document.getElementById("faults").textContent === "");
  await press(page, "#solve");
  await statusIs(page, "Complete");
  await press(page, "#solution .move");
  await statusIs(page, "After ");
  for (let moves = 0; moves < 8 && !(await page.textContent("#status")).includes("(Qd8)"); moves += 1) {
    await page.keyboard.press("ArrowRight");
  }
  await statusIs(page, "gxf8=S(Qd8)");
  await page.waitForFunction(() => /Black: .*Qd8/.test(document.querySelector("#diagram img").alt));
  await page.waitForSelector("#diagram .mark.rebirth");
  await press(page, "#back");
  await page.waitForSelector(".grid");
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("a long search is stopped by keyboard", async () => {
  const { page, errors } = await opened();
  await fill(page, "#text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  await fill(page, "#stipulation", "#9");
  await fill(page, "#condition", "");
  await press(page, "#solve");
  await statusIs(page, "Searching:");
  await press(page, "#stop");
  await statusIs(page, "Stopped");
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("a collection is verified, and diagrams are saved by keyboard", async () => {
  const { page, errors } = await opened();
  const file = join(folder, "two.epd");
  writeFileSync(file, "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2\n7k/8/5K2/8/8/8/8/8 w - - #1\n");
  // With a listener the browser hands over choosers long before Enter is pressed.
  page.on("filechooser", () => {});
  await reach(page, "#file");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(file);
  await page.waitForSelector("#verify-all:not([disabled])");
  await press(page, "#verify-all");
  await page.waitForFunction(() => /sound[^]*no solution/.test(document.getElementById("problems").textContent));
  for (const [key, name, begin] of [["L", "problem.tex", /\\begin\{diagram\}/], ["S", "problem.svg", /^<svg /]]) {
    await reach(page, "#format");
    await page.keyboard.type(key);
    await reach(page, "#export");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.equal(download.suggestedFilename(), name);
    assert.match(readFileSync(await download.path(), "utf8"), begin);
  }
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});
