import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFonts } from '../../main/document/paper/fonts.ts';
import { reportRows } from '../../main/till/accountant/reports/report-rows.ts';
import { reportFile } from '../../main/till/table-files/report-file.ts';
import { readActorKey } from '../../shared/actor.ts';
import { halalasToText } from '../../shared/values/money.ts';
import { testFolder } from '../books/ledger/support.ts';
import { ledgerInMemory } from '../support/new-ledger.ts';
import { newSeed } from '../support/run/chance.ts';
import { checkQuarter } from './check-quarter.ts';
import { hasProgram, readCsv, readPdfText, readWorkbook } from './other-programs.ts';
import { playQuarter } from './play-quarter.ts';

/* Plays a short quarter. `npm run bench -- quarter` plays a whole one. */

function play(documents: number, days: number) {
  const seed = newSeed();
  const ledger = ledgerInMemory();
  onTestFinished(() => ledger.close());
  return { ledger, quarter: playQuarter(ledger, { documents, days, seed }) };
}

describe('the figures of a quarter', () => {
  it('are those of its documents, to the halala, on every page of the manager', () => {
    const { ledger, quarter } = play(300, 10);
    const { figures, differences } = checkQuarter(ledger, quarter);
    expect(differences).toEqual([]);
    expect(figures).toBeGreaterThan(500);
    const [first, ...others] = quarter.notes;
    const wrong = first && { ...quarter, notes: [{ ...first, discount: first.discount + 1 }, ...others] };
    expect(wrong && checkQuarter(ledger, wrong).differences.length).toBeGreaterThan(0);
  });

  it.runIf(['python3', 'pdftotext'].every(hasProgram))(
    'are read by other programs from its files',
    async () => {
      const { ledger, quarter } = play(40, 2);
      const period = { from: quarter.firstDay, to: quarter.lastDay };
      const articlesOf = (items: readonly unknown[]) => items.map(() => undefined);
      const { rows, total } = reportRows('people', { ledger, articlesOf }, period);
      const folder = testFolder();
      const write = async (format: 'csv' | 'xlsx' | 'pdf') => {
        const file = path.join(folder, `people.${format}`);
        const about = { report: 'people', period, rows, total, format, language: 'en', madeAt: 0 } as const;
        writeFileSync(file, await reportFile(about, createFonts));
        return file;
      };
      const money = (cell: unknown) => halalasToText(Number(cell));
      const expected = rows.map(([key, count, amount]) => [
        ...[readActorKey(String(key)).name, String(count), money(amount)],
      ]);
      expect(readCsv(await write('csv')).slice(1)).toEqual(
        expected.map(([name = '', ...figures]) => [name.startsWith('=') ? `'${name}` : name, ...figures]),
      );
      expect(
        readWorkbook(await write('xlsx'))
          .slice(1)
          .map(([name, count, amount]) => [name, count, Number(amount).toFixed(2)]),
      ).toEqual(expected);
      const pdf = readPdfText(await write('pdf'));
      for (const [name = '', , amount = ''] of expected)
        if (/^[A-Z]/.test(name)) expect(pdf).toMatch(new RegExp(`${name}.*${amount.replace('.', '\\.')}`));
    },
  );
});
