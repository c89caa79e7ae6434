import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openShop, type Shop } from '../integration/api/shop.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';

/*
 * Tests the page of the API in a browser. It must work without signing in, at any window size, and without requests to
 * other hosts.
 */

describe.skipIf(chromiumPath === undefined)('/docs', () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), connectBrowser(inject('browser'))]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  test.each([
    { width: 1024, height: 600, colorScheme: 'light' },
    { width: 1280, height: 800, colorScheme: 'dark' },
    { width: 1920, height: 1080, colorScheme: 'light' },
  ] as const)('$width × $height, $colorScheme', async ({ width, height, colorScheme }) => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(new URL(request.url()).origin));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${shop.base}/docs`);
    for (const part of await page.locator('summary').all())
      await part.evaluate((each: HTMLElement) => each.click());
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`);
    });
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect([...new Set(requests)]).toEqual([shop.base]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
