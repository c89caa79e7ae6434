import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { countedAt, type LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { withReplaced } from '../shift/counted.ts';
import { signed } from '../shift/takings-of.ts';
import { vatRowsOf } from '../shift/vat-rows.ts';

/** The part of a document in the sums of its day, month and VAT return. Credit notes are negative. */
export interface CountedSums {
  /** The day in Riyadh, `YYYY-MM-DD`. */
  readonly on: string;
  /** Amounts in riyals, less the advances that the document deducts. */
  readonly taxExclusiveInSar: Halalas;
  readonly vatInSar: Halalas;
  /** The amount due, in the document's currency; undefined if the replaced document is in another currency. */
  readonly payable: Halalas | undefined;
  /** The number of the rejected document that it replaces, which is subtracted. */
  readonly replaces: string | undefined;
}

/**
 * Returns what a document adds to the sums. A rejected document counts on its day; the one that replaces it counts with
 * the difference, so a sale counts once even if the first month's books are closed by then.
 */
export function countedSums(
  entry: LedgerEntry,
  documents: Pick<Ledger['documents'], 'replaces'>,
): CountedSums {
  const rejected = documents.replaces(entry.uuid);
  const replaces = rejected && { entry: rejected, payments: [] };
  const counted = withReplaced({ entry, by: '', payments: [], replaces });
  const rows = counted.flatMap((one) =>
    vatRowsOf(one).map(({ net, vat }) => ({ net: signed(one, net), vat: signed(one, vat) })),
  );
  const isOneCurrency = rejected === undefined || rejected.currency === entry.currency;
  return {
    on: riyadhDateTime(countedAt(entry)).date,
    taxExclusiveInSar: sumHalalas(rows.map(({ net }) => net)),
    vatInSar: sumHalalas(rows.map(({ vat }) => vat)),
    payable: isOneCurrency ? sumHalalas(counted.map((one) => signed(one, one.entry.payable))) : undefined,
    replaces: rejected?.number,
  };
}
