import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { khatm, newFolder } from '../support/khatm.ts';
import { unlock } from '../support/wizard.ts';
import { sellOffline } from './sell-offline.ts';

/* Tests a shop without a network that closes the window of a real Electron while an invoice waits to be sent. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const program = folder === undefined ? undefined : path.join(folder, 'electron');
const data = newFolder('electron-closing');
const start = {
  ...(program !== undefined && { executablePath: program }),
  args: [root, '--no-sandbox', '--lang=en-GB'],
  cwd: root,
  env: { ...process.env, KHATM_DATA: data } as Record<string, string>,
};

describe('closing the window while an invoice waits', () => {
  let app: ElectronApplication;

  beforeAll(async () => {
    await sellOffline(data);
    app = await _electron.launch(start);
    const page = await app.firstWindow();
    await page.getByRole('heading', { name: /Unlock|فتح/ }).waitFor();
    await unlock(page);
    await page.getByText('Mona').waitFor();
    if ((await page.evaluate(() => document.documentElement.lang)) === 'ar') await page.keyboard.press('F7');
    await page.getByText('1 waiting').waitFor();
    // The question is recorded instead of being shown. Its answer is the button at the set position.
    await app.evaluate(({ dialog }) => {
      const kept = globalThis as unknown as { asked: unknown[]; answer: number };
      Object.assign(kept, { asked: [], answer: 0 });
      dialog.showMessageBox = (async (...args: unknown[]) => {
        kept.asked.push(args.at(-1));
        return { response: kept.answer };
      }) as never;
    });
  });
  afterAll(() => app?.close().catch(() => undefined));

  const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const questions = () => app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
  /** Simulates a system whose tray is always visible, such as Windows or macOS. */
  const onSystem = (platform: string) =>
    app.evaluate((_, name) => {
      Object.defineProperty(process, 'platform', { value: name });
    }, platform);

  test.runIf(process.platform === 'linux')('without a tray it asks, and the program goes on', async () => {
    await close();
    await expect.poll(questions).toEqual([
      expect.objectContaining({
        message: '1 document still waits to be sent.',
        detail: expect.stringMatching(/^The first is due by \w+day \d\d:\d\d\. /),
        buttons: ['Go on sending', 'Quit Khatm'],
      }),
    ]);
    expect(app.windows()).toHaveLength(1);
  });

  test('with a tray it hides, and a second start brings it back', async () => {
    const system = await app.evaluate(() => process.platform);
    await onSystem('darwin');
    await close();
    await expect.poll(isVisible).toBe(false);
    await onSystem(system);
    expect(app.windows()).toHaveLength(1);
    const second = spawn(start.executablePath ?? 'electron', start.args, {
      cwd: root,
      env: start.env,
      stdio: 'ignore',
    });
    await once(second, 'exit');
    await expect.poll(isVisible).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('a signal ends it without a question, in order', async () => {
    // If there were a question, its answer would keep the program open.
    const ended = once(app.process(), 'exit');
    app.process().kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const checked = await khatm('ledger', 'check', '--data', data, '--env', 'simulation');
    expect(checked.stdout).toMatch(/chain whole: 1 document/);
  });
});
