// The page of `kirke serve` in a browser: moves of rules are played on the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, statusIs, useServer } from "./browser.js";

useServer();

// Solves a problem, plays the move with a text, and returns the description of the board.
async function played(page, problem, stipulation, move, options = "") {
  await page.fill("#condition", "");
  await page.fill("#stipulation", stipulation);
  await page.fill("#text", problem);
  if (options) {
    await page.evaluate(() => { document.getElementById("more").open = true; });
    await page.fill("#options", options);
  }
  await page.click("#solve");
  await statusIs(page, "Complete");
  const button = page.locator("#solution .move").filter({ hasText: move }).first();
  await button.click();
  await statusIs(page, "After ");
  await page.waitForSelector(".playing #diagram img[alt^='Diagram. ']");
  await page.waitForFunction(() => !document.querySelector(".grid"));
  return page.getAttribute("#diagram img", "alt");
}

const problem = (pieces, condition = "") => `begin pieces ${pieces} stipulation ~1 ${condition && `condition ${condition}`} end`;

for (const [name, text, stipulation, move, expected, options] of [
  ["men that change places", problem("white Kc3 Bb2 Pb5 black Ke1 Ba8 Pg7", "Messigny"), "~1", /Pb5<->Pg7/,
    /^Diagram. White: Bb2 Kc3 Pg7. Black: Ke1 Pb5 Ba8.$/],
  ["castling", "7k/6pp/8/8/8/8/8/4K2R w K - 0 1", "h~1", /0-0/, /White: Rf1 Kg1./],
  ["a capture en passant", "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "~1", /exd6/, /White: Ke1 Pd6. Black: Kh8.$/],
  ["a promotion", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "~1", /a8=S/, /White: Ke1 Sa8. Black: Kh8.$/],
  ["a rebirth", problem("white Ka1 Rd4 black Kh8 Sd6", "Circe"), "~1", /Rxd6/, /White: Ka1 Rd6. Black: Sb8 Kh8.$/],
  ["a change of sides", problem("white Ka1 Rd4 black Kh8 Sd6", "Andernach"), "~1", /Rxd6/, /White: Ka1. Black: Rd6 Kh8.$/],
  ["a king that becomes another man", problem("white Kg2 Rd4 black Kh7 Sd6", "KobulKings"), "~1", /Rxd6/,
    /White: Kg2 Rd6. Black: \w*Sh7. Royal: h7.$/],
  ["a reversed pawn", problem("white Ka1 Rd4 black Kh8 Pd6", "Protean"), "~1", /Rxd6/, /White: Ka1 PPd6. Black: Kh8.$/],
  ["a captured man that is placed", problem("white Kg1 Qf6 Pa7 black Ka6 Rc6", "Replacement"), "~1", /xc6\/Rb4/,
    /White: Kg1 Qc6 Pa7. Black: Rb4 Ka6.$/],
  ["a neutral man", problem("white Ka1 black Kh8 neutral Sd4"), "~1", /nSf5|Sf5/, /Neutral: \w*Sf5.$/],
]) {
  test(`${name} can be seen`, async () => {
    const { page, errors } = await opened();
    assert.match(await played(page, text, stipulation, move, options), expected);
    assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
    await page.close();
  });
}

test("men keep their attributes while they are played, also in twins", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "~1");
  await page.fill("#text", "begin pieces white Ka1 white Magic Gc3 black Kh8 neutral Kamikaze Sd4 stipulation ~1 twin move c3 e3 end");
  await page.click("#solve");
  await statusIs(page, "Complete");
  const alt = (expected) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector("#diagram img").alt), expected);
  const after = async (twin, move, expected) => {
    const moves = page.locator("#solution > li").filter({ hasText: move });
    await moves.nth(twin).locator(".move").first().click();
    await alt(expected);
  };
  await after(0, "Kb1", "White: Kb1 \\w*Gc3. Black: Kh8. Neutral: \\w*Sd4. (Magic: c3. Kamikaze: d4|Kamikaze: d4. Magic: c3).$");
  await after(1, "Kb1", "White: Kb1 \\w*Ge3. Black: Kh8. Neutral: \\w*Sd4. (Magic: e3. Kamikaze: d4|Kamikaze: d4. Magic: e3).$");
  assert.deepEqual(errors, []);
  await page.close();
});

test("play that begins with another placement, and play on a small board, are shown", async () => {
  const { page } = await opened();
  const text = "begin pieces white Kc3 Rd1 black Kh8 stipulation a=>b1 pieces white Kc3 Rd5 black Kh7 end";
  assert.match(await played(page, text, "", /Rd5/), /White: Kc3 Rd5. Black: Kh7.$/);
  assert.match(await played(page, "k4/5/1K3/5/5/5/5/3R1 w - - board 5x8;", "#1", /Rd8/), /White: Kb6 Rd8. Black: Ka8.$/);
  await page.close();
});

test("boards that are no rectangles, and banks, are played", async () => {
  const { page, errors } = await opened();
  const reroute = "8/7k/4n3/9/9/8/3R2K1/8 w - - 0 1 ~1; cond \"Reroute66\";";
  assert.match(await played(page, reroute, "", /Rxe6/), /^Diagram. White: .*Re6.* Black: Kh7/);
  const house = "7k/8/3n4/8/3R4/8/8/K7 w - - 0 1 ser-zf72; cond \"Crazyhouse\";";
  assert.match(await played(page, house, "", /Rxd6/), /Rd6.* Bank: N.$/);
  assert.match(await played(page, house, "", /S@f7/), /Sf7/);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("a proof game begins with the game array", async () => {
  const { page } = await opened();
  const text = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
  assert.match(await played(page, text, "dia1", /e4/), /White: .* Pe4. Black: .*Pe7/);
  await page.close();
});

test("imitators are drawn in the editor and move with each move", async () => {
  const { page, errors } = await opened({ bypassCSP: true });
  const image = () => page.evaluate(async () => (await fetch(document.querySelector("#diagram img").src)).text());
  for (const id of ["condition", "stipulation"]) await page.fill(`#${id}`, "");
  await page.fill("#text", "begin condition Imitator b4 stipulation ser-!=2 pieces white Ke1 Rh1 Pa7 Pb5 black Kh8 Ph7 end");
  await page.waitForSelector("[data-square=b4][aria-label='b4 imitator']");
  const alt = (expected) => page.waitForFunction((text) => document.querySelector("#diagram img").alt.endsWith(text), expected);
  await alt("black: Kh8, Ph7; imitators: b4");
  const imitators = async () => (await image()).match(/href="#b_I"[^>]*/g);
  assert.deepEqual(await imitators(), ['href="#b_I" x="122" y="422"/']);
  await page.click("#mirror");
  await alt("white: Ph7, Pg5, Ra1, Kd1; black: Ka8, Pa7; imitators: g4");
  assert.match(await page.inputValue("#text"), /^begin condition Imitator g4 stipulation ser-!=2 pieces white/);
  await page.click("#undo");
  await alt("black: Kh8, Ph7; imitators: b4");
  await page.click("#solve");
  await statusIs(page, "Complete");
  const moves = page.locator("#solution > li").filter({ hasText: "Kd1" }).first().locator(".move");
  await moves.first().click();
  await alt("Imitators: a4.");
  await moves.nth(1).click();
  await alt("White: Kd1 Rh1 Pb5. Black: Ph7 Kh8. Imitators: a5, a8.");
  await page.waitForFunction(() => !document.querySelector(".grid"));
  assert.deepEqual(await imitators(), ['href="#b_I" x="22" y="322"/', 'href="#b_I" x="22" y="22"/']);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("imitators in the field of conditions move with the whole board", async () => {
  const { page, errors } = await opened();
  await page.fill("#stipulation", "h#2");
  await page.fill("#condition", "Imitator d5f6, Circe");
  await page.fill("#text", "7k/8/8/8/8/8/8/K7");
  await page.waitForSelector("[data-square=d5][aria-label='d5 imitator']");
  await page.click("#turn");
  await page.click("#shift-right");
  await page.click("#shift-up");
  await page.waitForSelector("[data-square=f6][aria-label='f6 imitator']");
  assert.equal(await page.inputValue("#condition"), "Imitator f6g4, Circe");
  for (let step = 0; step < 3; step += 1) await page.click("#undo");
  assert.equal(await page.inputValue("#condition"), "Imitator d5f6, Circe");
  await page.click("#redo");
  assert.equal(await page.inputValue("#condition"), "Imitator e5f3, Circe");
  assert.deepEqual(errors, []);
  await page.close();
});

test("imitators in titles, names and remarks stay where they are", async () => {
  const { page, errors } = await opened();
  await page.fill("#stipulation", "");
  await page.fill("#condition", "");
  const texts = [
    ["beginproblem title Imitator c3\nauthor Imitator b4\nremark Imitator b4\ncondition Imitator b4\nstipulation h#2\npieces white Ke1 black Kh8 endproblem",
      "condition Imitator b4", "condition Imitator c4"],
    ["beginproblem title Imitator c3\nstipulation h#2\npieces white Ke1 black Kh8 endproblem", "none", "none"],
    ["8/8/7k/8/8/8/8/4K3 w - - h#2; id \"Imitator c3\";", "none", "none"],
    ["---\ntitle: Imitator b4\nalgebraic:\n  white: [Ke1]\n  black: [Kh8]\nstipulation: h#2\noptions: [Imitator b4]\n", "[Imitator b4]", "[Imitator c4]"],
    ["---\ntitle: Imitator b4\nalgebraic:\n  white: [Ke1]\n  black: [Kh8]\n  neutral: [Sb6]\nstipulation: h#2\noptions: [Imitator b4]\n", "[Imitator b4]", "[Imitator c4]"],
    ["---\ntitle: Imitator b4\nalgebraic:\n  white: [Ke1]\n  black: [Kh8]\n  neutral: [Sb6]\nstipulation: h#2\n", "none", "none"],
  ];
  page.on("dialog", () => assert.fail("the text is written anew"));
  for (const [text, condition, moved] of texts) {
    await page.fill("#text", text);
    await page.waitForSelector("[data-square=e1][aria-label='e1 K']");
    await page.click("#shift-right");
    await page.waitForSelector("[data-square=f1][aria-label='f1 K']");
    const unchanged = (entry) => entry.split("\n").filter((line) => /title|author|remark|id /.test(line) && !/condition/.test(line));
    const after = await page.inputValue("#text");
    assert.deepEqual(unchanged(after).map((line) => line.match(/Imitator ../)?.[0]), unchanged(text).map((line) => line.match(/Imitator ../)?.[0]));
    if (condition !== "none") assert.ok(after.includes(moved) && !after.includes(condition), after);
  }
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("the move that is played is not under the board of a narrow page", async () => {
  const { page, errors } = await opened({ viewport: { width: 390, height: 844 } });
  await page.click("#solve");
  await statusIs(page, "Complete.");
  const moves = page.locator("#solution .move");
  for (let index = 0; index < await moves.count(); index += 1) {
    // The page is where the move is under the board.
    await moves.nth(index).evaluate((move) => scrollBy(0, move.getBoundingClientRect().top - 60));
    await moves.nth(index).evaluate((move) => move.click());
    await page.waitForFunction(() => document.body.classList.contains("playing") && getComputedStyle(document.getElementById("diagram")).position === "fixed");
    await page.waitForFunction(() => {
      const move = document.querySelector("#solution [aria-current]").getBoundingClientRect();
      return move.top >= document.getElementById("diagram").getBoundingClientRect().bottom && move.bottom <= innerHeight;
    });
  }
  assert.deepEqual(errors, []);
  await page.close();
});
