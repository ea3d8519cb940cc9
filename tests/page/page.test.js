// The page of `kirke serve` in a browser: the first steps of a user.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { address, opened, statusIs, useServer } from "./browser.js";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

useServer();

test("the example is solved, and its rebirth is played", async () => {
  const { page, errors } = await opened();
  await page.click("#solve");
  await statusIs(page, "Complete");
  await page.click("text=gxf8=S(Qd8)");
  await statusIs(page, "After Bh3");
  await page.waitForSelector("#diagram img");
  assert.equal(await page.textContent("#faults"), "");
  await page.click("#back");
  await page.waitForSelector("[data-square=f8][aria-label='f8 q']");
  assert.deepEqual(errors, []);
  await page.close();
});

test("only an answer can be out of date", async () => {
  const { page } = await opened();
  await page.waitForSelector("#diagram img");
  await page.fill("#stipulation", "h#1");
  await page.waitForTimeout(500);
  assert.equal(await page.locator("#solution.stale").count(), 0);
  await page.click("#solve");
  await statusIs(page, "Complete");
  await page.fill("#stipulation", "h#2");
  await page.waitForSelector("#solution.stale");
  await page.close();
});

test("men are dragged, and changes are undone", async () => {
  const { page, errors } = await opened();
  await page.dragAndDrop("[data-square=e5]", "[data-square=e4]");
  await page.waitForSelector("[data-square=e4][aria-label='e4 N']");
  await page.click("#undo");
  await page.waitForSelector("[data-square=e5][aria-label='e5 N']");
  await page.click("[aria-label='white queen']");
  await page.click("[data-square=a1]");
  await page.waitForSelector("[data-square=a1][aria-label='a1 Q']");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a problem is set up and solved by keyboard alone", async () => {
  const { page, errors } = await opened();
  await page.focus("#text");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("7k/8/5K2/8/8/8/8/8");
  await page.waitForSelector("[data-square=h8][aria-label='h8 k']");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("#1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.focus("#man");
  await page.keyboard.type("Rg1 Qg6");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-square=g6][aria-label='g6 Q']");
  await page.focus("#solve");
  await page.keyboard.press("Enter");
  await statusIs(page, "Complete");
  assert.match(await page.textContent("#solution"), /Qg7#!/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a misspelt condition is reported and corrected", async () => {
  const { page } = await opened();
  await page.fill("#condition", "Circee");
  await page.waitForFunction(() => document.getElementById("faults").textContent.includes("Circe"));
  await page.fill("#condition", "Circe");
  await page.waitForFunction(() => document.getElementById("faults").textContent === "");
  await page.close();
});

test("a long search is stopped, and a page that is closed leaves no job", async () => {
  const { page } = await opened();
  await page.fill("#text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  await page.fill("#stipulation", "#9");
  await page.fill("#condition", "");
  await page.click("#solve");
  await statusIs(page, "Searching:");
  await page.click("#stop");
  await statusIs(page, "Stopped");
  await page.click("#solve");
  await statusIs(page, "Searching:");
  await page.close();
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await (await fetch(new URL("/api/jobs", address))).json()).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("a job is left");
});

test("diagrams are saved", async () => {
  const { page } = await opened();
  for (const [format, name] of [["svg", "problem.svg"], ["png", "problem.png"], ["tex", "problem.tex"], ["popeye", "problem.inp"]]) {
    await page.selectOption("#format", format);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
    assert.equal(download.suggestedFilename(), name);
  }
  await page.close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing serious at ${width} pixels, ${colorScheme}`, async () => {
      const { page, errors } = await opened({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.click("#solve");
      await statusIs(page, "Complete");
      await page.evaluate(() => scrollTo(0, 0));
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/page-${width}-${colorScheme}.png` });
      await page.addScriptTag({ path: axe });
      const check = async () => {
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), []);
      };
      await check();
      await page.locator("#solution .move").first().click();
      await page.waitForSelector("body.playing");
      await check();
      // An answer that is out of date, a word that is no man, and a fault.
      await page.click("#back");
      await page.fill("#man", "Xa1");
      await page.press("#man", "Enter");
      await page.waitForSelector("#man-faults li");
      await page.fill("#condition", "Circee");
      await page.waitForSelector("#fault-list li");
      await page.waitForSelector("#solution.stale");
      await check();
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(isWide, false);
      assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
      await page.close();
    });
  }
}
