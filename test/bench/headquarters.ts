import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { watchOnce } from '../../main/fleet/office/watch/watch.ts';
import { addManyTills } from '../fleet/many-tills.ts';
import { officeTime } from '../fleet/office-browser.ts';
import { acceptInvitation, openHeadquarters } from '../fleet/open-headquarters.ts';
import { tillWith } from '../fleet/till-with-documents.ts';
import { chromiumPath } from '../renderer/browser.ts';
import { percentile } from './percentile.ts';

/*
 * Measures the head office's list of tills in Chromium. The first time is from opening the address to rows that can be
 * used; the second is from a letter typed into the search to the frame with its rows. With `--pictures DIR` it takes a
 * picture of every screen in both languages instead.
 */

const { values: options } = parseArgs({
  options: {
    tills: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    pictures: { type: 'string' },
  },
});

const office = await openHeadquarters();
const browser = await chromium.launch({
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: ['--no-sandbox'],
});
try {
  await addManyTills(office.database, { tills: Number(options.tills), now: Date.now() });
  if (options.pictures !== undefined) {
    officeTime.now = Date.now() - 3600_000;
    await tillWith(office.database, office.tenant, 'العليا', ['11.50', '23.00', '199.00']);
    await watchOnce(office.database, Date.now());
  }
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
  if (options.pictures === undefined) {
    await acceptInvitation(page, office.invitation);
    await measure();
  } else await takePictures(options.pictures);

  async function measure(): Promise<void> {
    const usable: number[] = [];
    const filter: number[] = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      const began = performance.now();
      await page.goto(`${office.address}/hq/?${round}#tills`);
      await page.locator('[data-device]').first().waitFor();
      usable.push(performance.now() - began);
      const search = page.getByRole('searchbox');
      await search.fill('');
      // The time is from the event to the frame after it.
      const key = String(round % 10);
      await search.evaluate((field) => {
        field.addEventListener(
          'input',
          ({ timeStamp }) =>
            requestAnimationFrame(() =>
              setTimeout(() => Object.assign(window, { took: performance.now() - timeStamp })),
            ),
          { once: true },
        );
      });
      await search.press(key);
      await page.waitForFunction(() => 'took' in window);
      filter.push(await page.evaluate(() => (window as unknown as { took: number }).took));
      await page.evaluate(() => Reflect.deleteProperty(window, 'took'));
    }
    const figures = (times: number[]) => ({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
    console.table({ 'usable ms': figures(usable), 'filter ms': figures(filter) });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    console.log(wide ? 'scrolls sideways' : 'fits the width');
  }

  async function takePictures(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    const shoot = async (name: string) => {
      for (const [width, height] of [
        [1280, 800],
        [683, 400],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const language of ['en', 'ar']) {
          const shown = await page.evaluate(() => document.documentElement.lang);
          if (shown !== language) await page.locator(`button[lang="${language}"]`).first().click();
          await page.waitForTimeout(400);
          await page.screenshot({ path: path.join(folder, `${name}-${width}-${language}.png`) });
        }
        await page.locator('button[lang="en"]').first().click();
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    await page.goto(office.invitation);
    await page.getByLabel('E-mail address').waitFor();
    await shoot('invitation');
    await acceptInvitation(page, office.invitation);
    for (const name of ['Tills', 'Documents', 'VAT', 'Alarms', 'People', 'Log']) {
      const way = page.getByRole('link', { name, exact: true });
      if ((await way.count()) === 0) continue;
      await way.click();
      await page.waitForTimeout(500);
      if (name === 'VAT') {
        for (const row of [0, 1, 2]) {
          await page.locator('button[aria-expanded]').nth(row).click();
          await page.waitForTimeout(400);
        }
      }
      if (name === 'People') await page.getByRole('button', { name: 'Invite somebody' }).click();
      await shoot(name.toLowerCase());
    }
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.locator('tbody a').first().click();
    await page.getByText('Hash before it').waitFor();
    await shoot('document');
    await page.getByRole('link', { name: 'Tills' }).click();
    await page.locator('[data-device]').first().click();
    await page.getByText('What happened').waitFor();
    await shoot('till');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    await shoot('sign-in');
  }
} finally {
  await browser.close();
  await office.close();
}
