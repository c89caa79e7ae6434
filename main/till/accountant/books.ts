import writeWorkbook from 'write-excel-file/universal';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { actorText } from '../../../shared/words/actor-text.ts';
import { type Language, words } from '../../../shared/words/index.ts';
import { meansName } from '../../../shared/words/means-name.ts';
import { screens } from '../../../shared/words/screens.ts';
import { riyadhText } from '../../base/platform/riyadh-time.ts';
import type { CounterRange } from '../../books/ledger/documents/documents.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { accountsCsvOf } from './accounts-csv.ts';
import { countedSums } from './counted-sums.ts';

/* The list of a month's documents, for programs and for people. */

type Source = Pick<Ledger, 'documents' | 'facts'>;

/** The number of rows of one workbook, which the library holds in memory as a whole. */
export const rowsOfWorkbook = 5_000;

/** Returns the list as CSV, piece by piece, in the format of `GET /v2/invoices.csv`. */
export function* booksCsv(ledger: Source, range: CounterRange): Generator<Uint8Array> {
  for (const piece of accountsCsvOf(ledger, range)) yield Buffer.from(piece);
}

export async function* booksWorkbooks(ledger: Source, range: CounterRange, language: Language) {
  let first = range.first;
  do {
    const last = Math.min(first + rowsOfWorkbook - 1, range.last);
    yield await workbookOf(ledger, { first, last }, language);
    first = last + 1;
  } while (first <= range.last);
}

const columns = [
  'number',
  'issuedAt',
  'kind',
  'buyer',
  'buyerVatNumber',
  'net',
  'vat',
  'payable',
  'currency',
  'payments',
  'issuedBy',
  'state',
  'reissuedAs',
  'trueAt',
  'replaces',
  'countedOn',
  'counted',
  'countedNetInSar',
  'countedVatInSar',
] as const;

async function workbookOf(ledger: Source, range: CounterRange, language: Language): Promise<Uint8Array> {
  const head = columns.map((name) => ({
    value: screens[language](`month.columns.${name}`, {}),
    type: String,
    fontWeight: 'bold' as const,
  }));
  const rows = [...ledger.documents.entries(range)].flatMap((entries) =>
    entries.map((entry) => rowOf(entry, ledger, language)),
  );
  const blob = await writeWorkbook([head, ...rows], {
    rightToLeft: language === 'ar',
    stickyRowsCount: 1,
  }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

/** Amounts are numbers, so that they can be added up; those of a credit note are negative. */
function rowOf(entry: LedgerEntry, { facts, documents }: Source, language: Language) {
  const { kinds, states } = words[language];
  const sale = entry.sale;
  const sign = entry.kind === 'creditNote' ? -1 : 1;
  const text = (value = '') => ({ value, type: String });
  const figure = (amount: Halalas) => ({
    value: Number(halalasToText(amount)),
    type: Number,
    format: '#,##0.00',
  });
  const money = (amount: Halalas) => figure(sign * amount);
  const counted = countedSums(entry, documents);
  return [
    text(entry.number),
    text(riyadhText(entry.issuedAt)),
    text(kinds[entry.kind]),
    text(entry.buyerName),
    text(sale.buyer?.vatNumber ?? sale.supplier?.vatNumber),
    ...[entry.taxExclusive, entry.vat, entry.payable].map(money),
    text(entry.currency),
    text(paymentsText(facts.payments(entry.icv), sign, language)),
    text(actorText(entry.by, language)),
    text(states[entry.submission.state]),
    text(entry.reissuedAs),
    text(entry.trueAt === undefined ? undefined : riyadhText(entry.trueAt)),
    text(counted.replaces),
    text(counted.on),
    counted.payable === undefined ? text() : figure(counted.payable),
    figure(counted.taxExclusiveInSar),
    figure(counted.vatInSar),
  ];
}

/** Returns for instance `Card 8.00; Cash 20.00`. */
function paymentsText(payments: ReturnType<Source['facts']['payments']>, sign: number, language: Language) {
  return payments
    .map(({ means, amount }) => {
      const name = meansName(means, words[language]);
      return amount === undefined ? name : `${name} ${halalasToText(sign * amount)}`;
    })
    .join('; ');
}
