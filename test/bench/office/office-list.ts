import { addManyTills } from '../../office/many-tills.ts';
import { acceptInvitation, openWholeOffice } from '../../office/open-whole-office.ts';
import { type Lines, p50p99 } from '../measure.ts';
import { launchChromium } from '../till.ts';

/*
 * Measures the head office's list of tills in Chromium. The first time is from opening the address to rows that can be
 * used; the second is from a letter typed into the search to the frame with its rows.
 */

export async function run(): Promise<Lines> {
  const office = await openWholeOffice();
  const browser = await launchChromium();
  try {
    await addManyTills(office.database, { tills: 5_000, now: Date.now() });
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
    await acceptInvitation(page, office.invitation);
    const usable: number[] = [];
    const filter: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const began = performance.now();
      await page.goto(`${office.address}/office/?${round}#tills`);
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
    return { 'the address to rows': p50p99(usable), 'a letter of the search to its rows': p50p99(filter) };
  } finally {
    await browser.close();
    await office.close();
  }
}
