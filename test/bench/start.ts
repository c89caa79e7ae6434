import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { _electron, type ElectronApplication } from 'playwright-core';

/*
 * Measures how long the program takes to start in a real Electron, until its window is there and until a cashier can
 * type. It compares that with a bare Electron window in the same run. `ELECTRON_OVERRIDE_DIST_PATH` names the folder of
 * another Electron.
 */

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
const runs = Number(options.runs);
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

const item = '[id$="-name"]';
await start(root, item); // This makes the training terminal.
const khatm: Start[] = [];
const blank: Start[] = [];
for (let run = 0; run < runs; run += 1) {
  blank.push(await start(bare, '#ready'));
  khatm.push(await start(root, item));
}
rmSync(scratch, { recursive: true });

const middle = (starts: readonly Start[], of: keyof Start) =>
  starts.map((one) => one[of]).toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
console.table([
  {
    what: 'a bare window',
    'window ms': Math.round(middle(blank, 'window')),
    'usable ms': Math.round(middle(blank, 'usable')),
  },
  {
    what: 'Khatm',
    'window ms': Math.round(middle(khatm, 'window')),
    'usable ms': Math.round(middle(khatm, 'usable')),
  },
]);
console.log(`above a bare window: ${Math.round(middle(khatm, 'usable') - middle(blank, 'usable'))} ms`);
