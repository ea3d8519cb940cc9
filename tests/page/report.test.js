// The page of a collection that `kirke report --html` writes, read from disk in a browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const program = process.env.KIRKE ?? new URL("../../target/release/kirke", import.meta.url).pathname;
const PROBLEMS = `beginproblem
author Paul Morphy
pieces white Kc8 Ra1 Pb6 black Ka8 Bb8 Pa7b7
stipulation #2
option variation
nextproblem
author </script><img src=x onerror=alert(1)>
title First | Second
pieces white Ke2 Pb2g7 Se5 black Kh4 Qf8 Bc8g3 Sa7g8 Pf7g6c3 Rh5
stipulation h#2
condition Circe
nextproblem
pieces white Kb6 Rc1h1 black Ka8
stipulation #1
nextproblem
author N. N.
pieces white Kf7 Gc3d4 black Kh8
stipulation h#1
twin move c3 c5
endproblem
`;
let folder;
let address;
let browser;

// Reports problems; returns the address of the page.
function reportOf(name, text) {
  const [problems, page] = ["inp", "html"].map((ending) => join(folder, `${name}.${ending}`));
  writeFileSync(problems, text);
  execFileSync(program, ["report", problems, "--html", page, "--quiet", "--memory", "64M"], { env: { ...process.env, KIRKE_CONFIG: "" } });
  return pathToFileURL(page).href;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "kirke-report-"));
  address = reportOf("report", PROBLEMS);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// Opens the page; messages of the console and requests other than for the page are in `errors`.
async function opened(options = {}, hash = "", from = address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  const errors = [];
  page.on("console", (message) => errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("dialog", (dialog) => { errors.push("a dialog"); dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(from)) errors.push(request.url()); });
  page.setDefaultTimeout(10000);
  await page.goto(from + hash);
  await page.waitForSelector("#filters:not([hidden])");
  return { page, errors };
}

const shown = (page) => page.locator(".problem:visible").count();
const menOf = (page, id) => page.$$eval(`${id} .men use`, (men) => men.map((man) => `${man.getAttribute("href").slice(1)} ${man.getAttribute("x")},${man.getAttribute("y")}`).sort());

test("problems are filtered, and the address keeps what is shown", async () => {
  const { page, errors } = await opened();
  assert.equal(await shown(page), 4);
  await page.selectOption("[name=rule]", "Circe");
  assert.equal(await shown(page), 1);
  assert.equal(await page.textContent("#count"), "1 of 4 shown");
  await page.selectOption("[name=rule]", "");
  await page.fill("[name=text]", "morphy #2");
  assert.equal(await shown(page), 1);
  await page.click("#p1 button.open");
  assert.match(page.url(), /text=morphy.*open=1/);
  const again = await opened({}, new URL(page.url()).hash);
  assert.equal(await shown(again.page), 1);
  await again.page.waitForSelector("#p1 .moves");
  await again.page.click("button[type=reset]");
  await again.page.waitForFunction(() => document.getElementById("count").textContent === "4 shown");
  await again.page.selectOption("[name=sort]", "cost");
  assert.equal(await shown(again.page), 4);
  await again.page.fill("[name=text]", "no such text");
  await again.page.waitForSelector("#nothing:not([hidden])");
  assert.deepEqual([...errors, ...again.errors], []);
  await again.page.close();
  await page.close();
});

test("moves are played on the board, by mouse and by keyboard", async () => {
  const { page, errors } = await opened();
  const before = await menOf(page, "#p1");
  await page.focus("#p1 button.open");
  await page.keyboard.press("Enter");
  await page.click("#p1 .key > .move");
  assert.ok((await menOf(page, "#p1")).includes("wR 0,200"));
  assert.equal(await page.locator("#p1 .marks rect").count(), 2);
  await page.keyboard.press("ArrowDown");
  assert.match(await page.textContent("#p1 .status"), /After 1\.\.\./);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getAttribute("#p1 .fold", "aria-expanded"), "false");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#p1 .fold", "aria-expanded"), "true");
  await page.click("#p1 .back");
  assert.deepEqual(await menOf(page, "#p1"), before);
  assert.equal(await page.locator("#p1 .marks rect").count(), 0);
  await page.click("#p1 .key > .move");
  await page.click("#p1 button.open");
  assert.deepEqual(await menOf(page, "#p1"), before);
  assert.deepEqual(errors, []);
  await page.close();
});

test("rebirths and fairy men of twins are drawn", async () => {
  const { page, errors } = await opened();
  await page.click("#p2 button.open");
  await page.locator("#p2 .move", { hasText: "(" }).first().click();
  assert.ok((await menOf(page, "#p2")).length > 5);
  assert.equal(await page.textContent("#p2 h2"), "2 </script><img src=x onerror=alert(1)>");
  assert.ok((await menOf(page, "#p4")).some((man) => man.startsWith("wQ-4 ")));
  assert.deepEqual(errors, []);
  await page.close();
});

const UNUSUAL = `beginproblem
author A
pieces white Ka1 white Magic Kamikaze Gc3 black Kh8 Rh6 neutral Volage Sd4
stipulation ~1
nextproblem
author B
condition Imitator b4
stipulation ser-!=2
pieces white Ke1 Rh1 Pa7 Pb5 black Kh8 Ph7
nextproblem
author C
stipulation dia2
pieces white Ra1 Sb1 Bc1 Qd1 Ke1 Bf1 Sg1 Rh1 Pa2b2c2d2e4f2g2h2 black Ra8 Sc6 Bc8 Qd8 Ke8 Bf8 Sg8 Rh8 Pa7b7c7d7e5f7g7h7
endproblem
`;

test("attributes, imitators and proof games are played", async () => {
  const { page, errors } = await opened({}, "", reportOf("unusual", UNUSUAL));
  const tags = (id) => page.$$eval(`${id} .tags text`, (texts) => texts.map((text) => (
    `${text.textContent} ${text.getAttribute("x")},${text.getAttribute("y")}`)));
  const choose = (id, move, index = 0) => page.locator(`${id} .move`, { hasText: move }).nth(index).click();
  for (const id of ["#p1", "#p2", "#p3"]) await page.click(`${id} button.open`);
  const first = await tags("#p1");
  assert.deepEqual(first.sort(), ["k m 296,526", "v 396,426"]);
  await choose("#p1", "Kb1");
  assert.deepEqual((await tags("#p1")).sort(), first);
  await choose("#p1", "nvSe2");
  assert.deepEqual((await tags("#p1")).sort(), ["k m 296,526", "v 496,626"]);
  const imitators = async () => (await menOf(page, "#p2")).filter((man) => man.startsWith("b_I "));
  assert.deepEqual(await imitators(), ["b_I 100,400"]);
  await choose("#p2", "Kd1[Ia4]");
  assert.deepEqual(await imitators(), ["b_I 0,400"]);
  await page.keyboard.press("ArrowDown");
  await choose("#p2", "a8[Ia5]=I");
  assert.deepEqual(await imitators(), ["b_I 0,0", "b_I 0,300"]);
  const diagram = await menOf(page, "#p3");
  await choose("#p3", "e3");
  const played = await menOf(page, "#p3");
  assert.ok(["wP 400,500", "bP 400,100", "bN 100,0"].every((man) => played.includes(man)), played.join("; "));
  await page.locator("#p3 .line").filter({ hasText: "Sc6" }).first().locator(".move").last().click();
  assert.deepEqual(await menOf(page, "#p3"), diagram);
  assert.deepEqual(errors, []);
  await page.close();
});

const BOARDS = `beginproblem
author Reroute
condition Reroute66
pieces white Kg2 Rd2 RA4 black Kh7 Se6
stipulation ~1
nextproblem
author Fiasco
condition Fiasco
pieces white Kd8 Qe3 Bc7 black Ka4
bank white R black
stipulation #2
nextproblem
author Reenterent
condition Reenterent
pieces white Kc2 Sb1 black Ka1 Sb7
bank white Q black
stipulation #2
nextproblem
author Crazyhouse
condition Crazyhouse
pieces white Kg6 Ba3 black Kh8 Qd6
stipulation ser-#2
nextproblem
author Alice
condition Alice
pieces white Ka1 Rd4 black Kh8 Sd6
stipulation ~1
nextproblem
author A to B
pieces white Kd1 black Ke8
stipulation a=>b1.5
pieces white Ke1 black Ke8
endproblem
`;

test("moves are played on all boards, off them and between them", async () => {
  const { page, errors } = await opened({}, "", reportOf("boards", BOARDS));
  const places = (id) => page.$$eval(`${id} .board:first-child .men use`, (men) => men.map((man) => (
    `${man.getAttribute("href").slice(1)} ${man.getAttribute("transform") ?? `${man.getAttribute("x")},${man.getAttribute("y")}`}`)).sort());
  const choose = (id, move) => page.locator(`${id} .move`, { hasText: move }).first().click();
  for (let number = 1; number <= 6; number += 1) await page.click(`#p${number} button.open`);
  const reroute = await places("#p1");
  await choose("#p1", "Rxe6");
  assert.ok((await places("#p1")).includes("wR 450,200"), String(await places("#p1")));
  await page.click("#p1 .back");
  assert.deepEqual(await places("#p1"), reroute);
  const bank = (await places("#p2")).find((man) => man.startsWith("wR "));
  assert.match(bank, /^wR translate\(512 710\)scale\(0.8\)$/);
  await choose("#p2", "R@a1");
  assert.ok((await places("#p2")).includes("wR 0,700"));
  assert.deepEqual((await places("#p3")).find((man) => man.startsWith("wQ ")), "wQ 550,350");
  await choose("#p3", "Q@b1");
  assert.ok((await places("#p3")).includes("wQ 100,700"));
  await choose("#p4", "Bxd6");
  assert.match((await places("#p4")).join(";"), /wB 300,200;.*wQ translate\(812 710\)scale\(0.8\)$/);
  await choose("#p4", "Q@g7");
  assert.match((await places("#p4")).join(";"), /wQ 600,100$/);
  await choose("#p5", "Rxd6(B)");
  assert.deepEqual(await page.$$eval("#p5 .tags text", (tags) => tags.map((tag) => tag.textContent)), ["B"]);
  assert.equal(await page.locator("#p6 .board").count(), 2);
  const goal = await page.$$eval("#p6 .board:last-child .men use", (men) => men.length);
  await page.locator("#p6 .line .move").last().click();
  assert.deepEqual(await places("#p6"), ["bK 400,0", "wK 400,700"]);
  assert.equal(goal, 2);
  assert.deepEqual(errors, []);
  await page.close();
});

test("all solutions are printed as text", async () => {
  const { page } = await opened();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#p1 .text").isVisible(), true);
  assert.match(await page.textContent("#p1 .text"), /1\.Ra6! .*1\.\.\.bxa6 2\.b7#/s);
  assert.equal(await page.locator("button:visible, form:visible").count(), 0);
  await page.close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing serious at ${width} pixels, ${colorScheme}`, async () => {
      const { page, errors } = await opened({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.click("#p1 button.open");
      await page.click("#p1 .key > .move");
      await page.evaluate(() => scrollTo(0, 0));
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/report-${width}-${colorScheme}.png` });
      await page.addScriptTag({ path: axe });
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
      assert.deepEqual(errors, []);
      await page.close();
    });
  }
}

test("labels of plots are not cut", async () => {
  for (const width of [1280, 390]) {
    const { page } = await opened({ viewport: { width, height: 844 } });
    // How far a label goes over its plot depends on the times.
    const cut = await page.$$eval("figure svg text", (labels) => labels.filter((label) => {
      const { left, right } = label.getBoundingClientRect();
      return left < 0 || right > innerWidth || getComputedStyle(label.closest("svg")).overflow !== "visible";
    }).map((label) => label.textContent));
    assert.deepEqual(cut, []);
    await page.close();
  }
});
