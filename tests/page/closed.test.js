// Pages that are closed while they solve: no job and no memory is left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, memoryOfServer, opened, useServer } from "./browser.js";

useServer("--jobs", "4");

const COUNT = 50;
// A search that takes far longer than the test.
const LONG = { text: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - #9" };

// Opens a stream as a page does, and reads it until it is closed.
async function stream() {
  const closing = new AbortController();
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${address}api/solve`, { method: "POST", headers, body: JSON.stringify(LONG), signal: closing.signal });
  assert.equal(response.status, 200);
  (async () => {
    for await (const part of response.body) assert.ok(part.length);
  })().catch(() => {});
  return closing;
}

const jobs = async () => (await (await fetch(`${address}api/jobs`)).json()).length;

async function jobsAre(expected) {
  const begin = Date.now();
  while (await jobs() !== expected) {
    assert.ok(Date.now() - begin < 30000, `${await jobs()} jobs, expected ${expected}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// Begins all searches, and closes half of their pages and then the others.
async function closeInTheMiddle() {
  const streams = await Promise.all(Array.from({ length: COUNT }, stream));
  await jobsAre(COUNT);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  streams.slice(0, COUNT / 2).forEach((closing) => closing.abort());
  await jobsAre(COUNT / 2);
  streams.slice(COUNT / 2).forEach((closing) => closing.abort());
  await jobsAre(0);
}

test("50 searches end with their pages, and their memory is returned", async () => {
  // The first searches make tables and threads that stay.
  await closeInTheMiddle();
  const before = memoryOfServer();
  for (let round = 0; round < 3; round += 1) await closeInTheMiddle();
  const after = memoryOfServer();
  if (process.env.FIGURES) console.log(`memory ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`);
  assert.ok(after < before + 8, `${before} MB, then ${after} MB`);
});

test("pages of a browser that are closed in the middle leave no job", async () => {
  const pages = await Promise.all(Array.from({ length: 4 }, () => opened()));
  for (const { page } of pages) {
    await page.fill("#condition", "");
    await page.fill("#stipulation", "#9");
    await page.fill("#text", LONG.text.split(" ")[0]);
    await page.click("#solve");
  }
  await jobsAre(4);
  await pages[0].page.close();
  await pages[1].page.goto("about:blank");
  await jobsAre(2);
  for (const { page } of pages.slice(1)) await page.close();
  await jobsAre(0);
});
