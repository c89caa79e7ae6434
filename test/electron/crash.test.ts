import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { enter, issueUntilGreen, sitDown } from '../support/cashier.ts';
import { khatm, newFolder } from '../support/khatm.ts';

/* Tests crashes of the page and of the whole program in a real Electron. The basket comes back and can be sold. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const data = newFolder('electron-crash');
let app: ElectronApplication | undefined;
afterEach(() => app?.close());

async function launch() {
  app = await _electron.launch({
    ...(folder !== undefined && { executablePath: path.join(folder, 'electron') }),
    args: [root, '--no-sandbox', '--lang=en-GB'],
    cwd: root,
    env: { ...process.env, KHATM_DATA: data } as Record<string, string>,
  });
  const page = await app.firstWindow();
  await sitDown(page);
  return { app, page };
}

/** Reads the first item's name in the page, from whichever process draws it now. */
const firstItem = (program: ElectronApplication) =>
  program.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const script = `document.querySelector('main [role=combobox]')?.value ?? ''`;
    // A page that has crashed never answers.
    const silence = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1_000));
    return Promise.race([window?.webContents.executeJavaScript(script) as Promise<string>, silence]);
  });

test('the basket is there again after the page crashed, and after the program was killed', async () => {
  const { app: program, page } = await launch();
  await enter(page, [{ name: 'Coffee of the crash', quantity: '2', price: '14.00' }]);
  // The basket is saved once typing has stopped.
  await page.waitForTimeout(2_000);
  await program.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect
    .poll(() => firstItem(program).catch(() => ''), { timeout: 30_000 })
    .toContain('Coffee of the crash');

  const ended = new Promise((resolve) => program.process().once('exit', resolve));
  program.process().kill('SIGKILL');
  await ended;

  const { page: next } = await launch();
  await expect
    .poll(() => next.getByRole('combobox', { name: 'Item 1', exact: true }).inputValue(), { timeout: 30_000 })
    .toBe('Coffee of the crash');
  await issueUntilGreen(next, 'The authority has it. All done.');
  await app?.close();
  app = undefined;
  expect((await khatm('ledger', 'check', '--data', data)).stdout).toMatch(/chain whole: 1 document/);
});
