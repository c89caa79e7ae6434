import { type VatDocument, vatDocumentsShown } from '../../../../shared/contract/till/reports.ts';
import { riyadhDayEnd, riyadhMidnight } from '../../../base/platform/riyadh-time.ts';
import type { CounterRange } from '../../../books/ledger/documents/documents.ts';
import { type LedgerEntry, toInvoiceRow } from '../../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { Period } from '../../../books/ledger/sums/takings.ts';
import { withReplaced } from '../../shift/counted.ts';
import { signed, vatDimension } from '../../shift/takings-of.ts';
import { vatRowsOf } from '../../shift/vat-rows.ts';
import { cellOf, vatDimensions } from './vat-return.ts';

interface Question extends Period {
  /** The line of the return, as its first cell. */
  readonly box: string;
  /** The counter of the last document of the previous page. */
  readonly after?: number | undefined;
}

interface Page {
  readonly documents: VatDocument[];
  /** The counter after which the next page begins; undefined on the last page. */
  readonly next?: number;
}

/** The number of documents searched for one page, so that the till stays responsive. */
const lookedAt = 1_000;
/**
 * Lists the documents of one line of a VAT return, oldest first. A document that replaces a rejected one is listed with
 * that one, which is subtracted. Days without the line are not searched.
 */
export function vatDocuments(ledger: Pick<Ledger, 'takings' | 'documents'>, question: Question): Page {
  const { box, after = 0 } = question;
  const { documents } = ledger;
  const found: VatDocument[] = [];
  let looked = 0;
  let last = after;
  for (const range of rangesOf(daysWith(ledger, question), documents))
    for (const entries of documents.entries({ ...range, first: Math.max(last + 1, range.first) }))
      for (const entry of entries) {
        const parts = partsOf(entry, documents, box);
        if (found.length + parts.length > vatDocumentsShown || looked === lookedAt)
          return { documents: found, next: entry.icv - 1 };
        looked += 1;
        last = entry.icv;
        found.push(...parts);
      }
  return { documents: found };
}

function rangesOf(days: readonly string[], documents: Ledger['documents']): CounterRange[] {
  return days.map((day) => {
    const first = documents.counterAt(riyadhMidnight(day));
    return { first, last: documents.counterAt(riyadhDayEnd(day)) - 1 };
  });
}

function daysWith({ takings }: Pick<Ledger, 'takings'>, { box, ...period }: Question): string[] {
  const days = vatDimensions.flatMap((dimension) =>
    takings
      .byDay(dimension, period)
      .filter(({ key }) => cellOf(dimension, key) === box)
      .map(({ day }) => day),
  );
  return [...new Set(days)].toSorted();
}

function partsOf(entry: LedgerEntry, documents: Ledger['documents'], box: string): VatDocument[] {
  const rejected = documents.replaces(entry.uuid);
  const replaces = rejected && { entry: rejected, payments: [] };
  return withReplaced({ entry, by: '', payments: [], replaces }).flatMap((one) => {
    const rows = vatRowsOf(one).filter(({ key }) => cellOf(vatDimension(one.entry), key) === box);
    if (rows.length === 0) return [];
    const { uuid, number, issuedAt, trueAt, reissuedAs } = toInvoiceRow(one.entry);
    const links = {
      ...(one.entry === entry && rejected !== undefined && { replaces: rejected.number }),
      ...(reissuedAs !== undefined && { replacedBy: reissuedAs }),
    };
    const times = { issuedAt, ...(trueAt !== undefined && { trueAt }) };
    const sum = (name: 'net' | 'vat') => rows.reduce((total, row) => total + signed(one, row[name]), 0);
    return [{ uuid, number, ...times, amount: sum('net'), vat: sum('vat'), ...links }];
  });
}
