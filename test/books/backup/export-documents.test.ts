import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type DayRange,
  type ExportOptions,
  exportDocuments,
} from '../../../main/books/backup/export-documents.ts';
import type { Payment } from '../../../main/books/ledger/documents/document-facts.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';
import { cleared } from '../../support/run/outcomes.ts';
import { tamper } from '../../support/tamper.ts';
import { isWine } from '../../support/wine.ts';
import { ledgerOf } from '../ledger/check/ledger-of.ts';
import { day, documentFor, newEntry, start } from '../ledger/sample.ts';
import { failing, testFolder, testLedger } from '../ledger/support.ts';

const vatNumber = '399999999900003';

/** Creates a ledger with one document at each noon in Riyadh from 20 November on; the second one is cleared. */
function filled(documents: number): Ledger {
  const ledger = testLedger();
  for (let i = 0; i < documents; i++)
    ledger.chain.append(
      newEntry({ documentFor: (link) => documentFor(link, { issuedAt: start - 3_600_000 + i * day }) }),
    );
  const [, second] = ledger.queue.claimDue(start + 999 * day, 2, day);
  if (second !== undefined) ledger.queue.settle(second, cleared, { state: 'accepted' }, start + 999 * day);
  return ledger;
}

const exporting = (ledger: Ledger, folder: string, more: Partial<ExportOptions> = {}) =>
  exportDocuments({ ledger, vatNumber, folder, ...more });

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => name.replaceAll(path.sep, '/'))
    .toSorted();

describe('exporting documents', () => {
  it('writes each under its official name by month, the authority’s copy beside it, and a list of all', async () => {
    const ledger = filled(12);
    const folder = path.join(testFolder(), 'archive');
    const { documents, written, sums } = await exporting(ledger, folder);
    expect([documents, written]).toEqual([12, 13]);
    const names = filesIn(folder);
    expect(names).toHaveLength(15);
    expect(names).toContain('2026-11/399999999900003_20261120T120000_T1-000001.xml');
    expect(names).toContain('2026-11/399999999900003_20261121T120000_T1-000002.cleared.xml');
    expect(names).toContain('2026-12/399999999900003_20261201T120000_T1-000012.xml');
    for (const document of ledger.documents.inOrder()) {
      const name = names.find((each) => each.endsWith(`_${document.number}.xml`)) ?? '';
      expect(readFileSync(path.join(folder, name))).toEqual(document.xml());
    }
    const lines = readFileSync(sums, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(14);
    const index = readFileSync(sums.replace('.sha256', '.csv'), 'utf8').split('\r\n');
    expect(index).toHaveLength(14);
    expect(index[1]).toBe(
      `2026-11/399999999900003_20261120T120000_T1-000001.xml,T1-000001,1,2026-11-20 12:00:00,invoice,SAR,11.50,${byCashier.name},,cash 11.50,,,,,`,
    );
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex'),
      ).toBe(sum);
    }
  });

  it('lists how each was paid: the means with their amounts, the cash handed over, and the change', async () => {
    const ledger = testLedger();
    const paid: Payment[][] = [
      [
        { means: 'card', amount: 350 },
        { means: 'cash', amount: 800, tendered: 1000 },
      ],
      [{ means: 'cash' }, { means: 'card' }],
      [],
    ];
    for (const payments of paid) ledger.chain.append(newEntry({ payments }));
    const { sums } = await exporting(ledger, testFolder());
    const [heading = '', ...rows] = readFileSync(sums.replace('.sha256', '.csv'), 'utf8').split('\r\n');
    expect(heading.split(',').slice(-6)).toEqual([
      'payments',
      'tendered',
      'change',
      'trueTime',
      'replacedBy',
      'replaces',
    ]);
    expect(rows.slice(0, 3).map((row) => row.split(',').slice(-6, -3))).toEqual([
      ['card 3.50; cash 8.00', '10.00', '2.00'],
      ['cash; card', '', ''],
      ['', '', ''],
    ]);
  });

  it('lists the true time of a document that a clock ahead issued beside its own', async () => {
    const ledger = filled(3);
    ledger.times.correct({ now: start + day, actor: 'Mona', reason: 'The clock was ahead' });
    const { sums } = await exporting(ledger, testFolder());
    const rows = readFileSync(sums.replace('.sha256', '.csv'), 'utf8').trim().split('\r\n').slice(1);
    const [stated, trueTime] = [3, 12].map((column) => rows.map((row) => row.split(',')[column]));
    expect(stated?.[2]).toBe('2026-11-22 12:00:00');
    expect(trueTime).toEqual(['', '', '2026-11-21 13:00:00']);
  });

  // Under Wine, drive Z: contains the file, but it is not a Windows program.
  it.runIf(process.platform !== 'win32' && existsSync('/usr/bin/sha256sum'))(
    'gives a list that sha256sum checks',
    async () => {
      const folder = testFolder();
      const { sums } = await exporting(filled(3), folder);
      const check = () =>
        execFileSync('sha256sum', ['--check', '--strict', '--quiet', sums], { cwd: folder, stdio: 'ignore' });
      expect(check).not.toThrow();
      writeFileSync(path.join(folder, '2026-11/399999999900003_20261120T120000_T1-000001.xml'), 'other');
      expect(check).toThrow();
    },
  );

  it.each<[DayRange, string[]]>([
    [{ from: '2026-11-22', to: '2026-11-24' }, ['T1-000003', 'T1-000004', 'T1-000005']],
    [{ to: '2026-11-20' }, ['T1-000001']],
    [{ from: '2026-11-28' }, ['T1-000009', 'T1-000010']],
    [{ from: '2027-01-01' }, []],
    [{ from: '2026-11-24', to: '2026-11-22' }, []],
  ])('takes the days of Riyadh %j', async (range, numbers) => {
    const folder = testFolder();
    const { documents, sums } = await exporting(filled(10), folder, { range });
    expect(documents).toBe(numbers.length);
    expect(filesIn(folder).flatMap((name) => /_(T1-\d+)\.xml$/.exec(name)?.[1] ?? [])).toEqual(numbers);
    expect(path.basename(sums)).toBe(`399999999900003_${range.from ?? 'first'}_${range.to ?? 'last'}.sha256`);
  });

  it('goes on where it broke off, and mends what is damaged', async () => {
    const ledger = filled(40);
    const folder = testFolder();
    const calledOff = new AbortController();
    const broken = exporting(ledger, folder, {
      signal: calledOff.signal,
      onProgress: (done) => done >= 16 && calledOff.abort(new Error('called off')),
    });
    await expect(broken).rejects.toThrow('called off');
    expect(filesIn(folder).some((name) => name.endsWith('.sha256'))).toBe(false);
    const there = filesIn(folder).filter((name) => name.endsWith('.xml'));
    expect(there).toHaveLength(17);
    writeFileSync(path.join(folder, there[3] ?? ''), 'half a docu');
    rmSync(path.join(folder, there[5] ?? ''));

    const seen: [number, number][] = [];
    const { documents, written } = await exporting(ledger, folder, {
      onProgress: (done, of) => seen.push([done, of]),
    });
    expect([documents, written]).toEqual([40, 41 - 17 + 2]);
    expect(seen.at(-1)).toEqual([40, 40]);
    for (const document of ledger.documents.inOrder()) {
      const name = filesIn(folder).find((each) => each.endsWith(`_${document.number}.xml`)) ?? '';
      expect(readFileSync(path.join(folder, name))).toEqual(document.xml());
    }
    expect(filesIn(folder).some((name) => name.endsWith('.part'))).toBe(false);
    expect((await exporting(ledger, folder)).written).toBe(0);
  });

  it('writes everything but a damaged document, names that, and gives no sums', async () => {
    const file = ledgerOf(20);
    tamper(file, "UPDATE body SET xml = x'00' WHERE icv = 5");
    const ledger = ledgerIn(file);
    const folder = testFolder();
    await expect(exporting(ledger, folder)).rejects.toMatchObject({
      failure: { code: 'document-damaged', detail: { icv: 5 } },
    });
    expect(filesIn(folder).filter((name) => name.endsWith('.xml'))).toHaveLength(19);
    expect(filesIn(folder).filter((name) => name.endsWith('.sha256'))).toEqual([]);
    ledger.close();
  });

  it.skipIf(isWine)(
    'writes through no link that was placed beforehand, and into no folder of the terminal’s own',
    async () => {
      const [folder, data] = [testFolder(), testFolder()];
      const ledger = filled(2);
      const vault = path.join(data, 'vault.json');
      writeFileSync(vault, 'the vault');
      const { sums } = await exporting(ledger, testFolder());
      const names = filesIn(path.dirname(sums));
      const [month = ''] = names.filter((name) => name.endsWith('.xml')).map((name) => path.dirname(name));
      mkdirSync(path.join(folder, month));
      for (const name of names)
        for (const ending of ['', '.part']) symlinkSync(vault, path.join(folder, name + ending));
      await exporting(ledger, folder);
      expect(readFileSync(vault, 'utf8')).toBe('the vault');
      for (const name of names)
        expect(readFileSync(path.join(folder, name))).toEqual(
          readFileSync(path.join(path.dirname(sums), name)),
        );
      rmSync(path.join(folder, month), { recursive: true });
      symlinkSync(data, path.join(folder, month), 'junction');
      await expect(exporting(ledger, folder)).rejects.toMatchObject({
        failure: { code: 'place-link', detail: { name: path.join(folder, month) } },
      });
      await expect(exporting(ledger, path.join(data, 'out'), { ownFolder: data })).rejects.toEqual(
        failing('place-own'),
      );
      expect(readdirSync(data)).toEqual(['vault.json']);
    },
  );

  it('fails where the folder is a file', async () => {
    const folder = path.join(testFolder(), 'file');
    writeFileSync(folder, '');
    await expect(exporting(filled(1), folder)).rejects.toEqual(failing('place-not-plain'));
  });
});
