import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { type Lines, measureAlternately } from '../measure.ts';
import { firstIssuedAt, issuedEvery, makeLargeLedger } from './large-ledger.ts';

/*
 * Measures waiting times with a ledger of a million documents: opening it to the first screen, its list, every search
 * and its counts. Its files are in the system's cache.
 */

const documents = 1_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-million-'));
const file = path.join(folder, 'ledger.db');

export function run(): Lines {
  try {
    make();
    return measure();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function make(): void {
  const start = performance.now();
  makeLargeLedger(file, { documents }, (made) => process.stderr.write(`\rmaking: ${made} of ${documents}`));
  // Does the indexing that a terminal does in idle moments while its ledger grows.
  const ledger = openLedger(file, { environment: 'training' });
  let indexed = 0;
  for (let taken = -1; taken !== 0; indexed += taken) {
    taken = ledger.search.index(20_000);
    process.stderr.write(`\rindexing: ${indexed} of ${documents}      `);
  }
  ledger.close();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stderr.write(`\rmade in ${seconds} s, ${(statSync(file).size / 2 ** 30).toFixed(1)} GiB\n`);
}

/** Times each query, and names it with the number of documents that it finds. */
function measure(): Lines {
  const ledger = openLedger(file, { environment: 'training' });
  const list = (query: Omit<Parameters<typeof ledger.search.list>[0], 'limit'>) => () => {
    found = ledger.search.list({ limit: 100, ...query });
  };
  let found = ledger.search.list({ limit: 1 });
  const dayOf = (icv: number) => new Date(firstIssuedAt + icv * issuedEvery).toISOString().slice(0, 10);
  const [early, middle] = [dayOf(documents / 10), dayOf(documents / 2)];
  const tasks: Record<string, () => void> = {
    'open, counts and first page': () => {
      const opened = openLedger(file, { environment: 'training' });
      opened.search.counts();
      found = opened.search.list({ limit: 100 });
      opened.close();
    },
    counts: () => {
      found = { rows: [], total: ledger.search.counts().issued };
    },
    'list: newest': list({}),
    'list: a page in the middle': list({ before: documents / 2 }),
    'list: waiting': list({ states: ['waiting', 'sending'] }),
    'list: rejected': list({ states: ['rejected'] }),
    'list: accepted': list({ states: ['accepted'] }),
    'list: credit notes': list({ kinds: ['creditNote'] }),
    'list: debit notes': list({ kinds: ['debitNote'] }),
    'number: whole': list({ number: 'T1-500000' }),
    'number: all but two digits': list({ number: 'T1-0512' }),
    'number: one digit, oldest 100,000': list({ number: 'T1-0' }),
    'number: prefix of all': list({ number: 't1-' }),
    'number: none': list({ number: 'X9' }),
    'buyer: common Arabic word': list({ buyer: 'شركه' }),
    'buyer: inside a word': list({ buyer: 'نخيل' }),
    'buyer: two words and a number': list({ buyer: 'مؤسسة النخيل 4713' }),
    'buyer: common Latin word': list({ buyer: 'company' }),
    'buyer: VAT number': list({ buyer: '310000471100003' }),
    'buyer: nobody': list({ buyer: 'زرافة' }),
    'date: one day': list({ from: middle, to: middle }),
    'date: the first tenth': list({ to: early }),
    'amount: exact': list({ amount: { least: 115_000, most: 115_000 } }),
    'amount: narrow': list({ amount: { least: 115_000, most: 116_000 } }),
    'amount: wide': list({ amount: { least: 100_000 } }),
    'amount: none': list({ amount: { least: 100_000_000 } }),
    'all together': list({
      states: ['accepted'],
      kinds: ['invoice', 'creditNote'],
      number: 'T1-',
      buyer: 'شركة الرياض',
      from: early,
      to: middle,
      amount: { least: 10_000, most: 200_000 },
    }),
  };
  const finds = new Map<string, string>();
  for (const [name, task] of Object.entries(tasks)) {
    task();
    finds.set(name, `${found.rows.length} of ${found.total}${found.more ? '+' : ''}`);
  }
  const times = measureAlternately(20, tasks);
  ledger.close();
  return Object.fromEntries(
    Object.entries(times).map(([what, { p50, p99 }]) => [`${what} (${finds.get(what)})`, { p50, p99 }]),
  );
}
