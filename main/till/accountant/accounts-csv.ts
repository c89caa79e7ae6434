import { stringify } from 'csv-stringify/sync';
import type { VatCategory } from '../../../shared/sale/vat.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { riyadhDayEnd, riyadhMidnight, riyadhText } from '../../base/platform/riyadh-time.ts';
import { spreadsheetText } from '../../base/platform/spreadsheet-text.ts';
import type { Payment } from '../../books/ledger/documents/document-facts.ts';
import type { CounterRange } from '../../books/ledger/documents/documents.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { countedSums } from './counted-sums.ts';

/*
 * The documents of a period as CSV, for accounting programs and spreadsheets. The file is UTF-8 with a byte order mark,
 * by which Excel recognises Arabic, and has the line ends of RFC 4180.
 */

type Source = Pick<Ledger, 'documents' | 'facts'>;

/**
 * Days in Riyadh, both included. If one is omitted, the period begins with the first document or ends with the last.
 */
export interface DayPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Document = ReturnType<typeof documentOf>;

const text = (value = ''): string => spreadsheetText(value);

const taxable = ({ entry, amount }: Document, ...categories: VatCategory[]) =>
  amount(
    sumOf(entry.breakdown.filter(({ category }) => categories.includes(category)).map((one) => one.taxable)),
  );
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** The columns, in an order that only grows at its end. Names are those of the API. */
const columns: Readonly<Record<string, (document: Document) => string>> = {
  counter: ({ entry }) => String(entry.icv),
  number: ({ entry }) => text(entry.number),
  uuid: ({ entry }) => entry.uuid,
  kind: ({ entry }) => entry.kind,
  customer: ({ entry }) => entry.customer,
  selfBilled: ({ sale }) => (sale.special?.selfBilled ? 'yes' : ''),
  issuedAt: ({ entry }) => riyadhText(entry.issuedAt),
  status: ({ entry }) => entry.submission.state,
  authorityStatus: ({ entry }) => text(entry.submission.status),
  replacedBy: ({ replacedBy }) => text(replacedBy),
  currency: ({ entry }) => entry.currency,
  taxExclusive: ({ entry, amount }) => amount(entry.taxExclusive),
  vat: ({ entry, amount }) => amount(entry.vat),
  taxInclusive: ({ entry, amount }) => amount(entry.taxInclusive),
  prepaid: ({ entry, amount }) => amount(entry.prepaid),
  rounding: ({ entry, amount }) => amount(entry.rounding),
  payable: ({ entry, amount }) => amount(entry.payable),
  vatInSar: ({ entry, amount }) => amount(entry.vatInSar),
  standardTaxable: (document) => taxable(document, 'S'),
  zeroTaxable: (document) => taxable(document, 'Z'),
  exemptTaxable: (document) => taxable(document, 'E'),
  outOfScopeTaxable: (document) => taxable(document, 'O'),
  buyerName: ({ entry }) => text(entry.buyerName),
  buyerVatNumber: ({ sale }) => text(sale.buyer?.vatNumber ?? sale.supplier?.vatNumber),
  corrects: ({ sale }) => text(sale.corrects?.map(({ number }) => number).join(' ')),
  saleId: ({ sale }) => text(sale.saleId),
  reference: ({ sale }) => text(sale.reference),
  orderReference: ({ sale }) => text(sale.orderReference),
  issuedBy: ({ entry }) => text(entry.by),
  payments: ({ payments, amount }) => paymentsText(payments, amount),
  trueAt: ({ entry }) => (entry.trueAt === undefined ? '' : riyadhText(entry.trueAt)),
  replaces: ({ counted }) => text(counted.replaces),
  countedOn: ({ counted }) => counted.on,
  countedTaxExclusiveInSar: ({ counted }) => halalasToText(counted.taxExclusiveInSar),
  countedVatInSar: ({ counted }) => halalasToText(counted.vatInSar),
  countedPayable: ({ counted }) => (counted.payable === undefined ? '' : halalasToText(counted.payable)),
  late: ({ entry }) => (entry.submission.isLate ? 'yes' : ''),
  remarks: ({ remarks }) => text(remarks.map(({ code, message }) => code ?? message).join(' ')),
};

export const csvColumns = Object.keys(columns);

function documentOf(entry: LedgerEntry, ledger: Source) {
  const sign = entry.kind === 'creditNote' ? -1 : 1;
  return {
    entry,
    sale: entry.sale,
    counted: countedSums(entry, ledger.documents),
    payments: ledger.facts.payments(entry.icv),
    /** The number of the document that was issued in place of a rejected one. */
    replacedBy:
      entry.submission.state === 'rejected' ? ledger.documents.replacedBy(entry.uuid)?.number : undefined,
    /** The authority's remarks on a document that it accepted. */
    remarks: entry.submission.warnings > 0 ? ledger.documents.messages(entry.icv) : [],
    /** Formats an amount, which is negative for a credit note. */
    amount: (halalas: number) => halalasToText(sign * halalas),
  };
}

/** Returns for instance `card 8.00; cash 20.00`. */
const paymentsText = (payments: readonly Payment[], text: Document['amount']): string =>
  payments.map(({ means, amount }) => (amount === undefined ? means : `${means} ${text(amount)}`)).join('; ');

/** Writes the documents of a period piece by piece: first the headings, then some rows at a time. */
export function accountsCsv(ledger: Source, { from, to }: DayPeriod): Generator<string, void> {
  const { documents } = ledger;
  return accountsCsvOf(ledger, {
    first: from === undefined ? 1 : documents.counterAt(riyadhMidnight(from)),
    last: documents.counterAt(to === undefined ? Number.MAX_SAFE_INTEGER : riyadhDayEnd(to)) - 1,
  });
}

export function* accountsCsvOf(ledger: Source, range: CounterRange): Generator<string, void> {
  yield write([csvColumns], true);
  for (const entries of ledger.documents.entries(range)) {
    const rows = entries.map((entry) => {
      const document = documentOf(entry, ledger);
      return Object.values(columns).map((column) => column(document));
    });
    yield write(rows);
  }
}

const write = (rows: readonly (readonly string[])[], bom = false): string =>
  stringify([...rows], { bom, record_delimiter: 'windows' });
