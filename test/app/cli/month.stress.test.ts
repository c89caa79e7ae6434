import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../books/ledger/support.ts';
import { canMountSmallDisk, mountSmallDisk } from '../../crash/small-disk.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { programFile } from '../../support/run/programs.ts';
import { october, openShop } from '../../till/accountant/shop-month.ts';

/** Creates a data folder with documents of October 2026. */
function dataWith(documents: number) {
  const data = testFolder();
  mkdirSync(path.join(data, 'training'));
  const { ledger, clock, issue } = openShop(path.join(data, 'training', 'ledger.db'));
  clock.set(october);
  for (let i = 0; i < documents; i++)
    issue({ lines: [{ name: 'شاي | Tea', quantity: 1 + (i % 7), unitPrice: '3.25' }] });
  const xml = [...ledger.documents.inOrder()].map((document) => document.xml());
  const call = (folder: string) =>
    ['ledger', 'month', '2026-10', '--data', data, '--env', 'training', '--to', folder, '--json'] as const;
  return { xml, call, books: path.join(data, 'training') };
}

const zipsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.zip'));

describe('khatm ledger month', () => {
  test('refuses a month that has not begun, no month, and a folder that is not there, in one line', async () => {
    const { call } = dataWith(1);
    const folder = testFolder();
    for (const [month, to, says] of [
      ['2999-01', folder, /must be a month that has begun/],
      ['October', folder, /must be a month that has begun/],
      ['2026-10', path.join(folder, 'gone'), /no such folder/],
    ] as const) {
      const [first, second, , ...more] = call(to);
      const run = await khatm(first, second, month, ...more);
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(says);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  test('killed again and again, it goes on from the parts that are done, to the same bytes', async () => {
    const { xml, call, books } = dataWith(3_000);
    const calm = testFolder();
    const whole = JSON.parse((await khatm(...call(calm))).stdout);
    expect(whole).toMatchObject({ documents: 3_000, reused: 0 });
    const folder = testFolder();
    const seen: number[] = [];
    let kills = 0;
    for (let parts = 1; ; parts += 2) {
      const child = spawn(process.execPath, [programFile('main/app/cli/khatm.ts'), ...call(folder)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let out = '';
      child.stdout.on('data', (text) => {
        out += text;
      });
      // The moment depends on the progress, so the test works the same on a slow machine.
      const timer = setInterval(() => {
        const [staging] = readdirSync(books).filter((name) => name.endsWith('.parts'));
        if (staging === undefined) return;
        const done = readdirSync(path.join(books, staging)).filter((name) => name.endsWith('.json'));
        if (done.length >= parts) child.kill('SIGKILL');
      }, 5);
      const [, signal] = await once(child, 'close');
      clearInterval(timer);
      if (signal === 'SIGKILL') {
        kills += 1;
        for (const name of zipsIn(folder))
          expect(unzipSync(readFileSync(path.join(folder, name)))).toBeDefined();
        continue;
      }
      seen.push(JSON.parse(out).reused);
      break;
    }
    expect(kills).toBeGreaterThan(3);
    expect(seen[0]).toBeGreaterThan(1_000);
    const [name = ''] = readdirSync(folder);
    expect(readdirSync(folder)).toEqual([path.basename(whole.file)]);
    const made = readFileSync(path.join(folder, name));
    expect(made.equals(readFileSync(whole.file))).toBe(true);
    const files = Object.entries(unzipSync(made)).filter(([file]) => file.endsWith('.xml'));
    expect(files.map(([, bytes]) => Buffer.from(bytes))).toEqual(xml);
  });
});

describe.skipIf(!canMountSmallDisk())('on a disk that is full', () => {
  const mount = newFolder('month-disk');
  const disk = mountSmallDisk(path.join(mount, 'disk'));
  afterAll(() => {
    disk?.unmount(false);
    rmSync(mount, { recursive: true });
  });

  test('it says so in one sentence, leaves no file of that name, and goes on once there is room', async () => {
    const folder = path.join(mount, 'disk');
    const { call, books } = dataWith(600);
    let failures = 0;
    for (const pages of [0, 20, 150, 260]) {
      disk?.fill(pages * 4096);
      const run = await khatm(...call(folder));
      disk?.empty();
      if (run.code === 0) break;
      failures += 1;
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/^khatm: The disk is full\.[^\n]*\n$/);
      expect(zipsIn(folder)).toEqual([]);
    }
    expect(failures).toBeGreaterThan(1);
    const run = await khatm(...call(folder));
    expect(run.code).toBe(0);
    const [name = ''] = zipsIn(folder);
    expect(Object.keys(unzipSync(readFileSync(path.join(folder, name)))).length).toBeGreaterThan(600);
    expect(readdirSync(books).some((file) => file.endsWith('.parts'))).toBe(false);
    onTestFinished(() => rmSync(path.join(folder, name), { force: true }));
  });
});
