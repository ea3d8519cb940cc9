// Addresses that hold a problem, and those that hold something else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { manIs, opened, statusIs, useServer } from "./browser.js";

useServer();

const link = (values) => `#${encodeURIComponent(JSON.stringify(values))}`;
const FIELDS = ["8/8/8/8/8/5K2/4Q3/7k", "#1", "", "", "", "", "", "", true, false];
const FOREIGN = [
  "#top", "#%", "#%E0%A4%A", "#null", "#7", "#%22text%22", link({ text: "x" }), link([]), link([[FIELDS[0]]]), link([FIELDS[0], 2]), link([null]),
  link([FIELDS[0], { toString: "x" }]), link([...FIELDS, "NoBoard"]), link([...FIELDS.slice(0, 8), "false", true]), link([...FIELDS.slice(0, 8), 1]),
];

test("an address with the contents of the fields sets them", async () => {
  const { page, errors } = await opened({}, link(FIELDS));
  await manIs(page, "e2", "Q");
  assert.equal(await page.inputValue("#stipulation"), "#1");
  assert.deepEqual([await page.isChecked("#set"), await page.isChecked("#variations")], [true, false]);
  assert.deepEqual(errors, []);
  await page.close();
});

test("an address with something else is refused, and the page stays as it is", async () => {
  const { page, errors } = await opened();
  const fields = () => page.evaluate(() => [...document.querySelectorAll("input, textarea")].map(({ value, checked }) => [value, checked]));
  const before = await fields();
  for (const hash of FOREIGN) {
    await page.evaluate(() => { document.getElementById("status").textContent = ""; });
    await page.evaluate((text) => { location.hash = text; }, hash);
    await statusIs(page, "The address holds no problem of this page.");
    assert.deepEqual(await fields(), before, hash);
  }
  await manIs(page, "h4", "k");
  assert.deepEqual(errors, []);
  await page.close();
  const opening = await opened({}, FOREIGN[1]);
  await statusIs(opening.page, "The address holds no problem of this page.");
  await manIs(opening.page, "h4", "k");
  assert.deepEqual(opening.errors, []);
  await opening.page.close();
});
