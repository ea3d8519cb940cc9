// Long solutions in a browser.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { opened, statusIs, useServer } from "./browser.js";

useServer();

const move = (side, machine) => ({ side, machine, long: machine, short: `K${machine.slice(2)}`, check: false, goal: null });
const LINE = [move("black", "h8g8"), move("white", "a1a2"), move("black", "g8h8"), move("white", "a2a1")];

const lines = (count) => Array.from({ length: count }, (_, index) => ({
  event: "line", counting: "pairs", moves: [{ ...LINE[0], short: `Kg8(${index})` }, ...LINE.slice(1)],
}));

// Returns the nodes of a tree with ten moves after each node.
function nodes(count) {
  const depthOf = (index) => 1 + [1000, 100, 10].findIndex((size) => index % size === 0);
  const role = ["continuation", "defence"];
  const node = (depth, name) => ({ event: "node", depth, role: name, number: 1, move: LINE[depth % 2], pending: null });
  return [node(0, "key"), ...Array.from({ length: count }, (_, index) => (depthOf(index) || 4)).map((depth) => node(depth, role[depth % 2]))];
}

// Answers the next search with play.
async function answer(page, play) {
  const fen = "7k/8/8/8/8/8/8/K7 b - - 0 1";
  const events = [
    { event: "problem", problem: { options: {} } }, { event: "twin", label: null, changes: [], asked: { fen, stipulation: "h~2" } },
    { event: "phase", phase: "actual" },
    ...play,
    { event: "end", of: "phase" }, { event: "end", of: "problem" },
  ];
  const body = events.map((event) => `event: solution\ndata: ${JSON.stringify(event)}\n\n`).join("") + "event: done\ndata: {\"complete\":true}\n\n";
  await page.route("**/api/solve", (route) => route.fulfill({ contentType: "text/event-stream", body }));
}

test("a long solution scrolls, and is played by keyboard", async () => {
  const { page, errors } = await opened();
  // The server plays the moves of the answer.
  await page.fill("#condition", "");
  await page.fill("#stipulation", "h~2");
  await page.fill("#text", "7k/8/8/8/8/8/8/K7");
  await answer(page, lines(12500));
  await page.click("#solve");
  await statusIs(page, "Complete");
  const size = () => page.locator("#solution button").count();
  assert.ok(await size() < 4000, `${await size()} buttons`);
  const last = page.locator("#solution .move", { hasText: "Kg8(12499)" });
  for (let tries = 0; tries < 50 && await last.count() === 0; tries += 1) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.locator("#solution > li").last().scrollIntoViewIfNeeded();
    await page.waitForTimeout(50);
  }
  await last.click();
  await statusIs(page, "After Kg8(12499)");
  assert.ok(await size() < 4000, `${await size()} buttons`);
  // Arrow keys lead over the border of a box.
  await page.locator("#solution .move", { hasText: "Kg8(12400)" }).focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".line").textContent.includes("(12399)")), true);
  for (let index = 0; index < 120; index += 1) await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".line").textContent.includes("(12369)")), true);
  await page.selectOption("#letters", "de");
  await page.selectOption("#letters", "figurines");
  await page.waitForFunction(() => document.activeElement && document.querySelector("#solution [aria-current]").textContent.includes("♔"));
  assert.deepEqual(errors, []);
  await page.close();
});

// Returns the times between the next frames in milliseconds, in order of size.
const framesOf = (page, count) => page.evaluate((wanted) => new Promise((resolve) => {
  const found = [];
  let before = performance.now();
  const frame = (now) => {
    found.push(now - before);
    before = now;
    if (found.length < wanted) requestAnimationFrame(frame);
    else resolve(found.slice(5).sort((one, other) => one - other));
  };
  requestAnimationFrame(frame);
}), count);

const part = (times, share) => times[Math.floor(times.length * share)];

// Prints figures of a measurement if they are wanted.
function report(name, times) {
  if (process.env.FIGURES) console.log(`${name}: median ${part(times, 0.5).toFixed(1)}, 95 % ${part(times, 0.95).toFixed(1)}, worst ${times.at(-1).toFixed(1)} ms`);
}

for (const [name, play] of [["lines", lines], ["a tree", nodes]]) {
  test(`men are dragged at 60 frames a second next to ${name} of 50,000 moves`, async () => {
    const { page } = await opened();
    await answer(page, play(name === "lines" ? 12500 : 50000));
    await page.click("#solve");
    await page.waitForFunction(() => document.getElementById("status").textContent.includes("Complete"), null, { timeout: 120000 });
    await page.waitForTimeout(500);
    const centre = async (selector) => {
      const { x, y, width, height } = await page.locator(selector).first().boundingBox({ timeout: 60000 });
      return [x + width / 2, y + height / 2];
    };
    const squares = await Promise.all(["a1", "h8", "a8", "h1"].map((square) => centre(`[data-square=${square}]`)));
    await page.mouse.move(...await centre("[data-square][draggable=true]"));
    await page.mouse.down();
    const dragged = framesOf(page, 120);
    for (let step = 0; step < 24; step += 1) await page.mouse.move(...squares[step % 4], { steps: 4 });
    const frames = await dragged;
    report(`dragging with ${name}`, frames);
    await page.mouse.up();
    assert.ok(part(frames, 0.5) <= 20, `median ${part(frames, 0.5)} ms`);
    await page.locator("#solution").hover();
    const scrolled = framesOf(page, 180);
    for (let index = 0; index < 60; index += 1) await page.mouse.wheel(0, 700);
    report(`scrolling ${name}`, await scrolled);
    await page.close();
  });
}

test("the page is painted within half a second", async () => {
  const times = [];
  for (let load = 0; load < 5; load += 1) {
    const { page } = await opened();
    times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    await page.close();
  }
  times.sort((one, other) => one - other);
  report("first paint", times);
  // Other programs may run on the machine.
  assert.ok(times[0] < 500, `${times[0]} ms`);
});

test("the files of the page have less than 300 KB", () => {
  const folder = new URL("../../src/serve/page/", import.meta.url);
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  assert.ok(size < 300_000, `${size} bytes`);
});
