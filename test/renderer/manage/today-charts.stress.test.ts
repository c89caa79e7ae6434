import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { usePages } from '../harness/pages.ts';
import { managerScenes } from '../scenes/manager-scenes.ts';

const { today = {} } = managerScenes;
const isChart = (address: string) => /\/time-chart-[\w-]+\.js$/.test(address);
const columns = (page: Page) => page.locator('.recharts-bar-rectangle path');
/** The timeout is longer than usual for busy machines. */
const patient = { timeout: 20_000 };
const left = (box: { x: number } | null) => box?.x ?? Number.NaN;

async function openToday(open: ReturnType<typeof usePages>['open'], language: 'en' | 'ar' = 'en') {
  const page = await open({ ...today, language });
  await columns(page).first().waitFor();
  return page;
}

describe.skipIf(chromiumPath === undefined)('the charts of the day', () => {
  const { open, forgive } = usePages();

  test('are loaded once, after the last screen, and cost a start nothing', async () => {
    const page = await open({ ...today, hash: '#/' });
    // The requests of the first start are not counted.
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await Promise.all([page.waitForRequest((request) => isChart(request.url())), page.reload()]);
    expect(requests.filter((address) => address.includes('-screen')).at(-1)).toContain('setup-screen');
    expect(requests.findIndex(isChart)).toBeGreaterThan(
      requests.findLastIndex((address) => address.includes('-screen')),
    );
    await page.evaluate(() => window.location.assign('#/today'));
    await columns(page).first().waitFor();
    expect(requests.filter(isChart)).toHaveLength(1);
  });

  test.each([
    ['en', 1],
    ['ar', -1],
  ] as const)('begin where reading begins (%s)', async (language, direction) => {
    const page = await openToday(open, language);
    const bars = await columns(page).all();
    const lefts = await Promise.all(bars.slice(0, 5).map(async (bar) => left(await bar.boundingBox())));
    expect(lefts).toEqual(lefts.toSorted((one, other) => direction * (one - other)));
    // The axis of amounts is before the first hour.
    const axis = left(await page.locator('svg text').filter({ hasText: '5,000' }).boundingBox());
    expect(direction * (axis - (lefts[0] ?? Number.NaN))).toBeLessThan(0);
    // The bars of shares begin at one edge, below their names.
    const shares = page.locator('[class*="shareBar"]');
    const boxes = await shares.evaluateAll((all) =>
      all.slice(0, 3).map((one) => one.getBoundingClientRect().toJSON()),
    );
    const edges = boxes.map((box) => Math.round(language === 'ar' ? box.right : box.left));
    expect(edges).toEqual([edges[0], edges[0], edges[0]]);
    const widths = boxes.map((box) => box.width);
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
    expect(widths[0]).toBeGreaterThan(100);
  });

  test('have tables behind them for screen readers, with the days that they are compared with', async () => {
    const page = await openToday(open);
    const rows = page.getByRole('table', { name: 'By hour' }).getByRole('row');
    expect(await rows.nth(0).innerText()).toMatch(/Amount\s+19 Nov 2026\s+13 Nov 2026/);
    expect(await rows.filter({ hasText: '10:00' }).innerText()).toMatch(
      /55\s+4,023\.50\s+3,118\.21\s+3,319\.39/,
    );
    expect(await page.locator('[aria-hidden="true"] :is([tabindex="0"], a, button)').count()).toBe(0);
    expect(await page.getByRole('table', { name: 'By person' }).getByText('Maria Santos').count()).toBe(1);
  });

  test('give way to tables where a person likes those better, until another choice', async () => {
    const page = await openToday(open);
    await page.getByText('Tables', { exact: true }).click();
    await expect.poll(() => columns(page).count(), patient).toBe(0);
    await page.reload();
    const table = page.getByRole('table', { name: 'By hour' });
    await table.waitFor();
    expect((await table.boundingBox())?.height).toBeGreaterThan(100);
    expect(await columns(page).count()).toBe(0);
    await page.getByText('Charts', { exact: true }).click();
    await columns(page).first().waitFor();
  });

  test('give way to tables where they cannot be loaded', async () => {
    const page = await open({ ...today, hash: '#/' });
    await page.route(isChart as never, (route) => route.abort());
    // A reload discards the parts that were loaded before.
    await page.reload();
    await page.evaluate(() => window.location.assign('#/today'));
    const table = page.getByRole('table', { name: 'By hour' });
    await expect.poll(async () => (await table.boundingBox())?.height, patient).toBeGreaterThan(100);
    await page.unroute(isChart as never);
    forgive(); // Chromium reports the part that could not be loaded.
  });

  test('show the figures of the column under the pointer', async () => {
    const page = await openToday(open);
    await columns(page).nth(1).hover();
    const shown = page.locator('.recharts-tooltip-wrapper');
    await expect
      .poll(() => shown.innerText(), patient)
      .toMatch(/10:00[\s\S]*20 Nov 2026\s+4,023\.50[\s\S]*13 Nov 2026\s+3,319\.39/);
  });

  test('stay as wide when the styles of later screens have come', async () => {
    const page = await open({ ...today, size: { width: 1280, height: 800 } });
    const width = async () => (await page.locator('main > div').boundingBox())?.width;
    await page.reload();
    await page.locator('main > div').waitFor();
    const first = await width();
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ href }) => href?.includes('setup-screen')),
    );
    expect(await width()).toBe(first);
    expect(first).toBeGreaterThan(1000);
  });

  test('have a bar for each article where more came back than was sold', async () => {
    const articles = [-5_000, -20_000].map((total, index) => ({
      ...{ key: `${index}`, name: `Article ${index}`, quantity: '-1', total },
    }));
    const fake = { ...today.fake, takings: { ...today.fake?.takings, articles } };
    const page = await open({ ...today, fake });
    const chart = page.locator('[aria-hidden="true"]', { hasText: 'Article 0' });
    const bars = chart.locator('[class*="shareBar"]');
    await bars.nth(1).waitFor();
    const [small, large] = await bars.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    );
    expect(large.width).toBeGreaterThan(100);
    expect(small.width).toBeCloseTo(large.width / 4, 0);
    // Both drawings end at the same edge.
    expect(small.right).toBeCloseTo(large.right, 0);
  });

  test('say the period that they show until the chosen one has come', async () => {
    const page = await openToday(open);
    await page.evaluate(() => {
      const { fake } = window;
      const call = fake.call.bind(fake);
      fake.call = async (name, input) => {
        const isWeek = name === 'takings.get' && (input as { from: string }).from === '2026-11-15';
        if (isWeek) await new Promise<void>((resolve) => Object.assign(window, { come: resolve }));
        return call(name, input);
      };
    });
    await page.getByText('Week', { exact: true }).click();
    await page.waitForFunction(() => 'come' in window);
    const chosen = page.getByText('15 Nov 2026 – 21 Nov 2026');
    await chosen.first().waitFor();
    expect(await chosen.count()).toBe(1);
    expect(await page.getByRole('table', { name: 'By day' }).count()).toBe(0);
    expect(await page.getByRole('table', { name: 'By hour' }).count()).toBe(1);
    await page.evaluate(() => (window as unknown as { come(): void }).come());
    await page.getByRole('table', { name: 'By day' }).waitFor();
  });

  test('move nothing when they are loaded', async () => {
    const page = await open({ ...today, hash: '#/' });
    let load = () => {};
    const wanted = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(isChart as never, async (route) => {
      await wanted;
      await route.continue();
    });
    // A reload discards the parts that were loaded before.
    await page.reload();
    await page.evaluate(() => window.location.assign('#/today'));
    const places = () =>
      page.locator('main table').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    await page.getByRole('table', { name: 'VAT' }).waitFor();
    const before = await places();
    load();
    await columns(page).first().waitFor();
    expect(await places()).toEqual(before);
    await page.unroute(isChart as never);
  });

  test.each(['en', 'ar'] as const)('cut a long name at its own end (%s)', async (language) => {
    const names = [
      'Premium Sukkari dates from Qassim, large gift box, ',
      'تمر سكري فاخر من القصيم، علبة هدايا كبيرة، ',
    ];
    const articles = names.map((name, index) => ({
      ...{ key: `${index}`, name: name.repeat(4), quantity: '1', total: 5_000 },
    }));
    const fake = { ...today.fake, takings: { ...today.fake?.takings, articles } };
    const page = await open({ ...today, fake, language });
    const labels = page.locator('[class*="shareName"] bdi', { hasText: /Sukkari|سكري/ });
    await labels.nth(1).waitFor();
    const cut = await labels.evaluateAll((all) =>
      all.map((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).direction]),
    );
    expect(cut).toEqual([
      [true, 'ltr'],
      [true, 'rtl'],
    ]);
  });
});
