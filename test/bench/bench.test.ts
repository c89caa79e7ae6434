import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';
import { benches } from './benches.ts';

/* Tests the command itself. No bench is played here, because no test measures time. */

const bench = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'bench.ts'), ...args], { encoding: 'utf8' });

test('the list has each bench and its aims', () => {
  const { status, stdout } = bench('--list');
  expect(status).toBe(0);
  for (const { name, what, aims } of benches) {
    expect(stdout).toContain(`${name.padEnd(14)}${what}\n`);
    for (const line of Object.keys(aims)) expect(stdout).toContain(`${line}: `);
  }
});

test.each([['nothing'], ['--nothing']])('%s is refused with the usage', (argument) => {
  const { status, stderr } = bench(argument);
  expect(status).toBe(2);
  expect(stderr).toContain(argument);
  expect(stderr).toContain('usage: npm run bench');
});

test('figures of another machine are not compared', () => {
  const file = path.join(newFolder('bench'), 'figures.json');
  writeFileSync(file, JSON.stringify({ machine: { cores: 1_000 }, benches: {} }));
  const { status, stdout, stderr } = bench('sale', '--compare', file);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('measured on another machine');
  expect(stderr).toMatch(/cores: 1000 there, \d+ here/);
});
