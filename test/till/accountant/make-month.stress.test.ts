import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { failing, testFolder } from '../../books/ledger/support.ts';
import { checkZip } from '../../quarter/other-programs.ts';
import { byCashier } from '../../support/run/callers.ts';
import { cleared } from '../../support/run/outcomes.ts';
import { hour, november, october, openShop } from './shop-month.ts';

const has = (program: string) => {
  try {
    execFileSync(program, ['--help'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
};

/**
 * Makes a shop with September's last sale, five sales of October with a credit note and a closed shift, and November's
 * first sale.
 */
function filledShop() {
  const shop = openShop();
  const { clock, issue, noteFor, drawer, ledger } = shop;
  const sale = (name: string, price: string) => issue({ lines: [{ name, quantity: 2, unitPrice: price }] });
  clock.set(october - 1_000);
  sale('September', '7.00');
  clock.set(october);
  drawer.open('0b4f4a52-9d43-4a52-8d43-1f1d0a3f4c11', byCashier, 10_000);
  const first = sale('=قهوة | Coffee', '14.00');
  clock.set(october + 30 * hour);
  sale('شاي | Tea', '3.50');
  issue(noteFor(first.uuid, [1, '1']));
  drawer.close(1, byCashier, []);
  clock.set(november - 1_000);
  sale('Last', '1.00');
  clock.set(november);
  sale('November', '9.00');
  const [second] = ledger.queue.claimDue(november + 1_000 * hour, 2, hour).slice(1);
  if (second !== undefined) ledger.queue.settle(second, cleared, { state: 'accepted' }, november);
  return shop;
}

const textOf = (files: Record<string, Uint8Array>, name: string) =>
  strFromU8(files[name] ?? new Uint8Array());
const rowsOf = (files: Record<string, Uint8Array>, name: string) =>
  parse<Record<string, string>>(textOf(files, name), { columns: true, bom: true });

describe('the file of a month', () => {
  it('has every document of the month by Saudi time, byte for byte, and checksums of all', async () => {
    const { make, ledger, folder } = filledShop();
    const made = await make();
    expect(path.basename(made.file)).toMatch(/^khatm-training-\d{15}-\w+-2026-10\.zip$/);
    expect(made.documents).toBe(4);
    expect(readdirSync(folder)).toEqual([path.basename(made.file)]);
    const files = unzipSync(readFileSync(made.file));
    const xml = Object.keys(files).filter((name) => name.endsWith('.xml'));
    const expected = [...ledger.documents.inOrder({ first: 2, last: 5 })].flatMap(
      ({ xml: issuedXml, clearedXml }) =>
        clearedXml === undefined ? [issuedXml()] : [issuedXml(), clearedXml()],
    );
    expect(expected).toHaveLength(5);
    expect(xml.map((name) => Buffer.from(files[name] ?? []))).toEqual(expected);
    expect(xml[0]).toMatch(/^xml\/2026-10-01\/\d{15}_20261001T000000_T1-000002\.xml$/);
    expect(xml.at(-1)).toMatch(/^xml\/2026-10-31\/\d{15}_20261031T235959_T1-000005\.xml$/);
    const sums = textOf(files, 'SHA256SUMS').trim().split('\n');
    expect(sums.map((line) => line.slice(66)).toSorted()).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'SHA256SUMS')
        .toSorted(),
    );
    for (const line of sums)
      expect(
        createHash('sha256')
          .update(files[line.slice(66)] ?? '')
          .digest('hex'),
      ).toBe(line.slice(0, 64));
  });

  it('has books that add up to the reports beside them', async () => {
    const { make } = filledShop();
    const files = unzipSync(readFileSync((await make()).file));
    const documents = rowsOf(files, 'documents.csv');
    expect(documents.map(({ number, payable }) => [number, payable])).toEqual([
      ['T1-000002', '28.00'],
      ['T1-000003', '7.00'],
      ['T1-000004', '-14.00'],
      ['T1-000005', '2.00'],
    ]);
    const sum = (rows: Record<string, string>[], column: string) =>
      rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0);
    const lines = rowsOf(files, 'lines.csv');
    expect(lines).toHaveLength(4);
    expect(lines[0]?.name).toBe("'=قهوة | Coffee");
    // A document's VAT is rounded once, not line by line.
    expect(sum(lines, 'net')).toBe(sum(documents, 'taxExclusive'));
    const sheet = async (name: string) => {
      const [first] = await readWorkbook(Buffer.from(files[name] ?? []));
      return first?.data ?? [];
    };
    const hours = await sheet('reports/Sales by hour.xlsx');
    const sold = hours.slice(1).reduce((all, row) => all + Math.round(Number(row[2]) * 100), 0);
    expect(sold).toBe(sum(documents, 'payable'));
    expect(sold).toBe(2_300);
    const book = await sheet('documents.xlsx');
    expect(book[0]?.slice(0, 3)).toEqual(['Number', 'Date and time', 'Kind']);
    expect(book.slice(1).map((row) => row[7])).toEqual([28, 7, -14, 2]);
    expect(Object.keys(files)).toContain('reports/Closed shifts.xlsx');
  });

  it('has the closing reports for reading and as they are kept, and says what each file is', async () => {
    const { make, ledger } = filledShop();
    const files = unzipSync(readFileSync((await make()).file));
    const stored = ledger.shifts.report(1);
    expect(JSON.parse(textOf(files, 'z-reports.json'))).toMatchObject([
      { number: 1, hash: stored?.hash, report: stored?.report },
    ]);
    expect(textOf(files, 'z-reports.html')).toContain(stored?.hash ?? '?');
    const readMe = textOf(files, 'README.txt');
    for (const word of [
      'دفاتر شهر 2026-10',
      'Books for 2026-10',
      '4 documents',
      'documents.csv',
      'SHA256SUMS',
    ])
      expect(readMe).toContain(word);
    expect(readMe).not.toContain('NOT OVER');
  });

  it('says in its name and in itself that the month is not over', async () => {
    const { make } = filledShop();
    const made = await make({ now: november - hour });
    expect(made.file).toMatch(/-2026-10-so-far\.zip$/);
    const files = unzipSync(readFileSync(made.file));
    expect(textOf(files, 'README.txt')).toContain('NOT OVER');
    expect(textOf(files, 'README.txt')).toContain('T1-000005 of 2026-10-31 23:59:59');
  });

  it('is the same file for the same books, and one in Arabic has Arabic names', async () => {
    const { make } = filledShop();
    const once = readFileSync((await make()).file);
    expect(readFileSync((await make({ folder: testFolder() })).file).equals(once)).toBe(true);
    const arabic = unzipSync(readFileSync((await make({ language: 'ar' })).file));
    expect(Object.keys(arabic)).toContain('reports/المبيعات حسب الصنف.xlsx');
  });

  it('of a month without documents is empty and whole; one that has not begun is refused', async () => {
    const { make } = filledShop();
    const made = await make({ month: '2026-08' });
    expect(made.documents).toBe(0);
    const files = unzipSync(readFileSync(made.file));
    expect(rowsOf(files, 'documents.csv')).toEqual([]);
    for (const month of ['2026-12', '2026-13', 'October'])
      await expect(make({ month })).rejects.toEqual(failing('bad-input'));
  });

  it.runIf(has('unzip') && has('sha256sum'))(
    'is whole for unzip, with its names in Arabic, and for 7z',
    async () => {
      const { make } = filledShop();
      const { file } = await make({ language: 'ar' });
      checkZip(file, testFolder());
      if (has('7z')) execFileSync('7z', ['t', file], { stdio: 'ignore' });
    },
  );

  it.runIf(has('python3'))('is whole for Python, with its names and times', async () => {
    const { make } = filledShop();
    const { file } = await make({ language: 'ar' });
    const program = `import zipfile, sys, json
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps([[i.filename, list(i.date_time)] for i in z.infolist()]))`;
    const entries: [string, number[]][] = JSON.parse(
      execFileSync('python3', ['-c', program, file]).toString(),
    );
    expect(entries.map(([name]) => name)).toContain('reports/الورديات المغلقة.xlsx');
    const first = entries.find(([name]) => name.includes('T1-000003.xml'));
    expect(first?.[1]).toEqual([2026, 10, 2, 6, 0, 0]);
  });
});

describe('making the file of a month again', () => {
  const long = () => {
    const shop = openShop();
    shop.clock.set(october);
    for (let i = 0; i < 260; i++) shop.issue({ lines: [{ name: 'Tea', quantity: 1, unitPrice: '3.00' }] });
    return shop;
  };
  const stopAfter = (steps: number) => {
    let left = steps;
    return () => {
      left -= 1;
      if (left < 0) throw new Error('stopped');
    };
  };

  it('goes on after a stop at any step, with the same result', async () => {
    const { make, folder } = long();
    const whole = readFileSync((await make({ folder: testFolder() })).file);
    let stops = 0;
    for (let steps = 0; ; steps++) {
      const stopped = await make({ throwIfStopped: stopAfter(steps) }).then(
        (made) => made,
        (error: Error) => error.message,
      );
      if (stopped !== 'stopped') {
        expect(stopped).toMatchObject({ documents: 260, reused: 260 });
        break;
      }
      stops += 1;
      expect(readdirSync(folder).filter((name) => name.endsWith('.zip'))).toEqual([]);
    }
    expect(stops).toBeGreaterThan(5);
    const [name = ''] = readdirSync(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readFileSync(path.join(folder, name)).equals(whole)).toBe(true);
  });

  it('takes no part that was damaged, is missing, or is of another state of the books', async () => {
    const { make, file, ledger } = long();
    const books = path.dirname(file);
    const parts = async () => {
      await expect(make({ throwIfStopped: stopAfter(5) })).rejects.toThrow('stopped');
      const name = readdirSync(books).find((each) => each.endsWith('.parts')) ?? '';
      return path.join(books, name);
    };
    const staging = await parts();
    const [zip = '', other = ''] = readdirSync(staging).filter(
      (name) => name.startsWith('documents-') && name.endsWith('.zip'),
    );
    writeFileSync(path.join(staging, zip), 'half a part');
    expect((await make()).reused).toBe(10);
    await parts();
    rmSync(path.join(staging, other));
    expect((await make()).reused).toBe(250);
    await parts();
    // The authority's copy of a document arrived meanwhile.
    const [claimed] = ledger.queue.claimDue(november + 1_000 * hour, 1, hour);
    if (claimed !== undefined) ledger.queue.settle(claimed, cleared, { state: 'accepted' }, november);
    const made = await make();
    expect(made.reused).toBe(10);
    expect(
      Object.keys(unzipSync(readFileSync(made.file))).some((name) => name.endsWith('.cleared.xml')),
    ).toBe(true);
  });

  it('needs a folder that is there and can be written', async () => {
    const { make, folder } = filledShop();
    await expect(make({ folder: path.join(folder, 'gone') })).rejects.toEqual(failing('folder-unusable'));
    expect(existsSync(path.join(folder, 'gone'))).toBe(false);
    const { file } = await make();
    rmSync(file);
    mkdirSync(file);
    await expect(make()).rejects.toEqual(failing('folder-unusable'));
  });
});
