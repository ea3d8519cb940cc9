// The page of `kirke serve` in a browser: each feature in a scenario.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { manIs, opened, pagesOfOneBrowser, statusIs, useServer } from "./browser.js";

const folder = mkdtempSync(join(tmpdir(), "kirke-page-"));
after(() => rmSync(folder, { recursive: true }));
useServer("--store", join(folder, "shelf.db"));

const textIs = (page, id, text) => page.waitForFunction(
  ([place, expected]) => document.getElementById(place).textContent.includes(expected), [id, text]);

test("stipulations are explained, and rules are found in three languages", async () => {
  const { page, errors } = await opened();
  await textIs(page, "sentence", "Black begins, and both sides cooperate");
  await textIs(page, "meaning", "reborn");
  await page.click("#rule-panel > summary");
  await page.selectOption("#rule-language", { label: "German" });
  await page.fill("#rule-search", "AssassinCirce");
  await page.click("#rule-list summary");
  await page.waitForSelector("#rule-list img >> nth=1");
  await textIs(page, "meaning", "Ein geschlagener Stein wird auf seinem Ursprungsfeld");
  await textIs(page, "sentence", "Schwarz beginnt, und beide Parteien wirken zusammen");
  await textIs(page, "rule-list", "der wiedergeborene Stein beseitigt den Stein auf seinem Wiedergeburtsfeld");
  await page.fill("#condition", "");
  await page.click("[aria-label='Add AssassinCirce']");
  assert.equal(await page.inputValue("#condition"), "AssassinCirce");
  await page.selectOption("#rule-language", { label: "French" });
  await textIs(page, "meaning", "Comme Circé, mais la pièce renaissante élimine");
  await page.fill("#rule-search", "Les rois ne prêtent pas");
  await textIs(page, "rule-list", "TypeB Les rois ne prêtent pas de marche.");
  await page.fill("#rule-search", "Malefique");
  await page.click("[aria-label='Append Malefique to the last condition']");
  assert.equal(await page.inputValue("#condition"), "AssassinCirce Malefique");
  await textIs(page, "meaning", "(modifié par Malefique)");
  await page.reload();
  await page.waitForSelector(".grid");
  await textIs(page, "meaning", "modifié");
  await textIs(page, "sentence", "Les Noirs commencent");
  assert.equal(await page.getAttribute("#sentence", "lang"), "fr");
  assert.deepEqual(errors, []);
  await page.close();
});

test("dialects of FEN are read and written", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "h#2");
  await page.fill("#text", "8/8/8/8/8/5K2/4-q3/7k");
  await page.click("#fault-list button >> text=expected the name of the dialect");
  assert.equal(await page.evaluate(() => document.activeElement.id), "dialect");
  await page.selectOption("#dialect", { label: "FEN Tool" });
  assert.equal(await page.inputValue("#text"), "fen-tool:8/8/8/8/8/5K2/4-q3/7k");
  const alt = (text) => page.waitForFunction((expected) => document.querySelector("#diagram img").alt === expected, text);
  await alt("Diagram. white: Kf3; black: Kh1; neutral: Qe2");
  await page.selectOption("#dialect", { label: "Popeye" });
  await alt("Diagram. white: Kf3; black: Qe2, Kh1");
  await page.dragAndDrop("[data-square=e2]", "[data-square=e4]");
  await page.waitForFunction(() => document.getElementById("text").value === "8/8/8/8/4q3/5K2/8/7k");
  await page.waitForFunction(() => document.getElementById("dialect").value === "");
  await page.click("#undo");
  await page.waitForFunction(() => document.getElementById("dialect").value === "popeye");
  await page.selectOption("#dialect", "fen-tool");
  await alt("Diagram. white: Kf3; black: Kh1; neutral: Qe2");
  await page.selectOption("#format", { label: "EPD for Olive and YACPDB" });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  assert.match(readFileSync(await download.path(), "utf8"), /^8\/8\/8\/8\/8\/5K2\/4\(!q\)3\/7k b - - 0 1 h#2;/);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("several conditions, twins and set play are asked together", async () => {
  const { page, errors } = await opened();
  await page.fill("#text", "7k/8/5K2/8/8/8/8/Q7");
  await page.fill("#stipulation", "#1");
  await page.fill("#condition", "Circe, Madrasi");
  await page.click("#more > summary");
  await page.fill("#twins", "move a1 g1");
  await page.click("#solve");
  await statusIs(page, "Complete");
  await textIs(page, "solution", "b) ");
  await textIs(page, "solution", "1.Qg7#!");
  assert.deepEqual(errors, []);
  await page.close();
});

test("undo brings back the solution", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/8/5K2/8/8/8/8/6Q1");
  await page.fill("#stipulation", "#1");
  await page.click("#solve");
  await statusIs(page, "Complete");
  await textIs(page, "solution", "1.Qg7#!");
  await page.fill("#stipulation", "#2");
  await page.press("#stipulation", "Tab");
  await page.waitForSelector("#solution.stale");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll("#solution > li").length > 1);
  await statusIs(page, "Complete");
  await page.click("#undo");
  await page.waitForFunction(() => document.getElementById("solution").textContent === "1.Qg7#!");
  assert.equal(await page.locator("#solution.stale").count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

test("changed play is shown in a table, and played from it", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/5K2/8/8/8/8/8/R7");
  await page.fill("#stipulation", "#2");
  await page.click("#table");
  await statusIs(page, "Complete");
  const row = page.locator(".changes tbody tr", { hasText: "1...Kh7" });
  assert.match(await row.locator("td").first().textContent(), /^2.Rh1#/);
  await row.getByText("2.Rh1#").click();
  await statusIs(page, "After Kh7 Rh1");
  await page.fill("#stipulation", "h#2");
  await page.click("#table");
  await statusIs(page, "Not solved");
  await textIs(page, "faults", "needs direct, self or reflex play");
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("problems are solved after each change if that is asked", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "#1");
  await page.fill("#text", "7k/8/5K2/8/8/8/8/6Q1");
  await page.check("#auto");
  await textIs(page, "solution", "1.Qg7#!");
  await page.fill("#text", "7k/8/6K1/8/8/8/8/R7");
  await textIs(page, "solution", "1.Ra8#!");
  assert.deepEqual(errors, []);
  await page.close();
});

test("doubts are marked on the board", async () => {
  const { page } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/8/5K2/8/8/8/8/P7");
  await page.waitForSelector(".mark.doubt");
  await textIs(page, "warnings", "pawn on the first or last rank: a1");
  await page.click("[aria-label='remove']");
  await page.click("[data-square=a1]");
  await page.waitForFunction(() => !document.querySelector(".mark"));
  await page.close();
});

test("fairy and neutral men are placed, and the board is turned", async () => {
  const { page, errors } = await opened();
  await page.fill("#text", "8/8/8/8/8/5K2/4Q3/7k");
  await page.fill("#condition", "");
  await manIs(page, "h1", "k");
  await page.selectOption("#fairy-walk", "G");
  await page.click("[data-square=a1]");
  await manIs(page, "a1", "(G)");
  await page.selectOption("#fairy-colour", "neutral");
  await page.selectOption("#fairy-attribute", "Kamikaze");
  await page.click("[data-square=c3]");
  await manIs(page, "c3", "=(Kamikaze,G)");
  await page.click("#turn");
  await manIs(page, "c6", "=(Kamikaze,G)");
  await page.click("#undo");
  await manIs(page, "c3", "=(Kamikaze,G)");
  await page.click("#undo");
  await page.click("#mirror");
  await manIs(page, "h1", "(G)");
  await page.click("#shift-up");
  await manIs(page, "h2", "(G)");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a problem is pasted, and kept in the address", async () => {
  const { page } = await opened();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "beginproblem pieces white Kf6 Qg1 black Kh8 stipulation #1 endproblem");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await manIs(page, "g1", "Q");
  await page.waitForFunction(() => location.hash.includes("beginproblem"));
  const hash = await page.evaluate(() => location.hash);
  await page.close();
  const { page: other } = await opened({}, hash);
  await manIs(other, "g1", "Q");
  await other.close();
});

test("a text with a stipulation of its own replaces the example", async () => {
  const { page, errors } = await opened();
  await page.fill("#text", "BeginProblem\nPieces White Ka1 Qb3 Black Kd1\nStipulation #1\nEndProblem");
  assert.equal(await page.inputValue("#stipulation"), "");
  assert.equal(await page.inputValue("#condition"), "");
  await page.fill("#stipulation", "#2");
  await page.fill("#text", "7k/8/8/8/8/5K2/4Q3/8 #1");
  assert.equal(await page.inputValue("#stipulation"), "#2");
  assert.deepEqual(errors, []);
  await page.close();
});

test("the tree folds, and arrow keys play it", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "#2");
  await page.fill("#text", "kbK5/pp6/1P6/8/8/8/8/R7");
  await page.click("#more > summary");
  await page.fill("#options", "Variation");
  await page.fill("#tries", "1");
  await page.check("#set");
  await page.click("#solve");
  await statusIs(page, "Complete");
  await page.click(".key > .move");
  await statusIs(page, "After Ra6");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement.closest("li").parentElement.closest("li")?.className.includes("key"));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement.closest(".key"));
  await page.click("#fold-all");
  assert.equal(await page.isVisible(".key > ol"), false);
  await page.click("#unfold-all");
  assert.equal(await page.isVisible(".key > ol"), true);
  assert.deepEqual(errors, []);
  await page.close();
});

test("rebirths are ringed on the board", async () => {
  const { page } = await opened();
  await page.click("#solve");
  await statusIs(page, "Complete");
  await page.click("text=gxf8=S(Qd8)");
  await page.waitForSelector(".mark.rebirth");
  await page.close();
});

test("problems are kept on the shelf, opened and removed", async () => {
  const { page, errors } = await opened();
  await page.fill("#keep-name", "<i>mine</i>");
  await page.click("#keep");
  await page.fill("#text", "8/8/8/8/8/5K2/4Q3/7k");
  await manIs(page, "h1", "k");
  await page.click("text=<i>mine</i>");
  await manIs(page, "h4", "k");
  await page.click("[aria-label='Remove <i>mine</i>']");
  await page.waitForFunction(() => !document.querySelector("#shelf-list li"));
  assert.deepEqual(errors, []);
  await page.close();
});

test("a collection is opened and verified", async () => {
  const { page, errors } = await opened();
  const lines = ["7k/8/5K2/8/8/8/8/6Q1 w - - #1", "8/8/8/8/8/5K2/4Z3/7k w - - #1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2"];
  await page.setInputFiles("#file", { name: "three.epd", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
  await textIs(page, "collection-status", "three.epd: 3 problems.");
  await page.click("#verify-all");
  await textIs(page, "collection-status", "2 of 2 verified.");
  assert.match(await page.textContent("#problems tr:nth-child(3)"), /sound/);
  await page.click("#problems tr:nth-child(3) button");
  await manIs(page, "a8", "k");
  // The verdicts are there when the page is loaded again.
  await page.reload();
  await textIs(page, "collection-status", "three.epd: 3 problems. 2 of 2 verified.");
  assert.match(await page.textContent("#problems tr:nth-child(3)"), /sound/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a theme is chosen and kept, and no width needs scrolling to the side", async () => {
  for (const width of [320, 390, 768, 1280]) {
    const { page } = await opened({ viewport: { width, height: 900 } });
    await page.selectOption("#theme", "dark");
    await page.reload();
    await page.waitForSelector("[data-theme=dark]");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width}`);
    await page.close();
  }
});

test("men of a faulty problem are moved where they are seen", async () => {
  const { page, errors } = await opened();
  await page.fill("#text", "7k/8/5K2/8/8/8/8/Q7");
  await page.fill("#stipulation", "#1");
  await page.fill("#condition", "Circee");
  await textIs(page, "faults", "did you mean 'Circe'?");
  await page.dragAndDrop("[data-square=a1]", "[data-square=a3]");
  await manIs(page, "a3", "Q");
  await page.dragAndDrop("[data-square=f6]", "[data-square=f5]");
  await manIs(page, "f5", "K");
  assert.equal(await page.inputValue("#text"), "7k/8/8/5K2/8/Q7/8/8");
  await page.click("#fault-list button");
  assert.equal(await page.evaluate(() => document.activeElement.id), "condition");
  // A text that is not understood has no men to move.
  await page.fill("#text", "beginproblem pieces white Kc3 black Kc1 stipulation #2 conditoin Circe endproblem");
  await textIs(page, "faults", "conditoin");
  await page.waitForSelector("#diagram.stale");
  assert.equal(await page.locator(".grid").count(), 0);
  await page.click("#fault-list button");
  assert.equal(await page.evaluate(() => document.getSelection().toString()), "conditoin");
  // Castling rights end with the move of the king.
  await page.fill("#condition", "");
  await page.fill("#text", "4k3/8/8/8/8/8/4P3/R3K2R w KQ -");
  await manIs(page, "e1", "K");
  await page.dragAndDrop("[data-square=e1]", "[data-square=d1]");
  await manIs(page, "d1", "K");
  assert.equal(await page.inputValue("#text"), "4k3/8/8/8/8/8/4P3/R2K3R w - -");
  await page.fill("#man", "Qd5 Xa1 Ka9");
  await page.press("#man", "Enter");
  await textIs(page, "man-faults", "Xa1: no man has the letters X");
  await textIs(page, "man-faults", "Ka9: this board has no square a9");
  await manIs(page, "d5", "Q");
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("Clear begins anew, also after a text that is not understood", async () => {
  const { page } = await opened();
  await page.fill("#text", "nonsense");
  await page.waitForSelector("#diagram.stale");
  assert.equal(await page.getAttribute("#diagram img", "alt"), "Diagram, out of date");
  await page.click("#clear");
  await manIs(page, "e5", "empty");
  await page.click("[aria-label='white king']");
  await page.click("[data-square=e5]");
  await manIs(page, "e5", "K");
  assert.equal(await page.inputValue("#text"), "8/8/8/4K3/8/8/8/8");
  await page.click("#undo");
  await page.click("#undo");
  assert.equal(await page.inputValue("#text"), "nonsense");
  await page.close();
});

test("a text that is too long is refused, and is not in the address", async () => {
  const { page } = await opened();
  await page.evaluate(() => {
    document.getElementById("text").value = "x".repeat(1.2e6);
    document.getElementById("text").dispatchEvent(new Event("input"));
  });
  await textIs(page, "faults", "at most 1 MB");
  assert.equal(await page.evaluate(() => location.hash), "");
  await page.click("#copy-link");
  await statusIs(page, "too long for an address");
  await page.close();
});

test("moves of twins begin in their position", async () => {
  const { page } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/8/5K2/8/8/8/8/Q7");
  await page.fill("#stipulation", "#1");
  await page.click("#more > summary");
  await page.fill("#twins", "move a1 g1");
  await page.click("#solve");
  await statusIs(page, "Complete");
  await page.locator("#solution .twin:has-text('b)') ~ .key .move").click();
  await statusIs(page, "After Qg7");
  await page.waitForFunction(() => document.querySelector("#diagram img").alt.includes("Qg7"));
  assert.equal(await page.getAttribute("#diagram img", "alt"), "Diagram. White: Kf6 Qg7. Black: Kh8.");
  await page.close();
});

test("the page states what the program does", async () => {
  const { page } = await opened();
  await page.fill("#condition", "");
  const solved = async (text, stipulation, expected) => {
    await page.fill("#text", text);
    await page.fill("#stipulation", stipulation);
    await page.click("#solve");
    await statusIs(page, "Complete");
    await textIs(page, "solution", expected);
  };
  await solved("7k/8/8/8/8/8/8/KQ6", "#1", "No solution.");
  await solved("k7/8/1K6/8/8/8/8/2R4R", "h#1.5", "1...Rc8# (short)");
  await solved("6qk/7p/8/5B2/7R/7Q/8/7K", "pser-#2", "1.Rxh7+ Qxh7 2.Qxh7#");
  await page.click("#more > summary");
  await page.fill("#options", "Duplex");
  await solved("8/8/8/8/8/5K2/q3Q3/7k", "h#1", "Black begins");
  await page.close();
});

test("seven pages of a browser solve at once", async () => {
  const pages = await pagesOfOneBrowser(7);
  for (const page of pages) {
    await page.bringToFront();
    await page.waitForSelector(".grid");
    await page.fill("#condition", "");
    await page.fill("#text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    await page.fill("#stipulation", "#9");
    await page.click("#solve");
    await page.waitForFunction(() => /Waiting|Searching: /.test(document.getElementById("status").textContent));
  }
  const last = pages.at(-1);
  await last.fill("#text", "7k/8/8/8/8/8/8/K7");
  await manIs(last, "a1", "K");
  for (const page of pages) await page.close();
});

test("moves have the letters of the chosen language", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "k7/(G)7/1K6/8/8/8/7Q/8");
  await page.fill("#stipulation", "#1");
  await page.click("#solve");
  await statusIs(page, "Complete");
  await textIs(page, "solution", "Qh8#");
  await page.selectOption("#letters", "de");
  await textIs(page, "solution", "Dh8#");
  await page.selectOption("#letters", "figurines");
  await textIs(page, "solution", "♕h8#");
  await page.click("#solve");
  await textIs(page, "solution", "♕h8#");
  assert.deepEqual(errors, []);
  await page.close();
});

test("findings and twins have the letters of the chosen language", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/4P3/5K2/8/8/8/8/QQ6");
  await page.fill("#stipulation", "#1");
  await page.click("#more > summary");
  await page.fill("#twins", "move b1 c1");
  await page.selectOption("#letters", "de");
  await page.click("#verify");
  await statusIs(page, "Verdict");
  await textIs(page, "solution", "1.Da8#");
  await textIs(page, "solution", "1.e8=D#");
  await page.selectOption("#letters", "fr");
  await textIs(page, "solution", "1.Rf7#");
  await page.selectOption("#letters", "en");
  await textIs(page, "solution", "1.Kf7#");
  await page.selectOption("#letters", "de");
  await page.click("#solve");
  await statusIs(page, "Complete");
  await textIs(page, "solution", "b) wDb1-->c1");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a problem in Popeye's language stays in it", async () => {
  const { page, errors } = await opened();
  await page.fill("#stipulation", "");
  await page.fill("#condition", "");
  await page.fill("#text", "beginproblem\nauthor A. Composer\npieces white Kf6 Qa1 black Kh8\nstipulation #1\nendproblem");
  await manIs(page, "a1", "Q");
  await page.dragAndDrop("[data-square=a1]", "[data-square=a3]");
  await manIs(page, "a3", "Q");
  const text = await page.inputValue("#text");
  assert.match(text, /^beginproblem/i);
  assert.match(text, /A. Composer/);
  assert.match(text, /Qa3/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("quick changes of a problem in Popeye's language follow each other", async () => {
  const { page, errors } = await opened();
  await page.fill("#stipulation", "");
  await page.fill("#condition", "");
  await page.click("#more > summary");
  await page.uncheck("#variations");
  await page.fill("#text", "beginproblem pieces white Kf6 Qa1 black Kh3 stipulation #1 endproblem");
  await manIs(page, "a1", "Q");
  await page.dblclick("#shift-up");
  await manIs(page, "a3", "Q");
  assert.equal(await page.isChecked("#variations"), false);
  assert.doesNotMatch(await page.inputValue("#text"), /option/i);
  // Several problems are not reduced to the first one.
  const two = "beginproblem pieces white Kf6 Qa1 black Kh8 stipulation #1 nextproblem pieces white Kf6 Qb1 black Kh8 stipulation #1 endproblem";
  await page.fill("#text", two);
  await manIs(page, "a1", "Q");
  await page.dragAndDrop("[data-square=a1]", "[data-square=a3]");
  await statusIs(page, "several problems");
  assert.equal(await page.inputValue("#text"), two);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("verdicts have reasons", async () => {
  const { page } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/8/5K2/8/8/8/8/6Q1");
  await page.fill("#stipulation", "#1");
  await page.click("#more > summary");
  await page.fill("#twins", "move g1 c1\nmove g1 a7");
  await page.click("#verify");
  await statusIs(page, "Verdict");
  await textIs(page, "solution", "b) no solution");
  await page.close();
});
