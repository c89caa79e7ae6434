import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';

/* Tests that an unattended run reports on the line of a failure how to repeat it. */

const root = path.resolve(import.meta.dirname, '../..');

test('the last lines of CI name the seed of each test that failed and uses chance', () => {
  const folder = newFolder('seeds');
  mkdirSync(path.join(folder, 'results'));
  const report = path.join(folder, 'results/stress.json');
  writeFileSync(
    path.join(folder, 'some.test.ts'),
    `import { chance, newSeed } from '${root}/test/support/run/chance.ts';
     newSeed();
     test('of the file', () => { throw new Error('wrong '.repeat(1000)); });
     test('of its own', () => { chance(); expect([1]).toEqual([2]); });
     describe('of a part', () => { newSeed(); test('fails', () => expect(1).toBe(2)); });
     test('holds', () => { chance(); });`,
  );
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const flags = ['--globals', '--reporter=json', `--outputFile=${report}`, '--root', folder];
  const run = (seed: string) => {
    spawnSync(process.execPath, [vitest, 'run', ...flags], {
      cwd: folder,
      env: { ...process.env, KHATM_SEED: seed },
    });
    return execFileSync(
      process.execPath,
      [path.join(root, '.ci/reports.mjs'), 'sum', path.dirname(report), '0'],
      { encoding: 'utf8' },
    );
  };
  const lines = run('seven').split('\n');
  const failed = lines.filter((line) => line.startsWith('failed: stress: '));
  expect(failed.map((line) => line.slice(line.lastIndexOf(': ') + 2))).toEqual([
    'of the file (KHATM_SEED=seven)',
    'of its own (KHATM_SEED=seven)',
    'of a part fails (KHATM_SEED=seven)',
  ]);
  expect(lines).toContain('1 passed, 3 failed, 0 skipped');
});
