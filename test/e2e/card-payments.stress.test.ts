import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Preview, startPreview } from '../../main/app/preview.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { builtPage } from '../../main/base/platform/page-files.ts';
import { halalasToText } from '../../shared/values/money.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';
import { sitDown } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { cashier, manager } from '../support/run/callers.ts';

/* Tests the list of card payments that a manager must settle, at the training terminal. */

const screens = builtPage(path.resolve(import.meta.dirname, '../../out/renderer'));

describe.skipIf(chromiumPath === undefined)('a card payment that no invoice took', () => {
  let terminal: Terminal;
  let preview: Preview;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    terminal = await openTerminal({
      folder: newFolder('card-payments'),
      version: '0',
      environment: 'training',
    });
    await terminal.ready();
    preview = await startPreview(terminal, screens);
    browser = await connectBrowser(inject('browser'));
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    await page.goto(preview.address);
    await sitDown(page);
  });
  afterAll(async () => {
    await browser?.close();
    await preview?.close();
    await terminal?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const questionOf = (amount: number) => {
    const lines = [{ name: 'Coffee', quantity: 1, unitPrice: halalasToText(amount) }];
    const sale = { saleId: randomUUID(), lines, payments: [{ means: 'card' }] };
    return { id: randomUUID(), amount, of: { as: 'sale', sale } };
  };
  const ask = (outcome: string, amount: number) =>
    terminal
      .call('card.practise', { outcome }, manager)
      .then(() => terminal.call('card.ask', questionOf(amount), cashier));

  test('is asked for until its end is known, and voided or given to its invoice', async () => {
    const settings = {
      printer: { by: 'system' },
      cut: true,
      drawer: { use: 'none', pin: 2 },
      card: 'simulator',
    };
    expect(await terminal.call('device.setSettings', settings, manager)).toMatchObject({ ok: true });
    expect(await ask('loseAnswer', 11_500)).toMatchObject({ value: { state: 'unknown' } });
    expect(await ask('approve', 4_350)).toMatchObject({ value: { state: 'approved' } });
    const sale = {
      lines: [{ name: 'Coffee', quantity: 1, unitPrice: '43.50' }],
      payments: [{ means: 'card' }],
    };
    const issued = await terminal.call('sale.issue', { ...sale, saleId: randomUUID() }, cashier);
    const { number } = (issued as { value: { number: string } }).value;

    await page.evaluate(() => {
      window.location.hash = '#/settings/devices';
    });
    await page.getByText('The answer was lost').waitFor();
    await button('Ask the card terminal').first().click();
    await page.getByText('The answer was lost').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('Approved, but part of no invoice').count()).toBe(2);

    await page.getByRole('textbox', { name: 'Reason' }).first().fill('The customer paid in cash');
    await button('Voided on the card terminal').first().click();
    await button('Voided on the card terminal').first().click();
    await expect.poll(() => page.getByText('Approved, but part of no invoice').count()).toBe(1);

    await page.getByRole('textbox', { name: 'Reason' }).fill('Typed by hand');
    await page.getByLabel('Number of the invoice').fill('T1-999999');
    await button('It belongs to this invoice').click();
    await page.getByText('There is no such invoice.').waitFor();
    await page.getByLabel('Number of the invoice').fill(number);
    await button('It belongs to this invoice').click();
    await page.getByText('Card payments to look after').waitFor({ state: 'detached' });
    expect(await terminal.call('card.open', {}, manager)).toMatchObject({ value: { payments: [] } });

    // The card terminal is disconnected, so a manager reads the outcome from the slip.
    expect(await ask('loseAnswer', 11_500)).toMatchObject({ value: { state: 'unknown' } });
    const gone = { ...settings, card: 'none' };
    expect(await terminal.call('device.setSettings', gone, manager)).toMatchObject({ ok: true });
    await page.evaluate(() => {
      window.location.hash = '#/';
    });
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
    await page.evaluate(() => {
      window.location.hash = '#/settings/devices';
    });
    await page.getByRole('textbox', { name: 'Reason' }).fill('The terminal was taken away');
    await button('The customer did not pay').waitFor();
    await page.getByRole('textbox', { name: 'Number of the slip' }).fill('SLIP-7');
    await button('The customer paid').click();
    await page.getByText('Did the customer pay exactly 115.00 SAR?').waitFor();
    await button('The customer paid').click();
    await page.getByText('Approved, but part of no invoice').waitFor();
    await page.getByText('Written down by').waitFor();
    expect(await terminal.call('card.open', {}, manager)).toMatchObject({
      value: { payments: [{ state: 'approved', reference: 'SLIP-7' }] },
    });
  });
});
