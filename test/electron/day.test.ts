import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, describe, onTestFailed, test } from 'vitest';
import { Cashier, type DayTill } from '../e2e/day/cashier.ts';
import { Keyboard } from '../e2e/day/keyboard.ts';
import { prove } from '../e2e/day/prove.ts';
import { playDay } from '../e2e/day/script.ts';
import { typeAsPerson } from '../renderer/scanner.ts';
import { sitDown } from '../support/cashier.ts';
import { newSeed } from '../support/chance.ts';
import { newFolder } from '../support/khatm.ts';

/* A short day of a shop in a real Electron window, by keyboard alone. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;

function electronTill(data: string) {
  let app: ElectronApplication | undefined;
  let page: Page | undefined;
  const complaints: string[] = [];
  return {
    get page(): Page {
      if (page === undefined) throw new Error('the till is off');
      return page;
    },
    complaints,
    async start() {
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
      await page.evaluate(typeAsPerson);
    },
    async cutPower() {
      const gone = app?.waitForEvent('close');
      app?.process().kill('SIGKILL');
      await gone;
    },
    close: async () => app?.close(),
  } satisfies DayTill & { close(): Promise<void> };
}

describe('a day of a shop in an Electron window', () => {
  const data = newFolder('electron-day');
  const till = electronTill(data);
  afterAll(() => till.close().catch(() => undefined));

  test('thirteen baskets by keyboard alone, through power cuts, and the cash is right', async () => {
    const seed = newSeed();
    onTestFailed(async () => {
      console.error(`the day of this test: KHATM_SEED=${seed}`);
      const { KHATM_PICTURES: pictures } = process.env;
      if (pictures !== undefined) await till.page.screenshot({ path: `${pictures}/electron-day.png` });
    });
    const cashier = new Cashier(till, new Keyboard());
    await playDay(cashier, seed, 13);
    await till.close();
    await prove(data, cashier.books);
  }, 300_000);
});
