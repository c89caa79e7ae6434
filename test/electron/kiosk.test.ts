import { existsSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { sitDown } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';

/*
 * Tests a real window that fills the screen, which only a manager can leave, and a window that reopens with its
 * position and size.
 */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
let app: ElectronApplication | undefined;
afterEach(() => app?.close().catch(() => undefined));

async function launch(data: string) {
  const program = await _electron.launch({
    ...(folder !== undefined && { executablePath: path.join(folder, 'electron') }),
    args: [root, '--no-sandbox', '--lang=en-GB'],
    cwd: root,
    env: { ...process.env, KHATM_DATA: data } as Record<string, string>,
  });
  app = program;
  const page = await program.firstWindow();
  await sitDown(page);
  return { program, page };
}

const ask = (page: Page, name: string, input: unknown) =>
  page.evaluate(
    ([name, input]) =>
      (window as unknown as { khatm: { call(...args: unknown[]): Promise<unknown> } }).khatm.call(
        name,
        input,
      ),
    [name, input] as const,
  );
const isKiosk = (program: ElectronApplication) =>
  program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk());
const close = (program: ElectronApplication) =>
  program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('a kiosk is one from its start, and its window closes when a manager has left it', async () => {
  const data = newFolder('electron-kiosk');
  const first = await launch(data);
  expect(await ask(first.page, 'startup.set', { kiosk: true })).toMatchObject({ ok: true });
  expect(await isKiosk(first.program)).toBe(true);
  await first.program.close();

  const { program, page } = await launch(data);
  await expect.poll(() => isKiosk(program)).toBe(true);
  await close(program);
  await page.waitForTimeout(1_000);
  expect(await isKiosk(program)).toBe(true);
  expect(await ask(page, 'startup.leaveKiosk', {})).toMatchObject({ ok: true });
  await expect.poll(() => isKiosk(program)).toBe(false);
  const ended = new Promise((resolve) => program.process().once('exit', resolve));
  await close(program).catch(() => undefined);
  await ended;
});

test('a window is where it was, with text of the size that was chosen', async () => {
  const data = newFolder('electron-place');
  const { program, page } = await launch(data);
  const bounds = { x: 60, y: 40, width: 1100, height: 720 };
  await program.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
  await expect.poll(() => existsSync(path.join(data, 'window', 'place.json'))).toBe(true);
  expect(await ask(page, 'startup.set', { textSize: 150 })).toMatchObject({ ok: true });
  const larger = bounds.width / 1.5;
  const width = (shown: Page) => shown.evaluate(() => window.innerWidth);
  await expect.poll(() => width(page)).toBeLessThanOrEqual(larger);
  await program.close();
  const next = await launch(data);
  await expect.poll(() => width(next.page)).toBeLessThanOrEqual(larger);
  expect(
    await next.program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()),
  ).toEqual(bounds);
});
