import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page, type ViewportSize } from 'playwright-core';
import { afterAll, describe, onTestFailed, test } from 'vitest';
import type { DayTill } from '../e2e/day/at-till.ts';
import { Cashier } from '../e2e/day/cashier.ts';
import type { Hands } from '../e2e/day/hands.ts';
import { Keyboard } from '../e2e/day/keyboard.ts';
import { prove } from '../e2e/day/prove.ts';
import { Scanner } from '../e2e/day/scanner.ts';
import { playDay, playShortDay } from '../e2e/day/script.ts';
import { typeAsPerson } from '../renderer/harness/scanner.ts';
import { askAgain } from '../support/ask-again.ts';
import { sitDown } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { newSeed } from '../support/run/chance.ts';
import { Glass } from './glass.ts';

/*
 * Plays a day of a shop in a real Electron window: seven baskets each by keyboard, by touch and by scanner. With KHATM_DAYS=all each kind of hands plays the full day of thirty.
 */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;

/** The number of milliseconds after which the program counts its start as successful, plus one second for the disk. */
const succeedsAfter = 6_000;

function electronTill(data: string, size: ViewportSize) {
  let app: ElectronApplication | undefined;
  let page: Page | undefined;
  const complaints: string[] = [];
  let countsAt = 0;
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
      await resize(app, size);
      // A window manager may choose another size.
      await page
        .waitForFunction(
          ({ width, height }) => window.innerWidth === width && window.innerHeight === height,
          size,
          { timeout: 5_000 },
        )
        .catch(() => undefined);
      await sitDown(page);
      await page.evaluate(typeAsPerson);
      countsAt = performance.now() + succeedsAfter;
    },
    hasStarted: () => pause(Math.max(0, countsAt - performance.now())),
    async cutPower() {
      const gone = app?.waitForEvent('close');
      app?.process().kill('SIGKILL');
      await gone;
    },
    close: async () => app?.close(),
  } satisfies DayTill & { close(): Promise<void> };
}

/** Resizes the program's window to the size that the hands need. */
const resize = (app: ElectronApplication, size: ViewportSize): Promise<void> =>
  askAgain(() =>
    app.evaluate(({ BrowserWindow }, { width, height }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.unmaximize();
        window.setContentSize(width, height);
      }
    }, size),
  );

const isWhole = process.env.KHATM_DAYS === 'all';
const days: readonly (readonly [string, Hands])[] = [
  ['keyboard alone', new Keyboard()],
  ['touch alone, in Arabic', new Glass()],
  ['a scanner in the Arabic layout', new Scanner()],
];

describe.each(days)('a day of a shop in an Electron window by %s', (by, hands) => {
  let last: ReturnType<typeof electronTill> | undefined;
  const close = async () => last?.close().catch(() => undefined);
  afterAll(close);
  const seed = newSeed();

  test(
    `${isWhole ? 'the whole day' : 'a short one'}, through power cuts, and the cash is right`,
    async () => {
      // A retry plays the same day in a separate folder.
      await close();
      const data = newFolder('electron-day');
      const till = electronTill(data, hands.window.viewport ?? { width: 1280, height: 800 });
      last = till;
      onTestFailed(async () => {
        const { KHATM_PICTURES: pictures } = process.env;
        if (pictures !== undefined) await till.page.screenshot({ path: `${pictures}/electron ${by}.png` });
      });
      const cashier = new Cashier(till, hands);
      await (isWhole ? playDay(cashier, seed, 30) : playShortDay(cashier, seed));
      await till.close();
      await prove(data, cashier.accounts);
    },
    isWhole ? 900_000 : 450_000,
  );
});
