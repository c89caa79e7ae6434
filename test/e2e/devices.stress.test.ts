import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter, issueUntilGreen } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { openFakePrinter } from '../till/devices/fake-printer.ts';

/* Tests that the devices of a till can be chosen, tested and used on the training terminal. */

describe.skipIf(chromiumPath === undefined)('the devices of a till', () => {
  const data = newFolder('devices');
  const shown: string[] = [];
  const sockets = new Set<Socket>();
  const display = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (bytes) => shown.push(bytes.toString('latin1')));
    socket.on('error', () => undefined);
  });
  let preview: Preview;

  beforeAll(async () => {
    await new Promise<void>((resolve) => display.listen(0, '127.0.0.1', () => resolve()));
    preview = await openPreview(data);
    await preview.goTo('#/settings/devices');
  });
  afterAll(async () => {
    await preview?.close();
    for (const socket of sockets) socket.destroy();
    display.close();
  });

  const button = (name: string) => preview.page.getByRole('button', { name, exact: true });

  test('are tried before they are saved, and each gives an answer in words', async () => {
    const { page } = preview;
    const printer = await openFakePrinter();
    await page
      .getByRole('radio', { name: /^On the network/ })
      .first()
      .check();
    await page.locator('#devices-printer-host').fill('127.0.0.1');
    await page.locator('#devices-printer-port').fill('1');
    await page.getByRole('radio', { name: /^By itself/ }).check();
    await button('Try to open it').click();
    await page.getByText('The cash drawer did not open.').waitFor();
    await page.locator('#devices-printer-port').fill(String(printer.connection.port));
    await button('Try to open it').click();
    await page.getByText('Pulse sent').waitFor();
    expect(printer.kicks).toEqual([[0x1b, 0x70, 0, 50, 250]]);

    const address = display.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const away = page.getByRole('group', { name: 'How it is connected' }).nth(1);
    await away.getByRole('radio', { name: 'On the network' }).check();
    await page.locator('#devices-display-host').fill('127.0.0.1');
    await page.locator('#devices-display-port').fill(String(port));
    await page.locator('#devices-display-welcome').fill('AHLAN');
    await button('Show the greeting').click();
    await page.getByText('Sent to the display').waitFor();
    await expect.poll(() => shown.join('')).toContain('AHLAN');

    await page.getByRole('radio', { name: /^Simulator/ }).check();
    await button('Ask the card terminal').click();
    await page.getByText('It answers').waitFor();
    await button('Save').click();
    await page.getByText('Saved').waitFor();
    await printer.close();
  });

  test('a sale shows its items and total; a drawer that stays shut is an alarm, and the sale is issued', async () => {
    const { page } = preview;
    await page.keyboard.press('Alt+1');
    await enter(page, [{ name: 'قهوة | Coffee', quantity: '2', price: '14.00' }]);
    await expect.poll(() => shown.join('')).toMatch(/Coffee {9}28\.00/);
    await issueUntilGreen(page, 'The authority has it. All done.');
    await expect.poll(() => shown.join('')).toContain('CHANGE      0.00 SAR');
    await page.getByText('The cash drawer did not open.').waitFor();
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  });
});
