// A server of the program and a browser for the tests of a file. KIRKE names the program, CHROMIUM the browser,
// and KIRKE_PAGE a folder with the files of the page in the place of those in the program.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const program = process.env.KIRKE ?? new URL("../../target/release/kirke", import.meta.url).pathname;
let server;
let browser;

// The address of the page.
export let address;

// Starts both before the tests of a file, and ends them after these.
export function useServer(...options) {
  before(async () => {
    const jobs = options.includes("--jobs") ? [] : ["--jobs", "1"];
    server = spawn(program, ["serve", "--no-open", "--memory", "64M", ...jobs, ...options]);
    address = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  after(async () => {
    await browser?.close();
    server?.kill();
  });
}

// Returns the resident memory of the server in MB.
export const memoryOfServer = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;

// Opens the page; the messages of the console are in `errors`.
export async function opened(options = {}, hash = "") {
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
  await page.goto(address + hash);
  await page.waitForSelector(".grid");
  return { page, errors };
}

// Returns pages of one browser, which share its connections.
export async function pagesOfOneBrowser(count) {
  const context = await browser.newContext();
  const pages = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  for (const page of pages) {
    page.setDefaultTimeout(10000);
    await page.goto(address);
  }
  return pages;
}

// Waits until the status has a text.
export const statusIs = (page, text) => page.waitForFunction(
  (expected) => document.getElementById("status").textContent.includes(expected), text, { timeout: 20000 });

// Waits until a man is on a square.
export const manIs = (page, square, man) => page.waitForSelector(`[data-square=${square}][aria-label='${square} ${man}']`);
