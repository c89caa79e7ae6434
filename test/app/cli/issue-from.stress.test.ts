import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { khatm, newFolder } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { programFile } from '../../support/run/programs.ts';

/* Tests `khatm issue --from` with a folder, a file with a sale in each line, and standard input. */

const folder = newFolder('issue-from');
let data = '';
beforeAll(async () => {
  data = await onboardedFolder('issue-from-data');
});

interface Sale {
  saleId?: string;
  [field: string]: unknown;
}
const sale = (more: object = {}): Sale => ({
  saleId: randomUUID(),
  lines: [{ name: 'تمر', quantity: 2, unitPrice: '10.00' }],
  ...more,
});
const several = (count: number) => Array.from({ length: count }, () => sale());
const linesOf = (sales: readonly unknown[]) => sales.map((each) => `${JSON.stringify(each)}\n`).join('');
function write(name: string, contents: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
  return file;
}
const issueFrom = (from: string, ...more: string[]) =>
  khatm('issue', '--data', data, '--no-wait', '--from', from, ...more);
const printed = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const stderrLines = (stderr: string) => stderr.trim().split('\n');

function documents(): number {
  const database = new Database(path.join(data, 'training', 'ledger.db'), { readonly: true });
  const { count } = database.prepare('SELECT count(*) AS count FROM document').get() as { count: number };
  database.close();
  return count;
}

function folderOf(name: string, texts: readonly string[]): string {
  for (const [index, text] of texts.entries())
    write(path.join(name, `sale-${String(index + 1).padStart(3, '0')}.json`), text);
  return path.join(folder, name);
}

describe('sales that name one document', () => {
  test('are tried together: what they take between them is refused before the first is issued', async () => {
    const sold = sale();
    const [{ number }] = printed((await issueFrom(write('sold.ndjson', linesOf([sold])))).stdout);
    const note = (unitPrice: string): Sale => ({
      saleId: randomUUID(),
      kind: 'creditNote',
      corrects: [{ number }],
      reason: 'Returned',
      lines: [{ name: 'Credit', quantity: 1, unitPrice }],
    });
    const before = documents();
    const refused = await issueFrom(write('notes.ndjson', linesOf([note('12.00'), sale(), note('12.00')])));
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(stderrLines(refused.stderr)).toEqual([
      expect.stringMatching(/notes\.ndjson:3: lines: .*8\.00/),
      'khatm: 1 of 3 sales cannot be issued; none was',
    ]);
    expect(documents()).toBe(before);
    const whole = await issueFrom(write('notes.ndjson', linesOf([note('12.00'), sale(), note('8.00')])));
    expect([whole.code, documents()]).toEqual([0, before + 3]);
  });

  test('are tried together also if they spell the number of another system in different ways', async () => {
    const note = (number: string): Sale => ({
      saleId: randomUUID(),
      kind: 'creditNote',
      corrects: [{ number, issueDate: '2024-11-03', otherSystem: { total: '15.00' } }],
      reason: 'Returned',
      lines: [{ name: 'Credit', quantity: 1, unitPrice: '10.00' }],
    });
    const before = documents();
    const from = write('spelled.ndjson', linesOf([note('INV-8'), note('INV8')]));
    const refused = await issueFrom(from, '--other-systems');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/spelled\.ndjson:2: lines: .*5\.00/);
    expect(documents()).toBe(before);
  });
});

describe('a folder', () => {
  test('of which three files are bad: all three are said, and nothing is issued', async () => {
    const texts = several(120).map((each) => JSON.stringify(each));
    texts[6] = '{"saleId": ';
    texts[40] = JSON.stringify(sale({ lines: [] }));
    texts[99] = JSON.stringify(sale({ saleId: undefined }));
    const before = documents();
    const from = folderOf('three-bad', texts);
    const run = await issueFrom(from);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(stderrLines(run.stderr)).toEqual([
      expect.stringMatching(/sale-007\.json: .*JSON/),
      expect.stringMatching(/sale-041\.json: lines: /),
      expect.stringMatching(/sale-100\.json: saleId: is needed/),
      'khatm: 3 of 120 sales cannot be issued; none was',
    ]);
    expect(documents()).toBe(before);

    const kept = await issueFrom(from, '--keep-going');
    expect(kept.code).toBe(1);
    expect(stderrLines(kept.stderr)).toHaveLength(3);
    const lines = printed(kept.stdout);
    expect(lines).toHaveLength(117);
    expect(documents()).toBe(before + 117);
    expect(lines[6]).toMatchObject({
      file: path.join(from, 'sale-008.json'),
      saleId: JSON.parse(texts[7] ?? '').saleId,
    });
  });

  test('takes *.json alone, by name, and no folder within it', async () => {
    const [first, second] = several(2);
    const from = path.join(folder, 'mixed');
    write('mixed/b.json', JSON.stringify(second));
    write('mixed/a.JSON', JSON.stringify(first));
    write('mixed/.hidden.json', 'no sale');
    write('mixed/c.json.part', 'no sale');
    write('mixed/inner.json/d.json', 'no sale');
    const run = await issueFrom(from);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(printed(run.stdout).map(({ saleId }) => saleId)).toEqual([first?.saleId, second?.saleId]);
  });

  test('without a sale is no error, and one that is not there is', async () => {
    mkdirSync(path.join(folder, 'empty'));
    const empty = await issueFrom(path.join(folder, 'empty'));
    expect(empty).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('no sales there') });
    const missing = await issueFrom(path.join(folder, 'missing'));
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no such file') });
  });
});

describe('a file with a sale in each line', () => {
  test('says file, line and sale id of each, and issues none twice when it is given again', async () => {
    const sales = several(3);
    const file = write('three.ndjson', `${linesOf(sales.slice(0, 2))}\n  \n${JSON.stringify(sales[2])}`);
    const run = await issueFrom(file);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const first = printed(run.stdout);
    expect(first).toMatchObject(
      [1, 2, 5].map((line, index) => ({ file, line, saleId: sales[index]?.saleId, status: 'waiting' })),
    );
    const before = documents();
    const again = await issueFrom(file);
    expect(again.code).toBe(0);
    expect(printed(again.stdout).map(({ uuid }) => uuid)).toEqual(first.map(({ uuid }) => uuid));
    for (const line of printed(again.stdout)) expect(line.existed).toBe(true);
    expect(documents()).toBe(before);
  });

  test('a call that was cut off goes on where it stopped', async () => {
    const sales = several(4);
    expect((await issueFrom(write('half.ndjson', linesOf(sales.slice(0, 2))))).code).toBe(0);
    const whole = printed((await issueFrom(write('whole.ndjson', linesOf(sales)))).stdout);
    expect(whole.map(({ existed }) => existed === true)).toEqual([true, true, false, false]);
  });

  test('half a line at its end is said, and nothing is issued', async () => {
    const text = linesOf(several(3));
    const before = documents();
    const run = await issueFrom(write('cut.ndjson', text.slice(0, -30)));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/cut\.ndjson:3: .*JSON/);
    expect(documents()).toBe(before);
  });

  test('the same sale twice is one document, and another one under its id is refused', async () => {
    const twice = sale();
    const same = printed((await issueFrom(write('twice.ndjson', linesOf([twice, twice])))).stdout);
    expect(same[1]).toMatchObject({ uuid: same[0].uuid, existed: true });
    const other = sale({ saleId: twice.saleId, lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }] });
    const clash = await issueFrom(write('clash.ndjson', linesOf([sale(), other])));
    expect(clash).toMatchObject({ code: 2, stdout: '' });
    expect(clash.stderr).toMatch(/clash\.ndjson:2: /);
    const within = sale();
    const two = write('two.ndjson', linesOf([within, { ...other, saleId: within.saleId }]));
    expect((await issueFrom(two)).stderr).toMatch(/two\.ndjson:2: saleId: another sale/);
  });

  test('what only the ledger knows is found before the first sale is issued', async () => {
    const [sold] = printed((await issueFrom(write('sold.ndjson', linesOf([sale()])))).stdout);
    const note = sale({
      kind: 'creditNote',
      corrects: [{ number: sold.number }],
      reason: 'إرجاع',
      lines: [{ name: 'تمر', quantity: 3, unitPrice: '10.00', correctsLine: 1 }],
    });
    const sum = sale({ payments: [{ means: 'cash', amount: '1.00' }] });
    const before = documents();
    const run = await issueFrom(write('note.ndjson', linesOf([sale(), note])));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/note\.ndjson:2: lines\.0\.quantity 3: At most 2/);
    expect((await issueFrom(write('sum.ndjson', linesOf([sale(), sum])))).stderr).toMatch(
      /sum\.ndjson:2: payments/,
    );
    expect(documents()).toBe(before);
  });

  test('of two notes that return the same goods the second is said, and none is issued unless the call keeps going', async () => {
    const [sold] = printed((await issueFrom(write('goods.ndjson', linesOf([sale()])))).stdout);
    const note = () =>
      sale({
        kind: 'creditNote',
        corrects: [{ number: sold.number }],
        reason: 'إرجاع',
        lines: [{ name: 'تمر', quantity: 2, unitPrice: '10.00', correctsLine: 1 }],
      });
    const notes = write('notes.ndjson', linesOf([note(), note(), sale()]));
    const before = documents();
    expect(await issueFrom(notes)).toMatchObject({ code: 2, stdout: '' });
    expect(documents()).toBe(before);
    const run = await issueFrom(notes, '--keep-going');
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/notes\.ndjson:2: /);
    // The sales of the second group were issued one at a time, and each issued sale is printed.
    expect(printed(run.stdout).map(({ line }) => line)).toEqual([1, 3]);
  });

  test('a line longer than any sale is refused without being kept', async () => {
    const long = `{"saleId":"${'x'.repeat(5_000_000)}"}\n`;
    const run = await issueFrom(write('long.ndjson', long + linesOf([sale()])));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/long\.ndjson:1: must have at most 4194304 bytes/);
  });
});

describe('standard input', () => {
  async function pipe(text: string, ...more: string[]) {
    const child = spawn(
      process.execPath,
      [programFile('main/app/cli/khatm.ts'), 'issue', '--data', data, '--no-wait', '--from', '-', ...more],
      { cwd: path.resolve(import.meta.dirname, '../../..'), stdio: ['pipe', 'pipe', 'pipe'] },
    );
    child.stdin.end(text);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part) => (stdout += part));
    child.stderr.on('data', (part) => (stderr += part));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, stdout, stderr };
  }

  test('is read whole before the first sale is issued', async () => {
    const good = await pipe(linesOf(several(2)));
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(printed(good.stdout)).toMatchObject([
      { file: '-', line: 1 },
      { file: '-', line: 2 },
    ]);
    const before = documents();
    expect(await pipe(`${linesOf(several(2))}{`)).toMatchObject({ code: 2, stdout: '' });
    expect(documents()).toBe(before);
  });
});

test('an output folder that is a file is found before anything is issued', async () => {
  const before = documents();
  const out = write('a-file', '');
  const run = await issueFrom(write('out.ndjson', linesOf([sale()])), '--out', out);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(documents()).toBe(before);
});

test('a wrong call makes no data folder', async () => {
  const nowhere = path.join(folder, 'nowhere');
  const file = write('one.ndjson', linesOf([sale()]));
  for (const args of [['--from', file, file], [], ['--from', path.join(folder, 'missing')]])
    expect((await khatm('issue', '--data', nowhere, ...args)).code).toBe(2);
  expect(existsSync(nowhere)).toBe(false);
});
