import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { conditionsIn, linesOf, needOf } from '../support/run/left-out.ts';

const tests = path.resolve(import.meta.dirname, '..');

test('the end of a run has words for each condition under which a test is left out', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !name.endsWith('left-out.test.ts'),
  );
  const conditions = files.flatMap((name) => conditionsIn(readFileSync(path.join(tests, name), 'utf8')));
  expect(conditions.length).toBeGreaterThan(100);
  expect(conditions.filter((condition) => needOf(condition) === undefined)).toEqual([]);
});

test('what is left out is counted by what is missing, with the command that brings it', () => {
  const system = `test.skipIf(process.platform === 'win32')('one', () => {});`;
  const unknown = 'test.skip();';
  expect(
    linesOf([
      { source: system, count: 2 },
      { source: system, count: 3 },
      { source: unknown, count: 1 },
    ]),
  ).toEqual([
    '     5  needs another system than this one: npm run test:windows, or the same command on that system',
    '     1  needs something else: see the file',
  ]);
});
