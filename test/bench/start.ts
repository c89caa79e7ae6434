import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { type Lines, percentile } from './measure.ts';

/*
 * Measures how long the program takes to start in a real Electron, until its window is there and until a cashier can
 * type. It compares that with a bare Electron window in the same run. `ELECTRON_OVERRIDE_DIST_PATH` names the folder of
 * another Electron.
 */

const root = path.resolve(import.meta.dirname, '../..');
const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const scratch = mkdtempSync(path.join(tmpdir(), 'khatm-start-'));
const bare = path.join(scratch, 'bare.cjs');
writeFileSync(
  bare,
  `const { app, BrowserWindow } = require('electron');
   app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadURL('data:text/html,<input id="ready">'));`,
);

/** The times in milliseconds since the start of the process. */
interface Start {
  readonly window: number;
  readonly usable: number;
}

async function start(program: string, field: string): Promise<Start> {
  const begun = performance.now();
  const app: ElectronApplication = await _electron.launch({
    ...(override !== undefined && { executablePath: path.join(override, 'electron') }),
    args: [program, '--no-sandbox', '--lang=en-GB'],
    cwd: root,
    env: { ...process.env, KHATM_DATA: path.join(scratch, 'data') } as Record<string, string>,
  });
  const page = await app.firstWindow();
  await page.locator('body').filter({ visible: true }).waitFor();
  const window = performance.now() - begun;
  await page.locator(field).first().waitFor();
  const usable = performance.now() - begun;
  await app.close();
  return { window, usable };
}

export async function run(): Promise<Lines> {
  execFileSync(process.execPath, ['.scripts/build.mjs', '--if-changed']);
  const item = '[id$="-name"]';
  await start(root, item); // This makes the training terminal.
  const khatm: Start[] = [];
  const blank: Start[] = [];
  for (let starts = 0; starts < 10; starts += 1) {
    blank.push(await start(bare, '#ready'));
    khatm.push(await start(root, item));
  }
  rmSync(scratch, { recursive: true });
  const p50 = (starts: readonly Start[], of: keyof Start) =>
    percentile(
      starts.map((one) => one[of]),
      0.5,
    );
  return {
    'a bare window': { p50: p50(blank, 'window') },
    'the window': { p50: p50(khatm, 'window') },
    'until a cashier can type, above a bare window': { p50: p50(khatm, 'usable') - p50(blank, 'usable') },
  };
}
