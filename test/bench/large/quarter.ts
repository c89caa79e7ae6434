import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ledger, openLedger } from '../../../main/books/ledger/ledger.ts';
import { reportRows } from '../../../main/till/accountant/reports/report-rows.ts';
import { vatDocuments } from '../../../main/till/accountant/reports/vat-documents.ts';
import { takingsFigures, takingsReport } from '../../../main/till/shift/takings-report.ts';
import { reportKinds } from '../../../shared/contract/till/reports.ts';
import { checkQuarter, periodsOf } from '../../quarter/check-quarter.ts';
import { type PlayedQuarter, playQuarter } from '../../quarter/play-quarter.ts';
import { type Lines, measureAlternately } from '../measure.ts';

/*
 * Checks a shop's quarter of 200,000 documents by nine people in three shifts a day, with refusals and outages. Every
 * figure of a manager's pages must equal that of the XML to the halala. The pages are timed in the terminal's process.
 */

/** The folder that KHATM_QUARTER names keeps the quarter for the next run, which then does not play it again. */
const kept = process.env.KHATM_QUARTER;
const articlesOf = (items: readonly unknown[]) => items.map(() => undefined);

export function run(): Lines {
  return withQuarter((ledger, quarter) => ({
    'figures that differ from the XML': { total: countDifferences(ledger, quarter) },
    ...time(ledger, quarter),
  }));
}

/** Plays the quarter or opens the one that was kept, gives it to `use`, and closes it. */
export function withQuarter<T>(use: (ledger: Ledger, quarter: PlayedQuarter, file: string) => T): T {
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'khatm-quarter-'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'ledger.db');
  const ledger = openLedger(file, { environment: 'training' });
  try {
    return use(ledger, play(ledger, path.join(folder, 'quarter.json')), file);
  } finally {
    ledger.close();
    if (kept === undefined) rmSync(folder, { recursive: true });
  }
}

function play(ledger: Ledger, notes: string): PlayedQuarter {
  if (existsSync(notes)) return JSON.parse(readFileSync(notes, 'utf8'));
  const documents = 200_000;
  const quarter = playQuarter(ledger, {
    documents,
    days: 92,
    seed: 'quarter',
    onProgress: (issued) =>
      process.stderr.isTTY && process.stderr.write(`\rissued: ${issued} of ${documents}`),
  });
  // Does the work of a terminal's idle moments.
  while (ledger.search.index(20_000) > 0);
  while (ledger.buyers.learn(20_000) > 0);
  writeFileSync(notes, JSON.stringify(quarter));
  return quarter;
}

function countDifferences(ledger: Ledger, quarter: PlayedQuarter): number {
  const { figures, differences } = checkQuarter(ledger, quarter);
  console.log(`${figures} figures compared with the XML`);
  for (const { page, shown, fromXml } of differences.slice(0, 10))
    console.log(`${page}\n  shown    ${JSON.stringify(shown)}\n  from XML ${JSON.stringify(fromXml)}`);
  return differences.length;
}

/** Returns the processor time of every page. */
function time(ledger: Ledger, quarter: PlayedQuarter): Lines {
  const whole = { from: quarter.firstDay, to: quarter.lastDay };
  const [day = whole] = periodsOf(quarter);
  const tasks: Record<string, () => unknown> = {
    'today: a day': () => takingsReport(ledger, day),
    'today: the quarter': () => takingsReport(ledger, whole),
    'today: a comparison': () => takingsFigures(ledger, { ...whole, before: 13 }),
    'list: newest, with its sums of the quarter': () => {
      ledger.search.list({ limit: 100, ...whole });
      ledger.search.sums(whole);
    },
    'list: a person, with its sums': () => {
      ledger.search.list({ limit: 100, by: 'Mona', ...whole });
      ledger.search.sums({ by: 'Mona', ...whole });
    },
    'list: by card, with its sums': () => {
      ledger.search.list({ limit: 100, means: 'card' });
      ledger.search.sums({ means: 'card' });
    },
    'list: a person by cash, with its sums': () => {
      ledger.search.list({ limit: 100, means: 'cash', by: 'Mona', ...whole });
      ledger.search.sums({ means: 'cash', by: 'Mona', ...whole });
    },
    'list: an article': () => ledger.search.list({ limit: 100, article: 'صنف 7' }),
    'VAT return: documents of a box': () => vatDocuments(ledger, { ...whole, box: 'standard' }),
    'buyers: a word': () => ledger.buyerBook.list({ text: 'شركة', start: 0, limit: 50 }),
    'activity: newest': () => ledger.audit.list({ limit: 100 }),
    ...Object.fromEntries(
      reportKinds.map((kind) => [`report: ${kind}`, () => reportRows(kind, { ledger, articlesOf }, whole)]),
    ),
  };
  const times = measureAlternately(20, tasks);
  return Object.fromEntries(Object.entries(times).map(([page, { processor }]) => [page, { p50: processor }]));
}
