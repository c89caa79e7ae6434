import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillTraining } from '../../support/fill-books.ts';
import { newFolder } from '../../support/khatm.ts';
import { programFile } from '../../support/run/programs.ts';
import { keys, packageOf } from './release.ts';
import { publishForHere } from './release-for-here.ts';

/*
 * Tests a real till that updates itself from a folder. It is killed at each step, and then starts with the files that
 * are there.
 */

const root = newFolder('update-killed');
const ready = path.join(root, 'ready');
afterAll(() => rmSync(root, { recursive: true }));

const till = programFile('test/app/updates/till.ts');
const size = packageOf('0.1.0', 20_000).length;

/** Sets up a till in its first version, and makes a package so large that a kill can happen while it is copied. */
beforeAll(async () => {
  mkdirSync(path.join(ready, 'data'), { recursive: true });
  writeFileSync(path.join(ready, 'Khatm.AppImage'), packageOf('0.1.0', 20_000), { mode: 0o755 });
  publishForHere(path.join(ready, 'dist'), packageOf('0.2.0', 20_000));
  expect(await startAgain(ready)).toMatchObject({ version: '0.1.0', documents: 0 });
});

const prepare = (folder: string) => cpSync(ready, folder, { recursive: true });

/**
 * Runs the till.
 * @param killAt the line after which it is killed
 * @param after the number of milliseconds after that line
 */
async function run(
  folder: string,
  what: 'START' | 'UPDATE' | 'OUTAGE',
  killAt?: string,
  after = 0,
): Promise<string[]> {
  const child = spawn(process.execPath, [till, folder, JSON.stringify(keys), what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === killAt) setTimeout(() => child.kill('SIGKILL'), after);
  }
  return lines;
}

async function startAgain(folder: string): Promise<{
  version: string;
  documents: number;
  broken?: string;
  last?: { version: string; why?: string };
}> {
  const [line = ''] = (await run(folder, 'START')).slice(-1);
  return JSON.parse(line);
}

const steps = ['sell', 'look', 'fetch', 'prepare', 'keep former', 'note', 'install', 'installed', 'done'];

test('a till killed at any step of an update starts in the old version or the new one, with its books', async () => {
  const seen = new Set<string>();
  for (const [index, step] of steps.entries()) {
    for (const after of step === 'install' || step === 'fetch' ? [0, 8, 25] : [0]) {
      const folder = path.join(root, `${index}-${after}`);
      prepare(folder);
      const lines = await run(folder, 'UPDATE', step, after);
      expect(lines).toContain(step);
      // The file must never be incomplete.
      expect(statSync(path.join(folder, 'Khatm.AppImage')).size).toBe(size);
      const { version, documents, broken, last } = await startAgain(folder);
      seen.add(version);
      expect({ step, broken }).toEqual({ step, broken: undefined });
      expect(documents).toBe(step === 'sell' ? documents : 1);
      // Every installation that was recorded has a result.
      if (version === '0.2.0') expect(last).toMatchObject({ version });
      if (version === '0.1.0' && last !== undefined) expect(last.why).toBe('install-failed');
      // The next attempt succeeds.
      if (version === '0.1.0') {
        await run(folder, 'UPDATE');
        expect(await startAgain(folder)).toMatchObject({ version: '0.2.0', last: { version: '0.2.0' } });
      }
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
      rmSync(folder, { recursive: true });
    }
  }
  expect([...seen].toSorted()).toEqual(['0.1.0', '0.2.0']);
}, 900_000);

const documents = Number(process.env.KHATM_UPDATE_DOCUMENTS ?? 1_000);

test(
  '0.1.0 becomes 0.2.0 on a ledger of many documents during an outage, and none is lost',
  async () => {
    const folder = path.join(root, 'large');
    prepare(folder);
    await fillTraining(path.join(folder, 'data'), documents);
    expect(await run(folder, 'OUTAGE')).toContain('done');
    const started = await startAgain(folder);
    expect(started).toMatchObject({ version: '0.2.0', documents: documents + 1, last: { version: '0.2.0' } });
    expect(started.broken).toBeUndefined();
  },
  Math.max(1_800_000, documents * 60),
);
