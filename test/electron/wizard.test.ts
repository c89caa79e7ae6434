import { once } from 'node:events';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { issueUntilGreen, sitDown } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { giveCode, goToCode, signIn, stands, unlock } from '../support/wizard.ts';

/*
 * Tests the set-up from a new terminal to the first invoice in a real Electron window, without a keychain. The program
 * is killed in between.
 */

const root = path.resolve(import.meta.dirname, '../..');
const data = newFolder('electron-wizard');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;

describe('the set-up in an Electron window', () => {
  let authority: Sandbox;
  let app: ElectronApplication;
  let page: Page;

  async function launch(): Promise<void> {
    app = await _electron.launch({
      ...(folder !== undefined && { executablePath: path.join(folder, 'electron') }),
      args: [root, '--no-sandbox', '--lang=en-GB'],
      cwd: root,
      env: { ...process.env, KHATM_DATA: data } as Record<string, string>,
    });
    page = await app.firstWindow();
    await page.locator('main').first().waitFor();
    if ((await page.evaluate(() => document.documentElement.lang)) === 'ar')
      await page.getByRole('button', { name: 'English' }).click();
  }

  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    await launch();
  });
  afterAll(async () => {
    await app?.close();
    await authority?.close();
  });

  test('killed while test documents are sent, it goes on after the start without a new code', async () => {
    await sitDown(page);
    await goToCode(page, authority.address);
    authority.carryOut('delay=500@compliance-check');
    await giveCode(page, authority.makeOtp());
    await page.getByText(/[2-4] of 6/).waitFor();
    const ended = once(app.process(), 'exit');
    app.process().kill('SIGKILL');
    await ended;
    authority.faults.set([]);

    await launch();
    await page.getByRole('heading', { name: 'Unlock this terminal' }).waitFor();
    await unlock(page);
    await signIn(page);
    await page.getByText('It stands still. Nothing is lost; you can go on from here.').waitFor();
    expect(await page.locator('#code-otp').count()).toBe(0);
    await page.getByRole('button', { name: /^Try again/ }).click();
    await stands(page, 'done');
  });

  test('the terminal sells, and the authority has it', async () => {
    await page.getByRole('button', { name: /^Begin to sell/ }).click();
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).fill('قهوة | Coffee');
    await page.getByRole('textbox', { name: 'Price of item 1' }).fill('14.00');
    await issueUntilGreen(page, 'The authority has it. All done.');
    expect(authority.received()).toHaveLength(1);
  });
});
