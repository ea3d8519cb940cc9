// The page of `kirke serve` in a browser. KIRKE names the program, CHROMIUM the browser,
// and KIRKE_PAGE a folder with the files of the page in the place of those in the program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const program = process.env.KIRKE ?? new URL("../../target/release/kirke", import.meta.url).pathname;
let server;
let browser;
let address;

before(async () => {
  server = spawn(program, ["serve", "--no-open", "--jobs", "1", "--memory", "64M"]);
  address = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server?.kill();
});

// Opens the page; the messages of the console are in `errors`.
async function opened(options = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  const errors = [];
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(error.message));
  page.setDefaultTimeout(10000);
  const folder = process.env.KIRKE_PAGE;
  if (folder) {
    await page.route(address, (route) => route.fulfill({ path: `${folder}/index.html` }));
    await page.route(/\.(css|js)$/, (route) => route.fulfill({ path: folder + new URL(route.request().url()).pathname }));
  }
  await page.goto(address);
  await page.waitForSelector(".grid");
  return { page, errors };
}

const statusIs = (page, text) => page.waitForFunction(
  (expected) => document.getElementById("status").textContent.includes(expected), text, { timeout: 20000 });

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
  for (const [button, name] of [["#svg", "problem.svg"], ["#tex", "problem.tex"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
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
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), []);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(isWide, false);
      assert.deepEqual(errors, []);
      await page.close();
    });
  }
}
