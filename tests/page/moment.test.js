// What the buttons ask: the fields as they are at the moment of the click, and nothing that is not understood.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, statusIs, useServer } from "./browser.js";

useServer();

// Drags the man of a square to another one; just before, types a stipulation, and just after, presses a button.
const moveMan = (page, from, to, { stipulation = null, button = null } = {}) => page.evaluate(([start, end, typed, id]) => {
  const field = document.getElementById("stipulation");
  if (typed) {
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const data = new DataTransfer();
  const send = (square, kind) => document.querySelector(`[data-square=${square}]`).dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true }));
  send(start, "dragstart");
  send(end, "drop");
  if (id) document.getElementById(id).click();
}, [from, to, stipulation, button]);

const MATE = "8/8/8/8/8/5K2/4Q3/7k";

for (const [button, path] of [["solve", "solve"], ["verify", "verify"], ["economy", "economy"], ["improve", "improve"], ["find-twins", "twins"]]) {
  test(`${button} asks what is in the fields when it is pressed`, async () => {
    const { page, errors } = await opened();
    await page.evaluate((id) => { const panel = document.getElementById(id).closest("details"); if (panel) panel.open = true; }, button);
    const asked = page.waitForRequest(`**/api/${path}`);
    await page.evaluate(([id, text]) => {
      const type = (field, value) => {
        document.getElementById(field).value = value;
        document.getElementById(field).dispatchEvent(new Event("input", { bubbles: true }));
      };
      type("condition", "");
      type("stipulation", "#1");
      type("text", text);
      document.getElementById(id).click();
      type("text", "8/8/8/8/8/8/8/8");
    }, [button, MATE]);
    const body = (await asked).postDataJSON();
    assert.deepEqual([body.text, body.stipulation, body.conditions], [MATE, "#1", []]);
    assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
    await page.close();
  });
}

for (const [button, path] of [["solve", "solve"], ["economy", "economy"]]) test(`a man that is dropped before the click of ${button} belongs to the question`, async () => {
  const { page } = await opened();
  await page.evaluate((id) => { const panel = document.getElementById(id).closest("details"); if (panel) panel.open = true; }, button);
  await page.fill("#condition", "");
  await page.fill("#stipulation", "#1");
  await page.fill("#text", "8/8/8/8/8/5K2/3Q4/7k");
  await page.waitForSelector("[data-square=d2][aria-label='d2 Q']");
  const asked = page.waitForRequest(`**/api/${path}`);
  await moveMan(page, "d2", "e2", { button });
  assert.match((await asked).postDataJSON().text, /^8\/8\/8\/8\/8\/5K2\/4Q3\/7k/);
  await page.close();
});

test("refutations that are no number are refused at their field", async () => {
  const { page } = await opened();
  await page.evaluate(() => { document.getElementById("more").open = true; });
  await page.fill("#tries", "two");
  const fault = page.locator("#fault-list button", { hasText: "expected a number of refutations" });
  await fault.click();
  assert.equal(await fault.textContent(), "expected a number of refutations");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tries");
  await page.fill("#tries", "2");
  await page.waitForFunction(() => !document.querySelector("#fault-list li"));
  await page.close();
});

test("an answer with something else in the place of a number is no answer", async () => {
  const { page } = await opened();
  const move = { side: "white", machine: "a1a2", long: "Ka1-a2", short: "Ka2", check: false, goal: null };
  for (const event of [
    { event: "node", depth: 0, role: "key", number: "<i>", move, pending: null },
    { event: "node", depth: null, role: "key", number: 1, move, pending: null },
  ]) {
    const body = `event: solution\ndata: ${JSON.stringify(event)}\n\nevent: done\ndata: {"complete":true}\n\n`;
    await page.route("**/api/solve", (route) => route.fulfill({ contentType: "text/event-stream", body }), { times: 1 });
    await page.click("#solve");
    await statusIs(page, "No answer: expected a number, found");
    assert.doesNotMatch(await page.textContent("#solution"), /NaN|undefined|null/);
  }
  const body = 'event: progress\ndata: {"nodes":"x","plies":1,"last":1,"root_moves":0,"all_root_moves":0}\n\n';
  await page.route("**/api/solve", (route) => route.fulfill({ contentType: "text/event-stream", body }), { times: 1 });
  await page.click("#solve");
  await statusIs(page, 'expected a number, found "x"');
  await page.close();
});

test("a stipulation that is typed just before a man is moved stays, and so do the remarks", async () => {
  const { page, errors } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "");
  await page.fill("#text", "beginproblem\nremark kept\npieces white Kf3 Qd2 black Kh1\nstipulation #2\nendproblem\n");
  await page.waitForSelector("[data-square=d2][aria-label='d2 Q']");
  await moveMan(page, "d2", "e2", { stipulation: "#1" });
  await page.waitForFunction(() => document.getElementById("text").value.includes("Qe2"));
  assert.equal(await page.inputValue("#stipulation"), "#1");
  assert.match(await page.inputValue("#text"), /remark kept/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("undo takes back the man that was moved just before", async () => {
  const { page } = await opened();
  await page.fill("#text", "8/8/8/8/8/5K2/3Q4/7k");
  await page.waitForSelector("[data-square=d2][aria-label='d2 Q']");
  await moveMan(page, "d2", "d3");
  await page.waitForSelector("[data-square=d3][aria-label='d3 Q']");
  await moveMan(page, "d3", "e3", { button: "undo" });
  await page.waitForFunction(() => !document.getElementById("redo").disabled);
  assert.match(await page.inputValue("#text"), /^8\/8\/8\/8\/8\/3Q1K2\/8\/7k/);
  await page.close();
});

test("a problem that cannot be solved is not complete", async () => {
  const { page } = await opened();
  await page.fill("#condition", "");
  await page.fill("#stipulation", "");
  await page.evaluate(() => { document.getElementById("more").open = true; });
  await page.fill("#text", "beginproblem\npieces white Kf3 black Kh1\nstipulation #2\nendproblem\n");
  await page.fill("#passed", "d6");
  await page.click("#solve");
  await statusIs(page, "Not solved.");
  assert.match(await page.textContent("#solution"), /no pawn can have made the double step/);
  await page.close();
});
