import { type Sale, saleSchema } from '../../shared/sale.ts';
import type { CardPayment } from '../ledger/card-payments.ts';
import type { Documents } from '../ledger/documents.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';

type ReissuedDocuments = Pick<Documents, 'getByNumber' | 'replacedBy'>;

/**
 * Returns the refunds by card that have no credit note yet, each with the note to issue. An earlier version let the
 * document be issued anew meanwhile: the note then names the one that counts.
 */
export function openReturnsOf({
  cards,
  documents,
}: {
  readonly cards: Pick<Ledger['cards'], 'openReturns'>;
  readonly documents: ReissuedDocuments;
}): { payment: CardPayment; note: Sale }[] {
  return cards.openReturns().map(({ payment, note }) => ({
    payment,
    note: withLatest(saleSchema.parse(note), documents),
  }));
}

function withLatest(note: Sale, documents: ReissuedDocuments): Sale {
  if (note.corrects === undefined) return note;
  const corrects = note.corrects.map((named) => {
    const entry = documents.getByNumber(named.number);
    const latest = entry && latestOf(entry, documents);
    if (latest === undefined || latest === entry) return named;
    const { number, uuid, issuedAt } = latest;
    return { number, uuid, issueDate: riyadhDateTime(issuedAt).date };
  });
  return { ...note, corrects };
}

/** Returns the document that counts in place of a rejected one, after any number of rejections. */
function latestOf(entry: LedgerEntry, documents: ReissuedDocuments): LedgerEntry {
  const next = documents.replacedBy(entry.uuid);
  return next === undefined ? entry : latestOf(next, documents);
}
