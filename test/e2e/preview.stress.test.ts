import { type ChildProcess, execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { scan } from '../renderer/harness/scanner.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';
import { enter, enterBuyer, issueUntilGreen, nextSale, sitDown } from '../support/cashier.ts';
import { khatm, newFolder, start } from '../support/khatm.ts';

/*
 * Tests a person at the training terminal in a browser, started with `npm start`. The sandbox, the ledger and the page
 * are real.
 */

describe.skipIf(chromiumPath === undefined)('the training terminal in a browser', () => {
  const data = newFolder('e2e');
  let terminal: ChildProcess;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const output: string[] = [];

  beforeAll(async () => {
    terminal = start('main/app/start.ts', '--preview', '--data', data);
    const address = await new Promise<string>((resolve, reject) => {
      if (terminal.stdout === null) return reject(new Error('no output'));
      createInterface({ input: terminal.stdout }).on('line', (line) => {
        output.push(line);
        const found = /^Khatm: open (\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
      });
      terminal.once('exit', () => reject(new Error(output.join('\n'))));
    });
    browser = await connectBrowser(inject('browser'));
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(address);
    await sitDown(page);
  });

  afterAll(async () => {
    await browser?.close();
    terminal?.kill('SIGTERM');
  });

  test('says that it is training', async () => {
    await page.getByText('documents go to an embedded sandbox, not the tax authority').waitFor();
    await page.getByRole('region', { name: 'Terminal status' }).getByText('Training').waitFor();
  });

  test('a consumer sale turns green', async () => {
    await enter(page, [
      { name: 'قهوة | Coffee', quantity: '2', price: '14.00' },
      { name: 'دفتر | Notebook', quantity: '13', price: '100.00' },
    ]);
    await page.getByText('1,328.00').first().waitFor();
    await issueUntilGreen(page, 'The authority has it. All done.');
  });

  test('a business sale turns green', async () => {
    await nextSale(page);
    await enterBuyer(page);
    await enter(page, [{ name: 'كرسي | Chair', quantity: '4', price: '349.50' }]);
    await issueUntilGreen(page, 'Cleared. Hand the invoice over.');
  });

  test('both stand in the list, and their pages tell the way they went', async () => {
    await nextSale(page);
    await page.goto(`${new URL(page.url()).origin}/#/invoices`);
    const rows = page.getByRole('row').filter({ hasText: /T1-00000\d/ });
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: 'T1-000002' }).click();
    await page.getByRole('heading', { name: 'Tax invoice T1-000002' }).waitFor();
    await page.getByText('Accepted by the authority').waitFor();
    await page.getByText('HTTP 200 · CLEARED').waitFor();
  });

  test('goods come back by the QR of their receipt, a part and then the rest, and are linked both ways', async () => {
    const qr = await page.evaluate(async () => {
      const { khatm } = window as unknown as {
        khatm: { call(name: string, input: unknown): Promise<{ value: { uuid: string; qr: string } }> };
      };
      const { value: sold } = await khatm.call('invoice.find', { text: 'T1-000001' });
      return (await khatm.call('invoice.get', { uuid: sold.uuid })).value.qr;
    });
    const scanReceipt = async () => {
      await page.goto(`${new URL(page.url()).origin}/#/`);
      await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
      await page.keyboard.press('F3');
      await page.getByRole('textbox', { name: 'Number or QR code' }).and(page.locator(':focus')).waitFor();
      await scan(page, qr, { layout: 'arabic' });
      await page.getByRole('heading', { name: 'Return of T1-000001' }).waitFor();
    };
    const payBack = async (amount: string) => {
      await page.getByRole('complementary').getByText(amount, { exact: true }).waitFor();
      await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
      await page.keyboard.press('F9');
      await page.locator('[role=dialog] button[aria-disabled="false"]', { hasText: 'Pay back' }).click();
      await page.getByRole('heading', { name: 'Goods taken back' }).waitFor();
      await page.getByText('The authority has it. All done.').waitFor();
      await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
    };
    await scanReceipt();
    await page.getByRole('textbox', { name: 'Quantity of item 1 that comes back' }).fill('1');
    await page.getByRole('textbox', { name: 'Quantity of item 2 that comes back' }).fill('7');
    await payBack('714.00');
    await scanReceipt();
    await page.getByText('6 left').waitFor();
    await page.getByRole('button', { name: 'Everything' }).click();
    await payBack('614.00');
    await scanReceipt();
    await page.getByText('Everything on this invoice was returned already.').waitFor();

    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByText('Corrected by').waitFor();
    await page.getByRole('link', { name: 'T1-000004' }).waitFor();
    await page.getByRole('link', { name: 'T1-000003' }).click();
    await page.getByRole('heading', { name: 'Credit note T1-000003' }).waitFor();
    await page.getByText('Corrects', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'T1-000001' }).waitFor();
  });

  test('a shop’s own code is named once and known from then on', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/`);
    const item = page.getByRole('combobox', { name: 'Item 1', exact: true });
    await item.waitFor();
    await scan(page, 'AB12-77', { layout: 'arabic' });
    await page.getByText('AB12-77 is new').waitFor();
    await item.fill('كيس | Bag');
    await page.getByRole('textbox', { name: 'Price of item 1' }).fill('0.50');
    await issueUntilGreen(page, 'The authority has it. All done.');
    await scan(page, 'AB12-77');
    await item.and(page.locator('textarea', { hasText: 'كيس | Bag' })).waitFor();
    await page
      .getByRole('textbox', { name: 'Price of item 1' })
      .and(page.locator('[value="0.50"]'))
      .waitFor();
    await page.getByRole('button', { name: 'Remove line 1' }).click();
  });

  test('a manager issues a debit note', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/`);
    await enter(page, [{ name: 'فرق سعر | Price difference', quantity: '1', price: '23.00' }]);
    await page.keyboard.press('F10');
    await page.getByText('Debit note', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Number of the invoice' }).fill('T1-000001');
    await page.getByRole('textbox', { name: 'Reason' }).fill('فرق سعر | Price difference');
    const number = await issueUntilGreen(page, 'The authority has it. All done.');
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByRole('heading', { name: `Debit note ${number}` }).waitFor();
    await page.getByRole('link', { name: 'T1-000001' }).waitFor();
  });

  test('the page complained of nothing', () => expect(complaints).toEqual([]));

  test('the screen says when it has ended, and what it sold is a whole chain that verifies', async () => {
    const closed = new Promise((resolve) => terminal.once('exit', resolve));
    terminal.kill('SIGTERM');
    await closed;
    const bar = page.getByRole('region', { name: 'Terminal status' });
    await bar.getByText('Not answering').waitFor();
    await expect.poll(() => bar.getByText('Connected').count()).toBe(0);
    await page.getByRole('alert').getByText('Start Khatm again').waitFor();
    expect((await khatm('ledger', 'check', '--data', data)).stdout).toMatch(/chain whole: 6 documents/);
    const out = newFolder('e2e-out');
    expect((await khatm('ledger', 'export', '--data', data, '--out', out)).code).toBe(0);
    const files = execFileSync('find', [out, '-name', '*.xml'], { encoding: 'utf8' }).trim().split('\n');
    // One of the files is the authority's copy of the business sale.
    expect(files).toHaveLength(7);
    expect((await khatm('verify', ...files)).code).toBe(0);
  });
});
