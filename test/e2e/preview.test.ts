import { type ChildProcess, execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/browser.ts';
import { enter, enterBuyer, issueUntilGreen, nextSale, sitDown } from '../support/cashier.ts';
import { khatm, newFolder, start } from '../support/khatm.ts';

/* A person at the training terminal in a browser, from `npm start` on: real sandbox, real ledger, real page. */

describe.skipIf(chromiumPath === undefined)('the training terminal in a browser', () => {
  const data = newFolder('e2e');
  let terminal: ChildProcess;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    terminal = start('main/start.ts', '--preview', '--data', data);
    const address = await new Promise<string>((resolve, reject) => {
      if (terminal.stdout === null) return reject(new Error('no output'));
      createInterface({ input: terminal.stdout }).on('line', (line) => {
        said.push(line);
        const found = /^Khatm: open (\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
      });
      terminal.once('exit', () => reject(new Error(said.join('\n'))));
    });
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
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

  test('a return is linked to its sale, both ways', async () => {
    const note = await page.evaluate(async () => {
      const { khatm } = window as unknown as {
        khatm: { call(name: string, input: unknown): Promise<{ value: { uuid: string; number: string } }> };
      };
      const { value: sold } = await khatm.call('invoice.find', { text: 'T1-000001' });
      const { value: sale } = await khatm.call('invoice.sale', { uuid: sold.uuid });
      const { value } = await khatm.call('sale.issue', {
        ...sale,
        saleId: undefined,
        kind: 'creditNote',
        corrects: [{ number: sold.number, uuid: sold.uuid }],
        reason: 'إرجاع | Returned',
      });
      return value;
    });
    await page.goto(`${new URL(page.url()).origin}/#/invoices/${note.uuid}`);
    await page.getByText('Corrects', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'T1-000001' }).click();
    await page.getByText('Corrected by').waitFor();
    await page.getByRole('link', { name: note.number }).waitFor();
  });

  test('the page complained of nothing', () => expect(complaints).toEqual([]));

  test('what it sold is a whole chain that verifies', async () => {
    const closed = new Promise((resolve) => terminal.once('exit', resolve));
    terminal.kill('SIGTERM');
    await closed;
    expect((await khatm('ledger', 'check', '--data', data)).stdout).toMatch(/chain whole: 3 documents/);
    const out = newFolder('e2e-out');
    expect((await khatm('ledger', 'export', '--data', data, '--out', out)).code).toBe(0);
    const files = execFileSync('find', [out, '-name', '*.xml'], { encoding: 'utf8' }).trim().split('\n');
    expect(files).toHaveLength(4);
    expect((await khatm('verify', ...files)).code).toBe(0);
  });
});
