// The page of `kirke serve` in a browser: how the board and the text change each other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { manIs, opened, useServer } from "./browser.js";

useServer();

// Delays each answer of the API, as on a slow machine.
const delay = (page, milliseconds) => page.route(/\/api\//, async (route) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await route.continue().catch(() => {});
});

test("keys that are typed quickly on the board are kept", async () => {
  for (const text of ["8/8/8/8/8/8/8/8 w - - #2; id quick", "beginproblem pieces white Kh1 black Kh3 stipulation #2 endproblem"]) {
    const { page, errors } = await opened();
    await page.fill("#condition", "");
    await page.fill("#stipulation", "");
    await page.fill("#text", text);
    await manIs(page, "a8", "empty");
    await delay(page, 150);
    await page.focus("[data-square=a8]");
    for (const key of ["K", "ArrowRight", "q", "ArrowDown", "R", "ArrowLeft", "S", "Backspace", "p", "ArrowDown", "ArrowRight", "b"]) {
      await page.keyboard.press(key);
    }
    for (const [square, man] of [["a8", "K"], ["b8", "q"], ["b7", "R"], ["a7", "p"], ["b6", "b"]]) await manIs(page, square, man);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "b6");
    await page.waitForFunction(() => document.querySelector("#diagram img").alt.includes("Bb6"));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "b6");
    assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
    await page.close();
  }
});

test("men that are typed while others are placed are kept", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/8/8/8/8/8/8/8");
  await manIs(page, "h8", "k");
  await delay(page, 150);
  await page.focus("#man");
  await page.keyboard.type("Ka1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Qb2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Rc");
  await manIs(page, "a1", "K");
  await manIs(page, "b2", "Q");
  await page.waitForFunction(() => document.querySelector("#diagram img").alt.includes("Qb2"));
  assert.equal(await page.inputValue("#man"), "Rc");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a word that is no man is shown with its fault, and stays", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#text", "7k/8/8/8/8/8/8/8");
  await page.fill("#man", "Xa1 Qd5 (ZZ)b2 Ka9 (Kamikaze,q)e4 (Kamikase,q)e5 Ge6 (R/Q)e7 =(nh)f1 (25)g1 (-25)g2");
  await page.press("#man", "Enter");
  await manIs(page, "d5", "Q");
  await manIs(page, "e4", "(Kamikaze,q)");
  await manIs(page, "e6", "(G)");
  await manIs(page, "e7", "(R/Q)");
  await manIs(page, "g1", "(25)");
  await manIs(page, "g2", "(-25)");
  await manIs(page, "f1", "=(NH)");
  assert.equal(await page.inputValue("#man"), "Xa1 (ZZ)b2 Ka9 (Kamikase,q)e5");
  assert.deepEqual(await page.locator("#man-faults li").allTextContents(), [
    "Xa1: no man has the letters X", "(ZZ)b2: no man has the letters ZZ", "Ka9: this board has no square a9",
    "(Kamikase,q)e5: there is no attribute Kamikase",
  ]);
  const selected = () => page.evaluate(() => document.getSelection().toString());
  assert.equal(await selected(), "Xa1");
  await page.click("#man-faults li:nth-child(3) button");
  assert.equal(await selected(), "Ka9");
  assert.equal(await page.getAttribute("#man", "aria-invalid"), "true");
  // The faults stay when the board is drawn again, and go when the words are changed.
  await page.click("#mirror");
  await manIs(page, "e5", "Q");
  assert.equal(await page.locator("#man-faults li").count(), 4);
  await page.fill("#man", "Ka1");
  assert.equal(await page.locator("#man-faults li").count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

const TEXTS = [
  ["\n  8/8/8/8/8/5K2/4Q3/7k  w - - #1; id \"a b\"; c0 \"my comment\";", "\n  8/8/8/8/8/5K2/8/4Q2k  w - - #1; id \"a b\"; c0 \"my comment\";"],
  ["begin\nremark pieces white Qe2\nauthor N. N.\npieces\n white Kf3 Qe2\n black Kh1\nremark mine\nstipulation #1\nend\n",
    "begin\nremark pieces white Qe2\nauthor N. N.\npieces\n white Kf3 Qe1\n black Kh1\nremark mine\nstipulation #1\nend\n"],
  ["anfang bemerkung meine\nsteine weiss Kf3 D e2\n  schwarz Kh1 forderung #1 ende", "anfang bemerkung meine\nsteine weiss Kf3 D e1\n  schwarz Kh1 forderung #1 ende"],
  ["---\n# mine\nalgebraic:\n    white: [Kf3, Qe2]\n    black: [Kh1]\nstipulation: '#1'\ncomments:\n- kept\n",
    "---\n# mine\nalgebraic:\n    white: [Kf3, Qe1]\n    black: [Kh1]\nstipulation: '#1'\ncomments:\n- kept\n"],
  ["{\"stipulation\": \"#1\",\n \"men\": [2, 1, 0],\n \"fen\": \"8/8/8/8/8/5K2/4Q3/7k w - - 0 1\"}",
    "{\"stipulation\": \"#1\",\n \"men\": [2,1,0],\n \"fen\": \"8/8/8/8/8/5K2/8/4Q2k w - - 0 1\"}"],
  ["[Event \"mine\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5K2/4Q3/7k w - - 0 1\"]\n[Stipulation \"#1\"]\n\n{ my comment } *\n",
    "[Event \"mine\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5K2/8/4Q2k w - - 0 1\"]\n[Stipulation \"#1\"]\n\n{ my comment } *\n"],
];

test("an edit changes the men of a text, and nothing else", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "");
  page.on("dialog", () => assert.fail("the text is written anew"));
  for (const [text, expected] of TEXTS) {
    await page.fill("#text", text);
    await manIs(page, "e2", "Q");
    await page.waitForFunction(() => document.querySelector("#diagram img").alt === "Diagram. white: Kf3, Qe2; black: Kh1");
    await page.dragAndDrop("[data-square=e2]", "[data-square=e1]");
    await manIs(page, "e1", "Q");
    assert.equal(await page.inputValue("#text"), expected);
    await page.click("#undo");
    await manIs(page, "e2", "Q");
    assert.equal(await page.inputValue("#text"), text);
  }
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("a text that must be written anew is not written without a warning, and undo brings it back", async () => {
  const { page } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "");
  const [, [text]] = TEXTS;
  const epd = TEXTS[0][0].trim();
  let answer = "dismiss";
  const dialogs = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog[answer]();
  });
  await page.fill("#text", epd);
  await manIs(page, "e2", "Q");
  await page.fill("#man", "=Qd5");
  await page.press("#man", "Enter");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("left as it is"));
  assert.match(dialogs[0], /written anew/);
  assert.equal(await page.inputValue("#text"), epd);
  await manIs(page, "d5", "empty");
  answer = "accept";
  await page.fill("#man", "=Qd5");
  await page.press("#man", "Enter");
  await manIs(page, "d5", "=Q");
  assert.match(await page.inputValue("#text"), /neutral: \[Qd5\]/);
  await page.click("#undo");
  await manIs(page, "d5", "empty");
  assert.equal(await page.inputValue("#text"), epd);
  // Popeye's language has neutral men.
  await page.fill("#text", text);
  await manIs(page, "d5", "empty");
  await page.fill("#man", "=(Magic,G)d5");
  await page.press("#man", "Enter");
  await manIs(page, "d5", "=(Magic,G)");
  assert.equal(await page.inputValue("#text"), text.replace("Kh1\n", "Kh1 neutral Magic Gd5\n"));
  assert.equal(dialogs.length, 2);
  await page.close();
});

test("of a list of FENs the first one is changed, and another text with several problems is left as it is", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "");
  const rest = " w - - #1; id \"one\";\n8/8/8/8/8/5K2/4R3/7k w - - #2; id \"two\";\n";
  await page.fill("#text", `8/8/8/8/8/5K2/4Q3/7k${rest}`);
  await manIs(page, "e2", "Q");
  await page.dragAndDrop("[data-square=e2]", "[data-square=e1]");
  await manIs(page, "e1", "Q");
  assert.equal(await page.inputValue("#text"), `8/8/8/8/8/5K2/8/4Q2k${rest}`);
  const two = "begin pieces white Kf3 Qe2 black Kh1 stipulation #1 next pieces white Kf3 Re2 black Kh1 stipulation #2 end";
  await page.fill("#text", two);
  await manIs(page, "e2", "Q");
  await page.dragAndDrop("[data-square=e2]", "[data-square=e1]");
  await page.waitForFunction(() => document.getElementById("status").textContent === "A text with several problems is changed in the text only.");
  assert.equal(await page.inputValue("#text"), two);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});
