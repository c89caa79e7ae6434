import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { payExactly } from '../../support/pay.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';
import { sellToBusiness } from '../scenes/submission-scenes.ts';

/*
 * Tests that the screen and the paper agree on the documents that may be handed over, and on their state at the
 * authority.
 */

const people = [
  { name: 'سالم', role: 'cashier' as const },
  { name: 'محمد', role: 'cashier' as const },
];
const fake: FakeOptions = {
  people,
  person: 'سالم',
  environment: 'production',
  invoices: 40,
  printers: [{ name: 'Roll', label: 'Roll' }],
  printing: { autoPrint: true },
};
const overdue = { attempts: 1, dueAt: '2026-11-20T09:25:00.000Z' };
const prints = async (page: Page) => (await callsOf(page, 'receipt.print')).length;

describe.skipIf(chromiumPath === undefined)('before clearance', () => {
  const { open } = usePages();

  test('nothing prints by itself; then the uncleared one does, and later the cleared one, each once', async () => {
    const page = await open({ fake });
    await sellToBusiness(page);
    await page.getByText('once the authority has cleared it').waitFor();
    expect(await prints(page)).toBe(0);
    expect(await page.getByText('The customer can scan this').count()).toBe(0);
    await page.evaluate((change) => window.fake.change(41, change), overdue);
    await page.getByText('Hand over the invoice now').waitFor();
    await expect.poll(() => prints(page)).toBe(1);
    await page.evaluate(() => window.fake.settle('accepted', 2));
    await page.getByText('Cleared. Hand the invoice over.').waitFor();
    await expect.poll(() => prints(page)).toBe(2);
    await page.keyboard.press('Alt+2');
    await page.getByText('T1-000041').waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByText('Cleared. Hand the invoice over.').waitFor();
    expect(await prints(page)).toBe(2);
  });

  test('both papers of an exchange print once, however often their screen is visited', async () => {
    const hash = `#/return/${uuidOf(40)}`;
    const page = await open({ hash, fake: { ...fake, environment: 'training' } });
    await page.locator('#return-line-0').waitFor();
    await page.keyboard.press('F2');
    await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
    await page.keyboard.press('F8');
    await page.getByText('Exchange: goods of').waitFor();
    await typeLines(page, ['Mint', '1', '999']);
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await expect.poll(() => prints(page)).toBe(2);
    for (let visits = 0; visits < 2; visits += 1) {
      await page.keyboard.press('Alt+2');
      await page.getByText('T1-000040').first().waitFor();
      await page.keyboard.press('Alt+1');
      await page.getByText('Invoice issued').waitFor();
      await page.waitForTimeout(300);
    }
    expect(await prints(page)).toBe(2);
    await page.getByRole('button', { name: 'Print receipt' }).click();
    await expect.poll(() => prints(page)).toBe(3);
    const calls = (await callsOf(page, 'receipt.print')) as { input: { isFirst?: boolean } }[];
    expect(calls.map(({ input }) => input.isFirst)).toEqual([true, true, undefined]);
  });

  test('the cleared one is printed, too, when the printer is slow', async () => {
    const page = await open({ fake });
    await page.evaluate(() => {
      const call = window.fake.call.bind(window.fake);
      window.fake.call = async (name, input) => {
        const answer = await call(name, input);
        if (name === 'receipt.print') await new Promise((done) => setTimeout(done, 2_000));
        return answer;
      };
    });
    await sellToBusiness(page);
    await page.evaluate((change) => window.fake.change(41, change), overdue);
    await expect.poll(() => prints(page)).toBe(1);
    await page.evaluate(() => window.fake.settle('accepted', 2));
    await page.getByText('Cleared. Hand the invoice over.').waitFor();
    await expect.poll(() => prints(page)).toBe(2);
  });

  test('by the stricter reading it never does, and receipt and invoice page say so', async () => {
    const page = await open({ fake: { ...fake, handOver: 'clearedFirst' } });
    await sellToBusiness(page);
    await page.evaluate((change) => window.fake.change(41, change), overdue);
    await page.getByText('This shop hands over cleared invoices only').waitFor();
    expect(await prints(page)).toBe(0);
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByRole('heading', { name: 'Tax invoice' }).waitFor();
    await page.getByText('This shop hands over cleared invoices only').waitFor();
    expect(await page.getByText('Hand over the invoice').count()).toBe(0);
  });

  test('a rejected one is not printed, and the reasons are in the place of its code', async () => {
    const page = await open({ fake });
    await sellToBusiness(page);
    const code = await page.getByRole('img', { name: /QR code/ }).boundingBox();
    await page.evaluate(() => window.fake.settle('rejected', 1));
    const reasons = page.getByRole('list', { name: 'Why it was rejected' });
    await reasons.waitFor();
    const place = await reasons.boundingBox();
    expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0);
    expect(place?.x).toBeLessThan((code?.x ?? 0) + (code?.width ?? 0));
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(768);
    expect(await prints(page)).toBe(0);
  });
});

describe.skipIf(chromiumPath === undefined)('the truth on the screen', () => {
  const { open } = usePages();

  test('a receipt after a change of person shows what became of the document meanwhile', async () => {
    const page = await open({ fake: { ...fake, printing: {} } });
    await sellToBusiness(page);
    await page.getByText('Being sent').waitFor();
    // While nobody is signed in, no event of a document reaches the screen.
    await page.evaluate(() => {
      window.fake.say({ role: 'nobody', person: undefined });
    });
    await page.getByRole('button', { name: 'محمد' }).waitFor();
    await page.evaluate(() => window.fake.settleInSilence('accepted', 1));
    await page.evaluate(() => window.fake.say({ role: 'cashier', person: 'محمد' }));
    await page.getByText('Cleared by the authority').waitFor();
    expect(await page.getByText('Being sent').count()).toBe(0);
  });

  test('servers that answer with errors are not a connection: their own state, the next try, and “Try now”', async () => {
    const page = await open({ fake });
    const bar = page.getByRole('region', { name: 'Terminal status' });
    await bar.getByText('Connected').waitFor();
    await page.evaluate(() =>
      window.fake.say({ connection: 'failing', nextTry: '2026-11-20T09:31:30.000Z' }),
    );
    await bar.getByText('Server errors').waitFor();
    await bar.getByText('Next try at 12:31:30').waitFor({ state: 'attached' });
    expect(await bar.getByText('Connected').count()).toBe(0);
    await bar.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => callsOf(page, 'invoice.tryNow')).toHaveLength(1);
  });
});
