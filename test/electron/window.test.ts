import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, enterBuyer, issueUntilGreen, nextSale, sitDown } from '../support/cashier.ts';
import { khatm, newFolder } from '../support/khatm.ts';

/* Tests a person at a real Electron window. `ELECTRON_OVERRIDE_DIST_PATH` names the folder of the program. */

const root = path.resolve(import.meta.dirname, '../..');
const data = newFolder('electron');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;

describe('the terminal in an Electron window', () => {
  let app: ElectronApplication;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    app = await _electron.launch({
      ...(folder !== undefined && { executablePath: path.join(folder, 'electron') }),
      args: [root, '--no-sandbox', '--lang=en-GB'],
      cwd: root,
      env: { ...process.env, KHATM_DATA: data } as Record<string, string>,
    });
    page = await app.firstWindow();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await sitDown(page);
  });
  afterAll(() => app?.close());

  test('a consumer sale turns green', async () => {
    await enter(page, [
      { name: 'قهوة | Coffee', quantity: '2', price: '14.00' },
      { name: 'تمر | Dates', quantity: '0.345', price: '38.00' },
    ]);
    await issueUntilGreen(page, 'The authority has it. All done.');
  });

  test('a business sale turns green', async () => {
    await nextSale(page);
    await enterBuyer(page);
    await enter(page, [{ name: 'كرسي | Chair', quantity: '4', price: '349.50' }]);
    await issueUntilGreen(page, 'Cleared. Hand the invoice over.');
    expect(complaints).toEqual([]);
  });

  test('another page with the program’s own preload is not listened to, and a frame has no channel', async () => {
    const answer = await app.evaluate(async ({ app: electronApp, BrowserWindow }) => {
      const preload = `${electronApp.getAppPath()}/out/preload/preload.cjs`;
      const strange = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      try {
        await strange.loadURL('about:blank');
        return await strange.webContents.executeJavaScript("khatm.call('terminal.status', {})");
      } finally {
        strange.destroy();
      }
    });
    expect(answer).toEqual({ ok: false, failure: { code: 'not-allowed' } });
    const inFrame = await page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const has = frame.contentWindow === null ? 'no frame' : 'khatm' in frame.contentWindow;
      frame.remove();
      return has;
    });
    expect(inFrame).toBe(false);
  });

  test('the page reaches nothing but the contract', async () => {
    const reach = await page.evaluate(async () => {
      const outside = async (url: string) =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        );
      return {
        bridge: Object.keys((window as unknown as { khatm: object }).khatm).toSorted(),
        node:
          typeof (globalThis as { require?: unknown }).require +
          typeof (globalThis as { process?: unknown }).process,
        network: await outside('http://127.0.0.1:9/'),
        file: await outside('file:///etc/passwd'),
        opened: window.open('https://example.com') === null ? 'refused' : 'opened',
        policy: await fetch(location.href).then(
          (response) => response.headers.get('content-security-policy'),
          () => 'refused',
        ),
      };
    });
    expect(reach).toEqual({
      bridge: ['call', 'on'],
      node: 'undefinedundefined',
      network: 'refused',
      file: 'refused',
      opened: 'refused',
      policy: 'refused',
    });
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) =>
        (webContents as unknown as { getLastWebPreferences(): unknown }).getLastWebPreferences(),
      ),
    );
    expect(preferences).toMatchObject([{ sandbox: true, contextIsolation: true, nodeIntegration: false }]);
  });

  test('the window cannot be led away', async () => {
    await page.evaluate(() => {
      location.href = 'https://example.com/';
    });
    // The wait is long enough for a forbidden navigation to begin.
    await page.waitForTimeout(1000);
    const addresses = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
    );
    expect(addresses).toEqual([expect.stringMatching(/^app:\/\/khatm\//)]);
  });

  test('closes in order, leaving a whole chain', async () => {
    await app.close();
    expect((await khatm('ledger', 'check', '--data', data)).stdout).toMatch(/chain whole: 2 documents/);
  });
});
