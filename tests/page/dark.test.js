// Men in light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, useServer } from "./browser.js";

useServer();

// Returns the brightness of a colour from 0 to 1.
const brightness = (colour) => /(\d+), (\d+), (\d+)/.exec(colour).slice(1).reduce((sum, part) => sum + Number(part) / 765, 0);

for (const colorScheme of ["light", "dark"]) {
  test(`men of the palette are dark on a light ground, ${colorScheme}`, async () => {
    const { page } = await opened({ colorScheme });
    const king = page.locator("#palette [aria-label='black king']");
    for (const isPressed of [false, true]) {
      if (isPressed) await king.click();
      const [ground, ink] = await king.evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]);
      assert.ok(brightness(ground) > 0.7 && brightness(ink) < 0.2, `${ground} ${ink}`);
    }
    await page.close();
  });

  test(`men of the palette are those of the board, ${colorScheme}`, async () => {
    const { page, errors } = await opened({ colorScheme });
    await page.waitForFunction(() => document.querySelectorAll("#palette img").length === 12);
    const drawn = await page.evaluate(() => [...document.querySelectorAll("#palette img")].map((image) => (
      [image.naturalWidth, image.complete, image.parentElement.textContent, decodeURIComponent(image.src).match(/<use/g).length])));
    assert.deepEqual(drawn, Array(12).fill([100, true, "", 2]));
    assert.equal(new Set(await page.evaluate(() => [...document.querySelectorAll("#palette img")].map(({ src }) => src))).size, 12);
    assert.deepEqual(errors, []);
    await page.close();
  });
}
