import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPay, payExactly } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';
import { scan } from '../harness/scanner.ts';

/* Tests returns of goods on the built screens, in a real Chromium. The product's own code computes the amounts. */

const vat = { category: 'S', rate: '15' } as const;

interface Issued {
  readonly kind: string;
  readonly corrects: unknown[];
  readonly reason: string;
  readonly lines: { quantity: string; correctsLine: number }[];
  readonly payments: unknown[];
}

/** Waits until the main action is active, or would be if the form were valid. */
const settle = (page: Page) => page.waitForTimeout(700);

/** Requests the refund and confirms it, each once its button is active. */
async function confirm(page: Page): Promise<void> {
  await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
  await page.keyboard.press('F9');
  // In this environment the button says that no real money is paid back.
  const answer = page.locator('[role=dialog] button[aria-disabled="false"]', { hasText: 'Pay back' });
  await answer.getByText('Training').waitFor();
  await page.keyboard.press('Control+Enter');
}

async function payBack(page: Page, amount: string): Promise<void> {
  await page.getByRole('complementary').getByText(amount, { exact: true }).waitFor();
  await confirm(page);
  await page.getByText('Goods taken back').waitFor();
}

describe.skipIf(chromiumPath === undefined)('return', () => {
  const { open } = usePages();

  test('a cashier finds the invoice by its number, takes a part back, then the rest, then nothing', async () => {
    const page = await open({ fake: { role: 'cashier' } });
    await typeLines(page, ['Coffee', '3', '14'], ['Dates', '0.75', '40']);
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(700); // At first the button ignores a second click.
    await page.keyboard.press('F9');

    const find = async (text: string) => {
      await page.keyboard.press('F3');
      await page.locator('#return-find:focus').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await page.locator('#issue').waitFor();
    await find('T1-003001');
    await page.getByRole('heading', { name: 'Return of T1-003001' }).waitFor();
    await page.locator('#return-line-0:focus').waitFor();
    await page.getByRole('button', { name: 'One more of item 1' }).click({ clickCount: 2 });
    await page.locator('#return-line-1').fill('٠٫٢٥');
    await page.getByRole('complementary').getByText('38.00', { exact: true }).waitFor();
    await page.getByText('Faulty').click();
    await page.getByText('Card', { exact: true }).click();
    await payBack(page, '38.00');
    await page.getByText('38.00').waitFor();
    const [, part] = (await callsOf(page, 'sale.issue')) as { input: Issued }[];
    expect(part?.input).toMatchObject({
      kind: 'creditNote',
      corrects: [{ number: 'T1-003001' }],
      reason: 'بضاعة معيبة | Faulty goods',
      payments: [{ means: 'card' }],
    });
    expect(part?.input.lines.map(({ quantity, correctsLine }) => [correctsLine, quantity])).toEqual([
      [1, '2'],
      [2, '0.25'],
    ]);

    await page.waitForTimeout(700);
    await page.keyboard.press('F9');
    await page.locator('#issue').waitFor();
    await find('T1-003001');
    await page.getByText('1 left').waitFor();
    await page.getByText('0.5 left').waitFor();
    await page.keyboard.press('F2');
    await payBack(page, '34.00');

    await page.waitForTimeout(700);
    await page.keyboard.press('F9');
    await page.locator('#issue').waitFor();
    await find('T1-003001');
    await page.getByText('Everything on this invoice was returned already.').waitFor();
    await page.keyboard.press('Escape');
    await find('T1-003002');
    await page.getByText('A credit or debit note cannot be returned.').waitFor();
  });

  test('says whether the receipt was shown, and keeps what was chosen when it is scanned afterwards', async () => {
    const page = await open({ hash: `#/invoices/${uuidOf(2000)}`, fake: { role: 'cashier' } });
    await page.getByRole('link', { name: /^Return goods/ }).click();
    await page.getByText('Receipt not shown').waitFor();
    await page.getByRole('button', { name: 'One more of item 1' }).click();
    await settle(page);
    await scan(page, 'T1-002000');
    await page.getByText('Receipt number read').waitFor();
    expect(await page.locator('#return-line-0').inputValue()).toBe('1');
    await confirm(page);
    await page.getByText('Goods taken back').waitFor();
    expect((await callsOf(page, 'sale.issue'))[0]?.input).toMatchObject({ receiptShown: 'number' });

    // The return remembers the scan that opened the invoice.
    await page.evaluate(() => {
      window.location.hash = '#/invoices';
    });
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    await scan(page, 'T1-002001');
    await page.getByRole('link', { name: /^Return goods/ }).click();
    await page.getByText('Receipt number read').waitFor();
  });

  test('pays back by several means, which add up before anything is asked', async () => {
    const page = await open({
      hash: `#/return/${uuidOf(2000)}`,
      fake: { role: 'cashier', card: 'approved' },
    });
    await page.locator('#return-line-0:focus').waitFor();
    await page.keyboard.press('F2');
    await page.getByRole('button', { name: 'Pay back by several means' }).click();
    const cash = page.getByRole('textbox', { name: /Cash/ });
    const card = page.getByRole('textbox', { name: /Card/ });
    await cash.fill('99999');
    await settle(page);
    await page.keyboard.press('F9');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await cash.fill('5.5');
    await settle(page);
    await confirm(page);
    await page.getByText('Goods taken back').waitFor();
    const [question] = (await callsOf(page, 'card.ask')) as unknown as { input: { amount: number } }[];
    const [issued] = (await callsOf(page, 'sale.issue')) as unknown as {
      input: { payments: { means: string; amount: string }[] };
    }[];
    const [first, second] = issued?.input.payments ?? [];
    expect(first).toEqual({ means: 'cash', amount: '5.5' });
    expect(second?.means).toBe('card');
    expect(Math.round(Number(second?.amount) * 100)).toBe(question?.input.amount);
    expect(await card.count()).toBe(0);
  });

  test('what is not there is said at the field, ready to be typed over', async () => {
    const page = await open({ hash: '#/return' });
    await page.locator('#return-find:focus').waitFor();
    await page.keyboard.type('T1-9');
    await page.keyboard.press('Enter');
    await page.getByText('There is no such invoice.').waitFor();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('T1-9');
  });

  test('a wrong quantity is said at its line and nothing is issued', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}` });
    await page.locator('#return-line-0').fill('7');
    await page.getByText('At most 2 is left to return').waitFor();
    await page.getByText('Another reason').click();
    await settle(page);
    await page.keyboard.press('F9');
    await page.locator('#return-line-0:focus').waitFor();
    await page.getByRole('button', { name: 'Nothing' }).click();
    await settle(page);
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText('Choose what comes back.').waitFor();
    await page.getByRole('button', { name: 'Everything' }).click();
    await settle(page);
    await page.keyboard.press('F9');
    await page.locator('#return-reason:focus').waitFor();
    expect(await callsOf(page, 'sale.issue')).toHaveLength(0);
  });

  test('a return that failed is tried again as the same note', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}` });
    await page.locator('#return-line-0').waitFor();
    await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
    await page.keyboard.press('F2');
    await confirm(page);
    await page.getByRole('alert').getByText('The disk is full').waitFor();
    await confirm(page);
    await page.getByText('Goods taken back').waitFor();
    const [first, second] = (await callsOf(page, 'sale.issue')) as { input: { saleId: string } }[];
    expect(second?.input.saleId).toBe(first?.input.saleId);
  });

  test('a return whose answer is lost is asked for again by itself, as the same note', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}` });
    await page.locator('#return-line-0').waitFor();
    await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'internal' }));
    await page.keyboard.press('F2');
    await confirm(page);
    await page.getByText('Goods taken back').waitFor();
    const issued = (await callsOf(page, 'sale.issue')) as { input: { saleId: string } }[];
    expect(issued).toHaveLength(2);
    expect(issued[1]?.input.saleId).toBe(issued[0]?.input.saleId);
  });

  test('a return that failed stays the same note when its receipt is scanned or its means change', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}`, fake: { role: 'cashier' } });
    await page.locator('#return-line-0:focus').waitFor();
    await page.getByRole('button', { name: 'One more of item 1' }).click();
    const fail = async () => {
      await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
      await settle(page);
      await confirm(page);
      await page.getByRole('alert').getByText('The disk is full').waitFor();
    };
    await fail();
    await scan(page, 'T1-002000');
    await page.getByText('Receipt number read').waitFor();
    await fail();
    await page.getByText('Transfer', { exact: true }).click();
    await fail();
    await page.getByText('Faulty').click();
    await settle(page);
    await confirm(page);
    await page.getByText('Goods taken back').waitFor();
    const issued = (await callsOf(page, 'sale.issue')) as {
      input: { saleId: string; receiptShown?: string };
    }[];
    const [first, scanned, otherwise, another] = issued.map(({ input }) => input);
    expect(scanned).toMatchObject({ saleId: first?.saleId, receiptShown: 'number' });
    expect(otherwise?.saleId).toBe(first?.saleId);
    expect(another?.saleId).not.toBe(first?.saleId);
  });

  test('an invoice’s page goes there, and is linked with the note both ways', async () => {
    const page = await open({ hash: `#/invoices/${uuidOf(2000)}` });
    await page.getByRole('link', { name: 'Return goods' }).click();
    await page.locator('#return-line-0').waitFor();
    await page.keyboard.press('F2');
    await confirm(page);
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByText('Corrects', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'T1-002000' }).click();
    await page.getByText('Corrected by').waitFor();
    await page.getByRole('link', { name: 'T1-003001' }).waitFor();
  });

  test('begins with nothing, and no haste passes the two steps', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}`, size: { width: 1024, height: 600 } });
    await page.locator('#return-line-0:focus').waitFor();
    const main = page.locator('aside button[data-size="xl"][data-disabled]');
    for (const key of ['Enter', 'F9', 'Enter', 'F9']) await page.keyboard.press(key);
    await main.click({ clickCount: 2, force: true });
    await settle(page);
    for (const key of ['Enter', 'F9', 'Enter', 'F9']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.keyboard.press('F2');
    // The total is shown, but a change has just been made.
    await page.keyboard.press('F9');
    await page.keyboard.press('F9');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
    const place = await page.locator('aside button').last().boundingBox();
    await page.locator('aside button').last().click({ clickCount: 3 });
    await page.getByRole('dialog').waitFor();
    await settle(page);
    for (const key of ['F9', 'F9', 'Enter', 'Enter', 'Space']) await page.keyboard.press(key);
    await page.mouse.dblclick((place?.x ?? 0) + 100, (place?.y ?? 0) + 30);
    await scan(page, 'T1-002001');
    await scan(page, 'T1-002001');
    await page.getByText('Nothing can be scanned here.').waitFor();
    await page.getByRole('dialog').waitFor();
    expect(await callsOf(page, 'sale.issue')).toEqual([]);

    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Goods taken back').waitFor();
    for (const key of ['F9', 'Control+Enter', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Goods taken back').waitFor();
    expect(await callsOf(page, 'sale.issue')).toHaveLength(1);
  });

  test('a scan adds its goods, opens another document, and presses nothing', async () => {
    const page = await open({
      fake: {
        items: [
          { name: 'Water', barcode: '6281000000014', unitPrice: '2', vat },
          { name: 'قهوة عربية', barcode: '10023', unitPrice: '20', vat },
        ],
      },
    });
    await page.keyboard.type('2*');
    await scan(page, '6281000000014');
    await page.locator('textarea', { hasText: 'Water' }).waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await page.evaluate(() => {
      window.location.hash = '#/return';
    });
    await page.locator('#return-find:focus').waitFor();
    await scan(page, 'T1-003001', { layout: 'arabic' });
    await page.getByRole('heading', { name: 'Return of T1-003001' }).waitFor();
    const quantity = page.locator('#return-line-0');
    await quantity.and(page.locator(':focus')).waitFor();
    await scan(page, '6281000000014');
    await quantity.and(page.locator('[value="1"]')).waitFor();
    await page.locator('aside button').last().focus();
    await settle(page);
    await scan(page, '6281000000014');
    await quantity.and(page.locator('[value="2"]')).waitFor();
    await scan(page, '6281000000014');
    await page.getByText('No more Water can come back.').waitFor();
    await scan(page, 'AB12-77');
    await page.getByText('AB12-77 is not on this invoice.').waitFor();
    expect(await quantity.inputValue()).toBe('2');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await scan(page, 'T1-002000');
    await page.getByRole('heading', { name: 'Return of T1-002000' }).waitFor();
    expect(await quantity.inputValue()).toBe('0');
    await scan(page, 'T1-000097');
    await page.getByText('A credit or debit note cannot be returned.').waitFor();
    await scan(page, 'T1-002001');
    await page.getByRole('heading', { name: 'Return of T1-002001' }).waitFor();
    // The invoice's lines have no code, so the scanned item is found by its name.
    await scan(page, '10023');
    await quantity.and(page.locator('[value="1"]')).waitFor();
    expect(await callsOf(page, 'sale.issue')).toHaveLength(1);
  });

  describe('at the card terminal', () => {
    const hash = `#/return/${uuidOf(2000)}`;
    const dialog = (page: Page) => page.getByRole('dialog');
    /** Requests a full refund from the card terminal. */
    async function giveBack(page: Page): Promise<void> {
      await page.locator('#return-line-0').waitFor();
      await page.keyboard.press('F2');
      await page.getByText('Card', { exact: true }).click();
      await confirm(page);
    }
    const requestOf = async (page: Page) =>
      (await callsOf(page, 'card.ask')) as {
        input: { id: string; of: { sale: Issued & { saleId: string } } };
      }[];
    const issued = async (page: Page) =>
      (await callsOf(page, 'sale.issue')) as { input: { saleId: string } }[];

    test('the money goes back first, and the credit note follows by itself', async () => {
      const page = await open({ hash, fake: { role: 'cashier', card: 'approved' } });
      await giveBack(page);
      await page.getByText('Goods taken back').waitFor();
      const [question, ...others] = await requestOf(page);
      expect(others).toEqual([]);
      expect(question?.input.of.sale).toMatchObject({ kind: 'creditNote', payments: [{ means: 'card' }] });
      expect((await issued(page)).map(({ input }) => input.saleId)).toEqual([question?.input.of.sale.saleId]);
    });

    test('it can be given up, and no scan changes anything meanwhile', async () => {
      const page = await open({ hash, fake: { role: 'cashier', card: 'asked' } });
      await giveBack(page);
      await dialog(page).getByText('Follow the card terminal').waitFor();
      await scan(page, 'T1-002001');
      await page.keyboard.press('F9');
      await page.keyboard.press('F2');
      await dialog(page).getByText('Follow the card terminal').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('The card refund was given up').waitFor();
      await expect.poll(() => dialog(page).count()).toBe(0);
      expect(await page.locator('#return-line-0').inputValue()).toBe('2');
      expect(await issued(page)).toEqual([]);
    });

    test('the difference of an exchange goes back before its documents are issued', async () => {
      const page = await open({ hash, fake: { role: 'cashier', card: 'approved' } });
      await page.locator('#return-line-0').waitFor();
      await page.keyboard.press('F2');
      await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
      await page.keyboard.press('F8');
      await page.getByText('Exchange: goods of').waitFor();
      await typeLines(page, ['Mint', '1', '1']);
      await openPay(page);
      await page.keyboard.press('F3');
      await page.getByText('The card terminal gives the amount back').waitFor();
      await page.getByRole('button', { name: /^Back to the card/ }).waitFor();
      await page.waitForTimeout(700);
      await page.keyboard.press('F9');
      await expect.poll(async () => (await callsOf(page, 'sale.exchange')).length).toBe(1);
      const [question] = (await callsOf(page, 'card.ask')) as unknown as {
        input: { amount: number; of: { exchange: { note: Issued; sale: Issued } } };
      }[];
      const [documents] = (await callsOf(page, 'sale.exchange')) as { input: { note: Issued } }[];
      const amount = (Number(question?.input.amount) / 100).toFixed(2);
      expect(documents?.input.note.payments).toEqual([{ means: 'card', amount }]);
      expect(question?.input.of.exchange.note.payments).toEqual([{ means: 'card' }]);
    });

    test('what was declined is said, and can be paid back otherwise', async () => {
      const page = await open({ hash, fake: { role: 'cashier', card: 'declined' } });
      await giveBack(page);
      await page.getByRole('alert').getByText('nothing went back').waitFor();
      await page.getByText('Cash', { exact: true }).click();
      await confirm(page);
      await page.getByText('Goods taken back').waitFor();
      expect(await requestOf(page)).toHaveLength(1);
    });

    test('an answer that was lost is asked for, also after a restart, and nothing is issued', async () => {
      const page = await open({ hash, fake: { role: 'cashier', card: 'unknown' } });
      await giveBack(page);
      await dialog(page).getByText('Not known whether the money went back').waitFor();
      await page.reload();
      await dialog(page).getByText('Not known whether the money went back').waitFor();
      await page.waitForTimeout(700);
      await page.keyboard.press('F9');
      await expect.poll(async () => (await callsOf(page, 'card.status')).length).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await page.locator('#issue').waitFor();
      await page.keyboard.press('F3');
      await page.getByText('not known whether').waitFor();
      await page.getByRole('link', { name: 'Go on' }).click();
      await dialog(page).getByText('Not known whether the money went back').waitFor();
      expect(await requestOf(page)).toEqual([]);
      expect(await issued(page)).toEqual([]);
    });

    test('money that went back waits for its credit note, which a person then issues', async () => {
      const page = await open({ hash, fake: { role: 'cashier', card: 'approved' } });
      await page.locator('#return-line-0').waitFor();
      await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
      await giveBack(page);
      await dialog(page).getByText('The disk is full').waitFor();
      const [question] = await requestOf(page);
      await page.reload();
      await dialog(page).getByText('Given back to the card').waitFor();
      await page.waitForTimeout(1_000);
      expect(await issued(page)).toEqual([]);
      await page.keyboard.press('F9');
      await page.getByText('Goods taken back').waitFor();
      expect((await issued(page)).map(({ input }) => input.saleId)).toEqual([question?.input.of.sale.saleId]);
      expect(await requestOf(page)).toEqual([]);
    });
  });
});
