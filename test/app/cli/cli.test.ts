import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { khatm, newFolder } from '../../support/khatm.ts';

const folder = newFolder('cli');
const data = path.join(folder, 'data');
const write = (name: string, contents: unknown) => {
  const file = path.join(folder, name);
  writeFileSync(file, typeof contents === 'string' ? contents : JSON.stringify(contents));
  return file;
};
const good = write('good.json', { lines: [{ name: 'تمر | Dates', quantity: 2, unitPrice: '10.00' }] });

describe('khatm demo', () => {
  test('sells a day in a fresh folder, keeps it, and ends well only if all was accepted', async () => {
    const run = await khatm('demo', '--json', '--data', data);
    expect(run.stderr).toBe('');
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({ data, accepted: true });
    expect(report.documents.length).toBeGreaterThan(5);
    const modes = new Set(report.documents.map(({ mode }: { mode: string }) => mode));
    expect(modes).toEqual(new Set(['clearance', 'reporting']));
    expect((await khatm('ledger', 'check', '--data', data)).code).toBe(0);
    expect(await khatm('ledger', 'takings', '--data', data)).toMatchObject({
      code: 0,
      stdout: 'the sums agree with the documents\n',
    });
  });
});

describe('khatm issue', () => {
  test('prints a line per sale and writes documents that verify', async () => {
    const out = path.join(folder, 'out');
    const run = await khatm('issue', '--wait', '60', '--data', data, '--out', out, good, good);
    expect(run.code).toBe(0);
    const lines = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[1].icv).toBe(lines[0].icv + 1);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(['file', 'uuid', 'number', 'icv', 'hash', 'qr', 'status']);
      expect(line.status).toBe('accepted');
    }
    const written = readdirSync(out);
    expect(written).toHaveLength(2);
    for (const name of written) expect(name).toMatch(/^\d{15}_\d{8}T\d{6}_T1-\d{6}\.xml$/);
    const verified = await khatm('verify', ...written.map((name) => path.join(out, name)));
    expect(verified.code).toBe(0);
    expect(verified.stdout).not.toContain('FAILED');
  });

  const bad: [string, unknown, RegExp][] = [
    ['not JSON', '{"lines": [', /not JSON|JSON/],
    [
      'a discount above the price',
      { lines: [{ name: 'abc', quantity: 1, unitPrice: '5', discount: { amount: '6' } }] },
      /discount/,
    ],
    [
      'an unknown field',
      { lines: [{ name: 'abc', quantity: 1, unitPrice: '5' }], color: 'red' },
      /color|known/,
    ],
  ];
  test.each(bad)(
    'refuses %s in one line, and issues nothing of the whole call',
    async (name, contents, words) => {
      const before = documents();
      const run = await khatm(
        'issue',
        '--data',
        data,
        good,
        write(`bad-${name.replaceAll(' ', '-')}.json`, contents),
      );
      expect(run.code).toBe(2);
      expect(run.stdout).toBe('');
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(run.stderr).toMatch(words);
      expect(documents()).toBe(before);
    },
  );

  function documents(): number {
    const database = new Database(path.join(data, 'training', 'ledger.db'), { readonly: true });
    const { count } = database.prepare('SELECT count(*) AS count FROM document').get() as { count: number };
    database.close();
    return count;
  }
});

test.each([
  [['issue']],
  [['nonsense']],
  [['verify']],
  [['ledger', 'check']],
  [['sandbox', '--fault', 'nonsense']],
  [['sandbox', '--port', 'x']],
])('a wrong call %j ends with 2, one line on stderr and nothing on stdout', async (args) => {
  const run = await khatm(...args);
  expect(run.code).toBe(2);
  expect(run.stdout).toBe('');
  expect(run.stderr.trim().split('\n')).toHaveLength(1);
});
